/* test_operators.c -- operators of the lab: what they change, what they may not change, and that
 * what comes out can be played. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/genome_play.h"
#include "lab/search/operators.h"
#include "module.h"
#include "support.h"

#include <string.h>

enum { ERRORS = 4, SAMPLE = 6 };

static void expect_in_order(const struct felt_genome *genome, const char *what)
{
    struct felt_genome_error error[ERRORS];
    int errors = felt_genome_verify(genome, error, ERRORS);
    if (errors)
        fail_msg("%s: %d errors, the first at %s: %s", what, errors, error[0].pointer,
                 error[0].text);
}

static struct felt_genes *add(struct felt_genome *genome, enum felt_phase_type type)
{
    felt_phase_init(&genome->phase[genome->phases], type);
    return &genome->phase[genome->phases++].genes;
}

static void add_win(struct felt_genome *genome, enum felt_win_type type)
{
    felt_genes_init(&genome->win[genome->wins], FELT_SECTION_WIN);
    genome->win[genome->wins++].gene[FELT_WIN_TYPE] = (int32_t)type;
}

/* No chips anywhere. */
static void make_shedding(struct felt_genome *genome)
{
    felt_genome_init(genome);
    add(genome, FELT_PHASE_TYPE_DRAW);
    add(genome, FELT_PHASE_TYPE_PLAY);
    add_win(genome, FELT_WIN_EMPTY_HAND);
}

/* The document's two genes, its single pot. */
static void make_document(struct felt_genome *genome)
{
    felt_genome_init(genome);
    genome->setup.gene[FELT_SETUP_CHIPS] = 1000;
    genome->session.gene[FELT_SESSION_CYCLES] = 1;
    genome->evaluation.gene[FELT_EVAL_METHOD] = FELT_EVAL_POKER;
    add(genome, FELT_PHASE_TYPE_BETTING);
    add(genome, FELT_PHASE_TYPE_DISCARD);
    add(genome, FELT_PHASE_TYPE_BETTING);
    add_win(genome, FELT_WIN_MOST_CHIPS);
}

static int count_bets(const struct felt_genome *genome)
{
    int count = 0;
    for (int i = 0; i < genome->phases; i++)
        count += genome->phase[i].type == FELT_PHASE_TYPE_BETTING;
    return count;
}

/* 0 < min_bet <= starting_chips in every BettingPhase. */
static void expect_bets(const struct felt_genome *genome)
{
    int32_t chips = genome->setup.gene[FELT_SETUP_CHIPS];
    for (int i = 0; i < genome->phases; i++) {
        if (genome->phase[i].type != FELT_PHASE_TYPE_BETTING) continue;
        int32_t least = genome->phase[i].genes.gene[FELT_BET_MIN];
        if (least <= 0 || least > chips) fail_msg("min_bet %d of %d chips", least, chips);
    }
}

static const struct felt_operator *find(const char *name)
{
    const struct felt_operator *operation = felt_operator_find(name);
    if (!operation) fail_msg("no operator is called %s", name);
    return operation;
}

/* ---- the document's tests ---- */

/* "AddBettingPhaseMutation adds valid BettingPhase." */
static void test_betting_mutations(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(1);
    for (int round = 0; round < 200; round++) {
        struct felt_genome genome, before;
        make_shedding(&genome);
        before = genome;
        assert_true(felt_operator_apply(find("AddBettingPhase"), &genome, &rng, 0));
        assert_int_equal(genome.phases, before.phases + 1);
        assert_int_equal(count_bets(&genome), 1);
        assert_true(genome.setup.gene[FELT_SETUP_CHIPS] > 0);
        expect_bets(&genome);
        expect_in_order(&genome, "AddBettingPhase");
        for (int i = 0; i < genome.phases; i++)
            if (genome.phase[i].type == FELT_PHASE_TYPE_BETTING)
                assert_int_equal(genome.phase[i].genes.gene[FELT_BET_SIDE_POTS], 1); /* BET-5 */
        assert_true(felt_operator_apply(find("RemoveBettingPhase"), &genome, &rng, 0));
        assert_int_equal(count_bets(&genome), 0);
        assert_int_equal(genome.setup.gene[FELT_SETUP_CHIPS], 0); /* nothing uses them */
        expect_in_order(&genome, "RemoveBettingPhase");
        assert_false(felt_operator_apply(find("RemoveBettingPhase"), &genome, &rng, 0));
        assert_false(felt_operator_apply(find("MutateBettingPhase"), &genome, &rng, 0));
        assert_false(felt_operator_apply(find("MutateStartingChips"), &genome, &rng, 0));
    }
}

/* "Mutations don't produce invalid configs (min_bet > chips)." */
static void test_betting_parameter_validation(void **state)
{
    (void)state;
    static const char *const names[] = {"MutateBettingPhase", "MutateStartingChips",
                                        "AddBettingPhase", "MutateStartingChips"};
    struct felt_rng rng = felt_rng_make(2);
    int bets = 0, raises = 0, chips = 0;
    for (int lineage = 0; lineage < 100; lineage++) {
        struct felt_genome genome;
        make_document(&genome);
        genome.setup.gene[FELT_SETUP_CHIPS] = 10; /* all of them are one bet */
        for (int i = 0; i < 60; i++) {
            struct felt_genome before = genome;
            (void)felt_operator_apply(find(names[i % 4]), &genome, &rng, 0);
            expect_bets(&genome);
            expect_in_order(&genome, names[i % 4]);
            bets += genome.phase[0].genes.gene[FELT_BET_MIN] !=
                    before.phase[0].genes.gene[FELT_BET_MIN];
            raises += genome.phase[0].genes.gene[FELT_BET_RAISES] !=
                      before.phase[0].genes.gene[FELT_BET_RAISES];
            chips += genome.setup.gene[FELT_SETUP_CHIPS] != before.setup.gene[FELT_SETUP_CHIPS];
        }
    }
    assert_true(bets > 100 && raises > 100 && chips > 1000); /* all of them move */
}

/* ---- the table ---- */

static void operators_have_names_and_weights(void **state)
{
    (void)state;
    static const char *const document[] = {"AddBettingPhase", "RemoveBettingPhase",
                                           "MutateBettingPhase", "MutateStartingChips"};
    for (size_t i = 0; i < sizeof document / sizeof document[0]; i++) find(document[i]);
    for (int i = 0; i < felt_operator_count(); i++) {
        const struct felt_operator *row = felt_operator_at(i);
        assert_ptr_equal(felt_operator_find(row->name), row);
        assert_true(row->weight > 0 && strlen(row->does) > 10);
    }
    assert_null(felt_operator_find("AddBettingPhas"));
    assert_null(felt_operator_find(""));
}

/* Whatever an operator does to an invented genome, repair puts it in order; it says whether it
 * changed anything, and each of them does now and then. */
static void operators_leave_genomes_in_order(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(3);
    int rounds = test_is_quick() ? 100 : 1000;
    for (int i = 0; i < felt_operator_count(); i++) {
        const struct felt_operator *operation = felt_operator_at(i);
        int changed = 0;
        for (int round = 0; round < rounds; round++) {
            struct felt_genome genome, before;
            felt_genome_invent(&rng, &genome);
            expect_in_order(&genome, "invention");
            before = genome;
            bool change = felt_operator_apply(operation, &genome, &rng, 0);
            assert_int_equal(change, !felt_genome_equal(&genome, &before));
            expect_in_order(&genome, operation->name);
            expect_bets(&genome);
            assert_true(genome.phases <= FELT_PHASES_MAX);
            changed += change;
        }
        if (changed < rounds / 20) fail_msg("%s: %d of %d", operation->name, changed, rounds);
    }
}

static void operators_repeat_themselves(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct felt_genome genome[2];
        for (int i = 0; i < 2; i++) {
            struct felt_rng rng = felt_rng_make(seed);
            felt_genome_invent(&rng, &genome[i]);
            (void)felt_operator_apply(felt_operator_pick(&rng), &genome[i], &rng, 0);
        }
        assert_true(felt_genome_equal(&genome[0], &genome[1]));
    }
}

/* A street: Deal and Betting beside each other, before the hands are shown. */
static void operators_insert_streets(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(4);
    for (int round = 0; round < 100; round++) {
        struct felt_genome genome;
        make_document(&genome);
        add(&genome, FELT_PHASE_TYPE_SHOWDOWN);
        assert_true(felt_operator_apply(find("InsertStreet"), &genome, &rng, 0));
        assert_int_equal(genome.phases, 6);
        assert_int_equal(genome.phase[5].type, FELT_PHASE_TYPE_SHOWDOWN);
        int at = 0;
        while (genome.phase[at].type != FELT_PHASE_TYPE_DEAL) at++;
        assert_int_equal(genome.phase[at + 1].type, FELT_PHASE_TYPE_BETTING);
        assert_int_equal(genome.evaluation.gene[FELT_EVAL_COMMUNITY],
                         genome.phase[at].genes.gene[FELT_DEAL_COUNT]);
        expect_in_order(&genome, "InsertStreet");
    }
}

/* ---- locks ---- */

static void locks_hold_through_repair(void **state)
{
    (void)state;
    static const char *const words[] = {
        "players",      "deck",           "setup",  "session",      "hand_evaluation", "effects",
        "card_scoring", "win_conditions", "phases", "BettingPhase", "PlayPhase"};
    struct felt_rng rng = felt_rng_make(5);
    int rounds = test_is_quick() ? 1000 : 6000, changed = 0;
    for (int round = 0; round < rounds; round++) {
        struct felt_genome genome, before, other, child;
        uint32_t locks = 0;
        for (int i = 0; i < 3; i++)
            locks |= felt_lock_find(
                words[felt_rng_below(&rng, (uint32_t)(sizeof words / sizeof words[0]))]);
        assert_true(locks != 0);
        felt_genome_invent(&rng, &genome);
        before = genome;
        changed += felt_operator_apply(felt_operator_pick(&rng), &genome, &rng, locks);
        assert_true(felt_locks_hold(&before, &genome, locks));
        felt_genome_invent(&rng, &other);
        changed += felt_genome_cross(&before, &other, &rng, locks, &child);
        assert_true(felt_locks_hold(&before, &child, locks));
        expect_in_order(&child, "crossover");
    }
    assert_true(changed > rounds / 2);
    assert_int_equal(felt_lock_find("phase"), 0);
}

static void locks_see_what_differs(void **state)
{
    (void)state;
    struct felt_genome a, b;
    make_document(&a);
    b = a;
    assert_true(felt_locks_hold(&a, &b, UINT32_MAX));
    b.phase[1].genes.gene[FELT_DISCARD_MAX] = 3;
    assert_true(felt_locks_hold(&a, &b, felt_lock_find("BettingPhase")));
    assert_false(felt_locks_hold(&a, &b, felt_lock_find("DiscardPhase")));
    assert_false(felt_locks_hold(&a, &b, felt_lock_find("phases")));
    b = a;
    b.phases--;
    assert_false(felt_locks_hold(&a, &b, felt_lock_find("BettingPhase")));
    assert_true(felt_locks_hold(&a, &b, felt_lock_find("DiscardPhase")));
    b = a;
    b.values[0]++;
    assert_false(felt_locks_hold(&a, &b, felt_lock_find("hand_evaluation")));
    b = a;
    b.wild_ranks = 1;
    assert_false(felt_locks_hold(&a, &b, felt_lock_find("setup")));
}

/* ---- crossover ---- */

/* Phases of a before the cut, phases of b behind it; a pair is never cut apart or doubled. */
static void crossover_cuts_between_pairs(void **state)
{
    (void)state;
    static const uint8_t of_a[] = {FELT_PHASE_TYPE_ANTE,    FELT_PHASE_TYPE_BETTING,
                                   FELT_PHASE_TYPE_DISCARD, FELT_PHASE_TYPE_DRAW,
                                   FELT_PHASE_TYPE_BETTING, FELT_PHASE_TYPE_SHOWDOWN};
    static const uint8_t of_b[] = {FELT_PHASE_TYPE_ANTE, FELT_PHASE_TYPE_BETTING,
                                   FELT_PHASE_TYPE_DEAL, FELT_PHASE_TYPE_BETTING,
                                   FELT_PHASE_TYPE_SHOWDOWN};
    struct felt_genome a, b, child;
    struct felt_rng rng = felt_rng_make(6);
    unsigned seen = 0, sizes = 0;
    make_document(&a);
    b = a;
    a.phases = b.phases = 0;
    for (size_t i = 0; i < sizeof of_a; i++) add(&a, (enum felt_phase_type)of_a[i]);
    for (size_t i = 0; i < sizeof of_b; i++) add(&b, (enum felt_phase_type)of_b[i]);
    a.phase[1].genes.gene[FELT_BET_MIN] = a.phase[4].genes.gene[FELT_BET_MIN] = 20;
    b.phase[1].genes.gene[FELT_BET_MIN] = b.phase[3].genes.gene[FELT_BET_MIN] = 40;
    expect_in_order(&a, "a");
    expect_in_order(&b, "b");
    for (int round = 0; round < 300; round++) {
        assert_true(felt_genome_cross(&a, &b, &rng, 0, &child));
        int first = 0, second = 0;
        for (int i = 0; i < child.phases; i++) {
            if (child.phase[i].type != FELT_PHASE_TYPE_BETTING) continue;
            assert_int_equal(second, 0); /* two of them, whatever stands between */
            *(first ? &second : &first) = child.phase[i].genes.gene[FELT_BET_MIN];
        }
        assert_int_equal(child.phase[0].type, FELT_PHASE_TYPE_ANTE);
        assert_int_equal(child.phase[child.phases - 1].type, FELT_PHASE_TYPE_SHOWDOWN);
        seen |= 1u << (2 * (first == 40) + (second == 40));
        sizes |= 1u << child.phases;
    }
    assert_int_equal(seen, 1u << 1 | 1u << 3); /* never b before a; both of a would be a again */
    assert_int_equal(sizes, 1u << 4 | 1u << 5 | 1u << 6 | 1u << 7);
}

static void crossover_keeps_caps(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(7);
    for (int round = test_is_quick() ? 300 : 3000; round > 0; round--) {
        struct felt_genome a, b, child;
        felt_genome_invent(&rng, &a);
        felt_genome_invent(&rng, &b);
        bool other = felt_genome_cross(&a, &b, &rng, 0, &child);
        assert_int_equal(other, !felt_genome_equal(&child, &a));
        assert_true(child.phases <= FELT_PHASES_MAX);
        expect_in_order(&child, "crossover");
    }
}

/* ---- simplification ---- */

/* What is there for nothing goes, and nothing else. */
static void simplify_removes_what_is_idle(void **state)
{
    (void)state;
    struct felt_genome genome, plain;
    struct felt_simplified simplified;
    make_shedding(&genome);
    plain = genome;
    genome.phase[1].condition.node[0] =
        (struct felt_expr_node){.op = FELT_EXPR_TEST, .cmp = FELT_GT}; /* hand_size > 0 */
    genome.phase[1].condition.count = 1;
    felt_genes_init(&genome.effect[genome.effects++], FELT_SECTION_EFFECT);
    genome.deck.gene[FELT_DECK_KIND] = plain.deck.gene[FELT_DECK_KIND] = FELT_GENOME_DECK_SHORT36;
    genome.effect[0].gene[FELT_EFFECT_RANK] = FELT_DEUCE; /* not in this deck */
    struct felt_genes *never = add(&genome, FELT_PHASE_TYPE_TRANSFER);
    never->gene[FELT_TRANSFER_COUNT] = 1;
    genome.phase[2].condition.node[0] = (struct felt_expr_node){
        .op = FELT_EXPR_TEST, .test = FELT_TEST_CYCLE, .cmp = FELT_LT}; /* before the first */
    genome.phase[2].condition.count = 1;
    expect_in_order(&genome, "with idle genes");
    assert_int_equal(felt_genome_simplify(&genome, 1, SAMPLE, &simplified), 3);
    assert_int_equal(simplified.phases, 1);
    assert_int_equal(simplified.conditions, 1);
    assert_int_equal(simplified.effects, 1);
    assert_int_equal(genome.phases, 2);
    assert_int_equal(genome.effects, 0);
    assert_int_equal(genome.phase[1].condition.count, 0);
}

static void simplify_twice_is_once(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(8);
    int removed = 0;
    for (int round = test_is_quick() ? 10 : 60; round > 0; round--) {
        struct felt_genome genome, again;
        struct felt_simplified first, second;
        felt_genome_invent(&rng, &genome);
        genome.session.gene[FELT_SESSION_HANDS] = 2;
        genome.session.gene[FELT_SESSION_TURNS] = 100;
        if (!felt_genome_repair(&genome)) continue;
        removed += felt_genome_simplify(&genome, 9, SAMPLE, &first);
        expect_in_order(&genome, "simplified");
        again = genome;
        assert_int_equal(felt_genome_simplify(&again, 9, SAMPLE, &second), 0);
        assert_true(felt_genome_equal(&again, &genome));
        assert_true(first.result == second.result);
    }
    assert_true(removed > 0);
}

/* ---- invention ---- */

/* All types of phases and wins, decks, methods and triggers come up. */
static void invention_is_broad(void **state)
{
    (void)state;
    unsigned phases = 0, wins = 0, decks = 0, methods = 0, triggers = 0, effects = 0, tests = 0;
    struct felt_rng rng = felt_rng_make(10);
    for (int round = 0; round < 3000; round++) {
        struct felt_genome genome;
        felt_genome_invent(&rng, &genome);
        for (int i = 0; i < genome.phases; i++) {
            phases |= 1u << genome.phase[i].type;
            for (int n = 0; n < genome.phase[i].valid.count; n++)
                tests |= 1u << genome.phase[i].valid.node[n].test;
            for (int n = 0; n < genome.phase[i].condition.count; n++)
                tests |= 1u << genome.phase[i].condition.node[n].test;
        }
        for (int i = 0; i < genome.wins; i++) wins |= 1u << genome.win[i].gene[FELT_WIN_TYPE];
        for (int i = 0; i < genome.effects; i++)
            effects |= 1u << genome.effect[i].gene[FELT_EFFECT_TYPE];
        for (int i = 0; i < genome.scorings; i++)
            triggers |= 1u << genome.scoring[i].gene[FELT_SCORING_TRIGGER];
        decks |= 1u << genome.deck.gene[FELT_DECK_KIND];
        methods |= 1u << genome.evaluation.gene[FELT_EVAL_METHOD];
    }
    assert_int_equal(phases, (1u << FELT_PHASE_TYPES) - 1);
    assert_int_equal(wins, (1u << FELT_WIN_TYPES) - 1);
    assert_int_equal(effects, (1u << (FELT_EFFECT_RAISE_CAP + 1)) - 1);
    assert_int_equal(triggers, (1u << FELT_SCORE_TRIGGERS) - 1);
    assert_int_equal(decks, (1u << (FELT_GENOME_DECK_CUSTOM + 1)) - 1);
    assert_int_equal(methods, (1u << (FELT_EVAL_BADUGI + 1)) - 1);
    assert_int_equal(tests, (1u << FELT_TESTS) - 1);
}

TEST_MODULE(operators)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_betting_mutations),
        cmocka_unit_test(test_betting_parameter_validation),
        cmocka_unit_test(operators_have_names_and_weights),
        cmocka_unit_test(operators_leave_genomes_in_order),
        cmocka_unit_test(operators_repeat_themselves),
        cmocka_unit_test(operators_insert_streets),
        cmocka_unit_test(locks_hold_through_repair),
        cmocka_unit_test(locks_see_what_differs),
        cmocka_unit_test(crossover_cuts_between_pairs),
        cmocka_unit_test(crossover_keeps_caps),
        cmocka_unit_test(simplify_removes_what_is_idle),
        cmocka_unit_test(simplify_twice_is_once),
        cmocka_unit_test(invention_is_broad),
    };
    return cmocka_run_group_tests_name("operators", tests, NULL, NULL);
}
