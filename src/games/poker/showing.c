/* showing.c -- cards face up: who brings it in, who opens, what a card brings about (RULES 14). */
#include "games/poker/poker.h"

/* ---- who opens ------------------------------------------------------------------------------ */

/* The live seat whose first card up is lowest: suits break ties, clubs lowest, jokers are highest.
 * For razz the highest, with the ace low. */
felt_seat poker_bring_in_seat(const struct felt_poker_rules *rules, const struct felt_poker *state)
{
    bool highest = rules->variant->opener == FELT_OPENER_SHOW_LOW;
    int slot = __builtin_ctz(rules->up), extreme = 0;
    felt_seat who = FELT_SEAT_NONE;
    for (felt_seats left = state->betting.turn.live; left;) {
        felt_seat seat = felt_seats_take(&left);
        int card = state->deck[state->row[seat] + slot];
        if (highest) card = felt_card_rank((felt_card)card) == FELT_ACE ? FELT_CARDS - card : -card;
        if (who >= 0 && card > extreme) continue;
        who = seat;
        extreme = card;
    }
    return who;
}

/* The live seat with the best cards up; ties to the first one left of the button. */
felt_seat poker_best_showing(const struct felt_poker_rules *rules, const struct felt_poker *state)
{
    felt_cards cards = poker_wild(rules, state);
    bool low = rules->variant->opener == FELT_OPENER_SHOW_LOW;
    bool wild = cards || rules->showdown->deck == FELT_DECK_54;
    unsigned up = rules->up & ((1u << state->slots) - 1);
    felt_seat who = FELT_SEAT_NONE;
    felt_value top = 0;
    for (felt_seats left = state->betting.turn.live; left;) {
        felt_seat seat = felt_seats_from(left, state->button + 1);
        const felt_card *row = state->deck + state->row[seat];
        felt_card showing[FELT_HOLE_MAX];
        int count = 0;
        for (unsigned slots = up; slots; slots &= slots - 1)
            showing[count++] = row[__builtin_ctz(slots)];
        felt_value value = wild ? felt_eval_wild(cards, showing, count)
                                : felt_eval(low ? FELT_LOW_A5 : FELT_HIGH, showing, count);
        if (who < 0 || value > top) {
            who = seat;
            top = value;
        }
        left &= (felt_seats)~felt_seats_of(seat);
    }
    return who;
}

/* ---- what a card brings about --------------------------------------------------------------- */

/* One card face up; true: it calls for a redeal. */
static bool notice(const struct felt_variant *variant, struct felt_poker *state, felt_card card)
{
    bool trigger = variant->trigger >> card & 1;
    if (variant->on_up == FELT_UP_REDEAL) return trigger && state->redeals < FELT_REDEALS_MAX;
    if (trigger) /* RULES 14.2: a later one cancels what followed an earlier one */
        state->follow = 1;
    else if (state->follow == 1)
        state->follow = (uint8_t)(2 + felt_card_rank(card));
    return false;
}

bool poker_notice_up(const struct felt_poker_rules *rules, struct felt_poker *state,
                     const struct felt_step *step)
{
    bool redeal = false;
    for (felt_seats left = state->betting.turn.live; left && step->up;) {
        felt_seat seat = felt_seats_from(left, state->button + 1);
        const felt_card *end = state->deck + state->row[seat] + state->slots;
        left &= (felt_seats)~felt_seats_of(seat);
        for (int i = step->up; i > 0; i--) redeal |= notice(rules->variant, state, end[-i]);
    }
    /* The shared card of a crowded table lies up for everybody. */
    if (step->up == 0 && state->boards > 0)
        redeal |= notice(rules->variant, state, state->deck[state->boards - 1]);
    return redeal;
}
