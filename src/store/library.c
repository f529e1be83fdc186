/* library.c -- see library.h: one thread, one queue.
 *
 * The thread takes whatever waits, up to a batch, and does it in one transaction in the order in
 * which it was given: so a question sees what was kept before it (Y2), and many hands that end at
 * once cost one commit.  A batch that fails is lost and said once; one that meets a damaged file is
 * done again on the fresh one.
 *
 * A job counts as waiting until it is done, a question until its answer was taken: nothing here
 * grows without a bound, whoever is slow. */
#include "felt/assert.h"
#include "store/library_parts.h"

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
    int32_t day;              /* SEEN                                                            */
    struct felt_hand_row row; /* KEEP; hand_id of LIST (before) and FIND            */
    struct felt_library_answer answer;
    struct felt_library_question question; /* ASK                                               */
    struct felt_library_findings findings;
    size_t bytes;
    _Alignas(int64_t) char phh[]; /* KEEP; SEEN: the address; COUNT: the hand */
};

struct felt_library {
    struct felt_library_config config;
    pthread_t thread;
    /* of the thread */
    struct felt_library_file *file;
    bool troubled; /* the last batch failed, and that was said                                   */
    /* under the lock */
    pthread_mutex_t lock;
    pthread_cond_t work;
    bool closing;
    uint32_t waiting;
    struct job *first, **last;             /* given                                               */
    struct job *answered, **answered_last; /* to be taken                                        */
    struct job *figured, **figured_last;   /* the same, of ASK                                   */
    struct felt_library_counts counts;
};

static void lock(struct felt_library *library)
{
    felt_assert(pthread_mutex_lock(&library->lock) == 0);
}

static void unlock(struct felt_library *library)
{
    felt_assert(pthread_mutex_unlock(&library->lock) == 0);
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
    felt_library_drop(&job->findings);
}

/* Figures, and who met whom: once for each hand. */
static void count_hand(struct felt_library_file *file, const struct felt_counted_hand *hand)
{
    if (felt_library_file_count(file, hand)) felt_library_file_count_pairs(file, hand);
}

static void find_figures(struct felt_library_file *file, struct job *job)
{
    job->findings = (struct felt_library_findings){.topic = job->question.topic};
    if (job->question.topic == FELT_LIBRARY_PAIRS)
        felt_library_file_pairs(file, &job->question, &job->findings);
    else
        felt_library_file_figures(file, &job->question, &job->findings);
}

/* ---- the thread ------------------------------------------------------------------------------ */

static void do_job(struct felt_library_file *file, struct job *job)
{
    uint64_t ticket = job->answer.ticket;
    if (is_question(job)) drop_answer(job); /* of a try before this one */
    switch (job->kind) {
    case KEEP: felt_library_file_keep(file, job->user, &job->row, job->phh, job->bytes); break;
    case FORGET: felt_library_file_forget(file, job->user); break;
    case LIST:
        felt_library_file_list(file, job->user, job->row.hand_id, job->limit, &job->answer);
        break;
    case FIND: felt_library_file_find(file, job->user, job->row.hand_id, &job->answer); break;
    case COUNT: count_hand(file, (const struct felt_counted_hand *)(const void *)job->phh); break;
    case SEEN: felt_library_file_seen(file, job->user, job->phh, job->day); break;
    case ASK: find_figures(file, job); break;
    }
    job->answer.ticket = job->findings.ticket = ticket;
}

static enum felt_library_result try_batch(struct felt_library_file *file, struct job *const *job,
                                          int count)
{
    felt_library_file_begin(file);
    for (int i = 0; i < count; i++) do_job(file, job[i]);
    return felt_library_file_commit(file);
}

static void say(const struct felt_library *library, const char *level, const char *what,
                const char *why)
{
    char line[LINE_BYTES];
    if (!library->config.log) return;
    (void)snprintf(line, sizeof line, "hands: %s%s%s", what, *why ? ": " : "", why);
    library->config.log(library->config.self, level, line);
}

/* True: it was done. */
static bool do_batch(struct felt_library *library, struct job *const *job, int count)
{
    enum felt_library_result result = try_batch(library->file, job, count);
    if (result == FELT_LIBRARY_DAMAGED && felt_library_file_replace(library->file))
        result = try_batch(library->file, job, count);
    bool done = result == FELT_LIBRARY_DONE;
    if (!done && !library->troubled)
        say(library, "error", "the library cannot be written, hands are lost",
            felt_library_file_why(library->file));
    if (done && library->troubled) say(library, "info", "the library is written again", "");
    library->troubled = !done;
    return done;
}

static void put_answer(struct felt_library *library, struct job *job, bool done)
{
    struct job ***last = job->kind == ASK ? &library->figured_last : &library->answered_last;
    library->counts.found++;
    job->findings.failed = !done;
    job->next = NULL;
    **last = job;
    *last = &job->next;
}

static void count_job(struct felt_library_counts *counts, enum job_kind kind, bool done)
{
    if (kind == KEEP && done) counts->kept++;
    if (kind == KEEP && !done) counts->lost++;
    if (kind == COUNT && done) counts->counted++;
    if (kind == COUNT && !done) counts->uncounted++;
}

/* With the lock.  True: somebody has to be woken. */
static bool end_batch(struct felt_library *library, struct job *const *job, int count, bool done)
{
    bool was_empty = library->answered == NULL, had_none = library->figured == NULL;
    for (int i = 0; i < count; i++) {
        if (is_question(job[i])) {
            put_answer(library, job[i], done);
            continue;
        }
        count_job(&library->counts, job[i]->kind, done);
        felt_assert(library->waiting > 0);
        library->waiting--;
        free(job[i]);
    }
    return (was_empty && library->answered) || (had_none && library->figured);
}

static int take_batch(struct felt_library *library, struct job *out[BATCH_MAX])
{
    int count = 0;
    while (library->first && count < BATCH_MAX) {
        out[count++] = library->first;
        library->first = library->first->next;
    }
    if (!library->first) library->last = &library->first;
    return count;
}

static void *work(void *self)
{
    struct felt_library *library = self;
    struct job *job[BATCH_MAX];
    lock(library);
    for (;;) {
        while (!library->first && !library->closing)
            felt_assert(pthread_cond_wait(&library->work, &library->lock) == 0);
        int count = take_batch(library, job);
        if (count == 0) break; /* closing, and everything is done */
        unlock(library);
        bool done = do_batch(library, job, count);
        lock(library);
        if (!end_batch(library, job, count, done) || !library->config.wake) continue;
        unlock(library);
        library->config.wake(library->config.self);
        lock(library);
    }
    unlock(library);
    return NULL;
}

/* ---- opening and closing --------------------------------------------------------------------- */

/* Signals from outside are for the main thread. */
static bool start(struct felt_library *library)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0) return false;
    bool started = pthread_create(&library->thread, NULL, work, library) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

enum felt_status felt_library_open(const struct felt_library_config *config,
                                   struct felt_library **out, struct felt_complaint *complaint)
{
    felt_assert(config->hands_max > 0);
    felt_assert(config->waiting_max > 0);
    struct felt_library *library = calloc(1, sizeof *library);
    if (!library) return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "no memory");
    library->config = *config;
    char *name = strdup(config->file);
    library->config.file = name;
    library->last = &library->first;
    library->answered_last = &library->answered;
    library->figured_last = &library->figured;
    (void)pthread_mutex_init(&library->lock, NULL);
    (void)pthread_cond_init(&library->work, NULL);
    enum felt_status status =
        name ? felt_library_file_open(&library->config, &library->file, complaint)
             : felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "no memory");
    if (status == FELT_OK && !start(library))
        status = felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                               "no thread can be started for the library of hands");
    if (status == FELT_OK) {
        *out = library;
        return FELT_OK;
    }
    felt_library_file_close(library->file);
    (void)pthread_cond_destroy(&library->work);
    (void)pthread_mutex_destroy(&library->lock);
    free(name);
    free(library);
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

void felt_library_close(struct felt_library *library)
{
    if (!library) return;
    lock(library);
    library->closing = true;
    felt_assert(pthread_cond_signal(&library->work) == 0);
    unlock(library);
    felt_assert(pthread_join(library->thread, NULL) == 0);
    felt_library_file_close(library->file);
    drop_all(library->answered);
    drop_all(library->figured);
    (void)pthread_cond_destroy(&library->work);
    (void)pthread_mutex_destroy(&library->lock);
    free((char *)(uintptr_t)library->config.file);
    free(library);
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
static bool give(struct felt_library *library, struct job *job)
{
    lock(library);
    felt_assert(!library->closing);
    bool taken = job != NULL && library->waiting < library->config.waiting_max;
    if (taken) {
        library->waiting++;
        *library->last = job;
        library->last = &job->next;
        felt_assert(pthread_cond_signal(&library->work) == 0);
    }
    unlock(library);
    if (!taken) free(job);
    return taken;
}

bool felt_library_keep(struct felt_library *library, int64_t user, const struct felt_hand_row *row,
                       const char *phh, size_t bytes)
{
    struct job *job = felt_library_number(row->hand_id) < 0 ? NULL : make(KEEP, user, bytes);
    if (job) {
        job->row = *row;
        memcpy(job->phh, phh, bytes);
    }
    if (give(library, job)) return true;
    lock(library);
    library->counts.lost++;
    unlock(library);
    return false;
}

static bool ask(struct felt_library *library, enum job_kind kind, int64_t user, const char *hand_id,
                uint32_t limit, uint64_t ticket)
{
    struct job *job = make(kind, user, 0);
    if (job) {
        job->limit = limit;
        job->answer.ticket = ticket;
        (void)snprintf(job->row.hand_id, sizeof job->row.hand_id, "%s", hand_id);
    }
    return give(library, job);
}

bool felt_library_list(struct felt_library *library, int64_t user, const char *before,
                       uint32_t limit, uint64_t ticket)
{
    return ask(library, LIST, user, before, limit, ticket);
}

bool felt_library_find(struct felt_library *library, int64_t user, const char *hand_id,
                       uint64_t ticket)
{
    return ask(library, FIND, user, hand_id, 1, ticket);
}

bool felt_library_forget(struct felt_library *library, int64_t user)
{
    return give(library, make(FORGET, user, 0));
}

static struct job *take_job(struct felt_library *library, struct job **first, struct job ***last)
{
    lock(library);
    struct job *job = *first;
    if (job) {
        *first = job->next;
        if (!*first) *last = first;
        felt_assert(library->waiting > 0);
        library->waiting--;
    }
    unlock(library);
    return job;
}

bool felt_library_take(struct felt_library *library, struct felt_library_answer *out)
{
    struct job *job = take_job(library, &library->answered, &library->answered_last);
    if (!job) return false;
    *out = job->answer;
    free(job);
    return true;
}

/* ---- figures --------------------------------------------------------------------------------- */

bool felt_library_count(struct felt_library *library, const struct felt_counted_hand *hand)
{
    felt_assert(hand->seats <= FELT_SEATS_MAX && hand->pairs <= FELT_COUNTED_PAIRS);
    size_t bytes = offsetof(struct felt_counted_hand, pair) + hand->pairs * sizeof hand->pair[0];
    struct job *job = felt_library_number(hand->hand_id) < 0 ? NULL : make(COUNT, 0, bytes);
    if (job) memcpy(job->phh, hand, bytes);
    if (give(library, job)) return true;
    lock(library);
    library->counts.uncounted++;
    unlock(library);
    return false;
}

bool felt_library_seen(struct felt_library *library, int64_t user, const char *address, int32_t day)
{
    size_t bytes = strlen(address);
    if (bytes > FELT_LIBRARY_ADDRESS_BYTES) return false;
    struct job *job = make(SEEN, user, bytes + 1);
    if (job) {
        job->day = day;
        memcpy(job->phh, address, bytes + 1);
    }
    return give(library, job);
}

bool felt_library_ask(struct felt_library *library, const struct felt_library_question *question,
                      uint64_t ticket)
{
    felt_assert(question->topic < FELT_LIBRARY_TOPICS);
    struct job *job = make(ASK, question->user, 0);
    if (job) {
        job->question = *question;
        job->answer.ticket = ticket;
    }
    return give(library, job);
}

bool felt_library_take_findings(struct felt_library *library, struct felt_library_findings *out)
{
    struct job *job = take_job(library, &library->figured, &library->figured_last);
    if (!job) return false;
    *out = job->findings;
    free(job);
    return true;
}

void felt_library_drop(struct felt_library_findings *findings)
{
    free(findings->rows);
    free(findings->hands);
    findings->rows = findings->hands = NULL;
    findings->count = findings->hand_count = 0;
}

void felt_library_counts(struct felt_library *library, struct felt_library_counts *out)
{
    lock(library);
    *out = library->counts;
    unlock(library);
}
