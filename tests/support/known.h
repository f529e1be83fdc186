/* known.h -- what a seat knows, from short texts.  Include it behind cmocka.h. */
#ifndef FELT_TESTS_KNOWN_H
#define FELT_TESTS_KNOWN_H

#include "felt/outlook.h"
#include "support.h"

/* The hand at its first moment with so many cards, against so many opponents. */
static inline struct felt_known known_of(const char *variant, const char *hole, const char *board,
                                         int opponents)
{
    felt_card own[FELT_HOLE_MAX], open[FELT_BOARD_MAX];
    struct felt_known known = {0};
    int holes = cards_parse(hole, own, FELT_HOLE_MAX);
    int boards = cards_parse(board, open, FELT_BOARD_MAX);
    enum felt_status status =
        felt_known_of(felt_variant_find(variant), own, holes, open, boards, opponents, &known);
    if (status != FELT_OK) fail_msg("%s %s / %s: status %d", variant, hole, board, status);
    return known;
}

#endif
