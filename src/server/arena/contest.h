/* contest.h -- a tournament of bots: the director (tournament/) and a guided room
 * (server/arena/guided.h), joined.
 *
 * Teams come into the room until it starts; then the director says who sits where, at which blinds,
 * who is out and in which place.  A match of a bracket may be played as duplicate deals: every deal
 * twice with the button (and so the cards) changed, full stacks each time, and whoever has won more
 * chips in all goes on.  The director sees such a match as one hand in which the loser goes out.
 *
 *   B1  chips: what the teams have won adds up to nothing, after every hand.
 *   B2  nobody sits twice: a team sits where the director says, and plays one hand at a time.
 *   B3  both plays of a deal have the same deck; which is played when is drawn from the secret of
 *       the match, so neither team can tell a second play by its place in the order.
 *   B4  after a crash seats, stacks, level, clock and matches are what they were, from records of
 *       the room and of this file alone; a hand that cannot go on never was.
 *   B5  a hand of a match that never was is not dealt again: the match begins anew with other
 * deals.
 *
 * Standings: thousandths of a big blind for each hand, with an interval of 95 % (felt/score.h).  Of
 * duplicate deals a result is the mean of both plays: luck that belongs to the cards cancels.  The
 * difference of both plays is added up too: for a team that remembers no cards it is around nothing
 * whatever its opponents do, because the order is drawn; one that knows deals again gains. */
#ifndef FELT_SERVER_ARENA_CONTEST_H
#define FELT_SERVER_ARENA_CONTEST_H

#include "felt/buffer.h"
#include "felt/score.h"
#include "server/arena/guided.h"
#include "tournament/director.h"

enum {
    FELT_CONTEST_DEALS_MAX = 5000,
    FELT_CONTEST_MORE_DEALS = 10, /* if a match is a tie: so many more                           */
    FELT_CONTEST_MORE_MAX = 5,    /* so often; then by lot                                       */
    FELT_CONTEST_NOTES = 64,
    FELT_RECORD_CONTEST = 0x81 /* first byte of a record; those of the room are smaller          */
};
/* What a plan has as start_ms: the contest says when, not the clock of the director. */
#define FELT_CONTEST_START_MS (INT64_C(1) << 52)

struct felt_contest_plan {
    struct felt_tour_plan tour; /* at_time, FELT_CONTEST_START_MS; one entry for each team       */
    uint32_t deals;  /* a bracket: duplicate matches of so many deals; 0: until one has all chips */
    uint32_t wanted; /* starts when so many teams are here; 0: not by that                       */
    int64_t start_ms; /* starts then, if two are here; INT64_MAX: not by that                    */
};

struct felt_contest_services {
    void *self;
    struct felt_digests digests;
    void (*entropy)(void *self, void *out, size_t bytes);
    void (*append)(void *self, const void *bytes, size_t count);
};

struct felt_contest; /* owned by felt_contest_open() */

/* NULL, or why there cannot be such a tournament. */
const char *felt_contest_verify(const struct felt_contest_plan *plan);
/* For a room of plan->tour.entrants_max teams and plan->tour.tables_max tables.  NULL: no memory.
 * Everything given stays where it is. */
struct felt_contest *felt_contest_open(const struct felt_contest_plan *plan,
                                       const struct felt_contest_services *services,
                                       struct felt_room *room);
void felt_contest_close(struct felt_contest *contest);

/* ---- what the room says ---- */

const char *felt_contest_may_come(const struct felt_contest *contest);
void felt_contest_came(struct felt_contest *contest, uint32_t team);
void felt_contest_counted(struct felt_contest *contest, const struct felt_table_face *table,
                          felt_seats seats, const felt_chips won[FELT_SEATS_MAX]);

/* ---- time ---- */

/* Deals what can be dealt.  When it wants to be called again at the latest; INT64_MAX: never. */
int64_t felt_contest_turn(struct felt_contest *contest, int64_t now_ms);

/* ---- whoever runs it ---- */

enum felt_contest_order {
    FELT_CONTEST_START,
    FELT_CONTEST_PAUSE,
    FELT_CONTEST_RESUME,
    FELT_CONTEST_REMOVE,  /* team                                                                */
    FELT_CONTEST_ADD_TIME /* amount: seconds of this level, or hands if it lasts hands            */
};
/* "start", "pause", "resume", "remove", "time": false, it is none of them. */
bool felt_contest_order_read(const char *word, enum felt_contest_order *order);
/* NULL: done; else why not. */
const char *felt_contest_obey(struct felt_contest *contest, enum felt_contest_order order,
                              const char *team, int64_t amount, int64_t now_ms);

/* ---- surviving ---- */

/* A record that begins with FELT_RECORD_CONTEST.  False: it makes no sense here. */
bool felt_contest_restore(struct felt_contest *contest, const uint8_t *bytes, size_t count);
/* After the last one, and after felt_room_resume(); also at the very first start. */
void felt_contest_resume(struct felt_contest *contest, uint32_t date, int64_t now_ms);
void felt_contest_snapshot(struct felt_contest *contest);
/* Of everything that must survive. */
uint64_t felt_contest_hash(const struct felt_contest *contest);

/* ---- looking ---- */

struct felt_contest_row { /* a team                                                              */
    const char *team;
    uint32_t place; /* 0: none yet                                                               */
    bool in, connected, removed;
    uint32_t table; /* FELT_SESSION_NONE: at none                                                */
    felt_seat seat;
    felt_chips stack; /* as of the last hand that is over                                        */
    uint32_t hands, timeouts, errors;
    uint32_t matches, won; /* of duplicate deals                                                 */
    felt_chips chips;      /* won in all                                                        */
    struct felt_score score; /* thousandths of a big blind for each hand (deal)                  */
    struct felt_score gain;  /* the same: second play less the first                             */
};
uint32_t felt_contest_rows(const struct felt_contest *contest);
void felt_contest_row(const struct felt_contest *contest, uint32_t team,
                      struct felt_contest_row *row);
/* Teams as a table shows them: those with places first, then by stack.  out[felt_contest_rows()] */
void felt_contest_rank(const struct felt_contest *contest, uint32_t *out);

enum felt_contest_how { FELT_CONTEST_BY_CHIPS, FELT_CONTEST_BY_LOT, FELT_CONTEST_BY_FORFEIT };
struct felt_contest_result { /* a duplicate match that is over                                   */
    uint32_t round, team[2], deals; /* deals: played twice                                       */
    uint8_t winner;                 /* 0 or 1                                                    */
    uint8_t how;
    felt_chips chips; /* won by team[0]                                                          */
};
uint32_t felt_contest_results(const struct felt_contest *contest,
                              const struct felt_contest_result **out);

const struct felt_tour *felt_contest_tour(const struct felt_contest *contest);
const struct felt_contest_plan *felt_contest_plan_of(const struct felt_contest *contest);
uint64_t felt_contest_hands(const struct felt_contest *contest);
const char *felt_contest_match(const struct felt_contest *contest);
bool felt_contest_over(const struct felt_contest *contest);

/* What happened, for whoever looks on: events of the director, the last FELT_CONTEST_NOTES.  They
 * are numbers from 0; false: none of that number is kept. */
struct felt_contest_note {
    struct felt_tour_event event;
    uint32_t team; /* FELT_TEAM_NONE: it is about nobody                                         */
};
uint64_t felt_contest_notes(const struct felt_contest *contest);
bool felt_contest_note(const struct felt_contest *contest, uint64_t number,
                       struct felt_contest_note *note);

/* What /api/arena/tournament answers.  False: it does not fit. */
bool felt_contest_json(const struct felt_contest *contest, struct felt_buffer *out);

#endif
