#include "fake_room.h"

#include "base/base64url.h"
#include "felt/assert.h"
#include "os/secret.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPEN_MS = 10000, ROUNDS_MAX = 100000, SAY_BYTES = 8192 };

/* ---- the link ---- */

static uint32_t conns_of(const struct fake_room *fake_room)
{
    return fake_room->config.room.conns_max - fake_room->config.house_players -
           fake_room->config.event_house;
}

static void take_frame(void *self, uint32_t number, char *text, size_t bytes, bool droppable)
{
    struct fake_room *fake_room = self;
    felt_assert(number < conns_of(fake_room)); /* L1 */
    struct fake_room_line *conn = &fake_room->conn[number];
    struct fake_room_frame *frame = malloc(sizeof *frame + bytes + 1);
    felt_assert(frame && conn->open);
    felt_assert(fake_room->flushed >= fake_room->given); /* L2 */
    *frame = (struct fake_room_frame){.bytes = bytes};
    memcpy(frame->text, text, bytes);
    frame->text[bytes] = '\0';
    if (conn->first)
        conn->last->next = frame;
    else
        conn->first = frame;
    conn->last = frame;
    conn->frames++;
    /* What lies before a frame is the link's to overwrite. */
    memset(text - FELT_TRANSPORT_PRE, 0xA5, FELT_TRANSPORT_PRE);
    if (fake_room->heard)
        fake_room->heard(fake_room->listener, number, frame->text, bytes, droppable);
}

static struct fake_room_line *conn_at(struct fake_room *fake_room, uint32_t number)
{
    felt_assert(number < conns_of(fake_room)); /* L1 */
    felt_assert(fake_room->conn[number].open);
    return &fake_room->conn[number];
}

static void hold_conn(void *self, uint32_t number, bool held)
{
    struct fake_room_line *conn = conn_at(self, number);
    felt_assert(conn->held != held);
    conn->held = held;
}

static void close_conn(void *self, uint32_t number, uint16_t code, const char *reason)
{
    struct fake_room_line *conn = conn_at(self, number);
    felt_assert(!conn->closed && reason);
    conn->closed = code;
}

static void pause_conn(void *self, uint32_t number, bool paused)
{
    struct fake_room_line *conn = conn_at(self, number);
    felt_assert(conn->paused != paused);
    conn->paused = paused;
}

static void mark_conn(void *self, uint32_t number)
{
    conn_at(self, number)->marks++;
}

/* ---- what the room session is lent ---- */

static void fill_entropy(void *self, void *out, size_t bytes)
{
    made_up_entropy(&((struct fake_room *)self)->entropy, out, bytes);
}

static int64_t read_clock(void *self)
{
    return ((struct fake_room *)self)->now_us;
}

static void note_record(void *self, const void *bytes, size_t count)
{
    struct fake_room *fake_room = self;
    (void)made_up_append(&fake_room->record, &fake_room->records, &fake_room->records_room, bytes,
                         count);
    if (fake_room->noted) fake_room->noted(fake_room->listener, bytes, count);
}

/* The journal answers later: fake_room_turn() gives its word. */
static enum felt_flush flush_records(void *self, uint64_t *number)
{
    struct fake_room *fake_room = self;
    if (fake_room->flushes && !fake_room->flushes(fake_room->listener)) return FELT_FLUSH_FAILED;
    if (fake_room->flushed == fake_room->records) return FELT_FLUSH_DONE;
    fake_room->given = fake_room->records;
    fake_room->given_us = fake_room->now_us;
    *number = fake_room->forgotten + fake_room->given;
    return FELT_FLUSH_LATER;
}

static void take_log(void *self, const char *json, size_t bytes)
{
    struct fake_room *fake_room = self;
    (void)snprintf(fake_room->log, sizeof fake_room->log, "%.*s", (int)bytes, json);
    if (fake_room->logged) fake_room->logged(fake_room->listener, fake_room->log);
}

/* ---- the hand store ---- */

static void keep_hand(void *self, int64_t user, const struct felt_hand_store_row *row,
                      const char *phh, size_t bytes)
{
    struct fake_room *fake_room = self;
    if (fake_room->hands < FAKE_ROOM_HANDS) {
        struct fake_room_hand *hand = &fake_room->hand[fake_room->hands++];
        *hand = (struct fake_room_hand){.user = user, .row = *row, .phh = strndup(phh, bytes)};
        felt_assert(hand->phh);
        if (fake_room->kept) fake_room->kept(fake_room->listener, user, row, hand->phh);
    }
}

static bool find_hands(void *self, int64_t user, const char *before, uint32_t limit,
                       uint64_t ticket)
{
    struct fake_room *fake_room = self;
    struct felt_hand_store_row rows[FELT_ROOM_CLIENT_ROWS_MAX];
    uint32_t count = 0;
    bool begun = !*before, more = false;
    for (uint32_t i = fake_room->hands; i-- > 0;) {
        const struct fake_room_hand *hand = &fake_room->hand[i];
        if (hand->user != user) continue;
        if (begun && count == limit) more = true;
        if (begun && count < limit) rows[count++] = hand->row;
        if (strcmp(hand->row.hand_id, before) == 0) begun = true;
    }
    felt_room_session_hands(fake_room->session, ticket, rows, count, more, fake_room->now_us);
    return true;
}

static bool find_hand(void *self, int64_t user, const char *hand_id, uint64_t ticket)
{
    struct fake_room *fake_room = self;
    const char *phh = NULL;
    for (uint32_t i = 0; i < fake_room->hands; i++)
        if (fake_room->hand[i].user == user && strcmp(fake_room->hand[i].row.hand_id, hand_id) == 0)
            phh = fake_room->hand[i].phh;
    felt_room_session_hand(fake_room->session, ticket, phh, phh ? strlen(phh) : 0,
                           fake_room->now_us);
    return true;
}

/* ---- house threads ---- */

/* Any legal action; folds seldom, so that there is something to see. */
static struct felt_action choose_any(void *listener, uint32_t table, felt_seat seat,
                                     const struct felt_view *view, struct felt_rng *rng)
{
    (void)listener, (void)table, (void)seat;
    felt_assert(view->options > 0 && view->viewer == seat);
    uint32_t pick = felt_rng_below(rng, view->options);
    if (view->option[pick].kind == FELT_FOLD && felt_rng_below(rng, 4))
        pick = felt_rng_below(rng, view->options);
    const struct felt_option *option = &view->option[pick];
    int64_t ways = felt_options_count(option, 1);
    uint32_t most = ways > 1000 ? 1000 : (uint32_t)ways;
    return felt_options_pick(option, 1, felt_rng_below(rng, most));
}

static void ask_local(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view)
{
    struct fake_room *fake_room = self;
    fake_room->asks++;
    if (fake_room->threads_sleep) return;
    if (fake_room->thoughts == fake_room->thoughts_room) {
        fake_room->thoughts_room = 2 * fake_room->thoughts_room + 64;
        fake_room->thought =
            realloc(fake_room->thought, fake_room->thoughts_room * sizeof *fake_room->thought);
        felt_assert(fake_room->thought);
    }
    struct felt_action action =
        fake_room->chooses(fake_room->listener, table, seat, view, &fake_room->rng);
    fake_room->thought[fake_room->thoughts++] =
        (struct fake_room_thought){.table = table,
                                   .seat = seat,
                                   .req_id = req_id,
                                   .due_us = fake_room->now_us + fake_room->think_us,
                                   .action = action};
}

static void tell_local(void *self, uint32_t table, felt_seat seat, const struct felt_event *event)
{
    struct felt_event mine = felt_event_for(event, seat);
    (void)self, (void)table;
    felt_assert(memcmp(mine.cards, event->cards, sizeof mine.cards) == 0);
}

/* ---- opening ---- */

void fake_room_init(struct fake_room *fake_room, uint64_t seed)
{
    *fake_room = (struct fake_room){.entropy = seed * 1000 + 1,
                                    .now_us = 1000000,
                                    .rng = felt_rng_make(seed),
                                    .ledger = ledger_toy_open(seed),
                                    .chooses = choose_any};
    fake_room->config =
        (struct felt_room_session_config){.room = felt_room_config_usual,
                                          .limits = felt_arena_session_limits_usual,
                                          .seating = felt_house_seating_config_usual};
    fake_room->config.room.tables_max = 32;
    fake_room->config.room.conns_max = FAKE_ROOM_CONNS;
    fake_room->config.room.players_max = 512;
    fake_room->config.room.watches_max = 4096;
    fake_room->config.room.stakes = 0;
    fake_room->services =
        (struct felt_room_session_services){.self = fake_room,
                                            .digests = felt_secret_digests,
                                            .bank = ledger_toy_counter(fake_room->ledger),
                                            .entropy = fill_entropy,
                                            .now_us = read_clock,
                                            .append = note_record,
                                            .flush = flush_records,
                                            .log = take_log,
                                            .keep_hand = keep_hand,
                                            .find_hands = find_hands,
                                            .find_hand = find_hand,
                                            .local_event = tell_local,
                                            .local_ask = ask_local};
    fake_room->link = (struct felt_transport){.self = fake_room,
                                              .send = take_frame,
                                              .hold = hold_conn,
                                              .dismiss = close_conn,
                                              .pause = pause_conn,
                                              .mark = mark_conn};
    fake_room->hand = calloc(FAKE_ROOM_HANDS, sizeof *fake_room->hand);
    felt_assert(fake_room->hand);
}

void fake_room_add_stake(struct fake_room *fake_room, const struct felt_stake *stake)
{
    struct felt_room_config *room = &fake_room->config.room;
    felt_assert(room->stakes < FAKE_ROOM_STAKES && !fake_room->session);
    fake_room->stake[room->stakes] = *stake;
    room->stake[room->stakes] = &fake_room->stake[room->stakes];
    room->stakes++;
}

static int64_t wall_ms(const struct fake_room *fake_room)
{
    return FAKE_ROOM_WALL_MS + fake_room->now_us / 1000;
}

static void open_session(struct fake_room *fake_room)
{
    fake_room->session =
        felt_room_session_open(&fake_room->config, &fake_room->services, &fake_room->link);
    felt_assert(fake_room->session);
}

void fake_room_open(struct fake_room *fake_room)
{
    open_session(fake_room);
    felt_room_session_resume(fake_room->session, FAKE_ROOM_DATE, fake_room->now_us,
                             wall_ms(fake_room));
    for (int ms = 0; ms < OPEN_MS; ms += 10) {
        fake_room_turn(fake_room);
        const struct felt_house_seating *seating = felt_room_session_seating(fake_room->session);
        if (felt_room_is_open(felt_room_session_room(fake_room->session)) &&
            (!seating || felt_house_seating_count(seating) == fake_room->config.house_players))
            return;
        fake_room_wait(fake_room, 10);
    }
}

static void forget_records(struct fake_room *fake_room, uint32_t from)
{
    made_up_forget(fake_room->record, &fake_room->records, from);
    fake_room->flushed = fake_room->given = from;
}

/* The journal has what was given to it; true: there was something. */
static bool give_journal(struct fake_room *fake_room)
{
    if (fake_room->given == fake_room->flushed ||
        fake_room->given_us + fake_room->sync_us > fake_room->now_us)
        return false;
    fake_room->flushed = fake_room->given;
    felt_room_session_acked(fake_room->session, fake_room->forgotten + fake_room->flushed,
                            fake_room->now_us);
    return true;
}

void fake_room_close(struct fake_room *fake_room)
{
    felt_room_session_close(fake_room->session);
    fake_room_deafen(fake_room);
    forget_records(fake_room, 0);
    for (uint32_t i = 0; i < fake_room->hands; i++) free(fake_room->hand[i].phh);
    free(fake_room->hand);
    free(fake_room->record);
    free(fake_room->thought);
    ledger_toy_close(fake_room->ledger);
    *fake_room = (struct fake_room){0};
}

void fake_room_snapshot(struct fake_room *fake_room)
{
    fake_room->forgotten += fake_room->records;
    forget_records(fake_room, 0);
    felt_room_session_snapshot(fake_room->session);
    fake_room->flushed = fake_room->given = fake_room->records;
    felt_room_session_acked(fake_room->session, fake_room->forgotten + fake_room->flushed,
                            fake_room->now_us);
}

bool fake_room_crash(struct fake_room *fake_room, uint32_t more, int done, bool same_build)
{
    uint32_t count = fake_room->flushed + more;
    felt_assert(count <= fake_room->records);
    felt_room_session_close(fake_room->session);
    fake_room->thoughts = 0;
    ledger_toy_crash(fake_room->ledger, done);
    for (uint32_t conn = 0; conn < FAKE_ROOM_CONNS; conn++)
        fake_room->conn[conn].open = fake_room->conn[conn].paused = fake_room->conn[conn].held =
            false;
    open_session(fake_room);
    forget_records(fake_room, count);
    for (uint32_t i = 0; i < count; i++)
        if (!felt_room_session_restore(fake_room->session, same_build, fake_room->record[i].bytes,
                                       fake_room->record[i].count))
            return false;
    fake_room->restored_hash = felt_room_hash(felt_room_session_room(fake_room->session));
    felt_room_session_resume(fake_room->session, FAKE_ROOM_DATE, fake_room->now_us,
                             wall_ms(fake_room));
    if (!same_build) fake_room_snapshot(fake_room); /* a segment belongs to one build */
    fake_room->next_us = fake_room->now_us;
    return true;
}

/* ---- people ---- */

int64_t fake_room_user(struct fake_room *fake_room, enum felt_user_kind kind, const char *name,
                       felt_chips chips)
{
    return ledger_toy_user(fake_room->ledger, kind, name, chips);
}

const char *fake_room_token(struct fake_room *fake_room, int64_t user, enum felt_session_kind kind,
                            char out[FAKE_ROOM_TOKEN_BYTES + 1])
{
    uint8_t raw[FELT_DIGEST_BYTES];
    struct felt_receipt receipt;
    struct felt_order order = {.kind = FELT_ORDER_ISSUE,
                               .now_ms = wall_ms(fake_room),
                               .user = user,
                               .session_kind = (uint8_t)kind,
                               .has_token = true,
                               .expires_ms = wall_ms(fake_room) + INT64_C(86400000)};
    for (size_t i = 0; i < sizeof raw; i++) raw[i] = (uint8_t)felt_rng_next(&fake_room->rng);
    felt_base64url_write(raw, sizeof raw, out);
    felt_secret_hash(raw, sizeof raw, order.token);
    ledger_toy_do(fake_room->ledger, &order, &receipt);
    felt_assert(receipt.outcome == FELT_OUTCOME_OK);
    return out;
}

void fake_room_connect(struct fake_room *fake_room, uint32_t number, const char *cookie)
{
    felt_assert(number < conns_of(fake_room) && !fake_room->conn[number].open);
    for (struct fake_room_frame *frame; (frame = fake_room_take(fake_room, number));) free(frame);
    fake_room->conn[number] = (struct fake_room_line){.open = true};
    bool taken = felt_room_session_conn(fake_room->session, number, "192.0.2.1", true, cookie,
                                        fake_room->now_us);
    felt_assert(taken);
}

void fake_room_send(struct fake_room *fake_room, uint32_t number, const char *text, bool stale)
{
    felt_assert(fake_room->conn[number].open);
    if (fake_room->conn[number].closed) return;
    felt_room_session_text(fake_room->session, number, text, strlen(text), stale,
                           fake_room->now_us);
}

void fake_room_gone(struct fake_room *fake_room, uint32_t number)
{
    felt_assert(fake_room->conn[number].open);
    fake_room->conn[number].open = fake_room->conn[number].held = fake_room->conn[number].paused =
        false;
    felt_room_session_gone(fake_room->session, number, fake_room->now_us);
}

void fake_room_say(struct fake_room *fake_room, uint32_t number, const char *format, ...)
{
    char text[SAY_BYTES];
    va_list args;
    va_start(args, format);
    int bytes = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    felt_assert(bytes >= 0 && (size_t)bytes < sizeof text);
    fake_room_send(fake_room, number, text, false);
    fake_room_turn(fake_room);
}

void fake_room_enter(struct fake_room *fake_room, uint32_t number, int64_t user)
{
    char token[FAKE_ROOM_TOKEN_BYTES + 1];
    fake_room_connect(fake_room, number, "");
    if (user)
        fake_room_say(fake_room, number, "{\"type\":\"hello\",\"v\":1,\"token\":\"%s\"}",
                      fake_room_token(fake_room, user, FELT_SESSION_COOKIE, token));
    else
        fake_room_say(fake_room, number, "{\"type\":\"hello\",\"v\":1}");
    const struct felt_room *room = felt_room_session_room(fake_room->session);
    for (int i = 0; i < 100 && !felt_room_is_in(room, number); i++) fake_room_wait(fake_room, 10);
}

/* ---- time ---- */

/* What is due now is given; true: there was something. */
static bool give_ledger(struct fake_room *fake_room)
{
    struct ledger_toy_reply *reply = malloc(sizeof *reply);
    bool any = false;
    felt_assert(reply);
    ledger_toy_clock(fake_room->ledger, fake_room->now_us / 1000);
    while (ledger_toy_take(fake_room->ledger, reply)) {
        any = true;
        if (reply->is_answer)
            felt_room_session_found(fake_room->session, reply->ticket, &reply->answer,
                                    fake_room->now_us);
        else
            felt_room_session_receipt(fake_room->session, reply->ticket, &reply->receipt,
                                      fake_room->now_us);
    }
    free(reply);
    return any;
}

static bool give_thoughts(struct fake_room *fake_room)
{
    bool any = false;
    for (uint32_t i = 0; i < fake_room->thoughts;) {
        struct fake_room_thought thought = fake_room->thought[i];
        if (thought.due_us > fake_room->now_us) {
            i++;
            continue;
        }
        any = true;
        memmove(&fake_room->thought[i], &fake_room->thought[i + 1],
                (--fake_room->thoughts - i) * sizeof thought);
        felt_room_session_answer(fake_room->session, thought.table, thought.seat, thought.req_id,
                                 thought.action, fake_room->now_us);
    }
    return any;
}

static int64_t next_time(const struct fake_room *fake_room)
{
    int64_t next = fake_room->next_us, ledger_ms = ledger_toy_next(fake_room->ledger);
    if (ledger_ms != INT64_MAX && ledger_ms * 1000 < next) next = ledger_ms * 1000;
    if (fake_room->given > fake_room->flushed && fake_room->given_us + fake_room->sync_us < next)
        next = fake_room->given_us + fake_room->sync_us;
    for (uint32_t i = 0; i < fake_room->thoughts; i++)
        if (fake_room->thought[i].due_us < next) next = fake_room->thought[i].due_us;
    return next;
}

void fake_room_turn(struct fake_room *fake_room)
{
    for (int round = 0;; round++) {
        felt_assert(round < ROUNDS_MAX);
        give_journal(fake_room);
        give_ledger(fake_room);
        give_thoughts(fake_room);
        fake_room->next_us = felt_room_session_turn(fake_room->session, FAKE_ROOM_DATE,
                                                    fake_room->now_us, wall_ms(fake_room));
        if (felt_room_session_failed(fake_room->session) ||
            next_time(fake_room) > fake_room->now_us)
            return;
    }
}

void fake_room_wait(struct fake_room *fake_room, int64_t ms)
{
    int64_t until = fake_room->now_us + ms * 1000, next;
    while ((next = next_time(fake_room)) <= until &&
           !felt_room_session_failed(fake_room->session)) {
        if (next > fake_room->now_us) fake_room->now_us = next;
        fake_room_turn(fake_room);
    }
    fake_room->now_us = until;
    fake_room_turn(fake_room);
}

/* ---- looking ---- */

struct fake_room_frame *fake_room_take(struct fake_room *fake_room, uint32_t number)
{
    struct fake_room_line *conn = &fake_room->conn[number];
    struct fake_room_frame *frame = conn->first;
    if (frame) conn->first = frame->next;
    return frame;
}

struct fake_room_frame *fake_room_find(struct fake_room *fake_room, uint32_t number,
                                       const char *type)
{
    char part[64];
    (void)snprintf(part, sizeof part, "\"type\":\"%s\"", type);
    for (struct fake_room_frame *frame; (frame = fake_room_take(fake_room, number)); free(frame))
        if (strstr(frame->text, part)) return frame;
    return NULL;
}

void fake_room_deafen(struct fake_room *fake_room)
{
    for (uint32_t conn = 0; conn < FAKE_ROOM_CONNS; conn++)
        for (struct fake_room_frame *frame; (frame = fake_room_take(fake_room, conn));) free(frame);
}

uint32_t fake_room_table(struct fake_room *fake_room, const char *name)
{
    int64_t table = felt_room_find(felt_room_session_room(fake_room->session), name);
    felt_assert(table >= 0);
    return (uint32_t)table;
}

static felt_chips on_seats(const struct fake_room *fake_room, int64_t user)
{
    char table[FELT_ORDER_TABLE_BYTES + 1];
    felt_chips sum = 0, balance;
    int64_t owner;
    for (int at = 0; ledger_toy_seats(fake_room->ledger, &at, table, &owner, &balance);)
        if (owner == user) sum += balance;
    return sum;
}

const char *fake_room_wrong(struct fake_room *fake_room)
{
    const struct felt_room *room = felt_room_session_room(fake_room->session);
    struct felt_room_face face;
    char table[FELT_ORDER_TABLE_BYTES + 1];
    felt_chips balance;
    int64_t user;
    const char *wrong = ledger_toy_wrong(fake_room->ledger);
    if (wrong || felt_room_counts(room)->pending || !felt_room_is_open(room)) return wrong;
    for (int at = 0; ledger_toy_seats(fake_room->ledger, &at, table, &user, &balance);)
        if (felt_room_chips(room, user) != on_seats(fake_room, user))
            return "the ledger has other chips on a seat than the floor";
    for (uint32_t index = 0; index < fake_room->config.room.tables_max; index++) {
        if (!felt_room_face(room, index, &face)) continue;
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
            user = face.seat[seat].user;
            if (user && felt_room_chips(room, user) != on_seats(fake_room, user))
                return "the floor has chips on a seat that the ledger does not know";
        }
    }
    return NULL;
}
