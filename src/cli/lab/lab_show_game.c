/* lab_show_game.c -- see lab_show.h. */
#include "cli/lab/lab_show.h"

#include "cli/cli.h"
#include "command/input.h"
#include "lab/archive/lab_out.h"
#include "felt/genome_json.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum {
    NAMES_MAX = FELT_ELITES_MAX + 64,
    BAR = 20,
    TOLD = 4, /* of names that could be meant */
    JSON_BYTES = 65536 + 2 * FELT_GENOME_TEXT_MAX,
    PATH_BYTES = FELT_LAB_DIR_BYTES + FELT_LAB_SLUG_BYTES + 32
};

/* Text of a game from elsewhere, fit to be shown. */
static const char *title_of(const struct felt_genome *genome, char out[FELT_GENOME_NAME_BYTES])
{
    size_t bytes = 0;
    for (const char *at = genome->name; *at && bytes + 1 < FELT_GENOME_NAME_BYTES; at++)
        out[bytes++] = (unsigned char)*at < ' ' || *at == 127 ? '?' : *at;
    out[bytes] = '\0';
    return out;
}

/* ---- names ---- */

struct names {
    int count, elites; /* elites first, then known games */
    char slug[NAMES_MAX][FELT_LAB_SLUG_BYTES];
    const char *all[NAMES_MAX];
};

static struct names *name_all(const struct felt_lab_archive *archive)
{
    const struct felt_evolve *evolve = &archive->evolve;
    struct names *names = malloc(sizeof *names);
    if (!names) return NULL;
    names->count = 0;
    for (uint32_t i = 0; i < evolve->archive.count; i++, names->count++)
        (void)felt_lab_slug(&evolve->archive.elite[i], names->slug[names->count]);
    names->elites = names->count;
    for (int i = 0; i < evolve->plan.known_count; i++, names->count++)
        snprintf(names->slug[names->count], FELT_LAB_SLUG_BYTES, "%.*s", FELT_LAB_SLUG_BYTES - 1,
                 evolve->plan.known[i].name);
    for (int i = 0; i < names->count; i++) names->all[i] = names->slug[i];
    return names;
}

static bool matches(const struct felt_lab_archive *archive, const struct names *names, int index,
                    const char *name, bool whole)
{
    const struct felt_elite *elite =
        index < names->elites ? &archive->evolve.archive.elite[index] : NULL;
    char id[16] = "";
    if (!whole) return !strncasecmp(names->slug[index], name, strlen(name));
    if (elite) snprintf(id, sizeof id, "%u", elite->id);
    return !strcasecmp(names->slug[index], name) || (elite && !strcmp(id, name)) ||
           (elite && !strcasecmp(elite->genome.name, name));
}

/* -1: complained. */
static int find(const struct felt_args *args, const struct felt_lab_archive *archive,
                const struct names *names, const char *path, const char *name)
{
    int found[TOLD], count = 0;
    for (int whole = 1; whole >= 0 && count == 0; whole--)
        for (int i = 0; i < names->count; i++)
            if (*name && matches(archive, names, i, name, whole) && count++ < TOLD)
                found[count - 1] = i;
    if (count == 1) return found[0];
    if (count > 1) {
        (void)felt_args_refuse(args, "%s could be %s, %s%s%s; write more of it", name,
                               names->slug[found[0]], names->slug[found[1]], count > 2 ? ", " : "",
                               count > 3   ? "and others"
                               : count > 2 ? names->slug[found[2]]
                                           : "");
        return -1;
    }
    const char *near = felt_args_nearest(name, names->all, names->count);
    if (near)
        (void)felt_args_refuse(args, "there is no game %s; did you mean %s?", name, near);
    else
        (void)felt_args_refuse(args, "there is no game %s; felt lab show %s lists them", name,
                               path);
    return -1;
}

/* ---- for people ---- */

static void print_metrics(const struct felt_measures *measures)
{
    struct felt_term term = felt_term_make(stdout);
    printf("\n");
    for (int i = 0; i < FELT_METRICS; i++) {
        const struct felt_measure *metric = &measures->metric[i];
        printf("  %-13s %.2f +-%.2f  ", felt_lab_metric_name((enum felt_lab_metric)i), metric->mean,
               metric->half);
        int full = (int)(metric->mean * BAR + 0.5);
        felt_term_bar(&term, (double)full / BAR, BAR);
        for (int k = full; k < BAR; k++) fputc('.', stdout);
        printf("  %s\n", felt_lab_metric_says((enum felt_lab_metric)i));
    }
}

static void print_facts(const struct felt_measures *measures)
{
    printf("\n");
    for (int i = 0; i < FELT_FACTS; i++)
        printf("%s%-12s %8.2f%s", i % 3 ? "    " : "  ", felt_fact_name((enum felt_fact)i),
               measures->fact[i], i % 3 == 2 || i == FELT_FACTS - 1 ? "\n" : "");
}

static void print_parent(const struct felt_archive *archive, uint32_t id)
{
    char slug[FELT_LAB_SLUG_BYTES];
    for (uint32_t i = 0; i < archive->count; i++) {
        if (archive->elite[i].id != id) continue;
        printf("%s", felt_lab_slug(&archive->elite[i], slug));
        return;
    }
    printf("number %u, which is gone", id);
}

static void print_birth(const struct felt_archive *archive, const struct felt_elite *elite)
{
    printf("  born      in generation %u by %s", elite->born,
           felt_emitter_name((enum felt_emitter)elite->emitter));
    for (int i = 0; i < 2; i++) {
        if (elite->parent[i] == 0) continue;
        printf("%s", i && elite->parent[0] ? " and " : ", from ");
        print_parent(archive, elite->parent[i]);
    }
    printf("\n");
}

static void print_kind(const struct felt_elite *elite)
{
    static const char *const lengths[FELT_CELL_LENGTH] = {"up to 12", "13 to 30", "31 to 75",
                                                          "76 to 190", "more than 190"};
    struct felt_cell cell = felt_cell_at(elite->cell);
    printf("  kind      %s, %s decisions, skill %d of %d, betting %d of %d, interaction %d of %d\n",
           felt_genre_name((enum felt_genre)cell.genre), lengths[cell.length], cell.skill + 1,
           FELT_CELL_SKILL, cell.betting + 1, FELT_CELL_BETTING, cell.interaction + 1,
           FELT_CELL_INTERACTION);
}

static void print_nearest(const struct felt_evolve_plan *plan, const struct felt_genome *genome,
                          const struct felt_measures *measures, const char *self)
{
    const struct felt_described game = {genome, measures};
    double nearest = 2;
    const char *name = NULL;
    for (int i = 0; i < plan->known_count; i++) {
        const struct felt_described other = {&plan->known[i].genome, &plan->known[i].measures};
        double distance = felt_distance(&game, &other);
        if (distance >= nearest || !strcmp(plan->known[i].name, self)) continue;
        nearest = distance;
        name = plan->known[i].name;
    }
    if (name) printf("  nearest   %s, at a distance of %.2f\n", name, nearest);
}

static void print_stars(const char *path, uint64_t hash)
{
    double mean = 0;
    int count = felt_lab_stars(path, hash, &mean);
    if (count > 0)
        printf("  ratings   %.1f of 5 stars, by %d\n", mean, count);
    else
        printf("  ratings   none yet\n");
}

static void print_files(const char *path, const char *slug)
{
    static const char *const ends[] = {"json", "md", "html"};
    char file[PATH_BYTES];
    bool any = false;
    printf("\n");
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        snprintf(file, sizeof file, "%s/games/%s.%s", path, slug, ends[i]);
        if (access(file, R_OK) != 0) continue;
        printf("  %s\n", file);
        any = true;
    }
    if (any)
        printf("\n  felt play %s/games/%s.json\n", path, slug);
    else
        printf("  It has no files, as it is not among the distinct good games.  For its genome:\n"
               "  felt lab show %s %s --genome >%s.json\n",
               path, slug, slug);
}

/* How many are fitter. */
static uint32_t place_of(const struct felt_archive *archive, const struct felt_elite *elite)
{
    uint32_t place = 1;
    for (uint32_t i = 0; i < archive->count; i++)
        place += archive->elite[i].fitness.value > elite->fitness.value;
    return place;
}

static void print_elite(const char *path, const struct felt_evolve *evolve,
                        const struct felt_elite *elite, const char *slug, bool good)
{
    char title[FELT_GENOME_NAME_BYTES], players[FELT_LAB_PLAYERS_BYTES];
    printf("%s (%s)\n\n", title_of(&elite->genome, title), slug);
    printf("  fitness   %.3f +- %.3f, number %u of %u%s\n", elite->fitness.value,
           elite->fitness.half, place_of(&evolve->archive, elite), evolve->archive.count,
           good ? "; one of the distinct good games" : "");
    print_kind(elite);
    printf("  players   %s; measured with %u, %u times\n",
           felt_lab_players(&elite->genome, players), elite->measures.seats, elite->measured);
    print_birth(&evolve->archive, elite);
    print_nearest(&evolve->plan, &elite->genome, &elite->measures, "");
    print_stars(path, elite->measures.hash);
    print_metrics(&elite->measures);
    print_facts(&elite->measures);
    print_files(path, slug);
}

static void print_known(const struct felt_evolve *evolve, const struct felt_known_game *known)
{
    char title[FELT_GENOME_NAME_BYTES], players[FELT_LAB_PLAYERS_BYTES];
    printf("%s (%s), a known game\n\n", title_of(&known->genome, title), known->name);
    printf("  fitness   %.3f +- %.3f; the median known game has %.3f\n", known->fitness.value,
           known->fitness.half, evolve->floor);
    if (known->measures.flaw)
        printf("  flaw      %s\n", felt_flaw_says((enum felt_flaw)known->measures.flaw));
    printf("  players   %s; measured with %u\n", felt_lab_players(&known->genome, players),
           known->measures.seats);
    print_nearest(&evolve->plan, &known->genome, &known->measures, known->name);
    print_metrics(&known->measures);
    print_facts(&known->measures);
}

/* ---- for scripts ---- */

static int print_genome(const struct felt_genome *genome, char *memory)
{
    struct felt_buffer text = felt_buffer_make(memory, JSON_BYTES);
    enum felt_status status = felt_genome_json_write(genome, &text);
    if (status == FELT_OK) fwrite(text.bytes, 1, text.used, stdout);
    return status == FELT_OK ? FELT_EXIT_OK : FELT_EXIT_FAILED;
}

static int print_json(const char *path, const struct felt_evolve *evolve, int index, bool good,
                      char *memory)
{
    struct felt_buffer buffer = felt_buffer_make(memory, JSON_BYTES);
    struct felt_json json = felt_json_make(&buffer);
    double mean = 0;
    felt_json_object(&json);
    if (index < (int)evolve->archive.count) {
        const struct felt_elite *elite = &evolve->archive.elite[index];
        felt_lab_elite_json(&json, elite, good);
        int stars = felt_lab_stars(path, elite->measures.hash, &mean);
        felt_json_key(&json, "ratings");
        felt_json_int(&json, stars);
        felt_json_key(&json, "stars");
        if (stars > 0)
            felt_json_decimal(&json, mean, 3);
        else
            felt_json_null(&json);
    } else {
        const struct felt_known_game *known =
            &evolve->plan.known[index - (int)evolve->archive.count];
        felt_json_key(&json, "known");
        felt_json_text(&json, known->name);
        felt_json_key(&json, "fitness");
        felt_json_decimal(&json, known->fitness.value, 6);
        felt_json_key(&json, "measures");
        felt_measures_json(&json, &known->measures);
    }
    felt_json_end(&json);
    return felt_input_flush(&json);
}

/* ---- the whole ---- */

static int show(const char *path, const struct felt_lab_archive *archive, const struct names *names,
                int index, enum felt_cli_lab_view view, char *memory)
{
    const struct felt_evolve *evolve = &archive->evolve;
    bool known = index >= names->elites, is_good = false;
    const struct felt_known_game *game = known ? &evolve->plan.known[index - names->elites] : NULL;
    const struct felt_elite *elite = known ? NULL : &evolve->archive.elite[index];
    uint16_t good[FELT_GOOD_MAX];
    int count = known ? 0 : felt_archive_good(&evolve->archive, evolve->floor, good);
    for (int i = 0; i < count; i++) is_good |= good[i] == index;
    if (view == FELT_CLI_LAB_VIEW_GENOME)
        return print_genome(known ? &game->genome : &elite->genome, memory);
    if (view == FELT_CLI_LAB_VIEW_JSON) return print_json(path, evolve, index, is_good, memory);
    if (known)
        print_known(evolve, game);
    else
        print_elite(path, evolve, elite, names->slug[index], is_good);
    return FELT_EXIT_OK;
}

int felt_cli_lab_show_game(const struct felt_args *args, const char *path,
                           const struct felt_lab_archive *archive, const char *name,
                           enum felt_cli_lab_view view)
{
    struct names *names = name_all(archive);
    char *memory = malloc(JSON_BYTES);
    int code = FELT_EXIT_FAILED;
    if (names && memory) {
        int index = find(args, archive, names, path, name);
        code = index < 0 ? FELT_EXIT_USAGE : show(path, archive, names, index, view, memory);
    } else {
        (void)felt_args_refuse(args, "out of memory; free some and try again");
    }
    free(memory);
    free(names);
    return code;
}
