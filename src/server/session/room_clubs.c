/* room_clubs.c -- tables of clubs: who may open one, and what happens to them when somebody is
 * no member any more.
 *
 * The room believes a `create` that names a club.  So the ledger is asked first whether he who
 * wants it is a member; meanwhile the want waits here, and whoever hung up is forgotten. */
#include "server/session/room_session_parts.h"

#include "felt/assert.h"

static void refuse(struct felt_room_session *session, uint32_t conn,
                   const struct felt_room_client_msg *msg, enum felt_no no, const char *text)
{
    felt_room_session_post(session, &conn, 1,
                           &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_ERROR,
                                                          .no = (uint8_t)no,
                                                          .seat = FELT_SEAT_NONE,
                                                          .has_req = msg->has_req,
                                                          .req = msg->req,
                                                          .text = text});
}

void felt_room_session_club_create(struct felt_room_session *session, uint32_t conn,
                                   const struct felt_room_client_msg *msg)
{
    static const char busy[] = "too many ask for that now: try again in a moment";
    int64_t user = session->conn[conn].user;
    uint32_t slot = 0;
    if (!user) {
        refuse(session, conn, msg, FELT_NO_SIGN_IN, "sign in to open a table");
        return;
    }
    while (slot < FELT_ROOM_SESSION_CREATES && session->create[slot].used) slot++;
    if (slot == FELT_ROOM_SESSION_CREATES) {
        refuse(session, conn, msg, FELT_NO_TOO_MANY, busy);
        return;
    }
    struct felt_waiting_create *create = &session->create[slot];
    create->used = true;
    create->serial = (create->serial + 1) & FELT_CREATE_SERIALS;
    create->conn = conn;
    create->life = session->conn[conn].life;
    create->want = *msg;
    struct felt_question question = {
        .kind = FELT_QUESTION_MEMBER, .number = user, .before = msg->terms.club, .limit = 1};
    uint64_t number = (uint64_t)create->serial << 32 | slot;
    if (felt_room_session_ask(session, &question, FELT_ERRAND_MEMBER, number)) return;
    create->used = false;
    refuse(session, conn, msg, FELT_NO_TOO_MANY, busy);
}

void felt_room_session_club_found(struct felt_room_session *session, uint64_t number,
                                  const struct felt_ledger_answer *answer)
{
    uint32_t slot = (uint32_t)number;
    felt_assert(slot < FELT_ROOM_SESSION_CREATES);
    struct felt_waiting_create *create = &session->create[slot];
    if (!create->used || create->serial != (uint32_t)(number >> 32)) return;
    const struct felt_room_session_conn *conn = &session->conn[create->conn];
    create->used = false;
    if (conn->state != FELT_ROOM_SESSION_IN || conn->life != create->life) return; /* he has gone */
    if (answer->outcome == FELT_OUTCOME_OK && answer->count > 0)
        felt_room_client_msg_take(session->room, create->conn, &create->want, false,
                                  felt_room_session_ms(session));
    else if (answer->outcome == FELT_OUTCOME_NO_CLUB)
        refuse(session, create->conn, &create->want, FELT_NO_FORBIDDEN,
               "you are not a member of that club");
    else
        refuse(session, create->conn, &create->want, FELT_NO_TOO_MANY,
               "the books cannot be reached: try again in a moment");
}

/* ---- what members see ---- */

/* The next table of a club, from `from` on; -1: no more. */
static int64_t next_table(const struct felt_room_session *session, int64_t club, uint32_t from,
                          struct felt_room_make_private *out)
{
    for (uint32_t table = from; table < session->config.room.tables_max; table++)
        if (felt_room_make_private(session->room, table, out) && out->club == club) return table;
    return -1;
}

void felt_room_session_club_tables(const struct felt_room_session *session, int64_t club,
                                   struct felt_json *json)
{
    struct felt_room_make_private mine;
    struct felt_room_face face;
    felt_json_array(json);
    for (int64_t at = next_table(session, club, 0, &mine); at >= 0;
         at = next_table(session, club, (uint32_t)at + 1, &mine)) {
        if (!felt_room_face(session->room, (uint32_t)at, &face)) continue;
        int seated = 0;
        for (int seat = 0; seat < face.stake->seats; seat++)
            seated += face.seat[seat].state != FELT_ROOM_SEAT_FREE;
        felt_json_object(json);
        felt_json_key(json, "table"), felt_json_text(json, face.id);
        felt_json_key(json, "title"), felt_json_text(json, face.stake->title);
        felt_json_key(json, "key"), felt_json_text(json, mine.key);
        felt_json_key(json, "host"), felt_json_text(json, mine.host_name);
        felt_json_key(json, "seats"), felt_json_int(json, face.stake->seats);
        felt_json_key(json, "seated"), felt_json_int(json, seated);
        felt_json_key(json, "paused"), felt_json_bool(json, mine.paused);
        felt_json_end(json);
    }
    felt_json_end(json);
}

void felt_room_session_club_left(struct felt_room_session *session, int64_t club, int64_t user,
                                 int64_t now_us)
{
    struct felt_room_make_private mine;
    felt_room_session_set_time(session, now_us);
    for (int64_t at = next_table(session, club, 0, &mine); at >= 0;
         at = next_table(session, club, (uint32_t)at + 1, &mine)) {
        (void)felt_room_show_out(session->room, (uint32_t)at, user, felt_room_session_ms(session));
    }
}

void felt_room_session_club_closed(struct felt_room_session *session, int64_t club, int64_t now_us)
{
    struct felt_room_make_private mine;
    struct felt_room_face face;
    felt_room_session_set_time(session, now_us);
    for (int64_t at = next_table(session, club, 0, &mine); at >= 0;
         at = next_table(session, club, (uint32_t)at + 1, &mine)) {
        if (felt_room_face(session->room, (uint32_t)at, &face))
            (void)felt_room_close_table(session->room, face.id, felt_room_session_ms(session));
    }
}
