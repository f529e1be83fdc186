/* perft.c -- felt perft: exact counts of all sequences of actions, as chess engines count moves. */
#include "base/json_member.h"
#include "command/args.h"
#include "cli/cli.h"
#include "command/input.h"
#include "command/setting.h"
#include "audit/tree.h"

enum {
    OPTION_LIMIT,
    OPTION_PLAYERS,
    OPTION_STACKS,
    OPTION_UNIT,
    OPTION_DEPTH,
    OPTION_FREE_FOLDS,
    OPTION_JSON,
    OPTIONS
};
enum { PLAYERS = 2, UNIT = 2, JSON_BYTES = 65536, COLUMNS = 20 };
#define VISITS_MAX UINT64_C(100000000)

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_LIMIT] = {"limit", true},   [OPTION_PLAYERS] = {"players", true},
    [OPTION_STACKS] = {"stacks", true}, [OPTION_UNIT] = {"unit", true},
    [OPTION_DEPTH] = {"depth", true},   [OPTION_FREE_FOLDS] = {"free-folds", false},
    [OPTION_JSON] = {"json", false},
};

static const char help[] =
    "Usage: felt perft GAME [--limit L] [--players N] [--stacks CHIPS] [--unit N] [--depth D]\n"
    "                  [--free-folds] [--json]\n"
    "\n"
    "Counts every sequence of actions from one deal, by length, and how many of them end the "
    "hand.\n"
    "Two programs that play by the same rules give the same numbers.\n"
    "\n"
    "GAME is a name of felt variants.\n"
    "\n"
    "  --limit L       nl, pl or fl; fl if not given\n"
    "  --players N     how many seats; 2 if not given\n"
    "  --stacks CHIPS  500 for everybody, or 500,200,80; 100 units if not given\n"
    "  --unit N        the big blind, or the small bet; 2 if not given\n"
    "  --depth D       count sequences of at most D actions\n"
    "  --free-folds    count folds also where a check is free\n"
    "  --json          the answer for a script\n"
    "\n"
    "In games with draws every set of cards that may be thrown away is an action of its own.\n"
    "\n"
    "Below the table, where cards change nothing in who acts, none are thrown away and the "
    "numbers\n"
    "fit in 64 bits, the size of the game with its cards: histories are hands from the deal to "
    "their end,\n"
    "states are decisions, information sets are decisions as the player to act sees them.\n"
    "\n"
    "Examples:\n"
    "  felt perft kuhn\n"
    "  felt perft leduc\n"
    "  felt perft rhode-island\n"
    "  felt perft 27-triple\n"
    "  felt perft holdem --limit fl --players 3\n"
    "  felt perft holdem --limit nl --stacks 5 --unit 2\n"
    "  felt perft holdem --limit nl --stacks 200 --depth 2\n"
    "  felt perft leduc --json\n";

static const struct felt_args_spec spec = {"perft", help, options, OPTIONS};

/* ---- counting ------------------------------------------------------------------------------- */

static int count(const struct felt_args *args, const struct felt_setting *setting, int depth,
                 struct felt_tree *tree)
{
    struct felt_deal deal =
        felt_poker_deal_make(&setting->rules, setting->players, setting->stack, 0);
    struct felt_rng rng = felt_rng_make(1);
    struct felt_poker state;
    struct felt_complaint complaint = {0};
    if (felt_poker_deal_verify(&setting->rules, &deal, &complaint) != FELT_OK ||
        felt_poker_open(&setting->rules, &deal, &state, NULL) != FELT_OK)
        return felt_args_complain(args, NULL, &complaint);
    felt_poker_shuffle(&setting->rules, &rng, &state, NULL);
    struct felt_progress progress = felt_progress_make();
    struct felt_tree_options ask = {.depth = depth,
                                    .free_folds = felt_args_flag(args, OPTION_FREE_FOLDS),
                                    .visits_max = VISITS_MAX,
                                    .progress = felt_progress_tick,
                                    .self = &progress};
    enum felt_status status = felt_tree_count(&setting->rules, &state, &ask, tree);
    felt_progress_end(&progress);
    if (status == FELT_OK) return FELT_EXIT_OK;
    if (status == FELT_FULL)
        (void)felt_args_refuse(args, "out of memory; free some and try again");
    else
        (void)felt_args_refuse(args, "more than 100 million positions; take a --depth, or smaller "
                                     "stacks");
    return FELT_EXIT_FAILED;
}

/* ---- printing ------------------------------------------------------------------------------- */

static const char *write_count(uint64_t number, char out[FELT_TERM_NUMBER_BYTES])
{
    return number == FELT_TREE_MANY ? "over 2^64" : felt_term_number(number, out);
}

static void print_row(const char *label, const struct felt_tree_row *row)
{
    char nodes[FELT_TERM_NUMBER_BYTES], ends[FELT_TERM_NUMBER_BYTES];
    printf("%-6s %*s %*s\n", label, COLUMNS, write_count(row->nodes, nodes), COLUMNS,
           write_count(row->ends, ends));
}

/* The size of the game with its cards, as far as it is known. */
static void print_size(const struct felt_tree *tree)
{
    const struct {
        const char *name;
        uint64_t number;
    } sizes[] = {{"histories", tree->sum.histories},
                 {"states", tree->sum.states},
                 {"information sets", tree->sum.information}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char number[FELT_TERM_NUMBER_BYTES];
        if (sizes[i].number == FELT_TREE_MANY || sizes[i].number == 0) continue;
        printf("%-16s %*s\n", sizes[i].name, 2 * COLUMNS - 8,
               felt_term_number(sizes[i].number, number));
    }
}

static void print_text(const struct felt_setting *setting, const struct felt_tree *tree)
{
    struct felt_term term = felt_term_make(stdout);
    printf("%s, %s, %d players, one deal\n", setting->variant->title,
           felt_setting_limit_title(setting->limit), setting->players);
    felt_term_style(&term, FELT_BOLD);
    printf("%-6s %*s %*s", "depth", COLUMNS, "sequences", COLUMNS, "of them over");
    felt_term_style(&term, FELT_PLAIN);
    fputc('\n', stdout);
    for (int i = 0; i <= tree->depth; i++) {
        char label[16];
        snprintf(label, sizeof label, "%d", i);
        print_row(label, &tree->row[i]);
    }
    print_row("all", &tree->sum);
    if (tree->cut)
        puts("(cut: longer sequences are not counted)");
    else
        print_size(tree);
}

static void write_size(struct felt_json *json, const char *key, uint64_t number, bool known)
{
    felt_json_key(json, key);
    if (known && number != FELT_TREE_MANY)
        felt_json_uint(json, number);
    else
        felt_json_null(json);
}

static void write_row(struct felt_json *json, int depth, const struct felt_tree_row *row)
{
    felt_json_object(json);
    felt_json_key(json, "depth");
    felt_json_int(json, depth);
    write_size(json, "nodes", row->nodes, true);
    write_size(json, "ends", row->ends, true);
    felt_json_end(json);
}

/* What is printed for a script. */
struct counted {
    const struct felt_setting *setting;
    const struct felt_tree *tree;
    bool free_folds;
};

static void write_all(struct felt_json *json, const void *what)
{
    const struct counted *counted = what;
    const struct felt_setting *setting = counted->setting;
    const struct felt_tree *tree = counted->tree;
    bool weighed = !tree->cut && felt_tree_weighs(setting->variant);
    felt_json_object(json);
    felt_json_put_text(json, "variant", setting->variant->name);
    felt_json_put_text(json, "limit", felt_setting_limit_name(setting->limit));
    felt_json_put_int(json, "players", setting->players);
    felt_json_put_bool(json, "free_folds", counted->free_folds);
    felt_json_put_bool(json, "complete", !tree->cut);
    felt_json_key(json, "rows");
    felt_json_array(json);
    for (int i = 0; i <= tree->depth; i++) write_row(json, i, &tree->row[i]);
    felt_json_end(json);
    write_size(json, "nodes", tree->sum.nodes, true);
    write_size(json, "ends", tree->sum.ends, true);
    write_size(json, "histories", tree->sum.histories, weighed);
    write_size(json, "states", tree->sum.states, weighed);
    write_size(json, "information_sets", tree->sum.information, weighed);
    felt_json_end(json);
}

int felt_cli_perft(int argc, char **argv)
{
    static const struct felt_setting_options places = {OPTION_LIMIT, OPTION_PLAYERS, OPTION_STACKS,
                                                       OPTION_UNIT};
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (args.count != 1)
        return felt_args_refuse(&args, "name one game, as in felt perft leduc; felt variants lists "
                                       "them");
    struct felt_setting setting = {.limit = FELT_FIXED_LIMIT, .unit = UNIT, .players = PLAYERS};
    uint64_t depth = FELT_TREE_DEPTH_MAX;
    if (!felt_setting_read(&args, &places, args.word[0], &setting) ||
        !felt_args_uint(&args, OPTION_DEPTH, 0, FELT_TREE_DEPTH_MAX, &depth))
        return FELT_EXIT_USAGE;
    struct felt_tree tree;
    int code = count(&args, &setting, (int)depth, &tree);
    if (code != FELT_EXIT_OK) return code;
    struct counted counted = {&setting, &tree, felt_args_flag(&args, OPTION_FREE_FOLDS)};
    if (felt_args_flag(&args, OPTION_JSON))
        return felt_input_print_json(&args, write_all, &counted, JSON_BYTES);
    print_text(&setting, &tree);
    return FELT_EXIT_OK;
}
