/* room_endpoint.c -- see room_endpoint.h. */
#include "server/app/room/room_endpoint_parts.h"

#include "base/metric.h"
#include "server/config/practice.h"
#include "server/http/credentials.h"
#include "felt/assert.h"
#include "felt/hash.h"
#include "os/clock.h"
#include "os/secret.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>

enum {
    SEGMENT_HANDS = 20000,
    HAND_STORE_WAITING = 4096,
    DATE_US = 1000000,
    WAITING_MS = FELT_JOURNAL_STALL_US / 1000,
    SEEDED_DATE = 20000101 /* part of the names that shuffles are made from */
};

/* Of things that do not wait for the tables. */
static int64_t real_ms(void)
{
    return felt_clock_us() / 1000;
}

/* ---- connections ---- */

/* Of fair play.  Whoever a proxy of this machine did not name is nobody's neighbour. */
static void note_address(struct felt_room_endpoint *room, uint32_t conn,
                         const struct felt_net_conn_info *info)
{
    bool ours = info->loopback || strncmp(info->address, "127.", 4) == 0 ||
                strcmp(info->address, "::1") == 0;
    char address[FELT_LIMITS_KEY_BYTES] = "";
    if (!ours) felt_limits_address(info->address, address);
    felt_neighbours_line(&room->neighbours, conn, address);
}

/* The widest network that limits count (base/network.h). */
static uint64_t number_network(const char *address)
{
    struct felt_limits_source source;
    felt_limits_source_of(address, &source);
    const char *wide = source.whom[FELT_NETWORK_WIDE];
    return felt_hash_text(*wide ? wide : source.whom[FELT_NETWORK_NARROW]);
}

/* A browser's line is known by its cookie; two of them are as good as none. */
static bool open_conn(void *self, uint32_t conn, const struct felt_net_conn_info *info)
{
    struct felt_room_endpoint *room = self;
    char token[FELT_TOKEN_TEXT_BYTES + 1] = "";
    const char *value = "";
    size_t bytes = 0;
    if (felt_http_read_cookie(info->cookie, info->secure, &value, &bytes) == 1 &&
        bytes < sizeof token) {
        memcpy(token, value, bytes);
        token[bytes] = '\0';
    }
    note_address(room, conn, info);
    bool taken = felt_room_session_conn(room->session, conn, info->address, info->loopback, token,
                                        felt_room_endpoint_us(room));
    explicit_bzero(token, sizeof token);
    if (taken) felt_room_session_network(room->session, conn, number_network(info->address));
    return taken;
}

static void lose_conn(void *self, uint32_t conn)
{
    struct felt_room_endpoint *room = self;
    felt_neighbours_gone(&room->neighbours, conn);
    felt_room_session_gone(room->session, conn, felt_room_endpoint_us(room));
}

/* ---- turns ---- */

static uint32_t today(struct felt_room_endpoint *room, int64_t now_us)
{
    if (room->seeded) return SEEDED_DATE;
    if (!room->date || now_us - room->date_us > DATE_US) {
        room->date = felt_clock_date();
        room->date_us = now_us;
    }
    return room->date;
}

static void take_reply(struct felt_room_endpoint *room, struct felt_ledger_store_reply *reply,
                       int64_t now)
{
    felt_assert(room->given > 0);
    room->given--;
    if (reply->is_receipt)
        felt_room_session_receipt(room->session, reply->ticket, &reply->receipt, now);
    else
        felt_room_session_found(room->session, reply->ticket, &reply->answer, now);
}

static void take_hands(struct felt_room_endpoint *room, int64_t now)
{
    struct felt_hand_store_answer answer;
    while (room->hand_store && felt_hand_store_take(room->hand_store, &answer)) {
        if (answer.is_list)
            felt_room_session_hands(room->session, answer.ticket, answer.rows, answer.count,
                                    answer.more, now);
        else
            felt_room_session_hand(room->session, answer.ticket, answer.phh, answer.bytes, now);
        free(answer.rows);
        free(answer.phh);
    }
}

static void take_replies(struct felt_room_endpoint *room, int64_t now)
{
    struct felt_ledger_store_reply reply;
    struct felt_house_decision thought;
    while (room->given && felt_ledger_client_take(room->ledger_client, 0, &reply))
        take_reply(room, &reply, now);
    take_hands(room, now);
    while (felt_house_threads_take(room->threads, &thought))
        felt_room_session_answer(room->session, thought.table, thought.seat, thought.req_id,
                                 thought.action, now);
}

static uint64_t count_hands(const struct felt_room_endpoint *room)
{
    return felt_room_counts(felt_room_session_room(room->session))->hands;
}

/* A new segment: everything that is, instead of everything that was. */
static bool begin_segment(struct felt_room_endpoint *room)
{
    felt_tables_journal_begin_segment(room->journal, count_hands(room));
    felt_room_session_snapshot(room->session);
    return felt_tables_journal_end_segment(room->journal);
}

/* What the journal has; whether the tables must wait for it. */
static bool mind_journal(struct felt_room_endpoint *room)
{
    bool changed;
    felt_room_session_acked(room->session, felt_journal_acked(room->journal->journal),
                            felt_room_endpoint_us(room));
    bool stands = felt_tables_journal_stands(room->journal,
                                             felt_room_session_waiting(room->session), &changed);
    felt_room_session_freeze(room->session, stands);
    if (changed) felt_room_endpoint_log_journal(room, room->journal->clock.told);
    return stands;
}

/* In milliseconds from now. */
static int64_t turn_again(const struct felt_room_endpoint *room, int64_t next, int64_t now)
{
    int64_t ms = next == INT64_MAX ? -1 : next <= now ? 0 : (next - now + 999) / 1000;
    if (!felt_room_session_waiting(room->session)) return ms;
    return ms < 0 || ms > WAITING_MS ? WAITING_MS : ms; /* the clock may have to stand */
}

static int64_t take_turn(void *self)
{
    struct felt_room_endpoint *room = self;
    if (mind_journal(room)) return WAITING_MS;
    int64_t now = felt_room_endpoint_us(room);
    take_replies(room, now);
    int64_t next =
        felt_room_session_turn(room->session, today(room, now), now, felt_clock_wall_ms());
    if (felt_room_session_failed(room->session)) return -1;
    if (felt_tables_journal_is_long(room->journal, count_hands(room), SEGMENT_HANDS) &&
        !begin_segment(room))
        return -1;
    return turn_again(room, next, now);
}

static bool has_failed(void *self)
{
    const struct felt_room_endpoint *room = self;
    if (room->journal->failed)
        fprintf(stderr, "felt serve: no memory for the journal; the server stops, nothing that was "
                        "told is lost\n");
    return room->journal->failed || felt_room_session_failed(room->session);
}

/* What was said last leaves if the disk lets it. */
static void say_farewell(void *self, const char *text)
{
    struct felt_room_endpoint *room = self;
    felt_room_session_farewell(room->session, text, felt_room_endpoint_us(room));
    felt_room_endpoint_settle(room);
}

void felt_room_endpoint_settle(struct felt_room_endpoint *room)
{
    if (felt_tables_journal_settle(room->journal))
        felt_room_session_acked(room->session, felt_journal_acked(room->journal->journal),
                                felt_room_endpoint_us(room));
}

static const char *name_illness(void *self)
{
    struct felt_room_endpoint *room = self;
    if (felt_tables_journal_is_ill(room->journal))
        return "the tables wait for the disk of the journal\n";
    return felt_room_is_open(felt_room_session_room(room->session))
               ? NULL
               : "the room waits for the store of accounts before it opens\n";
}

static void write_journal_metrics(struct felt_room_endpoint *room, struct felt_buffer *out)
{
    struct felt_journal_counts journal;
    felt_metric(out, "room_journal_bytes", "gauge", "Bytes of the segment under way",
                felt_journal_bytes(room->journal->journal));
    felt_journal_counts(room->journal->journal, &journal);
    felt_metric(out, "room_journal_syncs_total", "counter", "Syncs of the journal", journal.syncs);
    felt_metric(out, "room_journal_sync_microseconds_total", "counter", "Time they took",
                journal.sync_us);
    felt_metric(out, "room_journal_sync_microseconds_max", "gauge", "The longest time one took",
                journal.sync_us_max);
    felt_metric(out, "room_journal_retries_total", "counter",
                "Writes of the journal that failed and were tried again", journal.retries);
    felt_metric(out, "room_journal_waiting", "gauge", "Batches that are not on the disk yet",
                journal.waiting);
    felt_metric(out, "room_journal_snapshots_total", "counter",
                "Snapshots of all tables, one for each segment", room->journal->snapshots);
    felt_metric(out, "room_journal_snapshot_microseconds_total", "counter",
                "Time the tables stood still for them", room->journal->snapshot_us);
    felt_metric(out, "room_journal_snapshot_microseconds_max", "gauge",
                "The longest time the tables stood still for one", room->journal->snapshot_us_max);
}

static void write_metrics(void *self, struct felt_buffer *out)
{
    struct felt_room_endpoint *room = self;
    struct felt_house_threads_counts threads;
    struct felt_hand_store_counts hand_store = {0};
    felt_house_threads_count(room->threads, &threads);
    if (room->hand_store) felt_hand_store_counts(room->hand_store, &hand_store);
    felt_room_session_metrics(room->session, out);
    write_journal_metrics(room, out);
    felt_metric(out, "room_bank_waiting", "gauge", "Orders and questions without an answer",
                room->given);
    felt_metric(out, "room_thinkers_waiting", "gauge", "House players who wait to think",
                threads.waiting);
    felt_metric(out, "room_thoughts_total", "counter", "Decisions of house players",
                threads.answers);
    felt_metric(out, "room_thought_microseconds_total", "counter", "What they took",
                threads.think_us);
    felt_metric(out, "room_hands_kept_total", "counter", "Hands given to the library",
                hand_store.kept);
    felt_metric(out, "room_hands_counted_total", "counter", "Hands in the figures of players",
                hand_store.counted);
    felt_metric(out, "room_hands_uncounted_total", "counter",
                "Hands the library had no time to count", hand_store.uncounted);
    felt_metric(out, "room_hands_lost_total", "counter", "Hands the library had no time for",
                hand_store.lost);
}

/* ---- opening ---- */

static bool refuse(const struct felt_room_endpoint *room, const char *what, const char *why)
{
    felt_args_refuse(room->args, "%s: %s", what, why);
    return false;
}

static void wake(void *self)
{
    felt_server_wake(((const struct felt_room_endpoint *)self)->slot->server);
}

static bool open_hand_store(struct felt_room_endpoint *room, const struct felt_data_dir *data,
                            uint32_t hands_max)
{
    struct felt_complaint complaint = {0};
    char name[FELT_DATA_DIR_PATH_BYTES + 16];
    if (hands_max == 0) return true;
    (void)snprintf(name, sizeof name, "%s/hands.db", data->directory);
    room->config.room.dealt_before = !room->seeded && access(name, F_OK) == 0;
    struct felt_hand_store_config config = {.file = name,
                                            .hands_max = hands_max,
                                            .waiting_max = HAND_STORE_WAITING,
                                            .wake = wake,
                                            .log = felt_room_endpoint_log_hand_store,
                                            .self = room};
    if (felt_hand_store_open(&config, &room->hand_store, &complaint) == FELT_OK) return true;
    return refuse(room, name, complaint.text);
}

static bool open_players(struct felt_room_endpoint *room, const struct felt_data_dir *data)
{
    struct felt_complaint complaint = {0};
    uint64_t seed;
    uint32_t move_ms = UINT32_MAX;
    room->personas = felt_personas_open(data->directory, &complaint);
    if (!room->personas) return refuse(room, "house.json", complaint.text);
    for (int i = 0; i < room->lobby->stakes; i++)
        if (room->lobby->stake[i].move_ms < move_ms) move_ms = room->lobby->stake[i].move_ms;
    felt_secret_fill(&seed, sizeof seed);
    if (room->seeded) seed = room->seed;
    room->threads = felt_house_threads_open(NULL, room->config.room.tables_max, seed, move_ms,
                                            felt_server_wake, room->slot->server);
    return room->threads || refuse(room, "the room", "no memory or no threads for house players");
}

static bool take_record(void *self, uint64_t signature, const void *bytes, size_t count)
{
    struct felt_room_endpoint *room = self;
    if (felt_tables_journal_takes(room->journal, bytes, count)) {
        if (room->journal->foreign)
            felt_room_forget_lobby(felt_room_session_room(room->session)); /* R1 */
        return true;
    }
    return felt_room_session_restore(room->session, signature == room->journal->signature, bytes,
                                     count);
}

static bool open_journal(struct felt_room_endpoint *room, const struct felt_data_dir *data)
{
    struct felt_complaint complaint = {0};
    (void)snprintf(room->directory, sizeof room->directory, "%s/room", data->directory);
    if (mkdir(room->directory, 0700) != 0 && errno != EEXIST)
        return refuse(room, room->directory, strerror(errno));
    struct felt_journal_config config = {.directory = room->directory,
                                         .signature = room->journal->signature,
                                         .record = take_record,
                                         .self = room,
                                         .wake = felt_net_bell_ring,
                                         .waker = felt_server_bell(room->slot->server)};
    enum felt_status status = felt_journal_open(&config, &room->journal->journal, &complaint);
    if (status != FELT_OK) return refuse(room, room->directory, complaint.text);
    if (room->journal->foreign)
        fprintf(stderr, "felt serve: the tables are not those of the last time: whoever sat there "
                        "gets his chips back; tournaments and private tables go on\n");
    return true;
}

static bool resume(struct felt_room_endpoint *room)
{
    int64_t now = felt_room_endpoint_us(room);
    room->restored = felt_room_counts(felt_room_session_room(room->session))->tables;
    room->journal->resuming = true;
    felt_room_session_resume(room->session, today(room, now), now, felt_clock_wall_ms());
    room->journal->resuming = false;
    return (begin_segment(room) && felt_journal_wait(room->journal->journal, 0) == FELT_OK) ||
           refuse(room, room->directory, "cannot be written: is the disk full?");
}

static bool open_all(struct felt_room_endpoint *room, const struct felt_data_dir *data)
{
    room->config.room.not_fresh = room->seeded;
    room->journal->signature = felt_server_signature();
    room->journal->fingerprint = felt_lobby_hash(room->lobby);
    if (!open_hand_store(room, data, room->conf->number[FELT_CONF_HANDS_KEPT]) ||
        !open_players(room, data))
        return false;
    if (!felt_neighbours_open(&room->neighbours, room->config.room.conns_max) ||
        !felt_counting_open(&room->counting, room->config.room.tables_max))
        return refuse(room, "the room", "no memory");
    room->ledger_client = felt_ledger_client_open(felt_server_store(room->slot->server),
                                                  felt_server_wake, room->slot->server);
    felt_room_endpoint_services(room);
    if (room->ledger_client)
        room->session =
            felt_room_session_open(&room->config, &room->services, &room->slot->transport);
    if (!room->session) return refuse(room, "the room", "no memory: make its limits smaller");
    room->slot->endpoint.conns.reader = room->session;
    return open_journal(room, data) && resume(room);
}

/* What the ledger says last belongs into the journal too: else it is asked again after a start. */
static void drain(struct felt_room_endpoint *room)
{
    struct felt_ledger_store_reply reply;
    while (room->given && felt_ledger_client_take(room->ledger_client, -1, &reply)) {
        if (room->journal->journal && !room->journal->failed) {
            take_reply(room, &reply, felt_room_endpoint_us(room));
            continue;
        }
        room->given--;
        if (!reply.is_receipt) free(reply.answer.rows);
    }
}

/* Everything that was done so far is on the disk, or it is said that it is not. */
static void finish_journal(const struct felt_room_endpoint *room)
{
    const struct felt_tables_journal *journal = room->journal;
    if (!journal->journal || !room->session || journal->failed ||
        felt_tables_journal_finish(journal))
        return;
    fprintf(stderr,
            "felt serve: cannot write the journal in %s: %s; nothing that was told is lost\n",
            room->directory, felt_tables_journal_why(journal));
}

static void close_files(struct felt_room_endpoint *room)
{
    if (room->hand_store) felt_hand_store_close(room->hand_store);
    felt_counting_close(&room->counting);
    felt_neighbours_close(&room->neighbours);
    felt_personas_close(room->personas);
    felt_lobby_close(room->lobby);
    felt_private_stakes_close(room->privates);
    felt_tournament_stakes_close(room->event_stakes);
    free(room);
}

static void close_room(void *self)
{
    struct felt_room_endpoint *room = self;
    room->closing = true;
    if (room->ledger_client) drain(room);
    finish_journal(room);
    if (room->session) felt_room_session_close(room->session);
    felt_house_threads_close(room->threads); /* answers of the ledger could begin a hand before */
    if (room->ledger_client) felt_ledger_client_close(room->ledger_client);
    close_files(room);
}

/* ---- all of it ---- */

static void attach(struct felt_room_endpoint *room, struct felt_server *server)
{
    const struct felt_room_session_config *config = &room->config;
    room->slot = felt_server_attach(
        server, &(struct felt_endpoint){.self = room,
                                        .path = "/room",
                                        .conns_max = config->room.conns_max -
                                                     config->house_players - config->event_house,
                                        .conns = {.self = room,
                                                  .open = open_conn,
                                                  .gone = lose_conn,
                                                  .text = felt_room_session_message},
                                        .turn = take_turn,
                                        .failed = has_failed,
                                        .metrics = write_metrics,
                                        .health = name_illness,
                                        .shutdown = say_farewell,
                                        .close = close_room});
    room->journal = &room->slot->journal;
}

struct felt_room_endpoint *felt_room_endpoint_open(struct felt_server *server,
                                                   const struct felt_data_dir *data,
                                                   const struct felt_conf *conf)
{
    struct felt_room_endpoint *room = calloc(1, sizeof *room);
    if (!room) return NULL;
    room->args = felt_server_args(server);
    room->conf = conf;
    room->seeded = conf->seeded;
    room->seed = conf->seed;
    room->lobby = felt_lobby_open(conf->row, conf->rows);
    room->privates = felt_private_stakes_open(real_ms);
    room->event_stakes = felt_tournament_stakes_open();
    if (!room->lobby || !room->privates || !room->event_stakes) {
        (void)refuse(room, "the room", "no memory");
        close_files(room);
        return NULL;
    }
    felt_conf_room_session(conf, room->lobby, &room->config);
    attach(room, server);
    return open_all(room, data) ? room : NULL;
}

/* ---- looking ---- */

struct felt_hand_store *felt_room_endpoint_hand_store(struct felt_room_endpoint *room)
{
    return room->hand_store;
}

const struct felt_lobby *felt_room_endpoint_lobby(const struct felt_room_endpoint *room)
{
    return room->lobby;
}

struct felt_room_session *felt_room_endpoint_session(struct felt_room_endpoint *room)
{
    return room->session;
}

const struct felt_room_session_config *
felt_room_endpoint_config(const struct felt_room_endpoint *room)
{
    return &room->config;
}

uint32_t felt_room_endpoint_restored(const struct felt_room_endpoint *room)
{
    return room->restored;
}

/* ---- the operator ---- */

int64_t felt_room_endpoint_us(const struct felt_room_endpoint *room)
{
    return felt_tables_journal_us(room->journal);
}

int64_t felt_room_endpoint_ms(const struct felt_room_endpoint *room)
{
    return felt_room_endpoint_us(room) / 1000;
}

bool felt_room_endpoint_prepare(struct felt_room_endpoint *room, int seats, const char *genome,
                                size_t bytes)
{
    return room->config.house_players > 0 && /* whoever asks wants to play against them */
           felt_practices_prepare(felt_private_stakes_practices(room->privates), seats, genome,
                                  bytes);
}

void felt_room_endpoint_dismiss(struct felt_room_endpoint *room, int64_t user, const char *why)
{
    felt_room_session_dismiss(room->session, user, why, felt_room_endpoint_us(room));
}

void felt_room_endpoint_end_session(struct felt_room_endpoint *room,
                                    const uint8_t token[FELT_DIGEST_BYTES])
{
    felt_room_session_end_session(room->session, token, felt_room_endpoint_us(room));
}

void felt_room_endpoint_forget(struct felt_room_endpoint *room, int64_t user)
{
    if (room->hand_store) (void)felt_hand_store_forget(room->hand_store, user);
}

void felt_room_endpoint_clear(struct felt_room_endpoint *room)
{
    felt_room_clear(felt_room_session_room(room->session), 0, felt_room_endpoint_ms(room));
}

void felt_room_endpoint_neighbours(struct felt_room_endpoint *room, const int64_t *users, int count,
                                   bool *out)
{
    felt_neighbours_find(&room->neighbours, users, count, out);
}

const struct felt_personas *felt_room_endpoint_personas(const struct felt_room_endpoint *room)
{
    return room->personas;
}

enum felt_status felt_room_endpoint_dial(struct felt_room_endpoint *room, const char *who,
                                         const char *persona, struct felt_complaint *complaint)
{
    enum felt_status status = felt_personas_set(room->personas, who, persona, complaint);
    const struct felt_house_seating *seating = felt_room_session_seating(room->session);
    if (status != FELT_OK || !seating) return status;
    for (uint32_t i = 0; i < felt_house_seating_count(seating); i++) {
        const struct felt_house_seating_member *member = felt_house_seating_at(seating, i);
        struct felt_player_spec player;
        if (member->state != FELT_HOUSE_SEATING_SEATED) continue;
        felt_personas_of(room->personas, member->name, &player);
        (void)felt_house_threads_settings(room->threads, member->table, member->seat, &player);
    }
    return FELT_OK;
}
