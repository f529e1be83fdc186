/* tournament_pairs.c -- duplicate matches of a bracket.
 *
 * A match of N deals is 2N plays.  Play 2d + h of the plan is deal d with the button at seat h:
 * heads-up the cards of a deck belong to the button and to the other seat (PROTOCOL 8.5), so the
 * second play gives each team the cards of its opponent.  All 2N are played in an order drawn from
 * the secret of the match.
 *
 * A team that remembers every card could know a deal again after the flop: over one connection
 * nothing prevents that (two connections at the same time would show a cheat both hands at once,
 * which is worse). What can be done is done: no frame tells a second play, its place in the order
 * does not, and the difference between second and first plays is in the standings (tournament.h).
 *
 * If it is a tie, ten more deals are played in the same way, five times at most; then by lot. */
#include "server/arena/tournament_parts.h"

#include "felt/assert.h"

#include <stdlib.h>
#include <string.h>

uint32_t felt_arena_pair_deals(const struct felt_arena_tournament *tournament, uint32_t stage)
{
    return stage ? FELT_ARENA_TOURNAMENT_MORE_DEALS : tournament->plan->deals;
}

/* Deals of the stages before this one. */
static uint32_t deals_before(const struct felt_arena_tournament *tournament, uint32_t stage)
{
    return stage ? tournament->plan->deals + (stage - 1) * FELT_ARENA_TOURNAMENT_MORE_DEALS : 0;
}

void felt_arena_pair_stage(struct felt_arena_tournament *tournament, uint32_t table)
{
    struct felt_arena_tournament_pair *pair = &tournament->pair[table];
    uint32_t deals = felt_arena_pair_deals(tournament, pair->stage), count = 2 * deals;
    struct felt_rng rng =
        felt_arena_tournament_draw(tournament, "felt/order/1|", pair->number, pair->stage);
    for (uint32_t i = 0; i < count; i++) pair->order[i] = (uint16_t)i;
    for (uint32_t i = count - 1; i > 0; i--) {
        uint32_t j = felt_rng_below(&rng, i + 1);
        uint16_t play = pair->order[i];
        pair->order[i] = pair->order[j];
        pair->order[j] = play;
    }
    for (uint32_t i = 0; i < deals; i++) pair->first[i] = INT64_MIN;
}

static void begin_at(struct felt_arena_tournament *tournament, uint32_t table)
{
    struct felt_arena_tournament_pair *pair = &tournament->pair[table];
    pair->on = true;
    pair->number = ++tournament->next_pair;
    pair->base = tournament->next_deal;
    pair->stage = pair->plays = 0;
    pair->chips = 0;
    tournament->next_deal += deals_before(tournament, FELT_ARENA_TOURNAMENT_MORE_MAX + 1);
    felt_arena_pair_stage(tournament, table);
}

void felt_arena_pair_begin(struct felt_arena_tournament *tournament, uint32_t table,
                           const struct felt_director_hand *hand)
{
    struct felt_arena_tournament_pair *pair = &tournament->pair[table];
    felt_assert(!pair->on);
    for (int seat = 0; seat < 2; seat++)
        pair->team[seat] = felt_arena_tournament_team_of(tournament, hand->entry[seat]);
    begin_at(tournament, table);
}

void felt_arena_pair_anew(struct felt_arena_tournament *tournament, uint32_t table)
{
    felt_assert(tournament->pair[table].on);
    begin_at(tournament, table);
}

/* The play under way, or the next one: 2 * deal + half. */
static uint32_t play_of(const struct felt_arena_tournament *tournament,
                        const struct felt_arena_tournament_pair *pair)
{
    return pair->order[pair->plays - 2 * deals_before(tournament, pair->stage)];
}

void felt_arena_pair_next(const struct felt_arena_tournament *tournament, uint32_t table,
                          struct felt_arena_directed_hand *hand)
{
    const struct felt_arena_tournament_pair *pair = &tournament->pair[table];
    uint32_t play = play_of(tournament, pair);
    felt_seat button = (felt_seat)(play % 2);
    *hand = (struct felt_arena_directed_hand){
        .seats = 3,
        .button = button,
        .small = button,
        .big = (felt_seat)!button,
        .deal = pair->base + deals_before(tournament, pair->stage) + play / 2 + 1};
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) hand->team[seat] = FELT_TEAM_NONE;
    for (int seat = 0; seat < 2; seat++) {
        hand->team[seat] = pair->team[seat];
        hand->stack[seat] = tournament->plan->director.stack;
    }
}

int felt_arena_pair_forfeit(const struct felt_arena_tournament *tournament, uint32_t table)
{
    const struct felt_arena_tournament_pair *pair = &tournament->pair[table];
    for (int seat = 0; seat < 2; seat++) {
        struct felt_arena_directed_team team;
        felt_arena_directed_team(tournament->arena, pair->team[seat], &team);
        if (team.removed) return !seat;
    }
    return -1;
}

void felt_arena_pair_finish(struct felt_arena_tournament *tournament, uint32_t table, int winner,
                            enum felt_arena_tournament_how how)
{
    struct felt_arena_tournament_pair *pair = &tournament->pair[table];
    struct felt_director_face face;
    felt_assert(pair->on && (winner == 0 || winner == 1));
    felt_director_face(tournament->director, &face);
    felt_assert(tournament->results < tournament->plan->director.entrants_max);
    tournament->result[tournament->results++] =
        (struct felt_arena_tournament_result){.round = face.round,
                                              .team = {pair->team[0], pair->team[1]},
                                              .deals = pair->plays / 2,
                                              .winner = (uint8_t)winner,
                                              .how = (uint8_t)how,
                                              .chips = pair->chips};
    for (int seat = 0; seat < 2; seat++) tournament->team[pair->team[seat]].matches++;
    tournament->team[pair->team[winner]].won++;
    pair->on = false;
    struct felt_director_input result = {.what = FELT_DIRECTOR_RESULT, .table = table};
    result.stack[winner] = 2 * tournament->plan->director.stack;
    enum felt_director_no no = felt_arena_tournament_direct(tournament, &result);
    felt_assert(no == FELT_DIRECTOR_OK);
}

/* Both plays of a deal are one result: half of their sum for each hand; of which team it is the
 * second does not matter to the sum, and is what `gain` is about. */
static void score_deal(struct felt_arena_tournament *tournament,
                       const struct felt_arena_tournament_pair *pair, int64_t first, int64_t second)
{
    felt_chips unit = tournament->plan->director.level[0].big;
    for (int seat = 0; seat < 2; seat++) {
        struct felt_arena_tournament_team *team = &tournament->team[pair->team[seat]];
        int64_t sign = seat ? -1 : 1;
        felt_arena_tournament_score(tournament, &team->score, sign * (first + second), unit, 2);
        felt_arena_tournament_score(tournament, &team->gain, sign * (second - first), unit, 1);
    }
}

/* Is the match decided?  A tie after the last deal of a stage begins another one. */
static void go_on(struct felt_arena_tournament *tournament, uint32_t table)
{
    struct felt_arena_tournament_pair *pair = &tournament->pair[table];
    uint32_t end = 2 * deals_before(tournament, pair->stage + 1);
    if (pair->plays < end) return;
    if (pair->chips != 0) {
        felt_arena_pair_finish(tournament, table, pair->chips < 0, FELT_ARENA_TOURNAMENT_BY_CHIPS);
    } else if (pair->stage < FELT_ARENA_TOURNAMENT_MORE_MAX) {
        pair->stage++;
        felt_arena_pair_stage(tournament, table);
    } else {
        struct felt_rng rng =
            felt_arena_tournament_draw(tournament, "felt/lot/1|", pair->number, 0);
        felt_arena_pair_finish(tournament, table, (int)felt_rng_below(&rng, 2),
                               FELT_ARENA_TOURNAMENT_BY_LOT);
    }
}

void felt_arena_pair_counted(struct felt_arena_tournament *tournament, uint32_t table,
                             const felt_chips won[FELT_SEATS_MAX])
{
    struct felt_arena_tournament_pair *pair = &tournament->pair[table];
    uint32_t deal = play_of(tournament, pair) / 2;
    felt_assert(won[0] + won[1] == 0); /* B1 */
    for (int seat = 0; seat < 2; seat++) {
        tournament->team[pair->team[seat]].hands++;
        tournament->team[pair->team[seat]].chips += won[seat];
    }
    pair->chips += won[0];
    pair->plays++;
    if (pair->first[deal] == INT64_MIN)
        pair->first[deal] = won[0];
    else
        score_deal(tournament, pair, pair->first[deal], won[0]);
    go_on(tournament, table);
}
