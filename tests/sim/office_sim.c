/* office_sim.c -- see office_sim.h. */
#include "office_sim.h"

#include "bureau.h"

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
    struct bureau bureau;
    uint64_t seed;
    struct felt_rng rng;
    struct felt_event_row row[EVENTS_MAX];
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

static void set(struct sim *sim, struct felt_event_row *row, const char *key, const char *format,
                ...) __attribute__((format(printf, 4, 5)));
static void set(struct sim *sim, struct felt_event_row *row, const char *key, const char *format,
                ...)
{
    struct felt_complaint complaint;
    char value[300];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(value, sizeof value, format, args);
    va_end(args);
    if (felt_event_row_set(row, key, value, &complaint) != FELT_OK)
        bureau_fail(&sim->bureau, "%s = %s: %s", key, value, complaint.text);
}

/* ---- what a seed plays ---- */

static void make_levels(struct sim *sim, struct felt_event_row *row)
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

static void make_scheduled(struct sim *sim, struct felt_event_row *row)
{
    set(sim, row, "start", "+%us", 60 + below(sim, 120));
    set(sim, row, "entrants", "%u-%u", 2 + below(sim, 4), 20 + below(sim, 20));
    if (below(sim, 4) == 0) set(sim, row, "every", "%um", 40 + below(sim, 60));
    if (row->plan.format != FELT_TOUR_FREEZEOUT) return;
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
    struct felt_event_row *row = &sim->row[index];
    uint32_t kind = (uint32_t)((sim->seed + (uint64_t)index) % 6);
    felt_event_row_usual(row);
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
    struct felt_event_row *row = &sim->row[0];
    felt_event_row_usual(row);
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
    struct bureau *bureau = &sim->bureau;
    bureau_init(bureau, seed);
    sim->seed = seed;
    sim->rng = felt_rng_make(seed * 31 + 7);
    sim->large = large > 0;
    if (large) {
        make_large(sim, large);
        bureau->people = 20;
        bureau->house = large + large / 8;
        bureau->tables = large / 8 + 40;
        bureau->chips = 1000;
        bureau->think_ms = 2000;
        bureau->bold = 2;
        bureau->meek = 80;
        bureau->office_config.house_before_ms = 150000;
        sim->crash = 5000;
        return;
    }
    sim->events = 1 + (int)below(sim, EVENTS_MAX);
    for (int i = 0; i < sim->events; i++) make_row(sim, i);
    bureau->people = 3 + below(sim, 12);
    bureau->house = 10 + below(sim, 40);
    bureau->tables = 60;
    bureau->silent = below(sim, 30);
    bureau->meek = below(sim, 80);
    bureau->other = below(sim, 3) ? 0 : 40;
    sim->skew = below(sim, 4) ? 0 : 100 + below(sim, 400);
    bureau->think_ms = 100 + below(sim, 3000);
    sim->crash = below(sim, 4) ? 20 + below(sim, 200) : 0;
    sim->trouble = below(sim, 2) ? 30 + below(sim, 100) : 0;
}

void office_sim_describe(uint64_t seed, char out[400])
{
    static const char *const format[] = {"freeze-out", "bracket", "shoot-out"};
    struct sim *sim = calloc(1, sizeof *sim);
    if (!sim) return;
    make(sim, seed, 0);
    int used = snprintf(out, 400, "%u people, %u house, crash %u, trouble %u", sim->bureau.people,
                        sim->bureau.house, sim->crash, sim->trouble);
    for (int i = 0; i < sim->events; i++) {
        const struct felt_tour_plan *plan = &sim->row[i].plan;
        used += snprintf(out + used, 400 - (size_t)used, "; %s of %u, %u seats, late %u+%u",
                         format[plan->format], plan->entrants_max, plan->seats, plan->late_levels,
                         plan->reentries);
    }
    free(sim);
}

/* ---- what people do ---- */

static void act_person(struct sim *sim)
{
    struct bureau *bureau = &sim->bureau;
    uint32_t person = below(sim, bureau->people);
    const char *id = sim->row[below(sim, (uint32_t)sim->events)].id;
    switch (below(sim, 8)) {
    case 0:
    case 1:
    case 2: bureau_come(bureau, person); break;
    case 3: bureau_go(bureau, person); break;
    case 4: (void)bureau_unregister(bureau, id, person); break;
    default: (void)bureau_register(bureau, id, person, below(sim, 9) ? "sesame" : "wrong"); break;
    }
}

/* An operator interferes, but lets everything end. */
static void act_operator(struct sim *sim)
{
    struct bureau *bureau = &sim->bureau;
    static const uint8_t what[] = {FELT_TOUR_PAUSE,   FELT_TOUR_RESUME, FELT_TOUR_RESUME,
                                   FELT_TOUR_RESUME,  FELT_TOUR_MOVE,   FELT_TOUR_REMOVE,
                                   FELT_TOUR_ADD_TIME};
    struct felt_tour_input input = {.what = what[below(sim, sizeof what)],
                                    .user = bureau->person[below(sim, bureau->people)].user,
                                    .table = below(sim, 4),
                                    .chair = (felt_seat)((int)below(sim, 7) - 1),
                                    .amount = 1 + below(sim, 5)};
    uint32_t index = below(sim, felt_office_count(bureau->office));
    struct felt_event_face face;
    char id[40];
    felt_office_face(bureau->office, index, &face);
    (void)snprintf(id, sizeof id, "%s.%u", face.row->id, face.number);
    if (below(sim, 40) == 0) input.what = FELT_TOUR_CALL_OFF;
    enum felt_tour_no no = felt_office_direct(bureau->office, id, &input, bureau_wall(bureau));
    if (no == FELT_TOUR_BAD_INPUT) bureau_fail(bureau, "an operator may not do %u", input.what);
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
    ledger_toy_fault(sim->bureau.toy, &faults);
}

static bool all_settled(const struct bureau *bureau)
{
    struct felt_event_face face;
    for (uint32_t i = 0; i < felt_office_count(bureau->office); i++) {
        felt_office_face(bureau->office, i, &face);
        if (!face.settled) return false;
    }
    return true;
}

/* It may have begun just now. */
static void end_pause(struct bureau *bureau, const char *id, const struct felt_tour_input *input)
{
    enum felt_tour_no no = felt_office_direct(bureau->office, id, input, bureau_wall(bureau));
    if (no != FELT_TOUR_OK && no != FELT_TOUR_NOT_NOW)
        bureau_fail(bureau, "%s cannot be brought to an end: %s", id, felt_tour_no_text(no));
}

/* The last hour: nothing new begins, nothing fails, and everything must end. */
static void wind_up(struct sim *sim)
{
    struct bureau *bureau = &sim->bureau;
    struct ledger_toy_faults none = {0};
    struct felt_event_face face;
    char id[40];
    if (!sim->quiet) {
        sim->quiet = true;
        ledger_toy_fault(bureau->toy, &none);
    }
    for (int i = 0; i < sim->events; i++) /* again, if a crash took it */
        (void)felt_office_retire(bureau->office, sim->row[i].id);
    for (uint32_t i = 0; i < felt_office_count(bureau->office); i++) {
        felt_office_face(bureau->office, i, &face);
        (void)snprintf(id, sizeof id, "%s.%u", face.row->id, face.number);
        struct felt_tour_input input = {.what = FELT_TOUR_RESUME};
        if (face.tour.state == FELT_TOUR_OPEN) input.what = FELT_TOUR_CALL_OFF;
        if (face.tour.paused || face.tour.state == FELT_TOUR_OPEN) end_pause(bureau, id, &input);
    }
}

static void step(struct sim *sim, uint32_t number)
{
    struct bureau *bureau = &sim->bureau;
    uint32_t often = sim->large ? 200 : 5;
    if (!sim->quiet && below(sim, often) == 0) act_person(sim);
    if (!sim->quiet && below(sim, 60 * often) == 0) act_operator(sim);
    if (sim->trouble && !sim->quiet && below(sim, sim->trouble) == 0) act_ledger(sim);
    if (sim->crash && below(sim, sim->crash) == 0 && !bureau->crash_at)
        bureau_crash_after(bureau, 1 + below(sim, 60));
    if (sim->skew && below(sim, sim->skew) == 0)
        bureau->skew_ms += (int64_t)below(sim, 2 * HOUR_MS) - HOUR_MS;
    if (below(sim, sim->large ? 30000 : 300) == 0) bureau_snapshot(bureau);
    bureau_step(bureau, 1000);
    if (number % (sim->large ? 2000 : 7) == 0) bureau_verify(bureau);
}

static void run(struct sim *sim)
{
    struct bureau *bureau = &sim->bureau;
    struct felt_complaint complaint;
    int64_t long_ms = sim->large ? LONG_MS : SETTLE_MS, end_ms = INT64_MAX;
    uint32_t steps_max = sim->large ? 100 * STEPS_MAX : STEPS_MAX;
    for (int i = 0; i < sim->events; i++)
        if (felt_office_add(bureau->office, &sim->row[i], bureau_wall(bureau), &complaint) < 0)
            bureau_fail(bureau, "%s", complaint.text);
    uint32_t number = 0;
    while (!*bureau->failure && (!all_settled(bureau) || !sim->quiet)) {
        step(sim, number);
        if (number++ > steps_max || bureau->now_ms > end_ms) {
            bureau_fail(bureau, "it does not end (last alarm: %s)", bureau->last_alarm);
            return;
        }
        bool wind = bureau->now_ms > long_ms || all_settled(bureau);
        if (wind && end_ms == INT64_MAX) end_ms = bureau->now_ms + LONG_MS;
        if (wind || sim->quiet) wind_up(sim);
    }
    if (!*bureau->failure) bureau_verify(bureau);
    if (!*bureau->failure) bureau_verify_money(bureau);
}

bool office_sim_run(uint64_t seed, uint32_t large, struct office_sim_result *result)
{
    struct sim *sim = calloc(1, sizeof *sim);
    if (!sim) return false;
    *result = (struct office_sim_result){0};
    make(sim, seed, large);
    struct bureau *bureau = &sim->bureau;
    bureau_open(bureau);
    run(sim);
    result->events = felt_office_count(bureau->office);
    for (uint32_t i = 0; i < result->events; i++) {
        struct felt_event_face face;
        felt_office_face(bureau->office, i, &face);
        result->entries += face.tour.entries;
    }
    result->hands = bureau->hands;
    result->records = bureau->records;
    result->crashes = bureau->crashes;
    result->snapshots = bureau->snapshots;
    result->alarms = bureau->alarms;
    memcpy(result->failure, bureau->failure, sizeof result->failure);
    bool good = !*bureau->failure;
    bureau_close(bureau);
    free(sim);
    return good;
}
