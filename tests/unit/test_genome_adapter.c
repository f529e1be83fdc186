/* test_genome_adapter.c -- a genome at a table: the game with chairs is the genome's own, whichever
 * chairs are taken; its words tell moves apart and show no card that is hidden. */
#include "any_move.h"
#include "felt/deck.h"
#include "server/table/genome_adapter.h"
#include "lab/search/operators.h"
#include "module.h"
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GENOMES = 200, DECISIONS = 60, STATE_BYTES = 1024, UNIT = 5, STACK = 400 };

/* The same game twice: at chairs, and side by side. */
struct table {
    struct felt_genome genome;
    struct felt_genome_adapter adapter;
    const struct felt_game *game;
    const struct felt_genome_program *program;
    struct felt_deal deal;
    felt_card deck[FELT_CARDS_MAX];
    felt_seats seats;
    felt_seat chair[FELT_SEATS_MAX];
    struct felt_rng rng, later;
    _Alignas(16) char state[STATE_BYTES];
    struct felt_genome_state beside;
    struct felt_event events[FELT_EVENTS_MAX], events_beside[FELT_EVENTS_MAX];
    struct felt_event_log log, log_beside;
};

static void take_chairs(struct table *table)
{
    int min = table->adapter.adapter.seats_min, max = table->adapter.adapter.seats_max;
    int count = min + (int)felt_rng_below(&table->rng, (uint32_t)(max - min + 1));
    table->seats = 0;
    while (felt_seats_count(table->seats) < count)
        table->seats |= felt_seats_of((int)felt_rng_below(&table->rng, FELT_SEATS_MAX));
    felt_seats left = table->seats;
    for (int i = 0; i < count; i++) table->chair[i] = felt_seats_take(&left);
    table->program = &table->adapter.rules.program[count];
}

static void deal_beside(struct table *table)
{
    struct felt_deal inside = {.seats = (felt_seats)((1u << table->program->seats) - 1),
                               .deck = table->deck,
                               .deck_count = table->program->deck_count,
                               .later = &table->later};
    for (int i = 0; i < table->program->seats; i++) {
        inside.stack[i] = table->deal.stack[table->chair[i]];
        inside.ante[i] = table->deal.ante[table->chair[i]];
        if (table->chair[i] == table->deal.opener) inside.opener = (felt_seat)i;
    }
    felt_genome_begin(table->program, &inside, 0, &table->beside, &table->log_beside);
}

static void sit(struct table *table, uint64_t seed)
{
    felt_chips stack[FELT_SEATS_MAX] = {0};
    table->rng = felt_rng_make(seed);
    felt_genome_invent(&table->rng, &table->genome);
    felt_genome_adapter_make(&table->adapter, &table->genome, UNIT);
    const struct felt_game_adapter *adapter = &table->adapter.adapter;
    table->game = adapter->game;
    assert_true(adapter->game->state_bytes <= STATE_BYTES);
    take_chairs(table);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        stack[seat] = 1 + felt_rng_below(&table->rng, STACK);
    felt_seat button = table->chair[felt_rng_below(&table->rng, table->program->seats)];
    adapter->deal(adapter, table->seats, stack, button, &table->deal);
    memcpy(table->deck, adapter->deck, (size_t)adapter->deck_count);
    felt_cards_shuffle(table->deck, adapter->deck_count, adapter->deck_count, &table->rng);
    table->later = felt_rng_make(seed + 1);
    table->deal.deck = table->deck;
    table->deal.deck_count = adapter->deck_count;
    table->deal.later = &table->later;
    table->log = (struct felt_event_log){table->events, 0, FELT_EVENTS_MAX};
    table->log_beside = (struct felt_event_log){table->events_beside, 0, FELT_EVENTS_MAX};
    memset(table->state, 0, sizeof table->state);
    assert_int_equal(table->game->open(adapter->rules, &table->deal, table->state, &table->log),
                     FELT_OK);
    assert_int_equal(
        table->game->deal(adapter->rules, &table->deal, NULL, table->state, &table->log), FELT_OK);
    deal_beside(table);
}

static felt_seat actor_of(const struct table *table)
{
    return table->game->actor(&table->adapter.rules, table->state);
}

static void play(struct table *table)
{
    /* Betting goes by steps: of a range both ends are there, and only they. */
    struct felt_action action =
        any_move(table->game, &table->adapter.rules, table->state, &table->rng);
    table->log.count = table->log_beside.count = 0;
    int move = felt_genome_move_of(table->program, &table->beside, action);
    felt_seat actor = actor_of(table);
    assert_true(move >= 0);
    assert_int_equal(
        table->game->apply(&table->adapter.rules, table->state, actor, action, &table->log),
        FELT_OK);
    felt_genome_play(table->program, &table->beside, move, &table->log_beside);
}

typedef void look_function(struct table *table);

/* Decisions of games of invented genomes; the last look is at the end. */
static void look_at_games(uint64_t seed, look_function *look)
{
    int genomes = test_is_quick() ? GENOMES / 4 : GENOMES;
    struct table *table = malloc(sizeof *table);
    assert_non_null(table);
    for (int i = 0; i < genomes; i++) {
        sit(table, seed + (uint64_t)i);
        for (int turn = 0; actor_of(table) >= 0; turn++) {
            if (turn < DECISIONS || turn % 97 == 0) look(table);
            play(table);
        }
        look(table);
    }
    free(table);
}

/* ---- Y1, Y2 ---- */

static void compare_events(const struct table *table)
{
    struct felt_view hand = {.seats = table->seats};
    assert_int_equal(table->log.count, table->log_beside.count);
    for (uint32_t i = 0; i < table->log.count; i++) {
        const struct felt_event *out = &table->events[i], *in = &table->events_beside[i];
        struct felt_event back = *out;
        assert_int_equal(out->seat, in->seat < 0 ? in->seat : table->chair[in->seat]);
        for (int seat = 0; seat < table->program->seats; seat++)
            assert_int_equal(felt_seats_has(out->cards_to, table->chair[seat]),
                             felt_seats_has(in->cards_to, seat));
        if (in->kind == FELT_EVENT_GIVE) assert_int_equal(out->to, table->chair[in->to]);
        table->adapter.adapter.event_inside(&table->adapter.adapter, &hand, &back);
        assert_memory_equal(&back, in, sizeof back);
    }
}

static void compare_views(const struct table *table, felt_seat inside)
{
    struct felt_view view, beside;
    felt_seat viewer = inside < 0 ? inside : table->chair[inside];
    table->game->view(&table->adapter.rules, table->state, viewer, &view);
    felt_genome_game.view(table->program, &table->beside, inside, &beside);
    assert_int_equal(view.viewer, viewer);
    assert_int_equal(view.seats, table->seats);
    assert_int_equal(view.button, table->deal.button);
    for (int i = 0; i < table->program->seats; i++) {
        assert_int_equal(view.betting.stack[table->chair[i]], beside.betting.stack[i]);
        assert_int_equal(view.start[table->chair[i]], table->deal.stack[table->chair[i]]);
        assert_non_null(felt_view_zone(&view, FELT_ZONE_HAND, table->chair[i]));
    }
    table->adapter.adapter.view_inside(&table->adapter.adapter, &view);
    assert_true(felt_view_equal(&view, &beside));
}

static void look_at_both(struct table *table)
{
    felt_chips out[FELT_SEATS_MAX], in[FELT_SEATS_MAX], sum = 0;
    felt_seat actor = table->beside.actor;
    assert_int_equal(actor_of(table), actor < 0 ? actor : table->chair[actor]);
    compare_events(table);
    for (int seat = FELT_SEAT_NONE; seat < table->program->seats; seat++)
        compare_views(table, (felt_seat)seat);
    table->game->payoff(&table->adapter.rules, table->state, out);
    felt_genome_payoff(table->program, &table->beside, in);
    for (int i = 0; i < table->program->seats; i++) {
        assert_int_equal(out[table->chair[i]], in[i]);
        sum += out[table->chair[i]];
        out[table->chair[i]] = 0;
    }
    for (int i = 0; i < FELT_SEATS_MAX; i++) assert_int_equal(out[i], 0);
    if (actor < 0) assert_int_equal(sum, 0); /* what is lost is won */
}

static void genome_adapter_plays_the_genome_at_any_chairs(void **state)
{
    (void)state;
    look_at_games(100, look_at_both);
}

/* Everybody who plays without chips of the game has put up as much. */
static void look_at_stakes(struct table *table)
{
    const struct felt_deal *deal = &table->deal;
    felt_chips least = UNIT;
    for (int i = 0; i < table->program->seats; i++)
        if (deal->stack[table->chair[i]] < least) least = deal->stack[table->chair[i]];
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        bool pays = felt_seats_has(table->seats, seat) && !table->program->chips;
        assert_int_equal(deal->ante[seat], pays ? least : 0);
        assert_int_equal(deal->blind[seat], 0);
    }
    assert_int_equal(deal->opener, felt_seats_from(table->seats, deal->button + 1));
    if (table->program->chips) assert_false(table->program->several); /* the table's hands */
}

static void genome_adapter_stakes_are_equal(void **state)
{
    (void)state;
    look_at_games(700, look_at_stakes);
}

/* ---- game.h ---- */

/* G2: all options are taken, nothing else is; what is refused changes nothing. */
static void try_actions(struct table *table)
{
    struct felt_option options[FELT_OPTIONS_MAX];
    char copy[STATE_BYTES];
    felt_seat actor = actor_of(table);
    int count = table->game->legal(&table->adapter.rules, table->state, options);
    if (actor < 0) {
        assert_int_equal(count, 0); /* G6 */
        return;
    }
    for (int i = 0; i < count; i++) {
        int choices = options[i].kind == FELT_MOVE ? options[i].choice_max : 0;
        for (int choice = 0; choice <= choices + 1; choice++) {
            struct felt_action action = felt_options_pick(&options[i], 1, 0);
            action.choice = (uint16_t)choice;
            memcpy(copy, table->state, sizeof copy);
            enum felt_status status =
                table->game->apply(&table->adapter.rules, copy, actor, action, NULL);
            assert_int_equal(status == FELT_OK, choice <= choices);
            if (status != FELT_OK)
                assert_memory_equal(copy, table->state, table->game->state_bytes);
        }
    }
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        struct felt_action action = felt_options_pick(options, count, 0);
        if (seat == actor) continue;
        assert_int_equal(
            table->game->apply(&table->adapter.rules, table->state, (felt_seat)seat, action, NULL),
            FELT_NOT_YOUR_TURN);
    }
}

static void genome_adapter_takes_what_it_offers(void **state)
{
    (void)state;
    look_at_games(1300, try_actions);
}

/* G4, and texts and facts of a state that looks the same. */
static void imagine_states(struct table *table)
{
    const struct felt_game_adapter *adapter = &table->adapter.adapter;
    for (int i = -1; i < table->program->seats; i++) {
        struct felt_view view, again;
        char imagined[STATE_BYTES];
        table->game->view(adapter->rules, table->state,
                          i < 0 ? (felt_seat)FELT_SEAT_NONE : table->chair[i], &view);
        table->game->imagine(adapter->rules, &view, &table->rng, imagined);
        table->game->view(adapter->rules, imagined, view.viewer, &again);
        assert_true(felt_view_equal(&view, &again));
    }
}

static void genome_adapter_imagines_what_it_sees(void **state)
{
    (void)state;
    look_at_games(1900, imagine_states);
}

/* ---- who is told what ---- */

/* Cards that lie in hands of others without the viewer seeing them. */
static felt_cards hidden_from(const struct table *table, felt_seat seat)
{
    struct felt_view view;
    felt_cards hands = 0;
    table->game->view(&table->adapter.rules, table->state, table->chair[seat], &view);
    for (int i = 0; i < table->program->seats; i++)
        if (i != seat) hands |= table->beside.hand[i];
    for (int i = 0; i < view.zones; i++)
        for (int j = 0; view.zone[i].kind == FELT_ZONE_HAND && j < view.zone[i].count; j++)
            if (view.cards[view.zone[i].at + j] != FELT_CARD_NONE)
                hands &= ~felt_cards_of(view.cards[view.zone[i].at + j]);
    return hands;
}

/* Where a card went last. */
static bool is_last_of(const struct table *table, uint32_t at, felt_card card)
{
    for (uint32_t i = at + 1; i < table->log.count; i++)
        for (int j = 0; j < table->events[i].count; j++)
            if (table->events[i].cards[j] == card) return false;
    return true;
}

/* Whoever is told a card of somebody else sees it afterwards, if it is in a hand; a hand that is
 * shown is everybody's. */
static void look_for_leaks(struct table *table)
{
    bool mixed = table->program->queue;
    for (uint32_t i = 0; i < table->log.count; i++)
        mixed |=
            table->events[i].kind == FELT_EVENT_SHUFFLE || table->events[i].kind == FELT_EVENT_HAND;
    for (int seat = 0; !mixed && seat < table->program->seats; seat++) {
        felt_seat chair = table->chair[seat];
        felt_cards hidden = hidden_from(table, (felt_seat)seat);
        for (uint32_t i = 0; i < table->log.count; i++) {
            struct felt_event event = felt_event_for(&table->events[i], chair);
            if (event.seat == chair || event.kind == FELT_EVENT_SHOW) continue;
            for (int j = 0; j < event.count; j++)
                if (event.cards[j] != FELT_CARD_NONE && hidden >> event.cards[j] & 1 &&
                    is_last_of(table, i, event.cards[j]))
                    fail_msg("%s of seat %d: seat %d is told a card that it does not see",
                             felt_event_word((enum felt_event_kind)event.kind), event.seat, chair);
        }
    }
}

static void genome_adapter_tells_what_is_seen(void **state)
{
    (void)state;
    look_at_games(3700, look_for_leaks);
}

/* ---- words ---- */

static felt_cards seen_in(const struct felt_view *view)
{
    felt_cards cards = 0;
    for (int i = 0; i < view->zones; i++)
        for (int j = 0; j < view->zone[i].count; j++)
            if (view->cards[view->zone[i].at + j] != FELT_CARD_NONE)
                cards |= felt_cards_of(view->cards[view->zone[i].at + j]);
    return cards;
}

static void read_facts(const struct table *table, const struct felt_view *view, felt_seat seat)
{
    struct felt_table_fact fact[FELT_TABLE_FACTS_MAX];
    const struct felt_game_adapter *adapter = &table->adapter.adapter;
    int count = adapter->facts(adapter, view, seat, fact);
    assert_in_range(count, 1, FELT_TABLE_FACTS_MAX);
    for (int i = 0; i < count; i++) {
        assert_true(fact[i].key && *fact[i].key);
        for (int j = 0; j < i; j++) assert_string_not_equal(fact[i].key, fact[j].key);
        if (fact[i].kind == FELT_TABLE_FACT_WORD) assert_true(fact[i].word && *fact[i].word);
        if (fact[i].kind == FELT_TABLE_FACT_CARDS)
            assert_int_equal(fact[i].cards & ~seen_in(view), 0); /* nothing is hidden */
    }
}

static void read_words(struct table *table)
{
    const struct felt_game_adapter *adapter = &table->adapter.adapter;
    felt_seat actor = actor_of(table);
    for (int i = -1; i < table->program->seats; i++) {
        struct felt_view view;
        felt_seat viewer = i < 0 ? (felt_seat)FELT_SEAT_NONE : table->chair[i];
        table->game->view(adapter->rules, table->state, viewer, &view);
        read_facts(table, &view, FELT_SEAT_NONE);
        for (int j = 0; j < table->program->seats; j++) read_facts(table, &view, table->chair[j]);
        assert_non_null(adapter->phase(adapter, &view));
        if (viewer != actor || actor < 0 || view.option[0].kind != FELT_MOVE) continue;
        struct felt_table_move_texts moves;
        adapter->moves(adapter, &view, &moves);
        assert_int_equal(moves.count, view.option[0].choice_max + 1);
        for (int j = 0; j < moves.count; j++) {
            assert_true(moves.text[j][0]);
            for (int k = 0; k < j; k++) /* a client may answer with the text */
                if (strcmp(moves.text[j], moves.text[k]) == 0)
                    fail_msg("two moves are called %s", moves.text[j]);
        }
        struct felt_action idle = felt_player_timid(&view);
        assert_true(idle.kind == FELT_MOVE && idle.choice < moves.count);
    }
}

static void genome_adapter_words_tell_moves_apart(void **state)
{
    (void)state;
    look_at_games(2500, read_words);
}

/* Whoever says nothing passes, if that is possible. */
static void look_for_pass(struct table *table)
{
    const struct felt_game_adapter *adapter = &table->adapter.adapter;
    struct felt_table_move_texts moves;
    struct felt_view view;
    felt_seat actor = actor_of(table);
    if (actor < 0) return;
    table->game->view(adapter->rules, table->state, actor, &view);
    if (view.option[0].kind != FELT_MOVE) return;
    adapter->moves(adapter, &view, &moves);
    const char *idle = moves.text[felt_player_timid(&view).choice];
    for (int i = 0; i < moves.count; i++)
        if (strcmp(moves.text[i], "pass") == 0) assert_string_equal(idle, "pass");
}

static void genome_adapter_silence_is_a_pass(void **state)
{
    (void)state;
    look_at_games(3100, look_for_pass);
}

TEST_MODULE(genome_adapter)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(genome_adapter_plays_the_genome_at_any_chairs),
        cmocka_unit_test(genome_adapter_stakes_are_equal),
        cmocka_unit_test(genome_adapter_takes_what_it_offers),
        cmocka_unit_test(genome_adapter_imagines_what_it_sees),
        cmocka_unit_test(genome_adapter_tells_what_is_seen),
        cmocka_unit_test(genome_adapter_words_tell_moves_apart),
        cmocka_unit_test(genome_adapter_silence_is_a_pass),
    };
    return cmocka_run_group_tests_name("genome_adapter", tests, NULL, NULL);
}
