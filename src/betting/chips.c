/* chips.c -- the public face of round.h. */
#include "betting/round.h"

#include <string.h>

felt_chips felt_betting_ante(struct felt_betting *betting, felt_seat seat, felt_chips amount)
{
    return round_ante(betting, seat, amount);
}

felt_chips felt_betting_post(struct felt_betting *betting, felt_seat seat, felt_chips amount)
{
    return round_post(betting, seat, amount);
}

void felt_betting_begin(struct felt_betting *betting, felt_seat first, felt_chips unit, uint8_t cap)
{
    round_begin(betting, first, unit, cap);
}

void felt_betting_legal(const struct felt_betting *betting, struct felt_legal *out)
{
    round_legal(betting, out);
}

enum felt_status felt_betting_verify(const struct felt_betting *betting, enum felt_action_kind kind,
                                     felt_chips amount)
{
    return round_verify(betting, kind, amount);
}

void felt_betting_apply(struct felt_betting *betting, enum felt_action_kind kind, felt_chips to)
{
    round_apply(betting, kind, to);
}

void felt_betting_bring_in(struct felt_betting *betting, felt_chips bring_in)
{
    round_bring_in(betting, bring_in);
}

felt_chips felt_betting_give(struct felt_betting *betting, felt_seats dealt, felt_seat *seat)
{
    return round_give(betting, dealt, seat);
}

void felt_betting_collect(struct felt_betting *betting, felt_chips paid[FELT_SEATS_MAX])
{
    round_collect(betting, paid);
}

static bool same_turn(const struct felt_turn *a, const struct felt_turn *b)
{
    return a->live == b->live && a->able == b->able && a->owes == b->owes &&
           a->may_raise == b->may_raise && a->actor == b->actor && a->holder == b->holder &&
           a->raiser == b->raiser && a->first == b->first && a->raises == b->raises &&
           a->cap == b->cap && a->on_option == b->on_option;
}

bool felt_betting_equal(const struct felt_betting *a, const struct felt_betting *b)
{
    return !memcmp(a->stack, b->stack, sizeof a->stack) &&
           !memcmp(a->staked, b->staked, sizeof a->staked) && a->to_match == b->to_match &&
           a->raise_from == b->raise_from && a->raise_min == b->raise_min && a->pot == b->pot &&
           a->missing == b->missing && a->limit == b->limit && same_turn(&a->turn, &b->turn);
}
