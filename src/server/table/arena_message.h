/* arena_message.h -- what goes over the line, as types: messages from a client, messages to it.
 *
 * wire/ reads bytes into a client message and writes a server message as bytes; room/ takes asks
 * and posts tells. Names and meanings of all fields: docs/PROTOCOL.md.
 *
 *   L1  hole cards are in a server message only through `view` (made for its receiver), `event`
 *       (cut for its receiver) and `retell` (the same).
 *   L2  what a server message points to is valid during the call that posts it. */
#ifndef FELT_SERVER_TABLE_ARENA_MESSAGE_H
#define FELT_SERVER_TABLE_ARENA_MESSAGE_H

#include "server/table/announce.h"

enum {
    FELT_TEAM_BYTES = 64,
    FELT_CODE_BYTES = 128,
    FELT_LIVE_HAND_ID_BYTES = 32, /* "H-2025-10-17-00123"                                       */
    FELT_TABLE_NAME_BYTES = 32,
    FELT_KEY_BYTES = 32,        /* secrets, keys and digests                                      */
    FELT_HANDS_SKIPPED = 10000, /* ids of hands after a start: more than a journal that is not
                                   synced can have lost                                    */
    FELT_ARENA_CLIENT_CARDS_MAX = 8
};

/* Do two names mean the same team?  ASCII letters are alike in both cases. */
bool felt_team_is(const char *a, const char *b);

/* ---- client to server ---- */

enum felt_arena_client_kind {
    FELT_ARENA_CLIENT_HELLO,
    FELT_ARENA_CLIENT_ACTION,
    FELT_ARENA_CLIENT_CONTROL
};
enum felt_comes_as { FELT_AS_PLAYER, FELT_AS_SPECTATOR, FELT_AS_OPERATOR };
enum felt_control {
    FELT_CONTROL_START_HAND,
    FELT_CONTROL_SKIP_ACTION,
    FELT_CONTROL_FORFEIT_SEAT, /* seat                                                     */
    FELT_CONTROL_PAUSE,
    FELT_CONTROL_RESUME,
    FELT_CONTROL_STATUS,
    FELT_CONTROLS
};
/* "START_HAND", ... */
const char *felt_control_word(enum felt_control control);

struct felt_arena_client_hello {
    uint8_t role; /* enum felt_comes_as                                                        */
    bool has_code;
    char team[FELT_TEAM_BYTES + 1];   /* without blanks at the ends; valid UTF-8, no control
                                         characters                                          */
    char code[FELT_CODE_BYTES + 1];   /* join_code                                           */
    char secret[FELT_CODE_BYTES + 1]; /* of spectators and operators                       */
};
struct felt_arena_client_action {
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    bool has_req, has_amount, known; /* known: `kind` is one of the protocol's words        */
    bool names_card;                 /* COMMIT, CALL: by `move`, or by `choice`              */
    uint8_t kind;                    /* enum felt_action_kind                              */
    uint8_t cards;
    uint16_t choice;
    uint64_t req_id;
    felt_chips amount;
    felt_card card[FELT_ARENA_CLIENT_CARDS_MAX]; /* DISCARD: by name */
    char move[FELT_MOVE_BYTES]; /* MOVE: one of the texts; a card; "": choice      */
};
struct felt_arena_client_msg {
    uint8_t kind;    /* enum felt_arena_client_kind */
    uint8_t control; /* enum felt_control                                                  */
    felt_seat seat;  /* of FORFEIT_SEAT                                                    */
    union {
        struct felt_arena_client_hello hello;
        struct felt_arena_client_action action;
    };
};

/* ---- server to client ---- */

/* Why a client message was refused: `code` of an `error` frame. */
enum felt_refusal {
    FELT_REFUSED_NOT, /* it was not                                                        */
    FELT_REFUSED_BAD_SCHEMA,
    FELT_REFUSED_BAD_HELLO, /* the first frame is no hello, or none came in time            */
    FELT_REFUSED_UNKNOWN_TYPE,
    FELT_REFUSED_TEAM_TAKEN,
    FELT_REFUSED_TEAM_UNKNOWN,
    FELT_REFUSED_TABLE_FULL,
    FELT_REFUSED_INVALID_ACTION,
    FELT_REFUSED_OUT_OF_TURN,
    FELT_REFUSED_ACTION_TOO_LATE,
    FELT_REFUSED_FORBIDDEN, /* wrong secret, or not an operator                             */
    FELT_REFUSED_TOO_MANY,  /* a limit of the server                                        */
    FELT_REFUSALS
};
/* "BAD_SCHEMA", ...; "" for FELT_REFUSED_NOT. */
const char *felt_refusal_word(enum felt_refusal refusal);

enum felt_pace { FELT_PACE_AUTO, FELT_PACE_OPERATOR };
enum felt_join { FELT_JOIN_CLAIM, FELT_JOIN_OPEN, FELT_JOIN_REGISTERED };

/* A template of tables; shared and constant. */
struct felt_table_config {
    const struct felt_game_adapter *adapter;
    uint8_t seats;       /* 2 .. adapter->seats_max                                            */
    uint8_t min_players; /* that the first hand waits for                                   */
    uint8_t join, pace;
    bool reveal_hands; /* keys in end_hand, not only in match_end                            */
    felt_chips stack;
    uint32_t move_ms, absent_ms; /* clock of a turn; of a seat that is not connected         */
    uint32_t max_hands;          /* 0: until one seat has everything                         */
};

struct felt_seat_face {
    const char *team; /* NULL: nobody ever sat here                                          */
    bool connected, forfeited;
    felt_chips stack; /* behind, at this moment                                              */
};
/* What everybody may know of a table besides the hand. */
struct felt_table_face {
    uint32_t index; /* the room's number of it                                               */
    const char *id;
    const struct felt_table_config *config;
    struct felt_seat_face seat[FELT_SEATS_MAX];
    bool paused, over, in_hand;
    uint32_t hands; /* dealt in this match                                                   */
};

struct felt_reveal {
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    uint8_t key[FELT_KEY_BYTES], fresh[FELT_KEY_BYTES];
    uint32_t deal;                 /* 0: the deck was this hand's alone                      */
    uint8_t blind[FELT_KEY_BYTES]; /* else what the commitment was made from too             */
};

/* A row of the standings of a tournament. */
struct felt_place_face {
    uint32_t place;
    const char *team;
};

enum felt_arena_server_kind {
    FELT_ARENA_SERVER_WELCOME,    /* table, seat (NONE: watches), match_id */
    FELT_ARENA_SERVER_LOBBY,      /* table */
    FELT_ARENA_SERVER_START_HAND, /* table, hand_id, hand_number, commit, fresh, button, stacks */
    FELT_ARENA_SERVER_ACT,        /* table, seat, hand_id, view, req_id, time_ms */
    FELT_ARENA_SERVER_EVENT,      /* event */
    FELT_ARENA_SERVER_END_HAND,   /* table, hand_id, stacks, key or NULL */
    FELT_ARENA_SERVER_SNAPSHOT,   /* table, seat (NONE: watches), hand_id, view, req_id, time_ms,
                                   retell */
    FELT_ARENA_SERVER_MATCH_END, /* table, seat = winner, tied, reason, match_id, secret, reveals */
    FELT_ARENA_SERVER_ERROR,     /* refusal, text */
    FELT_ARENA_SERVER_STATUS,    /* operators: table, hand_id or NULL, seat = actor, time_ms */
    FELT_ARENA_SERVER_NOTICE,    /* text: the server stops */
    FELT_ARENA_SERVER_MSGS
};

struct felt_arena_server_msg {
    uint8_t kind;
    uint8_t refusal;
    felt_seat seat, button;
    felt_seats tied; /* MATCH_END: seats with as many chips as the winner, else empty    */
    uint32_t time_ms;
    uint32_t hand_number; /* START_HAND: of the match, the first is 1                        */
    uint64_t req_id;
    const struct felt_table_face *table;
    const char *hand_id, *match_id;
    const char *text;         /* msg of ERROR and NOTICE; reason of MATCH_END                     */
    const felt_chips *stacks; /* by seat; those of occupied seats are told                    */
    const uint8_t *commit, *fresh, *key, *secret; /* FELT_KEY_BYTES each                      */
    const struct felt_view *view;
    const struct felt_announcement *event;
    const struct felt_reveal *reveal;
    uint32_t reveals, reveals_omitted;
    bool cut; /* SNAPSHOT: what is told again is not everything                                */
    /* MATCH_END of a tournament: the receiver's place, 0: none; and everybody's. */
    uint32_t place, places;
    const struct felt_place_face *standing;
    /* SNAPSHOT: says the hand so far again, for the receiver. */
    void (*retell)(const void *self, felt_say say, void *to);
    const void *retell_self;
};

#endif
