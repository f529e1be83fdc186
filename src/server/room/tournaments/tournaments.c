/* tournaments.c -- tournaments by number and id, the clock, a series, what is there. */
#include "base/hex.h"
#include "felt/hash.h"
#include "server/room/tournaments/tournaments_parts.h"

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

const struct felt_tournaments_config felt_tournaments_config_usual = {
    .retry_ms = 1000, .house_seat_ms = 15000, .house_before_ms = 30000, .gather_ms = 15000};

void felt_tournaments_note(const struct felt_tournaments *tournaments, const char *level,
                           const struct felt_tournament *tournament, const char *format, ...)
{
    char text[FELT_TOURNAMENTS_TEXT];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const struct felt_tournaments_services *services = tournaments->services;
    if (strcmp(level, "alarm") == 0)
        services->alarm(services->self, tournament->row.id, text);
    else
        services->log(services->self, level, tournament->row.id, text);
}

/* ---- tournaments ---- */

struct felt_tournaments *felt_tournaments_open(struct felt_room *room,
                                               const struct felt_tournaments_config *config,
                                               const struct felt_tournaments_services *services)
{
    struct felt_tournaments *tournaments = calloc(1, sizeof *tournaments);
    uint64_t *at = calloc(config->tables_max + 1, sizeof *at);
    if (!tournaments || !at) {
        free(tournaments);
        free(at);
        return NULL;
    }
    tournaments->room = room;
    tournaments->config = *config;
    tournaments->services = services;
    tournaments->next_number = 1;
    tournaments->at = at;
    return tournaments;
}

static void free_event(struct felt_tournament *tournament)
{
    if (!tournament) return;
    free(tournament->director);
    free(tournament->person);
    free(tournament->table);
    free(tournament->payment);
    free(tournament->unheard);
    free(tournament);
}

void felt_tournaments_close(struct felt_tournaments *tournaments)
{
    if (!tournaments) return;
    for (uint32_t i = 0; i < tournaments->count; i++) free_event(tournaments->event[i]);
    free(tournaments->log.event);
    free(tournaments->at);
    free(tournaments);
}

struct felt_tournament *felt_tournament_find(const struct felt_tournaments *tournaments,
                                             uint32_t number)
{
    for (uint32_t i = tournaments->count; i-- > 0;)
        if (tournaments->event[i]->number == number) return tournaments->event[i];
    return NULL;
}

uint32_t felt_tournament_index(const struct felt_tournaments *tournaments,
                               const struct felt_tournament *tournament)
{
    uint32_t index = 0;
    while (index < tournaments->count && tournaments->event[index] != tournament) index++;
    felt_assert(index < tournaments->count);
    return index;
}

/* An input tells of every entry and every table a few times at most. */
static bool log_holds(struct felt_tournaments *tournaments, const struct felt_director_plan *plan)
{
    uint32_t room = 6 * plan->entrants_max + 6 * plan->tables_max + 4 * FELT_DIRECTOR_LEVELS_MAX;
    if (room <= tournaments->log.room) return true;
    struct felt_director_event *more = realloc(tournaments->log.event, room * sizeof *more);
    if (!more) return false;
    tournaments->log.event = more;
    tournaments->log.room = room;
    return true;
}

static struct felt_rng draws_of(const uint8_t seed[FELT_TOURNAMENT_SEED_BYTES])
{
    struct felt_rng rng;
    for (int i = 0; i < 2; i++) {
        rng.state[i] = 0;
        for (int k = 0; k < 8; k++) rng.state[i] |= (uint64_t)seed[8 * i + k] << (8 * k);
    }
    return rng.state[0] | rng.state[1] ? rng : felt_rng_make(0);
}

struct felt_tournament *felt_tournament_make(struct felt_tournaments *tournaments, uint32_t number,
                                             const struct felt_tournament_row *row,
                                             const uint8_t epoch[FELT_TOURNAMENT_EPOCH_BYTES],
                                             const uint8_t seed[FELT_TOURNAMENT_SEED_BYTES])
{
    if (tournaments->count == FELT_TOURNAMENTS_ROOM || !log_holds(tournaments, &row->plan))
        return NULL;
    struct felt_tournament *tournament = calloc(1, sizeof *tournament);
    if (!tournament) return NULL;
    tournament->number = number;
    tournament->row = *row;
    struct felt_director_plan *plan = &tournament->row.plan;
    plan->house_max = (uint32_t)((uint64_t)plan->entrants_max * row->house_percent / 100);
    memcpy(tournament->epoch, epoch, sizeof tournament->epoch);
    tournament->has_seed = seed != NULL;
    if (seed) memcpy(tournament->seed, seed, sizeof tournament->seed);
    tournament->bytes = felt_director_bytes(plan);
    void *memory = calloc(1, tournament->bytes);
    tournament->person = calloc(plan->entrants_max, sizeof *tournament->person);
    tournament->table = calloc(plan->tables_max, sizeof *tournament->table);
    if (!memory || !tournament->person || !tournament->table) {
        free(memory);
        free_event(tournament);
        return NULL;
    }
    tournament->director = felt_director_init(memory, plan, draws_of(seed ? seed : epoch));
    tournament->stake = -1;
    tournament->first_payment = 1;
    for (uint32_t i = 0; i < plan->tables_max; i++) tournament->table[i].room = -1;
    tournaments->event[tournaments->count++] = tournament;
    if (number >= tournaments->next_number) tournaments->next_number = number + 1;
    return tournament;
}

/* As much of the epoch as there is room for: 48 bits, but for long ids. */
void felt_tournament_pool(const struct felt_tournament *tournament,
                          char out[FELT_ORDER_TABLE_BYTES + 1])
{
    char tag[2 * POOL_TAG_BYTES + 1] = "";
    felt_hex_write(tournament->epoch, POOL_TAG_BYTES, tag);
    (void)snprintf(out, FELT_ORDER_TABLE_BYTES + 1,
                   tournament->has_seed ? "%s.%" PRIu32 "-%s" : "%s.%" PRIu32, tournament->row.id,
                   tournament->number, tag);
}

void felt_tournament_drop(struct felt_tournaments *tournaments, struct felt_tournament *tournament)
{
    uint32_t index = felt_tournament_index(tournaments, tournament);
    memmove(&tournaments->event[index], &tournaments->event[index + 1],
            (--tournaments->count - index) * sizeof(struct felt_tournament *));
    free_event(tournament);
}

bool felt_tournament_is_over(const struct felt_tournament *tournament)
{
    struct felt_director_face face;
    felt_director_face(tournament->director, &face);
    return face.state == FELT_DIRECTOR_OVER || face.state == FELT_DIRECTOR_CALLED_OFF;
}

bool felt_tournament_is_settled(const struct felt_tournament *tournament)
{
    if (tournament->done) return true;
    if (tournament->due || !felt_tournament_is_over(tournament)) return false;
    for (uint32_t i = 0; i < tournament->row.plan.tables_max; i++)
        if (tournament->table[i].room >= 0) return false;
    return true;
}

/* ---- inputs ---- */

enum felt_director_no felt_tournament_apply(struct felt_tournaments *tournaments,
                                            struct felt_tournament *tournament,
                                            const struct felt_director_input *input)
{
    tournaments->log.count = 0;
    tournaments->log.lost = false;
    enum felt_director_no no = felt_director_apply(tournament->director, input, &tournaments->log);
    if (no) return no;
    felt_assert(!tournaments->log.lost);
    if (input->what == FELT_DIRECTOR_BEGIN)
        tournament->table[input->table].hand = ++tournament->hands;
    felt_tournament_owe(tournaments, tournament);
    return FELT_DIRECTOR_OK;
}

/* It changes what everybody sees, and the director tells nothing. */
static bool is_silent(uint8_t what)
{
    return what == FELT_DIRECTOR_WAKE || what == FELT_DIRECTOR_PAUSE ||
           what == FELT_DIRECTOR_RESUME || what == FELT_DIRECTOR_ADD_TIME ||
           what == FELT_DIRECTOR_REMOVE;
}

enum felt_director_no felt_tournament_give(struct felt_tournaments *tournaments,
                                           struct felt_tournament *tournament,
                                           struct felt_director_input input)
{
    if (input.what != FELT_DIRECTOR_TICK && input.what != FELT_DIRECTOR_WAKE)
        felt_tournament_pass(tournaments, tournament);
    input.now_ms = tournaments->now_ms;
    enum felt_director_no no = felt_tournament_apply(tournaments, tournament, &input);
    if (no) return no;
    felt_tournaments_write_input(tournaments, tournament, &input);
    felt_tournament_follow(tournaments, tournament);
    if (is_silent(input.what))
        tournaments->services->changed(tournaments->services->self,
                                       felt_tournament_index(tournaments, tournament));
    return FELT_DIRECTOR_OK;
}

/* What a crash would take of the level is what passed since the last TICK: not much. */
void felt_tournament_pass(struct felt_tournaments *tournaments, struct felt_tournament *tournament)
{
    int64_t alarm = felt_director_alarm(tournament->director);
    if (alarm == INT64_MAX) return;
    struct felt_director_face face;
    felt_director_face(tournament->director, &face);
    bool running = face.state == FELT_DIRECTOR_RUNNING;
    if (!running && tournaments->now_ms < tournament->gather_ms) return;
    if (alarm > tournaments->now_ms &&
        (!running || tournaments->now_ms < tournament->ticked_ms + TICK_MS))
        return;
    tournament->ticked_ms = tournaments->now_ms;
    struct felt_director_input input = {.what = FELT_DIRECTOR_TICK};
    enum felt_director_no no = felt_tournament_give(tournaments, tournament, input);
    felt_assert(no == FELT_DIRECTOR_OK);
}

static bool is_for_all_tables(const struct felt_director_event *told)
{
    return told->kind == FELT_DIRECTOR_STARTED || told->kind == FELT_DIRECTOR_FINAL_TABLE ||
           told->kind == FELT_DIRECTOR_ROUND;
}

/* Which seats may be others than before, and whose entries. */
static void mark(struct felt_tournaments *tournaments, struct felt_tournament *tournament)
{
    const struct felt_tournaments_services *services = tournaments->services;
    uint32_t index = felt_tournament_index(tournaments, tournament);
    for (uint32_t i = 0; i < tournaments->log.count; i++) {
        const struct felt_director_event *told = &tournaments->log.event[i];
        for (uint32_t k = 0; is_for_all_tables(told) && k < tournament->row.plan.tables_max; k++)
            tournament->table[k].dirty = true;
        bool of_entry = true, of_table = false;
        switch (told->kind) {
        case FELT_DIRECTOR_WENT:
            if (told->from < tournament->row.plan.tables_max)
                tournament->table[told->from].dirty = true;
            of_table = true;
            break;
        case FELT_DIRECTOR_SEATED:
        case FELT_DIRECTOR_BUSTED: of_table = true; break;
        case FELT_DIRECTOR_REFUND:
        case FELT_DIRECTOR_PLACED:
        case FELT_DIRECTOR_PRIZE: break;
        case FELT_DIRECTOR_TABLE_UP:
        case FELT_DIRECTOR_TABLE_DOWN: of_table = true; /* fallthrough */
        default: of_entry = false;
        }
        if (of_table && told->table < tournament->row.plan.tables_max)
            tournament->table[told->table].dirty = true;
        if (!of_entry) continue;
        const struct felt_director_entry *entry =
            felt_director_entry(tournament->director, told->entry);
        bool leaves = told->kind == FELT_DIRECTOR_BUSTED || told->kind == FELT_DIRECTOR_REFUND ||
                      (told->kind == FELT_DIRECTOR_PLACED && told->amount == 1);
        if (leaves && entry->flags & FELT_DIRECTOR_ENTRY_HOUSE)
            services->let_go(services->self, entry->user);
        services->entry_changed(services->self, index, told->entry);
    }
}

void felt_tournament_follow(struct felt_tournaments *tournaments,
                            struct felt_tournament *tournament)
{
    tournaments->stir = true;
    mark(tournaments, tournament);
    bool starts = tournaments->log.count && tournaments->log.event[0].kind == FELT_DIRECTOR_STARTED;
    if (starts) felt_tournament_arrange(tournaments, tournament); /* or nobody hears of it */
    felt_tournament_announce(tournaments, tournament);
    felt_tournament_arrange(tournaments, tournament);
    if (tournaments->log.count)
        tournaments->services->changed(tournaments->services->self,
                                       felt_tournament_index(tournaments, tournament));
}

/* ---- time ---- */

/* The time between did not pass: levels, pauses and tries begin from here. */
static void leap(struct felt_tournaments *tournaments)
{
    int64_t now_ms = tournaments->now_ms;
    for (uint32_t i = 0; i < tournaments->count; i++) {
        struct felt_tournament *tournament = tournaments->event[i];
        struct felt_director_face face;
        felt_director_face(tournament->director, &face);
        tournament->house_ms = tournament->follow_ms = tournament->pay_ms = tournament->ticked_ms =
            0;
        tournament->held_ms = 0;
        if (tournament->first_ms > now_ms) tournament->first_ms = now_ms;
        if (tournament->gather_ms > now_ms) tournament->gather_ms = now_ms;
        for (uint32_t k = 0; k < tournament->payments; k++) tournament->payment[k].retry_ms = 0;
        if (face.state != FELT_DIRECTOR_RUNNING) continue;
        for (uint32_t k = 0; k < tournament->row.plan.tables_max; k++) {
            tournament->table[k].next_ms = now_ms + tournament->row.pause_ms;
            tournament->table[k].held_ms = 0;
        }
        enum felt_director_no no = felt_tournament_give(
            tournaments, tournament, (struct felt_director_input){.what = FELT_DIRECTOR_WAKE});
        felt_assert(no == FELT_DIRECTOR_OK);
    }
}

void felt_tournaments_clock(struct felt_tournaments *tournaments, int64_t wall_ms)
{
    felt_assert(wall_ms > 0);
    bool leaps = wall_ms < tournaments->now_ms - SET_BACK_MS ||
                 (tournaments->now_ms && wall_ms > tournaments->now_ms + FELT_TOURNAMENTS_GAP_MS);
    if (leaps || wall_ms > tournaments->now_ms) tournaments->now_ms = wall_ms;
    if (leaps && tournaments->awake) leap(tournaments);
}

void felt_tournaments_stood(struct felt_tournaments *tournaments, int64_t wall_ms)
{
    felt_tournaments_clock(tournaments, wall_ms);
    if (tournaments->awake) leap(tournaments);
}

/* ---- another one ---- */

static uint32_t unsettled(const struct felt_tournaments *tournaments)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tournaments->count; i++)
        count += !felt_tournament_is_settled(tournaments->event[i]);
    return count;
}

/* The oldest of those that are done makes room. */
static void tidy_away(struct felt_tournaments *tournaments)
{
    while (tournaments->count - unsettled(tournaments) >= FELT_TOURNAMENT_KEPT) {
        uint32_t index = 0;
        while (!tournaments->event[index]->done && index + 1 < tournaments->count) index++;
        struct felt_tournament *tournament = tournaments->event[index];
        if (!tournament->done) return;
        uint32_t number = tournament->number;
        felt_tournament_drop(tournaments, tournament);
        felt_tournaments_write_gone(tournaments, number);
    }
}

/* The one of this id that has no follower yet, if a series goes on with it. */
static struct felt_tournament *leader_of(const struct felt_tournaments *tournaments,
                                         const struct felt_tournament_row *row)
{
    for (uint32_t i = tournaments->count; i-- > 0;) {
        struct felt_tournament *tournament = tournaments->event[i];
        if (strcmp(tournament->row.id, row->id) != 0) continue;
        return tournament->row.every_ms && !tournament->followed && !tournament->retired
                   ? tournament
                   : NULL;
    }
    return NULL;
}

static enum felt_status may_add(const struct felt_tournaments *tournaments,
                                const struct felt_tournament_row *row, bool follows,
                                struct felt_complaint *complaint)
{
    int64_t other = felt_tournaments_find(tournaments, row->id);
    if (other >= 0 && !follows && !felt_tournament_is_settled(tournaments->event[other]))
        return felt_complain(complaint, FELT_IMPOSSIBLE, 0, 0,
                             "there is a tournament %s already; wait until it is settled, or "
                             "choose another id",
                             row->id);
    if (tournaments->next_number >= FELT_PAYMENTS_MAX)
        return felt_complain(complaint, FELT_FULL, 0, 0,
                             "there were %d tournaments: the room's journal has no number left",
                             FELT_PAYMENTS_MAX - 1);
    if (unsettled(tournaments) >= FELT_TOURNAMENTS_MAX_OPEN)
        return felt_complain(complaint, FELT_FULL, 0, 0,
                             "there are %d tournaments already; wait until one is over",
                             FELT_TOURNAMENTS_MAX_OPEN);
    return FELT_OK;
}

static enum felt_status make_row(const struct felt_tournaments *tournaments,
                                 struct felt_tournament_row *row, struct felt_complaint *complaint)
{
    char text[FELT_TOURNAMENT_ROW_BYTES];
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    enum felt_status status = felt_tournament_row_verify(row, complaint);
    if (status != FELT_OK) return status;
    felt_tournament_row_fix(row, tournaments->now_ms, &tournaments->services->digests);
    felt_tournament_row_write(row, &out);
    if (out.overflow || out.used > FELT_TOURNAMENTS_RECORD_BYTES - RECORD_REST)
        return felt_complain(complaint, FELT_FULL, 0, 0, "levels and prizes are too long");
    struct felt_director_plan *plan = &row->plan;
    if (plan->start != FELT_DIRECTOR_AT_TIME || plan->start_ms > tournaments->now_ms)
        return FELT_OK;
    if (!row->every_ms)
        return felt_complain(complaint, FELT_IMPOSSIBLE, 0, 0,
                             "its start is in the past; give a time to come");
    int64_t late = tournaments->now_ms - plan->start_ms;
    plan->start_ms += (late / row->every_ms + 1) * row->every_ms;
    return FELT_OK;
}

/* *row becomes a fixed one. */
static int64_t add(struct felt_tournaments *tournaments, struct felt_tournament_row *row,
                   bool follows, struct felt_complaint *complaint)
{
    const struct felt_tournaments_services *services = tournaments->services;
    uint8_t epoch[FELT_TOURNAMENT_EPOCH_BYTES], seed[FELT_TOURNAMENT_SEED_BYTES];
    if (may_add(tournaments, row, follows, complaint) != FELT_OK) return -1;
    if (make_row(tournaments, row, complaint) != FELT_OK) return -1;
    int stake = services->stake(services->self, row, complaint);
    if (stake < 0) return -1;
    tidy_away(tournaments);
    struct felt_tournament *leader = leader_of(tournaments, row);
    services->entropy(services->self, epoch, sizeof epoch);
    services->entropy(services->self, seed, sizeof seed);
    struct felt_tournament *tournament =
        felt_tournament_make(tournaments, tournaments->next_number, row, epoch, seed);
    if (!tournament) {
        services->stake_done(services->self, stake);
        (void)felt_complain(complaint, FELT_FULL, 0, 0,
                            "there is no memory for so many entries; allow fewer");
        return -1;
    }
    tournament->stake = stake;
    tournament->checked = true;
    tournament->created_ms = tournaments->now_ms;
    if (leader) {
        tournament->follows = leader->number;
        leader->followed = true;
    }
    felt_tournaments_write_tournament(tournaments, tournament);
    tournaments->stir = true;
    services->changed(services->self, felt_tournament_index(tournaments, tournament));
    return tournament->number;
}

int64_t felt_tournaments_add(struct felt_tournaments *tournaments,
                             const struct felt_tournament_row *row, int64_t wall_ms,
                             struct felt_complaint *complaint)
{
    struct felt_tournament_row own = *row;
    felt_tournaments_clock(tournaments, wall_ms);
    return add(tournaments, &own, false, complaint);
}

/* The next one of a series, when this one has begun or was called off. */
static void follow_up(struct felt_tournaments *tournaments, struct felt_tournament *tournament)
{
    struct felt_director_face face;
    felt_director_face(tournament->director, &face);
    if (!tournament->row.every_ms || tournament->followed || tournament->retired ||
        face.state == FELT_DIRECTOR_OPEN || tournaments->now_ms < tournament->follow_ms)
        return;
    tournament->follow_ms = tournaments->now_ms + FOLLOW_AGAIN_MS;
    struct felt_complaint why;
    struct felt_tournament_row row = tournament->row;
    if (row.plan.start == FELT_DIRECTOR_AT_TIME) row.plan.start_ms += row.every_ms;
    if (add(tournaments, &row, true, &why) < 0)
        felt_tournaments_note(tournaments, "alarm", tournament, "no next one can be opened: %s",
                              why.text);
}

bool felt_tournaments_retire(struct felt_tournaments *tournaments, const char *id)
{
    int64_t index = felt_tournaments_find(tournaments, id);
    if (index < 0) return false;
    struct felt_tournament *tournament = tournaments->event[index];
    if (!tournament->retired) {
        tournament->retired = true;
        felt_tournaments_write_retired(tournaments, tournament);
    }
    return true;
}

/* ---- ticks ---- */

static void settle(struct felt_tournaments *tournaments, struct felt_tournament *tournament)
{
    const struct felt_tournaments_services *services = tournaments->services;
    if (tournament->done || !felt_tournament_is_settled(tournament)) return;
    felt_assert(tournament->paid == tournament->paid_out); /* Q1 */
    tournament->done = true;
    if (tournament->stake >= 0) services->stake_done(services->self, tournament->stake);
    tournament->stake = -1;
    felt_tournaments_note(tournaments, "info", tournament, "settled");
    services->changed(services->self, felt_tournament_index(tournaments, tournament));
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t tick_event(struct felt_tournaments *tournaments, struct felt_tournament *tournament)
{
    struct felt_director_face face;
    int64_t next = INT64_MAX;
    if (tournament->done) {
        follow_up(tournaments, tournament);
        return tournament->row.every_ms && !tournament->followed && !tournament->retired
                   ? tournament->follow_ms
                   : next;
    }
    felt_tournament_pass(tournaments, tournament);
    felt_tournament_arrange(tournaments, tournament);
    next = sooner(next, felt_tournament_house(tournaments, tournament));
    next = sooner(next, felt_tournament_deal(tournaments, tournament));
    felt_tournament_mind(tournaments, tournament);
    next = sooner(next, felt_tournament_pay(tournaments, tournament));
    follow_up(tournaments, tournament);
    settle(tournaments, tournament);
    felt_director_face(tournament->director, &face);
    int64_t alarm = felt_director_alarm(tournament->director);
    if (face.state == FELT_DIRECTOR_OPEN && alarm < tournament->gather_ms)
        alarm = tournament->gather_ms;
    next = sooner(next, alarm);
    if (face.state == FELT_DIRECTOR_RUNNING) next = sooner(next, tournaments->now_ms + TICK_MS);
    return next;
}

int64_t felt_tournaments_tick(struct felt_tournaments *tournaments, int64_t wall_ms)
{
    felt_tournaments_clock(tournaments, wall_ms);
    if (!tournaments->awake) return INT64_MAX;
    if (!tournaments->stir && tournaments->now_ms < tournaments->next_ms)
        return tournaments->next_ms;
    tournaments->stir = false;
    int64_t next = INT64_MAX;
    for (uint32_t i = 0; i < tournaments->count; i++) /* some may be added meanwhile */
        next = sooner(next, tick_event(tournaments, tournaments->event[i]));
    if (tournaments->stir) next = tournaments->now_ms;
    tournaments->next_ms = next;
    return next;
}

/* ---- what is there ---- */

uint32_t felt_tournaments_count(const struct felt_tournaments *tournaments)
{
    return tournaments->count;
}

int64_t felt_tournaments_find(const struct felt_tournaments *tournaments, const char *id)
{
    char full[FELT_ORDER_TABLE_BYTES + 1];
    for (uint32_t i = tournaments->count; i-- > 0;) {
        const struct felt_tournament *tournament = tournaments->event[i];
        if (strcmp(tournament->row.id, id) == 0) return i;
        (void)snprintf(full, sizeof full, "%s.%" PRIu32, tournament->row.id, tournament->number);
        if (strcmp(full, id) == 0) return i;
    }
    return -1;
}

void felt_tournaments_face(const struct felt_tournaments *tournaments, uint32_t index,
                           struct felt_tournament_face *face)
{
    felt_assert(index < tournaments->count);
    const struct felt_tournament *tournament = tournaments->event[index];
    const struct felt_director_plan *plan = &tournament->row.plan;
    *face = (struct felt_tournament_face){.number = tournament->number,
                                          .row = &tournament->row,
                                          .opens_ms = tournament->created_ms,
                                          .settled = felt_tournament_is_settled(tournament)};
    felt_director_face(tournament->director, &face->director);
    if (plan->start == FELT_DIRECTOR_AT_TIME) {
        face->starts_ms = plan->start_ms;
        if (tournament->row.open_ms &&
            plan->start_ms - tournament->row.open_ms > tournament->created_ms)
            face->opens_ms = plan->start_ms - tournament->row.open_ms;
    }
    int64_t alarm = felt_director_alarm(tournament->director);
    if (face->director.state == FELT_DIRECTOR_RUNNING && alarm != INT64_MAX)
        face->level_ends_ms = alarm;
    bool goes =
        face->director.state == FELT_DIRECTOR_OPEN || face->director.state == FELT_DIRECTOR_RUNNING;
    uint32_t house = face->director.state == FELT_DIRECTOR_OPEN ? face->director.house : 0;
    face->registering = goes && !face->director.closed && tournaments->now_ms >= face->opens_ms &&
                        face->director.entries - house < plan->entrants_max;
}

bool felt_tournaments_entrant(const struct felt_tournaments *tournaments, uint32_t index,
                              uint32_t entry, struct felt_tournament_entrant *out)
{
    felt_assert(index < tournaments->count);
    const struct felt_tournament *tournament = tournaments->event[index];
    if (entry >= tournament->row.plan.entrants_max) return false;
    const struct felt_director_entry *who = felt_director_entry(tournament->director, entry);
    if (who->state == FELT_DIRECTOR_ENTRY_FREE) return false;
    *out =
        (struct felt_tournament_entrant){.entry = who,
                                         .name = tournament->person[entry].name,
                                         .place = felt_director_place(tournament->director, entry)};
    return true;
}

void felt_tournaments_pool(const struct felt_tournaments *tournaments, uint32_t index,
                           char out[FELT_ORDER_TABLE_BYTES + 1])
{
    felt_assert(index < tournaments->count);
    felt_tournament_pool(tournaments->event[index], out);
}

int64_t felt_tournaments_table(const struct felt_tournaments *tournaments, uint32_t index,
                               uint32_t table)
{
    felt_assert(index < tournaments->count);
    const struct felt_tournament *tournament = tournaments->event[index];
    return table < tournament->row.plan.tables_max ? tournament->table[table].room : -1;
}

uint32_t felt_tournaments_at(const struct felt_tournaments *tournaments, uint32_t table)
{
    uint64_t where = table < tournaments->config.tables_max ? tournaments->at[table] : 0;
    return where ? (uint32_t)((where - 1) >> 16) : 0;
}

const struct felt_director *felt_tournaments_director(const struct felt_tournaments *tournaments,
                                                      uint32_t index)
{
    felt_assert(index < tournaments->count);
    return tournaments->event[index]->director;
}

static uint64_t hash_event(const struct felt_tournament *tournament)
{
    uint64_t hash = felt_director_hash(tournament->director);
    const uint64_t numbers[] = {tournament->number,
                                tournament->follows,
                                (uint64_t)tournament->followed,
                                (uint64_t)tournament->retired,
                                tournament->due,
                                tournament->hands,
                                tournament->first_payment + tournament->payments,
                                (uint64_t)tournament->paid,
                                (uint64_t)tournament->paid_out};
    hash = felt_hash_bytes(hash, numbers, sizeof numbers);
    for (uint32_t i = 0; i < tournament->payments; i++) {
        const struct felt_tournament_payment *payment = &tournament->payment[i];
        const uint64_t fields[] = {tournament->first_payment + i, payment->kind,
                                   (uint64_t)payment->amount, (uint64_t)payment->user};
        if (payment->done) continue;
        hash = felt_hash_bytes(hash, fields, sizeof fields);
        hash = felt_hash_bytes(hash, payment->life, sizeof payment->life);
    }
    for (uint32_t i = 0; i < tournament->row.plan.tables_max; i++) {
        const uint64_t fields[] = {(uint64_t)tournament->table[i].room, tournament->table[i].hand};
        hash = felt_hash_bytes(hash, fields, sizeof fields);
    }
    for (uint32_t i = 0; i < tournament->row.plan.entrants_max; i++) {
        const struct felt_room_guest *who = &tournament->person[i];
        if (who->user) hash = felt_hash_bytes(hash + who->kind, who->name, strlen(who->name));
    }
    for (uint32_t i = 0; i < tournament->unheards; i++) {
        const struct felt_tournament_message *one = &tournament->unheard[i];
        const uint64_t fields[] = {(uint64_t)one->user, one->entry, one->number};
        hash = felt_hash_bytes(hash, fields, sizeof fields);
    }
    return hash;
}

uint64_t felt_tournaments_hash(const struct felt_tournaments *tournaments)
{
    uint64_t hash = tournaments->next_number;
    for (uint32_t i = 0; i < tournaments->count; i++) {
        uint64_t one = hash_event(tournaments->event[i]);
        hash = felt_hash_bytes(hash, &one, sizeof one);
    }
    return hash;
}
