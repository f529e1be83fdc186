/* archive_json.c -- an evolution as JSON: the writer.
 *
 *     {"format":"felt.lab.archive","version":1,"preset":"balanced",
 *     "plan":{"weights":{"completion":1,...},"seed":"1","candidates":64,"effort":1,"locks":0,
 *       "start":null},
 *     "counts":{"generation":12,...},"next_id":402,"floor":0.5,
 *     "emitters":[{"name":"mutate","tried":301,...},...],
 *     "operators":[{"name":"AddPhase","tried":3.5,"viable":1.25},...],"race":[12.5,0.3,0.1],
 *     "known":[{"name":"war","fitness":[0.1,0.02,1],"measures":{...},"genome":{...}},...],
 *     "elites":[{"id":17,...,"measures":{...},"genome":{...}},...],
 *     "guests":[{...}],
 *     "cache":["00a3:0123456789abcdef",...]
 *     ,"checksum":"0123456789abcdef"}
 *
 * Lists have an item on each line.  What a double is must come back to the last bit, so it has 17
 * digits; whole numbers of 64 bits, which JSON has no room for, are texts.  The cache is a table
 * whose places matter, so each hash has its place before it.
 *
 * The checksum is FNV-1a over all bytes before the comma that precedes it: whatever single byte is
 * changed, it is another one. */
#include "lab/archive/archive_json.h"
#include "base/json_member.h"

#include "felt/assert.h"
#include "felt/genome_json.h"
#include "lab/archive/archive_parts.h"
#include "lab/search/operators.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NUMBER_BYTES = 32 };

/* ---- words ---- */

const char *felt_stage_word(int stage)
{
    static const char *const words[] = {"none", "filter", "sketch", "full"};
    _Static_assert(sizeof words / sizeof words[0] == FELT_STAGES, "a word for each");
    felt_assert(stage >= 0 && stage < FELT_STAGES);
    return words[stage];
}

const char *felt_flaw_word(int flaw)
{
    static const char *const words[] = {"none", "endless", "empty", "drawn", "unfair",
                                        "long", "short",   "idle",  "blind"};
    _Static_assert(sizeof words / sizeof words[0] == FELT_FLAWS, "a word for each");
    felt_assert(flaw >= 0 && flaw < FELT_FLAWS);
    return words[flaw];
}

void felt_archive_tail(const char *text, size_t bytes, char out[FELT_ARCHIVE_TAIL_BYTES + 1])
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < bytes; i++) {
        hash ^= (unsigned char)text[i];
        hash *= UINT64_C(0x100000001b3);
    }
    snprintf(out, FELT_ARCHIVE_TAIL_BYTES + 1, ",\n\"checksum\":\"%016" PRIx64 "\"}\n", hash);
}

/* ---- values ---- */

/* A value that is JSON already. */
static void write_raw(struct felt_json *json, const char *text, size_t bytes)
{
    uint32_t level = UINT32_C(1) << json->depth;
    if (json->in_object & level) {
        felt_assert(json->after_key);
        json->after_key = false;
    } else {
        if (json->has_item & level) felt_buffer_char(json->out, ',');
        json->has_item |= level;
    }
    felt_buffer_bytes(json->out, text, bytes);
}

/* As many digits as a double has; a minus before 0 would be lost by readers, and is not written. */
static void write_double(struct felt_json *json, double number)
{
    char text[NUMBER_BYTES];
    felt_assert(isfinite(number));
    int bytes = snprintf(text, sizeof text, "%.17g", number == 0 ? 0 : number);
    felt_assert(bytes > 0 && bytes < (int)sizeof text);
    char *comma = strchr(text, ','); /* of somebody's language */
    if (comma) *comma = '.';
    write_raw(json, text, (size_t)bytes);
}

static void write_hex(struct felt_json *json, uint64_t number)
{
    char text[FELT_ARCHIVE_HEX_BYTES];
    snprintf(text, sizeof text, "%016" PRIx64, number);
    felt_json_text(json, text);
}

static void write_number(struct felt_json *json, const char *key, double number)
{
    felt_json_key(json, key);
    write_double(json, number);
}

/* The next item stands on a line of its own. */
static void break_line(struct felt_json *json)
{
    felt_buffer_char(json->out, '\n');
}

/* The canonical form without its line breaks; texts have none, so all of them are layout. */
static bool write_genome(struct felt_json *json, const struct felt_genome *genome)
{
    char text[FELT_GENOME_TEXT_MAX + 1];
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    size_t bytes = 0;
    if (felt_genome_json_write(genome, &out) != FELT_OK) return false;
    for (size_t i = 0; i < out.used; i++) {
        if (text[i] != '\n') {
            text[bytes++] = text[i];
            continue;
        }
        while (i + 1 < out.used && text[i + 1] == ' ') i++;
    }
    write_raw(json, text, bytes);
    return true;
}

void felt_measures_json(struct felt_json *json, const struct felt_measures *measures)
{
    felt_json_object(json);
    felt_json_key(json, "program");
    write_hex(json, measures->hash);
    felt_json_put_uint(json, "seats", measures->seats);
    felt_json_key(json, "stage");
    felt_json_text(json, felt_stage_word(measures->stage));
    felt_json_key(json, "flaw");
    felt_json_text(json, felt_flaw_word(measures->flaw));
    felt_json_key(json, "metrics");
    felt_json_object(json);
    for (int i = 0; i < FELT_METRICS; i++) {
        felt_json_key(json, felt_lab_metric_name((enum felt_lab_metric)i));
        felt_json_array(json);
        write_double(json, measures->metric[i].mean);
        write_double(json, measures->metric[i].half);
        felt_json_end(json);
    }
    felt_json_end(json);
    felt_json_key(json, "facts");
    felt_json_object(json);
    for (int i = 0; i < FELT_FACTS; i++)
        write_number(json, felt_fact_name((enum felt_fact)i), measures->fact[i]);
    felt_json_end(json);
    felt_json_end(json);
}

/* ---- parts ---- */

static void write_fitness(struct felt_json *json, const struct felt_fitness *fitness)
{
    felt_json_key(json, "fitness");
    felt_json_array(json);
    write_double(json, fitness->value);
    write_double(json, fitness->half);
    write_double(json, fitness->gates);
    felt_json_end(json);
}

static bool write_plan(struct felt_json *json, const struct felt_evolve_plan *plan)
{
    char seed[NUMBER_BYTES];
    bool good = true;
    felt_json_key(json, "plan");
    felt_json_object(json);
    felt_json_key(json, "weights");
    felt_json_object(json);
    for (int i = 0; i < FELT_METRICS; i++)
        write_number(json, felt_lab_metric_name((enum felt_lab_metric)i), plan->weights.weight[i]);
    felt_json_end(json);
    snprintf(seed, sizeof seed, "%" PRIu64, plan->seed);
    felt_json_key(json, "seed");
    felt_json_text(json, seed);
    felt_json_put_uint(json, "candidates", plan->candidates);
    write_number(json, "effort", plan->effort);
    felt_json_put_uint(json, "locks", plan->locks);
    felt_json_key(json, "start");
    if (plan->start)
        good = write_genome(json, plan->start);
    else
        felt_json_null(json);
    if (good) felt_json_end(json);
    return good;
}

static void write_counts(struct felt_json *json, const struct felt_evolve_counts *counts)
{
    felt_json_key(json, "counts");
    felt_json_object(json);
    felt_json_put_uint(json, "generation", counts->generation);
    felt_json_put_uint(json, "made", counts->made);
    felt_json_put_uint(json, "viable", counts->viable);
    felt_json_put_uint(json, "sketched", counts->sketched);
    felt_json_put_uint(json, "measured", counts->measured);
    felt_json_put_uint(json, "cached", counts->cached);
    felt_json_put_uint(json, "again", counts->again);
    write_number(json, "again_squares", counts->again_squares);
    felt_json_end(json);
}

static void write_emitters(struct felt_json *json, const struct felt_emitter_record *emitter)
{
    felt_json_key(json, "emitters");
    felt_json_array(json);
    for (int i = 0; i < FELT_EMITTERS; i++) {
        felt_json_object(json);
        felt_json_key(json, "name");
        felt_json_text(json, felt_emitter_name((enum felt_emitter)i));
        felt_json_put_uint(json, "tried", emitter[i].tried);
        felt_json_put_uint(json, "viable", emitter[i].viable);
        felt_json_put_uint(json, "kept", emitter[i].kept);
        write_number(json, "gain", emitter[i].gain);
        write_number(json, "weight", emitter[i].weight);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void write_operators(struct felt_json *json, const struct felt_evolve *evolve)
{
    felt_assert(felt_operator_count() <= FELT_OPERATORS_MAX);
    felt_json_key(json, "operators");
    felt_json_array(json);
    for (int i = 0; i < felt_operator_count(); i++) {
        felt_json_object(json);
        felt_json_key(json, "name");
        felt_json_text(json, felt_operator_at(i)->name);
        write_number(json, "tried", evolve->operators[i].tried);
        write_number(json, "viable", evolve->operators[i].viable);
        felt_json_end(json);
    }
    felt_json_end(json);
    felt_json_key(json, "race");
    felt_json_array(json);
    write_double(json, evolve->race.count);
    write_double(json, evolve->race.sum);
    write_double(json, evolve->race.squares);
    felt_json_end(json);
}

static bool write_known(struct felt_json *json, const struct felt_evolve_plan *plan)
{
    bool good = true;
    felt_json_key(json, "known");
    felt_json_array(json);
    for (int i = 0; i < plan->known_count && good; i++) {
        break_line(json);
        felt_json_object(json);
        felt_json_key(json, "name");
        felt_json_text(json, plan->known[i].name);
        write_fitness(json, &plan->known[i].fitness);
        felt_json_key(json, "measures");
        felt_measures_json(json, &plan->known[i].measures);
        felt_json_key(json, "genome");
        good = write_genome(json, &plan->known[i].genome);
        if (good) felt_json_end(json);
    }
    if (good) felt_json_end(json);
    return good;
}

static void write_cell(struct felt_json *json, int index)
{
    struct felt_cell cell = felt_cell_at(index);
    felt_json_key(json, "cell");
    felt_json_object(json);
    felt_json_key(json, "genre");
    felt_json_text(json, felt_genre_name((enum felt_genre)cell.genre));
    felt_json_put_uint(json, "seats", cell.seats);
    felt_json_put_uint(json, "length", cell.length);
    felt_json_put_uint(json, "skill", cell.skill);
    felt_json_put_uint(json, "betting", cell.betting);
    felt_json_put_uint(json, "interaction", cell.interaction);
    felt_json_end(json);
}

static bool write_elite(struct felt_json *json, const struct felt_elite *elite)
{
    felt_json_object(json);
    felt_json_put_uint(json, "id", elite->id);
    felt_json_key(json, "name");
    felt_json_text(json, elite->genome.name);
    felt_json_key(json, "parents");
    felt_json_array(json);
    felt_json_uint(json, elite->parent[0]);
    felt_json_uint(json, elite->parent[1]);
    felt_json_end(json);
    felt_json_put_uint(json, "born", elite->born);
    felt_json_key(json, "emitter");
    felt_json_text(json, felt_emitter_name((enum felt_emitter)elite->emitter));
    felt_json_put_uint(json, "measured", elite->measured);
    write_cell(json, elite->cell);
    write_fitness(json, &elite->fitness);
    felt_json_key(json, "measures");
    felt_measures_json(json, &elite->measures);
    felt_json_key(json, "genome");
    if (!write_genome(json, &elite->genome)) return false;
    felt_json_end(json);
    return true;
}

static bool write_elites(struct felt_json *json, const struct felt_archive *archive)
{
    felt_json_key(json, "elites");
    felt_json_array(json);
    for (uint32_t i = 0; i < archive->count; i++) {
        break_line(json);
        if (!write_elite(json, &archive->elite[i])) return false;
    }
    felt_json_end(json);
    return true;
}

static bool write_guests(struct felt_json *json, const struct felt_evolve *evolve)
{
    felt_json_key(json, "guests");
    felt_json_array(json);
    for (uint32_t i = 0; i < evolve->guests; i++) {
        break_line(json);
        if (!write_genome(json, &evolve->guest[i])) return false;
    }
    felt_json_end(json);
    return true;
}

static void write_cache(struct felt_json *json, const struct felt_evolve *evolve)
{
    _Static_assert(FELT_CACHE_MAX == 1 << 16, "four digits");
    felt_json_key(json, "cache");
    felt_json_array(json);
    for (uint32_t i = 0; i < FELT_CACHE_MAX; i++) {
        char text[NUMBER_BYTES];
        if (evolve->cache[i] == 0) continue;
        snprintf(text, sizeof text, "%04" PRIx32 ":%016" PRIx64, i, evolve->cache[i]);
        break_line(json);
        felt_json_text(json, text);
    }
    felt_json_end(json);
}

enum felt_status felt_archive_json_write(const struct felt_evolve *evolve, const char *preset,
                                         struct felt_buffer *out)
{
    struct felt_json json = felt_json_make(out);
    char tail[FELT_ARCHIVE_TAIL_BYTES + 1];
    size_t begin = out->used;
    felt_json_object(&json);
    felt_json_key(&json, "format");
    felt_json_text(&json, FELT_ARCHIVE_FORMAT);
    felt_json_put_uint(&json, "version", FELT_ARCHIVE_VERSION);
    felt_json_key(&json, "preset");
    felt_json_text(&json, preset);
    break_line(&json);
    if (!write_plan(&json, &evolve->plan)) return FELT_FULL;
    break_line(&json);
    write_counts(&json, &evolve->counts);
    felt_json_put_uint(&json, "next_id", evolve->next_id);
    write_number(&json, "floor", evolve->floor);
    break_line(&json);
    write_emitters(&json, evolve->emitter);
    break_line(&json);
    write_operators(&json, evolve);
    break_line(&json);
    if (!write_known(&json, &evolve->plan) || !write_elites(&json, &evolve->archive) ||
        !write_guests(&json, evolve))
        return FELT_FULL;
    write_cache(&json, evolve);
    if (out->overflow) return FELT_FULL;
    felt_archive_tail(out->bytes + begin, out->used - begin, tail);
    felt_buffer_bytes(out, tail, FELT_ARCHIVE_TAIL_BYTES); /* closes the object */
    return out->overflow ? FELT_FULL : FELT_OK;
}
