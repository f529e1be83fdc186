/* arena_session.c -- connections, their allowances, what they ask, and the turns of the loop. */
#include "server/session/arena_session_parts.h"

#include "felt/assert.h"
#include "felt/hash.h"
#include "felt/json.h"
#include "server/protocol/read_arena_client.h"
#include "server/protocol/write_arena_server.h"

#include <stdlib.h>
#include <string.h>

enum { LOG_BYTES = 512, MINUTE_US = 60 * 1000000 };

const struct felt_arena_session_limits felt_arena_session_limits_usual = {.burst = 50,
                                                                          .per_second = 20,
                                                                          .error_burst = 20,
                                                                          .error_per_second = 10,
                                                                          .bad_in_row = 20,
                                                                          .hello_ms = 5000,
                                                                          .wrong_codes = 5,
                                                                          .watchers = 32};
const uint32_t felt_arena_session_bucket_us[FELT_ARENA_SESSION_BUCKETS - 1] = {
    25, 50, 100, 250, 500, 1000, 2500, 5000, 10000, 50000, 250000};

static int64_t ms_of(const struct felt_arena_session *session)
{
    return session->now_us / 1000;
}

/* ---- log ---- */

void felt_arena_session_log(struct felt_arena_session *session, const char *event, uint32_t conn,
                            const char *key, const char *value)
{
    if (!session->services->log) return;
    char text[LOG_BYTES];
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    struct felt_json json = felt_json_make(&out);
    felt_json_object(&json);
    felt_json_key(&json, "at_ms"), felt_json_int(&json, ms_of(session));
    felt_json_key(&json, "event"), felt_json_text(&json, event);
    if (conn != FELT_ARENA_CONN_NONE) felt_json_key(&json, "line"), felt_json_uint(&json, conn);
    if (key) felt_json_key(&json, key), felt_json_text(&json, value);
    felt_json_end(&json);
    if (felt_json_done(&json)) session->services->log(session->services->self, out.bytes, out.used);
}

/* ---- what the arena wants ---- */

static void serve_entropy(void *self, void *out, size_t bytes)
{
    struct felt_arena_session *session = self;
    session->services->entropy(session->services->self, out, bytes);
}

static void serve_append(void *self, const void *bytes, size_t count)
{
    struct felt_arena_session *session = self;
    if (session->services->append)
        session->services->append(felt_arena_session_journal(session), bytes, count);
}

static enum felt_arena_identity serve_identify(void *self, const char *team, const char *code)
{
    struct felt_arena_session *session = self;
    if (!session->services->identify) return FELT_ARENA_IDENTITY_UNKNOWN;
    return session->services->identify(session->services->self, team, code);
}

static enum felt_flush serve_flush(void *self, uint64_t *number)
{
    struct felt_arena_session *session = self;
    if (!session->services->flush) return FELT_FLUSH_DONE;
    return session->services->flush(felt_arena_session_journal(session), number);
}

static void serve_sealed(void *self)
{
    felt_arena_sealed(((struct felt_arena_session *)self)->arena);
}

static void serve_write(void *self, const void *what, struct felt_buffer *out)
{
    (void)self;
    felt_protocol_write_arena_server(what, out);
}

static void serve_sent(void *self)
{
    struct felt_arena_session *session = self;
    struct felt_arena_session_counts *counts = &session->counts;
    felt_arena_sent(session->arena);
    counts->frames = session->box.sent_frames;
    felt_outbox_latency(&session->box,
                        session->services->now_us(felt_arena_session_journal(session)),
                        counts->latency, &counts->latency_us, &counts->latencies);
    if (!session->box.failed) felt_arena_records_save(session);
}

static void post(void *self, const uint32_t *conns, int count,
                 const struct felt_arena_server_msg *msg)
{
    struct felt_arena_session *session = self;
    bool fits = felt_outbox_post(
        &session->box, conns, (uint32_t)count, msg,
        (struct felt_outbox_manner){.droppable = msg->kind == FELT_ARENA_SERVER_LOBBY ||
                                                 msg->kind == FELT_ARENA_SERVER_STATUS,
                                    .act = msg->kind == FELT_ARENA_SERVER_ACT});
    felt_assert(fits);
}

/* The arena lets go of a connection: what was posted to it goes first. */
static void serve_dismiss(void *self, uint32_t conn, uint16_t code, const char *reason)
{
    struct felt_arena_session *session = self;
    session->conn[conn].state = FELT_ARENA_SESSION_CONN_REFUSED;
    felt_outbox_dismiss(&session->box, conn, code, reason);
    felt_arena_session_log(session, "dismissed", conn, "reason", reason);
}

static void serve_local_begin(void *self, uint32_t table, felt_seat seat,
                              const struct felt_game_adapter *adapter)
{
    struct felt_arena_session *session = self;
    session->services->local_begin(session->services->self, table, seat, adapter);
}

static void serve_local_event(void *self, uint32_t table, felt_seat seat,
                              const struct felt_event *event)
{
    struct felt_arena_session *session = self;
    session->services->local_event(session->services->self, table, seat, event);
}

static void serve_local_ask(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                            const struct felt_view *view)
{
    struct felt_arena_session *session = self;
    session->services->local_ask(session->services->self, table, seat, req_id, view);
}

static void serve_local_gone(void *self, uint32_t table)
{
    struct felt_arena_session *session = self;
    felt_arena_records_forget(session, table);
    if (session->services->local_gone)
        session->services->local_gone(session->services->self, table);
}

static void serve_counted(void *self, const struct felt_table_face *table, felt_seats seats,
                          const felt_chips won[FELT_SEATS_MAX])
{
    struct felt_arena_session *session = self;
    felt_arena_records_count(self, table, seats, won);
    if (session->tournament) felt_arena_tournament_counted(session->tournament, table, seats, won);
}

static const char *serve_team_may(void *self, const char *team)
{
    (void)team;
    return felt_arena_tournament_may_come(((struct felt_arena_session *)self)->tournament);
}

static void serve_team_came(void *self, uint32_t team)
{
    felt_arena_tournament_came(((struct felt_arena_session *)self)->tournament, team);
}

/* ---- opening ---- */

static bool open_tournament(struct felt_arena_session *session)
{
    if (!session->config.tournament) return true;
    session->arena_services.team_may = serve_team_may;
    session->arena_services.team_came = serve_team_came;
    session->tournament_services =
        (struct felt_arena_tournament_services){.self = session,
                                                .digests = session->services->digests,
                                                .entropy = serve_entropy,
                                                .append = serve_append};
    session->tournament = felt_arena_tournament_open(session->config.tournament,
                                                     &session->tournament_services, session->arena);
    return session->tournament != NULL;
}

struct felt_arena_session *
felt_arena_session_open(const struct felt_arena_session_config *config,
                        const struct felt_arena_session_services *services,
                        const struct felt_transport *transport)
{
    uint32_t conns = config->arena.conns_max;
    struct felt_arena_session *session = calloc(1, sizeof *session);
    if (!session) return NULL;
    session->config = *config;
    session->services = services;
    session->link = transport;
    session->counts.hands_written = config->phh_written;
    session->arena_memory = calloc(1, felt_arena_bytes(&config->arena));
    session->alarm_memory = calloc(1, felt_heap_bytes(conns));
    session->conn = calloc(conns, sizeof *session->conn);
    bool boxed = felt_outbox_open(
        &session->box, &(struct felt_outbox_config){.self = session,
                                                    .link = transport,
                                                    .conns = conns,
                                                    .bytes = FELT_ARENA_SESSION_OUTBOX_BYTES,
                                                    .flush = serve_flush,
                                                    .write = serve_write,
                                                    .sealed = serve_sealed,
                                                    .sent = serve_sent});
    session->hands = calloc(config->arena.tables_max, sizeof *session->hands);
    session->record = calloc(1, sizeof *session->record);
    session->hand_text = malloc(FELT_RECORD_TEXT_MAX);
    session->team = calloc(FELT_TEAMS_KEPT, sizeof *session->team);
    if (!session->arena_memory || !session->alarm_memory || !session->conn || !boxed ||
        !session->hands || !session->record || !session->hand_text || !session->team) {
        felt_arena_session_close(session);
        return NULL;
    }
    session->arena_services = (struct felt_arena_services){.self = session,
                                                           .digests = services->digests,
                                                           .entropy = serve_entropy,
                                                           .post = post,
                                                           .dismiss = serve_dismiss,
                                                           .append = serve_append,
                                                           .identify = serve_identify,
                                                           .hand_over = felt_arena_records_hand,
                                                           .hand_counted = serve_counted,
                                                           .match_over = felt_arena_records_match,
                                                           .local_begin = serve_local_begin,
                                                           .local_event = serve_local_event,
                                                           .local_ask = serve_local_ask,
                                                           .local_gone = serve_local_gone};
    session->arena =
        felt_arena_init(session->arena_memory, &session->config.arena, &session->arena_services);
    felt_heap_init(&session->alarms, conns, session->alarm_memory);
    if (open_tournament(session)) return session;
    felt_arena_session_close(session);
    return NULL;
}

void felt_arena_session_close(struct felt_arena_session *session)
{
    if (!session) return;
    felt_arena_records_close(session);
    felt_arena_tournament_close(session->tournament);
    free(session->arena_memory);
    free(session->alarm_memory);
    free(session->conn);
    felt_outbox_close(&session->box);
    free(session->hands);
    free(session->record);
    free(session->hand_text);
    free(session->team);
    free(session);
}

bool felt_arena_session_restore(struct felt_arena_session *session, bool same_build,
                                const void *bytes, size_t count)
{
    const uint8_t *record = bytes;
    if (count && record[0] == FELT_RECORD_STANDING)
        return felt_arena_records_restore(session, record, count);
    if (count && record[0] == FELT_RECORD_CONTEST)
        return session->tournament &&
               felt_arena_tournament_restore(session->tournament, record, count);
    session->restoring = true;
    bool good = felt_arena_restore(session->arena, same_build, bytes, count);
    session->restoring = false;
    return good;
}

void felt_arena_session_snapshot(struct felt_arena_session *session)
{
    felt_arena_records_snapshot(session);
    if (session->tournament) felt_arena_tournament_snapshot(session->tournament);
    felt_arena_snapshot(session->arena);
}

void felt_arena_session_resume(struct felt_arena_session *session, uint32_t date, int64_t now_us)
{
    session->now_us = now_us;
    felt_arena_date(session->arena, date);
    /* Hands that were played before are in no memory: the match will have no PHH. */
    struct felt_table_face face;
    for (uint32_t table = 0; table < session->config.arena.tables_max; table++)
        if (felt_arena_face(session->arena, table, &face) && face.hands && !face.over)
            session->hands[table].cut = true;
    felt_arena_resume(session->arena, ms_of(session));
    if (session->tournament)
        felt_arena_tournament_resume(session->tournament, date, ms_of(session));
}

/* ---- allowances ---- */

static bool may_complain(struct felt_arena_session *session, struct felt_arena_session_conn *conn)
{
    const struct felt_arena_session_limits *limits = &session->config.limits;
    felt_rate_limit_earn(&conn->errors, limits->error_burst, limits->error_per_second,
                         session->now_us);
    if (!felt_rate_limit_has(&conn->errors)) {
        session->counts.errors_left_out++;
        return false;
    }
    felt_rate_limit_take(&conn->errors);
    session->counts.errors++;
    return true;
}

/* Takes a token; without one left the connection is not read until it has earned the next (O2). */
static void pay(struct felt_arena_session *session, uint32_t number)
{
    const struct felt_arena_session_limits *limits = &session->config.limits;
    struct felt_arena_session_conn *conn = &session->conn[number];
    felt_rate_limit_earn(&conn->messages, limits->burst, limits->per_second, session->now_us);
    felt_rate_limit_take(&conn->messages);
    if (felt_rate_limit_has(&conn->messages) || conn->paused) return;
    conn->paused = true;
    session->counts.paused++;
    felt_transport_pause(session->link, number, true);
    felt_heap_set(&session->alarms, number,
                  session->now_us + felt_rate_limit_wait_us(&conn->messages, limits->per_second));
}

/* ---- refusing ---- */

static void complain(struct felt_arena_session *session, uint32_t number, enum felt_refusal refusal,
                     const char *text)
{
    session->counts.refusals[refusal]++;
    if (!may_complain(session, &session->conn[number])) return;
    post(session, &number, 1,
         &(struct felt_arena_server_msg){
             .kind = FELT_ARENA_SERVER_ERROR, .refusal = (uint8_t)refusal, .text = text});
}

static void turn_away(struct felt_arena_session *session, uint32_t number, uint16_t code,
                      const char *reason)
{
    session->conn[number].state = FELT_ARENA_SESSION_CONN_REFUSED;
    session->conn[number].watches = false;
    felt_heap_clear(&session->alarms, number);
    felt_outbox_dismiss(&session->box, number, code, reason);
    felt_arena_leave(session->arena, number, ms_of(session));
}

/* What is known of a network, NULL: nothing wrong in the last minute. */
static struct felt_arena_wrong_codes *find_wrong(struct felt_arena_session *session,
                                                 uint64_t network)
{
    for (int i = 0; i < FELT_ADDRESSES_KEPT; i++) {
        struct felt_arena_wrong_codes *one = &session->wrong[i];
        if (one->count && session->now_us - one->since_us > MINUTE_US)
            *one = (struct felt_arena_wrong_codes){0};
        if (one->count && one->network == network) return one;
    }
    return NULL;
}

/* A place for one more network: free, or that with the fewest wrong codes. */
static struct felt_arena_wrong_codes *add_wrong(struct felt_arena_session *session,
                                                uint64_t network)
{
    struct felt_arena_wrong_codes *least = &session->wrong[0];
    for (int i = 1; i < FELT_ADDRESSES_KEPT; i++)
        if (session->wrong[i].count < least->count) least = &session->wrong[i];
    *least = (struct felt_arena_wrong_codes){.network = network, .since_us = session->now_us};
    return least;
}

static void note_wrong_code(struct felt_arena_session *session,
                            const struct felt_arena_session_conn *conn)
{
    for (int level = 0; !conn->loopback && level < FELT_NETWORKS; level++) {
        if (!conn->network[level]) continue;
        struct felt_arena_wrong_codes *codes = find_wrong(session, conn->network[level]);
        if (!codes) codes = add_wrong(session, conn->network[level]);
        codes->count++;
    }
}

static bool guesses_codes(struct felt_arena_session *session,
                          const struct felt_arena_session_conn *conn)
{
    uint32_t most = session->config.limits.wrong_codes;
    for (int level = 0; most && !conn->loopback && level < FELT_NETWORKS; level++) {
        const struct felt_arena_wrong_codes *codes =
            conn->network[level] ? find_wrong(session, conn->network[level]) : NULL;
        if (codes && codes->count >= most * felt_network_times(level)) return true;
    }
    return false;
}

/* ---- asks ---- */

static bool admits(const struct felt_arena_session *session,
                   const struct felt_arena_client_hello *hello)
{
    if (hello->role == FELT_AS_PLAYER) return true;
    if (hello->role == FELT_AS_SPECTATOR && session->config.watch_open) return true;
    return session->services->admit &&
           session->services->admit(session->services->self, (enum felt_comes_as)hello->role,
                                    hello->secret);
}

/* Would one more who needs no secret be too many?  This machine has no limit of its own. */
static bool is_crowded(const struct felt_arena_session *session,
                       const struct felt_arena_session_conn *conn,
                       const struct felt_arena_client_hello *hello)
{
    uint32_t all = 0, of[FELT_NETWORKS] = {0}, most = session->config.limits.watchers;
    bool crowd = false;
    if (hello->role != FELT_AS_SPECTATOR || !session->config.watch_open) return false;
    for (uint32_t i = 0; i < session->config.arena.conns_max; i++) {
        all += session->conn[i].watches;
        for (int level = 0; level < FELT_NETWORKS; level++)
            of[level] += session->conn[i].watches && conn->network[level] &&
                         session->conn[i].network[level] == conn->network[level];
    }
    for (int level = 0; level < FELT_NETWORKS; level++)
        if (of[level] >= most * felt_network_times(level)) crowd = most && !conn->loopback;
    return all >= session->config.arena.conns_max / 2 || crowd;
}

static void take_hello(struct felt_arena_session *session, uint32_t number,
                       const struct felt_arena_client_hello *hello)
{
    struct felt_arena_session_conn *conn = &session->conn[number];
    struct felt_arena_reply reply = {0};
    if (guesses_codes(session, conn)) {
        reply.refusal = FELT_REFUSED_TOO_MANY;
        memcpy(reply.text, "too many wrong codes: wait a minute", 36);
    } else if (!admits(session, hello)) {
        reply.refusal = FELT_REFUSED_FORBIDDEN;
        note_wrong_code(session, conn);
        memcpy(reply.text, "watching and operating need the secret of this server", 54);
    } else if (is_crowded(session, conn, hello)) {
        reply.refusal = FELT_REFUSED_TOO_MANY;
        memcpy(reply.text, "too many look on here: try again later", 39);
    } else {
        felt_arena_hello(session->arena, number, hello, conn->table, ms_of(session), &reply);
        if (reply.refusal == FELT_REFUSED_TEAM_TAKEN) note_wrong_code(session, conn);
    }
    if (reply.refusal != FELT_REFUSED_NOT) {
        complain(session, number, reply.refusal, reply.text);
        turn_away(session, number, FELT_CLOSE_POLICY, felt_refusal_word(reply.refusal));
        felt_arena_session_log(session, "refused", number, "code",
                               felt_refusal_word(reply.refusal));
        return;
    }
    conn->state = FELT_ARENA_SESSION_CONN_SEATED;
    conn->watches = hello->role == FELT_AS_SPECTATOR && session->config.watch_open;
    felt_heap_clear(&session->alarms, number);
    felt_arena_session_log(session, "hello", number, "team", hello->team);
}

/* What cannot be read.  Before the hello it ends the connection. */
static void take_bad(struct felt_arena_session *session, uint32_t number, enum felt_refusal refusal,
                     const char *text)
{
    struct felt_arena_session_conn *conn = &session->conn[number];
    complain(session, number, refusal, text);
    if (conn->state == FELT_ARENA_SESSION_CONN_SILENT) {
        turn_away(session, number, FELT_CLOSE_POLICY, felt_refusal_word(refusal));
        felt_arena_session_log(session, "refused", number, "code", felt_refusal_word(refusal));
    } else if (refusal == FELT_REFUSED_BAD_SCHEMA &&
               ++conn->bad_in_row >= session->config.limits.bad_in_row) {
        session->counts.bad_closed++;
        turn_away(session, number, FELT_CLOSE_POLICY, "too many bad frames");
    }
}

static void take_action(struct felt_arena_session *session, uint32_t number,
                        const struct felt_arena_client_action *action, bool stale)
{
    struct felt_arena_reply reply;
    felt_arena_act(session->arena, number, action, stale, ms_of(session), &reply);
    if (reply.refusal != FELT_REFUSED_NOT)
        complain(session, number, reply.refusal, reply.text);
    else
        felt_outbox_note(&session->box, session->now_us);
}

/* An operator's frame that is for the director and not for the table.  False: it is not. */
static bool direct_conn(struct felt_arena_session *session, uint32_t number,
                        const struct felt_arena_client_msg *msg, struct felt_arena_reply *reply)
{
    enum felt_arena_tournament_order order;
    const char *team = "";
    struct felt_table_face face;
    uint32_t table = felt_arena_operates(session->arena, number);
    if (table == FELT_ARENA_CONN_NONE) return false;
    switch ((enum felt_control)msg->control) {
    case FELT_CONTROL_START_HAND: order = FELT_ARENA_TOURNAMENT_START; break;
    case FELT_CONTROL_PAUSE: order = FELT_ARENA_TOURNAMENT_PAUSE; break;
    case FELT_CONTROL_RESUME: order = FELT_ARENA_TOURNAMENT_RESUME; break;
    case FELT_CONTROL_FORFEIT_SEAT:
        order = FELT_ARENA_TOURNAMENT_REMOVE;
        if (felt_arena_face(session->arena, table, &face) && msg->seat >= 0 &&
            msg->seat < FELT_SEATS_MAX && face.seat[msg->seat].team)
            team = face.seat[msg->seat].team;
        break;
    default: return false;
    }
    const char *why = felt_arena_session_direct(session, order, team, 0, session->now_us);
    if (why) {
        struct felt_buffer text = felt_buffer_make(reply->text, sizeof reply->text);
        reply->refusal = FELT_REFUSED_FORBIDDEN;
        felt_buffer_text(&text, why);
        felt_buffer_terminate(&text);
        return true;
    }
    felt_arena_control(session->arena, number, FELT_CONTROL_STATUS, 0, ms_of(session), reply);
    return true;
}

static void take_ask(struct felt_arena_session *session, uint32_t number,
                     const struct felt_arena_client_msg *msg, bool stale)
{
    struct felt_arena_session_conn *conn = &session->conn[number];
    struct felt_arena_reply reply = {0};
    conn->bad_in_row = 0;
    if (msg->kind == FELT_ARENA_CLIENT_HELLO && conn->state == FELT_ARENA_SESSION_CONN_SILENT) {
        take_hello(session, number, &msg->hello);
    } else if (conn->state == FELT_ARENA_SESSION_CONN_SILENT) {
        take_bad(session, number, FELT_REFUSED_BAD_HELLO,
                 "say hello first: {\"type\":\"hello\",\"v\":1,\"team\":...,\"join_code\":...}");
    } else if (msg->kind == FELT_ARENA_CLIENT_HELLO) {
        take_bad(session, number, FELT_REFUSED_BAD_SCHEMA,
                 "you are seated already: one hello for each connection");
    } else if (msg->kind == FELT_ARENA_CLIENT_ACTION) {
        take_action(session, number, &msg->action, stale);
    } else if (session->tournament && direct_conn(session, number, msg, &reply)) {
        if (reply.refusal != FELT_REFUSED_NOT) complain(session, number, reply.refusal, reply.text);
    } else {
        felt_arena_control(session->arena, number, (enum felt_control)msg->control, msg->seat,
                           ms_of(session), &reply);
        if (reply.refusal != FELT_REFUSED_NOT) complain(session, number, reply.refusal, reply.text);
    }
}

/* ---- connections ---- */

bool felt_arena_session_conn(struct felt_arena_session *session, uint32_t number,
                             const char *address, bool loopback, const char *table, int64_t now_us)
{
    if (number >= session->config.arena.conns_max || session->box.failed) return false;
    const struct felt_arena_session_limits *limits = &session->config.limits;
    struct felt_arena_session_conn *conn = &session->conn[number];
    felt_assert(conn->state == FELT_ARENA_SESSION_CONN_NONE);
    session->now_us = now_us;
    *conn = (struct felt_arena_session_conn){
        .state = FELT_ARENA_SESSION_CONN_SILENT,
        .loopback = loopback,
        .messages = felt_rate_limit_full(limits->burst, now_us),
        .errors = felt_rate_limit_full(limits->error_burst, now_us),
        .network = {felt_hash_text(address)}};
    felt_outbox_join(&session->box, number);
    size_t length = strlen(table);
    if (length >= sizeof conn->table) length = sizeof conn->table - 1;
    memcpy(conn->table, table, length);
    felt_heap_set(&session->alarms, number, now_us + (int64_t)limits->hello_ms * 1000);
    if (session->frozen) felt_transport_pause(session->link, number, true);
    felt_arena_session_log(session, "connected", number, "address", address);
    return true;
}

void felt_arena_session_networks(struct felt_arena_session *session, uint32_t number,
                                 const uint64_t network[FELT_NETWORKS])
{
    felt_assert(number < session->config.arena.conns_max);
    memcpy(session->conn[number].network, network, sizeof session->conn[number].network);
}

void felt_arena_session_text(struct felt_arena_session *session, uint32_t number, const char *text,
                             size_t bytes, bool stale, int64_t now_us)
{
    felt_assert(number < session->config.arena.conns_max);
    struct felt_arena_session_conn *conn = &session->conn[number];
    if (conn->state == FELT_ARENA_SESSION_CONN_NONE ||
        conn->state == FELT_ARENA_SESSION_CONN_REFUSED || session->box.failed)
        return;
    session->now_us = now_us;
    session->counts.messages++;
    struct felt_arena_client_msg msg;
    char why[FELT_PROTOCOL_TEXT_BYTES];
    enum felt_refusal refusal = felt_protocol_read_arena_client(text, bytes, &msg, why);
    bool answers = refusal == FELT_REFUSED_NOT && msg.kind == FELT_ARENA_CLIENT_ACTION &&
                   felt_arena_awaits(session->arena, number);
    uint64_t refused = session->counts.errors + session->counts.errors_left_out;
    if (refusal == FELT_REFUSED_NOT)
        take_ask(session, number, &msg, stale);
    else
        take_bad(session, number, refusal, why);
    /* An answer that was refused is paid for like anything else. */
    if (answers && refused == session->counts.errors + session->counts.errors_left_out) return;
    if (conn->state == FELT_ARENA_SESSION_CONN_SEATED) pay(session, number);
}

void felt_arena_session_message(void *self, uint32_t number, const char *text, size_t bytes,
                                bool stale)
{
    struct felt_arena_session *session = self;
    int64_t now_us = session->services->now_us(felt_arena_session_journal(session));
    felt_arena_session_text(session, number, text, bytes, stale, now_us);
}

void felt_arena_session_gone(struct felt_arena_session *session, uint32_t number, int64_t now_us)
{
    felt_assert(number < session->config.arena.conns_max);
    struct felt_arena_session_conn *conn = &session->conn[number];
    if (conn->state == FELT_ARENA_SESSION_CONN_NONE) return;
    session->now_us = now_us;
    felt_heap_clear(&session->alarms, number);
    felt_outbox_part(&session->box, number);
    *conn = (struct felt_arena_session_conn){0};
    felt_arena_leave(session->arena, number, ms_of(session));
    felt_arena_session_log(session, "gone", number, NULL, NULL);
}

void felt_arena_session_answer(struct felt_arena_session *session, uint32_t table, felt_seat seat,
                               uint64_t req_id, struct felt_action action, int64_t now_us)
{
    session->now_us = now_us;
    felt_arena_answer(session->arena, table, seat, req_id, action, ms_of(session));
}

/* ---- turns ---- */

static void wake_conn(struct felt_arena_session *session, uint32_t number)
{
    const struct felt_arena_session_limits *limits = &session->config.limits;
    struct felt_arena_session_conn *conn = &session->conn[number];
    if (conn->state == FELT_ARENA_SESSION_CONN_SILENT) {
        complain(session, number, FELT_REFUSED_BAD_HELLO, "no hello came in time");
        turn_away(session, number, FELT_CLOSE_POLICY, "no hello");
        felt_arena_session_log(session, "refused", number, "code", "BAD_HELLO");
        return;
    }
    if (!conn->paused) return;
    felt_rate_limit_earn(&conn->messages, limits->burst, limits->per_second, session->now_us);
    conn->paused = false;
    if (!session->frozen) felt_transport_pause(session->link, number, false);
}

int64_t felt_arena_session_turn(struct felt_arena_session *session, uint32_t date, int64_t now_us)
{
    int64_t time, number;
    session->now_us = now_us;
    felt_arena_date(session->arena, date);
    while ((number = felt_heap_next(&session->alarms, &time)) != FELT_HEAP_NONE && time <= now_us) {
        felt_heap_clear(&session->alarms, (uint32_t)number);
        wake_conn(session, (uint32_t)number);
    }
    int64_t next_ms = felt_arena_tick(session->arena, ms_of(session));
    if (session->tournament) {
        int64_t more_ms = felt_arena_tournament_turn(session->tournament, ms_of(session));
        int64_t then_ms = felt_arena_alarm(session->arena);
        next_ms = then_ms < more_ms ? then_ms : more_ms;
    }
    felt_outbox_send(&session->box);
    int64_t next = felt_heap_next(&session->alarms, &time) == FELT_HEAP_NONE ? INT64_MAX : time;
    if (next_ms != INT64_MAX && next_ms * 1000 < next) next = next_ms * 1000;
    return next;
}

void felt_arena_session_acked(struct felt_arena_session *session, uint64_t number, int64_t now_us)
{
    if (now_us > session->now_us) session->now_us = now_us;
    felt_outbox_acked(&session->box, number);
}

size_t felt_arena_session_waiting(const struct felt_arena_session *session)
{
    return felt_outbox_waits(&session->box) ? session->box.waiting_bytes + 1 : 0;
}

void felt_arena_session_freeze(struct felt_arena_session *session, bool frozen)
{
    if (session->frozen == frozen) return;
    session->frozen = frozen;
    for (uint32_t number = 0; number < session->config.arena.conns_max; number++) {
        const struct felt_arena_session_conn *conn = &session->conn[number];
        if (conn->state == FELT_ARENA_SESSION_CONN_SILENT ||
            conn->state == FELT_ARENA_SESSION_CONN_SEATED)
            felt_transport_pause(session->link, number, frozen || conn->paused);
    }
}

bool felt_arena_session_failed(const struct felt_arena_session *session)
{
    return session->box.failed;
}

void felt_arena_session_farewell(struct felt_arena_session *session, const char *text,
                                 int64_t now_us)
{
    session->now_us = now_us;
    for (uint32_t number = 0; number < session->config.arena.conns_max; number++)
        if (session->conn[number].state == FELT_ARENA_SESSION_CONN_SEATED)
            post(session, &number, 1,
                 &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_NOTICE, .text = text});
    felt_outbox_send(&session->box);
}

struct felt_arena *felt_arena_session_arena(struct felt_arena_session *session)
{
    return session->arena;
}

struct felt_arena_tournament *felt_arena_session_tournament(struct felt_arena_session *session)
{
    return session->tournament;
}

const char *felt_arena_session_direct(struct felt_arena_session *session,
                                      enum felt_arena_tournament_order order, const char *team,
                                      int64_t amount, int64_t now_us)
{
    session->now_us = now_us;
    return felt_arena_tournament_obey(session->tournament, order, team, amount, ms_of(session));
}

const struct felt_arena_session_counts *
felt_arena_session_counts(const struct felt_arena_session *session)
{
    return &session->counts;
}
