/* serve_room.c -- see serve_room.h. */
#include "server/app/serve_room_parts.h"

#include "base/metric.h"
#include "server/config/serve_practice.h"
#include "server/http/credentials.h"
#include "felt/assert.h"
#include "felt/hash.h"
#include "os/clock.h"
#include "os/secret.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>

enum {
    SNAPSHOT_HANDS = 20000,
    LIBRARY_WAITING = 4096,
    DATE_US = 1000000,
    WAITING_MS = FELT_JOURNAL_STALL_US / 1000,
    SEEDED_DATE = 20000101, /* part of the names that shuffles are made from */
    RECORD_CONFIG = 0       /* the record that is ours; the floor's have other first bytes */
};
#define SNAPSHOT_BYTES (UINT64_C(64) << 20)

/* Of things that do not wait for the tables. */
static int64_t real_ms(void)
{
    return felt_clock_us() / 1000;
}

/* ---- lines ---- */

/* Of fair play.  Whoever a proxy of this machine did not name is nobody's neighbour. */
static void note_address(struct felt_serve_room *room, uint32_t line,
                         const struct felt_net_visitor *visitor)
{
    bool ours = visitor->loopback || strncmp(visitor->address, "127.", 4) == 0 ||
                strcmp(visitor->address, "::1") == 0;
    char address[FELT_LIMITS_KEY_BYTES] = "";
    if (!ours) felt_limits_address(visitor->address, address);
    felt_neighbours_line(&room->neighbours, line, address);
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
static bool open_line(void *self, uint32_t line, const struct felt_net_visitor *visitor)
{
    struct felt_serve_room *room = self;
    char token[FELT_TOKEN_TEXT_BYTES + 1] = "";
    const char *value = "";
    size_t bytes = 0;
    if (felt_desk_read_cookie(visitor->cookie, visitor->secure, &value, &bytes) == 1 &&
        bytes < sizeof token) {
        memcpy(token, value, bytes);
        token[bytes] = '\0';
    }
    note_address(room, line, visitor);
    bool taken = felt_parlour_line(room->parlour, line, visitor->address, visitor->loopback, token,
                                   felt_serve_room_us(room));
    explicit_bzero(token, sizeof token);
    if (taken) felt_parlour_network(room->parlour, line, number_network(visitor->address));
    return taken;
}

static void take_text(void *self, uint32_t line, const char *text, size_t bytes, bool stale)
{
    struct felt_serve_room *room = self;
    felt_parlour_text(room->parlour, line, text, bytes, stale, felt_serve_room_us(room));
}

static void lose_line(void *self, uint32_t line)
{
    struct felt_serve_room *room = self;
    felt_neighbours_gone(&room->neighbours, line);
    felt_parlour_gone(room->parlour, line, felt_serve_room_us(room));
}

/* ---- turns ---- */

static uint32_t today(struct felt_serve_room *room, int64_t now_us)
{
    if (room->seeded) return SEEDED_DATE;
    if (!room->date || now_us - room->date_us > DATE_US) {
        room->date = felt_clock_date();
        room->date_us = now_us;
    }
    return room->date;
}

static void take_reply(struct felt_serve_room *room, struct felt_bank_reply *reply, int64_t now)
{
    felt_assert(room->given > 0);
    room->given--;
    if (reply->is_receipt)
        felt_parlour_receipt(room->parlour, reply->ticket, &reply->receipt, now);
    else
        felt_parlour_found(room->parlour, reply->ticket, &reply->answer, now);
}

static void take_hands(struct felt_serve_room *room, int64_t now)
{
    struct felt_library_answer answer;
    while (room->library && felt_library_take(room->library, &answer)) {
        if (answer.is_list)
            felt_parlour_hands(room->parlour, answer.ticket, answer.rows, answer.count, answer.more,
                               now);
        else
            felt_parlour_hand(room->parlour, answer.ticket, answer.phh, answer.bytes, now);
        free(answer.rows);
        free(answer.phh);
    }
}

static void take_replies(struct felt_serve_room *room, int64_t now)
{
    struct felt_bank_reply reply;
    struct felt_thought thought;
    while (room->given && felt_bank_take(room->counter, 0, &reply)) take_reply(room, &reply, now);
    take_hands(room, now);
    while (felt_thinkers_take(room->thinkers, &thought))
        felt_parlour_answer(room->parlour, thought.table, thought.seat, thought.req_id,
                            thought.action, now);
}

static void write_config(struct felt_serve_room *room)
{
    uint8_t record[9] = {RECORD_CONFIG};
    for (int i = 0; i < 8; i++) record[1 + i] = (uint8_t)(room->fingerprint >> (8 * i));
    felt_journal_append(room->journal, record, sizeof record);
}

static uint64_t count_hands(const struct felt_serve_room *room)
{
    return felt_floor_counts(felt_parlour_floor(room->parlour))->hands;
}

/* The tables stand still while a snapshot is written to memory; the disk is the thread's. */
static void note_snapshot(struct felt_serve_room *room, int64_t begin_us)
{
    uint64_t took = (uint64_t)(felt_clock_us() - begin_us);
    room->snapshots++;
    room->snapshot_us += took;
    if (took > room->snapshot_us_max) room->snapshot_us_max = took;
}

/* A new segment: everything that is, instead of everything that was. */
static bool turn_journal(struct felt_serve_room *room)
{
    uint64_t number;
    int64_t begin_us = felt_clock_us();
    room->snapshot_hands = count_hands(room);
    felt_journal_turn_begin(room->journal);
    write_config(room);
    felt_parlour_snapshot(room->parlour);
    bool good = felt_journal_turn_end(room->journal, &number) != FELT_FLUSH_FAILED;
    note_snapshot(room, begin_us);
    return good;
}

/* What the journal has; whether the tables must wait for it. */
static bool mind_journal(struct felt_serve_room *room)
{
    uint64_t acked = felt_journal_acked(room->journal);
    int64_t real_us = felt_clock_us();
    felt_parlour_acked(room->parlour, acked, felt_serve_room_us(room));
    bool stands =
        felt_journal_clock_mind(&room->clock, acked, felt_parlour_waiting(room->parlour), real_us);
    felt_parlour_freeze(room->parlour, stands);
    if (felt_journal_clock_news(&room->clock, felt_journal_trouble(room->journal) != 0, real_us))
        felt_serve_room_log_journal(room, room->clock.told);
    return stands;
}

static bool snapshot_is_due(const struct felt_serve_room *room)
{
    return count_hands(room) - room->snapshot_hands >= SNAPSHOT_HANDS ||
           felt_journal_bytes(room->journal) > SNAPSHOT_BYTES;
}

/* In milliseconds from now. */
static int64_t turn_again(const struct felt_serve_room *room, int64_t next, int64_t now)
{
    int64_t ms = next == INT64_MAX ? -1 : next <= now ? 0 : (next - now + 999) / 1000;
    if (!felt_parlour_waiting(room->parlour)) return ms;
    return ms < 0 || ms > WAITING_MS ? WAITING_MS : ms; /* the clock may have to stand */
}

static int64_t take_turn(void *self)
{
    struct felt_serve_room *room = self;
    if (mind_journal(room)) return WAITING_MS;
    int64_t now = felt_serve_room_us(room);
    take_replies(room, now);
    int64_t next = felt_parlour_turn(room->parlour, today(room, now), now, felt_clock_wall_ms());
    if (felt_parlour_failed(room->parlour)) return -1;
    if (snapshot_is_due(room) && !turn_journal(room)) {
        room->disk_failed = true;
        return -1;
    }
    return turn_again(room, next, now);
}

static bool has_failed(void *self)
{
    const struct felt_serve_room *room = self;
    return room->disk_failed || felt_parlour_failed(room->parlour);
}

/* What was said last leaves if the disk lets it. */
static void say_farewell(void *self, const char *text)
{
    struct felt_serve_room *room = self;
    felt_parlour_farewell(room->parlour, text, felt_serve_room_us(room));
    felt_serve_room_settle(room);
}

void felt_serve_room_settle(struct felt_serve_room *room)
{
    if (felt_journal_wait(room->journal, FELT_JOURNAL_PATIENCE_MS) == FELT_OK)
        felt_parlour_acked(room->parlour, felt_journal_acked(room->journal),
                           felt_serve_room_us(room));
}

static const char *name_ailment(void *self)
{
    struct felt_serve_room *room = self;
    if (room->clock.told || felt_journal_trouble(room->journal))
        return "the tables wait for the disk of the journal\n";
    return felt_floor_is_open(felt_parlour_floor(room->parlour))
               ? NULL
               : "the room waits for the store of accounts before it opens\n";
}

static void write_journal_metrics(struct felt_serve_room *room, struct felt_buffer *out)
{
    struct felt_journal_counts journal;
    felt_metric(out, "room_journal_bytes", "gauge", "Bytes of the segment under way",
                felt_journal_bytes(room->journal));
    felt_journal_counts(room->journal, &journal);
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
                "Snapshots of all tables, one for each segment", room->snapshots);
    felt_metric(out, "room_journal_snapshot_microseconds_total", "counter",
                "Time the tables stood still for them", room->snapshot_us);
    felt_metric(out, "room_journal_snapshot_microseconds_max", "gauge",
                "The longest time the tables stood still for one", room->snapshot_us_max);
}

static void write_metrics(void *self, struct felt_buffer *out)
{
    struct felt_serve_room *room = self;
    struct felt_thinkers_counts thinkers;
    struct felt_library_counts library = {0};
    felt_thinkers_count(room->thinkers, &thinkers);
    if (room->library) felt_library_counts(room->library, &library);
    felt_parlour_metrics(room->parlour, out);
    write_journal_metrics(room, out);
    felt_metric(out, "room_bank_waiting", "gauge", "Orders and questions without an answer",
                room->given);
    felt_metric(out, "room_thinkers_waiting", "gauge", "House players who wait to think",
                thinkers.waiting);
    felt_metric(out, "room_thoughts_total", "counter", "Decisions of house players",
                thinkers.answers);
    felt_metric(out, "room_thought_microseconds_total", "counter", "What they took",
                thinkers.think_us);
    felt_metric(out, "room_hands_kept_total", "counter", "Hands given to the library",
                library.kept);
    felt_metric(out, "room_hands_counted_total", "counter", "Hands in the figures of players",
                library.counted);
    felt_metric(out, "room_hands_uncounted_total", "counter",
                "Hands the library had no time to count", library.uncounted);
    felt_metric(out, "room_hands_lost_total", "counter", "Hands the library had no time for",
                library.lost);
}

/* ---- opening ---- */

static bool refuse(const struct felt_serve_room *room, const char *what, const char *why)
{
    felt_args_refuse(room->args, "%s: %s", what, why);
    return false;
}

static void fill_wing(struct felt_serve_room *room)
{
    room->wing = (struct felt_arena_wing){.self = room,
                                          .path = "/room",
                                          .connections_max = room->config.floor.lines_max -
                                                             room->config.house_players -
                                                             room->config.event_house,
                                          .open = open_line,
                                          .text = take_text,
                                          .gone = lose_line,
                                          .turn = take_turn,
                                          .metrics = write_metrics,
                                          .ailment = name_ailment,
                                          .failed = has_failed,
                                          .farewell = say_farewell};
}

static bool open_library(struct felt_serve_room *room, const struct felt_serve_data *data,
                         uint32_t hands_max)
{
    struct felt_complaint complaint = {0};
    char name[FELT_SERVE_PATH_BYTES + 16];
    if (hands_max == 0) return true;
    (void)snprintf(name, sizeof name, "%s/hands.db", data->directory);
    room->config.floor.dealt_before = !room->seeded && access(name, F_OK) == 0;
    struct felt_library_config config = {.file = name,
                                         .hands_max = hands_max,
                                         .waiting_max = LIBRARY_WAITING,
                                         .wake = felt_serve_room_wake,
                                         .log = felt_serve_room_log_library,
                                         .self = room};
    if (felt_library_open(&config, &room->library, &complaint) == FELT_OK) return true;
    return refuse(room, name, complaint.text);
}

static bool open_players(struct felt_serve_room *room, const struct felt_serve_data *data)
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
    room->thinkers = felt_thinkers_open(NULL, room->config.floor.tables_max, seed, move_ms,
                                        felt_serve_room_wake, room);
    return room->thinkers || refuse(room, "the room", "no memory or no threads for house players");
}

static bool take_record(void *self, uint64_t signature, const void *bytes, size_t count)
{
    struct felt_serve_room *room = self;
    const uint8_t *record = bytes;
    if (count == 9 && record[0] == RECORD_CONFIG) {
        uint64_t fingerprint = 0;
        for (int i = 0; i < 8; i++) fingerprint |= (uint64_t)record[1 + i] << (8 * i);
        room->other_lobby = fingerprint != room->fingerprint;
        if (room->other_lobby) felt_floor_forget_lobby(felt_parlour_floor(room->parlour)); /* R1 */
        return true;
    }
    return felt_parlour_restore(room->parlour, signature == room->signature, bytes, count);
}

static bool open_journal(struct felt_serve_room *room, const struct felt_serve_data *data)
{
    struct felt_complaint complaint = {0};
    (void)snprintf(room->directory, sizeof room->directory, "%s/room", data->directory);
    if (mkdir(room->directory, 0700) != 0 && errno != EEXIST)
        return refuse(room, room->directory, strerror(errno));
    struct felt_journal_config config = {.directory = room->directory,
                                         .signature = room->signature,
                                         .record = take_record,
                                         .self = room,
                                         .wake = felt_serve_room_wake,
                                         .waker = room};
    enum felt_status status = felt_journal_open(&config, &room->journal, &complaint);
    if (status != FELT_OK) return refuse(room, room->directory, complaint.text);
    if (room->other_lobby)
        fprintf(stderr, "felt serve: the tables are not those of the last time: whoever sat there "
                        "gets his chips back; tournaments and private tables go on\n");
    return true;
}

static bool resume(struct felt_serve_room *room)
{
    int64_t now = felt_serve_room_us(room);
    room->restored = felt_floor_counts(felt_parlour_floor(room->parlour))->tables;
    room->resuming = true;
    felt_parlour_resume(room->parlour, today(room, now), now, felt_clock_wall_ms());
    room->resuming = false;
    return (turn_journal(room) && felt_journal_wait(room->journal, 0) == FELT_OK) ||
           refuse(room, room->directory, "cannot be written: is the disk full?");
}

static bool open_all(struct felt_serve_room *room, const struct felt_serve_data *data,
                     const struct felt_serve_conf *conf, struct felt_bank *bank)
{
    room->conf = conf;
    room->lobby = felt_lobby_open(conf->row, conf->rows);
    room->privates = felt_privates_open(real_ms);
    room->event_stakes = felt_event_stakes_open();
    if (!room->lobby || !room->privates || !room->event_stakes)
        return refuse(room, "the room", "no memory");
    felt_serve_conf_parlour(conf, room->lobby, &room->config);
    room->config.floor.not_fresh = room->seeded;
    room->signature = felt_arena_signature();
    room->fingerprint = felt_lobby_hash(room->lobby);
    if (!open_library(room, data, conf->number[FELT_CONF_HANDS_KEPT]) || !open_players(room, data))
        return false;
    if (!felt_neighbours_open(&room->neighbours, room->config.floor.lines_max) ||
        !felt_counting_open(&room->counting, room->config.floor.tables_max))
        return refuse(room, "the room", "no memory");
    room->counter = felt_bank_desk_open(bank, felt_serve_room_wake, room);
    felt_serve_room_services(room);
    fill_wing(room);
    if (room->counter)
        room->parlour = felt_parlour_open(&room->config, &room->services, &room->link);
    if (!room->parlour) return refuse(room, "the room", "no memory: make its limits smaller");
    return open_journal(room, data) && resume(room);
}

struct felt_serve_room *felt_serve_room_open(const struct felt_serve_data *data,
                                             const struct felt_serve_conf *conf,
                                             struct felt_bank *bank, const struct felt_args *args)
{
    struct felt_serve_room *room = calloc(1, sizeof *room);
    if (!room) return NULL;
    (void)pthread_mutex_init(&room->lock, NULL);
    room->args = args;
    room->seeded = conf->seeded;
    room->seed = conf->seed;
    if (open_all(room, data, conf, bank)) return room;
    felt_serve_room_close(room);
    return NULL;
}

/* What the ledger says last belongs into the journal too: else it is asked again after a start. */
static void drain(struct felt_serve_room *room)
{
    struct felt_bank_reply reply;
    while (room->given && felt_bank_take(room->counter, -1, &reply)) {
        if (room->journal && !room->disk_failed) {
            take_reply(room, &reply, felt_serve_room_us(room));
            continue;
        }
        room->given--;
        if (!reply.is_receipt) free(reply.answer.rows);
    }
}

/* Everything that was done so far is on the disk, or it is said that it is not. */
static void close_journal(struct felt_serve_room *room)
{
    uint64_t number;
    if (!room->journal || !room->parlour || room->disk_failed) return;
    if (felt_journal_flush(room->journal, &number) != FELT_FLUSH_FAILED &&
        felt_journal_wait(room->journal, FELT_JOURNAL_PATIENCE_MS) == FELT_OK)
        return;
    fprintf(stderr,
            "felt serve: cannot write the journal in %s: %s; nothing that was told is lost\n",
            room->directory, strerror(felt_journal_trouble(room->journal)));
}

void felt_serve_room_close(struct felt_serve_room *room)
{
    if (!room) return;
    room->closing = true;
    if (room->counter) drain(room);
    close_journal(room);
    if (room->parlour) felt_parlour_close(room->parlour);
    felt_thinkers_close(room->thinkers); /* until now answers of the ledger could begin a hand */
    if (room->journal) felt_journal_close(room->journal);
    if (room->counter) felt_bank_desk_close(room->counter);
    if (room->library) felt_library_close(room->library);
    felt_counting_close(&room->counting);
    felt_neighbours_close(&room->neighbours);
    felt_personas_close(room->personas);
    felt_lobby_close(room->lobby);
    felt_privates_close(room->privates);
    felt_event_stakes_close(room->event_stakes);
    (void)pthread_mutex_destroy(&room->lock);
    free(room);
}

/* ---- joining ---- */

const struct felt_arena_wing *felt_serve_room_wing(const struct felt_serve_room *room)
{
    return &room->wing;
}

void felt_serve_room_join(struct felt_serve_room *room, struct felt_arena *arena,
                          uint32_t first_line)
{
    (void)pthread_mutex_lock(&room->lock);
    room->arena = arena;
    (void)pthread_mutex_unlock(&room->lock);
    if (arena) room->net = felt_arena_net(arena);
    room->first_line = first_line;
}

struct felt_library *felt_serve_room_library(struct felt_serve_room *room)
{
    return room->library;
}

const struct felt_lobby *felt_serve_room_lobby(const struct felt_serve_room *room)
{
    return room->lobby;
}

struct felt_parlour *felt_serve_room_parlour(struct felt_serve_room *room)
{
    return room->parlour;
}

const struct felt_parlour_config *felt_serve_room_config(const struct felt_serve_room *room)
{
    return &room->config;
}

uint32_t felt_serve_room_restored(const struct felt_serve_room *room)
{
    return room->restored;
}

/* ---- the operator ---- */

int64_t felt_serve_room_us(const struct felt_serve_room *room)
{
    return felt_journal_clock_at(&room->clock, felt_clock_us());
}

int64_t felt_serve_room_ms(const struct felt_serve_room *room)
{
    return felt_serve_room_us(room) / 1000;
}

bool felt_serve_room_prepare(struct felt_serve_room *room, int seats, const char *genome,
                             size_t bytes)
{
    return room->config.house_players > 0 && /* whoever asks wants to play against them */
           felt_practices_prepare(felt_privates_practices(room->privates), seats, genome, bytes);
}

void felt_serve_room_dismiss(struct felt_serve_room *room, int64_t user, const char *why)
{
    felt_parlour_dismiss(room->parlour, user, why, felt_serve_room_us(room));
}

void felt_serve_room_end_session(struct felt_serve_room *room,
                                 const uint8_t token[FELT_DIGEST_BYTES])
{
    felt_parlour_end_session(room->parlour, token, felt_serve_room_us(room));
}

void felt_serve_room_forget(struct felt_serve_room *room, int64_t user)
{
    if (room->library) (void)felt_library_forget(room->library, user);
}

void felt_serve_room_clear(struct felt_serve_room *room)
{
    felt_floor_clear(felt_parlour_floor(room->parlour), 0, felt_serve_room_ms(room));
}

void felt_serve_room_neighbours(struct felt_serve_room *room, const int64_t *users, int count,
                                bool *out)
{
    felt_neighbours_find(&room->neighbours, users, count, out);
}

const struct felt_personas *felt_serve_room_personas(const struct felt_serve_room *room)
{
    return room->personas;
}

enum felt_status felt_serve_room_dial(struct felt_serve_room *room, const char *who,
                                      const char *persona, struct felt_complaint *complaint)
{
    enum felt_status status = felt_personas_set(room->personas, who, persona, complaint);
    const struct felt_staff *staff = felt_parlour_staff(room->parlour);
    if (status != FELT_OK || !staff) return status;
    for (uint32_t i = 0; i < felt_staff_count(staff); i++) {
        const struct felt_staff_member *member = felt_staff_at(staff, i);
        struct felt_player_spec player;
        if (member->state != FELT_STAFF_SEATED) continue;
        felt_personas_of(room->personas, member->name, &player);
        (void)felt_thinkers_settings(room->thinkers, member->table, member->seat, &player);
    }
    return FELT_OK;
}
