/* ledger_store.h -- keeps users and chips: orders and questions from any thread, receipts when the
 * commit is on the disk.
 *
 * One thread writes, another reads.  The writer takes all orders that wait, up to batch_max,
 * decides them on the rows they need (accounts/ledger.h), writes and commits once, and only then
 * gives the receipts: group commit without waiting for company.  If the store is lost it is opened
 * again, with growing pauses, and the batch is done again: keys make that safe.  An order that
 * waited longer than patience_ms (a second, if it came when the store had been lost for longer than
 * that) is answered with FELT_OUTCOME_UNAVAILABLE, and so is one that the
 * database refuses or that keeps others waiting by its conflicts.
 *
 *   N1  a receipt other than UNAVAILABLE is given after the commit it rests on, once for every
 *       order that was taken.
 *   N2  orders from one thread are decided in the order in which they were given.
 *   N3  a question sees every order whose receipt was given before it was asked. */
#ifndef FELT_STORE_LEDGER_LEDGER_STORE_H
#define FELT_STORE_LEDGER_LEDGER_STORE_H

#include "accounts/question.h"
#include "store/sql/sql.h"

struct felt_ledger_store_config {
    struct felt_sql_config sql; /* its texts must stay                                          */
    struct felt_ledger_config ledger;
    uint32_t batch_max;   /* 1 .. FELT_LEDGER_ORDERS_MAX                                         */
    uint32_t waiting_max; /* orders, and questions, that may wait: 4096                         */
    uint32_t patience_ms; /* 10000                                                              */
    uint32_t guests_max;  /* kept in memory until they need a row (guests.h); 0: none */
    /* One line for the log, from any thread.  NULL: none is kept. */
    void (*log)(void *self, const char *level, const char *text);
    /* Of the lease (lease.h; PostgreSQL only).  NULL: this ledger store takes none. */
    const char *owner, *place;
    /* The lease was lost to `heir`: every order is UNAVAILABLE from now on, and the program should
     * end.  Once, from another thread; must not call the ledger store.  May be NULL. */
    void (*fenced)(void *self, const char *heir);
    void *self;
};
extern const struct felt_ledger_store_config
    felt_ledger_store_config_usual; /* all but sql, books and log */

enum { FELT_LEDGER_STORE_BUCKETS = 12 };
struct felt_ledger_store_counts {
    uint64_t orders, refused, replayed, unavailable, batches, conflicts, reopened, questions;
    uint64_t outcomes[FELT_OUTCOMES];
    uint64_t latency[FELT_LEDGER_STORE_BUCKETS]; /* order given -> receipt */
    uint64_t latency_us;
    uint32_t waiting;
    uint32_t guests; /* without a row                                                            */
    bool lost; /* now; with a lease also: no answer for three seconds                            */
};
extern const uint32_t felt_ledger_store_bucket_us[FELT_LEDGER_STORE_BUCKETS - 1];

struct felt_ledger_store;

/* Opens the database, takes the lease, brings the tables up to date, proves the ledger (backup.h,
 * the quick proofs), starts the threads.  Statuses of felt_sql_open(), felt_lease_take() and
 * felt_schema_bring_up(); FELT_BAD_FORMAT: the ledger does not add up, or the file is damaged. */
FELT_MUST_USE enum felt_status felt_ledger_store_open(const struct felt_ledger_store_config *config,
                                                      struct felt_ledger_store **out,
                                                      struct felt_complaint *complaint);
/* Orders that were taken are done first (if the database is lost: until patience is over), and the
 * lease is given back.  Clients that are still open are closed with it. */
void felt_ledger_store_close(struct felt_ledger_store *store);
void felt_ledger_store_counts(struct felt_ledger_store *store,
                              struct felt_ledger_store_counts *out);

/* ---- a client of the ledger store: where one customer's receipts and answers wait ---- */

struct felt_ledger_client;
/* `wake` is called from another thread when something is there where nothing was: take until there
 * is nothing.  It must not block, nor call the ledger store.  NULL: nobody is woken. */
struct felt_ledger_client *felt_ledger_client_open(struct felt_ledger_store *store,
                                                   void (*wake)(void *self), void *self);
/* When nothing is under way any more. */
void felt_ledger_client_close(struct felt_ledger_client *client);
/* False: too many wait. */
bool felt_ledger_client_order(struct felt_ledger_client *client, const struct felt_order *order,
                              uint64_t ticket);
bool felt_ledger_client_ask(struct felt_ledger_client *client, const struct felt_question *question,
                            uint64_t ticket);
/* The two as accounts/question.h wants them; self is the client. */
struct felt_ledger_services felt_ledger_client_services(struct felt_ledger_client *client);

struct felt_ledger_store_reply {
    uint64_t ticket;
    bool is_receipt;
    union {
        struct felt_receipt receipt;
        struct felt_ledger_answer answer; /* its rows are yours */
    };
};
/* False: nothing is there, for wait_ms (0: not at all; -1: as long as it takes). */
bool felt_ledger_client_take(struct felt_ledger_client *client, int wait_ms,
                             struct felt_ledger_store_reply *out);

/* One order or question, and waiting for it: for commands and tests, at a client of their own. */
void felt_ledger_client_do(struct felt_ledger_client *client, const struct felt_order *order,
                           struct felt_receipt *receipt);
void felt_ledger_client_find(struct felt_ledger_client *client,
                             const struct felt_question *question,
                             struct felt_ledger_answer *answer);

#endif
