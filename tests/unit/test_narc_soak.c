/* test_narc_soak.c -- hands of Narc by chance, under every rule set there is and many there is not:
 * after every action the state is sound, and one in a hundred is looked at from all sides.
 *
 * A share of it is a test.  FELT_TEST_ACTIONS and FELT_TEST_SEED make it as long as you like,
 * FELT_TEST_TALLY=1 prints what was done (./dev soak narc). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "narc_any.h"
#include "narc_curios.h"
#include "narc_known.h"

#include <stdio.h>
#include <stdlib.h>

enum { ACTIONS = 300000, HANDS = 64, LOOK_EVERY = 97, EVENTS = 512 };

static uint64_t number(const char *variable, uint64_t otherwise)
{
    const char *text = getenv(variable);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

struct soak {
    struct felt_narc_rules rules;
    struct felt_narc_state state;
    struct felt_rng rng;
    struct felt_event event[EVENTS];
    uint64_t seed, table, actions, hands, sessions, ends[FELT_NARC_ENDS], automatic, capped;
};

static void complain(const struct soak *soak, const char *fault)
{
    fail_msg("%s: seed %llu, table %llu, hand %d, after %d actions", fault,
             (unsigned long long)soak->seed, (unsigned long long)soak->table,
             soak->state.hand_number, soak->state.actions);
}

/* A rule set of the game, or one of chance. */
static void choose_rules(struct soak *soak)
{
    struct felt_narc_options options;
    struct felt_narc_error error;
    if (soak->table % 2 == 0) {
        narc_known_rules(narc_known_name((int)(soak->table / 2 % NARC_KNOWN_RULES)), &soak->rules);
        return;
    }
    narc_any_options(&soak->rng, &options);
    if (felt_narc_rules_make(&options, &narc_curios, true, &soak->rules, &error) != FELT_OK)
        fail_msg("%s: %s", error.pointer, error.text);
}

static void act(struct soak *soak)
{
    const struct felt_narc_rules *rules = &soak->rules;
    struct felt_narc_state *state = &soak->state;
    struct felt_event_log log = {.event = soak->event, .room = EVENTS};
    struct felt_action action = narc_any_action(rules, state, &soak->rng, 6);
    uint64_t cap = state->betting.turn.raises;
    enum felt_status status =
        felt_narc_apply(rules, state, felt_narc_actor(rules, state), action, &log);
    if (status != FELT_OK) complain(soak, "a legal action was refused");
    if (!felt_narc_sound(rules, state)) complain(soak, "the state is unsound");
    for (uint32_t i = 0; i < log.count; i++)
        soak->automatic += soak->event[i].kind == FELT_EVENT_ACT && soak->event[i].amount;
    soak->capped += felt_turn_capped(&state->betting.turn) && cap < rules->options.cap;
    soak->actions++;
    if (soak->actions % LOOK_EVERY) return;
    const char *fault = narc_fault(rules, state, &soak->rng);
    if (fault) complain(soak, fault);
}

static void play_table(struct soak *soak)
{
    choose_rules(soak);
    felt_narc_rest(&soak->rules, (int32_t)felt_rng_below(&soak->rng, 150),
                   (int32_t)felt_rng_below(&soak->rng, 300), &soak->state);
    for (int hand = 0; hand < HANDS; hand++) {
        soak->sessions += soak->state.session_over;
        felt_narc_begin(&soak->rules, &soak->state, &soak->rng, &soak->state, NULL);
        if (!felt_narc_sound(&soak->rules, &soak->state)) complain(soak, "a deal is unsound");
        while (soak->state.phase != FELT_NARC_OVER) act(soak);
        soak->ends[soak->state.end]++;
        soak->hands++;
    }
}

static void narc_soak_random_actions_break_nothing(void **state)
{
    (void)state;
    static struct soak soak;
    uint64_t actions = number("FELT_TEST_ACTIONS", ACTIONS);
    soak.seed = number("FELT_TEST_SEED", 1);
    struct felt_rng seeds = felt_rng_make(soak.seed);
    for (soak.table = 0; soak.actions < actions; soak.table++) {
        soak.rng = felt_rng_split(&seeds, soak.table);
        play_table(&soak);
    }
    for (int end = FELT_NARC_SAFE; end < FELT_NARC_ENDS; end++) assert_true(soak.ends[end] > 0);
    assert_true(soak.automatic > 0 && soak.capped > 0);
    if (!getenv("FELT_TEST_TALLY")) return;
    const struct {
        const char *name;
        uint64_t count;
    } rows[] = {{"tables", soak.table},
                {"sessions", soak.sessions},
                {"hands", soak.hands},
                {"actions", soak.actions},
                {"automatic", soak.automatic},
                {"capped", soak.capped},
                {"safe", soak.ends[FELT_NARC_SAFE]},
                {"saved", soak.ends[FELT_NARC_SAVED]},
                {"busted", soak.ends[FELT_NARC_BUSTED]},
                {"folded", soak.ends[FELT_NARC_FOLDED]}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        fprintf(stderr, "tally %s %llu\n", rows[i].name, (unsigned long long)rows[i].count);
}

TEST_MODULE(narc_soak)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(narc_soak_random_actions_break_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
