/* outage_test.c -- PostgreSQL servers whose lines are cut, who say nothing, who are away: no chip
 * is lost or moved twice, and the ledger store comes back by itself.
 *
 * usage: outage_test [SECONDS]     how long a server is away: 3
 *
 * Between bank and server is support/wire_cutter.h.  What the ledger store says is compared with
 * the ledger, which is read over a line that nobody cuts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "os/clock.h"
#include "stage.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATIENT_MS = 60000, /* where an order is to be done: on a slow machine, too                  */
    PATIENCE_MS = 600,  /* where nobody is there                                                 */
    WAIT_MS = 400,
    RETURN_MS = 600000
};

/* A slow machine may need several attempts to open a ledger store that is in a hurry. */
static bool open_bank(struct stage *stage, const struct felt_ledger_store_config *config)
{
    struct felt_complaint complaint;
    int64_t until_us = felt_clock_us() + INT64_C(1000) * RETURN_MS;
    while (felt_ledger_store_open(config, &stage->bank, &complaint) != FELT_OK) {
        if (felt_clock_us() < until_us) continue;
        fprintf(stderr, "# %s\n", complaint.text);
        return false;
    }
    stage->client = felt_ledger_client_open(stage->bank, NULL, NULL);
    return true;
}

static int set_up(void **state, uint32_t patience_ms, uint32_t wait_ms)
{
    struct stage *stage = calloc(1, sizeof *stage);
    struct felt_ledger_store_config config;
    if (!stage || !place_open(&stage->place, "postgres")) return -1;
    pthread_mutex_init(&stage->lock, NULL);
    witness_open(&stage->witness);
    stage->rng = felt_rng_make(9);
    stage->away_us = *(const int64_t *)*state;
    stage->cutter = wire_cutter_open(stage->place.text);
    if (!stage->cutter) return -1;
    place_config(&stage->place, &config);
    config.sql.place = wire_cutter_conninfo(stage->cutter);
    config.sql.wait_ms = wait_ms;
    config.patience_ms = patience_ms;
    config.log = keep_line;
    config.self = stage;
    if (!open_bank(stage, &config)) return -1;
    *state = stage;
    return world_open_house(&stage->world, stage->client) ? 0 : -1;
}

/* Lines that are cut end at once: nobody has to be in a hurry to notice. */
static int set_up_patient(void **state)
{
    return set_up(state, PATIENT_MS, PATIENT_MS / 2);
}

static int set_up_hurried(void **state)
{
    return set_up(state, PATIENCE_MS, WAIT_MS);
}

static int tear_down(void **state)
{
    struct stage *stage = *state;
    wire_cutter_set(stage->cutter, WIRE_PASS, 0);
    felt_ledger_store_close(stage->bank);
    wire_cutter_close(stage->cutter);
    witness_close(&stage->witness);
    place_close(&stage->place);
    free(stage);
    return 0;
}

/* ---- deeds ----------------------------------------------------------------------------------- */

/* What nobody knows of is sent again, to a server that is there: it is done or refused. */
static void send_open(struct stage *stage)
{
    struct witness *witness = &stage->witness;
    for (size_t i = 0; i < witness->count; i++) {
        const struct deed deed = witness->testimony[i].deed;
        int64_t until_us = felt_clock_us() + INT64_C(1000) * RETURN_MS;
        while (witness->testimony[i].pending && felt_clock_us() < until_us)
            send_all(stage, &deed, 1);
        if (witness->testimony[i].pending) fail_msg("the bank does not come back: %s", stage->log);
    }
}

static void assert_good(struct stage *stage)
{
    send_open(stage);
    (void)witness_prove(&stage->witness, &stage->place.sql);
    assert_int_equal(stage->witness.breaches, 0);
}

static void assert_told(struct stage *stage)
{
    assert_true(said(stage, "error store: "));
    assert_true(said(stage, "the database is lost: "));
    assert_true(said(stage, "the database is back"));
}

/* ---- lines that are cut ---------------------------------------------------------------------- */

static void cut_at_commits(struct stage *stage, enum wire_mode mode)
{
    for (int i = 0; i < 10; i++) {
        wipe_log(stage);
        wire_cutter_set(stage->cutter, mode, 0);
        uint64_t replayed = stage->witness.replayed;
        for (int tries = 0; tries < 5 && wire_cutter_cuts(stage->cutter) == 0; tries++)
            do_round(stage);
        assert_int_equal(wire_cutter_cuts(stage->cutter), 1);
        assert_told(stage);
        /* The ledger store itself tried again: it was done before, or now. */
        if (mode == WIRE_CUT_AFTER_COMMIT)
            assert_true(stage->witness.replayed > replayed);
        else
            assert_true(stage->witness.replayed == replayed);
    }
    assert_good(stage);
}

static void commits_that_do_not_arrive_are_done_once(void **state)
{
    cut_at_commits(*state, WIRE_CUT_BEFORE_COMMIT);
}

static void commits_whose_answer_is_lost_are_done_once(void **state)
{
    cut_at_commits(*state, WIRE_CUT_AFTER_COMMIT);
}

static void lines_are_cut_at_each_message(void **state)
{
    struct stage *stage = *state;
    uint64_t cuts = 0;
    for (uint64_t nth = 1; nth <= 60; nth++) {
        wire_cutter_set(stage->cutter, WIRE_CUT_MESSAGE, nth);
        do_round(stage);
        cuts += wire_cutter_cuts(stage->cutter);
        wire_cutter_set(stage->cutter, WIRE_PASS, 0);
        do_round(stage);
        assert_int_equal(stage->witness.breaches, 0);
    }
    assert_true(cuts > 30);
    print_message("# %d lines cut\n", (int)cuts);
    assert_good(stage);
}

/* ---- servers that are not there -------------------------------------------------------------- */

/* Customers come all the time, and are told that nobody is there. */
static void live_through(struct stage *stage)
{
    int64_t until_us = felt_clock_us() + stage->away_us;
    int64_t latest_us = until_us + INT64_C(1000) * RETURN_MS;
    uint64_t unavailable = stage->witness.unavailable;
    while (felt_clock_us() < until_us ||
           (!said(stage, "the database is lost: ") && felt_clock_us() < latest_us)) {
        int64_t began_us = felt_clock_us();
        do_round(stage);
        /* Nobody waits much longer than the ledger store's patience and one wait for the server: a
         * second; the rest is for the machine.  luck: ten minutes end what hangs. */
        assert_true(felt_clock_us() - began_us < INT64_C(1000) * RETURN_MS);
        if (felt_clock_us() - began_us < 5000) rest_us(5000);
    }
    assert_true(stage->witness.unavailable > unavailable);
    assert_true(said(stage, "the database is lost: "));
    assert_false(said(stage, "the database is back"));
}

static void come_back(struct stage *stage)
{
    int64_t began_us = felt_clock_us();
    send_open(stage);
    print_message("# back after %d ms\n", (int)((felt_clock_us() - began_us) / 1000));
    do_round(stage);
    assert_told(stage);
    assert_good(stage);
}

static void silent_servers_are_left(void **state)
{
    struct stage *stage = *state;
    do_round(stage);
    wipe_log(stage);
    wire_cutter_set(stage->cutter, WIRE_HOLD, 0);
    live_through(stage);
    wire_cutter_set(stage->cutter, WIRE_PASS, 0);
    come_back(stage);
}

static void servers_that_refuse_are_asked_again(void **state)
{
    struct stage *stage = *state;
    do_round(stage);
    wipe_log(stage);
    wire_cutter_set(stage->cutter, WIRE_REFUSE, 0);
    live_through(stage);
    wire_cutter_set(stage->cutter, WIRE_PASS, 0);
    come_back(stage);
}

static void servers_that_stop_are_awaited(void **state)
{
    struct stage *stage = *state;
    if (!felt_cluster_is_ours()) skip();
    do_round(stage);
    wipe_log(stage);
    assert_true(felt_cluster_order("stop"));
    live_through(stage);
    assert_true(felt_cluster_order("restart"));
    come_back(stage);
}

int main(int argc, char **argv)
{
    int64_t away_us = INT64_C(1000000) * (argc > 1 ? strtoll(argv[1], NULL, 10) : 3);
    const struct CMUnitTest tests[] = {
#define CASE(name, how) {#name, name, set_up_##how, tear_down, &away_us}
        CASE(commits_that_do_not_arrive_are_done_once, patient),
        CASE(commits_whose_answer_is_lost_are_done_once, patient),
        CASE(lines_are_cut_at_each_message, patient),
        CASE(silent_servers_are_left, hurried),
        CASE(servers_that_refuse_are_asked_again, hurried),
        CASE(servers_that_stop_are_awaited, hurried),
#undef CASE
    };
    if (!felt_cluster_conninfo()) return puts("1..0 # SKIP there is no PostgreSQL") < 0;
    return cmocka_run_group_tests_name("outages of servers", tests, NULL, NULL);
}
