/* test_genome_compare.c -- comparisons of genomes: wars, battles, carried cards, prizes, pots. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "genome_tricks_scene.h"
#include "module.h"

/* ---- comparisons ---- */

/* The pile of a seat, from its top. */
static void expect_pile(const struct table *table, felt_seat seat, const char *text)
{
    felt_card want[FELT_CARDS];
    int count = cards_parse(text, want, FELT_CARDS);
    uint8_t card = table->state.by.queue.top[seat];
    assert_int_equal(table->state.hand[seat], set_of(text));
    for (int i = 0; i < count; i++) {
        assert_int_equal(card, want[i]);
        card = table->state.next[card];
    }
    if (count) assert_int_equal(table->state.by.queue.bottom[seat], want[count - 1]);
}

static void war_higher_card_takes_both_under_the_pile(void **unused)
{
    (void)unused;
    struct table table;
    struct felt_moves moves;
    war_table(&table);
    deal_unproved(&table, 2, HANDS("9c 2d 4h", "8c 3d 5h"), NULL);
    felt_genome_moves(&table.program, &table.state, &moves);
    assert_int_equal(felt_moves_count(&moves), 1);
    play(&table, "0:flip 1:flip");
    expect_pile(&table, 0, "2d 4h 9c 8c"); /* his own first */
    expect_pile(&table, 1, "3d 5h");
    assert_int_equal(count_told(&table, FELT_EVENT_TAKE), 1);
    play(&table, "0:flip 1:flip");
    expect_pile(&table, 1, "5h 3d 2d");
    expect_all_cards(&table);
}

static void war_lower_card_takes_if_low_wins(void **unused)
{
    (void)unused;
    struct table table;
    war_table(&table)[FELT_COMPARE_WINNER] = FELT_COMPARE_LOW;
    deal_unproved(&table, 2, HANDS("9c 2d", "8c 3d"), NULL);
    play(&table, "0:flip 1:flip");
    expect_pile(&table, 1, "3d 8c 9c");
}

static void war_battle_is_fought_with_cards_face_down(void **unused)
{
    (void)unused;
    struct table table;
    war_table(&table);
    deal_unproved(&table, 2, HANDS("9c 2d 4h 6c", "9d 3d 5h 6d"), NULL);
    play(&table, "0:flip 1:flip");
    assert_int_equal(count_told(&table, FELT_EVENT_PLAY), 3); /* the nine, and one each face down */
    assert_int_equal(table.event[1].cards_to, 0);
    assert_int_equal(table.state.carried, 4);
    expect_all_cards(&table);
    play(&table, "0:flip 1:flip"); /* 4 against 5 */
    expect_pile(&table, 0, "6c");
    expect_pile(&table, 1, "6d 5h 4h 3d 2d 9d 9c");
    assert_int_equal(table.state.carried, 0);
    expect_all_cards(&table);
}

static void war_battle_after_battle_goes_on(void **unused)
{
    (void)unused;
    struct table table;
    war_table(&table)[FELT_COMPARE_DOWN] = 0;
    deal_unproved(&table, 2, HANDS("9c 8c 7c 2c", "9d 8d 6d 2d"), NULL);
    play(&table, "0:flip 1:flip 0:flip 1:flip 0:flip 1:flip");
    expect_pile(&table, 0, "2c 7c 6d 8d 8c 9d 9c");
}

static void war_who_runs_out_in_a_battle_has_lost(void **unused)
{
    (void)unused;
    struct table table;
    war_table(&table);
    deal_unproved(&table, 2, HANDS("9c 2d", "9d 3d"), NULL);
    felt_genome_push(&table.state, 0, felt_card_make(FELT_FOUR, FELT_CLUBS)); /* one more */
    play(&table, "0:flip 1:flip");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
    assert_int_equal(table.state.winners, 1);
    expect_pile(&table, 0, "4c 3d 2d 9d 9c");
}

static void war_both_run_out_and_nobody_wins(void **unused)
{
    (void)unused;
    struct table table;
    war_table(&table);
    deal_unproved(&table, 2, HANDS("9c 2d", "9d 3d"), NULL);
    play(&table, "0:flip 1:flip");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
    assert_int_equal(table.state.winners, 0);
    expect_all_cards(&table);
}

static void war_of_three_takes_clockwise_and_only_the_tied_fight(void **unused)
{
    (void)unused;
    struct table table;
    war_table(&table);
    deal_unproved(&table, 3, HANDS("9c 2d 4h 6c", "Td 3d 5h 6d", "8d 4d 5s 6h"), NULL);
    play(&table, "0:flip 1:flip 2:flip");
    expect_pile(&table, 1, "3d 5h 6d Td 8d 9c");
    war_table(&table);
    deal_unproved(&table, 3, HANDS("9c 2d 4h 6c", "Td 3d 5h 6d", "Tc 4d 5s 6h"), NULL);
    play(&table, "0:flip 1:flip 2:flip");
    assert_int_equal(table.state.carried, 3 + 2);
    play(&table, "1:flip 2:flip"); /* five against five, and then they have no cards left */
    assert_int_equal(table.state.carried, 0);
    assert_int_equal(table.state.winners, 1);
    expect_pile(&table, 0, "2d 4h 6c");
    expect_all_cards(&table);
}

static void compare_carried_cards_go_to_the_next_winner(void **unused)
{
    (void)unused;
    struct table table;
    clear_values(&table);
    add_win(&table, FELT_WIN_MOST_CAPTURED);
    add_phase(&table, FELT_PHASE_TYPE_COMPARE)[FELT_COMPARE_REVEAL] = FELT_REVEAL_CHOOSE;
    add_suit_scoring(&table, FELT_KING, FELT_GENE_NONE, 3, FELT_SCORE_CAPTURE);
    deal_unproved(&table, 2, HANDS("Kc 2d 4h", "Kd 3d 5h"), NULL);
    play(&table, "0:Kc 1:Kd");
    assert_int_equal(table.state.carried, 2);
    play(&table, "0:4h 1:3d");
    assert_int_equal(table.state.pile.captured[0], set_of("Kc Kd 4h 3d"));
    assert_int_equal(table.state.score[0], 6);
    assert_int_equal(table.state.carried, 0);
    play(&table, "0:2d 1:5h");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
    assert_int_equal(table.state.winners, 1);
}

static void compare_split_cards_are_nobodys(void **unused)
{
    (void)unused;
    struct table table;
    clear_values(&table);
    add_win(&table, FELT_WIN_MOST_CAPTURED);
    int32_t *gene = add_phase(&table, FELT_PHASE_TYPE_COMPARE);
    gene[FELT_COMPARE_REVEAL] = FELT_REVEAL_CHOOSE;
    gene[FELT_COMPARE_TIE] = FELT_COMPARE_SPLIT;
    deal_unproved(&table, 2, HANDS("Kc 2d", "Kd 3d"), NULL);
    play(&table, "0:Kc 1:Kd 0:2d 1:3d");
    assert_int_equal(table.state.pile.captured[0], 0);
    assert_int_equal(table.state.pile.captured[1], set_of("2d 3d"));
    expect_all_cards(&table);
}

static void compare_chosen_cards_lie_face_down_until_all_have_chosen(void **unused)
{
    (void)unused;
    struct table table;
    clear_values(&table);
    add_win(&table, FELT_WIN_MOST_CAPTURED);
    add_phase(&table, FELT_PHASE_TYPE_COMPARE)[FELT_COMPARE_REVEAL] = FELT_REVEAL_CHOOSE;
    deal_unproved(&table, 2, HANDS("Kc 2d", "Qd 3d"), NULL);
    expect_cards(&table, "Kc 2d");
    play(&table, "0:Kc");
    assert_int_equal(table.log.count, 1);
    assert_int_equal(table.event[0].cards_to, 1);
    assert_int_equal(table.state.chosen, set_of("Kc"));
    play(&table, "1:Qd");
    assert_int_equal(table.state.chosen, 0);
    assert_int_equal(count_told(&table, FELT_EVENT_SHOW), 2);
}

static void compare_winner_takes_cards_into_the_hand_for_all_to_see(void **unused)
{
    (void)unused;
    struct table table;
    clear_values(&table);
    add_win(&table, FELT_WIN_EMPTY_HAND);
    int32_t *gene = add_phase(&table, FELT_PHASE_TYPE_COMPARE);
    gene[FELT_COMPARE_REVEAL] = FELT_REVEAL_CHOOSE;
    gene[FELT_COMPARE_TAKES] = FELT_TAKES_HAND;
    deal_unproved(&table, 2, HANDS("Kc 2d", "Qd 3d"), NULL);
    play(&table, "0:Kc 1:Qd");
    assert_int_equal(table.state.hand[0], set_of("Kc Qd 2d"));
    assert_int_equal(table.state.shown, set_of("Kc Qd"));
    play(&table, "0:2d 1:3d");
    assert_int_equal(table.state.shown, set_of("Kc Qd 2d 3d"));
}

static void compare_top_of_a_hand_is_a_random_card_of_it(void **unused)
{
    (void)unused;
    struct table table;
    clear_values(&table);
    add_win(&table, FELT_WIN_MOST_CAPTURED);
    add_phase(&table, FELT_PHASE_TYPE_COMPARE);
    deal_unproved(&table, 2, HANDS("Kc 2d 4c", "Qd 3d 4d"), NULL);
    play(&table, "0:flip 1:flip 0:flip 1:flip 0:flip 1:flip");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
    expect_all_cards(&table);
}

static void compare_prize_is_the_lowest_card_of_the_table(void **unused)
{
    (void)unused;
    struct table table;
    clear_values(&table);
    add_win(&table, FELT_WIN_HIGH_SCORE);
    table.genome.setup.gene[FELT_SETUP_COMMUNITY] = 3;
    int32_t *gene = add_phase(&table, FELT_PHASE_TYPE_COMPARE);
    gene[FELT_COMPARE_REVEAL] = FELT_REVEAL_CHOOSE;
    gene[FELT_COMPARE_TAKES] = FELT_TAKES_POINTS;
    gene[FELT_COMPARE_POINTS] = 2;
    deal_unproved(&table, 2, HANDS("Kc 2d 4c 6c 7c", "Kd 3d 4d 5d 8d"), "5c 9h 7s");
    play(&table, "0:2d 1:3d");
    assert_int_equal(table.state.score[1], 5);
    assert_int_equal(table.state.pile.captured[1], set_of("5c"));
    play(&table, "0:Kc 1:Kd"); /* the seven waits */
    assert_int_equal(table.state.carried, 1);
    play(&table, "0:6c 1:5d");
    assert_int_equal(table.state.score[0], 7 + 9);
    assert_int_equal(table.state.table, 0);
    play(&table, "0:4c 1:4d"); /* points of the gene now, two times */
    play(&table, "0:7c 1:8d");
    assert_int_equal(table.state.score[1], 5 + 4);
    expect_all_cards(&table);
}

static int32_t *pot_table(struct table *table)
{
    clear_values(table);
    add_win(table, FELT_WIN_MOST_CHIPS);
    table->genome.setup.gene[FELT_SETUP_CHIPS] = 100;
    add_phase(table, FELT_PHASE_TYPE_ANTE)[FELT_ANTE_AMOUNT] = 5;
    int32_t *gene = add_phase(table, FELT_PHASE_TYPE_COMPARE);
    gene[FELT_COMPARE_REVEAL] = FELT_REVEAL_CHOOSE;
    gene[FELT_COMPARE_TAKES] = FELT_TAKES_POT;
    return gene;
}

static void compare_winner_takes_the_pot_or_the_tied_share_it(void **unused)
{
    (void)unused;
    struct table table;
    pot_table(&table)[FELT_COMPARE_TIE] = FELT_COMPARE_SPLIT;
    deal_unproved(&table, 3, HANDS("Kc 2d", "Kd 3d", "Qh 2c"), NULL);
    play(&table, "0:2d 1:3d 2:2c");
    assert_int_equal(table.state.betting.stack[1], 110 - 5); /* the next ante is paid */
    play(&table, "0:Kc 1:Kd 2:Qh");
    assert_int_equal(table.state.betting.stack[0], 90 + 8); /* odd chip: from the start seat */
    assert_int_equal(table.state.betting.stack[1], 105 + 7);
    assert_int_equal(table.state.betting.stack[2], 90);
}

static void compare_pot_stays_on_the_table_when_it_is_carried(void **unused)
{
    (void)unused;
    struct table table;
    pot_table(&table);
    deal_unproved(&table, 3, HANDS("Kc 2d", "Kd 3d", "Qh 2c"), NULL);
    play(&table, "0:Kc 1:Kd 2:Qh");
    assert_int_equal(table.state.betting.pot, 30);
    play(&table, "0:2d 1:3d 2:2c");
    assert_int_equal(table.state.betting.stack[1], 120);
}

TEST_MODULE(genome_compare)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(war_higher_card_takes_both_under_the_pile),
        cmocka_unit_test(war_lower_card_takes_if_low_wins),
        cmocka_unit_test(war_battle_is_fought_with_cards_face_down),
        cmocka_unit_test(war_battle_after_battle_goes_on),
        cmocka_unit_test(war_who_runs_out_in_a_battle_has_lost),
        cmocka_unit_test(war_both_run_out_and_nobody_wins),
        cmocka_unit_test(war_of_three_takes_clockwise_and_only_the_tied_fight),
        cmocka_unit_test(compare_carried_cards_go_to_the_next_winner),
        cmocka_unit_test(compare_split_cards_are_nobodys),
        cmocka_unit_test(compare_chosen_cards_lie_face_down_until_all_have_chosen),
        cmocka_unit_test(compare_winner_takes_cards_into_the_hand_for_all_to_see),
        cmocka_unit_test(compare_top_of_a_hand_is_a_random_card_of_it),
        cmocka_unit_test(compare_prize_is_the_lowest_card_of_the_table),
        cmocka_unit_test(compare_winner_takes_the_pot_or_the_tied_share_it),
        cmocka_unit_test(compare_pot_stays_on_the_table_when_it_is_carried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
