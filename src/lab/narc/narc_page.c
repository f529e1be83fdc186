/* narc_page.c -- see narc_page.h. */
#include "lab/narc/narc_page.h"

#include "lab/report/plot.h"

#include <math.h>
#include <stdio.h>

static const char style[] =
    "body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}\n"
    "main{max-width:62rem;margin:0 auto;padding:1rem}h1{margin:.2rem 0}h2{margin:2rem 0 .3rem}\n"
    "section,.plot{background:var(--card)}section{border:1px solid var(--rule);border-radius:8px;"
    "padding:1rem;margin:1rem 0;overflow-x:auto}.plot{width:100%;min-width:40rem;height:auto}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:.15rem .7rem;"
    "border-bottom:1px solid "
    "var(--rule);text-align:right;white-space:nowrap}th:first-child,td:first-child"
    "{text-align:left}caption{text-align:left;font-weight:600;padding:.3rem .7rem}\n"
    ".soft{color:var(--soft)}.bar-win{fill:#1f7a8c}.bar-fold{fill:#c9a227}.bar-saved{fill:#7b5ea7}"
    ".bar-bust{fill:#b3392f}.plot text.on-bar{fill:#fff;paint-order:stroke;stroke:#0008;"
    "stroke-width:2px}\n";

static void cell(struct felt_buffer *out, double value, int decimals)
{
    felt_buffer_text(out, "<td>");
    felt_plot_number(out, value, decimals);
    felt_buffer_text(out, "</td>");
}

static int decimals_of(uint8_t unit)
{
    return unit == FELT_UNIT_NUMBER ? 2 : 1;
}

static void interval_cells(struct felt_buffer *out, struct felt_interval value, uint8_t unit)
{
    cell(out, value.mean, decimals_of(unit));
    felt_buffer_text(out, "<td>");
    felt_plot_number(out, value.low, decimals_of(unit));
    felt_buffer_text(out, " .. ");
    felt_plot_number(out, value.high, decimals_of(unit));
    felt_buffer_text(out, unit == FELT_UNIT_PERCENT ? " %</td>" : "</td>");
}

/* ---- the head ---- */

static void head(const struct felt_narc_page *page, struct felt_buffer *out)
{
    char policy[FELT_NARC_POLICY_BYTES];
    felt_buffer_text(out, "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'/>\n"
                          "<meta name='viewport' content='width=device-width,initial-scale=1'/>\n"
                          "<meta http-equiv='Content-Security-Policy' content=\"default-src "
                          "'none'; style-src 'unsafe-inline'\"/>\n<title>Narc in numbers: ");
    felt_plot_escape(out, page->study->options.name);
    felt_buffer_text(out, "</title>\n<style>");
    felt_buffer_text(out, felt_plot_colours);
    felt_buffer_text(out, felt_plot_classes);
    felt_buffer_text(out, style);
    felt_buffer_text(out,
                     "</style>\n</head>\n<body>\n<main>\n<h1>Narc in numbers</h1>\n<p>Rules <b>");
    felt_plot_escape(out, page->study->options.name);
    felt_buffer_text(out, "</b>, cards <b>");
    felt_plot_escape(out, page->study->catalogue->name);
    felt_plot_put(out, "</b>, heat %d, seed %llu", (int)page->study->heat,
                  (unsigned long long)page->study->seed);
    if (page->play) {
        felt_buffer_text(out, ", policy <b>");
        felt_plot_escape(out, felt_narc_policy_write(page->play->result.trial.bot, policy));
        felt_plot_put(out, "</b>, %lld hands",
                      (long long)page->play->result.all.at[FELT_SUM_HANDS]);
    }
    felt_buffer_text(out, ".  Intervals are 95 %, by sessions.</p>\n");
}

/* ---- tables ---- */

static void figures_table(const struct felt_narc_page *page, struct felt_buffer *out)
{
    felt_buffer_text(out, "<table><caption>Numbers</caption><tr><th></th>");
    for (int i = 0; i < page->cases; i++) {
        felt_buffer_text(out, "<th>");
        felt_plot_escape(out, page->play[i].label);
        felt_buffer_text(out, "</th><th>95 %</th>");
    }
    felt_buffer_text(out, "</tr>\n");
    for (int i = 0; i < FELT_NARC_FIGURES; i++) {
        enum felt_narc_figure figure = (enum felt_narc_figure)i;
        const struct felt_narc_figure_row *row = felt_narc_figure_row(figure);
        if (row->each == FELT_EACH_KIND) continue;
        for (int j = 0; j < felt_narc_figure_count(&page->play->rules, figure); j++) {
            char name[FELT_NARC_FIGURE_BYTES];
            if (!isfinite(felt_narc_value(&page->play->values, figure, j))) continue;
            felt_buffer_text(out, "<tr><td title='");
            felt_plot_escape(out, row->title);
            felt_buffer_text(out, "'>");
            felt_plot_escape(out, felt_narc_figure_write(&page->play->rules, figure, j, name));
            felt_buffer_text(out, "</td>");
            for (int k = 0; k < page->cases; k++)
                interval_cells(out, felt_narc_interval(&page->play[k].values, figure, j),
                               row->unit);
            felt_buffer_text(out, "</tr>\n");
        }
    }
    felt_buffer_text(out, "</table>\n");
}

static void cards_table(const struct felt_narc_case *play, struct felt_buffer *out)
{
    felt_buffer_text(out,
                     "<table><caption>All cards</caption><tr><th>card</th><th>whose</th><th>held "
                     "%</th><th>played %</th><th>95 %</th><th>money per hand</th><th>95 %</th>"
                     "<th>won</th><th>95 %</th></tr>\n");
    for (int kind = 0; kind < play->rules.catalogue.kinds; kind++) {
        const struct felt_narc_card *card = &play->rules.catalogue.card[kind];
        if (!play->result.all.at[FELT_SUM_DRAWN + kind]) continue;
        felt_buffer_text(out, "<tr><td>");
        felt_plot_escape(out, card->name);
        felt_plot_put(out, "</td><td>%s</td>",
                      felt_narc_role_name((enum felt_narc_role)card->owner));
        cell(out, felt_narc_value(&play->values, FELT_FIGURE_DRAWN, kind), 1);
        interval_cells(out, felt_narc_interval(&play->values, FELT_FIGURE_PLAY, kind),
                       FELT_UNIT_PERCENT);
        interval_cells(out, felt_narc_interval(&play->values, FELT_FIGURE_CARD_MONEY, kind),
                       FELT_UNIT_MONEY);
        interval_cells(out, felt_narc_interval(&play->values, FELT_FIGURE_CARD_WIN, kind),
                       FELT_UNIT_PERCENT);
        felt_buffer_text(out, "</tr>\n");
    }
    felt_buffer_text(out,
                     "</table>\n<p class='soft'>held: of all hands; played: of those in which "
                     "it could be; the rest: hands in which it was held less the others.</p>\n");
}

static void answer_section(const struct felt_narc_answer *answer, struct felt_buffer *out)
{
    felt_buffer_text(out, "<section><h2>");
    felt_plot_escape(out, answer->question);
    felt_plot_put(out, "</h2>\n<p><b>%s.</b> ", answer->yes ? "Yes" : "No");
    felt_plot_escape(out, answer->words);
    felt_buffer_text(out, "</p>\n<p class='soft'>Yes means: ");
    felt_plot_escape(out, answer->rule);
    felt_buffer_text(out, ".</p>\n");
    felt_narc_plot_answer(answer, out);
    felt_buffer_text(out, "<table><tr><th></th><th>value</th><th>95 %</th></tr>\n");
    for (int i = 0; i < answer->rows; i++) {
        felt_buffer_text(out, "<tr><td>");
        felt_plot_escape(out, answer->row[i].label);
        felt_buffer_text(out, "</td>");
        interval_cells(out, answer->row[i].value, answer->row[i].unit);
        felt_buffer_text(out, "</tr>\n");
    }
    felt_buffer_text(out, "</table></section>\n");
}

/* ---- the page ---- */

static void plain_sections(const struct felt_narc_page *page, struct felt_buffer *out)
{
    const struct felt_narc_case *players = page->rungs ? page->ladder : page->play;
    int count = page->rungs ? page->rungs : page->cases;
    felt_buffer_text(out, "<section><h2>Money per session</h2>\n");
    felt_narc_plot_money(page->play, out);
    felt_buffer_text(out, "</section>\n<section><h2>How hands end</h2>\n");
    felt_narc_plot_ends(players, count, out);
    felt_buffer_text(out, "</section>\n<section><h2>Folds by round</h2>\n");
    felt_narc_plot_folds(players, count, out);
    felt_buffer_text(out, "</section>\n<section><h2>Cards</h2>\n");
    felt_narc_plot_cards(page->play, out);
    cards_table(page->play, out);
    felt_buffer_text(out, "</section>\n");
}

void felt_narc_page_write(const struct felt_narc_page *page, struct felt_buffer *out)
{
    head(page, out);
    for (int i = 0; page->answers && i < FELT_VALIDATIONS; i++)
        answer_section(&page->answers[i], out);
    if (page->play) {
        if (page->sweep) {
            felt_buffer_text(out, "<section><h2>");
            felt_plot_escape(out, felt_narc_sweep_name(page->sweep));
            felt_buffer_text(out, "</h2>\n");
            felt_narc_plot_sweep(page, out);
            felt_buffer_text(out, "</section>\n");
        } else {
            plain_sections(page, out);
        }
        felt_buffer_text(out, "<section>");
        figures_table(page, out);
        felt_buffer_text(out, "</section>\n");
    }
    felt_buffer_text(out, "</main>\n</body>\n</html>\n");
}
