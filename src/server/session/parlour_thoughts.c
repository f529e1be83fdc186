/* parlour_thoughts.c -- questions to house players, and how long they seem to think.
 *
 * A table asks one seat at a time, so there is one thought for each table.  The thinker computes
 * for as long as it must; what it chose is kept until the time that such a decision takes, counted
 * from the question, is over (staff.h W3).  Where no people play it goes to the floor at once. */
#include "server/session/parlour_parts.h"

#include "felt/assert.h"

#include <stdlib.h>

bool felt_thoughts_open(struct felt_parlour *parlour)
{
    uint32_t tables = parlour->config.floor.tables_max;
    parlour->thought = calloc(tables, sizeof *parlour->thought);
    parlour->thinking_memory = calloc(1, felt_heap_bytes(tables));
    if (!parlour->thought || !parlour->thinking_memory) return false;
    felt_heap_init(&parlour->thinking, tables, parlour->thinking_memory);
    return true;
}

void felt_thoughts_close(struct felt_parlour *parlour)
{
    for (uint32_t i = 0; parlour->thought && i < parlour->config.floor.tables_max; i++)
        free(parlour->thought[i].view);
    free(parlour->thought);
    free(parlour->thinking_memory);
}

static struct felt_thought *begin(struct felt_parlour *parlour, uint32_t table, felt_seat seat,
                                  uint64_t req_id)
{
    felt_assert(table < parlour->config.floor.tables_max);
    struct felt_thought *thought = &parlour->thought[table];
    felt_heap_clear(&parlour->thinking, table);
    thought->state = FELT_THOUGHT_ASKED;
    thought->seat = seat;
    thought->req_id = req_id;
    thought->asked_ms = felt_parlour_ms(parlour);
    thought->people = false;
    return thought;
}

void felt_thoughts_ask(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                       const struct felt_view *view, bool people)
{
    struct felt_parlour *parlour = self;
    const struct felt_parlour_services *services = parlour->services;
    struct felt_thought *thought = begin(parlour, table, seat, req_id);
    if (people && !thought->view) thought->view = malloc(sizeof *thought->view);
    /* Without memory a house player is merely quick. */
    thought->people = people && thought->view;
    if (thought->people) *thought->view = *view;
    if (services->local_ask) services->local_ask(services->self, table, seat, req_id, view);
}

/* It takes no thinker to choose a game. */
void felt_thoughts_choose(void *self, uint32_t table, felt_seat seat, uint64_t req_id, int games)
{
    static const struct felt_view nothing; /* there are no cards yet */
    struct felt_parlour *parlour = self;
    struct felt_thought *thought = begin(parlour, table, seat, req_id);
    struct felt_floor_face face;
    felt_assert(games > 0);
    thought->state = FELT_THOUGHT_READY;
    thought->action = (struct felt_action){
        .kind = FELT_CHOOSE, .choice = (uint16_t)felt_rng_below(&parlour->rng, (uint32_t)games)};
    int64_t due_ms = thought->asked_ms;
    if (parlour->staff && felt_floor_face(parlour->floor, table, &face))
        due_ms += felt_staff_think_ms(parlour->staff, &nothing, &thought->action, face.people > 0,
                                      parlour->config.floor.choose_ms);
    /* Never from here: the floor is in the middle of something. */
    felt_heap_set(&parlour->thinking, table, due_ms);
}

static void give(struct felt_parlour *parlour, uint32_t table)
{
    struct felt_thought *thought = &parlour->thought[table];
    thought->state = FELT_THOUGHT_NONE;
    felt_floor_answer(parlour->floor, table, thought->seat, thought->req_id, thought->action,
                      felt_parlour_ms(parlour));
}

void felt_thoughts_answer(struct felt_parlour *parlour, uint32_t table, felt_seat seat,
                          uint64_t req_id, struct felt_action action)
{
    felt_assert(table < parlour->config.floor.tables_max);
    struct felt_thought *thought = &parlour->thought[table];
    struct felt_floor_face face;
    if (thought->state != FELT_THOUGHT_ASKED || thought->seat != seat || thought->req_id != req_id)
        return; /* the table has gone on without it */
    thought->state = FELT_THOUGHT_READY;
    thought->action = action;
    int64_t due_ms = thought->asked_ms;
    if (thought->people && parlour->staff && felt_floor_face(parlour->floor, table, &face))
        due_ms +=
            felt_staff_think_ms(parlour->staff, thought->view, &action, true, face.stake->move_ms);
    if (due_ms <= felt_parlour_ms(parlour))
        give(parlour, table);
    else
        felt_heap_set(&parlour->thinking, table, due_ms);
}

void felt_thoughts_tick(struct felt_parlour *parlour)
{
    int64_t time, table;
    while ((table = felt_heap_next(&parlour->thinking, &time)) != FELT_HEAP_NONE &&
           time <= felt_parlour_ms(parlour)) {
        felt_heap_clear(&parlour->thinking, (uint32_t)table);
        give(parlour, (uint32_t)table);
    }
}

int64_t felt_thoughts_next(const struct felt_parlour *parlour)
{
    int64_t time;
    return felt_heap_next(&parlour->thinking, &time) == FELT_HEAP_NONE ? INT64_MAX : time;
}
