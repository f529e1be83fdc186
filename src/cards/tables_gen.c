/* tables_gen.c -- writes the constant tables of the scalar evaluators as C source, at build time.
 *
 *     tables_gen high  > tables_high.c        additive keys, rank values, flush values
 *     tables_gen omaha > tables_omaha.c       board rows, board index, low table
 *
 * Additive keys.  Every rank has a number such that the sums, modulo 2^25, of all multisets of at
 * most seven cards (at most four of a rank) are different: 76,155 sums.  Random numbers do, taken
 * one rank after the other.  The top 12 bits of a sum are its place in a row, the low 13 choose the
 * row, and the rows are pushed over each other, the fullest first, until no two used places meet
 * (row displacement): value = values[2 * offsets[sum mod 2^13] + (sum >> 13)].  Random sums make
 * rows that have nothing in common, so they mesh almost without holes.  Offsets are even, to halve
 * them to 16 bits.
 *
 * Omaha.  With exactly two hole and three board cards and flushes aside, only ranks matter: a table
 * of board rank multiset (6,175) by pair of hole ranks (91, padded to 96) holds the best of the ten
 * choices of three board cards.  Boards are numbered without gaps by two small additive keys, one
 * for the ranks 2-8 and one for 9-A: number = low[key of 2-8] + high[key of 9-A]. */
#include "cards/code.h"
#include "cards/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(int condition, const char *what)
{
    if (condition) return;
    fprintf(stderr, "tables_gen: %s\n", what);
    exit(1);
}

static void print_u16(const char *name, const uint16_t *numbers, size_t count)
{
    printf("const uint16_t %s[%zu] __attribute__((aligned(64))) = {", name, count);
    for (size_t i = 0; i < count; i++) printf("%s%u,", i % 16 ? "" : "\n", numbers[i]);
    printf("\n};\n");
}

static void print_head(const char *which)
{
    printf("/* Made by tables_gen %s from src/cards/tables_gen.c.  Do not edit. */\n", which);
    printf("#include \"cards/tables.h\"\n#include \"felt/hand.h\"\n\n");
}

/* ---- values of rank multisets ---- */

/* Best five of a multiset of ranks, suits forgotten. */
static felt_value value_of_counts(const int counts[13])
{
    struct code_counts held = {0, 0, 0, 0};
    for (int r = 0; r < 13; r++) {
        unsigned bit = 1u << r;
        if (counts[r] >= 1) held.one |= bit;
        if (counts[r] >= 2) held.two |= bit;
        if (counts[r] >= 3) held.three |= bit;
        if (counts[r] >= 4) held.four |= bit;
    }
    felt_value by_pairs = code_pairs(held);
    int straight = code_straight(held.one);
    felt_value run = straight >= 0 ? code_top(CODE_STRAIGHT, straight) : 0;
    return run > by_pairs ? run : by_pairs;
}

static felt_value flush_value(unsigned ranks)
{
    if (__builtin_popcount(ranks) < 5) return 0;
    int straight = code_straight(ranks);
    return straight >= 0 ? code_top(CODE_STRAIGHT_FLUSH, straight)
                         : code_flush(code_highest(ranks, 5));
}

/* Visits every multiset of `ranks` ranks with at most four of each and at most `cards` in all, as
 * an odometer: returns 0 when it has come round. */
static int next_multiset(int *counts, int ranks, int cards)
{
    int total = 0;
    for (int r = 0; r < ranks; r++) total += counts[r];
    for (int r = 0; r < ranks; r++) {
        if (counts[r] < 4 && total < cards) {
            counts[r]++;
            return 1;
        }
        total -= counts[r];
        counts[r] = 0;
    }
    return 0;
}

/* ---- the scalar evaluator ---- */

static uint32_t rank_key[13];

enum { MULTISETS = 76155, ROWS = TABLES_ROWS, VALUES_MAX = 1 << 17 };

struct entry {
    uint32_t key;
    felt_value value;
};
static struct entry entries[MULTISETS];

struct row {
    int first, count;
    uint32_t number;
};
static struct row rows[ROWS];

/* Entries of a row stand together. */
static int by_row(const void *a, const void *b)
{
    uint32_t x = ((const struct entry *)a)->key, y = ((const struct entry *)b)->key;
    if (x % ROWS != y % ROWS) return x % ROWS < y % ROWS ? -1 : 1;
    return x < y ? -1 : x > y;
}

static int by_count(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    if (x->count != y->count) return y->count - x->count;
    return x->number < y->number ? -1 : 1;
}

static void collect_entries(void)
{
    int counts[13] = {0}, n = 0;
    do {
        uint32_t key = 0;
        for (int r = 0; r < 13; r++) key += (uint32_t)counts[r] * rank_key[r];
        key %= 1u << TABLES_KEY_BITS;
        require(n < MULTISETS, "more multisets than expected");
        entries[n++] = (struct entry){key, value_of_counts(counts)};
    } while (next_multiset(counts, 13, 7));
    require(n == MULTISETS, "fewer multisets than expected");
    qsort(entries, MULTISETS, sizeof entries[0], by_row);
    for (int i = 1; i < n; i++) require(entries[i].key != entries[i - 1].key, "two equal sums");
}

/* Random keys, rank by rank: one that makes a sum twice is thrown away. */
static void find_rank_keys(void)
{
    static uint32_t sum[MULTISETS];
    static uint8_t cards[MULTISETS], seen[1 << TABLES_KEY_BITS];
    uint64_t state = 1;
    int n = 1;
    seen[0] = 1;
    for (int rank = 0; rank < 13;) {
        state = (state ^ state >> 29) * 0xbf58476d1ce4e5b9ull + 0x9e3779b97f4a7c15ull;
        uint32_t key = (uint32_t)(state >> 32) % (1u << TABLES_KEY_BITS);
        int made = n, distinct = 1;
        for (int i = 0; i < n && distinct; i++)
            for (uint32_t more = 1; more <= 4 && cards[i] + more <= 7 && distinct; more++) {
                uint32_t next = (sum[i] + more * key) % (1u << TABLES_KEY_BITS);
                distinct = !seen[next];
                if (!distinct) break;
                seen[next] = 1;
                sum[made] = next;
                cards[made++] = (uint8_t)(cards[i] + more);
            }
        if (distinct) {
            rank_key[rank++] = key;
            n = made;
        }
        while (made > n) seen[sum[--made]] = 0;
    }
}

static uint16_t values[VALUES_MAX], offset[ROWS];
static uint8_t taken[VALUES_MAX];

/* The first place where all entries of a row fall on free places. */
static uint32_t first_fit(const struct row *row)
{
    const struct entry *e = entries + row->first;
    for (uint32_t shift = 0;; shift += 2) {
        int fits = 1;
        for (int j = 0; j < row->count && fits; j++) fits = !taken[shift + (e[j].key / ROWS)];
        if (fits) return shift;
    }
}

static int displace_rows(void)
{
    int used = 0;
    for (int i = 0; i < ROWS; i++) rows[i].number = (uint32_t)i;
    for (int i = MULTISETS - 1; i >= 0; i--) {
        struct row *row = &rows[entries[i].key % ROWS];
        row->first = i;
        row->count++;
    }
    qsort(rows, ROWS, sizeof rows[0], by_count);
    for (int i = 0; i < ROWS; i++) {
        uint32_t shift = first_fit(&rows[i]);
        require(shift / 2 <= UINT16_MAX, "an offset needs more than 16 bits");
        offset[rows[i].number] = (uint16_t)(shift / 2);
        for (int j = 0; j < rows[i].count; j++) {
            const struct entry *e = &entries[rows[i].first + j];
            int place = (int)(shift + (e->key / ROWS));
            require(place < VALUES_MAX, "the values do not fit");
            taken[place] = 1;
            values[place] = e->value;
            if (place >= used) used = place + 1;
        }
    }
    return used;
}

/* Four cards in order of rank, and which two of them share a rank or a suit: bit 0 for cards 0 1,
 * then 0 2, 0 3, 1 2, 1 3, 2 3.  The best badugi is the largest set without such a pair, then the
 * one whose highest cards are lowest, which is the smallest mask of places. */
static unsigned best_places(unsigned clashes)
{
    static const unsigned pair[6] = {3, 5, 9, 6, 10, 12};
    unsigned best = 0;
    for (unsigned set = 1; set < 16; set++) {
        int free = 1;
        for (int i = 0; i < 6; i++)
            if (clashes >> i & 1 && (set & pair[i]) == pair[i]) free = 0;
        if (free && __builtin_popcount(set) > __builtin_popcount(best)) best = set;
    }
    return best;
}

static void write_badugi(void)
{
    static uint16_t value[8192];
    for (unsigned ranks = 1; ranks < 8192; ranks++)
        if (__builtin_popcount(ranks) <= 4)
            value[ranks] =
                code_make((unsigned)__builtin_popcount(ranks), 0xfff - code_ordinal(ranks, 4));
    print_u16("tables_badugi", value, 8192);
    printf("const uint8_t tables_badugi_places[64] = {");
    for (unsigned clashes = 0; clashes < 64; clashes++) printf("%u,", best_places(clashes));
    printf("};\n");
}

static void write_high(void)
{
    static uint16_t flush[8192];
    find_rank_keys();
    collect_entries();
    int used = displace_rows();
    for (unsigned m = 0; m < 8192; m++) flush[m] = flush_value(m);

    print_head("high");
    print_u16("tables_value", values, (size_t)used);
    print_u16("tables_offset", offset, ROWS);
    print_u16("tables_flush", flush, 8192);
    printf("const struct felt_tally felt_tally_card[52] __attribute__((aligned(64))) = {\n");
    for (int c = 0; c < 52; c++)
        printf("{0x%llxull, 0x%llxull},\n",
               (unsigned long long)rank_key[c / 4] << (64 - TABLES_KEY_BITS) | 1ull << 4 * (c % 4),
               1ull << (16 * (c % 4) + c / 4));
    printf("};\n");
    write_badugi();
}

/* ---- Omaha ---- */

/* Smallest numbers such that the sums of at most five cards of `ranks` ranks are different. */
static void find_board_keys(uint32_t *key, int ranks)
{
    static uint8_t seen[1 << 17];
    for (int r = 0; r < ranks; r++) {
        for (uint32_t k = r ? key[r - 1] + 1 : 1;; k++) {
            int counts[13] = {0}, distinct = 1;
            memset(seen, 0, sizeof seen);
            key[r] = k;
            do {
                uint32_t sum = 0;
                for (int i = 0; i <= r; i++) sum += (uint32_t)counts[i] * key[i];
                distinct = !seen[sum];
                seen[sum] = 1;
            } while (distinct && next_multiset(counts, r + 1, 5));
            if (distinct) break;
        }
    }
}

static uint32_t board_key[13];
static uint16_t board_low[TABLES_BOARD_LOW], board_high[TABLES_BOARD_HIGH];

/* Numbers the boards: for n cards in the low ranks and 5 - n in the high ones there are
 * lows[n] * highs[5 - n] of them. */
static int number_boards(void)
{
    int lows[6] = {0}, highs[6] = {0}, base[6], boards = 0, counts[13] = {0};
    find_board_keys(board_key, 7);
    find_board_keys(board_key + 7, 6);
    do {
        uint32_t key = 0;
        int n = 0;
        for (int r = 0; r < 7; r++) key += (uint32_t)counts[r] * board_key[r], n += counts[r];
        require(key < TABLES_BOARD_LOW, "TABLES_BOARD_LOW is too small");
        board_low[key] = (uint16_t)lows[n]++;
    } while (next_multiset(counts, 7, 5));
    do {
        highs[counts[0] + counts[1] + counts[2] + counts[3] + counts[4] + counts[5]]++;
    } while (next_multiset(counts, 6, 5));
    for (int n = 0; n <= 5; n++) {
        base[n] = boards;
        boards += lows[n] * highs[5 - n];
        highs[5 - n] = 0;
    }
    do {
        uint32_t key = 0;
        int n = 0;
        for (int r = 0; r < 6; r++) key += (uint32_t)counts[r] * board_key[7 + r], n += counts[r];
        require(key < TABLES_BOARD_HIGH, "TABLES_BOARD_HIGH is too small");
        board_high[key] = (uint16_t)(base[5 - n] + highs[n]++ * lows[5 - n]);
    } while (next_multiset(counts, 6, 5));
    return boards;
}

static int board_number(const int ranks[5])
{
    uint32_t low = 0, high = 0;
    for (int i = 0; i < 5; i++) *(ranks[i] < 7 ? &low : &high) += board_key[ranks[i]];
    return board_low[low] + board_high[high];
}

static felt_value value_of_ranks(const int ranks[5])
{
    int counts[13] = {0};
    for (int i = 0; i < 5; i++) counts[ranks[i]]++;
    return value_of_counts(counts);
}

static int five_of_a_kind(const int ranks[5])
{
    for (int i = 1; i < 5; i++)
        if (ranks[i] != ranks[0]) return 0;
    return 1;
}

static void fill_row(const int board[5], const felt_value *five, uint16_t *row)
{
    for (int y = 0, pair = 0; y < 13; y++)
        for (int x = 0; x <= y; x++, pair++) {
            felt_value best = 0;
            for (int i = 0; i < 5; i++)
                for (int j = i + 1; j < 5; j++) { /* the two board cards that do not play */
                    int hand[5] = {x, y}, n = 2;
                    for (int k = 0; k < 5; k++)
                        if (k != i && k != j) hand[n++] = board[k];
                    if (five_of_a_kind(hand)) continue;
                    felt_value value = five[board_number(hand)];
                    if (value > best) best = value;
                }
            row[pair] = best;
        }
}

/* Best low of exactly two ranks of `hole` and three of `board` (ace is bit 0), as its mask. */
static unsigned best_low(unsigned board, unsigned hole)
{
    unsigned best = 0;
    for (unsigned low = 1; low < 256; low++) {
        if (__builtin_popcount(low) != 5 || (best && low > best)) continue;
        for (unsigned two = 1; two < 256 && low != best; two++)
            if (__builtin_popcount(two) == 2 && (two & ~(low & hole)) == 0 &&
                ((low & ~two) & ~board) == 0)
                best = low;
    }
    return best;
}

static void write_omaha(void)
{
    static uint16_t row[TABLES_BOARDS][TABLES_PAIRS];
    static felt_value five[TABLES_BOARDS];
    require(number_boards() == TABLES_BOARDS, "not 6,175 boards");
    for (int pass = 0; pass < 2; pass++)
        for (int a = 0; a < 13; a++)
            for (int b = a; b < 13; b++)
                for (int c = b; c < 13; c++)
                    for (int d = c; d < 13; d++)
                        for (int e = d; e < 13; e++) {
                            int board[5] = {a, b, c, d, e}, number;
                            if (a == e) continue;
                            number = board_number(board);
                            if (pass == 0) five[number] = value_of_ranks(board);
                            if (pass == 1) fill_row(board, five, row[number]);
                        }
    print_head("omaha");
    print_u16("tables_omaha", row[0], (size_t)TABLES_BOARDS * TABLES_PAIRS);
    print_u16("tables_board_low", board_low, TABLES_BOARD_LOW);
    print_u16("tables_board_high", board_high, TABLES_BOARD_HIGH);
    printf("const uint8_t tables_omaha_low[256][256] = {\n");
    for (unsigned board = 0; board < 256; board++) {
        printf("{");
        for (unsigned hole = 0; hole < 256; hole++) printf("%u,", best_low(board, hole));
        printf("},\n");
    }
    printf("};\nconst uint8_t tables_pair[13][16] = {\n");
    for (int x = 0; x < 13; x++) {
        printf("{");
        for (int y = 0; y < 13; y++)
            printf("%d,", x < y ? y * (y + 1) / 2 + x : x * (x + 1) / 2 + y);
        printf("},\n");
    }
    printf("};\nconst struct tables_board_card tables_board_card[52] = {\n");
    for (int c = 0; c < 52; c++)
        printf("{0x%llxull, 0x%llxull},\n",
               (unsigned long long)board_key[c / 4] << (c / 4 < 7 ? 0 : 16) |
                   1ull << (32 + 4 * (c % 4)),
               1ull << (16 * (c % 4) + c / 4));
    printf("};\n");
}

int main(int argc, char **argv)
{
    require(argc == 2, "usage: tables_gen high|omaha");
    if (!strcmp(argv[1], "high"))
        write_high();
    else if (!strcmp(argv[1], "omaha"))
        write_omaha();
    else
        require(0, "usage: tables_gen high|omaha");
    return 0;
}
