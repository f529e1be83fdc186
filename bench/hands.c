/* hands.c -- random hands for speed and for the signature. */
#include "bench/hands.h"
#include "felt/assert.h"
#include "felt/hash.h"
#include "games/poker/hand.h"

#include <string.h>

enum { UNIT = 100, STACK = 10000, EVENTS = 4096 };

static const struct bench_hands rows[] = {
    {"nlhe_2", "holdem", FELT_NO_LIMIT, 2, BENCH_HANDS_SILENT},
    {"nlhe_6", "holdem", FELT_NO_LIMIT, 6, BENCH_HANDS_SILENT},
    {"nlhe_9", "holdem", FELT_NO_LIMIT, 9, BENCH_HANDS_SILENT},
    {"nlhe_2_events", "holdem", FELT_NO_LIMIT, 2, BENCH_HANDS_EVENTS},
    {"nlhe_6_events", "holdem", FELT_NO_LIMIT, 6, BENCH_HANDS_EVENTS},
    {"nlhe_9_events", "holdem", FELT_NO_LIMIT, 9, BENCH_HANDS_EVENTS},
    {"nlhe_2_copied", "holdem", FELT_NO_LIMIT, 2, BENCH_HANDS_COPIED},
    {"nlhe_6_copied", "holdem", FELT_NO_LIMIT, 6, BENCH_HANDS_COPIED},
    {"nlhe_9_copied", "holdem", FELT_NO_LIMIT, 9, BENCH_HANDS_COPIED},
    {"nlhe_2_public", "holdem", FELT_NO_LIMIT, 2, BENCH_HANDS_PUBLIC},
    {"nlhe_6_public", "holdem", FELT_NO_LIMIT, 6, BENCH_HANDS_PUBLIC},
    {"nlhe_9_public", "holdem", FELT_NO_LIMIT, 9, BENCH_HANDS_PUBLIC},
    {"flhe_6", "holdem", FELT_FIXED_LIMIT, 6, BENCH_HANDS_SILENT},
    {"plo_6", "omaha", FELT_POT_LIMIT, 6, BENCH_HANDS_SILENT},
    {"stud_6", "stud", FELT_FIXED_LIMIT, 6, BENCH_HANDS_SILENT},
    {"stud8_6", "stud-hilo", FELT_FIXED_LIMIT, 6, BENCH_HANDS_SILENT},
    {"27td_6", "27-triple", FELT_FIXED_LIMIT, 6, BENCH_HANDS_SILENT},
    {"badugi_6", "badugi", FELT_FIXED_LIMIT, 6, BENCH_HANDS_SILENT},
};

int bench_hands_count(void)
{
    return (int)(sizeof rows / sizeof rows[0]);
}

const struct bench_hands *bench_hands_at(int index)
{
    return &rows[index];
}

const struct bench_hands *bench_hands_find(const char *name)
{
    for (int i = 0; i < bench_hands_count(); i++)
        if (!strcmp(rows[i].name, name)) return &rows[i];
    return NULL;
}

/* What is no bet: each card is thrown away with an even chance; where a number of cards is laid
 * down, any so many in a row. */
static struct felt_action choose_other(const struct felt_poker *state,
                                       const struct felt_legal *legal, uint64_t word)
{
    struct felt_action action = {.kind = FELT_DISCARD};
    if (felt_legal_has(legal, FELT_RUNS))
        return (struct felt_action){.kind = FELT_RUNS, .choice = word & 1};
    if (felt_legal_has(legal, FELT_SHOW))
        return (struct felt_action){.kind = word & 1 ? FELT_MUCK : FELT_SHOW};
    unsigned fewest = legal->discard_min, places = state->slots - fewest + 1u;
    if (fewest == 0)
        action.cards = word & ((1u << legal->discard_max) - 1);
    else
        action.cards = ((1ull << fewest) - 1) << ((word & UINT32_MAX) * places >> 32);
    return action;
}

/* One random word for a decision: its upper half picks the kind, the lower half the size. */
static inline struct felt_action choose(const struct felt_poker *state,
                                        const struct felt_legal *legal, struct felt_rng *rng)
{
    uint64_t word = felt_rng_next(rng);
    bool raises = felt_legal_has(legal, FELT_RAISE_TO), bet = legal->to_call > 0;
    uint64_t kind = (word >> 32) * (1u + raises + bet) >> 32;
    if (felt_legal_has(legal, FELT_BRING_IN) && kind <= 1 && (kind == 0 || bet))
        return (struct felt_action){.kind = FELT_BRING_IN};
    if (kind == 0 && bet) return (struct felt_action){.kind = FELT_CALL};
    if (kind == 0 && felt_legal_has(legal, FELT_CHECK))
        return (struct felt_action){.kind = FELT_CHECK};
    if (kind == 0) return choose_other(state, legal, word);
    if (kind == 1 && bet) return (struct felt_action){.kind = FELT_FOLD};
    uint64_t size = (word & UINT32_MAX) * 3 >> 32;
    felt_chips to = state->betting.to_match + state->betting.pot + legal->to_call;
    if (size == 0 || to < legal->raise_to_min) to = legal->raise_to_min;
    if (size == 1 || to > legal->raise_to_max) to = legal->raise_to_max;
    return (struct felt_action){.kind = FELT_RAISE_TO, .amount = to};
}

static inline uint64_t play(const struct felt_poker_rules *rules, struct felt_poker *state,
                            struct felt_rng *rng, struct felt_event_log *log)
{
    uint64_t actions = 0;
    for (; felt_poker_actor(state) >= 0; actions++) {
        struct felt_legal legal;
        poker_legal(rules, state, &legal);
        enum felt_status status =
            poker_apply(rules, state, felt_poker_actor(state), choose(state, &legal, rng), log);
        felt_assert(status == FELT_OK);
    }
    return actions;
}

/* The same through the public functions, kept from being inlined here as they are for a program
 * that links the hand store. */
static __attribute__((noinline)) void ask(const struct felt_poker_rules *rules,
                                          const struct felt_poker *state, struct felt_legal *out)
{
    felt_poker_legal(rules, state, out);
}
static __attribute__((noinline)) enum felt_status
act(const struct felt_poker_rules *rules, struct felt_poker *state, struct felt_action action)
{
    return felt_poker_apply(rules, state, felt_poker_actor(state), action, NULL);
}

static uint64_t play_public(const struct felt_poker_rules *rules, struct felt_poker *state,
                            struct felt_rng *rng)
{
    uint64_t actions = 0;
    for (; felt_poker_actor(state) >= 0; actions++) {
        struct felt_legal legal;
        ask(rules, state, &legal);
        enum felt_status status = act(rules, state, choose(state, &legal, rng));
        felt_assert(status == FELT_OK);
    }
    return actions;
}

static void make_table(const char *variant, enum felt_limit limit, int seats, felt_chips stack,
                       struct felt_poker_rules *rules, struct felt_deal *deal)
{
    felt_chips stacks[FELT_SEATS_MAX];
    enum felt_status status = felt_poker_rules_make(variant, limit, UNIT, rules, NULL);
    felt_assert(status == FELT_OK);
    for (int i = 0; i < seats; i++) stacks[i] = stack;
    *deal = felt_poker_deal_make(rules, seats, stacks, (felt_seat)(seats - 1));
}

uint64_t bench_hands_play(const struct bench_hands *row, uint64_t hands, uint64_t *actions)
{
    struct felt_poker_rules rules;
    struct felt_deal deal;
    struct felt_poker opened, state;
    struct felt_event events[EVENTS];
    struct felt_event_log log = {events, 0, EVENTS};
    struct felt_event_log *recorder = row->mode == BENCH_HANDS_EVENTS ? &log : NULL;
    struct felt_rng rng = felt_rng_make(1234);
    uint64_t sum = 0;
    make_table(row->variant, row->limit, row->seats, STACK, &rules, &deal);
    enum felt_status status = felt_poker_open(&rules, &deal, &opened, NULL);
    *actions = 0;
    for (uint64_t i = 0; i < hands && status == FELT_OK; i++) {
        log.count = 0;
        if (row->mode == BENCH_HANDS_COPIED)
            state = opened;
        else
            status = felt_poker_open(&rules, &deal, &state, recorder);
        felt_poker_shuffle(&rules, &rng, &state, recorder);
        *actions += row->mode == BENCH_HANDS_PUBLIC ? play_public(&rules, &state, &rng)
                                                    : play(&rules, &state, &rng, recorder);
        sum = sum * 31 + (uint64_t)state.betting.stack[0];
    }
    felt_assert(status == FELT_OK);
    return sum;
}

uint64_t bench_hands_copy(uint64_t copies)
{
    struct felt_poker_rules rules;
    struct felt_deal deal;
    struct felt_poker states[2];
    make_table("holdem", FELT_NO_LIMIT, 9, STACK, &rules, &deal);
    enum felt_status status = felt_poker_open(&rules, &deal, &states[0], NULL);
    felt_assert(status == FELT_OK);
    for (uint64_t i = 0; i < copies; i++) {
        states[~i & 1] = states[i & 1];
        __asm__ volatile("" : : "r"(states) : "memory");
    }
    return (uint64_t)states[0].total;
}

/* ---- the signature -------------------------------------------------------------------------- */

static uint64_t hash_events(uint64_t hash, const struct felt_event_log *log)
{
    for (uint32_t i = 0; i < log->count; i++) {
        const struct felt_event *event = &log->event[i];
        const uint64_t words[4] = {(uint64_t)event->kind | (uint64_t)event->act << 8 |
                                       (uint64_t)(uint8_t)event->seat << 16 |
                                       (uint64_t)event->count << 24 |
                                       (uint64_t)event->cards_to << 32 | (uint64_t)event->pot << 48,
                                   (uint64_t)event->amount, (uint64_t)event->to, event->board};
        for (int k = 0; k < 4; k++) hash = felt_hash_word(hash, words[k]);
        hash = felt_hash_bytes(hash, event->cards, event->count);
    }
    return hash;
}

uint64_t bench_hands_signature(const struct felt_variant *variant, enum felt_limit limit, int hands)
{
    struct felt_event events[EVENTS];
    struct felt_rng root = felt_rng_make(felt_hash_text(variant->name)), rng;
    uint64_t hash = limit;
    for (int i = 0; i < hands; i++) {
        struct felt_poker_rules rules;
        struct felt_deal deal;
        struct felt_poker state;
        struct felt_event_log log = {events, 0, EVENTS};
        rng = felt_rng_split(&root, (uint64_t)i);
        int spread = variant->seats_max - variant->seats_min + 1;
        int seats = variant->seats_min + (int)felt_rng_below(&rng, (uint32_t)spread);
        make_table(variant->name, limit, seats, 0, &rules, &deal);
        for (int seat = 0; seat < seats; seat++) /* short and deep: all-ins of every kind */
            deal.stack[seat] = 1 + felt_rng_below(&rng, felt_rng_below(&rng, 2) ? 500 : 20000);
        enum felt_status status = felt_poker_open(&rules, &deal, &state, &log);
        if (status == FELT_OK) status = felt_poker_deal(&rules, &deal, &rng, &state, &log);
        felt_assert(status == FELT_OK);
        while (felt_poker_actor(&state) >= 0) {
            struct felt_legal legal;
            felt_poker_legal(&rules, &state, &legal);
            hash = felt_hash_word(hash, legal.kinds);
            hash = felt_hash_word(hash, (uint64_t)legal.to_call);
            hash = felt_hash_word(hash, (uint64_t)legal.raise_to_min);
            hash = felt_hash_word(hash, (uint64_t)legal.raise_to_max);
            status = felt_poker_apply(&rules, &state, felt_poker_actor(&state),
                                      choose(&state, &legal, &rng), &log);
            felt_assert(status == FELT_OK);
        }
        hash = hash_events(hash, &log);
        hash = felt_hash_bytes(hash, state.betting.stack, sizeof state.betting.stack);
    }
    return hash;
}
