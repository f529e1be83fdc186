/* bench_room.c -- felt bench room: what cash tables of house players cost, in one process. */
#include "cli/bench/bench_room.h"
#include "bench/bench.h"
#include "bench/hands.h"
#include "cli/bench/bench_hands.h"
#include "cli/cli.h"
#include "command/term.h"
#include "server/house/house_threads.h"
#include "felt/assert.h"
#include "os/clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    ROUNDS = 9,
    TABLES = 1000,
    SPECTATORS = 5000,
    SPECTATORS_MAX = 100000,
    PEOPLE_MAX = 250,
    MOVE_MS = 6000,
    ENGINE_HANDS = 5000,
    SAMPLES_MAX = 1 << 20,
    PATH_BYTES = 4096
};

#define FILL_S   120.0
#define SETTLE_S 0.3 /* after a change of pace, not measured */

struct bench {
    struct room_report report;
    const struct felt_args *args;
    struct felt_progress progress;
    char directory[PATH_BYTES];
    struct felt_player_spec player;
};

/* ---- house players on threads ---------------------------------------------------------------- */

struct minds {
    struct felt_house_threads *threads;
    const struct felt_player_spec *player;
};

static void mind_sit(void *self, uint32_t table, felt_seat seat, int64_t user)
{
    struct minds *minds = self;
    (void)user;
    felt_assert(felt_house_threads_sit(minds->threads, table, seat, minds->player));
}

static void mind_stand(void *self, uint32_t table, felt_seat seat)
{
    felt_house_threads_stand(((struct minds *)self)->threads, table, seat);
}

static void mind_begin(void *self, uint32_t table, felt_seat seat,
                       const struct felt_game_adapter *adapter)
{
    felt_house_threads_begin(((struct minds *)self)->threads, table, seat, adapter);
}

static void mind_event(void *self, uint32_t table, felt_seat seat, const struct felt_event *event)
{
    felt_house_threads_event(((struct minds *)self)->threads, table, seat, event);
}

static void mind_ask(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                     const struct felt_view *view)
{
    felt_house_threads_ask(((struct minds *)self)->threads, table, seat, req_id, view);
}

static bool mind_take(void *self, struct bench_room_thought *out)
{
    struct felt_house_decision thought;
    if (!felt_house_threads_take(((struct minds *)self)->threads, &thought)) return false;
    *out = (struct bench_room_thought){.table = thought.table,
                                       .seat = thought.seat,
                                       .req_id = thought.req_id,
                                       .action = thought.action};
    return true;
}

/* A room with everybody in it; NULL: complained. */
static struct bench_room *open_room(struct bench *bench, const struct bench_room_config *config,
                                    struct minds *minds)
{
    struct felt_complaint complaint = {0};
    struct bench_room *room = bench_room_open(config, &complaint);
    if (!room) {
        felt_args_refuse(bench->args, "%s", complaint.text);
        return NULL;
    }
    minds->player = &bench->player;
    minds->threads =
        felt_house_threads_open(NULL, config->tables + 8, 1, MOVE_MS, bench_room_wake, room);
    const struct bench_room_minds calls = {.self = minds,
                                           .sit = mind_sit,
                                           .stand = mind_stand,
                                           .begin = mind_begin,
                                           .event = mind_event,
                                           .ask = mind_ask,
                                           .take = mind_take};
    if (minds->threads && bench_room_start(room, &calls, FILL_S)) return room;
    felt_args_refuse(bench->args, "the room was not full after %d seconds", (int)FILL_S);
    felt_house_threads_close(minds->threads);
    bench_room_close(room);
    return NULL;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    double first = *(const double *)a, second = *(const double *)b;
    return first < second ? -1 : first > second;
}

static struct room_figure sum_up(double *values, int count, bool large_is_good)
{
    qsort(values, (size_t)count, sizeof *values, by_size);
    return (struct room_figure){.best = values[large_is_good ? count - 1 : 0],
                                .median = values[count / 2]};
}

static double own_seconds(void)
{
    struct timespec spent;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return (double)spent.tv_sec + (double)spent.tv_nsec / 1e9;
}

/* The yardstick: what an action costs where there is nothing but the rules of the game. */
static double time_engine(void)
{
    uint64_t actions;
    double begin = own_seconds();
    uint64_t result = bench_hands_play(bench_hands_find("nlhe_6"), ENGINE_HANDS, &actions);
    __asm__ volatile("" : : "r"(result));
    return (own_seconds() - begin) * 1e6 / (double)actions;
}

enum measure {
    ACTIONS,
    HANDS,
    CPU,
    LOOP,
    MINDS,
    BANK,
    WAITED,
    CPU_US,
    LOOP_US,
    MINDS_US,
    BANK_US,
    MEASURES
};

struct rounds {
    double value[MEASURES][BENCH_ROUNDS_MAX];
    uint64_t actions, frames, bytes;
};

static bool run_round(struct bench_room *room, enum bench_room_pace pace, double seconds,
                      struct rounds *rounds, int round)
{
    struct bench_room_result result;
    double p50, p99, most;
    if (!bench_room_run(room, pace, seconds < SETTLE_S ? seconds : SETTLE_S, &result)) return false;
    if (pace != BENCH_ROOM_PACED) (void)bench_room_latency(room, &p50, &p99, &most);
    if (!bench_room_run(room, pace, seconds, &result)) return false;
    /* A round of a few tables may be too short for any action. */
    double actions = result.actions ? (double)result.actions : 1, time = result.seconds;
    double cpu = result.loop_s + result.minds_s + result.bank_s;
    const double values[MEASURES] = {[ACTIONS] = actions / time,
                                     [HANDS] = (double)result.hands / time,
                                     [CPU] = cpu / time,
                                     [LOOP] = result.loop_s / time,
                                     [MINDS] = result.minds_s / time,
                                     [BANK] = result.bank_s / time,
                                     [WAITED] = result.waited_s / time,
                                     [CPU_US] = cpu * 1e6 / actions,
                                     [LOOP_US] = result.loop_s * 1e6 / actions,
                                     [MINDS_US] = result.minds_s * 1e6 / actions,
                                     [BANK_US] = result.bank_s * 1e6 / actions};
    for (int i = 0; i < MEASURES; i++) rounds->value[i][round] = values[i];
    rounds->actions += result.actions;
    rounds->frames += result.frames;
    rounds->bytes += result.bytes;
    return true;
}

static void keep(struct rounds *rounds, int count, struct room_figures *out)
{
    *out = (struct room_figures){.actions = sum_up(rounds->value[ACTIONS], count, true),
                                 .hands = sum_up(rounds->value[HANDS], count, true),
                                 .cpu = sum_up(rounds->value[CPU], count, false),
                                 .loop = sum_up(rounds->value[LOOP], count, false),
                                 .minds = sum_up(rounds->value[MINDS], count, false),
                                 .bank = sum_up(rounds->value[BANK], count, false),
                                 .waited = sum_up(rounds->value[WAITED], count, false),
                                 .cpu_us = sum_up(rounds->value[CPU_US], count, false),
                                 .loop_us = sum_up(rounds->value[LOOP_US], count, false),
                                 .minds_us = sum_up(rounds->value[MINDS_US], count, false),
                                 .bank_us = sum_up(rounds->value[BANK_US], count, false)};
}

static void tick(struct bench *bench, double done)
{
    (void)felt_progress_tick(&bench->progress, done);
}

/* All paces of one room in turns; latencies of people count at the pace of people only. */
static bool run_tables(struct bench *bench, struct bench_room *room)
{
    static const enum bench_room_pace order[ROOM_PACES] = {BENCH_ROOM_FAST, BENCH_ROOM_BARE,
                                                           BENCH_ROOM_PACED};
    struct room_report *report = &bench->report;
    struct rounds *rounds = calloc(ROOM_PACES, sizeof *rounds);
    double engine[BENCH_ROUNDS_MAX], seconds = report->seconds / report->rounds;
    bool good = rounds != NULL;
    double p50, p99, most;
    (void)bench_room_latency(room, &p50, &p99, &most);
    /* The paced rounds in a row, because latencies of all of them are taken together. */
    for (int i = 0; i < ROOM_PACES && good; i++)
        for (int round = 0; round < report->rounds && good; round++) {
            if (i == ROOM_PACES - 1 && round == 0) {
                struct bench_room_result ignored;
                good = bench_room_run(room, BENCH_ROOM_PACED, 2, &ignored);
                (void)bench_room_latency(room, &p50, &p99, &most);
            }
            good = good && run_round(room, order[i], seconds, &rounds[order[i]], round);
            engine[round] = time_engine();
            tick(bench,
                 0.05 + 0.3 * (i * report->rounds + round + 1) / (ROOM_PACES * report->rounds));
        }
    for (int i = 0; i < ROOM_PACES && good; i++)
        keep(&rounds[i], report->rounds, &report->figures[i]);
    if (good) {
        const struct rounds *bare = &rounds[BENCH_ROOM_BARE];
        report->engine_us = sum_up(engine, report->rounds, false);
        report->samples =
            bench_room_latency(room, &report->p50_us, &report->p99_us, &report->max_us);
        report->frames = (double)bare->frames / (double)bare->actions;
        report->bytes = (double)bare->bytes / (double)bare->actions;
    }
    free(rounds);
    return good;
}

/* One table that plays as fast as it can, and a crowd that looks at it. */
static bool run_crowd(struct bench *bench, struct bench_room *room)
{
    struct room_report *report = &bench->report;
    double ours[BENCH_ROUNDS_MAX], echo[BENCH_ROUNDS_MAX];
    double seconds = report->seconds / report->rounds;
    struct bench_room_result result;
    uint64_t frames = 0, bytes = 0, actions = 0;
    if (!bench_room_run(room, BENCH_ROOM_BARE, SETTLE_S, &result)) return false;
    for (int round = 0; round < report->rounds; round++) {
        if (!bench_room_run(room, BENCH_ROOM_BARE, seconds, &result) || result.frames == 0)
            return false;
        ours[round] = result.loop_s * 1e9 / (double)result.frames;
        echo[round] = bench_room_echo(room, seconds / 2) * 1e9;
        frames += result.frames;
        bytes += result.bytes;
        actions += result.actions;
        tick(bench, 0.9 + 0.1 * (round + 1) / report->rounds);
    }
    report->spectator_ns = sum_up(ours, report->rounds, false);
    report->echo_ns = sum_up(echo, report->rounds, false);
    report->spectator_frames = (double)frames / (double)actions / report->spectators;
    report->spectator_bytes = (double)bytes / (double)frames;
    return true;
}

/* ---- journals -------------------------------------------------------------------------------- */

/* Times of people's actions, of all rounds with one kind of journal. */
struct waits {
    uint32_t *us, count;
};

static int by_us(const void *a, const void *b)
{
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return first < second ? -1 : first > second;
}

static void keep_waits(struct waits *waits, struct room_journal_figures *out)
{
    uint32_t count = out->samples = waits->count;
    if (count == 0) return;
    qsort(waits->us, count, sizeof *waits->us, by_us);
    out->p50_us = waits->us[count / 2];
    out->p99_us = waits->us[(uint64_t)count * 99 / 100];
    out->max_us = waits->us[count - 1];
}

/* What came before is not measured: tables that stood by, and the change of the journal. */
static bool run_people_round(struct bench_room *room, enum bench_room_journal kind, double seconds,
                             struct waits *waits)
{
    struct bench_room_result result;
    double p50, p99, most;
    if (!bench_room_journal(room, kind) ||
        !bench_room_run(room, BENCH_ROOM_PACED, SETTLE_S, &result))
        return false;
    (void)bench_room_latency(room, &p50, &p99, &most);
    if (!bench_room_run(room, BENCH_ROOM_PACED, seconds, &result)) return false;
    waits->count += bench_room_samples(room, waits->us + waits->count, SAMPLES_MAX - waits->count);
    return true;
}

/* How long people wait with each kind of journal, in alternating rounds of one room. */
static bool run_people(struct bench *bench, struct bench_room *room)
{
    struct room_report *report = &bench->report;
    struct waits waits[BENCH_JOURNALS] = {0};
    double seconds = report->seconds / report->rounds;
    bool good = true;
    for (int kind = 0; kind < BENCH_JOURNALS; kind++) {
        waits[kind].us = malloc(SAMPLES_MAX * sizeof *waits[kind].us);
        felt_assert(waits[kind].us != NULL);
    }
    for (int round = 0; round < report->rounds && good; round++) {
        for (int kind = 0; kind < BENCH_JOURNALS && good; kind++)
            good = run_people_round(room, (enum bench_room_journal)kind, seconds, &waits[kind]);
        tick(bench, 0.35 + 0.35 * (round + 1) / report->rounds);
    }
    for (int kind = 0; kind < BENCH_JOURNALS; kind++) {
        keep_waits(&waits[kind], &report->journals[kind]);
        free(waits[kind].us);
    }
    return good;
}

/* What tables do that wait neither for a person nor for the ledger: the journal must not slow them,
 * because nothing of theirs leaves the process. */
static bool run_alone(struct bench *bench, struct bench_room *room)
{
    struct room_report *report = &bench->report;
    double actions[BENCH_JOURNALS][BENCH_ROUNDS_MAX], ratio[BENCH_JOURNALS][BENCH_ROUNDS_MAX];
    double seconds = report->seconds / report->rounds / 2;
    struct bench_room_result result;
    for (int round = 0; round < report->rounds; round++) {
        for (int kind = 0; kind < BENCH_JOURNALS; kind++) {
            if (!bench_room_journal(room, (enum bench_room_journal)kind) ||
                !bench_room_run(room, BENCH_ROOM_BARE, seconds / 4, &result) ||
                !bench_room_run(room, BENCH_ROOM_BARE, seconds, &result) || result.actions == 0)
                return false;
            actions[kind][round] = (double)result.actions / result.seconds;
            ratio[kind][round] = actions[kind][round] / actions[BENCH_JOURNAL_WRITTEN][round];
        }
        tick(bench, 0.7 + 0.2 * (round + 1) / report->rounds);
    }
    for (int kind = 0; kind < BENCH_JOURNALS; kind++) {
        report->journals[kind].actions = sum_up(actions[kind], report->rounds, true);
        report->journals[kind].ratio = sum_up(ratio[kind], report->rounds, true);
    }
    return true;
}

/* ---- the command ----------------------------------------------------------------------------- */

static bool measure_alone(struct bench *bench)
{
    struct minds minds;
    const struct bench_room_config config = {
        .directory = bench->directory, .tables = bench->report.tables, .no_ledger = true};
    struct bench_room *room = open_room(bench, &config, &minds);
    if (!room) return false;
    bool good = run_alone(bench, room);
    if (!good) felt_args_refuse(bench->args, "the tables without people stand still");
    felt_house_threads_close(minds.threads);
    bench_room_close(room);
    return good;
}

static bool measure_crowd(struct bench *bench)
{
    struct minds minds;
    const struct bench_room_config config = {
        .directory = bench->directory, .tables = 1, .spectators = bench->report.spectators};
    struct bench_room *room = open_room(bench, &config, &minds);
    if (!room) return false;
    bool good = run_crowd(bench, room);
    if (!good) felt_args_refuse(bench->args, "the table of the spectators stands still");
    felt_house_threads_close(minds.threads);
    bench_room_close(room);
    return good;
}

static bool measure(struct bench *bench)
{
    struct room_report *report = &bench->report;
    struct minds minds;
    struct bench_room_config config = {
        .directory = bench->directory, .tables = report->tables, .people = report->people};
    int64_t begin = felt_clock_us();
    struct bench_room *room = open_room(bench, &config, &minds);
    if (!room) return false;
    report->filled_s = (double)(felt_clock_us() - begin) / 1e6;
    bool good = run_tables(bench, room) && run_people(bench, room);
    if (!good) felt_args_refuse(bench->args, "the room stopped: its journal failed");
    felt_house_threads_close(minds.threads);
    bench_room_close(room);
    return good && measure_alone(bench) && (report->spectators == 0 || measure_crowd(bench));
}

int felt_bench_room(const struct felt_args *args)
{
    double seconds = 18;
    uint64_t tables = TABLES, spectators = SPECTATORS, rounds = ROUNDS;
    struct felt_complaint complaint = {0};
    if (!felt_args_decimal(args, BENCH_SECONDS, 0.5, 3600, &seconds) ||
        !felt_args_uint(args, BENCH_TABLES, 1, BENCH_ROOM_TABLES_MAX, &tables) ||
        !felt_args_uint(args, BENCH_SPECTATORS, 0, SPECTATORS_MAX, &spectators) ||
        !felt_args_uint(args, BENCH_ROUNDS, BENCH_ROUNDS_MIN, BENCH_ROUNDS_MAX, &rounds))
        return FELT_EXIT_USAGE;
    struct bench *bench = calloc(1, sizeof *bench);
    felt_assert(bench != NULL);
    uint64_t people = tables < 4 ? 1 : tables / 4;
    bench->args = args;
    bench->report =
        (struct room_report){.rounds = (int)rounds,
                             .tables = (uint32_t)tables,
                             .people = (uint32_t)(people < PEOPLE_MAX ? people : PEOPLE_MAX),
                             .spectators = (uint32_t)spectators,
                             .seconds = seconds};
    const char *place = args->value[BENCH_DIR] ? args->value[BENCH_DIR] : ".";
    int bytes = snprintf(bench->directory, sizeof bench->directory, "%s/felt-bench-XXXXXX", place);
    bool good = bytes > 0 && bytes < PATH_BYTES && mkdtemp(bench->directory);
    if (!good)
        felt_args_refuse(args, "cannot make a directory in %s: %s; name another with --dir", place,
                         strerror(errno));
    good = good && felt_player_read("house", 5, &bench->player, &complaint) == FELT_OK;
    if (good) {
        bench->progress = felt_progress_make();
        good = measure(bench);
        felt_progress_end(&bench->progress);
        (void)rmdir(bench->directory);
    }
    int code = FELT_EXIT_FAILED;
    if (good && felt_args_flag(args, BENCH_JSON))
        code = felt_bench_room_json(&bench->report);
    else if (good) {
        felt_bench_room_print(&bench->report);
        code = FELT_EXIT_OK;
    }
    free(bench);
    return code;
}
