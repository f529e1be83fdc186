/* data_dir.h -- the directory of a server: its lock, its secret, where its ledger is.
 *
 *     felt.lock    held by whoever works on the ledger without being a client of the server
 *     secret       64 hexadecimal digits, made at the first start
 *     store        what the ledger is kept in: the last --store of the server
 *     felt.db      the ledger, if no other store is named
 *
 * Beside felt.db, or in the directory of the store that is named:
 *     felt.store.lock  held by all who work on the ledger, whatever their directory is
 *     felt.serve.lock  held by the one server of this ledger
 *
 *     books        which books these are: ledger_check.h
 *     admin.sock   where `felt admin` finds the server
 *     arena/       journal and matches of the tables, with --match
 *
 * The directory is of its owner only (0700), and so is every file in it. */
#ifndef FELT_SERVER_APP_DATA_DIR_H
#define FELT_SERVER_APP_DATA_DIR_H

#include "command/args.h"
#include "os/secret.h"
#include "store/ledger/ledger_store.h"
#include "store/ledger/lease.h"

enum { FELT_DATA_DIR_PATH_BYTES = 4096 };

struct felt_data_dir {
    char directory[FELT_DATA_DIR_PATH_BYTES]; /* absolute */
    char store[FELT_DATA_DIR_PATH_BYTES];     /* "sqlite:DIR", "postgres:CONNINFO" */
    struct felt_sql_config sql; /* its texts are in `store`                           */
    uint8_t secret[FELT_SECRET_BYTES];
    char owner[FELT_LEASE_OWNER_BYTES + 1]; /* of the lease; known with the secret               */
    char place[FELT_LEASE_PLACE_BYTES + 1];
    int lock;       /* -1: not held                                                              */
    int serve_lock; /* the same                                                                  */
    int store_lock; /* the same; only with the lock                                              */
    bool absent;    /* the directory is not there, and was not to be made                        */
};

/* Finds the directory (`typed`, else FELT_DATA, XDG_DATA_HOME/felt, ~/.local/share/felt), makes it
 * if need be and `makes` (else it may be `absent`), and reads what the store is (`store`, else
 * FELT_STORE, else what the directory remembers, else SQLite in it).  False: complained. */
bool felt_data_dir_find(struct felt_data_dir *data, const char *typed, const char *store,
                        bool makes, const struct felt_args *args);
/* Where it is if nobody says: NULL without a home. */
const char *felt_data_dir_usual(char out[FELT_DATA_DIR_PATH_BYTES]);
/* Whether there are books in the store; changes nothing.  False: complained. */
bool felt_data_dir_has_ledger(const struct felt_data_dir *data, const struct felt_args *args);
/* Somebody has worked in the directory before: it has a lock. */
bool felt_data_dir_was_used(const struct felt_data_dir *data);
/* Takes the lock, waiting wait_ms at most for somebody else to end.  False: somebody else has it
 * (errno EWOULDBLOCK), *holder is his process, 0 if unknown; or it cannot be made (another errno).
 */
bool felt_data_dir_lock(struct felt_data_dir *data, int wait_ms, long *holder);
/* The lock of the store's own directory (SQLite), since several directories may name one store:
 * held together with others by whoever works on the ledger, `alone` by whoever puts others in their
 * place. Refuses a store whose ledger is missing because a restore was interrupted, unless alone.
 * With the lock.  False: complained. */
bool felt_data_dir_store_lock(struct felt_data_dir *data, bool alone, const struct felt_args *args);
/* Only one server works on a store, whatever its directory is: a lock beside the ledger of SQLite.
 * (Those of PostgreSQL have a lease, which the ledger store takes.)  False: complained. */
bool felt_data_dir_store_reserve(struct felt_data_dir *data, const struct felt_args *args);
/* Reads the secret; makes it at the first time.  With the lock.  False: complained. */
bool felt_data_dir_secret(struct felt_data_dir *data, const struct felt_args *args);
/* Writes down what the store is, for the next server and for felt admin; with the lock. */
bool felt_data_dir_remember(const struct felt_data_dir *data);
/* The store that the directory had until now, if it had another one: as felt_data_dir_store_name().
 * Before felt_data_dir_remember(). */
enum { FELT_DATA_DIR_NAME_BYTES = 512 };
bool felt_data_dir_had_other(const struct felt_data_dir *data, char out[FELT_DATA_DIR_NAME_BYTES]);
/* The path of a file of the directory.  False: too long. */
bool felt_data_dir_name(const struct felt_data_dir *data, const char *name,
                        char out[FELT_DATA_DIR_PATH_BYTES]);
/* Writes one, whole or not at all.  False: errno says why. */
bool felt_data_dir_keep(const struct felt_data_dir *data, const char *name, const char *text,
                        size_t bytes);
void felt_data_dir_close(struct felt_data_dir *data);

/* Fills in everything but the log. */
void felt_data_dir_ledger_config(const struct felt_data_dir *data,
                                 struct felt_ledger_store_config *out);
/* "sqlite:/srv/felt", "PostgreSQL, host=db.example dbname=felt": without passwords. */
void felt_data_dir_store_name(const char *store, char out[FELT_DATA_DIR_NAME_BYTES]);
/* The ledger cannot be opened: why, where they are, and what may help. */
void felt_data_dir_store_complain(const struct felt_data_dir *data, const char *why,
                                  const struct felt_args *args);

/* The directory as a short path, however long its name: "/proc/self/fd/9/admin.sock".  Returns the
 * descriptor that makes it valid, -1: it cannot be opened. */
enum { FELT_DATA_DIR_SOCKET_BYTES = 64 };
int felt_data_dir_socket_path(const struct felt_data_dir *data,
                              char out[FELT_DATA_DIR_SOCKET_BYTES]);

#endif
