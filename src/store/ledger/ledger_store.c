/* ledger_store.c -- clients, and the two queues between them and the database.
 *
 * An order or question is a job: one piece of memory that goes from the client into a queue,
 * through the hands of a worker (work.c), and into the mailbox of its client with the reply
 * inside it. So whatever was taken can be answered, without memory that might not be there.
 *
 * One lock guards queues, mailboxes and counts; nobody holds it while a database works. */
#include "store/ledger/ledger_store.h"

#include "felt/assert.h"
#include "os/clock.h"
#include "store/ledger/parts.h"
#include "store/schema/schema.h"
#include "store/backup/backup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

const struct felt_ledger_store_config felt_ledger_store_config_usual = {
    .batch_max = FELT_LEDGER_ORDERS_MAX, .waiting_max = 4096, .patience_ms = 10000};

const uint32_t felt_ledger_store_bucket_us[FELT_LEDGER_STORE_BUCKETS - 1] = {
    250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 500000, 2500000};

/* A lease is renewed every second: a database that has said nothing for so long does not answer,
 * though nobody may have waited for it until now. */
#define SILENCE_US INT64_C(3000000)

struct felt_ledger_client {
    struct felt_ledger_store *bank;
    struct felt_ledger_client *next; /* in the ledger store's list */
    void (*wake)(void *self);
    void *self;
    pthread_cond_t there;
    struct felt_ledger_store_job *first, *last; /* replies, oldest first */
    uint32_t under_way;
};

/* ---- the lock -------------------------------------------------------------------------------- */

void felt_ledger_store_lock(struct felt_ledger_store *store)
{
    int code = pthread_mutex_lock(&store->lock);
    felt_assert(code == 0);
}

void felt_ledger_store_unlock(struct felt_ledger_store *store)
{
    int code = pthread_mutex_unlock(&store->lock);
    felt_assert(code == 0);
}

static void bell_init(pthread_cond_t *bell)
{
    pthread_condattr_t monotonic;
    int code = pthread_condattr_init(&monotonic);
    code |= pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    code |= pthread_cond_init(bell, &monotonic);
    code |= pthread_condattr_destroy(&monotonic);
    felt_assert(code == 0);
}

bool felt_ledger_store_bell_wait(struct felt_ledger_store *store, pthread_cond_t *bell,
                                 int64_t until_us)
{
    if (until_us < 0) return pthread_cond_wait(bell, &store->lock) == 0;
    const struct timespec until = {.tv_sec = (time_t)(until_us / 1000000),
                                   .tv_nsec = (long)(until_us % 1000000) * 1000};
    return pthread_cond_timedwait(bell, &store->lock, &until) != ETIMEDOUT;
}

/* ---- opening and closing --------------------------------------------------------------------- */

/* A proof that a server did not finish (an operator who lost patience may have ended it) says
 * nothing about the ledger, and is no reason to stay closed. */
static enum felt_status prove(const struct felt_ledger_store_config *config,
                              struct felt_complaint *complaint)
{
    struct felt_proof proof[FELT_PROOFS];
    int count = 0;
    bool good = false;
    struct felt_complaint why = {0};
    enum felt_status status =
        felt_ledger_backup_prove(&config->sql, true, proof, &count, &good, &why);
    if (status == FELT_FULL && config->sql.kind == FELT_SQL_POSTGRES) {
        char line[256];
        (void)snprintf(line, sizeof line, "store: the books were not proved: %.200s", why.text);
        if (config->log) config->log(config->self, "error", line);
        return FELT_OK;
    }
    if (status != FELT_OK) return felt_complain(complaint, status, 0, 0, "%s", why.text);
    if (good) return FELT_OK;
    for (int i = 0; i < count; i++)
        if (proof[i].wrong > 0)
            return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                                 "the books do not add up: %s is wrong %llu times, first %s",
                                 felt_proof_text(proof[i].kind), (unsigned long long)proof[i].wrong,
                                 proof[i].first[0] ? proof[i].first : "unknown");
    return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0, "the books do not add up");
}

static void init_worker(struct felt_ledger_store *store, struct felt_ledger_store_worker *worker,
                        bool writes)
{
    worker->bank = store;
    worker->writes = writes;
    worker->rng = felt_rng_make((uint64_t)felt_clock_us() ^ (uint64_t)(uintptr_t)worker);
    bell_init(&worker->there);
}

static bool wants_lease(const struct felt_ledger_store *store)
{
    return store->config.owner && store->config.sql.kind == FELT_SQL_POSTGRES;
}

static enum felt_status take_lease(struct felt_ledger_store *store, struct felt_sql *sql,
                                   struct felt_complaint *complaint)
{
    struct felt_lease *lease = &store->writer.lease;
    if (!wants_lease(store) || lease->text[0]) return FELT_OK;
    (void)snprintf(lease->owner, sizeof lease->owner, "%s", store->config.owner);
    (void)snprintf(lease->place, sizeof lease->place, "%s", store->config.place);
    store->writer.renewed_us = felt_clock_us();
    return felt_lease_take(sql, lease, complaint);
}

/* On a connection of its own: a version may take its time with large tables.  Nobody changes the
 * tables under another server: where there are some, the lease comes first. */
static enum felt_status bring_up(struct felt_ledger_store *store, struct felt_complaint *complaint)
{
    struct felt_sql *sql = NULL;
    struct felt_sql_config patient = store->config.sql;
    patient.patient = true;
    enum felt_status status = felt_sql_open(&patient, &sql, complaint);
    if (status == FELT_OK && felt_schema_version(sql) > 0)
        status = take_lease(store, sql, complaint);
    if (status == FELT_OK) status = felt_schema_bring_up(sql, FELT_SCHEMA_VERSION, complaint);
    if (status == FELT_OK) status = take_lease(store, sql, complaint);
    if (status == FELT_OK) status = felt_schema_identify(sql, complaint);
    felt_sql_close(sql);
    return status;
}

static enum felt_status open_stores(struct felt_ledger_store *store,
                                    struct felt_complaint *complaint)
{
    struct felt_sql_config reading = store->config.sql;
    reading.read_only = true;
    store->writer.batch = felt_ledger_store_batch_open(&store->config.ledger);
    if (!store->writer.batch) return felt_complain(complaint, FELT_FULL, 0, 0, "no memory");
    enum felt_status status = bring_up(store, complaint);
    if (status == FELT_OK)
        status = felt_sql_open(&store->config.sql, &store->writer.sql, complaint);
    if (status == FELT_OK) status = prove(&store->config, complaint);
    if (status == FELT_OK) status = felt_sql_open(&reading, &store->reader.sql, complaint);
    return status;
}

enum felt_status felt_ledger_store_open(const struct felt_ledger_store_config *config,
                                        struct felt_ledger_store **out,
                                        struct felt_complaint *complaint)
{
    felt_assert(config->batch_max >= 1);
    felt_assert(config->batch_max <= FELT_LEDGER_ORDERS_MAX);
    felt_assert(!config->sql.read_only);
    *out = NULL;
    struct felt_ledger_store *store = calloc(1, sizeof *store);
    if (!store) return felt_complain(complaint, FELT_FULL, 0, 0, "no memory");
    store->config = *config;
    int code = pthread_mutex_init(&store->lock, NULL);
    felt_assert(code == 0);
    init_worker(store, &store->writer, true);
    init_worker(store, &store->reader, false);
    enum felt_status status = felt_ledger_guests_open(&store->guests, config->guests_max)
                                  ? open_stores(store, complaint)
                                  : felt_complain(complaint, FELT_FULL, 0, 0, "no memory");
    store->answered_us = felt_clock_us();
    if (status == FELT_OK && (!felt_ledger_store_worker_start(&store->writer) ||
                              !felt_ledger_store_worker_start(&store->reader)))
        status = felt_complain(complaint, FELT_FULL, 0, 0, "no thread could be started");
    if (status == FELT_OK)
        *out = store;
    else
        felt_ledger_store_close(store);
    return status;
}

static void end_worker(struct felt_ledger_store_worker *worker)
{
    if (worker->started) {
        int code = pthread_join(worker->thread, NULL);
        felt_assert(code == 0);
    }
    felt_assert(!worker->first);
    if (!worker->started && worker->sql && worker->lease.text[0])
        felt_lease_give_back(worker->sql, &worker->lease);
    felt_sql_close(worker->sql);
    felt_ledger_store_batch_close(worker->batch);
    int code = pthread_cond_destroy(&worker->there);
    felt_assert(code == 0);
}

void felt_ledger_store_close(struct felt_ledger_store *store)
{
    if (!store) return;
    felt_ledger_store_lock(store);
    store->closing = true;
    (void)pthread_cond_broadcast(&store->writer.there);
    (void)pthread_cond_broadcast(&store->reader.there);
    felt_ledger_store_unlock(store);
    end_worker(&store->writer);
    end_worker(&store->reader);
    felt_ledger_guests_close(&store->guests);
    while (store->desks) felt_ledger_client_close(store->desks);
    int code = pthread_mutex_destroy(&store->lock);
    felt_assert(code == 0);
    free(store);
}

void felt_ledger_store_counts(struct felt_ledger_store *store, struct felt_ledger_store_counts *out)
{
    int64_t now_us = felt_clock_us();
    felt_ledger_store_lock(store);
    *out = store->counts;
    out->waiting = store->writer.waiting + store->reader.waiting;
    out->guests = store->guests.count;
    out->lost = store->writer.troubled || store->reader.troubled || store->fenced ||
                (wants_lease(store) && now_us > store->answered_us + SILENCE_US);
    felt_ledger_store_unlock(store);
}

/* ---- clients -----------------------------------------------------------------------------------
 */

struct felt_ledger_client *felt_ledger_client_open(struct felt_ledger_store *store,
                                                   void (*wake)(void *self), void *self)
{
    struct felt_ledger_client *client = calloc(1, sizeof *client);
    if (!client) return NULL;
    client->bank = store;
    client->wake = wake;
    client->self = self;
    bell_init(&client->there);
    felt_ledger_store_lock(store);
    client->next = store->desks;
    store->desks = client;
    felt_ledger_store_unlock(store);
    return client;
}

void felt_ledger_client_close(struct felt_ledger_client *client)
{
    if (!client) return;
    struct felt_ledger_store *store = client->bank;
    felt_ledger_store_lock(store);
    felt_assert(client->under_way == 0);
    struct felt_ledger_client **link = &store->desks;
    while (*link != client) link = &(*link)->next;
    *link = client->next;
    felt_ledger_store_unlock(store);
    while (client->first) {
        struct felt_ledger_store_job *job = client->first;
        client->first = job->next;
        if (!job->reply.is_receipt) free(job->reply.answer.rows);
        free(job);
    }
    int code = pthread_cond_destroy(&client->there);
    felt_assert(code == 0);
    free(client);
}

/* Whether another job may be given; if so it has a place. */
static bool take_place(struct felt_ledger_client *client, struct felt_ledger_store_worker *worker)
{
    struct felt_ledger_store *store = client->bank;
    felt_ledger_store_lock(store);
    bool room = worker->waiting < store->config.waiting_max && !store->closing;
    if (room) {
        worker->waiting++;
        client->under_way++;
    } else if (worker->writes) {
        store->counts.outcomes[FELT_OUTCOME_BUSY]++;
    }
    felt_ledger_store_unlock(store);
    return room;
}

/* A flood is refused before any memory is taken for it. */
static struct felt_ledger_store_job *make_job(struct felt_ledger_client *client,
                                              struct felt_ledger_store_worker *worker,
                                              uint64_t ticket)
{
    if (!take_place(client, worker)) return NULL;
    struct felt_ledger_store_job *job = calloc(1, sizeof *job);
    if (!job) {
        felt_ledger_store_lock(client->bank);
        worker->waiting--;
        client->under_way--;
        (void)pthread_cond_signal(&worker->there);
        felt_ledger_store_unlock(client->bank);
        return NULL;
    }
    job->client = client;
    job->given_us = felt_clock_us();
    job->reply.ticket = ticket;
    job->reply.is_receipt = worker->writes;
    return job;
}

/* With the lock. */
static void put_job(struct felt_ledger_store_worker *worker, struct felt_ledger_store_job *job)
{
    if (worker->last)
        worker->last->next = job;
    else
        worker->first = job;
    worker->last = job;
    (void)pthread_cond_signal(&worker->there);
}

/* ---- guests ---------------------------------------------------------------------------------- */

/* With the lock: an order of the ledger store's own.  False: no memory. */
static bool put_own(struct felt_ledger_store *store, const struct felt_order *order)
{
    struct felt_ledger_store_job *job = calloc(1, sizeof *job);
    if (!job) return false;
    job->order = *order;
    job->given_us = felt_clock_us();
    job->reply.is_receipt = true;
    store->writer.waiting++;
    put_job(&store->writer, job);
    return true;
}

/* With the lock: an order that comes from a guest without a row, or is about one.  True: it is
 * answered already. */
static bool ask_guests(struct felt_ledger_store *store, struct felt_ledger_store_job *job)
{
    struct felt_order sign_up;
    struct felt_receipt failed = {.outcome = FELT_OUTCOME_UNAVAILABLE};
    switch (felt_ledger_guests_order(&store->guests, &store->config.ledger, &job->order, &sign_up,
                                     &job->reply.receipt)) {
    case FELT_LEDGER_GUEST_PASS: return false;
    case FELT_LEDGER_GUEST_SAVE:
        if (put_own(store, &sign_up)) return false;
        felt_ledger_guests_receipt(&store->guests, &sign_up, &failed);
        job->reply.receipt = failed;
        break;
    case FELT_LEDGER_GUEST_WAIT:
        job->next = NULL;
        if (store->guest_first)
            store->guest_last->next = job;
        else
            store->guest_first = job;
        store->guest_last = job;
        return true;
    case FELT_LEDGER_GUEST_DONE: break;
    }
    store->writer.waiting--;
    felt_ledger_store_post(store, job);
    return true;
}

/* With the lock: the receipt of an order of the ledger store's own.  Guests who waited for numbers
 * have them now, or hear that the database is away. */
static void take_own(struct felt_ledger_store *store, const struct felt_order *order,
                     const struct felt_receipt *receipt)
{
    felt_ledger_guests_receipt(&store->guests, order, receipt);
    if (order->kind != FELT_ORDER_RESERVE) return;
    struct felt_ledger_store_job *job = store->guest_first;
    store->guest_first = store->guest_last = NULL;
    for (struct felt_ledger_store_job *next; job; job = next) {
        next = job->next;
        if (receipt->outcome == FELT_OUTCOME_OK) {
            if (!ask_guests(store, job)) put_job(&store->writer, job);
            continue;
        }
        job->reply.receipt = (struct felt_receipt){.outcome = receipt->outcome};
        store->writer.waiting--;
        felt_ledger_store_post(store, job);
    }
}

/* With the lock. */
static void reserve_numbers(struct felt_ledger_store *store, int64_t now_ms)
{
    struct felt_order order;
    if (!felt_ledger_guests_need_numbers(&store->guests, now_ms, &order)) return;
    if (!put_own(store, &order))
        take_own(store, &order, &(struct felt_receipt){.outcome = FELT_OUTCOME_UNAVAILABLE});
}

bool felt_ledger_client_order(struct felt_ledger_client *client, const struct felt_order *order,
                              uint64_t ticket)
{
    struct felt_ledger_store_worker *writer = &client->bank->writer;
    struct felt_ledger_store *store = client->bank;
    struct felt_ledger_store_job *job = make_job(client, writer, ticket);
    if (!job) return false;
    job->order = *order;
    felt_ledger_store_lock(store);
    if (!ask_guests(store, job)) put_job(writer, job);
    reserve_numbers(store, order->now_ms);
    felt_ledger_store_unlock(store);
    return true;
}

bool felt_ledger_client_ask(struct felt_ledger_client *client, const struct felt_question *question,
                            uint64_t ticket)
{
    felt_assert(question->kind < FELT_QUESTION_KINDS);
    struct felt_ledger_store *store = client->bank;
    struct felt_ledger_store_job *job = make_job(client, &store->reader, ticket);
    if (!job) return false;
    job->question = *question;
    felt_ledger_store_lock(store);
    if (felt_ledger_guests_ask(&store->guests, &store->config.ledger, question,
                               &job->reply.answer)) {
        store->reader.waiting--;
        felt_ledger_store_post(store, job);
    } else {
        put_job(&store->reader, job);
    }
    felt_ledger_store_unlock(store);
    return true;
}

static bool order_at(void *self, const struct felt_order *order, uint64_t ticket)
{
    return felt_ledger_client_order(self, order, ticket);
}

static bool ask_at(void *self, const struct felt_question *question, uint64_t ticket)
{
    return felt_ledger_client_ask(self, question, ticket);
}

struct felt_ledger_services felt_ledger_client_services(struct felt_ledger_client *client)
{
    return (struct felt_ledger_services){.self = client, .order = order_at, .ask = ask_at};
}

/* ---- replies --------------------------------------------------------------------------------- */

void felt_ledger_store_post(struct felt_ledger_store *store, struct felt_ledger_store_job *job)
{
    struct felt_ledger_client *client = job->client;
    if (!client) {
        take_own(store, &job->order, &job->reply.receipt);
        free(job);
        return;
    }
    bool empty = !client->first;
    job->next = NULL;
    if (empty)
        client->first = job;
    else
        client->last->next = job;
    client->last = job;
    client->under_way--;
    (void)pthread_cond_signal(&client->there);
    if (empty && client->wake) client->wake(client->self);
}

bool felt_ledger_client_take(struct felt_ledger_client *client, int wait_ms,
                             struct felt_ledger_store_reply *out)
{
    struct felt_ledger_store *store = client->bank;
    int64_t until_us = wait_ms < 0 ? -1 : felt_clock_us() + INT64_C(1000) * wait_ms;
    felt_ledger_store_lock(store);
    while (!client->first && wait_ms != 0)
        if (!felt_ledger_store_bell_wait(store, &client->there, until_us)) break;
    struct felt_ledger_store_job *job = client->first;
    if (job) client->first = job->next;
    felt_ledger_store_unlock(store);
    if (!job) return false;
    *out = job->reply;
    free(job);
    return true;
}

/* Waits for the one reply that can come. */
static void wait_reply(struct felt_ledger_client *client, struct felt_ledger_store_reply *reply)
{
    bool taken = felt_ledger_client_take(client, -1, reply);
    felt_assert(taken);
}

void felt_ledger_client_do(struct felt_ledger_client *client, const struct felt_order *order,
                           struct felt_receipt *receipt)
{
    struct felt_ledger_store_reply reply;
    *receipt = (struct felt_receipt){.outcome = FELT_OUTCOME_BUSY};
    if (!felt_ledger_client_order(client, order, 0)) return;
    wait_reply(client, &reply);
    felt_assert(reply.is_receipt);
    *receipt = reply.receipt;
}

void felt_ledger_client_find(struct felt_ledger_client *client,
                             const struct felt_question *question,
                             struct felt_ledger_answer *answer)
{
    struct felt_ledger_store_reply reply;
    *answer = (struct felt_ledger_answer){.outcome = FELT_OUTCOME_BUSY};
    if (!felt_ledger_client_ask(client, question, 0)) return;
    wait_reply(client, &reply);
    felt_assert(!reply.is_receipt);
    *answer = reply.answer;
}
