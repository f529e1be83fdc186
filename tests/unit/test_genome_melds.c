/* test_genome_melds.c -- melds, knocking and points of genomes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "genome_tricks_scene.h"
#include "module.h"

/* ---- melds ---- */

static int32_t *gin_table(struct table *table, int ace)
{
    clear_values(table);
    add_win(table, FELT_WIN_HIGH_SCORE);
    add_phase(table, FELT_PHASE_TYPE_DISCARD);
    int32_t *gene = add_phase(table, FELT_PHASE_TYPE_MELD);
    table->genome.deck.gene[FELT_DECK_ACE] = ace;
    return gene;
}

static void meld_deadwood_of_known_hands(void **unused)
{
    (void)unused;
    static const struct {
        const char *hand;
        int ace, deadwood;
    } rows[] = {
        {"2c 5d 9h Ks", FELT_ACE_LOW, 26},
        {"7c 7d 7h Ks", FELT_ACE_LOW, 10},
        {"7c 7d 7h 7s 8s 9s", FELT_ACE_LOW, 0},    /* three sevens, and a run */
        {"7c 7d 7h 8h 9h", FELT_ACE_LOW, 14},      /* the run is worth more */
        {"7c 7d 7h 8h 9h Th 6h", FELT_ACE_LOW, 6}, /* the whole run leaves 14 */
        {"4s 5s 6s 7s 8s 9s", FELT_ACE_LOW, 0},
        {"Ac 2c 3c", FELT_ACE_LOW, 0},
        {"Ac Kc Qc", FELT_ACE_LOW, 21},
        {"Ac Kc Qc", FELT_ACE_HIGH, 0},
        {"Ac 2c 3c", FELT_ACE_HIGH, 6},
        {"Ac 2c 3c", FELT_ACE_BOTH, 0},
        {"Ac 2c 3c Kc Qc", FELT_ACE_BOTH, 5}, /* with king and queen */
        {"Kc Ac 2c", FELT_ACE_BOTH, 13},      /* not round the corner */
        {"", FELT_ACE_LOW, 0},
        {"3c 3d 3h 4c 4d 4h 5c 5d 5h", FELT_ACE_LOW, 0},
        {"3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c", FELT_ACE_LOW, 0},
    };
    struct table table;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gin_table(&table, rows[i].ace);
        felt_genome_compile(&table.genome, 2, &table.program);
        int deadwood =
            felt_meld_deadwood(&table.program, &table.program.step[1], set_of(rows[i].hand));
        if (deadwood != rows[i].deadwood)
            fail_msg("%s: %d, not %d", rows[i].hand, deadwood, rows[i].deadwood);
    }
}

/* Every set and run there is in a hand, and then every choice of them. */
struct melds {
    felt_cards meld[4096];
    int points[4096], count;
};

static void add_runs(const struct felt_genome_program *program, felt_cards hand, int ace,
                     int min_run, struct melds *out)
{
    int ranks[FELT_RANKS + 1], count = 0;
    if (ace != FELT_ACE_HIGH) ranks[count++] = FELT_ACE;
    for (int rank = 0; rank < FELT_ACE; rank++)
        if (felt_cards_from(program->deck, program->deck_count) & felt_cards_of_rank(rank))
            ranks[count++] = rank;
    if (ace != FELT_ACE_LOW) ranks[count++] = FELT_ACE;
    for (int suit = 0; suit < FELT_SUITS; suit++)
        for (int from = 0; from < count; from++) {
            felt_cards run = 0;
            for (int to = from; to < count; to++) {
                felt_cards card = felt_cards_of(felt_card_make(ranks[to], suit));
                if (!(hand & card) || run & card) break;
                run |= card;
                if (to - from + 1 >= min_run) out->meld[out->count++] = run;
            }
        }
}

static void add_sets(felt_cards hand, int min_set, struct melds *out)
{
    for (int rank = 0; rank < FELT_RANKS; rank++)
        for (unsigned some = 1; some < 16; some++) {
            felt_cards set = (felt_cards)some << (4 * rank);
            if (__builtin_popcount(some) >= min_set && (hand & set) == set)
                out->meld[out->count++] = set;
        }
}

static int most_melded(const struct melds *melds, int at, felt_cards used)
{
    int most = 0;
    for (; at < melds->count; at++) {
        if (melds->meld[at] & used) continue;
        int here = melds->points[at] + most_melded(melds, at + 1, used | melds->meld[at]);
        if (here > most) most = here;
    }
    return most;
}

static int slow_points(const struct felt_genome_program *program, felt_cards cards)
{
    int points = 0;
    while (cards) points += program->value[felt_card_rank(felt_cards_take(&cards))];
    return points;
}

static void meld_deadwood_is_that_of_the_best_of_all_arrangements(void **unused)
{
    (void)unused;
    static struct melds melds;
    struct felt_rng rng = felt_rng_make(11);
    struct table table;
    for (int i = 0; i < (test_is_quick() ? 4000 : 40000); i++) {
        int ace = (int)felt_rng_below(&rng, 3), size = 4 + (int)felt_rng_below(&rng, 8);
        int32_t *gene = gin_table(&table, ace);
        gene[FELT_MELD_MIN_SET] = 3 + i % 2;
        gene[FELT_MELD_MIN_RUN] = 3 + i / 2 % 3;
        table.genome.deck.gene[FELT_DECK_KIND] = (int32_t)felt_rng_below(&rng, 4);
        felt_genome_compile(&table.genome, 2, &table.program);
        /* Some neighbouring ranks, so that there is something to meld. */
        felt_cards from = 0;
        for (int k = 0, first = (int)felt_rng_below(&rng, 13); k < 5; k++)
            from |= felt_cards_of_rank((first + k) % FELT_RANKS);
        from &= felt_cards_from(table.program.deck, table.program.deck_count);
        if (felt_cards_count(from) < size) continue;
        felt_card cards[16];
        cards_deal(&rng, from, size, cards);
        felt_cards hand = felt_cards_from(cards, size);
        melds.count = 0;
        add_sets(hand, gene[FELT_MELD_MIN_SET], &melds);
        add_runs(&table.program, hand, ace, gene[FELT_MELD_MIN_RUN], &melds);
        for (int k = 0; k < melds.count; k++)
            melds.points[k] = slow_points(&table.program, melds.meld[k]);
        int want = slow_points(&table.program, hand) - most_melded(&melds, 0, 0);
        int have = felt_meld_deadwood(&table.program, &table.program.step[1], hand);
        char text[CARDS_TEXT_BYTES];
        if (have != want)
            fail_msg("%s ace %d: %d, not %d", cards_show(cards, size, text), ace, have, want);
    }
}

static void meld_whole_deck_is_arranged(void **unused)
{
    (void)unused;
    struct table table;
    for (int min_run = 3; min_run <= 5; min_run++) {
        gin_table(&table, FELT_ACE_BOTH)[FELT_MELD_MIN_RUN] = min_run;
        felt_genome_compile(&table.genome, 2, &table.program);
        assert_int_equal(felt_meld_deadwood(&table.program, &table.program.step[1], FELT_CARDS_ALL),
                         0);
    }
}

static void meld_knock_is_offered_up_to_the_limit_only(void **unused)
{
    (void)unused;
    struct table table;
    gin_table(&table, FELT_ACE_LOW);
    deal_unproved(&table, 2, HANDS("7c 7d 7h 9s 2d Kc", "2c 3c 4c Jd Kd Qd"), NULL);
    play(&table, "0:Kc"); /* eleven */
    assert_int_equal(table.state.actor, 1);
    gin_table(&table, FELT_ACE_LOW);
    deal_unproved(&table, 2, HANDS("7c 7d 7h 9s Ad Kc", "2c 3c 4c Jd Kd Qd"), NULL);
    play(&table, "0:Kc 0:pass"); /* ten */
    assert_int_equal(table.state.actor, 1);
}

static void meld_knocker_scores_the_difference(void **unused)
{
    (void)unused;
    struct table table;
    gin_table(&table, FELT_ACE_LOW);
    deal_unproved(&table, 2, HANDS("7c 7d 7h 5s Kc", "2c 3c 9c Td Kd"), NULL);
    play(&table, "0:Kc");
    struct felt_moves moves;
    felt_genome_moves(&table.program, &table.state, &moves);
    assert_int_equal(felt_moves_count(&moves), 2);
    play(&table, "0:knock");
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
    assert_int_equal(count_told(&table, FELT_EVENT_SAY), 1);
    assert_int_equal(count_told(&table, FELT_EVENT_SHOW), 2);
    assert_int_equal(table.state.score[0], 34 - 5);
    assert_int_equal(table.state.winners, 1);
}

static void meld_gin_has_a_bonus_and_cannot_be_undercut(void **unused)
{
    (void)unused;
    struct table table;
    gin_table(&table, FELT_ACE_LOW);
    deal_unproved(&table, 3, HANDS("7c 7d 7h Kc", "2c 3c 4c 5c", "9c Td Kd 2h"), NULL);
    play(&table, "0:Kc 0:knock");
    assert_int_equal(table.state.score[0], 25 + 0 + 31);
    assert_int_equal(table.state.score[1], 0);
}

static void meld_knocker_is_undercut_by_as_little_deadwood(void **unused)
{
    (void)unused;
    struct table table;
    gin_table(&table, FELT_ACE_LOW);
    deal_unproved(&table, 3, HANDS("7c 7d 7h 8s Kc", "2c 3c 4c 5d 2d", "9c 9d 9h 8d Kh"), NULL);
    table.state.hand[1] = set_of("2c 3c 4c 5d");
    table.state.hand[2] = set_of("9c 9d 9h 8d");
    play(&table, "0:Kc 0:knock");
    assert_int_equal(table.state.score[0], 0);
    assert_int_equal(table.state.score[1], 8 - 5 + 10);
    assert_int_equal(table.state.score[2], 0 + 10);
}

static void meld_cards_in_melds_score_set_complete(void **unused)
{
    (void)unused;
    struct table table;
    gin_table(&table, FELT_ACE_LOW);
    add_suit_scoring(&table, FELT_SEVEN, FELT_GENE_NONE, 2, FELT_SCORE_SET_COMPLETE);
    add_suit_scoring(&table, FELT_FIVE, FELT_GENE_NONE, 50, FELT_SCORE_SET_COMPLETE);
    deal_unproved(&table, 2, HANDS("7c 7d 7h 5s Kc", "2c 3c 9c Td Kd"), NULL);
    play(&table, "0:Kc 0:knock");
    assert_int_equal(table.state.score[0], 34 - 5 + 6);
}

static void meld_pass_says_nothing(void **unused)
{
    (void)unused;
    struct table table;
    gin_table(&table, FELT_ACE_LOW);
    deal_unproved(&table, 2, HANDS("7c 7d 7h 5s Kc", "2c 3c 9c Td Kd"), NULL);
    play(&table, "0:Kc 0:pass");
    assert_int_equal(table.log.count, 0);
    assert_int_equal(table.state.actor, 1);
}

/* ---- points ---- */

static void score_zone(int zone, int who, const int want[3])
{
    struct table table;
    clear_values(&table);
    add_win(&table, FELT_WIN_HIGH_SCORE);
    add_phase(&table, FELT_PHASE_TYPE_TRICK)[FELT_TRICK_COUNT] = 2;
    int32_t *gene = add_phase(&table, FELT_PHASE_TYPE_SCORE);
    gene[FELT_SCORE_ZONE] = zone;
    gene[FELT_SCORE_WHO] = who;
    add_suit_scoring(&table, FELT_KING, FELT_GENE_NONE, 5, FELT_SCORE_HAND_END);
    deal_unproved(&table, 3, HANDS("9c 2d Kh", "Ac 3d 3h", "Tc 4d Ks"), NULL);
    play(&table, "0:9c 1:Ac 2:Tc 1:3d 2:4d 0:2d");
    for (int seat = 0; seat < 3; seat++) assert_int_equal(table.state.score[seat], want[seat]);
}

static void score_of_hands_captures_and_tricks(void **unused)
{
    (void)unused;
    score_zone(FELT_ZONE_OF_HAND, 0, (const int[]){5, 0, 5});
    score_zone(FELT_ZONE_OF_HAND, 1, (const int[]){5, 0, 0});
    score_zone(FELT_ZONE_OF_CAPTURED, 0, (const int[]){0, 0, 0}); /* three cards each: none */
    score_zone(FELT_ZONE_OF_TRICKS, 0, (const int[]){0, 1, 1});
}

static void score_for_the_most_captured_cards(void **unused)
{
    (void)unused;
    struct table table;
    clear_values(&table);
    add_win(&table, FELT_WIN_HIGH_SCORE);
    add_phase(&table, FELT_PHASE_TYPE_TRICK)[FELT_TRICK_COUNT] = 1;
    add_phase(&table, FELT_PHASE_TYPE_SCORE)[FELT_SCORE_ZONE] = FELT_ZONE_OF_CAPTURED;
    deal_unproved(&table, 2, HANDS("9c 2d", "Ac 3d"), NULL);
    play(&table, "0:9c 1:Ac");
    assert_int_equal(table.state.score[1], 1);
}

static void score_of_tricks_beyond_the_book_goes_to_both_partners(void **unused)
{
    (void)unused;
    struct table table;
    clear_values(&table);
    add_win(&table, FELT_WIN_HIGH_SCORE);
    add_phase(&table, FELT_PHASE_TYPE_TRICK)[FELT_TRICK_COUNT] = 2;
    int32_t *gene = add_phase(&table, FELT_PHASE_TYPE_SCORE);
    gene[FELT_SCORE_ZONE] = FELT_ZONE_OF_TRICKS;
    gene[FELT_SCORE_BEYOND] = 1;
    for (int seat = 0; seat < 4; seat++) table.genome.teams[seat] = (uint8_t)(1 + seat % 2);
    deal_unproved(&table, 4, HANDS("9c 2d 2h", "Ac 3d 3h", "Tc 4d 4h", "3c 5d 5h"), NULL);
    play(&table, "0:9c 1:Ac 2:Tc 3:3c 1:3d 2:4d 3:5d 0:2d"); /* one each of 1 and 3 */
    assert_int_equal(table.state.score[1], 1);
    assert_int_equal(table.state.score[3], 1);
    assert_int_equal(table.state.score[0], 0);
}

static void score_of_captured_cards_of_one_suit(void **unused)
{
    (void)unused;
    struct table table;
    clear_values(&table);
    add_win(&table, FELT_WIN_HIGH_SCORE);
    add_phase(&table, FELT_PHASE_TYPE_TRICK)[FELT_TRICK_COUNT] = 2;
    int32_t *gene = add_phase(&table, FELT_PHASE_TYPE_SCORE);
    gene[FELT_SCORE_ZONE] = FELT_ZONE_OF_CAPTURED;
    gene[FELT_SCORE_SUIT] = FELT_DIAMONDS;
    deal_unproved(&table, 2, HANDS("9c 4d 2h", "Ac 3d 3h"), NULL);
    play(&table, "0:9c 1:Ac 1:3d 0:4d");
    assert_int_equal(table.state.score[0], 1);
    assert_int_equal(table.state.score[1], 0);
}

TEST_MODULE(genome_melds)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meld_deadwood_of_known_hands),
        cmocka_unit_test(meld_deadwood_is_that_of_the_best_of_all_arrangements),
        cmocka_unit_test(meld_whole_deck_is_arranged),
        cmocka_unit_test(meld_knock_is_offered_up_to_the_limit_only),
        cmocka_unit_test(meld_knocker_scores_the_difference),
        cmocka_unit_test(meld_gin_has_a_bonus_and_cannot_be_undercut),
        cmocka_unit_test(meld_knocker_is_undercut_by_as_little_deadwood),
        cmocka_unit_test(meld_cards_in_melds_score_set_complete),
        cmocka_unit_test(meld_pass_says_nothing),
        cmocka_unit_test(score_of_hands_captures_and_tricks),
        cmocka_unit_test(score_for_the_most_captured_cards),
        cmocka_unit_test(score_of_tricks_beyond_the_book_goes_to_both_partners),
        cmocka_unit_test(score_of_captured_cards_of_one_suit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
