/* plot.h -- what plots and pages of report.h share: texts, numbers, SVG.  Private to lab/.
 *
 * Everything is written to a buffer of the caller.  Words of our own are put as they are; what
 * comes from outside (names of games) goes through felt_plot_escape(). */
#ifndef FELT_LAB_REPORT_PLOT_H
#define FELT_LAB_REPORT_PLOT_H

#include "lab/report/report.h"

enum { FELT_PLOT_STEPS = 6, FELT_PLOT_BEST = 8, FELT_PLOT_WIDTH = 960 };

/* What a report is about, worked out once.  Some kilobytes. */
struct felt_plot_view {
    const struct felt_report *report;
    const struct felt_archive *archive;
    int goods; /* distinct good games, the fittest first                                        */
    uint16_t good[FELT_GOOD_MAX];
    int bests; /* of good[], or of all if none is good: those that are drawn one by one          */
    uint16_t best[FELT_PLOT_BEST];
    uint16_t order[FELT_ELITES_MAX]; /* all, the fittest first                                  */
    bool front[FELT_ELITES_MAX];     /* nobody dominates them, by all metrics with a weight      */
    int fronts;
    double low, high; /* ends of the colour ramp: fitness                                       */
    double known_mid[FELT_METRICS], known_low[FELT_METRICS],
        known_high[FELT_METRICS]; /* quartiles */
};
void felt_plot_look(const struct felt_report *report, struct felt_plot_view *out);

/* ---- texts ---- */

/* Words and numbers of our own; at most FELT_PLOT_PUT_BYTES at once. */
enum { FELT_PLOT_PUT_BYTES = 2048 };
__attribute__((format(printf, 2, 3))) void felt_plot_put(struct felt_buffer *out,
                                                         const char *format, ...);
/* For HTML and XML, between tags and in attributes: no markup, no control characters, nothing that
 * turns the direction of writing, UTF-8. */
void felt_plot_escape(struct felt_buffer *out, const char *text);
/* "0.61", "12.4": what is no number is a dash. */
void felt_plot_number(struct felt_buffer *out, double number, int decimals);
/* A name for people, never empty. */
const char *felt_plot_game(const struct felt_genome *genome);
/* The same in at most so many characters, with an ellipsis if it was cut.  Returns out. */
enum { FELT_PLOT_SHORT_BYTES = FELT_GENOME_NAME_BYTES + 4 };
const char *felt_plot_short(const char *name, int characters, char out[FELT_PLOT_SHORT_BYTES]);
/* "two players", "three", "four or more" by the cell's number */
const char *felt_plot_seats(int seats);
/* "up to 12" by the cell's number */
const char *felt_plot_length(int length);

/* 0 .. 1, whatever it was. */
double felt_plot_unit(double number);
/* 0 .. FELT_PLOT_STEPS - 1 of the colour ramp, and where a step begins. */
int felt_plot_step(const struct felt_plot_view *view, double fitness);
double felt_plot_step_low(const struct felt_plot_view *view, int step);

/* ---- plots ---- */

/* <svg>, its title and description; `alone` with styles and a background of its own. */
void felt_plot_begin(struct felt_buffer *out, enum felt_plot plot, int height, bool alone,
                     const char *title, const char *says);
void felt_plot_end(struct felt_buffer *out);
/* anchor: 's'tart, 'm'iddle, 'e'nd; class: soft, small, strong or "" */
void felt_plot_label(struct felt_buffer *out, double x, double y, char anchor, const char *style,
                     const char *text);

/* One plot as an element. */
void felt_plot_coverage(const struct felt_plot_view *view, bool alone, struct felt_buffer *out);
void felt_plot_history(const struct felt_plot_view *view, bool alone, struct felt_buffer *out);
void felt_plot_profiles(const struct felt_plot_view *view, bool alone, struct felt_buffer *out);
void felt_plot_pareto(const struct felt_plot_view *view, bool alone, struct felt_buffer *out);

/* Is an elite good; or is there none that is? */
bool felt_plot_counts(const struct felt_plot_view *view, uint32_t index);
/* Those of them that no other one beats in both metrics, by rising x.  Returns how many. */
int felt_plot_front(const struct felt_plot_view *view, enum felt_lab_metric over_x,
                    enum felt_lab_metric over_y, uint16_t front[FELT_ELITES_MAX]);

/* Colours in light and dark, and the classes of plots; for a page and for a plot alone. */
extern const char felt_plot_colours[], felt_plot_classes[];

/* ---- the page ---- */

struct felt_report_page {
    const struct felt_plot_view *view;
    const char *(*file)(void *self, uint32_t index);
    void *self;
    struct felt_buffer *out;
};
/* Tables, each with its caption. */
void felt_report_games(const struct felt_report_page *page, const char *caption,
                       const uint16_t *index, int count);
void felt_report_metrics(const struct felt_report_page *page);
void felt_report_known(const struct felt_report_page *page);
void felt_report_emitters(const struct felt_report_page *page);
void felt_report_weights(const struct felt_report_page *page);
void felt_report_cells(const struct felt_report_page *page);
void felt_report_progress(const struct felt_report_page *page);
void felt_report_front(const struct felt_report_page *page);
/* "9 min 58 s", "48 min", "2 h 5 min" */
void felt_report_time(struct felt_buffer *out, double seconds);

#endif
