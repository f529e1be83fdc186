/* ledger_parts.h -- what the files of the ledger share.
 *
 *   ledger.c        deciding: what was asked before, what is asked now, the audit; what orders need
 *   ledger_rows.c   rows of a batch: put, found, made, and told at the end
 *   ledger_chips.c  transactions, and orders that move chips
 *   ledger_users.c  users and sessions
 *   ledger_clubs.c  clubs, reports, notes
 *
 * The rule that keeps orders whole (B4): a function that decides an order looks at everything first
 * and refuses, or changes rows and cannot refuse any more. */
#ifndef FELT_ACCOUNTS_LEDGER_PARTS_H
#define FELT_ACCOUNTS_LEDGER_PARTS_H

#include "accounts/ledger.h"

enum {
    /* An order loads four users at most (by number, name, handle, session, transaction: never all
     * of them), makes one; each comes with a bank and seats. */
    USERS_OF_ORDER = 5,
    ACCOUNTS_OF_ORDER = 4 * (FELT_ORDER_SEATED_MAX + 1) + FELT_SEATS_MAX + 4,
    SESSIONS_OF_ORDER = 3,
    /* An order is about one club, and may name another by its code; memberships of two users. */
    CLUBS_OF_ORDER = 2,
    MEMBERS_OF_ORDER = 2 * FELT_CLUBS_OF_USER_MAX + 1,
    CLUBS_MAX = FELT_LEDGER_ORDERS_MAX * CLUBS_OF_ORDER,
    MEMBERS_MAX = FELT_LEDGER_ORDERS_MAX * MEMBERS_OF_ORDER,
    USERS_MAX = FELT_LEDGER_ORDERS_MAX * USERS_OF_ORDER,
    ACCOUNTS_MAX = FELT_LEDGER_ORDERS_MAX * ACCOUNTS_OF_ORDER,
    SESSIONS_MAX = FELT_LEDGER_ORDERS_MAX * SESSIONS_OF_ORDER,
    TRANSACTIONS_MAX = FELT_LEDGER_ORDERS_MAX * 2,
    RELOADS_MAX = FELT_LEDGER_ORDERS_MAX * (FELT_RELOADS_MAX + 1), /* loaded, and new ones */
    SLOTS = 65536 /* of the index: a power of two, at least twice the rows that can be in it */
};

struct user_row {
    struct felt_user user;
    bool is_new, changed;
};
struct account_row {
    struct felt_account account;
    bool is_new;
};
struct session_row {
    struct felt_session session;
    bool loaded; /* the store has it                                                             */
    bool changed, ended;
};
struct signature_row {
    struct felt_signature signature;
    bool is_new;
};
struct club_row {
    struct felt_club club;
    bool is_new, changed;
};
struct member_row {
    struct felt_member member;
    bool is_new, changed, ended;
};
struct report_row {
    struct felt_user_report report;
    bool is_new, changed;
};

struct reload_row {
    int64_t user, transaction, at_ms;
};

/* What an entry of the index stands for. */
enum row_kind {
    ROW_USER,
    ROW_NAME,
    ROW_HANDLE,
    ROW_FACEBOOK,
    ROW_ACCOUNT,
    ROW_OWNER, /* an account, by whom it belongs to                                              */
    ROW_KEY,
    ROW_SESSION
};
struct slot {
    uint32_t batch; /* the entry counts in this batch only                                       */
    uint16_t kind;
    uint32_t row;
    uint64_t hash;
};

struct felt_ledger {
    struct felt_ledger_config config;
    struct felt_counters counters;
    uint32_t batch;
    int users, accounts, sessions, found, transactions, signatures, audits, sessions_of, orders;
    int clubs, members, reports, forgotten_users, reloads;
    struct user_row user[USERS_MAX];
    struct account_row account[ACCOUNTS_MAX];
    struct session_row session[SESSIONS_MAX];
    struct felt_transaction known[TRANSACTIONS_MAX];       /* loaded: without lines       */
    struct felt_transaction transaction[TRANSACTIONS_MAX]; /* new                                 */
    struct signature_row signature[TRANSACTIONS_MAX];
    struct felt_ledger_audit audit[FELT_LEDGER_ORDERS_MAX];
    int64_t ends[FELT_LEDGER_ORDERS_MAX]; /* users all of whose sessions end */
    struct club_row club[CLUBS_MAX];
    struct member_row member[MEMBERS_MAX];
    struct report_row report[FELT_LEDGER_ORDERS_MAX];
    struct felt_forgotten forgotten[FELT_LEDGER_ORDERS_MAX];
    struct reload_row reload[RELOADS_MAX];
    struct slot slot[SLOTS];
    /* felt_ledger_changes() points here */
    const struct felt_user *new_user[USERS_MAX], *changed_user[USERS_MAX];
    const struct felt_account *new_account[ACCOUNTS_MAX];
    const struct felt_session *new_session[SESSIONS_MAX], *changed_session[SESSIONS_MAX],
        *ended_session[SESSIONS_MAX];
    struct felt_signature new_signature[TRANSACTIONS_MAX];
    const struct felt_club *new_club[CLUBS_MAX], *changed_club[CLUBS_MAX];
    const struct felt_member *new_member[MEMBERS_MAX], *changed_member[MEMBERS_MAX],
        *ended_member[MEMBERS_MAX];
    const struct felt_user_report *new_report[FELT_LEDGER_ORDERS_MAX],
        *done_report[FELT_LEDGER_ORDERS_MAX];
};

/* ---- rows ---- */

/* Each: NULL, there is none. */
struct user_row *felt_ledger_user(struct felt_ledger *ledger, int64_t id);
struct user_row *felt_ledger_username(struct felt_ledger *ledger, const char *name);
struct user_row *felt_ledger_handle(struct felt_ledger *ledger, const char *handle);
struct user_row *felt_ledger_facebook(struct felt_ledger *ledger, const char *id);
struct account_row *felt_ledger_account(struct felt_ledger *ledger, const char *name);
struct session_row *felt_ledger_session(struct felt_ledger *ledger,
                                        const uint8_t token[FELT_DIGEST_BYTES]);
const struct felt_transaction *felt_ledger_transaction(struct felt_ledger *ledger, const char *key);
struct signature_row *felt_ledger_signature(struct felt_ledger *ledger,
                                            const uint8_t signature[FELT_DIGEST_BYTES]);

/* Of a number that was reserved; 0: the next one. */
struct user_row *felt_ledger_make_user(struct felt_ledger *ledger, int64_t number);
/* After names, handle or Facebook id of a user were set. */
void felt_ledger_index_user(struct felt_ledger *ledger, struct user_row *user);
/* The account of that name, made if need be: without a number until chips are booked on it. */
struct account_row *felt_ledger_open_account(struct felt_ledger *ledger,
                                             enum felt_account_kind kind, int64_t owner,
                                             const char *name);
struct felt_transaction *felt_ledger_make_transaction(struct felt_ledger *ledger, const char *key);
void felt_ledger_open_session(struct felt_ledger *ledger, const struct felt_order *order,
                              int64_t user);
/* All sessions of a user end but that of `but` (NULL: none is spared). */
void felt_ledger_end_sessions(struct felt_ledger *ledger, int64_t user, const uint8_t *but);
void felt_ledger_make_signature(struct felt_ledger *ledger, const struct felt_order *order);

/* Chips of a user on tables, and on how many of them. */
felt_chips felt_ledger_seated(const struct felt_ledger *ledger, int64_t user, int *tables);

/* Names of accounts. */
enum { NAME_BYTES = FELT_ACCOUNT_NAME_BYTES + 1 };
const char *felt_ledger_bank_name(int64_t user, char out[NAME_BYTES]);
const char *felt_ledger_seat_name(const char *table, int64_t user, char out[NAME_BYTES]);
const char *felt_ledger_table_name(const char *kind, const char *table, char out[NAME_BYTES]);

/* ---- chips ---- */

/* Can the mint give so many, and keep `reserve`? */
bool felt_ledger_mint_has(struct felt_ledger *ledger, felt_chips amount, felt_chips reserve);
/* The grant of a new user, under the order's key; the mint has it. */
void felt_ledger_grant(struct felt_ledger *ledger, const struct felt_order *order,
                       struct user_row *user, struct felt_receipt *receipt);
/* Everything in the bank of a user goes back to the mint, under the key. */
void felt_ledger_burn(struct felt_ledger *ledger, const struct felt_order *order, int64_t user,
                      const char *key);

/* FELT_OUTCOME_OK: done, and the receipt tells what moved. */
enum felt_outcome felt_ledger_move(struct felt_ledger *ledger, const struct felt_order *order,
                                   struct felt_receipt *receipt);

/* ---- clubs ---- */

enum felt_outcome felt_ledger_associate(struct felt_ledger *ledger, const struct felt_order *order,
                                        struct felt_receipt *receipt);
/* A user is forgotten: he leaves his clubs, and those of his own are closed. */
void felt_ledger_leave_clubs(struct felt_ledger *ledger, int64_t user, int64_t now_ms);
void felt_ledger_tell_clubs(struct felt_ledger *ledger, struct felt_changes *out);

/* ---- users ---- */

enum felt_outcome felt_ledger_identify(struct felt_ledger *ledger, const struct felt_order *order,
                                       struct felt_receipt *receipt);

#endif
