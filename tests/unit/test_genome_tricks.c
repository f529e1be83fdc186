/* test_genome_tricks.c -- tricks, bids and passed cards of genomes, as a card player would lay them
 * out on a table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "genome_tricks_scene.h"
#include "module.h"

/* ---- tricks ---- */

static void trick_who_has_the_led_suit_must_follow(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table);
    deal_unproved(&table, 3, HANDS("2c 9h Kd", "4c Ac Ks", "5h 6h 7s"), NULL);
    expect_cards(&table, "2c 9h Kd"); /* anything may be led */
    play(&table, "0:2c");
    expect_cards(&table, "4c Ac");
    play(&table, "1:4c");
    expect_cards(&table, "5h 6h 7s"); /* void */
}

static void trick_without_follow_any_card_will_do(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table)[FELT_TRICK_FOLLOW] = 0;
    deal_unproved(&table, 2, HANDS("2c 9h", "4c Ks"), NULL);
    play(&table, "0:2c");
    expect_cards(&table, "4c Ks");
}

static void trick_highest_of_the_led_suit_wins_and_leads(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table);
    deal_unproved(&table, 4, HANDS("9c 2h", "Tc 3h", "As 4h", "4c 5h"), NULL);
    play(&table, "0:9c 1:Tc 2:As 3:4c");
    assert_int_equal(table.state.actor, 1);
    assert_int_equal(table.state.leader, 1);
    assert_int_equal(table.state.by.count.tricks[1], 1);
    assert_int_equal(table.state.pile.captured[1], set_of("9c Tc As 4c"));
    assert_int_equal(count_told(&table, FELT_EVENT_PLAY), 1);
    assert_int_equal(count_told(&table, FELT_EVENT_TAKE), 1);
    expect_all_cards(&table);
    play(&table, "1:3h 2:4h 3:5h 0:2h");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
    assert_int_equal(table.state.by.count.tricks[3], 1);
}

static void trick_trump_beats_the_ace_and_a_higher_trump_beats_it(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table)[FELT_TRICK_TRUMP] = 1;
    table.genome.setup.gene[FELT_SETUP_TRUMP_MODE] = FELT_TRUMP_FIXED;
    table.genome.setup.gene[FELT_SETUP_TRUMP] = FELT_SPADES;
    deal_unproved(&table, 3, HANDS("Ac 2h", "2s 3h", "4s 5h"), NULL);
    play(&table, "0:Ac 1:2s 2:4s");
    assert_int_equal(table.state.by.count.tricks[2], 1);
}

static void trick_trump_suit_is_plain_if_the_phase_says_so(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table);
    table.genome.setup.gene[FELT_SETUP_TRUMP_MODE] = FELT_TRUMP_FIXED;
    table.genome.setup.gene[FELT_SETUP_TRUMP] = FELT_SPADES;
    deal_unproved(&table, 2, HANDS("Ac 2h", "2s 3h"), NULL);
    play(&table, "0:Ac 1:2s");
    assert_int_equal(table.state.by.count.tricks[0], 1);
}

static void trick_lowest_card_wins_if_high_does_not(void **unused)
{
    (void)unused;
    struct table table;
    int32_t *gene = trick_table(&table);
    gene[FELT_TRICK_HIGH] = 0;
    deal_unproved(&table, 3, HANDS("9c 2h", "4c 3h", "2d 5h"), NULL);
    play(&table, "0:9c 1:4c 2:2d"); /* the deuce is of another suit */
    assert_int_equal(table.state.by.count.tricks[1], 1);
}

static void trick_low_ace_loses_to_the_deuce_and_wins_low_tricks(void **unused)
{
    (void)unused;
    struct table table;
    for (int high = 0; high < 2; high++) {
        trick_table(&table)[FELT_TRICK_HIGH] = high;
        table.genome.deck.gene[FELT_DECK_ACE] = FELT_ACE_LOW;
        deal_unproved(&table, 3, HANDS("Ac 2h", "2c 3h", "Kc 5h"), NULL);
        play(&table, "0:Ac 1:2c 2:Kc");
        assert_int_equal(table.state.by.count.tricks[high ? 2 : 0], 1);
    }
}

static void trick_hearts_are_not_led_before_one_was_thrown_off(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table)[FELT_TRICK_BREAKING_SUIT] = FELT_HEARTS;
    deal_unproved(&table, 3, HANDS("Ac Kc 9h Qd", "4c 2h 3h 4h", "5c 6c 6h 7h"), NULL);
    expect_cards(&table, "Ac Kc Qd");
    play(&table, "0:Ac 1:4c 2:5c");
    expect_cards(&table, "Kc Qd");
    play(&table, "0:Kc 1:2h 2:6c"); /* broken */
    assert_true(table.state.flags & FELT_FLAG_BROKEN);
    expect_cards(&table, "9h Qd");
}

static void trick_who_has_nothing_but_hearts_may_lead_them(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table)[FELT_TRICK_BREAKING_SUIT] = FELT_HEARTS;
    deal_unproved(&table, 2, HANDS("9h Qh", "4c 2h"), NULL);
    expect_cards(&table, "9h Qh");
}

static void trick_must_beat_asks_for_a_winning_card(void **unused)
{
    (void)unused;
    struct table table;
    int32_t *gene = trick_table(&table);
    gene[FELT_TRICK_MUST_BEAT] = gene[FELT_TRICK_TRUMP] = 1;
    table.genome.setup.gene[FELT_SETUP_TRUMP_MODE] = FELT_TRUMP_FIXED;
    table.genome.setup.gene[FELT_SETUP_TRUMP] = FELT_SPADES;
    deal_unproved(&table, 4, HANDS("9c 2d 3d 4d", "4c Jc Kc As", "2s 7s 2h 3h", "3s 8s 9s Th"),
                  NULL);
    play(&table, "0:9c");
    expect_cards(&table, "Jc Kc"); /* follows, and heads it */
    play(&table, "1:Jc");
    expect_cards(&table, "2s 7s"); /* void: any trump wins */
    play(&table, "2:7s");
    expect_cards(&table, "8s 9s"); /* overtrumps */
}

static void trick_must_beat_leaves_all_cards_to_who_cannot(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table)[FELT_TRICK_MUST_BEAT] = 1;
    deal_unproved(&table, 2, HANDS("Ac 2d", "4c Jc"), NULL);
    play(&table, "0:Ac");
    expect_cards(&table, "4c Jc");
    int32_t *gene = trick_table(&table);
    gene[FELT_TRICK_MUST_BEAT] = 1;
    gene[FELT_TRICK_HIGH] = 0;
    deal_unproved(&table, 2, HANDS("9c 2d", "4c Jc"), NULL);
    play(&table, "0:9c");
    expect_cards(&table, "4c"); /* the lowest wins */
}

static void trick_seat_without_cards_is_left_out(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table);
    deal_unproved(&table, 3, HANDS("9c 2d", "4c 3d", "Tc 4d"), NULL);
    table.state.hand[1] = 0;
    play(&table, "0:9c 2:Tc 2:4d 0:2d");
    assert_int_equal(table.state.by.count.tricks[2], 2);
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
}

static void trick_folded_seat_takes_no_part(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table);
    deal_unproved(&table, 3, HANDS("9c 2d", "Ac 3d", "Tc 4d"), NULL);
    table.state.betting.turn.live = 5;
    play(&table, "0:9c 2:Tc");
    assert_int_equal(table.state.by.count.tricks[2], 1);
    assert_int_equal(table.state.hand[1], set_of("Ac 3d"));
}

static void trick_goes_the_other_way_when_play_is_reversed(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table);
    deal_unproved(&table, 3, HANDS("9c 2d", "Ac 3d", "Tc 4d"), NULL);
    table.state.flags |= FELT_FLAG_REVERSED;
    play(&table, "0:9c 2:Tc 1:Ac");
    assert_int_equal(table.state.actor, 1);
}

static void trick_count_ends_the_phase_and_the_winner_leads_the_next_one(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table)[FELT_TRICK_COUNT] = 1;
    add_phase(&table, FELT_PHASE_TYPE_SCORE)[FELT_SCORE_ZONE] = FELT_ZONE_OF_TRICKS;
    deal_unproved(&table, 3, HANDS("9c 2d 2h", "Ac 3d 3h", "Tc 4d 4h"), NULL);
    play(&table, "0:9c 1:Ac 2:Tc");
    assert_int_equal(table.state.score[1], 1);
    assert_int_equal(table.state.cycle, 1);
    play(&table, "1:3d 2:4d 0:2d");
    assert_int_equal(table.state.score[1], 2); /* tricks of the hand so far */
    assert_int_equal(table.state.score[2], 1);
}

static void trick_cards_score_for_who_wins_them(void **unused)
{
    (void)unused;
    struct table table;
    trick_table(&table);
    add_suit_scoring(&table, FELT_GENE_NONE, FELT_HEARTS, 1, FELT_SCORE_TRICK_WIN);
    add_suit_scoring(&table, FELT_QUEEN, FELT_SPADES, 13, FELT_SCORE_TRICK_WIN);
    deal_unproved(&table, 4, HANDS("9c 2d", "Ac 3d", "Qs 4d", "5h 6d"), NULL);
    play(&table, "0:9c 1:Ac 2:Qs 3:5h");
    assert_int_equal(table.state.score[1], 14);
    assert_int_equal(count_told(&table, FELT_EVENT_SCORE), 1);
}

static void trick_holder_of_the_opening_card_leads_it(void **unused)
{
    (void)unused;
    struct table table;
    int32_t *gene = trick_table(&table);
    gene[FELT_TRICK_OPENING_RANK] = FELT_DEUCE;
    gene[FELT_TRICK_OPENING_SUIT] = FELT_CLUBS;
    deal_unproved(&table, 3, HANDS("9c 3d", "Ac 4d", "2c 5d"), NULL);
    assert_int_equal(table.state.shown, set_of("2c")); /* everybody knows now who has it */
    assert_int_equal(table.state.actor, 2);
    expect_cards(&table, "2c");
    play(&table, "2:2c 0:9c 1:Ac");
    expect_cards(&table, "4d");
    trick_table(&table);
    deal_unproved(&table, 3, HANDS("9c 3d", "Ac 4d", "2c 5d"), NULL);
    assert_int_equal(table.state.actor, 0);
}

static void trick_deuce_is_the_highest_card_where_it_stands_above_the_ace(void **unused)
{
    (void)unused;
    struct table table;
    for (int high = 0; high < 2; high++) {
        trick_table(&table)[FELT_TRICK_HIGH] = high;
        table.genome.deck.gene[FELT_DECK_ACE] = FELT_ACE_UNDER_DEUCE;
        deal_unproved(&table, 3, HANDS("Ac 2h", "2c 3h", "Kc 5h"), NULL);
        play(&table, "0:Ac 1:2c 2:Kc");
        assert_int_equal(table.state.by.count.tricks[high ? 1 : 2], 1);
    }
}

/* ---- bids and contracts ---- */

static int32_t *bid_table(struct table *table)
{
    clear_values(table);
    add_win(table, FELT_WIN_HIGH_SCORE);
    int32_t *gene = add_phase(table, FELT_PHASE_TYPE_BIDDING);
    add_phase(table, FELT_PHASE_TYPE_TRICK);
    return gene;
}

static void bid_numbers_go_up_to_the_cards_held(void **unused)
{
    (void)unused;
    struct table table;
    struct felt_moves moves;
    int32_t *gene = bid_table(&table);
    deal_unproved(&table, 2, HANDS("9c 2d 4h", "Ac 3d 5h"), NULL);
    felt_genome_moves(&table.program, &table.state, &moves);
    assert_int_equal(moves.items, 0xe); /* 1 2 3 */
    gene = bid_table(&table);
    gene[FELT_BID_MAX] = 2;
    gene[FELT_BID_NIL] = 50;
    deal_unproved(&table, 2, HANDS("9c 2d 4h", "Ac 3d 5h"), NULL);
    felt_genome_moves(&table.program, &table.state, &moves);
    assert_int_equal(moves.items, 0x7); /* nil 1 2 */
}

static void bid_contract_made_with_overtricks_and_failed(void **unused)
{
    (void)unused;
    struct table table;
    bid_table(&table);
    deal_unproved(&table, 2, HANDS("9c 2d 4h", "Ac 3d 3h"), NULL);
    play(&table, "0:=2 1:=1");
    assert_int_equal(count_told(&table, FELT_EVENT_SAY), 1);
    play(&table, "0:9c 1:Ac 1:3d 0:2d 1:3h 0:4h");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
    assert_int_equal(table.state.score[0], -20);    /* one of two */
    assert_int_equal(table.state.score[1], 10 + 1); /* two of one */
    assert_int_equal(table.state.winners, 2);
}

static void bid_nil_is_a_bid_of_its_own(void **unused)
{
    (void)unused;
    struct table table;
    bid_table(&table)[FELT_BID_NIL] = 50;
    deal_unproved(&table, 3, HANDS("9c 2d", "Ac 3d", "4c 5h"), NULL);
    struct felt_genome_state *state = &table.state;
    play(&table, "0:=0 1:=0");
    state->by.count.tricks[1] = 1;
    felt_contracts_score(&table.program, state, NULL);
    assert_int_equal(state->score[0], 50);
    assert_int_equal(state->score[1], -50);
    assert_int_equal(state->score[2], 0); /* has not bid */
}

static void bid_of_partners_is_one_contract(void **unused)
{
    (void)unused;
    struct table table;
    bid_table(&table)[FELT_BID_NIL] = 50;
    for (int seat = 0; seat < 4; seat++) table.genome.teams[seat] = (uint8_t)(1 + seat % 2);
    deal_unproved(&table, 4, HANDS("9c 2d 4h", "Ac 3d 5h", "4c 5d 6h", "6c 7d 8h"), NULL);
    struct felt_genome_state *state = &table.state;
    play(&table, "0:=1 1:=0 2:=2 3:=2");
    state->by.count.tricks[0] = 3; /* 3 of 1 + 2, by one of them: made */
    state->by.count.tricks[1] = 1; /* nil fails, but helps the partner to 2 */
    state->by.count.tricks[3] = 1;
    felt_contracts_score(&table.program, state, NULL);
    assert_int_equal(state->score[0], 30);
    assert_int_equal(state->score[2], 30);
    assert_int_equal(state->score[1], 20 - 50);
    assert_int_equal(state->score[3], 20 - 50);
}

static void bid_is_made_once_in_a_hand(void **unused)
{
    (void)unused;
    struct table table;
    bid_table(&table);
    table.genome.phase[1].genes.gene[FELT_TRICK_COUNT] = 1;
    deal_unproved(&table, 2, HANDS("9c 2d", "Ac 3d"), NULL);
    play(&table, "0:=1 1:=1 0:9c 1:Ac 1:3d 0:2d");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
}

/* ---- passing cards ---- */

static void transfer_nobody_gets_cards_before_all_have_chosen(void **unused)
{
    (void)unused;
    struct table table;
    pass_table(&table, 2, FELT_LEFT);
    deal_unproved(&table, 3, HANDS("2c 3c 4c 5c", "2d 3d 4d 5d", "2h 3h 4h 5h"), NULL);
    expect_cards(&table, "2c 3c 4c"); /* a higher one must be left */
    play(&table, "0:3c");
    expect_cards(&table, "4c 5c");
    play(&table, "0:5c");
    assert_int_equal(table.log.count, 0); /* nobody is told */
    expect_cards(&table, "2d 3d 4d");
    play(&table, "1:2d 1:3d 2:4h");
    assert_int_equal(table.state.hand[1], set_of("4d 5d"));
    expect_all_cards(&table);
    play(&table, "2:5h");
    assert_int_equal(table.state.hand[0], set_of("2c 4c 4h 5h"));
    assert_int_equal(table.state.hand[1], set_of("3c 5c 4d 5d"));
    assert_int_equal(table.state.hand[2], set_of("2d 3d 2h 3h"));
    assert_int_equal(table.state.chosen, 0);
    assert_int_equal(count_told(&table, FELT_EVENT_GIVE), 3);
    assert_int_equal(table.event[0].seat, 0);
    assert_int_equal(table.event[0].to, 1);
    assert_int_equal(table.event[0].cards_to, 3); /* giver and receiver */
    expect_all_cards(&table);
}

static void transfer_right_and_across(void **unused)
{
    (void)unused;
    struct table table;
    pass_table(&table, 1, FELT_RIGHT);
    deal_unproved(&table, 3, HANDS("2c 3c", "2d 3d", "2h 3h"), NULL);
    play(&table, "0:2c 1:2d 2:2h");
    assert_int_equal(table.state.hand[2], set_of("2c 3h"));
    pass_table(&table, 1, FELT_ACROSS);
    deal_unproved(&table, 4, HANDS("2c 3c", "2d 3d", "2h 3h", "2s 3s"), NULL);
    play(&table, "0:2c 1:2d 2:2h 3:2s");
    assert_int_equal(table.state.hand[2], set_of("2c 3h"));
    assert_int_equal(table.state.hand[3], set_of("2d 3s"));
}

static void transfer_short_hand_goes_as_it_is_and_folded_seats_are_passed_over(void **unused)
{
    (void)unused;
    struct table table;
    pass_table(&table, 2, FELT_LEFT);
    deal_unproved(&table, 3, HANDS("2c 3c 4c", "2d 3d 4d", "2h 3h 4h"), NULL);
    table.state.betting.turn.live = 5;
    table.state.hand[2] = set_of("2h");
    table.state.shown = set_of("2c 2h");
    play(&table, "0:3c 0:4c");
    assert_int_equal(table.state.hand[0], set_of("2c 2h"));
    assert_int_equal(table.state.hand[2], set_of("3c 4c"));
    assert_int_equal(table.state.shown, 0); /* nobody can tell any more */
}

static void transfer_that_rotates_goes_left_right_across_and_not_at_all(void **unused)
{
    (void)unused;
    static const struct {
        int seats, hand, receiver; /* -1: nobody passes */
    } rows[] = {{4, 0, 1}, {4, 1, 3}, {4, 2, 2},  {4, 3, -1}, {4, 4, 1},
                {3, 0, 1}, {3, 1, 2}, {3, 2, -1}, {3, 3, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct table table;
        pass_table(&table, 1, FELT_PASS_ROTATES);
        deal_unproved(&table, rows[i].seats, HANDS("2c 3c", "2d 3d", "2h 3h", "2s 3s"), NULL);
        table.state.hands = (uint8_t)rows[i].hand;
        if (rows[i].receiver < 0) {
            assert_int_equal(felt_phase_transfer_enter(&table.program, &table.state, NULL),
                             FLOW_NEXT);
            continue;
        }
        play(&table, "0:2c 1:2d 2:2h");
        if (rows[i].seats == 4) play(&table, "3:2s");
        assert_true(table.state.hand[rows[i].receiver] & set_of("2c"));
    }
}

TEST_MODULE(genome_tricks)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trick_who_has_the_led_suit_must_follow),
        cmocka_unit_test(trick_without_follow_any_card_will_do),
        cmocka_unit_test(trick_highest_of_the_led_suit_wins_and_leads),
        cmocka_unit_test(trick_trump_beats_the_ace_and_a_higher_trump_beats_it),
        cmocka_unit_test(trick_trump_suit_is_plain_if_the_phase_says_so),
        cmocka_unit_test(trick_lowest_card_wins_if_high_does_not),
        cmocka_unit_test(trick_low_ace_loses_to_the_deuce_and_wins_low_tricks),
        cmocka_unit_test(trick_hearts_are_not_led_before_one_was_thrown_off),
        cmocka_unit_test(trick_who_has_nothing_but_hearts_may_lead_them),
        cmocka_unit_test(trick_must_beat_asks_for_a_winning_card),
        cmocka_unit_test(trick_must_beat_leaves_all_cards_to_who_cannot),
        cmocka_unit_test(trick_seat_without_cards_is_left_out),
        cmocka_unit_test(trick_folded_seat_takes_no_part),
        cmocka_unit_test(trick_goes_the_other_way_when_play_is_reversed),
        cmocka_unit_test(trick_count_ends_the_phase_and_the_winner_leads_the_next_one),
        cmocka_unit_test(trick_cards_score_for_who_wins_them),
        cmocka_unit_test(trick_holder_of_the_opening_card_leads_it),
        cmocka_unit_test(trick_deuce_is_the_highest_card_where_it_stands_above_the_ace),
        cmocka_unit_test(bid_numbers_go_up_to_the_cards_held),
        cmocka_unit_test(bid_contract_made_with_overtricks_and_failed),
        cmocka_unit_test(bid_nil_is_a_bid_of_its_own),
        cmocka_unit_test(bid_of_partners_is_one_contract),
        cmocka_unit_test(bid_is_made_once_in_a_hand),
        cmocka_unit_test(transfer_nobody_gets_cards_before_all_have_chosen),
        cmocka_unit_test(transfer_right_and_across),
        cmocka_unit_test(transfer_short_hand_goes_as_it_is_and_folded_seats_are_passed_over),
        cmocka_unit_test(transfer_that_rotates_goes_left_right_across_and_not_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
