/* plot_history.c -- a search over time: fitness, distinct good games, coverage. */
#include "lab/report/plot.h"

#include <math.h>

enum { LEFT = 76, RIGHT = 150, TOP = 82, PANELS = 3, POINTS_MAX = 240, LABEL_GAP = 15 };
enum { PLOT_X = FELT_PLOT_WIDTH - LEFT - RIGHT };

/* One panel: from `low` to `high`, in `ticks` steps. */
struct panel {
    double top, height, low, high;
    int ticks, decimals;
    const char *title, *unit;
};

static double to_y(const struct panel *panel, double value)
{
    double share = felt_plot_unit((value - panel->low) / (panel->high - panel->low));
    return panel->top + panel->height * (1 - share);
}

static double value_of(const struct felt_progress_point *point, int line)
{
    switch (line) {
    case 0: return point->best;
    case 1: return point->mean;
    case 2: return point->good;
    default: return 100 * point->coverage;
    }
}

/* The last x that is drawn; a second at least. */
static double span(const struct felt_report *report)
{
    double seconds = report->points ? report->point[report->points - 1].seconds : 0;
    return seconds > 1 ? seconds : 1;
}

static double to_x(const struct felt_report *report, double seconds)
{
    return LEFT + PLOT_X * felt_plot_unit(seconds / span(report));
}

/* 1, 2 or 5 times a power of ten, so that about `count` steps cover `range`. */
static double nice_step(double range, int count)
{
    double raw = range / count, power = pow(10, floor(log10(raw)));
    double digit = raw / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

static void draw_panel(const struct panel *panel, struct felt_buffer *out)
{
    for (int i = 0; i <= panel->ticks; i++) {
        double value = panel->low + (panel->high - panel->low) * i / panel->ticks;
        double y = to_y(panel, value);
        char text[48];
        struct felt_buffer words = felt_buffer_make(text, sizeof text);
        felt_plot_number(&words, value, panel->decimals);
        felt_buffer_text(&words, panel->unit);
        felt_plot_put(out, "<path class='rule' d='M%d %.1fH%d'/>\n", LEFT, y, LEFT + PLOT_X);
        felt_plot_label(out, LEFT - 8, y + 4, 'e', "soft small", felt_buffer_terminate(&words));
    }
    felt_plot_label(out, LEFT, panel->top - 9, 's', "strong", panel->title);
}

static void draw_time(const struct felt_report *report, const struct panel *last,
                      struct felt_buffer *out)
{
    double all = span(report), unit = all > 150 ? 60 : 1, step = nice_step(all / unit, 8);
    double y = last->top + last->height;
    for (int i = 0; i <= 20 && i * step * unit <= all * 1.0001; i++) {
        double x = to_x(report, i * step * unit);
        char text[32];
        struct felt_buffer words = felt_buffer_make(text, sizeof text);
        felt_plot_number(&words, i * step, step < 1 ? 1 : 0);
        felt_plot_put(out, "<path class='rule' d='M%.1f %.1fv5'/>\n", x, y);
        felt_plot_label(out, x, y + 19, 'm', "soft small", felt_buffer_terminate(&words));
    }
    felt_plot_label(out, LEFT + PLOT_X + 12, y + 19, 's', "soft small",
                    unit > 1 ? "minutes" : "seconds");
}

/* A polyline of at most POINTS_MAX points, the last one always.  Returns the y of its end. */
static double draw_line(const struct felt_report *report, const struct panel *panel, int line,
                        const char *style, const char *dash, struct felt_buffer *out)
{
    int stride = report->points / POINTS_MAX + 1, last = report->points - 1;
    double y = panel->top + panel->height;
    felt_plot_put(out, "<path class='line %s'%s%s%s d='", style, *dash ? " stroke-dasharray='" : "",
                  dash, *dash ? "'" : "");
    for (int i = 0; i <= last; i += i == last || i + stride <= last ? stride : last - i) {
        y = to_y(panel, value_of(&report->point[i], line));
        double x = to_x(report, report->point[i].seconds);
        if (i && line == 2) /* whole numbers go up in steps */
            felt_plot_put(out, "H%.1fV%.1f", x, y);
        else
            felt_plot_put(out, "%c%.1f %.1f", i ? 'L' : 'M', x, y);
    }
    felt_buffer_text(out, "'/>\n");
    return y;
}

static void draw_end(double y, const char *name, double value, int decimals, const char *unit,
                     struct felt_buffer *out)
{
    char text[64];
    struct felt_buffer words = felt_buffer_make(text, sizeof text);
    felt_buffer_text(&words, name);
    felt_buffer_char(&words, ' ');
    felt_plot_number(&words, value, decimals);
    felt_buffer_text(&words, unit);
    felt_plot_label(out, LEFT + PLOT_X + 8, y + 4, 's', "", felt_buffer_terminate(&words));
}

/* Names beside the ends of lines: in the order of the ends, and apart from each other. */
static void draw_fitness(const struct felt_report *report, const struct panel *panel,
                         struct felt_buffer *out)
{
    const struct felt_progress_point *last = &report->point[report->points - 1];
    struct {
        double y, value;
        const char *name;
    } label[3] = {{0, last->best, "best"},
                  {0, last->mean, "mean"},
                  {to_y(panel, report->evolve->floor), report->evolve->floor, "known games"}},
      swap;
    felt_plot_put(out, "<path class='floor' d='M%d %.1fH%d'/>\n", LEFT, label[2].y, LEFT + PLOT_X);
    label[0].y = draw_line(report, panel, 0, "one", "", out);
    label[1].y = draw_line(report, panel, 1, "two", "9 4", out);
    for (int i = 1; i < 3; i++)
        for (int k = i; k > 0 && label[k].y < label[k - 1].y; k--)
            swap = label[k], label[k] = label[k - 1], label[k - 1] = swap;
    for (int i = 0; i < 3; i++) {
        if (i && label[i].y < label[i - 1].y + LABEL_GAP) label[i].y = label[i - 1].y + LABEL_GAP;
        draw_end(label[i].y, label[i].name, label[i].value, 3, "", out);
    }
}

/* From 0, with room above, in whole ticks. */
static void fit(struct panel *panel, double most)
{
    double step = nice_step(most > 1e-3 ? most : 1e-3, 4);
    panel->ticks = (int)ceil(most / step - 1e-9);
    if (panel->ticks < 1) panel->ticks = 1;
    panel->low = 0;
    panel->high = panel->ticks * step;
    panel->decimals = step < 0.1 ? 2 : step < 1 ? 1 : 0;
}

void felt_plot_history(const struct felt_plot_view *view, bool alone, struct felt_buffer *out)
{
    const struct felt_report *report = view->report;
    struct panel panel[PANELS] = {
        {.top = TOP, .height = 180, .title = "Fitness", .unit = ""},
        {.top = TOP + 222, .height = 110, .title = "Distinct good games", .unit = ""},
        {.top = TOP + 374, .height = 110, .title = "Cells with a game", .unit = "%"}};
    double most[PANELS] = {report->evolve->floor, 4, 0.5};
    for (int i = 0; i < report->points; i++)
        for (int line = 1; line < 4; line++) {
            double value = value_of(&report->point[i], line == 1 ? 0 : line);
            if (value > most[line - 1]) most[line - 1] = value;
        }
    felt_plot_begin(out, FELT_PLOT_HISTORY, TOP + 374 + 110 + 44, alone, "The search over time",
                    "Fitness of the best game and of all, distinct good games, and the share of "
                    "cells that have a game. The table of progress has the numbers.");
    felt_plot_label(out, 22, 32, 's', "strong", "How the search went");
    for (int i = 0; i < PANELS; i++) {
        fit(&panel[i], fmin(most[i], 1e6));
        draw_panel(&panel[i], out);
    }
    if (report->points > 0) {
        const struct felt_progress_point *last = &report->point[report->points - 1];
        draw_fitness(report, &panel[0], out);
        draw_end(draw_line(report, &panel[1], 2, "three", "", out), "good games", last->good, 0, "",
                 out);
        draw_end(draw_line(report, &panel[2], 3, "one", "", out), "cells", 100 * last->coverage, 1,
                 " %", out);
        draw_time(report, &panel[PANELS - 1], out);
    } else {
        felt_plot_label(out, LEFT + PLOT_X / 2.0, TOP + 90, 'm', "soft",
                        "No progress was recorded.");
    }
    felt_plot_end(out);
}
