/* serve_room.h -- the room of `felt serve`: a parlour with lines, journal, ledger, thinkers and
 * library.
 *
 *     DIR/room/       journal: seats, stacks and hands under way
 *     DIR/house.json  how house players play (personas.h)
 *     DIR/hands.db    hands that people played (store/library.h)
 *
 *   R1  chips are the ledger's, seats the journal's.  A lobby that deals other games than the one a
 *       journal was written with begins afresh: whoever sat there is cashed out by the ledger.
 *       Tournaments and private tables have their games in the journal, and go on.
 *   R2  everything is called on the loop's thread.  Bank, thinkers and library have threads of
 *       their own, and wake the loop when something is there. */
#ifndef FELT_SERVER_APP_SERVE_ROOM_H
#define FELT_SERVER_APP_SERVE_ROOM_H

#include "server/app/arena.h"
#include "server/house/personas.h"
#include "server/config/serve_conf.h"
#include "server/app/serve_data.h"

struct felt_serve_room;
struct felt_library;

/* Restores what was, and asks the ledger; *conf stays.  NULL: complained. */
struct felt_serve_room *felt_serve_room_open(const struct felt_serve_data *data,
                                             const struct felt_serve_conf *conf,
                                             struct felt_bank *bank, const struct felt_args *args);
/* Orders that were given are waited for, and what they bring is in the journal. */
void felt_serve_room_close(struct felt_serve_room *room);

/* To be joined to an arena that has this wing, and to none (NULL) before that arena is closed. */
const struct felt_arena_wing *felt_serve_room_wing(const struct felt_serve_room *room);
void felt_serve_room_join(struct felt_serve_room *room, struct felt_arena *arena,
                          uint32_t first_line);

/* ---- for the banner and the operator ---- */

struct felt_parlour *felt_serve_room_parlour(struct felt_serve_room *room);
/* NULL: neither hands nor figures are kept. */
struct felt_library *felt_serve_room_library(struct felt_serve_room *room);
const struct felt_lobby *felt_serve_room_lobby(const struct felt_serve_room *room);
const struct felt_parlour_config *felt_serve_room_config(const struct felt_serve_room *room);
/* Tables that the journal had; 0 also if it was of another lobby. */
uint32_t felt_serve_room_restored(const struct felt_serve_room *room);
/* The clock of the floor. */
int64_t felt_serve_room_ms(const struct felt_serve_room *room);
int64_t felt_serve_room_us(const struct felt_serve_room *room);
/* What the operator was told to be done is on the disk, and frames that waited for it leave. */
void felt_serve_room_settle(struct felt_serve_room *room);
/* A genome lies ready for private tables (serve_practice.h).  False: it cannot. */
FELT_MUST_USE bool felt_serve_room_prepare(struct felt_serve_room *room, int seats,
                                           const char *genome, size_t bytes);
void felt_serve_room_dismiss(struct felt_serve_room *room, int64_t user, const char *why);
/* Lines of one session, that of this hash. */
void felt_serve_room_end_session(struct felt_serve_room *room,
                                 const uint8_t token[FELT_DIGEST_BYTES]);
/* His hands are forgotten. */
void felt_serve_room_forget(struct felt_serve_room *room, int64_t user);
/* Everybody who is not the house's stands up after the hand. */
void felt_serve_room_clear(struct felt_serve_room *room);
/* Which of them came from the same address: serve_neighbours.h. */
void felt_serve_room_neighbours(struct felt_serve_room *room, const int64_t *users, int count,
                                bool *out);
/* How a house player plays. */
const struct felt_personas *felt_serve_room_personas(const struct felt_serve_room *room);
/* The same changed for one, or for all ("*"): from the next hand on. */
FELT_MUST_USE enum felt_status felt_serve_room_dial(struct felt_serve_room *room, const char *who,
                                                    const char *persona,
                                                    struct felt_complaint *complaint);

#endif
