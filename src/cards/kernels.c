/* kernels.c -- which batch kernels this machine runs, and the public batch functions over them. */
#include "cards/kernels.h"
#include "cards/code.h"

#include <stdatomic.h>
#include <string.h>

/* The one mutable object of the engine: written once, with the same answer by whoever comes first.
 */
static _Atomic(const struct kernels *) chosen_kernels;

static const struct kernels *best_kernels(void)
{
#ifdef FELT_HAVE_AVX2
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt"))
        return &kernels_avx2; /* what meson.build compiles it for */
#endif
    return &kernels_portable;
}

const struct kernels *kernels_get(void)
{
    const struct kernels *set = atomic_load_explicit(&chosen_kernels, memory_order_relaxed);
    if (__builtin_expect(!set, 0)) {
        set = best_kernels();
        atomic_store_explicit(&chosen_kernels, set, memory_order_relaxed);
    }
    return set;
}

bool felt_high_use_kernels(const char *name)
{
    const struct kernels *best = best_kernels();
    const struct kernels *set = strcmp(name, "portable") ? best : &kernels_portable;
    if (strcmp(name, set->name)) return false;
    atomic_store_explicit(&chosen_kernels, set, memory_order_relaxed);
    return true;
}

const char *felt_high_kernels(void)
{
    return kernels_get()->name;
}

void felt_high5_batch(const felt_hand *hands, felt_strength *out, size_t count)
{
    kernels_get()->high5(hands, out, count);
}
void felt_high6_batch(const felt_hand *hands, felt_strength *out, size_t count)
{
    kernels_get()->high6(hands, out, count);
}
void felt_high7_batch(const felt_hand *hands, felt_strength *out, size_t count)
{
    kernels_get()->high7(hands, out, count);
}
void felt_high5_ids_batch(const felt_card (*hands)[8], felt_strength *out, size_t count)
{
    kernels_get()->high5_ids(hands, out, count);
}
void felt_high7_ids_batch(const felt_card (*hands)[8], felt_strength *out, size_t count)
{
    kernels_get()->high7_ids(hands, out, count);
}
void felt_low27_batch(const felt_hand *hands, felt_strength *out, size_t count)
{
    kernels_get()->low27(hands, out, count);
}
uint64_t felt_high7_sum_all(void)
{
    return kernels_get()->high7_sum_all();
}

/* The table of kernel.h, read backwards. */
felt_value felt_strength_value(felt_strength strength)
{
    unsigned high = strength >> 16, low = strength & 0xffff, ranks = high & 0x1fff;
    switch (high >> 13) {
    case 0: return ranks ? code_pair(code_top_rank(ranks), low) : code_high_card(low);
    case 1: return code_two_pair(ranks, low);
    case 2: return code_trips(code_top_rank(ranks), low);
    case 3: return ranks ? code_flush(low) : code_top(CODE_STRAIGHT, code_top_rank(low) + 3);
    case 4: return code_full_house(code_top_rank(ranks), code_top_rank(low));
    case 5: return code_quads(code_top_rank(ranks), low);
    default: return code_top(CODE_STRAIGHT_FLUSH, code_top_rank(low) + 3);
    }
}

felt_value felt_low27_value(felt_strength strength)
{
    return (felt_value)(CODE_LOW_TOP - felt_strength_value(~strength));
}
