/* contest_parts.h -- what the files of a contest share.
 *
 *   contest.c        the director's inputs, chairs, turns, orders
 *   contest_pairs.c  duplicate matches
 *   contest_rows.c   standings, and what /api/arena/tournament says
 *   contest_entry.c  records of the journal */
#ifndef FELT_SERVER_ARENA_CONTEST_PARTS_H
#define FELT_SERVER_ARENA_CONTEST_PARTS_H

#include "server/arena/contest.h"

struct felt_contest_team {
    uint32_t entry; /* of the director                                                           */
    uint32_t hands, matches, won;
    felt_chips chips;
    struct felt_score score, gain;
};

/* A duplicate match under way at a table. */
struct felt_contest_pair {
    bool on;
    uint32_t number;  /* of the match, from 1: the order is drawn by it                           */
    uint32_t base;    /* deals of the match are base + 1, base + 2, ...                           */
    uint32_t stage;   /* 0, then one for each time it was a tie                                   */
    uint32_t plays;   /* that are over, of all stages                                             */
    felt_chips chips; /* won by chair 0                                                          */
    uint32_t team[2]; /* by chair                                                                */
    /* Of the stage: plays in their order (2 * deal + half), and what chair 0 won in the first play
     * of a deal, by deal; INT64_MIN: it was not played yet. */
    uint16_t *order;
    int64_t *first;
};

struct felt_contest {
    const struct felt_contest_plan *plan;
    const struct felt_contest_services *services;
    struct felt_room *room;
    struct felt_tour *tour;
    size_t tour_bytes;
    bool named;
    char match_id[FELT_GUIDE_MATCH_ID_BYTES];
    uint8_t secret[FELT_KEY_BYTES];
    uint32_t next_deal, next_pair, results;
    uint64_t hands;
    struct felt_contest_team *team;
    struct felt_contest_pair *pair; /* by table                                                  */
    struct felt_contest_result *result;
    uint32_t *place; /* by team, when it is over                                                 */
    bool moved;      /* chairs are not where the director has them                               */
    bool stirred;    /* a hand may begin                                                         */
    bool wake;       /* a round began: its clock starts now                                      */
    bool ended, restoring;
    int64_t tick_ms; /* the last TICK of this life                                               */
    uint64_t notes;
    struct felt_contest_note note[FELT_CONTEST_NOTES];
};

/* Applies an input; what can be asked for again only by a record is one. */
enum felt_tour_no felt_contest_direct(struct felt_contest *contest,
                                      const struct felt_tour_input *input);
/* The entry and the team are the same all along: user is team + 1. */
uint32_t felt_contest_team_of(const struct felt_contest *contest, uint32_t entry);
/* A number that follows from the secret and nothing else. */
struct felt_rng felt_contest_draw(const struct felt_contest *contest, const char *label,
                                  uint32_t number, uint32_t part);
void felt_contest_score(const struct felt_contest *contest, struct felt_score *score,
                        felt_chips won, felt_chips unit, int plays);

/* contest_pairs.c */
void felt_pair_begin(struct felt_contest *contest, uint32_t table,
                     const struct felt_tour_hand *hand);
/* Order and memory of the present stage. */
void felt_pair_stage(struct felt_contest *contest, uint32_t table);
/* The next play of a match as the room deals it. */
void felt_pair_next(const struct felt_contest *contest, uint32_t table,
                    struct felt_guide_hand *hand);
void felt_pair_counted(struct felt_contest *contest, uint32_t table,
                       const felt_chips won[FELT_SEATS_MAX]);
void felt_pair_finish(struct felt_contest *contest, uint32_t table, int winner,
                      enum felt_contest_how how);
/* Whoever was removed has lost: 0 or 1 wins, -1: both are there. */
int felt_pair_forfeit(const struct felt_contest *contest, uint32_t table);
/* B5 */
void felt_pair_anew(struct felt_contest *contest, uint32_t table);
uint32_t felt_pair_deals(const struct felt_contest *contest, uint32_t stage);

/* contest_entry.c */
void felt_contest_entry_match(struct felt_contest *contest);
void felt_contest_entry_input(struct felt_contest *contest, const struct felt_tour_input *input);
void felt_contest_entry_forfeit(struct felt_contest *contest, uint32_t table, int winner);
void felt_contest_entry_anew(struct felt_contest *contest, uint32_t table);

#endif
