/* test_lab_json.c -- an evolution as JSON: it comes back to the last bit, and nothing else is read
 * as one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "lab/archive/lab_dir.h"
#include "felt/genome_play.h"
#include "felt/json.h"
#include "lab/archive/archive_parts.h"
#include "lab/search/operators.h"
#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXT_BYTES = 1 << 20,
    CUTS = 400,
    FLIPS = 4000,
    MUTANTS = 1500,
    TAIL = FELT_ARCHIVE_TAIL_BYTES
};

struct scene {
    struct felt_lab_archive *archive, *read;
    char *text, *again, *third;
    size_t bytes;
};

/* Some number of 0 .. 1 with all its bits. */
static double any(struct felt_rng *rng)
{
    return (double)(felt_rng_next(rng) >> 11) / (double)(UINT64_C(1) << 53);
}

static void any_measures(struct felt_rng *rng, const struct felt_genome *genome,
                         struct felt_measures *out)
{
    *out = (struct felt_measures){.hash = felt_rng_next(rng),
                                  .seats = (uint8_t)genome->players.gene[FELT_PLAYERS_MIN],
                                  .stage = FELT_STAGE_FULL};
    for (int i = 0; i < FELT_METRICS; i++)
        out->metric[i] = (struct felt_measure){any(rng), any(rng) / 8};
    for (int i = 0; i < FELT_FACTS; i++) out->fact[i] = 100 * any(rng) - 3;
}

/* As far as a search would have filled it in. */
static void make_evolve(struct felt_lab_archive *archive, int elites, int known)
{
    struct felt_rng rng = felt_rng_make(12);
    struct felt_evolve *evolve = &archive->evolve;
    felt_lab_archive_known(archive);
    evolve->plan.known_count = known;
    evolve->plan.weights = felt_preset_find("balanced")->weights;
    evolve->plan.seed = UINT64_MAX;
    evolve->plan.effort = 0.1;
    felt_archive_clear(&evolve->archive, &evolve->plan.weights);
    for (int i = 0; i < known; i++) {
        any_measures(&rng, &archive->known[i].genome, &archive->known[i].measures);
        archive->known[i].fitness = (struct felt_fitness){any(&rng), 0.25, 1};
    }
    archive->known[0].measures.flaw = FELT_FLAW_IDLE;
    archive->known[0].measures.stage = FELT_STAGE_SKETCH;
    while ((int)evolve->archive.count < elites) {
        struct felt_elite elite = {
            .id = ++evolve->next_id, .parent = {1}, .born = 7, .measured = 2};
        elite.emitter = (uint8_t)(elite.id % FELT_EMITTERS);
        felt_genome_invent(&rng, &elite.genome);
        snprintf(elite.genome.name, sizeof elite.genome.name, "Game \"%u\" \xc3\xa9", elite.id);
        any_measures(&rng, &elite.genome, &elite.measures);
        (void)felt_archive_put(&evolve->archive, &elite);
    }
    evolve->next_id++;
    evolve->floor = 1.0 / 3;
    evolve->counts = (struct felt_evolve_counts){12, 768, 401, 300, 200, 100, 50, 1e-300};
    for (int i = 0; i < FELT_EMITTERS; i++)
        evolve->emitter[i] = (struct felt_emitter_record){(uint64_t)i * 100, 20, 3, any(&rng), 0.1};
    for (int i = 0; i < felt_operator_count(); i++)
        evolve->operators[i] = (struct felt_operator_record){10 * any(&rng), any(&rng)};
    evolve->race = (struct felt_race){12.5, -0.75, 0.1};
    evolve->guests = 2;
    felt_genome_invent(&rng, &evolve->guest[0]);
    felt_genome_invent(&rng, &evolve->guest[1]);
    for (int i = 0; i < 5; i++) felt_evolve_remember(evolve, felt_rng_next(&rng) | 1);
}

static size_t write_to(char *text, const struct felt_lab_archive *archive)
{
    struct felt_buffer out = felt_buffer_make(text, TEXT_BYTES);
    assert_int_equal(felt_archive_json_write(&archive->evolve, "balanced", &out), FELT_OK);
    return out.used;
}

static enum felt_status read_from(const char *text, size_t bytes, struct felt_lab_archive *out,
                                  struct felt_complaint *complaint)
{
    out->evolve.plan.known = out->known;
    out->evolve.plan.known_count = sizeof out->known / sizeof out->known[0];
    return felt_archive_json_read(text, bytes, &out->evolve, &out->start, out->preset, complaint);
}

static void open_scene(struct scene *scene, int elites, int known)
{
    scene->archive = calloc(1, sizeof *scene->archive);
    scene->read = calloc(1, sizeof *scene->read);
    scene->text = malloc(TEXT_BYTES);
    scene->again = malloc(TEXT_BYTES);
    scene->third = malloc(TEXT_BYTES);
    assert_true(scene->archive && scene->read && scene->text && scene->again && scene->third);
    make_evolve(scene->archive, elites, known);
    scene->bytes = write_to(scene->text, scene->archive);
}

static void close_scene(struct scene *scene)
{
    free(scene->archive);
    free(scene->read);
    free(scene->text);
    free(scene->again);
    free(scene->third);
}

/* Gives a text that was changed the checksum that it then has. */
static size_t seal(char *text, size_t bytes)
{
    assert_true(bytes + TAIL < TEXT_BYTES);
    char tail[TAIL + 1];
    felt_archive_tail(text, bytes, tail);
    memcpy(text + bytes, tail, TAIL);
    return bytes + TAIL;
}

/* ---- K1 ---- */

static void expect_same(const struct felt_evolve *a, const struct felt_evolve *b)
{
    assert_int_equal(a->archive.count, b->archive.count);
    for (uint32_t i = 0; i < a->archive.count; i++) {
        const struct felt_elite *left = &a->archive.elite[i], *right = &b->archive.elite[i];
        assert_int_equal(left->id, right->id);
        assert_int_equal(left->cell, right->cell);
        assert_true(felt_genome_equal(&left->genome, &right->genome));
        assert_memory_equal(left->measures.metric, right->measures.metric,
                            sizeof left->measures.metric);
        assert_memory_equal(left->measures.fact, right->measures.fact, sizeof left->measures.fact);
        assert_memory_equal(&left->fitness, &right->fitness, sizeof left->fitness);
    }
    assert_memory_equal(a->archive.cell, b->archive.cell, sizeof a->archive.cell);
    assert_memory_equal(&a->archive.weights, &b->archive.weights, sizeof a->archive.weights);
    assert_int_equal(a->counts.generation, b->counts.generation);
    assert_int_equal(a->counts.made, b->counts.made);
    assert_true(a->counts.again_squares == b->counts.again_squares);
    assert_memory_equal(a->emitter, b->emitter, sizeof a->emitter);
    assert_memory_equal(a->operators, b->operators, sizeof a->operators);
    assert_memory_equal(&a->race, &b->race, sizeof a->race);
    assert_memory_equal(a->cache, b->cache, sizeof a->cache);
    assert_int_equal(a->cached, b->cached);
    assert_int_equal(a->guests, b->guests);
    assert_true(felt_genome_equal(&a->guest[1], &b->guest[1]));
    assert_true(a->plan.seed == b->plan.seed && a->plan.effort == b->plan.effort);
    assert_int_equal(a->plan.known_count, b->plan.known_count);
    for (int i = 0; i < a->plan.known_count; i++) {
        assert_string_equal(a->plan.known[i].name, b->plan.known[i].name);
        assert_true(felt_genome_equal(&a->plan.known[i].genome, &b->plan.known[i].genome));
        assert_int_equal(a->plan.known[i].measures.flaw, b->plan.known[i].measures.flaw);
    }
}

static void lab_json_comes_back_to_the_last_bit(void **state)
{
    struct scene scene;
    struct felt_complaint complaint;
    (void)state;
    open_scene(&scene, 40, 5);
    if (read_from(scene.text, scene.bytes, scene.read, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    assert_string_equal(scene.read->preset, "balanced");
    assert_ptr_equal(scene.read->evolve.plan.known, scene.read->known);
    assert_null(scene.read->evolve.plan.start);
    expect_same(&scene.archive->evolve, &scene.read->evolve);
    size_t bytes = write_to(scene.again, scene.read);
    assert_int_equal(bytes, scene.bytes);
    assert_memory_equal(scene.again, scene.text, bytes);
    close_scene(&scene);
}

static void lab_json_keeps_a_locked_game(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, 0, 0);
    struct felt_evolve_plan *plan = &scene.archive->evolve.plan;
    plan->start = &scene.archive->known[3].genome;
    plan->locks = FELT_LOCK_PHASES;
    scene.bytes = write_to(scene.text, scene.archive);
    assert_int_equal(read_from(scene.text, scene.bytes, scene.read, NULL), FELT_OK);
    assert_ptr_equal(scene.read->evolve.plan.start, &scene.read->start);
    assert_true(felt_genome_equal(&scene.read->start, plan->start));
    assert_int_equal(scene.read->evolve.plan.locks, FELT_LOCK_PHASES);
    assert_int_equal(scene.read->evolve.archive.count, 0);
    close_scene(&scene);
}

static void lab_json_that_does_not_fit_is_full(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, 3, 1);
    for (size_t room = 0; room < scene.bytes; room += scene.bytes / 97) {
        struct felt_buffer out = felt_buffer_make(scene.again, room);
        assert_int_equal(felt_archive_json_write(&scene.archive->evolve, "balanced", &out),
                         FELT_FULL);
    }
    close_scene(&scene);
}

static void lab_json_measures_read_like_this(void **state)
{
    struct felt_measures measures = {.hash = 0x17, .seats = 2, .stage = FELT_STAGE_SKETCH};
    char text[4096];
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    struct felt_json json = felt_json_make(&out);
    (void)state;
    measures.flaw = FELT_FLAW_UNFAIR;
    measures.metric[0] = (struct felt_measure){0.1, 1};
    measures.metric[1] = (struct felt_measure){-0.0, 1e-9};
    felt_measures_json(&json, &measures);
    assert_true(felt_json_done(&json));
    (void)felt_buffer_terminate(&out);
    static const char begin[] =
        "{\"program\":\"0000000000000017\",\"seats\":2,\"stage\":\"sketch\",\"flaw\":\"unfair\","
        "\"metrics\":{\"completion\":[0.10000000000000001,1],\"decided\":[0,"
        "1.0000000000000001e-09],\"balance\":[0,0],";
    text[sizeof begin - 1] = '\0';
    assert_string_equal(text, begin);
}

/* ---- K2 ---- */

/* Refused, and nothing was written. */
static void expect_refused(struct scene *scene, const char *text, size_t bytes, const char *what)
{
    struct felt_complaint complaint = {0};
    scene->read->evolve.counts.generation = 4711;
    scene->read->evolve.archive.count = 4712;
    scene->read->preset[0] = '!';
    if (read_from(text, bytes, scene->read, &complaint) == FELT_OK) fail_msg("%s is read", what);
    assert_true(complaint.text[0]);
    assert_int_equal(scene->read->evolve.counts.generation, 4711);
    assert_int_equal(scene->read->evolve.archive.count, 4712);
    assert_int_equal(scene->read->preset[0], '!');
}

static void lab_json_that_was_cut_is_refused(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, 6, 2);
    for (size_t bytes = 0; bytes < scene.bytes; bytes += 1 + scene.bytes / CUTS)
        expect_refused(&scene, scene.text, bytes, "a text that was cut");
    for (size_t less = 1; less < 80; less++)
        expect_refused(&scene, scene.text, scene.bytes - less, "a text without its end");
    scene.text[scene.bytes] = ' ';
    expect_refused(&scene, scene.text, scene.bytes + 1, "a text with something behind it");
    close_scene(&scene);
}

static void lab_json_with_a_wrong_byte_is_refused(void **state)
{
    struct felt_rng rng = felt_rng_make(1);
    struct scene scene;
    (void)state;
    open_scene(&scene, 3, 1);
    for (uint32_t i = 0; i < FLIPS; i++) {
        uint32_t at = i < 2 * TAIL ? (uint32_t)scene.bytes - 1 - i
                                   : felt_rng_below(&rng, (uint32_t)scene.bytes);
        char was = scene.text[at];
        scene.text[at] = (char)(was ^ (1 << felt_rng_below(&rng, 8)));
        expect_refused(&scene, scene.text, scene.bytes, "a wrong byte");
        scene.text[at] = was;
    }
    assert_int_equal(read_from(scene.text, scene.bytes, scene.read, NULL), FELT_OK);
    close_scene(&scene);
}

/* One change of the text before its end, of a kind that leaves it JSON now and then. */
static size_t mutate(struct felt_rng *rng, char *text, size_t bytes)
{
    size_t at = felt_rng_below(rng, (uint32_t)bytes), length = 1 + felt_rng_below(rng, 40);
    if (length > bytes - at) length = bytes - at;
    switch (felt_rng_below(rng, 5)) {
    case 0: /* another digit, wherever the next one is */
        while (at < bytes && (text[at] < '0' || text[at] > '9')) at++;
        if (at < bytes) text[at] = (char)('0' + felt_rng_below(rng, 10));
        break;
    case 1: text[at] = (char)felt_rng_below(rng, 256); break;
    case 2: /* a piece is gone */
        memmove(text + at, text + at + length, bytes - at - length);
        bytes -= length;
        break;
    case 3: /* a piece is there twice */
        memmove(text + at + length, text + at, bytes - at);
        bytes += length;
        break;
    default: /* a number is another one */
        while (at + 1 < bytes && text[at] != ':' && text[at] != ',' && text[at] != '[') at++;
        if (at + 1 < bytes) text[at + 1] = "-9e.{\"tn"[felt_rng_below(rng, 8)];
        break;
    }
    return bytes;
}

/* Whoever changes a text can give it the right checksum.  It is refused then, or it is an archive
 * that comes back as it is. */
static void lab_json_by_anybody_is_refused_or_right(void **state)
{
    struct felt_rng rng = felt_rng_make(2);
    struct scene scene;
    int right = 0;
    (void)state;
    open_scene(&scene, 2, 1);
    for (int i = 0; i < MUTANTS; i++) {
        memcpy(scene.again, scene.text, scene.bytes);
        size_t bytes = mutate(&rng, scene.again, scene.bytes - TAIL);
        bytes = seal(scene.again, bytes);
        if (read_from(scene.again, bytes, scene.read, NULL) != FELT_OK) continue;
        right++;
        bytes = write_to(scene.again, scene.read);
        assert_int_equal(read_from(scene.again, bytes, scene.read, NULL), FELT_OK);
        assert_int_equal(write_to(scene.third, scene.read), bytes);
        assert_memory_equal(scene.again, scene.third, bytes);
    }
    assert_true(right > 20 && right < MUTANTS / 2); /* of both there were some */
    close_scene(&scene);
}

/* `from`, the first time it stands there, becomes `to`. */
struct wrong {
    const char *from, *to;
    enum felt_status status;
    const char *says;
};
static const struct wrong wrongs[] = {
    {"felt.lab.archive", "felt.lab.archivf", FELT_BAD_FORMAT,
     "format: this is no archive of felt lab evolve"},
    {"\"version\":1", "\"version\":2", FELT_UNSUPPORTED,
     "version: another felt wrote it; only version 1 is known here"},
    {"\"preset\":\"balanced\"", "\"preset\":\"../x\"", FELT_BAD_FORMAT,
     "preset: take letters, digits, - and _"},
    {"\"preset\":", "\"more\":1,\"preset\":", FELT_BAD_FORMAT,
     "it: members are missing, or there are others"},
    {"\"preset\":", "\"preset\":\"x\",\"preset\":", FELT_BAD_FORMAT,
     "this is not JSON: duplicate object key near '\"preset\"'"},
    {"18446744073709551615", "18446744073709551616", FELT_BAD_FORMAT,
     "seed: this is no whole number of 64 bits"},
    {"\"locks\":0", "\"locks\":4", FELT_BAD_FORMAT, "locks: there is no game that is locked"},
    {"\"candidates\":0", "\"candidates\":257", FELT_BAD_FORMAT,
     "candidates: this is no whole number, or out of its range"},
    {"\"effort\":0.1", "\"effort\":-0.1", FELT_BAD_FORMAT,
     "effort: this is no number, or out of its range"},
    {"\"generation\":12", "\"generation\":\"12\"", FELT_BAD_FORMAT,
     "generation: this is no whole number, or out of its range"},
    {"\"name\":\"betting-war\"", "\"name\":\"betting/war\"", FELT_BAD_FORMAT,
     "known 1: name: take letters, digits, - and _"},
    {"\"stage\":\"sketch\"", "\"stage\":\"sketchy\"", FELT_BAD_FORMAT,
     "known 1: stage: there is no such word"},
    {"\"measured\":2,", "\"measured\":65536,", FELT_BAD_FORMAT,
     "elites 1: measured: this is no whole number, or out of its range"},
    {"\"stage\":\"full\"", "\"stage\":\"filter\"", FELT_BAD_FORMAT,
     "elites 1: measures: this is no elite"},
    {"\"id\":", "\"id\":9", FELT_BAD_FORMAT, "elites 1: id: it is out of its range"},
    {"\"emitters\":[{\"name\":\"mutate\"", "\"emitters\":[{\"name\":\"cross\"", FELT_BAD_FORMAT,
     "emitters: they are not in their order"},
};

static void lab_json_says_what_is_wrong(void **state)
{
    struct scene scene;
    (void)state;
    open_scene(&scene, 2, 1);
    scene.text[scene.bytes] = '\0';
    for (size_t i = 0; i < sizeof wrongs / sizeof wrongs[0]; i++) {
        const struct wrong *wrong = &wrongs[i];
        struct felt_complaint complaint = {0};
        const char *at = strstr(scene.text, wrong->from);
        if (!at) fail_msg("%s is not there", wrong->from);
        size_t before = (size_t)(at - scene.text), cut = strlen(wrong->from);
        size_t rest = scene.bytes - TAIL - before - cut, more = strlen(wrong->to);
        memcpy(scene.again, scene.text, before);
        memcpy(scene.again + before, wrong->to, more);
        memcpy(scene.again + before + more, at + cut, rest);
        size_t bytes = seal(scene.again, before + more + rest);
        assert_int_equal(read_from(scene.again, bytes, scene.read, &complaint), wrong->status);
        assert_string_equal(complaint.text, wrong->says);
    }
    close_scene(&scene);
}

static void lab_json_bombs_are_refused_before_they_are_built(void **state)
{
    static const char begin[] = "{\"format\":\"felt.lab.archive\",\"x\":";
    struct felt_complaint complaint;
    struct felt_lab_archive *read = calloc(1, sizeof *read);
    size_t room = 5 << 20, used = sizeof begin - 1;
    char *text = malloc(room + 64), tail[TAIL + 1];
    (void)state;
    assert_true(read && text);
    for (int kind = 0; kind < 2; kind++) {
        memcpy(text, begin, used);
        memset(text + used, kind ? '[' : ',', room - used);
        felt_archive_tail(text, room, tail);
        memcpy(text + room, tail, TAIL);
        assert_int_equal(read_from(text, room + TAIL, read, &complaint), FELT_BAD_FORMAT);
        assert_string_equal(complaint.text, "text: it is too deep, or holds too much");
    }
    free(text);
    free(read);
}

/* ---- names of files ---- */

static void lab_json_slugs_are_safe(void **state)
{
    static const struct {
        const char *name, *slug;
    } rows[] = {{"Copper Heron", "copper-heron-17"},
                {"", "game-17"},
                {"../../etc/passwd", "etc-passwd-17"},
                {"--rf", "rf-17"},
                {"Fox's  \xc3\x84rger\n", "foxs-rger-17"},
                {"\x1b[2J", "2j-17"},
                {"0123456789012345678901234567890123456789012345678901234567890",
                 "012345678901234567890123456789012345678901234567-17"}};
    struct felt_elite elite = {.id = 17};
    char slug[FELT_LAB_SLUG_BYTES];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(elite.genome.name, sizeof elite.genome.name, "%s", rows[i].name);
        assert_string_equal(felt_lab_slug(&elite, slug), rows[i].slug);
    }
}

TEST_MODULE(lab_json)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lab_json_comes_back_to_the_last_bit),
        cmocka_unit_test(lab_json_keeps_a_locked_game),
        cmocka_unit_test(lab_json_that_does_not_fit_is_full),
        cmocka_unit_test(lab_json_measures_read_like_this),
        cmocka_unit_test(lab_json_that_was_cut_is_refused),
        cmocka_unit_test(lab_json_with_a_wrong_byte_is_refused),
        cmocka_unit_test(lab_json_by_anybody_is_refused_or_right),
        cmocka_unit_test(lab_json_says_what_is_wrong),
        cmocka_unit_test(lab_json_bombs_are_refused_before_they_are_built),
        cmocka_unit_test(lab_json_slugs_are_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
