/* bench_arena_print.c -- see bench_arena.h: tables and JSON. */
#include "cli/bench/bench_arena.h"
#include "base/json_member.h"
#include "command/input.h"
#include "command/term.h"
#include "felt/buffer.h"
#include "felt/json.h"

enum { JSON_BYTES = 32768 };

static const char *const row_names[ARENA_ROWS] = {"one", "many", "paced"};
static const char *const server_names[ARENA_SERVERS] = {
    "arena", "journal written", "journal synced", "journal, 1 ms sync", "echo"};
static const char *const server_words[ARENA_SERVERS] = {"arena", "written", "synced", "synced_1ms",
                                                        "echo"};
static const char *const flood_names[ARENA_FLOODS] = {"calm", "messages", "pings"};

static double divide(double a, double b)
{
    return b > 0 ? a / b : 0;
}

static void print_server(const struct felt_term *term, const struct arena_figures *figures,
                         const struct arena_figures *echo)
{
    printf(" %8.0f %8.0f %7.0f %6.1f %6.1f %5.0f%% %5.0f%% %7.0f %7.0f %7.0f",
           figures->actions.best, figures->actions.median, figures->hands.median,
           figures->cpu_us.best, figures->cpu_us.median, 100 * figures->kernel_part.median,
           100 * figures->waited.median, figures->p50_us.best, figures->p50_us.median,
           figures->p99_us.median);
    if (figures == echo) return;
    felt_term_style(term, FELT_GREEN);
    printf(" %5.2f %5.2f %5.2f %5.2f", divide(figures->cpu_us.best, echo->cpu_us.best),
           divide(figures->cpu_us.median, echo->cpu_us.median),
           divide(figures->p50_us.best, echo->p50_us.best),
           divide(figures->p50_us.median, echo->p50_us.median));
    felt_term_style(term, FELT_PLAIN);
}

static void print_rows(const struct felt_term *term, const struct arena_report *report)
{
    felt_term_style(term, FELT_BOLD);
    printf("%-20s %8s %8s %7s %6s %6s %6s %6s %7s %7s %7s %11s %11s\n", "", "actions", "median",
           "hands", "cpu us", "median", "kernel", "waited", "p50 us", "median", "p99 us",
           "cpu ratio", "p50 ratio");
    felt_term_style(term, FELT_PLAIN);
    for (int row = 0; row < ARENA_ROWS; row++) {
        const struct arena_figures *echo = &report->figures[row][ARENA_ECHO];
        printf("%u table%s, %s\n", report->tables[row], report->tables[row] == 1 ? "" : "s",
               report->rate[row] > 0 ? "at a fixed rate" : "as fast as they go");
        for (int k = 0; k < ARENA_SERVERS; k++) {
            printf("  %-18s", server_names[k]);
            print_server(term, &report->figures[row][k], echo);
            printf("\n");
        }
    }
    const struct arena_figures *many = report->figures[ARENA_MANY];
    printf("\nactions of %u tables with a journal to those without one, in the same round, median: "
           "written %.2f,\nsynced %.2f, synced in 1 ms %.2f",
           report->tables[ARENA_MANY], many[ARENA_WRITTEN].plain_ratio.median,
           many[ARENA_SYNCED].plain_ratio.median, many[ARENA_SLOW].plain_ratio.median);
    const struct arena_figures *arena = &report->figures[ARENA_ONE][ARENA_PLAIN];
    printf("\nactions and hands are by the second; an action causes %.1f frames out, %.0f bytes in "
           "all.\ncpu: of the server for one action.  waited: the part of the time in which others "
           "had the server's\nprocessor, figures are worth little if it is large.  p50, p99: from "
           "an action to its event.\nRatios to the echo: best to best, median to median.\n",
           arena->frames, arena->bytes);
}

static void print_rest(const struct arena_report *report)
{
    const struct arena_memory *memory = &report->memory;
    char number[FELT_TERM_NUMBER_BYTES];
    printf("\nidle: %s connections,", felt_term_number(memory->connections, number));
    printf(" %s tables (%u files may be open)\n", felt_term_number(memory->tables, number),
           report->files);
    printf("  a connection %.0f bytes, of which the library's %.0f, ours %.0f\n",
           memory->connection, memory->hand_store, memory->connection - memory->hand_store);
    printf("  %.0f connections opened and seated a second; with the library alone %.0f\n",
           memory->opened_per_s, memory->hand_store_opened_per_s);
    printf("  a table of two with a hand under way %.0f bytes more\n", memory->table);
    printf("silence: %u tables, %d ms for a move; the server acts late by\n", report->late_tables,
           ARENA_MOVE_MS);
    printf("  p50 %.2f ms, p99 %.2f ms, at most %.2f ms in %s moves; waited %.0f%%\n",
           report->late_p50_ms, report->late_p99_ms, report->late_max_ms,
           felt_term_number(report->late_moves, number), 100 * report->late_waited);
    printf("flood: %u tables, %.0f actions a second, and a line that sends 50,000 a second\n",
           report->flood_tables, report->flood_rate);
    for (int kind = 0; kind < ARENA_FLOODS; kind++)
        printf("  %-8s  p50 %5.0f us  p99 %5.0f us (best %.0f)  %6.0f sent a second\n",
               flood_names[kind], report->flood_p50_us[kind].median,
               report->flood_p99_us[kind].median, report->flood_p99_us[kind].best,
               report->flood_sent[kind]);
}

void felt_bench_arena_print(const struct arena_report *report)
{
    struct felt_term term = felt_term_make(stdout);
    printf("%d rounds, %.1f s for each server of a row; ", report->rounds, report->seconds);
    if (report->server_cpu >= 0)
        printf("servers on processor %d, the client on %d\n\n", report->server_cpu,
               report->client_cpu);
    else
        printf("one processor for all: latencies mean little\n\n");
    print_rows(&term, report);
    print_rest(report);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void write_figure(struct felt_json *json, const char *key, struct arena_figure figure)
{
    felt_json_key(json, key);
    felt_json_object(json);
    felt_json_put_decimal(json, "best", figure.best, 3);
    felt_json_put_decimal(json, "median", figure.median, 3);
    felt_json_end(json);
}

static void write_server(struct felt_json *json, const struct arena_report *report, int row, int k)
{
    const struct arena_figures *figures = &report->figures[row][k],
                               *echo = &report->figures[row][ARENA_ECHO];
    felt_json_object(json);
    felt_json_key(json, "name");
    felt_json_text(json, row_names[row]);
    felt_json_key(json, "server");
    felt_json_text(json, server_words[k]);
    felt_json_key(json, "tables");
    felt_json_uint(json, report->tables[row]);
    felt_json_put_decimal(json, "rate", report->rate[row], 0);
    write_figure(json, "actions_per_s", figures->actions);
    write_figure(json, "plain_ratio", figures->plain_ratio);
    write_figure(json, "hands_per_s", figures->hands);
    write_figure(json, "cpu_us", figures->cpu_us);
    write_figure(json, "kernel_part", figures->kernel_part);
    write_figure(json, "waited", figures->waited);
    write_figure(json, "p50_us", figures->p50_us);
    write_figure(json, "p99_us", figures->p99_us);
    felt_json_put_decimal(json, "frames", figures->frames, 3);
    felt_json_put_decimal(json, "bytes", figures->bytes, 1);
    felt_json_put_decimal(json, "cpu_ratio", divide(figures->cpu_us.best, echo->cpu_us.best), 3);
    felt_json_put_decimal(json, "cpu_ratio_median",
                          divide(figures->cpu_us.median, echo->cpu_us.median), 3);
    felt_json_put_decimal(json, "p50_ratio", divide(figures->p50_us.best, echo->p50_us.best), 3);
    felt_json_put_decimal(json, "p50_ratio_median",
                          divide(figures->p50_us.median, echo->p50_us.median), 3);
    felt_json_end(json);
}

static void write_rest(struct felt_json *json, const struct arena_report *report)
{
    const struct arena_memory *memory = &report->memory;
    felt_json_key(json, "idle");
    felt_json_object(json);
    felt_json_key(json, "connections");
    felt_json_uint(json, memory->connections);
    felt_json_key(json, "tables");
    felt_json_uint(json, memory->tables);
    felt_json_key(json, "files_max");
    felt_json_uint(json, report->files);
    felt_json_put_decimal(json, "opened_per_s", memory->opened_per_s, 0);
    felt_json_put_decimal(json, "library_opened_per_s", memory->hand_store_opened_per_s, 0);
    felt_json_put_decimal(json, "connection_bytes", memory->connection, 0);
    felt_json_put_decimal(json, "library_bytes", memory->hand_store, 0);
    felt_json_put_decimal(json, "table_bytes", memory->table, 0);
    felt_json_end(json);
    felt_json_key(json, "silence");
    felt_json_object(json);
    felt_json_key(json, "tables");
    felt_json_uint(json, report->late_tables);
    felt_json_key(json, "moves");
    felt_json_uint(json, report->late_moves);
    felt_json_put_decimal(json, "late_p50_ms", report->late_p50_ms, 3);
    felt_json_put_decimal(json, "late_p99_ms", report->late_p99_ms, 3);
    felt_json_put_decimal(json, "late_max_ms", report->late_max_ms, 3);
    felt_json_put_decimal(json, "waited", report->late_waited, 3);
    felt_json_end(json);
    felt_json_key(json, "flood");
    felt_json_array(json);
    for (int kind = 0; kind < ARENA_FLOODS; kind++) {
        felt_json_object(json);
        felt_json_key(json, "kind");
        felt_json_text(json, flood_names[kind]);
        write_figure(json, "p50_us", report->flood_p50_us[kind]);
        write_figure(json, "p99_us", report->flood_p99_us[kind]);
        felt_json_put_decimal(json, "sent_per_s", report->flood_sent[kind], 0);
        felt_json_end(json);
    }
    felt_json_end(json);
}

int felt_bench_arena_json(const struct arena_report *report)
{
    char memory[JSON_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "bench");
    felt_json_text(&json, "arena");
    felt_json_key(&json, "rounds");
    felt_json_int(&json, report->rounds);
    felt_json_put_decimal(&json, "seconds", report->seconds, 3);
    felt_json_key(&json, "server_cpu");
    felt_json_int(&json, report->server_cpu);
    felt_json_key(&json, "client_cpu");
    felt_json_int(&json, report->client_cpu);
    felt_json_key(&json, "rows");
    felt_json_array(&json);
    for (int row = 0; row < ARENA_ROWS; row++)
        for (int k = 0; k < ARENA_SERVERS; k++) write_server(&json, report, row, k);
    felt_json_end(&json);
    write_rest(&json, report);
    felt_json_end(&json);
    return felt_input_flush(&json);
}
