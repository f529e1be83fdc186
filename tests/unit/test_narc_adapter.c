/* test_narc_adapter.c -- Narc at a table: a session is Narc's own, whichever seats are taken and
 * whoever plays what; scores are said, chips move as the score says, nothing hidden is shown. */
#include "felt/deck.h"
#include "server/table/narc_adapter.h"
#include "server/table/seat_map.h"
#include "module.h"
#include "narc_known.h"
#include "server/table/answer.h"
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STATE_BYTES = 1024, UNIT = 20, SEATS_OF_TEN = 120 };

static const char *const rule_sets[] = {"house",    "seed", "full-answers", "quick",
                                        "rotation", "open", "pot"};
enum { RULE_SETS = sizeof rule_sets / sizeof rule_sets[0] };

/* The same session twice: at seats, and Narc's own, hand by hand. */
struct table {
    struct felt_narc_adapter adapter;
    const struct felt_game *game;
    struct felt_deal deal;
    felt_card deck[FELT_CARDS_MAX];
    felt_seats seats;
    felt_seat seat[FELT_ROLES]; /* of Narc's seats */
    struct felt_rng rng, later;
    _Alignas(16) char state[STATE_BYTES];
    struct felt_narc_state beside;
    struct felt_event events[FELT_EVENTS_MAX], events_beside[FELT_EVENTS_MAX];
    struct felt_event_log log, log_beside;
    int64_t score;
};

static const struct felt_narc_rules *narc_of(const struct table *table)
{
    return &table->adapter.rules.narc;
}

/* By hand what seat_map.c computes: the seat left of the button is seat 0 if roles turn. */
static void name_seats(struct table *table, felt_seat button)
{
    felt_seat sorted[FELT_ROLES];
    int first = 0;
    felt_seats left = table->seats;
    for (int i = 0; i < FELT_ROLES; i++) sorted[i] = felt_seats_take(&left);
    for (int i = 0; i < FELT_ROLES && table->adapter.rules.turns; i++)
        if (sorted[i] == button) first = i + 1;
    for (int i = 0; i < FELT_ROLES; i++) table->seat[i] = sorted[(i + first) % FELT_ROLES];
}

static void sit(struct table *table, const struct felt_narc_rules *rules, felt_seats seats,
                int button, felt_chips unit, bool turns, uint64_t seed)
{
    felt_chips stack[FELT_SEATS_MAX] = {0};
    const struct felt_game_adapter *adapter = &table->adapter.adapter;
    table->rng = felt_rng_make(seed);
    felt_narc_adapter_make(&table->adapter, rules, unit, turns);
    table->game = adapter->game;
    assert_true(adapter->game->state_bytes <= STATE_BYTES);
    table->seats = seats;
    felt_seats left = seats;
    felt_seat at = felt_seats_take(&left);
    while (button-- > 0) at = felt_seats_take(&left);
    name_seats(table, at);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        stack[seat] = 1 + felt_rng_below(&table->rng, 300);
    adapter->deal(adapter, seats, stack, at, &table->deal);
    memcpy(table->deck, adapter->deck, (size_t)adapter->deck_count);
    felt_cards_shuffle(table->deck, adapter->deck_count, adapter->deck_count, &table->rng);
    table->later = felt_rng_make(seed + 1);
    table->deal.deck = table->deck;
    table->deal.deck_count = adapter->deck_count;
    table->deal.later = &table->later;
    table->log = (struct felt_event_log){table->events, 0, FELT_EVENTS_MAX};
    table->log_beside = (struct felt_event_log){table->events_beside, 0, FELT_EVENTS_MAX};
    table->score = 0;
    memset(table->state, 0, sizeof table->state);
    assert_int_equal(table->game->open(adapter->rules, &table->deal, table->state, &table->log),
                     FELT_OK);
    assert_int_equal(
        table->game->deal(adapter->rules, &table->deal, NULL, table->state, &table->log), FELT_OK);
    struct felt_narc_state rest;
    felt_narc_rest(rules, 0, 0, &rest);
    assert_int_equal(felt_narc_begin_with(rules, &rest, table->deck, adapter->deck_count,
                                          &table->later, &table->beside, &table->log_beside),
                     FELT_OK);
}

static felt_seat actor_of(const struct table *table)
{
    return table->game->actor(&table->adapter.rules, table->state);
}

/* One action here and there; hands of Narc follow one another. */
static void play(struct table *table)
{
    struct felt_option options[FELT_OPTIONS_MAX];
    const struct felt_narc_rules *rules = narc_of(table);
    int count = table->game->legal(&table->adapter.rules, table->state, options);
    int fold = options[0].kind == FELT_FOLD && felt_rng_below(&table->rng, 8) ? 1 : 0;
    int64_t actions = felt_options_count(options + fold, count - fold);
    assert_true(actions > 0);
    struct felt_action action = felt_options_pick(
        options + fold, count - fold, (int64_t)felt_rng_below(&table->rng, (uint32_t)actions));
    felt_seat actor = actor_of(table), inside = felt_narc_actor(rules, &table->beside);
    assert_int_equal(actor, table->seat[inside]);
    table->log.count = table->log_beside.count = 0;
    assert_int_equal(
        table->game->apply(&table->adapter.rules, table->state, actor, action, &table->log),
        FELT_OK);
    assert_int_equal(felt_narc_apply(rules, &table->beside, inside, action, &table->log_beside),
                     FELT_OK);
    while (table->beside.phase == FELT_NARC_OVER && !table->beside.session_over)
        felt_narc_begin(rules, &table->beside, NULL, &table->beside, &table->log_beside);
}

typedef void look_function(struct table *table);

/* All arrangements of three seats, every button, every rule set in turn. */
static void look_at_sessions(uint64_t seed, int step, look_function *look)
{
    struct table *table = malloc(sizeof *table);
    struct felt_narc_rules *rules = malloc(sizeof *rules);
    assert_non_null(table);
    assert_non_null(rules);
    int arrangement = 0;
    if (test_is_quick()) step *= 7;
    for (unsigned seats = 0; seats < 1u << FELT_SEATS_MAX; seats++) {
        if (felt_seats_count((felt_seats)seats) != FELT_ROLES) continue;
        uint64_t number = (uint64_t)arrangement++;
        if (arrangement % step) continue;
        narc_known_rules(rule_sets[number % RULE_SETS], rules);
        sit(table, rules, (felt_seats)seats, (int)(number / 2 % FELT_ROLES), number % 2 ? UNIT : 0,
            number % 4 < 2, seed + number);
        while (actor_of(table) >= 0) {
            look(table);
            play(table);
        }
        look(table);
    }
    assert_int_equal(arrangement, SEATS_OF_TEN);
    free(rules);
    free(table);
}

/* ---- V1: the same session ---- */

static bool is_of_table(const struct felt_event *event)
{
    return event->kind == FELT_EVENT_SCORE || event->kind == FELT_EVENT_ANTE ||
           event->kind == FELT_EVENT_WIN || event->kind == FELT_EVENT_OVER;
}

static void compare_events(struct table *table)
{
    struct felt_view hand = {.seats = table->seats, .button = table->deal.button};
    uint32_t at = 0;
    for (uint32_t i = 0; i < table->log.count; i++) {
        struct felt_event back = table->events[i];
        if (back.kind == FELT_EVENT_SCORE) {
            assert_int_equal(back.seat,
                             table->seat[felt_narc_seat(narc_of(table), FELT_ROLE_PLAYER)]);
            table->score += back.amount;
            assert_int_equal(back.to, table->score);
        }
        if (is_of_table(&back)) continue;
        while (table->events_beside[at].kind == FELT_EVENT_OVER) at++;
        table->adapter.adapter.event_inside(&table->adapter.adapter, &hand, &back);
        assert_memory_equal(&back, &table->events_beside[at], sizeof back);
        at++;
    }
    while (at < table->log_beside.count && table->events_beside[at].kind == FELT_EVENT_OVER) at++;
    assert_int_equal(at, table->log_beside.count);
    table->log.count = table->log_beside.count = 0;
}

static void compare_view(const struct table *table, int seat)
{
    struct felt_view view, beside;
    felt_seat place = seat < 0 ? (felt_seat)FELT_SEAT_NONE : table->seat[seat];
    table->game->view(&table->adapter.rules, table->state, place, &view);
    felt_narc_game.view(narc_of(table), &table->beside, (felt_seat)seat, &beside);
    assert_int_equal(view.viewer, place);
    assert_int_equal(view.seats, table->seats);
    assert_int_equal(view.button, table->deal.button);
    for (int i = 0; i < FELT_ROLES; i++)
        assert_int_equal(view.start[table->seat[i]], table->deal.stack[table->seat[i]]);
    table->adapter.adapter.view_inside(&table->adapter.adapter, &view);
    assert_true(felt_view_equal(&view, &beside));
}

static void look_at_both(struct table *table)
{
    struct felt_place place = {.seat = table->seat[1]};
    struct felt_view view;
    compare_events(table);
    for (int seat = -1; seat < FELT_ROLES; seat++) compare_view(table, seat);
    table->game->view(&table->adapter.rules, table->state, table->seat[1], &view);
    table->adapter.adapter.place_inside(&table->adapter.adapter, &view, &place);
    assert_int_equal(place.seat, 1);
    assert_ptr_equal(place.game, &felt_narc_game);
    assert_ptr_equal(place.rules, narc_of(table));
}

static void narc_adapter_plays_narc_at_any_chairs(void **state)
{
    (void)state;
    look_at_sessions(1000, 1, look_at_both);
}

/* ---- G1, V3, V4 ---- */

static void look_at_chips(struct table *table)
{
    felt_chips won[FELT_SEATS_MAX], sum = 0, moved = 0;
    bool over = actor_of(table) < 0;
    felt_seat player = table->seat[felt_narc_seat(narc_of(table), FELT_ROLE_PLAYER)];
    table->game->payoff(&table->adapter.rules, table->state, won);
    for (uint32_t i = 0; i < table->log.count; i++) {
        const struct felt_event *event = &table->events[i];
        if (event->kind == FELT_EVENT_SCORE) table->score = event->to;
        if (event->kind == FELT_EVENT_WIN) moved += event->amount;
        if (event->kind == FELT_EVENT_ANTE) moved -= event->amount;
        assert_int_equal(event->kind == FELT_EVENT_OVER, over && i + 1 == table->log.count);
    }
    assert_int_equal(moved, 0);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        sum += won[seat];
        assert_true(table->deal.stack[seat] + won[seat] >= 0);
        if (!over || !table->adapter.rules.unit) assert_int_equal(won[seat], 0);
    }
    assert_int_equal(sum, 0);
    if (!over) return;
    int64_t banked = table->beside.session_banked;
    if (table->beside.end == FELT_NARC_BUSTED) banked -= FELT_NARC_BUST;
    assert_int_equal(table->score, banked);
    if (!table->adapter.rules.unit) return;
    felt_chips due = UNIT * (banked < 0 ? -banked : banked) / 100, most = INT64_MAX;
    for (int i = 0; i < FELT_ROLES; i++) {
        felt_chips has = table->deal.stack[table->seat[i]];
        if (banked > 0 && table->seat[i] != player && has < most) most = has;
        if (banked < 0 && table->seat[i] == player) most = has / 2;
    }
    if (due > most) due = most;
    assert_int_equal(won[player], 2 * (banked < 0 ? -due : due));
}

static void narc_adapter_pays_what_the_score_says(void **state)
{
    (void)state;
    look_at_sessions(2000, 1, look_at_chips);
}

static void narc_due_is_limited_by_stacks(void **state)
{
    static const struct {
        felt_chips unit;
        int64_t score;
        felt_chips player, one, other, due;
    } cases[] = {
        {10, 250, 100, 100, 100, 25},         {10, 99, 100, 100, 100, 9}, {1, 99, 100, 100, 100, 0},
        {1, -99, 100, 100, 100, 0},           {10, -150, 100, 5, 5, -15}, {10, 1000, 1, 60, 40, 40},
        {10, -1000, 51, 60, 40, -25},         {10, -1000, 1, 60, 40, 0},  {0, 1000, 9, 9, 9, 0},
        {1000000000, 1000000000, 1, 7, 9, 7},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(felt_narc_adapter_due(cases[i].unit, cases[i].score, cases[i].player,
                                               cases[i].one, cases[i].other),
                         cases[i].due);
}

/* ---- G2 ---- */

static void look_at_refusals(struct table *table)
{
    char before[STATE_BYTES];
    struct felt_option options[FELT_OPTIONS_MAX];
    int count = table->game->legal(&table->adapter.rules, table->state, options);
    felt_seat actor = actor_of(table);
    memcpy(before, table->state, sizeof before);
    for (int seat = -1; seat < FELT_SEATS_MAX; seat++)
        for (uint8_t kind = 0; kind < FELT_ACTION_KINDS; kind++)
            for (uint64_t cards = 0; cards < 9; cards = cards ? 2 * cards : 1) {
                struct felt_action action = {.kind = kind, .cards = cards};
                bool legal = false;
                for (int i = 0; i < count; i++) legal |= felt_option_admits(&options[i], action);
                if (legal && seat == actor) {
                    struct table copy = *table;
                    assert_int_equal(table->game->apply(&table->adapter.rules, copy.state,
                                                        (felt_seat)seat, action, NULL),
                                     FELT_OK);
                    continue;
                }
                assert_int_not_equal(table->game->apply(&table->adapter.rules, table->state,
                                                        (felt_seat)seat, action, NULL),
                                     FELT_OK);
                assert_memory_equal(before, table->state, sizeof before);
            }
}

static void narc_adapter_refuses_what_is_no_option(void **state)
{
    (void)state;
    look_at_sessions(3000, 11, look_at_refusals);
}

static void narc_adapter_refuses_other_deals(void **state)
{
    struct felt_narc_rules rules;
    static struct table table;
    (void)state;
    narc_known_rules("house", &rules);
    sit(&table, &rules, 7, 0, 0, false, 1);
    struct felt_deal deal = table.deal;
    deal.seats = 3;
    assert_int_equal(table.game->open(&table.adapter.rules, &deal, table.state, NULL),
                     FELT_BAD_DEAL);
    deal.seats = 15;
    assert_int_equal(table.game->open(&table.adapter.rules, &deal, table.state, NULL),
                     FELT_BAD_DEAL);
    deal = table.deal;
    table.deck[0] = table.deck[1];
    assert_int_equal(table.game->open(&table.adapter.rules, &deal, table.state, NULL), FELT_OK);
    assert_int_equal(table.game->deal(&table.adapter.rules, &deal, NULL, table.state, NULL),
                     FELT_BAD_DEAL);
}

/* ---- G3, G4, facts ---- */

static const struct felt_table_fact *find_fact(const struct felt_table_fact *facts, int count,
                                               const char *key)
{
    for (int i = 0; i < count; i++)
        if (strcmp(facts[i].key, key) == 0) return &facts[i];
    fail_msg("no fact %s", key);
    return NULL;
}

static int64_t number_of(const struct felt_table_fact *facts, int count, const char *key)
{
    return find_fact(facts, count, key)->number;
}

static void verify_facts(struct table *table, const struct felt_view *view)
{
    static const char *const roles[] = {"narc", "customer", "player"};
    const struct felt_game_adapter *adapter = &table->adapter.adapter;
    const struct felt_narc_rules *rules = narc_of(table);
    const struct felt_narc_state *beside = &table->beside;
    struct felt_table_fact facts[FELT_TABLE_FACTS_MAX];
    int count = adapter->facts(adapter, view, FELT_SEAT_NONE, facts);
    assert_int_equal(number_of(facts, count, "round"), beside->round + 1);
    assert_int_equal(number_of(facts, count, "hand"), beside->hand_number);
    assert_int_equal(number_of(facts, count, "evidence"), beside->totals.evidence);
    assert_int_equal(number_of(facts, count, "margin"),
                     beside->totals.cover - beside->totals.evidence);
    assert_int_equal(number_of(facts, count, "fold_price"), rules->options.fold_price);
    felt_seat holder = beside->betting.turn.holder;
    bool held = beside->phase == FELT_NARC_BETTING && rules->options.initiative && holder >= 0;
    assert_int_equal(number_of(facts, count, "initiative"),
                     held ? table->seat[holder] : FELT_SEAT_NONE);
    const struct felt_table_fact *down = find_fact(facts, count, "down");
    int known = 0, own = 0;
    for (int i = 0; i < down->count; i++) known += down->list[i] != FELT_CARD_NONE;
    for (int i = 0; i < FELT_ROLES; i++) {
        count = adapter->facts(adapter, view, table->seat[i], facts);
        assert_string_equal(find_fact(facts, count, "role")->word,
                            roles[felt_narc_role(rules, (felt_seat)i)]);
        assert_int_equal(number_of(facts, count, "cards"), beside->betting.held[i]);
        assert_int_equal(number_of(facts, count, "down"), beside->phase == FELT_NARC_BETTING
                                                              ? beside->betting.committed[i]
                                                              : number_of(facts, count, "down"));
        if (table->seat[i] == view->viewer || rules->options.open)
            own += (int)number_of(facts, count, "down");
    }
    assert_int_equal(known, own);
}

static void look_at_view(struct table *table)
{
    char imagined[STATE_BYTES] = {0};
    struct felt_view view, again;
    for (int i = -1; i < FELT_ROLES; i++) {
        felt_seat seat = i < 0 ? (felt_seat)FELT_SEAT_NONE : table->seat[i];
        table->game->view(&table->adapter.rules, table->state, seat, &view);
        verify_facts(table, &view);
        table->game->imagine(&table->adapter.rules, &view, &table->rng, imagined);
        table->game->view(&table->adapter.rules, imagined, seat, &again);
        assert_true(felt_view_equal(&view, &again)); /* G4 */
        for (int j = 0; j < FELT_ROLES; j++) {       /* G3 */
            const struct felt_zone *hand = felt_view_zone(&view, FELT_ZONE_HAND, table->seat[j]);
            for (int k = 0; k < hand->count; k++)
                assert_int_equal(view.cards[hand->at + k] != FELT_CARD_NONE, i == j);
        }
    }
}

static void narc_adapter_shows_what_is_seen(void **state)
{
    (void)state;
    look_at_sessions(4000, 5, look_at_view);
}

/* ---- V2 ---- */

static void narc_adapter_repeats_a_session(void **state)
{
    struct felt_narc_rules rules;
    static struct table one, two;
    (void)state;
    narc_known_rules("house", &rules);
    sit(&one, &rules, 0x29, 1, UNIT, true, 77);
    sit(&two, &rules, 0x29, 1, UNIT, true, 77);
    while (actor_of(&one) >= 0) {
        play(&one);
        play(&two);
        assert_int_equal(one.log.count, two.log.count);
        assert_memory_equal(one.events, two.events, one.log.count * sizeof one.events[0]);
    }
    assert_int_equal(actor_of(&two), FELT_SEAT_NONE);
}

/* ---- cards by name ---- */

static void narc_answers_name_a_card(void **state)
{
    struct felt_narc_rules rules;
    static struct table table;
    struct felt_view view;
    struct felt_action action;
    (void)state;
    narc_known_rules("house", &rules);
    sit(&table, &rules, 7, 0, 0, false, 5);
    const struct felt_game_adapter *adapter = &table.adapter.adapter;
    table.game->view(adapter->rules, table.state, 0, &view);
    const struct felt_zone *hand = felt_view_zone(&view, FELT_ZONE_HAND, 0);
    assert_int_equal(hand->count, 3);
    for (int i = 0; i < hand->count; i++) {
        struct felt_arena_client_action ask = {
            .known = true, .kind = FELT_COMMIT, .names_card = true};
        ask.choice = (uint16_t)i;
        assert_true(felt_table_answer_read(adapter, &view, &ask, &action));
        assert_int_equal(action.cards, 1 << i);
        assert_int_equal(action.choice, 0);
        const char *id = adapter->card(adapter, view.cards[hand->at + i]);
        snprintf(ask.move, sizeof ask.move, "%s", id);
        assert_true(felt_table_answer_read(adapter, &view, &ask, &action));
        assert_string_equal(
            adapter->card(adapter, view.cards[hand->at + __builtin_ctzll(action.cards)]), id);
        assert_int_equal(table.game->apply(adapter->rules, table.state, 1, action, NULL),
                         FELT_NOT_YOUR_TURN);
    }
    struct felt_arena_client_action ask = {
        .known = true, .kind = FELT_COMMIT, .names_card = true, .move = "bootleg_records"};
    assert_false(felt_table_answer_read(adapter, &view, &ask, &action)); /* the Narc has none */
    ask.move[0] = '\0';
    ask.choice = 3;
    assert_false(felt_table_answer_read(adapter, &view, &ask, &action));
    assert_string_equal(adapter->card(adapter, FELT_CARD_NONE), "");
}

TEST_MODULE(narc_adapter)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(narc_adapter_plays_narc_at_any_chairs),
        cmocka_unit_test(narc_adapter_pays_what_the_score_says),
        cmocka_unit_test(narc_due_is_limited_by_stacks),
        cmocka_unit_test(narc_adapter_refuses_what_is_no_option),
        cmocka_unit_test(narc_adapter_refuses_other_deals),
        cmocka_unit_test(narc_adapter_shows_what_is_seen),
        cmocka_unit_test(narc_adapter_repeats_a_session),
        cmocka_unit_test(narc_answers_name_a_card),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
