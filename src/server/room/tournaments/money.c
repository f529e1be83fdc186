/* money.c -- what the ledger is asked to do, and what follows from its answers.
 *
 * A buy-in goes into the account of the tournament before anybody is in (ENTER).  When registration
 * is over the fee goes to the house (FEE), and the house adds what a guarantee demands (OVERLAY);
 * prizes wait for that.  If it is given up later, the house puts fees back before refunds.  What
 * nobody can take any more, since his account is closed, is the house's: a FEE of its own. */
#include "base/hex.h"
#include "server/room/tournaments/tournaments_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORGOTTEN_MIN = 64, REFUSED_AGAIN_MS = 5000 };

struct felt_tournament_payment *felt_tournament_payment_at(const struct felt_tournament *tournament,
                                                           uint32_t number)
{
    if (number < tournament->first_payment ||
        number - tournament->first_payment >= tournament->payments)
        return NULL;
    return &tournament->payment[number - tournament->first_payment];
}

/* Those that are done go, from the oldest on. */
static void forget(struct felt_tournament *tournament)
{
    uint32_t done = 0;
    while (done < tournament->payments && tournament->payment[done].done) done++;
    if (done < FORGOTTEN_MIN || done * 2 < tournament->payments) return;
    tournament->payments -= done;
    tournament->first_payment += done;
    memmove(tournament->payment, tournament->payment + done,
            tournament->payments * sizeof *tournament->payment);
}

uint32_t felt_tournament_payment_add(const struct felt_tournaments *tournaments,
                                     struct felt_tournament *tournament, enum felt_order_kind kind,
                                     int64_t user, felt_chips amount)
{
    felt_assert(amount > 0 || kind == FELT_ORDER_ENTER);
    forget(tournament);
    if (tournament->payments == tournament->payments_room) {
        uint32_t room = 2 * tournament->payments_room + 64;
        struct felt_tournament_payment *more = realloc(tournament->payment, room * sizeof *more);
        felt_assert(more != NULL);
        tournament->payment = more;
        tournament->payments_room = room;
    }
    tournament->payment[tournament->payments++] = (struct felt_tournament_payment){
        .kind = (uint8_t)kind, .user = user, .amount = amount, .conn = FELT_NO_LINE};
    memcpy(tournament->payment[tournament->payments - 1].life, tournaments->life,
           sizeof tournaments->life);
    tournament->due++;
    tournament->overlays += kind == FELT_ORDER_OVERLAY;
    tournament->pay_ms = 0;
    return tournament->first_payment + tournament->payments - 1;
}

/* An entry is refunded or wins, and what its owner cannot take is the house's: two for each, and
 * few for all together.  Twice that is left. */
bool felt_tournament_has_numbers(const struct felt_tournament *tournament)
{
    uint32_t next = tournament->first_payment + tournament->payments;
    return next < FELT_PAYMENTS_MAX - 4 * tournament->row.plan.entrants_max - FELT_PAYMENTS_GIVEN;
}

uint32_t felt_tournament_join(const struct felt_tournaments *tournaments,
                              struct felt_tournament *tournament, const struct felt_room_guest *who)
{
    uint32_t number = felt_tournament_payment_add(tournaments, tournament, FELT_ORDER_ENTER,
                                                  who->user, tournament->row.plan.buy_in);
    felt_tournament_payment_at(tournament, number)->who = *who;
    return number;
}

void felt_tournament_owe(struct felt_tournaments *tournaments, struct felt_tournament *tournament)
{
    for (uint32_t i = 0; i < tournaments->log.count; i++) {
        const struct felt_director_event *told = &tournaments->log.event[i];
        if (told->kind == FELT_DIRECTOR_NO_MORE) {
            struct felt_director_face face;
            felt_director_face(tournament->director, &face);
            if (face.overlay > 0)
                felt_tournament_payment_add(tournaments, tournament, FELT_ORDER_OVERLAY, 0,
                                            face.overlay);
            if (face.fees > 0)
                felt_tournament_payment_add(tournaments, tournament, FELT_ORDER_FEE, 0, face.fees);
        } else if (told->kind == FELT_DIRECTOR_WAS_CALLED_OFF && told->amount) {
            bool adds = told->amount > 0;
            felt_tournament_payment_add(tournaments, tournament,
                                        adds ? FELT_ORDER_OVERLAY : FELT_ORDER_FEE, 0,
                                        adds ? told->amount : -told->amount);
        } else if (told->kind == FELT_DIRECTOR_REFUND || told->kind == FELT_DIRECTOR_PRIZE) {
            bool refund = told->kind == FELT_DIRECTOR_REFUND;
            int64_t user = felt_director_entry(tournament->director, told->entry)->user;
            if (told->amount > 0)
                felt_tournament_payment_add(tournaments, tournament,
                                            refund ? FELT_ORDER_REFUND : FELT_ORDER_PRIZE, user,
                                            told->amount);
        }
    }
}

/* His buy-in is there: he is in, or gets it back. */
static void entered(struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                    const struct felt_tournament_payment *payment, int64_t now_ms)
{
    struct felt_director_input input = {.what = FELT_DIRECTOR_REGISTER,
                                        .user = payment->user,
                                        .house = payment->who.local,
                                        .now_ms = now_ms};
    struct felt_room_guest who = payment->who;
    felt_chips amount = payment->amount; /* more payments may move it */
    if (felt_tournament_apply(tournaments, tournament, &input) == FELT_DIRECTOR_OK) {
        uint32_t row = felt_director_entry_of(tournament->director, who.user);
        felt_assert(row < tournament->row.plan.entrants_max);
        tournament->person[row] = who;
    } else if (amount > 0) {
        felt_tournament_payment_add(tournaments, tournament, FELT_ORDER_REFUND, who.user, amount);
    }
}

void felt_tournament_done(struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                          uint32_t number, enum felt_outcome outcome, int64_t now_ms)
{
    struct felt_tournament_payment *payment = felt_tournament_payment_at(tournament, number);
    felt_assert(payment && !payment->done);
    tournaments->log.count = 0;
    payment->done = true;
    tournament->due--;
    if (payment->kind == FELT_ORDER_OVERLAY) tournament->overlays--;
    bool pays_in = payment->kind == FELT_ORDER_ENTER || payment->kind == FELT_ORDER_OVERLAY;
    if (outcome == FELT_OUTCOME_OK) {
        *(pays_in ? &tournament->paid : &tournament->paid_out) += payment->amount;
        if (payment->kind == FELT_ORDER_ENTER) entered(tournaments, tournament, payment, now_ms);
    } else if (outcome == FELT_OUTCOME_REPLAYED && payment->kind != FELT_ORDER_ENTER) {
        struct felt_tournament_payment same = *payment; /* by another key */
        felt_tournament_payment_add(tournaments, tournament, (enum felt_order_kind)same.kind,
                                    same.user, same.amount);
    } else if (!pays_in) {
        felt_tournament_payment_add(tournaments, tournament, FELT_ORDER_FEE, 0, payment->amount);
    }
}

uint32_t felt_tournament_pending(const struct felt_tournament *tournament, bool house)
{
    uint32_t count = 0;
    for (uint32_t i = 0; tournament->due && i < tournament->payments; i++) {
        const struct felt_tournament_payment *payment = &tournament->payment[i];
        count += !payment->done && payment->kind == FELT_ORDER_ENTER && payment->who.local == house;
    }
    return count;
}

/* ---- given ---- */

static bool give(struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                 uint32_t number, struct felt_tournament_payment *payment)
{
    const struct felt_tournaments_services *services = tournaments->services;
    struct felt_order order = {.kind = payment->kind,
                               .now_ms = tournaments->now_ms,
                               .user = payment->user,
                               .amount = payment->amount};
    static const uint8_t none[FELT_LIFE_BYTES];
    char epoch[2 * FELT_TOURNAMENT_EPOCH_BYTES + 1], life[2 * FELT_LIFE_BYTES + 2] = "";
    felt_hex_write(tournament->epoch, sizeof tournament->epoch, epoch);
    if (memcmp(payment->life, none, sizeof none) != 0) {
        felt_hex_write(payment->life, sizeof payment->life, life);
        life[sizeof life - 2] = '/';
        life[sizeof life - 1] = '\0';
    }
    (void)snprintf(order.key, sizeof order.key, "tour/%s/%s%" PRIu32, epoch, life, number);
    felt_tournament_pool(tournament, order.table);
    return services->order(services->self, &order, (uint64_t)tournament->number << 24 | number);
}

static void over(struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                 uint32_t number, enum felt_outcome outcome);

/* A pool may be short of chips until the house has paid. */
static bool waits_for_house(const struct felt_tournament *tournament,
                            const struct felt_tournament_payment *payment)
{
    if (!tournament->overlays || payment->kind == FELT_ORDER_ENTER) return false;
    return payment->kind == FELT_ORDER_PRIZE ||
           (payment->kind != FELT_ORDER_OVERLAY && felt_tournament_is_over(tournament));
}

/* By a journal of an older program: its chips stay in the pool, and an operator gives them back. */
static void tell_no_number(const struct felt_tournaments *tournaments,
                           const struct felt_tournament *tournament,
                           struct felt_tournament_payment *payment)
{
    if (!payment->told)
        felt_tournaments_note(tournaments, "alarm", tournament,
                              "%s of %" PRId64 " chips for user %" PRId64
                              " has no number left: they stay in the pool",
                              felt_order_word(payment->kind), (int64_t)payment->amount,
                              payment->user);
    payment->told = true;
}

/* One after the other, so many at a time. */
int64_t felt_tournament_pay(struct felt_tournaments *tournaments,
                            struct felt_tournament *tournament)
{
    int64_t now_ms = tournaments->now_ms;
    if (!tournament->checked) return felt_tournament_check(tournaments, tournament);
    if (tournament->due == 0) return INT64_MAX;
    if (now_ms < tournament->pay_ms) return tournament->pay_ms;
    int64_t next = INT64_MAX;
    for (uint32_t i = 0; i < tournament->payments; i++) {
        struct felt_tournament_payment *payment = &tournament->payment[i];
        if (payment->done || payment->given) continue;
        if (tournament->given >= FELT_PAYMENTS_GIVEN) break;
        if (waits_for_house(tournament, payment)) continue;
        if (payment->amount == 0) {
            over(tournaments, tournament, tournament->first_payment + i, FELT_OUTCOME_OK);
            return now_ms;
        }
        if (tournament->first_payment + i >= FELT_PAYMENTS_MAX) {
            tell_no_number(tournaments, tournament, payment);
            continue;
        }
        if (payment->retry_ms > now_ms) {
            if (payment->retry_ms < next) next = payment->retry_ms;
            continue;
        }
        if (!give(tournaments, tournament, tournament->first_payment + i, payment)) {
            next = now_ms + tournaments->config.retry_ms;
            break;
        }
        payment->given = true;
        tournament->given++;
    }
    tournament->pay_ms = next;
    return next;
}

/* ---- answered ---- */

static void answer_entry(struct felt_tournaments *tournaments,
                         const struct felt_tournament *tournament,
                         const struct felt_tournament_payment *payment, enum felt_outcome outcome,
                         bool is_in)
{
    const struct felt_tournaments_services *services = tournaments->services;
    if (payment->who.local && !is_in) services->let_go(services->self, payment->user);
    if (payment->conn == FELT_NO_LINE) return;
    char text[FELT_TOURNAMENTS_TEXT] = "";
    enum felt_no no = FELT_NO_NOT;
    if (outcome == FELT_OUTCOME_INSUFFICIENT) {
        no = FELT_NO_CHIPS;
        (void)snprintf(text, sizeof text, "the buy-in is %" PRId64 "; get more chips first",
                       (int64_t)tournament->row.plan.buy_in);
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
    services->answer(services->self, payment->conn, payment->has_req, payment->req, no, text);
}

/* Into the journal, and everything that follows. */
static void over(struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                 uint32_t number, enum felt_outcome outcome)
{
    felt_tournament_pass(tournaments, tournament);
    struct felt_tournament_payment payment = *felt_tournament_payment_at(tournament, number);
    felt_tournament_done(tournaments, tournament, number, outcome, tournaments->now_ms);
    felt_tournaments_write_done(tournaments, tournament, number, outcome, tournaments->now_ms);
    tournaments->stir = true;
    if (payment.kind == FELT_ORDER_ENTER) {
        uint32_t row = felt_director_entry_of(tournament->director, payment.user);
        bool is_in =
            outcome == FELT_OUTCOME_OK && row != FELT_DIRECTOR_NOBODY &&
            (felt_director_entry(tournament->director, row)->state == FELT_DIRECTOR_ENTRY_WAITS ||
             felt_director_entry(tournament->director, row)->state == FELT_DIRECTOR_ENTRY_IN);
        answer_entry(tournaments, tournament, &payment, outcome, is_in);
        felt_tournament_follow(tournaments, tournament);
        if (!is_in) return;
        const struct felt_tournaments_services *services = tournaments->services;
        services->entry_changed(services->self, felt_tournament_index(tournaments, tournament),
                                row);
        services->changed(services->self, felt_tournament_index(tournaments, tournament));
    } else if (outcome != FELT_OUTCOME_OK && outcome != FELT_OUTCOME_REPLAYED) {
        felt_tournaments_note(tournaments, "alarm", tournament,
                              "user %" PRId64 " cannot take %" PRId64
                              " chips (%s): they go to the house",
                              payment.user, (int64_t)payment.amount, felt_outcome_word(outcome));
    }
}

/* It was given before: in an earlier life, or without an answer. */
static bool may_be_done(const struct felt_tournaments *tournaments,
                        const struct felt_tournament_payment *payment)
{
    return payment->again ||
           memcmp(payment->life, tournaments->life, sizeof tournaments->life) != 0;
}

void felt_tournaments_receipt(struct felt_tournaments *tournaments, uint64_t ticket,
                              const struct felt_receipt *receipt, int64_t wall_ms)
{
    felt_tournaments_clock(tournaments, wall_ms);
    struct felt_tournament *tournament =
        felt_tournament_find(tournaments, (uint32_t)(ticket >> 24));
    uint32_t number = (uint32_t)(ticket & 0xffffff);
    struct felt_tournament_payment *payment =
        tournament ? felt_tournament_payment_at(tournament, number) : NULL;
    if (!payment || payment->done || !payment->given) return;
    payment->given = false;
    tournament->given--;
    tournament->pay_ms = 0;
    tournaments->stir = true;
    enum felt_outcome outcome = receipt->outcome;
    if (outcome == FELT_OUTCOME_UNAVAILABLE || outcome == FELT_OUTCOME_BUSY) {
        payment->again |= outcome == FELT_OUTCOME_UNAVAILABLE;
        payment->retry_ms = tournaments->now_ms + tournaments->config.retry_ms;
        return;
    }
    if (outcome == FELT_OUTCOME_OK && receipt->replayed && !may_be_done(tournaments, payment)) {
        felt_tournaments_note(tournaments, "alarm", tournament,
                              "the ledger had %s %" PRIu32 " of %" PRId64
                              " chips before it was given: it does not count",
                              felt_order_word(payment->kind), number, (int64_t)payment->amount);
        over(tournaments, tournament, number, FELT_OUTCOME_REPLAYED);
        return;
    }
    bool goes_out = payment->kind == FELT_ORDER_PRIZE || payment->kind == FELT_ORDER_REFUND;
    if (outcome == FELT_OUTCOME_OK || payment->kind == FELT_ORDER_ENTER ||
        (goes_out && outcome == FELT_OUTCOME_NO_USER)) {
        over(tournaments, tournament, number, outcome);
        return;
    }
    payment->retry_ms = tournaments->now_ms + REFUSED_AGAIN_MS;
    if (!payment->told)
        felt_tournaments_note(tournaments, "alarm", tournament,
                              "the ledger refuses %s of %" PRId64 " chips (%s); it is asked again",
                              felt_order_word(payment->kind), (int64_t)payment->amount,
                              felt_outcome_word(outcome));
    payment->told = true;
}
