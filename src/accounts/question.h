/* question.h -- what can be asked of users and chips, without changing anything. */
#ifndef FELT_ACCOUNTS_QUESTION_H
#define FELT_ACCOUNTS_QUESTION_H

#include "accounts/ledger.h"

enum felt_question_kind {
    FELT_QUESTION_SESSION, /* token: its session and user; FELT_OUTCOME_NO_SESSION, also if expired
                          or of a user who is disabled or deleted                                 */
    FELT_QUESTION_USER,    /* number */
    FELT_QUESTION_NAME,    /* text: a username */
    FELT_QUESTION_HISTORY, /* number: lines of the user's accounts, newest first, before `before` */
    FELT_QUESTION_SESSIONS, /* number: sessions of a user, newest first */
    FELT_QUESTION_SEATS,    /* number: accounts of a user that hold chips */
    FELT_QUESTION_USERS,  /* users in order of their numbers, behind `before`; text: part of a name
                            */
    FELT_QUESTION_GUESTS, /* guests unseen since `before` (ms) without chips on a table, and those
                          unseen since `idle` who never sat down, in order of their numbers,
                          behind `number`                                                         */
    FELT_QUESTION_GUEST_COUNT, /* one account, whose balance is how many guests there are */
    FELT_QUESTION_SUMMARY,     /* the accounts that belong to nobody, one for all of a kind */
    FELT_QUESTION_TABLES,      /* accounts of seats that hold chips, whoever's, in order of their
                          numbers, behind `before`                                                */
    FELT_QUESTION_AUDIT, /* what operators did, newest first, before `before`; number: to a user, 0
                          all; text: a kind, an action or an actor, "" all                       */
    FELT_QUESTION_LEADERS,  /* people by chips (bank and seats) - invested, most first, without what
                          was won at private tables; not those who are disabled or deleted        */
    FELT_QUESTION_SILENCED, /* users who are silenced now */
    FELT_QUESTION_CLUB,     /* number: a club that is open, its members, owner first */
    FELT_QUESTION_CLUBS,  /* number: open clubs of a user, each with what he is there; 0: all clubs,
                          behind `before`, each with its owner                                   */
    FELT_QUESTION_MEMBER, /* number: a user, before: a club.  One row of FELT_QUESTION_CLUBS, or
                          none: FELT_OUTCOME_NO_CLUB                                              */
    FELT_QUESTION_CLUB_LEADERS, /* number: a club; its members by what they have won at its tables,
                              whose names begin with "c<number>-"                               */
    FELT_QUESTION_HANDLE,       /* text: a handle */
    FELT_QUESTION_REPORTS, /* newest first, before `before`; number: 1 only those that are open */
    FELT_QUESTION_POOLS, /* prize pools that hold chips, in order of their numbers, behind `before`
                            */
    FELT_QUESTION_POOL,  /* text: a tournament (`table` of its orders); what each user has paid into
                         its pool more than came back, in order of users, behind `before`; of user
                         0 is what the house has                                                 */
    FELT_QUESTION_KINDS
};

struct felt_question {
    uint8_t kind;
    int64_t now_ms;
    int64_t number, before, idle;
    uint32_t limit; /* rows, 1 .. FELT_QUESTION_ROWS_MAX */
    uint8_t token[FELT_DIGEST_BYTES];
    char text[FELT_ORDER_KEY_BYTES + 1];
};
enum { FELT_QUESTION_ROWS_MAX = 1000 };

/* One line of a user's history. */
struct felt_history_row {
    int64_t transaction, at_ms;
    uint8_t kind; /* enum felt_order_kind                                                        */
    felt_chips amount, after;
    char account[FELT_ACCOUNT_NAME_BYTES + 1];
    char hand[FELT_ORDER_HAND_BYTES + 1];
};

/* One line of the audit. */
struct felt_ledger_audit_row {
    struct felt_ledger_audit line;
    char username[FELT_USERNAME_MAX + 1]; /* as it is now; "": it was about nobody */
};

struct felt_ledger_leader {
    int64_t user;
    uint8_t kind; /* enum felt_user_kind                                                         */
    char handle[FELT_HANDLE_BYTES + 1];
    felt_chips chips, invested; /* bank and seats, less what private tables brought since a reset.
                                   CLUB_LEADERS: what was won there, and 0                       */
};

struct felt_club_row {
    struct felt_club club;
    struct felt_member member;
    uint8_t kind; /* of the member: enum felt_user_kind                                          */
    char handle[FELT_HANDLE_BYTES + 1];
};

struct felt_report_row {
    struct felt_user_report report;
    char by[FELT_USERNAME_MAX + 1], username[FELT_USERNAME_MAX + 1]; /* as they are now          */
    char handle[FELT_HANDLE_BYTES + 1]; /* whom it is about                                      */
};

struct felt_pool_row {
    int64_t user;
    felt_chips paid;     /* below 0: more came back                                               */
    int64_t transaction; /* his last buy-in                                                       */
};

struct felt_ledger_answer {
    uint8_t outcome;
    struct felt_user user;
    struct felt_session session;
    felt_chips total; /* bank and seats of the user                                              */
    bool in_memory;   /* the user is a guest without a row                                       */
    /* Rows of what was asked for, malloc'ed; freed by whoever takes the answer. */
    uint32_t count;
    union {
        void *rows;
        struct felt_history_row *history;
        struct felt_session *sessions;
        struct felt_account *accounts;
        struct felt_user *users;
        struct felt_ledger_audit_row *audit;
        struct felt_ledger_leader *leaders;
        struct felt_club_row *clubs;
        struct felt_report_row *reports;
        struct felt_pool_row *pools; /* FELT_QUESTION_POOL */
    };
};

/* Where orders and questions are given, and receipts and answers come back later with their ticket:
 * store/ledger/ledger_store.h, or a test.  False: too many wait; nothing was done, nothing comes
 * back. */
struct felt_ledger_services {
    void *self;
    bool (*order)(void *self, const struct felt_order *order, uint64_t ticket);
    bool (*ask)(void *self, const struct felt_question *question, uint64_t ticket);
};

#endif
