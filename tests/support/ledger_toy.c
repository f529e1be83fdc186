/* ledger_toy.c -- see ledger_toy.h. */
#include "ledger_toy.h"

#include "felt/assert.h"
#include "os/secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum fate { FATE_DONE, FATE_BEFORE, FATE_AFTER };

struct waiting {
    int64_t due_ms;
    uint64_t ticket;
    enum fate fate;
    bool is_question;
    union {
        struct felt_order order;
        struct felt_question question;
    };
};

struct ledger_toy {
    struct fake_store *fake_store;
    struct felt_rng rng;
    struct ledger_toy_faults faults;
    int64_t now_ms;
    uint64_t keys; /* of orders that tests give themselves                                    */
    int first, count;
    struct waiting waiting[LEDGER_TOY_WAITING]; /* a table                                      */
};

struct ledger_toy *ledger_toy_open(uint64_t seed)
{
    struct ledger_toy *toy = calloc(1, sizeof *toy);
    felt_assert(toy != NULL);
    toy->fake_store = fake_store_open();
    toy->rng = felt_rng_make(seed);
    return toy;
}

void ledger_toy_close(struct ledger_toy *toy)
{
    fake_store_close(toy->fake_store);
    free(toy);
}

void ledger_toy_clear(struct ledger_toy *toy, uint64_t seed)
{
    fake_store_clear(toy->fake_store);
    toy->rng = felt_rng_make(seed);
    toy->faults = (struct ledger_toy_faults){0};
    toy->now_ms = 0;
    toy->keys = 0;
    toy->first = toy->count = 0;
}

void ledger_toy_fault(struct ledger_toy *toy, const struct ledger_toy_faults *faults)
{
    toy->faults = *faults;
}

void ledger_toy_clock(struct ledger_toy *toy, int64_t now_ms)
{
    felt_assert(now_ms >= toy->now_ms);
    toy->now_ms = now_ms;
}

/* ---- the counter ---- */

static bool chance(struct ledger_toy *toy, uint32_t percent)
{
    return percent && felt_rng_below(&toy->rng, 100) < percent;
}

static struct waiting *take_place(struct ledger_toy *toy, uint64_t ticket)
{
    if (toy->count == LEDGER_TOY_WAITING || chance(toy, toy->faults.busy)) return NULL;
    int64_t due = toy->now_ms;
    if (toy->faults.delay_ms) due += felt_rng_below(&toy->rng, toy->faults.delay_ms + 1);
    if (toy->count) { /* T2: nobody is overtaken */
        int last = (toy->first + toy->count - 1) % LEDGER_TOY_WAITING;
        if (toy->waiting[last].due_ms > due) due = toy->waiting[last].due_ms;
    }
    struct waiting *place = &toy->waiting[(toy->first + toy->count++) % LEDGER_TOY_WAITING];
    place->due_ms = due;
    place->ticket = ticket;
    place->fate = FATE_DONE;
    if (toy->faults.down || chance(toy, toy->faults.before))
        place->fate = FATE_BEFORE;
    else if (chance(toy, toy->faults.after))
        place->fate = FATE_AFTER;
    return place;
}

static bool give_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    struct waiting *place = take_place(self, ticket);
    if (!place) return false;
    place->is_question = false;
    place->order = *order;
    return true;
}

static bool ask_question(void *self, const struct felt_question *question, uint64_t ticket)
{
    struct waiting *place = take_place(self, ticket);
    if (!place) return false;
    place->is_question = true;
    place->question = *question;
    return true;
}

struct felt_ledger_services ledger_toy_counter(struct ledger_toy *toy)
{
    return (struct felt_ledger_services){.self = toy, .order = give_order, .ask = ask_question};
}

/* ---- questions ---- */

static void answer_session(struct ledger_toy *toy, const struct felt_question *question,
                           struct felt_ledger_answer *out)
{
    const struct felt_user *user = NULL;
    if (fake_store_session(toy->fake_store, question->token, &out->session))
        user = fake_store_user(toy->fake_store, out->session.user);
    out->outcome = FELT_OUTCOME_NO_SESSION;
    if (!user || user->disabled_at || user->deleted_at) return;
    if (out->session.expires && out->session.expires <= question->now_ms) return;
    out->outcome = FELT_OUTCOME_OK;
    out->user = *user;
    out->total = fake_store_total(toy->fake_store, user->id);
}

static void answer_user(struct ledger_toy *toy, const struct felt_user *user,
                        struct felt_ledger_answer *out)
{
    out->outcome = user ? FELT_OUTCOME_OK : FELT_OUTCOME_NO_USER;
    if (!user) return;
    out->user = *user;
    out->total = fake_store_total(toy->fake_store, user->id);
}

/* Of one user, or of everybody behind `before`. */
static void answer_seats(struct ledger_toy *toy, const struct felt_question *question,
                         struct felt_ledger_answer *out)
{
    bool all = question->kind == FELT_QUESTION_TABLES;
    out->accounts = calloc((size_t)fake_store_accounts(toy->fake_store) + 1, sizeof *out->accounts);
    felt_assert(out->accounts != NULL);
    for (int i = 0; i < fake_store_accounts(toy->fake_store) && out->count < question->limit; i++) {
        const struct felt_account *account = fake_store_account(toy->fake_store, i);
        if (all ? account->id <= question->before : account->owner != question->number) continue;
        if (all && account->kind != FELT_ACCOUNT_SEAT) continue;
        if (account->balance > 0) out->accounts[out->count++] = *account;
    }
}

static void answer_summary(struct ledger_toy *toy, struct felt_ledger_answer *out)
{
    out->accounts = calloc(FELT_ACCOUNT_KINDS, sizeof *out->accounts);
    felt_assert(out->accounts != NULL);
    for (int kind = 0; kind < FELT_ACCOUNT_KINDS; kind++) {
        struct felt_account *sum = &out->accounts[out->count];
        for (int i = 0; i < fake_store_accounts(toy->fake_store); i++) {
            const struct felt_account *account = fake_store_account(toy->fake_store, i);
            if (account->owner || account->kind != kind) continue;
            felt_chips balance = sum->balance + account->balance;
            if (!sum->id) *sum = *account;
            sum->balance = balance;
        }
        if (sum->id) out->count++;
    }
}

/* Pools that hold chips. */
static void answer_pools(struct ledger_toy *toy, const struct felt_question *question,
                         struct felt_ledger_answer *out)
{
    out->accounts = calloc((size_t)fake_store_accounts(toy->fake_store) + 1, sizeof *out->accounts);
    felt_assert(out->accounts != NULL);
    for (int i = 0; i < fake_store_accounts(toy->fake_store) && out->count < question->limit; i++) {
        const struct felt_account *account = fake_store_account(toy->fake_store, i);
        if (account->kind != FELT_ACCOUNT_PRIZE || account->id <= question->before) continue;
        if (account->balance > 0) out->accounts[out->count++] = *account;
    }
}

/* What each user has paid into one pool and did not get back. */
static void answer_pool(struct ledger_toy *toy, const struct felt_question *question,
                        struct felt_ledger_answer *out)
{
    int64_t users = fake_store_users(toy->fake_store), pool = 0;
    struct felt_pool_row *sum = calloc((size_t)users + 1, sizeof *sum);
    out->pools = calloc((size_t)users + 1, sizeof *out->pools);
    felt_assert(sum != NULL && out->pools != NULL);
    for (int i = 0; i < fake_store_accounts(toy->fake_store); i++) {
        const struct felt_account *account = fake_store_account(toy->fake_store, i);
        if (account->kind == FELT_ACCOUNT_PRIZE &&
            strcmp(account->name + strlen("prize:"), question->text) == 0)
            pool = account->id;
    }
    for (int i = 0; pool && i < fake_store_transactions(toy->fake_store); i++) {
        const struct felt_transaction *one = fake_store_transaction(toy->fake_store, i);
        for (int k = 0; k < one->lines; k++) {
            if (one->line[k].account != pool) continue;
            sum[one->user].paid += one->line[k].amount;
            if (one->kind == FELT_ORDER_ENTER) sum[one->user].transaction = one->id;
        }
    }
    for (int64_t user = question->before + 1; user <= users && out->count < question->limit; user++)
        if (sum[user].paid || sum[user].transaction) {
            out->pools[out->count] = sum[user];
            out->pools[out->count++].user = user;
        }
    free(sum);
}

static void answer_users(struct ledger_toy *toy, const struct felt_question *question,
                         struct felt_ledger_answer *out)
{
    out->users = calloc((size_t)fake_store_users(toy->fake_store) + 1, sizeof *out->users);
    felt_assert(out->users != NULL);
    for (int64_t id = question->before + 1; id <= fake_store_users(toy->fake_store); id++) {
        const struct felt_user *user = fake_store_user(toy->fake_store, id);
        if (!user || out->count == question->limit) continue;
        if (*question->text && !strstr(user->username, question->text)) continue;
        out->users[out->count++] = *user;
    }
}

static void answer_member(struct ledger_toy *toy, const struct felt_question *question,
                          struct felt_ledger_answer *out)
{
    const struct felt_member *member =
        fake_store_member(toy->fake_store, question->before, question->number);
    out->outcome = FELT_OUTCOME_NO_CLUB;
    if (!member) return;
    out->clubs = calloc(1, sizeof *out->clubs);
    felt_assert(out->clubs != NULL);
    out->clubs[0].member = *member;
    out->outcome = FELT_OUTCOME_OK;
    out->count = 1;
}

static void answer(struct ledger_toy *toy, const struct felt_question *question,
                   struct felt_ledger_answer *out)
{
    *out = (struct felt_ledger_answer){.outcome = FELT_OUTCOME_OK};
    switch (question->kind) {
    case FELT_QUESTION_SESSION: answer_session(toy, question, out); return;
    case FELT_QUESTION_USER:
        answer_user(toy, fake_store_user(toy->fake_store, question->number), out);
        return;
    case FELT_QUESTION_NAME:
        answer_user(toy, fake_store_username(toy->fake_store, question->text), out);
        return;
    case FELT_QUESTION_SEATS:
    case FELT_QUESTION_TABLES: answer_seats(toy, question, out); return;
    case FELT_QUESTION_SUMMARY: answer_summary(toy, out); return;
    case FELT_QUESTION_POOLS: answer_pools(toy, question, out); return;
    case FELT_QUESTION_POOL: answer_pool(toy, question, out); return;
    case FELT_QUESTION_USERS: answer_users(toy, question, out); return;
    case FELT_QUESTION_MEMBER: answer_member(toy, question, out); return;
    default: out->outcome = FELT_OUTCOME_UNAVAILABLE; return; /* nobody in the room asks that */
    }
}

/* ---- receipts ---- */

static void forget(struct felt_receipt *receipt)
{
    *receipt = (struct felt_receipt){.outcome = FELT_OUTCOME_UNAVAILABLE};
}

static void do_order(struct ledger_toy *toy, const struct waiting *waiting,
                     struct felt_receipt *receipt)
{
    if (waiting->fate != FATE_BEFORE)
        fake_store_do(toy->fake_store, &waiting->order, 1, receipt, false);
    if (waiting->fate != FATE_DONE) forget(receipt);
}

bool ledger_toy_take(struct ledger_toy *toy, struct ledger_toy_reply *out)
{
    if (toy->count == 0 || toy->waiting[toy->first].due_ms > toy->now_ms) return false;
    const struct waiting *waiting = &toy->waiting[toy->first];
    *out = (struct ledger_toy_reply){.ticket = waiting->ticket, .is_answer = waiting->is_question};
    if (!waiting->is_question) {
        out->order = waiting->order;
        do_order(toy, waiting, &out->receipt);
    } else {
        out->question = waiting->question;
        if (waiting->fate == FATE_DONE)
            answer(toy, &waiting->question, &out->answer);
        else
            out->answer = (struct felt_ledger_answer){.outcome = FELT_OUTCOME_UNAVAILABLE};
    }
    toy->first = (toy->first + 1) % LEDGER_TOY_WAITING;
    toy->count--;
    return true;
}

int64_t ledger_toy_next(const struct ledger_toy *toy)
{
    return toy->count ? toy->waiting[toy->first].due_ms : INT64_MAX;
}

int ledger_toy_waiting(const struct ledger_toy *toy)
{
    return toy->count;
}

bool ledger_toy_owes(const struct ledger_toy *toy, int64_t user)
{
    for (int i = 0; i < toy->count; i++) {
        const struct waiting *one = &toy->waiting[(toy->first + i) % LEDGER_TOY_WAITING];
        if (!one->is_question && one->order.user == user) return true;
    }
    return false;
}

void ledger_toy_crash(struct ledger_toy *toy, int done)
{
    struct felt_receipt receipt;
    for (int i = 0; i < toy->count && i < done; i++) {
        const struct waiting *waiting = &toy->waiting[(toy->first + i) % LEDGER_TOY_WAITING];
        if (!waiting->is_question) do_order(toy, waiting, &receipt);
    }
    toy->first = toy->count = 0;
}

/* ---- at once ---- */

void ledger_toy_do(struct ledger_toy *toy, const struct felt_order *order,
                   struct felt_receipt *receipt)
{
    fake_store_do(toy->fake_store, order, 1, receipt, false);
}

static struct felt_receipt do_own(struct ledger_toy *toy, struct felt_order order)
{
    struct felt_receipt receipt;
    order.now_ms = toy->now_ms > 0 ? toy->now_ms : 1;
    if (felt_order_moves((enum felt_order_kind)order.kind))
        (void)snprintf(order.key, sizeof order.key, "toy-%llu", (unsigned long long)++toy->keys);
    ledger_toy_do(toy, &order, &receipt);
    return receipt;
}

int64_t ledger_toy_user(struct ledger_toy *toy, enum felt_user_kind kind, const char *name,
                        felt_chips chips)
{
    struct felt_order order = {.kind = FELT_ORDER_SIGN_UP, .user_kind = (uint8_t)kind};
    if (kind != FELT_USER_GUEST) /* guests are named by the ledger */
        (void)snprintf(order.username, sizeof order.username, "%s", name);
    struct felt_receipt receipt = do_own(toy, order);
    felt_assert(receipt.outcome == FELT_OUTCOME_OK);
    int64_t user = receipt.user.id;
    felt_chips has = fake_store_user(toy->fake_store, user)->chips;
    order = (struct felt_order){.user = user, .amount = chips - has};
    if (kind == FELT_USER_HOUSE) { /* paid by the house */
        do_own(toy, (struct felt_order){.kind = FELT_ORDER_FUND, .amount = chips - has});
        order.kind = FELT_ORDER_STAKE;
    } else {
        order.kind = chips > has ? FELT_ORDER_CREDIT : FELT_ORDER_DEBIT;
        if (chips < has) order.amount = has - chips;
    }
    if (chips != has) receipt = do_own(toy, order);
    felt_assert(receipt.outcome == FELT_OUTCOME_OK);
    felt_assert(fake_store_user(toy->fake_store, user)->chips == chips);
    return user;
}

void ledger_toy_session(struct ledger_toy *toy, int64_t user, const char *token)
{
    struct felt_order order = {.kind = FELT_ORDER_ISSUE,
                               .user = user,
                               .session_kind = FELT_SESSION_BEARER,
                               .has_token = true,
                               .expires_ms = INT64_C(1) << 50};
    felt_secret_hash(token, strlen(token), order.token);
    struct felt_receipt receipt = do_own(toy, order);
    felt_assert(receipt.outcome == FELT_OUTCOME_OK);
}

felt_chips ledger_toy_bank(const struct ledger_toy *toy, int64_t user)
{
    const struct felt_user *row = fake_store_user(toy->fake_store, user);
    return row ? row->chips : 0;
}

felt_chips ledger_toy_seat(const struct ledger_toy *toy, const char *table, int64_t user)
{
    char name[FELT_ACCOUNT_NAME_BYTES + 1];
    (void)snprintf(name, sizeof name, "seat:%s:%lld", table, (long long)user);
    return fake_store_balance(toy->fake_store, name);
}

bool ledger_toy_seats(const struct ledger_toy *toy, int *at, char table[FELT_ORDER_TABLE_BYTES + 1],
                      int64_t *user, felt_chips *balance)
{
    while (*at < fake_store_accounts(toy->fake_store)) {
        const struct felt_account *account = fake_store_account(toy->fake_store, (*at)++);
        if (account->kind != FELT_ACCOUNT_SEAT || account->balance == 0) continue;
        const char *name = account->name + strlen("seat:");
        size_t bytes = strcspn(name, ":");
        felt_assert(bytes <= FELT_ORDER_TABLE_BYTES);
        memcpy(table, name, bytes);
        table[bytes] = '\0';
        *user = account->owner;
        *balance = account->balance;
        return true;
    }
    return false;
}

const char *ledger_toy_wrong(const struct ledger_toy *toy)
{
    return fake_store_wrong(toy->fake_store);
}

struct fake_store *ledger_toy_fake_store(struct ledger_toy *toy)
{
    return toy->fake_store;
}
