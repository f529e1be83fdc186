/* hello.c -- who sits down where: names, codes, seats, lines that are replaced.
 *
 * A seat belongs to the first team that takes it until the match is over.  Join codes are kept as
 * keyed hashes only, and compared in a time that does not depend on them. */
#include "server/arena/room_parts.h"

#include "felt/buffer.h"

#include <string.h>

void felt_hello_refuse(struct felt_room_reply *reply, enum felt_refusal refusal, const char *text)
{
    reply->refusal = refusal;
    reply->close = FELT_CLOSE_POLICY;
    struct felt_buffer buffer = felt_buffer_make(reply->text, sizeof reply->text);
    felt_buffer_text(&buffer, text);
    felt_buffer_terminate(&buffer);
}

static felt_seat find_team(const struct felt_room *room, const struct felt_table *table,
                           const char *team)
{
    for (int seat = 0; seat < felt_table_config(room, table)->seats; seat++) {
        const struct felt_room_seat *one = felt_table_seat(room, table, seat);
        if (one->taken && !one->local && felt_team_is(one->team, team)) return (felt_seat)seat;
    }
    return FELT_SEAT_NONE;
}

static felt_seat find_free(const struct felt_room *room, const struct felt_table *table)
{
    for (int seat = 0; seat < felt_table_config(room, table)->seats; seat++)
        if (!felt_table_seat(room, table, seat)->taken) return (felt_seat)seat;
    return FELT_SEAT_NONE;
}

void felt_hello_code(const struct felt_room *room, const struct felt_table *table,
                     const struct felt_ask_hello *hello, uint8_t out[FELT_KEY_BYTES])
{
    room->services->digests.hmac(table->secret, hello->code, strlen(hello->code), out);
}

static bool same_code(const uint8_t a[FELT_KEY_BYTES], const uint8_t b[FELT_KEY_BYTES])
{
    uint8_t differs = 0;
    for (int i = 0; i < FELT_KEY_BYTES; i++) differs |= (uint8_t)(a[i] ^ b[i]);
    return differs == 0;
}

/* May this team play here, by name and code? */
bool felt_hello_identify(struct felt_room *room, const struct felt_table *table,
                         const struct felt_ask_hello *hello, const struct felt_room_seat *taken,
                         struct felt_room_reply *reply)
{
    const struct felt_room_services *services = room->services;
    uint8_t join = felt_table_config(room, table)->join;
    if (join == FELT_JOIN_REGISTERED) {
        enum felt_identity identity = services->identify(services->self, hello->team, hello->code);
        if (identity == FELT_IDENTITY_UNKNOWN)
            felt_hello_refuse(
                reply, FELT_REFUSED_TEAM_UNKNOWN,
                "this team is not registered here: ask the host for a team and its join code");
        if (identity == FELT_IDENTITY_WRONG)
            felt_hello_refuse(reply, FELT_REFUSED_TEAM_TAKEN,
                              "wrong join_code for this team: use the one the host gave you");
        return identity == FELT_IDENTITY_OK;
    }
    if (!taken) return true;
    if (!taken->has_code && !hello->has_code) return true; /* open tables only */
    uint8_t code[FELT_KEY_BYTES];
    felt_hello_code(room, table, hello, code);
    if (taken->has_code && hello->has_code && same_code(taken->code, code)) return true;
    if (!taken->has_code && join == FELT_JOIN_OPEN) return true;
    felt_hello_refuse(
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

static struct felt_table *practice_table(struct felt_room *room)
{
    char name[FELT_HAND_ID_BYTES + 1];
    felt_hand_id(room->date, room->next_match + 1, name);
    name[0] = 'P';
    struct felt_table *table = felt_table_open(room, name, room->config->practice, false);
    if (!table) return NULL;
    for (int seat = 1; seat < felt_table_config(room, table)->seats; seat++) {
        struct felt_room_seat house = {.local = true,
                                       .stack = felt_table_config(room, table)->stack};
        size_t length = strlen(room->config->practice_team);
        felt_assert(length <= FELT_TEAM_BYTES);
        memcpy(house.team, room->config->practice_team, length + 1);
        felt_table_take_seat(room, table, (felt_seat)seat, &house);
    }
    return table;
}

static struct felt_table *choose_table(struct felt_room *room, const struct felt_ask_hello *hello,
                                       const char *name, struct felt_room_reply *reply)
{
    if (room->config->practice >= 0 && hello->role == FELT_AS_PLAYER) {
        struct felt_table *table = practice_table(room);
        if (!table)
            felt_hello_refuse(reply, FELT_REFUSED_TABLE_FULL,
                              "every practice table is taken: try again later");
        return table;
    }
    if (!*name) name = room->config->default_table;
    if (!good_name(name)) {
        felt_hello_refuse(
            reply, FELT_REFUSED_BAD_SCHEMA,
            "a table name has 1 to 32 letters, digits, '-', '_' or '.': ws://host/ws?table=NAME");
        return NULL;
    }
    struct felt_table *table = felt_table_find(room, name);
    if (table && !table->durable) table = NULL; /* practice is private */
    bool is_default = strcmp(name, room->config->default_table) == 0;
    if (!table && (hello->role == FELT_AS_PLAYER || is_default)) {
        if (felt_table_is_short(room, name)) felt_table_give_up_one(room);
        if (!felt_table_is_short(room, name)) table = felt_table_open(room, name, 0, true);
    }
    if (!table)
        felt_hello_refuse(
            reply, FELT_REFUSED_TABLE_FULL,
            hello->role == FELT_AS_PLAYER
                ? "the server has no free table: join one that is open, or try again later"
                : "there is no such table yet: a player opens it");
    return table;
}

/* ---- sitting down ---- */

void felt_table_take_seat(struct felt_room *room, struct felt_table *table, felt_seat seat,
                          const struct felt_room_seat *as)
{
    struct felt_room_seat *mine = felt_table_seat(room, table, seat);
    felt_assert(!mine->taken);
    *mine = *as;
    mine->taken = true;
    mine->session = FELT_SESSION_NONE;
    mine->replaced_ms = INT64_MIN / 2;
    room->counts.seated++;
    felt_entry_seat(room, table, seat);
}

static void attach(struct felt_room *room, struct felt_table *table, uint32_t session,
                   felt_seat seat, enum felt_comes_as role)
{
    table->sessions++;
    room->session[session] = (struct felt_room_session){.table = felt_table_index(room, table),
                                                        .next = FELT_SESSION_NONE,
                                                        .seat = seat,
                                                        .role = (uint8_t)role};
    if (seat != FELT_SEAT_NONE) {
        table->players++;
        felt_table_seat(room, table, seat)->session = session;
    } else {
        room->session[session].next = table->watchers;
        table->watchers = session;
    }
}

static void welcome(struct felt_room *room, struct felt_table *table, uint32_t session,
                    felt_seat seat)
{
    struct felt_table_face face;
    felt_table_face(room, table, &face);
    room->services->post(
        room->services->self, &session, 1,
        &(struct felt_tell){
            .kind = FELT_TELL_WELCOME, .table = &face, .seat = seat, .match_id = table->match_id});
}

static void watch(struct felt_room *room, struct felt_table *table, uint32_t session,
                  enum felt_comes_as role)
{
    attach(room, table, session, FELT_SEAT_NONE, role);
    welcome(room, table, session, FELT_SEAT_NONE);
    struct felt_table_face face;
    felt_table_face(room, table, &face);
    room->services->post(room->services->self, &session, 1,
                         &(struct felt_tell){.kind = FELT_TELL_LOBBY, .table = &face});
    if (table->end) felt_table_match_end(room, table, &session, 1);
}

bool felt_hello_replace(struct felt_room *room, struct felt_room_seat *mine, int64_t now_ms,
                        struct felt_room_reply *reply)
{
    uint32_t old = mine->session;
    if (old == FELT_SESSION_NONE) return true;
    if (now_ms - mine->replaced_ms < FELT_REPLACE_MS) {
        felt_hello_refuse(
            reply, FELT_REFUSED_TOO_MANY,
            "this seat was taken over less than a second ago: run one bot for a team, and wait a "
            "second before you connect again");
        return false;
    }
    mine->replaced_ms = now_ms;
    felt_session_release(room, old);
    room->services->dismiss(room->services->self, old, FELT_CLOSE_REPLACED,
                            "Replaced by new connection");
    return true;
}

/* The seat for a team: its own, or a free one.  NONE: refused. */
static felt_seat find_seat(struct felt_room *room, struct felt_table *table,
                           const struct felt_ask_hello *hello, int64_t now_ms,
                           struct felt_room_reply *reply)
{
    felt_seat seat = find_team(room, table, hello->team);
    struct felt_room_seat *own = seat < 0 ? NULL : felt_table_seat(room, table, seat);
    if (!felt_hello_identify(room, table, hello, own, reply)) return FELT_SEAT_NONE;
    if (own) {
        if (own->forfeited) {
            felt_hello_refuse(reply, FELT_REFUSED_TABLE_FULL, "this team has forfeited the match");
            return FELT_SEAT_NONE;
        }
        return felt_hello_replace(room, own, now_ms, reply) ? seat : (felt_seat)FELT_SEAT_NONE;
    }
    if (!table->end) seat = find_free(room, table);
    if (seat == FELT_SEAT_NONE) {
        felt_hello_refuse(
            reply, FELT_REFUSED_TABLE_FULL,
            table->end ? "the match at this table is over: connect again in a minute, or to "
                         "another table with ?table=NAME"
                       : "every seat of this table is taken: join another one with ?table=NAME");
        return FELT_SEAT_NONE;
    }
    struct felt_room_seat mine = {.stack = felt_table_config(room, table)->stack,
                                  .has_code = hello->has_code};
    memcpy(mine.team, hello->team, sizeof mine.team);
    if (hello->has_code) felt_hello_code(room, table, hello, mine.code);
    felt_table_take_seat(room, table, seat, &mine);
    return seat;
}

static bool never_used(const struct felt_room *room, const struct felt_table *table)
{
    bool taken = table->sessions || table->started;
    for (int seat = 0; seat < felt_table_config(room, table)->seats && table->durable; seat++)
        taken |= felt_table_seat(room, table, seat)->taken;
    return !taken;
}

void felt_room_hello(struct felt_room *room, uint32_t session, const struct felt_ask_hello *hello,
                     const char *name, int64_t now_ms, struct felt_room_reply *reply)
{
    felt_assert(session < room->config->sessions_max);
    felt_assert(!felt_room_seated(room, session));
    *reply = (struct felt_room_reply){0};
    bool needs_code = room->config->config[0]->join != FELT_JOIN_OPEN && room->config->practice < 0;
    if (hello->role == FELT_AS_PLAYER && needs_code && !hello->has_code) {
        felt_hello_refuse(reply, FELT_REFUSED_BAD_SCHEMA,
                          "join_code is missing: send {\"type\":\"hello\",\"v\":1,\"team\":...,"
                          "\"join_code\":...}");
        return;
    }
    if (felt_room_is_guided(room) && hello->role == FELT_AS_PLAYER) {
        felt_steered_hello(room, session, hello, now_ms, reply);
        return;
    }
    struct felt_table *table = choose_table(room, hello, name, reply);
    if (!table) return;
    if (hello->role != FELT_AS_PLAYER) {
        watch(room, table, session, (enum felt_comes_as)hello->role);
        return;
    }
    felt_seat seat = find_seat(room, table, hello, now_ms, reply);
    if (seat == FELT_SEAT_NONE) {
        if (never_used(room, table)) felt_table_close(room, table); /* opened for nothing */
        return;
    }
    attach(room, table, session, seat, FELT_AS_PLAYER);
    welcome(room, table, session, seat);
    felt_table_lobby(room, table);
    if (table->end)
        felt_table_match_end(room, table, &session, 1);
    else if (table->in_hand)
        felt_table_snapshot_to(room, table, seat, session, now_ms);
    felt_table_go_on(room, table, now_ms);
}
