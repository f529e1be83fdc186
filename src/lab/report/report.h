/* report.h -- an evolution as one page of HTML: plots, tables, nothing from elsewhere.
 *
 * Plots are SVG of our own: the coverage map, fitness over time, metric profiles of games against
 * known games, metrics against each other with the Pareto front.  Each can be written alone, for
 * documents.  Colours work in light and dark, plots have titles and texts for screen readers, and
 * every plot has its numbers in a table.
 *
 *   P1  the page loads nothing, runs no script, and is well-formed XHTML-like HTML: every text is
 *       escaped. */
#ifndef FELT_LAB_REPORT_REPORT_H
#define FELT_LAB_REPORT_REPORT_H

#include "felt/buffer.h"
#include "lab/search/evolve.h"

enum { FELT_REPORT_BYTES = 16 << 20 };

/* One line of progress.jsonl. */
struct felt_progress_point {
    double seconds;
    uint32_t generation, elites, good;
    uint64_t made, viable, measured;
    double best, mean, quality, coverage;
};

enum felt_plot {
    FELT_PLOT_COVERAGE,
    FELT_PLOT_HISTORY,
    FELT_PLOT_PROFILES,
    FELT_PLOT_PARETO,
    FELT_PLOTS
};
const char *felt_plot_name(enum felt_plot plot);

struct felt_report {
    const char *title, *preset;
    const struct felt_evolve *evolve;
    const struct felt_progress_point *point; /* rising in time                                  */
    int points;
};
/* The whole page.  Links to games/NAME.html and games/NAME.json, as felt lab evolve writes them:
 * file(index) gives NAME of an elite, or NULL if it has no files. */
void felt_report_write(const struct felt_report *report,
                       const char *(*file)(void *self, uint32_t index), void *self,
                       struct felt_buffer *out);
/* One plot as an SVG file. */
void felt_plot_write(const struct felt_report *report, enum felt_plot plot,
                     struct felt_buffer *out);

#endif
