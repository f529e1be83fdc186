/* room.c -- the pools, sessions and faces of a room, and what comes in from outside. */
#include "server/arena/room_parts.h"

#include "felt/buffer.h"
#include "server/table/answer.h"

#include <string.h>

enum { CHUNKS_FOR_TABLE = 16, CHUNKS_AT_LEAST = 64 };

/* ---- memory ---- */

static size_t whole(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

static size_t largest_state(const struct felt_room_config *config)
{
    size_t most = 0;
    for (int i = 0; i < config->configs; i++)
        if (config->config[i]->plug->game->state_bytes > most)
            most = config->config[i]->plug->game->state_bytes;
    return whole(most);
}

static size_t table_bytes(const struct felt_room_config *config)
{
    int seats = 0;
    for (int i = 0; i < config->configs; i++)
        if (config->config[i]->seats > seats) seats = config->config[i]->seats;
    return whole(sizeof(struct felt_table) + largest_state(config) +
                 (size_t)seats * sizeof(struct felt_room_seat));
}

static uint32_t bucket_count(const struct felt_room_config *config)
{
    uint32_t count = 16;
    while (count < 2 * config->tables_max) count *= 2;
    return count;
}

static uint32_t chunk_count(const struct felt_room_config *config)
{
    return config->tables_max * CHUNKS_FOR_TABLE + CHUNKS_AT_LEAST;
}

size_t felt_room_bytes(const struct felt_room_config *config)
{
    return whole(sizeof(struct felt_room)) + whole(felt_heap_bytes(config->tables_max)) +
           whole(config->sessions_max * sizeof(struct felt_room_session)) +
           whole(bucket_count(config) * sizeof(uint32_t)) +
           whole(chunk_count(config) * sizeof(struct felt_chunk)) +
           config->tables_max * table_bytes(config) + felt_steered_bytes(config);
}

struct felt_room *felt_room_init(void *memory, const struct felt_room_config *config,
                                 const struct felt_room_services *services)
{
    felt_assert(config->configs >= 1 && config->configs <= FELT_ROOM_CONFIGS_MAX);
    felt_assert(config->tables_max >= 1 && config->sessions_max >= 1);
    struct felt_room *room = memory;
    char *at = (char *)memory + whole(sizeof *room);
    *room = (struct felt_room){.config = config, .services = services, .turn = 1, .turn_sent = 1};
    room->table_bytes = table_bytes(config);
    room->state_bytes = largest_state(config);
    room->buckets = bucket_count(config);
    felt_heap_init(&room->alarms, config->tables_max, at);
    at += whole(felt_heap_bytes(config->tables_max));
    room->session = (struct felt_room_session *)at;
    at += whole(config->sessions_max * sizeof *room->session);
    room->bucket = (uint32_t *)at;
    at += whole(room->buckets * sizeof *room->bucket);
    felt_chunk_pool_init(&room->pool, (struct felt_chunk *)at, chunk_count(config));
    at += whole(chunk_count(config) * sizeof(struct felt_chunk));
    room->tables = at;
    at += config->tables_max * table_bytes(config);
    for (uint32_t session = 0; session < config->sessions_max; session++)
        room->session[session].table = FELT_SESSION_NONE;
    for (int i = 0; i < config->configs; i++) {
        const struct felt_table_config *one = config->config[i];
        felt_assert(one->seats >= 2 && one->seats <= one->plug->seats_max);
        felt_assert(one->move_ms > 0 && one->absent_ms > 0 && one->stack > 0);
    }
    if (felt_room_is_guided(room)) felt_steered_open(room, at);
    return room;
}

/* ---- faces ---- */

void felt_table_face(const struct felt_room *room, const struct felt_table *table,
                     struct felt_table_face *face)
{
    const struct felt_table_config *config = felt_table_config(room, table);
    *face = (struct felt_table_face){.index = felt_table_index(room, table),
                                     .id = table->name,
                                     .config = config,
                                     .paused = table->paused,
                                     .over = table->end != FELT_END_NOT,
                                     .in_hand = table->in_hand,
                                     .hands = table->hands};
    for (int seat = 0; seat < config->seats; seat++) {
        const struct felt_room_seat *one = felt_table_seat(room, table, seat);
        if (!one->taken) continue;
        bool playing = table->in_hand && !table->foreign && felt_seats_has(table->live.dealt, seat);
        face->seat[seat] = (struct felt_seat_face){
            .team = one->team,
            .connected = one->local || one->session != FELT_SESSION_NONE,
            .forfeited = one->forfeited,
            .stack = playing ? table->live.announcer.stack[seat] : one->stack};
    }
}

void felt_table_post(struct felt_room *room, const struct felt_table *table,
                     const struct felt_tell *tell)
{
    uint32_t to[FELT_SEATS_MAX];
    int count = 0;
    for (int seat = 0; seat < felt_table_config(room, table)->seats; seat++) {
        uint32_t session = felt_table_seat(room, table, seat)->session;
        if (session != FELT_SESSION_NONE) to[count++] = session;
    }
    if (count) room->services->post(room->services->self, to, count, tell);
}

void felt_table_lobby(struct felt_room *room, const struct felt_table *table)
{
    struct felt_table_face face;
    felt_table_face(room, table, &face);
    struct felt_tell lobby = {.kind = FELT_TELL_LOBBY, .table = &face};
    felt_table_post(room, table, &lobby);
    for (uint32_t session = table->watchers; session != FELT_SESSION_NONE;) {
        uint32_t to[FELT_WATCHERS_AT_ONCE];
        int count;
        session = felt_watchers_next(room, session, to, &count);
        room->services->post(room->services->self, to, count, &lobby);
    }
}

uint32_t felt_watchers_next(const struct felt_room *room, uint32_t session,
                            uint32_t out[FELT_WATCHERS_AT_ONCE], int *count)
{
    for (*count = 0; session != FELT_SESSION_NONE && *count < FELT_WATCHERS_AT_ONCE;
         session = room->session[session].next)
        out[(*count)++] = session;
    return session;
}

/* ---- sessions ---- */

void felt_session_release(struct felt_room *room, uint32_t session)
{
    struct felt_room_session *mine = &room->session[session];
    if (mine->member) {
        felt_steered_release(room, session);
        return;
    }
    struct felt_table *table = felt_table_at(room, mine->table);
    felt_assert(table->sessions > 0);
    table->sessions--;
    if (mine->seat != FELT_SEAT_NONE) {
        table->players--;
        felt_table_seat(room, table, mine->seat)->session = FELT_SESSION_NONE;
    } else {
        uint32_t *link = &table->watchers;
        while (*link != session) link = &room->session[*link].next;
        *link = mine->next;
    }
    *mine = (struct felt_room_session){.table = FELT_SESSION_NONE};
}

bool felt_room_seated(const struct felt_room *room, uint32_t session)
{
    felt_assert(session < room->config->sessions_max);
    return room->session[session].table != FELT_SESSION_NONE || room->session[session].member;
}

void felt_room_leave(struct felt_room *room, uint32_t session, int64_t now_ms)
{
    if (!felt_room_seated(room, session)) return;
    if (room->session[session].member) {
        felt_steered_leave(room, session, now_ms);
        return;
    }
    struct felt_table *table = felt_table_at(room, room->session[session].table);
    felt_seat seat = room->session[session].seat;
    felt_session_release(room, session);
    if (seat != FELT_SEAT_NONE) felt_table_seat(room, table, seat)->away_ms = now_ms;
    if (!table->durable) { /* a practice table lives as long as its line */
        felt_table_close(room, table);
        return;
    }
    if (seat == FELT_SEAT_NONE && table->sessions) return; /* a watcher changes nothing */
    felt_table_lobby(room, table);
    felt_table_go_on(room, table, now_ms);
}

/* ---- actions ---- */

static void refuse(struct felt_room_reply *reply, enum felt_refusal refusal, const char *text)
{
    reply->refusal = refusal;
    struct felt_buffer buffer = felt_buffer_make(reply->text, sizeof reply->text);
    felt_buffer_text(&buffer, text);
    felt_buffer_terminate(&buffer);
}

bool felt_room_awaits(const struct felt_room *room, uint32_t session)
{
    const struct felt_room_session *mine = &room->session[session];
    if (mine->table == FELT_SESSION_NONE || mine->seat == FELT_SEAT_NONE) return false;
    const struct felt_table *table = felt_table_at(room, mine->table);
    return table->in_hand && table->asked && table->actor == mine->seat &&
           felt_table_was_asked(room, table);
}

/* The order of these questions is PROTOCOL 5.4. */
void felt_room_act(struct felt_room *room, uint32_t session, const struct felt_ask_action *ask,
                   bool stale, int64_t now_ms, struct felt_room_reply *reply)
{
    const struct felt_room_session *mine = &room->session[session];
    *reply = (struct felt_room_reply){0};
    if (mine->table == FELT_SESSION_NONE || mine->seat == FELT_SEAT_NONE) {
        refuse(reply, FELT_REFUSED_OUT_OF_TURN, "you do not play here");
        return;
    }
    struct felt_table *table = felt_table_at(room, mine->table);
    char hand_id[FELT_HAND_ID_BYTES + 1];
    if (!table->in_hand ||
        strcmp(felt_hand_id(table->live.date, table->live.counter, hand_id), ask->hand_id) != 0) {
        refuse(reply, FELT_REFUSED_ACTION_TOO_LATE,
               "this hand is not under way: answer the hand_id of the last act");
        return;
    }
    if (ask->has_req && ask->req_id != table->req_id) {
        refuse(
            reply, FELT_REFUSED_ACTION_TOO_LATE,
            "this act is not waiting any more: its time was over, or it was answered; answer each "
            "act once, with its own req_id");
        return;
    }
    if (!table->asked || table->actor != mine->seat) {
        refuse(reply, FELT_REFUSED_OUT_OF_TURN, "it is not your turn: wait for the next act");
        return;
    }
    if (!felt_table_was_asked(room, table) || (stale && !ask->has_req)) {
        refuse(reply, FELT_REFUSED_ACTION_TOO_LATE,
               "sent before the act that it would answer: send one action for each act");
        return;
    }
    const struct felt_plug *plug = felt_table_config(room, table)->plug;
    struct felt_action action;
    if (ask->cards || ask->move[0])
        plug->game->view(plug->rules, felt_table_state(table), mine->seat, &room->view);
    if (!felt_answer_read(plug, &room->view, ask, &action) ||
        !felt_table_apply(room, table, mine->seat, action)) {
        plug->game->view(plug->rules, felt_table_state(table), mine->seat, &room->view);
        reply->refusal = FELT_REFUSED_INVALID_ACTION; /* R3 */
        felt_answer_legal(&room->view, reply->text);
        felt_steered_count(room, table, mine->seat, false);
        return;
    }
    felt_steered_answered(room, table, mine->seat);
    felt_table_go_on(room, table, now_ms);
}

void felt_room_answer(struct felt_room *room, uint32_t index, felt_seat seat, uint64_t req_id,
                      struct felt_action action, int64_t now_ms)
{
    if (index >= room->config->tables_max) return;
    struct felt_table *table = felt_table_at(room, index);
    if (!table->used || !table->in_hand || !table->asked || table->actor != seat ||
        table->req_id != req_id || !felt_table_seat(room, table, seat)->local)
        return;
    if (!felt_table_apply(room, table, seat, action)) {
        bool done = felt_table_apply(room, table, seat, felt_table_default(room, table));
        felt_assert(done);
    }
    felt_table_go_on(room, table, now_ms);
}

/* ---- operators ---- */

static void tell_status(struct felt_room *room, const struct felt_table *table, uint32_t session,
                        int64_t now_ms)
{
    struct felt_table_face face;
    char hand_id[FELT_HAND_ID_BYTES + 1];
    felt_table_face(room, table, &face);
    int64_t left = table->paused ? table->deadline : table->deadline - now_ms;
    struct felt_tell tell = {.kind = FELT_TELL_STATUS,
                             .table = &face,
                             .seat = FELT_SEAT_NONE,
                             .match_id = table->match_id};
    if (table->in_hand) tell.hand_id = felt_hand_id(table->live.date, table->live.counter, hand_id);
    if (table->in_hand && table->asked) {
        tell.seat = table->actor;
        tell.time_ms = left < 0 ? 0 : (uint32_t)left;
    }
    room->services->post(room->services->self, &session, 1, &tell);
}

static const char *forfeit(struct felt_room *room, struct felt_table *table, felt_seat seat)
{
    if (seat < 0 || seat >= felt_table_config(room, table)->seats ||
        !felt_table_seat(room, table, seat)->taken)
        return "nobody has that seat: name one of the lobby's";
    struct felt_room_seat *one = felt_table_seat(room, table, seat);
    if (one->forfeited || one->local || table->end) return "that seat cannot forfeit";
    one->forfeited = true;
    table->started = true; /* even before the first hand, one of two who leaves loses */
    felt_entry_flags(room, table);
    uint32_t session = one->session;
    if (session != FELT_SESSION_NONE) {
        felt_session_release(room, session);
        room->services->dismiss(room->services->self, session, FELT_CLOSE_FORFEIT, "Forfeited");
    }
    if (table->in_hand && table->asked && table->actor == seat) table->asked = false;
    return NULL;
}

static void set_pause(struct felt_room *room, struct felt_table *table, bool paused, int64_t now_ms)
{
    if (table->paused == paused) return;
    table->paused = paused;
    if (table->in_hand && table->asked) table->deadline += paused ? -now_ms : now_ms;
    felt_entry_flags(room, table);
}

static const char *start_hand(struct felt_room *room, struct felt_table *table, int64_t now_ms)
{
    uint32_t hands = table->hands;
    table->skip = true;
    felt_table_go_on(room, table, now_ms);
    table->skip = false;
    return table->hands > hands ? NULL : "too few players are here, or the table is paused";
}

/* NULL, or why not. */
static const char *obey(struct felt_room *room, struct felt_table *table, enum felt_control control,
                        felt_seat seat, int64_t now_ms)
{
    bool own = control == FELT_CONTROL_SKIP_ACTION || control == FELT_CONTROL_STATUS;
    if (felt_room_is_guided(room) && !own) return "the director of the tournament decides this";
    switch (control) {
    case FELT_CONTROL_START_HAND:
        if (table->end) return "the match is over";
        if (table->in_hand) return "a hand is under way";
        return start_hand(room, table, now_ms);
    case FELT_CONTROL_SKIP_ACTION:
        if (!table->in_hand || !table->asked) return "nobody is asked now";
        if (!felt_table_apply(room, table, table->actor, felt_table_default(room, table)))
            felt_assert(!"the default action is legal");
        break;
    case FELT_CONTROL_FORFEIT_SEAT: {
        const char *why = forfeit(room, table, seat);
        if (why) return why;
        felt_table_lobby(room, table);
        break;
    }
    case FELT_CONTROL_PAUSE: set_pause(room, table, true, now_ms); break;
    case FELT_CONTROL_RESUME: set_pause(room, table, false, now_ms); break;
    default: return NULL;
    }
    felt_table_go_on(room, table, now_ms);
    return NULL;
}

uint32_t felt_room_operates(const struct felt_room *room, uint32_t session)
{
    const struct felt_room_session *mine = &room->session[session];
    return mine->role == FELT_AS_OPERATOR ? mine->table : FELT_SESSION_NONE;
}

void felt_room_control(struct felt_room *room, uint32_t session, enum felt_control control,
                       felt_seat seat, int64_t now_ms, struct felt_room_reply *reply)
{
    const struct felt_room_session *mine = &room->session[session];
    *reply = (struct felt_room_reply){0};
    if (mine->table == FELT_SESSION_NONE || mine->role != FELT_AS_OPERATOR) {
        refuse(reply, FELT_REFUSED_FORBIDDEN,
               "only operators may do this: say hello with role operator and the secret");
        return;
    }
    struct felt_table *table = felt_table_at(room, mine->table);
    const char *why = obey(room, table, control, seat, now_ms);
    if (why)
        refuse(reply, FELT_REFUSED_INVALID_ACTION, why);
    else
        tell_status(room, table, session, now_ms);
}

/* ---- the rest ---- */

void felt_room_date(struct felt_room *room, uint32_t date)
{
    room->date = date;
}

void felt_room_sealed(struct felt_room *room)
{
    room->turn++;
}

void felt_room_sent(struct felt_room *room)
{
    felt_assert(room->turn_sent != room->turn);
    room->turn_sent++;
}

const struct felt_room_counts *felt_room_counts(const struct felt_room *room)
{
    return &room->counts;
}

bool felt_room_face(const struct felt_room *room, uint32_t index, struct felt_table_face *face)
{
    if (index >= room->fresh_table || !felt_table_at(room, index)->used) return false;
    felt_table_face(room, felt_table_at(room, index), face);
    return true;
}

const char *felt_room_hand(const struct felt_room *room, uint32_t index,
                           char out[FELT_HAND_ID_BYTES + 1])
{
    const struct felt_table *table = felt_table_at(room, index);
    out[0] = '\0';
    if (table->used && table->in_hand) felt_hand_id(table->live.date, table->live.counter, out);
    return out;
}
