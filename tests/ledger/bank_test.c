/* bank_test.c -- many customers at once do random deeds, again and again with the same keys, while
 * somebody looks on: no chip is lost or made, ever.
 *
 * usage: bank_test [--store sqlite|postgres] [--clients 32] [--ledger stores 1] [--seconds N |
 * --orders N]
 *                  [--seed 1]
 *
 * Every deed is given one to three times: twice in the same breath, by another customer who takes
 * it from a board, or by its own customer much later; now and then its key is tried with another
 * amount.  A reader on a connection of its own sums up all balances meanwhile.  At the end the
 * witness compares receipts, ledger and balances. */
#include "os/clock.h"
#include "place.h"
#include "witness.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLIENTS_MAX = 256, BANKS_MAX = 4, BOARD = 64, MEMORY = 256, COPIES_MAX = 3 };

struct fake_arena {
    struct felt_ledger_store *bank[BANKS_MAX];
    int banks, clients;
    uint64_t seed, orders;
    int64_t until_us;
    struct place place;
    struct world world;
    atomic_bool over;
    atomic_ullong numbers, looks, sent, conflicts;

    pthread_mutex_t lock; /* of what follows */
    struct witness witness;
    struct deed board[BOARD]; /* number 0: nothing                                              */
};

struct client {
    struct fake_arena *fake_arena;
    int index;
    pthread_t thread;
    struct felt_rng rng;
    struct felt_ledger_client *client;
    int remembered;
    struct deed memory[MEMORY]; /* for later                                                    */
};

/* ---- one customer ---------------------------------------------------------------------------- */

static bool give(struct client *client, const struct deed *deed)
{
    struct fake_arena *fake_arena = client->fake_arena;
    pthread_mutex_lock(&fake_arena->lock);
    bool known = witness_give(&fake_arena->witness, deed);
    pthread_mutex_unlock(&fake_arena->lock);
    atomic_fetch_add(&fake_arena->sent, 1);
    return known;
}

static void hear(struct client *client, const struct deed *deed, bool known,
                 const struct felt_receipt *receipt)
{
    struct fake_arena *fake_arena = client->fake_arena;
    struct word word = word_of(deed, known, receipt);
    pthread_mutex_lock(&fake_arena->lock);
    witness_hear(&fake_arena->witness, &word);
    pthread_mutex_unlock(&fake_arena->lock);
    world_hear(&fake_arena->world, deed, &word);
}

/* Copies of a deed in one breath; whoever is not heard tries again. */
static void send_copies(struct client *client, const struct deed *deed, int copies)
{
    struct felt_order order;
    bool known[COPIES_MAX];
    deed_order(deed, &order);
    while (copies > 0) {
        int taken = 0;
        for (int i = 0; i < copies; i++) {
            known[taken] = give(client, deed);
            if (felt_ledger_client_order(client->client, &order, (uint64_t)taken)) taken++;
        }
        copies -= taken;
        while (taken > 0) {
            struct felt_ledger_store_reply reply;
            if (!felt_ledger_client_take(client->client, -1, &reply)) abort();
            hear(client, deed, known[reply.ticket], &reply.receipt);
            if (reply.receipt.outcome == FELT_OUTCOME_UNAVAILABLE) copies++;
            taken--;
        }
        if (copies > 0) rest_us(1000);
    }
}

static void post(struct client *client, const struct deed *deed)
{
    struct fake_arena *fake_arena = client->fake_arena;
    pthread_mutex_lock(&fake_arena->lock);
    fake_arena->board[felt_rng_below(&client->rng, BOARD)] = *deed;
    pthread_mutex_unlock(&fake_arena->lock);
}

/* What somebody else is about to give, or has just given. */
static bool fetch(struct client *client, struct deed *out)
{
    struct fake_arena *fake_arena = client->fake_arena;
    pthread_mutex_lock(&fake_arena->lock);
    struct deed *slot = &fake_arena->board[felt_rng_below(&client->rng, BOARD)];
    *out = *slot;
    slot->number = 0;
    pthread_mutex_unlock(&fake_arena->lock);
    return out->number != 0;
}

/* The key of a deed that was done, with another amount: nothing moves, whatever it would be. */
static void misuse(struct client *client, const struct deed *deed)
{
    struct fake_arena *fake_arena = client->fake_arena;
    struct felt_order order;
    struct felt_receipt receipt;
    pthread_mutex_lock(&fake_arena->lock);
    const struct testimony *own = witness_find(&fake_arena->witness, deed->number);
    bool done = own && own->transaction;
    pthread_mutex_unlock(&fake_arena->lock);
    if (!done || deed->amount == 0) return;
    deed_order(deed, &order);
    order.amount++;
    felt_ledger_client_do(client->client, &order, &receipt);
    if (receipt.outcome == FELT_OUTCOME_KEY_REUSED || receipt.outcome == FELT_OUTCOME_BUSY ||
        receipt.outcome == FELT_OUTCOME_UNAVAILABLE)
        return;
    pthread_mutex_lock(&fake_arena->lock);
    witness_breach(&fake_arena->witness, "the key of deed %" PRIu64 " serves another: %s",
                   deed->number, felt_outcome_word(receipt.outcome));
    pthread_mutex_unlock(&fake_arena->lock);
}

static void remember(struct client *client, const struct deed *deed)
{
    int at = client->remembered < MEMORY ? client->remembered++
                                         : (int)felt_rng_below(&client->rng, MEMORY);
    client->memory[at] = *deed;
}

static void act(struct client *client)
{
    struct deed deed;
    uint32_t fate = felt_rng_below(&client->rng, 100);
    if (fate < 15 && fetch(client, &deed)) {
        send_copies(client, &deed, 1);
        return;
    }
    if (fate < 25 && client->remembered > 0) {
        uint32_t at = felt_rng_below(&client->rng, (uint32_t)client->remembered);
        send_copies(client, &client->memory[at], 1);
        if (fate < 18) misuse(client, &client->memory[at]);
        return;
    }
    world_make_deed(&client->fake_arena->world, &client->rng,
                    atomic_fetch_add(&client->fake_arena->numbers, 1), &deed);
    if (fate < 55) post(client, &deed);
    send_copies(client, &deed, fate < 85 ? 1 : 2 + (fate & 1));
    remember(client, &deed);
}

static void *live(void *self)
{
    struct client *client = self;
    struct fake_arena *fake_arena = client->fake_arena;
    while (fake_arena->orders > 0 ? atomic_load(&fake_arena->sent) < fake_arena->orders
                                  : felt_clock_us() < fake_arena->until_us)
        act(client);
    felt_ledger_client_close(client->client);
    return NULL;
}

/* ---- somebody who looks on ------------------------------------------------------------------- */

static void keep_numbers(void *self, const struct felt_value *value, int count)
{
    int64_t *number = self;
    for (int i = 0; i < count; i++) number[i] = value[i].number;
}

static void *look_on(void *self)
{
    static const struct felt_statement statement = {
        "SELECT (SELECT CAST(coalesce(sum(balance), 0) AS BIGINT) FROM account),"
        " (SELECT count(*) FROM account WHERE balance < 0 AND kind <> 'mint'),"
        " (SELECT count(*) FROM users AS u LEFT JOIN account AS a ON a.owner = u.id"
        " AND a.kind = 'bank' WHERE u.chips <> coalesce(a.balance, 0)),"
        " (SELECT coalesce(max(id), 0) FROM ledger_tx)",
        ""};
    struct fake_arena *fake_arena = self;
    struct felt_complaint complaint;
    struct felt_sql *sql = NULL;
    struct felt_sql_config config = fake_arena->place.sql;
    config.read_only = config.patient = true;
    if (felt_sql_open(&config, &sql, &complaint) != FELT_OK) abort();
    /* Once in any case: others may be done before this thread has begun. */
    for (int64_t last = 0; !atomic_load(&fake_arena->over) || atomic_load(&fake_arena->looks) == 0;
         rest_us(2000)) {
        int64_t seen[4] = {0};
        felt_sql_begin(sql, false);
        felt_sql_add(sql, &statement, NULL, 0, keep_numbers, seen);
        enum felt_sql_result result = felt_sql_commit(sql);
        if (result == FELT_SQL_CONFLICT) continue;
        atomic_fetch_add(&fake_arena->looks, 1);
        if (result == FELT_SQL_OK && seen[0] == 0 && seen[1] == 0 && seen[2] == 0 &&
            seen[3] >= last) {
            last = seen[3];
            continue;
        }
        pthread_mutex_lock(&fake_arena->lock);
        witness_breach(&fake_arena->witness,
                       "looking on: sum %" PRId64 ", %" PRId64 " below zero, %" PRId64
                       " chips wrong, transaction %" PRId64 " after %" PRId64 " (%s)",
                       seen[0], seen[1], seen[2], seen[3], last,
                       result == FELT_SQL_OK ? "" : felt_sql_why(sql));
        pthread_mutex_unlock(&fake_arena->lock);
    }
    felt_sql_close(sql);
    return NULL;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void open_banks(struct fake_arena *fake_arena)
{
    struct felt_ledger_store_config config;
    struct felt_complaint complaint;
    place_config(&fake_arena->place, &config);
    config.patience_ms = 60000; /* on a slow machine, too */
    for (int i = 0; i < fake_arena->banks; i++)
        if (felt_ledger_store_open(&config, &fake_arena->bank[i], &complaint) != FELT_OK) {
            fprintf(stderr, "bank_test: %s\n", complaint.text);
            exit(1);
        }
    struct felt_ledger_client *client = felt_ledger_client_open(fake_arena->bank[0], NULL, NULL);
    if (!world_open_house(&fake_arena->world, client)) abort();
    felt_ledger_client_close(client);
}

static void run(struct fake_arena *fake_arena)
{
    struct client *client = calloc((size_t)fake_arena->clients, sizeof *client);
    const struct felt_rng parent = felt_rng_make(fake_arena->seed);
    pthread_t reader;
    if (!client || pthread_create(&reader, NULL, look_on, fake_arena) != 0) abort();
    for (int i = 0; i < fake_arena->clients; i++) {
        client[i].fake_arena = fake_arena;
        client[i].index = i;
        client[i].rng = felt_rng_split(&parent, (uint64_t)i);
        client[i].client =
            felt_ledger_client_open(fake_arena->bank[i % fake_arena->banks], NULL, NULL);
        if (!client[i].client || pthread_create(&client[i].thread, NULL, live, &client[i]) != 0)
            abort();
    }
    for (int i = 0; i < fake_arena->clients; i++) pthread_join(client[i].thread, NULL);
    atomic_store(&fake_arena->over, true);
    pthread_join(reader, NULL);
    for (int i = 0; i < fake_arena->banks; i++) {
        struct felt_ledger_store_counts counts;
        felt_ledger_store_counts(fake_arena->bank[i], &counts);
        atomic_fetch_add(&fake_arena->conflicts, counts.conflicts);
        felt_ledger_store_close(fake_arena->bank[i]);
    }
    free(client);
}

int main(int argc, char **argv)
{
    struct fake_arena *fake_arena = calloc(1, sizeof *fake_arena);
    if (!fake_arena) abort();
    const char *kind = option_text(argc, argv, "--store", "sqlite");
    fake_arena->clients = (int)option_number(argc, argv, "--clients", 32);
    fake_arena->banks = (int)option_number(argc, argv, "--banks", 1);
    fake_arena->orders = option_number(argc, argv, "--orders", 0);
    fake_arena->seed = option_number(argc, argv, "--seed", 1);
    if (fake_arena->clients < 1 || fake_arena->clients > CLIENTS_MAX) return 2;
    if (fake_arena->banks < 1 || fake_arena->banks > BANKS_MAX) return 2;
    if (!place_open(&fake_arena->place, kind)) return PLACE_SKIPPED;
    pthread_mutex_init(&fake_arena->lock, NULL);
    witness_open(&fake_arena->witness);
    atomic_store(&fake_arena->numbers, 1);
    open_banks(fake_arena);
    int64_t began_us = felt_clock_us();
    fake_arena->until_us =
        began_us + INT64_C(1000000) * (int64_t)option_number(argc, argv, "--seconds", 5);
    run(fake_arena);
    double seconds = (double)(felt_clock_us() - began_us) / 1e6;
    struct witness *witness = &fake_arena->witness;
    bool good = witness_prove(witness, &fake_arena->place.sql);
    if (witness->acknowledged == 0 || witness->replayed == 0 ||
        atomic_load(&fake_arena->looks) == 0)
        good = false; /* nothing was proved */
    /* Nothing failed here: what was not done was refused by the database, against the ledger. */
    if (witness->unavailable > 0) good = false;
    printf("bank test, %s, %d customers, %d bank%s, seed %" PRIu64 ": %" PRIu64
           " orders in %.1f s, %" PRIu64 " acknowledged, %" PRIu64 " replayed, %" PRIu64
           " refused, %" PRIu64 " unavailable, %llu conflicts, %llu looks: %s\n",
           kind, fake_arena->clients, fake_arena->banks, fake_arena->banks == 1 ? "" : "s",
           fake_arena->seed, witness->given, seconds, witness->acknowledged, witness->replayed,
           witness->refused, witness->unavailable, atomic_load(&fake_arena->conflicts),
           atomic_load(&fake_arena->looks), good ? "every chip is there" : "FAILED");
    witness_close(witness);
    place_close(&fake_arena->place);
    free(fake_arena);
    return good ? 0 : 1;
}
