/* frame.h -- what one frame of a server says, as types.  Private to this folder.
 *
 * Servers differ: fields that are absent or null come out as GUEST_NO_CHIPS, FELT_SEAT_NONE or 0,
 * cards that are not told as FELT_CARD_NONE, and what is out of every range as if it were absent
 * (E2). */
#ifndef FELT_CLIENT_FRAME_H
#define FELT_CLIENT_FRAME_H

#include "client/arena.h"

enum {
    CLIENT_NO_CHIPS = -1,
    CLIENT_SAIDS_MAX = 1024,          /* of one hand                                          */
    CLIENT_FRAME_BYTES = 1024 * 1024, /* longer frames are passed over                        */
    CLIENT_CARDS_MAX = FELT_EVENT_CARDS
};

struct client_cards {
    uint8_t count;
    felt_card card[CLIENT_CARDS_MAX];
};

/* An event of the protocol. */
struct client_said {
    uint8_t ev; /* enum felt_said; FELT_SAIDS: one that we do not know                       */
    felt_seat seat, other;
    bool up;
    uint8_t pot;     /* POT_AWARD                                                                */
    uint8_t run;     /* of the second board                                                      */
    uint8_t act;     /* ACTION: enum felt_action_kind; FELT_ACTION_KINDS: not known              */
    uint16_t choice; /* of it                                                                */
    felt_chips amount, to;
    struct client_cards cards, board; /* board: SHOWDOWN                                      */
};

enum client_kind {
    CLIENT_OTHER, /* unknown, or of no interest                                               */
    CLIENT_WELCOME,
    CLIENT_START_HAND,
    CLIENT_ACT,
    CLIENT_EVENT,
    CLIENT_END_HAND,
    CLIENT_SNAPSHOT,
    CLIENT_MATCH_END,
    CLIENT_ERROR
};

/* What an `act`, or the snapshot of a seat that is to act, offers. */
struct client_offer {
    uint16_t kinds; /* bit per enum felt_action_kind                                         */
    felt_chips call, raise_to_min, raise_to_max, bring_in;
    int discard_min, discard_max;
    int choice_max;
    bool has_req;
    uint64_t req_id;
};

/* The table as an `act` or a snapshot describes it. */
struct client_table {
    felt_seats seats, folded; /* listed; of them out of the hand                             */
    felt_chips stack[FELT_SEATS_MAX], committed[FELT_SEATS_MAX];
    felt_seat button;
    felt_chips small_blind, big_blind, pot, current_bet, increment, own_stack;
    struct client_cards hole, community, second;
    struct client_cards up[FELT_SEATS_MAX]; /* face up before a seat                           */
};

struct client_frame {
    uint8_t kind; /* enum guest_kind                                                         */
    felt_seat seat, button;
    uint32_t time_ms;
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    char variant[16]; /* WELCOME                                                             */
    felt_chips small_blind, big_blind;
    felt_seats stacks; /* START_HAND, END_HAND, MATCH_END, SNAPSHOT: whose stacks are told    */
    felt_chips stack[FELT_SEATS_MAX];
    char code[32], text[160]; /* ERROR                                                       */
    char winner[FELT_TEAM_BYTES + 1];
    char phase[24];  /* ACT, SNAPSHOT                                                         */
    felt_seat actor; /* SNAPSHOT                                                             */
    struct client_offer offer;
    struct client_table table;
    bool has_history; /* SNAPSHOT                                                            */
    int saids;        /* EVENT: one; SNAPSHOT: the hand so far                               */
    struct client_said said[CLIENT_SAIDS_MAX];
};

/* Reads one frame; what cannot be read is GUEST_OTHER. */
void client_frame_read(const char *bytes, size_t count, struct client_frame *out);
/* The same for a frame that is JSON already. */
struct json_t;
void client_frame_object(const struct json_t *object, struct client_frame *out);

#endif
