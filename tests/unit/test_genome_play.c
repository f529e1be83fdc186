/* test_genome_play.c -- draws, plays and discards of genomes, by the rules of games that everybody
 * knows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "genome_table.h"
#include "module.h"

/* ---- Crazy Eights ---- */

/* Draw until there is something to play; play the suit or the rank of the top card, or an eight. */
static void crazy_eights(struct table *table)
{
    clear_table(table);
    table->genome.setup.gene[FELT_SETUP_DISCARDS] = 1;
    table->genome.wild_ranks = 1u << FELT_EIGHT;
    add_win(table, FELT_WIN_EMPTY_HAND);
    int32_t *draw = add_phase(table, FELT_PHASE_TYPE_DRAW);
    draw[FELT_DRAW_REPEAT] = FELT_REPEAT_UNTIL_PLAYABLE;
    add_phase(table, FELT_PHASE_TYPE_PLAY);
    add_valid(table, FELT_REF_TOP, FELT_TEST_SAME_SUIT, FELT_TEST_SAME_RANK);
}

static void play_suit_rank_or_wild_may_be_played(void **unused)
{
    (void)unused;
    struct table table;
    crazy_eights(&table);
    deal(&table, 2, HANDS("2c 9h Kd 8s", "3c 4c 9d Ks"), "9c");
    expect_moves(&table, "0 play 2c, play 8s, play 9h");
    PLAY(&table, "0 play 9h");
    expect_moves(&table, "1 play 9d"); /* no heart, but a nine */
    assert_int_equal(told(&table, FELT_EVENT_PLAY, 0)->cards[0],
                     felt_card_make(FELT_NINE, FELT_HEARTS));
}

static void play_wild_card_names_the_suit_to_follow(void **unused)
{
    (void)unused;
    struct table table;
    crazy_eights(&table);
    deal(&table, 2, HANDS("8c 3d 5d", "Kc Kh 2d"), "9c 7s 8d");
    PLAY(&table, "0 play 8c");
    expect_moves(&table, "0 name clubs, name diamonds, name hearts, name spades");
    PLAY(&table, "0 name hearts");
    expect_moves(&table, "1 play Kh"); /* a heart; the king of clubs is not one */
    PLAY(&table, "1 play Kh");
    assert_int_equal(table.state.suit, FELT_CARD_NONE); /* a heart lies there now */
    expect_moves(&table, "0 play 8d");                  /* drawn after 7s */
    expect_hand(&table, 0, "3d 5d 7s 8d");
}

static void play_last_card_needs_no_suit(void **unused)
{
    (void)unused;
    struct table table;
    crazy_eights(&table);
    deal(&table, 2, HANDS("8c", "Kc"), "9c");
    PLAY(&table, "0 play 8c");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
    assert_int_equal(table.state.winners, 1);
}

static void draw_until_playable_draws_no_more(void **unused)
{
    (void)unused;
    struct table table;
    crazy_eights(&table);
    deal(&table, 2, HANDS("2c 3c", "4c 5c"), "9h Ks Qs 3h 4h");
    expect_moves(&table, "0 play 3h");
    expect_hand(&table, 0, "2c 3c Ks Qs 3h");
    assert_int_equal(count_told(&table, FELT_EVENT_DRAW), 3);
    assert_int_equal(told(&table, FELT_EVENT_DRAW, 0)->cards_to, 1); /* for seat 0 alone */
    PLAY(&table, "0 play 3h");
    assert_int_equal(count_told(&table, FELT_EVENT_DRAW), 1);
    expect_moves(&table, "1 play 4h");
}

static void draw_until_playable_stops_at_its_maximum(void **unused)
{
    (void)unused;
    struct table table;
    crazy_eights(&table);
    table.genome.phase[0].genes.gene[FELT_DRAW_MAX_REPEAT] = 2;
    deal(&table, 2, HANDS("2c 3c", "4h 5c"), "9h Ks Qs 3h");
    expect_hand(&table, 0, "2c 3c Ks Qs");
    expect_moves(&table, "0 pass");
    PLAY(&table, "0 pass");
    assert_int_equal(told(&table, FELT_EVENT_SAY, 0)->to, FELT_MOVE_PASS);
    expect_moves(&table, "1 play 4h");
}

static void draw_that_is_not_mandatory_may_be_passed(void **unused)
{
    (void)unused;
    struct table table;
    crazy_eights(&table);
    table.genome.phase[0].genes.gene[FELT_DRAW_MANDATORY] = 0;
    deal(&table, 2, HANDS("2c 3c", "4h 5c"), "9h Ks 3h");
    expect_moves(&table, "0 pass, draw");
    PLAY(&table, "0 draw");
    expect_moves(&table, "0 pass, draw"); /* Ks does not fit */
    PLAY(&table, "0 draw");
    expect_moves(&table, "0 play 3h");
}

static void draw_from_an_empty_deck_goes_on_or_ends_the_hand(void **unused)
{
    (void)unused;
    struct table table;
    crazy_eights(&table);
    table.genome.deck.gene[FELT_DECK_KIND] = FELT_GENOME_DECK_CUSTOM;
    table.genome.deck_cards = set_of("2c 3c 4h 5h 9h");
    table.genome.session.gene[FELT_SESSION_EMPTY] = FELT_EMPTY_NOTHING;
    deal(&table, 2, HANDS("2c 3c", "4h 5h"), "9h");
    expect_moves(&table, "1 play 4h, play 5h"); /* seat 0 can neither draw nor play */

    table.genome.session.gene[FELT_SESSION_EMPTY] = FELT_EMPTY_END_HAND;
    deal(&table, 2, HANDS("2c 3c", "4h 5h"), "9h");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
}

/* Q1: a playout is the same as its moves one by one, with the same random numbers. */
static void expect_playout(struct table *table, int seats, uint64_t seed)
{
    struct felt_genome_state quick, slow;
    struct felt_rng quick_rng = felt_rng_make(seed), slow_rng = quick_rng;
    uint32_t moves = 0;
    felt_genome_compile(&table->genome, seats, &table->program);
    felt_genome_begin(&table->program, NULL, seed, &quick, NULL);
    slow = quick;
    uint32_t quick_moves = felt_genome_playout(&table->program, &quick, &quick_rng, false);
    for (; slow.actor >= 0; moves++) {
        struct felt_moves legal;
        felt_genome_moves(&table->program, &slow, &legal);
        uint32_t among = (uint32_t)felt_moves_count(&legal);
        int n = among > 1 ? (int)felt_rng_below(&slow_rng, among) : 0;
        felt_genome_play(&table->program, &slow, felt_moves_pick(&legal, n), NULL);
    }
    assert_int_equal(quick_moves, moves);
    assert_memory_equal(&quick_rng, &slow_rng, sizeof slow_rng);
    assert_memory_equal(quick.hand, slow.hand, sizeof slow.hand);
    assert_memory_equal(quick.order, slow.order, sizeof slow.order);
    assert_int_equal(quick.discards, slow.discards);
    assert_int_equal(quick.deck_at, slow.deck_at);
    assert_int_equal(quick.chance, slow.chance);
    assert_int_equal(quick.cycle, slow.cycle);
    assert_int_equal(quick.turn, slow.turn);
    assert_int_equal(quick.turned, slow.turned);
    assert_int_equal(quick.suit, slow.suit);
    assert_int_equal(quick.flags, slow.flags);
    assert_int_equal(quick.winners, slow.winners);
}

static void playout_is_the_same_as_single_moves(void **unused)
{
    (void)unused;
    struct table table;
    for (int effects = 0; effects <= 3; effects++)
        for (int seats = 2; seats <= 6; seats++) {
            crazy_eights(&table);
            if (effects > 0) add_effect(&table, FELT_QUEEN, FELT_EFFECT_SKIP, FELT_TARGET_NEXT, 1);
            if (effects > 1) add_effect(&table, FELT_ACE, FELT_EFFECT_REVERSE, FELT_TARGET_NEXT, 1);
            if (effects > 2) add_effect(&table, FELT_EIGHT, FELT_EFFECT_DRAW, FELT_TARGET_NEXT, 2);
            if (effects == 1) table.genome.session.gene[FELT_SESSION_TURNS] = 20;
            if (effects == 2) table.genome.phase[0].genes.gene[FELT_DRAW_MAX_REPEAT] = 1;
            for (uint64_t seed = 0; seed < 50; seed++) expect_playout(&table, seats, seed);
        }
}

/* ---- other draws ---- */

static void draw_either_takes_the_top_discard_for_all_to_see(void **unused)
{
    (void)unused;
    struct table table;
    clear_table(&table);
    table.genome.setup.gene[FELT_SETUP_DISCARDS] = 1;
    add_win(&table, FELT_WIN_EMPTY_HAND);
    add_phase(&table, FELT_PHASE_TYPE_DRAW)[FELT_DRAW_SOURCE] = FELT_FROM_EITHER;
    add_phase(&table, FELT_PHASE_TYPE_DISCARD);
    deal(&table, 2, HANDS("2c 3c", "4h 5c"), "9h Ks");
    expect_moves(&table, "0 draw, take 9h");
    PLAY(&table, "0 take 9h");
    assert_int_equal(table.state.shown, set_of("9h"));
    assert_int_equal(told(&table, FELT_EVENT_TAKE, 0)->cards_to, (felt_seats)-1);
    expect_moves(&table, "0 discard 2c, discard 3c, discard 9h");
    PLAY(&table, "0 discard 9h");
    assert_int_equal(table.state.shown, 0);
    PLAY(&table, "1 draw");
    assert_int_equal(told(&table, FELT_EVENT_DRAW, 0)->cards_to, 2);
    expect_hand(&table, 1, "4h 5c Ks");
}

/* Blackjack among friends. */
static void draw_until_pass_ends_when_a_hand_is_bust(void **unused)
{
    (void)unused;
    struct table table;
    clear_table(&table);
    int32_t *evaluation = table.genome.evaluation.gene;
    evaluation[FELT_EVAL_METHOD] = FELT_EVAL_POINT_TOTAL;
    evaluation[FELT_EVAL_TARGET] = evaluation[FELT_EVAL_BUST] = 21;
    evaluation[FELT_EVAL_ACE_ALT] = 11;
    table.genome.session.gene[FELT_SESSION_CYCLES] = 1;
    add_win(&table, FELT_WIN_BEST_HAND);
    int32_t *draw = add_phase(&table, FELT_PHASE_TYPE_DRAW);
    draw[FELT_DRAW_MANDATORY] = 0;
    draw[FELT_DRAW_REPEAT] = FELT_REPEAT_UNTIL_PASS;
    deal(&table, 2, HANDS("Kc 6c", "Kh 9h"), "4s 2s 3d");
    expect_moves(&table, "0 pass, draw");
    PLAY(&table, "0 draw"); /* 20 */
    expect_moves(&table, "0 pass, draw");
    PLAY(&table, "0 draw"); /* 22: no more cards */
    expect_moves(&table, "1 pass, draw");
    PLAY(&table, "1 pass");
    assert_int_equal(table.state.winners, 2);
}

static void draw_refills_a_hand(void **unused)
{
    (void)unused;
    struct table table;
    clear_table(&table);
    table.genome.evaluation.gene[FELT_EVAL_METHOD] = FELT_EVAL_POKER;
    table.genome.session.gene[FELT_SESSION_CYCLES] = 1;
    add_win(&table, FELT_WIN_BEST_HAND);
    int32_t *discard = add_phase(&table, FELT_PHASE_TYPE_DISCARD);
    discard[FELT_DISCARD_MIN] = 0;
    discard[FELT_DISCARD_MAX] = 3;
    add_phase(&table, FELT_PHASE_TYPE_DRAW)[FELT_DRAW_REFILL] = 5;
    deal(&table, 2, HANDS("2c 3c 9h 9s Kd", "4h 5c 6d 8s Jc"), "9c 9d Ah");
    expect_moves(&table, "0 discard 2c, discard 3c, discard 9h, discard 9s, discard Kd, done");
    PLAY(&table, "0 discard 2c");
    expect_moves(&table, "0 discard 3c, discard 9h, discard 9s, discard Kd, done");
    PLAY(&table, "0 discard Kd"); /* nothing is higher: that is all */
    expect_hand(&table, 0, "3c 9h 9s 9c 9d");
    assert_int_equal(told(&table, FELT_EVENT_PLAY, 0)->count, 2);
    assert_int_equal(told(&table, FELT_EVENT_PLAY, 0)->cards_to, 1); /* face down */
    PLAY(&table, "1 done");
    expect_hand(&table, 1, "4h 5c 6d 8s Jc"); /* stands pat */
    assert_int_equal(table.state.winners, 1);
}

static void draw_from_the_neighbour_is_seen_by_two(void **unused)
{
    (void)unused;
    struct table table;
    clear_table(&table);
    add_win(&table, FELT_WIN_EMPTY_HAND);
    add_phase(&table, FELT_PHASE_TYPE_DRAW)[FELT_DRAW_SOURCE] = FELT_FROM_OPPONENT;
    deal(&table, 3, HANDS("2c 3c", "4h 5c", "6d 7d"), NULL);
    table.state.shown = set_of("4h 6d");
    expect_moves(&table, "0 draw");
    PLAY(&table, "0 draw");
    const struct felt_event *give = told(&table, FELT_EVENT_GIVE, 0);
    assert_int_equal(give->seat, 1);
    assert_int_equal(give->to, 0);
    assert_int_equal(give->cards_to, 3);
    assert_int_equal(felt_cards_count(table.state.hand[0]), 3);
    assert_int_equal(felt_cards_count(table.state.hand[1]), 1);
    assert_int_equal(table.state.shown, set_of("6d")); /* is the four still there? */
    expect_moves(&table, "1 draw");
}

static void draw_from_the_table_is_chosen(void **unused)
{
    (void)unused;
    struct table table;
    clear_table(&table);
    table.genome.setup.gene[FELT_SETUP_COMMUNITY] = 3;
    table.genome.session.gene[FELT_SESSION_CYCLES] = 1;
    table.genome.evaluation.gene[FELT_EVAL_METHOD] = FELT_EVAL_HIGH_CARD;
    add_win(&table, FELT_WIN_BEST_HAND);
    int32_t *draw = add_phase(&table, FELT_PHASE_TYPE_DRAW);
    draw[FELT_DRAW_SOURCE] = FELT_FROM_TABLE;
    draw[FELT_DRAW_COUNT] = 2;
    deal(&table, 2, HANDS("2c", "3c"), "9h Ks Ad");
    expect_moves(&table, "0 take 9h, take Ks, take Ad");
    PLAY(&table, "0 take Ks", "0 take 9h");
    assert_int_equal(table.state.shown, set_of("Ks 9h"));
    expect_moves(&table, "1 take Ad");
    PLAY(&table, "1 take Ad");
    assert_int_equal(table.state.winners, 2);
}

/* ---- passing ---- */

static void play_unable_ends_the_hand_if_the_rules_say_so(void **unused)
{
    (void)unused;
    struct table table;
    crazy_eights(&table);
    table.genome.phases = 1;
    table.genome.phase[0] = table.genome.phase[1];
    table.genome.phase[0].genes.gene[FELT_PLAY_PASS_IF_UNABLE] = 0;
    deal(&table, 2, HANDS("2c 3d 4h", "4c 5c 6s"), "9c");
    PLAY(&table, "0 play 2c", "1 play 4c", "0 play 4h");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE); /* seat 1 has no heart and no four */
    assert_int_equal(table.state.winners, 1);            /* one card against two */
}

/* Fan Tan: sevens begin, then suits grow in both directions; a pass costs a chip. */
static void play_pass_that_costs_is_said_and_paid(void **unused)
{
    (void)unused;
    struct table table;
    clear_table(&table);
    table.genome.setup.gene[FELT_SETUP_CHIPS] = 20;
    table.genome.setup.gene[FELT_SETUP_COMMUNITY] = 1;
    add_win(&table, FELT_WIN_EMPTY_HAND);
    int32_t *gene = add_phase(&table, FELT_PHASE_TYPE_PLAY);
    gene[FELT_PLAY_TARGET] = FELT_TO_TABLE;
    gene[FELT_PLAY_PASS_COST] = 3;
    add_valid(&table, FELT_REF_ANY, FELT_TEST_ADJACENT, FELT_TEST_SAME_RANK);
    deal(&table, 2, HANDS("2c Kd", "6h 8h"), "7h");
    expect_moves(&table, "0 pass");
    PLAY(&table, "0 pass");
    assert_int_equal(table.state.betting.stack[0], 17);
    assert_int_equal(table.state.betting.pot, 3);
    expect_moves(&table, "1 play 6h, play 8h");
    PLAY(&table, "1 play 6h", "0 pass", "1 play 8h");
    assert_int_equal(table.state.winners, 2);
    assert_int_equal(table.state.betting.stack[1], 26); /* and the pot */
}

/* ---- sets, runs, the ladder ---- */

static int32_t *shedding(struct table *table, int group, int min, int max)
{
    clear_table(table);
    add_win(table, FELT_WIN_EMPTY_HAND);
    int32_t *gene = add_phase(table, FELT_PHASE_TYPE_PLAY);
    gene[FELT_PLAY_GROUP] = group;
    gene[FELT_PLAY_MIN] = min;
    gene[FELT_PLAY_MAX] = max;
    return gene;
}

static void play_sets_of_the_sizes_allowed(void **unused)
{
    (void)unused;
    struct table table;
    shedding(&table, FELT_GROUP_SET, 2, 3);
    deal(&table, 2, HANDS("2c 9c 9d 9h 9s Kd", "3c 4c 5c 6c 7c Kh"), NULL);
    expect_moves(&table, "0 play 9c 9d, play 9c 9d 9h");
    PLAY(&table, "0 play 9c 9d 9h");
    expect_hand(&table, 0, "2c 9s Kd");
    assert_int_equal(told(&table, FELT_EVENT_PLAY, 0)->count, 3);
}

static void play_runs_of_a_suit_with_the_ace_at_both_ends(void **unused)
{
    (void)unused;
    struct table table;
    const char *const hands[] = {"Ac 2c 3c Jd Qd Kd Ad 5h", "2d 3h 4s 6c 8d Th Js 2s"};
    shedding(&table, FELT_GROUP_RUN, 3, 3);
    table.genome.deck.gene[FELT_DECK_ACE] = FELT_ACE_BOTH;
    deal(&table, 2, hands, NULL);
    expect_moves(&table, "0 play Jd Qd Kd, play Qd Kd Ad, play 2c 3c Ac");
    PLAY(&table, "0 play 2c 3c Ac");
    expect_hand(&table, 0, "Jd Qd Kd Ad 5h");

    table.genome.deck.gene[FELT_DECK_ACE] = FELT_ACE_HIGH;
    deal(&table, 2, hands, NULL);
    expect_moves(&table, "0 play Jd Qd Kd, play Qd Kd Ad");

    table.genome.deck.gene[FELT_DECK_ACE] = FELT_ACE_LOW;
    deal(&table, 2, hands, NULL);
    expect_moves(&table, "0 play Jd Qd Kd, play 2c 3c Ac");
}

/* President. */
static void play_ladder_asks_for_as_many_and_higher(void **unused)
{
    (void)unused;
    struct table table;
    shedding(&table, FELT_GROUP_SET, 1, 4)[FELT_PLAY_LADDER] = 1;
    deal(&table, 3, HANDS("4c 4d 9h Ks", "6c 6d 6h Qs", "5c 7c 7d Td"), NULL);
    PLAY(&table, "0 play 4c 4d");
    expect_moves(&table, "1 play 6c 6d, pass");
    PLAY(&table, "1 play 6c 6d");
    expect_moves(&table, "2 play 7c 7d, pass");
    PLAY(&table, "2 play 7c 7d");
    /* Neither 0 nor 1 has a higher pair: both pass, and seat 2 leads what it likes. */
    expect_moves(&table, "2 play 5c, play Td");
    assert_int_equal(table.state.rank, FELT_CARD_NONE);
    PLAY(&table, "2 play Td");
    expect_moves(&table, "0 play Ks, pass");
    PLAY(&table, "0 pass");
    expect_moves(&table, "1 play Qs, pass");
    PLAY(&table, "1 play Qs");
    assert_int_equal(table.state.passed, 4); /* seat 2 has nothing higher than a queen */
    expect_moves(&table, "0 play Ks, pass"); /* who passed may come back */
    PLAY(&table, "0 pass");
    expect_moves(&table, "1 play 6h"); /* all the others have passed */
}

static void play_ladder_after_the_last_card_of_the_leader(void **unused)
{
    (void)unused;
    struct table table;
    shedding(&table, FELT_GROUP_SINGLE, 1, 1)[FELT_PLAY_LADDER] = 1;
    table.genome.win[0].gene[FELT_WIN_TYPE] = FELT_WIN_ALL_HANDS_EMPTY;
    deal(&table, 3, HANDS("Kc", "Ad", "5c"), NULL);
    PLAY(&table, "0 play Kc");
    expect_moves(&table, "1 play Ad, pass");
    PLAY(&table, "1 pass");
    /* Seat 2 cannot, the leader has no cards: the pile is cleared and the next one leads. */
    expect_moves(&table, "1 play Ad");
}

/* ---- captures ---- */

static int32_t *fishing(struct table *table, int capture)
{
    clear_table(table);
    table->genome.setup.gene[FELT_SETUP_COMMUNITY] = 4;
    add_win(table, FELT_WIN_ALL_HANDS_EMPTY);
    add_win(table, FELT_WIN_MOST_CAPTURED);
    int32_t *gene = add_phase(table, FELT_PHASE_TYPE_PLAY);
    gene[FELT_PLAY_TARGET] = FELT_TO_TABLE;
    gene[FELT_PLAY_CAPTURE] = capture;
    return gene;
}

static void play_captures_cards_of_its_rank(void **unused)
{
    (void)unused;
    struct table table;
    fishing(&table, FELT_CAPTURE_RANK);
    add_scoring(&table, FELT_NINE, 2, FELT_SCORE_CAPTURE);
    deal(&table, 2, HANDS("9c 2d", "5c 6d"), "9h 9s 4c Kc");
    PLAY(&table, "0 play 9c");
    assert_int_equal(table.state.pile.captured[0], set_of("9c 9h 9s"));
    assert_int_equal(table.state.table, set_of("4c Kc"));
    assert_int_equal(table.state.score[0], 6);
    PLAY(&table, "1 play 5c");
    assert_int_equal(table.state.table, set_of("4c Kc 5c")); /* nothing to take: it stays */
}

/* Scopa: a card of the same value, else any cards that sum to it. */
static void play_captures_sums_but_one_card_first(void **unused)
{
    (void)unused;
    struct table table;
    fishing(&table, FELT_CAPTURE_SUM);
    deal(&table, 2, HANDS("7c 9d", "6c 2h"), "7h 3s 4c 5d");
    PLAY(&table, "0 play 7c"); /* 7h, not 3s and 4c */
    assert_int_equal(table.state.pile.captured[0], set_of("7c 7h"));
    PLAY(&table, "1 play 6c"); /* nothing sums to six */
    assert_int_equal(table.state.table, set_of("3s 4c 5d 6c"));
    PLAY(&table, "0 play 9d");
    expect_moves(&table, "0 capture 3s 6c, capture 4c 5d");
    assert_int_equal(table.state.laid[0], felt_card_make(FELT_NINE, FELT_DIAMONDS));
    expect_conserved(&table);
    PLAY(&table, "0 capture 4c 5d");
    assert_int_equal(table.state.pile.captured[0], set_of("7c 7h 9d 4c 5d"));
    assert_int_equal(table.state.table, set_of("3s 6c"));
}

static void captures_are_all_sums_and_at_most_64(void **unused)
{
    (void)unused;
    struct table table;
    felt_cards ways[64];
    fishing(&table, FELT_CAPTURE_SUM);
    deal(&table, 2, HANDS("7c 9d", "6c 2h"), "7h 3s 4c 5d");
    table.state.table = set_of("Ac 2c 3c 4c 5c");
    int found = felt_genome_captures(&table.program, &table.state, 4 * FELT_SIX, ways);
    assert_int_equal(found, 3);
    felt_cards all = ways[0] ^ ways[1] ^ ways[2];
    assert_int_equal(all, set_of("Ac 2c 3c") ^ set_of("2c 4c") ^ set_of("Ac 5c"));
    table.state.table = FELT_CARDS_ALL & ~set_of("Tc Td Th Ts Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ks");
    assert_int_equal(felt_genome_captures(&table.program, &table.state, 4 * FELT_KING, ways), 64);
    for (int i = 0; i < 64; i++) {
        int sum = 0;
        for (felt_cards left = ways[i]; left;)
            sum += table.program.value[felt_card_rank(felt_cards_take(&left))];
        assert_int_equal(sum, 10);
        for (int j = 0; j < i; j++) assert_true(ways[i] != ways[j]);
    }
}

static void play_to_the_own_pile_scores(void **unused)
{
    (void)unused;
    struct table table;
    shedding(&table, FELT_GROUP_SINGLE, 1, 1)[FELT_PLAY_TARGET] = FELT_TO_OWN;
    add_scoring(&table, FELT_ACE, 5, FELT_SCORE_PLAY);
    deal(&table, 2, HANDS("Ac 2c", "3c 4c"), NULL);
    PLAY(&table, "0 play Ac");
    assert_int_equal(table.state.pile.captured[0], set_of("Ac"));
    assert_int_equal(table.state.score[0], 5);
    assert_int_equal(told(&table, FELT_EVENT_PLAY, 0)->to, FELT_TO_OWN);
}

/* ---- discards ---- */

static void discard_never_offers_what_makes_the_minimum_impossible(void **unused)
{
    (void)unused;
    struct table table;
    clear_table(&table);
    add_win(&table, FELT_WIN_EMPTY_HAND);
    int32_t *gene = add_phase(&table, FELT_PHASE_TYPE_DISCARD);
    gene[FELT_DISCARD_MIN] = gene[FELT_DISCARD_MAX] = 2;
    deal(&table, 2, HANDS("2c 5c 9c", "3d 4d 5d"), NULL);
    expect_moves(&table, "0 discard 2c, discard 5c");
    PLAY(&table, "0 discard 5c"); /* then the nine must go */
    expect_hand(&table, 0, "2c");
    PLAY(&table, "1 discard 3d");
    expect_moves(&table, "1 discard 4d, discard 5d");
    PLAY(&table, "1 discard 5d");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE); /* the last card of seat 0 had to go */
    assert_int_equal(table.state.winners, 1);
}

/* Old Maid: pairs go, then a card of the neighbour. */
static void old_maid(struct table *table, int min)
{
    clear_table(table);
    int32_t *win = add_win(table, FELT_WIN_NOT_HOLDING);
    win[FELT_WIN_RANK] = FELT_QUEEN;
    int32_t *gene = add_phase(table, FELT_PHASE_TYPE_DISCARD);
    gene[FELT_DISCARD_MIN] = min;
    gene[FELT_DISCARD_MATCHING] = FELT_MATCHING_PAIRS;
    add_phase(table, FELT_PHASE_TYPE_DRAW)[FELT_DRAW_SOURCE] = FELT_FROM_OPPONENT;
}

static void discard_pairs_go_at_once_and_an_odd_card_stays(void **unused)
{
    (void)unused;
    struct table table;
    old_maid(&table, 1);
    deal(&table, 2, HANDS("2c 2d 2h 5c 5s Qc", "3c 4c 6c 7c 8c 9c"), NULL);
    expect_hand(&table, 0, "2h Qc");
    assert_int_equal(told(&table, FELT_EVENT_PLAY, 0)->count, 4);
    expect_moves(&table, "0 draw");
}

static void discard_pairs_may_be_kept_if_none_is_due(void **unused)
{
    (void)unused;
    struct table table;
    old_maid(&table, 0);
    deal(&table, 2, HANDS("2c 2d 2h 5c 5s Qc", "3c 4c 6c 7c 8c 9c"), NULL);
    expect_moves(&table, "0 discard 2c 2d, discard 5c 5s, done");
    PLAY(&table, "0 discard 5c 5s");
    expect_moves(&table, "0 discard 2c 2d, done");
    PLAY(&table, "0 done");
    expect_hand(&table, 0, "2c 2d 2h Qc");
    expect_moves(&table, "0 draw");
}

TEST_MODULE(genome_play)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(play_suit_rank_or_wild_may_be_played),
        cmocka_unit_test(play_wild_card_names_the_suit_to_follow),
        cmocka_unit_test(play_last_card_needs_no_suit),
        cmocka_unit_test(draw_until_playable_draws_no_more),
        cmocka_unit_test(draw_until_playable_stops_at_its_maximum),
        cmocka_unit_test(draw_that_is_not_mandatory_may_be_passed),
        cmocka_unit_test(draw_from_an_empty_deck_goes_on_or_ends_the_hand),
        cmocka_unit_test(playout_is_the_same_as_single_moves),
        cmocka_unit_test(draw_either_takes_the_top_discard_for_all_to_see),
        cmocka_unit_test(draw_until_pass_ends_when_a_hand_is_bust),
        cmocka_unit_test(draw_refills_a_hand),
        cmocka_unit_test(draw_from_the_neighbour_is_seen_by_two),
        cmocka_unit_test(draw_from_the_table_is_chosen),
        cmocka_unit_test(play_unable_ends_the_hand_if_the_rules_say_so),
        cmocka_unit_test(play_pass_that_costs_is_said_and_paid),
        cmocka_unit_test(play_sets_of_the_sizes_allowed),
        cmocka_unit_test(play_runs_of_a_suit_with_the_ace_at_both_ends),
        cmocka_unit_test(play_ladder_asks_for_as_many_and_higher),
        cmocka_unit_test(play_ladder_after_the_last_card_of_the_leader),
        cmocka_unit_test(play_captures_cards_of_its_rank),
        cmocka_unit_test(play_captures_sums_but_one_card_first),
        cmocka_unit_test(captures_are_all_sums_and_at_most_64),
        cmocka_unit_test(play_to_the_own_pile_scores),
        cmocka_unit_test(discard_never_offers_what_makes_the_minimum_impossible),
        cmocka_unit_test(discard_pairs_go_at_once_and_an_odd_card_stays),
        cmocka_unit_test(discard_pairs_may_be_kept_if_none_is_due),
    };
    return cmocka_run_group_tests_name("genome_play", tests, NULL, NULL);
}
