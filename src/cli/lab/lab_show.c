/* lab_show.c -- felt lab show: the games of an archive, ranked and filtered. */
#include "cli/lab/lab_show.h"

#include "cli/cli.h"
#include "command/input.h"
#include "cli/lab/lab.h"
#include "lab/archive/lab_out.h"
#include "felt/assert.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    OPTION_SORT,
    OPTION_REVERSE,
    OPTION_GENRE,
    OPTION_SEATS,
    OPTION_MIN,
    OPTION_MAX,
    OPTION_GOOD,
    OPTION_PARETO,
    OPTION_TOP,
    OPTION_JSON,
    OPTION_GENOME,
    OPTIONS
};
enum { TOP = 20, BOUNDS_MAX = 16, WORD_BYTES = 32, JSON_BYTES = 8 << 20, NAME_COLUMNS = 26 };

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_SORT] = {"sort", true},     [OPTION_REVERSE] = {"reverse", false},
    [OPTION_GENRE] = {"genre", true},   [OPTION_SEATS] = {"seats", true},
    [OPTION_MIN] = {"min", true},       [OPTION_MAX] = {"max", true},
    [OPTION_GOOD] = {"good", false},    [OPTION_PARETO] = {"pareto", false},
    [OPTION_TOP] = {"top", true},       [OPTION_JSON] = {"json", false},
    [OPTION_GENOME] = {"genome", false}};

static const char help[] =
    "Usage: felt lab show DIR [--sort KEY] [--reverse] [--genre NAME] [--seats N]\n"
    "                     [--min KEY=X,...] [--max KEY=X,...] [--good] [--pareto] [--top N]\n"
    "                     [--json]\n"
    "       felt lab show DIR GAME [--json | --genome]\n"
    "\n"
    "The games of an archive that felt lab evolve wrote, or one of them with all that was\n"
    "measured.  A game is named by its name, the beginning of it, or its number at the end; the\n"
    "known games can be named too, to compare.  An evolution that is running can be looked at.\n"
    "\n"
    "  --sort KEY      fitness, a metric (skill, drama, bluff, ...) or a fact (minutes, "
    "decisions,\n"
    "                  ...), the highest first; fitness if not given\n"
    "  --reverse       the lowest first\n"
    "  --genre NAME    games of one kind only: shedding, trick, capture, poker, bluff or other\n"
    "  --seats N       games that N can play\n"
    "  --min KEY=X     games that have at least X of it, and --max KEY=X at most; several with\n"
    "                  commas: --min skill=0.5,drama=0.3\n"
    "  --good          distinct good games only: as fit as the median known game, and different\n"
    "                  from each other.  They are marked with * in every list\n"
    "  --pareto        games of which none is better in one metric and worse in none\n"
    "  --top N         so many; 20 if not given\n"
    "  --json          the answer for a script\n"
    "  --genome        the genome of the game, to run, play or change it\n"
    "\n"
    "Exit code 1 if there is no archive, 2 if there is no such game or key.\n"
    "\n"
    "Examples:\n"
    "  felt lab evolve --generations 1 --candidates 4 --effort 0.02 --out some-games\n"
    "  felt lab show some-games --sort minutes --top 5\n"
    "  felt lab show some-games --seats 2 --max minutes=60 --json\n"
    "  felt lab show some-games war\n";

static const struct felt_args_spec spec = {"lab show", help, options, OPTIONS};

/* ---- keys ---- */

/* fitness, a metric or a fact. */
struct key {
    int metric, fact; /* -1: not this one; both: fitness */
};

static bool find_key(const struct felt_args *args, const char *name, struct key *out)
{
    const char *names[1 + FELT_METRICS + FELT_FACTS] = {"fitness"};
    *out = (struct key){felt_lab_metric_find(name), felt_fact_find(name)};
    if (out->metric >= 0 || out->fact >= 0 || !strcmp(name, "fitness")) return true;
    for (int i = 0; i < FELT_METRICS; i++)
        names[1 + i] = felt_lab_metric_name((enum felt_lab_metric)i);
    for (int i = 0; i < FELT_FACTS; i++)
        names[1 + FELT_METRICS + i] = felt_fact_name((enum felt_fact)i);
    const char *near = felt_args_nearest(name, names, 1 + FELT_METRICS + FELT_FACTS);
    if (near)
        (void)felt_args_refuse(args, "there is no key %s; did you mean %s?", name, near);
    else
        (void)felt_args_refuse(args,
                               "there is no key %s; take fitness, a metric (skill, drama, ...) or "
                               "a fact (minutes, decisions, ...)",
                               name);
    return false;
}

static double value_of(const struct felt_elite *elite, struct key key)
{
    if (key.metric >= 0) return elite->measures.metric[key.metric].mean;
    return key.fact >= 0 ? elite->measures.fact[key.fact] : elite->fitness.value;
}

static const char *name_of(struct key key)
{
    if (key.metric >= 0) return felt_lab_metric_name((enum felt_lab_metric)key.metric);
    return key.fact >= 0 ? felt_fact_name((enum felt_fact)key.fact) : "fitness";
}

/* ---- what is asked for ---- */

struct bound {
    struct key key;
    double value;
};
struct wish {
    struct key sort;
    bool reverse, good, pareto, script;
    int genre; /* -1: any */
    uint64_t seats, top;
    int mins, maxs;
    struct bound min[BOUNDS_MAX], max[BOUNDS_MAX];
};

/* "skill=0.5,drama=0.3" */
static bool read_bounds(const struct felt_args *args, int option, struct bound *out, int *count)
{
    const char *at = args->value[option], *name = options[option].name;
    while (at && *at) {
        char word[WORD_BYTES], *end;
        size_t bytes = strcspn(at, "=");
        snprintf(word, sizeof word, "%.*s", (int)(bytes < sizeof word ? bytes : 0), at);
        if (at[bytes] != '=') {
            (void)felt_args_refuse(args, "--%s %s: take KEY=NUMBER, as in skill=0.5", name, at);
            return false;
        }
        if (*count == BOUNDS_MAX) {
            (void)felt_args_refuse(args, "--%s: take at most %d", name, BOUNDS_MAX);
            return false;
        }
        struct bound *bound = &out[(*count)++];
        if (!find_key(args, word, &bound->key)) return false;
        at += bytes + 1;
        bound->value = strtod(at, &end);
        if (end == at || (*end && *end != ',') || !(bound->value > -1e15 && bound->value < 1e15)) {
            (void)felt_args_refuse(args, "--%s %s: take a number behind =, as in skill=0.5", name,
                                   at);
            return false;
        }
        at = end + (*end == ',');
    }
    return true;
}

static bool read_genre(const struct felt_args *args, int *genre)
{
    const char *name = args->value[OPTION_GENRE], *names[FELT_GENRES];
    *genre = -1;
    if (!name) return true;
    for (int i = 0; i < FELT_GENRES; i++) {
        names[i] = felt_genre_name((enum felt_genre)i);
        if (!strcasecmp(name, names[i])) *genre = i;
    }
    if (*genre >= 0) return true;
    const char *near = felt_args_nearest(name, names, FELT_GENRES);
    if (near)
        (void)felt_args_refuse(args, "there is no genre %s; did you mean %s?", name, near);
    else
        (void)felt_args_refuse(
            args, "there is no genre %s; take shedding, trick, capture, poker, bluff or other",
            name);
    return false;
}

static bool read_wish(const struct felt_args *args, struct wish *wish)
{
    const char *sort = args->value[OPTION_SORT] ? args->value[OPTION_SORT] : "fitness";
    wish->top = TOP;
    wish->reverse = felt_args_flag(args, OPTION_REVERSE);
    wish->good = felt_args_flag(args, OPTION_GOOD);
    wish->pareto = felt_args_flag(args, OPTION_PARETO);
    wish->script = felt_args_flag(args, OPTION_JSON);
    return find_key(args, sort, &wish->sort) && read_genre(args, &wish->genre) &&
           felt_args_uint(args, OPTION_SEATS, 2, FELT_GENOME_SEATS_MAX, &wish->seats) &&
           felt_args_uint(args, OPTION_TOP, 1, FELT_ELITES_MAX, &wish->top) &&
           read_bounds(args, OPTION_MIN, wish->min, &wish->mins) &&
           read_bounds(args, OPTION_MAX, wish->max, &wish->maxs);
}

/* ---- which, and in which order ---- */

struct list {
    const struct felt_archive *archive;
    int count, good;
    uint16_t index[FELT_ELITES_MAX];
    bool is_good[FELT_ELITES_MAX], is_front[FELT_ELITES_MAX];
};

static bool passes(const struct wish *wish, const struct list *list, uint32_t index)
{
    const struct felt_elite *elite = &list->archive->elite[index];
    const int32_t *players = elite->genome.players.gene;
    if ((wish->good && !list->is_good[index]) || (wish->pareto && !list->is_front[index]) ||
        (wish->genre >= 0 && felt_cell_at(elite->cell).genre != wish->genre))
        return false;
    if (wish->seats && ((int64_t)wish->seats < players[FELT_PLAYERS_MIN] ||
                        (int64_t)wish->seats > players[FELT_PLAYERS_MAX]))
        return false;
    for (int i = 0; i < wish->mins; i++)
        if (value_of(elite, wish->min[i].key) < wish->min[i].value) return false;
    for (int i = 0; i < wish->maxs; i++)
        if (value_of(elite, wish->max[i].key) > wish->max[i].value) return false;
    return true;
}

/* Of equals the older one comes first. */
static bool comes_before(const struct wish *wish, const struct felt_elite *a,
                         const struct felt_elite *b)
{
    double left = value_of(a, wish->sort), right = value_of(b, wish->sort);
    if (left != right) return (left > right) != wish->reverse;
    return a->id < b->id;
}

static void mark(const struct felt_evolve *evolve, struct list *list)
{
    const struct felt_archive *archive = &evolve->archive;
    const struct felt_measures *measures[FELT_ELITES_MAX];
    uint16_t good[FELT_GOOD_MAX];
    list->archive = archive;
    list->good = felt_archive_good(archive, evolve->floor, good);
    for (int i = 0; i < list->good; i++) list->is_good[good[i]] = true;
    for (uint32_t i = 0; i < archive->count; i++) measures[i] = &archive->elite[i].measures;
    felt_fitness_pareto(measures, (int)archive->count, &archive->weights, list->is_front);
}

static void choose(const struct wish *wish, struct list *list)
{
    const struct felt_archive *archive = list->archive;
    for (uint32_t i = 0; i < archive->count; i++) {
        if (!passes(wish, list, i)) continue;
        int at = list->count++;
        for (;
             at > 0 && comes_before(wish, &archive->elite[i], &archive->elite[list->index[at - 1]]);
             at--)
            list->index[at] = list->index[at - 1];
        list->index[at] = (uint16_t)i;
    }
}

/* ---- for people ---- */

static const enum felt_lab_metric columns[] = {FELT_METRIC_SKILL, FELT_METRIC_DECISION,
                                               FELT_METRIC_DRAMA, FELT_METRIC_INTERACTION,
                                               FELT_METRIC_BLUFF, FELT_METRIC_NOVELTY};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* Has the list a column for it anyway? */
static bool is_column(struct key key)
{
    for (int i = 0; i < COLUMNS; i++)
        if (key.metric == (int)columns[i]) return true;
    return (key.metric < 0 && key.fact < 0) || key.fact == FELT_FACT_MINUTES;
}

static void print_row(const struct wish *wish, const struct list *list, uint16_t index)
{
    const struct felt_elite *elite = &list->archive->elite[index];
    char slug[FELT_LAB_SLUG_BYTES], players[FELT_LAB_PLAYERS_BYTES];
    struct felt_term term = felt_term_make(stdout);
    printf("%c %.3f +-%.3f  ", list->is_good[index] ? '*' : ' ', elite->fitness.value,
           elite->fitness.half);
    felt_term_style(&term, FELT_BOLD);
    printf("%-*s", NAME_COLUMNS, felt_lab_slug(elite, slug));
    felt_term_style(&term, FELT_PLAIN);
    printf(" %-8s %3s %4.0f", felt_genre_name((enum felt_genre)felt_cell_at(elite->cell).genre),
           felt_lab_players(&elite->genome, players), elite->measures.fact[FELT_FACT_MINUTES]);
    for (int i = 0; i < COLUMNS; i++) printf("  %.2f", elite->measures.metric[columns[i]].mean);
    if (!is_column(wish->sort))
        printf("  %*.2f", (int)strlen(name_of(wish->sort)), value_of(elite, wish->sort));
    printf("\n");
}

static int print_list(const char *path, const struct felt_lab_archive *archive,
                      const struct wish *wish, const struct list *list)
{
    uint64_t shown = (uint64_t)list->count < wish->top ? (uint64_t)list->count : wish->top;
    printf("%s: %s, generation %u%s, %u games, %d good and distinct (*)\n", path, archive->preset,
           archive->evolve.counts.generation, archive->done ? "" : " and going on or interrupted",
           archive->evolve.archive.count, list->good);
    if (list->count == 0) {
        printf("\n  no game is like that%s\n",
               archive->evolve.archive.count ? "; take fewer bounds" : ": there are none yet");
        return FELT_EXIT_OK;
    }
    printf("\n  %-14s %-*s %-8s %3s %4s", "fitness", NAME_COLUMNS, "game", "genre", "for", "min");
    for (int i = 0; i < COLUMNS; i++) printf("  %.4s", felt_lab_metric_name(columns[i]));
    if (!is_column(wish->sort)) printf("  %s", name_of(wish->sort));
    printf("\n");
    for (uint64_t i = 0; i < shown; i++) print_row(wish, list, list->index[i]);
    if (shown < (uint64_t)list->count)
        printf("\n  and %llu more: --top %d\n", (unsigned long long)list->count - shown,
               list->count);
    return FELT_EXIT_OK;
}

/* ---- for scripts ---- */

static int print_json(const struct wish *wish, const struct list *list)
{
    char *memory = malloc(JSON_BYTES);
    struct felt_buffer buffer = felt_buffer_make(memory, memory ? JSON_BYTES : 0);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_array(&json);
    for (int i = 0; memory && i < list->count && (uint64_t)i < wish->top; i++) {
        felt_json_object(&json);
        felt_lab_elite_json(&json, &list->archive->elite[list->index[i]],
                            list->is_good[list->index[i]]);
        felt_json_end(&json);
    }
    felt_json_end(&json);
    int code = FELT_EXIT_FAILED;
    if (memory)
        code = felt_input_flush(&json);
    else
        fprintf(stderr, "felt lab show: out of memory; free some and try again\n");
    free(memory);
    return code;
}

/* ---- the command ---- */

static int show_list(const struct felt_args *args, const char *path,
                     const struct felt_lab_archive *archive, const struct wish *wish)
{
    struct list *list = calloc(1, sizeof *list);
    if (!list) {
        (void)felt_args_refuse(args, "out of memory; free some and try again");
        return FELT_EXIT_FAILED;
    }
    mark(&archive->evolve, list);
    choose(wish, list);
    int code = wish->script ? print_json(wish, list) : print_list(path, archive, wish, list);
    free(list);
    return code;
}

/* One game is named: what is about lists does not belong there. */
static int show_one(const struct felt_args *args, const struct felt_lab_archive *archive)
{
    bool script = felt_args_flag(args, OPTION_JSON), genome = felt_args_flag(args, OPTION_GENOME);
    for (int i = 0; i < OPTIONS; i++)
        if (args->value[i] && i != OPTION_JSON && i != OPTION_GENOME)
            return felt_args_refuse(args, "--%s is about lists; leave it out, or the game's name",
                                    options[i].name);
    if (script && genome) return felt_args_refuse(args, "take one of --json and --genome");
    return felt_cli_lab_show_game(args, args->word[0], archive, args->word[1],
                                  genome   ? FELT_CLI_LAB_VIEW_GENOME
                                  : script ? FELT_CLI_LAB_VIEW_JSON
                                           : FELT_CLI_LAB_VIEW_PEOPLE);
}

int felt_cli_lab_show(int argc, char **argv)
{
    struct felt_args args;
    struct felt_complaint complaint;
    struct wish wish = {0};
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (args.count < 1 || args.count > 2)
        return felt_args_refuse(&args, "name a directory that felt lab evolve wrote, and a game of "
                                       "it if you like");
    if (!read_wish(&args, &wish)) return FELT_EXIT_USAGE;
    if (args.count == 1 && felt_args_flag(&args, OPTION_GENOME))
        return felt_args_refuse(&args, "--genome writes one game; name it");
    struct felt_lab_archive *archive = felt_lab_dir_read(args.word[0], &complaint);
    if (!archive) {
        (void)felt_args_refuse(&args, "%s: %s", args.word[0], complaint.text);
        return FELT_EXIT_FAILED;
    }
    int code =
        args.count == 2 ? show_one(&args, archive) : show_list(&args, args.word[0], archive, &wish);
    felt_lab_archive_free(archive);
    return code;
}
