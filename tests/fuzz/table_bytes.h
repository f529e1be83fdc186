/* table_bytes.h -- any bytes as a table of poker: variant, limit, options of the house, seats,
 * stacks, forced bets.  What is missing is zero. */
#ifndef FELT_TESTS_TABLE_BYTES_H
#define FELT_TESTS_TABLE_BYTES_H

#include "felt/assert.h"
#include "felt/poker.h"

#include <string.h>

struct bytes {
    const uint8_t *at;
    size_t left;
};

static inline unsigned take(struct bytes *bytes)
{
    if (bytes->left == 0) return 0;
    bytes->left--;
    return *bytes->at++;
}

static inline unsigned take_two(struct bytes *bytes)
{
    unsigned high = take(bytes);
    return high << 8 | take(bytes);
}

static inline struct felt_poker_rules read_rules(struct bytes *bytes)
{
    struct felt_poker_rules rules;
    struct felt_complaint complaint;
    const char *name = felt_variant_at((int)take(bytes) % felt_variant_count())->name;
    enum felt_limit limit = (enum felt_limit)(take(bytes) % FELT_STEP_LIMIT);
    felt_chips unit = 1 + take(bytes) % 100;
    felt_assert(felt_poker_rules_make(name, limit, unit, &rules, &complaint) == FELT_OK);
    unsigned flags = take(bytes);
    rules.cap_counts_blind = flags & 1;
    rules.heads_up_uncapped = flags & 2;
    rules.rake_needs_board = flags & 4;
    if (flags & 8) {
        rules.rake_per_10000 = (uint16_t)(take_two(bytes) % 10001);
        rules.rake_cap = take(bytes);
    }
    if (rules.bring_in && flags & 16) rules.bring_in = 0;
    rules.may_muck = flags & 64;
    rules.run_twice = flags & 128 && rules.variant->board_cards > 0;
    if (rules.variant->on_up == FELT_UP_FOLLOW && flags & 128) rules.wild = 0;
    if (limit == FELT_FIXED_LIMIT && flags & 32) rules.cap = (uint8_t)(1 + take(bytes) % 255);
    felt_assert(felt_poker_rules_verify(&rules, &complaint) == FELT_OK);
    return rules;
}

static inline struct felt_deal read_deal(struct bytes *bytes, const struct felt_poker_rules *rules)
{
    struct felt_deal deal = {.opener = FELT_SEAT_NONE};
    deal.seats = (felt_seats)(take_two(bytes) & ((1u << FELT_SEATS_MAX) - 1));
    deal.button = (felt_seat)(take(bytes) % FELT_SEATS_MAX);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        if (!felt_seats_has(deal.seats, seat)) continue;
        unsigned posts = take(bytes);
        deal.stack[seat] = 1 + (felt_chips)take_two(bytes) * (posts & 128 ? 1000000 : 1) % 100000;
        deal.blind[seat] = (felt_chips)(posts & 3) * rules->bet[0] / 2;
        deal.ante[seat] = (felt_chips)(posts >> 2 & 3) * rules->bet[0] / 4;
        deal.dead[seat] = (felt_chips)(posts >> 4 & 1) * rules->bet[0];
    }
    unsigned opener = take(bytes);
    if (opener < FELT_SEATS_MAX && felt_seats_has(deal.seats, (int)opener))
        deal.opener = (felt_seat)opener;
    deal.bomb = opener & 128; /* refused where there is no board, or where there are blinds */
    if (opener & 64) memset(deal.blind, 0, sizeof deal.blind);
    return deal;
}

#endif
