/* office_money.c -- what the ledger is asked to do, and what follows from its answers.
 *
 * A buy-in goes into the account of the tournament before anybody is in (ENTER).  When registration
 * is over the fee goes to the house (FEE), and the house adds what a guarantee demands (OVERLAY);
 * prizes wait for that.  If it is given up later, the house puts fees back before refunds.  What
 * nobody can take any more, since his account is closed, is the house's: a FEE of its own. */
#include "base/hex.h"
#include "server/room/tournaments/office_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORGOTTEN_MIN = 64, REFUSED_AGAIN_MS = 5000 };

struct felt_payment *felt_payment_at(const struct felt_cup *event, uint32_t number)
{
    if (number < event->first_payment || number - event->first_payment >= event->payments)
        return NULL;
    return &event->payment[number - event->first_payment];
}

/* Those that are done go, from the oldest on. */
static void forget(struct felt_cup *event)
{
    uint32_t done = 0;
    while (done < event->payments && event->payment[done].done) done++;
    if (done < FORGOTTEN_MIN || done * 2 < event->payments) return;
    event->payments -= done;
    event->first_payment += done;
    memmove(event->payment, event->payment + done, event->payments * sizeof *event->payment);
}

uint32_t felt_payment_add(const struct felt_office *office, struct felt_cup *event,
                          enum felt_order_kind kind, int64_t user, felt_chips amount)
{
    felt_assert(amount > 0 || kind == FELT_ORDER_ENTER);
    forget(event);
    if (event->payments == event->payments_room) {
        uint32_t room = 2 * event->payments_room + 64;
        struct felt_payment *more = realloc(event->payment, room * sizeof *more);
        felt_assert(more != NULL);
        event->payment = more;
        event->payments_room = room;
    }
    event->payment[event->payments++] = (struct felt_payment){
        .kind = (uint8_t)kind, .user = user, .amount = amount, .line = FELT_NO_LINE};
    memcpy(event->payment[event->payments - 1].life, office->life, sizeof office->life);
    event->due++;
    event->overlays += kind == FELT_ORDER_OVERLAY;
    event->pay_ms = 0;
    return event->first_payment + event->payments - 1;
}

/* An entry is refunded or wins, and what its owner cannot take is the house's: two for each, and
 * few for all together.  Twice that is left. */
bool felt_cup_has_numbers(const struct felt_cup *event)
{
    uint32_t next = event->first_payment + event->payments;
    return next < FELT_PAYMENTS_MAX - 4 * event->row.plan.entrants_max - FELT_PAYMENTS_GIVEN;
}

uint32_t felt_cup_join(const struct felt_office *office, struct felt_cup *event,
                       const struct felt_guest_of_floor *who)
{
    uint32_t number =
        felt_payment_add(office, event, FELT_ORDER_ENTER, who->user, event->row.plan.buy_in);
    felt_payment_at(event, number)->who = *who;
    return number;
}

void felt_cup_owe(struct felt_office *office, struct felt_cup *event)
{
    for (uint32_t i = 0; i < office->log.count; i++) {
        const struct felt_tour_event *told = &office->log.event[i];
        if (told->kind == FELT_TOUR_NO_MORE) {
            struct felt_tour_face face;
            felt_tour_face(event->tour, &face);
            if (face.overlay > 0)
                felt_payment_add(office, event, FELT_ORDER_OVERLAY, 0, face.overlay);
            if (face.fees > 0) felt_payment_add(office, event, FELT_ORDER_FEE, 0, face.fees);
        } else if (told->kind == FELT_TOUR_WAS_CALLED_OFF && told->amount) {
            bool adds = told->amount > 0;
            felt_payment_add(office, event, adds ? FELT_ORDER_OVERLAY : FELT_ORDER_FEE, 0,
                             adds ? told->amount : -told->amount);
        } else if (told->kind == FELT_TOUR_REFUND || told->kind == FELT_TOUR_PRIZE) {
            bool refund = told->kind == FELT_TOUR_REFUND;
            int64_t user = felt_tour_entry(event->tour, told->entry)->user;
            if (told->amount > 0)
                felt_payment_add(office, event, refund ? FELT_ORDER_REFUND : FELT_ORDER_PRIZE, user,
                                 told->amount);
        }
    }
}

/* His buy-in is there: he is in, or gets it back. */
static void entered(struct felt_office *office, struct felt_cup *event,
                    const struct felt_payment *payment, int64_t now_ms)
{
    struct felt_tour_input input = {.what = FELT_TOUR_REGISTER,
                                    .user = payment->user,
                                    .house = payment->who.local,
                                    .now_ms = now_ms};
    struct felt_guest_of_floor who = payment->who;
    felt_chips amount = payment->amount; /* more payments may move it */
    if (felt_cup_apply(office, event, &input) == FELT_TOUR_OK) {
        uint32_t row = felt_tour_entry_of(event->tour, who.user);
        felt_assert(row < event->row.plan.entrants_max);
        event->person[row] = who;
    } else if (amount > 0) {
        felt_payment_add(office, event, FELT_ORDER_REFUND, who.user, amount);
    }
}

void felt_cup_done(struct felt_office *office, struct felt_cup *event, uint32_t number,
                   enum felt_outcome outcome, int64_t now_ms)
{
    struct felt_payment *payment = felt_payment_at(event, number);
    felt_assert(payment && !payment->done);
    office->log.count = 0;
    payment->done = true;
    event->due--;
    if (payment->kind == FELT_ORDER_OVERLAY) event->overlays--;
    bool pays_in = payment->kind == FELT_ORDER_ENTER || payment->kind == FELT_ORDER_OVERLAY;
    if (outcome == FELT_OUTCOME_OK) {
        *(pays_in ? &event->paid : &event->paid_out) += payment->amount;
        if (payment->kind == FELT_ORDER_ENTER) entered(office, event, payment, now_ms);
    } else if (outcome == FELT_OUTCOME_REPLAYED && payment->kind != FELT_ORDER_ENTER) {
        struct felt_payment same = *payment; /* by another key */
        felt_payment_add(office, event, (enum felt_order_kind)same.kind, same.user, same.amount);
    } else if (!pays_in) {
        felt_payment_add(office, event, FELT_ORDER_FEE, 0, payment->amount);
    }
}

uint32_t felt_cup_pending(const struct felt_cup *event, bool house)
{
    uint32_t count = 0;
    for (uint32_t i = 0; event->due && i < event->payments; i++) {
        const struct felt_payment *payment = &event->payment[i];
        count += !payment->done && payment->kind == FELT_ORDER_ENTER && payment->who.local == house;
    }
    return count;
}

/* ---- given ---- */

static bool give(struct felt_office *office, struct felt_cup *event, uint32_t number,
                 struct felt_payment *payment)
{
    const struct felt_office_services *services = office->services;
    struct felt_order order = {.kind = payment->kind,
                               .now_ms = office->now_ms,
                               .user = payment->user,
                               .amount = payment->amount};
    static const uint8_t none[FELT_LIFE_BYTES];
    char epoch[2 * FELT_EVENT_EPOCH_BYTES + 1], life[2 * FELT_LIFE_BYTES + 2] = "";
    felt_hex_write(event->epoch, sizeof event->epoch, epoch);
    if (memcmp(payment->life, none, sizeof none) != 0) {
        felt_hex_write(payment->life, sizeof payment->life, life);
        life[sizeof life - 2] = '/';
        life[sizeof life - 1] = '\0';
    }
    (void)snprintf(order.key, sizeof order.key, "tour/%s/%s%" PRIu32, epoch, life, number);
    felt_cup_pool(event, order.table);
    return services->order(services->self, &order, (uint64_t)event->number << 24 | number);
}

static void over(struct felt_office *office, struct felt_cup *event, uint32_t number,
                 enum felt_outcome outcome);

/* A pool may be short of chips until the house has paid. */
static bool waits_for_house(const struct felt_cup *event, const struct felt_payment *payment)
{
    if (!event->overlays || payment->kind == FELT_ORDER_ENTER) return false;
    return payment->kind == FELT_ORDER_PRIZE ||
           (payment->kind != FELT_ORDER_OVERLAY && felt_cup_is_over(event));
}

/* By a journal of an older program: its chips stay in the pool, and an operator gives them back. */
static void tell_no_number(const struct felt_office *office, const struct felt_cup *event,
                           struct felt_payment *payment)
{
    if (!payment->told)
        felt_office_note(office, "alarm", event,
                         "%s of %" PRId64 " chips for user %" PRId64
                         " has no number left: they stay in the pool",
                         felt_order_word(payment->kind), (int64_t)payment->amount, payment->user);
    payment->told = true;
}

/* One after the other, so many at a time. */
int64_t felt_cup_pay(struct felt_office *office, struct felt_cup *event)
{
    int64_t now_ms = office->now_ms;
    if (!event->checked) return felt_cup_check(office, event);
    if (event->due == 0) return INT64_MAX;
    if (now_ms < event->pay_ms) return event->pay_ms;
    int64_t next = INT64_MAX;
    for (uint32_t i = 0; i < event->payments; i++) {
        struct felt_payment *payment = &event->payment[i];
        if (payment->done || payment->given) continue;
        if (event->given >= FELT_PAYMENTS_GIVEN) break;
        if (waits_for_house(event, payment)) continue;
        if (payment->amount == 0) {
            over(office, event, event->first_payment + i, FELT_OUTCOME_OK);
            return now_ms;
        }
        if (event->first_payment + i >= FELT_PAYMENTS_MAX) {
            tell_no_number(office, event, payment);
            continue;
        }
        if (payment->retry_ms > now_ms) {
            if (payment->retry_ms < next) next = payment->retry_ms;
            continue;
        }
        if (!give(office, event, event->first_payment + i, payment)) {
            next = now_ms + office->config.retry_ms;
            break;
        }
        payment->given = true;
        event->given++;
    }
    event->pay_ms = next;
    return next;
}

/* ---- answered ---- */

static void answer_entry(struct felt_office *office, const struct felt_cup *event,
                         const struct felt_payment *payment, enum felt_outcome outcome, bool is_in)
{
    const struct felt_office_services *services = office->services;
    if (payment->who.local && !is_in) services->let_go(services->self, payment->user);
    if (payment->line == FELT_NO_LINE) return;
    char text[FELT_OFFICE_TEXT] = "";
    enum felt_no no = FELT_NO_NOT;
    if (outcome == FELT_OUTCOME_INSUFFICIENT) {
        no = FELT_NO_CHIPS;
        (void)snprintf(text, sizeof text, "the buy-in is %" PRId64 "; get more chips first",
                       (int64_t)event->row.plan.buy_in);
    } else if (outcome == FELT_OUTCOME_REPLAYED) {
        no = FELT_NO_BANK;
        (void)snprintf(text, sizeof text,
                       "the ledger has this payment from before: nothing was taken from you now, "
                       "and you are not in; register again");
    } else if (outcome != FELT_OUTCOME_OK) {
        no = FELT_NO_BANK;
        (void)snprintf(text, sizeof text, "%s", felt_outcome_text(outcome));
    } else if (!is_in) {
        no = FELT_NO_FULL;
        (void)snprintf(text, sizeof text, "registration closed meanwhile; the buy-in is refunded");
    }
    services->answer(services->self, payment->line, payment->has_req, payment->req, no, text);
}

/* Into the journal, and everything that follows. */
static void over(struct felt_office *office, struct felt_cup *event, uint32_t number,
                 enum felt_outcome outcome)
{
    felt_cup_pass(office, event);
    struct felt_payment payment = *felt_payment_at(event, number);
    felt_cup_done(office, event, number, outcome, office->now_ms);
    felt_office_write_done(office, event, number, outcome, office->now_ms);
    office->stir = true;
    if (payment.kind == FELT_ORDER_ENTER) {
        uint32_t row = felt_tour_entry_of(event->tour, payment.user);
        bool is_in = outcome == FELT_OUTCOME_OK && row != FELT_TOUR_NOBODY &&
                     (felt_tour_entry(event->tour, row)->state == FELT_ENTRY_WAITS ||
                      felt_tour_entry(event->tour, row)->state == FELT_ENTRY_IN);
        answer_entry(office, event, &payment, outcome, is_in);
        felt_cup_follow(office, event);
        if (!is_in) return;
        const struct felt_office_services *services = office->services;
        services->entry_changed(services->self, felt_cup_index(office, event), row);
        services->changed(services->self, felt_cup_index(office, event));
    } else if (outcome != FELT_OUTCOME_OK && outcome != FELT_OUTCOME_REPLAYED) {
        felt_office_note(office, "alarm", event,
                         "user %" PRId64 " cannot take %" PRId64
                         " chips (%s): they go to the house",
                         payment.user, (int64_t)payment.amount, felt_outcome_word(outcome));
    }
}

/* It was given before: in an earlier life, or without an answer. */
static bool may_be_done(const struct felt_office *office, const struct felt_payment *payment)
{
    return payment->again || memcmp(payment->life, office->life, sizeof office->life) != 0;
}

void felt_office_receipt(struct felt_office *office, uint64_t ticket,
                         const struct felt_receipt *receipt, int64_t wall_ms)
{
    felt_office_clock(office, wall_ms);
    struct felt_cup *event = felt_cup_find(office, (uint32_t)(ticket >> 24));
    uint32_t number = (uint32_t)(ticket & 0xffffff);
    struct felt_payment *payment = event ? felt_payment_at(event, number) : NULL;
    if (!payment || payment->done || !payment->given) return;
    payment->given = false;
    event->given--;
    event->pay_ms = 0;
    office->stir = true;
    enum felt_outcome outcome = receipt->outcome;
    if (outcome == FELT_OUTCOME_UNAVAILABLE || outcome == FELT_OUTCOME_BUSY) {
        payment->again |= outcome == FELT_OUTCOME_UNAVAILABLE;
        payment->retry_ms = office->now_ms + office->config.retry_ms;
        return;
    }
    if (outcome == FELT_OUTCOME_OK && receipt->replayed && !may_be_done(office, payment)) {
        felt_office_note(office, "alarm", event,
                         "the ledger had %s %" PRIu32 " of %" PRId64
                         " chips before it was given: it does not count",
                         felt_order_word(payment->kind), number, (int64_t)payment->amount);
        over(office, event, number, FELT_OUTCOME_REPLAYED);
        return;
    }
    bool goes_out = payment->kind == FELT_ORDER_PRIZE || payment->kind == FELT_ORDER_REFUND;
    if (outcome == FELT_OUTCOME_OK || payment->kind == FELT_ORDER_ENTER ||
        (goes_out && outcome == FELT_OUTCOME_NO_USER)) {
        over(office, event, number, outcome);
        return;
    }
    payment->retry_ms = office->now_ms + REFUSED_AGAIN_MS;
    if (!payment->told)
        felt_office_note(office, "alarm", event,
                         "the ledger refuses %s of %" PRId64 " chips (%s); it is asked again",
                         felt_order_word(payment->kind), (int64_t)payment->amount,
                         felt_outcome_word(outcome));
    payment->told = true;
}
