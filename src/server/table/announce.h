/* announce.h -- what a dealer says aloud: events of a game become events of the protocol.
 *
 * The engine tells every chip and card; the protocol (docs/PROTOCOL.md 6) tells what a table hears:
 * blinds in one breath, streets by name, uncalled chips as the last award.  One announcer follows
 * one hand from its first event.
 *
 *   N1  the cards of an announcement are for the seats in `cards_to` only; felt_announcement_for()
 *       takes them out for anybody else.
 *   N2  chips announced as moved add up to what the events moved.
 *
 * A plain value without pointers: copy it with `=`. */
#ifndef FELT_SERVER_TABLE_ANNOUNCE_H
#define FELT_SERVER_TABLE_ANNOUNCE_H

#include "server/table/game_adapter.h"

enum felt_said {
    FELT_SAID_POST_BLINDS, /* seat, amount: small blind; other, to: big blind.  A single blind has
                              no seat, and each one behind two is said alone as well        */
    FELT_SAID_ANTE,        /* seat, amount, all_in                                         */
    FELT_SAID_BRING_IN,    /* seat, amount, to, all_in                                     */
    FELT_SAID_BET,         /* bets and raises: seat, amount moved, to, all_in              */
    FELT_SAID_CALL,        /* seat, amount moved, to, all_in                               */
    FELT_SAID_CHECK,
    FELT_SAID_FOLD,
    FELT_SAID_DISCARD,    /* seat, count, cards to the seat                                   */
    FELT_SAID_DEAL,       /* seat, count, cards; up: for everybody.  Without seat: the card that
                             a crowded stud table shares, or, of games without streets, cards of
                             the table or the discards (rank)                                */
    FELT_SAID_DRAW,       /* seat, count, cards to the seat                                   */
    FELT_SAID_FLOP,       /* cards: the board has three or fewer                              */
    FELT_SAID_TURN,       /* one card: the fourth                                             */
    FELT_SAID_RIVER,      /* one card: the fifth and those behind                             */
    FELT_SAID_RETURN,     /* seat, amount: uncalled chips                                     */
    FELT_SAID_SHUFFLE,    /* amount cards went back into the stub                             */
    FELT_SAID_REDEAL,     /* all cards are dealt anew                                         */
    FELT_SAID_RAKE,       /* amount                                                           */
    FELT_SAID_OTHER,      /* an action without chips: seat, act, to = its choice              */
    FELT_SAID_SHOWDOWN,   /* seat, cards, board, rank, name                                  */
    FELT_SAID_POT_AWARD,  /* seat, amount, pot                                              */
    FELT_SAID_ELIMINATED, /* seat                                                          */
    /* games that are more than betting */
    FELT_SAID_HAND,  /* seat begins hand number `to` of the game; rank, name: its trump, or none  */
    FELT_SAID_PLAY,  /* seat, count, cards to those who may see them; rank: where they go         */
    FELT_SAID_TAKE,  /* seat takes `amount` cards; those of them that are known are in cards;
                        rank: where they go                                                    */
    FELT_SAID_GIVE,  /* seat, count, cards to those who may see them; other: who gets them        */
    FELT_SAID_SAY,   /* seat says: rank is a key, its value is name, or `to` if name is empty, or
                        other: a seat                                                          */
    FELT_SAID_SCORE, /* seat, amount: points; to: its score                                       */
    FELT_SAID_EFFECT, /* seat, rank: what befalls it, amount */
    FELT_SAID_OUT,  /* seat                                                                      */
    FELT_SAID_SHOW, /* seat, count, cards: for everybody                                         */
    /* a raise is a card */
    FELT_SAID_ROUND,      /* round `to` begins with seat                                      */
    FELT_SAID_COMMIT,     /* seat raises: count, cards to those who may see them               */
    FELT_SAID_STAY,       /* seat pays a card to stay: count, cards likewise                   */
    FELT_SAID_INITIATIVE, /* seat holds it                                                    */
    FELT_SAID_FLIP,       /* seat, cards: for everybody                                       */
    FELT_SAID_TALLY,      /* total: evidence, cover, heat, profit                             */
    FELT_SAID_OUTCOME,    /* seat, rank: how the hand ended, amount: banked; last: so did the
                             session                                                         */
    FELT_SAIDS
};
/* "POST_BLINDS", ... */
const char *felt_said_word(enum felt_said said);

enum { FELT_ANNOUNCED_BOARD = 8, FELT_TALLIES = 4 };

struct felt_announcement {
    uint8_t ev; /* enum felt_said                                                          */
    felt_seat seat, other; /* FELT_SEAT_NONE: the table                                    */
    uint8_t act;           /* enum felt_action_kind of OTHER                               */
    uint8_t pot;
    uint8_t run; /* 1: of the second board, if it is run twice                                */
    bool all_in, up;
    bool automatic; /* CHECK: nobody was asked                                             */
    bool last;
    uint8_t count; /* of cards                                                             */
    uint8_t board_count;
    felt_seats cards_to;
    felt_card cards[FELT_EVENT_CARDS];
    felt_card board[FELT_ANNOUNCED_BOARD];
    felt_chips amount, to;
    int32_t total[FELT_TALLIES];
    const struct felt_game_adapter *adapter; /* names the cards; NULL: rank and suit */
    const char *rank; /* SHOWDOWN and where it is named above; a constant                  */
    char name[FELT_VALUE_NAME_BYTES];
};

/* N1: as a seat may hear it (FELT_SEAT_NONE: a spectator); hidden cards become FELT_CARD_NONE. */
struct felt_announcement felt_announcement_for(const struct felt_announcement *said,
                                               felt_seat seat);

struct felt_announcer {
    felt_chips stack[FELT_SEATS_MAX]; /* behind                                            */
    felt_chips award[FELT_SEATS_MAX]; /* kept back: uncalled chips, a hand without showdown */
    felt_seat small_blind, big_blind; /* who posts; FELT_SEAT_NONE: nobody                 */
    felt_chips posted[2];
    bool blinds_due, showdown;
    bool up;         /* cards lie face up before seats                                      */
    uint8_t tallies; /* of those behind a flip, said together                              */
    int32_t tally[FELT_TALLIES];
    uint8_t pots;   /* that were awarded                                                   */
    uint8_t common; /* cards that two boards have in common                                */
    uint8_t board_count[2];
    felt_card board[2][FELT_ANNOUNCED_BOARD];
};

/* A hand begins with this deal. */
void felt_announcer_begin(struct felt_announcer *announcer, const struct felt_deal *deal);

typedef void (*felt_say)(void *self, const struct felt_announcement *said);
/* Takes events in their order and says what the table hears.  DEAL to a seat face down is said only
 * if `adapter->awards_uncalled` is false: hold'em players learn their cards from `act`. */
void felt_announce(struct felt_announcer *announcer, const struct felt_game_adapter *adapter,
                   const struct felt_event *events, uint32_t count, felt_say say, void *self);

#endif
