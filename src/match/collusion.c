/* collusion.c -- see collusion.h.
 *
 * Chips.  What a hand brought is known by seat; who paid whom is shared out: every loser's chips go
 * to the winners in proportion to what they won.  A pair's net flow F is held against what is to be
 * expected of these two: the first loses r chips a hand to each of the others, the second wins s of
 * each of the others, so h hands together should bring (r + s) h.  The variance is that of the
 * flows themselves (sums of squares, which heavy tails make larger, not smaller), for the pair and
 * for both rates.
 *
 * Giving up is counted against the same player's folds of that kind to others (Poisson), soft play
 * against his bets at others when two are left (binomial, a little wider than independent choices,
 * because hands of one pot are alike). */
#include "match/dump.h"

#include "felt/assert.h"

#include <math.h>
#include <string.h>

enum {
    MUCH_BB = 8,     /* put in before a fold that gives up                                      */
    LITTLE_PART = 4, /* the price is at most this part of the pot                               */
    GAVE_BB = 20,    /* a clue                                                                  */
    CHECKED_BB = 6,  /* a pot that nobody wanted is a clue from here on                         */
    CHECKS_MIN = 4,
    DUELS_MIN = 20,
    MOST_BB = 100000 /* of a hand: what is above counts as this                              */
};
#define WIDER 1.6 /* variance of duels over that of independent choices */

/* ---- a hand ---- */

/* The only other seat that is still in, with chips behind both; NONE: there is none. */
static felt_seat alone_with(const struct felt_probe_walk *walk, felt_seat seat)
{
    felt_seats others = walk->in & (felt_seats)~felt_seats_of(seat);
    if (!others || !felt_seats_lone(others)) return FELT_SEAT_NONE;
    felt_seat other = felt_seats_first(others);
    return walk->stack[seat] > 0 && walk->stack[other] > 0 ? other : FELT_SEAT_NONE;
}

/* `raised` is the last round in which a seat bet or raised. */
static void count_fold(const struct felt_told_hand *hand, const struct felt_probe_walk *walk,
                       const uint8_t *raised, felt_seat seat, struct felt_collusion_hand *out)
{
    felt_seat to = walk->raiser;
    felt_chips price = felt_probe_walk_price(walk, seat);
    /* Whoever only called folds to somebody who seldom bets with good reason. */
    if (to == FELT_SEAT_NONE || to == seat || price <= 0 || raised[seat] != walk->round) return;
    if (walk->put[seat] < MUCH_BB * hand->big_blind || price > walk->pot / LITTLE_PART) return;
    out->of[seat][to].gave_up++;
    out->clue[seat][to] |= FELT_CLUE_GAVE_UP;
}

static void count_duel(const struct felt_probe_walk *walk, const struct felt_event *event,
                       struct felt_collusion_hand *out)
{
    felt_seat seat = event->seat, other = alone_with(walk, seat);
    if (walk->round < 2 || other == FELT_SEAT_NONE || walk->to_match > walk->stake[seat]) return;
    if (event->act != FELT_CHECK && event->act != FELT_RAISE_TO) return;
    out->of[seat][other].duels++;
    out->of[seat][other].duel_bets += event->act == FELT_RAISE_TO;
}

static void follow(const struct felt_told_hand *hand, struct felt_collusion_hand *out)
{
    struct felt_probe_walk walk;
    uint8_t raised[FELT_SEATS_MAX] = {0};
    felt_probe_walk_begin(&walk, hand->deal, hand->seats);
    for (uint32_t i = 0; i < hand->count; i++) {
        const struct felt_event *event = &hand->events[i];
        if (felt_probe_walk_bets(event)) {
            felt_probe_walk_turn(&walk);
            count_duel(&walk, event, out);
            if (event->act == FELT_FOLD) count_fold(hand, &walk, raised, event->seat, out);
            if (event->act == FELT_RAISE_TO) raised[event->seat] = walk.round;
        }
        felt_probe_walk_on(&walk, event);
    }
    /* A pot of two that was checked to the end. */
    felt_seats in = walk.in;
    if (felt_seats_count(in) != 2 || walk.pot < CHECKED_BB * hand->big_blind) return;
    felt_seat a = felt_seats_take(&in), b = felt_seats_first(in);
    const struct felt_collusion *there = &out->of[a][b], *back = &out->of[b][a];
    if (there->duels + back->duels < CHECKS_MIN || there->duel_bets + back->duel_bets > 0) return;
    out->clue[a][b] |= FELT_CLUE_CHECKED;
    out->clue[b][a] |= FELT_CLUE_CHECKED;
}

static void count_flow(const struct felt_told_hand *hand, felt_seat from, felt_seat to,
                       double gained, struct felt_collusion_hand *out)
{
    struct felt_collusion *there = &out->of[from][to], *back = &out->of[to][from];
    if (hand->won[from] >= 0 || hand->won[to] <= 0) return;
    int64_t loss = -felt_probe_walk_mbb(hand->won[from], hand->big_blind);
    int64_t flow = llround((double)loss * (double)hand->won[to] / gained);
    if (flow > MOST_BB * INT64_C(1000)) flow = MOST_BB * INT64_C(1000); /* sums stay in 64 bits */
    double blinds = (double)flow / 1000;
    there->gave_mbb = flow;
    there->gave_sq = back->gave_sq = llround(blinds * blinds);
    if (blinds >= GAVE_BB) out->clue[from][to] |= FELT_CLUE_GAVE;
    out->clue[from][to] |= felt_dump_find(hand, from, flow);
}

void felt_collusion_hand(const struct felt_told_hand *hand, struct felt_collusion_hand *out)
{
    double gained = 0;
    memset(out, 0, sizeof *out);
    if (hand->big_blind <= 0) return;
    follow(hand, out);
    for (felt_seat seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (felt_seats_has(hand->seats, seat) && hand->won[seat] > 0)
            gained += (double)hand->won[seat];
    for (felt_seat from = 0; from < FELT_SEATS_MAX; from++) {
        for (felt_seat to = 0; to < FELT_SEATS_MAX; to++) {
            if (from == to || !felt_seats_has(hand->seats, from) ||
                !felt_seats_has(hand->seats, to))
                continue;
            out->of[from][to].hands = 1;
            count_flow(hand, from, to, gained, out);
        }
    }
}

void felt_collusion_add(struct felt_collusion *sum, const struct felt_collusion *more)
{
    sum->hands += more->hands;
    sum->gave_mbb += more->gave_mbb;
    sum->gave_sq += more->gave_sq;
    sum->gave_up += more->gave_up;
    sum->duels += more->duels;
    sum->duel_bets += more->duel_bets;
}

/* ---- many hands ---- */

/* Big blinds that went out, net, and how uncertain the rate of a hand is. */
static double net_of(const struct felt_collusion *out, const struct felt_collusion *in)
{
    return (double)(out->gave_mbb - in->gave_mbb) / 1000;
}

static double rate_of(const struct felt_collusion *out, const struct felt_collusion *in)
{
    return out->hands ? net_of(out, in) / (double)out->hands : 0;
}

static double doubt_of(const struct felt_collusion *out)
{
    double hands = (double)out->hands;
    return out->hands ? (double)out->gave_sq / (hands * hands) : 0;
}

static double judge_chips(const struct felt_pair *pair)
{
    double hands = (double)pair->there.hands, flow = net_of(&pair->there, &pair->back);
    double expected = hands * (rate_of(&pair->first_out, &pair->first_in) -
                               rate_of(&pair->second_out, &pair->second_in));
    double variance = (double)pair->there.gave_sq +
                      hands * hands * (doubt_of(&pair->first_out) + doubt_of(&pair->second_out));
    return variance > 0 ? (flow - expected) / sqrt(variance) : 0;
}

/* Folds of one to the other against his folds to others. */
static double judge_giving(const struct felt_collusion *pair, const struct felt_collusion *others)
{
    double seen = (double)pair->gave_up, hands = (double)pair->hands;
    double many = (double)others->gave_up + 1, over = (double)others->hands + 1 / 0.01;
    double expected = hands * many / over;
    double variance = expected + expected * expected / many + 0.5;
    return (seen - expected) / sqrt(variance);
}

/* Above 0: fewer bets than he makes at others. */
static double judge_softness(const struct felt_collusion *pair, const struct felt_collusion *others)
{
    double chances = (double)pair->duels, base = (double)others->duels;
    if (pair->duels < DUELS_MIN || others->duels < DUELS_MIN) return 0;
    double share = ((double)others->duel_bets + 1) / (base + 2);
    double variance = WIDER * share * (1 - share) * chances * (1 + chances / base);
    return (share * chances - (double)pair->duel_bets) / sqrt(variance);
}

static double square_above(double deviation)
{
    return deviation > 0 ? deviation * deviation : 0;
}

void felt_pair_judge(const struct felt_pair *pair, struct felt_suspicion *out)
{
    *out = (struct felt_suspicion){0};
    if (pair->there.hands < FELT_PAIR_HANDS_MIN) return;
    double chips = judge_chips(pair);
    double first = judge_giving(&pair->there, &pair->first_out);
    double second = judge_giving(&pair->back, &pair->second_out);
    double one = judge_softness(&pair->there, &pair->first_out);
    double two = judge_softness(&pair->back, &pair->second_out);
    out->first_gives =
        square_above(chips) + square_above(first) >= square_above(-chips) + square_above(second);
    out->chips = out->first_gives ? chips : -chips;
    out->give_up = out->first_gives ? first : second;
    /* Both must be soft: one who is afraid of everybody good is not in league with him. */
    out->soft = one > 0 && two > 0 ? (one + two) / sqrt(2.0) : 0;
    out->score = square_above(out->chips) + square_above(out->give_up) + square_above(out->soft);
}
