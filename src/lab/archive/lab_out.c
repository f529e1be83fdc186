/* lab_out.c -- see lab_out.h. */
#include "lab/archive/lab_out.h"
#include "base/json_member.h"

#include "lab/rulebook/lab_rules.h"
#include "felt/assert.h"
#include "felt/genome_json.h"
#include "os/thread_pool.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    INDEX_BYTES = 4 << 20, /* 256 games of some kilobytes */
    FILE_BYTES = FELT_LAB_SLUG_BYTES + 16,
    HASH_BYTES = 17,
    DECIMALS = 6,
    STRONG = 2
};
static const double HINTS_EFFORT = 0.25;

/* ---- figures ---- */

bool felt_lab_bluffs(const struct felt_elite *elite)
{
    return elite->genome.setup.gene[FELT_SETUP_CHIPS] > 0 &&
           elite->measures.fact[FELT_FACT_BLUFF_LOW] > 0;
}

double felt_lab_noise(const struct felt_evolve *evolve)
{
    const struct felt_evolve_counts *counts = &evolve->counts;
    return counts->again ? sqrt(counts->again_squares / (2 * (double)counts->again)) : 0;
}

const char *felt_lab_players(const struct felt_genome *genome, char out[FELT_LAB_PLAYERS_BYTES])
{
    int min = genome->players.gene[FELT_PLAYERS_MIN] % 10;
    int max = genome->players.gene[FELT_PLAYERS_MAX] % 10;
    if (min == max)
        snprintf(out, FELT_LAB_PLAYERS_BYTES, "%d", min);
    else
        snprintf(out, FELT_LAB_PLAYERS_BYTES, "%d-%d", min, max);
    return out;
}

const char *felt_lab_strong(const struct felt_evolve *evolve, const struct felt_elite *elite,
                            char out[FELT_LAB_STRONG_BYTES])
{
    const struct felt_evolve_plan *plan = &evolve->plan;
    uint32_t told = 0;
    int used = 0;
    out[0] = '\0';
    for (int n = 0; n < STRONG; n++) {
        int best = -1;
        double most = 0;
        for (int i = 0; i < FELT_METRICS; i++) {
            double usual = 0;
            if (plan->weights.weight[i] <= 0 || told >> i & 1) continue;
            for (int k = 0; k < plan->known_count; k++)
                usual += plan->known[k].measures.metric[i].mean / plan->known_count;
            double more = elite->measures.metric[i].mean - usual;
            if (best >= 0 && more <= most) continue;
            best = i;
            most = more;
        }
        if (best < 0 || used >= FELT_LAB_STRONG_BYTES) break;
        told |= UINT32_C(1) << best;
        used += snprintf(out + used, (size_t)(FELT_LAB_STRONG_BYTES - used), "%s%s %.2f",
                         n ? ", " : "", felt_lab_metric_name((enum felt_lab_metric)best),
                         elite->measures.metric[best].mean);
    }
    return out;
}

static void key_number(struct felt_json *json, const char *key, double number)
{
    felt_json_key(json, key);
    felt_json_decimal(json, number, DECIMALS);
}

void felt_lab_elite_json(struct felt_json *json, const struct felt_elite *elite, bool good)
{
    char slug[FELT_LAB_SLUG_BYTES], hash[HASH_BYTES];
    const int32_t *players = elite->genome.players.gene;
    snprintf(hash, sizeof hash, "%016" PRIx64, elite->measures.hash);
    felt_json_key(json, "game");
    felt_json_text(json, felt_lab_slug(elite, slug));
    felt_json_key(json, "name");
    felt_json_text(json, elite->genome.name);
    key_number(json, "fitness", elite->fitness.value);
    key_number(json, "half", elite->fitness.half);
    felt_json_key(json, "good");
    felt_json_bool(json, good);
    felt_json_key(json, "genre");
    felt_json_text(json, felt_genre_name((enum felt_genre)felt_cell_at(elite->cell).genre));
    felt_json_put_uint(json, "players_min", (uint64_t)players[FELT_PLAYERS_MIN]);
    felt_json_put_uint(json, "players_max", (uint64_t)players[FELT_PLAYERS_MAX]);
    felt_json_put_uint(json, "seats", elite->measures.seats);
    felt_json_key(json, "program");
    felt_json_text(json, hash);
    felt_json_key(json, "emitter");
    felt_json_text(json, felt_emitter_name((enum felt_emitter)elite->emitter));
    felt_json_put_uint(json, "born", elite->born);
    felt_json_put_uint(json, "measured", elite->measured);
    felt_json_key(json, "metrics");
    felt_json_object(json);
    for (int i = 0; i < FELT_METRICS; i++) {
        felt_json_key(json, felt_lab_metric_name((enum felt_lab_metric)i));
        felt_json_array(json);
        felt_json_decimal(json, elite->measures.metric[i].mean, DECIMALS);
        felt_json_decimal(json, elite->measures.metric[i].half, DECIMALS);
        felt_json_end(json);
    }
    felt_json_end(json);
    felt_json_key(json, "facts");
    felt_json_object(json);
    for (int i = 0; i < FELT_FACTS; i++)
        key_number(json, felt_fact_name((enum felt_fact)i), elite->measures.fact[i]);
    felt_json_end(json);
}

/* ---- files ---- */

/* Distinct good games, the fittest first. */
struct good_games {
    const struct felt_archive *archive;
    int count;
    uint16_t index[FELT_GOOD_MAX];
    char slug[FELT_GOOD_MAX][FELT_LAB_SLUG_BYTES];
};

static const char *file_of(void *self, uint32_t index)
{
    const struct good_games *good = self;
    for (int i = 0; i < good->count; i++)
        if (good->index[i] == index) return good->slug[i];
    return NULL;
}

static bool no_memory(struct felt_complaint *complaint)
{
    (void)felt_complain(complaint, FELT_FULL, 0, 0, "out of memory; free some and try again");
    return false;
}

static bool write_report(const char *path, const struct felt_lab_archive *archive,
                         struct good_games *good, struct felt_complaint *complaint)
{
    char *memory = malloc(FELT_REPORT_BYTES);
    if (!memory) return no_memory(complaint);
    struct felt_buffer text = felt_buffer_make(memory, FELT_REPORT_BYTES);
    const struct felt_report report = {.title = path,
                                       .preset = archive->preset,
                                       .evolve = &archive->evolve,
                                       .point = archive->point,
                                       .points = archive->points};
    felt_report_write(&report, file_of, good, &text);
    bool right =
        !text.overflow && felt_lab_dir_write(path, "report.html", text.bytes, text.used, complaint);
    if (text.overflow)
        (void)felt_complain(complaint, FELT_FULL, 0, 0, "report.html: it is too long");
    free(memory);
    return right;
}

static bool write_genome(const char *path, const struct felt_genome *genome, const char *slug,
                         struct felt_complaint *complaint)
{
    char text[FELT_GENOME_TEXT_MAX + 1], file[FILE_BYTES];
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    enum felt_status status = felt_genome_json_write(genome, &out);
    felt_assert(status == FELT_OK); /* it stands in archive.json */
    snprintf(file, sizeof file, "games/%s.json", slug);
    return felt_lab_dir_write(path, file, out.bytes, out.used, complaint);
}

static bool write_index(const char *path, const struct felt_lab_archive *archive,
                        const struct good_games *good, struct felt_complaint *complaint)
{
    char *memory = malloc(INDEX_BYTES);
    if (!memory) return no_memory(complaint);
    struct felt_buffer text = felt_buffer_make(memory, INDEX_BYTES);
    struct felt_json json = felt_json_make(&text);
    felt_json_object(&json);
    felt_json_key(&json, "format");
    felt_json_text(&json, "felt.lab.index");
    felt_json_put_uint(&json, "version", 1);
    felt_json_key(&json, "preset");
    felt_json_text(&json, archive->preset);
    felt_json_put_uint(&json, "generation", archive->evolve.counts.generation);
    key_number(&json, "floor", archive->evolve.floor);
    felt_json_key(&json, "games");
    felt_json_array(&json);
    for (int i = 0; i < good->count; i++) {
        felt_buffer_char(&text, '\n');
        felt_json_object(&json);
        felt_lab_elite_json(&json, &archive->evolve.archive.elite[good->index[i]], true);
        felt_json_end(&json);
    }
    felt_json_end(&json);
    felt_json_end(&json);
    felt_buffer_char(&text, '\n');
    felt_assert(!text.overflow);
    bool right = felt_lab_dir_write(path, "index.json", text.bytes, text.used, complaint);
    free(memory);
    return right;
}

/* ---- rulebooks, on threads ---- */

struct books {
    const char *path;
    const struct good_games *good;
    double effort; /* of the hints; 0: none */
    struct felt_complaint *complaint;
    bool failed;
};

/* Both forms of a book. */
struct book {
    bool written;
    struct felt_buffer text[2];
    char memory[2][FELT_RULEBOOK_BYTES];
};

static void write_book(void *self, uint64_t job, void *slot)
{
    const struct books *books = self;
    const struct felt_elite *elite = &books->good->archive->elite[books->good->index[job]];
    struct book *book = slot;
    book->written = true;
    const struct felt_lab_rules rules = {.genome = &elite->genome,
                                         .seats = elite->measures.seats,
                                         .seed = elite->id,
                                         .effort = books->effort,
                                         .minutes = elite->measures.fact[FELT_FACT_MINUTES],
                                         .example = true,
                                         .hints = books->effort > 0};
    for (int i = 0; i < 2; i++) {
        book->text[i] = felt_buffer_make(book->memory[i], sizeof book->memory[i]);
        book->written &= felt_lab_rules_write(
            &rules, i ? FELT_RULEBOOK_HTML : FELT_RULEBOOK_MARKDOWN, &book->text[i]);
    }
}

static bool take_book(void *self, uint64_t job, void *slot)
{
    static const char *const ends[2] = {"md", "html"};
    struct books *books = self;
    const struct book *book = slot;
    bool right = book->written || no_memory(books->complaint);
    for (int i = 0; i < 2 && right; i++) {
        char file[FILE_BYTES];
        snprintf(file, sizeof file, "games/%s.%s", books->good->slug[job], ends[i]);
        right = felt_lab_dir_write(books->path, file, book->text[i].bytes, book->text[i].used,
                                   books->complaint);
    }
    books->failed = !right;
    return right;
}

static bool write_books(const char *path, const struct good_games *good, double effort, int threads,
                        struct felt_complaint *complaint)
{
    struct books books = {path, good, effort, complaint, false};
    const struct felt_jobs jobs = {.end = (uint64_t)good->count,
                                   .slot_bytes = sizeof(struct book),
                                   .self = &books,
                                   .work = write_book,
                                   .take = take_book};
    if (good->count == 0) return true;
    if (!felt_thread_pool_run(threads, &jobs)) return no_memory(complaint);
    return !books.failed;
}

/* ---- all of it ---- */

static bool write_all(const char *path, const struct felt_lab_archive *archive, double effort,
                      int threads, struct felt_complaint *complaint)
{
    const struct felt_archive *games = &archive->evolve.archive;
    if (!felt_lab_dir_checkpoint(path, archive, complaint)) return false;
    struct good_games *good = malloc(sizeof *good);
    if (!good) return no_memory(complaint);
    good->archive = games;
    good->count = felt_archive_good(games, archive->evolve.floor, good->index);
    bool right = true;
    for (int i = 0; i < good->count && right; i++) {
        const struct felt_elite *elite = &games->elite[good->index[i]];
        (void)felt_lab_slug(elite, good->slug[i]);
        right = write_genome(path, &elite->genome, good->slug[i], complaint);
    }
    right = right && write_index(path, archive, good, complaint) &&
            write_report(path, archive, good, complaint) &&
            write_books(path, good, effort, threads, complaint);
    free(good);
    return right;
}

bool felt_lab_out_write(const char *path, const struct felt_lab_archive *archive, int threads,
                        struct felt_complaint *complaint)
{
    double effort = archive->evolve.plan.effort; /* who measures little does not want to wait */
    return write_all(path, archive, HINTS_EFFORT * (effort > 0 ? fmin(effort, 1) : 1), threads,
                     complaint);
}

bool felt_lab_out_hurry(const char *path, const struct felt_lab_archive *archive, int threads,
                        struct felt_complaint *complaint)
{
    return write_all(path, archive, 0, threads, complaint);
}
