/* hello.c -- who sits down where: names, codes, seats, lines that are replaced.
 *
 * A seat belongs to the first team that takes it until the match is over.  Join codes are kept as
 * keyed hashes only, and compared in a time that does not depend on them. */
#include "server/arena/arena_parts.h"

#include "felt/buffer.h"

#include <string.h>

void felt_arena_hello_refuse(struct felt_arena_reply *reply, enum felt_refusal refusal,
                             const char *text)
{
    reply->refusal = refusal;
    reply->close = FELT_CLOSE_POLICY;
    struct felt_buffer buffer = felt_buffer_make(reply->text, sizeof reply->text);
    felt_buffer_text(&buffer, text);
    felt_buffer_terminate(&buffer);
}

static felt_seat find_team(const struct felt_arena *arena, const struct felt_arena_table *table,
                           const char *team)
{
    for (int seat = 0; seat < felt_arena_table_config(arena, table)->seats; seat++) {
        const struct felt_arena_seat *one = felt_arena_table_seat(arena, table, seat);
        if (one->taken && !one->local && felt_team_is(one->team, team)) return (felt_seat)seat;
    }
    return FELT_SEAT_NONE;
}

static felt_seat find_free(const struct felt_arena *arena, const struct felt_arena_table *table)
{
    for (int seat = 0; seat < felt_arena_table_config(arena, table)->seats; seat++)
        if (!felt_arena_table_seat(arena, table, seat)->taken) return (felt_seat)seat;
    return FELT_SEAT_NONE;
}

void felt_arena_hello_code(const struct felt_arena *arena, const struct felt_arena_table *table,
                           const struct felt_arena_client_hello *hello, uint8_t out[FELT_KEY_BYTES])
{
    arena->services->digests.hmac(table->secret, hello->code, strlen(hello->code), out);
}

static bool same_code(const uint8_t a[FELT_KEY_BYTES], const uint8_t b[FELT_KEY_BYTES])
{
    uint8_t differs = 0;
    for (int i = 0; i < FELT_KEY_BYTES; i++) differs |= (uint8_t)(a[i] ^ b[i]);
    return differs == 0;
}

/* May this team play here, by name and code? */
bool felt_arena_hello_identify(struct felt_arena *arena, const struct felt_arena_table *table,
                               const struct felt_arena_client_hello *hello,
                               const struct felt_arena_seat *taken, struct felt_arena_reply *reply)
{
    const struct felt_arena_services *services = arena->services;
    uint8_t join = felt_arena_table_config(arena, table)->join;
    if (join == FELT_JOIN_REGISTERED) {
        enum felt_arena_identity identity =
            services->identify(services->self, hello->team, hello->code);
        if (identity == FELT_ARENA_IDENTITY_UNKNOWN)
            felt_arena_hello_refuse(
                reply, FELT_REFUSED_TEAM_UNKNOWN,
                "this team is not registered here: ask the host for a team and its join code");
        if (identity == FELT_ARENA_IDENTITY_WRONG)
            felt_arena_hello_refuse(reply, FELT_REFUSED_TEAM_TAKEN,
                                    "wrong join_code for this team: use the one the host gave you");
        return identity == FELT_ARENA_IDENTITY_OK;
    }
    if (!taken) return true;
    if (!taken->has_code && !hello->has_code) return true; /* open tables only */
    uint8_t code[FELT_KEY_BYTES];
    felt_arena_hello_code(arena, table, hello, code);
    if (taken->has_code && hello->has_code && same_code(taken->code, code)) return true;
    if (!taken->has_code && join == FELT_JOIN_OPEN) return true;
    felt_arena_hello_refuse(
        reply, FELT_REFUSED_TEAM_TAKEN,
        "this team is taken and the join_code is not its: choose another team name, or send "
        "the code it joined with");
    return false;
}

/* ---- which table ---- */

static bool good_name(const char *name)
{
    size_t length = strlen(name);
    if (!length || length > FELT_TABLE_NAME_BYTES) return false;
    for (size_t i = 0; i < length; i++) {
        char c = name[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '-' || c == '_' || c == '.'))
            return false;
    }
    return true;
}

static struct felt_arena_table *practice_table(struct felt_arena *arena)
{
    char name[FELT_LIVE_HAND_ID_BYTES + 1];
    felt_live_hand_id(arena->date, arena->next_match + 1, name);
    name[0] = 'P';
    struct felt_arena_table *table =
        felt_arena_table_open(arena, name, arena->config->practice, false);
    if (!table) return NULL;
    for (int seat = 1; seat < felt_arena_table_config(arena, table)->seats; seat++) {
        struct felt_arena_seat house = {.local = true,
                                        .stack = felt_arena_table_config(arena, table)->stack};
        size_t length = strlen(arena->config->practice_team);
        felt_assert(length <= FELT_TEAM_BYTES);
        memcpy(house.team, arena->config->practice_team, length + 1);
        felt_arena_table_take_seat(arena, table, (felt_seat)seat, &house);
    }
    return table;
}

static struct felt_arena_table *choose_table(struct felt_arena *arena,
                                             const struct felt_arena_client_hello *hello,
                                             const char *name, struct felt_arena_reply *reply)
{
    if (arena->config->practice >= 0 && hello->role == FELT_AS_PLAYER) {
        struct felt_arena_table *table = practice_table(arena);
        if (!table)
            felt_arena_hello_refuse(reply, FELT_REFUSED_TABLE_FULL,
                                    "every practice table is taken: try again later");
        return table;
    }
    if (!*name) name = arena->config->default_table;
    if (!good_name(name)) {
        felt_arena_hello_refuse(
            reply, FELT_REFUSED_BAD_SCHEMA,
            "a table name has 1 to 32 letters, digits, '-', '_' or '.': ws://host/ws?table=NAME");
        return NULL;
    }
    struct felt_arena_table *table = felt_arena_table_find(arena, name);
    if (table && !table->durable) table = NULL; /* practice is private */
    bool is_default = strcmp(name, arena->config->default_table) == 0;
    if (!table && (hello->role == FELT_AS_PLAYER || is_default)) {
        if (felt_arena_table_is_short(arena, name)) felt_arena_table_give_up_one(arena);
        if (!felt_arena_table_is_short(arena, name))
            table = felt_arena_table_open(arena, name, 0, true);
    }
    if (!table)
        felt_arena_hello_refuse(
            reply, FELT_REFUSED_TABLE_FULL,
            hello->role == FELT_AS_PLAYER
                ? "the server has no free table: join one that is open, or try again later"
                : "there is no such table yet: a player opens it");
    return table;
}

/* ---- sitting down ---- */

void felt_arena_table_take_seat(struct felt_arena *arena, struct felt_arena_table *table,
                                felt_seat seat, const struct felt_arena_seat *as)
{
    struct felt_arena_seat *mine = felt_arena_table_seat(arena, table, seat);
    felt_assert(!mine->taken);
    *mine = *as;
    mine->taken = true;
    mine->conn = FELT_ARENA_CONN_NONE;
    mine->replaced_ms = INT64_MIN / 2;
    arena->counts.seated++;
    felt_arena_journal_seat(arena, table, seat);
}

static void attach(struct felt_arena *arena, struct felt_arena_table *table, uint32_t conn,
                   felt_seat seat, enum felt_comes_as role)
{
    table->conns++;
    arena->conn[conn] = (struct felt_arena_conn){.table = felt_arena_table_index(arena, table),
                                                 .next = FELT_ARENA_CONN_NONE,
                                                 .seat = seat,
                                                 .role = (uint8_t)role};
    if (seat != FELT_SEAT_NONE) {
        table->players++;
        felt_arena_table_seat(arena, table, seat)->conn = conn;
    } else {
        arena->conn[conn].next = table->watchers;
        table->watchers = conn;
    }
}

static void welcome(struct felt_arena *arena, struct felt_arena_table *table, uint32_t conn,
                    felt_seat seat)
{
    struct felt_table_face face;
    felt_arena_table_face(arena, table, &face);
    arena->services->post(arena->services->self, &conn, 1,
                          &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_WELCOME,
                                                          .table = &face,
                                                          .seat = seat,
                                                          .match_id = table->match_id});
}

static void watch(struct felt_arena *arena, struct felt_arena_table *table, uint32_t conn,
                  enum felt_comes_as role)
{
    attach(arena, table, conn, FELT_SEAT_NONE, role);
    welcome(arena, table, conn, FELT_SEAT_NONE);
    struct felt_table_face face;
    felt_arena_table_face(arena, table, &face);
    arena->services->post(
        arena->services->self, &conn, 1,
        &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_LOBBY, .table = &face});
    if (table->end) felt_arena_table_match_end(arena, table, &conn, 1);
}

bool felt_arena_hello_replace(struct felt_arena *arena, struct felt_arena_seat *mine,
                              int64_t now_ms, struct felt_arena_reply *reply)
{
    uint32_t old = mine->conn;
    if (old == FELT_ARENA_CONN_NONE) return true;
    if (now_ms - mine->replaced_ms < FELT_REPLACE_MS) {
        felt_arena_hello_refuse(
            reply, FELT_REFUSED_TOO_MANY,
            "this seat was taken over less than a second ago: run one bot for a team, and wait a "
            "second before you connect again");
        return false;
    }
    mine->replaced_ms = now_ms;
    felt_arena_conn_release(arena, old);
    arena->services->dismiss(arena->services->self, old, FELT_CLOSE_REPLACED,
                             "Replaced by new connection");
    return true;
}

/* The seat for a team: its own, or a free one.  NONE: refused. */
static felt_seat find_seat(struct felt_arena *arena, struct felt_arena_table *table,
                           const struct felt_arena_client_hello *hello, int64_t now_ms,
                           struct felt_arena_reply *reply)
{
    felt_seat seat = find_team(arena, table, hello->team);
    struct felt_arena_seat *own = seat < 0 ? NULL : felt_arena_table_seat(arena, table, seat);
    if (!felt_arena_hello_identify(arena, table, hello, own, reply)) return FELT_SEAT_NONE;
    if (own) {
        if (own->forfeited) {
            felt_arena_hello_refuse(reply, FELT_REFUSED_TABLE_FULL,
                                    "this team has forfeited the match");
            return FELT_SEAT_NONE;
        }
        return felt_arena_hello_replace(arena, own, now_ms, reply) ? seat
                                                                   : (felt_seat)FELT_SEAT_NONE;
    }
    if (!table->end) seat = find_free(arena, table);
    if (seat == FELT_SEAT_NONE) {
        felt_arena_hello_refuse(
            reply, FELT_REFUSED_TABLE_FULL,
            table->end ? "the match at this table is over: connect again in a minute, or to "
                         "another table with ?table=NAME"
                       : "every seat of this table is taken: join another one with ?table=NAME");
        return FELT_SEAT_NONE;
    }
    struct felt_arena_seat mine = {.stack = felt_arena_table_config(arena, table)->stack,
                                   .has_code = hello->has_code};
    memcpy(mine.team, hello->team, sizeof mine.team);
    if (hello->has_code) felt_arena_hello_code(arena, table, hello, mine.code);
    felt_arena_table_take_seat(arena, table, seat, &mine);
    return seat;
}

static bool never_used(const struct felt_arena *arena, const struct felt_arena_table *table)
{
    bool taken = table->conns || table->started;
    for (int seat = 0; seat < felt_arena_table_config(arena, table)->seats && table->durable;
         seat++)
        taken |= felt_arena_table_seat(arena, table, seat)->taken;
    return !taken;
}

void felt_arena_hello(struct felt_arena *arena, uint32_t conn,
                      const struct felt_arena_client_hello *hello, const char *name, int64_t now_ms,
                      struct felt_arena_reply *reply)
{
    felt_assert(conn < arena->config->conns_max);
    felt_assert(!felt_arena_seated(arena, conn));
    *reply = (struct felt_arena_reply){0};
    bool needs_code =
        arena->config->config[0]->join != FELT_JOIN_OPEN && arena->config->practice < 0;
    if (hello->role == FELT_AS_PLAYER && needs_code && !hello->has_code) {
        felt_arena_hello_refuse(
            reply, FELT_REFUSED_BAD_SCHEMA,
            "join_code is missing: send {\"type\":\"hello\",\"v\":1,\"team\":...,"
            "\"join_code\":...}");
        return;
    }
    if (felt_arena_is_directed(arena) && hello->role == FELT_AS_PLAYER) {
        felt_arena_directed_hello(arena, conn, hello, now_ms, reply);
        return;
    }
    struct felt_arena_table *table = choose_table(arena, hello, name, reply);
    if (!table) return;
    if (hello->role != FELT_AS_PLAYER) {
        watch(arena, table, conn, (enum felt_comes_as)hello->role);
        return;
    }
    felt_seat seat = find_seat(arena, table, hello, now_ms, reply);
    if (seat == FELT_SEAT_NONE) {
        if (never_used(arena, table)) felt_arena_table_close(arena, table); /* opened for nothing */
        return;
    }
    attach(arena, table, conn, seat, FELT_AS_PLAYER);
    welcome(arena, table, conn, seat);
    felt_arena_table_lobby(arena, table);
    if (table->end)
        felt_arena_table_match_end(arena, table, &conn, 1);
    else if (table->in_hand)
        felt_arena_table_snapshot_to(arena, table, seat, conn, now_ms);
    felt_arena_table_go_on(arena, table, now_ms);
}
