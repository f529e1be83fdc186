/* match.c -- felt match: players against players, and what the result proves. */
#include "command/args.h"
#include "cli/cli.h"
#include "command/input.h"
#include "cli/match/match_outside.h"
#include "cli/match/match_print.h"
#include "command/term.h"

#include <stdlib.h>
#include <string.h>

enum { LIST_BYTES = 16384 };

/* One row more: felt_setting_read() also looks at --players, which nobody can give here. */
static const struct felt_args_option options[FELT_CLI_MATCH_OPTIONS + 1] = {
    [FELT_CLI_MATCH_OPTION_VARIANT] = {"variant", true},
    [FELT_CLI_MATCH_OPTION_LIMIT] = {"limit", true},
    [FELT_CLI_MATCH_OPTION_STACKS] = {"stacks", true},
    [FELT_CLI_MATCH_OPTION_UNIT] = {"unit", true},
    [FELT_CLI_MATCH_OPTION_HANDS] = {"hands", true},
    [FELT_CLI_MATCH_OPTION_SEED] = {"seed", true},
    [FELT_CLI_MATCH_OPTION_THREADS] = {"threads", true},
    [FELT_CLI_MATCH_OPTION_DEALS] = {"deals", true},
    [FELT_CLI_MATCH_OPTION_FUTURES] = {"futures", true},
    [FELT_CLI_MATCH_OPTION_SAMPLES] = {"samples", true},
    [FELT_CLI_MATCH_OPTION_SPRT] = {"sprt", true},
    [FELT_CLI_MATCH_OPTION_ON_ILLEGAL] = {"on-illegal", true},
    [FELT_CLI_MATCH_OPTION_PHH] = {"phh", true},
    [FELT_CLI_MATCH_OPTION_RESUME] = {"resume", true},
    [FELT_CLI_MATCH_OPTION_TABLE] = {"table", false},
    [FELT_CLI_MATCH_OPTION_JSON] = {"json", false},
    [FELT_CLI_MATCH_OPTION_LIST] = {"list", false},
    [FELT_CLI_MATCH_OPTION_MANNERS] = {"manners", false},
    [FELT_CLI_MATCH_OPTION_PROBE] = {"probe", true},
    [FELT_CLI_MATCH_OPTION_ASKED] = {"asked", true},
    [FELT_CLI_MATCH_OPTION_BOT_MS] = {"bot-ms", true},
    [FELT_CLI_MATCH_OPTION_BOT_START] = {"bot-start", true},
    [FELT_CLI_MATCH_OPTION_BOT_MEMORY] = {"bot-memory", true},
    [FELT_CLI_MATCH_OPTION_BOT_LOG] = {"bot-log", true},
    [FELT_CLI_MATCH_OPTION_ACPC_BIND] = {"acpc-bind", true},
};

static const char help[] =
    "Usage: felt match PLAYER PLAYER... [--table] [--variant V] [--limit L] [--stacks CHIPS]\n"
    "                  [--unit N] [--hands H] [--seed S] [--deals N] [--futures N]\n"
    "                  [--samples N] [--sprt LOW,HIGH] [--on-illegal fold|error] [--phh FILE]\n"
    "                  [--resume FILE] [--threads N] [--manners] [--json] [--bot-ms N] ...\n"
    "       felt match --probe lbr PLAYER [--asked N] [and most of the above]\n"
    "       felt match --list [--json]\n"
    "\n"
    "Lets players play against each other, and says what the result proves.  Every deal is played\n"
    "several times, with the same cards at the same seats and the players moved on, so that the\n"
    "luck of good cards cancels; where chips go in before the last card, the mean over other ways\n"
    "to deal the rest takes the place of the luck.  Results are in big blinds (or small bets) per\n"
    "100 hands.\n"
    "\n"
    "Two players are a duel; more are a league, in which every two of them play a duel.\n"
    "\n"
    "  --table         all players sit at one table\n"
    "  --probe lbr     how much can be won from the one player named, by an opponent who may ask "
    "it\n"
    "                  what it would do with any hand: a local best response.  lbr:flop, lbr:turn "
    "and\n"
    "                  lbr:river only check and call before.  2k hands if --hands is not given\n"
    "  --asked N       hands that a probe asks about at a decision, 8 to 1326; 100 if not given\n"
    "  --list          the players there are\n"
    "  --variant V     a name of felt variants; holdem if not given\n"
    "  --limit L       nl, pl or fl; the usual one of the variant if not given\n"
    "  --stacks CHIPS  one stack for all, or one for each seat; 100 units if not given\n"
    "  --unit N        the big blind, or the small bet; 100 if not given\n"
    "  --hands H       hands each player plays in a duel or at the table (500k, 10M), rounded up\n"
    "                  to whole groups; 10k if not given\n"
    "  --seed S        other cards, other chances; 1 if not given\n"
    "  --deals N       deals of a group: players remember within it; 1 if not given\n"
    "  --futures N     ways to deal the rest; 100 if not given, 0 leaves luck as it was\n"
    "  --samples N     deals a player may imagine for a decision; as many as it likes if not "
    "given\n"
    "  --sprt LOW,HIGH stops when it is decided which of two results of the first player, in\n"
    "                  bb/100, is the better guess; wrong in at most 5 % either way\n"
    "  --on-illegal A  fold: the timid action is taken instead, and counted; error: the match "
    "ends\n"
    "  --phh FILE      records all hands; the file must be new or empty\n"
    "  --resume FILE   keeps the sums there, every few seconds and at the end, and goes on from\n"
    "                  there if the file is of the same match; --hands may be larger then\n"
    "  --threads N     how many hands are played at a time; as many as there are processors if\n"
    "                  not given.  The result does not depend on it\n"
    "  --manners       also how they played: how often they entered, raised, folded, bluffed\n"
    "  --json          the answer for a script\n"
    "  --bot-ms N      milliseconds of a program for a decision; 1000 if not given\n"
    "  --bot-start N   the same for its first one, and to connect; 10000 if not given\n"
    "  --bot-memory MB of a program; 4096 if not given, 0 is no limit\n"
    "  --bot-log FILE  what programs complain; - shows it\n"
    "  --acpc-bind A   where acpc: listens; 127.0.0.1 if not given\n"
    "\n"
    "exec:COMMAND is a program of yours, asked in JSON; acpc:PORT one that connects.  Exit code 1\n"
    "if such a program never gave a legal answer.\n"
    "zoo: may be left out.  A house player has dials: house:tight=7,aggr=3; or is one of the\n"
    "personas: house:rock; or one in a file: house:@FILE; or one of these with other dials:\n"
    "house:rock,aggr=5.  Ctrl-C ends the match early and prints what there is, with exit code 1.\n"
    "docs/MATCHES.md says how to read the answer.\n"
    "\n"
    "Examples:\n"
    "  felt match --list\n"
    "  felt match zoo:tag zoo:call --hands 2k\n"
    "  felt match zoo:tag zoo:lag zoo:call zoo:random --hands 400\n"
    "  felt match zoo:tag zoo:call zoo:fold --table --variant omaha --hands 300\n"
    "  felt match zoo:random zoo:fold --sprt 0,20 --hands 100k\n"
    "  felt match --probe lbr zoo:tag --hands 400\n"
    "  felt match zoo:call zoo:random --variant leduc --hands 2k --json\n";

static const struct felt_args_spec spec = {"match", help, options, FELT_CLI_MATCH_OPTIONS};

/* ---- the list of players --------------------------------------------------------------------- */

static int list_json(void)
{
    char memory[LIST_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_array(&json);
    for (int i = 0; i < felt_player_count(); i++) {
        const struct felt_player_kind *kind = felt_player_at(i);
        felt_json_object(&json);
        felt_json_key(&json, "name");
        felt_json_text(&json, kind->name);
        felt_json_key(&json, "title");
        felt_json_text(&json, kind->title);
        felt_json_key(&json, "has_dials");
        felt_json_bool(&json, kind->has_settings);
        felt_json_end(&json);
    }
    felt_json_end(&json);
    return felt_input_flush(&json);
}

static void print_dials(void)
{
    printf("\n  dials, as in house:tight=7,aggr=3:\n");
    for (int i = 0; i < FELT_STRATEGY_DIALS; i++) {
        const struct felt_strategy_dial *dial = felt_strategy_dial_at(i);
        printf("    %-7s %-21s %g to %g\n", dial->brief, dial->name, dial->min, dial->max);
    }
}

static void print_personas(void)
{
    printf("\n  personas, as in house:rock or house:rock,aggr=5:\n");
    for (int i = 0; i < felt_persona_count(); i++)
        printf("    %-7s %s\n", felt_persona_at(i)->name, felt_persona_at(i)->title);
}

static int list_players(const struct felt_args *args)
{
    size_t columns = 0;
    bool dials = false;
    if (args->count > 0)
        return felt_args_refuse(args, "--list takes no players; leave out \"%s\"", args->word[0]);
    if (felt_args_flag(args, FELT_CLI_MATCH_OPTION_JSON)) return list_json();
    for (int i = 0; i < felt_player_count(); i++) {
        size_t bytes = strlen(felt_player_at(i)->name);
        if (bytes > columns) columns = bytes;
        dials |= felt_player_at(i)->has_settings;
    }
    for (int i = 0; i < felt_player_count(); i++)
        printf("  %-*s  %s\n", (int)columns, felt_player_at(i)->name, felt_player_at(i)->title);
    if (dials) {
        print_dials();
        print_personas();
    }
    return FELT_EXIT_OK;
}

/* ---- a match --------------------------------------------------------------------------------- */

/* What is said besides the result. */
static void print_notes(const struct felt_cli_match_run *run)
{
    const struct felt_cli_match_plan *plan = run->plan;
    char number[FELT_TERM_NUMBER_BYTES], other[FELT_TERM_NUMBER_BYTES];
    if (run->left_out)
        fprintf(stderr, "felt match: %s hands have too many actions for a record; %s lacks them\n",
                felt_term_number(run->left_out, number), plan->phh);
    if (plan->resume && run->sum[0].groups > plan->groups)
        fprintf(stderr, "felt match: %s has more hands than --hands asks for; nothing was played\n",
                plan->resume);
    if (run->end != FELT_CLI_MATCH_INTERRUPTED) return;
    uint64_t hands = 0;
    for (int i = 0; i < plan->pairings; i++) hands += run->sum[i].hands;
    fprintf(stderr, "felt match: interrupted after %s of %s hands; %s\n",
            felt_term_number(hands, number),
            felt_term_number((uint64_t)plan->pairings * plan->groups * plan->hands, other),
            plan->resume ? "the same command goes on" : "with --resume FILE it could go on");
}

static int play(const struct felt_cli_match_plan *plan, struct felt_cli_match_run *run)
{
    felt_cli_match_run(run, plan);
    if (run->end == FELT_CLI_MATCH_REFUSED) return FELT_EXIT_USAGE;
    if (run->end == FELT_CLI_MATCH_FAILED) return FELT_EXIT_FAILED;
    int code = FELT_EXIT_OK;
    if (felt_args_flag(plan->args, FELT_CLI_MATCH_OPTION_JSON))
        code = felt_cli_match_print_json(run);
    else
        felt_cli_match_print(run);
    print_notes(run);
    if (!felt_cli_match_outside_answered(plan)) return FELT_EXIT_FAILED;
    return run->end == FELT_CLI_MATCH_INTERRUPTED ? FELT_EXIT_FAILED : code;
}

int felt_cli_match(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (felt_args_flag(&args, FELT_CLI_MATCH_OPTION_LIST)) return list_players(&args);
    struct felt_cli_match_plan *plan = calloc(1, sizeof *plan);
    struct felt_cli_match_run run = {0};
    int code = FELT_EXIT_USAGE;
    bool failed = plan == NULL;
    if (plan && felt_cli_match_plan_read(plan, &args, &failed)) code = play(plan, &run);
    if (failed) {
        (void)felt_args_refuse(&args, "out of memory; free some and try again");
        code = FELT_EXIT_FAILED;
    }
    felt_cli_match_run_close(&run);
    if (plan) felt_cli_match_plan_close(plan);
    free(plan);
    return code;
}
