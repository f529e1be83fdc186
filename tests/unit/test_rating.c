/* test_rating.c -- ratings of leagues whose answer is known, or whose players were made up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/rating.h"
#include "felt/rng.h"
#include "module.h"
#include "support.h"

#include <math.h>
#include <string.h>

enum { PLAYERS_MAX = FELT_RATING_PLAYERS_MAX };

struct league {
    int players;
    struct felt_pairing pairing[PLAYERS_MAX * PLAYERS_MAX];
    struct felt_rating rating[PLAYERS_MAX];
};

static struct felt_pairing *between(struct league *league, int i, int j)
{
    return &league->pairing[i * league->players + j];
}

static void fit(struct league *league)
{
    double sum = 0;
    felt_rating_fit(league->pairing, league->players, league->rating);
    for (int i = 0; i < league->players; i++) {
        assert_true(fabs(league->rating[i].elo) < 1e5);
        assert_true(league->rating[i].error >= 0 && league->rating[i].error < 1e5);
        sum += league->rating[i].elo;
    }
    assert_true(fabs(sum) < 1e-6);
}

static bool near(double a, double b, double within)
{
    return fabs(a - b) <= within;
}

/* With m = (wins + (draws + 1) / 2) / (n + 1) the difference is 400 log10(m / (1 - m)), and its
 * standard error 400 / log 10 * sqrt(v) / ((n + 1) m (1 - m)). */
static void rating_of_two_players_is_known(void **state)
{
    (void)state;
    static const struct felt_pairing rows[] = {
        {10, 0, 10}, {30, 0, 10}, {30, 20, 10},       {1, 0, 0},           {0, 0, 1000},
        {0, 40, 0},  {5, 90, 4},  {1000000000, 0, 0}, {600000, 0, 400000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct league league = {.players = 2};
        *between(&league, 0, 1) = rows[i];
        fit(&league);
        double wins = (double)rows[i].wins, losses = (double)rows[i].losses;
        double draws = (double)rows[i].draws + 1, n = wins + draws + losses;
        double m = (wins + draws / 2) / n, rest = (losses + draws / 2) / n;
        double v = wins * rest * rest + losses * m * m + draws * (0.5 - m) * (0.5 - m);
        double difference = 400 * log10(m / rest);
        double error = 400 / log(10) * sqrt(v) / (n * m * rest);
        assert_true(near(league.rating[0].elo, difference / 2, 1e-7));
        assert_true(near(league.rating[1].elo, -difference / 2, 1e-7));
        assert_true(near(league.rating[0].error, error / 2, 1e-6 * (1 + error)));
        assert_true(near(league.rating[1].error, error / 2, 1e-6 * (1 + error)));
    }
}

static void rating_difference_of_400_is_ten_to_one(void **state)
{
    (void)state;
    struct league league = {.players = 2};
    *between(&league, 0, 1) = (struct felt_pairing){10000000, 0, 1000000};
    fit(&league);
    assert_true(near(league.rating[0].elo, 200, 0.01));
}

/* Each beats the next three to one and does not meet the others: differences add up along the
 * chain, whatever the rest does. */
static void rating_of_a_chain_adds_up(void **state)
{
    (void)state;
    struct league league = {.players = 6};
    for (int i = 0; i + 1 < 6; i++) *between(&league, i, i + 1) = (struct felt_pairing){299, 1, 99};
    fit(&league);
    double share = 300.0 / 400, one = 400 * log10(share / (1 - share));
    for (int i = 0; i < 6; i++) assert_true(near(league.rating[i].elo, (2.5 - i) * one, 1e-6));
    /* Those in the middle are better known than the ends. */
    assert_true(league.rating[2].error < league.rating[0].error);
    assert_true(near(league.rating[0].error, league.rating[5].error, 1e-6));
}

static struct league random_league(struct felt_rng *rng, int players)
{
    struct league league = {.players = players};
    for (int i = 0; i < players; i++)
        for (int j = i + 1; j < players; j++) {
            /* Neighbours have played, so that all are joined; of the others, half. */
            if (j > i + 1 && felt_rng_below(rng, 2)) continue;
            *between(&league, i, j) = (struct felt_pairing){
                felt_rng_below(rng, 300), felt_rng_below(rng, 100), felt_rng_below(rng, 200) + 1};
        }
    return league;
}

static void rating_does_not_depend_on_the_order_of_players(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(11);
    for (int round = 0; round < 20; round++) {
        int players = 2 + (int)felt_rng_below(&rng, 15), place[PLAYERS_MAX];
        struct league league = random_league(&rng, players), other = {.players = players};
        for (int i = 0; i < players; i++) {
            int k = (int)felt_rng_below(&rng, (uint32_t)i + 1);
            place[i] = place[k];
            place[k] = i;
        }
        for (int i = 0; i < players; i++)
            for (int j = i + 1; j < players; j++) {
                struct felt_pairing pairing = *between(&league, i, j);
                if (place[i] < place[j])
                    *between(&other, place[i], place[j]) = pairing;
                else
                    *between(&other, place[j], place[i]) =
                        (struct felt_pairing){pairing.losses, pairing.draws, pairing.wins};
            }
        fit(&league);
        fit(&other);
        for (int i = 0; i < players; i++) {
            assert_true(near(league.rating[i].elo, other.rating[place[i]].elo, 1e-6));
            assert_true(near(league.rating[i].error, other.rating[place[i]].error, 1e-6));
        }
    }
}

static void rating_reads_what_is_above_the_diagonal(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(12);
    struct league league = random_league(&rng, 5), other = league;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j <= i; j++) *between(&other, i, j) = (struct felt_pairing){77, 7, 1};
    fit(&league);
    fit(&other);
    for (int i = 0; i < 5; i++) assert_true(league.rating[i].elo == other.rating[i].elo);
}

static void rating_of_who_wins_or_loses_everything_is_finite(void **state)
{
    (void)state;
    struct league league = {.players = PLAYERS_MAX};
    for (int i = 0; i < PLAYERS_MAX; i++)
        for (int j = i + 1; j < PLAYERS_MAX; j++)
            *between(&league, i, j) = (struct felt_pairing){1000000, 0, 0};
    fit(&league);
    for (int i = 0; i + 1 < PLAYERS_MAX; i++)
        assert_true(league.rating[i].elo > league.rating[i + 1].elo);
    assert_true(league.rating[0].error > 0);
}

/* The largest difference between what a player scored and what the model expects, in games, as a
 * share of all of them.  At the maximum of the likelihood it is nought for everybody. */
static double largest_surprise(struct league *league)
{
    double off[PLAYERS_MAX] = {0}, games = 0, largest = 0;
    for (int i = 0; i < league->players; i++)
        for (int j = i + 1; j < league->players; j++) {
            struct felt_pairing *pairing = between(league, i, j);
            double draws = (double)pairing->draws + 1, wins = (double)pairing->wins;
            double n = wins + draws + (double)pairing->losses;
            if (n <= 1) continue;
            double p = 1 / (1 + pow(10, (league->rating[j].elo - league->rating[i].elo) / 400));
            off[i] += wins + draws / 2 - n * p;
            off[j] -= wins + draws / 2 - n * p;
            games += n;
        }
    for (int i = 0; i < league->players; i++) largest = fmax(largest, fabs(off[i]));
    return largest / games;
}

static void rating_gives_everybody_what_they_scored(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(13);
    for (int round = 0; round < 20; round++) {
        struct league league = random_league(&rng, 2 + (int)felt_rng_below(&rng, 30));
        fit(&league);
        assert_true(largest_surprise(&league) < 1e-10);
    }
}

/* Many games here, few there, and results that contradict each other: A always beats B, B always
 * C, C always A. */
static void rating_of_contradictory_results_is_found(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(14);
    for (int round = 0; round < 200; round++) {
        struct league league = {.players = 3 + (int)felt_rng_below(&rng, 8)};
        for (int i = 0; i < league.players; i++)
            for (int j = i + 1; j < league.players; j++) {
                uint64_t games = (uint64_t)pow(10, felt_rng_below(&rng, 8));
                if (felt_rng_below(&rng, 2))
                    between(&league, i, j)->wins = games;
                else
                    between(&league, i, j)->losses = games;
            }
        fit(&league);
        assert_true(largest_surprise(&league) < 1e-10);
    }
}

/* How far the games of a player are from what the model expects of him, as a share of all that is
 * surprising about them, the largest of the league.  Small numbers are not taken from large ones.
 */
static double largest_pull(struct league *league)
{
    double sum[PLAYERS_MAX] = {0}, all[PLAYERS_MAX] = {0}, largest = 0;
    for (int i = 0; i < league->players; i++)
        for (int j = i + 1; j < league->players; j++) {
            struct felt_pairing *pairing = between(league, i, j);
            double draws = (double)pairing->draws + 1;
            double up = ((double)pairing->wins + draws / 2) /
                        (1 + pow(10, (league->rating[i].elo - league->rating[j].elo) / 400));
            double down = ((double)pairing->losses + draws / 2) /
                          (1 + pow(10, (league->rating[j].elo - league->rating[i].elo) / 400));
            sum[i] += up - down;
            sum[j] -= up - down;
            all[i] += up + down;
            all[j] += up + down;
        }
    for (int i = 0; i < league->players; i++) largest = fmax(largest, fabs(sum[i] / all[i]));
    return largest;
}

/* Everybody always beats everybody below, more and more often. */
static void rating_of_any_number_of_wins_is_found(void **state)
{
    (void)state;
    static const int sizes[] = {2, 3, 10, PLAYERS_MAX};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        double last = 0;
        for (int bits = 0; bits < 64; bits += 9) {
            struct league league = {.players = sizes[k]};
            for (int i = 0; i < league.players; i++)
                for (int j = i + 1; j < league.players; j++)
                    between(&league, i, j)->wins = UINT64_C(1) << bits;
            felt_rating_fit(league.pairing, league.players, league.rating);
            assert_true(largest_pull(&league) < 1e-8);
            assert_true(league.rating[0].elo > last);
            last = league.rating[0].elo;
            for (int i = 0; i < league.players; i++) {
                const struct felt_rating *other = &league.rating[league.players - 1 - i];
                assert_true(near(league.rating[i].elo, -other->elo, 1e-6));
                assert_true(league.rating[i].error > 5 && league.rating[i].error < 200);
            }
        }
    }
}

/* Games by the million here, one there, at random: a fit is right, or says that it is none. */
static void rating_that_is_not_found_has_no_error(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(15);
    int lost = 0;
    for (uint32_t bits = 10; bits <= 60; bits += 10) {
        for (int round = 0; round < 200; round++) {
            struct league league = {.players = 2 + (int)felt_rng_below(&rng, 11)};
            for (int i = 0; i < league.players; i++)
                for (int j = i + 1; j < league.players; j++)
                    *between(&league, i, j) = (struct felt_pairing){
                        felt_rng_below(&rng, 3) ? UINT64_C(1) << felt_rng_below(&rng, bits) : 0,
                        felt_rng_below(&rng, 3) ? 0 : UINT64_C(1) << felt_rng_below(&rng, bits),
                        felt_rng_below(&rng, 3) ? UINT64_C(1) << felt_rng_below(&rng, bits) : 1};
            felt_rating_fit(league.pairing, league.players, league.rating);
            bool found = isfinite(league.rating[0].error);
            for (int i = 0; i < league.players; i++)
                assert_int_equal(isfinite(league.rating[i].error), found);
            if (found) assert_true(largest_pull(&league) < 1e-3);
            if (bits <= 40) assert_true(found);
            lost += !found;
        }
    }
    print_message("# not found: %d of 1200\n", lost);
}

static void rating_of_players_who_are_not_joined_is_nothing(void **state)
{
    (void)state;
    struct league league = {.players = 4};
    *between(&league, 0, 1) = (struct felt_pairing){100, 0, 1};
    *between(&league, 2, 3) = (struct felt_pairing){100, 0, 1};
    felt_rating_fit(league.pairing, league.players, league.rating);
    for (int i = 0; i < 4; i++) {
        assert_true(league.rating[i].elo == 0);
        assert_true(isinf(league.rating[i].error) && league.rating[i].error > 0);
    }
}

/* A game of a made-up player: a draw now and then, and the score expected as the ratings say. */
static void play(struct felt_rng *rng, double chance, double drawn, struct felt_pairing *pairing)
{
    double draw = drawn * 2 * fmin(chance, 1 - chance), luck = felt_rng_unit(rng);
    if (luck < draw)
        pairing->draws++;
    else if (luck < draw + chance - draw / 2)
        pairing->wins++;
    else
        pairing->losses++;
}

static int count_covered(struct felt_rng *rng, double drawn)
{
    enum { PLAYERS = 6, GAMES = 150 };
    static const double truth[PLAYERS] = {-200, -90, -10, 30, 90, 180};
    struct league league = {.players = PLAYERS};
    for (int i = 0; i < PLAYERS; i++)
        for (int j = i + 1; j < PLAYERS; j++) {
            if (i == 0 && j == 4) continue; /* they did not meet */
            double chance = 1 / (1 + pow(10, (truth[j] - truth[i]) / 400));
            for (int k = 0; k < GAMES; k++) play(rng, chance, drawn, between(&league, i, j));
        }
    fit(&league);
    int covered = 0;
    for (int i = 0; i < PLAYERS; i++)
        covered += fabs(league.rating[i].elo - truth[i]) <= 1.96 * league.rating[i].error;
    return covered;
}

static void rating_errors_cover_the_truth(void **state)
{
    (void)state;
    static const double drawn[] = {0, 0.4, 0.9};
    int leagues = test_is_quick() ? 60 : 1200;
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        struct felt_rng rng = felt_rng_make(40 + i);
        int covered = 0;
        for (int k = 0; k < leagues; k++) covered += count_covered(&rng, drawn[i]);
        double share = covered / 6.0 / leagues;
        print_message("# %.0f %% drawn: covered %.2f %%\n", 100 * drawn[i], 100 * share);
        double within = 0.015 * sqrt(1200.0 / leagues);
        assert_true(share > 0.95 - within && share < 0.95 + within);
    }
}

TEST_MODULE(rating)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rating_of_two_players_is_known),
        cmocka_unit_test(rating_difference_of_400_is_ten_to_one),
        cmocka_unit_test(rating_of_a_chain_adds_up),
        cmocka_unit_test(rating_does_not_depend_on_the_order_of_players),
        cmocka_unit_test(rating_reads_what_is_above_the_diagonal),
        cmocka_unit_test(rating_of_who_wins_or_loses_everything_is_finite),
        cmocka_unit_test(rating_gives_everybody_what_they_scored),
        cmocka_unit_test(rating_of_contradictory_results_is_found),
        cmocka_unit_test(rating_of_any_number_of_wins_is_found),
        cmocka_unit_test(rating_that_is_not_found_has_no_error),
        cmocka_unit_test(rating_of_players_who_are_not_joined_is_nothing),
        cmocka_unit_test(rating_errors_cover_the_truth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
