/* office.c -- tournaments by number and id, the clock, a series, what is there. */
#include "base/hex.h"
#include "felt/hash.h"
#include "server/room/tournaments/office_parts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TICK_MS = 1000,
    SET_BACK_MS = 1000,
    FOLLOW_AGAIN_MS = 60000,
    RECORD_REST = 100,
    POOL_TAG_BYTES = 6
};

const struct felt_office_config felt_office_config_usual = {
    .retry_ms = 1000, .house_chair_ms = 15000, .house_before_ms = 30000, .gather_ms = 15000};

void felt_office_note(const struct felt_office *office, const char *level,
                      const struct felt_cup *event, const char *format, ...)
{
    char text[FELT_OFFICE_TEXT];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const struct felt_office_services *services = office->services;
    if (strcmp(level, "alarm") == 0)
        services->alarm(services->self, event->row.id, text);
    else
        services->log(services->self, level, event->row.id, text);
}

/* ---- tournaments ---- */

struct felt_office *felt_office_open(struct felt_floor *floor,
                                     const struct felt_office_config *config,
                                     const struct felt_office_services *services)
{
    struct felt_office *office = calloc(1, sizeof *office);
    uint64_t *at = calloc(config->tables_max + 1, sizeof *at);
    if (!office || !at) {
        free(office);
        free(at);
        return NULL;
    }
    office->floor = floor;
    office->config = *config;
    office->services = services;
    office->next_number = 1;
    office->at = at;
    return office;
}

static void free_event(struct felt_cup *event)
{
    if (!event) return;
    free(event->tour);
    free(event->person);
    free(event->table);
    free(event->payment);
    free(event->unheard);
    free(event);
}

void felt_office_close(struct felt_office *office)
{
    if (!office) return;
    for (uint32_t i = 0; i < office->count; i++) free_event(office->event[i]);
    free(office->log.event);
    free(office->at);
    free(office);
}

struct felt_cup *felt_cup_find(const struct felt_office *office, uint32_t number)
{
    for (uint32_t i = office->count; i-- > 0;)
        if (office->event[i]->number == number) return office->event[i];
    return NULL;
}

uint32_t felt_cup_index(const struct felt_office *office, const struct felt_cup *event)
{
    uint32_t index = 0;
    while (index < office->count && office->event[index] != event) index++;
    felt_assert(index < office->count);
    return index;
}

/* An input tells of every entry and every table a few times at most. */
static bool log_holds(struct felt_office *office, const struct felt_tour_plan *plan)
{
    uint32_t room = 6 * plan->entrants_max + 6 * plan->tables_max + 4 * FELT_TOUR_LEVELS_MAX;
    if (room <= office->log.room) return true;
    struct felt_tour_event *more = realloc(office->log.event, room * sizeof *more);
    if (!more) return false;
    office->log.event = more;
    office->log.room = room;
    return true;
}

static struct felt_rng draws_of(const uint8_t seed[FELT_EVENT_SEED_BYTES])
{
    struct felt_rng rng;
    for (int i = 0; i < 2; i++) {
        rng.state[i] = 0;
        for (int k = 0; k < 8; k++) rng.state[i] |= (uint64_t)seed[8 * i + k] << (8 * k);
    }
    return rng.state[0] | rng.state[1] ? rng : felt_rng_make(0);
}

struct felt_cup *felt_cup_make(struct felt_office *office, uint32_t number,
                               const struct felt_event_row *row,
                               const uint8_t epoch[FELT_EVENT_EPOCH_BYTES],
                               const uint8_t seed[FELT_EVENT_SEED_BYTES])
{
    if (office->count == FELT_EVENTS_ROOM || !log_holds(office, &row->plan)) return NULL;
    struct felt_cup *event = calloc(1, sizeof *event);
    if (!event) return NULL;
    event->number = number;
    event->row = *row;
    struct felt_tour_plan *plan = &event->row.plan;
    plan->house_max = (uint32_t)((uint64_t)plan->entrants_max * row->house_percent / 100);
    memcpy(event->epoch, epoch, sizeof event->epoch);
    event->has_seed = seed != NULL;
    if (seed) memcpy(event->seed, seed, sizeof event->seed);
    event->bytes = felt_tour_bytes(plan);
    void *memory = calloc(1, event->bytes);
    event->person = calloc(plan->entrants_max, sizeof *event->person);
    event->table = calloc(plan->tables_max, sizeof *event->table);
    if (!memory || !event->person || !event->table) {
        free(memory);
        free_event(event);
        return NULL;
    }
    event->tour = felt_tour_init(memory, plan, draws_of(seed ? seed : epoch));
    event->stake = -1;
    event->first_payment = 1;
    for (uint32_t i = 0; i < plan->tables_max; i++) event->table[i].floor = -1;
    office->event[office->count++] = event;
    if (number >= office->next_number) office->next_number = number + 1;
    return event;
}

/* As much of the epoch as there is room for: 48 bits, but for long ids. */
void felt_cup_pool(const struct felt_cup *event, char out[FELT_ORDER_TABLE_BYTES + 1])
{
    char tag[2 * POOL_TAG_BYTES + 1] = "";
    felt_hex_write(event->epoch, POOL_TAG_BYTES, tag);
    (void)snprintf(out, FELT_ORDER_TABLE_BYTES + 1,
                   event->has_seed ? "%s.%" PRIu32 "-%s" : "%s.%" PRIu32, event->row.id,
                   event->number, tag);
}

void felt_cup_drop(struct felt_office *office, struct felt_cup *event)
{
    uint32_t index = felt_cup_index(office, event);
    memmove(&office->event[index], &office->event[index + 1],
            (--office->count - index) * sizeof(struct felt_cup *));
    free_event(event);
}

bool felt_cup_is_over(const struct felt_cup *event)
{
    struct felt_tour_face face;
    felt_tour_face(event->tour, &face);
    return face.state == FELT_TOUR_OVER || face.state == FELT_TOUR_CALLED_OFF;
}

bool felt_cup_is_settled(const struct felt_cup *event)
{
    if (event->done) return true;
    if (event->due || !felt_cup_is_over(event)) return false;
    for (uint32_t i = 0; i < event->row.plan.tables_max; i++)
        if (event->table[i].floor >= 0) return false;
    return true;
}

/* ---- inputs ---- */

enum felt_tour_no felt_cup_apply(struct felt_office *office, struct felt_cup *event,
                                 const struct felt_tour_input *input)
{
    office->log.count = 0;
    office->log.lost = false;
    enum felt_tour_no no = felt_tour_apply(event->tour, input, &office->log);
    if (no) return no;
    felt_assert(!office->log.lost);
    if (input->what == FELT_TOUR_BEGIN) event->table[input->table].hand = ++event->hands;
    felt_cup_owe(office, event);
    return FELT_TOUR_OK;
}

/* It changes what everybody sees, and the director tells nothing. */
static bool is_silent(uint8_t what)
{
    return what == FELT_TOUR_WAKE || what == FELT_TOUR_PAUSE || what == FELT_TOUR_RESUME ||
           what == FELT_TOUR_ADD_TIME || what == FELT_TOUR_REMOVE;
}

enum felt_tour_no felt_cup_give(struct felt_office *office, struct felt_cup *event,
                                struct felt_tour_input input)
{
    if (input.what != FELT_TOUR_TICK && input.what != FELT_TOUR_WAKE) felt_cup_pass(office, event);
    input.now_ms = office->now_ms;
    enum felt_tour_no no = felt_cup_apply(office, event, &input);
    if (no) return no;
    felt_office_write_input(office, event, &input);
    felt_cup_follow(office, event);
    if (is_silent(input.what))
        office->services->changed(office->services->self, felt_cup_index(office, event));
    return FELT_TOUR_OK;
}

/* What a crash would take of the level is what passed since the last TICK: not much. */
void felt_cup_pass(struct felt_office *office, struct felt_cup *event)
{
    int64_t alarm = felt_tour_alarm(event->tour);
    if (alarm == INT64_MAX) return;
    struct felt_tour_face face;
    felt_tour_face(event->tour, &face);
    bool running = face.state == FELT_TOUR_RUNNING;
    if (!running && office->now_ms < event->gather_ms) return;
    if (alarm > office->now_ms && (!running || office->now_ms < event->ticked_ms + TICK_MS)) return;
    event->ticked_ms = office->now_ms;
    struct felt_tour_input input = {.what = FELT_TOUR_TICK};
    enum felt_tour_no no = felt_cup_give(office, event, input);
    felt_assert(no == FELT_TOUR_OK);
}

static bool is_for_all_tables(const struct felt_tour_event *told)
{
    return told->kind == FELT_TOUR_STARTED || told->kind == FELT_TOUR_FINAL_TABLE ||
           told->kind == FELT_TOUR_ROUND;
}

/* Which chairs may be others than before, and whose entries. */
static void mark(struct felt_office *office, struct felt_cup *event)
{
    const struct felt_office_services *services = office->services;
    uint32_t index = felt_cup_index(office, event);
    for (uint32_t i = 0; i < office->log.count; i++) {
        const struct felt_tour_event *told = &office->log.event[i];
        for (uint32_t k = 0; is_for_all_tables(told) && k < event->row.plan.tables_max; k++)
            event->table[k].dirty = true;
        bool of_entry = true, of_table = false;
        switch (told->kind) {
        case FELT_TOUR_WENT:
            if (told->from < event->row.plan.tables_max) event->table[told->from].dirty = true;
            of_table = true;
            break;
        case FELT_TOUR_SEATED:
        case FELT_TOUR_BUSTED: of_table = true; break;
        case FELT_TOUR_REFUND:
        case FELT_TOUR_PLACED:
        case FELT_TOUR_PRIZE: break;
        case FELT_TOUR_TABLE_UP:
        case FELT_TOUR_TABLE_DOWN: of_table = true; /* fallthrough */
        default: of_entry = false;
        }
        if (of_table && told->table < event->row.plan.tables_max)
            event->table[told->table].dirty = true;
        if (!of_entry) continue;
        const struct felt_tour_entry *entry = felt_tour_entry(event->tour, told->entry);
        bool leaves = told->kind == FELT_TOUR_BUSTED || told->kind == FELT_TOUR_REFUND ||
                      (told->kind == FELT_TOUR_PLACED && told->amount == 1);
        if (leaves && entry->flags & FELT_ENTRY_HOUSE)
            services->let_go(services->self, entry->user);
        services->entry_changed(services->self, index, told->entry);
    }
}

void felt_cup_follow(struct felt_office *office, struct felt_cup *event)
{
    office->stir = true;
    mark(office, event);
    bool starts = office->log.count && office->log.event[0].kind == FELT_TOUR_STARTED;
    if (starts) felt_cup_arrange(office, event); /* or nobody hears of it */
    felt_cup_announce(office, event);
    felt_cup_arrange(office, event);
    if (office->log.count)
        office->services->changed(office->services->self, felt_cup_index(office, event));
}

/* ---- time ---- */

/* The time between did not pass: levels, pauses and tries begin from here. */
static void leap(struct felt_office *office)
{
    int64_t now_ms = office->now_ms;
    for (uint32_t i = 0; i < office->count; i++) {
        struct felt_cup *event = office->event[i];
        struct felt_tour_face face;
        felt_tour_face(event->tour, &face);
        event->house_ms = event->follow_ms = event->pay_ms = event->ticked_ms = 0;
        event->held_ms = 0;
        if (event->first_ms > now_ms) event->first_ms = now_ms;
        if (event->gather_ms > now_ms) event->gather_ms = now_ms;
        for (uint32_t k = 0; k < event->payments; k++) event->payment[k].retry_ms = 0;
        if (face.state != FELT_TOUR_RUNNING) continue;
        for (uint32_t k = 0; k < event->row.plan.tables_max; k++) {
            event->table[k].next_ms = now_ms + event->row.pause_ms;
            event->table[k].held_ms = 0;
        }
        enum felt_tour_no no =
            felt_cup_give(office, event, (struct felt_tour_input){.what = FELT_TOUR_WAKE});
        felt_assert(no == FELT_TOUR_OK);
    }
}

void felt_office_clock(struct felt_office *office, int64_t wall_ms)
{
    felt_assert(wall_ms > 0);
    bool leaps = wall_ms < office->now_ms - SET_BACK_MS ||
                 (office->now_ms && wall_ms > office->now_ms + FELT_OFFICE_GAP_MS);
    if (leaps || wall_ms > office->now_ms) office->now_ms = wall_ms;
    if (leaps && office->awake) leap(office);
}

void felt_office_stood(struct felt_office *office, int64_t wall_ms)
{
    felt_office_clock(office, wall_ms);
    if (office->awake) leap(office);
}

/* ---- another one ---- */

static uint32_t unsettled(const struct felt_office *office)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < office->count; i++) count += !felt_cup_is_settled(office->event[i]);
    return count;
}

/* The oldest of those that are done makes room. */
static void tidy_away(struct felt_office *office)
{
    while (office->count - unsettled(office) >= FELT_EVENT_KEPT) {
        uint32_t index = 0;
        while (!office->event[index]->done && index + 1 < office->count) index++;
        struct felt_cup *event = office->event[index];
        if (!event->done) return;
        uint32_t number = event->number;
        felt_cup_drop(office, event);
        felt_office_write_gone(office, number);
    }
}

/* The one of this id that has no follower yet, if a series goes on with it. */
static struct felt_cup *leader_of(const struct felt_office *office,
                                  const struct felt_event_row *row)
{
    for (uint32_t i = office->count; i-- > 0;) {
        struct felt_cup *event = office->event[i];
        if (strcmp(event->row.id, row->id) != 0) continue;
        return event->row.every_ms && !event->followed && !event->retired ? event : NULL;
    }
    return NULL;
}

static enum felt_status may_add(const struct felt_office *office, const struct felt_event_row *row,
                                bool follows, struct felt_complaint *complaint)
{
    int64_t other = felt_office_find(office, row->id);
    if (other >= 0 && !follows && !felt_cup_is_settled(office->event[other]))
        return felt_complain(complaint, FELT_IMPOSSIBLE, 0, 0,
                             "there is a tournament %s already; wait until it is settled, or "
                             "choose another id",
                             row->id);
    if (office->next_number >= FELT_PAYMENTS_MAX)
        return felt_complain(complaint, FELT_FULL, 0, 0,
                             "there were %d tournaments: the room's journal has no number left",
                             FELT_PAYMENTS_MAX - 1);
    if (unsettled(office) >= FELT_EVENTS_MAX_OPEN)
        return felt_complain(complaint, FELT_FULL, 0, 0,
                             "there are %d tournaments already; wait until one is over",
                             FELT_EVENTS_MAX_OPEN);
    return FELT_OK;
}

static enum felt_status make_row(const struct felt_office *office, struct felt_event_row *row,
                                 struct felt_complaint *complaint)
{
    char text[FELT_EVENT_ROW_BYTES];
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    enum felt_status status = felt_event_row_verify(row, complaint);
    if (status != FELT_OK) return status;
    felt_event_row_fix(row, office->now_ms, &office->services->digests);
    felt_event_row_write(row, &out);
    if (out.overflow || out.used > FELT_OFFICE_RECORD_BYTES - RECORD_REST)
        return felt_complain(complaint, FELT_FULL, 0, 0, "levels and prizes are too long");
    struct felt_tour_plan *plan = &row->plan;
    if (plan->start != FELT_TOUR_AT_TIME || plan->start_ms > office->now_ms) return FELT_OK;
    if (!row->every_ms)
        return felt_complain(complaint, FELT_IMPOSSIBLE, 0, 0,
                             "its start is in the past; give a time to come");
    int64_t late = office->now_ms - plan->start_ms;
    plan->start_ms += (late / row->every_ms + 1) * row->every_ms;
    return FELT_OK;
}

/* *row becomes a fixed one. */
static int64_t add(struct felt_office *office, struct felt_event_row *row, bool follows,
                   struct felt_complaint *complaint)
{
    const struct felt_office_services *services = office->services;
    uint8_t epoch[FELT_EVENT_EPOCH_BYTES], seed[FELT_EVENT_SEED_BYTES];
    if (may_add(office, row, follows, complaint) != FELT_OK) return -1;
    if (make_row(office, row, complaint) != FELT_OK) return -1;
    int stake = services->stake(services->self, row, complaint);
    if (stake < 0) return -1;
    tidy_away(office);
    struct felt_cup *leader = leader_of(office, row);
    services->entropy(services->self, epoch, sizeof epoch);
    services->entropy(services->self, seed, sizeof seed);
    struct felt_cup *event = felt_cup_make(office, office->next_number, row, epoch, seed);
    if (!event) {
        services->stake_done(services->self, stake);
        (void)felt_complain(complaint, FELT_FULL, 0, 0,
                            "there is no memory for so many entries; allow fewer");
        return -1;
    }
    event->stake = stake;
    event->checked = true;
    event->created_ms = office->now_ms;
    if (leader) {
        event->follows = leader->number;
        leader->followed = true;
    }
    felt_office_write_event(office, event);
    office->stir = true;
    services->changed(services->self, felt_cup_index(office, event));
    return event->number;
}

int64_t felt_office_add(struct felt_office *office, const struct felt_event_row *row,
                        int64_t wall_ms, struct felt_complaint *complaint)
{
    struct felt_event_row own = *row;
    felt_office_clock(office, wall_ms);
    return add(office, &own, false, complaint);
}

/* The next one of a series, when this one has begun or was called off. */
static void follow_up(struct felt_office *office, struct felt_cup *event)
{
    struct felt_tour_face face;
    felt_tour_face(event->tour, &face);
    if (!event->row.every_ms || event->followed || event->retired || face.state == FELT_TOUR_OPEN ||
        office->now_ms < event->follow_ms)
        return;
    event->follow_ms = office->now_ms + FOLLOW_AGAIN_MS;
    struct felt_complaint why;
    struct felt_event_row row = event->row;
    if (row.plan.start == FELT_TOUR_AT_TIME) row.plan.start_ms += row.every_ms;
    if (add(office, &row, true, &why) < 0)
        felt_office_note(office, "alarm", event, "no next one can be opened: %s", why.text);
}

bool felt_office_retire(struct felt_office *office, const char *id)
{
    int64_t index = felt_office_find(office, id);
    if (index < 0) return false;
    struct felt_cup *event = office->event[index];
    if (!event->retired) {
        event->retired = true;
        felt_office_write_retired(office, event);
    }
    return true;
}

/* ---- ticks ---- */

static void settle(struct felt_office *office, struct felt_cup *event)
{
    const struct felt_office_services *services = office->services;
    if (event->done || !felt_cup_is_settled(event)) return;
    felt_assert(event->paid == event->paid_out); /* Q1 */
    event->done = true;
    if (event->stake >= 0) services->stake_done(services->self, event->stake);
    event->stake = -1;
    felt_office_note(office, "info", event, "settled");
    services->changed(services->self, felt_cup_index(office, event));
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t tick_event(struct felt_office *office, struct felt_cup *event)
{
    struct felt_tour_face face;
    int64_t next = INT64_MAX;
    if (event->done) {
        follow_up(office, event);
        return event->row.every_ms && !event->followed && !event->retired ? event->follow_ms : next;
    }
    felt_cup_pass(office, event);
    felt_cup_arrange(office, event);
    next = sooner(next, felt_cup_house(office, event));
    next = sooner(next, felt_cup_deal(office, event));
    felt_cup_mind(office, event);
    next = sooner(next, felt_cup_pay(office, event));
    follow_up(office, event);
    settle(office, event);
    felt_tour_face(event->tour, &face);
    int64_t alarm = felt_tour_alarm(event->tour);
    if (face.state == FELT_TOUR_OPEN && alarm < event->gather_ms) alarm = event->gather_ms;
    next = sooner(next, alarm);
    if (face.state == FELT_TOUR_RUNNING) next = sooner(next, office->now_ms + TICK_MS);
    return next;
}

int64_t felt_office_tick(struct felt_office *office, int64_t wall_ms)
{
    felt_office_clock(office, wall_ms);
    if (!office->awake) return INT64_MAX;
    if (!office->stir && office->now_ms < office->next_ms) return office->next_ms;
    office->stir = false;
    int64_t next = INT64_MAX;
    for (uint32_t i = 0; i < office->count; i++) /* some may be added meanwhile */
        next = sooner(next, tick_event(office, office->event[i]));
    if (office->stir) next = office->now_ms;
    office->next_ms = next;
    return next;
}

/* ---- what is there ---- */

uint32_t felt_office_count(const struct felt_office *office)
{
    return office->count;
}

int64_t felt_office_find(const struct felt_office *office, const char *id)
{
    char full[FELT_ORDER_TABLE_BYTES + 1];
    for (uint32_t i = office->count; i-- > 0;) {
        const struct felt_cup *event = office->event[i];
        if (strcmp(event->row.id, id) == 0) return i;
        (void)snprintf(full, sizeof full, "%s.%" PRIu32, event->row.id, event->number);
        if (strcmp(full, id) == 0) return i;
    }
    return -1;
}

void felt_office_face(const struct felt_office *office, uint32_t index,
                      struct felt_event_face *face)
{
    felt_assert(index < office->count);
    const struct felt_cup *event = office->event[index];
    const struct felt_tour_plan *plan = &event->row.plan;
    *face = (struct felt_event_face){.number = event->number,
                                     .row = &event->row,
                                     .opens_ms = event->created_ms,
                                     .settled = felt_cup_is_settled(event)};
    felt_tour_face(event->tour, &face->tour);
    if (plan->start == FELT_TOUR_AT_TIME) {
        face->starts_ms = plan->start_ms;
        if (event->row.open_ms && plan->start_ms - event->row.open_ms > event->created_ms)
            face->opens_ms = plan->start_ms - event->row.open_ms;
    }
    int64_t alarm = felt_tour_alarm(event->tour);
    if (face->tour.state == FELT_TOUR_RUNNING && alarm != INT64_MAX) face->level_ends_ms = alarm;
    bool goes = face->tour.state == FELT_TOUR_OPEN || face->tour.state == FELT_TOUR_RUNNING;
    uint32_t house = face->tour.state == FELT_TOUR_OPEN ? face->tour.house : 0;
    face->registering = goes && !face->tour.closed && office->now_ms >= face->opens_ms &&
                        face->tour.entries - house < plan->entrants_max;
}

bool felt_office_entrant(const struct felt_office *office, uint32_t index, uint32_t entry,
                         struct felt_event_entrant *out)
{
    felt_assert(index < office->count);
    const struct felt_cup *event = office->event[index];
    if (entry >= event->row.plan.entrants_max) return false;
    const struct felt_tour_entry *who = felt_tour_entry(event->tour, entry);
    if (who->state == FELT_ENTRY_FREE) return false;
    *out = (struct felt_event_entrant){.entry = who,
                                       .name = event->person[entry].name,
                                       .place = felt_tour_place(event->tour, entry)};
    return true;
}

void felt_office_pool(const struct felt_office *office, uint32_t index,
                      char out[FELT_ORDER_TABLE_BYTES + 1])
{
    felt_assert(index < office->count);
    felt_cup_pool(office->event[index], out);
}

int64_t felt_office_table(const struct felt_office *office, uint32_t index, uint32_t table)
{
    felt_assert(index < office->count);
    const struct felt_cup *event = office->event[index];
    return table < event->row.plan.tables_max ? event->table[table].floor : -1;
}

uint32_t felt_office_at(const struct felt_office *office, uint32_t table)
{
    uint64_t where = table < office->config.tables_max ? office->at[table] : 0;
    return where ? (uint32_t)((where - 1) >> 16) : 0;
}

const struct felt_tour *felt_office_tour(const struct felt_office *office, uint32_t index)
{
    felt_assert(index < office->count);
    return office->event[index]->tour;
}

static uint64_t hash_event(const struct felt_cup *event)
{
    uint64_t hash = felt_tour_hash(event->tour);
    const uint64_t numbers[] = {event->number,
                                event->follows,
                                (uint64_t)event->followed,
                                (uint64_t)event->retired,
                                event->due,
                                event->hands,
                                event->first_payment + event->payments,
                                (uint64_t)event->paid,
                                (uint64_t)event->paid_out};
    hash = felt_hash_bytes(hash, numbers, sizeof numbers);
    for (uint32_t i = 0; i < event->payments; i++) {
        const struct felt_payment *payment = &event->payment[i];
        const uint64_t fields[] = {event->first_payment + i, payment->kind,
                                   (uint64_t)payment->amount, (uint64_t)payment->user};
        if (payment->done) continue;
        hash = felt_hash_bytes(hash, fields, sizeof fields);
        hash = felt_hash_bytes(hash, payment->life, sizeof payment->life);
    }
    for (uint32_t i = 0; i < event->row.plan.tables_max; i++) {
        const uint64_t fields[] = {(uint64_t)event->table[i].floor, event->table[i].hand};
        hash = felt_hash_bytes(hash, fields, sizeof fields);
    }
    for (uint32_t i = 0; i < event->row.plan.entrants_max; i++) {
        const struct felt_guest_of_floor *who = &event->person[i];
        if (who->user) hash = felt_hash_bytes(hash + who->kind, who->name, strlen(who->name));
    }
    for (uint32_t i = 0; i < event->unheards; i++) {
        const struct felt_unheard *one = &event->unheard[i];
        const uint64_t fields[] = {(uint64_t)one->user, one->entry, one->number};
        hash = felt_hash_bytes(hash, fields, sizeof fields);
    }
    return hash;
}

uint64_t felt_office_hash(const struct felt_office *office)
{
    uint64_t hash = office->next_number;
    for (uint32_t i = 0; i < office->count; i++) {
        uint64_t one = hash_event(office->event[i]);
        hash = felt_hash_bytes(hash, &one, sizeof one);
    }
    return hash;
}
