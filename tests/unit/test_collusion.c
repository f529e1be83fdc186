/* test_collusion.c -- pairs at a table: what one hand says of them, and whether a pair that cheats
 * is found among honest ones, table after table.
 *
 *     test_match collusion --tables N [SEED]      measures how often honest pairs are suspected
 *     test_match collusion --single N [SEED]      the same of single hands, in N evenings of 300 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/felt.h"
#include "match/dump.h"
#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS = 6, BIG = 2, STACK = 200, LOG_MAX = 4096, BLOCK_BYTES = 1 << 20 };

enum trick { HONEST, DUMPS, SOFT, DUMPS_ONCE };

/* How a stack goes over in one hand: seat 0 folds behind most of it, calls with anything, or bets
 * everything on anything. */
enum way { BY_FOLD, BY_CALL, BY_BET, WAYS };

/* Six players, hand after hand; seats 0 and 1 may be in league. */
struct table {
    struct felt_poker_rules rules;
    enum trick trick;
    const struct felt_player_kind *kind[SEATS];
    struct felt_place place[SEATS];
    struct felt_rng rng;
    struct felt_poker state;
    struct felt_event event[LOG_MAX];
    struct felt_event_log log;
    uint32_t told; /* events                                                                    */
    bool dumping;  /* in this hand                                                              */
    enum way way;
    uint8_t clue; /* of the last hand, seat 0 to seat 1                                         */
    struct felt_dumps dumps[SEATS][SEATS];
    struct felt_collusion sum[SEATS][SEATS];
    _Alignas(16) char block[SEATS][BLOCK_BYTES];
};

static void sit(struct table *table, enum trick trick, uint64_t seed)
{
    static const char *const names[] = {"zoo:tag", "house-plain", "zoo:tag", "house-plain",
                                        "zoo:lag", "zoo:station", "zoo:tag"};
    struct felt_strategy_config settings = felt_strategy_config_default();
    memset(table, 0, offsetof(struct table, block));
    table->trick = trick;
    table->rng = felt_rng_make(seed);
    assert_int_equal(felt_poker_rules_make("holdem", FELT_NO_LIMIT, BIG, &table->rules, NULL),
                     FELT_OK);
    for (int seat = 0; seat < SEATS; seat++) {
        const char *name = NULL;
        while (!table->kind[seat]) {
            name = names[felt_rng_below(&table->rng, sizeof names / sizeof names[0])];
            table->kind[seat] = felt_player_find(name, strlen(name));
        }
        assert_true(table->kind[seat]->bytes <= BLOCK_BYTES);
        table->kind[seat]->sit(table->block[seat], &settings,
                               felt_rng_make(felt_rng_next(&table->rng)));
        table->place[seat] = (struct felt_place){
            .game = &felt_poker_game, .rules = &table->rules, .seat = (felt_seat)seat};
    }
}

static void tell(struct table *table)
{
    for (; table->told < table->log.count; table->told++)
        for (felt_seat seat = 0; seat < SEATS; seat++) {
            struct felt_event event = felt_event_for(&table->event[table->told], seat);
            if (table->kind[seat]->observe) table->kind[seat]->observe(table->block[seat], &event);
        }
}

static const struct felt_option *find(const struct felt_view *view, enum felt_action_kind kind)
{
    for (int i = 0; i < view->options; i++)
        if (view->option[i].kind == kind) return &view->option[i];
    return NULL;
}

/* Seat 0 puts ten big blinds in and folds to the least raise of seat 1. */
static struct felt_action dump(const struct felt_view *view, struct felt_action action)
{
    const struct felt_option *raise = find(view, FELT_RAISE_TO);
    bool partner = view->betting.turn.live >> (1 - view->viewer) & 1;
    felt_chips mine = view->betting.staked[view->viewer];
    if (view->street != 0 || !partner) return action;
    if (view->viewer == 0 && mine >= 10 * BIG)
        return (struct felt_action){.kind = find(view, FELT_FOLD) ? FELT_FOLD : FELT_CHECK};
    if (!raise) return action;
    felt_chips amount = view->viewer == 0 ? 10 * BIG : raise->min;
    if (view->viewer == 1 && view->betting.staked[0] < 10 * BIG) return action;
    if (amount < raise->min) amount = raise->min;
    if (amount > raise->max) amount = raise->max;
    return (struct felt_action){.kind = FELT_RAISE_TO, .amount = amount};
}

static struct felt_action raise_to(const struct felt_option *raise, felt_chips amount)
{
    if (amount < raise->min) amount = raise->min;
    if (amount > raise->max) amount = raise->max;
    return (struct felt_action){.kind = FELT_RAISE_TO, .amount = amount};
}

/* The whole stack of seat 0 for seat 1, before the flop, whatever the cards are. */
static struct felt_action dump_all(const struct table *table, const struct felt_view *view)
{
    const struct felt_option *raise = find(view, FELT_RAISE_TO);
    const struct felt_action stay = {.kind = find(view, FELT_CALL) ? FELT_CALL : FELT_CHECK};
    bool gives = view->viewer == 0;
    felt_chips much = STACK * 9 / 10;
    if (table->way == BY_FOLD && gives && view->betting.staked[0] >= much)
        return (struct felt_action){.kind = find(view, FELT_FOLD) ? FELT_FOLD : FELT_CHECK};
    if (table->way == BY_FOLD) return raise ? raise_to(raise, gives ? much : STACK) : stay;
    bool bets = gives == (table->way == BY_BET);
    return bets && raise ? raise_to(raise, STACK) : stay;
}

/* Two who are alone after the flop do not bet. */
static struct felt_action check_down(const struct felt_view *view, struct felt_action action)
{
    if (view->street == 0 || view->betting.turn.live != 3 || !find(view, FELT_CHECK)) return action;
    return (struct felt_action){.kind = FELT_CHECK};
}

static void choose(struct table *table, felt_seat seat)
{
    struct felt_view view;
    struct felt_budget budget = {.samples = 20};
    felt_poker_view(&table->rules, &table->state, seat, &view);
    struct felt_action action =
        table->kind[seat]->choose(table->block[seat], &view, &budget).action;
    bool once = table->trick == DUMPS_ONCE;
    if (table->dumping && seat < 2) action = once ? dump_all(table, &view) : dump(&view, action);
    if (table->dumping && once && seat >= 2) /* the two take care that they are alone */
        action = (struct felt_action){.kind = find(&view, FELT_FOLD) ? FELT_FOLD : FELT_CHECK};
    if (table->trick == SOFT && seat < 2) action = check_down(&view, action);
    assert_int_equal(felt_poker_apply(&table->rules, &table->state, seat, action, &table->log),
                     FELT_OK);
    tell(table);
}

static void play(struct table *table, int number, uint32_t dumps_of_100)
{
    static struct felt_collusion_hand hand;
    felt_chips stacks[FELT_SEATS_MAX], won[FELT_SEATS_MAX];
    for (int i = 0; i < FELT_SEATS_MAX; i++) stacks[i] = STACK;
    table->log = (struct felt_event_log){table->event, 0, LOG_MAX};
    table->told = 0;
    table->dumping = table->trick == DUMPS && felt_rng_below(&table->rng, 100) < dumps_of_100;
    if (table->trick == DUMPS_ONCE) table->dumping = dumps_of_100 > 0;
    struct felt_deal deal =
        felt_poker_deal_make(&table->rules, SEATS, stacks, (felt_seat)(number % SEATS));
    for (int seat = 0; seat < SEATS; seat++)
        table->kind[seat]->begin(table->block[seat], &table->place[seat]);
    assert_int_equal(felt_poker_open(&table->rules, &deal, &table->state, &table->log), FELT_OK);
    assert_int_equal(felt_poker_deal(&table->rules, &deal, &table->rng, &table->state, &table->log),
                     FELT_OK);
    tell(table);
    for (felt_seat seat; (seat = felt_poker_actor(&table->state)) >= 0;) choose(table, seat);
    felt_poker_game.payoff(&table->rules, &table->state, won);
    felt_collusion_hand(&(struct felt_told_hand){.deal = &deal,
                                                 .events = table->event,
                                                 .count = table->log.count,
                                                 .seats = deal.seats,
                                                 .won = won,
                                                 .big_blind = BIG,
                                                 .game = table->rules.showdown},
                        &hand);
    table->clue = hand.clue[0][1];
    for (int a = 0; a < SEATS; a++)
        for (int b = 0; b < SEATS; b++) {
            if (a == b) continue;
            felt_collusion_add(&table->sum[a][b], &hand.of[a][b]);
            if (hand.clue[a][b] < FELT_CLUE_DUMP_FOLD) continue;
            table->dumps[a][b].clues |= hand.clue[a][b];
            table->dumps[a][b].hands++;
        }
}

/* The pair with everything around it. */
static struct felt_suspicion judge(const struct table *table, int a, int b)
{
    struct felt_pair pair = {.there = table->sum[a][b], .back = table->sum[b][a]};
    struct felt_suspicion verdict;
    for (int c = 0; c < SEATS; c++) {
        if (c == a || c == b) continue;
        felt_collusion_add(&pair.first_out, &table->sum[a][c]);
        felt_collusion_add(&pair.first_in, &table->sum[c][a]);
        felt_collusion_add(&pair.second_out, &table->sum[b][c]);
        felt_collusion_add(&pair.second_in, &table->sum[c][b]);
    }
    felt_pair_judge(&pair, &verdict);
    return verdict;
}

/* The score of seats 0 and 1, the highest of all others, and how many of these are suspected. */
static double measure(struct table *table, double *others, int *suspected)
{
    *others = 0;
    for (int a = 0; a < SEATS; a++)
        for (int b = a + 1; b < SEATS; b++) {
            double score = judge(table, a, b).score;
            if (a == 0 && b == 1) continue;
            if (score > *others) *others = score;
            *suspected += score >= FELT_PAIR_SUSPECT;
        }
    return judge(table, 0, 1).score;
}

static struct table *play_evening(enum trick trick, uint64_t seed, int hands, uint32_t dumps)
{
    struct table *table = malloc(sizeof *table);
    assert_non_null(table);
    sit(table, trick, seed);
    for (int i = 0; i < hands; i++) play(table, i, dumps);
    return table;
}

/* ---- a hand -----------------------------------------------------------------------------------
 */

/* Three seats, 0 and 1 in the blinds of 1 and 2, as events that a card room would tell. */
static void of_events(const struct felt_event *events, uint32_t count, const felt_chips *won,
                      struct felt_collusion_hand *out)
{
    struct felt_deal deal = {.seats = 7, .button = 2, .stack = {STACK, STACK, STACK}};
    felt_collusion_hand(&(struct felt_told_hand){.deal = &deal,
                                                 .events = events,
                                                 .count = count,
                                                 .seats = 7,
                                                 .won = won,
                                                 .big_blind = BIG},
                        out);
}

#define ACT(who, what, chips)                                                                      \
    {                                                                                              \
        .kind = FELT_EVENT_ACT, .act = FELT_##what, .seat = who, .amount = chips                   \
    }

static void collusion_of_a_fold_for_little_are_giving_up(void **unused)
{
    (void)unused;
    static const felt_chips won[FELT_SEATS_MAX] = {-40, 41, -1};
    static const struct felt_event events[] = {{.kind = FELT_EVENT_BLIND, .seat = 2, .amount = 1},
                                               {.kind = FELT_EVENT_BLIND, .seat = 1, .amount = 2},
                                               ACT(0, RAISE_TO, 40),
                                               ACT(1, RAISE_TO, 48), /* ten more into ninety */
                                               ACT(2, FOLD, 0),
                                               ACT(0, FOLD, 0)};
    struct felt_collusion_hand hand;
    of_events(events, 6, won, &hand);
    assert_int_equal(hand.of[0][1].gave_up, 1);
    assert_int_equal(hand.of[1][0].gave_up, 0);
    assert_int_equal(hand.of[2][1].gave_up, 0); /* a small blind is not much */
    assert_int_equal(hand.of[0][1].gave_mbb, 20000);
    assert_int_equal(hand.of[1][0].gave_mbb, 0); /* M1 */
    assert_int_equal(hand.of[0][1].gave_sq, 400);
    assert_int_equal(hand.of[1][0].gave_sq, 400);
    assert_int_equal(hand.of[0][2].gave_sq, 0);
    assert_int_equal(hand.clue[0][1], FELT_CLUE_GAVE | FELT_CLUE_GAVE_UP);
    assert_int_equal(hand.of[2][0].hands, 1);
}

static void collusion_of_two_who_check_are_a_clue(void **unused)
{
    (void)unused;
    static const felt_chips won[FELT_SEATS_MAX] = {-8, 9, -1};
    static const struct felt_event events[] = {{.kind = FELT_EVENT_BLIND, .seat = 2, .amount = 1},
                                               ACT(0, RAISE_TO, 8),
                                               ACT(1, CALL, 8),
                                               ACT(2, FOLD, 0),
                                               {.kind = FELT_EVENT_BOARD, .count = 3},
                                               ACT(1, CHECK, 0),
                                               ACT(0, CHECK, 0),
                                               {.kind = FELT_EVENT_BOARD, .count = 1},
                                               ACT(1, CHECK, 0),
                                               ACT(0, CHECK, 0)};
    struct felt_event bets[10];
    struct felt_collusion_hand hand;
    of_events(events, 10, won, &hand);
    assert_int_equal(hand.of[0][1].duels, 2);
    assert_int_equal(hand.of[0][1].duel_bets, 0);
    assert_int_equal(hand.clue[0][1], FELT_CLUE_CHECKED);
    assert_int_equal(hand.clue[1][0], FELT_CLUE_CHECKED);
    memcpy(bets, events, sizeof bets);
    bets[9].act = FELT_RAISE_TO;
    bets[9].amount = 10;
    of_events(bets, 10, won, &hand);
    assert_int_equal(hand.of[0][1].duel_bets, 1);
    assert_int_equal(hand.clue[0][1], 0);
}

/* Two lose to two: each pays both, in proportion to what they won. */
static void collusion_share_losses_among_winners(void **unused)
{
    (void)unused;
    static const felt_chips won[FELT_SEATS_MAX] = {-60, 40, 20};
    struct felt_collusion_hand hand;
    of_events(NULL, 0, won, &hand);
    assert_int_equal(hand.of[0][1].gave_mbb, 20000);
    assert_int_equal(hand.of[0][2].gave_mbb, 10000);
    assert_int_equal(hand.of[1][2].gave_mbb, 0);
}

static void collusion_of_few_hands_say_nothing(void **unused)
{
    (void)unused;
    struct felt_pair pair = {
        .there = {.hands = FELT_PAIR_HANDS_MIN - 1, .gave_mbb = 900000, .gave_sq = 1000}};
    struct felt_suspicion verdict;
    felt_pair_judge(&pair, &verdict);
    assert_true(verdict.score < 1);
    pair.there.hands = FELT_PAIR_HANDS_MIN;
    felt_pair_judge(&pair, &verdict);
    assert_true(verdict.score > FELT_PAIR_SUSPECT);
    assert_true(verdict.first_gives);
}

/* ---- tables ------------------------------------------------------------------------------------
 */

static void collusion_find_the_pair_that_cheats(void **unused)
{
    (void)unused;
    static const struct {
        enum trick trick;
        int hands;
        uint64_t seed;
    } rows[] = {{DUMPS, 300, 3}, {SOFT, 1000, 8}, {HONEST, 300, 11}, {HONEST, 300, 12}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int suspected = 0;
        double others;
        struct table *table = play_evening(rows[i].trick, rows[i].seed, rows[i].hands, 10);
        double score = measure(table, &others, &suspected);
        free(table);
        bool found = score >= FELT_PAIR_SUSPECT && score > others;
        if (found != (rows[i].trick != HONEST) || suspected)
            fail_msg("row %zu: score %.1f, others %.1f", i, score, others);
    }
}

/* ---- how often honest pairs are suspected, and crooked ones found ------------------------------
 */

static void measure_tables(int tables, uint64_t seed)
{
    static const struct {
        const char *name;
        enum trick trick;
        int hands;
        uint32_t dumps;
    } kinds[] = {{"honest, 300 hands", HONEST, 300, 0}, {"honest, 1000 hands", HONEST, 1000, 0},
                 {"dumps 5 %, 300", DUMPS, 300, 5},     {"dumps 10 %, 300", DUMPS, 300, 10},
                 {"dumps 5 %, 1000", DUMPS, 1000, 5},   {"soft, 300 hands", SOFT, 300, 0},
                 {"soft, 1000 hands", SOFT, 1000, 0}};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        int suspected = 0, found = 0, first = 0;
        double highest = 0, sum = 0;
        for (int i = 0; i < tables; i++) {
            double others;
            struct table *table = play_evening(kinds[k].trick, seed + 1000 * k + (uint64_t)i,
                                               kinds[k].hands, kinds[k].dumps);
            double score = measure(table, &others, &suspected);
            if (kinds[k].trick == HONEST && score >= FELT_PAIR_SUSPECT) suspected++;
            found += score >= FELT_PAIR_SUSPECT;
            first += score > others;
            sum += score;
            if (others > highest) highest = others;
            free(table);
        }
        int honest = tables * (kinds[k].trick == HONEST ? 15 : 14);
        printf("%-20s pair: found %d of %d, at the top %d, score %.1f; honest pairs suspected %d "
               "of %d, highest %.1f\n",
               kinds[k].name, found, tables, first, sum / tables, suspected, honest, highest);
    }
}

/* ---- single hands ------------------------------------------------------------------------------
 */

/* Points of a pair as the report has them. */
static int points_of(const struct table *table, int a, int b, bool same_address)
{
    struct felt_dumps dumps = table->dumps[a][b];
    dumps.together = table->sum[a][b].hands;
    for (int c = 0; c < SEATS; c++) {
        if (c == a || c == b) continue;
        dumps.others += table->sum[a][c].hands;
        dumps.elsewhere += table->dumps[a][c].hands;
    }
    dumps.same_address = same_address;
    return felt_dump_points(&dumps);
}

/* Honest evenings: how many hands look like a dump, and how many pairs are marked for it. */
static void measure_honest(int tables, int hands, uint64_t seed)
{
    int look = 0, told = 0, marked = 0, address = 0;
    for (int i = 0; i < tables; i++) {
        struct table *table = play_evening(HONEST, seed + (uint64_t)i, hands, 0);
        for (int a = 0; a < SEATS; a++)
            for (int b = 0; b < SEATS; b++) {
                if (a == b || !table->dumps[a][b].hands) continue;
                look += (int)table->dumps[a][b].hands;
                told += points_of(table, a, b, false) >= FELT_DUMP_TELL;
                marked += points_of(table, a, b, false) >= FELT_DUMP_SUSPECT;
                address += points_of(table, a, b, true) >= FELT_DUMP_SUSPECT;
            }
        free(table);
    }
    double unit = (double)tables * hands / 10000;
    printf("honest, %d hands: in 10000 of them %.1f look like it; pairs: %.1f told, %.1f marked, "
           "%.1f would be with one address\n",
           tables * hands, look / unit, told / unit, marked / unit, address / unit);
}

/* One dump in an evening of `hands`: how often it is seen, and marked. */
static void measure_dumps(int tables, int hands, uint64_t seed)
{
    static const char *const names[WAYS] = {"folds behind 90 bb", "calls with anything",
                                            "bets 100 bb on anything"};
    for (enum way way = 0; way < WAYS; way++) {
        int lost = 0, seen = 0, marked = 0, address = 0;
        for (int i = 0; i < tables; i++) {
            struct table *table = play_evening(DUMPS_ONCE, seed + (uint64_t)i, hands, 0);
            table->way = way;
            play(table, hands, 1);
            if (table->clue & FELT_CLUE_GAVE) {
                lost++;
                seen += table->clue >= FELT_CLUE_DUMP_FOLD;
                marked += points_of(table, 0, 1, false) >= FELT_DUMP_SUSPECT;
                address += points_of(table, 0, 1, true) >= FELT_DUMP_SUSPECT;
            }
            free(table);
        }
        printf("%s after %d hands: %d of %d lost it; seen %d, marked %d, with one address %d\n",
               names[way], hands, lost, tables, seen, marked, address);
    }
}

static void collusion_see_a_stack_that_goes_over(void **unused)
{
    (void)unused;
    struct table *table = play_evening(DUMPS_ONCE, 5, 3, 0);
    table->way = BY_FOLD;
    play(table, 3, 1);
    assert_true(table->clue & FELT_CLUE_DUMP_FOLD);
    assert_int_equal(points_of(table, 0, 1, false), FELT_DUMP_SUSPECT); /* newcomers */
    assert_int_equal(points_of(table, 0, 1, true), FELT_DUMP_SUSPECT + 2);
    assert_int_equal(points_of(table, 1, 0, true), 0); /* the other way nothing went */
    free(table);
}

#define HOLE(who, one, two)                                                                        \
    {                                                                                              \
        .kind = FELT_EVENT_DEAL, .seat = who, .count = 2, .cards = { one, two }                    \
    }

/* Seat 0 has these cards and loses everything to seat 1 before the flop: by a call, or by a bet. */
static uint8_t clue_of(const char *cards, bool calls, felt_chips lost)
{
    felt_card card[2];
    int count = 0;
    struct felt_complaint why;
    const felt_chips won[FELT_SEATS_MAX] = {-lost, lost + 2, -2};
    assert_int_equal(felt_cards_read(cards, strlen(cards), 2, card, &count, &why), FELT_OK);
    const struct felt_event events[] = {{.kind = FELT_EVENT_BLIND, .seat = 2, .amount = 2},
                                        HOLE(0, card[0], card[1]),
                                        ACT(1, RAISE_TO, lost),
                                        ACT(0, CALL, lost),
                                        ACT(0, RAISE_TO, lost),
                                        ACT(1, CALL, lost)};
    struct felt_event chosen[4] = {events[0], events[1], events[calls ? 2 : 4],
                                   events[calls ? 3 : 5]};
    struct felt_deal deal = {.seats = 7, .button = 2, .stack = {STACK, STACK, STACK}};
    struct felt_collusion_hand hand;
    felt_collusion_hand(&(struct felt_told_hand){.deal = &deal,
                                                 .events = chosen,
                                                 .count = 4,
                                                 .seats = 7,
                                                 .won = won,
                                                 .big_blind = BIG,
                                                 .game = felt_showdown_find("holdem")},
                        &hand);
    return hand.clue[0][1] & (uint8_t)~FELT_CLUE_GAVE;
}

static void collusion_know_cards_that_make_no_sense(void **unused)
{
    (void)unused;
    assert_int_equal(clue_of("3h2c", true, STACK), FELT_CLUE_DUMP_CALL);
    assert_int_equal(clue_of("AhKc", true, STACK), 0); /* bad luck */
    assert_int_equal(clue_of("9h9c", false, STACK), 0);
    assert_int_equal(clue_of("3h2c", true, STACK / 2 - 1), 0); /* half a stack */
}

/* What is left in play decides how many points one hand has. */
static void collusion_count_points_of_single_hands(void **unused)
{
    (void)unused;
    static const struct {
        struct felt_dumps dumps;
        int points;
    } rows[] = {
        {{.clues = FELT_CLUE_GAVE, .hands = 0, .together = 1, .others = 500}, 0},
        {{.clues = FELT_CLUE_DUMP_BET, .hands = 1, .together = 60, .others = 240}, 2},
        {{.clues = FELT_CLUE_DUMP_CALL, .hands = 1, .together = 60, .others = 240}, 3},
        {{.clues = FELT_CLUE_DUMP_CALL, .hands = 1, .together = 60, .others = 240, .elsewhere = 1},
         0},
        {{.clues = FELT_CLUE_DUMP_CALL, .hands = 1, .together = 60, .others = 0}, 4},
        {{.clues = FELT_CLUE_DUMP_CALL, .hands = 1, .together = 5, .others = 20}, 4},
        {{.clues = FELT_CLUE_DUMP_BET, .hands = 2, .together = 100, .others = 400}, 3},
        {{.clues = FELT_CLUE_DUMP_BET, .hands = 2, .together = 101, .others = 400}, 2},
        {{.clues = FELT_CLUE_DUMP_BET,
          .hands = 1,
          .together = 60,
          .others = 240,
          .same_address = true},
         4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(felt_dump_points(&rows[i].dumps), rows[i].points);
}

TEST_MODULE(collusion)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collusion_of_a_fold_for_little_are_giving_up),
        cmocka_unit_test(collusion_of_two_who_check_are_a_clue),
        cmocka_unit_test(collusion_share_losses_among_winners),
        cmocka_unit_test(collusion_of_few_hands_say_nothing),
        cmocka_unit_test(collusion_find_the_pair_that_cheats),
        cmocka_unit_test(collusion_see_a_stack_that_goes_over),
        cmocka_unit_test(collusion_know_cards_that_make_no_sense),
        cmocka_unit_test(collusion_count_points_of_single_hands),
    };
    if (argc >= 3 && strcmp(argv[1], "--single") == 0) {
        uint64_t seed = argc > 3 ? (uint64_t)atoll(argv[3]) : 1;
        measure_honest(atoi(argv[2]), 300, seed);
        measure_dumps(atoi(argv[2]), 5, seed);
        measure_dumps(atoi(argv[2]), 60, seed);
        return 0;
    }
    if (argc >= 3 && strcmp(argv[1], "--tables") == 0) {
        measure_tables(atoi(argv[2]), argc > 3 ? (uint64_t)atoll(argv[3]) : 1);
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
