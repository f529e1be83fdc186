/* blinds.c -- who has the button, who posts what, who is dealt in. */
#include "server/room/blinds.h"

#include "felt/assert.h"

const struct felt_room_blinds felt_room_blinds_none = {
    .button = FELT_SEAT_NONE, .small = FELT_SEAT_NONE, .big = FELT_SEAT_NONE};

/* The seat of the mask before this one; itself if it is the only one. */
static felt_seat before(felt_seats mask, felt_seat seat, int seats)
{
    for (int step = 1; step <= seats; step++) {
        felt_seat at = (felt_seat)((seat - step + seats) % seats);
        if (felt_seats_has(mask, at)) return at;
    }
    return FELT_SEAT_NONE;
}

/* The next seat of the mask behind this one; itself if it is the only one. */
static felt_seat behind(felt_seats mask, felt_seat seat, int seats)
{
    for (int step = 1; step <= seats; step++) {
        felt_seat at = (felt_seat)((seat + step) % seats);
        if (felt_seats_has(mask, at)) return at;
    }
    return FELT_SEAT_NONE;
}

/* Does `seat` lie behind `from` and before `to`, going round? */
static bool between(felt_seat seat, felt_seat from, felt_seat to, int seats)
{
    int distance = (seat - from + seats) % seats, whole = (to - from + seats) % seats;
    return distance > 0 && distance < whole;
}

static void place(struct felt_room_blinds_plan *plan, int seats)
{
    plan->small = before(plan->dealt, plan->big, seats);
    plan->button =
        felt_seats_count(plan->dealt) == 2 ? plan->small : before(plan->dealt, plan->small, seats);
}

/* Nobody owes anything; the first seat has the button if there never was one. */
static void begin_afresh(const struct felt_room_blinds *last, felt_seats present, int seats,
                         struct felt_room_blinds_plan *plan)
{
    plan->dealt = present;
    if (last->big == FELT_SEAT_NONE) {
        int steps = felt_seats_count(present) == 2 ? 1 : 2;
        plan->big = felt_seats_first(present);
        while (steps--) plan->big = behind(present, plan->big, seats);
    } else {
        plan->big = behind(present, last->big, seats);
    }
    place(plan, seats);
}

/* Whoever owes something comes in if he wants to, but not between button and big blind. */
static void admit(const struct felt_room_blinds_seat sitter[FELT_SEATS_MAX], felt_seats present,
                  int seats, struct felt_room_blinds_plan *plan)
{
    felt_seat button = plan->button;
    for (felt_seats left = present & (felt_seats)~plan->dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (sitter[seat].waits || between(seat, button, plan->big, seats)) continue;
        plan->dealt |= felt_seats_of(seat);
        if (sitter[seat].owes & (FELT_OWES_ENTRY | FELT_OWES_BIG))
            plan->posts |= felt_seats_of(seat);
        if (sitter[seat].owes & FELT_OWES_SMALL) plan->dead |= felt_seats_of(seat);
    }
    place(plan, seats);
}

/* What passed those by who sit there without playing. */
static void charge(const struct felt_room_blinds *last,
                   const struct felt_room_blinds_seat sitter[FELT_SEATS_MAX], int seats,
                   struct felt_room_blinds_plan *plan)
{
    for (int i = 0; i < seats; i++) {
        felt_seat seat = (felt_seat)i;
        if (!sitter[i].taken || sitter[i].present || sitter[i].owes & FELT_OWES_ENTRY) continue;
        if (between(seat, last->big, plan->big, seats)) plan->owes[i] |= FELT_OWES_BIG;
        /* The small blind follows the big one.  Where it is posted instead, if whoever had the big
         * one is gone, says nothing: that seat may lie before the last small blind. */
        if (seat == last->big || between(seat, last->small, last->big, seats))
            plan->owes[i] |= FELT_OWES_SMALL;
    }
}

void felt_room_blinds_next(const struct felt_room_blinds *last,
                           const struct felt_room_blinds_seat seat[FELT_SEATS_MAX], int seats,
                           bool blinds, struct felt_room_blinds_plan *plan)
{
    felt_seats present = 0, played = 0, square = 0;
    *plan = (struct felt_room_blinds_plan){
        .button = FELT_SEAT_NONE, .small = FELT_SEAT_NONE, .big = FELT_SEAT_NONE};
    for (int i = 0; i < seats; i++) {
        if (!seat[i].taken) continue;
        plan->owes[i] = seat[i].owes;
        if (!seat[i].present) continue;
        present |= felt_seats_of(i);
        if (!seat[i].owes) square |= felt_seats_of(i);
        if (felt_seats_has(last->dealt, i) && !seat[i].owes) played |= felt_seats_of(i);
    }
    if (felt_seats_count(present) < 2) return;
    plan->possible = true;
    if (last->big == FELT_SEAT_NONE || felt_seats_count(played) < 2) {
        begin_afresh(last, present, seats, plan);
        for (int i = 0; i < seats; i++) plan->owes[i] = 0;
        return;
    }
    plan->big = behind(present, last->big, seats);
    plan->dealt = blinds ? square | felt_seats_of(plan->big) : present;
    place(plan, seats);
    if (blinds) {
        admit(seat, present, seats, plan);
        charge(last, seat, seats, plan);
    }
    for (felt_seats left = plan->dealt; left;) plan->owes[felt_seats_take(&left)] = 0;
    felt_assert(plan->small != plan->big && felt_seats_has(plan->dealt, plan->button)); /* B2 */
}
