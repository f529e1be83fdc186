/* guests.h -- guests without a row: they cost the database nothing until they need one.
 *
 * Every visitor who presses "play" becomes a guest, and most never sit down.  A guest is kept in
 * memory, in a table of bounded size, until an order names them: then their sign-up is written
 * first, and the order behind it.  The queue of orders is first in, first out, so the order finds
 * the row.  A restart forgets guests who are only here (ruling ROOM-1 as amended).
 *
 *   U1  the number of a guest is committed as given out before the guest exists, a block at a time:
 *       no other user can ever have it, even after a crash.
 *   U2  a guest stays here until the receipt says that the row is written.  Until then questions
 *       are answered from here, and the row has the same contents but for its dates.
 *   U3  no order about a guest who is here reaches the database before their sign-up.
 *   U4  the table never grows.  A full one forgets the oldest guest.
 *
 * Numbers rise by one, so guest N lies at place N % max; tokens have chains of places.
 *
 * All of it is guarded by the ledger store's lock. */
#ifndef FELT_STORE_LEDGER_GUESTS_H
#define FELT_STORE_LEDGER_GUESTS_H

#include "accounts/question.h"

enum { FELT_LEDGER_GUEST_NUMBERS = 512 }; /* reserved at a time */

struct felt_ledger_guest {
    bool used, saving; /* saving: the sign-up was given to the writer                            */
    uint32_t next;     /* in the chain of its token: a place + 1; 0: the last                    */
    int64_t number;    /* of the user                                                            */
    int64_t created, last_seen, expires; /* ms since 1970                                        */
    uint8_t token[FELT_DIGEST_BYTES];    /* hash of the token of its session                     */
    char key[FELT_ORDER_KEY_BYTES + 1];
    char address[FELT_ADDRESS_BYTES + 1], agent[FELT_ORDER_AGENT_BYTES + 1];
};

struct felt_ledger_guests {
    struct felt_ledger_guest *guest; /* owned; NULL: no guest is kept in memory */
    uint32_t *chain; /* owned, max of them: by hash of the token, a place + 1; 0: none  */
    uint32_t max, count;
    int64_t next, end; /* numbers that were reserved and are free                                */
    bool wanted;       /* a guest came: before that no number is reserved                        */
    bool reserving;    /* more of them are on their way                                          */
};

/* What becomes of an order. */
enum felt_ledger_guest_step {
    FELT_LEDGER_GUEST_PASS, /* it is for the database */
    FELT_LEDGER_GUEST_DONE, /* it is done: *receipt */
    FELT_LEDGER_GUEST_SAVE, /* *sign_up comes first, for the database */
    FELT_LEDGER_GUEST_WAIT  /* for numbers: it is to be tried again when there are some */
};

/* False: no memory. */
bool felt_ledger_guests_open(struct felt_ledger_guests *guests, uint32_t max);
void felt_ledger_guests_close(struct felt_ledger_guests *guests);

/* `sign_up` and `receipt` are written as the step says. */
enum felt_ledger_guest_step felt_ledger_guests_order(struct felt_ledger_guests *guests,
                                                     const struct felt_ledger_config *config,
                                                     const struct felt_order *order,
                                                     struct felt_order *sign_up,
                                                     struct felt_receipt *receipt);
/* True: the question is about a guest who is here, and this is the answer. */
bool felt_ledger_guests_ask(struct felt_ledger_guests *guests,
                            const struct felt_ledger_config *config,
                            const struct felt_question *question,
                            struct felt_ledger_answer *answer);

/* There are guests, and few numbers are left: *order gets more. */
bool felt_ledger_guests_need_numbers(struct felt_ledger_guests *guests, int64_t now_ms,
                                     struct felt_order *order);
/* The receipt of an order that came from here. */
void felt_ledger_guests_receipt(struct felt_ledger_guests *guests, const struct felt_order *order,
                                const struct felt_receipt *receipt);

#endif
