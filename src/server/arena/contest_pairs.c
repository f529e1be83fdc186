/* contest_pairs.c -- duplicate matches of a bracket.
 *
 * A match of N deals is 2N plays.  Play 2d + h of the plan is deal d with the button at chair h:
 * heads-up the cards of a deck belong to the button and to the other chair (PROTOCOL 8.5), so the
 * second play gives each team the cards of its opponent.  All 2N are played in an order drawn from
 * the secret of the match.
 *
 * A team that remembers every card could know a deal again after the flop: over one line nothing
 * prevents that (two lines at the same time would show a cheat both hands at once, which is worse).
 * What can be done is done: no frame tells a second play, its place in the order does not, and the
 * difference between second and first plays is in the standings (contest.h).
 *
 * If it is a tie, ten more deals are played in the same way, five times at most; then by lot. */
#include "server/arena/contest_parts.h"

#include "felt/assert.h"

#include <stdlib.h>
#include <string.h>

uint32_t felt_pair_deals(const struct felt_contest *contest, uint32_t stage)
{
    return stage ? FELT_CONTEST_MORE_DEALS : contest->plan->deals;
}

/* Deals of the stages before this one. */
static uint32_t deals_before(const struct felt_contest *contest, uint32_t stage)
{
    return stage ? contest->plan->deals + (stage - 1) * FELT_CONTEST_MORE_DEALS : 0;
}

void felt_pair_stage(struct felt_contest *contest, uint32_t table)
{
    struct felt_contest_pair *pair = &contest->pair[table];
    uint32_t deals = felt_pair_deals(contest, pair->stage), count = 2 * deals;
    struct felt_rng rng = felt_contest_draw(contest, "felt/order/1|", pair->number, pair->stage);
    for (uint32_t i = 0; i < count; i++) pair->order[i] = (uint16_t)i;
    for (uint32_t i = count - 1; i > 0; i--) {
        uint32_t j = felt_rng_below(&rng, i + 1);
        uint16_t play = pair->order[i];
        pair->order[i] = pair->order[j];
        pair->order[j] = play;
    }
    for (uint32_t i = 0; i < deals; i++) pair->first[i] = INT64_MIN;
}

static void begin_at(struct felt_contest *contest, uint32_t table)
{
    struct felt_contest_pair *pair = &contest->pair[table];
    pair->on = true;
    pair->number = ++contest->next_pair;
    pair->base = contest->next_deal;
    pair->stage = pair->plays = 0;
    pair->chips = 0;
    contest->next_deal += deals_before(contest, FELT_CONTEST_MORE_MAX + 1);
    felt_pair_stage(contest, table);
}

void felt_pair_begin(struct felt_contest *contest, uint32_t table,
                     const struct felt_tour_hand *hand)
{
    struct felt_contest_pair *pair = &contest->pair[table];
    felt_assert(!pair->on);
    for (int chair = 0; chair < 2; chair++)
        pair->team[chair] = felt_contest_team_of(contest, hand->entry[chair]);
    begin_at(contest, table);
}

void felt_pair_anew(struct felt_contest *contest, uint32_t table)
{
    felt_assert(contest->pair[table].on);
    begin_at(contest, table);
}

/* The play under way, or the next one: 2 * deal + half. */
static uint32_t play_of(const struct felt_contest *contest, const struct felt_contest_pair *pair)
{
    return pair->order[pair->plays - 2 * deals_before(contest, pair->stage)];
}

void felt_pair_next(const struct felt_contest *contest, uint32_t table,
                    struct felt_guide_hand *hand)
{
    const struct felt_contest_pair *pair = &contest->pair[table];
    uint32_t play = play_of(contest, pair);
    felt_seat button = (felt_seat)(play % 2);
    *hand = (struct felt_guide_hand){.seats = 3,
                                     .button = button,
                                     .small = button,
                                     .big = (felt_seat)!button,
                                     .deal = pair->base + deals_before(contest, pair->stage) +
                                             play / 2 + 1};
    for (int chair = 0; chair < FELT_SEATS_MAX; chair++) hand->team[chair] = FELT_TEAM_NONE;
    for (int chair = 0; chair < 2; chair++) {
        hand->team[chair] = pair->team[chair];
        hand->stack[chair] = contest->plan->tour.stack;
    }
}

int felt_pair_forfeit(const struct felt_contest *contest, uint32_t table)
{
    const struct felt_contest_pair *pair = &contest->pair[table];
    for (int chair = 0; chair < 2; chair++) {
        struct felt_guide_team team;
        felt_guide_team(contest->room, pair->team[chair], &team);
        if (team.removed) return !chair;
    }
    return -1;
}

void felt_pair_finish(struct felt_contest *contest, uint32_t table, int winner,
                      enum felt_contest_how how)
{
    struct felt_contest_pair *pair = &contest->pair[table];
    struct felt_tour_face face;
    felt_assert(pair->on && (winner == 0 || winner == 1));
    felt_tour_face(contest->tour, &face);
    felt_assert(contest->results < contest->plan->tour.entrants_max);
    contest->result[contest->results++] =
        (struct felt_contest_result){.round = face.round,
                                     .team = {pair->team[0], pair->team[1]},
                                     .deals = pair->plays / 2,
                                     .winner = (uint8_t)winner,
                                     .how = (uint8_t)how,
                                     .chips = pair->chips};
    for (int chair = 0; chair < 2; chair++) contest->team[pair->team[chair]].matches++;
    contest->team[pair->team[winner]].won++;
    pair->on = false;
    struct felt_tour_input result = {.what = FELT_TOUR_RESULT, .table = table};
    result.stack[winner] = 2 * contest->plan->tour.stack;
    enum felt_tour_no no = felt_contest_direct(contest, &result);
    felt_assert(no == FELT_TOUR_OK);
}

/* Both plays of a deal are one result: half of their sum for each hand; of which team it is the
 * second does not matter to the sum, and is what `gain` is about. */
static void score_deal(struct felt_contest *contest, const struct felt_contest_pair *pair,
                       int64_t first, int64_t second)
{
    felt_chips unit = contest->plan->tour.level[0].big;
    for (int chair = 0; chair < 2; chair++) {
        struct felt_contest_team *team = &contest->team[pair->team[chair]];
        int64_t sign = chair ? -1 : 1;
        felt_contest_score(contest, &team->score, sign * (first + second), unit, 2);
        felt_contest_score(contest, &team->gain, sign * (second - first), unit, 1);
    }
}

/* Is the match decided?  A tie after the last deal of a stage begins another one. */
static void go_on(struct felt_contest *contest, uint32_t table)
{
    struct felt_contest_pair *pair = &contest->pair[table];
    uint32_t end = 2 * deals_before(contest, pair->stage + 1);
    if (pair->plays < end) return;
    if (pair->chips != 0) {
        felt_pair_finish(contest, table, pair->chips < 0, FELT_CONTEST_BY_CHIPS);
    } else if (pair->stage < FELT_CONTEST_MORE_MAX) {
        pair->stage++;
        felt_pair_stage(contest, table);
    } else {
        struct felt_rng rng = felt_contest_draw(contest, "felt/lot/1|", pair->number, 0);
        felt_pair_finish(contest, table, (int)felt_rng_below(&rng, 2), FELT_CONTEST_BY_LOT);
    }
}

void felt_pair_counted(struct felt_contest *contest, uint32_t table,
                       const felt_chips won[FELT_SEATS_MAX])
{
    struct felt_contest_pair *pair = &contest->pair[table];
    uint32_t deal = play_of(contest, pair) / 2;
    felt_assert(won[0] + won[1] == 0); /* B1 */
    for (int chair = 0; chair < 2; chair++) {
        contest->team[pair->team[chair]].hands++;
        contest->team[pair->team[chair]].chips += won[chair];
    }
    pair->chips += won[0];
    pair->plays++;
    if (pair->first[deal] == INT64_MIN)
        pair->first[deal] = won[0];
    else
        score_deal(contest, pair, pair->first[deal], won[0]);
    go_on(contest, table);
}
