/* narc_plots.c -- the plots of narc_page.h, as SVG. */
#include "felt/assert.h"
#include "lab/narc/narc_page.h"
#include "lab/report/plot.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LEFT = 150, RIGHT = 930, BARS = 48, ROW = 34, NAMES = 780, TICKS = 5, TEXT_BYTES = 96 };

static void begin(struct felt_buffer *out, const char *id, int height, const char *title,
                  const char *says)
{
    felt_plot_put(out,
                  "<svg class='plot' xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' "
                  "role='img' aria-labelledby='%s-t %s-d'>\n<title id='%s-t'>",
                  FELT_PLOT_WIDTH, height, id, id, id);
    felt_plot_escape(out, title);
    felt_plot_put(out, "</title>\n<desc id='%s-d'>", id);
    felt_plot_escape(out, says);
    felt_buffer_text(out, "</desc>\n");
}

static void line(struct felt_buffer *out, double x1, double y1, double x2, double y2,
                 const char *style)
{
    felt_plot_put(out, "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' class='%s'/>\n", x1, y1, x2,
                  y2, style);
}

static void box(struct felt_buffer *out, double x, double y, double width, double height,
                const char *style)
{
    felt_plot_put(out, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' class='%s'/>\n", x, y,
                  width > 0 ? width : 0, height > 0 ? height : 0, style);
}

__attribute__((format(printf, 6, 7))) static void label(struct felt_buffer *out, double x, double y,
                                                        char anchor, const char *style,
                                                        const char *format, ...)
{
    char text[TEXT_BYTES];
    va_list rest;
    va_start(rest, format);
    vsnprintf(text, sizeof text, format, rest);
    va_end(rest);
    felt_plot_label(out, x, y, anchor, style, text);
}

/* ---- a scale with round ticks ---- */

struct scale {
    double low, high, step;
    double from, to; /* places of low and high                                                   */
};

static struct scale scale_of(double low, double high, double from, double to)
{
    static const double steps[] = {1, 2, 5, 10};
    if (!(high - low > 1e-9)) high = low + 1;
    double rough = (high - low) / TICKS, unit = pow(10, floor(log10(rough))), step = unit;
    for (int i = 0; i < 4 && step < rough; i++) step = steps[i] * unit;
    return (struct scale){floor(low / step) * step, ceil(high / step) * step, step, from, to};
}

static double place(const struct scale *scale, double value)
{
    double share = (value - scale->low) / (scale->high - scale->low);
    share = share < 0 ? 0 : share > 1 ? 1 : share; /* also what lies outside stays on the paper */
    return scale->from + share * (scale->to - scale->from);
}

static void draw_across(struct felt_buffer *out, const struct scale *x, double top, double bottom)
{
    for (int i = 0; x->low + i * x->step <= x->high + x->step / 2; i++) {
        double value = x->low + i * x->step;
        line(out, place(x, value), top, place(x, value), bottom, "rule");
        label(out, place(x, value), bottom + 16, 'm', "soft small", "%g", value + 0.0);
    }
}

static void draw_up(struct felt_buffer *out, const struct scale *y, double left, double right)
{
    for (int i = 0; y->low + i * y->step <= y->high + y->step / 2; i++) {
        double value = y->low + i * y->step;
        line(out, left, place(y, value), right, place(y, value), "rule");
        label(out, left - 8, place(y, value) + 4, 'e', "soft small", "%g", value + 0.0);
    }
}

/* ---- money of sessions ---- */

void felt_narc_plot_money(const struct felt_narc_case *play, struct felt_buffer *out)
{
    const struct felt_narc_result *result = &play->result;
    double low = felt_narc_quantile(result, 0.002), high = felt_narc_quantile(result, 0.995);
    double width = fmax(1, ceil((high - low + 1) / BARS)), most = 1;
    double sessions = (double)result->all.at[FELT_SUM_SESSIONS];
    double count[BARS] = {0};
    for (int i = 0; i < FELT_NARC_MONEY_BINS; i++) {
        double at = floor((FELT_NARC_MONEY_LOW + i - low) / width);
        if (at >= 0 && at < BARS) count[(int)at] += result->money[i];
    }
    for (int i = 0; i < BARS; i++) most = fmax(most, 100 * count[i] / sessions);
    begin(out, "money", 300, "Money per session",
          "A histogram: how many of all sessions banked so much.");
    struct scale x = scale_of(low, low + width * BARS, 70, RIGHT);
    struct scale y = scale_of(0, most, 250, 20);
    draw_up(out, &y, 70, RIGHT);
    draw_across(out, &x, 20, 250);
    for (int i = 0; i < BARS; i++) {
        double from = place(&x, low + i * width), to = place(&x, low + (i + 1) * width);
        double top = place(&y, 100 * count[i] / sessions);
        box(out, from + 1, top, to - from - 2, 250 - top, "bar-win");
    }
    double middle = felt_narc_quantile(result, 0.5);
    line(out, place(&x, middle), 20, place(&x, middle), 250, "mid");
    label(out, place(&x, middle) + 6, 32, 's', "small halo", "median %.0f", middle);
    label(out, 70, 290, 's', "soft small",
          "money banked by a session; upwards, %% of %.0f sessions", sessions);
    felt_plot_end(out);
}

/* ---- how hands end ---- */

static const struct {
    enum felt_narc_figure figure;
    const char *word, *style;
} ends[] = {{FELT_FIGURE_WIN, "won", "bar-win"},
            {FELT_FIGURE_FOLD, "folded", "bar-fold"},
            {FELT_FIGURE_SAVED, "saved", "bar-saved"},
            {FELT_FIGURE_BUST, "busted", "bar-bust"}};
enum { ENDS = sizeof ends / sizeof ends[0] };

void felt_narc_plot_ends(const struct felt_narc_case *play, int count, struct felt_buffer *out)
{
    int height = 50 + ROW * count;
    begin(out, "ends", height, "How hands end",
          "A bar for each Player: hands won, folded, saved and busted, and money per session.");
    for (int i = 0; i < ENDS; i++) {
        box(out, LEFT + i * 110, 8, 14, 14, ends[i].style);
        label(out, LEFT + i * 110 + 20, 20, 's', "small", "%s", ends[i].word);
    }
    label(out, RIGHT, 20, 'e', "soft small", "money per session");
    for (int i = 0; i < count; i++) {
        double x = LEFT, y = 34 + ROW * i, width = RIGHT - 110 - LEFT;
        label(out, LEFT - 10, y + 18, 'e', "", "%s", play[i].label);
        for (int j = 0; j < ENDS; j++) {
            double share = felt_narc_value(&play[i].values, ends[j].figure, 0);
            double part = isfinite(share) ? width * share / 100 : 0;
            box(out, x, y, part, 24, ends[j].style);
            if (part > 34) label(out, x + part / 2, y + 16, 'm', "small on-bar", "%.0f %%", share);
            x += part;
        }
        struct felt_interval money =
            felt_narc_interval(&play[i].values, FELT_FIGURE_MONEY_SESSION, 0);
        label(out, RIGHT, y + 17, 'e', "", "%.0f \xc2\xb1 %.0f", money.mean,
              (money.high - money.low) / 2);
    }
    felt_plot_end(out);
}

void felt_narc_plot_folds(const struct felt_narc_case *play, int count, struct felt_buffer *out)
{
    static const char *const classes[FELT_NARC_ROUNDS_MAX] = {"f1", "f2", "f3", "f4", "f5"};
    int rounds = play->rules.options.rounds;
    double most = 1;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < rounds; j++) {
            double share = felt_narc_value(&play[i].values, FELT_FIGURE_FOLD_ROUND, j);
            if (isfinite(share)) most = fmax(most, share);
        }
    begin(out, "folds", 290, "Folds by round",
          "Bars for each Player: hands that it folded in each round, in per cent of all hands.");
    struct scale y = scale_of(0, most, 230, 40);
    draw_up(out, &y, 70, RIGHT);
    for (int j = 0; j < rounds; j++) {
        box(out, 70 + j * 110, 8, 14, 14, classes[j]);
        label(out, 90 + j * 110, 20, 's', "small", "round %d", j + 1);
    }
    double slot = (RIGHT - 70.0) / count, width = fmin(46, slot * 0.8 / rounds);
    for (int i = 0; i < count; i++) {
        double x = 70 + slot * (i + 0.5) - width * rounds / 2;
        label(out, 70 + slot * (i + 0.5), 252, 'm', "", "%s", play[i].label);
        for (int j = 0; j < rounds; j++) {
            double share = felt_narc_value(&play[i].values, FELT_FIGURE_FOLD_ROUND, j);
            double top = place(&y, share);
            if (!isfinite(share)) continue;
            box(out, x + j * width, top, width - 2, 230 - top, classes[j]);
            label(out, x + (j + 0.5) * width, top - 4, 'm', "tiny", "%.1f", share);
        }
    }
    label(out, 70, 280, 's', "soft small", "%% of all hands");
    felt_plot_end(out);
}

/* ---- cards ---- */

static bool is_drawn(const struct felt_narc_case *play, int kind)
{
    return play->rules.catalogue.card[kind].owner == FELT_ROLE_PLAYER &&
           play->result.all.at[FELT_SUM_PLAYABLE + kind] > 0 &&
           isfinite(felt_narc_value(&play->values, FELT_FIGURE_CARD_MONEY, kind));
}

/* Names stand in a column of their own, in the order of the dots, no two on one line. */
static void name_cards(const struct felt_narc_case *play, const struct scale *x,
                       const struct scale *y, struct felt_buffer *out)
{
    enum { LINE = 14, BOTTOM = 410 };
    uint8_t order[FELT_NARC_KINDS_MAX];
    int count = 0;
    for (int kind = 0; kind < play->rules.catalogue.kinds; kind++) {
        if (!is_drawn(play, kind)) continue;
        double money = felt_narc_value(&play->values, FELT_FIGURE_CARD_MONEY, kind);
        int at = count++;
        for (; at > 0; at--) {
            if (felt_narc_value(&play->values, FELT_FIGURE_CARD_MONEY, order[at - 1]) >= money)
                break;
            order[at] = order[at - 1];
        }
        order[at] = (uint8_t)kind;
    }
    double last = 10;
    for (int i = 0; i < count; i++) {
        double rate = felt_narc_value(&play->values, FELT_FIGURE_PLAY, order[i]);
        double up = place(y, felt_narc_value(&play->values, FELT_FIGURE_CARD_MONEY, order[i]));
        double wanted = fmin(up, BOTTOM - LINE * (count - 1 - i)), at = fmax(last + LINE, wanted);
        line(out, place(x, rate), up, NAMES - 6, at, "rule");
        label(out, NAMES, at + 4, 's', "small", "%s", play->rules.catalogue.card[order[i]].name);
        last = at;
    }
}

void felt_narc_plot_cards(const struct felt_narc_case *play, struct felt_buffer *out)
{
    double low = 0, high = 0;
    for (int kind = 0; kind < play->rules.catalogue.kinds; kind++) {
        if (!is_drawn(play, kind)) continue;
        double money = felt_narc_value(&play->values, FELT_FIGURE_CARD_MONEY, kind);
        low = fmin(low, money);
        high = fmax(high, money);
    }
    begin(out, "cards", 460, "The Player's cards",
          "Each card by how often it is played if it can be, and by how much more a hand banks in "
          "which it was held.");
    struct scale x = {0, 100, 20, 70, NAMES - 60}, y = scale_of(low, high, 410, 20);
    draw_up(out, &y, 70, NAMES - 60);
    draw_across(out, &x, 20, 410);
    line(out, 70, place(&y, 0), NAMES - 60, place(&y, 0), "mid");
    name_cards(play, &x, &y, out);
    for (int kind = 0; kind < play->rules.catalogue.kinds; kind++) {
        if (!is_drawn(play, kind)) continue;
        struct felt_interval money =
            felt_narc_interval(&play->values, FELT_FIGURE_CARD_MONEY, kind);
        double at = place(&x, felt_narc_value(&play->values, FELT_FIGURE_PLAY, kind));
        line(out, at, place(&y, money.low), at, place(&y, money.high), "whisker");
        felt_plot_put(out, "<circle cx='%.1f' cy='%.1f' r='4.5' class='dot'/>\n", at,
                      place(&y, money.mean));
    }
    label(out, 70, 450, 's', "soft small",
          "across: played, %% of hands in which it could be; upwards: money per hand, held or not");
    felt_plot_end(out);
}

/* ---- a sweep ---- */

static void draw_curve(const struct felt_narc_page *page, const struct scale *x,
                       const struct scale *y, enum felt_narc_figure figure, const char *style,
                       struct felt_buffer *out)
{
    felt_plot_put(out, "<polyline class='line %s' points='", style);
    for (int i = 1; i < page->cases; i++)
        felt_plot_put(out, "%.1f,%.1f ", place(x, i),
                      place(y, felt_narc_value(&page->play[i].values, figure, 0)));
    felt_buffer_text(out, "'/>\n");
    for (int i = 1; i < page->cases; i++) {
        struct felt_interval value = felt_narc_interval(&page->play[i].values, figure, 0);
        line(out, place(x, i), place(y, value.low), place(x, i), place(y, value.high), style);
        label(out, place(x, i) + 6, place(y, value.mean) - 6, 's', "small halo", "%.1f",
              value.mean);
    }
}

void felt_narc_plot_sweep(const struct felt_narc_page *page, struct felt_buffer *out)
{
    static const struct {
        enum felt_narc_figure figure;
        const char *style, *word;
    } curves[] = {{FELT_FIGURE_WIN, "one", "won"},
                  {FELT_FIGURE_FOLD, "two", "folded"},
                  {FELT_FIGURE_BUST, "three", "busted"}};
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int i = 1; i < page->cases; i++) {
        double money = felt_narc_value(&page->play[i].values, FELT_FIGURE_MONEY_SESSION, 0);
        low = fmin(low, money);
        high = fmax(high, money);
    }
    begin(out, "sweep", 560, "A sweep",
          "Money per session, and below it hands won, folded and busted, for each value.");
    struct scale x = {0.5, page->cases - 0.5, 1, 70, RIGHT};
    struct scale money = scale_of(low, high, 230, 30), share = scale_of(0, 100, 500, 290);
    draw_up(out, &money, 70, RIGHT);
    draw_up(out, &share, 70, RIGHT);
    for (int i = 1; i < page->cases; i++)
        label(out, place(&x, i), 524, 'm', "small", "%s", page->play[i].label);
    label(out, 70, 16, 's', "soft small", "money per session");
    draw_curve(page, &x, &money, FELT_FIGURE_MONEY_SESSION, "one", out);
    for (int i = 0; i < 3; i++) {
        draw_curve(page, &x, &share, curves[i].figure, curves[i].style, out);
        line(out, 70 + i * 110, 266, 94 + i * 110, 266, curves[i].style);
        label(out, 100 + i * 110, 270, 's', "small", "%s %%", curves[i].word);
    }
    felt_plot_end(out);
}

/* ---- an answer ---- */

void felt_narc_plot_answer(const struct felt_narc_answer *answer, struct felt_buffer *out)
{
    double low = 0, high = 0;
    int rows = 0, row = 0;
    for (int i = 0; i < answer->rows; i++) {
        const struct felt_narc_answer_row *at = &answer->row[i];
        if (!at->signs || at->unit != FELT_UNIT_MONEY) continue;
        low = fmin(low, at->value.low);
        high = fmax(high, at->value.high);
        rows++;
    }
    if (rows == 0 || !isfinite(low) || !isfinite(high)) return;
    begin(out, answer->name, 50 + 24 * rows, answer->question,
          "Changes of money per session, with their intervals.");
    struct scale x = scale_of(low, high, 280, RIGHT);
    draw_across(out, &x, 10, 20 + 24 * rows);
    line(out, place(&x, 0), 10, place(&x, 0), 20 + 24 * rows, "mid");
    for (int i = 0; i < answer->rows; i++) {
        const struct felt_narc_answer_row *at = &answer->row[i];
        if (!at->signs || at->unit != FELT_UNIT_MONEY) continue;
        double y = 24 + 24 * row++;
        label(out, 270, y + 4, 'e', "small", "%s", at->label);
        line(out, place(&x, at->value.low), y, place(&x, at->value.high), y, "whisker");
        felt_plot_put(out, "<circle cx='%.1f' cy='%.1f' r='4.5' class='dot'/>\n",
                      place(&x, at->value.mean), y);
    }
    felt_plot_end(out);
}
