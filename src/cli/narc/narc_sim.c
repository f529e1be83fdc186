/* narc_sim.c -- felt narc sim: many sessions of Narc by bots, and what the numbers say. */
#include "cli/narc/narc_sim.h"

#include "command/args.h"
#include "cli/cli.h"
#include "cli/narc/narc.h"
#include "command/narc_file.h"
#include "command/term.h"
#include "felt/assert.h"
#include "lab/narc/narc_page.h"
#include "os/thread_pool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTION_RULES,
    OPTION_CARDS,
    OPTION_POLICY,
    OPTION_HANDS,
    OPTION_SEED,
    OPTION_THREADS,
    OPTION_HEAT,
    OPTION_RUN,
    OPTION_COMPARE,
    OPTION_COMPARE_POLICY,
    OPTION_SWEEP,
    OPTION_ASSERT,
    OPTION_REPORT,
    OPTION_JSON,
    OPTION_HTML,
    OPTIONS
};
enum {
    HANDS = 100000,
    HANDS_VALIDATE = 20000,
    HEAT_MAX = 1000000,
    RUN_SESSIONS_MAX = 100,
    PAGE_BYTES = 1 << 20
};

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_RULES] = {"rules", true},     [OPTION_CARDS] = {"cards", true},
    [OPTION_POLICY] = {"policy", true},   [OPTION_HANDS] = {"hands", true},
    [OPTION_SEED] = {"seed", true},       [OPTION_THREADS] = {"threads", true},
    [OPTION_HEAT] = {"heat", true},       [OPTION_RUN] = {"run", true},
    [OPTION_COMPARE] = {"compare", true}, [OPTION_COMPARE_POLICY] = {"compare-policy", true},
    [OPTION_SWEEP] = {"sweep", true},     [OPTION_ASSERT] = {"assert", true},
    [OPTION_REPORT] = {"report", true},   [OPTION_JSON] = {"json", false},
    [OPTION_HTML] = {"html", true},
};

static const char help[] =
    "Usage: felt narc sim [--rules R] [--cards C] [--policy NARC,CUSTOMER,PLAYER] [--hands N]\n"
    "                     [--heat H] [--run S] [--seed S] [--threads T] [--json] [--html FILE]\n"
    "       felt narc sim --compare A B ...        two rule sets\n"
    "       felt narc sim --compare-policy P ...   two policies\n"
    "       felt narc sim --sweep cap=2..5 ...     one option in several values\n"
    "       felt narc sim --report validations ...\n"
    "       felt narc sim --assert FILE ...\n"
    "\n"
    "Plays sessions of Narc between bots and says what came of them: who wins, busts and folds, "
    "in\n"
    "which round, money and heat, initiative and options, and how each card does; every number "
    "with\n"
    "its 95 % interval.  R and C are files, or names of felt narc list.\n"
    "\n"
    "  --rules R    the rule set; house if not given\n"
    "  --cards C    the catalogue; ours if not given\n"
    "  --policy P   who plays, by role, as in best,wary,careful.  What is left out is as the rule\n"
    "               set says: ,,dump is another Player.  Narc: seed, best, pressure, rollout:64.\n"
    "               Customer: seed, wary, greedy, shy, loyal, persona, rollout:64.  Player: "
    "random,\n"
    "               passive, dump, cover, careful, rollout:16.  With /never-fold, /never-raise or\n"
    "               /never-check behind it, a bot does without\n"
    "  --hands N    at least so many hands (500k, 10M); 100k if not given, 20k for --report\n"
    "  --heat H     heat at the beginning of each session, by which the Narc's deck is chosen; 0\n"
    "  --run S      sessions follow each other as a run of at most S, which ends with a bust: "
    "heat,\n"
    "               cash and used insurances stay.  1 if not given: every session begins anew\n"
    "  --seed S     other cards, other dice; 1 if not given\n"
    "  --threads T  one for each processor if not given.  The answer does not depend on it\n"
    "  --compare A B    rule set B less A, of the same sessions (also --compare A,B)\n"
    "  --compare-policy P   the same rules with policy P, less the usual policy or --policy\n"
    "  --sweep K=V  each value of an option less the rules as they are: cap=2..5, "
    "fold_price=0,1,2,\n"
    "               hand_size, rounds, pot_per_card, session_hands, session_cards; order=NCP,PNC;\n"
    "               answers=behind,others,poker; cap_effect=mute,end; initiative=no,yes, rotates,\n"
    "               pays_to_stay, insurance, conviction, open, recycles\n"
    "  --report validations   four questions of the design: do three rounds escalate, do all "
    "three\n"
    "               actions matter, does the initiative, is it fair that the Player acts last\n"
    "  --assert F   goals of a file (data/narc/goals.json): exit code 1 if a number leaves its "
    "band\n"
    "  --json       the answer for a script\n"
    "  --html F     the answer as a page with plots, too; a plain run adds Players of all kinds\n"
    "\n"
    "Sessions are independent of each other, hands of one session are not: intervals are those of "
    "a\n"
    "jackknife over 64 groups of sessions.  Comparisons play the same sessions, so differences "
    "are\n"
    "paired.  A safe hand without profit counts as won, and as \"safe without profit\".\n"
    "\n"
    "Examples:\n"
    "  felt narc sim --hands 5k\n"
    "  felt narc sim --policy ,,dump --heat 260 --hands 5k\n"
    "  felt narc sim --compare seed house --hands 5k\n"
    "  felt narc sim --compare-policy ,,rollout:16 --hands 500\n"
    "  felt narc sim --sweep cap=2..5 --hands 5k\n"
    "  felt narc sim --hands 2k --json\n";

static const struct felt_args_spec spec = {"narc sim", help, options, OPTIONS};

/* ---- what is asked ---- */

static bool run_pool(void *threads, const struct felt_jobs *jobs)
{
    return felt_thread_pool_run(*(const int *)threads, jobs);
}

static int refuse_load(const struct felt_args *args, const char *why)
{
    return felt_args_refuse(args, "%s", why);
}

/* Catalogue, rule set and both together; then study.options are complete. */
static int load_rules(const struct felt_args *args, const char *name, struct felt_cli_narc_sim *sim,
                      struct felt_narc_case *out)
{
    char why[FELT_NARC_WHY_BYTES];
    struct felt_narc_error error;
    struct felt_narc_options loaded;
    if (felt_narc_load_options(name, &loaded, why)) return refuse_load(args, why);
    if (felt_narc_rules_join(&loaded, &sim->catalogue, true, &out->rules, &error)) {
        const char *file = error.in_options ? name : args->value[OPTION_CARDS];
        felt_narc_file_say(file ? file : error.in_options ? "house" : "cards", &error, why);
        return refuse_load(args, why);
    }
    snprintf(out->label, sizeof out->label, "%s", out->rules.options.name);
    return FELT_EXIT_OK;
}

static int read_policy(const struct felt_args *args, int option, struct felt_narc_bot *bot)
{
    const char *text = args->value[option];
    struct felt_complaint complaint;
    if (!text || felt_narc_policy_read(text, bot, &complaint) == FELT_OK) return FELT_EXIT_OK;
    return felt_args_complain(args, text, &complaint);
}

/* Modes exclude each other. */
static int read_mode(const struct felt_args *args, enum felt_cli_narc_sim_mode *mode)
{
    static const struct {
        int option;
        enum felt_cli_narc_sim_mode mode;
    } modes[] = {{OPTION_COMPARE, FELT_SIM_COMPARE},
                 {OPTION_COMPARE_POLICY, FELT_SIM_COMPARE},
                 {OPTION_SWEEP, FELT_SIM_SWEEP},
                 {OPTION_REPORT, FELT_SIM_VALIDATE},
                 {OPTION_ASSERT, FELT_SIM_GOALS}};
    int given = -1;
    *mode = FELT_SIM_PLAIN;
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        if (!felt_args_flag(args, modes[i].option)) continue;
        if (given >= 0)
            return felt_args_refuse(args, "--%s and --%s are two questions; ask one of them",
                                    options[given].name, options[modes[i].option].name);
        given = modes[i].option;
        *mode = modes[i].mode;
    }
    if (args->value[OPTION_REPORT] && strcmp(args->value[OPTION_REPORT], "validations") != 0)
        return felt_args_refuse(args, "there is no report %s; there is validations",
                                args->value[OPTION_REPORT]);
    if (*mode == FELT_SIM_VALIDATE || *mode == FELT_SIM_GOALS) {
        if (felt_args_flag(args, OPTION_RUN))
            return felt_args_refuse(args, "--%s looks at single sessions; leave out --run",
                                    options[given].name);
        if (*mode == FELT_SIM_GOALS && felt_args_flag(args, OPTION_HEAT))
            return felt_args_refuse(args, "goals say themselves at what heat; leave out --heat");
        if (*mode == FELT_SIM_GOALS && felt_args_flag(args, OPTION_POLICY))
            return felt_args_refuse(args, "goals say themselves who plays; leave out --policy");
        if (*mode == FELT_SIM_GOALS && felt_args_flag(args, OPTION_HANDS))
            return felt_args_refuse(args, "goals say themselves how many hands; leave out --hands");
    }
    return FELT_EXIT_OK;
}

static int read_numbers(const struct felt_args *args, struct felt_cli_narc_sim *sim, int *threads)
{
    uint64_t hands = sim->mode == FELT_SIM_VALIDATE ? HANDS_VALIDATE : HANDS, heat = 0, run = 1;
    uint64_t pool = (uint64_t)felt_thread_pool_processors();
    sim->study.seed = 1;
    if (!felt_args_uint(args, OPTION_HANDS, 1, UINT64_C(10000000000), &hands) ||
        !felt_args_uint(args, OPTION_HEAT, 0, HEAT_MAX, &heat) ||
        !felt_args_uint(args, OPTION_RUN, 1, RUN_SESSIONS_MAX, &run) ||
        !felt_args_uint(args, OPTION_SEED, 0, UINT64_MAX, &sim->study.seed) ||
        !felt_args_uint(args, OPTION_THREADS, 1, FELT_THREAD_POOL_MAX, &pool))
        return FELT_EXIT_USAGE;
    sim->study.hands = hands;
    sim->study.heat = (int32_t)heat;
    sim->study.sessions_max = (uint8_t)run;
    *threads = (int)pool;
    return FELT_EXIT_OK;
}

/* The names behind --compare: "A B", or "A,B". */
static int read_names(const struct felt_args *args, char first[FELT_NARC_WHY_BYTES],
                      const char **second)
{
    const char *text = args->value[OPTION_COMPARE], *comma = strchr(text, ',');
    if (felt_args_flag(args, OPTION_RULES))
        return felt_args_refuse(args, "--compare names both rule sets; leave out --rules");
    if (strlen(text) >= FELT_NARC_WHY_BYTES)
        return felt_args_refuse(args, "the name behind --compare is too long");
    snprintf(first, FELT_NARC_WHY_BYTES, "%s", text);
    if (args->count == 1) {
        *second = args->word[0];
        return FELT_EXIT_OK;
    }
    if (args->count > 1 || !comma || comma == text || !comma[1])
        return felt_args_refuse(args, "name two rule sets, as in --compare seed house");
    first[comma - text] = '\0';
    *second = comma + 1;
    return FELT_EXIT_OK;
}

/* ---- playing ---- */

static int no_memory(const struct felt_args *args)
{
    (void)felt_args_refuse(args, "out of memory; free some and try again");
    return FELT_EXIT_FAILED;
}

static int ended(const struct felt_args *args, enum felt_narc_study_end end)
{
    return end == FELT_STUDY_DONE ? FELT_EXIT_OK : no_memory(args);
}

static bool make_cases(struct felt_cli_narc_sim *sim, int count)
{
    sim->play = calloc((size_t)count, sizeof *sim->play);
    return sim->play != NULL;
}

static int play_compared(const struct felt_args *args, struct felt_cli_narc_sim *sim)
{
    char first[FELT_NARC_WHY_BYTES];
    const char *second = NULL;
    struct felt_narc_case *play = sim->play;
    int code = read_names(args, first, &second);
    if (!code) code = load_rules(args, first, sim, &play[0]);
    if (!code) code = load_rules(args, second, sim, &play[1]);
    sim->study.part = 0.5;
    for (int i = 0; i < 2 && !code; i++) {
        felt_narc_bots_usual(&play[i].rules, sim->study.bot);
        code = read_policy(args, OPTION_POLICY, sim->study.bot);
        if (!code)
            code = ended(args, felt_narc_study_play(&sim->study, i ? play : NULL, 0, &play[i]));
    }
    sim->cases = 2;
    return code;
}

static int play_policies(const struct felt_args *args, struct felt_cli_narc_sim *sim)
{
    struct felt_narc_case *play = sim->play;
    char name[FELT_NARC_POLICY_BYTES];
    int code = FELT_EXIT_OK;
    play[1].rules = play[0].rules;
    sim->study.part = 0.5;
    for (int i = 0; i < 2 && !code; i++) {
        if (i) code = read_policy(args, OPTION_COMPARE_POLICY, sim->study.bot);
        snprintf(play[i].label, sizeof play[i].label, "%.47s",
                 felt_narc_policy_write(sim->study.bot, name));
        if (!code)
            code = ended(args, felt_narc_study_play(&sim->study, i ? play : NULL, 0, &play[i]));
    }
    sim->cases = 2;
    return code;
}

static int play_sweep(const struct felt_args *args, struct felt_cli_narc_sim *sim)
{
    struct felt_narc_error error;
    char why[FELT_NARC_WHY_BYTES];
    sim->cases = 1 + sim->sweep.values;
    sim->study.part = 1.0 / sim->cases;
    for (int i = 0; i < sim->sweep.values; i++) {
        struct felt_narc_case *play = &sim->play[i + 1];
        struct felt_narc_options changed = sim->study.options;
        felt_narc_sweep_set(&sim->sweep, i, &changed, play->label);
        if (felt_narc_rules_make(&changed, &sim->catalogue, true, &play->rules, &error)) {
            felt_narc_file_say(play->label, &error, why);
            return refuse_load(args, why);
        }
    }
    for (int i = 0; i < sim->cases; i++) {
        int code =
            ended(args, felt_narc_study_play(&sim->study, i ? sim->play : NULL, 0, &sim->play[i]));
        if (code) return code;
    }
    return FELT_EXIT_OK;
}

/* Players of all kinds, for a page. */
static const char *const ladder[] = {",,random", ",,dump", ",,cover", ",,careful", ",,rollout:16"};
enum { LADDER = sizeof ladder / sizeof ladder[0], STRONG_PART = 4 };

static int play_plain(const struct felt_args *args, struct felt_cli_narc_sim *sim)
{
    int rungs = felt_args_flag(args, OPTION_HTML) ? LADDER : 0;
    struct felt_narc_study *study = &sim->study;
    study->part = 1.0 / (1 + rungs);
    int code = ended(args, felt_narc_study_play(study, NULL, 0, sim->play));
    sim->cases = 1;
    sim->ladder = rungs;
    for (int i = 0; i < rungs && !code; i++) {
        struct felt_narc_study own = *study;
        struct felt_narc_case *play = &sim->play[1 + i];
        enum felt_status status = felt_narc_policy_read(ladder[i], own.bot, NULL);
        felt_assert(status == FELT_OK);
        play->rules = sim->play->rules;
        snprintf(play->label, sizeof play->label, "%s", ladder[i] + 2);
        if (i == LADDER - 1) own.hands = (own.hands + STRONG_PART - 1) / STRONG_PART;
        code = ended(args, felt_narc_study_play(&own, NULL, 0, play));
        study->begin = own.begin;
    }
    return code;
}

static int play_goals(const struct felt_args *args, struct felt_cli_narc_sim *sim,
                      const struct felt_narc_rules *rules)
{
    char why[FELT_NARC_WHY_BYTES];
    const char *name = args->value[OPTION_ASSERT];
    struct felt_complaint complaint = {0};
    size_t bytes = 0;
    char *text = felt_narc_file_text(name, FELT_GOALS_TEXT_MAX, &bytes, why);
    if (!text) return refuse_load(args, why);
    enum felt_status status = felt_narc_goals_read(text, bytes, rules, &sim->goals, &complaint);
    free(text);
    if (status) return felt_args_refuse(args, "%s: %s", name, complaint.text);
    free(sim->play);
    if (!make_cases(sim, sim->goals.trials)) return no_memory(args);
    return ended(args, felt_narc_goals_play(&sim->study, sim->play, &sim->goals));
}

static int play(const struct felt_args *args, struct felt_cli_narc_sim *sim)
{
    struct felt_complaint complaint;
    const char *sweep = args->value[OPTION_SWEEP];
    if (sweep && felt_narc_sweep_read(sweep, &sim->sweep, &complaint))
        return felt_args_complain(args, sweep, &complaint);
    if (!make_cases(sim, 1 + (sweep ? sim->sweep.values : LADDER))) return no_memory(args);
    if (felt_args_flag(args, OPTION_COMPARE)) return play_compared(args, sim);
    if (args->count > 0)
        return felt_args_refuse(args,
                                "what is %s?  Two rule sets stand behind --compare, else "
                                "there are only options",
                                args->word[0]);
    struct felt_narc_case *base = sim->play;
    int code = load_rules(args, args->value[OPTION_RULES], sim, base);
    if (code) return code;
    sim->study.options = base->rules.options;
    felt_narc_bots_usual(&base->rules, sim->study.bot);
    code = read_policy(args, OPTION_POLICY, sim->study.bot);
    if (code) return code;
    switch (sim->mode) {
    case FELT_SIM_COMPARE: return play_policies(args, sim);
    case FELT_SIM_SWEEP: return play_sweep(args, sim);
    case FELT_SIM_VALIDATE:
        return ended(args, felt_narc_validate(&sim->study, sim->play, sim->answer));
    case FELT_SIM_GOALS: return play_goals(args, sim, &base->rules);
    case FELT_SIM_PLAIN: break;
    }
    return play_plain(args, sim);
}

/* ---- what is answered ---- */

static int write_page(const struct felt_args *args, const struct felt_cli_narc_sim *sim)
{
    const char *path = args->value[OPTION_HTML];
    char *memory = malloc(PAGE_BYTES);
    if (!memory) return no_memory(args);
    struct felt_buffer page = felt_buffer_make(memory, PAGE_BYTES);
    const struct felt_narc_page shown = {.study = &sim->study,
                                         .play = sim->mode == FELT_SIM_VALIDATE ? NULL : sim->play,
                                         .cases = sim->cases,
                                         .ladder = sim->play + sim->cases,
                                         .rungs = sim->ladder,
                                         .sweep = sim->mode == FELT_SIM_SWEEP ? &sim->sweep : NULL,
                                         .answers =
                                             sim->mode == FELT_SIM_VALIDATE ? sim->answer : NULL};
    felt_narc_page_write(&shown, &page);
    felt_assert(!page.overflow); /* what it shows is bounded */
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(page.bytes, 1, page.used, file) == page.used;
    int reason = errno;
    if (file && fclose(file) != 0) {
        if (good) reason = errno;
        good = false;
    }
    free(memory);
    if (good) return FELT_EXIT_OK;
    (void)felt_args_refuse(args, "%s cannot be written: %s", path, strerror(reason));
    return FELT_EXIT_FAILED;
}

static int answer(const struct felt_args *args, const struct felt_cli_narc_sim *sim)
{
    int code = felt_args_flag(args, OPTION_JSON) ? felt_cli_narc_sim_json(sim)
                                                 : felt_cli_narc_sim_print(sim);
    if (code == FELT_EXIT_OK && felt_args_flag(args, OPTION_HTML)) code = write_page(args, sim);
    int missed = sim->mode == FELT_SIM_GOALS ? felt_narc_goals_missed(&sim->goals) : 0;
    if (code == FELT_EXIT_OK && missed) {
        fprintf(stderr, "felt narc sim: %d of %d goals missed\n", missed, sim->goals.count);
        code = FELT_EXIT_FAILED;
    }
    return code;
}

static int run(const struct felt_args *args, struct felt_cli_narc_sim *sim)
{
    char why[FELT_NARC_WHY_BYTES];
    int threads = 1, code = read_mode(args, &sim->mode);
    if (!code) code = read_numbers(args, sim, &threads);
    if (code) return code;
    if (felt_args_flag(args, OPTION_HTML) && sim->mode == FELT_SIM_GOALS)
        return felt_args_refuse(args, "goals have no page; leave out --html");
    if (felt_narc_load_cards(args->value[OPTION_CARDS], &sim->catalogue, why))
        return refuse_load(args, why);
    struct felt_progress progress = felt_progress_make();
    sim->study.catalogue = &sim->catalogue;
    sim->study.runner = run_pool;
    sim->study.pool = &threads;
    sim->study.tick = felt_progress_tick;
    sim->study.self = &progress;
    code = play(args, sim);
    felt_progress_end(&progress);
    return code ? code : answer(args, sim);
}

int felt_cli_narc_simulate(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    struct felt_cli_narc_sim *sim = calloc(1, sizeof *sim);
    if (!sim) return no_memory(&args);
    int code = run(&args, sim);
    free(sim->play);
    free(sim);
    return code;
}
