/* test_play_stats.c -- how players behave: hands that are told action by action, and whole matches
 * counted once more from their events. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/manners.h"
#include "felt/felt.h"
#include "match_players.h"
#include "module.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- hands action by action ------------------------------------------------------------------ */

enum { SEATS = 3, STACK = 5000 };

static const struct felt_option *find(const struct felt_view *view, enum felt_action_kind kind)
{
    for (int i = 0; i < view->options; i++)
        if (view->option[i].kind == kind) return &view->option[i];
    return NULL;
}

/* f, k, c, i; r is the smallest bet or raise; p stands pat.  '~' behind it: with a weak hand, '='
 * with one that is just not weak. */
static struct felt_decision read_decision(const struct felt_view *view, const char **at)
{
    static const struct {
        char letter;
        uint8_t kind;
    } words[] = {{'f', FELT_FOLD},     {'k', FELT_CHECK},    {'c', FELT_CALL},
                 {'r', FELT_RAISE_TO}, {'i', FELT_BRING_IN}, {'p', FELT_DISCARD}};
    struct felt_decision decision = {.action.kind = FELT_ACTION_KINDS, .reasoning = "test"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (words[i].letter == **at) decision.action.kind = words[i].kind;
    const struct felt_option *option = find(view, (enum felt_action_kind)decision.action.kind);
    if (option == NULL) fail_msg("%s cannot be done", *at);
    if (decision.action.kind == FELT_RAISE_TO) decision.action.amount = option->min;
    ++*at;
    if (**at == '~') decision.strength = FELT_PLAY_STATS_WEAK - 0.01;
    if (**at == '=') decision.strength = FELT_PLAY_STATS_WEAK;
    *at += **at == '~' || **at == '=';
    return decision;
}

static void observe(struct felt_play_stats_hand *hand, const struct felt_event_log *log)
{
    for (uint32_t i = 0; i < log->count; i++) felt_play_stats_observe(hand, &log->event[i]);
}

/* Plays a hand of three, seat 2 on the button; blanks in the text mean nothing. */
static void play_hand(const char *variant, const char *text, struct felt_play_stats of[SEATS])
{
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {event, 0, FELT_EVENTS_MAX};
    struct felt_play_stats_hand hand = {0};
    struct felt_rng rng = felt_rng_make(1);
    struct felt_poker_rules rules;
    struct felt_poker state;
    felt_chips stacks[FELT_SEATS_MAX] = {STACK, STACK, STACK};
    enum felt_limit limit = (enum felt_limit)felt_variant_find(variant)->limit;
    assert_int_equal(felt_poker_rules_make(variant, limit, 100, &rules, NULL), FELT_OK);
    struct felt_deal deal = felt_poker_deal_make(&rules, SEATS, stacks, 2);
    assert_int_equal(felt_poker_open(&rules, &deal, &state, &log), FELT_OK);
    assert_int_equal(felt_poker_deal(&rules, &deal, &rng, &state, &log), FELT_OK);
    observe(&hand, &log);
    for (felt_seat seat; (seat = felt_poker_actor(&state)) >= 0;) {
        struct felt_view view;
        text += strspn(text, " ");
        felt_poker_view(&rules, &state, seat, &view);
        struct felt_decision decision = read_decision(&view, &text);
        felt_play_stats_decide(&hand, &view, &decision, &of[seat]);
        log.count = 0;
        assert_int_equal(felt_poker_apply(&rules, &state, seat, decision.action, &log), FELT_OK);
        observe(&hand, &log);
    }
    assert_string_equal(text, "");
    for (felt_seat seat = 0; seat < SEATS; seat++) felt_play_stats_end(&hand, seat, &of[seat]);
}

/* In hold'em seat 2 is the first to act, then the blinds, 0 and 1; from the flop on 0 is. */
static const struct {
    const char *variant, *text;
    felt_seat seat;
    struct felt_play_stats want;
} rows[] = {
    /* Everybody folds to the big blind: nothing but a hand. */
    {"holdem", "ff", 1, {.hands = 1}},
    {"holdem", "ff", 2, {.hands = 1, .folds = 1}}, /* a blind is no bet to fold to */
    /* Calling the blind is to enter; checking the big blind is not. */
    {"holdem",
     "f c k  kk kk kk",
     0,
     {.hands = 1,
      .entered = 1,
      .calls = 1,
      .checks = 3,
      .later_checks = 3,
      .showdowns = 1,
      .showdowns_won = 1}},
    {"holdem", "f c k  kk kk kk", 1, {.hands = 1, .checks = 4, .later_checks = 3, .showdowns = 1}},
    /* A raise and a second one: entered and raised once, faced one of them. */
    {"holdem", "r f r r f", 2, {.hands = 1, .entered = 1, .raised = 1, .bets = 2, .faced = 1}},
    {"holdem",
     "r f r r f",
     1,
     {.hands = 1,
      .entered = 1,
      .raised = 1,
      .bets = 1,
      .folds = 1,
      .faced = 2,
      .folded_to_bet = 1}},
    {"holdem", "r f r r f", 0, {.hands = 1, .folds = 1, .faced = 1, .folded_to_bet = 1}},
    /* A bet of the round before is not faced. */
    {"holdem",
     "f r c  k r c  k k  r f",
     1,
     {.hands = 1,
      .entered = 1,
      .bets = 1,
      .calls = 1,
      .checks = 1,
      .folds = 1,
      .later_bets = 1,
      .later_checks = 1,
      .later_folds = 1,
      .faced = 2,
      .folded_to_bet = 1}},
    {"holdem",
     "f r c  k r c  k k  r f",
     0,
     {.hands = 1,
      .entered = 1,
      .raised = 1,
      .bets = 2,
      .calls = 1,
      .checks = 2,
      .later_bets = 1,
      .later_calls = 1,
      .later_checks = 2,
      .faced = 1}},
    /* Weak hands: one bets, one could have; strength 0.3 is not weak, and none is no opinion. */
    {"holdem",
     "f c~ k=  r~ c~  k k  r~ f~",
     0,
     {.hands = 1,
      .entered = 1,
      .bets = 2,
      .calls = 1,
      .checks = 1,
      .later_bets = 2,
      .later_checks = 1,
      .weak = 3,
      .bluffs = 2}},
    {"holdem",
     "f c~ k=  r~ c~  k k  r~ f~",
     1,
     {.hands = 1,
      .calls = 1,
      .checks = 2,
      .folds = 1,
      .later_calls = 1,
      .later_checks = 1,
      .later_folds = 1,
      .faced = 2,
      .folded_to_bet = 1,
      .weak = 2}},
    /* Stud: bringing in is no entry, completing it is a raise. */
    {"stud", "i f f", 0, {.hands = 1, .folds = 1}},
    {"stud", "i f f", 1, {.hands = 1, .folds = 1}},
    {"stud", "i f f", 2, {.hands = 1}},
    {"stud", "i r f f", 0, {.hands = 1, .entered = 1, .raised = 1, .bets = 1}},
    {"stud", "i r f f", 2, {.hands = 1, .folds = 1, .faced = 1, .folded_to_bet = 1}},
    /* Draws: discards are not counted, and the round behind them is a later one. */
    {"27-single",
     "f c~ k  p~ p  r~ f",
     0,
     {.hands = 1, .entered = 1, .bets = 1, .calls = 1, .later_bets = 1, .weak = 2, .bluffs = 1}},
    {"27-single",
     "f c~ k  p~ p  r~ f",
     1,
     {.hands = 1, .checks = 1, .folds = 1, .later_folds = 1, .faced = 1, .folded_to_bet = 1}},
};

static void verify_equal(const struct felt_play_stats *got, const struct felt_play_stats *want,
                         const char *what)
{
    for (int i = 0; i < FELT_PLAY_STATS_FIELDS; i++) {
        const struct felt_play_stats_field *field = felt_play_stats_field_at(i);
        uint64_t a, b;
        memcpy(&a, (const char *)got + field->at, sizeof a);
        memcpy(&b, (const char *)want + field->at, sizeof b);
        if (a != b)
            fail_msg("%s: %s is %llu, not %llu", what, field->name, (unsigned long long)a,
                     (unsigned long long)b);
    }
}

static void play_stats_of_a_hand_are_counted(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_play_stats of[SEATS] = {{0}};
        char what[80];
        play_hand(rows[i].variant, rows[i].text, of);
        snprintf(what, sizeof what, "%s, seat %d", rows[i].text, rows[i].seat);
        verify_equal(&of[rows[i].seat], &rows[i].want, what);
    }
}

/* What rules and players of ours seldom do. */
static void play_stats_of_odd_hands_are_counted(void **unused)
{
    (void)unused;
    struct felt_play_stats of = {0};
    struct felt_play_stats_hand hand = {0};
    const struct felt_decision decision = {.action.kind = FELT_CALL, .strength = 0.1};
    struct felt_view view = {.phase = FELT_PHASE_BET, .viewer = 1, .options = 2};
    const struct felt_event show = {.kind = FELT_EVENT_SHOW, .seat = 1};
    const struct felt_event muck = {.kind = FELT_EVENT_ACT, .act = FELT_MUCK, .seat = 0};
    view.option[0].kind = FELT_FOLD;
    view.option[1].kind = FELT_CALL;
    felt_play_stats_decide(&hand, &view, &decision, &of); /* all-in: nothing to bluff with */
    assert_int_equal(of.weak, 0);
    felt_play_stats_observe(&hand, &show);
    felt_play_stats_end(&hand, 1, &of); /* shown to nobody who would compare */
    assert_int_equal(of.showdowns, 0);
    felt_play_stats_observe(&hand, &muck);
    felt_play_stats_end(&hand, 1, &of);
    felt_play_stats_end(&hand, 0, &of);
    assert_int_equal(of.showdowns, 2);
    assert_int_equal(of.showdowns_won, 0);
}

/* ---- sums and shares ------------------------------------------------------------------------- */

static void play_stats_fields_are_all_and_in_order(void **unused)
{
    (void)unused;
    for (int i = 0; i < FELT_PLAY_STATS_FIELDS; i++)
        assert_int_equal(felt_play_stats_field_at(i)->at, (size_t)i * sizeof(uint64_t));
    assert_string_equal(felt_play_stats_field_at(0)->name, "hands");
    assert_string_equal(felt_play_stats_field_at(FELT_PLAY_STATS_FIELDS - 1)->name, "bluffs");
}

static void play_stats_add_up(void **unused)
{
    (void)unused;
    struct felt_play_stats sum = {0}, whole[SEATS] = {{0}};
    for (int hand = 0; hand < 3; hand++) {
        struct felt_play_stats of[SEATS] = {{0}};
        play_hand("holdem", rows[9].text, of);
        play_hand("holdem", rows[9].text, whole);
        felt_play_stats_add(&sum, &of[0]);
    }
    verify_equal(&sum, &whole[0], "three hands");
    assert_int_equal(sum.hands, 3);
    assert_int_equal(sum.bluffs, 6);
}

static void play_stats_shares_of_nothing_are_no_numbers(void **unused)
{
    (void)unused;
    struct felt_play_stats play_stats = {.bets = 6, .calls = 4, .later_bets = 1};
    assert_true(felt_play_stats_aggression(&play_stats) > 1.49);
    assert_true(felt_play_stats_aggression(&play_stats) < 1.51);
    assert_true(isinf(felt_play_stats_later_aggression(&play_stats)));
    play_stats.later_bets = 0;
    assert_true(isnan(felt_play_stats_later_aggression(&play_stats)));
    assert_true(isnan(felt_play_stats_share(0, 0)));
    assert_true(felt_play_stats_share(3, 4) > 0.74 && felt_play_stats_share(3, 4) < 0.76);
}

static void play_stats_that_cannot_be_are_seen(void **unused)
{
    (void)unused;
    static const struct felt_play_stats good = {9, 8, 7, 9, 9, 9, 9, 5, 5, 5, 5, 8, 8, 8, 7, 7, 7};
    static const struct {
        size_t at;
        uint64_t count;
    } wrong[] = {
#define AT(name) offsetof(struct felt_play_stats, name)
        {AT(entered), 10},      {AT(raised), 9},       {AT(showdowns), 10},
        {AT(showdowns_won), 9}, {AT(later_bets), 10},  {AT(later_calls), 10},
        {AT(later_checks), 10}, {AT(later_folds), 10}, {AT(folded_to_bet), 9},
        {AT(folds), 7},         {AT(bluffs), 8},       {AT(bets), 6},
    };
    assert_true(felt_play_stats_possible(&good));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct felt_play_stats play_stats = good;
        memcpy((char *)&play_stats + wrong[i].at, &wrong[i].count, sizeof wrong[i].count);
        if (felt_play_stats_possible(&play_stats)) fail_msg("row %zu is taken to be possible", i);
    }
}

/* ---- matches --------------------------------------------------------------------------------- */

/* The same, from events alone and by another way. */
struct ledger {
    int8_t player[FELT_SEATS_MAX];
    felt_seats entered, shown;
    bool later; /* cards came on the table, or were thrown away                              */
    int players;
    struct felt_play_stats of[FELT_SEATS_MAX];
};

static void ledger_begin(void *self, uint64_t group, int leg, uint32_t deal,
                         const struct felt_deal *from, const int8_t player[FELT_SEATS_MAX])
{
    struct ledger *ledger = self;
    (void)group;
    (void)leg;
    (void)deal;
    ledger->players = felt_seats_count(from->seats);
    ledger->entered = ledger->shown = 0;
    ledger->later = false;
    memcpy(ledger->player, player, sizeof ledger->player);
}

static void ledger_act(struct ledger *ledger, const struct felt_event *event)
{
    struct felt_play_stats *of = &ledger->of[ledger->player[event->seat]];
    bool bets = event->act == FELT_RAISE_TO, calls = event->act == FELT_CALL;
    felt_seats seat = (felt_seats)(1u << event->seat);
    of->bets += bets;
    of->calls += calls;
    of->checks += event->act == FELT_CHECK;
    of->folds += event->act == FELT_FOLD;
    of->later_bets += bets && ledger->later;
    of->later_folds += event->act == FELT_FOLD && ledger->later;
    if ((bets || calls) && !ledger->later && !(ledger->entered & seat)) {
        ledger->entered |= seat;
        of->entered++;
    }
    ledger->later |= event->act == FELT_DISCARD;
}

static void ledger_events(void *self, const struct felt_event *events, uint32_t count)
{
    struct ledger *ledger = self;
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == FELT_EVENT_ACT) ledger_act(ledger, &events[i]);
        if (events[i].kind == FELT_EVENT_BOARD) ledger->later = true;
        if (events[i].kind == FELT_EVENT_SHOW) ledger->shown |= (felt_seats)(1u << events[i].seat);
    }
    if (count == 0 || events[count - 1].kind != FELT_EVENT_OVER) return;
    for (felt_seat seat = 0; seat < ledger->players; seat++) {
        struct felt_play_stats *of = &ledger->of[ledger->player[seat]];
        of->hands++;
        of->showdowns += felt_seats_count(ledger->shown) > 1 && ledger->shown >> seat & 1;
    }
}

/* Fields that the ledger does not keep are taken over. */
static void verify_ledger(const struct felt_play_stats *got, struct felt_play_stats want,
                          const char *what)
{
    want.raised = got->raised;
    want.later_calls = got->later_calls;
    want.later_checks = got->later_checks;
    want.faced = got->faced;
    want.folded_to_bet = got->folded_to_bet;
    want.showdowns_won = got->showdowns_won;
    verify_equal(got, &want, what);
}

static void play_stats_of_a_match_agree_with_its_events(void **unused)
{
    (void)unused;
    static const char *const variants[] = {"holdem", "27-triple", "kuhn", "leduc", "omaha"};
    static const struct felt_player_kind *const kinds[] = {&match_chancer, &match_rememberer,
                                                           &match_caller, &match_wrong};
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        struct felt_poker_rules rules;
        struct felt_match match =
            match_make(variants[v], match_seats(variants[v], 4), kinds, &rules);
        struct felt_play_stats of[FELT_SEATS_MAX] = {{0}};
        struct ledger ledger = {0};
        struct felt_match_watch watch = {&ledger, ledger_begin, ledger_events, NULL, of};
        match.deals = 2;
        uint64_t faced = 0, won = 0;
        for (uint64_t group = 0; group < 50; group++) {
            struct felt_match_group out, alone;
            match_play_in(&match, group, 0xA5, &watch, &out);
            match_play_in(&match, group, 0x5A, NULL, &alone);
            assert_memory_equal(out.won, alone.won, sizeof out.won); /* counting changes nothing */
            assert_int_equal(out.showdowns, alone.showdowns);
        }
        for (int i = 0; i < match.players; i++) {
            assert_true(felt_play_stats_possible(&of[i]));
            verify_ledger(&of[i], ledger.of[i], variants[v]);
            faced += of[i].faced;
            won += of[i].showdowns_won;
        }
        assert_true(faced > 0 && won > 0);
    }
}

/* Programs that were written for the names of before (felt/manners.h). */
static void play_stats_old_names_go_on(void **state)
{
    (void)state;
    struct felt_manners some = {.hands = 4, .entered = 2, .bets = 3, .calls = 2}, sum = {0};
    assert_true(felt_manners_possible(&some) == felt_play_stats_possible(&some));
    felt_manners_add(&sum, &some);
    assert_int_equal(sum.hands, 4);
    assert_true(felt_manners_aggression(&some) == felt_play_stats_aggression(&some));
    assert_true(felt_manners_share(1, 4) == 0.25);
    assert_ptr_equal(felt_manners_field_at(0), felt_play_stats_field_at(0));
    assert_int_equal(FELT_MANNERS_FIELDS, FELT_PLAY_STATS_FIELDS);
}

TEST_MODULE(play_stats)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(play_stats_of_a_hand_are_counted),
        cmocka_unit_test(play_stats_of_odd_hands_are_counted),
        cmocka_unit_test(play_stats_fields_are_all_and_in_order),
        cmocka_unit_test(play_stats_add_up),
        cmocka_unit_test(play_stats_shares_of_nothing_are_no_numbers),
        cmocka_unit_test(play_stats_that_cannot_be_are_seen),
        cmocka_unit_test(play_stats_of_a_match_agree_with_its_events),
        cmocka_unit_test(play_stats_old_names_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
