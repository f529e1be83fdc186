/* chairs.c -- sitting down, standing up, sitting out, settings, more chips.
 *
 * Chips move by orders to the ledger only (orders.c): a chair is taken while they are on their way,
 * and free again when they are back. */
#include "server/room/floor_parts.h"

#include "felt/buffer.h"

#include <string.h>

/* The house gets up for somebody, and he does not come: nobody is heard at that table for a while.
 */
enum { BROKE_SHARE = 5, KNOCK_REST_MS = 90000, KNOCK_AGAIN_MS = 30000 };

bool felt_chair_in_hand(const struct felt_ring *ring, felt_seat seat)
{
    return ring->hand && felt_seats_has(ring->live.dealt, seat);
}

/* Wants cards, and can pay for them. */
bool felt_chair_is_present(const struct felt_chair *chair)
{
    return chair->user && chair->sitting == FELT_SITTING_DOWN && !chair->out && !chair->leaving &&
           !chair->expired && chair->stack > 0;
}

/* ---- who left with how much ---- */

void felt_floor_note_rathole(struct felt_floor *floor, const struct felt_ring *ring,
                             const struct felt_chair *chair, felt_chips amount, int64_t now_ms)
{
    if (!floor->config->rathole_ms || chair->kind == FELT_USER_HOUSE) return;
    if (amount <= felt_ring_stake(floor, ring)->buy_in_min) return;
    floor->rathole[floor->ratholes++ % FELT_RATHOLES] =
        (struct felt_rathole){.user = chair->user,
                              .until_ms = now_ms + floor->config->rathole_ms,
                              .stake = ring->stake,
                              .amount = amount};
}

/* What somebody has to bring again: 0, or what he left this stake with. */
static felt_chips rathole_of(const struct felt_floor *floor, int64_t user, uint16_t stake,
                             int64_t now_ms)
{
    felt_chips amount = 0;
    uint32_t kept = floor->ratholes < FELT_RATHOLES ? floor->ratholes : FELT_RATHOLES;
    for (uint32_t i = 0; i < kept; i++) { /* the last one counts */
        const struct felt_rathole *one =
            &floor->rathole[(floor->ratholes - kept + i) % FELT_RATHOLES];
        if (one->user == user && one->stake == stake)
            amount = one->until_ms > now_ms ? one->amount : 0;
    }
    return amount;
}

/* ---- sitting down ---- */

/* The free chair that the big blind comes to first: whoever sits there is dealt in soonest.  Where
 * one of them is what people come for, the house takes it last, and others first. */
static felt_seat soonest(const struct felt_ring *ring, const struct felt_plug *plug, int seats,
                         bool house)
{
    int from = ring->blinds.big == FELT_SEAT_NONE ? seats - 1 : ring->blinds.big;
    int star = plug->star ? plug->star - 1 : seats;
    bool free_star = star < seats && !ring->chair[star].user;
    if (free_star && !house) return (felt_seat)star;
    for (int step = 1; step <= seats; step++) {
        int seat = (from + step) % seats;
        if (seat != star && !ring->chair[seat].user) return (felt_seat)seat;
    }
    return free_star ? (felt_seat)star : (felt_seat)FELT_SEAT_NONE;
}

struct refusal {
    enum felt_no no;
    const char *text;
};

static struct refusal may_sit(const struct felt_floor *floor, const struct felt_ring *ring,
                              const struct felt_floor_player *player)
{
    const struct felt_stake *stake = felt_ring_stake(floor, ring);
    if (stake->guided)
        return (struct refusal){FELT_NO_FORBIDDEN,
                                "this is a table of a tournament: register for it, and a seat is "
                                "drawn for you"};
    if (!floor->open)
        return (struct refusal){FELT_NO_CLOSED, "the room is opening: try again in a moment"};
    if (ring->closing)
        return (struct refusal){FELT_NO_CLOSED, "nobody can sit down here now: try another table"};
    for (uint32_t i = 0; i < player->seats; i++)
        if (player->ring[i] == felt_ring_index(floor, ring))
            return (struct refusal){FELT_NO_SEATED, "you have a seat at this table already"};
    if (felt_player_seats(floor, player, false) >= FELT_TABLES_OF_PLAYER)
        return (struct refusal){FELT_NO_TOO_MANY, "you sit at too many tables: stand up from one"};
    if (player->bot && !stake->bots_welcome)
        return (struct refusal){FELT_NO_BOTS,
                                "bots are not welcome at this table: look for those that say so"};
    return (struct refusal){0};
}

/* How much he brings; a refusal otherwise. */
static struct refusal find_amount(const struct felt_floor *floor, const struct felt_ring *ring,
                                  const struct felt_floor_player *player,
                                  const struct felt_want *want, int64_t now_ms, felt_chips *amount,
                                  char text[FELT_FLOOR_TEXT_BYTES])
{
    const struct felt_stake *stake = felt_ring_stake(floor, ring);
    felt_chips least = stake->buy_in_min, most = stake->buy_in_max;
    felt_chips left =
        stake->options.no_rathole ? 0 : rathole_of(floor, player->user, ring->stake, now_ms);
    bool again = left > least;
    if (again) least = left < player->bank ? left : player->bank;
    if (least < stake->buy_in_min) least = stake->buy_in_min;
    if (most < least) most = least;
    *amount = want->amount;
    if (!want->amount) *amount = player->bank < most ? player->bank : most;
    if (!want->amount && *amount < least) *amount = least; /* the ledger says that he has not */
    if (*amount >= least && *amount <= most) return (struct refusal){0};
    struct felt_buffer out = felt_buffer_make(text, FELT_FLOOR_TEXT_BYTES);
    felt_buffer_text(&out, again ? "you left with chips a while ago and bring them again: "
                                 : "the buy-in of this table is ");
    felt_buffer_int(&out, least);
    felt_buffer_text(&out, " to ");
    felt_buffer_int(&out, most);
    felt_buffer_terminate(&out);
    return (struct refusal){again ? FELT_NO_RATHOLE : FELT_NO_AMOUNT, text};
}

static void set(struct felt_chair *chair, const struct felt_want_settings *settings)
{
    if (settings->has_wait) chair->wait = settings->wait;
    if (settings->has_rebuy) chair->rebuy = settings->rebuy;
    if (settings->has_muck) chair->muck = settings->muck;
    if (settings->has_twice) chair->twice = settings->twice;
    if (settings->has_straddle) chair->straddle = settings->straddle;
    if (settings->has_auto) {
        chair->auto_action = settings->auto_action;
        chair->auto_limit = settings->auto_limit;
    }
}

static void take(struct felt_floor *floor, struct felt_ring *ring, felt_seat seat, uint32_t player,
                 felt_chips amount, const struct felt_want_settings *settings, int64_t now_ms)
{
    const struct felt_floor_player *who = &floor->player[player];
    struct felt_chair *chair = &ring->chair[seat];
    *chair = (struct felt_chair){.user = who->user,
                                 .player = player,
                                 .sitting = FELT_SITTING_BUYING,
                                 .kind = who->kind,
                                 .bot = who->bot,
                                 .muck = true,
                                 .owes = FELT_OWES_ENTRY,
                                 .bank_ms = felt_ring_stake(floor, ring)->bank_ms,
                                 .buy_in = amount,
                                 .since_ms = now_ms};
    memcpy(chair->name, who->name, sizeof chair->name);
    set(chair, settings);
    bool fits = felt_floor_player_sits(floor, player, felt_ring_index(floor, ring), seat);
    felt_assert(fits);
    felt_player_looks(floor, player, ring, seat);
}

/* A person finds no chair (NONE), or that one taken, and is heard by the house.  False: he has no
 * chips to sit down with, or somebody was heard a while ago and did not come.  Whoever asks for the
 * same again while he waits is heard as before. */
static bool knock(struct felt_floor *floor, uint32_t line, struct felt_ring *ring, felt_seat seat,
                  int64_t now_ms)
{
    const struct felt_floor_player *player = &floor->player[floor->line[line].player];
    uint8_t chair = seat == FELT_SEAT_NONE ? 0 : (uint8_t)(seat + 1);
    int64_t ago_ms = now_ms - ring->knocked_ms;
    bool waits = ago_ms < KNOCK_AGAIN_MS || (chair && ring->chair[seat].leaving);
    bool again = ring->knocked_by == player->user && ring->knocked_chair == chair && waits;
    if (floor->line[line].local) return false;
    if (felt_ring_has_chips(floor, ring) && player->bank < felt_ring_stake(floor, ring)->buy_in_min)
        return false;
    if (ring->knocked_ms && ago_ms < KNOCK_REST_MS && !again) return false;
    ring->knocked_ms = now_ms;
    ring->knocked_chair = chair;
    ring->knocked_by = player->user;
    return true;
}

void felt_chair_got_up(struct felt_ring *ring, felt_seat seat, int64_t now_ms)
{
    if (ring->knocked_ms && ring->knocked_chair == seat + 1) ring->knocked_ms = now_ms;
}

/* Somebody has that chair.  Where each has a role of its own, a house player gets up for a person.
 */
static struct refusal refuse_taken(struct felt_floor *floor, uint32_t line, struct felt_ring *ring,
                                   felt_seat seat, int64_t now_ms)
{
    bool gets_up = felt_ring_plug(floor, ring)->roles &&
                   felt_player_of(floor, &ring->chair[seat])->local &&
                   knock(floor, line, ring, seat, now_ms);
    if (!gets_up) return (struct refusal){FELT_NO_SEAT, "somebody sits there: take another seat"};
    return (struct refusal){FELT_NO_SEAT, "a house player sits there, and gets up for you after "
                                          "this hand: ask again then"};
}

void felt_chair_sit(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                    struct felt_ring *ring, int64_t now_ms)
{
    uint32_t player = floor->line[line].player;
    const struct felt_stake *stake = felt_ring_stake(floor, ring);
    struct refusal refusal = may_sit(floor, ring, &floor->player[player]);
    felt_seat seat = want->seat;
    felt_chips amount = 0;
    char text[FELT_FLOOR_TEXT_BYTES];
    if (!refusal.no && seat != FELT_SEAT_NONE && (seat < 0 || seat >= stake->seats))
        refusal = (struct refusal){FELT_NO_SEAT, "this table has no seat of that number"};
    else if (!refusal.no && seat != FELT_SEAT_NONE && ring->chair[seat].user)
        refusal = refuse_taken(floor, line, ring, seat, now_ms);
    if (!refusal.no && seat == FELT_SEAT_NONE)
        seat = soonest(ring, felt_ring_plug(floor, ring), stake->seats, floor->line[line].local);
    if (!refusal.no && seat == FELT_SEAT_NONE)
        refusal = (struct refusal){
            FELT_NO_FULL,
            knock(floor, line, ring, seat, now_ms)
                ? "no seat is free; where house players sit one gets up after this hand"
                : "no seat is free: try another table"};
    if (!refusal.no)
        refusal = find_amount(floor, ring, &floor->player[player], want, now_ms, &amount, text);
    if (!refusal.no && !floor->line[line].local &&
        felt_line_watches(floor, line, ring) == FELT_NO_WATCH &&
        !felt_line_watch(floor, line, ring, now_ms))
        refusal = (struct refusal){FELT_NO_TOO_MANY, "too many tables are watched"};
    if (refusal.no) {
        felt_floor_refuse(floor, line, want, refusal.no, refusal.text);
        return;
    }
    take(floor, ring, seat, player, amount, &want->settings, now_ms);
    if (!floor->line[line].local) ring->knocked_ms = 0; /* here he is */
    if (felt_ring_has_chips(floor, ring))
        felt_chair_order(floor, ring, seat, FELT_ORDER_BUY_IN, amount, line, want, now_ms);
    else
        felt_chair_mark(floor, ring, seat, amount, line, want, now_ms);
    felt_ring_post_chair(floor, ring, seat);
    felt_ring_go_on(floor, ring, now_ms);
}

void felt_chair_free(struct felt_floor *floor, struct felt_ring *ring, felt_seat seat)
{
    struct felt_chair *chair = &ring->chair[seat];
    uint32_t player = chair->player;
    const struct felt_floor_services *services = floor->services;
    felt_assert(chair->user && !felt_chair_in_hand(ring, seat) && !chair->due.number);
    felt_assert(chair->stack == 0 && chair->extra == 0); /* F1: no chip is left behind */
    if (felt_player_of(floor, chair)->local && services->local_stand && !floor->quiet)
        services->local_stand(services->self, felt_ring_index(floor, ring), seat);
    felt_player_looks(floor, player, ring, FELT_SEAT_NONE);
    felt_floor_player_rises(floor, player, felt_ring_index(floor, ring));
    *chair = (struct felt_chair){.player = FELT_NO_PLAYER};
    felt_entry_chair(floor, ring, seat);
    felt_ring_post_chair(floor, ring, seat);
    if (felt_private_is_banned(ring, floor->player[player].user))
        felt_private_show_out(floor, ring, floor->player[player].user);
    felt_floor_player_drop(floor, player);
}

/* ---- what he wants while he sits there ---- */

static bool want_top_up(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                        struct felt_ring *ring, struct felt_chair *chair)
{
    const struct felt_stake *stake = felt_ring_stake(floor, ring);
    felt_chips room = stake->buy_in_max - chair->stack - chair->extra;
    char text[FELT_FLOOR_TEXT_BYTES];
    if (chair->due.number) {
        felt_floor_refuse(floor, line, want, FELT_NO_BUSY, "chips of yours are on their way");
        return false;
    }
    if (room > 0 && want->amount <= room) {
        chair->top_up = want->amount ? want->amount : room;
        return true;
    }
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    if (room > 0) {
        felt_buffer_text(&out, "the most you can add here is ");
        felt_buffer_int(&out, room);
    } else {
        felt_buffer_text(&out, "you have as much as anybody may bring to this table");
    }
    felt_buffer_terminate(&out);
    felt_floor_refuse(floor, line, want, FELT_NO_AMOUNT, text);
    return false;
}

static bool want_preselect(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                           const struct felt_ring *ring, struct felt_chair *chair)
{
    felt_seat seat = (felt_seat)(chair - ring->chair);
    if (!felt_chair_in_hand(ring, seat) || strcmp(ring->hand_id, want->hand_id) != 0) {
        felt_floor_refuse(floor, line, want, FELT_NO_TOO_LATE,
                          "you are not in that hand, or it is over");
        return false;
    }
    if (ring->asked && ring->actor == seat) {
        felt_floor_refuse(floor, line, want, FELT_NO_TOO_LATE,
                          "it is your turn: answer the act instead");
        return false;
    }
    chair->preselect = want->preselect;
    chair->preselect_amount = want->amount;
    chair->preselect_hand = ring->live.counter;
    return true;
}

static void sit_out(struct felt_chair *chair, bool out, int64_t now_ms)
{
    if (chair->out != out) chair->since_ms = now_ms;
    chair->out = out;
    chair->timeouts = 0;
    if (out) return;
    chair->asleep = false;
    chair->leaving = false; /* he stays after all */
}

void felt_chair_want(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                     struct felt_ring *ring, felt_seat seat, int64_t now_ms)
{
    struct felt_chair *chair = &ring->chair[seat];
    bool seen = true; /* by everybody */
    if (chair->sitting == FELT_SITTING_UP) {
        felt_floor_refuse(floor, line, want, FELT_NO_BUSY, "you are leaving this table");
        return;
    }
    if (felt_ring_is_guided(floor, ring) && want->kind != FELT_WANT_SETTINGS &&
        want->kind != FELT_WANT_PRESELECT) {
        felt_floor_refuse(floor, line, want, FELT_NO_FORBIDDEN,
                          "in a tournament you stay until you are out: while you are away your "
                          "auto_action plays (settings)");
        return;
    }
    switch (want->kind) {
    case FELT_WANT_STAND: chair->leaving = true; break;
    case FELT_WANT_SIT_OUT: sit_out(chair, want->on, now_ms); break;
    case FELT_WANT_SETTINGS:
        set(chair, &want->settings);
        seen = false;
        break;
    case FELT_WANT_TOP_UP:
        if (!want_top_up(floor, line, want, ring, chair)) return;
        seen = false;
        break;
    case FELT_WANT_PRESELECT:
        if (!want_preselect(floor, line, want, ring, chair)) return;
        felt_floor_ok(floor, line, want, ring, seat, want->amount);
        felt_ring_post_mine(floor, ring, seat);
        return; /* nothing that must survive */
    default:
        felt_floor_refuse(floor, line, want, FELT_NO_UNKNOWN_TYPE, "nobody can want that here");
        return;
    }
    felt_entry_chair(floor, ring, seat);
    felt_floor_ok(floor, line, want, ring, seat, chair->top_up);
    if (seen) felt_ring_post_chair(floor, ring, seat);
    felt_ring_post_mine(floor, ring, seat);
    felt_private_left(floor, ring);
    felt_ring_go_on(floor, ring, now_ms);
}

/* ---- between hands ---- */

static void leave(struct felt_floor *floor, struct felt_ring *ring, felt_seat seat, int64_t now_ms)
{
    struct felt_chair *chair = &ring->chair[seat];
    if (!felt_ring_has_chips(floor, ring)) {
        chair->stack = 0; /* the marker */
        felt_chair_got_up(ring, seat, now_ms);
    }
    if (!chair->stack) {
        felt_chair_free(floor, ring, seat);
        return;
    }
    chair->sitting = FELT_SITTING_UP;
    felt_chair_order(floor, ring, seat, FELT_ORDER_CASH_OUT, 0, FELT_NO_LINE, NULL, now_ms);
}

/* Chips for whoever wants some and may have them. */
static void refill(struct felt_floor *floor, struct felt_ring *ring, felt_seat seat, int64_t now_ms)
{
    const struct felt_stake *stake = felt_ring_stake(floor, ring);
    struct felt_chair *chair = &ring->chair[seat];
    felt_chips amount = chair->top_up, room = stake->buy_in_max - chair->stack;
    if (!amount && chair->rebuy && chair->stack < stake->buy_in_min)
        amount = chair->buy_in - chair->stack;
    if (amount > room) amount = room;
    if (!felt_ring_has_chips(floor, ring)) amount = 0;
    bool wanted = chair->top_up > 0;
    chair->top_up = 0;
    if (amount > 0)
        felt_chair_order(floor, ring, seat, FELT_ORDER_TOP_UP, amount, FELT_NO_LINE, NULL, now_ms);
    else if (wanted) /* he won so much that there is no room for more */
        felt_entry_chair(floor, ring, seat);
}

/* Nobody keeps a chair for ever: whoever sits out has out_ms, whoever has no chips less. */
static int64_t kept_until(const struct felt_floor *floor, const struct felt_chair *chair)
{
    if (!chair->out && chair->stack > 0) return INT64_MAX;
    return chair->since_ms + floor->config->out_ms / (chair->stack > 0 ? 1 : BROKE_SHARE);
}

void felt_chairs_tidy(struct felt_floor *floor, struct felt_ring *ring, int64_t now_ms)
{
    felt_assert(!ring->hand);
    for (int i = 0; i < felt_ring_stake(floor, ring)->seats; i++) {
        struct felt_chair *chair = &ring->chair[i];
        if (!chair->user || chair->due.number || chair->sitting != FELT_SITTING_DOWN) continue;
        if (ring->closing || now_ms >= kept_until(floor, chair) ||
            felt_private_is_banned(ring, chair->user))
            chair->leaving = true;
        if (chair->leaving || chair->expired)
            leave(floor, ring, (felt_seat)i, now_ms);
        else if (chair->top_up || chair->rebuy)
            refill(floor, ring, (felt_seat)i, now_ms);
    }
}

int64_t felt_chairs_alarm(const struct felt_floor *floor, const struct felt_ring *ring)
{
    int64_t next = INT64_MAX;
    for (int i = 0; i < felt_ring_stake(floor, ring)->seats; i++) {
        const struct felt_chair *chair = &ring->chair[i];
        if (!chair->user || chair->due.number || chair->sitting != FELT_SITTING_DOWN) continue;
        if (kept_until(floor, chair) < next) next = kept_until(floor, chair);
    }
    return next;
}
