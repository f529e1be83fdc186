/* slow_pots.c -- see slow_pots.h. */
#include "slow_pots.h"

#include <stddef.h>

/* The live seats that paid at least `level`; if nobody did, those that paid most (RULES 9.2). */
static felt_seats owners_of_slice(const felt_chips paid[FELT_SEATS_MAX], felt_seats live,
                                  felt_chips level)
{
    for (; level > 0; level--) {
        felt_seats owners = 0;
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
            if (live >> seat & 1 && paid[seat] >= level) owners |= (felt_seats)(1 << seat);
        if (owners) return owners;
    }
    return live;
}

static int add_chips(struct felt_pot *pots, int count, felt_seats owners, felt_chips chips)
{
    if (chips == 0) return count;
    if (count && pots[count - 1].eligible == owners) {
        pots[count - 1].amount += chips;
        return count;
    }
    pots[count] = (struct felt_pot){.amount = chips, .eligible = owners};
    return count + 1;
}

int slow_pots_cut(const felt_chips paid[FELT_SEATS_MAX], felt_seats dealt, felt_seats live,
                  felt_chips dead, struct felt_pot out[FELT_SEATS_MAX])
{
    int count = add_chips(out, 0, live, dead);
    felt_chips most = 0;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (dealt >> seat & 1 && paid[seat] > most) most = paid[seat];
    for (felt_chips level = 1; level <= most; level++) {
        felt_chips slice = 0;
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
            if (dealt >> seat & 1 && paid[seat] >= level) slice++;
        count = add_chips(out, count, owners_of_slice(paid, live, level), slice);
    }
    return count;
}

static felt_seats best_of(felt_seats seats, const felt_value *value)
{
    felt_value best = 0;
    felt_seats winners = 0;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (seats >> seat & 1 && value[seat] > best) best = value[seat];
    if (best == 0) return 0;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (seats >> seat & 1 && value[seat] == best) winners |= (felt_seats)(1 << seat);
    return winners;
}

/* The winners in the order of odd chips: as listed, or clockwise; returns how many. */
static int line_up(felt_seats winners, const felt_seat *order, int from, int out[FELT_SEATS_MAX])
{
    int count = 0, left = __builtin_popcount(winners);
    for (int at = 0; count < left; at++) {
        int seat = order ? order[at] : (from + at) % FELT_SEATS_MAX;
        if (winners >> seat & 1) out[count++] = seat;
    }
    return count;
}

static void deal_out(felt_chips chips, felt_seats winners, const felt_seat *order, int from,
                     felt_chips won[FELT_SEATS_MAX])
{
    int line[FELT_SEATS_MAX], count = line_up(winners, order, from, line);
    for (felt_chips chip = 0; chip < chips; chip++) won[line[chip % count]]++;
}

void slow_pots_share(const struct felt_pot *pot, const struct felt_split *split,
                     felt_chips won[FELT_SEATS_MAX])
{
    felt_seats first = best_of(pot->eligible, split->first);
    felt_seats second = split->second ? best_of(pot->eligible, split->second) : 0;
    if (second == 0 || second == first) { /* RULES 10.2, 10.5 */
        deal_out(pot->amount, first, split->order, split->from, won);
        return;
    }
    felt_chips smaller_half = pot->amount / 2; /* RULES 10.3 */
    deal_out(pot->amount - smaller_half, first, split->order, split->from, won);
    deal_out(smaller_half, second, split->order_second, split->from, won);
}
