/* office_enter.c -- who registers, who withdraws, what an operator directs. */
#include "server/room/tournaments/office_parts.h"

#include <string.h>

struct request {
    uint32_t line;
    bool has_req;
    uint64_t req;
};

static void answer(const struct felt_office *office, const struct request *request, enum felt_no no,
                   const char *text)
{
    const struct felt_office_services *services = office->services;
    if (request->line == FELT_NO_LINE) return;
    services->answer(services->self, request->line, request->has_req, request->req, no, text);
}

static void refuse(const struct felt_office *office, const struct request *request,
                   enum felt_tour_no no)
{
    static const uint8_t why[FELT_TOUR_NOS] = {[FELT_TOUR_NOT_NOW] = FELT_NO_TOO_LATE,
                                               [FELT_TOUR_CLOSED] = FELT_NO_TOO_LATE,
                                               [FELT_TOUR_FULL] = FELT_NO_FULL,
                                               [FELT_TOUR_HOUSE_FULL] = FELT_NO_FULL,
                                               [FELT_TOUR_ALREADY_IN] = FELT_NO_SEATED,
                                               [FELT_TOUR_NO_REENTRY] = FELT_NO_TOO_MANY,
                                               [FELT_TOUR_NO_SUCH_USER] = FELT_NO_NOT_SEATED};
    answer(office, request, why[no] ? (enum felt_no)why[no] : FELT_NO_FORBIDDEN,
           felt_tour_no_text(no));
}

static bool is_asking(const struct felt_cup *event, int64_t user)
{
    for (uint32_t i = 0; i < event->payments; i++) {
        const struct felt_payment *payment = &event->payment[i];
        if (!payment->done && payment->kind == FELT_ORDER_ENTER && payment->user == user)
            return true;
    }
    return false;
}

static bool has_entry(const struct felt_cup *event, int64_t user)
{
    if (felt_cup_is_over(event)) return false;
    uint32_t row = felt_tour_entry_of(event->tour, user);
    if (row == FELT_TOUR_NOBODY) return is_asking(event, user);
    uint8_t state = felt_tour_entry(event->tour, row)->state;
    return state == FELT_ENTRY_WAITS || state == FELT_ENTRY_IN || is_asking(event, user);
}

/* Each tournament may need a chair at any time, and the floor has no more for a user: without one
 * all others of the tournament would wait. */
static bool has_room(const struct felt_office *office, const struct felt_cup *event, int64_t user)
{
    int others = 0;
    for (uint32_t i = 0; i < office->count; i++)
        others += office->event[i] != event && has_entry(office->event[i], user);
    return others < FELT_GUIDED_OF_PLAYER;
}

void felt_cup_ask_in(struct felt_office *office, struct felt_cup *event,
                     const struct felt_guest_of_floor *who, uint32_t line, bool has_req,
                     uint64_t req)
{
    uint32_t number = felt_cup_join(office, event, who);
    felt_office_write_join(office, event, who);
    struct felt_payment *payment = felt_payment_at(event, number);
    payment->line = line;
    payment->has_req = has_req;
    payment->req = req;
    office->stir = true;
}

/* The newest of that id; or, if that one has begun, an older one is not meant either. */
static struct felt_cup *find(const struct felt_office *office, const char *id)
{
    int64_t index = felt_office_find(office, id);
    return index < 0 ? NULL : office->event[index];
}

static bool is_open(const struct felt_office *office, const struct felt_cup *event)
{
    struct felt_event_face face;
    felt_office_face(office, felt_cup_index(office, event), &face);
    return office->now_ms >= face.opens_ms;
}

/* Why nobody like him may come in at all. */
static enum felt_no may_ask(const struct felt_office *office, const struct felt_cup *event,
                            const struct felt_guest_of_floor *who, const char *word,
                            const char **text)
{
    if (!who->user) {
        *text = "sign in to register";
        return FELT_NO_SIGN_IN;
    }
    if (who->bot && !event->row.bots) {
        *text = "programs are not welcome in this tournament";
        return FELT_NO_BOTS;
    }
    if (!is_open(office, event)) {
        *text = "registration is not open yet";
        return FELT_NO_CLOSED;
    }
    if (!felt_event_row_opens(&event->row, word, &office->services->digests)) {
        *text = "this tournament is private; give its word";
        return FELT_NO_FORBIDDEN;
    }
    if (is_asking(event, who->user)) {
        *text = "your buy-in is on its way; wait for it";
        return FELT_NO_BUSY;
    }
    if (!felt_cup_has_numbers(event)) {
        *text = "this tournament has had too many payments and takes no more; look for another";
        return FELT_NO_FULL;
    }
    if (!has_room(office, event, who->user)) {
        *text = "you are in four tournaments, and more at a time are not possible; play one to its "
                "end, or withdraw from one that has not begun";
        return FELT_NO_TOO_MANY;
    }
    return FELT_NO_NOT;
}

void felt_office_register(struct felt_office *office, const char *id, uint32_t line, bool has_req,
                          uint64_t req, const struct felt_guest_of_floor *who, const char *word,
                          int64_t wall_ms)
{
    struct request request = {line, has_req, req};
    felt_office_clock(office, wall_ms);
    struct felt_cup *event = find(office, id);
    const char *text = "there is no such tournament";
    if (!event || !office->awake) {
        answer(office, &request, event ? FELT_NO_CLOSED : FELT_NO_TABLE,
               event ? "the room is not open yet" : text);
        return;
    }
    felt_cup_pass(office, event);
    enum felt_no not = may_ask(office, event, who, word ? word : "", &text);
    if (not != FELT_NO_NOT) {
        answer(office, &request, not, text);
        return;
    }
    enum felt_tour_no no = felt_tour_may_register(event->tour, who->user, false);
    struct felt_tour_face face;
    felt_tour_face(event->tour, &face);
    uint32_t asked = felt_cup_pending(event, false) + felt_cup_pending(event, true);
    if (!no && face.entries + asked >= event->row.plan.entrants_max) no = FELT_TOUR_FULL;
    if (no == FELT_TOUR_FULL && felt_cup_make_room(office, event))
        no = felt_tour_may_register(event->tour, who->user, false);
    if (no) {
        refuse(office, &request, no);
        return;
    }
    struct felt_guest_of_floor guest = *who;
    guest.local = false;
    felt_cup_ask_in(office, event, &guest, line, has_req, req);
}

void felt_office_unregister(struct felt_office *office, const char *id, uint32_t line, bool has_req,
                            uint64_t req, int64_t user, int64_t wall_ms)
{
    struct request request = {line, has_req, req};
    felt_office_clock(office, wall_ms);
    struct felt_cup *event = find(office, id);
    if (!event || !office->awake) {
        answer(office, &request, FELT_NO_TABLE, "there is no such tournament");
        return;
    }
    felt_cup_pass(office, event);
    uint32_t row = felt_tour_entry_of(event->tour, user);
    if (is_asking(event, user)) {
        answer(office, &request, FELT_NO_BUSY, "your buy-in is on its way; wait for it");
        return;
    }
    if (row == FELT_TOUR_NOBODY) {
        refuse(office, &request, FELT_TOUR_NO_SUCH_USER);
        return;
    }
    if (felt_tour_entry(event->tour, row)->state != FELT_ENTRY_WAITS) {
        answer(office, &request, FELT_NO_TOO_LATE, "it has begun: an entry cannot be given back");
        return;
    }
    struct felt_tour_input input = {.what = FELT_TOUR_REMOVE, .user = user};
    enum felt_tour_no no = felt_cup_give(office, event, input);
    if (no)
        refuse(office, &request, no);
    else
        answer(office, &request, FELT_NO_NOT, "");
}

void felt_office_line_gone(struct felt_office *office, uint32_t line)
{
    for (uint32_t i = 0; i < office->count; i++)
        for (uint32_t k = 0; office->event[i]->due && k < office->event[i]->payments; k++)
            if (office->event[i]->payment[k].line == line)
                office->event[i]->payment[k].line = FELT_NO_LINE;
}

enum felt_tour_no felt_office_direct(struct felt_office *office, const char *id,
                                     const struct felt_tour_input *input, int64_t wall_ms)
{
    felt_office_clock(office, wall_ms);
    struct felt_cup *event = find(office, id);
    if (!event || !office->awake) return FELT_TOUR_NOT_NOW;
    switch (input->what) {
    case FELT_TOUR_PAUSE:
    case FELT_TOUR_RESUME:
    case FELT_TOUR_ADD_TIME:
    case FELT_TOUR_MOVE:
    case FELT_TOUR_REMOVE:
    case FELT_TOUR_CALL_OFF: break;
    default: return FELT_TOUR_BAD_INPUT;
    }
    enum felt_tour_no no = felt_cup_give(office, event, *input);
    if (no == FELT_TOUR_OK && input->what == FELT_TOUR_PAUSE)
        felt_cup_tell(office, event, "the tournament is paused");
    if (no == FELT_TOUR_OK && input->what == FELT_TOUR_RESUME)
        felt_cup_tell(office, event, "the tournament goes on");
    return no;
}
