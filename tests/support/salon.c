/* salon.c -- see salon.h: the floor, its clock, its journal and its ledger. */
#include "salon.h"

#include "felt/assert.h"
#include "felt/hash.h"
#include "os/secret.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The last line is the salon's own: it watches every table. */
enum { WATCHER = SALON_LINES - 1, TURNS_MAX = 64, DATE = 20251017 };

void salon_fail(struct salon *salon, const char *format, ...)
{
    if (*salon->failure) return;
    size_t room = sizeof salon->failure;
    int used = snprintf(salon->failure, room, "at %lld ms: ", (long long)salon->now_ms);
    va_list args;
    va_start(args, format);
    (void)vsnprintf(salon->failure + used, room - (size_t)used, format, args);
    va_end(args);
}

/* ---- services ---- */

static void fill_entropy(void *self, void *out, size_t bytes)
{
    made_up_entropy(&((struct salon *)self)->entropy, out, bytes);
}

static void note_record(void *self, const void *bytes, size_t count)
{
    struct salon *salon = self;
    felt_assert(count > 0);
    made_up_append(&salon->record, &salon->records, &salon->records_room, bytes, count)->build =
        salon->build;
}

static bool take_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    struct salon *salon = self;
    int room = (int)(sizeof salon->order / sizeof salon->order[0]);
    if (salon->orders == room || (salon->busy && felt_rng_below(&salon->rng, 100) < salon->busy)) {
        salon->trouble_ms = salon->now_ms;
        return false;
    }
    enum felt_outcome outcome = felt_order_verify(order);
    if (outcome != FELT_OUTCOME_OK)
        salon_fail(salon, "an order that no ledger takes: %s", felt_outcome_word(outcome));
    salon->order[salon->orders] = *order;
    salon->ticket[salon->orders++] = ticket;
    int64_t table = felt_floor_find(salon->floor, order->table);
    if (order->kind != FELT_ORDER_SETTLE || table < 0 || table >= SALON_TABLES) return true;
    (void)snprintf(salon->settling[table], sizeof salon->settling[table], "%s", order->hand);
    if (strcmp(salon->awarded[table], order->hand) == 0)
        salon_fail(salon, "V5: the result of %s was told before it was settled", order->hand);
    return true;
}

static void hear_alarm(void *self, const char *table, const char *text)
{
    struct salon *salon = self;
    (void)table, (void)text;
    salon->alarms++;
}

static void sit_local(void *self, uint32_t table, felt_seat seat, int64_t user)
{
    (void)self, (void)table, (void)seat, (void)user;
}

static void stand_local(void *self, uint32_t table, felt_seat seat)
{
    struct salon *salon = self;
    if (salon->local[table].seat == seat) salon->local[table].due = false;
}

static void begin_local(void *self, uint32_t table, felt_seat seat, const struct felt_plug *plug)
{
    (void)self, (void)table, (void)seat, (void)plug;
}

static void tell_local(void *self, uint32_t table, felt_seat seat, const struct felt_event *event)
{
    struct felt_event mine = felt_event_for(event, seat);
    if (memcmp(&mine, event, sizeof mine) != 0)
        salon_fail(self, "V6: seat %d of table %u is told an event of others", seat, table);
}

static void ask_local(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view, bool people)
{
    struct salon *salon = self;
    (void)people;
    if (view->viewer != seat || view->actor != seat)
        salon_fail(salon, "V6: seat %d is asked with the view of another", seat);
    salon->locals_asked++;
    salon->local[table] = (struct salon_ask){
        .due = true, .has_view = true, .seat = seat, .req_id = req_id, .view = *view};
}

static void choose_local(void *self, uint32_t table, felt_seat seat, uint64_t req_id, int games)
{
    struct salon *salon = self;
    salon->local[table] = (struct salon_ask){
        .due = true, .choose = true, .seat = seat, .req_id = req_id, .games = games};
}

/* ---- opening ---- */

void salon_init(struct salon *salon, uint64_t seed)
{
    memset(salon, 0, sizeof *salon);
    salon->rng = felt_rng_make(seed);
    salon->entropy = seed * 1000;
    salon->now_ms = 1000;
    salon->date = DATE;
    salon->hashes = true;
    salon->slack_ms = 5000;
    salon->config = felt_floor_config_usual;
    salon->config.tables_max = SALON_TABLES;
    salon->config.lines_max = SALON_LINES;
    salon->config.players_max = SALON_USERS;
    salon->config.watches_max = 4 * SALON_LINES;
    salon->config.stakes = 0;
    salon->services = (struct felt_floor_services){
        .self = salon,
        .digests = {.hmac = felt_secret_hmac, .hash = felt_secret_hash},
        .entropy = fill_entropy,
        .post = salon_ear_post,
        .append = note_record,
        .order = take_order,
        .hand_over = salon_ear_report,
        .alarm = hear_alarm,
        .local_sit = sit_local,
        .local_stand = stand_local,
        .local_begin = begin_local,
        .local_event = tell_local,
        .local_ask = ask_local,
        .local_choose = choose_local};
}

struct felt_stake *salon_stake(struct salon *salon, const char *id, const struct felt_plug *plug,
                               int seats, int tables)
{
    felt_assert(salon->config.stakes < SALON_STAKES);
    struct felt_stake *stake = &salon->stake[salon->config.stakes];
    felt_chips big = plug->big_blind;
    *stake = (struct felt_stake){.variant = plug->variant,
                                 .limit = "no-limit",
                                 .game = {plug},
                                 .games = 1,
                                 .seats = (uint8_t)seats,
                                 .tables = (uint8_t)tables,
                                 .bots_welcome = true,
                                 .small_blind = plug->small_blind,
                                 .big_blind = big,
                                 .buy_in_min = 20 * big,
                                 .buy_in_max = 100 * big,
                                 .move_ms = 15000,
                                 .bank_ms = 30000,
                                 .pause_ms = 2000};
    (void)snprintf(stake->id, sizeof stake->id, "%s", id);
    (void)snprintf(stake->title, sizeof stake->title, "Stake %s", id);
    salon->config.stake[salon->config.stakes++] = stake;
    return stake;
}

static void watch_all(struct salon *salon)
{
    struct felt_floor_face face;
    if (!salon->line[WATCHER].in) (void)salon_enter(salon, WATCHER, 0, false);
    for (uint32_t table = 0; table < SALON_TABLES; table++) {
        if (salon->line[WATCHER].watches[table]) continue;
        if (!felt_floor_face(salon->floor, table, &face)) continue;
        struct felt_want want = salon_make(FELT_WANT_WATCH, face.id);
        struct felt_floor_private door;
        if (felt_floor_private(salon->floor, table, &door))
            (void)snprintf(want.key, sizeof want.key, "%s", door.key);
        (void)salon_want(salon, WATCHER, &want);
    }
}

static void start_floor(struct salon *salon)
{
    salon->memory = calloc(1, felt_floor_bytes(&salon->config));
    felt_assert(salon->memory);
    salon->floor = felt_floor_init(salon->memory, &salon->config, &salon->services);
    felt_floor_date(salon->floor, salon->date);
}

void salon_open(struct salon *salon, struct ledger_toy *toy)
{
    salon->own_toy = !toy;
    salon->toy = toy ? toy : ledger_toy_open(salon->entropy);
    start_floor(salon);
    felt_floor_resume(salon->floor, salon->now_ms);
    salon_turn(salon);
}

static void forget_records(struct salon *salon, uint32_t from)
{
    made_up_forget(salon->record, &salon->records, from);
}

void salon_close(struct salon *salon)
{
    salon_ear_forget(salon);
    forget_records(salon, 0);
    free(salon->record);
    free(salon->memory);
    salon_stakes_close(salon);
    if (salon->own_toy) ledger_toy_close(salon->toy);
}

/* ---- people ---- */

int64_t salon_user(struct salon *salon, enum felt_user_kind kind, felt_chips chips)
{
    char name[32];
    int number = shelf_users(ledger_toy_shelf(salon->toy)) + 1;
    (void)snprintf(name, sizeof name, kind == FELT_USER_HOUSE ? "HousePlayer%d" : "user%d", number);
    int64_t user = ledger_toy_user(salon->toy, kind, name, chips);
    felt_assert(user < SALON_USERS);
    return user;
}

bool salon_enter(struct salon *salon, uint32_t line, int64_t user, bool local)
{
    struct felt_guest_of_floor who = {.user = user, .local = local, .network = salon->network};
    struct felt_floor_reply reply;
    felt_assert(!salon->line[line].in);
    if (user) {
        const struct felt_user *row = shelf_user(ledger_toy_shelf(salon->toy), user);
        who.kind = row->kind;
        who.bank = row->chips;
        (void)snprintf(who.name, sizeof who.name, "%s", row->handle);
    }
    if (!felt_floor_enter(salon->floor, line, &who, salon->now_ms, &reply)) return false;
    salon->line[line].in = true;
    salon->line[line].local = local;
    salon->line[line].user = user;
    return true;
}

void salon_leave(struct salon *salon, uint32_t line)
{
    if (!salon->line[line].in) return;
    salon_ear_drop(salon, line); /* what is under way to him is not his successor's */
    felt_floor_leave(salon->floor, line, salon->now_ms);
    salon->line[line] = (struct salon_line){0};
    for (int i = 0; i < SALON_REQUESTS; i++)
        if (salon->asker[i] == line + 1) salon->asker[i] = 0;
}

struct felt_want salon_make(enum felt_want_kind kind, const char *table)
{
    struct felt_want want = {.kind = (uint8_t)kind, .seat = FELT_SEAT_NONE};
    (void)snprintf(want.table, sizeof want.table, "%s", table);
    return want;
}

/* V3: without an answer there is nothing to compare yet. */
uint64_t salon_want(struct salon *salon, uint32_t line, struct felt_want *want)
{
    uint64_t hash = salon->hashes ? felt_floor_hash(salon->floor) : 0;
    uint32_t records = salon->records;
    int orders = salon->orders;
    want->has_req = true;
    want->req = ++salon->req;
    salon->answer[want->req % SALON_REQUESTS] = 0;
    salon->asker[want->req % SALON_REQUESTS] = (uint8_t)(line + 1);
    felt_floor_want(salon->floor, line, want, false, salon->now_ms);
    if (salon_ear_find(salon, want->req) <= 1) return want->req;
    if (salon->records != records || salon->orders != orders)
        salon_fail(salon, "V3: %s was refused, but something was written",
                   felt_want_word(want->kind));
    if (salon->hashes && felt_floor_hash(salon->floor) != hash)
        salon_fail(salon, "V3: %s was refused, but something changed", felt_want_word(want->kind));
    return want->req;
}

enum felt_no salon_do(struct salon *salon, uint32_t line, struct felt_want *want)
{
    uint64_t req = salon_want(salon, line, want);
    salon_turn(salon);
    for (int i = 0; i < 1000 && !salon->answer[req % SALON_REQUESTS]; i++) salon_step(salon, 1000);
    uint8_t answer = salon->answer[req % SALON_REQUESTS];
    if (!answer) salon_fail(salon, "V3: %s is not answered", felt_want_word(want->kind));
    return answer ? (enum felt_no)(answer - 1) : FELT_NOS;
}

struct felt_want salon_action(const char *table, const struct salon_ask *ask,
                              struct felt_action action)
{
    struct felt_want want = salon_make(FELT_WANT_ACTION, table);
    want.action = (struct felt_ask_action){.has_req = true,
                                           .req_id = ask->req_id,
                                           .known = true,
                                           .kind = action.kind,
                                           .choice = action.choice,
                                           .has_amount = action.kind == FELT_RAISE_TO,
                                           .amount = action.amount};
    memcpy(want.action.hand_id, ask->hand_id, sizeof want.action.hand_id);
    if (action.cards && (action.kind == FELT_COMMIT || action.kind == FELT_CALL)) {
        want.action.names_card = true; /* by its place */
        want.action.choice = (uint16_t)__builtin_ctzll(action.cards);
    }
    if (action.kind != FELT_DISCARD || !ask->has_view) return want;
    const struct felt_zone *hand = felt_view_zone(&ask->view, FELT_ZONE_HAND, ask->view.viewer);
    for (int i = 0; hand && i < hand->count; i++)
        if (action.cards >> i & 1)
            want.action.card[want.action.cards++] = ask->view.cards[hand->at + i];
    return want;
}

struct felt_action salon_choose(struct felt_rng *rng, const struct felt_view *view)
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

struct felt_action salon_choose_ask(struct felt_rng *rng, const struct salon_ask *ask)
{
    if (!ask->choose) return salon_choose(rng, &ask->view);
    uint32_t games = ask->games > 0 ? (uint32_t)ask->games : 1;
    return (struct felt_action){.kind = FELT_CHOOSE,
                                .choice = (uint16_t)felt_rng_below(rng, games)};
}

bool salon_answer(struct salon *salon, uint32_t table, struct felt_action action)
{
    struct salon_ask *ask = &salon->local[table];
    if (!ask->due) return false;
    ask->due = false;
    felt_floor_answer(salon->floor, table, ask->seat, ask->req_id, action, salon->now_ms);
    return true;
}

/* ---- the ledger ---- */

felt_chips salon_seat_chips(const struct salon *salon, const char *table, int64_t user)
{
    for (int i = 0; i < salon->seats; i++)
        if (salon->seat[i].user == user && strcmp(salon->seat[i].table, table) == 0)
            return salon->seat[i].chips;
    return 0;
}

static void add_chips(struct salon *salon, const char *table, int64_t user, felt_chips chips)
{
    int i = 0;
    while (i < salon->seats &&
           (salon->seat[i].user != user || strcmp(salon->seat[i].table, table) != 0))
        i++;
    felt_assert(i < (int)(sizeof salon->seat / sizeof salon->seat[0]));
    if (i == salon->seats) {
        salon->seat[i] = (struct salon_seat){.user = user};
        (void)snprintf(salon->seat[i].table, sizeof salon->seat[i].table, "%s", table);
        salon->seats++;
    }
    salon->seat[i].chips += chips;
}

/* An order may be answered OK more than once: it counts once. */
static bool is_new(struct salon *salon, const char *key)
{
    uint64_t hash = felt_hash_text(key) | 1;
    size_t room = sizeof salon->applied / sizeof salon->applied[0];
    size_t at = hash % room;
    for (size_t i = 0; i < 64; i++, at = (at + 1) % room) {
        if (salon->applied[at] == hash) return false;
        if (!salon->applied[at]) break;
    }
    salon->applied[at] = hash; /* a full neighbourhood forgets its oldest keys */
    return true;
}

void salon_done_before(struct salon *salon, const char *key)
{
    (void)is_new(salon, key);
}

static void apply_receipt(struct salon *salon, const struct felt_order *order,
                          const struct felt_receipt *receipt)
{
    if (receipt->outcome != FELT_OUTCOME_OK || !is_new(salon, order->key)) return;
    felt_chips has = salon_seat_chips(salon, order->table, order->user);
    switch (order->kind) {
    case FELT_ORDER_BUY_IN:
    case FELT_ORDER_TOP_UP: add_chips(salon, order->table, order->user, receipt->amount); break;
    case FELT_ORDER_CASH_OUT: add_chips(salon, order->table, order->user, -has); break;
    case FELT_ORDER_SETTLE:
        for (int i = 0; i < order->seats; i++)
            add_chips(salon, order->table, order->seat[i].user, order->seat[i].won);
        break;
    default: break;
    }
}

static void take_receipts(struct salon *salon)
{
    struct ledger_toy_reply reply;
    ledger_toy_clock(salon->toy, salon->now_ms);
    while (ledger_toy_take(salon->toy, &reply)) {
        int64_t table = felt_floor_find(salon->floor, reply.order.table);
        if (reply.receipt.outcome == FELT_OUTCOME_UNAVAILABLE) salon->trouble_ms = salon->now_ms;
        apply_receipt(salon, &reply.order, &reply.receipt);
        if (reply.order.kind == FELT_ORDER_SETTLE && table >= 0 && table < SALON_TABLES &&
            reply.receipt.outcome == FELT_OUTCOME_OK)
            *salon->settling[table] = '\0';
        felt_floor_receipt(salon->floor, reply.ticket, &reply.receipt, salon->now_ms);
    }
}

/* The ledger's seats, as the owner of a floor tells them before he opens it. */
static void open_doors(struct salon *salon)
{
    char table[FELT_ORDER_TABLE_BYTES + 1];
    int at = 0;
    int64_t user;
    felt_chips balance;
    salon->seats = 0;
    while (ledger_toy_seats(salon->toy, &at, table, &user, &balance)) {
        if (felt_floor_reconcile(salon->floor, table, user, balance, salon->now_ms)) {
            add_chips(salon, table, user, balance);
            continue;
        }
        struct felt_order order = {
            .kind = FELT_ORDER_CASH_OUT, .user = user, .now_ms = salon->now_ms};
        struct felt_receipt receipt;
        (void)snprintf(order.table, sizeof order.table, "%s", table);
        (void)snprintf(order.key, sizeof order.key, "stray-%s-%lld-%lld", table, (long long)user,
                       (long long)salon->now_ms);
        ledger_toy_do(salon->toy, &order, &receipt);
        if (receipt.outcome != FELT_OUTCOME_OK) salon_fail(salon, "strays cannot be cashed out");
    }
    felt_floor_open(salon->floor, salon->now_ms);
    salon->trouble_ms = salon->now_ms;
}

/* ---- the loop ---- */

static void give_orders(struct salon *salon)
{
    struct felt_counter counter = ledger_toy_counter(salon->toy);
    int orders = salon->orders;
    salon->orders = 0; /* a listener's answer may bring a new one */
    for (int i = 0; i < orders; i++) {
        struct felt_order order = salon->order[i];
        if (salon->gives && !salon->gives(salon->listener, &order, salon->ticket[i])) continue;
        if (!counter.order(counter.self, &order, salon->ticket[i])) felt_assert(!"the toy is full");
    }
}

void salon_turn(struct salon *salon)
{
    for (int i = 0; i < TURNS_MAX; i++) {
        take_receipts(salon);
        salon->next_ms = felt_floor_tick(salon->floor, salon->now_ms);
        if (!felt_floor_is_open(salon->floor) && !felt_floor_counts(salon->floor)->pending &&
            !ledger_toy_waiting(salon->toy) && !salon->orders) {
            open_doors(salon);
            salon->next_ms = felt_floor_tick(salon->floor, salon->now_ms);
        }
        watch_all(salon);
        salon->flushed = salon->records;
        if (salon->hashes) salon->flushed_hash = felt_floor_hash(salon->floor);
        salon_ear_hear(salon);
        felt_floor_sealed(salon->floor);
        felt_floor_sent(salon->floor);
        give_orders(salon);
        bool more = salon->next_ms <= salon->now_ms || ledger_toy_next(salon->toy) <= salon->now_ms;
        if (!more) return;
    }
    if (salon->next_ms <= salon->now_ms) salon_fail(salon, "V2: alarms ring for ever");
}

void salon_step(struct salon *salon, int64_t ms_max)
{
    int64_t next = salon->now_ms + ms_max, receipt = ledger_toy_next(salon->toy);
    if (salon->next_ms < next) next = salon->next_ms;
    if (receipt < next) next = receipt;
    if (next > salon->now_ms) salon->now_ms = next;
    salon_turn(salon);
}

void salon_wait(struct salon *salon, int64_t ms)
{
    int64_t until = salon->now_ms + ms;
    while (salon->now_ms < until) salon_step(salon, until - salon->now_ms);
    salon_turn(salon);
}

/* ---- the end of the process ---- */

static void restore(struct salon *salon)
{
    start_floor(salon);
    for (uint32_t i = 0; i < salon->records; i++)
        if (!felt_floor_restore(salon->floor, salon->record[i].build == salon->build,
                                salon->record[i].bytes, salon->record[i].count)) {
            salon_fail(salon, "V4: record %u of %u is refused", i, salon->records);
            return;
        }
}

void salon_crash(struct salon *salon, uint32_t more, int done, bool same_build)
{
    salon_ear_forget(salon);
    free(salon->memory);
    salon_stakes_forget(salon);
    ledger_toy_crash(salon->toy, done);
    salon->orders = 0;
    salon->crashes++;
    memset(salon->line, 0, sizeof salon->line);
    memset(salon->ask, 0, sizeof salon->ask);
    memset(salon->local, 0, sizeof salon->local);
    memset(salon->settling, 0, sizeof salon->settling);
    memset(salon->awarded, 0, sizeof salon->awarded);
    memset(salon->asker, 0, sizeof salon->asker);
    for (int i = 0; i < SALON_TABLES; i++) {
        salon->hand[i].known = false;
        salon->progress_ms[i] = salon->now_ms;
    }
    if (more > salon->records - salon->flushed) more = salon->records - salon->flushed;
    forget_records(salon, salon->flushed + more);
    if (!same_build) salon->build++;
    restore(salon);
    if (*salon->failure) return;
    if (more == 0 && same_build && salon->hashes &&
        felt_floor_hash(salon->floor) != salon->flushed_hash)
        salon_fail(salon, "V4: the floor is not the one that was flushed");
    salon->trouble_ms = salon->now_ms;
    felt_floor_resume(salon->floor, salon->now_ms);
    salon_turn(salon);
}

void salon_snapshot(struct salon *salon)
{
    salon_turn(salon);
    forget_records(salon, 0);
    felt_floor_snapshot(salon->floor);
    salon->flushed = salon->records;
}

/* ---- looking ---- */

int salon_find(const struct salon *salon, uint32_t table, int64_t user,
               struct felt_floor_face *face)
{
    if (!felt_floor_face(salon->floor, table, face)) return -1;
    for (int seat = 0; seat < face->stake->seats; seat++)
        if (face->chair[seat].user == user) return seat;
    return -1;
}

static void verify_chips(struct salon *salon)
{
    struct felt_floor_face face;
    for (int64_t user = 1; user < SALON_USERS; user++) {
        felt_chips sum = 0;
        for (int i = 0; i < salon->seats; i++)
            if (salon->seat[i].user == user) sum += salon->seat[i].chips;
        felt_chips has = felt_floor_chips(salon->floor, user);
        if (has != sum)
            salon_fail(salon, "V1: user %lld has %lld on the floor, %lld by receipts",
                       (long long)user, (long long)has, (long long)sum);
    }
    for (uint32_t table = 0; table < SALON_TABLES; table++) {
        if (!felt_floor_face(salon->floor, table, &face) || face.stake->guided ||
            face.stake->markers)
            continue;
        felt_chips stacks = 0, seats = 0;
        for (int seat = 0; seat < face.stake->seats; seat++) {
            const struct felt_chair_face *chair = &face.chair[seat];
            if (!chair->user) continue;
            felt_chips at_last = salon_seat_chips(salon, face.id, chair->user);
            if (chair->stack < 0) salon_fail(salon, "V1: a stack below zero");
            if (!chair->in_hand && chair->stack > at_last)
                salon_fail(salon, "V1: seat %d of %s has %lld, the ledger %lld", seat, face.id,
                           (long long)chair->stack, (long long)at_last);
            if (!chair->in_hand) continue;
            stacks += chair->stack;
            seats += at_last;
        }
        if (stacks > seats) salon_fail(salon, "V1: %s plays for chips that are not there", face.id);
    }
}

static void verify_progress(struct salon *salon)
{
    struct felt_floor_face face;
    if (!felt_floor_is_open(salon->floor)) return;
    for (uint32_t table = 0; table < SALON_TABLES; table++) {
        if (!felt_floor_face(salon->floor, table, &face)) continue;
        int ready = 0;
        for (int seat = 0; seat < face.stake->seats; seat++)
            ready += face.chair[seat].state == FELT_CHAIR_PLAYING && face.chair[seat].stack > 0;
        int64_t since = salon->progress_ms[table];
        if (salon->trouble_ms > since) since = salon->trouble_ms;
        int64_t most = face.stake->pause_ms + salon->slack_ms;
        if (face.hand) most += face.stake->move_ms + face.stake->bank_ms;
        if (face.choosing) most += salon->config.choose_ms;
        int enough = face.plug ? face.plug->seats_min : 2;
        if (face.stake->guided) ready = 0; /* somebody else deals there */
        if (face.paused) ready = 0;
        if ((face.hand || face.choosing || ready >= enough) && salon->now_ms - since > most)
            salon_fail(salon, "V2: %s stands still for %lld ms", face.id,
                       (long long)(salon->now_ms - since));
    }
    const struct felt_floor_counts *counts = felt_floor_counts(salon->floor);
    if (salon->next_ms == INT64_MAX && counts->in_hand && !counts->pending)
        salon_fail(salon, "V2: a hand without an alarm");
}

void salon_verify(struct salon *salon)
{
    const char *wrong = ledger_toy_wrong(salon->toy);
    if (wrong) salon_fail(salon, "the ledger: %s", wrong);
    if (!felt_floor_is_open(salon->floor)) return;
    verify_chips(salon);
    verify_progress(salon);
}
