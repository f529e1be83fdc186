/* answer.c -- an action as a client names it. */
#include "server/table/answer.h"

#include "felt/buffer.h"

#include <string.h>

/* Cards by name become places in the own hand.  False: a card is not there. */
static bool place_cards(const struct felt_view *view, const struct felt_arena_client_action *ask,
                        uint64_t *places)
{
    const struct felt_zone *hand = felt_view_zone(view, FELT_ZONE_HAND, view->viewer);
    *places = 0;
    for (int i = 0; i < ask->cards; i++) {
        int at = 0;
        while (hand && at < hand->count && view->cards[hand->at + at] != ask->card[i]) at++;
        if (!hand || at == hand->count || *places >> at & 1) return false;
        *places |= UINT64_C(1) << at;
    }
    return true;
}

/* The one card that is staked.  False: it is not in the hand. */
static bool place_card(const struct felt_game_adapter *adapter, const struct felt_view *view,
                       const struct felt_arena_client_action *ask, uint64_t *places)
{
    const struct felt_zone *hand = felt_view_zone(view, FELT_ZONE_HAND, view->viewer);
    for (int i = 0; adapter->card && hand && i < hand->count; i++) {
        felt_card card = view->cards[hand->at + i];
        bool found = ask->move[0] ? card != FELT_CARD_NONE &&
                                        strcmp(adapter->card(adapter, card), ask->move) == 0
                                  : i == ask->choice;
        if (!found) continue;
        *places = UINT64_C(1) << i;
        return true;
    }
    return false;
}

/* Does one of the options have choices of this kind? */
static bool is_offered(const struct felt_view *view, enum felt_action_kind kind)
{
    for (int i = 0; i < view->options; i++)
        if (view->option[i].kind == kind) return true;
    return false;
}

static bool find_move(const struct felt_game_adapter *adapter, const struct felt_view *view,
                      const char *move, uint16_t *choice)
{
    struct felt_table_move_texts moves;
    if (!adapter->moves || !is_offered(view, FELT_MOVE)) return false;
    adapter->moves(adapter, view, &moves);
    for (int i = 0; i < moves.count; i++) {
        if (strcmp(moves.text[i], move) != 0) continue;
        *choice = (uint16_t)i;
        return true;
    }
    return false;
}

bool felt_table_answer_read(const struct felt_game_adapter *adapter, const struct felt_view *view,
                            const struct felt_arena_client_action *ask, struct felt_action *action)
{
    uint64_t places = 0;
    *action = (struct felt_action){.kind = ask->kind};
    if (!ask->known || (ask->cards && !place_cards(view, ask, &places))) return false;
    if (ask->kind == FELT_RAISE_TO) action->amount = ask->amount;
    if (ask->kind == FELT_DISCARD) action->cards = places;
    if (ask->names_card && adapter->commits) return place_card(adapter, view, ask, &action->cards);
    if (ask->kind == FELT_CHOOSE || ask->kind == FELT_RUNS || ask->kind == FELT_MOVE)
        action->choice = ask->choice;
    if (ask->kind == FELT_MOVE && ask->move[0])
        return find_move(adapter, view, ask->move, &action->choice);
    return true;
}

void felt_table_answer_legal(const struct felt_view *view, char out[FELT_TABLE_ANSWER_TEXT_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, FELT_TABLE_ANSWER_TEXT_BYTES);
    felt_buffer_text(&text, "not possible now; send one of:");
    for (int i = 0; i < view->options; i++) {
        const struct felt_option *option = &view->option[i];
        felt_buffer_text(&text, i ? ", " : " ");
        for (const char *c = felt_action_word((enum felt_action_kind)option->kind); *c; c++)
            felt_buffer_char(&text, *c >= 'a' && *c <= 'z' ? (char)(*c - 32) : *c);
        if (option->kind == FELT_RAISE_TO) {
            felt_buffer_text(&text, " with amount ");
            felt_buffer_int(&text, option->min);
            felt_buffer_text(&text, " to ");
            felt_buffer_int(&text, option->max);
        }
        if (option->kind == FELT_MOVE) felt_buffer_text(&text, " with one of moves");
        if (option->cards_max == 1 && option->kind != FELT_DISCARD)
            felt_buffer_text(&text, " with a card of your hand");
    }
    felt_buffer_terminate(&text);
}
