/* equity.h -- what share of the pot each hand wins when all cards come.
 *
 * A question names the game (a row of showdown.h), what is known of each player's cards, the board
 * and the dead cards.  The answer counts match-ups: one match-up is one deal of everything unknown.
 * Equity is share of the pot: ties split, hi-lo games split in halves, a half nobody has goes to
 * the other, and so on into quarters.
 *
 * Two methods:
 *   exact   every match-up; counts are integers and the same on every machine.
 *   sample  Monte Carlo with the standard error of each equity; stops when every standard error is
 * at most `error_max`, or after `samples_max`. felt_equity_ask() chooses: exact up to `exact_max`
 * match-ups (counted after match-ups that differ only by a change of suits are merged), else
 * sample.  The answer says which it was.
 *
 * Nothing is allocated: the caller brings a struct felt_equity_work (about half a megabyte). */
#ifndef FELT_EQUITY_H
#define FELT_EQUITY_H

#include "felt/range.h"
#include "felt/showdown.h"

FELT_BEGIN

enum { FELT_EQUITY_PLAYERS_MAX = 10, FELT_EQUITY_SHARE = 5040 };

/* What is known of a player's cards. */
struct felt_holding {
    bool is_range; /* hold'em: any combination of the range, each as likely           */
    struct felt_range range;
    uint8_t count; /* else: these cards, and game->hole - count more at random        */
    felt_card card[FELT_HOLE_MAX];
};

struct felt_equity_question {
    const struct felt_showdown *game;
    int players; /* 2 .. FELT_EQUITY_PLAYERS_MAX */
    struct felt_holding holding[FELT_EQUITY_PLAYERS_MAX];
    uint8_t board_count;
    felt_card board[FELT_BOARD_MAX];
    felt_cards dead;
};

enum felt_equity_method { FELT_EQUITY_CHOOSE, FELT_EQUITY_EXACT, FELT_EQUITY_SAMPLE };

struct felt_equity_options {
    enum felt_equity_method method;
    uint64_t exact_max; /* for FELT_EQUITY_CHOOSE: largest effort */
    uint64_t samples_max;
    double error_max; /* 0: never stop early                                               */
    struct felt_rng rng;
    /* Called now and then with the part that is done, 0 .. 1; returning false stops the work, and
     * the answer says `stopped`.  May be NULL. */
    bool (*progress)(void *self, double done);
    void *self;
};
/* Choose, 10^10, 20,000,000 samples, 0.0002, a fixed seed, no progress. */
FELT_API struct felt_equity_options felt_equity_defaults(void);

struct felt_equity_player {
    uint64_t wins;        /* match-ups in which this player takes the whole pot alone          */
    uint64_t ties;        /* match-ups in which the player gets a part of it                    */
    double equity;        /* 0 .. 1                                                            */
    double error;         /* standard error of `equity`; 0 if exact                            */
    double first, second; /* hi-lo: shares of the pot won with each half; they add up to equity */
};
struct felt_equity_answer {
    enum felt_equity_method method; /* EXACT or SAMPLE */
    bool stopped;                   /* progress() said so */
    uint64_t matchups;              /* counted or sampled */
    int players;
    struct felt_equity_player player[FELT_EQUITY_PLAYERS_MAX];
};

/* Scratch memory; contents do not matter before or after a call. */
struct felt_equity_work {
    uint64_t words[98304];
};

/* FELT_OK, or why there is no answer: FELT_WRONG_COUNT, FELT_DUPLICATE_CARD (a card in two places;
 * the complaint names it), FELT_BAD_CARD (not in this game's deck), FELT_IMPOSSIBLE (ranges that
 * can never be dealt together, more cards than the deck has).  complaint->at is the player's index
 * there. */
FELT_API FELT_MUST_USE enum felt_status
felt_equity_verify(const struct felt_equity_question *question, struct felt_complaint *complaint);

/* The number of match-ups an exact answer counts, UINT64_MAX if more than that (or too many to
 * count). The question must verify. */
FELT_API uint64_t felt_equity_matchups(const struct felt_equity_question *question);

/* How much work that is, in match-ups of hold'em after the flop.  Before the flop
 * hands that differ only by a change of suits are merged, up to 24 into one; a match-up of Omaha
 * counts for 8, one of other games for 64. */
FELT_API uint64_t felt_equity_effort(const struct felt_equity_question *question);

FELT_API FELT_MUST_USE enum felt_status felt_equity_ask(const struct felt_equity_question *question,
                                                        const struct felt_equity_options *options,
                                                        struct felt_equity_work *work,
                                                        struct felt_equity_answer *answer,
                                                        struct felt_complaint *complaint);

FELT_END

#endif
