/* office_house.c -- house players who fill up a tournament.
 *
 * Of a sit-and-go they come one after the other, as long as somebody waits there; before a
 * scheduled start all at once.  Chairs are left for people who come late, and before the start a
 * house player makes room for anybody. */
#include "server/room/tournaments/office_parts.h"

enum { HIRES_MAX = 16, AGAIN_MS = 1000, LATE_SHARE = 10 };

/* The house player who registered last and waits; NOBODY: none does. */
static uint32_t last_of_house(const struct felt_cup *event)
{
    uint32_t found = FELT_TOUR_NOBODY, number = 0;
    for (uint32_t i = 0; i < event->row.plan.entrants_max; i++) {
        const struct felt_tour_entry *entry = felt_tour_entry(event->tour, i);
        if (entry->state != FELT_ENTRY_WAITS || !(entry->flags & FELT_ENTRY_HOUSE)) continue;
        if (found != FELT_TOUR_NOBODY && entry->number < number) continue;
        found = i;
        number = entry->number;
    }
    return found;
}

bool felt_cup_make_room(struct felt_office *office, struct felt_cup *event)
{
    uint32_t entry = last_of_house(event);
    if (entry == FELT_TOUR_NOBODY) return false;
    struct felt_tour_input input = {.what = FELT_TOUR_REMOVE,
                                    .user = felt_tour_entry(event->tour, entry)->user};
    return felt_cup_give(office, event, input) == FELT_TOUR_OK;
}

/* So many house players there should be by now. */
static uint32_t wanted(const struct felt_office *office, const struct felt_cup *event,
                       uint32_t people, int64_t *next)
{
    const struct felt_tour_plan *plan = &event->row.plan;
    uint32_t most = plan->house_max, percent = event->row.house_percent;
    if (plan->start == FELT_TOUR_WHEN_FULL) {
        uint64_t step = office->config.house_chair_ms ? office->config.house_chair_ms : 1;
        uint64_t come = (uint64_t)(office->now_ms - event->first_ms) / step;
        if (come < most) *next = event->first_ms + (int64_t)((come + 1) * step);
        if (come > most) come = most;
        uint32_t room = people < plan->entrants_max ? plan->entrants_max - people : 0;
        return come < room ? (uint32_t)come : room;
    }
    int64_t from = plan->start_ms - office->config.house_before_ms;
    if (office->now_ms < from) {
        *next = from;
        return 0;
    }
    uint32_t keep = plan->late_levels ? plan->entrants_max / LATE_SHARE + 1 : 0;
    uint32_t taken = people + keep;
    uint32_t room = taken < plan->entrants_max ? plan->entrants_max - taken : 0;
    *next = office->now_ms + AGAIN_MS;
    if (percent < 100) {
        uint64_t share = (uint64_t)people * percent / (100 - percent);
        if (share < most) most = (uint32_t)share;
    }
    return most < room ? most : room;
}

int64_t felt_cup_house(struct felt_office *office, struct felt_cup *event)
{
    const struct felt_office_services *services = office->services;
    struct felt_tour_face face;
    felt_tour_face(event->tour, &face);
    if (face.state != FELT_TOUR_OPEN || !event->row.house_percent || !felt_cup_has_numbers(event))
        return INT64_MAX;
    if (office->now_ms < event->house_ms) return event->house_ms;
    uint32_t people = face.entries - face.house + felt_cup_pending(event, false);
    uint32_t house = face.house + felt_cup_pending(event, true);
    if (event->row.plan.start == FELT_TOUR_WHEN_FULL && people == 0) {
        event->first_ms = 0;
        while (felt_cup_make_room(office, event)) continue;
        return INT64_MAX;
    }
    if (!event->first_ms) event->first_ms = office->now_ms;
    int64_t next = INT64_MAX;
    uint32_t want = wanted(office, event, people, &next);
    for (; house > want && face.house > 0 && felt_cup_make_room(office, event); house--)
        face.house--; /* people have left: their share is smaller */
    for (int i = 0; i < HIRES_MAX && house < want; i++, house++) {
        struct felt_guest_of_floor who = {0};
        if (!services->hire(services->self, event->row.plan.buy_in, &who)) {
            next = event->house_ms = office->now_ms + AGAIN_MS;
            return next;
        }
        who.local = true;
        if (felt_tour_may_register(event->tour, who.user, true) != FELT_TOUR_OK) {
            services->let_go(services->self, who.user);
            next = event->house_ms = office->now_ms + AGAIN_MS;
            return next;
        }
        felt_cup_ask_in(office, event, &who, FELT_NO_LINE, false, 0);
    }
    return house < want ? office->now_ms : next;
}
