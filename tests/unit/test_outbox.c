/* test_outbox.c -- frames are written once, wait for the journal, keep their order, and reach the
 * line they were for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/session/allowance.h"
#include "server/session/outbox.h"
#include "module.h"

#include <stdio.h>
#include <string.h>

enum { LINES = 6000, BYTES = 4096 };

struct post_office {
    struct felt_outbox box;
    struct felt_link link;
    int written, sent, flushes, holds, marks, droppable;
    bool disk_fails;
    uint64_t later; /* the number that the journal answers; 0: it is done at once              */
    int sealed_turns, sent_turns, dismissed;
    char last[LINES][16]; /* the last frame of a line                                         */
    int frames[LINES];
    uint32_t order[64]; /* lines of the first frames                                          */
};

static enum felt_flush flush(void *self, uint64_t *number)
{
    struct post_office *office = self;
    office->flushes++;
    *number = office->later;
    return office->disk_fails ? FELT_FLUSH_FAILED
           : office->later    ? FELT_FLUSH_LATER
                              : FELT_FLUSH_DONE;
}

static void write_text(void *self, const void *what, struct felt_buffer *out)
{
    ((struct post_office *)self)->written++;
    felt_buffer_text(out, what);
}

static void note_sealed(void *self)
{
    ((struct post_office *)self)->sealed_turns++;
}

static void note_sent(void *self)
{
    ((struct post_office *)self)->sent_turns++;
}

static void dismiss_line(void *self, uint32_t line, uint16_t code, const char *reason)
{
    struct post_office *office = self;
    (void)line;
    assert_int_equal(code, 1008);
    assert_string_equal(reason, "go");
    office->dismissed = 1 + office->sent; /* when */
}

static void send_frame(void *self, uint32_t line, char *text, size_t bytes, bool droppable)
{
    struct post_office *office = self;
    if (office->sent < 64) office->order[office->sent] = line;
    office->sent++;
    office->frames[line]++;
    office->droppable += droppable;
    snprintf(office->last[line], sizeof office->last[line], "%.*s", (int)bytes, text);
    memset(text - FELT_HOST_PRE, 0xA5, FELT_HOST_PRE);
}

static void hold_line(void *self, uint32_t line, bool held)
{
    (void)line;
    ((struct post_office *)self)->holds += held ? 1 : 100;
}

static void mark_line(void *self, uint32_t line)
{
    (void)line;
    ((struct post_office *)self)->marks++;
}

static int begin(void **state)
{
    static struct post_office office; /* too large for a stack */
    office = (struct post_office){0};
    office.link = (struct felt_link){.self = &office,
                                     .send = send_frame,
                                     .hold = hold_line,
                                     .dismiss = dismiss_line,
                                     .mark = mark_line};
    *state = &office;
    return !felt_outbox_open(&office.box, &(struct felt_outbox_config){.self = &office,
                                                                       .link = &office.link,
                                                                       .lines = LINES,
                                                                       .bytes = BYTES,
                                                                       .flush = flush,
                                                                       .write = write_text,
                                                                       .sealed = note_sealed,
                                                                       .sent = note_sent});
}

static int end(void **state)
{
    felt_outbox_close(&((struct post_office *)*state)->box);
    return 0;
}

static void post(struct post_office *office, uint32_t line, const char *text)
{
    assert_true(felt_outbox_post(&office->box, &line, 1, text, (struct felt_outbox_manner){0}));
}

static void outbox_many_lines_get_one_frame(void **state)
{
    struct post_office *office = *state;
    static uint32_t lines[LINES];
    for (uint32_t i = 0; i < LINES; i++) lines[i] = i, felt_outbox_join(&office->box, i);
    for (int turn = 0; turn < 5; turn++)
        assert_true(felt_outbox_post(&office->box, lines, LINES, "hello",
                                     (struct felt_outbox_manner){.droppable = true}));
    felt_outbox_send(&office->box);
    assert_int_equal(office->written, 5);
    assert_int_equal(office->sent, 5 * LINES);
    assert_int_equal(office->droppable, 5 * LINES);
    assert_string_equal(office->last[LINES - 1], "hello");
}

static void outbox_long_turn_is_sent_whole_in_order(void **state)
{
    struct post_office *office = *state;
    char text[16];
    felt_outbox_join(&office->box, 3);
    for (int i = 0; i < 1000; i++) {
        snprintf(text, sizeof text, "%d", i);
        post(office, 3, text);
        assert_int_equal(office->sent, 0);
    }
    felt_outbox_send(&office->box);
    assert_int_equal(office->sent, 1000);
    assert_string_equal(office->last[3], "999");
    assert_int_equal(office->holds % 100, office->holds / 100); /* each is let go            */
}

static void outbox_frame_longer_than_the_box_is_refused(void **state)
{
    struct post_office *office = *state;
    static char text[BYTES + 2];
    uint32_t line = 1;
    memset(text, 'x', BYTES + 1);
    felt_outbox_join(&office->box, line);
    post(office, line, "before");
    assert_false(felt_outbox_post(&office->box, &line, 1, text, (struct felt_outbox_manner){0}));
    post(office, line, "behind");
    felt_outbox_send(&office->box);
    assert_int_equal(office->sent, 2);
    assert_string_equal(office->last[1], "behind");
}

static void outbox_line_that_went_gets_nothing(void **state)
{
    struct post_office *office = *state;
    felt_outbox_join(&office->box, 1);
    felt_outbox_join(&office->box, 2);
    post(office, 1, "old");
    post(office, 2, "other");
    felt_outbox_part(&office->box, 1);
    post(office, 1, "nobody");
    felt_outbox_join(&office->box, 1);
    post(office, 1, "new");
    felt_outbox_send(&office->box);
    assert_int_equal(office->frames[1], 1);
    assert_string_equal(office->last[1], "new");
    assert_int_equal(office->frames[2], 1);
}

static void outbox_journal_failure_sends_nothing(void **state)
{
    struct post_office *office = *state;
    felt_outbox_join(&office->box, 1);
    post(office, 1, "lost");
    office->disk_fails = true;
    felt_outbox_send(&office->box);
    office->disk_fails = false;
    assert_true(office->box.failed);
    post(office, 1, "lost too");
    felt_outbox_send(&office->box);
    assert_int_equal(office->sent, 0);
}

/* X1, X2, X4: turns wait for their number, and go out in order. */
static void outbox_turns_wait_for_the_journal(void **state)
{
    struct post_office *office = *state;
    felt_outbox_join(&office->box, 1);
    for (uint64_t turn = 1; turn <= 3; turn++) {
        char text[16];
        snprintf(text, sizeof text, "%d", (int)turn);
        post(office, 1, text);
        office->later = 10 * turn;
        felt_outbox_send(&office->box);
    }
    assert_int_equal(office->sent, 0);
    assert_int_equal(office->sealed_turns, 3);
    assert_int_equal(office->sent_turns, 0);
    assert_true(felt_outbox_waits(&office->box));
    felt_outbox_acked(&office->box, 19);
    assert_int_equal(office->sent_turns, 1);
    assert_string_equal(office->last[1], "1");
    felt_outbox_acked(&office->box, 19);
    assert_int_equal(office->sent, 1);
    felt_outbox_acked(&office->box, 30);
    assert_int_equal(office->sent, 3);
    assert_string_equal(office->last[1], "3");
    assert_false(felt_outbox_waits(&office->box));
    assert_int_equal(office->box.waiting_bytes, 0);
}

/* A failure takes with it what waits, too. */
static void outbox_failure_drops_what_waits(void **state)
{
    struct post_office *office = *state;
    felt_outbox_join(&office->box, 1);
    post(office, 1, "waits");
    office->later = 5;
    felt_outbox_send(&office->box);
    office->disk_fails = true;
    felt_outbox_send(&office->box);
    felt_outbox_acked(&office->box, 5);
    assert_int_equal(office->sent, 0);
}

/* X2: a line is let go behind what was posted to it; X3: not if another one has its number. */
static void outbox_dismissal_comes_last(void **state)
{
    struct post_office *office = *state;
    felt_outbox_join(&office->box, 1);
    post(office, 1, "a");
    office->later = 1;
    felt_outbox_send(&office->box);
    post(office, 1, "b");
    felt_outbox_dismiss(&office->box, 1, 1008, "go");
    office->later = 2;
    felt_outbox_send(&office->box);
    felt_outbox_acked(&office->box, 1);
    assert_int_equal(office->dismissed, 0);
    felt_outbox_acked(&office->box, 2);
    assert_int_equal(office->dismissed, 1 + 2);
    office->dismissed = 0;
    post(office, 1, "c");
    felt_outbox_dismiss(&office->box, 1, 1008, "go");
    felt_outbox_part(&office->box, 1);
    felt_outbox_join(&office->box, 1);
    office->later = 0;
    felt_outbox_send(&office->box);
    assert_int_equal(office->dismissed, 0);
    felt_outbox_dismiss(&office->box, 1, 1008, "go"); /* nothing waits for it */
    assert_int_equal(office->dismissed, 1 + 2);
}

static void outbox_question_marks_the_line(void **state)
{
    struct post_office *office = *state;
    uint32_t line = 1;
    felt_outbox_join(&office->box, line);
    assert_true(
        felt_outbox_post(&office->box, &line, 1, "act", (struct felt_outbox_manner){.act = true}));
    assert_int_equal(office->marks, 0);
    felt_outbox_send(&office->box);
    assert_int_equal(office->marks, 1);
}

static void allowance_comes_back_with_time(void **state)
{
    (void)state;
    struct felt_allowance allowance = felt_allowance_full(2, 1000);
    assert_true(felt_allowance_has(&allowance));
    for (int i = 0; i < 3; i++) felt_allowance_take(&allowance);
    assert_false(felt_allowance_has(&allowance));
    int64_t wait = felt_allowance_wait_us(&allowance, 10); /* a debt of one, then a whole one   */
    assert_int_equal(wait, 200001);
    felt_allowance_earn(&allowance, 2, 10, 1000 + wait - 2);
    assert_false(felt_allowance_has(&allowance));
    felt_allowance_earn(&allowance, 2, 10, 1000 + 2 * wait);
    assert_true(felt_allowance_has(&allowance));
    felt_allowance_earn(&allowance, 2, 10, 1000 + 100000000);
    assert_int_equal(allowance.tokens, 2000);
    assert_int_equal(felt_allowance_wait_us(&allowance, 10), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

TEST_MODULE(outbox)
{
    const struct CMUnitTest tests[] = {
        TEST(outbox_many_lines_get_one_frame),
        TEST(outbox_long_turn_is_sent_whole_in_order),
        TEST(outbox_frame_longer_than_the_box_is_refused),
        TEST(outbox_line_that_went_gets_nothing),
        TEST(outbox_journal_failure_sends_nothing),
        TEST(outbox_turns_wait_for_the_journal),
        TEST(outbox_failure_drops_what_waits),
        TEST(outbox_dismissal_comes_last),
        TEST(outbox_question_marks_the_line),
        cmocka_unit_test(allowance_comes_back_with_time),
    };
    return cmocka_run_group_tests_name("outbox", tests, NULL, NULL);
}
