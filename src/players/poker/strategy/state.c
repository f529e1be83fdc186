/* state.c -- what there is to decide, in the words of the design, and back into actions. */
#include "felt/assert.h"
#include "felt/strategy.h"

#include <string.h>

const char *felt_strategy_action_word(enum felt_strategy_action action)
{
    static const char *const words[FELT_STRATEGY_ACTIONS] = {"bet",   "check", "fold",  "call",
                                                             "raise", "draw",  "choose"};
    return words[action];
}

const char *felt_position_word(enum felt_position position)
{
    static const char *const words[FELT_POSITIONS] = {"button", "sb",     "bb",
                                                      "early",  "middle", "late"};
    return words[position];
}

/* ---- position ------------------------------------------------------------------------------- */

/* The place of one of `count` seats that act one after the other: thirds, counted from the end. */
static enum felt_position third(int place, int count)
{
    int from_end = count - 1 - place;
    if (3 * from_end < count) return FELT_POSITION_LATE;
    return 3 * from_end < 2 * count ? FELT_POSITION_MIDDLE : FELT_POSITION_EARLY;
}

/* How many seats of a set come before `seat`, clockwise from `from`. */
static int place_of(felt_seats seats, int from, felt_seat seat)
{
    int place = 0;
    for (felt_seat at = felt_seats_from(seats, from); at != seat; place++)
        at = felt_seats_from(seats, at + 1);
    return place;
}

enum felt_position felt_strategy_position(const struct felt_poker_rules *rules,
                                          const struct felt_view *view, felt_seat seat)
{
    int count = felt_seats_count(view->seats), blinds = 0;
    felt_assert(felt_seats_has(view->seats, seat));
    if (rules->variant->forced == FELT_FORCED_BRING_IN) {
        felt_seat first = view->betting.turn.first;
        return third(place_of(view->seats, first < 0 ? 0 : first, seat), count);
    }
    if (seat == view->button) return FELT_POSITION_BUTTON;
    int place = place_of(view->seats, view->button + 1, seat);
    if (rules->variant->forced == FELT_FORCED_BLINDS) {
        bool heads_up = count == 2 && felt_seats_has(view->seats, view->button);
        blinds = heads_up ? 1 : 2;
        if (heads_up || place == 1) return FELT_POSITION_BB;
        if (place == 0) return FELT_POSITION_SB;
    }
    int others = count - blinds - felt_seats_has(view->seats, view->button);
    return third(place - blinds, others);
}

/* ---- game state ----------------------------------------------------------------------------- */

static void add_option(const struct felt_option *option, const struct felt_view *view,
                       struct felt_strategy_state *out)
{
    enum felt_strategy_action action = FELT_STRATEGY_CHOOSE;
    switch ((enum felt_action_kind)option->kind) {
    case FELT_FOLD: action = FELT_STRATEGY_FOLD; break;
    case FELT_CHECK: action = FELT_STRATEGY_CHECK; break;
    case FELT_CALL:
        action = FELT_STRATEGY_CALL;
        out->call_amount = option->min;
        break;
    case FELT_RAISE_TO:
        action = view->betting.to_match > 0 ? FELT_STRATEGY_RAISE : FELT_STRATEGY_BET;
        out->min_bet = option->min;
        out->max_bet = option->max;
        break;
    case FELT_DISCARD:
        action = FELT_STRATEGY_DRAW;
        out->draw_min = option->cards_min;
        out->draw_max = option->cards_max;
        break;
    case FELT_BRING_IN: out->call_amount = option->min; break;
    default: break;
    }
    out->valid_actions |= 1u << action;
}

static void copy_zone(const struct felt_view *view, enum felt_zone_kind kind, felt_seat owner,
                      felt_card *cards, uint8_t *count)
{
    const struct felt_zone *zone = felt_view_zone(view, kind, owner);
    if (zone == NULL) return;
    *count = zone->count;
    memcpy(cards, view->cards + zone->at, zone->count);
}

/* Opponents who have put in what is to be called. */
static int count_contesting(const struct felt_view *view)
{
    int count = 0;
    for (felt_seats left = view->betting.turn.live; left;) {
        felt_seat seat = felt_seats_take(&left);
        bool all_in = view->betting.stack[seat] == 0;
        count += seat != view->viewer &&
                 (all_in || view->betting.staked[seat] >= view->betting.to_match);
    }
    return count;
}

static bool is_last_round(const struct felt_variant *variant, int step)
{
    for (int i = step + 1; i < variant->steps; i++)
        if (variant->step[i].kind != FELT_STEP_BET) return false;
    return true;
}

void felt_strategy_state_make(const struct felt_poker_rules *rules, const struct felt_view *view,
                              struct felt_strategy_state *out)
{
    felt_seat seat = view->viewer;
    felt_assert(seat >= 0 && seat == view->actor);
    *out =
        (struct felt_strategy_state){.game_class = rules->variant->name,
                                     .betting_round = view->street + 1,
                                     .pot_size = felt_player_pot(view),
                                     .staked = view->betting.staked[seat],
                                     .position = felt_strategy_position(rules, view, seat),
                                     .players_in_hand = felt_seats_count(view->betting.turn.live),
                                     .contesting = count_contesting(view),
                                     .unraised = view->betting.turn.raiser < 0,
                                     .last_round = is_last_round(rules->variant, view->step)};
    copy_zone(view, FELT_ZONE_BOARD, FELT_SEAT_NONE, out->community_cards, &out->community_count);
    copy_zone(view, FELT_ZONE_HAND, seat, out->hole_cards, &out->hole_count);
    for (int i = 0; i < view->options; i++) add_option(&view->option[i], view, out);
}

static enum felt_status verify_cards(const struct felt_strategy_state *state)
{
    felt_cards seen = 0;
    if (state->hole_count < 1 || state->hole_count > FELT_HOLE_MAX ||
        state->community_count > FELT_BOARD_MAX)
        return FELT_WRONG_COUNT;
    for (int i = 0; i < state->hole_count + state->community_count; i++) {
        felt_card card = i < state->hole_count ? state->hole_cards[i]
                                               : state->community_cards[i - state->hole_count];
        if (card >= FELT_CARDS_MAX) return FELT_BAD_CARD;
        if (seen & felt_cards_of(card)) return FELT_DUPLICATE_CARD;
        seen |= felt_cards_of(card);
    }
    return FELT_OK;
}

enum felt_status felt_strategy_state_verify(const struct felt_strategy_state *state)
{
    bool bets = felt_strategy_may(state, FELT_STRATEGY_BET) ||
                felt_strategy_may(state, FELT_STRATEGY_RAISE);
    if (state->valid_actions == 0 || state->valid_actions >> FELT_STRATEGY_ACTIONS)
        return FELT_NOT_LEGAL;
    if (state->pot_size < 0 || state->call_amount < 0 || state->staked < 0) return FELT_BAD_AMOUNT;
    if (bets && (state->min_bet < 1 || state->min_bet > state->max_bet)) return FELT_BAD_AMOUNT;
    if (state->pot_size > FELT_SEATS_MAX * FELT_CHIPS_MAX || state->call_amount > FELT_CHIPS_MAX ||
        state->max_bet > FELT_CHIPS_MAX || state->staked > FELT_CHIPS_MAX)
        return FELT_BAD_AMOUNT;
    if (state->players_in_hand < 1 || state->players_in_hand > FELT_SEATS_MAX ||
        state->betting_round < 1 || (unsigned)state->position >= FELT_POSITIONS)
        return FELT_WRONG_COUNT;
    if (felt_strategy_may(state, FELT_STRATEGY_DRAW) &&
        (state->draw_min > state->draw_max || state->draw_max > state->hole_count))
        return FELT_WRONG_COUNT;
    return verify_cards(state);
}

/* ---- actions -------------------------------------------------------------------------------- */

static struct felt_action action_of(const struct felt_strategy_decision *decision,
                                    const struct felt_option *option)
{
    struct felt_action action = {.kind = option->kind};
    if (option->kind == FELT_RAISE_TO) action.amount = decision->amount;
    for (int i = 0; option->kind == FELT_DISCARD && i < decision->card_count; i++)
        action.cards |= UINT64_C(1) << decision->cards[i];
    return action;
}

/* Is this the word for the option?  Of options without a word the first is chosen: bring in rather
 * than fold, one board, show. */
static bool says(enum felt_strategy_action word, uint8_t kind)
{
    switch ((enum felt_action_kind)kind) {
    case FELT_FOLD: return word == FELT_STRATEGY_FOLD;
    case FELT_CHECK: return word == FELT_STRATEGY_CHECK;
    case FELT_CALL: return word == FELT_STRATEGY_CALL;
    case FELT_RAISE_TO: return word == FELT_STRATEGY_BET || word == FELT_STRATEGY_RAISE;
    case FELT_DISCARD: return word == FELT_STRATEGY_DRAW;
    default: return word == FELT_STRATEGY_CHOOSE;
    }
}

struct felt_action felt_strategy_to_action(const struct felt_strategy_decision *decision,
                                           const struct felt_view *view)
{
    for (int i = 0; i < view->options; i++) {
        struct felt_action action = action_of(decision, &view->option[i]);
        if (says(decision->action, view->option[i].kind) &&
            felt_option_admits(&view->option[i], action))
            return action;
    }
    return felt_player_timid(view);
}
