/* genome_adapter.h -- a genome as tables want it (server/table/game_adapter.h).
 *
 * A table has table seats, of which any may be empty; a genome is compiled for a number of seats
 * that lie side by side.  The game that the adapter offers plays the genome with as many seats as
 * are dealt in, and calls them by their table seats: the first dealt table seat is the genome's
 * seat 0, and so on.
 *
 *   Y1  seats of options, events, views and payoffs are table seats; everything else is as the
 *       genome's own game has it (felt_genome_game), also the order of moves.
 *   Y2  the seats of a view say which table seat is which: no more is needed to go back.
 *
 * What a hand of the table is:
 *
 *   without chips of its own (starting_chips 0) a whole game: each table seat puts up the unit, as
 *   far
 * as all of them have it, and the winners share; with chips one hand of it, with the chips that lie
 * before the table seats.
 *
 *   for the score (a unit of 0) it is a whole game in either case, with the chips that the genome
 * hands out, or a marker that each table seat puts up.  Those are counted by the game alone:
 * nothing of what lies before the table seats moves. */
#ifndef FELT_SERVER_TABLE_GENOME_ADAPTER_H
#define FELT_SERVER_TABLE_GENOME_ADAPTER_H

#include "felt/genome_play.h"
#include "server/table/game_adapter.h"

/* More than this of a stack is not in play: genomes count in 32 bits. */
enum { FELT_GENOME_STACK_MAX = 300000000 };

struct felt_genome_adapter_rules {
    uint8_t seats_min, seats_max;
    bool for_score; /* chips of the table stay where they are                                  */
    struct felt_genome_program program[FELT_GENOME_SEATS_MAX + 1]; /* by number of seats      */
};

struct felt_genome_adapter {
    struct felt_game_adapter adapter; /* first: an adapter that is passed around is this one */
    struct felt_genome_adapter_rules rules;
    char variant[FELT_GENOME_NAME_BYTES]; /* the genome's name                                */
};

/* The genome is in order.  `unit`: what is put up for a game; one with chips has its own, the
 * smallest bet or ante.  0: for the score.  *out stays where it is. */
void felt_genome_adapter_make(struct felt_genome_adapter *out, const struct felt_genome *genome,
                              felt_chips unit);

/* Rules: struct felt_genome_adapter_rules. */
extern const struct felt_game felt_genome_table;

#endif
