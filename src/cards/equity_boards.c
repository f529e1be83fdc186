/* equity_boards.c -- fixed hold'em hands over all boards, without looking at all boards.
 *
 * Suits matter only when somebody can make a flush.  So the boards are counted twice:
 *
 *   1. all boards as multisets of ranks, with the number of boards each stands for, evaluated with
 * suits ignored: 6,175 classes instead of 1.7 million boards;
 *   2. for each suit, the boards with enough of it for some player's flush: its cards exactly, the
 * rest as multisets of ranks of the other three suits.  These are added with flushes seen and taken
 *      away with flushes ignored, which mends what the first count got wrong.
 *
 * Two suits never clash: a flush needs three of its suit among five board cards.
 *
 * The lists of classes are cross products.  Ranks are split in two groups (2-8, 9-A), the multisets
 * of each group are listed by size, and a board is one of each: its word is the sum, its weight the
 * product.  Likewise suited cards times the rest in the second count.  The inner loops are one
 * addition and one multiplication, so building the lists costs less than evaluating them. */
#include "cards/equity_parts.h"
#include "felt/assert.h"

#include <stddef.h>
#include <string.h>

enum {
    TO_COME_MAX = 5,
    LIST_MAX = 1824, /* multisets of four of thirteen ranks; suited choices need 1,287 */
    BLOCK = 2048,
    FEW = 2 /* with so few cards to come, boards are listed one by one */
};

struct list {
    felt_hand word[LIST_MAX];
    int16_t weight[LIST_MAX];
    int count;
};

struct lists {
    struct list low[TO_COME_MAX + 1], high[TO_COME_MAX + 1], suited;
};
_Static_assert(sizeof(struct lists) <= EQUITY_BOARDS_BYTES, "the caller's memory is too small");

/* Boards waiting to be evaluated, and who plays on them. */
struct scorer {
    const felt_hand *hands;
    int players;
    bool with, without; /* add with suits seen; (take away) with suits ignored */
    int64_t win, tie;   /* two players: sums of board weights */
    int64_t share[PLAYERS_MAX], wins[PLAYERS_MAX], ties[PLAYERS_MAX];
    int used;
    felt_hand board[BLOCK];
    int16_t board_weight[BLOCK];
};

/* Three and more players: strengths side by side, then board by board. */
static void score_many(struct scorer *s, bool suits, int64_t sign)
{
    felt_strength strength[PLAYERS_MAX][256];
    for (int first = 0; first < s->used; first += 256) {
        int n = s->used - first < 256 ? s->used - first : 256;
        for (int p = 0; p < s->players; p++)
            kernels_get()->high7_on(s->board + first, (size_t)n, s->hands[p], suits, strength[p]);
        for (int i = 0; i < n; i++) {
            int64_t weight = sign * s->board_weight[first + i];
            felt_strength best = 0;
            int winners = 0;
            for (int p = 0; p < s->players; p++) {
                if (strength[p][i] > best) best = strength[p][i], winners = 0;
                winners += strength[p][i] == best;
            }
            for (int p = 0; p < s->players; p++) {
                if (strength[p][i] != best) continue;
                *(winners == 1 ? &s->wins[p] : &s->ties[p]) += weight;
                s->share[p] += weight * (FELT_EQUITY_SHARE / winners);
            }
        }
    }
}

static void score_block(struct scorer *s, bool suits, int64_t sign)
{
    if (s->players != 2) {
        score_many(s, suits, sign);
        return;
    }
    struct duel duel = kernels_get()->duel(s->board, s->board_weight, (size_t)s->used, s->hands[0],
                                           s->hands[1], suits);
    s->win += sign * duel.win;
    s->tie += sign * duel.tie;
}

static void flush_block(struct scorer *s)
{
    if (s->with) score_block(s, true, 1);
    if (s->without) score_block(s, false, s->with ? -1 : 1);
    s->used = 0;
}

static void cross(struct scorer *s, const struct list *a, const struct list *b)
{
    felt_assert(b->count <= BLOCK);
    for (int i = 0; i < a->count; i++) {
        if (s->used + b->count > BLOCK) flush_block(s);
        felt_hand *word = s->board + s->used;
        int16_t *weight = s->board_weight + s->used;
        for (int j = 0; j < b->count; j++) {
            word[j] = a->word[i] + b->word[j];
            weight[j] = (int16_t)(a->weight[i] * b->weight[j]);
        }
        s->used += b->count;
    }
}

/* Lists by size of the multisets of ranks first .. last - 1 that the stub holds. */
static void list_ranks(felt_cards stub, int first, int last, int size_max, struct list *by_size)
{
    static const int16_t choose[5][5] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};
    for (int size = 0; size <= size_max; size++) by_size[size].count = 0;
    by_size[0].word[0] = 0;
    by_size[0].weight[0] = 1;
    by_size[0].count = 1;
    for (int rank = first; rank < last; rank++) {
        felt_cards cards = stub & felt_cards_of_rank(rank);
        int held = felt_cards_count(cards);
        felt_hand word[5] = {0};
        for (int n = 1; n <= held; n++)
            word[n] = word[n - 1] + felt_hand_of(felt_cards_take(&cards));
        for (int size = size_max; size > 0; size--) {
            struct list *to = &by_size[size];
            for (int n = 1; n <= held && n <= size; n++) {
                const struct list *from = &by_size[size - n];
                felt_assert(to->count + from->count <= LIST_MAX);
                for (int i = 0; i < from->count; i++) {
                    to->word[to->count + i] = from->word[i] + word[n];
                    to->weight[to->count + i] = (int16_t)(from->weight[i] * choose[held][n]);
                }
                to->count += from->count;
            }
        }
    }
}

/* The choices of `size` cards of one suit. */
static void list_suited(felt_cards stub, int suit, int size, struct list *out)
{
    unsigned held = 0;
    for (int rank = 0; rank < FELT_RANKS; rank++)
        held |= (unsigned)(stub >> felt_card_make(rank, suit) & 1) << rank;
    out->count = 0;
    for (unsigned ranks = held;; ranks = (ranks - 1) & held) {
        if (__builtin_popcount(ranks) == size) {
            felt_assert(out->count < LIST_MAX);
            out->word[out->count] = (ranks + ((felt_hand)size << 13)) << (16 * suit);
            out->weight[out->count++] = 1;
        }
        if (!ranks) break;
    }
}

/* The fewest cards of the suit that must come for somebody's flush. */
static int suited_needed(const struct scorer *s, int suit)
{
    int most = 0;
    for (int p = 0; p < s->players; p++) {
        int held = (int)(s->hands[p] >> (16 * suit + 13) & 7);
        if (held > most) most = held;
    }
    return most >= 5 ? 0 : 5 - most;
}

static void score_classes(struct scorer *s, felt_cards stub, int to_come, struct lists *lists)
{
    static const felt_cards one_suit = UINT64_C(0x1111111111111);
    struct list *low = lists->low, *high = lists->high, *suited = &lists->suited;
    s->without = true;
    list_ranks(stub, 0, 7, to_come, low);
    list_ranks(stub, 7, FELT_RANKS, to_come, high);
    for (int size = 0; size <= to_come; size++) {
        if (low[size].count > high[to_come - size].count)
            cross(s, &high[to_come - size], &low[size]);
        else
            cross(s, &low[size], &high[to_come - size]);
    }
    flush_block(s);

    s->with = true;
    for (int suit = 0; suit < FELT_SUITS; suit++) {
        int needed = suited_needed(s, suit);
        if (needed > to_come) continue;
        list_ranks(stub & ~(one_suit << suit), 0, FELT_RANKS, to_come - needed, low);
        for (int size = needed; size <= to_come; size++) {
            list_suited(stub, suit, size, suited);
            if (suited->count) cross(s, suited, &low[to_come - size]);
        }
    }
    flush_block(s);
}

static void add_board(struct scorer *s, felt_hand word)
{
    if (s->used == BLOCK) flush_block(s);
    s->board[s->used] = word;
    s->board_weight[s->used++] = 1;
}

static void score_one_by_one(struct scorer *s, felt_cards stub, int to_come)
{
    s->with = true;
    if (to_come == 0) add_board(s, 0);
    for (felt_cards rest = stub; to_come > 0 && rest;) {
        felt_hand first = felt_hand_of(felt_cards_take(&rest));
        if (to_come == 1) add_board(s, first);
        for (felt_cards more = rest; to_come == 2 && more;)
            add_board(s, first + felt_hand_of(felt_cards_take(&more)));
    }
    flush_block(s);
}

void equity_boards(const felt_hand *hands, int players, felt_hand board, felt_cards stub,
                   int to_come, uint64_t weight, void *memory, struct equity_count *count)
{
    felt_hand on_board[PLAYERS_MAX];
    struct scorer s;
    felt_assert(players >= 2 && players <= PLAYERS_MAX);
    felt_assert(to_come >= 0 && to_come <= TO_COME_MAX);
    memset(&s, 0, offsetof(struct scorer, board));
    for (int p = 0; p < players; p++) on_board[p] = hands[p] + board;
    s.hands = on_board;
    s.players = players;
    if (to_come <= FEW)
        score_one_by_one(&s, stub, to_come);
    else
        score_classes(&s, stub, to_come, memory);

    uint64_t boards = equity_choose(felt_cards_count(stub), to_come);
    if (players == 2) {
        s.wins[0] = s.win;
        s.wins[1] = (int64_t)boards - s.win - s.tie;
        for (int p = 0; p < 2; p++) {
            s.ties[p] = s.tie;
            s.share[p] = s.wins[p] * FELT_EQUITY_SHARE + s.tie * (FELT_EQUITY_SHARE / 2);
        }
    }
    count->matchups += boards * weight;
    for (int p = 0; p < players; p++) {
        felt_assert(s.wins[p] >= 0 && s.ties[p] >= 0);
        count->wins[p] += (uint64_t)s.wins[p] * weight;
        count->ties[p] += (uint64_t)s.ties[p] * weight;
        count->share[p] += (uint64_t)s.share[p] * weight;
    }
}
