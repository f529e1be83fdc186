/* match_run.c -- see match_run.h.
 *
 * Job j plays groups of pairing j % pairings: those of chunk j / pairings that were not played in
 * an earlier run.  Chunks begin at multiples of their size, whatever --hands was before, and the
 * sequential test looks at a score only where a whole chunk has ended: a match that was broken off
 * looks at the same scores as one that was not. */
#include "cli/match/match_run.h"

#include "cli/match/match_hands.h"
#include "cli/match/match_store.h"
#include "command/term.h"
#include "felt/assert.h"
#include "felt/jobs.h"
#include "os/thread_pool.h"

#include <errno.h>
#include <signal.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Saved soon for the first time, then less and less often. */
enum { SAVE_FIRST_MS = 200, SAVE_EVERY_MS = 5000 };

/* A signal handler has no argument: the one variable that lives outside of any function.  Workers
 * read it too. */
static atomic_int interrupted;
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler cannot wait for a lock");

static void interrupt(int number)
{
    (void)number;
    atomic_store_explicit(&interrupted, 1, memory_order_relaxed);
}

static bool is_interrupted(void)
{
    return atomic_load_explicit(&interrupted, memory_order_relaxed) != 0;
}

struct runner {
    struct felt_cli_match_run *run;
    const struct felt_cli_match_plan *plan;
    uint64_t *start; /* groups of each pairing that were played before; owned              */
    FILE *phh;
    struct felt_cli_match_store store; /* if the plan has a file                               */
    struct felt_progress progress;
    uint64_t jobs;
    int64_t saved_ms, save_after_ms;
};

struct slot {
    struct felt_cli_match_sum sum;
    struct felt_match_watch watch;
    struct felt_match_group group;      /* the last one                                        */
    bool cut;                           /* groups are missing: the match was interrupted       */
    struct felt_cli_match_hands *hands; /* NULL: nobody wants them                             */
};
enum {
    SLOT_BYTES = (sizeof(struct slot) + alignof(max_align_t) - 1) / alignof(max_align_t) *
                 alignof(max_align_t)
};

static void fail(struct felt_cli_match_run *run, enum felt_cli_match_end end, const char *what,
                 const char *why)
{
    (void)felt_args_refuse(run->plan->args, "%s%s%s", what, why ? ": " : "", why ? why : "");
    run->end = end;
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- jobs ------------------------------------------------------------------------------------ */

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static bool open_slot(void *self, void *memory)
{
    const struct runner *runner = self;
    struct slot *slot = memory;
    const struct felt_cli_match_plan *plan = runner->plan;
    slot->hands = runner->phh ? felt_cli_match_hands_open() : NULL;
    if (runner->phh && slot->hands == NULL) return false;
    slot->watch = slot->hands ? slot->hands->watch : (struct felt_match_watch){0};
    /* A file has them in any case: whoever goes on may ask. */
    if (plan->manners || plan->resume) slot->watch.manners = slot->sum.manners;
    if (plan->probing) felt_probe_init(&plan->probe, (char *)memory + SLOT_BYTES);
    return true;
}

static void close_slot(void *self, void *memory)
{
    (void)self;
    felt_cli_match_hands_close(((struct slot *)memory)->hands);
}

static void work(void *self, uint64_t job, void *memory)
{
    const struct runner *runner = self;
    const struct felt_cli_match_plan *plan = runner->plan;
    struct slot *slot = memory;
    uint64_t pairings = (uint64_t)plan->pairings, pairing = job % pairings;
    const struct felt_match *match = &plan->match[pairing];
    uint64_t from = job / pairings * plan->chunk, end = smaller(from + plan->chunk, plan->groups);
    if (slot->hands) {
        uint64_t before = from * pairings + pairing * (end - from);
        felt_cli_match_hands_begin(slot->hands, match, before * plan->hands + 1);
    }
    memset(&slot->sum, 0, sizeof slot->sum);
    slot->group.stopped = false;
    slot->cut = false;
    if (from < runner->start[pairing]) from = runner->start[pairing];
    for (uint64_t group = from; group < end; group++) {
        slot->cut = is_interrupted();
        if (slot->cut) return;
        if (plan->probing)
            felt_probe_play(&plan->probe, group, (char *)memory + SLOT_BYTES, &slot->watch,
                            &slot->group);
        else
            felt_match_play(match, group, (char *)memory + SLOT_BYTES, &slot->watch, &slot->group);
        if (slot->group.stopped) return;
        felt_cli_match_sum_add(&slot->sum, &slot->group, match->players);
    }
}

/* ---- taking ---------------------------------------------------------------------------------- */

static bool save(struct runner *runner)
{
    struct felt_cli_match_file file = runner->plan->file;
    struct felt_complaint complaint = {0};
    file.sum = runner->run->sum;
    file.plan = runner->run->interval_plan;
    runner->saved_ms = now_ms();
    if (felt_cli_match_store_save(&runner->store, &file, &complaint) == FELT_OK) return true;
    fail(runner->run, FELT_CLI_MATCH_FAILED, runner->plan->resume, complaint.text);
    return false;
}

static bool take_hands(struct runner *runner, const struct felt_cli_match_hands *hands)
{
    runner->run->left_out += hands->left_out;
    if (hands->no_memory) {
        fail(runner->run, FELT_CLI_MATCH_FAILED, "out of memory; free some and try again", NULL);
        return false;
    }
    if (fwrite(hands->text, 1, hands->used, runner->phh) == hands->used) return true;
    fail(runner->run, FELT_CLI_MATCH_FAILED, runner->plan->phh, strerror(errno));
    return false;
}

enum felt_verdict felt_cli_match_run_verdict(const struct felt_cli_match_run *run)
{
    felt_assert(run->plan->has_sprt);
    struct felt_sprt sprt = felt_cli_match_plan_sprt(run->plan);
    return felt_sprt_verdict(&sprt, &run->sum[0].line[0].adjusted);
}

/* Has the test come to an end, at a moment at which it looks? */
static bool is_decided(const struct felt_cli_match_run *run)
{
    const struct felt_cli_match_plan *plan = run->plan;
    return plan->has_sprt && run->sum[0].groups % plan->chunk == 0 &&
           felt_cli_match_run_verdict(run) != FELT_VERDICT_OPEN;
}

static bool take(void *self, uint64_t job, void *memory)
{
    struct runner *runner = self;
    struct felt_cli_match_run *run = runner->run;
    const struct felt_cli_match_plan *plan = runner->plan;
    const struct slot *slot = memory;
    uint64_t pairing = job % (uint64_t)plan->pairings;
    if (slot->group.stopped) {
        felt_progress_end(&runner->progress);
        fail(run, FELT_CLI_MATCH_FAILED, slot->group.complaint.text, NULL);
        return false;
    }
    if (slot->hands && !take_hands(runner, slot->hands)) return false;
    felt_cli_match_sum_merge(&run->sum[pairing], &slot->sum, plan->match[pairing].players);
    (void)felt_progress_tick(&runner->progress, (double)(job + 1) / (double)runner->jobs);
    if (is_decided(run)) {
        run->end = FELT_CLI_MATCH_DECIDED;
        return false;
    }
    /* What a job that was cut short has is whole groups, without a gap: they count. */
    if (slot->cut || (is_interrupted() && job + 1 < runner->jobs)) {
        run->end = FELT_CLI_MATCH_INTERRUPTED;
        return false;
    }
    if (plan->resume == NULL || now_ms() - runner->saved_ms < runner->save_after_ms) return true;
    runner->save_after_ms *= 2;
    if (runner->save_after_ms > SAVE_EVERY_MS) runner->save_after_ms = SAVE_EVERY_MS;
    return save(runner);
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static const int signals[] = {SIGINT, SIGTERM};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

/* Signals that are ignored stay so: whoever started us wanted that. */
static void catch_signals(struct sigaction before[SIGNALS])
{
    struct sigaction action = {.sa_handler = interrupt};
    sigemptyset(&action.sa_mask);
    action.sa_flags = (int)SA_RESETHAND; /* the second one ends the program at once */
    for (int i = 0; i < SIGNALS; i++) {
        (void)sigaction(signals[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN) (void)sigaction(signals[i], &action, NULL);
    }
}

static void release_signals(const struct sigaction before[SIGNALS])
{
    for (int i = 0; i < SIGNALS; i++) (void)sigaction(signals[i], &before[i], NULL);
}

/* Nothing was played yet.  A name that is wrong is a mistake of whoever typed it, a full disk is
 * not. */
static enum felt_cli_match_end end_of(enum felt_status status)
{
    return status == FELT_FULL ? FELT_CLI_MATCH_FAILED : FELT_CLI_MATCH_REFUSED;
}

static bool refuse_file(struct felt_cli_match_run *run, enum felt_status status,
                        const struct felt_complaint *complaint)
{
    const char *advice = status == FELT_FULL       ? ""
                         : status == FELT_BAD_NAME ? "; name another file"
                                                   : "; name another file, or remove it to begin "
                                                     "anew";
    (void)felt_args_refuse(run->plan->args, "--resume %s: %s%s", run->plan->resume, complaint->text,
                           advice);
    run->end = end_of(status);
    return false;
}

/* Goes on where the file ends, and shows that it can be written. */
static bool load(struct runner *runner)
{
    struct felt_cli_match_run *run = runner->run;
    const char *name = runner->plan->resume;
    struct felt_cli_match_file file = runner->plan->file;
    struct felt_complaint complaint = {0};
    bool exists;
    file.sum = run->sum;
    enum felt_status status = felt_cli_match_store_find(&runner->store, name, &complaint);
    if (status != FELT_OK) return refuse_file(run, status, &complaint);
    status = felt_cli_match_store_lock(&runner->store, &complaint);
    if (status != FELT_OK) {
        fail(run, end_of(status), name, complaint.text);
        return false;
    }
    status = felt_cli_match_store_load(&runner->store, &file, &exists, &complaint);
    if (status != FELT_OK) return refuse_file(run, status, &complaint);
    if (exists)
        run->interval_plan = file.plan;
    else
        file.plan = run->interval_plan;
    status = felt_cli_match_store_save(&runner->store, &file, &complaint);
    runner->saved_ms = now_ms();
    if (status == FELT_OK) return true;
    fail(run, end_of(status), name, complaint.text);
    return false;
}

static bool open_phh(struct runner *runner)
{
    const char *why = NULL;
    runner->phh = felt_cli_match_hands_create(runner->plan->phh, &why);
    if (runner->phh) return true;
    (void)felt_args_refuse(runner->plan->args, "--phh %s: %s", runner->plan->phh, why);
    runner->run->end = FELT_CLI_MATCH_REFUSED;
    return false;
}

static void play(struct runner *runner)
{
    struct felt_cli_match_run *run = runner->run;
    const struct felt_cli_match_plan *plan = runner->plan;
    uint64_t pairings = (uint64_t)plan->pairings, least = UINT64_MAX;
    size_t bytes = 0;
    for (uint64_t i = 0; i < pairings; i++) {
        size_t needed =
            plan->probing ? felt_probe_bytes(&plan->probe) : felt_match_bytes(&plan->match[i]);
        if (needed > bytes) bytes = needed;
        runner->start[i] = run->sum[i].groups;
        least = smaller(least, run->sum[i].groups);
    }
    runner->jobs = (plan->groups + plan->chunk - 1) / plan->chunk * pairings;
    struct felt_jobs jobs = {.first = smaller(least / plan->chunk * pairings, runner->jobs),
                             .end = runner->jobs,
                             .slot_bytes = SLOT_BYTES + bytes,
                             .self = runner,
                             .open = open_slot,
                             .close = close_slot,
                             .work = work,
                             .take = take};
    if (is_decided(run)) {
        run->end = FELT_CLI_MATCH_DECIDED;
        return;
    }
    bool good = jobs.first == jobs.end || felt_thread_pool_run(plan->threads, &jobs);
    felt_progress_end(&runner->progress);
    if (!good) fail(run, FELT_CLI_MATCH_FAILED, "out of memory; free some and try again", NULL);
}

/* Signals are noted before there is a file: whoever sees one may send them. */
void felt_cli_match_run(struct felt_cli_match_run *run, const struct felt_cli_match_plan *plan)
{
    struct sigaction before[SIGNALS];
    catch_signals(before);
    struct runner runner = {.run = run,
                            .plan = plan,
                            .store.lock = -1,
                            .progress = felt_progress_make(),
                            .save_after_ms = SAVE_FIRST_MS};
    *run = (struct felt_cli_match_run){.plan = plan, .interval_plan = plan->file.plan};
    run->sum = calloc((size_t)plan->pairings, sizeof *run->sum);
    runner.start = calloc((size_t)plan->pairings, sizeof *runner.start);
    if (run->sum == NULL || runner.start == NULL)
        fail(run, FELT_CLI_MATCH_FAILED, "out of memory; free some and try again", NULL);
    else if ((plan->resume == NULL || load(&runner)) && (plan->phh == NULL || open_phh(&runner))) {
        play(&runner);
        if (plan->resume && run->end != FELT_CLI_MATCH_FAILED) (void)save(&runner);
    }
    if (runner.phh && fclose(runner.phh) != 0 && run->end != FELT_CLI_MATCH_FAILED)
        fail(run, FELT_CLI_MATCH_FAILED, plan->phh, strerror(errno));
    felt_cli_match_store_close(&runner.store);
    release_signals(before);
    free(runner.start);
}

void felt_cli_match_run_close(struct felt_cli_match_run *run)
{
    free(run->sum);
    run->sum = NULL;
}
