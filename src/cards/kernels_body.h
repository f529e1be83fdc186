/* kernels_body.h -- the loops around kernel.h; included once by kernels_avx2.c and
 * kernels_portable.c after their lanes_*.h, with KERNELS_NAME and KERNELS_SET defined. */
#include "cards/kernel.h"
#include "cards/kernels.h"

#include <string.h>

/* ---- batches of words ---- */

INLINE struct kernel_result run_kernel(const lanes suit[4], int cards, bool wheel)
{
    if (cards == 5) return kernel5(suit, wheel);
    return cards == 6 ? kernel_full(suit, 1) : kernel7(suit);
}

INLINE void store_result(felt_strength *out, struct kernel_result result, bool invert)
{
    const lanes ones = lanes_all(invert ? 0xffff : 0);
    lanes_join(out, lanes_xor(result.high, ones), lanes_xor(result.low, ones));
}

INLINE void run_batch(const felt_hand *hands, felt_strength *out, size_t count, int cards,
                      bool low27)
{
    lanes suit[4];
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        lanes_split(hands + i, suit);
        store_result(out + i, run_kernel(suit, cards, !low27), low27);
    }
    if (i < count) {
        felt_hand last[LANES] = {0};
        felt_strength strength[LANES];
        memcpy(last, hands + i, (count - i) * sizeof *hands);
        lanes_split(last, suit);
        store_result(strength, run_kernel(suit, cards, !low27), low27);
        memcpy(out + i, strength, (count - i) * sizeof *out);
    }
}

static void high5(const felt_hand *hands, felt_strength *out, size_t count)
{
    run_batch(hands, out, count, 5, false);
}
static void high6(const felt_hand *hands, felt_strength *out, size_t count)
{
    run_batch(hands, out, count, 6, false);
}
static void high7(const felt_hand *hands, felt_strength *out, size_t count)
{
    run_batch(hands, out, count, 7, false);
}
static void low27(const felt_hand *hands, felt_strength *out, size_t count)
{
    run_batch(hands, out, count, 5, true);
}

/* ---- batches of card numbers ---- */

INLINE void run_ids_block(const uint8_t *ids, felt_strength *out, int cards)
{
    struct lanes_bytes bytes;
    lanes suit[4];
    lanes_cards_to_bytes(ids, cards, &bytes);
    for (int half = 0; half < 2; half++) {
        lanes_from_bytes(&bytes, half, suit);
        store_result(out + LANES * half, run_kernel(suit, cards, true), false);
    }
}

INLINE void run_ids(const felt_card (*hands)[8], felt_strength *out, size_t count, int cards)
{
    enum { BLOCK = 2 * LANES };
    size_t i = 0;
    for (; i + BLOCK <= count; i += BLOCK) run_ids_block(hands[i], out + i, cards);
    if (i < count) {
        felt_card last[BLOCK][8] = {{0}};
        felt_strength strength[BLOCK];
        memcpy(last, hands + i, (count - i) * sizeof *hands);
        run_ids_block(last[0], strength, cards);
        memcpy(out + i, strength, (count - i) * sizeof *out);
    }
}

static void high5_ids(const felt_card (*hands)[8], felt_strength *out, size_t count)
{
    run_ids(hands, out, count, 5);
}
static void high7_ids(const felt_card (*hands)[8], felt_strength *out, size_t count)
{
    run_ids(hands, out, count, 7);
}

/* ---- boards to come ---- */

INLINE void spread_word(felt_hand word, lanes suit[4])
{
    for (int s = 0; s < 4; s++) suit[s] = lanes_all((uint16_t)(word >> (16 * s)));
}

INLINE struct kernel_result evaluate_on(const lanes board[4], const lanes hand[4], bool suits)
{
    lanes sum[4];
    for (int s = 0; s < 4; s++) {
        sum[s] = lanes_add(board[s], hand[s]);
        if (!suits) sum[s] = lanes_and(sum[s], lanes_all(0x1fff));
    }
    return suits ? kernel7(sum) : kernel_full(sum, 2);
}

INLINE void run_on(const felt_hand *boards, size_t count, felt_hand word, bool suits,
                   felt_strength *out)
{
    lanes hand[4], board[4];
    size_t i = 0;
    spread_word(word, hand);
    for (; i + LANES <= count; i += LANES) {
        lanes_split(boards + i, board);
        store_result(out + i, evaluate_on(board, hand, suits), false);
    }
    if (i < count) {
        felt_hand last[LANES] = {0};
        felt_strength strength[LANES];
        memcpy(last, boards + i, (count - i) * sizeof *boards);
        lanes_split(last, board);
        store_result(strength, evaluate_on(board, hand, suits), false);
        memcpy(out + i, strength, (count - i) * sizeof *out);
    }
}

static void high7_on(const felt_hand *boards, size_t count, felt_hand hand, bool suits,
                     felt_strength *out)
{
    if (suits)
        run_on(boards, count, hand, true, out);
    else
        run_on(boards, count, hand, false, out);
}

/* Masks of the lanes where a is better than, and equal to b. */
INLINE void compare(struct kernel_result a, struct kernel_result b, lanes *better, lanes *equal)
{
    const lanes sign = lanes_all(0x8000);
    lanes same = lanes_equal(a.high, b.high);
    lanes above = lanes_greater(lanes_xor(a.high, sign), lanes_xor(b.high, sign));
    *better = lanes_or(above, lanes_and(same, lanes_greater(a.low, b.low)));
    *equal = lanes_and(same, lanes_equal(a.low, b.low));
}

struct duel_sums {
    lanes_sum win, tie; /* weighted */
    struct duel count;  /* not weighted */
};

/* One board for each lane; `weight` is a mask of those that count if they are not weighted. */
INLINE void run_duel_block(const felt_hand *boards, lanes weight, bool weighted,
                           const lanes mine[4], const lanes theirs[4], bool suits,
                           struct duel_sums *sums)
{
    lanes board[4], better, equal;
    lanes_split(boards, board);
    struct kernel_result a = evaluate_on(board, mine, suits);
    struct kernel_result b = evaluate_on(board, theirs, suits);
    compare(a, b, &better, &equal);
    if (weighted) {
        sums->win = lanes_sum_add(sums->win, lanes_and(weight, better));
        sums->tie = lanes_sum_add(sums->tie, lanes_and(weight, equal));
    } else {
        sums->count.win += lanes_count(lanes_and(weight, better));
        sums->count.tie += lanes_count(lanes_and(weight, equal));
    }
}

INLINE struct duel run_duel(const felt_hand *boards, const int16_t *weight, size_t count,
                            felt_hand my_hand, felt_hand their_hand, bool suits)
{
    lanes mine[4], theirs[4];
    struct duel_sums sums = {lanes_sum_zero(), lanes_sum_zero(), {0, 0}};
    size_t i = 0;
    spread_word(my_hand, mine);
    spread_word(their_hand, theirs);
    for (; i + LANES <= count; i += LANES)
        run_duel_block(boards + i, weight ? lanes_load_split(weight + i) : lanes_all(0xffff),
                       weight != NULL, mine, theirs, suits, &sums);
    if (i < count) {
        felt_hand last[LANES] = {0};
        int16_t last_weight[LANES] = {0};
        memcpy(last, boards + i, (count - i) * sizeof *boards);
        for (size_t j = 0; j < count - i; j++) last_weight[j] = weight ? weight[i + j] : -1;
        run_duel_block(last, lanes_load_split(last_weight), weight != NULL, mine, theirs, suits,
                       &sums);
    }
    return (struct duel){sums.count.win + lanes_sum_total(sums.win),
                         sums.count.tie + lanes_sum_total(sums.tie)};
}

static struct duel duel(const felt_hand *boards, const int16_t *weight, size_t count,
                        felt_hand mine, felt_hand theirs, bool suits)
{
    if (!weight) return run_duel(boards, NULL, count, mine, theirs, true);
    if (suits) return run_duel(boards, weight, count, mine, theirs, true);
    return run_duel(boards, weight, count, mine, theirs, false);
}

/* ---- random boards ----
 *
 * A triple and a pair from lists, thrown away if they overlap (one in nine).  Each half of a random
 * number gives both indexes: r * triples is the first index and, in its low half, what is left of
 * the chance, which times pairs is the second; together that is r times the number of both.  The
 * draw is even if the last low half is not among the 2^32 mod (triples * pairs) lowest; if one of
 * eight is not, which is rare, all are drawn again.  Four streams of felt_rng run side by side. */

INLINE quads quads_rotate(quads a, int by)
{
    return a << by | a >> (64 - by);
}
INLINE quads next_quads(quads state[2])
{
    quads a = state[0], b = state[1], result = quads_rotate(a + b, 17) + a;
    b ^= a;
    state[0] = quads_rotate(a, 49) ^ b ^ (b << 21);
    state[1] = quads_rotate(b, 28);
    return result;
}

static void draw_boards(const struct board_lists *lists, struct board_rng *rng,
                        felt_hand *restrict out, size_t count)
{
    const felt_hand *triples = lists->triple, *pairs = lists->pair;
    const quads low_half = (quads){0} + UINT32_MAX, uneven = (quads){0} + lists->uneven;
    quads state[2];
    memcpy(state, rng->state, sizeof state);
    for (size_t n = 0; n < count;) {
        quads random = next_quads(state), triple[2], pair[2];
        for (int half = 0; half < 2; half++, random >>= 32) {
            triple[half] = quads_times(random, lists->triples);
            pair[half] = quads_times(triple[half], lists->pairs);
        }
        quads too_low = ((pair[0] & low_half) - uneven) | ((pair[1] & low_half) - uneven);
        if (__builtin_expect(quads_any_top(too_low), 0)) continue;
#pragma GCC unroll 2
        for (int half = 0; half < 2; half++) {
            triple[half] >>= 32;
            pair[half] >>= 32;
#pragma GCC unroll 4
            for (int i = 0; i < 4; i++) {
                felt_hand three = triples[triple[half][i]], two = pairs[pair[half][i]];
                out[n] = three + two;
                n += !(three & two & FELT_HAND_RANKS);
            }
        }
    }
    memcpy(rng->state, state, sizeof state);
}

/* ---- all seven-card hands, by rows ----
 *
 * Cards a < b < c < d < e < f < g.  Flushes aside, the strength depends on ranks only, so for each
 * rank multiset of a..d all values for three more ranks are computed once: for each pair of ranks
 * of e and f a row of 52 lanes, indexed by the last card g.  The rows stay in the first-level cache
 * (91 rows, two halves, 23 KB) and are shared by all suits; every hand is then one lane of a row,
 * and the lanes g > f are added up.  Hands with five or more cards of a suit are corrected
 * afterwards. */

enum { ROW_LANES = 64, RANK_PAIRS = 91, RANK_TRIPLES = 455 };

struct rows {
    _Alignas(64) uint16_t high[RANK_PAIRS][ROW_LANES], low[RANK_PAIRS][ROW_LANES];
};

INLINE int pair_index(int low, int high)
{
    return high * (high + 1) / 2 + low;
}

/* Where the rows of two ranks are, and masks of the lanes i and above. */
struct row_guide {
    uint8_t row[13][13];
    uint16_t above[LANES][LANES];
};

/* A word with the given ranks and no suits to speak of: equal ranks go to different lanes, from the
 * bottom up (`from` 0, step 1) or from the top down (3, -1), so that four and three never collide.
 */
static uint64_t plain_word(const int *ranks, int count, int from, int step)
{
    uint64_t word = 0;
    for (int i = 0; i < count; i++) {
        int lane = from;
        while (word >> (16 * lane + ranks[i]) & 1) lane += step;
        word |= UINT64_C(1) << (16 * lane + ranks[i]);
    }
    return word;
}

/* Strengths with high halves moved to signed numbers around zero, for lanes_sum. */
static void fill_rows(uint64_t prefix, const uint64_t triples[RANK_TRIPLES], struct rows *rows)
{
    felt_strength strength[RANK_TRIPLES];
    run_on(triples, RANK_TRIPLES, prefix, false, strength);
    for (int x = 0, i = 0; x < 13; x++)
        for (int y = x; y < 13; y++)
            for (int z = y; z < 13; z++, i++) {
                int row = pair_index(x, y);
                uint64_t high = ((strength[i] >> 16) ^ 0x8000) * UINT64_C(0x0001000100010001);
                uint64_t low = (strength[i] & 0xffff) * UINT64_C(0x0001000100010001);
                memcpy(&rows->high[row][4 * z], &high, sizeof high);
                memcpy(&rows->low[row][4 * z], &low, sizeof low);
            }
}

struct row_sums {
    lanes_sum high, low;
};

/* For one e, all f such that f + 1, the first g, stands in the given part of the row; all g > f.
 * The parts of a row are added up before they join the long sums: that keeps the chain of dependent
 * additions short. */
INLINE void add_part(const struct rows *rows, const struct row_guide *guide, int e, int part,
                     struct row_sums *sums)
{
    const uint8_t *row_of = guide->row[e >> 2];
    int first = LANES * part - 1, last = LANES * part + LANES - 2;
    if (first <= e) first = e + 1;
    if (last > 50) last = 50;
    for (int f = first; f <= last; f++) {
        const uint16_t *h = rows->high[row_of[f >> 2]], *l = rows->low[row_of[f >> 2]];
        lanes above = lanes_load(guide->above[(f + 1) % LANES]);
        lanes_sum high = lanes_sum_of(lanes_and(above, lanes_load(h + LANES * part)));
        lanes_sum low = lanes_sum_of(lanes_and(above, lanes_load(l + LANES * part)));
#pragma GCC unroll 8
        for (int p = part + 1; p < ROW_LANES / LANES; p++) {
            high = lanes_sum_add(high, lanes_load(h + LANES * p));
            low = lanes_sum_add(low, lanes_load(l + LANES * p));
        }
        sums->high = lanes_sum_join(sums->high, high);
        sums->low = lanes_sum_join(sums->low, low);
    }
}

/* All e < f < g above d. */
INLINE void add_rows(const struct rows *rows, const struct row_guide *guide, int d,
                     int64_t *high_total, int64_t *low_total)
{
    struct row_sums sums = {lanes_sum_zero(), lanes_sum_zero()};
    for (int e = d + 1; e < 50; e++) {
#pragma GCC unroll 8
        for (int part = 0; part < ROW_LANES / LANES; part++) add_part(rows, guide, e, part, &sums);
    }
    *high_total += lanes_sum_total(sums.high);
    *low_total += lanes_sum_total(sums.low);
}

/* Strength with its flush minus strength without, over a block of words. */
static uint64_t correct(const uint64_t *words, size_t count)
{
    enum { BLOCK = 2048 };
    felt_strength with[BLOCK], without[BLOCK];
    uint64_t difference = 0;
    high7(words, with, count);
    run_on(words, count, 0, false, without);
    for (size_t i = 0; i < count; i++) difference += (uint64_t)with[i] - without[i];
    return difference;
}

static uint64_t correct_flushes(void)
{
    uint64_t difference = 0, block[2048];
    size_t n = 0;
    for (int suit = 0; suit < 4; suit++) {
        uint64_t other[39];
        for (int c = 0, i = 0; c < 52; c++)
            if ((c & 3) != suit) other[i++] = felt_hand_of((felt_card)c);
        for (unsigned ranks = 0; ranks < 8192; ranks++) {
            int suited = __builtin_popcount(ranks);
            if (suited < 5 || suited > 7) continue;
            uint64_t word = (ranks + ((uint64_t)suited << 13)) << (16 * suit);
            if (suited == 7) block[n++] = word;
            for (int i = 0; suited == 6 && i < 39; i++) block[n++] = word + other[i];
            for (int i = 0; suited == 5 && i < 39; i++)
                for (int j = i + 1; j < 39; j++) block[n++] = word + other[i] + other[j];
            if (n > 2048 - 39 * 38 / 2) {
                difference += correct(block, n);
                n = 0;
            }
        }
    }
    return difference + correct(block, n);
}

/* All a < b < c < d of four ranks. */
static void add_prefixes(const int r[4], const struct rows *rows, const struct row_guide *guide,
                         int64_t *high, int64_t *low)
{
    for (int a = 4 * r[0]; a < 4 * r[0] + 4; a++)
        for (int b = r[1] == r[0] ? a + 1 : 4 * r[1]; b < 4 * r[1] + 4; b++)
            for (int c = r[2] == r[1] ? b + 1 : 4 * r[2]; c < 4 * r[2] + 4; c++)
                for (int d = r[3] == r[2] ? c + 1 : 4 * r[3]; d < 4 * r[3] + 4 && d < 49; d++)
                    add_rows(rows, guide, d, high, low);
}

static uint64_t high7_sum_all(void)
{
    struct rows rows;
    uint64_t triples[RANK_TRIPLES];
    struct row_guide guide;
    int64_t high = 0, low = 0;
    memset(&rows, 0, sizeof rows);
    for (int i = 0; i < LANES; i++)
        for (int j = 0; j < LANES; j++) guide.above[i][j] = j >= i ? 0xffff : 0;
    for (int x = 0; x < 13; x++)
        for (int y = 0; y < 13; y++)
            guide.row[x][y] = (uint8_t)(x < y ? pair_index(x, y) : pair_index(y, x));
    for (int x = 0, i = 0; x < 13; x++)
        for (int y = x; y < 13; y++)
            for (int z = y; z < 13; z++) triples[i++] = plain_word((int[]){x, y, z}, 3, 3, -1);
    for (int a = 0; a < 13; a++)
        for (int b = a; b < 13; b++)
            for (int c = b; c < 13; c++)
                for (int d = c; d < 13; d++) {
                    int r[4] = {a, b, c, d};
                    fill_rows(plain_word(r, 4, 0, 1), triples, &rows);
                    add_prefixes(r, &rows, &guide, &high, &low);
                }
    return (uint64_t)(high + INT64_C(0x8000) * 133784560) * 0x10000 + (uint64_t)low +
           correct_flushes();
}

const struct kernels KERNELS_SET = {
    .name = KERNELS_NAME,
    .high5 = high5,
    .high6 = high6,
    .high7 = high7,
    .low27 = low27,
    .high5_ids = high5_ids,
    .high7_ids = high7_ids,
    .high7_sum_all = high7_sum_all,
    .high7_on = high7_on,
    .duel = duel,
    .draw_boards = draw_boards,
};
