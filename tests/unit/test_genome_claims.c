/* test_genome_claims.c -- claims, questions and the effects of cards, by the rules of Cheat, Go
 * Fish and Uno. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "genome_table.h"
#include "module.h"

/* ---- Cheat ---- */

static int32_t *cheat(struct table *table)
{
    clear_table(table);
    table->genome.deck.gene[FELT_DECK_ACE] = FELT_ACE_LOW;
    add_win(table, FELT_WIN_EMPTY_HAND);
    return add_phase(table, FELT_PHASE_TYPE_CLAIM);
}

static void claim_ranks_follow_each_other(void **unused)
{
    (void)unused;
    struct table table;
    cheat(&table);
    deal(&table, 2, HANDS("Ac 5d Kh Ks", "2c 4d 9h 9s"), NULL);
    expect_moves(&table, "0 put down 5d, put down Kh, put down Ks, put down Ac");
    PLAY(&table, "0 put down Ac"); /* nothing is higher */
    const struct felt_event *say = told(&table, FELT_EVENT_SAY, 0);
    assert_int_equal(say->amount, FELT_ASKS_RANK);
    assert_int_equal(say->to, FELT_ACE);
    assert_int_equal(told(&table, FELT_EVENT_PLAY, 0)->cards_to, 1); /* face down */
    expect_moves(&table, "1 doubt, believe");
    PLAY(&table, "1 believe", "1 put down 9h", "1 done");
    assert_int_equal(told(&table, FELT_EVENT_SAY, 0)->to, FELT_DEUCE);
    PLAY(&table, "0 believe", "0 put down Kh", "0 put down Ks");
    assert_int_equal(table.state.rank, FELT_THREE);
    assert_int_equal(table.state.size, 2);
}

static void claim_liar_takes_the_pile(void **unused)
{
    (void)unused;
    struct table table;
    cheat(&table);
    deal(&table, 3, HANDS("Ac 5d Kh", "2c 4d 9h", "3c 6d Th"), NULL);
    PLAY(&table, "0 put down Ac", "1 believe", "2 believe");
    PLAY(&table, "1 put down 9h", "2 believe"); /* "a deuce" */
    expect_moves(&table, "0 doubt, believe");
    PLAY(&table, "0 doubt");
    const struct felt_event *show = told(&table, FELT_EVENT_SHOW, 0);
    assert_int_equal(show->seat, 1);
    assert_int_equal(show->cards_to, (felt_seats)-1);
    expect_hand(&table, 1, "2c 4d 9h Ac");
    assert_int_equal(table.state.shown, set_of("9h")); /* the ace nobody has seen */
    assert_int_equal(told(&table, FELT_EVENT_TAKE, 0)->cards_to, 2);
    assert_int_equal(table.state.discards, 0);
    assert_int_equal(table.state.actor, 2);
}

static void claim_doubter_of_the_truth_takes_the_pile(void **unused)
{
    (void)unused;
    struct table table;
    cheat(&table)[FELT_CLAIM_CHALLENGERS] = FELT_CHALLENGE_NEXT;
    deal(&table, 3, HANDS("Ac Ad Kh", "2c 4d 9h", "3c 6d Th"), NULL);
    PLAY(&table, "0 put down Ad", "1 doubt");
    expect_hand(&table, 1, "2c 4d 9h Ad");
    PLAY(&table, "1 put down 2c", "1 done", "2 believe");
    assert_int_equal(table.state.actor, 2); /* only the next player is asked */
}

static void claim_of_the_last_card_may_be_doubted(void **unused)
{
    (void)unused;
    struct table table;
    cheat(&table);
    deal(&table, 2, HANDS("5d", "2c"), NULL);
    expect_moves(&table, "1 doubt, believe"); /* seat 0 had no choice */
    PLAY(&table, "1 doubt");
    expect_hand(&table, 0, "5d");
    expect_moves(&table, "0 doubt, believe"); /* and seat 1 put down the deuce */
    PLAY(&table, "0 believe");
    assert_int_equal(table.state.winners, 2);
}

static void claim_rank_may_be_chosen_and_lies_cost_chips(void **unused)
{
    (void)unused;
    struct table table;
    int32_t *gene = cheat(&table);
    gene[FELT_CLAIM_MODE] = FELT_CLAIM_UP_DOWN;
    gene[FELT_CLAIM_MAX] = 1;
    gene[FELT_CLAIM_PENALTY] = FELT_PENALTY_CHIPS;
    gene[FELT_CLAIM_CHIPS] = 5;
    table.genome.setup.gene[FELT_SETUP_CHIPS] = 20;
    deal(&table, 2, HANDS("5d 6d Kh", "2c 4d 9h"), NULL);
    expect_moves(&table, "0 say deuces, say threes, say fours, say fives, say sixes, say sevens, "
                         "say eights, say nines, say tens, say jacks, say queens, say kings, "
                         "say aces");
    PLAY(&table, "0 say kings", "0 put down 5d", "1 doubt");
    assert_int_equal(table.state.betting.stack[0], 15);
    assert_int_equal(table.state.betting.pot, 5);
    assert_int_equal(table.state.discards, 1); /* the pile stays */
    expect_moves(&table, "1 say queens");      /* kings are the highest, aces low */
    PLAY(&table, "1 say queens", "1 put down 2c", "0 believe");
    expect_moves(&table, "0 say jacks, say kings");
}

/* ---- Go Fish ---- */

static int32_t *go_fish(struct table *table)
{
    clear_table(table);
    add_win(table, FELT_WIN_ALL_HANDS_EMPTY);
    add_win(table, FELT_WIN_HIGH_SCORE);
    add_scoring(table, FELT_GENE_NONE, 1, FELT_SCORE_SET_COMPLETE);
    return add_phase(table, FELT_PHASE_TYPE_ASK);
}

static void ask_gets_all_cards_of_a_rank_and_asks_again(void **unused)
{
    (void)unused;
    struct table table;
    go_fish(&table);
    deal(&table, 3, HANDS("9c 9d Kh", "9h 9s 2c", "3c 3d Ks"), "Jc Jd");
    expect_moves(&table, "0 ask seat 2, ask seat 3");
    PLAY(&table, "0 ask seat 3");
    expect_moves(&table, "0 ask for nines, ask for kings");
    PLAY(&table, "0 ask for kings");
    assert_int_equal(told(&table, FELT_EVENT_GIVE, 0)->seat, 2);
    assert_int_equal(table.state.shown, set_of("Ks"));
    PLAY(&table, "0 ask seat 2", "0 ask for nines");
    assert_int_equal(table.state.pile.captured[0], set_of("9c 9d 9h 9s")); /* laid down at once */
    assert_int_equal(table.state.score[0], 4);
    expect_hand(&table, 0, "Kh Ks");
    assert_int_equal(table.state.actor, 0);
}

static void ask_in_vain_draws_and_the_turn_is_over(void **unused)
{
    (void)unused;
    struct table table;
    go_fish(&table);
    deal(&table, 2, HANDS("9c Kh", "2c 3c"), "Jc Kd Qd");
    PLAY(&table, "0 ask for nines");
    expect_hand(&table, 0, "9c Kh Jc");
    expect_moves(&table, "1 ask for deuces, ask for threes");
    PLAY(&table, "1 ask for threes"); /* draws the king */
    PLAY(&table, "0 ask for kings");
    expect_hand(&table, 0, "9c Kh Kd Jc");
}

static void ask_that_fishes_the_rank_goes_on(void **unused)
{
    (void)unused;
    struct table table;
    go_fish(&table);
    deal(&table, 2, HANDS("9c Kh", "2c 3c"), "9d Qd");
    PLAY(&table, "0 ask for nines");
    expect_hand(&table, 0, "9c 9d Kh");
    assert_int_equal(table.state.shown, set_of("9d")); /* must be shown */
    assert_non_null(told(&table, FELT_EVENT_SHOW, 0));
    assert_int_equal(table.state.actor, 0);
}

static void ask_with_an_empty_hand_draws_first(void **unused)
{
    (void)unused;
    struct table table;
    go_fish(&table)[FELT_ASK_SET] = 2;
    deal(&table, 2, HANDS("9c 9d", "2c 3c"), "Jc Qd");
    assert_int_equal(table.state.pile.captured[0], set_of("9c 9d")); /* dealt a set */
    expect_hand(&table, 0, "Jc");
    expect_moves(&table, "0 ask for jacks");
}

/* ---- effects ---- */

/* Any card may be played; sevens have the effect. */
static void effect_table(struct table *table, enum felt_effect_type type,
                         enum felt_effect_target target, int value)
{
    clear_table(table);
    add_win(table, FELT_WIN_EMPTY_HAND);
    add_phase(table, FELT_PHASE_TYPE_PLAY);
    add_effect(table, FELT_SEVEN, type, target, value);
}

static void three_hands(struct table *table)
{
    deal(table, 3, HANDS("7c 2c 3c", "4d 5d 6d", "8h 9h Th"), "Jc Jd Jh Js Qc Qd Qh Qs");
}

static void effect_skip_and_reverse_and_extra_turn(void **unused)
{
    (void)unused;
    struct table table;
    effect_table(&table, FELT_EFFECT_SKIP, FELT_TARGET_NEXT, 1);
    three_hands(&table);
    PLAY(&table, "0 play 7c");
    assert_int_equal(table.state.actor, 2);
    assert_int_equal(told(&table, FELT_EVENT_EFFECT, 0)->seat, 1);
    PLAY(&table, "2 play 8h");
    assert_int_equal(table.state.actor, 0);

    effect_table(&table, FELT_EFFECT_REVERSE, FELT_TARGET_NEXT, 1);
    three_hands(&table);
    PLAY(&table, "0 play 7c", "2 play 8h", "1 play 4d", "0 play 2c");

    effect_table(&table, FELT_EFFECT_REVERSE, FELT_TARGET_NEXT, 1);
    deal(&table, 2, HANDS("7c 2c 3c", "4d 5d 6d"), NULL);
    PLAY(&table, "0 play 7c", "0 play 2c", "1 play 4d"); /* between two it skips */

    effect_table(&table, FELT_EFFECT_EXTRA_TURN, FELT_TARGET_SELF, 1);
    three_hands(&table);
    PLAY(&table, "0 play 7c", "0 play 2c", "1 play 4d");
}

static void effect_draw_hits_its_targets(void **unused)
{
    (void)unused;
    static const struct {
        enum felt_effect_target target;
        int cards[3];
    } rows[] = {{FELT_TARGET_SELF, {4, 3, 3}},
                {FELT_TARGET_NEXT, {2, 5, 3}},
                {FELT_TARGET_PREVIOUS, {2, 3, 5}},
                {FELT_TARGET_OTHERS, {2, 5, 5}},
                {FELT_TARGET_ALL, {4, 5, 5}}};
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        struct table table;
        effect_table(&table, FELT_EFFECT_DRAW, rows[row].target, 2);
        three_hands(&table);
        PLAY(&table, "0 play 7c");
        for (int seat = 0; seat < 3; seat++)
            assert_int_equal(felt_cards_count(table.state.hand[seat]), rows[row].cards[seat]);
    }
}

static void effect_moves_cards_between_hands(void **unused)
{
    (void)unused;
    struct table table;
    effect_table(&table, FELT_EFFECT_SWAP_HANDS, FELT_TARGET_PREVIOUS, 1);
    three_hands(&table);
    PLAY(&table, "0 play 7c");
    expect_hand(&table, 0, "8h 9h Th");
    expect_hand(&table, 2, "2c 3c");
    assert_int_equal(count_told(&table, FELT_EVENT_GIVE), 2);

    effect_table(&table, FELT_EFFECT_STEAL, FELT_TARGET_NEXT, 2);
    three_hands(&table);
    PLAY(&table, "0 play 7c");
    assert_int_equal(felt_cards_count(table.state.hand[0] & set_of("4d 5d 6d")), 2);
    assert_int_equal(felt_cards_count(table.state.hand[1]), 1);
    assert_int_equal(told(&table, FELT_EVENT_GIVE, 0)->cards_to, 3);
}

static void effect_takes_and_shows_cards(void **unused)
{
    (void)unused;
    struct table table;
    effect_table(&table, FELT_EFFECT_FORCE_DISCARD, FELT_TARGET_OTHERS, 2);
    three_hands(&table);
    PLAY(&table, "0 play 7c");
    assert_int_equal(table.state.discards, 5);
    assert_int_equal(felt_cards_count(table.state.hand[1]), 1);
    assert_int_equal(felt_cards_count(table.state.hand[2]), 1);

    effect_table(&table, FELT_EFFECT_PEEK, FELT_TARGET_NEXT, 2);
    three_hands(&table);
    PLAY(&table, "0 play 7c");
    assert_int_equal(felt_cards_count(table.state.shown & table.state.hand[1]), 2);
    assert_int_equal(told(&table, FELT_EVENT_SHOW, 0)->count, 2);
}

static void effect_moves_chips_to_the_pot(void **unused)
{
    (void)unused;
    struct table table;
    effect_table(&table, FELT_EFFECT_ANTE_UP, FELT_TARGET_ALL, 4);
    table.genome.setup.gene[FELT_SETUP_CHIPS] = 10;
    three_hands(&table);
    PLAY(&table, "0 play 7c");
    assert_int_equal(table.state.betting.pot, 12);
    assert_int_equal(table.state.betting.stack[2], 6);

    effect_table(&table, FELT_EFFECT_DOUBLE_POT, FELT_TARGET_SELF, 1);
    table.genome.setup.gene[FELT_SETUP_CHIPS] = 10;
    table.genome.phase[1] = table.genome.phase[0];
    table.genome.phases = 0;
    add_phase(&table, FELT_PHASE_TYPE_ANTE)[FELT_ANTE_AMOUNT] = 2;
    table.genome.phases = 2;
    three_hands(&table);
    PLAY(&table, "0 play 7c"); /* six lie there, eight are left */
    assert_int_equal(table.state.betting.pot, 12);
    assert_int_equal(table.state.betting.stack[0], 2);
}

static void effect_changes_the_betting_to_come(void **unused)
{
    (void)unused;
    struct table table;
    effect_table(&table, FELT_EFFECT_FREE_CHECK, FELT_TARGET_SELF, 1);
    table.genome.setup.gene[FELT_SETUP_CHIPS] = 100;
    add_phase(&table, FELT_PHASE_TYPE_BETTING);
    deal(&table, 2, HANDS("7c 2c 3c", "4d 5d 6d"), NULL);
    PLAY(&table, "0 play 7c", "1 play 4d", "0 play 2c", "1 play 5d"); /* no betting in between */
    assert_int_equal(table.state.betting.turn.actor, 0);              /* this time there is */

    effect_table(&table, FELT_EFFECT_RAISE_CAP, FELT_TARGET_SELF, 2);
    table.genome.setup.gene[FELT_SETUP_CHIPS] = 100;
    add_phase(&table, FELT_PHASE_TYPE_BETTING)[FELT_BET_RAISES] = 0;
    deal(&table, 2, HANDS("7c 2c 3c", "4d 5d 6d"), NULL);
    PLAY(&table, "0 play 7c", "1 play 4d", "0 bet 10", "1 raise to 20", "0 raise to 30");
    expect_moves(&table, "1 fold, call 10");
}

static void effect_of_a_group_comes_about_once(void **unused)
{
    (void)unused;
    struct table table;
    effect_table(&table, FELT_EFFECT_DRAW, FELT_TARGET_NEXT, 1);
    int32_t *gene = table.genome.phase[0].genes.gene;
    gene[FELT_PLAY_GROUP] = FELT_GROUP_SET;
    gene[FELT_PLAY_MAX] = 2;
    deal(&table, 2, HANDS("7c 7d 3c", "4d 5d 6d"), "Jc Jd");
    PLAY(&table, "0 play 7c 7d");
    expect_hand(&table, 1, "4d 5d 6d Jc");
}

TEST_MODULE(genome_claims)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claim_ranks_follow_each_other),
        cmocka_unit_test(claim_liar_takes_the_pile),
        cmocka_unit_test(claim_doubter_of_the_truth_takes_the_pile),
        cmocka_unit_test(claim_of_the_last_card_may_be_doubted),
        cmocka_unit_test(claim_rank_may_be_chosen_and_lies_cost_chips),
        cmocka_unit_test(ask_gets_all_cards_of_a_rank_and_asks_again),
        cmocka_unit_test(ask_in_vain_draws_and_the_turn_is_over),
        cmocka_unit_test(ask_that_fishes_the_rank_goes_on),
        cmocka_unit_test(ask_with_an_empty_hand_draws_first),
        cmocka_unit_test(effect_skip_and_reverse_and_extra_turn),
        cmocka_unit_test(effect_draw_hits_its_targets),
        cmocka_unit_test(effect_moves_cards_between_hands),
        cmocka_unit_test(effect_takes_and_shows_cards),
        cmocka_unit_test(effect_moves_chips_to_the_pot),
        cmocka_unit_test(effect_changes_the_betting_to_come),
        cmocka_unit_test(effect_of_a_group_comes_about_once),
    };
    return cmocka_run_group_tests_name("genome_claims", tests, NULL, NULL);
}
