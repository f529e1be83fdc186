/* client_message.h -- what somebody in the room wants, as types: a connection's frames after
 * server/protocol/read_room_client.h.
 *
 * Names and meanings of all fields: docs/PROTOCOL.md 15.  Texts are valid UTF-8 without control
 * characters, trimmed, and not longer than here; amounts are 1 .. FELT_CHIPS_MAX. */
#ifndef FELT_SERVER_ROOM_CLIENT_MESSAGE_H
#define FELT_SERVER_ROOM_CLIENT_MESSAGE_H

#include "accounts/user.h"
#include "server/table/arena_message.h"

enum {
    FELT_ROOM_CHAT_BYTES = 400, /* of UTF-8; at most FELT_ROOM_CHAT_MAX characters */
    FELT_ROOM_CHAT_MAX = 200,
    FELT_STAKE_WORD_BYTES = 31, /* of a filter: a variant, a limit                              */
    FELT_TOKEN_TEXT_BYTES = 128,
    FELT_ROOM_CLIENT_ROWS_MAX = 100,
    FELT_ROOM_CLIENT_TITLE_BYTES = 63,
    FELT_ROOM_CLIENT_GAMES_BYTES =
        255, /* of a private table: names of games with commas between them */
    FELT_ROOM_CLIENT_KEY_BYTES = 64 /* of UTF-8: a key or a password */
};

/* Another kind wants: its word (words.c), what is read (readers[] in
 * server/protocol/read_room_client.c), who does it (conns.c), and two decisions: may banned users
 * send it (refuse_banned() in private.c), and does it need a guest's row in the database
 * (needs_row() in server/session/room_conns.c)? */
enum felt_room_client_kind {
    FELT_ROOM_CLIENT_HELLO,   /* token or "", bot                                  (room session) */
    FELT_ROOM_CLIENT_PING,    /*                                                   (room session) */
    FELT_ROOM_CLIENT_LOBBY,   /* filter; on: and every change from now on */
    FELT_ROOM_CLIENT_QUICK,   /* filter, amount or 0: a seat at the table that suits best */
    FELT_ROOM_CLIENT_WATCH,   /* table */
    FELT_ROOM_CLIENT_UNWATCH, /* table */
    FELT_ROOM_CLIENT_SIT,     /* table, seat or NONE: any, amount or 0: the most that he has and may
                             bring; settings                                                     */
    FELT_ROOM_CLIENT_STAND,   /* table: after the hand, with his chips */
    FELT_ROOM_CLIENT_SIT_OUT, /* table, on: from the next hand; off: back again */
    FELT_ROOM_CLIENT_SETTINGS,  /* table, settings */
    FELT_ROOM_CLIENT_TOP_UP,    /* table, amount or 0: as much as may be */
    FELT_ROOM_CLIENT_ACTION,    /* table, action */
    FELT_ROOM_CLIENT_PRESELECT, /* table, hand_id, preselect, amount */
    FELT_ROOM_CLIENT_CHAT,      /* table, text */
    FELT_ROOM_CLIENT_BLOCK,     /* name (a handle), on: nothing he says is told to me */
    FELT_ROOM_CLIENT_MUTE,      /* table, on: nothing that is said there is told to me */
    FELT_ROOM_CLIENT_HANDS,  /* before (a hand id, "": the newest), limit         (room session) */
    FELT_ROOM_CLIENT_HAND,   /* hand_id                                           (room session) */
    FELT_ROOM_CLIENT_CREATE, /* terms: a private table of his own */
    FELT_ROOM_CLIENT_CHANGE, /* table, terms: the host's, from the next hand on */
    FELT_ROOM_CLIENT_HOST,   /* table, host, name: what a host may do */
    FELT_ROOM_CLIENT_EVENTS, /* on: and every change from now on                 (room session) */
    FELT_ROOM_CLIENT_EVENT,  /* table: the id of a tournament, from, limit       (room session) */
    FELT_ROOM_CLIENT_REGISTER, /* table: the id, key                               (room session) */
    FELT_ROOM_CLIENT_UNREGISTER, /* table: the id                                    (room session)
                                    */
    FELT_ROOM_CLIENT_KINDS
};
/* "hello", "ping", ...: `type` of the frame. */
const char *felt_room_client_word(enum felt_room_client_kind kind);
int felt_room_client_find(const char *word); /* -1: none */

/* What is done for a seat whose connection is gone (docs/PROTOCOL.md 15.8). */
enum felt_room_auto_action {
    FELT_ROOM_AUTO_CHECK_FOLD, /* the usual */
    FELT_ROOM_AUTO_FOLD,
    FELT_ROOM_AUTO_CALL, /* "call_N": calls if the price is at most N chips, checks if it is free */
    FELT_ROOM_AUTO_CALL_HAND, /* "call_hand_N": the same, N for all calls of a hand together */
    FELT_ROOM_AUTO_ACTIONS
};
/* "check_fold", "fold", "call_250", "call_hand_250".  False: nothing like that. */
bool felt_room_auto_action_read(const char *text, size_t bytes, uint8_t *kind, felt_chips *limit);
enum { FELT_ROOM_AUTO_ACTION_BYTES = 32 };
const char *felt_room_auto_action_write(enum felt_room_auto_action kind, felt_chips limit,
                                        char out[FELT_ROOM_AUTO_ACTION_BYTES]);

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

/* ---- options of a table (docs/RULES.md 16.10 ff.) ---- */

enum felt_ante { FELT_ANTE_NONE, FELT_ANTE_EACH, FELT_ANTE_BIG, FELT_ANTES };
const char *felt_ante_word(enum felt_ante ante); /* "none", "each", "big"                       */
int felt_ante_find(const char *word);
enum felt_straddle {
    FELT_STRADDLE_NONE,
    FELT_STRADDLE_OPTIONAL, /* by a setting of the seat                                         */
    FELT_STRADDLE_ALWAYS,
    FELT_STRADDLES
};
const char *felt_straddle_word(enum felt_straddle straddle); /* "none", "optional", "always"    */
int felt_straddle_find(const char *word);

struct felt_room_table_options { /* all 0: none */
    uint8_t ante_by;     /* enum felt_ante                                                      */
    uint8_t straddle;    /* enum felt_straddle                                                  */
    uint8_t twice;       /* enum felt_twice: ask, each seat by its setting; else for the table  */
    bool no_rathole;     /* whoever comes back may bring less                                   */
    uint16_t bomb_every; /* hands; 0: never                                                     */
    uint16_t bomb_units; /* of a bomb pot: big blinds that everybody puts in                    */
    felt_chips ante;
};

/* ---- private tables ---- */

enum felt_room_host_do {
    FELT_ROOM_HOST_PAUSE,
    FELT_ROOM_HOST_RESUME,
    FELT_ROOM_HOST_KICK,      /* name: stands up after the hand, and does not come back */
    FELT_ROOM_HOST_ALLOW,     /* name: he may come back */
    FELT_ROOM_HOST_BOMB,      /* the next hand is a bomb pot */
    FELT_ROOM_HOST_KEY,       /* a new one; whoever is there stays */
    FELT_ROOM_HOST_HAND_OVER, /* name: somebody who sits there is the host */
    FELT_ROOM_HOST_CLOSE,     /* everybody stands up after the hand; then it is gone */
    FELT_ROOM_HOST_DOS
};
/* "pause", "resume", "kick", "allow", "bomb", "new_key", "hand_over", "close" */
const char *felt_room_host_word(enum felt_room_host_do what);
int felt_room_host_find(const char *word); /* -1: none */

/* What can be said of a private table; bits of felt_room_client_terms.said. */
enum felt_room_table_term {
    FELT_TERM_TITLE,
    FELT_TERM_GAME,
    FELT_TERM_LIMIT,
    FELT_TERM_BLINDS,
    FELT_TERM_SEATS,
    FELT_TERM_BUY_IN,
    FELT_TERM_MOVE,
    FELT_TERM_BANK,
    FELT_TERM_PAUSE,
    FELT_TERM_HOUSE,
    FELT_TERM_BOTS,
    FELT_TERM_PASSWORD,
    FELT_TERM_ANTE,
    FELT_TERM_STRADDLE,
    FELT_TERM_BOMB,
    FELT_TERM_TWICE,
    FELT_TERM_RATHOLE,
    FELT_TERMS
};
struct felt_room_client_terms {
    uint32_t said;
    bool bots;
    uint8_t seats, house;
    uint32_t buy_in_min, buy_in_max; /* big blinds                                              */
    uint32_t move_ms, bank_ms, pause_ms;
    felt_chips small_blind, big_blind;
    int64_t
        club; /* 0: none.  Whoever lets such a client message through has seen that he is a member
                 */
    struct felt_room_table_options options;
    char title[FELT_ROOM_CLIENT_TITLE_BYTES + 1];
    char limit[FELT_STAKE_WORD_BYTES + 1];
    char game[FELT_ROOM_CLIENT_GAMES_BYTES + 1];   /* names of felt variants, or "all" */
    char password[FELT_ROOM_CLIENT_KEY_BYTES + 1]; /* "": none */
};
static inline bool felt_room_terms_say(const struct felt_room_client_terms *terms,
                                       enum felt_room_table_term term)
{
    return terms->said >> term & 1;
}

/* Of a seat.  Only those whose has_* is set are named. */
struct felt_room_client_settings {
    bool has_wait, wait;   /* for the big blind instead of posting it                 */
    bool has_rebuy, rebuy; /* auto_rebuy: up to the buy-in again when below the least  */
    bool has_muck, muck;   /* auto_muck: a losing hand is not shown                   */
    bool has_twice;
    bool has_auto;
    bool has_straddle, straddle; /* where it is optional                              */
    uint8_t twice;               /* enum felt_twice: run it twice                           */
    uint8_t auto_action;         /* enum felt_room_auto_action                                   */
    felt_chips auto_limit;
};

/* Of tables; "" and 0 stand for any. */
struct felt_room_client_filter {
    char variant[FELT_STAKE_WORD_BYTES + 1]; /* as felt variants lists them, or "choice"         */
    char limit[FELT_STAKE_WORD_BYTES + 1];   /* "no-limit", "pot-limit", "fixed-limit"           */
    felt_chips big_blind_max;
    bool bots_welcome; /* only tables where bots may sit                                        */
    bool free_seat;    /* only tables with one                                                  */
};

struct felt_room_client_msg {
    uint8_t kind; /* enum felt_room_client_kind */
    bool has_req;
    bool on, bot;
    uint8_t preselect;
    felt_seat seat;
    uint32_t limit, from;
    uint64_t req; /* of the client, to be found in the answer: 0 .. 2^53 - 1                    */
    felt_chips amount;
    char table[FELT_TABLE_NAME_BYTES + 1];
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    struct felt_room_client_settings settings;
    uint8_t host;                             /* enum felt_room_host_do */
    char key[FELT_ROOM_CLIENT_KEY_BYTES + 1]; /* of a private table, or its password: WATCH, SIT */
    union {
        struct felt_room_client_filter filter;
        struct felt_arena_client_action action;
        char text[FELT_ROOM_CHAT_BYTES + 1];
        char name[FELT_HANDLE_BYTES + 1];
        char token[FELT_TOKEN_TEXT_BYTES + 1];
        struct felt_room_client_terms terms;
    };
};

#endif
