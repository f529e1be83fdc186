/* hand_store.c -- see hand_store.h: one thread, one queue.
 *
 * The thread takes whatever waits, up to a batch, and does it in one transaction in the order in
 * which it was given: so a question sees what was kept before it (Y2), and many hands that end at
 * once cost one commit.  A batch that fails is lost and said once; one that meets a damaged file is
 * done again on the fresh one.
 *
 * A job counts as waiting until it is done, a question until its answer was taken: nothing here
 * grows without a bound, whoever is slow. */
#include "felt/assert.h"
#include "store/hands/parts.h"

#include <pthread.h>
#include <stddef.h>
#include <signal.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

enum { BATCH_MAX = 256, LINE_BYTES = 256 };

enum job_kind { KEEP, LIST, FIND, FORGET, COUNT, SEEN, ASK };

struct job {
    struct job *next;
    enum job_kind kind;
    int64_t user;
    uint32_t limit;
    int32_t day; /* SEEN                                                            */
    struct felt_hand_store_row row; /* KEEP; hand_id of LIST (before) and FIND            */
    struct felt_hand_store_answer answer;
    struct felt_hand_store_question question; /* ASK */
    struct felt_hand_store_findings findings;
    size_t bytes;
    _Alignas(int64_t) char phh[]; /* KEEP; SEEN: the address; COUNT: the hand */
};

struct felt_hand_store {
    struct felt_hand_store_config config;
    pthread_t thread;
    /* of the thread */
    struct felt_hand_store_file *file;
    bool troubled; /* the last batch failed, and that was said                                   */
    /* under the lock */
    pthread_mutex_t lock;
    pthread_cond_t work;
    bool closing;
    uint32_t waiting;
    struct job *first, **last;             /* given                                               */
    struct job *answered, **answered_last; /* to be taken                                        */
    struct job *figured, **figured_last;   /* the same, of ASK                                   */
    struct felt_hand_store_counts counts;
};

static void lock(struct felt_hand_store *hand_store)
{
    felt_assert(pthread_mutex_lock(&hand_store->lock) == 0);
}

static void unlock(struct felt_hand_store *hand_store)
{
    felt_assert(pthread_mutex_unlock(&hand_store->lock) == 0);
}

static bool is_question(const struct job *job)
{
    return job->kind == LIST || job->kind == FIND || job->kind == ASK;
}

static void drop_answer(struct job *job)
{
    free(job->answer.rows);
    free(job->answer.phh);
    job->answer.rows = NULL;
    job->answer.phh = NULL;
    felt_hand_store_drop(&job->findings);
}

/* Figures, and who met whom: once for each hand. */
static void count_hand(struct felt_hand_store_file *file, const struct felt_counted_hand *hand)
{
    if (felt_hand_store_file_count(file, hand)) felt_hand_store_file_count_pairs(file, hand);
}

static void find_stats(struct felt_hand_store_file *file, struct job *job)
{
    job->findings = (struct felt_hand_store_findings){.topic = job->question.topic};
    if (job->question.topic == FELT_HAND_STORE_PAIRS)
        felt_hand_store_file_pairs(file, &job->question, &job->findings);
    else
        felt_hand_store_file_stats(file, &job->question, &job->findings);
}

/* ---- the thread ------------------------------------------------------------------------------ */

static void do_job(struct felt_hand_store_file *file, struct job *job)
{
    uint64_t ticket = job->answer.ticket;
    if (is_question(job)) drop_answer(job); /* of a try before this one */
    switch (job->kind) {
    case KEEP: felt_hand_store_file_keep(file, job->user, &job->row, job->phh, job->bytes); break;
    case FORGET: felt_hand_store_file_forget(file, job->user); break;
    case LIST:
        felt_hand_store_file_list(file, job->user, job->row.hand_id, job->limit, &job->answer);
        break;
    case FIND: felt_hand_store_file_find(file, job->user, job->row.hand_id, &job->answer); break;
    case COUNT: count_hand(file, (const struct felt_counted_hand *)(const void *)job->phh); break;
    case SEEN: felt_hand_store_file_seen(file, job->user, job->phh, job->day); break;
    case ASK: find_stats(file, job); break;
    }
    job->answer.ticket = job->findings.ticket = ticket;
}

static enum felt_hand_store_result try_batch(struct felt_hand_store_file *file,
                                             struct job *const *job, int count)
{
    felt_hand_store_file_begin(file);
    for (int i = 0; i < count; i++) do_job(file, job[i]);
    return felt_hand_store_file_commit(file);
}

static void say(const struct felt_hand_store *hand_store, const char *level, const char *what,
                const char *why)
{
    char line[LINE_BYTES];
    if (!hand_store->config.log) return;
    (void)snprintf(line, sizeof line, "hands: %s%s%s", what, *why ? ": " : "", why);
    hand_store->config.log(hand_store->config.self, level, line);
}

/* True: it was done. */
static bool do_batch(struct felt_hand_store *hand_store, struct job *const *job, int count)
{
    enum felt_hand_store_result result = try_batch(hand_store->file, job, count);
    if (result == FELT_HAND_STORE_DAMAGED && felt_hand_store_file_replace(hand_store->file))
        result = try_batch(hand_store->file, job, count);
    bool done = result == FELT_HAND_STORE_DONE;
    if (!done && !hand_store->troubled)
        say(hand_store, "error", "the library cannot be written, hands are lost",
            felt_hand_store_file_why(hand_store->file));
    if (done && hand_store->troubled) say(hand_store, "info", "the library is written again", "");
    hand_store->troubled = !done;
    return done;
}

static void put_answer(struct felt_hand_store *hand_store, struct job *job, bool done)
{
    struct job ***last = job->kind == ASK ? &hand_store->figured_last : &hand_store->answered_last;
    hand_store->counts.found++;
    job->findings.failed = !done;
    job->next = NULL;
    **last = job;
    *last = &job->next;
}

static void count_job(struct felt_hand_store_counts *counts, enum job_kind kind, bool done)
{
    if (kind == KEEP && done) counts->kept++;
    if (kind == KEEP && !done) counts->lost++;
    if (kind == COUNT && done) counts->counted++;
    if (kind == COUNT && !done) counts->uncounted++;
}

/* With the lock.  True: somebody has to be woken. */
static bool end_batch(struct felt_hand_store *hand_store, struct job *const *job, int count,
                      bool done)
{
    bool was_empty = hand_store->answered == NULL, had_none = hand_store->figured == NULL;
    for (int i = 0; i < count; i++) {
        if (is_question(job[i])) {
            put_answer(hand_store, job[i], done);
            continue;
        }
        count_job(&hand_store->counts, job[i]->kind, done);
        felt_assert(hand_store->waiting > 0);
        hand_store->waiting--;
        free(job[i]);
    }
    return (was_empty && hand_store->answered) || (had_none && hand_store->figured);
}

static int take_batch(struct felt_hand_store *hand_store, struct job *out[BATCH_MAX])
{
    int count = 0;
    while (hand_store->first && count < BATCH_MAX) {
        out[count++] = hand_store->first;
        hand_store->first = hand_store->first->next;
    }
    if (!hand_store->first) hand_store->last = &hand_store->first;
    return count;
}

static void *work(void *self)
{
    struct felt_hand_store *hand_store = self;
    struct job *job[BATCH_MAX];
    lock(hand_store);
    for (;;) {
        while (!hand_store->first && !hand_store->closing)
            felt_assert(pthread_cond_wait(&hand_store->work, &hand_store->lock) == 0);
        int count = take_batch(hand_store, job);
        if (count == 0) break; /* closing, and everything is done */
        unlock(hand_store);
        bool done = do_batch(hand_store, job, count);
        lock(hand_store);
        if (!end_batch(hand_store, job, count, done) || !hand_store->config.wake) continue;
        unlock(hand_store);
        hand_store->config.wake(hand_store->config.self);
        lock(hand_store);
    }
    unlock(hand_store);
    return NULL;
}

/* ---- opening and closing --------------------------------------------------------------------- */

/* Signals from outside are for the main thread. */
static bool start(struct felt_hand_store *hand_store)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0) return false;
    bool started = pthread_create(&hand_store->thread, NULL, work, hand_store) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

enum felt_status felt_hand_store_open(const struct felt_hand_store_config *config,
                                      struct felt_hand_store **out,
                                      struct felt_complaint *complaint)
{
    felt_assert(config->hands_max > 0);
    felt_assert(config->waiting_max > 0);
    struct felt_hand_store *hand_store = calloc(1, sizeof *hand_store);
    if (!hand_store) return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "no memory");
    hand_store->config = *config;
    char *name = strdup(config->file);
    hand_store->config.file = name;
    hand_store->last = &hand_store->first;
    hand_store->answered_last = &hand_store->answered;
    hand_store->figured_last = &hand_store->figured;
    (void)pthread_mutex_init(&hand_store->lock, NULL);
    (void)pthread_cond_init(&hand_store->work, NULL);
    enum felt_status status =
        name ? felt_hand_store_file_open(&hand_store->config, &hand_store->file, complaint)
             : felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "no memory");
    if (status == FELT_OK && !start(hand_store))
        status = felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                               "no thread can be started for the library of hands");
    if (status == FELT_OK) {
        *out = hand_store;
        return FELT_OK;
    }
    felt_hand_store_file_close(hand_store->file);
    (void)pthread_cond_destroy(&hand_store->work);
    (void)pthread_mutex_destroy(&hand_store->lock);
    free(name);
    free(hand_store);
    return status;
}

static void drop_all(struct job *first)
{
    for (struct job *job = first, *next; job; job = next) {
        next = job->next;
        drop_answer(job);
        free(job);
    }
}

void felt_hand_store_close(struct felt_hand_store *hand_store)
{
    if (!hand_store) return;
    lock(hand_store);
    hand_store->closing = true;
    felt_assert(pthread_cond_signal(&hand_store->work) == 0);
    unlock(hand_store);
    felt_assert(pthread_join(hand_store->thread, NULL) == 0);
    felt_hand_store_file_close(hand_store->file);
    drop_all(hand_store->answered);
    drop_all(hand_store->figured);
    (void)pthread_cond_destroy(&hand_store->work);
    (void)pthread_mutex_destroy(&hand_store->lock);
    free((char *)(uintptr_t)hand_store->config.file);
    free(hand_store);
}

/* ---- jobs ------------------------------------------------------------------------------------ */

static struct job *make(enum job_kind kind, int64_t user, size_t bytes)
{
    struct job *job = malloc(sizeof *job + bytes);
    if (!job) return NULL;
    memset(job, 0, sizeof *job);
    job->kind = kind;
    job->user = user;
    job->bytes = bytes;
    return job;
}

/* False: too many wait, or there is no memory; the job is gone. */
static bool give(struct felt_hand_store *hand_store, struct job *job)
{
    lock(hand_store);
    felt_assert(!hand_store->closing);
    bool taken = job != NULL && hand_store->waiting < hand_store->config.waiting_max;
    if (taken) {
        hand_store->waiting++;
        *hand_store->last = job;
        hand_store->last = &job->next;
        felt_assert(pthread_cond_signal(&hand_store->work) == 0);
    }
    unlock(hand_store);
    if (!taken) free(job);
    return taken;
}

bool felt_hand_store_keep(struct felt_hand_store *hand_store, int64_t user,
                          const struct felt_hand_store_row *row, const char *phh, size_t bytes)
{
    struct job *job = felt_hand_store_number(row->hand_id) < 0 ? NULL : make(KEEP, user, bytes);
    if (job) {
        job->row = *row;
        memcpy(job->phh, phh, bytes);
    }
    if (give(hand_store, job)) return true;
    lock(hand_store);
    hand_store->counts.lost++;
    unlock(hand_store);
    return false;
}

static bool ask(struct felt_hand_store *hand_store, enum job_kind kind, int64_t user,
                const char *hand_id, uint32_t limit, uint64_t ticket)
{
    struct job *job = make(kind, user, 0);
    if (job) {
        job->limit = limit;
        job->answer.ticket = ticket;
        (void)snprintf(job->row.hand_id, sizeof job->row.hand_id, "%s", hand_id);
    }
    return give(hand_store, job);
}

bool felt_hand_store_list(struct felt_hand_store *hand_store, int64_t user, const char *before,
                          uint32_t limit, uint64_t ticket)
{
    return ask(hand_store, LIST, user, before, limit, ticket);
}

bool felt_hand_store_find(struct felt_hand_store *hand_store, int64_t user, const char *hand_id,
                          uint64_t ticket)
{
    return ask(hand_store, FIND, user, hand_id, 1, ticket);
}

bool felt_hand_store_forget(struct felt_hand_store *hand_store, int64_t user)
{
    return give(hand_store, make(FORGET, user, 0));
}

static struct job *take_job(struct felt_hand_store *hand_store, struct job **first,
                            struct job ***last)
{
    lock(hand_store);
    struct job *job = *first;
    if (job) {
        *first = job->next;
        if (!*first) *last = first;
        felt_assert(hand_store->waiting > 0);
        hand_store->waiting--;
    }
    unlock(hand_store);
    return job;
}

bool felt_hand_store_take(struct felt_hand_store *hand_store, struct felt_hand_store_answer *out)
{
    struct job *job = take_job(hand_store, &hand_store->answered, &hand_store->answered_last);
    if (!job) return false;
    *out = job->answer;
    free(job);
    return true;
}

/* ---- figures --------------------------------------------------------------------------------- */

bool felt_hand_store_count(struct felt_hand_store *hand_store, const struct felt_counted_hand *hand)
{
    felt_assert(hand->seats <= FELT_SEATS_MAX && hand->pairs <= FELT_COUNTED_PAIRS);
    size_t bytes = offsetof(struct felt_counted_hand, pair) + hand->pairs * sizeof hand->pair[0];
    struct job *job = felt_hand_store_number(hand->hand_id) < 0 ? NULL : make(COUNT, 0, bytes);
    if (job) memcpy(job->phh, hand, bytes);
    if (give(hand_store, job)) return true;
    lock(hand_store);
    hand_store->counts.uncounted++;
    unlock(hand_store);
    return false;
}

bool felt_hand_store_seen(struct felt_hand_store *hand_store, int64_t user, const char *address,
                          int32_t day)
{
    size_t bytes = strlen(address);
    if (bytes > FELT_HAND_STORE_ADDRESS_BYTES) return false;
    struct job *job = make(SEEN, user, bytes + 1);
    if (job) {
        job->day = day;
        memcpy(job->phh, address, bytes + 1);
    }
    return give(hand_store, job);
}

bool felt_hand_store_ask(struct felt_hand_store *hand_store,
                         const struct felt_hand_store_question *question, uint64_t ticket)
{
    felt_assert(question->topic < FELT_HAND_STORE_TOPICS);
    struct job *job = make(ASK, question->user, 0);
    if (job) {
        job->question = *question;
        job->answer.ticket = ticket;
    }
    return give(hand_store, job);
}

bool felt_hand_store_take_findings(struct felt_hand_store *hand_store,
                                   struct felt_hand_store_findings *out)
{
    struct job *job = take_job(hand_store, &hand_store->figured, &hand_store->figured_last);
    if (!job) return false;
    *out = job->findings;
    free(job);
    return true;
}

void felt_hand_store_drop(struct felt_hand_store_findings *findings)
{
    free(findings->rows);
    free(findings->hands);
    findings->rows = findings->hands = NULL;
    findings->count = findings->hand_count = 0;
}

void felt_hand_store_counts(struct felt_hand_store *hand_store, struct felt_hand_store_counts *out)
{
    lock(hand_store);
    *out = hand_store->counts;
    unlock(hand_store);
}
