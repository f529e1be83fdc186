/* play_genome.h -- felt play GENOME: a person at a table of a game that is given as data. */
#ifndef FELT_TERMINAL_LOCAL_PLAY_GENOME_H
#define FELT_TERMINAL_LOCAL_PLAY_GENOME_H

#include "command/args.h"

/* Does a word name a genome?  It does if it is a file, ends in .json, or is a known game, unless it
 * is a name of felt variants. */
bool felt_play_genome_named(const char *word);

struct felt_play_genome {
    const char *name;  /* of the genome                                                      */
    int with, players; /* which options: who else plays, how many sit there                  */
    uint64_t seed;
    bool rate;      /* asks how it was, also who is no person; else a person of a game of an
                       archive is asked                                                   */
    bool no_rating; /* asks nobody                                                       */
};

/* Plays one game; returns the exit code. */
int felt_play_genome(const struct felt_args *args, const struct felt_play_genome *play);

#endif
