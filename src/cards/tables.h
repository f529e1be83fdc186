/* tables.h -- the constant tables that tables_gen.c writes at build time.  Private to cards/. */
#ifndef FELT_CARDS_TABLES_H
#define FELT_CARDS_TABLES_H

#include <stdint.h>

enum {
    TABLES_KEY_BITS = 25,       /* sums of rank keys are taken modulo 2^25                */
    TABLES_ROWS = 1 << 13,      /* their low bits choose the row, the others the place    */
    TABLES_BOARDS = 6175,       /* multisets of five ranks                                */
    TABLES_PAIRS = 96,          /* 91 pairs of hole ranks, padded to whole cache lines    */
    TABLES_BOARD_LOW = 1 << 14, /* sums of board keys, ranks 2-8                          */
    TABLES_BOARD_HIGH = 1 << 13 /* ... and 9-A                                            */
};

/* value = tables_value[2 * tables_offset[sum % TABLES_ROWS] + sum / TABLES_ROWS] for the sum of the
 * rank keys of 0 .. 7 cards. */
extern const uint16_t tables_value[];
extern const uint16_t tables_offset[TABLES_ROWS];
/* Value of a flush or straight flush for the mask of its suit, 0 below five cards. */
extern const uint16_t tables_flush[8192];
/* Value of a badugi for the mask of its ranks; and which of four cards in order of rank make the
 * best one, for a mask of the pairs that share a rank or suit. */
extern const uint16_t tables_badugi[8192];
extern const uint8_t tables_badugi_places[64];

/* Best value for a board and two hole ranks, whose number is tables_pair[x][y]. */
extern const uint16_t tables_omaha[TABLES_BOARDS * TABLES_PAIRS];
extern const uint8_t tables_pair[13][16];
extern const uint16_t tables_board_low[TABLES_BOARD_LOW];
extern const uint16_t tables_board_high[TABLES_BOARD_HIGH];
/* Best eight-or-better low as its mask of ranks (ace is bit 0), or 0: [board ranks][hole ranks]. */
extern const uint8_t tables_omaha_low[256][256];

/* Low half of key: sums for ranks 2-8 in bits 0-15, for 9-A in bits 16-31; above: suit counters. */
struct tables_board_card {
    uint64_t key, ranks;
};
extern const struct tables_board_card tables_board_card[52];

#endif
