/* house_accounts.c -- the start of the room, and the house's players and chips.
 *
 *     settling   orders of the last time have no receipt yet: the room gives them again
 *     counting   the ledger says, page by page, what it has on every seat
 *     clearing   chips on seats that nobody has go back to their owners
 *     done       the room is open; house players are looked up, made if need be, and hired
 *
 * Whatever the ledger does not answer is asked again after room.retry_ms, orders with their old
 * key.  Keys bear a number that is drawn at every start: no two processes share one, and nothing
 * must be kept for them. */
#include "server/session/room_session_parts.h"

#include "felt/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 1000, SCOLD_MS = 60000, SEATS_MIN = 64 };
_Static_assert((int)PAGE <= (int)FELT_QUESTION_ROWS_MAX, "a page is an answer");

/* ---- opening ---- */

bool felt_house_accounts_open(struct felt_room_session *session)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    uint32_t house = felt_room_session_house(session);
    session->services->entropy(session->services->self, &house_accounts->epoch,
                               sizeof house_accounts->epoch);
    house_accounts->retry_ms = INT64_MAX;
    house_accounts->scolded_ms = -SCOLD_MS;
    if (!house) return true;
    house_accounts->house = calloc(house, sizeof *house_accounts->house);
    house_accounts->player = calloc(house, sizeof *house_accounts->player);
    house_accounts->engaged = calloc(house, sizeof *house_accounts->engaged);
    house_accounts->alarm_memory = calloc(1, felt_heap_bytes(house));
    if (!house_accounts->house || !house_accounts->player || !house_accounts->engaged ||
        !house_accounts->alarm_memory)
        return false;
    felt_heap_init(&house_accounts->alarms, house, house_accounts->alarm_memory);
    return true;
}

void felt_house_accounts_close(struct felt_room_session *session)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    free(house_accounts->stray);
    free(house_accounts->house);
    free(house_accounts->player);
    free(house_accounts->engaged);
    free(house_accounts->alarm_memory);
    free(house_accounts->seat);
}

static int64_t later_ms(const struct felt_room_session *session)
{
    return felt_room_session_ms(session) + session->config.room.retry_ms;
}

static void log_outcome(struct felt_room_session *session, const char *event, int64_t user,
                        uint8_t outcome)
{
    felt_room_session_log(session, &(struct felt_room_session_log){
                                       .level = "error",
                                       .event = event,
                                       .conn = FELT_NO_LINE,
                                       .user = user,
                                       .key = "code",
                                       .value = felt_outcome_word((enum felt_outcome)outcome)});
}

/* Nobody knows whether it was done, or it was not taken: again. */
static bool is_open_question(uint8_t outcome)
{
    return outcome == FELT_OUTCOME_UNAVAILABLE || outcome == FELT_OUTCOME_BUSY;
}

/* ---- strays ---- */

static bool add_stray(struct felt_house_accounts *house_accounts,
                      const struct felt_account *account, const char *table)
{
    if (house_accounts->strays == house_accounts->strays_room) {
        uint32_t room = 2 * house_accounts->strays_room + 16;
        struct felt_stray *more = realloc(house_accounts->stray, room * sizeof *more);
        if (!more) return false;
        house_accounts->stray = more;
        house_accounts->strays_room = room;
    }
    struct felt_stray *stray = &house_accounts->stray[house_accounts->strays++];
    *stray = (struct felt_stray){.account = account->id, .user = account->owner};
    memcpy(stray->table, table, strlen(table) + 1);
    house_accounts->strays_open++;
    return true;
}

static void give_stray(struct felt_room_session *session, uint32_t number)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    struct felt_stray *stray = &house_accounts->stray[number];
    struct felt_order order = {.kind = FELT_ORDER_CASH_OUT, .user = stray->user};
    memcpy(order.table, stray->table, sizeof order.table);
    (void)snprintf(order.key, sizeof order.key, "stray:%016llx:%lld",
                   (unsigned long long)house_accounts->epoch, (long long)stray->account);
    stray->waits = felt_room_session_order(session, &order, FELT_ERRAND_STRAY, number);
    if (!stray->waits) house_accounts->retry_ms = later_ms(session);
}

static void stray_done(struct felt_room_session *session, uint32_t number,
                       const struct felt_receipt *receipt)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    felt_assert(number < house_accounts->strays);
    struct felt_stray *stray = &house_accounts->stray[number];
    stray->waits = false;
    if (is_open_question(receipt->outcome)) {
        house_accounts->retry_ms = later_ms(session);
        return;
    }
    /* Somebody else may have cashed it out. */
    if (receipt->outcome != FELT_OUTCOME_OK && receipt->outcome != FELT_OUTCOME_NOT_SEATED)
        log_outcome(session, "stray_lost", stray->user, receipt->outcome);
    else
        felt_room_session_log(session, &(struct felt_room_session_log){.level = "warning",
                                                                       .event = "stray_cashed_out",
                                                                       .conn = FELT_NO_LINE,
                                                                       .user = stray->user,
                                                                       .key = "table",
                                                                       .value = stray->table});
    stray->done = true;
    house_accounts->strays_open--;
    session->counts.strays++;
}

/* ---- what the ledger has on seats ---- */

static void ask_seats(struct felt_room_session *session)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    struct felt_question question = {
        .kind = FELT_QUESTION_TABLES, .before = house_accounts->behind, .limit = PAGE};
    house_accounts->waits = felt_room_session_ask(session, &question, FELT_ERRAND_SEATS, 0);
    if (!house_accounts->waits) house_accounts->retry_ms = later_ms(session);
}

/* "seat:nl-2-1:17" is the seat of 17 at nl-2-1. */
static bool read_seat(const struct felt_account *account, char table[FELT_ORDER_TABLE_BYTES + 1])
{
    const char *from = strchr(account->name, ':'), *to = strrchr(account->name, ':');
    if (!from || to == from) return false;
    size_t bytes = (size_t)(to - from) - 1;
    if (bytes == 0 || bytes > FELT_ORDER_TABLE_BYTES) return false;
    memcpy(table, from + 1, bytes);
    table[bytes] = '\0';
    return true;
}

static bool count_page(struct felt_room_session *session, const struct felt_ledger_answer *answer)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    for (uint32_t i = 0; i < answer->count; i++) {
        const struct felt_account *account = &answer->accounts[i];
        char table[FELT_ORDER_TABLE_BYTES + 1];
        house_accounts->behind = account->id;
        if (!read_seat(account, table)) continue;
        if (!felt_room_reconcile(session->room, table, account->owner, account->balance,
                                 felt_room_session_ms(session)) &&
            !add_stray(house_accounts, account, table))
            return false;
    }
    return true;
}

static void seats_found(struct felt_room_session *session, const struct felt_ledger_answer *answer)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    house_accounts->waits = false;
    if (house_accounts->opening != FELT_ROOM_OPENING_COUNTING) return;
    if (answer->outcome != FELT_OUTCOME_OK || !count_page(session, answer)) {
        house_accounts->retry_ms = later_ms(session);
        return;
    }
    house_accounts->retry_ms = felt_room_session_ms(session);
    if (answer->count < PAGE) house_accounts->opening = FELT_ROOM_OPENING_CLEARING;
}

/* ---- seats that house players had before ---- */

static int compare_seats(const void *a, const void *b)
{
    const struct felt_house_seat *x = a, *y = b;
    if (x->user != y->user) return x->user < y->user ? -1 : 1;
    return x->table < y->table ? -1 : x->table > y->table;
}

static void note_seats(struct felt_room_session *session)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    struct felt_room_face face;
    uint32_t room = 0;
    for (uint32_t table = 0; table < session->config.room.tables_max; table++) {
        if (!felt_room_face(session->room, table, &face) || face.stake->directed) continue;
        for (felt_seat seat = 0; seat < FELT_SEATS_MAX; seat++) {
            const struct felt_room_seat_face *place = &face.seat[seat];
            if (!place->user || place->kind != FELT_USER_HOUSE) continue;
            if (house_accounts->seats == room) {
                room = 2 * room + SEATS_MIN;
                struct felt_house_seat *more = realloc(house_accounts->seat, room * sizeof *more);
                if (!more) return; /* they stand up after their grace period */
                house_accounts->seat = more;
            }
            house_accounts->seat[house_accounts->seats++] =
                (struct felt_house_seat){.user = place->user, .table = table, .seat = seat};
        }
    }
    if (house_accounts->seats)
        qsort(house_accounts->seat, house_accounts->seats, sizeof *house_accounts->seat,
              compare_seats);
}

/* A seat that he has still, NULL: none. */
static const struct felt_house_seat *seat_of(struct felt_room_session *session, int64_t user)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    uint32_t low = 0, high = house_accounts->seats;
    struct felt_room_face face;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (house_accounts->seat[middle].user < user)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < house_accounts->seats && house_accounts->seat[low].user == user; low++) {
        const struct felt_house_seat *seat = &house_accounts->seat[low];
        if (felt_room_face(session->room, seat->table, &face) && face.seat[seat->seat].user == user)
            return seat;
    }
    return NULL;
}

/* ---- house players ---- */

static void name_house(uint32_t number, char out[FELT_USERNAME_MAX + 1])
{
    (void)snprintf(out, FELT_USERNAME_MAX + 1, "HousePlayer%u", number + 1);
}

static void lose(struct felt_room_session *session, uint32_t number, uint8_t outcome)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    house_accounts->house[number].step = FELT_HOUSE_LOST;
    house_accounts->busy--;
    log_outcome(session, "house_player_lost", 0, outcome);
}

static void hire(struct felt_room_session *session, uint32_t number, const struct felt_user *user)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    struct felt_house_account *house = &house_accounts->house[number];
    if (number >= session->config.house_players) {
        house->step = user->kind == FELT_USER_HOUSE ? FELT_HOUSE_HIRED : FELT_HOUSE_LOST;
        house_accounts->busy--;
        if (house->step == FELT_HOUSE_HIRED) felt_house_reserve_found(session, number, user);
        return;
    }
    struct felt_room_guest who = {
        .user = user->id, .kind = user->kind, .local = true, .bank = user->chips};
    memcpy(who.name, user->handle, sizeof who.name);
    /* Connections of the house are given out in the order in which its players are hired. */
    uint32_t conn = session->conns + felt_house_seating_count(session->seating);
    struct felt_room_reply reply;
    if (user->kind != FELT_USER_HOUSE ||
        !felt_room_enter(session->room, conn, &who, felt_room_session_ms(session), &reply)) {
        lose(session, number, FELT_OUTCOME_WRONG_KIND);
        return;
    }
    int member =
        felt_house_seating_hire(session->seating, &who, conn, felt_room_session_ms(session));
    felt_assert(member >= 0);
    felt_assert((uint32_t)member < session->config.house_players);
    house->step = FELT_HOUSE_HIRED;
    house->member = (uint32_t)member;
    house_accounts->player[member] = number;
    house_accounts->busy--;
    const struct felt_house_seat *seat = seat_of(session, user->id);
    if (seat) felt_house_seating_found(session->seating, house->member, seat->table, seat->seat);
}

static void find_player(struct felt_room_session *session, uint32_t number)
{
    struct felt_house_account *house = &session->house_accounts.house[number];
    struct felt_question question = {.kind = FELT_QUESTION_NAME, .limit = 1};
    name_house(number, question.text);
    house->step = FELT_HOUSE_FINDING;
    house->waits = felt_room_session_ask(session, &question, FELT_ERRAND_HOUSE, number);
}

/* One who is there already is not made again (ledger.h): a lost receipt does no harm. */
static void make_player(struct felt_room_session *session, uint32_t number)
{
    struct felt_house_account *house = &session->house_accounts.house[number];
    struct felt_order order = {.kind = FELT_ORDER_SIGN_UP, .user_kind = FELT_USER_HOUSE};
    name_house(number, order.username);
    (void)snprintf(order.key, sizeof order.key, "house:%016llx:%u",
                   (unsigned long long)session->house_accounts.epoch, number + 1);
    house->step = FELT_HOUSE_MAKING;
    house->waits = felt_room_session_order(session, &order, FELT_ERRAND_HOUSE, number);
}

static void give_stake(struct felt_room_session *session, uint32_t number)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    struct felt_house_account *house = &house_accounts->house[number];
    struct felt_order order = {
        .kind = FELT_ORDER_STAKE,
        .user = number < session->config.house_players
                    ? felt_house_seating_at(session->seating, house->member)->user
                    : house->user,
        .amount = house->amount};
    (void)snprintf(order.key, sizeof order.key, "stake:%016llx:%u:%llu",
                   (unsigned long long)house_accounts->epoch, number + 1,
                   (unsigned long long)house->stakes);
    house->step = FELT_HOUSE_STAKING;
    house->waits = felt_room_session_order(session, &order, FELT_ERRAND_HOUSE, number);
}

static void give_fund(struct felt_room_session *session, felt_chips amount)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    felt_chips fund = session->config.house_fund;
    struct felt_order order = {.kind = FELT_ORDER_FUND, .amount = fund > amount ? fund : amount};
    /* An amount of its own for each key: it is the same order if it is given again. */
    if (!house_accounts->fund_amount) house_accounts->fund_amount = order.amount;
    order.amount = house_accounts->fund_amount;
    (void)snprintf(order.key, sizeof order.key, "fund:%016llx:%llu",
                   (unsigned long long)house_accounts->epoch,
                   (unsigned long long)house_accounts->funds);
    house_accounts->funding = felt_room_session_order(session, &order, FELT_ERRAND_FUND, 0);
}

/* The next step of a house player whose alarm tables. */
static void go_on(struct felt_room_session *session, uint32_t number)
{
    struct felt_house_account *house = &session->house_accounts.house[number];
    felt_assert(!house->waits);
    switch (house->step) {
    case FELT_HOUSE_UNKNOWN:
    case FELT_HOUSE_FINDING: find_player(session, number); break;
    case FELT_HOUSE_MAKING: make_player(session, number); break;
    case FELT_HOUSE_STAKING: give_stake(session, number); break;
    case FELT_HOUSE_UNFUNDED:
        if (session->house_accounts.funds > house->funds_seen) {
            give_stake(session, number);
        } else {
            if (!session->house_accounts.funding) give_fund(session, house->amount);
            felt_heap_set(&session->house_accounts.alarms, number, later_ms(session));
            return;
        }
        break;
    default: return;
    }
    if (!house->waits) felt_heap_set(&session->house_accounts.alarms, number, later_ms(session));
}

void felt_house_accounts_pay(struct felt_room_session *session, uint32_t number, felt_chips amount)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    struct felt_house_account *house = &house_accounts->house[number];
    felt_assert(house->step == FELT_HOUSE_HIRED);
    house->step = FELT_HOUSE_STAKING;
    house->amount = amount;
    house->stakes++;
    felt_heap_set(&house_accounts->alarms, number, felt_room_session_ms(session));
}

/* house_seating.h: called while the house seating or the room is busy, so the order goes out with
 * the next turn.
 */
void felt_house_accounts_stake(void *self, uint32_t member, felt_chips amount)
{
    struct felt_room_session *session = self;
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    felt_assert(member < session->config.house_players && amount > 0);
    felt_house_accounts_pay(session, house_accounts->player[member], amount);
}

static void scold(struct felt_room_session *session, uint8_t outcome)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    if (felt_room_session_ms(session) - house_accounts->scolded_ms < SCOLD_MS) return;
    house_accounts->scolded_ms = felt_room_session_ms(session);
    felt_room_session_log(
        session, &(struct felt_room_session_log){
                     .level = "error",
                     .event = "house_is_broke",
                     .conn = FELT_NO_LINE,
                     .key = "code",
                     .value = felt_outcome_word((enum felt_outcome)outcome),
                     .more_key = "text",
                     .more = "house players have no chips left: felt admin house fund AMOUNT"});
}

static void stake_done(struct felt_room_session *session, uint32_t number,
                       const struct felt_receipt *receipt)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    struct felt_house_account *house = &house_accounts->house[number];
    bool fundable = session->config.house_fund &&
                    house_accounts->unfundable_ms <= felt_room_session_ms(session);
    if (receipt->outcome == FELT_OUTCOME_INSUFFICIENT && fundable) {
        house->step = FELT_HOUSE_UNFUNDED;
        house->funds_seen = house_accounts->funds;
        felt_heap_set(&house_accounts->alarms, number, felt_room_session_ms(session));
        return;
    }
    bool paid = receipt->outcome == FELT_OUTCOME_OK;
    if (!paid) scold(session, receipt->outcome);
    house->step = FELT_HOUSE_HIRED;
    if (number >= session->config.house_players) {
        if (paid)
            felt_house_reserve_bank(session, house->user, receipt->user.chips);
        else
            house_accounts->reserve_broke_ms = felt_room_session_ms(session) + SCOLD_MS;
        return;
    }
    const struct felt_house_seating_member *member =
        felt_house_seating_at(session->seating, house->member);
    felt_house_seating_paid(session->seating, house->member, paid,
                            paid ? receipt->user.chips : member->bank,
                            felt_room_session_ms(session));
}

static void fund_done(struct felt_room_session *session, const struct felt_receipt *receipt)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    house_accounts->funding = false;
    if (is_open_question(receipt->outcome)) return; /* whoever needs it comes again */
    house_accounts->fund_amount = 0;
    house_accounts->funds++;
    for (uint32_t i = 0; i < felt_room_session_house(session); i++) /* whoever waits for it */
        if (house_accounts->house[i].step == FELT_HOUSE_UNFUNDED)
            felt_heap_set(&house_accounts->alarms, i, felt_room_session_ms(session));
    if (receipt->outcome == FELT_OUTCOME_OK) {
        felt_room_session_log(session, &(struct felt_room_session_log){.event = "house_funded",
                                                                       .conn = FELT_NO_LINE});
        return;
    }
    house_accounts->unfundable_ms = felt_room_session_ms(session) + SCOLD_MS;
    scold(session, receipt->outcome);
}

/* ---- answers ---- */

static void house_receipt(struct felt_room_session *session, uint32_t number,
                          const struct felt_receipt *receipt)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    felt_assert(number < felt_room_session_house(session));
    struct felt_house_account *house = &house_accounts->house[number];
    house->waits = false;
    if (is_open_question(receipt->outcome))
        felt_heap_set(&house_accounts->alarms, number, later_ms(session));
    else if (house->step == FELT_HOUSE_STAKING)
        stake_done(session, number, receipt);
    else if (house->step != FELT_HOUSE_MAKING)
        return;
    else if (receipt->outcome == FELT_OUTCOME_OK)
        hire(session, number, &receipt->user);
    else
        lose(session, number, receipt->outcome);
}

void felt_house_accounts_receipt(struct felt_room_session *session, enum felt_errand errand,
                                 uint64_t number, const struct felt_receipt *receipt)
{
    switch (errand) {
    case FELT_ERRAND_STRAY: stray_done(session, (uint32_t)number, receipt); break;
    case FELT_ERRAND_HOUSE: house_receipt(session, (uint32_t)number, receipt); break;
    case FELT_ERRAND_FUND: fund_done(session, receipt); break;
    case FELT_ERRAND_KEEP: break;
    default: felt_assert(!"a receipt for nobody");
    }
}

static void player_found(struct felt_room_session *session, uint32_t number,
                         const struct felt_ledger_answer *answer)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    felt_assert(number < felt_room_session_house(session));
    house_accounts->house[number].waits = false;
    if (house_accounts->house[number].step != FELT_HOUSE_FINDING) return;
    if (answer->outcome == FELT_OUTCOME_OK) {
        hire(session, number, &answer->user);
    } else if (answer->outcome == FELT_OUTCOME_NO_USER) {
        house_accounts->house[number].step = FELT_HOUSE_MAKING;
        felt_heap_set(&house_accounts->alarms, number, felt_room_session_ms(session));
    } else {
        felt_heap_set(&house_accounts->alarms, number, later_ms(session));
    }
}

void felt_house_accounts_found(struct felt_room_session *session, enum felt_errand errand,
                               uint64_t number, const struct felt_ledger_answer *answer)
{
    switch (errand) {
    case FELT_ERRAND_SEATS: seats_found(session, answer); break;
    case FELT_ERRAND_HOUSE: player_found(session, (uint32_t)number, answer); break;
    default: felt_assert(!"an answer for nobody");
    }
}

/* ---- turns ---- */

void felt_house_accounts_resume(struct felt_room_session *session)
{
    session->house_accounts.opening = FELT_ROOM_OPENING_SETTLING;
}

static void open_room(struct felt_room_session *session)
{
    session->house_accounts.opening = FELT_ROOM_OPENING_DONE;
    felt_room_open(session->room, felt_room_session_ms(session));
    note_seats(session);
    felt_room_session_tournaments_resume(session);
    felt_room_session_log(session,
                          &(struct felt_room_session_log){.event = "open", .conn = FELT_NO_LINE});
}

/* One more step of the opening, if there is one to take. */
static void go_on_opening(struct felt_room_session *session)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    if (house_accounts->opening == FELT_ROOM_OPENING_SETTLING) {
        if (felt_room_counts(session->room)->pending) return; /* the room gives them again */
        house_accounts->opening = FELT_ROOM_OPENING_COUNTING;
        house_accounts->retry_ms = felt_room_session_ms(session);
    }
    if (house_accounts->waits || house_accounts->retry_ms > felt_room_session_ms(session)) return;
    house_accounts->retry_ms = INT64_MAX;
    if (house_accounts->opening == FELT_ROOM_OPENING_COUNTING) ask_seats(session);
    if (house_accounts->opening != FELT_ROOM_OPENING_CLEARING) return;
    for (uint32_t i = 0; i < house_accounts->strays; i++)
        if (!house_accounts->stray[i].done && !house_accounts->stray[i].waits)
            give_stray(session, i);
}

int64_t felt_house_accounts_tick(struct felt_room_session *session)
{
    struct felt_house_accounts *house_accounts = &session->house_accounts;
    int64_t time, number, now_ms = felt_room_session_ms(session);
    if (house_accounts->opening != FELT_ROOM_OPENING_DONE) {
        if (house_accounts->opening != FELT_ROOM_OPENING_NOT) go_on_opening(session);
        if (house_accounts->opening != FELT_ROOM_OPENING_CLEARING || house_accounts->strays_open)
            return house_accounts->retry_ms;
        open_room(session);
    }
    for (; house_accounts->next < felt_room_session_house(session) &&
           house_accounts->busy < FELT_HOUSE_AT_ONCE;
         house_accounts->next++, house_accounts->busy++)
        felt_heap_set(&house_accounts->alarms, house_accounts->next, now_ms);
    if (!felt_room_session_house(session)) return INT64_MAX;
    while ((number = felt_heap_next(&house_accounts->alarms, &time)) != FELT_HEAP_NONE &&
           time <= now_ms) {
        felt_heap_clear(&house_accounts->alarms, (uint32_t)number);
        go_on(session, (uint32_t)number);
    }
    return felt_house_accounts_next(session);
}

int64_t felt_house_accounts_next(const struct felt_room_session *session)
{
    int64_t time;
    if (!felt_room_session_house(session) ||
        felt_heap_next(&session->house_accounts.alarms, &time) == FELT_HEAP_NONE)
        return INT64_MAX;
    return time;
}
