/* place.h -- where the ledger of a long proof lie, and what its programs have in common. */
#ifndef FELT_TESTS_LEDGER_PLACE_H
#define FELT_TESTS_LEDGER_PLACE_H

#include "cluster.h"
#include "store/ledger/ledger_store.h"

enum { PLACE_SKIPPED = 77 }; /* exit code: there is no PostgreSQL                                */

struct place {
    struct felt_sql_config sql;
    char text[CLUSTER_CONNINFO_BYTES];
    char root[200]; /* SQLite: a directory of ours                                               */
};

/* A new, empty store: "sqlite" or "postgres".  False: it cannot be had. */
bool place_open(struct place *place, const char *kind);
void place_close(struct place *place);
/* The files of a store, and the directory. */
void place_remove(const char *directory);
/* A config for a ledger store that works there, and keeps no log. */
void place_config(const struct place *place, struct felt_ledger_store_config *out);

/* The value behind --name, or `usual`; ends the program if it is none. */
uint64_t option_number(int argc, char *const *argv, const char *name, uint64_t usual);
const char *option_text(int argc, char *const *argv, const char *name, const char *usual);

void rest_us(int64_t us);

#endif
