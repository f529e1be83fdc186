/* strategy.h -- the house player's strategy module: manager, hand evaluators, action decider.
 *
 * The parts and their names are those of the design it follows; docs/STRATEGY.md leads from one to
 * the other.  A house player's turn:
 *
 *   state      = felt_strategy_state_make(place, view)          what is to be decided
 *   strength   = evaluator->evaluate_hand(...)                  how good the hand is
 *   decision   = felt_strategy_decide(decider, strength, state) what to do about it
 *
 * and felt_strategy_decide_action() does all three.  Nothing here logs: warnings are in the result.
 *
 *   Y1  strengths, potentials and confidences lie in 0 .. 1.
 *   Y2  a decision's action is one of state.valid_actions; `amount` lies in min_bet .. max_bet for
 *       a bet or raise and is 0 otherwise; `cards` are different places of the own hand.
 *   Y3  every seat has a generator of its own.
 *   Y4  a setting out of its range changes nothing. */
#ifndef FELT_STRATEGY_H
#define FELT_STRATEGY_H

#include "felt/outlook.h"

FELT_BEGIN

/* ---- records ---- */

/* Actions in the words of the design. */
enum felt_strategy_action {
    FELT_STRATEGY_BET,
    FELT_STRATEGY_CHECK,
    FELT_STRATEGY_FOLD,
    FELT_STRATEGY_CALL,
    FELT_STRATEGY_RAISE,
    FELT_STRATEGY_DRAW,
    FELT_STRATEGY_CHOOSE, /* boards, showing, bringing in: what has no word of its own        */
    FELT_STRATEGY_ACTIONS
};
FELT_API const char *felt_strategy_action_word(enum felt_strategy_action action);

enum felt_position {
    FELT_POSITION_BUTTON,
    FELT_POSITION_SB,
    FELT_POSITION_BB,
    FELT_POSITION_EARLY,
    FELT_POSITION_MIDDLE,
    FELT_POSITION_LATE,
    FELT_POSITIONS
};
/* "button", "sb", "bb", "early", "middle", "late" */
FELT_API const char *felt_position_word(enum felt_position position);

/* Hand strength score. */
struct felt_strategy_strength {
    uint32_t raw_score; /* the value of the hand as it stands (value.h), first half      */
    double normalized;  /* 0 .. 1                                                        */
    enum felt_category hand_rank;
    double potential; /* 0 .. 1: chance to get ahead from behind                       */
    int outs;         /* cards that improve it                                         */
    bool timeout;     /* there was no time to finish                                   */
};

/* Game state: what there is to decide. */
struct felt_strategy_state {
    uint64_t table_id;      /* the caller's; 0 if it has none                                */
    const char *game_class; /* name of the variant                                           */
    int betting_round;      /* 1 = before the flop or draw                                   */
    felt_chips pot_size;    /* that can be won, with the stakes on the table */
    felt_chips call_amount; /* chips a call moves                                            */
    felt_chips min_bet,
        max_bet;       /* of a bet or raise: the stake it goes to; 0, 0 if there is none */
    felt_chips staked; /* own stake on this street                                      */
    enum felt_position position;
    int players_in_hand;
    int contesting;         /* opponents who have put in what is to be called                  */
    bool unraised;          /* nobody bet on this street: what is to be called was forced      */
    bool last_round;        /* no card comes behind this betting round                         */
    uint32_t valid_actions; /* bit per enum felt_strategy_action                             */
    uint8_t community_count, hole_count;
    felt_card community_cards[FELT_BOARD_MAX], hole_cards[FELT_HOLE_MAX];
    uint8_t draw_min, draw_max; /* of a draw: how many cards                                   */
};
static inline bool felt_strategy_may(const struct felt_strategy_state *state,
                                     enum felt_strategy_action action)
{
    return state->valid_actions >> action & 1;
}
/* FELT_OK, or what makes no sense about it: FELT_BAD_AMOUNT, FELT_WRONG_COUNT, FELT_BAD_CARD,
 * FELT_DUPLICATE_CARD, FELT_NOT_LEGAL (no action is valid). */
FELT_API FELT_MUST_USE enum felt_status
felt_strategy_state_verify(const struct felt_strategy_state *state);
/* From the view of a seat that is to act in poker. */
FELT_API void felt_strategy_state_make(const struct felt_poker_rules *rules,
                                       const struct felt_view *view,
                                       struct felt_strategy_state *out);
/* Which of the six a seat is in this hand.  Heads-up the button is the button.  Without blinds the
 * seats between them are early, middle and late; in stud all are, from who acts first. */
FELT_API enum felt_position felt_strategy_position(const struct felt_poker_rules *rules,
                                                   const struct felt_view *view, felt_seat seat);

/* Strategy decision. */
struct felt_strategy_decision {
    enum felt_strategy_action action;
    felt_chips amount;            /* bet, raise: the stake it goes to                          */
    uint8_t card_count;           /* draw                                                      */
    uint8_t cards[FELT_HOLE_MAX]; /* places in the own hand, rising                            */
    const char *reasoning;        /* "strong_hand", "bluff", ...: a constant                   */
    double confidence;
    double strength, price; /* as in struct felt_decision */
    enum felt_warning warning;
};
/* The same as an action of the game: one of the view's options. */
FELT_API struct felt_action felt_strategy_to_action(const struct felt_strategy_decision *decision,
                                                    const struct felt_view *view);

/* ---- hand evaluators ---- */

/* What an evaluator works with. */
struct felt_strategy_means {
    struct felt_rng *rng;
    uint32_t samples;
    const struct felt_budget *budget; /* may be NULL */
};
struct felt_strategy_evaluator {
    const char *name;
    void (*evaluate_hand)(const struct felt_known *known, const struct felt_strategy_means *means,
                          struct felt_strategy_strength *out);
    double (*evaluate_potential)(const struct felt_known *known,
                                 const struct felt_strategy_means *means);
    /* Places to throw away, at least `min` and at most `max` of them.  NULL: nothing is thrown. */
    uint64_t (*select_discards)(const struct felt_known *known, int min, int max,
                                const struct felt_strategy_means *means);
};
/* raw / max, kept within 0 .. 1; 0 if max is 0. */
FELT_API double felt_strategy_normalize_score(double raw_score, double max_score);

/* Evaluators of this module, by name: holdem, omaha, draw, lowball, badugi, stud, default, and
 * those of the design's first version: classic-holdem, classic-omaha, classic-draw,
 * classic-default.  NULL if there is none. */
FELT_API const struct felt_strategy_evaluator *felt_strategy_evaluator_find(const char *name);

/* ---- action decider ---- */

struct felt_strategy_decider {
    struct felt_strategy_config config;
    struct felt_rng rng;
    bool classic; /* thresholds and chances of the first version, word for word             */
};
FELT_API struct felt_strategy_decision
felt_strategy_decide(struct felt_strategy_decider *decider,
                     const struct felt_strategy_strength *strength,
                     const struct felt_strategy_state *state);
/* Grows with strength, aggression and the pot; within min .. max. */
FELT_API felt_chips felt_strategy_calculate_bet_amount(const struct felt_strategy_decider *decider,
                                                       double strength, felt_chips pot,
                                                       felt_chips min, felt_chips max);
/* Draws: true as often as the setting says, a little more often where a bluff is cheap. */
FELT_API bool felt_strategy_should_bluff(struct felt_strategy_decider *decider, double pot_odds);
/* A threshold moved at random by at most randomization_factor of it. */
FELT_API double felt_strategy_threshold(struct felt_strategy_decider *decider, double base);
/* The two thresholds before they move: below the first a hand is not played, from the second on it
 * is bet. */
FELT_API double felt_strategy_play_threshold(const struct felt_strategy_config *config);
FELT_API double felt_strategy_raise_threshold(const struct felt_strategy_config *config);

/* ---- manager ---- */

enum { FELT_STRATEGY_CLASSES_MAX = 64, FELT_STRATEGY_SAMPLES = 200 };

struct felt_strategy_manager {
    struct felt_strategy_config config;
    bool classic; /* else every variant of the engine has an evaluator, by what its row says    */
    int classes;  /* registered besides                                                        */
    struct {
        const char *game_class; /* the caller's text                                        */
        const struct felt_strategy_evaluator *evaluator;
    } row[FELT_STRATEGY_CLASSES_MAX];
    const struct felt_strategy_evaluator *fallback;
    uint64_t joined; /* seats so far                                                        */
};
/* With an evaluator for each variant of the engine; `classic` as the first version had them:
 * hold'em, Omaha and draw, the default for others. */
FELT_API void felt_strategy_init(struct felt_strategy_manager *manager, bool classic);
/* Replaces what there was for that class.  FELT_FULL. */
FELT_API FELT_MUST_USE enum felt_status
felt_strategy_register_evaluator(struct felt_strategy_manager *manager, const char *game_class,
                                 const struct felt_strategy_evaluator *evaluator);
/* The evaluator of a class, or NULL if it has none. */
FELT_API const struct felt_strategy_evaluator *
felt_strategy_evaluator_of(const struct felt_strategy_manager *manager, const char *game_class);
/* New settings, for every hand that begins from now on.  On any status but FELT_OK those before
 * stay. */
FELT_API FELT_MUST_USE enum felt_status
felt_strategy_update(struct felt_strategy_manager *manager,
                     const struct felt_strategy_config *config, struct felt_complaint *complaint);

/* One house player at one table. */
struct felt_strategy_seat {
    const struct felt_strategy_evaluator *evaluator;
    struct felt_strategy_decider decider;
    enum felt_warning warning; /* of joining: no evaluator, no entropy                       */
};
/* Takes the evaluator of the class, or the fallback with a warning.  `seed` fills a random seed, or
 * says false: then one is derived from how many have joined, with a warning. */
FELT_API void felt_strategy_join(struct felt_strategy_manager *manager, const char *game_class,
                                 bool (*seed)(void *self, uint64_t *out), void *self,
                                 struct felt_strategy_seat *seat);
/* A hand begins: the manager's settings of this moment hold until the next one. */
FELT_API void felt_strategy_begin_hand(const struct felt_strategy_manager *manager,
                                       struct felt_strategy_seat *seat);
/* The main entry: the seat of the view is to act. */
FELT_API struct felt_strategy_decision
felt_strategy_decide_action(struct felt_strategy_seat *seat, const struct felt_poker_rules *rules,
                            const struct felt_view *view, const struct felt_budget *budget);

FELT_END

#endif
