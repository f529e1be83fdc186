/* pots.c -- layers, awards, odd chips, rake. */
#include "felt/pots.h"
#include "felt/assert.h"

/* Chips of all seats between two contribution levels. */
static felt_chips slice(const felt_chips paid[FELT_SEATS_MAX], felt_seats dealt, felt_chips from,
                        felt_chips to)
{
    felt_chips sum = 0;
    while (dealt) {
        felt_chips mine = paid[felt_seats_take(&dealt)], top = mine < to ? mine : to;
        sum += top > from ? top - from : 0;
    }
    return sum;
}

/* The lowest contribution of some seats; *at gets those that paid just that. */
static inline felt_chips lowest(const felt_chips paid[FELT_SEATS_MAX], felt_seats seats,
                                felt_seats *at)
{
    felt_chips level = INT64_MAX;
    *at = 0;
    while (seats) {
        felt_seat seat = felt_seats_take(&seats);
        if (paid[seat] < level) {
            level = paid[seat];
            *at = 0;
        }
        if (paid[seat] == level) *at |= felt_seats_of(seat);
    }
    return level;
}

int felt_pots_layer(const felt_chips paid[FELT_SEATS_MAX], felt_seats dealt, felt_seats live,
                    felt_chips dead, felt_chips total, struct felt_pot out[FELT_SEATS_MAX])
{
    int count = 0;
    felt_chips below = 0;
    felt_seats left = live, at;
    felt_assert(live != 0 && (live & ~dealt) == 0);
    while (left) { /* each lap removes at least one seat */
        felt_chips level = lowest(paid, left, &at);
        /* The top layer takes all that is left, also what folded seats paid above every live one.
         */
        felt_chips amount = left == at ? total : slice(paid, dealt, below, level) + dead;
        felt_assert(amount >= 0);
        out[count] = (struct felt_pot){amount, left};
        count += amount != 0;
        total -= amount;
        dead = 0;
        below = level;
        left &= (felt_seats)~at;
    }
    felt_assert(total == 0); /* P1 */
    return count;
}

static inline felt_seats best(const felt_value *value, felt_seats among)
{
    felt_value top = 1;
    felt_seats who = 0;
    while (among) {
        felt_seat seat = felt_seats_take(&among);
        if (value[seat] < top) continue;
        if (value[seat] > top) who = 0;
        top = value[seat];
        who |= felt_seats_of(seat);
    }
    return who;
}

/* Even shares; odd chips one each. */
static void share(felt_chips amount, felt_seats winners, const felt_seat *order, felt_seat from,
                  felt_chips won[FELT_SEATS_MAX])
{
    if (felt_seats_lone(winners)) {
        won[felt_seats_first(winners)] += amount;
        return;
    }
    felt_chips count = felt_seats_count(winners), each = amount / count, odd = amount % count;
    for (felt_seats left = winners; left;) won[felt_seats_take(&left)] += each;
    for (; odd > 0; odd--) {
        felt_seat seat;
        if (order) {
            while (!felt_seats_has(winners, *order)) order++;
            seat = *order;
        } else {
            seat = felt_seats_from(winners, from);
        }
        winners &= (felt_seats)~felt_seats_of(seat);
        won[seat]++;
    }
}

felt_seats felt_pots_award(const struct felt_pot *pot, const struct felt_split *split,
                           felt_chips won[FELT_SEATS_MAX])
{
    felt_seats first = best(split->first, pot->eligible);
    felt_seats second = split->second ? best(split->second, pot->eligible) : 0; /* RULES 10.2 */
    felt_assert(first != 0);
    if (second == 0 || second == first) { /* RULES 10.5 */
        share(pot->amount, first, split->order, split->from, won);
        return first;
    }
    felt_chips half = pot->amount / 2; /* RULES 10.3: the odd chip is the first half's */
    share(pot->amount - half, first, split->order, split->from, won);
    share(half, second, split->order_second, split->from, won);
    return first | second;
}

felt_chips felt_pots_rake(felt_chips pot, unsigned per_10000, felt_chips cap)
{
    felt_assert(pot >= 0 && pot <= FELT_SEATS_MAX * FELT_CHIPS_MAX && per_10000 <= 10000);
    felt_chips rake = pot * (felt_chips)per_10000 / 10000;
    return rake < cap ? rake : cap;
}

felt_chips felt_pots_drop(struct felt_pot *pots, int count, felt_chips rake)
{
    __extension__ typedef __int128 wide;
    felt_chips total = 0, taken = 0;
    for (int i = 0; i < count; i++) total += pots[i].amount;
    felt_assert(rake >= 0 && rake <= total);
    if (rake == 0) return 0;
    for (int i = 0; i < count; i++) {
        felt_chips part = (felt_chips)((wide)rake * pots[i].amount / total);
        pots[i].amount -= part;
        taken += part;
    }
    return taken;
}
