/* witness.h -- writes down what was asked of a ledger store and what it said, and holds it to its
 * word.
 *
 *   W1  a deed is done once: one receipt at most says that it was done now, all others that it was
 *       done before, and all name the same transaction and amount.
 *   W2  a deed that was acknowledged is in the ledger, under that number, with that amount.
 *   W3  what is in the ledger was asked for, is there once, and whole: two lines or more that sum
 *       to zero; numbers have no gaps.
 *   W4  all deeds that were acknowledged, booked again in the order of their numbers by rules that
 *       are written apart from accounts/, give the balances of the database, and none below zero.
 *
 * A breach is printed and counted.  One thread at a time. */
#ifndef FELT_TESTS_LEDGER_WITNESS_H
#define FELT_TESTS_LEDGER_WITNESS_H

#include "deeds.h"

enum { WITNESS_BREACHES_SHOWN = 10, WITNESS_USERS_MAX = 4096 };

struct testimony {
    struct deed deed;
    int64_t transaction; /* acknowledged; 0: not                                                 */
    int64_t booked;      /* found in the ledger; 0: not                                          */
    int64_t user;
    felt_chips amount;
    uint32_t done; /* receipts that said so: done now                                         */
    bool pending;  /* nobody knows whether it was done: to be sent again                      */
};

struct witness {
    struct testimony *testimony; /* owned; `count` of `room`                                     */
    size_t count, room, slots;
    uint32_t *slot; /* owned; a hash of numbers: index + 1                                       */
    int64_t seen;   /* the last transaction that was looked at                                   */
    uint64_t given, acknowledged, replayed, refused, unavailable, breaches;
};

void witness_open(struct witness *witness);
void witness_close(struct witness *witness);
void witness_breach(struct witness *witness, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A deed is going to be given.  True: it was acknowledged before. */
bool witness_give(struct witness *witness, const struct deed *deed);
void witness_hear(struct witness *witness, const struct word *word);
/* NULL: nobody gave it. */
struct testimony *witness_find(struct witness *witness, uint64_t number);

/* W2 and W3, for what is new in the ledger, or for everything.  False: it could not be read. */
bool witness_look(struct witness *witness, const struct felt_sql_config *config, bool all);
/* When nothing is pending: everything, with W4 and the proofs of the backup. */
bool witness_prove(struct witness *witness, const struct felt_sql_config *config);
/* The proofs of the backup alone. */
bool witness_ask_backup(struct witness *witness, const struct felt_sql_config *config, bool quick);

#endif
