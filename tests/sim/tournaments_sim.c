/* tournaments_sim.c -- see tournaments_sim.h. */
#include "tournaments_sim.h"

#include "fake_tournaments.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EVENTS_MAX = 3,
    STEPS_MAX = 400000,
    LONG_MS = 48 * 3600 * 1000,
    SETTLE_MS = 7200000,
    HOUR_MS = 3600000
};

struct sim {
    struct fake_tournaments fake_tournaments;
    uint64_t seed;
    struct felt_rng rng;
    struct felt_tournament_row row[EVENTS_MAX];
    int events;
    uint32_t crash;   /* one in so many steps; 0: never                                          */
    uint32_t skew;    /* one in so many steps the wall clock is set; 0: never                    */
    uint32_t trouble; /* one in so many steps begins or ends a bad time of the ledger            */
    bool bad_time, quiet, large;
};

static uint32_t below(struct sim *sim, uint32_t bound)
{
    return felt_rng_below(&sim->rng, bound);
}

static void set(struct sim *sim, struct felt_tournament_row *row, const char *key,
                const char *format, ...) __attribute__((format(printf, 4, 5)));
static void set(struct sim *sim, struct felt_tournament_row *row, const char *key,
                const char *format, ...)
{
    struct felt_complaint complaint;
    char value[300];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(value, sizeof value, format, args);
    va_end(args);
    if (felt_tournament_row_set(row, key, value, &complaint) != FELT_OK)
        fake_tournaments_fail(&sim->fake_tournaments, "%s = %s: %s", key, value, complaint.text);
}

/* ---- what a seed plays ---- */

static void make_levels(struct sim *sim, struct felt_tournament_row *row)
{
    if (below(sim, 3) == 0)
        set(sim, row, "levels",
            "6hands 10/20 15/30 25/50 break=40s 50/100/10 100/200/25 200/400/50 "
            "400/800/100 1000/2000/200 3000/6000/500 "
            "50000/100000/500");
    else
        set(sim, row, "levels",
            "90s 10/20 15/30/5 25/50/5 break=30s 50/100/10 100/200/25 "
            "200/400/50 400/800/100 1000/2000/200 3000/6000/500 "
            "50000/100000/500");
    set(sim, row, "ante", below(sim, 2) ? "each" : "big");
    set(sim, row, "pause", "%us", 1 + below(sim, 3));
    set(sim, row, "clock", "%us", 5 + below(sim, 10));
}

static void make_scheduled(struct sim *sim, struct felt_tournament_row *row)
{
    set(sim, row, "start", "+%us", 60 + below(sim, 120));
    set(sim, row, "entrants", "%u-%u", 2 + below(sim, 4), 20 + below(sim, 20));
    if (below(sim, 4) == 0) set(sim, row, "every", "%um", 40 + below(sim, 60));
    if (row->plan.format != FELT_DIRECTOR_FREEZEOUT) return;
    if (below(sim, 3)) {
        set(sim, row, "late", "%u", 1 + below(sim, 4));
        set(sim, row, "reentries", "%u", below(sim, 3));
    }
    set(sim, row, "bubble", "%u", below(sim, 3));
    uint32_t seats = row->plan.seats;
    if (below(sim, 2)) set(sim, row, "final-seats", "%u", seats + below(sim, 11 - seats));
}

static void make_row(struct sim *sim, int index)
{
    static const char *const format[] = {"freezeout", "bracket", "shootout"};
    struct felt_tournament_row *row = &sim->row[index];
    uint32_t kind = (uint32_t)((sim->seed + (uint64_t)index) % 6);
    felt_tournament_row_usual(row);
    set(sim, row, "id", "cup-%d", index);
    set(sim, row, "title", "Cup %d", index);
    set(sim, row, "format", "%s", format[kind < 3 ? kind : 0]);
    set(sim, row, "seats", "%u", kind == 1 ? 2 : 2 + below(sim, 5));
    set(sim, row, "house", "%u", below(sim, 3) ? 100 : 40 + below(sim, 50));
    set(sim, row, "stack", "%u", 1000 + 500 * below(sim, 4));
    if (below(sim, 5)) {
        set(sim, row, "buy-in", "%u", 50 + below(sim, 200));
        set(sim, row, "fee", "%u", below(sim, 20));
    } else {
        set(sim, row, "buy-in", "0");
    }
    if (below(sim, 3) == 0) set(sim, row, "guarantee", "%u", 500 + below(sim, 5000));
    if (below(sim, 5) == 0) set(sim, row, "key", "sesame");
    make_levels(sim, row);
    if (kind == 5)
        set(sim, row, "entrants", "%u", 2 + below(sim, 8));
    else
        make_scheduled(sim, row);
    if (kind == 1) set(sim, row, "entrants", "2-%u", 8u << below(sim, 2));
    if (kind == 2) set(sim, row, "entrants", "2-%u", row->plan.seats * row->plan.seats);
}

static void make_large(struct sim *sim, uint32_t players)
{
    struct felt_tournament_row *row = &sim->row[0];
    felt_tournament_row_usual(row);
    set(sim, row, "id", "main-event");
    set(sim, row, "title", "The main event");
    set(sim, row, "seats", "9");
    set(sim, row, "final-seats", "10");
    set(sim, row, "start", "+3m");
    set(sim, row, "entrants", "2-%u", players + players / 8 + 2);
    set(sim, row, "house", "100");
    set(sim, row, "buy-in", "110");
    set(sim, row, "fee", "10");
    set(sim, row, "guarantee", "%u", 110 * players);
    set(sim, row, "stack", "3000");
    set(sim, row, "late", "2");
    set(sim, row, "reentries", "1");
    set(sim, row, "bubble", "2");
    set(sim, row, "levels",
        "4m 25/50 50/100 75/150/15 100/200/25 150/300/30 break=1m 200/400/50 "
        "300/600/75 500/1000/100 1000/2000/200 2000/4000/500 5000/10000/1000 "
        "10000/20000/2000 30000/60000/5000 100000/200000/20000 "
        "300000/600000/50000");
    sim->events = 1;
}

static void make(struct sim *sim, uint64_t seed, uint32_t large)
{
    struct fake_tournaments *fake_tournaments = &sim->fake_tournaments;
    fake_tournaments_init(fake_tournaments, seed);
    sim->seed = seed;
    sim->rng = felt_rng_make(seed * 31 + 7);
    sim->large = large > 0;
    if (large) {
        make_large(sim, large);
        fake_tournaments->people = 20;
        fake_tournaments->house = large + large / 8;
        fake_tournaments->tables = large / 8 + 40;
        fake_tournaments->chips = 1000;
        fake_tournaments->think_ms = 2000;
        fake_tournaments->bold = 2;
        fake_tournaments->meek = 80;
        fake_tournaments->tournaments_config.house_before_ms = 150000;
        sim->crash = 5000;
        return;
    }
    sim->events = 1 + (int)below(sim, EVENTS_MAX);
    for (int i = 0; i < sim->events; i++) make_row(sim, i);
    fake_tournaments->people = 3 + below(sim, 12);
    fake_tournaments->house = 10 + below(sim, 40);
    fake_tournaments->tables = 60;
    fake_tournaments->silent = below(sim, 30);
    fake_tournaments->meek = below(sim, 80);
    fake_tournaments->other = below(sim, 3) ? 0 : 40;
    sim->skew = below(sim, 4) ? 0 : 100 + below(sim, 400);
    fake_tournaments->think_ms = 100 + below(sim, 3000);
    sim->crash = below(sim, 4) ? 20 + below(sim, 200) : 0;
    sim->trouble = below(sim, 2) ? 30 + below(sim, 100) : 0;
}

void tournaments_sim_describe(uint64_t seed, char out[400])
{
    static const char *const format[] = {"freeze-out", "bracket", "shoot-out"};
    struct sim *sim = calloc(1, sizeof *sim);
    if (!sim) return;
    make(sim, seed, 0);
    int used = snprintf(out, 400, "%u people, %u house, crash %u, trouble %u",
                        sim->fake_tournaments.people, sim->fake_tournaments.house, sim->crash,
                        sim->trouble);
    for (int i = 0; i < sim->events; i++) {
        const struct felt_director_plan *plan = &sim->row[i].plan;
        used += snprintf(out + used, 400 - (size_t)used, "; %s of %u, %u seats, late %u+%u",
                         format[plan->format], plan->entrants_max, plan->seats, plan->late_levels,
                         plan->reentries);
    }
    free(sim);
}

/* ---- what people do ---- */

static void act_person(struct sim *sim)
{
    struct fake_tournaments *fake_tournaments = &sim->fake_tournaments;
    uint32_t person = below(sim, fake_tournaments->people);
    const char *id = sim->row[below(sim, (uint32_t)sim->events)].id;
    switch (below(sim, 8)) {
    case 0:
    case 1:
    case 2: fake_tournaments_come(fake_tournaments, person); break;
    case 3: fake_tournaments_go(fake_tournaments, person); break;
    case 4: (void)fake_tournaments_unregister(fake_tournaments, id, person); break;
    default:
        (void)fake_tournaments_register(fake_tournaments, id, person,
                                        below(sim, 9) ? "sesame" : "wrong");
        break;
    }
}

/* An operator interferes, but lets everything end. */
static void act_admin(struct sim *sim)
{
    struct fake_tournaments *fake_tournaments = &sim->fake_tournaments;
    static const uint8_t what[] = {
        FELT_DIRECTOR_PAUSE, FELT_DIRECTOR_RESUME, FELT_DIRECTOR_RESUME,  FELT_DIRECTOR_RESUME,
        FELT_DIRECTOR_MOVE,  FELT_DIRECTOR_REMOVE, FELT_DIRECTOR_ADD_TIME};
    struct felt_director_input input = {
        .what = what[below(sim, sizeof what)],
        .user = fake_tournaments->person[below(sim, fake_tournaments->people)].user,
        .table = below(sim, 4),
        .seat = (felt_seat)((int)below(sim, 7) - 1),
        .amount = 1 + below(sim, 5)};
    uint32_t index = below(sim, felt_tournaments_count(fake_tournaments->tournaments));
    struct felt_tournament_face face;
    char id[40];
    felt_tournaments_face(fake_tournaments->tournaments, index, &face);
    (void)snprintf(id, sizeof id, "%s.%u", face.row->id, face.number);
    if (below(sim, 40) == 0) input.what = FELT_DIRECTOR_CALL_OFF;
    enum felt_director_no no = felt_tournaments_direct(fake_tournaments->tournaments, id, &input,
                                                       fake_tournaments_wall(fake_tournaments));
    if (no == FELT_DIRECTOR_BAD_INPUT)
        fake_tournaments_fail(fake_tournaments, "an operator may not do %u", input.what);
}

static void act_ledger(struct sim *sim)
{
    struct ledger_toy_faults faults = {.delay_ms = below(sim, 300)};
    sim->bad_time = !sim->bad_time;
    if (sim->bad_time) {
        faults.busy = below(sim, 40);
        faults.before = below(sim, 40);
        faults.after = below(sim, 40);
        faults.down = below(sim, 4) == 0;
    }
    ledger_toy_fault(sim->fake_tournaments.toy, &faults);
}

static bool all_settled(const struct fake_tournaments *fake_tournaments)
{
    struct felt_tournament_face face;
    for (uint32_t i = 0; i < felt_tournaments_count(fake_tournaments->tournaments); i++) {
        felt_tournaments_face(fake_tournaments->tournaments, i, &face);
        if (!face.settled) return false;
    }
    return true;
}

/* It may have begun just now. */
static void end_pause(struct fake_tournaments *fake_tournaments, const char *id,
                      const struct felt_director_input *input)
{
    enum felt_director_no no = felt_tournaments_direct(fake_tournaments->tournaments, id, input,
                                                       fake_tournaments_wall(fake_tournaments));
    if (no != FELT_DIRECTOR_OK && no != FELT_DIRECTOR_NOT_NOW)
        fake_tournaments_fail(fake_tournaments, "%s cannot be brought to an end: %s", id,
                              felt_director_no_text(no));
}

/* The last hour: nothing new begins, nothing fails, and everything must end. */
static void wind_up(struct sim *sim)
{
    struct fake_tournaments *fake_tournaments = &sim->fake_tournaments;
    struct ledger_toy_faults none = {0};
    struct felt_tournament_face face;
    char id[40];
    if (!sim->quiet) {
        sim->quiet = true;
        ledger_toy_fault(fake_tournaments->toy, &none);
    }
    for (int i = 0; i < sim->events; i++) /* again, if a crash took it */
        (void)felt_tournaments_retire(fake_tournaments->tournaments, sim->row[i].id);
    for (uint32_t i = 0; i < felt_tournaments_count(fake_tournaments->tournaments); i++) {
        felt_tournaments_face(fake_tournaments->tournaments, i, &face);
        (void)snprintf(id, sizeof id, "%s.%u", face.row->id, face.number);
        struct felt_director_input input = {.what = FELT_DIRECTOR_RESUME};
        if (face.director.state == FELT_DIRECTOR_OPEN) input.what = FELT_DIRECTOR_CALL_OFF;
        if (face.director.paused || face.director.state == FELT_DIRECTOR_OPEN)
            end_pause(fake_tournaments, id, &input);
    }
}

static void step(struct sim *sim, uint32_t number)
{
    struct fake_tournaments *fake_tournaments = &sim->fake_tournaments;
    uint32_t often = sim->large ? 200 : 5;
    if (!sim->quiet && below(sim, often) == 0) act_person(sim);
    if (!sim->quiet && below(sim, 60 * often) == 0) act_admin(sim);
    if (sim->trouble && !sim->quiet && below(sim, sim->trouble) == 0) act_ledger(sim);
    if (sim->crash && below(sim, sim->crash) == 0 && !fake_tournaments->crash_at)
        fake_tournaments_crash_after(fake_tournaments, 1 + below(sim, 60));
    if (sim->skew && below(sim, sim->skew) == 0)
        fake_tournaments->skew_ms += (int64_t)below(sim, 2 * HOUR_MS) - HOUR_MS;
    if (below(sim, sim->large ? 30000 : 300) == 0) fake_tournaments_snapshot(fake_tournaments);
    fake_tournaments_step(fake_tournaments, 1000);
    if (number % (sim->large ? 2000 : 7) == 0) fake_tournaments_verify(fake_tournaments);
}

static void run(struct sim *sim)
{
    struct fake_tournaments *fake_tournaments = &sim->fake_tournaments;
    struct felt_complaint complaint;
    int64_t long_ms = sim->large ? LONG_MS : SETTLE_MS, end_ms = INT64_MAX;
    uint32_t steps_max = sim->large ? 100 * STEPS_MAX : STEPS_MAX;
    for (int i = 0; i < sim->events; i++)
        if (felt_tournaments_add(fake_tournaments->tournaments, &sim->row[i],
                                 fake_tournaments_wall(fake_tournaments), &complaint) < 0)
            fake_tournaments_fail(fake_tournaments, "%s", complaint.text);
    uint32_t number = 0;
    while (!*fake_tournaments->failure && (!all_settled(fake_tournaments) || !sim->quiet)) {
        step(sim, number);
        if (number++ > steps_max || fake_tournaments->now_ms > end_ms) {
            fake_tournaments_fail(fake_tournaments, "it does not end (last alarm: %s)",
                                  fake_tournaments->last_alarm);
            return;
        }
        bool wind = fake_tournaments->now_ms > long_ms || all_settled(fake_tournaments);
        if (wind && end_ms == INT64_MAX) end_ms = fake_tournaments->now_ms + LONG_MS;
        if (wind || sim->quiet) wind_up(sim);
    }
    if (!*fake_tournaments->failure) fake_tournaments_verify(fake_tournaments);
    if (!*fake_tournaments->failure) fake_tournaments_verify_money(fake_tournaments);
}

bool tournaments_sim_run(uint64_t seed, uint32_t large, struct tournaments_sim_result *result)
{
    struct sim *sim = calloc(1, sizeof *sim);
    if (!sim) return false;
    *result = (struct tournaments_sim_result){0};
    make(sim, seed, large);
    struct fake_tournaments *fake_tournaments = &sim->fake_tournaments;
    fake_tournaments_open(fake_tournaments);
    run(sim);
    result->events = felt_tournaments_count(fake_tournaments->tournaments);
    for (uint32_t i = 0; i < result->events; i++) {
        struct felt_tournament_face face;
        felt_tournaments_face(fake_tournaments->tournaments, i, &face);
        result->entries += face.director.entries;
    }
    result->hands = fake_tournaments->hands;
    result->records = fake_tournaments->records;
    result->crashes = fake_tournaments->crashes;
    result->snapshots = fake_tournaments->snapshots;
    result->alarms = fake_tournaments->alarms;
    memcpy(result->failure, fake_tournaments->failure, sizeof result->failure);
    bool good = !*fake_tournaments->failure;
    fake_tournaments_close(fake_tournaments);
    free(sim);
    return good;
}
