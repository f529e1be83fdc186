/* parts.h -- what the files of the ledger store share.
 *
 *     ledger_store.c  clients, and the two queues between them and the database
 *     work.c          a worker for each queue: who waits, for how long, and for what
 *     guests.h        guests without a row
 *     batch.c         one batch of orders: load, decide, write
 *     read.c          questions
 *     rows.c          a row of each table, read from and written to the database
 *     clubs.c         the same of clubs and reports
 *
 * The last three know neither threads nor patience: they try once and say how it went. */
#ifndef FELT_STORE_LEDGER_PARTS_H
#define FELT_STORE_LEDGER_PARTS_H

#include "felt/rng.h"
#include "store/ledger/ledger_store.h"
#include "store/ledger/guests.h"
#include "store/ledger/lease.h"

#include <pthread.h>

/* ---- rows: rows.c ---- */

/* The columns that felt_bank_read_<row>() expects, in their order. */
#define FELT_LEDGER_STORE_USER                                                                     \
    "users.id, users.facebook_id, users.username, users.handle, users.password, users.email, "     \
    "users.birthday, users.chips, users.invested, users.level, users.kind, users.bookmark, "       \
    "users.reg_date, users.last_visit, users.remote_address, users.disabled_at, "                  \
    "users.deleted_at, "                                                                           \
    "users.disabled_until, users.silenced_until, users.factor"
#define FELT_LEDGER_STORE_ACCOUNT                                                                  \
    "account.id, account.kind, account.owner, account.name, account.balance"
#define FELT_LEDGER_STORE_TRANSACTION                                                              \
    "ledger_tx.id, ledger_tx.kind, ledger_tx.idem_key, ledger_tx.fingerprint, ledger_tx.user_id, " \
    "ledger_tx.invested, ledger_tx.amount, ledger_tx.hand, ledger_tx.created"
#define FELT_LEDGER_STORE_SESSION                                                                  \
    "sessions.token, sessions.user_id, sessions.kind, sessions.created, sessions.last_seen, "      \
    "sessions.expires, sessions.address, sessions.agent"
#define FELT_LEDGER_STORE_CLUB                                                                     \
    "clubs.id, clubs.name, clubs.owner, clubs.code, clubs.created, clubs.closed_at, "              \
    "(SELECT count(*) FROM club_members AS counted WHERE counted.club_id = clubs.id)"
#define FELT_LEDGER_STORE_MEMBER                                                                   \
    "club_members.id, club_members.club_id, club_members.user_id, club_members.rank, "             \
    "club_members.joined"
#define FELT_LEDGER_STORE_REPORT                                                                   \
    "reports.id, reports.at, reports.by_id, reports.user_id, reports.place, reports.hand, "        \
    "reports.text, reports.done_at, reports.done_by, reports.remark"
enum {
    FELT_LEDGER_STORE_USER_COLUMNS = 20,
    FELT_LEDGER_STORE_SESSION_COLUMNS = 8,
    FELT_LEDGER_STORE_CLUB_COLUMNS = 7,
    FELT_LEDGER_STORE_MEMBER_COLUMNS = 5,
    FELT_LEDGER_STORE_REPORT_COLUMNS = 10
};

enum { FELT_LEDGER_STORE_HEX_BYTES = 2 * FELT_DIGEST_BYTES + 1 };
void felt_ledger_store_hex(const uint8_t digest[FELT_DIGEST_BYTES],
                           char out[FELT_LEDGER_STORE_HEX_BYTES]);
void felt_ledger_store_read_digest(const struct felt_value *value, uint8_t out[FELT_DIGEST_BYTES]);
/* A text that is longer than we ever write is cut. */
void felt_ledger_store_read_text(const struct felt_value *value, char *out, size_t capacity);
/* Databases take UTF-8 only, and some texts come from outside as they are (the name of a browser):
 * bytes that are no characters become '?'.  `out` may be `text`. */
void felt_ledger_store_clean(const char *text, size_t capacity, char *out);

/* False: the row holds a word that we do not know, and the transaction was rejected for it. */
bool felt_ledger_store_read_order_kind(struct felt_sql *sql, const struct felt_value *value,
                                       int64_t transaction, uint8_t *out);
bool felt_ledger_store_read_user(struct felt_sql *sql, const struct felt_value *value,
                                 struct felt_user *out);
bool felt_ledger_store_read_account(struct felt_sql *sql, const struct felt_value *value,
                                    struct felt_account *out);
bool felt_ledger_store_read_transaction(struct felt_sql *sql, const struct felt_value *value,
                                        struct felt_transaction *out);
bool felt_ledger_store_read_session(struct felt_sql *sql, const struct felt_value *value,
                                    struct felt_session *out);

bool felt_ledger_store_read_member(struct felt_sql *sql, const struct felt_value *value,
                                   struct felt_member *out);
void felt_ledger_store_read_club(const struct felt_value *value, struct felt_club *out);
void felt_ledger_store_read_report(const struct felt_value *value, struct felt_user_report *out);
/* A word of ours, found by `find`; else the transaction is rejected. */
bool felt_ledger_store_read_word(struct felt_sql *sql, const struct felt_value *value,
                                 int (*find)(const char *word), const char *table, int64_t id,
                                 uint8_t *out);

/* Clubs, members, reports of *changes.  True: there were any. */
bool felt_ledger_store_write_clubs(struct felt_sql *sql, const struct felt_changes *changes);
/* Adds the statements that write everything of *changes but the counters.  True: there were any. */
bool felt_ledger_store_write(struct felt_sql *sql, const struct felt_changes *changes);

/* ---- a batch of orders: batch.c ---- */

struct felt_ledger_store_batch;
/* NULL: no memory. */
struct felt_ledger_store_batch *
felt_ledger_store_batch_open(const struct felt_ledger_config *config);
void felt_ledger_store_batch_close(struct felt_ledger_store_batch *batch);
/* One transaction, from its beginning to its end.  The receipts count after FELT_SQL_OK only. */
FELT_MUST_USE enum felt_sql_result
felt_ledger_store_batch_try(struct felt_ledger_store_batch *batch, struct felt_sql *sql,
                            struct felt_lease *lease, const struct felt_order *const *order,
                            struct felt_receipt *const *receipt, int count);
/* Removes sessions and signatures that have expired. */
FELT_MUST_USE enum felt_sql_result
felt_ledger_store_sweep(struct felt_sql *sql, struct felt_lease *lease, int64_t now_ms);

/* Something is written to the disk, or read, and nothing is changed: does it work? */
FELT_MUST_USE enum felt_sql_result felt_ledger_store_probe(struct felt_sql *sql, bool writes);

/* ---- questions: read.c ---- */

/* All of them in one transaction.  After anything but FELT_SQL_OK the answers have no rows. */
FELT_MUST_USE enum felt_sql_result
felt_ledger_store_read_try(struct felt_sql *sql, const struct felt_question *const *question,
                           struct felt_ledger_answer *const *answer, int count);

/* ---- queues and workers: ledger_store.c, work.c ---- */

struct felt_ledger_store_job {
    struct felt_ledger_store_job *next;
    struct felt_ledger_client *client; /* NULL: the ledger store's own, for guests */
    int64_t given_us;
    union {
        struct felt_order order;
        struct felt_question question;
    };
    struct felt_ledger_store_reply reply;
};

struct felt_ledger_store_worker {
    struct felt_ledger_store *bank;
    bool writes; /* else it reads                                                               */
    bool started;
    pthread_t thread;

    /* under the ledger store's lock */
    pthread_cond_t there;
    struct felt_ledger_store_job *first, *last; /* given, and not yet taken */
    uint32_t waiting; /* given, and not yet answered                           */
    bool troubled;    /* nothing has gone well since it was lost               */

    /* the thread's own */
    struct felt_sql *sql;
    struct felt_ledger_store_batch *batch; /* of the writer */
    struct felt_lease lease;   /* of the writer                                             */
    int64_t renewed_us;        /* when the lease was renewed last, or that was tried        */
    struct felt_rng rng;       /* for pauses                                                */
    bool lost;                 /* there is no connection                                    */
    int64_t troubled_us;       /* when it was lost                                          */
    int64_t retry_us;          /* when to look for one                                      */
    uint32_t pause_ms;         /* the next pause                                            */
    uint32_t conflicts, twins; /* in a row; twins are values that must be unique            */
    int64_t hindered_us;       /* when the first of these conflicts was                     */
    uint32_t batches;          /* since what had expired was removed ...                    */
    int64_t swept_ms, now_ms;  /* ... and when that was, by the clock of orders             */
    int jobs;
    struct felt_ledger_store_job *job[FELT_LEDGER_ORDERS_MAX];
};

struct felt_ledger_store {
    struct felt_ledger_store_config config;
    struct felt_ledger_store_worker writer, reader;

    pthread_mutex_t lock; /* of everything below                                                */
    bool closing;
    bool reader_must_leave; /* what connections share is damaged: the writer waits for it ...    */
    bool reader_has_left;   /* ... on its own bell                                               */
    bool fenced;            /* the lease is another one's: nothing is written any more           */
    int64_t answered_us;    /* when the database last confirmed something to the writer          */
    struct felt_ledger_store_counts counts;
    struct felt_ledger_client *desks;
    struct felt_ledger_guests guests;
    struct felt_ledger_store_job *guest_first, *guest_last; /* sign-ups that wait for numbers */
};

void felt_ledger_store_lock(struct felt_ledger_store *store);
void felt_ledger_store_unlock(struct felt_ledger_store *store);
/* With the lock.  False: it is `until_us` (of felt_clock_us(); -1: never). */
bool felt_ledger_store_bell_wait(struct felt_ledger_store *store, pthread_cond_t *bell,
                                 int64_t until_us);
/* With the lock: puts an answered job into the mailbox of its client; the ledger store's own ends
 * here. */
void felt_ledger_store_post(struct felt_ledger_store *store, struct felt_ledger_store_job *job);
bool felt_ledger_store_worker_start(struct felt_ledger_store_worker *worker);

#endif
