/* tournament_parts.h -- what the files of a contest share.
 *
 *   tournament.c        the director's inputs, seats, turns, orders
 *   tournament_pairs.c  duplicate matches
 *   tournament_rows.c   standings, and what /api/arena/tournament says
 *   tournament_journal.c  records of the journal */
#ifndef FELT_SERVER_ARENA_TOURNAMENT_PARTS_H
#define FELT_SERVER_ARENA_TOURNAMENT_PARTS_H

#include "server/arena/tournament.h"

struct felt_arena_tournament_team {
    uint32_t entry; /* of the director                                                           */
    uint32_t hands, matches, won;
    felt_chips chips;
    struct felt_score score, gain;
};

/* A duplicate match under way at a table. */
struct felt_arena_tournament_pair {
    bool on;
    uint32_t number;  /* of the match, from 1: the order is drawn by it                           */
    uint32_t base;    /* deals of the match are base + 1, base + 2, ...                           */
    uint32_t stage;   /* 0, then one for each time it was a tie                                   */
    uint32_t plays;   /* that are over, of all stages                                             */
    felt_chips chips; /* won by seat 0                                                          */
    uint32_t team[2]; /* by seat                                                                */
    /* Of the stage: plays in their order (2 * deal + half), and what seat 0 won in the first play
     * of a deal, by deal; INT64_MIN: it was not played yet. */
    uint16_t *order;
    int64_t *first;
};

struct felt_arena_tournament {
    const struct felt_arena_tournament_plan *plan;
    const struct felt_arena_tournament_services *services;
    struct felt_arena *arena;
    struct felt_director *director;
    size_t director_bytes;
    bool named;
    char match_id[FELT_ARENA_DIRECTED_MATCH_ID_BYTES];
    uint8_t secret[FELT_KEY_BYTES];
    uint32_t next_deal, next_pair, results;
    uint64_t hands;
    struct felt_arena_tournament_team *team;
    struct felt_arena_tournament_pair *pair; /* by table */
    struct felt_arena_tournament_result *result;
    uint32_t *place; /* by team, when it is over                                                 */
    bool moved;      /* seats are not where the director has them                               */
    bool stirred;    /* a hand may begin                                                         */
    bool wake;       /* a round began: its clock starts now                                      */
    bool ended, restoring;
    int64_t tick_ms; /* the last TICK of this life                                               */
    uint64_t notes;
    struct felt_arena_tournament_note note[FELT_ARENA_TOURNAMENT_NOTES];
};

/* Applies an input; what can be asked for again only by a record is one. */
enum felt_director_no felt_arena_tournament_direct(struct felt_arena_tournament *tournament,
                                                   const struct felt_director_input *input);
/* The entry and the team are the same all along: user is team + 1. */
uint32_t felt_arena_tournament_team_of(const struct felt_arena_tournament *tournament,
                                       uint32_t entry);
/* A number that follows from the secret and nothing else. */
struct felt_rng felt_arena_tournament_draw(const struct felt_arena_tournament *tournament,
                                           const char *label, uint32_t number, uint32_t part);
void felt_arena_tournament_score(const struct felt_arena_tournament *tournament,
                                 struct felt_score *score, felt_chips won, felt_chips unit,
                                 int plays);

/* tournament_pairs.c */
void felt_arena_pair_begin(struct felt_arena_tournament *tournament, uint32_t table,
                           const struct felt_director_hand *hand);
/* Order and memory of the present stage. */
void felt_arena_pair_stage(struct felt_arena_tournament *tournament, uint32_t table);
/* The next play of a match as the arena deals it. */
void felt_arena_pair_next(const struct felt_arena_tournament *tournament, uint32_t table,
                          struct felt_arena_directed_hand *hand);
void felt_arena_pair_counted(struct felt_arena_tournament *tournament, uint32_t table,
                             const felt_chips won[FELT_SEATS_MAX]);
void felt_arena_pair_finish(struct felt_arena_tournament *tournament, uint32_t table, int winner,
                            enum felt_arena_tournament_how how);
/* Whoever was removed has lost: 0 or 1 wins, -1: both are there. */
int felt_arena_pair_forfeit(const struct felt_arena_tournament *tournament, uint32_t table);
/* B5 */
void felt_arena_pair_anew(struct felt_arena_tournament *tournament, uint32_t table);
uint32_t felt_arena_pair_deals(const struct felt_arena_tournament *tournament, uint32_t stage);

/* tournament_journal.c */
void felt_arena_tournament_journal_match(struct felt_arena_tournament *tournament);
void felt_arena_tournament_journal_input(struct felt_arena_tournament *tournament,
                                         const struct felt_director_input *input);
void felt_arena_tournament_journal_forfeit(struct felt_arena_tournament *tournament, uint32_t table,
                                           int winner);
void felt_arena_tournament_journal_anew(struct felt_arena_tournament *tournament, uint32_t table);

#endif
