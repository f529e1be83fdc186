/* ledger.h -- decides orders: double entry, users and sessions, on rows that were loaded for them.
 *
 * A batch of orders is decided in three steps, of which only the second is here:
 *
 *     load    the rows that felt_order_needs() names, from a store, inside one transaction
 *     decide  each order in turn: felt_ledger_decide(), on those rows
 *     write   what has changed, back to the store; commit; only then give the receipts
 *
 * So the rules are written once, for every store, and need none to be tested.  Pure: no I/O, no
 * clock, no allocation; memory is the caller's.
 *
 *   B1  chips move by transactions of two or more lines, one for each account, which sum to zero.
 *   B2  no balance but the mint's is below zero.
 *   B3  a transaction is never changed: its number follows the last, its key is unique.
 *   B4  an order that is refused has changed nothing.
 *   B5  users.chips is the balance of the bank account; users.invested the sum of `invested` of the
 *       user's transactions.
 *
 * Accounts, by name: mint, house, rake; bank:<user>; seat:<table>:<user>; pot:<table>, what stays
 * in the middle between two hands; prize:<tournament>.  An account is never given to another owner.
 */
#ifndef FELT_ACCOUNTS_LEDGER_H
#define FELT_ACCOUNTS_LEDGER_H

#include "accounts/order.h"

enum {
    FELT_LEDGER_ORDERS_MAX = 128, /* in a batch                                                  */
    FELT_ACCOUNT_NAME_BYTES = 63, /* "seat:" table ":" user                                      */
    FELT_NEEDS_MAX = 24,          /* rows or groups of rows that an order names                  */
    FELT_LEDGER_LINES_MAX = 16,   /* of a transaction */
    FELT_RELOADS_MAX = 24         /* that the ledger can allow a user in a day                    */
};

enum felt_account_kind {
    FELT_ACCOUNT_MINT, /* below zero by all chips there are                                      */
    FELT_ACCOUNT_HOUSE,
    FELT_ACCOUNT_RAKE,
    FELT_ACCOUNT_BANK,
    FELT_ACCOUNT_SEAT,
    FELT_ACCOUNT_POT,
    FELT_ACCOUNT_PRIZE,
    FELT_ACCOUNT_KINDS
};
const char *felt_account_kind_word(enum felt_account_kind kind);
int felt_account_kind_find(const char *word);

struct felt_account {
    int64_t id;
    uint8_t kind;
    int64_t owner; /* a user; 0: nobody                                                          */
    felt_chips balance;
    char name[FELT_ACCOUNT_NAME_BYTES + 1];
};

struct felt_ledger_line {
    int64_t account;
    felt_chips amount; /* not 0                                                                  */
    felt_chips after;  /* the balance behind it                                                  */
};

struct felt_transaction {
    int64_t id;
    uint8_t kind; /* enum felt_order_kind                                                        */
    int64_t at_ms;
    int64_t user;        /* whom it is about; 0: nobody                                          */
    felt_chips invested; /* added to his `invested`                                              */
    felt_chips amount;   /* as the receipt says                                                  */
    uint8_t fingerprint[FELT_DIGEST_BYTES];
    char key[FELT_ORDER_KEY_BYTES + 1];
    char hand[FELT_ORDER_HAND_BYTES + 1];
    uint8_t lines;
    struct felt_ledger_line line[FELT_LEDGER_LINES_MAX];
};

struct felt_ledger_audit {
    int64_t id, at_ms, user;
    uint8_t kind; /* enum felt_order_kind                                                        */
    felt_chips amount;
    char actor[FELT_ORDER_ACTOR_BYTES + 1], reason[FELT_ORDER_REASON_BYTES + 1];
    char action[FELT_ORDER_ACTION_BYTES + 1]; /* of a NOTE                                       */
    char about[FELT_ORDER_ABOUT_BYTES + 1];   /* what; "": nothing but the user                  */
};

struct felt_club {
    int64_t id, owner, created, closed_at; /* closed_at 0: open                                  */
    uint32_t members;                      /* how many                                           */
    char name[FELT_HANDLE_BYTES + 1];
    char code[FELT_CLUB_CODE_BYTES + 1]; /* whoever has it may join                              */
};
struct felt_member {
    int64_t id, club, user, joined;
    uint8_t rank;
};
struct felt_user_report {
    int64_t id, at_ms, by, user; /* by says it about user                                        */
    int64_t done_at;             /* 0: open                                                      */
    char table[FELT_ORDER_TABLE_BYTES + 1], hand[FELT_ORDER_HAND_BYTES + 1];
    char text[FELT_USER_REPORT_BYTES + 1];
    char done_by[FELT_ORDER_ACTOR_BYTES + 1], remark[FELT_ORDER_REASON_BYTES + 1];
};

/* The last numbers given away. */
struct felt_counters {
    int64_t user, account, transaction, audit, club, member, report;
};

/* ---- what an order needs ---- */

/* A user who is loaded, for whatever reason, comes with his accounts: the bank, and seats with
 * chips on them (but not for FELT_NEED_HANDLE). */
enum felt_need_kind {
    FELT_NEED_USER,        /* by number                                                          */
    FELT_NEED_USERNAME,    /* by text, folded                                                    */
    FELT_NEED_HANDLE,      /* by text, folded: somebody who has it                               */
    FELT_NEED_FACEBOOK,    /* by text                                                            */
    FELT_NEED_ACCOUNT,     /* by text: its name                                                  */
    FELT_NEED_TRANSACTION, /* by text: a key; with its user, without its lines                   */
    FELT_NEED_SESSION,     /* by digest; with its user                                           */
    FELT_NEED_SIGNATURE,   /* by digest                                                          */
    FELT_NEED_CLUB,        /* by number                                                          */
    FELT_NEED_CODE,        /* by text: the club that one joins by it                             */
    FELT_NEED_MEMBER,      /* by number: everything that a user is a member of and is open       */
    FELT_NEED_REPORT,      /* by number                                                          */
    FELT_NEED_RELOADS,     /* by number: the last FELT_RELOADS_MAX reloads of a user             */
    FELT_NEED_KINDS
};
struct felt_need {
    uint8_t kind;
    int64_t number;
    uint8_t digest[FELT_DIGEST_BYTES];
    char text[FELT_ORDER_KEY_BYTES + 1];
};
int felt_order_needs(const struct felt_order *order, struct felt_need out[FELT_NEEDS_MAX]);

/* ---- a batch ---- */

struct felt_ledger_config {
    const struct felt_digests *digests;
    uint8_t secret[FELT_DIGEST_BYTES]; /* of bookmarks                                           */
    uint32_t reloads; /* of a user in 24 hours, at most FELT_RELOADS_MAX; 0: as many as he likes */
};

/* The user that a guest's SIGN_UP of a reserved number will make, without making it. */
void felt_ledger_make_guest(const struct felt_ledger_config *config, const struct felt_order *order,
                            struct felt_user *out);

struct felt_ledger; /* in felt_ledger_bytes() bytes of the caller's, aligned as malloc does */
size_t felt_ledger_bytes(void);
/* The config is copied. */
void felt_ledger_init(struct felt_ledger *ledger, const struct felt_ledger_config *config);

/* Begins a batch.  Then every row that the needs of its orders name, once or more often; a row that
 * is not there is simply not put. */
void felt_ledger_begin(struct felt_ledger *ledger, const struct felt_counters *counters);
void felt_ledger_put_user(struct felt_ledger *ledger, const struct felt_user *user);
void felt_ledger_put_account(struct felt_ledger *ledger, const struct felt_account *account);
void felt_ledger_put_transaction(struct felt_ledger *ledger, const struct felt_transaction *row);
void felt_ledger_put_session(struct felt_ledger *ledger, const struct felt_session *session);
/* `token`: of the session that was opened with it. */
void felt_ledger_put_signature(struct felt_ledger *ledger,
                               const uint8_t signature[FELT_DIGEST_BYTES],
                               const uint8_t token[FELT_DIGEST_BYTES], int64_t until_ms);

void felt_ledger_put_club(struct felt_ledger *ledger, const struct felt_club *club);
void felt_ledger_put_member(struct felt_ledger *ledger, const struct felt_member *member);
void felt_ledger_put_report(struct felt_ledger *ledger, const struct felt_user_report *report);
void felt_ledger_put_reload(struct felt_ledger *ledger, int64_t user, int64_t transaction,
                            int64_t at_ms);

/* Decides one order.  At most FELT_LEDGER_ORDERS_MAX in a batch. */
void felt_ledger_decide(struct felt_ledger *ledger, const struct felt_order *order,
                        struct felt_receipt *receipt);

/* ---- what has changed, to be written in this order ---- */

/* Whoever is forgotten leaves every club, and those that he owns are closed. */
struct felt_forgotten {
    int64_t user, at_ms;
};

struct felt_changes {
    /* New users and accounts come with balances of 0: transactions bring them up. */
    const struct felt_user *const *new_users, *const *changed_users; /* all but chips, invested   */
    const struct felt_account *const *new_accounts;
    const struct felt_transaction *transactions; /* in order of their numbers                     */
    const struct felt_session *const *new_sessions, *const *changed_sessions,
                                                        *const *ended_sessions;
    const int64_t *sessions_of; /* users all of whose sessions end, before new ones are written;
                                   but sessions of theirs that are in this batch are told above   */
    const struct felt_signature *signatures;
    const struct felt_ledger_audit *audits;
    const struct felt_forgotten *forgotten; /* before all other rows of clubs                     */
    const struct felt_club *const *new_clubs, *const *changed_clubs; /* without `members`         */
    const struct felt_member *const *ended_members, *const *new_members, *const *changed_members;
    const struct felt_user_report *const *new_reports, *const *done_reports;
    int new_user_count, changed_user_count, new_account_count, transaction_count;
    int new_session_count, changed_session_count, ended_session_count, sessions_of_count;
    int signature_count, audit_count, forgotten_count;
    int new_club_count, changed_club_count, ended_member_count, new_member_count;
    int changed_member_count, new_report_count, done_report_count;
    struct felt_counters counters; /* to be kept                                                  */
};
struct felt_signature {
    uint8_t signature[FELT_DIGEST_BYTES], token[FELT_DIGEST_BYTES];
    int64_t until_ms;
};
/* Valid until the next felt_ledger_begin(). */
void felt_ledger_changes(struct felt_ledger *ledger, struct felt_changes *out);

#endif
