/* host.c -- lines, their allowances, what they ask, and the turns of the loop. */
#include "server/session/host_parts.h"

#include "felt/assert.h"
#include "felt/hash.h"
#include "felt/json.h"
#include "server/protocol/read_ask.h"
#include "server/protocol/write_tell.h"

#include <stdlib.h>
#include <string.h>

enum { LOG_BYTES = 512, MINUTE_US = 60 * 1000000 };

const struct felt_host_limits felt_host_limits_usual = {.burst = 50,
                                                        .per_second = 20,
                                                        .error_burst = 20,
                                                        .error_per_second = 10,
                                                        .bad_in_row = 20,
                                                        .hello_ms = 5000,
                                                        .wrong_codes = 5,
                                                        .watchers = 32};
const uint32_t felt_host_bucket_us[FELT_HOST_BUCKETS - 1] = {25,   50,   100,   250,   500,   1000,
                                                             2500, 5000, 10000, 50000, 250000};

static int64_t ms_of(const struct felt_host *host)
{
    return host->now_us / 1000;
}

/* ---- log ---- */

void felt_host_log(struct felt_host *host, const char *event, uint32_t line, const char *key,
                   const char *value)
{
    if (!host->services->log) return;
    char text[LOG_BYTES];
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    struct felt_json json = felt_json_make(&out);
    felt_json_object(&json);
    felt_json_key(&json, "at_ms"), felt_json_int(&json, ms_of(host));
    felt_json_key(&json, "event"), felt_json_text(&json, event);
    if (line != FELT_SESSION_NONE) felt_json_key(&json, "line"), felt_json_uint(&json, line);
    if (key) felt_json_key(&json, key), felt_json_text(&json, value);
    felt_json_end(&json);
    if (felt_json_done(&json)) host->services->log(host->services->self, out.bytes, out.used);
}

/* ---- what the room wants ---- */

static void serve_entropy(void *self, void *out, size_t bytes)
{
    struct felt_host *host = self;
    host->services->entropy(host->services->self, out, bytes);
}

static void serve_append(void *self, const void *bytes, size_t count)
{
    struct felt_host *host = self;
    if (host->services->append) host->services->append(host->services->self, bytes, count);
}

static enum felt_identity serve_identify(void *self, const char *team, const char *code)
{
    struct felt_host *host = self;
    if (!host->services->identify) return FELT_IDENTITY_UNKNOWN;
    return host->services->identify(host->services->self, team, code);
}

static enum felt_flush serve_flush(void *self, uint64_t *number)
{
    struct felt_host *host = self;
    if (!host->services->flush) return FELT_FLUSH_DONE;
    return host->services->flush(host->services->self, number);
}

static void serve_sealed(void *self)
{
    felt_room_sealed(((struct felt_host *)self)->room);
}

static void serve_write(void *self, const void *what, struct felt_buffer *out)
{
    (void)self;
    felt_wire_write_tell(what, out);
}

static void serve_sent(void *self)
{
    struct felt_host *host = self;
    struct felt_host_counts *counts = &host->counts;
    felt_room_sent(host->room);
    counts->frames = host->box.sent_frames;
    felt_outbox_latency(&host->box, host->services->now_us(host->services->self), counts->latency,
                        &counts->latency_us, &counts->latencies);
    if (!host->box.failed) felt_records_save(host);
}

static void post(void *self, const uint32_t *lines, int count, const struct felt_tell *tell)
{
    struct felt_host *host = self;
    bool fits =
        felt_outbox_post(&host->box, lines, (uint32_t)count, tell,
                         (struct felt_outbox_manner){.droppable = tell->kind == FELT_TELL_LOBBY ||
                                                                  tell->kind == FELT_TELL_STATUS,
                                                     .act = tell->kind == FELT_TELL_ACT});
    felt_assert(fits);
}

/* The room lets go of a line: what was posted to it goes first. */
static void serve_dismiss(void *self, uint32_t session, uint16_t code, const char *reason)
{
    struct felt_host *host = self;
    host->line[session].state = FELT_HOST_LINE_REFUSED;
    felt_outbox_dismiss(&host->box, session, code, reason);
    felt_host_log(host, "dismissed", session, "reason", reason);
}

static void serve_local_begin(void *self, uint32_t table, felt_seat seat,
                              const struct felt_plug *plug)
{
    struct felt_host *host = self;
    host->services->local_begin(host->services->self, table, seat, plug);
}

static void serve_local_event(void *self, uint32_t table, felt_seat seat,
                              const struct felt_event *event)
{
    struct felt_host *host = self;
    host->services->local_event(host->services->self, table, seat, event);
}

static void serve_local_ask(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                            const struct felt_view *view)
{
    struct felt_host *host = self;
    host->services->local_ask(host->services->self, table, seat, req_id, view);
}

static void serve_local_gone(void *self, uint32_t table)
{
    struct felt_host *host = self;
    felt_records_forget(host, table);
    if (host->services->local_gone) host->services->local_gone(host->services->self, table);
}

static void serve_counted(void *self, const struct felt_table_face *table, felt_seats seats,
                          const felt_chips won[FELT_SEATS_MAX])
{
    struct felt_host *host = self;
    felt_records_count(self, table, seats, won);
    if (host->contest) felt_contest_counted(host->contest, table, seats, won);
}

static const char *serve_team_may(void *self, const char *team)
{
    (void)team;
    return felt_contest_may_come(((struct felt_host *)self)->contest);
}

static void serve_team_came(void *self, uint32_t team)
{
    felt_contest_came(((struct felt_host *)self)->contest, team);
}

/* ---- opening ---- */

static bool open_contest(struct felt_host *host)
{
    if (!host->config.contest) return true;
    host->room_services.team_may = serve_team_may;
    host->room_services.team_came = serve_team_came;
    host->contest_services = (struct felt_contest_services){.self = host,
                                                            .digests = host->services->digests,
                                                            .entropy = serve_entropy,
                                                            .append = serve_append};
    host->contest = felt_contest_open(host->config.contest, &host->contest_services, host->room);
    return host->contest != NULL;
}

struct felt_host *felt_host_open(const struct felt_host_config *config,
                                 const struct felt_host_services *services,
                                 const struct felt_link *link)
{
    uint32_t lines = config->room.sessions_max;
    struct felt_host *host = calloc(1, sizeof *host);
    if (!host) return NULL;
    host->config = *config;
    host->services = services;
    host->link = link;
    host->counts.hands_written = config->phh_written;
    host->room_memory = calloc(1, felt_room_bytes(&config->room));
    host->alarm_memory = calloc(1, felt_heap_bytes(lines));
    host->line = calloc(lines, sizeof *host->line);
    bool boxed =
        felt_outbox_open(&host->box, &(struct felt_outbox_config){.self = host,
                                                                  .link = link,
                                                                  .lines = lines,
                                                                  .bytes = FELT_HOST_OUTBOX_BYTES,
                                                                  .flush = serve_flush,
                                                                  .write = serve_write,
                                                                  .sealed = serve_sealed,
                                                                  .sent = serve_sent});
    host->hands = calloc(config->room.tables_max, sizeof *host->hands);
    host->record = calloc(1, sizeof *host->record);
    host->hand_text = malloc(FELT_RECORD_TEXT_MAX);
    host->team = calloc(FELT_TEAMS_KEPT, sizeof *host->team);
    if (!host->room_memory || !host->alarm_memory || !host->line || !boxed || !host->hands ||
        !host->record || !host->hand_text || !host->team) {
        felt_host_close(host);
        return NULL;
    }
    host->room_services = (struct felt_room_services){.self = host,
                                                      .digests = services->digests,
                                                      .entropy = serve_entropy,
                                                      .post = post,
                                                      .dismiss = serve_dismiss,
                                                      .append = serve_append,
                                                      .identify = serve_identify,
                                                      .hand_over = felt_records_hand,
                                                      .hand_counted = serve_counted,
                                                      .match_over = felt_records_match,
                                                      .local_begin = serve_local_begin,
                                                      .local_event = serve_local_event,
                                                      .local_ask = serve_local_ask,
                                                      .local_gone = serve_local_gone};
    host->room = felt_room_init(host->room_memory, &host->config.room, &host->room_services);
    felt_heap_init(&host->alarms, lines, host->alarm_memory);
    if (open_contest(host)) return host;
    felt_host_close(host);
    return NULL;
}

void felt_host_close(struct felt_host *host)
{
    if (!host) return;
    felt_records_close(host);
    felt_contest_close(host->contest);
    free(host->room_memory);
    free(host->alarm_memory);
    free(host->line);
    felt_outbox_close(&host->box);
    free(host->hands);
    free(host->record);
    free(host->hand_text);
    free(host->team);
    free(host);
}

bool felt_host_restore(struct felt_host *host, bool same_build, const void *bytes, size_t count)
{
    const uint8_t *record = bytes;
    if (count && record[0] == FELT_RECORD_STANDING)
        return felt_records_restore(host, record, count);
    if (count && record[0] == FELT_RECORD_CONTEST)
        return host->contest && felt_contest_restore(host->contest, record, count);
    host->restoring = true;
    bool good = felt_room_restore(host->room, same_build, bytes, count);
    host->restoring = false;
    return good;
}

void felt_host_snapshot(struct felt_host *host)
{
    felt_records_snapshot(host);
    if (host->contest) felt_contest_snapshot(host->contest);
    felt_room_snapshot(host->room);
}

void felt_host_resume(struct felt_host *host, uint32_t date, int64_t now_us)
{
    host->now_us = now_us;
    felt_room_date(host->room, date);
    /* Hands that were played before are in no memory: the match will have no PHH. */
    struct felt_table_face face;
    for (uint32_t table = 0; table < host->config.room.tables_max; table++)
        if (felt_room_face(host->room, table, &face) && face.hands && !face.over)
            host->hands[table].cut = true;
    felt_room_resume(host->room, ms_of(host));
    if (host->contest) felt_contest_resume(host->contest, date, ms_of(host));
}

/* ---- allowances ---- */

static bool may_complain(struct felt_host *host, struct felt_host_line *line)
{
    const struct felt_host_limits *limits = &host->config.limits;
    felt_allowance_earn(&line->errors, limits->error_burst, limits->error_per_second, host->now_us);
    if (!felt_allowance_has(&line->errors)) {
        host->counts.errors_left_out++;
        return false;
    }
    felt_allowance_take(&line->errors);
    host->counts.errors++;
    return true;
}

/* Takes a token; without one left the line is not read until it has earned the next (O2). */
static void pay(struct felt_host *host, uint32_t number)
{
    const struct felt_host_limits *limits = &host->config.limits;
    struct felt_host_line *line = &host->line[number];
    felt_allowance_earn(&line->messages, limits->burst, limits->per_second, host->now_us);
    felt_allowance_take(&line->messages);
    if (felt_allowance_has(&line->messages) || line->paused) return;
    line->paused = true;
    host->counts.paused++;
    host->link->pause(host->link->self, number, true);
    felt_heap_set(&host->alarms, number,
                  host->now_us + felt_allowance_wait_us(&line->messages, limits->per_second));
}

/* ---- refusing ---- */

static void complain(struct felt_host *host, uint32_t number, enum felt_refusal refusal,
                     const char *text)
{
    host->counts.refusals[refusal]++;
    if (!may_complain(host, &host->line[number])) return;
    post(host, &number, 1,
         &(struct felt_tell){.kind = FELT_TELL_ERROR, .refusal = (uint8_t)refusal, .text = text});
}

static void turn_away(struct felt_host *host, uint32_t number, uint16_t code, const char *reason)
{
    host->line[number].state = FELT_HOST_LINE_REFUSED;
    host->line[number].watches = false;
    felt_heap_clear(&host->alarms, number);
    felt_outbox_dismiss(&host->box, number, code, reason);
    felt_room_leave(host->room, number, ms_of(host));
}

/* What is known of a network, NULL: nothing wrong in the last minute. */
static struct felt_wrong_codes *find_wrong(struct felt_host *host, uint64_t network)
{
    for (int i = 0; i < FELT_ADDRESSES_KEPT; i++) {
        struct felt_wrong_codes *one = &host->wrong[i];
        if (one->count && host->now_us - one->since_us > MINUTE_US)
            *one = (struct felt_wrong_codes){0};
        if (one->count && one->network == network) return one;
    }
    return NULL;
}

/* A place for one more network: free, or that with the fewest wrong codes. */
static struct felt_wrong_codes *add_wrong(struct felt_host *host, uint64_t network)
{
    struct felt_wrong_codes *least = &host->wrong[0];
    for (int i = 1; i < FELT_ADDRESSES_KEPT; i++)
        if (host->wrong[i].count < least->count) least = &host->wrong[i];
    *least = (struct felt_wrong_codes){.network = network, .since_us = host->now_us};
    return least;
}

static void note_wrong_code(struct felt_host *host, const struct felt_host_line *line)
{
    for (int level = 0; !line->loopback && level < FELT_NETWORKS; level++) {
        if (!line->network[level]) continue;
        struct felt_wrong_codes *codes = find_wrong(host, line->network[level]);
        if (!codes) codes = add_wrong(host, line->network[level]);
        codes->count++;
    }
}

static bool guesses_codes(struct felt_host *host, const struct felt_host_line *line)
{
    uint32_t most = host->config.limits.wrong_codes;
    for (int level = 0; most && !line->loopback && level < FELT_NETWORKS; level++) {
        const struct felt_wrong_codes *codes =
            line->network[level] ? find_wrong(host, line->network[level]) : NULL;
        if (codes && codes->count >= most * felt_network_times(level)) return true;
    }
    return false;
}

/* ---- asks ---- */

static bool admits(const struct felt_host *host, const struct felt_ask_hello *hello)
{
    if (hello->role == FELT_AS_PLAYER) return true;
    if (hello->role == FELT_AS_SPECTATOR && host->config.watch_open) return true;
    return host->services->admit &&
           host->services->admit(host->services->self, (enum felt_comes_as)hello->role,
                                 hello->secret);
}

/* Would one more who needs no secret be too many?  This machine has no limit of its own. */
static bool is_crowded(const struct felt_host *host, const struct felt_host_line *line,
                       const struct felt_ask_hello *hello)
{
    uint32_t all = 0, of[FELT_NETWORKS] = {0}, most = host->config.limits.watchers;
    bool crowd = false;
    if (hello->role != FELT_AS_SPECTATOR || !host->config.watch_open) return false;
    for (uint32_t i = 0; i < host->config.room.sessions_max; i++) {
        all += host->line[i].watches;
        for (int level = 0; level < FELT_NETWORKS; level++)
            of[level] += host->line[i].watches && line->network[level] &&
                         host->line[i].network[level] == line->network[level];
    }
    for (int level = 0; level < FELT_NETWORKS; level++)
        if (of[level] >= most * felt_network_times(level)) crowd = most && !line->loopback;
    return all >= host->config.room.sessions_max / 2 || crowd;
}

static void take_hello(struct felt_host *host, uint32_t number, const struct felt_ask_hello *hello)
{
    struct felt_host_line *line = &host->line[number];
    struct felt_room_reply reply = {0};
    if (guesses_codes(host, line)) {
        reply.refusal = FELT_REFUSED_TOO_MANY;
        memcpy(reply.text, "too many wrong codes: wait a minute", 36);
    } else if (!admits(host, hello)) {
        reply.refusal = FELT_REFUSED_FORBIDDEN;
        note_wrong_code(host, line);
        memcpy(reply.text, "watching and operating need the secret of this server", 54);
    } else if (is_crowded(host, line, hello)) {
        reply.refusal = FELT_REFUSED_TOO_MANY;
        memcpy(reply.text, "too many look on here: try again later", 39);
    } else {
        felt_room_hello(host->room, number, hello, line->table, ms_of(host), &reply);
        if (reply.refusal == FELT_REFUSED_TEAM_TAKEN) note_wrong_code(host, line);
    }
    if (reply.refusal != FELT_REFUSED_NOT) {
        complain(host, number, reply.refusal, reply.text);
        turn_away(host, number, FELT_CLOSE_POLICY, felt_refusal_word(reply.refusal));
        felt_host_log(host, "refused", number, "code", felt_refusal_word(reply.refusal));
        return;
    }
    line->state = FELT_HOST_LINE_SEATED;
    line->watches = hello->role == FELT_AS_SPECTATOR && host->config.watch_open;
    felt_heap_clear(&host->alarms, number);
    felt_host_log(host, "hello", number, "team", hello->team);
}

/* What cannot be read.  Before the hello it ends the line. */
static void take_bad(struct felt_host *host, uint32_t number, enum felt_refusal refusal,
                     const char *text)
{
    struct felt_host_line *line = &host->line[number];
    complain(host, number, refusal, text);
    if (line->state == FELT_HOST_LINE_SILENT) {
        turn_away(host, number, FELT_CLOSE_POLICY, felt_refusal_word(refusal));
        felt_host_log(host, "refused", number, "code", felt_refusal_word(refusal));
    } else if (refusal == FELT_REFUSED_BAD_SCHEMA &&
               ++line->bad_in_row >= host->config.limits.bad_in_row) {
        host->counts.bad_closed++;
        turn_away(host, number, FELT_CLOSE_POLICY, "too many bad frames");
    }
}

static void take_action(struct felt_host *host, uint32_t number,
                        const struct felt_ask_action *action, bool stale)
{
    struct felt_room_reply reply;
    felt_room_act(host->room, number, action, stale, ms_of(host), &reply);
    if (reply.refusal != FELT_REFUSED_NOT)
        complain(host, number, reply.refusal, reply.text);
    else
        felt_outbox_note(&host->box, host->now_us);
}

/* An operator's frame that is for the director and not for the table.  False: it is not. */
static bool direct_line(struct felt_host *host, uint32_t number, const struct felt_ask *ask,
                        struct felt_room_reply *reply)
{
    enum felt_contest_order order;
    const char *team = "";
    struct felt_table_face face;
    uint32_t table = felt_room_operates(host->room, number);
    if (table == FELT_SESSION_NONE) return false;
    switch ((enum felt_control)ask->control) {
    case FELT_CONTROL_START_HAND: order = FELT_CONTEST_START; break;
    case FELT_CONTROL_PAUSE: order = FELT_CONTEST_PAUSE; break;
    case FELT_CONTROL_RESUME: order = FELT_CONTEST_RESUME; break;
    case FELT_CONTROL_FORFEIT_SEAT:
        order = FELT_CONTEST_REMOVE;
        if (felt_room_face(host->room, table, &face) && ask->seat >= 0 &&
            ask->seat < FELT_SEATS_MAX && face.seat[ask->seat].team)
            team = face.seat[ask->seat].team;
        break;
    default: return false;
    }
    const char *why = felt_host_direct(host, order, team, 0, host->now_us);
    if (why) {
        struct felt_buffer text = felt_buffer_make(reply->text, sizeof reply->text);
        reply->refusal = FELT_REFUSED_FORBIDDEN;
        felt_buffer_text(&text, why);
        felt_buffer_terminate(&text);
        return true;
    }
    felt_room_control(host->room, number, FELT_CONTROL_STATUS, 0, ms_of(host), reply);
    return true;
}

static void take_ask(struct felt_host *host, uint32_t number, const struct felt_ask *ask,
                     bool stale)
{
    struct felt_host_line *line = &host->line[number];
    struct felt_room_reply reply = {0};
    line->bad_in_row = 0;
    if (ask->kind == FELT_ASK_HELLO && line->state == FELT_HOST_LINE_SILENT) {
        take_hello(host, number, &ask->hello);
    } else if (line->state == FELT_HOST_LINE_SILENT) {
        take_bad(host, number, FELT_REFUSED_BAD_HELLO,
                 "say hello first: {\"type\":\"hello\",\"v\":1,\"team\":...,\"join_code\":...}");
    } else if (ask->kind == FELT_ASK_HELLO) {
        take_bad(host, number, FELT_REFUSED_BAD_SCHEMA,
                 "you are seated already: one hello for each connection");
    } else if (ask->kind == FELT_ASK_ACTION) {
        take_action(host, number, &ask->action, stale);
    } else if (host->contest && direct_line(host, number, ask, &reply)) {
        if (reply.refusal != FELT_REFUSED_NOT) complain(host, number, reply.refusal, reply.text);
    } else {
        felt_room_control(host->room, number, (enum felt_control)ask->control, ask->seat,
                          ms_of(host), &reply);
        if (reply.refusal != FELT_REFUSED_NOT) complain(host, number, reply.refusal, reply.text);
    }
}

/* ---- lines ---- */

bool felt_host_line(struct felt_host *host, uint32_t number, const char *address, bool loopback,
                    const char *table, int64_t now_us)
{
    if (number >= host->config.room.sessions_max || host->box.failed) return false;
    const struct felt_host_limits *limits = &host->config.limits;
    struct felt_host_line *line = &host->line[number];
    felt_assert(line->state == FELT_HOST_LINE_NONE);
    host->now_us = now_us;
    *line = (struct felt_host_line){.state = FELT_HOST_LINE_SILENT,
                                    .loopback = loopback,
                                    .messages = felt_allowance_full(limits->burst, now_us),
                                    .errors = felt_allowance_full(limits->error_burst, now_us),
                                    .network = {felt_hash_text(address)}};
    felt_outbox_join(&host->box, number);
    size_t length = strlen(table);
    if (length >= sizeof line->table) length = sizeof line->table - 1;
    memcpy(line->table, table, length);
    felt_heap_set(&host->alarms, number, now_us + (int64_t)limits->hello_ms * 1000);
    if (host->frozen) host->link->pause(host->link->self, number, true);
    felt_host_log(host, "connected", number, "address", address);
    return true;
}

void felt_host_networks(struct felt_host *host, uint32_t number,
                        const uint64_t network[FELT_NETWORKS])
{
    felt_assert(number < host->config.room.sessions_max);
    memcpy(host->line[number].network, network, sizeof host->line[number].network);
}

void felt_host_text(struct felt_host *host, uint32_t number, const char *text, size_t bytes,
                    bool stale, int64_t now_us)
{
    felt_assert(number < host->config.room.sessions_max);
    struct felt_host_line *line = &host->line[number];
    if (line->state == FELT_HOST_LINE_NONE || line->state == FELT_HOST_LINE_REFUSED ||
        host->box.failed)
        return;
    host->now_us = now_us;
    host->counts.messages++;
    struct felt_ask ask;
    char why[FELT_WIRE_TEXT_BYTES];
    enum felt_refusal refusal = felt_wire_read_ask(text, bytes, &ask, why);
    bool answers = refusal == FELT_REFUSED_NOT && ask.kind == FELT_ASK_ACTION &&
                   felt_room_awaits(host->room, number);
    uint64_t refused = host->counts.errors + host->counts.errors_left_out;
    if (refusal == FELT_REFUSED_NOT)
        take_ask(host, number, &ask, stale);
    else
        take_bad(host, number, refusal, why);
    /* An answer that was refused is paid for like anything else. */
    if (answers && refused == host->counts.errors + host->counts.errors_left_out) return;
    if (line->state == FELT_HOST_LINE_SEATED) pay(host, number);
}

void felt_host_gone(struct felt_host *host, uint32_t number, int64_t now_us)
{
    felt_assert(number < host->config.room.sessions_max);
    struct felt_host_line *line = &host->line[number];
    if (line->state == FELT_HOST_LINE_NONE) return;
    host->now_us = now_us;
    felt_heap_clear(&host->alarms, number);
    felt_outbox_part(&host->box, number);
    *line = (struct felt_host_line){0};
    felt_room_leave(host->room, number, ms_of(host));
    felt_host_log(host, "gone", number, NULL, NULL);
}

void felt_host_answer(struct felt_host *host, uint32_t table, felt_seat seat, uint64_t req_id,
                      struct felt_action action, int64_t now_us)
{
    host->now_us = now_us;
    felt_room_answer(host->room, table, seat, req_id, action, ms_of(host));
}

/* ---- turns ---- */

static void ring(struct felt_host *host, uint32_t number)
{
    const struct felt_host_limits *limits = &host->config.limits;
    struct felt_host_line *line = &host->line[number];
    if (line->state == FELT_HOST_LINE_SILENT) {
        complain(host, number, FELT_REFUSED_BAD_HELLO, "no hello came in time");
        turn_away(host, number, FELT_CLOSE_POLICY, "no hello");
        felt_host_log(host, "refused", number, "code", "BAD_HELLO");
        return;
    }
    if (!line->paused) return;
    felt_allowance_earn(&line->messages, limits->burst, limits->per_second, host->now_us);
    line->paused = false;
    if (!host->frozen) host->link->pause(host->link->self, number, false);
}

int64_t felt_host_turn(struct felt_host *host, uint32_t date, int64_t now_us)
{
    int64_t time, number;
    host->now_us = now_us;
    felt_room_date(host->room, date);
    while ((number = felt_heap_next(&host->alarms, &time)) != FELT_HEAP_NONE && time <= now_us) {
        felt_heap_clear(&host->alarms, (uint32_t)number);
        ring(host, (uint32_t)number);
    }
    int64_t next_ms = felt_room_tick(host->room, ms_of(host));
    if (host->contest) {
        int64_t more_ms = felt_contest_turn(host->contest, ms_of(host));
        int64_t then_ms = felt_room_alarm(host->room);
        next_ms = then_ms < more_ms ? then_ms : more_ms;
    }
    felt_outbox_send(&host->box);
    int64_t next = felt_heap_next(&host->alarms, &time) == FELT_HEAP_NONE ? INT64_MAX : time;
    if (next_ms != INT64_MAX && next_ms * 1000 < next) next = next_ms * 1000;
    return next;
}

void felt_host_acked(struct felt_host *host, uint64_t number, int64_t now_us)
{
    if (now_us > host->now_us) host->now_us = now_us;
    felt_outbox_acked(&host->box, number);
}

size_t felt_host_waiting(const struct felt_host *host)
{
    return felt_outbox_waits(&host->box) ? host->box.waiting_bytes + 1 : 0;
}

void felt_host_freeze(struct felt_host *host, bool frozen)
{
    if (host->frozen == frozen) return;
    host->frozen = frozen;
    for (uint32_t number = 0; number < host->config.room.sessions_max; number++) {
        const struct felt_host_line *line = &host->line[number];
        if (line->state == FELT_HOST_LINE_SILENT || line->state == FELT_HOST_LINE_SEATED)
            host->link->pause(host->link->self, number, frozen || line->paused);
    }
}

bool felt_host_failed(const struct felt_host *host)
{
    return host->box.failed;
}

void felt_host_farewell(struct felt_host *host, const char *text, int64_t now_us)
{
    host->now_us = now_us;
    for (uint32_t number = 0; number < host->config.room.sessions_max; number++)
        if (host->line[number].state == FELT_HOST_LINE_SEATED)
            post(host, &number, 1, &(struct felt_tell){.kind = FELT_TELL_NOTICE, .text = text});
    felt_outbox_send(&host->box);
}

struct felt_room *felt_host_room(struct felt_host *host)
{
    return host->room;
}

struct felt_contest *felt_host_contest(struct felt_host *host)
{
    return host->contest;
}

const char *felt_host_direct(struct felt_host *host, enum felt_contest_order order,
                             const char *team, int64_t amount, int64_t now_us)
{
    host->now_us = now_us;
    return felt_contest_obey(host->contest, order, team, amount, ms_of(host));
}

const struct felt_host_counts *felt_host_counts(const struct felt_host *host)
{
    return &host->counts;
}
