/* match.c -- what happens between hands: the next one, the end of a match, tables given up.
 *
 * A table has one alarm.  While somebody is asked it is the clock of that turn; while nobody is
 * connected it is when the table is given up; else it is not set, and the table waits for people.
 */
#include "server/arena/arena_parts.h"

#include "felt/hash.h"

#include <string.h>

/* ---- tables ---- */

static uint32_t *bucket(const struct felt_arena *arena, const char *name)
{
    return &arena->bucket[felt_hash_text(name) & (arena->buckets - 1)];
}

struct felt_arena_table *felt_arena_table_find(const struct felt_arena *arena, const char *name)
{
    for (uint32_t index = *bucket(arena, name); index;) {
        struct felt_arena_table *table = felt_arena_table_at(arena, index - 1);
        if (strcmp(table->name, name) == 0) return table;
        index = table->next;
    }
    return NULL;
}

/* A number for a table: one that was given back, else the next. */
static struct felt_arena_table *free_table(struct felt_arena *arena)
{
    if (arena->free_table) {
        struct felt_arena_table *table = felt_arena_table_at(arena, arena->free_table - 1);
        arena->free_table = table->next;
        return table;
    }
    if (arena->fresh_table == arena->config->tables_max) return NULL;
    return felt_arena_table_at(arena, arena->fresh_table++);
}

static void forget_name(struct felt_arena *arena, const struct felt_arena_table *table)
{
    uint32_t *link = bucket(arena, table->name);
    while (*link != felt_arena_table_index(arena, table) + 1)
        link = &felt_arena_table_at(arena, *link - 1)->next;
    *link = table->next;
}

/* "M-2025-10-17-00003" */
static void name_match(struct felt_arena *arena, struct felt_arena_table *table)
{
    char id[FELT_LIVE_HAND_ID_BYTES + 1];
    felt_live_hand_id(arena->date, ++arena->next_match, id);
    id[0] = 'M';
    memcpy(table->match_id, id, strlen(id) + 1);
}

struct felt_arena_table *felt_arena_table_open(struct felt_arena *arena, const char *name,
                                               int config, bool durable)
{
    struct felt_arena_table *table = free_table(arena);
    if (!table) return NULL;
    memset(table, 0, arena->table_bytes);
    table->used = true;
    table->durable = durable;
    table->config = (uint8_t)config;
    table->live.button = table->actor = FELT_SEAT_NONE;
    table->watchers = FELT_ARENA_CONN_NONE;
    felt_assert(strlen(name) < sizeof table->name);
    memcpy(table->name, name, strlen(name) + 1);
    table->next = *bucket(arena, name);
    *bucket(arena, name) = felt_arena_table_index(arena, table) + 1;
    for (int seat = 0; seat < felt_arena_table_config(arena, table)->seats; seat++)
        felt_arena_table_seat(arena, table, seat)->conn = FELT_ARENA_CONN_NONE;
    arena->counts.tables++;
    if (arena->quiet) return table; /* the record says the rest */
    name_match(arena, table);
    arena->services->entropy(arena->services->self, table->secret, sizeof table->secret);
    felt_arena_journal_table(arena, table);
    return table;
}

void felt_arena_table_close(struct felt_arena *arena, struct felt_arena_table *table)
{
    felt_assert(table->used && table->players == 0);
    uint32_t index = felt_arena_table_index(arena, table);
    while (table->watchers != FELT_ARENA_CONN_NONE) {
        uint32_t conn = table->watchers;
        felt_arena_conn_release(arena, conn);
        arena->services->dismiss(arena->services->self, conn, FELT_CLOSE_NORMAL,
                                 "the table is closed");
    }
    felt_assert(table->conns == 0);
    felt_chunks_clear(&arena->pool, &table->live.history);
    felt_chunks_clear(&arena->pool, &table->past);
    felt_heap_clear(&arena->alarms, index);
    if (table->in_hand) arena->counts.in_hand--;
    arena->counts.tables--;
    felt_arena_journal_close(arena, table);
    if (!table->durable && arena->services->local_gone && !arena->quiet)
        arena->services->local_gone(arena->services->self, index);
    forget_name(arena, table);
    table->used = false;
    table->next = arena->free_table;
    arena->free_table = index + 1;
    memset(table->secret, 0, sizeof table->secret);
}

/* One table is kept back for the default name: nobody can take it by opening others. */
bool felt_arena_table_is_short(const struct felt_arena *arena, const char *name)
{
    uint32_t most = arena->config->tables_max;
    bool kept = most > 1 && strcmp(name, arena->config->default_table) != 0 &&
                !felt_arena_table_find(arena, arena->config->default_table);
    return arena->counts.tables >= most - (kept ? 1 : 0);
}

/* ---- the end of a match ---- */

/* Everybody still in the match: not forfeited, with chips. */
static felt_seats contenders(const struct felt_arena *arena, const struct felt_arena_table *table)
{
    felt_seats seats = 0;
    for (int seat = 0; seat < felt_arena_table_config(arena, table)->seats; seat++) {
        const struct felt_arena_seat *one = felt_arena_table_seat(arena, table, seat);
        if (one->taken && !one->forfeited && one->stack > 0) seats |= felt_seats_of(seat);
    }
    return seats;
}

static const char *end_word(enum felt_arena_table_end end)
{
    static const char *const words[] = {"", "winner", "hand_limit", "abandoned"};
    return words[end];
}

void felt_arena_table_reveal(const struct felt_arena *arena, const struct felt_arena_table *table,
                             const struct felt_dealt *hand, uint32_t number,
                             struct felt_reveal *out)
{
    const struct felt_digests *digests = &arena->services->digests;
    felt_live_hand_id((uint32_t)(hand->hand >> 32), (uint32_t)hand->hand, out->hand_id);
    out->deal = hand->deal;
    memcpy(out->fresh, hand->fresh, sizeof out->fresh);
    felt_shuffle_key(digests, table->secret, hand->fresh, table->match_id, number, out->key);
    if (!hand->deal) return;
    memcpy(out->blind, out->key, sizeof out->blind);
    felt_shuffle_deal_key(digests, table->secret, table->match_id, hand->deal, out->key);
}

/* Keys of the hands that are remembered; returns how many. */
static uint32_t fill_reveals(struct felt_arena *arena, const struct felt_arena_table *table)
{
    uint32_t count = 0, number = table->hands - table->past.count;
    for (uint32_t index = table->past.first; count < table->past.count;
         index = arena->pool.chunk[index].next) {
        const struct felt_chunk *chunk = &arena->pool.chunk[index];
        for (uint32_t i = 0; i < chunk->count; i++) {
            struct felt_reveal *reveal = &arena->reveal[count++];
            felt_arena_table_reveal(arena, table, &chunk->hand[i], ++number, reveal);
        }
    }
    return count;
}

/* The most chips, then the lowest seat. */
static felt_seat find_winner(const struct felt_arena *arena, const struct felt_arena_table *table,
                             felt_seats *tied)
{
    felt_seats left = contenders(arena, table);
    if (!left) /* the last one lost to a seat that had forfeited */
        for (int seat = 0; seat < felt_arena_table_config(arena, table)->seats; seat++)
            if (felt_arena_table_seat(arena, table, seat)->taken) left |= felt_seats_of(seat);
    felt_seat winner = FELT_SEAT_NONE;
    felt_chips most = -1;
    *tied = 0;
    while (left) {
        felt_seat seat = felt_seats_take(&left);
        felt_chips stack = felt_arena_table_seat(arena, table, seat)->stack;
        if (stack > most) {
            winner = seat;
            most = stack;
            *tied = 0;
        }
        if (stack == most) *tied |= felt_seats_of(seat);
    }
    if (felt_seats_lone(*tied)) *tied = 0;
    return winner;
}

/* To these sessions, or with count < 0 to the records of the house. */
void felt_arena_table_match_end(struct felt_arena *arena, struct felt_arena_table *table,
                                const uint32_t *to, int count)
{
    const struct felt_arena_services *services = arena->services;
    struct felt_table_face face;
    felt_chips stacks[FELT_SEATS_MAX] = {0};
    felt_assert(!felt_arena_is_directed(arena));
    felt_arena_table_face(arena, table, &face);
    for (int seat = 0; seat < face.config->seats; seat++)
        stacks[seat] = felt_arena_table_seat(arena, table, seat)->stack;
    struct felt_arena_server_msg msg = {.kind = FELT_ARENA_SERVER_MATCH_END,
                                        .table = &face,
                                        .text = end_word(table->end),
                                        .match_id = table->match_id,
                                        .secret = table->secret,
                                        .stacks = stacks,
                                        .reveal = arena->reveal};
    msg.seat = find_winner(arena, table, &msg.tied);
    msg.reveals = fill_reveals(arena, table);
    msg.reveals_omitted = table->hands - msg.reveals;
    if (count >= 0)
        services->post(services->self, to, count, &msg);
    else if (services->match_over)
        services->match_over(services->self, &msg);
}

static void end_match(struct felt_arena *arena, struct felt_arena_table *table,
                      enum felt_arena_table_end end)
{
    uint32_t to[FELT_SEATS_MAX];
    int count = 0;
    table->end = (uint8_t)end;
    arena->counts.matches++;
    felt_arena_journal_flags(arena, table);
    for (int seat = 0; seat < felt_arena_table_config(arena, table)->seats; seat++) {
        uint32_t conn = felt_arena_table_seat(arena, table, seat)->conn;
        if (conn != FELT_ARENA_CONN_NONE) to[count++] = conn;
    }
    felt_arena_table_match_end(arena, table, NULL, -1);
    if (count) felt_arena_table_match_end(arena, table, to, count);
    for (uint32_t conn = table->watchers; conn != FELT_ARENA_CONN_NONE;) {
        uint32_t watcher[FELT_ARENA_WATCHERS_AT_ONCE];
        conn = felt_arena_watchers_next(arena, conn, watcher, &count);
        felt_arena_table_match_end(arena, table, watcher, count);
    }
}

/* Tables without a player would be kept for a while; not while others wait for one. */
void felt_arena_table_give_up_one(struct felt_arena *arena)
{
    for (uint32_t index = 0; index < arena->fresh_table; index++) {
        struct felt_arena_table *table = felt_arena_table_at(arena, index);
        if (!table->used || table->players || table->in_hand || !table->durable) continue;
        if (strcmp(table->name, arena->config->default_table) == 0) continue;
        if (table->started && !table->end) end_match(arena, table, FELT_END_ABANDONED);
        felt_arena_table_close(arena, table);
        return;
    }
}

/* ---- between hands ---- */

static bool match_over(const struct felt_arena *arena, const struct felt_arena_table *table,
                       enum felt_arena_table_end *end)
{
    const struct felt_table_config *config = felt_arena_table_config(arena, table);
    *end = FELT_END_WINNER;
    if (!table->started) return false;
    if (felt_seats_lone(contenders(arena, table))) return true;
    *end = FELT_END_HAND_LIMIT;
    return config->max_hands && table->hands >= config->max_hands;
}

static bool ready(const struct felt_arena *arena, const struct felt_arena_table *table)
{
    const struct felt_table_config *config = felt_arena_table_config(arena, table);
    int count = felt_seats_count(contenders(arena, table));
    int wanted = table->started ? config->adapter->seats_min : config->min_players;
    if (wanted < config->adapter->seats_min) wanted = config->adapter->seats_min;
    /* Nobody plays for empty seats: without a connection the table waits. */
    return count >= wanted && table->players && !table->paused &&
           (config->pace == FELT_PACE_AUTO || table->skip);
}

static void deal_next(struct felt_arena *arena, struct felt_arena_table *table)
{
    felt_seats seats = contenders(arena, table);
    felt_seat button = felt_seats_from(seats, table->live.button + 1);
    felt_arena_table_deal(arena, table, arena->date, ++arena->next_hand, button, seats);
}

/* Is nobody here for whom the table should be kept?  Watchers may wait for the first hand, or for
 * one that is paused; they do not keep a match that its teams have left. */
static bool left(const struct felt_arena_table *table)
{
    bool watched = table->in_hand ? table->paused : !table->started;
    return watched ? !table->conns : !table->players && !table->in_hand;
}

static void set_alarm(struct felt_arena *arena, const struct felt_arena_table *table,
                      int64_t now_ms, bool busy)
{
    uint32_t index = felt_arena_table_index(arena, table);
    if (busy)
        felt_heap_set(&arena->alarms, index, now_ms + 1);
    else if (table->in_hand && table->asked && !table->paused)
        felt_heap_set(&arena->alarms, index, table->deadline);
    else if (left(table) && !felt_arena_is_directed(arena))
        felt_heap_set(&arena->alarms, index,
                      now_ms + (table->started && !table->end ? arena->config->abandon_ms
                                                              : arena->config->hold_ms));
    else
        felt_heap_clear(&arena->alarms, index);
}

void felt_arena_table_go_on(struct felt_arena *arena, struct felt_arena_table *table,
                            int64_t now_ms)
{
    const struct felt_game_adapter *adapter = felt_arena_table_config(arena, table)->adapter;
    int hands = 0;
    enum felt_arena_table_end end;
    while (!table->end && hands < FELT_HANDS_AT_ONCE) {
        if (table->in_hand) {
            if (table->asked) break;
            felt_seat actor = adapter->game->actor(adapter->rules, felt_arena_table_state(table));
            if (actor == FELT_SEAT_NONE) {
                felt_arena_table_settle(arena, table);
            } else if (felt_arena_table_seat(arena, table, actor)->forfeited) {
                table->actor = actor;
                bool done = felt_arena_table_apply(arena, table, actor,
                                                   felt_arena_table_default(arena, table));
                felt_assert(done);
            } else {
                felt_arena_table_ask(arena, table, now_ms);
            }
        } else if (felt_arena_is_directed(arena)) {
            break;
        } else if (match_over(arena, table, &end)) {
            end_match(arena, table, end);
        } else if (ready(arena, table)) {
            deal_next(arena, table);
            hands++;
        } else {
            break;
        }
    }
    set_alarm(arena, table, now_ms, hands == FELT_HANDS_AT_ONCE);
}

/* ---- alarms ---- */

static void ring(struct felt_arena *arena, struct felt_arena_table *table, int64_t now_ms)
{
    if (table->in_hand && table->paused) /* whoever paused it is not coming back */
        felt_arena_table_void(arena, table);
    if (table->in_hand && table->asked) {
        arena->counts.timeouts++;
        felt_arena_directed_count(arena, table, table->actor, true);
        bool done = felt_arena_table_apply(arena, table, table->actor,
                                           felt_arena_table_default(arena, table));
        felt_assert(done);
    } else if (left(table) && !felt_arena_is_directed(arena)) {
        if (!table->started || table->end) {
            felt_arena_table_close(arena, table);
            return;
        }
        end_match(arena, table, FELT_END_ABANDONED);
    }
    felt_arena_table_go_on(arena, table, now_ms);
}

int64_t felt_arena_alarm(const struct felt_arena *arena)
{
    int64_t time;
    return felt_heap_next(&arena->alarms, &time) == FELT_HEAP_NONE ? INT64_MAX : time;
}

int64_t felt_arena_tick(struct felt_arena *arena, int64_t now_ms)
{
    /* Tables whose turns end at the same moment must not be held together for ever by being played
     * at the same moment: the rest waits until these were told, and the clock has moved on. */
    int64_t time, index;
    for (int rung = 0; (index = felt_heap_next(&arena->alarms, &time)) != FELT_HEAP_NONE &&
                       time <= now_ms && rung < FELT_ALARMS_AT_ONCE;
         rung++) {
        felt_heap_clear(&arena->alarms, (uint32_t)index);
        ring(arena, felt_arena_table_at(arena, (uint32_t)index), now_ms);
    }
    return index == FELT_HEAP_NONE ? INT64_MAX : time;
}
