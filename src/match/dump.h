/* dump.h -- a single hand in which the stack of one player goes to one other and makes no sense.
 *
 * A pair needs many hands to stand out (collusion.h); chips can be handed over in one.  Looked at
 * is a hand in which somebody loses at least DUMP_BB big blinds and two thirds of his stack, three
 * quarters of them to one other.  It makes no sense if he folds behind four fifths of it, or if
 * most of it goes in with a holding that loses to most others.  Bets of that kind are also bluffs,
 * so they say less than calls.  Cards are judged in games with a board and hidden cards only;
 * elsewhere only folds are seen.  docs/ROOM.md 14 has the points and what was measured.
 *
 * Who the two are is added by points: together they say whether an operator should look. */
#ifndef FELT_MATCH_DUMP_H
#define FELT_MATCH_DUMP_H

#include "match/collusion.h"

/* A bit of enum felt_clue for what `from` did, 0: nothing of that kind.  `flow_mbb` went from him
 * to the other. */
uint8_t felt_dump_find(const struct felt_told_hand *hand, felt_seat from, int64_t flow_mbb);

/* Hands of that kind between two, in one direction, and who the two are. */
struct felt_dumps {
    uint8_t clues; /* bits of all of them                                                       */
    uint32_t hands;
    int64_t together;   /* hands of the two                                                       */
    int64_t others;     /* hands of the giver and each of all others, added up                   */
    uint32_t elsewhere; /* such hands of the giver and all others                              */
    bool same_address;
};
enum { FELT_DUMP_TELL = 3, FELT_DUMP_SUSPECT = 4 }; /* points from which on it is told, marked    */
/* 0: there is no such hand, or he gives as much to others. */
int felt_dump_points(const struct felt_dumps *dumps);

#endif
