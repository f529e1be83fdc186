/* fault_test.c -- disks that fail at each single operation, and power that goes: what was
 * acknowledged is on the disk, nothing is there twice, and the ledger store comes back by itself.
 *
 * Faults are made by support/faulty_files.h.  For each kind of fault the first, second, third ...
 * operation of a round of deeds fails, until a round ends before its fault comes.  After each round
 * the power goes (in a copy of the files), and the witness looks at what is left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "faulty_files.h"
#include "os/clock.h"
#include "stage.h"
#include "support.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { ROUNDS_MAX = 300, PATIENCE_MS = 250, RETURN_MS = 600000 };

/* ---- a ledger store on a bad disk
 * -------------------------------------------------------------------- */

static void open_bank(struct stage *stage)
{
    struct felt_complaint complaint = {0};
    if (felt_ledger_store_open(&stage->config, &stage->bank, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    stage->client = felt_ledger_client_open(stage->bank, NULL, NULL);
}

static int set_up(void **state)
{
    struct stage *stage = calloc(1, sizeof *stage);
    if (!stage || !place_open(&stage->place, "sqlite") || !place_open(&stage->image, "sqlite"))
        return -1;
    pthread_mutex_init(&stage->lock, NULL);
    witness_open(&stage->witness);
    stage->rng = felt_rng_make(8);
    place_config(&stage->place, &stage->config);
    stage->config.sql.vfs = faulty_files_name();
    stage->config.sql.wait_ms = 1000;
    stage->config.patience_ms = PATIENCE_MS;
    stage->config.log = keep_line;
    stage->config.self = stage;
    *state = stage;
    return 0;
}

static int set_up_open(void **state)
{
    if (set_up(state) != 0) return -1;
    struct stage *stage = *state;
    open_bank(stage);
    return world_open_house(&stage->world, stage->client) ? 0 : -1;
}

static int set_up_tearing(void **state)
{
    faulty_files_tear(true);
    return set_up_open(state);
}

static int tear_down(void **state)
{
    struct stage *stage = *state;
    faulty_files_heal();
    faulty_files_tear(false);
    felt_ledger_store_close(stage->bank);
    faulty_files_forget();
    witness_close(&stage->witness);
    place_close(&stage->place);
    place_close(&stage->image);
    free(stage);
    return 0;
}

/* ---- deeds ----------------------------------------------------------------------------------- */

/* What nobody knows of is sent again, on a disk that is good: it is done or refused. */
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

/* The power goes, in a copy: everything that was acknowledged is in it. */
static void lose_power(struct stage *stage, uint64_t seed)
{
    place_remove(stage->image.root);
    assert_int_equal(mkdir(stage->image.root, 0700), 0);
    assert_true(faulty_files_lose_power(stage->image.root, seed));
    (void)witness_look(&stage->witness, &stage->image.sql, true);
    (void)witness_ask_backup(&stage->witness, &stage->image.sql, false);
    assert_int_equal(stage->witness.breaches, 0);
}

static void assert_good(struct stage *stage)
{
    send_open(stage);
    (void)witness_prove(&stage->witness, &stage->place.sql);
    assert_int_equal(stage->witness.breaches, 0);
}

/* ---- one fault after the other --------------------------------------------------------------- */

/* Round after round until the fault comes.  False: it does not.  A round whose deeds had no time,
 * because the machine has none, is none. */
static bool do_rounds(struct stage *stage, int rounds)
{
    while (rounds > 0 && faulty_files_failed() == 0) {
        uint64_t unavailable = stage->witness.unavailable;
        do_round(stage);
        if (stage->witness.unavailable == unavailable) rounds--;
    }
    return faulty_files_failed() > 0;
}

/* Returns how many operations were hit. */
static int hit_each(struct stage *stage, enum faulty_kind kind, enum faulty_target target,
                    uint64_t times, int rounds)
{
    int hits = 0;
    struct felt_ledger_store_counts before, after;
    for (uint64_t nth = 1;; nth++) {
        wipe_log(stage);
        felt_ledger_store_counts(stage->bank, &before);
        faulty_files_arm(kind, target, nth, times);
        bool came = do_rounds(stage, rounds);
        lose_power(stage, nth % 4);
        faulty_files_heal();
        if (!came) break;
        hits++;
        do_round(stage); /* and it works again, without anybody's help */
        send_open(stage);
        felt_ledger_store_counts(stage->bank, &after);
        if (after.reopened > before.reopened) {
            assert_true(said(stage, "error store: "));
            assert_true(said(stage, "the database is lost: "));
            assert_true(said(stage, "the database is back"));
        } else { /* only what comes after a commit can fail unseen */
            assert_int_not_equal(target, FAULTY_LOG);
        }
        lose_power(stage, 1 + nth);
        if (rounds > 1 && nth >= (test_is_quick() ? 3 : 12)) break;
    }
    print_message("# %s, %d in a row: %d operations hit\n", faulty_files_word(kind), (int)times,
                  hits);
    return hits;
}

static void commits_each_operation_fails(void **state)
{
    static const enum faulty_kind kinds[] = {FAULTY_WRITE, FAULTY_SHORT, FAULTY_FULL, FAULTY_SYNC,
                                             FAULTY_SYNC_LOSES};
    struct stage *stage = *state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        assert_true(hit_each(stage, kinds[i], FAULTY_LOG, 1, 1) > 0);
    assert_good(stage);
}

/* Then they fail while the ledger store tries to come back, too. */
static void commits_several_in_a_row_fail(void **state)
{
    static const enum faulty_kind kinds[] = {FAULTY_WRITE, FAULTY_FULL, FAULTY_SYNC,
                                             FAULTY_SYNC_LOSES};
    struct stage *stage = *state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        for (uint64_t times = 2; times <= (test_is_quick() ? 2 : 4); times++)
            assert_true(hit_each(stage, kinds[i], FAULTY_ANY, times, 1) > 0);
    assert_good(stage);
}

/* Where sectors may be torn, the log ends with copies that were never synced: after a sync that
 * loses what was written, it is shorter than its index. */
static void commits_to_torn_sectors_fail(void **state)
{
    struct stage *stage = *state;
    for (int i = 0; i < (test_is_quick() ? 4 : 20); i++) {
        assert_true(hit_each(stage, FAULTY_SYNC, FAULTY_LOG, 1, 1) > 0);
        assert_true(hit_each(stage, FAULTY_SYNC_LOSES, FAULTY_LOG, 1, 1) > 0);
        assert_true(hit_each(stage, FAULTY_SYNC_LOSES, FAULTY_ANY, 2, 1) > 0);
    }
    assert_good(stage);
}

/* A checkpoint comes when the log is long: round after round until it does. */
static void checkpoints_each_operation_fails(void **state)
{
    static const enum faulty_kind kinds[] = {FAULTY_WRITE, FAULTY_SHORT, FAULTY_FULL, FAULTY_SYNC,
                                             FAULTY_SYNC_LOSES};
    struct stage *stage = *state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        assert_true(hit_each(stage, kinds[i], FAULTY_DATABASE, 1, ROUNDS_MAX) > 0);
    assert_good(stage);
}

static void reads_fail(void **state)
{
    struct stage *stage = *state;
    for (int i = 0; i < 20; i++) do_round(stage);
    for (uint64_t nth = 1; nth <= 3; nth++) {
        faulty_files_arm(FAULTY_READ, FAULTY_ANY, nth, 2);
        /* A reopened bank reads everything anew. */
        felt_ledger_store_close(stage->bank);
        faulty_files_heal();
        open_bank(stage);
        faulty_files_arm(FAULTY_READ, FAULTY_ANY, nth, 2);
        do_round(stage);
        faulty_files_heal();
        send_open(stage);
        lose_power(stage, nth);
    }
    assert_good(stage);
}

/* ---- a disk that is bad for a while ---------------------------------------------------------- */

static void outages_end_by_themselves(void **state)
{
    struct stage *stage = *state;
    for (int kind = 0; kind < FAULTY_KINDS; kind++) {
        if (kind == FAULTY_OPEN || kind == FAULTY_READ) continue;
        do_round(stage);
        wipe_log(stage);
        uint64_t unavailable = stage->witness.unavailable;
        faulty_files_arm((enum faulty_kind)kind, FAULTY_ANY, 1, FAULTY_FOR_EVER);
        int64_t until_us = felt_clock_us() + INT64_C(1000) * RETURN_MS;
        do_round(stage);
        do do_round(stage); /* again if the first ones had no time to try */
        while (!said(stage, "the database is lost: ") && felt_clock_us() < until_us);
        assert_true(stage->witness.unavailable > unavailable);
        assert_true(said(stage, "the database is lost: "));
        assert_false(said(stage, "the database is back"));
        lose_power(stage, (uint64_t)kind + 1);
        faulty_files_heal();
        send_open(stage);
        do_round(stage);
        assert_true(said(stage, "the database is back"));
        lose_power(stage, (uint64_t)kind + 1);
    }
    assert_good(stage);
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Opens with the fault, and again without.  False: the fault did not come. */
static bool open_twice(struct stage *stage, enum faulty_kind kind, uint64_t nth)
{
    struct felt_complaint complaint = {0};
    faulty_files_arm(kind, FAULTY_ANY, nth, 1);
    enum felt_status status = felt_ledger_store_open(&stage->config, &stage->bank, &complaint);
    felt_ledger_store_close(stage->bank);
    bool came = faulty_files_failed() > 0;
    faulty_files_heal();
    if (status != FELT_OK) assert_true(complaint.text[0] != '\0');
    open_bank(stage);
    return came;
}

static void remove_ledger(struct stage *stage)
{
    felt_ledger_store_close(stage->bank);
    stage->bank = NULL;
    faulty_files_forget();
    place_remove(stage->place.root);
}

/* The tables are being made. */
static void opening_new_ledger_each_operation_fails(void **state)
{
    struct stage *stage = *state;
    for (int kind = 0; kind < FAULTY_KINDS; kind++) {
        uint64_t nth = 1;
        for (; open_twice(stage, (enum faulty_kind)kind, nth); nth += test_is_quick() ? 7 : 1)
            remove_ledger(stage);
        remove_ledger(stage);
        print_message("# %s: %d operations\n", faulty_files_word((enum faulty_kind)kind),
                      (int)nth - 1);
    }
    open_bank(stage);
    assert_true(world_open_house(&stage->world, stage->client));
    do_round(stage);
    assert_good(stage);
}

/* The log of a ledger store that lost its power is being read. */
static void opening_after_a_crash_each_operation_fails(void **state)
{
    struct stage *stage = *state;
    const struct felt_sql_config place = stage->config.sql;
    for (int i = 0; i < 10; i++) do_round(stage);
    send_open(stage);
    char origin[sizeof stage->image.root];
    (void)snprintf(origin, sizeof origin, "%s/felt_ledger_XXXXXX", felt_test_folder());
    assert_non_null(mkdtemp(origin));
    assert_true(faulty_files_lose_power(origin, 0));
    felt_ledger_store_close(stage->bank);
    stage->config.sql.place = stage->image.root;
    for (int kind = 0; kind < FAULTY_KINDS; kind++) {
        bool came = true;
        for (uint64_t nth = 1; came; nth += test_is_quick() ? 7 : 1) {
            char command[3 * sizeof origin];
            faulty_files_forget();
            place_remove(stage->image.root);
            (void)snprintf(command, sizeof command, "cp -r %s %s", origin, stage->image.root);
            assert_int_equal(system(command), 0);
            came = open_twice(stage, (enum faulty_kind)kind, nth);
            (void)witness_look(&stage->witness, &stage->image.sql, true);
            assert_int_equal(stage->witness.breaches, 0);
            felt_ledger_store_close(stage->bank);
        }
    }
    place_remove(origin);
    stage->config.sql = place;
    faulty_files_forget();
    open_bank(stage);
    assert_good(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(commits_each_operation_fails, set_up_open, tear_down),
        cmocka_unit_test_setup_teardown(commits_several_in_a_row_fail, set_up_open, tear_down),
        cmocka_unit_test_setup_teardown(commits_to_torn_sectors_fail, set_up_tearing, tear_down),
        cmocka_unit_test_setup_teardown(checkpoints_each_operation_fails, set_up_open, tear_down),
        cmocka_unit_test_setup_teardown(reads_fail, set_up_open, tear_down),
        cmocka_unit_test_setup_teardown(outages_end_by_themselves, set_up_open, tear_down),
        cmocka_unit_test_setup_teardown(opening_new_ledger_each_operation_fails, set_up, tear_down),
        cmocka_unit_test_setup_teardown(opening_after_a_crash_each_operation_fails, set_up_open,
                                        tear_down),
    };
    return cmocka_run_group_tests_name("faults of disks", tests, NULL, NULL);
}
