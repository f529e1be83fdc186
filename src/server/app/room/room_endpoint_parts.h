/* room_endpoint_parts.h -- the room from inside: what its two files share.
 *
 *   room_endpoint.c           opening, connections, turns, the operator
 *   room_endpoint_services.c  what the session wants: ledger, journal, hands, players, stakes */
#ifndef FELT_SERVER_APP_ROOM_ROOM_ENDPOINT_PARTS_H
#define FELT_SERVER_APP_ROOM_ROOM_ENDPOINT_PARTS_H

#include "server/config/tournament_stakes.h"
#include "server/config/private_stakes.h"
#include "server/app/room/counting.h"
#include "server/app/room/neighbours.h"
#include "server/app/room/room_endpoint.h"
#include "server/house/house_threads.h"
#include "server/http/limits.h"
#include "store/hands/hand_store.h"

struct felt_room_endpoint {
    struct felt_server_slot *slot;
    const struct felt_args *args;
    struct felt_lobby *lobby;
    const struct felt_conf *conf;
    struct felt_private_stakes *privates;        /* stakes of private tables, */
    struct felt_tournament_stakes *event_stakes; /* and of tournaments                            */
    struct felt_room_session_config config;
    struct felt_room_session_services services;
    struct felt_room_session *session;
    struct felt_ledger_client *ledger_client;
    struct felt_hand_store *hand_store; /* NULL: no hands are kept */
    struct felt_counting counting;
    struct felt_counted_hand counted;  /* scratch                                           */
    struct felt_neighbours neighbours; /* by connection; nobody's: this machine itself            */
    struct felt_house_threads *threads;
    struct felt_personas *personas;
    struct felt_tables_journal *journal; /* of the slot                                           */
    char directory[FELT_DATA_DIR_PATH_BYTES + 16];
    bool seeded; /* of --seed: secrets of shuffles are made from this                            */
    uint64_t seed, drawn;
    uint32_t given; /* to the ledger store, without an answer so far */
    uint32_t date, restored;
    int64_t date_us;
    bool
        closing; /* nothing more is given to the ledger: it is asked again after the next start   */
};

/* Fills in services. */
void felt_room_endpoint_services(struct felt_room_endpoint *room);
/* From any thread; self is the room. */
void felt_room_endpoint_log_hand_store(void *self, const char *level, const char *text);
/* The tables wait for the journal's disk, or go on. */
void felt_room_endpoint_log_journal(struct felt_room_endpoint *room, bool stands);

#endif
