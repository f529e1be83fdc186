/* test_genome_solve.c -- tiny genomes solved: the values that are known, the strategies a player
 * would expect, and games that are refused with a reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/genome_solve.h"
#include "genome_script.h"
#include "module.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void compile(const char *name, int seats, struct felt_genome_program *out)
{
    struct felt_genome genome;
    char complaint[KNOWN_COMPLAINT_BYTES];
    if (!known_genome_read(name, &genome, complaint)) fail_msg("%s", complaint);
    felt_genome_compile(&genome, seats, out);
}

/* Solved with so many iterations; the caller frees it. */
static struct felt_genome_solve *solve(const struct felt_genome_program *program,
                                       uint64_t iterations, struct felt_genome_solve_size *size)
{
    struct felt_genome_solve *solve = NULL;
    assert_int_equal(felt_genome_solve_measure(program, size, NULL), FELT_OK);
    void *memory = malloc(size->bytes);
    assert_non_null(memory);
    memset(memory, 0xA5, size->bytes);
    assert_int_equal(felt_genome_solve_init(program, memory, size->bytes, &solve, NULL), FELT_OK);
    assert_ptr_equal(solve, memory);
    felt_genome_solve_iterate(solve, iterations);
    return solve;
}

/* ---- Kuhn ---- */

/* How often a move is played by who holds the rank, after these moves. */
static double share_of(const struct felt_genome_solve *solve, uint32_t sets, int rank,
                       const uint8_t *steps, int count, int move)
{
    for (uint32_t i = 0; i < sets; i++) {
        struct felt_genome_solve_set set;
        felt_genome_solve_look(solve, i, &set);
        if (felt_card_rank(set.card[set.seat]) != rank || set.steps != count ||
            memcmp(set.step, steps, (size_t)count) != 0)
            continue;
        for (int k = 0; k < set.moves; k++)
            if (set.move[k] == move) return set.share[k];
    }
    fail_msg("there is no such decision");
    return 0;
}

static void genome_solve_kuhn_is_an_eighteenth(void **unused)
{
    (void)unused;
    static const uint8_t check_bet[] = {FELT_MOVE_CHECK, FELT_MOVE_BET}, bet[] = {FELT_MOVE_BET};
    struct felt_genome_program program;
    struct felt_genome_solve_size size;
    struct felt_genome_solve_rating rating;
    compile("kuhn", 2, &program);
    struct felt_genome_solve *solved = solve(&program, 1000, &size);
    assert_int_equal(size.deals, 6);
    assert_int_equal(size.nodes, 6 * 9);
    assert_int_equal(size.decisions, 6 * 4);
    felt_genome_solve_rate(solved, &rating);
    assert_int_equal(rating.iterations, 1000);
    assert_int_equal(rating.sets, 12);
    assert_true(fabs(rating.value + 1.0 / 18) < 1e-4);
    assert_true(rating.exploitability >= -1e-12 && rating.exploitability < 1e-3);
    assert_true(rating.best[0] >= -1.0 / 18 - 1e-9 && rating.best[1] >= 1.0 / 18 - 1e-9);
    /* Nobody calls with the jack or folds the king; the second seat bluffs a third of its jacks and
     * calls with a third of its queens; the first bluffs a third as often as it bets the king. */
    assert_true(share_of(solved, rating.sets, FELT_JACK, bet, 1, FELT_MOVE_CALL) < 1e-3);
    assert_true(share_of(solved, rating.sets, FELT_KING, bet, 1, FELT_MOVE_FOLD) < 1e-3);
    assert_true(share_of(solved, rating.sets, FELT_KING, check_bet, 2, FELT_MOVE_FOLD) < 1e-3);
    assert_true(fabs(share_of(solved, rating.sets, FELT_QUEEN, bet, 1, FELT_MOVE_CALL) - 1.0 / 3) <
                0.02);
    assert_true(fabs(share_of(solved, rating.sets, FELT_JACK, check_bet, 1, FELT_MOVE_BET) -
                     1.0 / 3) < 0.02);
    double bluffs = share_of(solved, rating.sets, FELT_JACK, bet, 0, FELT_MOVE_BET);
    double bets = share_of(solved, rating.sets, FELT_KING, bet, 0, FELT_MOVE_BET);
    assert_true(fabs(bets - 3 * bluffs) < 0.03);
    free(solved);
}

static void genome_solve_is_repeatable(void **unused)
{
    (void)unused;
    struct felt_genome_program program;
    struct felt_genome_solve_size size;
    struct felt_genome_solve_rating once, parts;
    compile("kuhn", 2, &program);
    struct felt_genome_solve *one = solve(&program, 30, &size), *two = solve(&program, 10, &size);
    felt_genome_solve_rate(two, &parts); /* a look changes nothing */
    felt_genome_solve_iterate(two, 20);
    felt_genome_solve_rate(one, &once);
    felt_genome_solve_rate(two, &parts);
    assert_memory_equal(&once.value, &parts.value, sizeof once.value); /* X1 */
    assert_memory_equal(once.best, parts.best, sizeof once.best);
    free(one);
    free(two);
}

/* ---- Leduc ---- */

static void genome_solve_leduc_has_its_value(void **unused)
{
    (void)unused;
    struct felt_genome_program program;
    struct felt_genome_solve_size size;
    struct felt_genome_solve_rating rating;
    compile("leduc", 2, &program);
    struct felt_genome_solve *solved = solve(&program, test_is_quick() ? 40 : 400, &size);
    assert_int_equal(size.deals, 120);
    felt_genome_solve_rate(solved, &rating);
    assert_int_equal(rating.sets, 936); /* cards of both suits are told apart */
    /* In antes, as the literature has it: -0.0856. */
    assert_true(fabs(rating.value + 0.0856) < (test_is_quick() ? 0.02 : 0.001));
    assert_true(rating.exploitability < (test_is_quick() ? 0.1 : 0.005));
    free(solved);
}

/* ---- games without chips ---- */

/* A card each, both hold three of one suit: the higher one takes the trick, whoever leads. */
static void genome_solve_games_without_chips(void **unused)
{
    (void)unused;
    struct felt_genome genome;
    struct felt_genome_program program;
    struct felt_genome_solve_size size;
    struct felt_genome_solve_rating rating;
    felt_genome_init(&genome);
    genome.players.gene[FELT_PLAYERS_MAX] = 2;
    genome.deck.gene[FELT_DECK_KIND] = FELT_GENOME_DECK_CUSTOM;
    genome.deck_cards = 0x1111; /* 2c 3c 4c 5c */
    genome.setup.gene[FELT_SETUP_CARDS] = 2;
    genome.session.gene[FELT_SESSION_CYCLES] = 1;
    felt_phase_init(&genome.phase[genome.phases++], FELT_PHASE_TYPE_TRICK);
    genome.phase[0].genes.gene[FELT_TRICK_COUNT] = 1;
    felt_genes_init(&genome.win[genome.wins++], FELT_SECTION_WIN);
    genome.win[0].gene[FELT_WIN_TYPE] = FELT_WIN_MOST_TRICKS;
    assert_int_equal(felt_genome_verify(&genome, NULL, 0), 0);
    felt_genome_compile(&genome, 2, &program);
    struct felt_genome_solve *solved = solve(&program, 200, &size);
    felt_genome_solve_rate(solved, &rating);
    /* The second plays after the first: of the three pairs of hands it wins whenever it holds the
     * five, and so does the first. */
    assert_true(fabs(rating.value) < 0.01); /* of sixty */
    assert_true(fabs(rating.exploitability) < 0.01);
    free(solved);
}

/* ---- what is not solved ---- */

static void genome_solve_refuses_with_a_reason(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        int seats;
        enum felt_status status;
        const char *word;
    } rows[] = {
        {"cheat", 3, FELT_UNSUPPORTED, "two seats"},
        {"war", 2, FELT_FULL, "can be dealt"},
        {"simple-poker", 2, FELT_FULL, "10 cards"},
        {"holdem-like", 2, FELT_FULL, "can be dealt"},
        {"crazy-eights", 2, FELT_FULL, "52 cards of"},
        {"knock-out-whist", 2, FELT_UNSUPPORTED, "by lot"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_genome_program program;
        struct felt_genome_solve_size size;
        struct felt_complaint complaint = {0};
        compile(rows[i].name, rows[i].seats, &program);
        assert_int_equal(felt_genome_solve_measure(&program, &size, &complaint), rows[i].status);
        if (!strstr(complaint.text, rows[i].word)) fail_msg("%s: %s", rows[i].name, complaint.text);
    }
    struct felt_genome_program program;
    struct felt_genome_solve_size size;
    struct felt_genome_solve *solved;
    struct felt_complaint complaint = {0};
    char small[64];
    compile("kuhn", 2, &program);
    assert_int_equal(felt_genome_solve_measure(&program, &size, NULL), FELT_OK);
    assert_int_equal(felt_genome_solve_init(&program, small, sizeof small, &solved, &complaint),
                     FELT_FULL);
    assert_non_null(strstr(complaint.text, "bytes are needed"));
}

/* A draw from a neighbour's hand is chance that no order of the deck decides. */
static void genome_solve_refuses_lots(void **unused)
{
    (void)unused;
    struct felt_genome genome;
    struct felt_genome_program program;
    struct felt_genome_solve_size size;
    struct felt_complaint complaint = {0};
    felt_genome_init(&genome);
    genome.players.gene[FELT_PLAYERS_MAX] = 2;
    genome.deck.gene[FELT_DECK_KIND] = FELT_GENOME_DECK_CUSTOM;
    genome.deck_cards = 0x111111; /* six clubs */
    genome.setup.gene[FELT_SETUP_CARDS] = 2;
    genome.session.gene[FELT_SESSION_CYCLES] = 1;
    felt_phase_init(&genome.phase[genome.phases++], FELT_PHASE_TYPE_COMPARE);
    genome.phase[0].genes.gene[FELT_COMPARE_TAKES] = FELT_TAKES_POINTS; /* of a hand: any card */
    felt_genes_init(&genome.win[genome.wins++], FELT_SECTION_WIN);
    genome.win[0].gene[FELT_WIN_TYPE] = FELT_WIN_HIGH_SCORE;
    assert_int_equal(felt_genome_verify(&genome, NULL, 0), 0);
    felt_genome_compile(&genome, 2, &program);
    assert_int_equal(felt_genome_solve_measure(&program, &size, &complaint), FELT_UNSUPPORTED);
    assert_non_null(strstr(complaint.text, "besides the deck"));
}

TEST_MODULE(genome_solve)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(genome_solve_kuhn_is_an_eighteenth),
        cmocka_unit_test(genome_solve_is_repeatable),
        cmocka_unit_test(genome_solve_leduc_has_its_value),
        cmocka_unit_test(genome_solve_games_without_chips),
        cmocka_unit_test(genome_solve_refuses_with_a_reason),
        cmocka_unit_test(genome_solve_refuses_lots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
