/* omaha.c -- exactly two hole cards and three board cards.
 *
 * Flushes aside only ranks matter, and there are just 6,175 boards of ranks: a row for each holds
 * the best value for every pair of hole ranks (tables_gen.c), so four, five or six hole cards cost
 * six, ten or fifteen loads from one row of three cache lines.  A flush needs three of a suit on
 * the board and two in the hand, which one AND of biased suit counters tells; one deal in fourteen
 * has it.
 *
 * Lows: a table by the low ranks of the board and of the hand. */
#include "felt/eval.h"
#include "felt/assert.h"

#include "cards/code.h"
#include "cards/high.h"
#include "cards/tables.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

struct sum {
    uint64_t key, ranks;
};

ALWAYS_INLINE struct sum add_cards(const felt_card *cards, int count)
{
    struct sum sum = {0, 0};
    for (int i = 0; i < count; i++) {
        sum.key += tables_board_card[cards[i]].key;
        sum.ranks += tables_board_card[cards[i]].ranks;
    }
    return sum;
}

ALWAYS_INLINE const felt_value *find_row(uint64_t key)
{
    unsigned board =
        (unsigned)tables_board_low[key & 0xffff] + (unsigned)tables_board_high[key >> 16 & 0xffff];
    return tables_omaha + (size_t)board * TABLES_PAIRS;
}

ALWAYS_INLINE felt_value larger(felt_value a, felt_value b)
{
    return a > b ? a : b;
}

/* Best flush of two ranks of `hole` and three of `board`, both of one suit. */
static __attribute__((noinline)) felt_value best_flush(unsigned board, unsigned hole)
{
    felt_value best = 0;
    if (__builtin_popcount(board) == 3 && __builtin_popcount(hole) == 2)
        return tables_flush[board | hole];
    for (unsigned x = hole; x; x &= x - 1)
        for (unsigned y = x & (x - 1); y; y &= y - 1)
            for (unsigned i = board; i; i &= i - 1)
                for (unsigned j = i & (i - 1); j; j &= j - 1)
                    for (unsigned k = j & (j - 1); k; k &= k - 1) {
                        unsigned five = (x & -x) | (y & -y) | (i & -i) | (j & -j) | (k & -k);
                        best = larger(best, tables_flush[five]);
                    }
    return best;
}

ALWAYS_INLINE felt_value high_on(const felt_value *row, uint64_t board_key, uint64_t board_ranks,
                                 const felt_card *hole, int holes)
{
    felt_value best = 0;
    for (int i = 0; i < holes; i++)
        for (int j = i + 1; j < holes; j++)
            best = larger(best, row[tables_pair[hole[i] >> 2][hole[j] >> 2]]);
    struct sum mine = add_cards(hole, holes);
    /* Counters of four bits: three on the board plus 5, two in the hand plus 6, reach bit 3. */
    unsigned flush =
        ((unsigned)(board_key >> 32) + 0x5555u) & ((unsigned)(mine.key >> 32) + 0x6666u) & 0x8888u;
    if (__builtin_expect(flush, 0)) {
        int lane = __builtin_ctz(flush) / 4 * 16;
        best = larger(best, best_flush((unsigned)(board_ranks >> lane) & 0x1fff,
                                       (unsigned)(mine.ranks >> lane) & 0x1fff));
    }
    return best;
}

/* Ranks ace (bit 0) to eight of any suit. */
static unsigned low_ranks(uint64_t ranks)
{
    unsigned any = (unsigned)(ranks | ranks >> 16 | ranks >> 32 | ranks >> 48) & 0x1fff;
    return (any << 1 | any >> 12) & 0xff;
}

struct felt_omaha_board felt_omaha_board_make(const felt_card board[5])
{
    struct sum sum = add_cards(board, 5);
    return (struct felt_omaha_board){find_row(sum.key), sum.key, sum.ranks,
                                     (uint8_t)low_ranks(sum.ranks)};
}

felt_value felt_omaha_high(const struct felt_omaha_board *board, const felt_card *hole, int holes)
{
    felt_assert(holes >= 2 && holes <= 6);
    if (holes == 4) return high_on(board->row, board->key, board->ranks, hole, 4);
    return high_on(board->row, board->key, board->ranks, hole, holes);
}

felt_value felt_omaha_low(const struct felt_omaha_board *board, const felt_card *hole, int holes)
{
    felt_assert(holes >= 2 && holes <= 6);
    unsigned low = tables_omaha_low[board->low][low_ranks(add_cards(hole, holes).ranks)];
    return low ? (felt_value)(CODE_LOW_TOP - code_high_card(low)) : 0;
}

/* Rows are fetched some deals ahead: a row is seldom in the near cache. */
void felt_omaha4_batch(const felt_card (*deals)[16], felt_value *out, size_t count)
{
    enum { BLOCK = 32 };
    for (size_t first = 0; first < count; first += BLOCK) {
        size_t n = count - first < BLOCK ? count - first : BLOCK;
        const felt_value *row[BLOCK];
        struct sum board[BLOCK];
        for (size_t i = 0; i < n; i++) {
            board[i] = add_cards(deals[first + i], 5);
            row[i] = find_row(board[i].key);
            __builtin_prefetch(row[i]);
            __builtin_prefetch(row[i] + 32);
            __builtin_prefetch(row[i] + 64);
        }
        for (size_t i = 0; i < n; i++)
            out[first + i] = high_on(row[i], board[i].key, board[i].ranks, deals[first + i] + 5, 4);
    }
}

felt_value felt_eval_two_three(enum felt_family family, const felt_card *hole, int holes,
                               const felt_card *board, int boards)
{
    felt_value best = 0;
    felt_assert(family == FELT_HIGH || family == FELT_LOW_8);
    felt_assert(holes >= 2 && holes <= 6);
    felt_assert(boards >= 3 && boards <= 5);
    if (boards == 5) {
        struct felt_omaha_board whole = felt_omaha_board_make(board);
        return family == FELT_HIGH ? felt_omaha_high(&whole, hole, holes)
                                   : felt_omaha_low(&whole, hole, holes);
    }
    for (int x = 0; x < boards; x++)
        for (int y = x + 1; y < boards; y++)
            for (int z = y + 1; z < boards; z++)
                for (int i = 0; i < holes; i++)
                    for (int j = i + 1; j < holes; j++) {
                        felt_card five[5] = {hole[i], hole[j], board[x], board[y], board[z]};
                        best = larger(best, felt_eval(family, five, 5));
                    }
    return best;
}
