/* sim.c -- felt sim: random hands through the engine, each of them audited.
 *
 * The result is a sum over hands of a hash of the hand's number and its final stacks: the same on
 * every machine, and however the hands are divided among processes, results of the parts add up to
 * the result of the whole. */
#include "cli/args.h"
#include "cli/audit.h"
#include "cli/cli.h"
#include "cli/input.h"
#include "cli/scene.h"
#include "felt/assert.h"
#include "felt/hash.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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
    OPTION_JSON,
    OPTIONS
};
enum {
    HANDS = 100000,
    PLAYERS = 6,
    UNIT = 100,
    STACK_UNITS = 100,
    RAISES_END = 900, /* actions after which nobody raises any more: every hand must end */
    TICK_EVERY = 256,
    JSON_BYTES = 4096,
    REPEAT_BYTES = 512
};

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_VARIANT] = {"variant", true}, [OPTION_LIMIT] = {"limit", true},
    [OPTION_PLAYERS] = {"players", true}, [OPTION_HANDS] = {"hands", true},
    [OPTION_FIRST] = {"first", true},     [OPTION_POLICY] = {"policy", true},
    [OPTION_SEED] = {"seed", true},       [OPTION_STACKS] = {"stacks", true},
    [OPTION_UNIT] = {"unit", true},       [OPTION_FORCED] = {"forced", true},
    [OPTION_CHECKS] = {"checks", true},   [OPTION_JSON] = {"json", false},
};

static const char help[] =
    "Usage: felt sim [--variant V] [--limit L] [--players N] [--hands H] [--policy P] [--seed S]\n"
    "                [--stacks CHIPS] [--unit BIG_BLIND] [--forced F] [--checks C] [--first N]\n"
    "                [--json]\n"
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
    "  felt sim --hands 1k --json\n";

static const struct felt_args_spec spec = {"sim", help, options, OPTIONS};

/* Paths that few hands take: a soak shows by them that they were taken. */
enum {
    RARE_DRAWS,
    RARE_SHUFFLES,
    RARE_REDEALS,
    RARE_SHARED,
    RARE_FOLLOWED,
    RARE_TWO_BOARDS,
    RARE_MUCKED,
    RARE_BOMBS,
    RARES
};
static const struct {
    const char *key, *title;
} rares[RARES] = {
    [RARE_DRAWS] = {"draws", "draws"},
    [RARE_SHUFFLES] = {"shuffles", "shuffles"},
    [RARE_REDEALS] = {"redeals", "redeals"},
    [RARE_SHARED] = {"shared_cards", "shared cards"},
    [RARE_FOLLOWED] = {"followed_queens", "followed queens"},
    [RARE_TWO_BOARDS] = {"two_boards", "hands on two boards"},
    [RARE_MUCKED] = {"mucked_hands", "mucked hands"},
    [RARE_BOMBS] = {"bomb_pots", "bomb pots"},
};

struct sim {
    const struct felt_args *args;
    struct felt_scenes scenes;
    uint64_t first, hands;
    bool checks;
    char variants[32], limits[16], players[16], policy[8];

    struct felt_audit audit;
    struct felt_event event[FELT_EVENTS_MAX];

    uint64_t played, actions, showdowns, result;
    uint64_t rare[RARES];
    double seconds;
    char repeat[REPEAT_BYTES]; /* the command, without the number of the hand */
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
    sim->first = sim->scenes.seed = 1;
    sim->hands = HANDS;
    if (args->count > 0) {
        (void)felt_args_refuse(args, "\"%s\": felt sim takes no arguments; name options",
                               args->word[0]);
        return false;
    }
    if (!felt_args_uint(args, OPTION_HANDS, 1, UINT64_C(1000000000000), &sim->hands) ||
        !felt_args_uint(args, OPTION_FIRST, 1, UINT64_C(1000000000000000), &sim->first) ||
        !felt_args_uint(args, OPTION_SEED, 0, UINT64_MAX, &sim->scenes.seed) ||
        !read_word(args, OPTION_POLICY, policies, 3, "random, mixed or call", &policy) ||
        !read_word(args, OPTION_FORCED, forced, 2, "usual or random", &force) ||
        !read_word(args, OPTION_CHECKS, checks, 2, "all or none", &check))
        return false;
    sim->scenes.policy = (enum felt_scene_policy)policy;
    sim->scenes.forced_random = force == 1;
    sim->checks = check == 0;
    return read_stacks(args, &sim->scenes) && read_games(args, sim);
}

/* ---- repeating a hand ----------------------------------------------------------------------- */

/* The engine ends the process when it finds a mistake of its own.  A signal handler has no argument
 * that could tell it which hand that was: hence the one pointer and number outside of any function
 * in this program. */
static const char *volatile repeat_command;
static volatile uint64_t repeat_hand;

static void say_repeat(int number)
{
    char digits[24], *at = digits + sizeof digits;
    *--at = '\n';
    for (uint64_t left = repeat_hand; left > 0 || at == digits + sizeof digits - 1; left /= 10)
        *--at = (char)('0' + left % 10);
    const char *command = repeat_command;
    if (command) {
        ssize_t written = write(STDERR_FILENO, command, strlen(command));
        written += write(STDERR_FILENO, at, (size_t)(digits + sizeof digits - at));
        (void)written;
    }
    signal(number, SIG_DFL);
    (void)raise(number);
}

static void prepare_repeat(struct sim *sim)
{
    struct felt_buffer text = felt_buffer_make(sim->repeat, sizeof sim->repeat);
    felt_buffer_text(&text, "to repeat it: felt sim");
    for (int i = 0; i < OPTIONS; i++) {
        if (sim->args->value[i] == NULL || i == OPTION_FIRST || i == OPTION_HANDS) continue;
        felt_buffer_text(&text, " --");
        felt_buffer_text(&text, options[i].name);
        if (!options[i].takes_value) continue;
        felt_buffer_char(&text, ' ');
        felt_buffer_text(&text, sim->args->value[i]);
    }
    felt_buffer_text(&text, " --hands 1 --first ");
    (void)felt_buffer_terminate(&text);
    repeat_command = sim->repeat;
    signal(SIGABRT, say_repeat);
}

/* ---- playing -------------------------------------------------------------------------------- */

static void count_rare(uint64_t rare[RARES], const struct felt_scene *scene,
                       const struct felt_poker *state)
{
    rare[RARE_DRAWS] += state->draws;
    rare[RARE_SHUFFLES] += state->shuffles;
    rare[RARE_REDEALS] += state->redeals;
    rare[RARE_SHARED] += scene->rules.variant->shares_last && state->boards > 0;
    rare[RARE_FOLLOWED] += state->follow > 1;
    rare[RARE_TWO_BOARDS] += state->runs == 2;
    rare[RARE_MUCKED] += (uint64_t)felt_seats_count(state->mucked);
    rare[RARE_BOMBS] += scene->deal.bomb;
}

static void finish(struct sim *sim, uint64_t number, const struct felt_scene *scene,
                   const struct felt_poker *state)
{
    uint64_t hash = number;
    for (felt_seats left = state->dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        hash = felt_hash_word(hash, (uint64_t)seat);
        hash = felt_hash_word(hash, (uint64_t)state->betting.stack[seat]);
    }
    sim->result += hash;
    sim->showdowns += state->shown != 0;
    sim->played++;
    count_rare(sim->rare, scene, state);
}

static struct felt_action choose(const struct felt_scene *scene, const struct felt_poker *state,
                                 int actions, struct felt_rng *rng)
{
    struct felt_policy policy = scene->policy;
    if (actions >= RAISES_END) policy = (struct felt_policy){policy.fold, 1, 0};
    return felt_policy_answer(policy, &scene->rules, state, rng);
}

static void play_plain(struct sim *sim, struct felt_scene *scene, struct felt_poker *state)
{
    enum felt_status status = felt_poker_open(&scene->rules, &scene->deal, state, NULL);
    felt_assert(status == FELT_OK);
    felt_poker_shuffle(&scene->rules, &scene->cards, state, NULL);
    int actions = 0;
    for (; felt_poker_actor(state) >= 0; actions++) {
        struct felt_action action = choose(scene, state, actions, &scene->choices);
        status = felt_poker_apply(&scene->rules, state, felt_poker_actor(state), action, NULL);
        felt_assert(status == FELT_OK);
    }
    sim->actions += (uint64_t)actions;
}

/* False: the audit has found a violation. */
static bool play_audited(struct sim *sim, struct felt_scene *scene, struct felt_poker *state)
{
    struct felt_audit *audit = &sim->audit;
    struct felt_event_log log = {sim->event, 0, FELT_EVENTS_MAX};
    struct felt_complaint complaint = {0};
    felt_audit_begin(audit, &scene->rules, &scene->deal, scene->audit);
    if (felt_poker_rules_verify(&scene->rules, &complaint) != FELT_OK ||
        felt_poker_deal_verify(&scene->rules, &scene->deal, &complaint) != FELT_OK ||
        felt_poker_open(&scene->rules, &scene->deal, state, &log) != FELT_OK ||
        felt_poker_deal(&scene->rules, &scene->deal, &scene->cards, state, &log) != FELT_OK)
        return felt_audit_violate(audit, "the hand cannot be dealt: %s", complaint.text);
    if (!felt_audit_dealt(audit, state, &log)) return false;
    while (felt_poker_actor(state) >= 0) {
        felt_seat seat = felt_poker_actor(state);
        if (!felt_audit_decision(audit, state)) return false;
        struct felt_action action = choose(scene, state, audit->actions, &scene->choices);
        log.count = 0;
        enum felt_status status = felt_poker_apply(&scene->rules, state, seat, action, &log);
        if (status != FELT_OK)
            return felt_audit_violate(audit, "seat %d, action %d, amount %lld is refused: %s", seat,
                                      action.kind, (long long)action.amount,
                                      felt_status_text(status));
        if (!felt_audit_applied(audit, state, seat, action, &log)) return false;
    }
    sim->actions += (uint64_t)audit->actions;
    return felt_audit_over(audit, state);
}

static int report_violation(const struct sim *sim, const struct felt_scene *scene, uint64_t number)
{
    fprintf(stderr, "felt sim: violation in hand %llu of seed %llu, %s %s, %d seats, action %d\n",
            (unsigned long long)number, (unsigned long long)sim->scenes.seed,
            scene->rules.variant->name,
            felt_setting_limit_name((enum felt_limit)scene->rules.limit),
            felt_seats_count(scene->deal.seats), sim->audit.actions + 1);
    fprintf(stderr, "felt sim: %s\n%s%llu\n", sim->audit.violation, sim->repeat,
            (unsigned long long)number);
    return FELT_EXIT_FAILED;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int play_all(struct sim *sim)
{
    struct felt_progress progress = felt_progress_make();
    double start = now();
    int code = FELT_EXIT_OK;
    for (uint64_t i = 0; i < sim->hands && code == FELT_EXIT_OK; i++) {
        uint64_t number = sim->first + i;
        struct felt_scene scene;
        struct felt_poker state;
        repeat_hand = number;
        felt_scene_make(&sim->scenes, number, &scene);
        if (!sim->checks)
            play_plain(sim, &scene, &state);
        else if (!play_audited(sim, &scene, &state)) {
            felt_progress_end(&progress);
            code = report_violation(sim, &scene, number);
            break;
        }
        finish(sim, number, &scene, &state);
        if (i % TICK_EVERY == 0)
            (void)felt_progress_tick(&progress, (double)i / (double)sim->hands);
    }
    felt_progress_end(&progress);
    sim->seconds = now() - start;
    return code;
}

/* ---- printing ------------------------------------------------------------------------------- */

static const char *given(const struct sim *sim, int option, const char *otherwise)
{
    return sim->args->value[option] ? sim->args->value[option] : otherwise;
}

static double per_second(const struct sim *sim, uint64_t count)
{
    return sim->seconds > 0 ? (double)count / sim->seconds : 0;
}

static void print_rare(const struct sim *sim)
{
    char number[FELT_TERM_NUMBER_BYTES];
    int printed = 0;
    for (int i = 0; i < RARES; i++) {
        if (sim->rare[i] == 0) continue;
        printf("%s%s %s",
               printed == 0       ? "  with       "
               : printed % 4 == 0 ? ",\n             "
                                  : ", ",
               felt_term_number(sim->rare[i], number), rares[i].title);
        printed++;
    }
    if (printed) printf("\n");
}

static void print_text(const struct sim *sim)
{
    char number[FELT_TERM_NUMBER_BYTES], other[FELT_TERM_NUMBER_BYTES];
    printf("%s hand%s of %s, %s, %s players: %s\n", felt_term_number(sim->played, number),
           sim->played == 1 ? "" : "s", given(sim, OPTION_VARIANT, "holdem"),
           given(sim, OPTION_LIMIT, "nl"), sim->players,
           sim->checks ? "no violation" : "not checked");
    printf("  actions    %s, %.1f per hand\n", felt_term_number(sim->actions, number),
           (double)sim->actions / (double)sim->played);
    printf("  showdowns  %.1f %%\n", 100 * (double)sim->showdowns / (double)sim->played);
    print_rare(sim);
    printf("  speed      %s hands/s, %s actions/s\n",
           felt_term_number((uint64_t)per_second(sim, sim->played), number),
           felt_term_number((uint64_t)per_second(sim, sim->actions), other));
    printf("  result     %016llx\n", (unsigned long long)sim->result);
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
    } numbers[] = {{"seed", sim->scenes.seed},    {"first", sim->first},
                   {"hands", sim->played},        {"actions", sim->actions},
                   {"showdowns", sim->showdowns}, {"violations", 0}};
    felt_json_object(&json);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        felt_json_key(&json, words[i].key);
        felt_json_text(&json, words[i].text);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        felt_json_key(&json, numbers[i].key);
        felt_json_uint(&json, numbers[i].number);
    }
    for (int i = 0; i < RARES; i++) {
        felt_json_key(&json, rares[i].key);
        felt_json_uint(&json, sim->rare[i]);
    }
    felt_json_key(&json, "seconds");
    felt_json_decimal(&json, sim->seconds, 3);
    felt_json_key(&json, "hands_per_second");
    felt_json_decimal(&json, per_second(sim, sim->played), 0);
    felt_json_key(&json, "actions_per_second");
    felt_json_decimal(&json, per_second(sim, sim->actions), 0);
    felt_json_key(&json, "result");
    snprintf(result, sizeof result, "%016llx", (unsigned long long)sim->result);
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
    int code = FELT_EXIT_USAGE;
    if (read_options(&args, sim)) {
        name_players(sim);
        prepare_repeat(sim);
        code = play_all(sim);
        if (code == FELT_EXIT_OK && felt_args_flag(&args, OPTION_JSON))
            code = print_json(sim);
        else if (code == FELT_EXIT_OK)
            print_text(sim);
        repeat_command = NULL;
    }
    free(sim);
    return code;
}
