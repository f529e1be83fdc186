/* bench_room_print.c -- the figures of felt bench room, for people and for scripts. */
#include "cli/bench/bench_room.h"
#include "base/json_member.h"
#include "cli/cli.h"
#include "command/term.h"
#include "felt/assert.h"
#include "felt/json.h"

#include <stdio.h>

enum { JSON_BYTES = 8192 };

static const char *const pace_names[ROOM_PACES] = {"an action a second", "as fast as they think",
                                                   "nobody thinks: check, call"};
static const char *const pace_words[ROOM_PACES] = {"paced", "fast", "bare"};

static const char *const journal_names[BENCH_JOURNALS] = {
    "written, not synced", "synced, group commit", "synced, each turn by itself",
    "1 ms a sync, group commit", "1 ms a sync, each turn"};
static const char *const journal_words[BENCH_JOURNALS] = {"written", "group", "turns", "1ms_group",
                                                          "1ms_turns"};

static double divide(double a, double b)
{
    return b > 0 ? a / b : 0;
}

/* ---- for people ------------------------------------------------------------------------------ */

static void print_paces(const struct room_report *report)
{
    struct felt_term term = felt_term_make(stdout);
    felt_term_style(&term, FELT_BOLD);
    printf("%-28s %10s %10s %9s %7s %7s %7s %7s %10s %8s", "tables", "actions/s", "median",
           "hands/s", "cores", "loop", "think", "bank", "us/action", "x engine");
    felt_term_style(&term, FELT_PLAIN);
    printf("\n");
    for (int i = 0; i < ROOM_PACES; i++) {
        const struct room_figures *one = &report->figures[i];
        printf("%-28s %10.0f %10.0f %9.0f %7.2f %7.2f %7.2f %7.2f %10.1f", pace_names[i],
               one->actions.best, one->actions.median, one->hands.median, one->cpu.median,
               one->loop.median, one->minds.median, one->bank.median, one->cpu_us.median);
        felt_term_style(&term, FELT_GREEN);
        printf(" %8.1f\n", divide(one->loop_us.median, report->engine_us.median));
        felt_term_style(&term, FELT_PLAIN);
    }
    printf(
        "cores: processor time in a second, medians; of the room's loop, of thinking threads, of "
        "the bank.\nx engine: the loop's time for an action, in actions of the bare engine "
        "(%.2f us).\n\n",
        report->engine_us.median);
}

static void print_journals(const struct room_report *report)
{
    struct felt_term term = felt_term_make(stdout);
    felt_term_style(&term, FELT_BOLD);
    printf("\n%-28s %10s %10s %10s %10s %10s %8s %8s", "journal", "p50 ms", "p99 ms", "longest",
           "actions/s", "median", "ratio", "median");
    felt_term_style(&term, FELT_PLAIN);
    printf("\n");
    for (int i = 0; i < BENCH_JOURNALS; i++) {
        const struct room_journal_figures *one = &report->journals[i];
        printf("%-28s %10.3f %10.3f %10.1f %10.0f %10.0f", journal_names[i], one->p50_us / 1000,
               one->p99_us / 1000, one->max_us / 1000, one->actions.best, one->actions.median);
        felt_term_style(&term, FELT_GREEN);
        printf(" %8.2f %8.2f\n", one->ratio.best, one->ratio.median);
        felt_term_style(&term, FELT_PLAIN);
    }
    printf("p50, p99: of a person's action, as above (%u with each journal).  actions/s: of %u "
           "tables without\npeople and without a ledger; ratio: to the first row, round by "
           "round.\n",
           report->journals[BENCH_JOURNAL_GROUP].samples, report->tables);
}

void felt_bench_room_print(const struct room_report *report)
{
    const struct room_figures *paced = &report->figures[BENCH_ROOM_PACED];
    printf("%u tables of %d house players and %u people, full after %.1f s; %d rounds of %.1f s "
           "a row\n\n",
           report->tables, BENCH_ROOM_HOUSE, report->people, report->filled_s, report->rounds,
           report->seconds / report->rounds);
    print_paces(report);
    printf("sustained: %.2f actions a second at each table on %.2f cores\n",
           paced->actions.median / report->tables, paced->cpu.median);
    printf(
        "a person's action, arrival to the frame that tells it: p50 %.3f ms, p99 %.3f ms, "
        "longest %.1f ms (%u of them);\nothers had the loop's processor in %.0f %% of that time\n",
        report->p50_us / 1000, report->p99_us / 1000, report->max_us / 1000, report->samples,
        100 * paced->waited.median);
    print_journals(report);
    if (report->spectators == 0) return;
    printf(
        "\n%u spectators of one table: %.0f ns for a frame to one of them (%.0f bytes, %.1f frames "
        "an action);\nthe same frames without a room %.0f ns: ratio %.2f\n",
        report->spectators, report->spectator_ns.median, report->spectator_bytes,
        report->spectator_frames, report->echo_ns.median,
        divide(report->spectator_ns.median, report->echo_ns.median));
}

/* ---- for scripts ----------------------------------------------------------------------------- */

static void put_pace(struct felt_json *json, const struct room_report *report, int pace)
{
    const struct room_figures *one = &report->figures[pace];
    felt_json_object(json);
    felt_json_key(json, "name");
    felt_json_text(json, pace_words[pace]);
    felt_json_put_decimal(json, "actions_per_s", one->actions.best, 1);
    felt_json_put_decimal(json, "actions_per_s_median", one->actions.median, 1);
    felt_json_put_decimal(json, "hands_per_s", one->hands.median, 1);
    felt_json_put_decimal(json, "cores", one->cpu.median, 3);
    felt_json_put_decimal(json, "cores_best", one->cpu.best, 3);
    felt_json_put_decimal(json, "loop_cores", one->loop.median, 3);
    felt_json_put_decimal(json, "think_cores", one->minds.median, 3);
    felt_json_put_decimal(json, "bank_cores", one->bank.median, 3);
    felt_json_put_decimal(json, "waited", one->waited.median, 3);
    felt_json_put_decimal(json, "cpu_us_per_action", one->cpu_us.median, 2);
    felt_json_put_decimal(json, "loop_us_per_action", one->loop_us.median, 2);
    felt_json_put_decimal(json, "loop_us_per_action_best", one->loop_us.best, 2);
    felt_json_put_decimal(json, "think_us_per_action", one->minds_us.median, 2);
    felt_json_put_decimal(json, "bank_us_per_action", one->bank_us.median, 2);
    felt_json_put_decimal(json, "ratio_engine",
                          divide(one->loop_us.median, report->engine_us.median), 2);
    felt_json_end(json);
}

static void put_journal(struct felt_json *json, const struct room_report *report, int kind)
{
    const struct room_journal_figures *one = &report->journals[kind];
    felt_json_object(json);
    felt_json_key(json, "name");
    felt_json_text(json, journal_words[kind]);
    felt_json_key(json, "person_actions");
    felt_json_int(json, one->samples);
    felt_json_put_decimal(json, "person_p50_ms", one->p50_us / 1000, 3);
    felt_json_put_decimal(json, "person_p99_ms", one->p99_us / 1000, 3);
    felt_json_put_decimal(json, "person_max_ms", one->max_us / 1000, 3);
    felt_json_put_decimal(json, "alone_actions_per_s", one->actions.best, 1);
    felt_json_put_decimal(json, "alone_actions_per_s_median", one->actions.median, 1);
    felt_json_put_decimal(json, "alone_ratio", one->ratio.best, 3);
    felt_json_put_decimal(json, "alone_ratio_median", one->ratio.median, 3);
    felt_json_end(json);
}

int felt_bench_room_json(const struct room_report *report)
{
    char memory[JSON_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "bench");
    felt_json_text(&json, "room");
    felt_json_key(&json, "rounds");
    felt_json_int(&json, report->rounds);
    felt_json_key(&json, "tables");
    felt_json_int(&json, report->tables);
    felt_json_key(&json, "people");
    felt_json_int(&json, report->people);
    felt_json_key(&json, "spectators");
    felt_json_int(&json, report->spectators);
    felt_json_put_decimal(&json, "filled_s", report->filled_s, 2);
    felt_json_put_decimal(&json, "engine_us_per_action", report->engine_us.median, 3);
    felt_json_key(&json, "rows");
    felt_json_array(&json);
    for (int i = 0; i < ROOM_PACES; i++) put_pace(&json, report, i);
    felt_json_end(&json);
    felt_json_key(&json, "journals");
    felt_json_array(&json);
    for (int i = 0; i < BENCH_JOURNALS; i++) put_journal(&json, report, i);
    felt_json_end(&json);
    felt_json_put_decimal(&json, "person_p50_ms", report->p50_us / 1000, 3);
    felt_json_put_decimal(&json, "person_p99_ms", report->p99_us / 1000, 3);
    felt_json_put_decimal(&json, "person_max_ms", report->max_us / 1000, 3);
    felt_json_key(&json, "person_actions");
    felt_json_int(&json, report->samples);
    felt_json_put_decimal(&json, "frames_per_action", report->frames, 2);
    felt_json_put_decimal(&json, "bytes_per_action", report->bytes, 1);
    felt_json_put_decimal(&json, "spectator_frame_ns", report->spectator_ns.median, 1);
    felt_json_put_decimal(&json, "spectator_echo_ns", report->echo_ns.median, 1);
    felt_json_put_decimal(&json, "spectator_ratio",
                          divide(report->spectator_ns.median, report->echo_ns.median), 2);
    felt_json_put_decimal(&json, "spectator_frame_bytes", report->spectator_bytes, 1);
    felt_json_put_decimal(&json, "spectator_frames_per_action", report->spectator_frames, 2);
    felt_json_end(&json);
    felt_assert(felt_json_done(&json));
    puts(felt_buffer_terminate(&buffer));
    return FELT_EXIT_OK;
}
