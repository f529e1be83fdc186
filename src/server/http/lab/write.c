/* write.c -- answers about archives, games, ratings and progress. */
#include "server/http/lab/parts.h"
#include "server/http/mistake.h"
#include "base/json_member.h"

#include "felt/assert.h"
#include "os/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    OUT_USUAL = 64 * 1024,
    OUT_MAX = 16 << 20,
    DIGITS = 4,
    LIST_MS = 2000, /* so long a list may read archives that nobody has read yet                 */
    RETRY_MS = 1000
};

/* ---- giving an answer ---- */

void felt_http_lab_answer(const struct felt_http_lab_view *view, felt_http_lab_writer *write)
{
    struct felt_http_lab_result *result = view->result;
    result->status = 200;
    for (size_t room = OUT_USUAL; room <= OUT_MAX; room *= 4) {
        char *memory = malloc(room);
        if (!memory) return;
        struct felt_buffer buffer = felt_buffer_make(memory, room);
        struct felt_json json = felt_json_make(&buffer);
        write(&json, view);
        if (felt_json_done(&json)) {
            result->body = memory;
            result->bytes = buffer.used;
            return;
        }
        free(memory);
    }
}

static void write_decimal(struct felt_json *json, const char *key, double number)
{
    felt_json_key(json, key);
    felt_json_decimal(json, number, DIGITS);
}

void felt_http_lab_refuse(struct felt_http_lab_result *result, int status, const char *code,
                          const char *message)
{
    enum { ROOM = 1024 };
    char *memory = malloc(ROOM);
    result->status = status;
    result->type = "application/json";
    result->page = false;
    if (!memory) return;
    struct felt_buffer buffer = felt_buffer_make(memory, ROOM);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_put_mistake(&json, code, message, NULL);
    felt_assert(felt_json_done(&json));
    result->body = memory;
    result->bytes = buffer.used;
}

/* ---- the list ---- */

static const char *const states[] = {[FELT_HTTP_LAB_UNREAD] = "unread",
                                     [FELT_HTTP_LAB_DAMAGED] = "damaged",
                                     [FELT_HTTP_LAB_STOPPED] = "stopped",
                                     [FELT_HTTP_LAB_RUNNING] = "running",
                                     [FELT_HTTP_LAB_DONE] = "done"};

/* Members of the line of an archive. */
static void write_book(struct felt_json *json, const struct felt_http_lab_book *book,
                       enum felt_http_lab_state state)
{
    char written[FELT_MOMENT_BYTES];
    felt_json_put_text(json, "archive", book->name);
    felt_json_put_text(json, "state", states[state]);
    felt_json_put_text(json, "written",
                       felt_moment_write((int64_t)book->mark.at.tv_sec * 1000, written));
    felt_json_put_int(json, "bytes", (int64_t)book->mark.bytes);
    if (state == FELT_HTTP_LAB_DAMAGED) felt_json_put_text(json, "message", book->why);
    if (state == FELT_HTTP_LAB_DAMAGED || state == FELT_HTTP_LAB_UNREAD) return;
    felt_json_put_text(json, "preset", book->preset);
    felt_json_put_int(json, "generation", book->generation);
    felt_json_put_int(json, "elites", book->elites);
    felt_json_put_int(json, "good", book->good);
    write_decimal(json, "best", book->best);
}

/* A line of the list.  If there was no time to read the archive, it says so. */
static bool write_line(struct felt_json *json, const struct felt_http_lab_view *view,
                       struct felt_http_lab_book *book, int64_t until_us)
{
    enum felt_http_lab_state state = FELT_HTTP_LAB_UNREAD;
    bool read = felt_http_lab_mark_equal(&book->mark, &book->read);
    int directory = felt_http_lab_book_enter(view->shelf, book);
    if (directory >= 0) {
        felt_http_lab_book_glance(book, directory);
        (void)close(directory);
    }
    if (read || felt_clock_us() < until_us) {
        (void)felt_http_lab_book_sum(view->shelf, book);
        state = felt_http_lab_book_state(book);
    }
    felt_json_object(json);
    write_book(json, book, state);
    felt_json_end(json);
    return state != FELT_HTTP_LAB_UNREAD;
}

void felt_http_lab_write_list(struct felt_json *json, const struct felt_http_lab_view *view)
{
    const struct felt_http_lab_shelf *shelf = view->shelf;
    uint32_t first = view->want->offset < shelf->ledger ? view->want->offset : shelf->ledger;
    uint32_t end =
        shelf->ledger - first < view->want->limit ? shelf->ledger : first + view->want->limit;
    int64_t until_us = felt_clock_us() + LIST_MS * INT64_C(1000);
    bool all = true;
    felt_json_object(json);
    felt_json_key(json, "archives");
    felt_json_array(json);
    for (uint32_t i = first; i < end; i++) all &= write_line(json, view, &shelf->book[i], until_us);
    felt_json_end(json);
    felt_json_put_int(json, "count", shelf->ledger);
    felt_json_put_int(json, "offset", first);
    if (end < shelf->ledger) felt_json_put_int(json, "next", end);
    if (shelf->others) felt_json_put_int(json, "others", shelf->others);
    if (!all) felt_json_put_int(json, "retry_ms", RETRY_MS);
    felt_json_end(json);
}

/* ---- games ---- */

static double low_of(double mean, double half)
{
    return mean - half > 0 ? mean - half : 0;
}

static double high_of(double mean, double half)
{
    return mean + half < 1 ? mean + half : 1;
}

static void write_metrics(struct felt_json *json, const struct felt_measures *measures,
                          bool intervals)
{
    felt_json_key(json, "metrics");
    felt_json_object(json);
    for (int i = 0; i < FELT_METRICS; i++) {
        const struct felt_measure *metric = &measures->metric[i];
        const char *name = felt_lab_metric_name((enum felt_lab_metric)i);
        if (!intervals) {
            write_decimal(json, name, metric->mean);
            continue;
        }
        felt_json_key(json, name);
        felt_json_object(json);
        write_decimal(json, "mean", metric->mean);
        write_decimal(json, "low", low_of(metric->mean, metric->half));
        write_decimal(json, "high", high_of(metric->mean, metric->half));
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void write_facts(struct felt_json *json, const struct felt_measures *measures)
{
    felt_json_key(json, "facts");
    felt_json_object(json);
    for (int i = 0; i < FELT_FACTS; i++)
        write_decimal(json, felt_fact_name((enum felt_fact)i), measures->fact[i]);
    felt_json_end(json);
}

static void write_fitness(struct felt_json *json, const struct felt_fitness *fitness)
{
    write_decimal(json, "fitness", fitness->value);
    write_decimal(json, "low", low_of(fitness->value, fitness->half));
    write_decimal(json, "high", high_of(fitness->value, fitness->half));
}

static void write_stars(struct felt_json *json, struct felt_http_lab_stars stars)
{
    felt_json_key(json, "stars");
    felt_json_object(json);
    felt_json_put_int(json, "count", stars.count);
    felt_json_key(json, "mean");
    if (stars.count)
        felt_json_decimal(json, stars.mean, DIGITS);
    else
        felt_json_null(json);
    felt_json_put_int(json, "broken", stars.broken);
    felt_json_end(json);
}

void felt_http_lab_write_players(struct felt_json *json, const struct felt_genome *genome)
{
    felt_json_key(json, "players");
    felt_json_array(json);
    felt_json_int(json, genome->players.gene[FELT_PLAYERS_MIN]);
    felt_json_int(json, genome->players.gene[FELT_PLAYERS_MAX]);
    felt_json_end(json);
}

static void write_cell(struct felt_json *json, const struct felt_elite *elite)
{
    struct felt_cell cell = felt_cell_at(elite->cell);
    felt_json_key(json, "cell");
    felt_json_object(json);
    felt_json_put_text(json, "genre", felt_genre_name((enum felt_genre)cell.genre));
    felt_json_put_int(json, "seats", cell.seats);
    felt_json_put_int(json, "length", cell.length);
    felt_json_put_int(json, "skill", cell.skill);
    felt_json_put_int(json, "betting", cell.betting);
    felt_json_put_int(json, "interaction", cell.interaction);
    felt_json_end(json);
}

/* Members of a game that a row has too. */
static void write_elite(struct felt_json *json, const struct felt_http_lab_view *view,
                        uint32_t index, bool intervals)
{
    const struct felt_elite *elite = &view->opened->archive.evolve.archive.elite[index];
    char slug[FELT_LAB_SLUG_BYTES];
    felt_json_put_text(json, "game", felt_lab_slug(elite, slug));
    felt_json_put_text(json, "name", elite->genome.name);
    felt_json_put_text(json, "genre", felt_genre_name(felt_genre_of(&elite->genome)));
    felt_json_put_int(json, "seats", elite->measures.seats);
    felt_http_lab_write_players(json, &elite->genome);
    write_fitness(json, &elite->fitness);
    felt_json_put_bool(json, "good", view->opened->good[index]);
    felt_json_put_int(json, "born", elite->born);
    felt_json_put_text(json, "emitter", felt_emitter_name((enum felt_emitter)elite->emitter));
    felt_json_put_int(json, "measured", elite->measured);
    write_metrics(json, &elite->measures, intervals);
    write_facts(json, &elite->measures);
    write_stars(json, felt_http_lab_book_stars(view->book, elite->measures.hash));
    write_cell(json, elite);
}

static void write_parent(struct felt_json *json, const struct felt_archive *archive, uint32_t id)
{
    char slug[FELT_LAB_SLUG_BYTES];
    felt_json_object(json);
    felt_json_put_int(json, "id", id);
    for (uint32_t i = 0; i < archive->count; i++)
        if (archive->elite[i].id == id) {
            felt_json_put_text(json, "game", felt_lab_slug(&archive->elite[i], slug));
            break;
        }
    felt_json_end(json);
}

void felt_http_lab_write_game(struct felt_json *json, const struct felt_http_lab_view *view)
{
    const struct felt_archive *archive = &view->opened->archive.evolve.archive;
    const struct felt_elite *elite = &archive->elite[view->game];
    char hash[32];
    felt_json_object(json);
    felt_json_put_text(json, "archive", view->book->name);
    write_elite(json, view, (uint32_t)view->game, true);
    (void)snprintf(hash, sizeof hash, "%016llx", (unsigned long long)elite->measures.hash);
    felt_json_put_text(json, "hash", hash);
    felt_json_put_int(json, "id", elite->id);
    felt_json_key(json, "parents");
    felt_json_array(json);
    for (int i = 0; i < 2; i++)
        if (elite->parent[i]) write_parent(json, archive, elite->parent[i]);
    felt_json_end(json);
    felt_json_end(json);
    /* The genome is JSON as it is. */
    if (json->out->overflow) return;
    json->out->used--;
    felt_buffer_text(json->out, ",\"genome\":");
    if (felt_genome_json_write(&elite->genome, json->out) != FELT_OK) {
        json->out->overflow = true;
        return;
    }
    felt_buffer_char(json->out, '}');
}

void felt_http_lab_write_rating(struct felt_json *json, const struct felt_http_lab_view *view)
{
    const struct felt_elite *elite = &view->opened->archive.evolve.archive.elite[view->game];
    felt_json_object(json);
    felt_json_put_text(json, "game", view->want->game);
    write_stars(json, felt_http_lab_book_stars(view->book, elite->measures.hash));
    felt_json_key(json, "mine");
    felt_json_object(json);
    felt_json_put_int(json, "stars", view->want->stars);
    felt_json_put_bool(json, "broken", view->want->broken);
    felt_json_end(json);
    felt_json_end(json);
}

/* ---- an archive ---- */

static void write_weights(struct felt_json *json, const struct felt_weights *weights)
{
    felt_json_key(json, "weights");
    felt_json_object(json);
    for (int i = 0; i < FELT_METRICS; i++)
        write_decimal(json, felt_lab_metric_name((enum felt_lab_metric)i), weights->weight[i]);
    felt_json_end(json);
}

static void write_counts(struct felt_json *json, const struct felt_evolve_counts *counts)
{
    felt_json_key(json, "counts");
    felt_json_object(json);
    felt_json_put_int(json, "made", (int64_t)counts->made);
    felt_json_put_int(json, "viable", (int64_t)counts->viable);
    felt_json_put_int(json, "sketched", (int64_t)counts->sketched);
    felt_json_put_int(json, "measured", (int64_t)counts->measured);
    felt_json_put_int(json, "cached", (int64_t)counts->cached);
    felt_json_put_int(json, "again", (int64_t)counts->again);
    felt_json_end(json);
}

static void write_emitters(struct felt_json *json, const struct felt_evolve *evolve)
{
    felt_json_key(json, "emitters");
    felt_json_array(json);
    for (int i = 0; i < FELT_EMITTERS; i++) {
        felt_json_object(json);
        felt_json_put_text(json, "emitter", felt_emitter_name((enum felt_emitter)i));
        felt_json_put_int(json, "tried", (int64_t)evolve->emitter[i].tried);
        felt_json_put_int(json, "viable", (int64_t)evolve->emitter[i].viable);
        felt_json_put_int(json, "kept", (int64_t)evolve->emitter[i].kept);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void write_known(struct felt_json *json, const struct felt_evolve *evolve)
{
    felt_json_key(json, "known");
    felt_json_array(json);
    for (int i = 0; i < evolve->plan.known_count; i++) {
        const struct felt_known_game *known = &evolve->plan.known[i];
        felt_json_object(json);
        felt_json_put_text(json, "name", known->name);
        write_fitness(json, &known->fitness);
        write_metrics(json, &known->measures, false);
        felt_json_end(json);
    }
    felt_json_end(json);
}

struct row {
    double key;
    const char *name;
    bool by_name, turned;
    uint32_t index;
};

static int compare_rows(const void *a, const void *b)
{
    const struct row *one = a, *other = b;
    int order = 0;
    if (one->by_name)
        order = strcmp(one->name, other->name);
    else if (one->key != other->key)
        order = one->key > other->key ? -1 : 1;
    if (one->turned) order = -order;
    return order ? order : one->index < other->index ? -1 : 1;
}

static double key_of(const struct felt_http_lab_view *view, const struct felt_elite *elite)
{
    const struct felt_http_lab_want *want = view->want;
    switch ((enum felt_http_lab_sort)want->sort) {
    case FELT_HTTP_LAB_BORN: return elite->born;
    case FELT_HTTP_LAB_STARS:
        return felt_http_lab_book_stars(view->book, elite->measures.hash).mean;
    case FELT_HTTP_LAB_BY_METRIC: return elite->measures.metric[want->sort_index].mean;
    case FELT_HTTP_LAB_BY_FACT: return elite->measures.fact[want->sort_index];
    default: return elite->fitness.value;
    }
}

static bool is_wanted(const struct felt_http_lab_view *view, uint32_t index)
{
    const struct felt_http_lab_want *want = view->want;
    const struct felt_genome *genome = &view->opened->archive.evolve.archive.elite[index].genome;
    if (want->good && !view->opened->good[index]) return false;
    if (want->seats && (genome->players.gene[FELT_PLAYERS_MIN] > want->seats ||
                        genome->players.gene[FELT_PLAYERS_MAX] < want->seats))
        return false;
    return want->genre < 0 || (int)felt_genre_of(genome) == want->genre;
}

static void write_rows(struct felt_json *json, const struct felt_http_lab_view *view)
{
    const struct felt_archive *archive = &view->opened->archive.evolve.archive;
    const struct felt_http_lab_want *want = view->want;
    struct row *rows = calloc(FELT_ELITES_MAX, sizeof *rows);
    uint32_t count = 0;
    for (uint32_t i = 0; rows && i < archive->count; i++)
        if (is_wanted(view, i))
            rows[count++] = (struct row){.key = key_of(view, &archive->elite[i]),
                                         .name = archive->elite[i].genome.name,
                                         .by_name = want->sort == FELT_HTTP_LAB_NAME,
                                         .turned = want->turned,
                                         .index = i};
    if (count) qsort(rows, count, sizeof *rows, compare_rows);
    uint32_t first = want->offset < count ? want->offset : count;
    uint32_t end = count - first < want->limit ? count : first + want->limit;
    felt_json_put_int(json, "count", count);
    felt_json_put_int(json, "offset", first);
    if (end < count) felt_json_put_int(json, "next", end);
    felt_json_key(json, "games");
    felt_json_array(json);
    for (uint32_t i = first; i < end; i++) {
        felt_json_object(json);
        write_elite(json, view, rows[i].index, false);
        felt_json_end(json);
    }
    felt_json_end(json);
    free(rows);
}

void felt_http_lab_write_archive(struct felt_json *json, const struct felt_http_lab_view *view)
{
    const struct felt_evolve *evolve = &view->opened->archive.evolve;
    const struct felt_archive_sums sums = felt_archive_sum(&evolve->archive);
    felt_json_object(json);
    write_book(json, view->book, felt_http_lab_book_state(view->book));
    write_decimal(json, "mean", sums.mean);
    write_decimal(json, "quality", sums.quality);
    write_decimal(json, "coverage", sums.coverage);
    write_decimal(json, "floor", evolve->floor);
    write_weights(json, &evolve->archive.weights);
    write_counts(json, &evolve->counts);
    write_emitters(json, evolve);
    write_known(json, evolve);
    felt_json_key(json, "plots");
    felt_json_array(json);
    for (int i = 0; i < FELT_PLOTS; i++) felt_json_text(json, felt_plot_name((enum felt_plot)i));
    felt_json_end(json);
    write_rows(json, view);
    felt_json_end(json);
}

/* ---- progress ---- */

static void write_point(struct felt_json *json, const struct felt_progress_point *point)
{
    felt_json_object(json);
    felt_json_put_int(json, "generation", point->generation);
    write_decimal(json, "seconds", point->seconds);
    felt_json_put_int(json, "elites", point->elites);
    felt_json_put_int(json, "good", point->good);
    felt_json_put_int(json, "made", (int64_t)point->made);
    felt_json_put_int(json, "viable", (int64_t)point->viable);
    felt_json_put_int(json, "measured", (int64_t)point->measured);
    write_decimal(json, "best", point->best);
    write_decimal(json, "mean", point->mean);
    write_decimal(json, "quality", point->quality);
    write_decimal(json, "coverage", point->coverage);
    felt_json_end(json);
}

void felt_http_lab_write_progress(struct felt_json *json, const struct felt_http_lab_view *view)
{
    const struct felt_http_lab_book *book = view->book;
    const struct felt_http_lab_want *want = view->want;
    enum felt_http_lab_state state = felt_http_lab_book_state(book);
    uint32_t first = book->points;
    while (first > 0 && (int64_t)book->point[first - 1].generation > want->after) first--;
    uint32_t end = book->points - first < want->limit ? book->points : first + want->limit;
    felt_json_object(json);
    felt_json_put_text(json, "archive", book->name);
    felt_json_put_text(json, "state", states[state]);
    felt_json_key(json, "points");
    felt_json_array(json);
    for (uint32_t i = first; i < end; i++) write_point(json, &book->point[i]);
    felt_json_end(json);
    felt_json_put_bool(json, "more", end < book->points);
    felt_json_put_int(json, "after",
                      end > 0 ? (int64_t)book->point[end - 1].generation : want->after);
    if (state == FELT_HTTP_LAB_RUNNING)
        felt_json_put_int(json, "retry_ms", end < book->points ? 0 : RETRY_MS);
    felt_json_end(json);
}
