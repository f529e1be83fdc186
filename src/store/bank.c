/* bank.c -- desks, and the two queues between them and the database.
 *
 * An order or question is a job: one piece of memory that goes from the desk into a queue, through
 * the hands of a worker (bank_work.c), and into the mailbox of its desk with the reply inside it.
 * So whatever was taken can be answered, without memory that might not be there.
 *
 * One lock guards queues, mailboxes and counts; nobody holds it while a database works. */
#include "store/bank.h"

#include "felt/assert.h"
#include "os/clock.h"
#include "store/bank_parts.h"
#include "store/schema.h"
#include "store/vault.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

const struct felt_bank_config felt_bank_config_usual = {
    .batch_max = FELT_BOOKS_ORDERS_MAX, .waiting_max = 4096, .patience_ms = 10000};

const uint32_t felt_bank_bucket_us[FELT_BANK_BUCKETS - 1] = {
    250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 500000, 2500000};

/* A lease is renewed every second: a database that has said nothing for so long does not answer,
 * though nobody may have waited for it until now. */
#define SILENCE_US INT64_C(3000000)

struct felt_bank_desk {
    struct felt_bank *bank;
    struct felt_bank_desk *next; /* in the bank's list                                           */
    void (*wake)(void *self);
    void *self;
    pthread_cond_t there;
    struct felt_bank_job *first, *last; /* replies, oldest first                                 */
    uint32_t under_way;
};

/* ---- the lock -------------------------------------------------------------------------------- */

void felt_bank_lock(struct felt_bank *bank)
{
    int code = pthread_mutex_lock(&bank->lock);
    felt_assert(code == 0);
}

void felt_bank_unlock(struct felt_bank *bank)
{
    int code = pthread_mutex_unlock(&bank->lock);
    felt_assert(code == 0);
}

void felt_bank_bell_init(pthread_cond_t *bell)
{
    pthread_condattr_t monotonic;
    int code = pthread_condattr_init(&monotonic);
    code |= pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    code |= pthread_cond_init(bell, &monotonic);
    code |= pthread_condattr_destroy(&monotonic);
    felt_assert(code == 0);
}

bool felt_bank_bell_wait(struct felt_bank *bank, pthread_cond_t *bell, int64_t until_us)
{
    if (until_us < 0) return pthread_cond_wait(bell, &bank->lock) == 0;
    const struct timespec until = {.tv_sec = (time_t)(until_us / 1000000),
                                   .tv_nsec = (long)(until_us % 1000000) * 1000};
    return pthread_cond_timedwait(bell, &bank->lock, &until) != ETIMEDOUT;
}

/* ---- opening and closing --------------------------------------------------------------------- */

/* A proof that a server did not finish (an operator who lost patience may have ended it) says
 * nothing about the books, and is no reason to stay closed. */
static enum felt_status prove(const struct felt_bank_config *config,
                              struct felt_complaint *complaint)
{
    struct felt_proof proof[FELT_PROOFS];
    int count = 0;
    bool good = false;
    struct felt_complaint why = {0};
    enum felt_status status = felt_vault_prove(&config->sql, true, proof, &count, &good, &why);
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

static void init_worker(struct felt_bank *bank, struct felt_bank_worker *worker, bool writes)
{
    worker->bank = bank;
    worker->writes = writes;
    worker->rng = felt_rng_make((uint64_t)felt_clock_us() ^ (uint64_t)(uintptr_t)worker);
    felt_bank_bell_init(&worker->there);
}

static bool wants_lease(const struct felt_bank *bank)
{
    return bank->config.owner && bank->config.sql.kind == FELT_SQL_POSTGRES;
}

static enum felt_status take_lease(struct felt_bank *bank, struct felt_sql *sql,
                                   struct felt_complaint *complaint)
{
    struct felt_lease *lease = &bank->writer.lease;
    if (!wants_lease(bank) || lease->text[0]) return FELT_OK;
    (void)snprintf(lease->owner, sizeof lease->owner, "%s", bank->config.owner);
    (void)snprintf(lease->place, sizeof lease->place, "%s", bank->config.place);
    bank->writer.renewed_us = felt_clock_us();
    return felt_lease_take(sql, lease, complaint);
}

/* On a connection of its own: a version may take its time with large tables.  Nobody changes the
 * tables under another server: where there are some, the lease comes first. */
static enum felt_status bring_up(struct felt_bank *bank, struct felt_complaint *complaint)
{
    struct felt_sql *sql = NULL;
    struct felt_sql_config patient = bank->config.sql;
    patient.patient = true;
    enum felt_status status = felt_sql_open(&patient, &sql, complaint);
    if (status == FELT_OK && felt_schema_version(sql) > 0)
        status = take_lease(bank, sql, complaint);
    if (status == FELT_OK) status = felt_schema_bring_up(sql, FELT_SCHEMA_VERSION, complaint);
    if (status == FELT_OK) status = take_lease(bank, sql, complaint);
    if (status == FELT_OK) status = felt_schema_identify(sql, complaint);
    felt_sql_close(sql);
    return status;
}

static enum felt_status open_stores(struct felt_bank *bank, struct felt_complaint *complaint)
{
    struct felt_sql_config reading = bank->config.sql;
    reading.read_only = true;
    bank->writer.batch = felt_bank_batch_open(&bank->config.books);
    if (!bank->writer.batch) return felt_complain(complaint, FELT_FULL, 0, 0, "no memory");
    enum felt_status status = bring_up(bank, complaint);
    if (status == FELT_OK) status = felt_sql_open(&bank->config.sql, &bank->writer.sql, complaint);
    if (status == FELT_OK) status = prove(&bank->config, complaint);
    if (status == FELT_OK) status = felt_sql_open(&reading, &bank->reader.sql, complaint);
    return status;
}

enum felt_status felt_bank_open(const struct felt_bank_config *config, struct felt_bank **out,
                                struct felt_complaint *complaint)
{
    felt_assert(config->batch_max >= 1);
    felt_assert(config->batch_max <= FELT_BOOKS_ORDERS_MAX);
    felt_assert(!config->sql.read_only);
    *out = NULL;
    struct felt_bank *bank = calloc(1, sizeof *bank);
    if (!bank) return felt_complain(complaint, FELT_FULL, 0, 0, "no memory");
    bank->config = *config;
    int code = pthread_mutex_init(&bank->lock, NULL);
    felt_assert(code == 0);
    init_worker(bank, &bank->writer, true);
    init_worker(bank, &bank->reader, false);
    enum felt_status status = felt_guests_open(&bank->guests, config->guests_max)
                                  ? open_stores(bank, complaint)
                                  : felt_complain(complaint, FELT_FULL, 0, 0, "no memory");
    bank->answered_us = felt_clock_us();
    if (status == FELT_OK &&
        (!felt_bank_worker_start(&bank->writer) || !felt_bank_worker_start(&bank->reader)))
        status = felt_complain(complaint, FELT_FULL, 0, 0, "no thread could be started");
    if (status == FELT_OK)
        *out = bank;
    else
        felt_bank_close(bank);
    return status;
}

static void end_worker(struct felt_bank_worker *worker)
{
    if (worker->started) {
        int code = pthread_join(worker->thread, NULL);
        felt_assert(code == 0);
    }
    felt_assert(!worker->first);
    if (!worker->started && worker->sql && worker->lease.text[0])
        felt_lease_give_back(worker->sql, &worker->lease);
    felt_sql_close(worker->sql);
    felt_bank_batch_close(worker->batch);
    int code = pthread_cond_destroy(&worker->there);
    felt_assert(code == 0);
}

void felt_bank_close(struct felt_bank *bank)
{
    if (!bank) return;
    felt_bank_lock(bank);
    bank->closing = true;
    (void)pthread_cond_broadcast(&bank->writer.there);
    (void)pthread_cond_broadcast(&bank->reader.there);
    felt_bank_unlock(bank);
    end_worker(&bank->writer);
    end_worker(&bank->reader);
    felt_guests_close(&bank->guests);
    while (bank->desks) felt_bank_desk_close(bank->desks);
    int code = pthread_mutex_destroy(&bank->lock);
    felt_assert(code == 0);
    free(bank);
}

void felt_bank_counts(struct felt_bank *bank, struct felt_bank_counts *out)
{
    int64_t now_us = felt_clock_us();
    felt_bank_lock(bank);
    *out = bank->counts;
    out->waiting = bank->writer.waiting + bank->reader.waiting;
    out->guests = bank->guests.count;
    out->lost = bank->writer.troubled || bank->reader.troubled || bank->fenced ||
                (wants_lease(bank) && now_us > bank->answered_us + SILENCE_US);
    felt_bank_unlock(bank);
}

/* ---- desks ----------------------------------------------------------------------------------- */

struct felt_bank_desk *felt_bank_desk_open(struct felt_bank *bank, void (*wake)(void *self),
                                           void *self)
{
    struct felt_bank_desk *desk = calloc(1, sizeof *desk);
    if (!desk) return NULL;
    desk->bank = bank;
    desk->wake = wake;
    desk->self = self;
    felt_bank_bell_init(&desk->there);
    felt_bank_lock(bank);
    desk->next = bank->desks;
    bank->desks = desk;
    felt_bank_unlock(bank);
    return desk;
}

void felt_bank_desk_close(struct felt_bank_desk *desk)
{
    if (!desk) return;
    struct felt_bank *bank = desk->bank;
    felt_bank_lock(bank);
    felt_assert(desk->under_way == 0);
    struct felt_bank_desk **link = &bank->desks;
    while (*link != desk) link = &(*link)->next;
    *link = desk->next;
    felt_bank_unlock(bank);
    while (desk->first) {
        struct felt_bank_job *job = desk->first;
        desk->first = job->next;
        if (!job->reply.is_receipt) free(job->reply.answer.rows);
        free(job);
    }
    int code = pthread_cond_destroy(&desk->there);
    felt_assert(code == 0);
    free(desk);
}

/* Whether another job may be given; if so it has a place. */
static bool take_place(struct felt_bank_desk *desk, struct felt_bank_worker *worker)
{
    struct felt_bank *bank = desk->bank;
    felt_bank_lock(bank);
    bool room = worker->waiting < bank->config.waiting_max && !bank->closing;
    if (room) {
        worker->waiting++;
        desk->under_way++;
    } else if (worker->writes) {
        bank->counts.outcomes[FELT_OUTCOME_BUSY]++;
    }
    felt_bank_unlock(bank);
    return room;
}

/* A flood is refused before any memory is taken for it. */
static struct felt_bank_job *make_job(struct felt_bank_desk *desk, struct felt_bank_worker *worker,
                                      uint64_t ticket)
{
    if (!take_place(desk, worker)) return NULL;
    struct felt_bank_job *job = calloc(1, sizeof *job);
    if (!job) {
        felt_bank_lock(desk->bank);
        worker->waiting--;
        desk->under_way--;
        (void)pthread_cond_signal(&worker->there);
        felt_bank_unlock(desk->bank);
        return NULL;
    }
    job->desk = desk;
    job->given_us = felt_clock_us();
    job->reply.ticket = ticket;
    job->reply.is_receipt = worker->writes;
    return job;
}

/* With the lock. */
static void put_job(struct felt_bank_worker *worker, struct felt_bank_job *job)
{
    if (worker->last)
        worker->last->next = job;
    else
        worker->first = job;
    worker->last = job;
    (void)pthread_cond_signal(&worker->there);
}

/* ---- guests ---------------------------------------------------------------------------------- */

/* With the lock: an order of the bank's own.  False: no memory. */
static bool put_own(struct felt_bank *bank, const struct felt_order *order)
{
    struct felt_bank_job *job = calloc(1, sizeof *job);
    if (!job) return false;
    job->order = *order;
    job->given_us = felt_clock_us();
    job->reply.is_receipt = true;
    bank->writer.waiting++;
    put_job(&bank->writer, job);
    return true;
}

/* With the lock: an order that comes from a guest without a row, or is about one.  True: it is
 * answered already. */
static bool ask_guests(struct felt_bank *bank, struct felt_bank_job *job)
{
    struct felt_order sign_up;
    struct felt_receipt failed = {.outcome = FELT_OUTCOME_UNAVAILABLE};
    switch (felt_guests_order(&bank->guests, &bank->config.books, &job->order, &sign_up,
                              &job->reply.receipt)) {
    case FELT_GUEST_PASS: return false;
    case FELT_GUEST_SAVE:
        if (put_own(bank, &sign_up)) return false;
        felt_guests_receipt(&bank->guests, &sign_up, &failed);
        job->reply.receipt = failed;
        break;
    case FELT_GUEST_WAIT:
        job->next = NULL;
        if (bank->guest_first)
            bank->guest_last->next = job;
        else
            bank->guest_first = job;
        bank->guest_last = job;
        return true;
    case FELT_GUEST_DONE: break;
    }
    bank->writer.waiting--;
    felt_bank_post(bank, job);
    return true;
}

/* With the lock: the receipt of an order of the bank's own.  Guests who waited for numbers have
 * them now, or hear that the database is away. */
static void take_own(struct felt_bank *bank, const struct felt_order *order,
                     const struct felt_receipt *receipt)
{
    felt_guests_receipt(&bank->guests, order, receipt);
    if (order->kind != FELT_ORDER_RESERVE) return;
    struct felt_bank_job *job = bank->guest_first;
    bank->guest_first = bank->guest_last = NULL;
    for (struct felt_bank_job *next; job; job = next) {
        next = job->next;
        if (receipt->outcome == FELT_OUTCOME_OK) {
            if (!ask_guests(bank, job)) put_job(&bank->writer, job);
            continue;
        }
        job->reply.receipt = (struct felt_receipt){.outcome = receipt->outcome};
        bank->writer.waiting--;
        felt_bank_post(bank, job);
    }
}

/* With the lock. */
static void reserve_numbers(struct felt_bank *bank, int64_t now_ms)
{
    struct felt_order order;
    if (!felt_guests_need_numbers(&bank->guests, now_ms, &order)) return;
    if (!put_own(bank, &order))
        take_own(bank, &order, &(struct felt_receipt){.outcome = FELT_OUTCOME_UNAVAILABLE});
}

bool felt_bank_order(struct felt_bank_desk *desk, const struct felt_order *order, uint64_t ticket)
{
    struct felt_bank_worker *writer = &desk->bank->writer;
    struct felt_bank *bank = desk->bank;
    struct felt_bank_job *job = make_job(desk, writer, ticket);
    if (!job) return false;
    job->order = *order;
    felt_bank_lock(bank);
    if (!ask_guests(bank, job)) put_job(writer, job);
    reserve_numbers(bank, order->now_ms);
    felt_bank_unlock(bank);
    return true;
}

bool felt_bank_ask(struct felt_bank_desk *desk, const struct felt_question *question,
                   uint64_t ticket)
{
    felt_assert(question->kind < FELT_ASK_KINDS);
    struct felt_bank *bank = desk->bank;
    struct felt_bank_job *job = make_job(desk, &bank->reader, ticket);
    if (!job) return false;
    job->question = *question;
    felt_bank_lock(bank);
    if (felt_guests_ask(&bank->guests, &bank->config.books, question, &job->reply.answer)) {
        bank->reader.waiting--;
        felt_bank_post(bank, job);
    } else {
        put_job(&bank->reader, job);
    }
    felt_bank_unlock(bank);
    return true;
}

static bool order_at(void *self, const struct felt_order *order, uint64_t ticket)
{
    return felt_bank_order(self, order, ticket);
}

static bool ask_at(void *self, const struct felt_question *question, uint64_t ticket)
{
    return felt_bank_ask(self, question, ticket);
}

struct felt_counter felt_bank_counter(struct felt_bank_desk *desk)
{
    return (struct felt_counter){.self = desk, .order = order_at, .ask = ask_at};
}

/* ---- replies --------------------------------------------------------------------------------- */

void felt_bank_post(struct felt_bank *bank, struct felt_bank_job *job)
{
    struct felt_bank_desk *desk = job->desk;
    if (!desk) {
        take_own(bank, &job->order, &job->reply.receipt);
        free(job);
        return;
    }
    bool empty = !desk->first;
    job->next = NULL;
    if (empty)
        desk->first = job;
    else
        desk->last->next = job;
    desk->last = job;
    desk->under_way--;
    (void)pthread_cond_signal(&desk->there);
    if (empty && desk->wake) desk->wake(desk->self);
}

bool felt_bank_take(struct felt_bank_desk *desk, int wait_ms, struct felt_bank_reply *out)
{
    struct felt_bank *bank = desk->bank;
    int64_t until_us = wait_ms < 0 ? -1 : felt_clock_us() + INT64_C(1000) * wait_ms;
    felt_bank_lock(bank);
    while (!desk->first && wait_ms != 0)
        if (!felt_bank_bell_wait(bank, &desk->there, until_us)) break;
    struct felt_bank_job *job = desk->first;
    if (job) desk->first = job->next;
    felt_bank_unlock(bank);
    if (!job) return false;
    *out = job->reply;
    free(job);
    return true;
}

/* Waits for the one reply that can come. */
static void wait_reply(struct felt_bank_desk *desk, struct felt_bank_reply *reply)
{
    bool taken = felt_bank_take(desk, -1, reply);
    felt_assert(taken);
}

void felt_bank_do(struct felt_bank_desk *desk, const struct felt_order *order,
                  struct felt_receipt *receipt)
{
    struct felt_bank_reply reply;
    *receipt = (struct felt_receipt){.outcome = FELT_OUTCOME_BUSY};
    if (!felt_bank_order(desk, order, 0)) return;
    wait_reply(desk, &reply);
    felt_assert(reply.is_receipt);
    *receipt = reply.receipt;
}

void felt_bank_find(struct felt_bank_desk *desk, const struct felt_question *question,
                    struct felt_answer *answer)
{
    struct felt_bank_reply reply;
    *answer = (struct felt_answer){.outcome = FELT_OUTCOME_BUSY};
    if (!felt_bank_ask(desk, question, 0)) return;
    wait_reply(desk, &reply);
    felt_assert(!reply.is_receipt);
    *answer = reply.answer;
}
