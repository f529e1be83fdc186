/* test_equity.c -- exact equities: published counts, and every question also by brute force.
 *
 * Sampling is in test_equity_sample.c, refusals in test_equity_verify.c. */
#include "expect.h"

#include "ask.h"
#include "brute.h"
#include "module.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double close_enough = 1e-12;

static struct felt_equity_work *work;

static int work_open(void **state)
{
    (void)state;
    work = malloc(sizeof *work);
    if (work) memset(work, 0xa5, sizeof *work); /* contents do not matter */
    return work ? 0 : -1;
}

static int work_close(void **state)
{
    (void)state;
    free(work);
    return 0;
}

/* For messages: "holdem: Ah Ad | range | Kd ; board 2c 3c 4c ; 3 dead". */
static const char *describe(const struct felt_equity_question *question, char *out, size_t bytes)
{
    char text[CARDS_TEXT_BYTES];
    int at = snprintf(out, bytes, "%s:", question->game->name);
    for (int i = 0; i < question->players && at >= 0 && (size_t)at < bytes; i++) {
        const struct felt_holding *holding = &question->holding[i];
        at +=
            snprintf(out + at, bytes - (size_t)at, "%s %s", i ? " |" : "",
                     holding->is_range ? "range" : cards_show(holding->card, holding->count, text));
    }
    if (at >= 0 && (size_t)at < bytes)
        snprintf(out + at, bytes - (size_t)at, " ; board %s ; dead %#llx",
                 cards_show(question->board, question->board_count, text),
                 (unsigned long long)question->dead);
    return out;
}

static void ask_exactly(const struct felt_equity_question *question,
                        struct felt_equity_answer *answer)
{
    struct felt_equity_options options = felt_equity_defaults();
    struct felt_complaint complaint = {0};
    char text[1024];
    options.method = FELT_EQUITY_EXACT;
    enum felt_status status = felt_equity_ask(question, &options, work, answer, &complaint);
    if (status != FELT_OK)
        fail_msg("%s: refused: %s", describe(question, text, sizeof text), complaint.text);
    assert_int_equal(answer->method, FELT_EQUITY_EXACT);
    assert_int_equal(answer->players, question->players);
    assert_false(answer->stopped);
}

static void expect_near(const struct felt_equity_question *question, const char *what, int player,
                        double is, double want)
{
    char text[1024];
    if (!(fabs(is - want) <= close_enough))
        fail_msg("%s: %s of player %d is %.15f, by brute force %.15f",
                 describe(question, text, sizeof text), what, player, is, want);
}

/* The exact answer equals the brute-force one in every number. */
static void expect_exact(const struct felt_equity_question *question)
{
    struct felt_equity_answer answer;
    struct brute_answer brute;
    char text[1024];
    brute_equity(question, &brute);
    ask_exactly(question, &answer);
    if (answer.matchups != brute.matchups || felt_equity_matchups(question) != brute.matchups)
        fail_msg("%s: %llu match-ups (felt_equity_matchups says %llu), by brute force %llu",
                 describe(question, text, sizeof text), (unsigned long long)answer.matchups,
                 (unsigned long long)felt_equity_matchups(question),
                 (unsigned long long)brute.matchups);
    double sum = 0, pots = (double)brute.matchups * FELT_EQUITY_SHARE;
    for (int i = 0; i < question->players; i++) {
        const struct felt_equity_player *player = &answer.player[i];
        if (player->wins != brute.wins[i] || player->ties != brute.ties[i])
            fail_msg("%s: player %d has %llu wins and %llu ties, by brute force %llu and %llu",
                     describe(question, text, sizeof text), i, (unsigned long long)player->wins,
                     (unsigned long long)player->ties, (unsigned long long)brute.wins[i],
                     (unsigned long long)brute.ties[i]);
        expect_near(question, "equity", i, player->equity, brute_share(&brute, i));
        expect_near(question, "first half", i, player->first, (double)brute.share[i][0] / pots);
        expect_near(question, "second half", i, player->second, (double)brute.share[i][1] / pots);
        assert_true(player->error == 0);
        sum += player->equity;
    }
    expect_near(question, "sum", 0, sum, 1);
}

/* --- published counts --- */

static void equity_aces_against_kings_have_published_counts(void **state)
{
    (void)state;
    struct felt_equity_question question;
    struct felt_equity_answer answer;
    question_read(&question, "holdem", "Ah Ad | Kh Kd", "", "");
    assert_int_equal(felt_equity_matchups(&question), 1712304);
    ask_exactly(&question, &answer);
    assert_int_equal(answer.matchups, 1712304);
    assert_int_equal(answer.player[0].wins, 1410336);
    assert_int_equal(answer.player[0].ties, 9308);
    assert_int_equal(answer.player[1].wins, 1712304 - 1410336 - 9308);
    assert_int_equal(answer.player[1].ties, 9308);
}

static void equity_random_against_random_on_a_flop_has_published_counts(void **state)
{
    (void)state;
    struct felt_equity_question question;
    struct felt_equity_answer answer;
    uint64_t matchups = UINT64_C(1176) * 1081 * 990;
    question_read(&question, "holdem", "=random | =random", "Qs Jh 2h", "");
    assert_int_equal(felt_equity_matchups(&question), matchups);
    ask_exactly(&question, &answer);
    assert_int_equal(answer.matchups, matchups);
    assert_int_equal(answer.player[0].wins, 607837002);
    assert_int_equal(answer.player[1].wins, 607837002);
    assert_int_equal(answer.player[0].ties, matchups - 2 * UINT64_C(607837002));
    assert_true(fabs(answer.player[0].equity - 0.5) <= close_enough);
    /* Two hands of which nothing is known are the same question. */
    question_read(&question, "holdem", "|", "Qs Jh 2h", "");
    assert_int_equal(felt_equity_matchups(&question), matchups);
    ask_exactly(&question, &answer);
    assert_int_equal(answer.player[0].wins, 607837002);
    assert_int_equal(answer.player[1].wins, 607837002);
}

static void equity_preflop_match_ups_equal_brute_force(void **state)
{
    (void)state;
    static const char *const hands[] = {"Ah Ad | Ks Kc",         "As Ks | Qh Qd", "Js Ts | 9h 8h",
                                        "Ah Ad | Ks Kc | Qh Qc", "2c 2d | Ah Kh", "7c 2d | 7d 2c",
                                        "Ah Kh | Ad Kd | Qs Js"};
    size_t count = test_is_quick() ? 1 : sizeof hands / sizeof hands[0];
    struct felt_equity_question question;
    for (size_t i = 0; i < count; i++) {
        question_read(&question, "holdem", hands[i], "", "");
        expect_exact(&question);
    }
    question_read(&question, "holdem", "Ah Ad | Ks Kc | Qh Qc", "", "");
    assert_int_equal(felt_equity_matchups(&question), 1370754);
}

/* --- random questions --- */

/* Known hands of `players`, a board and dead cards from one shuffled deck. */
static void question_random(struct felt_rng *rng, const char *game, int players, int boards,
                            int dead, struct felt_equity_question *question)
{
    felt_card cards[FELT_CARDS_MAX];
    question_read(question, game, "|", "", "");
    int hole = question->game->hole, at = 0;
    cards_deal(rng, felt_deck_cards(question->game->deck), players * hole + boards + dead, cards);
    question->players = players;
    for (int i = 0; i < players; i++, at += hole) {
        question->holding[i].count = (uint8_t)hole;
        memcpy(question->holding[i].card, cards + at, (size_t)hole);
    }
    question->board_count = (uint8_t)boards;
    memcpy(question->board, cards + at, (size_t)boards);
    question->dead = felt_cards_from(cards + at + boards, dead);
}

static void equity_random_holdem_questions_equal_brute_force(void **state)
{
    (void)state;
    static const int boards[] = {3, 4, 5};
    struct felt_equity_question question;
    struct felt_rng rng = felt_rng_make(2026);
    for (int i = 0; i < (test_is_quick() ? 30 : 600); i++) {
        question_random(&rng, "holdem", 2 + i % 5, boards[i / 5 % 3], i / 15 % 6, &question);
        expect_exact(&question);
    }
}

static void equity_random_preflop_questions_equal_brute_force(void **state)
{
    (void)state;
    struct felt_equity_question question;
    struct felt_rng rng = felt_rng_make(1326);
    for (int i = 0; i < (test_is_quick() ? 1 : 20); i++) {
        question_random(&rng, "holdem", 2 + i % 5, 0, i % 3 * 4, &question);
        expect_exact(&question);
    }
}

/* Hands that share ranks and suits, where merging of suits is most likely to go wrong. */
static void equity_close_holdem_hands_equal_brute_force(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(99);
    for (int i = 0; i < (test_is_quick() ? 4 : 60); i++) {
        struct felt_equity_question question;
        felt_card cards[13];
        int players = 2 + i % 4, boards = i % 8 == 0 && !test_is_quick() ? 0 : 3;
        question_read(&question, "holdem", "|", "", "");
        question.players = players;
        /* Own cards from three neighbouring ranks. */
        felt_cards from = UINT64_C(0xfff) << 4 * felt_rng_below(&rng, 11);
        cards_deal(&rng, from, 2 * players, cards);
        for (int p = 0; p < players; p++) {
            question.holding[p].count = 2;
            memcpy(question.holding[p].card, cards + 2 * p, 2);
        }
        cards_deal(&rng, FELT_CARDS_ALL & ~felt_cards_from(cards, 2 * players), boards,
                   question.board);
        question.board_count = (uint8_t)boards;
        expect_exact(&question);
    }
}

static void equity_boards_of_one_and_two_cards_equal_brute_force_or_are_refused(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(12);
    for (int boards = 1; boards <= 2; boards++) {
        struct felt_equity_question question;
        struct felt_complaint complaint;
        question_random(&rng, "holdem", 2, boards, 0, &question);
        enum felt_status status = felt_equity_verify(&question, &complaint);
        if (status == FELT_OK)
            expect_exact(&question);
        else
            assert_int_equal(status, FELT_WRONG_COUNT);
    }
}

/* --- ranges --- */

static void equity_ranges_equal_brute_force(void **state)
{
    (void)state;
    static const struct {
        const char *hands, *board, *dead;
    } rows[] = {
        {"=QQ+,AKs | =22+,A2s+,K9s+", "Qs Jh 2h 7c", ""},
        {"=random | Ah Kh", "Qs Jh 2h 7c", ""},
        {"=random | =AA,KK", "Qs Jh 2h 7c 7d", "As Kc"},
        {"=random | =random", "Qs Jh 2h 7c 7d", ""},
        {"=AA | =AA", "Ks Kh 2h 7c", ""},
        {"=AA | =AA", "Ks Kh 2h 7c 8c", "5c"},
        {"=AA,KK | =AK | =KK,QQ", "2s 7h 9h Jc", ""},
        {"=AKs,AQs | =AA,KK | =TT-77", "2s 7h 9h Jc", "Ac"},
        {"=AKs | Ah Kh | =QQ", "2s 7h 9h", ""},
        {"=AKs | 2c | =QQ", "2s 7h 9h Jc 4d", ""},
        {"=QQ+ | =AKo,AKs", "2s 7h 9h", ""},
        {"=AhAd,KhKd | =AhKh,QsQd | =AsKs", "2s 7h 9h", ""},
        {"=AA | =KK | =QQ | =JJ", "2s 7h 9h 3c", ""},
        {"=76s-54s | =A5s-A2s | Kd Kc", "2s 7h 9h 3c 3d", ""},
    };
    size_t count = sizeof rows / sizeof rows[0];
    struct felt_equity_question question;
    for (size_t i = 0; i < count; i++) {
        if (test_is_quick() && i % 4) continue;
        question_read(&question, "holdem", rows[i].hands, rows[i].board, rows[i].dead);
        expect_exact(&question);
    }
}

static void equity_range_of_one_combination_is_the_hand(void **state)
{
    (void)state;
    struct felt_equity_question range, hand;
    struct felt_equity_answer one, other;
    question_read(&range, "holdem", "=AhAd | =KhKd", "", "");
    question_read(&hand, "holdem", "Ah Ad | Kh Kd", "", "");
    ask_exactly(&range, &one);
    ask_exactly(&hand, &other);
    assert_int_equal(one.matchups, other.matchups);
    assert_int_equal(one.player[0].wins, other.player[0].wins);
    assert_int_equal(one.player[0].ties, other.player[0].ties);
}

static void equity_random_ranges_equal_brute_force(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(169);
    for (int i = 0; i < (test_is_quick() ? 4 : 60); i++) {
        struct felt_equity_question question;
        int players = 2 + i % 2, combos = players == 2 ? 60 : 8;
        question_random(&rng, "holdem", players, i % 3 ? 4 : 5, i % 4, &question);
        felt_cards used = felt_cards_from(question.board, question.board_count) | question.dead;
        for (int p = 0; p < players; p++) {
            if (i % 5 == 0 && p == 0) { /* one known hand */
                used |= felt_cards_from(question.holding[p].card, 2);
                continue;
            }
            question.holding[p] = (struct felt_holding){.is_range = true};
            for (int c = 0; c < combos; c++) {
                felt_card two[2];
                /* Some combinations touch the board or dead cards: they cannot be dealt. */
                cards_deal(&rng, c % 8 ? FELT_CARDS_ALL & ~used : FELT_CARDS_ALL, 2, two);
                felt_range_add(&question.holding[p].range, felt_combo_index(two[0], two[1]));
            }
        }
        expect_exact(&question);
    }
}

/* --- other games --- */

/* Unknown cards of each game few enough to deal them all. */
static void equity_every_game_equals_brute_force(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(25);
    for (int g = 0; g < felt_showdown_count(); g++) {
        const struct felt_showdown *game = felt_showdown_at(g);
        for (int i = 0; i < (test_is_quick() ? 6 : 40); i++) {
            struct felt_equity_question question;
            int players = 2 + i % 2, boards = game->board;
            if (boards == 5 && i % 4) boards = 3 + i % 2;
            question_random(&rng, game->name, players, boards, i % 3, &question);
            if (!game->board && i % 4) question.holding[0].count--;
            if (!game->board && i % 4 == 2) question.holding[1].count--;
            if (game->board && boards == game->board) question.holding[0].count--;
            expect_exact(&question);
        }
    }
}

/* Nothing on the board, or several own cards unknown. */
static void equity_far_from_the_end_equals_brute_force(void **state)
{
    (void)state;
    static const struct {
        const char *game, *hands, *board, *dead;
    } rows[] = {
        {"omaha", "Ah Ad Kh Kd | 9s 8s 7d 6d", "", ""},
        {"omaha-hilo", "Ah 2d Kh Kd | 3s 4s 5d 6d", "", "As"},
        {"omaha-hilo", "Ah 2d Kh | 3s 4s 5d 6d", "7c 8d 9h", ""},
        {"omaha5-hilo", "Ah 2d Kh Qc Jc | 3s 4s 5d 6d Tc | 2c 3c 9c 9d Ks", "7c 8d 9h", ""},
        {"short-deck", "Ah Kh | Ts Td | 9c 8c", "", ""},
        {"royal", "Ah Kh | Ts Td | Jc Tc", "", ""},
        {"royal", "Ah Kh | Ts | ", "Qc Jd Ad Ks", ""},
        {"three-card", "Ah | Kh | ", "", "2c"},
        {"stud", "Ah Ad Kh Kd 2c | 9s 8s 7d 6d 2d", "", "Ks Qs"},
        {"razz", "Ah 2d 3h 9d Kc | 4s 5s 6d 7d Ks", "", ""},
        {"stud-hilo", "Ah 2d 3h 9d Kc | 4s 5s 6d 7d Ks", "", "8c"},
        {"draw", "Jh Jd As | Ts Tc 9h", "", ""},
        {"badeucy", "2h 3d 4s | 2d 3s 5h", "", ""},
        {"badugi", "2h 3d | 2d As", "", ""},
        {"holdem", "=AhAd,KhKd | =QsQd,JcTc | 9s 9d", "", ""},
        {"holdem", "Ah | Kd Kc", "Qs Jh 2h", ""},
        {"holdem", "Ah | =KK,QQ", "Qs Jh 2h 3c", ""},
    };
    struct felt_equity_question question;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (test_is_quick() && i % 5 != 2) continue;
        question_read(&question, rows[i].game, rows[i].hands, rows[i].board, rows[i].dead);
        expect_exact(&question);
    }
}

static void equity_omaha_hilo_is_quartered(void **state)
{
    (void)state;
    struct felt_equity_question question;
    struct felt_equity_answer answer;
    /* The same low; the kings are high. */
    question_read(&question, "omaha-hilo", "Ac 2d Kh Qd | Ad 2h Jc Td", "3c 4d 8h Ks 9c", "");
    ask_exactly(&question, &answer);
    assert_int_equal(answer.matchups, 1);
    assert_true(answer.player[0].equity == 0.75);
    assert_true(answer.player[0].first == 0.5);
    assert_true(answer.player[0].second == 0.25);
    assert_true(answer.player[1].equity == 0.25);
    assert_true(answer.player[1].first == 0);
    assert_true(answer.player[1].second == 0.25);
    assert_int_equal(answer.player[0].wins, 0);
    assert_int_equal(answer.player[0].ties, 1);
    assert_int_equal(answer.player[1].wins, 0);
    assert_int_equal(answer.player[1].ties, 1);

    /* Three equal lows: sixths. */
    question_read(&question, "omaha-hilo", "Ac 2d Kh Qd | Ad 2h Jc Td | As 2c Qc Th",
                  "3c 4d 8h Ks 9s", "");
    ask_exactly(&question, &answer);
    assert_true(fabs(answer.player[0].equity - 2. / 3) <= close_enough);
    assert_true(fabs(answer.player[1].equity - 1. / 6) <= close_enough);
    assert_true(fabs(answer.player[2].equity - 1. / 6) <= close_enough);

    /* Nobody has a low: the high hand takes the pot alone, all of it with the first half. */
    question_read(&question, "omaha-hilo", "Ac 2d Kh Qd | Ad 2h Jc Td", "3c Jd 8h Ks Kc", "");
    ask_exactly(&question, &answer);
    assert_int_equal(answer.player[0].wins, 1);
    assert_int_equal(answer.player[0].ties, 0);
    assert_true(answer.player[0].first == 1);
    assert_true(answer.player[0].second == 0);
    assert_true(answer.player[1].equity == 0);

    /* One player takes both halves. */
    question_read(&question, "omaha-hilo", "Ac 2d Kh Qd | Ad 6h Jc Td", "3c 4d 5h Ks 9s", "");
    ask_exactly(&question, &answer);
    assert_int_equal(answer.player[0].wins, 1);
    assert_true(answer.player[0].equity == 1);
    assert_true(answer.player[0].first == 0.5);
    assert_true(answer.player[0].second == 0.5);
}

static void equity_chicago_spade_half_exists_only_with_a_spade(void **state)
{
    (void)state;
    struct felt_equity_question question;
    struct felt_equity_answer answer;
    question_read(&question, "chicago", "As 2h 7c 8d Jh Qd 4c | Kc Kd Ah 5s 6s 9s 2s", "", "");
    ask_exactly(&question, &answer);
    assert_true(answer.player[0].equity == 0.5);
    assert_true(answer.player[0].second == 0.5);
    assert_true(answer.player[1].first == 0.5);
    question_read(&question, "chicago", "Ac 2h As 8d Jh Qd 4c | Kc Kd Ks 5h 6s 9s 3h", "", "");
    ask_exactly(&question, &answer);
    assert_int_equal(answer.player[1].wins, 1);
    assert_true(answer.player[1].first == 1);
}

/* Two cards to come, one of them down: 12 of the 40 cards left are spades, and the spade must come
 * down, so the half is won in 12 of 40 deals. */
static void equity_chicago_unknown_cards_are_down_or_up(void **state)
{
    (void)state;
    struct felt_equity_question question;
    struct felt_equity_answer answer;
    question_read(&question, "chicago", "Kd Ah Th 4s 5h | Jh 7d Qd 6d Ac 8d 2d", "", "");
    ask_exactly(&question, &answer);
    assert_int_equal(answer.matchups, 40 * 39);
    assert_true(fabs(answer.player[0].second - 0.5 * 12 / 40) < 1e-12);
    assert_true(answer.player[1].second == 0);
}

/* Suits are merged before the flop only; other games cost more (equity.h). */
static void equity_effort_weighs_suits_and_games(void **state)
{
    (void)state;
    static const struct {
        const char *game, *hands, *board, *dead;
        uint64_t times, merged;
    } rows[] = {{"holdem", "Ah Ad | Kh Kd", "", "", 1, 24},
                {"holdem", "Ah Ad | Kh Kd", "", "2c", 1, 6},
                {"holdem", "=QQ+ | =random", "", "", 1, 24},
                {"holdem", "Ah Ad | Kh Kd", "2c 3c 4c 5c 6c", "", 1, 1},
                {"holdem", "=random | =random", "Qs Jh 2h", "", 1, 1},
                {"omaha", "Ah Ad Kh Kd | 9s 8s 7d 6d", "", "", 8, 1},
                {"badugi", "2h 3d | 2d As", "", "", 64, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_equity_question question;
        question_read(&question, rows[i].game, rows[i].hands, rows[i].board, rows[i].dead);
        uint64_t effort = felt_equity_effort(&question), all = felt_equity_matchups(&question);
        if (effort == 0 || effort != all * rows[i].times / rows[i].merged)
            fail_msg("%s %s: effort %llu of %llu match-ups", rows[i].game, rows[i].hands,
                     (unsigned long long)effort, (unsigned long long)all);
    }
}

static void equity_dead_cards_matter(void **state)
{
    (void)state;
    struct felt_equity_question question;
    struct felt_equity_answer answer;
    question_read(&question, "holdem", "Ah Ad | Kh Kd", "2c 7d 9s", "Kc Ks");
    expect_exact(&question);
    /* Kings without outs but running cards. */
    ask_exactly(&question, &answer);
    assert_true(answer.player[1].equity < 0.02);
}

TEST_MODULE(equity)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equity_aces_against_kings_have_published_counts),
        cmocka_unit_test(equity_random_against_random_on_a_flop_has_published_counts),
        cmocka_unit_test(equity_preflop_match_ups_equal_brute_force),
        cmocka_unit_test(equity_random_preflop_questions_equal_brute_force),
        cmocka_unit_test(equity_random_holdem_questions_equal_brute_force),
        cmocka_unit_test(equity_close_holdem_hands_equal_brute_force),
        cmocka_unit_test(equity_boards_of_one_and_two_cards_equal_brute_force_or_are_refused),
        cmocka_unit_test(equity_ranges_equal_brute_force),
        cmocka_unit_test(equity_range_of_one_combination_is_the_hand),
        cmocka_unit_test(equity_random_ranges_equal_brute_force),
        cmocka_unit_test(equity_every_game_equals_brute_force),
        cmocka_unit_test(equity_far_from_the_end_equals_brute_force),
        cmocka_unit_test(equity_omaha_hilo_is_quartered),
        cmocka_unit_test(equity_chicago_spade_half_exists_only_with_a_spade),
        cmocka_unit_test(equity_chicago_unknown_cards_are_down_or_up),
        cmocka_unit_test(equity_effort_weighs_suits_and_games),
        cmocka_unit_test(equity_dead_cards_matter),
    };
    return cmocka_run_group_tests(tests, work_open, work_close);
}
