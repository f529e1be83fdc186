/* test_narc_run.c -- runs of Narc: recorded, written, read, replayed to the same state; and what is
 * refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/narc_json.h"
#include "module.h"
#include "narc_curios.h"
#include "narc_known.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATES_MAX = 4096, HAND_FILE_MAX = 1024 };

static struct felt_narc_rules rules;
static struct felt_narc_run run, again;
static char text[FELT_NARC_RUN_TEXT_MAX + 1], other[FELT_NARC_RUN_TEXT_MAX + 1];
static struct felt_event events[FELT_EVENTS_MAX];

/* ---- playing at random ---- */

static struct felt_action pick(const struct felt_narc_state *state, struct felt_rng *rng)
{
    struct felt_option options[FELT_OPTIONS_MAX];
    for (;;) {
        int count = felt_narc_game.legal(&rules, state, options);
        int64_t all = felt_options_count(options, count);
        struct felt_action action =
            felt_options_pick(options, count, (int64_t)felt_rng_below(rng, (uint32_t)all));
        if (action.kind != FELT_FOLD || felt_rng_below(rng, 4) == 0) return action;
    }
}

/* Every state that was passed, by its hash. */
struct trail {
    uint64_t hash[STATES_MAX];
    uint32_t count;
};
static void note(struct trail *trail, const struct felt_narc_state *state)
{
    assert_true(trail->count < STATES_MAX);
    trail->hash[trail->count++] = felt_narc_hash(state);
}

/* Plays until `steps` actions are done or `sessions` sessions are over. */
static void play(struct felt_rng *rng, uint32_t sessions, int steps, struct trail *trail,
                 struct felt_narc_state *state)
{
    struct felt_event_log log = {events, 0, FELT_EVENTS_MAX};
    int32_t heat = (int32_t)felt_rng_below(rng, 130), cash = (int32_t)felt_rng_below(rng, 300);
    felt_narc_run_begin(&run, &rules, felt_rng_next(rng));
    assert_int_equal(felt_narc_run_open(&run, &rules, heat, cash, state, &log), FELT_OK);
    note(trail, state);
    while (steps-- > 0) {
        log.count = 0;
        felt_seat seat = felt_narc_actor(&rules, state);
        if (seat >= 0) {
            struct felt_action action = pick(state, rng);
            assert_int_equal(felt_narc_run_act(&run, &rules, state, seat, action, &log), FELT_OK);
        } else if (!state->session_over && felt_rng_below(rng, 30)) {
            assert_int_equal(felt_narc_run_deal(&run, &rules, state, &log), FELT_OK);
        } else {
            if (run.sessions == sessions) return;
            heat = state->end == FELT_NARC_BUSTED ? 0 : state->heat * 3 / 4;
            cash = state->end == FELT_NARC_BUSTED ? 0 : state->cash;
            assert_int_equal(felt_narc_run_open(&run, &rules, heat, cash, state, &log), FELT_OK);
        }
        note(trail, state);
    }
}

static size_t write_run(const struct felt_narc_run *from, char *out)
{
    struct felt_buffer buffer = felt_buffer_make(out, FELT_NARC_RUN_TEXT_MAX);
    assert_int_equal(felt_narc_run_write(from, &rules, &buffer), FELT_OK);
    out[buffer.used] = 0;
    return buffer.used;
}

static void read_run(const char *from, size_t bytes, struct felt_narc_run *out)
{
    struct felt_narc_error error = {0};
    enum felt_status status = felt_narc_run_read(from, bytes, &rules, out, &error);
    if (status != FELT_OK) fail_msg("%s: %s\n%s", error.pointer, error.text, from);
}

static bool same_run(const struct felt_narc_run *a, const struct felt_narc_run *b)
{
    if (strcmp(a->rules, b->rules) || strcmp(a->cards, b->cards) || a->hash != b->hash ||
        a->seed != b->seed || a->sessions != b->sessions || a->actions != b->actions)
        return false;
    return !memcmp(a->session, b->session, a->sessions * sizeof a->session[0]) &&
           !memcmp(a->action, b->action, a->actions * sizeof a->action[0]);
}

static void verify_replay(const struct felt_narc_run *of, const struct trail *trail,
                          const struct felt_narc_state *end)
{
    struct felt_narc_replay replay;
    uint32_t steps = 0;
    felt_narc_replay_begin(&replay, &rules, of);
    for (; felt_narc_replay_next(&replay, NULL); steps++) {
        assert_true(steps < trail->count);
        assert_true(felt_narc_hash(&replay.state) == trail->hash[steps]);
    }
    assert_false(replay.refused);
    assert_int_equal(steps, trail->count);
    assert_true(felt_narc_equal(&replay.state, end));
    assert_int_equal(replay.actions, of->actions);
}

static void verify_round_trip(const struct trail *trail, const struct felt_narc_state *end)
{
    char named[FELT_NARC_NAME_BYTES], cards[FELT_NARC_NAME_BYTES];
    size_t bytes = write_run(&run, text);
    assert_int_equal(felt_narc_run_names(text, bytes, named, cards, NULL), FELT_OK);
    assert_string_equal(named, run.rules);
    assert_string_equal(cards, run.cards);
    read_run(text, bytes, &again);
    assert_true(same_run(&run, &again));
    assert_int_equal(write_run(&again, other), bytes); /* J2 */
    assert_memory_equal(text, other, bytes);
    verify_replay(&run, trail, end);
    verify_replay(&again, trail, end);
}

/* ---- cases ---- */

/* The known rule sets, and rules nobody would think of. */
static void vary(int index, struct felt_rng *rng)
{
    static struct felt_narc_options options;
    static struct felt_narc_catalogue cards;
    narc_known_options(narc_known_name(index % NARC_KNOWN_RULES), &options);
    narc_known_cards(&cards);
    if (index >= NARC_KNOWN_RULES) {
        options.answers = (uint8_t)felt_rng_below(rng, FELT_ANSWERS);
        options.cap_effect = (uint8_t)felt_rng_below(rng, 2);
        options.rounds = (uint8_t)(1 + felt_rng_below(rng, FELT_NARC_ROUNDS_MAX));
        options.hand_size = (uint8_t)(1 + felt_rng_below(rng, FELT_NARC_HAND_MAX));
        options.pays_to_stay = felt_rng_below(rng, 2);
        options.recycles = felt_rng_below(rng, 2);
        options.initiative = felt_rng_below(rng, 4);
        options.session_cards = 1;
        options.order[index % 3] = FELT_ROLE_NARC;
        options.order[(index + 1) % 3] = FELT_ROLE_PLAYER;
        options.order[(index + 2) % 3] = FELT_ROLE_CUSTOMER;
    }
    assert_int_equal(felt_narc_rules_join(&options, &cards, false, &rules, NULL), FELT_OK);
}

static void run_that_was_played_is_replayed_bit_by_bit(void **unused)
{
    (void)unused;
    static struct trail trail;
    struct felt_narc_state state;
    struct felt_rng rng = felt_rng_make(11);
    int count = test_is_quick() ? 70 : 700;
    uint32_t automatic = 0;
    for (int i = 0; i < count; i++) {
        vary(i % (2 * NARC_KNOWN_RULES), &rng);
        trail.count = 0;
        /* Some end in the middle of a hand. */
        play(&rng, 1 + felt_rng_below(&rng, 5), (int)felt_rng_below(&rng, 400), &trail, &state);
        verify_round_trip(&trail, &state);
        automatic += strstr(text, "NC ") != NULL || strstr(text, "PC ") != NULL;
    }
    assert_true(automatic > 0); /* the notation of automatic checks was met */
}

static void run_of_one_hand_is_below_a_kilobyte(void **unused)
{
    (void)unused;
    struct felt_rng rng = felt_rng_make(5);
    size_t longest = 0;
    for (int i = 0; i < 140; i++) {
        struct felt_narc_state state;
        vary(i % NARC_KNOWN_RULES, &rng);
        felt_narc_run_begin(&run, &rules, felt_rng_next(&rng));
        assert_int_equal(felt_narc_run_open(&run, &rules, 120, 1000000, &state, NULL), FELT_OK);
        for (felt_seat seat; (seat = felt_narc_actor(&rules, &state)) >= 0;) {
            /* Raises whenever it can. */
            unsigned legal = felt_narc_legal(&rules, &state);
            struct felt_action action = {.kind = FELT_CHECK};
            if (legal >> FELT_CONTINUE & 1) action.kind = FELT_CONTINUE;
            if (legal >> FELT_COMMIT & 1 && felt_rng_below(&rng, 3))
                action = (struct felt_action){.kind = FELT_COMMIT, .cards = 1};
            assert_int_equal(felt_narc_run_act(&run, &rules, &state, seat, action, NULL), FELT_OK);
        }
        size_t bytes = write_run(&run, text);
        longest = bytes > longest ? bytes : longest;
    }
    print_message("# the longest of 140 hands: %zu bytes\n", longest);
    assert_true(longest < HAND_FILE_MAX);
}

static void run_of_equal_cards_takes_the_first(void **unused)
{
    (void)unused;
    struct felt_narc_state state, first;
    uint8_t hand[FELT_NARC_HAND_MAX];
    narc_known_rules("house", &rules);
    for (uint64_t seed = 0;; seed++) {
        assert_true(seed < 1000);
        felt_narc_run_begin(&run, &rules, seed);
        assert_int_equal(felt_narc_run_open(&run, &rules, 0, 0, &state, NULL), FELT_OK);
        int count = felt_narc_hand(&rules, &state, 0, hand);
        assert_int_equal(count, 3);
        if (felt_narc_kind(&rules, &state, hand[0]) == felt_narc_kind(&rules, &state, hand[1]))
            break;
    }
    first = state;
    struct felt_action second = {.kind = FELT_COMMIT, .cards = 2};
    assert_int_equal(felt_narc_run_act(&run, &rules, &state, 0, second, NULL), FELT_OK);
    second.cards = 1;
    assert_int_equal(felt_narc_apply(&rules, &first, 0, second, NULL), FELT_OK);
    assert_true(felt_narc_equal(&state, &first));
}

static void run_refuses_what_the_hand_refuses(void **unused)
{
    (void)unused;
    struct felt_narc_state state, before;
    narc_known_rules("house", &rules);
    felt_narc_run_begin(&run, &rules, 1);
    assert_int_equal(
        felt_narc_run_act(&run, &rules, &state, 0, (struct felt_action){.kind = FELT_CHECK}, NULL),
        FELT_NOT_YOUR_TURN);
    assert_int_equal(felt_narc_run_deal(&run, &rules, &state, NULL), FELT_NOT_LEGAL);
    assert_int_equal(felt_narc_run_open(&run, &rules, 0, 0, &state, NULL), FELT_OK);
    before = state;
    const struct {
        felt_seat seat;
        struct felt_action action;
        enum felt_status status;
    } rows[] = {{1, {.kind = FELT_CHECK}, FELT_NOT_YOUR_TURN},
                {-1, {.kind = FELT_COMMIT, .cards = 1}, FELT_NOT_YOUR_TURN},
                {0, {.kind = FELT_CONTINUE}, FELT_NOT_LEGAL},
                {0, {.kind = FELT_COMMIT}, FELT_BAD_DISCARD},
                {0, {.kind = FELT_COMMIT, .cards = 3}, FELT_BAD_DISCARD},
                {0, {.kind = FELT_COMMIT, .cards = 8}, FELT_BAD_DISCARD},
                {0, {.kind = FELT_CHECK, .amount = 1}, FELT_BAD_AMOUNT}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(
            felt_narc_run_act(&run, &rules, &state, rows[i].seat, rows[i].action, NULL),
            rows[i].status);
        assert_true(felt_narc_equal(&state, &before));
        assert_int_equal(run.actions, 0);
    }
    assert_int_equal(felt_narc_run_open(&run, &rules, 0, 0, &state, NULL), FELT_NOT_LEGAL);
    assert_int_equal(felt_narc_run_deal(&run, &rules, &state, NULL), FELT_NOT_LEGAL);
    assert_int_equal(run.sessions, 1);
}

/* Folds hand after hand: sessions end, and at last the run is full. */
static void run_that_is_full_says_so(void **unused)
{
    (void)unused;
    struct felt_narc_state state;
    narc_known_rules("seed", &rules);
    felt_narc_run_begin(&run, &rules, UINT64_MAX);
    enum felt_status status = FELT_OK;
    while (status == FELT_OK) {
        felt_seat seat = felt_narc_actor(&rules, &state);
        if (run.sessions == 0 || (seat < 0 && state.session_over)) {
            status = felt_narc_run_open(&run, &rules, 0, 0, &state, NULL);
        } else if (seat < 0) {
            status = felt_narc_run_deal(&run, &rules, &state, NULL);
        } else {
            struct felt_action action = {.kind = seat == 2 ? FELT_FOLD : FELT_CHECK};
            status = felt_narc_run_act(&run, &rules, &state, seat, action, NULL);
        }
    }
    assert_int_equal(status, FELT_FULL);
    assert_int_equal(run.sessions, FELT_NARC_RUN_SESSIONS_MAX);
    size_t bytes = write_run(&run, text);
    read_run(text, bytes, &again);
    assert_true(same_run(&run, &again));
    run.actions = FELT_NARC_RUN_ACTIONS_MAX;
    assert_int_equal(
        felt_narc_run_act(&run, &rules, &state, 0, (struct felt_action){.kind = FELT_CHECK}, NULL),
        FELT_FULL);
}

/* Runs in memory that no recording makes are refused by the replay, not believed. */
static void run_that_is_wrong_in_memory_is_refused(void **unused)
{
    (void)unused;
    static struct trail trail;
    struct felt_narc_state state;
    struct felt_narc_replay replay;
    struct felt_rng rng = felt_rng_make(3);
    narc_known_rules("house", &rules);
    play(&rng, 3, 120, &trail, &state);
    assert_true(run.sessions > 1);
    for (int i = 0; i < 8; i++) {
        again = run;
        if (i == 0) again.action[0].kind = FELT_CONTINUE;
        if (i == 1) again.action[0] = (struct felt_narc_run_action){FELT_COMMIT, 0};
        if (i == 2) again.session[0].count--;
        if (i == 3) again.session[0].hands = FELT_NARC_SESSION_MAX;
        if (i == 4) again.session[1].hands = 0;
        if (i == 5) again.session[1].first++;
        if (i == 6) again.session[0].count++;
        if (i == 7) again.action[0].kind = 200;
        felt_narc_replay_begin(&replay, &rules, &again);
        while (felt_narc_replay_next(&replay, NULL)) {
        }
        if (!replay.refused) fail_msg("row %d is replayed", i);
        struct felt_buffer buffer = felt_buffer_make(text, sizeof text);
        assert_int_equal(felt_narc_run_write(&again, &rules, &buffer), FELT_NOT_LEGAL);
    }
}

/* A run of four sessions that was kept: with any compiler, on any machine, the same seed deals the
 * same cards (else reading says which card was not there) and ends in the same state.  Whoever
 * changes how chance is spent makes old runs worthless: then the rules' hash should change too. */
static void run_that_was_kept_is_played_the_same_ever_after(void **unused)
{
    (void)unused;
    const uint64_t end = UINT64_C(0xfb827b224238ea01);
    struct felt_narc_options options = felt_narc_options_usual;
    struct felt_narc_replay replay;
    FILE *in = golden_open("narc_json/good-kept.json");
    size_t bytes = fread(text, 1, sizeof text, in);
    (void)fclose(in);
    assert_int_equal(felt_narc_rules_join(&options, &narc_curios, false, &rules, NULL), FELT_OK);
    read_run(text, bytes, &run);
    assert_int_equal(run.sessions, 4);
    felt_narc_replay_begin(&replay, &rules, &run);
    while (felt_narc_replay_next(&replay, NULL)) {
    }
    assert_false(replay.refused);
    if (felt_narc_hash(&replay.state) != end)
        fail_msg("the end is %#llx", (unsigned long long)felt_narc_hash(&replay.state));
    assert_int_equal(write_run(&run, other), bytes);
    assert_memory_equal(text, other, bytes);
}

static void run_without_sessions_is_one(void **unused)
{
    (void)unused;
    struct felt_narc_replay replay;
    narc_known_rules("house", &rules);
    felt_narc_run_begin(&run, &rules, 0);
    size_t bytes = write_run(&run, text);
    read_run(text, bytes, &again);
    assert_true(same_run(&run, &again));
    felt_narc_replay_begin(&replay, &rules, &again);
    assert_false(felt_narc_replay_next(&replay, NULL));
    assert_false(replay.refused);
}

/* Any byte of a run changed: it is refused, or it is another run; never something in between. */
static void run_with_a_changed_byte_is_refused_or_another_run(void **unused)
{
    (void)unused;
    static struct trail trail;
    struct felt_narc_state state;
    struct felt_rng rng = felt_rng_make(9);
    int refused = 0, count = test_is_quick() ? 300 : 4000;
    narc_known_rules("house", &rules);
    trail.count = 0;
    play(&rng, 2, 60, &trail, &state);
    size_t bytes = write_run(&run, text);
    for (int i = 0; i < count; i++) {
        static struct felt_narc_run changed;
        struct felt_narc_error error = {0};
        memcpy(other, text, bytes);
        other[felt_rng_below(&rng, (uint32_t)bytes)] = (char)felt_rng_below(&rng, 256);
        memset(&changed, 0x5A, sizeof changed);
        again = changed;
        if (felt_narc_run_read(other, bytes, &rules, &changed, &error) == FELT_OK) continue;
        refused++;
        assert_memory_equal(&changed, &again, sizeof changed); /* J1 */
        assert_true(error.text[0] != 0);
    }
    print_message("# %d of %d refused\n", refused, count);
    assert_true(refused > count * 3 / 4);
}

TEST_MODULE(narc_run)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run_that_was_played_is_replayed_bit_by_bit),
        cmocka_unit_test(run_of_one_hand_is_below_a_kilobyte),
        cmocka_unit_test(run_of_equal_cards_takes_the_first),
        cmocka_unit_test(run_refuses_what_the_hand_refuses),
        cmocka_unit_test(run_that_is_full_says_so),
        cmocka_unit_test(run_that_is_wrong_in_memory_is_refused),
        cmocka_unit_test(run_that_was_kept_is_played_the_same_ever_after),
        cmocka_unit_test(run_without_sessions_is_one),
        cmocka_unit_test(run_with_a_changed_byte_is_refused_or_another_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
