/* report_tables.c -- tables of report.h: games, known games, and the numbers behind plots.
 *
 * A table scrolls within its own frame where it is wider than the page. */
#include "lab/report/plot.h"

#include <string.h>

enum { PROGRESS_ROWS = 12 };

/* ---- parts of a table ---- */

/* head: names of columns with '|' between them; '#' before one whose cells are numbers. */
static void begin_head(struct felt_buffer *out, const char *caption, const char *head)
{
    felt_plot_put(out,
                  "<div class='scroll' tabindex='0' role='region' aria-label='%s'>"
                  "<table><caption>%s</caption>\n<thead><tr>",
                  caption, caption);
    for (const char *at = head; *at;) {
        size_t length = strcspn(at, "|");
        bool number = *at == '#';
        felt_plot_put(out, "<th scope='col'%s>%.*s</th>", number ? " class='n'" : "",
                      (int)length - number, at + number);
        at += length;
        at += *at == '|';
    }
}

static void begin_body(struct felt_buffer *out)
{
    felt_buffer_text(out, "</tr></thead>\n<tbody>\n");
}

static void begin(struct felt_buffer *out, const char *caption, const char *head)
{
    begin_head(out, caption, head);
    begin_body(out);
}

static void end(struct felt_buffer *out)
{
    felt_buffer_text(out, "</tbody></table></div>\n");
}

static void cell_text(struct felt_buffer *out, const char *text)
{
    felt_buffer_text(out, "<td>");
    felt_plot_escape(out, text);
    felt_buffer_text(out, "</td>");
}

static void cell_head(struct felt_buffer *out, const char *text)
{
    felt_buffer_text(out, "<th scope='row'>");
    felt_plot_escape(out, text);
    felt_buffer_text(out, "</th>");
}

static void cell_number(struct felt_buffer *out, double number, int decimals)
{
    felt_buffer_text(out, "<td class='n'>");
    felt_plot_number(out, number, decimals);
    felt_buffer_text(out, "</td>");
}

static void cell_count(struct felt_buffer *out, uint64_t count)
{
    felt_buffer_text(out, "<td class='n'>");
    felt_buffer_uint(out, count);
    felt_buffer_text(out, "</td>");
}

/* "0.61 ± 0.02" */
static void cell_measure(struct felt_buffer *out, double mean, double half)
{
    felt_buffer_text(out, "<td class='n'>");
    felt_plot_number(out, mean, 2);
    felt_buffer_text(out, " <span class='pm'>&#177; ");
    felt_plot_number(out, half, 2);
    felt_buffer_text(out, "</span></td>");
}

/* "412 (64 %)" */
static void cell_share(struct felt_buffer *out, uint64_t count, uint64_t of)
{
    felt_buffer_text(out, "<td class='n'>");
    felt_buffer_uint(out, count);
    felt_buffer_text(out, " <span class='pm'>(");
    felt_plot_number(out, of ? 100 * (double)count / (double)of : 0, 0);
    felt_buffer_text(out, "&#160;%)</span></td>");
}

/* A number with a bar behind it. */
static void cell_bar(struct felt_buffer *out, double number, int decimals, double share)
{
    felt_plot_put(out, "<td class='n bar'><span style='width:%.0f%%'></span><b>",
                  100 * felt_plot_unit(share));
    felt_plot_number(out, number, decimals);
    felt_buffer_text(out, "</b></td>");
}

/* ---- games ---- */

static void cell_game(const struct felt_report_page *page, uint32_t index)
{
    const char *name = felt_plot_game(&page->view->archive->elite[index].genome);
    const char *file = page->file ? page->file(page->self, index) : NULL;
    struct felt_buffer *out = page->out;
    felt_buffer_text(out, "<th scope='row'>");
    if (file) {
        felt_buffer_text(out, "<a href='games/");
        felt_plot_escape(out, file);
        felt_buffer_text(out, ".html'>");
        felt_plot_escape(out, name);
        felt_buffer_text(out, "</a> <a class='file' href='games/");
        felt_plot_escape(out, file);
        felt_buffer_text(out, ".json'>json</a>");
    } else {
        felt_plot_escape(out, name);
    }
    felt_buffer_text(out, "</th>");
}

/* The known game that it is most like; "" if there are none. */
static const char *nearest_known(const struct felt_plot_view *view, const struct felt_elite *elite)
{
    const struct felt_evolve_plan *plan = &view->report->evolve->plan;
    const struct felt_described own = {&elite->genome, &elite->measures};
    struct felt_described known[64];
    int count = plan->known_count < 64 ? plan->known_count : 64, nearest = 0;
    for (int i = 0; i < count; i++)
        known[i] = (struct felt_described){&plan->known[i].genome, &plan->known[i].measures};
    if (count == 0) return "";
    (void)felt_distance_nearest(&own, known, count, &nearest);
    return plan->known[nearest].name;
}

static void row_of_game(const struct felt_report_page *page, int rank, uint32_t index)
{
    const struct felt_elite *elite = &page->view->archive->elite[index];
    const struct felt_measures *measures = &elite->measures;
    const struct felt_cell cell = felt_cell_at(elite->cell);
    struct felt_buffer *out = page->out;
    static const enum felt_lab_metric shown[] = {FELT_METRIC_SKILL, FELT_METRIC_INTERACTION,
                                                 FELT_METRIC_NOVELTY};
    felt_plot_put(out, "<tr><td class='n'>%d</td>", rank);
    cell_game(page, index);
    cell_text(out, felt_genre_name((enum felt_genre)cell.genre));
    cell_count(out, measures->seats);
    cell_bar(out, elite->fitness.value, 3, elite->fitness.value);
    cell_number(out, elite->fitness.half, 2);
    cell_number(out, measures->fact[FELT_FACT_MINUTES], 0);
    cell_number(out, measures->fact[FELT_FACT_DECISIONS], 0);
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
        cell_number(out, measures->metric[shown[i]].mean, 2);
    felt_buffer_text(out, "<td class='n'>");
    felt_plot_number(out, measures->metric[FELT_METRIC_BLUFF].mean, 2);
    felt_buffer_text(out, measures->fact[FELT_FACT_BLUFF_LOW] > 0 ? " &#10003;</td>" : "</td>");
    cell_number(out, measures->fact[FELT_FACT_PHASES], 0);
    cell_number(out, measures->fact[FELT_FACT_WORDS], 0);
    cell_text(out, nearest_known(page->view, elite));
    felt_buffer_text(out, "<td>");
    felt_buffer_text(out, felt_emitter_name((enum felt_emitter)elite->emitter));
    felt_plot_put(out, ", %u</td></tr>\n", (unsigned)elite->born);
}

void felt_report_games(const struct felt_report_page *page, const char *caption,
                       const uint16_t *index, int count)
{
    begin(page->out, caption,
          "##|Game|Genre|#Players|#Fitness|#\xc2\xb1|#Minutes|#Decisions|#Skill|#Interaction|"
          "#Novelty|#Bluff|#Phases|#Words|Most like|Made by, in");
    for (int i = 0; i < count; i++) row_of_game(page, i + 1, index[i]);
    end(page->out);
}

void felt_report_metrics(const struct felt_report_page *page)
{
    const struct felt_plot_view *view = page->view;
    struct felt_buffer *out = page->out;
    begin_head(out, "Metrics of the best games", "Metric|#Known, median");
    for (int i = 0; i < view->bests; i++) {
        felt_buffer_text(out, "<th scope='col' class='n'>");
        felt_plot_escape(out, felt_plot_game(&view->archive->elite[view->best[i]].genome));
        felt_buffer_text(out, "</th>");
    }
    begin_body(out);
    for (int metric = 0; metric < FELT_METRICS; metric++) {
        felt_buffer_text(out, "<tr>");
        cell_head(out, felt_lab_metric_name((enum felt_lab_metric)metric));
        cell_number(out, view->known_mid[metric], 2);
        for (int i = 0; i < view->bests; i++) {
            const struct felt_measure *measure =
                &view->archive->elite[view->best[i]].measures.metric[metric];
            cell_measure(out, measure->mean, measure->half);
        }
        felt_buffer_text(out, "</tr>\n");
    }
    end(out);
}

void felt_report_known(const struct felt_report_page *page)
{
    const struct felt_evolve_plan *plan = &page->view->report->evolve->plan;
    struct felt_buffer *out = page->out;
    static const enum felt_lab_metric shown[] = {
        FELT_METRIC_SKILL, FELT_METRIC_DECISION, FELT_METRIC_INTERACTION, FELT_METRIC_DRAMA,
        FELT_METRIC_BLUFF, FELT_METRIC_FOLD,     FELT_METRIC_SIMPLICITY};
    begin(out, "Known games, measured the same way",
          "Game|#Players|#Fitness|#\xc2\xb1|#Minutes|#Decisions|#Skill|#Decision|#Interaction|"
          "#Drama|#Bluff|#Fold|#Simplicity|Flaw");
    for (int i = 0; i < plan->known_count; i++) {
        const struct felt_known_game *game = &plan->known[i];
        const struct felt_measures *measures = &game->measures;
        felt_buffer_text(out, "<tr>");
        cell_head(out, game->name);
        cell_count(out, measures->seats);
        cell_bar(out, game->fitness.value, 3, game->fitness.value);
        cell_number(out, game->fitness.half, 3);
        cell_number(out, measures->fact[FELT_FACT_MINUTES], 0);
        cell_number(out, measures->fact[FELT_FACT_DECISIONS], 0);
        for (size_t k = 0; k < sizeof shown / sizeof shown[0]; k++)
            cell_number(out, measures->metric[shown[k]].mean, 2);
        bool flaw = measures->flaw > FELT_FLAW_NONE && measures->flaw < FELT_FLAWS;
        felt_plot_put(out, "<td class='w'>%s</td>",
                      flaw ? felt_flaw_says((enum felt_flaw)measures->flaw) : "");
        felt_buffer_text(out, "</tr>\n");
    }
    end(out);
}

void felt_report_front(const struct felt_report_page *page)
{
    static const enum felt_lab_metric over[] = {FELT_METRIC_INTERACTION, FELT_METRIC_BLUFF};
    const struct felt_plot_view *view = page->view;
    struct felt_buffer *out = page->out;
    begin(out, "Games on the fronts", "Front|Game|#Skill|#Interaction|#Bluff|#Fitness");
    for (int i = 0; i < 2; i++) {
        uint16_t front[FELT_ELITES_MAX];
        int count = felt_plot_front(view, FELT_METRIC_SKILL, over[i], front);
        for (int k = 0; k < count; k++) {
            const struct felt_elite *elite = &view->archive->elite[front[k]];
            const struct felt_measure *metric = elite->measures.metric;
            felt_plot_put(out, "<tr><td>%s</td>", i ? "skill, bluff" : "skill, interaction");
            cell_game(page, front[k]);
            cell_number(out, metric[FELT_METRIC_SKILL].mean, 2);
            cell_number(out, metric[FELT_METRIC_INTERACTION].mean, 2);
            cell_number(out, metric[FELT_METRIC_BLUFF].mean, 2);
            cell_number(out, elite->fitness.value, 3);
            felt_buffer_text(out, "</tr>\n");
        }
    }
    end(out);
}

/* ---- the search ---- */

void felt_report_emitters(const struct felt_report_page *page)
{
    struct felt_buffer *out = page->out;
    begin(out, "Emitters: where games came from", "Emitter|#Tried|#Viable|#Kept");
    for (int i = 0; i < FELT_EMITTERS; i++) {
        const struct felt_emitter_record *record = &page->view->report->evolve->emitter[i];
        felt_buffer_text(out, "<tr>");
        cell_head(out, felt_emitter_name((enum felt_emitter)i));
        cell_count(out, record->tried);
        cell_share(out, record->viable, record->tried);
        cell_share(out, record->kept, record->tried);
        felt_buffer_text(out, "</tr>\n");
    }
    end(out);
}

void felt_report_weights(const struct felt_report_page *page)
{
    const double *weight = page->view->report->evolve->plan.weights.weight;
    struct felt_buffer *out = page->out;
    double sum = 0, most = 0;
    for (int i = 0; i < FELT_METRICS; i++) {
        sum += weight[i];
        if (weight[i] > most) most = weight[i];
    }
    begin(out, "Metrics and their weights", "Metric|#Weight|#Share|What it says");
    for (int i = 0; i < FELT_METRICS; i++) {
        felt_buffer_text(out, "<tr>");
        cell_head(out, felt_lab_metric_name((enum felt_lab_metric)i));
        cell_bar(out, weight[i], 2, most > 0 ? weight[i] / most : 0);
        felt_buffer_text(out, "<td class='n'>");
        felt_plot_number(out, sum > 0 ? 100 * weight[i] / sum : 0, 0);
        felt_buffer_text(out, "&#160;%</td>");
        cell_text(out, felt_lab_metric_says((enum felt_lab_metric)i));
        felt_buffer_text(out, "</tr>\n");
    }
    end(out);
}

void felt_report_cells(const struct felt_report_page *page)
{
    const struct felt_archive *archive = page->view->archive;
    struct felt_buffer *out = page->out;
    const int cells = FELT_CELLS / FELT_GENRES / FELT_CELL_SEATS;
    begin(out, "Cells that have a game", "Genre|Players|#Cells|#Mean fitness|#Best|Best game");
    for (int i = 0; i < FELT_GENRES * FELT_CELL_SEATS; i++) {
        int genre = i / FELT_CELL_SEATS, seats = i % FELT_CELL_SEATS, count = 0, best = -1;
        double sum = 0;
        for (uint32_t k = 0; k < archive->count; k++) {
            const struct felt_elite *elite = &archive->elite[k];
            struct felt_cell cell = felt_cell_at(elite->cell);
            if (cell.genre != genre || cell.seats != seats) continue;
            count++;
            sum += elite->fitness.value;
            if (best < 0 || elite->fitness.value > archive->elite[best].fitness.value)
                best = (int)k;
        }
        felt_buffer_text(out, "<tr>");
        cell_head(out, felt_genre_name((enum felt_genre)genre));
        cell_text(out, felt_plot_seats(seats));
        felt_plot_put(out, "<td class='n'>%d of %d</td>", count, cells);
        if (best >= 0) {
            cell_number(out, sum / count, 3);
            cell_number(out, archive->elite[best].fitness.value, 3);
            cell_text(out, felt_plot_game(&archive->elite[best].genome));
        } else {
            felt_buffer_text(out, "<td></td><td></td><td></td>");
        }
        felt_buffer_text(out, "</tr>\n");
    }
    end(out);
}

void felt_report_time(struct felt_buffer *out, double seconds)
{
    uint64_t whole = seconds > 0 && seconds < 9e9 ? (uint64_t)(seconds + 0.5) : 0;
    if (whole >= 3600) felt_plot_put(out, "%llu h ", (unsigned long long)whole / 3600);
    if (whole >= 60) felt_plot_put(out, "%llu min ", (unsigned long long)whole / 60 % 60);
    if (whole < 600) felt_plot_put(out, "%llu s", (unsigned long long)whole % 60);
}

/* Some points, evenly spaced, the last one always. */
void felt_report_progress(const struct felt_report_page *page)
{
    const struct felt_report *report = page->view->report;
    struct felt_buffer *out = page->out;
    int rows = report->points < PROGRESS_ROWS ? report->points : PROGRESS_ROWS;
    begin(out, "Progress",
          "Time|#Generation|#Made|#Viable|#Measured|#Best|#Mean|#Good|#Games|#Cells");
    for (int i = 0; i < rows; i++) {
        int at = rows > 1 ? (int)((int64_t)(report->points - 1) * i / (rows - 1)) : 0;
        const struct felt_progress_point *point = &report->point[at];
        felt_buffer_text(out, "<tr><th scope='row'>");
        felt_report_time(out, point->seconds);
        felt_buffer_text(out, "</th>");
        cell_count(out, point->generation);
        cell_count(out, point->made);
        cell_share(out, point->viable, point->made);
        cell_count(out, point->measured);
        cell_number(out, point->best, 3);
        cell_number(out, point->mean, 3);
        cell_count(out, point->good);
        cell_count(out, point->elites);
        felt_buffer_text(out, "<td class='n'>");
        felt_plot_number(out, 100 * point->coverage, 1);
        felt_buffer_text(out, "&#160;%</td></tr>\n");
    }
    end(out);
}
