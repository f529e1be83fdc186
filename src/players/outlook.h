/* outlook.h -- what the files of outlook share: the steps to come, and cards drawn at random. */
#ifndef FELT_PLAYERS_OUTLOOK_H
#define FELT_PLAYERS_OUTLOOK_H

#include "felt/assert.h"
#include "felt/outlook.h"

enum { OUTLOOK_BLOCK = 64 }; /* deals between two looks at the clock */

/* What the variant has yet to do, from known->step on. */
struct outlook_plan {
    uint8_t holes_end;  /* cards of each seat at the showdown                               */
    uint8_t boards_end; /* a last card that all share is one of the board                   */
    uint8_t draws;      /* DISCARD steps of the variant                                      */
    uint8_t draw;       /* those that are done                                               */
    bool replaces;      /* they bring new cards                                              */
    felt_card card[FELT_CARDS_MAX]; /* that may come                                        */
    uint8_t cards;
};
void outlook_plan_make(const struct felt_known *known, struct outlook_plan *out);

/* A draw is to come for the own hand, or is being made. */
static inline bool outlook_drawing(const struct outlook_plan *plan)
{
    return plan->draw < plan->draws;
}

/* Cards that nobody has yet. */
struct outlook_pool {
    felt_card card[FELT_CARDS_MAX];
    int count, top;
    int reserve; /* so many stay for seats that have no cards yet                            */
};
static inline felt_card outlook_take(struct outlook_pool *pool, struct felt_rng *rng)
{
    int at = pool->top + (int)felt_rng_below(rng, (uint32_t)(pool->count - pool->top));
    felt_card card = pool->card[at];
    pool->card[at] = pool->card[pool->top];
    pool->card[pool->top++] = card;
    return card;
}

/* outlook_draw.c: the rule of thumb for `count` cards, with `more` draws to come behind this one.
 */
unsigned outlook_keep(const struct felt_showdown *showdown, const felt_card *cards, int count,
                      int more);
/* outlook_draw.c: new cards for what is not in `keep`.  When the pool gets short, old ones go back
 * into it. */
void outlook_replace(felt_card *cards, int count, unsigned keep, struct outlook_pool *pool,
                     struct felt_rng *rng);
/* outlook_draw.c: plays draws `from` .. plan->draws by the rule of thumb. */
void outlook_draw_on(const struct felt_known *known, const struct outlook_plan *plan, int from,
                     felt_card *cards, int count, struct outlook_pool *pool, struct felt_rng *rng);

/* outlook_draw.c: before a discard without new cards: the cards of the hand that a rule of thumb
 * would keep, in *out as if it had been made.  Else a copy. */
void outlook_reduce(const struct felt_known *known, struct felt_known *out);
/* outlook_draw.c: before such a discard: the share of the best choice. */
struct felt_outlook outlook_sample_thrown(const struct felt_known *known,
                                          const struct outlook_plan *plan, uint32_t samples,
                                          const struct felt_budget *budget, struct felt_rng *rng);

/* One deal of everything that is not known but the own cards. */
struct outlook_deal {
    felt_card board[FELT_BOARD_MAX];
    felt_card hand[FELT_SEATS_MAX][FELT_HOLE_MAX]; /* of opponents, at the showdown        */
    felt_value best[2];                            /* of theirs                            */
    uint8_t tied[2];                               /* how many of them have it             */
};
/* outlook.c: opponents and board; what they have is compared.  The pool keeps the rest. */
void outlook_deal_others(const struct felt_known *known, const struct outlook_plan *plan,
                         struct outlook_pool *pool, struct felt_rng *rng,
                         struct outlook_deal *deal);
/* outlook.c: the share of the pot that own values win. */
double outlook_share(const struct felt_showdown *showdown, const felt_value mine[2],
                     const struct outlook_deal *deal);

static inline bool outlook_time_left(const struct felt_budget *budget)
{
    return budget == 0 || budget->time_left == 0 || budget->time_left(budget->self);
}

#endif
