/* arena_tournament.c -- felt arena tournament: many teams, several tables, one winner. */
#include "cli/arena/arena.h"
#include "server/app/arena/arena_tournament.h"

#include "cli/cli.h"
#include "os/clock.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* Behind the options of the arena. */
enum {
    OPTION_FORMAT = FELT_SERVER_OPTIONS,
    OPTION_DEALS,
    OPTION_LEVELS,
    OPTION_LEVEL_HANDS,
    OPTION_LEVEL_MINUTES,
    OPTION_LATE,
    OPTION_START_AT,
    OPTION_TEAMS_WANTED,
    OPTION_TEAMS_MAX,
    OPTION_REPORT,
    OPTIONS
};
enum {
    DEALS = 200,
    LEVEL_HANDS = 30,
    LEVELS_MAX = FELT_DIRECTOR_LEVELS_MAX,
    TEAMS_MAX = 128,
    TEAMS_MOST = 1024,
    ABSENT_MS = 50,
    DAY_MINUTES = 24 * 60
};

static const char help[] =
    "Usage: felt arena tournament [--format F] [--teams-wanted N] [--report FILE] ...\n"
    "\n"
    "A tournament of bots: teams connect to ws://HOST:PORT/ws as to felt arena, with a name and a\n"
    "code, until it begins; then they are seated, moved and sent home by the director until one\n"
    "has won (docs/ARENA.md, docs/PROTOCOL.md 17).  A bot that plays felt arena plays this.\n"
    "\n"
    "  --format F       freezeout: tables are balanced and broken until one team has all chips;\n"
    "                   bracket: heads-up matches, the winner goes on; shootout: each table plays\n"
    "                   to one winner, and winners meet.  freezeout if not given\n"
    "  --deals N        bracket: a match is N deals, each played twice with the cards changed,\n"
    "                   200; whoever has won more chips goes on.  0: until one has all chips\n"
    "  --levels L       blinds, 50/100,100/200,150/300; rising from --sb and --bb if not given\n"
    "  --level-hands H  a level lasts until a table has played H hands of it; 30\n"
    "  --level-minutes M  or so long\n"
    "  --late N         teams may come in during the first N levels of a freezeout\n"
    "\n"
    "  --teams-wanted N  begins when N teams are here\n"
    "  --start-at T     begins at 19:30 local time, or +10 minutes from now, with two teams or "
    "more\n"
    "                   (without these two it begins when the operator says so)\n"
    "  --teams-max N    128, at most 1024\n"
    "  --report FILE    how it ended: a page (.html), JSON (.json) or text\n"
    "\n"
    "  --seats N  --stack S  --sb X  --bb Y  --move-ms M  --absent-ms M  --variant V  --limit L\n"
    "  --join MODE  --teams FILE  --with PLAYERS  --data DIR  --journal-sync on|off  --phh FILE\n"
    "  --watch-secret FILE  --port P  --bind ADDRESS  --cert FILE  --key FILE  --log FILE\n"
    "  --once ...       as of felt arena; --absent-ms is 50 here, --seats 2 in a bracket; --once "
    "stops\n"
    "                   the server when it is over\n"
    "\n"
    "The operator types start (or Enter), pause, resume, remove TEAM, time N (seconds, or hands, "
    "that\n"
    "the level lasts longer), standings; or sends the same to /api/arena/tournament/WORD with the\n"
    "secret.  GET /api/arena/tournament says how it stands.\n"
    "\n"
    "Examples:\n"
    "  felt arena tournament --with zoo:tag+zoo:lag+zoo:call --teams-wanted 3 --once\n"
    "  felt arena tournament --format bracket --deals 500 --teams-wanted 8 --report final.html\n"
    "  felt arena tournament --join registered --teams teams.txt --start-at 19:30 --data evening "
    "\\\n"
    "    --bind 0.0.0.0 --watch-secret secret.txt\n";

/* ---- levels ---- */

static bool add_level(struct felt_arena_tournament_report *report, felt_chips small, felt_chips big)
{
    struct felt_director_plan *plan = &report->tournament.plan.director;
    if (plan->levels == LEVELS_MAX || small < 0 || small > big || big < 1) return false;
    plan->level[plan->levels++] = (struct felt_director_level){.small = small, .big = big};
    return true;
}

/* Twenty levels, as usual in casinos: the blinds about double in two of them. */
static bool usual_levels(struct felt_arena_tournament_report *report)
{
    static const uint16_t tenths[] = {10,  15,  20,  30,  40,   60,   80,   120,  160,  240,
                                      320, 480, 640, 960, 1280, 1920, 2560, 3840, 5120, 7680};
    const struct felt_game_adapter *adapter = &report->options.adapter.adapter;
    for (size_t i = 0; i < sizeof tenths / sizeof tenths[0]; i++) {
        felt_chips small = adapter->small_blind * tenths[i] / 10,
                   big = adapter->big_blind * tenths[i] / 10;
        if (big > FELT_CHIPS_MAX / TEAMS_MOST) break;
        if (!add_level(report, small, big)) return false;
    }
    return true;
}

/* "50/100,100/200" */
static bool read_levels(struct felt_arena_tournament_report *report, const char *text)
{
    for (const char *at = text; *at;) {
        char *end;
        if (!isdigit((unsigned char)*at)) return false;
        long long small = strtoll(at, &end, 10), big;
        if (*end != '/' || !isdigit((unsigned char)end[1])) return false;
        big = strtoll(end + 1, &end, 10);
        if ((*end != ',' && *end) || big > FELT_CHIPS_MAX / TEAMS_MOST ||
            !add_level(report, (felt_chips)small, (felt_chips)big))
            return false;
        at = *end ? end + 1 : end;
    }
    return *text != '\0';
}

static bool make_levels(struct felt_arena_tournament_report *report, const struct felt_args *args)
{
    struct felt_director_plan *plan = &report->tournament.plan.director;
    const char *typed = args->value[OPTION_LEVELS];
    uint64_t hands = LEVEL_HANDS, minutes = 0;
    if (!felt_args_uint(args, OPTION_LEVEL_HANDS, 1, 100000, &hands) ||
        !felt_args_uint(args, OPTION_LEVEL_MINUTES, 1, DAY_MINUTES, &minutes))
        return false;
    if (minutes && args->value[OPTION_LEVEL_HANDS]) {
        felt_args_refuse(args, "a level lasts --level-hands or --level-minutes, not both");
        return false;
    }
    if (typed ? !read_levels(report, typed) : !usual_levels(report)) {
        felt_args_refuse(args, "--levels: write blinds as in 50/100,100/200, at most %d of them",
                         LEVELS_MAX);
        return false;
    }
    for (int i = 0; i + 1 < plan->levels; i++) {
        plan->level[i].hands = minutes ? 0 : (uint32_t)hands;
        plan->level[i].ms = (uint32_t)minutes * 60000;
    }
    for (int i = 0; i < plan->levels; i++) {
        const struct felt_poker_rules *rules = &report->options.adapter.rules;
        struct felt_poker_adapter *adapter = &report->tournament.adapter[i];
        struct felt_complaint complaint;
        if (felt_poker_adapter_make(adapter, rules->variant->name, rules->limit,
                                    plan->level[i].small, plan->level[i].big,
                                    &complaint) != FELT_OK) {
            felt_args_refuse(args, "%s", complaint.text);
            return false;
        }
        report->tournament.level[i] = report->options.table;
        report->tournament.level[i].adapter = &adapter->adapter;
    }
    return true;
}

/* ---- the start ---- */

/* "19:30", or "+10": milliseconds of felt_clock_us(); false: complained. */
static bool read_start(const struct felt_args *args, int64_t *start_ms)
{
    const char *typed = args->value[OPTION_START_AT];
    int64_t now_ms = felt_clock_us() / 1000;
    char *end;
    *start_ms = INT64_MAX;
    if (!typed) return true;
    long first = strtol(*typed == '+' ? typed + 1 : typed, &end, 10);
    if (*typed == '+' && isdigit((unsigned char)typed[1]) && !*end && first <= DAY_MINUTES) {
        *start_ms = now_ms + first * 60000;
        return true;
    }
    bool good = isdigit((unsigned char)*typed) && *end == ':' && isdigit((unsigned char)end[1]);
    long minute = good ? strtol(end + 1, &end, 10) : 60;
    if (!good || *end || first > 23 || minute > 59) {
        felt_args_refuse(args, "--start-at: write a time of today as 19:30, or +10 for in ten "
                               "minutes");
        return false;
    }
    struct timeval now;
    struct tm local;
    (void)gettimeofday(&now, NULL);
    (void)localtime_r(&now.tv_sec, &local);
    int64_t seconds = (first - local.tm_hour) * 3600 + (minute - local.tm_min) * 60 - local.tm_sec;
    *start_ms = now_ms + (seconds > 0 ? seconds * 1000 : 0);
    return true;
}

/* ---- the plan ---- */

static bool read_format(const struct felt_args *args, uint8_t *format)
{
    static const char *const words[] = {"freezeout", "bracket", "shootout"};
    const char *typed = args->value[OPTION_FORMAT];
    for (uint8_t i = 0; typed && i < FELT_DIRECTOR_FORMATS; i++) {
        if (strcmp(typed, words[i]) != 0) continue;
        *format = i;
        return true;
    }
    if (typed) felt_args_refuse(args, "--format: it is freezeout, bracket or shootout");
    return !typed;
}

static bool agree(const struct felt_arena_tournament_report *report, const struct felt_args *args)
{
    static const int others[] = {FELT_SERVER_PRACTICE,    FELT_SERVER_HOUSE,
                                 FELT_SERVER_PACE,        FELT_SERVER_MAX_HANDS,
                                 FELT_SERVER_MIN_PLAYERS, FELT_SERVER_TABLES};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (!args->value[others[i]]) continue;
        felt_args_refuse(args, "--%s is for felt arena; a tournament has no use for it",
                         felt_server_spec.options[others[i]].name);
        return false;
    }
    const struct felt_arena_tournament_plan *plan = &report->tournament.plan;
    if (args->value[OPTION_DEALS] && plan->director.format != FELT_DIRECTOR_BRACKET) {
        felt_args_refuse(args, "--deals is for --format bracket");
        return false;
    }
    if (report->options.adapter.rules.variant->forced != FELT_FORCED_BLINDS) {
        felt_args_refuse(args, "%s has no blinds: a tournament needs a game with blinds",
                         report->options.adapter.rules.variant->title);
        return false;
    }
    if (plan->deals && report->options.table.reveal_hands) {
        felt_args_refuse(args, "--reveal hand would show decks that are played once more: leave it "
                               "out, or say --deals 0");
        return false;
    }
    if (plan->wanted > plan->director.entrants_max) {
        felt_args_refuse(args, "--teams-wanted is more than --teams-max");
        return false;
    }
    return true;
}

static bool make_plan(struct felt_arena_tournament_report *report, const struct felt_args *args)
{
    struct felt_arena_tournament_plan *plan = &report->tournament.plan;
    struct felt_table_config *table = &report->options.table;
    uint64_t deals = DEALS, late = 0, wanted = 0, most = TEAMS_MAX;
    if (!read_format(args, &plan->director.format) || !read_start(args, &plan->start_ms) ||
        !felt_args_uint(args, OPTION_DEALS, 0, FELT_ARENA_TOURNAMENT_DEALS_MAX, &deals) ||
        !felt_args_uint(args, OPTION_LATE, 1, LEVELS_MAX, &late) ||
        !felt_args_uint(args, OPTION_TEAMS_MAX, 2, TEAMS_MOST, &most) ||
        !felt_args_uint(args, OPTION_TEAMS_WANTED, 2, TEAMS_MOST, &wanted))
        return false;
    bool bracket = plan->director.format == FELT_DIRECTOR_BRACKET;
    if (bracket && !args->value[FELT_SERVER_SEATS]) table->seats = 2;
    if (!args->value[FELT_SERVER_ABSENT_MS]) table->absent_ms = ABSENT_MS;
    table->min_players = 2;
    plan->deals = bracket ? (uint32_t)deals : 0;
    plan->wanted = (uint32_t)wanted;
    plan->director.start = FELT_DIRECTOR_AT_TIME;
    plan->director.start_ms = FELT_ARENA_TOURNAMENT_START_MS;
    plan->director.seats = table->seats;
    plan->director.late_levels = (uint8_t)late;
    plan->director.entrants_min = 2;
    plan->director.entrants_max = (uint32_t)most;
    plan->director.tables_max = (uint32_t)((most + table->seats - 1) / table->seats);
    plan->director.stack = table->stack;
    plan->director.prizes = (struct felt_prize_table){.rows = 1,
                                                      .runs = 1,
                                                      .row = {{.entries_min = 2, .count = 1}},
                                                      .run = {{.last_place = 1, .weight = 1}}};
    if (!make_levels(report, args) || !agree(report, args)) return false;
    const char *why = felt_arena_tournament_verify(plan);
    if (why) felt_args_refuse(args, "%s", why);
    return !why;
}

/* ---- the command ---- */

static void print_banner(const struct felt_arena_tournament_report *report)
{
    static const char *const formats[] = {"freezeout", "bracket", "shootout"};
    const struct felt_arena_tournament_plan *plan = &report->tournament.plan;
    const struct felt_server_options *options = &report->options;
    char url[FELT_SERVER_URL_BYTES], place[FELT_SERVER_PLACE_BYTES];
    printf("felt arena tournament: %s %s %lld/%lld, tables of %d, %lld chips, %.1f s for a move\n",
           options->adapter.rules.variant->title, formats[plan->director.format],
           (long long)plan->director.level[0].small, (long long)plan->director.level[0].big,
           plan->director.seats, (long long)plan->director.stack, options->table.move_ms / 1000.0);
    if (plan->deals) printf("  a match is %u deals, each played twice\n", plan->deals);
    uint32_t restored = felt_arena_endpoint_restored(report->arena);
    if (restored) printf("  %u teams found in %s\n", restored, options->data);
    felt_cli_arena_print_web(report->server);
    printf("  play   %s\n", felt_server_url(report->server, url));
    printf("  look   %s://%s/api/arena/tournament\n", options->cert ? "https" : "http",
           felt_server_place(report->server, place));
    printf("  a bot  felt bot %s --team %s\n", url,
           options->table.join == FELT_JOIN_REGISTERED ? "TEAM --code CODE"
                                                       : "Alpha --code secret");
    if (plan->wanted) printf("  begins with %u teams\n", plan->wanted);
    (void)fflush(stdout);
}

static int serve(struct felt_arena_tournament_report *report, const struct felt_args *args)
{
    int result = FELT_EXIT_FAILED;
    report->server = felt_server_open(&report->options, args);
    if (!report->server) return FELT_EXIT_FAILED;
    felt_arena_tournament_report_attach(report); /* before the arena: its turn comes after */
    report->arena = felt_arena_endpoint_open(report->server);
    if (report->arena && felt_server_listen(report->server)) {
        /* What happened before a restart was told then. */
        report->shown = felt_arena_tournament_notes(felt_arena_tournament_report_of(report));
        felt_cli_arena_catch_signals(report->server);
        print_banner(report);
        result = felt_cli_arena_live(report->server) ? FELT_EXIT_FAILED : FELT_EXIT_OK;
        felt_arena_tournament_report_wipe(report);
    }
    felt_server_close(report->server);
    return result;
}

int felt_cli_arena_tournament(int argc, char **argv)
{
    struct felt_args_option options[OPTIONS] = {
        [OPTION_FORMAT] = {"format", true},
        [OPTION_DEALS] = {"deals", true},
        [OPTION_LEVELS] = {"levels", true},
        [OPTION_LEVEL_HANDS] = {"level-hands", true},
        [OPTION_LEVEL_MINUTES] = {"level-minutes", true},
        [OPTION_LATE] = {"late", true},
        [OPTION_START_AT] = {"start-at", true},
        [OPTION_TEAMS_WANTED] = {"teams-wanted", true},
        [OPTION_TEAMS_MAX] = {"teams-max", true},
        [OPTION_REPORT] = {"report", true},
    };
    memcpy(options, felt_server_spec.options, FELT_SERVER_OPTIONS * sizeof options[0]);
    struct felt_args_spec spec = {"arena tournament", help, options, OPTIONS};
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    struct felt_arena_tournament_report *report = calloc(1, sizeof *report);
    if (!report) return FELT_EXIT_FAILED;
    int result = FELT_EXIT_USAGE;
    if (felt_server_options_read_many(&report->options, &args) && make_plan(report, &args)) {
        felt_cli_arena_find_web(&report->options);
        report->options.tournament = &report->tournament;
        report->report = args.value[OPTION_REPORT];
        report->term = felt_term_make(stdout);
        report->listens = true;
        result = serve(report, &args);
    }
    free(report);
    return result;
}
