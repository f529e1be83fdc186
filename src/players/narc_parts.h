/* narc_parts.h -- what the bots of Narc share.  Private to the library.
 *
 *     narc_names.c    names of bots, levels, lines about them
 *     narc_bots.c     choosing, limits, the loop of simulations; Narc and Customer
 *     narc_careful.c  the Player's heuristics
 *     narc_rollout.c  what is hidden dealt anew, and played out
 *     narc_seat.c     the same bots as players with views */
#ifndef FELT_PLAYERS_NARC_PARTS_H
#define FELT_PLAYERS_NARC_PARTS_H

#include "felt/assert.h"
#include "felt/narc_players.h"

#define NARC_BIT(kind) (1u << (kind))

/* A decision as its bot sees it.  Of the state a bot looks at the fields that its view would show,
 * and at its own hand: `hand`. */
struct narc_spot {
    const struct felt_narc_rules *rules;
    const struct felt_narc_state *state;
    const uint8_t *kind; /* of a card, in this tier                                             */
    felt_cards hand;     /* of the actor                                                        */
    unsigned legal;      /* what the rules and the bot's limit allow                            */
    uint8_t role;
};

static inline const struct felt_narc_worth *narc_worth(const struct narc_spot *spot, int card)
{
    return &spot->rules->worth[spot->kind[card]];
}

static inline bool narc_may(const struct narc_spot *spot, enum felt_action_kind kind)
{
    return spot->legal >> kind & 1;
}

/* 0, 1, 2: the last round is the third, as in the document, however many there are. */
static inline int narc_stage(const struct narc_spot *spot)
{
    int stage = spot->state->round + 3 - spot->rules->options.rounds;
    return stage > 0 ? stage : 0;
}

static inline bool narc_chance(struct felt_rng *rng, uint32_t percent)
{
    return felt_rng_below(rng, 100) < percent;
}

static inline int narc_any_card(const struct narc_spot *spot, struct felt_rng *rng)
{
    felt_cards hand = spot->hand;
    uint32_t count = (uint32_t)felt_cards_count(hand);
    felt_assert(count > 0);
    for (uint32_t skip = count > 1 ? felt_rng_below(rng, count) : 0; skip > 0; skip--)
        hand &= hand - 1;
    return __builtin_ctzll(hand);
}

/* Goes on without a raise: for nothing if that is possible, else with this card. */
static inline struct felt_narc_choice narc_pass(const struct narc_spot *spot, int card)
{
    static const uint8_t order[] = {FELT_CHECK, FELT_CONTINUE, FELT_CALL, FELT_COMMIT};
    for (unsigned i = 0; i < sizeof order; i++)
        if (narc_may(spot, (enum felt_action_kind)order[i]))
            return (struct felt_narc_choice){order[i], (uint8_t)card};
    return (struct felt_narc_choice){FELT_FOLD, 0};
}

static inline struct felt_narc_choice narc_raise(const struct narc_spot *spot, int card)
{
    if (!narc_may(spot, FELT_COMMIT)) return narc_pass(spot, card);
    return (struct felt_narc_choice){FELT_COMMIT, (uint8_t)card};
}

static inline struct felt_narc_choice narc_fold(const struct narc_spot *spot, int card)
{
    if (!narc_may(spot, FELT_FOLD)) return narc_pass(spot, card);
    return (struct felt_narc_choice){FELT_FOLD, 0};
}

/* The table as a seat knows it: what is flipped and what it can see of the rest. */
struct narc_standing {
    int evidence, cover, price; /* price: of the product alone, without factors              */
    int product, location;      /* kinds, -1: none                                           */
    int unseen[FELT_ROLES];     /* cards face down                                           */
};
struct narc_standing narc_look(const struct narc_spot *spot);
/* What Cover less Evidence, and the price, become more by if this card is committed. */
struct narc_gain {
    int margin, price;
};
struct narc_gain narc_gain_of(const struct narc_spot *spot, const struct narc_standing *standing,
                              int card);

/* narc_careful.c: the Player's.  They do not use the generator. */
struct felt_narc_choice narc_dump(const struct narc_spot *spot);
struct felt_narc_choice narc_most_cover(const struct narc_spot *spot);
struct felt_narc_choice narc_careful(const struct narc_spot *spot);

/* Makes the spot of the actor. */
struct narc_spot narc_spot_of(const struct felt_narc_bot *bot, const struct felt_narc_rules *rules,
                              const struct felt_narc_state *state);
/* A bot that does not imagine: every kind but FELT_BOT_ROLLOUT. */
struct felt_narc_choice narc_think(const struct felt_narc_bot *bot, const struct narc_spot *spot,
                                   struct felt_rng *rng);
/* narc_rollout.c */
struct felt_narc_choice narc_rollout(const struct felt_narc_bot *bot, const struct narc_spot *spot,
                                     struct felt_rng *rng, const struct felt_budget *budget);

#endif
