/* outlook_draw.c -- what to keep in a draw: the rule of thumb.
 *
 * The rule of thumb is quick, since a sample plays every draw of every seat by it:
 *
 *   high     straights and better stand pat; else trips, two pair, a pair; else four to a flush
 *            or to an open straight; else the two highest cards from jacks up, or the highest.
 *            Wild cards are never thrown, and stay with the largest group.
 *   low      cards of different ranks up to eight; a complete hand stands pat if its highest card
 *            is low enough for the number of draws to come.
 *   badugi   the best cards of different suits and ranks, again as low as the draws to come ask. */
#include "felt/assert.h"
#include "players/poker/outlook.h"

#include <string.h>

/* ---- the rule of thumb: high ---------------------------------------------------------------- */

static bool is_wild(felt_cards wild, felt_card card)
{
    return card >= FELT_CARDS || (wild >> card & 1);
}

/* The places of cards whose rank is `rank`. */
static unsigned of_rank(const felt_card *cards, int count, int rank, felt_cards wild)
{
    unsigned mask = 0;
    for (int i = 0; i < count; i++)
        if (!is_wild(wild, cards[i]) && felt_card_rank(cards[i]) == rank) mask |= 1u << i;
    return mask;
}

static unsigned keep_groups(const felt_card *cards, int count, felt_cards wild, int least)
{
    unsigned keep = 0;
    for (int i = 0; i < count; i++) {
        if (is_wild(wild, cards[i])) continue;
        unsigned mask = of_rank(cards, count, felt_card_rank(cards[i]), wild);
        if (__builtin_popcount(mask) >= least) keep |= mask;
    }
    return keep;
}

/* Four to a flush, or to a straight that is open at both ends; 0 if there is none. */
static unsigned keep_four(const felt_card *cards, int count)
{
    unsigned of_suit[FELT_SUITS] = {0}, ranks = 0;
    for (int i = 0; i < count; i++) {
        of_suit[felt_card_suit(cards[i])] |= 1u << i;
        ranks |= 1u << felt_card_rank(cards[i]);
    }
    for (int suit = 0; suit < FELT_SUITS; suit++)
        if (__builtin_popcount(of_suit[suit]) == 4) return of_suit[suit];
    for (int low = FELT_NINE + 1; low >= 0; low--) {
        unsigned keep = 0;
        if ((ranks >> low & 15) != 15 || low + 3 == FELT_ACE) continue;
        for (int i = 0; i < count; i++) {
            int rank = felt_card_rank(cards[i]);
            if (rank >= low && rank < low + 4) keep |= 1u << i;
        }
        return keep;
    }
    return 0;
}

static unsigned keep_high_cards(const felt_card *cards, int count)
{
    int top = 0, second = -1;
    for (int i = 0; i < count; i++)
        if (cards[i] > cards[top]) top = i;
    for (int i = 0; i < count; i++) {
        if (i == top || felt_card_rank(cards[i]) < FELT_JACK) continue;
        if (second < 0 || cards[i] > cards[second]) second = i;
    }
    return 1u << top | (second < 0 ? 0 : 1u << second);
}

static unsigned keep_wild(const felt_card *cards, int count, felt_cards wild)
{
    unsigned wilds = 0, best = 0;
    for (int i = 0; i < count; i++)
        if (is_wild(wild, cards[i])) wilds |= 1u << i;
    for (int i = 0; i < count; i++) {
        if (wilds >> i & 1) continue;
        unsigned mask = of_rank(cards, count, felt_card_rank(cards[i]), wild);
        int size = __builtin_popcount(mask), best_size = __builtin_popcount(best);
        bool higher = best && cards[i] > cards[__builtin_ctz(best)];
        if (size > best_size || (size == best_size && higher)) best = mask;
    }
    return wilds | best;
}

static unsigned keep_high(const struct felt_showdown *showdown, const felt_card *cards, int count)
{
    felt_value value[2];
    bool wild = false;
    for (int i = 0; i < count; i++) wild |= is_wild(showdown->wild, cards[i]);
    felt_showdown_values(showdown, cards, count, NULL, 0, value);
    enum felt_category category = felt_value_category(showdown->first, value[0]);
    if (category >= FELT_STRAIGHT) return (1u << count) - 1;
    if (wild) return keep_wild(cards, count, showdown->wild);
    if (category >= FELT_PAIR) return keep_groups(cards, count, 0, 2);
    unsigned four = keep_four(cards, count);
    return four ? four : keep_high_cards(cards, count);
}

/* ---- the rule of thumb: low and badugi ------------------------------------------------------ */

/* Ranks from the lowest: ace 0 where it is low, else deuce 0. */
static int low_rank(felt_card card, bool ace_low)
{
    int rank = felt_card_rank(card);
    if (!ace_low) return rank;
    return rank == FELT_ACE ? 0 : rank + 1;
}

/* The highest rank that a complete hand stands pat with, by how many draws follow: ten, nine,
 * eight. */
static int pat_rank(bool ace_low, int more)
{
    static const int highest[3] = {FELT_TEN, FELT_NINE, FELT_EIGHT};
    return highest[more > 2 ? 2 : more] + ace_low;
}
static int drawing_rank(bool ace_low)
{
    return FELT_EIGHT + ace_low;
}

static unsigned keep_low(enum felt_family family, const felt_card *cards, int count, int more)
{
    bool ace_low = family != FELT_LOW_27;
    unsigned keep = 0, ranks = 0;
    int top = 0, highest = -1;
    for (int i = 0; i < count; i++) {
        int rank = low_rank(cards[i], ace_low);
        if (rank > highest) {
            highest = rank;
            top = i;
        }
        if (rank <= drawing_rank(ace_low) && !(ranks >> rank & 1)) keep |= 1u << i;
        ranks |= 1u << rank;
    }
    if (__builtin_popcount(ranks) < count) return keep;
    if (family == FELT_LOW_27) { /* a straight or a flush is no low hand */
        felt_value value = felt_eval(FELT_LOW_27, cards, count);
        if (felt_value_category(FELT_LOW_27, value) != FELT_HIGH_CARD) return keep & ~(1u << top);
    }
    return highest <= pat_rank(ace_low, more) ? (1u << count) - 1 : keep;
}

/* The most cards of different suits and ranks, and of those the lowest.  A choice is the one
 * without its first card, and that card: nothing is looked at twice. */
static unsigned best_badugi(const felt_card *cards, int count, bool ace_low)
{
    uint32_t taken[1 << 5] = {0}; /* by choice: ranks and, above them, suits; 0 where cards clash */
    uint8_t size[1 << 5] = {0};
    uint32_t marks[5];
    unsigned best = 0;
    felt_assert(count <= 5);
    for (int i = 0; i < count; i++)
        marks[i] = 1u << low_rank(cards[i], ace_low) | 1u << (16 + felt_card_suit(cards[i]));
    for (unsigned choice = 1; choice < 1u << count; choice++) {
        unsigned rest = choice & (choice - 1);
        uint32_t mark = marks[__builtin_ctz(choice)];
        if ((rest && taken[rest] == 0) || taken[rest] & mark) continue;
        taken[choice] = taken[rest] | mark;
        size[choice] = (uint8_t)(size[rest] + 1);
        bool lower = (taken[choice] & 0xffff) < (taken[best] & 0xffff);
        if (size[choice] > size[best] || (size[choice] == size[best] && lower)) best = choice;
    }
    return best;
}

static unsigned keep_badugi(const struct felt_showdown *showdown, const felt_card *cards, int count,
                            int more)
{
    bool ace_low = showdown->first == FELT_BADUGI || showdown->second == FELT_BADUGI;
    unsigned best = best_badugi(cards, count, ace_low), keep = 0, ranks = 0;
    bool made = __builtin_popcount(best) == 4;
    int limit = made ? pat_rank(ace_low, more) : drawing_rank(ace_low);
    for (int i = 0; i < count; i++) {
        int rank = low_rank(cards[i], ace_low);
        if (!(best >> i & 1) || rank > limit) continue;
        keep |= 1u << i;
        ranks |= 1u << rank;
    }
    /* Of five cards one more is for the other half: the lowest that has a rank of its own. */
    int fifth = -1;
    for (int i = 0; count == 5 && i < count; i++) {
        int rank = low_rank(cards[i], ace_low);
        if (keep >> i & 1 || ranks >> rank & 1 || rank > drawing_rank(ace_low)) continue;
        if (fifth < 0 || rank < low_rank(cards[fifth], ace_low)) fifth = i;
    }
    if (fifth >= 0) keep |= 1u << fifth;
    return keep;
}

static bool is_badugi(enum felt_family family)
{
    return family == FELT_BADUGI || family == FELT_BADUGI_HIGH;
}

unsigned outlook_keep(const struct felt_showdown *showdown, const felt_card *cards, int count,
                      int more)
{
    if (is_badugi(showdown->first) || is_badugi(showdown->second))
        return keep_badugi(showdown, cards, count, more);
    if (showdown->first == FELT_LOW_27 || showdown->first == FELT_LOW_A5)
        return keep_low(showdown->first, cards, count, more);
    return keep_high(showdown, cards, count);
}

/* ---- drawing -------------------------------------------------------------------------------- */

/* RULES 2.5: what was thrown away is all there is. */
static void turn_over(struct outlook_pool *pool)
{
    memcpy(pool->card, pool->thrown, (size_t)pool->throws);
    pool->count = pool->throws;
    pool->top = pool->throws = pool->mixed = 0;
}

void outlook_replace(felt_card *cards, int count, unsigned keep, struct outlook_pool *pool,
                     struct felt_rng *rng)
{
    for (int i = 0; i < count; i++) {
        if (keep >> i & 1) continue;
        if (pool->top == pool->count) turn_over(pool);
        if (pool->top == pool->count) return; /* nobody has thrown a card: it stays */
        felt_card fresh = outlook_take(pool, rng);
        pool->thrown[pool->throws++] = cards[i];
        cards[i] = fresh;
    }
}

/* ---- discards without new cards ------------------------------------------------------------- */

/* How good cards look that stay: what they make with the board, then ranks, a pair, one suit. */
static uint32_t look(const struct felt_showdown *showdown, const felt_card *cards, int count,
                     const felt_card *board, int boards)
{
    felt_value value[2];
    uint32_t ranks = 0, suited = 1;
    felt_showdown_values(showdown, cards, count, board, boards, value);
    for (int i = 0; i < count; i++) {
        ranks += (uint32_t)felt_card_rank(cards[i]);
        suited &= felt_card_suit(cards[i]) == felt_card_suit(cards[0]);
    }
    return (uint32_t)value[0] << 8 | (ranks + 6 * suited);
}

unsigned outlook_keep_best(const struct felt_showdown *showdown, const felt_card *cards, int count,
                           int keep, const felt_card *board, int boards)
{
    unsigned best = 0;
    uint32_t best_look = 0;
    for (unsigned choice = 1; choice < 1u << count; choice++) {
        felt_card kept[FELT_HOLE_MAX] = {0};
        int size = 0;
        if (__builtin_popcount(choice) != keep) continue;
        for (int i = 0; i < count; i++)
            if (choice >> i & 1) kept[size++] = cards[i];
        uint32_t looks = look(showdown, kept, size, board, boards);
        if (best && looks <= best_look) continue;
        best = choice;
        best_look = looks;
    }
    return best;
}

void outlook_reduce(const struct felt_known *known, struct felt_known *out)
{
    struct outlook_plan plan;
    *out = *known;
    outlook_plan_make(known, &plan);
    if (known->holes <= plan.holes_end) return;
    uint64_t keep = felt_outlook_keep(known);
    out->holes = 0;
    for (int i = 0; i < known->holes; i++)
        if (keep >> i & 1) out->hole[out->holes++] = known->hole[i];
}

uint64_t felt_outlook_keep(const struct felt_known *known)
{
    struct outlook_plan plan;
    outlook_plan_make(known, &plan);
    if (!outlook_drawing(&plan)) return (UINT64_C(1) << known->holes) - 1;
    if (plan.replaces)
        return outlook_keep(&known->showdown, known->hole, known->holes,
                            plan.draws - plan.draw - 1);
    return outlook_keep_best(&known->showdown, known->hole, known->holes, plan.holes_end,
                             known->board, known->boards);
}
