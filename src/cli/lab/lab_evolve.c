/* lab_evolve.c -- felt lab evolve: a search for games, kept in a directory (lab_dir.h).
 *
 * Between two generations everything is in memory of struct felt_lab_archive; a checkpoint writes
 * it.  What is asked for by time ends with the generation that is under way, or without it if it
 * takes too long; the archive is always that of a whole number of generations. */
#include "cli/lab/lab_evolve.h"

#include "cli/cli.h"
#include "cli/lab/lab.h"
#include "command/lab_file.h"
#include "lab/lab_names.h"
#include "lab/archive/lab_out.h"
#include "felt/assert.h"
#include "lab/search/operators.h"
#include "os/clock.h"
#include "os/thread_pool.h"

#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    OPTION_PRESET,
    OPTION_MINUTES,
    OPTION_GENERATIONS,
    OPTION_SEED,
    OPTION_THREADS,
    OPTION_OUT,
    OPTION_RESUME,
    OPTION_LOCK,
    OPTION_FROM,
    OPTION_RATINGS,
    OPTION_CANDIDATES,
    OPTION_EFFORT,
    OPTION_JSON,
    OPTION_QUIET,
    OPTIONS
};
enum { GENERATIONS_MAX = 1000000, CHECKPOINT_US = 10000000 };
static const double MINUTES = 10, MINUTES_MAX = 20160, EFFORT_MIN = 0.01, EFFORT_MAX = 100;

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_PRESET] = {"preset", true},
    [OPTION_MINUTES] = {"minutes", true},
    [OPTION_GENERATIONS] = {"generations", true},
    [OPTION_SEED] = {"seed", true},
    [OPTION_THREADS] = {"threads", true},
    [OPTION_OUT] = {"out", true},
    [OPTION_RESUME] = {"resume", true},
    [OPTION_LOCK] = {"lock", true},
    [OPTION_FROM] = {"from", true},
    [OPTION_RATINGS] = {"ratings", true},
    [OPTION_CANDIDATES] = {"candidates", true},
    [OPTION_EFFORT] = {"effort", true},
    [OPTION_JSON] = {"json", false},
    [OPTION_QUIET] = {"quiet", false},
};

static const char help[] =
    "Usage: felt lab evolve [--preset NAME] [--minutes M] [--generations N] [--seed S]\n"
    "                       [--threads T] [--out DIR] [--from GENOME [--lock WORDS]]\n"
    "                       [--ratings DIR] [--candidates N] [--effort X] [--json] [--quiet]\n"
    "       felt lab evolve --resume DIR [--minutes M] [--generations N] ...\n"
    "\n"
    "Searches for new card games that are worth playing: makes them from known ones and from each\n"
    "other, lets players of different strength play them, measures how they play, and keeps the\n"
    "best of each kind.  Everything is written to a directory: the archive, a report to look at\n"
    "in a browser, and for each distinct good game its genome and its rules.\n"
    "\n"
    "  --preset NAME    what is wanted: balanced, strategic, bluffing, party or trick; balanced "
    "if\n"
    "                   not given\n"
    "  --minutes M      how long; 10 if neither this nor --generations is given\n"
    "  --generations N  until there are N generations in all.  Without --minutes the archive is\n"
    "                   then the same for the same seed, byte for byte, on any machine and number\n"
    "                   of threads, and also if it was interrupted and resumed\n"
    "  --seed S         another search; 1 if not given\n"
    "  --threads T      how many work at it; one for each processor if not given\n"
    "  --out DIR        a new directory; lab-SEED-PRESET if not given\n"
    "  --resume DIR     goes on with an archive, also after kill -9; people's ratings that were\n"
    "                   added to it shift its weights\n"
    "  --from GENOME    begins with this game: a file, - for standard input, or a name of felt "
    "lab\n"
    "                   list\n"
    "  --lock WORDS     sections of that game that stay as they are: setup,BettingPhase, ...\n"
    "  --ratings DIR    weights shifted by what people said about games of another archive\n"
    "  --candidates N   games of a generation, 1 to 256; 64 if not given\n"
    "  --effort X       how many games are played to measure one; 1.25 if not given\n"
    "  --json           the summary for a script\n"
    "  --quiet          no progress\n"
    "\n"
    "Ctrl-C ends early and writes everything, with exit code 1; a second one ends at once.\n"
    "\n"
    "Examples:\n"
    "  felt lab evolve --generations 1 --candidates 4 --effort 0.02 --out my-first-lab\n"
    "  felt lab evolve --resume my-first-lab --generations 2\n"
    "  felt lab show my-first-lab\n";

static const struct felt_args_spec spec = {"lab evolve", help, options, OPTIONS};

/* A signal handler has no argument: the one variable that lives outside of any function. */
static atomic_int interrupted;
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler cannot wait for a lock");

static void interrupt(int number)
{
    (void)number;
    atomic_store_explicit(&interrupted, 1, memory_order_relaxed);
}

static bool was_interrupted(void)
{
    return atomic_load_explicit(&interrupted, memory_order_relaxed) != 0;
}

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

/* ---- the search ---- */

struct run {
    const struct felt_args *args;
    const struct felt_cli_lab_wish *wish;
    struct felt_lab_archive *archive;
    struct felt_evolve_pool pool;
    struct felt_cli_lab_display display;
    struct felt_progress_point point; /* of the last whole generation                          */
    int threads;
    int64_t start_us, saved_us;
    double before;  /* seconds of runs before this one                                         */
    double longest; /* seconds of the longest generation so far                                */
    bool begun;     /* known games are measured                                                */
    bool stopped;   /* a generation under way is left, by a signal or because time is over     */
};

static double seconds_of(const struct run *run)
{
    return (double)(felt_clock_us() - run->start_us) / 1e6;
}

/* How much longer than asked for a generation under way may take. */
static double grace(const struct run *run)
{
    return fmin(30, 0.1 * 60 * run->wish->minutes);
}

static bool tick(void *self, uint32_t done, uint32_t of)
{
    struct run *run = self;
    double seconds = seconds_of(run), limit = 60 * run->wish->minutes;
    felt_cli_lab_display_tick(&run->display, &run->archive->evolve, &run->point, seconds, done, of,
                              run->begun);
    run->stopped =
        was_interrupted() || (limit > 0 && run->longest > 0 && seconds > limit + grace(run));
    return !run->stopped;
}

static bool run_pool(void *threads, const struct felt_jobs *jobs)
{
    return felt_thread_pool_run(*(const int *)threads, jobs);
}

/* Is there time for another generation?  The first one is always made. */
static bool goes_on(const struct run *run)
{
    double limit = 60 * run->wish->minutes;
    if (was_interrupted()) return false;
    if (run->wish->generations && run->archive->evolve.counts.generation >= run->wish->generations)
        return false;
    return limit == 0 || run->longest == 0 || seconds_of(run) + run->longest / 2 < limit;
}

static int refuse(struct run *run, const char *text)
{
    felt_cli_lab_display_end(&run->display);
    (void)felt_args_refuse(run->args, "%s: %s", run->wish->path, text);
    return FELT_EXIT_FAILED;
}

/* A file could not be written: what was written before is as it was (D1). */
static int give_up(struct run *run, const char *text)
{
    (void)refuse(run, text);
    fprintf(stderr,
            "felt lab evolve: the last checkpoint is kept; mend that, and go on with: felt lab "
            "evolve --resume %s\n",
            run->wish->path);
    return FELT_EXIT_FAILED;
}

static bool save(struct run *run, struct felt_complaint *complaint)
{
    run->saved_us = felt_clock_us();
    return felt_lab_dir_checkpoint(run->wish->path, run->archive, complaint);
}

/* After a whole generation. */
static bool note(struct run *run, struct felt_complaint *complaint)
{
    run->point = felt_lab_point(&run->archive->evolve, run->before + seconds_of(run));
    if (!felt_lab_archive_add(run->archive, &run->point)) {
        (void)felt_complain(complaint, FELT_FULL, 0, 0, "out of memory; free some and try again");
        return false;
    }
    return felt_lab_dir_point(run->wish->path, &run->point, false, complaint);
}

/* Generation after generation.  False: the complaint says why it cannot go on. */
static bool search(struct run *run, struct felt_complaint *complaint)
{
    while (goes_on(run)) {
        double began = seconds_of(run);
        if (!felt_evolve_step(&run->archive->evolve, &run->pool)) {
            if (run->stopped) break;
            (void)felt_complain(complaint, FELT_FULL, 0, 0,
                                "out of memory; free some and try again");
            return false;
        }
        run->longest = fmax(run->longest, seconds_of(run) - began);
        if (!note(run, complaint)) return false;
        if (felt_clock_us() - run->saved_us > CHECKPOINT_US && !save(run, complaint)) return false;
    }
    return true;
}

/* The known games, and an archive with nothing in it. */
static int begin(struct run *run, struct felt_complaint *complaint)
{
    struct felt_evolve_plan plan = run->archive->evolve.plan;
    if (!felt_evolve_begin(&run->archive->evolve, &plan, &run->pool)) {
        felt_lab_dir_forget(run->wish->path);
        return refuse(run, run->stopped
                               ? "interrupted before the first generation; nothing was kept"
                               : "out of memory; free some and try again");
    }
    run->begun = true;
    if (!save(run, complaint) || !note(run, complaint) ||
        (run->wish->ratings &&
         !felt_lab_dir_adopt(run->wish->path, run->wish->ratings, "ratings.jsonl", complaint)))
        return refuse(run, complaint->text);
    return FELT_EXIT_OK;
}

/* Writes all files, and says what came of it. */
static int finish(struct run *run, struct felt_complaint *complaint)
{
    const struct felt_cli_lab_wish *wish = run->wish;
    bool early = was_interrupted();
    if (!save(run, complaint)) return give_up(run, complaint->text);
    felt_cli_lab_display_end(&run->display);
    if (!(early ? felt_lab_out_hurry : felt_lab_out_write)(wish->path, run->archive, run->threads,
                                                           complaint))
        return give_up(run, complaint->text);
    run->point.seconds = run->before + seconds_of(run);
    if (!felt_lab_dir_point(wish->path, &run->point, true, complaint))
        return give_up(run, complaint->text);
    int code = felt_cli_lab_summary(wish->path, run->archive, wish->script);
    if (!early) return code;
    fprintf(stderr,
            "felt lab evolve: interrupted; everything is kept, go on with: felt lab evolve "
            "--resume %s\n",
            wish->path);
    return FELT_EXIT_FAILED;
}

static int evolve(struct run *run)
{
    struct felt_complaint complaint;
    int code = FELT_EXIT_OK;
    run->pool = (struct felt_evolve_pool){
        .runner = run_pool, .pool = &run->threads, .tick = tick, .self = run};
    run->threads = run->wish->threads;
    run->start_us = run->saved_us = felt_clock_us();
    if (run->wish->resume) {
        const struct felt_lab_archive *archive = run->archive;
        run->begun = true;
        if (archive->points) {
            run->point = archive->point[archive->points - 1];
            run->before = run->point.seconds;
        } else {
            run->point = felt_lab_point(&archive->evolve, 0);
        }
        if (!felt_lab_dir_points(run->wish->path, archive, &complaint))
            return refuse(run, complaint.text);
    } else {
        code = begin(run, &complaint);
    }
    if (code != FELT_EXIT_OK) return code;
    if (!search(run, &complaint)) return give_up(run, complaint.text);
    return finish(run, &complaint);
}

/* ---- ratings ---- */

/* Weights by what people said in `path`; false: nobody said anything. */
static bool learn(const struct felt_cli_lab_wish *wish, const char *path,
                  const struct felt_weights *preset, struct felt_weights *out)
{
    struct felt_rating_of *ratings = NULL;
    struct felt_preference preference;
    int damaged = 0, count = felt_lab_ratings(path, &ratings, &damaged);
    if (count > 0) {
        felt_preference_learn(preset, ratings, (uint32_t)count, &preference);
        *out = preference.weights;
        if (!wish->quiet) felt_cli_lab_display_preference(preset, &preference);
    }
    if (damaged > 0 && !wish->quiet)
        fprintf(stderr,
                "felt lab evolve: %s: %d lines of ratings.jsonl are damaged, and left out\n", path,
                damaged);
    free(ratings);
    return count > 0;
}

/* ---- what is asked for ---- */

/* What belongs to the beginning of an archive may not be given for one that is there. */
static bool read_resume(const struct felt_args *args, struct felt_cli_lab_wish *wish)
{
    static const int begins[] = {OPTION_PRESET, OPTION_SEED,       OPTION_OUT,    OPTION_LOCK,
                                 OPTION_FROM,   OPTION_CANDIDATES, OPTION_EFFORT, OPTION_RATINGS};
    wish->path = args->value[OPTION_RESUME];
    wish->resume = wish->path != NULL;
    for (size_t i = 0; wish->resume && i < sizeof begins / sizeof begins[0]; i++) {
        if (!args->value[begins[i]]) continue;
        (void)felt_args_refuse(args, "--resume goes on as it was begun; leave out --%s",
                               options[begins[i]].name);
        return false;
    }
    return true;
}

static bool read_wish(const struct felt_args *args, struct felt_cli_lab_wish *wish)
{
    uint64_t threads = (uint64_t)felt_thread_pool_processors();
    if (args->count > 0) {
        (void)felt_args_refuse(args,
                               "\"%s\": felt lab evolve takes options only; a directory is "
                               "--out or --resume, a genome --from",
                               args->word[0]);
        return false;
    }
    if (!args->value[OPTION_GENERATIONS]) wish->minutes = MINUTES;
    if (!read_resume(args, wish) || !(wish->preset = felt_lab_preset(args, OPTION_PRESET)) ||
        !felt_args_decimal(args, OPTION_MINUTES, 0.01, MINUTES_MAX, &wish->minutes) ||
        !felt_args_uint(args, OPTION_GENERATIONS, 1, GENERATIONS_MAX, &wish->generations) ||
        !felt_args_uint(args, OPTION_THREADS, 1, FELT_THREAD_POOL_MAX, &threads))
        return false;
    wish->threads = (int)threads;
    wish->ratings = args->value[OPTION_RATINGS];
    wish->script = felt_args_flag(args, OPTION_JSON);
    wish->quiet = felt_args_flag(args, OPTION_QUIET);
    return true;
}

/* The plan of a new search; false: complained. */
static bool read_plan(const struct felt_args *args, const struct felt_cli_lab_wish *wish,
                      struct felt_lab_archive *archive)
{
    struct felt_evolve_plan *plan = &archive->evolve.plan;
    uint64_t candidates = 0;
    plan->seed = 1;
    plan->weights = wish->preset->weights;
    snprintf(archive->preset, sizeof archive->preset, "%s", wish->preset->name);
    felt_lab_archive_known(archive);
    if (!felt_args_uint(args, OPTION_SEED, 0, UINT64_MAX, &plan->seed) ||
        !felt_args_uint(args, OPTION_CANDIDATES, 1, FELT_CANDIDATES_MAX, &candidates) ||
        !felt_args_decimal(args, OPTION_EFFORT, EFFORT_MIN, EFFORT_MAX, &plan->effort) ||
        !felt_lab_locks(args, OPTION_LOCK, &plan->locks))
        return false;
    plan->candidates = (uint32_t)candidates;
    if (plan->locks && !args->value[OPTION_FROM]) {
        (void)felt_args_refuse(args, "--lock keeps sections of a game; name it by --from");
        return false;
    }
    if (args->value[OPTION_FROM]) {
        struct felt_lab_file *file = felt_lab_file_open(args, args->value[OPTION_FROM]);
        if (!file) return false;
        archive->start = file->genome;
        plan->start = &archive->start;
        free(file);
    }
    return true;
}

/* ---- a new one, or one that is there ---- */

static int run_locked(struct run *run)
{
    struct felt_complaint complaint;
    int lock = felt_lab_dir_lock(run->wish->path, &complaint);
    if (lock < 0) return refuse(run, complaint.text);
    run->display = felt_cli_lab_display_make(run->wish);
    int code = evolve(run);
    (void)close(lock);
    return code;
}

static int begin_new(struct felt_args *args, struct felt_cli_lab_wish *wish, struct run *run)
{
    struct felt_lab_archive *archive = run->archive;
    struct felt_complaint complaint;
    char path[64];
    if (!read_plan(args, wish, archive)) return FELT_EXIT_USAGE;
    snprintf(path, sizeof path, "lab-%llu-%s", (unsigned long long)archive->evolve.plan.seed,
             archive->preset);
    wish->path = args->value[OPTION_OUT] ? args->value[OPTION_OUT] : path;
    if (wish->ratings &&
        !learn(wish, wish->ratings, &wish->preset->weights, &archive->evolve.plan.weights)) {
        (void)felt_args_refuse(args, "%s: there are no ratings", wish->ratings);
        return FELT_EXIT_FAILED;
    }
    if (felt_lab_dir_new(wish->path, &complaint) != FELT_OK) return refuse(run, complaint.text);
    return run_locked(run);
}

/* Only what is an archive is locked; and it is read again, as it may have gone on before. */
static int resume(struct felt_cli_lab_wish *wish, struct run *run)
{
    struct felt_complaint complaint;
    struct felt_weights weights;
    struct felt_lab_archive *archive = felt_lab_dir_read(wish->path, &complaint);
    if (!archive) return refuse(run, complaint.text);
    int lock = felt_lab_dir_lock(wish->path, &complaint);
    felt_lab_archive_free(archive);
    if (lock < 0) return refuse(run, complaint.text);
    archive = felt_lab_dir_read(wish->path, &complaint);
    int code;
    if (archive) {
        const struct felt_preset *preset = felt_preset_find(archive->preset);
        free(run->archive);
        run->archive = archive;
        if (learn(wish, wish->path, preset ? &preset->weights : &archive->evolve.plan.weights,
                  &weights))
            felt_evolve_reweigh(&archive->evolve, &weights);
        run->display = felt_cli_lab_display_make(wish);
        run->display.preset = archive->preset;
        code = evolve(run);
    } else {
        code = refuse(run, complaint.text);
    }
    (void)close(lock);
    return code;
}

/* The first signal is noted, from before there is a folder on the disk, so that nothing half-made
 * stays there; the second one ends the program at once. */
static int run_guarded(struct felt_args *args, struct felt_cli_lab_wish *wish, struct run *run)
{
    struct sigaction action = {.sa_handler = interrupt}, before[SIGNALS];
    sigemptyset(&action.sa_mask);
    action.sa_flags = (int)SA_RESETHAND;
    for (int i = 0; i < SIGNALS; i++) (void)sigaction(signals[i], &action, &before[i]);
    int code = wish->resume ? resume(wish, run) : begin_new(args, wish, run);
    for (int i = 0; i < SIGNALS; i++) (void)sigaction(signals[i], &before[i], NULL);
    return code;
}

int felt_cli_lab_evolve(int argc, char **argv)
{
    struct felt_args args;
    struct felt_cli_lab_wish wish = {0};
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (!read_wish(&args, &wish)) return FELT_EXIT_USAGE;
    struct run run = {.args = &args, .wish = &wish, .archive = calloc(1, sizeof *run.archive)};
    int code = FELT_EXIT_FAILED;
    if (run.archive)
        code = run_guarded(&args, &wish, &run);
    else
        (void)felt_args_refuse(&args, "out of memory; free some and try again");
    felt_lab_archive_free(run.archive);
    return code;
}
