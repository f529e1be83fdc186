/* want.h -- what somebody in the room wants, as types: a line's frames after wire/read_want.h.
 *
 * Names and meanings of all fields: docs/PROTOCOL.md 15.  Texts are valid UTF-8 without control
 * characters, trimmed, and not longer than here; amounts are 1 .. FELT_CHIPS_MAX. */
#ifndef FELT_FLOOR_WANT_H
#define FELT_FLOOR_WANT_H

#include "accounts/user.h"
#include "room/message.h"

enum {
    FELT_CHAT_BYTES = 400, /* of UTF-8; at most FELT_CHAT_MAX characters                   */
    FELT_CHAT_MAX = 200,
    FELT_STAKE_WORD_BYTES = 31, /* of a filter: a variant, a limit                              */
    FELT_TOKEN_TEXT_BYTES = 128,
    FELT_WANT_ROWS_MAX = 100
};

enum felt_want_kind {
    FELT_WANT_HELLO,     /* token or "", bot                                  (parlour)         */
    FELT_WANT_PING,      /*                                                   (parlour)         */
    FELT_WANT_LOBBY,     /* filter; on: and every change from now on                            */
    FELT_WANT_QUICK,     /* filter, amount or 0: a seat at the table that suits best            */
    FELT_WANT_WATCH,     /* table                                                               */
    FELT_WANT_UNWATCH,   /* table                                                               */
    FELT_WANT_SIT,       /* table, seat or NONE: any, amount or 0: the most that he has and may
                            bring; settings                                                     */
    FELT_WANT_STAND,     /* table: after the hand, with his chips                               */
    FELT_WANT_SIT_OUT,   /* table, on: from the next hand; off: back again                      */
    FELT_WANT_SETTINGS,  /* table, settings                                                     */
    FELT_WANT_TOP_UP,    /* table, amount or 0: as much as may be                               */
    FELT_WANT_ACTION,    /* table, action                                                       */
    FELT_WANT_PRESELECT, /* table, hand_id, preselect, amount                                   */
    FELT_WANT_CHAT,      /* table, text                                                         */
    FELT_WANT_BLOCK,     /* name (a handle), on: nothing he says is told to me                  */
    FELT_WANT_MUTE,      /* table, on: nothing that is said there is told to me                 */
    FELT_WANT_HANDS,     /* before (a hand id, "": the newest), limit         (parlour)         */
    FELT_WANT_HAND,      /* hand_id                                           (parlour)         */
    FELT_WANT_KINDS
};
/* "hello", "ping", ...: `type` of the frame. */
const char *felt_want_word(enum felt_want_kind kind);
int felt_want_find(const char *word); /* -1: none                                               */

/* What is done for a seat whose line is gone (docs/PROTOCOL.md 15.8). */
enum felt_auto_action {
    FELT_AUTO_CHECK_FOLD, /* the usual                                                          */
    FELT_AUTO_FOLD,
    FELT_AUTO_CALL, /* "call_N": calls if the price is at most N chips, checks if it is free     */
    FELT_AUTO_CALL_HAND, /* "call_hand_N": the same, N for all calls of a hand together          */
    FELT_AUTO_ACTIONS
};
/* "check_fold", "fold", "call_250", "call_hand_250".  False: nothing like that. */
bool felt_auto_action_read(const char *text, size_t bytes, uint8_t *kind, felt_chips *limit);
enum { FELT_AUTO_ACTION_BYTES = 32 };
const char *felt_auto_action_write(enum felt_auto_action kind, felt_chips limit,
                                   char out[FELT_AUTO_ACTION_BYTES]);

/* What a player does ahead of his turn.  None of them can become something that costs more. */
enum felt_preselect {
    FELT_PRESELECT_NONE,
    FELT_PRESELECT_CHECK, /* only if it is free then, else he is asked                     */
    FELT_PRESELECT_FOLD,
    FELT_PRESELECT_CHECK_FOLD,
    FELT_PRESELECT_CALL, /* only if the price is then just `amount`, else he is asked           */
    FELT_PRESELECTS
};
/* "none", "check", "fold", "check_fold", "call" */
const char *felt_preselect_word(enum felt_preselect what);
int felt_preselect_find(const char *word); /* -1: none                                          */

enum felt_twice { FELT_TWICE_ASK, FELT_TWICE_NEVER, FELT_TWICE_ALWAYS, FELT_TWICES };
const char *felt_twice_word(enum felt_twice twice); /* "ask", "never", "always"                 */
int felt_twice_find(const char *word);

/* Of a seat.  Only those whose has_* is set are named. */
struct felt_want_settings {
    bool has_wait, wait;   /* for the big blind instead of posting it                 */
    bool has_rebuy, rebuy; /* auto_rebuy: up to the buy-in again when below the least  */
    bool has_muck, muck;   /* auto_muck: a losing hand is not shown                   */
    bool has_twice;
    bool has_auto;
    uint8_t twice;       /* enum felt_twice: run it twice                           */
    uint8_t auto_action; /* enum felt_auto_action                                   */
    felt_chips auto_limit;
};

/* Of tables; "" and 0 stand for any. */
struct felt_want_filter {
    char variant[FELT_STAKE_WORD_BYTES + 1]; /* as felt variants lists them, or "choice"         */
    char limit[FELT_STAKE_WORD_BYTES + 1];   /* "no-limit", "pot-limit", "fixed-limit"           */
    felt_chips big_blind_max;
    bool bots_welcome; /* only tables where bots may sit                                        */
    bool free_seat;    /* only tables with one                                                  */
};

struct felt_want {
    uint8_t kind; /* enum felt_want_kind                                                        */
    bool has_req;
    bool on, bot;
    uint8_t preselect;
    felt_seat seat;
    uint32_t limit;
    uint64_t req; /* of the client, to be found in the answer: 0 .. 2^53 - 1                    */
    felt_chips amount;
    char table[FELT_TABLE_NAME_BYTES + 1];
    char hand_id[FELT_HAND_ID_BYTES + 1];
    struct felt_want_settings settings;
    union {
        struct felt_want_filter filter;
        struct felt_ask_action action;
        char text[FELT_CHAT_BYTES + 1];
        char name[FELT_HANDLE_BYTES + 1];
        char token[FELT_TOKEN_TEXT_BYTES + 1];
    };
};

#endif
