/* first_solve.h -- push or fold, solved: for the program that writes the tables, not for players.
 *
 * The first player to come in is all-in or folds; the players behind call or fold in turn.  Blinds
 * are a half and one, stacks are equal.  The .c says what is approximate with several callers. */
#ifndef FELT_PLAYERS_POKER_FIRST_FIRST_SOLVE_H
#define FELT_PLAYERS_POKER_FIRST_FIRST_SOLVE_H

#include "players/poker/first/first_tables.h"

/* What two kinds do to each other, for every way to deal both. */
struct first_meetings {
    double pairs[FIRST_KINDS][FIRST_KINDS]; /* ways to deal both: the cards differ            */
    double lost[FIRST_KINDS][FIRST_KINDS];  /* pairs * share that the column wins of the row  */
};
/* Fills `pairs`, then `lost`. */
void first_meetings_count(struct first_meetings *out);
void first_meetings_weigh(struct first_meetings *meetings,
                          const uint16_t equity[FIRST_KINDS][FIRST_KINDS]);
/* Ways to deal a kind and any other hand: there are 1,225 of 50 cards. */
static inline double first_pairs_all(int kind)
{
    return first_combos(kind) * 1225.0;
}

struct first_game {
    double depth; /* of every stack, blinds included, in big blinds                           */
    int behind;   /* players behind the pusher; with one of them the pusher is the small blind */
};

/* Chances in 1/FIRST_ALWAYS. */
struct first_plan {
    uint8_t push[FIRST_KINDS], call[FIRST_CALLERS][FIRST_KINDS];
};

/* A plan against which not more than `goal` is to be gained, if one is found in time.  Returns what
 * is to be gained against it: by the pusher and by one player of each other sort, each alone, added
 * up, in big blinds for each hand. */
double first_solve(const struct first_meetings *meetings, struct first_game game, double goal,
                   struct first_plan *out);

#endif
