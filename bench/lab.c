/* lab.c -- see lab.h. */
#include "bench/lab.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FIRST_GAMES = 16, SKIP = 8, TRIES = 4000 };

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

/* ---- runs ---- */

static struct felt_batch_tally play(struct bench_lab *lab, uint64_t games)
{
    struct felt_batch_tally tally = {0};
    for (uint64_t i = 0; i < games; i++) felt_batch_play(lab->table, i, &tally);
    return tally;
}

uint64_t bench_lab_random(void *self)
{
    struct bench_lab *lab = self;
    return play(lab, lab->games).result;
}

uint64_t bench_lab_by_hand(void *self)
{
    struct bench_lab *lab = self;
    uint64_t turns;
    return bench_lab_plain(lab->plain, lab->plain_games, &turns);
}

uint64_t bench_lab_search(void *self)
{
    struct bench_lab *lab = self;
    struct felt_rng rng = felt_rng_make(9);
    uint64_t sum = 0;
    for (int i = 0; i < lab->states; i++)
        sum = 67 * sum + (uint64_t)felt_agent_choose(lab->agent, &lab->state[i], &rng, NULL);
    return sum;
}

/* ---- how long they are ---- */

/* Games of a run of about `ms`. */
static void fit_games(struct bench_lab *lab, double ms)
{
    uint64_t turns;
    lab->games = lab->plain_games = FIRST_GAMES;
    double start = now_ms();
    while ((void)play(lab, lab->games), now_ms() - start < ms / 2) {
        lab->games *= 2;
        start = now_ms();
    }
    start = now_ms();
    while ((void)bench_lab_plain(lab->plain, lab->plain_games, &turns), now_ms() - start < ms / 2) {
        lab->plain_games *= 2;
        start = now_ms();
    }
    struct felt_batch_tally tally = play(lab, lab->games);
    lab->turns = tally.turns;
    lab->hands = tally.hands;
    (void)bench_lab_plain(lab->plain, lab->plain_games, &lab->plain_turns);
}

/* Decisions here and there in random games. */
static void find_states(struct bench_lab *lab)
{
    const struct felt_genome_program *program = lab->batch->program;
    struct felt_rng rng = felt_rng_make(11);
    struct felt_genome_state state = {.actor = FELT_SEAT_NONE};
    int skip = 0;
    for (int i = 0; i < TRIES && lab->states < BENCH_LAB_STATES; i++) {
        struct felt_moves moves;
        if (state.actor < 0) felt_genome_begin(program, NULL, felt_rng_next(&rng), &state, NULL);
        if (state.actor < 0) continue;
        felt_genome_moves(program, &state, &moves);
        int count = felt_moves_count(&moves);
        if (count > 1 && skip-- <= 0) {
            lab->state[lab->states++] = state;
            skip = (int)felt_rng_below(&rng, SKIP);
        }
        int n = (int)felt_rng_below(&rng, (uint32_t)count);
        felt_genome_play(program, &state, felt_moves_pick(&moves, n), NULL);
    }
}

/* As many of them as take about `ms`. */
static void fit_states(struct bench_lab *lab, double ms)
{
    int states = lab->states;
    double start = now_ms();
    for (lab->states = 0; lab->states < states && now_ms() - start < ms; lab->states++) {
        struct felt_rng rng = felt_rng_make(9);
        (void)felt_agent_choose(lab->agent, &lab->state[lab->states], &rng, NULL);
    }
    struct felt_agent_work before = felt_agent_worked(lab->agent);
    (void)bench_lab_search(lab);
    struct felt_agent_work after = felt_agent_worked(lab->agent);
    lab->work = (struct felt_agent_work){.decisions = after.decisions - before.decisions,
                                         .iterations = after.iterations - before.iterations,
                                         .turns = after.turns - before.turns};
}

bool bench_lab_open(struct bench_lab *lab, const struct felt_batch *batch,
                    enum bench_lab_plain plain, uint32_t iterations, double ms)
{
    const struct felt_agent_spec spec = {.kind = FELT_AGENT_MCTS, .samples = iterations};
    memset(lab, 0, sizeof *lab);
    lab->batch = batch;
    lab->plain = plain;
    void *table = malloc(felt_batch_bytes(batch)), *agent = malloc(felt_agent_bytes(&spec));
    lab->table = table ? felt_batch_sit(batch, table) : NULL;
    lab->agent = agent ? felt_agent_init(&spec, batch->program, batch->strengths, agent) : NULL;
    if (!table || !agent) return false;
    fit_games(lab, ms);
    find_states(lab);
    if (lab->states) fit_states(lab, ms);
    return true;
}

void bench_lab_close(struct bench_lab *lab)
{
    free(lab->table); /* it lies at the beginning of its block, and so does the agent */
    free(lab->agent);
    lab->table = NULL;
    lab->agent = NULL;
}
