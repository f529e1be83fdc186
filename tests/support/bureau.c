/* bureau.c -- see bureau.h: the scene.  bureau_verify.c looks at it. */
#include "bureau.h"

#include "felt/assert.h"
#include "os/secret.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS_MAX = 400, DATE = 20251017, DONE_MOST = 1000, HOUSE_CHIPS = 1000000 };

void bureau_fail(struct bureau *bureau, const char *format, ...)
{
    if (*bureau->failure) return;
    size_t room = sizeof bureau->failure;
    int used = snprintf(bureau->failure, room, "at %lld ms: ", (long long)bureau->now_ms);
    va_list args;
    va_start(args, format);
    (void)vsnprintf(bureau->failure + used, room - (size_t)used, format, args);
    va_end(args);
}

int64_t bureau_wall(const struct bureau *bureau)
{
    return BUREAU_NOON + bureau->now_ms + bureau->skew_ms;
}

/* ---- services of both ---- */

static void fill_entropy(void *self, void *out, size_t bytes)
{
    made_up_entropy(&((struct bureau *)self)->entropy, out, bytes);
}

static void note_record(void *self, const void *bytes, size_t count)
{
    struct bureau *bureau = self;
    (void)made_up_append(&bureau->record, &bureau->records, &bureau->records_room, bytes, count);
    if (bureau->crash_at && bureau->records == bureau->crash_at)
        bureau->crash_hash = felt_office_hash(bureau->office);
}

static bool refuse_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    (void)ticket;
    bureau_fail(self, "the floor gives an order: %s", felt_order_word(order->kind));
    return false;
}

static void hear_alarm(void *self, const char *where, const char *text)
{
    struct bureau *bureau = self;
    bureau->alarms++;
    (void)snprintf(bureau->last_alarm, sizeof bureau->last_alarm, "%s: %s", where, text);
}

/* ---- questions ---- */

static int64_t thinks(struct bureau *bureau)
{
    return bureau->now_ms + felt_rng_below(&bureau->rng, bureau->think_ms + 1);
}

static void ask_local(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view, bool people)
{
    struct bureau *bureau = self;
    (void)people;
    bureau->ask[table] = (struct bureau_ask){
        .due = true,
        .local = true,
        .at_ms = thinks(bureau),
        .ask = {.has_view = true, .seat = seat, .req_id = req_id, .view = *view}};
}

static void sit_local(void *self, uint32_t table, felt_seat seat, int64_t user)
{
    (void)self, (void)table, (void)seat, (void)user;
}

static void stand_local(void *self, uint32_t table, felt_seat seat)
{
    (void)self, (void)table, (void)seat;
}

static void begin_local(void *self, uint32_t table, felt_seat seat, const struct felt_plug *plug)
{
    (void)self, (void)table, (void)seat, (void)plug;
}

static void tell_local(void *self, uint32_t table, felt_seat seat, const struct felt_event *event)
{
    (void)self, (void)table, (void)seat, (void)event;
}

static void hear_news(void *self, const uint32_t *lines, int count, const struct felt_news *news)
{
    struct bureau *bureau = self;
    if (!news->tell || !news->tell->view || !news->table || !count) return;
    const struct felt_tell *tell = news->tell;
    bool asks = tell->kind == FELT_TELL_ACT ||
                (tell->kind == FELT_TELL_SNAPSHOT && tell->view->viewer >= 0 &&
                 tell->view->viewer == tell->view->actor);
    if (!asks || felt_rng_below(&bureau->rng, 100) < bureau->silent) return;
    struct bureau_ask *ask = &bureau->ask[news->table->index];
    *ask = (struct bureau_ask){.due = true,
                               .line = lines[0],
                               .at_ms = thinks(bureau),
                               .ask = {.has_view = true,
                                       .seat = tell->view->viewer,
                                       .req_id = tell->req_id,
                                       .view = *tell->view}};
    (void)snprintf(ask->ask.hand_id, sizeof ask->ask.hand_id, "%s", tell->hand_id);
}

static struct felt_action choose(struct bureau *bureau, const struct felt_view *view)
{
    const struct felt_option *last = &view->option[view->options - 1];
    bool meek = felt_rng_below(&bureau->rng, 100) < bureau->meek;
    for (int i = 0; meek && i < view->options; i++)
        if (view->option[i].kind == FELT_CHECK) return (struct felt_action){.kind = FELT_CHECK};
    if (meek) return (struct felt_action){.kind = FELT_FOLD};
    if (felt_rng_below(&bureau->rng, 100) >= bureau->bold || last->kind != FELT_RAISE_TO)
        return salon_choose(&bureau->rng, view);
    return (struct felt_action){.kind = FELT_RAISE_TO, .amount = last->max};
}

static bool answer_questions(struct bureau *bureau)
{
    bool any = false;
    struct felt_floor_face face;
    for (uint32_t table = 0; table < bureau->tables; table++) {
        struct bureau_ask *ask = &bureau->ask[table];
        if (!ask->due || ask->at_ms > bureau->now_ms) continue;
        ask->due = false;
        any = true;
        struct salon_ask question = ask->ask;
        struct felt_action action = choose(bureau, &question.view);
        if (ask->local) {
            felt_floor_answer(bureau->floor, table, question.seat, question.req_id, action,
                              bureau->now_ms);
        } else if (felt_floor_face(bureau->floor, table, &face) &&
                   felt_floor_is_in(bureau->floor, ask->line)) {
            struct felt_want want = salon_action(face.id, &question, action);
            felt_floor_want(bureau->floor, ask->line, &want, false, bureau->now_ms);
        }
    }
    return any;
}

/* ---- services of the office ---- */

static bool take_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    struct bureau *bureau = self;
    enum felt_outcome outcome = felt_order_verify(order);
    if (outcome != FELT_OUTCOME_OK)
        bureau_fail(bureau, "an order that no ledger takes: %s", felt_outcome_word(outcome));
    if (ticket >> 48) bureau_fail(bureau, "a ticket is too large");
    if (bureau->orders == bureau->orders_room) {
        bureau->orders_room = 2 * bureau->orders_room + 64;
        bureau->order = realloc(bureau->order, bureau->orders_room * sizeof *bureau->order);
        bureau->ticket = realloc(bureau->ticket, bureau->orders_room * sizeof *bureau->ticket);
        felt_assert(bureau->order && bureau->ticket);
    }
    bureau->order[bureau->orders] = *order;
    bureau->ticket[bureau->orders++] = ticket;
    return true;
}

/* Later if the ledger is full; what comes back is in take_receipts(). */
static bool ask_pool(void *self, uint32_t number, const char *pool)
{
    struct bureau *bureau = self;
    struct felt_counter counter = ledger_toy_counter(bureau->toy);
    struct felt_question question = {
        .kind = FELT_ASK_POOL, .before = -1, .limit = FELT_ASK_ROWS_MAX};
    (void)snprintf(question.text, sizeof question.text, "%s", pool);
    return counter.ask(counter.self, &question, number);
}

static void append_office(void *self, const void *bytes, size_t count)
{
    struct bureau *bureau = self;
    felt_floor_append_other(bureau->floor, bytes, count);
}

static int64_t floor_clock(void *self)
{
    return ((struct bureau *)self)->now_ms;
}

static struct bureau_stake *find_stake(struct bureau *bureau, const char *id, size_t bytes)
{
    for (int i = 0; i < BUREAU_STAKES && bureau->stake[i]; i++)
        if (strlen(bureau->stake[i]->id) == bytes && memcmp(bureau->stake[i]->id, id, bytes) == 0)
            return bureau->stake[i];
    return NULL;
}

static struct bureau_stake *make_stake(struct bureau *bureau, const struct felt_event_row *row)
{
    int i = 0;
    while (i < BUREAU_STAKES && bureau->stake[i]) i++;
    felt_assert(i < BUREAU_STAKES);
    struct bureau_stake *own = calloc(1, sizeof *own);
    felt_assert(own);
    bureau->stake[i] = own;
    memcpy(own->id, row->id, sizeof own->id);
    const struct felt_tour_plan *plan = &row->plan;
    own->stake = (struct felt_stake){.variant = "holdem",
                                     .limit = "no-limit",
                                     .games = plan->levels,
                                     .guided = true,
                                     .seats = plan->seats > plan->final_seats ? plan->seats
                                                                              : plan->final_seats,
                                     .bots_welcome = true,
                                     .move_ms = row->clock_ms,
                                     .bank_ms = row->bank_ms,
                                     .pause_ms = row->pause_ms,
                                     .text = own->id,
                                     .text_bytes = (uint32_t)strlen(own->id)};
    for (int k = 0; k < plan->levels; k++) {
        struct felt_complaint complaint;
        const struct felt_tour_level *level = &plan->level[plan->level[k].big ? k : 0];
        enum felt_status status = felt_poker_plug_make(&own->plug[k], "holdem", FELT_NO_LIMIT,
                                                       level->small, level->big, &complaint);
        felt_assert(status == FELT_OK);
        own->stake.game[k] = &own->plug[k].plug;
    }
    own->stake.small_blind = plan->level[0].small;
    own->stake.big_blind = plan->level[0].big;
    own->stake.buy_in_min = own->stake.buy_in_max = plan->stack;
    memcpy(own->stake.id, own->id, sizeof own->id);
    (void)snprintf(own->stake.title, sizeof own->stake.title, "Cup %s", own->id);
    return own;
}

static int give_stake(void *self, const struct felt_event_row *row, struct felt_complaint *why)
{
    struct bureau *bureau = self;
    struct bureau_stake *own = find_stake(bureau, row->id, strlen(row->id));
    if (own && own->refused) {
        (void)felt_complain(why, FELT_BAD_NAME, 0, 0, "no such game");
        return -1;
    }
    if (!own) own = make_stake(bureau, row);
    own->uses++;
    int number = felt_floor_find_stake(bureau->floor, row->id);
    if (number < 0) number = felt_floor_add_stake(bureau->floor, &own->stake);
    if (number < 0) bureau_fail(bureau, "a stake is refused");
    return number;
}

static void take_stake(void *self, int number)
{
    struct bureau *bureau = self;
    const struct felt_stake *stake = felt_floor_stake(bureau->floor, number);
    if (!stake) {
        bureau_fail(bureau, "a stake is given back that is not there");
        return;
    }
    struct bureau_stake *own = find_stake(bureau, stake->id, strlen(stake->id));
    if (--own->uses == 0) felt_floor_drop_stake(bureau->floor, number);
    if (own->uses < 0) bureau_fail(bureau, "a stake is given back too often");
}

static const struct felt_stake *stake_again(void *self, const char *text, size_t bytes)
{
    struct bureau_stake *own = find_stake(self, text, bytes);
    return own ? &own->stake : NULL;
}

static void stake_gone(void *self, const struct felt_stake *stake)
{
    (void)self, (void)stake;
}

static bool hire(void *self, felt_chips buy_in, struct felt_guest_of_floor *who)
{
    struct bureau *bureau = self;
    for (uint32_t i = bureau->people; i < bureau->people + bureau->house; i++) {
        struct bureau_person *one = &bureau->person[i];
        if (one->busy || ledger_toy_bank(bureau->toy, one->user) < buy_in) continue;
        one->busy = true;
        *who =
            (struct felt_guest_of_floor){.user = one->user, .kind = FELT_USER_HOUSE, .local = true};
        memcpy(who->name, one->name, sizeof who->name);
        return true;
    }
    return false;
}

static void set_busy(struct bureau *bureau, int64_t user, bool busy)
{
    for (uint32_t i = bureau->people; i < bureau->people + bureau->house; i++)
        if (bureau->person[i].user == user) bureau->person[i].busy = busy;
}

static void was_hired(void *self, int64_t user)
{
    set_busy(self, user, true);
}

static void let_go(void *self, int64_t user)
{
    set_busy(self, user, false);
}

static void face_changed(void *self, uint32_t event)
{
    struct bureau *bureau = self;
    struct felt_event_face face;
    bureau->faces_told++;
    felt_office_face(bureau->office, event, &face);
}

static void entry_changed(void *self, uint32_t event, uint32_t entry)
{
    struct bureau *bureau = self;
    struct felt_event_face face;
    bureau->entries_told++;
    felt_office_face(bureau->office, event, &face);
    if (entry >= face.row->plan.entrants_max) {
        bureau_fail(bureau, "an entry that is not there");
        return;
    }
    const struct felt_tour_entry *row =
        felt_tour_entry(felt_office_tour(bureau->office, event), entry);
    bool is_on = row->state == FELT_ENTRY_WAITS || row->state == FELT_ENTRY_IN;
    for (uint32_t i = 0; !is_on && i < bureau->people; i++)
        if (bureau->person[i].user == row->user && !bureau->person[i].in)
            felt_office_unheard(bureau->office, event, entry);
}

/* Somebody has come: what he did not hear of is told, once. */
static void hear(struct bureau *bureau, int64_t user)
{
    struct felt_unheard one;
    for (uint32_t i = 0; i < felt_office_count(bureau->office); i++) {
        while (felt_office_hear(bureau->office, i, user, &one)) {
            const struct felt_tour_entry *row =
                felt_tour_entry(felt_office_tour(bureau->office, i), one.entry);
            bool is_on = row->state == FELT_ENTRY_WAITS || row->state == FELT_ENTRY_IN;
            if (one.user != user) bureau_fail(bureau, "he hears of somebody else's entry");
            if (is_on && row->number == one.number) bureau_fail(bureau, "it has not ended");
            bureau->unheard_told++;
        }
    }
}

static void take_answer(void *self, uint32_t line, bool has_req, uint64_t req, enum felt_no no,
                        const char *text)
{
    struct bureau *bureau = self;
    (void)line, (void)text;
    if (!has_req || req > bureau->req) bureau_fail(bureau, "an answer that nobody asked for");
    if (bureau->answer[req % BUREAU_ANSWERS]) bureau_fail(bureau, "answered twice");
    bureau->answer[req % BUREAU_ANSWERS] = (uint8_t)(1 + no);
}

static void take_log(void *self, const char *level, const char *event, const char *text)
{
    (void)self, (void)level, (void)event, (void)text;
}

/* ---- hands ---- */

/* U4.  The office hears of the hand's end later: its director has it under way. */
static void look_at_hand(void *self, const struct felt_floor_report *report)
{
    struct bureau *bureau = self;
    bureau->hands++;
    for (uint32_t i = 0; i < felt_office_count(bureau->office); i++) {
        struct felt_event_face face;
        felt_office_face(bureau->office, i, &face);
        for (uint32_t table = 0; table < face.row->plan.tables_max; table++) {
            struct felt_tour_hand hand;
            if (felt_office_table(bureau->office, i, table) != report->table->index ||
                !felt_tour_under_way(felt_office_tour(bureau->office, i), table, &hand))
                continue;
            const struct felt_tour_level *level = &face.row->plan.level[hand.level];
            bool each = face.row->plan.ante == FELT_TOUR_ANTE_EACH;
            for (felt_seats left = hand.seats; left;) {
                felt_seat seat = felt_seats_take(&left);
                felt_chips due = (each ? level->ante : 0) +
                                 (seat == hand.big     ? level->big + (each ? 0 : level->ante)
                                  : seat == hand.small ? level->small
                                                       : 0);
                felt_chips paid =
                    report->deal->ante[seat] + report->deal->blind[seat] + report->deal->dead[seat];
                if (due > hand.stack[seat]) due = hand.stack[seat];
                if (paid != due || report->deal->stack[seat] != hand.stack[seat])
                    bureau_fail(bureau, "U4: seat %d pays %lld of %lld, should pay %lld", seat,
                                (long long)paid, (long long)hand.stack[seat], (long long)due);
            }
            if (report->seats != hand.seats || report->deal->button != hand.button)
                bureau_fail(bureau, "U4: other seats or another button than the director's");
            return;
        }
    }
    bureau_fail(bureau, "a hand of a table that no tournament knows");
}

static void hand_over(void *self, uint32_t table, uint64_t number,
                      const felt_chips stack[FELT_SEATS_MAX], bool is_void)
{
    struct bureau *bureau = self;
    felt_office_hand_over(bureau->office, table, number, stack, is_void, bureau_wall(bureau));
}

static bool restore_other(void *self, const void *bytes, size_t count)
{
    struct bureau *bureau = self;
    return felt_office_restore(bureau->office, bytes, count);
}

/* ---- opening ---- */

void bureau_init(struct bureau *bureau, uint64_t seed)
{
    memset(bureau, 0, sizeof *bureau);
    bureau->rng = felt_rng_make(seed);
    bureau->entropy = seed * 1000003;
    bureau->now_ms = 1000;
    bureau->tables = 12;
    bureau->people = 10;
    bureau->house = 10;
    bureau->chips = 5000;
    bureau->think_ms = 500;
    bureau->bold = 30;
    bureau->office_config = felt_office_config_usual;
    bureau->config = felt_floor_config_usual;
    bureau->services = (struct felt_floor_services){
        .self = bureau,
        .digests = {.hmac = felt_secret_hmac, .hash = felt_secret_hash},
        .entropy = fill_entropy,
        .post = hear_news,
        .append = note_record,
        .order = refuse_order,
        .hand_over = look_at_hand,
        .guided_over = hand_over,
        .alarm = hear_alarm,
        .local_sit = sit_local,
        .local_stand = stand_local,
        .local_begin = begin_local,
        .local_event = tell_local,
        .local_ask = ask_local,
        .stake_again = stake_again,
        .stake_gone = stake_gone,
        .other = restore_other};
    bureau->office_services = (struct felt_office_services){
        .self = bureau,
        .digests = {.hmac = felt_secret_hmac, .hash = felt_secret_hash},
        .order = take_order,
        .ask_pool = ask_pool,
        .append = append_office,
        .entropy = fill_entropy,
        .floor_ms = floor_clock,
        .stake = give_stake,
        .stake_done = take_stake,
        .hire = hire,
        .hired = was_hired,
        .let_go = let_go,
        .changed = face_changed,
        .entry_changed = entry_changed,
        .answer = take_answer,
        .log = take_log,
        .alarm = hear_alarm};
}

static void start(struct bureau *bureau)
{
    bureau->memory = calloc(1, felt_floor_bytes(&bureau->config));
    felt_assert(bureau->memory);
    bureau->floor = felt_floor_init(bureau->memory, &bureau->config, &bureau->services);
    felt_floor_date(bureau->floor, DATE);
    bureau->office =
        felt_office_open(bureau->floor, &bureau->office_config, &bureau->office_services);
    felt_assert(bureau->office);
}

void bureau_come(struct bureau *bureau, uint32_t person)
{
    struct bureau_person *one = &bureau->person[person];
    struct felt_floor_reply reply;
    if (one->in) return;
    bool local = person >= bureau->people;
    struct felt_guest_of_floor who = {
        .user = one->user, .kind = local ? FELT_USER_HOUSE : FELT_USER_HUMAN, .local = local};
    memcpy(who.name, one->name, sizeof who.name);
    one->in = felt_floor_enter(bureau->floor, one->line, &who, bureau->now_ms, &reply);
    if (!one->in) bureau_fail(bureau, "somebody cannot come in: %s", reply.text);
    if (one->in) hear(bureau, one->user);
}

void bureau_go(struct bureau *bureau, uint32_t person)
{
    struct bureau_person *one = &bureau->person[person];
    if (!one->in) return;
    felt_floor_leave(bureau->floor, one->line, bureau->now_ms);
    felt_office_line_gone(bureau->office, one->line);
    one->in = false;
}

/* The floor, which has no cash tables, opens at once; then the office. */
static void open_doors(struct bureau *bureau)
{
    felt_floor_resume(bureau->floor, bureau->now_ms);
    felt_floor_open(bureau->floor, bureau->now_ms);
    for (uint32_t i = bureau->people; i < bureau->people + bureau->house; i++)
        bureau_come(bureau, i);
    felt_office_resume(bureau->office, bureau_wall(bureau));
}

void bureau_open(struct bureau *bureau)
{
    uint32_t all = bureau->people + bureau->house;
    bureau->config.tables_max = bureau->tables;
    bureau->config.lines_max = all;
    bureau->config.players_max = all;
    bureau->config.watches_max = 2 * bureau->people + 16;
    bureau->config.stakes = 0;
    bureau->config.state_bytes = felt_poker_game.state_bytes;
    bureau->office_config.tables_max = bureau->tables;
    bureau->toy = ledger_toy_open(bureau->entropy);
    bureau->person = calloc(all, sizeof *bureau->person);
    bureau->ask = calloc(bureau->tables, sizeof *bureau->ask);
    felt_assert(bureau->person && bureau->ask);
    for (uint32_t i = 0; i < all; i++) {
        struct bureau_person *one = &bureau->person[i];
        bool house = i >= bureau->people;
        (void)snprintf(one->name, sizeof one->name, house ? "HousePlayer%u" : "user%u", i);
        one->user = ledger_toy_user(bureau->toy, house ? FELT_USER_HOUSE : FELT_USER_HUMAN,
                                    one->name, bureau->chips);
        one->began = bureau->chips;
        one->line = i;
    }
    struct felt_order fund = {
        .kind = FELT_ORDER_FUND, .now_ms = 1, .amount = HOUSE_CHIPS, .key = "fund"};
    struct felt_receipt receipt;
    ledger_toy_do(bureau->toy, &fund, &receipt);
    const struct shelf *shelf = ledger_toy_shelf(bureau->toy);
    bureau->house_began = shelf_balance(shelf, "house");
    bureau->rake_began = shelf_balance(shelf, "rake");
    start(bureau);
    open_doors(bureau);
    bureau_turn(bureau);
}

static void forget_records(struct bureau *bureau, uint32_t from)
{
    made_up_forget(bureau->record, &bureau->records, from);
}

void bureau_close(struct bureau *bureau)
{
    felt_office_close(bureau->office);
    free(bureau->memory);
    forget_records(bureau, 0);
    free(bureau->record);
    free(bureau->order);
    free(bureau->ticket);
    free(bureau->person);
    free(bureau->ask);
    for (int i = 0; i < BUREAU_STAKES; i++) free(bureau->stake[i]);
    ledger_toy_close(bureau->toy);
}

uint64_t bureau_register(struct bureau *bureau, const char *id, uint32_t person, const char *word)
{
    const struct bureau_person *one = &bureau->person[person];
    struct felt_guest_of_floor who = {.user = one->user, .kind = FELT_USER_HUMAN};
    memcpy(who.name, one->name, sizeof who.name);
    uint64_t req = ++bureau->req;
    bureau->answer[req % BUREAU_ANSWERS] = 0;
    felt_office_register(bureau->office, id, one->line, true, req, &who, word, bureau_wall(bureau));
    return req;
}

uint64_t bureau_unregister(struct bureau *bureau, const char *id, uint32_t person)
{
    uint64_t req = ++bureau->req;
    bureau->answer[req % BUREAU_ANSWERS] = 0;
    felt_office_unregister(bureau->office, id, bureau->person[person].line, true, req,
                           bureau->person[person].user, bureau_wall(bureau));
    return req;
}

/* ---- time ---- */

static bool take_receipts(struct bureau *bureau)
{
    struct ledger_toy_reply reply;
    bool any = false;
    ledger_toy_clock(bureau->toy, bureau->now_ms);
    for (; ledger_toy_take(bureau->toy, &reply); any = true) {
        if (!reply.is_answer) {
            felt_office_receipt(bureau->office, reply.ticket, &reply.receipt, bureau_wall(bureau));
            continue;
        }
        bool good = reply.answer.outcome == FELT_OUTCOME_OK;
        felt_office_pool_found(bureau->office, (uint32_t)reply.ticket,
                               good ? reply.answer.pools : NULL, reply.answer.count,
                               bureau_wall(bureau));
        free(reply.answer.rows);
    }
    return any;
}

static void flush(struct bureau *bureau)
{
    struct felt_counter counter = ledger_toy_counter(bureau->toy);
    const struct felt_receipt busy = {.outcome = FELT_OUTCOME_BUSY};
    bureau->flushed = bureau->records;
    felt_floor_sealed(bureau->floor);
    felt_floor_sent(bureau->floor);
    uint32_t orders = bureau->orders;
    bureau->orders = 0;
    for (uint32_t i = 0; i < orders; i++)
        if (!counter.order(counter.self, &bureau->order[i], bureau->ticket[i]))
            felt_office_receipt(bureau->office, bureau->ticket[i], &busy, bureau_wall(bureau));
}

void bureau_turn(struct bureau *bureau)
{
    for (int i = 0; i < TURNS_MAX && !*bureau->failure; i++) {
        bool more = take_receipts(bureau);
        more |= answer_questions(bureau);
        bureau->floor_next = felt_floor_tick(bureau->floor, bureau->now_ms);
        bureau->office_next =
            felt_office_tick(bureau->office, bureau_wall(bureau)) - BUREAU_NOON - bureau->skew_ms;
        if (bureau->crash_at && bureau->records >= bureau->crash_at) {
            bureau_crash(bureau, felt_rng_below(&bureau->rng, 100000));
            return;
        }
        flush(bureau);
        more |= bureau->floor_next <= bureau->now_ms || bureau->office_next <= bureau->now_ms ||
                ledger_toy_next(bureau->toy) <= bureau->now_ms;
        if (!more) return;
    }
    if (!*bureau->failure) bureau_fail(bureau, "there is always something to do at once");
}

void bureau_step(struct bureau *bureau, int64_t ms_max)
{
    int64_t next = bureau->now_ms + ms_max;
    if (bureau->floor_next < next) next = bureau->floor_next;
    if (bureau->office_next < next) next = bureau->office_next;
    if (ledger_toy_next(bureau->toy) < next) next = ledger_toy_next(bureau->toy);
    for (uint32_t i = 0; i < bureau->tables; i++)
        if (bureau->ask[i].due && bureau->ask[i].at_ms < next) next = bureau->ask[i].at_ms;
    if (next > bureau->now_ms) bureau->now_ms = next;
    bureau_turn(bureau);
}

void bureau_wait(struct bureau *bureau, int64_t ms)
{
    int64_t until = bureau->now_ms + ms;
    while (bureau->now_ms < until && !*bureau->failure) bureau_step(bureau, until - bureau->now_ms);
}

/* ---- the end of the process ---- */

void bureau_crash_after(struct bureau *bureau, uint32_t records)
{
    bureau->crash_at = bureau->records + (records ? records : 1);
}

/* What is known of a hand that was over when the process died. */
struct over {
    uint32_t event;
    int64_t user;
    felt_chips stack;
};

/* Hands that a table has played and the director does not know of yet. */
static uint32_t find_over(struct bureau *bureau, struct over *out, uint32_t room)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < felt_office_count(bureau->office); i++) {
        struct felt_event_face face;
        felt_office_face(bureau->office, i, &face);
        if (face.row->plan.format != FELT_TOUR_FREEZEOUT) continue; /* stacks begin anew */
        for (uint32_t table = 0; table < face.row->plan.tables_max; table++) {
            struct felt_guided_look look;
            struct felt_tour_hand hand;
            int64_t floor = felt_office_table(bureau->office, i, table);
            if (floor < 0 || !felt_guided_look(bureau->floor, (uint32_t)floor, &look) ||
                look.hand || look.is_void ||
                !felt_tour_under_way(felt_office_tour(bureau->office, i), table, &hand))
                continue;
            for (felt_seats left = hand.seats; left && count < room;) {
                felt_seat seat = felt_seats_take(&left);
                out[count++] = (struct over){i, look.user[seat], look.stack[seat]};
            }
        }
    }
    return count;
}

static void verify_over(struct bureau *bureau, const struct over *over, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct felt_tour *tour = felt_office_tour(bureau->office, over[i].event);
        uint32_t entry = felt_tour_entry_of(tour, over[i].user);
        bool known = entry != FELT_TOUR_NOBODY;
        const struct felt_tour_entry *who = known ? felt_tour_entry(tour, entry) : NULL;
        struct felt_tour_face face;
        felt_tour_face(tour, &face);
        if (face.state != FELT_TOUR_RUNNING) continue; /* that hand was the last */
        if (!who || (who->state == FELT_ENTRY_IN ? who->stack : 0) != over[i].stack)
            bureau_fail(bureau, "U1: the result of a hand is forgotten: user %lld had %lld",
                        (long long)over[i].user, (long long)over[i].stack);
        bureau->results_found++;
    }
}

/* Q4: the clock of a level, which loses what passed since the last tick. */
static void verify_clocks(struct bureau *bureau, const struct felt_event_face *before,
                          uint32_t count, int64_t down_ms)
{
    enum { LOST_MS = 2500 };
    for (uint32_t i = 0; i < count && i < felt_office_count(bureau->office); i++) {
        struct felt_event_face face;
        felt_office_face(bureau->office, i, &face);
        if (face.number != before[i].number || face.tour.level != before[i].tour.level ||
            !face.level_ends_ms || !before[i].level_ends_ms ||
            face.tour.round != before[i].tour.round)
            continue;
        int64_t more = face.level_ends_ms - before[i].level_ends_ms - down_ms;
        if (more < 0 || more > LOST_MS)
            bureau_fail(bureau, "U1: a level lasts %lld ms longer by a crash", (long long)more);
        bureau->clocks_found++;
    }
}

void bureau_crash(struct bureau *bureau, int64_t down_ms)
{
    struct felt_event_face faces[FELT_EVENTS_MAX_OPEN + FELT_EVENT_KEPT + 1];
    uint32_t events = felt_office_count(bureau->office);
    for (uint32_t i = 0; i < events; i++) felt_office_face(bureau->office, i, &faces[i]);
    uint32_t keep = bureau->crash_at ? bureau->crash_at : bureau->flushed;
    if (!bureau->crash_at) bureau->crash_hash = felt_office_hash(bureau->office);
    bool proves = bureau->crash_at || bureau->flushed == bureau->records;
    bureau->crash_at = 0;
    bureau->crashes++;
    forget_records(bureau, keep);
    felt_office_close(bureau->office);
    free(bureau->memory);
    ledger_toy_crash(bureau->toy, (int)felt_rng_below(&bureau->rng, DONE_MOST));
    bureau->orders = 0;
    memset(bureau->ask, 0, bureau->tables * sizeof *bureau->ask);
    for (uint32_t i = 0; i < bureau->people + bureau->house; i++)
        bureau->person[i].in = bureau->person[i].busy = false;
    for (int i = 0; i < BUREAU_STAKES && bureau->stake[i]; i++) bureau->stake[i]->uses = 0;
    bool same_build = felt_rng_below(&bureau->rng, 100) >= bureau->other;
    bureau->now_ms += down_ms;
    ledger_toy_clock(bureau->toy, bureau->now_ms);
    start(bureau);
    for (uint32_t i = 0; i < bureau->records; i++)
        if (!felt_floor_restore(bureau->floor, same_build, bureau->record[i].bytes,
                                bureau->record[i].count)) {
            bureau_fail(bureau, "U1: record %u of %u is refused", i, bureau->records);
            return;
        }
    if (proves && felt_office_hash(bureau->office) != bureau->crash_hash)
        bureau_fail(bureau, "U1: after a crash it is another office");
    uint32_t room = bureau->tables * FELT_SEATS_MAX;
    struct over *over = calloc(room, sizeof *over);
    felt_assert(over);
    uint32_t count = find_over(bureau, over, room);
    open_doors(bureau);
    verify_over(bureau, over, count);
    verify_clocks(bureau, faces, events, down_ms);
    free(over);
    bureau_turn(bureau);
}

void bureau_snapshot(struct bureau *bureau)
{
    if (bureau->crash_at || *bureau->failure) return;
    bureau_turn(bureau);
    if (bureau->orders || *bureau->failure) return;
    forget_records(bureau, 0);
    felt_floor_snapshot(bureau->floor);
    felt_office_snapshot(bureau->office);
    bureau->flushed = bureau->records;
    bureau->snapshots++;
}
