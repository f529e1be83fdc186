/* outlook.h -- what the files of outlook share: the steps to come, and cards drawn at random.
 *
 *     outlook.c        many deals, and the public functions
 *     outlook_known.c  what a seat knows, and what is yet to come
 *     outlook_deal.c   one deal, from what is known to the showdown
 *     outlook_draw.c   the rule of thumb: what to keep
 *     outlook_trial.c  discards: every choice on the same deals
 *     outlook_outs.c   cards that help */
#ifndef FELT_PLAYERS_POKER_OUTLOOK_H
#define FELT_PLAYERS_POKER_OUTLOOK_H

#include "felt/assert.h"
#include "felt/outlook.h"

enum {
    OUTLOOK_BLOCK = 64,   /* deals between two looks at the clock            */
    OUTLOOK_BY_RULE = -1, /* what to keep: as the rule of thumb says         */
    OUTLOOK_PAST_HANDS = 64
};

/* What the variant has yet to do, from known->step on. */
struct outlook_plan {
    uint8_t holes_end;    /* cards of each seat at the showdown                              */
    uint8_t holes_full;   /* before a discard without new cards; else the same               */
    uint8_t boards_throw; /* cards of the board at that discard                              */
    uint8_t boards_end;   /* a last card that all share is one of the board                  */
    uint8_t draws;        /* DISCARD steps of the variant                                    */
    uint8_t draw;         /* those that are done                                             */
    bool replaces;        /* they bring new cards                                            */
    bool ample;           /* cards will not run out: draws of the others may be played first */
    uint8_t up;           /* bit i: card i of each seat lies up                              */
    uint8_t need; /* cards of a deal before draws                                            */
    uint8_t cards;
    felt_card card[FELT_CARDS_MAX]; /* that may come                                         */
};
void outlook_plan_make(const struct felt_known *known, struct outlook_plan *out);

/* A draw is to come for the own hand, or is being made. */
static inline bool outlook_drawing(const struct outlook_plan *plan)
{
    return plan->draw < plan->draws;
}

/* ---- cards ---------------------------------------------------------------------------------- */

/* Cards that nobody has yet, and cards that were thrown away. */
struct outlook_pool {
    felt_card card[FELT_CARDS_MAX], thrown[FELT_CARDS_MAX];
    int count, top, throws;
    int mixed; /* so many at the front are in random order already                          */
};
static inline felt_card outlook_take(struct outlook_pool *pool, struct felt_rng *rng)
{
    if (pool->top < pool->mixed) return pool->card[pool->top++];
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
/* outlook_draw.c: new cards for what is not in `keep`.  When there are none left, those that were
 * thrown away go back into play. */
void outlook_replace(felt_card *cards, int count, unsigned keep, struct outlook_pool *pool,
                     struct felt_rng *rng);
/* outlook_draw.c: which `keep` of `count` cards stay in a discard without new cards. */
unsigned outlook_keep_best(const struct felt_showdown *showdown, const felt_card *cards, int count,
                           int keep, const felt_card *board, int boards);
/* outlook_draw.c: before such a discard: the hand as if it had been made.  Else a copy. */
void outlook_reduce(const struct felt_known *known, struct felt_known *out);

/* ---- deals: outlook_deal.c ------------------------------------------------------------------ */

/* Hands of opponents whose draws were as many cards as the rule of thumb would have drawn. */
struct outlook_past {
    int8_t of[FELT_SEATS_MAX]; /* by opponent: row of hand[]; -1: anything                   */
    uint8_t hands[FELT_SEATS_MAX];
    felt_card hand[FELT_SEATS_MAX][OUTLOOK_PAST_HANDS][5];
    felt_cards set[FELT_SEATS_MAX][OUTLOOK_PAST_HANDS];
};
/* At most `want` hands of each. */
void outlook_past_make(const struct felt_known *known, const struct outlook_plan *plan, int want,
                       struct felt_rng *rng, struct outlook_past *out);

struct outlook_deal {
    struct felt_showdown showdown; /* with what is wild in the end                           */
    felt_card board[FELT_BOARD_MAX];
    felt_card hand[FELT_SEATS_MAX][FELT_HOLE_MAX]; /* of opponents                           */
    felt_card mine[FELT_HOLE_MAX];
    int mines;
    struct outlook_pool pool;
    bool settled;       /* the others have drawn, and are compared:                          */
    felt_value best[2]; /* of theirs                                                         */
    uint8_t tied[2];    /* how many of them have it                                          */
};
/* The board to the end, and all hands as they are before the draws to come. */
void outlook_deal_begin(const struct felt_known *known, const struct outlook_plan *plan,
                        const struct outlook_past *past, struct felt_rng *rng,
                        struct outlook_deal *deal);
/* The others draw first, where cards are ample.  Saves work if several choices follow. */
void outlook_deal_settle(const struct felt_known *known, const struct outlook_plan *plan,
                         struct felt_rng *rng, struct outlook_deal *deal);
/* Plays the deal to its end, with `keep` (or OUTLOOK_BY_RULE) in the own draw or discard that is
 * next, and returns the own share.  *deal is used up. */
double outlook_deal_share(const struct felt_known *known, const struct outlook_plan *plan, int keep,
                          struct felt_rng *rng, struct outlook_deal *deal);

/* The same, and what everybody has in the end: both halves, by opponent. */
void outlook_deal_values(const struct felt_known *known, const struct outlook_plan *plan,
                         struct felt_rng *rng, struct outlook_deal *deal,
                         felt_value theirs[2][FELT_SEATS_MAX], felt_value mine[2]);

static inline bool outlook_time_left(const struct felt_budget *budget)
{
    return budget == 0 || budget->time_left == 0 || budget->time_left(budget->self);
}

#endif
