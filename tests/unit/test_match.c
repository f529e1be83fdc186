/* test_match.c -- groups of duplicate deals: who sits where, which cards lie there, what is told to
 * whom, what is not legal.  Luck: test_match_luck.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/hash.h"
#include "match_players.h"
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* The rules of the match under way. */
static struct felt_poker_rules rules;

static struct felt_match make_match(const char *variant, int players,
                                    const struct felt_player_kind *const *kinds)
{
    return match_make(variant, players, kinds, &rules);
}

static struct felt_match make_uniform(const char *variant, int players,
                                      const struct felt_player_kind *kind)
{
    const struct felt_player_kind *kinds[FELT_SEATS_MAX];
    for (int i = 0; i < FELT_SEATS_MAX; i++) kinds[i] = kind;
    return make_match(variant, players, kinds);
}

static struct felt_match make_mixed(const char *variant, int players)
{
    static const struct felt_player_kind *const some[] = {&match_chancer, &match_rememberer,
                                                          &match_caller, &match_shover};
    const struct felt_player_kind *kinds[FELT_SEATS_MAX];
    for (int i = 0; i < FELT_SEATS_MAX; i++) kinds[i] = some[i % 4];
    return make_match(variant, players, kinds);
}

static void play(const struct felt_match *match, uint64_t group,
                 const struct felt_match_watch *watch, struct felt_match_group *out)
{
    match_play_in(match, group, 0xA5, watch, out);
}

static const char *const variants[] = {"holdem", "omaha",     "stud",      "27-single", "27-triple",
                                       "badugi", "the-bitch", "pineapple", "leduc",     "kuhn"};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

/* ---- seats ----------------------------------------------------------------------------------- */

static void match_players_sit_in_every_seat_equally_often(void **unused)
{
    (void)unused;
    for (int players = 2; players <= FELT_SEATS_MAX; players++) {
        int legs = felt_match_legs(players), often[FELT_SEATS_MAX][FELT_SEATS_MAX] = {0};
        assert_in_range(legs, 2, FELT_MATCH_LEGS_MAX);
        for (int leg = 0; leg < legs; leg++) {
            felt_seats taken = 0;
            for (int player = 0; player < players; player++) {
                felt_seat seat = felt_match_seat(players, leg, player);
                assert_in_range(seat, 0, players - 1);
                taken |= (felt_seats)(1u << seat);
                often[player][seat]++;
            }
            assert_int_equal(taken, (1u << players) - 1);
        }
        for (int i = 0; i < players * players; i++)
            assert_int_equal(often[i / players][i % players], legs / players);
    }
}

static void match_three_players_sit_in_all_orders(void **unused)
{
    (void)unused;
    bool seen[27] = {false};
    for (int leg = 0; leg < 6; leg++) {
        int order = felt_match_seat(3, leg, 0) * 9 + felt_match_seat(3, leg, 1) * 3 +
                    felt_match_seat(3, leg, 2);
        assert_false(seen[order]);
        seen[order] = true;
    }
}

/* ---- cards ----------------------------------------------------------------------------------- */

/* A hash of the events of each hand of a group, in the order in which they are played. */
struct ledger {
    int hands;
    uint64_t hash[64];
    felt_chips rake;
    int decisions;
};

static void ledger_begin(void *self, uint64_t group, int leg, uint32_t deal,
                         const struct felt_deal *from, const int8_t player[FELT_SEATS_MAX])
{
    struct ledger *ledger = self;
    (void)group;
    (void)deal;
    assert_non_null(from->later);
    for (int i = 0; i < felt_seats_count(from->seats); i++)
        assert_int_equal(felt_match_seat(felt_seats_count(from->seats), leg, player[i]), i);
    assert_in_range(ledger->hands, 0, 63);
    ledger->hash[ledger->hands++] = 0;
}

static void ledger_events(void *self, const struct felt_event *events, uint32_t count)
{
    struct ledger *ledger = self;
    uint64_t *hash = &ledger->hash[ledger->hands - 1];
    for (uint32_t i = 0; i < count; i++) {
        const struct felt_event *event = &events[i];
        if (event->kind == FELT_EVENT_RAKE) ledger->rake += event->amount;
        *hash = felt_hash_word(*hash, event->kind);
        *hash = felt_hash_word(*hash, (uint64_t)event->seat);
        for (int c = 0; c < event->count; c++) *hash = felt_hash_word(*hash, event->cards[c]);
    }
}

static void ledger_decision(void *self, felt_seat seat, const struct felt_decision *decision)
{
    struct ledger *ledger = self;
    assert_in_range(seat, 0, FELT_SEATS_MAX - 1);
    assert_non_null(decision->reasoning);
    ledger->decisions++;
}

static struct felt_match_watch watch_with(struct ledger *ledger)
{
    memset(ledger, 0, sizeof *ledger);
    return (struct felt_match_watch){ledger, ledger_begin, ledger_events, ledger_decision, NULL};
}

/* Callers do the same in every leg, so everything that happens must be the same: cards, draws,
 * cards that go back into the deck. */
static void match_legs_have_the_same_cards(void **unused)
{
    (void)unused;
    for (int v = 0; v < VARIANTS; v++) {
        struct felt_match match =
            make_uniform(variants[v], match_seats(variants[v], 4), &match_caller);
        uint64_t before = 0;
        match.deals = 2;
        for (uint64_t group = 0; group < 3; group++) {
            struct felt_match_group out;
            struct ledger ledger;
            struct felt_match_watch watch = watch_with(&ledger);
            play(&match, group, &watch, &out);
            assert_int_equal(ledger.hands, felt_match_legs(match.players) * 2);
            for (int i = 2; i < ledger.hands; i++)
                assert_true(ledger.hash[i] == ledger.hash[i - 2]);
            /* Kuhn's deck has six deals: there two hands may well be the same. */
            if (strcmp(variants[v], "kuhn") == 0) continue;
            assert_true(ledger.hash[0] != ledger.hash[1]);
            assert_true(ledger.hash[0] != before);
            before = ledger.hash[0];
        }
    }
}

static void match_streams_of_players_are_their_own(void **unused)
{
    (void)unused;
    struct felt_match match = make_uniform("kuhn", 2, &match_chancer);
    match_traces.streams = 0;
    for (uint64_t group = 0; group < 100; group++) {
        struct felt_match_group out;
        play(&match, group, NULL, &out);
    }
    assert_int_equal(match_traces.streams, 400);
    for (int i = 0; i < match_traces.streams; i++)
        for (int j = 0; j < i; j++)
            assert_memory_not_equal(&match_traces.stream[i], &match_traces.stream[j],
                                    sizeof match_traces.stream[i]);
}

static void match_players_are_told_what_they_may_know(void **unused)
{
    (void)unused;
    for (int v = 0; v < VARIANTS; v++) {
        struct felt_match match =
            make_uniform(variants[v], match_seats(variants[v], 3), &match_caller);
        struct felt_match_group out;
        match_traces.mistakes = 0;
        play(&match, 0, NULL, &out);
        assert_int_equal(match_traces.mistakes, 0);
    }
}

/* ---- results --------------------------------------------------------------------------------- */

static void match_of_a_player_with_itself_is_exactly_0(void **unused)
{
    (void)unused;
    static const struct felt_player_kind *const kinds[] = {&match_caller, &match_shover};
    for (int k = 0; k < 2; k++) {
        for (int v = 0; v < VARIANTS; v++) {
            for (int players = 2; players <= match_seats(variants[v], 5); players++) {
                struct felt_match match = make_uniform(variants[v], players, kinds[k]);
                for (uint64_t group = 0; group < 3; group++) {
                    struct felt_match_group out;
                    play(&match, group, NULL, &out);
                    for (int i = 0; i < players; i++) {
                        assert_true(out.won[i] == 0);
                        assert_true(out.adjusted[i] == 0);
                    }
                }
            }
        }
    }
}

static void match_results_sum_to_minus_the_rake(void **unused)
{
    (void)unused;
    for (int v = 0; v < VARIANTS; v++) {
        for (int raked = 0; raked < 2; raked++) {
            struct felt_match match = make_mixed(variants[v], match_seats(variants[v], 4));
            uint32_t lucky = 0;
            felt_chips rake = 0;
            if (raked) {
                rules.rake_per_10000 = 500;
                rules.rake_cap = FELT_CHIPS_MAX;
            }
            for (uint64_t group = 0; group < 30; group++) {
                struct felt_match_group out;
                struct ledger ledger;
                struct felt_match_watch watch = watch_with(&ledger);
                int64_t won = 0, adjusted = 0;
                play(&match, group, &watch, &out);
                for (int i = 0; i < match.players; i++) {
                    won += out.won[i];
                    adjusted += out.adjusted[i];
                    ledger.decisions -= (int)out.decisions[i];
                }
                assert_true(won == -ledger.rake * FELT_MATCH_MILLI);
                assert_true(adjusted == won);
                assert_int_equal(ledger.decisions, 0);
                rake += ledger.rake;
                assert_in_range(out.showdowns, 0, out.hands);
                lucky += out.lucky;
            }
            assert_int_equal(rake > 0, raked);
            /* In the two smallest games nobody can be all-in. */
            bool can = strcmp(variants[v], "kuhn") != 0 && strcmp(variants[v], "leduc") != 0;
            assert_int_equal(lucky > 0, can);
        }
    }
}

/* Real players too: those of the hand store that play the game. */
static void match_result_does_not_depend_on_memory(void **unused)
{
    (void)unused;
    for (int v = 0; v < VARIANTS; v++) {
        struct felt_match match = make_mixed(variants[v], match_seats(variants[v], 4));
        int player = 0;
        for (int k = 0; k < felt_player_count() && player < match.players; k++) {
            const struct felt_player_kind *kind = felt_player_at(felt_player_count() - 1 - k);
            if (!kind->plays(match.game, match.rules)) continue;
            match.player[player].kind = kind;
            match.player[player++].settings = felt_strategy_config_default();
        }
        match.deals = 2;
        match.samples = 10;
        struct felt_match_group out[2];
        match_play_in(&match, 9, 0, NULL, &out[0]);
        match_play_in(&match, 9, 0xFF, NULL, &out[1]);
        for (int i = 0; i < match.players; i++) {
            assert_true(out[0].won[i] == out[1].won[i]);
            assert_true(out[0].adjusted[i] == out[1].adjusted[i]);
            assert_int_equal(out[0].decisions[i], out[1].decisions[i]);
            assert_int_equal(out[0].illegal[i], 0);
        }
        assert_int_equal(out[0].lucky, out[1].lucky);
        assert_int_equal(out[0].showdowns, out[1].showdowns);
    }
}

/* ---- what is not legal ----------------------------------------------------------------------- */

static void match_illegal_action_becomes_the_timid_one(void **unused)
{
    (void)unused;
    const struct felt_player_kind *const kinds[] = {&match_wrong, &match_shover};
    struct felt_match match = make_match("holdem", 2, kinds);
    struct felt_match_group out;
    play(&match, 0, NULL, &out);
    assert_int_equal(out.illegal[0], 2);
    assert_int_equal(out.warnings[0], 2);
    assert_int_equal(out.decisions[0], 2);
    assert_int_equal(out.illegal[1] + out.warnings[1], 0);
    assert_true(out.won[0] ==
                -(MATCH_UNIT + MATCH_UNIT / 2) * FELT_MATCH_MILLI); /* both blinds, folded */
    assert_false(out.stopped);
}

static void match_illegal_action_ends_a_strict_match(void **unused)
{
    (void)unused;
    const struct felt_player_kind *const kinds[] = {&match_caller, &match_wrong};
    struct felt_match match = make_match("holdem", 2, kinds);
    struct felt_match_group out;
    match.stop_on_illegal = true;
    play(&match, 3, NULL, &out);
    assert_true(out.stopped);
    assert_int_equal(out.culprit, 1);
    assert_string_equal(out.complaint.text, "wrong took an action that is not legal: raise_to, "
                                            "amount 1, in group 3, leg 0, deal 0");
}

static void match_that_cannot_be_played_is_refused(void **unused)
{
    (void)unused;
    static const struct {
        int players;
        uint32_t deals, futures;
        felt_chips stack;
        enum felt_status status;
        const char *text;
    } rows[] = {
        {1, 1, 0, 500, FELT_WRONG_COUNT, "a match has 2 to 10 players at a table; these are 1"},
        {11, 1, 0, 500, FELT_WRONG_COUNT, "a match has 2 to 10 players at a table; these are 11"},
        {2, 0, 0, 500, FELT_WRONG_COUNT, "a group has 1 to 1000000 deals; these are 0"},
        {2, 1, 1000001, 500, FELT_WRONG_COUNT,
         "at most 1000000 futures are looked at; these are 1000001"},
        {2, 1, 0, FELT_MATCH_STACK_MAX + 1, FELT_BAD_DEAL,
         "a stack of 100000001 chips is too large for a match; the largest is 100000000"},
        {2, 3, 0, FELT_MATCH_STACK_MAX, FELT_BAD_DEAL,
         "200000000 chips on the table are too many for groups of 6 hands; take smaller stacks or "
         "fewer deals"},
        {2, 1, 0, 0, FELT_BAD_DEAL,
         "the game cannot begin with these seats, stacks and forced bets"},
        {3, 1, 0, 500, FELT_BAD_DEAL,
         "the game cannot begin with these seats, stacks and forced bets"},
        {2, 2, 1000000, FELT_MATCH_STACK_MAX, FELT_OK, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_match match = make_uniform("holdem", 2, &match_caller);
        struct felt_complaint complaint = {0};
        match.players = rows[i].players;
        match.deals = rows[i].deals;
        match.futures = rows[i].futures;
        match.deal.stack[0] = match.deal.stack[1] = rows[i].stack;
        assert_int_equal(felt_match_verify(&match, &complaint), rows[i].status);
        assert_string_equal(complaint.text, rows[i].text);
    }
    struct felt_match match = make_uniform("holdem", 2, &match_caller);
    struct felt_complaint complaint = {0};
    match.player[1].kind = &match_stranger;
    assert_int_equal(felt_match_verify(&match, &complaint), FELT_UNSUPPORTED);
    assert_int_equal(complaint.at, 1);
}

TEST_MODULE(match)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(match_players_sit_in_every_seat_equally_often),
        cmocka_unit_test(match_three_players_sit_in_all_orders),
        cmocka_unit_test(match_legs_have_the_same_cards),
        cmocka_unit_test(match_streams_of_players_are_their_own),
        cmocka_unit_test(match_players_are_told_what_they_may_know),
        cmocka_unit_test(match_of_a_player_with_itself_is_exactly_0),
        cmocka_unit_test(match_results_sum_to_minus_the_rake),
        cmocka_unit_test(match_result_does_not_depend_on_memory),
        cmocka_unit_test(match_illegal_action_becomes_the_timid_one),
        cmocka_unit_test(match_illegal_action_ends_a_strict_match),
        cmocka_unit_test(match_that_cannot_be_played_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
