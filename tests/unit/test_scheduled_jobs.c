/* test_scheduled_jobs.c -- what a server does by the clock: when, also if somebody sets it; for
 * whom; and with the ledger of a real bank. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/app/scheduled_jobs.h"
#include "cluster.h"
#include "module.h"
#include "os/secret.h"
#include "remove_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MINUTE   INT64_C(60000)
#define HOUR     (60 * MINUTE)
#define DAY      (24 * HOUR)
#define MIDNIGHT (INT64_C(20455) * DAY) /* 2026-01-02 */
#define TICKS    (5 * HOUR)

enum { GUESTS = FELT_SCHEDULED_JOB_GUESTS, RESET = FELT_SCHEDULED_JOB_RESET };
enum { PATIENCE_MS = 60000 /* on a slow machine, too */ };

static struct felt_scheduled_jobs_plan make_plan(int minute, int64_t now_ms)
{
    struct felt_scheduled_jobs_plan plan;
    felt_scheduled_jobs_plan_init(&plan, minute, now_ms, TICKS);
    return plan;
}

/* ---- when ------------------------------------------------------------------------------------ */

/* C1 */
static void scheduled_jobs_reset_is_due_today_tomorrow_or_was_just_missed(void **state)
{
    static const struct {
        int minute;
        int64_t now, due; /* minutes since midnight */
    } rows[] = {
        {6 * 60, 0, 6 * 60},
        {6 * 60, 6 * 60, 6 * 60},
        {6 * 60, 6 * 60 + 59, 6 * 60},
        {6 * 60, 7 * 60, 30 * 60},
        {23 * 60 + 30, 0, -30},
        {23 * 60 + 30, 10, -30},
        {23 * 60 + 30, 29, -30},
        {23 * 60 + 30, 30, 23 * 60 + 30},
        {23 * 60 + 30, 23 * 60 + 45, 23 * 60 + 30},
        {0, 0, 0},
        {0, 59, 0},
        {0, 60, 24 * 60},
        {0, 23 * 60 + 59, 24 * 60},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct felt_scheduled_jobs_plan plan =
            make_plan(rows[i].minute, MIDNIGHT + rows[i].now * MINUTE);
        assert_true(plan.due_ms[RESET] == MIDNIGHT + rows[i].due * MINUTE);
        assert_true(plan.day_ms == plan.due_ms[RESET]);
    }
    assert_true(make_plan(-1, MIDNIGHT).due_ms[RESET] == INT64_MAX);
}

static void scheduled_jobs_come_again_in_their_period(void **state)
{
    struct felt_scheduled_jobs_plan plan = make_plan(0, MIDNIGHT);
    (void)state;
    assert_true(plan.due_ms[GUESTS] == MIDNIGHT);
    felt_scheduled_jobs_plan_done(&plan, FELT_SCHEDULED_JOB_GUESTS, MIDNIGHT + 5);
    felt_scheduled_jobs_plan_failed(&plan, FELT_SCHEDULED_JOB_RESET, MIDNIGHT + 5);
    assert_true(plan.due_ms[GUESTS] == MIDNIGHT + HOUR + 5);
    assert_true(plan.due_ms[RESET] == MIDNIGHT + MINUTE + 5);
    assert_true(plan.day_ms == MIDNIGHT);
    felt_scheduled_jobs_plan_tick(&plan, MIDNIGHT + 2 * MINUTE, TICKS + 2 * MINUTE);
    assert_true(plan.day_ms == MIDNIGHT); /* the same reset is tried again */
    felt_scheduled_jobs_plan_done(&plan, FELT_SCHEDULED_JOB_RESET, MIDNIGHT + 2 * MINUTE);
    assert_true(plan.due_ms[RESET] == MIDNIGHT + DAY);
    felt_scheduled_jobs_plan_tick(&plan, MIDNIGHT + 2 * MINUTE, TICKS + 2 * MINUTE);
    assert_true(plan.due_ms[RESET] == MIDNIGHT + DAY);
    assert_true(plan.due_ms[GUESTS] == MIDNIGHT + HOUR + 5);
}

/* C2, C3: the clock is set by `jump` and, an hour and a bit later, back again. */
static void scheduled_jobs_survive_a_clock_that_is_set(void **state)
{
    static const int64_t jumps[] = {MINUTE,  HOUR,  3 * HOUR,  DAY,       400 * DAY,
                                    -MINUTE, -HOUR, -3 * HOUR, -40 * DAY, 10000 * DAY};
    (void)state;
    for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++) {
        int64_t now = MIDNIGHT + 12 * HOUR, ticks = TICKS;
        struct felt_scheduled_jobs_plan plan = make_plan(18 * 60, now);
        for (int back = 0; back < 2; back++) {
            now += back ? -jumps[i] : jumps[i];
            felt_scheduled_jobs_plan_tick(&plan, now, ticks);
            assert_true(plan.due_ms[GUESTS] == now + HOUR);
            felt_scheduled_jobs_plan_failed(&plan, FELT_SCHEDULED_JOB_GUESTS,
                                            now); /* one that was under way */
            felt_scheduled_jobs_plan_tick(&plan, now + 5 * MINUTE, ticks + 5 * MINUTE);
            assert_true(plan.due_ms[GUESTS] == now + HOUR);
            assert_true(plan.due_ms[RESET] - now <= DAY + 5 * MINUTE);
            assert_true(plan.due_ms[RESET] > now - HOUR);
            assert_true(plan.due_ms[RESET] % DAY == 18 * HOUR);
            now += 61 * MINUTE, ticks += 61 * MINUTE;
            felt_scheduled_jobs_plan_tick(&plan, now, ticks);
            assert_true(plan.due_ms[GUESTS] <= now);
            felt_scheduled_jobs_plan_done(&plan, FELT_SCHEDULED_JOB_GUESTS, now);
            if (plan.due_ms[RESET] <= now)
                felt_scheduled_jobs_plan_done(&plan, FELT_SCHEDULED_JOB_RESET, now);
        }
        assert_true(plan.due_ms[RESET] - now <= DAY);
    }
}

static void scheduled_jobs_small_steps_of_the_clock_are_none(void **state)
{
    struct felt_scheduled_jobs_plan plan = make_plan(-1, MIDNIGHT);
    (void)state;
    felt_scheduled_jobs_plan_tick(&plan, MIDNIGHT + HOUR + 59000, TICKS + HOUR);
    assert_true(plan.due_ms[GUESTS] == MIDNIGHT);
    assert_true(plan.due_ms[RESET] == INT64_MAX);
}

static void scheduled_jobs_are_for_those_who_were_there(void **state)
{
    static const struct {
        enum felt_user_kind kind;
        int64_t reg_date, deleted_at;
        bool guests, reset;
    } rows[] = {
        {FELT_USER_GUEST, 1, 0, true, false},
        {FELT_USER_GUEST, 1, 5, false, false},
        {FELT_USER_HUMAN, MIDNIGHT - 1, 0, false, true},
        {FELT_USER_HUMAN, MIDNIGHT, 0, false, true},
        {FELT_USER_HUMAN, MIDNIGHT + 1, 0, false, false}, /* C4 */
        {FELT_USER_HUMAN, 1, 5, false, false},
        {FELT_USER_HOUSE, 1, 0, false, false},
        {FELT_USER_ADMIN, 1, 0, false, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct felt_user user = {.kind = (uint8_t)rows[i].kind,
                                 .reg_date = rows[i].reg_date,
                                 .deleted_at = rows[i].deleted_at};
        assert_true(felt_scheduled_jobs_wants(FELT_SCHEDULED_JOB_GUESTS, &user, MIDNIGHT) ==
                    rows[i].guests);
        assert_true(felt_scheduled_jobs_wants(FELT_SCHEDULED_JOB_RESET, &user, MIDNIGHT) ==
                    rows[i].reset);
    }
}

/* ---- with a bank ----------------------------------------------------------------------------- */

struct scene {
    char directory[256];
    struct felt_ledger_store_config config;
    struct felt_ledger_store *bank;
    struct felt_ledger_client *desk;
};

static int set_up(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    struct felt_complaint complaint = {.text = ""};
    (void)snprintf(scene->directory, sizeof scene->directory, "%s/felt-chores-XXXXXX",
                   felt_test_folder());
    assert_non_null(mkdtemp(scene->directory));
    scene->config = felt_ledger_store_config_usual;
    scene->config.sql = (struct felt_sql_config){
        .kind = FELT_SQL_SQLITE, .place = scene->directory, .wait_ms = PATIENCE_MS};
    scene->config.patience_ms = PATIENCE_MS;
    scene->config.ledger.digests = &felt_secret_digests;
    assert_int_equal(felt_ledger_store_open(&scene->config, &scene->bank, &complaint), FELT_OK);
    scene->desk = felt_ledger_client_open(scene->bank, NULL, NULL);
    assert_non_null(scene->desk);
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    felt_ledger_client_close(scene->desk);
    felt_ledger_store_close(scene->bank);
    remove_folder(scene->directory);
    free(scene);
    return 0;
}

static void ignore(void *self, const char *level, const char *text)
{
    (void)self, (void)level, (void)text;
}

/* Gives all orders before it waits for the first receipt. */
static void add_users(struct scene *scene, int count, enum felt_user_kind kind, int64_t now_ms)
{
    struct felt_ledger_store_reply reply;
    for (int i = 0; i < count; i++) {
        struct felt_order order = {
            .kind = FELT_ORDER_SIGN_UP, .now_ms = now_ms, .user_kind = (uint8_t)kind};
        (void)snprintf(order.key, sizeof order.key, "signup:%lld:%d", (long long)now_ms, i);
        if (kind == FELT_USER_HUMAN) {
            (void)snprintf(order.username, sizeof order.username, "user-%lld-%d",
                           (long long)(now_ms / MINUTE % 10000), i);
            (void)snprintf(order.password, sizeof order.password, "$2b$04$x");
        }
        assert_true(felt_ledger_client_order(scene->desk, &order, 1));
    }
    for (int i = 0; i < count; i++) {
        assert_true(felt_ledger_client_take(scene->desk, PATIENCE_MS, &reply));
        assert_int_equal(reply.receipt.outcome, FELT_OUTCOME_OK);
    }
}

static void do_order(struct scene *scene, enum felt_order_kind kind, int64_t user, const char *key)
{
    struct felt_ledger_store_reply reply;
    struct felt_order order = {
        .kind = (uint8_t)kind, .now_ms = MIDNIGHT, .user = user, .table = "nl-2-1"};
    if (kind == FELT_ORDER_BUY_IN) order.amount = 100;
    (void)snprintf(order.key, sizeof order.key, "%s:%lld", key, (long long)user);
    assert_true(felt_ledger_client_order(scene->desk, &order, 1));
    assert_true(felt_ledger_client_take(scene->desk, PATIENCE_MS, &reply));
    assert_int_equal(reply.receipt.outcome, FELT_OUTCOME_OK);
}

/* Turns until nothing is under way for a while. */
static struct felt_scheduled_jobs_counts run(struct scene *scene, int minute, int64_t now_ms,
                                             uint64_t expected)
{
    struct felt_scheduled_jobs *chores =
        felt_scheduled_jobs_open(scene->bank, minute, NULL, ignore, NULL, now_ms, TICKS);
    assert_non_null(chores);
    const struct felt_scheduled_jobs_counts *counts = felt_scheduled_jobs_counts(chores);
    for (int i = 0; i < 2 * PATIENCE_MS && counts->guests_closed + counts->resets < expected; i++) {
        (void)felt_scheduled_jobs_turn(chores, now_ms, TICKS);
        (void)usleep(500);
    }
    for (int i = 0; i < 50; i++) {
        (void)felt_scheduled_jobs_turn(chores, now_ms, TICKS);
        (void)usleep(500);
    }
    struct felt_scheduled_jobs_counts out = *counts;
    felt_scheduled_jobs_close(chores);
    return out;
}

/* More than a page, and those who were here lately stay. */
static void scheduled_jobs_close_all_guests_who_are_long_unseen(void **state)
{
    struct scene *scene = *state;
    add_users(scene, 250, FELT_USER_GUEST, MIDNIGHT);
    add_users(scene, 3, FELT_USER_GUEST, MIDNIGHT + 2 * DAY);
    assert_int_equal(run(scene, -1, MIDNIGHT + 31 * DAY, 250).guests_closed, 250);
    assert_int_equal(run(scene, -1, MIDNIGHT + 31 * DAY, 0).guests_closed, 0);
    assert_int_equal(run(scene, -1, MIDNIGHT + 33 * DAY, 3).guests_closed, 3);
}

static void keep_count(void *self, uint64_t count)
{
    *(uint64_t *)self = count;
}

/* Of three guests who came a day ago one sat down, and has stood up again. */
static void scheduled_jobs_close_guests_who_never_sat_sooner(void **state)
{
    struct scene *scene = *state;
    uint64_t left = 99;
    add_users(scene, 3, FELT_USER_GUEST, MIDNIGHT);
    add_users(scene, 2, FELT_USER_GUEST, MIDNIGHT + 20 * HOUR);
    add_users(scene, 1, FELT_USER_HUMAN, MIDNIGHT + MINUTE);
    do_order(scene, FELT_ORDER_BUY_IN, 2, "in");
    do_order(scene, FELT_ORDER_CASH_OUT, 2, "out");
    struct felt_scheduled_jobs *chores =
        felt_scheduled_jobs_open(scene->bank, -1, NULL, ignore, &left, MIDNIGHT + 25 * HOUR, TICKS);
    felt_scheduled_jobs_guests(chores, 30 * DAY, DAY, keep_count);
    for (int i = 0; i < 2 * PATIENCE_MS && left == 99; i++) {
        (void)felt_scheduled_jobs_turn(chores, MIDNIGHT + 25 * HOUR, TICKS);
        (void)usleep(500);
    }
    assert_int_equal(left, 3); /* the one who sat, and two who came four hours ago */
    assert_int_equal(felt_scheduled_jobs_counts(chores)->guests_closed, 2);
    felt_scheduled_jobs_close(chores);
}

/* A server that was started again within the hour resets nobody who came since. */
static void scheduled_jobs_reset_is_for_those_who_were_there(void **state)
{
    struct scene *scene = *state;
    add_users(scene, 3, FELT_USER_HUMAN, MIDNIGHT - HOUR);
    assert_int_equal(run(scene, 0, MIDNIGHT + MINUTE, 3).resets, 3);
    add_users(scene, 2, FELT_USER_HUMAN, MIDNIGHT + 10 * MINUTE);
    assert_int_equal(run(scene, 0, MIDNIGHT + 20 * MINUTE, 0).resets, 0);
    assert_int_equal(run(scene, 0, MIDNIGHT + DAY, 5).resets, 5);
}

/* ---- whoever sits ---------------------------------------------------------------------------- */

/* A room of which the last user gets up when he is asked for the second time, if ever. */
struct people {
    struct scene *scene;
    int64_t user;
    int asked, stubborn; /* gets up when asked so often, 0: never                               */
    int64_t closed;
};

static void clear_room(void *self)
{
    struct people *people = self;
    if (++people->asked == people->stubborn)
        do_order(people->scene, FELT_ORDER_CASH_OUT, people->user, "out");
}

static void note_closed(void *self, int64_t user)
{
    ((struct people *)self)->closed = user;
}

static uint64_t count_replies(struct scene *scene)
{
    struct felt_ledger_store_counts counts;
    do {
        felt_ledger_store_counts(scene->bank, &counts);
        if (counts.waiting > 0) (void)usleep(300);
    } while (counts.waiting > 0);
    return counts.orders + counts.questions;
}

/* So many minutes of a server's life.  Where it waits for its clock no time is lost; while the bank
 * works, however long that takes, its clock stands still. */
static struct felt_scheduled_jobs_counts live(struct scene *scene, struct people *people,
                                              int minutes)
{
    struct felt_scheduled_jobs *chores =
        felt_scheduled_jobs_open(scene->bank, 0, NULL, ignore, NULL, MIDNIGHT, TICKS);
    struct felt_scheduled_jobs_room room = {people, clear_room, note_closed};
    felt_scheduled_jobs_join(chores, &room);
    for (int64_t at = 0; at < minutes * MINUTE;) {
        uint64_t before = count_replies(scene);
        int64_t wait = felt_scheduled_jobs_turn(chores, MIDNIGHT + at, TICKS + at);
        if (count_replies(scene) == before) at += wait + 1; /* nothing is under way */
    }
    struct felt_scheduled_jobs_counts out = *felt_scheduled_jobs_counts(chores);
    felt_scheduled_jobs_close(chores);
    return out;
}

/* C5 */
static void scheduled_jobs_reset_waits_for_those_who_sit(void **state)
{
    struct scene *scene = *state;
    struct people people = {.scene = scene, .user = 2, .stubborn = 2};
    add_users(scene, 3, FELT_USER_HUMAN, MIDNIGHT - HOUR);
    do_order(scene, FELT_ORDER_BUY_IN, 2, "in");
    struct felt_scheduled_jobs_counts counts = live(scene, &people, 2);
    assert_int_equal(counts.resets, 3);
    assert_int_equal(counts.resets_skipped, 0);
    assert_int_equal(people.asked, 2); /* and nobody any more when all are up */
}

static void scheduled_jobs_reset_leaves_out_who_never_stands_up(void **state)
{
    struct scene *scene = *state;
    struct people people = {.scene = scene, .user = 2};
    add_users(scene, 3, FELT_USER_HUMAN, MIDNIGHT - HOUR);
    do_order(scene, FELT_ORDER_BUY_IN, 2, "in");
    struct felt_scheduled_jobs_counts counts = live(scene, &people, 12);
    assert_int_equal(counts.resets, 2);
    assert_int_equal(counts.resets_skipped, 1);
    assert_in_range(people.asked, 10, 121); /* every five seconds, or when the bank is done */
}

static void scheduled_jobs_tell_of_guests_they_close(void **state)
{
    struct scene *scene = *state;
    struct people people = {.scene = scene};
    add_users(scene, 1, FELT_USER_GUEST, MIDNIGHT - 31 * DAY);
    assert_int_equal(live(scene, &people, 1).guests_closed, 1);
    assert_int_equal(people.closed, 1);
}

TEST_MODULE(scheduled_jobs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scheduled_jobs_reset_is_due_today_tomorrow_or_was_just_missed),
        cmocka_unit_test(scheduled_jobs_come_again_in_their_period),
        cmocka_unit_test(scheduled_jobs_survive_a_clock_that_is_set),
        cmocka_unit_test(scheduled_jobs_small_steps_of_the_clock_are_none),
        cmocka_unit_test(scheduled_jobs_are_for_those_who_were_there),
        cmocka_unit_test_setup_teardown(scheduled_jobs_close_all_guests_who_are_long_unseen, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(scheduled_jobs_close_guests_who_never_sat_sooner, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(scheduled_jobs_reset_is_for_those_who_were_there, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(scheduled_jobs_reset_waits_for_those_who_sit, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(scheduled_jobs_reset_leaves_out_who_never_stands_up, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(scheduled_jobs_tell_of_guests_they_close, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
