/* slow_settle.c -- see slow_settle.h. */
#include "slow_settle.h"

#include "slow_pots.h"

#include <stdlib.h>
#include <string.h>

enum { CARDS = FELT_HOLE_MAX + FELT_BOARD_MAX, FIVE = 5 };

struct table {
    const struct reference_targets *targets;
    const struct slow_ending *ending;
    const felt_card *board;
};

static bool is_wild(const struct slow_ending *ending, felt_card card)
{
    return card >= FELT_CARDS || (ending->wild >> card & 1);
}

/* ---- what a hand is worth ------------------------------------------------------------------- */

/* The own cards that count for a half. */
static int own_cards(const struct slow_ending *ending, int seat, int half, felt_card *out)
{
    const struct felt_showdown *game = ending->game;
    int count = 0;
    for (int i = 0; i < ending->holes; i++) {
        felt_card card = ending->hole[seat][i];
        if (half == 1 && game->second_of && !(game->second_of >> i & 1)) continue;
        if (half == 1 && game->second_only &&
            (card >= FELT_CARDS || !(game->second_only >> card & 1)))
            continue;
        out[count++] = card;
    }
    return count;
}

static int64_t rate(const struct table *table, enum felt_family family, const felt_card *cards,
                    int count)
{
    const struct slow_ending *ending = table->ending;
    if (ending->wild || ending->game->deck == FELT_DECK_53 || ending->game->deck == FELT_DECK_54)
        return reference_wild(table->targets, ending->wild, cards, count).score;
    return reference_eval(family, cards, count).score;
}

/* 0: no hand for this half. */
static int64_t score_of(const struct table *table, int seat, int half)
{
    const struct slow_ending *ending = table->ending;
    enum felt_family family = half ? ending->game->second : ending->game->first;
    felt_card cards[CARDS];
    if (family == FELT_FAMILY_NONE) return 0;
    int count = own_cards(ending, seat, half, cards);
    if (ending->game->two_three)
        return reference_two_three(family, cards, count, table->board, ending->boards).score;
    /* A spade in the hole is looked for among own cards only (RULES 4.3). */
    if (half == 0 || !ending->game->second_of)
        for (int i = 0; i < ending->boards; i++) cards[count++] = table->board[i];
    return count ? rate(table, family, cards, count) : 0;
}

static felt_seats best_of(const struct table *table, felt_seats seats, int half)
{
    int64_t best = 0;
    felt_seats winners = 0;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        if (!(seats >> seat & 1)) continue;
        int64_t score = score_of(table, seat, half);
        if (score == 0 || score < best) continue;
        if (score > best) winners = 0;
        best = score;
        winners |= (felt_seats)(1 << seat);
    }
    return winners;
}

/* ---- odd chips ------------------------------------------------------------------------------ */

/* RULES 10.4, 14.1, 14.4: the highest own natural card of all fives that make the hand, or -1. */
static int best_card(const struct table *table, int seat, int half)
{
    const struct slow_ending *ending = table->ending;
    enum felt_family family = half ? ending->game->second : ending->game->first;
    felt_card cards[CARDS];
    int own = own_cards(ending, seat, half, cards), count = own, top = -1;
    for (int i = 0; i < ending->boards; i++) cards[count++] = table->board[i];
    int64_t goal = rate(table, family, cards, count);
    for (unsigned choice = 0; choice < 1u << count; choice++) {
        felt_card five[CARDS];
        int chosen = 0, high = -1;
        if (__builtin_popcount(choice) != FIVE) continue;
        for (int i = 0; i < count; i++) {
            if (!(choice >> i & 1)) continue;
            five[chosen++] = cards[i];
            if (i < own && !is_wild(ending, cards[i]) && cards[i] > high) high = cards[i];
        }
        if (high > top && rate(table, family, five, FIVE) == goal) top = high;
    }
    return top;
}

/* The winners in the order in which they get chips: clockwise from left of the button, and the
 * better card before that. */
static int line_up(const struct table *table, felt_seats winners, int half, bool by_card,
                   int line[FELT_SEATS_MAX])
{
    int count = 0, card[FELT_SEATS_MAX] = {0};
    for (int step = 1; step <= FELT_SEATS_MAX; step++) {
        int seat = (table->ending->button + step) % FELT_SEATS_MAX;
        if (winners >> seat & 1) line[count++] = seat;
    }
    if (!by_card) return count;
    for (int i = 0; i < count; i++) card[line[i]] = best_card(table, line[i], half);
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && card[line[j]] > card[line[j - 1]]; j--) {
            int seat = line[j];
            line[j] = line[j - 1];
            line[j - 1] = seat;
        }
    return count;
}

static void deal_out(const struct table *table, felt_chips chips, felt_seats winners, int half,
                     struct slow_result *out)
{
    int line[FELT_SEATS_MAX], count = __builtin_popcount(winners);
    bool odd = chips % count != 0;
    line_up(table, winners, half, odd && table->ending->by_card, line);
    for (felt_chips chip = 0; chip < chips; chip++) out->won[line[chip % count]]++;
    if (count > 1) out->tied = true;
}

/* ---- pots ----------------------------------------------------------------------------------- */

/* Some chips that some seats can win, on one board. */
static void share(const struct table *table, felt_chips chips, felt_seats seats,
                  struct slow_result *out)
{
    felt_seats first = best_of(table, seats, 0), second = best_of(table, seats, 1);
    if (chips == 0) return;
    if (first == 0) abort();
    if (second == 0 || second == first) { /* RULES 10.2, 10.5 */
        deal_out(table, chips, first, 0, out);
        return;
    }
    felt_chips halves[2] = {0, 0};
    for (felt_chips chip = 0; chip < chips; chip++) halves[chip % 2]++; /* RULES 10.3 */
    deal_out(table, halves[0], first, 0, out);
    if (halves[1]) deal_out(table, halves[1], second, 1, out);
}

/* RULES 10.6; returns what the whole rake would be. */
static felt_chips rake_due(const struct slow_ending *ending, felt_chips all)
{
    bool flop = ending->boards > 0 && ending->game->board > 0; /* a shared card is none */
    if (ending->rake_needs_board && !flop) return 0;
    felt_chips rake = all * ending->rake_per_10000 / 10000;
    return rake < ending->rake_cap ? rake : ending->rake_cap;
}

felt_cards slow_follow(felt_cards trigger, const felt_card *up, int count)
{
    felt_cards wild = 0;
    for (int i = 0; i < count; i++) {
        if (up[i] < FELT_CARDS && (trigger >> up[i] & 1))
            wild = 0; /* a queen: whatever followed the last one is not wild any more */
        else if (i > 0 && up[i - 1] < FELT_CARDS && (trigger >> up[i - 1] & 1))
            wild = (felt_cards)15 << (up[i] / 4 * 4);
    }
    return wild;
}

void slow_settle(const struct reference_targets *targets, const struct slow_ending *ending,
                 struct slow_result *out)
{
    struct felt_pot pots[FELT_SEATS_MAX];
    memset(out, 0, sizeof *out);
    int count = slow_pots_cut(ending->paid, ending->dealt, ending->live, ending->dead, pots);
    felt_chips all = 0;
    for (int i = 0; i < count; i++) all += pots[i].amount;
    felt_chips due = rake_due(ending, all);
    for (int i = 0; i < count; i++) {
        felt_seats seats = (felt_seats)(pots[i].eligible & ~ending->mucked);
        felt_chips rake = due * pots[i].amount / all, rest = pots[i].amount - rake;
        struct table table = {targets, ending, ending->board[0]};
        out->rake += rake;
        if (__builtin_popcount(ending->live) == 1) { /* RULES 11.2 */
            out->won[__builtin_ctz(ending->live)] += rest;
            continue;
        }
        if (ending->runs < 2) {
            share(&table, rest, seats, out);
            continue;
        }
        felt_chips halves[2] = {0, 0};
        for (felt_chips chip = 0; chip < rest; chip++) halves[chip % 2]++; /* RULES 11.5 */
        share(&table, halves[0], seats, out);
        table.board = ending->board[1];
        share(&table, halves[1], seats, out);
    }
}
