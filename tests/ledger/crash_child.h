/* crash_child.h -- the ledger store that is killed, and what it tells its parent (crash_test.c). */
#ifndef FELT_TESTS_LEDGER_CRASH_CHILD_H
#define FELT_TESTS_LEDGER_CRASH_CHILD_H

#include "place.h"
#include "witness.h"

enum { CRASH_THREADS_MAX = 32, CRASH_ROUND_SHIFT = 40 };

/* What a child inherits: it knows everything that its parent knows. */
struct crash {
    struct place place;
    struct world world;
    struct witness witness;
    uint64_t seed, round;
    int threads;
};

enum { CRASH_OPEN = 'O', CRASH_GIVE = 'G', CRASH_HEAR = 'H' };
struct crash_note {
    uint8_t kind;
    struct deed deed; /* GIVE                                                                    */
    struct word word; /* HEAR                                                                    */
};

/* Nobody knows whether it was done, or nobody was told. */
bool crash_is_open(const struct testimony *testimony);

/* Opens the ledger store, says so, waits for a byte, gives again what is open, then works until it
 * is killed; or, if it is to finish, ends.  Never returns. */
_Noreturn void crash_child(struct crash *crash, int notes, int leash, bool finish);

#endif
