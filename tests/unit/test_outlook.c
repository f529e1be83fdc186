/* test_outlook.c -- shares against equities, outs and draws a card player can read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ask.h"
#include "known.h"
#include "module.h"
#include "players/poker/outlook.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROWS(table) (sizeof(table) / sizeof(table)[0])

/* The step of the n-th discard. */
static uint8_t draw_step(const struct felt_variant *variant, int n)
{
    for (int i = 0; i < variant->steps; i++)
        if (variant->step[i].kind == FELT_STEP_DISCARD && n-- == 0) return (uint8_t)i;
    fail_msg("%s has no such draw", variant->name);
    return 0;
}

/* ---- shares --------------------------------------------------------------------------------- */

/* What opponents show, from the first card on; "-" is a card face down. */
static void show_up_cards(struct felt_known *known, int opponent, const char *text)
{
    struct felt_known_hand *hand = &known->opponent[opponent];
    for (int at = 0; *text; text += *text == ' ') {
        felt_card card = FELT_CARD_NONE;
        char two[3] = {text[0], text[1], 0};
        if (text[0] == '-') {
            text++;
        } else {
            cards_parse(two, &card, 1);
            known->seen |= felt_cards_of(card);
            text += 2;
        }
        hand->card[at++] = card;
    }
}

static void outlook_share_is_equity(void **unused)
{
    (void)unused;
    static const struct {
        const char *variant, *hole, *board;
        int opponents;
        const char *up, *hands; /* of the first opponent; the same as a question of equity.h */
    } rows[] = {
        {"holdem", "Ah Ad", "", 1, "", "Ah Ad|"},
        {"holdem", "7h 2d", "", 1, "", "7h 2d|"},
        {"holdem", "Ah Ad", "", 3, "", "Ah Ad|||"},
        {"holdem", "Ah Kh", "Qh Jh 2c", 5, "", "Ah Kh|||||"},
        {"holdem", "9c 9d", "Ah Kh Qh Jh Th", 2, "", "9c 9d||"},
        {"short-deck", "Ah Kd", "", 2, "", "Ah Kd||"},
        {"royal", "Ah Kd", "Ac Ks Qd", 6, "", "Ah Kd||||||"},
        {"holdem-jokers", "Jr Kd", "", 1, "", "Jr Kd|"},
        {"omaha", "As Ks Qh Jh", "", 1, "", "As Ks Qh Jh|"},
        {"omaha", "9s 8s 7h 6h", "Ts 5s 2d", 2, "", "9s 8s 7h 6h||"},
        {"omaha-hilo", "As 2s 3h Kd", "4c 8d Kh", 2, "", "As 2s 3h Kd||"},
        {"omaha6", "As 2s 3h Kd Qd 9c", "", 1, "", "As 2s 3h Kd Qd 9c|"},
        {"stud", "As Ad Kc", "", 1, "- - Kd", "As Ad Kc|Kd"},
        {"stud", "5s 5d Kc 9h", "", 2, "- - Ad Ah", "5s 5d Kc 9h|Ad Ah|"},
        {"stud-hilo", "As 2d 3c", "", 1, "- - Kd", "As 2d 3c|Kd"},
        {"razz", "As 2d 3c Kh", "", 1, "- - 4d 5d", "As 2d 3c Kh|4d 5d"},
    };
    static struct felt_equity_work work;
    const uint32_t samples = test_is_quick() ? 2000 : 20000;
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct felt_known known =
            known_of(rows[i].variant, rows[i].hole, rows[i].board, rows[i].opponents);
        struct felt_equity_question question;
        struct felt_equity_options options = felt_equity_defaults();
        struct felt_equity_answer answer;
        struct felt_rng rng = felt_rng_make(i);
        show_up_cards(&known, 0, rows[i].up);
        question_read(&question, known.variant->showdown, rows[i].hands, rows[i].board, "");
        options.exact_max = 1000000;
        options.samples_max = samples;
        options.error_max = 0;
        assert_int_equal(felt_equity_ask(&question, &options, &work, &answer, NULL), FELT_OK);
        struct felt_outlook outlook = felt_outlook_sample(&known, samples, NULL, &rng);
        double off = fabs(outlook.share - answer.player[0].equity);
        assert_int_equal(outlook.samples, samples);
        assert_false(outlook.timeout);
        if (off > 4 * sqrt(0.5 / samples))
            fail_msg("%s %s: share %.4f, equity %.4f", rows[i].variant, rows[i].hole, outlook.share,
                     answer.player[0].equity);
    }
}

static void outlook_aces_win_as_often_as_known(void **unused)
{
    (void)unused;
    struct felt_rng rng = felt_rng_make(1);
    struct felt_known known = known_of("holdem", "Ah Ad", "", 1);
    double share = felt_outlook_sample(&known, 40000, NULL, &rng).share;
    assert_true(fabs(share - 0.852) < 0.008);
    known = known_of("holdem", "Ah Ad", "", 0);
    assert_true(felt_outlook_sample(&known, 40, NULL, &rng).share >= 1);
}

/* Who drew fewer cards holds a better hand. */
static void outlook_draws_of_others_count(void **unused)
{
    (void)unused;
    double share[4];
    for (int thrown = 0; thrown < 4; thrown++) {
        struct felt_rng rng = felt_rng_make(7);
        struct felt_known known = known_of("draw", "Ah Ad Kc 9s 4h", "", 1);
        known.step = (uint8_t)(known.variant->steps - 1);
        known.opponent[0].drew = (uint16_t)(thrown + 1);
        share[thrown] = felt_outlook_sample(&known, 4000, NULL, &rng).share;
    }
    assert_true(share[0] < share[3]);
    assert_true(share[2] < share[3]); /* three of a kind against a pair */
}

/* A high hand against cards that cannot win: certain, also by sampling. */
static void outlook_certain_hands_are_certain(void **unused)
{
    (void)unused;
    static const struct {
        const char *variant, *hole, *board;
        double share;
    } rows[] = {
        {"holdem", "Ah Kh", "Qh Jh Th", 1},
        {"holdem", "2c 3d", "Ah Kh Qh Jh Th", 0.5},
        {"omaha", "Ah Kh 2c 2d", "Qh Jh Th", 1},
        {"short-deck", "6c 7d", "Ah Kh Qh Jh Th", 0.5},
        {"kuhn", "Ks", "", 1},
        {"kuhn", "Js", "", 0},
        {"leduc", "Ks", "Kh", 1},
        {"badugi", "Ac 2d 3h 4s", "", 1},
        {"27-single", "2c 3d 4h 5s 7c", "", 1},
        {"draw", "Ah Kh Qh Jh Th", "", 1},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct felt_rng rng = felt_rng_make(i);
        struct felt_known known = known_of(rows[i].variant, rows[i].hole, rows[i].board, 1);
        double share = felt_outlook_sample(&known, 300, NULL, &rng).share;
        if (fabs(share - rows[i].share) > 0.01) /* badugi: another one may tie */
            fail_msg("%s %s: %.3f", rows[i].variant, rows[i].hole, share);
        double potential = felt_outlook_potential(&known, 100, NULL, &rng);
        assert_true(potential >= 0 && potential <= 1);
    }
}

static void outlook_potential_is_that_of_draws(void **unused)
{
    (void)unused;
    static const struct {
        const char *hole, *board;
        double min, max;
    } rows[] = {
        {"Js Ts", "9s 8s 2d", 0.45, 0.75},     /* fifteen outs, twice      */
        {"7h 7d", "Ac Kc Qd", 0.03, 0.25},     /* two                      */
        {"7h 2d", "Ac Kc Qd", 0.0, 0.2},       /* next to none             */
        {"Js Ts", "9s 8s 2d 2h 3c", 0.0, 0.0}, /* nothing is to come       */
        {"Ah Kh", "Qh Jh Th", 0.0, 0.0},       /* never behind             */
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct felt_rng rng = felt_rng_make(i);
        struct felt_known known = known_of("holdem", rows[i].hole, rows[i].board, 1);
        double potential = felt_outlook_potential(&known, 3000, NULL, &rng);
        if (potential < rows[i].min || potential > rows[i].max)
            fail_msg("%s on %s: %.3f", rows[i].hole, rows[i].board, potential);
    }
}

/* ---- outs ----------------------------------------------------------------------------------- */

static void outlook_outs_are_counted(void **unused)
{
    (void)unused;
    static const struct {
        const char *variant, *hole, *board;
        int outs;
    } rows[] = {
        {"holdem", "Js Ts", "9s 8s 2d", 15},      /* flush and open straight                 */
        {"holdem", "As Ks", "Qs 7s 2d", 9},       /* flush; a pair is no improvement yet     */
        {"holdem", "9c 8d", "7h 6s 2c", 8},       /* open straight                           */
        {"holdem", "Jd Td", "8s 7h 2c", 4},       /* inside straight                         */
        {"holdem", "7h 7d", "Kc 9s 2d", 2},       /* three of a kind                         */
        {"holdem", "Ah Kd", "Ac 7d 2s", 5},       /* two aces, three kings                   */
        {"holdem", "Ah Kd", "Ac Ks 2d", 4},       /* full house                              */
        {"holdem", "7h 7d", "7c Ks 2d", 7},       /* the last seven, or the board pairs      */
        {"holdem", "As Ks", "Qs 7s 2s", 0},       /* made                                    */
        {"holdem", "Js Ts", "9s 8s 2d Kc 3h", 0}, /* no card is to come                      */
        {"holdem", "Ah Ad", "", 2},               /* an ace                                  */
        {"omaha", "As Ks 9h 8h", "Qs Js 2d", 12}, /* nine spades, three other tens           */
        {"omaha-hilo", "As 2s Kd Qd", "3h 7c Tc", 16},
        {"omaha-hilo", "Ks Kc Qd Qh", "3h 7c 2c", 4},   /* no low with these; trips            */
        {"crazy-pineapple", "As Ks 2d", "Qs 7s 3h", 9}, /* of the two that stay               */
        {"draw", "As Ks 9s 4s 2d", "", 9},
        {"draw", "Ah Ad 9c 5s 2h", "", 2},
        {"draw-deuces", "2d Ah Ad 9c 5s", "", 5}, /* two aces, three deuces                  */
        {"27-single", "2c 3d 4h 7s Kc", "", 12},  /* fives, sixes, eights                    */
        {"badugi", "Ac 2d 3h 9h", "", 10},        /* spades of other ranks                   */
        {"stud", "Js Ts 9s 8s 2d 2h", "", 28},    /* 15, a deuce, and twelve for two pair    */
        {"razz", "Ac 2d 3h 4s Kc Qd", "", 16},    /* five to eight                           */
        {"chicago", "Ks 2d 3h 7c 9d Jh", "", 1},  /* the ace of spades, face down            */
        {"kuhn", "Ks", "", 0},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct felt_known known = known_of(rows[i].variant, rows[i].hole, rows[i].board, 1);
        int outs = felt_outlook_outs(&known);
        if (outs != rows[i].outs)
            fail_msg("%s %s on %s: %d outs, not %d", rows[i].variant, rows[i].hole, rows[i].board,
                     outs, rows[i].outs);
    }
}

/* ---- draws ---------------------------------------------------------------------------------- */

static const char *kept_text(const struct felt_known *known, uint64_t keep,
                             char out[CARDS_TEXT_BYTES])
{
    felt_card cards[FELT_HOLE_MAX];
    int count = 0;
    for (int i = 0; i < known->holes; i++)
        if (keep >> i & 1) cards[count++] = known->hole[i];
    return cards_show(cards, count, out);
}

struct draw_row {
    const char *variant;
    int draw; /* the n-th of the game, from 0 */
    const char *hole, *board, *keep;
};

static const struct draw_row thumb[] = {
    {"draw", 0, "5c 6d 7h 8s 9c", "", "5c 6d 7h 8s 9c"},
    {"draw", 0, "9c 9d 9h 4s 4c", "", "9c 9d 9h 4s 4c"},
    {"draw", 0, "9c 9d 9h 4s 2c", "", "9c 9d 9h"},
    {"draw", 0, "Ah Ad 9c 9s 2h", "", "Ah Ad 9c 9s"},
    {"draw", 0, "Ah 9c Ad 5s 2h", "", "Ah Ad"},
    {"draw", 0, "3s 3d Ks 9s 4s", "", "3s 3d"},
    {"draw", 0, "As Ks 9s 4s 2d", "", "As Ks 9s 4s"},
    {"draw", 0, "5c 6d 7h 8s Kc", "", "5c 6d 7h 8s"},
    {"draw", 0, "Tc Jd Qh Ks 2c", "", "Tc Jd Qh Ks"},
    {"draw", 0, "Ah Kd 9c 5s 2h", "", "Ah Kd"},
    {"draw", 0, "2d Qh Js 5c Kd", "", "Qh Kd"},
    {"draw", 0, "Ah 9d 7c 5s 2h", "", "Ah"},
    {"draw", 0, "Ah 2d 3c 4s 9h", "", "Ah"}, /* open at one end only */
    {"draw-deuces", 0, "2c 2d 9s 4h Kc", "", "2c 2d Kc"},
    {"draw-deuces", 0, "2c 9s 9h 5h Kc", "", "2c 9s 9h"},
    {"draw-jokers", 0, "Jr As Ah 5d 7c", "", "Jr As Ah"},
    {"27-single", 0, "2c 3d 4h 5s Tc", "", "2c 3d 4h 5s Tc"},
    {"27-single", 0, "2c 3d 4h 5s Jc", "", "2c 3d 4h 5s"},
    {"27-single", 0, "2c 3d 4h 5s 6c", "", "2c 3d 4h 5s"},
    {"27-single", 0, "2c 3c 4c 5c 7c", "", "2c 3c 4c 5c"},
    {"27-single", 0, "Ac 2d 3h 4s 7c", "", "2d 3h 4s 7c"},
    {"27-single", 0, "2c 2d 3h 7s 8c", "", "2c 3h 7s 8c"},
    {"27-triple", 0, "2c 3d 4h 7s 9c", "", "2c 3d 4h 7s"},
    {"27-triple", 1, "2c 3d 4h 7s 9c", "", "2c 3d 4h 7s 9c"},
    {"27-triple", 2, "2c 3d 4h 7s 9c", "", "2c 3d 4h 7s 9c"},
    {"27-triple", 1, "2c 3d 4h 7s Tc", "", "2c 3d 4h 7s"},
    {"a5-single", 0, "Ac 2d 3h 4s 5c", "", "Ac 2d 3h 4s 5c"},
    {"a5-single", 0, "Ac 2c 3c 4c 8c", "", "Ac 2c 3c 4c 8c"},
    {"a5-triple", 0, "Ac 2d 3h 4s Kc", "", "Ac 2d 3h 4s"},
    {"badugi", 0, "Ac 2d 3h 4s", "", "Ac 2d 3h 4s"},
    {"badugi", 0, "Ac 2d 3h 9h", "", "Ac 2d 3h"},
    {"badugi", 0, "Ac 2c 3d 3h", "", "Ac 3d"},
    {"badugi", 2, "Ac 2d 3h Ts", "", "Ac 2d 3h Ts"},
    {"badugi", 0, "Ac 2d 3h Ts", "", "Ac 2d 3h"},
    {"badacey", 0, "Ac 2d 3h 4s 5d", "", "Ac 2d 3h 4s 5d"},
    {"badacey", 0, "Ac 2d 3h 4s 9d", "", "Ac 2d 3h 4s"},
    {"badeucy", 2, "Ac 2d 3h 4s 5d", "", "2d 3h 4s 5d"},
    {"pineapple", 0, "Ah 7c Ad", "", "Ah Ad"},
    {"pineapple", 0, "2d Ks Qs", "", "Ks Qs"},
    {"crazy-pineapple", 0, "Ah 7c 2d", "7d 2c Kh", "7c 2d"},
    {"irish", 0, "As Ah Ks Kd", "Qd Kh 7c", "Ks Kd"},
};

static void outlook_rule_of_thumb_keeps(void **unused)
{
    (void)unused;
    char text[CARDS_TEXT_BYTES];
    for (size_t i = 0; i < ROWS(thumb); i++) {
        struct felt_known known = known_of(thumb[i].variant, thumb[i].hole, thumb[i].board, 1);
        known.step = draw_step(known.variant, thumb[i].draw);
        kept_text(&known, felt_outlook_keep(&known), text);
        if (strcmp(text, thumb[i].keep) != 0)
            fail_msg("%s %s: keeps %s, not %s", thumb[i].variant, thumb[i].hole, text,
                     thumb[i].keep);
    }
    struct felt_known holdem = known_of("holdem", "7h 2d", "", 1);
    assert_int_equal(felt_outlook_keep(&holdem), 3); /* there is no draw */
}

/* What trying every choice finds, where there is no doubt. */
static const struct draw_row tried[] = {
    {"draw", 0, "5c 6d 7h 8s 9c", "", "5c 6d 7h 8s 9c"},
    {"draw", 0, "9c 9d 9h 4s 4c", "", "9c 9d 9h 4s 4c"},
    {"draw", 0, "Ah Ad 9c 9s 2h", "", "Ah Ad 9c 9s"},
    {"draw", 0, "Qs Js 9s 4s 2d", "", "Qs Js 9s 4s"},
    {"draw-deuces", 0, "2c 9s 9h 4h Kc", "", "2c 9s 9h"},
    {"27-single", 0, "2c 3d 4h 7s Kc", "", "2c 3d 4h 7s"},
    {"27-triple", 2, "2c 3d 4h 7s 8c", "", "2c 3d 4h 7s 8c"},
    {"a5-single", 0, "Ac 2d 3h 4s Kc", "", "Ac 2d 3h 4s"},
    {"badugi", 0, "Ac 2d 3h Kh", "", "Ac 2d 3h"},
    {"badugi", 2, "Ac 2d 3h 4s", "", "Ac 2d 3h 4s"},
    {"badacey", 0, "Ac 2d 3h 4s Kd", "", "Ac 2d 3h 4s"},
    {"pineapple", 0, "Ah 2c Ad", "", "Ah Ad"},
    {"irish", 0, "As Ah Ks Kd", "Qd Kh 7c", "Ks Kd"},
};

static void outlook_trial_finds_the_best_draw(void **unused)
{
    (void)unused;
    char text[CARDS_TEXT_BYTES];
    for (size_t i = 0; i < ROWS(tried); i++) {
        struct felt_rng rng = felt_rng_make(i);
        struct felt_known known = known_of(tried[i].variant, tried[i].hole, tried[i].board, 2);
        known.step = draw_step(known.variant, tried[i].draw);
        const struct felt_step *step = &known.variant->step[known.step];
        uint64_t thrown =
            felt_outlook_discard(&known, step->discard_min, step->discard_max, 800, NULL, &rng);
        kept_text(&known, ~thrown, text);
        if (strcmp(text, tried[i].keep) != 0)
            fail_msg("%s %s: keeps %s, not %s", tried[i].variant, tried[i].hole, text,
                     tried[i].keep);
    }
}

/* Where every card player does the same, a small sample at a full table does not do otherwise. */
static void outlook_trial_plays_no_tricks(void **unused)
{
    (void)unused;
    static const struct {
        const char *variant, *hole;
        int opponents;
        const char *keep;
    } rows[] = {
        {"27-triple", "Kc Kd Qh Qs 2c", 1, "2c"},
        {"27-triple", "Kc Kd Qh Qs 2c", 6, "2c"},
        {"27-triple", "2c 3d 4h 5s Kc", 6, "2c 3d 4h 5s"},
        {"badugi", "Ac 2d 3h Kc", 7, "Ac 2d 3h"},
        {"badugi", "2c 3c 4c Ks", 9, "2c"},
        {"draw", "Kc Kd 8h 5s 2c", 8, "Kc Kd"},
        {"draw", "2c 2d 2h 4s 5d", 1, "2c 2d 2h"},
        {"draw", "2c 2d 3h 3s Ad", 1, "2c 2d 3h 3s"},
    };
    char text[CARDS_TEXT_BYTES];
    for (size_t i = 0; i < ROWS(rows); i++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            struct felt_rng rng = felt_rng_make(seed);
            struct felt_known known =
                known_of(rows[i].variant, rows[i].hole, "", rows[i].opponents);
            known.step = draw_step(known.variant, 0);
            uint64_t thrown = felt_outlook_discard(&known, 0, known.holes, 100, NULL, &rng);
            kept_text(&known, ~thrown, text);
            if (strcmp(text, rows[i].keep) != 0)
                fail_msg("%s %s: keeps %s", rows[i].variant, rows[i].hole, text);
        }
}

/* Who stood pat in five-card draw has a straight at least, and who drew two has three of a kind. */
static void outlook_draws_tell(void **unused)
{
    (void)unused;
    static const int thrown[] = {0, 2};
    for (size_t i = 0; i < ROWS(thrown); i++) {
        struct felt_rng rng = felt_rng_make(i);
        struct felt_known known = known_of("draw", "Kc Kd 8h 5s 3c", "", 1);
        known.step = (uint8_t)(known.variant->steps - 1);
        known.opponent[0].drew = (uint16_t)(thrown[i] + 1);
        assert_true(felt_outlook_sample(&known, 200, NULL, &rng).share <= 0);
    }
}

static void outlook_discards_are_as_many_as_asked(void **unused)
{
    (void)unused;
    struct felt_rng rng = felt_rng_make(3);
    for (int opponents = 0; opponents < 2; opponents++) /* alone: the rule of thumb */
        for (int min = 0; min <= 5; min++)
            for (int max = min; max <= 5; max++) {
                struct felt_known known = known_of("draw", "9c 6d 7h 2s Kc", "", opponents);
                uint64_t thrown = felt_outlook_discard(&known, min, max, 20, NULL, &rng);
                assert_in_range(__builtin_popcountll(thrown), min, max);
                assert_int_equal(thrown >> 5, 0);
            }
}

/* ---- time and chance ------------------------------------------------------------------------ */

static bool count_down(void *self)
{
    int *left = self;
    return (*left)-- > 0;
}

static void outlook_time_is_kept(void **unused)
{
    (void)unused;
    static const struct {
        const char *variant, *hole;
    } rows[] = {{"holdem", "Ah Kd"}, {"omaha", "Ah Kd 9c 8c"}, {"pineapple", "Ah Kd 2c"}};
    for (size_t i = 0; i < ROWS(rows); i++)
        for (int looks = 0; looks < 4; looks++) {
            int left = looks;
            struct felt_budget budget = {.time_left = count_down, .self = &left};
            struct felt_rng rng = felt_rng_make(5);
            struct felt_known known = known_of(rows[i].variant, rows[i].hole, "", 2);
            struct felt_outlook outlook = felt_outlook_sample(&known, 100000, &budget, &rng);
            assert_true(outlook.timeout);
            assert_int_equal(outlook.samples, looks * OUTLOOK_BLOCK);
            assert_true(outlook.share >= 0 && outlook.share <= 1);
            assert_int_equal(left, -1); /* the clock was not asked again */
        }
}

static void outlook_draw_without_time_follows_the_rule(void **unused)
{
    (void)unused;
    int left = 0;
    struct felt_budget budget = {.time_left = count_down, .self = &left};
    struct felt_rng rng = felt_rng_make(5);
    struct felt_known known = known_of("draw", "Ah 9c Ad 5s 2h", "", 2);
    assert_int_equal(felt_outlook_discard(&known, 0, 5, 1000, &budget, &rng), 0x1a);
    assert_int_equal(felt_outlook_discard(&known, 0, 2, 1000, &budget, &rng),
                     0); /* 3 is too many */
    left = 0;
    assert_true(felt_outlook_potential(&known, 1000, &budget, &rng) <= 0);
}

/* O1 */
static void outlook_same_generator_same_result(void **unused)
{
    (void)unused;
    static const struct {
        const char *variant, *hole;
    } rows[] = {{"holdem", "Ah Kd"},
                {"omaha-hilo", "Ah Kd 2c 3c"},
                {"27-triple", "2c 3d 7h Ts Kc"},
                {"badacey", "2c 3d 7h Ts Kc"},
                {"stud", "2c 3d 7h"},
                {"pineapple", "2c 3d 7h"}};
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct felt_known known = known_of(rows[i].variant, rows[i].hole, "", 3);
        struct felt_rng rng[2] = {felt_rng_make(9), felt_rng_make(9)};
        double share[2], potential[2];
        uint64_t thrown[2];
        for (int run = 0; run < 2; run++) {
            share[run] = felt_outlook_sample(&known, 150, NULL, &rng[run]).share;
            potential[run] = felt_outlook_potential(&known, 150, NULL, &rng[run]);
            thrown[run] = felt_outlook_discard(&known, 1, 2, 60, NULL, &rng[run]);
        }
        assert_memory_equal(&rng[0], &rng[1], sizeof rng[0]);
        assert_memory_equal(&share[0], &share[1], sizeof share[0]);
        assert_memory_equal(&potential[0], &potential[1], sizeof potential[0]);
        assert_int_equal(thrown[0], thrown[1]);
    }
}

/* ---- what is known -------------------------------------------------------------------------- */

static void outlook_wrong_cards_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *variant, *hole, *board;
        int opponents;
        enum felt_status status;
    } rows[] = {
        {"holdem", "Ah Kd", "", 1, FELT_OK},
        {"holdem", "Ah", "", 1, FELT_WRONG_COUNT},
        {"holdem", "Ah Kd", "2c 3c", 1, FELT_WRONG_COUNT},
        {"holdem", "Ah Kd", "2c 3c 4c", 9, FELT_OK},
        {"holdem", "Ah Kd", "2c 3c 4c", 10, FELT_WRONG_COUNT},
        {"holdem", "Ah Kd", "2c 3c 4c", -1, FELT_WRONG_COUNT},
        {"holdem", "Ah Kd", "2c 3c Kd", 1, FELT_DUPLICATE_CARD},
        {"holdem", "Ah Jr", "", 1, FELT_BAD_CARD},
        {"holdem-jokers", "Ah Jr", "", 1, FELT_OK},
        {"short-deck", "Ah 2d", "", 1, FELT_BAD_CARD},
        {"courchevel", "Ah Kd 2c 3c 4c", "", 1, FELT_WRONG_COUNT}, /* one card lies open at once */
        {"courchevel", "Ah Kd 2c 3c 4c", "9h", 1, FELT_OK},
        {"stud", "Ah Kd 2c 3c 4c 5c 6c", "", 6, FELT_OK},
        {"stud", "Ah Kd 2c 3c 4c 5c 6c", "", 7, FELT_WRONG_COUNT}, /* 56 cards */
        {"stud", "Ah Kd 2c 3c 4c 5c", "", 7, FELT_OK},
        {"stud", "Ah Kd 2c 3c 4c 5c 6c", "9h", 7, FELT_WRONG_COUNT},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        felt_card hole[FELT_HOLE_MAX], board[FELT_BOARD_MAX];
        struct felt_known known;
        int holes = cards_parse(rows[i].hole, hole, FELT_HOLE_MAX);
        int boards = cards_parse(rows[i].board, board, FELT_BOARD_MAX);
        enum felt_status status = felt_known_of(felt_variant_find(rows[i].variant), hole, holes,
                                                board, boards, rows[i].opponents, &known);
        if (status != rows[i].status)
            fail_msg("%s %s / %s: %s", rows[i].variant, rows[i].hole, rows[i].board,
                     felt_status_text(status));
    }
}

/* At the showdown of a draw game the others lie open: nothing is left to chance. */
static void outlook_shown_hands_are_known(void **unused)
{
    (void)unused;
    static const char *const shown[] = {"Kh Kd Ks 2c 3d", "Qh Qd Qs 4c 5d", "Jh Jd Js 6c 7d",
                                        "Th Td Ts 8c 9d", "9h 9c 9s 2d 3c"};
    static const struct {
        const char *hole;
        double share;
    } rows[] = {{"Ah Ad As 4d 5c", 1}, {"8h 8d 8s 4d 5c", 0}};
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct felt_rng rng = felt_rng_make(i);
        struct felt_known known = known_of("draw", rows[i].hole, "", (int)ROWS(shown));
        for (int k = 0; k < (int)ROWS(shown); k++) show_up_cards(&known, k, shown[k]);
        known.step = (uint8_t)(known.variant->steps - 1);
        double share = felt_outlook_sample(&known, 50, NULL, &rng).share;
        assert_true(fabs(share - rows[i].share) < 1e-12);
    }
}

/* RULES 14.1: the card for all is known, and everybody has it. */
static void outlook_shared_card_is_known(void **unused)
{
    (void)unused;
    struct felt_rng rng = felt_rng_make(2);
    struct felt_known known = known_of("stud", "Kh Qh Jh 9c 8c 2d", "", 1);
    felt_card ten;
    cards_parse("Th", &ten, 1);
    show_up_cards(&known, 0, "- - 2c 3c 4s 7d");
    known.step = (uint8_t)(known.variant->steps - 1);
    known.boards = 1;
    known.board[0] = ten;
    known.seen |= felt_cards_of(ten);
    double share = felt_outlook_sample(&known, 500, NULL, &rng).share;
    assert_true(share > 0.95); /* a straight */
    assert_int_equal(felt_outlook_outs(&known), 0);
    assert_true(felt_outlook_potential(&known, 500, NULL, &rng) <= 0);
}

TEST_MODULE(outlook)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outlook_share_is_equity),
        cmocka_unit_test(outlook_aces_win_as_often_as_known),
        cmocka_unit_test(outlook_draws_of_others_count),
        cmocka_unit_test(outlook_certain_hands_are_certain),
        cmocka_unit_test(outlook_potential_is_that_of_draws),
        cmocka_unit_test(outlook_outs_are_counted),
        cmocka_unit_test(outlook_rule_of_thumb_keeps),
        cmocka_unit_test(outlook_trial_finds_the_best_draw),
        cmocka_unit_test(outlook_trial_plays_no_tricks),
        cmocka_unit_test(outlook_draws_tell),
        cmocka_unit_test(outlook_discards_are_as_many_as_asked),
        cmocka_unit_test(outlook_time_is_kept),
        cmocka_unit_test(outlook_draw_without_time_follows_the_rule),
        cmocka_unit_test(outlook_same_generator_same_result),
        cmocka_unit_test(outlook_wrong_cards_are_refused),
        cmocka_unit_test(outlook_shown_hands_are_known),
        cmocka_unit_test(outlook_shared_card_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
