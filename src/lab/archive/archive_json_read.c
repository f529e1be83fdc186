/* archive_json_read.c -- an evolution as JSON: the reader.
 *
 * Steps, each of which refuses: the last bytes with the checksum of all others; one pass that
 * counts values and levels, so that nothing is built from a bomb; jansson; then every field, with
 * its range.  Objects have the members that the writer gives them and no others, so what was read
 * is written again as it was (K1).
 *
 * Fields are read twice: the first time nothing is kept, and whatever is wrong is found; the second
 * time cannot fail, and *out is filled in (K2). */
#include "lab/archive/archive_json.h"

#include "felt/assert.h"
#include "felt/genome_json.h"
#include "formats/load.h"
#include "lab/archive/archive_parts.h"
#include "lab/search/operators.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    VALUES_MAX = 2000000, /* of real archives: some hundred thousand                          */
    LEVELS_MAX = 40       /* genomes may hold 16 of their own                                 */
};
#define COUNT_MAX  (INT64_C(1) << 53)
#define FACT_MAX   1e15
#define EFFORT_MAX 1e3

struct reader {
    struct felt_complaint *complaint;
    enum felt_status status;
    const char *list; /* where we are, for complaints: "elites" ...; NULL: at the top         */
    size_t index;     /* ... and which of them                                                */
    struct felt_evolve *out;   /* NULL: the first time                                        */
    struct felt_genome *start; /* NULL: likewise                                              */
    struct felt_known_game *known;
    size_t known_max;
};

static bool refuse(struct reader *reader, enum felt_status status, const char *where,
                   const char *why)
{
    if (reader->list)
        reader->status = felt_complain(reader->complaint, status, 0, 0, "%s %zu: %s: %s",
                                       reader->list, reader->index + 1, where, why);
    else
        reader->status = felt_complain(reader->complaint, status, 0, 0, "%s: %s", where, why);
    return false;
}

static bool bad(struct reader *reader, const char *where, const char *why)
{
    return refuse(reader, FELT_BAD_FORMAT, where, why);
}

/* ---- values ---- */

/* An object with so many members: as each of them is asked for, there are no others. */
static bool has_members(struct reader *reader, const json_t *value, const char *where, size_t count)
{
    if (json_is_object(value) && json_object_size(value) == count) return true;
    return bad(reader, where, "members are missing, or there are others");
}

static bool has_items(struct reader *reader, const json_t *value, const char *where, size_t min,
                      size_t max)
{
    if (json_is_array(value) && json_array_size(value) >= min && json_array_size(value) <= max)
        return true;
    return bad(reader, where, "this is no list, or one of a wrong length");
}

static bool read_number(struct reader *reader, const json_t *value, const char *where, double min,
                        double max, double *out)
{
    *out = json_number_value(value) + 0.0; /* no -0 */
    if (json_is_number(value) && isfinite(*out) && *out >= min && *out <= max) return true;
    return bad(reader, where, "this is no number, or out of its range");
}

static bool read_count(struct reader *reader, const json_t *value, const char *where, int64_t max,
                       uint64_t *out)
{
    json_int_t number = json_integer_value(value);
    *out = (uint64_t)number;
    if (json_is_integer(value) && number >= 0 && number <= max) return true;
    return bad(reader, where, "this is no whole number, or out of its range");
}

static bool member_number(struct reader *reader, const json_t *object, const char *key, double min,
                          double max, double *out)
{
    return read_number(reader, json_object_get(object, key), key, min, max, out);
}

static bool member_count(struct reader *reader, const json_t *object, const char *key, int64_t max,
                         uint64_t *out)
{
    return read_count(reader, json_object_get(object, key), key, max, out);
}

static bool member_u32(struct reader *reader, const json_t *object, const char *key, uint32_t max,
                       uint32_t *out)
{
    uint64_t number;
    if (!member_count(reader, object, key, max, &number)) return false;
    *out = (uint32_t)number;
    return true;
}

static bool member_u8(struct reader *reader, const json_t *object, const char *key, uint8_t max,
                      uint8_t *out)
{
    uint64_t number;
    if (!member_count(reader, object, key, max, &number)) return false;
    *out = (uint8_t)number;
    return true;
}

/* A text of at most `max` bytes without zeros; NULL: complained. */
static const char *member_text(struct reader *reader, const json_t *object, const char *key,
                               size_t max)
{
    const json_t *value = json_object_get(object, key);
    const char *text = json_string_value(value);
    if (text && json_string_length(value) <= max) return text;
    (void)bad(reader, key, "this is no text, or too long");
    return NULL;
}

static bool is_word(const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789-_", text[i])) return false;
    return bytes > 0 && text[bytes] == '\0';
}

/* Sixteen digits 0-9 a-f, at the end of a text. */
static bool read_hex(const char *text, uint64_t *out)
{
    if (strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16) return false;
    *out = strtoull(text, NULL, 16);
    return true;
}

static bool read_genome(struct reader *reader, const json_t *value, const char *where,
                        struct felt_genome *out)
{
    char text[FELT_GENOME_TEXT_MAX + 1];
    struct felt_genome_error error;
    if (!json_is_object(value)) return bad(reader, where, "this is no genome");
    size_t bytes = json_dumpb(value, text, sizeof text, JSON_COMPACT);
    if (bytes == 0 || bytes > FELT_GENOME_TEXT_MAX) return bad(reader, where, "it is too long");
    if (felt_genome_json_read(text, bytes, out, &error) != FELT_OK ||
        felt_genome_verify(out, &error, 1) > 0)
        return bad(reader, where, error.text);
    /* What cannot be written again would be lost at the next checkpoint. */
    struct felt_buffer again = felt_buffer_make(text, sizeof text);
    if (felt_genome_json_write(out, &again) != FELT_OK) return bad(reader, where, "it is too long");
    return true;
}

static int find_word(const char *word, const char *(*name)(int index), int count)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(name(i), word)) return i;
    return -1;
}

static const char *emitter_word(int index)
{
    return felt_emitter_name((enum felt_emitter)index);
}
static const char *genre_word(int index)
{
    return felt_genre_name((enum felt_genre)index);
}

/* One of `count` words, as its number. */
static bool member_word(struct reader *reader, const json_t *object, const char *key,
                        const char *(*name)(int index), int count, uint8_t *out)
{
    const char *word = member_text(reader, object, key, 32);
    int found = word ? find_word(word, name, count) : 0;
    if (!word) return false;
    if (found < 0) return bad(reader, key, "there is no such word");
    *out = (uint8_t)found;
    return true;
}

/* ---- measures and fitness ---- */

static bool read_metrics(struct reader *reader, const json_t *metrics, struct felt_measures *out)
{
    if (!has_members(reader, metrics, "metrics", FELT_METRICS)) return false;
    for (int i = 0; i < FELT_METRICS; i++) {
        const char *name = felt_lab_metric_name((enum felt_lab_metric)i);
        const json_t *pair = json_object_get(metrics, name);
        if (!has_items(reader, pair, name, 2, 2) ||
            !read_number(reader, json_array_get(pair, 0), name, 0, 1, &out->metric[i].mean) ||
            !read_number(reader, json_array_get(pair, 1), name, 0, 1, &out->metric[i].half))
            return false;
    }
    return true;
}

static bool read_measures(struct reader *reader, const json_t *value,
                          const struct felt_genome *genome, struct felt_measures *out)
{
    if (!has_members(reader, value, "measures", 6)) return false;
    const char *program = member_text(reader, value, "program", 16);
    const json_t *facts = json_object_get(value, "facts");
    if (!program) return false;
    if (!read_hex(program, &out->hash)) return bad(reader, "program", "this is no hash");
    if (!member_u8(reader, value, "seats", FELT_GENOME_SEATS_MAX, &out->seats) ||
        !member_word(reader, value, "stage", felt_stage_word, FELT_STAGES, &out->stage) ||
        !member_word(reader, value, "flaw", felt_flaw_word, FELT_FLAWS, &out->flaw) ||
        !read_metrics(reader, json_object_get(value, "metrics"), out) ||
        !has_members(reader, facts, "facts", FELT_FACTS))
        return false;
    if (out->seats < genome->players.gene[FELT_PLAYERS_MIN] ||
        out->seats > genome->players.gene[FELT_PLAYERS_MAX])
        return bad(reader, "seats", "the game is not for so many");
    for (int i = 0; i < FELT_FACTS; i++)
        if (!member_number(reader, facts, felt_fact_name((enum felt_fact)i), -FACT_MAX, FACT_MAX,
                           &out->fact[i]))
            return false;
    return true;
}

static bool read_fitness(struct reader *reader, const json_t *object, struct felt_fitness *out)
{
    const json_t *three = json_object_get(object, "fitness");
    return has_items(reader, three, "fitness", 3, 3) &&
           read_number(reader, json_array_get(three, 0), "fitness", 0, 1, &out->value) &&
           read_number(reader, json_array_get(three, 1), "fitness", 0, 1, &out->half) &&
           read_number(reader, json_array_get(three, 2), "fitness", 0, 1, &out->gates);
}

/* ---- parts ---- */

static bool read_weights(struct reader *reader, const json_t *value, struct felt_weights *out)
{
    double sum = 0;
    if (!has_members(reader, value, "weights", FELT_METRICS)) return false;
    for (int i = 0; i < FELT_METRICS; i++) {
        if (!member_number(reader, value, felt_lab_metric_name((enum felt_lab_metric)i), 0, 1e6,
                           &out->weight[i]))
            return false;
        sum += out->weight[i];
    }
    return sum > 0 || bad(reader, "weights", "all of them are 0");
}

static bool read_seed(struct reader *reader, const json_t *plan, uint64_t *out)
{
    const char *text = member_text(reader, plan, "seed", 20);
    char again[24];
    if (!text) return false;
    *out = strtoull(text, NULL, 10);
    snprintf(again, sizeof again, "%" PRIu64, *out);
    return !strcmp(text, again) || bad(reader, "seed", "this is no whole number of 64 bits");
}

static bool read_plan(struct reader *reader, const json_t *root)
{
    struct felt_evolve_plan plan = {0};
    struct felt_genome start;
    const json_t *value = json_object_get(root, "plan"), *genome;
    if (!has_members(reader, value, "plan", 6) ||
        !read_weights(reader, json_object_get(value, "weights"), &plan.weights) ||
        !read_seed(reader, value, &plan.seed) ||
        !member_u32(reader, value, "candidates", FELT_CANDIDATES_MAX, &plan.candidates) ||
        !member_number(reader, value, "effort", 0, EFFORT_MAX, &plan.effort) ||
        !member_u32(reader, value, "locks", UINT32_MAX, &plan.locks))
        return false;
    genome = json_object_get(value, "start");
    bool starts = !json_is_null(genome);
    if (starts && !read_genome(reader, genome, "start", &start)) return false;
    if (!starts && plan.locks) return bad(reader, "locks", "there is no game that is locked");
    if (!reader->out) return true;
    if (starts) *reader->start = start;
    plan.start = starts ? reader->start : NULL;
    plan.known = reader->known;
    reader->out->plan = plan;
    return true;
}

static bool read_counts(struct reader *reader, const json_t *root)
{
    struct felt_evolve_counts counts;
    uint32_t next_id;
    double floor;
    const json_t *value = json_object_get(root, "counts");
    if (!has_members(reader, value, "counts", 8) ||
        !member_u32(reader, value, "generation", UINT32_MAX, &counts.generation) ||
        !member_count(reader, value, "made", COUNT_MAX, &counts.made) ||
        !member_count(reader, value, "viable", COUNT_MAX, &counts.viable) ||
        !member_count(reader, value, "sketched", COUNT_MAX, &counts.sketched) ||
        !member_count(reader, value, "measured", COUNT_MAX, &counts.measured) ||
        !member_count(reader, value, "cached", COUNT_MAX, &counts.cached) ||
        !member_count(reader, value, "again", COUNT_MAX, &counts.again) ||
        !member_number(reader, value, "again_squares", 0, FACT_MAX, &counts.again_squares) ||
        !member_u32(reader, root, "next_id", UINT32_MAX, &next_id) ||
        !member_number(reader, root, "floor", 0, 1, &floor))
        return false;
    if (!reader->out) return true;
    reader->out->counts = counts;
    reader->out->next_id = next_id;
    reader->out->floor = floor;
    return true;
}

static bool read_emitters(struct reader *reader, const json_t *root)
{
    const json_t *list = json_object_get(root, "emitters");
    if (!has_items(reader, list, "emitters", FELT_EMITTERS, FELT_EMITTERS)) return false;
    for (size_t i = 0; i < FELT_EMITTERS; i++) {
        const json_t *value = json_array_get(list, i);
        struct felt_emitter_record record;
        uint8_t which = 0;
        if (!has_members(reader, value, "emitters", 6) ||
            !member_word(reader, value, "name", emitter_word, FELT_EMITTERS, &which) ||
            !member_count(reader, value, "tried", COUNT_MAX, &record.tried) ||
            !member_count(reader, value, "viable", COUNT_MAX, &record.viable) ||
            !member_count(reader, value, "kept", COUNT_MAX, &record.kept) ||
            !member_number(reader, value, "gain", -FACT_MAX, FACT_MAX, &record.gain) ||
            !member_number(reader, value, "weight", -FACT_MAX, FACT_MAX, &record.weight))
            return false;
        if (which != i) return bad(reader, "emitters", "they are not in their order");
        if (reader->out) reader->out->emitter[i] = record;
    }
    return true;
}

static bool read_operators(struct reader *reader, const json_t *root)
{
    const json_t *list = json_object_get(root, "operators");
    size_t count = (size_t)felt_operator_count();
    if (reader->out) memset(reader->out->operators, 0, sizeof reader->out->operators);
    if (!has_items(reader, list, "operators", count, count)) return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(list, i);
        struct felt_operator_record record;
        if (!has_members(reader, value, "operators", 3)) return false;
        const char *name = member_text(reader, value, "name", 64);
        if (!name) return false;
        if (strcmp(name, felt_operator_at((int)i)->name) != 0)
            return bad(reader, "operators", "this program has others");
        if (!member_number(reader, value, "tried", 0, FACT_MAX, &record.tried) ||
            !member_number(reader, value, "viable", 0, FACT_MAX, &record.viable))
            return false;
        if (reader->out) reader->out->operators[i] = record;
    }
    return true;
}

static bool read_race(struct reader *reader, const json_t *root)
{
    const json_t *list = json_object_get(root, "race");
    struct felt_race race;
    if (!has_items(reader, list, "race", 3, 3) ||
        !read_number(reader, json_array_get(list, 0), "race", 0, FACT_MAX, &race.count) ||
        !read_number(reader, json_array_get(list, 1), "race", -FACT_MAX, FACT_MAX, &race.sum) ||
        !read_number(reader, json_array_get(list, 2), "race", 0, FACT_MAX, &race.squares))
        return false;
    if (reader->out) reader->out->race = race;
    return true;
}

static bool read_known(struct reader *reader, const json_t *root)
{
    const json_t *list = json_object_get(root, "known");
    if (!has_items(reader, list, "known", 0, reader->known_max)) return false;
    reader->list = "known";
    for (size_t i = reader->index = 0; i < json_array_size(list); reader->index = ++i) {
        const json_t *value = json_array_get(list, i);
        struct felt_known_game game = {0};
        if (!has_members(reader, value, "it", 4)) return false;
        const char *name = member_text(reader, value, "name", FELT_GENOME_NAME_BYTES - 1);
        if (!name) return false;
        if (!is_word(name, json_string_length(json_object_get(value, "name"))))
            return bad(reader, "name", "take letters, digits, - and _");
        memcpy(game.name, name, strlen(name));
        if (!read_genome(reader, json_object_get(value, "genome"), "genome", &game.genome) ||
            !read_measures(reader, json_object_get(value, "measures"), &game.genome,
                           &game.measures) ||
            !read_fitness(reader, value, &game.fitness))
            return false;
        if (reader->out) reader->known[i] = game;
    }
    reader->list = NULL;
    if (reader->out) reader->out->plan.known_count = (int)json_array_size(list);
    return true;
}

static bool read_cell(struct reader *reader, const json_t *elite, uint16_t *out)
{
    const json_t *value = json_object_get(elite, "cell");
    struct felt_cell cell;
    if (!has_members(reader, value, "cell", 6) ||
        !member_word(reader, value, "genre", genre_word, FELT_GENRES, &cell.genre) ||
        !member_u8(reader, value, "seats", FELT_CELL_SEATS - 1, &cell.seats) ||
        !member_u8(reader, value, "length", FELT_CELL_LENGTH - 1, &cell.length) ||
        !member_u8(reader, value, "skill", FELT_CELL_SKILL - 1, &cell.skill) ||
        !member_u8(reader, value, "betting", FELT_CELL_BETTING - 1, &cell.betting) ||
        !member_u8(reader, value, "interaction", FELT_CELL_INTERACTION - 1, &cell.interaction))
        return false;
    *out = (uint16_t)felt_cell_index(&cell);
    return true;
}

static bool read_elite(struct reader *reader, const json_t *value, uint32_t next_id,
                       struct felt_elite *out)
{
    const json_t *parents = json_object_get(value, "parents");
    uint64_t parent[2], measured;
    if (!has_members(reader, value, "it", 10) ||
        !member_u32(reader, value, "id", UINT32_MAX, &out->id) ||
        !has_items(reader, parents, "parents", 2, 2) ||
        !read_count(reader, json_array_get(parents, 0), "parents", UINT32_MAX, &parent[0]) ||
        !read_count(reader, json_array_get(parents, 1), "parents", UINT32_MAX, &parent[1]) ||
        !member_u32(reader, value, "born", UINT32_MAX, &out->born) ||
        !member_word(reader, value, "emitter", emitter_word, FELT_EMITTERS, &out->emitter) ||
        !member_count(reader, value, "measured", UINT16_MAX, &measured) ||
        !read_cell(reader, value, &out->cell) || !read_fitness(reader, value, &out->fitness) ||
        !read_genome(reader, json_object_get(value, "genome"), "genome", &out->genome) ||
        !read_measures(reader, json_object_get(value, "measures"), &out->genome, &out->measures))
        return false;
    out->parent[0] = (uint32_t)parent[0];
    out->parent[1] = (uint32_t)parent[1];
    out->measured = (uint16_t)measured;
    const char *name = member_text(reader, value, "name", 4 * FELT_GENOME_NAME_BYTES);
    if (!name) return false;
    if (strcmp(name, out->genome.name) != 0)
        return bad(reader, "name", "its genome has another one");
    if (out->id == 0 || out->id >= next_id) return bad(reader, "id", "it is out of its range");
    if (out->measures.stage != FELT_STAGE_FULL || out->measures.flaw != FELT_FLAW_NONE)
        return bad(reader, "measures", "this is no elite"); /* R1 */
    return true;
}

static bool read_elites(struct reader *reader, const json_t *root)
{
    const json_t *list = json_object_get(root, "elites");
    uint64_t hashes[FELT_ELITES_MAX];
    struct felt_archive *archive = reader->out ? &reader->out->archive : NULL;
    uint32_t next_id = (uint32_t)json_integer_value(json_object_get(root, "next_id"));
    int before = -1;
    if (!has_items(reader, list, "elites", 0, FELT_ELITES_MAX)) return false;
    if (archive) felt_archive_clear(archive, &reader->out->plan.weights);
    reader->list = "elites";
    for (size_t i = reader->index = 0; i < json_array_size(list); reader->index = ++i) {
        struct felt_elite elite = {0};
        if (!read_elite(reader, json_array_get(list, i), next_id, &elite)) return false;
        if (elite.cell <= before) return bad(reader, "cell", "they are not in their order");
        before = elite.cell;
        hashes[i] = elite.measures.hash;
        for (size_t k = 0; k < i; k++)
            if (hashes[k] == hashes[i]) return bad(reader, "program", "it is there twice");
        if (!archive) continue;
        archive->elite[i] = elite;
        archive->cell[elite.cell] = (uint16_t)(i + 1);
        archive->count = (uint32_t)(i + 1);
    }
    reader->list = NULL;
    return true;
}

static bool read_guests(struct reader *reader, const json_t *root)
{
    const json_t *list = json_object_get(root, "guests");
    if (!has_items(reader, list, "guests", 0, FELT_GUESTS_MAX)) return false;
    reader->list = "guests";
    for (size_t i = reader->index = 0; i < json_array_size(list); reader->index = ++i) {
        struct felt_genome genome;
        if (!read_genome(reader, json_array_get(list, i), "genome", &genome)) return false;
        if (reader->out) reader->out->guest[i] = genome;
    }
    reader->list = NULL;
    if (reader->out) reader->out->guests = (uint32_t)json_array_size(list);
    return true;
}

static bool read_cache(struct reader *reader, const json_t *root)
{
    const json_t *list = json_object_get(root, "cache");
    long before = -1;
    /* A table without an empty place would be searched without an end. */
    if (!has_items(reader, list, "cache", 0, FELT_CACHE_MAX / 4 * 3)) return false;
    if (reader->out) memset(reader->out->cache, 0, sizeof reader->out->cache);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        const char *text = json_string_value(item);
        uint64_t hash = 0;
        if (!text || json_string_length(item) != 21 || strspn(text, "0123456789abcdef") != 4 ||
            text[4] != ':' || !read_hex(text + 5, &hash) || hash == 0)
            return bad(reader, "cache", "this is no place with a hash");
        long place = strtol(text, NULL, 16);
        if (place <= before) return bad(reader, "cache", "places are not in their order");
        before = place;
        if (reader->out) reader->out->cache[place] = hash;
    }
    if (reader->out) reader->out->cached = (uint32_t)json_array_size(list);
    return true;
}

/* ---- the whole ---- */

static bool read_all(struct reader *reader, const json_t *root)
{
    return read_plan(reader, root) && read_counts(reader, root) && read_emitters(reader, root) &&
           read_operators(reader, root) && read_race(reader, root) && read_known(reader, root) &&
           read_elites(reader, root) && read_guests(reader, root) && read_cache(reader, root);
}

static bool read_head(struct reader *reader, const json_t *root, char preset[32])
{
    const char *format = json_string_value(json_object_get(root, "format"));
    const json_t *version = json_object_get(root, "version");
    if (!format || strcmp(format, FELT_ARCHIVE_FORMAT) != 0)
        return bad(reader, "format", "this is no archive of felt lab evolve");
    if (!json_is_integer(version) || json_integer_value(version) != FELT_ARCHIVE_VERSION)
        return refuse(reader, FELT_UNSUPPORTED, "version",
                      "another felt wrote it; only version 1 is known here");
    if (!has_members(reader, root, "it", 15)) return false;
    const char *name = member_text(reader, root, "preset", 31);
    if (!name) return false;
    if (!is_word(name, json_string_length(json_object_get(root, "preset"))))
        return bad(reader, "preset", "take letters, digits, - and _");
    memset(preset, 0, 32);
    memcpy(preset, name, strlen(name));
    return true;
}

/* Values and levels of a text, counted before anything is built of it. */
static bool is_modest(const char *text, size_t bytes)
{
    size_t values = 1, levels = 0;
    bool quoted = false;
    for (size_t i = 0; i < bytes; i++) {
        char c = text[i];
        if (quoted && c == '\\') i++;
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (c == '{' || c == '[') levels++;
        if ((c == '}' || c == ']') && levels) levels--;
        values += c == ',' || c == '[' || c == '{';
        if (levels > LEVELS_MAX || values > VALUES_MAX) return false;
    }
    return true;
}

/* The checksum, and what can be said without reading all of it. */
static bool is_whole(struct reader *reader, const char *text, size_t bytes)
{
    char tail[FELT_ARCHIVE_TAIL_BYTES + 1];
    static const char head[] = "{\"format\":\"" FELT_ARCHIVE_FORMAT "\"";
    if (bytes < sizeof head || memcmp(text, head, sizeof head - 1) != 0)
        return bad(reader, "format", "this is no archive of felt lab evolve");
    if (bytes > FELT_ARCHIVE_TEXT_MAX) return bad(reader, "text", "it is too long for an archive");
    if (bytes <= FELT_ARCHIVE_TAIL_BYTES) return bad(reader, "checksum", "the text was cut");
    bytes -= FELT_ARCHIVE_TAIL_BYTES;
    felt_archive_tail(text, bytes, tail);
    if (memcmp(text + bytes, tail, FELT_ARCHIVE_TAIL_BYTES - 19) != 0) /* all but its digits */
        return bad(reader, "checksum", "the text was cut: its end is missing");
    if (memcmp(text + bytes, tail, FELT_ARCHIVE_TAIL_BYTES) != 0)
        return bad(reader, "checksum", "the text is damaged: it is not as it was written");
    return is_modest(text, bytes) || bad(reader, "text", "it is too deep, or holds too much");
}

enum felt_status felt_archive_json_read(const char *text, size_t bytes, struct felt_evolve *out,
                                        struct felt_genome *start, char preset[32],
                                        struct felt_complaint *complaint)
{
    struct reader reader = {.complaint = complaint,
                            .known = out->plan.known,
                            .known_max = (size_t)out->plan.known_count};
    char name[32];
    felt_assert(out->plan.known_count >= 0);
    if (!is_whole(&reader, text, bytes)) return reader.status;
    json_t *root =
        felt_load_json(text, bytes, FELT_ARCHIVE_TEXT_MAX, "an archive", &reader.status, complaint);
    if (root == NULL) return reader.status;
    if (read_head(&reader, root, name) && read_all(&reader, root)) {
        reader.out = out;
        reader.start = start;
        bool good = read_all(&reader, root);
        felt_assert(good); /* K2: what is wrong was found the first time */
        memcpy(preset, name, sizeof name);
    }
    json_decref(root);
    return reader.status;
}
