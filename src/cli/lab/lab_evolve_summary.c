/* lab_evolve_summary.c -- see lab_evolve.h: what came of a search, on stdout. */
#include "cli/lab/lab_evolve.h"
#include "base/json_member.h"

#include "cli/cli.h"
#include "command/input.h"
#include "lab/archive/lab_out.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BEST = 10, JSON_BYTES = 4 << 20, DECIMALS = 6, NAME_COLUMNS = 28 };

/* What is told of an archive. */
struct figures {
    int good;
    uint16_t index[FELT_GOOD_MAX]; /* good games, the fittest first */
    int bluffing, good_bluffing;   /* in the archive; of the good ones */
    double seconds, viable;
    struct felt_archive_sums sums;
};

static struct figures figures_of(const struct felt_lab_archive *archive)
{
    const struct felt_evolve *evolve = &archive->evolve;
    struct figures figures = {.sums = felt_archive_sum(&evolve->archive)};
    figures.good = felt_archive_good(&evolve->archive, evolve->floor, figures.index);
    for (uint32_t i = 0; i < evolve->archive.count; i++)
        figures.bluffing += felt_lab_bluffs(&evolve->archive.elite[i]);
    for (int i = 0; i < figures.good; i++)
        figures.good_bluffing += felt_lab_bluffs(&evolve->archive.elite[figures.index[i]]);
    if (archive->points) figures.seconds = archive->point[archive->points - 1].seconds;
    if (evolve->counts.made)
        figures.viable = (double)evolve->counts.viable / (double)evolve->counts.made;
    return figures;
}

/* ---- for people ---- */

/* The fittest of all, if there are no good ones. */
static int fittest(const struct felt_archive *archive, uint16_t index[FELT_GOOD_MAX])
{
    int count = 0;
    for (uint32_t i = 0; i < archive->count; i++) {
        int at = count < BEST ? count++ : BEST;
        for (; at > 0 &&
               archive->elite[i].fitness.value > archive->elite[index[at - 1]].fitness.value;
             at--)
            if (at < BEST) index[at] = index[at - 1];
        if (at < BEST) index[at] = (uint16_t)i;
    }
    return count;
}

static void print_games(const struct felt_evolve *evolve, const uint16_t *index, int count)
{
    struct felt_term term = felt_term_make(stdout);
    for (int i = 0; i < count && i < BEST; i++) {
        const struct felt_elite *elite = &evolve->archive.elite[index[i]];
        char slug[FELT_LAB_SLUG_BYTES], players[FELT_LAB_PLAYERS_BYTES];
        char strong[FELT_LAB_STRONG_BYTES];
        printf("  %.3f  ", elite->fitness.value);
        felt_term_style(&term, FELT_BOLD);
        printf("%-*s", NAME_COLUMNS, felt_lab_slug(elite, slug));
        felt_term_style(&term, FELT_PLAIN);
        printf("  %-8s  %3s players  %3.0f min  %s\n",
               felt_genre_name((enum felt_genre)felt_cell_at(elite->cell).genre),
               felt_lab_players(&elite->genome, players), elite->measures.fact[FELT_FACT_MINUTES],
               felt_lab_strong(evolve, elite, strong));
    }
}

static void print_next(const char *path, const struct felt_evolve *evolve,
                       const struct figures *figures)
{
    char slug[FELT_LAB_SLUG_BYTES];
    printf("\nWhat to do next:\n  felt lab show %s\n", path);
    if (figures->good) {
        (void)felt_lab_slug(&evolve->archive.elite[figures->index[0]], slug);
        printf("  felt lab show %s %s\n", path, slug);
        printf("  felt lab rules %s/games/%s.json\n", path, slug);
        printf("  felt play %s/games/%s.json\n", path, slug);
    }
    printf("  felt lab evolve --resume %s\n", path);
    printf("  %s/report.html in a browser\n", path);
}

static int print(const char *path, const struct felt_lab_archive *archive)
{
    const struct felt_evolve *evolve = &archive->evolve;
    const struct felt_evolve_counts *counts = &evolve->counts;
    struct figures figures = figures_of(archive);
    char time[FELT_CLI_LAB_TIME_BYTES], made[FELT_TERM_NUMBER_BYTES], full[FELT_TERM_NUMBER_BYTES];
    printf("%s: %s, seed %" PRIu64 ", %u generation%s in %s\n\n", path, archive->preset,
           evolve->plan.seed, counts->generation, counts->generation == 1 ? "" : "s",
           felt_cli_lab_time(figures.seconds, time));
    printf("  good games  %d distinct, as fit as the median known game (%.3f) or fitter\n",
           figures.good, evolve->floor);
    printf("  bluffing    %d in which bluffs pay, at 95 %%; %d of them good\n", figures.bluffing,
           figures.good_bluffing);
    printf("  archive     %u games, %.1f %% of all kinds; fitness up to %.3f, on average %.3f\n",
           evolve->archive.count, 100 * figures.sums.coverage, figures.sums.best,
           figures.sums.mean);
    printf("  offspring   %s made, %.0f %% viable; %s measured in full\n",
           felt_term_number(counts->made, made), 100 * figures.viable,
           felt_term_number(counts->measured, full));
    if (counts->again)
        printf("  noise       %.3f, sd of fitness when it is measured again (%" PRIu64 " times)\n",
               felt_lab_noise(evolve), counts->again);
    else
        printf("  noise       not known yet: no game was measured again\n");
    if (figures.good > 0) {
        printf("\nThe best of the good games:\n");
        print_games(evolve, figures.index, figures.good);
    } else if (evolve->archive.count > 0) {
        uint16_t index[FELT_GOOD_MAX] = {0};
        printf("\nNo game is good yet.  The fittest so far:\n");
        print_games(evolve, index, fittest(&evolve->archive, index));
    }
    print_next(path, evolve, &figures);
    return FELT_EXIT_OK;
}

/* ---- for scripts ---- */

static void key_number(struct felt_json *json, const char *key, double number)
{
    felt_json_key(json, key);
    felt_json_decimal(json, number, DECIMALS);
}

static int print_json(const char *path, const struct felt_lab_archive *archive, char *memory)
{
    const struct felt_evolve *evolve = &archive->evolve;
    struct figures figures = figures_of(archive);
    struct felt_buffer buffer = felt_buffer_make(memory, JSON_BYTES);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "dir");
    felt_json_text(&json, path);
    felt_json_key(&json, "preset");
    felt_json_text(&json, archive->preset);
    felt_json_put_uint(&json, "seed", evolve->plan.seed);
    felt_json_put_uint(&json, "generations", evolve->counts.generation);
    key_number(&json, "seconds", figures.seconds);
    felt_json_put_uint(&json, "elites", evolve->archive.count);
    key_number(&json, "coverage", figures.sums.coverage);
    key_number(&json, "best", figures.sums.best);
    key_number(&json, "mean", figures.sums.mean);
    key_number(&json, "quality", figures.sums.quality);
    key_number(&json, "floor", evolve->floor);
    felt_json_put_uint(&json, "good", (uint64_t)figures.good);
    felt_json_put_uint(&json, "bluffing", (uint64_t)figures.bluffing);
    felt_json_put_uint(&json, "good_bluffing", (uint64_t)figures.good_bluffing);
    felt_json_put_uint(&json, "made", evolve->counts.made);
    key_number(&json, "viable_share", figures.viable);
    felt_json_put_uint(&json, "measured", evolve->counts.measured);
    felt_json_put_uint(&json, "again", evolve->counts.again);
    key_number(&json, "noise_sd", felt_lab_noise(evolve));
    felt_json_key(&json, "games");
    felt_json_array(&json);
    for (int i = 0; i < figures.good; i++) {
        felt_json_object(&json);
        felt_lab_elite_json(&json, &evolve->archive.elite[figures.index[i]], true);
        felt_json_end(&json);
    }
    felt_json_end(&json);
    felt_json_end(&json);
    return felt_input_flush(&json);
}

int felt_cli_lab_summary(const char *path, const struct felt_lab_archive *archive, bool script)
{
    if (!script) return print(path, archive);
    char *memory = malloc(JSON_BYTES);
    if (!memory) {
        fprintf(stderr, "felt lab evolve: out of memory; free some and try again\n");
        return FELT_EXIT_FAILED;
    }
    int code = print_json(path, archive, memory);
    free(memory);
    return code;
}
