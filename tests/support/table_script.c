/* table_script.c -- see table_script.h. */
#include "table_script.h"

#include "felt/assert.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void script_open(struct script_table *table, const char *variant, enum felt_limit limit,
                 felt_chips unit, int seats, felt_chips stack, felt_seat button)
{
    felt_chips stacks[FELT_SEATS_MAX];
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) stacks[seat] = stack;
    memset(table, 0, offsetof(struct script_table, event));
    felt_assert(felt_poker_rules_make(variant, limit, unit, &table->rules, NULL) == FELT_OK);
    table->deal = felt_poker_deal_make(&table->rules, seats, stacks, button);
}

/* ---- cards ---- */

/* Where cards go does not depend on what they are, but for cards that are dealt face up and bring
 * something about: those stay what they are, and so the deal is made with an ordered deck. */
void script_places(const struct felt_poker_rules *rules, const struct felt_deal *deal,
                   uint8_t from[FELT_CARDS_MAX])
{
    struct felt_poker state;
    struct felt_deal ordered = *deal;
    uint8_t at[FELT_CARDS_MAX] = {0};
    const struct felt_rng later = felt_rng_make(0);
    ordered.deck = rules->deck;
    ordered.deck_count = rules->deck_count;
    ordered.later = &later;
    for (int i = 0; i < rules->deck_count; i++) at[rules->deck[i]] = (uint8_t)i;
    felt_assert(felt_poker_open(rules, &ordered, &state, NULL) == FELT_OK);
    felt_assert(felt_poker_deal(rules, &ordered, NULL, &state, NULL) == FELT_OK);
    for (int place = 0; place < state.size; place++) from[place] = at[state.deck[place]];
}

static void put(struct script_table *table, const uint8_t *from, int place, const char *text)
{
    felt_card cards[FELT_HOLE_MAX + FELT_BOARD_MAX];
    int count = text ? cards_parse(text, cards, FELT_HOLE_MAX) : 0;
    for (int i = 0; i < count; i++) table->deck[from[place + i]] = cards[i];
}

void script_deal(struct script_table *table, const struct script_cards *cards, uint64_t seed)
{
    uint8_t from[FELT_CARDS_MAX];
    int row = table->rules.variant->board_cards;
    script_places(&table->rules, &table->deal, from);
    memset(table->deck, FELT_CARD_NONE, sizeof table->deck);
    put(table, from, 0, cards->board);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        if (!felt_seats_has(table->deal.seats, seat)) continue;
        put(table, from, row, cards->hole[seat]);
        row += table->rules.variant->hole_cards;
    }
    script_deal_deck(table, table->deck, seed);
}

void script_deal_deck(struct script_table *table, const felt_card *deck, uint64_t seed)
{
    struct felt_rng rng = felt_rng_make(seed);
    struct felt_event_log log = {table->event, 0, SCRIPT_EVENTS_MAX};
    table->deal.deck = deck;
    table->deal.deck_count = table->rules.deck_count;
    felt_assert(felt_poker_open(&table->rules, &table->deal, &table->state, &log) == FELT_OK);
    felt_assert(felt_poker_deal(&table->rules, &table->deal, &rng, &table->state, &log) == FELT_OK);
    table->events = log.count;
}

/* ---- actions ---- */

void script_apply(struct script_table *table, struct felt_action action)
{
    struct felt_event_log log = {table->event, table->events, SCRIPT_EVENTS_MAX};
    struct felt_complaint complaint = {0};
    felt_seat seat = felt_poker_actor(&table->state);
    felt_assert(seat >= 0);
    if (felt_poker_explain(&table->rules, &table->state, seat, action, &complaint) != FELT_OK) {
        fprintf(stderr, "seat %d, %s: %s\n", seat, felt_action_word(action.kind), complaint.text);
        abort();
    }
    felt_assert(felt_poker_apply(&table->rules, &table->state, seat, action, &log) == FELT_OK);
    table->events = log.count;
}

/* A letter that stands for whatever fits. */
static struct felt_action fitting(const struct script_table *table, char letter)
{
    struct felt_option option[FELT_OPTIONS_MAX];
    int count = felt_poker_options(&table->rules, &table->state, option);
    struct felt_action action = {.kind = FELT_CALL};
    for (int i = 0; i < count; i++) {
        if (letter == 'p' && option[i].kind == FELT_CHECK) action.kind = FELT_CHECK;
        if (letter == 'x' && option[i].kind == FELT_RAISE_TO)
            action = (struct felt_action){.kind = FELT_RAISE_TO, .amount = option[i].max};
    }
    return action;
}

static struct felt_action read_action(const struct script_table *table, const char **line)
{
    static const char letters[] = "fkcrdbpx";
    static const uint8_t kinds[] = {FELT_FOLD,     FELT_CHECK,   FELT_CALL,
                                    FELT_RAISE_TO, FELT_DISCARD, FELT_BRING_IN};
    const char *letter = strchr(letters, **line);
    felt_assert(letter != NULL);
    ++*line;
    if (*letter == 'p' || *letter == 'x') return fitting(table, *letter);
    struct felt_action action = {.kind = kinds[letter - letters]};
    for (; **line >= '0' && **line <= '9'; ++*line) {
        if (*letter == 'd')
            action.cards |= UINT64_C(1) << (**line - '1');
        else
            action.amount = 10 * action.amount + (**line - '0');
    }
    return action;
}

void script_act(struct script_table *table, const char *line)
{
    while (*line) {
        if (*line == ' ' || *line == '|')
            line++;
        else
            script_apply(table, read_action(table, &line));
    }
}

/* ---- the player ---- */

void script_begin(struct script_player *player, const struct script_table *table, felt_seat seat)
{
    player->place =
        (struct felt_place){.game = &felt_poker_game, .rules = &table->rules, .seat = seat};
    player->told = 0;
    player->kind->begin(player->block, &player->place);
}

void script_tell(struct script_player *player, const struct script_table *table)
{
    for (; player->told < table->events; player->told++) {
        struct felt_event event = felt_event_for(&table->event[player->told], player->place.seat);
        if (player->kind->observe) player->kind->observe(player->block, &event);
    }
}

struct felt_decision script_choose(struct script_player *player, const struct script_table *table,
                                   const struct felt_budget *budget)
{
    felt_assert(felt_poker_actor(&table->state) == player->place.seat);
    script_tell(player, table);
    felt_poker_view(&table->rules, &table->state, player->place.seat, &player->view);
    return player->kind->choose(player->block, &player->view, budget);
}
