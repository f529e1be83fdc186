/* plot.c -- see plot.h: texts, the frame of a plot, colours.
 *
 * Fitness is drawn in six steps from violet to yellow that differ in lightness, so that they are
 * told apart in print and by people who see colours differently; lines differ in their dashes, and
 * every number also stands as text. */
#include "lab/report/plot.h"

#include "base/utf8.h"
#include "felt/assert.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char felt_plot_colours[] =
    ":root{--paper:#f6f5f1;--card:#fff;--ink:#1c232d;--soft:#566170;--rule:#d5d9df;"
    "--band:#e4e7eb;--link:#0b5d86;--one:#0068a8;--two:#c14f00;--three:#00795a;color-scheme:light "
    "dark}\n"
    "@media (prefers-color-scheme:dark){:root{--paper:#12161b;--card:#1a2027;--ink:#e7eaee;"
    "--soft:#a5afbb;--rule:#3a4350;--band:#323b46;--link:#7cc7f2;--one:#5ab4ee;--two:#f0a13c;"
    "--three:#45cfa4}}\n";

const char felt_plot_classes[] =
    ".plot{font:13px system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}\n"
    ".plot text{fill:var(--ink)}.plot .soft{fill:var(--soft)}.plot .small{font-size:11px}"
    ".plot .strong{font-weight:600}.plot .halo{paint-order:stroke;"
    "stroke:var(--card);stroke-width:3px;stroke-linejoin:round}.plot .tiny{font-size:10px}\n"
    ".plot .rule{stroke:var(--rule);fill:none}.plot .empty{fill:none;stroke:var(--soft);"
    "stroke-opacity:.45;stroke-dasharray:2 2}.plot .band{fill:var(--band)}.plot "
    ".mid{stroke:var(--soft);"
    "stroke-width:2}\n"
    ".plot .one{stroke:var(--one)}.plot .two{stroke:var(--two)}.plot .three{stroke:var(--three)}"
    ".plot .line{fill:none;stroke-width:2.2;stroke-linejoin:round}"
    ".plot .floor{fill:none;stroke:var(--soft);stroke-dasharray:2 4;stroke-width:1.5}\n"
    ".plot .dot{fill:var(--one)}.plot .whisker{stroke:var(--one);stroke-width:1.4}"
    ".plot .known{fill:var(--card);stroke:var(--soft);stroke-width:1.3}"
    ".plot .front{fill:none;stroke:var(--two);stroke-width:1.8;stroke-dasharray:6 3}"
    ".plot .ring{fill:none;stroke:var(--two);stroke-width:2}\n"
    ".f0{fill:#46327e}.f1{fill:#365c8d}.f2{fill:#277f8e}.f3{fill:#1fa187}.f4{fill:#6ccd5a}"
    ".f5{fill:#fde725}.plot .cell{stroke:var(--card)}.plot .elite{stroke:var(--soft);"
    "stroke-width:.7;opacity:.95}.plot text.t0,.plot text.t1,.plot text.t2{fill:#fff}"
    ".plot text.t3,.plot text.t4,.plot text.t5{fill:#10151b}\n";

/* ---- texts ---- */

void felt_plot_put(struct felt_buffer *out, const char *format, ...)
{
    char text[FELT_PLOT_PUT_BYTES];
    va_list rest;
    va_start(rest, format);
    int bytes = vsnprintf(text, sizeof text, format, rest);
    va_end(rest);
    felt_assert(bytes >= 0 && bytes < FELT_PLOT_PUT_BYTES);
    felt_buffer_bytes(out, text, (size_t)bytes);
}

/* Characters that are invisible or turn the direction of writing, and those that XML refuses. */
static bool is_unfit(uint32_t character)
{
    if (character < 0x20 || (character >= 0x7f && character < 0xa0)) return true;
    if (character >= 0x200b && character <= 0x200f) return true;
    if (character >= 0x2028 && character <= 0x202e) return true;
    if (character >= 0x2060 && character <= 0x206f) return true;
    return character == 0xfeff || (character & 0xfffe) == 0xfffe;
}

void felt_plot_escape(struct felt_buffer *out, const char *text)
{
    for (size_t bytes = strlen(text), used; bytes > 0; text += used, bytes -= used) {
        uint32_t character;
        if (!felt_utf8_read(text, bytes, &used, &character) || is_unfit(character))
            felt_buffer_text(out, "\xef\xbf\xbd");
        else if (character == '&')
            felt_buffer_text(out, "&amp;");
        else if (character == '<')
            felt_buffer_text(out, "&lt;");
        else if (character == '>')
            felt_buffer_text(out, "&gt;");
        else if (character == '"')
            felt_buffer_text(out, "&quot;");
        else if (character == '\'')
            felt_buffer_text(out, "&#39;");
        else
            felt_buffer_bytes(out, text, used);
    }
}

void felt_plot_number(struct felt_buffer *out, double number, int decimals)
{
    if (isfinite(number) && fabs(number) < 9e9)
        felt_buffer_decimal(out, number, decimals);
    else
        felt_buffer_text(out, "\xe2\x80\x93");
}

const char *felt_plot_game(const struct felt_genome *genome)
{
    return genome->name[0] ? genome->name : "a game without a name";
}

const char *felt_plot_short(const char *name, int characters, char out[FELT_PLOT_SHORT_BYTES])
{
    size_t length = strnlen(name, FELT_GENOME_NAME_BYTES - 1), at = 0, used;
    int count = 0;
    uint32_t character;
    for (; at < length && count < characters - 1; at += used, count++)
        (void)felt_utf8_read(name + at, length - at, &used, &character);
    if (at < length) (void)felt_utf8_read(name + at, length - at, &used, &character);
    bool cut = at < length && at + used < length; /* one more would fit in place of the ellipsis */
    size_t kept = cut ? at : length;
    memcpy(out, name, kept);
    memcpy(out + kept, cut ? "\xe2\x80\xa6" : "", cut ? 4 : 1);
    return out;
}

const char *felt_plot_seats(int seats)
{
    static const char *const words[FELT_CELL_SEATS] = {"two players", "three players",
                                                       "four or more"};
    felt_assert(seats >= 0 && seats < FELT_CELL_SEATS);
    return words[seats];
}

const char *felt_plot_length(int length)
{
    static const char *const words[FELT_CELL_LENGTH] = {"up to 12", "up to 30", "up to 75",
                                                        "up to 190", "more"};
    felt_assert(length >= 0 && length < FELT_CELL_LENGTH);
    return words[length];
}

double felt_plot_unit(double number)
{
    return number > 0 ? (number < 1 ? number : 1) : 0; /* also what is no number */
}

int felt_plot_step(const struct felt_plot_view *view, double fitness)
{
    double share = (felt_plot_unit(fitness) - view->low) / (view->high - view->low);
    int step = (int)(felt_plot_unit(share) * FELT_PLOT_STEPS);
    return step < FELT_PLOT_STEPS ? step : FELT_PLOT_STEPS - 1;
}

double felt_plot_step_low(const struct felt_plot_view *view, int step)
{
    return view->low + (view->high - view->low) * step / FELT_PLOT_STEPS;
}

/* ---- what a report is about ---- */

static void sort_order(struct felt_plot_view *view)
{
    const struct felt_elite *elite = view->archive->elite;
    uint32_t count = view->archive->count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        double fitness = felt_plot_unit(elite[i].fitness.value);
        for (; at > 0; at--) {
            if (felt_plot_unit(elite[view->order[at - 1]].fitness.value) >= fitness) break;
            view->order[at] = view->order[at - 1];
        }
        view->order[at] = (uint16_t)i;
    }
}

static void mark_front(struct felt_plot_view *view)
{
    const struct felt_measures *measures[FELT_ELITES_MAX];
    int count = (int)view->archive->count;
    for (int i = 0; i < count; i++) measures[i] = &view->archive->elite[i].measures;
    if (count > 0)
        felt_fitness_pareto(measures, count, &view->report->evolve->plan.weights, view->front);
    for (int i = 0; i < count; i++) view->fronts += view->front[i];
}

/* In round steps, so that the legend is readable. */
static void span_ramp(struct felt_plot_view *view)
{
    static const int steps[] = {2, 5, 10, 20}; /* hundredths */
    const struct felt_archive *archive = view->archive;
    double low = 1, high = 0;
    for (uint32_t i = 0; i < archive->count; i++) {
        double fitness = felt_plot_unit(archive->elite[i].fitness.value);
        if (fitness < low) low = fitness;
        if (fitness > high) high = fitness;
    }
    int step = 0, first = 0;
    for (int i = 0; i < 4 && (i == 0 || first + FELT_PLOT_STEPS * step < 100 * high); i++) {
        step = steps[i];
        first = archive->count ? (int)floor(100 * low / step + 1e-9) * step : 0;
    }
    view->low = first / 100.0;
    view->high = (first + FELT_PLOT_STEPS * step) / 100.0;
}

/* Quartiles of the known games' metrics. */
static void span_known(struct felt_plot_view *view)
{
    const struct felt_evolve_plan *plan = &view->report->evolve->plan;
    for (int metric = 0; metric < FELT_METRICS; metric++) {
        double value[64] = {0.5};
        int count = 0;
        for (int i = 0; i < plan->known_count && count < 64; i++) {
            double mean = felt_plot_unit(plan->known[i].measures.metric[metric].mean);
            int at = count++;
            for (; at > 0 && value[at - 1] > mean; at--) value[at] = value[at - 1];
            value[at] = mean;
        }
        int last = count ? count - 1 : 0;
        view->known_low[metric] = value[last / 4];
        view->known_mid[metric] = (value[last / 2] + value[(last + 1) / 2]) / 2;
        view->known_high[metric] = value[(3 * last + 3) / 4];
    }
}

void felt_plot_look(const struct felt_report *report, struct felt_plot_view *out)
{
    const struct felt_archive *archive = &report->evolve->archive;
    felt_assert(archive->count <= FELT_ELITES_MAX);
    *out = (struct felt_plot_view){.report = report, .archive = archive};
    out->goods = felt_archive_good(archive, report->evolve->floor, out->good);
    sort_order(out);
    mark_front(out);
    span_ramp(out);
    span_known(out);
    int count = out->goods ? out->goods : (int)archive->count;
    out->bests = count < FELT_PLOT_BEST ? count : FELT_PLOT_BEST;
    for (int i = 0; i < out->bests; i++) out->best[i] = out->goods ? out->good[i] : out->order[i];
}

bool felt_plot_counts(const struct felt_plot_view *view, uint32_t index)
{
    return !view->goods || view->archive->elite[index].fitness.value >= view->report->evolve->floor;
}

/* ---- plots ---- */

const char *felt_plot_name(enum felt_plot plot)
{
    static const char *const names[FELT_PLOTS] = {"coverage", "history", "profiles", "pareto"};
    felt_assert((unsigned)plot < FELT_PLOTS);
    return names[plot];
}

void felt_plot_begin(struct felt_buffer *out, enum felt_plot plot, int height, bool alone,
                     const char *title, const char *says)
{
    const char *name = felt_plot_name(plot);
    felt_plot_put(out, "<svg class='plot' xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d'",
                  FELT_PLOT_WIDTH, height);
    if (alone) felt_plot_put(out, " width='%d' height='%d'", FELT_PLOT_WIDTH, height);
    felt_plot_put(out, " role='img' aria-labelledby='%s-t %s-d'>\n<title id='%s-t'>", name, name,
                  name);
    felt_plot_escape(out, title);
    felt_plot_put(out, "</title>\n<desc id='%s-d'>", name);
    felt_plot_escape(out, says);
    felt_buffer_text(out, "</desc>\n");
    if (!alone) return;
    felt_buffer_text(out, "<style>");
    felt_buffer_text(out, felt_plot_colours);
    felt_buffer_text(out, felt_plot_classes);
    felt_plot_put(out,
                  "</style>\n<rect x='.5' y='.5' width='%d' height='%d' rx='8' "
                  "style='fill:var(--card);stroke:var(--rule)'/>\n",
                  FELT_PLOT_WIDTH - 1, height - 1);
}

void felt_plot_end(struct felt_buffer *out)
{
    felt_buffer_text(out, "</svg>\n");
}

void felt_plot_label(struct felt_buffer *out, double x, double y, char anchor, const char *style,
                     const char *text)
{
    const char *where = anchor == 'm' ? "middle" : anchor == 'e' ? "end" : "start";
    felt_plot_put(out, "<text x='%.1f' y='%.1f'", x, y);
    if (anchor != 's') felt_plot_put(out, " text-anchor='%s'", where);
    if (*style) felt_plot_put(out, " class='%s'", style);
    felt_buffer_char(out, '>');
    felt_plot_escape(out, text);
    felt_buffer_text(out, "</text>\n");
}

void felt_plot_write(const struct felt_report *report, enum felt_plot plot, struct felt_buffer *out)
{
    static void (*const draw[FELT_PLOTS])(const struct felt_plot_view *, bool,
                                          struct felt_buffer *) = {
        felt_plot_coverage, felt_plot_history, felt_plot_profiles, felt_plot_pareto};
    struct felt_plot_view view;
    felt_assert((unsigned)plot < FELT_PLOTS);
    felt_plot_look(report, &view);
    draw[plot](&view, true, out);
}
