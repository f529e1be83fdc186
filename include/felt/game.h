/* game.h -- what every game is to the rest of the platform: one table of functions.
 *
 * A game has rules (constant, made and verified once) and a state: a flat value without pointers,
 * copied with `=` or memcpy.  open() seats the players and takes the forced bets, deal() spends all
 * chance, apply() is a pure function of state and action.
 *
 *   G1  chips are neither made nor lost: asserted after every action, in release builds too.
 *   G2  legal() and apply() agree: every action that an option admits is accepted, every other one
 *       is refused, and a refused action leaves the state as it was, bit for bit.
 *   G3  a view holds no card its seat may not see; neither does it tell where the deck is.
 *   G4  view(imagine(v)) equals v.
 *   G5  every event is public; `cards_to` says who may see its cards.
 *   G6  actor() is FELT_SEAT_NONE exactly when the hand (or session) is over.
 *
 * Hot loops call the functions of one game directly (poker.h); the table is for everybody else. */
#ifndef FELT_GAME_H
#define FELT_GAME_H

#include "felt/action.h"
#include "felt/card.h"
#include "felt/chips.h"
#include "felt/pots.h"
#include "felt/rng.h"
#include "felt/status.h"

FELT_BEGIN

/* How one hand (or session) begins.  Button and opener are given, never derived. */
struct felt_deal {
    felt_seats seats; /* dealt in; each has chips                                     */
    felt_seat button; /* may be an empty seat                                         */
    felt_seat opener; /* first to act before the first cards of the board; NONE: left of the
                         button, or the bring-in                                      */
    felt_chips stack[FELT_SEATS_MAX];
    felt_chips ante[FELT_SEATS_MAX];  /* matched like a bet                              */
    felt_chips dead[FELT_SEATS_MAX];  /* to the main pot, counts for nobody              */
    felt_chips blind[FELT_SEATS_MAX]; /* live: blinds, straddles, late posts             */
    const felt_card *deck; /* NULL: shuffle.  Else the cards from the top, in the order of RULES
                              2.4; FELT_CARD_NONE and what is missing at the end is unknown */
    int deck_count;
    const struct felt_rng *later; /* for cards that go back into the deck; NULL: made from the
                                     generator of the deal                            */
    bool bomb;                    /* no betting before the flop                        */
    const void *carry;            /* previous state of a session, or NULL                         */
};

enum felt_event_kind {
    FELT_EVENT_ANTE,    /* amount                                                         */
    FELT_EVENT_DEAD,    /* amount: dead money                                             */
    FELT_EVENT_BLIND,   /* amount moved; to = the stake                                   */
    FELT_EVENT_DEAL,    /* cards to a seat, face down; cards_to: the seat                 */
    FELT_EVENT_DEAL_UP, /* cards to a seat, face up                                       */
    FELT_EVENT_BOARD,   /* cards of board `board`: 0, and 1 if it is run twice            */
    FELT_EVENT_ACT,     /* act = enum felt_action_kind, amount moved, to = the stake.  DISCARD:
                           count and cards, cards_to: the seat.  CHOOSE, RUNS: to = choice */
    FELT_EVENT_DRAW,    /* new cards for discarded ones, in their places; cards_to: the seat */
    FELT_EVENT_RETURN,  /* amount: uncalled chips, back to their owner                    */
    FELT_EVENT_SHOW,    /* the cards of a seat; amount = value of the first half, to = second, on
                           board `board`: run twice, a seat shows on both                 */
    FELT_EVENT_RAKE,    /* amount                                                         */
    FELT_EVENT_WIN,     /* seat wins amount from pot `pot`, main pot 0, by board `board`  */
    FELT_EVENT_OVER,    /* the last one                                                   */
    FELT_EVENT_SHUFFLE, /* discards and folded hands went back into the stub: amount cards */
    FELT_EVENT_REDEAL,  /* all cards went back; what follows is dealt anew                */
    /* sessions of many hands, and games that are more than betting (genome_play.h) */
    FELT_EVENT_HAND,   /* hand number `to` begins with seat; amount: trump suit + 1, or 0  */
    FELT_EVENT_PLAY,   /* cards from a hand; to = 0 discards, 1 table, 2 own pile, 3 trick or
                          comparison.  Face down: cards_to is the seat.  act = FELT_DISCARD: they
                          are thrown away, not played                                      */
    FELT_EVENT_TAKE,   /* a seat takes `amount` cards; to = 0 into its hand, 1 to its pile.  Those
                          that are named are in cards                                      */
    FELT_EVENT_GIVE,   /* cards of seat to the hand of seat `to`                            */
    FELT_EVENT_SAY,    /* words: amount = enum felt_asks (what `to` is: a rank, suit, number or
                          seat), or FELT_ASKS_NOTHING and to = enum felt_move               */
    FELT_EVENT_SCORE,  /* amount: points, perhaps negative; to = score now                  */
    FELT_EVENT_EFFECT, /* to = enum felt_effect_type on seat, amount = its value            */
    FELT_EVENT_OUT,    /* the seat has no chips left and is out of the game                 */
    /* a raise is a card (narc.h) */
    FELT_EVENT_ROUND,      /* round `to` begins with seat                                   */
    FELT_EVENT_INITIATIVE, /* the seat holds it: the first raise of the round               */
    FELT_EVENT_FLIP,       /* a card of the seat is turned up                               */
    FELT_EVENT_TALLY,      /* pot = 0 evidence, 1 cover, 2 heat, 3 profit: to = the total now,
                              amount = what it changed by                                   */
    FELT_EVENT_OUTCOME,    /* to = enum felt_narc_end, amount = what was banked, perhaps
                              negative; pot = 1: the session is over                        */
    FELT_EVENT_KINDS
};

enum { FELT_EVENT_CARDS = 8 };

struct felt_event {
    uint8_t kind; /* enum felt_event_kind                                              */
    uint8_t act;  /* enum felt_action_kind                                             */
    felt_seat seat;
    uint8_t count;       /* cards                                                      */
    felt_seats cards_to; /* who may see the cards; everybody sees the rest             */
    uint8_t pot, board;
    felt_card cards[FELT_EVENT_CARDS];
    felt_chips amount, to;
};
FELT_STATIC_ASSERT(sizeof(struct felt_event) == 32, "a journal record");

/* Memory of the caller.  A full log is the caller's mistake: FELT_EVENTS_MAX is room for any hand
 * between two calls. */
struct felt_event_log {
    struct felt_event *event;
    uint32_t count, room;
};
enum { FELT_EVENTS_MAX = 512 };

FELT_API const char *felt_event_word(enum felt_event_kind kind);

/* The event as `seat` may know it (FELT_SEAT_NONE: a spectator): hidden cards become
 * FELT_CARD_NONE. */
FELT_API struct felt_event felt_event_for(const struct felt_event *event, felt_seat seat);

enum felt_phase {
    FELT_PHASE_DEAL, /* opened, cards not yet dealt          */
    FELT_PHASE_BET,
    FELT_PHASE_BRING_IN, /* stud: the lowest card opens          */
    FELT_PHASE_DISCARD,
    FELT_PHASE_RUNS, /* run it twice?                        */
    FELT_PHASE_SHOW, /* show or muck                         */
    FELT_PHASE_OVER,
    FELT_PHASE_DECIDE, /* go on to the next round, or fold     */
    FELT_PHASES
};

enum { FELT_ZONES_MAX = 32, FELT_ZONE_CARDS_MAX = 192, FELT_NUMBERS_MAX = 16 };

enum felt_zone_kind {
    FELT_ZONE_HAND,
    FELT_ZONE_BOARD,
    FELT_ZONE_SECOND_BOARD, /* run twice: complete, with the cards in common               */
    FELT_ZONE_DISCARDS,     /* what the viewer threw away, as far as it did not go back; of the
                               table: the discards of all, top last (genome_play.h)        */
    FELT_ZONE_PILE,         /* cards that a seat has captured                              */
    FELT_ZONE_LAID,         /* the card of a seat in a trick or comparison                 */
    FELT_ZONE_STUB,         /* the draw pile                                               */
    FELT_ZONE_KINDS
};

/* A pile of cards; those the viewer may not see are FELT_CARD_NONE. */
struct felt_zone {
    uint8_t kind;
    felt_seat owner;   /* FELT_SEAT_NONE: the table                                  */
    uint8_t at, count; /* view.cards[at .. at + count)                               */
    uint64_t up;       /* bit i: the i-th card lies face up for everybody            */
};

/* What one seat may know: a flat value of at most 2 KiB for every game. */
struct felt_view {
    felt_seat viewer; /* FELT_SEAT_NONE: a spectator                                  */
    felt_seat actor;  /* FELT_SEAT_NONE: over                                         */
    felt_seat button, opener;
    uint8_t phase;               /* enum felt_phase                                              */
    uint8_t step;                /* of the game's own programme                                  */
    uint8_t street;              /* betting rounds begun before this one                         */
    felt_seats seats;            /* dealt in */
    struct felt_betting betting; /* stacks, stakes, price, who is live, able, to act     */
    felt_chips start[FELT_SEATS_MAX]; /* stacks before the hand                         */
    felt_chips paid[FELT_SEATS_MAX];  /* put in on earlier streets                      */
    felt_chips dead, rake;
    uint8_t pots; /* layers as they stand; stakes of this street are not in them     */
    uint8_t zones;
    uint8_t options; /* 0 unless viewer == actor                                       */
    struct felt_pot pot[FELT_SEATS_MAX];
    struct felt_zone zone[FELT_ZONES_MAX];
    felt_card cards[FELT_ZONE_CARDS_MAX];
    int64_t number[FELT_NUMBERS_MAX]; /* what a game counts besides chips              */
    struct felt_option option[FELT_OPTIONS_MAX];
};
FELT_STATIC_ASSERT(sizeof(struct felt_view) <= 2048, "one view, one page of thought");

/* Field by field: padding does not count. */
FELT_API bool felt_view_equal(const struct felt_view *a, const struct felt_view *b);
/* The zone of a kind and owner, or NULL. */
FELT_API const struct felt_zone *felt_view_zone(const struct felt_view *view,
                                                enum felt_zone_kind kind, felt_seat owner);

struct felt_game {
    const char *name;
    size_t rules_bytes, state_bytes;

    /* Seats, stacks, forced bets.  FELT_BAD_DEAL: *state is not to be used. */
    enum felt_status (*open)(const void *rules, const struct felt_deal *from, void *state,
                             struct felt_event_log *log);
    /* Cards.  Shuffles with rng, which may be NULL if the deck is given and complete. */
    enum felt_status (*deal)(const void *rules, const struct felt_deal *from, struct felt_rng *rng,
                             void *state, struct felt_event_log *log);
    felt_seat (*actor)(const void *rules, const void *state);
    /* The actor's options; returns how many, 0 when over. */
    int (*legal)(const void *rules, const void *state, struct felt_option out[FELT_OPTIONS_MAX]);
    /* G2.  The log may be NULL. */
    enum felt_status (*apply)(const void *rules, void *state, felt_seat seat,
                              struct felt_action action, struct felt_event_log *log);
    void (*view)(const void *rules, const void *state, felt_seat seat, struct felt_view *out);
    /* A state that looks like the view, with everything hidden drawn anew. */
    void (*imagine)(const void *rules, const struct felt_view *view, struct felt_rng *rng,
                    void *state);
    /* Shuffles the cards that have yet to be dealt: another future of the same hand.  False: none
     * is to come, and *state is as it was.  NULL: the game cannot. */
    bool (*future)(const void *rules, struct felt_rng *rng, void *state);
    /* Won or lost by each seat so far; once over, the result. */
    void (*payoff)(const void *rules, const void *state, felt_chips out[FELT_SEATS_MAX]);
};

FELT_END

#endif
