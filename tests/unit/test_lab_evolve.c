/* test_lab_evolve.c -- the search: emitters, cache, generations, and the same archive however the
 * work is done (lab/search/evolve.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "command/lab_file.h"
#include "felt/hash.h"
#include "lab/search/evolve_parts.h"
#include "module.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"crazy-eights", "knock-out-whist", "kuhn",
                                    "gops",         "betting-war",     "old-maid"};
enum { KNOWN = sizeof names / sizeof names[0], CANDIDATES = 10, SLOTS = 4 };
#define EFFORT 0.01

static void read_game(const char *name, struct felt_genome *out)
{
    const struct felt_lab_known *text = NULL;
    for (int i = 0; i < felt_lab_known_count(); i++)
        if (!strcmp(felt_lab_known_at(i)->name, name)) text = felt_lab_known_at(i);
    assert_non_null(text);
    assert_int_equal(felt_genome_json_read(text->text, text->bytes, out, NULL), FELT_OK);
}

/* ---- runners ---- */

/* One after the other. */
static bool run_plain(void *pool, const struct felt_jobs *jobs)
{
    void *slot = malloc(jobs->slot_bytes);
    (void)pool;
    assert_non_null(slot);
    bool ran = felt_jobs_run(jobs, slot);
    free(slot);
    return ran;
}

/* As threads may do it: some jobs at a time, the last one first, in slots that others used. */
static bool run_backwards(void *pool, const struct felt_jobs *jobs)
{
    char *slots[SLOTS];
    bool more = true;
    (void)pool;
    for (int i = 0; i < SLOTS; i++) {
        slots[i] = malloc(jobs->slot_bytes);
        assert_non_null(slots[i]);
        memset(slots[i], 0x5a, jobs->slot_bytes);
        assert_true(jobs->open(jobs->self, slots[i]));
    }
    for (uint64_t job = jobs->first; job < jobs->end && more; job += SLOTS) {
        uint64_t count = jobs->end - job < SLOTS ? jobs->end - job : SLOTS;
        for (uint64_t i = count; i-- > 0;) jobs->work(jobs->self, job + i, slots[count - 1 - i]);
        for (uint64_t i = 0; i < count && more; i++)
            more = jobs->take(jobs->self, job + i, slots[count - 1 - i]);
    }
    for (int i = 0; i < SLOTS; i++) free(slots[i]);
    return true;
}

static bool run_nothing(void *pool, const struct felt_jobs *jobs)
{
    (void)pool;
    (void)jobs;
    return false;
}

struct ticks {
    uint32_t count, most;
};

static bool count_ticks(void *self, uint32_t done, uint32_t of)
{
    struct ticks *ticks = self;
    assert_true(done == ++ticks->count && done <= of);
    return ticks->count < ticks->most;
}

/* ---- an evolution ---- */

struct lab {
    struct felt_evolve evolve;
    struct felt_known_game known[KNOWN];
    struct felt_genome start;
};

static struct felt_evolve_plan plan_of(struct lab *lab, uint64_t seed)
{
    for (int i = 0; i < KNOWN; i++) {
        memcpy(lab->known[i].name, names[i], strlen(names[i]) + 1);
        read_game(names[i], &lab->known[i].genome);
    }
    return (struct felt_evolve_plan){.weights = felt_preset_find("balanced")->weights,
                                     .seed = seed,
                                     .candidates = CANDIDATES,
                                     .effort = EFFORT,
                                     .known = lab->known,
                                     .known_count = KNOWN};
}

static struct lab *begin(uint64_t seed, felt_jobs_runner runner)
{
    struct lab *lab = calloc(1, sizeof *lab);
    assert_non_null(lab);
    const struct felt_evolve_plan plan = plan_of(lab, seed);
    const struct felt_evolve_pool pool = {.runner = runner};
    assert_true(felt_evolve_begin(&lab->evolve, &plan, &pool));
    return lab;
}

static void step(struct lab *lab, int generations, felt_jobs_runner runner)
{
    const struct felt_evolve_pool pool = {.runner = runner};
    for (int i = 0; i < generations; i++) assert_true(felt_evolve_step(&lab->evolve, &pool));
}

static uint64_t hash_double(uint64_t hash, double number)
{
    uint64_t word;
    memcpy(&word, &number, sizeof word);
    return felt_hash_word(hash, word);
}

/* Everything that goes on to the next generation; nothing of padding. */
static uint64_t fingerprint(const struct felt_evolve *evolve)
{
    uint64_t hash = felt_hash_word(evolve->archive.count, evolve->next_id);
    for (uint32_t i = 0; i < evolve->archive.count; i++) {
        const struct felt_elite *elite = &evolve->archive.elite[i];
        hash = felt_hash_word(hash, (uint64_t)elite->id << 32 | elite->born);
        hash = felt_hash_word(hash, (uint64_t)elite->parent[0] << 32 | elite->parent[1]);
        hash = felt_hash_word(hash, (uint64_t)elite->cell << 32 | elite->measured);
        hash = felt_hash_word(hash, elite->measures.hash);
        hash = felt_hash_word(hash, felt_hash_text(elite->genome.name));
        for (int m = 0; m < FELT_METRICS; m++)
            hash = hash_double(hash, elite->measures.metric[m].mean);
        hash = hash_double(hash, elite->fitness.value);
    }
    for (int i = 0; i < FELT_EMITTERS; i++) {
        hash = felt_hash_word(hash, evolve->emitter[i].tried);
        hash = hash_double(hash_double(hash, evolve->emitter[i].gain), evolve->emitter[i].weight);
    }
    for (int i = 0; i < FELT_OPERATORS_MAX; i++)
        hash = hash_double(hash, evolve->operators[i].tried);
    hash = hash_double(hash, evolve->race.squares);
    hash = felt_hash_word(hash, felt_hash_bytes(1, evolve->cache, sizeof evolve->cache));
    const struct felt_evolve_counts *counts = &evolve->counts;
    hash = felt_hash_word(felt_hash_word(hash, counts->generation), counts->made);
    return felt_hash_word(felt_hash_word(hash, counts->measured), evolve->guests);
}

/* ---- cases ---- */

/* V1, V2, V3 and R1 in one run: measuring takes time, even so little of it. */
static void evolve_is_the_same_in_any_order_of_work(void **state)
{
    struct lab *one = begin(7, run_plain), *two = begin(7, run_backwards);
    (void)state;
    assert_true(one->evolve.floor > 0 && one->evolve.floor == two->evolve.floor);
    step(one, 2, run_plain);
    step(two, 2, run_backwards);
    const struct felt_evolve *evolve = &one->evolve;
    assert_int_equal(fingerprint(evolve), fingerprint(&two->evolve));
    for (uint32_t i = 0; i < evolve->archive.count; i++)
        assert_true(felt_genome_equal(&evolve->archive.elite[i].genome,
                                      &two->evolve.archive.elite[i].genome));
    assert_true(evolve->archive.count > 3);
    assert_true(evolve->counts.viable <= evolve->counts.made && evolve->counts.again > 0);
    for (uint32_t i = 0; i < evolve->archive.count; i++) {
        const struct felt_elite *elite = &evolve->archive.elite[i];
        struct felt_genome genome = elite->genome;
        struct felt_simplified simplified;
        uint64_t seed = felt_evolve_measure_plan(&evolve->plan, 0).seed;
        assert_int_equal(elite->measures.stage, FELT_STAGE_FULL);
        assert_int_equal(felt_genome_verify(&genome, NULL, 0), 0);
        assert_int_equal(felt_genome_simplify(&genome, seed, FELT_SIMPLIFY_GAMES, &simplified), 0);
        assert_true(felt_evolve_knows(evolve, elite->measures.hash));
        for (int j = 0; j < KNOWN; j++)
            assert_true(one->known[j].measures.hash != elite->measures.hash);
        for (uint32_t j = 0; j < i; j++)
            assert_string_not_equal(elite->genome.name, evolve->archive.elite[j].genome.name);
    }
    free(one);
    free(two);
}

static void evolve_stopped_has_changed_nothing(void **state)
{
    struct lab *lab = begin(8, run_plain);
    struct ticks ticks = {.most = 3};
    const struct felt_evolve_pool stops = {
        .runner = run_plain, .tick = count_ticks, .self = &ticks};
    const struct felt_evolve_pool fails = {.runner = run_nothing};
    uint64_t before = fingerprint(&lab->evolve);
    (void)state;
    assert_false(felt_evolve_step(&lab->evolve, &stops));
    assert_int_equal(ticks.count, 3);
    assert_false(felt_evolve_step(&lab->evolve, &fails));
    assert_int_equal(fingerprint(&lab->evolve), before);
    free(lab);
}

static void evolve_keeps_what_is_locked(void **state)
{
    struct lab *lab = calloc(1, sizeof *lab);
    const struct felt_evolve_pool pool = {.runner = run_plain};
    assert_non_null(lab);
    struct felt_evolve_plan plan = plan_of(lab, 3);
    (void)state;
    read_game("betting-war", &lab->start);
    plan.start = &lab->start;
    plan.locks =
        felt_lock_find("BettingPhase") | felt_lock_find("deck") | felt_lock_find("players");
    assert_true(felt_evolve_begin(&lab->evolve, &plan, &pool));
    assert_true(felt_evolve_step(&lab->evolve, &pool));
    struct felt_genome other;
    read_game("hearts", &other);
    assert_false(felt_evolve_invite(&lab->evolve, &other));
    assert_true(lab->evolve.counts.made > 0);
    for (uint32_t i = 0; i < CANDIDATES; i++) {
        const struct felt_candidate *candidate = &lab->evolve.candidate[i];
        if (candidate->viable)
            assert_true(felt_locks_hold(&lab->start, &candidate->genome, plan.locks));
    }
    free(lab);
}

static void evolve_measures_guests(void **state)
{
    struct lab *lab = begin(5, run_plain);
    struct felt_genome guest;
    (void)state;
    read_game("president", &guest);
    assert_true(felt_evolve_invite(&lab->evolve, &guest));
    assert_true(felt_evolve_invite(&lab->evolve, &lab->known[0].genome)); /* known already */
    guest.phases = 0;
    assert_false(felt_evolve_invite(&lab->evolve, &guest));
    assert_int_equal(lab->evolve.guests, 2);
    step(lab, 1, run_plain);
    assert_int_equal(lab->evolve.guests, 0);
    assert_int_equal(lab->evolve.emitter[FELT_EMIT_GUEST].tried, 1);
    assert_int_equal(lab->evolve.candidate[0].emitter, FELT_EMIT_GUEST);
    assert_int_equal(lab->evolve.candidate[1].cached, 1);
    free(lab);
}

static void evolve_reweighs_in_place(void **state)
{
    struct lab *lab = begin(6, run_plain);
    struct felt_weights weights = {{0}};
    (void)state;
    step(lab, 1, run_plain);
    weights.weight[FELT_METRIC_SIMPLICITY] = 1;
    felt_evolve_reweigh(&lab->evolve, &weights);
    for (uint32_t i = 0; i < lab->evolve.archive.count; i++) {
        const struct felt_elite *elite = &lab->evolve.archive.elite[i];
        assert_true(elite->fitness.value == felt_fitness_of(&elite->measures, &weights).value);
    }
    assert_true(lab->evolve.floor == felt_evolve_median(lab->known, KNOWN));
    free(lab);
}

static void median_leaves_flawed_games_out(void **state)
{
    struct felt_known_game games[4] = {{.fitness = {.value = 0.3}},
                                       {.fitness = {.value = 0.1}, .measures.flaw = 1},
                                       {.fitness = {.value = 0.7}},
                                       {.fitness = {.value = 0.5}}};
    (void)state;
    assert_float_equal(felt_evolve_median(games, 4), 0.5, 1e-12);
    assert_float_equal(felt_evolve_median(games, 3), 0.5, 1e-12);
    assert_float_equal(felt_evolve_median(games, 1), 0.3, 1e-12);
    assert_true(felt_evolve_median(games, 0) == 0);
}

static void cache_knows_what_it_was_told(void **state)
{
    struct lab *lab = calloc(1, sizeof *lab);
    (void)state;
    assert_non_null(lab);
    for (uint64_t i = 0; i < 40000; i++) felt_evolve_remember(&lab->evolve, i * i);
    assert_int_equal(lab->evolve.cached, 40000 - 1); /* 0 and 1 are the same */
    assert_true(felt_evolve_knows(&lab->evolve, 39999ull * 39999));
    assert_false(felt_evolve_knows(&lab->evolve, 2));
    for (uint64_t i = 0; i < 40000; i++) felt_evolve_remember(&lab->evolve, ~i);
    assert_in_range(lab->evolve.cached, 1, FELT_CACHE_MAX / 4 * 3); /* it began anew */
    free(lab);
}

/* Every emitter's children are in order; the bandit starves nobody and prefers what pays. */
static void emitters_make_games_in_order(void **state)
{
    struct lab *lab = calloc(1, sizeof *lab);
    static struct felt_child child;
    struct felt_rng rng = felt_rng_make(4);
    (void)state;
    assert_non_null(lab);
    lab->evolve.plan = plan_of(lab, 1);
    for (int emitter = 0; emitter < FELT_EMIT_GUEST; emitter++)
        for (int i = 0; i < 40; i++)
            if (felt_emit(&lab->evolve, (enum felt_emitter)emitter, &rng, &child)) {
                assert_int_equal(felt_genome_verify(&child.genome, NULL, 0), 0);
                assert_true(child.emitter == FELT_EMIT_KNOWN || child.emitter == FELT_EMIT_INVENT);
                for (int flaw = 1; flaw < FELT_FLAWS; flaw++) {
                    (void)felt_mend(&lab->evolve, (enum felt_flaw)flaw, &rng, &child.genome);
                    assert_int_equal(felt_genome_verify(&child.genome, NULL, 0), 0);
                }
            }
    int chosen[FELT_EMITTERS] = {0};
    lab->evolve.emitter[FELT_EMIT_CROSS] = (struct felt_emitter_record){.gain = 40, .weight = 50};
    for (int i = 0; i < FELT_EMIT_GUEST; i++)
        if (i != FELT_EMIT_CROSS) lab->evolve.emitter[i].weight = 50;
    for (int i = 0; i < 400; i++) chosen[felt_emitter_choose(&lab->evolve, &rng)]++;
    assert_in_range(chosen[FELT_EMIT_CROSS], 250, 390);
    for (int i = 0; i < FELT_EMIT_GUEST; i++) assert_true(chosen[i] >= 8);
    assert_int_equal(chosen[FELT_EMIT_GUEST], 0);
    free(lab);
}

/* ---- muddles ---- */

static int count_phases(const struct felt_genome *genome, int type)
{
    int count = 0;
    for (int i = 0; i < genome->phases; i++) count += genome->phase[i].type == type;
    return count;
}

static void add_bets(struct felt_genome *genome, int index, int32_t bet)
{
    for (int i = genome->phases++; i > index; i--) genome->phase[i] = genome->phase[i - 1];
    felt_phase_init(&genome->phase[index], FELT_PHASE_TYPE_BETTING);
    genome->phase[index].genes.gene[FELT_BET_MIN] = bet;
    genome->phase[index].genes.gene[FELT_BET_SIDE_POTS] = 1;
}

static void tidy_leaves_plain_games_alone(void **state)
{
    static const char *const plain[] = {"crazy-eights", "hearts",    "gops",    "gin-lite",
                                        "spades",       "president", "go-fish", "scopa",
                                        "old-maid",     "uno-style", "whist",   "fan-tan"};
    const struct felt_evolve_plan plan = {.candidates = 1};
    (void)state;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        struct felt_genome before, genome;
        read_game(plain[i], &before);
        genome = before;
        assert_true(felt_genome_tidy(&plan, &genome));
        if (!felt_genome_equal(&genome, &before)) fail_msg("%s", plain[i]);
    }
}

static void tidy_lays_no_cards_that_nobody_uses(void **state)
{
    const struct felt_evolve_plan plan = {.candidates = 1};
    struct felt_genome genome;
    (void)state;
    read_game("crazy-eights", &genome);
    felt_phase_init(&genome.phase[genome.phases++], FELT_PHASE_TYPE_DEAL);
    genome.setup.gene[FELT_SETUP_COMMUNITY] = 3;
    assert_true(felt_genome_tidy(&plan, &genome));
    assert_int_equal(count_phases(&genome, FELT_PHASE_TYPE_DEAL), 0);
    assert_int_equal(genome.setup.gene[FELT_SETUP_COMMUNITY], 0);
    read_game("holdem-like", &genome); /* there they make the hand */
    int deals = count_phases(&genome, FELT_PHASE_TYPE_DEAL);
    assert_true(felt_genome_tidy(&plan, &genome));
    assert_true(deals > 0);
    assert_int_equal(count_phases(&genome, FELT_PHASE_TYPE_DEAL), deals);
}

static void tidy_lets_everybody_start_as_often(void **state)
{
    const struct felt_evolve_plan plan = {.candidates = 1};
    struct felt_genome genome;
    (void)state;
    read_game("fan-tan", &genome); /* for three and more */
    genome.session.gene[FELT_SESSION_HANDS] = 4;
    assert_true(felt_genome_tidy(&plan, &genome));
    assert_int_equal(genome.session.gene[FELT_SESSION_HANDS], 6);
}

static void tidy_joins_bets_and_rounds_them(void **state)
{
    const struct felt_evolve_plan plan = {.candidates = 1};
    struct felt_genome genome;
    (void)state;
    read_game("simple-poker", &genome);
    add_bets(&genome, 1, 13);
    genome.phase[0].genes.gene[FELT_BET_MIN] = 17; /* of 200 chips */
    assert_true(felt_genome_tidy(&plan, &genome));
    assert_int_equal(genome.phases, 2);
    assert_int_equal(genome.phase[0].genes.gene[FELT_BET_MIN], 10);
    genome.phase[0].genes.gene[FELT_BET_MIN] = 50; /* three bets deep */
    assert_true(felt_genome_tidy(&plan, &genome));
    assert_int_equal(genome.phase[0].genes.gene[FELT_BET_MIN], 20);
    assert_int_equal(genome.phase[1].type, FELT_PHASE_TYPE_SHOWDOWN);
}

/* Bets on tricks: the pot goes to who takes most of them, chips decide, and points are gone. */
static void tidy_says_what_bets_are_for(void **state)
{
    const struct felt_evolve_plan plan = {.candidates = 1};
    struct felt_genome genome;
    (void)state;
    read_game("hearts", &genome);
    genome.setup.gene[FELT_SETUP_CHIPS] = 190;
    add_bets(&genome, 1, 10);
    genome.evaluation.gene[FELT_EVAL_METHOD] = FELT_EVAL_POKER;
    assert_true(felt_genome_tidy(&plan, &genome));
    assert_int_equal(genome.setup.gene[FELT_SETUP_CHIPS], 200);
    assert_int_equal(count_phases(&genome, FELT_PHASE_TYPE_BETTING), 1);
    assert_int_equal(genome.evaluation.gene[FELT_EVAL_METHOD], FELT_EVAL_NONE);
    assert_int_equal(genome.scorings, 0);
    assert_int_equal(genome.wins, 2);
    assert_int_equal(genome.win[0].gene[FELT_WIN_TYPE], FELT_WIN_MOST_TRICKS);
    assert_int_equal(genome.win[1].gene[FELT_WIN_TYPE], FELT_WIN_MOST_CHIPS);
}

static void tidy_makes_decks_whole(void **state)
{
    const struct felt_evolve_plan plan = {.candidates = 1};
    struct felt_genome genome;
    (void)state;
    read_game("crazy-eights", &genome);
    genome.deck.gene[FELT_DECK_KIND] = FELT_GENOME_DECK_CUSTOM;
    genome.deck_cards = FELT_CARDS_ALL & ~felt_cards_of_rank(3) & ~UINT64_C(1);
    assert_true(felt_genome_tidy(&plan, &genome));
    assert_true(genome.deck_cards == (FELT_CARDS_ALL & ~felt_cards_of_rank(3)));
    genome.deck_cards = FELT_CARDS_ALL & ~UINT64_C(1);
    assert_true(felt_genome_tidy(&plan, &genome));
    assert_int_equal(genome.deck.gene[FELT_DECK_KIND], FELT_GENOME_DECK_52);
}

TEST_MODULE(lab_evolve)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evolve_is_the_same_in_any_order_of_work),
        cmocka_unit_test(evolve_stopped_has_changed_nothing),
        cmocka_unit_test(evolve_keeps_what_is_locked),
        cmocka_unit_test(evolve_measures_guests),
        cmocka_unit_test(evolve_reweighs_in_place),
        cmocka_unit_test(median_leaves_flawed_games_out),
        cmocka_unit_test(cache_knows_what_it_was_told),
        cmocka_unit_test(emitters_make_games_in_order),
        cmocka_unit_test(tidy_leaves_plain_games_alone),
        cmocka_unit_test(tidy_lays_no_cards_that_nobody_uses),
        cmocka_unit_test(tidy_lets_everybody_start_as_often),
        cmocka_unit_test(tidy_joins_bets_and_rounds_them),
        cmocka_unit_test(tidy_says_what_bets_are_for),
        cmocka_unit_test(tidy_makes_decks_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
