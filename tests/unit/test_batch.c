/* test_batch.c -- batches of games: seats, seeds, threads, sums (lab/search/batch.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "command/lab_file.h"
#include "felt/assert.h"
#include "lab/search/batch.h"
#include "module.h"
#include "os/thread_pool.h"

#include <stdlib.h>
#include <string.h>

struct game {
    struct felt_genome genome;
    struct felt_genome_program program;
    struct felt_strengths strengths;
    struct felt_batch batch;
};

/* A known game for so many seats, played by these agents. */
static void make_game(struct game *game, const char *name, int seats, const char *const *agents)
{
    const struct felt_lab_known *known = NULL;
    struct felt_genome_error error;
    for (int i = 0; i < felt_lab_known_count(); i++)
        if (!strcmp(felt_lab_known_at(i)->name, name)) known = felt_lab_known_at(i);
    assert_non_null(known);
    assert_int_equal(felt_genome_json_read(known->text, known->bytes, &game->genome, &error),
                     FELT_OK);
    assert_int_equal(felt_genome_verify(&game->genome, &error, 1), 0);
    felt_genome_compile(&game->genome, seats, &game->program);
    felt_strengths_make(&game->program, &game->strengths);
    game->batch = (struct felt_batch){
        .program = &game->program, .strengths = &game->strengths, .seed = 1, .watch = 1};
    for (; agents[game->batch.names]; game->batch.names++)
        assert_int_equal(felt_agent_read(agents[game->batch.names],
                                         strlen(agents[game->batch.names]),
                                         &game->batch.agent[game->batch.names], NULL),
                         FELT_OK);
}

static bool run_pool(void *threads, const struct felt_jobs *jobs)
{
    return felt_thread_pool_run(*(const int *)threads, jobs);
}

static struct felt_batch_tally play(const struct felt_batch *batch, uint64_t first, uint64_t count,
                                    int threads)
{
    struct felt_batch_tally tally;
    const struct felt_batch_run run = {
        .first = first, .count = count, .runner = run_pool, .pool = &threads};
    assert_true(felt_batch_run(batch, &run, &tally));
    return tally;
}

/* Everything but what was watched.  All of it are counts of 64 bits: there is no padding. */
static void assert_same(const struct felt_batch_tally *a, const struct felt_batch_tally *b)
{
    assert_memory_equal(a, b, offsetof(struct felt_batch_tally, watched));
    assert_int_equal(a->result, b->result);
}

/* ---- cases ---- */

static void batch_legs_give_every_name_every_seat(void **state)
{
    static struct felt_genome_program program;
    (void)state;
    for (int seats = 2; seats <= FELT_GENOME_SEATS_MAX; seats++)
        for (int names = 1; names <= seats; names++) {
            struct felt_batch batch = {.program = &program, .names = names};
            int times[FELT_GENOME_SEATS_MAX][FELT_GENOME_SEATS_MAX] = {0};
            program.seats = (uint8_t)seats;
            for (int leg = 0; leg < felt_batch_legs(&batch); leg++) {
                int sits[FELT_GENOME_SEATS_MAX] = {0};
                for (int seat = 0; seat < seats; seat++) {
                    int name = felt_batch_name(&batch, leg, (felt_seat)seat);
                    assert_in_range(name, 0, names - 1);
                    times[name][seat]++;
                    sits[name]++;
                }
                for (int name = 0; name < names; name++)
                    assert_in_range(sits[name], seats / names, seats / names + 1);
            }
            for (int name = 0; name < names; name++)
                for (int seat = 1; seat < seats; seat++)
                    assert_int_equal(times[name][seat], times[name][0]);
        }
}

static const char *const random_only[] = {"random", NULL};
static const char *const two_kinds[] = {"greedy", "random", NULL};
static const char *const searching[] = {"mcts:20", "random", NULL};

static void batch_threads_any_number_same_answer(void **state)
{
    static const struct {
        const char *name;
        int seats;
        const char *const *agents;
        uint64_t groups;
    } cases[] = {{"crazy-eights", 2, random_only, 700},
                 {"simple-poker", 4, two_kinds, 60},
                 {"war", 2, random_only, 300},
                 {"hearts", 4, two_kinds, 20},
                 {"leduc", 2, searching, 20}};
    static struct game game;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memset(&game, 0, sizeof game);
        make_game(&game, cases[i].name, cases[i].seats, cases[i].agents);
        struct felt_batch_tally one = play(&game.batch, 0, cases[i].groups, 1);
        assert_int_equal(one.groups, cases[i].groups);
        for (int threads = 2; threads <= 3; threads++) {
            struct felt_batch_tally more = play(&game.batch, 0, cases[i].groups, threads);
            assert_same(&one, &more);
            assert_memory_equal(&one.watched, &more.watched, sizeof one.watched);
        }
    }
}

static void batch_watching_changes_no_game(void **state)
{
    static const char *const names[] = {"crazy-eights", "simple-poker", "war", "cheat", "go-fish"};
    static struct game game;
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (int kinds = 0; kinds < 2; kinds++) {
            int seats = strcmp(names[i], "cheat") ? 2 : 3;
            memset(&game, 0, sizeof game);
            make_game(&game, names[i], seats, kinds ? two_kinds : random_only);
            struct felt_batch_tally all = play(&game.batch, 0, 33, 1);
            game.batch.watch = 16;
            struct felt_batch_tally some = play(&game.batch, 0, 33, 1);
            game.batch.watch = 0;
            struct felt_batch_tally none = play(&game.batch, 0, 33, 1);
            assert_same(&all, &some);
            assert_same(&all, &none);
            uint64_t legs = (uint64_t)felt_batch_legs(&game.batch);
            assert_int_equal(all.watched.games, all.games);
            assert_int_equal(all.watched.turns, all.turns);
            assert_int_equal(some.watched.games, 3 * legs);
            assert_int_equal(none.watched.games, 0);
        }
}

static void batch_parts_add_up_to_the_whole(void **state)
{
    static struct game game;
    (void)state;
    memset(&game, 0, sizeof game);
    make_game(&game, "simple-poker", 3, two_kinds);
    struct felt_batch_tally whole = play(&game.batch, 0, 50, 1), sum = play(&game.batch, 30, 20, 1);
    struct felt_batch_tally part = play(&game.batch, 0, 30, 1);
    felt_batch_add(&sum, &part);
    assert_same(&whole, &sum);
    assert_memory_equal(&whole.watched, &sum.watched, sizeof sum.watched);
}

static void batch_sums_are_those_of_games(void **state)
{
    static struct game game;
    (void)state;
    memset(&game, 0, sizeof game);
    make_game(&game, "simple-poker", 4, two_kinds);
    struct felt_batch_tally tally = play(&game.batch, 0, 40, 1);
    uint64_t seats = 0, ends = 0;
    for (int i = 0; i < 4; i++) seats += tally.seat_won[i];
    for (int i = 0; i < FELT_BATCH_ENDS; i++) ends += tally.ends[i];
    assert_int_equal(tally.games, 80); /* two legs */
    assert_int_equal(ends, tally.games);
    assert_int_equal(seats, FELT_GENOME_POINT * tally.games);
    assert_int_equal(tally.line[0].won.sum + tally.line[1].won.sum,
                     FELT_GENOME_POINT * tally.games);
    assert_int_equal(tally.line[0].payoff.sum + tally.line[1].payoff.sum, 0);
    assert_int_equal(tally.line[0].games, 2 * tally.games);
    assert_int_equal(tally.line[0].won.count, tally.groups);
    const struct felt_batch_watch *watch = &tally.watched;
    uint64_t words = 0;
    for (int i = 0; i < FELT_MOVE_CODES - FELT_MOVE_ITEMS; i++) words += watch->words[i];
    assert_int_equal(words, tally.turns); /* there is nothing but betting */
    assert_true(watch->showdowns > 0 && watch->showdowns <= tally.hands);
    assert_true(watch->decisions > 0 && watch->moves >= 2 * watch->decisions);
}

static void batch_deals_are_those_of_the_seed(void **state)
{
    static struct game game, other;
    (void)state;
    memset(&game, 0, sizeof game);
    make_game(&game, "war", 2, random_only);
    struct felt_batch_tally a = play(&game.batch, 0, 20, 1), b = play(&game.batch, 0, 20, 1);
    assert_same(&a, &b);
    game.batch.seed = 2;
    b = play(&game.batch, 0, 20, 1);
    assert_int_not_equal(a.result, b.result);
    /* War leaves nothing to decide: whoever plays, the same games come of the same deals. */
    memset(&other, 0, sizeof other);
    make_game(&other, "war", 2, two_kinds);
    other.batch.seed = 2;
    struct felt_batch_tally twice = play(&other.batch, 0, 20, 1);
    assert_int_equal(twice.turns, 2 * b.turns);
    assert_int_equal(twice.seat_won[0], 2 * b.seat_won[0]);
    /* And names that changed seats have shared what the seats won. */
    assert_int_equal(twice.line[0].won.sum, twice.line[1].won.sum);
}

static void batch_cut_games_are_counted(void **state)
{
    static struct game game;
    (void)state;
    memset(&game, 0, sizeof game);
    make_game(&game, "war", 2, random_only);
    game.genome.session.gene[FELT_SESSION_TURNS] = 20;
    felt_genome_compile(&game.genome, 2, &game.program);
    struct felt_batch_tally tally = play(&game.batch, 0, 30, 1);
    assert_int_equal(tally.ends[FELT_BATCH_TURNS], 30);
    assert_int_equal(tally.turns, 600);
    memset(&game, 0, sizeof game);
    make_game(&game, "simple-poker", 2, random_only);
    game.genome.session.gene[FELT_SESSION_HANDS] = 3;
    felt_genome_compile(&game.genome, 2, &game.program);
    tally = play(&game.batch, 0, 30, 1);
    assert_int_equal(tally.ends[FELT_BATCH_HANDS], 30);
    assert_int_equal(tally.hands, 90);
}

/* ---- listening ---- */

struct heard {
    uint64_t calls, events, stop;
    bool over;
};

static bool hear(void *self, const struct felt_genome_state *now, const struct felt_event_log *log)
{
    struct heard *heard = self;
    heard->calls++;
    heard->events += log->count;
    heard->over = now->actor < 0;
    return heard->calls != heard->stop;
}

static void batch_listening_hears_the_game_that_is_played(void **state)
{
    static struct game game;
    (void)state;
    memset(&game, 0, sizeof game);
    make_game(&game, "crazy-eights", 3, two_kinds);
    void *memory = malloc(felt_batch_bytes(&game.batch));
    assert_non_null(memory);
    struct felt_batch_table *table = felt_batch_sit(&game.batch, memory);
    uint64_t turns = 0;
    for (int leg = 0; leg < felt_batch_legs(&game.batch); leg++) {
        struct heard heard = {0};
        assert_true(felt_batch_listen(table, 5, leg, &(struct felt_batch_ear){&heard, hear}));
        assert_true(heard.over && heard.events > heard.calls);
        turns += heard.calls - 1;
    }
    struct felt_batch_tally tally = play(&game.batch, 5, 1, 1);
    assert_int_equal(tally.turns, turns);
    struct heard heard = {.stop = 3};
    assert_false(felt_batch_listen(table, 5, 0, &(struct felt_batch_ear){&heard, hear}));
    assert_int_equal(heard.calls, 3);
    free(memory);
}

static bool tick_once(void *self, uint64_t groups)
{
    *(uint64_t *)self = groups;
    return false;
}

static void batch_that_is_stopped_has_what_was_taken(void **state)
{
    static struct game game;
    (void)state;
    memset(&game, 0, sizeof game);
    make_game(&game, "kuhn", 2, random_only);
    int threads = 1;
    uint64_t told = 0;
    struct felt_batch_tally tally;
    const struct felt_batch_run run = {
        .count = 100000, .runner = run_pool, .pool = &threads, .tick = tick_once, .self = &told};
    assert_true(felt_batch_run(&game.batch, &run, &tally));
    assert_true(told > 0 && told < 100000);
    assert_int_equal(tally.groups, told);
}

TEST_MODULE(batch)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batch_legs_give_every_name_every_seat),
        cmocka_unit_test(batch_threads_any_number_same_answer),
        cmocka_unit_test(batch_watching_changes_no_game),
        cmocka_unit_test(batch_parts_add_up_to_the_whole),
        cmocka_unit_test(batch_sums_are_those_of_games),
        cmocka_unit_test(batch_deals_are_those_of_the_seed),
        cmocka_unit_test(batch_cut_games_are_counted),
        cmocka_unit_test(batch_listening_hears_the_game_that_is_played),
        cmocka_unit_test(batch_that_is_stopped_has_what_was_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
