/* tally.c -- see tally.h. */
#include "tally.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tally {
    struct witness *witness;
    felt_chips mint, house, rake;
    felt_chips pot[DEED_TABLES], prize[DEED_TABLES];
    felt_chips bank[WITNESS_USERS_MAX];
    felt_chips seat[DEED_TABLES][WITNESS_USERS_MAX];
};

static felt_chips *place_of(struct tally *tally, felt_chips *row, int64_t user)
{
    if (user > 0 && user < WITNESS_USERS_MAX) return &row[user];
    witness_breach(tally->witness, "user %" PRId64 " is not one of ours", user);
    return &row[0];
}

static void move(struct tally *tally, felt_chips *from, felt_chips *to, felt_chips amount)
{
    *from -= amount;
    *to += amount;
    if (from != &tally->mint && *from < 0)
        witness_breach(tally->witness, "a balance of the tally is %" PRId64, *from);
}

static void settle(struct tally *tally, const struct deed *deed)
{
    felt_chips sum = deed->rake + deed->pot;
    for (int i = 0; i < deed->seats; i++) {
        felt_chips *seat = place_of(tally, tally->seat[deed->table], deed->seat[i].user);
        *seat += deed->seat[i].won;
        sum += deed->seat[i].won;
        if (*seat < 0) witness_breach(tally->witness, "a seat is below zero");
    }
    tally->rake += deed->rake;
    tally->pot[deed->table] += deed->pot;
    if (sum != 0) witness_breach(tally->witness, "deed %" PRIu64 " leaves chips", deed->number);
    if (tally->pot[deed->table] < 0) witness_breach(tally->witness, "a pot is below zero");
}

static void book(struct tally *tally, const struct testimony *own)
{
    const struct deed *deed = &own->deed;
    int64_t user = deed->kind == FELT_ORDER_SIGN_UP ? own->user : deed->user;
    felt_chips *bank = &tally->bank[0], *seat = &tally->seat[deed->table][0];
    felt_chips *prize = &tally->prize[deed->table];
    bool nobody = deed->kind == FELT_ORDER_SETTLE || deed->kind == FELT_ORDER_FUND ||
                  deed->kind == FELT_ORDER_FEE || deed->kind == FELT_ORDER_OVERLAY;
    if (!nobody) {
        bank = place_of(tally, tally->bank, user);
        seat = place_of(tally, tally->seat[deed->table], user);
    }
    switch (deed->kind) {
    case FELT_ORDER_SIGN_UP: move(tally, &tally->mint, bank, 400); break;
    case FELT_ORDER_RELOAD: move(tally, &tally->mint, bank, own->amount); break;
    case FELT_ORDER_BUY_IN:
    case FELT_ORDER_TOP_UP: move(tally, bank, seat, deed->amount); break;
    case FELT_ORDER_CASH_OUT:
        move(tally, seat, bank, own->amount);
        if (*seat != 0) witness_breach(tally->witness, "a seat that was left is not empty");
        break;
    case FELT_ORDER_SETTLE: settle(tally, deed); break;
    case FELT_ORDER_FUND: move(tally, &tally->mint, &tally->house, deed->amount); break;
    case FELT_ORDER_STAKE: move(tally, &tally->house, bank, deed->amount); break;
    case FELT_ORDER_UNSTAKE: move(tally, bank, &tally->house, deed->amount); break;
    case FELT_ORDER_CREDIT: move(tally, &tally->mint, bank, deed->amount); break;
    case FELT_ORDER_DEBIT: move(tally, bank, &tally->mint, deed->amount); break;
    case FELT_ORDER_RESET: move(tally, &tally->mint, bank, 400 - *bank); break;
    case FELT_ORDER_ENTER: move(tally, bank, prize, deed->amount); break;
    case FELT_ORDER_PRIZE:
    case FELT_ORDER_REFUND: move(tally, prize, bank, deed->amount); break;
    case FELT_ORDER_FEE: move(tally, prize, &tally->rake, deed->amount); break;
    case FELT_ORDER_OVERLAY: move(tally, &tally->house, prize, deed->amount); break;
    default: witness_breach(tally->witness, "deed %" PRIu64 " is of no kind", deed->number);
    }
}

static int by_transaction(const void *a, const void *b)
{
    const struct testimony *const *first = a, *const *second = b;
    return ((*first)->transaction > (*second)->transaction) -
           ((*first)->transaction < (*second)->transaction);
}

static void book_all(struct tally *tally)
{
    struct witness *witness = tally->witness;
    const struct testimony **list = malloc((witness->count + 1) * sizeof *list);
    size_t count = 0;
    if (!list) abort();
    for (size_t i = 0; i < witness->count; i++)
        if (witness->testimony[i].transaction) list[count++] = &witness->testimony[i];
    qsort(list, count, sizeof *list, by_transaction);
    for (size_t i = 0; i < count; i++) book(tally, list[i]);
    free(list);
}

/* ---- comparing ------------------------------------------------------------------------------- */

static felt_chips *find(struct tally *tally, const char *name)
{
    int table = 0;
    int64_t user = 0;
    if (strcmp(name, "mint") == 0) return &tally->mint;
    if (strcmp(name, "house") == 0) return &tally->house;
    if (strcmp(name, "rake") == 0) return &tally->rake;
    if (sscanf(name, "bank:%" SCNd64, &user) == 1) return place_of(tally, tally->bank, user);
    bool seat = sscanf(name, "seat:t%d:%" SCNd64, &table, &user) == 2;
    bool pot = !seat && sscanf(name, "pot:t%d", &table) == 1;
    bool prize = !seat && !pot && sscanf(name, "prize:t%d", &table) == 1;
    if (table < 0 || table >= DEED_TABLES) return NULL;
    if (seat) return place_of(tally, tally->seat[table], user);
    if (pot) return &tally->pot[table];
    return prize ? &tally->prize[table] : NULL;
}

static void compare(void *self, const struct felt_value *value, int count)
{
    struct tally *tally = self;
    char name[FELT_ACCOUNT_NAME_BYTES + 1];
    (void)count;
    (void)snprintf(name, sizeof name, "%.*s", (int)value[0].bytes, value[0].text);
    felt_chips *own = find(tally, name);
    if (!own)
        witness_breach(tally->witness, "account %s is not one of ours", name);
    else if (*own != value[1].number)
        witness_breach(tally->witness, "%s holds %" PRId64 ", by the receipts %" PRId64, name,
                       value[1].number, *own);
    if (own) *own = 0;
}

/* Accounts of the tally that the database does not have. */
static void find_left(const struct tally *tally)
{
    felt_chips left = tally->mint | tally->house | tally->rake;
    for (int table = 0; table < DEED_TABLES; table++) {
        left |= tally->pot[table] | tally->prize[table];
        for (int i = 0; i < WITNESS_USERS_MAX; i++) left |= tally->seat[table][i];
    }
    for (int i = 0; i < WITNESS_USERS_MAX; i++) left |= tally->bank[i];
    if (left != 0) witness_breach(tally->witness, "chips of the tally are in no account");
}

bool tally_compare(struct witness *witness, const struct felt_sql_config *config)
{
    static const struct felt_statement statement = {"SELECT name, balance FROM account", ""};
    struct felt_complaint complaint;
    struct felt_sql_config reading = *config;
    struct felt_sql *sql = NULL;
    struct tally *tally = calloc(1, sizeof *tally);
    if (!tally) abort();
    tally->witness = witness;
    book_all(tally);
    reading.read_only = reading.patient = true; /* the ledger may be long */
    reading.vfs = NULL;
    bool good = felt_sql_open(&reading, &sql, &complaint) == FELT_OK;
    if (good) {
        felt_sql_begin(sql, false);
        felt_sql_add(sql, &statement, NULL, 0, compare, tally);
        good = felt_sql_commit(sql) == FELT_SQL_OK;
    }
    if (good)
        find_left(tally);
    else
        witness_breach(witness, "balances cannot be read");
    felt_sql_close(sql);
    free(tally);
    return good;
}
