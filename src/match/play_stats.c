/* play_stats.c -- see play_stats.h.
 *
 * A match calls this for every decision, so little is done for each: the counters of an action are
 * found by its kind, and options are only looked at for a weak hand. */
#include "felt/play_stats.h"

#include "felt/assert.h"
#include "match/play_stats_act.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define FIELD(name)                                                                                \
    {                                                                                              \
#name, offsetof(struct felt_play_stats, name)                                              \
    }

static const struct felt_play_stats_field fields[] = {
    FIELD(hands),         FIELD(entered),      FIELD(raised),        FIELD(bets),
    FIELD(calls),         FIELD(checks),       FIELD(folds),         FIELD(later_bets),
    FIELD(later_calls),   FIELD(later_checks), FIELD(later_folds),   FIELD(faced),
    FIELD(folded_to_bet), FIELD(showdowns),    FIELD(showdowns_won), FIELD(weak),
    FIELD(bluffs),
};
_Static_assert(sizeof fields / sizeof fields[0] == FELT_PLAY_STATS_FIELDS,
               "every counter has a name");

/* ---- sums ------------------------------------------------------------------------------------ */

const struct felt_play_stats_field *felt_play_stats_field_at(int index)
{
    felt_assert(index >= 0 && index < FELT_PLAY_STATS_FIELDS);
    return &fields[index];
}

bool felt_play_stats_possible(const struct felt_play_stats *play_stats)
{
    const struct felt_play_stats *m = play_stats;
    bool hands = m->raised <= m->entered && m->entered <= m->hands &&
                 m->showdowns_won <= m->showdowns && m->showdowns <= m->hands; /* N1 */
    bool later = m->later_bets <= m->bets && m->later_calls <= m->calls &&
                 m->later_checks <= m->checks && m->later_folds <= m->folds; /* N2 */
    bool parts = m->folded_to_bet <= m->faced && m->folded_to_bet <= m->folds &&
                 m->bluffs <= m->weak && m->bluffs <= m->bets; /* N3 */
    return hands && later && parts;
}

void felt_play_stats_add(struct felt_play_stats *sum, const struct felt_play_stats *more)
{
    for (int i = 0; i < FELT_PLAY_STATS_FIELDS; i++) {
        uint64_t total, count;
        memcpy(&total, (const char *)sum + fields[i].at, sizeof total);
        memcpy(&count, (const char *)more + fields[i].at, sizeof count);
        total += count;
        memcpy((char *)sum + fields[i].at, &total, sizeof total);
    }
}

/* ---- shares ---------------------------------------------------------------------------------- */

double felt_play_stats_share(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : (double)NAN;
}

static double ratio(uint64_t bets, uint64_t calls)
{
    if (calls == 0 && bets > 0) return (double)INFINITY;
    return felt_play_stats_share(bets, calls);
}

double felt_play_stats_aggression(const struct felt_play_stats *play_stats)
{
    return ratio(play_stats->bets, play_stats->calls);
}

double felt_play_stats_later_aggression(const struct felt_play_stats *play_stats)
{
    return ratio(play_stats->later_bets, play_stats->later_calls);
}

/* ---- a hand ---------------------------------------------------------------------------------- */

static bool may_bet(const struct felt_view *view)
{
    for (int i = 0; i < view->options; i++)
        if (view->option[i].kind == FELT_RAISE_TO) return true;
    return false;
}

static void count_action(uint8_t kind, bool later, struct felt_play_stats *of)
{
    switch (kind) {
    case FELT_RAISE_TO:
        of->bets++;
        of->later_bets += later;
        break;
    case FELT_CALL:
        of->calls++;
        of->later_calls += later;
        break;
    case FELT_CHECK:
        of->checks++;
        of->later_checks += later;
        break;
    case FELT_FOLD:
        of->folds++;
        of->later_folds += later;
        break;
    default: break;
    }
}

void felt_play_stats_act(struct felt_play_stats_hand *hand, felt_seat seat, uint8_t round,
                         uint8_t kind, struct felt_play_stats *of)
{
    felt_seats own = felt_seats_of(seat);
    bool bets = kind == FELT_RAISE_TO;
    count_action(kind, round > 1, of);
    if (round == 1 && (bets || kind == FELT_CALL)) hand->entered |= own;
    if (round == 1 && bets) hand->raised |= own;
    if (hand->bet_round == round) {
        of->faced++;
        of->folded_to_bet += kind == FELT_FOLD;
    }
    if (bets) hand->bet_round = round;
}

void felt_play_stats_decide(struct felt_play_stats_hand *hand, const struct felt_view *view,
                            const struct felt_decision *decision, struct felt_play_stats *of)
{
    uint8_t kind = decision->action.kind;
    if (view->phase != FELT_PHASE_BET && view->phase != FELT_PHASE_BRING_IN) return;
    felt_play_stats_act(hand, view->viewer, (uint8_t)(view->street + 1), kind, of);
    if (decision->strength > 0 && decision->strength < FELT_PLAY_STATS_WEAK && may_bet(view)) {
        of->weak++;
        of->bluffs += kind == FELT_RAISE_TO;
    }
}

void felt_play_stats_end(const struct felt_play_stats_hand *hand, felt_seat seat,
                         struct felt_play_stats *of)
{
    bool compared = felt_seats_count(hand->shown) >= 2 && hand->shown >> seat & 1;
    of->hands++;
    of->entered += hand->entered >> seat & 1;
    of->raised += hand->raised >> seat & 1;
    of->showdowns += compared;
    of->showdowns_won += compared && hand->won >> seat & 1;
}
