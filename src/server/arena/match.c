/* match.c -- what happens between hands: the next one, the end of a match, tables given up.
 *
 * A table has one alarm.  While somebody is asked it is the clock of that turn; while nobody is
 * connected it is when the table is given up; else it is not set, and the table waits for people.
 */
#include "server/arena/room_parts.h"

#include "felt/hash.h"

#include <string.h>

/* ---- tables ---- */

static uint32_t *bucket(const struct felt_room *room, const char *name)
{
    return &room->bucket[felt_hash_text(name) & (room->buckets - 1)];
}

struct felt_table *felt_table_find(const struct felt_room *room, const char *name)
{
    for (uint32_t index = *bucket(room, name); index;) {
        struct felt_table *table = felt_table_at(room, index - 1);
        if (strcmp(table->name, name) == 0) return table;
        index = table->next;
    }
    return NULL;
}

/* A number for a table: one that was given back, else the next. */
static struct felt_table *free_table(struct felt_room *room)
{
    if (room->free_table) {
        struct felt_table *table = felt_table_at(room, room->free_table - 1);
        room->free_table = table->next;
        return table;
    }
    if (room->fresh_table == room->config->tables_max) return NULL;
    return felt_table_at(room, room->fresh_table++);
}

static void forget_name(struct felt_room *room, const struct felt_table *table)
{
    uint32_t *link = bucket(room, table->name);
    while (*link != felt_table_index(room, table) + 1) link = &felt_table_at(room, *link - 1)->next;
    *link = table->next;
}

/* "M-2025-10-17-00003" */
static void name_match(struct felt_room *room, struct felt_table *table)
{
    char id[FELT_HAND_ID_BYTES + 1];
    felt_hand_id(room->date, ++room->next_match, id);
    id[0] = 'M';
    memcpy(table->match_id, id, strlen(id) + 1);
}

struct felt_table *felt_table_open(struct felt_room *room, const char *name, int config,
                                   bool durable)
{
    struct felt_table *table = free_table(room);
    if (!table) return NULL;
    memset(table, 0, room->table_bytes);
    table->used = true;
    table->durable = durable;
    table->config = (uint8_t)config;
    table->live.button = table->actor = FELT_SEAT_NONE;
    table->watchers = FELT_SESSION_NONE;
    felt_assert(strlen(name) < sizeof table->name);
    memcpy(table->name, name, strlen(name) + 1);
    table->next = *bucket(room, name);
    *bucket(room, name) = felt_table_index(room, table) + 1;
    for (int seat = 0; seat < felt_table_config(room, table)->seats; seat++)
        felt_table_seat(room, table, seat)->session = FELT_SESSION_NONE;
    room->counts.tables++;
    if (room->quiet) return table; /* the record says the rest */
    name_match(room, table);
    room->services->entropy(room->services->self, table->secret, sizeof table->secret);
    felt_entry_table(room, table);
    return table;
}

void felt_table_close(struct felt_room *room, struct felt_table *table)
{
    felt_assert(table->used && table->players == 0);
    uint32_t index = felt_table_index(room, table);
    while (table->watchers != FELT_SESSION_NONE) {
        uint32_t session = table->watchers;
        felt_session_release(room, session);
        room->services->dismiss(room->services->self, session, FELT_CLOSE_NORMAL,
                                "the table is closed");
    }
    felt_assert(table->sessions == 0);
    felt_chunks_clear(&room->pool, &table->live.history);
    felt_chunks_clear(&room->pool, &table->past);
    felt_heap_clear(&room->alarms, index);
    if (table->in_hand) room->counts.in_hand--;
    room->counts.tables--;
    felt_entry_close(room, table);
    if (!table->durable && room->services->local_gone && !room->quiet)
        room->services->local_gone(room->services->self, index);
    forget_name(room, table);
    table->used = false;
    table->next = room->free_table;
    room->free_table = index + 1;
    memset(table->secret, 0, sizeof table->secret);
}

/* One table is kept back for the default name: nobody can take it by opening others. */
bool felt_table_is_short(const struct felt_room *room, const char *name)
{
    uint32_t most = room->config->tables_max;
    bool kept = most > 1 && strcmp(name, room->config->default_table) != 0 &&
                !felt_table_find(room, room->config->default_table);
    return room->counts.tables >= most - (kept ? 1 : 0);
}

/* ---- the end of a match ---- */

felt_seats felt_table_contenders(const struct felt_room *room, const struct felt_table *table)
{
    felt_seats seats = 0;
    for (int seat = 0; seat < felt_table_config(room, table)->seats; seat++) {
        const struct felt_room_seat *one = felt_table_seat(room, table, seat);
        if (one->taken && !one->forfeited && one->stack > 0) seats |= felt_seats_of(seat);
    }
    return seats;
}

static const char *end_word(enum felt_table_end end)
{
    static const char *const words[] = {"", "winner", "hand_limit", "abandoned"};
    return words[end];
}

void felt_table_reveal(const struct felt_room *room, const struct felt_table *table,
                       const struct felt_dealt *hand, uint32_t number, struct felt_reveal *out)
{
    const struct felt_digests *digests = &room->services->digests;
    felt_hand_id((uint32_t)(hand->hand >> 32), (uint32_t)hand->hand, out->hand_id);
    out->deal = hand->deal;
    memcpy(out->fresh, hand->fresh, sizeof out->fresh);
    felt_shuffle_key(digests, table->secret, hand->fresh, table->match_id, number, out->key);
    if (!hand->deal) return;
    memcpy(out->blind, out->key, sizeof out->blind);
    felt_shuffle_deal_key(digests, table->secret, table->match_id, hand->deal, out->key);
}

/* Keys of the hands that are remembered; returns how many. */
static uint32_t fill_reveals(struct felt_room *room, const struct felt_table *table)
{
    uint32_t count = 0, number = table->hands - table->past.count;
    for (uint32_t index = table->past.first; count < table->past.count;
         index = room->pool.chunk[index].next) {
        const struct felt_chunk *chunk = &room->pool.chunk[index];
        for (uint32_t i = 0; i < chunk->count; i++) {
            struct felt_reveal *reveal = &room->reveal[count++];
            felt_table_reveal(room, table, &chunk->hand[i], ++number, reveal);
        }
    }
    return count;
}

/* The most chips, then the lowest seat. */
static felt_seat find_winner(const struct felt_room *room, const struct felt_table *table,
                             felt_seats *tied)
{
    felt_seats left = felt_table_contenders(room, table);
    if (!left) /* the last one lost to a seat that had forfeited */
        for (int seat = 0; seat < felt_table_config(room, table)->seats; seat++)
            if (felt_table_seat(room, table, seat)->taken) left |= felt_seats_of(seat);
    felt_seat winner = FELT_SEAT_NONE;
    felt_chips most = -1;
    *tied = 0;
    while (left) {
        felt_seat seat = felt_seats_take(&left);
        felt_chips stack = felt_table_seat(room, table, seat)->stack;
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
void felt_table_match_end(struct felt_room *room, struct felt_table *table, const uint32_t *to,
                          int count)
{
    const struct felt_room_services *services = room->services;
    struct felt_table_face face;
    felt_chips stacks[FELT_SEATS_MAX] = {0};
    felt_assert(!felt_room_is_guided(room));
    felt_table_face(room, table, &face);
    for (int seat = 0; seat < face.config->seats; seat++)
        stacks[seat] = felt_table_seat(room, table, seat)->stack;
    struct felt_tell tell = {.kind = FELT_TELL_MATCH_END,
                             .table = &face,
                             .text = end_word(table->end),
                             .match_id = table->match_id,
                             .secret = table->secret,
                             .stacks = stacks,
                             .reveal = room->reveal};
    tell.seat = find_winner(room, table, &tell.tied);
    tell.reveals = fill_reveals(room, table);
    tell.reveals_omitted = table->hands - tell.reveals;
    if (count >= 0)
        services->post(services->self, to, count, &tell);
    else if (services->match_over)
        services->match_over(services->self, &tell);
}

static void end_match(struct felt_room *room, struct felt_table *table, enum felt_table_end end)
{
    uint32_t to[FELT_SEATS_MAX];
    int count = 0;
    table->end = (uint8_t)end;
    room->counts.matches++;
    felt_entry_flags(room, table);
    for (int seat = 0; seat < felt_table_config(room, table)->seats; seat++) {
        uint32_t session = felt_table_seat(room, table, seat)->session;
        if (session != FELT_SESSION_NONE) to[count++] = session;
    }
    felt_table_match_end(room, table, NULL, -1);
    if (count) felt_table_match_end(room, table, to, count);
    for (uint32_t session = table->watchers; session != FELT_SESSION_NONE;) {
        uint32_t watcher[FELT_WATCHERS_AT_ONCE];
        session = felt_watchers_next(room, session, watcher, &count);
        felt_table_match_end(room, table, watcher, count);
    }
}

/* Tables without a player would be kept for a while; not while others wait for one. */
void felt_table_give_up_one(struct felt_room *room)
{
    for (uint32_t index = 0; index < room->fresh_table; index++) {
        struct felt_table *table = felt_table_at(room, index);
        if (!table->used || table->players || table->in_hand || !table->durable) continue;
        if (strcmp(table->name, room->config->default_table) == 0) continue;
        if (table->started && !table->end) end_match(room, table, FELT_END_ABANDONED);
        felt_table_close(room, table);
        return;
    }
}

/* ---- between hands ---- */

static bool match_over(const struct felt_room *room, const struct felt_table *table,
                       enum felt_table_end *end)
{
    const struct felt_table_config *config = felt_table_config(room, table);
    *end = FELT_END_WINNER;
    if (!table->started) return false;
    if (felt_seats_lone(felt_table_contenders(room, table))) return true;
    *end = FELT_END_HAND_LIMIT;
    return config->max_hands && table->hands >= config->max_hands;
}

static bool ready(const struct felt_room *room, const struct felt_table *table)
{
    const struct felt_table_config *config = felt_table_config(room, table);
    int count = felt_seats_count(felt_table_contenders(room, table));
    int wanted = table->started ? config->plug->seats_min : config->min_players;
    if (wanted < config->plug->seats_min) wanted = config->plug->seats_min;
    /* Nobody plays for empty chairs: without a line the table waits. */
    return count >= wanted && table->players && !table->paused &&
           (config->pace == FELT_PACE_AUTO || table->skip);
}

static void deal_next(struct felt_room *room, struct felt_table *table)
{
    felt_seats seats = felt_table_contenders(room, table);
    felt_seat button = felt_seats_from(seats, table->live.button + 1);
    felt_table_deal(room, table, room->date, ++room->next_hand, button, seats);
}

/* Is nobody here for whom the table should be kept?  Watchers may wait for the first hand, or for
 * one that is paused; they do not keep a match that its teams have left. */
static bool left(const struct felt_table *table)
{
    bool watched = table->in_hand ? table->paused : !table->started;
    return watched ? !table->sessions : !table->players && !table->in_hand;
}

static void set_alarm(struct felt_room *room, const struct felt_table *table, int64_t now_ms,
                      bool busy)
{
    uint32_t index = felt_table_index(room, table);
    if (busy)
        felt_heap_set(&room->alarms, index, now_ms + 1);
    else if (table->in_hand && table->asked && !table->paused)
        felt_heap_set(&room->alarms, index, table->deadline);
    else if (left(table) && !felt_room_is_guided(room))
        felt_heap_set(&room->alarms, index,
                      now_ms + (table->started && !table->end ? room->config->abandon_ms
                                                              : room->config->hold_ms));
    else
        felt_heap_clear(&room->alarms, index);
}

void felt_table_go_on(struct felt_room *room, struct felt_table *table, int64_t now_ms)
{
    const struct felt_plug *plug = felt_table_config(room, table)->plug;
    int hands = 0;
    enum felt_table_end end;
    while (!table->end && hands < FELT_HANDS_AT_ONCE) {
        if (table->in_hand) {
            if (table->asked) break;
            felt_seat actor = plug->game->actor(plug->rules, felt_table_state(table));
            if (actor == FELT_SEAT_NONE) {
                felt_table_settle(room, table);
            } else if (felt_table_seat(room, table, actor)->forfeited) {
                table->actor = actor;
                bool done = felt_table_apply(room, table, actor, felt_table_default(room, table));
                felt_assert(done);
            } else {
                felt_table_ask(room, table, now_ms);
            }
        } else if (felt_room_is_guided(room)) {
            break;
        } else if (match_over(room, table, &end)) {
            end_match(room, table, end);
        } else if (ready(room, table)) {
            deal_next(room, table);
            hands++;
        } else {
            break;
        }
    }
    set_alarm(room, table, now_ms, hands == FELT_HANDS_AT_ONCE);
}

/* ---- alarms ---- */

static void ring(struct felt_room *room, struct felt_table *table, int64_t now_ms)
{
    if (table->in_hand && table->paused) /* whoever paused it is not coming back */
        felt_table_void(room, table);
    if (table->in_hand && table->asked) {
        room->counts.timeouts++;
        felt_steered_count(room, table, table->actor, true);
        bool done = felt_table_apply(room, table, table->actor, felt_table_default(room, table));
        felt_assert(done);
    } else if (left(table) && !felt_room_is_guided(room)) {
        if (!table->started || table->end) {
            felt_table_close(room, table);
            return;
        }
        end_match(room, table, FELT_END_ABANDONED);
    }
    felt_table_go_on(room, table, now_ms);
}

int64_t felt_room_alarm(const struct felt_room *room)
{
    int64_t time;
    return felt_heap_next(&room->alarms, &time) == FELT_HEAP_NONE ? INT64_MAX : time;
}

int64_t felt_room_tick(struct felt_room *room, int64_t now_ms)
{
    /* Tables whose turns end at the same moment must not be held together for ever by being played
     * at the same moment: the rest waits until these were told, and the clock has moved on. */
    int64_t time, index;
    for (int rung = 0; (index = felt_heap_next(&room->alarms, &time)) != FELT_HEAP_NONE &&
                       time <= now_ms && rung < FELT_ALARMS_AT_ONCE;
         rung++) {
        felt_heap_clear(&room->alarms, (uint32_t)index);
        ring(room, felt_table_at(room, (uint32_t)index), now_ms);
    }
    return index == FELT_HEAP_NONE ? INT64_MAX : time;
}
