/* ledger_toy.h -- a ledger in memory behind a counter, for tests of whatever gives orders.
 *
 * Orders are decided by the real ledger on the rows of fake_store.h, which looks at every
 * transaction and at the sum of all accounts.  Receipts and answers come back in the order in which
 * orders and questions were given, some time later.  It can fail: refuse to take an order, say that
 * it does not answer without having done it, or after having done it.  It outlives whoever gives
 * the orders: ledger_toy_crash() is the death of that process, and the ledger stay.
 *
 *   T1  the same seed and the same calls give the same answers.
 *   T2  an order is decided when its receipt is due, not before: orders are done in their order. */
#ifndef FELT_TESTS_LEDGER_TOY_H
#define FELT_TESTS_LEDGER_TOY_H

#ifdef __cplusplus
extern "C" {
#endif

#include "accounts/question.h"
#include "felt/rng.h"
#include "fake_store.h"

enum { LEDGER_TOY_WAITING = 4096 };

struct ledger_toy_faults { /* chances in percent                                              */
    uint32_t busy;         /* it does not take an order or question                           */
    uint32_t before;       /* UNAVAILABLE, and nothing was done                               */
    uint32_t after;        /* UNAVAILABLE, but it was done                                    */
    uint32_t delay_ms;     /* a receipt takes 0 .. so long                                    */
    bool down;             /* nothing is done, everything is UNAVAILABLE                      */
};

struct ledger_toy_reply {
    uint64_t ticket;
    bool is_answer; /* to a question; its rows are the taker's                                */
    struct felt_order order;
    struct felt_question question;
    struct felt_receipt receipt;
    struct felt_ledger_answer answer;
};

struct ledger_toy;

struct ledger_toy *ledger_toy_open(uint64_t seed);
void ledger_toy_close(struct ledger_toy *toy);
void ledger_toy_clear(struct ledger_toy *toy, uint64_t seed); /* as new                        */
void ledger_toy_fault(struct ledger_toy *toy, const struct ledger_toy_faults *faults);
void ledger_toy_clock(struct ledger_toy *toy, int64_t now_ms);
struct felt_ledger_services ledger_toy_counter(struct ledger_toy *toy);
/* What is due by now, one at a time.  False: nothing yet. */
bool ledger_toy_take(struct ledger_toy *toy, struct ledger_toy_reply *out);
int64_t ledger_toy_next(const struct ledger_toy *toy); /* INT64_MAX: nothing waits              */
int ledger_toy_waiting(const struct ledger_toy *toy);
/* An order about this user was taken and is not decided yet. */
bool ledger_toy_owes(const struct ledger_toy *toy, int64_t user);
/* Whoever waits is gone.  The first `done` of what waits is still done, the rest never is. */
void ledger_toy_crash(struct ledger_toy *toy, int done);

/* ---- at once, and without faults ---- */

void ledger_toy_do(struct ledger_toy *toy, const struct felt_order *order,
                   struct felt_receipt *receipt);
/* A user with so many chips in his bank; his number. */
int64_t ledger_toy_user(struct ledger_toy *toy, enum felt_user_kind kind, const char *name,
                        felt_chips chips);
/* A session of his: SHA-256 of `token` finds it. */
void ledger_toy_session(struct ledger_toy *toy, int64_t user, const char *token);
felt_chips ledger_toy_bank(const struct ledger_toy *toy, int64_t user);
felt_chips ledger_toy_seat(const struct ledger_toy *toy, const char *table, int64_t user);
/* Every seat that holds chips: the next one behind `*at`, which begins with 0.  False: no more. */
bool ledger_toy_seats(const struct ledger_toy *toy, int *at, char table[FELT_ORDER_TABLE_BYTES + 1],
                      int64_t *user, felt_chips *balance);
/* What broke a rule of the ledger, NULL: nothing. */
const char *ledger_toy_wrong(const struct ledger_toy *toy);
struct fake_store *ledger_toy_fake_store(struct ledger_toy *toy);

#ifdef __cplusplus
}
#endif
#endif
