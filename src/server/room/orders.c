/* orders.c -- what the ledger is asked to do, and what it answers.
 *
 * An order is written to the journal before it is given, and has a key of its own: whatever happens
 * to the process, it is given again until its fate is known, and is done once. */
#include "server/room/floor_parts.h"

#include "base/hex.h"
#include "felt/buffer.h"

#include <string.h>

enum { SLOT_BITS = 4, RING_BITS = 20, NOTHING_WORKS = 60 };

static uint64_t ticket_of(const struct felt_floor *floor, const struct felt_ring *ring, int slot,
                          const struct felt_due *due)
{
    return due->number << (SLOT_BITS + RING_BITS) |
           (uint64_t)felt_ring_index(floor, ring) << SLOT_BITS | (uint64_t)slot;
}

static void put_epoch(const struct felt_due *due, struct felt_buffer *out)
{
    char text[2 * FELT_EPOCH_BYTES + 1];
    felt_hex_write(due->epoch, FELT_EPOCH_BYTES, text);
    felt_buffer_text(out, text);
}

/* ---- giving ---- */

static struct felt_order chair_order(const struct felt_ring *ring, const struct felt_chair *chair)
{
    struct felt_order order = {
        .kind = chair->due.kind, .user = chair->user, .amount = chair->due.amount};
    memcpy(order.table, ring->name, strlen(ring->name) + 1);
    struct felt_buffer key = felt_buffer_make(order.key, sizeof order.key);
    felt_buffer_text(&key, felt_order_word((enum felt_order_kind)order.kind));
    felt_buffer_char(&key, ':');
    put_epoch(&chair->due, &key);
    felt_buffer_char(&key, ':');
    felt_buffer_uint(&key, chair->due.number);
    felt_buffer_terminate(&key);
    return order;
}

static struct felt_order settle_order(const struct felt_floor *floor, const struct felt_ring *ring)
{
    struct felt_order order = {.kind = FELT_ORDER_SETTLE};
    felt_assert(ring->hand_id[0]); /* it makes the key one of this hand alone */
    felt_chips won[FELT_SEATS_MAX];
    memcpy(order.table, ring->name, strlen(ring->name) + 1);
    memcpy(order.hand, ring->hand_id, strlen(ring->hand_id) + 1);
    struct felt_buffer key = felt_buffer_make(order.key, sizeof order.key);
    felt_buffer_text(&key, "hand:");
    put_epoch(&ring->settle, &key);
    felt_buffer_char(&key, ':');
    felt_buffer_text(&key, ring->hand_id);
    felt_buffer_text(&key, ":settle");
    felt_buffer_terminate(&key);
    felt_ring_won(floor, ring, won);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (felt_seats_has(ring->live.dealt, seat) && won[seat])
            order.seat[order.seats++] =
                (struct felt_order_seat){.user = ring->chair[seat].user, .won = won[seat]};
    return order;
}

static void give(struct felt_floor *floor, const struct felt_ring *ring, int slot,
                 struct felt_due *due, const struct felt_order *order, int64_t now_ms)
{
    due->given =
        floor->services->order(floor->services->self, order, ticket_of(floor, ring, slot, due));
    due->retry_ms = now_ms + floor->config->retry_ms;
    if (due->given) floor->counts.orders++;
}

int64_t felt_ring_give(struct felt_floor *floor, struct felt_ring *ring, int64_t now_ms)
{
    int64_t next = INT64_MAX;
    if (floor->quiet) return next;
    if (ring->settle.number && !ring->settle.given) {
        if (ring->settle.retry_ms <= now_ms) {
            struct felt_order order = settle_order(floor, ring);
            give(floor, ring, FELT_SETTLE_SLOT, &ring->settle, &order, now_ms);
        }
        if (!ring->settle.given) next = ring->settle.retry_ms;
    }
    for (int seat = 0; seat < felt_ring_stake(floor, ring)->seats; seat++) {
        struct felt_chair *chair = &ring->chair[seat];
        if (!chair->user || !chair->due.number || chair->due.given) continue;
        if (chair->due.retry_ms <= now_ms) {
            struct felt_order order = chair_order(ring, chair);
            give(floor, ring, seat, &chair->due, &order, now_ms);
        }
        if (!chair->due.given && chair->due.retry_ms < next) next = chair->due.retry_ms;
    }
    return next;
}

void felt_chair_order(struct felt_floor *floor, struct felt_ring *ring, felt_seat seat,
                      enum felt_order_kind kind, felt_chips amount, uint32_t line,
                      const struct felt_want *want, int64_t now_ms)
{
    struct felt_chair *chair = &ring->chair[seat];
    felt_assert(!chair->due.number);
    chair->due = (struct felt_due){.kind = (uint8_t)kind,
                                   .number = ++floor->next_order,
                                   .amount = amount,
                                   .line = line,
                                   .has_req = want && want->has_req,
                                   .req = want ? want->req : 0,
                                   .retry_ms = now_ms};
    memcpy(chair->due.epoch, floor->epoch, sizeof floor->epoch);
    floor->counts.pending++;
    felt_entry_chair(floor, ring, seat);
    (void)felt_ring_give(floor, ring, now_ms);
}

void felt_ring_order_settle(struct felt_floor *floor, struct felt_ring *ring, int64_t now_ms)
{
    felt_assert(ring->settling && !ring->settle.number);
    ring->settle = (struct felt_due){.kind = FELT_ORDER_SETTLE,
                                     .number = ++floor->next_order,
                                     .line = FELT_NO_LINE,
                                     .retry_ms = now_ms};
    memcpy(ring->settle.epoch, floor->epoch, sizeof floor->epoch);
    floor->counts.pending++;
    felt_entry_ring_settle(floor, ring);
    (void)felt_ring_give(floor, ring, now_ms);
}

/* ---- receipts ---- */

static void done(struct felt_floor *floor, struct felt_due *due)
{
    *due = (struct felt_due){.line = FELT_NO_LINE};
    floor->counts.pending--;
}

static bool must_try_again(const struct felt_receipt *receipt)
{
    return receipt->outcome == FELT_OUTCOME_UNAVAILABLE || receipt->outcome == FELT_OUTCOME_BUSY;
}

static enum felt_no no_of(const struct felt_receipt *receipt)
{
    return receipt->outcome == FELT_OUTCOME_INSUFFICIENT ? FELT_NO_CHIPS : FELT_NO_BANK;
}

static void tell_bank(struct felt_floor *floor, uint32_t player, felt_chips bank)
{
    floor->player[player].bank = bank;
    felt_floor_post_player(
        floor, player,
        &(struct felt_news){.kind = FELT_NEWS_CASHIER, .seat = FELT_SEAT_NONE, .bank = bank});
}

void felt_floor_bank(struct felt_floor *floor, int64_t user, felt_chips bank)
{
    uint32_t player = felt_floor_player_find(floor, user);
    if (player != FELT_NO_PLAYER) tell_bank(floor, player, bank);
}

/* The ledger knows the key by another order.  Keys are made of an epoch that each start draws anew,
 * so something was lost that must not be: an operator has to hear of it. */
static void alarm_reused(struct felt_floor *floor, const struct felt_ring *ring,
                         const struct felt_receipt *receipt)
{
    if (receipt->outcome == FELT_OUTCOME_KEY_REUSED)
        floor->services->alarm(floor->services->self, ring->name,
                               "the ledger has another order of this key: nothing was moved");
}

/* The answer to whoever asked for it. */
static void reply(struct felt_floor *floor, const struct felt_ring *ring, felt_seat seat,
                  const struct felt_due *due, const struct felt_receipt *receipt)
{
    struct felt_want want = {.has_req = due->has_req, .req = due->req};
    const struct felt_chair *chair = &ring->chair[seat];
    if (due->line == FELT_NO_LINE || floor->line[due->line].player != chair->player) return;
    if (receipt->outcome == FELT_OUTCOME_OK)
        felt_floor_ok(floor, due->line, &want, ring, seat, receipt->amount);
    else
        felt_floor_refuse(floor, due->line, &want, no_of(receipt),
                          felt_outcome_text((enum felt_outcome)receipt->outcome));
}

static void sit_down(struct felt_floor *floor, struct felt_ring *ring, felt_seat seat,
                     felt_chips stack, int64_t now_ms)
{
    const struct felt_floor_services *services = floor->services;
    struct felt_chair *chair = &ring->chair[seat];
    chair->sitting = FELT_SITTING_DOWN;
    chair->stack = stack;
    chair->since_ms = now_ms;
    felt_entry_chair(floor, ring, seat);
    if (felt_player_of(floor, chair)->local && services->local_sit)
        services->local_sit(services->self, felt_ring_index(floor, ring), seat, chair->user);
}

void felt_chair_mark(struct felt_floor *floor, struct felt_ring *ring, felt_seat seat,
                     felt_chips marker, uint32_t line, const struct felt_want *want, int64_t now_ms)
{
    felt_assert(!felt_ring_has_chips(floor, ring));
    sit_down(floor, ring, seat, marker, now_ms);
    felt_floor_ok(floor, line, want, ring, seat, marker);
    felt_ring_post_mine(floor, ring, seat);
}

static void bought_in(struct felt_floor *floor, struct felt_ring *ring, felt_seat seat,
                      const struct felt_receipt *receipt, int64_t now_ms)
{
    struct felt_chair *chair = &ring->chair[seat];
    struct felt_due due = chair->due;
    done(floor, &chair->due);
    alarm_reused(floor, ring, receipt);
    if (receipt->outcome != FELT_OUTCOME_OK) {
        reply(floor, ring, seat, &due, receipt);
        felt_chair_free(floor, ring, seat);
        return;
    }
    sit_down(floor, ring, seat, due.amount, now_ms);
    reply(floor, ring, seat, &due, receipt);
    tell_bank(floor, chair->player, receipt->user.chips);
    felt_ring_post_chair(floor, ring, seat);
    felt_ring_post_mine(floor, ring, seat);
    /* A house player who takes his time is asked again: now somebody waits for the next hand. */
    if (ring->asked && felt_player_of(floor, &ring->chair[ring->actor])->local &&
        felt_ring_hurries(ring))
        felt_ring_ask_local(floor, ring);
}

static void topped_up(struct felt_floor *floor, struct felt_ring *ring, felt_seat seat,
                      const struct felt_receipt *receipt, int64_t now_ms)
{
    struct felt_chair *chair = &ring->chair[seat];
    struct felt_due due = chair->due;
    done(floor, &chair->due);
    alarm_reused(floor, ring, receipt);
    if (receipt->outcome == FELT_OUTCOME_OK) {
        *(felt_chair_in_hand(ring, seat) ? &chair->extra : &chair->stack) += due.amount;
        chair->since_ms = now_ms;
    } else {
        chair->rebuy = false; /* it would be asked for again and again */
        if (felt_player_of(floor, chair)->local)
            chair->leaving = true; /* a local line hears answers only */
        else
            felt_floor_post_player(floor, chair->player,
                                   &(struct felt_news){.kind = FELT_NEWS_NOTICE,
                                                       .seat = FELT_SEAT_NONE,
                                                       .text = felt_outcome_text(
                                                           (enum felt_outcome)receipt->outcome)});
    }
    felt_entry_chair(floor, ring, seat);
    if (receipt->outcome == FELT_OUTCOME_OK) tell_bank(floor, chair->player, receipt->user.chips);
    felt_ring_post_chair(floor, ring, seat);
    felt_ring_post_mine(floor, ring, seat);
}

static void cashed_out(struct felt_floor *floor, struct felt_ring *ring, felt_seat seat,
                       const struct felt_receipt *receipt, int64_t now_ms)
{
    struct felt_chair *chair = &ring->chair[seat];
    bool nothing = receipt->outcome == FELT_OUTCOME_NOT_SEATED;
    if (receipt->outcome != FELT_OUTCOME_OK && !nothing) {
        floor->services->alarm(floor->services->self, ring->name,
                               "a seat cannot be cashed out: its chips stay on the table");
        chair->due.given = false;
        chair->due.retry_ms = now_ms + (int64_t)floor->config->retry_ms * NOTHING_WORKS;
        return;
    }
    if (nothing || receipt->amount != chair->stack + chair->extra)
        floor->services->alarm(floor->services->self, ring->name,
                               "a seat held another amount than its stack");
    felt_floor_note_rathole(floor, ring, chair, receipt->amount, now_ms);
    uint32_t player = chair->player;
    chair->stack = chair->extra = 0;
    done(floor, &chair->due);
    if (!nothing) tell_bank(floor, player, receipt->user.chips);
    felt_chair_got_up(ring, seat, now_ms);
    felt_chair_free(floor, ring, seat);
}

static void settled(struct felt_floor *floor, struct felt_ring *ring,
                    const struct felt_receipt *receipt, int64_t now_ms)
{
    done(floor, &ring->settle);
    if (receipt->outcome == FELT_OUTCOME_OK) {
        felt_ring_settle(floor, ring, felt_away_seats(ring), now_ms);
        return;
    }
    /* Nothing moved.  The stacks are those of the ledger still; who could settle cannot be known
     * here, so nobody plays on at this table. */
    floor->services->alarm(floor->services->self, ring->name,
                           felt_outcome_text((enum felt_outcome)receipt->outcome));
    felt_ring_void(floor, ring, "the ledger refused the result; the hand is void");
    (void)felt_floor_close_table(floor, ring->name, now_ms);
}

/* Later, with the same key.  A ledger that is busy has not looked at the order; only one that does
 * not answer may have done it, and excuses a replay. */
static void try_later(struct felt_floor *floor, struct felt_ring *ring, struct felt_due *due,
                      const struct felt_receipt *receipt, int64_t now_ms)
{
    due->given = false;
    due->again |= receipt->outcome == FELT_OUTCOME_UNAVAILABLE;
    due->retry_ms = now_ms + floor->config->retry_ms;
    floor->counts.retries++;
    if (due != &ring->settle || ring->slow) return;
    struct felt_floor_face face;
    ring->slow = true;
    felt_ring_face(floor, ring, &face);
    felt_ring_post(
        floor, ring,
        &(struct felt_news){.kind = FELT_NEWS_SETTLING, .table = &face, .seat = FELT_SEAT_NONE});
}

/* The ledger did another order of this key long ago: none of its chips are these.  That cannot be
 * unless something was lost that must not be; the order gets a key of its own. */
static void replay(struct felt_floor *floor, struct felt_ring *ring, felt_seat seat)
{
    struct felt_due *due = &ring->chair[seat].due;
    floor->services->alarm(floor->services->self, ring->name,
                           "an order was answered as one of before; it is given anew");
    due->number = ++floor->next_order;
    due->given = false;
    memcpy(due->epoch, floor->epoch, sizeof floor->epoch);
    felt_entry_chair(floor, ring, seat);
}

void felt_floor_receipt(struct felt_floor *floor, uint64_t ticket,
                        const struct felt_receipt *receipt, int64_t now_ms)
{
    uint32_t index = (uint32_t)(ticket >> SLOT_BITS & ((1U << RING_BITS) - 1));
    int slot = (int)(ticket & ((1U << SLOT_BITS) - 1));
    uint64_t number = ticket >> (SLOT_BITS + RING_BITS);
    if (index >= floor->fresh_ring) return;
    struct felt_ring *ring = felt_ring_at(floor, index);
    if (!ring->used || (slot != FELT_SETTLE_SLOT && slot >= FELT_SEATS_MAX)) return;
    struct felt_due *due = slot == FELT_SETTLE_SLOT ? &ring->settle : &ring->chair[slot].due;
    if (!number || due->number != number || !due->given) return;
    bool unexpected = receipt->outcome == FELT_OUTCOME_OK && receipt->replayed && !due->again;
    const struct felt_receipt reused = {.outcome = FELT_OUTCOME_KEY_REUSED};
    if (must_try_again(receipt))
        try_later(floor, ring, due, receipt, now_ms);
    else if (due->kind == FELT_ORDER_SETTLE)
        settled(floor, ring, unexpected ? &reused : receipt, now_ms);
    else if (unexpected)
        replay(floor, ring, (felt_seat)slot);
    else if (due->kind == FELT_ORDER_BUY_IN)
        bought_in(floor, ring, (felt_seat)slot, receipt, now_ms);
    else if (due->kind == FELT_ORDER_TOP_UP)
        topped_up(floor, ring, (felt_seat)slot, receipt, now_ms);
    else
        cashed_out(floor, ring, (felt_seat)slot, receipt, now_ms);
    felt_ring_go_on(floor, ring, now_ms);
}
