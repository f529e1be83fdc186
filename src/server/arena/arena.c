/* arena.c -- the pools, sessions and faces of an arena, and what comes in from outside. */
#include "server/arena/arena_parts.h"

#include "felt/buffer.h"
#include "server/table/answer.h"

#include <string.h>

enum { CHUNKS_FOR_TABLE = 16, CHUNKS_AT_LEAST = 64 };

/* ---- memory ---- */

static size_t whole(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

static size_t largest_state(const struct felt_arena_config *config)
{
    size_t most = 0;
    for (int i = 0; i < config->configs; i++)
        if (config->config[i]->adapter->game->state_bytes > most)
            most = config->config[i]->adapter->game->state_bytes;
    return whole(most);
}

static size_t table_bytes(const struct felt_arena_config *config)
{
    int seats = 0;
    for (int i = 0; i < config->configs; i++)
        if (config->config[i]->seats > seats) seats = config->config[i]->seats;
    return whole(sizeof(struct felt_arena_table) + largest_state(config) +
                 (size_t)seats * sizeof(struct felt_arena_seat));
}

static uint32_t bucket_count(const struct felt_arena_config *config)
{
    uint32_t count = 16;
    while (count < 2 * config->tables_max) count *= 2;
    return count;
}

static uint32_t chunk_count(const struct felt_arena_config *config)
{
    return config->tables_max * CHUNKS_FOR_TABLE + CHUNKS_AT_LEAST;
}

size_t felt_arena_bytes(const struct felt_arena_config *config)
{
    return whole(sizeof(struct felt_arena)) + whole(felt_heap_bytes(config->tables_max)) +
           whole(config->conns_max * sizeof(struct felt_arena_conn)) +
           whole(bucket_count(config) * sizeof(uint32_t)) +
           whole(chunk_count(config) * sizeof(struct felt_chunk)) +
           config->tables_max * table_bytes(config) + felt_arena_directed_bytes(config);
}

struct felt_arena *felt_arena_init(void *memory, const struct felt_arena_config *config,
                                   const struct felt_arena_services *services)
{
    felt_assert(config->configs >= 1 && config->configs <= FELT_ARENA_CONFIGS_MAX);
    felt_assert(config->tables_max >= 1 && config->conns_max >= 1);
    struct felt_arena *arena = memory;
    char *at = (char *)memory + whole(sizeof *arena);
    *arena = (struct felt_arena){.config = config, .services = services, .turn = 1, .turn_sent = 1};
    arena->table_bytes = table_bytes(config);
    arena->state_bytes = largest_state(config);
    arena->buckets = bucket_count(config);
    felt_heap_init(&arena->alarms, config->tables_max, at);
    at += whole(felt_heap_bytes(config->tables_max));
    arena->conn = (struct felt_arena_conn *)at;
    at += whole(config->conns_max * sizeof *arena->conn);
    arena->bucket = (uint32_t *)at;
    at += whole(arena->buckets * sizeof *arena->bucket);
    felt_chunk_pool_init(&arena->pool, (struct felt_chunk *)at, chunk_count(config));
    at += whole(chunk_count(config) * sizeof(struct felt_chunk));
    arena->tables = at;
    at += config->tables_max * table_bytes(config);
    for (uint32_t conn = 0; conn < config->conns_max; conn++)
        arena->conn[conn].table = FELT_ARENA_CONN_NONE;
    for (int i = 0; i < config->configs; i++) {
        const struct felt_table_config *one = config->config[i];
        felt_assert(one->seats >= 2 && one->seats <= one->adapter->seats_max);
        felt_assert(one->move_ms > 0 && one->absent_ms > 0 && one->stack > 0);
    }
    if (felt_arena_is_directed(arena)) felt_arena_directed_open(arena, at);
    return arena;
}

/* ---- faces ---- */

void felt_arena_table_face(const struct felt_arena *arena, const struct felt_arena_table *table,
                           struct felt_table_face *face)
{
    const struct felt_table_config *config = felt_arena_table_config(arena, table);
    *face = (struct felt_table_face){.index = felt_arena_table_index(arena, table),
                                     .id = table->name,
                                     .config = config,
                                     .paused = table->paused,
                                     .over = table->end != FELT_END_NOT,
                                     .in_hand = table->in_hand,
                                     .hands = table->hands};
    for (int seat = 0; seat < config->seats; seat++) {
        const struct felt_arena_seat *one = felt_arena_table_seat(arena, table, seat);
        if (!one->taken) continue;
        bool playing = table->in_hand && !table->foreign && felt_seats_has(table->live.dealt, seat);
        face->seat[seat] = (struct felt_seat_face){
            .team = one->team,
            .connected = one->local || one->conn != FELT_ARENA_CONN_NONE,
            .forfeited = one->forfeited,
            .stack = playing ? table->live.announcer.stack[seat] : one->stack};
    }
}

void felt_arena_table_post(struct felt_arena *arena, const struct felt_arena_table *table,
                           const struct felt_arena_server_msg *msg)
{
    uint32_t to[FELT_SEATS_MAX];
    int count = 0;
    for (int seat = 0; seat < felt_arena_table_config(arena, table)->seats; seat++) {
        uint32_t conn = felt_arena_table_seat(arena, table, seat)->conn;
        if (conn != FELT_ARENA_CONN_NONE) to[count++] = conn;
    }
    if (count) arena->services->post(arena->services->self, to, count, msg);
}

void felt_arena_table_lobby(struct felt_arena *arena, const struct felt_arena_table *table)
{
    struct felt_table_face face;
    felt_arena_table_face(arena, table, &face);
    struct felt_arena_server_msg lobby = {.kind = FELT_ARENA_SERVER_LOBBY, .table = &face};
    felt_arena_table_post(arena, table, &lobby);
    for (uint32_t conn = table->watchers; conn != FELT_ARENA_CONN_NONE;) {
        uint32_t to[FELT_ARENA_WATCHERS_AT_ONCE];
        int count;
        conn = felt_arena_watchers_next(arena, conn, to, &count);
        arena->services->post(arena->services->self, to, count, &lobby);
    }
}

uint32_t felt_arena_watchers_next(const struct felt_arena *arena, uint32_t conn,
                                  uint32_t out[FELT_ARENA_WATCHERS_AT_ONCE], int *count)
{
    for (*count = 0; conn != FELT_ARENA_CONN_NONE && *count < FELT_ARENA_WATCHERS_AT_ONCE;
         conn = arena->conn[conn].next)
        out[(*count)++] = conn;
    return conn;
}

/* ---- sessions ---- */

void felt_arena_conn_release(struct felt_arena *arena, uint32_t conn)
{
    struct felt_arena_conn *mine = &arena->conn[conn];
    if (mine->member) {
        felt_arena_directed_release(arena, conn);
        return;
    }
    struct felt_arena_table *table = felt_arena_table_at(arena, mine->table);
    felt_assert(table->conns > 0);
    table->conns--;
    if (mine->seat != FELT_SEAT_NONE) {
        table->players--;
        felt_arena_table_seat(arena, table, mine->seat)->conn = FELT_ARENA_CONN_NONE;
    } else {
        uint32_t *link = &table->watchers;
        while (*link != conn) link = &arena->conn[*link].next;
        *link = mine->next;
    }
    *mine = (struct felt_arena_conn){.table = FELT_ARENA_CONN_NONE};
}

bool felt_arena_seated(const struct felt_arena *arena, uint32_t conn)
{
    felt_assert(conn < arena->config->conns_max);
    return arena->conn[conn].table != FELT_ARENA_CONN_NONE || arena->conn[conn].member;
}

void felt_arena_leave(struct felt_arena *arena, uint32_t conn, int64_t now_ms)
{
    if (!felt_arena_seated(arena, conn)) return;
    if (arena->conn[conn].member) {
        felt_arena_directed_leave(arena, conn, now_ms);
        return;
    }
    struct felt_arena_table *table = felt_arena_table_at(arena, arena->conn[conn].table);
    felt_seat seat = arena->conn[conn].seat;
    felt_arena_conn_release(arena, conn);
    if (seat != FELT_SEAT_NONE) felt_arena_table_seat(arena, table, seat)->away_ms = now_ms;
    if (!table->durable) { /* a practice table lives as long as its connection */
        felt_arena_table_close(arena, table);
        return;
    }
    if (seat == FELT_SEAT_NONE && table->conns) return; /* a watcher changes nothing */
    felt_arena_table_lobby(arena, table);
    felt_arena_table_go_on(arena, table, now_ms);
}

/* ---- actions ---- */

static void refuse(struct felt_arena_reply *reply, enum felt_refusal refusal, const char *text)
{
    reply->refusal = refusal;
    struct felt_buffer buffer = felt_buffer_make(reply->text, sizeof reply->text);
    felt_buffer_text(&buffer, text);
    felt_buffer_terminate(&buffer);
}

bool felt_arena_awaits(const struct felt_arena *arena, uint32_t conn)
{
    const struct felt_arena_conn *mine = &arena->conn[conn];
    if (mine->table == FELT_ARENA_CONN_NONE || mine->seat == FELT_SEAT_NONE) return false;
    const struct felt_arena_table *table = felt_arena_table_at(arena, mine->table);
    return table->in_hand && table->asked && table->actor == mine->seat &&
           felt_arena_table_was_asked(arena, table);
}

/* The order of these questions is PROTOCOL 5.4. */
void felt_arena_act(struct felt_arena *arena, uint32_t conn,
                    const struct felt_arena_client_action *ask, bool stale, int64_t now_ms,
                    struct felt_arena_reply *reply)
{
    const struct felt_arena_conn *mine = &arena->conn[conn];
    *reply = (struct felt_arena_reply){0};
    if (mine->table == FELT_ARENA_CONN_NONE || mine->seat == FELT_SEAT_NONE) {
        refuse(reply, FELT_REFUSED_OUT_OF_TURN, "you do not play here");
        return;
    }
    struct felt_arena_table *table = felt_arena_table_at(arena, mine->table);
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    if (!table->in_hand || strcmp(felt_live_hand_id(table->live.date, table->live.counter, hand_id),
                                  ask->hand_id) != 0) {
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
    if (!felt_arena_table_was_asked(arena, table) || (stale && !ask->has_req)) {
        refuse(reply, FELT_REFUSED_ACTION_TOO_LATE,
               "sent before the act that it would answer: send one action for each act");
        return;
    }
    const struct felt_game_adapter *adapter = felt_arena_table_config(arena, table)->adapter;
    struct felt_action action;
    if (ask->cards || ask->move[0])
        adapter->game->view(adapter->rules, felt_arena_table_state(table), mine->seat,
                            &arena->view);
    if (!felt_table_answer_read(adapter, &arena->view, ask, &action) ||
        !felt_arena_table_apply(arena, table, mine->seat, action)) {
        adapter->game->view(adapter->rules, felt_arena_table_state(table), mine->seat,
                            &arena->view);
        reply->refusal = FELT_REFUSED_INVALID_ACTION; /* R3 */
        felt_table_answer_legal(&arena->view, reply->text);
        felt_arena_directed_count(arena, table, mine->seat, false);
        return;
    }
    felt_arena_directed_answered(arena, table, mine->seat);
    felt_arena_table_go_on(arena, table, now_ms);
}

void felt_arena_answer(struct felt_arena *arena, uint32_t index, felt_seat seat, uint64_t req_id,
                       struct felt_action action, int64_t now_ms)
{
    if (index >= arena->config->tables_max) return;
    struct felt_arena_table *table = felt_arena_table_at(arena, index);
    if (!table->used || !table->in_hand || !table->asked || table->actor != seat ||
        table->req_id != req_id || !felt_arena_table_seat(arena, table, seat)->local)
        return;
    if (!felt_arena_table_apply(arena, table, seat, action)) {
        bool done =
            felt_arena_table_apply(arena, table, seat, felt_arena_table_default(arena, table));
        felt_assert(done);
    }
    felt_arena_table_go_on(arena, table, now_ms);
}

/* ---- operators ---- */

static void tell_status(struct felt_arena *arena, const struct felt_arena_table *table,
                        uint32_t conn, int64_t now_ms)
{
    struct felt_table_face face;
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    felt_arena_table_face(arena, table, &face);
    int64_t left = table->paused ? table->deadline : table->deadline - now_ms;
    struct felt_arena_server_msg msg = {.kind = FELT_ARENA_SERVER_STATUS,
                                        .table = &face,
                                        .seat = FELT_SEAT_NONE,
                                        .match_id = table->match_id};
    if (table->in_hand)
        msg.hand_id = felt_live_hand_id(table->live.date, table->live.counter, hand_id);
    if (table->in_hand && table->asked) {
        msg.seat = table->actor;
        msg.time_ms = left < 0 ? 0 : (uint32_t)left;
    }
    arena->services->post(arena->services->self, &conn, 1, &msg);
}

static const char *forfeit(struct felt_arena *arena, struct felt_arena_table *table, felt_seat seat)
{
    if (seat < 0 || seat >= felt_arena_table_config(arena, table)->seats ||
        !felt_arena_table_seat(arena, table, seat)->taken)
        return "nobody has that seat: name one of the lobby's";
    struct felt_arena_seat *one = felt_arena_table_seat(arena, table, seat);
    if (one->forfeited || one->local || table->end) return "that seat cannot forfeit";
    one->forfeited = true;
    table->started = true; /* even before the first hand, one of two who leaves loses */
    felt_arena_journal_flags(arena, table);
    uint32_t conn = one->conn;
    if (conn != FELT_ARENA_CONN_NONE) {
        felt_arena_conn_release(arena, conn);
        arena->services->dismiss(arena->services->self, conn, FELT_CLOSE_FORFEIT, "Forfeited");
    }
    if (table->in_hand && table->asked && table->actor == seat) table->asked = false;
    return NULL;
}

static void set_pause(struct felt_arena *arena, struct felt_arena_table *table, bool paused,
                      int64_t now_ms)
{
    if (table->paused == paused) return;
    table->paused = paused;
    if (table->in_hand && table->asked) table->deadline += paused ? -now_ms : now_ms;
    felt_arena_journal_flags(arena, table);
}

static const char *start_hand(struct felt_arena *arena, struct felt_arena_table *table,
                              int64_t now_ms)
{
    uint32_t hands = table->hands;
    table->skip = true;
    felt_arena_table_go_on(arena, table, now_ms);
    table->skip = false;
    return table->hands > hands ? NULL : "too few players are here, or the table is paused";
}

/* NULL, or why not. */
static const char *obey(struct felt_arena *arena, struct felt_arena_table *table,
                        enum felt_control control, felt_seat seat, int64_t now_ms)
{
    bool own = control == FELT_CONTROL_SKIP_ACTION || control == FELT_CONTROL_STATUS;
    if (felt_arena_is_directed(arena) && !own) return "the director of the tournament decides this";
    switch (control) {
    case FELT_CONTROL_START_HAND:
        if (table->end) return "the match is over";
        if (table->in_hand) return "a hand is under way";
        return start_hand(arena, table, now_ms);
    case FELT_CONTROL_SKIP_ACTION:
        if (!table->in_hand || !table->asked) return "nobody is asked now";
        if (!felt_arena_table_apply(arena, table, table->actor,
                                    felt_arena_table_default(arena, table)))
            felt_assert(!"the default action is legal");
        break;
    case FELT_CONTROL_FORFEIT_SEAT: {
        const char *why = forfeit(arena, table, seat);
        if (why) return why;
        felt_arena_table_lobby(arena, table);
        break;
    }
    case FELT_CONTROL_PAUSE: set_pause(arena, table, true, now_ms); break;
    case FELT_CONTROL_RESUME: set_pause(arena, table, false, now_ms); break;
    default: return NULL;
    }
    felt_arena_table_go_on(arena, table, now_ms);
    return NULL;
}

uint32_t felt_arena_operates(const struct felt_arena *arena, uint32_t conn)
{
    const struct felt_arena_conn *mine = &arena->conn[conn];
    return mine->role == FELT_AS_OPERATOR ? mine->table : FELT_ARENA_CONN_NONE;
}

void felt_arena_control(struct felt_arena *arena, uint32_t conn, enum felt_control control,
                        felt_seat seat, int64_t now_ms, struct felt_arena_reply *reply)
{
    const struct felt_arena_conn *mine = &arena->conn[conn];
    *reply = (struct felt_arena_reply){0};
    if (mine->table == FELT_ARENA_CONN_NONE || mine->role != FELT_AS_OPERATOR) {
        refuse(reply, FELT_REFUSED_FORBIDDEN,
               "only operators may do this: say hello with role operator and the secret");
        return;
    }
    struct felt_arena_table *table = felt_arena_table_at(arena, mine->table);
    const char *why = obey(arena, table, control, seat, now_ms);
    if (why)
        refuse(reply, FELT_REFUSED_INVALID_ACTION, why);
    else
        tell_status(arena, table, conn, now_ms);
}

/* ---- the rest ---- */

void felt_arena_date(struct felt_arena *arena, uint32_t date)
{
    arena->date = date;
}

void felt_arena_sealed(struct felt_arena *arena)
{
    arena->turn++;
}

void felt_arena_sent(struct felt_arena *arena)
{
    felt_assert(arena->turn_sent != arena->turn);
    arena->turn_sent++;
}

const struct felt_arena_counts *felt_arena_counts(const struct felt_arena *arena)
{
    return &arena->counts;
}

bool felt_arena_face(const struct felt_arena *arena, uint32_t index, struct felt_table_face *face)
{
    if (index >= arena->fresh_table || !felt_arena_table_at(arena, index)->used) return false;
    felt_arena_table_face(arena, felt_arena_table_at(arena, index), face);
    return true;
}

const char *felt_arena_hand(const struct felt_arena *arena, uint32_t index,
                            char out[FELT_LIVE_HAND_ID_BYTES + 1])
{
    const struct felt_arena_table *table = felt_arena_table_at(arena, index);
    out[0] = '\0';
    if (table->used && table->in_hand)
        felt_live_hand_id(table->live.date, table->live.counter, out);
    return out;
}
