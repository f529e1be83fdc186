/* lab_preference.c -- felt lab rate and felt lab taste, and the question after a game
 * (lab_preference.h). */
#include "terminal/local/lab_preference.h"

#include "command/args.h"
#include "terminal/local/prompt.h"
#include "command/exit.h"
#include "command/input.h"
#include "felt/genome_play.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>

enum { SHOWN = 3, SCALE = 40, JSON_BYTES = 16384 };

/* ---- games of an archive ---- */

struct game {
    char slug[FELT_LAB_SLUG_BYTES];
    const struct felt_measures *measures;
};

static bool is_named(const struct game *game, const char *title, uint32_t id, const char *name)
{
    char number[16];
    snprintf(number, sizeof number, "%u", (unsigned)id);
    return !strcasecmp(game->slug, name) || (title && !strcasecmp(title, name)) ||
           (id && !strcmp(number, name));
}

/* By its name, title or number; known games by their names.  False: there is none. */
static bool find_game(const struct felt_lab_archive *archive, const char *name, struct game *out)
{
    const struct felt_evolve *evolve = &archive->evolve;
    for (uint32_t i = 0; i < evolve->archive.count; i++) {
        const struct felt_elite *elite = &evolve->archive.elite[i];
        (void)felt_lab_slug(elite, out->slug);
        out->measures = &elite->measures;
        if (is_named(out, elite->genome.name, elite->id, name)) return true;
    }
    for (int i = 0; i < evolve->plan.known_count; i++) {
        snprintf(out->slug, sizeof out->slug, "%.*s", FELT_LAB_SLUG_BYTES - 1,
                 evolve->plan.known[i].name);
        out->measures = &evolve->plan.known[i].measures;
        if (is_named(out, NULL, 0, name)) return true;
    }
    return false;
}

/* The name that is nearest to a mistyped one; NULL: none is near. */
static const char *find_near(const struct felt_lab_archive *archive, const char *name,
                             char out[FELT_LAB_SLUG_BYTES])
{
    const struct felt_evolve *evolve = &archive->evolve;
    const char *best = NULL;
    for (uint32_t i = 0; i < evolve->archive.count; i++) {
        char slug[FELT_LAB_SLUG_BYTES];
        const char *both[2] = {felt_lab_slug(&evolve->archive.elite[i], slug), best};
        const char *near = felt_args_nearest(name, both, best ? 2 : 1);
        if (near != slug) continue;
        memcpy(out, slug, sizeof slug);
        best = out;
    }
    return best;
}

/* ---- what ratings say ---- */

/* The weights that ratings are put on top of: the preset's, or those of an archive that was begun
 * with others. */
static const struct felt_weights *prior_of(const struct felt_lab_archive *archive)
{
    const struct felt_preset *preset = felt_preset_find(archive->preset);
    return preset ? &preset->weights : &archive->evolve.plan.weights;
}

static struct felt_preference learn(const char *path, const struct felt_weights *prior,
                                    int *damaged)
{
    struct felt_rating_of *ratings = NULL;
    struct felt_preference preference;
    int count = felt_lab_ratings(path, &ratings, damaged);
    felt_preference_learn(prior, ratings, (uint32_t)count, &preference);
    free(ratings);
    return preference;
}

static double share(const struct felt_weights *weights, int metric)
{
    double sum = 0;
    for (int i = 0; i < FELT_METRICS; i++) sum += weights->weight[i];
    return sum > 0 ? 100 * weights->weight[metric] / sum : 0;
}

/* "  more  drama 8 to 11 %, bluff 6 to 7 %": the largest changes of one direction.  False: there is
 * none that could be seen. */
static bool tell_side(const struct felt_term *term, const char *word, double sign,
                      const struct felt_weights *before, const struct felt_weights *after)
{
    bool told[FELT_METRICS] = {false};
    int count = 0;
    for (; count < SHOWN; count++) {
        int most = -1;
        double change = 0.5;
        for (int i = 0; i < FELT_METRICS; i++) {
            double own = sign * (share(after, i) - share(before, i));
            bool seen = sign * (rint(share(after, i)) - rint(share(before, i))) > 0;
            if (told[i] || !seen || own <= change) continue;
            change = own;
            most = i;
        }
        if (most < 0) break;
        told[most] = true;
        if (count == 0) fprintf(term->out, "  %s", word);
        fprintf(term->out, "%s %s %.0f to %.0f %%", count ? "," : " ",
                felt_lab_metric_name((enum felt_lab_metric)most), share(before, most),
                share(after, most));
    }
    if (count) fputc('\n', term->out);
    return count > 0;
}

static void tell_shift(const struct felt_term *term, const struct felt_weights *prior,
                       const struct felt_preference *preference)
{
    if (preference->ratings == 0) return;
    bool one = preference->ratings == 1;
    fprintf(term->out, "%u rating%s so far.  What a search here goes for changes by %s:\n",
            (unsigned)preference->ratings, one ? "" : "s", one ? "it" : "them");
    bool more = tell_side(term, "more", 1, prior, &preference->weights);
    bool less = tell_side(term, "less", -1, prior, &preference->weights);
    if (!more && !less) fputs("  nothing by a whole percent yet\n", term->out);
}

/* ---- the question after a game ---- */

bool felt_play_lab_place_find(const char *file, struct felt_play_lab_place *out)
{
    char archive[FELT_LAB_DIR_BYTES + 16];
    struct stat about;
    const char *name = strrchr(file, '/');
    name = name ? name + 1 : file;
    size_t bytes = strlen(name), before = (size_t)(name - file);
    if (bytes <= 5 || bytes - 5 >= sizeof out->name || strcmp(name + bytes - 5, ".json") != 0)
        return false;
    bytes -= 5;
    if (strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != bytes) return false;
    memcpy(out->name, name, bytes);
    out->name[bytes] = '\0';
    if (before == 0) /* within games/ itself */
        snprintf(out->dir, sizeof out->dir, "..");
    else if (before == 6 && !strncmp(file, "games/", 6))
        snprintf(out->dir, sizeof out->dir, ".");
    else if (before > 7 && before - 7 < sizeof out->dir && !strncmp(name - 7, "/games/", 7))
        snprintf(out->dir, sizeof out->dir, "%.*s", (int)(before - 7), file);
    else
        return false;
    snprintf(archive, sizeof archive, "%s/archive.json", out->dir);
    return stat(archive, &about) == 0 && S_ISREG(about.st_mode);
}

/* "4", "b", "4b", "4 b": false if it is none of these. */
static bool read_answer(const char *line, struct felt_lab_rating *rating)
{
    rating->stars = 0;
    rating->broken = false;
    for (const char *at = line; *at; at++) {
        if (*at == ' ') continue;
        if (*at == 'b' && !rating->broken)
            rating->broken = true;
        else if (*at >= '1' && *at <= '5' && rating->stars == 0)
            rating->stars = *at - '0';
        else
            return false;
    }
    if (rating->broken && rating->stars == 0) rating->stars = 1;
    return rating->stars > 0;
}

/* False: no answer. */
static bool ask(const struct felt_term *term, bool echo, struct felt_lab_rating *rating)
{
    char line[FELT_PROMPT_BYTES];
    fputs("How was it?  1-5 stars, b: something did not work, Enter: no answer\n", term->out);
    while (felt_prompt_line(term, echo, line)) {
        if (line[0] == '\0' || felt_prompt_quits(line)) return false;
        if (read_answer(line, rating)) return true;
        fputs("  type a number from 1 (bad) to 5 (good), b, or Enter for no answer\n", term->out);
    }
    return false;
}

int felt_play_lab_ask_rating(const struct felt_term *term, bool echo,
                             const struct felt_play_lab_place *place,
                             const struct felt_genome *genome)
{
    struct felt_lab_rating rating = {.at = (int64_t)time(NULL)};
    struct felt_complaint complaint;
    if (!ask(term, echo, &rating)) return FELT_EXIT_OK;
    struct felt_lab_archive *archive = felt_lab_dir_read(place->dir, &complaint);
    struct game game = {.measures = NULL};
    bool found = archive && find_game(archive, place->name, &game);
    memcpy(rating.game, place->name, sizeof rating.game);
    if (found) {
        rating.hash = game.measures->hash;
    } else {
        struct felt_genome_program program;
        felt_genome_compile(genome, genome->players.gene[FELT_PLAYERS_MIN], &program);
        rating.hash = program.hash;
    }
    bool kept = felt_lab_rate(place->dir, &rating, found ? game.measures : NULL, &complaint);
    if (kept) {
        fprintf(term->out, "Thank you: it is kept in %s/ratings.jsonl.\n", place->dir);
        if (archive) {
            struct felt_preference preference = learn(place->dir, prior_of(archive), NULL);
            tell_shift(term, prior_of(archive), &preference);
        }
    } else {
        fflush(term->out);
        fprintf(stderr, "felt play: the rating could not be kept: %s\n", complaint.text);
    }
    felt_lab_archive_free(archive);
    return kept ? FELT_EXIT_OK : FELT_EXIT_FAILED;
}

/* ---- felt lab rate ---- */

enum { RATE_BROKEN, RATE_OPTIONS };
static const struct felt_args_option rate_options[RATE_OPTIONS] = {
    [RATE_BROKEN] = {"broken", false}};
static const char rate_help[] =
    "Usage: felt lab rate DIR GAME STARS [--broken]\n"
    "\n"
    "Says how a game of an archive was, as felt play asks after a game: 1 (bad) to 5 (good) "
    "stars.\n"
    "GAME is a name of felt lab show, its title or its number, or a known game.  What was said is\n"
    "kept in DIR/ratings.jsonl and changes the weights that felt lab evolve --resume DIR goes on\n"
    "with.\n"
    "\n"
    "  --broken  something did not work: it is kept, and does not change the weights\n"
    "\n"
    "Exit code 1 if there is no archive, or it cannot be written, 2 if there is no such game.\n"
    "\n"
    "Examples:\n"
    "  felt lab rate some-games war 2\n"
    "  felt lab rate some-games crazy-eights 4 --broken\n";
static const struct felt_args_spec rate_spec = {"lab rate", rate_help, rate_options, RATE_OPTIONS};

static int refuse_game(const struct felt_args *args, const struct felt_lab_archive *archive)
{
    char slug[FELT_LAB_SLUG_BYTES];
    const char *name = args->word[1], *near = find_near(archive, name, slug);
    if (near) return felt_args_refuse(args, "there is no game %s; did you mean %s?", name, near);
    return felt_args_refuse(args, "there is no game %s; felt lab show %s lists them", name,
                            args->word[0]);
}

static int rate_in(const struct felt_args *args, const struct felt_lab_archive *archive, int stars)
{
    const char *path = args->word[0];
    const struct felt_term term = felt_term_make(stdout);
    struct felt_complaint complaint;
    struct game game;
    if (!find_game(archive, args->word[1], &game)) return refuse_game(args, archive);
    struct felt_lab_rating rating = {.hash = game.measures->hash,
                                     .stars = stars,
                                     .broken = felt_args_flag(args, RATE_BROKEN),
                                     .at = (int64_t)time(NULL)};
    memcpy(rating.game, game.slug, sizeof rating.game);
    if (!felt_lab_rate(path, &rating, game.measures, &complaint)) {
        (void)felt_args_refuse(args, "%s: %s", path, complaint.text);
        return FELT_EXIT_FAILED;
    }
    double mean;
    int count = felt_lab_stars(path, rating.hash, &mean);
    printf("%s: %d star%s%s; %.1f on average of %d.\n", rating.game, stars, stars == 1 ? "" : "s",
           rating.broken ? ", something did not work" : "", mean, count);
    struct felt_preference preference = learn(path, prior_of(archive), NULL);
    tell_shift(&term, prior_of(archive), &preference);
    return FELT_EXIT_OK;
}

/* The archive that the first word names; NULL: complained. */
static struct felt_lab_archive *open_archive(const struct felt_args *args)
{
    struct felt_complaint complaint;
    struct felt_lab_archive *archive = felt_lab_dir_read(args->word[0], &complaint);
    if (!archive) (void)felt_args_refuse(args, "%s: %s", args->word[0], complaint.text);
    return archive;
}

int felt_play_lab_rate(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&rate_spec, argc, argv, &args)) return args.exit;
    if (args.count != 3)
        return felt_args_refuse(&args, "name a directory, a game of it, and 1 to 5 stars, as in "
                                       "felt lab rate games copper-heron-17 4");
    const char *stars = args.word[2];
    if (stars[0] < '1' || stars[0] > '5' || stars[1] != '\0')
        return felt_args_refuse(&args, "%s: take 1 (bad) to 5 (good) stars", stars);
    struct felt_lab_archive *archive = open_archive(&args);
    if (!archive) return FELT_EXIT_FAILED;
    int code = rate_in(&args, archive, stars[0] - '0');
    felt_lab_archive_free(archive);
    return code;
}

/* ---- felt lab taste ---- */

enum { PREFERENCE_PRESET, PREFERENCE_JSON, PREFERENCE_OPTIONS };
static const struct felt_args_option preference_options[PREFERENCE_OPTIONS] = {
    [PREFERENCE_PRESET] = {"preset", true}, [PREFERENCE_JSON] = {"json", false}};
static const char preference_help[] =
    "Usage: felt lab taste DIR [--preset NAME] [--json]\n"
    "\n"
    "What people's ratings of an archive say about what they like: for each metric its weight in\n"
    "the preset, and its weight now with how sure that is (sd).  A rating counts little at first:\n"
    "about 100 of them say as much about a metric as the preset does.  felt lab evolve --resume "
    "DIR\n"
    "goes on with the weights that are shown here, --ratings DIR begins with them.\n"
    "\n"
    "  --preset NAME  on top of another preset than the archive's\n"
    "  --json         the answer for a script\n"
    "\n"
    "Examples:\n"
    "  felt lab taste some-games\n"
    "  felt lab taste some-games --preset party --json\n";
static const struct felt_args_spec preference_spec = {"lab taste", preference_help,
                                                      preference_options, PREFERENCE_OPTIONS};

struct shown {
    const char *path, *preset;
    const struct felt_weights *prior;
    struct felt_preference preference;
    int damaged;
};

static int place_on(double value, double most)
{
    double at = value / most * (SCALE - 1);
    return at < 0 ? 0 : at > SCALE - 1 ? SCALE - 1 : (int)(at + 0.5);
}

/* "   --|--o-----   ": where the preset is, where it is now, and one sd to each side. */
static void print_bar(const struct felt_preference *preference, double before, int metric,
                      double most)
{
    char bar[SCALE + 1];
    double mean = preference->weights.weight[metric], sd = preference->sd[metric];
    memset(bar, ' ', SCALE);
    bar[SCALE] = '\0';
    for (int i = place_on(mean - sd, most); i <= place_on(mean + sd, most); i++) bar[i] = '-';
    bar[place_on(before, most)] = '|';
    bar[place_on(mean, most)] = place_on(mean, most) == place_on(before, most) ? '#' : 'o';
    for (int i = SCALE; i > 0 && bar[i - 1] == ' '; i--) bar[i - 1] = '\0';
    fputs(bar, stdout);
}

static int print_preference(const struct shown *shown)
{
    const struct felt_preference *preference = &shown->preference;
    double most = 1e-9;
    for (int i = 0; i < FELT_METRICS; i++)
        most = fmax(
            most, fmax(shown->prior->weight[i], preference->weights.weight[i] + preference->sd[i]));
    printf("%u rating%s in %s, on top of the preset %s\n\n", (unsigned)preference->ratings,
           preference->ratings == 1 ? "" : "s", shown->path, shown->preset);
    printf("  %-13s %6s %6s %6s   | preset, o now (# both), - one sd to each side\n", "metric",
           "preset", "now", "sd");
    for (int i = 0; i < FELT_METRICS; i++) {
        printf("  %-13s %6.2f %6.2f %6.2f   ", felt_lab_metric_name((enum felt_lab_metric)i),
               shown->prior->weight[i], preference->weights.weight[i], preference->sd[i]);
        print_bar(preference, shown->prior->weight[i], i, most);
        fputc('\n', stdout);
    }
    fputc('\n', stdout);
    const struct felt_term term = felt_term_make(stdout);
    tell_shift(&term, shown->prior, preference);
    if (preference->ratings == 0)
        printf("Nobody has rated a game yet: felt lab rate %s GAME STARS, or play one.\n",
               shown->path);
    if (shown->damaged)
        printf("%d line%s of ratings.jsonl %s damaged, and left out.\n", shown->damaged,
               shown->damaged == 1 ? "" : "s", shown->damaged == 1 ? "is" : "are");
    return FELT_EXIT_OK;
}

static int print_json(const struct shown *shown)
{
    char memory[JSON_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "preset");
    felt_json_text(&json, shown->preset);
    felt_json_key(&json, "ratings");
    felt_json_uint(&json, shown->preference.ratings);
    felt_json_key(&json, "damaged");
    felt_json_int(&json, shown->damaged);
    felt_json_key(&json, "metrics");
    felt_json_array(&json);
    for (int i = 0; i < FELT_METRICS; i++) {
        felt_json_object(&json);
        felt_json_key(&json, "name");
        felt_json_text(&json, felt_lab_metric_name((enum felt_lab_metric)i));
        felt_json_key(&json, "preset");
        felt_json_decimal(&json, shown->prior->weight[i], 6);
        felt_json_key(&json, "mean");
        felt_json_decimal(&json, shown->preference.mean[i], 6);
        felt_json_key(&json, "sd");
        felt_json_decimal(&json, shown->preference.sd[i], 6);
        felt_json_key(&json, "weight");
        felt_json_decimal(&json, shown->preference.weights.weight[i], 6);
        felt_json_end(&json);
    }
    felt_json_end(&json);
    felt_json_end(&json);
    return felt_input_flush(&json);
}

static int refuse_preset(const struct felt_args *args, const char *name)
{
    const char *names[16];
    int count = felt_preset_count() < 16 ? felt_preset_count() : 16;
    for (int i = 0; i < count; i++) names[i] = felt_preset_at(i)->name;
    const char *near = felt_args_nearest(name, names, count);
    if (near) return felt_args_refuse(args, "there is no preset %s; did you mean %s?", name, near);
    return felt_args_refuse(args, "there is no preset %s; felt lab evolve --help lists them", name);
}

int felt_play_lab_preference_show(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&preference_spec, argc, argv, &args)) return args.exit;
    if (args.count != 1)
        return felt_args_refuse(&args, "name a directory that felt lab evolve wrote");
    const char *name = args.value[PREFERENCE_PRESET];
    const struct felt_preset *preset = name ? felt_preset_find(name) : NULL;
    if (name && !preset) return refuse_preset(&args, name);
    struct felt_lab_archive *archive = open_archive(&args);
    if (!archive) return FELT_EXIT_FAILED;
    struct shown shown = {.path = args.word[0],
                          .preset = preset ? preset->name : archive->preset,
                          .prior = preset ? &preset->weights : prior_of(archive)};
    shown.preference = learn(shown.path, shown.prior, &shown.damaged);
    int code =
        felt_args_flag(&args, PREFERENCE_JSON) ? print_json(&shown) : print_preference(&shown);
    felt_lab_archive_free(archive);
    return code;
}
