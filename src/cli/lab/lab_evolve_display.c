/* lab_evolve_display.c -- see lab_evolve.h: how a search goes, for whoever looks.
 *
 * On a terminal a block of five lines is drawn over itself, several times a second at most; lines
 * are cut at the width of the terminal, because one that is wrapped would be two.  Elsewhere, and
 * where TERM says dumb, a line is written every ten seconds. */
#include "cli/lab/lab_evolve.h"

#include "felt/buffer.h"
#include "os/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    BLOCK_EVERY_US = 250000,
    LINE_EVERY_US = 10000000,
    COLUMNS = 80,
    COLUMNS_MAX = 200,
    LINE_BYTES = 512,
    BAR = 20,
    BLOCK_LINES = 5
};
static const double SHOWN = 0.005; /* shifts of weights below this are not told */

const char *felt_cli_lab_time(double seconds, char out[FELT_CLI_LAB_TIME_BYTES])
{
    unsigned long long all = seconds > 0 ? (unsigned long long)seconds : 0;
    if (all >= 3600)
        snprintf(out, FELT_CLI_LAB_TIME_BYTES, "%llu:%02llu:%02llu", all / 3600, all / 60 % 60,
                 all % 60);
    else
        snprintf(out, FELT_CLI_LAB_TIME_BYTES, "%llu:%02llu", all / 60, all % 60);
    return out;
}

struct felt_cli_lab_display felt_cli_lab_display_make(const struct felt_cli_lab_wish *wish)
{
    const char *kind = getenv("TERM");
    struct felt_cli_lab_display display = {.term = felt_term_make(stderr),
                                           .quiet = wish->quiet,
                                           .path = wish->path,
                                           .preset = wish->preset->name,
                                           .limit = 60 * wish->minutes,
                                           .generations = wish->generations};
    display.block = display.term.terminal && kind && strcmp(kind, "dumb") != 0;
    display.shown_us = display.block ? 0 : felt_clock_us();
    return display;
}

static int columns_of(const struct felt_cli_lab_display *display)
{
    struct winsize size = {0};
    if (ioctl(fileno(display->term.out), TIOCGWINSZ, &size) != 0 || size.ws_col < 20)
        return COLUMNS;
    return size.ws_col < COLUMNS_MAX ? size.ws_col : COLUMNS_MAX;
}

/* ---- figures ---- */

static double viable_share(const struct felt_evolve *evolve)
{
    const struct felt_evolve_counts *counts = &evolve->counts;
    return counts->made ? 100 * (double)counts->viable / (double)counts->made : 0;
}

/* Offspring for each second of all runs so far. */
static double rate(const struct felt_evolve *evolve, const struct felt_progress_point *point)
{
    return point->seconds > 0 ? (double)evolve->counts.made / point->seconds : 0;
}

static const char *best_name(const struct felt_evolve *evolve)
{
    const struct felt_archive *archive = &evolve->archive;
    const char *name = "";
    double best = -1;
    for (uint32_t i = 0; i < archive->count; i++) {
        if (archive->elite[i].fitness.value <= best) continue;
        best = archive->elite[i].fitness.value;
        name = archive->elite[i].genome.name;
    }
    return name;
}

/* ---- a line ---- */

static void print_line(const struct felt_cli_lab_display *display, const struct felt_evolve *evolve,
                       const struct felt_progress_point *point, double seconds, uint32_t done,
                       uint32_t of, bool begun)
{
    char time[FELT_CLI_LAB_TIME_BYTES];
    FILE *out = display->term.out;
    if (!begun)
        fprintf(out, "%s measuring known games: %u of %u\n", felt_cli_lab_time(seconds, time), done,
                of);
    else
        fprintf(out,
                "%s generation %u (%u of %u): %u games, coverage %.1f %%, %u good, best %.3f, "
                "%.0f %% viable, %.1f games/s\n",
                felt_cli_lab_time(seconds, time), evolve->counts.generation + 1, done, of,
                point->elites, 100 * point->coverage, point->good, point->best,
                viable_share(evolve), rate(evolve, point));
    (void)fflush(out);
}

/* ---- the block ---- */

/* One line of it, cut. */
static void draw(const struct felt_cli_lab_display *display, const char *text, int columns)
{
    int bytes = (int)strcspn(text, "\n");
    if (bytes > columns - 1) bytes = columns - 1;
    fprintf(display->term.out, "\r%.*s\033[K\n", bytes, text);
}

static void write_emitters(const struct felt_evolve *evolve, char out[LINE_BYTES])
{
    int used = snprintf(out, LINE_BYTES, "  emitters   ");
    for (int i = 0; i < FELT_EMITTERS && used < LINE_BYTES; i++) {
        const struct felt_emitter_record *record = &evolve->emitter[i];
        if (record->tried == 0) continue;
        used += snprintf(out + used, (size_t)(LINE_BYTES - used), "%s%s %llu/%llu", i ? "  " : "",
                         felt_emitter_name((enum felt_emitter)i), (unsigned long long)record->kept,
                         (unsigned long long)record->tried);
    }
    if (used < LINE_BYTES) snprintf(out + used, (size_t)(LINE_BYTES - used), "  (kept of tried)");
}

/* "  2:31 of 10:00  #####.....  generation 14, 43 of 64" */
static void write_time(const struct felt_cli_lab_display *display, const struct felt_evolve *evolve,
                       double seconds, uint32_t done, uint32_t of, bool begun, char out[LINE_BYTES])
{
    char spent[FELT_CLI_LAB_TIME_BYTES], limit[FELT_CLI_LAB_TIME_BYTES], bar[BAR + 1];
    uint64_t first = evolve->counts.generation;
    double share = of ? (double)done / of : 0;
    if (begun && display->limit > 0)
        share = seconds / display->limit;
    else if (begun && display->generations > 0)
        share = ((double)first + share) / (double)display->generations;
    for (int i = 0; i < BAR; i++) bar[i] = i < share * BAR ? '#' : '.';
    bar[BAR] = '\0';
    (void)felt_cli_lab_time(display->limit, limit);
    snprintf(out, LINE_BYTES, "  %s%s%s  %s  %s %u of %u", felt_cli_lab_time(seconds, spent),
             display->limit > 0 ? " of " : "", display->limit > 0 ? limit : "", bar,
             begun ? "candidate" : "measuring known games:", done, of);
}

/* Archive, offspring, emitters. */
static void draw_figures(const struct felt_cli_lab_display *display,
                         const struct felt_evolve *evolve, const struct felt_progress_point *point,
                         int columns)
{
    char text[LINE_BYTES], made[FELT_TERM_NUMBER_BYTES], measured[FELT_TERM_NUMBER_BYTES];
    snprintf(text, sizeof text, "  archive    %u games, coverage %.1f %%, %u good; best %.3f %s",
             point->elites, 100 * point->coverage, point->good, point->best, best_name(evolve));
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 127) *at = '?'; /* of a name from elsewhere */
    draw(display, text, columns);
    snprintf(text, sizeof text, "  offspring  %s made, %.0f %% viable, %s in full; %.1f games/s",
             felt_term_number(evolve->counts.made, made), viable_share(evolve),
             felt_term_number(evolve->counts.measured, measured), rate(evolve, point));
    draw(display, text, columns);
    write_emitters(evolve, text);
    draw(display, text, columns);
}

static void draw_block(struct felt_cli_lab_display *display, const struct felt_evolve *evolve,
                       const struct felt_progress_point *point, double seconds, uint32_t done,
                       uint32_t of, bool begun)
{
    int columns = columns_of(display);
    char text[LINE_BYTES];
    if (display->lines) fprintf(display->term.out, "\033[%dA", display->lines);
    felt_term_style(&display->term, FELT_BOLD);
    snprintf(text, sizeof text, "felt lab evolve: %s, generation %u, %s", display->preset,
             evolve->counts.generation + begun, display->path);
    draw(display, text, columns);
    felt_term_style(&display->term, FELT_PLAIN);
    write_time(display, evolve, seconds, done, of, begun, text);
    draw(display, text, columns);
    if (begun) draw_figures(display, evolve, point, columns);
    display->lines = begun ? BLOCK_LINES : BLOCK_LINES - 3;
    (void)fflush(display->term.out);
}

void felt_cli_lab_display_tick(struct felt_cli_lab_display *display,
                               const struct felt_evolve *evolve,
                               const struct felt_progress_point *point, double seconds,
                               uint32_t done, uint32_t of, bool begun)
{
    int64_t now = felt_clock_us();
    if (display->quiet ||
        now - display->shown_us < (display->block ? BLOCK_EVERY_US : LINE_EVERY_US))
        return;
    display->shown_us = now;
    if (display->block)
        draw_block(display, evolve, point, seconds, done, of, begun);
    else
        print_line(display, evolve, point, seconds, done, of, begun);
}

void felt_cli_lab_display_end(struct felt_cli_lab_display *display)
{
    if (!display->lines) return;
    fprintf(display->term.out, "\033[%dA\r\033[J", display->lines);
    (void)fflush(display->term.out);
    display->lines = 0;
}

void felt_cli_lab_display_preference(const struct felt_weights *before,
                                     const struct felt_preference *preference)
{
    bool shifted = false;
    fprintf(stderr,
            preference->ratings == 1 ? "%u rating shifts the weights:\n"
                                     : "%u ratings shift the weights:\n",
            preference->ratings);
    for (int i = 0; i < FELT_METRICS; i++) {
        double was = before->weight[i], now = preference->weights.weight[i];
        if (fabs(now - was) < SHOWN) continue;
        shifted = true;
        fprintf(stderr, "  %-14s %6.2f -> %.2f  (%+.2f, sd %.2f)\n",
                felt_lab_metric_name((enum felt_lab_metric)i), was, now, now - was,
                preference->sd[i]);
    }
    if (!shifted) fprintf(stderr, "  not noticeably\n");
}
