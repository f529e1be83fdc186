/* fake_store.h -- a store in memory for tests of the ledger: rows in arrays, found by looking at
 * all.
 *
 * It loads what orders need and writes what has changed, one batch at a time, and looks at every
 * transaction as a database would: two connections or more, sum zero, no balance below zero but the
 * mint's, `after` as it says, numbers without gaps, keys once. */
#ifndef FELT_TESTS_FAKE_STORE_H
#define FELT_TESTS_FAKE_STORE_H

#ifdef __cplusplus
extern "C" {
#endif

#include "accounts/ledger.h"

struct fake_store;

struct fake_store *fake_store_open(void);
void fake_store_close(struct fake_store *fake_store);
void fake_store_clear(struct fake_store *fake_store); /* as new */
/* From the next batch on: so many of a user in 24 hours; 0: as at the beginning, any number. */
void fake_store_allow_reloads(struct fake_store *fake_store, uint32_t reloads);
/* A batch of 1 .. FELT_LEDGER_ORDERS_MAX orders.  `lost`: the rows are written, but receipts are
 * thrown away and the batch is done once more, as after a commit of which nobody heard. */
void fake_store_do(struct fake_store *fake_store, const struct felt_order *order, int count,
                   struct felt_receipt *receipt, bool lost);
/* What broke the rules, NULL: nothing did so far. */
const char *fake_store_wrong(const struct fake_store *fake_store);

/* For what cannot be reached otherwise: a balance from nowhere, and nobody minds any more. */
void fake_store_set_balance(struct fake_store *fake_store, const char *name, felt_chips balance);
void fake_store_forgive(struct fake_store *fake_store);

/* NULL: there is none. */
const struct felt_user *fake_store_user(const struct fake_store *fake_store, int64_t id);
const struct felt_user *fake_store_username(const struct fake_store *fake_store, const char *name);
/* 0 if there is no such account. */
felt_chips fake_store_balance(const struct fake_store *fake_store, const char *name);
felt_chips fake_store_total(const struct fake_store *fake_store, int64_t user);
bool fake_store_session(const struct fake_store *fake_store, const uint8_t token[FELT_DIGEST_BYTES],
                        struct felt_session *out);
/* NULL: he is no member of it, or it is closed. */
const struct felt_member *fake_store_member(const struct fake_store *fake_store, int64_t club,
                                            int64_t user);
int fake_store_users(const struct fake_store *fake_store);
int fake_store_transactions(const struct fake_store *fake_store);
int fake_store_accounts(const struct fake_store *fake_store);
int fake_store_sessions(const struct fake_store *fake_store);
int fake_store_audits(const struct fake_store *fake_store);
const struct felt_transaction *fake_store_transaction(const struct fake_store *fake_store,
                                                      int index);
const struct felt_account *fake_store_account(const struct fake_store *fake_store, int index);
const struct felt_ledger_audit *fake_store_audit(const struct fake_store *fake_store, int index);

#ifdef __cplusplus
}
#endif
#endif
