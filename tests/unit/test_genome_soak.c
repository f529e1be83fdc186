/* test_genome_soak.c -- invented genomes, changed and played by chance: nothing may go wrong.
 *
 * A share of it is a test.  FELT_TEST_GENOMES (from FELT_TEST_FIRST on), FELT_TEST_HANDS,
 * FELT_TEST_MUTATIONS and FELT_TEST_SEED make it as long as you like, FELT_TEST_TALLY=1 prints
 * what was done (./dev soak lab). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_trap.h"
#include "felt/genome_json.h"
#include "felt/hash.h"
#include "genome_audit.h"
#include "lab/search/operators.h"
#include "module.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GENOMES = 160,
    HANDS = 60,
    RUBBISH_HANDS = 3,
    MUTATIONS = 20000,
    LOOK_EVERY = 20,
    LINEAGE = 40,
    ENOUGH = 2000, /* genomes among which every type of phases has its turn */
    ERRORS = 4
};

static uint64_t number(const char *variable, uint64_t otherwise)
{
    const char *text = getenv(variable);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

static void print_genome(const struct felt_genome *genome)
{
    static char text[FELT_GENOME_TEXT_MAX];
    struct felt_buffer buffer = felt_buffer_make(text, sizeof text);
    if (felt_genome_json_write(genome, &buffer) == FELT_OK)
        fprintf(stderr, "%.*s", (int)buffer.used, text);
}

/* The genome that is being played: a failed assertion says which. */
static const struct felt_genome *playing;

static void print_playing(void)
{
    if (playing) print_genome(playing);
}

static void print_tally(const char *name, uint64_t count)
{
    if (getenv("FELT_TEST_TALLY"))
        fprintf(stderr, "tally %s %llu\n", name, (unsigned long long)count);
}

/* ---- mutations ---- */

static void assert_in_order(const struct felt_genome *genome, const char *operation,
                            uint64_t number_of)
{
    struct felt_genome_error error[ERRORS];
    int errors = felt_genome_verify(genome, error, ERRORS);
    if (errors == 0) return;
    print_genome(genome);
    fail_msg("%s, mutation %llu: %d errors, the first at %s: %s", operation,
             (unsigned long long)number_of, errors, error[0].pointer, error[0].text);
}

/* W1, W2: whatever operators make of a genome can be written and read again. */
static void assert_survives_json(const struct felt_genome *genome)
{
    static char text[2][FELT_GENOME_TEXT_MAX];
    struct felt_genome again;
    struct felt_genome_error error;
    struct felt_buffer out[2] = {felt_buffer_make(text[0], sizeof text[0]),
                                 felt_buffer_make(text[1], sizeof text[1])};
    assert_int_equal(felt_genome_json_write(genome, &out[0]), FELT_OK);
    if (felt_genome_json_read(text[0], out[0].used, &again, &error) != FELT_OK ||
        !felt_genome_equal(genome, &again))
        fail_msg("read otherwise than written: %.*s", (int)out[0].used, text[0]);
    assert_int_equal(felt_genome_json_write(&again, &out[1]), FELT_OK);
    assert_int_equal(out[0].used, out[1].used);
    assert_memory_equal(text[0], text[1], out[0].used);
}

/* Lineages: an invented genome, then one change after the other, each of them repaired.  Every
 * tenth is a crossover, and is written and read again. */
static void genome_mutations_are_in_order_after_repair(void **state)
{
    (void)state;
    uint64_t mutations = number("FELT_TEST_MUTATIONS", test_is_quick() ? MUTATIONS / 8 : MUTATIONS);
    uint64_t changed = 0, written = 0;
    struct felt_rng rng =
        felt_rng_make(felt_hash_word(number("FELT_TEST_SEED", 1), number("FELT_TEST_FIRST", 0)));
    struct felt_genome genome, other;
    felt_genome_invent(&rng, &other);
    for (uint64_t i = 0; i < mutations; i++) {
        if (i % LINEAGE == 0) {
            other = genome = i ? genome : other;
            felt_genome_invent(&rng, &genome);
            assert_in_order(&genome, "invention", i);
        }
        if (i % 10 == 9) {
            struct felt_genome child;
            changed += felt_genome_cross(&genome, &other, &rng, 0, &child);
            genome = child;
            assert_in_order(&genome, "crossover", i);
            assert_survives_json(&genome);
            written++;
            continue;
        }
        const struct felt_operator *operation =
            felt_operator_at((int)felt_rng_below(&rng, (uint32_t)felt_operator_count()));
        if (!operation->change(&genome, &rng)) continue;
        changed++;
        if (!felt_genome_repair(&genome)) assert_in_order(&genome, operation->name, i);
    }
    assert_in_order(&genome, "the last one", mutations);
    print_tally("mutations", mutations);
    print_tally("changes", changed);
    print_tally("round-trips", written);
    assert_true(changed > mutations / 2);
}

/* ---- hands ---- */

static void print_tallies(const struct genome_tally *tally, uint64_t genomes)
{
    print_tally("genomes", genomes);
    print_tally("games", tally->games);
    print_tally("games-cut", tally->cut);
    print_tally("hands", tally->hands);
    print_tally("moves", tally->moves);
    print_tally("moves-looked-at", tally->looked);
    print_tally("imagined", tally->imagined);
    for (int type = 0; type < FELT_PHASE_TYPES; type++)
        if (tally->asked[type])
            print_tally(felt_section_word((enum felt_section)(FELT_SECTION_PHASE + type)),
                        tally->asked[type]);
}

static void genome_hands_keep_every_promise(void **state)
{
    (void)state;
    uint64_t genomes = number("FELT_TEST_GENOMES", test_is_quick() ? GENOMES / 8 : GENOMES);
    uint64_t hands = number("FELT_TEST_HANDS", HANDS);
    uint64_t first = number("FELT_TEST_FIRST", 0), run = number("FELT_TEST_SEED", 1);
    struct genome_tally tally = {0};
    for (uint64_t i = first; i < first + genomes; i++) {
        uint64_t key = felt_hash_word(run, i), seed = key;
        struct felt_rng rng = felt_rng_make(key);
        struct felt_genome genome;
        int seats;
        felt_genome_invent(&rng, &genome);
        playing = &genome;
        const char *why = genome_audit(&genome, hands, LOOK_EVERY, &seed, &seats, &tally);
        playing = NULL;
        if (!why) continue;
        print_genome(&genome);
        fail_msg("FELT_TEST_SEED=%llu, genome %llu, %d players, game %llu: %s",
                 (unsigned long long)run, (unsigned long long)i, seats, (unsigned long long)seed,
                 why);
    }
    print_tallies(&tally, genomes);
    if (genomes < ENOUGH) return;
    for (int type = 0; type < FELT_PHASE_TYPES; type++) {
        bool decides = type != FELT_PHASE_TYPE_ANTE && type != FELT_PHASE_TYPE_DEAL &&
                       type != FELT_PHASE_TYPE_SHOWDOWN && type != FELT_PHASE_TYPE_SCORE;
        if (decides && tally.asked[type] == 0)
            fail_msg("nobody was ever asked in a %s",
                     felt_section_word((enum felt_section)(FELT_SECTION_PHASE + type)));
    }
}

/* ---- rubbish ---- */

static int any_between(struct felt_rng *rng, int min, int max)
{
    return min + (int)felt_rng_below(rng, (uint32_t)(max - min) + 1);
}

/* Any value of its range for every gene, the ends more often. */
static void any_genes(struct felt_rng *rng, enum felt_section section, struct felt_genes *out)
{
    int count;
    const struct felt_gene_row *rows = felt_genes_of(section, &count);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < count; i++) {
        int act = any_between(rng, 0, 9);
        out->gene[i] = act == 0   ? rows[i].min
                       : act == 1 ? rows[i].max
                       : act < 6  ? rows[i].otherwise
                                  : any_between(rng, rows[i].min, rows[i].max);
    }
}

static void any_expr(struct felt_rng *rng, struct felt_expr *out)
{
    memset(out, 0, sizeof *out);
    if (any_between(rng, 0, 3)) return;
    out->count = (uint8_t)any_between(rng, 0, FELT_EXPR_NODES_MAX);
    for (int i = 0; i < out->count; i++)
        out->node[i] = (struct felt_expr_node){
            .op = (uint8_t)(any_between(rng, 0, 5) < 4 ? 0 : any_between(rng, 0, FELT_EXPR_NOT)),
            .args = (uint8_t)any_between(rng, 1, 2),
            .test = (uint8_t)any_between(rng, 0, FELT_TESTS - 1),
            .ref = (uint8_t)any_between(rng, 0, FELT_REFS - 1),
            .cmp = (uint8_t)any_between(rng, 0, FELT_CMPS - 1),
            .value = (int16_t)any_between(rng, -3, 60)};
}

static void make_rubbish(struct felt_rng *rng, struct felt_genome *out)
{
    felt_genome_init(out);
    any_genes(rng, FELT_SECTION_PLAYERS, &out->players);
    any_genes(rng, FELT_SECTION_DECK, &out->deck);
    any_genes(rng, FELT_SECTION_SETUP, &out->setup);
    any_genes(rng, FELT_SECTION_SESSION, &out->session);
    any_genes(rng, FELT_SECTION_EVALUATION, &out->evaluation);
    out->deck_cards = felt_rng_next(rng) | felt_rng_next(rng);
    out->wild_ranks = (uint16_t)(any_between(rng, 0, 3) ? 0 : felt_rng_next(rng));
    for (int rank = 0; rank < FELT_RANKS; rank++)
        if (!any_between(rng, 0, 3)) out->values[rank] = (int16_t)any_between(rng, -110, 110);
    for (int seat = 0; seat < FELT_GENOME_SEATS_MAX; seat++)
        out->teams[seat] = (uint8_t)any_between(rng, 0, 2);
    out->phases = (uint8_t)any_between(rng, 1, FELT_PHASES_MAX);
    for (int i = 0; i < out->phases; i++) {
        struct felt_genome_phase *phase = &out->phase[i];
        phase->type = (uint8_t)any_between(rng, 0, FELT_PHASE_TYPES - 1);
        any_genes(rng, (enum felt_section)(FELT_SECTION_PHASE + phase->type), &phase->genes);
        any_expr(rng, &phase->condition);
        any_expr(rng, &phase->valid);
    }
    any_expr(rng, &out->hand_end);
    out->effects = (uint8_t)any_between(rng, 0, FELT_EFFECTS_MAX);
    out->scorings = (uint8_t)any_between(rng, 0, FELT_SCORINGS_MAX);
    out->wins = (uint8_t)any_between(rng, 0, FELT_WINS_MAX);
    out->patterns = (uint8_t)any_between(rng, 0, FELT_PATTERNS_MAX);
    for (int i = 0; i < out->effects; i++) any_genes(rng, FELT_SECTION_EFFECT, &out->effect[i]);
    for (int i = 0; i < out->scorings; i++) any_genes(rng, FELT_SECTION_SCORING, &out->scoring[i]);
    for (int i = 0; i < out->wins; i++) any_genes(rng, FELT_SECTION_WIN, &out->win[i]);
    for (int i = 0; i < out->patterns; i++) any_genes(rng, FELT_SECTION_PATTERN, &out->pattern[i]);
}

/* N3 at the ends of every range: whatever repair accepts can be played. */
static void genome_rubbish_is_mended_and_played(void **state)
{
    (void)state;
    uint64_t genomes = number("FELT_TEST_GENOMES", test_is_quick() ? GENOMES / 8 : GENOMES);
    uint64_t first = number("FELT_TEST_FIRST", 0), run = number("FELT_TEST_SEED", 1);
    struct genome_tally tally = {0};
    for (uint64_t i = first; i < first + genomes; i++) {
        uint64_t key = felt_hash_word(~run, i), seed = key;
        struct felt_rng rng = felt_rng_make(key);
        struct felt_genome genome;
        int seats;
        make_rubbish(&rng, &genome);
        genome.session.gene[FELT_SESSION_TURNS] = any_between(&rng, 4, 300);
        if (!felt_genome_repair(&genome)) assert_in_order(&genome, "rubbish", i);
        playing = &genome;
        const char *why = genome_audit(&genome, RUBBISH_HANDS, 1, &seed, &seats, &tally);
        playing = NULL;
        if (!why) continue;
        print_genome(&genome);
        fail_msg("FELT_TEST_SEED=%llu, rubbish %llu, %d players, game %llu: %s",
                 (unsigned long long)run, (unsigned long long)i, seats, (unsigned long long)seed,
                 why);
    }
    print_tally("rubbish-hands", tally.hands);
    print_tally("rubbish-moves", tally.moves);
}

TEST_MODULE(genome_soak)
{
    assert_trap_last_words = print_playing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(genome_mutations_are_in_order_after_repair),
        cmocka_unit_test(genome_hands_keep_every_promise),
        cmocka_unit_test(genome_rubbish_is_mended_and_played),
    };
    return cmocka_run_group_tests_name("genome_soak", tests, NULL, NULL);
}
