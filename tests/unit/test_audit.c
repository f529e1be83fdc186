/* test_audit.c -- the audit of felt sim finds what is wrong: true hands pass, and each slip that we
 * make on purpose in the state or in the events is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "audit/audit.h"
#include "audit/scene.h"
#include "module.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { HANDS = 6000, SPOILT = 25 };

/* Where a hand is spoilt; TOLD is after any action. */
enum moment { NEVER, DEALT, APPLIED, ENDED, TOLD };

struct table {
    struct felt_scene scene;
    struct felt_audit audit;
    struct felt_poker state;
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log;
};

typedef bool (*spoil)(struct table *table); /* false: not possible here */

static struct felt_scenes scenes;

static void make_scenes(void)
{
    memset(&scenes, 0, sizeof scenes);
    scenes.seed = 5;
    scenes.unit = 20;
    scenes.players_min = 2;
    scenes.players_max = 10;
    scenes.forced_random = true;
    scenes.policy = FELT_SCENE_MIXED;
    for (int i = 0; i < felt_variant_count(); i++)
        assert_true(felt_scenes_add(&scenes, felt_variant_at(i), 7));
}

/* Plays a hand; `slip` may spoil it once, at its moment.  True: no violation. */
static bool play(struct table *table, uint64_t number, enum moment when, spoil slip, bool *spoilt)
{
    struct felt_scene *scene = &table->scene;
    struct felt_audit *audit = &table->audit;
    felt_scene_make(&scenes, number, scene);
    table->log = (struct felt_event_log){table->event, 0, FELT_EVENTS_MAX};
    felt_audit_begin(audit, &scene->rules, &scene->deal, scene->audit);
    assert_int_equal(felt_poker_open(&scene->rules, &scene->deal, &table->state, &table->log), 0);
    assert_int_equal(
        felt_poker_deal(&scene->rules, &scene->deal, &scene->cards, &table->state, &table->log), 0);
    if (when == DEALT && !*spoilt) *spoilt = slip(table);
    if (!felt_audit_dealt(audit, &table->state, &table->log)) return false;
    while (felt_poker_actor(&table->state) >= 0) {
        felt_seat seat = felt_poker_actor(&table->state);
        if (!felt_audit_decision(audit, &table->state)) return false;
        struct felt_action action =
            felt_policy_answer(scene->policy, &scene->rules, &table->state, &scene->choices);
        table->log.count = 0;
        assert_int_equal(felt_poker_apply(&scene->rules, &table->state, seat, action, &table->log),
                         FELT_OK);
        bool over = felt_poker_actor(&table->state) < 0;
        if (!*spoilt && (when == TOLD || when == (over ? ENDED : APPLIED))) *spoilt = slip(table);
        if (!felt_audit_applied(audit, &table->state, seat, action, &table->log)) return false;
    }
    return felt_audit_over(audit, &table->state);
}

static void audit_true_hands_pass(void **unused)
{
    (void)unused;
    static struct table table;
    bool spoilt = false;
    make_scenes();
    for (uint64_t number = 1; number <= HANDS; number++) {
        if (play(&table, number, NEVER, NULL, &spoilt)) continue;
        fail_msg("hand %llu: %s", (unsigned long long)number, table.audit.violation);
    }
}

/* ---- slips ---------------------------------------------------------------------------------- */

static struct felt_event *find_event(struct table *table, enum felt_event_kind kind)
{
    for (uint32_t i = 0; i < table->log.count; i++)
        if (table->event[i].kind == kind) return &table->event[i];
    return NULL;
}

/* The events from one on move up by one, or leave a gap of one. */
static void close_gap(struct table *table, struct felt_event *event)
{
    size_t behind = (size_t)(&table->event[table->log.count] - (event + 1));
    memmove(event, event + 1, behind * sizeof *event);
    table->log.count--;
}
static void open_gap(struct table *table, struct felt_event *event)
{
    size_t behind = (size_t)(&table->event[table->log.count] - event);
    memmove(event + 1, event, behind * sizeof *event);
    table->log.count++;
}

static bool a_chip_appears(struct table *table)
{
    table->state.betting.stack[felt_seats_first(table->state.dealt)]++;
    return true;
}

static bool a_chip_changes_its_owner(struct table *table)
{
    felt_seats live = table->state.betting.turn.live;
    felt_seat one = felt_seats_take(&live);
    if (live == 0 || table->state.betting.stack[one] < 2) return false;
    table->state.betting.stack[one]--;
    table->state.betting.stack[felt_seats_first(live)]++;
    return true;
}

static bool a_folded_seat_stays_live(struct table *table)
{
    struct felt_turn *turn = &table->state.betting.turn;
    if (table->event[0].kind != FELT_EVENT_ACT || table->event[0].act != FELT_FOLD) return false;
    turn->live |= felt_seats_of(table->event[0].seat);
    return true;
}

static bool a_seat_with_chips_cannot_act(struct table *table)
{
    struct felt_turn *turn = &table->state.betting.turn;
    felt_seats others = turn->able & (felt_seats)~felt_seats_of(turn->actor);
    if (turn->actor < 0 || others == 0) return false;
    turn->able &= turn->may_raise &= turn->owes &= (felt_seats) ~(others & -others);
    return true;
}

static bool a_card_is_in_the_deck_twice(struct table *table)
{
    table->state.deck[table->state.size - 1] = table->state.deck[table->state.size - 2];
    return true;
}

static bool a_card_of_the_board_changes(struct table *table)
{
    struct felt_poker *state = &table->state;
    if (state->boards == 0) return false;
    felt_card card = state->deck[state->size - 1];
    state->deck[state->size - 1] = state->deck[0];
    state->deck[0] = card;
    return true;
}

static bool a_down_card_is_dealt_face_up(struct table *table)
{
    struct felt_event *event = find_event(table, FELT_EVENT_DEAL);
    if (event == NULL) return false;
    event->cards_to = (felt_seats)-1;
    return true;
}

static bool an_event_has_another_card(struct table *table)
{
    struct felt_event *event = find_event(table, FELT_EVENT_BOARD);
    if (event == NULL) return false;
    event->cards[0] = table->state.deck[table->state.size - 1];
    return !(table->audit.books.out >> event->cards[0] & 1);
}

static bool an_ante_is_not_recorded(struct table *table)
{
    struct felt_event *event = find_event(table, FELT_EVENT_ANTE);
    if (event == NULL) return false;
    event->amount--;
    return true;
}

static bool an_action_has_another_kind(struct table *table)
{
    table->event[0].act = table->event[0].act == FELT_FOLD ? FELT_CHECK : FELT_FOLD;
    return true;
}

static bool the_price_shrinks(struct table *table)
{
    struct felt_betting *betting = &table->state.betting;
    if (betting->turn.actor < 0 || betting->to_match == 0) return false;
    betting->to_match--;
    return true;
}

static bool the_smallest_raise_shrinks(struct table *table)
{
    struct felt_poker *state = &table->state;
    if (state->phase != FELT_PHASE_BET || table->audit.phase != FELT_PHASE_BET ||
        table->log.count > 1) /* cards: the next round */
        return false;
    if (table->event[0].act == FELT_RAISE_TO) return false; /* which may make it grow */
    state->betting.raise_min--;
    return true;
}

static bool the_actor_owes_nothing(struct table *table)
{
    struct felt_turn *turn = &table->state.betting.turn;
    if (turn->actor < 0) return false;
    turn->owes &= (felt_seats)~felt_seats_of(turn->actor);
    return true;
}

static bool the_last_event_is_missing(struct table *table)
{
    table->log.count--;
    return true;
}

static bool an_event_follows_the_last(struct table *table)
{
    table->event[table->log.count] = table->event[table->log.count - 1];
    table->log.count++;
    return true;
}

/* The ledger and the state agree; only the cards say that it is wrong. */
static bool a_loser_wins(struct table *table)
{
    const struct felt_poker_rules *rules = &table->scene.rules;
    struct felt_event *event = find_event(table, FELT_EVENT_WIN);
    felt_seats others = table->state.betting.turn.live & (felt_seats)~felt_seats_of(event->seat);
    struct felt_showdown showdown = felt_poker_showdown(rules, &table->state);
    if (others == 0 || showdown.second != FELT_FAMILY_NONE || table->state.runs == 2) return false;
    felt_seat who[2] = {event->seat, felt_seats_first(others)};
    felt_value value[2][2];
    for (int i = 0; i < 2; i++) {
        felt_card hole[FELT_HOLE_MAX];
        int count = felt_poker_hole(rules, &table->state, who[i], hole);
        felt_showdown_values(&showdown, hole, count, table->state.deck, table->state.boards,
                             value[i]);
    }
    if (value[1][0] >= value[0][0]) return false;
    table->state.betting.stack[who[0]] -= event->amount;
    table->state.betting.stack[who[1]] += event->amount;
    event->seat = who[1];
    return true;
}

static bool a_loser_does_not_show(struct table *table)
{
    struct felt_event *event = find_event(table, FELT_EVENT_SHOW);
    if (event == NULL) return false;
    close_gap(table, event);
    return true;
}

static bool a_hand_is_shown_with_another_value(struct table *table)
{
    struct felt_event *event = find_event(table, FELT_EVENT_SHOW);
    if (event == NULL) return false;
    event->amount++;
    return true;
}

static bool the_history_differs(struct table *table)
{
    /* What lies at the end of the stub stays there, unless cards go back into the deck. */
    if (table->audit.actions == 0 || table->state.redeals || table->state.shuffles) return false;
    felt_card *last = &table->audit.start.deck[table->state.size - 1], card = *last;
    *last = last[-1];
    last[-1] = card;
    return true;
}

/* ---- slips in draws, up-cards and showdowns -------------------------------------------------- */

static bool a_discard_was_not_held(struct table *table)
{
    struct felt_event *event = &table->event[0];
    if (event->act != FELT_DISCARD || event->count == 0) return false;
    event->cards[0] = table->state.deck[table->state.size - 1];
    return true;
}

static bool a_discard_is_seen_by_all(struct table *table)
{
    struct felt_event *event = &table->event[0];
    if (event->act != FELT_DISCARD || event->count == 0) return false;
    event->cards_to = (felt_seats)-1;
    return true;
}

static bool new_cards_come_out_of_turn(struct table *table)
{
    struct felt_event *event = find_event(table, FELT_EVENT_DRAW);
    if (event == NULL || event[1].kind != FELT_EVENT_DRAW) return false;
    struct felt_event first = event[0];
    event[0] = event[1];
    event[1] = first;
    return true;
}

static bool new_cards_are_missing(struct table *table)
{
    struct felt_event *event = find_event(table, FELT_EVENT_DRAW);
    if (event == NULL) return false;
    close_gap(table, event);
    return true;
}

static bool cards_go_back_unsaid(struct table *table)
{
    struct felt_event *event = find_event(table, FELT_EVENT_SHUFFLE);
    if (event == NULL) return false;
    close_gap(table, event);
    return true;
}

static bool cards_go_back_too_early(struct table *table)
{
    struct felt_event *event = find_event(table, FELT_EVENT_DRAW);
    if (event == NULL || find_event(table, FELT_EVENT_SHUFFLE)) return false;
    open_gap(table, event);
    *event = (struct felt_event){.kind = FELT_EVENT_SHUFFLE, .seat = FELT_SEAT_NONE, .amount = 1};
    return true;
}

static bool a_shuffle_is_miscounted(struct table *table)
{
    struct felt_event *event = find_event(table, FELT_EVENT_SHUFFLE);
    if (event == NULL) return false;
    event->amount++;
    return true;
}

static bool a_redeal_is_unsaid(struct table *table)
{
    struct felt_event *event = find_event(table, FELT_EVENT_REDEAL);
    if (event == NULL) return false;
    close_gap(table, event);
    return true;
}

static bool a_redeal_has_no_reason(struct table *table)
{
    struct felt_event *event = find_event(table, FELT_EVENT_DEAL_UP);
    if (event == NULL || find_event(table, FELT_EVENT_REDEAL)) return false;
    open_gap(table, event);
    *event = (struct felt_event){.kind = FELT_EVENT_REDEAL, .seat = FELT_SEAT_NONE};
    return true;
}

static bool another_rank_is_wild(struct table *table)
{
    if (table->state.follow < 2) return false;
    table->state.follow = (uint8_t)(2 + (table->state.follow - 1) % 13);
    return true;
}

static bool a_card_is_shared_without_need(struct table *table)
{
    struct felt_event *event = find_event(table, FELT_EVENT_BOARD);
    if (event == NULL || table->scene.rules.variant->board_cards) return false;
    if (find_event(table, FELT_EVENT_REDEAL)) return false; /* the ledger count anew */
    table->audit.books.rows--; /* one seat less, and there would have been enough */
    return true;
}

static bool the_wrong_board_wins(struct table *table)
{
    struct felt_event *event = find_event(table, FELT_EVENT_WIN);
    if (table->state.runs != 2 || event == NULL || event->amount < 2) return false;
    event->board = !event->board;
    return true;
}

static bool a_second_board_repeats_a_card(struct table *table)
{
    struct felt_event *event = find_event(table, FELT_EVENT_BOARD);
    while (event && event->board == 0)
        event = event + 1 < &table->event[table->log.count] && event[1].kind == FELT_EVENT_BOARD
                    ? event + 1
                    : NULL;
    if (event == NULL) return false;
    event->cards[0] = table->state.deck[0];
    return true;
}

static bool nobody_was_asked_for_two_boards(struct table *table)
{
    if (table->state.phase != FELT_PHASE_RUNS || table->audit.phase == FELT_PHASE_RUNS)
        return false;
    struct felt_event *event = &table->event[table->log.count++];
    *event = (struct felt_event){.kind = FELT_EVENT_BOARD,
                                 .seat = FELT_SEAT_NONE,
                                 .cards_to = (felt_seats)-1,
                                 .count = 1,
                                 .cards = {table->state.deck[table->state.boards]}};
    return true;
}

/* The ledger believe that no hand is shown yet: the one that is mucked would be the best. */
static bool a_winner_mucks(struct table *table)
{
    if (table->event[0].act != FELT_MUCK || table->audit.books.pot == 0) return false;
    table->audit.books.shown[0] = 0;
    table->audit.books.raiser = table->event[0].seat;
    return true;
}

static bool a_mucked_hand_wins(struct table *table)
{
    struct felt_event *event = find_event(table, FELT_EVENT_WIN);
    if (event == NULL || table->state.mucked == 0) return false;
    felt_seat seat = felt_seats_first(table->state.mucked);
    table->state.betting.stack[event->seat] -= event->amount;
    table->state.betting.stack[seat] += event->amount;
    event->seat = seat;
    return true;
}

static bool a_bomb_pot_has_an_early_bet(struct table *table)
{
    if (table->scene.rules.variant->board_cards == 0 || table->state.boards) return false;
    if (table->state.phase != FELT_PHASE_BET || table->scene.deal.bomb) return false;
    table->scene.deal.bomb = true;
    return true;
}

static bool the_best_cards_do_not_open(struct table *table)
{
    struct felt_turn *turn = &table->state.betting.turn;
    felt_seats others = turn->owes & (felt_seats)~felt_seats_of(turn->actor);
    if (table->state.phase != FELT_PHASE_BET || others == 0) return false;
    if (!find_event(table, FELT_EVENT_DEAL_UP)) return false;
    turn->actor = turn->first = felt_seats_first(others);
    return true;
}

/* `text` is a part of the violation that must be named; NULL: any. */
static const struct {
    const char *name;
    enum moment when;
    spoil slip;
    const char *text;
} slips[] = {
    {"a chip appears", APPLIED, a_chip_appears, "by the events it has"},
    {"a chip changes its owner", APPLIED, a_chip_changes_its_owner, "by the events it has"},
    {"a folded seat stays live", APPLIED, a_folded_seat_stays_live, "live are"},
    {"a seat with chips cannot act", APPLIED, a_seat_with_chips_cannot_act, "not able to act"},
    {"a card is in the deck twice", DEALT, a_card_is_in_the_deck_twice, "not the variant's"},
    {"a card of the board changes", APPLIED, a_card_of_the_board_changes, "the board"},
    {"a down card is dealt face up", DEALT, a_down_card_is_dealt_face_up, "the wrong seats"},
    {"an event has another card", APPLIED, an_event_has_another_card, "the board is not"},
    {"an ante is not recorded", DEALT, an_ante_is_not_recorded, "posts"},
    {"an action has another kind", APPLIED, an_action_has_another_kind, "names seat"},
    {"the price shrinks", APPLIED, the_price_shrinks, NULL},
    {"the smallest raise shrinks", APPLIED, the_smallest_raise_shrinks, "shrinks"},
    {"a seat is asked that owes nothing", APPLIED, the_actor_owes_nothing, "is to act"},
    {"the last event is missing", ENDED, the_last_event_is_missing, NULL},
    {"an event follows the last", ENDED, an_event_follows_the_last, "follows the last"},
    {"a loser wins", ENDED, a_loser_wins, "its share is"},
    {"a hand is not shown", ENDED, a_loser_does_not_show, "show"},
    {"a hand is shown with another value", ENDED, a_hand_is_shown_with_another_value, "values"},
    {"the same actions lead elsewhere", ENDED, the_history_differs, "another end"},
    {"a discard was not held", TOLD, a_discard_was_not_held, "names another card"},
    {"a discard is seen by all", TOLD, a_discard_is_seen_by_all, "the wrong seats"},
    {"new cards come out of turn", TOLD, new_cards_come_out_of_turn, "out of turn"},
    {"new cards are missing", TOLD, new_cards_are_missing, NULL},
    {"cards go back unsaid", TOLD, cards_go_back_unsaid, "dealt twice"},
    {"cards go back too early", TOLD, cards_go_back_too_early, "are left for seat"},
    {"a shuffle is miscounted", TOLD, a_shuffle_is_miscounted, "can go back"},
    {"a redeal is unsaid", TOLD, a_redeal_is_unsaid, NULL},
    {"a redeal has no reason", TOLD, a_redeal_has_no_reason, "without a card"},
    {"another rank is wild", TOLD, another_rank_is_wild, "are wild"},
    {"a card is shared without need", TOLD, a_card_is_shared_without_need, "a card is shared"},
    {"the wrong board wins", ENDED, the_wrong_board_wins, "second board"},
    {"a second board repeats a card", ENDED, a_second_board_repeats_a_card, "dealt twice"},
    {"nobody was asked for two boards", TOLD, nobody_was_asked_for_two_boards, "is run twice"},
    {"a winner mucks", TOLD, a_winner_mucks, "must show"},
    {"a mucked hand wins", ENDED, a_mucked_hand_wins, NULL},
    {"a bomb pot has an early bet", TOLD, a_bomb_pot_has_an_early_bet, "before the flop"},
    {"the best cards do not open", APPLIED, the_best_cards_do_not_open, "by its cards"},
};

static void audit_slips_are_named(void **unused)
{
    (void)unused;
    static struct table table;
    make_scenes();
    for (size_t i = 0; i < sizeof slips / sizeof slips[0]; i++) {
        int found = 0;
        for (uint64_t number = 1; number <= HANDS && found < SPOILT; number++) {
            bool spoilt = false;
            bool good = play(&table, number, slips[i].when, slips[i].slip, &spoilt);
            if (!spoilt) continue;
            if (good) fail_msg("%s: hand %d passes", slips[i].name, (int)number);
            if (slips[i].text && !strstr(table.audit.violation, slips[i].text))
                fail_msg("%s: hand %d: %s", slips[i].name, (int)number, table.audit.violation);
            found++;
        }
        if (found < 10) fail_msg("%s: only %d hands could be spoilt", slips[i].name, found);
    }
}

/* A card that no event has shown to a seat must not be in its view, and a view must not depend on
 * one: here the audit is made to believe that a seat knows nothing. */
static void audit_views_with_unknown_cards_are_named(void **unused)
{
    (void)unused;
    static struct table table;
    struct felt_event_log log = {table.event, 0, FELT_EVENTS_MAX};
    int looked = 0;
    make_scenes();
    for (uint64_t number = 1; number <= 300; number++) {
        struct felt_scene *scene = &table.scene;
        felt_scene_make(&scenes, number, scene);
        log.count = 0;
        felt_audit_begin(&table.audit, &scene->rules, &scene->deal, scene->audit);
        assert_int_equal(felt_poker_open(&scene->rules, &scene->deal, &table.state, &log), 0);
        assert_int_equal(
            felt_poker_deal(&scene->rules, &scene->deal, &scene->cards, &table.state, &log), 0);
        assert_true(felt_audit_dealt(&table.audit, &table.state, &log));
        if (felt_poker_actor(&table.state) < 0) continue;
        assert_true(felt_audit_views(&table.audit, &table.state));
        felt_seat seat = felt_seats_first(scene->deal.seats);
        table.audit.books.known[seat + 1] = 0;
        assert_false(felt_audit_views(&table.audit, &table.state));
        assert_non_null(strstr(table.audit.violation, "which no event has shown to it"));
        looked++;
    }
    assert_true(looked > 100);
}

TEST_MODULE(audit)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(audit_true_hands_pass),
        cmocka_unit_test(audit_slips_are_named),
        cmocka_unit_test(audit_views_with_unknown_cards_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
