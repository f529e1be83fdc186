/* poker.h -- one hand of any poker variant, from forced bets to awarded chips.
 *
 * A variant is a row of data: steps (deal, discard, bet), a deck, what is compared at the end, what
 * a card face up may bring about.  The machine knows no game by name.  Rules: docs/RULES.md 5
 * to 14.
 *
 *     struct felt_poker_rules rules;
 *     felt_poker_rules_make("holdem", FELT_NO_LIMIT, 100, &rules, &complaint);
 *     felt_poker_open(&rules, &deal, &state, NULL);
 *     felt_poker_deal(&rules, &deal, &rng, &state, NULL);
 *     while (felt_poker_actor(&state) >= 0) { ... felt_poker_apply(...) ... }
 *
 *   H1  sum of stack[] + pot + rake = total, at every moment.
 *   H2  deck[0 .. size) is at every moment a permutation of the variant's deck.
 *   H3  phase is FELT_PHASE_OVER exactly when nobody is to act after the deal.
 *   H4  a hand of n seats takes a bounded number of actions: each street ends (T4), without a cap
 *       every raise adds at least one chip to the price, and redeals are counted.
 *
 * Invariants of game.h hold with felt_poker_* for the entries of the table. */
#ifndef FELT_POKER_H
#define FELT_POKER_H

#include "felt/game.h"
#include "felt/showdown.h"

FELT_BEGIN

enum felt_step_kind {
    FELT_STEP_DEAL,    /* down, up: to each live seat; board: to the table */
    FELT_STEP_DISCARD, /* each live seat throws away discard_min .. discard_max cards */
    FELT_STEP_BET
};
struct felt_step {
    uint8_t kind;
    uint8_t down, up, board;
    uint8_t discard_min, discard_max;
    bool replace; /* DISCARD: new cards for them; else the hand gets smaller */
    uint8_t big;  /* BET: 1 = the big bet of fixed limit */
};

/* Who opens a betting round that no blind opens. */
enum felt_opener {
    FELT_OPENER_BUTTON,    /* first live seat left of the button                            */
    FELT_OPENER_SHOW_HIGH, /* best cards showing; before that the lowest card brings it in  */
    FELT_OPENER_SHOW_LOW   /* lowest cards showing; before that the highest card (razz)     */
};
/* What a card of `trigger` brings about when it is dealt face up. */
enum felt_on_up {
    FELT_UP_NOTHING,
    FELT_UP_FOLLOW, /* the rank of the next card up is wild (RULES 14.2)                     */
    FELT_UP_REDEAL  /* all cards are shuffled and dealt anew to the seats still in (14.3)    */
};
enum { FELT_REDEALS_MAX = 8 };
/* Who gets odd chips. */
enum felt_odd_chips { FELT_ODD_CLOCKWISE, FELT_ODD_BY_CARD };

/* The usual forced bets, for a unit (big blind, small bet). */
enum felt_forced {
    FELT_FORCED_BLINDS,       /* half a unit and a unit                            */
    FELT_FORCED_BRING_IN,     /* antes of a fifth, a bring-in of a quarter         */
    FELT_FORCED_BUTTON_BLIND, /* antes of a unit, a button blind of a unit         */
    FELT_FORCED_ANTES,        /* antes of a unit                                   */
    FELT_FORCED_HALF_ANTES    /* antes of half a unit                              */
};

enum { FELT_STEPS_MAX = 16, FELT_DRAWS_MAX = 4, FELT_VARIANT_CODE_MAX = 8 };

struct felt_variant {
    const char *name;     /* "holdem": in commands and files                        */
    const char *title;    /* "Hold'em"                                              */
    const char *code;     /* "T": in recorded hands, behind the limit (record.h)    */
    const char *showdown; /* name of the row of showdown.h                          */
    felt_cards deck;
    uint8_t seats_min, seats_max;
    uint8_t limit;                   /* enum felt_limit: what it is usually played with */
    uint8_t opener;                  /* enum felt_opener                            */
    uint8_t odd_chips;               /* enum felt_odd_chips                         */
    uint8_t forced;                  /* enum felt_forced                            */
    uint8_t cap;                     /* of fixed limit                              */
    uint8_t on_up;                   /* enum felt_on_up                             */
    bool shares_last;                /* too few cards for the last one: one for all (RULES 14.1) */
    felt_cards trigger;              /* of on_up                                    */
    uint8_t hole_cards, board_cards; /* sums over the steps                         */
    uint8_t steps;
    struct felt_step step[FELT_STEPS_MAX];
};

FELT_API int felt_variant_count(void);
FELT_API const struct felt_variant *felt_variant_at(int index);
/* NULL if there is no such variant. */
FELT_API const struct felt_variant *felt_variant_find(const char *name);
/* FELT_OK, or why nobody can play such a game.  Rows of the table are in order; a row of your own
 * need not be. */
FELT_API FELT_MUST_USE enum felt_status felt_variant_verify(const struct felt_variant *variant,
                                                            struct felt_complaint *complaint);

/* What a table plays; constant for many hands.  Start from felt_poker_rules_make(), change what you
 * want, and verify. */
struct felt_poker_rules {
    const struct felt_variant *variant;
    const struct felt_showdown *showdown;
    felt_chips bet[2];   /* smallest bet on small- and big-bet streets                    */
    felt_chips bring_in; /* 0 = none                                                      */
    uint8_t limit;       /* enum felt_limit                                               */
    uint8_t cap;         /* bets and raises in a round; FELT_CAP_NONE                     */
    bool cap_counts_blind;
    bool heads_up_uncapped; /* two seats at the start of a round: no cap                   */
    bool rake_needs_board;  /* no flop, no drop                                            */
    bool may_muck;          /* losing hands need not be shown (RULES 11.4)                 */
    bool run_twice;         /* all-in seats may agree on two boards (RULES 11.5)           */
    uint16_t rake_per_10000;
    felt_chips rake_cap;
    felt_cards wild; /* besides jokers and what follows a queen                              */
    /* Made from the variant, not to be changed. */
    bool special;    /* there are other steps than deals and bets, or cards up matter        */
    bool reshuffles; /* cards may go back into the deck                                      */
    uint8_t up;      /* bit i: card i of every row is dealt face up                          */
    uint8_t deck_count;
    felt_card deck[FELT_CARDS_MAX]; /* in order                                              */
};

/* The usual rules of a variant for a big blind (or small bet) of `unit`: fixed limit bets unit and
 * 2 * unit under a cap of four, stud brings in max(1, unit / 4), nothing is raked.  Kuhn and Leduc
 * have caps of their own.  FELT_BAD_NAME, FELT_BAD_RULES. */
FELT_API FELT_MUST_USE enum felt_status
felt_poker_rules_make(const char *variant, enum felt_limit limit, felt_chips unit,
                      struct felt_poker_rules *out, struct felt_complaint *complaint);
/* The same for a row of your own, which must stay where it is. */
FELT_API FELT_MUST_USE enum felt_status felt_poker_rules_of(const struct felt_variant *variant,
                                                            enum felt_limit limit, felt_chips unit,
                                                            struct felt_poker_rules *out,
                                                            struct felt_complaint *complaint);
/* FELT_OK, or why nobody can play by these rules.  The functions below demand verified rules. */
FELT_API FELT_MUST_USE enum felt_status
felt_poker_rules_verify(const struct felt_poker_rules *rules, struct felt_complaint *complaint);
/* FELT_OK, or why this hand cannot be dealt; what felt_poker_open() and _deal() refuse. */
FELT_API FELT_MUST_USE enum felt_status felt_poker_deal_verify(const struct felt_poker_rules *rules,
                                                               const struct felt_deal *from,
                                                               struct felt_complaint *complaint);

/* Seats 0 .. seats-1 with these stacks and the forced bets that are usual for the variant (enum
 * felt_forced); half a chip is rounded up to one.  Heads-up the button posts the small blind. */
FELT_API struct felt_deal felt_poker_deal_make(const struct felt_poker_rules *rules, int seats,
                                               const felt_chips *stacks, felt_seat button);

/* One hand.  Read it through the functions below; the fields are public for search and tests.
 *
 * Where the cards lie: places of deck[] are [0, B) the board, in order, then a row of H cards for
 * each seat dealt in, in the order of seat numbers, then the cards thrown away in draws, then the
 * stub from `next` on.  Dealing is counting: `boards` cards of the board lie open, and each live
 * seat holds the first `slots` cards of its row.  A draw swaps a card of a row with the top of the
 * stub; a discard without replacement moves it to the end of its row.
 *
 * A crowded stud table (RULES 14.1) has rows without the last card, and one place of board, which
 * is the top of the stub: the last card of a seat then lies at `late`.
 *
 * When cards go back into the deck, the rows of folded seats are given up (`kept` is 0). */
struct felt_poker {
    struct felt_betting betting;
    felt_chips paid[FELT_SEATS_MAX];  /* on earlier streets, antes included             */
    felt_chips start[FELT_SEATS_MAX]; /* stacks before the forced bets                  */
    felt_chips total;                 /* sum of start                                   */
    felt_chips dead, rake;
    uint8_t phase;  /* enum felt_phase                                              */
    uint8_t step;   /* index of the step under way                                  */
    uint8_t street; /* BET steps before this one                                    */
    felt_seat button, opener;
    uint8_t size;   /* cards in the deck                                            */
    uint8_t boards; /* board cards that lie open                                    */
    uint8_t slots;  /* cards of each row that are dealt                             */
    felt_seats dealt;
    felt_seats shown;             /* turned their cards up at the showdown                        */
    felt_seats mucked;            /* did not                                            */
    uint8_t next;                 /* first place of the stub                            */
    uint8_t runs;                 /* boards: 0 nobody was asked, 1, 2                   */
    uint8_t common;               /* cards that two boards have in common               */
    uint8_t follow;               /* 0; 1: the next card up is wild; 2 + its rank       */
    uint8_t redeals, shuffles;    /* cards went back: all of them; those thrown away    */
    uint8_t draws;                /* DISCARD steps that are done                        */
    uint8_t gone;                 /* draws whose discards went back                     */
    bool crowded;                 /* rows without the last card                         */
    bool special;                 /* dealing is not only counting                       */
    bool bomb;                    /* the first betting round is left out                */
    bool antes;                   /* somebody paid one                                  */
    uint8_t row[FELT_SEATS_MAX];  /* first place of each seat's row                     */
    uint8_t kept[FELT_SEATS_MAX]; /* folded seats: how many cards they held             */
    uint8_t late[FELT_SEATS_MAX]; /* place of the last card + 1, at a crowded table     */
    uint8_t thrown[FELT_SEATS_MAX]; /* discards that wait for the others: bit i = card i  */
    uint16_t drew[FELT_SEATS_MAX];  /* draw d: cards thrown away + 1, in bits 4d .. 4d+3  */
    struct felt_rng later;          /* what reshuffles and redeals are made of            */
    felt_card deck[FELT_CARDS_MAX];
};
/* What poker counts in view.number[]; the first ten are `drew` by seat. */
enum felt_poker_number {
    FELT_POKER_DREW = 0,
    FELT_POKER_THROWN = FELT_SEATS_MAX, /* `thrown` of the viewer                            */
    FELT_POKER_STUB,                    /* places of the stub: cards behind rows and discards */
    FELT_POKER_FOLLOW,
    FELT_POKER_REDEALS, /* redeals + 256 * shuffles + 65536 * gone                          */
    FELT_POKER_RUNS,    /* runs + 256 * common                                              */
    FELT_POKER_SHOWN    /* shown + 65536 * mucked                                           */
};
static inline int felt_poker_drew(uint16_t drew, int draw)
{
    return (drew >> (4 * draw) & 15) - 1; /* cards thrown away; -1: the seat did not draw */
}
FELT_STATIC_ASSERT(sizeof(struct felt_poker) <= 1024, "search copies this a lot");

FELT_API FELT_MUST_USE enum felt_status felt_poker_open(const struct felt_poker_rules *rules,
                                                        const struct felt_deal *from,
                                                        struct felt_poker *state,
                                                        struct felt_event_log *log);
FELT_API FELT_MUST_USE enum felt_status
felt_poker_deal(const struct felt_poker_rules *rules, const struct felt_deal *from,
                struct felt_rng *rng, struct felt_poker *state, struct felt_event_log *log);
/* Shuffles and deals an opened hand: felt_poker_deal() without a given deck, for hot loops. */
FELT_API void felt_poker_shuffle(const struct felt_poker_rules *rules, struct felt_rng *rng,
                                 struct felt_poker *state, struct felt_event_log *log);

static inline felt_seat felt_poker_actor(const struct felt_poker *state)
{
    return state->betting.turn.actor;
}
/* There must be an actor. */
FELT_API void felt_poker_legal(const struct felt_poker_rules *rules, const struct felt_poker *state,
                               struct felt_legal *out);
/* The same as a list; 0 if the hand is over. */
FELT_API int felt_poker_options(const struct felt_poker_rules *rules,
                                const struct felt_poker *state,
                                struct felt_option out[FELT_OPTIONS_MAX]);
/* FELT_NOT_YOUR_TURN, FELT_NOT_LEGAL, FELT_BAD_AMOUNT: then *state is as it was. */
FELT_API FELT_MUST_USE enum felt_status felt_poker_apply(const struct felt_poker_rules *rules,
                                                         struct felt_poker *state, felt_seat seat,
                                                         struct felt_action action,
                                                         struct felt_event_log *log);
/* The same for a replay: if the action ends a draw, the new cards are these, in the order in which
 * they are dealt (RULES 13.6); FELT_CARD_NONE is any card.  FELT_WRONG_COUNT, FELT_DUPLICATE_CARD
 * (on the board, in a hand or named twice), FELT_BAD_CARD: then *state is as it was. */
FELT_API FELT_MUST_USE enum felt_status
felt_poker_apply_dealing(const struct felt_poker_rules *rules, struct felt_poker *state,
                         felt_seat seat, struct felt_action action, const felt_card *cards,
                         int count, struct felt_event_log *log);
/* How many new cards the draw under way deals if `seat`, the actor, throws away `cards` and is the
 * last to do so; 0 if others follow, or if nothing is replaced. */
FELT_API int felt_poker_draw_due(const struct felt_poker_rules *rules,
                                 const struct felt_poker *state, uint64_t cards);
/* Says why an action is refused and what would be accepted; FELT_OK if it is legal. */
FELT_API enum felt_status felt_poker_explain(const struct felt_poker_rules *rules,
                                             const struct felt_poker *state, felt_seat seat,
                                             struct felt_action action,
                                             struct felt_complaint *complaint);
FELT_API void felt_poker_view(const struct felt_poker_rules *rules, const struct felt_poker *state,
                              felt_seat seat, struct felt_view *out);
FELT_API void felt_poker_imagine(const struct felt_poker_rules *rules, const struct felt_view *view,
                                 struct felt_rng *rng, struct felt_poker *state);
/* Shuffles the cards that have yet to be dealt, stub included: another future of the same hand, as
 * likely as the one that was.  False: the steps that are left deal no card, and *state is as it
 * was. */
FELT_API bool felt_poker_future(const struct felt_poker_rules *rules, struct felt_rng *rng,
                                struct felt_poker *state);
FELT_API void felt_poker_payoff(const struct felt_poker *state, felt_chips out[FELT_SEATS_MAX]);

/* The cards a seat holds, in the order they were dealt; returns how many. */
FELT_API int felt_poker_hole(const struct felt_poker_rules *rules, const struct felt_poker *state,
                             felt_seat seat, felt_card out[FELT_HOLE_MAX]);
static inline const felt_card *felt_poker_board(const struct felt_poker *state)
{
    return state->deck; /* state->boards of them */
}
/* The second board of a hand that is run twice; returns how many cards, 0 if there is none. */
FELT_API int felt_poker_second_board(const struct felt_poker_rules *rules,
                                     const struct felt_poker *state, felt_card out[FELT_BOARD_MAX]);
/* What is compared at the end, with the cards that are wild as the hand stands. */
FELT_API struct felt_showdown felt_poker_showdown(const struct felt_poker_rules *rules,
                                                  const struct felt_poker *state);
/* The layers of the pot as they stand, stakes of this street not counted; returns how many. */
FELT_API int felt_poker_pots(const struct felt_poker *state, struct felt_pot out[FELT_SEATS_MAX]);

/* Two states, field by field; a hash over the same fields. */
FELT_API bool felt_poker_equal(const struct felt_poker *a, const struct felt_poker *b);
FELT_API uint64_t felt_poker_hash(const struct felt_poker *state);

/* The table of game.h; rules are struct felt_poker_rules, states struct felt_poker. */
FELT_API extern const struct felt_game felt_poker_game;

FELT_END

#endif
