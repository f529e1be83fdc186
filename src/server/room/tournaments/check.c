/* check.c -- pools of an earlier life: what the journal lost.
 *
 * The journal may lose its end with the power, and the ledger does not.  Then the pool of a
 * tournament has more chips than the journal knows.  After a start the ledger is asked once for
 * each tournament, before an order of this life is given: whatever an older life may have paid is
 * either known here, or may still be under way with its old key, or is a stray and goes back. */
#include "server/room/tournaments/tournaments_parts.h"

#include <inttypes.h>
#include <string.h>

int64_t felt_tournament_check(struct felt_tournaments *tournaments,
                              struct felt_tournament *tournament)
{
    const struct felt_tournaments_services *services = tournaments->services;
    char pool[FELT_ORDER_TABLE_BYTES + 1];
    if (!services->ask_pool) {
        tournament->checked = true;
        return tournaments->now_ms;
    }
    if (tournament->asked) return INT64_MAX;
    if (tournaments->now_ms < tournament->pay_ms) return tournament->pay_ms;
    felt_tournament_pool(tournament, pool);
    tournament->asked = services->ask_pool(services->self, tournament->number, pool);
    if (tournament->asked) return INT64_MAX;
    return tournament->pay_ms = tournaments->now_ms + tournaments->config.retry_ms;
}

void felt_tournament_stray(const struct felt_tournaments *tournaments,
                           struct felt_tournament *tournament, int64_t user, felt_chips amount)
{
    tournament->paid += amount;
    felt_tournament_payment_add(tournaments, tournament, user ? FELT_ORDER_REFUND : FELT_ORDER_FEE,
                                user, amount);
}

/* An order of an earlier life: nobody knows whether the ledger has done it. */
static bool is_open(const struct felt_tournaments *tournaments,
                    const struct felt_tournament_payment *payment)
{
    return !payment->done &&
           memcmp(payment->life, tournaments->life, sizeof tournaments->life) != 0;
}

static bool pays_in(const struct felt_tournament_payment *payment)
{
    return payment->kind == FELT_ORDER_ENTER || payment->kind == FELT_ORDER_OVERLAY;
}

/* As many chips may be in the pool by what is known, at most and at least. */
static void bound(const struct felt_tournaments *tournaments,
                  const struct felt_tournament *tournament, felt_chips *least, felt_chips *most)
{
    *least = *most = tournament->paid - tournament->paid_out;
    for (uint32_t i = 0; i < tournament->payments; i++) {
        const struct felt_tournament_payment *payment = &tournament->payment[i];
        if (!is_open(tournaments, payment)) continue;
        if (pays_in(payment))
            *most += payment->amount;
        else
            *least -= payment->amount;
    }
}

/* As many chips may be his, at most: what he paid and what did not come back yet. */
static felt_chips share_of(const struct felt_tournaments *tournaments,
                           const struct felt_tournament *tournament, int64_t user)
{
    felt_chips most = 0;
    for (uint32_t i = 0; i < tournament->row.plan.entrants_max; i++) {
        const struct felt_director_entry *entry = felt_director_entry(tournament->director, i);
        if (entry->user != user || entry->state == FELT_DIRECTOR_ENTRY_FREE ||
            entry->state == FELT_DIRECTOR_ENTRY_REFUNDED)
            continue;
        most += tournament->row.plan.buy_in - entry->prize;
    }
    for (uint32_t i = 0; i < tournament->payments; i++) {
        const struct felt_tournament_payment *payment = &tournament->payment[i];
        bool counts = pays_in(payment) ? is_open(tournaments, payment) : !payment->done;
        if (payment->user == user && counts) most += payment->amount;
    }
    return most;
}

/* The journal first, then the order that gives them back. */
static void send_back(struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                      int64_t user, felt_chips amount)
{
    felt_tournament_stray(tournaments, tournament, user, amount);
    felt_tournaments_write_stray(tournaments, tournament, user, amount);
    felt_tournaments_note(tournaments, "alarm", tournament,
                          "the journal lost %" PRId64 " chips that user %" PRId64
                          " paid (0: the house): they go back",
                          (int64_t)amount, user);
}

void felt_tournaments_pool_found(struct felt_tournaments *tournaments, uint32_t number,
                                 const struct felt_pool_row *rows, uint32_t count, int64_t wall_ms)
{
    felt_tournaments_clock(tournaments, wall_ms);
    struct felt_tournament *tournament = felt_tournament_find(tournaments, number);
    if (!tournament || tournament->checked || !tournament->asked) return;
    tournaments->stir = true;
    tournament->asked = false;
    tournament->pay_ms = rows ? 0 : tournaments->now_ms + tournaments->config.retry_ms;
    if (!rows) return;
    tournament->checked = true;
    for (uint32_t i = 0; i < tournaments->count; i++) /* there was no time for the others before */
        if (!tournaments->event[i]->checked) tournaments->event[i]->pay_ms = 0;
    felt_chips least, most, sum = 0;
    bound(tournaments, tournament, &least, &most);
    for (uint32_t i = 0; i < count; i++) sum += rows[i].paid;
    if (sum < least)
        felt_tournaments_note(tournaments, "alarm", tournament,
                              "its pool has %" PRId64 " chips fewer than the journal knows",
                              (int64_t)(least - sum));
    felt_chips stray = sum - most;
    for (uint32_t i = 0; i < count && stray > 0; i++) {
        felt_chips more =
            rows[i].user ? rows[i].paid - share_of(tournaments, tournament, rows[i].user) : 0;
        if (more > stray) more = stray;
        if (more <= 0) continue;
        send_back(tournaments, tournament, rows[i].user, more);
        stray -= more;
    }
    if (stray > 0) send_back(tournaments, tournament, 0, stray);
}
