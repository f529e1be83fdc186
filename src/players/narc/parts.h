/* parts.h -- what the bots of Narc share.  Private to the library.
 *
 *     names.c    names of bots, levels, lines about them
 *     bots.c     choosing, limits, the loop of simulations; Narc and Customer
 *     careful.c  the Player's heuristics
 *     rollout.c  what is hidden dealt anew, and played out
 *     seat.c     the same bots as players with views */
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
    uint8_t role, held;  /* held: cards in the hand                                             */
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

/* The first three without a branch: which one it is can be guessed by nobody. */
static inline int narc_card_at(const struct narc_spot *spot, uint32_t index)
{
    felt_cards first = spot->hand, second = first & (first - 1), third = second & (second - 1);
    felt_cards from = index == 0 ? first : index == 1 ? second : third;
    felt_assert(index < spot->held);
    for (; index > 2; index--) from &= from - 1;
    return __builtin_ctzll(from);
}

static inline int narc_any_card(const struct narc_spot *spot, struct felt_rng *rng)
{
    return narc_card_at(spot, felt_rng_below(rng, spot->held));
}

/* Goes on without a raise: for nothing if that is possible, else with this card. */
static inline struct felt_narc_choice narc_pass(const struct narc_spot *spot, int card)
{
    unsigned free = spot->legal & (NARC_BIT(FELT_CHECK) | NARC_BIT(FELT_CONTINUE));
    unsigned paid = spot->legal & (NARC_BIT(FELT_CALL) | NARC_BIT(FELT_COMMIT));
    unsigned kinds = free ? free : paid; /* CALL comes before COMMIT */
    FELT_STATIC_ASSERT((int)FELT_CALL < (int)FELT_COMMIT, "the cheaper one is the lower bit");
    if (!kinds) return (struct felt_narc_choice){FELT_FOLD, 0};
    return (struct felt_narc_choice){(uint8_t)__builtin_ctz(kinds), (uint8_t)card};
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

/* careful.c: the Player's.  They do not use the generator. */
struct felt_narc_choice narc_dump(const struct narc_spot *spot);
struct felt_narc_choice narc_most_cover(const struct narc_spot *spot);
struct felt_narc_choice narc_careful(const struct narc_spot *spot);

/* rollout.c */
struct felt_narc_choice narc_rollout(const struct felt_narc_bot *bot, const struct narc_spot *spot,
                                     struct felt_rng *rng, const struct felt_budget *budget);

#endif
