/* office_resume.c -- the first moments after a start.
 *
 * A hand is known to two: the director, and the table on the floor.  Both have records, written one
 * after the other, so that a crash finds them apart in few ways:
 *
 *   director          table                          then
 *   under way         the same hand is under way     it goes on
 *   under way         the same hand is over          its result is the director's
 *   under way         it never began, or was void    it never was
 *   between hands     a hand is under way            it never was
 *
 * and chairs that differ are made as the director's. */
#include "server/room/tournaments/office_parts.h"

#include <inttypes.h>

static void give(struct felt_office *office, struct felt_cup *event,
                 const struct felt_tour_input *input)
{
    enum felt_tour_no no = felt_cup_give(office, event, *input);
    if (no) felt_office_note(office, "alarm", event, "after the start: %s", felt_tour_no_text(no));
}

static void bring_together(struct felt_office *office, struct felt_cup *event, uint32_t table)
{
    struct felt_cup_table *at = &event->table[table];
    struct felt_guided_look look = {0};
    struct felt_tour_hand hand;
    bool there = at->floor >= 0 && felt_guided_look(office->floor, (uint32_t)at->floor, &look);
    at->dirty = true;
    at->next_ms = office->now_ms + event->row.pause_ms;
    if (at->floor >= 0 && !there) {
        felt_cup_set_table(office, event, table, -1);
        felt_office_write_table(office, event, table);
    }
    bool under_way = felt_tour_under_way(event->tour, table, &hand);
    bool same = there && look.any && look.number == at->hand;
    if (under_way && same && look.hand) return;
    if (look.hand)
        felt_guided_void(office->floor, (uint32_t)at->floor, "the server was down",
                         office->services->floor_ms(office->services->self));
    if (!under_way) return;
    struct felt_tour_input input = {.what = FELT_TOUR_VOID, .table = table};
    if (same && !look.is_void) {
        input.what = FELT_TOUR_RESULT;
        for (int i = 0; i < FELT_SEATS_MAX; i++) input.stack[i] = look.stack[i];
    }
    enum felt_tour_no no = felt_cup_give(office, event, input);
    if (no == FELT_TOUR_OK) return;
    input.what = FELT_TOUR_VOID;
    give(office, event, &input);
}

/* Tables that were opened for a tournament, which never heard of it. */
static void close_strays(struct felt_office *office)
{
    struct felt_guided_look look;
    int64_t floor_ms = office->services->floor_ms(office->services->self);
    for (uint32_t i = 0; i < office->config.tables_max; i++) {
        if (office->at[i] || !felt_guided_look(office->floor, i, &look)) continue;
        if (look.hand) felt_guided_void(office->floor, i, "the server was down", floor_ms);
        felt_guided_close(office->floor, i, floor_ms);
    }
}

static void get_stake(struct felt_office *office, struct felt_cup *event)
{
    struct felt_complaint why = {0};
    struct felt_tour_face face;
    if (event->stake >= 0) return; /* it was added in this life */
    event->stake = office->services->stake(office->services->self, &event->row, &why);
    if (event->stake >= 0) return;
    felt_tour_face(event->tour, &face);
    felt_office_note(office, "alarm", event, "its game cannot be played any more: %s", why.text);
    if (face.state == FELT_TOUR_RUNNING && !face.paused)
        give(office, event, &(struct felt_tour_input){.what = FELT_TOUR_PAUSE}); /* Q5 */
}

static void tell_hired(const struct felt_office *office, const struct felt_cup *event)
{
    const struct felt_office_services *services = office->services;
    for (uint32_t i = 0; i < event->row.plan.entrants_max; i++) {
        const struct felt_tour_entry *entry = felt_tour_entry(event->tour, i);
        bool is_in = entry->state == FELT_ENTRY_WAITS || entry->state == FELT_ENTRY_IN;
        if (is_in && entry->flags & FELT_ENTRY_HOUSE) services->hired(services->self, entry->user);
    }
    for (uint32_t i = 0; i < event->payments; i++) {
        const struct felt_payment *payment = &event->payment[i];
        if (!payment->done && payment->kind == FELT_ORDER_ENTER && payment->who.local)
            services->hired(services->self, payment->user);
    }
}

static void wake(struct felt_office *office, struct felt_cup *event)
{
    struct felt_tour_face face;
    felt_tour_face(event->tour, &face);
    event->gather_ms = office->now_ms + office->config.gather_ms;
    if (face.state == FELT_TOUR_RUNNING)
        give(office, event, &(struct felt_tour_input){.what = FELT_TOUR_WAKE});
    tell_hired(office, event);
    get_stake(office, event);
    for (uint32_t i = 0; i < event->row.plan.tables_max; i++) bring_together(office, event, i);
    felt_cup_arrange(office, event);
}

void felt_office_resume(struct felt_office *office, int64_t wall_ms)
{
    felt_assert(!office->awake);
    office->now_ms = wall_ms;
    office->awake = true;
    office->stir = true;
    office->services->entropy(office->services->self, office->life, sizeof office->life);
    felt_office_write_life(office);
    close_strays(office);
    for (uint32_t i = 0; i < office->count; i++) {
        struct felt_cup *event = office->event[i];
        if (felt_cup_is_settled(event))
            event->done = true;
        else
            wake(office, event);
    }
}
