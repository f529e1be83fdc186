/* hasher.c -- see hasher.h.
 *
 * Two rings behind one lock: jobs that wait, and results that nobody has taken.  A job is taken in
 * only if there will be room for its result, so a worker never waits for the one who takes:
 *
 *     waiting <= waiting_max,   waiting + at work + done <= waiting_max + threads
 *
 * bcrypt keeps a hash as $2b$COST$SALT..., the setting, followed by the result; crypt_r() takes the
 * whole of an old hash as a setting and writes the same text if the password was right.  Nobody's
 * hash is a setting alone, made when the hasher is opened: it is as much work, and the answer is
 * longer than it, so that no password fits. */
#define _GNU_SOURCE /* explicit_bzero, crypt_r */
#include "os/hasher.h"

#include "base/equal.h"
#include "felt/assert.h"
#include "os/secret.h"

#include <crypt.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    THREADS_MAX = 64,
    COST_MIN = 4,
    COST_MAX = 16,
    SALT_BYTES = 16,
    PREFIX_BYTES = sizeof "$2b$12$" - 1
};

static const char kind_prefix[] = "$2b$";

struct job {
    uint64_t ticket;
    bool verifies;
    char password[FELT_HASHER_PASSWORD_BYTES + 1];
    char hash[FELT_HASHER_HASH_BYTES + 1]; /* to be verified against                             */
};

struct felt_hasher {
    int threads, cost;
    uint32_t waiting_max, done_max;
    void (*wake)(void *self);
    void *self;
    char nobodys[FELT_HASHER_HASH_BYTES + 1]; /* a setting of the usual cost                     */
    pthread_t worker[THREADS_MAX];

    pthread_mutex_t lock;  /* of everything below                                                */
    pthread_cond_t posted; /* there is a job, or the hasher closes                               */
    bool closes;
    struct job *job; /* a ring of waiting_max                                                    */
    uint32_t job_first, waiting;
    uint32_t at_work;
    struct felt_hashed *result; /* a ring of done_max                                            */
    uint32_t result_first, done;
};

/* ---- one password --------------------------------------------------------------------------- */

/* "$2b$12$" */
static void write_prefix(int cost, char out[PREFIX_BYTES + 1])
{
    int length = snprintf(out, PREFIX_BYTES + 1, "%s%02d$", kind_prefix, cost);
    felt_assert(length == PREFIX_BYTES);
}

static bool write_setting(int cost, char out[FELT_HASHER_HASH_BYTES + 1])
{
    char entropy[SALT_BYTES];
    felt_secret_fill(entropy, sizeof entropy);
    const char *made = crypt_gensalt_rn(kind_prefix, (unsigned long)cost, entropy, sizeof entropy,
                                        out, FELT_HASHER_HASH_BYTES + 1);
    explicit_bzero(entropy, sizeof entropy);
    return made != NULL;
}

/* Writes the hash of `password` by `setting`.  False: not a setting, or no memory. */
static bool hash_by(const char *password, const char *setting, struct crypt_data *data,
                    char out[FELT_HASHER_HASH_BYTES + 1])
{
    const char *made = crypt_r(password, setting, data);
    bool good = made && made[0] == '$' && strlen(made) <= FELT_HASHER_HASH_BYTES;
    if (good) memcpy(out, made, strlen(made) + 1);
    explicit_bzero(data, sizeof *data);
    return good;
}

/* A hash that cannot be read is nobody's: it must not answer sooner either. */
static void verify(const char *password, const char *hash, const char *nobodys, int cost,
                   struct crypt_data *data, struct felt_hashed *out)
{
    char made[FELT_HASHER_HASH_BYTES + 1] = "", prefix[PREFIX_BYTES + 1];
    bool somebodys = hash[0] == '$' && hash_by(password, hash, data, made);
    if (!somebodys) {
        bool worked = hash_by(password, nobodys, data, made);
        felt_assert(worked); /* H3 */
    }
    size_t length = strlen(made);
    bool same = length == strlen(hash) && felt_equal(made, hash, length);
    out->good = somebodys && same;
    write_prefix(cost, prefix);
    out->stale = out->good && strncmp(hash, prefix, PREFIX_BYTES) != 0;
    explicit_bzero(made, sizeof made);
}

static void do_job(const struct felt_hasher *hasher, const struct job *job, struct crypt_data *data,
                   struct felt_hashed *out)
{
    char setting[FELT_HASHER_HASH_BYTES + 1];
    *out = (struct felt_hashed){.ticket = job->ticket};
    if (job->verifies) {
        verify(job->password, job->hash, hasher->nobodys, hasher->cost, data, out);
    } else {
        out->good = write_setting(hasher->cost, setting) &&
                    hash_by(job->password, setting, data, out->hash);
    }
}

/* ---- workers -------------------------------------------------------------------------------- */

static void lock(struct felt_hasher *hasher)
{
    int code = pthread_mutex_lock(&hasher->lock);
    felt_assert(code == 0);
}

static void unlock(struct felt_hasher *hasher)
{
    int code = pthread_mutex_unlock(&hasher->lock);
    felt_assert(code == 0);
}

/* False: the hasher closes. */
static bool await_job(struct felt_hasher *hasher, struct job *out)
{
    lock(hasher);
    while (!hasher->closes && hasher->waiting == 0)
        (void)pthread_cond_wait(&hasher->posted, &hasher->lock);
    bool go_on = !hasher->closes;
    if (go_on) {
        struct job *first = &hasher->job[hasher->job_first];
        *out = *first;
        explicit_bzero(first, sizeof *first);
        hasher->job_first = (hasher->job_first + 1) % hasher->waiting_max;
        hasher->waiting--;
        hasher->at_work++;
    }
    unlock(hasher);
    return go_on;
}

static void hand_in(struct felt_hasher *hasher, const struct felt_hashed *result)
{
    lock(hasher);
    felt_assert(hasher->done < hasher->done_max);
    hasher->result[(hasher->result_first + hasher->done) % hasher->done_max] = *result;
    hasher->done++;
    hasher->at_work--;
    unlock(hasher);
    if (hasher->wake) hasher->wake(hasher->self);
}

static void *labour(void *self)
{
    struct felt_hasher *hasher = self;
    struct job job;
    struct felt_hashed result;
    struct crypt_data *data = calloc(1, sizeof *data); /* 32 KB: too much for some stacks */
    felt_assert(data != NULL);
    while (await_job(hasher, &job)) {
        do_job(hasher, &job, data, &result);
        explicit_bzero(&job, sizeof job); /* H2 */
        hand_in(hasher, &result);
    }
    explicit_bzero(&result, sizeof result);
    free(data);
    return NULL;
}

/* Signals from outside are for the thread that knows what to do about them. */
static int hire(struct felt_hasher *hasher, int threads)
{
    static const int own[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
    sigset_t outside, before;
    (void)sigfillset(&outside);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) (void)sigdelset(&outside, own[i]);
    int code = pthread_sigmask(SIG_BLOCK, &outside, &before), hired = 0;
    felt_assert(code == 0);
    while (hired < threads && pthread_create(&hasher->worker[hired], NULL, labour, hasher) == 0)
        hired++;
    code = pthread_sigmask(SIG_SETMASK, &before, NULL);
    felt_assert(code == 0);
    return hired;
}

/* ---- public --------------------------------------------------------------------------------- */

struct felt_hasher *felt_hasher_open(int threads, int cost, uint32_t waiting_max,
                                     void (*wake)(void *self), void *self)
{
    felt_assert(threads >= 1 && threads <= THREADS_MAX);
    felt_assert(cost >= COST_MIN && cost <= COST_MAX);
    felt_assert(waiting_max >= 1 && waiting_max <= UINT32_MAX / 2);
    struct felt_hasher *hasher = calloc(1, sizeof *hasher);
    if (!hasher) return NULL;
    hasher->cost = cost;
    hasher->waiting_max = waiting_max;
    hasher->done_max = waiting_max + (uint32_t)threads;
    hasher->wake = wake;
    hasher->self = self;
    int code = pthread_mutex_init(&hasher->lock, NULL);
    code |= pthread_cond_init(&hasher->posted, NULL);
    felt_assert(code == 0);
    hasher->job = calloc(hasher->waiting_max, sizeof *hasher->job);
    hasher->result = calloc(hasher->done_max, sizeof *hasher->result);
    if (hasher->job && hasher->result && write_setting(cost, hasher->nobodys))
        hasher->threads = hire(hasher, threads);
    if (hasher->threads == threads) return hasher;
    felt_hasher_close(hasher);
    return NULL;
}

void felt_hasher_close(struct felt_hasher *hasher)
{
    if (!hasher) return;
    lock(hasher);
    hasher->closes = true;
    (void)pthread_cond_broadcast(&hasher->posted);
    unlock(hasher);
    for (int i = 0; i < hasher->threads; i++) {
        int code = pthread_join(hasher->worker[i], NULL);
        felt_assert(code == 0);
    }
    int code = pthread_cond_destroy(&hasher->posted);
    code |= pthread_mutex_destroy(&hasher->lock);
    felt_assert(code == 0);
    if (hasher->job) explicit_bzero(hasher->job, hasher->waiting_max * sizeof *hasher->job);
    if (hasher->result) explicit_bzero(hasher->result, hasher->done_max * sizeof *hasher->result);
    free(hasher->job);
    free(hasher->result);
    free(hasher);
}

static bool post(struct felt_hasher *hasher, bool verifies, const char *password, const char *hash,
                 uint64_t ticket)
{
    size_t bytes = strlen(password), hash_bytes = strlen(hash);
    felt_assert(bytes <= FELT_HASHER_PASSWORD_BYTES);
    felt_assert(hash_bytes <= FELT_HASHER_HASH_BYTES);
    lock(hasher);
    bool room = hasher->waiting < hasher->waiting_max &&
                hasher->waiting + hasher->at_work + hasher->done < hasher->done_max; /* H1 */
    if (room) {
        struct job *last =
            &hasher->job[(hasher->job_first + hasher->waiting) % hasher->waiting_max];
        *last = (struct job){.ticket = ticket, .verifies = verifies};
        memcpy(last->password, password, bytes + 1);
        memcpy(last->hash, hash, hash_bytes + 1);
        hasher->waiting++;
        (void)pthread_cond_signal(&hasher->posted);
    }
    unlock(hasher);
    return room;
}

bool felt_hasher_hash(struct felt_hasher *hasher, const char *password, uint64_t ticket)
{
    return post(hasher, false, password, "", ticket);
}

bool felt_hasher_verify(struct felt_hasher *hasher, const char *password, const char *hash,
                        uint64_t ticket)
{
    return post(hasher, true, password, hash, ticket);
}

bool felt_hasher_take(struct felt_hasher *hasher, struct felt_hashed *out)
{
    lock(hasher);
    bool any = hasher->done > 0;
    if (any) {
        struct felt_hashed *first = &hasher->result[hasher->result_first];
        *out = *first;
        explicit_bzero(first, sizeof *first);
        hasher->result_first = (hasher->result_first + 1) % hasher->done_max;
        hasher->done--;
    }
    unlock(hasher);
    return any;
}

bool felt_hasher_now(const char *password, int cost, char out[FELT_HASHER_HASH_BYTES + 1])
{
    felt_assert(strlen(password) <= FELT_HASHER_PASSWORD_BYTES);
    felt_assert(cost >= COST_MIN && cost <= COST_MAX);
    char setting[FELT_HASHER_HASH_BYTES + 1];
    struct crypt_data *data = calloc(1, sizeof *data);
    if (!data) return false;
    bool good = write_setting(cost, setting) && hash_by(password, setting, data, out);
    free(data);
    return good;
}
