/* lab_mpi.c -- felt-lab-mpi: islands of evolution, one for each process that mpirun starts.
 *
 * Open MPI on its own ends a job as soon as one of its processes is killed: it sends SIGTERM to the
 * others, and SIGKILL a second later.  We save everything within that second (lab_islands_run.c).
 * A mpirun that is killed, or told to end twice in a row (timeout does that), goes without a word:
 * we look whether it is there.  With mpirun --enable-recovery the others go on.  Three settings of
 * MPI itself, which whoever starts us can change, make this safe:
 *
 *   btl_vader_single_copy_mechanism=none   memory of another process is not read directly: that
 *                                          fails when it is gone, and in most containers
 *   async_mpi_finalize=1                   the end waits for nobody
 *   btl_base_warn_component_unused=0       no words about networks that a machine does not have
 *
 * MPI_Init() waits for all processes, also for one that was killed meanwhile, and MPI_Finalize()
 * should not, but might: an alarm ends the process then.  Before the one nothing is on disk, by the
 * other all is. */
#include "command/args.h"
#include "cli/cli.h"
#include "lab/islands/lab_islands_run.h"
#include "lab/islands/lab_mpi_post.h"
#include "os/thread_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    OPTION_PRESET,
    OPTION_MINUTES,
    OPTION_GENERATIONS,
    OPTION_SEED,
    OPTION_THREADS,
    OPTION_EVERY,
    OPTION_MIGRANTS,
    OPTION_OUT,
    OPTION_RESUME,
    OPTION_CANDIDATES,
    OPTION_EFFORT,
    OPTION_PATIENCE,
    OPTIONS
};
enum {
    MINUTES = 10,
    EVERY_GENERATIONS = 5,
    EVERY_SECONDS = 30,
    MIGRANTS = 4,
    PATIENCE = 30,
    PRESETS_MAX = 16,
    START_SECONDS = 30, /* and patience                                                        */
    FINALIZE_SECONDS = 10
};

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_PRESET] = {"preset", true},           [OPTION_MINUTES] = {"minutes", true},
    [OPTION_GENERATIONS] = {"generations", true}, [OPTION_SEED] = {"seed", true},
    [OPTION_THREADS] = {"threads", true},         [OPTION_EVERY] = {"every", true},
    [OPTION_MIGRANTS] = {"migrants", true},       [OPTION_OUT] = {"out", true},
    [OPTION_RESUME] = {"resume", true},           [OPTION_CANDIDATES] = {"candidates", true},
    [OPTION_EFFORT] = {"effort", true},           [OPTION_PATIENCE] = {"patience", true},
};

static const char help[] =
    "Usage: mpirun -n N felt-lab-mpi [--preset NAMES] [--minutes M | --generations N] [--seed S]\n"
    "                    [--threads T] [--every G] [--migrants K] [--out DIR] [--candidates N]\n"
    "                    [--effort X] [--patience SECONDS]\n"
    "       mpirun -n N felt-lab-mpi --resume DIR [--minutes M | --generations N] ...\n"
    "\n"
    "felt lab evolve on many processors or machines: each process is an island with an archive of\n"
    "its own, and now and then sends some of its games to the next one, where they are measured\n"
    "again.  All archives are merged into DIR, which felt lab show, felt play and felt serve\n"
    "understand.  Without mpirun it is one island.\n"
    "\n"
    "  --preset NAMES   what is wanted, with commas between: the first island takes the first\n"
    "                   name, the second one the second, and so on; balanced if not given.  The\n"
    "                   merged archive goes by the first one\n"
    "  --minutes M      how long; 10 if neither this nor --generations is given.  Islands do not\n"
    "                   wait for each other\n"
    "  --generations N  until there are N generations in all.  Islands go in step: the same seed\n"
    "                   and number of islands give the same archive, byte for byte\n"
    "  --seed S         another search; 1 if not given\n"
    "  --threads T      of each island; processors of the machine divided by its islands if not\n"
    "                   given\n"
    "  --every G        games move every G generations, or G seconds with --minutes; 5 and 30 if\n"
    "                   not given\n"
    "  --migrants K     how many, 0 to 16; 4 if not given\n"
    "  --out DIR        a new directory; lab-islands-SEED if not given\n"
    "  --resume DIR     goes on; with as many islands as before, or more\n"
    "  --candidates N   games of a generation, 1 to 256; 64 if not given\n"
    "  --effort X       how many games are played to measure one; 1.25 if not given\n"
    "  --patience S     an island that says nothing for S seconds is taken for lost; 30 if not\n"
    "                   given\n"
    "\n"
    "A lost island: mpirun ends the whole job if one process is killed.  All islands save what\n"
    "they have, and --resume goes on from it.  With mpirun --enable-recovery the others go on.\n"
    "Ctrl-C ends early and keeps everything, with exit code 1.\n"
    "\n"
    "Examples:\n"
    "  mpirun -n 4 felt-lab-mpi --preset balanced,bluffing,strategic,trick --minutes 60\n"
    "  mpirun -n 2 --bind-to none felt-lab-mpi --generations 20 --threads 2 --out islands\n"
    "  mpirun -n 4 --enable-recovery felt-lab-mpi --resume islands --minutes 30\n"
    "  felt-lab-mpi --generations 1 --candidates 4 --effort 0.05 --out one-island\n";

static const struct felt_args_spec spec = {"-lab-mpi", help, options, OPTIONS};

/* Signal handlers have no argument: the variables that live outside of any function. */
static atomic_int interrupted, exit_code;
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler cannot wait for a lock");

static void interrupt(int number)
{
    (void)number;
    atomic_store_explicit(&interrupted, 1, memory_order_relaxed);
}

static void give_up(int number)
{
    (void)number;
    _exit(atomic_load_explicit(&exit_code, memory_order_relaxed));
}

static void not_started(int number)
{
    static const char text[] = "felt-lab-mpi: MPI does not start; was a process lost?\n";
    (void)number;
    ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    (void)written;
    _exit(FELT_EXIT_FAILED);
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    action.sa_flags = (int)SA_RESETHAND; /* the second one ends the program at once */
    (void)sigaction(number, &action, NULL);
}

/* ---- options ---- */

static bool read_presets(const struct felt_args *args, const struct felt_preset *out[PRESETS_MAX],
                         int *count)
{
    const char *text = args->value[OPTION_PRESET] ? args->value[OPTION_PRESET] : "balanced";
    const char *names[PRESETS_MAX];
    for (int i = 0; i < felt_preset_count() && i < PRESETS_MAX; i++)
        names[i] = felt_preset_at(i)->name;
    for (*count = 0; *count < PRESETS_MAX;) {
        char name[32];
        size_t bytes = strcspn(text, ",");
        snprintf(name, sizeof name, "%.*s", (int)(bytes < sizeof name ? bytes : sizeof name), text);
        out[*count] = felt_preset_find(name);
        if (!out[*count]) {
            const char *near = felt_args_nearest(name, names, felt_preset_count());
            if (near)
                (void)felt_args_refuse(args, "--preset: there is no preset %s; did you mean %s?",
                                       name, near);
            else
                (void)felt_args_refuse(
                    args, "--preset: there is no preset %s; felt-lab-mpi --help names them", name);
            return false;
        }
        ++*count;
        if (text[bytes] == '\0') return true;
        text += bytes + 1;
    }
    (void)felt_args_refuse(args, "--preset: name at most %d", PRESETS_MAX);
    return false;
}

/* What does not go together. */
static bool verify(const struct felt_args *args)
{
    static const int stays[] = {OPTION_PRESET, OPTION_SEED, OPTION_CANDIDATES, OPTION_EFFORT};
    if (args->count) {
        (void)felt_args_refuse(args, "\"%s\": felt-lab-mpi takes no arguments", args->word[0]);
        return false;
    }
    if (args->value[OPTION_MINUTES] && args->value[OPTION_GENERATIONS]) {
        (void)felt_args_refuse(args, "take one of --minutes and --generations");
        return false;
    }
    if (!args->value[OPTION_RESUME]) return true;
    if (args->value[OPTION_OUT]) {
        (void)felt_args_refuse(args, "--resume goes on in its directory; leave out --out");
        return false;
    }
    for (size_t i = 0; i < sizeof stays / sizeof stays[0]; i++)
        if (args->value[stays[i]]) {
            (void)felt_args_refuse(args, "--resume goes on as it was begun; leave out --%s",
                                   options[stays[i]].name);
            return false;
        }
    return true;
}

/* What is not asked for in `threads`: processors of this machine that are there for us. */
static int share_of_threads(int islands_here)
{
    int processors = felt_thread_pool_processors(), all = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (processors < all) return processors; /* mpirun has given us some of them */
    return processors > islands_here ? processors / islands_here : 1;
}

struct wish {
    struct felt_island_job job;
    const struct felt_preset *preset[PRESETS_MAX];
    int presets;
    char dir[64];
};

static bool read_wish(const struct felt_args *args, int islands_here, struct wish *wish)
{
    bool in_step = args->value[OPTION_GENERATIONS] != NULL;
    double minutes = MINUTES, effort = FELT_EVOLVE_EFFORT;
    uint64_t generations = 0, seed = 1, threads = (uint64_t)share_of_threads(islands_here),
             every = in_step ? EVERY_GENERATIONS : EVERY_SECONDS, migrants = MIGRANTS,
             candidates = 64, patience = PATIENCE;
    if (!verify(args) || !read_presets(args, wish->preset, &wish->presets) ||
        !felt_args_decimal(args, OPTION_MINUTES, 0.01, 100000, &minutes) ||
        !felt_args_uint(args, OPTION_GENERATIONS, 1, 1000000, &generations) ||
        !felt_args_uint(args, OPTION_SEED, 0, UINT64_MAX, &seed) ||
        !felt_args_uint(args, OPTION_THREADS, 1, FELT_THREAD_POOL_MAX, &threads) ||
        !felt_args_uint(args, OPTION_EVERY, 1, 1000000, &every) ||
        !felt_args_uint(args, OPTION_MIGRANTS, 0, FELT_MIGRANTS_MAX, &migrants) ||
        !felt_args_uint(args, OPTION_CANDIDATES, 1, FELT_CANDIDATES_MAX, &candidates) ||
        !felt_args_decimal(args, OPTION_EFFORT, 0.01, 100, &effort) ||
        !felt_args_uint(args, OPTION_PATIENCE, 2, 3600, &patience))
        return false;
    snprintf(wish->dir, sizeof wish->dir, "lab-islands-%llu", (unsigned long long)seed);
    const char *dir = args->value[OPTION_OUT] ? args->value[OPTION_OUT] : wish->dir;
    wish->job = (struct felt_island_job){
        .args = args,
        .plan = {.in_step = in_step,
                 .every = (uint32_t)every,
                 .migrants = (uint32_t)migrants,
                 .patience_ms = (int64_t)patience * 1000},
        .dir = args->value[OPTION_RESUME] ? args->value[OPTION_RESUME] : dir,
        .resume = args->value[OPTION_RESUME] != NULL,
        .seed = seed,
        .candidates = (uint32_t)candidates,
        .effort = effort,
        .threads = (int)threads,
        .limit_ms = in_step ? 0 : (int64_t)(minutes * 60000),
        .generations = (uint32_t)generations,
        .interrupted = &interrupted};
    return true;
}

/* ---- running ---- */

static int run_island(struct wish *wish, int rank, int count, const struct felt_post *post)
{
    wish->job.plan.rank = rank;
    wish->job.plan.count = count;
    wish->job.post = post;
    wish->job.preset = wish->preset[rank % wish->presets];
    return felt_island_run(&wish->job);
}

static bool send_nobody(void *self, int to, int tag, const char *bytes, size_t count)
{
    (void)self;
    (void)to;
    (void)tag;
    (void)bytes;
    (void)count;
    return false;
}

static bool hear_nobody(void *self, struct felt_letter *out)
{
    (void)self;
    (void)out;
    return false;
}

static int run_alone(struct wish *wish)
{
    const struct felt_post nobody = {NULL, send_nobody, hear_nobody};
    handle(SIGINT, interrupt);
    handle(SIGTERM, interrupt);
    return run_island(wish, 0, 1, &nobody);
}

static int run_with_others(struct wish *wish, int *argc, char ***argv)
{
    int given = 0, rank = 0, count = 1, code = FELT_EXIT_FAILED;
    (void)setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 0);
    (void)setenv("OMPI_MCA_async_mpi_finalize", "1", 0);
    (void)setenv("OMPI_MCA_btl_base_warn_component_unused", "0", 0);
    wish->job.parent = getppid();
    handle(SIGALRM, not_started);
    (void)alarm(START_SECONDS + (unsigned)(wish->job.plan.patience_ms / 1000));
    if (MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS) {
        fputs("felt-lab-mpi: MPI could not be started\n", stderr);
        return FELT_EXIT_FAILED;
    }
    (void)alarm(0);
    (void)MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &count);
    handle(SIGINT, interrupt);
    handle(SIGTERM, interrupt);
    struct felt_mpi_post *letters = felt_mpi_post_open();
    if (given < MPI_THREAD_FUNNELED || !letters) {
        fputs("felt-lab-mpi: this MPI is not made for threads, or there is no memory\n", stderr);
    } else if (count > FELT_ISLANDS_MAX) {
        if (rank == 0)
            fprintf(stderr, "felt-lab-mpi: %d islands are too many; take at most %d\n", count,
                    FELT_ISLANDS_MAX);
        code = FELT_EXIT_USAGE;
    } else {
        struct felt_post post = felt_mpi_post_of(letters);
        code = run_island(wish, rank, count, &post);
    }
    if (letters) felt_mpi_post_close(letters);
    (void)fflush(stdout);
    atomic_store(&exit_code, code);
    handle(SIGALRM, give_up);
    (void)alarm(FINALIZE_SECONDS);
    (void)MPI_Finalize();
    return code;
}

/* A number that mpirun leaves in our environment. */
static int from_mpirun(const char *name, int otherwise)
{
    const char *text = getenv(name);
    char *end;
    long number = text ? strtol(text, &end, 10) : -1;
    return text && end != text && number >= 0 && number < 1 << 20 ? (int)number : otherwise;
}

/* What is wrong with the options is said once, not by every island. */
static void be_quiet(void)
{
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return;
    (void)dup2(nowhere, STDOUT_FILENO);
    (void)dup2(nowhere, STDERR_FILENO);
    (void)close(nowhere);
}

int main(int argc, char **argv)
{
    struct felt_args args;
    struct wish wish = {0};
    bool alone = !getenv("OMPI_COMM_WORLD_SIZE") && !getenv("PMIX_RANK");
    int rank = from_mpirun("OMPI_COMM_WORLD_RANK", 0);
    int here = from_mpirun("OMPI_COMM_WORLD_LOCAL_SIZE", 1);
    (void)signal(SIGPIPE, SIG_IGN);
    int out = rank > 0 ? dup(STDOUT_FILENO) : -1, err = rank > 0 ? dup(STDERR_FILENO) : -1;
    if (rank > 0) be_quiet();
    int code = FELT_EXIT_USAGE;
    bool good = felt_args_read(&spec, argc, argv, &args);
    if (!good) code = args.exit;
    good = good && read_wish(&args, here > 0 ? here : 1, &wish);
    if (out >= 0) (void)dup2(out, STDOUT_FILENO);
    if (err >= 0) (void)dup2(err, STDERR_FILENO);
    if (good) code = alone ? run_alone(&wish) : run_with_others(&wish, &argc, &argv);
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    return code == FELT_EXIT_OK ? FELT_EXIT_FAILED : code;
}
