/* deeds.h -- what customers do to a ledger store in the long proofs.
 *
 * A deed is an order in few bytes, which can be sent again at any time, by another thread or
 * another process: it is the same request with the same key.  Deeds are random, but likely: a world
 * remembers who is there and where he seems to sit.  What it remembers is never trusted; an order
 * that the ledger store refuses is as good a deed as any. */
#ifndef FELT_TESTS_LEDGER_DEEDS_H
#define FELT_TESTS_LEDGER_DEEDS_H

#include "accounts/order.h"
#include "felt/rng.h"
#include "store/ledger/ledger_store.h"

#include <stdatomic.h>

#define DEED_NOW_MS INT64_C(1700000000000)

enum {
    DEED_SEATS_MAX = 4,
    DEED_TABLES = 5, /* cash games; prize pools have the same names                              */
    WORLD_HOUSE = 3, /* house players, the first users                                           */
    WORLD_USERS = 40,
    WORLD_USERS_MAX = 64
};

struct deed {
    uint64_t number; /* its key                                                                  */
    uint8_t kind;    /* enum felt_order_kind                                                     */
    uint8_t table, seats;
    bool guest; /* SIGN_UP                                                                       */
    int64_t user;
    felt_chips amount, rake, pot;
    struct felt_order_seat seat[DEED_SEATS_MAX];
};

/* What a receipt says, in few bytes. */
struct word {
    uint64_t number;
    uint8_t outcome;
    bool replayed;
    bool known; /* when the order was given, another receipt for it was here                     */
    int64_t transaction, user;
    felt_chips amount;
};

struct world {
    atomic_int users;
    _Atomic int64_t user[WORLD_USERS_MAX];
    atomic_bool seated[WORLD_USERS_MAX][DEED_TABLES];
};

void deed_order(const struct deed *deed, struct felt_order *out);
/* The number in a key; *out_too: it is that of the first half of a reset.  False: no key of ours.
 */
bool deed_read_key(const char *key, size_t bytes, uint64_t *number, bool *out_too);

void world_make_deed(struct world *world, struct felt_rng *rng, uint64_t number, struct deed *out);
/* Remembers what a receipt tells. */
void world_hear(struct world *world, const struct deed *deed, const struct word *word);
/* House players, who have no deeds since they are given nothing.  False: the ledger store refused.
 */
bool world_open_house(struct world *world, struct felt_ledger_client *client);

struct word word_of(const struct deed *deed, bool known, const struct felt_receipt *receipt);

#endif
