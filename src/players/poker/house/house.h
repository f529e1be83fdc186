/* house.h -- how the house player thinks.  Private to the library.
 *
 *   watch.c    what was done in this hand, from events
 *   habits.c   how people act: shares that are usual, and what was learned about those at the table
 *   deals.c    hands that the others may hold, how strong they are, and deals to the end
 *   ranges.c   how likely each of these hands is after what its holder did
 *   worth.c    chips expected from each action
 *   push.c     short stacks before the flop
 *   decide.c   which one is taken: dials, short stacks, bluffs, chance
 *   house.c    the player
 *
 * The order of thought is that of the list.  A hand is judged by its place among the hands that
 * somebody may hold by now (0: the worst, 1: the best), and everybody is expected to bet, call and
 * fold certain shares of these hands: who calls a bet has the better part of what he had before.
 * These shares are those that make bluffs neither win nor lose (a bet of the size of the pot is
 * called with half of the hands); what is seen of somebody moves them, at most half of the way. */
#ifndef FELT_PLAYERS_POKER_HOUSE_HOUSE_H
#define FELT_PLAYERS_POKER_HOUSE_HOUSE_H

#include "felt/hand.h"
#include "felt/strategy.h"
#include "players/poker/outlook.h"

enum {
    HOUSE_HANDS = 1326, /* all pairs of cards that are not the own ones                      */
    HOUSE_FEW = 160,    /* sampled hands where there are more                                */
    HOUSE_ROWS = 384,   /* deals to the end                                                  */
    HOUSE_ACTS = 64,
    HOUSE_PLACES = 64, /* steps of chances                                                   */
    HOUSE_WAYS = 4,    /* to the end from one moment                                            */
    HOUSE_OTHERS = FELT_SEATS_MAX - 1
};

static inline double house_clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* ---- watch.c -------------------------------------------------------------------------------- */

/* What somebody had to answer to. */
struct house_spot {
    uint8_t street; /* betting rounds before this one                                        */
    uint8_t boards; /* cards of the board that lay open                                      */
    uint8_t others; /* opponents with cards                                                  */
    uint8_t raises; /* of this round; blinds are none                                        */
    bool free;      /* nothing was to be called                                              */
    bool pressing;  /* was the last to bet or raise before                                   */
    double alpha;   /* what the last bet was of the pot with it: the share of folds it needs */
    double price;   /* what a call was of the pot with it                                    */
};

struct house_act {
    struct house_spot spot;
    felt_seat seat;
    uint8_t kind; /* enum felt_action_kind                                                   */
    double size;  /* of a raise: what it is over a call, in pots with the call               */
};

struct house_hand {
    felt_seats live;
    felt_chips pot, stake[FELT_SEATS_MAX], top; /* stakes of this round, and the highest     */
    uint8_t street, boards, raises;
    bool acted;           /* somebody has on this street                                     */
    bool turned;          /* cards came since: the next action is of a new street            */
    felt_seat raiser;     /* who raised last in this round, NONE                             */
    felt_seat presser;    /* in the rounds before                                            */
    double alpha;         /* of the last bet                                                 */
    felt_chips paid, won; /* by the own seat                                                 */
    int acts;
    struct house_act act[HOUSE_ACTS];
};
/* `street`: of the first round.  A game of one round has no first street, only a last one: 1. */
void house_hand_begin(struct house_hand *hand, uint8_t street);
/* What `seat` has to answer to now. */
struct house_spot house_spot_of(const struct house_hand *hand, felt_seat seat);
/* `own` is the seat of the player. */
void house_hand_observe(struct house_hand *hand, const struct felt_event *event, felt_seat own);

/* ---- habits.c ------------------------------------------------------------------------------- */

enum house_habit {
    HOUSE_OPEN,    /* raises first in                        */
    HOUSE_DEFEND,  /* first round: stays when it was raised  */
    HOUSE_RERAISE, /* first round: raises again              */
    HOUSE_LEAD,    /* later: bets where nobody has           */
    HOUSE_PRESS,   /* later: bets after having raised before */
    HOUSE_STAY,    /* later: does not fold to a bet          */
    HOUSE_RAISE,   /* later: raises a bet                    */
    HOUSE_HUGE,    /* of raises: over three pots             */
    HOUSE_HABITS
};

/* What was seen of somebody: how often a habit could have shown, did, and usually does. */
struct house_model {
    struct {
        double seen, usual, of;
    } habit[HOUSE_HABITS];
};

/* What somebody does in a spot, as shares of all hands held there. */
struct house_shares {
    double raise, stay; /* stay: call or raise; check is staying for nothing                 */
    double huge;        /* of raises: those of more than three pots                          */
};
/* `trust` in the model: 0 .. 1. */
struct house_shares house_shares_of(const struct house_spot *spot, const struct house_model *model,
                                    double trust);
/* The chance of an action of the given kind for a hand of this place among those held. */
double house_chance(const struct house_shares *shares, const struct house_spot *spot, uint8_t kind,
                    double size, double place);
/* The same for places 0, 1 / HOUSE_PLACES, ... 1. */
void house_chances(const struct house_shares *shares, const struct house_spot *spot, uint8_t kind,
                   double size, float out[HOUSE_PLACES + 1]);
void house_model_learn(struct house_model *model, const struct house_act *act);

/* ---- deals.c -------------------------------------------------------------------------------- */

/* Hands that one of the others may hold.  Where all cards of a hand are dealt at once and more
 * cards lie on the board later (`lasting`), these are the same hands for everybody and the whole
 * hand, and each street has an order of its own; else they are drawn anew for each decision. */
struct house_deals {
    bool lasting;
    uint16_t hands; /* of each of the others                                                 */
    uint8_t stage;  /* board cards for which `order` was made; 255: none                     */
    uint16_t order[HOUSE_OTHERS * HOUSE_FEW]; /* from the weakest to the strongest           */
    felt_cards set[HOUSE_HANDS];
    felt_hand word[HOUSE_HANDS]; /* of two cards, without jokers                             */
    felt_card card[HOUSE_HANDS][FELT_HOLE_MAX];
    uint32_t value[HOUSE_OTHERS][HOUSE_FEW][HOUSE_WAYS]; /* not lasting: of ways to the end  */
    uint32_t mine[HOUSE_FEW][HOUSE_WAYS];
    double strength; /* of the own hand: its share against one hand of which nothing is known */
    double standing; /* and the part of all hands that are weaker                             */
};

_Static_assert(HOUSE_OTHERS *HOUSE_FEW >= HOUSE_HANDS, "one order of all, or one for each");

/* Two values in one number: the larger, the better in the first half. */
static inline uint32_t house_pack(felt_value first, felt_value second)
{
    return (uint32_t)first << 16 | second;
}
/* Quarters of a pot of two. */
int house_compare(uint32_t mine, uint32_t theirs, bool split);

/* ---- ranges.c ------------------------------------------------------------------------------- */

struct house_ranges {
    int acts;       /* that are in the weights                                               */
    uint8_t boards; /* hands with one of these cards have no weight                          */
    double total[FELT_SEATS_MAX]; /* sums of the weights                                     */
    float weight[FELT_SEATS_MAX][HOUSE_HANDS]; /* by seat                                    */
};

/* Deals to the end in which hands are as frequent as they are likely. */
struct house_rows {
    int rows, others;
    bool split; /* two halves: values are 16 bits each, the first half high                  */
    float place[HOUSE_ROWS][HOUSE_OTHERS]; /* of the hand among those held                   */
    float drawn[HOUSE_ROWS][HOUSE_OTHERS]; /* 0 .. 1 at random: decides what is unsure       */
    uint32_t mine[HOUSE_ROWS], theirs[HOUSE_ROWS][HOUSE_OTHERS];
    bool known; /* two starting hands: the share is, and nothing is dealt      */
    float share[HOUSE_ROWS];
};

/* ---- the player ----------------------------------------------------------------------------- */

struct house {
    struct felt_strategy_manager manager;
    struct felt_strategy_seat seat;
    const struct felt_place *place;
    struct felt_rng rng;
    const struct felt_variant *variant; /* that the seat was taken for                       */
    struct house_model model[FELT_SEATS_MAX];
    double unit;                /* of this hand                                              */
    double hands, sum, squares; /* results in big blinds, of hands that are over             */
    felt_seat other[HOUSE_OTHERS];
    int others;
    struct house_hand hand;
    /* From here on nothing must last: it is made again if it is not there. */
    bool dealt; /* `deals` belongs to this hand                                              */
    struct house_deals deals;
    struct house_ranges ranges;
    struct house_rows rows;
};

/* A decision under way. */
struct house_turn {
    struct house *house;
    const struct felt_poker_rules *rules;
    const struct felt_view *view;
    const struct felt_budget *budget;
    struct felt_known known;
    struct outlook_plan plan;
    uint8_t street;    /* as in struct house_spot                                            */
    felt_chips call;   /* chips a call or bring-in takes                                     */
    bool last_round;   /* no card comes behind this betting round                            */
    int rivals;        /* opponents who can win most of the pot, at least one                */
    bool acts_last;    /* of those who can act, in later rounds                              */
    double aggression; /* the dial                                                           */
    double trust;      /* in what was learned                                                */
    double seen_as;    /* place of the own hand among those it may be taken for              */
    double range;      /* share of hands the others are left with                                 */
};

/* False: time is over. */
bool house_deals_make(struct house_turn *turn);
/* The order of the hands with so many cards on the board, if the hands last. */
void house_deals_order(struct house_turn *turn, int boards);
/* Is it hold'em, so that the batch kernel knows the hands? */
bool house_is_plain(const struct house_turn *turn);
/* All hands as likely as each other. */
void house_ranges_reset(struct house_turn *turn);
void house_ranges_make(struct house_turn *turn);
void house_rows_make(struct house_turn *turn);

/* ---- worth.c -------------------------------------------------------------------------------- */

struct house_worth {
    felt_chips to; /* of a raise; 0: check or call                                         */
    double gain;   /* chips over giving up                                                 */
    double share;  /* of the pot, if it comes to a showdown with those who stay            */
    double fold;   /* chance that everybody gives up                                       */
};
enum { HOUSE_SIZES = 5 };
int house_count_rivals(const struct house_turn *turn);
bool house_acts_last(const struct felt_view *view);
struct house_worth house_worth_pass(const struct house_turn *turn);
struct house_worth house_worth_raise(const struct house_turn *turn, felt_chips to);

/* ---- push.c --------------------------------------------------------------------------------- */

/* Before the flop of hold'em with a short stack: all-in or fold by the tables.  False: that is not
 * the case. */
bool house_push(struct house_turn *turn, const struct felt_strategy_state *state,
                struct felt_strategy_decision *out);

/* ---- decide.c ------------------------------------------------------------------------------- */

struct felt_strategy_decision house_decide(struct house_turn *turn,
                                           const struct felt_strategy_state *state,
                                           struct felt_decision *thought);

#endif
