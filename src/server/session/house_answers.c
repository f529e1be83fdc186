/* house_answers.c -- questions to house players, and how long they seem to think.
 *
 * A table asks one seat at a time, so there is one thought for each table.  The thinker computes
 * for as long as it must; what it chose is kept until the time that such a decision takes, counted
 * from the question, is over (house_seating.h W3).  Where no people play it goes to the room at
 * once. */
#include "server/session/room_session_parts.h"

#include "felt/assert.h"

#include <stdlib.h>

bool felt_house_answers_open(struct felt_room_session *session)
{
    uint32_t tables = session->config.room.tables_max;
    session->house_answer = calloc(tables, sizeof *session->house_answer);
    session->thinking_memory = calloc(1, felt_heap_bytes(tables));
    if (!session->house_answer || !session->thinking_memory) return false;
    felt_heap_init(&session->thinking, tables, session->thinking_memory);
    return true;
}

void felt_house_answers_close(struct felt_room_session *session)
{
    for (uint32_t i = 0; session->house_answer && i < session->config.room.tables_max; i++)
        free(session->house_answer[i].view);
    free(session->house_answer);
    free(session->thinking_memory);
}

static struct felt_house_answer *begin(struct felt_room_session *session, uint32_t table,
                                       felt_seat seat, uint64_t req_id)
{
    felt_assert(table < session->config.room.tables_max);
    struct felt_house_answer *house_answer = &session->house_answer[table];
    felt_heap_clear(&session->thinking, table);
    house_answer->state = FELT_HOUSE_ANSWER_ASKED;
    house_answer->seat = seat;
    house_answer->req_id = req_id;
    house_answer->asked_ms = felt_room_session_ms(session);
    house_answer->people = false;
    return house_answer;
}

void felt_house_answers_ask(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                            const struct felt_view *view, bool people)
{
    struct felt_room_session *session = self;
    const struct felt_room_session_services *services = session->services;
    struct felt_house_answer *house_answer = begin(session, table, seat, req_id);
    if (people && !house_answer->view) house_answer->view = malloc(sizeof *house_answer->view);
    /* Without memory a house player is merely quick. */
    house_answer->people = people && house_answer->view;
    if (house_answer->people) *house_answer->view = *view;
    if (services->local_ask) services->local_ask(services->self, table, seat, req_id, view);
}

/* It takes no thinker to choose a game. */
void felt_house_answers_choose(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                               int games)
{
    static const struct felt_view nothing; /* there are no cards yet */
    struct felt_room_session *session = self;
    struct felt_house_answer *house_answer = begin(session, table, seat, req_id);
    struct felt_room_face face;
    felt_assert(games > 0);
    house_answer->state = FELT_HOUSE_ANSWER_READY;
    house_answer->action = (struct felt_action){
        .kind = FELT_CHOOSE, .choice = (uint16_t)felt_rng_below(&session->rng, (uint32_t)games)};
    int64_t due_ms = house_answer->asked_ms;
    if (session->seating && felt_room_face(session->room, table, &face))
        due_ms += felt_house_seating_think_ms(session->seating, &nothing, &house_answer->action,
                                              face.people > 0, session->config.room.choose_ms);
    /* Never from here: the room is in the middle of something. */
    felt_heap_set(&session->thinking, table, due_ms);
}

static void give(struct felt_room_session *session, uint32_t table)
{
    struct felt_house_answer *house_answer = &session->house_answer[table];
    house_answer->state = FELT_HOUSE_ANSWER_NONE;
    felt_room_answer(session->room, table, house_answer->seat, house_answer->req_id,
                     house_answer->action, felt_room_session_ms(session));
}

void felt_house_answers_answer(struct felt_room_session *session, uint32_t table, felt_seat seat,
                               uint64_t req_id, struct felt_action action)
{
    felt_assert(table < session->config.room.tables_max);
    struct felt_house_answer *house_answer = &session->house_answer[table];
    struct felt_room_face face;
    if (house_answer->state != FELT_HOUSE_ANSWER_ASKED || house_answer->seat != seat ||
        house_answer->req_id != req_id)
        return; /* the table has gone on without it */
    house_answer->state = FELT_HOUSE_ANSWER_READY;
    house_answer->action = action;
    int64_t due_ms = house_answer->asked_ms;
    if (house_answer->people && session->seating && felt_room_face(session->room, table, &face))
        due_ms += felt_house_seating_think_ms(session->seating, house_answer->view, &action, true,
                                              face.stake->move_ms);
    if (due_ms <= felt_room_session_ms(session))
        give(session, table);
    else
        felt_heap_set(&session->thinking, table, due_ms);
}

void felt_house_answers_tick(struct felt_room_session *session)
{
    int64_t time, table;
    while ((table = felt_heap_next(&session->thinking, &time)) != FELT_HEAP_NONE &&
           time <= felt_room_session_ms(session)) {
        felt_heap_clear(&session->thinking, (uint32_t)table);
        give(session, (uint32_t)table);
    }
}

int64_t felt_house_answers_next(const struct felt_room_session *session)
{
    int64_t time;
    return felt_heap_next(&session->thinking, &time) == FELT_HEAP_NONE ? INT64_MAX : time;
}
