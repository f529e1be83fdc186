/* guided.c -- teams of a tournament: they come into the room, are seated, dealt in, moved and sent
 * home by somebody who guides it (guided.h).
 *
 * A team and its chair both know the line, so that everything a table does with its seats is as at
 * every other table. */
#include "server/arena/room_parts.h"

#include "felt/buffer.h"

#include <string.h>

static size_t whole(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

size_t felt_steered_bytes(const struct felt_room_config *config)
{
    return whole(config->guided_teams * sizeof(struct felt_room_team)) +
           whole(config->guided_teams * sizeof(struct felt_place_face));
}

/* "T-7" */
static void name_table(uint32_t index, char out[FELT_TABLE_NAME_BYTES + 1])
{
    struct felt_buffer text = felt_buffer_make(out, FELT_TABLE_NAME_BYTES + 1);
    felt_buffer_text(&text, "T-");
    felt_buffer_uint(&text, index + 1);
    (void)felt_buffer_terminate(&text);
}

void felt_steered_open(struct felt_room *room, void *memory)
{
    char name[FELT_TABLE_NAME_BYTES + 1];
    felt_assert(room->config->practice < 0);
    room->team = memory;
    room->standing = (void *)((char *)memory +
                              whole(room->config->guided_teams * sizeof(struct felt_room_team)));
    room->quiet = true; /* they are there because the config says so, not by a record */
    for (uint32_t index = 0; index < room->config->tables_max; index++) {
        name_table(index, name);
        struct felt_table *table = felt_table_open(room, name, 0, true);
        felt_assert(felt_table_index(room, table) == index);
        table->small = table->big = FELT_SEAT_NONE;
    }
    room->quiet = false;
}

void felt_guide_match_id(struct felt_room *room, uint32_t date, char out[FELT_HAND_ID_BYTES + 1])
{
    felt_hand_id(date, ++room->next_match, out);
    out[0] = 'M';
}

void felt_guide_match(struct felt_room *room, const char *match_id,
                      const uint8_t secret[FELT_KEY_BYTES])
{
    size_t length = strlen(match_id);
    felt_assert(length < FELT_MATCH_ID_BYTES);
    for (uint32_t index = 0; index < room->config->tables_max; index++) {
        struct felt_table *table = felt_table_at(room, index);
        memcpy(table->match_id, match_id, length + 1);
        memcpy(table->secret, secret, FELT_KEY_BYTES);
    }
}

/* ---- looking ---- */

uint32_t felt_guide_teams(const struct felt_room *room)
{
    return room->teams;
}

void felt_guide_team(const struct felt_room *room, uint32_t team, struct felt_guide_team *out)
{
    felt_assert(team < room->teams);
    const struct felt_room_team *one = &room->team[team];
    *out = (struct felt_guide_team){.team = one->who.team,
                                    .connected = one->who.session != FELT_SESSION_NONE,
                                    .removed = one->who.forfeited,
                                    .table = one->table,
                                    .seat = one->seat,
                                    .timeouts = one->timeouts,
                                    .errors = one->errors};
}

uint32_t felt_guide_find(const struct felt_room *room, const char *team)
{
    for (uint32_t i = 0; i < room->teams; i++)
        if (felt_team_is(room->team[i].who.team, team)) return i;
    return FELT_TEAM_NONE;
}

uint32_t felt_guide_number(const struct felt_room *room, uint32_t table)
{
    return felt_table_at(room, table)->number;
}

bool felt_guide_is_void(const struct felt_room *room, uint32_t table)
{
    return felt_table_at(room, table)->voided;
}

/* ---- lines ---- */

static struct felt_room_seat *chair_of(struct felt_room *room, const struct felt_room_team *team)
{
    if (team->table == FELT_SESSION_NONE) return NULL;
    return felt_table_seat(room, felt_table_at(room, team->table), team->seat);
}

/* The line of a team, at its chair if it has one. */
static void attach(struct felt_room *room, uint32_t index, uint32_t session)
{
    struct felt_room_team *team = &room->team[index];
    struct felt_room_seat *chair = chair_of(room, team);
    team->who.session = session;
    room->session[session] = (struct felt_room_session){.table = team->table,
                                                        .next = FELT_SESSION_NONE,
                                                        .seat = team->seat,
                                                        .role = FELT_AS_PLAYER,
                                                        .member = index + 1};
    if (!chair) return;
    struct felt_table *table = felt_table_at(room, team->table);
    chair->session = session;
    table->sessions++;
    table->players++;
}

void felt_steered_release(struct felt_room *room, uint32_t session)
{
    struct felt_room_team *team = &room->team[room->session[session].member - 1];
    struct felt_room_seat *chair = chair_of(room, team);
    team->who.session = FELT_SESSION_NONE;
    if (chair) {
        struct felt_table *table = felt_table_at(room, team->table);
        felt_assert(chair->session == session && table->players > 0);
        chair->session = FELT_SESSION_NONE;
        table->sessions--;
        table->players--;
    }
    room->session[session] = (struct felt_room_session){.table = FELT_SESSION_NONE};
}

void felt_steered_leave(struct felt_room *room, uint32_t session, int64_t now_ms)
{
    struct felt_room_team *team = &room->team[room->session[session].member - 1];
    struct felt_room_seat *chair = chair_of(room, team);
    felt_steered_release(room, session);
    team->who.away_ms = now_ms;
    if (!chair) return;
    chair->away_ms = now_ms;
    felt_table_lobby(room, felt_table_at(room, team->table));
    felt_table_go_on(room, felt_table_at(room, team->table), now_ms);
}

/* ---- telling ---- */

/* Whoever sits nowhere is told of a place where nobody else sits: the seat is a number that every
 * bot finds, and the next `welcome` says better. */
static void welcome(struct felt_room *room, uint32_t index)
{
    const struct felt_room_team *team = &room->team[index];
    const struct felt_table *first = felt_table_at(room, 0);
    struct felt_table_face face = {.id = "lobby", .config = room->config->config[0]};
    struct felt_tell tell = {
        .kind = FELT_TELL_WELCOME, .table = &face, .seat = 0, .match_id = first->match_id};
    if (team->who.session == FELT_SESSION_NONE) return;
    face.seat[0] = (struct felt_seat_face){.team = team->who.team, .connected = true};
    if (team->table != FELT_SESSION_NONE) {
        felt_table_face(room, felt_table_at(room, team->table), &face);
        tell.seat = team->seat;
    }
    room->services->post(room->services->self, &team->who.session, 1, &tell);
    if (team->table != FELT_SESSION_NONE) return;
    tell.kind = FELT_TELL_LOBBY;
    room->services->post(room->services->self, &team->who.session, 1, &tell);
}

void felt_guide_tell(struct felt_room *room, uint32_t team)
{
    felt_assert(team < room->teams);
    welcome(room, team);
}

void felt_guide_lobby(struct felt_room *room, uint32_t table)
{
    felt_table_lobby(room, felt_table_at(room, table));
}

/* ---- the end ---- */

static void fill_end(struct felt_room *room, struct felt_table_face *face,
                     felt_chips stacks[FELT_SEATS_MAX], struct felt_tell *tell)
{
    const struct felt_room_team *winner = &room->team[room->end.winner];
    const struct felt_table *table =
        felt_table_at(room, winner->table == FELT_SESSION_NONE ? 0 : winner->table);
    felt_seat seat = winner->table == FELT_SESSION_NONE ? 0 : winner->seat;
    *face = (struct felt_table_face){.index = felt_table_index(room, table),
                                     .id = table->name,
                                     .config = felt_table_config(room, table),
                                     .over = true,
                                     .hands = room->numbers};
    stacks[seat] = room->end.stack;
    face->seat[seat] =
        (struct felt_seat_face){.team = winner->who.team,
                                .connected = winner->who.session != FELT_SESSION_NONE,
                                .stack = stacks[seat]};
    *tell = (struct felt_tell){.kind = FELT_TELL_MATCH_END,
                               .table = face,
                               .seat = seat,
                               .text = room->end.reason,
                               .match_id = table->match_id,
                               .secret = table->secret,
                               .stacks = stacks,
                               .reveal = room->reveal,
                               .places = room->standings,
                               .standing = room->standing};
    tell->reveals = felt_steered_reveals(room);
    tell->reveals_omitted = room->numbers - tell->reveals;
}

static void end_for(struct felt_room *room, uint32_t team, struct felt_tell *tell)
{
    uint32_t session = room->team[team].who.session;
    if (session == FELT_SESSION_NONE) return;
    tell->place = room->end.place[team];
    room->services->post(room->services->self, &session, 1, tell);
}

/* Places in order, those who share one in the order in which they came. */
static void sort_places(struct felt_room *room)
{
    room->standings = 0;
    for (uint32_t place = 1; place <= room->teams; place++)
        for (uint32_t team = 0; team < room->teams; team++)
            if (room->end.place[team] == place)
                room->standing[room->standings++] =
                    (struct felt_place_face){place, room->team[team].who.team};
}

void felt_guide_end(struct felt_room *room, const struct felt_guide_end *end)
{
    struct felt_table_face face;
    struct felt_tell tell;
    felt_chips stacks[FELT_SEATS_MAX] = {0};
    const struct felt_room_services *services = room->services;
    room->over = true;
    room->end = *end;
    sort_places(room);
    fill_end(room, &face, stacks, &tell);
    if (!end->posted) return;
    room->counts.matches++;
    if (services->match_over) services->match_over(services->self, &tell);
    for (uint32_t team = 0; team < room->teams; team++) end_for(room, team, &tell);
    tell.place = 0;
    for (uint32_t index = 0; index < room->config->tables_max; index++) {
        uint32_t watcher[FELT_WATCHERS_AT_ONCE];
        int count;
        for (uint32_t at = felt_table_at(room, index)->watchers; at != FELT_SESSION_NONE;) {
            at = felt_watchers_next(room, at, watcher, &count);
            services->post(services->self, watcher, count, &tell);
        }
    }
}

uint32_t felt_steered_reveals(struct felt_room *room)
{
    const struct felt_table *table = felt_table_at(room, 0);
    uint32_t count = 0, number = room->numbers - room->past.count;
    for (uint32_t index = room->past.first; count < room->past.count;
         index = room->pool.chunk[index].next) {
        const struct felt_chunk *chunk = &room->pool.chunk[index];
        for (uint32_t i = 0; i < chunk->count; i++)
            felt_table_reveal(room, table, &chunk->hand[i], ++number, &room->reveal[count++]);
    }
    return count;
}

/* ---- coming ---- */

/* The number of a team that comes or comes back; NONE: refused. */
static uint32_t enter(struct felt_room *room, const struct felt_ask_hello *hello, int64_t now_ms,
                      struct felt_room_reply *reply)
{
    const struct felt_room_services *services = room->services;
    const struct felt_table *table = felt_table_at(room, 0);
    uint32_t index = felt_guide_find(room, hello->team);
    bool known = index != FELT_TEAM_NONE;
    struct felt_room_team *team = known ? &room->team[index] : NULL;
    if (!felt_hello_identify(room, table, hello, known ? &team->who : NULL, reply))
        return FELT_TEAM_NONE;
    if (known && team->who.forfeited) {
        felt_hello_refuse(reply, FELT_REFUSED_TABLE_FULL, "this team is out of the tournament");
        return FELT_TEAM_NONE;
    }
    if (known) return felt_hello_replace(room, &team->who, now_ms, reply) ? index : FELT_TEAM_NONE;
    const char *why = services->team_may ? services->team_may(services->self, hello->team) : NULL;
    if (!why && room->teams == room->config->guided_teams) why = "all entries are taken";
    if (why) {
        felt_hello_refuse(reply, FELT_REFUSED_TABLE_FULL, why);
        return FELT_TEAM_NONE;
    }
    index = room->teams++;
    team = &room->team[index];
    *team = (struct felt_room_team){.table = FELT_SESSION_NONE, .seat = FELT_SEAT_NONE};
    team->who = (struct felt_room_seat){.session = FELT_SESSION_NONE,
                                        .member = index,
                                        .has_code = hello->has_code,
                                        .replaced_ms = INT64_MIN / 2};
    memcpy(team->who.team, hello->team, sizeof team->who.team);
    if (hello->has_code) felt_hello_code(room, table, hello, team->who.code);
    felt_entry_team(room, index);
    return index;
}

void felt_steered_hello(struct felt_room *room, uint32_t session,
                        const struct felt_ask_hello *hello, int64_t now_ms,
                        struct felt_room_reply *reply)
{
    uint32_t before = room->teams, index = enter(room, hello, now_ms, reply);
    if (index == FELT_TEAM_NONE) return;
    attach(room, index, session);
    room->team[index].missed = 0;
    welcome(room, index);
    if (room->teams > before && room->services->team_came)
        room->services->team_came(room->services->self, index);
    const struct felt_room_team *team = &room->team[index];
    if (room->over) {
        struct felt_table_face face;
        struct felt_tell tell;
        felt_chips stacks[FELT_SEATS_MAX] = {0};
        fill_end(room, &face, stacks, &tell);
        end_for(room, index, &tell);
    } else if (team->table != FELT_SESSION_NONE) {
        struct felt_table *table = felt_table_at(room, team->table);
        felt_table_lobby(room, table);
        if (table->in_hand) felt_table_snapshot_to(room, table, team->seat, session, now_ms);
        felt_table_go_on(room, table, now_ms);
    }
}

/* ---- chairs ---- */

void felt_steered_fill(struct felt_room *room, struct felt_table *table, felt_seat seat,
                       uint32_t team, felt_chips stack)
{
    struct felt_room_seat *chair = felt_table_seat(room, table, seat);
    uint32_t index = felt_table_index(room, table);
    if (chair->taken && room->team[chair->member].table == index &&
        room->team[chair->member].seat == seat) {
        room->team[chair->member].table = FELT_SESSION_NONE;
        room->team[chair->member].seat = FELT_SEAT_NONE;
    }
    *chair = (struct felt_room_seat){.session = FELT_SESSION_NONE};
    if (team == FELT_TEAM_NONE) return;
    *chair = room->team[team].who;
    chair->session = FELT_SESSION_NONE;
    chair->taken = true;
    chair->member = team;
    chair->stack = stack;
    room->team[team].table = index;
    room->team[team].seat = seat;
}

void felt_guide_seat(struct felt_room *room, uint32_t index, uint32_t to, felt_seat seat,
                     felt_chips stack)
{
    felt_assert(index < room->teams);
    struct felt_room_team *team = &room->team[index];
    uint32_t session = team->who.session;
    if (session != FELT_SESSION_NONE) felt_steered_release(room, session);
    if (team->table != FELT_SESSION_NONE) {
        struct felt_table *from = felt_table_at(room, team->table);
        felt_assert(!from->in_hand || !felt_seats_has(from->live.dealt, team->seat)); /* D2 */
        felt_steered_fill(room, from, team->seat, FELT_TEAM_NONE, 0);
    }
    if (to != FELT_SESSION_NONE) {
        struct felt_table *table = felt_table_at(room, to);
        felt_assert(!felt_table_seat(room, table, seat)->taken); /* D1 */
        felt_steered_fill(room, table, seat, index, stack);
    }
    if (session != FELT_SESSION_NONE) attach(room, index, session);
}

void felt_steered_resume(struct felt_room *room, int64_t now_ms)
{
    if (!felt_room_is_guided(room)) return;
    for (uint32_t index = 0; index < room->teams; index++) room->team[index].who.away_ms = now_ms;
    for (uint32_t index = 0; index < room->config->tables_max; index++) {
        struct felt_table *table = felt_table_at(room, index);
        if (table->in_hand && !table->foreign) continue;
        for (int seat = 0; seat < felt_table_config(room, table)->seats; seat++)
            felt_steered_fill(room, table, (felt_seat)seat, FELT_TEAM_NONE, 0);
    }
    /* A team is where it plays; what other tables remember of it is older. */
    for (uint32_t index = 0; index < room->config->tables_max; index++) {
        struct felt_table *table = felt_table_at(room, index);
        for (felt_seats left = table->in_hand && !table->foreign ? table->live.dealt : 0; left;) {
            felt_seat seat = felt_seats_take(&left);
            struct felt_room_team *team = &room->team[felt_table_seat(room, table, seat)->member];
            team->table = index;
            team->seat = seat;
        }
    }
}

/* ---- hands ---- */

/* The forced bets of the game are known for a button that somebody has: blinds then go to the
 * chairs they belong to. */
void felt_steered_blinds(const struct felt_room *room, const struct felt_table *table,
                         const felt_chips stack[FELT_SEATS_MAX], struct felt_deal *deal)
{
    const struct felt_plug *plug = felt_table_config(room, table)->plug;
    felt_seats dealt = table->live.dealt;
    felt_seat button = table->live.button;
    for (int i = 0; i < FELT_SEATS_MAX && !felt_seats_has(dealt, button); i++)
        button = (felt_seat)((button + FELT_SEATS_MAX - 1) % FELT_SEATS_MAX);
    plug->deal(plug, dealt, stack, button, deal);
    bool blinds = false;
    for (felt_seats left = dealt; left;) blinds |= deal->blind[felt_seats_take(&left)] > 0;
    deal->button = table->live.button;
    if (!blinds) return;
    memset(deal->blind, 0, sizeof deal->blind);
    if (table->small != FELT_SEAT_NONE) deal->blind[table->small] = plug->small_blind;
    deal->blind[table->big] = plug->big_blind;
    deal->opener = felt_seats_from(dealt, table->big + 1);
}

uint32_t felt_guide_deal(struct felt_room *room, uint32_t index, const struct felt_guide_hand *hand,
                         int64_t now_ms)
{
    struct felt_table *table = felt_table_at(room, index);
    felt_assert(!table->in_hand && hand->config < room->config->configs);
    bool other = table->config != hand->config && table->hands > 0;
    table->config = hand->config;
    table->small = hand->small;
    table->big = hand->big;
    table->voided = false;
    table->number = room->numbers + 1;
    table->deal = hand->deal;
    for (int seat = 0; seat < felt_table_config(room, table)->seats; seat++) {
        struct felt_room_seat *chair = felt_table_seat(room, table, seat);
        felt_assert(chair->taken == (hand->team[seat] != FELT_TEAM_NONE));
        if (!chair->taken) continue;
        felt_assert(chair->member == hand->team[seat]); /* D1 */
        chair->stack = hand->stack[seat];
    }
    felt_entry_guide(room, table);
    for (int seat = 0; other && seat < felt_table_config(room, table)->seats; seat++)
        if (felt_table_seat(room, table, seat)->taken)
            welcome(room, felt_table_seat(room, table, seat)->member);
    felt_table_deal(room, table, room->date, ++room->next_hand, hand->button, hand->seats);
    felt_table_go_on(room, table, now_ms);
    return table->number;
}

void felt_guide_remove(struct felt_room *room, uint32_t index, int64_t now_ms)
{
    felt_assert(index < room->teams);
    struct felt_room_team *team = &room->team[index];
    struct felt_room_seat *chair = chair_of(room, team);
    uint32_t session = team->who.session;
    if (team->who.forfeited) return;
    team->who.forfeited = true;
    felt_entry_team(room, index);
    if (session != FELT_SESSION_NONE) {
        felt_steered_release(room, session);
        room->services->dismiss(room->services->self, session, FELT_CLOSE_FORFEIT, "Forfeited");
    }
    if (!chair) return;
    struct felt_table *table = felt_table_at(room, team->table);
    chair->forfeited = true;
    if (table->in_hand && table->asked && table->actor == team->seat) table->asked = false;
    felt_table_lobby(room, table);
    felt_table_go_on(room, table, now_ms);
}

void felt_steered_count(struct felt_room *room, const struct felt_table *table, felt_seat seat,
                        bool timeout)
{
    if (!felt_room_is_guided(room)) return;
    uint32_t index = felt_table_seat(room, table, seat)->member;
    struct felt_room_team *team = &room->team[index];
    if (timeout) {
        team->timeouts++;
        team->missed++;
    } else {
        team->errors++;
    }
    felt_entry_team(room, index);
}

void felt_steered_answered(struct felt_room *room, const struct felt_table *table, felt_seat seat)
{
    if (felt_room_is_guided(room))
        room->team[felt_table_seat(room, table, seat)->member].missed = 0;
}

bool felt_steered_is_idle(const struct felt_room *room, const struct felt_room_seat *seat)
{
    return felt_room_is_guided(room) && room->team[seat->member].missed >= FELT_MISSED_MAX;
}
