/* chat.c -- words at a table: said, kept a while, not told to those who do not want them. */
#include "server/room/floor_parts.h"

#include <string.h>

static bool is_blocked(const struct felt_floor *floor, uint32_t index, int64_t user)
{
    if (index == FELT_NO_PLAYER) return false;
    const struct felt_floor_player *player = &floor->player[index];
    for (uint32_t i = 0; i < player->blocks; i++)
        if (player->block[i] == user) return true;
    return false;
}

uint32_t felt_chat_of(const struct felt_floor *floor, const struct felt_ring *ring, uint32_t line,
                      const struct felt_chat_line *out[FELT_CHATS_KEPT])
{
    uint32_t kept = ring->chats < FELT_CHATS_KEPT ? ring->chats : FELT_CHATS_KEPT, count = 0;
    for (uint32_t i = 0; i < kept; i++) {
        const struct felt_chat_line *one = &ring->chat[(ring->chats - kept + i) % FELT_CHATS_KEPT];
        if (!is_blocked(floor, floor->line[line].player, one->user)) out[count++] = one;
    }
    return count;
}

/* One word every chat_ms, and chat_burst at once after a silence. */
static bool may_speak(const struct felt_floor *floor, struct felt_floor_player *player,
                      int64_t now_ms)
{
    int64_t each = floor->config->chat_ms, most = each * floor->config->chat_burst;
    int64_t from = player->chat_ms > now_ms ? player->chat_ms : now_ms;
    if (from + each - now_ms > most) return false;
    player->chat_ms = from + each;
    return true;
}

void felt_chat_want(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                    struct felt_ring *ring, int64_t now_ms)
{
    uint32_t index = floor->line[line].player;
    struct felt_floor_player *player = &floor->player[index];
    if (felt_line_watches(floor, line, ring) == FELT_NO_WATCH) {
        felt_floor_refuse(floor, line, want, FELT_NO_TABLE, "watch this table before you speak");
        return;
    }
    if (player->silent_ms > now_ms) {
        felt_floor_refuse(floor, line, want, FELT_NO_MUTED, "you may not speak for a while");
        return;
    }
    if (!may_speak(floor, player, now_ms)) {
        felt_floor_refuse(floor, line, want, FELT_NO_TOO_MANY, "slower: wait a few seconds");
        return;
    }
    struct felt_chat_line *said = &ring->chat[ring->chats++ % FELT_CHATS_KEPT];
    *said = (struct felt_chat_line){.at_ms = now_ms, .user = player->user};
    memcpy(said->name, player->name, sizeof said->name);
    memcpy(said->text, want->text, strlen(want->text) + 1);
    floor->counts.chats++;
    struct felt_floor_face face;
    const struct felt_chat_line *one[] = {said};
    struct felt_news news = {
        .kind = FELT_NEWS_CHAT, .table = &face, .seat = FELT_SEAT_NONE, .chat = one, .count = 1};
    int count = 0;
    felt_ring_face(floor, ring, &face);
    for (uint32_t at = ring->watches; at != FELT_NO_WATCH; at = floor->watch[at].next) {
        const struct felt_watch *watch = &floor->watch[at];
        if (watch->mute || is_blocked(floor, floor->line[watch->line].player, said->user)) continue;
        floor->to[count++] = watch->line;
        if (count < FELT_LINES_AT_ONCE) continue;
        floor->services->post(floor->services->self, floor->to, count, &news);
        count = 0;
    }
    if (count) floor->services->post(floor->services->self, floor->to, count, &news);
    felt_floor_ok(floor, line, want, ring, FELT_SEAT_NONE, 0);
}

/* Somebody who is here under that handle. */
static int64_t user_named(const struct felt_floor *floor, const char *name)
{
    for (uint32_t i = 0; i < floor->fresh_player; i++)
        if (floor->player[i].user && strcmp(floor->player[i].name, name) == 0)
            return floor->player[i].user;
    return 0;
}

void felt_chat_block(struct felt_floor *floor, uint32_t line, const struct felt_want *want)
{
    struct felt_floor_player *player = &floor->player[floor->line[line].player];
    int64_t user = user_named(floor, want->name);
    if (!user || user == player->user) {
        felt_floor_refuse(floor, line, want, FELT_NO_USER, "nobody else of that name is here");
        return;
    }
    uint32_t at = 0;
    while (at < player->blocks && player->block[at] != user) at++;
    if (want->on && at == player->blocks) {
        if (at == FELT_BLOCKS_MAX) {
            felt_floor_refuse(floor, line, want, FELT_NO_TOO_MANY,
                              "you block as many as can be: unblock one first");
            return;
        }
        player->block[player->blocks++] = user;
    } else if (!want->on && at < player->blocks) {
        player->block[at] = player->block[--player->blocks];
    }
    felt_floor_ok(floor, line, want, NULL, FELT_SEAT_NONE, 0);
}
