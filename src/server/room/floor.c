/* floor.c -- the pools of a floor, its players and lines, and who is told what. */
#include "server/room/floor_parts.h"

#include "felt/buffer.h"
#include "felt/hash.h"

#include <string.h>

enum { CHUNKS_FOR_RING = 12, CHUNKS_AT_LEAST = 64 };

const struct felt_floor_config felt_floor_config_usual = {.grace_ms = 60000,
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

static size_t largest_state(const struct felt_floor_config *config)
{
    size_t most = config->state_bytes;
    for (int i = 0; i < config->stakes; i++)
        for (int game = 0; game < config->stake[i]->games; game++)
            if (config->stake[i]->game[game]->game->state_bytes > most)
                most = config->stake[i]->game[game]->game->state_bytes;
    return whole(most);
}

static size_t ring_bytes(const struct felt_floor_config *config)
{
    return whole(sizeof(struct felt_ring) + largest_state(config));
}

static uint32_t bucket_count(uint32_t items)
{
    uint32_t count = 16;
    while (count < 2 * items) count *= 2;
    return count;
}

static uint32_t chunk_count(const struct felt_floor_config *config)
{
    return config->tables_max * CHUNKS_FOR_RING + CHUNKS_AT_LEAST;
}

static uint32_t alarm_count(const struct felt_floor_config *config)
{
    return config->tables_max + config->players_max + 1;
}

size_t felt_floor_bytes(const struct felt_floor_config *config)
{
    return whole(sizeof(struct felt_floor)) + whole(felt_heap_bytes(alarm_count(config))) +
           whole(config->lines_max * sizeof(struct felt_floor_line)) +
           whole(config->players_max * sizeof(struct felt_floor_player)) +
           whole(config->watches_max * sizeof(struct felt_watch)) +
           whole(bucket_count(config->tables_max) * sizeof(uint32_t)) +
           whole(bucket_count(config->players_max) * sizeof(uint32_t)) +
           whole(chunk_count(config) * sizeof(struct felt_chunk)) +
           config->tables_max * ring_bytes(config);
}

static void verify(const struct felt_floor_config *config)
{
    felt_assert(config->tables_max >= 1 && config->lines_max >= 1 && config->players_max >= 1);
    felt_assert(config->tables_max < 1 << 20 && config->watches_max >= 1);
    felt_assert(config->stakes >= 0 && config->stakes <= FELT_STAKES_MAX);
    for (int i = 0; i < config->stakes; i++) felt_stake_verify(config->stake[i]);
}

struct felt_floor *felt_floor_init(void *memory, const struct felt_floor_config *config,
                                   const struct felt_floor_services *services)
{
    verify(config);
    struct felt_floor *floor = memory;
    char *at = (char *)memory + whole(sizeof *floor);
    *floor = (struct felt_floor){.config = config, .services = services, .turn = 1, .turn_sent = 1};
    floor->ring_bytes = ring_bytes(config);
    floor->state_bytes = largest_state(config);
    felt_heap_init(&floor->alarms, alarm_count(config), at);
    at += whole(felt_heap_bytes(alarm_count(config)));
    floor->line = (struct felt_floor_line *)at;
    at += whole(config->lines_max * sizeof *floor->line);
    floor->player = (struct felt_floor_player *)at;
    at += whole(config->players_max * sizeof *floor->player);
    floor->watch = (struct felt_watch *)at;
    at += whole(config->watches_max * sizeof *floor->watch);
    floor->ring_buckets = bucket_count(config->tables_max);
    floor->ring_bucket = (uint32_t *)at;
    at += whole(floor->ring_buckets * sizeof *floor->ring_bucket);
    floor->player_buckets = bucket_count(config->players_max);
    floor->player_bucket = (uint32_t *)at;
    at += whole(floor->player_buckets * sizeof *floor->player_bucket);
    felt_chunk_pool_init(&floor->pool, (struct felt_chunk *)at, chunk_count(config));
    at += whole(chunk_count(config) * sizeof(struct felt_chunk));
    floor->rings = at;
    floor->lobby = FELT_NO_LINE;
    return floor;
}

/* ---- rings by name ---- */

static uint32_t *ring_bucket(const struct felt_floor *floor, const char *name)
{
    return &floor->ring_bucket[felt_hash_text(name) & (floor->ring_buckets - 1)];
}

struct felt_ring *felt_ring_find(const struct felt_floor *floor, const char *name)
{
    for (uint32_t index = *ring_bucket(floor, name); index;) {
        struct felt_ring *ring = felt_ring_at(floor, index - 1);
        if (strcmp(ring->name, name) == 0) return ring;
        index = ring->next;
    }
    return NULL;
}

static struct felt_ring *free_ring(struct felt_floor *floor)
{
    if (floor->free_ring) {
        struct felt_ring *ring = felt_ring_at(floor, floor->free_ring - 1);
        floor->free_ring = ring->next;
        return ring;
    }
    if (floor->fresh_ring == floor->config->tables_max) return NULL;
    return felt_ring_at(floor, floor->fresh_ring++);
}

struct felt_ring *felt_ring_open(struct felt_floor *floor, int stake, uint32_t number)
{
    struct felt_ring *ring = free_ring(floor);
    if (!ring) return NULL;
    memset(ring, 0, floor->ring_bytes);
    ring->used = true;
    ring->stake = (uint16_t)stake;
    ring->number = number;
    ring->actor = FELT_SEAT_NONE;
    ring->watches = FELT_NO_WATCH;
    ring->blinds = felt_blinds_none;
    ring->private.door = ++floor->doors;
    struct felt_buffer name = felt_buffer_make(ring->name, sizeof ring->name);
    felt_buffer_text(&name, felt_floor_stake(floor, stake)->id);
    felt_buffer_char(&name, '-');
    felt_buffer_uint(&name, number);
    felt_buffer_terminate(&name);
    uint32_t *bucket = ring_bucket(floor, ring->name);
    ring->next = *bucket;
    *bucket = felt_ring_index(floor, ring) + 1;
    floor->counts.tables++;
    felt_stake_opened(floor, stake);
    if (!floor->quiet) {
        const struct felt_floor_services *services = floor->services;
        services->entropy(services->self, ring->secret, sizeof ring->secret);
        struct felt_buffer series = felt_buffer_make(ring->series, sizeof ring->series);
        felt_buffer_text(&series, "R-");
        felt_buffer_uint(&series, floor->date);
        felt_buffer_char(&series, '-');
        felt_buffer_uint(&series, ++floor->next_hand);
        felt_buffer_terminate(&series);
        felt_entry_ring(floor, ring);
        felt_lobby_touch(floor, ring);
    }
    return ring;
}

void felt_ring_close(struct felt_floor *floor, struct felt_ring *ring)
{
    uint32_t index = felt_ring_index(floor, ring);
    while (ring->watches != FELT_NO_WATCH) {
        uint32_t line = floor->watch[ring->watches].line;
        struct felt_floor_face face;
        felt_ring_face(floor, ring, &face);
        felt_line_unwatch(floor, line, ring);
        felt_floor_post_line(floor, line,
                             &(struct felt_news){.kind = FELT_NEWS_GONE, .table = &face});
    }
    felt_chunks_clear(&floor->pool, &ring->live.history);
    felt_chunks_clear(&floor->pool, &ring->held);
    felt_heap_clear(&floor->alarms, felt_alarm_of_ring(floor, index));
    felt_entry_ring_close(floor, ring);
    ring->closing = true;
    felt_lobby_touch(floor, ring);
    (void)felt_lobby_tick(floor, INT64_MAX); /* its last row, while it is there */
    uint32_t *link = ring_bucket(floor, ring->name);
    while (*link != index + 1) link = &felt_ring_at(floor, *link - 1)->next;
    *link = ring->next;
    ring->used = false;
    ring->next = floor->free_ring;
    floor->free_ring = index + 1;
    floor->counts.tables--;
    memset(ring->secret, 0, sizeof ring->secret);
    felt_stake_closed(floor, ring->stake); /* the last: it may be gone now */
}

/* ---- players by number ---- */

static uint32_t *player_bucket(const struct felt_floor *floor, int64_t user)
{
    uint64_t mixed = (uint64_t)user * UINT64_C(0x9E3779B97F4A7C15) >> 32;
    return &floor->player_bucket[mixed & (floor->player_buckets - 1)];
}

uint32_t felt_floor_player_find(const struct felt_floor *floor, int64_t user)
{
    for (uint32_t index = *player_bucket(floor, user); index; index = floor->player[index - 1].next)
        if (floor->player[index - 1].user == user) return index - 1;
    return FELT_NO_PLAYER;
}

uint32_t felt_floor_player_make(struct felt_floor *floor, int64_t user, const char *name,
                                uint8_t kind, bool bot)
{
    uint32_t index = felt_floor_player_find(floor, user);
    if (index == FELT_NO_PLAYER) {
        if (floor->free_player) {
            index = floor->free_player - 1;
            floor->free_player = floor->player[index].next;
        } else if (floor->fresh_player < floor->config->players_max) {
            index = floor->fresh_player++;
        } else {
            return FELT_NO_PLAYER;
        }
        floor->player[index] =
            (struct felt_floor_player){.user = user, .lines = FELT_NO_LINE, .bot = bot};
        uint32_t *bucket = player_bucket(floor, user);
        floor->player[index].next = *bucket;
        *bucket = index + 1;
        floor->counts.players++;
    }
    struct felt_floor_player *player = &floor->player[index];
    player->kind = kind;
    felt_assert(strlen(name) < sizeof player->name);
    memcpy(player->name, name, strlen(name) + 1);
    return index;
}

void felt_floor_player_drop(struct felt_floor *floor, uint32_t index)
{
    struct felt_floor_player *player = &floor->player[index];
    if (player->line_count || player->seats) return;
    uint32_t *link = player_bucket(floor, player->user);
    while (*link != index + 1) link = &floor->player[*link - 1].next;
    *link = player->next;
    felt_heap_clear(&floor->alarms, index);
    *player = (struct felt_floor_player){.next = floor->free_player};
    floor->free_player = index + 1;
    floor->counts.players--;
}

bool felt_floor_player_sits(struct felt_floor *floor, uint32_t index, uint32_t ring, felt_seat seat)
{
    struct felt_floor_player *player = &floor->player[index];
    bool guided = felt_ring_is_guided(floor, felt_ring_at(floor, ring));
    uint32_t most = guided ? FELT_GUIDED_OF_PLAYER : FELT_TABLES_OF_PLAYER;
    if (felt_player_seats(floor, player, guided) >= most) return false;
    player->ring[player->seats] = ring;
    player->seat[player->seats++] = seat;
    floor->counts.seated++;
    if (player->kind != FELT_USER_HOUSE) floor->counts.seated_people++;
    return true;
}

void felt_floor_player_rises(struct felt_floor *floor, uint32_t index, uint32_t ring)
{
    struct felt_floor_player *player = &floor->player[index];
    uint32_t at = 0;
    while (at < player->seats && player->ring[at] != ring) at++;
    felt_assert(at < player->seats);
    player->seats--;
    player->ring[at] = player->ring[player->seats];
    player->seat[at] = player->seat[player->seats];
    floor->counts.seated--;
    if (player->kind != FELT_USER_HOUSE) floor->counts.seated_people--;
}

/* ---- the loop ---- */

void felt_floor_date(struct felt_floor *floor, uint32_t date)
{
    floor->date = date;
}

void felt_floor_hands_above(struct felt_floor *floor, uint32_t number)
{
    floor->hands_above = number;
}

void felt_floor_sealed(struct felt_floor *floor)
{
    floor->turn++;
}

void felt_floor_sent(struct felt_floor *floor)
{
    felt_assert(floor->turn_sent != floor->turn);
    floor->turn_sent++;
}

static void ring_alarm(struct felt_floor *floor, uint32_t number, int64_t now_ms)
{
    if (number < floor->config->players_max) {
        felt_away_expire(floor, number, now_ms);
        return;
    }
    struct felt_ring *ring = felt_ring_at(floor, number - felt_alarm_of_ring(floor, 0));
    if (!ring->used) return;
    if ((ring->asked || ring->choosing) && now_ms >= ring->deadline)
        felt_ring_time_over(floor, ring, now_ms);
    if (ring->guide.over && floor->open && !ring->hand) felt_guided_tell_over(floor, ring);
    felt_ring_go_on(floor, ring, now_ms);
}

int64_t felt_floor_tick(struct felt_floor *floor, int64_t now_ms)
{
    int64_t time, number;
    uint32_t lobby = floor->config->tables_max + floor->config->players_max;
    for (int rung = 0; (number = felt_heap_next(&floor->alarms, &time)) != FELT_HEAP_NONE &&
                       time <= now_ms && rung < FELT_ALARMS_OF_TICK;
         rung++) {
        felt_heap_clear(&floor->alarms, (uint32_t)number);
        if ((uint32_t)number == lobby)
            (void)felt_lobby_tick(floor, now_ms);
        else
            ring_alarm(floor, (uint32_t)number, now_ms);
    }
    return number == FELT_HEAP_NONE ? INT64_MAX : time;
}

/* ---- what is there ---- */

const struct felt_floor_counts *felt_floor_counts(const struct felt_floor *floor)
{
    return &floor->counts;
}

bool felt_floor_is_open(const struct felt_floor *floor)
{
    return floor->open;
}

int64_t felt_floor_find(const struct felt_floor *floor, const char *table)
{
    const struct felt_ring *ring = felt_ring_find(floor, table);
    return ring ? (int64_t)felt_ring_index(floor, ring) : -1;
}

bool felt_floor_face(const struct felt_floor *floor, uint32_t table, struct felt_floor_face *face)
{
    if (table >= floor->fresh_ring) return false;
    const struct felt_ring *ring = felt_ring_at(floor, table);
    if (!ring->used) return false;
    felt_ring_face(floor, ring, face);
    return true;
}

felt_chips felt_floor_chips(const struct felt_floor *floor, int64_t user)
{
    uint32_t index = felt_floor_player_find(floor, user);
    felt_chips sum = 0;
    if (index == FELT_NO_PLAYER) return 0;
    const struct felt_floor_player *player = &floor->player[index];
    for (uint32_t i = 0; i < player->seats; i++) {
        const struct felt_ring *ring = felt_ring_at(floor, player->ring[i]);
        const struct felt_chair *chair = &ring->chair[player->seat[i]];
        if (!felt_ring_has_chips(floor, ring)) continue;
        sum += chair->stack + chair->extra;
    }
    return sum;
}

/* ---- the operator ---- */

struct felt_ring *felt_ring_add(struct felt_floor *floor, int stake)
{
    uint32_t number = 1;
    for (uint32_t index = 0; index < floor->fresh_ring; index++) {
        const struct felt_ring *ring = felt_ring_at(floor, index);
        if (ring->used && ring->stake == stake && ring->number == number) {
            number++;
            index = UINT32_MAX; /* from the beginning: the lowest that is free */
        }
    }
    return felt_ring_open(floor, stake, number);
}

int64_t felt_floor_add_table(struct felt_floor *floor, int stake, int64_t now_ms)
{
    const struct felt_stake *of = felt_floor_stake(floor, stake);
    struct felt_ring *ring = of && !of->guided ? felt_ring_add(floor, stake) : NULL;
    if (!ring) return -1;
    felt_ring_go_on(floor, ring, now_ms);
    return felt_ring_index(floor, ring);
}

bool felt_floor_close_table(struct felt_floor *floor, const char *table, int64_t now_ms)
{
    struct felt_ring *ring = felt_ring_find(floor, table);
    if (!ring || felt_ring_is_guided(floor, ring)) return false;
    ring->closing = true;
    felt_entry_ring_game(floor, ring);
    for (int seat = 0; seat < felt_ring_stake(floor, ring)->seats; seat++) {
        if (!ring->chair[seat].user) continue;
        ring->chair[seat].leaving = true;
        felt_entry_chair(floor, ring, (felt_seat)seat);
        felt_ring_post_chair(floor, ring, (felt_seat)seat);
    }
    felt_private_left(floor, ring);
    felt_ring_go_on(floor, ring, now_ms);
    return true;
}

void felt_floor_clear(struct felt_floor *floor, int64_t user, int64_t now_ms)
{
    for (uint32_t index = 0; index < floor->fresh_ring; index++) {
        struct felt_ring *ring = felt_ring_at(floor, index);
        bool any = false;
        if (!ring->used || felt_ring_is_guided(floor, ring)) continue; /* he is played for */
        for (int seat = 0; seat < felt_ring_stake(floor, ring)->seats; seat++) {
            struct felt_chair *chair = &ring->chair[seat];
            if (!chair->user || chair->leaving) continue;
            if (user ? chair->user != user : chair->kind == FELT_USER_HOUSE) continue;
            chair->leaving = any = true;
            felt_entry_chair(floor, ring, (felt_seat)seat);
            felt_ring_post_chair(floor, ring, (felt_seat)seat);
        }
        if (any) felt_ring_go_on(floor, ring, now_ms);
    }
}

bool felt_floor_silence(struct felt_floor *floor, int64_t user, int64_t until_ms)
{
    uint32_t index = felt_floor_player_find(floor, user);
    if (index == FELT_NO_PLAYER) return false;
    floor->player[index].silent_ms = until_ms;
    return true;
}

void felt_floor_notice(struct felt_floor *floor, const char *text)
{
    for (uint32_t line = 0; line < floor->config->lines_max; line++)
        if (floor->line[line].in && !floor->line[line].local)
            felt_floor_post_line(floor, line,
                                 &(struct felt_news){.kind = FELT_NEWS_NOTICE, .text = text});
}
