/* quick.h -- what quick.c and quick_turns.c share: a random card of a set.
 *
 * It is picked without a branch where the machine can (deposit of a bit): which of three cards it
 * will be is what no processor foresees, and it would be wrong about it at every card. */
#ifndef FELT_GAMES_GENOME_QUICK_H
#define FELT_GAMES_GENOME_QUICK_H

#include "games/genome/parts.h"

#if defined(__x86_64__)
#define QUICK_DEPOSIT __attribute__((target("bmi,bmi2,popcnt")))
#endif
#define QUICK_INLINE static inline __attribute__((always_inline))

/* A random card of a set that is not empty. */
typedef felt_card pick_card(felt_cards cards, struct felt_rng *rng);

QUICK_INLINE felt_card pick_by_steps(felt_cards cards, struct felt_rng *rng)
{
    int among = felt_moves_count(&(struct felt_moves){.items = cards});
    if (among > 1)
        for (uint32_t n = felt_rng_below(rng, (uint32_t)among); n > 0; n--) cards &= cards - 1;
    return (felt_card)__builtin_ctzll(cards);
}

#ifdef QUICK_DEPOSIT
QUICK_DEPOSIT QUICK_INLINE felt_card pick_by_deposit(felt_cards cards, struct felt_rng *rng)
{
    int among = __builtin_popcountll(cards);
    if (among > 1)
        cards = __builtin_ia32_pdep_di(UINT64_C(1) << felt_rng_below(rng, (uint32_t)among), cards);
    return (felt_card)__builtin_ctzll(cards);
}
#endif

#ifdef QUICK_DEPOSIT
static inline bool quick_can_deposit(void)
{
    return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
#endif

#endif
