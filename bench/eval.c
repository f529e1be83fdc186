/* eval.c -- the rows of `felt bench eval`, and their yardsticks.
 *
 * The yardstick is our own scalar evaluator by additive keys (src/cards/high.h), which is the
 * method of the fastest public evaluators, used the way those are used: from card numbers, from
 * prepared hand objects, in nested loops, for 60 Omaha combinations, for every board, for random
 * boards. */
#include "bench/bench.h"

#include "cards/high.h"
#include "felt/assert.h"
#include "felt/equity.h"
#include "felt/hand.h"

#include <stdlib.h>
#include <string.h>

enum {
    HANDS = 1 << 15,
    DEALS = 1 << 14,
    SHARED = 32, /* Omaha hands on one board */
    SAMPLES = 1 << 20,
    RUNOUTS_TIMED = 4, /* of the 1,176 of a flop */
    RUNOUTS_ALL = 1176,
    MATCHUPS = 4
};

struct input {
    felt_card seven[HANDS][8], five[HANDS][8], four[HANDS][4];
    felt_hand seven_words[HANDS], five_words[HANDS];
    struct felt_tally seven_tally[HANDS], five_tally[HANDS];
    felt_card omaha[DEALS][16];
    felt_strength strength[HANDS];
    felt_value value[HANDS];
    struct felt_equity_work work;
    felt_card holding[MATCHUPS][2][2];
    felt_card flop[3];
};

/* ---- input ---- */

static void deal(struct felt_rng *rng, felt_card *out, int count)
{
    struct felt_deck deck = felt_deck_make(FELT_CARDS_ALL);
    felt_deck_shuffle(&deck, count, rng);
    memcpy(out, deck.card, (size_t)count);
}

static felt_card card(const char *text)
{
    felt_card out = 0;
    size_t used;
    enum felt_status status = felt_card_read(text, strlen(text), &used, &out, NULL);
    felt_assert(status == FELT_OK);
    return out;
}

static void fill(struct input *in)
{
    static const char *const holding[MATCHUPS][2][2] = {{{"Ah", "Ad"}, {"Kh", "Kd"}},
                                                        {{"Ah", "Ad"}, {"Ks", "Kc"}},
                                                        {{"As", "Ks"}, {"Qh", "Qd"}},
                                                        {{"Js", "Ts"}, {"9h", "8h"}}};
    struct felt_rng rng = felt_rng_make(2026);
    for (int i = 0; i < HANDS; i++) {
        deal(&rng, in->seven[i], 7);
        deal(&rng, in->five[i], 5);
        deal(&rng, in->four[i], 4);
        in->seven_words[i] = felt_hand_from(in->seven[i], 7);
        in->five_words[i] = felt_hand_from(in->five[i], 5);
        in->seven_tally[i] = high_tally(in->seven[i], 7);
        in->five_tally[i] = high_tally(in->five[i], 5);
    }
    for (int i = 0; i < DEALS; i++) deal(&rng, in->omaha[i], 9);
    for (int i = 0; i < MATCHUPS * 4; i++)
        in->holding[i / 4][i / 2 % 2][i % 2] = card(holding[i / 4][i / 2 % 2][i % 2]);
    in->flop[0] = card("Qs");
    in->flop[1] = card("Jh");
    in->flop[2] = card("2h");
}

/* ---- one hand after the other ---- */

static uint64_t five_ids(void *input)
{
    struct input *in = input;
    felt_high5_ids_batch((const felt_card(*)[8])in->five, in->strength, HANDS);
    return in->strength[HANDS / 2];
}
static uint64_t five_ids_yardstick(void *input)
{
    struct input *in = input;
    for (int i = 0; i < HANDS; i++) in->value[i] = high_value(high_tally(in->five[i], 5));
    return in->value[HANDS / 2];
}

static uint64_t seven_ids(void *input)
{
    struct input *in = input;
    felt_high7_ids_batch((const felt_card(*)[8])in->seven, in->strength, HANDS);
    return in->strength[HANDS / 2];
}
static uint64_t seven_ids_yardstick(void *input)
{
    struct input *in = input;
    for (int i = 0; i < HANDS; i++) in->value[i] = high_value(high_tally(in->seven[i], 7));
    return in->value[HANDS / 2];
}

static uint64_t seven_words(void *input)
{
    struct input *in = input;
    felt_high7_batch(in->seven_words, in->strength, HANDS);
    return in->strength[HANDS / 2];
}
static uint64_t seven_words_yardstick(void *input)
{
    struct input *in = input;
    for (int i = 0; i < HANDS; i++) in->value[i] = high_value(in->seven_tally[i]);
    return in->value[HANDS / 2];
}

static uint64_t low27(void *input)
{
    struct input *in = input;
    felt_low27_batch(in->five_words, in->strength, HANDS);
    return in->strength[HANDS / 2];
}
/* High value, and the two hands in which the ace would be low put right. */
static uint64_t low27_yardstick(void *input)
{
    struct input *in = input;
    for (int i = 0; i < HANDS; i++) {
        felt_value high = high_value(in->five_tally[i]);
        if ((high & 0xfff) == FELT_FIVE && (high >> 12 == 4 || high >> 12 == 8)) high = 0;
        in->value[i] = (felt_value)~high;
    }
    return in->value[HANDS / 2];
}

static uint64_t seven_all(void *input)
{
    (void)input;
    return felt_high7_sum_all();
}
static struct felt_tally plus(struct felt_tally tally, int card)
{
    felt_tally_add(&tally, (felt_card)card);
    return tally;
}
static uint64_t seven_all_yardstick(void *input)
{
    uint64_t sum = 0;
    (void)input;
    for (int a = 0; a < 46; a++) {
        struct felt_tally one = plus(felt_tally_empty(), a);
        for (int b = a + 1; b < 47; b++) {
            struct felt_tally two = plus(one, b);
            for (int c = b + 1; c < 48; c++) {
                struct felt_tally three = plus(two, c);
                for (int d = c + 1; d < 49; d++) {
                    struct felt_tally four = plus(three, d);
                    for (int e = d + 1; e < 50; e++) {
                        struct felt_tally five = plus(four, e);
                        for (int f = e + 1; f < 51; f++) {
                            struct felt_tally six = plus(five, f);
                            for (int g = f + 1; g < 52; g++) sum += high_value(plus(six, g));
                        }
                    }
                }
            }
        }
    }
    return sum;
}

/* ---- Omaha and badugi ---- */

static struct felt_tally join(struct felt_tally a, struct felt_tally b)
{
    return (struct felt_tally){a.key + b.key - 0x3333, a.ranks + b.ranks};
}

static void board_triples(const felt_card *board, struct felt_tally out[10])
{
    for (int i = 0, n = 0; i < 5; i++)
        for (int j = i + 1; j < 5; j++)
            for (int k = j + 1; k < 5; k++)
                out[n++] = high_tally((felt_card[]){board[i], board[j], board[k]}, 3);
}

static felt_value best_of_60(const struct felt_tally triples[10], const felt_card *hole)
{
    felt_value best = 0;
    for (int i = 0; i < 4; i++)
        for (int j = i + 1; j < 4; j++) {
            struct felt_tally pair = high_tally((felt_card[]){hole[i], hole[j]}, 2);
            for (int t = 0; t < 10; t++) {
                felt_value value = high_value(join(triples[t], pair));
                if (value > best) best = value;
            }
        }
    return best;
}

static uint64_t omaha4(void *input)
{
    struct input *in = input;
    felt_omaha4_batch((const felt_card(*)[16])in->omaha, in->value, DEALS);
    return in->value[DEALS / 2];
}
static uint64_t omaha4_yardstick(void *input)
{
    struct input *in = input;
    for (int i = 0; i < DEALS; i++) {
        struct felt_tally triples[10];
        board_triples(in->omaha[i], triples);
        in->value[i] = best_of_60(triples, in->omaha[i] + 5);
    }
    return in->value[DEALS / 2];
}

/* Hands that hold a board card are impossible, but cost the same. */
static uint64_t omaha4_fixed_board(void *input)
{
    struct input *in = input;
    for (int i = 0; i < DEALS; i += SHARED) {
        struct felt_omaha_board board = felt_omaha_board_make(in->omaha[i]);
        for (int j = i; j < i + SHARED; j++)
            in->value[j] = felt_omaha_high(&board, in->omaha[j] + 5, 4);
    }
    return in->value[DEALS / 2];
}
static uint64_t omaha4_fixed_board_yardstick(void *input)
{
    struct input *in = input;
    for (int i = 0; i < DEALS; i += SHARED) {
        struct felt_tally triples[10];
        board_triples(in->omaha[i], triples);
        for (int j = i; j < i + SHARED; j++) in->value[j] = best_of_60(triples, in->omaha[j] + 5);
    }
    return in->value[DEALS / 2];
}

static uint64_t badugi(void *input)
{
    struct input *in = input;
    felt_badugi_batch((const felt_card(*)[4])in->four, in->value, HANDS);
    return in->value[HANDS / 2];
}
/* All fifteen sets of cards. */
static uint64_t badugi_yardstick(void *input)
{
    struct input *in = input;
    for (int i = 0; i < HANDS; i++) {
        unsigned best = 0;
        for (unsigned set = 1; set < 16; set++) {
            unsigned ranks = 0, suits = 0, count = (unsigned)__builtin_popcount(set);
            for (int j = 0; j < 4; j++)
                if (set >> j & 1) {
                    ranks |= 1u << (in->four[i][j] / 4 + 1) % 13;
                    suits |= 1u << in->four[i][j] % 4;
                }
            if ((unsigned)__builtin_popcount(ranks) != count ||
                (unsigned)__builtin_popcount(suits) != count)
                continue;
            if ((count << 13 | (0x1fff - ranks)) > best) best = count << 13 | (0x1fff - ranks);
        }
        in->value[i] = (felt_value)best;
    }
    return in->value[HANDS / 2];
}

/* ---- equity ---- */

static struct felt_equity_answer ask(struct input *in, struct felt_equity_question *question,
                                     const struct felt_equity_options *options)
{
    struct felt_equity_answer answer;
    question->game = felt_showdown_find("holdem");
    question->players = 2;
    enum felt_status status = felt_equity_ask(question, options, &in->work, &answer, NULL);
    felt_assert(status == FELT_OK);
    return answer;
}

static void hold(struct felt_equity_question *question, const felt_card holding[2][2])
{
    for (int p = 0; p < 2; p++) {
        question->holding[p].count = 2;
        memcpy(question->holding[p].card, holding[p], 2);
    }
}

static uint64_t preflop(void *input)
{
    struct input *in = input;
    struct felt_equity_options options = felt_equity_defaults();
    uint64_t wins = 0;
    for (int i = 0; i < MATCHUPS; i++) {
        struct felt_equity_question question = {0};
        hold(&question, (const felt_card(*)[2])in->holding[i]);
        wins += ask(in, &question, &options).player[0].wins;
    }
    return wins;
}

/* Two hands and the cards that are left. */
static int start_boards(const struct input *in, int matchup, struct felt_tally hand[2],
                        felt_card stub[FELT_CARDS])
{
    felt_cards used = 0;
    int count = 0;
    for (int p = 0; p < 2; p++) {
        hand[p] = high_tally(in->holding[matchup][p], 2);
        used |= felt_cards_from(in->holding[matchup][p], 2);
    }
    for (felt_cards left = FELT_CARDS_ALL & ~used; left;) stub[count++] = felt_cards_take(&left);
    return count;
}

static uint64_t preflop_yardstick(void *input)
{
    struct felt_tally hand[2];
    felt_card stub[FELT_CARDS];
    int n = start_boards(input, 0, hand, stub);
    uint64_t wins = 0, ties = 0;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
            for (int c = b + 1; c < n; c++)
                for (int d = c + 1; d < n; d++) {
                    struct felt_tally four =
                        high_tally((felt_card[]){stub[a], stub[b], stub[c], stub[d]}, 4);
                    struct felt_tally mine = join(hand[0], four), theirs = join(hand[1], four);
                    for (int e = d + 1; e < n; e++) {
                        struct felt_tally one = mine, two = theirs;
                        felt_tally_add(&one, stub[e]);
                        felt_tally_add(&two, stub[e]);
                        felt_value x = high_value(one), y = high_value(two);
                        wins += x > y;
                        ties += x == y;
                    }
                }
    return wins + ties;
}

static uint64_t flop(void *input)
{
    struct input *in = input;
    struct felt_equity_options options = felt_equity_defaults();
    struct felt_equity_question question = {.board_count = 3};
    memcpy(question.board, in->flop, 3);
    return ask(in, &question, &options).player[0].wins;
}
/* Values of all hands on a runout, then every pair of them. */
static uint64_t flop_yardstick(void *input)
{
    struct input *in = input;
    uint64_t wins = 0;
    for (int runout = 0; runout < RUNOUTS_TIMED; runout++) {
        felt_card board[5] = {in->flop[0], in->flop[1], in->flop[2], (felt_card)(4 + runout), 40};
        felt_cards used = felt_cards_from(board, 5), hand[FELT_COMBOS];
        felt_value value[FELT_COMBOS];
        struct felt_tally on_board = high_tally(board, 5);
        int n = 0;
        for (felt_card a = 0; a < FELT_CARDS; a++)
            for (felt_card b = 0; b < a; b++) {
                hand[n] = felt_cards_of(a) | felt_cards_of(b);
                if (hand[n] & used) continue;
                value[n++] = high_value(join(on_board, high_tally((felt_card[]){a, b}, 2)));
            }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) wins += !(hand[i] & hand[j]) & (value[i] > value[j]);
    }
    return wins;
}

static uint64_t monte_carlo(void *input)
{
    struct input *in = input;
    struct felt_equity_options options = felt_equity_defaults();
    struct felt_equity_question question = {0};
    options.method = FELT_EQUITY_SAMPLE;
    options.samples_max = SAMPLES;
    options.error_max = 0;
    hold(&question, (const felt_card(*)[2])in->holding[0]);
    return ask(in, &question, &options).player[0].wins;
}
/* Board cards drawn one by one, without bias. */
static uint64_t monte_carlo_yardstick(void *input)
{
    struct felt_tally hand[2];
    felt_card stub[FELT_CARDS];
    uint32_t n = (uint32_t)start_boards(input, 0, hand, stub);
    struct felt_rng rng = felt_rng_make(1);
    uint64_t wins = 0, ties = 0;
    for (int i = 0; i < SAMPLES; i++) {
        struct felt_tally board = felt_tally_empty();
        felt_cards used = 0;
        for (int cards = 0; cards < 5;) {
            felt_card next = stub[felt_rng_below(&rng, n)];
            if (used & felt_cards_of(next)) continue;
            used |= felt_cards_of(next);
            felt_tally_add(&board, next);
            cards++;
        }
        felt_value mine = high_value(join(hand[0], board));
        felt_value theirs = high_value(join(hand[1], board));
        wins += mine > theirs;
        ties += mine == theirs;
    }
    return wins + ties;
}

int bench_eval_rows(struct bench_row rows[BENCH_ROWS_MAX], void **input)
{
    static const char keys[] = "additive keys";
    static const char per_second[] = "evals/s";
    const struct bench_row all[] = {
        {"five_ids", per_second, keys, five_ids, five_ids_yardstick, HANDS, HANDS, NULL, NULL},
        {"seven_ids", per_second, keys, seven_ids, seven_ids_yardstick, HANDS, HANDS, NULL, NULL},
        {"seven_words", per_second, keys, seven_words, seven_words_yardstick, HANDS, HANDS, NULL,
         NULL},
        {"seven_all", per_second, "additive keys, nested loops", seven_all, seven_all_yardstick,
         133784560, 133784560, NULL, NULL},
        {"omaha4", per_second, "60 combinations by additive keys", omaha4, omaha4_yardstick, DEALS,
         DEALS, NULL, NULL},
        {"omaha4_fixed_board", per_second, "60 combinations by additive keys", omaha4_fixed_board,
         omaha4_fixed_board_yardstick, DEALS, DEALS, NULL, NULL},
        {"low27", per_second, keys, low27, low27_yardstick, HANDS, HANDS, NULL, NULL},
        {"badugi", per_second, "all fifteen sets of cards", badugi, badugi_yardstick, HANDS, HANDS,
         NULL, NULL},
        {"equity_hu_preflop_exact", "ms", "every board by additive keys", preflop,
         preflop_yardstick, MATCHUPS, 1, NULL, NULL},
        {"equity_flop_random_vs_random", "ms", "every pair of hands, additive keys", flop,
         flop_yardstick, 1, (double)RUNOUTS_TIMED / RUNOUTS_ALL, NULL, NULL},
        {"equity_monte_carlo", "deals/s", "cards drawn one by one, additive keys", monte_carlo,
         monte_carlo_yardstick, SAMPLES, SAMPLES, NULL, NULL},
    };
    struct input *in = malloc(sizeof *in);
    if (!in) return 0;
    fill(in);
    *input = in;
    memcpy(rows, all, sizeof all);
    return (int)(sizeof all / sizeof all[0]);
}
