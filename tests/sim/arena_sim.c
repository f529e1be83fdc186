/* arena_sim.c -- the plan of a seed, the clock, what goes wrong, crashes. */
#include "arena_sim_parts.h"

#include "toy_game.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MS = 1000, SECOND = 1000 * MS, TURNS_MAX = 60000 };

_Noreturn void sim_fail(struct sim *sim, const char *format, ...)
{
    char *out = sim->result->failure;
    size_t bytes = sizeof sim->result->failure;
    int used =
        snprintf(out, bytes, "seed %llu at %lld us, turn %llu: ", (unsigned long long)sim->seed,
                 (long long)sim->fake_arena.now_us, (unsigned long long)sim->result->turns);
    va_list args;
    va_start(args, format);
    vsnprintf(out + used, bytes - (size_t)used, format, args);
    va_end(args);
    longjmp(sim->out, 1);
}

/* ---- the plan ---- */

static struct sim_plan make_plan(struct felt_rng *rng, uint64_t seed)
{
    static const struct {
        const char *variant;
        enum felt_limit limit;
        int seats_max;
    } games[] = {
        {"holdem", FELT_NO_LIMIT, 10}, {"holdem", FELT_NO_LIMIT, 2},
        {"holdem", FELT_NO_LIMIT, 6},  {"omaha", FELT_POT_LIMIT, 6},
        {"holdem", FELT_NO_LIMIT, 3},  {"badugi", FELT_FIXED_LIMIT, 6},
        {"stud", FELT_FIXED_LIMIT, 8}, {NULL, FELT_NO_LIMIT, 10},
    };
    size_t game = seed % (sizeof games / sizeof games[0]);
    struct sim_plan plan = {.variant = games[game].variant, .limit = games[game].limit};
    plan.seats = 2 + (int)felt_rng_below(rng, (uint32_t)games[game].seats_max - 1);
    plan.tables = 1 + (int)felt_rng_below(rng, SIM_TABLES);
    plan.teams = 2 + (int)felt_rng_below(rng, SIM_CLIENTS - 8);
    plan.watchers = (int)felt_rng_below(rng, 3);
    plan.mischief = (int)felt_rng_below(rng, 4);
    plan.crashes = felt_rng_below(rng, 2) ? 20 + (int)felt_rng_below(rng, 300) : 0;
    plan.practice = felt_rng_below(rng, 12) == 0;
    plan.jumps = felt_rng_below(rng, 3) == 0;
    plan.calm_us = (int64_t)(20 + felt_rng_below(rng, 200)) * SECOND;
    return plan;
}

void sim_describe(uint64_t seed, char out[200])
{
    struct felt_rng rng = felt_rng_make(seed);
    struct sim_plan plan = make_plan(&rng, seed);
    snprintf(out, 200,
             "%s, %d seats, %d tables, %d teams, %d watchers, mischief %d, crashes %d%s%s",
             plan.variant ? plan.variant : "toy", plan.seats, plan.tables, plan.teams,
             plan.watchers, plan.mischief, plan.crashes, plan.practice ? ", practice" : "",
             plan.jumps ? ", jumps" : "");
}

static void fill_table(struct sim *sim)
{
    struct felt_table_config *table = &sim->fake_arena.table;
    table->seats = (uint8_t)sim->plan.seats;
    table->join = (uint8_t)sim_below(sim, 3);
    table->pace = sim->plan.watchers && sim_chance(sim, 25) ? FELT_PACE_OPERATOR : FELT_PACE_AUTO;
    table->reveal_hands = sim_chance(sim, 30);
    table->stack = sim->plan.variant ? 300 + sim_below(sim, 2500) : 3 + sim_below(sim, 10);
    table->move_ms = 1000 + sim_below(sim, 9000);
    table->absent_ms = 500 + sim_below(sim, 9000);
    table->max_hands = 20 + sim_below(sim, 60);
    sim->fake_arena.config.arena.hold_ms = 20000;
    sim->fake_arena.config.arena.abandon_ms = 40000;
    if (sim->plan.practice) sim->fake_arena.config.arena.practice = 0;
}

static void fill_clients(struct sim *sim)
{
    static const char *const names[SIM_TABLES] = {"", "final.table", "T_2"};
    sim->clients = sim->plan.teams + 2 + sim->plan.watchers * sim->plan.tables;
    if (sim->clients > SIM_CLIENTS) sim->clients = SIM_CLIENTS;
    for (int i = 0; i < sim->clients; i++) {
        struct sim_client *client = &sim->client[i];
        int watcher = i - sim->plan.teams - 2;
        /* Two teams have a second bot that knows the code. */
        int number = watcher >= 0 || i < sim->plan.teams ? i : i - sim->plan.teams;
        int table = watcher >= 0 ? watcher % sim->plan.tables : number % sim->plan.tables;
        client->conn = -1;
        snprintf(client->team, sizeof client->team, "Team %d", number);
        snprintf(client->code, sizeof client->code, "%s%s", client->team, client->team);
        snprintf(client->table, sizeof client->table, "%s", names[table]);
        if (watcher >= 0)
            client->role = watcher < sim->plan.tables ? FELT_AS_OPERATOR : FELT_AS_SPECTATOR;
        client->connect_us = sim->fake_arena.now_us + (int64_t)sim_below(sim, 6000) * MS;
    }
}

static bool is_double(const struct sim *sim, int client)
{
    return client >= sim->plan.teams && client < sim->plan.teams + 2;
}

/* ---- hooks ---- */

static bool flush(void *self)
{
    struct sim *sim = self;
    if (!sim->failing && sim->plan.crashes && !sim->calm && sim->result->turns &&
        sim_below(sim, (uint32_t)sim->plan.crashes) == 0)
        sim->failing = true;
    if (sim->failing) return false;
    sim->flushed_hash = felt_arena_hash(felt_arena_session_arena(sim->fake_arena.host));
    return true;
}

static void mark(void *self, uint32_t conn)
{
    struct sim *sim = self;
    for (int i = 0; i < sim->clients; i++) {
        if (sim->client[i].conn != (int)conn) continue;
        for (struct sim_message *message = sim->client[i].first; message; message = message->next)
            if (message->due_us <= sim->fake_arena.now_us) message->stale = true;
    }
}

static void ask_local(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view)
{
    struct sim *sim = self;
    if (sim->locals == SIM_LOCAL || sim_chance(sim, 5)) return; /* the clock will do it */
    int64_t count = felt_options_count(view->option, view->options);
    uint32_t most = count > 1000000 ? 1000000 : (uint32_t)count;
    sim->local[sim->locals++] = (struct sim_local){
        .due_us = sim->fake_arena.now_us + (int64_t)sim_below(sim, 2000) * MS,
        .table = table,
        .seat = seat,
        .req_id = req_id + (sim_chance(sim, 5) ? 1 : 0),
        .action = felt_options_pick(view->option, view->options, sim_below(sim, most))};
}

/* ---- what goes wrong ---- */

static void crash(struct sim *sim)
{
    struct fake_arena *fake_arena = &sim->fake_arena;
    uint32_t batch = fake_arena->records - fake_arena->flushed;
    uint32_t more = sim_chance(sim, 40) ? 0 : sim_below(sim, batch + 1);
    bool same_build = !sim_chance(sim, 25);
    sim->failing = false;
    sim->quiet = true;
    sim->result->crashes++;
    if (!fake_arena_crash(fake_arena, more, same_build))
        sim_fail(sim, "S5: the journal is refused");
    sim->quiet = false;
    if (more == 0 && same_build && !sim->plan.practice &&
        fake_arena->restored_hash != sim->flushed_hash)
        sim_fail(sim, "S5: the room is not the one that was flushed");
    sim->flushed_hash = same_build ? fake_arena->restored_hash
                                   : felt_arena_hash(felt_arena_session_arena(fake_arena->host));
    sim_book_rebuild(sim);
    sim_clients_forget(sim);
    if (!same_build) sim_book_verify_void(sim);
    fake_arena_turn(fake_arena);
}

static void happen(struct sim *sim)
{
    struct sim_client *client = &sim->client[sim_below(sim, (uint32_t)sim->clients)];
    sim->happening_us = sim->fake_arena.now_us + (int64_t)(50 + sim_below(sim, 4000)) * MS;
    switch (sim_below(sim, 8)) {
    case 0: sim_client_drop(sim, client); break;
    case 1: client->asleep = !client->asleep; break;
    case 2:
        if (client->conn >= 0 && sim->plan.mischief > 1)
            for (int i = 0; i < 120; i++) sim_client_mischief(sim, client);
        break;
    case 3:
        if (sim->plan.mischief > 2) /* everybody at once */
            for (int i = 0; i < sim->clients && !sim->failing; i++)
                sim_client_drop(sim, &sim->client[i]);
        break;
    case 4:
        sim->quiet = true;
        fake_arena_snapshot(&sim->fake_arena);
        sim->quiet = false;
        break;
    case 5:
        if (sim->plan.jumps) sim->fake_arena.now_us += (int64_t)sim_below(sim, 60) * SECOND;
        break;
    default:
        if (client->conn >= 0) sim_client_mischief(sim, client);
        break;
    }
}

static void calm_down(struct sim *sim)
{
    sim->calm = true;
    for (int i = 0; i < sim->clients; i++) {
        struct sim_client *client = &sim->client[i];
        client->asleep = false;
        if (!is_double(sim, i)) continue;
        sim_client_drop(sim, client);
        client->unwanted = true;
    }
}

/* ---- the clock ---- */

static bool all_is_over(struct sim *sim)
{
    struct felt_table_face face;
    for (uint32_t i = 0; i < FAKE_ARENA_TABLES; i++) {
        if (!felt_arena_face(felt_arena_session_arena(sim->fake_arena.host), i, &face) || face.over)
            continue;
        int taken = 0;
        for (int seat = 0; seat < face.config->seats; seat++) taken += face.seat[seat].team != NULL;
        if (face.hands || taken >= face.config->min_players) return false;
    }
    return true;
}

static void take_turn(struct sim *sim)
{
    struct fake_arena *fake_arena = &sim->fake_arena;
    int64_t next = sim_clients_next(sim);
    if (fake_arena->next_us < next) next = fake_arena->next_us;
    if (!sim->calm && sim->happening_us < next) next = sim->happening_us;
    if (next == INT64_MAX) next = fake_arena->now_us + SECOND;
    if (next > fake_arena->now_us) fake_arena->now_us = next;
    if (!sim->calm && fake_arena->now_us >= sim->plan.calm_us) calm_down(sim);
    if (!sim->calm && fake_arena->now_us >= sim->happening_us) happen(sim);
    sim_clients_move(sim);
    if (!sim->failing) fake_arena_turn(fake_arena);
    sim->result->turns++;
    if (sim->failing) {
        if (!felt_arena_session_failed(fake_arena->host))
            sim_fail(sim, "O1: the host goes on without a journal");
        crash(sim);
    }
    sim_book_verify(sim);
    if (sim->every_flush && !sim->plan.practice) sim_book_restore_spare(sim);
}

static void look_around(struct sim *sim)
{
    enum { METRICS_BYTES = 1 << 16 };
    char *text = malloc(METRICS_BYTES);
    struct felt_buffer out = felt_buffer_make(text, METRICS_BYTES);
    size_t bytes;
    felt_arena_session_metrics(sim->fake_arena.host, &out);
    bool fits = !out.overflow;
    free(text);
    if (!fits) sim_fail(sim, "the metrics do not fit");
    if (!felt_arena_session_api(sim->fake_arena.host, "/api/arena", "", &text, &bytes))
        sim_fail(sim, "the arena has no face");
    json_t *json = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, NULL);
    free(text);
    if (!json) sim_fail(sim, "/api/arena is no JSON");
    json_decref(json);
}

static void run(struct sim *sim)
{
    fake_arena_open(&sim->fake_arena);
    sim->happening_us = sim->fake_arena.now_us + SECOND;
    int64_t last = sim->plan.calm_us + (int64_t)6 * 3600 * SECOND;
    for (;;) {
        take_turn(sim);
        if (sim->calm && (sim->plan.practice || all_is_over(sim))) break;
        if (sim->fake_arena.now_us > last || sim->result->turns > TURNS_MAX)
            sim_fail(sim, "S2: the matches do not come to an end");
    }
    look_around(sim);
}

bool sim_run(uint64_t seed, bool every_flush, struct sim_result *result)
{
    struct sim *sim = calloc(1, sizeof *sim);
    struct felt_complaint complaint;
    *result = (struct sim_result){0};
    sim->seed = seed;
    sim->rng = felt_rng_make(seed);
    sim->plan = make_plan(&sim->rng, seed);
    sim->every_flush = every_flush;
    sim->result = result;
    sim->hand = calloc(SIM_HANDS, sizeof *sim->hand);
    const struct felt_game_adapter *adapter = &toy_adapter;
    if (sim->plan.variant) {
        enum felt_status status = felt_poker_adapter_make(&sim->poker, sim->plan.variant,
                                                          sim->plan.limit, 50, 100, &complaint);
        if (status != FELT_OK) abort();
        adapter = &sim->poker.adapter;
    }
    fake_arena_init(&sim->fake_arena, adapter);
    sim->fake_arena.entropy = seed * 1000;
    sim->fake_arena.listener = sim;
    sim->fake_arena.heard = sim_ear_hear;
    sim->fake_arena.noted = sim_book_note;
    sim->fake_arena.flushes = flush;
    sim->fake_arena.marked = mark;
    sim->fake_arena.asked = ask_local;
    fill_table(sim);
    fill_clients(sim);
    if (setjmp(sim->out) == 0) run(sim);
    result->hands = sim->fake_arena.host
                        ? felt_arena_counts(felt_arena_session_arena(sim->fake_arena.host))->hands
                        : 0;
    sim->failing = false;
    sim_clients_forget(sim);
    fake_arena_close(&sim->fake_arena);
    free(sim->spare_memory);
    free(sim->hand);
    free(sim);
    return result->failure[0] == '\0';
}
