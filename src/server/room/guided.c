/* guided.c -- tables of tournaments: seated and dealt by somebody else. */
#include "server/room/guided.h"

#include "server/room/floor_parts.h"
#include "base/fields.h"

/* ---- what a hand may be like ---- */

uint32_t felt_player_seats(const struct felt_floor *floor, const struct felt_floor_player *player,
                           bool guided)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < player->seats; i++)
        count += felt_ring_is_guided(floor, felt_ring_at(floor, player->ring[i])) == guided;
    return count;
}

static bool good_posts(const struct felt_guided_hand *hand)
{
    const felt_chips *posts[] = {hand->ante, hand->dead, hand->blind};
    for (int kind = 0; kind < 3; kind++)
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
            felt_chips chips = posts[kind][seat];
            if (chips < 0 || chips > FELT_CHIPS_MAX) return false;
            if (chips && !felt_seats_has(hand->seats, seat)) return false;
        }
    return true;
}

static bool posts(const struct felt_guided_hand *hand, felt_seat seat)
{
    return seat >= 0 && seat < FELT_SEATS_MAX && felt_seats_has(hand->seats, seat);
}

bool felt_guided_is_good(const struct felt_floor *floor, const struct felt_ring *ring,
                         const struct felt_guided_hand *hand)
{
    const struct felt_stake *stake = felt_ring_stake(floor, ring);
    if (hand->game >= stake->games || (hand->removed & ~hand->seats)) return false;
    const struct felt_plug *plug = stake->game[hand->game];
    int count = felt_seats_count(hand->seats);
    if (count < 2 || count < plug->seats_min || count > plug->seats_max) return false;
    for (felt_seats left = hand->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (seat >= stake->seats || !ring->chair[seat].user || ring->chair[seat].stack <= 0)
            return false;
    }
    if (hand->button < 0 || hand->button >= stake->seats || !good_posts(hand)) return false;
    if (hand->small != FELT_SEAT_NONE && !posts(hand, hand->small)) return false;
    if (!plug->small_blind) return hand->big == FELT_SEAT_NONE || posts(hand, hand->big);
    return posts(hand, hand->big) && hand->small != hand->big;
}

struct felt_blinds_plan felt_guided_plan(const struct felt_guided_hand *hand)
{
    return (struct felt_blinds_plan){.possible = true,
                                     .button = hand->button,
                                     .small = hand->small,
                                     .big = hand->big,
                                     .dealt = hand->seats};
}

void felt_guided_make_deal(const struct felt_floor *floor, struct felt_ring *ring)
{
    const struct felt_guided_hand *hand = &ring->guide.hand;
    ring->deal =
        (struct felt_deal){.seats = hand->seats, .button = hand->button, .opener = FELT_SEAT_NONE};
    for (felt_seats left = hand->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        ring->deal.stack[seat] = ring->chair[seat].stack;
    }
    memcpy(ring->deal.ante, hand->ante, sizeof hand->ante);
    memcpy(ring->deal.dead, hand->dead, sizeof hand->dead);
    memcpy(ring->deal.blind, hand->blind, sizeof hand->blind);
    if (!felt_ring_plug(floor, ring)->small_blind)
        memset(ring->deal.blind, 0, sizeof ring->deal.blind); /* the game has antes only */
    else
        ring->deal.opener = felt_seats_from(hand->seats, hand->big + 1);
}

bool felt_guided_is_houses(const struct felt_floor *floor, const struct felt_ring *ring)
{
    if (!felt_ring_is_guided(floor, ring)) return false;
    for (int seat = 0; seat < felt_ring_stake(floor, ring)->seats; seat++)
        if (ring->chair[seat].user && ring->chair[seat].kind != FELT_USER_HOUSE) return false;
    return true;
}

/* ---- the end of one ---- */

void felt_guided_ended(const struct felt_floor *floor, struct felt_ring *ring, bool is_void)
{
    if (!felt_ring_is_guided(floor, ring)) return;
    ring->guide.voided = is_void;
    ring->guide.over = !floor->quiet;
}

void felt_guided_tell_over(struct felt_floor *floor, struct felt_ring *ring)
{
    const struct felt_floor_services *services = floor->services;
    felt_chips stack[FELT_SEATS_MAX];
    felt_assert(!ring->hand && ring->guide.any);
    ring->guide.over = false;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) stack[seat] = ring->chair[seat].stack;
    if (services->guided_over)
        services->guided_over(services->self, felt_ring_index(floor, ring), ring->guide.hand.number,
                              stack, ring->guide.voided);
}

/* ---- records ---- */

void felt_guided_put(struct felt_putter *entry, const struct felt_guided_hand *hand)
{
    felt_put(entry, hand->game, 1);
    felt_put(entry, hand->seats, 2);
    felt_put(entry, hand->removed, 2);
    felt_put(entry, (uint8_t)hand->button, 1);
    felt_put(entry, (uint8_t)hand->small, 1);
    felt_put(entry, (uint8_t)hand->big, 1);
    felt_put(entry, hand->number, 8);
    for (felt_seats left = hand->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        felt_put(entry, (uint64_t)hand->ante[seat], 8);
        felt_put(entry, (uint64_t)hand->dead[seat], 8);
        felt_put(entry, (uint64_t)hand->blind[seat], 8);
    }
}

bool felt_guided_get(struct felt_getter *getter, struct felt_guided_hand *hand)
{
    *hand = (struct felt_guided_hand){.game = (uint8_t)felt_get(getter, 1)};
    hand->seats = (felt_seats)felt_get(getter, 2);
    hand->removed = (felt_seats)felt_get(getter, 2);
    hand->button = (felt_seat)felt_get(getter, 1);
    hand->small = (felt_seat)felt_get(getter, 1);
    hand->big = (felt_seat)felt_get(getter, 1);
    hand->number = felt_get(getter, 8);
    if (hand->seats >> FELT_SEATS_MAX) return false;
    for (felt_seats left = hand->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        hand->ante[seat] = (felt_chips)felt_get(getter, 8);
        hand->dead[seat] = (felt_chips)felt_get(getter, 8);
        hand->blind[seat] = (felt_chips)felt_get(getter, 8);
    }
    return felt_get_is_over(getter) && good_posts(hand);
}

/* ---- what the guide does ---- */

static struct felt_ring *find(const struct felt_floor *floor, uint32_t table)
{
    if (table >= floor->fresh_ring) return NULL;
    struct felt_ring *ring = felt_ring_at(floor, table);
    return ring->used && felt_ring_is_guided(floor, ring) ? ring : NULL;
}

static struct felt_ring *find_between(const struct felt_floor *floor, uint32_t table,
                                      felt_seat seat)
{
    struct felt_ring *ring = find(floor, table);
    bool there = ring && !ring->hand && seat >= 0 && seat < felt_ring_stake(floor, ring)->seats;
    return there ? ring : NULL;
}

int64_t felt_guided_open(struct felt_floor *floor, int stake, int64_t now_ms)
{
    (void)now_ms;
    const struct felt_stake *of = felt_floor_stake(floor, stake);
    if (!of || !of->guided) return -1;
    struct felt_ring *ring = felt_ring_add(floor, stake);
    return ring ? (int64_t)felt_ring_index(floor, ring) : -1;
}

static bool sits_at(const struct felt_floor *floor, const struct felt_ring *ring, int64_t user)
{
    for (int seat = 0; seat < felt_ring_stake(floor, ring)->seats; seat++)
        if (ring->chair[seat].user == user) return true;
    return false;
}

/* He sees the table with his own eyes, on every line of his. */
static void show(struct felt_floor *floor, struct felt_ring *ring, uint32_t player, felt_seat seat,
                 int64_t now_ms)
{
    const struct felt_floor_services *services = floor->services;
    if (floor->player[player].local) {
        if (services->local_sit)
            services->local_sit(services->self, felt_ring_index(floor, ring), seat,
                                floor->player[player].user);
        return;
    }
    for (uint32_t line = floor->player[player].lines; line != FELT_NO_LINE;
         line = floor->line[line].next)
        (void)felt_line_watch(floor, line, ring, now_ms);
}

bool felt_guided_seat(struct felt_floor *floor, uint32_t table, felt_seat seat,
                      const struct felt_guest_of_floor *who, felt_chips stack, int64_t now_ms)
{
    struct felt_ring *ring = find_between(floor, table, seat);
    if (!ring || ring->chair[seat].user || who->user <= 0 || stack < 1 || stack > FELT_CHIPS_MAX ||
        sits_at(floor, ring, who->user))
        return false;
    uint32_t player = felt_floor_player_make(floor, who->user, who->name, who->kind, who->bot);
    if (player == FELT_NO_PLAYER) return false;
    if (!felt_floor_player_sits(floor, player, table, seat)) {
        felt_floor_player_drop(floor, player);
        return false;
    }
    const struct felt_floor_player *one = &floor->player[player];
    struct felt_chair *chair = &ring->chair[seat];
    *chair = (struct felt_chair){.user = one->user,
                                 .player = player,
                                 .sitting = FELT_SITTING_DOWN,
                                 .kind = one->kind,
                                 .bot = one->bot,
                                 .muck = true,
                                 .away = !one->line_count,
                                 .away_stack = one->line_count ? 0 : stack,
                                 .bank_ms = felt_ring_stake(floor, ring)->bank_ms,
                                 .stack = stack,
                                 .buy_in = stack,
                                 .since_ms = now_ms};
    memcpy(chair->name, one->name, sizeof chair->name);
    felt_entry_chair(floor, ring, seat);
    felt_player_looks(floor, player, ring, seat);
    felt_ring_post_chair(floor, ring, seat);
    show(floor, ring, player, seat, now_ms);
    return true;
}

static void rise(struct felt_floor *floor, struct felt_ring *ring, felt_seat seat)
{
    struct felt_chair *chair = &ring->chair[seat];
    if (chair->stack > 0) felt_player_looks_away(floor, chair->player, ring, NULL);
    chair->stack = 0; /* it is the guide's */
    felt_chair_free(floor, ring, seat);
}

bool felt_guided_rise(struct felt_floor *floor, uint32_t table, felt_seat seat, int64_t now_ms)
{
    struct felt_ring *ring = find_between(floor, table, seat);
    (void)now_ms;
    if (!ring || !ring->chair[seat].user) return false;
    rise(floor, ring, seat);
    return true;
}

bool felt_guided_deal(struct felt_floor *floor, uint32_t table, const struct felt_guided_hand *hand,
                      int64_t now_ms)
{
    struct felt_ring *ring = find(floor, table);
    if (!ring || ring->hand || !floor->open || !felt_guided_is_good(floor, ring, hand))
        return false;
    struct felt_blinds_plan plan = felt_guided_plan(hand);
    ring->guide = (struct felt_guide){.any = true, .hand = *hand};
    ring->game = hand->game;
    felt_ring_deal(floor, ring, floor->date, ++floor->next_hand, &plan, now_ms);
    felt_ring_go_on(floor, ring, now_ms);
    return true;
}

void felt_guided_close(struct felt_floor *floor, uint32_t table, int64_t now_ms)
{
    struct felt_ring *ring = find(floor, table);
    (void)now_ms;
    if (!ring || ring->hand) return;
    for (int seat = 0; seat < felt_ring_stake(floor, ring)->seats; seat++)
        if (ring->chair[seat].user) rise(floor, ring, (felt_seat)seat);
    felt_ring_close(floor, ring);
}

void felt_guided_void(struct felt_floor *floor, uint32_t table, const char *why, int64_t now_ms)
{
    struct felt_ring *ring = find(floor, table);
    if (!ring || !ring->hand) return;
    felt_ring_void(floor, ring, why);
    felt_ring_go_on(floor, ring, now_ms);
}

void felt_guided_tell(struct felt_floor *floor, uint32_t table, const char *text)
{
    struct felt_ring *ring = find(floor, table);
    if (!ring) return;
    struct felt_floor_face face;
    felt_ring_face(floor, ring, &face);
    felt_ring_post_seats(
        floor, ring,
        &(struct felt_news){
            .kind = FELT_NEWS_NOTICE, .table = &face, .seat = FELT_SEAT_NONE, .text = text},
        0, true);
}

bool felt_guided_look(const struct felt_floor *floor, uint32_t table, struct felt_guided_look *look)
{
    const struct felt_ring *ring = find(floor, table);
    *look = (struct felt_guided_look){0};
    if (!ring) return false;
    look->hand = ring->hand;
    look->any = ring->guide.any;
    look->is_void = ring->guide.voided;
    look->number = ring->guide.hand.number;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        look->user[seat] = ring->chair[seat].user;
        look->stack[seat] = ring->chair[seat].stack;
    }
    return true;
}
