/* bench_house.c -- felt bench house: how long the house player thinks.
 *
 * House players play against each other at a table of each variant, and the clock is read before
 * and after every decision.  Nobody cares for the mean: a player waits for half of all decisions no
 * longer than p50, for 99 of 100 no longer than p99.  On a machine that does other things the
 * longest times say more about them than about the player; so the time that the processor spent on
 * the decision is measured besides, and it is that which is compared.
 *
 * The tables take turns, round after round, each for a slice of time; so does the yardstick, which
 * is an outlook of 200 deals on the flop of hold'em.  Processor times are divided by its best one.
 */
#include "cli/bench/bench_hands.h"
#include "cli/cli.h"
#include "command/input.h"
#include "command/setting.h"
#include "command/term.h"
#include "felt/felt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    UNIT = 100,
    TABLES_MAX = 64,
    ROOM = 1 << 16, /* decisions that are kept of a table; more are not played              */
    YARDSTICK_DEALS = 200,
    YARDSTICK_TIMES = 50,
    JSON_BYTES = 32768
};
/* All rounds of a table together. */
static const int64_t table_ns = 1100000000;

struct table {
    const struct felt_variant *variant;
    int seats;
    struct felt_poker_rules rules;
    struct felt_rng rng;
    uint64_t hands;
    struct felt_place place[FELT_SEATS_MAX];
    void *block[FELT_SEATS_MAX]; /* owned                                                   */
    uint32_t *spent_ns;          /* owned: `count` of them, by the clock                    */
    uint32_t *worked_ns;         /* likewise, by the processor                              */
    uint32_t count;
};

struct bench {
    const struct felt_player_spec *player;
    int tables;
    struct table table[TABLES_MAX];
    struct felt_known known; /* of the yardstick                                            */
    double yardstick_ns;
};

static int64_t now_ns(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static bool open_table(struct bench *bench, const struct felt_variant *variant, int seats)
{
    const struct felt_player_kind *kind = bench->player->kind;
    felt_assert(bench->tables < TABLES_MAX);
    struct table *table = &bench->table[bench->tables++];
    *table = (struct table){.variant = variant, .seats = seats, .rng = felt_rng_make(1)};
    enum felt_status status =
        felt_poker_rules_of(variant, felt_setting_usual(variant), UNIT, &table->rules, NULL);
    felt_assert(status == FELT_OK);
    table->spent_ns = malloc(ROOM * sizeof *table->spent_ns);
    table->worked_ns = malloc(ROOM * sizeof *table->worked_ns);
    if (table->spent_ns == NULL || table->worked_ns == NULL) return false;
    for (int seat = 0; seat < seats; seat++) {
        table->place[seat] = (struct felt_place){
            .game = &felt_poker_game, .rules = &table->rules, .seat = (felt_seat)seat};
        table->block[seat] = malloc(kind->bytes);
        if (table->block[seat] == NULL) return false;
        kind->sit(table->block[seat], &bench->player->settings,
                  felt_rng_split(&table->rng, (uint64_t)seat));
    }
    return true;
}

static void close_tables(struct bench *bench)
{
    for (int i = 0; i < bench->tables; i++) {
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) free(bench->table[i].block[seat]);
        free(bench->table[i].spent_ns);
        free(bench->table[i].worked_ns);
    }
}

/* Every variant heads-up; hold'em also at the usual larger tables.  False: no memory. */
static bool open_tables(struct bench *bench, const char *only)
{
    static const int larger[] = {6, 9};
    for (int i = 0; i < felt_variant_count(); i++) {
        const struct felt_variant *variant = felt_variant_at(i);
        if (only && strcmp(variant->name, only)) continue;
        if (!open_table(bench, variant, 2)) return false;
        for (int k = 0; k < 2 && strcmp(variant->name, "holdem") == 0; k++)
            if (!open_table(bench, variant, larger[k])) return false;
    }
    return true;
}

/* ---- measuring ------------------------------------------------------------------------------- */

static void tell(const struct bench *bench, struct table *table, const struct felt_event_log *log)
{
    const struct felt_player_kind *kind = bench->player->kind;
    for (uint32_t i = 0; kind->observe && i < log->count; i++) {
        for (int seat = 0; seat < table->seats; seat++) {
            struct felt_event seen = felt_event_for(&log->event[i], (felt_seat)seat);
            kind->observe(table->block[seat], &seen);
        }
    }
}

static uint32_t at_most(int64_t spent)
{
    return spent > UINT32_MAX ? UINT32_MAX : (uint32_t)spent;
}

static struct felt_action decide(const struct bench *bench, struct table *table,
                                 const struct felt_view *view)
{
    const struct felt_budget budget = {.samples = bench->player->samples};
    int64_t working = now_ns(CLOCK_THREAD_CPUTIME_ID), start = now_ns(CLOCK_MONOTONIC);
    struct felt_decision decision =
        bench->player->kind->choose(table->block[view->viewer], view, &budget);
    table->spent_ns[table->count] = at_most(now_ns(CLOCK_MONOTONIC) - start);
    table->worked_ns[table->count++] = at_most(now_ns(CLOCK_THREAD_CPUTIME_ID) - working);
    for (int i = 0; i < view->options; i++)
        if (felt_option_admits(&view->option[i], decision.action)) return decision.action;
    return felt_player_timid(view);
}

static void play_hand(const struct bench *bench, struct table *table)
{
    struct felt_event events[FELT_EVENTS_MAX];
    struct felt_event_log log = {events, 0, FELT_EVENTS_MAX};
    struct felt_poker state;
    struct felt_view view;
    felt_chips stacks[FELT_SEATS_MAX];
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) stacks[seat] = 100 * UNIT;
    felt_seat button = (felt_seat)(table->hands++ % (uint64_t)table->seats);
    struct felt_deal from = felt_poker_deal_make(&table->rules, table->seats, stacks, button);
    for (int seat = 0; seat < table->seats; seat++)
        bench->player->kind->begin(table->block[seat], &table->place[seat]);
    enum felt_status status = felt_poker_open(&table->rules, &from, &state, &log);
    felt_assert(status == FELT_OK);
    status = felt_poker_deal(&table->rules, &from, &table->rng, &state, &log);
    felt_assert(status == FELT_OK);
    tell(bench, table, &log);
    for (felt_seat seat; (seat = felt_poker_actor(&state)) >= 0 && table->count < ROOM;) {
        felt_poker_view(&table->rules, &state, seat, &view);
        struct felt_action action = decide(bench, table, &view);
        log.count = 0;
        status = felt_poker_apply(&table->rules, &state, seat, action, &log);
        felt_assert(status == FELT_OK);
        tell(bench, table, &log);
    }
}

static void run_yardstick(struct bench *bench)
{
    struct felt_rng rng = felt_rng_make(1);
    double sum = 0;
    int64_t start = now_ns(CLOCK_MONOTONIC);
    for (int i = 0; i < YARDSTICK_TIMES; i++)
        sum += felt_outlook_sample(&bench->known, YARDSTICK_DEALS, NULL, &rng).share;
    double spent = (double)(now_ns(CLOCK_MONOTONIC) - start) / YARDSTICK_TIMES;
    felt_assert(sum > 0);
    if (bench->yardstick_ns == 0 || spent < bench->yardstick_ns) bench->yardstick_ns = spent;
}

static int by_size(const void *a, const void *b)
{
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return first < second ? -1 : first > second;
}

static void measure(struct bench *bench, int rounds)
{
    static const felt_card hole[2] = {51, 46}, board[3] = {47, 20, 9};
    struct felt_progress progress = felt_progress_make();
    enum felt_status status =
        felt_known_of(felt_variant_find("holdem"), hole, 2, board, 3, 1, &bench->known);
    felt_assert(status == FELT_OK);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < bench->tables; i++) {
            struct table *table = &bench->table[i];
            run_yardstick(bench);
            int64_t end = now_ns(CLOCK_MONOTONIC) + table_ns / rounds;
            while (now_ns(CLOCK_MONOTONIC) < end && table->count < ROOM) play_hand(bench, table);
            (void)felt_progress_tick(&progress, (double)(round * bench->tables + i + 1) /
                                                    (double)(rounds * bench->tables));
        }
    }
    felt_progress_end(&progress);
    for (int i = 0; i < bench->tables; i++) {
        qsort(bench->table[i].spent_ns, bench->table[i].count, sizeof(uint32_t), by_size);
        qsort(bench->table[i].worked_ns, bench->table[i].count, sizeof(uint32_t), by_size);
    }
}

/* ---- output ---------------------------------------------------------------------------------- */

/* The time that `part` of all decisions do not exceed, in microseconds. */
static double quantile_us(const struct table *table, const uint32_t *sorted_ns, double part)
{
    if (table->count == 0) return 0;
    uint32_t at = (uint32_t)(part * table->count);
    return sorted_ns[at < table->count ? at : table->count - 1] / 1000.0;
}

/* What a table is told in: by the clock or by the processor, in microseconds or in yardsticks. */
struct column {
    const char *key, *title;
    double part;
    bool worked, ratio;
};
static const struct column columns[] = {
    {"p50_us", "p50 us", 0.5, false, false},      {"p99_us", "p99 us", 0.99, false, false},
    {"max_us", "max us", 1, false, false},        {"cpu_p99_us", "cpu p99", 0.99, true, false},
    {"cpu_max_us", "cpu max", 1, true, false},    {"p50_ratio", "p50 ratio", 0.5, true, true},
    {"p99_ratio", "p99 ratio", 0.99, true, true},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static double figure(const struct bench *bench, const struct table *table,
                     const struct column *column)
{
    double us =
        quantile_us(table, column->worked ? table->worked_ns : table->spent_ns, column->part);
    return column->ratio ? us * 1000 / bench->yardstick_ns : us;
}

static void print_table(const struct bench *bench, int rounds)
{
    struct felt_term term = felt_term_make(stdout);
    char number[FELT_TERM_NUMBER_BYTES];
    printf("%s, %d rounds; the yardstick, an outlook of %d deals, takes %.1f us\n\n",
           bench->player->text, rounds, YARDSTICK_DEALS, bench->yardstick_ns / 1000);
    felt_term_style(&term, FELT_BOLD);
    printf("%-16s %5s %10s", "variant", "seats", "decisions");
    for (int k = 0; k < COLUMNS; k++) printf(" %9s", columns[k].title);
    felt_term_style(&term, FELT_PLAIN);
    printf("\n");
    for (int i = 0; i < bench->tables; i++) {
        const struct table *table = &bench->table[i];
        printf("%-16s %5d %10s", table->variant->name, table->seats,
               felt_term_number(table->count, number));
        for (int k = 0; k < COLUMNS; k++) {
            if (columns[k].ratio) felt_term_style(&term, FELT_GREEN);
            printf(" %9.1f", figure(bench, table, &columns[k]));
            if (columns[k].ratio) felt_term_style(&term, FELT_PLAIN);
        }
        printf("\n");
    }
    printf("\nThe last two columns are processor time in yardsticks: compare them between "
           "machines.\n");
}

static void write_table(struct felt_json *json, const struct bench *bench,
                        const struct table *table)
{
    felt_json_object(json);
    felt_json_key(json, "variant");
    felt_json_text(json, table->variant->name);
    felt_json_key(json, "limit");
    felt_json_text(json, felt_setting_limit_name(felt_setting_usual(table->variant)));
    felt_json_key(json, "seats");
    felt_json_int(json, table->seats);
    felt_json_key(json, "hands");
    felt_json_uint(json, table->hands);
    felt_json_key(json, "decisions");
    felt_json_uint(json, table->count);
    for (int k = 0; k < COLUMNS; k++) {
        felt_json_key(json, columns[k].key);
        felt_json_decimal(json, figure(bench, table, &columns[k]), 3);
    }
    felt_json_end(json);
}

static int print_json(const struct bench *bench, int rounds)
{
    char memory[JSON_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "bench");
    felt_json_text(&json, "house");
    felt_json_key(&json, "player");
    felt_json_text(&json, bench->player->text);
    felt_json_key(&json, "rounds");
    felt_json_int(&json, rounds);
    felt_json_key(&json, "yardstick_deals");
    felt_json_int(&json, YARDSTICK_DEALS);
    felt_json_key(&json, "yardstick_us");
    felt_json_decimal(&json, bench->yardstick_ns / 1000, 3);
    felt_json_key(&json, "rows");
    felt_json_array(&json);
    for (int i = 0; i < bench->tables; i++) write_table(&json, bench, &bench->table[i]);
    felt_json_end(&json);
    felt_json_end(&json);
    return felt_input_flush(&json);
}

int felt_bench_house(const struct felt_args *args, int rounds)
{
    struct felt_player_spec player;
    const char *only = args->value[BENCH_ONLY];
    const struct felt_variant *variant = only ? felt_setting_variant(args, only) : NULL;
    if (only && variant == NULL) return FELT_EXIT_USAGE;
    enum felt_status status = felt_player_read("house", 5, &player, NULL);
    felt_assert(status == FELT_OK);
    struct bench *bench = calloc(1, sizeof *bench);
    int code = FELT_EXIT_FAILED;
    if (bench) bench->player = &player;
    if (bench && open_tables(bench, variant ? variant->name : NULL)) {
        measure(bench, rounds);
        code = FELT_EXIT_OK;
        if (felt_args_flag(args, BENCH_JSON))
            code = print_json(bench, rounds);
        else
            print_table(bench, rounds);
    } else
        (void)felt_args_refuse(args, "out of memory; free some and try again");
    if (bench) close_tables(bench);
    free(bench);
    return code;
}
