/* test_lab_islands.c -- islands of evolution: letters, the ring, who is gone, merging
 * (lab/islands/lab_islands.h, lab/islands/lab_islands_merge.h), with a post made of arrays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "command/lab_file.h"
#include "lab/islands/lab_islands_merge.h"
#include "felt/genome_json.h"
#include "felt/rng.h"
#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ISLANDS = 4, QUEUE = 64, PATIENCE = 5000 };

/* ---- a post made of arrays ---- */

struct sent {
    int from, to, tag;
    size_t count;
    char *bytes;
};
struct world;
struct box {
    struct world *world;
    int rank;
    bool refuses; /* what this island sends */
    char *delivered;
};
struct world {
    int count, queued;
    struct sent queue[QUEUE];
    bool dead[ISLANDS];
    struct box box[ISLANDS];
    struct felt_post post[ISLANDS];
    struct felt_islands islands[ISLANDS];
    struct felt_evolve *evolve[ISLANDS];
};

static bool send(void *self, int to, int tag, const char *bytes, size_t count)
{
    struct box *box = self;
    struct world *world = box->world;
    if (box->refuses) return false;
    assert_true(world->queued < QUEUE);
    struct sent *sent = &world->queue[world->queued++];
    *sent = (struct sent){box->rank, to, tag, count, malloc(count + 1)};
    assert_non_null(sent->bytes);
    memcpy(sent->bytes, bytes, count);
    return true;
}

static bool next(void *self, struct felt_letter *out)
{
    struct box *box = self;
    struct world *world = box->world;
    free(box->delivered);
    box->delivered = NULL;
    for (int i = 0; i < world->queued; i++) {
        struct sent sent = world->queue[i];
        if (sent.to != box->rank) continue;
        memmove(&world->queue[i], &world->queue[i + 1],
                (size_t)(--world->queued - i) * sizeof sent);
        box->delivered = sent.bytes;
        *out = (struct felt_letter){sent.from, sent.tag, sent.bytes, sent.count};
        return true;
    }
    return false;
}

/* ---- games ---- */

static struct felt_genome game(int index)
{
    struct felt_genome genome;
    const struct felt_lab_known *known = felt_lab_known_at(index % felt_lab_known_count());
    assert_int_equal(felt_genome_json_read(known->text, known->bytes, &genome, NULL), FELT_OK);
    return genome;
}

/* A game as if it had been measured: its cell is by its genre and by `decisions`. */
static struct felt_elite elite_of(uint32_t id, int index, double metric, double decisions)
{
    struct felt_elite elite = {
        .id = id, .parent = {id - 1, 0}, .born = 1, .measured = 1, .genome = game(index)};
    struct felt_genome_program *program = malloc(sizeof *program);
    assert_non_null(program);
    int seats = elite.genome.players.gene[FELT_PLAYERS_MIN];
    felt_genome_compile(&elite.genome, seats, program);
    elite.measures = (struct felt_measures){
        .hash = program->hash, .seats = (uint8_t)seats, .stage = FELT_STAGE_FULL};
    free(program);
    for (int i = 0; i < FELT_METRICS; i++)
        elite.measures.metric[i] = (struct felt_measure){metric, 0.01};
    elite.measures.metric[FELT_METRIC_COMPLETION].mean = 1;
    elite.measures.metric[FELT_METRIC_DECIDED].mean = 1;
    elite.measures.metric[FELT_METRIC_BALANCE].mean = 1;
    elite.measures.fact[FELT_FACT_DECISIONS] = decisions;
    elite.measures.fact[FELT_FACT_MINUTES] = 10;
    return elite;
}

static struct felt_evolve *make_evolve(const char *preset, uint64_t seed)
{
    struct felt_evolve *evolve = calloc(1, sizeof *evolve);
    assert_non_null(evolve);
    evolve->plan.weights = felt_preset_find(preset)->weights;
    evolve->plan.seed = seed;
    evolve->plan.candidates = 64;
    evolve->plan.effort = 1;
    evolve->next_id = 1;
    felt_archive_clear(&evolve->archive, &evolve->plan.weights);
    return evolve;
}

static void put(struct felt_evolve *evolve, int index, double metric, double decisions)
{
    struct felt_elite elite = elite_of(evolve->next_id++, index, metric, decisions);
    enum felt_archive_answer answer = felt_archive_put(&evolve->archive, &elite);
    assert_true(answer == FELT_ARCHIVE_NEW || answer == FELT_ARCHIVE_BETTER);
    felt_evolve_remember(evolve, elite.measures.hash);
}

/* Two games that differ from island to island. */
static struct felt_evolve *make_island(int rank)
{
    struct felt_evolve *evolve = make_evolve("balanced", felt_islands_seed(7, rank));
    put(evolve, 2 * rank, 0.5, 20);
    put(evolve, 2 * rank + 1, 0.6, 100);
    return evolve;
}

static void open_world(struct world *world, int count, bool in_step, uint32_t every)
{
    *world = (struct world){.count = count};
    for (int i = 0; i < count; i++) {
        struct felt_islands_plan plan = {.rank = i,
                                         .count = count,
                                         .in_step = in_step,
                                         .every = every,
                                         .migrants = 2,
                                         .patience_ms = PATIENCE};
        world->box[i] = (struct box){.world = world, .rank = i};
        world->post[i] = (struct felt_post){&world->box[i], send, next};
        felt_islands_init(&world->islands[i], &plan, &world->post[i]);
        world->evolve[i] = make_island(i);
    }
}

static void close_world(struct world *world)
{
    for (int i = 0; i < world->count; i++) {
        felt_islands_close(&world->islands[i]);
        free(world->evolve[i]);
        free(world->box[i].delivered);
    }
    for (int i = 0; i < world->queued; i++) free(world->queue[i].bytes);
}

/* All that are not dead listen every half second until `until`. */
static void listen(struct world *world, int64_t from, int64_t until)
{
    for (int64_t now = from; now <= until; now += 500) {
        for (int i = 0; i < world->count; i++)
            if (!world->dead[i]) felt_islands_poll(&world->islands[i], now);
        /* nobody takes what is for the dead */
        for (int i = 0; i < world->queued;) {
            if (!world->dead[world->queue[i].to]) {
                i++;
                continue;
            }
            free(world->queue[i].bytes);
            world->queue[i] = world->queue[--world->queued];
        }
    }
}

/* A letter from nowhere we trust. */
static void slip(struct world *world, int from, int to, int tag, const char *bytes, size_t count)
{
    struct sent *sent = &world->queue[world->queued++];
    *sent = (struct sent){from, to, tag, count, malloc(count + 1)};
    assert_non_null(sent->bytes);
    memcpy(sent->bytes, bytes, count);
}

/* ---- migrants ---- */

static void migrants_are_different_elites_and_the_same_for_the_same_generator(void **state)
{
    char one[FELT_MIGRANTS_BYTES], two[FELT_MIGRANTS_BYTES];
    struct felt_evolve *evolve = make_evolve("balanced", 1);
    (void)state;
    for (int i = 0; i < 8; i++) put(evolve, 3 * i, 0.3 + 0.02 * i, 5 + 40 * i);
    for (uint32_t seed = 0; seed < 20; seed++) {
        struct felt_rng rng = felt_rng_make(seed), again = rng;
        struct felt_buffer out = felt_buffer_make(one, sizeof one),
                           same = felt_buffer_make(two, sizeof two);
        assert_int_equal(felt_migrants_write(&evolve->archive, 9, 3, &rng, &out), 3);
        assert_int_equal(felt_migrants_write(&evolve->archive, 9, 3, &again, &same), 3);
        assert_int_equal(out.used, same.used);
        assert_memory_equal(one, two, out.used);
        struct felt_migrants migrants;
        const char *text, *before[3] = {0};
        size_t bytes, lengths[3] = {0};
        assert_true(felt_migrants_open(one, out.used, &migrants));
        assert_int_equal(migrants.epoch, 9);
        for (int i = 0; felt_migrants_next(&migrants, &text, &bytes); i++) {
            struct felt_genome genome;
            assert_int_equal(felt_genome_json_read(text, bytes, &genome, NULL), FELT_OK);
            for (int j = 0; j < i; j++)
                assert_true(bytes != lengths[j] || memcmp(text, before[j], bytes));
            before[i] = text;
            lengths[i] = bytes;
        }
        assert_non_null(before[2]);
    }
    free(evolve);
}

static void migrants_of_an_empty_archive_are_none(void **state)
{
    char bytes[64];
    struct felt_evolve *evolve = make_evolve("balanced", 1);
    struct felt_buffer out = felt_buffer_make(bytes, sizeof bytes);
    struct felt_rng rng = felt_rng_make(1);
    struct felt_migrants migrants;
    (void)state;
    assert_int_equal(felt_migrants_write(&evolve->archive, 1, 16, &rng, &out), 0);
    assert_int_equal(out.used, 8);
    assert_true(felt_migrants_open(bytes, out.used, &migrants));
    assert_int_equal(migrants.left, 0);
    free(evolve);
}

static void migrants_that_are_cut_or_lengthened_are_refused(void **state)
{
    char bytes[FELT_MIGRANTS_BYTES + 1] = {0};
    struct felt_evolve *evolve = make_island(0);
    struct felt_buffer out = felt_buffer_make(bytes, FELT_MIGRANTS_BYTES);
    struct felt_rng rng = felt_rng_make(1);
    struct felt_migrants migrants;
    (void)state;
    assert_int_equal(felt_migrants_write(&evolve->archive, 1, 2, &rng, &out), 2);
    for (size_t cut = 0; cut < out.used; cut++)
        assert_false(felt_migrants_open(bytes, cut, &migrants));
    assert_true(felt_migrants_open(bytes, out.used, &migrants));
    assert_false(felt_migrants_open(bytes, out.used + 1, &migrants));
    free(evolve);
}

static void migrants_with_wrong_lengths_are_refused(void **state)
{
    static const struct {
        const char *what;
        unsigned char bytes[16];
        size_t count;
    } bad[] = {
        {"more than sixteen", {0, 0, 0, 0, 17}, 8},
        {"a count beyond all", {0, 0, 0, 0, 255, 255, 255, 255}, 8},
        {"one that is not there", {0, 0, 0, 0, 1}, 8},
        {"a length that is cut", {0, 0, 0, 0, 1, 0, 0, 0, 1, 0}, 10},
        {"a text that is cut", {0, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 'x'}, 13},
        {"a length beyond all", {0, 0, 0, 0, 1, 0, 0, 0, 255, 255, 255, 255}, 12},
        {"something behind", {0, 0, 0, 0, 0, 0, 0, 0, 'x'}, 9},
    };
    struct felt_migrants migrants;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (felt_migrants_open((const char *)bad[i].bytes, bad[i].count, &migrants))
            fail_msg("%s", bad[i].what);
    /* A text may have 8192 bytes, and not one more. */
    char *large = calloc(1, 12 + FELT_MIGRANT_BYTES + 1);
    assert_non_null(large);
    memcpy(large, "\0\0\0\0\1\0\0\0\0\x20\0\0", 12);
    assert_true(felt_migrants_open(large, 12 + FELT_MIGRANT_BYTES, &migrants));
    memcpy(large, "\0\0\0\0\1\0\0\0\1\x20\0\0", 12);
    assert_false(felt_migrants_open(large, 12 + FELT_MIGRANT_BYTES + 1, &migrants));
    free(large);
}

/* ---- the ring, in step ---- */

static void table_in_step_waits_for_the_one_before_and_invites_its_games(void **state)
{
    struct world world;
    (void)state;
    open_world(&world, 3, true, 5);
    listen(&world, 0, 500);
    for (int i = 0; i < 3; i++) {
        world.evolve[i]->counts.generation = 5;
        assert_false(felt_islands_due(&world.islands[i], 4, 500));
        assert_true(felt_islands_due(&world.islands[i], 5, 500));
        assert_false(felt_islands_ready(&world.islands[i], 5));
    }
    assert_true(felt_islands_send(&world.islands[0], world.evolve[0], 600));
    listen(&world, 1000, 1000);
    assert_true(felt_islands_ready(&world.islands[1], 5));
    assert_false(felt_islands_ready(&world.islands[2], 5));
    assert_int_equal(felt_islands_admit(&world.islands[1], world.evolve[1]), 2);
    assert_int_equal(world.evolve[1]->guests, 2);
    for (uint32_t i = 0; i < 2; i++) {
        bool home = !strcmp(world.evolve[1]->guest[i].name, game(0).name) ||
                    !strcmp(world.evolve[1]->guest[i].name, game(1).name);
        assert_true(home);
    }
    assert_int_equal(world.islands[1].counts.missed, 0);
    close_world(&world);
}

static void table_in_step_keeps_what_is_early_and_drops_what_is_late(void **state)
{
    struct world world;
    (void)state;
    open_world(&world, 2, true, 5);
    listen(&world, 0, 500);
    for (uint32_t generation = 5; generation <= 15; generation += 5) {
        world.evolve[0]->counts.generation = generation;
        assert_true(felt_islands_send(&world.islands[0], world.evolve[0], 600));
    }
    listen(&world, 1000, 1000);
    assert_int_equal(world.islands[1].waiting_count, 3);
    world.evolve[1]->counts.generation = 10; /* it has gone on from a checkpoint */
    assert_true(felt_islands_ready(&world.islands[1], 10));
    assert_int_equal(felt_islands_admit(&world.islands[1], world.evolve[1]), 2);
    assert_int_equal(world.islands[1].waiting_count, 1);
    world.evolve[1]->counts.generation = 15;
    assert_int_equal(felt_islands_admit(&world.islands[1], world.evolve[1]), 2);
    assert_int_equal(world.islands[1].waiting_count, 0);
    assert_int_equal(world.islands[1].counts.missed, 0);
    close_world(&world);
}

static void table_in_step_does_not_wait_for_what_cannot_come(void **state)
{
    struct world world;
    (void)state;
    open_world(&world, 2, true, 5);
    listen(&world, 0, 500);
    /* The one before has gone on from a later checkpoint: migration 1 was in its other life. */
    world.evolve[0]->counts.generation = 10;
    assert_true(felt_islands_send(&world.islands[0], world.evolve[0], 600));
    listen(&world, 1000, 1000);
    world.evolve[1]->counts.generation = 5;
    assert_true(felt_islands_ready(&world.islands[1], 5));
    assert_int_equal(felt_islands_admit(&world.islands[1], world.evolve[1]), 0);
    assert_int_equal(world.islands[1].counts.missed, 1);
    world.evolve[1]->counts.generation = 10;
    assert_int_equal(felt_islands_admit(&world.islands[1], world.evolve[1]), 2);
    close_world(&world);
}

static void table_in_step_goes_on_without_one_that_ended_or_is_gone(void **state)
{
    struct world world;
    (void)state;
    open_world(&world, 3, true, 5);
    listen(&world, 0, 500);
    assert_true(felt_islands_hand_in(&world.islands[2], "x", 1, true));
    world.dead[1] = true;
    listen(&world, 1000, 1000);
    assert_false(felt_islands_ready(&world.islands[2], 5)); /* 1 may be slow */
    listen(&world, 1500, 1000 + 2 * PATIENCE);
    assert_true(felt_islands_ready(&world.islands[2], 5)); /* gone  */
    assert_true(felt_islands_ready(&world.islands[0], 5)); /* ended */
    close_world(&world);
}

/* Whatever the order in which letters arrive, the same guests come in the same order. */
static void table_in_step_does_not_depend_on_who_is_faster(void **state)
{
    char name[2][ISLANDS][2][FELT_GENOME_NAME_BYTES];
    (void)state;
    for (int round = 0; round < 2; round++) {
        struct world world;
        open_world(&world, ISLANDS, true, 1);
        listen(&world, 0, 0);
        for (int k = 0; k < ISLANDS; k++) {
            int i = round ? ISLANDS - 1 - k : (k * 3 + 1) % ISLANDS;
            world.evolve[i]->counts.generation = 1;
            assert_true(felt_islands_send(&world.islands[i], world.evolve[i], 10));
            if (round) listen(&world, 20 + k, 20 + k);
        }
        listen(&world, 100, 100);
        for (int i = 0; i < ISLANDS; i++) {
            assert_int_equal(felt_islands_admit(&world.islands[i], world.evolve[i]), 2);
            for (int j = 0; j < 2; j++)
                memcpy(name[round][i][j], world.evolve[i]->guest[j].name, sizeof name[0][0][0]);
        }
        close_world(&world);
    }
    assert_memory_equal(name[0], name[1], sizeof name[0]);
}

/* ---- everyone by its own clock ---- */

static void clock_says_when_games_move_and_the_table_mends_itself(void **state)
{
    struct world world;
    (void)state;
    open_world(&world, 3, false, 10);
    listen(&world, 1000, 1000);
    assert_false(felt_islands_due(&world.islands[0], 99, 10900));
    assert_true(felt_islands_due(&world.islands[0], 0, 11000));
    world.dead[1] = true;
    listen(&world, 1500, 11000);
    assert_true(felt_islands_gone(&world.islands[0], 1));
    assert_false(felt_islands_gone(&world.islands[0], 2));
    assert_int_equal(felt_islands_present(&world.islands[0]), 2);
    assert_true(felt_islands_send(&world.islands[0], world.evolve[0], 11000));
    assert_false(felt_islands_due(&world.islands[0], 0, 11100));
    listen(&world, 11500, 11500);
    assert_int_equal(felt_islands_admit(&world.islands[2], world.evolve[2]), 2);
    assert_int_equal(world.islands[0].counts.sent, 2);
    assert_int_equal(world.islands[2].counts.invited, 2);
    close_world(&world);
}

static void clock_stops_nothing_if_a_neighbour_takes_no_letters(void **state)
{
    struct world world;
    (void)state;
    open_world(&world, 2, false, 10);
    listen(&world, 0, 0);
    world.box[0].refuses = true;
    assert_false(felt_islands_send(&world.islands[0], world.evolve[0], 10000));
    assert_true(felt_islands_due(&world.islands[0], 0, 10000)); /* again, later */
    assert_true(felt_islands_ready(&world.islands[0], 0));
    world.box[0].refuses = false;
    assert_true(felt_islands_send(&world.islands[0], world.evolve[0], 10100));
    close_world(&world);
}

static void one_island_alone_has_nothing_to_send(void **state)
{
    struct world world;
    (void)state;
    open_world(&world, 1, true, 1);
    listen(&world, 0, 30000);
    assert_int_equal(world.queued, 0);
    assert_false(felt_islands_due(&world.islands[0], 5, 1000000));
    assert_int_equal(felt_islands_gatherer(&world.islands[0]), 0);
    assert_true(felt_islands_hand_in(&world.islands[0], "x", 1, true));
    assert_int_equal(world.queued, 0);
    close_world(&world);
}

/* ---- who is gone ---- */

static void gone_is_who_was_silent_and_it_is_back_when_it_is_heard(void **state)
{
    struct world world;
    (void)state;
    open_world(&world, 3, false, 10);
    listen(&world, 0, 1000);
    world.dead[0] = true;
    listen(&world, 1500, 1000 + PATIENCE);
    assert_false(felt_islands_gone(&world.islands[1], 0));
    assert_int_equal(felt_islands_gatherer(&world.islands[1]), 0);
    listen(&world, 1500 + PATIENCE, 3000 + PATIENCE);
    assert_true(felt_islands_gone(&world.islands[1], 0));
    assert_int_equal(felt_islands_gatherer(&world.islands[1]), 1);
    assert_int_equal(felt_islands_gatherer(&world.islands[2]), 1);
    /* Nothing is sent to it, so nothing piles up. */
    int queued = world.queued;
    listen(&world, 3500 + PATIENCE, 20000);
    assert_int_equal(world.queued, queued);
    world.dead[0] = false;
    listen(&world, 20500, 22000);
    assert_false(felt_islands_gone(&world.islands[1], 0));
    assert_false(felt_islands_gone(&world.islands[0], 1)); /* it slept: others did not */
    assert_int_equal(felt_islands_gatherer(&world.islands[2]), 0);
    close_world(&world);
}

static void gone_ones_are_told_the_end_all_the_same(void **state)
{
    struct world world;
    (void)state;
    open_world(&world, 2, false, 10);
    listen(&world, 0, 1000);
    world.dead[1] = true;
    listen(&world, 1500, 3000 + PATIENCE);
    felt_islands_tell(&world.islands[0], FELT_LETTER_DONE, "", 0);
    assert_int_equal(world.queued, 0);
    felt_islands_tell_all(&world.islands[0], FELT_LETTER_DONE, "", 0);
    world.dead[1] = false; /* it was only slow */
    felt_islands_poll(&world.islands[1], 60000);
    assert_true(world.islands[1].done);
    close_world(&world);
}

static void gone_gatherer_is_replaced_by_the_next(void **state)
{
    struct world world;
    (void)state;
    open_world(&world, 3, false, 10);
    listen(&world, 0, 1000);
    world.dead[0] = true;
    listen(&world, 1500, 3000 + PATIENCE);
    assert_true(felt_islands_hand_in(&world.islands[2], "two", 3, false));
    assert_true(felt_islands_hand_in(&world.islands[1], "one", 3, true));
    listen(&world, 3500 + PATIENCE, 3500 + PATIENCE);
    const struct felt_peer *peer = world.islands[1].peer;
    assert_null(peer[0].text);
    assert_int_equal(peer[1].bytes, 3);
    assert_memory_equal(peer[1].text, "one", 3);
    assert_memory_equal(peer[2].text, "two", 3);
    assert_true(peer[1].ended);
    assert_false(peer[2].ended);
    close_world(&world);
}

/* ---- letters that are not in order ---- */

static void letters_of_others_are_refused_and_counted(void **state)
{
    struct world world;
    int beat = felt_letter_tag(FELT_LETTER_BEAT), archive = felt_letter_tag(FELT_LETTER_ARCHIVE),
        begin = felt_letter_tag(FELT_LETTER_BEGIN);
    (void)state;
    for (int kind = 0; kind < FELT_LETTERS; kind++)
        assert_int_equal(felt_letter_kind(felt_letter_tag((enum felt_letter_kind)kind)), kind);
    open_world(&world, 2, false, 10);
    listen(&world, 0, 0);
    const struct {
        int from, tag;
        size_t count;
    } bad[] = {{1, beat, 1},     {1, beat + 16, 0},
               {1, 0, 0},        {1, -1, 0},
               {0, beat, 0},     {2, beat, 0},
               {-1, beat, 0},    {1, begin, 2},
               {7, archive, 10}, {1, felt_letter_tag(FELT_LETTER_DONE), 3}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        slip(&world, bad[i].from, 0, bad[i].tag, "0123456789", bad[i].count);
    listen(&world, 500, 500);
    assert_int_equal(world.islands[0].counts.refused, sizeof bad / sizeof bad[0]);
    assert_int_equal(world.islands[0].begin, -1);
    assert_false(world.islands[0].done);
    /* BEGIN is for rank 0 to say, and not for anybody else. */
    slip(&world, 1, 0, begin, "\1", 1);
    slip(&world, 0, 1, begin, "\1", 1);
    listen(&world, 1000, 1000);
    assert_int_equal(world.islands[0].begin, -1);
    assert_int_equal(world.islands[1].begin, 1);
    close_world(&world);
}

static void letters_with_bad_games_bring_the_good_ones(void **state)
{
    static const char poor[] =
        "{\"format\":\"betlab.genome\",\"version\":1,\"name\":\"Poor\",\"players\":{\"min\":2,"
        "\"max\":4},\"setup\":{\"cards_per_player\":5,\"starting_chips\":100},\"turn_structure\":{"
        "\"phases\":[{\"type\":\"BettingPhase\",\"min_bet\":500,\"max_raises\":3}]},"
        "\"win_conditions\":[{\"type\":\"most_chips\"}]}";
    const char *const texts[] = {"[[[[", poor, felt_lab_known_at(0)->text, "\xff\xfe", ""};
    char bytes[FELT_MIGRANTS_BYTES] = {1, 0, 0, 0, 5, 0, 0, 0};
    size_t at = 8;
    struct world world;
    (void)state;
    for (size_t i = 0; i < 5; i++) {
        size_t length = i == 2 ? felt_lab_known_at(0)->bytes : strlen(texts[i]);
        assert_true(length < 65536);
        memcpy(
            bytes + at,
            (const char[]){(char)(unsigned char)length, (char)(unsigned char)(length >> 8), 0, 0},
            4);
        memcpy(bytes + at + 4, texts[i], length);
        at += 4 + length;
    }
    open_world(&world, 2, false, 10);
    slip(&world, 1, 0, felt_letter_tag(FELT_LETTER_MIGRANTS), bytes, at);
    slip(&world, 1, 0, felt_letter_tag(FELT_LETTER_MIGRANTS), bytes, at - 1);
    listen(&world, 0, 0);
    assert_int_equal(world.islands[0].counts.refused, 1);
    assert_int_equal(felt_islands_admit(&world.islands[0], world.evolve[0]), 1);
    assert_string_equal(world.evolve[0]->guest[0].name, game(0).name);
    assert_int_equal(world.islands[0].counts.received, 5);
    assert_int_equal(world.islands[0].counts.refused, 5);
    close_world(&world);
}

static void letters_beyond_all_measure_are_left_lying(void **state)
{
    char none[8] = {1};
    struct world world;
    (void)state;
    open_world(&world, 2, false, 10);
    for (int i = 0; i < 10 * QUEUE; i++) {
        slip(&world, 1, 0, felt_letter_tag(FELT_LETTER_MIGRANTS), none, sizeof none);
        felt_islands_poll(&world.islands[0], i);
    }
    assert_int_equal(world.islands[0].waiting_count, FELT_ISLANDS_MAX);
    /* more guests than an evolution takes */
    assert_int_equal(felt_islands_admit(&world.islands[0], world.evolve[0]), 0);
    assert_int_equal(world.islands[0].waiting_count, 0);
    close_world(&world);
}

/* ---- merging ---- */

struct merge {
    struct felt_peer peer[3];
    struct felt_lab_archive *scratch, *out;
    struct felt_islands_merged merged;
    char *text;
};

static char *text_of(const struct felt_evolve *evolve, const char *preset, size_t *bytes)
{
    char *memory = malloc(FELT_ARCHIVE_TEXT_MAX);
    assert_non_null(memory);
    struct felt_buffer out = felt_buffer_make(memory, FELT_ARCHIVE_TEXT_MAX);
    assert_int_equal(felt_archive_json_write(evolve, preset, &out), FELT_OK);
    *bytes = out.used;
    return memory;
}

static void open_merge(struct merge *merge)
{
    *merge = (struct merge){.scratch = calloc(1, sizeof *merge->scratch),
                            .out = calloc(1, sizeof *merge->out)};
    assert_non_null(merge->scratch);
    assert_non_null(merge->out);
}

static void hand(struct merge *merge, int rank, const struct felt_evolve *evolve,
                 const char *preset)
{
    merge->peer[rank].text = text_of(evolve, preset, &merge->peer[rank].bytes);
}

static void close_merge(struct merge *merge)
{
    for (int i = 0; i < 3; i++) free(merge->peer[i].text);
    free(merge->scratch);
    free(merge->out);
}

static void merge_of_one_is_itself(void **state)
{
    struct merge merge;
    struct felt_evolve *evolve = make_island(1);
    struct felt_genome guest = game(9);
    size_t bytes;
    (void)state;
    assert_true(felt_evolve_invite(evolve, &guest));
    open_merge(&merge);
    hand(&merge, 0, evolve, "party");
    assert_true(felt_islands_merge(merge.peer, 1, merge.scratch, merge.out, &merge.merged));
    char *text = text_of(&merge.out->evolve, merge.out->preset, &bytes);
    assert_int_equal(bytes, merge.peer[0].bytes);
    assert_memory_equal(text, merge.peer[0].text, bytes);
    free(text);
    close_merge(&merge);
    free(evolve);
}

/* Three islands: the better game of a cell is kept, by the weights of the first; a program is there
 * once; ids tell islands apart. */
static void merge_takes_the_best_of_all(void **state)
{
    struct merge merge;
    struct felt_evolve *evolve[3] = {make_evolve("balanced", 1), make_evolve("bluffing", 2),
                                     make_evolve("balanced", 3)};
    (void)state;
    put(evolve[0], 0, 0.5, 20); /* ids 1, 4: of island 0 */
    put(evolve[0], 8, 0.5, 20);
    put(evolve[1], 0, 0.5, 100); /* the same program, measured otherwise: 0 was first */
    put(evolve[1], 15, 0.5, 20);
    put(evolve[2], 23, 0.9, 20);
    for (int i = 0; i < 3; i++) evolve[i]->counts.generation = (uint32_t)(10 - i);
    for (int i = 0; i < 3; i++) evolve[i]->counts.made = (uint64_t)(100 + i);
    open_merge(&merge);
    for (int i = 0; i < 3; i++) hand(&merge, i, evolve[i], i == 1 ? "bluffing" : "balanced");
    assert_true(felt_islands_merge(merge.peer, 3, merge.scratch, merge.out, &merge.merged));
    const struct felt_evolve *all = &merge.out->evolve;
    assert_int_equal(merge.merged.islands, 3);
    assert_int_equal(merge.merged.damaged, 0);
    assert_int_equal(merge.merged.generation_min, 8);
    assert_int_equal(all->counts.generation, 10);
    assert_int_equal(all->counts.made, 303);
    assert_string_equal(merge.out->preset, "balanced");
    assert_int_equal(all->plan.seed, 1);
    for (uint32_t i = 0; i < all->archive.count; i++)
        for (uint32_t j = 0; j < i; j++) {
            assert_int_not_equal(all->archive.elite[i].id, all->archive.elite[j].id);
            assert_true(all->archive.elite[i].measures.hash != all->archive.elite[j].measures.hash);
        }
    struct felt_elite first = elite_of(1, 0, 0.5, 20), last = elite_of(1, 23, 0.9, 20);
    int at = felt_archive_find(&all->archive, first.measures.hash);
    assert_true(at >= 0 && all->archive.elite[at].id == 1);
    assert_float_equal(all->archive.elite[at].measures.fact[FELT_FACT_DECISIONS], 20, 0);
    at = felt_archive_find(&all->archive, last.measures.hash);
    assert_true(at >= 0 && all->archive.elite[at].id == 3); /* (1 - 1) * 3 + 2 + 1 */
    assert_true(all->next_id > 6);
    assert_true(felt_evolve_knows(all, last.measures.hash));
    close_merge(&merge);
    for (int i = 0; i < 3; i++) free(evolve[i]);
}

static void merge_keeps_the_fitter_one_of_a_cell(void **state)
{
    struct merge merge;
    struct felt_evolve *evolve[2] = {make_evolve("balanced", 1), make_evolve("balanced", 2)};
    (void)state;
    /* simple-poker and five-card-draw: one genre, the same cell */
    int poker = 0, draw = 0;
    for (int i = 0; i < felt_lab_known_count(); i++) {
        if (!strcmp(felt_lab_known_at(i)->name, "simple-poker")) poker = i;
        if (!strcmp(felt_lab_known_at(i)->name, "five-card-draw")) draw = i;
    }
    put(evolve[0], poker, 0.40, 20);
    put(evolve[1], draw, 0.45, 20);
    open_merge(&merge);
    for (int i = 0; i < 2; i++) hand(&merge, i, evolve[i], "balanced");
    assert_true(felt_islands_merge(merge.peer, 2, merge.scratch, merge.out, &merge.merged));
    const struct felt_archive *archive = &merge.out->evolve.archive;
    assert_int_equal(archive->count, 1);
    assert_string_equal(archive->elite[0].genome.name, game(draw).name);
    assert_int_equal(archive->elite[0].id, 2);
    close_merge(&merge);
    for (int i = 0; i < 2; i++) free(evolve[i]);
}

static void merge_leaves_out_what_is_damaged_or_missing(void **state)
{
    struct merge merge;
    struct felt_evolve *evolve = make_island(0);
    (void)state;
    open_merge(&merge);
    assert_false(felt_islands_merge(merge.peer, 3, merge.scratch, merge.out, &merge.merged));
    hand(&merge, 0, evolve, "balanced");
    hand(&merge, 2, evolve, "balanced");
    merge.peer[0].text[merge.peer[0].bytes / 2] ^= 1;
    assert_true(felt_islands_merge(merge.peer, 3, merge.scratch, merge.out, &merge.merged));
    assert_int_equal(merge.merged.islands, 1);
    assert_int_equal(merge.merged.damaged, 1);
    assert_int_equal(merge.out->evolve.archive.count, evolve->archive.count);
    for (uint32_t i = 0; i < evolve->archive.count; i++)
        assert_int_equal(merge.out->evolve.archive.elite[i].id % 3, 0); /* of island 2 */
    close_merge(&merge);
    free(evolve);
}

static void seeds_differ_and_the_first_is_the_one_given(void **state)
{
    (void)state;
    assert_int_equal(felt_islands_seed(7, 0), 7);
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < i; j++) assert_true(felt_islands_seed(7, i) != felt_islands_seed(7, j));
    assert_true(felt_islands_seed(7, 1) != felt_islands_seed(8, 1));
}

TEST_MODULE(lab_islands)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(migrants_are_different_elites_and_the_same_for_the_same_generator),
        cmocka_unit_test(migrants_of_an_empty_archive_are_none),
        cmocka_unit_test(migrants_that_are_cut_or_lengthened_are_refused),
        cmocka_unit_test(migrants_with_wrong_lengths_are_refused),
        cmocka_unit_test(table_in_step_waits_for_the_one_before_and_invites_its_games),
        cmocka_unit_test(table_in_step_keeps_what_is_early_and_drops_what_is_late),
        cmocka_unit_test(table_in_step_does_not_wait_for_what_cannot_come),
        cmocka_unit_test(table_in_step_goes_on_without_one_that_ended_or_is_gone),
        cmocka_unit_test(table_in_step_does_not_depend_on_who_is_faster),
        cmocka_unit_test(clock_says_when_games_move_and_the_table_mends_itself),
        cmocka_unit_test(clock_stops_nothing_if_a_neighbour_takes_no_letters),
        cmocka_unit_test(one_island_alone_has_nothing_to_send),
        cmocka_unit_test(gone_is_who_was_silent_and_it_is_back_when_it_is_heard),
        cmocka_unit_test(gone_ones_are_told_the_end_all_the_same),
        cmocka_unit_test(gone_gatherer_is_replaced_by_the_next),
        cmocka_unit_test(letters_of_others_are_refused_and_counted),
        cmocka_unit_test(letters_with_bad_games_bring_the_good_ones),
        cmocka_unit_test(letters_beyond_all_measure_are_left_lying),
        cmocka_unit_test(merge_of_one_is_itself),
        cmocka_unit_test(merge_takes_the_best_of_all),
        cmocka_unit_test(merge_keeps_the_fitter_one_of_a_cell),
        cmocka_unit_test(merge_leaves_out_what_is_damaged_or_missing),
        cmocka_unit_test(seeds_differ_and_the_first_is_the_one_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
