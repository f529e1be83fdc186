/* lobby.c -- tables to choose from: lists, rows that change, a quick seat.
 *
 * Rows of tables that changed are told together, not more often than every lobby_ms: the lobby is a
 * picture, not a record. */
#include "server/room/floor_parts.h"

#include <string.h>

static bool passes(const struct felt_floor *floor, const struct felt_ring *ring,
                   const struct felt_want_filter *filter)
{
    const struct felt_stake *stake = felt_ring_stake(floor, ring);
    if (stake->guided) return false; /* nobody can sit down there */
    if (filter->variant[0] && strcmp(filter->variant, stake->variant) != 0) return false;
    if (filter->limit[0] && strcmp(filter->limit, stake->limit) != 0) return false;
    if (filter->big_blind_max && stake->big_blind > filter->big_blind_max) return false;
    if (filter->bots_welcome && !stake->bots_welcome) return false;
    if (!filter->free_seat) return true;
    for (int seat = 0; seat < stake->seats; seat++)
        if (!ring->chair[seat].user) return true;
    return false;
}

static uint32_t alarm_number(const struct felt_floor *floor)
{
    return floor->config->tables_max + floor->config->players_max;
}

void felt_lobby_touch(struct felt_floor *floor, struct felt_ring *ring)
{
    if (floor->quiet || ring->dirty || floor->lobby == FELT_NO_LINE) return;
    ring->dirty = true;
    ring->next_dirty = floor->dirty;
    floor->dirty = felt_ring_index(floor, ring) + 1;
}

static void tell_row(struct felt_floor *floor, const struct felt_ring *ring)
{
    struct felt_floor_face face;
    int count = 0;
    struct felt_news news = {.kind = FELT_NEWS_LOBBY_ROW, .table = &face};
    felt_ring_face(floor, ring, &face);
    for (uint32_t line = floor->lobby; line != FELT_NO_LINE; line = floor->line[line].next_lobby) {
        struct felt_want_filter filter = floor->line[line].filter;
        filter.free_seat = false; /* that the last one was taken is news too */
        if (!passes(floor, ring, &filter) || !felt_private_is_open_to(floor, line, ring)) continue;
        floor->to[count++] = line;
        if (count < FELT_LINES_AT_ONCE) continue;
        floor->services->post(floor->services->self, floor->to, count, &news);
        count = 0;
    }
    if (count) floor->services->post(floor->services->self, floor->to, count, &news);
}

int64_t felt_lobby_tick(struct felt_floor *floor, int64_t now_ms)
{
    while (floor->dirty) {
        struct felt_ring *ring = felt_ring_at(floor, floor->dirty - 1);
        floor->dirty = ring->next_dirty;
        ring->dirty = false;
        if (ring->used) tell_row(floor, ring);
    }
    if (floor->lobby != FELT_NO_LINE && now_ms != INT64_MAX)
        felt_heap_set(&floor->alarms, alarm_number(floor), now_ms + floor->config->lobby_ms);
    return INT64_MAX;
}

void felt_lobby_leave(struct felt_floor *floor, uint32_t line)
{
    if (!floor->line[line].lobby) return;
    uint32_t *link = &floor->lobby;
    while (*link != line) link = &floor->line[*link].next_lobby;
    *link = floor->line[line].next_lobby;
    floor->line[line].lobby = false;
    if (floor->lobby == FELT_NO_LINE) felt_heap_clear(&floor->alarms, alarm_number(floor));
}

void felt_lobby_want(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                     int64_t now_ms)
{
    enum { ROWS_AT_ONCE = 32 };
    struct felt_floor_face face[ROWS_AT_ONCE];
    struct felt_news news = {.kind = FELT_NEWS_LOBBY,
                             .has_req = want->has_req,
                             .req = want->req,
                             .seat = FELT_SEAT_NONE,
                             .faces = face};
    felt_lobby_leave(floor, line);
    for (uint32_t index = 0; index < floor->fresh_ring; index++) {
        const struct felt_ring *ring = felt_ring_at(floor, index);
        if (!ring->used || !passes(floor, ring, &want->filter) ||
            !felt_private_is_open_to(floor, line, ring))
            continue;
        if (news.count == ROWS_AT_ONCE) {
            news.more = true;
            felt_floor_post_line(floor, line, &news);
            news.count = 0;
        }
        felt_ring_face(floor, ring, &face[news.count++]);
    }
    news.more = false;
    felt_floor_post_line(floor, line, &news);
    if (!want->on) return;
    struct felt_floor_line *mine = &floor->line[line];
    if (floor->lobby == FELT_NO_LINE)
        felt_heap_set(&floor->alarms, alarm_number(floor), now_ms + floor->config->lobby_ms);
    mine->lobby = true;
    mine->filter = want->filter;
    mine->next_lobby = floor->lobby;
    floor->lobby = line;
}

/* ---- a quick seat ---- */

/* How well a table suits somebody with so many chips; less than 0: not at all. */
static int suit(const struct felt_floor *floor, const struct felt_ring *ring, felt_chips bank)
{
    const struct felt_stake *stake = felt_ring_stake(floor, ring);
    int playing = 0, people = 0, taken = 0;
    for (int seat = 0; seat < stake->seats; seat++) {
        const struct felt_chair *chair = &ring->chair[seat];
        if (!chair->user) continue;
        taken++;
        playing += felt_chair_is_present(chair);
        people += chair->kind != FELT_USER_HOUSE;
    }
    if (!felt_ring_has_chips(floor, ring)) bank = stake->buy_in_max; /* he needs none */
    if (taken == stake->seats || bank < stake->buy_in_min || ring->closing) return -1;
    /* Somebody to play with, people above all; not all he has, if that can be; the tables that are
     * named first. */
    int score = playing ? 1000 : 0;
    score += people ? 300 : 0;
    score += bank >= stake->buy_in_max ? 500 : 0;
    return score + 10 * playing - ring->stake;
}

struct felt_ring *felt_lobby_pick(const struct felt_floor *floor, uint32_t index,
                                  const struct felt_want_filter *filter)
{
    const struct felt_floor_player *player = &floor->player[index];
    struct felt_ring *best = NULL;
    int most = -1;
    for (uint32_t i = 0; i < floor->fresh_ring; i++) {
        struct felt_ring *ring = felt_ring_at(floor, i);
        bool there = false;
        for (uint32_t k = 0; k < player->seats; k++) there |= player->ring[k] == i;
        if (!ring->used || there || !passes(floor, ring, filter)) continue;
        if (felt_ring_is_private(floor, ring)) continue;
        const struct felt_stake *stake = felt_ring_stake(floor, ring);
        if (player->bot && !stake->bots_welcome) continue;
        int score = suit(floor, ring, player->bank);
        if (score > most) {
            most = score;
            best = ring;
        }
    }
    return best;
}
