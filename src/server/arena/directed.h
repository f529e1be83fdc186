/* directed.h -- an arena whose tables are told who sits where and what the next hand is: those of a
 * tournament (server/arena/tournament.h).
 *
 * Its tables "T-1", "T-2", ... are there from the start and never close.  A team comes into the
 * arena, not to a table; between hands whoever directs moves it, and it is told so by another
 * `welcome` on the same connection (PROTOCOL 17.3), as if it had just come back.  All tables are
 * one match: one id, one secret, hands numbered across tables.
 *
 *   D1  a team sits in one seat at most; who is dealt in sits there until the hand is over.
 *   D2  seats and stacks change by the functions below and by the end of a hand, and never while a
 *       hand is under way.
 *   D3  two hands with the same `deal` have the same deck, and nothing that is told before the end
 *       of the match says so: their commitments differ (PROTOCOL 17.7).
 *   D4  R1 to R5 of arena.h hold.  Seats between hands are no record: they follow from what the
 *       director knows, who seats everybody again after a start (felt_arena_directed_seat). */
#ifndef FELT_SERVER_ARENA_DIRECTED_H
#define FELT_SERVER_ARENA_DIRECTED_H

#include "server/arena/arena.h"

#define FELT_TEAM_NONE UINT32_MAX
enum { FELT_ARENA_DIRECTED_MATCH_ID_BYTES = 32 };

struct felt_arena_directed_hand {
    uint8_t config;       /* row of the arena's configs: the level                            */
    felt_seats seats;     /* dealt in; each has chips                                        */
    felt_seat button;     /* may be an empty seat                                           */
    felt_seat small, big; /* small NONE: nobody posts it                                     */
    uint32_t deal; /* 0: a deck of its own; else the deck of this deal, and nobody goes out  */
    uint32_t team[FELT_SEATS_MAX]; /* who sits there, FELT_TEAM_NONE: nobody                 */
    felt_chips stack[FELT_SEATS_MAX];
};

struct felt_arena_directed_team {
    const char *team;
    bool connected, removed;
    uint32_t table; /* FELT_ARENA_CONN_NONE: at none                                            */
    felt_seat seat;
    uint32_t timeouts, errors; /* turns that the clock played; actions that were refused      */
};

/* An id for a match that was never used. */
void felt_arena_directed_match_id(struct felt_arena *arena, uint32_t date,
                                  char out[FELT_LIVE_HAND_ID_BYTES + 1]);
/* Before anything else, after a start too: the match, and the secret of its shuffles. */
void felt_arena_directed_match(struct felt_arena *arena, const char *match_id,
                               const uint8_t secret[FELT_KEY_BYTES]);

/* Teams are numbers in the order in which they came. */
uint32_t felt_arena_directed_teams(const struct felt_arena *arena);
void felt_arena_directed_team(const struct felt_arena *arena, uint32_t team,
                              struct felt_arena_directed_team *out);
/* FELT_TEAM_NONE: nobody of that name came. */
uint32_t felt_arena_directed_find(const struct felt_arena *arena, const char *team);

/* Moves a team to a free seat, or to none (FELT_ARENA_CONN_NONE).  It is told by
 * felt_arena_directed_tell(), which the others of the table hear too. */
void felt_arena_directed_seat(struct felt_arena *arena, uint32_t team, uint32_t table,
                              felt_seat seat, felt_chips stack);
void felt_arena_directed_tell(struct felt_arena *arena, uint32_t team);
void felt_arena_directed_lobby(struct felt_arena *arena, uint32_t table);

/* Deals.  No hand is under way there; whoever is named sits there.  Returns its number. */
uint32_t felt_arena_directed_deal(struct felt_arena *arena, uint32_t table,
                                  const struct felt_arena_directed_hand *hand, int64_t now_ms);
/* Since the start: the last hand of a table could not go on, and never was. */
bool felt_arena_directed_is_void(const struct felt_arena *arena, uint32_t table);
/* The team is out of the match: its connection is closed with 4401, and it folds from now on. */
void felt_arena_directed_remove(struct felt_arena *arena, uint32_t team, int64_t now_ms);

/* How it ended, for everybody and for the records: place[team] is 0 for who has none. */
struct felt_arena_directed_end {
    uint32_t winner;  /* team                                                                 */
    felt_chips stack; /* of the winner                                                       */
    const char *reason;
    const uint32_t *place;
    bool posted; /* false: nobody is told now, but whoever comes later is                    */
};
void felt_arena_directed_end(struct felt_arena *arena, const struct felt_arena_directed_end *end);

#endif
