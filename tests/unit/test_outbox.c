/* test_outbox.c -- frames are written once, wait for the journal, keep their order, and reach the
 * line they were for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/session/rate_limit.h"
#include "server/session/outbox.h"
#include "module.h"

#include <stdio.h>
#include <string.h>

enum { CONNS = 6000, BYTES = 4096 };

struct post_tournaments {
    struct felt_outbox box;
    struct felt_transport link;
    int written, sent, flushes, holds, marks, droppable;
    bool disk_fails;
    uint64_t later; /* the number that the journal answers; 0: it is done at once              */
    int sealed_turns, sent_turns, dismissed;
    char last[CONNS][16]; /* the last frame of a connection */
    int frames[CONNS];
    uint32_t order[64]; /* lines of the first frames                                          */
};

static enum felt_flush flush(void *self, uint64_t *number)
{
    struct post_tournaments *tournaments = self;
    tournaments->flushes++;
    *number = tournaments->later;
    return tournaments->disk_fails ? FELT_FLUSH_FAILED
           : tournaments->later    ? FELT_FLUSH_LATER
                                   : FELT_FLUSH_DONE;
}

static void write_text(void *self, const void *what, struct felt_buffer *out)
{
    ((struct post_tournaments *)self)->written++;
    felt_buffer_text(out, what);
}

static void note_sealed(void *self)
{
    ((struct post_tournaments *)self)->sealed_turns++;
}

static void note_sent(void *self)
{
    ((struct post_tournaments *)self)->sent_turns++;
}

static void dismiss_conn(void *self, uint32_t conn, uint16_t code, const char *reason)
{
    struct post_tournaments *tournaments = self;
    (void)conn;
    assert_int_equal(code, 1008);
    assert_string_equal(reason, "go");
    tournaments->dismissed = 1 + tournaments->sent; /* when */
}

static void send_frame(void *self, uint32_t conn, char *text, size_t bytes, bool droppable)
{
    struct post_tournaments *tournaments = self;
    if (tournaments->sent < 64) tournaments->order[tournaments->sent] = conn;
    tournaments->sent++;
    tournaments->frames[conn]++;
    tournaments->droppable += droppable;
    snprintf(tournaments->last[conn], sizeof tournaments->last[conn], "%.*s", (int)bytes, text);
    memset(text - FELT_TRANSPORT_PRE, 0xA5, FELT_TRANSPORT_PRE);
}

static void hold_conn(void *self, uint32_t conn, bool held)
{
    (void)conn;
    ((struct post_tournaments *)self)->holds += held ? 1 : 100;
}

static void mark_conn(void *self, uint32_t conn)
{
    (void)conn;
    ((struct post_tournaments *)self)->marks++;
}

static int begin(void **state)
{
    static struct post_tournaments tournaments; /* too large for a stack */
    tournaments = (struct post_tournaments){0};
    tournaments.link = (struct felt_transport){.self = &tournaments,
                                               .send = send_frame,
                                               .hold = hold_conn,
                                               .dismiss = dismiss_conn,
                                               .mark = mark_conn};
    *state = &tournaments;
    return !felt_outbox_open(&tournaments.box,
                             &(struct felt_outbox_config){.self = &tournaments,
                                                          .link = &tournaments.link,
                                                          .conns = CONNS,
                                                          .bytes = BYTES,
                                                          .flush = flush,
                                                          .write = write_text,
                                                          .sealed = note_sealed,
                                                          .sent = note_sent});
}

static int end(void **state)
{
    felt_outbox_close(&((struct post_tournaments *)*state)->box);
    return 0;
}

static void post(struct post_tournaments *tournaments, uint32_t conn, const char *text)
{
    assert_true(
        felt_outbox_post(&tournaments->box, &conn, 1, text, (struct felt_outbox_manner){0}));
}

static void outbox_many_conns_get_one_frame(void **state)
{
    struct post_tournaments *tournaments = *state;
    static uint32_t conns[CONNS];
    for (uint32_t i = 0; i < CONNS; i++) conns[i] = i, felt_outbox_join(&tournaments->box, i);
    for (int turn = 0; turn < 5; turn++)
        assert_true(felt_outbox_post(&tournaments->box, conns, CONNS, "hello",
                                     (struct felt_outbox_manner){.droppable = true}));
    felt_outbox_send(&tournaments->box);
    assert_int_equal(tournaments->written, 5);
    assert_int_equal(tournaments->sent, 5 * CONNS);
    assert_int_equal(tournaments->droppable, 5 * CONNS);
    assert_string_equal(tournaments->last[CONNS - 1], "hello");
}

static void outbox_long_turn_is_sent_whole_in_order(void **state)
{
    struct post_tournaments *tournaments = *state;
    char text[16];
    felt_outbox_join(&tournaments->box, 3);
    for (int i = 0; i < 1000; i++) {
        snprintf(text, sizeof text, "%d", i);
        post(tournaments, 3, text);
        assert_int_equal(tournaments->sent, 0);
    }
    felt_outbox_send(&tournaments->box);
    assert_int_equal(tournaments->sent, 1000);
    assert_string_equal(tournaments->last[3], "999");
    assert_int_equal(tournaments->holds % 100, tournaments->holds / 100); /* each is let go */
}

static void outbox_frame_longer_than_the_box_is_refused(void **state)
{
    struct post_tournaments *tournaments = *state;
    static char text[BYTES + 2];
    uint32_t conn = 1;
    memset(text, 'x', BYTES + 1);
    felt_outbox_join(&tournaments->box, conn);
    post(tournaments, conn, "before");
    assert_false(
        felt_outbox_post(&tournaments->box, &conn, 1, text, (struct felt_outbox_manner){0}));
    post(tournaments, conn, "behind");
    felt_outbox_send(&tournaments->box);
    assert_int_equal(tournaments->sent, 2);
    assert_string_equal(tournaments->last[1], "behind");
}

static void outbox_conn_that_went_gets_nothing(void **state)
{
    struct post_tournaments *tournaments = *state;
    felt_outbox_join(&tournaments->box, 1);
    felt_outbox_join(&tournaments->box, 2);
    post(tournaments, 1, "old");
    post(tournaments, 2, "other");
    felt_outbox_part(&tournaments->box, 1);
    post(tournaments, 1, "nobody");
    felt_outbox_join(&tournaments->box, 1);
    post(tournaments, 1, "new");
    felt_outbox_send(&tournaments->box);
    assert_int_equal(tournaments->frames[1], 1);
    assert_string_equal(tournaments->last[1], "new");
    assert_int_equal(tournaments->frames[2], 1);
}

static void outbox_journal_failure_sends_nothing(void **state)
{
    struct post_tournaments *tournaments = *state;
    felt_outbox_join(&tournaments->box, 1);
    post(tournaments, 1, "lost");
    tournaments->disk_fails = true;
    felt_outbox_send(&tournaments->box);
    tournaments->disk_fails = false;
    assert_true(tournaments->box.failed);
    post(tournaments, 1, "lost too");
    felt_outbox_send(&tournaments->box);
    assert_int_equal(tournaments->sent, 0);
}

/* X1, X2, X4: turns wait for their number, and go out in order. */
static void outbox_turns_wait_for_the_journal(void **state)
{
    struct post_tournaments *tournaments = *state;
    felt_outbox_join(&tournaments->box, 1);
    for (uint64_t turn = 1; turn <= 3; turn++) {
        char text[16];
        snprintf(text, sizeof text, "%d", (int)turn);
        post(tournaments, 1, text);
        tournaments->later = 10 * turn;
        felt_outbox_send(&tournaments->box);
    }
    assert_int_equal(tournaments->sent, 0);
    assert_int_equal(tournaments->sealed_turns, 3);
    assert_int_equal(tournaments->sent_turns, 0);
    assert_true(felt_outbox_waits(&tournaments->box));
    felt_outbox_acked(&tournaments->box, 19);
    assert_int_equal(tournaments->sent_turns, 1);
    assert_string_equal(tournaments->last[1], "1");
    felt_outbox_acked(&tournaments->box, 19);
    assert_int_equal(tournaments->sent, 1);
    felt_outbox_acked(&tournaments->box, 30);
    assert_int_equal(tournaments->sent, 3);
    assert_string_equal(tournaments->last[1], "3");
    assert_false(felt_outbox_waits(&tournaments->box));
    assert_int_equal(tournaments->box.waiting_bytes, 0);
}

/* A failure takes with it what waits, too. */
static void outbox_failure_drops_what_waits(void **state)
{
    struct post_tournaments *tournaments = *state;
    felt_outbox_join(&tournaments->box, 1);
    post(tournaments, 1, "waits");
    tournaments->later = 5;
    felt_outbox_send(&tournaments->box);
    tournaments->disk_fails = true;
    felt_outbox_send(&tournaments->box);
    felt_outbox_acked(&tournaments->box, 5);
    assert_int_equal(tournaments->sent, 0);
}

/* X2: a connection is let go behind what was posted to it; X3: not if another one has its number.
 */
static void outbox_dismissal_comes_last(void **state)
{
    struct post_tournaments *tournaments = *state;
    felt_outbox_join(&tournaments->box, 1);
    post(tournaments, 1, "a");
    tournaments->later = 1;
    felt_outbox_send(&tournaments->box);
    post(tournaments, 1, "b");
    felt_outbox_dismiss(&tournaments->box, 1, 1008, "go");
    tournaments->later = 2;
    felt_outbox_send(&tournaments->box);
    felt_outbox_acked(&tournaments->box, 1);
    assert_int_equal(tournaments->dismissed, 0);
    felt_outbox_acked(&tournaments->box, 2);
    assert_int_equal(tournaments->dismissed, 1 + 2);
    tournaments->dismissed = 0;
    post(tournaments, 1, "c");
    felt_outbox_dismiss(&tournaments->box, 1, 1008, "go");
    felt_outbox_part(&tournaments->box, 1);
    felt_outbox_join(&tournaments->box, 1);
    tournaments->later = 0;
    felt_outbox_send(&tournaments->box);
    assert_int_equal(tournaments->dismissed, 0);
    felt_outbox_dismiss(&tournaments->box, 1, 1008, "go"); /* nothing waits for it */
    assert_int_equal(tournaments->dismissed, 1 + 2);
}

static void outbox_question_marks_the_conn(void **state)
{
    struct post_tournaments *tournaments = *state;
    uint32_t conn = 1;
    felt_outbox_join(&tournaments->box, conn);
    assert_true(felt_outbox_post(&tournaments->box, &conn, 1, "act",
                                 (struct felt_outbox_manner){.act = true}));
    assert_int_equal(tournaments->marks, 0);
    felt_outbox_send(&tournaments->box);
    assert_int_equal(tournaments->marks, 1);
}

static void allowance_comes_back_with_time(void **state)
{
    (void)state;
    struct felt_rate_limit allowance = felt_rate_limit_full(2, 1000);
    assert_true(felt_rate_limit_has(&allowance));
    for (int i = 0; i < 3; i++) felt_rate_limit_take(&allowance);
    assert_false(felt_rate_limit_has(&allowance));
    int64_t wait = felt_rate_limit_wait_us(&allowance, 10); /* a debt of one, then a whole one   */
    assert_int_equal(wait, 200001);
    felt_rate_limit_earn(&allowance, 2, 10, 1000 + wait - 2);
    assert_false(felt_rate_limit_has(&allowance));
    felt_rate_limit_earn(&allowance, 2, 10, 1000 + 2 * wait);
    assert_true(felt_rate_limit_has(&allowance));
    felt_rate_limit_earn(&allowance, 2, 10, 1000 + 100000000);
    assert_int_equal(allowance.tokens, 2000);
    assert_int_equal(felt_rate_limit_wait_us(&allowance, 10), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

TEST_MODULE(outbox)
{
    const struct CMUnitTest tests[] = {
        TEST(outbox_many_conns_get_one_frame),
        TEST(outbox_long_turn_is_sent_whole_in_order),
        TEST(outbox_frame_longer_than_the_box_is_refused),
        TEST(outbox_conn_that_went_gets_nothing),
        TEST(outbox_journal_failure_sends_nothing),
        TEST(outbox_turns_wait_for_the_journal),
        TEST(outbox_failure_drops_what_waits),
        TEST(outbox_dismissal_comes_last),
        TEST(outbox_question_marks_the_conn),
        cmocka_unit_test(allowance_comes_back_with_time),
    };
    return cmocka_run_group_tests_name("outbox", tests, NULL, NULL);
}
