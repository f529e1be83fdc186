/* test_house_play.c -- what the house does in situations that a card player can read, and how it
 * changes when it knows somebody.
 *
 * Every situation is asked many times, with other chances and other cards for the rest of the
 * table: who mixes his play is not judged by one hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/assert.h"
#include "module.h"
#include "play_hand.h"
#include "support.h"
#include "table_script.h"

#include <string.h>

enum { UNIT = 100, DEEP = 100 * UNIT };

static struct script_player house_at(void *block)
{
    return (struct script_player){.kind = felt_player_find("house", 5), .block = block};
}

/* ---- situations ---- */

enum {
    FOLDS = 1 << FELT_FOLD,
    CHECKS = 1 << FELT_CHECK,
    CALLS = 1 << FELT_CALL,
    RAISES = 1 << FELT_RAISE_TO,
    STAYS = CALLS | RAISES
};

struct situation {
    const char *variant;
    int limit, seats;
    felt_chips stack;
    int hero;
    const char *hole, *board, *line; /* of all seats (table_script.h)                         */
    int kinds;                       /* what it should do ...                                  */
    int percent;                     /* ... at least so often                                  */
};

/* How often the action is one of the kinds, in so many hands. */
static int count_kinds(const struct situation *row, const struct felt_strategy_config *settings,
                       int hands)
{
    static _Alignas(16) char block[PLAY_BLOCK_BYTES];
    static struct script_table table;
    const struct felt_budget budget = {.samples = 128};
    int count = 0;
    for (int hand = 0; hand < hands; hand++) {
        struct script_player hero = house_at(block);
        struct script_cards cards = {.board = row->board};
        cards.hole[row->hero] = row->hole;
        script_open(&table, row->variant, (enum felt_limit)row->limit, UNIT, row->seats, row->stack,
                    0);
        hero.kind->sit(block, settings, felt_rng_make((uint64_t)hand));
        script_deal(&table, &cards, (uint64_t)hand);
        script_begin(&hero, &table, (felt_seat)row->hero);
        script_act(&table, row->line);
        count += row->kinds >> script_choose(&hero, &table, &budget).action.kind & 1;
    }
    return count;
}

static void expect(const struct situation *row, const struct felt_strategy_config *settings,
                   const char *who, int hands)
{
    int count = count_kinds(row, settings, hands);
    if (100 * count < row->percent * hands)
        fail_msg("%s in %s with %s on %s after \"%s\": %d of %d, not %d %%", who, row->variant,
                 row->hole, row->board ? row->board : "nothing", row->line, count, hands,
                 row->percent);
}

#define NL    FELT_NO_LIMIT
#define FL    FELT_FIXED_LIMIT
#define RIVER "c k | k k | k k |"

/* Nobody at any table plays these in another way. */
static const struct situation by_everybody[] = {
    /* the best hand there is, against a bet */
    {"holdem", NL, 2, DEEP, 0, "As Ks", "Qs Js Ts 4d 2c", RIVER "r200", STAYS, 100},
    {"holdem", NL, 2, DEEP, 0, "As Ks", "Qs Js Ts 4d 2c", RIVER "x", STAYS, 100},
    {"holdem", FL, 2, DEEP, 0, "8s 7s", "6s 5s 4s Kd 2c", RIVER "r200", STAYS, 100},
    {"omaha", FELT_POT_LIMIT, 2, DEEP, 0, "9s 8s 2c 3d", "7s 6s 5s Kd 2h", RIVER "r200", STAYS,
     100},
    {"omaha-hilo", FELT_POT_LIMIT, 2, DEEP, 0, "As 2s Kc Kd", "3s 4s 5s Jd Qh", RIVER "r200", STAYS,
     100},
    {"27-triple", NL, 2, DEEP, 0, "2c 3d 4h 5s 7c", NULL,
     "c k | d12 d | k k | d1 d | k k | d1 d | x", STAYS, 100},
    {"badugi", NL, 2, DEEP, 0, "As 2h 3d 4c", NULL, "c k | d12 d | k k | d1 d | k k | d1 d | x",
     STAYS, 100},
    {"draw", NL, 2, DEEP, 0, "As Ks Qs Js Ts", NULL, "c k | d123 d | x", STAYS, 100},
    /* aces before the flop */
    {"holdem", NL, 2, DEEP, 0, "As Ah", NULL, "", STAYS, 100},
    {"holdem", NL, 2, DEEP, 1, "As Ah", NULL, "r250", STAYS, 100},
    {"holdem", NL, 2, DEEP, 0, "As Ah", NULL, "r250 r900", STAYS, 100},
    {"holdem", NL, 2, DEEP, 1, "As Ah", NULL, "x", STAYS, 100},
    {"holdem", NL, 9, DEEP, 3, "As Ah", NULL, "", STAYS, 100},
    {"holdem", NL, 6, DEEP, 0, "As Ah", NULL, "r250 r900 r2500", STAYS, 100},
    {"holdem", NL, 6, DEEP, 2, "As Ah", NULL, "x f f c f", STAYS, 100},
    {"holdem", NL, 6, 8 * UNIT, 3, "As Ah", NULL, "", STAYS, 100},
    {"holdem", NL, 6, 8 * UNIT, 1, "As Ah", NULL, "x f f f", STAYS, 100},
    {"holdem", FL, 6, DEEP, 1, "As Ah", NULL, "r200 r300 f f", STAYS, 100},
    /* a look that costs nothing */
    {"holdem", NL, 2, DEEP, 1, "7c 2d", NULL, "c", CHECKS | RAISES, 100},
    {"holdem", NL, 2, DEEP, 0, "7c 2d", "As Kh Qd", "c k | k", CHECKS | RAISES, 100},
};

/* With the usual dials. */
static const struct situation by_the_house[] = {
    /* a game of one round: the queen catches bluffs, the jack does not */
    {"kuhn", FL, 2, DEEP, 1, "Qs", NULL, "k r100", STAYS, 60},
    {"kuhn", FL, 2, DEEP, 1, "Js", NULL, "k r100", FOLDS, 80},
    /* nothing at all, against as much as there is */
    {"holdem", NL, 2, DEEP, 0, "7c 2d", "Ks Qh 9d 5s 3h", RIVER "x", FOLDS, 95},
    {"holdem", NL, 2, DEEP, 0, "4c 3d", "As Ah Kd Qs Jc", RIVER "x", FOLDS, 95},
    {"omaha", NL, 2, DEEP, 0, "2c 2d 3h 4s", "Ks Qh 9d 8s 7h", RIVER "x", FOLDS, 95},
    {"27-single", NL, 2, DEEP, 0, "Kc Kd Kh Ks Qc", NULL, "c k | d1 d | x", FOLDS, 95},
    /* the worst hand at a full table, first to speak */
    {"holdem", NL, 9, DEEP, 3, "7c 2d", NULL, "", FOLDS, 97},
    {"holdem", NL, 6, DEEP, 3, "7c 2d", NULL, "", FOLDS, 97},
    {"holdem", NL, 9, DEEP, 3, "8c 3d", NULL, "", FOLDS, 97},
    {"holdem", NL, 9, DEEP, 4, "7c 2d", NULL, "r250", FOLDS, 97},
    {"holdem", NL, 6, DEEP, 2, "7c 2d", NULL, "r300 r1000 f f f", FOLDS, 97},
    /* good hands bet */
    {"holdem", NL, 2, DEEP, 0, "As Ah", NULL, "", RAISES, 70},
    {"holdem", NL, 6, DEEP, 3, "As Kh", NULL, "", RAISES, 70},
    {"holdem", NL, 2, DEEP, 0, "7s 7h", "7d Kc 2h", "c k | r200", STAYS, 100},
    {"holdem", NL, 2, DEEP, 0, "Ks Kh", "Kd Kc 2h 7s 4d", RIVER "k", RAISES, 70},
    /* short stacks: all of it, or nothing */
    {"holdem", NL, 6, 8 * UNIT, 3, "7c 2d", NULL, "", FOLDS, 100},
    {"holdem", NL, 6, 8 * UNIT, 3, "As Ks", NULL, "", RAISES, 100},
    {"holdem", NL, 2, 5 * UNIT, 0, "Ks 9h", NULL, "", RAISES, 100},
    {"holdem", NL, 6, 8 * UNIT, 1, "7c 2d", NULL, "x f f f", FOLDS, 100},
};

static void house_plays_as_everybody_would(void **unused)
{
    (void)unused;
    int hands = test_is_quick() ? 2 : 12;
    for (int i = 0; i < felt_persona_count(); i++)
        for (size_t k = 0; k < sizeof by_everybody / sizeof by_everybody[0]; k++)
            expect(&by_everybody[k], &felt_persona_at(i)->config, felt_persona_at(i)->name, hands);
}

static void house_plays_as_expected(void **unused)
{
    (void)unused;
    struct felt_strategy_config settings = felt_strategy_config_default();
    for (size_t k = 0; k < sizeof by_the_house / sizeof by_the_house[0]; k++)
        expect(&by_the_house[k], &settings, "the house", test_is_quick() ? 20 : 60);
}

/* Who pushes puts everything in. */
static void house_short_stack_is_all_in(void **unused)
{
    (void)unused;
    static _Alignas(16) char block[PLAY_BLOCK_BYTES];
    static struct script_table table;
    struct felt_strategy_config settings = felt_strategy_config_default();
    for (int units = 2; units <= 8; units++) {
        struct script_player hero = house_at(block);
        script_open(&table, "holdem", FELT_NO_LIMIT, UNIT, 6, units * UNIT, 0);
        hero.kind->sit(block, &settings, felt_rng_make(1));
        script_deal(&table, &(struct script_cards){.hole[3] = "As Ks"}, 1);
        script_begin(&hero, &table, 3);
        struct felt_action action =
            script_choose(&hero, &table, &(struct felt_budget){.samples = 0}).action;
        assert_int_equal(action.kind, FELT_RAISE_TO);
        assert_int_equal(action.amount, units * UNIT);
    }
}

/* ---- people it knows ---- */

/* What was seen of the others, and what is asked then. */
struct lesson {
    int seats;
    felt_seat hero;
    const char *lines[2]; /* hands that were seen, in turn                                    */
    const char *line;     /* what the house has to answer to                                  */
    int kinds;
};

static void deal_next(const struct lesson *lesson, struct script_player *hero,
                      struct script_table *table, uint64_t seed)
{
    script_open(table, "holdem", FELT_NO_LIMIT, UNIT, lesson->seats, DEEP, 0);
    script_deal(table, &(struct script_cards){.board = NULL}, seed);
    script_begin(hero, table, lesson->hero);
}

static void train(const struct lesson *lesson, struct script_player *hero,
                  struct script_table *table)
{
    enum { HANDS = 60 };
    for (int hand = 0; hand < HANDS; hand++) {
        deal_next(lesson, hero, table, (uint64_t)hand);
        script_act(table, lesson->lines[hand % 2]);
        felt_assert(felt_poker_actor(&table->state) < 0);
        script_tell(hero, table);
    }
}

/* Of `hands` situations: how often it does one of these, and the sum of its gains. */
struct habit {
    int did;
    int bluffs; /* bets that better hands would call                                        */
    double gain;
};

/* The same cards and the same chances each time; `taught`: after the lesson, else as a stranger. */
static struct habit watch(const struct lesson *lesson, bool taught, int hands)
{
    static _Alignas(16) char before[PLAY_BLOCK_BYTES], block[PLAY_BLOCK_BYTES];
    static struct script_table table;
    const struct felt_budget budget = {.samples = 128};
    struct felt_strategy_config settings = felt_strategy_config_default();
    struct script_player teacher = house_at(before), hero = house_at(block);
    struct habit habit = {0};
    teacher.kind->sit(before, &settings, felt_rng_make(7));
    if (taught) train(lesson, &teacher, &table);
    for (int hand = 0; hand < hands; hand++) {
        memcpy(block, before, hero.kind->bytes);
        deal_next(lesson, &hero, &table, 1000 + (uint64_t)hand);
        script_act(&table, lesson->line);
        struct felt_decision made = script_choose(&hero, &table, &budget);
        habit.did += lesson->kinds >> made.action.kind & 1;
        habit.bluffs += strstr(made.reasoning, "bluff") != NULL;
        habit.gain += made.gain;
    }
    return habit;
}

/* In the lines the house wins at least what it loses: who loses does not believe what it sees. */
static const struct lesson raises_always = {
    6, 2, {"r250 f f f f f", "r250 f f f f r900 f"}, "r250 f f f f", STAYS};
static const struct lesson raises_always_alone = {2, 1, {"r250 f", "r250 r900 f"}, "r300", STAYS};
static const struct lesson folds_always = {
    2, 0, {"c k | k r150 f", "r250 c | k r300 f"}, "c k | k", RAISES};
static const struct lesson calls_always = {
    2, 0, {"c k | k r150 c | k k | k k", "r250 c | k r300 c | k k | k k"}, "c k | k", RAISES};

/* It does it more often, by a thirtieth at least. */
static void expect_more(const struct lesson *lesson, int hands)
{
    struct habit known = watch(lesson, true, hands), unknown = watch(lesson, false, hands);
    if (30 * known.did < 31 * unknown.did)
        fail_msg("in %d of %d hands, with strangers in %d", known.did, hands, unknown.did);
}

static void house_calls_more_against_who_raises_always(void **unused)
{
    (void)unused;
    expect_more(&raises_always, test_is_quick() ? 100 : 400);
    expect_more(&raises_always_alone, test_is_quick() ? 100 : 400);
}

/* A bet with any cards brings less where everybody calls it. */
static void house_knows_who_calls_from_who_folds(void **unused)
{
    (void)unused;
    int hands = test_is_quick() ? 100 : 400;
    struct habit caller = watch(&calls_always, true, hands);
    struct habit folder = watch(&folds_always, true, hands);
    if (5 * caller.bluffs > 4 * folder.bluffs)
        fail_msg("of %d hands it bluffs %d against who calls, %d against who folds", hands,
                 caller.bluffs, folder.bluffs);
}

/* ---- unequal stacks ---- */

static struct felt_decision decide_at(struct script_table *table, felt_seat seat,
                                      const struct script_cards *cards, const char *line,
                                      uint64_t seed)
{
    static _Alignas(16) char block[PLAY_BLOCK_BYTES];
    const struct felt_budget budget = {0};
    struct felt_strategy_config settings = felt_strategy_config_default();
    struct script_player hero = house_at(block);
    hero.kind->sit(block, &settings, felt_rng_make(seed));
    script_deal(table, cards, seed);
    script_begin(&hero, table, seat);
    script_act(table, line);
    return script_choose(&hero, table, &budget);
}

/* Two seats that are all-in for one chip can win three: what the hand wins from the others is what
 * it wins without them. */
static void house_short_stacks_take_their_layer_only(void **unused)
{
    (void)unused;
    static struct script_table table;
    static const struct script_cards cards = {.hole = {"Ks Qd"}, .board = "Kh 8c 5d"};
    double with = 0, without = 0;
    for (int seats = 2; seats <= 4; seats += 2)
        for (uint64_t seed = 0; seed < 20; seed++) {
            script_open(&table, "holdem", FELT_NO_LIMIT, UNIT, seats, DEEP, 0);
            for (felt_seat seat = 2; seat < seats; seat++) {
                table.deal.stack[seat] = 1;
                table.deal.ante[seat] = 1;
                table.deal.blind[seat] = 0;
            }
            table.deal.blind[0] = table.deal.blind[1] = UNIT;
            table.deal.ante[0] = table.deal.ante[1] = 1;
            table.deal.opener = 0;
            struct felt_decision made = decide_at(&table, 0, &cards, "k k | r200", seed);
            *(seats == 2 ? &without : &with) += made.share;
        }
    if (with < 0.9 * without)
        fail_msg("a share of %.2f, without them %.2f", with / 20, without / 20);
}

/* Somebody is all-in for seven big blinds, and four deep stacks wait behind aces: that is no game
 * of push or fold. */
static void house_raises_over_a_short_push(void **unused)
{
    (void)unused;
    static struct script_table table;
    static const struct script_cards cards = {.hole = {[4] = "As Ah"}};
    int raises = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        script_open(&table, "holdem", FELT_NO_LIMIT, UNIT, 6, DEEP, 0);
        table.deal.stack[3] = 7 * UNIT;
        struct felt_decision made = decide_at(&table, 4, &cards, "x", seed);
        assert_int_not_equal(made.action.kind, FELT_FOLD);
        raises += made.action.kind == FELT_RAISE_TO;
    }
    if (raises < 20) fail_msg("it raises %d of 40", raises);
}

static bool same_habit(struct habit a, struct habit b)
{
    return a.did == b.did && !(a.gain < b.gain) && !(a.gain > b.gain);
}

/* It has lost every one of 60 hands: whatever it has seen misleads it.  Then people that differ in
 * everything are the same to it, and are not while it does not lose. */
static void house_who_loses_forgets_what_it_has_seen(void **unused)
{
    (void)unused;
    const struct lesson raiser = {2, 1, {"r250 f", "r300 f"}, "r250", STAYS};
    const struct lesson caller = {2, 1, {"c r300 r900 f", "c k | r100 f"}, "r250", STAYS};
    const struct lesson winner = {2, 1, {"r250 f", "r300 r900 f"}, "r250", STAYS};
    int hands = test_is_quick() ? 20 : 100;
    struct habit lost = watch(&raiser, true, hands);
    assert_true(same_habit(lost, watch(&caller, true, hands)));
    assert_false(same_habit(lost, watch(&winner, true, hands)));
}

TEST_MODULE(house_play)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(house_plays_as_everybody_would),
        cmocka_unit_test(house_plays_as_expected),
        cmocka_unit_test(house_short_stack_is_all_in),
        cmocka_unit_test(house_calls_more_against_who_raises_always),
        cmocka_unit_test(house_knows_who_calls_from_who_folds),
        cmocka_unit_test(house_who_loses_forgets_what_it_has_seen),
        cmocka_unit_test(house_short_stacks_take_their_layer_only),
        cmocka_unit_test(house_raises_over_a_short_push),
    };
    return cmocka_run_group_tests_name("house_play", tests, NULL, NULL);
}
