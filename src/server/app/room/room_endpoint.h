/* room_endpoint.h -- the room of `felt serve`: a room session with connections, journal, ledger,
 * house threads and hand store.
 *
 *     DIR/room/       journal: seats, stacks and hands under way
 *     DIR/house.json  how house players play (personas.h)
 *     DIR/hands.db    hands that people played (store/hands/hand_store.h)
 *
 *   R1  chips are the ledger's, seats the journal's.  A lobby that deals other games than the one a
 *       journal was written with begins afresh: whoever sat there is cashed out by the ledger.
 *       Tournaments and private tables have their games in the journal, and go on.
 *   R2  everything is called on the loop's thread.  Bank, house threads and hand store have threads
 *       of their own, and wake the loop when something is there. */
#ifndef FELT_SERVER_APP_ROOM_ROOM_ENDPOINT_H
#define FELT_SERVER_APP_ROOM_ROOM_ENDPOINT_H

#include "server/app/server.h"
#include "server/house/personas.h"
#include "server/config/conf.h"
#include "server/app/data_dir.h"

struct felt_room_endpoint;
struct felt_hand_store;

/* Attached to a server that has a ledger; restores what was, and asks the ledger; *conf stays.
 * Closed with the server: orders that were given are waited for, and what they bring is in the
 * journal. NULL: complained. */
struct felt_room_endpoint *felt_room_endpoint_open(struct felt_server *server,
                                                   const struct felt_data_dir *data,
                                                   const struct felt_conf *conf);

/* ---- for the banner and the operator ---- */

struct felt_room_session *felt_room_endpoint_session(struct felt_room_endpoint *room);
/* NULL: neither hands nor figures are kept. */
struct felt_hand_store *felt_room_endpoint_hand_store(struct felt_room_endpoint *room);
const struct felt_lobby *felt_room_endpoint_lobby(const struct felt_room_endpoint *room);
const struct felt_room_session_config *
felt_room_endpoint_config(const struct felt_room_endpoint *room);
/* Tables that the journal had; 0 also if it was of another lobby. */
uint32_t felt_room_endpoint_restored(const struct felt_room_endpoint *room);
/* The clock of the room. */
int64_t felt_room_endpoint_ms(const struct felt_room_endpoint *room);
int64_t felt_room_endpoint_us(const struct felt_room_endpoint *room);
/* What the operator was told to be done is on the disk, and frames that waited for it leave. */
void felt_room_endpoint_settle(struct felt_room_endpoint *room);
/* A genome lies ready for private tables (practice.h).  False: it cannot. */
FELT_MUST_USE bool felt_room_endpoint_prepare(struct felt_room_endpoint *room, int seats,
                                              const char *genome, size_t bytes);
void felt_room_endpoint_dismiss(struct felt_room_endpoint *room, int64_t user, const char *why);
/* Connections of one session, that of this hash. */
void felt_room_endpoint_end_session(struct felt_room_endpoint *room,
                                    const uint8_t token[FELT_DIGEST_BYTES]);
/* His hands are forgotten. */
void felt_room_endpoint_forget(struct felt_room_endpoint *room, int64_t user);
/* Everybody who is not the house's stands up after the hand. */
void felt_room_endpoint_clear(struct felt_room_endpoint *room);
/* Which of them came from the same address: neighbours.h. */
void felt_room_endpoint_neighbours(struct felt_room_endpoint *room, const int64_t *users, int count,
                                   bool *out);
/* How a house player plays. */
const struct felt_personas *felt_room_endpoint_personas(const struct felt_room_endpoint *room);
/* The same changed for one, or for all ("*"): from the next hand on. */
FELT_MUST_USE enum felt_status felt_room_endpoint_dial(struct felt_room_endpoint *room,
                                                       const char *who, const char *persona,
                                                       struct felt_complaint *complaint);

#endif
