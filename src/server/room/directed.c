/* directed.c -- tables of tournaments: seated and dealt by somebody else. */
#include "server/room/directed.h"

#include "server/room/room_parts.h"
#include "base/fields.h"

/* ---- what a hand may be like ---- */

uint32_t felt_room_player_seats(const struct felt_room *room, const struct felt_room_player *player,
                                bool directed)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < player->seats; i++)
        count += felt_room_table_is_directed(room, felt_room_table_at(room, player->table[i])) ==
                 directed;
    return count;
}

static bool good_posts(const struct felt_room_directed_hand *hand)
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

static bool posts(const struct felt_room_directed_hand *hand, felt_seat seat)
{
    return seat >= 0 && seat < FELT_SEATS_MAX && felt_seats_has(hand->seats, seat);
}

bool felt_room_directed_is_good(const struct felt_room *room, const struct felt_room_table *table,
                                const struct felt_room_directed_hand *hand)
{
    const struct felt_stake *stake = felt_room_table_stake(room, table);
    if (hand->game >= stake->games || (hand->removed & ~hand->seats)) return false;
    const struct felt_game_adapter *adapter = stake->game[hand->game];
    int count = felt_seats_count(hand->seats);
    if (count < 2 || count < adapter->seats_min || count > adapter->seats_max) return false;
    for (felt_seats left = hand->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (seat >= stake->seats || !table->seat[seat].user || table->seat[seat].stack <= 0)
            return false;
    }
    if (hand->button < 0 || hand->button >= stake->seats || !good_posts(hand)) return false;
    if (hand->small != FELT_SEAT_NONE && !posts(hand, hand->small)) return false;
    if (!adapter->small_blind) return hand->big == FELT_SEAT_NONE || posts(hand, hand->big);
    return posts(hand, hand->big) && hand->small != hand->big;
}

struct felt_room_blinds_plan felt_room_directed_plan(const struct felt_room_directed_hand *hand)
{
    return (struct felt_room_blinds_plan){.possible = true,
                                          .button = hand->button,
                                          .small = hand->small,
                                          .big = hand->big,
                                          .dealt = hand->seats};
}

void felt_room_directed_make_deal(const struct felt_room *room, struct felt_room_table *table)
{
    const struct felt_room_directed_hand *hand = &table->direction.hand;
    table->deal =
        (struct felt_deal){.seats = hand->seats, .button = hand->button, .opener = FELT_SEAT_NONE};
    for (felt_seats left = hand->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        table->deal.stack[seat] = table->seat[seat].stack;
    }
    memcpy(table->deal.ante, hand->ante, sizeof hand->ante);
    memcpy(table->deal.dead, hand->dead, sizeof hand->dead);
    memcpy(table->deal.blind, hand->blind, sizeof hand->blind);
    if (!felt_room_table_adapter(room, table)->small_blind)
        memset(table->deal.blind, 0, sizeof table->deal.blind); /* the game has antes only */
    else
        table->deal.opener = felt_seats_from(hand->seats, hand->big + 1);
}

bool felt_room_directed_is_houses(const struct felt_room *room, const struct felt_room_table *table)
{
    if (!felt_room_table_is_directed(room, table)) return false;
    for (int seat = 0; seat < felt_room_table_stake(room, table)->seats; seat++)
        if (table->seat[seat].user && table->seat[seat].kind != FELT_USER_HOUSE) return false;
    return true;
}

/* ---- the end of one ---- */

void felt_room_directed_ended(const struct felt_room *room, struct felt_room_table *table,
                              bool is_void)
{
    if (!felt_room_table_is_directed(room, table)) return;
    table->direction.voided = is_void;
    table->direction.over = !room->quiet;
}

void felt_room_directed_tell_over(struct felt_room *room, struct felt_room_table *table)
{
    const struct felt_room_services *services = room->services;
    felt_chips stack[FELT_SEATS_MAX];
    felt_assert(!table->hand && table->direction.any);
    table->direction.over = false;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) stack[seat] = table->seat[seat].stack;
    if (services->directed_over)
        services->directed_over(services->self, felt_room_table_index(room, table),
                                table->direction.hand.number, stack, table->direction.voided);
}

/* ---- records ---- */

void felt_room_directed_put(struct felt_putter *entry, const struct felt_room_directed_hand *hand)
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

bool felt_room_directed_get(struct felt_getter *getter, struct felt_room_directed_hand *hand)
{
    *hand = (struct felt_room_directed_hand){.game = (uint8_t)felt_get(getter, 1)};
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

/* ---- what the director does ---- */

static struct felt_room_table *find(const struct felt_room *room, uint32_t table_index)
{
    if (table_index >= room->fresh_table) return NULL;
    struct felt_room_table *table = felt_room_table_at(room, table_index);
    return table->used && felt_room_table_is_directed(room, table) ? table : NULL;
}

static struct felt_room_table *find_between(const struct felt_room *room, uint32_t table_index,
                                            felt_seat seat)
{
    struct felt_room_table *table = find(room, table_index);
    bool there =
        table && !table->hand && seat >= 0 && seat < felt_room_table_stake(room, table)->seats;
    return there ? table : NULL;
}

int64_t felt_room_directed_open(struct felt_room *room, int stake, int64_t now_ms)
{
    (void)now_ms;
    const struct felt_stake *of = felt_room_stake(room, stake);
    if (!of || !of->directed) return -1;
    struct felt_room_table *table = felt_room_table_add(room, stake);
    return table ? (int64_t)felt_room_table_index(room, table) : -1;
}

static bool sits_at(const struct felt_room *room, const struct felt_room_table *table, int64_t user)
{
    for (int seat = 0; seat < felt_room_table_stake(room, table)->seats; seat++)
        if (table->seat[seat].user == user) return true;
    return false;
}

/* He sees the table with his own eyes, on every connection of his. */
static void show(struct felt_room *room, struct felt_room_table *table, uint32_t player,
                 felt_seat seat, int64_t now_ms)
{
    const struct felt_room_services *services = room->services;
    if (room->player[player].local) {
        if (services->local_sit)
            services->local_sit(services->self, felt_room_table_index(room, table), seat,
                                room->player[player].user);
        return;
    }
    for (uint32_t conn = room->player[player].conns; conn != FELT_NO_LINE;
         conn = room->conn[conn].next)
        (void)felt_room_conn_watch(room, conn, table, now_ms);
}

bool felt_room_directed_seat(struct felt_room *room, uint32_t table_index, felt_seat seat,
                             const struct felt_room_guest *who, felt_chips stack, int64_t now_ms)
{
    struct felt_room_table *table = find_between(room, table_index, seat);
    if (!table || table->seat[seat].user || who->user <= 0 || stack < 1 || stack > FELT_CHIPS_MAX ||
        sits_at(room, table, who->user))
        return false;
    uint32_t player = felt_room_player_make(room, who->user, who->name, who->kind, who->bot);
    if (player == FELT_NO_PLAYER) return false;
    if (!felt_room_player_sits(room, player, table_index, seat)) {
        felt_room_player_drop(room, player);
        return false;
    }
    const struct felt_room_player *one = &room->player[player];
    struct felt_room_seat *place = &table->seat[seat];
    *place = (struct felt_room_seat){.user = one->user,
                                     .player = player,
                                     .sitting = FELT_SITTING_DOWN,
                                     .kind = one->kind,
                                     .bot = one->bot,
                                     .muck = true,
                                     .away = !one->conn_count,
                                     .away_stack = one->conn_count ? 0 : stack,
                                     .bank_ms = felt_room_table_stake(room, table)->bank_ms,
                                     .stack = stack,
                                     .buy_in = stack,
                                     .since_ms = now_ms};
    memcpy(place->name, one->name, sizeof place->name);
    felt_room_journal_seat(room, table, seat);
    felt_room_player_looks(room, player, table, seat);
    felt_room_table_post_seat(room, table, seat);
    show(room, table, player, seat, now_ms);
    return true;
}

static void rise(struct felt_room *room, struct felt_room_table *table, felt_seat seat)
{
    struct felt_room_seat *place = &table->seat[seat];
    if (place->stack > 0) felt_room_player_looks_away(room, place->player, table, NULL);
    place->stack = 0; /* it is the director's */
    felt_room_seat_free(room, table, seat);
}

bool felt_room_directed_rise(struct felt_room *room, uint32_t table_index, felt_seat seat,
                             int64_t now_ms)
{
    struct felt_room_table *table = find_between(room, table_index, seat);
    (void)now_ms;
    if (!table || !table->seat[seat].user) return false;
    rise(room, table, seat);
    return true;
}

bool felt_room_directed_deal(struct felt_room *room, uint32_t table_index,
                             const struct felt_room_directed_hand *hand, int64_t now_ms)
{
    struct felt_room_table *table = find(room, table_index);
    if (!table || table->hand || !room->open || !felt_room_directed_is_good(room, table, hand))
        return false;
    struct felt_room_blinds_plan plan = felt_room_directed_plan(hand);
    table->direction = (struct felt_room_director_state){.any = true, .hand = *hand};
    table->game = hand->game;
    felt_room_table_deal(room, table, room->date, ++room->next_hand, &plan, now_ms);
    felt_room_table_go_on(room, table, now_ms);
    return true;
}

void felt_room_directed_close(struct felt_room *room, uint32_t table_index, int64_t now_ms)
{
    struct felt_room_table *table = find(room, table_index);
    (void)now_ms;
    if (!table || table->hand) return;
    for (int seat = 0; seat < felt_room_table_stake(room, table)->seats; seat++)
        if (table->seat[seat].user) rise(room, table, (felt_seat)seat);
    felt_room_table_close(room, table);
}

void felt_room_directed_void(struct felt_room *room, uint32_t table_index, const char *why,
                             int64_t now_ms)
{
    struct felt_room_table *table = find(room, table_index);
    if (!table || !table->hand) return;
    felt_room_table_void(room, table, why);
    felt_room_table_go_on(room, table, now_ms);
}

void felt_room_directed_tell(struct felt_room *room, uint32_t table_index, const char *text)
{
    struct felt_room_table *table = find(room, table_index);
    if (!table) return;
    struct felt_room_face face;
    felt_room_table_face(room, table, &face);
    felt_room_table_post_seats(
        room, table,
        &(struct felt_room_server_msg){
            .kind = FELT_ROOM_SERVER_NOTICE, .table = &face, .seat = FELT_SEAT_NONE, .text = text},
        0, true);
}

bool felt_room_directed_look(const struct felt_room *room, uint32_t table_index,
                             struct felt_room_directed_look *look)
{
    const struct felt_room_table *table = find(room, table_index);
    *look = (struct felt_room_directed_look){0};
    if (!table) return false;
    look->hand = table->hand;
    look->any = table->direction.any;
    look->is_void = table->direction.voided;
    look->number = table->direction.hand.number;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        look->user[seat] = table->seat[seat].user;
        look->stack[seat] = table->seat[seat].stack;
    }
    return true;
}
