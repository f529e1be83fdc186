/* room_session.c -- the room session: opening, what the room wants from it, and the turns of the
 * loop. */
#include "server/session/room_session_parts.h"

#include "felt/assert.h"
#include "felt/json.h"
#include "server/protocol/write_room_server.h"

#include <stdlib.h>
#include <string.h>

enum { LOG_BYTES = 1024, COUNTER_MS = 10, DAY_MS = 86400000 };

/* ---- log ---- */

void felt_room_session_log(struct felt_room_session *session,
                           const struct felt_room_session_log *log)
{
    if (!session->services->log) return;
    char text[LOG_BYTES];
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    struct felt_json json = felt_json_make(&out);
    felt_json_object(&json);
    felt_json_key(&json, "at_ms"), felt_json_int(&json, felt_room_session_wall_ms(session));
    felt_json_key(&json, "level"), felt_json_text(&json, log->level ? log->level : "info");
    felt_json_key(&json, "event"), felt_json_text(&json, log->event);
    if (log->conn != FELT_NO_LINE) felt_json_key(&json, "line"), felt_json_uint(&json, log->conn);
    if (log->user) felt_json_key(&json, "user"), felt_json_int(&json, log->user);
    if (log->key) felt_json_key(&json, log->key), felt_json_text(&json, log->value);
    if (log->more_key) felt_json_key(&json, log->more_key), felt_json_text(&json, log->more);
    felt_json_end(&json);
    if (felt_json_done(&json)) session->services->log(session->services->self, out.bytes, out.used);
}

/* ---- the ledger ---- */

bool felt_room_session_order(struct felt_room_session *session, struct felt_order *order,
                             enum felt_errand errand, uint64_t number)
{
    const struct felt_ledger_services *bank = &session->services->bank;
    felt_assert(number <= FELT_TICKET_NUMBER);
    order->now_ms = felt_room_session_wall_ms(session);
    return bank->order(bank->self, order, felt_room_session_ticket(errand, number));
}

bool felt_room_session_ask(struct felt_room_session *session, struct felt_question *question,
                           enum felt_errand errand, uint64_t number)
{
    const struct felt_ledger_services *bank = &session->services->bank;
    felt_assert(number <= FELT_TICKET_NUMBER);
    question->now_ms = felt_room_session_wall_ms(session);
    return bank->ask(bank->self, question, felt_room_session_ticket(errand, number));
}

bool felt_room_session_hold(struct felt_room_session *session, const struct felt_order *order,
                            enum felt_errand errand, uint64_t number)
{
    if (session->held_count == FELT_ROOM_SESSION_ORDERS) return false;
    uint32_t at = (session->held_first + session->held_count++) % FELT_ROOM_SESSION_ORDERS;
    session->held[at] = (struct felt_held_order){
        .errand = errand, .turn = session->box.sealed_turns, .ticket = number, .order = *order};
    return true;
}

/* The journal has what it rests on (A1). */
static bool may_leave(const struct felt_room_session *session, const struct felt_held_order *held)
{
    return (int32_t)(held->turn - session->box.sent_turns) < 0;
}

/* Orders of the room and the tournament service, in their order, as far as the counter takes them.
 */
static void give_orders(struct felt_room_session *session)
{
    session->held_retry_ms = INT64_MAX;
    while (session->held_count) {
        struct felt_held_order *held = &session->held[session->held_first];
        if (!may_leave(session, held)) return;
        if (!felt_room_session_order(session, &held->order, held->errand, held->ticket)) {
            session->held_retry_ms = felt_room_session_ms(session) + COUNTER_MS;
            return;
        }
        session->held_first = (session->held_first + 1) % FELT_ROOM_SESSION_ORDERS;
        session->held_count--;
    }
}

/* ---- frames ---- */

/* News that a slow reader may miss: the next one says the same and more. */
static bool is_droppable(const struct felt_room_server_msg *msg)
{
    return msg->kind == FELT_ROOM_SERVER_LOBBY_ROW || msg->kind == FELT_ROOM_SERVER_EVENT_ROW;
}

static bool is_act(const struct felt_room_server_msg *msg)
{
    return msg->kind == FELT_ROOM_SERVER_CHOOSE ||
           (msg->kind == FELT_ROOM_SERVER_HAND && msg->tell->kind == FELT_ARENA_SERVER_ACT);
}

void felt_room_session_post(void *self, const uint32_t *conns, int count,
                            const struct felt_room_server_msg *msg)
{
    struct felt_room_session *session = self;
    uint32_t receivers = 0;
    for (int i = 0; i < count; i++) {
        if (conns[i] >= session->conns) { /* A4 */
            if (conns[i] - session->conns < session->config.house_players)
                felt_house_seating_hear(session->seating, conns[i], msg,
                                        felt_room_session_ms(session));
            continue;
        }
        if (msg->kind == FELT_ROOM_SERVER_ERROR &&
            !felt_room_session_may_complain(session, conns[i]))
            continue;
        session->receivers[receivers++] = conns[i];
    }
    if (msg->kind == FELT_ROOM_SERVER_ERROR && count > 0 && conns[0] < session->conns)
        session->counts.refusals[msg->no]++;
    bool fits = felt_outbox_post(
        &session->box, session->receivers, receivers, msg,
        (struct felt_outbox_manner){.droppable = is_droppable(msg), .act = is_act(msg)});
    if (!fits)
        felt_room_session_log(session,
                              &(struct felt_room_session_log){.level = "error",
                                                              .event = "frame_too_long",
                                                              .conn = session->receivers[0]});
}

static enum felt_flush flush(void *self, uint64_t *number)
{
    struct felt_room_session *session = self;
    if (!session->services->flush) return FELT_FLUSH_DONE;
    return session->services->flush(felt_room_session_journal(session), number);
}

static void note_sealed(void *self)
{
    felt_room_sealed(((struct felt_room_session *)self)->room);
}

static void write_frame(void *self, const void *what, struct felt_buffer *out)
{
    struct felt_room_session *session = self;
    struct felt_room_server_msg msg = *(const struct felt_room_server_msg *)what;
    if (msg.kind == FELT_ROOM_SERVER_TABLE &&
        msg.table->stake->directed) /* the room knows no more */
        msg.event = felt_room_session_tournaments_at(session, msg.table->index);
    felt_protocol_write_room_server(&msg, felt_room_session_wall_ms(session),
                                    felt_room_session_ms(session), out);
}

static void note_sent(void *self)
{
    struct felt_room_session *session = self;
    struct felt_room_session_counts *counts = &session->counts;
    if (!session->box.failed) give_orders(session);
    felt_room_sent(session->room);
    counts->frames = session->box.sent_frames;
    counts->bytes = session->box.sent_bytes;
    felt_outbox_latency(&session->box,
                        session->services->now_us(felt_room_session_journal(session)),
                        counts->latency, &counts->latency_us, &counts->latencies);
}

/* ---- what the room wants ---- */

static void serve_entropy(void *self, void *out, size_t bytes)
{
    struct felt_room_session *session = self;
    session->services->entropy(session->services->self, out, bytes);
}

static void serve_append(void *self, const void *bytes, size_t count)
{
    struct felt_room_session *session = self;
    if (session->services->append)
        session->services->append(felt_room_session_journal(session), bytes, count);
}

/* It goes to the ledger once the journal knows of it: an order that was done and then forgotten
 * would leave chips where nobody looks for them. */
static bool serve_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    return felt_room_session_hold(self, order, FELT_ERRAND_FLOOR, ticket);
}

static void serve_alarm(void *self, const char *table, const char *text)
{
    felt_room_session_log(self, &(struct felt_room_session_log){.level = "error",
                                                                .event = "alarm",
                                                                .conn = FELT_NO_LINE,
                                                                .key = "table",
                                                                .value = table ? table : "",
                                                                .more_key = "text",
                                                                .more = text});
}

static void serve_local_sit(void *self, uint32_t table, felt_seat seat, int64_t user)
{
    const struct felt_room_session_services *services =
        ((struct felt_room_session *)self)->services;
    if (services->local_sit) services->local_sit(services->self, table, seat, user);
}

static void serve_local_stand(void *self, uint32_t table, felt_seat seat)
{
    const struct felt_room_session_services *services =
        ((struct felt_room_session *)self)->services;
    if (services->local_stand) services->local_stand(services->self, table, seat);
}

static void serve_local_begin(void *self, uint32_t table, felt_seat seat,
                              const struct felt_game_adapter *adapter)
{
    const struct felt_room_session_services *services =
        ((struct felt_room_session *)self)->services;
    if (services->local_begin) services->local_begin(services->self, table, seat, adapter);
}

static void serve_local_event(void *self, uint32_t table, felt_seat seat,
                              const struct felt_event *event)
{
    const struct felt_room_session_services *services =
        ((struct felt_room_session *)self)->services;
    if (services->local_event) services->local_event(services->self, table, seat, event);
}

static const struct felt_stake *serve_stake_again(void *self, const char *text, size_t bytes)
{
    const struct felt_room_session_services *services =
        ((struct felt_room_session *)self)->services;
    return services->stake_again(services->self, text, bytes);
}

static void serve_stake_gone(void *self, const struct felt_stake *stake)
{
    const struct felt_room_session_services *services =
        ((struct felt_room_session *)self)->services;
    if (services->stake_gone) services->stake_gone(services->self, stake);
}

static const struct felt_stake *serve_stake_make(void *self, const char *id,
                                                 const struct felt_room_client_terms *terms,
                                                 const struct felt_stake *old,
                                                 char why[FELT_ROOM_TEXT_BYTES])
{
    const struct felt_room_session_services *services =
        ((struct felt_room_session *)self)->services;
    return services->stake_make(services->self, id, terms, old, why);
}

/* ---- opening ---- */

static bool open_box(struct felt_room_session *session)
{
    return felt_outbox_open(&session->box,
                            &(struct felt_outbox_config){.self = session,
                                                         .link = session->link,
                                                         .conns = session->conns,
                                                         .bytes = FELT_ROOM_SESSION_OUTBOX_BYTES,
                                                         .flush = flush,
                                                         .write = write_frame,
                                                         .sealed = note_sealed,
                                                         .sent = note_sent});
}

static void open_room(struct felt_room_session *session)
{
    uint64_t seed;
    serve_entropy(session, &seed, sizeof seed);
    session->rng = felt_rng_make(seed);
    session->room_services = (struct felt_room_services){
        .self = session,
        .digests = session->services->digests,
        .entropy = serve_entropy,
        .post = felt_room_session_post,
        .append = serve_append,
        .order = serve_order,
        .directed_over = felt_room_session_tournaments_hand,
        .stake_again = session->services->stake_again ? serve_stake_again : NULL,
        .stake_gone = serve_stake_gone,
        .stake_make = session->services->stake_make ? serve_stake_make : NULL,
        .other = felt_room_session_tournaments_record,
        .hand_over = session->services->keep_hand ? felt_room_session_hand_over : NULL,
        .alarm = serve_alarm,
        .local_sit = serve_local_sit,
        .local_stand = serve_local_stand,
        .local_begin = serve_local_begin,
        .local_event = serve_local_event,
        .local_ask = felt_house_answers_ask,
        .local_choose = felt_house_answers_choose};
    session->seating_services =
        (struct felt_house_seating_services){.self = session, .stake = felt_house_accounts_stake};
    session->room =
        felt_room_init(session->room_memory, &session->config.room, &session->room_services);
    if (session->seating_memory)
        session->seating = felt_house_seating_init(
            session->seating_memory, session->room, session->config.house_players,
            session->config.room.tables_max, &session->config.seating, &session->seating_services,
            felt_rng_split(&session->rng, 1));
}

struct felt_room_session *felt_room_session_open(const struct felt_room_session_config *config,
                                                 const struct felt_room_session_services *services,
                                                 const struct felt_transport *transport)
{
    uint32_t house = config->house_players + config->event_house;
    felt_assert(house < config->room.conns_max);
    struct felt_room_session *session = calloc(1, sizeof *session);
    if (!session) return NULL;
    session->config = *config;
    session->services = services;
    session->link = transport;
    session->conns = config->room.conns_max - house;
    session->room_memory = calloc(1, felt_room_bytes(&session->config.room));
    /* Without members it still knows how long somebody thinks. */
    if (house)
        session->seating_memory =
            calloc(1, felt_house_seating_bytes(config->house_players, config->room.tables_max));
    session->alarm_memory = calloc(1, felt_heap_bytes(session->conns));
    session->conn = calloc(session->conns, sizeof *session->conn);
    session->receivers = calloc(config->room.conns_max, sizeof *session->receivers);
    session->told = calloc(session->conns, sizeof *session->told);
    session->lookup = calloc(FELT_ROOM_SESSION_LOOKUPS, sizeof *session->lookup);
    session->held = calloc(FELT_ROOM_SESSION_ORDERS, sizeof *session->held);
    session->record = calloc(1, sizeof *session->record);
    session->hand_text = malloc(FELT_RECORD_TEXT_MAX);
    bool opened = open_box(session);
    opened = felt_house_accounts_open(session) && opened;
    opened = felt_house_answers_open(session) && opened;
    if (!opened || !session->room_memory || (house && !session->seating_memory) ||
        !session->alarm_memory || !session->conn || !session->receivers || !session->told ||
        !session->lookup || !session->held || !session->record || !session->hand_text) {
        felt_room_session_close(session);
        return NULL;
    }
    felt_heap_init(&session->alarms, session->conns, session->alarm_memory);
    open_room(session);
    if (config->tournaments && !felt_room_session_tournaments_open(session)) {
        felt_room_session_close(session);
        return NULL;
    }
    return session;
}

void felt_room_session_close(struct felt_room_session *session)
{
    if (!session) return;
    for (uint32_t i = 0; session->conn && i < session->conns; i++)
        felt_room_session_forget_frames(&session->conn[i]);
    felt_outbox_close(&session->box);
    felt_room_session_tournaments_close(session);
    felt_house_accounts_close(session);
    felt_house_answers_close(session);
    free(session->room_memory);
    free(session->seating_memory);
    free(session->alarm_memory);
    free(session->conn);
    free(session->receivers);
    free(session->told);
    free(session->lookup);
    free(session->held);
    free(session->record);
    free(session->hand_text);
    free(session);
}

bool felt_room_session_restore(struct felt_room_session *session, bool same_build,
                               const void *bytes, size_t count)
{
    return felt_room_restore(session->room, same_build, bytes, count);
}

void felt_room_session_snapshot(struct felt_room_session *session)
{
    felt_room_snapshot(session->room);
    felt_room_session_tournaments_snapshot(session);
}

void felt_room_session_set_time(struct felt_room_session *session, int64_t now_us)
{
    if (now_us > session->now_us) session->now_us = now_us;
}

void felt_room_session_resume(struct felt_room_session *session, uint32_t date, int64_t now_us,
                              int64_t wall_ms)
{
    felt_room_session_set_time(session, now_us);
    session->wall_minus_ms = wall_ms - felt_room_session_ms(session);
    felt_room_date(session->room, date);
    /* Hundredths of a second of the day: no room deals so many hands. */
    felt_room_hands_above(session->room, (uint32_t)(wall_ms % DAY_MS / 10));
    felt_room_resume(session->room, felt_room_session_ms(session));
    felt_house_accounts_resume(session);
}

/* ---- answers that come later ---- */

void felt_room_session_acked(struct felt_room_session *session, uint64_t number, int64_t now_us)
{
    felt_room_session_set_time(session, now_us);
    felt_outbox_acked(&session->box, number);
}

size_t felt_room_session_waiting(const struct felt_room_session *session)
{
    return felt_outbox_waits(&session->box) ? session->box.waiting_bytes + 1 : 0;
}

void felt_room_session_receipt(struct felt_room_session *session, uint64_t ticket,
                               const struct felt_receipt *receipt, int64_t now_us)
{
    enum felt_errand errand = (enum felt_errand)(ticket >> FELT_TICKET_SHIFT);
    uint64_t number = ticket & FELT_TICKET_NUMBER;
    felt_room_session_set_time(session, now_us);
    if (errand == FELT_ERRAND_FLOOR)
        felt_room_receipt(session->room, number, receipt, felt_room_session_ms(session));
    else if (errand == FELT_ERRAND_OFFICE)
        felt_room_session_tournaments_receipt(session, number, receipt);
    else
        felt_house_accounts_receipt(session, errand, number, receipt);
}

void felt_room_session_found(struct felt_room_session *session, uint64_t ticket,
                             struct felt_ledger_answer *answer, int64_t now_us)
{
    enum felt_errand errand = (enum felt_errand)(ticket >> FELT_TICKET_SHIFT);
    uint64_t number = ticket & FELT_TICKET_NUMBER;
    felt_room_session_set_time(session, now_us);
    if (errand == FELT_ERRAND_HELLO)
        felt_room_session_hello_found(session, number, answer);
    else if (errand == FELT_ERRAND_PRIZES)
        felt_room_session_pools_found(session, answer);
    else if (errand == FELT_ERRAND_POOL)
        felt_room_session_pool_found(session, (uint32_t)number, answer);
    else if (errand == FELT_ERRAND_MEMBER)
        felt_room_session_club_found(session, number, answer);
    else
        felt_house_accounts_found(session, errand, number, answer);
    free(answer->rows);
    answer->rows = NULL;
}

/* ---- turns ---- */

static int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int64_t felt_room_session_turn(struct felt_room_session *session, uint32_t date, int64_t now_us,
                               int64_t wall_ms)
{
    int64_t time, number, next_ms = INT64_MAX;
    felt_room_session_set_time(session, now_us);
    session->wall_minus_ms = wall_ms - felt_room_session_ms(session);
    felt_room_date(session->room, date);
    while ((number = felt_heap_next(&session->alarms, &time)) != FELT_HEAP_NONE &&
           time <= session->now_us) {
        felt_heap_clear(&session->alarms, (uint32_t)number);
        felt_room_session_alarm_conn(session, (uint32_t)number);
    }
    next_ms = sooner(next_ms, felt_house_accounts_tick(session));
    if (session->seating && felt_room_is_open(session->room))
        next_ms = sooner(next_ms,
                         felt_house_seating_tick(session->seating, felt_room_session_ms(session)));
    felt_house_answers_tick(session);
    (void)felt_room_tick(session->room, felt_room_session_ms(session));
    /* The tournament service deals where a hand is over; whatever that brings to an end is its next
     * turn's. */
    felt_room_session_tournaments_tick(session);
    next_ms = sooner(next_ms, felt_room_tick(session->room, felt_room_session_ms(session)));
    next_ms = sooner(next_ms, felt_room_session_tournaments_next(session));
    next_ms = sooner(next_ms, felt_house_accounts_next(session));
    /* What the room has just asked may have its answer already. */
    next_ms = sooner(next_ms, felt_house_answers_next(session));
    felt_outbox_send(&session->box);
    /* While the journal waits for its disk no turn is sent: a retry that is due would be due for
     * ever, and the loop would spin. */
    if (session->held_count && !session->box.failed &&
        session->held_retry_ms <= felt_room_session_ms(session))
        give_orders(session);
    if (session->held_count) next_ms = sooner(next_ms, session->held_retry_ms);
    int64_t next = next_ms == INT64_MAX ? INT64_MAX : next_ms * 1000;
    if (felt_heap_next(&session->alarms, &time) != FELT_HEAP_NONE) next = sooner(next, time);
    return next;
}

bool felt_room_session_failed(const struct felt_room_session *session)
{
    return session->box.failed;
}

void felt_room_session_answer(struct felt_room_session *session, uint32_t table, felt_seat seat,
                              uint64_t req_id, struct felt_action action, int64_t now_us)
{
    felt_room_session_set_time(session, now_us);
    felt_house_answers_answer(session, table, seat, req_id, action);
}

/* ---- looking ---- */

struct felt_room *felt_room_session_room(struct felt_room_session *session)
{
    return session->room;
}

struct felt_house_seating *felt_room_session_seating(struct felt_room_session *session)
{
    return session->seating;
}

const struct felt_room_session_counts *
felt_room_session_counts(const struct felt_room_session *session)
{
    return &session->counts;
}
