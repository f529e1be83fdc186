/* director_sim_plan.c -- what a seed plays. */
#include "director_sim_parts.h"

#include <stdio.h>
#include <string.h>

static void prizes(struct felt_director_plan *plan)
{
    static const struct felt_prize_run runs[] = {
        {1, 1000}, {1, 650},  {2, 350},  {1, 500}, {2, 300},  {3, 200}, /* 1, 2 and 3 places */
        {1, 2000}, {2, 1300}, {3, 900},  {9, 300}, {18, 150}, {45, 80},
        {90, 50},  {180, 30}, {360, 18}, {750, 11}};
    plan->prizes.rows = 4;
    plan->prizes.runs = sizeof runs / sizeof runs[0];
    memcpy(plan->prizes.run, runs, sizeof runs);
    plan->prizes.row[0] = (struct felt_prize_row){2, 0, 1};
    plan->prizes.row[1] = (struct felt_prize_row){4, 1, 2};
    plan->prizes.row[2] = (struct felt_prize_row){8, 3, 3};
    plan->prizes.row[3] = (struct felt_prize_row){40, 6, 10};
    if (plan->entrants_max < 1000) plan->prizes.row[3].count = 5;
}

static void levels(struct felt_director_plan *plan, struct felt_rng *rng, bool by_hands)
{
    plan->levels = 24;
    for (int i = 0; i < 24; i++) {
        struct felt_director_level *level = &plan->level[i];
        felt_chips big = 20 + 10 * i * (i + 1);
        *level =
            (struct felt_director_level){.small = big / 2, .big = big, .ante = i < 3 ? 0 : big / 8};
        if (by_hands)
            level->hands = 4 + felt_rng_below(rng, 8);
        else
            level->ms = 60000 + felt_rng_below(rng, 600000);
        if (i % 5 == 4 && i < 23)
            *level = (struct felt_director_level){.ms = 60000 + felt_rng_below(rng, 300000)};
    }
}

void director_sim_plan(uint64_t seed, struct felt_director_plan *plan)
{
    struct felt_rng rng = felt_rng_make(seed * 77 + 5);
    bool large = seed % 20 == 0;
    memset(plan, 0, sizeof *plan);
    uint32_t kind = large ? 0 : felt_rng_below(&rng, 5);
    plan->format = kind == 1   ? FELT_DIRECTOR_BRACKET
                   : kind == 2 ? FELT_DIRECTOR_SHOOTOUT
                               : FELT_DIRECTOR_FREEZEOUT;
    plan->start = felt_rng_below(&rng, 3) ? FELT_DIRECTOR_AT_TIME : FELT_DIRECTOR_WHEN_FULL;
    if (large) plan->start = FELT_DIRECTOR_AT_TIME;
    plan->ante = (uint8_t)felt_rng_below(&rng, 2);
    plan->seats =
        (uint8_t)(plan->format == FELT_DIRECTOR_BRACKET ? 2 : 2 + felt_rng_below(&rng, 9));
    if (large) plan->seats = 9;
    static const uint32_t most[] = {12, 30, 90, 300};
    plan->entrants_max = large ? 6000 : 2 + felt_rng_below(&rng, most[felt_rng_below(&rng, 4)]);
    plan->entrants_min = 2 + felt_rng_below(&rng, plan->entrants_max / 2 + 1);
    if (plan->entrants_min > plan->entrants_max) plan->entrants_min = plan->entrants_max;
    plan->house_max = plan->entrants_max / 3;
    plan->tables_max = (plan->entrants_max + plan->seats - 1) / plan->seats;
    plan->start_ms = 3600000;
    plan->stack = 1000 + 500 * (felt_chips)felt_rng_below(&rng, 20);
    plan->buy_in = 110, plan->fee = 10;
    plan->guarantee = felt_rng_below(&rng, 4) ? 0 : 20001;
    bool by_hands = !large && felt_rng_below(&rng, 3) == 0;
    levels(plan, &rng, by_hands);
    if (plan->format == FELT_DIRECTOR_FREEZEOUT) {
        if (large || felt_rng_below(&rng, 2)) {
            uint32_t more = felt_rng_below(&rng, (uint32_t)(11 - plan->seats));
            plan->final_seats = (uint8_t)(plan->seats + more);
        }
        plan->bubble = large ? 3 : felt_rng_below(&rng, 3);
        if (plan->start == FELT_DIRECTOR_AT_TIME && (large || felt_rng_below(&rng, 3))) {
            plan->late_levels = (uint8_t)(1 + felt_rng_below(&rng, 6));
            plan->reentries = (uint8_t)felt_rng_below(&rng, 4);
        }
    }
    prizes(plan);
}

void director_sim_describe(uint64_t seed, char out[200])
{
    static const char *const format[] = {"freeze-out", "bracket", "shoot-out"};
    struct felt_director_plan plan;
    director_sim_plan(seed, &plan);
    snprintf(out, 200, "%s of %u, %d seats, %s, late %d, re-entries %d, final %d, bubble %u, %s",
             format[plan.format], plan.entrants_max, plan.seats,
             plan.start == FELT_DIRECTOR_AT_TIME ? "scheduled" : "when full", plan.late_levels,
             plan.reentries, plan.final_seats, plan.bubble,
             plan.level[0].hands ? "levels of hands" : "levels of time");
}
