/* bench_narc.c -- felt bench narc: hands of Narc by bots, on one thread and on two.
 *
 * Sessions follow each other in a state that lives on the stack: nothing is allocated for a hand.
 * The yardstick of all rows but the last are seven-card evaluations by additive keys, as in felt
 * bench hands; that of the last is the same trial on one thread. */
#include "bench/bench.h"
#include "cli/bench/bench_hands.h"
#include "cli/cli.h"
#include "command/input.h"
#include "cli/bench/instructions.h"
#include "command/narc_file.h"
#include "command/term.h"
#include "felt/felt.h"
#include "lab/narc/narc_balance.h"
#include "os/thread_pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROWS = 6,
    EVALUATIONS = 200000,
    DEALS = 1024,
    EVENTS = 512,
    SCALE_HANDS = 60000,
    FEW = 100,
    MANY = 2100,
    HANDS_MAX = 1000000000,
    JSON_BYTES = 8192
};

enum manner { BARE, EVENTFUL, COUNTED };

static const struct {
    const char *name, *rules, *policy;
    enum manner manner;
    uint32_t hands; /* of a run                                                                  */
} rows[ROWS] = {
    {"house", "house", "usual bots", BARE, 20000},
    {"house_events", "house", "usual bots", EVENTFUL, 10000},
    {"house_counted", "house", "usual bots", COUNTED, 10000},
    {"seed", "seed", "the document's bots", BARE, 20000},
    {"random", "house", "random bots", BARE, 20000},
    {"rollout", "house", "a Player of 16 samples", BARE, 200},
};

struct table {
    struct felt_narc_rules rules;
    struct felt_narc_bot bot[FELT_ROLES];
    enum manner manner;
    uint32_t hands;
    uint64_t actions; /* of the last run                                                         */
    struct felt_event event[EVENTS];
};

struct scale {
    const struct table *table;
    struct felt_narc_result *result;
    int threads;
};

/* ---- runs ---- */

static void make_table(int index, struct table *table)
{
    char why[FELT_NARC_WHY_BYTES];
    enum felt_status status = felt_narc_load(rows[index].rules, NULL, false, &table->rules, why);
    felt_assert(status == FELT_OK); /* it is part of the program */
    felt_narc_bots_usual(&table->rules, table->bot);
    for (int role = 0; role < FELT_ROLES && !strcmp(rows[index].name, "random"); role++)
        table->bot[role] = (struct felt_narc_bot){.role = (uint8_t)role, .kind = FELT_BOT_RANDOM};
    if (!strcmp(rows[index].name, "rollout"))
        table->bot[FELT_ROLE_PLAYER] = (struct felt_narc_bot){
            .role = FELT_ROLE_PLAYER, .kind = FELT_BOT_ROLLOUT, .samples = 16};
    table->manner = rows[index].manner;
    table->hands = rows[index].hands;
}

/* With a log of events, by the function that verifies. */
static void play_eventful(struct table *table, struct felt_narc_state *state, struct felt_rng *rng)
{
    const struct felt_narc_rules *rules = &table->rules;
    while (state->phase != FELT_NARC_OVER) {
        struct felt_event_log log = {table->event, 0, EVENTS};
        felt_seat seat = felt_narc_actor(rules, state);
        struct felt_narc_choice choice =
            felt_narc_bot_choose(&table->bot[felt_narc_role(rules, seat)], rules, state, rng, NULL);
        enum felt_status status =
            felt_narc_apply(rules, state, seat, felt_narc_bot_action(rules, state, choice), &log);
        felt_assert(status == FELT_OK);
    }
}

static uint64_t play_counted(struct table *table, uint64_t hands)
{
    const struct felt_narc_trial trial = {.rules = &table->rules,
                                          .bot = {table->bot[0], table->bot[1], table->bot[2]},
                                          .seed = 1,
                                          .sessions_max = 1};
    struct felt_narc_tally tally = {0};
    int32_t money = 0;
    for (uint64_t i = 0; (uint64_t)tally.at[FELT_SUM_HANDS] < hands; i++)
        (void)felt_narc_trial_play(&trial, i, &tally, &money);
    table->actions = (uint64_t)tally.at[FELT_SUM_ACTIONS];
    return (uint64_t)tally.at[FELT_SUM_MONEY];
}

static uint64_t play_hands(struct table *table, uint64_t hands)
{
    struct felt_rng rng = felt_rng_make(1);
    struct felt_narc_state state;
    uint64_t result = 0;
    if (table->manner == COUNTED) return play_counted(table, hands);
    table->actions = 0;
    felt_narc_rest(&table->rules, 0, 0, &state);
    for (uint64_t i = 0; i < hands; i++) {
        if (state.session_over) felt_narc_rest(&table->rules, 0, 0, &state);
        felt_narc_begin(&table->rules, &state, &rng, &state, NULL);
        if (table->manner == EVENTFUL)
            play_eventful(table, &state, &rng);
        else
            (void)felt_narc_bots_play(table->bot, &table->rules, &state, &rng);
        table->actions += state.actions;
        result = result * 31 + (uint64_t)state.banked * 5 + state.end;
    }
    return result;
}

static uint64_t play_row(void *self)
{
    struct table *table = self;
    return play_hands(table, table->hands);
}

static int find_row(const char *name)
{
    for (int i = 0; i < ROWS; i++)
        if (!strcmp(rows[i].name, name)) return i;
    return -1;
}

static void play_times(const char *name, uint64_t times)
{
    struct table *table = malloc(sizeof *table);
    if (!table) return;
    make_table(find_row(name), table);
    uint64_t result = play_hands(table, times);
    __asm__ volatile("" : : "r"(result));
    free(table);
}

/* The yardstick: seven cards at a time by additive keys. */
static uint64_t evaluate(void *input)
{
    const felt_card(*cards)[7] = input;
    uint64_t sum = 0;
    for (int i = 0; i < EVALUATIONS; i++) {
        struct felt_tally tally = felt_tally_empty();
        for (int k = 0; k < 7; k++) felt_tally_add(&tally, cards[i % DEALS][k]);
        sum += felt_tally_value(tally);
    }
    return sum;
}

static bool run_pool(void *threads, const struct felt_jobs *jobs)
{
    return felt_thread_pool_run(*(const int *)threads, jobs);
}

static uint64_t play_pool(void *self)
{
    struct scale *scale = self;
    const struct table *table = scale->table;
    const struct felt_narc_trial trial = {.rules = &table->rules,
                                          .bot = {table->bot[0], table->bot[1], table->bot[2]},
                                          .seed = 1,
                                          .sessions_max = 1};
    const struct felt_narc_plan plan = {
        .hands = SCALE_HANDS, .runner = run_pool, .pool = &scale->threads};
    if (!felt_narc_trial_run(&trial, &plan, scale->result)) return 0;
    return (uint64_t)scale->result->all.at[FELT_SUM_MONEY];
}

/* ---- measuring ---- */

static void deal_cards(felt_card (*cards)[7])
{
    struct felt_rng rng = felt_rng_make(52);
    for (int i = 0; i < DEALS; i++) {
        struct felt_deck deck = felt_deck_make(FELT_CARDS_ALL);
        felt_deck_shuffle(&deck, 7, &rng);
        memcpy(cards[i], deck.card, 7);
    }
}

static void tick(void *self, double done)
{
    (void)felt_progress_tick(self, done);
}

/* What a run of measuring needs. */
struct bench {
    struct table table[ROWS];
    struct felt_narc_result result[2];
    felt_card cards[DEALS][7];
};

static void measure(struct bench *bench, int rounds, struct felt_bench_figures figures[ROWS],
                    double *scaling)
{
    struct bench_row run[ROWS + 1];
    struct bench_result results[ROWS + 1];
    struct felt_progress progress = felt_progress_make();
    struct scale one = {&bench->table[0], &bench->result[0], 1};
    struct scale two = {&bench->table[0], &bench->result[1], 2};
    double clock_ghz;
    deal_cards(bench->cards);
    for (int i = 0; i < ROWS; i++) {
        make_table(i, &bench->table[i]);
        run[i] = (struct bench_row){.name = rows[i].name,
                                    .unit = "hands/s",
                                    .yardstick = "evaluations",
                                    .ours = play_row,
                                    .theirs = evaluate,
                                    .work = rows[i].hands,
                                    .their_work = EVALUATIONS,
                                    .input = &bench->table[i],
                                    .their_input = bench->cards};
    }
    run[ROWS] = (struct bench_row){.name = "two threads",
                                   .unit = "hands/s",
                                   .yardstick = "one thread",
                                   .ours = play_pool,
                                   .theirs = play_pool,
                                   .work = SCALE_HANDS,
                                   .their_work = SCALE_HANDS,
                                   .input = &two,
                                   .their_input = &one};
    bench_measure(run, ROWS + 1, bench->cards, rounds, results, &clock_ghz, tick, &progress);
    for (int i = 0; i < ROWS; i++) {
        struct felt_bench_figures *row = &figures[i];
        row->hands_per_s = results[i].best;
        row->median = results[i].median;
        row->actions_per_s =
            results[i].best * (double)bench->table[i].actions / (double)rows[i].hands;
        row->evaluations = 1 / results[i].ratio;
        row->instructions =
            felt_bench_instructions_between("narc", rows[i].name, FEW, MANY, play_times) /
            (MANY - FEW);
    }
    felt_progress_end(&progress);
    *scaling = results[ROWS].ratio;
}

/* ---- output ---- */

static void print_table(const struct felt_bench_figures *figures, double scaling, int rounds)
{
    struct felt_term term = felt_term_make(stdout);
    printf("%d rounds, best; a state has %zu bytes\n\n", rounds, sizeof(struct felt_narc_state));
    felt_term_style(&term, FELT_BOLD);
    printf("%-14s %12s %12s %12s %8s %13s", "row", "hands/s", "median", "actions/s", "evals",
           "instructions");
    felt_term_style(&term, FELT_PLAIN);
    printf("\n");
    for (int i = 0; i < ROWS; i++) {
        printf("%-14s %10.3f M %10.3f M %10.3f M %8.1f", rows[i].name, figures[i].hands_per_s / 1e6,
               figures[i].median / 1e6, figures[i].actions_per_s / 1e6, figures[i].evaluations);
        if (figures[i].instructions < 0)
            printf(" %13s\n", "-");
        else
            printf(" %13.0f\n", figures[i].instructions);
    }
    printf("two threads    %10.2f times as fast as one\n", scaling);
    printf(
        "\nevals: what a hand costs in seven-card evaluations of the yardstick.  instructions: of "
        "a hand.\nevents: verified, with a log.  counted: everything felt narc sim counts.\n");
}

static int print_json(const struct felt_bench_figures *figures, double scaling, int rounds)
{
    char memory[JSON_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "bench");
    felt_json_text(&json, "narc");
    felt_json_key(&json, "rounds");
    felt_json_int(&json, rounds);
    felt_json_key(&json, "state_bytes");
    felt_json_uint(&json, sizeof(struct felt_narc_state));
    felt_json_key(&json, "two_threads");
    felt_json_decimal(&json, scaling, 3);
    felt_json_key(&json, "rows");
    felt_json_array(&json);
    for (int i = 0; i < ROWS; i++) {
        felt_json_object(&json);
        felt_json_key(&json, "name");
        felt_json_text(&json, rows[i].name);
        felt_json_key(&json, "policy");
        felt_json_text(&json, rows[i].policy);
        felt_bench_put_figures(&json, &figures[i]);
        felt_json_end(&json);
    }
    felt_json_end(&json);
    felt_json_end(&json);
    return felt_input_flush(&json);
}

/* ---- commands ---- */

static int no_memory(void)
{
    fputs("felt bench: not enough memory\n", stderr);
    return FELT_EXIT_FAILED;
}

static int play_only(const struct felt_args *args)
{
    const char *name = args->value[BENCH_ONLY];
    uint64_t hands = 1000;
    if (find_row(name) < 0)
        return felt_args_refuse(args,
                                "there is no row %s; take one of house, house_events, "
                                "house_counted, seed, random, rollout",
                                name);
    if (felt_args_flag(args, BENCH_JSON))
        return felt_args_refuse(args, "--only measures nothing that --json could write; leave one "
                                      "of them out");
    if (!felt_args_uint(args, BENCH_HANDS, 1, HANDS_MAX, &hands)) return FELT_EXIT_USAGE;
    struct table *table = malloc(sizeof *table);
    if (!table) return no_memory();
    make_table(find_row(name), table);
    uint64_t result = play_hands(table, hands);
    printf("%s: %llu hands, %llu actions, result %016llx\n", name, (unsigned long long)hands,
           (unsigned long long)table->actions, (unsigned long long)result);
    free(table);
    return FELT_EXIT_OK;
}

int felt_bench_narc(const struct felt_args *args, int rounds)
{
    struct felt_bench_figures figures[ROWS];
    double scaling;
    if (felt_args_flag(args, BENCH_ONLY)) return play_only(args);
    struct bench *bench = malloc(sizeof *bench);
    if (!bench) return no_memory();
    measure(bench, rounds, figures, &scaling);
    free(bench);
    if (felt_args_flag(args, BENCH_JSON)) return print_json(figures, scaling, rounds);
    print_table(figures, scaling, rounds);
    return FELT_EXIT_OK;
}
