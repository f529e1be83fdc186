/* user.h -- who has chips: a user, and what a name, a handle, a password may be.
 *
 * Knows no store and no session.  Times are milliseconds since 1970 in UTC; 0: never.
 *
 *   U1  what a user is, is said by `kind`, never by a name.  Names HousePlayer<N> are given to
 *       house players only; everybody else is refused what has something like it in it, also as a
 *       handle.  Names of an office (admin, dealer, support ...) are for admins.
 *   U2  usernames are unique without regard to capitals (of ASCII); handles by what they look like.
 *   U3  others see the handle, never the username: that may be a Facebook id or half of a sign-in.
 *   U4  `chips` is the balance of the user's bank account, `invested` what was given to him. */
#ifndef FELT_ACCOUNTS_USER_H
#define FELT_ACCOUNTS_USER_H

#include "accounts/factor.h"
#include "felt/seat.h"
#include "felt/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FELT_USERNAME_MIN = 3,
    FELT_USERNAME_MAX = 24, /* letters, digits and . _ -, a letter first                      */
    FELT_HANDLE_MAX = 24,   /* characters                                                      */
    FELT_HANDLE_BYTES = 96, /* of UTF-8                                                        */
    FELT_PASSWORD_MIN = 8,  /* characters, of one that is hard to guess; else                  */
    FELT_PASSWORD_USUAL = 12,
    FELT_PASSWORD_BYTES = 72, /* more than that bcrypt does not see                             */
    FELT_PASSWORD_HASH_BYTES = 127,
    FELT_EMAIL_BYTES = 80,
    FELT_BIRTHDAY_BYTES = 10, /* 1980-02-29                                                     */
    FELT_FACEBOOK_ID_BYTES = 20, /* digits                                                      */
    FELT_BOOKMARK_BYTES = 40,    /* hexadecimal digits                                          */
    FELT_ADDRESS_BYTES = 45      /* the longest IPv6 address                                    */
};

/* What a new account begins with, and what a reload fills up to. */
#define FELT_GRANT_CHIPS INT64_C(400)
/* Reloads are counted over so long. */
#define FELT_RELOADS_MS (INT64_C(24) * 60 * 60 * 1000)
/* No amount and no balance is larger: it is exact in every program that reads JSON. */
#define FELT_ACCOUNT_CHIPS_MAX INT64_C(1000000000000000)
/* Operators leave so many in the mint: grants and reloads always find some. */
#define FELT_MINT_RESERVE (FELT_ACCOUNT_CHIPS_MAX / 10)

enum felt_user_kind {
    FELT_USER_GUEST, /* plays at once, has no name to sign in with; swept away when long unseen   */
    FELT_USER_HUMAN,
    FELT_USER_HOUSE,
    FELT_USER_ADMIN,
    FELT_USER_KINDS
};
/* "guest", "human", "house", "admin"; as the store keeps it. */
const char *felt_user_kind_word(enum felt_user_kind kind);
/* -1: no such word. */
int felt_user_kind_find(const char *word);

struct felt_user {
    int64_t id;
    uint8_t kind;
    char facebook_id[FELT_FACEBOOK_ID_BYTES + 1]; /* "": none                                */
    char username[FELT_USERNAME_MAX + 1];
    char handle[FELT_HANDLE_BYTES + 1];
    char password[FELT_PASSWORD_HASH_BYTES + 1]; /* a hash that says how; "": none           */
    char email[FELT_EMAIL_BYTES + 1];
    char birthday[FELT_BIRTHDAY_BYTES + 1];
    char bookmark[FELT_BOOKMARK_BYTES + 1]; /* HMAC-SHA1(server secret, decimal id)     */
    char remote_address[FELT_ADDRESS_BYTES + 1];
    felt_chips chips, invested;
    int32_t level;
    int64_t reg_date, last_visit, disabled_at, deleted_at;
    int64_t disabled_until; /* 0: for good, if he is disabled                                    */
    char factor[FELT_FACTOR_BYTES + 1]; /* the second one (factor.h); "": none                   */
    int64_t silenced_until; /* others read nothing of his until then                             */
};

/* Disabled, and not until some time that is over. */
bool felt_user_is_disabled(const struct felt_user *user, int64_t now_ms);

/* Each: FELT_OK, or FELT_BAD_NAME / FELT_BAD_NUMBER and a complaint that says what to do.  What may
 * be left out ("") is not to be verified: it is refused.
 *
 * `kind` is that of the user: an admin may have the name of an office.  A username is not like
 * guest-<N> either, which is that of a guest. */
FELT_MUST_USE enum felt_status felt_username_verify(enum felt_user_kind kind, const char *text,
                                                    size_t bytes, struct felt_complaint *complaint);
/* 1 .. FELT_HANDLE_MAX visible characters; blanks only between others; nothing like Player<N> (the
 * usual handle of a user), guest-<N> or deleted-<N> either. */
FELT_MUST_USE enum felt_status felt_handle_verify(enum felt_user_kind kind, const char *text,
                                                  size_t bytes, struct felt_complaint *complaint);
/* A new password (password.c): FELT_PASSWORD_USUAL characters, or FELT_PASSWORD_MIN that are hard
 * to guess, up to FELT_PASSWORD_BYTES bytes of UTF-8 without controls; none of those that are tried
 * first; neither username nor handle (NULL: there is none yet) is in it.  A password that a user
 * has already is not asked for this. */
FELT_MUST_USE enum felt_status felt_password_verify(const char *text, size_t bytes,
                                                    const char *username, const char *handle,
                                                    struct felt_complaint *complaint);
FELT_MUST_USE enum felt_status felt_email_verify(const char *text, size_t bytes,
                                                 struct felt_complaint *complaint);
/* A day that exists, YYYY-MM-DD, from 1900 to the day of `now_ms`. */
FELT_MUST_USE enum felt_status felt_birthday_verify(const char *text, size_t bytes, int64_t now_ms,
                                                    struct felt_complaint *complaint);

/* HousePlayer<N> as it must be written, N of digits; and whatever has something in it that could be
 * taken for HousePlayer: other capitals, blanks and signs in between, wide letters, accents,
 * letters of other scripts and digits that look alike. */
bool felt_name_is_house(const char *name);
bool felt_name_is_reserved(const char *name);
/* admin, dealer, support ..., as the whole name, or what could be taken for it. */
bool felt_name_is_official(const char *name);
/* Lower case of ASCII, the rest as it is: usernames that fold to the same are the same.  `out` has
 * as many bytes as `name`. */
void felt_name_fold(const char *name, char *out);
/* What a handle looks like (fold.c): handles that fold to the same are the same.  The result has at
 * most FELT_HANDLE_MAX characters, is "" for "" only, and folds to itself.  `out` may be `handle`.
 */
void felt_handle_fold(const char *handle, char out[FELT_HANDLE_BYTES + 1]);

#endif
