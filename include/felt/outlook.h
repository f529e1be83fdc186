/* outlook.h -- what a hand is worth, seen from one seat: the share of the pot it wins if the rest
 * is dealt and nobody folds any more.
 *
 * The cards nobody has shown are drawn at random, again and again; opponents are as likely to hold
 * one hand as another, but for what is known of their draws.  In draw games everybody draws by a
 * rule of thumb (felt_outlook_keep()), and seats that drew before hold hands with which the rule
 * would have drawn as many cards, as far as such hands are found.  Before and after a discard
 * without new cards everybody keeps the better cards.  Not played are redeals (RULES 14.3).
 *
 * Knows cards and rows of variants; knows nothing of bets.
 *
 *   O1  a result is a function of the question and the generator.
 *   O2  0 <= share <= 1, and so is everything else that is called a share.
 *   O3  cards of `seen` are never dealt. */
#ifndef FELT_OUTLOOK_H
#define FELT_OUTLOOK_H

#include "felt/player.h"
#include "felt/poker.h"

FELT_BEGIN

/* What is known of the cards of another seat. */
struct felt_known_hand {
    uint8_t count;                 /* cards it holds                                    */
    uint16_t drew;                 /* as in struct felt_poker                           */
    felt_card card[FELT_HOLE_MAX]; /* FELT_CARD_NONE: not known                         */
};

/* What a seat knows of the cards. */
struct felt_known {
    const struct felt_variant *variant;
    struct felt_showdown showdown; /* with what is wild now                            */
    uint8_t step;                  /* of the variant: deals and draws before it are done */
    bool drawing;                  /* the seat is to discard in this step              */
    uint8_t holes, boards, opponents;
    uint8_t before;  /* opponents who are dealt to before this seat                     */
    uint8_t follow;  /* as in struct felt_poker                                         */
    felt_cards wild; /* without what follows a queen                                    */
    felt_card hole[FELT_HOLE_MAX], board[FELT_BOARD_MAX];
    felt_cards seen; /* own, on the board, face up, thrown away by this seat          */
    struct felt_known_hand opponent[FELT_SEATS_MAX];
};

/* From the view of a seat that holds cards. */
FELT_API void felt_known_make(const struct felt_poker_rules *rules, const struct felt_view *view,
                              struct felt_known *out);
/* From a list of cards: so many opponents of whom nothing is known, and as many steps done as these
 * cards need.  FELT_WRONG_COUNT: no moment of the game deals so many.  FELT_DUPLICATE_CARD,
 * FELT_BAD_CARD (not in the deck). */
FELT_API FELT_MUST_USE enum felt_status felt_known_of(const struct felt_variant *variant,
                                                      const felt_card *hole, int holes,
                                                      const felt_card *board, int boards,
                                                      int opponents, struct felt_known *out);

struct felt_outlook {
    uint32_t samples; /* deals that were looked at; fewer than asked for if time was over */
    bool timeout;
    double share; /* of the pot                                                         */
};
/* `samples` deals.  With no opponents the share is 1. */
FELT_API struct felt_outlook felt_outlook_sample(const struct felt_known *known, uint32_t samples,
                                                 const struct felt_budget *budget,
                                                 struct felt_rng *rng);
/* Of the deals in which somebody is ahead now, the share in which nobody is in the end; 0 if no
 * cards are to come. */
FELT_API double felt_outlook_potential(const struct felt_known *known, uint32_t samples,
                                       const struct felt_budget *budget, struct felt_rng *rng);

/* The cards (bit i: i-th own card) that the rule of thumb keeps in the next draw; all of them if
 * there is none. */
FELT_API uint64_t felt_outlook_keep(const struct felt_known *known);
/* The cards that do best when each choice is tried on the same `samples` deals; never fewer than
 * `min` nor more than `max` are thrown away.  Returns what to throw away. */
FELT_API uint64_t felt_outlook_discard(const struct felt_known *known, int min, int max,
                                       uint32_t samples, const struct felt_budget *budget,
                                       struct felt_rng *rng);
/* Unseen cards that improve the hand as the next card (docs/STRATEGY.md says what counts). */
FELT_API int felt_outlook_outs(const struct felt_known *known);

FELT_END

#endif
