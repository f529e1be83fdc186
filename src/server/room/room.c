/* room.c -- the pools of a room, its players and connections, and who is told what. */
#include "server/room/room_parts.h"

#include "felt/buffer.h"
#include "felt/hash.h"

#include <string.h>

enum { CHUNKS_FOR_TABLE = 12, CHUNKS_AT_LEAST = 64 };

const struct felt_room_config felt_room_config_usual = {.grace_ms = 60000,
                                                        .out_ms = 600000,
                                                        .rathole_ms = 1800000,
                                                        .timeouts_max = 2,
                                                        .retry_ms = 1000,
                                                        .lobby_ms = 1000,
                                                        .chat_burst = 5,
                                                        .chat_ms = 3000,
                                                        .choose_ms = 15000,
                                                        .private_max = 128,
                                                        .private_of_user = 2,
                                                        .private_ms = 600000};

/* ---- memory ---- */

static size_t whole(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

static size_t largest_state(const struct felt_room_config *config)
{
    size_t most = config->state_bytes;
    for (int i = 0; i < config->stakes; i++)
        for (int game = 0; game < config->stake[i]->games; game++)
            if (config->stake[i]->game[game]->game->state_bytes > most)
                most = config->stake[i]->game[game]->game->state_bytes;
    return whole(most);
}

static size_t table_bytes(const struct felt_room_config *config)
{
    return whole(sizeof(struct felt_room_table) + largest_state(config));
}

static uint32_t bucket_count(uint32_t items)
{
    uint32_t count = 16;
    while (count < 2 * items) count *= 2;
    return count;
}

static uint32_t chunk_count(const struct felt_room_config *config)
{
    return config->tables_max * CHUNKS_FOR_TABLE + CHUNKS_AT_LEAST;
}

static uint32_t alarm_count(const struct felt_room_config *config)
{
    return config->tables_max + config->players_max + 1;
}

size_t felt_room_bytes(const struct felt_room_config *config)
{
    return whole(sizeof(struct felt_room)) + whole(felt_heap_bytes(alarm_count(config))) +
           whole(config->conns_max * sizeof(struct felt_room_conn)) +
           whole(config->players_max * sizeof(struct felt_room_player)) +
           whole(config->watches_max * sizeof(struct felt_watch)) +
           whole(bucket_count(config->tables_max) * sizeof(uint32_t)) +
           whole(bucket_count(config->players_max) * sizeof(uint32_t)) +
           whole(chunk_count(config) * sizeof(struct felt_chunk)) +
           config->tables_max * table_bytes(config);
}

static void verify(const struct felt_room_config *config)
{
    felt_assert(config->tables_max >= 1 && config->conns_max >= 1 && config->players_max >= 1);
    felt_assert(config->tables_max < 1 << 20 && config->watches_max >= 1);
    felt_assert(config->stakes >= 0 && config->stakes <= FELT_STAKES_MAX);
    for (int i = 0; i < config->stakes; i++) felt_stake_verify(config->stake[i]);
}

struct felt_room *felt_room_init(void *memory, const struct felt_room_config *config,
                                 const struct felt_room_services *services)
{
    verify(config);
    struct felt_room *room = memory;
    char *at = (char *)memory + whole(sizeof *room);
    *room = (struct felt_room){.config = config, .services = services, .turn = 1, .turn_sent = 1};
    room->table_bytes = table_bytes(config);
    room->state_bytes = largest_state(config);
    felt_heap_init(&room->alarms, alarm_count(config), at);
    at += whole(felt_heap_bytes(alarm_count(config)));
    room->conn = (struct felt_room_conn *)at;
    at += whole(config->conns_max * sizeof *room->conn);
    room->player = (struct felt_room_player *)at;
    at += whole(config->players_max * sizeof *room->player);
    room->watch = (struct felt_watch *)at;
    at += whole(config->watches_max * sizeof *room->watch);
    room->table_buckets = bucket_count(config->tables_max);
    room->table_bucket = (uint32_t *)at;
    at += whole(room->table_buckets * sizeof *room->table_bucket);
    room->player_buckets = bucket_count(config->players_max);
    room->player_bucket = (uint32_t *)at;
    at += whole(room->player_buckets * sizeof *room->player_bucket);
    felt_chunk_pool_init(&room->pool, (struct felt_chunk *)at, chunk_count(config));
    at += whole(chunk_count(config) * sizeof(struct felt_chunk));
    room->tables = at;
    room->lobby = FELT_NO_LINE;
    return room;
}

/* ---- tables by name ---- */

static uint32_t *table_bucket(const struct felt_room *room, const char *name)
{
    return &room->table_bucket[felt_hash_text(name) & (room->table_buckets - 1)];
}

struct felt_room_table *felt_room_table_find(const struct felt_room *room, const char *name)
{
    for (uint32_t index = *table_bucket(room, name); index;) {
        struct felt_room_table *table = felt_room_table_at(room, index - 1);
        if (strcmp(table->name, name) == 0) return table;
        index = table->next;
    }
    return NULL;
}

static struct felt_room_table *free_table(struct felt_room *room)
{
    if (room->free_table) {
        struct felt_room_table *table = felt_room_table_at(room, room->free_table - 1);
        room->free_table = table->next;
        return table;
    }
    if (room->fresh_table == room->config->tables_max) return NULL;
    return felt_room_table_at(room, room->fresh_table++);
}

struct felt_room_table *felt_room_table_open(struct felt_room *room, int stake, uint32_t number)
{
    struct felt_room_table *table = free_table(room);
    if (!table) return NULL;
    memset(table, 0, room->table_bytes);
    table->used = true;
    table->stake = (uint16_t)stake;
    table->number = number;
    table->actor = FELT_SEAT_NONE;
    table->watches = FELT_NO_WATCH;
    table->blinds = felt_room_blinds_none;
    table->private_table.door = ++room->doors;
    struct felt_buffer name = felt_buffer_make(table->name, sizeof table->name);
    felt_buffer_text(&name, felt_room_stake(room, stake)->id);
    felt_buffer_char(&name, '-');
    felt_buffer_uint(&name, number);
    felt_buffer_terminate(&name);
    uint32_t *bucket = table_bucket(room, table->name);
    table->next = *bucket;
    *bucket = felt_room_table_index(room, table) + 1;
    room->counts.tables++;
    felt_stake_opened(room, stake);
    if (!room->quiet) {
        const struct felt_room_services *services = room->services;
        services->entropy(services->self, table->secret, sizeof table->secret);
        struct felt_buffer series = felt_buffer_make(table->series, sizeof table->series);
        felt_buffer_text(&series, "R-");
        felt_buffer_uint(&series, room->date);
        felt_buffer_char(&series, '-');
        felt_buffer_uint(&series, ++room->next_hand);
        felt_buffer_terminate(&series);
        felt_room_journal_table(room, table);
        felt_room_lobby_touch(room, table);
    }
    return table;
}

void felt_room_table_close(struct felt_room *room, struct felt_room_table *table)
{
    uint32_t index = felt_room_table_index(room, table);
    while (table->watches != FELT_NO_WATCH) {
        uint32_t conn = room->watch[table->watches].conn;
        struct felt_room_face face;
        felt_room_table_face(room, table, &face);
        felt_room_conn_unwatch(room, conn, table);
        felt_room_post_conn(
            room, conn,
            &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_GONE, .table = &face});
    }
    felt_chunks_clear(&room->pool, &table->live.history);
    felt_chunks_clear(&room->pool, &table->held);
    felt_heap_clear(&room->alarms, felt_room_table_alarm(room, index));
    felt_room_journal_table_close(room, table);
    table->closing = true;
    felt_room_lobby_touch(room, table);
    (void)felt_room_lobby_tick(room, INT64_MAX); /* its last row, while it is there */
    uint32_t *link = table_bucket(room, table->name);
    while (*link != index + 1) link = &felt_room_table_at(room, *link - 1)->next;
    *link = table->next;
    table->used = false;
    table->next = room->free_table;
    room->free_table = index + 1;
    room->counts.tables--;
    memset(table->secret, 0, sizeof table->secret);
    felt_stake_closed(room, table->stake); /* the last: it may be gone now */
}

/* ---- players by number ---- */

static uint32_t *player_bucket(const struct felt_room *room, int64_t user)
{
    uint64_t mixed = (uint64_t)user * UINT64_C(0x9E3779B97F4A7C15) >> 32;
    return &room->player_bucket[mixed & (room->player_buckets - 1)];
}

uint32_t felt_room_player_find(const struct felt_room *room, int64_t user)
{
    for (uint32_t index = *player_bucket(room, user); index; index = room->player[index - 1].next)
        if (room->player[index - 1].user == user) return index - 1;
    return FELT_NO_PLAYER;
}

uint32_t felt_room_player_make(struct felt_room *room, int64_t user, const char *name, uint8_t kind,
                               bool bot)
{
    uint32_t index = felt_room_player_find(room, user);
    if (index == FELT_NO_PLAYER) {
        if (room->free_player) {
            index = room->free_player - 1;
            room->free_player = room->player[index].next;
        } else if (room->fresh_player < room->config->players_max) {
            index = room->fresh_player++;
        } else {
            return FELT_NO_PLAYER;
        }
        room->player[index] =
            (struct felt_room_player){.user = user, .conns = FELT_NO_LINE, .bot = bot};
        uint32_t *bucket = player_bucket(room, user);
        room->player[index].next = *bucket;
        *bucket = index + 1;
        room->counts.players++;
    }
    struct felt_room_player *player = &room->player[index];
    player->kind = kind;
    felt_assert(strlen(name) < sizeof player->name);
    memcpy(player->name, name, strlen(name) + 1);
    return index;
}

void felt_room_player_drop(struct felt_room *room, uint32_t index)
{
    struct felt_room_player *player = &room->player[index];
    if (player->conn_count || player->seats) return;
    uint32_t *link = player_bucket(room, player->user);
    while (*link != index + 1) link = &room->player[*link - 1].next;
    *link = player->next;
    felt_heap_clear(&room->alarms, index);
    *player = (struct felt_room_player){.next = room->free_player};
    room->free_player = index + 1;
    room->counts.players--;
}

bool felt_room_player_sits(struct felt_room *room, uint32_t index, uint32_t table, felt_seat seat)
{
    struct felt_room_player *player = &room->player[index];
    bool directed = felt_room_table_is_directed(room, felt_room_table_at(room, table));
    uint32_t most = directed ? FELT_ROOM_DIRECTED_OF_PLAYER : FELT_TABLES_OF_PLAYER;
    if (felt_room_player_seats(room, player, directed) >= most) return false;
    player->table[player->seats] = table;
    player->seat[player->seats++] = seat;
    room->counts.seated++;
    if (player->kind != FELT_USER_HOUSE) room->counts.seated_people++;
    return true;
}

void felt_room_player_rises(struct felt_room *room, uint32_t index, uint32_t table)
{
    struct felt_room_player *player = &room->player[index];
    uint32_t at = 0;
    while (at < player->seats && player->table[at] != table) at++;
    felt_assert(at < player->seats);
    player->seats--;
    player->table[at] = player->table[player->seats];
    player->seat[at] = player->seat[player->seats];
    room->counts.seated--;
    if (player->kind != FELT_USER_HOUSE) room->counts.seated_people--;
}

/* ---- the loop ---- */

void felt_room_date(struct felt_room *room, uint32_t date)
{
    room->date = date;
}

void felt_room_hands_above(struct felt_room *room, uint32_t number)
{
    room->hands_above = number;
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

static void table_alarm(struct felt_room *room, uint32_t number, int64_t now_ms)
{
    if (number < room->config->players_max) {
        felt_room_away_expire(room, number, now_ms);
        return;
    }
    struct felt_room_table *table =
        felt_room_table_at(room, number - felt_room_table_alarm(room, 0));
    if (!table->used) return;
    if ((table->asked || table->choosing) && now_ms >= table->deadline)
        felt_room_table_time_over(room, table, now_ms);
    if (table->direction.over && room->open && !table->hand)
        felt_room_directed_tell_over(room, table);
    felt_room_table_go_on(room, table, now_ms);
}

int64_t felt_room_tick(struct felt_room *room, int64_t now_ms)
{
    int64_t time, number;
    uint32_t lobby = room->config->tables_max + room->config->players_max;
    for (int rung = 0; (number = felt_heap_next(&room->alarms, &time)) != FELT_HEAP_NONE &&
                       time <= now_ms && rung < FELT_ALARMS_OF_TICK;
         rung++) {
        felt_heap_clear(&room->alarms, (uint32_t)number);
        if ((uint32_t)number == lobby)
            (void)felt_room_lobby_tick(room, now_ms);
        else
            table_alarm(room, (uint32_t)number, now_ms);
    }
    return number == FELT_HEAP_NONE ? INT64_MAX : time;
}

/* ---- what is there ---- */

const struct felt_room_counts *felt_room_counts(const struct felt_room *room)
{
    return &room->counts;
}

bool felt_room_is_open(const struct felt_room *room)
{
    return room->open;
}

int64_t felt_room_find(const struct felt_room *room, const char *name)
{
    const struct felt_room_table *table = felt_room_table_find(room, name);
    return table ? (int64_t)felt_room_table_index(room, table) : -1;
}

bool felt_room_face(const struct felt_room *room, uint32_t table_index, struct felt_room_face *face)
{
    if (table_index >= room->fresh_table) return false;
    const struct felt_room_table *table = felt_room_table_at(room, table_index);
    if (!table->used) return false;
    felt_room_table_face(room, table, face);
    return true;
}

felt_chips felt_room_chips(const struct felt_room *room, int64_t user)
{
    uint32_t index = felt_room_player_find(room, user);
    felt_chips sum = 0;
    if (index == FELT_NO_PLAYER) return 0;
    const struct felt_room_player *player = &room->player[index];
    for (uint32_t i = 0; i < player->seats; i++) {
        const struct felt_room_table *table = felt_room_table_at(room, player->table[i]);
        const struct felt_room_seat *seat = &table->seat[player->seat[i]];
        if (!felt_room_table_has_chips(room, table)) continue;
        sum += seat->stack + seat->extra;
    }
    return sum;
}

/* ---- the operator ---- */

struct felt_room_table *felt_room_table_add(struct felt_room *room, int stake)
{
    uint32_t number = 1;
    for (uint32_t index = 0; index < room->fresh_table; index++) {
        const struct felt_room_table *table = felt_room_table_at(room, index);
        if (table->used && table->stake == stake && table->number == number) {
            number++;
            index = UINT32_MAX; /* from the beginning: the lowest that is free */
        }
    }
    return felt_room_table_open(room, stake, number);
}

int64_t felt_room_add_table(struct felt_room *room, int stake, int64_t now_ms)
{
    const struct felt_stake *of = felt_room_stake(room, stake);
    struct felt_room_table *table = of && !of->directed ? felt_room_table_add(room, stake) : NULL;
    if (!table) return -1;
    felt_room_table_go_on(room, table, now_ms);
    return felt_room_table_index(room, table);
}

bool felt_room_close_table(struct felt_room *room, const char *name, int64_t now_ms)
{
    struct felt_room_table *table = felt_room_table_find(room, name);
    if (!table || felt_room_table_is_directed(room, table)) return false;
    table->closing = true;
    felt_room_journal_table_game(room, table);
    for (int seat = 0; seat < felt_room_table_stake(room, table)->seats; seat++) {
        if (!table->seat[seat].user) continue;
        table->seat[seat].leaving = true;
        felt_room_journal_seat(room, table, (felt_seat)seat);
        felt_room_table_post_seat(room, table, (felt_seat)seat);
    }
    felt_room_private_left(room, table);
    felt_room_table_go_on(room, table, now_ms);
    return true;
}

void felt_room_clear(struct felt_room *room, int64_t user, int64_t now_ms)
{
    for (uint32_t index = 0; index < room->fresh_table; index++) {
        struct felt_room_table *table = felt_room_table_at(room, index);
        bool any = false;
        if (!table->used || felt_room_table_is_directed(room, table))
            continue; /* he is played for */
        for (int seat = 0; seat < felt_room_table_stake(room, table)->seats; seat++) {
            struct felt_room_seat *place = &table->seat[seat];
            if (!place->user || place->leaving) continue;
            if (user ? place->user != user : place->kind == FELT_USER_HOUSE) continue;
            place->leaving = any = true;
            felt_room_journal_seat(room, table, (felt_seat)seat);
            felt_room_table_post_seat(room, table, (felt_seat)seat);
        }
        if (any) felt_room_table_go_on(room, table, now_ms);
    }
}

bool felt_room_silence(struct felt_room *room, int64_t user, int64_t until_ms)
{
    uint32_t index = felt_room_player_find(room, user);
    if (index == FELT_NO_PLAYER) return false;
    room->player[index].silent_ms = until_ms;
    return true;
}

void felt_room_notice(struct felt_room *room, const char *text)
{
    for (uint32_t conn = 0; conn < room->config->conns_max; conn++)
        if (room->conn[conn].in && !room->conn[conn].local)
            felt_room_post_conn(
                room, conn,
                &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_NOTICE, .text = text});
}
