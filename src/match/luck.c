/* luck.c -- the mean over other ways to deal what is to come.
 *
 * When somebody calls all-in before the river, nobody decides anything any more, but a card can
 * still be worth the whole pot.  Whoever compares players wants to know who put the chips in with
 * the better hand, so the cards to come are dealt again and again, and the mean takes the place of
 * what happened.
 *
 * This does not favour anybody.  Let X be the result of the hand and S the state at its last
 * decision, with that decision taken.  Given S, all orders of the cards to come are equally likely,
 * the real one and the imagined ones alike, hence the mean M of some of them has the expectation
 * E[M | S] = E[X | S], and so E[M] = E[X].  Where the mean is used must depend on S alone and not
 * on the cards that came, or hands that end well would be treated otherwise than hands that end
 * badly.  It does: whether a decision is the last one, with cards to come, is known before they lie
 * there.  (Who may muck depends on cards, but where somebody is all-in nobody may: RULES 11.4.)
 *
 * Means are rounded so that sums over seats stay exact: of the running sums over seats, each is
 * rounded down, and a seat gets the difference of two of them.  With results 1, -2 and 1 of three
 * futures in thousandths, seats with 1/3, -2/3, 1/3 have the running sums 1/3, -1/3, 0; rounded 0,
 * -1, 0; they get 0, -1, 1. */
#include "match/luck.h"

#include "felt/assert.h"

#include <string.h>

/* Rounds down, for negative sums too; C rounds towards zero. */
static int64_t divide_down(int64_t sum, int64_t by)
{
    int64_t quotient = sum / by;
    return quotient * by > sum ? quotient - 1 : quotient;
}

static void round_means(const int64_t sum[FELT_SEATS_MAX], int64_t count,
                        int64_t out[FELT_SEATS_MAX])
{
    int64_t running = 0, given = 0;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        running += sum[seat] * FELT_MATCH_MILLI;
        int64_t rounded = divide_down(running, count);
        out[seat] = rounded - given;
        given = rounded;
    }
}

bool felt_luck_mean(const struct felt_match *match, const void *before, felt_seat seat,
                    struct felt_action action, struct felt_rng rng, void *scratch,
                    int64_t out[FELT_SEATS_MAX])
{
    const struct felt_game *game = match->game;
    if (match->futures == 0 || game->future == NULL) return false;
    felt_assert(match->futures <= FELT_MATCH_FUTURES_MAX);
    int64_t sum[FELT_SEATS_MAX] = {0};
    for (uint32_t i = 0; i < match->futures; i++) {
        felt_chips payoff[FELT_SEATS_MAX] = {0};
        memcpy(scratch, before, game->state_bytes);
        if (!game->future(match->rules, &rng, scratch)) return false;
        enum felt_status status = game->apply(match->rules, scratch, seat, action, NULL);
        felt_assert(status == FELT_OK); /* what is legal does not depend on cards to come */
        felt_assert(game->actor(match->rules, scratch) < 0);
        game->payoff(match->rules, scratch, payoff);
        for (int s = 0; s < FELT_SEATS_MAX; s++) sum[s] += payoff[s];
    }
    round_means(sum, match->futures, out);
    return true;
}
