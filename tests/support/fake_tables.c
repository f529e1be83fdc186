/* fake_tables.c -- see fake_tables.h: the room, its clock, its journal and its ledger. */
#include "fake_tables.h"

#include "felt/assert.h"
#include "felt/hash.h"
#include "os/secret.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The last connection is the fake tables's own: it watches every table. */
enum { WATCHER = FAKE_TABLES_CONNS - 1, TURNS_MAX = 64, DATE = 20251017 };

void fake_tables_fail(struct fake_tables *fake_tables, const char *format, ...)
{
    if (*fake_tables->failure) return;
    size_t room = sizeof fake_tables->failure;
    int used = snprintf(fake_tables->failure, room, "at %lld ms: ", (long long)fake_tables->now_ms);
    va_list args;
    va_start(args, format);
    (void)vsnprintf(fake_tables->failure + used, room - (size_t)used, format, args);
    va_end(args);
}

/* ---- services ---- */

static void fill_entropy(void *self, void *out, size_t bytes)
{
    made_up_entropy(&((struct fake_tables *)self)->entropy, out, bytes);
}

static void note_record(void *self, const void *bytes, size_t count)
{
    struct fake_tables *fake_tables = self;
    felt_assert(count > 0);
    made_up_append(&fake_tables->record, &fake_tables->records, &fake_tables->records_room, bytes,
                   count)
        ->build = fake_tables->build;
}

static bool take_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    struct fake_tables *fake_tables = self;
    int room = (int)(sizeof fake_tables->order / sizeof fake_tables->order[0]);
    if (fake_tables->orders == room ||
        (fake_tables->busy && felt_rng_below(&fake_tables->rng, 100) < fake_tables->busy)) {
        fake_tables->trouble_ms = fake_tables->now_ms;
        return false;
    }
    enum felt_outcome outcome = felt_order_verify(order);
    if (outcome != FELT_OUTCOME_OK)
        fake_tables_fail(fake_tables, "an order that no ledger takes: %s",
                         felt_outcome_word(outcome));
    fake_tables->order[fake_tables->orders] = *order;
    fake_tables->ticket[fake_tables->orders++] = ticket;
    int64_t table = felt_room_find(fake_tables->room, order->table);
    if (order->kind != FELT_ORDER_SETTLE || table < 0 || table >= FAKE_TABLES_TABLES) return true;
    (void)snprintf(fake_tables->settling[table], sizeof fake_tables->settling[table], "%s",
                   order->hand);
    if (strcmp(fake_tables->awarded[table], order->hand) == 0)
        fake_tables_fail(fake_tables, "V5: the result of %s was told before it was settled",
                         order->hand);
    return true;
}

static void hear_alarm(void *self, const char *table, const char *text)
{
    struct fake_tables *fake_tables = self;
    (void)table, (void)text;
    fake_tables->alarms++;
}

static void sit_local(void *self, uint32_t table, felt_seat seat, int64_t user)
{
    (void)self, (void)table, (void)seat, (void)user;
}

static void stand_local(void *self, uint32_t table, felt_seat seat)
{
    struct fake_tables *fake_tables = self;
    if (fake_tables->local[table].seat == seat) fake_tables->local[table].due = false;
}

static void begin_local(void *self, uint32_t table, felt_seat seat,
                        const struct felt_game_adapter *adapter)
{
    (void)self, (void)table, (void)seat, (void)adapter;
}

static void tell_local(void *self, uint32_t table, felt_seat seat, const struct felt_event *event)
{
    struct felt_event mine = felt_event_for(event, seat);
    if (memcmp(&mine, event, sizeof mine) != 0)
        fake_tables_fail(self, "V6: seat %d of table %u is told an event of others", seat, table);
}

static void ask_local(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view, bool people)
{
    struct fake_tables *fake_tables = self;
    (void)people;
    if (view->viewer != seat || view->actor != seat)
        fake_tables_fail(fake_tables, "V6: seat %d is asked with the view of another", seat);
    fake_tables->locals_asked++;
    fake_tables->local[table] = (struct fake_tables_ask){
        .due = true, .has_view = true, .seat = seat, .req_id = req_id, .view = *view};
}

static void choose_local(void *self, uint32_t table, felt_seat seat, uint64_t req_id, int games)
{
    struct fake_tables *fake_tables = self;
    fake_tables->local[table] = (struct fake_tables_ask){
        .due = true, .choose = true, .seat = seat, .req_id = req_id, .games = games};
}

/* ---- opening ---- */

void fake_tables_init(struct fake_tables *fake_tables, uint64_t seed)
{
    memset(fake_tables, 0, sizeof *fake_tables);
    fake_tables->rng = felt_rng_make(seed);
    fake_tables->entropy = seed * 1000;
    fake_tables->now_ms = 1000;
    fake_tables->date = DATE;
    fake_tables->hashes = true;
    fake_tables->slack_ms = 5000;
    fake_tables->config = felt_room_config_usual;
    fake_tables->config.tables_max = FAKE_TABLES_TABLES;
    fake_tables->config.conns_max = FAKE_TABLES_CONNS;
    fake_tables->config.players_max = FAKE_TABLES_USERS;
    fake_tables->config.watches_max = 4 * FAKE_TABLES_CONNS;
    fake_tables->config.stakes = 0;
    fake_tables->services =
        (struct felt_room_services){.self = fake_tables,
                                    .digests = {.hmac = felt_secret_hmac, .hash = felt_secret_hash},
                                    .entropy = fill_entropy,
                                    .post = fake_tables_ear_post,
                                    .append = note_record,
                                    .order = take_order,
                                    .hand_over = fake_tables_ear_report,
                                    .alarm = hear_alarm,
                                    .local_sit = sit_local,
                                    .local_stand = stand_local,
                                    .local_begin = begin_local,
                                    .local_event = tell_local,
                                    .local_ask = ask_local,
                                    .local_choose = choose_local};
}

struct felt_stake *fake_tables_stake(struct fake_tables *fake_tables, const char *id,
                                     const struct felt_game_adapter *adapter, int seats, int tables)
{
    felt_assert(fake_tables->config.stakes < FAKE_TABLES_STAKES);
    struct felt_stake *stake = &fake_tables->stake[fake_tables->config.stakes];
    felt_chips big = adapter->big_blind;
    *stake = (struct felt_stake){.variant = adapter->variant,
                                 .limit = "no-limit",
                                 .game = {adapter},
                                 .games = 1,
                                 .seats = (uint8_t)seats,
                                 .tables = (uint8_t)tables,
                                 .bots_welcome = true,
                                 .small_blind = adapter->small_blind,
                                 .big_blind = big,
                                 .buy_in_min = 20 * big,
                                 .buy_in_max = 100 * big,
                                 .move_ms = 15000,
                                 .bank_ms = 30000,
                                 .pause_ms = 2000};
    (void)snprintf(stake->id, sizeof stake->id, "%s", id);
    (void)snprintf(stake->title, sizeof stake->title, "Stake %s", id);
    fake_tables->config.stake[fake_tables->config.stakes++] = stake;
    return stake;
}

static void watch_all(struct fake_tables *fake_tables)
{
    struct felt_room_face face;
    if (!fake_tables->conn[WATCHER].in) (void)fake_tables_enter(fake_tables, WATCHER, 0, false);
    for (uint32_t table = 0; table < FAKE_TABLES_TABLES; table++) {
        if (fake_tables->conn[WATCHER].watches[table]) continue;
        if (!felt_room_face(fake_tables->room, table, &face)) continue;
        struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_WATCH, face.id);
        struct felt_room_make_private door;
        if (felt_room_make_private(fake_tables->room, table, &door))
            (void)snprintf(msg.key, sizeof msg.key, "%s", door.key);
        (void)fake_tables_want(fake_tables, WATCHER, &msg);
    }
}

static void start_room(struct fake_tables *fake_tables)
{
    fake_tables->memory = calloc(1, felt_room_bytes(&fake_tables->config));
    felt_assert(fake_tables->memory);
    fake_tables->room =
        felt_room_init(fake_tables->memory, &fake_tables->config, &fake_tables->services);
    felt_room_date(fake_tables->room, fake_tables->date);
}

void fake_tables_open(struct fake_tables *fake_tables, struct ledger_toy *toy)
{
    fake_tables->own_toy = !toy;
    fake_tables->toy = toy ? toy : ledger_toy_open(fake_tables->entropy);
    start_room(fake_tables);
    felt_room_resume(fake_tables->room, fake_tables->now_ms);
    fake_tables_turn(fake_tables);
}

static void forget_records(struct fake_tables *fake_tables, uint32_t from)
{
    made_up_forget(fake_tables->record, &fake_tables->records, from);
}

void fake_tables_close(struct fake_tables *fake_tables)
{
    fake_tables_ear_forget(fake_tables);
    forget_records(fake_tables, 0);
    free(fake_tables->record);
    free(fake_tables->memory);
    fake_tables_stakes_close(fake_tables);
    if (fake_tables->own_toy) ledger_toy_close(fake_tables->toy);
}

/* ---- people ---- */

int64_t fake_tables_user(struct fake_tables *fake_tables, enum felt_user_kind kind,
                         felt_chips chips)
{
    char name[32];
    int number = fake_store_users(ledger_toy_fake_store(fake_tables->toy)) + 1;
    (void)snprintf(name, sizeof name, kind == FELT_USER_HOUSE ? "HousePlayer%d" : "user%d", number);
    int64_t user = ledger_toy_user(fake_tables->toy, kind, name, chips);
    felt_assert(user < FAKE_TABLES_USERS);
    return user;
}

bool fake_tables_enter(struct fake_tables *fake_tables, uint32_t conn, int64_t user, bool local)
{
    struct felt_room_guest who = {.user = user, .local = local, .network = fake_tables->network};
    struct felt_room_reply reply;
    felt_assert(!fake_tables->conn[conn].in);
    if (user) {
        const struct felt_user *row =
            fake_store_user(ledger_toy_fake_store(fake_tables->toy), user);
        who.kind = row->kind;
        who.bank = row->chips;
        (void)snprintf(who.name, sizeof who.name, "%s", row->handle);
    }
    if (!felt_room_enter(fake_tables->room, conn, &who, fake_tables->now_ms, &reply)) return false;
    fake_tables->conn[conn].in = true;
    fake_tables->conn[conn].local = local;
    fake_tables->conn[conn].user = user;
    return true;
}

void fake_tables_leave(struct fake_tables *fake_tables, uint32_t conn)
{
    if (!fake_tables->conn[conn].in) return;
    fake_tables_ear_drop(fake_tables, conn); /* what is under way to him is not his successor's */
    felt_room_leave(fake_tables->room, conn, fake_tables->now_ms);
    fake_tables->conn[conn] = (struct fake_tables_line){0};
    for (int i = 0; i < FAKE_TABLES_REQUESTS; i++)
        if (fake_tables->asker[i] == conn + 1) fake_tables->asker[i] = 0;
}

struct felt_room_client_msg fake_tables_make(enum felt_room_client_kind kind, const char *table)
{
    struct felt_room_client_msg msg = {.kind = (uint8_t)kind, .seat = FELT_SEAT_NONE};
    (void)snprintf(msg.table, sizeof msg.table, "%s", table);
    return msg;
}

/* V3: without an answer there is nothing to compare yet. */
uint64_t fake_tables_want(struct fake_tables *fake_tables, uint32_t conn,
                          struct felt_room_client_msg *msg)
{
    uint64_t hash = fake_tables->hashes ? felt_room_hash(fake_tables->room) : 0;
    uint32_t records = fake_tables->records;
    int orders = fake_tables->orders;
    msg->has_req = true;
    msg->req = ++fake_tables->req;
    fake_tables->answer[msg->req % FAKE_TABLES_REQUESTS] = 0;
    fake_tables->asker[msg->req % FAKE_TABLES_REQUESTS] = (uint8_t)(conn + 1);
    felt_room_client_msg_take(fake_tables->room, conn, msg, false, fake_tables->now_ms);
    if (fake_tables_ear_find(fake_tables, msg->req) <= 1) return msg->req;
    if (fake_tables->records != records || fake_tables->orders != orders)
        fake_tables_fail(fake_tables, "V3: %s was refused, but something was written",
                         felt_room_client_word(msg->kind));
    if (fake_tables->hashes && felt_room_hash(fake_tables->room) != hash)
        fake_tables_fail(fake_tables, "V3: %s was refused, but something changed",
                         felt_room_client_word(msg->kind));
    return msg->req;
}

enum felt_no fake_tables_do(struct fake_tables *fake_tables, uint32_t conn,
                            struct felt_room_client_msg *msg)
{
    uint64_t req = fake_tables_want(fake_tables, conn, msg);
    fake_tables_turn(fake_tables);
    for (int i = 0; i < 1000 && !fake_tables->answer[req % FAKE_TABLES_REQUESTS]; i++)
        fake_tables_step(fake_tables, 1000);
    uint8_t answer = fake_tables->answer[req % FAKE_TABLES_REQUESTS];
    if (!answer)
        fake_tables_fail(fake_tables, "V3: %s is not answered", felt_room_client_word(msg->kind));
    return answer ? (enum felt_no)(answer - 1) : FELT_NOS;
}

struct felt_room_client_msg fake_tables_action(const char *table, const struct fake_tables_ask *ask,
                                               struct felt_action action)
{
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_ACTION, table);
    msg.action = (struct felt_arena_client_action){.has_req = true,
                                                   .req_id = ask->req_id,
                                                   .known = true,
                                                   .kind = action.kind,
                                                   .choice = action.choice,
                                                   .has_amount = action.kind == FELT_RAISE_TO,
                                                   .amount = action.amount};
    memcpy(msg.action.hand_id, ask->hand_id, sizeof msg.action.hand_id);
    if (action.cards && (action.kind == FELT_COMMIT || action.kind == FELT_CALL)) {
        msg.action.names_card = true; /* by its place */
        msg.action.choice = (uint16_t)__builtin_ctzll(action.cards);
    }
    if (action.kind != FELT_DISCARD || !ask->has_view) return msg;
    const struct felt_zone *hand = felt_view_zone(&ask->view, FELT_ZONE_HAND, ask->view.viewer);
    for (int i = 0; hand && i < hand->count; i++)
        if (action.cards >> i & 1)
            msg.action.card[msg.action.cards++] = ask->view.cards[hand->at + i];
    return msg;
}

struct felt_action fake_tables_choose(struct felt_rng *rng, const struct felt_view *view)
{
    felt_assert(view->options > 0);
    const struct felt_option *option = &view->option[felt_rng_below(rng, view->options)];
    if (option->kind == FELT_FOLD) /* not too often: a hand should see its last street */
        option = &view->option[felt_rng_below(rng, view->options)];
    int64_t count = felt_options_count(option, 1);
    if (option->kind == FELT_RAISE_TO && felt_rng_below(rng, 3)) count = 1; /* the smallest */
    uint32_t most = count > 1000000 ? 1000000 : (uint32_t)count;
    return felt_options_pick(option, 1, felt_rng_below(rng, most));
}

struct felt_action fake_tables_choose_ask(struct felt_rng *rng, const struct fake_tables_ask *ask)
{
    if (!ask->choose) return fake_tables_choose(rng, &ask->view);
    uint32_t games = ask->games > 0 ? (uint32_t)ask->games : 1;
    return (struct felt_action){.kind = FELT_CHOOSE,
                                .choice = (uint16_t)felt_rng_below(rng, games)};
}

bool fake_tables_answer(struct fake_tables *fake_tables, uint32_t table, struct felt_action action)
{
    struct fake_tables_ask *ask = &fake_tables->local[table];
    if (!ask->due) return false;
    ask->due = false;
    felt_room_answer(fake_tables->room, table, ask->seat, ask->req_id, action, fake_tables->now_ms);
    return true;
}

/* ---- the ledger ---- */

felt_chips fake_tables_seat_chips(const struct fake_tables *fake_tables, const char *table,
                                  int64_t user)
{
    for (int i = 0; i < fake_tables->seats; i++)
        if (fake_tables->seat[i].user == user && strcmp(fake_tables->seat[i].table, table) == 0)
            return fake_tables->seat[i].chips;
    return 0;
}

static void add_chips(struct fake_tables *fake_tables, const char *table, int64_t user,
                      felt_chips chips)
{
    int i = 0;
    while (i < fake_tables->seats &&
           (fake_tables->seat[i].user != user || strcmp(fake_tables->seat[i].table, table) != 0))
        i++;
    felt_assert(i < (int)(sizeof fake_tables->seat / sizeof fake_tables->seat[0]));
    if (i == fake_tables->seats) {
        fake_tables->seat[i] = (struct fake_tables_seat){.user = user};
        (void)snprintf(fake_tables->seat[i].table, sizeof fake_tables->seat[i].table, "%s", table);
        fake_tables->seats++;
    }
    fake_tables->seat[i].chips += chips;
}

/* An order may be answered OK more than once: it counts once. */
static bool is_new(struct fake_tables *fake_tables, const char *key)
{
    uint64_t hash = felt_hash_text(key) | 1;
    size_t room = sizeof fake_tables->applied / sizeof fake_tables->applied[0];
    size_t at = hash % room;
    for (size_t i = 0; i < 64; i++, at = (at + 1) % room) {
        if (fake_tables->applied[at] == hash) return false;
        if (!fake_tables->applied[at]) break;
    }
    fake_tables->applied[at] = hash; /* a full neighbourhood forgets its oldest keys */
    return true;
}

void fake_tables_done_before(struct fake_tables *fake_tables, const char *key)
{
    (void)is_new(fake_tables, key);
}

static void apply_receipt(struct fake_tables *fake_tables, const struct felt_order *order,
                          const struct felt_receipt *receipt)
{
    if (receipt->outcome != FELT_OUTCOME_OK || !is_new(fake_tables, order->key)) return;
    felt_chips has = fake_tables_seat_chips(fake_tables, order->table, order->user);
    switch (order->kind) {
    case FELT_ORDER_BUY_IN:
    case FELT_ORDER_TOP_UP:
        add_chips(fake_tables, order->table, order->user, receipt->amount);
        break;
    case FELT_ORDER_CASH_OUT: add_chips(fake_tables, order->table, order->user, -has); break;
    case FELT_ORDER_SETTLE:
        for (int i = 0; i < order->seats; i++)
            add_chips(fake_tables, order->table, order->seat[i].user, order->seat[i].won);
        break;
    default: break;
    }
}

static void take_receipts(struct fake_tables *fake_tables)
{
    struct ledger_toy_reply reply;
    ledger_toy_clock(fake_tables->toy, fake_tables->now_ms);
    while (ledger_toy_take(fake_tables->toy, &reply)) {
        int64_t table = felt_room_find(fake_tables->room, reply.order.table);
        if (reply.receipt.outcome == FELT_OUTCOME_UNAVAILABLE)
            fake_tables->trouble_ms = fake_tables->now_ms;
        apply_receipt(fake_tables, &reply.order, &reply.receipt);
        if (reply.order.kind == FELT_ORDER_SETTLE && table >= 0 && table < FAKE_TABLES_TABLES &&
            reply.receipt.outcome == FELT_OUTCOME_OK)
            *fake_tables->settling[table] = '\0';
        felt_room_receipt(fake_tables->room, reply.ticket, &reply.receipt, fake_tables->now_ms);
    }
}

/* The ledger's seats, as the owner of a room tells them before he opens it. */
static void open_doors(struct fake_tables *fake_tables)
{
    char table[FELT_ORDER_TABLE_BYTES + 1];
    int at = 0;
    int64_t user;
    felt_chips balance;
    fake_tables->seats = 0;
    while (ledger_toy_seats(fake_tables->toy, &at, table, &user, &balance)) {
        if (felt_room_reconcile(fake_tables->room, table, user, balance, fake_tables->now_ms)) {
            add_chips(fake_tables, table, user, balance);
            continue;
        }
        struct felt_order order = {
            .kind = FELT_ORDER_CASH_OUT, .user = user, .now_ms = fake_tables->now_ms};
        struct felt_receipt receipt;
        (void)snprintf(order.table, sizeof order.table, "%s", table);
        (void)snprintf(order.key, sizeof order.key, "stray-%s-%lld-%lld", table, (long long)user,
                       (long long)fake_tables->now_ms);
        ledger_toy_do(fake_tables->toy, &order, &receipt);
        if (receipt.outcome != FELT_OUTCOME_OK)
            fake_tables_fail(fake_tables, "strays cannot be cashed out");
    }
    felt_room_open(fake_tables->room, fake_tables->now_ms);
    fake_tables->trouble_ms = fake_tables->now_ms;
}

/* ---- the loop ---- */

static void give_orders(struct fake_tables *fake_tables)
{
    struct felt_ledger_services counter = ledger_toy_counter(fake_tables->toy);
    int orders = fake_tables->orders;
    fake_tables->orders = 0; /* a listener's answer may bring a new one */
    for (int i = 0; i < orders; i++) {
        struct felt_order order = fake_tables->order[i];
        if (fake_tables->gives &&
            !fake_tables->gives(fake_tables->listener, &order, fake_tables->ticket[i]))
            continue;
        if (!counter.order(counter.self, &order, fake_tables->ticket[i]))
            felt_assert(!"the toy is full");
    }
}

void fake_tables_turn(struct fake_tables *fake_tables)
{
    for (int i = 0; i < TURNS_MAX; i++) {
        take_receipts(fake_tables);
        fake_tables->next_ms = felt_room_tick(fake_tables->room, fake_tables->now_ms);
        if (!felt_room_is_open(fake_tables->room) &&
            !felt_room_counts(fake_tables->room)->pending &&
            !ledger_toy_waiting(fake_tables->toy) && !fake_tables->orders) {
            open_doors(fake_tables);
            fake_tables->next_ms = felt_room_tick(fake_tables->room, fake_tables->now_ms);
        }
        watch_all(fake_tables);
        fake_tables->flushed = fake_tables->records;
        if (fake_tables->hashes) fake_tables->flushed_hash = felt_room_hash(fake_tables->room);
        fake_tables_ear_hear(fake_tables);
        felt_room_sealed(fake_tables->room);
        felt_room_sent(fake_tables->room);
        give_orders(fake_tables);
        bool more = fake_tables->next_ms <= fake_tables->now_ms ||
                    ledger_toy_next(fake_tables->toy) <= fake_tables->now_ms;
        if (!more) return;
    }
    if (fake_tables->next_ms <= fake_tables->now_ms)
        fake_tables_fail(fake_tables, "V2: alarms ring for ever");
}

void fake_tables_step(struct fake_tables *fake_tables, int64_t ms_max)
{
    int64_t next = fake_tables->now_ms + ms_max, receipt = ledger_toy_next(fake_tables->toy);
    if (fake_tables->next_ms < next) next = fake_tables->next_ms;
    if (receipt < next) next = receipt;
    if (next > fake_tables->now_ms) fake_tables->now_ms = next;
    fake_tables_turn(fake_tables);
}

void fake_tables_wait(struct fake_tables *fake_tables, int64_t ms)
{
    int64_t until = fake_tables->now_ms + ms;
    while (fake_tables->now_ms < until) fake_tables_step(fake_tables, until - fake_tables->now_ms);
    fake_tables_turn(fake_tables);
}

/* ---- the end of the process ---- */

static void restore(struct fake_tables *fake_tables)
{
    start_room(fake_tables);
    for (uint32_t i = 0; i < fake_tables->records; i++)
        if (!felt_room_restore(fake_tables->room,
                               fake_tables->record[i].build == fake_tables->build,
                               fake_tables->record[i].bytes, fake_tables->record[i].count)) {
            fake_tables_fail(fake_tables, "V4: record %u of %u is refused", i,
                             fake_tables->records);
            return;
        }
}

void fake_tables_crash(struct fake_tables *fake_tables, uint32_t more, int done, bool same_build)
{
    fake_tables_ear_forget(fake_tables);
    free(fake_tables->memory);
    fake_tables_stakes_forget(fake_tables);
    ledger_toy_crash(fake_tables->toy, done);
    fake_tables->orders = 0;
    fake_tables->crashes++;
    memset(fake_tables->conn, 0, sizeof fake_tables->conn);
    memset(fake_tables->ask, 0, sizeof fake_tables->ask);
    memset(fake_tables->local, 0, sizeof fake_tables->local);
    memset(fake_tables->settling, 0, sizeof fake_tables->settling);
    memset(fake_tables->awarded, 0, sizeof fake_tables->awarded);
    memset(fake_tables->asker, 0, sizeof fake_tables->asker);
    for (int i = 0; i < FAKE_TABLES_TABLES; i++) {
        fake_tables->hand[i].known = false;
        fake_tables->progress_ms[i] = fake_tables->now_ms;
    }
    if (more > fake_tables->records - fake_tables->flushed)
        more = fake_tables->records - fake_tables->flushed;
    forget_records(fake_tables, fake_tables->flushed + more);
    if (!same_build) fake_tables->build++;
    restore(fake_tables);
    if (*fake_tables->failure) return;
    if (more == 0 && same_build && fake_tables->hashes &&
        felt_room_hash(fake_tables->room) != fake_tables->flushed_hash)
        fake_tables_fail(fake_tables, "V4: the floor is not the one that was flushed");
    fake_tables->trouble_ms = fake_tables->now_ms;
    felt_room_resume(fake_tables->room, fake_tables->now_ms);
    fake_tables_turn(fake_tables);
}

void fake_tables_snapshot(struct fake_tables *fake_tables)
{
    fake_tables_turn(fake_tables);
    forget_records(fake_tables, 0);
    felt_room_snapshot(fake_tables->room);
    fake_tables->flushed = fake_tables->records;
}

/* ---- looking ---- */

int fake_tables_find(const struct fake_tables *fake_tables, uint32_t table, int64_t user,
                     struct felt_room_face *face)
{
    if (!felt_room_face(fake_tables->room, table, face)) return -1;
    for (int seat = 0; seat < face->stake->seats; seat++)
        if (face->seat[seat].user == user) return seat;
    return -1;
}

static void verify_chips(struct fake_tables *fake_tables)
{
    struct felt_room_face face;
    for (int64_t user = 1; user < FAKE_TABLES_USERS; user++) {
        felt_chips sum = 0;
        for (int i = 0; i < fake_tables->seats; i++)
            if (fake_tables->seat[i].user == user) sum += fake_tables->seat[i].chips;
        felt_chips has = felt_room_chips(fake_tables->room, user);
        if (has != sum)
            fake_tables_fail(fake_tables, "V1: user %lld has %lld on the floor, %lld by receipts",
                             (long long)user, (long long)has, (long long)sum);
    }
    for (uint32_t table = 0; table < FAKE_TABLES_TABLES; table++) {
        if (!felt_room_face(fake_tables->room, table, &face) || face.stake->directed ||
            face.stake->markers)
            continue;
        felt_chips stacks = 0, seats = 0;
        for (int seat = 0; seat < face.stake->seats; seat++) {
            const struct felt_room_seat_face *place = &face.seat[seat];
            if (!place->user) continue;
            felt_chips at_last = fake_tables_seat_chips(fake_tables, face.id, place->user);
            if (place->stack < 0) fake_tables_fail(fake_tables, "V1: a stack below zero");
            if (!place->in_hand && place->stack > at_last)
                fake_tables_fail(fake_tables, "V1: seat %d of %s has %lld, the ledger %lld", seat,
                                 face.id, (long long)place->stack, (long long)at_last);
            if (!place->in_hand) continue;
            stacks += place->stack;
            seats += at_last;
        }
        if (stacks > seats)
            fake_tables_fail(fake_tables, "V1: %s plays for chips that are not there", face.id);
    }
}

static void verify_progress(struct fake_tables *fake_tables)
{
    struct felt_room_face face;
    if (!felt_room_is_open(fake_tables->room)) return;
    for (uint32_t table = 0; table < FAKE_TABLES_TABLES; table++) {
        if (!felt_room_face(fake_tables->room, table, &face)) continue;
        int ready = 0;
        for (int seat = 0; seat < face.stake->seats; seat++)
            ready += face.seat[seat].state == FELT_ROOM_SEAT_PLAYING && face.seat[seat].stack > 0;
        int64_t since = fake_tables->progress_ms[table];
        if (fake_tables->trouble_ms > since) since = fake_tables->trouble_ms;
        int64_t most = face.stake->pause_ms + fake_tables->slack_ms;
        if (face.hand) most += face.stake->move_ms + face.stake->bank_ms;
        if (face.choosing) most += fake_tables->config.choose_ms;
        int enough = face.adapter ? face.adapter->seats_min : 2;
        if (face.stake->directed) ready = 0; /* somebody else deals there */
        if (face.paused) ready = 0;
        if ((face.hand || face.choosing || ready >= enough) && fake_tables->now_ms - since > most)
            fake_tables_fail(fake_tables, "V2: %s stands still for %lld ms", face.id,
                             (long long)(fake_tables->now_ms - since));
    }
    const struct felt_room_counts *counts = felt_room_counts(fake_tables->room);
    if (fake_tables->next_ms == INT64_MAX && counts->in_hand && !counts->pending)
        fake_tables_fail(fake_tables, "V2: a hand without an alarm");
}

void fake_tables_verify(struct fake_tables *fake_tables)
{
    const char *wrong = ledger_toy_wrong(fake_tables->toy);
    if (wrong) fake_tables_fail(fake_tables, "the ledger: %s", wrong);
    if (!felt_room_is_open(fake_tables->room)) return;
    verify_chips(fake_tables);
    verify_progress(fake_tables);
}
