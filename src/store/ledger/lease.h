/* lease.h -- one server at a time works on the ledger of a PostgreSQL server.
 *
 * Seats live in the journal of one server.  A second one would take all of them for strays and cash
 * them out in the middle of a hand.  So whoever opens a ledger store takes the lease first, renews
 * it while it works, and gives it back.  The lease is two rows of table meta:
 *
 *     lease        "EPOCH OWNER TAKEN PLACE": the epoch grows by one each time it is taken; 32
 *                  hexadecimal digits; milliseconds since 1970; words for people
 *     lease_until  milliseconds since 1970, by the database's clock; 0: given back
 *
 *   E1  a lease that is valid is taken by its own owner only: a server that was killed starts again
 *       without waiting, since its directory, which is locked, says who it is.
 *   E2  a transaction of felt_lease_begin() commits only if the lease is still ours.  Whoever takes
 *       it waits for the same lock first.  So a server that slept too long and lost its lease can
 *       write nothing any more, whatever it believes.
 *
 * SQLite needs none: whoever serves a file has a lock on it that the system ends with the process
 * (server/app/data_dir.h). */
#ifndef FELT_STORE_LEDGER_LEASE_H
#define FELT_STORE_LEDGER_LEASE_H

#include "store/sql/sql.h"

enum {
    FELT_LEASE_OWNER_BYTES = 32,
    FELT_LEASE_PLACE_BYTES = 63,
    FELT_LEASE_TEXT_BYTES = 160,
    FELT_LEASE_VALID_MS = 10000,
    FELT_LEASE_RENEW_MS = 1000
};

struct felt_lease {
    char owner[FELT_LEASE_OWNER_BYTES + 1]; /* "": this ledger store needs no lease */
    char place[FELT_LEASE_PLACE_BYTES + 1]; /* "felt serve on db1, process 123"                  */
    char text[FELT_LEASE_TEXT_BYTES];       /* the row as we wrote it; "": not taken             */
    char heir[FELT_LEASE_PLACE_BYTES + 1];  /* who took it from us                               */
    bool fenced;                            /* it was taken from us: for ever                    */
    struct felt_sql *sql;                   /* of the transaction that compares                  */
};

/* FELT_UNSUPPORTED: another one holds it, and the complaint says who and what to do; FELT_FULL: the
 * database failed. */
FELT_MUST_USE enum felt_status felt_lease_take(struct felt_sql *sql, struct felt_lease *lease,
                                               struct felt_complaint *complaint);
/* Without taking it: FELT_OK if it is free, or of this owner. */
FELT_MUST_USE enum felt_status felt_lease_look(struct felt_sql *sql, const char *owner,
                                               struct felt_complaint *complaint);
/* Begins a transaction that writes, in its turn among all that do.  The first felt_sql_run() of it
 * is FELT_SQL_REFUSED and `fenced` is set if the lease is not ours any more; so nothing may be
 * committed without one.  `lease` may be NULL or not taken: then there is nothing to compare. */
void felt_lease_begin(struct felt_sql *sql, struct felt_lease *lease);
FELT_MUST_USE enum felt_sql_result felt_lease_renew(struct felt_sql *sql, struct felt_lease *lease);
/* Another one may take it at once. */
void felt_lease_give_back(struct felt_sql *sql, struct felt_lease *lease);

#endif
