/* poker.h -- one hand of any poker variant, from forced bets to awarded chips.
 *
 * A variant is a row of data: steps (deal, bet), a deck, what is compared at the end.  The machine
 * knows no game by name.  Rules: docs/RULES.md 5 to 11.
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
 *   H4  a hand of n seats takes a bounded number of actions: each street ends (T4), and without a
 *       cap every raise adds at least one chip to the price.
 *
 * Invariants of game.h hold with felt_poker_* for the entries of the table. */
#ifndef FELT_POKER_H
#define FELT_POKER_H

#include "felt/game.h"
#include "felt/showdown.h"

FELT_BEGIN

enum felt_step_kind {
    FELT_STEP_DEAL, /* down, up: to each live seat; board: to the table */
    FELT_STEP_BET
};
struct felt_step {
    uint8_t kind;
    uint8_t down, up, board;
    uint8_t big; /* BET: 1 = the big bet of fixed limit */
};

/* Who opens a betting round that no blind opens. */
enum felt_opener {
    FELT_OPENER_BUTTON,    /* first live seat left of the button                            */
    FELT_OPENER_SHOW_HIGH, /* best cards showing; before that the lowest card brings it in  */
    FELT_OPENER_SHOW_LOW   /* lowest cards showing; before that the highest card (razz)     */
};
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

enum { FELT_STEPS_MAX = 16 };

struct felt_variant {
    const char *name;     /* "holdem": in commands and files                        */
    const char *title;    /* "Hold'em"                                              */
    const char *showdown; /* name of the row of showdown.h                          */
    felt_cards deck;
    uint8_t seats_min, seats_max;
    uint8_t opener;                  /* enum felt_opener                            */
    uint8_t odd_chips;               /* enum felt_odd_chips                         */
    uint8_t forced;                  /* enum felt_forced                            */
    uint8_t cap;                     /* of fixed limit                              */
    uint8_t hole_cards, board_cards; /* sums over the steps                         */
    uint8_t steps;
    struct felt_step step[FELT_STEPS_MAX];
};

FELT_API int felt_variant_count(void);
FELT_API const struct felt_variant *felt_variant_at(int index);
/* NULL if there is no such variant. */
FELT_API const struct felt_variant *felt_variant_find(const char *name);

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
    uint16_t rake_per_10000;
    felt_chips rake_cap;
    uint8_t deck_count; /* the variant's deck in order; made, not to be changed         */
    felt_card deck[FELT_CARDS_MAX];
};

/* The usual rules of a variant for a big blind (or small bet) of `unit`: fixed limit bets unit and
 * 2 * unit under a cap of four, stud brings in max(1, unit / 4), nothing is raked.  Kuhn and Leduc
 * have caps of their own.  FELT_BAD_NAME, FELT_BAD_RULES. */
FELT_API FELT_MUST_USE enum felt_status
felt_poker_rules_make(const char *variant, enum felt_limit limit, felt_chips unit,
                      struct felt_poker_rules *out, struct felt_complaint *complaint);
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
 * each seat dealt in, in the order of seat numbers, then the stub.  Dealing is counting: `boards`
 * cards of the board lie open, and each live seat holds the first `slots` cards of its row. */
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
    uint8_t next;                 /* first place of the stub                            */
    uint8_t row[FELT_SEATS_MAX];  /* first place of each seat's row                     */
    uint8_t kept[FELT_SEATS_MAX]; /* folded seats: how many cards they held             */
    felt_card deck[FELT_CARDS_MAX];
};
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
/* Says why an action is refused and what would be accepted; FELT_OK if it is legal. */
FELT_API enum felt_status felt_poker_explain(const struct felt_poker_rules *rules,
                                             const struct felt_poker *state, felt_seat seat,
                                             struct felt_action action,
                                             struct felt_complaint *complaint);
FELT_API void felt_poker_view(const struct felt_poker_rules *rules, const struct felt_poker *state,
                              felt_seat seat, struct felt_view *out);
FELT_API void felt_poker_imagine(const struct felt_poker_rules *rules, const struct felt_view *view,
                                 struct felt_rng *rng, struct felt_poker *state);
FELT_API void felt_poker_payoff(const struct felt_poker *state, felt_chips out[FELT_SEATS_MAX]);

/* The cards a seat holds, in the order they were dealt; returns how many. */
FELT_API int felt_poker_hole(const struct felt_poker_rules *rules, const struct felt_poker *state,
                             felt_seat seat, felt_card out[FELT_HOLE_MAX]);
static inline const felt_card *felt_poker_board(const struct felt_poker *state)
{
    return state->deck; /* state->boards of them */
}
/* The layers of the pot as they stand, stakes of this street not counted; returns how many. */
FELT_API int felt_poker_pots(const struct felt_poker *state, struct felt_pot out[FELT_SEATS_MAX]);

/* Two states, field by field; a hash over the same fields. */
FELT_API bool felt_poker_equal(const struct felt_poker *a, const struct felt_poker *b);
FELT_API uint64_t felt_poker_hash(const struct felt_poker *state);

/* The table of game.h; rules are struct felt_poker_rules, states struct felt_poker. */
FELT_API extern const struct felt_game felt_poker_game;

FELT_END

#endif
