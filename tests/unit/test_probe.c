/* test_probe.c -- local best response: what it wins, what it knows, what it must not know. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/probe.h"
#include "felt/score.h"
#include "match/probe_parts.h"
#include "match_players.h"
#include "module.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STACK = 10000, EVENTS = 64, ACTS = 64 };

/* The rules of the probe under way. */
static struct felt_poker_rules rules;

static struct felt_probe make_limited(const char *variant, enum felt_limit limit,
                                      const struct felt_player_kind *kind, felt_chips stack)
{
    const felt_chips stacks[FELT_SEATS_MAX] = {stack, stack, stack};
    assert_int_equal(felt_poker_rules_make(variant, limit, MATCH_UNIT, &rules, NULL), FELT_OK);
    struct felt_match match = {.game = &felt_poker_game,
                               .rules = &rules,
                               .deal = felt_poker_deal_make(&rules, 2, stacks, 1),
                               .players = 2,
                               .seed = 3,
                               .deals = 1,
                               .futures = 20,
                               .samples = MATCH_SAMPLES};
    match.player[0].kind = &felt_probe_kind;
    match.player[1].kind = kind;
    match.player[1].settings = felt_strategy_config_default();
    struct felt_probe probe = felt_probe_make(&match);
    probe.asked = 40;
    probe.boards = 40;
    return probe;
}

static struct felt_probe make(const char *name)
{
    const struct felt_player_kind *kind = felt_player_find(name, strlen(name));
    assert_non_null(kind);
    return make_limited("holdem", FELT_NO_LIMIT, kind, STACK);
}

/* Memory filled with a byte, and made ready. */
static void *ready(const struct felt_probe *probe, int fill)
{
    size_t bytes = felt_probe_bytes(probe);
    void *memory = malloc(bytes);
    assert_non_null(memory);
    assert_int_equal(felt_probe_verify(probe, NULL), FELT_OK);
    memset(memory, fill, bytes);
    felt_probe_init(probe, memory);
    return memory;
}

/* ---- what can be probed ---------------------------------------------------------------------- */

static void probe_that_makes_no_sense_is_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *variant;
        int players;
        uint32_t deals, asked, boards;
        enum felt_status status;
    } rows[] = {
        {"holdem", 2, 1, 8, 1, FELT_OK},
        {"short-deck", 2, 1, 1326, 10000, FELT_OK},
        {"royal", 2, 1, 100, 100, FELT_OK},
        {"holdem", 3, 1, 100, 100, FELT_WRONG_COUNT},
        {"holdem", 2, 2, 100, 100, FELT_WRONG_COUNT},
        {"holdem", 2, 1, 7, 100, FELT_WRONG_COUNT},
        {"holdem", 2, 1, 1327, 100, FELT_WRONG_COUNT},
        {"holdem", 2, 1, 100, 0, FELT_WRONG_COUNT},
        {"holdem", 2, 1, 100, 10001, FELT_WRONG_COUNT},
        {"holdem-jokers", 2, 1, 100, 100, FELT_UNSUPPORTED},
        {"omaha", 2, 1, 100, 100, FELT_UNSUPPORTED},
        {"pineapple", 2, 1, 100, 100, FELT_UNSUPPORTED},
        {"leduc", 2, 1, 100, 100, FELT_UNSUPPORTED},
        {"stud", 2, 1, 100, 100, FELT_UNSUPPORTED},
        {"27-triple", 2, 1, 100, 100, FELT_UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        enum felt_limit limit = (enum felt_limit)felt_variant_find(rows[i].variant)->limit;
        struct felt_probe probe = make_limited(rows[i].variant, limit, &match_caller, STACK);
        probe.match.players = rows[i].players;
        probe.match.deals = rows[i].deals;
        probe.asked = rows[i].asked;
        probe.boards = rows[i].boards;
        assert_int_equal(felt_probe_verify(&probe, NULL), rows[i].status);
    }
    struct felt_probe probe = make_limited("holdem", FELT_NO_LIMIT, &match_stranger, STACK);
    assert_int_equal(felt_probe_verify(&probe, NULL), FELT_UNSUPPORTED);
    probe = make("zoo:call");
    probe.match.player[0].kind = probe.match.player[1].kind;
    assert_int_equal(felt_probe_verify(&probe, NULL), FELT_UNSUPPORTED);
}

static void probe_in_a_match_of_its_own_is_timid(void **unused)
{
    (void)unused;
    struct felt_probe probe = make("zoo:shove");
    struct felt_match_group group;
    match_play_in(&probe.match, 0, 0xA5, NULL, &group);
    assert_int_equal(group.won[0], -150 * FELT_MATCH_MILLI);
}

/* ---- what it wins ---------------------------------------------------------------------------- */

/* Blinds are all there is to win from who always folds, and always won. */
static void probe_takes_all_blinds_from_fold(void **unused)
{
    (void)unused;
    struct felt_probe probe = make("zoo:fold");
    void *memory = ready(&probe, 0xA5);
    for (uint64_t group = 0; group < 100; group++) {
        struct felt_match_group out;
        felt_probe_play(&probe, group, memory, NULL, &out);
        assert_int_equal(out.won[0], 150 * FELT_MATCH_MILLI);
        assert_int_equal(out.adjusted[0], 150 * FELT_MATCH_MILLI);
        assert_int_equal(out.won[1], -150 * FELT_MATCH_MILLI);
        assert_int_equal(out.hands, 2);
        assert_int_equal(out.showdowns, 0);
    }
    free(memory);
}

/* Hundreds of a big blind in a hundred hands from those that have a hole; the least is what the
 * lower end of the interval has shown, and some room. */
static void probe_wins_from_players_with_a_hole(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        uint8_t street;
        double least;
    } rows[] = {
        {"zoo:call", 0, 500},      {"zoo:random", 0, 400},   {"zoo:shove", 0, 200},
        {"zoo:threshold", 0, 200}, {"house-classic", 0, 40}, {"zoo:call", 3, 300},
        {"house-classic", 3, 100},
    };
    int groups = test_is_quick() ? 30 : 200;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_probe probe = make(rows[i].name);
        struct felt_score score = {0};
        probe.street = rows[i].street;
        void *memory = ready(&probe, 0);
        for (int group = 0; group < groups; group++) {
            struct felt_match_group out;
            felt_probe_play(&probe, (uint64_t)group, memory, NULL, &out);
            assert_int_equal(out.won[0] + out.won[1], 0);
            felt_score_add(&score, out.adjusted[0]);
        }
        free(memory);
        double won = felt_score_mean(&score) * 100 / (2.0 * FELT_MATCH_MILLI * MATCH_UNIT);
        if (won < rows[i].least && !test_is_quick())
            fail_msg("%s: won %.1f, not %.1f", rows[i].name, won, rows[i].least);
    }
}

/* ---- order, legality, repetition ------------------------------------------------------------- */

/* B2: answers that were kept from other groups change nothing. */
static void probe_group_does_not_depend_on_what_was_played_before(void **unused)
{
    (void)unused;
    static const char *const names[] = {"zoo:lag", "house-classic", "zoo:random"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct felt_probe probe = make(names[i]);
        void *memory = ready(&probe, 0xA5), *other = ready(&probe, 0);
        uint64_t groups = test_is_quick() ? 4 : 12;
        struct felt_match_group forward[12], out;
        for (uint64_t group = 0; group < groups; group++)
            felt_probe_play(&probe, group, memory, NULL, &forward[group]);
        for (uint64_t group = groups; group-- > 0;) {
            felt_probe_play(&probe, group, other, NULL, &out);
            for (int who = 0; who < 2; who++) {
                assert_int_equal(out.won[who], forward[group].won[who]);
                assert_int_equal(out.adjusted[who], forward[group].adjusted[who]);
                assert_int_equal(out.decisions[who], forward[group].decisions[who]);
            }
        }
        free(memory);
        free(other);
    }
}

/* Limits, short stacks, other decks; B3 is asserted where the probe acts. */
static void probe_plays_every_limit_and_stack(void **unused)
{
    (void)unused;
    static const struct {
        const char *variant;
        enum felt_limit limit;
        felt_chips stack;
    } rows[] = {
        {"holdem", FELT_NO_LIMIT, 100},      {"holdem", FELT_NO_LIMIT, 130},
        {"holdem", FELT_NO_LIMIT, 1000000},  {"holdem", FELT_POT_LIMIT, STACK},
        {"holdem", FELT_FIXED_LIMIT, STACK}, {"holdem", FELT_FIXED_LIMIT, 1000000},
        {"short-deck", FELT_NO_LIMIT, 3000}, {"royal", FELT_NO_LIMIT, 3000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_probe probe =
            make_limited(rows[i].variant, rows[i].limit, &match_chancer, rows[i].stack);
        struct felt_play_stats play_stats[2] = {{0}};
        struct felt_match_watch watch = {.manners = play_stats};
        uint64_t groups = test_is_quick() ? 5 : 40;
        uint32_t decisions = 0;
        void *memory = ready(&probe, 0x5A);
        for (uint64_t group = 0; group < groups; group++) {
            struct felt_match_group out;
            felt_probe_play(&probe, group, memory, &watch, &out);
            assert_int_equal(out.won[0] + out.won[1], 0);
            assert_int_equal(out.illegal[0] + out.illegal[1], 0);
            decisions += out.decisions[0];
        }
        assert_int_equal(play_stats[0].hands, 2 * groups);
        assert_true(decisions > 0 || rows[i].stack == 100);
        free(memory);
    }
}

/* The caller looks at what it is told, and when: at the table and when it is asked. */
static void probe_asks_as_a_table_would(void **unused)
{
    (void)unused;
    struct felt_probe probe = make_limited("holdem", FELT_NO_LIMIT, &match_caller, STACK);
    void *memory = ready(&probe, 0xA5);
    match_traces = (struct match_traces){0};
    for (uint64_t group = 0; group < 3; group++) {
        struct felt_match_group out;
        felt_probe_play(&probe, group, memory, NULL, &out);
    }
    assert_int_equal(match_traces.mistakes, 0);
    assert_true(match_traces.streams > 100);
    for (int i = 0; i < match_traces.streams; i++)
        for (int j = 0; j < i; j++)
            assert_memory_not_equal(&match_traces.stream[i], &match_traces.stream[j],
                                    sizeof(struct felt_rng));
    free(memory);
}

static void probe_corrects_actions_that_are_not_legal(void **unused)
{
    (void)unused;
    struct felt_probe probe = make_limited("holdem", FELT_NO_LIMIT, &match_wrong, STACK);
    struct felt_match_group out;
    void *memory = ready(&probe, 0);
    felt_probe_play(&probe, 0, memory, NULL, &out);
    assert_int_equal(out.illegal[1], out.decisions[1]);
    assert_int_equal(out.warnings[1], out.decisions[1]);
    assert_int_equal(out.won[0], 150 * FELT_MATCH_MILLI);
    assert_false(out.stopped);
    probe.match.stop_on_illegal = true;
    felt_probe_play(&probe, 0, memory, NULL, &out);
    assert_true(out.stopped);
    assert_int_equal(out.culprit, 1);
    assert_non_null(strstr(out.complaint.text, "not legal: raise_to, amount 1, in group 0"));
    free(memory);
}

/* ---- what it knows --------------------------------------------------------------------------- */

static const struct felt_option *find(const struct felt_view *view, enum felt_action_kind kind)
{
    for (int i = 0; i < view->options; i++)
        if (view->option[i].kind == kind) return &view->option[i];
    return NULL;
}

/* Raises pairs to three big blinds before the flop, bets cards of one suit behind it, and else
 * checks and calls. */
static struct felt_decision choose_telling(void *self, const struct felt_view *view,
                                           const struct felt_budget *budget)
{
    (void)self;
    (void)budget;
    const struct felt_zone *zone = felt_view_zone(view, FELT_ZONE_HAND, view->viewer);
    const felt_card *card = view->cards + zone->at;
    const struct felt_option *raise = find(view, FELT_RAISE_TO);
    bool pair = felt_card_rank(card[0]) == felt_card_rank(card[1]);
    bool suited = felt_card_suit(card[0]) == felt_card_suit(card[1]);
    struct felt_decision decision = {.reasoning = "telling"};
    decision.action.kind = find(view, FELT_CHECK) ? FELT_CHECK : FELT_CALL;
    if (raise && (view->street == 0 ? pair : suited) && view->betting.to_match <= MATCH_UNIT)
        decision.action = (struct felt_action){.kind = FELT_RAISE_TO, .amount = 3 * MATCH_UNIT};
    return decision;
}

/* Raises to a number that tells its cards. */
static struct felt_decision choose_naming(void *self, const struct felt_view *view,
                                          const struct felt_budget *budget)
{
    (void)self;
    (void)budget;
    const struct felt_zone *zone = felt_view_zone(view, FELT_ZONE_HAND, view->viewer);
    const felt_card *card = view->cards + zone->at;
    struct felt_decision decision = {.reasoning = "naming"};
    decision.action.kind = FELT_RAISE_TO;
    decision.action.amount = 1000 + FELT_CARDS * card[0] + card[1];
    return decision;
}

static bool plays_all(const struct felt_game *game, const void *of)
{
    (void)game;
    (void)of;
    return true;
}
static void sit(void *self, const struct felt_strategy_config *settings, struct felt_rng rng)
{
    (void)self;
    (void)settings;
    (void)rng;
}
static void begin(void *self, const struct felt_place *place)
{
    (void)self;
    (void)place;
}
#define KIND(word, answers)                                                                        \
    {                                                                                              \
        .name = word, .title = word, .bytes = 1, .plays = plays_all, .sit = sit, .begin = begin,   \
        .choose = answers                                                                          \
    }
static const struct felt_player_kind telling = KIND("telling", choose_telling);
static const struct felt_player_kind naming = KIND("naming", choose_naming);

/* A hand in which the player does what it is told, and the probe sits in seat 0. */
struct hand {
    struct felt_probe probe;
    struct felt_probe_lbr *lbr;
    char block[4096]; /* of players that are asked */
    struct felt_poker state;
    int acts;
    struct felt_action act[ACTS]; /* of the probe */
};

static void tell(struct hand *hand, const struct felt_event_log *log)
{
    for (uint32_t i = 0; i < log->count; i++) {
        struct felt_event seen = felt_event_for(&log->event[i], 0);
        felt_probe_lbr_observe(hand->lbr, &seen);
    }
}

static void deal(struct hand *hand, const char *cards)
{
    struct felt_event events[EVENTS];
    struct felt_event_log log = {events, 0, EVENTS};
    struct felt_rng rng = felt_rng_make(9);
    felt_card deck[FELT_CARDS_MAX];
    struct felt_deal from = hand->probe.match.deal;
    from.deck = deck;
    from.deck_count = cards_parse(cards, deck, FELT_CARDS_MAX);
    assert_true(hand->probe.match.player[1].kind->bytes <= sizeof hand->block);
    hand->lbr = malloc(sizeof *hand->lbr);
    assert_non_null(hand->lbr);
    memset(hand->lbr, 0xA5, sizeof *hand->lbr);
    hand->acts = 0;
    felt_probe_lbr_init(hand->lbr, &hand->probe, hand->block);
    felt_probe_lbr_begin(hand->lbr, 0, felt_rng_make(4));
    assert_int_equal(felt_poker_open(&rules, &from, &hand->state, &log), FELT_OK);
    assert_int_equal(felt_poker_deal(&rules, &from, &rng, &hand->state, &log), FELT_OK);
    tell(hand, &log);
}

static void take(struct hand *hand, felt_seat seat, struct felt_action action)
{
    struct felt_event events[EVENTS];
    struct felt_event_log log = {events, 0, EVENTS};
    assert_int_equal(felt_poker_apply(&rules, &hand->state, seat, action, &log), FELT_OK);
    tell(hand, &log);
}

/* The player's action. */
static void answer(struct hand *hand, struct felt_action action)
{
    struct felt_view view;
    felt_poker_view(&rules, &hand->state, 0, &view);
    felt_probe_lbr_wait(hand->lbr, &view);
    take(hand, 1, action);
}

static struct felt_decision choose(struct hand *hand)
{
    struct felt_view view;
    felt_poker_view(&rules, &hand->state, 0, &view);
    return felt_probe_lbr_choose(hand->lbr, &view);
}

/* The part of the range that is a pair, or of one suit. */
static double part(const struct hand *hand, bool suited)
{
    double sum = 0, of = 0;
    for (int i = 0; i < hand->lbr->range.count; i++) {
        const struct felt_probe_holding *holding = &hand->lbr->range.holding[i];
        const felt_card *card = holding->card;
        bool counts = suited ? felt_card_suit(card[0]) == felt_card_suit(card[1])
                             : felt_card_rank(card[0]) == felt_card_rank(card[1]);
        sum += felt_probe_holding_weight(holding);
        if (counts) of += felt_probe_holding_weight(holding);
    }
    assert_true(sum > 0);
    return of / sum;
}

static const struct felt_action call = {.kind = FELT_CALL}, pass = {.kind = FELT_CHECK},
                                raise = {.kind = FELT_RAISE_TO, .amount = 3 * MATCH_UNIT};

static void probe_learns_from_what_the_player_does(void **unused)
{
    (void)unused;
    struct hand hand;
    /* Seat 1 has the button. */
    hand.probe = make_limited("holdem", FELT_NO_LIMIT, &telling, STACK);
    deal(&hand, "As 7c Kd 7d");
    answer(&hand, raise);
    (void)choose(&hand);
    assert_true(part(&hand, false) > 0.8);
    free(hand.lbr);

    deal(&hand, "As 7c Kd 8c 2h 9s Jd");
    answer(&hand, call);
    (void)choose(&hand);
    assert_true(part(&hand, false) < 0.02);
    take(&hand, 0, pass);
    (void)choose(&hand);
    take(&hand, 0, pass);
    answer(&hand, raise);
    (void)choose(&hand);
    assert_true(part(&hand, false) < 0.05);
    assert_true(part(&hand, true) > 0.9);
    /* Most hands of the first sample are ruled out by now: others took their place. */
    assert_true(hand.lbr->range.count > (int)hand.probe.asked);
    free(hand.lbr);
}

/* A pair of aces has most of the pot, before the flop and when no card is to come. */
static void probe_knows_what_its_hand_is_worth(void **unused)
{
    (void)unused;
    struct hand hand;
    hand.probe = make_limited("holdem", FELT_NO_LIMIT, &telling, STACK);
    hand.probe.boards = 1000;
    hand.probe.asked = 400;
    deal(&hand, "As 7c Ad 2d 2h 9s Jd Ah Ac");
    answer(&hand, call);
    assert_true(choose(&hand).strength > 0.80); /* 0.852 against any hand, 0.85 without pairs */
    assert_true(choose(&hand).strength < 0.90);
    take(&hand, 0, pass);
    for (int street = 1; street < 4; street++) {
        struct felt_decision decision = choose(&hand);
        assert_true(decision.strength > 0.75);
        if (street == 3) assert_true(decision.strength == 1);
        assert_int_equal(decision.action.kind, FELT_RAISE_TO); /* it calls anything */
        take(&hand, 0, pass);
        answer(&hand, pass);
    }
    free(hand.lbr);
}

/* B1: other cards of the player, the same actions. */
static void probe_does_not_see_hidden_cards(void **unused)
{
    (void)unused;
    static const char *const decks[] = {"Ts 7c 9s 7d 2h 8s Jd 4c 4d", "Ts Ac 9s Ad 2h 8s Jd 4c 4d",
                                        "Ts 4h 9s 4s 2h 8s Jd 4c 4d", "Ts 3h 9s 2s 2h 8s Jd 4c 4d"};
    static const char *const names[] = {"zoo:lag", "zoo:threshold", "house-classic"};
    for (int name = 0; name < 3; name++) {
        struct hand hand[4];
        for (int i = 0; i < 4; i++) {
            hand[i].probe = make(names[name]);
            deal(&hand[i], decks[i]);
            for (felt_seat seat; (seat = felt_poker_actor(&hand[i].state)) >= 0;) {
                struct felt_legal legal;
                felt_poker_legal(&rules, &hand[i].state, &legal);
                struct felt_action timid = felt_legal_has(&legal, FELT_CHECK) ? pass : call;
                if (seat == 1) {
                    answer(&hand[i], timid);
                    continue;
                }
                struct felt_action action = choose(&hand[i]).action;
                assert_true(hand[i].acts < ACTS);
                hand[i].act[hand[i].acts++] = action;
                /* Who folds here has seen all it will see. */
                take(&hand[i], 0, action.kind == FELT_FOLD ? timid : action);
            }
            free(hand[i].lbr);
            assert_int_equal(hand[i].acts, hand[0].acts);
            for (int k = 0; k < hand[0].acts; k++) {
                assert_int_equal(hand[i].act[k].kind, hand[0].act[k].kind);
                assert_int_equal(hand[i].act[k].amount, hand[0].act[k].amount);
            }
        }
    }
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* What is kept is the answer to this question, and suits do not matter before the flop. */
static void probe_answers_do_not_depend_on_what_was_asked_before(void **unused)
{
    (void)unused;
    static const char *const alike[] = {"As Kd", "Kh Ac", "Ad Ks"};
    struct hand hand;
    felt_card cards[2];
    hand.probe = make_limited("holdem", FELT_NO_LIMIT, &naming, STACK);
    for (int i = 0; i < 3; i++) {
        deal(&hand, "7s 7c 8d 8c");
        answer(&hand, call);
        assert_int_equal(cards_parse(alike[i], cards, 2), 2);
        struct felt_probe_ask_reply reply =
            felt_probe_ask_put(&hand.lbr->ask, &hand.lbr->question, cards);
        assert_int_equal(reply.count, FELT_PROBE_ASK_REPLIES);
        assert_int_equal(reply.amount[0], 1000 + FELT_CARDS * 51 + 46);
        free(hand.lbr);
    }
    hand.probe = make_limited("holdem", FELT_NO_LIMIT, &telling, STACK);
    deal(&hand, "7s 7c 8d 8c");
    answer(&hand, call);
    struct felt_probe_ask_question other = hand.lbr->question;
    other.key += FELT_PROBE_ASK_ROWS;             /* is kept in the same place       */
    other.view.betting.to_match = 2 * MATCH_UNIT; /* and has another answer          */
    assert_int_equal(cards_parse("As Ad", cards, 2), 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(felt_probe_ask_put(&hand.lbr->ask, &hand.lbr->question, cards).kind[0],
                         FELT_RAISE_TO);
        assert_int_equal(felt_probe_ask_put(&hand.lbr->ask, &other, cards).kind[0], FELT_CALL);
    }
    free(hand.lbr);
}

static void probe_likeness_counts_near_raises(void **unused)
{
    (void)unused;
    const struct felt_probe_ask_reply reply = {
        .count = 4,
        .kind = {FELT_FOLD, FELT_CALL, FELT_RAISE_TO, FELT_RAISE_TO},
        .amount = {0, 0, 300, 1000}};
    static const struct {
        struct felt_action action;
        double like;
    } rows[] = {
        {{.kind = FELT_FOLD}, 0.25},
        {{.kind = FELT_CALL}, 0.25},
        {{.kind = FELT_CHECK}, 0},
        {{.kind = FELT_RAISE_TO, .amount = 300}, (1 + 0.1) / 4},
        {{.kind = FELT_RAISE_TO, .amount = 450}, (1 + 0.3) / 4},
        {{.kind = FELT_RAISE_TO, .amount = 700}, (0.3 + 1) / 4},
        {{.kind = FELT_RAISE_TO, .amount = 9000}, 0.2 / 4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_true(fabs(felt_probe_ask_likeness(&reply, rows[i].action) - rows[i].like) < 1e-12);
}

static void probe_kinds_of_hands_are_those_of_ranges(void **unused)
{
    (void)unused;
    static const struct {
        const char *cards, *name;
    } rows[] = {{"As Ks", "AKs"}, {"Kd Ah", "AKo"}, {"7c 7h", "77"}, {"2d 7d", "72s"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        felt_card cards[2];
        char name[4];
        assert_int_equal(cards_parse(rows[i].cards, cards, 2), 2);
        felt_starting_write(felt_probe_ask_kind(cards), name);
        assert_string_equal(name, rows[i].name);
    }
}

TEST_MODULE(probe)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probe_that_makes_no_sense_is_refused),
        cmocka_unit_test(probe_in_a_match_of_its_own_is_timid),
        cmocka_unit_test(probe_takes_all_blinds_from_fold),
        cmocka_unit_test(probe_wins_from_players_with_a_hole),
        cmocka_unit_test(probe_group_does_not_depend_on_what_was_played_before),
        cmocka_unit_test(probe_plays_every_limit_and_stack),
        cmocka_unit_test(probe_asks_as_a_table_would),
        cmocka_unit_test(probe_corrects_actions_that_are_not_legal),
        cmocka_unit_test(probe_learns_from_what_the_player_does),
        cmocka_unit_test(probe_knows_what_its_hand_is_worth),
        cmocka_unit_test(probe_does_not_see_hidden_cards),
        cmocka_unit_test(probe_answers_do_not_depend_on_what_was_asked_before),
        cmocka_unit_test(probe_likeness_counts_near_raises),
        cmocka_unit_test(probe_kinds_of_hands_are_those_of_ranges),
    };
    return cmocka_run_group_tests_name("probe", tests, NULL, NULL);
}
