/* solve.c -- felt solve: the equilibrium of a small game, and how near to it we are. */
#include "cli/hand/solve.h"

#include "command/args.h"
#include "cli/cli.h"
#include "command/lab_file.h"
#include "command/term.h"
#include "audit/tree.h"

#include <stdlib.h>
#include <strings.h>

enum {
    OPTION_LIMIT,
    OPTION_PLAYERS,
    OPTION_STACKS,
    OPTION_UNIT,
    OPTION_ITERATIONS,
    OPTION_UNTIL,
    OPTION_STRATEGY,
    OPTION_JSON,
    OPTIONS
};
enum { PLAYERS = 2, UNIT = 2, ITERATIONS = 1000, ITERATIONS_MAX = 1000000000, MESSAGE_BYTES = 160 };
#define MEMORY_MAX (UINT64_C(1) << 30)
#define VISITS_MAX UINT64_C(1000000)

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_LIMIT] = {"limit", true},           [OPTION_PLAYERS] = {"players", true},
    [OPTION_STACKS] = {"stacks", true},         [OPTION_UNIT] = {"unit", true},
    [OPTION_ITERATIONS] = {"iterations", true}, [OPTION_UNTIL] = {"until", true},
    [OPTION_STRATEGY] = {"strategy", false},    [OPTION_JSON] = {"json", false},
};

static const char help[] =
    "Usage: felt solve GAME [--iterations N] [--until E] [--strategy] [--limit L] [--stacks "
    "CHIPS]\n"
    "                  [--unit N] [--json]\n"
    "\n"
    "Finds strategies for both seats of a small game that no opponent can beat, and proves how\n"
    "near to perfect they are.  Every deal is counted, nothing is random.\n"
    "\n"
    "GAME is a name of felt variants: kuhn, leduc or rhode-island (under a second for each\n"
    "iteration, 400 MB).  Games for two players without draws, cards face up and divided pots are\n"
    "solved if they fit in 1 GiB.  Or it is a genome, a file or -, of which one hand is solved; "
    "its\n"
    "value is in chips.\n"
    "\n"
    "  --iterations N  how many; 1000 if not given\n"
    "  --until E       stop when the exploitability is E or less\n"
    "  --strategy      print what every hand does in every situation; what it does less often\n"
    "                  than once in 2000 times is only in --json\n"
    "  --limit L       nl, pl or fl; fl if not given\n"
    "  --players N     2: there is no other choice\n"
    "  --stacks CHIPS  500 for both, or 500,200; 100 units if not given\n"
    "  --unit N        the big blind, or the small bet; 2 if not given\n"
    "  --json          the answer for a script\n"
    "\n"
    "The value is what the first to act wins when both play what was found.  The exploitability "
    "is\n"
    "what a perfect opponent who knows that strategy wins against it, the mean of both seats.  "
    "Both\n"
    "are in antes per hand (in big blinds, where there are no antes).  A sign of the bars is a\n"
    "factor of two.\n"
    "\n"
    "Examples:\n"
    "  felt solve kuhn --strategy\n"
    "  felt solve leduc\n"
    "  felt solve leduc --iterations 100 --strategy\n"
    "  felt solve leduc --until 0.01\n"
    "  felt solve kuhn --limit nl --stacks 6 --unit 1 --strategy\n"
    "  felt solve leduc --json\n"
    "  felt lab validate kuhn --canonical | felt solve - --strategy\n";

static const struct felt_args_spec spec = {"solve", help, options, OPTIONS};

/* ---- too large ------------------------------------------------------------------------------ */

/* The size of a game that was not even measured: "410,613 information sets"; "" if unknown. */
static void count_sets(const struct felt_setting *setting, const struct felt_deal *deal,
                       char out[MESSAGE_BYTES])
{
    static const struct felt_tree nothing;
    struct felt_tree_options ask = {.depth = FELT_TREE_DEPTH_MAX, .visits_max = VISITS_MAX};
    struct felt_rng rng = felt_rng_make(1);
    struct felt_poker state;
    char number[FELT_TERM_NUMBER_BYTES];
    out[0] = '\0';
    if (!felt_tree_weighs(setting->variant) ||
        felt_poker_open(&setting->rules, deal, &state, NULL) != FELT_OK)
        return;
    felt_poker_shuffle(&setting->rules, &rng, &state, NULL);
    struct felt_tree *tree = malloc(sizeof *tree);
    if (tree == NULL) return;
    *tree = nothing;
    if (felt_tree_count(&setting->rules, &state, &ask, tree) == FELT_OK && !tree->cut &&
        tree->sum.information != FELT_TREE_MANY)
        snprintf(out, MESSAGE_BYTES, "%s information sets",
                 felt_term_number(tree->sum.information, number));
    free(tree);
}

static int refuse_large(const struct felt_args *args, const struct felt_setting *setting,
                        const struct felt_deal *deal, const struct felt_solve_size *size,
                        const struct felt_complaint *complaint)
{
    char known[MESSAGE_BYTES], nodes[FELT_TERM_NUMBER_BYTES], sets[FELT_TERM_NUMBER_BYTES];
    if (size->nodes > 0)
        snprintf(known, sizeof known, "%s positions and %s information sets",
                 felt_term_number(size->nodes, nodes), felt_term_number(size->information, sets));
    else
        count_sets(setting, deal, known);
    if (known[0])
        (void)felt_args_refuse(args,
                               "%s, %s, has %s; what fits in 1 GiB is solved: kuhn, leduc, "
                               "rhode-island, with small stacks",
                               setting->variant->title, felt_setting_limit_title(setting->limit),
                               known);
    else
        (void)felt_args_complain(args, NULL, complaint);
    return FELT_EXIT_FAILED;
}

/* ---- solving -------------------------------------------------------------------------------- */

static bool is_power_of_two(uint64_t number)
{
    return (number & (number - 1)) == 0;
}

/* Where it is worth a look whether we are done: at 1, 2, 3, 4, 6, 8, 12, 16 ...  A look takes
 * longer than an iteration. */
static bool is_milestone(uint64_t number, double until)
{
    if (is_power_of_two(number)) return true;
    return until > 0 && number % 3 == 0 && is_power_of_two(number / 3);
}

static void run(struct felt_solve *solve, uint64_t iterations, double until,
                struct felt_cli_solve_found *found)
{
    struct felt_progress progress = felt_progress_make();
    bool done = false, choice = felt_solve_sets(solve) > 0;
    for (uint64_t i = 1; !done; i++) {
        felt_solve_iterate(solve, 1);
        (void)felt_progress_tick(&progress, (double)i / (double)iterations);
        done = i == iterations || !choice;
        if (!done && !is_milestone(i, until)) continue;
        struct felt_solve_rating *look = &found->look[found->looks];
        felt_solve_rate(solve, look);
        done |= look->exploitability <= until * (double)found->ante;
        if (done || is_power_of_two(i)) found->looks++;
    }
    felt_progress_end(&progress);
}

static int solve_game(const struct felt_args *args, const struct felt_setting *setting,
                      uint64_t iterations, double until)
{
    struct felt_deal deal =
        felt_poker_deal_make(&setting->rules, setting->players, setting->stack, (felt_seat)1);
    struct felt_cli_solve_found found = {.setting = setting,
                                         .antes = deal.ante[0] > 0,
                                         .ante = deal.ante[0] > 0 ? deal.ante[0] : setting->unit,
                                         .strategy = felt_args_flag(args, OPTION_STRATEGY)};
    struct felt_complaint complaint = {0};
    struct felt_solve *solve = NULL;
    enum felt_status status = felt_solve_measure(&setting->rules, &deal, &found.size, &complaint);
    if (status == FELT_FULL || (status == FELT_OK && found.size.bytes > MEMORY_MAX))
        return refuse_large(args, setting, &deal, &found.size, &complaint);
    if (status != FELT_OK) return felt_args_complain(args, NULL, &complaint);
    void *memory = malloc(found.size.bytes);
    if (memory == NULL || felt_solve_init(&setting->rules, &deal, memory, found.size.bytes, &solve,
                                          &complaint) != FELT_OK) {
        free(memory);
        (void)felt_args_refuse(args, "out of memory; free some and try again");
        return FELT_EXIT_FAILED;
    }
    run(solve, iterations, until, &found);
    found.solve = solve;
    int code = FELT_EXIT_OK;
    if (felt_args_flag(args, OPTION_JSON))
        code = felt_cli_solve_print_json(args, &found);
    else
        felt_cli_solve_print(&found);
    free(memory);
    return code;
}

/* A variant goes before a genome of the same name. */
static bool names_genome(const char *word)
{
    for (int i = 0; i < felt_variant_count(); i++)
        if (!strcasecmp(felt_variant_at(i)->name, word)) return false;
    return felt_lab_file_named(word);
}

static int solve_genome(const struct felt_args *args)
{
    struct felt_cli_solve_wish wish = {.iterations = ITERATIONS,
                                       .strategy = felt_args_flag(args, OPTION_STRATEGY),
                                       .json = felt_args_flag(args, OPTION_JSON)};
    for (int i = OPTION_LIMIT; i <= OPTION_UNIT; i++)
        if (args->value[i])
            return felt_args_refuse(args, "--%s is not for a genome, which has its own rules",
                                    options[i].name);
    if (!felt_args_uint(args, OPTION_ITERATIONS, 1, ITERATIONS_MAX, &wish.iterations) ||
        !felt_args_decimal(args, OPTION_UNTIL, 0, 1000, &wish.until))
        return FELT_EXIT_USAGE;
    return felt_cli_solve_genome(args, args->word[0], &wish);
}

int felt_cli_solve(int argc, char **argv)
{
    static const struct felt_setting_options places = {OPTION_LIMIT, OPTION_PLAYERS, OPTION_STACKS,
                                                       OPTION_UNIT};
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (args.count != 1)
        return felt_args_refuse(&args, "name one game, as in felt solve leduc; felt variants lists "
                                       "them");
    struct felt_setting setting = {.limit = FELT_FIXED_LIMIT, .unit = UNIT, .players = PLAYERS};
    uint64_t iterations = ITERATIONS;
    double until = 0;
    if (names_genome(args.word[0])) return solve_genome(&args);
    if (!felt_setting_read(&args, &places, args.word[0], &setting) ||
        !felt_args_uint(&args, OPTION_ITERATIONS, 1, ITERATIONS_MAX, &iterations) ||
        !felt_args_decimal(&args, OPTION_UNTIL, 0, 1000, &until))
        return FELT_EXIT_USAGE;
    if (setting.players != PLAYERS)
        return felt_args_refuse(&args, "games of two players are solved; these are %d",
                                setting.players);
    return solve_game(&args, &setting, iterations, until);
}
