/* arena_tournament_report.c -- how a tournament stands, or ended: text, JSON or a page. */
#include "server/app/arena/arena_tournament.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { JSON_BYTES = 8 << 20 };

struct report {
    const struct felt_arena_tournament *tournament;
    FILE *out;
    bool page;
};

/* Big blinds in 100 hands: "+12.3 [-4.0, +28.6]". */
static void rate_text(const struct felt_score *score, char *out, size_t bytes)
{
    struct felt_interval rate = felt_interval_fixed(score, 0.95);
    if (isfinite(rate.low) && isfinite(rate.high))
        (void)snprintf(out, bytes, "%+.1f [%+.1f, %+.1f]", rate.mean / 10, rate.low / 10,
                       rate.high / 10);
    else
        (void)snprintf(out, bytes, "%+.1f", rate.mean / 10);
}

static void place_text(const struct felt_arena_tournament_row *row, char *out, size_t bytes)
{
    if (row->place)
        (void)snprintf(out, bytes, "%u", row->place);
    else
        (void)snprintf(out, bytes, "%s", row->in ? "in" : "-");
}

/* ---- text ---- */

static void print_row(const struct report *report, const struct felt_arena_tournament_row *row)
{
    char rate[64], gain[64], place[16];
    rate_text(&row->score, rate, sizeof rate);
    rate_text(&row->gain, gain, sizeof gain);
    place_text(row, place, sizeof place);
    fprintf(report->out, "%5s  %-24s %8u %+11lld  %-26s", place, row->team, row->hands,
            (long long)row->chips, rate);
    if (felt_arena_tournament_plan_of(report->tournament)->deals)
        fprintf(report->out, " %3u/%-3u %-26s", row->won, row->matches, gain);
    else
        fprintf(report->out, " %9lld", (long long)row->stack);
    fprintf(report->out, " %5u %5u%s\n", row->timeouts, row->errors,
            row->removed ? "  removed" : "");
}

static const char *by_text(uint8_t how)
{
    return how == FELT_ARENA_TOURNAMENT_BY_CHIPS ? ""
           : how == FELT_ARENA_TOURNAMENT_BY_LOT ? ", by lot"
                                                 : ", forfeit";
}

static void print_result(const struct report *report,
                         const struct felt_arena_tournament_result *result)
{
    struct felt_arena_tournament_row a, b;
    felt_arena_tournament_row(report->tournament, result->team[0], &a);
    felt_arena_tournament_row(report->tournament, result->team[1], &b);
    fprintf(report->out, "  round %u  %s - %s  %+lld chips in %u deals twice%s: %s\n",
            result->round, a.team, b.team, (long long)result->chips, result->deals,
            by_text(result->how), result->winner ? b.team : a.team);
}

static uint32_t *rank(const struct felt_arena_tournament *tournament)
{
    uint32_t *order = calloc(felt_arena_tournament_rows(tournament) + 1, sizeof *order);
    if (order) felt_arena_tournament_rank(tournament, order);
    return order;
}

void felt_arena_tournament_report_print(const struct felt_arena_tournament *tournament, FILE *out)
{
    struct report report = {.tournament = tournament, .out = out};
    const struct felt_arena_tournament_result *result;
    struct felt_arena_tournament_row row;
    uint32_t *order = rank(tournament);
    if (!order) return;
    bool deals = felt_arena_tournament_plan_of(tournament)->deals > 0;
    fprintf(out, "%5s  %-24s %8s %11s  %-26s %s %5s %5s\n", "place", "team", "hands", "chips",
            "bb/100, 95 %", deals ? "won/of  second play gain         " : "    stack", "late",
            "wrong");
    for (uint32_t i = 0; i < felt_arena_tournament_rows(tournament); i++) {
        felt_arena_tournament_row(tournament, order[i], &row);
        print_row(&report, &row);
    }
    uint32_t results = felt_arena_tournament_results(tournament, &result);
    for (uint32_t i = 0; i < results; i++) print_result(&report, &result[i]);
    free(order);
}

/* ---- a page ---- */

static void put_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(*text, out);
        }
    }
}

static void page_row(const struct report *report, const struct felt_arena_tournament_row *row)
{
    FILE *out = report->out;
    char rate[64], gain[64], place[16];
    rate_text(&row->score, rate, sizeof rate);
    rate_text(&row->gain, gain, sizeof gain);
    place_text(row, place, sizeof place);
    fprintf(out, "<tr><td>%s<td class=t>", place);
    put_escaped(out, row->team);
    fprintf(out, "<td>%u<td>%+lld<td>%s", row->hands, (long long)row->chips, rate);
    if (felt_arena_tournament_plan_of(report->tournament)->deals)
        fprintf(out, "<td>%u of %u<td>%s", row->won, row->matches, gain);
    fprintf(out, "<td>%u<td>%u\n", row->timeouts, row->errors);
}

static void page_result(const struct report *report,
                        const struct felt_arena_tournament_result *result)
{
    struct felt_arena_tournament_row a, b;
    FILE *out = report->out;
    felt_arena_tournament_row(report->tournament, result->team[0], &a);
    felt_arena_tournament_row(report->tournament, result->team[1], &b);
    fprintf(out, "<tr><td>%u<td class=t>", result->round);
    put_escaped(out, a.team);
    fputs("<td class=t>", out);
    put_escaped(out, b.team);
    fprintf(out, "<td>%u<td>%+lld<td class=t>", result->deals, (long long)result->chips);
    put_escaped(out, result->winner ? b.team : a.team);
    fprintf(out, "%s\n", by_text(result->how));
}

static void write_page(const struct felt_arena_tournament *tournament, FILE *out)
{
    struct report report = {.tournament = tournament, .out = out, .page = true};
    const struct felt_arena_tournament_result *result;
    uint32_t results = felt_arena_tournament_results(tournament, &result),
             *order = rank(tournament);
    struct felt_arena_tournament_row row;
    if (!order) return;
    bool deals = felt_arena_tournament_plan_of(tournament)->deals > 0;
    fprintf(out,
            "<!doctype html><html lang=en><meta charset=utf-8><title>Tournament %s</title>\n"
            "<style>body{font:16px system-ui,sans-serif;margin:2em auto;max-width:60em}"
            "table{border-collapse:collapse;margin:1em 0}td,th{padding:.3em .8em;text-align:right;"
            "border-bottom:1px solid #ccc}.t{text-align:left}</style>\n<h1>Tournament %s</h1>\n"
            "<p>%llu hands.\n<table><tr><th>place<th class=t>team<th>hands<th>chips"
            "<th>bb/100, 95 %%%s<th>late<th>wrong\n",
            felt_arena_tournament_match(tournament), felt_arena_tournament_match(tournament),
            (unsigned long long)felt_arena_tournament_hands(tournament),
            deals ? "<th>matches<th>second play gain" : "");
    for (uint32_t i = 0; i < felt_arena_tournament_rows(tournament); i++) {
        felt_arena_tournament_row(tournament, order[i], &row);
        page_row(&report, &row);
    }
    fputs("</table>\n", out);
    if (results)
        fputs("<table><tr><th>round<th class=t>team<th class=t>against<th>deals<th>chips"
              "<th class=t>winner\n",
              out);
    for (uint32_t i = 0; i < results; i++) page_result(&report, &result[i]);
    if (results) fputs("</table>\n", out);
    fputs("</html>\n", out);
    free(order);
}

/* ---- files ---- */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), bytes = strlen(end);
    return length >= bytes && strcmp(text + length - bytes, end) == 0;
}

static void write_json(const struct felt_arena_tournament *tournament, FILE *out)
{
    char *memory = malloc(JSON_BYTES);
    if (!memory) return;
    struct felt_buffer text = felt_buffer_make(memory, JSON_BYTES);
    if (felt_arena_tournament_json(tournament, &text)) (void)fwrite(text.bytes, 1, text.used, out);
    fputc('\n', out);
    free(memory);
}

bool felt_arena_tournament_report_make(const struct felt_arena_tournament *tournament,
                                       const char *file)
{
    FILE *out = fopen(file, "w");
    if (!out) return false;
    if (ends_with(file, ".json"))
        write_json(tournament, out);
    else if (ends_with(file, ".html"))
        write_page(tournament, out);
    else
        felt_arena_tournament_report_print(tournament, out);
    bool good = !ferror(out);
    return fclose(out) == 0 && good;
}
