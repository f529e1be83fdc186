/* plot_coverage.c -- which kinds of games were found: small maps of length and skill, one for each
 * genre and number of players.
 *
 * The archive has six descriptors and paper two: a square of a map stands for nine cells (betting
 * and interaction), shows the fitness of their best game, and how many of them have one. */
#include "lab/report/plot.h"

enum {
    LEFT = 150,
    TOP = 92,
    CELL_X = 50,
    CELL_Y = 25,
    MAP_X = FELT_CELL_LENGTH * CELL_X,
    MAP_Y = FELT_CELL_SKILL * CELL_Y,
    STEP_X = MAP_X + 16,
    STEP_Y = MAP_Y + 16,
    AXIS = TOP + FELT_GENRES * STEP_Y - 16,
    HEIGHT = AXIS + 104
};

/* One square. */
struct square {
    int games;
    const struct felt_elite *best;
};

static struct square find_square(const struct felt_archive *archive, struct felt_cell at)
{
    struct square square = {0};
    for (int i = 0; i < FELT_CELL_BETTING * FELT_CELL_INTERACTION; i++) {
        at.betting = (uint8_t)(i / FELT_CELL_INTERACTION);
        at.interaction = (uint8_t)(i % FELT_CELL_INTERACTION);
        uint16_t index = archive->cell[felt_cell_index(&at)];
        if (!index || index > archive->count) continue;
        const struct felt_elite *elite = &archive->elite[index - 1];
        square.games++;
        if (!square.best || elite->fitness.value > square.best->fitness.value) square.best = elite;
    }
    return square;
}

static void draw_square(const struct felt_plot_view *view, double x, double y,
                        const struct square *square, struct felt_buffer *out)
{
    if (!square->best) {
        felt_plot_put(out,
                      "<rect class='empty' x='%.1f' y='%.1f' width='%d' height='%d' rx='3'/>\n",
                      x + 1.5, y + 1.5, CELL_X - 3, CELL_Y - 3);
        return;
    }
    double fitness = felt_plot_unit(square->best->fitness.value);
    int step = felt_plot_step(view, fitness);
    felt_plot_put(out, "<g><title>%d of 9 cells, the best: ", square->games);
    felt_plot_escape(out, felt_plot_game(&square->best->genome));
    felt_plot_put(out,
                  ", %.2f</title><rect class='f%d cell' x='%.1f' y='%.1f' width='%d' height='%d' "
                  "rx='3'/>",
                  fitness, step, x + 0.5, y + 0.5, CELL_X - 1, CELL_Y - 1);
    bool several = square->games > 1;
    felt_plot_put(out,
                  "<text class='t%d small strong' text-anchor='middle' x='%.1f' y='%.1f'>%.2f"
                  "</text>",
                  step, x + CELL_X / 2.0 - (several ? 7 : 0), y + 17, fitness);
    if (several)
        felt_plot_put(out,
                      "<text class='t%d tiny' text-anchor='end' x='%.1f' y='%.1f'>&#215;%d"
                      "</text>",
                      step, x + CELL_X - 3, y + 17, square->games);
    felt_buffer_text(out, "</g>\n");
}

static void draw_legend(const struct felt_plot_view *view, struct felt_buffer *out)
{
    double y = AXIS + 58;
    felt_plot_label(out, LEFT, y + 17, 'e', "soft small", "fitness of the best  ");
    for (int i = 0; i < FELT_PLOT_STEPS; i++) {
        double x = LEFT + 12 + 82 * i;
        char text[32];
        struct felt_buffer words = felt_buffer_make(text, sizeof text);
        felt_plot_number(&words, felt_plot_step_low(view, i), 2);
        felt_buffer_text(&words, " \xe2\x80\x93 ");
        felt_plot_number(&words, felt_plot_step_low(view, i + 1), 2);
        felt_plot_put(out, "<rect class='f%d' x='%.1f' y='%.1f' width='80' height='24' rx='3'/>", i,
                      x, y);
        char style[16] = "t0 small";
        style[1] = (char)('0' + i);
        felt_plot_label(out, x + 40, y + 16, 'm', style, felt_buffer_terminate(&words));
    }
    double x = LEFT + 12 + 82 * FELT_PLOT_STEPS + 10;
    felt_plot_put(out, "<rect class='empty' x='%.1f' y='%.1f' width='70' height='22' rx='3'/>", x,
                  y + 1);
    felt_plot_label(out, x + 35, y + 16, 'm', "soft small", "empty");
    felt_plot_label(out, x + 82, y + 16, 's', "soft small",
                    "\xc3\x97"
                    "3: three games");
}

static void draw_axes(struct felt_buffer *out)
{
    for (int seats = 0; seats < FELT_CELL_SEATS; seats++) {
        double x = LEFT + seats * STEP_X;
        felt_plot_label(out, x + MAP_X / 2.0, TOP - 12, 'm', "strong", felt_plot_seats(seats));
        for (int length = 0; length < FELT_CELL_LENGTH; length++)
            felt_plot_label(out, x + (length + 0.5) * CELL_X, AXIS + 16, 'm', "soft tiny",
                            felt_plot_length(length));
        felt_plot_label(out, x + MAP_X / 2.0, AXIS + 33, 'm', "soft small",
                        "decisions of a game \xe2\x86\x92");
    }
    for (int genre = 0; genre < FELT_GENRES; genre++) {
        double y = TOP + genre * STEP_Y;
        felt_plot_label(out, 22, y + MAP_Y / 2.0 + 5, 's', "strong",
                        felt_genre_name((enum felt_genre)genre));
        felt_plot_label(out, LEFT - 8, y + 17, 'e', "soft small", "high");
        felt_plot_label(out, LEFT - 8, y + MAP_Y / 2.0 + 4, 'e', "soft small",
                        "skill \xe2\x86\x91");
        felt_plot_label(out, LEFT - 8, y + MAP_Y - 8, 'e', "soft small", "low");
    }
}

void felt_plot_coverage(const struct felt_plot_view *view, bool alone, struct felt_buffer *out)
{
    const struct felt_archive *archive = view->archive;
    char says[160];
    struct felt_buffer words = felt_buffer_make(says, sizeof says);
    felt_plot_put(&words, "%u of %d cells have a game. The table of cells has the numbers.",
                  (unsigned)archive->count, (int)FELT_CELLS);
    felt_plot_begin(out, FELT_PLOT_COVERAGE, HEIGHT, alone, "Coverage map",
                    felt_buffer_terminate(&words));
    felt_plot_label(out, 22, 32, 's', "strong", "Which kinds of games were found");
    felt_plot_label(out, 22, 52, 's', "soft small",
                    "A square is nine cells of the archive, by betting and interaction; its number "
                    "is the fitness of the best of them.");
    draw_axes(out);
    for (int genre = 0; genre < FELT_GENRES; genre++)
        for (int seats = 0; seats < FELT_CELL_SEATS; seats++)
            for (int i = 0; i < FELT_CELL_LENGTH * FELT_CELL_SKILL; i++) {
                struct felt_cell at = {.genre = (uint8_t)genre,
                                       .seats = (uint8_t)seats,
                                       .length = (uint8_t)(i / FELT_CELL_SKILL),
                                       .skill = (uint8_t)(i % FELT_CELL_SKILL)};
                struct square square = find_square(archive, at);
                draw_square(view, LEFT + seats * STEP_X + at.length * CELL_X,
                            TOP + genre * STEP_Y + (FELT_CELL_SKILL - 1 - at.skill) * CELL_Y,
                            &square, out);
            }
    draw_legend(view, out);
    felt_plot_end(out);
}
