/* lab_run.c -- felt lab run: a genome played many times, and what comes of it. */
#include "command/args.h"
#include "cli/cli.h"
#include "command/input.h"
#include "cli/lab/lab.h"
#include "lab/lab_names.h"
#include "cli/lab/lab_print.h"
#include "command/term.h"
#include "lab/rulebook/transcript.h"
#include "os/clock.h"
#include "os/thread_pool.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTION_PLAYERS,
    OPTION_SEATS,
    OPTION_GAMES,
    OPTION_SEED,
    OPTION_THREADS,
    OPTION_TRANSCRIPT,
    OPTION_JSON,
    OPTIONS
};
enum {
    GAMES = 1000,
    WATCH_ALL = 20000, /* up to so many games all are looked at closely ... */
    WATCH_EVERY = 16   /* ... and of more, each sixteenth                   */
};

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_PLAYERS] = {"players", true}, [OPTION_SEATS] = {"seats", true},
    [OPTION_GAMES] = {"games", true},     [OPTION_SEED] = {"seed", true},
    [OPTION_THREADS] = {"threads", true}, [OPTION_TRANSCRIPT] = {"transcript", false},
    [OPTION_JSON] = {"json", false},
};

static const char help[] =
    "Usage: felt lab run GENOME [--players NAMES] [--seats N] [--games N] [--seed S]\n"
    "                    [--threads T] [--json]\n"
    "       felt lab run GENOME --transcript [--players NAMES] [--seats N] [--seed S]\n"
    "\n"
    "Plays a game that is given as data many times: who wins, whether a seat is better than "
    "another,\n"
    "how games end, what is decided in them, and how fast.  GENOME is a file, - for standard "
    "input,\n"
    "or a name of felt lab list.\n"
    "\n"
    "  --players NAMES  who plays, with commas between them: random; greedy, which goes by the\n"
    "                   strength of its hand; mcts:400, a search of 400 iterations a decision.\n"
    "                   With /never-fold, /never-raise, /never-bluff or /always-max behind it, as\n"
    "                   in greedy/never-fold, a player is not free.  Fewer names than seats are\n"
    "                   repeated; random if not given\n"
    "  --seats N        how many sit at the table; as few as the game allows if not given\n"
    "  --games N        how many games (500k, 10M), rounded up: each deal is played until every\n"
    "                   name has had every seat; 1k if not given\n"
    "  --seed S         other cards, other chances; 1 if not given\n"
    "  --threads T      how many work at it; one for each processor if not given.  The answer "
    "does\n"
    "                   not depend on it\n"
    "  --transcript     tells the first game instead, move by move\n"
    "  --json           the answer for a script\n"
    "\n"
    "What is won is told with its 95 % interval.  A game that does not end by its rules is cut at\n"
    "session.max_turns, and counted.  Of more than 20k games each sixteenth deal is looked at for\n"
    "what is decided in it.  The result is a fingerprint of how all games ended: the same on "
    "every\n"
    "machine.  Ctrl-C ends early and prints what there is, with exit code 1.\n"
    "\n"
    "Examples:\n"
    "  felt lab run war\n"
    "  felt lab run crazy-eights --players random,greedy --games 2k\n"
    "  felt lab run simple-poker --players greedy,random --seats 4 --games 400 --threads 2\n"
    "  felt lab run hearts --players mcts:25,random --games 8\n"
    "  felt lab run betting-war --transcript --seed 7\n"
    "  felt lab run kuhn --games 5k --json\n";

static const struct felt_args_spec spec = {"lab run", help, options, OPTIONS};

/* A signal handler has no argument: the one variable that lives outside of any function. */
static atomic_int interrupted;
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler cannot wait for a lock");

static void interrupt(int number)
{
    (void)number;
    atomic_store_explicit(&interrupted, 1, memory_order_relaxed);
}

/* ---- playing ---- */

struct ticker {
    struct felt_progress progress;
    uint64_t groups;
};

static bool tick(void *self, uint64_t groups)
{
    struct ticker *ticker = self;
    (void)felt_progress_tick(&ticker->progress, (double)groups / (double)ticker->groups);
    return atomic_load_explicit(&interrupted, memory_order_relaxed) == 0;
}

static bool run_pool(void *threads, const struct felt_jobs *jobs)
{
    return felt_thread_pool_run(*(const int *)threads, jobs);
}

static int play(const struct felt_args *args, struct felt_cli_lab_outcome *outcome)
{
    struct ticker ticker = {.progress = felt_progress_make(), .groups = outcome->groups};
    const struct felt_batch_run run = {.count = outcome->groups,
                                       .runner = run_pool,
                                       .pool = &outcome->threads,
                                       .tick = tick,
                                       .self = &ticker};
    struct sigaction action = {.sa_handler = interrupt}, before;
    sigemptyset(&action.sa_mask);
    action.sa_flags = (int)SA_RESETHAND; /* the second one ends the program at once */
    (void)sigaction(SIGINT, &action, &before);
    int64_t start = felt_clock_us();
    bool good = felt_batch_run(outcome->batch, &run, &outcome->tally);
    outcome->seconds = (double)(felt_clock_us() - start) / 1e6;
    (void)sigaction(SIGINT, &before, NULL);
    felt_progress_end(&ticker.progress);
    if (!good) {
        (void)felt_args_refuse(args, "out of memory; free some and try again");
        return FELT_EXIT_FAILED;
    }
    int code = felt_args_flag(args, OPTION_JSON) ? felt_cli_lab_print_json(outcome)
                                                 : felt_cli_lab_print(outcome);
    if (outcome->tally.groups == outcome->groups) return code;
    char number[FELT_TERM_NUMBER_BYTES];
    fprintf(stderr, "felt lab run: interrupted after %s games\n",
            felt_term_number(outcome->tally.games, number));
    return FELT_EXIT_FAILED;
}

/* ---- a transcript ---- */

enum { TEXT_BYTES = 1 << 17 };

struct teller {
    struct felt_transcript transcript;
    char *memory;
};

static bool tell(void *self, const struct felt_genome_state *state,
                 const struct felt_event_log *log)
{
    const struct teller *teller = self;
    struct felt_buffer text = felt_buffer_make(teller->memory, TEXT_BYTES);
    (void)state;
    felt_transcript_write(&teller->transcript, log->event, log->count, &text);
    return fwrite(text.bytes, 1, text.used, stdout) == text.used;
}

/* "Crazy Eights, seed 1: A random, B greedy" */
static void introduce(const struct felt_cli_lab_outcome *outcome)
{
    printf("%s, seed %llu:", outcome->title, (unsigned long long)outcome->batch->seed);
    for (felt_seat seat = 0; seat < outcome->batch->program->seats; seat++) {
        char name[FELT_AGENT_TEXT_BYTES];
        int index = felt_batch_name(outcome->batch, 0, seat);
        printf("%s %c %s", seat ? "," : "", 'A' + seat,
               felt_agent_write(&outcome->batch->agent[index], name));
    }
    printf("\n");
}

static int tell_game(const struct felt_args *args, const struct felt_cli_lab_outcome *outcome)
{
    struct teller teller = {.transcript = {.viewer = FELT_TRANSCRIPT_ALL},
                            .memory = malloc(TEXT_BYTES)};
    void *memory = malloc(felt_batch_bytes(outcome->batch));
    if (memory && teller.memory) {
        const struct felt_batch_ear ear = {&teller, tell};
        introduce(outcome);
        (void)felt_batch_listen(felt_batch_sit(outcome->batch, memory), 0, 0, &ear);
    } else {
        (void)felt_args_refuse(args, "out of memory; free some and try again");
    }
    bool good = memory && teller.memory;
    free(teller.memory);
    free(memory);
    return good ? FELT_EXIT_OK : FELT_EXIT_FAILED;
}

/* ---- all of it ---- */

/* The part that needs a genome. */
static int run(const struct felt_args *args, const struct felt_lab_file *file,
               struct felt_cli_lab_outcome *outcome, struct felt_batch *batch)
{
    static const char *const not_told[] = {
        [OPTION_GAMES] = "games", [OPTION_THREADS] = "threads", [OPTION_JSON] = "json"};
    uint64_t games = GAMES, threads = (uint64_t)felt_thread_pool_processors();
    const char *names = args->value[OPTION_PLAYERS] ? args->value[OPTION_PLAYERS] : "random";
    bool transcript = felt_args_flag(args, OPTION_TRANSCRIPT);
    for (size_t i = 0; transcript && i < sizeof not_told / sizeof not_told[0]; i++)
        if (not_told[i] && args->value[i])
            return felt_args_refuse(args, "--transcript tells one game; leave out --%s",
                                    not_told[i]);
    batch->seed = 1;
    if (!felt_args_uint(args, OPTION_GAMES, 1, UINT64_C(1000000000000), &games) ||
        !felt_args_uint(args, OPTION_SEED, 0, UINT64_MAX, &batch->seed) ||
        !felt_args_uint(args, OPTION_THREADS, 1, FELT_THREAD_POOL_MAX, &threads) ||
        !felt_lab_names(args, OPTION_PLAYERS, names, FELT_GENOME_SEATS_MAX, batch->agent,
                        &batch->names))
        return FELT_EXIT_USAGE;
    int seats = felt_lab_seats(args, OPTION_SEATS, file, batch->names);
    if (seats == 0) return FELT_EXIT_USAGE;
    felt_genome_compile(&file->genome, seats, &outcome->program);
    felt_strengths_make(&outcome->program, &outcome->strengths);
    uint64_t legs = (uint64_t)felt_batch_legs(batch);
    outcome->groups = (games + legs - 1) / legs;
    outcome->threads = (int)threads;
    batch->watch = games <= WATCH_ALL ? 1 : WATCH_EVERY;
    return transcript ? tell_game(args, outcome) : play(args, outcome);
}

int felt_cli_lab_run(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    struct felt_lab_file *file = felt_lab_file_only(&args);
    if (!file) return FELT_EXIT_USAGE;
    struct felt_cli_lab_outcome *outcome = calloc(1, sizeof *outcome);
    int code = FELT_EXIT_FAILED;
    if (outcome) {
        struct felt_batch batch = {.program = &outcome->program, .strengths = &outcome->strengths};
        outcome->batch = &batch;
        outcome->title = file->title;
        code = run(&args, file, outcome, &batch);
    } else {
        (void)felt_args_refuse(&args, "out of memory; free some and try again");
    }
    free(outcome);
    free(file);
    return code;
}
