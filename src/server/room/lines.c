/* lines.c -- lines of people: entering, leaving, watching, being told; what they want. */
#include "server/room/floor_parts.h"

#include "felt/buffer.h"

#include <string.h>

/* ---- faces ---- */

static enum felt_chair_state state_of(const struct felt_ring *ring, const struct felt_chair *chair)
{
    if (!chair->user) return FELT_CHAIR_FREE;
    if (chair->sitting == FELT_SITTING_BUYING) return FELT_CHAIR_BUYING;
    if (chair->leaving || chair->sitting == FELT_SITTING_UP) return FELT_CHAIR_LEAVING;
    if (chair->out) return FELT_CHAIR_OUT;
    felt_seat seat = (felt_seat)(chair - ring->chair);
    if (felt_chair_in_hand(ring, seat)) return FELT_CHAIR_PLAYING;
    if (chair->stack + chair->extra == 0) return FELT_CHAIR_BROKE;
    return chair->owes ? FELT_CHAIR_WAITING : FELT_CHAIR_PLAYING;
}

static felt_chips stack_of(const struct felt_ring *ring, felt_seat seat)
{
    return felt_chair_in_hand(ring, seat) && !ring->foreign ? ring->live.announcer.stack[seat]
                                                            : ring->chair[seat].stack;
}

void felt_ring_face(const struct felt_floor *floor, const struct felt_ring *ring,
                    struct felt_floor_face *face)
{
    const struct felt_stake *stake = felt_ring_stake(floor, ring);
    *face = (struct felt_floor_face){.index = felt_ring_index(floor, ring),
                                     .id = ring->name,
                                     .stake = stake,
                                     .plug = felt_ring_plug(floor, ring),
                                     .hand = ring->hand,
                                     .choosing = ring->choosing,
                                     .settling = ring->settling,
                                     .closing = ring->closing,
                                     .hand_id = ring->hand_id,
                                     .knocked_ms = ring->knocked_ms,
                                     .knocked_chair = ring->knocked_chair,
                                     .watchers = ring->watchers,
                                     .seq = ring->seq,
                                     .average_pot = (uint32_t)ring->pot,
                                     .percent_flop = (uint32_t)(ring->flops * 100),
                                     .hands = ring->hands};
    if (felt_ring_is_private(floor, ring)) {
        face->is_private = true;
        face->paused = ring->private.paused;
        face->bomb_next = ring->private.bomb;
        face->host = ring->private.host_name;
        face->club = ring->private.club;
    }
    if (ring->hand_ms > 0) face->hands_per_hour = (uint32_t)(3600000 / ring->hand_ms);
    for (int seat = 0; seat < stake->seats; seat++) {
        const struct felt_chair *chair = &ring->chair[seat];
        if (!chair->user) continue;
        face->taken++;
        if (chair->kind != FELT_USER_HOUSE) face->people++;
        bool playing = felt_chair_in_hand(ring, (felt_seat)seat);
        if (playing) face->in_hand++;
        face->chair[seat] = (struct felt_chair_face){.state = (uint8_t)state_of(ring, chair),
                                                     .kind = chair->kind,
                                                     .bot = chair->bot,
                                                     .connected = felt_chair_is_here(floor, chair),
                                                     .in_hand = playing,
                                                     .name = chair->name,
                                                     .stack = stack_of(ring, (felt_seat)seat),
                                                     .bank_ms = chair->bank_ms,
                                                     .user = chair->user};
    }
}

void felt_ring_hand_face(const struct felt_floor *floor, const struct felt_ring *ring,
                         struct felt_hand_face *out)
{
    const struct felt_stake *stake = felt_ring_stake(floor, ring);
    *out = (struct felt_hand_face){.config = {.plug = felt_ring_plug(floor, ring),
                                              .seats = stake->seats,
                                              .stack = stake->buy_in_max,
                                              .move_ms = stake->move_ms},
                                   .face = {.index = felt_ring_index(floor, ring),
                                            .id = ring->name,
                                            .in_hand = ring->hand,
                                            .hands = (uint32_t)ring->hands}};
    out->face.config = &out->config;
    for (int seat = 0; seat < stake->seats; seat++) {
        const struct felt_chair *chair = &ring->chair[seat];
        if (!felt_chair_in_hand(ring, (felt_seat)seat)) continue;
        out->face.seat[seat] =
            (struct felt_seat_face){.team = chair->name,
                                    .connected = felt_chair_is_here(floor, chair),
                                    .stack = stack_of(ring, (felt_seat)seat)};
    }
}

/* ---- telling ---- */

static void post(struct felt_floor *floor, const uint32_t *lines, int count,
                 const struct felt_news *news)
{
    if (count && !floor->quiet) floor->services->post(floor->services->self, lines, count, news);
}

void felt_ring_post_seats(struct felt_floor *floor, const struct felt_ring *ring,
                          struct felt_news *news, felt_seats seats, bool others)
{
    int count = 0;
    if (floor->quiet) return;
    news->seq = ring->seq;
    for (uint32_t at = ring->watches; at != FELT_NO_WATCH; at = floor->watch[at].next) {
        const struct felt_watch *watch = &floor->watch[at];
        bool named = watch->seat != FELT_SEAT_NONE && felt_seats_has(seats, watch->seat);
        if (named == others) continue;
        floor->to[count++] = watch->line;
        if (count < FELT_LINES_AT_ONCE) continue;
        post(floor, floor->to, count, news);
        count = 0;
    }
    post(floor, floor->to, count, news);
}

void felt_ring_post(struct felt_floor *floor, struct felt_ring *ring, struct felt_news *news)
{
    ring->seq++;
    felt_ring_post_seats(floor, ring, news, 0, true);
}

void felt_floor_post_line(struct felt_floor *floor, uint32_t line, struct felt_news *news)
{
    if (line != FELT_NO_LINE && floor->line[line].in) post(floor, &line, 1, news);
}

void felt_floor_post_player(struct felt_floor *floor, uint32_t player, struct felt_news *news)
{
    for (uint32_t line = floor->player[player].lines; line != FELT_NO_LINE;
         line = floor->line[line].next)
        post(floor, &line, 1, news);
}

void felt_ring_post_chair(struct felt_floor *floor, struct felt_ring *ring, felt_seat seat)
{
    struct felt_floor_face face;
    if (floor->quiet) return;
    felt_ring_face(floor, ring, &face);
    felt_ring_post(floor, ring,
                   &(struct felt_news){.kind = FELT_NEWS_CHAIR, .table = &face, .seat = seat});
    felt_lobby_touch(floor, ring);
}

static struct felt_mine mine_of(const struct felt_ring *ring, const struct felt_chair *chair)
{
    bool ahead = ring->hand && chair->preselect_hand == ring->live.counter;
    return (struct felt_mine){.wait = chair->wait,
                              .rebuy = chair->rebuy,
                              .muck = chair->muck,
                              .straddle = chair->straddle,
                              .out = chair->out,
                              .leaving = chair->leaving,
                              .twice = chair->twice,
                              .auto_action = chair->auto_action,
                              .auto_limit = chair->auto_limit,
                              .preselect = ahead ? chair->preselect : FELT_PRESELECT_NONE,
                              .preselect_amount = ahead ? chair->preselect_amount : 0,
                              .owes = chair->owes,
                              .top_up = chair->top_up};
}

void felt_ring_post_mine(struct felt_floor *floor, const struct felt_ring *ring, felt_seat seat)
{
    struct felt_floor_face face;
    if (floor->quiet || felt_player_of(floor, &ring->chair[seat])->local) return;
    struct felt_mine mine = mine_of(ring, &ring->chair[seat]);
    felt_ring_face(floor, ring, &face);
    felt_ring_post_seats(
        floor, ring,
        &(struct felt_news){.kind = FELT_NEWS_MINE, .table = &face, .seat = seat, .mine = &mine},
        felt_seats_of(seat), false);
}

/* ---- watching ---- */

uint32_t felt_line_watches(const struct felt_floor *floor, uint32_t line,
                           const struct felt_ring *ring)
{
    uint32_t index = felt_ring_index(floor, ring);
    uint32_t at = floor->line[line].watches;
    while (at != FELT_NO_WATCH && floor->watch[at].ring != index)
        at = floor->watch[at].next_of_line;
    return at;
}

static felt_seat seat_of_line(const struct felt_floor *floor, uint32_t line,
                              const struct felt_ring *ring)
{
    uint32_t index = floor->line[line].player, at = felt_ring_index(floor, ring);
    if (index == FELT_NO_PLAYER) return FELT_SEAT_NONE;
    const struct felt_floor_player *player = &floor->player[index];
    for (uint32_t i = 0; i < player->seats; i++)
        if (player->ring[i] == at) return player->seat[i];
    return FELT_SEAT_NONE;
}

static void tell_table(struct felt_floor *floor, uint32_t line, struct felt_ring *ring,
                       felt_seat seat, int64_t now_ms)
{
    struct felt_floor_face face;
    const struct felt_chat_line *chat[FELT_CHATS_KEPT];
    struct felt_mine mine = {0};
    felt_ring_face(floor, ring, &face);
    if (seat != FELT_SEAT_NONE) mine = mine_of(ring, &ring->chair[seat]);
    struct felt_news news = {.kind = FELT_NEWS_TABLE,
                             .table = &face,
                             .seq = ring->seq,
                             .seat = seat,
                             .mine = seat != FELT_SEAT_NONE ? &mine : NULL,
                             .chat = chat};
    news.count = felt_chat_of(floor, ring, line, chat);
    felt_floor_post_line(floor, line, &news);
    if (ring->hand && !ring->settling && !ring->foreign)
        felt_ring_snapshot_to(floor, ring, line, seat, now_ms);
    if (ring->choosing && ring->actor == seat && seat != FELT_SEAT_NONE)
        felt_ring_tell_choose(floor, ring, line, now_ms);
}

bool felt_line_watch(struct felt_floor *floor, uint32_t line, struct felt_ring *ring,
                     int64_t now_ms)
{
    uint32_t at = felt_line_watches(floor, line, ring), count = 0;
    felt_seat seat = seat_of_line(floor, line, ring);
    if (at == FELT_NO_WATCH) {
        for (uint32_t i = floor->line[line].watches; i != FELT_NO_WATCH;
             i = floor->watch[i].next_of_line)
            count++;
        /* Where he sits he must see, whatever else he looks at. */
        uint32_t more = seat != FELT_SEAT_NONE ? FELT_SEATS_OF_PLAYER : 0;
        if (count >= FELT_TABLES_OF_LINE + more) return false;
        if (floor->free_watch) {
            at = floor->free_watch - 1;
            floor->free_watch = floor->watch[at].next;
        } else if (floor->fresh_watch < floor->config->watches_max) {
            at = floor->fresh_watch++;
        } else {
            return false;
        }
        floor->watch[at] = (struct felt_watch){.line = line,
                                               .ring = felt_ring_index(floor, ring),
                                               .next = ring->watches,
                                               .previous = FELT_NO_WATCH,
                                               .next_of_line = floor->line[line].watches,
                                               .seat = seat};
        if (ring->watches != FELT_NO_WATCH) floor->watch[ring->watches].previous = at;
        ring->watches = floor->line[line].watches = at;
        ring->watchers++;
    }
    floor->watch[at].seat = seat;
    tell_table(floor, line, ring, seat, now_ms);
    return true;
}

void felt_line_unwatch(struct felt_floor *floor, uint32_t line, const struct felt_ring *from)
{
    uint32_t at = felt_line_watches(floor, line, from);
    if (at == FELT_NO_WATCH) return;
    struct felt_watch *watch = &floor->watch[at];
    struct felt_ring *ring = felt_ring_at(floor, watch->ring);
    uint32_t *link = &floor->line[line].watches;
    while (*link != at) link = &floor->watch[*link].next_of_line;
    *link = watch->next_of_line;
    if (watch->previous != FELT_NO_WATCH)
        floor->watch[watch->previous].next = watch->next;
    else
        ring->watches = watch->next;
    if (watch->next != FELT_NO_WATCH) floor->watch[watch->next].previous = watch->previous;
    *watch = (struct felt_watch){.next = floor->free_watch};
    floor->free_watch = at + 1;
    ring->watchers--;
}

void felt_player_looks(struct felt_floor *floor, uint32_t player, const struct felt_ring *ring,
                       felt_seat seat)
{
    for (uint32_t line = floor->player[player].lines; line != FELT_NO_LINE;
         line = floor->line[line].next) {
        uint32_t at = felt_line_watches(floor, line, ring);
        if (at != FELT_NO_WATCH) floor->watch[at].seat = seat;
    }
}

void felt_player_looks_away(struct felt_floor *floor, uint32_t player, const struct felt_ring *ring,
                            const char *why)
{
    struct felt_floor_face face;
    felt_ring_face(floor, ring, &face);
    for (uint32_t line = floor->player[player].lines; line != FELT_NO_LINE;
         line = floor->line[line].next) {
        if (felt_line_watches(floor, line, ring) == FELT_NO_WATCH) continue;
        felt_line_unwatch(floor, line, ring);
        felt_floor_post_line(
            floor, line,
            &(struct felt_news){
                .kind = FELT_NEWS_GONE, .table = &face, .seat = FELT_SEAT_NONE, .text = why});
    }
}

/* ---- entering and leaving ---- */

bool felt_floor_is_in(const struct felt_floor *floor, uint32_t line)
{
    felt_assert(line < floor->config->lines_max);
    return floor->line[line].in;
}

static bool turn_away(struct felt_floor_reply *reply, const char *text)
{
    struct felt_buffer out = felt_buffer_make(reply->text, sizeof reply->text);
    reply->no = FELT_NO_TOO_MANY;
    felt_buffer_text(&out, text);
    felt_buffer_terminate(&out);
    return false;
}

bool felt_floor_enter(struct felt_floor *floor, uint32_t line,
                      const struct felt_guest_of_floor *who, int64_t now_ms,
                      struct felt_floor_reply *reply)
{
    felt_assert(line < floor->config->lines_max && !floor->line[line].in);
    struct felt_floor_line *mine = &floor->line[line];
    *reply = (struct felt_floor_reply){0};
    uint32_t index = FELT_NO_PLAYER;
    if (who->user) {
        index = felt_floor_player_make(floor, who->user, who->name, who->kind, who->bot);
        if (index == FELT_NO_PLAYER)
            return turn_away(reply, "the room is full: try again in a while");
        struct felt_floor_player *player = &floor->player[index];
        if (player->line_count == FELT_LINES_OF_PLAYER)
            return turn_away(reply, "too many connections of yours: close one");
        if (!player->seats) player->bot = who->bot; /* whoever sits is what he sat down as */
        player->local = who->local;
        player->bank = who->bank;
    }
    *mine = (struct felt_floor_line){.in = true,
                                     .local = who->local,
                                     .network = who->network,
                                     .player = index,
                                     .next = FELT_NO_LINE,
                                     .next_lobby = FELT_NO_LINE,
                                     .watches = FELT_NO_WATCH};
    floor->counts.lines++;
    if (index == FELT_NO_PLAYER) return true;
    struct felt_floor_player *player = &floor->player[index];
    mine->next = player->lines;
    player->lines = line;
    player->line_count++;
    felt_away_end(floor, index, line, now_ms);
    return true;
}

void felt_floor_leave(struct felt_floor *floor, uint32_t line, int64_t now_ms)
{
    if (!felt_floor_is_in(floor, line)) return;
    struct felt_floor_line *mine = &floor->line[line];
    felt_lobby_leave(floor, line);
    while (mine->watches != FELT_NO_WATCH)
        felt_line_unwatch(floor, line, felt_ring_at(floor, floor->watch[mine->watches].ring));
    uint32_t index = mine->player;
    mine->in = false;
    floor->counts.lines--;
    if (index == FELT_NO_PLAYER) return;
    struct felt_floor_player *player = &floor->player[index];
    uint32_t *link = &player->lines;
    while (*link != line) link = &floor->line[*link].next;
    *link = mine->next;
    player->line_count--;
    for (uint32_t i = 0; i < player->seats; i++) { /* whoever has this number next asked nothing */
        struct felt_due *due = &felt_ring_at(floor, player->ring[i])->chair[player->seat[i]].due;
        if (due->line == line) due->line = FELT_NO_LINE;
    }
    if (player->line_count) return;
    felt_away_begin(floor, index, now_ms);
    felt_floor_player_drop(floor, index);
}

/* ---- wants ---- */

void felt_floor_ok(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                   const struct felt_ring *ring, felt_seat seat, felt_chips amount)
{
    struct felt_floor_face face = {0};
    if (ring) felt_ring_face(floor, ring, &face);
    felt_floor_post_line(floor, line,
                         &(struct felt_news){.kind = FELT_NEWS_OK,
                                             .has_req = want->has_req,
                                             .req = want->req,
                                             .table = ring ? &face : NULL,
                                             .seat = seat,
                                             .amount = amount});
}

void felt_floor_refuse_req(struct felt_floor *floor, uint32_t line, bool has_req, uint64_t req,
                           enum felt_no no, const char *text)
{
    felt_floor_post_line(floor, line,
                         &(struct felt_news){.kind = FELT_NEWS_ERROR,
                                             .has_req = has_req,
                                             .req = req,
                                             .no = (uint8_t)no,
                                             .seat = FELT_SEAT_NONE,
                                             .text = text});
}

void felt_floor_refuse(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                       enum felt_no no, const char *text)
{
    felt_floor_refuse_req(floor, line, want->has_req, want->req, no, text);
}

static void watch_or_not(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                         struct felt_ring *ring, int64_t now_ms)
{
    uint32_t at = felt_line_watches(floor, line, ring);
    switch (want->kind) {
    case FELT_WANT_WATCH:
        if (felt_line_watch(floor, line, ring, now_ms)) {
            felt_private_tell_host(floor, line, ring);
            felt_floor_ok(floor, line, want, ring, seat_of_line(floor, line, ring), 0);
        } else {
            felt_floor_refuse(floor, line, want, FELT_NO_TOO_MANY,
                              "too many tables are watched: unwatch one first");
        }
        return;
    case FELT_WANT_MUTE:
        if (at == FELT_NO_WATCH) {
            felt_floor_refuse(floor, line, want, FELT_NO_TABLE, "you do not watch this table");
            return;
        }
        floor->watch[at].mute = want->on;
        break;
    default: felt_line_unwatch(floor, line, ring); break;
    }
    felt_floor_ok(floor, line, want, ring, seat_of_line(floor, line, ring), 0);
}

static void want_quick(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                       int64_t now_ms)
{
    struct felt_ring *ring = felt_lobby_pick(floor, floor->line[line].player, &want->filter);
    if (!ring) {
        felt_floor_refuse(floor, line, want, FELT_NO_FULL,
                          "no table has a free seat for you: try other limits, or reload chips");
        return;
    }
    struct felt_want sit = *want;
    sit.kind = FELT_WANT_SIT;
    sit.seat = FELT_SEAT_NONE;
    felt_chair_sit(floor, line, &sit, ring, now_ms);
}

static void want_at_seat(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                         struct felt_ring *ring, bool stale, int64_t now_ms)
{
    felt_seat seat = seat_of_line(floor, line, ring);
    if (seat == FELT_SEAT_NONE) {
        felt_floor_refuse(floor, line, want, FELT_NO_NOT_SEATED, "you have no seat at this table");
        return;
    }
    if (want->kind == FELT_WANT_ACTION)
        felt_ring_act(floor, line, want, ring, seat, stale, now_ms);
    else
        felt_chair_want(floor, line, want, ring, seat, now_ms);
}

void felt_floor_want(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                     bool stale, int64_t now_ms)
{
    felt_assert(felt_floor_is_in(floor, line));
    bool known = floor->line[line].player != FELT_NO_PLAYER;
    if (want->kind == FELT_WANT_LOBBY) {
        felt_lobby_want(floor, line, want, now_ms);
        return;
    }
    bool looks = want->kind == FELT_WANT_WATCH || want->kind == FELT_WANT_UNWATCH ||
                 want->kind == FELT_WANT_MUTE;
    if (!known && !looks) {
        felt_floor_refuse(floor, line, want, FELT_NO_SIGN_IN,
                          "sign in first, as a guest if you like; without that you can watch");
        return;
    }
    if (want->kind == FELT_WANT_BLOCK) {
        felt_chat_block(floor, line, want);
        return;
    }
    if (want->kind == FELT_WANT_QUICK) {
        want_quick(floor, line, want, now_ms);
        return;
    }
    if (want->kind == FELT_WANT_CREATE) {
        felt_private_create(floor, line, want, now_ms);
        return;
    }
    struct felt_ring *ring = felt_ring_find(floor, want->table);
    bool hidden = !ring || felt_ring_is_private(floor, ring);
    if (hidden && !felt_private_admits(floor, line, want, ring, now_ms)) return;
    if (want->kind == FELT_WANT_CHANGE || want->kind == FELT_WANT_HOST)
        felt_private_host(floor, line, want, ring, now_ms);
    else if (looks)
        watch_or_not(floor, line, want, ring, now_ms);
    else if (want->kind == FELT_WANT_SIT)
        felt_chair_sit(floor, line, want, ring, now_ms);
    else if (want->kind == FELT_WANT_CHAT)
        felt_chat_want(floor, line, want, ring, now_ms);
    else
        want_at_seat(floor, line, want, ring, stale, now_ms);
}

bool felt_floor_awaits(const struct felt_floor *floor, uint32_t line, const char *table)
{
    if (!floor->line[line].in || floor->line[line].player == FELT_NO_PLAYER) return false;
    const struct felt_ring *ring = felt_ring_find(floor, table);
    if (!ring || !(ring->asked || ring->choosing)) return false;
    felt_seat seat = seat_of_line(floor, line, ring);
    return seat != FELT_SEAT_NONE && ring->actor == seat && felt_ring_was_asked(floor, ring);
}
