/* room_endpoint_parts.h -- the room from inside: what its two files share.
 *
 *   room_endpoint.c        opening, turns, joining, the operator
 *   room_endpoint_services.c  what the room session wants: ledger, journal, hands, players, lines
 */
#ifndef FELT_SERVER_APP_ROOM_ENDPOINT_PARTS_H
#define FELT_SERVER_APP_ROOM_ENDPOINT_PARTS_H

#include "server/config/tournament_stakes.h"
#include "server/config/private_stakes.h"
#include "server/app/journal_clock.h"
#include "server/app/counting.h"
#include "server/app/neighbours.h"
#include "server/app/room_endpoint.h"
#include "server/house/house_threads.h"
#include "server/http/limits.h"
#include "store/journal.h"
#include "store/hand_store.h"

#include <pthread.h>

struct felt_room_endpoint {
    pthread_mutex_t lock;      /* of the next: other threads log, and wake the loop               */
    struct felt_server *arena; /* NULL: not yet, or not any more                                  */
    struct felt_net *net;
    uint32_t first_conn;
    const struct felt_args *args;
    struct felt_lobby *lobby;
    const struct felt_conf *conf;
    struct felt_private_stakes *privates;        /* stakes of private tables, */
    struct felt_tournament_stakes *event_stakes; /* and of tournaments                            */
    struct felt_room_session_config config;
    struct felt_room_session_services services;
    struct felt_transport link;
    struct felt_server_wing wing;
    struct felt_room_session *session;
    struct felt_ledger_client *ledger_client;
    struct felt_hand_store *hand_store; /* NULL: no hands are kept */
    struct felt_counting counting;
    struct felt_counted_hand counted;  /* scratch                                           */
    struct felt_neighbours neighbours; /* by connection; nobody's: this machine itself            */
    struct felt_house_threads *threads;
    struct felt_personas *personas;
    struct felt_journal *journal;
    struct felt_journal_clock clock;
    char directory[FELT_DATA_DIR_PATH_BYTES + 16];
    uint64_t signature, fingerprint, snapshot_hands;
    uint64_t snapshots, snapshot_us, snapshot_us_max; /* that the loop stood still to write them  */
    bool seeded; /* of --seed: secrets of shuffles are made from this                            */
    uint64_t seed, drawn;
    uint32_t given; /* to the ledger store, without an answer so far */
    uint32_t date, restored;
    int64_t date_us;
    bool other_lobby, resuming, disk_failed;
    bool closing; /* nothing more is given to the bank: it is asked again after the next start   */
};

/* Fills in services and link. */
void felt_room_endpoint_services(struct felt_room_endpoint *room);
/* From any thread; self is the room, as of the next. */
void felt_room_endpoint_wake(void *self);
void felt_room_endpoint_log_library(void *self, const char *level, const char *text);
/* The tables wait for the journal's disk, or go on. */
void felt_room_endpoint_log_journal(struct felt_room_endpoint *room, bool stands);

#endif
