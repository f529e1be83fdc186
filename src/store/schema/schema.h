/* schema.h -- the tables of a database, in versions.
 *
 * A version is a text of statements for each kind of database; a database of an older version is
 * brought up, one version after the other, each in a transaction; a newer one is refused.
 *
 * Tables and columns, the same in both kinds (whole numbers BIGINT, times in milliseconds; texts
 * are texts, digests as 64 lower-case hexadecimal digits; NULL where there is none):
 *
 *     meta          name, value                            "version", "identity"; of lease.h
 *     counters      name, value                            "user" "account" "transaction" "audit"
 *     users         id, facebook_id, username, username_folded, handle, handle_folded, password,
 *                   email, birthday, chips, invested, level, kind, bookmark, reg_date, last_visit,
 *                   remote_address, disabled_at, deleted_at
 *     account       id, kind, owner, name, balance
 *     ledger_entry  tx_id, account_id, amount, balance_after      inserted before ...
 *     ledger_tx     id, kind, idem_key, fingerprint, user_id, invested, amount, hand, created
 *                                                          ... the row that seals them
 *   since version 2:
 *     sessions      token, user_id, kind, created, last_seen, expires, address, agent
 *     signatures    signature, token, expires
 *     audit         id, at, actor, kind, user_id, amount, reason
 *   since version 3:
 *     users         disabled_until, silenced_until
 *     audit         action, about                          of kind "note"
 *     clubs         id, name, owner, code, created, closed_at
 *     club_members  id, club_id, user_id, rank, joined
 *     reports       id, at, by_id, user_id, place, hand, text, done_at, done_by, remark
 *     counters      "club" "member" "report"
 *   since version 4:
 *     users         factor                                 accounts/factor.h
 *
 *   S1  the database itself refuses what must never be: a balance below zero (but the mint's), a
 *       transaction whose lines do not sum to zero or are fewer than two, a line whose `after` is
 *       not the balance behind it, a second transaction of the same key, a change or removal of a
 *       line or transaction, a transaction of a kind that moves nothing (order.h), a seat or bank
 *       account without an owner.
 *   S2  balances, users.chips and users.invested are brought along by triggers, in the same
 *       transaction: nothing can forget them. */
#ifndef FELT_STORE_SCHEMA_SCHEMA_H
#define FELT_STORE_SCHEMA_SCHEMA_H

#include "store/sql/sql.h"

enum { FELT_SCHEMA_VERSION = 4 };

/* Brings the database up to `version` (FELT_SCHEMA_VERSION, or less in tests).  FELT_UNSUPPORTED:
 * it is newer than we are, or foreign; FELT_FULL: it failed. */
FELT_MUST_USE enum felt_status felt_schema_bring_up(struct felt_sql *sql, int version,
                                                    struct felt_complaint *complaint);
/* 0: an empty database; -1: one that is not ours, or cannot be read. */
int felt_schema_version(struct felt_sql *sql);

/* Books have a name, 32 hexadecimal digits drawn when they are first served: row "identity" of
 * meta. A directory that knows it knows whether it sees the same ledger again.  It is not in a
 * backup: what is restored gets a new one.  This gives one to books that have none. */
enum { FELT_IDENTITY_BYTES = 32 };
FELT_MUST_USE enum felt_status felt_schema_identify(struct felt_sql *sql,
                                                    struct felt_complaint *complaint);
/* "": there is none.  False: it cannot be read. */
bool felt_schema_identity(struct felt_sql *sql, char out[FELT_IDENTITY_BYTES + 1]);

/* For schema.c: what leads from version i to i + 1, a list of texts that ends with NULL. */
extern const char *const *const felt_schema_sqlite[FELT_SCHEMA_VERSION];
extern const char *const *const felt_schema_postgres[FELT_SCHEMA_VERSION];

#endif
