/* eval.c -- one list of cards in any family.
 *
 * FELT_HIGH and deuce-to-seven use the tables of the scalar evaluator.  The rest works on masks of
 * ranks: few hands of these games are evaluated in a row, and logic needs no cache.
 *
 * A family that wants the best five of more cards and cannot say so in masks (paired lows,
 * three-card hands) tries all choices; there are at most 35 of them. */
#include "felt/eval.h"
#include "felt/assert.h"

#include "cards/badugi.h"
#include "cards/code.h"
#include "cards/high.h"

static void suit_masks(const felt_card *cards, int count, unsigned suit[4])
{
    suit[0] = suit[1] = suit[2] = suit[3] = 0;
    for (int i = 0; i < count; i++) suit[cards[i] & 3] |= 1u << (cards[i] >> 2);
}

/* The ace becomes the lowest rank. */
static void ace_low(unsigned suit[4])
{
    for (int s = 0; s < 4; s++) suit[s] = (suit[s] << 1 | suit[s] >> 12) & CODE_RANKS;
}

/* ---- high hands with wild cards, and of the short deck ---- */

enum { WHEEL_TOP = FELT_FIVE, SHORT_WHEEL_TOP = FELT_NINE };

/* Top rank of the highest run of five of which at most `wilds` ranks are missing, or -1.  The ace
 * also stands below the run that ends at `wheel_top`. */
static int straight_with(unsigned ranks, int wilds, int wheel_top)
{
    for (int top = FELT_ACE; top >= wheel_top; top--) {
        unsigned run = top == wheel_top ? 15u << (top - 3) | 1u << FELT_ACE : 31u << (top - 4);
        if (__builtin_popcount(ranks & run) + wilds >= 5) return top;
    }
    return -1;
}

/* Ranks of a flush in which wild cards are the highest ranks the suit lacks, or 0. */
static unsigned flush_with(unsigned ranks, int wilds)
{
    if (__builtin_popcount(ranks) + wilds < 5) return 0;
    return code_highest(ranks | code_highest(CODE_RANKS & ~ranks, wilds), 5);
}

/* Pairs and better when wild cards join the ranks that are held; no straights, no flushes.  With a
 * wild card beside it a single becomes a pair and never two pair, so the tallest pile takes all of
 * them; only a full house is made otherwise, from two pairs and one wild card. */
static felt_value pairs_with(struct code_counts held, int wilds)
{
    unsigned at_least[6] = {CODE_RANKS, held.one, held.two, held.three, held.four, 0};
    if (wilds == 0) return code_pairs(held);
    for (int size = 5; size >= 1; size--) {
        unsigned piles = size <= wilds ? CODE_RANKS : at_least[size - wilds];
        unsigned pair = code_highest(held.two, 2);
        if (size == 3 && wilds == 1 && (pair & (pair - 1)))
            return code_full_house(code_top_rank(pair), __builtin_ctz(pair));
        if (!piles) continue;
        int rank = code_top_rank(piles);
        unsigned others = held.one & ~(1u << rank);
        if (size == 5) return code_top(CODE_FIVE_OF_A_KIND, rank);
        if (size == 4) return code_quads(rank, code_highest(others, 1));
        if (size == 3) return code_trips(rank, code_highest(others, 2));
        if (size == 2) return code_pair(rank, code_highest(others, 3));
        return code_high_card(1u << rank);
    }
    return 0;
}

static felt_value best_of(felt_value a, felt_value b)
{
    return a > b ? a : b;
}

static felt_value high_with(const unsigned suit[4], int wilds, int wheel_top)
{
    struct code_counts held = code_count(suit);
    felt_value best = pairs_with(held, wilds);
    int top = straight_with(held.one, wilds, wheel_top);
    if (top >= 0) best = best_of(best, code_top(CODE_STRAIGHT, top));
    for (int s = 0; s < 4; s++) {
        unsigned flush = flush_with(suit[s], wilds);
        if (!flush) continue;
        best = best_of(best, code_flush(flush));
        top = straight_with(suit[s], wilds, wheel_top);
        if (top >= 0) best = best_of(best, code_top(CODE_STRAIGHT_FLUSH, top));
    }
    return best;
}

felt_value felt_eval_wild(felt_cards wild, const felt_card *cards, int count)
{
    unsigned suit[4] = {0};
    int wilds = 0;
    felt_assert(count >= 0 && count <= FELT_EVAL_CARDS_MAX);
    for (int i = 0; i < count; i++) {
        felt_assert(cards[i] < FELT_CARDS_MAX);
        if (felt_cards_of(cards[i]) & (wild | FELT_CARDS_JOKERS))
            wilds++;
        else
            suit[cards[i] & 3] |= 1u << (cards[i] >> 2);
    }
    if (count == 0) return 0;
    return high_with(suit, wilds, WHEEL_TOP);
}

/* Flush and full house change places after the best five have been found: with seven cards of which
 * five are suited a full house cannot be there as well, so the order does not matter before. */
static felt_value short_high(const felt_card *cards, int count)
{
    unsigned suit[4];
    suit_masks(cards, count, suit);
    felt_assert(!((suit[0] | suit[1] | suit[2] | suit[3]) & 0xf));
    felt_value value = high_with(suit, 0, SHORT_WHEEL_TOP);
    unsigned category = value >> 12;
    if (category == CODE_FLUSH)
        category = CODE_FULL_HOUSE;
    else if (category == CODE_FULL_HOUSE)
        category = CODE_FLUSH;
    return code_make(category, value & 0xfff);
}

/* ---- choices ---- */

/* The best value over all choices of `size` of the cards. */
static felt_value best_choice(felt_value (*evaluate)(const felt_card *, int), int size,
                              const felt_card *cards, int count)
{
    felt_value best = 0;
    if (count <= size) return evaluate(cards, count);
    for (unsigned choice = 0; choice < 1u << count; choice++) {
        felt_card chosen[FELT_EVAL_CARDS_MAX];
        if (__builtin_popcount(choice) != size) continue;
        int n = 0;
        for (int i = 0; i < count; i++)
            if (choice >> i & 1) chosen[n++] = cards[i];
        best = best_of(best, evaluate(chosen, size));
    }
    return best;
}

/* ---- lows ---- */

static felt_value low27_of_five(const felt_card *cards, int count)
{
    felt_value high = high_value(high_tally(cards, count));
    if (high == code_top(CODE_STRAIGHT, FELT_FIVE)) high = code_high_card(CODE_WHEEL);
    if (high == code_top(CODE_STRAIGHT_FLUSH, FELT_FIVE)) high = code_flush(CODE_WHEEL);
    return (felt_value)(CODE_LOW_TOP - high);
}

static felt_value paired_low(const felt_card *cards, int count)
{
    unsigned suit[4];
    suit_masks(cards, count, suit);
    ace_low(suit);
    return (felt_value)(CODE_LOW_TOP - code_pairs(code_count(suit)));
}

static felt_value low_a5(const felt_card *cards, int count, unsigned allowed)
{
    unsigned suit[4];
    suit_masks(cards, count, suit);
    ace_low(suit);
    unsigned ranks = (suit[0] | suit[1] | suit[2] | suit[3]) & allowed;
    if (__builtin_popcount(ranks) >= 5)
        return (felt_value)(CODE_LOW_TOP - code_high_card(code_lowest(ranks, 5)));
    return allowed == CODE_RANKS ? best_choice(paired_low, 5, cards, count) : 0;
}

/* ---- three cards ---- */

static felt_value three_cards(const felt_card *cards, int count)
{
    unsigned suit[4];
    suit_masks(cards, count, suit);
    struct code_counts held = code_count(suit);
    felt_value plain = code_pairs(held);
    if (count < 3) return plain;
    bool flush = !held.two && (suit[0] == held.one || suit[1] == held.one || suit[2] == held.one ||
                               suit[3] == held.one);
    int top = -1;
    for (int t = FELT_ACE; t >= FELT_FOUR; t--)
        if (held.one == 7u << (t - 2)) top = t;
    if (held.one == (1u << FELT_ACE | 3u)) top = FELT_THREE;
    if (held.three) return code_make(CODE_THREE_TRIPS, plain & 0xfff);
    if (top >= 0) return code_top(flush ? CODE_THREE_STRAIGHT_FLUSH : CODE_THREE_STRAIGHT, top);
    if (flush) return code_make(CODE_THREE_FLUSH, plain & 0xfff);
    return plain;
}

static felt_value highest_spade(const felt_card *cards, int count)
{
    int rank = -1;
    for (int i = 0; i < count; i++)
        if ((cards[i] & 3) == FELT_SPADES && cards[i] >> 2 > rank) rank = cards[i] >> 2;
    return code_make(0, (unsigned)(rank + 1));
}

felt_value felt_eval(enum felt_family family, const felt_card *cards, int count)
{
    felt_assert(count >= 0 && count <= FELT_EVAL_CARDS_MAX);
    for (int i = 0; i < count; i++) felt_assert(cards[i] < FELT_CARDS);
    if (count == 0) return 0;
    switch (family) {
    case FELT_HIGH: return high_value(high_tally(cards, count));
    case FELT_HIGH_SHORT: return short_high(cards, count);
    case FELT_LOW_27: return best_choice(low27_of_five, 5, cards, count);
    case FELT_LOW_A5: return low_a5(cards, count, CODE_RANKS);
    case FELT_LOW_8: return low_a5(cards, count, 0xff);
    case FELT_BADUGI: return badugi_value(cards, count, false);
    case FELT_BADUGI_HIGH: return badugi_value(cards, count, true);
    case FELT_HIGH_THREE: return best_choice(three_cards, 3, cards, count);
    case FELT_SPADE: return highest_spade(cards, count);
    case FELT_FAMILY_NONE:
    case FELT_FAMILIES: break;
    }
    felt_assert(!"a family that evaluates");
    return 0;
}
