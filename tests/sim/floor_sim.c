/* floor_sim.c -- see floor_sim.h. */
#include "floor_sim.h"

#include "felt/assert.h"
#include "salon.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STAKES_MAX = 3, GAMES_MAX = 6, GOING_HOME_MS = 3600000 };

struct stake_plan {
    int games, tables, seats;
    int variant[GAMES_MAX];
};

struct plan {
    int stakes, people, house, steps;
    struct stake_plan stake[STAKES_MAX];
    uint32_t crash;   /* one in so many steps; 0: never                                        */
    uint32_t other;   /* percent of crashes after which another program comes back             */
    uint32_t trouble; /* one in so many steps begins or ends a bad time of the ledger; 0: none */
    uint32_t answers; /* percent of questions that are answered in a step                      */
    uint32_t grace_ms, out_ms;
};

struct sim {
    uint64_t seed;
    struct plan plan;
    struct felt_rng rng;
    struct salon salon;
    struct salon_crowd crowd;
    struct felt_poker_plug poker[STAKES_MAX][GAMES_MAX];
    felt_chips chips;
    bool bad_time;
};

static uint32_t below(struct felt_rng *rng, uint32_t bound)
{
    return felt_rng_below(rng, bound);
}

/* ---- the plan ---- */

static struct plan make_plan(uint64_t seed, struct felt_rng *rng)
{
    struct plan plan = {.stakes = 1 + (int)below(rng, STAKES_MAX),
                        .people = (int)below(rng, 9),
                        .house = (int)below(rng, 9),
                        .steps = 150 + (int)below(rng, 250)};
    if (plan.people + plan.house < 3) plan.house = 3;
    for (int i = 0; i < plan.stakes; i++) {
        struct stake_plan *stake = &plan.stake[i];
        int most = 10;
        stake->games = below(rng, 4) ? 1 : 2 + (int)below(rng, GAMES_MAX - 1);
        stake->tables = 1 + (int)below(rng, 3);
        for (int k = 0; k < stake->games; k++)
            stake->variant[k] = (int)below(rng, (uint32_t)felt_variant_count());
        if (i == 0) /* seeds in a row go through all games */
            stake->variant[0] = (int)(seed % (uint64_t)felt_variant_count());
        for (int k = 0; k < 1; k++) /* games that are too small for all are not offered then */
            most = felt_variant_at(stake->variant[k])->seats_max;
        stake->seats = 2 + (int)below(rng, (uint32_t)(most - 1));
    }
    plan.crash = below(rng, 2) ? 10 + below(rng, 60) : 0;
    plan.other = below(rng, 3) ? 0 : 30;
    plan.trouble = below(rng, 2) ? 10 + below(rng, 40) : 0;
    plan.answers = 40 + below(rng, 61);
    plan.grace_ms = below(rng, 2) ? 60000 : 3000 + below(rng, 20000);
    plan.out_ms = below(rng, 2) ? 600000 : 10000 + below(rng, 60000);
    return plan;
}

void floor_sim_describe(uint64_t seed, char out[300])
{
    struct felt_rng rng = felt_rng_make(seed);
    struct plan plan = make_plan(seed, &rng);
    int used = snprintf(out, 300, "%d people, %d house, crash %u, trouble %u", plan.people,
                        plan.house, plan.crash, plan.trouble);
    for (int i = 0; i < plan.stakes && used < 250; i++)
        used += snprintf(out + used, (size_t)(300 - used), ", %d x %s%s for %d",
                         plan.stake[i].tables, felt_variant_at(plan.stake[i].variant[0])->name,
                         plan.stake[i].games > 1 ? " and others" : "", plan.stake[i].seats);
}

static void fill_stakes(struct sim *sim)
{
    for (int i = 0; i < sim->plan.stakes; i++) {
        const struct stake_plan *plan = &sim->plan.stake[i];
        char id[16];
        for (int k = 0; k < plan->games; k++) {
            struct felt_complaint complaint;
            const struct felt_variant *variant = felt_variant_at(plan->variant[k]);
            enum felt_status status =
                felt_poker_plug_make(&sim->poker[i][k], variant->name,
                                     (enum felt_limit)variant->limit, 5, 10, &complaint);
            felt_assert(status == FELT_OK);
            sim->poker[i][k].rules.may_muck = below(&sim->rng, 2);
            sim->poker[i][k].rules.run_twice = variant->board_cards && below(&sim->rng, 2);
        }
        (void)snprintf(id, sizeof id, "s%d", i);
        struct felt_stake *stake =
            salon_stake(&sim->salon, id, &sim->poker[i][0].plug, plan->seats, plan->tables);
        stake->games = plan->games;
        for (int k = 0; k < plan->games; k++) stake->game[k] = &sim->poker[i][k].plug;
        stake->pause_ms = below(&sim->rng, 3) * 1000;
        stake->bank_ms = below(&sim->rng, 2) * 20000;
        stake->bots_welcome = below(&sim->rng, 2);
    }
}

static void open_sim(struct sim *sim)
{
    struct salon *salon = &sim->salon;
    salon_init(salon, sim->seed);
    salon->wire = true;
    salon->slack_ms = 30000;
    salon->config.grace_ms = sim->plan.grace_ms;
    salon->config.out_ms = sim->plan.out_ms;
    salon->config.rathole_ms = below(&sim->rng, 2) * 100000;
    fill_stakes(sim);
    salon_open(salon, NULL);
    salon_crowd_make(&sim->crowd, salon, sim->seed, sim->plan.people, sim->plan.house);
    sim->crowd.mischief = below(&sim->rng, 40);
    sim->crowd.drops = 1 + below(&sim->rng, 20);
    for (int64_t user = 1; user < SALON_USERS; user++)
        sim->chips += shelf_total(ledger_toy_shelf(salon->toy), user);
}

/* ---- what goes wrong ---- */

static void change_ledger(struct sim *sim)
{
    struct ledger_toy_faults faults = {0};
    sim->bad_time = !sim->bad_time;
    if (sim->bad_time) {
        faults.delay_ms = below(&sim->rng, 3) * below(&sim->rng, 2000);
        faults.before = below(&sim->rng, 40);
        faults.after = below(&sim->rng, 40);
        faults.down = below(&sim->rng, 4) == 0;
    }
    sim->salon.busy = sim->bad_time ? below(&sim->rng, 30) : 0;
    sim->salon.trouble_ms = sim->salon.now_ms;
    ledger_toy_fault(sim->salon.toy, &faults);
}

/* The process dies: between two turns, or in the middle of one, when some of its records are in the
 * journal and nobody has heard of what they say. */
static void crash(struct sim *sim)
{
    struct salon *salon = &sim->salon;
    uint32_t batch = salon->records - salon->flushed;
    uint32_t more = below(&sim->rng, 2) ? 0 : below(&sim->rng, batch + 1);
    int waiting = ledger_toy_waiting(salon->toy);
    int done = waiting ? (int)below(&sim->rng, (uint32_t)waiting + 1) : 0;
    salon_crash(salon, more, done, below(&sim->rng, 100) >= sim->plan.other);
}

static void take_step(struct sim *sim)
{
    struct salon *salon = &sim->salon;
    const struct plan *plan = &sim->plan;
    for (uint32_t i = below(&sim->rng, 4); i > 0; i--) salon_crowd_act(&sim->crowd);
    if (below(&sim->rng, 4) == 0) salon_crowd_seat_house(&sim->crowd);
    salon_crowd_answer(&sim->crowd, plan->answers);
    if (plan->crash && below(&sim->rng, plan->crash) == 0) crash(sim);
    if (*salon->failure) return; /* a floor that was not restored cannot go on */
    if (plan->trouble && below(&sim->rng, plan->trouble) == 0) change_ledger(sim);
    if (below(&sim->rng, 60) == 0) salon_snapshot(salon);
    if (below(&sim->rng, 150) == 0) (void)felt_floor_add_table(salon->floor, 0, salon->now_ms);
    if (below(&sim->rng, 150) == 0)
        felt_floor_clear(salon->floor, sim->crowd.person[0], salon->now_ms);
    salon_step(salon, below(&sim->rng, 8) ? 1500 : 20000);
    salon_verify(salon);
}

/* ---- going home ---- */

static void close_tables(struct sim *sim)
{
    struct felt_floor_face face;
    for (uint32_t table = 0; table < SALON_TABLES; table++)
        if (felt_floor_face(sim->salon.floor, table, &face) && !face.closing)
            (void)felt_floor_close_table(sim->salon.floor, face.id, sim->salon.now_ms);
}

static void go_home(struct sim *sim)
{
    struct salon *salon = &sim->salon;
    if (sim->bad_time) change_ledger(sim);
    int64_t last_ms = salon->now_ms + GOING_HOME_MS;
    while (!*salon->failure &&
           (!felt_floor_is_open(salon->floor) || felt_floor_counts(salon->floor)->seated)) {
        if (felt_floor_is_open(salon->floor)) close_tables(sim);
        salon_crowd_answer(&sim->crowd, 50);
        salon_step(salon, 2000);
        salon_verify(salon);
        if (salon->now_ms > last_ms) salon_fail(salon, "somebody cannot go home");
    }
    if (*salon->failure) return;
    felt_chips chips = 0;
    for (int64_t user = 1; user < SALON_USERS; user++) {
        felt_chips total = shelf_total(ledger_toy_shelf(salon->toy), user);
        if (total != ledger_toy_bank(salon->toy, user))
            salon_fail(salon, "user %lld left chips on a table", (long long)user);
        chips += total;
    }
    if (chips != sim->chips) salon_fail(salon, "chips came or went");
    if (felt_floor_counts(salon->floor)->pending) salon_fail(salon, "an order is still due");
}

bool floor_sim_run(uint64_t seed, struct floor_sim_result *result)
{
    struct sim *sim = calloc(1, sizeof *sim);
    felt_assert(sim);
    *result = (struct floor_sim_result){0};
    sim->seed = seed;
    sim->rng = felt_rng_make(seed);
    sim->plan = make_plan(seed, &sim->rng);
    open_sim(sim);
    struct salon *salon = &sim->salon;
    for (int i = 0; i < sim->plan.steps && !*salon->failure; i++) {
        take_step(sim);
        result->steps++;
    }
    if (!*salon->failure) go_home(sim);
    if (*salon->failure)
        (void)snprintf(result->failure, sizeof result->failure, "step %llu %s",
                       (unsigned long long)result->steps, salon->failure);
    result->hands = salon->hands;
    result->frames = salon->frames;
    result->records = salon->records;
    result->crashes = salon->crashes;
    result->voids = salon->voids;
    result->requests = salon->req;
    salon_close(salon);
    free(sim);
    return result->failure[0] == '\0';
}
