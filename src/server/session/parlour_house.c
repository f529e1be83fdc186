/* parlour_house.c -- the start of the room, and the house's players and chips.
 *
 *     settling   orders of the last time have no receipt yet: the floor gives them again
 *     counting   the ledger says, page by page, what it has on every seat
 *     clearing   chips on seats that nobody has go back to their owners
 *     done       the floor is open; house players are looked up, made if need be, and hired
 *
 * Whatever the ledger does not answer is asked again after floor.retry_ms, orders with their old
 * key.  Keys bear a number that is drawn at every start: no two processes share one, and nothing
 * must be kept for them. */
#include "server/session/parlour_parts.h"

#include "felt/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 1000, SCOLD_MS = 60000, CHAIRS_MIN = 64 };
_Static_assert((int)PAGE <= (int)FELT_ASK_ROWS_MAX, "a page is an answer");

/* ---- opening ---- */

bool felt_manager_open(struct felt_parlour *parlour)
{
    struct felt_manager *manager = &parlour->manager;
    uint32_t house = felt_parlour_house(parlour);
    parlour->services->entropy(parlour->services->self, &manager->epoch, sizeof manager->epoch);
    manager->retry_ms = INT64_MAX;
    manager->scolded_ms = -SCOLD_MS;
    if (!house) return true;
    manager->house = calloc(house, sizeof *manager->house);
    manager->player = calloc(house, sizeof *manager->player);
    manager->engaged = calloc(house, sizeof *manager->engaged);
    manager->alarm_memory = calloc(1, felt_heap_bytes(house));
    if (!manager->house || !manager->player || !manager->engaged || !manager->alarm_memory)
        return false;
    felt_heap_init(&manager->alarms, house, manager->alarm_memory);
    return true;
}

void felt_manager_close(struct felt_parlour *parlour)
{
    struct felt_manager *manager = &parlour->manager;
    free(manager->stray);
    free(manager->house);
    free(manager->player);
    free(manager->engaged);
    free(manager->alarm_memory);
    free(manager->chair);
}

static int64_t later_ms(const struct felt_parlour *parlour)
{
    return felt_parlour_ms(parlour) + parlour->config.floor.retry_ms;
}

static void log_outcome(struct felt_parlour *parlour, const char *event, int64_t user,
                        uint8_t outcome)
{
    felt_parlour_log(parlour, &(struct felt_parlour_log){
                                  .level = "error",
                                  .event = event,
                                  .line = FELT_NO_LINE,
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

static bool add_stray(struct felt_manager *manager, const struct felt_account *account,
                      const char *table)
{
    if (manager->strays == manager->strays_room) {
        uint32_t room = 2 * manager->strays_room + 16;
        struct felt_stray *more = realloc(manager->stray, room * sizeof *more);
        if (!more) return false;
        manager->stray = more;
        manager->strays_room = room;
    }
    struct felt_stray *stray = &manager->stray[manager->strays++];
    *stray = (struct felt_stray){.account = account->id, .user = account->owner};
    memcpy(stray->table, table, strlen(table) + 1);
    manager->strays_open++;
    return true;
}

static void give_stray(struct felt_parlour *parlour, uint32_t number)
{
    struct felt_manager *manager = &parlour->manager;
    struct felt_stray *stray = &manager->stray[number];
    struct felt_order order = {.kind = FELT_ORDER_CASH_OUT, .user = stray->user};
    memcpy(order.table, stray->table, sizeof order.table);
    (void)snprintf(order.key, sizeof order.key, "stray:%016llx:%lld",
                   (unsigned long long)manager->epoch, (long long)stray->account);
    stray->waits = felt_parlour_order(parlour, &order, FELT_ERRAND_STRAY, number);
    if (!stray->waits) manager->retry_ms = later_ms(parlour);
}

static void stray_done(struct felt_parlour *parlour, uint32_t number,
                       const struct felt_receipt *receipt)
{
    struct felt_manager *manager = &parlour->manager;
    felt_assert(number < manager->strays);
    struct felt_stray *stray = &manager->stray[number];
    stray->waits = false;
    if (is_open_question(receipt->outcome)) {
        manager->retry_ms = later_ms(parlour);
        return;
    }
    /* Somebody else may have cashed it out. */
    if (receipt->outcome != FELT_OUTCOME_OK && receipt->outcome != FELT_OUTCOME_NOT_SEATED)
        log_outcome(parlour, "stray_lost", stray->user, receipt->outcome);
    else
        felt_parlour_log(parlour, &(struct felt_parlour_log){.level = "warning",
                                                             .event = "stray_cashed_out",
                                                             .line = FELT_NO_LINE,
                                                             .user = stray->user,
                                                             .key = "table",
                                                             .value = stray->table});
    stray->done = true;
    manager->strays_open--;
    parlour->counts.strays++;
}

/* ---- what the ledger has on seats ---- */

static void ask_seats(struct felt_parlour *parlour)
{
    struct felt_manager *manager = &parlour->manager;
    struct felt_question question = {
        .kind = FELT_ASK_TABLES, .before = manager->behind, .limit = PAGE};
    manager->waits = felt_parlour_ask(parlour, &question, FELT_ERRAND_SEATS, 0);
    if (!manager->waits) manager->retry_ms = later_ms(parlour);
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

static bool count_page(struct felt_parlour *parlour, const struct felt_answer *answer)
{
    struct felt_manager *manager = &parlour->manager;
    for (uint32_t i = 0; i < answer->count; i++) {
        const struct felt_account *account = &answer->accounts[i];
        char table[FELT_ORDER_TABLE_BYTES + 1];
        manager->behind = account->id;
        if (!read_seat(account, table)) continue;
        if (!felt_floor_reconcile(parlour->floor, table, account->owner, account->balance,
                                  felt_parlour_ms(parlour)) &&
            !add_stray(manager, account, table))
            return false;
    }
    return true;
}

static void seats_found(struct felt_parlour *parlour, const struct felt_answer *answer)
{
    struct felt_manager *manager = &parlour->manager;
    manager->waits = false;
    if (manager->opening != FELT_OPENING_COUNTING) return;
    if (answer->outcome != FELT_OUTCOME_OK || !count_page(parlour, answer)) {
        manager->retry_ms = later_ms(parlour);
        return;
    }
    manager->retry_ms = felt_parlour_ms(parlour);
    if (answer->count < PAGE) manager->opening = FELT_OPENING_CLEARING;
}

/* ---- chairs that house players had before ---- */

static int compare_chairs(const void *a, const void *b)
{
    const struct felt_house_chair *x = a, *y = b;
    if (x->user != y->user) return x->user < y->user ? -1 : 1;
    return x->table < y->table ? -1 : x->table > y->table;
}

static void note_chairs(struct felt_parlour *parlour)
{
    struct felt_manager *manager = &parlour->manager;
    struct felt_floor_face face;
    uint32_t room = 0;
    for (uint32_t table = 0; table < parlour->config.floor.tables_max; table++) {
        if (!felt_floor_face(parlour->floor, table, &face) || face.stake->guided) continue;
        for (felt_seat seat = 0; seat < FELT_SEATS_MAX; seat++) {
            const struct felt_chair_face *chair = &face.chair[seat];
            if (!chair->user || chair->kind != FELT_USER_HOUSE) continue;
            if (manager->chairs == room) {
                room = 2 * room + CHAIRS_MIN;
                struct felt_house_chair *more = realloc(manager->chair, room * sizeof *more);
                if (!more) return; /* they stand up after their grace period */
                manager->chair = more;
            }
            manager->chair[manager->chairs++] =
                (struct felt_house_chair){.user = chair->user, .table = table, .seat = seat};
        }
    }
    if (manager->chairs)
        qsort(manager->chair, manager->chairs, sizeof *manager->chair, compare_chairs);
}

/* A chair that he has still, NULL: none. */
static const struct felt_house_chair *chair_of(struct felt_parlour *parlour, int64_t user)
{
    struct felt_manager *manager = &parlour->manager;
    uint32_t low = 0, high = manager->chairs;
    struct felt_floor_face face;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (manager->chair[middle].user < user)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < manager->chairs && manager->chair[low].user == user; low++) {
        const struct felt_house_chair *chair = &manager->chair[low];
        if (felt_floor_face(parlour->floor, chair->table, &face) &&
            face.chair[chair->seat].user == user)
            return chair;
    }
    return NULL;
}

/* ---- house players ---- */

static void name_house(uint32_t number, char out[FELT_USERNAME_MAX + 1])
{
    (void)snprintf(out, FELT_USERNAME_MAX + 1, "HousePlayer%u", number + 1);
}

static void lose(struct felt_parlour *parlour, uint32_t number, uint8_t outcome)
{
    struct felt_manager *manager = &parlour->manager;
    manager->house[number].step = FELT_HOUSE_LOST;
    manager->busy--;
    log_outcome(parlour, "house_player_lost", 0, outcome);
}

static void hire(struct felt_parlour *parlour, uint32_t number, const struct felt_user *user)
{
    struct felt_manager *manager = &parlour->manager;
    struct felt_house *house = &manager->house[number];
    if (number >= parlour->config.house_players) {
        house->step = user->kind == FELT_USER_HOUSE ? FELT_HOUSE_HIRED : FELT_HOUSE_LOST;
        manager->busy--;
        if (house->step == FELT_HOUSE_HIRED) felt_reserve_found(parlour, number, user);
        return;
    }
    struct felt_guest_of_floor who = {
        .user = user->id, .kind = user->kind, .local = true, .bank = user->chips};
    memcpy(who.name, user->handle, sizeof who.name);
    /* Lines of the house are given out in the order in which its players are hired. */
    uint32_t line = parlour->lines + felt_staff_count(parlour->staff);
    struct felt_floor_reply reply;
    if (user->kind != FELT_USER_HOUSE ||
        !felt_floor_enter(parlour->floor, line, &who, felt_parlour_ms(parlour), &reply)) {
        lose(parlour, number, FELT_OUTCOME_WRONG_KIND);
        return;
    }
    int member = felt_staff_hire(parlour->staff, &who, line, felt_parlour_ms(parlour));
    felt_assert(member >= 0);
    felt_assert((uint32_t)member < parlour->config.house_players);
    house->step = FELT_HOUSE_HIRED;
    house->member = (uint32_t)member;
    manager->player[member] = number;
    manager->busy--;
    const struct felt_house_chair *chair = chair_of(parlour, user->id);
    if (chair) felt_staff_found(parlour->staff, house->member, chair->table, chair->seat);
}

static void find_player(struct felt_parlour *parlour, uint32_t number)
{
    struct felt_house *house = &parlour->manager.house[number];
    struct felt_question question = {.kind = FELT_ASK_NAME, .limit = 1};
    name_house(number, question.text);
    house->step = FELT_HOUSE_FINDING;
    house->waits = felt_parlour_ask(parlour, &question, FELT_ERRAND_HOUSE, number);
}

/* One who is there already is not made again (books.h): a lost receipt does no harm. */
static void make_player(struct felt_parlour *parlour, uint32_t number)
{
    struct felt_house *house = &parlour->manager.house[number];
    struct felt_order order = {.kind = FELT_ORDER_SIGN_UP, .user_kind = FELT_USER_HOUSE};
    name_house(number, order.username);
    (void)snprintf(order.key, sizeof order.key, "house:%016llx:%u",
                   (unsigned long long)parlour->manager.epoch, number + 1);
    house->step = FELT_HOUSE_MAKING;
    house->waits = felt_parlour_order(parlour, &order, FELT_ERRAND_HOUSE, number);
}

static void give_stake(struct felt_parlour *parlour, uint32_t number)
{
    struct felt_manager *manager = &parlour->manager;
    struct felt_house *house = &manager->house[number];
    struct felt_order order = {.kind = FELT_ORDER_STAKE,
                               .user = number < parlour->config.house_players
                                           ? felt_staff_at(parlour->staff, house->member)->user
                                           : house->user,
                               .amount = house->amount};
    (void)snprintf(order.key, sizeof order.key, "stake:%016llx:%u:%llu",
                   (unsigned long long)manager->epoch, number + 1,
                   (unsigned long long)house->stakes);
    house->step = FELT_HOUSE_STAKING;
    house->waits = felt_parlour_order(parlour, &order, FELT_ERRAND_HOUSE, number);
}

static void give_fund(struct felt_parlour *parlour, felt_chips amount)
{
    struct felt_manager *manager = &parlour->manager;
    felt_chips fund = parlour->config.house_fund;
    struct felt_order order = {.kind = FELT_ORDER_FUND, .amount = fund > amount ? fund : amount};
    /* An amount of its own for each key: it is the same order if it is given again. */
    if (!manager->fund_amount) manager->fund_amount = order.amount;
    order.amount = manager->fund_amount;
    (void)snprintf(order.key, sizeof order.key, "fund:%016llx:%llu",
                   (unsigned long long)manager->epoch, (unsigned long long)manager->funds);
    manager->funding = felt_parlour_order(parlour, &order, FELT_ERRAND_FUND, 0);
}

/* The next step of a house player whose alarm rings. */
static void go_on(struct felt_parlour *parlour, uint32_t number)
{
    struct felt_house *house = &parlour->manager.house[number];
    felt_assert(!house->waits);
    switch (house->step) {
    case FELT_HOUSE_UNKNOWN:
    case FELT_HOUSE_FINDING: find_player(parlour, number); break;
    case FELT_HOUSE_MAKING: make_player(parlour, number); break;
    case FELT_HOUSE_STAKING: give_stake(parlour, number); break;
    case FELT_HOUSE_UNFUNDED:
        if (parlour->manager.funds > house->funds_seen) {
            give_stake(parlour, number);
        } else {
            if (!parlour->manager.funding) give_fund(parlour, house->amount);
            felt_heap_set(&parlour->manager.alarms, number, later_ms(parlour));
            return;
        }
        break;
    default: return;
    }
    if (!house->waits) felt_heap_set(&parlour->manager.alarms, number, later_ms(parlour));
}

void felt_manager_pay(struct felt_parlour *parlour, uint32_t number, felt_chips amount)
{
    struct felt_manager *manager = &parlour->manager;
    struct felt_house *house = &manager->house[number];
    felt_assert(house->step == FELT_HOUSE_HIRED);
    house->step = FELT_HOUSE_STAKING;
    house->amount = amount;
    house->stakes++;
    felt_heap_set(&manager->alarms, number, felt_parlour_ms(parlour));
}

/* staff.h: called while the staff or the floor is busy, so the order goes out with the next turn.
 */
void felt_manager_stake(void *self, uint32_t member, felt_chips amount)
{
    struct felt_parlour *parlour = self;
    struct felt_manager *manager = &parlour->manager;
    felt_assert(member < parlour->config.house_players && amount > 0);
    felt_manager_pay(parlour, manager->player[member], amount);
}

static void scold(struct felt_parlour *parlour, uint8_t outcome)
{
    struct felt_manager *manager = &parlour->manager;
    if (felt_parlour_ms(parlour) - manager->scolded_ms < SCOLD_MS) return;
    manager->scolded_ms = felt_parlour_ms(parlour);
    felt_parlour_log(parlour,
                     &(struct felt_parlour_log){
                         .level = "error",
                         .event = "house_is_broke",
                         .line = FELT_NO_LINE,
                         .key = "code",
                         .value = felt_outcome_word((enum felt_outcome)outcome),
                         .more_key = "text",
                         .more = "house players have no chips left: felt admin house fund AMOUNT"});
}

static void stake_done(struct felt_parlour *parlour, uint32_t number,
                       const struct felt_receipt *receipt)
{
    struct felt_manager *manager = &parlour->manager;
    struct felt_house *house = &manager->house[number];
    bool fundable =
        parlour->config.house_fund && manager->unfundable_ms <= felt_parlour_ms(parlour);
    if (receipt->outcome == FELT_OUTCOME_INSUFFICIENT && fundable) {
        house->step = FELT_HOUSE_UNFUNDED;
        house->funds_seen = manager->funds;
        felt_heap_set(&manager->alarms, number, felt_parlour_ms(parlour));
        return;
    }
    bool paid = receipt->outcome == FELT_OUTCOME_OK;
    if (!paid) scold(parlour, receipt->outcome);
    house->step = FELT_HOUSE_HIRED;
    if (number >= parlour->config.house_players) {
        if (paid)
            felt_reserve_bank(parlour, house->user, receipt->user.chips);
        else
            manager->reserve_broke_ms = felt_parlour_ms(parlour) + SCOLD_MS;
        return;
    }
    const struct felt_staff_member *member = felt_staff_at(parlour->staff, house->member);
    felt_staff_paid(parlour->staff, house->member, paid, paid ? receipt->user.chips : member->bank,
                    felt_parlour_ms(parlour));
}

static void fund_done(struct felt_parlour *parlour, const struct felt_receipt *receipt)
{
    struct felt_manager *manager = &parlour->manager;
    manager->funding = false;
    if (is_open_question(receipt->outcome)) return; /* whoever needs it comes again */
    manager->fund_amount = 0;
    manager->funds++;
    for (uint32_t i = 0; i < felt_parlour_house(parlour); i++) /* whoever waits for it */
        if (manager->house[i].step == FELT_HOUSE_UNFUNDED)
            felt_heap_set(&manager->alarms, i, felt_parlour_ms(parlour));
    if (receipt->outcome == FELT_OUTCOME_OK) {
        felt_parlour_log(parlour,
                         &(struct felt_parlour_log){.event = "house_funded", .line = FELT_NO_LINE});
        return;
    }
    manager->unfundable_ms = felt_parlour_ms(parlour) + SCOLD_MS;
    scold(parlour, receipt->outcome);
}

/* ---- answers ---- */

static void house_receipt(struct felt_parlour *parlour, uint32_t number,
                          const struct felt_receipt *receipt)
{
    struct felt_manager *manager = &parlour->manager;
    felt_assert(number < felt_parlour_house(parlour));
    struct felt_house *house = &manager->house[number];
    house->waits = false;
    if (is_open_question(receipt->outcome))
        felt_heap_set(&manager->alarms, number, later_ms(parlour));
    else if (house->step == FELT_HOUSE_STAKING)
        stake_done(parlour, number, receipt);
    else if (house->step != FELT_HOUSE_MAKING)
        return;
    else if (receipt->outcome == FELT_OUTCOME_OK)
        hire(parlour, number, &receipt->user);
    else
        lose(parlour, number, receipt->outcome);
}

void felt_manager_receipt(struct felt_parlour *parlour, enum felt_errand errand, uint64_t number,
                          const struct felt_receipt *receipt)
{
    switch (errand) {
    case FELT_ERRAND_STRAY: stray_done(parlour, (uint32_t)number, receipt); break;
    case FELT_ERRAND_HOUSE: house_receipt(parlour, (uint32_t)number, receipt); break;
    case FELT_ERRAND_FUND: fund_done(parlour, receipt); break;
    case FELT_ERRAND_KEEP: break;
    default: felt_assert(!"a receipt for nobody");
    }
}

static void player_found(struct felt_parlour *parlour, uint32_t number,
                         const struct felt_answer *answer)
{
    struct felt_manager *manager = &parlour->manager;
    felt_assert(number < felt_parlour_house(parlour));
    manager->house[number].waits = false;
    if (manager->house[number].step != FELT_HOUSE_FINDING) return;
    if (answer->outcome == FELT_OUTCOME_OK) {
        hire(parlour, number, &answer->user);
    } else if (answer->outcome == FELT_OUTCOME_NO_USER) {
        manager->house[number].step = FELT_HOUSE_MAKING;
        felt_heap_set(&manager->alarms, number, felt_parlour_ms(parlour));
    } else {
        felt_heap_set(&manager->alarms, number, later_ms(parlour));
    }
}

void felt_manager_found(struct felt_parlour *parlour, enum felt_errand errand, uint64_t number,
                        const struct felt_answer *answer)
{
    switch (errand) {
    case FELT_ERRAND_SEATS: seats_found(parlour, answer); break;
    case FELT_ERRAND_HOUSE: player_found(parlour, (uint32_t)number, answer); break;
    default: felt_assert(!"an answer for nobody");
    }
}

/* ---- turns ---- */

void felt_manager_resume(struct felt_parlour *parlour)
{
    parlour->manager.opening = FELT_OPENING_SETTLING;
}

static void open_floor(struct felt_parlour *parlour)
{
    parlour->manager.opening = FELT_OPENING_DONE;
    felt_floor_open(parlour->floor, felt_parlour_ms(parlour));
    note_chairs(parlour);
    felt_parlour_events_resume(parlour);
    felt_parlour_log(parlour, &(struct felt_parlour_log){.event = "open", .line = FELT_NO_LINE});
}

/* One more step of the opening, if there is one to take. */
static void go_on_opening(struct felt_parlour *parlour)
{
    struct felt_manager *manager = &parlour->manager;
    if (manager->opening == FELT_OPENING_SETTLING) {
        if (felt_floor_counts(parlour->floor)->pending) return; /* the floor gives them again */
        manager->opening = FELT_OPENING_COUNTING;
        manager->retry_ms = felt_parlour_ms(parlour);
    }
    if (manager->waits || manager->retry_ms > felt_parlour_ms(parlour)) return;
    manager->retry_ms = INT64_MAX;
    if (manager->opening == FELT_OPENING_COUNTING) ask_seats(parlour);
    if (manager->opening != FELT_OPENING_CLEARING) return;
    for (uint32_t i = 0; i < manager->strays; i++)
        if (!manager->stray[i].done && !manager->stray[i].waits) give_stray(parlour, i);
}

int64_t felt_manager_tick(struct felt_parlour *parlour)
{
    struct felt_manager *manager = &parlour->manager;
    int64_t time, number, now_ms = felt_parlour_ms(parlour);
    if (manager->opening != FELT_OPENING_DONE) {
        if (manager->opening != FELT_OPENING_NOT) go_on_opening(parlour);
        if (manager->opening != FELT_OPENING_CLEARING || manager->strays_open)
            return manager->retry_ms;
        open_floor(parlour);
    }
    for (; manager->next < felt_parlour_house(parlour) && manager->busy < FELT_HOUSE_AT_ONCE;
         manager->next++, manager->busy++)
        felt_heap_set(&manager->alarms, manager->next, now_ms);
    if (!felt_parlour_house(parlour)) return INT64_MAX;
    while ((number = felt_heap_next(&manager->alarms, &time)) != FELT_HEAP_NONE && time <= now_ms) {
        felt_heap_clear(&manager->alarms, (uint32_t)number);
        go_on(parlour, (uint32_t)number);
    }
    return felt_manager_next(parlour);
}

int64_t felt_manager_next(const struct felt_parlour *parlour)
{
    int64_t time;
    if (!felt_parlour_house(parlour) ||
        felt_heap_next(&parlour->manager.alarms, &time) == FELT_HEAP_NONE)
        return INT64_MAX;
    return time;
}
