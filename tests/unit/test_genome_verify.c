/* test_genome_verify.c -- what is wrong with a genome is said by its code, its place and what would
 * do; repair mends it, and leaves a genome in order alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/genome_play.h"
#include "felt/rng.h"
#include "module.h"
#include "support.h"

#include <string.h>

enum { ERRORS = 8 };

/* ---- genomes in order ---- */

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

static struct felt_expr_node test_of(enum felt_test test, enum felt_ref ref, int value)
{
    return (struct felt_expr_node){
        .op = FELT_EXPR_TEST, .test = (uint8_t)test, .ref = (uint8_t)ref, .value = (int16_t)value};
}

static struct felt_expr_node op_of(enum felt_expr_op op, int args)
{
    return (struct felt_expr_node){.op = (uint8_t)op, .args = (uint8_t)args};
}

static void append(struct felt_expr *expr, struct felt_expr_node node)
{
    expr->node[expr->count++] = node;
}

/* Ante, Betting, Discard, Draw, Betting, Showdown. */
static void make_poker(struct felt_genome *genome)
{
    felt_genome_init(genome);
    genome->setup.gene[FELT_SETUP_CHIPS] = 500;
    genome->session.gene[FELT_SESSION_CYCLES] = 1;
    genome->evaluation.gene[FELT_EVAL_METHOD] = FELT_EVAL_POKER;
    add(genome, FELT_PHASE_TYPE_ANTE);
    add(genome, FELT_PHASE_TYPE_BETTING);
    add(genome, FELT_PHASE_TYPE_DISCARD)->gene[FELT_DISCARD_MIN] = 0;
    add(genome, FELT_PHASE_TYPE_DRAW)->gene[FELT_DRAW_REFILL] = 5;
    add(genome, FELT_PHASE_TYPE_BETTING);
    add(genome, FELT_PHASE_TYPE_SHOWDOWN);
    add_win(genome, FELT_WIN_MOST_CHIPS);
}

/* Draw, Play what fits the top card; who is out of cards wins. */
static void make_eights(struct felt_genome *genome)
{
    felt_genome_init(genome);
    genome->setup.gene[FELT_SETUP_DISCARDS] = 1;
    add(genome, FELT_PHASE_TYPE_DRAW);
    add(genome, FELT_PHASE_TYPE_PLAY);
    struct felt_expr *valid = &genome->phase[1].valid;
    append(valid, test_of(FELT_TEST_SAME_SUIT, FELT_REF_TOP, 0));
    append(valid, test_of(FELT_TEST_SAME_RANK, FELT_REF_TOP, 0));
    append(valid, op_of(FELT_EXPR_OR, 2));
    add_win(genome, FELT_WIN_EMPTY_HAND);
}

/* Piles face down. */
static void make_war(struct felt_genome *genome)
{
    felt_genome_init(genome);
    genome->setup.gene[FELT_SETUP_DEAL_ALL] = 1;
    genome->setup.gene[FELT_SETUP_VISIBLE] = FELT_HAND_NOBODY;
    genome->session.gene[FELT_SESSION_MODE] = FELT_MODE_CONTINUOUS;
    add(genome, FELT_PHASE_TYPE_COMPARE)->gene[FELT_COMPARE_TAKES] = FELT_TAKES_HAND;
    add_win(genome, FELT_WIN_CAPTURE_ALL);
}

static void make_whist(struct felt_genome *genome)
{
    felt_genome_init(genome);
    genome->players.gene[FELT_PLAYERS_MIN] = genome->players.gene[FELT_PLAYERS_MAX] = 4;
    genome->setup.gene[FELT_SETUP_CARDS] = 13;
    for (int seat = 0; seat < 4; seat++) genome->teams[seat] = (uint8_t)(1 + seat % 2);
    add(genome, FELT_PHASE_TYPE_BIDDING);
    add(genome, FELT_PHASE_TYPE_TRICK);
    add_win(genome, FELT_WIN_MOST_TRICKS);
}

typedef void (*maker)(struct felt_genome *genome);
static const maker makers[] = {make_poker, make_eights, make_war, make_whist};
enum { MAKERS = sizeof makers / sizeof makers[0] };

static void expect_in_order(const struct felt_genome *genome)
{
    struct felt_genome_error error[ERRORS];
    int errors = felt_genome_verify(genome, error, ERRORS);
    if (errors) fail_msg("%d errors, the first at %s: %s", errors, error[0].pointer, error[0].text);
}

/* ---- one thing wrong ---- */

#define BREAK(name) static void break_##name(struct felt_genome *g)

BREAK(number)
{
    g->session.gene[FELT_SESSION_HANDS] = 0;
}
BREAK(count)
{
    g->effects = FELT_EFFECTS_MAX + 1;
}
BREAK(trigger)
{
    felt_genes_init(&g->effect[g->effects++], FELT_SECTION_EFFECT);
    g->effect[0].gene[FELT_EFFECT_RANK] = 13;
}
BREAK(threshold)
{
    g->win[0].gene[FELT_WIN_TYPE] = FELT_WIN_FIRST_TO_SCORE;
}
BREAK(nothing_held)
{
    g->win[0].gene[FELT_WIN_TYPE] = FELT_WIN_NOT_HOLDING;
}
BREAK(wild)
{
    g->wild_ranks = 1u << FELT_RANKS;
}
BREAK(players)
{
    g->players.gene[FELT_PLAYERS_MIN] = 5;
}
BREAK(small_deck)
{
    g->deck.gene[FELT_DECK_KIND] = FELT_GENOME_DECK_CUSTOM;
    g->deck_cards = 7;
}
BREAK(strange_card)
{
    g->deck.gene[FELT_DECK_KIND] = FELT_GENOME_DECK_CUSTOM;
    g->deck_cards = FELT_CARDS_ALL | felt_cards_of(FELT_JOKER_RED);
}
BREAK(deal)
{
    g->setup.gene[FELT_SETUP_CARDS] = 14;
}
BREAK(later_deal)
{
    g->phases--;
    for (int i = 0; i < 5; i++) {
        struct felt_genes *genes = add(g, FELT_PHASE_TYPE_DEAL);
        genes->gene[FELT_DEAL_TO] = FELT_DEAL_HANDS;
        genes->gene[FELT_DEAL_COUNT] = 2;
    }
}
BREAK(no_phases)
{
    g->phases = 0;
}
BREAK(many_phases)
{
    g->phases = FELT_PHASES_MAX + 1;
}
BREAK(phase_type)
{
    g->phase[1].type = FELT_PHASE_TYPES;
}
BREAK(no_wins)
{
    g->wins = 0;
}
BREAK(no_chips)
{
    g->setup.gene[FELT_SETUP_CHIPS] = 0;
}
BREAK(chip_win)
{
    add_win(g, FELT_WIN_MOST_CHIPS);
}
BREAK(no_bet)
{
    g->phase[1].genes.gene[FELT_BET_MIN] = 0;
}
BREAK(large_bet)
{
    g->phase[4].genes.gene[FELT_BET_MIN] = 501;
}
BREAK(ante)
{
    g->phase[0].genes.gene[FELT_ANTE_AMOUNT] = 501;
}
BREAK(blinds)
{
    g->phase[1].genes.gene[FELT_BET_ANTE] = 1;
    g->phase[1].genes.gene[FELT_BET_BIG] = 500;
}
BREAK(idle_chips)
{
    g->setup.gene[FELT_SETUP_CHIPS] = 10;
}
BREAK(evaluation)
{
    g->evaluation.gene[FELT_EVAL_METHOD] = FELT_EVAL_NONE;
}
BREAK(scoring)
{
    g->win[0].gene[FELT_WIN_TYPE] = FELT_WIN_HIGH_SCORE;
}
BREAK(tricks)
{
    g->win[0].gene[FELT_WIN_TYPE] = FELT_WIN_FEWEST_TRICKS;
}
BREAK(bids)
{
    g->phases--;
    add(g, FELT_PHASE_TYPE_DISCARD);
    g->win[0].gene[FELT_WIN_TYPE] = FELT_WIN_EMPTY_HAND;
}
BREAK(capture)
{
    g->win[0].gene[FELT_WIN_TYPE] = FELT_WIN_MOST_CAPTURED;
}
BREAK(empty)
{
    g->phases = 0;
    add(g, FELT_PHASE_TYPE_DRAW)->gene[FELT_DRAW_MANDATORY] = 0;
}
BREAK(no_play)
{
    g->phases = 1;
    g->win[0].gene[FELT_WIN_TYPE] = FELT_WIN_NOT_HOLDING;
    g->win[0].gene[FELT_WIN_RANK] = FELT_QUEEN;
}
BREAK(no_cards)
{
    g->setup.gene[FELT_SETUP_CARDS] = 0;
}
BREAK(open_expr)
{
    g->phase[1].valid.count = 2;
}
BREAK(deep_expr)
{
    append(&g->phase[1].valid, op_of(FELT_EXPR_NOT, 1));
    append(&g->phase[1].valid, op_of(FELT_EXPR_NOT, 1));
}
BREAK(no_test)
{
    append(&g->hand_end, test_of(FELT_TESTS, FELT_REF_SELF, 0));
}
BREAK(ref)
{
    g->phase[1].valid.node[1].ref = FELT_REF_DECK;
}
BREAK(cmp)
{
    append(&g->phase[0].condition, test_of(FELT_TEST_CARD_SUIT, FELT_REF_SELF, 0));
    g->phase[0].condition.node[0].cmp = FELT_GT;
}
BREAK(value)
{
    struct felt_expr *expr = &g->phase[0].condition;
    append(expr, test_of(FELT_TEST_CYCLE, FELT_REF_SELF, 2));
    append(expr, test_of(FELT_TEST_HAND_SIZE, FELT_REF_OTHERS, 2));
    append(expr, test_of(FELT_TEST_CARD_RANK, FELT_REF_SELF, 13));
    append(expr, op_of(FELT_EXPR_AND, 2));
    append(expr, op_of(FELT_EXPR_OR, 2));
}
BREAK(valid)
{
    append(&g->phase[0].valid, test_of(FELT_TEST_CYCLE, FELT_REF_SELF, 2));
}
BREAK(play_count)
{
    g->phase[1].genes.gene[FELT_PLAY_MIN] = 2;
}
BREAK(bid_count)
{
    g->phase[0].genes.gene[FELT_BID_MIN] = 5;
    g->phase[0].genes.gene[FELT_BID_MAX] = 4;
}
BREAK(one_team)
{
    g->teams[1] = g->teams[3] = 1;
}
BREAK(absent_team)
{
    g->teams[4] = 1;
}
BREAK(no_team)
{
    g->teams[2] = 0;
}
BREAK(patterns)
{
    g->evaluation.gene[FELT_EVAL_METHOD] = FELT_EVAL_PATTERN;
}
BREAK(values)
{
    g->values[FELT_ACE] = 101;
}
BREAK(endless)
{
    g->phases = 2;
    g->session.gene[FELT_SESSION_CYCLES] = 0;
}
BREAK(queue_play)
{
    add(g, FELT_PHASE_TYPE_PLAY);
}
BREAK(queue_choice)
{
    g->phase[0].genes.gene[FELT_COMPARE_REVEAL] = FELT_REVEAL_CHOOSE;
}
BREAK(queue_captured)
{
    g->win[0].gene[FELT_WIN_TYPE] = FELT_WIN_MOST_CAPTURED;
}

#define PHASE "/turn_structure/phases"
static const struct {
    maker make;
    void (*spoil)(struct felt_genome *genome);
    enum felt_genome_fault fault;
    const char *pointer;
} cases[] = {
    {make_poker, break_number, FELT_FAULT_RANGE, "/session/max_hands"},
    {make_eights, break_count, FELT_FAULT_RANGE, "/effects"},
    {make_eights, break_trigger, FELT_FAULT_RANGE, "/effects/0/trigger/rank"},
    {make_whist, break_threshold, FELT_FAULT_RANGE, "/win_conditions/0/threshold"},
    {make_eights, break_nothing_held, FELT_FAULT_RANGE, "/win_conditions/0/card"},
    {make_eights, break_wild, FELT_FAULT_RANGE, "/setup/wild_cards"},
    {make_poker, break_players, FELT_FAULT_PLAYERS, "/players/max"},
    {make_war, break_small_deck, FELT_FAULT_DECK, "/deck/cards"},
    {make_war, break_strange_card, FELT_FAULT_DECK, "/deck/cards"},
    {make_whist, break_deal, FELT_FAULT_DEAL, "/setup/cards_per_player"},
    {make_poker, break_later_deal, FELT_FAULT_DEAL, "/setup/cards_per_player"},
    {make_poker, break_no_phases, FELT_FAULT_PHASES, PHASE},
    {make_poker, break_many_phases, FELT_FAULT_PHASES, PHASE},
    {make_poker, break_phase_type, FELT_FAULT_PHASES, PHASE "/1/type"},
    {make_poker, break_no_wins, FELT_FAULT_WINS, "/win_conditions"},
    {make_poker, break_no_chips, FELT_FAULT_CHIPS, "/setup/starting_chips"},
    {make_eights, break_chip_win, FELT_FAULT_CHIPS, "/setup/starting_chips"},
    {make_poker, break_no_bet, FELT_FAULT_MIN_BET, PHASE "/1/min_bet"},
    {make_poker, break_large_bet, FELT_FAULT_MIN_BET, PHASE "/4/min_bet"},
    {make_poker, break_ante, FELT_FAULT_BLINDS, PHASE "/0/amount"},
    {make_poker, break_blinds, FELT_FAULT_BLINDS, PHASE "/1/ante"},
    {make_eights, break_idle_chips, FELT_FAULT_IDLE_CHIPS, "/setup/starting_chips"},
    {make_poker, break_evaluation, FELT_FAULT_EVALUATION, "/hand_evaluation/method"},
    {make_eights, break_scoring, FELT_FAULT_SCORING, "/win_conditions/0/type"},
    {make_eights, break_tricks, FELT_FAULT_TRICKS, "/win_conditions/0/type"},
    {make_whist, break_bids, FELT_FAULT_TRICKS, PHASE "/0/type"},
    {make_eights, break_capture, FELT_FAULT_CAPTURE, "/win_conditions/0/type"},
    {make_eights, break_empty, FELT_FAULT_EMPTY, "/win_conditions/0/type"},
    {make_eights, break_no_play, FELT_FAULT_NO_PLAY, PHASE},
    {make_whist, break_no_cards, FELT_FAULT_NO_PLAY, PHASE},
    {make_eights, break_open_expr, FELT_FAULT_EXPR, PHASE "/1/valid"},
    {make_eights, break_deep_expr, FELT_FAULT_EXPR, PHASE "/1/valid"},
    {make_eights, break_no_test, FELT_FAULT_EXPR, "/hand_end"},
    {make_eights, break_ref, FELT_FAULT_EXPR, PHASE "/1/valid/args/1/ref"},
    {make_eights, break_cmp, FELT_FAULT_EXPR, PHASE "/0/condition/cmp"},
    {make_eights, break_value, FELT_FAULT_EXPR, PHASE "/0/condition/args/1/args/1/value"},
    {make_poker, break_valid, FELT_FAULT_EXPR, PHASE "/0/valid"},
    {make_eights, break_play_count, FELT_FAULT_PLAY_COUNT, PHASE "/1/max_cards"},
    {make_whist, break_bid_count, FELT_FAULT_PLAY_COUNT, PHASE "/0/max"},
    {make_whist, break_one_team, FELT_FAULT_TEAMS, "/teams"},
    {make_whist, break_absent_team, FELT_FAULT_TEAMS, "/teams"},
    {make_whist, break_no_team, FELT_FAULT_TEAMS, "/teams"},
    {make_poker, break_patterns, FELT_FAULT_PATTERNS, "/hand_evaluation/patterns"},
    {make_poker, break_values, FELT_FAULT_VALUES, "/hand_evaluation/values/12"},
    {make_poker, break_endless, FELT_FAULT_ENDLESS, "/session/cycles_per_hand"},
    {make_war, break_queue_play, FELT_FAULT_QUEUE, PHASE "/1"},
    {make_war, break_queue_choice, FELT_FAULT_QUEUE, PHASE "/0"},
    {make_war, break_queue_captured, FELT_FAULT_QUEUE, "/win_conditions/0/type"},
};
enum { CASES = sizeof cases / sizeof cases[0] };

/* ---- verify ---- */

static void genome_verify_accepts_games(void **state)
{
    (void)state;
    for (int i = 0; i < MAKERS; i++) {
        struct felt_genome genome;
        makers[i](&genome);
        expect_in_order(&genome);
    }
}

static void genome_verify_names_one_fault(void **state)
{
    (void)state;
    unsigned seen = 1u << FELT_FAULT_NONE;
    for (int i = 0; i < CASES; i++) {
        struct felt_genome genome;
        struct felt_genome_error error[ERRORS] = {0};
        cases[i].make(&genome);
        cases[i].spoil(&genome);
        int errors = felt_genome_verify(&genome, error, ERRORS);
        if (errors != 1 || error[0].fault != cases[i].fault ||
            strcmp(error[0].pointer, cases[i].pointer) != 0)
            fail_msg("case %d (%s at %s): %d errors, %s at %s: %s; %s at %s", i,
                     felt_fault_word(cases[i].fault), cases[i].pointer, errors,
                     felt_fault_word((enum felt_genome_fault)error[0].fault), error[0].pointer,
                     error[0].text, felt_fault_word((enum felt_genome_fault)error[1].fault),
                     error[1].pointer);
        assert_true(strlen(error[0].text) > 10);
        assert_int_equal(felt_genome_verify(&genome, NULL, 0), 1);
        seen |= 1u << cases[i].fault;
    }
    assert_int_equal(seen, (1u << FELT_FAULTS) - 1); /* each fault has a case */
}

static void genome_verify_counts_beyond_room(void **state)
{
    (void)state;
    struct felt_genome genome;
    struct felt_genome_error error[2] = {{0}, {.fault = FELT_FAULTS}};
    make_poker(&genome);
    genome.wins = 0;
    genome.values[0] = genome.values[1] = -101;
    assert_int_equal(felt_genome_verify(&genome, error, 1), 3);
    assert_int_equal(error[0].fault, FELT_FAULT_VALUES);
    assert_int_equal(error[1].fault, FELT_FAULTS); /* not written to */
}

/* A won hand is a point where there are no others. */
static void genome_verify_counts_hands(void **state)
{
    (void)state;
    struct felt_genome genome;
    make_eights(&genome);
    add_win(&genome, FELT_WIN_FIRST_TO_SCORE);
    genome.win[1].gene[FELT_WIN_THRESHOLD] = 5;
    expect_in_order(&genome);
    genome.session.gene[FELT_SESSION_MODE] = FELT_MODE_CONTINUOUS;
    assert_int_equal(felt_genome_verify(&genome, NULL, 0), 1);
}

/* Deals that are skipped, or that find cards again, cannot be counted. */
static void genome_verify_counts_certain_deals(void **state)
{
    (void)state;
    struct felt_genome genome;
    make_poker(&genome);
    break_later_deal(&genome);
    for (int i = 5; i < 10; i++)
        append(&genome.phase[i].condition, test_of(FELT_TEST_POT, FELT_REF_SELF, 0));
    genome.phase[5].type = FELT_PHASE_TYPE_SHOWDOWN;
    felt_genes_init(&genome.phase[5].genes,
                    (enum felt_section)(FELT_SECTION_PHASE + FELT_PHASE_TYPE_SHOWDOWN));
    expect_in_order(&genome);
    make_war(&genome);
    genome.setup.gene[FELT_SETUP_VISIBLE] = FELT_HAND_OWNER;
    add(&genome, FELT_PHASE_TYPE_DEAL);
    assert_int_equal(felt_genome_verify(&genome, NULL, 0), 1); /* the whole deck was dealt */
}

/* is_leader is compared with nothing: at first everybody leads. */
static void genome_leader_needs_no_value(void **state)
{
    (void)state;
    for (int negated = 0; negated < 2; negated++) {
        struct felt_genome genome;
        struct felt_genome_program program;
        struct felt_genome_state game;
        make_eights(&genome);
        append(&genome.phase[1].condition, test_of(FELT_TEST_IS_LEADER, FELT_REF_SELF, 0));
        if (negated) append(&genome.phase[1].condition, op_of(FELT_EXPR_NOT, 1));
        genome.phase[1].valid.count = 0;
        expect_in_order(&genome);
        felt_genome_compile(&genome, 2, &program);
        felt_genome_begin(&program, NULL, 1, &game, NULL);
        assert_int_equal(game.actor < 0, negated); /* nobody ever plays: it is over at once */
    }
}

/* ---- repair ---- */

static void genome_repair_leaves_order_alone(void **state)
{
    (void)state;
    for (int i = 0; i < MAKERS; i++) {
        struct felt_genome genome, before;
        makers[i](&genome);
        /* What nothing refers to stays, too, and so does every bet that can be made (GEN-5). */
        felt_genes_init(&genome.pattern[genome.patterns++], FELT_SECTION_PATTERN);
        felt_genes_init(&genome.scoring[genome.scorings++], FELT_SECTION_SCORING);
        if (i == 0) {
            genome.phase[1].genes.gene[FELT_BET_MIN] = 500;
            genome.phase[4].genes.gene[FELT_BET_MIN] = 1;
        }
        before = genome;
        assert_true(felt_genome_repair(&genome));
        assert_true(felt_genome_equal(&genome, &before));
    }
}

static void genome_repair_mends_each_fault(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++) {
        struct felt_genome genome, again;
        cases[i].make(&genome);
        cases[i].spoil(&genome);
        bool phases = genome.phases > 0;
        if (felt_genome_repair(&genome) != phases)
            fail_msg("case %d, %s: not mended", i, felt_fault_word(cases[i].fault));
        if (!phases) continue;
        expect_in_order(&genome);
        again = genome;
        assert_true(felt_genome_repair(&again));
        assert_true(felt_genome_equal(&again, &genome));
    }
}

/* The obvious answers. */
static void genome_repair_takes_the_obvious(void **state)
{
    (void)state;
    struct felt_genome genome;
    make_poker(&genome);
    break_large_bet(&genome);
    assert_true(felt_genome_repair(&genome));
    assert_int_equal(genome.phase[4].genes.gene[FELT_BET_MIN], 125); /* a quarter */
    break_no_chips(&genome);
    assert_true(felt_genome_repair(&genome));
    assert_int_equal(genome.setup.gene[FELT_SETUP_CHIPS], 50 * 125);
    make_eights(&genome);
    break_idle_chips(&genome);
    assert_true(felt_genome_repair(&genome));
    assert_int_equal(genome.setup.gene[FELT_SETUP_CHIPS], 0);
    make_whist(&genome);
    break_deal(&genome);
    assert_true(felt_genome_repair(&genome));
    assert_int_equal(genome.setup.gene[FELT_SETUP_CARDS], 13);
    make_eights(&genome);
    break_scoring(&genome);
    assert_true(felt_genome_repair(&genome));
    assert_int_equal(genome.scorings, 1);
    assert_int_equal(genome.scoring[0].gene[FELT_SCORING_TRIGGER], FELT_SCORE_PLAY);
    make_poker(&genome);
    break_endless(&genome);
    assert_true(felt_genome_repair(&genome));
    assert_int_equal(genome.session.gene[FELT_SESSION_CYCLES], 1);
    make_eights(&genome);
    break_deep_expr(&genome);
    assert_true(felt_genome_repair(&genome));
    assert_int_equal(genome.phase[1].valid.count, 4); /* as much of it as is in order */
}

/* Whatever stands in it: only a list without phases has no answer. */
static void genome_repair_mends_anything(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(11);
    for (int round = test_is_quick() ? 2000 : 20000; round > 0; round--) {
        struct felt_genome genome;
        makers[felt_rng_below(&rng, MAKERS)](&genome);
        unsigned char *byte = (unsigned char *)&genome;
        size_t bytes = offsetof(struct felt_genome, extra);
        for (uint32_t i = felt_rng_below(&rng, 60); i > 0; i--)
            byte[FELT_GENOME_NAME_BYTES +
                 felt_rng_below(&rng, (uint32_t)(bytes - FELT_GENOME_NAME_BYTES))] =
                (unsigned char)felt_rng_next(&rng);
        unsigned char *flag = (unsigned char *)&genome.legacy_deck;
        *flag = 0; /* a bool that is none is undefined to copy */
        bool known = false;
        for (int i = 0; i < genome.phases && i < FELT_PHASES_MAX; i++)
            known |= genome.phase[i].type < FELT_PHASE_TYPES;
        if (felt_genome_repair(&genome) != known) {
            struct felt_genome_error error[ERRORS] = {0};
            int errors = felt_genome_verify(&genome, error, ERRORS);
            fail_msg("round %d: %d errors, the first at %s: %s", round, errors, error[0].pointer,
                     error[0].text);
        }
    }
}

TEST_MODULE(genome_verify)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(genome_verify_accepts_games),
        cmocka_unit_test(genome_verify_names_one_fault),
        cmocka_unit_test(genome_verify_counts_beyond_room),
        cmocka_unit_test(genome_verify_counts_hands),
        cmocka_unit_test(genome_verify_counts_certain_deals),
        cmocka_unit_test(genome_leader_needs_no_value),
        cmocka_unit_test(genome_repair_leaves_order_alone),
        cmocka_unit_test(genome_repair_mends_each_fault),
        cmocka_unit_test(genome_repair_takes_the_obvious),
        cmocka_unit_test(genome_repair_mends_anything),
    };
    return cmocka_run_group_tests_name("genome_verify", tests, NULL, NULL);
}
