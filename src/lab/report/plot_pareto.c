/* plot_pareto.c -- skill against interaction, and against bluff: every elite, the known games, and
 * those of the good ones that no other one beats in both at once. */
#include "lab/report/plot.h"

#include <math.h>

enum {
    TOP = 96,
    SIDE_X = 390,
    SIDE_Y = 330,
    LEFT = 62,
    STEP_X = 470,
    HEIGHT = TOP + SIDE_Y + 92,
    LABELS_MAX = 24,
    LETTERS = 20,
    LETTER_X = 7
};

struct box {
    double x, y, width;
};
struct chart {
    const struct felt_plot_view *view;
    struct felt_buffer *out;
    enum felt_lab_metric x, y;
    double left, most_x, most_y; /* the axes go from 0 to these                                  */
    int labels;
    struct box label[LABELS_MAX]; /* where names stand already                                  */
};

static double mean_of(const struct felt_measures *measures, enum felt_lab_metric metric)
{
    return felt_plot_unit(measures->metric[metric].mean);
}

static double to_x(const struct chart *chart, const struct felt_measures *measures)
{
    return chart->left + SIDE_X * mean_of(measures, chart->x) / chart->most_x;
}

static double to_y(const struct chart *chart, const struct felt_measures *measures)
{
    return TOP + SIDE_Y * (1 - mean_of(measures, chart->y) / chart->most_y);
}

/* The largest value, up to the next fifth. */
static double span(const struct felt_plot_view *view, enum felt_lab_metric metric)
{
    const struct felt_evolve_plan *plan = &view->report->evolve->plan;
    double most = 0.2;
    for (uint32_t i = 0; i < view->archive->count; i++)
        most = fmax(most, mean_of(&view->archive->elite[i].measures, metric));
    for (int i = 0; i < plan->known_count; i++)
        most = fmax(most, mean_of(&plan->known[i].measures, metric));
    return ceil(most * 5 - 1e-9) / 5;
}

static void draw_axes(const struct chart *chart)
{
    struct felt_buffer *out = chart->out;
    char text[16];
    struct felt_buffer words = felt_buffer_make(text, sizeof text);
    for (int i = 0; i <= (int)(chart->most_y * 5 + 0.5); i++) {
        double y = TOP + SIDE_Y * (1 - i / (chart->most_y * 5));
        felt_plot_put(out, "<path class='rule' d='M%.1f %.1fh%d'/>", chart->left, y, SIDE_X);
        felt_buffer_clear(&words);
        felt_plot_number(&words, i / 5.0, 1);
        felt_plot_label(out, chart->left - 8, y + 4, 'e', "soft small",
                        felt_buffer_terminate(&words));
    }
    for (int i = 0; i <= (int)(chart->most_x * 5 + 0.5); i++) {
        double x = chart->left + SIDE_X * i / (chart->most_x * 5);
        felt_plot_put(out, "<path class='rule' d='M%.1f %dv5'/>\n", x, TOP + SIDE_Y);
        felt_buffer_clear(&words);
        felt_plot_number(&words, i / 5.0, 1);
        felt_plot_label(out, x, TOP + SIDE_Y + 19, 'm', "soft small",
                        felt_buffer_terminate(&words));
    }
    felt_plot_label(out, chart->left, TOP - 14, 's', "strong", felt_lab_metric_name(chart->y));
    felt_plot_label(out, chart->left + SIDE_X, TOP + SIDE_Y + 37, 'e', "strong",
                    felt_lab_metric_name(chart->x));
}

/* A name beside a point, unless another one stands there. */
static void name_point(struct chart *chart, double x, double y, const char *name, const char *style)
{
    char text[FELT_PLOT_SHORT_BYTES];
    (void)felt_plot_short(name, LETTERS, text);
    int letters = 0;
    for (const char *at = text; *at; at++) letters += ((unsigned char)*at & 0xc0) != 0x80;
    struct box box = {x + 8, y, letters * LETTER_X};
    bool ends = box.x + box.width > chart->left + SIDE_X + 34; /* it goes to the left then */
    if (ends) box.x = x - 8 - box.width;
    for (int i = 0; i < chart->labels; i++) {
        const struct box *other = &chart->label[i];
        if (fabs(other->y - box.y) < 13 && box.x < other->x + other->width + 4 &&
            other->x < box.x + box.width + 4)
            return;
    }
    if (chart->labels == LABELS_MAX) return;
    chart->label[chart->labels++] = box;
    felt_plot_label(chart->out, ends ? x - 8 : x + 8, y + 4, ends ? 'e' : 's', style, text);
}

int felt_plot_front(const struct felt_plot_view *view, enum felt_lab_metric over_x,
                    enum felt_lab_metric over_y, uint16_t front[FELT_ELITES_MAX])
{
    const struct felt_archive *archive = view->archive;
    int count = 0;
    double reached = -1; /* the largest x of what is higher */
    for (uint32_t found = 0; found < archive->count; found++) {
        int best = -1;
        double best_x = 0, best_y = -1;
        for (uint32_t i = 0; i < archive->count; i++) {
            if (!felt_plot_counts(view, i)) continue;
            double x = mean_of(&archive->elite[i].measures, over_x);
            double y = mean_of(&archive->elite[i].measures, over_y);
            if (x <= reached || y < best_y || (best >= 0 && y <= best_y && x <= best_x)) continue;
            best = (int)i;
            best_x = x;
            best_y = y;
        }
        if (best < 0) break;
        front[count++] = (uint16_t)best;
        reached = best_x;
    }
    return count;
}

static void draw_points(const struct chart *chart)
{
    const struct felt_plot_view *view = chart->view;
    const struct felt_evolve_plan *plan = &view->report->evolve->plan;
    for (uint32_t i = view->archive->count; i-- > 0;) { /* the fittest on top */
        const struct felt_elite *elite = &view->archive->elite[view->order[i]];
        felt_plot_put(chart->out, "<circle class='f%d elite' cx='%.1f' cy='%.1f' r='%s'><title>",
                      felt_plot_step(view, elite->fitness.value), to_x(chart, &elite->measures),
                      to_y(chart, &elite->measures),
                      felt_plot_counts(view, view->order[i]) ? "4.4" : "2.8");
        felt_plot_escape(chart->out, felt_plot_game(&elite->genome));
        felt_plot_put(chart->out, ", fitness %.2f</title></circle>\n",
                      felt_plot_unit(elite->fitness.value));
    }
    for (int i = 0; i < plan->known_count; i++) {
        felt_plot_put(chart->out, "<path class='known' d='M%.1f %.1fl5 5l-5 5l-5-5z'><title>",
                      to_x(chart, &plan->known[i].measures),
                      to_y(chart, &plan->known[i].measures) - 5);
        felt_plot_escape(chart->out, plan->known[i].name);
        felt_buffer_text(chart->out, "</title></path>\n");
    }
}

static void draw_front(struct chart *chart)
{
    const struct felt_archive *archive = chart->view->archive;
    uint16_t front[FELT_ELITES_MAX];
    int count = felt_plot_front(chart->view, chart->x, chart->y, front);
    if (count == 0) return;
    const struct felt_measures *first = &archive->elite[front[0]].measures;
    felt_plot_put(chart->out, "<path class='front' d='M%.1f %.1f", chart->left, to_y(chart, first));
    for (int i = 0; i < count; i++) {
        const struct felt_measures *measures = &archive->elite[front[i]].measures;
        felt_plot_put(chart->out, "H%.1f", to_x(chart, measures));
        if (i + 1 < count)
            felt_plot_put(chart->out, "V%.1f", to_y(chart, &archive->elite[front[i + 1]].measures));
    }
    felt_plot_put(chart->out, "V%d'/>\n", TOP + SIDE_Y);
    for (int i = 0; i < count; i++) {
        const struct felt_elite *elite = &archive->elite[front[i]];
        double x = to_x(chart, &elite->measures), y = to_y(chart, &elite->measures);
        felt_plot_put(chart->out, "<circle class='ring' cx='%.1f' cy='%.1f' r='6.5'/>\n", x, y);
        name_point(chart, x, y, felt_plot_game(&elite->genome), "small strong halo");
    }
}

static void draw_chart(const struct felt_plot_view *view, int place, enum felt_lab_metric y,
                       struct felt_buffer *out)
{
    const struct felt_evolve_plan *plan = &view->report->evolve->plan;
    struct chart chart = {.view = view,
                          .out = out,
                          .x = FELT_METRIC_SKILL,
                          .y = y,
                          .left = LEFT + place * STEP_X,
                          .most_x = span(view, FELT_METRIC_SKILL),
                          .most_y = span(view, y)};
    draw_axes(&chart);
    draw_points(&chart);
    draw_front(&chart);
    for (int i = 0; i < plan->known_count; i++) {
        const struct felt_measures *measures = &plan->known[i].measures;
        name_point(&chart, to_x(&chart, measures), to_y(&chart, measures), plan->known[i].name,
                   "soft tiny halo");
    }
}

static void draw_legend(const struct felt_plot_view *view, struct felt_buffer *out)
{
    double y = HEIGHT - 26;
    felt_plot_put(out, "<circle class='f3 elite' cx='70' cy='%.1f' r='4.5'/>", y - 4);
    felt_plot_label(out, 82, y, 's', "soft small", "a game, by fitness:");
    for (int i = 0; i < FELT_PLOT_STEPS; i++)
        felt_plot_put(out, "<circle class='f%d elite' cx='%d' cy='%.1f' r='4.5'/>", i, 232 + 12 * i,
                      y - 4);
    char text[16];
    struct felt_buffer words = felt_buffer_make(text, sizeof text);
    felt_plot_number(&words, view->low, 2);
    felt_plot_label(out, 222, y, 'e', "soft small", felt_buffer_terminate(&words));
    felt_buffer_clear(&words);
    felt_plot_number(&words, view->high, 2);
    felt_plot_label(out, 302, y, 's', "soft small", felt_buffer_terminate(&words));
    felt_plot_put(out,
                  "<path class='known' d='M372 %.1fl5 5l-5 5l-5-5z'/>"
                  "<circle class='ring' cx='502' cy='%.1f' r='6.5'/>"
                  "<path class='front' d='M514 %.1fh34'/>\n",
                  y - 9, y - 4, y - 4);
    felt_plot_label(out, 384, y, 's', "soft small", "a known game");
    felt_plot_label(out, 556, y, 's', "soft small",
                    "the Pareto front: no good game (the larger dots) has more of both");
}

void felt_plot_pareto(const struct felt_plot_view *view, bool alone, struct felt_buffer *out)
{
    felt_plot_begin(out, FELT_PLOT_PARETO, HEIGHT, alone, "Skill, interaction and bluff",
                    "Each game by its skill and how much players matter to each other, and by its "
                    "skill and what bluffing is worth, with the Pareto front. The table of the "
                    "front has the numbers.");
    felt_plot_label(out, 22, 32, 's', "strong", "Skill against interaction, and against bluff");
    felt_plot_label(out, 22, 52, 's', "soft small",
                    "What is best depends on what you like: along the front you get more of one "
                    "only for less of the other.");
    draw_chart(view, 0, FELT_METRIC_INTERACTION, out);
    draw_chart(view, 1, FELT_METRIC_BLUFF, out);
    draw_legend(view, out);
    felt_plot_end(out);
}
