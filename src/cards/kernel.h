/* kernel.h -- one high hand in each lane (sixteen with AVX2), by logic alone.
 *
 * Input: one register for each suit, a lane for each hand: 13 rank bits, 3-bit card counter on top
 * (hand.h).  Output: two halves of a strength,
 *
 *     high half            low half                       hand
 *     0                    five highest ranks             high card
 *     pair's rank bit      kickers                        pair
 *     0x2000 | two bits    kicker                         two pair
 *     0x4000 | rank bit    kickers                        trips
 *     0x6000               bit (top rank - 3)             straight
 *     0x6001               five highest ranks             flush
 *     0x8000 | rank bit    pair's rank bit                full house
 *     0xa000 | rank bit    kicker                         quads
 *     0xc000               bit (top rank - 3)             straight flush
 *
 * so that strengths compare as numbers.  How it works:
 *   - Adding the four suit lanes as one-bit numbers gives, for all ranks at once, the ranks held an
 * odd number of times and at least twice; from these come singles, pairs, trips and quads.
 *   - "The best k of a mask" is clearing its lowest bits, and for a hand of seven the number to
 * clear is the same, two, for high card, pair, two pair and trips (six cards: one, five cards:
 * none).
 *   - A lane minus 0x9fff, not below zero, is nonzero only with five or more cards of the suit:
 * then it is (cards - 5) * 0x2000 + ranks + 1.
 *   - Straights are four shifted ANDs, the ace copied below the deuce.
 *   - A flush or straight excludes quads and full houses in seven cards, so the order in which the
 *     results are laid over each other does not matter.
 *
 * The rare hands (quads, two trips, six or more of a suit: one vector in sixteen) leave the fast
 * path of kernel7() for kernel_full(). */
#ifndef FELT_CARDS_KERNEL_H
#define FELT_CARDS_KERNEL_H

struct kernel_result {
    lanes high, low;
};

INLINE lanes drop_lowest(lanes a)
{
    return lanes_and(a, lanes_add(a, lanes_all(0xffff)));
}

/* What all kernels begin with. */
struct kernel_ranks {
    lanes odd, twice, quads, any, trips;
};
INLINE struct kernel_ranks add_suits(const lanes suit[4])
{
    const lanes ranks = lanes_all(0x1fff);
    lanes x = lanes_xor(suit[0], suit[1]), a = lanes_and(suit[0], suit[1]);
    lanes y = lanes_xor(suit[2], suit[3]), b = lanes_and(suit[2], suit[3]);
    struct kernel_ranks r;
    r.odd = lanes_and(lanes_xor(x, y), ranks);
    r.twice = lanes_and(lanes_or(lanes_or(a, b), lanes_and(x, y)), ranks);
    r.quads = lanes_and(lanes_and(a, b), ranks);
    r.any = lanes_or(r.odd, r.twice);
    r.trips = lanes_and(r.odd, r.twice);
    return r;
}

/* Nonzero with five or more cards of a suit. */
INLINE lanes find_flush(const lanes suit[4])
{
    const lanes four = lanes_all(0x9fff);
    return lanes_or(lanes_or(lanes_excess(suit[0], four), lanes_excess(suit[1], four)),
                    lanes_or(lanes_excess(suit[2], four), lanes_excess(suit[3], four)));
}

/* Bit i: a straight whose top rank is i + 3.  `wheel` is false where the ace is only high. */
INLINE lanes find_straights(lanes ranks, bool wheel)
{
    lanes line = lanes_left(ranks, 1);
    if (wheel) line = lanes_or(line, lanes_right(ranks, 12));
    lanes run = lanes_and(line, lanes_right(line, 1));
    run = lanes_and(run, lanes_right(run, 2));
    return lanes_and(run, lanes_right(line, 4));
}

/* Lays straights and flushes over what ranks alone give. */
INLINE struct kernel_result overlay(struct kernel_result by_rank, lanes no_flush, lanes no_straight,
                                    lanes straight_top, lanes flush_ranks)
{
    lanes straight = lanes_choose(lanes_all(0xc000), lanes_all(0x6000), no_flush);
    lanes high = lanes_choose(straight, lanes_all(0x6001), no_straight);
    lanes low = lanes_choose(straight_top, flush_ranks, no_straight);
    lanes neither = lanes_and(no_flush, no_straight);
    return (struct kernel_result){lanes_choose(high, by_rank.high, neither),
                                  lanes_choose(low, by_rank.low, neither)};
}

/* Every hand of five to seven cards; `spare` = cards - 5. */
INLINE struct kernel_result kernel_full(const lanes suit[4], int spare)
{
    const lanes zero = lanes_all(0), ranks = lanes_all(0x1fff);
    lanes flush = find_flush(suit), no_flush = lanes_equal(flush, zero);
    lanes flush_word = lanes_add(flush, lanes_all(0xffff));
    struct kernel_ranks r = add_suits(suit);
    lanes singles = lanes_xor(r.odd, r.trips);
    lanes pairs = lanes_xor(lanes_xor(r.twice, r.trips), r.quads);

    lanes run_ranks = lanes_choose(lanes_and(flush_word, ranks), r.any, no_flush);
    lanes runs = find_straights(run_ranks, true), no_straight = lanes_equal(runs, zero);
    lanes top = lanes_without(lanes_right(runs, 1), runs);

    lanes one = drop_lowest(run_ranks), two = drop_lowest(one), flush_ranks = run_ranks;
    flush_ranks = lanes_choose(flush_ranks, one, lanes_greater(flush_word, lanes_all(0x1fff)));
    flush_ranks = lanes_choose(flush_ranks, two, lanes_greater(flush_word, lanes_all(0x3fff)));

    lanes kickers = singles;
    if (spare == 1) kickers = drop_lowest(singles);
    if (spare == 2) {
        one = drop_lowest(singles);
        kickers = lanes_choose(drop_lowest(one), singles, lanes_equal(one, zero));
    }

    lanes top_pairs = drop_lowest(pairs), top_pair = drop_lowest(top_pairs);
    lanes not_two = lanes_equal(top_pairs, zero), not_three = lanes_equal(top_pair, zero);
    struct kernel_result out;
    out.high = lanes_or(lanes_choose(top_pairs, pairs, not_three),
                        lanes_without(not_two, lanes_all(0x2000)));
    out.low = lanes_max(kickers, lanes_without(not_three, lanes_xor(pairs, top_pairs)));

    lanes no_trips = lanes_equal(r.trips, zero), second = drop_lowest(r.trips);
    lanes trips = lanes_or(second, lanes_and(r.trips, lanes_equal(second, zero)));
    lanes best_pair = lanes_or(top_pairs, lanes_and(pairs, not_two));
    lanes full = lanes_max(best_pair, lanes_xor(r.trips, trips)),
          not_full = lanes_equal(full, zero);
    lanes category = lanes_choose(lanes_all(0x8000), lanes_all(0x4000), not_full);
    out.high = lanes_choose(lanes_or(trips, category), out.high, no_trips);
    out.low = lanes_choose(lanes_choose(full, kickers, not_full), out.low, no_trips);

    out = overlay(out, no_flush, no_straight, top, flush_ranks);

    lanes no_quads = lanes_equal(r.quads, zero);
    lanes kicker = lanes_max(kickers, lanes_max(pairs, r.trips));
    out.high = lanes_choose(lanes_or(r.quads, lanes_all(0xa000)), out.high, no_quads);
    out.low = lanes_choose(kicker, out.low, no_quads);
    return out;
}

/* Kept out of line: one copy for all callers of the fast path. */
static __attribute__((noinline, cold)) void kernel7_rare(const lanes *suit,
                                                         struct kernel_result *out)
{
    *out = kernel_full(suit, 2);
}

/* Seven cards. */
INLINE struct kernel_result kernel7(const lanes suit[4])
{
    const lanes zero = lanes_all(0);
    lanes flush = find_flush(suit), no_flush = lanes_equal(flush, zero);
    struct kernel_ranks r = add_suits(suit);
    lanes rare =
        lanes_or(lanes_or(r.quads, drop_lowest(r.trips)), lanes_greater(flush, lanes_all(0x2000)));
    if (__builtin_expect(!lanes_none(rare), 0)) {
        struct kernel_result out;
        kernel7_rare(suit, &out);
        return out;
    }
    lanes singles = lanes_xor(r.odd, r.trips), pairs = lanes_xor(r.twice, r.trips);

    lanes flush_ranks = lanes_add(flush, lanes_all(0xffff));
    lanes runs = find_straights(lanes_choose(flush_ranks, r.any, no_flush), true);
    lanes top = lanes_without(lanes_right(runs, 1), runs), no_straight = lanes_equal(runs, zero);

    lanes one = drop_lowest(singles);
    lanes kickers = lanes_choose(drop_lowest(one), singles, lanes_equal(one, zero));

    lanes top_pairs = drop_lowest(pairs), top_pair = drop_lowest(top_pairs);
    lanes not_two = lanes_equal(top_pairs, zero), not_three = lanes_equal(top_pair, zero);
    lanes third = lanes_without(not_three, lanes_xor(pairs, top_pairs));
    struct kernel_result out;
    out.high = lanes_or(lanes_xor(pairs, third), lanes_without(not_two, lanes_all(0x2000)));
    out.low = lanes_max(kickers, third);

    lanes no_trips = lanes_equal(r.trips, zero), no_pair = lanes_equal(pairs, zero);
    lanes full = lanes_choose(top_pairs, pairs, not_two);
    lanes category = lanes_choose(lanes_all(0x8000), lanes_all(0x4000), no_pair);
    out.high = lanes_choose(lanes_or(r.trips, category), out.high, no_trips);
    out.low = lanes_choose(lanes_choose(full, kickers, no_pair), out.low, no_trips);
    return overlay(out, no_flush, no_straight, top, flush_ranks);
}

/* Five cards: nothing to drop. */
INLINE struct kernel_result kernel5(const lanes suit[4], bool wheel)
{
    const lanes zero = lanes_all(0);
    lanes no_flush = lanes_equal(find_flush(suit), zero);
    struct kernel_ranks r = add_suits(suit);
    lanes singles = lanes_xor(r.odd, r.trips);
    lanes pairs = lanes_xor(lanes_xor(r.twice, r.trips), r.quads);
    lanes runs = find_straights(r.any, wheel);

    lanes not_two = lanes_equal(drop_lowest(pairs), zero);
    struct kernel_result out = {lanes_or(pairs, lanes_without(not_two, lanes_all(0x2000))),
                                singles};
    lanes no_trips = lanes_equal(r.trips, zero), no_pair = lanes_equal(pairs, zero);
    lanes category = lanes_choose(lanes_all(0x8000), lanes_all(0x4000), no_pair);
    out.high = lanes_choose(lanes_or(r.trips, category), out.high, no_trips);
    out.low = lanes_choose(lanes_or(pairs, singles), out.low, no_trips);
    out = overlay(out, no_flush, lanes_equal(runs, zero), runs, r.any);
    if (__builtin_expect(!lanes_none(r.quads), 0))
        out.high = lanes_choose(lanes_or(r.quads, lanes_all(0xa000)), out.high,
                                lanes_equal(r.quads, zero));
    return out;
}

#endif
