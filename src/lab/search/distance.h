/* distance.h -- how different two games are: by their phases, and by how they play.
 *
 * Half of it is the alignment of the lists of phases (what has to be inserted, removed or changed,
 * by type, and a part of that for genes that differ, with deck, evaluation and win conditions as
 * further items), half the difference of behaviour (metrics and facts).
 *
 *   E1  0 <= distance <= 1; of a game to itself 0; the same in both directions. */
#ifndef FELT_LAB_SEARCH_DISTANCE_H
#define FELT_LAB_SEARCH_DISTANCE_H

#include "lab/search/measure.h"

/* How far apart the rules are, 0 .. 1. */
double felt_distance_rules(const struct felt_genome *a, const struct felt_genome *b);
/* How differently they play, 0 .. 1. */
double felt_distance_play(const struct felt_measures *a, const struct felt_measures *b);

struct felt_described {
    const struct felt_genome *genome;
    const struct felt_measures *measures;
};
double felt_distance(const struct felt_described *a, const struct felt_described *b);
/* To the nearest of them; 1 if there are none.  *nearest, which may be NULL, is its index. */
double felt_distance_nearest(const struct felt_described *game, const struct felt_described *others,
                             int count, int *nearest);

/* A genre, so that one cannot flood an archive. */
enum felt_genre {
    FELT_GENRE_SHED, /* who gets rid of cards wins                                          */
    FELT_GENRE_TRICK,
    FELT_GENRE_CAPTURE, /* fishing, comparing, collecting                                      */
    FELT_GENRE_POKER,   /* bets on the better hand                                             */
    FELT_GENRE_BLUFF,   /* claims                                                              */
    FELT_GENRE_OTHER,   /* melds, asking, points                                               */
    FELT_GENRES
};
enum felt_genre felt_genre_of(const struct felt_genome *genome);
const char *felt_genre_name(enum felt_genre family);

#endif
