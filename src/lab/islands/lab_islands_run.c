/* lab_islands_run.c -- see lab_islands_run.h.
 *
 * What takes time (a generation, a merge, the report) is an errand: it runs on a thread while the
 * main thread attends to letters and signals.  Between errands the main thread has everything to
 * itself, so nothing is shared but two flags. */
#include "lab/islands/lab_islands_run.h"

#include "command/exit.h"
#include "lab/archive/lab_out.h"
#include "felt/assert.h"
#include "os/clock.h"
#include "os/thread_pool.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    NAP_MS = 2,
    SAVE_MS = 10000,   /* between two checkpoints of an island                                  */
    GATHER_MS = 15000, /* between two merges                                                    */
    HURRY_MS = 250,    /* how long we wait for others once we were told to end                   */
    LINGER_MS = 50     /* for letters to leave                                                   */
};

static int64_t now_ms(void)
{
    return felt_clock_us() / 1000;
}

void felt_island_complain(const struct felt_island *island, const char *what,
                          const struct felt_complaint *complaint)
{
    (void)felt_args_refuse(island->job->args, "%s: %s", what, complaint->text);
}

static bool is_interrupted(const struct felt_island *island)
{
    return island->orphaned ||
           atomic_load_explicit(island->job->interrupted, memory_order_relaxed) != 0;
}

static bool gathers(const struct felt_island *island)
{
    return felt_islands_gatherer(&island->islands) == island->job->plan.rank;
}

/* ---- attending ---- */

static void write_text(struct felt_island *island)
{
    struct felt_buffer text = felt_buffer_make(island->text, FELT_ARCHIVE_TEXT_MAX);
    if (felt_archive_json_write(&island->own->evolve, island->own->preset, &text) == FELT_OK)
        island->bytes = text.used;
    else
        island->failed = true;
}

/* Letters go on arriving while we merge: what is here by now is set aside.  Of an island that has
 * handed in nothing to us (it has not come that far, or was lost before we gathered) its file is
 * taken, if it is on this machine: so the merged archive never forgets it. */
static void set_aside(struct felt_island *island)
{
    for (int i = 0; i < island->job->plan.count; i++) {
        struct felt_peer *peer = &island->islands.peer[i], *kept = &island->handed_in[i];
        if (peer->text) {
            free(kept->text);
            *kept = *peer;
            peer->text = NULL;
            island->from_disk[i] = false;
        } else if (!kept->text || island->from_disk[i]) {
            size_t bytes = 0;
            char *text = felt_island_saved(island, i, &bytes);
            if (!text) continue;
            free(kept->text);
            *kept = (struct felt_peer){.text = text, .bytes = bytes};
            island->from_disk[i] = true;
        }
    }
}

/* All that was handed in, merged and on disk; not the report, which takes longer. */
static bool merge(struct felt_island *island, struct felt_islands_merged *merged)
{
    struct felt_complaint complaint;
    if (!felt_islands_merge(island->handed_in, island->job->plan.count, island->scratch,
                            island->merged, merged))
        return false;
    if (felt_lab_dir_checkpoint(island->job->dir, island->merged, &complaint)) return true;
    felt_island_complain(island, island->job->dir, &complaint);
    island->failed = true;
    return false;
}

static void nap(void)
{
    const struct timespec time = {.tv_nsec = NAP_MS * 1000000L};
    (void)nanosleep(&time, NULL);
}

static void poll_for(struct felt_island *island, int64_t ms)
{
    int64_t end = now_ms() + ms;
    for (int64_t now = end - ms; now < end; now = now_ms()) {
        felt_islands_poll(&island->islands, now);
        nap();
    }
}

/* Told to end: mpirun gives us a second.  What there is after the last generation is saved, while
 * the thread with the next one perhaps still works. */
static void hurry(struct felt_island *island)
{
    struct felt_islands_merged merged;
    island->hurried = true;
    if (island->bytes == 0) return;
    (void)felt_island_save(island);
    (void)felt_islands_hand_in(&island->islands, island->text, island->bytes, true);
    poll_for(island, HURRY_MS);
    if (!gathers(island) || island->merging) return;
    set_aside(island);
    (void)merge(island, &merged);
}

static void look_around(struct felt_island *island)
{
    int64_t now = now_ms();
    felt_islands_poll(&island->islands, now);
    /* A mpirun that is told twice to end ends without a word to us; MPI ends us seconds later. */
    if (island->job->parent && getppid() != island->job->parent) island->orphaned = true;
    bool late = island->job->limit_ms && now - island->start_ms >= island->job->limit_ms;
    /* If all is done, others took us for lost: what we have is in our file. */
    if (late || is_interrupted(island) || island->islands.done) atomic_store(&island->stop, 1);
    for (int i = 0; i < island->job->plan.count && gathers(island); i++) {
        bool gone = felt_islands_gone(&island->islands, i);
        if (gone && !island->told[i] && !island->islands.peer[i].ended)
            fprintf(stderr, "felt-lab-mpi: island %d is silent; going on without it\n", i);
        island->told[i] = gone;
    }
}

struct errand {
    struct felt_island *island;
    bool (*work)(struct felt_island *island);
    bool good;
    atomic_int done;
};

static void *go(void *self)
{
    struct errand *errand = self;
    errand->good = errand->work(errand->island);
    atomic_store(&errand->done, 1);
    return NULL;
}

static bool attend(struct felt_island *island, bool (*work)(struct felt_island *island))
{
    struct errand errand = {.island = island, .work = work};
    pthread_t thread;
    if (pthread_create(&thread, NULL, go, &errand) != 0) return work(island);
    while (!atomic_load(&errand.done)) {
        look_around(island);
        if (is_interrupted(island) && !island->hurried) hurry(island);
        nap();
    }
    (void)pthread_join(thread, NULL);
    return errand.good;
}

static bool attend_merging(struct felt_island *island, bool (*work)(struct felt_island *island))
{
    set_aside(island);
    island->merging = true;
    bool good = attend(island, work);
    island->merging = false;
    return good;
}

/* ---- errands ---- */

static bool keep_on(void *self, uint32_t done, uint32_t of)
{
    const struct felt_island *island = self;
    (void)done;
    (void)of;
    return atomic_load(&island->stop) == 0;
}

static bool run_pool(void *threads, const struct felt_jobs *jobs)
{
    return felt_thread_pool_run(*(const int *)threads, jobs);
}

static struct felt_evolve_pool pool_of(struct felt_island *island, int *threads)
{
    *threads = island->job->threads;
    return (struct felt_evolve_pool){
        .runner = run_pool, .pool = threads, .tick = keep_on, .self = island};
}

static bool begin(struct felt_island *island)
{
    int threads;
    struct felt_evolve_pool pool = pool_of(island, &threads);
    struct felt_evolve_plan plan = island->own->evolve.plan;
    return felt_evolve_begin(&island->own->evolve, &plan, &pool);
}

static bool step(struct felt_island *island)
{
    int threads;
    struct felt_evolve_pool pool = pool_of(island, &threads);
    return felt_evolve_step(&island->own->evolve, &pool);
}

static void tell_how_it_stands(const struct felt_progress_point *point,
                               const struct felt_islands_merged *merged)
{
    fprintf(stderr, "felt-lab-mpi: %.0f s, %d island%s, generation %u", point->seconds,
            merged->islands, merged->islands == 1 ? "" : "s", (unsigned)point->generation);
    if (merged->generation_min < point->generation)
        fprintf(stderr, " (slowest %u)", (unsigned)merged->generation_min);
    fprintf(stderr, ", %u elites, %u good, best %.3f\n", (unsigned)point->elites,
            (unsigned)point->good, point->best);
    if (merged->damaged)
        fprintf(stderr, "felt-lab-mpi: %d archive%s handed in could not be read\n", merged->damaged,
                merged->damaged == 1 ? " that was" : "s that were");
}

/* A line of progress.jsonl, if there is anything new: generations rise there. */
static void note_progress(struct felt_island *island, const struct felt_islands_merged *merged,
                          bool done)
{
    struct felt_lab_archive *all = island->merged;
    struct felt_complaint complaint;
    double seconds = (double)(now_ms() - island->start_ms) / 1000;
    struct felt_progress_point point = felt_lab_point(&all->evolve, island->before_s + seconds);
    tell_how_it_stands(&point, merged);
    bool fresh = !all->points || point.generation > all->point[all->points - 1].generation;
    if (fresh && !felt_lab_archive_add(all, &point)) return;
    if ((fresh || done) && !felt_lab_dir_point(island->job->dir, &point, done, &complaint))
        felt_island_complain(island, island->job->dir, &complaint);
}

static bool gather_and(struct felt_island *island, bool done)
{
    struct felt_islands_merged merged;
    if (!merge(island, &merged)) return false;
    note_progress(island, &merged, done);
    return true;
}

static bool gather(struct felt_island *island)
{
    return gather_and(island, false);
}

/* Everything that felt lab evolve leaves behind. */
static bool publish(struct felt_island *island)
{
    struct felt_complaint complaint;
    if (!gather_and(island, true)) return false;
    if (felt_lab_out_write(island->job->dir, island->merged, island->job->threads, &complaint))
        return true;
    felt_island_complain(island, island->job->dir, &complaint);
    island->failed = true;
    return false;
}

/* ---- generations ---- */

static bool is_over(const struct felt_island *island)
{
    const struct felt_island_job *job = island->job;
    return atomic_load(&island->stop) || island->failed ||
           (job->generations && island->own->evolve.counts.generation >= job->generations);
}

/* Sends, waits if we are in step, and invites those that came. */
static void migrate(struct felt_island *island)
{
    struct felt_islands *islands = &island->islands;
    struct felt_evolve *evolve = &island->own->evolve;
    uint32_t generation = evolve->counts.generation;
    bool due = felt_islands_due(islands, generation, now_ms());
    while (due && !felt_islands_send(islands, evolve, now_ms())) {
        look_around(island);
        if (atomic_load(&island->stop) || !islands->plan.in_step) return;
        nap();
    }
    if (!due && islands->plan.in_step) return;
    while (!felt_islands_ready(islands, generation)) {
        look_around(island);
        if (atomic_load(&island->stop)) return;
        nap();
    }
    bool missed = islands->counts.missed > 0;
    (void)felt_islands_admit(islands, evolve);
    if (!missed && islands->counts.missed)
        fprintf(stderr,
                "felt-lab-mpi: island %d goes on without games of island %d; another run like this "
                "one may end otherwise\n",
                islands->plan.rank,
                (islands->plan.rank + islands->plan.count - 1) % islands->plan.count);
}

/* After a generation: what there is goes to disk and to whoever gathers, every so often. */
static void report(struct felt_island *island, int64_t *saved_ms, int64_t *gathered_ms)
{
    int64_t now = now_ms();
    write_text(island);
    if (*saved_ms < 0 || now - *saved_ms >= SAVE_MS) {
        (void)felt_island_save(island);
        *saved_ms = now;
    }
    if (*gathered_ms >= 0 && now - *gathered_ms < GATHER_MS) return;
    *gathered_ms = now;
    (void)felt_islands_hand_in(&island->islands, island->text, island->bytes, false);
    if (gathers(island) && !island->islands.done) (void)attend_merging(island, gather);
}

static void evolve_on(struct felt_island *island)
{
    int64_t saved_ms = -1, gathered_ms = -1;
    report(island, &saved_ms, &gathered_ms);
    while (!is_over(island)) {
        if (!attend(island, step)) {
            if (atomic_load(&island->stop)) return;
            (void)felt_args_refuse(island->job->args, "out of memory; free some and try again");
            island->failed = true;
            return;
        }
        migrate(island);
        /* An interrupted wait leaves a generation without its guests: the one before is kept. */
        if (!island->hurried && !is_interrupted(island)) report(island, &saved_ms, &gathered_ms);
    }
}

/* ---- the end ---- */

static bool all_ended(const struct felt_island *island)
{
    for (int i = 0; i < island->job->plan.count; i++)
        if (!island->islands.peer[i].ended && !felt_islands_gone(&island->islands, i)) return false;
    return true;
}

/* Hands in what there is, and stays until it is merged.  If whoever gathers is gone, the next one
 * does. */
static void end(struct felt_island *island)
{
    struct felt_islands *islands = &island->islands;
    int64_t since = now_ms();
    int given_to = -1;
    if (!island->hurried) (void)felt_island_save(island);
    for (;;) {
        look_around(island);
        int gatherer = felt_islands_gatherer(islands);
        if (gatherer != given_to &&
            felt_islands_hand_in(islands, island->text, island->bytes, true))
            given_to = gatherer;
        if (islands->done) break;
        bool patient = !is_interrupted(island) || now_ms() - since < HURRY_MS;
        if (gatherer == island->job->plan.rank && (all_ended(island) || !patient)) {
            if (!attend_merging(island, publish)) island->failed = true;
            felt_islands_tell_all(islands, FELT_LETTER_DONE, "", 0);
            break;
        }
        if (!patient) break;
        nap();
    }
    poll_for(island, LINGER_MS);
}

static void sum_up(const struct felt_island *island)
{
    const struct felt_evolve *evolve = &island->merged->evolve;
    const struct felt_islands_counts *counts = &island->islands.counts;
    uint16_t good[FELT_GOOD_MAX];
    printf(
        "%d island%s, %llu games made, %llu measured in full: %u elites, %d distinct good games\n"
        "felt lab show %s lists them\n",
        island->job->plan.count, island->job->plan.count == 1 ? "" : "s",
        (unsigned long long)evolve->counts.made, (unsigned long long)evolve->counts.measured,
        (unsigned)evolve->archive.count, felt_archive_good(&evolve->archive, evolve->floor, good),
        island->job->dir);
    if (counts->refused)
        fprintf(stderr, "felt-lab-mpi: %llu letters or games were not in order\n",
                (unsigned long long)counts->refused);
}

/* ---- all of it ---- */

/* Rank 0 looks at the directory, and all others do as it says. */
static bool may_begin(struct felt_island *island)
{
    struct felt_islands *islands = &island->islands;
    if (island->job->plan.rank == 0) {
        char word = felt_island_look(island);
        felt_islands_tell(islands, FELT_LETTER_BEGIN, &word, 1);
        if (!word) poll_for(island, LINGER_MS);
        return word;
    }
    while (islands->begin < 0 && !felt_islands_gone(islands, 0) && !is_interrupted(island)) {
        felt_islands_poll(islands, now_ms());
        nap();
    }
    return islands->begin == 1;
}

/* The known games could not be measured: there is nothing to be saved. */
static int give_up(struct felt_island *island)
{
    const struct felt_island_job *job = island->job;
    if (job->plan.rank > 0) return FELT_EXIT_FAILED;
    (void)felt_args_refuse(job->args, "%s",
                           atomic_load(&island->stop)
                               ? "ended before the known games were measured; nothing was found"
                               : "out of memory; free some and try again");
    if (!job->resume) felt_lab_dir_forget(job->dir);
    return FELT_EXIT_FAILED;
}

static int run(struct felt_island *island)
{
    bool ready;
    felt_islands_poll(&island->islands, now_ms());
    if (!may_begin(island)) return island->job->plan.rank == 0 ? FELT_EXIT_USAGE : FELT_EXIT_OK;
    if (!felt_island_open(island, &ready)) return FELT_EXIT_FAILED;
    if (!ready && !attend(island, begin)) return give_up(island);
    if (!ready) felt_island_settle(island);
    /* Who goes on sends its last migrants again (lab_islands.c). */
    if (ready && island->job->plan.in_step &&
        island->own->evolve.counts.generation >= island->job->plan.every)
        (void)felt_islands_send(&island->islands, &island->own->evolve, now_ms());
    evolve_on(island);
    end(island);
    if (gathers(island) && !island->failed && !island->islands.done) sum_up(island);
    return island->failed || is_interrupted(island) ? FELT_EXIT_FAILED : FELT_EXIT_OK;
}

int felt_island_run(const struct felt_island_job *job)
{
    int code = FELT_EXIT_FAILED;
    struct felt_island *island = calloc(1, sizeof *island);
    if (island) {
        *island = (struct felt_island){.job = job, .lock = -1, .start_ms = now_ms()};
        island->own = calloc(1, sizeof *island->own);
        island->merged = calloc(1, sizeof *island->merged);
        island->scratch = calloc(1, sizeof *island->scratch);
        island->text = malloc(FELT_ARCHIVE_TEXT_MAX);
    }
    if (island && island->own && island->merged && island->scratch && island->text) {
        felt_islands_init(&island->islands, &job->plan, job->post);
        code = run(island);
        felt_islands_close(&island->islands);
        for (int i = 0; i < job->plan.count; i++) free(island->handed_in[i].text);
    } else {
        (void)felt_args_refuse(job->args, "out of memory; free some and try again");
    }
    if (island) {
        felt_lab_archive_free(island->own);
        felt_lab_archive_free(island->merged);
        felt_lab_archive_free(island->scratch);
        free(island->text);
        if (island->lock >= 0) (void)close(island->lock);
    }
    free(island);
    return code;
}
