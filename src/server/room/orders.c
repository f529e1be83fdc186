/* orders.c -- what the ledger is asked to do, and what it answers.
 *
 * An order is written to the journal before it is given, and has a key of its own: whatever happens
 * to the process, it is given again until its fate is known, and is done once. */
#include "server/room/room_parts.h"

#include "base/hex.h"
#include "felt/buffer.h"

#include <string.h>

enum { SLOT_BITS = 4, TABLE_BITS = 20, NOTHING_WORKS = 60 };

static uint64_t ticket_of(const struct felt_room *room, const struct felt_room_table *table,
                          int slot, const struct felt_due *due)
{
    return due->number << (SLOT_BITS + TABLE_BITS) |
           (uint64_t)felt_room_table_index(room, table) << SLOT_BITS | (uint64_t)slot;
}

static void put_epoch(const struct felt_due *due, struct felt_buffer *out)
{
    char text[2 * FELT_EPOCH_BYTES + 1];
    felt_hex_write(due->epoch, FELT_EPOCH_BYTES, text);
    felt_buffer_text(out, text);
}

/* ---- giving ---- */

static struct felt_order seat_order(const struct felt_room_table *table,
                                    const struct felt_room_seat *seat)
{
    struct felt_order order = {
        .kind = seat->due.kind, .user = seat->user, .amount = seat->due.amount};
    memcpy(order.table, table->name, strlen(table->name) + 1);
    struct felt_buffer key = felt_buffer_make(order.key, sizeof order.key);
    felt_buffer_text(&key, felt_order_word((enum felt_order_kind)order.kind));
    felt_buffer_char(&key, ':');
    put_epoch(&seat->due, &key);
    felt_buffer_char(&key, ':');
    felt_buffer_uint(&key, seat->due.number);
    felt_buffer_terminate(&key);
    return order;
}

static struct felt_order settle_order(const struct felt_room *room,
                                      const struct felt_room_table *table)
{
    struct felt_order order = {.kind = FELT_ORDER_SETTLE};
    felt_assert(table->hand_id[0]); /* it makes the key one of this hand alone */
    felt_chips won[FELT_SEATS_MAX];
    memcpy(order.table, table->name, strlen(table->name) + 1);
    memcpy(order.hand, table->hand_id, strlen(table->hand_id) + 1);
    struct felt_buffer key = felt_buffer_make(order.key, sizeof order.key);
    felt_buffer_text(&key, "hand:");
    put_epoch(&table->settle, &key);
    felt_buffer_char(&key, ':');
    felt_buffer_text(&key, table->hand_id);
    felt_buffer_text(&key, ":settle");
    felt_buffer_terminate(&key);
    felt_room_table_won(room, table, won);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (felt_seats_has(table->live.dealt, seat) && won[seat])
            order.seat[order.seats++] =
                (struct felt_order_seat){.user = table->seat[seat].user, .won = won[seat]};
    return order;
}

static void give(struct felt_room *room, const struct felt_room_table *table, int slot,
                 struct felt_due *due, const struct felt_order *order, int64_t now_ms)
{
    due->given =
        room->services->order(room->services->self, order, ticket_of(room, table, slot, due));
    due->retry_ms = now_ms + room->config->retry_ms;
    if (due->given) room->counts.orders++;
}

int64_t felt_room_table_give(struct felt_room *room, struct felt_room_table *table, int64_t now_ms)
{
    int64_t next = INT64_MAX;
    if (room->quiet) return next;
    if (table->settle.number && !table->settle.given) {
        if (table->settle.retry_ms <= now_ms) {
            struct felt_order order = settle_order(room, table);
            give(room, table, FELT_SETTLE_SLOT, &table->settle, &order, now_ms);
        }
        if (!table->settle.given) next = table->settle.retry_ms;
    }
    for (int seat = 0; seat < felt_room_table_stake(room, table)->seats; seat++) {
        struct felt_room_seat *place = &table->seat[seat];
        if (!place->user || !place->due.number || place->due.given) continue;
        if (place->due.retry_ms <= now_ms) {
            struct felt_order order = seat_order(table, place);
            give(room, table, seat, &place->due, &order, now_ms);
        }
        if (!place->due.given && place->due.retry_ms < next) next = place->due.retry_ms;
    }
    return next;
}

void felt_room_seat_order(struct felt_room *room, struct felt_room_table *table, felt_seat seat,
                          enum felt_order_kind kind, felt_chips amount, uint32_t conn,
                          const struct felt_room_client_msg *msg, int64_t now_ms)
{
    struct felt_room_seat *place = &table->seat[seat];
    felt_assert(!place->due.number);
    place->due = (struct felt_due){.kind = (uint8_t)kind,
                                   .number = ++room->next_order,
                                   .amount = amount,
                                   .conn = conn,
                                   .has_req = msg && msg->has_req,
                                   .req = msg ? msg->req : 0,
                                   .retry_ms = now_ms};
    memcpy(place->due.epoch, room->epoch, sizeof room->epoch);
    room->counts.pending++;
    felt_room_journal_seat(room, table, seat);
    (void)felt_room_table_give(room, table, now_ms);
}

void felt_room_table_order_settle(struct felt_room *room, struct felt_room_table *table,
                                  int64_t now_ms)
{
    felt_assert(table->settling && !table->settle.number);
    table->settle = (struct felt_due){.kind = FELT_ORDER_SETTLE,
                                      .number = ++room->next_order,
                                      .conn = FELT_NO_LINE,
                                      .retry_ms = now_ms};
    memcpy(table->settle.epoch, room->epoch, sizeof room->epoch);
    room->counts.pending++;
    felt_room_journal_table_settle(room, table);
    (void)felt_room_table_give(room, table, now_ms);
}

/* ---- receipts ---- */

static void done(struct felt_room *room, struct felt_due *due)
{
    *due = (struct felt_due){.conn = FELT_NO_LINE};
    room->counts.pending--;
}

static bool must_try_again(const struct felt_receipt *receipt)
{
    return receipt->outcome == FELT_OUTCOME_UNAVAILABLE || receipt->outcome == FELT_OUTCOME_BUSY;
}

static enum felt_no no_of(const struct felt_receipt *receipt)
{
    return receipt->outcome == FELT_OUTCOME_INSUFFICIENT ? FELT_NO_CHIPS : FELT_NO_BANK;
}

static void tell_bank(struct felt_room *room, uint32_t player, felt_chips bank)
{
    room->player[player].bank = bank;
    felt_room_post_player(room, player,
                          &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_CASHIER,
                                                         .seat = FELT_SEAT_NONE,
                                                         .bank = bank});
}

void felt_room_bank(struct felt_room *room, int64_t user, felt_chips bank)
{
    uint32_t player = felt_room_player_find(room, user);
    if (player != FELT_NO_PLAYER) tell_bank(room, player, bank);
}

/* The ledger knows the key by another order.  Keys are made of an epoch that each start draws anew,
 * so something was lost that must not be: an operator has to hear of it. */
static void alarm_reused(struct felt_room *room, const struct felt_room_table *table,
                         const struct felt_receipt *receipt)
{
    if (receipt->outcome == FELT_OUTCOME_KEY_REUSED)
        room->services->alarm(room->services->self, table->name,
                              "the ledger has another order of this key: nothing was moved");
}

/* The answer to whoever asked for it. */
static void reply(struct felt_room *room, const struct felt_room_table *table, felt_seat seat,
                  const struct felt_due *due, const struct felt_receipt *receipt)
{
    struct felt_room_client_msg msg = {.has_req = due->has_req, .req = due->req};
    const struct felt_room_seat *place = &table->seat[seat];
    if (due->conn == FELT_NO_LINE || room->conn[due->conn].player != place->player) return;
    if (receipt->outcome == FELT_OUTCOME_OK)
        felt_room_ok(room, due->conn, &msg, table, seat, receipt->amount);
    else
        felt_room_refuse(room, due->conn, &msg, no_of(receipt),
                         felt_outcome_text((enum felt_outcome)receipt->outcome));
}

static void sit_down(struct felt_room *room, struct felt_room_table *table, felt_seat seat,
                     felt_chips stack, int64_t now_ms)
{
    const struct felt_room_services *services = room->services;
    struct felt_room_seat *place = &table->seat[seat];
    place->sitting = FELT_SITTING_DOWN;
    place->stack = stack;
    place->since_ms = now_ms;
    felt_room_journal_seat(room, table, seat);
    if (felt_room_player_of(room, place)->local && services->local_sit)
        services->local_sit(services->self, felt_room_table_index(room, table), seat, place->user);
}

void felt_room_seat_mark(struct felt_room *room, struct felt_room_table *table, felt_seat seat,
                         felt_chips marker, uint32_t conn, const struct felt_room_client_msg *msg,
                         int64_t now_ms)
{
    felt_assert(!felt_room_table_has_chips(room, table));
    sit_down(room, table, seat, marker, now_ms);
    felt_room_ok(room, conn, msg, table, seat, marker);
    felt_room_table_post_mine(room, table, seat);
}

static void bought_in(struct felt_room *room, struct felt_room_table *table, felt_seat seat,
                      const struct felt_receipt *receipt, int64_t now_ms)
{
    struct felt_room_seat *place = &table->seat[seat];
    struct felt_due due = place->due;
    done(room, &place->due);
    alarm_reused(room, table, receipt);
    if (receipt->outcome != FELT_OUTCOME_OK) {
        reply(room, table, seat, &due, receipt);
        felt_room_seat_free(room, table, seat);
        return;
    }
    sit_down(room, table, seat, due.amount, now_ms);
    reply(room, table, seat, &due, receipt);
    tell_bank(room, place->player, receipt->user.chips);
    felt_room_table_post_seat(room, table, seat);
    felt_room_table_post_mine(room, table, seat);
    /* A house player who takes his time is asked again: now somebody waits for the next hand. */
    if (table->asked && felt_room_player_of(room, &table->seat[table->actor])->local &&
        felt_room_table_hurries(table))
        felt_room_table_ask_local(room, table);
}

static void topped_up(struct felt_room *room, struct felt_room_table *table, felt_seat seat,
                      const struct felt_receipt *receipt, int64_t now_ms)
{
    struct felt_room_seat *place = &table->seat[seat];
    struct felt_due due = place->due;
    done(room, &place->due);
    alarm_reused(room, table, receipt);
    if (receipt->outcome == FELT_OUTCOME_OK) {
        *(felt_room_seat_in_hand(table, seat) ? &place->extra : &place->stack) += due.amount;
        place->since_ms = now_ms;
    } else {
        place->rebuy = false; /* it would be asked for again and again */
        if (felt_room_player_of(room, place)->local)
            place->leaving = true; /* a local connection hears answers only */
        else
            felt_room_post_player(
                room, place->player,
                &(struct felt_room_server_msg){
                    .kind = FELT_ROOM_SERVER_NOTICE,
                    .seat = FELT_SEAT_NONE,
                    .text = felt_outcome_text((enum felt_outcome)receipt->outcome)});
    }
    felt_room_journal_seat(room, table, seat);
    if (receipt->outcome == FELT_OUTCOME_OK) tell_bank(room, place->player, receipt->user.chips);
    felt_room_table_post_seat(room, table, seat);
    felt_room_table_post_mine(room, table, seat);
}

static void cashed_out(struct felt_room *room, struct felt_room_table *table, felt_seat seat,
                       const struct felt_receipt *receipt, int64_t now_ms)
{
    struct felt_room_seat *place = &table->seat[seat];
    bool nothing = receipt->outcome == FELT_OUTCOME_NOT_SEATED;
    if (receipt->outcome != FELT_OUTCOME_OK && !nothing) {
        room->services->alarm(room->services->self, table->name,
                              "a seat cannot be cashed out: its chips stay on the table");
        place->due.given = false;
        place->due.retry_ms = now_ms + (int64_t)room->config->retry_ms * NOTHING_WORKS;
        return;
    }
    if (nothing || receipt->amount != place->stack + place->extra)
        room->services->alarm(room->services->self, table->name,
                              "a seat held another amount than its stack");
    felt_room_note_rathole(room, table, place, receipt->amount, now_ms);
    uint32_t player = place->player;
    place->stack = place->extra = 0;
    done(room, &place->due);
    if (!nothing) tell_bank(room, player, receipt->user.chips);
    felt_room_seat_got_up(table, seat, now_ms);
    felt_room_seat_free(room, table, seat);
}

static void settled(struct felt_room *room, struct felt_room_table *table,
                    const struct felt_receipt *receipt, int64_t now_ms)
{
    done(room, &table->settle);
    if (receipt->outcome == FELT_OUTCOME_OK) {
        felt_room_table_settle(room, table, felt_room_away_seats(table), now_ms);
        return;
    }
    /* Nothing moved.  The stacks are those of the ledger still; who could settle cannot be known
     * here, so nobody plays on at this table. */
    room->services->alarm(room->services->self, table->name,
                          felt_outcome_text((enum felt_outcome)receipt->outcome));
    felt_room_table_void(room, table, "the ledger refused the result; the hand is void");
    (void)felt_room_close_table(room, table->name, now_ms);
}

/* Later, with the same key.  A ledger that is busy has not looked at the order; only one that does
 * not answer may have done it, and excuses a replay. */
static void try_later(struct felt_room *room, struct felt_room_table *table, struct felt_due *due,
                      const struct felt_receipt *receipt, int64_t now_ms)
{
    due->given = false;
    due->again |= receipt->outcome == FELT_OUTCOME_UNAVAILABLE;
    due->retry_ms = now_ms + room->config->retry_ms;
    room->counts.retries++;
    if (due != &table->settle || table->slow) return;
    struct felt_room_face face;
    table->slow = true;
    felt_room_table_face(room, table, &face);
    felt_room_table_post(room, table,
                         &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_SETTLING,
                                                        .table = &face,
                                                        .seat = FELT_SEAT_NONE});
}

/* The ledger did another order of this key long ago: none of its chips are these.  That cannot be
 * unless something was lost that must not be; the order gets a key of its own. */
static void replay(struct felt_room *room, struct felt_room_table *table, felt_seat seat)
{
    struct felt_due *due = &table->seat[seat].due;
    room->services->alarm(room->services->self, table->name,
                          "an order was answered as one of before; it is given anew");
    due->number = ++room->next_order;
    due->given = false;
    memcpy(due->epoch, room->epoch, sizeof room->epoch);
    felt_room_journal_seat(room, table, seat);
}

void felt_room_receipt(struct felt_room *room, uint64_t ticket, const struct felt_receipt *receipt,
                       int64_t now_ms)
{
    uint32_t index = (uint32_t)(ticket >> SLOT_BITS & ((1U << TABLE_BITS) - 1));
    int slot = (int)(ticket & ((1U << SLOT_BITS) - 1));
    uint64_t number = ticket >> (SLOT_BITS + TABLE_BITS);
    if (index >= room->fresh_table) return;
    struct felt_room_table *table = felt_room_table_at(room, index);
    if (!table->used || (slot != FELT_SETTLE_SLOT && slot >= FELT_SEATS_MAX)) return;
    struct felt_due *due = slot == FELT_SETTLE_SLOT ? &table->settle : &table->seat[slot].due;
    if (!number || due->number != number || !due->given) return;
    bool unexpected = receipt->outcome == FELT_OUTCOME_OK && receipt->replayed && !due->again;
    const struct felt_receipt reused = {.outcome = FELT_OUTCOME_KEY_REUSED};
    if (must_try_again(receipt))
        try_later(room, table, due, receipt, now_ms);
    else if (due->kind == FELT_ORDER_SETTLE)
        settled(room, table, unexpected ? &reused : receipt, now_ms);
    else if (unexpected)
        replay(room, table, (felt_seat)slot);
    else if (due->kind == FELT_ORDER_BUY_IN)
        bought_in(room, table, (felt_seat)slot, receipt, now_ms);
    else if (due->kind == FELT_ORDER_TOP_UP)
        topped_up(room, table, (felt_seat)slot, receipt, now_ms);
    else
        cashed_out(room, table, (felt_seat)slot, receipt, now_ms);
    felt_room_table_go_on(room, table, now_ms);
}
