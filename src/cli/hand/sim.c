/* sim.c -- felt sim: options and answers.  The hands are played in sim_run.c. */
#include "command/args.h"
#include "cli/cli.h"
#include "command/input.h"
#include "cli/hand/sim.h"
#include "os/thread_pool.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPTION_VARIANT,
    OPTION_LIMIT,
    OPTION_PLAYERS,
    OPTION_HANDS,
    OPTION_FIRST,
    OPTION_POLICY,
    OPTION_SEED,
    OPTION_STACKS,
    OPTION_UNIT,
    OPTION_FORCED,
    OPTION_CHECKS,
    OPTION_THREADS,
    OPTION_JSON,
    OPTIONS
};
enum {
    HANDS = 100000,
    PLAYERS = 6,
    UNIT = 100,
    STACK_UNITS = 100,
    JSON_BYTES = 4096,
    REPEAT_BYTES = 512
};

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_VARIANT] = {"variant", true}, [OPTION_LIMIT] = {"limit", true},
    [OPTION_PLAYERS] = {"players", true}, [OPTION_HANDS] = {"hands", true},
    [OPTION_FIRST] = {"first", true},     [OPTION_POLICY] = {"policy", true},
    [OPTION_SEED] = {"seed", true},       [OPTION_STACKS] = {"stacks", true},
    [OPTION_UNIT] = {"unit", true},       [OPTION_FORCED] = {"forced", true},
    [OPTION_CHECKS] = {"checks", true},   [OPTION_THREADS] = {"threads", true},
    [OPTION_JSON] = {"json", false},
};

static const char help[] =
    "Usage: felt sim [--variant V] [--limit L] [--players N] [--hands H] [--policy P] [--seed S]\n"
    "                [--stacks CHIPS] [--unit BIG_BLIND] [--forced F] [--checks C] [--first N]\n"
    "                [--threads N] [--json]\n"
    "\n"
    "Plays random hands through the betting engine and checks it at every action, by books of its\n"
    "own: chips and cards are where the events say, everything legal is accepted, everything else\n"
    "is refused and leaves no trace, pots are won by the best hands, nobody sees a hidden card,\n"
    "and the same actions lead to the same end.  A violation is named, with the command that\n"
    "repeats the hand, and costs exit code 1.\n"
    "\n"
    "  --variant V     a name of felt variants, or all; holdem if not given\n"
    "  --limit L       nl, pl, fl or all; nl if not given\n"
    "  --players N     how many, or from .. to as in 2-10; 6 if not given\n"
    "  --hands H       how many hands (500k, 10M); 100k if not given\n"
    "  --policy P      random: fold, pass and raise equally often; mixed: other manners in each\n"
    "                  hand; call: never fold, never raise, throw nothing away\n"
    "  --seed S        another series of hands; 1 if not given\n"
    "  --stacks CHIPS  500, or 500,200,80, or random: 1 chip to 300 big blinds; 100 big blinds if\n"
    "                  not given\n"
    "  --unit N        the big blind, or the small bet; 100 if not given\n"
    "  --forced F      usual, or random: antes, straddles, late posts, dead money, empty seats,\n"
    "                  bomb pots, rake, caps, mucking, two boards, other wild cards\n"
    "  --checks C      all, or none: plain speed\n"
    "  --first N       the number of the first hand; 1 if not given\n"
    "  --threads N     how many work at it; one for each processor if not given.  The answer does\n"
    "                  not depend on it\n"
    "  --json          the answer for a script\n"
    "\n"
    "The result is a fingerprint of all final stacks.  It is the same on every machine; of parts\n"
    "of a series (--first) the results add up, modulo 2^64, to that of the whole.  Paths that few\n"
    "hands take (draws, cards that went back into the deck, two boards) are counted.\n"
    "\n"
    "Examples:\n"
    "  felt sim --hands 2k\n"
    "  felt sim --variant all --limit all --players 2-10 --stacks random --hands 2k\n"
    "  felt sim --variant razz --limit fl --forced random --policy mixed --hands 2k\n"
    "  felt sim --variant omaha --limit pl --checks none --hands 20k\n"
    "  felt sim --variant stud --limit fl --first 1500 --hands 1\n"
    "  felt sim --variant badugi --limit fl --players 2-10 --hands 2k\n"
    "  felt sim --hands 5k --threads 2\n"
    "  felt sim --hands 1k --json\n";

static const struct felt_args_spec spec = {"sim", help, options, OPTIONS};

static const struct {
    const char *key, *title;
} rares[FELT_SIM_RARES] = {
    [FELT_SIM_DRAWS] = {"draws", "draws"},
    [FELT_SIM_SHUFFLES] = {"shuffles", "shuffles"},
    [FELT_SIM_REDEALS] = {"redeals", "redeals"},
    [FELT_SIM_SHARED] = {"shared_cards", "shared cards"},
    [FELT_SIM_FOLLOWED] = {"followed_queens", "followed queens"},
    [FELT_SIM_TWO_BOARDS] = {"two_boards", "hands on two boards"},
    [FELT_SIM_MUCKED] = {"mucked_hands", "mucked hands"},
    [FELT_SIM_BOMBS] = {"bomb_pots", "bomb pots"},
};

struct sim {
    const struct felt_args *args;
    struct felt_scenes scenes;
    struct felt_sim plan;
    struct felt_sim_tally tally;
    char players[16];
    char repeat[REPEAT_BYTES];
};

/* ---- reading -------------------------------------------------------------------------------- */

/* The index of an option's value in a list of words, *index as it was if it is not given. */
static bool read_word(const struct felt_args *args, int option, const char *const *words, int count,
                      const char *advice, int *index)
{
    const char *text = args->value[option];
    if (text == NULL) return true;
    for (int i = 0; i < count; i++) {
        if (strcmp(text, words[i]) != 0) continue;
        *index = i;
        return true;
    }
    (void)felt_args_refuse(args, "--%s \"%s\": take %s", options[option].name, text, advice);
    return false;
}

/* Variants, limits and seats, which depend on each other. */
static bool read_games(const struct felt_args *args, struct sim *sim)
{
    const char *name = args->value[OPTION_VARIANT] ? args->value[OPTION_VARIANT] : "holdem";
    struct felt_scenes *scenes = &sim->scenes;
    unsigned limits = 1u << FELT_NO_LIMIT;
    int low = PLAYERS, high = PLAYERS;
    char seats[FELT_SETTING_SEATS_BYTES];
    bool all = strcmp(name, "all") == 0;
    const struct felt_variant *variant = all ? NULL : felt_setting_variant(args, name);
    if ((!all && variant == NULL) ||
        !felt_setting_limits(args, OPTION_LIMIT, "nl, pl, fl or all", &limits) ||
        !felt_setting_players(args, OPTION_PLAYERS, &low, &high))
        return false;
    if (variant && args->value[OPTION_PLAYERS] &&
        (low > variant->seats_max || high < variant->seats_min)) {
        (void)felt_args_refuse(args, "%s is for %s players; take --players within them",
                               variant->title,
                               felt_setting_seats(variant->seats_min, variant->seats_max, seats));
        return false;
    }
    if (scenes->stacks > 1 && !args->value[OPTION_PLAYERS]) low = high = scenes->stacks;
    if (scenes->stacks > 1 && (low != high || high != scenes->stacks || all)) {
        (void)felt_args_refuse(
            args, "%d stacks: name one variant and as many players, or one stack", scenes->stacks);
        return false;
    }
    if (scenes->stacks > 1 && high > variant->seats_max) {
        (void)felt_args_refuse(args, "%s is for %s players; these are %d stacks", variant->title,
                               felt_setting_seats(variant->seats_min, variant->seats_max, seats),
                               scenes->stacks);
        return false;
    }
    scenes->players_min = low;
    scenes->players_max = high;
    for (int i = 0; all && i < felt_variant_count(); i++)
        (void)felt_scenes_add(scenes, felt_variant_at(i), limits);
    if (all || felt_scenes_add(scenes, variant, limits)) return true;
    (void)felt_args_refuse(args, "%s is not played with this limit; felt variants lists them",
                           variant->title);
    return false;
}

static bool read_stacks(const struct felt_args *args, struct felt_scenes *scenes)
{
    const char *text = args->value[OPTION_STACKS];
    scenes->unit = UNIT;
    if (!felt_setting_unit(args, OPTION_UNIT, &scenes->unit)) return false;
    if (text && strcmp(text, "random") == 0) return true;
    if (!felt_setting_stacks(args, OPTION_STACKS, scenes->stack, &scenes->stacks)) return false;
    if (scenes->stacks > 0) return true;
    scenes->stacks = 1;
    scenes->stack[0] = STACK_UNITS * scenes->unit;
    return true;
}

static bool read_options(const struct felt_args *args, struct sim *sim)
{
    static const char *const policies[] = {"random", "mixed", "call"};
    static const char *const forced[] = {"usual", "random"}, *const checks[] = {"all", "none"};
    int policy = 0, force = 0, check = 0;
    uint64_t workers = (uint64_t)felt_thread_pool_processors();
    sim->plan.first = sim->scenes.seed = 1;
    sim->plan.hands = HANDS;
    if (args->count > 0) {
        (void)felt_args_refuse(args, "\"%s\": felt sim takes no arguments; name options",
                               args->word[0]);
        return false;
    }
    if (!felt_args_uint(args, OPTION_HANDS, 1, UINT64_C(1000000000000), &sim->plan.hands) ||
        !felt_args_uint(args, OPTION_FIRST, 1, UINT64_C(1000000000000000), &sim->plan.first) ||
        !felt_args_uint(args, OPTION_SEED, 0, UINT64_MAX, &sim->scenes.seed) ||
        !read_word(args, OPTION_POLICY, policies, 3, "random, mixed or call", &policy) ||
        !read_word(args, OPTION_FORCED, forced, 2, "usual or random", &force) ||
        !read_word(args, OPTION_CHECKS, checks, 2, "all or none", &check) ||
        !felt_args_uint(args, OPTION_THREADS, 1, FELT_THREAD_POOL_MAX, &workers))
        return false;
    sim->scenes.policy = (enum felt_scene_policy)policy;
    sim->scenes.forced_random = force == 1;
    sim->plan.checks = check == 0;
    sim->plan.threads = (int)workers;
    return read_stacks(args, &sim->scenes) && read_games(args, sim);
}

/* The command that repeats a hand, without its number. */
static void name_repeat(struct sim *sim)
{
    struct felt_buffer text = felt_buffer_make(sim->repeat, sizeof sim->repeat);
    felt_buffer_text(&text, "to repeat it: felt sim");
    for (int i = 0; i < OPTIONS; i++) {
        if (sim->args->value[i] == NULL || i == OPTION_FIRST || i == OPTION_HANDS ||
            i == OPTION_THREADS)
            continue;
        felt_buffer_text(&text, " --");
        felt_buffer_text(&text, options[i].name);
        if (!options[i].takes_value) continue;
        felt_buffer_char(&text, ' ');
        felt_buffer_text(&text, sim->args->value[i]);
    }
    felt_buffer_text(&text, " --hands 1 --first ");
    (void)felt_buffer_terminate(&text);
}

/* ---- printing ------------------------------------------------------------------------------- */

static const char *given(const struct sim *sim, int option, const char *otherwise)
{
    return sim->args->value[option] ? sim->args->value[option] : otherwise;
}

static double per_second(const struct sim *sim, uint64_t count)
{
    return sim->tally.seconds > 0 ? (double)count / sim->tally.seconds : 0;
}

static void print_rare(const struct sim *sim)
{
    char number[FELT_TERM_NUMBER_BYTES];
    int printed = 0;
    for (int i = 0; i < FELT_SIM_RARES; i++) {
        if (sim->tally.rare[i] == 0) continue;
        printf("%s%s %s",
               printed == 0       ? "  with       "
               : printed % 4 == 0 ? ",\n             "
                                  : ", ",
               felt_term_number(sim->tally.rare[i], number), rares[i].title);
        printed++;
    }
    if (printed) printf("\n");
}

static void print_text(const struct sim *sim)
{
    char number[FELT_TERM_NUMBER_BYTES], other[FELT_TERM_NUMBER_BYTES];
    printf("%s hand%s of %s, %s, %s players: %s\n", felt_term_number(sim->tally.played, number),
           sim->tally.played == 1 ? "" : "s", given(sim, OPTION_VARIANT, "holdem"),
           given(sim, OPTION_LIMIT, "nl"), sim->players,
           sim->plan.checks ? "no violation" : "not checked");
    printf("  actions    %s, %.1f per hand\n", felt_term_number(sim->tally.actions, number),
           (double)sim->tally.actions / (double)sim->tally.played);
    printf("  showdowns  %.1f %%\n",
           100 * (double)sim->tally.showdowns / (double)sim->tally.played);
    print_rare(sim);
    printf("  speed      %s hands/s, %s actions/s\n",
           felt_term_number((uint64_t)per_second(sim, sim->tally.played), number),
           felt_term_number((uint64_t)per_second(sim, sim->tally.actions), other));
    printf("  result     %016llx\n", (unsigned long long)sim->tally.result);
}

static int print_json(const struct sim *sim)
{
    char memory[JSON_BYTES], result[24];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    const struct {
        const char *key, *text;
    } words[] = {{"variant", given(sim, OPTION_VARIANT, "holdem")},
                 {"limit", given(sim, OPTION_LIMIT, "nl")},
                 {"players", sim->players},
                 {"policy", given(sim, OPTION_POLICY, "random")},
                 {"forced", given(sim, OPTION_FORCED, "usual")},
                 {"checks", given(sim, OPTION_CHECKS, "all")}};
    const struct {
        const char *key;
        uint64_t number;
    } numbers[] = {{"seed", sim->scenes.seed},          {"first", sim->plan.first},
                   {"hands", sim->tally.played},        {"actions", sim->tally.actions},
                   {"showdowns", sim->tally.showdowns}, {"violations", 0}};
    felt_json_object(&json);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        felt_json_key(&json, words[i].key);
        felt_json_text(&json, words[i].text);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        felt_json_key(&json, numbers[i].key);
        felt_json_uint(&json, numbers[i].number);
    }
    for (int i = 0; i < FELT_SIM_RARES; i++) {
        felt_json_key(&json, rares[i].key);
        felt_json_uint(&json, sim->tally.rare[i]);
    }
    felt_json_key(&json, "seconds");
    felt_json_decimal(&json, sim->tally.seconds, 3);
    felt_json_key(&json, "threads");
    felt_json_uint(&json, (uint64_t)sim->plan.threads);
    felt_json_key(&json, "hands_per_second");
    felt_json_decimal(&json, per_second(sim, sim->tally.played), 0);
    felt_json_key(&json, "actions_per_second");
    felt_json_decimal(&json, per_second(sim, sim->tally.actions), 0);
    felt_json_key(&json, "result");
    snprintf(result, sizeof result, "%016llx", (unsigned long long)sim->tally.result);
    felt_json_text(&json, result);
    felt_json_end(&json);
    return felt_input_flush(&json);
}

static void name_players(struct sim *sim)
{
    int low = sim->scenes.players_min, high = sim->scenes.players_max;
    if (sim->scenes.rows == 1 || sim->args->value[OPTION_VARIANT] == NULL ||
        strcmp(sim->args->value[OPTION_VARIANT], "all") != 0) {
        const struct felt_variant *variant = sim->scenes.rules[0].variant;
        low = low < variant->seats_min ? variant->seats_min : low;
        high = high > variant->seats_max ? variant->seats_max : high;
        if (low > high) low = high;
    }
    if (low == high)
        snprintf(sim->players, sizeof sim->players, "%d", low);
    else
        snprintf(sim->players, sizeof sim->players, "%d-%d", low, high);
}

static int play_and_print(struct sim *sim)
{
    sim->plan.scenes = &sim->scenes;
    sim->plan.repeat = sim->repeat;
    name_players(sim);
    name_repeat(sim);
    switch (felt_sim_run(&sim->plan, &sim->tally)) {
    case FELT_SIM_OK: break;
    case FELT_SIM_VIOLATED: return FELT_EXIT_FAILED;
    case FELT_SIM_NO_MEMORY:
        (void)felt_args_refuse(sim->args, "out of memory; take fewer --threads, or free some");
        return FELT_EXIT_FAILED;
    }
    if (felt_args_flag(sim->args, OPTION_JSON)) return print_json(sim);
    print_text(sim);
    return FELT_EXIT_OK;
}

int felt_cli_sim(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    struct sim *sim = calloc(1, sizeof *sim);
    if (sim == NULL) {
        (void)felt_args_refuse(&args, "out of memory; free some and try again");
        return FELT_EXIT_FAILED;
    }
    sim->args = &args;
    int code = read_options(&args, sim) ? play_and_print(sim) : FELT_EXIT_USAGE;
    free(sim);
    return code;
}
