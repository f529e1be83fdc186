/* reference.c -- evaluators as one would do it with cards on a table.
 *
 * Ranks are the numbers players use: 2 .. 10, jack 11, queen 12, king 13, ace 14 (or 1 where it is
 * low).  A hand becomes a category and its ranks in order of importance: ranks held more often
 * first, among those higher ranks first.  The score is the place of the category within its family
 * followed by those ranks as hexadecimal digits; a missing card is the digit 0 and so loses to any
 * card.  Example: tens up with an ace, TTAA4 -> two pair, E A 4 -> 0x3EA400.
 *
 * Lows: the same number taken from a large one, so that a larger score is better there too. */
#include "reference.h"

#include <stdbool.h>
#include <stdlib.h>

enum { HAND = 5, DIGIT = 16, LOW_TOP = 0x1000000, TARGETS_MAX = 8000 };

enum rules {
    RULES_HIGH,
    RULES_SHORT, /* flush over full house, A-6-7-8-9               */
    RULES_27,    /* ace only high, so A-2-3-4-5 is no straight     */
    RULES_A5     /* ace only low, no straights, no flushes         */
};

static int rank_of(felt_card card)
{
    return card / 4 + 2;
}

static int suit_of(felt_card card)
{
    return card % 4;
}

static void sort_down(int *numbers, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && numbers[j - 1] < numbers[j]; j--) {
            int higher = numbers[j];
            numbers[j] = numbers[j - 1];
            numbers[j - 1] = higher;
        }
}

static int64_t score_of(int place, const int *ranks, int count)
{
    int64_t score = place;
    for (int i = 0; i < HAND; i++) score = DIGIT * score + (i < count ? ranks[i] : 0);
    return score;
}

/* The highest card of the straight that five different ranks, sorted down, make; or 0. */
static int straight_top(const int *ranks, enum rules rules)
{
    if (ranks[0] - ranks[4] == 4) return ranks[0];
    bool others_wheel = ranks[1] == 5 && ranks[4] == 2,
         others_nine = ranks[1] == 9 && ranks[4] == 6;
    if (ranks[0] == 14 && rules == RULES_HIGH && others_wheel) return 5;
    if (ranks[0] == 14 && rules == RULES_SHORT && others_nine) return 9;
    return 0;
}

/* Place of a category among those of its family, worst first. */
static int place_of(enum felt_category category, enum rules rules)
{
    if (rules == RULES_SHORT && category == FELT_FLUSH) return FELT_FULL_HOUSE;
    if (rules == RULES_SHORT && category == FELT_FULL_HOUSE) return FELT_FLUSH;
    return (int)category;
}

/* `ranks`: one entry for each of 1 .. 5 cards, sorted down. */
static struct reference rate_ranks(const int *ranks, int count, bool flush, enum rules rules)
{
    int held[HAND] = {0}, times[HAND] = {0}, groups = 0;
    for (int i = 0; i < count; i++) {
        if (i == 0 || ranks[i] != ranks[i - 1]) {
            held[groups] = ranks[i];
            times[groups++] = 0;
        }
        times[groups - 1]++;
    }
    /* Bring what is held more often to the front; equals keep their order, higher first. */
    for (int i = 1; i < groups; i++)
        for (int j = i; j > 0 && times[j - 1] < times[j]; j--) {
            int rank = held[j], often = times[j];
            held[j] = held[j - 1];
            times[j] = times[j - 1];
            held[j - 1] = rank;
            times[j - 1] = often;
        }
    int top = groups == HAND && rules != RULES_A5 ? straight_top(ranks, rules) : 0;
    bool suited = flush && count == HAND && rules != RULES_A5;

    enum felt_category category = FELT_HIGH_CARD;
    if (top && suited)
        category = FELT_STRAIGHT_FLUSH;
    else if (times[0] == 4)
        category = FELT_QUADS;
    else if (times[0] == 3 && times[1] == 2)
        category = FELT_FULL_HOUSE;
    else if (suited)
        category = FELT_FLUSH;
    else if (top)
        category = FELT_STRAIGHT;
    else if (times[0] == 3)
        category = FELT_TRIPS;
    else if (times[0] == 2 && times[1] == 2)
        category = FELT_TWO_PAIR;
    else if (times[0] == 2)
        category = FELT_PAIR;

    struct reference result = {.category = category};
    result.score = top ? score_of(place_of(category, rules), &top, 1)
                       : score_of(place_of(category, rules), held, groups);
    return result;
}

/* All cards of 1 .. 5 play. */
static struct reference rate_cards(const felt_card *cards, int count, enum rules rules)
{
    int ranks[HAND];
    bool flush = true;
    for (int i = 0; i < count; i++) {
        ranks[i] = rank_of(cards[i]);
        if (rules == RULES_A5 && ranks[i] == 14) ranks[i] = 1;
        if (suit_of(cards[i]) != suit_of(cards[0])) flush = false;
    }
    sort_down(ranks, count);
    return rate_ranks(ranks, count, flush, rules);
}

static struct reference rate_high(const felt_card *cards, int count)
{
    return rate_cards(cards, count, RULES_HIGH);
}

static struct reference rate_short(const felt_card *cards, int count)
{
    return rate_cards(cards, count, RULES_SHORT);
}

static struct reference rate_27(const felt_card *cards, int count)
{
    struct reference high = rate_cards(cards, count, RULES_27);
    return (struct reference){high.category, LOW_TOP - high.score};
}

static struct reference rate_a5(const felt_card *cards, int count)
{
    struct reference high = rate_cards(cards, count, RULES_A5);
    return (struct reference){high.category, LOW_TOP - high.score};
}

static struct reference rate_8(const felt_card *cards, int count)
{
    struct reference low = rate_a5(cards, count);
    bool qualifies = count == HAND && low.category == FELT_HIGH_CARD;
    for (int i = 0; i < count; i++)
        if (rank_of(cards[i]) > 8 && rank_of(cards[i]) != 14) qualifies = false;
    return qualifies ? low : (struct reference){FELT_NOTHING, 0};
}

static struct reference rate_three(const felt_card *cards, int count)
{
    int ranks[3];
    bool flush = count == 3;
    for (int i = 0; i < count; i++) {
        ranks[i] = rank_of(cards[i]);
        if (suit_of(cards[i]) != suit_of(cards[0])) flush = false;
    }
    sort_down(ranks, count);
    int top = 0;
    if (count == 3 && ranks[0] == ranks[1] + 1 && ranks[1] == ranks[2] + 1) top = ranks[0];
    if (count == 3 && ranks[0] == 14 && ranks[1] == 3 && ranks[2] == 2) top = 3;

    /* Worst first; each place is the hexadecimal digit in front of the ranks. */
    if (top && flush) return (struct reference){FELT_STRAIGHT_FLUSH, score_of(6, &top, 1)};
    if (count == 3 && ranks[0] == ranks[2])
        return (struct reference){FELT_TRIPS, score_of(5, ranks, 1)};
    if (top) return (struct reference){FELT_STRAIGHT, score_of(4, &top, 1)};
    if (flush) return (struct reference){FELT_FLUSH, score_of(3, ranks, 3)};
    if (count >= 2 && ranks[0] == ranks[1]) {
        int pair[2] = {ranks[0], count == 3 ? ranks[2] : 0};
        return (struct reference){FELT_PAIR, score_of(2, pair, 2)};
    }
    if (count == 3 && ranks[1] == ranks[2]) {
        int pair[2] = {ranks[1], ranks[0]};
        return (struct reference){FELT_PAIR, score_of(2, pair, 2)};
    }
    return (struct reference){FELT_HIGH_CARD, score_of(1, ranks, count)};
}

/* A badugi of exactly these cards, or nothing if two share a rank or a suit. */
static struct reference rate_badugi(const felt_card *cards, int count, bool ace_high)
{
    int ranks[4];
    if (count > 4) return (struct reference){FELT_NOTHING, 0};
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++)
            if (rank_of(cards[i]) == rank_of(cards[j]) || suit_of(cards[i]) == suit_of(cards[j]))
                return (struct reference){FELT_NOTHING, 0};
        ranks[i] = rank_of(cards[i]);
        if (!ace_high && ranks[i] == 14) ranks[i] = 1;
    }
    sort_down(ranks, count);
    for (int i = 0; i < count; i++) ranks[i] = 15 - ranks[i];
    static const enum felt_category by_cards[5] = {FELT_NOTHING, FELT_BADUGI_1, FELT_BADUGI_2,
                                                   FELT_BADUGI_3, FELT_BADUGI_4};
    return (struct reference){by_cards[count], score_of(count, ranks, count)};
}

static struct reference rate_badugi_low(const felt_card *cards, int count)
{
    return rate_badugi(cards, count, false);
}

static struct reference rate_badugi_high(const felt_card *cards, int count)
{
    return rate_badugi(cards, count, true);
}

static struct reference rate_spade(const felt_card *cards, int count)
{
    if (count != 1 || suit_of(cards[0]) != FELT_SPADES) return (struct reference){FELT_NOTHING, 0};
    return (struct reference){FELT_ONE_SPADE, rank_of(cards[0])};
}

typedef struct reference rate(const felt_card *cards, int count);

/* The best of all choices of least .. most cards; if there are fewer than `least`, of all cards. */
static struct reference best_choice(rate *rate_these, const felt_card *cards, int count, int least,
                                    int most)
{
    struct reference best = {FELT_NOTHING, 0};
    if (count > 0 && count <= least && least > 1) return rate_these(cards, count);
    for (int choice = 1; choice < 1 << count; choice++) {
        int chosen = __builtin_popcount((unsigned)choice);
        if (chosen < least || chosen > most) continue;
        felt_card these[7];
        int used = 0;
        for (int i = 0; i < count; i++)
            if (choice >> i & 1) these[used++] = cards[i];
        struct reference rated = rate_these(these, used);
        if (rated.score > best.score) best = rated;
    }
    return best;
}

struct reference reference_eval(enum felt_family family, const felt_card *cards, int count)
{
    switch (family) {
    case FELT_HIGH: return best_choice(rate_high, cards, count, HAND, HAND);
    case FELT_HIGH_SHORT: return best_choice(rate_short, cards, count, HAND, HAND);
    case FELT_LOW_27: return best_choice(rate_27, cards, count, HAND, HAND);
    case FELT_LOW_A5: return best_choice(rate_a5, cards, count, HAND, HAND);
    case FELT_LOW_8: return best_choice(rate_8, cards, count, HAND, HAND);
    case FELT_BADUGI: return best_choice(rate_badugi_low, cards, count, 1, 4);
    case FELT_BADUGI_HIGH: return best_choice(rate_badugi_high, cards, count, 1, 4);
    case FELT_HIGH_THREE: return best_choice(rate_three, cards, count, 3, 3);
    case FELT_SPADE: return best_choice(rate_spade, cards, count, 1, 1);
    case FELT_FAMILY_NONE:
    case FELT_FAMILIES: break;
    }
    abort();
}

struct reference reference_two_three(enum felt_family family, const felt_card *hole, int holes,
                                     const felt_card *board, int boards)
{
    struct reference best = {FELT_NOTHING, 0};
    rate *rate_these = family == FELT_HIGH ? rate_high : rate_8;
    for (int a = 0; a < holes; a++)
        for (int b = a + 1; b < holes; b++)
            for (int c = 0; c < boards; c++)
                for (int d = c + 1; d < boards; d++)
                    for (int e = d + 1; e < boards; e++) {
                        felt_card these[HAND] = {hole[a], hole[b], board[c], board[d], board[e]};
                        struct reference rated = rate_these(these, HAND);
                        if (rated.score > best.score) best = rated;
                    }
    return best;
}

/* --- wild cards: all hands there are ---
 *
 * A target is a hand of 1 .. 5 cards: how many of each rank, and whether all are of one suit.  It
 * can be built if the natural cards supply all of it but at most as many cards as there are wild
 * ones: the wild ones become the rest.  They are then cards that are not in the hand, because of
 * each rank the natural ones are used first and a rank has four cards; five of a kind is the one
 * exception the rule makes. */
struct target {
    struct reference worth;
    int different;            /* number of different ranks   */
    int rank[HAND], of[HAND]; /* which ones, how many of each */
    bool flush;
};

struct reference_targets {
    int count[HAND + 1];
    struct target by_size[HAND + 1][TARGETS_MAX]; /* best first */
};

static int better_first(const void *a, const void *b)
{
    int64_t x = ((const struct target *)a)->worth.score,
            y = ((const struct target *)b)->worth.score;
    return (x < y) - (x > y);
}

/* `ranks` sorted down. */
static void add_target(struct reference_targets *targets, const int *ranks, int size, bool flush)
{
    struct target target = {.flush = flush};
    for (int i = 0; i < size; i++) {
        if (i == 0 || ranks[i] != ranks[i - 1]) target.rank[target.different++] = ranks[i];
        target.of[target.different - 1]++;
    }
    if (target.of[0] == HAND) {
        target.worth.category = FELT_FIVE_OF_A_KIND;
        target.worth.score = score_of(FELT_FIVE_OF_A_KIND, ranks, 1);
    } else {
        target.worth = rate_ranks(ranks, size, flush, RULES_HIGH);
    }
    if (targets->count[size] == TARGETS_MAX) abort();
    targets->by_size[size][targets->count[size]++] = target;
}

struct reference_targets *reference_targets_open(void)
{
    struct reference_targets *targets = calloc(1, sizeof *targets);
    if (!targets) abort();
    for (int size = 1; size <= HAND; size++) {
        /* Counts through all falling sequences of `size` ranks, like an odometer. */
        int ranks[HAND] = {2, 2, 2, 2, 2};
        for (;;) {
            bool different = size == HAND;
            for (int i = 1; i < size; i++)
                if (ranks[i] == ranks[i - 1]) different = false;
            add_target(targets, ranks, size, false);
            if (different) add_target(targets, ranks, size, true);
            int turning = size - 1;
            while (turning > 0 && ranks[turning] == ranks[turning - 1]) turning--;
            if (turning == 0 && ranks[0] == 14) break;
            ranks[turning]++;
            for (int i = turning + 1; i < size; i++) ranks[i] = 2;
        }
        qsort(targets->by_size[size], (size_t)targets->count[size], sizeof(struct target),
              better_first);
    }
    return targets;
}

void reference_targets_close(struct reference_targets *targets)
{
    free(targets);
}

static int fewer(int a, int b)
{
    return a < b ? a : b;
}

struct reference reference_wild(const struct reference_targets *targets, felt_cards wild,
                                const felt_card *cards, int count)
{
    int natural[15] = {0}, suited[4][15] = {{0}}, wilds = 0;
    for (int i = 0; i < count; i++) {
        if (cards[i] >= FELT_CARDS || (wild >> cards[i] & 1)) {
            wilds++;
        } else {
            natural[rank_of(cards[i])]++;
            suited[suit_of(cards[i])][rank_of(cards[i])]++;
        }
    }
    int size = fewer(count, HAND);
    for (int t = 0; t < targets->count[size]; t++) {
        const struct target *target = &targets->by_size[size][t];
        int supplied = 0;
        if (target->flush) {
            for (int suit = 0; suit < 4; suit++) {
                int of_suit = 0;
                for (int i = 0; i < target->different; i++)
                    of_suit += suited[suit][target->rank[i]];
                if (of_suit > supplied) supplied = of_suit;
            }
        } else {
            for (int i = 0; i < target->different; i++)
                supplied += fewer(natural[target->rank[i]], target->of[i]);
        }
        if (size - supplied <= wilds) return target->worth;
    }
    return (struct reference){FELT_NOTHING, 0};
}

/* --- wild cards: all substitutions --- */

/* The best hand of exactly these cards; the first `natural` of them stay, the others become every
 * card that is not among the ones before. */
static struct reference substitute(felt_card *cards, int natural, int count)
{
    if (natural == count) return rate_high(cards, count);
    struct reference best = {FELT_NOTHING, 0};
    for (int card = 0; card < FELT_CARDS; card++) {
        bool there = false;
        for (int i = 0; i < natural; i++)
            if (cards[i] == card) there = true;
        if (there) continue;
        cards[natural] = (felt_card)card;
        struct reference rated = substitute(cards, natural + 1, count);
        if (rated.score > best.score) best = rated;
    }
    return best;
}

struct reference reference_wild_by_substitution(felt_cards wild, const felt_card *cards, int count)
{
    struct reference best = {FELT_NOTHING, 0};
    int size = fewer(count, HAND);
    for (int choice = 1; choice < 1 << count; choice++) {
        if (__builtin_popcount((unsigned)choice) != size) continue;
        felt_card these[HAND];
        int natural = 0;
        bool one_rank = true;
        for (int i = 0; i < count; i++) {
            if (!(choice >> i & 1) || cards[i] >= FELT_CARDS || (wild >> cards[i] & 1)) continue;
            if (natural && rank_of(cards[i]) != rank_of(these[0])) one_rank = false;
            these[natural++] = cards[i];
        }
        struct reference rated;
        if (size == HAND && one_rank && natural < HAND) {
            int rank = natural ? rank_of(these[0]) : 14;
            rated.category = FELT_FIVE_OF_A_KIND;
            rated.score = score_of(FELT_FIVE_OF_A_KIND, &rank, 1);
        } else {
            rated = substitute(these, natural, size);
        }
        if (rated.score > best.score) best = rated;
    }
    return best;
}
