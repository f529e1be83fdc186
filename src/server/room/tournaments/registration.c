/* registration.c -- who registers, who withdraws, what an operator directs. */
#include "server/room/tournaments/tournaments_parts.h"

#include <string.h>

struct request {
    uint32_t conn;
    bool has_req;
    uint64_t req;
};

static void answer(const struct felt_tournaments *tournaments, const struct request *request,
                   enum felt_no no, const char *text)
{
    const struct felt_tournaments_services *services = tournaments->services;
    if (request->conn == FELT_NO_LINE) return;
    services->answer(services->self, request->conn, request->has_req, request->req, no, text);
}

static void refuse(const struct felt_tournaments *tournaments, const struct request *request,
                   enum felt_director_no no)
{
    static const uint8_t why[FELT_DIRECTOR_NOS] = {[FELT_DIRECTOR_NOT_NOW] = FELT_NO_TOO_LATE,
                                                   [FELT_DIRECTOR_CLOSED] = FELT_NO_TOO_LATE,
                                                   [FELT_DIRECTOR_FULL] = FELT_NO_FULL,
                                                   [FELT_DIRECTOR_HOUSE_FULL] = FELT_NO_FULL,
                                                   [FELT_DIRECTOR_ALREADY_IN] = FELT_NO_SEATED,
                                                   [FELT_DIRECTOR_NO_REENTRY] = FELT_NO_TOO_MANY,
                                                   [FELT_DIRECTOR_NO_SUCH_USER] =
                                                       FELT_NO_NOT_SEATED};
    answer(tournaments, request, why[no] ? (enum felt_no)why[no] : FELT_NO_FORBIDDEN,
           felt_director_no_text(no));
}

static bool is_asking(const struct felt_tournament *tournament, int64_t user)
{
    for (uint32_t i = 0; i < tournament->payments; i++) {
        const struct felt_tournament_payment *payment = &tournament->payment[i];
        if (!payment->done && payment->kind == FELT_ORDER_ENTER && payment->user == user)
            return true;
    }
    return false;
}

static bool has_entry(const struct felt_tournament *tournament, int64_t user)
{
    if (felt_tournament_is_over(tournament)) return false;
    uint32_t row = felt_director_entry_of(tournament->director, user);
    if (row == FELT_DIRECTOR_NOBODY) return is_asking(tournament, user);
    uint8_t state = felt_director_entry(tournament->director, row)->state;
    return state == FELT_DIRECTOR_ENTRY_WAITS || state == FELT_DIRECTOR_ENTRY_IN ||
           is_asking(tournament, user);
}

/* Each tournament may need a seat at any time, and the room has no more for a user: without one
 * all others of the tournament would wait. */
static bool has_room(const struct felt_tournaments *tournaments,
                     const struct felt_tournament *tournament, int64_t user)
{
    int others = 0;
    for (uint32_t i = 0; i < tournaments->count; i++)
        others += tournaments->event[i] != tournament && has_entry(tournaments->event[i], user);
    return others < FELT_ROOM_DIRECTED_OF_PLAYER;
}

void felt_tournament_ask_in(struct felt_tournaments *tournaments,
                            struct felt_tournament *tournament, const struct felt_room_guest *who,
                            uint32_t conn, bool has_req, uint64_t req)
{
    uint32_t number = felt_tournament_join(tournaments, tournament, who);
    felt_tournaments_write_join(tournaments, tournament, who);
    struct felt_tournament_payment *payment = felt_tournament_payment_at(tournament, number);
    payment->conn = conn;
    payment->has_req = has_req;
    payment->req = req;
    tournaments->stir = true;
}

/* The newest of that id; or, if that one has begun, an older one is not meant either. */
static struct felt_tournament *find(const struct felt_tournaments *tournaments, const char *id)
{
    int64_t index = felt_tournaments_find(tournaments, id);
    return index < 0 ? NULL : tournaments->event[index];
}

static bool is_open(const struct felt_tournaments *tournaments,
                    const struct felt_tournament *tournament)
{
    struct felt_tournament_face face;
    felt_tournaments_face(tournaments, felt_tournament_index(tournaments, tournament), &face);
    return tournaments->now_ms >= face.opens_ms;
}

/* Why nobody like him may come in at all. */
static enum felt_no may_ask(const struct felt_tournaments *tournaments,
                            const struct felt_tournament *tournament,
                            const struct felt_room_guest *who, const char *word, const char **text)
{
    if (!who->user) {
        *text = "sign in to register";
        return FELT_NO_SIGN_IN;
    }
    if (who->bot && !tournament->row.bots) {
        *text = "programs are not welcome in this tournament";
        return FELT_NO_BOTS;
    }
    if (!is_open(tournaments, tournament)) {
        *text = "registration is not open yet";
        return FELT_NO_CLOSED;
    }
    if (!felt_tournament_row_opens(&tournament->row, word, &tournaments->services->digests)) {
        *text = "this tournament is private; give its word";
        return FELT_NO_FORBIDDEN;
    }
    if (is_asking(tournament, who->user)) {
        *text = "your buy-in is on its way; wait for it";
        return FELT_NO_BUSY;
    }
    if (!felt_tournament_has_numbers(tournament)) {
        *text = "this tournament has had too many payments and takes no more; look for another";
        return FELT_NO_FULL;
    }
    if (!has_room(tournaments, tournament, who->user)) {
        *text = "you are in four tournaments, and more at a time are not possible; play one to its "
                "end, or withdraw from one that has not begun";
        return FELT_NO_TOO_MANY;
    }
    return FELT_NO_NOT;
}

void felt_tournaments_register(struct felt_tournaments *tournaments, const char *id, uint32_t conn,
                               bool has_req, uint64_t req, const struct felt_room_guest *who,
                               const char *word, int64_t wall_ms)
{
    struct request request = {conn, has_req, req};
    felt_tournaments_clock(tournaments, wall_ms);
    struct felt_tournament *tournament = find(tournaments, id);
    const char *text = "there is no such tournament";
    if (!tournament || !tournaments->awake) {
        answer(tournaments, &request, tournament ? FELT_NO_CLOSED : FELT_NO_TABLE,
               tournament ? "the room is not open yet" : text);
        return;
    }
    felt_tournament_pass(tournaments, tournament);
    enum felt_no why_not = may_ask(tournaments, tournament, who, word ? word : "", &text);
    if (why_not != FELT_NO_NOT) {
        answer(tournaments, &request, why_not, text);
        return;
    }
    enum felt_director_no no = felt_director_may_register(tournament->director, who->user, false);
    struct felt_director_face face;
    felt_director_face(tournament->director, &face);
    uint32_t asked =
        felt_tournament_pending(tournament, false) + felt_tournament_pending(tournament, true);
    if (!no && face.entries + asked >= tournament->row.plan.entrants_max) no = FELT_DIRECTOR_FULL;
    if (no == FELT_DIRECTOR_FULL && felt_tournament_make_room(tournaments, tournament))
        no = felt_director_may_register(tournament->director, who->user, false);
    if (no) {
        refuse(tournaments, &request, no);
        return;
    }
    struct felt_room_guest guest = *who;
    guest.local = false;
    felt_tournament_ask_in(tournaments, tournament, &guest, conn, has_req, req);
}

void felt_tournaments_unregister(struct felt_tournaments *tournaments, const char *id,
                                 uint32_t conn, bool has_req, uint64_t req, int64_t user,
                                 int64_t wall_ms)
{
    struct request request = {conn, has_req, req};
    felt_tournaments_clock(tournaments, wall_ms);
    struct felt_tournament *tournament = find(tournaments, id);
    if (!tournament || !tournaments->awake) {
        answer(tournaments, &request, FELT_NO_TABLE, "there is no such tournament");
        return;
    }
    felt_tournament_pass(tournaments, tournament);
    uint32_t row = felt_director_entry_of(tournament->director, user);
    if (is_asking(tournament, user)) {
        answer(tournaments, &request, FELT_NO_BUSY, "your buy-in is on its way; wait for it");
        return;
    }
    if (row == FELT_DIRECTOR_NOBODY) {
        refuse(tournaments, &request, FELT_DIRECTOR_NO_SUCH_USER);
        return;
    }
    if (felt_director_entry(tournament->director, row)->state != FELT_DIRECTOR_ENTRY_WAITS) {
        answer(tournaments, &request, FELT_NO_TOO_LATE,
               "it has begun: an entry cannot be given back");
        return;
    }
    struct felt_director_input input = {.what = FELT_DIRECTOR_REMOVE, .user = user};
    enum felt_director_no no = felt_tournament_give(tournaments, tournament, input);
    if (no)
        refuse(tournaments, &request, no);
    else
        answer(tournaments, &request, FELT_NO_NOT, "");
}

void felt_tournaments_conn_gone(struct felt_tournaments *tournaments, uint32_t conn)
{
    for (uint32_t i = 0; i < tournaments->count; i++)
        for (uint32_t k = 0; tournaments->event[i]->due && k < tournaments->event[i]->payments; k++)
            if (tournaments->event[i]->payment[k].conn == conn)
                tournaments->event[i]->payment[k].conn = FELT_NO_LINE;
}

enum felt_director_no felt_tournaments_direct(struct felt_tournaments *tournaments, const char *id,
                                              const struct felt_director_input *input,
                                              int64_t wall_ms)
{
    felt_tournaments_clock(tournaments, wall_ms);
    struct felt_tournament *tournament = find(tournaments, id);
    if (!tournament || !tournaments->awake) return FELT_DIRECTOR_NOT_NOW;
    switch (input->what) {
    case FELT_DIRECTOR_PAUSE:
    case FELT_DIRECTOR_RESUME:
    case FELT_DIRECTOR_ADD_TIME:
    case FELT_DIRECTOR_MOVE:
    case FELT_DIRECTOR_REMOVE:
    case FELT_DIRECTOR_CALL_OFF: break;
    default: return FELT_DIRECTOR_BAD_INPUT;
    }
    enum felt_director_no no = felt_tournament_give(tournaments, tournament, *input);
    if (no == FELT_DIRECTOR_OK && input->what == FELT_DIRECTOR_PAUSE)
        felt_tournament_tell(tournaments, tournament, "the tournament is paused");
    if (no == FELT_DIRECTOR_OK && input->what == FELT_DIRECTOR_RESUME)
        felt_tournament_tell(tournaments, tournament, "the tournament goes on");
    return no;
}
