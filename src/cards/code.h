/* code.h -- how a felt_value is put together, for the evaluators, the table generator and value.c.
 *
 * Top four bits: the place of the category in its family.  Low twelve bits: the place of the hand
 * in its category, from the rank masks (bit 0 = deuce, bit 12 = ace) that tell hands of it apart:
 *
 *     high card    place of the mask of up to five ranks            0 .. 2379
 *     pair         rank * 299 + place of up to three kickers        0 .. 3886   (twelve ranks are
 * left) two pair     place of the two ranks * 14 + kicker             0 .. 1091 trips        rank *
 * 92 + place of up to two kickers           0 .. 1195 straight     top rank                   flush
 * as high card full house   rank of the trips * 13 + rank of the pair quads        rank * 14 +
 * kicker         straight flush, five of a kind   (top) rank
 *
 * The place of a mask among all masks of at most k bits, in numeric order, is its ordinal.  Masks
 * with fewer bits belong to partial hands: a missing card is below any card, as 0 is below any bit.
 *
 * The low families are the same numbers upside down: FELT_CODE_LOW_TOP minus the code of the hand
 * read as a high hand (without straights and flushes, ace as the lowest rank, in A-5).
 *
 * Inline, because the table generator needs them too. */
#ifndef FELT_CARDS_CODE_H
#define FELT_CARDS_CODE_H

#include "felt/value.h"

/* Category codes of FELT_HIGH.  FELT_HIGH_SHORT swaps flush and full house. */
enum {
    CODE_HIGH_CARD,
    CODE_PAIR,
    CODE_TWO_PAIR,
    CODE_TRIPS,
    CODE_STRAIGHT,
    CODE_FLUSH,
    CODE_FULL_HOUSE,
    CODE_QUADS,
    CODE_STRAIGHT_FLUSH,
    CODE_FIVE_OF_A_KIND,

    /* FELT_HIGH_THREE: straights beat flushes, trips beat both. */
    CODE_THREE_FLUSH = 2,
    CODE_THREE_STRAIGHT,
    CODE_THREE_TRIPS,
    CODE_THREE_STRAIGHT_FLUSH,

    CODE_LOW_TOP = 0x9fff,   /* lows: this minus the high code; never 0            */
    CODE_RANKS = 0x1fff,     /* all 13 ranks                                       */
    CODE_WHEEL = 0x100f,     /* A-2-3-4-5                                          */
    CODE_PAIR_KICKERS = 299, /* masks of at most three of twelve ranks             */
    CODE_TRIPS_KICKERS = 92, /* masks of at most two of thirteen ranks             */
    CODE_ONE_KICKER = 14     /* no kicker, or one of thirteen                      */
};

static inline felt_value code_make(unsigned category, unsigned place)
{
    return (felt_value)(category << 12 | place);
}

static inline int code_top_rank(unsigned mask)
{
    return 31 - __builtin_clz(mask);
}

/* How many sets of at most `size` (0 .. 5) of `count` (0 .. 13) things there are. */
static inline unsigned code_sets(int count, int size)
{
    static const uint16_t sets[14][6] = {
        {1, 1, 1, 1, 1, 1},          {1, 2, 2, 2, 2, 2},          {1, 3, 4, 4, 4, 4},
        {1, 4, 7, 8, 8, 8},          {1, 5, 11, 15, 16, 16},      {1, 6, 16, 26, 31, 32},
        {1, 7, 22, 42, 57, 63},      {1, 8, 29, 64, 99, 120},     {1, 9, 37, 93, 163, 219},
        {1, 10, 46, 130, 256, 382},  {1, 11, 56, 176, 386, 638},  {1, 12, 67, 232, 562, 1024},
        {1, 13, 79, 299, 794, 1586}, {1, 14, 92, 378, 1093, 2380}};
    return sets[count][size];
}

/* Place of a mask of at most `size` bits among all such masks, and back. */
static inline unsigned code_ordinal(unsigned mask, int size)
{
    unsigned ordinal = 0;
    for (; mask; size--) {
        int bit = code_top_rank(mask);
        ordinal += code_sets(bit, size);
        mask ^= 1u << bit;
    }
    return ordinal;
}
static inline unsigned code_from_ordinal(unsigned ordinal, int size)
{
    unsigned mask = 0;
    for (int bit = 12; bit >= 0 && size > 0; bit--) {
        unsigned below = code_sets(bit, size);
        if (ordinal < below) continue;
        ordinal -= below;
        mask |= 1u << bit;
        size--;
    }
    return mask;
}

/* Takes the bit of `rank`, which is not set, out of a mask: thirteen ranks become twelve. */
static inline unsigned code_squeeze(unsigned mask, int rank)
{
    unsigned below = (1u << rank) - 1;
    return (mask & below) | (mask >> 1 & ~below);
}
static inline unsigned code_unsqueeze(unsigned mask, int rank)
{
    unsigned below = (1u << rank) - 1;
    return (mask & below) | (mask & ~below) << 1;
}

static inline felt_value code_high_card(unsigned ranks)
{
    return code_make(CODE_HIGH_CARD, code_ordinal(ranks, 5));
}
static inline felt_value code_flush(unsigned ranks)
{
    return code_make(CODE_FLUSH, code_ordinal(ranks, 5));
}
static inline felt_value code_pair(int rank, unsigned kickers)
{
    return code_make(CODE_PAIR, (unsigned)rank * CODE_PAIR_KICKERS +
                                    code_ordinal(code_squeeze(kickers, rank), 3));
}
/* `kicker` is a mask of one bit, or 0. */
static inline unsigned code_one_kicker(unsigned kicker)
{
    return kicker ? (unsigned)code_top_rank(kicker) + 1 : 0;
}
static inline felt_value code_two_pair(unsigned pairs, unsigned kicker)
{
    int high = code_top_rank(pairs), low = __builtin_ctz(pairs);
    unsigned place = (unsigned)(high * (high - 1) / 2 + low);
    return code_make(CODE_TWO_PAIR, place * CODE_ONE_KICKER + code_one_kicker(kicker));
}
static inline felt_value code_trips(int rank, unsigned kickers)
{
    return code_make(CODE_TRIPS, (unsigned)rank * CODE_TRIPS_KICKERS + code_ordinal(kickers, 2));
}
static inline felt_value code_full_house(int trips, int pair)
{
    return code_make(CODE_FULL_HOUSE, (unsigned)(trips * 13 + pair));
}
static inline felt_value code_quads(int rank, unsigned kicker)
{
    return code_make(CODE_QUADS, (unsigned)rank * CODE_ONE_KICKER + code_one_kicker(kicker));
}

/* Straight, straight flush, five of a kind. */
static inline felt_value code_top(unsigned category, int rank)
{
    return code_make(category, (unsigned)rank);
}

/* The `keep` highest bits. */
static inline unsigned code_highest(unsigned mask, int keep)
{
    for (int drop = __builtin_popcount(mask) - keep; drop > 0; drop--) mask &= mask - 1;
    return mask;
}
static inline unsigned code_lowest(unsigned mask, int keep)
{
    unsigned kept = 0;
    for (; mask && keep > 0; keep--) {
        kept |= mask & -mask;
        mask &= mask - 1;
    }
    return kept;
}

/* Ranks held at least once, twice, three and four times. */
struct code_counts {
    unsigned one, two, three, four;
};
static inline struct code_counts code_count(const unsigned suit[4])
{
    unsigned a = suit[0] | suit[1], b = suit[2] | suit[3];
    unsigned aa = suit[0] & suit[1], bb = suit[2] & suit[3];
    return (struct code_counts){a | b, aa | bb | (a & b), (aa & b) | (bb & a), aa & bb};
}

/* The best five (or all, if fewer) by pairs alone: no straights, no flushes. */
static inline felt_value code_pairs(struct code_counts held)
{
    if (held.four) {
        unsigned quads = code_highest(held.four, 1);
        return code_quads(code_top_rank(quads), code_highest(held.one & ~quads, 1));
    }
    if (held.three) {
        unsigned trips = code_highest(held.three, 1), pair = held.two & ~trips;
        if (pair) return code_full_house(code_top_rank(trips), code_top_rank(pair));
        return code_trips(code_top_rank(trips), code_highest(held.one & ~trips, 2));
    }
    unsigned pairs = code_highest(held.two, 2);
    if (pairs & (pairs - 1)) return code_two_pair(pairs, code_highest(held.one & ~pairs, 1));
    if (pairs) return code_pair(code_top_rank(pairs), code_highest(held.one & ~pairs, 3));
    return code_high_card(code_highest(held.one, 5));
}

/* Top rank of the highest straight in a mask, or -1; A-2-3-4-5 has the five as its top. */
static inline int code_straight(unsigned ranks)
{
    unsigned line = ranks << 1 | (ranks >> 12 & 1); /* the ace stands at both ends */
    unsigned runs = line & line >> 1 & line >> 2 & line >> 3 & line >> 4;
    return runs ? code_top_rank(runs) + 3 : -1;
}

#endif
