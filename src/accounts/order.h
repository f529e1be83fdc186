/* order.h -- what can be done to users and chips: an order goes in, a receipt comes out.
 *
 * An order is a plain value that names everything it needs; how it is decided is ledger.h, who
 * keeps the result is store/ledger/ledger_store.h.
 *
 *   O1  an order is done as a whole or not at all.
 *   O2  an order that moves chips has a key.  The same key with the same request again is a replay:
 *       nothing moves, and the receipt tells what moved the first time.  The same key with another
 *       request is refused (FELT_OUTCOME_KEY_REUSED).
 *   O3  a refused order leaves no trace: its key may be used again.
 *   O4  after FELT_OUTCOME_UNAVAILABLE nobody knows whether it was done: send it again, same key.
 */
#ifndef FELT_ACCOUNTS_ORDER_H
#define FELT_ACCOUNTS_ORDER_H

#include "accounts/user.h"
#include "base/digests.h"

enum {
    FELT_ORDER_KEY_BYTES = 96,   /* printable ASCII without blanks                               */
    FELT_ORDER_TABLE_BYTES = 32, /* letters, digits and . _ -                                   */
    FELT_ORDER_HAND_BYTES = 40,
    FELT_ORDER_ACTOR_BYTES = 63,
    FELT_ORDER_REASON_BYTES = 127,
    FELT_ORDER_AGENT_BYTES = 127,
    FELT_ORDER_RESERVED_MAX = 4096,
    FELT_ORDER_SEATED_MAX = 16,   /* tables at which a user has chips                             */
    FELT_ORDER_ACTION_BYTES = 32, /* small letters, digits and _                                 */
    FELT_ORDER_ABOUT_BYTES = 63,
    FELT_USER_REPORT_BYTES = 400, /* of UTF-8                                                     */
    FELT_CLUB_CODE_BYTES = 32,    /* letters, digits, - and _                                     */
    FELT_CLUB_CODE_MIN = 16,
    FELT_CLUB_MEMBERS_MAX = 500,
    FELT_CLUBS_OF_USER_MAX = 16 /* a user is a member of so many                                 */
};

/* Behind the key of a transaction that an order needs besides its own. */
#define FELT_ORDER_KEY_OUT "/out"

enum felt_order_kind {
    /* who somebody is */
    FELT_ORDER_SIGN_UP,  /* a new user, his grant, and a session if there is a token; a guest of
                            old_token becomes that user and keeps his chips                     */
    FELT_ORDER_SIGN_IN,  /* a session for a user who has proved himself                          */
    FELT_ORDER_FACEBOOK, /* the user of a Facebook id, new if need be; a guest of old_token is
                            closed                                                              */
    FELT_ORDER_SIGN_OUT, /* the session of old_token ends; without: all sessions of the user     */
    FELT_ORDER_SEEN,     /* the session of old_token was used                                    */
    FELT_ORDER_REDEEM,   /* old_token is a link: it becomes a fresh session, once                */
    FELT_ORDER_ISSUE,    /* a session, link or bearer token made by an operator                  */
    FELT_ORDER_PASSWORD, /* and every session but that of old_token ends; with an old_token (his
                            own wish, not an operator's) its session must still be there, and
                            whoever has a password needs a proof or a session that is fresh      */
    FELT_ORDER_PROFILE,  /* handle, email, birthday; "" leaves one as it is, unless it is cleared */
    FELT_ORDER_FACTOR,   /* of an admin: amount 1: a new second factor, pending; 2: factor_code
                            confirms it, sessions end; 0: none any more                          */
    FELT_ORDER_DISABLE,  /* amount 1: disabled until until_ms, sessions end; 0: enabled          */
    FELT_ORDER_CLOSE,    /* what is known of him is forgotten, his chips go back to the mint; an
                            old_token as above                                                   */
    /* chips */
    FELT_ORDER_RELOAD,   /* bank + seats below 400 become 400, so often in 24 hours              */
    FELT_ORDER_BUY_IN,   /* bank -> a seat that is empty                                         */
    FELT_ORDER_TOP_UP,   /* bank -> a seat                                                       */
    FELT_ORDER_CASH_OUT, /* all of a seat -> bank                                                */
    FELT_ORDER_SETTLE,   /* seats <-> seats, rake, what stays in the pot                         */
    FELT_ORDER_FUND,     /* mint -> house                                                        */
    FELT_ORDER_STAKE,    /* house -> bank of a house player                                      */
    FELT_ORDER_UNSTAKE,  /* bank of a house player -> house                                      */
    FELT_ORDER_CREDIT,   /* mint -> bank, by an operator                                         */
    FELT_ORDER_DEBIT,    /* bank -> mint, by an operator                                         */
    FELT_ORDER_RESET,    /* bank 400, invested 400; refused while there are chips on a table      */
    FELT_ORDER_ENTER,    /* bank -> prize pool of `table`                                        */
    FELT_ORDER_PRIZE,    /* prize pool of `table` -> bank                                        */
    FELT_ORDER_REFUND,   /* prize pool of `table` -> bank: a buy-in that comes back              */
    FELT_ORDER_FEE,      /* prize pool of `table` -> rake; of nobody                             */
    FELT_ORDER_OVERLAY,  /* house -> prize pool of `table`; of nobody                            */
    /* what is written down, and clubs: nothing moves */
    FELT_ORDER_NOTE,        /* a line of the audit about nobody's chips: `action`, `about`; needs
                               an actor                                                          */
    FELT_ORDER_SILENCE,     /* the user writes nothing to others until until_ms; 0: he may again  */
    FELT_ORDER_REPORT,      /* `by` says something about `user`                                  */
    FELT_ORDER_REPORT_DONE, /* an operator has dealt with report `number`                        */
    FELT_ORDER_CLUB_OPEN,   /* of user `by`: its name is `handle`, its invitation `code`          */
    FELT_ORDER_CLUB_JOIN,   /* user `by` comes by `code`                                         */
    FELT_ORDER_CLUB_LEAVE,  /* `user` is no member of `number` any more, as `by` wishes           */
    FELT_ORDER_CLUB_RANK,   /* `user` becomes `rank`; an owner: `by` becomes a manager            */
    FELT_ORDER_CLUB_CODE,   /* a new invitation                                                  */
    FELT_ORDER_CLUB_NAME,   /* `handle`                                                          */
    FELT_ORDER_CLUB_CLOSE,
    /* guests in memory (store/ledger/guests.h); last, because journals hold numbers of kinds */
    FELT_ORDER_RESERVE, /* `amount` numbers of users are given out: receipt.number is the first */
    FELT_ORDER_KEEP,    /* the user has a row from now on; nothing else changes                  */
    FELT_ORDER_KINDS
};
/* "sign_up", "buy_in": as the ledger keeps it. */
const char *felt_order_word(enum felt_order_kind kind);
int felt_order_find(const char *word);            /* -1: no such word            */
bool felt_order_moves(enum felt_order_kind kind); /* has a key                                  */

enum felt_session_kind {
    FELT_SESSION_COOKIE, /* of a browser                                                         */
    FELT_SESSION_BEARER, /* of a script, issued by an operator                                   */
    FELT_SESSION_LINK,   /* a link that becomes a session at its first use                       */
    FELT_SESSION_FRESH,  /* of a browser that came by a link; a cookie's once a password is set  */
    FELT_SESSION_KINDS
};
/* Whoever came by a link may set a password for so long without knowing the old one. */
#define FELT_SESSION_FRESH_MS INT64_C(900000)
const char *felt_session_kind_word(enum felt_session_kind kind);
int felt_session_kind_find(const char *word);

struct felt_session {
    uint8_t token[FELT_DIGEST_BYTES]; /* SHA-256 of the token: the token itself is kept nowhere  */
    int64_t user;
    uint8_t kind;
    int64_t created, last_seen, expires;
    char address[FELT_ADDRESS_BYTES + 1], agent[FELT_ORDER_AGENT_BYTES + 1];
};
/* A browser's: of a cookie, whether it came by a link or not. */
bool felt_session_is_browser(enum felt_session_kind kind);
/* It came by a link, not longer than FELT_SESSION_FRESH_MS ago. */
bool felt_session_is_fresh(const struct felt_session *session, int64_t now_ms);

/* What a member of a club may do: the more, the later. */
enum felt_club_rank {
    FELT_CLUB_MEMBER,
    FELT_CLUB_MANAGER, /* removes members, makes a new invitation                                */
    FELT_CLUB_OWNER,   /* one; everything                                                        */
    FELT_CLUB_RANKS
};
/* "member", "manager", "owner". */
const char *felt_club_rank_word(enum felt_club_rank rank);
int felt_club_rank_find(const char *word); /* -1: no such word                                   */

struct felt_order_seat {
    int64_t user;
    felt_chips won; /* less than 0: lost                                                         */
};

struct felt_order {
    uint8_t kind;
    int64_t now_ms;
    int64_t user; /* whom it is about; 0: nobody                                                 */
    felt_chips amount;
    char key[FELT_ORDER_KEY_BYTES + 1];

    /* a table or a tournament */
    char table[FELT_ORDER_TABLE_BYTES + 1];
    char hand[FELT_ORDER_HAND_BYTES + 1]; /* SETTLE: for the record                              */
    uint8_t seats;                        /* SETTLE                                              */
    struct felt_order_seat seat[FELT_SEATS_MAX];
    felt_chips rake, pot; /* SETTLE: taken by the house; added to what stays in the middle       */

    /* somebody */
    uint8_t user_kind;                    /* SIGN_UP                                         */
    char username[FELT_USERNAME_MAX + 1]; /* SIGN_UP; "": guest-<id>                         */
    char handle[FELT_HANDLE_BYTES + 1];   /* "": Player<id>                                  */
    char password[FELT_PASSWORD_HASH_BYTES + 1];
    char proof[FELT_PASSWORD_HASH_BYTES + 1]; /* SIGN_IN, PASSWORD, CLOSE: the hash that he has
                            proved to know; refused if it is no longer his.  "": none            */
    struct felt_factor factor; /* FACTOR                                                         */
    char factor_code[FELT_FACTOR_TYPED_BYTES + 1]; /* FACTOR, SIGN_IN; "": none                  */
    char email[FELT_EMAIL_BYTES + 1];
    char birthday[FELT_BIRTHDAY_BYTES + 1];
    int64_t unseen_since_ms; /* CLOSE: only a guest who was not seen since then; 0: anybody     */
    bool clears_email, clears_birthday; /* PROFILE                                              */
    char facebook_id[FELT_FACEBOOK_ID_BYTES + 1];
    char address[FELT_ADDRESS_BYTES + 1], agent[FELT_ORDER_AGENT_BYTES + 1];

    /* sessions */
    uint8_t session_kind;
    bool has_token, has_old_token;
    uint8_t token[FELT_DIGEST_BYTES], old_token[FELT_DIGEST_BYTES]; /* hashes                     */
    int64_t expires_ms;
    uint8_t signature[FELT_DIGEST_BYTES]; /* FACEBOOK: hash of the signed request, used once      */
    int64_t signature_until_ms;           /* when it would be too old anyway                     */

    /* bans, notes, reports, clubs */
    int64_t by;     /* the user who wants it; 0: an operator                                   */
    int64_t number; /* of a club or a report; SIGN_UP: of the user, reserved before; 0: the next */
    int64_t until_ms; /* SILENCE; DISABLE: 0 for good                                            */
    uint8_t rank;     /* CLUB_RANK                                                               */
    char code[FELT_CLUB_CODE_BYTES + 1];
    char action[FELT_ORDER_ACTION_BYTES + 1], about[FELT_ORDER_ABOUT_BYTES + 1]; /* NOTE          */
    char text[FELT_USER_REPORT_BYTES + 1];                                       /* REPORT        */

    /* an operator: who, and why.  Written to the audit if actor is not "" */
    char actor[FELT_ORDER_ACTOR_BYTES + 1], reason[FELT_ORDER_REASON_BYTES + 1];
};

enum felt_outcome {
    FELT_OUTCOME_OK,
    FELT_OUTCOME_UNAVAILABLE, /* the store does not answer: O4                                  */
    FELT_OUTCOME_BUSY,        /* too many orders wait: nothing was done                         */
    FELT_OUTCOME_NO_USER,
    FELT_OUTCOME_NO_SESSION, /* unknown, ended or expired                                      */
    FELT_OUTCOME_DISABLED,
    FELT_OUTCOME_WRONG_KIND, /* not for this kind of user: a house player reloads nothing       */
    FELT_OUTCOME_NAME_TAKEN,
    FELT_OUTCOME_HANDLE_TAKEN,
    FELT_OUTCOME_BAD_NAME,
    FELT_OUTCOME_BAD_AMOUNT, /* below 1, or too large                                          */
    FELT_OUTCOME_BAD_SUM,    /* a hand that does not add up                                    */
    FELT_OUTCOME_BAD_KEY,    /* none, or too long, or not printable                            */
    FELT_OUTCOME_KEY_REUSED,
    FELT_OUTCOME_INSUFFICIENT, /* not so many chips                                              */
    FELT_OUTCOME_ENOUGH,       /* reload: there are 400 or more                                  */
    FELT_OUTCOME_RELOADS,      /* reload: no more of them today; the receipt says from when on    */
    FELT_OUTCOME_SEATED,       /* chips are on a table: cash out first                           */
    FELT_OUTCOME_NOT_SEATED,   /* no chips at that table                                         */
    FELT_OUTCOME_TOO_MANY,     /* tables                                                         */
    FELT_OUTCOME_REPLAYED,     /* a signed request that was used before                          */
    FELT_OUTCOME_MINT_EMPTY,   /* no more chips can be given out                                 */
    FELT_OUTCOME_WRONG_SECRET, /* name and password do not belong together (desk)                */
    FELT_OUTCOME_NO_CLUB,      /* or not for him, or no such invitation                          */
    FELT_OUTCOME_NO_MEMBER,    /* whom it is about is none                                       */
    FELT_OUTCOME_NOT_ALLOWED,  /* for a member of his rank                                       */
    FELT_OUTCOME_CLUB_FULL,
    FELT_OUTCOME_CLUBS, /* he is in as many as one can be                                        */
    FELT_OUTCOME_NO_REPORT,
    FELT_OUTCOME_NEEDS_CODE, /* SIGN_IN of a user with a second factor                         */
    FELT_OUTCOME_WRONG_CODE, /* of the second factor                                             */
    FELT_OUTCOME_BAD_TEXT,  /* nothing is said, or it is no text                                  */
    FELT_OUTCOME_FACTOR_ON, /* FACTOR: a second factor is on, and a new one would switch it off  */
    FELT_OUTCOMES
};
/* "INSUFFICIENT_CHIPS": for programs; and a sentence for people. */
const char *felt_outcome_word(enum felt_outcome outcome);
const char *felt_outcome_text(enum felt_outcome outcome);

struct felt_receipt {
    uint8_t outcome;
    bool replayed;
    bool created;        /* FACEBOOK: the user is new                                             */
    int64_t transaction; /* 0: nothing moved                                                     */
    felt_chips amount;   /* that moved: what was cashed out, reloaded ...                         */
    felt_chips total;    /* of the user: bank and seats                                           */
    int64_t number;      /* of the club or report; RESERVE: the first one                        */
    int64_t next_ms;     /* FELT_OUTCOME_RELOADS: when there may be one again                    */
    struct felt_user user;
};

/* What does not depend on any book: names, amounts, sums, keys.  FELT_OUTCOME_OK, or why not. */
enum felt_outcome felt_order_verify(const struct felt_order *order);
/* What makes two requests the same: everything but the time, addresses and the key. */
void felt_order_fingerprint(const struct felt_order *order, const struct felt_digests *digests,
                            uint8_t out[FELT_DIGEST_BYTES]);

#endif
