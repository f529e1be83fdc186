/* office_check.c -- pools of an earlier life: what the journal lost.
 *
 * The journal may lose its end with the power, and the ledger does not.  Then the pool of a
 * tournament has more chips than the journal knows.  After a start the ledger is asked once for
 * each tournament, before an order of this life is given: whatever an older life may have paid is
 * either known here, or may still be under way with its old key, or is a stray and goes back. */
#include "server/room/tournaments/office_parts.h"

#include <inttypes.h>
#include <string.h>

int64_t felt_cup_check(struct felt_office *office, struct felt_cup *event)
{
    const struct felt_office_services *services = office->services;
    char pool[FELT_ORDER_TABLE_BYTES + 1];
    if (!services->ask_pool) {
        event->checked = true;
        return office->now_ms;
    }
    if (event->asked) return INT64_MAX;
    if (office->now_ms < event->pay_ms) return event->pay_ms;
    felt_cup_pool(event, pool);
    event->asked = services->ask_pool(services->self, event->number, pool);
    if (event->asked) return INT64_MAX;
    return event->pay_ms = office->now_ms + office->config.retry_ms;
}

void felt_cup_stray(const struct felt_office *office, struct felt_cup *event, int64_t user,
                    felt_chips amount)
{
    event->paid += amount;
    felt_payment_add(office, event, user ? FELT_ORDER_REFUND : FELT_ORDER_FEE, user, amount);
}

/* An order of an earlier life: nobody knows whether the ledger has done it. */
static bool is_open(const struct felt_office *office, const struct felt_payment *payment)
{
    return !payment->done && memcmp(payment->life, office->life, sizeof office->life) != 0;
}

static bool pays_in(const struct felt_payment *payment)
{
    return payment->kind == FELT_ORDER_ENTER || payment->kind == FELT_ORDER_OVERLAY;
}

/* As many chips may be in the pool by what is known, at most and at least. */
static void bound(const struct felt_office *office, const struct felt_cup *event, felt_chips *least,
                  felt_chips *most)
{
    *least = *most = event->paid - event->paid_out;
    for (uint32_t i = 0; i < event->payments; i++) {
        const struct felt_payment *payment = &event->payment[i];
        if (!is_open(office, payment)) continue;
        if (pays_in(payment))
            *most += payment->amount;
        else
            *least -= payment->amount;
    }
}

/* As many chips may be his, at most: what he paid and what did not come back yet. */
static felt_chips share_of(const struct felt_office *office, const struct felt_cup *event,
                           int64_t user)
{
    felt_chips most = 0;
    for (uint32_t i = 0; i < event->row.plan.entrants_max; i++) {
        const struct felt_tour_entry *entry = felt_tour_entry(event->tour, i);
        if (entry->user != user || entry->state == FELT_ENTRY_FREE ||
            entry->state == FELT_ENTRY_REFUNDED)
            continue;
        most += event->row.plan.buy_in - entry->prize;
    }
    for (uint32_t i = 0; i < event->payments; i++) {
        const struct felt_payment *payment = &event->payment[i];
        bool counts = pays_in(payment) ? is_open(office, payment) : !payment->done;
        if (payment->user == user && counts) most += payment->amount;
    }
    return most;
}

/* The journal first, then the order that gives them back. */
static void send_back(struct felt_office *office, struct felt_cup *event, int64_t user,
                      felt_chips amount)
{
    felt_cup_stray(office, event, user, amount);
    felt_office_write_stray(office, event, user, amount);
    felt_office_note(office, "alarm", event,
                     "the journal lost %" PRId64 " chips that user %" PRId64
                     " paid (0: the house): they go back",
                     (int64_t)amount, user);
}

void felt_office_pool_found(struct felt_office *office, uint32_t number,
                            const struct felt_pool_row *rows, uint32_t count, int64_t wall_ms)
{
    felt_office_clock(office, wall_ms);
    struct felt_cup *event = felt_cup_find(office, number);
    if (!event || event->checked || !event->asked) return;
    office->stir = true;
    event->asked = false;
    event->pay_ms = rows ? 0 : office->now_ms + office->config.retry_ms;
    if (!rows) return;
    event->checked = true;
    for (uint32_t i = 0; i < office->count; i++) /* there was no time for the others before */
        if (!office->event[i]->checked) office->event[i]->pay_ms = 0;
    felt_chips least, most, sum = 0;
    bound(office, event, &least, &most);
    for (uint32_t i = 0; i < count; i++) sum += rows[i].paid;
    if (sum < least)
        felt_office_note(office, "alarm", event,
                         "its pool has %" PRId64 " chips fewer than the journal knows",
                         (int64_t)(least - sum));
    felt_chips stray = sum - most;
    for (uint32_t i = 0; i < count && stray > 0; i++) {
        felt_chips more = rows[i].user ? rows[i].paid - share_of(office, event, rows[i].user) : 0;
        if (more > stray) more = stray;
        if (more <= 0) continue;
        send_back(office, event, rows[i].user, more);
        stray -= more;
    }
    if (stray > 0) send_back(office, event, 0, stray);
}
