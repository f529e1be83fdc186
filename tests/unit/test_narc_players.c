/* test_narc_players.c -- bots of Narc: names, legal choices under any rules, nothing seen that is
 * hidden, the document's odds, limits, levels, budgets, and the same bots as players with views. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/narc_players.h"
#include "felt/poker.h"
#include "module.h"
#include "narc_any.h"
#include "narc_curios.h"
#include "narc_known.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 13 };

static struct felt_narc_rules rules;

static const char *const bots_of[FELT_ROLES][12] = {
    {"random", "seed", "best", "pressure", "passive", "rollout:2", NULL},
    {"random", "seed", "wary", "greedy", "shy", "loyal", "persona", "passive", "rollout:2", NULL},
    {"random", "passive", "dump", "cover", "careful", "rollout:2", NULL},
};
static const char *const limits[] = {"", "/never-fold", "/never-raise", "/never-check"};

static struct felt_narc_bot bot_named(const char *name, int role)
{
    struct felt_narc_bot bot;
    struct felt_complaint complaint;
    if (felt_narc_bot_read(name, strlen(name), (enum felt_narc_role)role, &bot, &complaint) !=
        FELT_OK)
        fail_msg("%s: %s", name, complaint.text);
    return bot;
}

static void use_house(void)
{
    assert_int_equal(
        felt_narc_rules_make(&felt_narc_options_usual, &narc_curios, false, &rules, NULL), FELT_OK);
}

/* ---- names ---- */

static void narc_bot_names_come_back(void **unused)
{
    (void)unused;
    int names = 0;
    for (int role = 0; role < FELT_ROLES; role++)
        for (int i = 0; bots_of[role][i]; i++)
            for (int limit = 0; limit < FELT_BOT_LIMITS; limit++, names++) {
                char text[FELT_NARC_BOT_TEXT_BYTES], again[FELT_NARC_BOT_TEXT_BYTES];
                snprintf(text, sizeof text, "%s%s", bots_of[role][i], limits[limit]);
                struct felt_narc_bot bot = bot_named(text, role);
                assert_int_equal(bot.role, role);
                assert_int_equal(bot.limit, limit);
                assert_string_equal(felt_narc_bot_write(&bot, again), text);
                assert_true(strlen(felt_narc_bot_about(&bot)) > 10);
            }
    assert_int_equal(names, 4 * (6 + 9 + 6));
}

static void narc_bot_levels_are_names(void **unused)
{
    (void)unused;
    static const char *const levels[FELT_ROLES][4] = {
        {"seed", "best", "pressure", "rollout:64"},
        {"seed", "wary", "persona", "rollout:64"},
        {"random", "careful", "rollout:16", "rollout:256"},
    };
    char text[FELT_NARC_BOT_TEXT_BYTES];
    for (int role = 0; role < FELT_ROLES; role++)
        for (int level = 0; level < 4; level++) {
            const char name[] = {(char)('1' + level), 0};
            struct felt_narc_bot bot = bot_named(name, role);
            assert_string_equal(felt_narc_bot_write(&bot, text), levels[role][level]);
        }
    struct felt_narc_bot most = bot_named("rollout:100000/never-check", FELT_ROLE_NARC);
    assert_string_equal(felt_narc_bot_write(&most, text), "rollout:100000/never-check");
}

static void narc_bot_bad_names_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        uint8_t role;
        enum felt_status status;
        size_t at;
        const char *words;
    } rows[] = {
        {"", FELT_ROLE_PLAYER, FELT_BAD_FORMAT, 0, "careful"},
        {"carful", FELT_ROLE_PLAYER, FELT_BAD_NAME, 0, "did you mean careful?"},
        {"presure", FELT_ROLE_NARC, FELT_BAD_NAME, 0, "did you mean pressure?"},
        {"quux", FELT_ROLE_CUSTOMER, FELT_BAD_NAME, 0, "take a level, 1 to 4, or a name like wary"},
        {"5", FELT_ROLE_NARC, FELT_BAD_NAME, 0, "1 to 4"},
        {"0", FELT_ROLE_NARC, FELT_BAD_NAME, 0, "1 to 4"},
        {"careful", FELT_ROLE_NARC, FELT_UNSUPPORTED, 0, "does not play the Narc; take best"},
        {"best", FELT_ROLE_PLAYER, FELT_UNSUPPORTED, 0, "does not play the Player"},
        {"rollout:", FELT_ROLE_NARC, FELT_BAD_FORMAT, 8, "rollout:64"},
        {"rollout:1x", FELT_ROLE_NARC, FELT_BAD_FORMAT, 8, "rollout:64"},
        {"rollout:99999999999x", FELT_ROLE_NARC, FELT_BAD_FORMAT, 8, "rollout:64"},
        {"rollout:0", FELT_ROLE_NARC, FELT_BAD_NUMBER, 8, "1 to 100000"},
        {"rollout:100001", FELT_ROLE_NARC, FELT_BAD_NUMBER, 8, "1 to 100000"},
        {"rollout:4294967297", FELT_ROLE_NARC, FELT_BAD_NUMBER, 8, "1 to 100000"},
        {"careful:3", FELT_ROLE_PLAYER, FELT_BAD_FORMAT, 8, "only rollout has a number"},
        {"3:3", FELT_ROLE_CUSTOMER, FELT_BAD_FORMAT, 2, "only rollout has a number"},
        {"careful/", FELT_ROLE_PLAYER, FELT_BAD_NAME, 8, "never-fold, never-raise or never-check"},
        {"careful/never", FELT_ROLE_PLAYER, FELT_BAD_NAME, 8, "never-fold"},
        {"/never-fold", FELT_ROLE_PLAYER, FELT_BAD_NAME, 0, "take a level"},
        {"careful ", FELT_ROLE_PLAYER, FELT_BAD_NAME, 0, "careful"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_narc_bot bot, before;
        struct felt_complaint complaint;
        memset(&bot, 0x5a, sizeof bot);
        before = bot;
        enum felt_narc_role role = (enum felt_narc_role)rows[i].role;
        size_t bytes = strlen(rows[i].text);
        enum felt_status status = felt_narc_bot_read(rows[i].text, bytes, role, &bot, &complaint);
        if (status != rows[i].status || complaint.at != rows[i].at ||
            !strstr(complaint.text, rows[i].words))
            fail_msg("\"%s\": %d at %zu: %s", rows[i].text, (int)status, complaint.at,
                     complaint.text);
        assert_memory_equal(&bot, &before, sizeof bot);
        assert_int_equal(felt_narc_bot_read(rows[i].text, bytes, role, &bot, NULL), status);
    }
}

static void narc_bots_usual_are_those_of_the_rules(void **unused)
{
    (void)unused;
    struct felt_narc_options options = felt_narc_options_usual;
    struct felt_narc_bot usual[FELT_ROLES];
    memcpy(options.bot, (char[FELT_ROLES][FELT_NARC_ID_BYTES]){"4", "loyal/never-fold", "dump"},
           sizeof options.bot);
    use_house();
    rules.options = options;
    felt_narc_bots_usual(&rules, usual);
    assert_int_equal(usual[FELT_ROLE_NARC].kind, FELT_BOT_ROLLOUT);
    assert_int_equal(usual[FELT_ROLE_CUSTOMER].kind, FELT_BOT_LOYAL);
    assert_int_equal(usual[FELT_ROLE_CUSTOMER].limit, FELT_BOT_NEVER_FOLD);
    assert_int_equal(usual[FELT_ROLE_PLAYER].kind, FELT_BOT_DUMP);
    memset(rules.options.bot, 'x', sizeof rules.options.bot); /* no name, and no end of it */
    felt_narc_bots_usual(&rules, usual);
    assert_int_equal(usual[FELT_ROLE_NARC].kind, FELT_BOT_BEST);
    assert_int_equal(usual[FELT_ROLE_CUSTOMER].kind, FELT_BOT_WARY);
    assert_int_equal(usual[FELT_ROLE_PLAYER].kind, FELT_BOT_CAREFUL);
}

/* ---- O1: legal under all rules ---- */

static const char *any_bot(int role, struct felt_rng *rng, struct felt_narc_bot *out)
{
    static char text[FELT_NARC_BOT_TEXT_BYTES];
    uint32_t count = 0;
    while (bots_of[role][count]) count++;
    snprintf(text, sizeof text, "%s%s", bots_of[role][felt_rng_below(rng, count)],
             limits[felt_rng_below(rng, FELT_BOT_LIMITS)]);
    *out = bot_named(text, role);
    return text;
}

static void expect_limit_is_kept(const struct felt_narc_bot *bot, unsigned legal, unsigned kind)
{
    bool raise = legal >> FELT_COMMIT & 1;
    if (bot->limit == FELT_BOT_NEVER_FOLD) assert_int_not_equal(kind, FELT_FOLD);
    if (bot->limit == FELT_BOT_NEVER_RAISE) assert_int_not_equal(kind, FELT_COMMIT);
    if (bot->limit == FELT_BOT_NEVER_CHECK && raise) assert_int_not_equal(kind, FELT_CHECK);
}

/* A session of bots that change with every decision. */
static void play_mixed(struct felt_rng *rng, int hands)
{
    static struct felt_narc_state state;
    felt_narc_rest(&rules, (int32_t)felt_rng_below(rng, 120), 100, &state);
    for (int hand = 0; hand < hands; hand++) {
        felt_narc_begin(&rules, &state, rng, &state, NULL);
        while (state.phase != FELT_NARC_OVER) {
            struct felt_narc_bot bot;
            felt_seat seat = felt_narc_actor(&rules, &state);
            const char *name = any_bot((int)felt_narc_role(&rules, seat), rng, &bot);
            unsigned legal = felt_narc_legal(&rules, &state);
            struct felt_narc_choice choice = felt_narc_bot_choose(&bot, &rules, &state, rng, NULL);
            expect_limit_is_kept(&bot, legal, choice.kind);
            struct felt_action action = felt_narc_bot_action(&rules, &state, choice);
            if (felt_narc_apply(&rules, &state, seat, action, NULL) != FELT_OK)
                fail_msg("%s: kind %d is refused", name, choice.kind);
        }
        assert_true(felt_narc_sound(&rules, &state));
        if (state.end == FELT_NARC_BUSTED) felt_narc_rest(&rules, 0, 0, &state);
    }
}

static void narc_bots_play_legally(void **unused)
{
    (void)unused;
    struct felt_rng rng = felt_rng_make(SEED);
    for (int i = 0; i < NARC_KNOWN_RULES; i++) {
        narc_known_rules(narc_known_name(i), &rules);
        play_mixed(&rng, 150);
    }
    for (int i = 0; i < 200; i++) {
        struct felt_narc_options options;
        narc_any_options(&rng, &options);
        assert_int_equal(felt_narc_rules_make(&options, &narc_curios, true, &rules, NULL), FELT_OK);
        play_mixed(&rng, 5);
    }
}

/* ---- O2: nobody looks at what is hidden ---- */

static struct felt_narc_choice asked(const struct felt_narc_bot *bot,
                                     const struct felt_narc_state *state, struct felt_rng rng)
{
    return felt_narc_bot_choose(bot, &rules, state, &rng, NULL);
}

/* The choice as everybody names it: copies of a card are the same. */
static int spelled(const struct felt_narc_state *state, struct felt_narc_choice choice)
{
    bool card = choice.kind == FELT_COMMIT || choice.kind == FELT_CALL;
    return choice.kind << 8 | (card ? felt_narc_kind(&rules, state, choice.card) : 0);
}

/* Whatever lies hidden, the same is done; returns how many of the others' cards were others. */
static int expect_no_peek(const struct felt_narc_state *state, const struct felt_narc_bot *bot,
                          const char *name, struct felt_rng *rng)
{
    static struct felt_view view;
    struct felt_rng same = felt_rng_make(felt_rng_next(rng));
    felt_seat seat = felt_narc_actor(&rules, state);
    int choice = spelled(state, asked(bot, state, same)), changed = 0;
    felt_narc_game.view(&rules, state, seat, &view);
    for (int i = 0; i < 3; i++) {
        struct felt_narc_state other = *state;
        if (i < 2)
            felt_narc_redeal(&rules, &other, seat, rng);
        else
            felt_narc_game.imagine(&rules, &view, rng, &other);
        changed += ((other.hand | other.down) != (state->hand | state->down));
        if (spelled(&other, asked(bot, &other, same)) != choice)
            fail_msg("%s: hidden cards changed what it does", name);
    }
    return changed;
}

static void narc_bots_see_nothing_hidden(void **unused)
{
    (void)unused;
    static struct felt_narc_state state;
    struct felt_rng rng = felt_rng_make(SEED + 1);
    int decisions = 0, changed = 0;
    for (int i = 0; i < 200; i++) {
        struct felt_narc_options options = felt_narc_options_usual;
        if (i % 2) narc_any_options(&rng, &options);
        assert_int_equal(felt_narc_rules_make(&options, &narc_curios, true, &rules, NULL), FELT_OK);
        felt_narc_rest(&rules, (int32_t)felt_rng_below(&rng, 120), 50, &state);
        for (int hand = 0; hand < 4 && (hand == 0 || !state.session_over); hand++) {
            felt_narc_begin(&rules, &state, &rng, &state, NULL);
            while (state.phase != FELT_NARC_OVER) {
                felt_seat seat = felt_narc_actor(&rules, &state);
                int role = (int)felt_narc_role(&rules, seat);
                for (int b = 0; bots_of[role][b]; b++) {
                    struct felt_narc_bot bot = bot_named(bots_of[role][b], role);
                    changed += expect_no_peek(&state, &bot, bots_of[role][b], &rng);
                    decisions++;
                }
                struct felt_action action = narc_any_action(&rules, &state, &rng, 12);
                assert_int_equal(felt_narc_apply(&rules, &state, seat, action, NULL), FELT_OK);
            }
        }
    }
    assert_true(decisions > 10000);
    assert_true(changed > 2 * decisions); /* most redeals put other cards there */
}

/* ---- the document's odds ---- */

struct odds {
    int asked, raised, folded, card[FELT_NARC_HAND_MAX];
};

/* Asks a bot many times in one spot. */
static struct odds count_odds(const struct felt_narc_state *state, const char *name)
{
    struct odds odds = {0};
    struct felt_rng rng = felt_rng_make(SEED + 2);
    uint8_t hand[FELT_NARC_HAND_MAX];
    felt_seat seat = felt_narc_actor(&rules, state);
    struct felt_narc_bot bot = bot_named(name, (int)felt_narc_role(&rules, seat));
    int held = felt_narc_hand(&rules, state, seat, hand);
    for (int i = 0; i < 10000; i++, odds.asked++) {
        struct felt_narc_choice choice = felt_narc_bot_choose(&bot, &rules, state, &rng, NULL);
        odds.raised += choice.kind == FELT_COMMIT;
        odds.folded += choice.kind == FELT_FOLD;
        for (int c = 0; choice.kind == FELT_COMMIT && c < held; c++)
            odds.card[c] += hand[c] == choice.card;
    }
    return odds;
}

/* Within four standard deviations. */
static bool is_near(int count, int of, double share)
{
    return fabs(count - of * share) <= 4 * sqrt(of * share * (1 - share)) + 1e-9;
}

static void expect_even_cards(const struct odds *odds, int held)
{
    for (int c = 0; c < held; c++) assert_true(is_near(odds->card[c], odds->raised, 1.0 / held));
}

static void pass_on(struct felt_narc_state *state, int role)
{
    while (felt_narc_role(&rules, felt_narc_actor(&rules, state)) != (enum felt_narc_role)role)
        felt_narc_act(&rules, state, FELT_CHECK, 0);
}

static void narc_seed_bots_follow_the_document(void **unused)
{
    (void)unused;
    static const double narc[] = {0.4, 0.6, 0.8};
    static struct felt_narc_state state, spot;
    struct felt_rng rng = felt_rng_make(SEED + 3);
    use_house();
    felt_narc_rest(&rules, 0, 0, &state);
    felt_narc_begin(&rules, &state, &rng, &state, NULL);
    for (int round = 0; round < 3; round++) {
        struct odds odds = count_odds(&state, "seed");
        assert_int_equal(odds.folded, 0);
        assert_true(is_near(odds.raised, odds.asked, narc[round]));
        expect_even_cards(&odds, 3);
        odds = count_odds(&state, "best");
        assert_true(is_near(odds.raised, odds.asked, narc[round]));
        pass_on(&state, FELT_ROLE_CUSTOMER);
        for (int evidence = 60; evidence <= 61; evidence++) {
            spot = state;
            spot.totals.evidence = evidence;
            odds = count_odds(&spot, "seed");
            assert_true(is_near(odds.raised, odds.asked, round < 2 ? 0 : 0.7));
            assert_true(is_near(odds.folded, odds.asked, round == 2 && evidence > 60 ? 0.3 : 0));
            if (round == 2) expect_even_cards(&odds, 3);
        }
        odds = count_odds(&state, "wary");
        assert_true(is_near(odds.raised, odds.asked, round < 2 ? 0.35 : 0.7));
        assert_int_equal(odds.folded, 0);
        pass_on(&state, FELT_ROLE_PLAYER);
        felt_narc_act(&rules, &state, FELT_CHECK, 0);
        if (round < 2) felt_narc_act(&rules, &state, FELT_CONTINUE, 0);
    }
    assert_int_equal(state.phase, FELT_NARC_OVER);
}

/* ---- how well they play ---- */

struct tally {
    double money; /* of a session, mean                                                        */
    int hands, ends[FELT_NARC_ENDS], customer_left;
};

static struct tally play_sessions(const char *narc, const char *customer, const char *player,
                                  int sessions)
{
    const struct felt_narc_bot bots[FELT_ROLES] = {bot_named(narc, 0), bot_named(customer, 1),
                                                   bot_named(player, 2)};
    struct tally tally = {0};
    struct felt_narc_state state;
    struct felt_rng rng = felt_rng_make(SEED + 4);
    for (int i = 0; i < sessions; i++) {
        felt_narc_rest(&rules, 0, 0, &state);
        do {
            felt_narc_begin(&rules, &state, &rng, &state, NULL);
            int actions = felt_narc_bots_play(bots, &rules, &state, &rng);
            assert_true(actions > 0 && actions <= state.actions); /* the rest were automatic */
            tally.hands++;
            tally.ends[state.end]++;
            tally.customer_left += state.folded >> FELT_ROLE_CUSTOMER & 1;
        } while (!state.session_over);
        tally.money += state.session_banked;
    }
    tally.money /= sessions;
    return tally;
}

static bool lies_within(int count, int of, double low, double high)
{
    return count >= low * of && count <= high * of;
}

/* The goals of the design, on the catalogue of the tests. */
static void narc_careful_player_is_the_yardstick(void **unused)
{
    (void)unused;
    use_house();
    struct tally tally = play_sessions("best", "wary", "careful", 6000);
    assert_true(lies_within(tally.ends[FELT_NARC_SAFE], tally.hands, 0.65, 0.75));
    assert_true(lies_within(tally.ends[FELT_NARC_BUSTED], tally.hands, 0.01, 0.055));
    assert_true(lies_within(tally.ends[FELT_NARC_FOLDED], tally.hands, 0.20, 0.30));
    assert_true(lies_within(tally.customer_left, tally.hands, 0.05, 0.15));
    assert_true(play_sessions("best", "wary", "random", 3000).money < 0.2 * tally.money);
    assert_true(play_sessions("best", "wary", "dump", 3000).money < 0.7 * tally.money);
    assert_true(play_sessions("best", "wary", "passive", 1000).ends[FELT_NARC_SAFE] < 200);
    assert_true(play_sessions("best", "wary", "rollout:16", 250).money > 1.05 * tally.money);
    struct tally brave = play_sessions("best", "wary", "careful/never-fold", 3000);
    assert_int_equal(brave.ends[FELT_NARC_FOLDED], 0);
    assert_true(brave.money < tally.money);
}

static void narc_levels_of_the_narc_are_in_order(void **unused)
{
    (void)unused;
    use_house();
    double seed = play_sessions("seed", "wary", "careful", 12000).money;
    double best = play_sessions("best", "wary", "careful", 12000).money;
    double pressure = play_sessions("pressure", "wary", "careful", 3000).money;
    double rollout = play_sessions("rollout:64", "wary", "careful", 120).money;
    if (!(seed > best && best > 1.1 * pressure && pressure > rollout))
        fail_msg("the Player has %f, %f, %f, %f", seed, best, pressure, rollout);
}

/* ---- thinking time ---- */

struct clock {
    int asked, left;
};

static bool time_left(void *self)
{
    struct clock *clock = self;
    clock->asked++;
    return clock->left-- > 0;
}

static void narc_rollout_keeps_to_its_budget(void **unused)
{
    (void)unused;
    struct felt_narc_state state;
    struct felt_rng rng = felt_rng_make(SEED + 5);
    use_house();
    felt_narc_rest(&rules, 0, 0, &state);
    struct felt_narc_bot large = bot_named("rollout:100000", FELT_ROLE_NARC);
    struct felt_narc_bot small = bot_named("rollout:3", FELT_ROLE_NARC);
    const struct felt_budget three = {.samples = 3}, more = {.samples = 300};
    for (int hand = 0; hand < 50; hand++) {
        struct clock clock = {.left = 4};
        const struct felt_budget timed = {.time_left = time_left, .self = &clock};
        state.session_over = true;
        felt_narc_begin(&rules, &state, &rng, &state, NULL);
        struct felt_rng a = rng, b = rng, c = rng, d = rng;
        int choice = spelled(&state, felt_narc_bot_choose(&small, &rules, &state, &a, NULL));
        assert_int_equal(spelled(&state, felt_narc_bot_choose(&large, &rules, &state, &b, &three)),
                         choice);
        assert_int_equal(spelled(&state, felt_narc_bot_choose(&small, &rules, &state, &c, &more)),
                         choice);
        (void)felt_narc_bot_choose(&large, &rules, &state, &d, &timed);
        assert_int_equal(clock.asked, 5); /* once behind each sample, and then it is over */
        while (state.phase != FELT_NARC_OVER) {
            struct felt_action action = narc_any_action(&rules, &state, &rng, 9);
            assert_int_equal(
                felt_narc_apply(&rules, &state, felt_narc_actor(&rules, &state), action, NULL),
                FELT_OK);
        }
    }
}

/* ---- as players ---- */

static void narc_players_play_by_views(void **unused)
{
    (void)unused;
    static const char *const names[] = {"narc:usual", "narc:1", "narc:2",    "narc:3",
                                        "narc:4",     "mcts:5", "zoo:random"};
    static struct felt_narc_state state;
    static struct felt_view view;
    const struct felt_budget budget = {.samples = 4};
    struct felt_rng rng = felt_rng_make(SEED + 6);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct felt_player_spec spec;
        assert_int_equal(felt_player_read(names[i], strlen(names[i]), &spec, NULL), FELT_OK);
        const struct felt_player_kind *kind = spec.kind;
        narc_known_rules(i % 2 ? "house" : "full-answers", &rules);
        assert_true(kind->plays(&felt_narc_game, &rules));
        if (strncmp(names[i], "narc", 4) == 0) assert_false(kind->plays(&felt_poker_game, NULL));
        void *self = malloc(kind->bytes);
        assert_non_null(self);
        kind->sit(self, &spec.settings, felt_rng_make(SEED));
        felt_narc_rest(&rules, 0, 0, &state);
        for (int hand = 0; hand < 12; hand++) {
            felt_narc_begin(&rules, &state, &rng, &state, NULL);
            while (state.phase != FELT_NARC_OVER) {
                felt_seat seat = felt_narc_actor(&rules, &state);
                const struct felt_place place = {
                    .game = &felt_narc_game, .rules = &rules, .seat = seat};
                felt_narc_game.view(&rules, &state, seat, &view);
                kind->begin(self, &place);
                struct felt_decision decision = kind->choose(self, &view, &budget);
                assert_int_equal(decision.warning, FELT_WARN_NONE);
                assert_int_equal(felt_narc_apply(&rules, &state, seat, decision.action, NULL),
                                 FELT_OK);
            }
        }
        free(self);
    }
}

/* P4, and what is done for somebody who gives no answer. */
static void narc_timid_answer_stays_and_goes_on(void **unused)
{
    (void)unused;
    static struct felt_narc_state state;
    static struct felt_view view;
    struct felt_narc_options options = felt_narc_options_usual;
    options.pays_to_stay = true;
    assert_int_equal(felt_narc_rules_make(&options, &narc_curios, false, &rules, NULL), FELT_OK);
    struct felt_rng rng = felt_rng_make(SEED + 7);
    struct felt_player_spec spec;
    assert_int_equal(felt_player_read("narc:4", 6, &spec, NULL), FELT_OK);
    void *self = malloc(spec.kind->bytes);
    assert_non_null(self);
    spec.kind->sit(self, &spec.settings, rng);
    int kinds[FELT_ACTION_KINDS] = {0};
    felt_narc_rest(&rules, 0, 0, &state);
    for (int hand = 0; hand < 40; hand++) {
        felt_narc_begin(&rules, &state, &rng, &state, NULL);
        while (state.phase != FELT_NARC_OVER) {
            struct clock clock = {0};
            const struct felt_budget late = {.time_left = time_left, .self = &clock};
            felt_seat seat = felt_narc_actor(&rules, &state);
            felt_narc_game.view(&rules, &state, seat, &view);
            const struct felt_place place = {
                .game = &felt_narc_game, .rules = &rules, .seat = seat};
            spec.kind->begin(self, &place);
            struct felt_decision decision = spec.kind->choose(self, &view, &late);
            assert_int_equal(decision.warning, FELT_WARN_TIMEOUT);
            kinds[decision.action.kind]++;
            struct felt_action action =
                seat == 0 ? narc_any_action(&rules, &state, &rng, 1000) : decision.action;
            assert_int_equal(felt_narc_apply(&rules, &state, seat, action, NULL), FELT_OK);
        }
    }
    assert_int_equal(kinds[FELT_FOLD] + kinds[FELT_COMMIT], 0);
    assert_true(kinds[FELT_CHECK] > 0 && kinds[FELT_CALL] > 0 && kinds[FELT_CONTINUE] > 0);
    free(self);
}

TEST_MODULE(narc_players)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(narc_bot_names_come_back),
        cmocka_unit_test(narc_bot_levels_are_names),
        cmocka_unit_test(narc_bot_bad_names_are_refused),
        cmocka_unit_test(narc_bots_usual_are_those_of_the_rules),
        cmocka_unit_test(narc_bots_play_legally),
        cmocka_unit_test(narc_bots_see_nothing_hidden),
        cmocka_unit_test(narc_seed_bots_follow_the_document),
        cmocka_unit_test(narc_careful_player_is_the_yardstick),
        cmocka_unit_test(narc_levels_of_the_narc_are_in_order),
        cmocka_unit_test(narc_rollout_keeps_to_its_budget),
        cmocka_unit_test(narc_players_play_by_views),
        cmocka_unit_test(narc_timid_answer_stays_and_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
