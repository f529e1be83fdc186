/* seats.c -- sitting down, standing up, sitting out, settings, more chips.
 *
 * Chips move by orders to the ledger only (orders.c): a seat is taken while they are on their way,
 * and free again when they are back. */
#include "server/room/room_parts.h"

#include "felt/buffer.h"

#include <string.h>

/* The house gets up for somebody, and he does not come: nobody is heard at that table for a while.
 */
enum { BROKE_SHARE = 5, KNOCK_REST_MS = 90000, KNOCK_AGAIN_MS = 30000 };

bool felt_room_seat_in_hand(const struct felt_room_table *table, felt_seat seat)
{
    return table->hand && felt_seats_has(table->live.dealt, seat);
}

/* Wants cards, and can pay for them. */
bool felt_room_seat_is_present(const struct felt_room_seat *seat)
{
    return seat->user && seat->sitting == FELT_SITTING_DOWN && !seat->out && !seat->leaving &&
           !seat->expired && seat->stack > 0;
}

/* ---- who left with how much ---- */

void felt_room_note_rathole(struct felt_room *room, const struct felt_room_table *table,
                            const struct felt_room_seat *seat, felt_chips amount, int64_t now_ms)
{
    if (!room->config->rathole_ms || seat->kind == FELT_USER_HOUSE) return;
    if (amount <= felt_room_table_stake(room, table)->buy_in_min) return;
    room->rathole[room->ratholes++ % FELT_RATHOLES] =
        (struct felt_rathole){.user = seat->user,
                              .until_ms = now_ms + room->config->rathole_ms,
                              .stake = table->stake,
                              .amount = amount};
}

/* What somebody has to bring again: 0, or what he left this stake with. */
static felt_chips rathole_of(const struct felt_room *room, int64_t user, uint16_t stake,
                             int64_t now_ms)
{
    felt_chips amount = 0;
    uint32_t kept = room->ratholes < FELT_RATHOLES ? room->ratholes : FELT_RATHOLES;
    for (uint32_t i = 0; i < kept; i++) { /* the last one counts */
        const struct felt_rathole *one =
            &room->rathole[(room->ratholes - kept + i) % FELT_RATHOLES];
        if (one->user == user && one->stake == stake)
            amount = one->until_ms > now_ms ? one->amount : 0;
    }
    return amount;
}

/* ---- sitting down ---- */

/* The free seat that the big blind comes to first: whoever sits there is dealt in soonest.  Where
 * one of them is what people come for, the house takes it last, and others first. */
static felt_seat soonest(const struct felt_room_table *table,
                         const struct felt_game_adapter *adapter, int seats, bool house)
{
    int from = table->blinds.big == FELT_SEAT_NONE ? seats - 1 : table->blinds.big;
    int star = adapter->star ? adapter->star - 1 : seats;
    bool free_star = star < seats && !table->seat[star].user;
    if (free_star && !house) return (felt_seat)star;
    for (int step = 1; step <= seats; step++) {
        int seat = (from + step) % seats;
        if (seat != star && !table->seat[seat].user) return (felt_seat)seat;
    }
    return free_star ? (felt_seat)star : (felt_seat)FELT_SEAT_NONE;
}

struct refusal {
    enum felt_no no;
    const char *text;
};

static struct refusal may_sit(const struct felt_room *room, const struct felt_room_table *table,
                              const struct felt_room_player *player)
{
    const struct felt_stake *stake = felt_room_table_stake(room, table);
    if (stake->directed)
        return (struct refusal){FELT_NO_FORBIDDEN,
                                "this is a table of a tournament: register for it, and a seat is "
                                "drawn for you"};
    if (!room->open)
        return (struct refusal){FELT_NO_CLOSED, "the room is opening: try again in a moment"};
    if (table->closing)
        return (struct refusal){FELT_NO_CLOSED, "nobody can sit down here now: try another table"};
    for (uint32_t i = 0; i < player->seats; i++)
        if (player->table[i] == felt_room_table_index(room, table))
            return (struct refusal){FELT_NO_SEATED, "you have a seat at this table already"};
    if (felt_room_player_seats(room, player, false) >= FELT_TABLES_OF_PLAYER)
        return (struct refusal){FELT_NO_TOO_MANY, "you sit at too many tables: stand up from one"};
    if (player->bot && !stake->bots_welcome)
        return (struct refusal){FELT_NO_BOTS,
                                "bots are not welcome at this table: look for those that say so"};
    return (struct refusal){0};
}

/* How much he brings; a refusal otherwise. */
static struct refusal find_amount(const struct felt_room *room, const struct felt_room_table *table,
                                  const struct felt_room_player *player,
                                  const struct felt_room_client_msg *msg, int64_t now_ms,
                                  felt_chips *amount, char text[FELT_ROOM_TEXT_BYTES])
{
    const struct felt_stake *stake = felt_room_table_stake(room, table);
    felt_chips least = stake->buy_in_min, most = stake->buy_in_max;
    felt_chips left =
        stake->options.no_rathole ? 0 : rathole_of(room, player->user, table->stake, now_ms);
    bool again = left > least;
    if (again) least = left < player->bank ? left : player->bank;
    if (least < stake->buy_in_min) least = stake->buy_in_min;
    if (most < least) most = least;
    *amount = msg->amount;
    if (!msg->amount) *amount = player->bank < most ? player->bank : most;
    if (!msg->amount && *amount < least) *amount = least; /* the ledger says that he has not */
    if (*amount >= least && *amount <= most) return (struct refusal){0};
    struct felt_buffer out = felt_buffer_make(text, FELT_ROOM_TEXT_BYTES);
    felt_buffer_text(&out, again ? "you left with chips a while ago and bring them again: "
                                 : "the buy-in of this table is ");
    felt_buffer_int(&out, least);
    felt_buffer_text(&out, " to ");
    felt_buffer_int(&out, most);
    felt_buffer_terminate(&out);
    return (struct refusal){again ? FELT_NO_RATHOLE : FELT_NO_AMOUNT, text};
}

static void set(struct felt_room_seat *seat, const struct felt_room_client_settings *settings)
{
    if (settings->has_wait) seat->wait = settings->wait;
    if (settings->has_rebuy) seat->rebuy = settings->rebuy;
    if (settings->has_muck) seat->muck = settings->muck;
    if (settings->has_twice) seat->twice = settings->twice;
    if (settings->has_straddle) seat->straddle = settings->straddle;
    if (settings->has_auto) {
        seat->auto_action = settings->auto_action;
        seat->auto_limit = settings->auto_limit;
    }
}

static void take(struct felt_room *room, struct felt_room_table *table, felt_seat seat,
                 uint32_t player, felt_chips amount,
                 const struct felt_room_client_settings *settings, int64_t now_ms)
{
    const struct felt_room_player *who = &room->player[player];
    struct felt_room_seat *place = &table->seat[seat];
    *place = (struct felt_room_seat){.user = who->user,
                                     .player = player,
                                     .sitting = FELT_SITTING_BUYING,
                                     .kind = who->kind,
                                     .bot = who->bot,
                                     .muck = true,
                                     .owes = FELT_OWES_ENTRY,
                                     .bank_ms = felt_room_table_stake(room, table)->bank_ms,
                                     .buy_in = amount,
                                     .since_ms = now_ms};
    memcpy(place->name, who->name, sizeof place->name);
    set(place, settings);
    bool fits = felt_room_player_sits(room, player, felt_room_table_index(room, table), seat);
    felt_assert(fits);
    felt_room_player_looks(room, player, table, seat);
}

/* A person finds no seat (NONE), or that one taken, and is heard by the house.  False: he has no
 * chips to sit down with, or somebody was heard a while ago and did not come.  Whoever asks for the
 * same again while he waits is heard as before. */
static bool knock(struct felt_room *room, uint32_t conn, struct felt_room_table *table,
                  felt_seat seat, int64_t now_ms)
{
    const struct felt_room_player *player = &room->player[room->conn[conn].player];
    uint8_t place = seat == FELT_SEAT_NONE ? 0 : (uint8_t)(seat + 1);
    int64_t ago_ms = now_ms - table->knocked_ms;
    bool waits = ago_ms < KNOCK_AGAIN_MS || (place && table->seat[seat].leaving);
    bool again = table->knocked_by == player->user && table->knocked_seat == place && waits;
    if (room->conn[conn].local) return false;
    if (felt_room_table_has_chips(room, table) &&
        player->bank < felt_room_table_stake(room, table)->buy_in_min)
        return false;
    if (table->knocked_ms && ago_ms < KNOCK_REST_MS && !again) return false;
    table->knocked_ms = now_ms;
    table->knocked_seat = place;
    table->knocked_by = player->user;
    return true;
}

void felt_room_seat_got_up(struct felt_room_table *table, felt_seat seat, int64_t now_ms)
{
    if (table->knocked_ms && table->knocked_seat == seat + 1) table->knocked_ms = now_ms;
}

/* Somebody has that seat.  Where each has a role of its own, a house player gets up for a person.
 */
static struct refusal refuse_taken(struct felt_room *room, uint32_t conn,
                                   struct felt_room_table *table, felt_seat seat, int64_t now_ms)
{
    bool gets_up = felt_room_table_adapter(room, table)->roles &&
                   felt_room_player_of(room, &table->seat[seat])->local &&
                   knock(room, conn, table, seat, now_ms);
    if (!gets_up) return (struct refusal){FELT_NO_SEAT, "somebody sits there: take another seat"};
    return (struct refusal){FELT_NO_SEAT, "a house player sits there, and gets up for you after "
                                          "this hand: ask again then"};
}

void felt_room_seat_sit(struct felt_room *room, uint32_t conn,
                        const struct felt_room_client_msg *msg, struct felt_room_table *table,
                        int64_t now_ms)
{
    uint32_t player = room->conn[conn].player;
    const struct felt_stake *stake = felt_room_table_stake(room, table);
    struct refusal refusal = may_sit(room, table, &room->player[player]);
    felt_seat seat = msg->seat;
    felt_chips amount = 0;
    char text[FELT_ROOM_TEXT_BYTES];
    if (!refusal.no && seat != FELT_SEAT_NONE && (seat < 0 || seat >= stake->seats))
        refusal = (struct refusal){FELT_NO_SEAT, "this table has no seat of that number"};
    else if (!refusal.no && seat != FELT_SEAT_NONE && table->seat[seat].user)
        refusal = refuse_taken(room, conn, table, seat, now_ms);
    if (!refusal.no && seat == FELT_SEAT_NONE)
        seat = soonest(table, felt_room_table_adapter(room, table), stake->seats,
                       room->conn[conn].local);
    if (!refusal.no && seat == FELT_SEAT_NONE)
        refusal = (struct refusal){
            FELT_NO_FULL,
            knock(room, conn, table, seat, now_ms)
                ? "no seat is free; where house players sit one gets up after this hand"
                : "no seat is free: try another table"};
    if (!refusal.no)
        refusal = find_amount(room, table, &room->player[player], msg, now_ms, &amount, text);
    if (!refusal.no && !room->conn[conn].local &&
        felt_room_conn_watches(room, conn, table) == FELT_NO_WATCH &&
        !felt_room_conn_watch(room, conn, table, now_ms))
        refusal = (struct refusal){FELT_NO_TOO_MANY, "too many tables are watched"};
    if (refusal.no) {
        felt_room_refuse(room, conn, msg, refusal.no, refusal.text);
        return;
    }
    take(room, table, seat, player, amount, &msg->settings, now_ms);
    if (!room->conn[conn].local) table->knocked_ms = 0; /* here he is */
    if (felt_room_table_has_chips(room, table))
        felt_room_seat_order(room, table, seat, FELT_ORDER_BUY_IN, amount, conn, msg, now_ms);
    else
        felt_room_seat_mark(room, table, seat, amount, conn, msg, now_ms);
    felt_room_table_post_seat(room, table, seat);
    felt_room_table_go_on(room, table, now_ms);
}

void felt_room_seat_free(struct felt_room *room, struct felt_room_table *table, felt_seat seat)
{
    struct felt_room_seat *place = &table->seat[seat];
    uint32_t player = place->player;
    const struct felt_room_services *services = room->services;
    felt_assert(place->user && !felt_room_seat_in_hand(table, seat) && !place->due.number);
    felt_assert(place->stack == 0 && place->extra == 0); /* F1: no chip is left behind */
    if (felt_room_player_of(room, place)->local && services->local_stand && !room->quiet)
        services->local_stand(services->self, felt_room_table_index(room, table), seat);
    felt_room_player_looks(room, player, table, FELT_SEAT_NONE);
    felt_room_player_rises(room, player, felt_room_table_index(room, table));
    *place = (struct felt_room_seat){.player = FELT_NO_PLAYER};
    felt_room_journal_seat(room, table, seat);
    felt_room_table_post_seat(room, table, seat);
    if (felt_room_private_is_banned(table, room->player[player].user))
        felt_room_private_show_out(room, table, room->player[player].user);
    felt_room_player_drop(room, player);
}

/* ---- what he wants while he sits there ---- */

static bool want_top_up(struct felt_room *room, uint32_t conn,
                        const struct felt_room_client_msg *msg, struct felt_room_table *table,
                        struct felt_room_seat *seat)
{
    const struct felt_stake *stake = felt_room_table_stake(room, table);
    felt_chips space = stake->buy_in_max - seat->stack - seat->extra;
    char text[FELT_ROOM_TEXT_BYTES];
    if (seat->due.number) {
        felt_room_refuse(room, conn, msg, FELT_NO_BUSY, "chips of yours are on their way");
        return false;
    }
    if (space > 0 && msg->amount <= space) {
        seat->top_up = msg->amount ? msg->amount : space;
        return true;
    }
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    if (space > 0) {
        felt_buffer_text(&out, "the most you can add here is ");
        felt_buffer_int(&out, space);
    } else {
        felt_buffer_text(&out, "you have as much as anybody may bring to this table");
    }
    felt_buffer_terminate(&out);
    felt_room_refuse(room, conn, msg, FELT_NO_AMOUNT, text);
    return false;
}

static bool want_preselect(struct felt_room *room, uint32_t conn,
                           const struct felt_room_client_msg *msg,
                           const struct felt_room_table *table, struct felt_room_seat *place)
{
    felt_seat seat = (felt_seat)(place - table->seat);
    if (!felt_room_seat_in_hand(table, seat) || strcmp(table->hand_id, msg->hand_id) != 0) {
        felt_room_refuse(room, conn, msg, FELT_NO_TOO_LATE,
                         "you are not in that hand, or it is over");
        return false;
    }
    if (table->asked && table->actor == seat) {
        felt_room_refuse(room, conn, msg, FELT_NO_TOO_LATE,
                         "it is your turn: answer the act instead");
        return false;
    }
    place->preselect = msg->preselect;
    place->preselect_amount = msg->amount;
    place->preselect_hand = table->live.counter;
    return true;
}

static void sit_out(struct felt_room_seat *seat, bool out, int64_t now_ms)
{
    if (seat->out != out) seat->since_ms = now_ms;
    seat->out = out;
    seat->timeouts = 0;
    if (out) return;
    seat->asleep = false;
    seat->leaving = false; /* he stays after all */
}

void felt_room_seat_msg(struct felt_room *room, uint32_t conn,
                        const struct felt_room_client_msg *msg, struct felt_room_table *table,
                        felt_seat seat, int64_t now_ms)
{
    struct felt_room_seat *place = &table->seat[seat];
    bool seen = true; /* by everybody */
    if (place->sitting == FELT_SITTING_UP) {
        felt_room_refuse(room, conn, msg, FELT_NO_BUSY, "you are leaving this table");
        return;
    }
    if (felt_room_table_is_directed(room, table) && msg->kind != FELT_ROOM_CLIENT_SETTINGS &&
        msg->kind != FELT_ROOM_CLIENT_PRESELECT) {
        felt_room_refuse(room, conn, msg, FELT_NO_FORBIDDEN,
                         "in a tournament you stay until you are out: while you are away your "
                         "auto_action plays (settings)");
        return;
    }
    switch (msg->kind) {
    case FELT_ROOM_CLIENT_STAND: place->leaving = true; break;
    case FELT_ROOM_CLIENT_SIT_OUT: sit_out(place, msg->on, now_ms); break;
    case FELT_ROOM_CLIENT_SETTINGS:
        set(place, &msg->settings);
        seen = false;
        break;
    case FELT_ROOM_CLIENT_TOP_UP:
        if (!want_top_up(room, conn, msg, table, place)) return;
        seen = false;
        break;
    case FELT_ROOM_CLIENT_PRESELECT:
        if (!want_preselect(room, conn, msg, table, place)) return;
        felt_room_ok(room, conn, msg, table, seat, msg->amount);
        felt_room_table_post_mine(room, table, seat);
        return; /* nothing that must survive */
    default:
        felt_room_refuse(room, conn, msg, FELT_NO_UNKNOWN_TYPE, "nobody can want that here");
        return;
    }
    felt_room_journal_seat(room, table, seat);
    felt_room_ok(room, conn, msg, table, seat, place->top_up);
    if (seen) felt_room_table_post_seat(room, table, seat);
    felt_room_table_post_mine(room, table, seat);
    felt_room_private_left(room, table);
    felt_room_table_go_on(room, table, now_ms);
}

/* ---- between hands ---- */

static void leave(struct felt_room *room, struct felt_room_table *table, felt_seat seat,
                  int64_t now_ms)
{
    struct felt_room_seat *place = &table->seat[seat];
    if (!felt_room_table_has_chips(room, table)) {
        place->stack = 0; /* the marker */
        felt_room_seat_got_up(table, seat, now_ms);
    }
    if (!place->stack) {
        felt_room_seat_free(room, table, seat);
        return;
    }
    place->sitting = FELT_SITTING_UP;
    felt_room_seat_order(room, table, seat, FELT_ORDER_CASH_OUT, 0, FELT_NO_LINE, NULL, now_ms);
}

/* Chips for whoever wants some and may have them. */
static void refill(struct felt_room *room, struct felt_room_table *table, felt_seat seat,
                   int64_t now_ms)
{
    const struct felt_stake *stake = felt_room_table_stake(room, table);
    struct felt_room_seat *place = &table->seat[seat];
    felt_chips amount = place->top_up, space = stake->buy_in_max - place->stack;
    if (!amount && place->rebuy && place->stack < stake->buy_in_min)
        amount = place->buy_in - place->stack;
    if (amount > space) amount = space;
    if (!felt_room_table_has_chips(room, table)) amount = 0;
    bool wanted = place->top_up > 0;
    place->top_up = 0;
    if (amount > 0)
        felt_room_seat_order(room, table, seat, FELT_ORDER_TOP_UP, amount, FELT_NO_LINE, NULL,
                             now_ms);
    else if (wanted) /* he won so much that there is no room for more */
        felt_room_journal_seat(room, table, seat);
}

/* Nobody keeps a seat for ever: whoever sits out has out_ms, whoever has no chips less. */
static int64_t kept_until(const struct felt_room *room, const struct felt_room_seat *seat)
{
    if (!seat->out && seat->stack > 0) return INT64_MAX;
    return seat->since_ms + room->config->out_ms / (seat->stack > 0 ? 1 : BROKE_SHARE);
}

void felt_room_seats_tidy(struct felt_room *room, struct felt_room_table *table, int64_t now_ms)
{
    felt_assert(!table->hand);
    for (int i = 0; i < felt_room_table_stake(room, table)->seats; i++) {
        struct felt_room_seat *seat = &table->seat[i];
        if (!seat->user || seat->due.number || seat->sitting != FELT_SITTING_DOWN) continue;
        if (table->closing || now_ms >= kept_until(room, seat) ||
            felt_room_private_is_banned(table, seat->user))
            seat->leaving = true;
        if (seat->leaving || seat->expired)
            leave(room, table, (felt_seat)i, now_ms);
        else if (seat->top_up || seat->rebuy)
            refill(room, table, (felt_seat)i, now_ms);
    }
}

int64_t felt_room_seats_alarm(const struct felt_room *room, const struct felt_room_table *table)
{
    int64_t next = INT64_MAX;
    for (int i = 0; i < felt_room_table_stake(room, table)->seats; i++) {
        const struct felt_room_seat *seat = &table->seat[i];
        if (!seat->user || seat->due.number || seat->sitting != FELT_SITTING_DOWN) continue;
        if (kept_until(room, seat) < next) next = kept_until(room, seat);
    }
    return next;
}
