/* work.c -- a worker: takes what waits, tries until it is done or patience is over, replies.
 *
 * Both threads are the same machine; only a try differs, a batch of orders or of questions.
 *
 *     done        the replies go out together
 *     conflict    at once again; after a few in a row with a short random pause, so that writers on
 *                 one database do not stumble over each other for ever.  After many the batch is
 *                 done one by one, and an order that conflicts again and again while others wait
 *                 is answered UNAVAILABLE: nobody else starves behind it
 *     twin        a conflict about a value that must be unique.  The next try sees who was first,
 *                 and the ledger says so; if it meets a twin again, that is no matter of time.  In
 *                 a batch, orders that exchange a name among them look the same; an order alone is
 *                 taken for refused
 *     lost        a new connection, at once, then after 50 ms, 100 ms ... 2 s.  The pauses start
 *                 anew only when a try has gone well: a disk that is full lets itself be opened.
 *                 If nobody waits, the try is a small write that changes nothing
 *     refused     by the database itself, though the ledger agreed, or by us, because a row cannot
 *                 be: the batch is done one by one, and only the culprit is answered UNAVAILABLE
 *
 *     fenced      another server has taken the lease (lease.h): nothing is tried any more, whoever
 *                 waits or comes is answered UNAVAILABLE at once, and the program is told to end
 *
 * A writer with a lease renews it every second, between batches.
 *
 * If what the connections of the process share is damaged, the writer asks the reader to leave for
 * the moment in which it opens the database anew.
 *
 * Before each try whoever has waited too long is answered UNAVAILABLE.  Jobs keep their order
 * through all of this (N2). */
#include "felt/assert.h"
#include "os/clock.h"
#include "store/ledger/parts.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

enum {
    PAUSE_FIRST_MS = 50,
    PAUSE_LAST_MS = 2000,
    SOON_MS = 1000, /* so long newcomers wait when it has been lost for a while                  */
    LOOK_MS = 200,  /* how often that is looked at                                               */
    CONFLICTS_AT_ONCE = 3,
    CONFLICTS_TOGETHER = 20, /* then a batch is done one by one                                  */
    CONFLICTS_ALONE = 50,    /* then others come before an order                                 */
    CONFLICT_PAUSE_BITS = 5, /* of milliseconds: 32 at most                                      */
    TWINS_MAX = 5,
    LEAVE_MS = 1000, /* so long the writer waits for the reader to leave                         */
    AWAY_MS = 20,    /* so long the reader is away, at least                                     */
    SWEEP_BATCHES = 1000,
    SWEEP_MS = 3600 * 1000,
    LINE_BYTES = 256
};

static const char *name_of(const struct felt_ledger_store_worker *worker)
{
    return worker->writes ? "writer" : "reader";
}

static void say(struct felt_ledger_store_worker *worker, const char *level, const char *what,
                const char *why)
{
    const struct felt_ledger_store_config *config = &worker->bank->config;
    if (!config->log) return;
    char line[LINE_BYTES];
    (void)snprintf(line, sizeof line, "store: %s: %s%s%s", name_of(worker), what, *why ? ": " : "",
                   why);
    config->log(config->self, level, line);
}

static void rest_until(int64_t until_us)
{
    const struct timespec until = {.tv_sec = (time_t)(until_us / 1000000),
                                   .tv_nsec = (long)(until_us % 1000000) * 1000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
    }
}

/* ---- replies --------------------------------------------------------------------------------- */

static void count_receipt(struct felt_ledger_store_counts *counts,
                          const struct felt_receipt *receipt, int64_t took_us)
{
    counts->orders++;
    counts->outcomes[receipt->outcome]++;
    if (receipt->outcome == FELT_OUTCOME_UNAVAILABLE)
        counts->unavailable++;
    else if (receipt->outcome != FELT_OUTCOME_OK)
        counts->refused++;
    if (receipt->replayed) counts->replayed++;
    int bucket = 0;
    while (bucket < FELT_LEDGER_STORE_BUCKETS - 1 && took_us > felt_ledger_store_bucket_us[bucket])
        bucket++;
    counts->latency[bucket]++;
    counts->latency_us += (uint64_t)took_us;
}

static void reply_all(struct felt_ledger_store_worker *worker,
                      struct felt_ledger_store_job *const *job, int count)
{
    struct felt_ledger_store *store = worker->bank;
    int64_t now_us = felt_clock_us();
    felt_ledger_store_lock(store);
    for (int i = 0; i < count; i++) {
        if (worker->writes)
            count_receipt(&store->counts, &job[i]->reply.receipt, now_us - job[i]->given_us);
        else
            store->counts.questions++;
        felt_assert(worker->waiting > 0);
        worker->waiting--;
        felt_ledger_store_post(store, job[i]);
    }
    felt_ledger_store_unlock(store);
}

static void reply_unavailable(struct felt_ledger_store_worker *worker,
                              struct felt_ledger_store_job *job)
{
    if (worker->writes)
        job->reply.receipt = (struct felt_receipt){.outcome = FELT_OUTCOME_UNAVAILABLE};
    else
        job->reply.answer = (struct felt_ledger_answer){.outcome = FELT_OUTCOME_UNAVAILABLE};
    reply_all(worker, &job, 1);
}

/* Whoever comes when the database has been lost for a while hears of it soon. */
static int64_t deadline_of(const struct felt_ledger_store_worker *worker,
                           const struct felt_ledger_store_job *job)
{
    int64_t patience_us = INT64_C(1000) * worker->bank->config.patience_ms;
    int64_t soon_us = INT64_C(1000) * SOON_MS;
    if (worker->troubled && job->given_us > worker->troubled_us + soon_us && patience_us > soon_us)
        patience_us = soon_us;
    return job->given_us + patience_us;
}

/* Returns how many are left, in their order. */
static int drop_impatient(struct felt_ledger_store_worker *worker,
                          struct felt_ledger_store_job **job, int count)
{
    int64_t now_us = felt_clock_us();
    int left = 0;
    for (int i = 0; i < count; i++) {
        if (now_us > deadline_of(worker, job[i]))
            reply_unavailable(worker, job[i]);
        else
            job[left++] = job[i];
    }
    return left;
}

/* ---- lost and back --------------------------------------------------------------------------- */

static void set_troubled(struct felt_ledger_store_worker *worker, bool troubled)
{
    if (worker->troubled == troubled) return;
    felt_ledger_store_lock(worker->bank);
    worker->troubled = troubled;
    felt_ledger_store_unlock(worker->bank);
    worker->troubled_us = felt_clock_us();
    if (troubled)
        say(worker, "error", "the database is lost", felt_sql_why(worker->sql));
    else
        say(worker, "info", "the database is back", "");
}

static void lose(struct felt_ledger_store_worker *worker)
{
    set_troubled(worker, true);
    worker->lost = true;
    worker->retry_us = felt_clock_us() + INT64_C(1000) * worker->pause_ms;
    worker->pause_ms = worker->pause_ms == 0 ? PAUSE_FIRST_MS : 2 * worker->pause_ms;
    if (worker->pause_ms > PAUSE_LAST_MS) worker->pause_ms = PAUSE_LAST_MS;
}

/* The writer: waits until the reader has left, or for a second. */
static void call_reader_out(struct felt_ledger_store *store)
{
    int64_t until_us = felt_clock_us() + INT64_C(1000) * LEAVE_MS;
    felt_ledger_store_lock(store);
    store->reader_must_leave = true;
    (void)pthread_cond_signal(&store->reader.there);
    while (!store->reader_has_left)
        if (!felt_ledger_store_bell_wait(store, &store->writer.there, until_us)) break;
    felt_ledger_store_unlock(store);
}

static void let_reader_in(struct felt_ledger_store *store)
{
    felt_ledger_store_lock(store);
    store->reader_must_leave = store->reader_has_left = false;
    felt_ledger_store_unlock(store);
}

/* The reader: true if it is wanted outside, and is there. */
static bool gives_way(struct felt_ledger_store_worker *worker)
{
    struct felt_ledger_store *store = worker->bank;
    felt_ledger_store_lock(store);
    bool must_leave = store->reader_must_leave, has_left = store->reader_has_left;
    felt_ledger_store_unlock(store);
    if (!must_leave) return false;
    worker->retry_us = felt_clock_us() + INT64_C(1000) * AWAY_MS;
    if (has_left) return true;
    felt_sql_leave(worker->sql);
    worker->lost = true;
    felt_ledger_store_lock(store);
    store->reader_has_left = store->reader_must_leave;
    (void)pthread_cond_signal(&store->writer.there);
    felt_ledger_store_unlock(store);
    return true;
}

static enum felt_sql_result reopen(struct felt_ledger_store_worker *worker)
{
    if (!worker->writes || !felt_sql_shares_damage(worker->sql))
        return felt_sql_reopen(worker->sql);
    call_reader_out(worker->bank);
    enum felt_sql_result result = felt_sql_reopen(worker->sql);
    let_reader_in(worker->bank);
    return result;
}

/* True: there is a connection. */
static bool come_back(struct felt_ledger_store_worker *worker)
{
    if (!worker->writes && gives_way(worker)) return false;
    if (!worker->lost) return true;
    if (felt_clock_us() < worker->retry_us) return false;
    if (reopen(worker) != FELT_SQL_OK) {
        lose(worker);
        return false;
    }
    worker->lost = false;
    felt_ledger_store_lock(worker->bank);
    worker->bank->counts.reopened++;
    felt_ledger_store_unlock(worker->bank);
    return true;
}

static void be_well(struct felt_ledger_store_worker *worker)
{
    worker->pause_ms = 0;
    set_troubled(worker, false);
}

static void note_answer(struct felt_ledger_store *store)
{
    int64_t now_us = felt_clock_us();
    felt_ledger_store_lock(store);
    store->answered_us = now_us;
    felt_ledger_store_unlock(store);
}

/* ---- the lease ------------------------------------------------------------------------------- */

static bool holds_lease(const struct felt_ledger_store_worker *worker)
{
    return worker->lease.text[0] && !worker->lease.fenced;
}

/* It was lost: once, and for ever. */
static void be_fenced(struct felt_ledger_store_worker *worker)
{
    struct felt_ledger_store *store = worker->bank;
    felt_ledger_store_lock(store);
    bool before = store->fenced;
    store->fenced = true;
    felt_ledger_store_unlock(store);
    if (before) return;
    say(worker, "critical", "the books were taken over, nothing is written here any more",
        worker->lease.heir);
    if (store->config.fenced) store->config.fenced(store->config.self, worker->lease.heir);
}

static void renew(struct felt_ledger_store_worker *worker)
{
    int64_t now_us = felt_clock_us();
    worker->renewed_us = now_us;
    switch (felt_lease_renew(worker->sql, &worker->lease)) {
    case FELT_SQL_OK:
        note_answer(worker->bank);
        be_well(worker);
        break;
    case FELT_SQL_LOST: lose(worker); break;
    case FELT_SQL_CONFLICT:
    case FELT_SQL_REFUSED:
        worker->retry_us = now_us + INT64_C(1000) * FELT_LEASE_RENEW_MS;
        if (worker->lease.fenced) be_fenced(worker);
        break;
    }
}

static int64_t renewal_us(const struct felt_ledger_store_worker *worker)
{
    return worker->renewed_us + INT64_C(1000) * FELT_LEASE_RENEW_MS;
}

static void keep_lease(struct felt_ledger_store_worker *worker)
{
    if (holds_lease(worker) && !worker->lost && felt_clock_us() >= renewal_us(worker))
        renew(worker);
}

/* Nobody waits: does the database work again? */
static void look_after(struct felt_ledger_store_worker *worker)
{
    if (!come_back(worker)) return;
    if (holds_lease(worker)) {
        renew(worker);
        return;
    }
    switch (felt_ledger_store_probe(worker->sql, worker->writes)) {
    case FELT_SQL_OK: be_well(worker); break;
    case FELT_SQL_LOST: lose(worker); break;
    case FELT_SQL_CONFLICT:
    case FELT_SQL_REFUSED: /* somebody is at work; next time */
        worker->retry_us = felt_clock_us() + INT64_C(1000) * PAUSE_LAST_MS;
        break;
    }
}

/* Out of those who have not been taken yet: one whose patience is over; NULL: there is none. */
static struct felt_ledger_store_job *take_impatient(struct felt_ledger_store_worker *worker,
                                                    int64_t now_us)
{
    struct felt_ledger_store_job *found = NULL, *before = NULL;
    felt_ledger_store_lock(worker->bank);
    for (struct felt_ledger_store_job *job = worker->first; job && !found; job = job->next) {
        if (now_us > deadline_of(worker, job))
            found = job;
        else
            before = job;
    }
    if (found && before) before->next = found->next;
    if (found && !before) worker->first = found->next;
    if (found && worker->last == found) worker->last = before;
    felt_ledger_store_unlock(worker->bank);
    return found;
}

static void wait_for_store(struct felt_ledger_store_worker *worker,
                           const struct felt_ledger_store_job *oldest)
{
    int64_t now_us = felt_clock_us();
    int64_t until_us = deadline_of(worker, oldest) + 1;
    if (until_us > worker->retry_us) until_us = worker->retry_us;
    if (until_us > now_us + INT64_C(1000) * LOOK_MS) until_us = now_us + INT64_C(1000) * LOOK_MS;
    rest_until(until_us);
    for (struct felt_ledger_store_job *job; (job = take_impatient(worker, felt_clock_us()));)
        reply_unavailable(worker, job);
}

static void yield_to_others(struct felt_ledger_store_worker *worker)
{
    felt_ledger_store_lock(worker->bank);
    worker->bank->counts.conflicts++;
    felt_ledger_store_unlock(worker->bank);
    if (worker->conflicts == 0) worker->hindered_us = felt_clock_us();
    worker->twins = felt_sql_met_twin(worker->sql) ? worker->twins + 1 : 0;
    uint32_t behind = ++worker->conflicts;
    if (behind <= CONFLICTS_AT_ONCE) return;
    uint32_t bits = behind - CONFLICTS_AT_ONCE;
    if (bits > CONFLICT_PAUSE_BITS) bits = CONFLICT_PAUSE_BITS;
    rest_until(felt_clock_us() + (int64_t)felt_rng_below(&worker->rng, UINT32_C(1000) << bits));
}

/* ---- work ------------------------------------------------------------------------------------ */

static enum felt_sql_result try_orders(struct felt_ledger_store_worker *worker,
                                       struct felt_ledger_store_job *const *job, int count)
{
    const struct felt_order *order[FELT_LEDGER_ORDERS_MAX];
    struct felt_receipt *receipt[FELT_LEDGER_ORDERS_MAX];
    for (int i = 0; i < count; i++) {
        order[i] = &job[i]->order;
        receipt[i] = &job[i]->reply.receipt;
    }
    worker->now_ms = job[count - 1]->order.now_ms;
    return felt_ledger_store_batch_try(worker->batch, worker->sql, &worker->lease, order, receipt,
                                       count);
}

static enum felt_sql_result try_questions(struct felt_ledger_store_worker *worker,
                                          struct felt_ledger_store_job *const *job, int count)
{
    const struct felt_question *question[FELT_LEDGER_ORDERS_MAX];
    struct felt_ledger_answer *answer[FELT_LEDGER_ORDERS_MAX];
    for (int i = 0; i < count; i++) {
        question[i] = &job[i]->question;
        answer[i] = &job[i]->reply.answer;
    }
    return felt_ledger_store_read_try(worker->sql, question, answer, count);
}

static void be_done(struct felt_ledger_store_worker *worker,
                    struct felt_ledger_store_job *const *job, int count)
{
    be_well(worker);
    if (worker->writes) {
        note_answer(worker->bank);
        worker->batches++;
        felt_ledger_store_lock(worker->bank);
        worker->bank->counts.batches++;
        felt_ledger_store_unlock(worker->bank);
    }
    reply_all(worker, job, count);
}

/* After a conflict: may it go on like this?  An order alone may as long as it has patience, unless
 * others wait behind it. */
static bool is_stuck(struct felt_ledger_store_worker *worker, int count)
{
    int64_t patience_us = INT64_C(1000) * worker->bank->config.patience_ms;
    int64_t hindered_us = felt_clock_us() - worker->hindered_us;
    if (worker->twins >= TWINS_MAX) return true;
    if (count > 1) return worker->conflicts >= CONFLICTS_TOGETHER || hindered_us > patience_us / 4;
    felt_ledger_store_lock(worker->bank);
    bool others = worker->waiting > 1;
    felt_ledger_store_unlock(worker->bank);
    return others && (worker->conflicts >= CONFLICTS_ALONE || hindered_us > patience_us / 2);
}

/* Of an order or question that is alone. */
static void give_up(struct felt_ledger_store_worker *worker, struct felt_ledger_store_job *job,
                    const char *level, const char *what)
{
    say(worker, level, what, felt_sql_why(worker->sql));
    reply_unavailable(worker, job);
}

static void refuse(struct felt_ledger_store_worker *worker, struct felt_ledger_store_job *job)
{
    give_up(worker, job, "critical",
            worker->writes ? "the database refused what the books allow"
                           : "a question cannot be answered");
}

/* Until all are answered; or, if there are several and they cannot be written together, not at all:
 * then *count are left. */
static bool carry_out(struct felt_ledger_store_worker *worker, struct felt_ledger_store_job **job,
                      int *count)
{
    worker->conflicts = worker->twins = 0;
    while ((*count = drop_impatient(worker, job, *count)) > 0) {
        if (worker->lease.fenced) {
            be_fenced(worker);
            for (int i = 0; i < *count; i++) reply_unavailable(worker, job[i]);
            return true;
        }
        if (!come_back(worker)) {
            wait_for_store(worker, job[0]);
            continue;
        }
        switch (worker->writes ? try_orders(worker, job, *count)
                               : try_questions(worker, job, *count)) {
        case FELT_SQL_OK: be_done(worker, job, *count); return true;
        case FELT_SQL_CONFLICT:
            yield_to_others(worker);
            if (!is_stuck(worker, *count)) break;
            if (*count > 1) return false;
            if (worker->twins >= TWINS_MAX)
                refuse(worker, job[0]);
            else
                give_up(worker, job[0], "warning", "others are kept waiting by conflicts of one");
            return true;
        case FELT_SQL_LOST: lose(worker); break;
        case FELT_SQL_REFUSED:
            if (worker->lease.fenced) break;
            if (*count > 1) return false;
            refuse(worker, job[0]);
            return true;
        }
    }
    return true;
}

static void work_off(struct felt_ledger_store_worker *worker)
{
    int count = worker->jobs;
    if (carry_out(worker, worker->job, &count)) return;
    say(worker, "warning", "a batch cannot be done together, so one by one",
        felt_sql_why(worker->sql));
    for (int i = 0; i < count; i++) {
        int one = 1;
        bool done = carry_out(worker, &worker->job[i], &one);
        felt_assert(done);
    }
}

/* What has expired costs room only: it is removed now and then, when nobody waits for it. */
static void sweep(struct felt_ledger_store_worker *worker)
{
    if (!worker->writes || worker->lost || worker->lease.fenced) return;
    int64_t since_ms = worker->now_ms - worker->swept_ms;
    if (worker->batches < SWEEP_BATCHES && since_ms >= 0 && since_ms < SWEEP_MS) return;
    worker->batches = 0;
    worker->swept_ms = worker->now_ms;
    switch (felt_ledger_store_sweep(worker->sql, &worker->lease, worker->now_ms)) {
    case FELT_SQL_OK:
    case FELT_SQL_CONFLICT: break; /* the next one will do it */
    case FELT_SQL_LOST: lose(worker); break;
    case FELT_SQL_REFUSED:
        if (worker->lease.fenced)
            be_fenced(worker);
        else
            say(worker, "critical", "what has expired cannot be removed",
                felt_sql_why(worker->sql));
        break;
    }
}

static bool is_called_out(const struct felt_ledger_store_worker *worker)
{
    const struct felt_ledger_store *store = worker->bank;
    return !worker->writes && store->reader_must_leave && !store->reader_has_left;
}

/* Takes what waits.  False: the ledger store closes, and nothing is left.  Without jobs: the time
 * has come to look for the database. */
static bool take_jobs(struct felt_ledger_store_worker *worker)
{
    struct felt_ledger_store *store = worker->bank;
    worker->jobs = 0;
    felt_ledger_store_lock(store);
    int64_t until_us = worker->lost || worker->troubled ? worker->retry_us
                       : holds_lease(worker)            ? renewal_us(worker)
                                                        : -1;
    while (!worker->first && !(store->closing && worker->waiting == 0) && !is_called_out(worker))
        if (!felt_ledger_store_bell_wait(store, &worker->there, until_us)) break;
    while (worker->first && worker->jobs < (int)store->config.batch_max) {
        worker->job[worker->jobs++] = worker->first;
        worker->first = worker->first->next;
    }
    if (!worker->first) worker->last = NULL;
    bool go_on = worker->jobs > 0 || !store->closing || worker->waiting > 0;
    felt_ledger_store_unlock(store);
    return go_on;
}

static void *work(void *self)
{
    struct felt_ledger_store_worker *worker = self;
    while (take_jobs(worker)) {
        if (worker->jobs > 0) {
            work_off(worker);
            sweep(worker);
            keep_lease(worker);
        } else {
            look_after(worker);
        }
    }
    if (holds_lease(worker) && !worker->lost) felt_lease_give_back(worker->sql, &worker->lease);
    felt_sql_leave(worker->sql); /* the other one may need that */
    return NULL;
}

/* Signals that come from outside are for the main thread. */
bool felt_ledger_store_worker_start(struct felt_ledger_store_worker *worker)
{
    static const int own[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
    sigset_t outside, before;
    (void)sigfillset(&outside);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) (void)sigdelset(&outside, own[i]);
    int code = pthread_sigmask(SIG_BLOCK, &outside, &before);
    felt_assert(code == 0);
    worker->started = pthread_create(&worker->thread, NULL, work, worker) == 0;
    code = pthread_sigmask(SIG_SETMASK, &before, NULL);
    felt_assert(code == 0);
    return worker->started;
}
