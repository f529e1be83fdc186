/* collusion.h -- pairs of players who meet at a table: where chips went between the two, and
 * whether they play against each other as they play against others.
 *
 * Counted is what one does to the other (`from`, `to`), hand by hand; judged are sums over many
 * hands.  It has no opinion of who is guilty: a score says how far a pair is from what chance and
 * the two players' own habits explain, in words of normal deviations.  docs/ROOM.md 14 has the
 * definitions and what was measured.
 *
 *   M1  of a hand, gave_mbb is above 0 in one direction at most.
 *   M2  all are sums over hands: adding them in any order gives the same. */
#ifndef FELT_MATCH_COLLUSION_H
#define FELT_MATCH_COLLUSION_H

#include "match/walk.h"

struct felt_collusion {
    int64_t hands;     /* both were dealt in                                                   */
    int64_t gave_mbb;  /* thousandths of big blinds that went from one to the other, net       */
    int64_t gave_sq;   /* sum of squares, in big blinds: of hands in which chips went either way */
    int64_t gave_up;   /* folds to a small raise of his after raising oneself, with much in     */
    int64_t duels;     /* chances to bet against him alone after the first round              */
    int64_t duel_bets; /* of these: he did                                                     */
};
enum { FELT_COLLUSION_FIELDS = sizeof(struct felt_collusion) / sizeof(int64_t) };

/* What a hand shows of a pair, for whoever looks at it again. */
enum felt_clue {
    FELT_CLUE_GAVE = 1,
    FELT_CLUE_GAVE_UP = 2,
    FELT_CLUE_CHECKED = 4,
    /* his stack went to the other (dump.h): he folded, or most of it was a call or a bet of his */
    FELT_CLUE_DUMP_FOLD = 8,
    FELT_CLUE_DUMP_CALL = 16,
    FELT_CLUE_DUMP_BET = 32
};

struct felt_collusion_hand {
    struct felt_collusion of[FELT_SEATS_MAX][FELT_SEATS_MAX]; /* [from][to]                       */
    uint8_t clue[FELT_SEATS_MAX][FELT_SEATS_MAX];
};
void felt_collusion_hand(const struct felt_told_hand *hand, struct felt_collusion_hand *out);
void felt_collusion_add(struct felt_collusion *sum, const struct felt_collusion *more);

/* Sums of a pair and of what each of the two did with everybody else. */
struct felt_pair {
    struct felt_collusion there, back;           /* first to second, second to first            */
    struct felt_collusion first_out, first_in;   /* first to others, others to first            */
    struct felt_collusion second_out, second_in; /* second to others, others to second          */
};
enum { FELT_PAIR_HANDS_MIN = 30 }; /* fewer say nothing                                         */
#define FELT_PAIR_SUSPECT 25.0     /* a score from which on a pair should be looked at          */

struct felt_suspicion {
    double score;     /* sum of squares of the deviations below that are above 0                  */
    double chips;     /* more chips went to the other than to those who play as well as he        */
    double give_up;   /* folded to him more often, for little, after putting in much              */
    double soft;      /* both bet less often against each other than against others               */
    bool first_gives; /* of chips, give_up and dump: the first to the second                    */
    uint8_t dump;     /* points of single hands (dump.h): not of felt_pair_judge()              */
};
void felt_pair_judge(const struct felt_pair *pair, struct felt_suspicion *out);
/* By many hands or by single ones. */
bool felt_pair_is_suspect(const struct felt_suspicion *suspicion);

#endif
