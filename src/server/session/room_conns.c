/* room_conns.c -- connections of the net: who is at the other end, what he wants, how much he may
 * send.
 *
 * The life of a connection:
 *
 *     silent --hello--> asking --the ledger knows him--> in
 *        |                 |  \--the ledger is away----> silent, and may say hello again
 *        \--without a token, or nobody's---------------> in (he watches)
 *
 * While the ledger is asked the connection is not read from; what had arrived before waits here. */
#include "server/session/room_session_parts.h"

#include "accounts/token.h"
#include "felt/assert.h"
#include "server/protocol/read_room_client.h"

#include <stdlib.h>
#include <string.h>

enum { LIFE_MASK = (1 << 24) - 1, CONN_SHIFT = 32, SESSION_LOOK_MS = 3600000 };

/* ---- allowances ---- */

bool felt_room_session_may_complain(struct felt_room_session *session, uint32_t number)
{
    const struct felt_arena_session_limits *limits = &session->config.limits;
    struct felt_room_session_conn *conn = &session->conn[number];
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

/* The link reads from the connection, or does not, as the connection's state has it. */
static void mind_reading(struct felt_room_session *session, uint32_t number)
{
    struct felt_room_session_conn *conn = &session->conn[number];
    bool stopped = conn->paused || conn->state == FELT_ROOM_SESSION_ASKING || session->frozen;
    if (stopped == conn->stopped || conn->state == FELT_ROOM_SESSION_REFUSED) return;
    conn->stopped = stopped;
    felt_transport_pause(session->link, number, stopped);
}

/* When to look whether the session is over.  At least once an hour, because the calendar may be
 * set while the alarms' clock goes on. */
static int64_t session_alarm_us(const struct felt_room_session *session,
                                const struct felt_room_session_conn *conn)
{
    int64_t left_ms = conn->expires_ms - felt_room_session_wall_ms(session);
    if (left_ms > SESSION_LOOK_MS) left_ms = SESSION_LOOK_MS;
    return session->now_us + (left_ms > 0 ? left_ms : 0) * 1000;
}

/* One alarm for a connection: its next token, the end of its time to say hello, or of its session.
 */
static void mind_alarm(struct felt_room_session *session, uint32_t number)
{
    const struct felt_room_session_conn *conn = &session->conn[number];
    int64_t time = INT64_MAX;
    if (conn->state == FELT_ROOM_SESSION_SILENT) time = conn->hello_until_us;
    if (conn->paused && conn->paused_until_us < time) time = conn->paused_until_us;
    if (conn->state == FELT_ROOM_SESSION_IN && conn->expires_ms) {
        int64_t over_us = session_alarm_us(session, conn);
        if (over_us < time) time = over_us;
    }
    if (time == INT64_MAX)
        felt_heap_clear(&session->alarms, number);
    else
        felt_heap_set(&session->alarms, number, time);
}

/* Takes a token; without one left the connection is not read until it has earned the next (A2). */
static void pay(struct felt_room_session *session, uint32_t number)
{
    const struct felt_arena_session_limits *limits = &session->config.limits;
    struct felt_room_session_conn *conn = &session->conn[number];
    felt_rate_limit_earn(&conn->messages, limits->burst, limits->per_second, session->now_us);
    felt_rate_limit_take(&conn->messages);
    if (felt_rate_limit_has(&conn->messages) || conn->paused) return;
    conn->paused = true;
    conn->paused_until_us =
        session->now_us + felt_rate_limit_wait_us(&conn->messages, limits->per_second);
    session->counts.paused++;
    mind_reading(session, number);
    mind_alarm(session, number);
}

/* ---- refusing ---- */

static void complain(struct felt_room_session *session, uint32_t number, enum felt_no no,
                     const struct felt_room_client_msg *msg, const char *text)
{
    felt_room_session_post(session, &number, 1,
                           &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_ERROR,
                                                          .no = (uint8_t)no,
                                                          .seat = FELT_SEAT_NONE,
                                                          .has_req = msg && msg->has_req,
                                                          .req = msg ? msg->req : 0,
                                                          .text = text});
}

void felt_room_session_forget_frames(struct felt_room_session_conn *conn)
{
    for (struct felt_waiting_frame *frame; (frame = conn->first) != NULL;) {
        conn->first = frame->next;
        free(frame);
    }
    conn->last = NULL;
    conn->waiting = 0;
}

static void turn_away(struct felt_room_session *session, uint32_t number, const char *reason)
{
    struct felt_room_session_conn *conn = &session->conn[number];
    bool was_in = conn->state == FELT_ROOM_SESSION_IN;
    conn->state = FELT_ROOM_SESSION_REFUSED;
    felt_heap_clear(&session->alarms, number);
    felt_room_session_forget_frames(conn);
    felt_outbox_dismiss(&session->box, number, FELT_CLOSE_POLICY, reason);
    if (!was_in) return;
    felt_room_leave(session->room, number, felt_room_session_ms(session));
    felt_room_session_tournaments_gone(session, number);
}

static void refuse_hello(struct felt_room_session *session, uint32_t number, enum felt_no no,
                         const char *text)
{
    struct felt_room_session_conn *conn = &session->conn[number];
    struct felt_room_client_msg hello = {.has_req = conn->has_req, .req = conn->req};
    complain(session, number, no, &hello, text);
    felt_room_session_log(
        session, &(struct felt_room_session_log){
                     .event = "refused", .conn = number, .key = "code", .value = felt_no_word(no)});
    turn_away(session, number, felt_no_word(no));
}

/* ---- hello ---- */

static void welcome(struct felt_room_session *session, uint32_t number,
                    const struct felt_user *user)
{
    struct felt_room_session_conn *conn = &session->conn[number];
    struct felt_room_guest who = {.bot = conn->bot};
    struct felt_room_reply reply = {0};
    if (user) {
        who.user = user->id;
        who.kind = user->kind;
        who.bank = user->chips;
        memcpy(who.name, user->handle, sizeof who.name);
    }
    conn->state = FELT_ROOM_SESSION_IN;
    conn->user = who.user;
    who.network = conn->network;
    conn->kind = who.kind;
    memcpy(conn->name, who.name, sizeof conn->name);
    felt_room_session_post(session, &number, 1,
                           &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_WELCOME,
                                                          .seat = FELT_SEAT_NONE,
                                                          .has_req = conn->has_req,
                                                          .req = conn->req,
                                                          .user = user,
                                                          .bank = who.bank});
    if (!felt_room_enter(session->room, number, &who, felt_room_session_ms(session), &reply)) {
        conn->state = FELT_ROOM_SESSION_SILENT; /* the room does not know him */
        refuse_hello(session, number, reply.no, reply.text);
        return;
    }
    felt_room_session_log(session, &(struct felt_room_session_log){
                                       .event = "hello", .conn = number, .user = who.user});
    if (user && session->services->known)
        session->services->known(session->services->self, number, user->id);
    if (user && !conn->rowless && session->services->visited)
        session->services->visited(session->services->self, number, user->id);
    if (user) felt_room_session_tournaments_greet(session, user->id);
    mind_reading(session, number);
    mind_alarm(session, number);
}

/* The ledger is away: the connection may say hello again. */
static void put_off(struct felt_room_session *session, uint32_t number)
{
    struct felt_room_session_conn *conn = &session->conn[number];
    struct felt_room_client_msg hello = {.has_req = conn->has_req, .req = conn->req};
    conn->state = FELT_ROOM_SESSION_SILENT;
    conn->put_off = true;
    conn->hello_until_us = session->now_us + (int64_t)session->config.limits.hello_ms * 1000;
    complain(session, number, FELT_NO_BANK, &hello,
             "nobody can be signed in at the moment: say hello again in a few seconds");
    mind_reading(session, number);
    mind_alarm(session, number);
}

static void ask_who(struct felt_room_session *session, uint32_t number)
{
    struct felt_room_session_conn *conn = &session->conn[number];
    struct felt_question question = {.kind = FELT_QUESTION_SESSION, .limit = 1};
    memcpy(question.token, conn->token, sizeof question.token);
    conn->doubted = false;
    conn->state = FELT_ROOM_SESSION_ASKING;
    uint64_t name = (uint64_t)conn->life << CONN_SHIFT | number;
    if (!felt_room_session_ask(session, &question, FELT_ERRAND_HELLO, name)) {
        put_off(session, number);
        return;
    }
    mind_reading(session, number);
    mind_alarm(session, number);
}

static void take_hello(struct felt_room_session *session, uint32_t number,
                       const struct felt_room_client_msg *msg)
{
    struct felt_room_session_conn *conn = &session->conn[number];
    conn->bot = msg->bot;
    conn->has_req = msg->has_req;
    conn->req = msg->req;
    conn->by_cookie = !msg->token[0];
    const char *token = conn->by_cookie ? conn->cookie : msg->token;
    if (token[0] && felt_token_hash(&session->services->digests, token, strlen(token), conn->token))
        ask_who(session, number);
    else if (conn->by_cookie)
        welcome(session, number, NULL);
    else
        refuse_hello(session, number, FELT_NO_BAD_HELLO,
                     "this is no token: sign in again, or say hello without one to watch");
}

/* A link is no session yet, and a script's token is not for a browser's cookie. */
static bool suits(const struct felt_room_session_conn *conn, const struct felt_session *session)
{
    enum felt_session_kind kind = (enum felt_session_kind)session->kind;
    return felt_session_is_browser(kind) || (!conn->by_cookie && kind == FELT_SESSION_BEARER);
}

static void take_text(struct felt_room_session *session, uint32_t number, const char *text,
                      size_t bytes, bool stale);

/* What had arrived behind the hello. */
static void take_waiting(struct felt_room_session *session, uint32_t number)
{
    struct felt_room_session_conn *conn = &session->conn[number];
    for (struct felt_waiting_frame *frame; (frame = conn->first) != NULL; free(frame)) {
        if (conn->state == FELT_ROOM_SESSION_ASKING) return;
        conn->first = frame->next;
        if (!conn->first) conn->last = NULL;
        conn->waiting--;
        take_text(session, number, frame->text, frame->bytes, frame->stale);
    }
}

/* The room forgets who is silenced when it restarts, or does not know him yet. */
static void keep_silent(struct felt_room_session *session, const struct felt_user *user)
{
    int64_t left_ms = user->silenced_until - felt_room_session_wall_ms(session);
    if (left_ms > 0)
        (void)felt_room_silence(session->room, user->id, felt_room_session_ms(session) + left_ms);
}

void felt_room_session_hello_found(struct felt_room_session *session, uint64_t name,
                                   const struct felt_ledger_answer *answer)
{
    uint32_t number = (uint32_t)name, life = (uint32_t)(name >> CONN_SHIFT);
    felt_assert(number < session->conns);
    struct felt_room_session_conn *conn = &session->conn[number];
    if (conn->state != FELT_ROOM_SESSION_ASKING || conn->life != life) return; /* he has gone */
    if (conn->doubted) { /* the answer may be older than the end of the session */
        ask_who(session, number);
        return;
    }
    bool known = answer->outcome == FELT_OUTCOME_OK && suits(conn, &answer->session);
    if (!known) explicit_bzero(conn->token, sizeof conn->token);
    if (answer->outcome == FELT_OUTCOME_UNAVAILABLE || answer->outcome == FELT_OUTCOME_BUSY) {
        put_off(session, number);
    } else if (known) {
        conn->bot |= answer->session.kind == FELT_SESSION_BEARER;
        conn->rowless = answer->in_memory;
        conn->expires_ms = answer->session.expires;
        welcome(session, number, &answer->user);
        keep_silent(session, &answer->user);
    } else if (conn->by_cookie) { /* whose session is over can still watch, and sign in again */
        welcome(session, number, NULL);
    } else {
        refuse_hello(session, number, FELT_NO_BAD_HELLO,
                     "this token is nobody's, or has expired: sign in again");
    }
    take_waiting(session, number);
}

/* ---- hands of the hand store ---- */

static void post_found(struct felt_room_session *session, const struct felt_hand_lookup *lookup,
                       struct felt_room_server_msg msg)
{
    msg.seat = FELT_SEAT_NONE;
    msg.has_req = lookup->has_req;
    msg.req = lookup->req;
    if (session->conn[lookup->conn].life == lookup->life &&
        session->conn[lookup->conn].state == FELT_ROOM_SESSION_IN)
        felt_room_session_post(session, &lookup->conn, 1, &msg);
}

/* A free place for one more question, NULL: too many. */
static struct felt_hand_lookup *find_place(struct felt_room_session *session)
{
    for (uint32_t i = 0; i < FELT_ROOM_SESSION_LOOKUPS; i++) {
        struct felt_hand_lookup *lookup =
            &session->lookup[(session->lookup_next + i) % FELT_ROOM_SESSION_LOOKUPS];
        if (lookup->used) continue;
        session->lookup_next = (session->lookup_next + i + 1) % FELT_ROOM_SESSION_LOOKUPS;
        return lookup;
    }
    return NULL;
}

static void look_up(struct felt_room_session *session, uint32_t number,
                    const struct felt_room_client_msg *msg)
{
    const struct felt_room_session_services *services = session->services;
    const struct felt_room_session_conn *conn = &session->conn[number];
    struct felt_hand_lookup *lookup = find_place(session);
    if (!conn->user) {
        complain(session, number, FELT_NO_SIGN_IN, msg, "only who is signed in has hands");
        return;
    }
    if (!services->find_hands || !services->find_hand) {
        complain(session, number, FELT_NO_HAND, msg, "no hands are kept here");
        return;
    }
    if (lookup) {
        uint32_t limit = msg->limit ? msg->limit : FELT_ROOM_SESSION_HANDS_USUAL;
        *lookup = (struct felt_hand_lookup){.used = true,
                                            .has_req = msg->has_req,
                                            .req = msg->req,
                                            .conn = number,
                                            .life = conn->life,
                                            .serial = (lookup->serial + 1) & LIFE_MASK};
        memcpy(lookup->hand_id, msg->hand_id, sizeof lookup->hand_id);
        uint64_t slot = (uint64_t)(lookup - session->lookup);
        uint64_t ticket = felt_room_session_ticket(FELT_ERRAND_LOOKUP,
                                                   (uint64_t)lookup->serial << CONN_SHIFT | slot);
        if (msg->kind == FELT_ROOM_CLIENT_HANDS
                ? services->find_hands(services->self, conn->user, msg->hand_id, limit, ticket)
                : services->find_hand(services->self, conn->user, msg->hand_id, ticket))
            return;
        lookup->used = false;
    }
    complain(session, number, FELT_NO_BUSY, msg, "too many ask for hands: try again in a while");
}

/* The question of a ticket, which is answered now; NULL: there is none. */
static struct felt_hand_lookup *lookup_of(struct felt_room_session *session, uint64_t ticket)
{
    uint64_t number = ticket & FELT_TICKET_NUMBER;
    uint32_t slot = (uint32_t)number;
    felt_assert(ticket >> FELT_TICKET_SHIFT == FELT_ERRAND_LOOKUP &&
                slot < FELT_ROOM_SESSION_LOOKUPS);
    struct felt_hand_lookup *lookup = &session->lookup[slot];
    if (!lookup->used || lookup->serial != number >> CONN_SHIFT) return NULL;
    lookup->used = false;
    return lookup;
}

void felt_room_session_hands(struct felt_room_session *session, uint64_t ticket,
                             const struct felt_hand_store_row *rows, uint32_t count, bool more,
                             int64_t now_us)
{
    const struct felt_hand_lookup *lookup = lookup_of(session, ticket);
    if (now_us > session->now_us) session->now_us = now_us;
    if (lookup)
        post_found(session, lookup,
                   (struct felt_room_server_msg){
                       .kind = FELT_ROOM_SERVER_HANDS, .rows = rows, .count = count, .more = more});
}

void felt_room_session_hand(struct felt_room_session *session, uint64_t ticket, const char *phh,
                            size_t bytes, int64_t now_us)
{
    const struct felt_hand_lookup *lookup = lookup_of(session, ticket);
    if (now_us > session->now_us) session->now_us = now_us;
    if (!lookup) return;
    if (!phh) {
        post_found(session, lookup,
                   (struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_ERROR,
                                                 .no = FELT_NO_HAND,
                                                 .text = "you played no hand of that name"});
        return;
    }
    felt_assert(strnlen(phh, bytes + 1) == bytes);
    post_found(session, lookup,
               (struct felt_room_server_msg){
                   .kind = FELT_ROOM_SERVER_ONE_HAND, .hand_id = lookup->hand_id, .text = phh});
}

/* ---- wants ---- */

/* What cannot be read.  Before the hello it ends the connection. */
static void take_bad(struct felt_room_session *session, uint32_t number, enum felt_no no,
                     const struct felt_room_client_msg *msg, const char *text)
{
    struct felt_room_session_conn *conn = &session->conn[number];
    if (conn->state == FELT_ROOM_SESSION_SILENT) {
        conn->has_req = msg->has_req;
        conn->req = msg->req;
        refuse_hello(session, number, no, text);
        return;
    }
    complain(session, number, no, msg, text);
    if (no == FELT_NO_BAD_SCHEMA && ++conn->bad_in_row >= session->config.limits.bad_in_row) {
        session->counts.bad_closed++;
        turn_away(session, number, "too many bad frames");
    }
}

/* What a guest leaves traces by: hands, tables, words that others may report. */
static bool needs_row(enum felt_room_client_kind kind)
{
    switch (kind) {
    case FELT_ROOM_CLIENT_QUICK:
    case FELT_ROOM_CLIENT_SIT:
    case FELT_ROOM_CLIENT_CHAT:
    case FELT_ROOM_CLIENT_CREATE:
    case FELT_ROOM_CLIENT_REGISTER: return true;
    default: return false;
    }
}

/* The database gets to know the guest before anything else that this client message asks of it:
 * orders are done in the order in which they were given.  If this one is lost, the next one about
 * the guest does the same. */
static void keep_guest(struct felt_room_session *session, uint32_t number)
{
    struct felt_room_session_conn *conn = &session->conn[number];
    struct felt_order order = {.kind = FELT_ORDER_KEEP, .user = conn->user};
    conn->rowless = false;
    (void)felt_room_session_order(session, &order, FELT_ERRAND_KEEP, 0);
    if (session->services->visited)
        session->services->visited(session->services->self, number, conn->user);
}

static void take_want(struct felt_room_session *session, uint32_t number,
                      const struct felt_room_client_msg *msg, bool stale)
{
    struct felt_room_session_conn *conn = &session->conn[number];
    conn->bad_in_row = 0;
    if (conn->state == FELT_ROOM_SESSION_SILENT) {
        if (msg->kind == FELT_ROOM_CLIENT_HELLO)
            take_hello(session, number, msg);
        else if (conn->put_off) /* it came behind a hello that the ledger could not answer */
            complain(session, number, FELT_NO_BAD_HELLO, msg, "you are not signed in yet");
        else
            take_bad(session, number, FELT_NO_BAD_HELLO, msg,
                     "say hello first: {\"type\":\"hello\",\"v\":1}");
        return;
    }
    if (conn->rowless && needs_row((enum felt_room_client_kind)msg->kind))
        keep_guest(session, number);
    switch (msg->kind) {
    case FELT_ROOM_CLIENT_HELLO:
        complain(session, number, FELT_NO_BAD_HELLO, msg,
                 "you said hello already: one for each connection");
        return;
    case FELT_ROOM_CLIENT_PING:
        felt_room_session_post(session, &number, 1,
                               &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_PONG,
                                                              .seat = FELT_SEAT_NONE,
                                                              .has_req = msg->has_req,
                                                              .req = msg->req});
        return;
    case FELT_ROOM_CLIENT_HANDS:
    case FELT_ROOM_CLIENT_HAND: look_up(session, number, msg); return;
    case FELT_ROOM_CLIENT_EVENTS:
    case FELT_ROOM_CLIENT_EVENT:
    case FELT_ROOM_CLIENT_REGISTER:
    case FELT_ROOM_CLIENT_UNREGISTER:
        felt_room_session_tournaments_want(session, number, msg);
        return;
    case FELT_ROOM_CLIENT_CREATE:
        if (msg->terms.club) {
            felt_room_session_club_create(session, number, msg);
            return;
        }
        /* fall through */
    default:
        felt_room_client_msg_take(session->room, number, msg, stale, felt_room_session_ms(session));
    }
}

static void take_text(struct felt_room_session *session, uint32_t number, const char *text,
                      size_t bytes, bool stale)
{
    struct felt_room_session_conn *conn = &session->conn[number];
    struct felt_room_client_msg msg = {0};
    char why[FELT_PROTOCOL_TEXT_BYTES];
    enum felt_no no = felt_protocol_read_room_client(text, bytes, &msg, why);
    bool acts = no == FELT_NO_NOT && msg.kind == FELT_ROOM_CLIENT_ACTION;
    bool answers = acts && conn->state == FELT_ROOM_SESSION_IN &&
                   felt_room_awaits(session->room, number, msg.table);
    uint64_t refused = session->counts.errors + session->counts.errors_left_out;
    if (no == FELT_NO_NOT)
        take_want(session, number, &msg, stale);
    else
        take_bad(session, number, no, &msg, why);
    if (!acts) explicit_bzero(&msg, sizeof msg); /* tokens, keys, passwords */
    bool good = refused == session->counts.errors + session->counts.errors_left_out;
    if (acts && good) felt_outbox_note(&session->box, session->now_us);
    /* An answer that was refused is paid for like anything else. */
    if (answers && good) return;
    if (conn->state != FELT_ROOM_SESSION_NONE && conn->state != FELT_ROOM_SESSION_REFUSED)
        pay(session, number);
}

/* ---- connections ---- */

bool felt_room_session_conn(struct felt_room_session *session, uint32_t number, const char *address,
                            bool loopback, const char *cookie, int64_t now_us)
{
    const struct felt_arena_session_limits *limits = &session->config.limits;
    size_t bytes = strlen(cookie);
    (void)loopback;
    if (number >= session->conns || session->box.failed) return false;
    struct felt_room_session_conn *conn = &session->conn[number];
    felt_assert(conn->state == FELT_ROOM_SESSION_NONE);
    if (now_us > session->now_us) session->now_us = now_us;
    *conn = (struct felt_room_session_conn){
        .state = FELT_ROOM_SESSION_SILENT,
        .life = (conn->life + 1) & LIFE_MASK,
        .hello_until_us = session->now_us + (int64_t)limits->hello_ms * 1000,
        .messages = felt_rate_limit_full(limits->burst, session->now_us),
        .errors = felt_rate_limit_full(limits->error_burst, session->now_us)};
    /* One that is too long stays a wrong one. */
    if (bytes >= sizeof conn->cookie) bytes = sizeof conn->cookie - 1;
    memcpy(conn->cookie, cookie, bytes);
    felt_outbox_join(&session->box, number);
    mind_alarm(session, number);
    mind_reading(session, number);
    felt_room_session_log(
        session, &(struct felt_room_session_log){
                     .event = "connected", .conn = number, .key = "address", .value = address});
    return true;
}

void felt_room_session_network(struct felt_room_session *session, uint32_t number, uint64_t network)
{
    felt_assert(number < session->conns);
    session->conn[number].network = network;
}

/* Keeps a frame until the ledger has said whose connection it is. */
static void keep_waiting(struct felt_room_session *session, uint32_t number, const char *text,
                         size_t bytes, bool stale)
{
    struct felt_room_session_conn *conn = &session->conn[number];
    struct felt_waiting_frame *frame =
        conn->waiting < FELT_ROOM_SESSION_WAITING_MAX ? malloc(sizeof *frame + bytes) : NULL;
    if (!frame) {
        refuse_hello(session, number, FELT_NO_TOO_MANY, "wait for the welcome before you go on");
        return;
    }
    *frame = (struct felt_waiting_frame){.bytes = bytes, .stale = stale};
    memcpy(frame->text, text, bytes);
    if (conn->last)
        conn->last->next = frame;
    else
        conn->first = frame;
    conn->last = frame;
    conn->waiting++;
}

void felt_room_session_text(struct felt_room_session *session, uint32_t number, const char *text,
                            size_t bytes, bool stale, int64_t now_us)
{
    felt_assert(number < session->conns);
    const struct felt_room_session_conn *conn = &session->conn[number];
    if (conn->state == FELT_ROOM_SESSION_NONE || conn->state == FELT_ROOM_SESSION_REFUSED ||
        session->box.failed)
        return;
    if (now_us > session->now_us) session->now_us = now_us;
    session->counts.messages++;
    if (conn->state == FELT_ROOM_SESSION_ASKING)
        keep_waiting(session, number, text, bytes, stale);
    else
        take_text(session, number, text, bytes, stale);
}

void felt_room_session_message(void *self, uint32_t number, const char *text, size_t bytes,
                               bool stale)
{
    struct felt_room_session *session = self;
    int64_t now_us = session->services->now_us(felt_room_session_journal(session));
    felt_room_session_text(session, number, text, bytes, stale, now_us);
}

void felt_room_session_gone(struct felt_room_session *session, uint32_t number, int64_t now_us)
{
    felt_assert(number < session->conns);
    struct felt_room_session_conn *conn = &session->conn[number];
    if (conn->state == FELT_ROOM_SESSION_NONE) return;
    if (now_us > session->now_us) session->now_us = now_us;
    bool was_in = conn->state == FELT_ROOM_SESSION_IN;
    int64_t user = conn->user;
    felt_heap_clear(&session->alarms, number);
    felt_room_session_forget_frames(conn);
    felt_outbox_part(&session->box, number);
    *conn = (struct felt_room_session_conn){.life = conn->life};
    if (was_in) {
        felt_room_leave(session->room, number, felt_room_session_ms(session));
        felt_room_session_tournaments_gone(session, number);
    }
    felt_room_session_log(
        session, &(struct felt_room_session_log){.event = "gone", .conn = number, .user = user});
}

/* The session of this connection is over. */
static void sign_out(struct felt_room_session *session, uint32_t number, const char *why)
{
    felt_room_session_log(session,
                          &(struct felt_room_session_log){.event = "dismissed",
                                                          .conn = number,
                                                          .user = session->conn[number].user,
                                                          .key = "reason",
                                                          .value = why});
    turn_away(session, number, why);
}

void felt_room_session_alarm_conn(struct felt_room_session *session, uint32_t number)
{
    struct felt_room_session_conn *conn = &session->conn[number];
    const struct felt_arena_session_limits *limits = &session->config.limits;
    if (conn->state == FELT_ROOM_SESSION_SILENT && session->now_us >= conn->hello_until_us) {
        conn->has_req = false;
        refuse_hello(session, number, FELT_NO_BAD_HELLO, "no hello came in time");
        return;
    }
    if (conn->state == FELT_ROOM_SESSION_IN && conn->expires_ms &&
        felt_room_session_wall_ms(session) >= conn->expires_ms) {
        sign_out(session, number, "your session has expired: sign in again");
        return;
    }
    if (conn->paused && session->now_us >= conn->paused_until_us) {
        felt_rate_limit_earn(&conn->messages, limits->burst, limits->per_second, session->now_us);
        conn->paused = false;
        mind_reading(session, number);
    }
    mind_alarm(session, number);
}

/* Closes the connections of a user, or those of a session (NULL: all sessions). */
static void dismiss(struct felt_room_session *session, int64_t user, const uint8_t *token,
                    const char *why)
{
    for (uint32_t number = 0; number < session->conns; number++) {
        struct felt_room_session_conn *conn = &session->conn[number];
        if (conn->state == FELT_ROOM_SESSION_ASKING) conn->doubted = true;
        if (conn->state != FELT_ROOM_SESSION_IN || conn->user == 0) continue;
        if (token ? memcmp(conn->token, token, sizeof conn->token) != 0 : conn->user != user)
            continue;
        sign_out(session, number, why);
    }
}

void felt_room_session_dismiss(struct felt_room_session *session, int64_t user, const char *why,
                               int64_t now_us)
{
    felt_assert(user > 0);
    if (now_us > session->now_us) session->now_us = now_us;
    dismiss(session, user, NULL, why);
}

void felt_room_session_end_session(struct felt_room_session *session,
                                   const uint8_t token[FELT_DIGEST_BYTES], int64_t now_us)
{
    if (now_us > session->now_us) session->now_us = now_us;
    dismiss(session, 0, token, "you were signed out");
}

void felt_room_session_freeze(struct felt_room_session *session, bool frozen)
{
    if (session->frozen == frozen) return;
    session->frozen = frozen;
    session->stood |= !frozen;
    for (uint32_t number = 0; number < session->conns; number++)
        if (session->conn[number].state != FELT_ROOM_SESSION_NONE) mind_reading(session, number);
}

void felt_room_session_farewell(struct felt_room_session *session, const char *text, int64_t now_us)
{
    uint32_t count = 0;
    if (now_us > session->now_us) session->now_us = now_us;
    uint32_t *conns = calloc(session->conns, sizeof *conns);
    for (uint32_t number = 0; conns && number < session->conns; number++)
        if (session->conn[number].state == FELT_ROOM_SESSION_IN) conns[count++] = number;
    if (count)
        felt_room_session_post(session, conns, (int)count,
                               &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_NOTICE,
                                                              .seat = FELT_SEAT_NONE,
                                                              .text = text});
    felt_outbox_send(&session->box);
    free(conns);
}
