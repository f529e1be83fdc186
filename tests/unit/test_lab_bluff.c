/* test_lab_bluff.c -- what bluffs and folds are worth: exact for Kuhn, above zero in poker, nothing
 * in games without bets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "genome_script.h"
#include "lab/search/bluff_parts.h"
#include "module.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct game {
    struct felt_genome_program program;
    struct felt_strengths strengths;
};

static void open_game(const char *name, int seats, struct game *out)
{
    struct felt_genome genome;
    char complaint[KNOWN_COMPLAINT_BYTES];
    if (!known_genome_read(name, &genome, complaint)) fail_msg("%s", complaint);
    felt_genome_compile(&genome, seats ? seats : genome.players.gene[FELT_PLAYERS_MIN],
                        &out->program);
    felt_strengths_make(&out->program, &out->strengths);
}

static struct felt_bluff measure(const char *name, int seats, uint64_t seed, double effort)
{
    struct game game;
    struct felt_bluff out;
    void *memory = malloc(felt_bluff_bytes());
    assert_non_null(memory);
    memset(memory, 0xA5, felt_bluff_bytes()); /* nothing relies on zeros */
    open_game(name, seats, &game);
    felt_bluff_measure(&game.program, &game.strengths, seed, effort, memory, &out);
    free(memory);
    return out;
}

/* ---- Kuhn poker, every deal and every line of bets ---- */

/* Lines of bets: "", "c", "b", "cb"; the first of two moves is the timid one (check, fold). */
enum { LINE_NONE, LINE_C, LINE_B, LINE_CB, LINES };
struct kuhn {
    const struct felt_bluff_rule *rule;
    double regret[LINES][3][2], played[LINES][3][2];
};

static void kuhn_shares(const struct kuhn *kuhn, int line, int card, double out[2])
{
    int seat = line == LINE_C || line == LINE_B;
    const double *regret = kuhn->regret[line][card];
    double a = regret[0] > 0 ? regret[0] : 0, b = regret[1] > 0 ? regret[1] : 0;
    bool bound = kuhn->rule->limit != FELT_AGENT_FREE && kuhn->rule->seat == seat;
    out[1] = a + b > 0 ? b / (a + b) : 0.5;
    if (bound && kuhn->rule->limit == FELT_AGENT_NEVER_BLUFF && card == 0 && line <= LINE_C)
        out[1] = 0; /* the jack is the one card below a half */
    if (bound && kuhn->rule->limit == FELT_AGENT_NEVER_FOLD && line >= LINE_B) out[1] = 1;
    out[0] = 1 - out[1];
}

/* What seat 0 wins; reach[] is how likely each seat plays so. */
static double kuhn_walk(struct kuhn *kuhn, int line, const int card[2], const double reach[2])
{
    static const int next[LINES][2] = {{LINE_C, LINE_B}, {-1, LINE_CB}, {-1, -1}, {-1, -1}};
    int seat = line == LINE_C || line == LINE_B, sign = card[0] > card[1] ? 1 : -1;
    double share[2], value[2], mean = 0;
    kuhn_shares(kuhn, line, card[seat], share);
    for (int i = 0; i < 2; i++) {
        double after[2] = {reach[0], reach[1]};
        after[seat] *= share[i];
        if (next[line][i] >= 0)
            value[i] = kuhn_walk(kuhn, next[line][i], card, after);
        else if (line == LINE_C)
            value[i] = sign; /* both checked */
        else
            value[i] = i ? 2 * sign : line == LINE_B ? 1 : -1;
        mean += share[i] * value[i];
    }
    for (int i = 0; i < 2; i++) {
        double more = (seat ? -1 : 1) * (value[i] - mean), *regret = kuhn->regret[line][card[seat]];
        regret[i] = fmax(0, regret[i] + reach[1 - seat] * more);
        kuhn->played[line][card[seat]][i] += reach[seat] * share[i];
    }
    return mean;
}

/* What seat 0 wins a hand, to three digits. */
static double kuhn_value(const struct felt_bluff_rule *rule)
{
    struct kuhn kuhn = {.rule = rule};
    double sum = 0;
    enum { TURNS = 20000 };
    for (int i = 0; i < TURNS; i++)
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++) {
                double value =
                    a == b ? 0 : kuhn_walk(&kuhn, LINE_NONE, (int[]){a, b}, (double[]){1, 1});
                if (i >= TURNS / 2) sum += value / 6 / (TURNS / 2);
            }
    return sum;
}

/* What the bound seats lose on average. */
static double kuhn_loss(uint8_t limit)
{
    struct felt_bluff_rule first = {limit, 0}, second = {limit, 1};
    return (kuhn_value(&second) - kuhn_value(&first)) / 2;
}

static void bluff_of_kuhn_is_that_of_all_deals(void **unused)
{
    (void)unused;
    const struct felt_bluff_rule nobody = {FELT_AGENT_FREE, 0};
    assert_true(fabs(kuhn_value(&nobody) + 1.0 / 18) < 0.001);
    struct felt_bluff kuhn = measure("kuhn", 2, 1, 0.4);
    assert_true(fabs(kuhn.bluff.mean - kuhn_loss(FELT_AGENT_NEVER_BLUFF)) < 0.005);
    assert_true(fabs(kuhn.fold.mean - kuhn_loss(FELT_AGENT_NEVER_FOLD)) < 0.01);
    assert_true(kuhn.bluff.low > 0.045 && kuhn.bluff.high < 0.065);
    assert_true(kuhn.sets > 30 && kuhn.sets <= 60);
    assert_true(kuhn.raised > 0.1 && kuhn.raised < 0.3); /* a jack for three kings is 0.25 */
    assert_true(fabs(kuhn.folded + kuhn.showdown - 1) < 1e-9);
    assert_true(fabs(kuhn.forced - 2) < 1e-9); /* two antes of one */
    assert_true(kuhn.pot > 1.1 && kuhn.pot < 1.5);
}

/* ---- the strategy ---- */

/* Share of `move` when seat 0 or 1 holds the card and these moves were made; cards are of 0 .. 2.
 */
static double share_of(struct felt_bluff_game *game, int card, const int *moves, int count,
                       int move)
{
    const struct felt_bluff_rule nobody = {FELT_AGENT_FREE, 0};
    for (uint64_t seed = 1;; seed++) {
        struct felt_bluff_hand hand;
        struct felt_bluff_spot spot;
        double share[FELT_BLUFF_MOVES];
        felt_bluff_deal(game, seed, &hand, NULL);
        for (int i = 0; i < count; i++) felt_bluff_play(game, &hand, moves[i], NULL);
        int rank = felt_card_rank((felt_card)__builtin_ctzll(hand.state.hand[hand.state.actor]));
        if (rank != FELT_JACK + card) continue;
        felt_bluff_look(game, &nobody, &hand, false, &spot);
        assert_non_null(spot.set);
        felt_bluff_average(game, &spot, share);
        for (int i = 0; i < spot.count; i++)
            if (spot.move[i] == move) return share[i];
        return 0;
    }
}

static void bluff_training_finds_the_equilibrium_of_kuhn(void **unused)
{
    (void)unused;
    const struct felt_bluff_rule nobody = {FELT_AGENT_FREE, 0};
    static const int checked[] = {FELT_MOVE_CHECK}, bet[] = {FELT_MOVE_BET};
    struct felt_bluff_game *game = malloc(sizeof *game);
    struct game kuhn;
    assert_non_null(game);
    open_game("kuhn", 2, &kuhn);
    assert_true(felt_bluff_open(&kuhn.program, &kuhn.strengths, 1, game));
    felt_bluff_train(game, &nobody, 1, 800000);
    /* First: the jack is bet a third as often as the king, the queen never. */
    double jack = share_of(game, 0, NULL, 0, FELT_MOVE_BET);
    double king = share_of(game, 2, NULL, 0, FELT_MOVE_BET);
    assert_true(fabs(jack - king / 3) < 0.05);
    assert_true(share_of(game, 1, NULL, 0, FELT_MOVE_BET) < 0.05);
    /* Second: bluffs a third of the jacks, calls a third of the queens, kings always. */
    assert_true(fabs(share_of(game, 0, checked, 1, FELT_MOVE_BET) - 1.0 / 3) < 0.06);
    assert_true(share_of(game, 2, checked, 1, FELT_MOVE_BET) > 0.95);
    assert_true(fabs(share_of(game, 1, bet, 1, FELT_MOVE_CALL) - 1.0 / 3) < 0.06);
    assert_true(share_of(game, 0, bet, 1, FELT_MOVE_CALL) < 0.05);
    assert_true(share_of(game, 2, bet, 1, FELT_MOVE_CALL) > 0.95);
    /* And the value is -1/18 for the first. */
    double sum = 0;
    enum { HANDS = 6000 };
    for (uint64_t i = 0; i < HANDS; i++) {
        struct felt_bluff_hand hand;
        double won[FELT_GENOME_SEATS_MAX];
        felt_bluff_deal(game, i, &hand, NULL);
        felt_bluff_expect(game, &nobody, &hand, 64, won);
        assert_true(fabs(won[0] + won[1]) < 1e-9); /* chips only change hands */
        sum += won[0];
    }
    assert_true(fabs(sum / HANDS + 1.0 / 18) < 0.04); /* three standard errors of the deals */
    free(game);
}

/* ---- other games ---- */

static void bluff_is_worth_something_in_poker(void **unused)
{
    (void)unused;
    static const char *const names[] = {"simple-poker", "leduc", "five-card-draw"};
    static const double effort[] = {0.25, 1, 1};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct felt_bluff here = measure(names[i], 2, 1, effort[i]);
        if (!(here.bluff.low > 0 && here.fold.low > here.bluff.high))
            fail_msg("%s: bluff %.4f .. %.4f", names[i], here.bluff.low, here.bluff.high);
        assert_true(here.raised > 0.01 && here.raised < 0.5);
        assert_true(here.folded > 0.1 && here.showdown > 0.1 && here.pot > 1);
    }
}

static void bluff_without_bets_is_nothing(void **unused)
{
    (void)unused;
    static const char *const names[] = {"war", "hearts", "crazy-eights", "liars-poker-style"};
    const struct felt_bluff nothing = {.raised = 0};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct felt_bluff here = measure(names[i], 0, 1, 1);
        assert_memory_equal(&here, &nothing, sizeof here);
    }
}

static bool same(const struct felt_bluff *a, const struct felt_bluff *b)
{
    return a->bluff.mean == b->bluff.mean && a->bluff.low == b->bluff.low &&
           a->fold.mean == b->fold.mean && a->raised == b->raised && a->folded == b->folded &&
           a->pot == b->pot && a->forced == b->forced && a->sets == b->sets;
}

/* X1; and any number of seats. */
static void bluff_measurement_is_repeatable(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        int seats;
    } rows[] = {{"betting-war", 2}, {"simple-poker", 6}, {"holdem-like", 3}, {"open-pit", 4}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_bluff one = measure(rows[i].name, rows[i].seats, 7, 0.02);
        struct felt_bluff two = measure(rows[i].name, rows[i].seats, 7, 0.02);
        struct felt_bluff other = measure(rows[i].name, rows[i].seats, 8, 0.02);
        assert_true(same(&one, &two));
        assert_false(same(&one, &other));
        assert_true(isfinite(one.bluff.low) && isfinite(one.fold.high));
    }
}

TEST_MODULE(lab_bluff)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bluff_of_kuhn_is_that_of_all_deals),
        cmocka_unit_test(bluff_training_finds_the_equilibrium_of_kuhn),
        cmocka_unit_test(bluff_is_worth_something_in_poker),
        cmocka_unit_test(bluff_without_bets_is_nothing),
        cmocka_unit_test(bluff_measurement_is_repeatable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
