/* rules.h -- rules of thumb of the player greedy, one for each phase.  Private to players/.
 *
 * Each looks at the own hand and at what lies open, and returns one of the moves of the spot. */
#ifndef FELT_PLAYERS_GENOME_RULES_H
#define FELT_PLAYERS_GENOME_RULES_H

#include "players/genome/parts.h"

/* rules.c: cards that go and come */
int felt_rule_draw(const struct genome_spot *spot);
int felt_rule_play(const struct genome_spot *spot);
int felt_rule_discard(const struct genome_spot *spot);
/* tricks.c: tricks, and what is said aloud */
int felt_rule_transfer(const struct genome_spot *spot);
int felt_rule_compare(const struct genome_spot *spot);
int felt_rule_trick(const struct genome_spot *spot);
int felt_rule_bid(const struct genome_spot *spot);
int felt_rule_claim(const struct genome_spot *spot);
int felt_rule_ask(const struct genome_spot *spot, struct felt_rng *rng);
/* How likely it is that who has just claimed had enough cards of the rank, with as many of the
 * cards that the seat does not see as it holds. */
double felt_rule_truth(const struct genome_spot *spot);

/* What it takes to win. */
static inline bool rule_wins_by(const struct genome_spot *spot, enum felt_win_type type)
{
    return spot->program->win_types >> type & 1;
}
/* Scores: 1 more is better, -1 fewer. */
static inline int rule_direction(const struct genome_spot *spot)
{
    return rule_wins_by(spot, FELT_WIN_LOW_SCORE) ? -1 : 1;
}
static inline felt_cards rule_suit(int suit)
{
    return UINT64_C(0x1111111111111) << suit;
}
/* Cards that are chosen one by one, lowest first: the next of a set, or that it is done. */
static inline int rule_next_of(const struct genome_spot *spot, felt_cards set)
{
    felt_cards next = spot->moves.items & set;
    if (next) return __builtin_ctzll(next);
    if (spot_has(spot, FELT_MOVE_DONE)) return FELT_MOVE_DONE;
    return felt_moves_pick(&spot->moves, 0);
}
/* Of some cards the `count` with the highest worth, which is worth[card]. */
felt_cards felt_rule_highest(felt_cards from, int count, const int worth[FELT_CARDS]);

#endif
