/* outlook.c -- sampling: deal what nobody has seen, compare, count.
 *
 * A deal is in outlook_deal.c.  Where hands are plain high hands of seven cards (hold'em, stud) a
 * block of deals is built as hand words and compared by the batch kernel; everything else is dealt
 * one by one and compared by the row of showdown.h.  Two cards against any two before the flop need
 * no sample: that share is known. */
#include "felt/assert.h"
#include "felt/hand.h"
#include "felt/range.h"
#include "players/poker/first/first.h"
#include "players/poker/outlook.h"

#include <string.h>

/* ---- many deals, one by one ----------------------------------------------------------------- */

static struct felt_outlook sample_each(const struct felt_known *known,
                                       const struct outlook_plan *plan, uint32_t samples,
                                       const struct felt_budget *budget, struct felt_rng *rng)
{
    struct felt_outlook outlook = {0};
    struct outlook_past past;
    struct outlook_deal deal;
    double sum = 0;
    outlook_past_make(known, plan, OUTLOOK_PAST_HANDS, rng, &past);
    for (; outlook.samples < samples; outlook.samples++) {
        if (outlook.samples % OUTLOOK_BLOCK == 0 && !outlook_time_left(budget)) {
            outlook.timeout = true;
            break;
        }
        outlook_deal_begin(known, plan, &past, rng, &deal);
        sum += outlook_deal_share(known, plan, OUTLOOK_BY_RULE, rng, &deal);
    }
    if (outlook.samples) outlook.share = sum / outlook.samples;
    return outlook;
}

/* ---- many deals of plain high hands --------------------------------------------------------- */

static bool is_plain(const struct felt_known *known, const struct outlook_plan *plan)
{
    const struct felt_showdown *showdown = &known->showdown;
    return showdown->first == FELT_HIGH && showdown->second == FELT_FAMILY_NONE &&
           !showdown->two_three && !showdown->wild && !(known->variant->deck & FELT_CARDS_JOKERS) &&
           plan->draws == 0 && plan->holes_end + plan->boards_end == 7;
}

/* What a seat's word begins with, and how many cards it lacks. */
struct lane {
    felt_hand word;
    int missing;
};

static struct lane begin_lane(const felt_card *cards, int count, int holes)
{
    struct lane lane = {0, holes};
    for (int i = 0; i < count; i++) {
        if (cards[i] == FELT_CARD_NONE) continue;
        lane.word += felt_hand_of(cards[i]);
        lane.missing--;
    }
    return lane;
}

/* Hand words of a block of deals: those of lane 0, then of lane 1, ... */
static void deal_block(const struct lane *lane, int lanes, struct lane board, int need,
                       felt_card *pool, int cards, struct felt_rng *rng,
                       felt_hand words[FELT_SEATS_MAX][OUTLOOK_BLOCK])
{
    for (int deal = 0; deal < OUTLOOK_BLOCK; deal++) {
        const felt_card *next = pool;
        felt_hand common = board.word;
        felt_cards_shuffle(pool, cards, need, rng);
        for (int i = 0; i < board.missing; i++) common += felt_hand_of(*next++);
        for (int k = 0; k < lanes; k++) {
            felt_hand word = common + lane[k].word;
            for (int i = 0; i < lane[k].missing; i++) word += felt_hand_of(*next++);
            words[k][deal] = word;
        }
    }
}

static double count_block(felt_strength strength[FELT_SEATS_MAX][OUTLOOK_BLOCK], int lanes,
                          uint32_t deals)
{
    double sum = 0;
    for (uint32_t deal = 0; deal < deals; deal++) {
        felt_strength mine = strength[0][deal];
        int tied = 1;
        for (int k = 1; k < lanes; k++) {
            if (strength[k][deal] > mine) tied = 0;
            if (tied && strength[k][deal] == mine) tied++;
        }
        if (tied) sum += 1.0 / tied;
    }
    return sum;
}

static struct felt_outlook sample_plain(const struct felt_known *known,
                                        const struct outlook_plan *plan, uint32_t samples,
                                        const struct felt_budget *budget, struct felt_rng *rng)
{
    struct felt_outlook outlook = {0};
    struct lane lane[FELT_SEATS_MAX], board;
    felt_hand words[FELT_SEATS_MAX][OUTLOOK_BLOCK];
    felt_strength strength[FELT_SEATS_MAX][OUTLOOK_BLOCK];
    felt_card pool[FELT_CARDS_MAX];
    int lanes = known->opponents + 1;
    double sum = 0;
    memcpy(pool, plan->card, plan->cards);
    board = begin_lane(known->board, known->boards, plan->boards_end);
    lane[0] = begin_lane(known->hole, known->holes, plan->holes_end);
    int need = board.missing + lane[0].missing;
    for (int k = 1; k < lanes; k++) {
        const struct felt_known_hand *hand = &known->opponent[k - 1];
        lane[k] = begin_lane(hand->card, hand->count, plan->holes_end);
        need += lane[k].missing;
    }
    while (outlook.samples < samples) {
        uint32_t left = samples - outlook.samples,
                 deals = left < OUTLOOK_BLOCK ? left : OUTLOOK_BLOCK;
        if (!outlook_time_left(budget)) {
            outlook.timeout = true;
            break;
        }
        deal_block(lane, lanes, board, need, pool, plan->cards, rng, words);
        for (int k = 0; k < lanes; k++) felt_high7_batch(words[k], strength[k], OUTLOOK_BLOCK);
        sum += count_block(strength, lanes, deals);
        outlook.samples += deals;
    }
    if (outlook.samples) outlook.share = sum / outlook.samples;
    return outlook;
}

/* ---- what is known exactly ------------------------------------------------------------------ */

/* Two cards against one hand of which nothing is known, before the flop. */
static bool is_starting(const struct felt_known *known, const struct outlook_plan *plan)
{
    return is_plain(known, plan) && plan->holes_end == 2 && known->boards == 0 &&
           known->opponents == 1 && known->variant->deck == FELT_CARDS_ALL &&
           known->seen == felt_cards_from(known->hole, 2);
}

static double starting_share(const felt_card hole[2])
{
    int kind = felt_first_kind(hole[0], hole[1]), place = 0;
    while (felt_starting_kind(place) != kind) place++;
    return felt_starting_equity(place) / 1e6;
}

/* ---- public --------------------------------------------------------------------------------- */

struct felt_outlook felt_outlook_sample(const struct felt_known *known, uint32_t samples,
                                        const struct felt_budget *budget, struct felt_rng *rng)
{
    struct outlook_plan plan;
    if (known->opponents == 0) return (struct felt_outlook){.share = 1};
    outlook_plan_make(known, &plan);
    if (is_starting(known, &plan) && outlook_time_left(budget))
        return (struct felt_outlook){.samples = samples, .share = starting_share(known->hole)};
    return is_plain(known, &plan) ? sample_plain(known, &plan, samples, budget, rng)
                                  : sample_each(known, &plan, samples, budget, rng);
}

/* Would somebody win if everything ended now? */
static bool is_behind(const struct felt_known *known, const struct outlook_plan *plan,
                      const struct outlook_deal *deal, const felt_value mine[2])
{
    for (int i = 0; i < known->opponents; i++) {
        felt_value theirs[2];
        int count = known->holes < plan->holes_end ? known->holes : plan->holes_end;
        felt_showdown_values(&known->showdown, deal->hand[i], count, known->board, known->boards,
                             theirs);
        if (theirs[0] > mine[0]) return true;
    }
    return false;
}

double felt_outlook_potential(const struct felt_known *all, uint32_t samples,
                              const struct felt_budget *budget, struct felt_rng *rng)
{
    struct outlook_plan plan;
    struct outlook_past past;
    struct outlook_deal deal;
    struct felt_known reduced, *known = &reduced;
    felt_value now[2];
    double behind = 0, ahead = 0;
    outlook_reduce(all, known);
    outlook_plan_make(known, &plan);
    bool more = known->boards < plan.boards_end || known->holes < plan.holes_end ||
                (plan.replaces && outlook_drawing(&plan));
    if (!more || known->opponents == 0 || !outlook_time_left(budget)) return 0;
    outlook_past_make(known, &plan, OUTLOOK_PAST_HANDS, rng, &past);
    felt_showdown_values(&known->showdown, known->hole, known->holes, known->board, known->boards,
                         now);
    for (uint32_t i = 0; i < samples; i++) {
        if (i % OUTLOOK_BLOCK == 0 && !outlook_time_left(budget)) break;
        outlook_deal_begin(known, &plan, &past, rng, &deal);
        if (!is_behind(known, &plan, &deal, now)) continue;
        behind++;
        ahead += outlook_deal_share(known, &plan, OUTLOOK_BY_RULE, rng, &deal);
    }
    return behind > 0 ? ahead / behind : 0;
}
