/* directed.c -- teams of a tournament: they come into the arena, are seated, dealt in, moved and
 * sent home by somebody who directs it (directed.h).
 *
 * A team and its seat both know the connection, so that everything a table does with its seats is
 * as at every other table. */
#include "server/arena/arena_parts.h"

#include "felt/buffer.h"

#include <string.h>

static size_t whole(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

size_t felt_arena_directed_bytes(const struct felt_arena_config *config)
{
    return whole(config->directed_teams * sizeof(struct felt_arena_team)) +
           whole(config->directed_teams * sizeof(struct felt_place_face));
}

/* "T-7" */
static void name_table(uint32_t index, char out[FELT_TABLE_NAME_BYTES + 1])
{
    struct felt_buffer text = felt_buffer_make(out, FELT_TABLE_NAME_BYTES + 1);
    felt_buffer_text(&text, "T-");
    felt_buffer_uint(&text, index + 1);
    (void)felt_buffer_terminate(&text);
}

void felt_arena_directed_open(struct felt_arena *arena, void *memory)
{
    char name[FELT_TABLE_NAME_BYTES + 1];
    felt_assert(arena->config->practice < 0);
    arena->team = memory;
    arena->standing = (void *)((char *)memory + whole(arena->config->directed_teams *
                                                      sizeof(struct felt_arena_team)));
    arena->quiet = true; /* they are there because the config says so, not by a record */
    for (uint32_t index = 0; index < arena->config->tables_max; index++) {
        name_table(index, name);
        struct felt_arena_table *table = felt_arena_table_open(arena, name, 0, true);
        felt_assert(felt_arena_table_index(arena, table) == index);
        table->small = table->big = FELT_SEAT_NONE;
    }
    arena->quiet = false;
}

void felt_arena_directed_match_id(struct felt_arena *arena, uint32_t date,
                                  char out[FELT_LIVE_HAND_ID_BYTES + 1])
{
    felt_live_hand_id(date, ++arena->next_match, out);
    out[0] = 'M';
}

void felt_arena_directed_match(struct felt_arena *arena, const char *match_id,
                               const uint8_t secret[FELT_KEY_BYTES])
{
    size_t length = strlen(match_id);
    felt_assert(length < FELT_MATCH_ID_BYTES);
    for (uint32_t index = 0; index < arena->config->tables_max; index++) {
        struct felt_arena_table *table = felt_arena_table_at(arena, index);
        memcpy(table->match_id, match_id, length + 1);
        memcpy(table->secret, secret, FELT_KEY_BYTES);
    }
}

/* ---- looking ---- */

uint32_t felt_arena_directed_teams(const struct felt_arena *arena)
{
    return arena->teams;
}

void felt_arena_directed_team(const struct felt_arena *arena, uint32_t team,
                              struct felt_arena_directed_team *out)
{
    felt_assert(team < arena->teams);
    const struct felt_arena_team *one = &arena->team[team];
    *out = (struct felt_arena_directed_team){.team = one->who.team,
                                             .connected = one->who.conn != FELT_ARENA_CONN_NONE,
                                             .removed = one->who.forfeited,
                                             .table = one->table,
                                             .seat = one->seat,
                                             .timeouts = one->timeouts,
                                             .errors = one->errors};
}

uint32_t felt_arena_directed_find(const struct felt_arena *arena, const char *team)
{
    for (uint32_t i = 0; i < arena->teams; i++)
        if (felt_team_is(arena->team[i].who.team, team)) return i;
    return FELT_TEAM_NONE;
}

bool felt_arena_directed_is_void(const struct felt_arena *arena, uint32_t table)
{
    return felt_arena_table_at(arena, table)->voided;
}

/* ---- connections ---- */

static struct felt_arena_seat *seat_of(struct felt_arena *arena, const struct felt_arena_team *team)
{
    if (team->table == FELT_ARENA_CONN_NONE) return NULL;
    return felt_arena_table_seat(arena, felt_arena_table_at(arena, team->table), team->seat);
}

/* The connection of a team, at its seat if it has one. */
static void attach(struct felt_arena *arena, uint32_t index, uint32_t conn)
{
    struct felt_arena_team *team = &arena->team[index];
    struct felt_arena_seat *seat = seat_of(arena, team);
    team->who.conn = conn;
    arena->conn[conn] = (struct felt_arena_conn){.table = team->table,
                                                 .next = FELT_ARENA_CONN_NONE,
                                                 .seat = team->seat,
                                                 .role = FELT_AS_PLAYER,
                                                 .member = index + 1};
    if (!seat) return;
    struct felt_arena_table *table = felt_arena_table_at(arena, team->table);
    seat->conn = conn;
    table->conns++;
    table->players++;
}

void felt_arena_directed_release(struct felt_arena *arena, uint32_t conn)
{
    struct felt_arena_team *team = &arena->team[arena->conn[conn].member - 1];
    struct felt_arena_seat *seat = seat_of(arena, team);
    team->who.conn = FELT_ARENA_CONN_NONE;
    if (seat) {
        struct felt_arena_table *table = felt_arena_table_at(arena, team->table);
        felt_assert(seat->conn == conn && table->players > 0);
        seat->conn = FELT_ARENA_CONN_NONE;
        table->conns--;
        table->players--;
    }
    arena->conn[conn] = (struct felt_arena_conn){.table = FELT_ARENA_CONN_NONE};
}

void felt_arena_directed_leave(struct felt_arena *arena, uint32_t conn, int64_t now_ms)
{
    struct felt_arena_team *team = &arena->team[arena->conn[conn].member - 1];
    struct felt_arena_seat *seat = seat_of(arena, team);
    felt_arena_directed_release(arena, conn);
    team->who.away_ms = now_ms;
    if (!seat) return;
    seat->away_ms = now_ms;
    felt_arena_table_lobby(arena, felt_arena_table_at(arena, team->table));
    felt_arena_table_go_on(arena, felt_arena_table_at(arena, team->table), now_ms);
}

/* ---- telling ---- */

/* Whoever sits nowhere is told of a place where nobody else sits: the seat is a number that every
 * bot finds, and the next `welcome` says better. */
static void welcome(struct felt_arena *arena, uint32_t index)
{
    const struct felt_arena_team *team = &arena->team[index];
    const struct felt_arena_table *first = felt_arena_table_at(arena, 0);
    struct felt_table_face face = {.id = "lobby", .config = arena->config->config[0]};
    struct felt_arena_server_msg msg = {
        .kind = FELT_ARENA_SERVER_WELCOME, .table = &face, .seat = 0, .match_id = first->match_id};
    if (team->who.conn == FELT_ARENA_CONN_NONE) return;
    face.seat[0] = (struct felt_seat_face){.team = team->who.team, .connected = true};
    if (team->table != FELT_ARENA_CONN_NONE) {
        felt_arena_table_face(arena, felt_arena_table_at(arena, team->table), &face);
        msg.seat = team->seat;
    }
    arena->services->post(arena->services->self, &team->who.conn, 1, &msg);
    if (team->table != FELT_ARENA_CONN_NONE) return;
    msg.kind = FELT_ARENA_SERVER_LOBBY;
    arena->services->post(arena->services->self, &team->who.conn, 1, &msg);
}

void felt_arena_directed_tell(struct felt_arena *arena, uint32_t team)
{
    felt_assert(team < arena->teams);
    welcome(arena, team);
}

void felt_arena_directed_lobby(struct felt_arena *arena, uint32_t table)
{
    felt_arena_table_lobby(arena, felt_arena_table_at(arena, table));
}

/* ---- the end ---- */

/* Keys of the last hands; how many. */
static uint32_t directed_reveals(struct felt_arena *arena)
{
    const struct felt_arena_table *table = felt_arena_table_at(arena, 0);
    uint32_t count = 0, number = arena->numbers - arena->past.count;
    for (uint32_t index = arena->past.first; count < arena->past.count;
         index = arena->pool.chunk[index].next) {
        const struct felt_chunk *chunk = &arena->pool.chunk[index];
        for (uint32_t i = 0; i < chunk->count; i++)
            felt_arena_table_reveal(arena, table, &chunk->hand[i], ++number,
                                    &arena->reveal[count++]);
    }
    return count;
}

static void fill_end(struct felt_arena *arena, struct felt_table_face *face,
                     felt_chips stacks[FELT_SEATS_MAX], struct felt_arena_server_msg *msg)
{
    const struct felt_arena_team *winner = &arena->team[arena->end.winner];
    const struct felt_arena_table *table =
        felt_arena_table_at(arena, winner->table == FELT_ARENA_CONN_NONE ? 0 : winner->table);
    felt_seat seat = winner->table == FELT_ARENA_CONN_NONE ? 0 : winner->seat;
    *face = (struct felt_table_face){.index = felt_arena_table_index(arena, table),
                                     .id = table->name,
                                     .config = felt_arena_table_config(arena, table),
                                     .over = true,
                                     .hands = arena->numbers};
    stacks[seat] = arena->end.stack;
    face->seat[seat] =
        (struct felt_seat_face){.team = winner->who.team,
                                .connected = winner->who.conn != FELT_ARENA_CONN_NONE,
                                .stack = stacks[seat]};
    *msg = (struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_MATCH_END,
                                          .table = face,
                                          .seat = seat,
                                          .text = arena->end.reason,
                                          .match_id = table->match_id,
                                          .secret = table->secret,
                                          .stacks = stacks,
                                          .reveal = arena->reveal,
                                          .places = arena->standings,
                                          .standing = arena->standing};
    msg->reveals = directed_reveals(arena);
    msg->reveals_omitted = arena->numbers - msg->reveals;
}

static void end_for(struct felt_arena *arena, uint32_t team, struct felt_arena_server_msg *msg)
{
    uint32_t conn = arena->team[team].who.conn;
    if (conn == FELT_ARENA_CONN_NONE) return;
    msg->place = arena->end.place[team];
    arena->services->post(arena->services->self, &conn, 1, msg);
}

/* Places in order, those who share one in the order in which they came. */
static void sort_places(struct felt_arena *arena)
{
    arena->standings = 0;
    for (uint32_t place = 1; place <= arena->teams; place++)
        for (uint32_t team = 0; team < arena->teams; team++)
            if (arena->end.place[team] == place)
                arena->standing[arena->standings++] =
                    (struct felt_place_face){place, arena->team[team].who.team};
}

void felt_arena_directed_end(struct felt_arena *arena, const struct felt_arena_directed_end *end)
{
    struct felt_table_face face;
    struct felt_arena_server_msg msg;
    felt_chips stacks[FELT_SEATS_MAX] = {0};
    const struct felt_arena_services *services = arena->services;
    arena->over = true;
    arena->end = *end;
    sort_places(arena);
    fill_end(arena, &face, stacks, &msg);
    if (!end->posted) return;
    arena->counts.matches++;
    if (services->match_over) services->match_over(services->self, &msg);
    for (uint32_t team = 0; team < arena->teams; team++) end_for(arena, team, &msg);
    msg.place = 0;
    for (uint32_t index = 0; index < arena->config->tables_max; index++) {
        uint32_t watcher[FELT_ARENA_WATCHERS_AT_ONCE];
        int count;
        for (uint32_t at = felt_arena_table_at(arena, index)->watchers;
             at != FELT_ARENA_CONN_NONE;) {
            at = felt_arena_watchers_next(arena, at, watcher, &count);
            services->post(services->self, watcher, count, &msg);
        }
    }
}

/* ---- coming ---- */

/* The number of a team that comes or comes back; NONE: refused. */
static uint32_t enter(struct felt_arena *arena, const struct felt_arena_client_hello *hello,
                      int64_t now_ms, struct felt_arena_reply *reply)
{
    const struct felt_arena_services *services = arena->services;
    const struct felt_arena_table *table = felt_arena_table_at(arena, 0);
    uint32_t index = felt_arena_directed_find(arena, hello->team);
    bool known = index != FELT_TEAM_NONE;
    struct felt_arena_team *team = known ? &arena->team[index] : NULL;
    if (!felt_arena_hello_identify(arena, table, hello, known ? &team->who : NULL, reply))
        return FELT_TEAM_NONE;
    if (known && team->who.forfeited) {
        felt_arena_hello_refuse(reply, FELT_REFUSED_TABLE_FULL,
                                "this team is out of the tournament");
        return FELT_TEAM_NONE;
    }
    if (known)
        return felt_arena_hello_replace(arena, &team->who, now_ms, reply) ? index : FELT_TEAM_NONE;
    const char *why = services->team_may ? services->team_may(services->self, hello->team) : NULL;
    if (!why && arena->teams == arena->config->directed_teams) why = "all entries are taken";
    if (why) {
        felt_arena_hello_refuse(reply, FELT_REFUSED_TABLE_FULL, why);
        return FELT_TEAM_NONE;
    }
    index = arena->teams++;
    team = &arena->team[index];
    *team = (struct felt_arena_team){.table = FELT_ARENA_CONN_NONE, .seat = FELT_SEAT_NONE};
    team->who = (struct felt_arena_seat){.conn = FELT_ARENA_CONN_NONE,
                                         .member = index,
                                         .has_code = hello->has_code,
                                         .replaced_ms = INT64_MIN / 2};
    memcpy(team->who.team, hello->team, sizeof team->who.team);
    if (hello->has_code) felt_arena_hello_code(arena, table, hello, team->who.code);
    felt_arena_journal_team(arena, index);
    return index;
}

void felt_arena_directed_hello(struct felt_arena *arena, uint32_t conn,
                               const struct felt_arena_client_hello *hello, int64_t now_ms,
                               struct felt_arena_reply *reply)
{
    uint32_t before = arena->teams, index = enter(arena, hello, now_ms, reply);
    if (index == FELT_TEAM_NONE) return;
    attach(arena, index, conn);
    arena->team[index].missed = 0;
    welcome(arena, index);
    if (arena->teams > before && arena->services->team_came)
        arena->services->team_came(arena->services->self, index);
    const struct felt_arena_team *team = &arena->team[index];
    if (arena->over) {
        struct felt_table_face face;
        struct felt_arena_server_msg msg;
        felt_chips stacks[FELT_SEATS_MAX] = {0};
        fill_end(arena, &face, stacks, &msg);
        end_for(arena, index, &msg);
    } else if (team->table != FELT_ARENA_CONN_NONE) {
        struct felt_arena_table *table = felt_arena_table_at(arena, team->table);
        felt_arena_table_lobby(arena, table);
        if (table->in_hand) felt_arena_table_snapshot_to(arena, table, team->seat, conn, now_ms);
        felt_arena_table_go_on(arena, table, now_ms);
    }
}

/* ---- seats ---- */

void felt_arena_directed_fill(struct felt_arena *arena, struct felt_arena_table *table,
                              felt_seat seat, uint32_t team, felt_chips stack)
{
    struct felt_arena_seat *place = felt_arena_table_seat(arena, table, seat);
    uint32_t index = felt_arena_table_index(arena, table);
    if (place->taken && arena->team[place->member].table == index &&
        arena->team[place->member].seat == seat) {
        arena->team[place->member].table = FELT_ARENA_CONN_NONE;
        arena->team[place->member].seat = FELT_SEAT_NONE;
    }
    *place = (struct felt_arena_seat){.conn = FELT_ARENA_CONN_NONE};
    if (team == FELT_TEAM_NONE) return;
    *place = arena->team[team].who;
    place->conn = FELT_ARENA_CONN_NONE;
    place->taken = true;
    place->member = team;
    place->stack = stack;
    arena->team[team].table = index;
    arena->team[team].seat = seat;
}

void felt_arena_directed_seat(struct felt_arena *arena, uint32_t index, uint32_t to, felt_seat seat,
                              felt_chips stack)
{
    felt_assert(index < arena->teams);
    struct felt_arena_team *team = &arena->team[index];
    uint32_t conn = team->who.conn;
    if (conn != FELT_ARENA_CONN_NONE) felt_arena_directed_release(arena, conn);
    if (team->table != FELT_ARENA_CONN_NONE) {
        struct felt_arena_table *from = felt_arena_table_at(arena, team->table);
        felt_assert(!from->in_hand || !felt_seats_has(from->live.dealt, team->seat)); /* D2 */
        felt_arena_directed_fill(arena, from, team->seat, FELT_TEAM_NONE, 0);
    }
    if (to != FELT_ARENA_CONN_NONE) {
        struct felt_arena_table *table = felt_arena_table_at(arena, to);
        felt_assert(!felt_arena_table_seat(arena, table, seat)->taken); /* D1 */
        felt_arena_directed_fill(arena, table, seat, index, stack);
    }
    if (conn != FELT_ARENA_CONN_NONE) attach(arena, index, conn);
}

void felt_arena_directed_resume(struct felt_arena *arena, int64_t now_ms)
{
    if (!felt_arena_is_directed(arena)) return;
    for (uint32_t index = 0; index < arena->teams; index++) arena->team[index].who.away_ms = now_ms;
    for (uint32_t index = 0; index < arena->config->tables_max; index++) {
        struct felt_arena_table *table = felt_arena_table_at(arena, index);
        if (table->in_hand && !table->foreign) continue;
        for (int seat = 0; seat < felt_arena_table_config(arena, table)->seats; seat++)
            felt_arena_directed_fill(arena, table, (felt_seat)seat, FELT_TEAM_NONE, 0);
    }
    /* A team is where it plays; what other tables remember of it is older. */
    for (uint32_t index = 0; index < arena->config->tables_max; index++) {
        struct felt_arena_table *table = felt_arena_table_at(arena, index);
        for (felt_seats left = table->in_hand && !table->foreign ? table->live.dealt : 0; left;) {
            felt_seat seat = felt_seats_take(&left);
            struct felt_arena_team *team =
                &arena->team[felt_arena_table_seat(arena, table, seat)->member];
            team->table = index;
            team->seat = seat;
        }
    }
}

/* ---- hands ---- */

/* The forced bets of the game are known for a button that somebody has: blinds then go to the
 * seats they belong to. */
void felt_arena_directed_blinds(const struct felt_arena *arena,
                                const struct felt_arena_table *table,
                                const felt_chips stack[FELT_SEATS_MAX], struct felt_deal *deal)
{
    const struct felt_game_adapter *adapter = felt_arena_table_config(arena, table)->adapter;
    felt_seats dealt = table->live.dealt;
    felt_seat button = table->live.button;
    for (int i = 0; i < FELT_SEATS_MAX && !felt_seats_has(dealt, button); i++)
        button = (felt_seat)((button + FELT_SEATS_MAX - 1) % FELT_SEATS_MAX);
    adapter->deal(adapter, dealt, stack, button, deal);
    bool blinds = false;
    for (felt_seats left = dealt; left;) blinds |= deal->blind[felt_seats_take(&left)] > 0;
    deal->button = table->live.button;
    if (!blinds) return;
    memset(deal->blind, 0, sizeof deal->blind);
    if (table->small != FELT_SEAT_NONE) deal->blind[table->small] = adapter->small_blind;
    deal->blind[table->big] = adapter->big_blind;
    deal->opener = felt_seats_from(dealt, table->big + 1);
}

uint32_t felt_arena_directed_deal(struct felt_arena *arena, uint32_t index,
                                  const struct felt_arena_directed_hand *hand, int64_t now_ms)
{
    struct felt_arena_table *table = felt_arena_table_at(arena, index);
    felt_assert(!table->in_hand && hand->config < arena->config->configs);
    bool other = table->config != hand->config && table->hands > 0;
    table->config = hand->config;
    table->small = hand->small;
    table->big = hand->big;
    table->voided = false;
    table->number = arena->numbers + 1;
    table->deal = hand->deal;
    for (int seat = 0; seat < felt_arena_table_config(arena, table)->seats; seat++) {
        struct felt_arena_seat *place = felt_arena_table_seat(arena, table, seat);
        felt_assert(place->taken == (hand->team[seat] != FELT_TEAM_NONE));
        if (!place->taken) continue;
        felt_assert(place->member == hand->team[seat]); /* D1 */
        place->stack = hand->stack[seat];
    }
    felt_arena_journal_guide(arena, table);
    for (int seat = 0; other && seat < felt_arena_table_config(arena, table)->seats; seat++)
        if (felt_arena_table_seat(arena, table, seat)->taken)
            welcome(arena, felt_arena_table_seat(arena, table, seat)->member);
    felt_arena_table_deal(arena, table, arena->date, ++arena->next_hand, hand->button, hand->seats);
    felt_arena_table_go_on(arena, table, now_ms);
    return table->number;
}

void felt_arena_directed_remove(struct felt_arena *arena, uint32_t index, int64_t now_ms)
{
    felt_assert(index < arena->teams);
    struct felt_arena_team *team = &arena->team[index];
    struct felt_arena_seat *seat = seat_of(arena, team);
    uint32_t conn = team->who.conn;
    if (team->who.forfeited) return;
    team->who.forfeited = true;
    felt_arena_journal_team(arena, index);
    if (conn != FELT_ARENA_CONN_NONE) {
        felt_arena_directed_release(arena, conn);
        arena->services->dismiss(arena->services->self, conn, FELT_CLOSE_FORFEIT, "Forfeited");
    }
    if (!seat) return;
    struct felt_arena_table *table = felt_arena_table_at(arena, team->table);
    seat->forfeited = true;
    if (table->in_hand && table->asked && table->actor == team->seat) table->asked = false;
    felt_arena_table_lobby(arena, table);
    felt_arena_table_go_on(arena, table, now_ms);
}

void felt_arena_directed_count(struct felt_arena *arena, const struct felt_arena_table *table,
                               felt_seat seat, bool timeout)
{
    if (!felt_arena_is_directed(arena)) return;
    uint32_t index = felt_arena_table_seat(arena, table, seat)->member;
    struct felt_arena_team *team = &arena->team[index];
    if (timeout) {
        team->timeouts++;
        team->missed++;
    } else {
        team->errors++;
    }
    felt_arena_journal_team(arena, index);
}

void felt_arena_directed_answered(struct felt_arena *arena, const struct felt_arena_table *table,
                                  felt_seat seat)
{
    if (felt_arena_is_directed(arena))
        arena->team[felt_arena_table_seat(arena, table, seat)->member].missed = 0;
}

bool felt_arena_directed_is_idle(const struct felt_arena *arena, const struct felt_arena_seat *seat)
{
    return felt_arena_is_directed(arena) && arena->team[seat->member].missed >= FELT_MISSED_MAX;
}
