/* report.c -- see report.h: the page around plots and tables. */
#include "lab/report/plot.h"

#include <math.h>

static const char style[] =
    "*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);line-height:1.5;"
    "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}\n"
    "a{color:var(--link)}header{background:#17503c;color:#fff;padding:2rem 0}"
    "header p{margin:.4rem 0 0;color:#d7e9e1}h1{margin:0;font-size:1.9rem;line-height:1.2;"
    "overflow-wrap:anywhere}.suits{letter-spacing:.3em;color:#9fcbb8}\n"
    "main,.wide{max-width:1180px;margin:0 auto}main{padding:0 1rem 3rem}.wide{padding:0 1rem}"
    "h2{margin:2.6rem 0 .4rem;font-size:1.35rem}section>p{max-width:46rem}"
    "section{scroll-margin-top:1rem}\n"
    "nav{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;padding:.9rem 0}\n"
    ".tiles{display:grid;grid-template-columns:repeat(4,1fr);gap:.7rem;"
    "margin:.4rem 0 0;padding:0}.tiles div{background:var(--card);border:1px solid var(--rule);"
    "border-radius:8px;padding:.7rem .9rem}.tiles dt{color:var(--soft);font-size:.84rem;"
    "line-height:1.3}.tiles dd{margin:0;font-size:1.45rem;font-weight:600;"
    "font-variant-numeric:tabular-nums}.tiles small{display:block;font-size:.78rem;"
    "font-weight:400;line-height:1.3;color:var(--soft)}\n"
    "figure{margin:.8rem 0;background:var(--card);border:1px solid var(--rule);border-radius:8px;"
    "overflow-x:auto}figure svg{display:block;width:100%;min-width:700px;height:auto}\n"
    ".scroll{overflow-x:auto;border:1px solid var(--rule);border-radius:8px;"
    "background:var(--card);margin:.6rem 0}table{border-collapse:collapse;width:100%;"
    "font-size:.86rem}caption{text-align:left;padding:.55rem .7rem;color:var(--soft);"
    "font-size:.84rem}th,td{padding:.3rem .6rem;border-top:1px solid var(--rule);"
    "text-align:left;vertical-align:baseline}thead th{color:var(--soft);font-weight:600;"
    "vertical-align:bottom;white-space:nowrap}tbody th{font-weight:600;min-width:12rem}"
    ".n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.w{white-space:"
    "nowrap}"
    ".pm,.file{color:var(--soft);font-weight:400;font-size:.8rem}\n"
    ".bar{position:relative;min-width:5rem}.bar span{position:absolute;left:.35rem;top:.35em;"
    "height:1.4em;max-width:calc(100% - .7rem);background:var(--one);opacity:.22;"
    "border-radius:2px}.bar b{position:relative;font-weight:600}\n"
    "details{margin:.5rem 0}summary{cursor:pointer;color:var(--link)}"
    "footer{color:var(--soft);font-size:.86rem;margin-top:3rem;overflow-wrap:anywhere}"
    ":focus-visible{outline:2px solid var(--one);outline-offset:2px}\n"
    "@media (max-width:700px){h1{font-size:1.5rem}.tiles{grid-template-columns:1fr 1fr}"
    "tbody th{min-width:8.5rem}}\n"
    "@media print{:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--rule:#bbb;--band:#ddd;"
    "--link:#000;--one:#0068a8;--two:#c14f00;--three:#00795a}nav{display:none}"
    "header{background:none;color:#000;padding:0}header p,.suits{color:#444}"
    "figure,.scroll{overflow:visible;break-inside:avoid}figure svg{min-width:0}"
    "table{font-size:7.5pt}th,td{padding:.12rem .3rem}tbody th{min-width:0}.bar{min-width:3.5rem}"
    "svg.plot,.bar "
    "span{print-color-adjust:exact;-webkit-print-color-adjust:exact}@page{size:landscape;margin:"
    "12mm}}\n";

/* ---- parts ---- */

static void section(struct felt_buffer *out, const char *id, const char *title, const char *says)
{
    felt_plot_put(out, "<section id='%s' aria-labelledby='%s-h'>\n<h2 id='%s-h'>%s</h2>\n", id, id,
                  id, title);
    if (says) felt_plot_put(out, "<p>%s</p>\n", says);
}

static void tile(struct felt_buffer *out, const char *name, double value, int decimals,
                 const char *unit, const char *says)
{
    felt_plot_put(out, "<div><dt>%s</dt><dd>", name);
    felt_plot_number(out, value, decimals);
    felt_plot_put(out, "%s<small>%s</small></dd></div>\n", unit, says);
}

/* Distinct good games in which bluffing is worth something at 95 %. */
static int count_bluffs(const struct felt_plot_view *view)
{
    int count = 0;
    for (int i = 0; i < view->goods; i++)
        count += view->archive->elite[view->good[i]].measures.fact[FELT_FACT_BLUFF_LOW] > 0;
    return count;
}

static void tiles(const struct felt_plot_view *view, struct felt_buffer *out)
{
    const struct felt_evolve *evolve = view->report->evolve;
    const struct felt_evolve_counts *counts = &evolve->counts;
    const struct felt_archive_sums sums = felt_archive_sum(view->archive);
    char says[96];
    struct felt_buffer words = felt_buffer_make(says, sizeof says);
    felt_buffer_text(out, "<dl class='tiles'>\n");
    felt_plot_put(&words, "fitness of %.3f or more, each different", felt_plot_unit(evolve->floor));
    tile(out, "distinct good games", view->goods, 0, "", felt_buffer_terminate(&words));
    tile(out, "best fitness", sums.best, 3, "", "of 1");
    tile(out, "games with proven bluffs", count_bluffs(view), 0, "",
         "among the good ones, at 95 %");
    felt_buffer_clear(&words);
    felt_plot_put(&words, "%.1f %% of %d cells", 100 * felt_plot_unit(sums.coverage),
                  (int)FELT_CELLS);
    tile(out, "games in the archive", view->archive->count, 0, "", felt_buffer_terminate(&words));
    felt_buffer_clear(&words);
    felt_plot_put(&words, "in %u generations", (unsigned)counts->generation);
    tile(out, "games tried", (double)counts->made, 0, "", felt_buffer_terminate(&words));
    tile(out, "of them viable",
         counts->made ? 100.0 * (double)counts->viable / (double)counts->made : 0, 0, " %",
         "they end, and have decisions");
    double noise = counts->again ? sqrt(counts->again_squares / (2 * (double)counts->again)) : NAN;
    felt_buffer_clear(&words);
    felt_plot_put(&words, "sd, from %llu games measured again", (unsigned long long)counts->again);
    tile(out, "noise of fitness", noise, 3, "", felt_buffer_terminate(&words));
    felt_buffer_text(out, "<div><dt>time</dt><dd>");
    felt_report_time(
        out, view->report->points ? view->report->point[view->report->points - 1].seconds : 0);
    felt_plot_put(out, "<small>%llu measured in full</small></dd></div>\n</dl>\n",
                  (unsigned long long)counts->measured);
}

static void head(const struct felt_report *report, struct felt_buffer *out)
{
    felt_buffer_text(out, "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'/>\n"
                          "<meta name='viewport' content='width=device-width,initial-scale=1'/>\n"
                          "<meta http-equiv='Content-Security-Policy' content=\"default-src "
                          "'none'; style-src 'unsafe-inline'\"/>\n<title>");
    felt_plot_escape(out, report->title);
    felt_buffer_text(out, "</title>\n<style>");
    felt_buffer_text(out, felt_plot_colours);
    felt_buffer_text(out, felt_plot_classes);
    felt_buffer_text(out, style);
    felt_buffer_text(out, "</style>\n</head>\n<body>\n<header><div class='wide'>"
                          "<span class='suits' aria-hidden='true'>\xe2\x99\xa0\xe2\x99\xa5"
                          "\xe2\x99\xa6\xe2\x99\xa3</span>\n<h1>");
    felt_plot_escape(out, report->title);
    felt_buffer_text(out, "</h1>\n<p>Card games that a search found, by the preset <b>");
    felt_plot_escape(out, report->preset);
    felt_plot_put(out, "</b>, seed %llu.</p></div></header>\n<main>\n",
                  (unsigned long long)report->evolve->plan.seed);
    felt_buffer_text(out, "<nav aria-label='On this page'><a href='#games'>Games</a>"
                          "<a href='#coverage'>Coverage</a><a href='#history'>History</a>"
                          "<a href='#profiles'>Profiles</a><a href='#pareto'>Trade-offs</a>"
                          "<a href='#known'>Known games</a><a href='#search'>The search</a>"
                          "<a href='#weights'>Weights</a></nav>\n");
}

/* ---- sections ---- */

static void games(const struct felt_report_page *page)
{
    const struct felt_plot_view *view = page->view;
    struct felt_buffer *out = page->out;
    section(
        out, "games", "The games",
        view->goods
            ? "Each is at least as fit as the middle one of the known games, and different from "
              "all others here. A name leads to its rules; <code>felt play DIR/games/NAME.json"
              "</code> lets you play it. A check mark behind bluff: who never bluffs loses by "
              "it, at 95 &#37;."
            : "No game is as fit as the middle one of the known games yet: let the search go "
              "on. These are the fittest so far.");
    if (view->goods)
        felt_report_games(page, "Distinct good games, the fittest first", view->good, view->goods);
    else if (view->bests)
        felt_report_games(page, "The fittest games so far", view->best, view->bests);
    if ((int)view->archive->count > view->goods && view->goods) {
        felt_plot_put(out, "<details><summary>All %u games of the archive</summary>\n",
                      (unsigned)view->archive->count);
        felt_report_games(page, "All games, the fittest first", view->order,
                          (int)view->archive->count);
        felt_buffer_text(out, "</details>\n");
    }
    felt_buffer_text(out, "</section>\n");
}

static void plot(const struct felt_report_page *page,
                 void (*draw)(const struct felt_plot_view *, bool, struct felt_buffer *),
                 void (*table)(const struct felt_report_page *))
{
    felt_buffer_text(page->out, "<figure>\n");
    draw(page->view, false, page->out);
    felt_buffer_text(page->out, "</figure>\n<details><summary>The numbers</summary>\n");
    table(page);
    felt_buffer_text(page->out, "</details>\n</section>\n");
}

void felt_report_write(const struct felt_report *report,
                       const char *(*file)(void *self, uint32_t index), void *self,
                       struct felt_buffer *out)
{
    struct felt_plot_view view;
    const struct felt_report_page page = {&view, file, self, out};
    felt_plot_look(report, &view);
    head(report, out);
    tiles(&view, out);
    games(&page);
    section(out, "coverage", "Coverage", NULL);
    plot(&page, felt_plot_coverage, felt_report_cells);
    section(out, "history", "History", NULL);
    plot(&page, felt_plot_history, felt_report_progress);
    section(out, "profiles", "Profiles",
            "How the best games play. A dot to the right of the bar has more of it than most games "
            "that people know.");
    plot(&page, felt_plot_profiles, felt_report_metrics);
    section(out, "pareto", "Trade-offs", NULL);
    felt_plot_put(out,
                  "<p>By all metrics that have a weight, %d of %u games are on the front: no other "
                  "one is better in some of them and worse in none.</p>\n",
                  view.fronts, (unsigned)view.archive->count);
    plot(&page, felt_plot_pareto, felt_report_front);
    section(
        out, "known", "Known games",
        "Measured with the same players and the same effort. The middle one of their fitness is "
        "what a good game has at least.");
    felt_report_known(&page);
    felt_buffer_text(out, "</section>\n");
    section(out, "search", "The search",
            "An emitter is a way to make a new game. Viable: it ends, and there is something to "
            "decide. Kept: it was the best of its kind.");
    felt_report_emitters(&page);
    felt_buffer_text(out, "</section>\n");
    section(out, "weights", "Weights",
            "Fitness is the weighted geometric mean of these, times gates for games that nobody "
            "could play.");
    felt_report_weights(&page);
    felt_buffer_text(out, "</section>\n<footer>Written by felt " FELT_VERSION
                          ". docs/LAB.md explains every metric.</footer>\n</main>\n</body>\n"
                          "</html>\n");
}
