/* tournament.h -- a tournament of bots: the director (tournament/) and a directed arena
 * (server/arena/directed.h), joined.
 *
 * Teams come into the arena until it starts; then the director says who sits where, at which
 * blinds, who is out and in which place.  A match of a bracket may be played as duplicate deals:
 * every deal twice with the button (and so the cards) changed, full stacks each time, and whoever
 * has won more chips in all goes on.  The director sees such a match as one hand in which the loser
 * goes out.
 *
 *   B1  chips: what the teams have won adds up to nothing, after every hand.
 *   B2  nobody sits twice: a team sits where the director says, and plays one hand at a time.
 *   B3  both plays of a deal have the same deck; which is played when is drawn from the secret of
 *       the match, so neither team can tell a second play by its place in the order.
 *   B4  after a crash seats, stacks, level, clock and matches are what they were, from records of
 *       the arena and of this file alone; a hand that cannot go on never was.
 *   B5  a hand of a match that never was is not dealt again: the match begins anew with other
 * deals.
 *
 * Standings: thousandths of a big blind for each hand, with an interval of 95 % (felt/score.h).  Of
 * duplicate deals a result is the mean of both plays: luck that belongs to the cards cancels.  The
 * difference of both plays is added up too: for a team that remembers no cards it is around nothing
 * whatever its opponents do, because the order is drawn; one that knows deals again gains. */
#ifndef FELT_SERVER_ARENA_TOURNAMENT_H
#define FELT_SERVER_ARENA_TOURNAMENT_H

#include "felt/buffer.h"
#include "felt/score.h"
#include "server/arena/directed.h"
#include "tournament/director.h"

enum {
    FELT_ARENA_TOURNAMENT_DEALS_MAX = 5000,
    FELT_ARENA_TOURNAMENT_MORE_DEALS = 10, /* if a match is a tie: so many more */
    FELT_ARENA_TOURNAMENT_MORE_MAX = 5,    /* so often; then by lot */
    FELT_ARENA_TOURNAMENT_NOTES = 64,
    FELT_RECORD_CONTEST = 0x81 /* first byte of a record; those of the arena are smaller          */
};
/* What a plan has as start_ms: the tournament says when, not the clock of the director. */
#define FELT_ARENA_TOURNAMENT_START_MS (INT64_C(1) << 52)

struct felt_arena_tournament_plan {
    struct felt_director_plan
        director;    /* at_time, FELT_ARENA_TOURNAMENT_START_MS; one entry for each team */
    uint32_t deals;  /* a bracket: duplicate matches of so many deals; 0: until one has all chips */
    uint32_t wanted; /* starts when so many teams are here; 0: not by that                       */
    int64_t start_ms; /* starts then, if two are here; INT64_MAX: not by that                    */
};

struct felt_arena_tournament_services {
    void *self;
    struct felt_digests digests;
    void (*entropy)(void *self, void *out, size_t bytes);
    void (*append)(void *self, const void *bytes, size_t count);
};

struct felt_arena_tournament; /* owned by felt_arena_tournament_open() */

/* NULL, or why there cannot be such a tournament. */
const char *felt_arena_tournament_verify(const struct felt_arena_tournament_plan *plan);
/* For an arena of plan->tour.entrants_max teams and plan->tour.tables_max tables.  NULL: no memory.
 * Everything given stays where it is. */
struct felt_arena_tournament *
felt_arena_tournament_open(const struct felt_arena_tournament_plan *plan,
                           const struct felt_arena_tournament_services *services,
                           struct felt_arena *arena);
void felt_arena_tournament_close(struct felt_arena_tournament *tournament);

/* ---- what the arena says ---- */

const char *felt_arena_tournament_may_come(const struct felt_arena_tournament *tournament);
void felt_arena_tournament_came(struct felt_arena_tournament *tournament, uint32_t team);
void felt_arena_tournament_counted(struct felt_arena_tournament *tournament,
                                   const struct felt_table_face *table, felt_seats seats,
                                   const felt_chips won[FELT_SEATS_MAX]);

/* ---- time ---- */

/* Deals what can be dealt.  When it wants to be called again at the latest; INT64_MAX: never. */
int64_t felt_arena_tournament_turn(struct felt_arena_tournament *tournament, int64_t now_ms);

/* ---- whoever runs it ---- */

enum felt_arena_tournament_order {
    FELT_ARENA_TOURNAMENT_START,
    FELT_ARENA_TOURNAMENT_PAUSE,
    FELT_ARENA_TOURNAMENT_RESUME,
    FELT_ARENA_TOURNAMENT_REMOVE,  /* team */
    FELT_ARENA_TOURNAMENT_ADD_TIME /* amount: seconds of this level, or hands if it lasts hands */
};
/* "start", "pause", "resume", "remove", "time": false, it is none of them. */
bool felt_arena_tournament_order_read(const char *word, enum felt_arena_tournament_order *order);
/* NULL: done; else why not. */
const char *felt_arena_tournament_obey(struct felt_arena_tournament *tournament,
                                       enum felt_arena_tournament_order order, const char *team,
                                       int64_t amount, int64_t now_ms);

/* ---- surviving ---- */

/* A record that begins with FELT_RECORD_CONTEST.  False: it makes no sense here. */
bool felt_arena_tournament_restore(struct felt_arena_tournament *tournament, const uint8_t *bytes,
                                   size_t count);
/* After the last one, and after felt_arena_resume(); also at the very first start. */
void felt_arena_tournament_resume(struct felt_arena_tournament *tournament, uint32_t date,
                                  int64_t now_ms);
void felt_arena_tournament_snapshot(struct felt_arena_tournament *tournament);
/* Of everything that must survive. */
uint64_t felt_arena_tournament_hash(const struct felt_arena_tournament *tournament);

/* ---- looking ---- */

struct felt_arena_tournament_row { /* a team */
    const char *team;
    uint32_t place; /* 0: none yet                                                               */
    bool in, connected, removed;
    uint32_t table; /* FELT_ARENA_CONN_NONE: at none */
    felt_seat seat;
    felt_chips stack; /* as of the last hand that is over                                        */
    uint32_t hands, timeouts, errors;
    uint32_t matches, won; /* of duplicate deals                                                 */
    felt_chips chips;      /* won in all                                                        */
    struct felt_score score; /* thousandths of a big blind for each hand (deal)                  */
    struct felt_score gain;  /* the same: second play less the first                             */
};
uint32_t felt_arena_tournament_rows(const struct felt_arena_tournament *tournament);
void felt_arena_tournament_row(const struct felt_arena_tournament *tournament, uint32_t team,
                               struct felt_arena_tournament_row *row);
/* Teams as a table shows them: those with places first, then by stack.
 * out[felt_arena_tournament_rows()] */
void felt_arena_tournament_rank(const struct felt_arena_tournament *tournament, uint32_t *out);

enum felt_arena_tournament_how {
    FELT_ARENA_TOURNAMENT_BY_CHIPS,
    FELT_ARENA_TOURNAMENT_BY_LOT,
    FELT_ARENA_TOURNAMENT_BY_FORFEIT
};
struct felt_arena_tournament_result { /* a duplicate match that is over */
    uint32_t round, team[2], deals; /* deals: played twice                                       */
    uint8_t winner;                 /* 0 or 1                                                    */
    uint8_t how;
    felt_chips chips; /* won by team[0]                                                          */
};
uint32_t felt_arena_tournament_results(const struct felt_arena_tournament *tournament,
                                       const struct felt_arena_tournament_result **out);

const struct felt_director *
felt_arena_tournament_director(const struct felt_arena_tournament *tournament);
const struct felt_arena_tournament_plan *
felt_arena_tournament_plan_of(const struct felt_arena_tournament *tournament);
uint64_t felt_arena_tournament_hands(const struct felt_arena_tournament *tournament);
const char *felt_arena_tournament_match(const struct felt_arena_tournament *tournament);
bool felt_arena_tournament_over(const struct felt_arena_tournament *tournament);

/* What happened, for whoever looks on: events of the director, the last
 * FELT_ARENA_TOURNAMENT_NOTES.  They are numbers from 0; false: none of that number is kept. */
struct felt_arena_tournament_note {
    struct felt_director_event event;
    uint32_t team; /* FELT_TEAM_NONE: it is about nobody                                         */
};
uint64_t felt_arena_tournament_notes(const struct felt_arena_tournament *tournament);
bool felt_arena_tournament_note(const struct felt_arena_tournament *tournament, uint64_t number,
                                struct felt_arena_tournament_note *note);

/* What /api/arena/tournament answers.  False: it does not fit. */
bool felt_arena_tournament_json(const struct felt_arena_tournament *tournament,
                                struct felt_buffer *out);

#endif
