/* serve_room_parts.h -- the room from inside: what its two files share.
 *
 *   serve_room.c        opening, turns, joining, the operator
 *   serve_room_calls.c  what the parlour wants: ledger, journal, hands, players, lines */
#ifndef FELT_SERVER_APP_SERVE_ROOM_PARTS_H
#define FELT_SERVER_APP_SERVE_ROOM_PARTS_H

#include "server/config/serve_event_stakes.h"
#include "server/config/serve_private.h"
#include "server/app/journal_clock.h"
#include "server/app/serve_counting.h"
#include "server/app/serve_neighbours.h"
#include "server/app/serve_room.h"
#include "server/house/thinkers.h"
#include "server/http/limits.h"
#include "store/journal.h"
#include "store/library.h"

#include <pthread.h>

struct felt_serve_room {
    pthread_mutex_t lock;     /* of the next: other threads log, and wake the loop               */
    struct felt_arena *arena; /* NULL: not yet, or not any more                                  */
    struct felt_net *net;
    uint32_t first_line;
    const struct felt_args *args;
    struct felt_lobby *lobby;
    const struct felt_serve_conf *conf;
    struct felt_privates *privates;         /* stakes of private tables,                     */
    struct felt_event_stakes *event_stakes; /* and of tournaments                            */
    struct felt_parlour_config config;
    struct felt_parlour_services services;
    struct felt_link link;
    struct felt_arena_wing wing;
    struct felt_parlour *parlour;
    struct felt_bank_desk *counter;
    struct felt_library *library; /* NULL: no hands are kept                                     */
    struct felt_counting counting;
    struct felt_counted_hand counted;  /* scratch                                           */
    struct felt_neighbours neighbours; /* by line; nobody's: this machine itself            */
    struct felt_thinkers *thinkers;
    struct felt_personas *personas;
    struct felt_journal *journal;
    struct felt_journal_clock clock;
    char directory[FELT_SERVE_PATH_BYTES + 16];
    uint64_t signature, fingerprint, snapshot_hands;
    uint64_t snapshots, snapshot_us, snapshot_us_max; /* that the loop stood still to write them  */
    bool seeded; /* of --seed: secrets of shuffles are made from this                            */
    uint64_t seed, drawn;
    uint32_t given; /* to the bank, without an answer so far                                     */
    uint32_t date, restored;
    int64_t date_us;
    bool other_lobby, resuming, disk_failed;
    bool closing; /* nothing more is given to the bank: it is asked again after the next start   */
};

/* Fills in services and link. */
void felt_serve_room_services(struct felt_serve_room *room);
/* From any thread; self is the room, as of the next. */
void felt_serve_room_wake(void *self);
void felt_serve_room_log_library(void *self, const char *level, const char *text);
/* The tables wait for the journal's disk, or go on. */
void felt_serve_room_log_journal(struct felt_serve_room *room, bool stands);

#endif
