/* shelf.h -- a store in memory for tests of the books: rows in arrays, found by looking at all.
 *
 * It loads what orders need and writes what has changed, one batch at a time, and looks at every
 * transaction as a database would: two lines or more, sum zero, no balance below zero but the
 * mint's, `after` as it says, numbers without gaps, keys once. */
#ifndef FELT_TESTS_SHELF_H
#define FELT_TESTS_SHELF_H

#ifdef __cplusplus
extern "C" {
#endif

#include "accounts/books.h"

struct shelf;

struct shelf *shelf_open(void);
void shelf_close(struct shelf *shelf);
void shelf_clear(struct shelf *shelf); /* as new                                              */
/* From the next batch on: so many of a user in 24 hours; 0: as at the beginning, any number. */
void shelf_allow_reloads(struct shelf *shelf, uint32_t reloads);
/* A batch of 1 .. FELT_BOOKS_ORDERS_MAX orders.  `lost`: the rows are written, but receipts are
 * thrown away and the batch is done once more, as after a commit of which nobody heard. */
void shelf_do(struct shelf *shelf, const struct felt_order *order, int count,
              struct felt_receipt *receipt, bool lost);
/* What broke the rules, NULL: nothing did so far. */
const char *shelf_wrong(const struct shelf *shelf);

/* For what cannot be reached otherwise: a balance from nowhere, and nobody minds any more. */
void shelf_set_balance(struct shelf *shelf, const char *name, felt_chips balance);
void shelf_forgive(struct shelf *shelf);

/* NULL: there is none. */
const struct felt_user *shelf_user(const struct shelf *shelf, int64_t id);
const struct felt_user *shelf_username(const struct shelf *shelf, const char *name);
/* 0 if there is no such account. */
felt_chips shelf_balance(const struct shelf *shelf, const char *name);
felt_chips shelf_total(const struct shelf *shelf, int64_t user);
bool shelf_session(const struct shelf *shelf, const uint8_t token[FELT_DIGEST_BYTES],
                   struct felt_session *out);
/* NULL: he is no member of it, or it is closed. */
const struct felt_member *shelf_member(const struct shelf *shelf, int64_t club, int64_t user);
int shelf_users(const struct shelf *shelf);
int shelf_transactions(const struct shelf *shelf);
int shelf_accounts(const struct shelf *shelf);
int shelf_sessions(const struct shelf *shelf);
int shelf_audits(const struct shelf *shelf);
const struct felt_transaction *shelf_transaction(const struct shelf *shelf, int index);
const struct felt_account *shelf_account(const struct shelf *shelf, int index);
const struct felt_audit *shelf_audit(const struct shelf *shelf, int index);

#ifdef __cplusplus
}
#endif
#endif
