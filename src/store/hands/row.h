/* row.h -- a hand in the list of a user's own hands: what the hand store keeps beside
 * the hand itself, and what a client is told of it. */
#ifndef FELT_STORE_HANDS_ROW_H
#define FELT_STORE_HANDS_ROW_H

#include "felt/chips.h"

#include <stdint.h>

enum {
    FELT_HAND_STORE_ROW_ID = 32, /* "H-2025-10-17-00123" */
    FELT_HAND_STORE_ROW_TABLE = 32,
    FELT_HAND_STORE_ROW_VARIANT = 31,
    FELT_HAND_STORE_ROWS_MAX = 100 /* asked for at a time */
};

struct felt_hand_store_row {
    char hand_id[FELT_HAND_STORE_ROW_ID + 1], table[FELT_HAND_STORE_ROW_TABLE + 1];
    char variant[FELT_HAND_STORE_ROW_VARIANT + 1];
    int64_t at_ms; /* since 1970                                                                */
    felt_chips won;
};

#endif
