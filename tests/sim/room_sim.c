/* room_sim.c -- see room_sim.h. */
#include "room_sim.h"

#include "felt/assert.h"
#include "fake_tables.h"

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
    struct fake_tables fake_tables;
    struct fake_tables_crowd crowd;
    struct felt_poker_adapter poker[STAKES_MAX][GAMES_MAX];
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

void room_sim_describe(uint64_t seed, char out[300])
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
                felt_poker_adapter_make(&sim->poker[i][k], variant->name,
                                        (enum felt_limit)variant->limit, 5, 10, &complaint);
            felt_assert(status == FELT_OK);
            sim->poker[i][k].rules.may_muck = below(&sim->rng, 2);
            sim->poker[i][k].rules.run_twice = variant->board_cards && below(&sim->rng, 2);
        }
        (void)snprintf(id, sizeof id, "s%d", i);
        struct felt_stake *stake = fake_tables_stake(
            &sim->fake_tables, id, &sim->poker[i][0].adapter, plan->seats, plan->tables);
        stake->games = plan->games;
        for (int k = 0; k < plan->games; k++) stake->game[k] = &sim->poker[i][k].adapter;
        stake->pause_ms = below(&sim->rng, 3) * 1000;
        stake->bank_ms = below(&sim->rng, 2) * 20000;
        stake->bots_welcome = below(&sim->rng, 2);
    }
}

static void open_sim(struct sim *sim)
{
    struct fake_tables *fake_tables = &sim->fake_tables;
    fake_tables_init(fake_tables, sim->seed);
    fake_tables->wire = true;
    fake_tables->slack_ms = 30000;
    fake_tables->config.grace_ms = sim->plan.grace_ms;
    fake_tables->config.out_ms = sim->plan.out_ms;
    fake_tables->config.rathole_ms = below(&sim->rng, 2) * 100000;
    fill_stakes(sim);
    fake_tables_open(fake_tables, NULL);
    fake_tables_crowd_make(&sim->crowd, fake_tables, sim->seed, sim->plan.people, sim->plan.house);
    sim->crowd.mischief = below(&sim->rng, 40);
    sim->crowd.drops = 1 + below(&sim->rng, 20);
    for (int64_t user = 1; user < FAKE_TABLES_USERS; user++)
        sim->chips += fake_store_total(ledger_toy_fake_store(fake_tables->toy), user);
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
    sim->fake_tables.busy = sim->bad_time ? below(&sim->rng, 30) : 0;
    sim->fake_tables.trouble_ms = sim->fake_tables.now_ms;
    ledger_toy_fault(sim->fake_tables.toy, &faults);
}

/* The process dies: between two turns, or in the middle of one, when some of its records are in the
 * journal and nobody has heard of what they say. */
static void crash(struct sim *sim)
{
    struct fake_tables *fake_tables = &sim->fake_tables;
    uint32_t batch = fake_tables->records - fake_tables->flushed;
    uint32_t more = below(&sim->rng, 2) ? 0 : below(&sim->rng, batch + 1);
    int waiting = ledger_toy_waiting(fake_tables->toy);
    int done = waiting ? (int)below(&sim->rng, (uint32_t)waiting + 1) : 0;
    fake_tables_crash(fake_tables, more, done, below(&sim->rng, 100) >= sim->plan.other);
}

static void take_step(struct sim *sim)
{
    struct fake_tables *fake_tables = &sim->fake_tables;
    const struct plan *plan = &sim->plan;
    for (uint32_t i = below(&sim->rng, 4); i > 0; i--) fake_tables_crowd_act(&sim->crowd);
    if (below(&sim->rng, 4) == 0) fake_tables_crowd_seat_house(&sim->crowd);
    fake_tables_crowd_answer(&sim->crowd, plan->answers);
    if (plan->crash && below(&sim->rng, plan->crash) == 0) crash(sim);
    if (*fake_tables->failure) return; /* a room that was not restored cannot go on */
    if (plan->trouble && below(&sim->rng, plan->trouble) == 0) change_ledger(sim);
    if (below(&sim->rng, 60) == 0) fake_tables_snapshot(fake_tables);
    if (below(&sim->rng, 150) == 0)
        (void)felt_room_add_table(fake_tables->room, 0, fake_tables->now_ms);
    if (below(&sim->rng, 150) == 0)
        felt_room_clear(fake_tables->room, sim->crowd.person[0], fake_tables->now_ms);
    fake_tables_step(fake_tables, below(&sim->rng, 8) ? 1500 : 20000);
    fake_tables_verify(fake_tables);
}

/* ---- going home ---- */

static void close_tables(struct sim *sim)
{
    struct felt_room_face face;
    for (uint32_t table = 0; table < FAKE_TABLES_TABLES; table++)
        if (felt_room_face(sim->fake_tables.room, table, &face) && !face.closing)
            (void)felt_room_close_table(sim->fake_tables.room, face.id, sim->fake_tables.now_ms);
}

static void go_home(struct sim *sim)
{
    struct fake_tables *fake_tables = &sim->fake_tables;
    if (sim->bad_time) change_ledger(sim);
    int64_t last_ms = fake_tables->now_ms + GOING_HOME_MS;
    while (!*fake_tables->failure &&
           (!felt_room_is_open(fake_tables->room) || felt_room_counts(fake_tables->room)->seated)) {
        if (felt_room_is_open(fake_tables->room)) close_tables(sim);
        fake_tables_crowd_answer(&sim->crowd, 50);
        fake_tables_step(fake_tables, 2000);
        fake_tables_verify(fake_tables);
        if (fake_tables->now_ms > last_ms) fake_tables_fail(fake_tables, "somebody cannot go home");
    }
    if (*fake_tables->failure) return;
    felt_chips chips = 0;
    for (int64_t user = 1; user < FAKE_TABLES_USERS; user++) {
        felt_chips total = fake_store_total(ledger_toy_fake_store(fake_tables->toy), user);
        if (total != ledger_toy_bank(fake_tables->toy, user))
            fake_tables_fail(fake_tables, "user %lld left chips on a table", (long long)user);
        chips += total;
    }
    if (chips != sim->chips) fake_tables_fail(fake_tables, "chips came or went");
    if (felt_room_counts(fake_tables->room)->pending)
        fake_tables_fail(fake_tables, "an order is still due");
}

bool room_sim_run(uint64_t seed, struct room_sim_result *result)
{
    struct sim *sim = calloc(1, sizeof *sim);
    felt_assert(sim);
    *result = (struct room_sim_result){0};
    sim->seed = seed;
    sim->rng = felt_rng_make(seed);
    sim->plan = make_plan(seed, &sim->rng);
    open_sim(sim);
    struct fake_tables *fake_tables = &sim->fake_tables;
    for (int i = 0; i < sim->plan.steps && !*fake_tables->failure; i++) {
        take_step(sim);
        result->steps++;
    }
    if (!*fake_tables->failure) go_home(sim);
    if (*fake_tables->failure)
        (void)snprintf(result->failure, sizeof result->failure, "step %llu %s",
                       (unsigned long long)result->steps, fake_tables->failure);
    result->hands = fake_tables->hands;
    result->frames = fake_tables->frames;
    result->records = fake_tables->records;
    result->crashes = fake_tables->crashes;
    result->voids = fake_tables->voids;
    result->requests = fake_tables->req;
    fake_tables_close(fake_tables);
    free(sim);
    return result->failure[0] == '\0';
}
