/* parts.h -- what the files of games/narc share.
 *
 *     rules.c    catalogue and rule set become rules; names
 *     totals.c   what the cards on the table come to; resolution
 *     hand.c     draw, bet, flip, decide, resolve: the life of a hand
 *     hidden.c   what a seat does not know, dealt anew; equality and hashes of states
 *     view.c     what a seat may know; a state that looks like a view
 *     game.c     the table of functions of game.h */
#ifndef FELT_GAMES_NARC_PARTS_H
#define FELT_GAMES_NARC_PARTS_H

#include "felt/narc.h"

static inline felt_cards narc_all(const struct felt_narc_rules *rules)
{
    return ((felt_cards)1 << rules->cards) - 1;
}

/* The role that owns a card: roles have their cards side by side. */
static inline enum felt_narc_role narc_owner(const struct felt_narc_rules *rules, int card)
{
    return (enum felt_narc_role)((card >= rules->first[1]) + (card >= rules->first[2]));
}

static inline int narc_count(felt_cards cards)
{
    return felt_cards_count(cards);
}

/* Of the first `count` cards of the table. */
struct felt_narc_totals narc_totals(const struct felt_narc_rules *rules,
                                    const struct felt_narc_state *state, int count);

/* What a flip needs of a card. */
void narc_weigh(const struct felt_narc_card *card, struct felt_narc_worth *out);

/* Brings one of `count` cards to the first place, by chance. */
static inline uint8_t narc_pick(uint8_t *cards, int count, struct felt_rng *rng)
{
    uint32_t pick = felt_rng_below(rng, (uint32_t)count);
    uint8_t card = cards[pick];
    cards[pick] = cards[0];
    return cards[0] = card;
}

/* The same for the first `some` places: all that a deal of so many cards needs. */
static inline void narc_mix(uint8_t *cards, int count, int some, struct felt_rng *rng)
{
    for (int i = 0; i < some; i++) (void)narc_pick(cards + i, count - i, rng);
}

/* Another future: a new generator, and no deck has an order. */
static inline void narc_renew(struct felt_narc_state *state, struct felt_rng *rng)
{
    state->later.state[0] = felt_rng_next(rng);
    state->later.state[1] = felt_rng_next(rng) | 1; /* never all zero */
    state->ordered = 0;
}

/* The cards of a set, lowest first; returns how many. */
static inline int narc_list(felt_cards cards, uint8_t *out)
{
    int count = 0;
    while (cards) out[count++] = felt_cards_take(&cards);
    return count;
}

/* N1 */
static inline bool narc_piles_are_sound(const struct felt_narc_rules *rules,
                                        const struct felt_narc_state *state)
{
    felt_cards all = narc_all(rules);
    felt_cards any =
        state->deck | state->hand | state->down | state->up | state->spent | state->gone;
    /* sets that share a card add up to more than their union */
    felt_cards sum =
        state->deck + state->hand + state->down + state->up + state->spent + state->gone;
    return any == all && sum == all;
}

void narc_view(const struct felt_narc_rules *rules, const struct felt_narc_state *state,
               felt_seat seat, struct felt_view *out);
void narc_imagine(const struct felt_narc_rules *rules, const struct felt_view *view,
                  struct felt_rng *rng, struct felt_narc_state *state);

#endif
