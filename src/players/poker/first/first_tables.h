/* first_tables.h -- the constant tables that first_gen.c writes at build time.  Private to
 * players/poker/first. */
#ifndef FELT_PLAYERS_POKER_FIRST_FIRST_TABLES_H
#define FELT_PLAYERS_POKER_FIRST_FIRST_TABLES_H

#include "felt/range.h"

enum {
    FIRST_KINDS = FELT_STARTING_KINDS,
    FIRST_BEHIND_MAX = 9, /* players behind the pusher                                    */
    FIRST_DEPTHS = 20,    /* stacks of 1, 1.5, ... 6, 7, ... 15 big blinds                */
    FIRST_HALVES = 10,    /* of them so many are half a big blind below the next          */
    FIRST_SHARE = 65536,  /* a whole pot                                                  */
    FIRST_ALWAYS = 255    /* a chance of 1                                                */
};

/* Who calls, by how many act after the caller: the ranges differ by the blind that was posted. */
enum first_caller { FIRST_BIG_BLIND, FIRST_SMALL_BLIND, FIRST_NO_BLIND, FIRST_CALLERS };

/* Share of the pot that the kind of the row wins from the kind of the column when all cards come;
 * the two shares of a pair of kinds add up to FIRST_SHARE. */
extern const uint16_t first_equity[FIRST_KINDS][FIRST_KINDS];

/* Chances in 1/FIRST_ALWAYS; the first index is the number of players behind the pusher less one.
 * Rows of callers that there are not (a small blind behind the small blind) are zero. */
extern const uint8_t first_push[FIRST_BEHIND_MAX][FIRST_DEPTHS][FIRST_KINDS];
extern const uint8_t first_call[FIRST_BEHIND_MAX][FIRST_DEPTHS][FIRST_CALLERS][FIRST_KINDS];

/* In big blinds. */
static inline double first_depth(int index)
{
    return index <= FIRST_HALVES ? 1 + 0.5 * index
                                 : 1 + 0.5 * FIRST_HALVES + (index - FIRST_HALVES);
}

/* As felt_starting_kind() numbers them. */
static inline int first_kind(felt_card a, felt_card b)
{
    int x = felt_card_rank(a), y = felt_card_rank(b);
    int high = x > y ? x : y, low = x > y ? y : x;
    return felt_card_suit(a) == felt_card_suit(b) ? FELT_RANKS * high + low
                                                  : FELT_RANKS * low + high;
}

static inline int first_combos(int kind)
{
    int first = kind / FELT_RANKS, second = kind % FELT_RANKS;
    return first == second ? 6 : first > second ? 4 : 12;
}

#endif
