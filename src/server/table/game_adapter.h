/* game_adapter.h -- what a table must know of its game besides `struct felt_game`: how a hand
 * begins, and the few words that stand in frames.
 *
 * An adapter is constant and outlives its tables.  It is the only way in which a game reaches the
 * tables of server/arena and server/protocol: no file there names a variant.  poker_adapter.h makes
 * one for every row of poker. */
#ifndef FELT_SERVER_TABLE_GAME_ADAPTER_H
#define FELT_SERVER_TABLE_GAME_ADAPTER_H

#include "felt/player.h"
#include "felt/value.h"

enum { FELT_MOVES_MAX = 80, FELT_MOVE_BYTES = 64, FELT_TABLE_FACTS_MAX = 20, FELT_SAY_BYTES = 16 };

/* Texts of the choices of MOVE, in their order. */
struct felt_table_move_texts {
    int count;
    char text[FELT_MOVES_MAX][FELT_MOVE_BYTES];
};

/* What a game counts besides chips: a member of `act` and `snapshot`. */
enum felt_table_fact_kind {
    FELT_TABLE_FACT_NUMBER,
    FELT_TABLE_FACT_CARDS,
    FELT_TABLE_FACT_LIST, /* cards in their order; those that are not known are left out */
    FELT_TABLE_FACT_WORD,
    FELT_TABLE_FACT_SEAT /* `number`; null if it is none */
};
struct felt_table_fact {
    const char *key; /* a constant                                                        */
    uint8_t kind;    /* enum felt_table_fact_kind                                               */
    uint8_t count;   /* of `list`                                                         */
    int64_t number;
    felt_cards cards;
    const felt_card *list; /* of the view                                                 */
    const char *word;      /* outlives the view                                           */
};

struct felt_game_adapter {
    const struct felt_game *game;
    const void *rules;
    const char *variant;  /* config.variant                                               */
    const char *rules_id; /* tells rules of one variant apart; NULL: there is nothing to tell    */
    const char *const
        *roles;   /* what the table seats play, seats_max words; NULL: all the same, or it
                                 changes                                                  */
    uint8_t star; /* the table seat of the role that people come for, from 1; 0: none is        */
    uint8_t seats_min, seats_max;
    /* Uncalled chips are announced as the last award instead of as a return, and a hand that is won
     * without a showdown as one award (PROTOCOL 6.4). */
    bool awards_uncalled;
    /* No streets: cards of the table are said as DEAL without a seat. */
    bool no_streets;
    /* A hand is a whole game, which may last: of what happened the latest is kept, and who misses
     * turns is not waited for until the next one. */
    bool lasts;
    /* A raise is a card: cards of the board may lie face down, COMMIT and CALL name one of the own
     * hand. */
    bool commits;
    bool has_board;    /* bomb pots are possible (RULES 6.9)                                */
    bool may_straddle; /* blinds, and bets without a fixed limit                            */
    felt_chips small_blind, big_blind; /* as `welcome` and `act` tell them                  */
    const felt_card *deck;             /* fresh, in order: the shuffle starts from it       */
    int deck_count;

    /* Seats, stacks, button and forced bets of a hand; the deck is set by the table. */
    void (*deal)(const struct felt_game_adapter *adapter, felt_seats seats,
                 const felt_chips stack[FELT_SEATS_MAX], felt_seat button, struct felt_deal *out);
    /* "PRE_FLOP": what `act` and `snapshot` call this moment; a constant. */
    const char *(*phase)(const struct felt_game_adapter *adapter, const struct felt_view *view);
    /* "two_pair" (a constant) and "two pair, aces and kings" for a hand that is shown. */
    const char *(*rank)(const struct felt_game_adapter *adapter, const struct felt_event *show,
                        char name[FELT_VALUE_NAME_BYTES]);

    /* "bootleg_records": what a card is called in frames; NULL: rank and suit. */
    const char *(*card)(const struct felt_game_adapter *adapter, felt_card card);

    /* Games that are more than betting; NULL: this is none of them.
     *
     * "play 7h", ...: the choices of MOVE, for the viewer who is to act. */
    void (*moves)(const struct felt_game_adapter *adapter, const struct felt_view *view,
                  struct felt_table_move_texts *out);
    /* What is counted at the table (FELT_SEAT_NONE) or before a seat; how many facts. */
    int (*facts)(const struct felt_game_adapter *adapter, const struct felt_view *view,
                 felt_seat seat, struct felt_table_fact out[FELT_TABLE_FACTS_MAX]);
    /* What was said aloud (SAY) or came about (EFFECT): the key of a member (a constant), and its
     * value; an empty value stands for the number `to`. */
    const char *(*say)(const struct felt_game_adapter *adapter, const struct felt_event *event,
                       char value[FELT_SAY_BYTES]);
    /* Players know their game with seats side by side: place, event and view of the hand of a view
     * (NULL: of any hand), as a player is told them. */
    void (*place_inside)(const struct felt_game_adapter *adapter, const struct felt_view *view,
                         struct felt_place *place);
    void (*event_inside)(const struct felt_game_adapter *adapter, const struct felt_view *view,
                         struct felt_event *event);
    void (*view_inside)(const struct felt_game_adapter *adapter, struct felt_view *view);
};

#endif
