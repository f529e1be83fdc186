/* question.h -- what can be asked of users and chips, without changing anything. */
#ifndef FELT_ACCOUNTS_QUESTION_H
#define FELT_ACCOUNTS_QUESTION_H

#include "accounts/books.h"

enum felt_question_kind {
    FELT_ASK_SESSION,  /* token: its session and user; FELT_OUTCOME_NO_SESSION, also if expired or
                          of a user who is disabled or deleted                                    */
    FELT_ASK_USER,     /* number                                                                 */
    FELT_ASK_NAME,     /* text: a username                                                       */
    FELT_ASK_HISTORY,  /* number: lines of the user's accounts, newest first, before `before`     */
    FELT_ASK_SESSIONS, /* number: sessions of a user, newest first                               */
    FELT_ASK_SEATS,    /* number: accounts of a user that hold chips                             */
    FELT_ASK_USERS,    /* users in order of their numbers, behind `before`; text: part of a name  */
    FELT_ASK_GUESTS,   /* guests unseen since `before` (ms) without chips on a table, in order of
                          their numbers, behind `number`                                          */
    FELT_ASK_SUMMARY,  /* the accounts that belong to nobody, one for all of a kind               */
    FELT_ASK_TABLES,   /* accounts of seats that hold chips, whoever's, in order of their numbers,
                          behind `before`                                                        */
    FELT_ASK_AUDIT, /* what operators did, newest first, before `before`; number: to a user, 0 all
                     */
    FELT_ASK_KINDS
};

struct felt_question {
    uint8_t kind;
    int64_t now_ms;
    int64_t number, before;
    uint32_t limit; /* rows, 1 .. FELT_ASK_ROWS_MAX                                              */
    uint8_t token[FELT_DIGEST_BYTES];
    char text[FELT_ORDER_KEY_BYTES + 1];
};
enum { FELT_ASK_ROWS_MAX = 1000 };

/* One line of a user's history. */
struct felt_history_row {
    int64_t transaction, at_ms;
    uint8_t kind; /* enum felt_order_kind                                                        */
    felt_chips amount, after;
    char account[FELT_ACCOUNT_NAME_BYTES + 1];
    char hand[FELT_ORDER_HAND_BYTES + 1];
};

/* One line of the audit. */
struct felt_audit_row {
    struct felt_audit line;
    char username[FELT_USERNAME_MAX + 1]; /* as it is now; "": it was about nobody */
};

struct felt_answer {
    uint8_t outcome;
    struct felt_user user;
    struct felt_session session;
    felt_chips total; /* bank and seats of the user                                              */
    /* Rows of what was asked for, malloc'ed; freed by whoever takes the answer. */
    uint32_t count;
    union {
        void *rows;
        struct felt_history_row *history;
        struct felt_session *sessions;
        struct felt_account *accounts;
        struct felt_user *users;
        struct felt_audit_row *audit;
    };
};

/* Where orders and questions are given, and receipts and answers come back later with their ticket:
 * store/bank.h, or a test.  False: too many wait; nothing was done, nothing comes back. */
struct felt_counter {
    void *self;
    bool (*order)(void *self, const struct felt_order *order, uint64_t ticket);
    bool (*ask)(void *self, const struct felt_question *question, uint64_t ticket);
};

#endif
