/* slow_turn.c -- see slow_turn.h. */
#include "slow_turn.h"

static int left_of(int seat)
{
    return seat == FELT_SEATS_MAX - 1 ? 0 : seat + 1;
}

static bool anybody_owes(const struct slow_turn *turn)
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (turn->seat[seat].owes) return true;
    return false;
}

static void close_round(struct slow_turn *turn)
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) turn->seat[seat].owes = false;
    turn->actor = -1;
    turn->on_option = false;
}

/* Walks from a seat to the first one that owes; somebody does. */
static int walk_to_debtor(const struct slow_turn *turn, int from)
{
    int seat = from;
    while (!turn->seat[seat].owes) seat = left_of(seat);
    return seat;
}

void slow_turn_begin(struct slow_turn *turn, felt_seats seats, int first, int cap)
{
    *turn = (struct slow_turn){.holder = -1, .raiser = -1, .first = first, .cap = cap};
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (seats >> seat & 1)
            turn->seat[seat] =
                (struct slow_seat){.live = true, .able = true, .owes = true, .may_raise = true};
    turn->actor = walk_to_debtor(turn, first);
}

static void go_on(struct slow_turn *turn, const struct felt_turn_rules *rules)
{
    if (anybody_owes(turn)) {
        if (rules->scan == FELT_SCAN_FROM_FIRST)
            turn->actor = walk_to_debtor(turn, turn->first);
        else
            turn->actor = walk_to_debtor(turn, left_of(turn->actor));
        return;
    }
    bool offered = rules->option == FELT_OPTION_FIRST_RAISER;
    if (turn->holder == -1) offered = false;
    if (turn->raises >= turn->cap) offered = false;
    if (offered && !turn->seat[turn->holder].able) offered = false;
    if (!offered) {
        close_round(turn);
        return;
    }
    turn->on_option = true;
    turn->actor = turn->holder;
    turn->seat[turn->holder].may_raise = true;
}

void slow_turn_pass(struct slow_turn *turn, const struct felt_turn_rules *rules)
{
    turn->seat[turn->actor].owes = false;
    turn->seat[turn->actor].may_raise = false;
    if (turn->on_option)
        close_round(turn);
    else
        go_on(turn, rules);
}

void slow_turn_fold(struct slow_turn *turn, const struct felt_turn_rules *rules)
{
    int live = 0;
    turn->seat[turn->actor] = (struct slow_seat){0};
    if (turn->actor == turn->holder) turn->holder = -1;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) live += turn->seat[seat].live;
    if (turn->on_option || live <= 1)
        close_round(turn);
    else
        go_on(turn, rules);
}

void slow_turn_spent(struct slow_turn *turn, int seat)
{
    turn->seat[seat].able = false;
    turn->seat[seat].owes = false;
    turn->seat[seat].may_raise = false;
}

void slow_turn_raise(struct slow_turn *turn, const struct felt_turn_rules *rules, bool full,
                     bool count)
{
    int reopen = turn->on_option ? rules->reopen_option : rules->reopen;
    if (reopen == FELT_REOPEN_OTHERS)
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
            if (turn->seat[seat].able) turn->seat[seat].owes = true;
    if (reopen == FELT_REOPEN_BEHIND) /* round the table, until the lap is complete */
        for (int seat = left_of(turn->actor); seat != turn->first; seat = left_of(seat))
            if (turn->seat[seat].able) turn->seat[seat].owes = true;
    if (full)
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
            if (turn->seat[seat].able) turn->seat[seat].may_raise = true;
    turn->seat[turn->actor].owes = false;
    turn->seat[turn->actor].may_raise = false;
    if (turn->raiser == -1) turn->holder = turn->actor; /* the first raise, and no other */
    turn->raiser = turn->actor;
    if (count) turn->raises++;
    turn->on_option = false;
    if (rules->cap_effect == FELT_CAP_ENDS && turn->raises >= turn->cap)
        close_round(turn);
    else
        go_on(turn, rules);
}

bool slow_turn_agrees(const struct slow_turn *slow, const struct felt_turn *turn)
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        const struct slow_seat *place = &slow->seat[seat];
        if (place->live != felt_seats_has(turn->live, seat)) return false;
        if (place->able != felt_seats_has(turn->able, seat)) return false;
        if (place->owes != felt_seats_has(turn->owes, seat)) return false;
        if (place->may_raise != felt_seats_has(turn->may_raise, seat)) return false;
    }
    return turn->actor == slow->actor && turn->holder == slow->holder &&
           turn->raiser == slow->raiser && turn->first == slow->first && turn->cap == slow->cap &&
           turn->raises == slow->raises && turn->on_option == slow->on_option;
}
