/* plot_profiles.c -- the best games by their metrics, each before the known games.
 *
 * One small panel for each game: a row for a metric, a dot with its 95 % interval.  Behind it what
 * is usual among the known games: a bar from the lower to the upper quartile, a tick at the median.
 */
#include "lab/report/plot.h"

enum {
    LEFT = 120,
    TOP = 122,
    COLUMNS = 4,
    STEP_X = (FELT_PLOT_WIDTH - LEFT - 14) / COLUMNS,
    BAR_X = STEP_X - 26,
    ROW = 17,
    STEP_Y = FELT_METRICS * ROW + 74,
    NAME_LETTERS = 25
};

static void draw_metric(const struct felt_plot_view *view, const struct felt_measure *measure,
                        int metric, double x, double y, struct felt_buffer *out)
{
    double low = felt_plot_unit(measure->mean - measure->half) * BAR_X;
    double high = felt_plot_unit(measure->mean + measure->half) * BAR_X;
    felt_plot_put(out, "<rect class='band' x='%.1f' y='%.1f' width='%.1f' height='9' rx='2'/>",
                  x + view->known_low[metric] * BAR_X, y - 4.5,
                  (view->known_high[metric] - view->known_low[metric]) * BAR_X + 0.5);
    felt_plot_put(out,
                  "<path class='mid' d='M%.1f %.1fv11'/><path class='whisker' d='M%.1f %.1fH%.1f'/>"
                  "<circle class='dot' cx='%.1f' cy='%.1f' r='3.6'><title>%s %.2f</title>"
                  "</circle>\n",
                  x + view->known_mid[metric] * BAR_X, y - 5.5, x + low, y, x + high,
                  x + felt_plot_unit(measure->mean) * BAR_X, y,
                  felt_lab_metric_name((enum felt_lab_metric)metric),
                  felt_plot_unit(measure->mean));
}

static void draw_game(const struct felt_plot_view *view, int place, struct felt_buffer *out)
{
    const struct felt_elite *elite = &view->archive->elite[view->best[place]];
    const struct felt_cell cell = felt_cell_at(elite->cell);
    double x = LEFT + place % COLUMNS * STEP_X, y = TOP + place / COLUMNS * STEP_Y;
    char name[FELT_PLOT_SHORT_BYTES], text[96];
    struct felt_buffer words = felt_buffer_make(text, sizeof text);
    felt_plot_label(out, x, y - 30, 's', "strong",
                    felt_plot_short(felt_plot_game(&elite->genome), NAME_LETTERS, name));
    felt_buffer_text(&words, felt_genre_name((enum felt_genre)cell.genre));
    felt_plot_put(&words, ", %d players, ", elite->measures.seats);
    felt_plot_number(&words, elite->fitness.value, 2);
    felt_plot_label(out, x, y - 14, 's', "soft small", felt_buffer_terminate(&words));
    felt_plot_put(out, "<path class='rule' d='M%.1f %.1fv%dM%.1f %.1fv%dM%.1f %.1fv%d'/>\n", x,
                  y - 6, FELT_METRICS * ROW + 4, x + BAR_X / 2.0, y - 6, FELT_METRICS * ROW + 4,
                  x + BAR_X, y - 6, FELT_METRICS * ROW + 4);
    for (int metric = 0; metric < FELT_METRICS; metric++)
        draw_metric(view, &elite->measures.metric[metric], metric, x, y + metric * ROW + ROW / 2.0,
                    out);
    double base = y + FELT_METRICS * ROW + 12;
    felt_plot_label(out, x, base, 'm', "soft tiny", "0");
    felt_plot_label(out, x + BAR_X, base, 'm', "soft tiny", "1");
}

static void draw_legend(struct felt_buffer *out)
{
    felt_plot_put(out, "<circle class='dot' cx='32' cy='54' r='3.6'/>"
                       "<path class='whisker' d='M22 54h20'/>"
                       "<rect class='band' x='252' y='49.5' width='34' height='9' rx='2'/>"
                       "<path class='mid' d='M270 48.5v11'/>\n");
    felt_plot_label(out, 50, 58, 's', "soft small", "this game, with its 95 % interval");
    felt_plot_label(out, 294, 58, 's', "soft small",
                    "known games: the middle half of them, and their median");
}

void felt_plot_profiles(const struct felt_plot_view *view, bool alone, struct felt_buffer *out)
{
    int rows = (view->bests + COLUMNS - 1) / COLUMNS;
    int height = rows ? TOP + rows * STEP_Y - 44 : 120;
    felt_plot_begin(out, FELT_PLOT_PROFILES, height, alone, "Metric profiles",
                    "Metrics of the best games, each before the known games. The table of metrics "
                    "has the numbers.");
    felt_plot_label(out, 22, 32, 's', "strong",
                    view->goods ? "The best games, before the known games"
                                : "The fittest games so far, before the known games");
    if (!rows) felt_plot_label(out, 22, 82, 's', "soft", "There are no games yet.");
    if (rows) draw_legend(out);
    for (int row = 0; row < rows; row++)
        for (int metric = 0; metric < FELT_METRICS; metric++)
            felt_plot_label(out, LEFT - 12, TOP + row * STEP_Y + metric * ROW + ROW / 2.0 + 4, 'e',
                            "small", felt_lab_metric_name((enum felt_lab_metric)metric));
    for (int i = 0; i < view->bests; i++) draw_game(view, i, out);
    felt_plot_end(out);
}
