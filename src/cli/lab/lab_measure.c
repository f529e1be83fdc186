/* lab_measure.c -- felt lab measure: how a game plays, in metrics with intervals. */
#include "command/args.h"
#include "cli/cli.h"
#include "command/input.h"
#include "cli/lab/lab.h"
#include "lab/lab_names.h"
#include "lab/search/fitness.h"
#include "os/thread_pool.h"

#include <stdlib.h>
#include <string.h>

enum { OPTION_PRESET, OPTION_SEATS, OPTION_SEED, OPTION_EFFORT, OPTION_JSON, OPTIONS };
enum { JSON_BYTES = 8192, BAR = 24, NAME_COLUMNS = 20 };

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_PRESET] = {"preset", true}, [OPTION_SEATS] = {"seats", true},
    [OPTION_SEED] = {"seed", true},     [OPTION_EFFORT] = {"effort", true},
    [OPTION_JSON] = {"json", false},
};

static const char help[] =
    "Usage: felt lab measure GENOME... [--preset NAME] [--seats N] [--seed S] [--effort X]\n"
    "                        [--json]\n"
    "\n"
    "How a game plays: metrics between 0 and 1, each with its 95 % interval, and a fitness made "
    "of\n"
    "them.  Players of different strength play the same deals, moves are tried over imagined\n"
    "deals, and games are watched from beginning to end; docs/LAB.md defines each metric.  A game\n"
    "with a flaw is not measured to the end, and the flaw is named.  Several games are compared\n"
    "in a table, the fittest first; * marks those that no other game is better than in one metric\n"
    "and worse in none (the Pareto front).  GENOME is a file, - for standard input, or a name of\n"
    "felt lab list.\n"
    "\n"
    "  --preset NAME  what counts for the fitness: balanced, strategic, bluffing, party or trick;\n"
    "                 balanced if not given\n"
    "  --seats N      how many sit at the table; as few as the game allows if not given\n"
    "  --seed S       other cards, other chances; 1 if not given\n"
    "  --effort X     0.01 to 100; 4 plays four times as many games, and intervals are half as\n"
    "                 wide; 1 if not given, about a second for a game\n"
    "  --json         the answer for a script\n"
    "\n"
    "Exit code 1 if a game has a flaw.\n"
    "\n"
    "Examples:\n"
    "  felt lab measure knock-out-whist --effort 0.05\n"
    "  felt lab measure crazy-eights gops --preset party --effort 0.05\n"
    "  felt lab measure kuhn --json --effort 0.05\n";

static const struct felt_args_spec spec = {"lab measure", help, options, OPTIONS};

struct game {
    char name[FELT_LAB_NAME_BYTES], title[FELT_LAB_NAME_BYTES];
    struct felt_genome genome;
    struct felt_measure_plan plan;
    struct felt_measures measures;
    struct felt_fitness fitness;
    bool front;
};

struct session {
    const struct felt_preset *preset;
    int count;
    struct game *game;
    struct felt_progress progress;
};

/* ---- measuring ---- */

static void work(void *self, uint64_t job, void *slot)
{
    struct game *game = &((struct session *)self)->game[job];
    felt_measure(felt_measurer_init(slot), &game->genome, &game->plan, FELT_STAGE_FULL,
                 &game->measures);
}

static bool take(void *self, uint64_t job, void *slot)
{
    struct session *session = self;
    struct game *game = &session->game[job];
    (void)slot;
    game->fitness = felt_fitness_of(&game->measures, &session->preset->weights);
    (void)felt_progress_tick(&session->progress, (double)(job + 1) / session->count);
    return true;
}

static int fittest_first(const void *a, const void *b)
{
    const struct game *one = a, *other = b;
    if (one->fitness.value != other->fitness.value)
        return one->fitness.value < other->fitness.value ? 1 : -1;
    return strcmp(one->name, other->name);
}

/* ---- for people ---- */

/* Is anything known about it? */
static bool is_known(const struct felt_measure *metric)
{
    return metric->half < 0.5;
}

static void print_metric(const struct felt_term *term, const struct session *session,
                         const struct game *game, enum felt_lab_metric index)
{
    const struct felt_measure *metric = &game->measures.metric[index];
    bool counts = session->preset->weights.weight[index] > 0;
    printf("  %-13s ", felt_lab_metric_name(index));
    if (!is_known(metric)) {
        felt_term_style(term, FELT_DIM);
        printf("   -              %-*s  %s\n", BAR, "", felt_lab_metric_says(index));
        felt_term_style(term, FELT_PLAIN);
        return;
    }
    felt_term_style(term, counts ? FELT_BOLD : FELT_PLAIN);
    printf("%4.2f", metric->mean);
    felt_term_style(term, FELT_PLAIN);
    double low = metric->mean - metric->half, high = metric->mean + metric->half;
    printf("  %.2f..%.2f  ", low < 0 ? 0 : low, high > 1 ? 1 : high);
    felt_term_style(term, counts ? FELT_GREEN : FELT_DIM);
    felt_term_bar(term, metric->mean, BAR);
    felt_term_style(term, FELT_PLAIN);
    printf("%*s  ", BAR - (int)(metric->mean * BAR + 0.5), "");
    felt_term_style(term, FELT_DIM);
    printf("%s\n", felt_lab_metric_says(index));
    felt_term_style(term, FELT_PLAIN);
}

static void print_facts(const struct felt_measures *measures)
{
    const double *fact = measures->fact;
    double minutes = fact[FELT_FACT_MINUTES];
    printf(
        "\n  a game    %.0f minute%s, %.0f hand%s, %.0f turns; %.1f decisions among %.1f moves\n",
        minutes < 1 ? 1 : minutes, minutes < 1.5 ? "" : "s", fact[FELT_FACT_HANDS],
        fact[FELT_FACT_HANDS] < 1.5 ? "" : "s", fact[FELT_FACT_TURNS], fact[FELT_FACT_DECISIONS],
        fact[FELT_FACT_BRANCHING]);
    printf("  rules     %.0f words, %.0f concepts, %.0f phase%s\n", fact[FELT_FACT_WORDS],
           fact[FELT_FACT_CONCEPTS], fact[FELT_FACT_PHASES],
           fact[FELT_FACT_PHASES] < 1.5 ? "" : "s");
    if (measures->stage < FELT_STAGE_FULL) return;
    printf("  luck      %.0f %% of twelve minutes between the best and a random player\n",
           100 * fact[FELT_FACT_LUCK]);
    if (fact[FELT_FACT_POT] > 0)
        printf(
            "  betting   %.0f %% of the result; pots grow to %.1f times the forced bets, %.0f %% "
            "are shown down\n"
            "  bluffing  worth %.3f smallest bets a hand, at least %.3f\n",
            100 * fact[FELT_FACT_BETTING], fact[FELT_FACT_POT], 100 * fact[FELT_FACT_SHOWDOWN],
            fact[FELT_FACT_BLUFF_CHIPS], fact[FELT_FACT_BLUFF_LOW]);
}

static void print_verdict(const struct felt_term *term, const struct session *session,
                          const struct game *game)
{
    const struct felt_measures *measures = &game->measures;
    printf("\n  fitness   ");
    felt_term_style(term, FELT_BOLD);
    printf("%.3f", game->fitness.value);
    felt_term_style(term, FELT_PLAIN);
    printf(" +- %.3f, %s", game->fitness.half, session->preset->name);
    if (game->fitness.gates < 0.995) printf("; gates let %.2f of it through", game->fitness.gates);
    printf("\n");
    if (!measures->flaw) return;
    printf("  flaw      ");
    felt_term_style(term, FELT_YELLOW);
    printf("%s", felt_flaw_says((enum felt_flaw)measures->flaw));
    felt_term_style(term, FELT_PLAIN);
    if (measures->stage < FELT_STAGE_FULL) printf("; no more was measured");
    printf("\n");
}

static void print_profile(const struct session *session, const struct game *game)
{
    struct felt_term term = felt_term_make(stdout);
    felt_term_style(&term, FELT_BOLD);
    printf("%s", game->title);
    felt_term_style(&term, FELT_PLAIN);
    printf(", %d players, seed %llu\n\n", game->measures.seats,
           (unsigned long long)game->plan.seed);
    for (int i = 0; i < FELT_METRICS; i++)
        print_metric(&term, session, game, (enum felt_lab_metric)i);
    print_facts(&game->measures);
    print_verdict(&term, session, game);
}

/* One line for each; names of metrics are cut to what tells them apart. */
static void print_table(const struct session *session)
{
    static const char *const heads[FELT_METRICS] = {
        "ends", "won",  "seats", "skill", "deci", "drama", "come", "lead",
        "open", "shut", "inter", "bluff", "fold", "simp",  "leng", "novel"};
    struct felt_term term = felt_term_make(stdout);
    printf("  %-*s  fitness  ", NAME_COLUMNS, session->preset->name);
    for (int i = 0; i < FELT_METRICS; i++) printf("%6s", heads[i]);
    printf("  min\n");
    for (int i = 0; i < session->count; i++) {
        const struct game *game = &session->game[i];
        printf("%c ", game->front ? '*' : ' ');
        printf("%-*.*s  ", NAME_COLUMNS, NAME_COLUMNS, game->name);
        felt_term_style(&term, FELT_BOLD);
        printf("%.3f", game->fitness.value);
        felt_term_style(&term, FELT_PLAIN);
        printf("    ");
        for (int k = 0; k < FELT_METRICS; k++)
            if (is_known(&game->measures.metric[k]))
                printf("  %.2f", game->measures.metric[k].mean);
            else
                printf("     -");
        printf(" %4.0f", game->measures.fact[FELT_FACT_MINUTES]);
        if (game->measures.flaw)
            printf("  %s", felt_flaw_says((enum felt_flaw)game->measures.flaw));
        printf("\n");
    }
    printf("\n  ends: completion, won: decided, seats: balance, deci: decision, come: comeback,\n"
           "  open: uncertainty, shut: decisiveness, inter: interaction, simp: simplicity,\n"
           "  leng: length; * no other is better in something and worse in nothing\n");
}

/* ---- for scripts ---- */

static void write_decimal(struct felt_json *json, const char *key, double value)
{
    felt_json_key(json, key);
    felt_json_decimal(json, value, 6);
}

static void write_metrics(struct felt_json *json, const struct felt_measures *measures)
{
    felt_json_key(json, "metrics");
    felt_json_object(json);
    for (int i = 0; i < FELT_METRICS; i++) {
        felt_json_key(json, felt_lab_metric_name((enum felt_lab_metric)i));
        if (!is_known(&measures->metric[i])) {
            felt_json_null(json);
            continue;
        }
        felt_json_object(json);
        write_decimal(json, "mean", measures->metric[i].mean);
        write_decimal(json, "half", measures->metric[i].half);
        felt_json_end(json);
    }
    felt_json_end(json);
    felt_json_key(json, "facts");
    felt_json_object(json);
    for (int i = 0; i < FELT_FACTS; i++)
        write_decimal(json, felt_fact_name((enum felt_fact)i), measures->fact[i]);
    felt_json_end(json);
}

static int print_json(const struct session *session, const struct game *game)
{
    static const char *const stages[FELT_STAGES] = {"none", "filter", "sketch", "full"};
    char memory[JSON_BYTES], hash[24];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)game->measures.hash);
    felt_json_object(&json);
    felt_json_key(&json, "name");
    felt_json_text(&json, game->name);
    felt_json_key(&json, "title");
    felt_json_text(&json, game->title);
    felt_json_key(&json, "program");
    felt_json_text(&json, hash);
    felt_json_key(&json, "seats");
    felt_json_int(&json, game->measures.seats);
    felt_json_key(&json, "seed");
    felt_json_uint(&json, game->plan.seed);
    write_decimal(&json, "effort", game->plan.effort);
    felt_json_key(&json, "stage");
    felt_json_text(&json, stages[game->measures.stage]);
    felt_json_key(&json, "flaw");
    if (game->measures.flaw)
        felt_json_text(&json, felt_flaw_says((enum felt_flaw)game->measures.flaw));
    else
        felt_json_null(&json);
    felt_json_key(&json, "preset");
    felt_json_text(&json, session->preset->name);
    write_decimal(&json, "fitness", game->fitness.value);
    write_decimal(&json, "fitness_half", game->fitness.half);
    write_decimal(&json, "gates", game->fitness.gates);
    felt_json_key(&json, "pareto");
    felt_json_bool(&json, game->front);
    write_metrics(&json, &game->measures);
    felt_json_end(&json);
    return felt_input_flush(&json);
}

/* ---- the command ---- */

static int show(const struct felt_args *args, struct session *session)
{
    int code = FELT_EXIT_OK;
    bool script = felt_args_flag(args, OPTION_JSON), flawed = false;
    const struct felt_measures *measures[FELT_ARGS_WORDS_MAX];
    bool front[FELT_ARGS_WORDS_MAX];
    qsort(session->game, (size_t)session->count, sizeof *session->game, fittest_first);
    for (int i = 0; i < session->count; i++) measures[i] = &session->game[i].measures;
    felt_fitness_pareto(measures, session->count, &session->preset->weights, front);
    for (int i = 0; i < session->count; i++) {
        session->game[i].front = front[i] && !measures[i]->flaw;
        flawed |= measures[i]->flaw != FELT_FLAW_NONE;
    }
    if (script && session->count > 1) printf("[");
    for (int i = 0; script && i < session->count && code == FELT_EXIT_OK; i++) {
        if (i > 0) printf(",");
        code = print_json(session, &session->game[i]);
    }
    if (script && session->count > 1) printf("]\n");
    if (!script && session->count > 1) print_table(session);
    if (!script && session->count == 1) print_profile(session, &session->game[0]);
    return code != FELT_EXIT_OK ? code : flawed ? FELT_EXIT_FAILED : FELT_EXIT_OK;
}

static bool read_games(const struct felt_args *args, struct session *session)
{
    struct felt_measure_plan plan = {.seed = 1, .effort = 1};
    if (!felt_args_uint(args, OPTION_SEED, 0, UINT64_MAX, &plan.seed) ||
        !felt_args_decimal(args, OPTION_EFFORT, 0.01, 100, &plan.effort))
        return false;
    for (int i = 0; i < args->count; i++) {
        struct game *game = &session->game[i];
        struct felt_lab_file *file = felt_lab_file_open(args, args->word[i]);
        if (!file) return false;
        game->plan = plan;
        game->plan.seats = felt_lab_seats(args, OPTION_SEATS, file, 2);
        game->genome = file->genome;
        snprintf(game->name, sizeof game->name, "%s", file->name);
        snprintf(game->title, sizeof game->title, "%s", file->title);
        free(file);
        if (game->plan.seats == 0) return false;
    }
    session->count = args->count;
    return true;
}

static int measure(const struct felt_args *args, struct session *session)
{
    const struct felt_jobs jobs = {.end = (uint64_t)session->count,
                                   .slot_bytes = felt_measure_bytes(),
                                   .self = session,
                                   .work = work,
                                   .take = take};
    int threads = felt_thread_pool_processors();
    if (threads > session->count) threads = session->count;
    session->progress = felt_progress_make();
    bool good = felt_thread_pool_run(threads, &jobs);
    felt_progress_end(&session->progress);
    if (good) return show(args, session);
    (void)felt_args_refuse(args, "out of memory; free some and try again");
    return FELT_EXIT_FAILED;
}

int felt_cli_lab_measure(int argc, char **argv)
{
    struct felt_args args;
    struct session session = {0};
    int inputs = 0, code = FELT_EXIT_USAGE;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    for (int i = 0; i < args.count; i++) inputs += !strcmp(args.word[i], "-");
    if (args.count == 0)
        return felt_args_refuse(&args, "name a genome: a file, -, or a name of felt lab list");
    if (inputs > 1)
        return felt_args_refuse(&args, "- is standard input, which can be read once; name it once");
    session.preset = felt_lab_preset(&args, OPTION_PRESET);
    if (!session.preset) return FELT_EXIT_USAGE;
    session.game = calloc((size_t)args.count, sizeof *session.game);
    if (!session.game) {
        (void)felt_args_refuse(&args, "out of memory; free some and try again");
        return FELT_EXIT_FAILED;
    }
    if (read_games(&args, &session)) code = measure(&args, &session);
    free(session.game);
    return code;
}
