/* kernels.h -- the functions that exist once for each kind of vector unit.  Private to cards/.
 *
 * kernels_avx2.c and kernels_portable.c compile the same text (kernels_body.h) over different
 * lanes; kernels.c picks one set when the first batch is asked for. */
#ifndef FELT_CARDS_KERNELS_H
#define FELT_CARDS_KERNELS_H

#include "felt/hand.h"

#include <stdbool.h>

/* How many of a list of boards (words of the cards to come) a hand wins and ties. */
struct duel {
    int64_t win, tie;
};

/* Boards of five: words of all triples and pairs of the cards that can come. */
struct board_lists {
    const felt_hand *triple, *pair;
    uint32_t triples, pairs;
    uint32_t uneven; /* 2^32 modulo their product */
};
/* Four streams of felt_rng side by side. */
struct board_rng {
    uint64_t state[2][4];
};
enum { BOARDS_DRAWN_MORE = 7 }; /* draw_boards() may write so many behind the last */

struct kernels {
    const char *name;
    void (*high5)(const felt_hand *hands, felt_strength *out, size_t count);
    void (*high6)(const felt_hand *hands, felt_strength *out, size_t count);
    void (*high7)(const felt_hand *hands, felt_strength *out, size_t count);
    void (*low27)(const felt_hand *hands, felt_strength *out, size_t count);
    void (*high5_ids)(const felt_card (*hands)[8], felt_strength *out, size_t count);
    void (*high7_ids)(const felt_card (*hands)[8], felt_strength *out, size_t count);
    uint64_t (*high7_sum_all)(void);

    /* Strengths of `hand` with each of the boards; seven cards together.  With `suits` false the
     * suit counters are ignored: no flush is seen. */
    void (*high7_on)(const felt_hand *boards, size_t count, felt_hand hand, bool suits,
                     felt_strength *out);
    /* Two hands on many boards.  `weight` counts each board several times; NULL: once each.
     * Weights are at most 1,024 and `count` at most 65,536. */
    struct duel (*duel)(const felt_hand *boards, const int16_t *weight, size_t count,
                        felt_hand mine, felt_hand theirs, bool suits);
    /* `count` random boards, all equally likely; the same ones on every machine. */
    void (*draw_boards)(const struct board_lists *lists, struct board_rng *rng, felt_hand *out,
                        size_t count);
};

extern const struct kernels kernels_avx2, kernels_portable;

/* The set this machine runs. */
const struct kernels *kernels_get(void);

#endif
