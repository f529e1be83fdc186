/* server_message.h -- what the room tells a connection, as types that
 * server/protocol/write_room_server.h makes frames of.
 *
 *   J1  hole cards are in `tell` only, where arena_message.h L1 holds.
 *   J2  what news points to is valid during the call that posts it.
 *   J3  everything that is told to all who are at a table has a number, `seq`, that counts up by
 *       one from frame to frame of that table; the same moment may be told in two ways under one
 *       number (the actor gets `act`, all others `turn`).  A connection that watches a table gets
 *       every number from that of its `table` frame on: a gap is a mistake of the server. */
#ifndef FELT_SERVER_ROOM_SERVER_MESSAGE_H
#define FELT_SERVER_ROOM_SERVER_MESSAGE_H

#include "server/room/tournament_message.h"
#include "server/room/client_message.h"
#include "store/hands/row.h"

/* Why something was refused: `code` of an `error` frame.  Those of the ledger are felt_outcome
 * words, those of a hand felt_refusal words. */
enum felt_no {
    FELT_NO_NOT, /* it was not                                                                  */
    FELT_NO_BAD_SCHEMA,
    FELT_NO_UNKNOWN_TYPE,
    FELT_NO_BAD_HELLO,
    FELT_NO_SIGN_IN, /* watching is for everybody, this is not                             */
    FELT_NO_TABLE,   /* none of that name                                                  */
    FELT_NO_SEAT,    /* taken, or there is none of that number                             */
    FELT_NO_FULL,    /* no free seat                                                       */
    FELT_NO_SEATED,  /* he has a seat there already                                        */
    FELT_NO_NOT_SEATED,
    FELT_NO_AMOUNT,  /* not between the least and the most                                 */
    FELT_NO_CHIPS,   /* INSUFFICIENT_CHIPS                                                 */
    FELT_NO_BANK,    /* the ledger refuses it for another reason                           */
    FELT_NO_BUSY,    /* something of his is under way at this table: wait for it           */
    FELT_NO_BOTS,    /* bots are not welcome at this table                                 */
    FELT_NO_RATHOLE, /* he left with more a moment ago, and must bring it again            */
    FELT_NO_INVALID_ACTION,
    FELT_NO_OUT_OF_TURN,
    FELT_NO_TOO_LATE,
    FELT_NO_HAND,     /* no such hand of his                                                */
    FELT_NO_USER,     /* nobody of that name                                                */
    FELT_NO_TOO_MANY, /* tables, lines, words: a limit                                      */
    FELT_NO_MUTED,
    FELT_NO_CLOSED, /* the room is not open (yet, or any more)                            */
    FELT_NO_FORBIDDEN,
    FELT_NOS
};
/* "BAD_SCHEMA", ...; "" for FELT_NO_NOT. */
const char *felt_no_word(enum felt_no no);

/* ---- faces: what everybody may know ---- */

enum felt_room_seat_state {
    FELT_ROOM_SEAT_FREE,
    FELT_ROOM_SEAT_BUYING,  /* taken; the chips are on their way */
    FELT_ROOM_SEAT_WAITING, /* for the big blind, or until he may post it */
    FELT_ROOM_SEAT_PLAYING,
    FELT_ROOM_SEAT_OUT,     /* sits out */
    FELT_ROOM_SEAT_BROKE,   /* no chips: tops up, or stands up in a while */
    FELT_ROOM_SEAT_LEAVING, /* stands up after the hand */
    FELT_ROOM_SEAT_STATES
};
const char *felt_room_seat_word(enum felt_room_seat_state state); /* "free", "buying", ... */

struct felt_room_seat_face {
    uint8_t state; /* enum felt_room_seat_state                                                 */
    uint8_t kind;  /* enum felt_user_kind                                                   */
    bool bot, connected, in_hand;
    const char *name; /* the handle; NULL: nobody                                              */
    felt_chips stack; /* behind, at this moment                                                */
    uint32_t bank_ms; /* time bank                                                             */
    int64_t user;     /* for the operator and for records; never for a frame                   */
};

struct felt_room_face {
    uint32_t index;
    const char *id; /* "nl-2-1": `table` in frames                             */
    const struct felt_stake *stake;
    const struct felt_game_adapter *adapter; /* of the hand under way, or of the last one */
    struct felt_room_seat_face seat[FELT_SEATS_MAX];
    uint8_t taken, people, in_hand; /* seats; of those not the house's; dealt in              */
    bool hand, choosing, settling, closing;
    bool is_private, paused, bomb_next; /* of private tables                                    */
    const char *host;                   /* his name; NULL: it is nobody's                       */
    int64_t club;                       /* 0: of none                                           */
    const char *hand_id;  /* "" between hands                                        */
    int64_t knocked_ms;   /* when somebody last found no free seat; 0: never                 */
    uint8_t knocked_seat; /* the one that he wanted, from 1; 0: any                        */
    uint32_t watchers, seq;
    uint32_t hands_per_hour, average_pot, percent_flop; /* lately; 0: not known yet             */
    uint64_t hands;
};

/* What was done for an absent player, or what a hand brought him meanwhile. */
struct felt_room_away_note {
    uint32_t date, counter; /* of the hand's id                                                 */
    bool result;            /* amount is what he won (less than 0: lost)                        */
    uint8_t action;         /* enum felt_action_kind                                            */
    felt_chips amount;      /* chips that moved                                                 */
};

struct felt_room_chat_line {
    int64_t at_ms; /* on the room's clock                                             */
    int64_t user;
    char name[FELT_HANDLE_BYTES + 1], text[FELT_ROOM_CHAT_BYTES + 1];
};

enum felt_room_server_kind {
    FELT_ROOM_SERVER_WELCOME, /* user or none (watches only), bank                    (room session)
                                 */
    FELT_ROOM_SERVER_PONG, /*                                                      (room session) */
    FELT_ROOM_SERVER_OK,   /* req; table if it was about one; seat of SIT and QUICK; amount */
    FELT_ROOM_SERVER_ERROR,     /* req if there was one, no, text */
    FELT_ROOM_SERVER_LOBBY,     /* req, faces: all that the filter lets through */
    FELT_ROOM_SERVER_LOBBY_ROW, /* table: it has changed */
    FELT_ROOM_SERVER_TABLE,  /* table, seat: the receiver's or NONE, mine; chat lines.  A connection
                            begins to watch; `snapshot` follows if there is a hand                */
    FELT_ROOM_SERVER_SEAT,   /* seq, table, seat: this seat has changed */
    FELT_ROOM_SERVER_MINE,   /* table, seat, mine: settings of the receiver's own seat, what he owes
                              */
    FELT_ROOM_SERVER_HAND,   /* seq, table, tell: START_HAND, EVENT, END_HAND, SNAPSHOT; ACT for the
                            actor                                                                */
    FELT_ROOM_SERVER_TURN,   /* seq, table, seat: the actor; time_ms, bank_ms; text: "bet", "draw",
                            "move", "choose", "show", "runs"                                     */
    FELT_ROOM_SERVER_CHOOSE, /* the same for whoever chooses the next game: games */
    FELT_ROOM_SERVER_GAME,   /* seq, table: adapter was chosen for the next hand, by seat */
    FELT_ROOM_SERVER_SETTLING, /* seq, table: the ledger takes its time */
    FELT_ROOM_SERVER_VOID,     /* seq, table, hand_id: the hand never was; text: why */
    FELT_ROOM_SERVER_CHAT,     /* table, chat[0] */
    FELT_ROOM_SERVER_REPORT,   /* table, seat, notes: what happened while the receiver was away;
                            amount: the stack when he went, time_ms: for how long                */
    FELT_ROOM_SERVER_CASHIER,  /* bank: chips of the receiver that are on no table */
    FELT_ROOM_SERVER_GONE,     /* table: it is closed, or the receiver stopped watching */
    FELT_ROOM_SERVER_NOTICE,   /* text: to everybody */
    FELT_ROOM_SERVER_HANDS, /* req, rows: own hands                                 (room session)
                               */
    FELT_ROOM_SERVER_ONE_HAND, /* req, text: a hand in PHH                             (room
                                  session) */
    FELT_ROOM_SERVER_PRIVATE,  /* req, table, text: its key; more: it has a password.  For the host
                                 */
    FELT_ROOM_SERVER_TERMS,    /* seq, table: what its host changed; more: from the next hand on */
    FELT_ROOM_SERVER_EVENTS, /* req, cards                                           (room session)
                                */
    FELT_ROOM_SERVER_EVENT_ROW, /* cards: one that has changed                          (room
                                   session) */
    FELT_ROOM_SERVER_EVENT, /* req, page                                            (room session)
                               */
    FELT_ROOM_SERVER_ENTRY, /* entry: the receiver's own has changed                (room session)
                               */
    FELT_ROOM_SERVER_KINDS
};

/* Of the receiver's own seat. */
struct felt_room_mine {
    bool wait, rebuy, muck, out, leaving, straddle;
    uint8_t twice, auto_action, preselect;
    uint8_t owes; /* enum felt_owes                                                             */
    felt_chips auto_limit, preselect_amount, top_up; /* top_up: on its way                      */
};

_Static_assert((int)FELT_HAND_STORE_ROW_ID == (int)FELT_LIVE_HAND_ID_BYTES, "ids are copied");
_Static_assert((int)FELT_HAND_STORE_ROW_TABLE == (int)FELT_TABLE_NAME_BYTES, "and names of tables");
_Static_assert((int)FELT_HAND_STORE_ROW_VARIANT == (int)FELT_STAKE_WORD_BYTES, "and of variants");
_Static_assert((int)FELT_HAND_STORE_ROWS_MAX == (int)FELT_ROOM_CLIENT_ROWS_MAX,
               "a list has room for all");

struct felt_room_server_msg {
    uint8_t kind;
    uint8_t no;
    bool has_req, more; /* more: LOBBY, HANDS: there are others                                 */
    felt_seat seat;
    uint32_t seq, time_ms, bank_ms, count;
    uint32_t event; /* TABLE: the number of its tournament, set by the room session; 0: none */
    uint64_t req, req_id; /* req_id: of CHOOSE                                                  */
    felt_chips amount, bank;
    const struct felt_room_face *table;
    const struct felt_arena_server_msg *tell;
    const struct felt_room_mine *mine;
    const char *hand_id, *text;
    const struct felt_user *user;                  /* WELCOME                                    */
    const struct felt_room_face *faces;            /* LOBBY: count of them                       */
    const struct felt_room_chat_line *const *chat; /* TABLE, CHAT: count                         */
    const struct felt_room_away_note *notes;      /* REPORT: count; more: the oldest are left out */
    const struct felt_game_adapter *const *games; /* CHOOSE: count */
    const struct felt_hand_store_row *rows;       /* HANDS: count                               */
    const struct felt_room_tournament_card *cards;  /* EVENTS: count, EVENT_ROW: one */
    const struct felt_room_tournament_page *page;   /* EVENT */
    const struct felt_room_tournament_entry *entry; /* ENTRY */
};

#endif
