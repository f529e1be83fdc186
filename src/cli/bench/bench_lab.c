/* bench_lab.c -- felt bench lab: games of genomes by random players, searches, and two threads.
 *
 * Three rows for each game.  Random players beside the same kind of game written by hand
 * (bench/lab.h); searches beside random players of the same game: what moves of playouts cost
 * there; two threads beside one.  All take turns, so that ratios are of the same moments. */
#include "bench/bench.h"
#include "bench/lab.h"
#include "cli/bench/bench_hands.h"
#include "cli/cli.h"
#include "command/input.h"
#include "cli/bench/instructions.h"
#include "command/lab_file.h"
#include "command/term.h"
#include "felt/assert.h"
#include "os/thread_pool.h"

#include <stdlib.h>
#include <string.h>

enum {
    GAMES = 6,
    ITERATIONS = 400,
    RUN_MS = 20,
    FEW_TURNS = 2000, /* instructions are those of games that have so many more turns        */
    HANDS_MAX = 1000000000,
    JSON_BYTES = 16384,
    LIST_BYTES = 200
};

static const struct {
    const char *name, *title;
    enum bench_lab_plain plain;
    int seats;
} games[GAMES] = {
    {"war", "War", BENCH_PLAIN_WAR, 2},
    {"betting-war", "Betting War", BENCH_PLAIN_POKER, 2},
    {"crazy-eights", "Crazy Eights", BENCH_PLAIN_EIGHTS, 2},
    {"simple-poker", "Simple Poker", BENCH_PLAIN_POKER, 2},
    {"five-card-draw", "Draw Poker", BENCH_PLAIN_POKER, 2},
    {"hearts", "Hearts-like", BENCH_PLAIN_EIGHTS, 4},
};

/* A game, ready to be played. */
struct game {
    struct felt_genome_program program;
    struct felt_strengths strengths;
    struct felt_batch batch;
    struct bench_lab lab;
    struct scale {
        const struct felt_batch *batch;
        uint64_t games;
        int threads;
    } one, two;
};

struct figures {
    double games_per_s, hands_per_s, turns_per_s, median, by_hand, instructions;
    double iterations_per_s, rollout, of_random; /* 0: there is nothing to search            */
    double scaling;
};

/* ---- runs ---- */

static bool run_pool(void *scale, const struct felt_jobs *jobs)
{
    return felt_thread_pool_run(((const struct scale *)scale)->threads, jobs);
}

static uint64_t play_pool(void *self)
{
    struct scale *scale = self;
    struct felt_batch_tally tally;
    const struct felt_batch_run run = {.count = scale->games, .runner = run_pool, .pool = scale};
    return felt_batch_run(scale->batch, &run, &tally) ? tally.result : 0;
}

static int find_game(const char *name)
{
    for (int i = 0; i < GAMES; i++)
        if (!strcmp(games[i].name, name)) return i;
    return -1;
}

/* False: no memory. */
static bool make_program(int index, struct game *game)
{
    struct felt_lab_file *file = malloc(sizeof *file);
    if (!file) return false;
    felt_lab_file_look(games[index].name, file);
    felt_assert(file->errors == 0); /* it is part of the program */
    felt_genome_compile(&file->genome, games[index].seats, &game->program);
    free(file);
    felt_strengths_make(&game->program, &game->strengths);
    game->batch = (struct felt_batch){.program = &game->program,
                                      .strengths = &game->strengths,
                                      .names = 1,
                                      .agent = {{.kind = FELT_AGENT_RANDOM}},
                                      .seed = 1};
    return true;
}

static struct felt_batch_tally play_plainly(const struct felt_batch *batch, uint64_t count)
{
    struct felt_batch_tally tally = {0};
    void *memory = malloc(felt_batch_bytes(batch));
    if (!memory) return tally;
    struct felt_batch_table *table = felt_batch_sit(batch, memory);
    for (uint64_t i = 0; i < count; i++) felt_batch_play(table, i, &tally);
    free(memory);
    return tally;
}

static void play_times(const char *name, uint64_t times)
{
    struct game *game = malloc(sizeof *game);
    if (game && make_program(find_game(name), game)) {
        struct felt_batch_tally tally = play_plainly(&game->batch, times);
        __asm__ volatile("" : : "r"(tally.result));
    }
    free(game);
}

/* ---- measuring ---- */

/* Instructions of a turn, by the difference of a few games and some more; negative: not known. */
static double count_instructions(int index, const struct felt_batch *batch)
{
    uint64_t few = 1, many = 1;
    struct felt_batch_tally start = play_plainly(batch, few), end = start;
    while (end.turns - start.turns < FEW_TURNS) end = play_plainly(batch, many *= 2);
    double count = felt_bench_instructions_between("lab", games[index].name, few, many, play_times);
    return count < 0 || end.turns == start.turns ? -1 : count / (double)(end.turns - start.turns);
}

static void add_rows(int index, struct game *game, struct bench_row *rows)
{
    struct bench_lab *lab = &game->lab;
    game->one = (struct scale){&game->batch, 2 * lab->games, 1};
    game->two = (struct scale){&game->batch, 2 * lab->games, 2};
    rows[0] = (struct bench_row){.name = games[index].name,
                                 .unit = "turns/s",
                                 .yardstick = "by hand",
                                 .ours = bench_lab_random,
                                 .theirs = bench_lab_by_hand,
                                 .work = (double)lab->turns,
                                 .their_work = (double)lab->plain_turns,
                                 .input = lab,
                                 .their_input = lab};
    rows[1] = (struct bench_row){.name = games[index].name,
                                 .unit = "turns/s",
                                 .yardstick = "random players",
                                 .ours = bench_lab_search,
                                 .theirs = bench_lab_random,
                                 .work = (double)lab->work.turns,
                                 .their_work = (double)lab->turns,
                                 .input = lab,
                                 .their_input = lab};
    rows[2] = (struct bench_row){.name = games[index].name,
                                 .unit = "games/s",
                                 .yardstick = "one thread",
                                 .ours = play_pool,
                                 .theirs = play_pool,
                                 .work = (double)game->two.games,
                                 .their_work = (double)game->one.games,
                                 .input = &game->two,
                                 .their_input = &game->one};
}

static void work_out(const struct game *game, const struct bench_result *results,
                     struct figures *out)
{
    const struct bench_lab *lab = &game->lab;
    double turns = (double)lab->turns;
    out->turns_per_s = results[0].best;
    out->median = results[0].median;
    out->games_per_s = results[0].best * (double)lab->games / turns;
    out->hands_per_s = results[0].best * (double)lab->hands / turns;
    out->by_hand = results[0].ratio;
    out->scaling = results[2].ratio;
    if (lab->work.iterations == 0) return;
    out->rollout = (double)lab->work.turns / (double)lab->work.iterations;
    out->iterations_per_s = results[1].best / out->rollout;
    out->of_random = results[1].ratio;
}

static void tick(void *self, double done)
{
    (void)felt_progress_tick(self, done);
}

/* False: no memory. */
static bool measure(struct game *all, int rounds, struct figures figures[GAMES])
{
    struct bench_row rows[3 * GAMES];
    struct bench_result results[3 * GAMES];
    struct felt_progress progress = felt_progress_make();
    double clock_ghz;
    FELT_STATIC_ASSERT(3 * GAMES <= BENCH_ROWS_MAX, "all rows take turns");
    for (int i = 0; i < GAMES; i++) {
        if (!make_program(i, &all[i]) ||
            !bench_lab_open(&all[i].lab, &all[i].batch, games[i].plain, ITERATIONS, RUN_MS))
            return false;
        add_rows(i, &all[i], &rows[3 * i]);
    }
    bench_measure(rows, 3 * GAMES, NULL, rounds, results, &clock_ghz, tick, &progress);
    for (int i = 0; i < GAMES; i++) {
        work_out(&all[i], &results[3 * i], &figures[i]);
        figures[i].instructions = count_instructions(i, &all[i].batch);
    }
    felt_progress_end(&progress);
    return true;
}

/* ---- output ---- */

static void print_table(const struct figures *figures, int rounds)
{
    struct felt_term term = felt_term_make(stdout);
    char number[FELT_TERM_NUMBER_BYTES];
    printf("%d rounds, best; a state has %zu bytes\n\n", rounds, sizeof(struct felt_genome_state));
    felt_term_style(&term, FELT_BOLD);
    printf("%-13s %12s %12s %12s %12s %8s %13s", "random", "games/s", "hands/s", "turns/s",
           "median", "by hand", "instructions");
    felt_term_style(&term, FELT_PLAIN);
    printf("\n");
    for (int i = 0; i < GAMES; i++) {
        const struct figures *row = &figures[i];
        printf("%-13s %12s", games[i].title, felt_term_number((uint64_t)row->games_per_s, number));
        printf(" %12s", felt_term_number((uint64_t)row->hands_per_s, number));
        printf(" %10.3f M %10.3f M", row->turns_per_s / 1e6, row->median / 1e6);
        printf(" %8.2f", row->by_hand);
        if (row->instructions < 0)
            printf(" %13s\n", "-");
        else
            printf(" %13.0f\n", row->instructions);
    }
    felt_term_style(&term, FELT_BOLD);
    printf("\n%-13s %12s %12s %12s %12s", "mcts:400", "iterations/s", "turns each", "of random",
           "two threads");
    felt_term_style(&term, FELT_PLAIN);
    printf("\n");
    for (int i = 0; i < GAMES; i++) {
        const struct figures *row = &figures[i];
        if (row->iterations_per_s > 0)
            printf("%-13s %12s %12.1f %12.2f %12.2f\n", games[i].title,
                   felt_term_number((uint64_t)row->iterations_per_s, number), row->rollout,
                   row->of_random, row->scaling);
        else
            printf("%-13s %12s %12s %12s %12.2f\n", games[i].title, "-", "-", "-", row->scaling);
    }
    printf(
        "\nby hand: times as fast as a game of the same kind with cards in lists.  instructions: "
        "of a\nturn.  of random: turns of searches a second, as a part of those of random "
        "players.  two\nthreads: how many times as fast as one, games of random players.\n");
}

static void write_number(struct felt_json *json, const char *key, double number, int decimals,
                         bool known)
{
    felt_json_key(json, key);
    if (known)
        felt_json_decimal(json, number, decimals);
    else
        felt_json_null(json);
}

static int print_json(const struct figures *figures, int rounds)
{
    char memory[JSON_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "bench");
    felt_json_text(&json, "lab");
    felt_json_key(&json, "rounds");
    felt_json_int(&json, rounds);
    felt_json_key(&json, "state_bytes");
    felt_json_uint(&json, sizeof(struct felt_genome_state));
    felt_json_key(&json, "iterations_per_decision");
    felt_json_int(&json, ITERATIONS);
    felt_json_key(&json, "rows");
    felt_json_array(&json);
    for (int i = 0; i < GAMES; i++) {
        const struct figures *row = &figures[i];
        bool searched = row->iterations_per_s > 0;
        felt_json_object(&json);
        felt_json_key(&json, "name");
        felt_json_text(&json, games[i].name);
        felt_json_key(&json, "seats");
        felt_json_int(&json, games[i].seats);
        write_number(&json, "games_per_s", row->games_per_s, 0, true);
        write_number(&json, "hands_per_s", row->hands_per_s, 0, true);
        write_number(&json, "turns_per_s", row->turns_per_s, 0, true);
        write_number(&json, "turns_per_s_median", row->median, 0, true);
        write_number(&json, "by_hand_ratio", row->by_hand, 3, true);
        write_number(&json, "instructions_per_turn", row->instructions, 0, row->instructions >= 0);
        write_number(&json, "iterations_per_s", row->iterations_per_s, 0, searched);
        write_number(&json, "turns_per_iteration", row->rollout, 2, searched);
        write_number(&json, "search_of_random", row->of_random, 3, searched);
        write_number(&json, "two_threads", row->scaling, 3, true);
        felt_json_end(&json);
    }
    felt_json_end(&json);
    felt_json_end(&json);
    return felt_input_flush(&json);
}

/* ---- commands ---- */

static int play_only(const struct felt_args *args)
{
    const char *name = args->value[BENCH_ONLY];
    char list[LIST_BYTES];
    struct felt_buffer text = felt_buffer_make(list, sizeof list);
    uint64_t count = 1000;
    for (int i = 0; i < GAMES; i++) {
        felt_buffer_text(&text, i ? ", " : "");
        felt_buffer_text(&text, games[i].name);
    }
    if (find_game(name) < 0)
        return felt_args_refuse(args, "there is no row %s; take one of %s", name,
                                felt_buffer_terminate(&text));
    if (felt_args_flag(args, BENCH_JSON))
        return felt_args_refuse(args, "--only measures nothing that --json could write; leave one "
                                      "of them out");
    if (!felt_args_uint(args, BENCH_HANDS, 1, HANDS_MAX, &count)) return FELT_EXIT_USAGE;
    struct game *game = malloc(sizeof *game);
    bool good = game && make_program(find_game(name), game);
    if (good) {
        struct felt_batch_tally tally = play_plainly(&game->batch, count);
        printf("%s: %llu games, %llu turns, result %016llx\n", name,
               (unsigned long long)tally.games, (unsigned long long)tally.turns,
               (unsigned long long)tally.result);
    }
    free(game);
    return good ? FELT_EXIT_OK : FELT_EXIT_FAILED;
}

int felt_bench_lab(const struct felt_args *args, int rounds)
{
    struct figures figures[GAMES] = {0};
    if (felt_args_flag(args, BENCH_ONLY)) return play_only(args);
    struct game *all = calloc(GAMES, sizeof *all);
    bool good = all && measure(all, rounds, figures);
    for (int i = 0; all && i < GAMES; i++) bench_lab_close(&all[i].lab);
    free(all);
    if (!good) {
        fputs("felt bench: not enough memory\n", stderr);
        return FELT_EXIT_FAILED;
    }
    if (felt_args_flag(args, BENCH_JSON)) return print_json(figures, rounds);
    print_table(figures, rounds);
    return FELT_EXIT_OK;
}
