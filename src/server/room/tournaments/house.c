/* house.c -- house players who fill up a tournament.
 *
 * Of a sit-and-go they come one after the other, as long as somebody waits there; before a
 * scheduled start all at once.  Seats are left for people who come late, and before the start a
 * house player makes room for anybody. */
#include "server/room/tournaments/tournaments_parts.h"

enum { HIRES_MAX = 16, AGAIN_MS = 1000, LATE_SHARE = 10 };

/* The house player who registered last and waits; NOBODY: none does. */
static uint32_t last_of_house(const struct felt_tournament *tournament)
{
    uint32_t found = FELT_DIRECTOR_NOBODY, number = 0;
    for (uint32_t i = 0; i < tournament->row.plan.entrants_max; i++) {
        const struct felt_director_entry *entry = felt_director_entry(tournament->director, i);
        if (entry->state != FELT_DIRECTOR_ENTRY_WAITS ||
            !(entry->flags & FELT_DIRECTOR_ENTRY_HOUSE))
            continue;
        if (found != FELT_DIRECTOR_NOBODY && entry->number < number) continue;
        found = i;
        number = entry->number;
    }
    return found;
}

bool felt_tournament_make_room(struct felt_tournaments *tournaments,
                               struct felt_tournament *tournament)
{
    uint32_t entry = last_of_house(tournament);
    if (entry == FELT_DIRECTOR_NOBODY) return false;
    struct felt_director_input input = {.what = FELT_DIRECTOR_REMOVE,
                                        .user =
                                            felt_director_entry(tournament->director, entry)->user};
    return felt_tournament_give(tournaments, tournament, input) == FELT_DIRECTOR_OK;
}

/* So many house players there should be by now. */
static uint32_t wanted(const struct felt_tournaments *tournaments,
                       const struct felt_tournament *tournament, uint32_t people, int64_t *next)
{
    const struct felt_director_plan *plan = &tournament->row.plan;
    uint32_t most = plan->house_max, percent = tournament->row.house_percent;
    if (plan->start == FELT_DIRECTOR_WHEN_FULL) {
        uint64_t step = tournaments->config.house_seat_ms ? tournaments->config.house_seat_ms : 1;
        uint64_t come = (uint64_t)(tournaments->now_ms - tournament->first_ms) / step;
        if (come < most) *next = tournament->first_ms + (int64_t)((come + 1) * step);
        if (come > most) come = most;
        uint32_t room = people < plan->entrants_max ? plan->entrants_max - people : 0;
        return come < room ? (uint32_t)come : room;
    }
    int64_t from = plan->start_ms - tournaments->config.house_before_ms;
    if (tournaments->now_ms < from) {
        *next = from;
        return 0;
    }
    uint32_t keep = plan->late_levels ? plan->entrants_max / LATE_SHARE + 1 : 0;
    uint32_t taken = people + keep;
    uint32_t room = taken < plan->entrants_max ? plan->entrants_max - taken : 0;
    *next = tournaments->now_ms + AGAIN_MS;
    if (percent < 100) {
        uint64_t share = (uint64_t)people * percent / (100 - percent);
        if (share < most) most = (uint32_t)share;
    }
    return most < room ? most : room;
}

int64_t felt_tournament_house(struct felt_tournaments *tournaments,
                              struct felt_tournament *tournament)
{
    const struct felt_tournaments_services *services = tournaments->services;
    struct felt_director_face face;
    felt_director_face(tournament->director, &face);
    if (face.state != FELT_DIRECTOR_OPEN || !tournament->row.house_percent ||
        !felt_tournament_has_numbers(tournament))
        return INT64_MAX;
    if (tournaments->now_ms < tournament->house_ms) return tournament->house_ms;
    uint32_t people = face.entries - face.house + felt_tournament_pending(tournament, false);
    uint32_t house = face.house + felt_tournament_pending(tournament, true);
    if (tournament->row.plan.start == FELT_DIRECTOR_WHEN_FULL && people == 0) {
        tournament->first_ms = 0;
        while (felt_tournament_make_room(tournaments, tournament)) continue;
        return INT64_MAX;
    }
    if (!tournament->first_ms) tournament->first_ms = tournaments->now_ms;
    int64_t next = INT64_MAX;
    uint32_t want = wanted(tournaments, tournament, people, &next);
    for (; house > want && face.house > 0 && felt_tournament_make_room(tournaments, tournament);
         house--)
        face.house--; /* people have left: their share is smaller */
    for (int i = 0; i < HIRES_MAX && house < want; i++, house++) {
        struct felt_room_guest who = {0};
        if (!services->hire(services->self, tournament->row.plan.buy_in, &who)) {
            next = tournament->house_ms = tournaments->now_ms + AGAIN_MS;
            return next;
        }
        who.local = true;
        if (felt_director_may_register(tournament->director, who.user, true) != FELT_DIRECTOR_OK) {
            services->let_go(services->self, who.user);
            next = tournament->house_ms = tournaments->now_ms + AGAIN_MS;
            return next;
        }
        felt_tournament_ask_in(tournaments, tournament, &who, FELT_NO_LINE, false, 0);
    }
    return house < want ? tournaments->now_ms : next;
}
