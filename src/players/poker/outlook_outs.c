/* outlook_outs.c -- cards that help: see "Outs" in docs/STRATEGY.md.
 *
 *   high    the hand becomes two pair or better and a better category than it was, by more than the
 *           board alone
 *   low     one more rank up to eight that it did not have; with five of them, or where two own
 *           cards play, a hand that is lower, or low for the first time
 *   badugi  one more card counts
 *   spade   a higher one
 *
 * In a draw game the hand is what the rule of thumb keeps, with one new card. */
#include "players/poker/outlook.h"

#include <string.h>

struct hand {
    const struct felt_showdown *showdown;
    felt_card hole[FELT_HOLE_MAX + 1], board[FELT_BOARD_MAX + 1];
    int holes, boards;
};

/* Different ranks up to eight, the ace low; deuce to seven has none. */
static int count_low(const struct hand *hand, enum felt_family family)
{
    unsigned ranks = 0;
    for (int i = 0; i < hand->holes + hand->boards; i++) {
        felt_card card = i < hand->holes ? hand->hole[i] : hand->board[i - hand->holes];
        if (card >= FELT_CARDS) continue;
        ranks |= 1u << felt_card_rank(card);
    }
    unsigned low = (1u << (FELT_EIGHT + 1)) - 1;
    if (family != FELT_LOW_27) low |= 1u << FELT_ACE;
    int count = __builtin_popcount(ranks & low);
    return count > 5 ? 5 : count;
}

static enum felt_category category_of(const struct hand *hand, int half)
{
    felt_value value[2];
    enum felt_family family = half ? hand->showdown->second : hand->showdown->first;
    felt_showdown_values(hand->showdown, hand->hole, hand->holes, hand->board, hand->boards, value);
    return felt_value_category(family, value[half]);
}

/* What the board alone makes, as a plain high hand. */
static enum felt_category category_of_board(const struct hand *hand)
{
    if (hand->boards < 2) return FELT_HIGH_CARD;
    felt_value value = hand->showdown->first == FELT_HIGH
                           ? felt_eval_wild(hand->showdown->wild, hand->board, hand->boards)
                           : felt_eval(hand->showdown->first, hand->board, hand->boards);
    return felt_value_category(hand->showdown->first, value);
}

static bool helps_high(const struct hand *now, const struct hand *next)
{
    int gain = (int)category_of(next, 0) - (int)category_of(now, 0);
    int common = (int)category_of_board(next) - (int)category_of_board(now);
    return category_of(next, 0) >= FELT_TWO_PAIR && gain > 0 && gain > common;
}

static bool helps(const struct hand *now, const struct hand *next, int half)
{
    enum felt_family family = half ? now->showdown->second : now->showdown->first;
    felt_value before[2], after[2];
    switch (family) {
    case FELT_FAMILY_NONE:
    case FELT_FAMILIES: return false;
    case FELT_HIGH:
    case FELT_HIGH_SHORT:
    case FELT_HIGH_THREE: return helps_high(now, next);
    case FELT_BADUGI:
    case FELT_BADUGI_HIGH: return category_of(next, half) > category_of(now, half);
    case FELT_LOW_27:
    case FELT_LOW_A5:
    case FELT_LOW_8:
        if (!now->showdown->two_three && count_low(now, family) < 5)
            return count_low(next, family) > count_low(now, family);
        break;
    case FELT_SPADE: break;
    }
    felt_showdown_values(now->showdown, now->hole, now->holes, now->board, now->boards, before);
    felt_showdown_values(now->showdown, next->hole, next->holes, next->board, next->boards, after);
    return after[half] > before[half];
}

int felt_outlook_outs(const struct felt_known *all)
{
    struct felt_known known;
    struct outlook_plan plan;
    int outs = 0;
    outlook_reduce(all, &known);
    outlook_plan_make(&known, &plan);
    struct hand now = {.showdown = &known.showdown, .boards = known.boards};
    uint64_t keep = plan.replaces ? felt_outlook_keep(&known) : ~UINT64_C(0);
    for (int i = 0; i < known.holes; i++)
        if (keep >> i & 1) now.hole[now.holes++] = known.hole[i];
    memcpy(now.board, known.board, known.boards);
    bool to_board = known.boards < plan.boards_end;
    bool to_hand = now.holes < plan.holes_end;
    if (!to_board && !to_hand) return 0;
    for (int i = 0; i < plan.cards; i++) {
        struct hand next = now;
        if (to_hand)
            next.hole[next.holes++] = plan.card[i];
        else
            next.board[next.boards++] = plan.card[i];
        outs += helps(&now, &next, 0) || helps(&now, &next, 1);
    }
    return outs;
}
