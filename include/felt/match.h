/* match.h -- players against players, in groups of duplicate deals.
 *
 * A group is a few consecutive deals (usually one), played once for each leg: the same cards lie at
 * the same seats, and the players have moved on.  In two seats that makes two legs, in three all
 * six orders, in more every player sits in every seat once.  Luck that belongs to a seat cancels;
 * what is left is one result for each player and group, and groups are independent of each other.
 *
 *   M1  a group is a function of the match and its number: players sit down anew for each leg, with
 *       streams of their own.
 *   M2  the results of a group sum to minus the rake, before and after adjustment for luck but for
 *       rounding to thousandths.
 *   M3  adjusting for luck does not change what is expected: where a hand ends with cards to come
 *       and no decision left, the result is the mean over `futures` other ways to deal them.
 *   M4  an action that is not legal never reaches the game: it is counted, and the timid one is
 *       taken (felt_player_timid()), or the match ends. */
#ifndef FELT_MATCH_H
#define FELT_MATCH_H

#include "felt/play_stats.h"

FELT_BEGIN

enum {
    FELT_MATCH_FUTURES = 100,
    FELT_MATCH_FUTURES_MAX = 1000000,
    FELT_MATCH_DEALS_MAX = 1000000,
    FELT_MATCH_MILLI = 1000,
    FELT_MATCH_LEGS_MAX = 10
};
/* No stack is larger: thousandths of chips and their squares stay in range (score.h). */
#define FELT_MATCH_STACK_MAX INT64_C(100000000)

/* What is played; it and what it points to stay where they are. */
struct felt_match {
    const struct felt_game *game;
    const void *rules;
    struct felt_deal deal; /* every hand begins so; seats 0 .. players-1, no deck               */
    int players;
    struct felt_player_spec player[FELT_SEATS_MAX];
    uint64_t seed;
    uint32_t deals;   /* in a group; players remember within it                              */
    uint32_t futures; /* for the adjustment; 0: none is made                                 */
    uint32_t samples; /* budget of every decision; 0: as many as players like                */
    bool stop_on_illegal;
};

/* FELT_OK, or why it cannot be played: FELT_WRONG_COUNT (players, deals, futures), FELT_BAD_DEAL
 * (also stacks so large that a group could exceed FELT_SCORE_RESULT_MAX), FELT_UNSUPPORTED (a
 * player that does not know the game; complaint->at is its index). */
FELT_API FELT_MUST_USE enum felt_status felt_match_verify(const struct felt_match *match,
                                                          struct felt_complaint *complaint);

static inline int felt_match_legs(int players)
{
    return players == 3 ? 6 : players;
}
/* Where a player sits in a leg. */
FELT_API felt_seat felt_match_seat(int players, int leg, int player);

/* What a group brings: thousandths of a chip for each player, summed over its hands. */
struct felt_match_group {
    int64_t won[FELT_SEATS_MAX];      /* as it happened                                     */
    int64_t adjusted[FELT_SEATS_MAX]; /* for luck (M3)                                      */
    uint32_t illegal[FELT_SEATS_MAX];
    uint32_t warnings[FELT_SEATS_MAX];
    uint32_t decisions[FELT_SEATS_MAX];
    uint32_t hands;     /* every player played all of them                                   */
    uint32_t showdowns; /* at least two seats compared cards                                 */
    uint32_t lucky;     /* hands that were adjusted                                          */
    bool stopped;       /* an illegal action ended it; the rest is not to be used            */
    felt_seat culprit;  /* then: the player (its index), and what was wrong                  */
    struct felt_complaint complaint;
};

/* Somebody who sees everything: a recorder.  Any pointer may be NULL. */
struct felt_match_watch {
    void *self;
    /* A hand begins; player[seat] is the index of who sits there. */
    void (*begin)(void *self, uint64_t group, int leg, uint32_t deal, const struct felt_deal *from,
                  const int8_t player[FELT_SEATS_MAX]);
    void (*events)(void *self, const struct felt_event *events, uint32_t count);
    void (*decision)(void *self, felt_seat seat, const struct felt_decision *decision);
    /* Of each player, by index: what it does is added.  NULL: nobody counts. */
    struct felt_play_stats *manners;
};

/* Memory that playing needs: the blocks of all players and some states. */
FELT_API size_t felt_match_bytes(const struct felt_match *match);
/* Plays a group in `memory` (aligned as malloc does), whose contents do not matter.  The match must
 * verify.  `watch` may be NULL. */
FELT_API void felt_match_play(const struct felt_match *match, uint64_t group, void *memory,
                              const struct felt_match_watch *watch, struct felt_match_group *out);

FELT_END

#endif
