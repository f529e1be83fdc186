/* bench.c -- felt bench: how fast things are, as ratios to yardsticks (bench/bench.h). */
#include "bench/bench.h"
#include "command/args.h"
#include "cli/bench/bench_hands.h"
#include "cli/cli.h"
#include "command/term.h"
#include "felt/felt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JSON_BYTES = 16384, ROUNDS = 15 };

static const struct felt_args_option options[BENCH_OPTIONS] = {
    {"json", false},  {"rounds", true}, {"only", true},     {"hands", true},     {"seconds", true},
    {"tables", true}, {"dir", true},    {"postgres", true}, {"spectators", true}};

static const char help[] =
    "Usage: felt bench eval [--rounds N] [--json]\n"
    "       felt bench hands [--rounds N] [--json]\n"
    "       felt bench hands|lab|narc --only ROW --hands N\n"
    "       felt bench players [--rounds N] [--json]\n"
    "       felt bench house [--only VARIANT] [--rounds N] [--json]\n"
    "       felt bench arena [--tables N] [--dir DIR] [--seconds S] [--rounds N] [--json]\n"
    "       felt bench lab|narc [--rounds N] [--json]\n"
    "       felt bench ledger [--dir DIR] [--postgres CONNINFO] [--seconds S] [--rounds N] "
    "[--json]\n"
    "       felt bench room [--tables N] [--spectators N] [--dir DIR] [--seconds S] [--rounds N] "
    "[--json]\n"
    "       felt bench signature [--hands N] [--json]\n"
    "\n"
    "eval measures the evaluators and the equity calculator.  Every row runs beside a yardstick,\n"
    "our own scalar evaluator by additive keys, on the same input in the same process; all rows\n"
    "take turns.  `ratio` is how many times faster than the yardstick, best round against best\n"
    "round: compare ratios between machines and runs, not the absolute figures.  `cycles` is what\n"
    "the yardstick takes for one evaluation, in dependent additions (one a clock cycle).\n"
    "\n"
    "hands plays whole hands by random players, stacks of 10,000, blinds 50 and 100.  `evals` is\n"
    "what a hand costs in evaluations of the yardstick; instructions are counted by the "
    "processor,\n"
    "or by valgrind where its counters are not to be had.\n"
    "Rows called public call the engine as a program that links the library does.\n"
    "\n"
    "players measures the outlook of a hand, that is deals looked at in a second, beside the "
    "obvious\n"
    "way of imagining whole states, and hands of a match beside the bare engine.\n"
    "\n"
    "house measures how long the house player thinks: half of its decisions take no longer than "
    "p50,\n"
    "99 of 100 no longer than p99.  The last columns are in yardsticks, outlooks of 200 deals.\n"
    "\n"
    "arena starts servers on one processor and plays on them from another: one table, 64, 1000 at "
    "a\n"
    "fixed rate; then idle lines, silent players, a flood.  Beside it, in turns: without a "
    "journal, "
    "with\n"
    "one that is written, synced, synced on a made-up disk in 1 ms; and an echo on the same "
    "libraries\n"
    "that sends the same frames and does nothing else.\n"
    "\n"
    "lab plays genomes (felt lab) by random players, beside games written by hand; by searches; "
    "and\n"
    "on two threads.\n"
    "\n"
    "narc plays sessions of Narc by its bots, beside evaluations; and on two threads.\n"
    "\n"
    "ledger settles hands of six on a SQLite store in a new directory (and in a new schema of a\n"
    "PostgreSQL database, if one is named), 1, 10 and 100 in flight, each durable before it is "
    "answered.\n"
    "Beside it, in turns: what the disk syncs, commits of one statement, and 100 in flight "
    "without\n"
    "group commit.\n"
    "\n"
    "room fills cash tables with house players, some with a person too, on a bank and a journal: "
    "at an\n"
    "action a second, as fast as they think, and without thinking.  Beside it: actions of "
    "the bare\n"
    "engine.  Then the journals of arena, with and without group commit: how long people wait, and "
    "what\n"
    "tables without people and ledger do.  Last, spectators beside the same frames without a "
    "room.\n"
    "\n"
    "signature prints a hash of everything the engine does in 20,000 fixed hands of each game:\n"
    "it changes exactly when behaviour does.\n"
    "\n"
    "  --rounds N  how often each row runs, 9 to 999 (15)\n"
    "  --only ROW  plays one row of hands, lab or narc, for a profiler; of house, one variant\n"
    "  --hands N   how many hands (of lab: games), for --only (100k, 1k) and signature (20k)\n"
    "  --seconds S  of arena: how long each server of a row runs, in all rounds (5); of ledger:\n"
    "               how long each row runs in a round (0.3); of room: in all rounds (18)\n"
    "  --tables N  of arena: no row has more; of room: how many (1000)\n"
    "  --spectators N  of room: how many (5000)\n"
    "  --dir DIR   of arena, ledger and room: where the disk is that counts (.)\n"
    "  --postgres CONNINFO  of ledger: a database, as in host=/run/postgresql dbname=x\n"
    "  --json      for a script\n"
    "\n"
    "Examples:\n"
    "  felt bench hands --json\n"
    "  felt bench hands --only nlhe_6 --hands 20k\n"
    "  felt bench arena --seconds 2 --json\n"
    "  felt bench ledger --rounds 9 --seconds 0.1\n"
    "  felt bench room --tables 20 --spectators 100 --seconds 1\n"
    "  felt bench signature\n";

static const struct felt_args_spec spec = {"bench", help, options, BENCH_OPTIONS};

/* 1234567890 as "1234.6 M"; times as they are. */
static void print_figure(const struct bench_row *row, double figure)
{
    if (strcmp(row->unit, "ms"))
        printf(" %9.1f M", figure / 1e6);
    else
        printf(" %8.3f ms", figure);
}

static void print_table(const struct bench_row *rows, const struct bench_result *results, int count,
                        double clock_ghz, int rounds)
{
    struct felt_term term = felt_term_make(stdout);
    printf("%s kernels, %d rounds, %.2f additions a nanosecond\n\n", felt_high_kernels(), rounds,
           clock_ghz);
    felt_term_style(&term, FELT_BOLD);
    printf("%-29s %11s %11s %11s %7s %7s  %s", "row", "best", "median", "yardstick", "cycles",
           "ratio", "compared with");
    felt_term_style(&term, FELT_PLAIN);
    printf("\n");
    for (int i = 0; i < count; i++) {
        printf("%-29s", rows[i].name);
        print_figure(&rows[i], results[i].best);
        print_figure(&rows[i], results[i].median);
        print_figure(&rows[i], results[i].yardstick_best);
        if (strcmp(rows[i].unit, "ms"))
            printf(" %7.2f", results[i].yardstick_additions);
        else
            printf(" %7s", "");
        felt_term_style(&term, FELT_GREEN);
        printf(" %7.2f", results[i].ratio);
        felt_term_style(&term, FELT_PLAIN);
        printf("  %s\n", rows[i].yardstick);
    }
    printf(
        "\nM: million evaluations, deals or hands a second.  ms: milliseconds for one answer.\n");
}

static int print_json(const char *name, const struct bench_row *rows,
                      const struct bench_result *results, int count, double clock_ghz, int rounds)
{
    char memory[JSON_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "bench");
    felt_json_text(&json, name);
    felt_json_key(&json, "kernels");
    felt_json_text(&json, felt_high_kernels());
    felt_json_key(&json, "rounds");
    felt_json_int(&json, rounds);
    felt_json_key(&json, "additions_per_ns");
    felt_json_decimal(&json, clock_ghz, 3);
    felt_json_key(&json, "rows");
    felt_json_array(&json);
    for (int i = 0; i < count; i++) {
        int decimals = strcmp(rows[i].unit, "ms") ? 0 : 4;
        felt_json_object(&json);
        felt_json_key(&json, "name");
        felt_json_text(&json, rows[i].name);
        felt_json_key(&json, "unit");
        felt_json_text(&json, rows[i].unit);
        felt_json_key(&json, "best");
        felt_json_decimal(&json, results[i].best, decimals);
        felt_json_key(&json, "median");
        felt_json_decimal(&json, results[i].median, decimals);
        felt_json_key(&json, "yardstick_best");
        felt_json_decimal(&json, results[i].yardstick_best, decimals);
        felt_json_key(&json, "yardstick_additions");
        felt_json_decimal(&json, results[i].yardstick_additions, 2);
        felt_json_key(&json, "ratio");
        felt_json_decimal(&json, results[i].ratio, 3);
        felt_json_key(&json, "yardstick");
        felt_json_text(&json, rows[i].yardstick);
        felt_json_end(&json);
    }
    felt_json_end(&json);
    felt_json_end(&json);
    felt_assert(felt_json_done(&json));
    puts(felt_buffer_terminate(&buffer));
    return FELT_EXIT_OK;
}

static void show_progress(void *self, double done)
{
    felt_progress_tick(self, done);
}

static int run_rows(const struct felt_args *args, const char *name, int rounds)
{
    struct bench_row rows[BENCH_ROWS_MAX];
    struct bench_result results[BENCH_ROWS_MAX];
    double clock_ghz;
    void *input = NULL;
    bool players = strcmp(name, "players") == 0;
    int count = players ? bench_players_rows(rows, &input) : bench_eval_rows(rows, &input);
    if (!count) {
        fputs("felt bench: not enough memory\n", stderr);
        return FELT_EXIT_FAILED;
    }
    struct felt_progress progress = felt_progress_make();
    bench_measure(rows, count, input, rounds, results, &clock_ghz, show_progress, &progress);
    felt_progress_end(&progress);
    if (players)
        bench_players_free(input);
    else
        free(input);
    if (felt_args_flag(args, BENCH_JSON))
        return print_json(name, rows, results, count, clock_ghz, rounds);
    print_table(rows, results, count, clock_ghz, rounds);
    return FELT_EXIT_OK;
}

int felt_cli_bench(int argc, char **argv)
{
    static const char *const names[] = {"arena",  "eval", "hands",   "house", "lab",
                                        "ledger", "narc", "players", "room",  "signature"};
    struct felt_args args;
    uint64_t rounds = ROUNDS;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (!felt_args_uint(&args, BENCH_ROUNDS, BENCH_ROUNDS_MIN, BENCH_ROUNDS_MAX, &rounds))
        return FELT_EXIT_USAGE;
    if (args.count > 1)
        return felt_args_refuse(&args, "one benchmark at a time; %s is one too many", args.word[1]);
    const char *name = args.count ? args.word[0] : "eval";
    bool hands = felt_args_flag(&args, BENCH_HANDS), only = felt_args_flag(&args, BENCH_ONLY);
    bool house = strcmp(name, "house") == 0, lab = strcmp(name, "lab") == 0;
    bool narc = strcmp(name, "narc") == 0;
    if ((only && !house && !lab && !narc && strcmp(name, "hands")) ||
        (hands && (!only || house) && strcmp(name, "signature")))
        return felt_args_refuse(&args, "--only belongs to hands, house, lab and narc, --hands to "
                                       "signature and to --only of hands, lab and narc");
    bool ledger = strcmp(name, "ledger") == 0, arena = strcmp(name, "arena") == 0;
    bool room = strcmp(name, "room") == 0;
    if ((felt_args_flag(&args, BENCH_TABLES) && !arena && !room) ||
        (felt_args_flag(&args, BENCH_SECONDS) && !arena && !ledger && !room) ||
        (args.value[BENCH_SPECTATORS] && !room) ||
        (args.value[BENCH_DIR] && !arena && !ledger && !room) ||
        (args.value[BENCH_POSTGRES] && !ledger))
        return felt_args_refuse(&args, "--seconds and --dir belong to arena, ledger and room, "
                                       "--tables to arena and room, --postgres to ledger, "
                                       "--spectators to room");
    if (room) return felt_bench_room(&args);
    if (arena) return felt_bench_arena(&args);
    if (ledger) return felt_bench_ledger(&args, (int)rounds);
    if (!strcmp(name, "hands")) return felt_bench_hands(&args, (int)rounds);
    if (house) return felt_bench_house(&args, (int)rounds);
    if (lab) return felt_bench_lab(&args, (int)rounds);
    if (narc) return felt_bench_narc(&args, (int)rounds);
    if (!strcmp(name, "signature")) return felt_bench_signature(&args);
    if (!strcmp(name, "eval") || !strcmp(name, "players"))
        return run_rows(&args, name, (int)rounds);
    const char *near = felt_args_nearest(name, names, (int)(sizeof names / sizeof names[0]));
    return felt_args_refuse(&args, "there is no bench %s; give %s", name,
                            near ? near
                                 : "arena, eval, hands, house, lab, ledger, narc, players, room or "
                                   "signature");
}
