/* slow_phase.c -- see slow_phase.h. */
#include "slow_phase.h"

/* Without chips a player is all-in, by whatever move (RULES 5.4). */
static bool can_act(const struct phase_player *player)
{
    return !player->folded && player->chips > 0;
}

static int count_in_hand(const struct slow_phase *phase)
{
    int count = 0;
    for (int i = 0; i < phase->seats; i++) count += !phase->player[i].folded;
    return count;
}

static int count_acting(const struct slow_phase *phase)
{
    int count = 0;
    for (int i = 0; i < phase->seats; i++) count += can_act(&phase->player[i]);
    return count;
}

/* Some other player still in the hand has bet more than this one. */
static bool owes(const struct slow_phase *phase, int who)
{
    for (int i = 0; i < phase->seats; i++)
        if (!phase->player[i].folded &&
            phase->player[i].current_bet > phase->player[who].current_bet)
            return true;
    return false;
}

static void find_current(struct slow_phase *phase, int from)
{
    phase->current = -1;
    if (count_in_hand(phase) <= 1) return;
    for (int step = 0; step < phase->seats; step++) {
        int who = (from + step) % phase->seats;
        if (!phase->player[who].needs_to_act) continue;
        if (count_acting(phase) == 1 && !owes(phase, who)) return; /* RULES 7.7 */
        phase->current = who;
        return;
    }
}

void slow_phase_begin(struct slow_phase *phase, int start)
{
    phase->current_bet = 0;
    phase->raise_count = 0;
    for (int i = 0; i < phase->seats; i++) {
        phase->player[i].current_bet = 0;
        phase->player[i].needs_to_act = can_act(&phase->player[i]);
    }
    find_current(phase, start);
}

unsigned slow_phase_moves(const struct slow_phase *phase)
{
    const struct phase_player *player = &phase->player[phase->current];
    long to_call = phase->current_bet - player->current_bet;
    unsigned moves = 0;
    if (to_call == 0) {
        moves |= 1u << PHASE_CHECK;
        if (player->chips >= phase->min_bet)
            moves |= 1u << PHASE_BET;
        else
            moves |= 1u << PHASE_ALL_IN;
        return moves;
    }
    if (player->chips >= to_call) {
        moves |= 1u << PHASE_CALL;
        if (player->chips >= to_call + phase->min_bet && phase->raise_count < phase->max_raises)
            moves |= 1u << PHASE_RAISE;
    } else {
        moves |= 1u << PHASE_ALL_IN;
    }
    return moves | 1u << PHASE_FOLD;
}

static void put_in(struct slow_phase *phase, struct phase_player *player, long chips)
{
    player->chips -= chips;
    player->current_bet += chips;
    phase->pot += chips;
}

void slow_phase_apply(struct slow_phase *phase, enum phase_move move)
{
    struct phase_player *player = &phase->player[phase->current];
    long to_call = phase->current_bet - player->current_bet, before = phase->current_bet;
    switch (move) {
    case PHASE_CHECK: break;
    case PHASE_BET: put_in(phase, player, phase->min_bet); break;
    case PHASE_CALL: put_in(phase, player, to_call); break;
    case PHASE_RAISE:
        put_in(phase, player, to_call + phase->min_bet);
        phase->raise_count++;
        break;
    case PHASE_ALL_IN: put_in(phase, player, player->chips); break;
    case PHASE_FOLD: player->folded = true; break;
    }
    if (player->current_bet > phase->current_bet) phase->current_bet = player->current_bet;
    for (int i = 0; i < phase->seats; i++) {
        bool again = phase->current_bet > before || phase->player[i].needs_to_act;
        phase->player[i].needs_to_act = again && can_act(&phase->player[i]);
    }
    player->needs_to_act = false;
    find_current(phase, (phase->current + 1) % phase->seats);
}
