/* fake_tournaments.c -- see fake_tournaments.h: the scene.  fake_tournaments_verify.c looks at it.
 */
#include "fake_tournaments.h"

#include "felt/assert.h"
#include "os/secret.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS_MAX = 400, DATE = 20251017, DONE_MOST = 1000, HOUSE_CHIPS = 1000000 };

void fake_tournaments_fail(struct fake_tournaments *fake_tournaments, const char *format, ...)
{
    if (*fake_tournaments->failure) return;
    size_t room = sizeof fake_tournaments->failure;
    int used = snprintf(fake_tournaments->failure, room,
                        "at %lld ms: ", (long long)fake_tournaments->now_ms);
    va_list args;
    va_start(args, format);
    (void)vsnprintf(fake_tournaments->failure + used, room - (size_t)used, format, args);
    va_end(args);
}

int64_t fake_tournaments_wall(const struct fake_tournaments *fake_tournaments)
{
    return FAKE_TOURNAMENTS_NOON + fake_tournaments->now_ms + fake_tournaments->skew_ms;
}

/* ---- services of both ---- */

static void fill_entropy(void *self, void *out, size_t bytes)
{
    made_up_entropy(&((struct fake_tournaments *)self)->entropy, out, bytes);
}

static void note_record(void *self, const void *bytes, size_t count)
{
    struct fake_tournaments *fake_tournaments = self;
    (void)made_up_append(&fake_tournaments->record, &fake_tournaments->records,
                         &fake_tournaments->records_room, bytes, count);
    if (fake_tournaments->crash_at && fake_tournaments->records == fake_tournaments->crash_at)
        fake_tournaments->crash_hash = felt_tournaments_hash(fake_tournaments->tournaments);
}

static bool refuse_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    (void)ticket;
    fake_tournaments_fail(self, "the floor gives an order: %s", felt_order_word(order->kind));
    return false;
}

static void hear_alarm(void *self, const char *where, const char *text)
{
    struct fake_tournaments *fake_tournaments = self;
    fake_tournaments->alarms++;
    (void)snprintf(fake_tournaments->last_alarm, sizeof fake_tournaments->last_alarm, "%s: %s",
                   where, text);
}

/* ---- questions ---- */

static int64_t thinks(struct fake_tournaments *fake_tournaments)
{
    return fake_tournaments->now_ms +
           felt_rng_below(&fake_tournaments->rng, fake_tournaments->think_ms + 1);
}

static void ask_local(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view, bool people)
{
    struct fake_tournaments *fake_tournaments = self;
    (void)people;
    fake_tournaments->ask[table] = (struct fake_tournaments_ask){
        .due = true,
        .local = true,
        .at_ms = thinks(fake_tournaments),
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

static void begin_local(void *self, uint32_t table, felt_seat seat,
                        const struct felt_game_adapter *adapter)
{
    (void)self, (void)table, (void)seat, (void)adapter;
}

static void tell_local(void *self, uint32_t table, felt_seat seat, const struct felt_event *event)
{
    (void)self, (void)table, (void)seat, (void)event;
}

static void hear_news(void *self, const uint32_t *conns, int count,
                      const struct felt_room_server_msg *out)
{
    struct fake_tournaments *fake_tournaments = self;
    if (!out->tell || !out->tell->view || !out->table || !count) return;
    const struct felt_arena_server_msg *msg = out->tell;
    bool asks = msg->kind == FELT_ARENA_SERVER_ACT ||
                (msg->kind == FELT_ARENA_SERVER_SNAPSHOT && msg->view->viewer >= 0 &&
                 msg->view->viewer == msg->view->actor);
    if (!asks || felt_rng_below(&fake_tournaments->rng, 100) < fake_tournaments->silent) return;
    struct fake_tournaments_ask *ask = &fake_tournaments->ask[out->table->index];
    *ask = (struct fake_tournaments_ask){.due = true,
                                         .conn = conns[0],
                                         .at_ms = thinks(fake_tournaments),
                                         .ask = {.has_view = true,
                                                 .seat = msg->view->viewer,
                                                 .req_id = msg->req_id,
                                                 .view = *msg->view}};
    (void)snprintf(ask->ask.hand_id, sizeof ask->ask.hand_id, "%s", msg->hand_id);
}

static struct felt_action choose(struct fake_tournaments *fake_tournaments,
                                 const struct felt_view *view)
{
    const struct felt_option *last = &view->option[view->options - 1];
    bool meek = felt_rng_below(&fake_tournaments->rng, 100) < fake_tournaments->meek;
    for (int i = 0; meek && i < view->options; i++)
        if (view->option[i].kind == FELT_CHECK) return (struct felt_action){.kind = FELT_CHECK};
    if (meek) return (struct felt_action){.kind = FELT_FOLD};
    if (felt_rng_below(&fake_tournaments->rng, 100) >= fake_tournaments->bold ||
        last->kind != FELT_RAISE_TO)
        return fake_tables_choose(&fake_tournaments->rng, view);
    return (struct felt_action){.kind = FELT_RAISE_TO, .amount = last->max};
}

static bool answer_questions(struct fake_tournaments *fake_tournaments)
{
    bool any = false;
    struct felt_room_face face;
    for (uint32_t table = 0; table < fake_tournaments->tables; table++) {
        struct fake_tournaments_ask *ask = &fake_tournaments->ask[table];
        if (!ask->due || ask->at_ms > fake_tournaments->now_ms) continue;
        ask->due = false;
        any = true;
        struct fake_tables_ask question = ask->ask;
        struct felt_action action = choose(fake_tournaments, &question.view);
        if (ask->local) {
            felt_room_answer(fake_tournaments->room, table, question.seat, question.req_id, action,
                             fake_tournaments->now_ms);
        } else if (felt_room_face(fake_tournaments->room, table, &face) &&
                   felt_room_is_in(fake_tournaments->room, ask->conn)) {
            struct felt_room_client_msg msg = fake_tables_action(face.id, &question, action);
            felt_room_client_msg_take(fake_tournaments->room, ask->conn, &msg, false,
                                      fake_tournaments->now_ms);
        }
    }
    return any;
}

/* ---- services of the tournament service ---- */

static bool take_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    struct fake_tournaments *fake_tournaments = self;
    enum felt_outcome outcome = felt_order_verify(order);
    if (outcome != FELT_OUTCOME_OK)
        fake_tournaments_fail(fake_tournaments, "an order that no ledger takes: %s",
                              felt_outcome_word(outcome));
    if (ticket >> 48) fake_tournaments_fail(fake_tournaments, "a ticket is too large");
    if (fake_tournaments->orders == fake_tournaments->orders_room) {
        fake_tournaments->orders_room = 2 * fake_tournaments->orders_room + 64;
        fake_tournaments->order =
            realloc(fake_tournaments->order,
                    fake_tournaments->orders_room * sizeof *fake_tournaments->order);
        fake_tournaments->ticket =
            realloc(fake_tournaments->ticket,
                    fake_tournaments->orders_room * sizeof *fake_tournaments->ticket);
        felt_assert(fake_tournaments->order && fake_tournaments->ticket);
    }
    fake_tournaments->order[fake_tournaments->orders] = *order;
    fake_tournaments->ticket[fake_tournaments->orders++] = ticket;
    return true;
}

/* Later if the ledger is full; what comes back is in take_receipts(). */
static bool ask_pool(void *self, uint32_t number, const char *pool)
{
    struct fake_tournaments *fake_tournaments = self;
    struct felt_ledger_services counter = ledger_toy_counter(fake_tournaments->toy);
    struct felt_question question = {
        .kind = FELT_QUESTION_POOL, .before = -1, .limit = FELT_QUESTION_ROWS_MAX};
    (void)snprintf(question.text, sizeof question.text, "%s", pool);
    return counter.ask(counter.self, &question, number);
}

static void append_tournaments(void *self, const void *bytes, size_t count)
{
    struct fake_tournaments *fake_tournaments = self;
    felt_room_append_other(fake_tournaments->room, bytes, count);
}

static int64_t room_clock(void *self)
{
    return ((struct fake_tournaments *)self)->now_ms;
}

static struct fake_tournaments_stake *find_stake(struct fake_tournaments *fake_tournaments,
                                                 const char *id, size_t bytes)
{
    for (int i = 0; i < FAKE_TOURNAMENTS_STAKES && fake_tournaments->stake[i]; i++)
        if (strlen(fake_tournaments->stake[i]->id) == bytes &&
            memcmp(fake_tournaments->stake[i]->id, id, bytes) == 0)
            return fake_tournaments->stake[i];
    return NULL;
}

static struct fake_tournaments_stake *make_stake(struct fake_tournaments *fake_tournaments,
                                                 const struct felt_tournament_row *row)
{
    int i = 0;
    while (i < FAKE_TOURNAMENTS_STAKES && fake_tournaments->stake[i]) i++;
    felt_assert(i < FAKE_TOURNAMENTS_STAKES);
    struct fake_tournaments_stake *own = calloc(1, sizeof *own);
    felt_assert(own);
    fake_tournaments->stake[i] = own;
    memcpy(own->id, row->id, sizeof own->id);
    const struct felt_director_plan *plan = &row->plan;
    own->stake = (struct felt_stake){.variant = "holdem",
                                     .limit = "no-limit",
                                     .games = plan->levels,
                                     .directed = true,
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
        const struct felt_director_level *level = &plan->level[plan->level[k].big ? k : 0];
        enum felt_status status = felt_poker_adapter_make(&own->adapter[k], "holdem", FELT_NO_LIMIT,
                                                          level->small, level->big, &complaint);
        felt_assert(status == FELT_OK);
        own->stake.game[k] = &own->adapter[k].adapter;
    }
    own->stake.small_blind = plan->level[0].small;
    own->stake.big_blind = plan->level[0].big;
    own->stake.buy_in_min = own->stake.buy_in_max = plan->stack;
    memcpy(own->stake.id, own->id, sizeof own->id);
    (void)snprintf(own->stake.title, sizeof own->stake.title, "Cup %s", own->id);
    return own;
}

static int give_stake(void *self, const struct felt_tournament_row *row, struct felt_complaint *why)
{
    struct fake_tournaments *fake_tournaments = self;
    struct fake_tournaments_stake *own = find_stake(fake_tournaments, row->id, strlen(row->id));
    if (own && own->refused) {
        (void)felt_complain(why, FELT_BAD_NAME, 0, 0, "no such game");
        return -1;
    }
    if (!own) own = make_stake(fake_tournaments, row);
    own->uses++;
    int number = felt_room_find_stake(fake_tournaments->room, row->id);
    if (number < 0) number = felt_room_add_stake(fake_tournaments->room, &own->stake);
    if (number < 0) fake_tournaments_fail(fake_tournaments, "a stake is refused");
    return number;
}

static void take_stake(void *self, int number)
{
    struct fake_tournaments *fake_tournaments = self;
    const struct felt_stake *stake = felt_room_stake(fake_tournaments->room, number);
    if (!stake) {
        fake_tournaments_fail(fake_tournaments, "a stake is given back that is not there");
        return;
    }
    struct fake_tournaments_stake *own = find_stake(fake_tournaments, stake->id, strlen(stake->id));
    if (--own->uses == 0) felt_room_drop_stake(fake_tournaments->room, number);
    if (own->uses < 0) fake_tournaments_fail(fake_tournaments, "a stake is given back too often");
}

static const struct felt_stake *stake_again(void *self, const char *text, size_t bytes)
{
    struct fake_tournaments_stake *own = find_stake(self, text, bytes);
    return own ? &own->stake : NULL;
}

static void stake_gone(void *self, const struct felt_stake *stake)
{
    (void)self, (void)stake;
}

static bool hire(void *self, felt_chips buy_in, struct felt_room_guest *who)
{
    struct fake_tournaments *fake_tournaments = self;
    for (uint32_t i = fake_tournaments->people;
         i < fake_tournaments->people + fake_tournaments->house; i++) {
        struct fake_tournaments_person *one = &fake_tournaments->person[i];
        if (one->busy || ledger_toy_bank(fake_tournaments->toy, one->user) < buy_in) continue;
        one->busy = true;
        *who = (struct felt_room_guest){.user = one->user, .kind = FELT_USER_HOUSE, .local = true};
        memcpy(who->name, one->name, sizeof who->name);
        return true;
    }
    return false;
}

static void set_busy(struct fake_tournaments *fake_tournaments, int64_t user, bool busy)
{
    for (uint32_t i = fake_tournaments->people;
         i < fake_tournaments->people + fake_tournaments->house; i++)
        if (fake_tournaments->person[i].user == user) fake_tournaments->person[i].busy = busy;
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
    struct fake_tournaments *fake_tournaments = self;
    struct felt_tournament_face face;
    fake_tournaments->faces_told++;
    felt_tournaments_face(fake_tournaments->tournaments, event, &face);
}

static void entry_changed(void *self, uint32_t event, uint32_t entry)
{
    struct fake_tournaments *fake_tournaments = self;
    struct felt_tournament_face face;
    fake_tournaments->entries_told++;
    felt_tournaments_face(fake_tournaments->tournaments, event, &face);
    if (entry >= face.row->plan.entrants_max) {
        fake_tournaments_fail(fake_tournaments, "an entry that is not there");
        return;
    }
    const struct felt_director_entry *row =
        felt_director_entry(felt_tournaments_director(fake_tournaments->tournaments, event), entry);
    bool is_on = row->state == FELT_DIRECTOR_ENTRY_WAITS || row->state == FELT_DIRECTOR_ENTRY_IN;
    for (uint32_t i = 0; !is_on && i < fake_tournaments->people; i++)
        if (fake_tournaments->person[i].user == row->user && !fake_tournaments->person[i].in)
            felt_tournaments_undelivered(fake_tournaments->tournaments, event, entry);
}

/* Somebody has come: what he did not hear of is told, once. */
static void hear(struct fake_tournaments *fake_tournaments, int64_t user)
{
    struct felt_tournament_message one;
    for (uint32_t i = 0; i < felt_tournaments_count(fake_tournaments->tournaments); i++) {
        while (felt_tournaments_deliver(fake_tournaments->tournaments, i, user, &one)) {
            const struct felt_director_entry *row = felt_director_entry(
                felt_tournaments_director(fake_tournaments->tournaments, i), one.entry);
            bool is_on =
                row->state == FELT_DIRECTOR_ENTRY_WAITS || row->state == FELT_DIRECTOR_ENTRY_IN;
            if (one.user != user)
                fake_tournaments_fail(fake_tournaments, "he hears of somebody else's entry");
            if (is_on && row->number == one.number)
                fake_tournaments_fail(fake_tournaments, "it has not ended");
            fake_tournaments->unheard_told++;
        }
    }
}

static void take_answer(void *self, uint32_t conn, bool has_req, uint64_t req, enum felt_no no,
                        const char *text)
{
    struct fake_tournaments *fake_tournaments = self;
    (void)conn, (void)text;
    if (!has_req || req > fake_tournaments->req)
        fake_tournaments_fail(fake_tournaments, "an answer that nobody asked for");
    if (fake_tournaments->answer[req % FAKE_TOURNAMENTS_ANSWERS])
        fake_tournaments_fail(fake_tournaments, "answered twice");
    fake_tournaments->answer[req % FAKE_TOURNAMENTS_ANSWERS] = (uint8_t)(1 + no);
}

static void take_log(void *self, const char *level, const char *event, const char *text)
{
    (void)self, (void)level, (void)event, (void)text;
}

/* ---- hands ---- */

/* U4.  The tournament service hears of the hand's end later: its director has it under way. */
static void look_at_hand(void *self, const struct felt_room_report *report)
{
    struct fake_tournaments *fake_tournaments = self;
    fake_tournaments->hands++;
    for (uint32_t i = 0; i < felt_tournaments_count(fake_tournaments->tournaments); i++) {
        struct felt_tournament_face face;
        felt_tournaments_face(fake_tournaments->tournaments, i, &face);
        for (uint32_t table = 0; table < face.row->plan.tables_max; table++) {
            struct felt_director_hand hand;
            if (felt_tournaments_table(fake_tournaments->tournaments, i, table) !=
                    report->table->index ||
                !felt_director_under_way(
                    felt_tournaments_director(fake_tournaments->tournaments, i), table, &hand))
                continue;
            const struct felt_director_level *level = &face.row->plan.level[hand.level];
            bool each = face.row->plan.ante == FELT_DIRECTOR_ANTE_EACH;
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
                    fake_tournaments_fail(
                        fake_tournaments, "U4: seat %d pays %lld of %lld, should pay %lld", seat,
                        (long long)paid, (long long)hand.stack[seat], (long long)due);
            }
            if (report->seats != hand.seats || report->deal->button != hand.button)
                fake_tournaments_fail(fake_tournaments,
                                      "U4: other seats or another button than the director's");
            return;
        }
    }
    fake_tournaments_fail(fake_tournaments, "a hand of a table that no tournament knows");
}

static void hand_over(void *self, uint32_t table, uint64_t number,
                      const felt_chips stack[FELT_SEATS_MAX], bool is_void)
{
    struct fake_tournaments *fake_tournaments = self;
    felt_tournaments_hand_over(fake_tournaments->tournaments, table, number, stack, is_void,
                               fake_tournaments_wall(fake_tournaments));
}

static bool restore_other(void *self, const void *bytes, size_t count)
{
    struct fake_tournaments *fake_tournaments = self;
    return felt_tournaments_restore(fake_tournaments->tournaments, bytes, count);
}

/* ---- opening ---- */

void fake_tournaments_init(struct fake_tournaments *fake_tournaments, uint64_t seed)
{
    memset(fake_tournaments, 0, sizeof *fake_tournaments);
    fake_tournaments->rng = felt_rng_make(seed);
    fake_tournaments->entropy = seed * 1000003;
    fake_tournaments->now_ms = 1000;
    fake_tournaments->tables = 12;
    fake_tournaments->people = 10;
    fake_tournaments->house = 10;
    fake_tournaments->chips = 5000;
    fake_tournaments->think_ms = 500;
    fake_tournaments->bold = 30;
    fake_tournaments->tournaments_config = felt_tournaments_config_usual;
    fake_tournaments->config = felt_room_config_usual;
    fake_tournaments->services =
        (struct felt_room_services){.self = fake_tournaments,
                                    .digests = {.hmac = felt_secret_hmac, .hash = felt_secret_hash},
                                    .entropy = fill_entropy,
                                    .post = hear_news,
                                    .append = note_record,
                                    .order = refuse_order,
                                    .hand_over = look_at_hand,
                                    .directed_over = hand_over,
                                    .alarm = hear_alarm,
                                    .local_sit = sit_local,
                                    .local_stand = stand_local,
                                    .local_begin = begin_local,
                                    .local_event = tell_local,
                                    .local_ask = ask_local,
                                    .stake_again = stake_again,
                                    .stake_gone = stake_gone,
                                    .other = restore_other};
    fake_tournaments->tournaments_services = (struct felt_tournaments_services){
        .self = fake_tournaments,
        .digests = {.hmac = felt_secret_hmac, .hash = felt_secret_hash},
        .order = take_order,
        .ask_pool = ask_pool,
        .append = append_tournaments,
        .entropy = fill_entropy,
        .room_ms = room_clock,
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

static void start(struct fake_tournaments *fake_tournaments)
{
    fake_tournaments->memory = calloc(1, felt_room_bytes(&fake_tournaments->config));
    felt_assert(fake_tournaments->memory);
    fake_tournaments->room = felt_room_init(fake_tournaments->memory, &fake_tournaments->config,
                                            &fake_tournaments->services);
    felt_room_date(fake_tournaments->room, DATE);
    fake_tournaments->tournaments =
        felt_tournaments_open(fake_tournaments->room, &fake_tournaments->tournaments_config,
                              &fake_tournaments->tournaments_services);
    felt_assert(fake_tournaments->tournaments);
}

void fake_tournaments_come(struct fake_tournaments *fake_tournaments, uint32_t person)
{
    struct fake_tournaments_person *one = &fake_tournaments->person[person];
    struct felt_room_reply reply;
    if (one->in) return;
    bool local = person >= fake_tournaments->people;
    struct felt_room_guest who = {
        .user = one->user, .kind = local ? FELT_USER_HOUSE : FELT_USER_HUMAN, .local = local};
    memcpy(who.name, one->name, sizeof who.name);
    one->in =
        felt_room_enter(fake_tournaments->room, one->conn, &who, fake_tournaments->now_ms, &reply);
    if (!one->in)
        fake_tournaments_fail(fake_tournaments, "somebody cannot come in: %s", reply.text);
    if (one->in) hear(fake_tournaments, one->user);
}

void fake_tournaments_go(struct fake_tournaments *fake_tournaments, uint32_t person)
{
    struct fake_tournaments_person *one = &fake_tournaments->person[person];
    if (!one->in) return;
    felt_room_leave(fake_tournaments->room, one->conn, fake_tournaments->now_ms);
    felt_tournaments_conn_gone(fake_tournaments->tournaments, one->conn);
    one->in = false;
}

/* The room, which has no cash tables, opens at once; then the tournament service. */
static void open_doors(struct fake_tournaments *fake_tournaments)
{
    felt_room_resume(fake_tournaments->room, fake_tournaments->now_ms);
    felt_room_open(fake_tournaments->room, fake_tournaments->now_ms);
    for (uint32_t i = fake_tournaments->people;
         i < fake_tournaments->people + fake_tournaments->house; i++)
        fake_tournaments_come(fake_tournaments, i);
    felt_tournaments_resume(fake_tournaments->tournaments, fake_tournaments_wall(fake_tournaments));
}

void fake_tournaments_open(struct fake_tournaments *fake_tournaments)
{
    uint32_t all = fake_tournaments->people + fake_tournaments->house;
    fake_tournaments->config.tables_max = fake_tournaments->tables;
    fake_tournaments->config.conns_max = all;
    fake_tournaments->config.players_max = all;
    fake_tournaments->config.watches_max = 2 * fake_tournaments->people + 16;
    fake_tournaments->config.stakes = 0;
    fake_tournaments->config.state_bytes = felt_poker_game.state_bytes;
    fake_tournaments->tournaments_config.tables_max = fake_tournaments->tables;
    fake_tournaments->toy = ledger_toy_open(fake_tournaments->entropy);
    fake_tournaments->person = calloc(all, sizeof *fake_tournaments->person);
    fake_tournaments->ask = calloc(fake_tournaments->tables, sizeof *fake_tournaments->ask);
    felt_assert(fake_tournaments->person && fake_tournaments->ask);
    for (uint32_t i = 0; i < all; i++) {
        struct fake_tournaments_person *one = &fake_tournaments->person[i];
        bool house = i >= fake_tournaments->people;
        (void)snprintf(one->name, sizeof one->name, house ? "HousePlayer%u" : "user%u", i);
        one->user =
            ledger_toy_user(fake_tournaments->toy, house ? FELT_USER_HOUSE : FELT_USER_HUMAN,
                            one->name, fake_tournaments->chips);
        one->began = fake_tournaments->chips;
        one->conn = i;
    }
    struct felt_order fund = {
        .kind = FELT_ORDER_FUND, .now_ms = 1, .amount = HOUSE_CHIPS, .key = "fund"};
    struct felt_receipt receipt;
    ledger_toy_do(fake_tournaments->toy, &fund, &receipt);
    const struct fake_store *fake_store = ledger_toy_fake_store(fake_tournaments->toy);
    fake_tournaments->house_began = fake_store_balance(fake_store, "house");
    fake_tournaments->rake_began = fake_store_balance(fake_store, "rake");
    start(fake_tournaments);
    open_doors(fake_tournaments);
    fake_tournaments_turn(fake_tournaments);
}

static void forget_records(struct fake_tournaments *fake_tournaments, uint32_t from)
{
    made_up_forget(fake_tournaments->record, &fake_tournaments->records, from);
}

void fake_tournaments_close(struct fake_tournaments *fake_tournaments)
{
    felt_tournaments_close(fake_tournaments->tournaments);
    free(fake_tournaments->memory);
    forget_records(fake_tournaments, 0);
    free(fake_tournaments->record);
    free(fake_tournaments->order);
    free(fake_tournaments->ticket);
    free(fake_tournaments->person);
    free(fake_tournaments->ask);
    for (int i = 0; i < FAKE_TOURNAMENTS_STAKES; i++) free(fake_tournaments->stake[i]);
    ledger_toy_close(fake_tournaments->toy);
}

uint64_t fake_tournaments_register(struct fake_tournaments *fake_tournaments, const char *id,
                                   uint32_t person, const char *word)
{
    const struct fake_tournaments_person *one = &fake_tournaments->person[person];
    struct felt_room_guest who = {.user = one->user, .kind = FELT_USER_HUMAN};
    memcpy(who.name, one->name, sizeof who.name);
    uint64_t req = ++fake_tournaments->req;
    fake_tournaments->answer[req % FAKE_TOURNAMENTS_ANSWERS] = 0;
    felt_tournaments_register(fake_tournaments->tournaments, id, one->conn, true, req, &who, word,
                              fake_tournaments_wall(fake_tournaments));
    return req;
}

uint64_t fake_tournaments_unregister(struct fake_tournaments *fake_tournaments, const char *id,
                                     uint32_t person)
{
    uint64_t req = ++fake_tournaments->req;
    fake_tournaments->answer[req % FAKE_TOURNAMENTS_ANSWERS] = 0;
    felt_tournaments_unregister(
        fake_tournaments->tournaments, id, fake_tournaments->person[person].conn, true, req,
        fake_tournaments->person[person].user, fake_tournaments_wall(fake_tournaments));
    return req;
}

/* ---- time ---- */

static bool take_receipts(struct fake_tournaments *fake_tournaments)
{
    struct ledger_toy_reply reply;
    bool any = false;
    ledger_toy_clock(fake_tournaments->toy, fake_tournaments->now_ms);
    for (; ledger_toy_take(fake_tournaments->toy, &reply); any = true) {
        if (!reply.is_answer) {
            felt_tournaments_receipt(fake_tournaments->tournaments, reply.ticket, &reply.receipt,
                                     fake_tournaments_wall(fake_tournaments));
            continue;
        }
        bool good = reply.answer.outcome == FELT_OUTCOME_OK;
        felt_tournaments_pool_found(fake_tournaments->tournaments, (uint32_t)reply.ticket,
                                    good ? reply.answer.pools : NULL, reply.answer.count,
                                    fake_tournaments_wall(fake_tournaments));
        free(reply.answer.rows);
    }
    return any;
}

static void flush(struct fake_tournaments *fake_tournaments)
{
    struct felt_ledger_services counter = ledger_toy_counter(fake_tournaments->toy);
    const struct felt_receipt busy = {.outcome = FELT_OUTCOME_BUSY};
    fake_tournaments->flushed = fake_tournaments->records;
    felt_room_sealed(fake_tournaments->room);
    felt_room_sent(fake_tournaments->room);
    uint32_t orders = fake_tournaments->orders;
    fake_tournaments->orders = 0;
    for (uint32_t i = 0; i < orders; i++)
        if (!counter.order(counter.self, &fake_tournaments->order[i], fake_tournaments->ticket[i]))
            felt_tournaments_receipt(fake_tournaments->tournaments, fake_tournaments->ticket[i],
                                     &busy, fake_tournaments_wall(fake_tournaments));
}

void fake_tournaments_turn(struct fake_tournaments *fake_tournaments)
{
    for (int i = 0; i < TURNS_MAX && !*fake_tournaments->failure; i++) {
        bool more = take_receipts(fake_tournaments);
        more |= answer_questions(fake_tournaments);
        fake_tournaments->room_next =
            felt_room_tick(fake_tournaments->room, fake_tournaments->now_ms);
        fake_tournaments->tournaments_next =
            felt_tournaments_tick(fake_tournaments->tournaments,
                                  fake_tournaments_wall(fake_tournaments)) -
            FAKE_TOURNAMENTS_NOON - fake_tournaments->skew_ms;
        if (fake_tournaments->crash_at && fake_tournaments->records >= fake_tournaments->crash_at) {
            fake_tournaments_crash(fake_tournaments,
                                   felt_rng_below(&fake_tournaments->rng, 100000));
            return;
        }
        flush(fake_tournaments);
        more |= fake_tournaments->room_next <= fake_tournaments->now_ms ||
                fake_tournaments->tournaments_next <= fake_tournaments->now_ms ||
                ledger_toy_next(fake_tournaments->toy) <= fake_tournaments->now_ms;
        if (!more) return;
    }
    if (!*fake_tournaments->failure)
        fake_tournaments_fail(fake_tournaments, "there is always something to do at once");
}

void fake_tournaments_step(struct fake_tournaments *fake_tournaments, int64_t ms_max)
{
    int64_t next = fake_tournaments->now_ms + ms_max;
    if (fake_tournaments->room_next < next) next = fake_tournaments->room_next;
    if (fake_tournaments->tournaments_next < next) next = fake_tournaments->tournaments_next;
    if (ledger_toy_next(fake_tournaments->toy) < next)
        next = ledger_toy_next(fake_tournaments->toy);
    for (uint32_t i = 0; i < fake_tournaments->tables; i++)
        if (fake_tournaments->ask[i].due && fake_tournaments->ask[i].at_ms < next)
            next = fake_tournaments->ask[i].at_ms;
    if (next > fake_tournaments->now_ms) fake_tournaments->now_ms = next;
    fake_tournaments_turn(fake_tournaments);
}

void fake_tournaments_wait(struct fake_tournaments *fake_tournaments, int64_t ms)
{
    int64_t until = fake_tournaments->now_ms + ms;
    while (fake_tournaments->now_ms < until && !*fake_tournaments->failure)
        fake_tournaments_step(fake_tournaments, until - fake_tournaments->now_ms);
}

/* ---- the end of the process ---- */

void fake_tournaments_crash_after(struct fake_tournaments *fake_tournaments, uint32_t records)
{
    fake_tournaments->crash_at = fake_tournaments->records + (records ? records : 1);
}

/* What is known of a hand that was over when the process died. */
struct over {
    uint32_t event;
    int64_t user;
    felt_chips stack;
};

/* Hands that a table has played and the director does not know of yet. */
static uint32_t find_over(struct fake_tournaments *fake_tournaments, struct over *out,
                          uint32_t room)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < felt_tournaments_count(fake_tournaments->tournaments); i++) {
        struct felt_tournament_face face;
        felt_tournaments_face(fake_tournaments->tournaments, i, &face);
        if (face.row->plan.format != FELT_DIRECTOR_FREEZEOUT) continue; /* stacks begin anew */
        for (uint32_t table = 0; table < face.row->plan.tables_max; table++) {
            struct felt_room_directed_look look;
            struct felt_director_hand hand;
            int64_t live = felt_tournaments_table(fake_tournaments->tournaments, i, table);
            if (live < 0 ||
                !felt_room_directed_look(fake_tournaments->room, (uint32_t)live, &look) ||
                look.hand || look.is_void ||
                !felt_director_under_way(
                    felt_tournaments_director(fake_tournaments->tournaments, i), table, &hand))
                continue;
            for (felt_seats left = hand.seats; left && count < room;) {
                felt_seat seat = felt_seats_take(&left);
                out[count++] = (struct over){i, look.user[seat], look.stack[seat]};
            }
        }
    }
    return count;
}

static void verify_over(struct fake_tournaments *fake_tournaments, const struct over *over,
                        uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct felt_director *director =
            felt_tournaments_director(fake_tournaments->tournaments, over[i].event);
        uint32_t entry = felt_director_entry_of(director, over[i].user);
        bool known = entry != FELT_DIRECTOR_NOBODY;
        const struct felt_director_entry *who = known ? felt_director_entry(director, entry) : NULL;
        struct felt_director_face face;
        felt_director_face(director, &face);
        if (face.state != FELT_DIRECTOR_RUNNING) continue; /* that hand was the last */
        if (!who || (who->state == FELT_DIRECTOR_ENTRY_IN ? who->stack : 0) != over[i].stack)
            fake_tournaments_fail(fake_tournaments,
                                  "U1: the result of a hand is forgotten: user %lld had %lld",
                                  (long long)over[i].user, (long long)over[i].stack);
        fake_tournaments->results_found++;
    }
}

/* Q4: the clock of a level, which loses what passed since the last tick. */
static void verify_clocks(struct fake_tournaments *fake_tournaments,
                          const struct felt_tournament_face *before, uint32_t count,
                          int64_t down_ms)
{
    enum { LOST_MS = 2500 };
    for (uint32_t i = 0; i < count && i < felt_tournaments_count(fake_tournaments->tournaments);
         i++) {
        struct felt_tournament_face face;
        felt_tournaments_face(fake_tournaments->tournaments, i, &face);
        if (face.number != before[i].number || face.director.level != before[i].director.level ||
            !face.level_ends_ms || !before[i].level_ends_ms ||
            face.director.round != before[i].director.round)
            continue;
        int64_t more = face.level_ends_ms - before[i].level_ends_ms - down_ms;
        if (more < 0 || more > LOST_MS)
            fake_tournaments_fail(fake_tournaments, "U1: a level lasts %lld ms longer by a crash",
                                  (long long)more);
        fake_tournaments->clocks_found++;
    }
}

void fake_tournaments_crash(struct fake_tournaments *fake_tournaments, int64_t down_ms)
{
    struct felt_tournament_face faces[FELT_TOURNAMENTS_MAX_OPEN + FELT_TOURNAMENT_KEPT + 1];
    uint32_t events = felt_tournaments_count(fake_tournaments->tournaments);
    for (uint32_t i = 0; i < events; i++)
        felt_tournaments_face(fake_tournaments->tournaments, i, &faces[i]);
    uint32_t keep =
        fake_tournaments->crash_at ? fake_tournaments->crash_at : fake_tournaments->flushed;
    if (!fake_tournaments->crash_at)
        fake_tournaments->crash_hash = felt_tournaments_hash(fake_tournaments->tournaments);
    bool proves =
        fake_tournaments->crash_at || fake_tournaments->flushed == fake_tournaments->records;
    fake_tournaments->crash_at = 0;
    fake_tournaments->crashes++;
    forget_records(fake_tournaments, keep);
    felt_tournaments_close(fake_tournaments->tournaments);
    free(fake_tournaments->memory);
    ledger_toy_crash(fake_tournaments->toy, (int)felt_rng_below(&fake_tournaments->rng, DONE_MOST));
    fake_tournaments->orders = 0;
    memset(fake_tournaments->ask, 0, fake_tournaments->tables * sizeof *fake_tournaments->ask);
    for (uint32_t i = 0; i < fake_tournaments->people + fake_tournaments->house; i++)
        fake_tournaments->person[i].in = fake_tournaments->person[i].busy = false;
    for (int i = 0; i < FAKE_TOURNAMENTS_STAKES && fake_tournaments->stake[i]; i++)
        fake_tournaments->stake[i]->uses = 0;
    bool same_build = felt_rng_below(&fake_tournaments->rng, 100) >= fake_tournaments->other;
    fake_tournaments->now_ms += down_ms;
    ledger_toy_clock(fake_tournaments->toy, fake_tournaments->now_ms);
    start(fake_tournaments);
    for (uint32_t i = 0; i < fake_tournaments->records; i++)
        if (!felt_room_restore(fake_tournaments->room, same_build,
                               fake_tournaments->record[i].bytes,
                               fake_tournaments->record[i].count)) {
            fake_tournaments_fail(fake_tournaments, "U1: record %u of %u is refused", i,
                                  fake_tournaments->records);
            return;
        }
    if (proves &&
        felt_tournaments_hash(fake_tournaments->tournaments) != fake_tournaments->crash_hash)
        fake_tournaments_fail(fake_tournaments, "U1: after a crash it is another office");
    uint32_t room = fake_tournaments->tables * FELT_SEATS_MAX;
    struct over *over = calloc(room, sizeof *over);
    felt_assert(over);
    uint32_t count = find_over(fake_tournaments, over, room);
    open_doors(fake_tournaments);
    verify_over(fake_tournaments, over, count);
    verify_clocks(fake_tournaments, faces, events, down_ms);
    free(over);
    fake_tournaments_turn(fake_tournaments);
}

void fake_tournaments_snapshot(struct fake_tournaments *fake_tournaments)
{
    if (fake_tournaments->crash_at || *fake_tournaments->failure) return;
    fake_tournaments_turn(fake_tournaments);
    if (fake_tournaments->orders || *fake_tournaments->failure) return;
    forget_records(fake_tournaments, 0);
    felt_room_snapshot(fake_tournaments->room);
    felt_tournaments_snapshot(fake_tournaments->tournaments);
    fake_tournaments->flushed = fake_tournaments->records;
    fake_tournaments->snapshots++;
}
