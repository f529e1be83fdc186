/* test_genome_playouts.c -- playouts of tricks and comparisons are the games move by move. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "genome_tricks_scene.h"
#include "module.h"

/* ---- playouts ---- */

static void expect_same(const struct table *table, const struct felt_genome_state *a,
                        const struct felt_genome_state *b)
{
    for (int seat = 0; seat < table->program.seats; seat++) {
        assert_int_equal(a->hand[seat], b->hand[seat]);
        assert_int_equal(a->score[seat], b->score[seat]);
        assert_int_equal(a->laid[seat], b->laid[seat]);
        assert_int_equal(a->betting.stack[seat], b->betting.stack[seat]);
        assert_int_equal(a->by.count.tricks[seat], b->by.count.tricks[seat]);
        assert_int_equal(a->by.count.bid[seat], b->by.count.bid[seat]);
        if (!table->program.queue) assert_int_equal(a->pile.captured[seat], b->pile.captured[seat]);
    }
    for (uint8_t card = a->by.queue.top[0]; table->program.queue && card != FELT_CARD_NONE;) {
        assert_int_equal(a->next[card], b->next[card]);
        card = card == a->by.queue.bottom[0] ? (uint8_t)FELT_CARD_NONE : a->next[card];
    }
    assert_memory_equal(a->order, b->order, a->discards);
    assert_int_equal(a->discards, b->discards);
    assert_int_equal(a->table, b->table);
    assert_int_equal(a->shown, b->shown);
    assert_int_equal(a->chance, b->chance);
    assert_int_equal(a->turns, b->turns);
    assert_int_equal(a->hands, b->hands);
    assert_int_equal(a->cycle, b->cycle);
    assert_int_equal(a->actor, b->actor);
    assert_int_equal(a->leader, b->leader);
    assert_int_equal(a->asked, b->asked);
    assert_int_equal(a->sub, b->sub);
    assert_int_equal(a->flags, b->flags);
    assert_int_equal(a->carried, b->carried);
    assert_int_equal(a->winners, b->winners);
}

static void move_by_move(const struct felt_genome_program *program, struct felt_genome_state *state,
                         struct felt_rng *rng, int moves, bool hand_only)
{
    for (int hands = state->hands; moves > 0 && state->actor >= 0; moves--) {
        struct felt_moves legal;
        if (hand_only && state->hands != hands) return;
        felt_genome_moves(program, state, &legal);
        int among = felt_moves_count(&legal);
        int n = among > 1 ? (int)felt_rng_below(rng, (uint32_t)among) : 0;
        felt_genome_play(program, state, felt_moves_pick(&legal, n), NULL);
    }
}

/* Some number of moves one by one, then the rest both ways. */
static void expect_same_playouts(struct table *table, int seats, struct felt_rng *rng)
{
    struct felt_rng one = felt_rng_make(felt_rng_next(rng)), other;
    felt_genome_compile(&table->genome, seats, &table->program);
    felt_genome_begin(&table->program, NULL, felt_rng_next(rng), &table->state, NULL);
    move_by_move(&table->program, &table->state, &one, (int)felt_rng_below(rng, 40), false);
    bool hand_only = felt_rng_below(rng, 2);
    struct felt_genome_state copy = table->state;
    unsigned before = copy.turns;
    other = one;
    move_by_move(&table->program, &table->state, &one, INT32_MAX, hand_only);
    assert_int_equal(felt_genome_playout(&table->program, &copy, &other, hand_only),
                     table->state.turns - before);
    expect_same(table, &table->state, &copy);
    expect_all_cards(table);
    assert_int_equal(felt_rng_next(&one), felt_rng_next(&other)); /* as many numbers were used */
}

static void any_gene(int32_t *gene, struct felt_rng *rng, int below)
{
    *gene = (int32_t)felt_rng_below(rng, (uint32_t)below);
}

static void playout_of_tricks_is_the_game_move_by_move(void **unused)
{
    (void)unused;
    struct felt_rng rng = felt_rng_make(5);
    struct table table;
    for (int i = 0; i < (test_is_quick() ? 500 : 4000); i++) {
        int32_t *gene = trick_table(&table), seats;
        if (i % 3 == 0) {
            pass_table(&table, 1 + (int)felt_rng_below(&rng, 5), (int)felt_rng_below(&rng, 4));
            gene = table.genome.phase[1].genes.gene;
        }
        for (int k = 0; k <= FELT_TRICK_HIGH; k++) any_gene(&gene[k], &rng, 2);
        gene[FELT_TRICK_FOLLOW] |= i & 1;
        gene[FELT_TRICK_BREAKING_SUIT] = (int32_t)felt_rng_below(&rng, 5) - 1;
        gene[FELT_TRICK_MUST_BEAT] = felt_rng_below(&rng, 4) == 0;
        if (felt_rng_below(&rng, 3) == 0) any_gene(&gene[FELT_TRICK_COUNT], &rng, 5);
        if (felt_rng_below(&rng, 3) == 0) {
            gene[FELT_TRICK_OPENING_RANK] = FELT_DEUCE;
            gene[FELT_TRICK_OPENING_SUIT] = FELT_CLUBS;
        }
        any_gene(&table.genome.deck.gene[FELT_DECK_ACE], &rng, 4);
        any_gene(&table.genome.setup.gene[FELT_SETUP_TRUMP_MODE], &rng, 4);
        any_gene(&table.genome.setup.gene[FELT_SETUP_TRUMP], &rng, 4);
        any_gene(&table.genome.session.gene[FELT_SESSION_MODE], &rng, 2);
        table.genome.session.gene[FELT_SESSION_HANDS] = 3;
        table.genome.session.gene[FELT_SESSION_TURNS] = 10 + (int32_t)felt_rng_below(&rng, 200);
        add_suit_scoring(&table, FELT_GENE_NONE, FELT_HEARTS, 1, FELT_SCORE_TRICK_WIN);
        seats = 2 + (int32_t)felt_rng_below(&rng, 5);
        table.genome.setup.gene[FELT_SETUP_CARDS] = 1 + (int32_t)felt_rng_below(&rng, 8);
        any_gene(&table.genome.setup.gene[FELT_SETUP_DEAL_ALL], &rng, 2);
        expect_same_playouts(&table, seats, &rng);
    }
}

static void playout_of_comparisons_is_the_game_move_by_move(void **unused)
{
    (void)unused;
    struct felt_rng rng = felt_rng_make(6);
    struct table table;
    for (int i = 0; i < (test_is_quick() ? 200 : 1500); i++) {
        int32_t *gene = war_table(&table);
        any_gene(&gene[FELT_COMPARE_WINNER], &rng, 2);
        any_gene(&gene[FELT_COMPARE_DOWN], &rng, 5);
        if (i % 3 == 0) any_gene(&gene[FELT_COMPARE_TAKES], &rng, FELT_TAKES_DISCARD + 1);
        if (i % 3 == 0) any_gene(&gene[FELT_COMPARE_TIE], &rng, FELT_COMPARE_BATTLE + 1);
        if (i % 5 == 0) {
            any_gene(&gene[FELT_COMPARE_REVEAL], &rng, 2);
            table.genome.setup.gene[FELT_SETUP_VISIBLE] = FELT_HAND_OWNER;
        }
        any_gene(&table.genome.deck.gene[FELT_DECK_ACE], &rng, 4);
        any_gene(&table.genome.session.gene[FELT_SESSION_MODE], &rng, 2);
        if (i % 7 == 0) any_gene(&table.genome.session.gene[FELT_SESSION_CYCLES], &rng, 30);
        table.genome.session.gene[FELT_SESSION_TURNS] = 10 + (int32_t)felt_rng_below(&rng, 600);
        table.genome.setup.gene[FELT_SETUP_CARDS] = 1 + (int32_t)felt_rng_below(&rng, 8);
        any_gene(&table.genome.setup.gene[FELT_SETUP_DEAL_ALL], &rng, 2);
        expect_same_playouts(&table, 2 + (i % 4 == 0) + (i % 16 == 0), &rng);
    }
}

TEST_MODULE(genome_playouts)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(playout_of_tricks_is_the_game_move_by_move),
        cmocka_unit_test(playout_of_comparisons_is_the_game_move_by_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
