/* test_process.c -- programs of others: polite ones, silent ones, loud ones, and those that do not
 * want to go. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "os/process.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONG_MS = 600000, SHORT_MS = 60 };

static const struct felt_process_limits no_limits = {0, 0, 0};

static struct felt_process *start(const char *command, const struct felt_process_limits *limits,
                                  int complaints)
{
    struct felt_process *process = calloc(1, sizeof *process);
    assert_non_null(process);
    assert_true(felt_process_start(process, command, limits, complaints));
    return process;
}

static int64_t in_ms(int64_t ms)
{
    return felt_line_io_now_ms() + ms;
}

/* It was waited for; then its memory goes. */
static void stop(struct felt_process *process, int64_t wait_ms)
{
    pid_t pid = process->pid;
    felt_process_stop(process, in_ms(wait_ms));
    assert_int_equal(process->pid, 0);
    assert_int_equal(waitpid(pid, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    felt_process_stop(process, 0); /* a second time is nothing */
    free(process);
}

/* Gone, or dead and not yet buried by whoever inherited it. */
static bool is_dead(pid_t pid)
{
    char name[64], about[256] = {0};
    snprintf(name, sizeof name, "/proc/%ld/stat", (long)pid);
    for (int64_t until = in_ms(LONG_MS); felt_line_io_now_ms() < until; usleep(1000)) {
        FILE *file = fopen(name, "r");
        if (file == NULL) return true;
        size_t bytes = fread(about, 1, sizeof about - 1, file);
        fclose(file);
        about[bytes] = '\0';
        if (strstr(about, ") Z") || strstr(about, ") X")) return true;
    }
    return false;
}

static void expect_line(struct felt_process *process, const char *expected)
{
    const char *line;
    size_t count;
    assert_int_equal(felt_line_io_hear(&process->io, in_ms(LONG_MS), &line, &count),
                     FELT_LINE_IO_HEARD_LINE);
    assert_int_equal(count, strlen(expected));
    assert_memory_equal(line, expected, count);
}

static void send_text(struct felt_process *process, const char *text)
{
    assert_true(felt_line_io_send(&process->io, text, strlen(text), in_ms(LONG_MS)));
}

static enum felt_line_io_heard hear(struct felt_process *process, int64_t ms)
{
    const char *line;
    size_t count;
    return felt_line_io_hear(&process->io, in_ms(ms), &line, &count);
}

static void process_answers_line_by_line(void **state)
{
    (void)state;
    struct felt_process *process =
        start("while read -r a; do echo \"<$a>\"; done; echo bye", &no_limits, -1);
    send_text(process, "one\ntw");
    expect_line(process, "<one>");
    assert_int_equal(hear(process, SHORT_MS), FELT_LINE_IO_HEARD_NOTHING);
    send_text(process, "o\n\nfour\n");
    expect_line(process, "<two>");
    expect_line(process, "<>");
    expect_line(process, "<four>");
    felt_line_io_hang_up(&process->io);
    assert_false(felt_line_io_send(&process->io, "x\n", 2, in_ms(SHORT_MS)));
    expect_line(process, "bye");
    assert_int_equal(hear(process, LONG_MS), FELT_LINE_IO_HEARD_END);
    stop(process, LONG_MS);
}

static void process_that_is_not_there_ends(void **state)
{
    (void)state;
    static const char *const commands[] = {"/no/such/program", "exit 3", "kill -9 $$", ""};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        struct felt_process *process = start(commands[i], &no_limits, -1);
        assert_int_equal(hear(process, LONG_MS), FELT_LINE_IO_HEARD_END);
        stop(process, 0);
    }
}

static void process_that_sleeps_is_not_waited_for(void **state)
{
    (void)state;
    /* If it were waited for, the test's own limit would end the test. */
    struct felt_process *process = start("sleep 100000", &no_limits, -1);
    assert_int_equal(hear(process, SHORT_MS), FELT_LINE_IO_HEARD_NOTHING);
    assert_int_equal(hear(process, 0), FELT_LINE_IO_HEARD_NOTHING);
    stop(process, SHORT_MS);
}

static void process_that_does_not_read_is_not_waited_for(void **state)
{
    (void)state;
    static char much[1 << 18];
    memset(much, 'a', sizeof much);
    struct felt_process *process = start("sleep 1000", &no_limits, -1);
    assert_false(felt_line_io_send(&process->io, much, sizeof much, in_ms(SHORT_MS)));
    stop(process, 0);
    process = start("exec 0<&-; echo; sleep 1000", &no_limits, -1); /* and one that closed it */
    expect_line(process, "");
    assert_false(felt_line_io_send(&process->io, much, sizeof much, in_ms(LONG_MS)));
    stop(process, 0);
}

static void process_that_floods_is_bounded(void **state)
{
    (void)state;
    struct felt_process *process = start("exec yes", &no_limits, -1);
    for (int i = 0; i < 100000; i++) expect_line(process, "y");
    assert_true(felt_line_io_forget(&process->io) <= 5 * FELT_LINE_IO_BYTES);
    stop(process, 0);
    process = start("exec tr '\\0' 'x' </dev/zero", &no_limits, -1);
    assert_int_equal(hear(process, LONG_MS), FELT_LINE_IO_HEARD_TOO_MUCH);
    stop(process, 0);
}

static void process_forget_drops_what_came_before(void **state)
{
    (void)state;
    struct felt_process *process =
        start("printf 'early\\nearly\\n'; read -r a; echo \"$a\"; read -r a", &no_limits, -1);
    expect_line(process, "early"); /* the second one came with it */
    assert_int_equal(felt_line_io_forget(&process->io), strlen("early\n"));
    assert_int_equal(felt_line_io_forget(&process->io), 0);
    send_text(process, "late\n");
    expect_line(process, "late");
    stop(process, 0);
}

static void process_takes_its_children_along(void **state)
{
    (void)state;
    static const char *const commands[] = {
        "sleep 1000 & sleep 1000 & echo $!; wait", /* alive */
        "sleep 1000 & echo $!",                    /* the leader ends, its child does not */
        "trap '' TERM HUP INT; sleep 1000 & echo $!; while :; do sleep 1; done",
    };
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        struct felt_process *process = start(commands[i], &no_limits, -1);
        const char *line;
        size_t count;
        assert_int_equal(felt_line_io_hear(&process->io, in_ms(LONG_MS), &line, &count),
                         FELT_LINE_IO_HEARD_LINE);
        char text[32] = {0};
        memcpy(text, line, count < sizeof text ? count : 0);
        pid_t child = (pid_t)atol(text);
        assert_true(child > 1);
        assert_int_equal(kill(child, 0), 0);
        stop(process, SHORT_MS);
        assert_true(is_dead(child));
    }
}

static void process_has_its_limits(void **state)
{
    (void)state;
    const struct felt_process_limits limits = {
        .memory_bytes = 1 << 30, .file_bytes = 1 << 20, .processes = 4000};
    struct felt_process *process = start("ulimit -v; ulimit -f; ulimit -c; read -r a", &limits, -1);
    expect_line(process, "1048576");
    expect_line(process, "2048"); /* of 512 bytes */
    expect_line(process, "0");
    stop(process, 0);
}

static void process_complaints_go_to_their_file(void **state)
{
    (void)state;
    char text[32] = {0};
    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    struct felt_process *process = start("echo woe >&2; echo well", &no_limits, pipes[1]);
    close(pipes[1]);
    expect_line(process, "well");
    assert_int_equal(read(pipes[0], text, sizeof text - 1), 4);
    assert_string_equal(text, "woe\n");
    close(pipes[0]);
    stop(process, LONG_MS);
}

/* It gets its own three files, and not those of another process. */
static void process_inherits_nothing(void **state)
{
    (void)state;
    char command[256];
    struct felt_process *other = start("sleep 1000", &no_limits, -1);
    snprintf(command, sizeof command,
             "for f in %d %d; do test -e /proc/$$/fd/$f && echo has $f; done; echo done; "
             "kill -PIPE $$; echo alive",
             other->io.to, other->io.from);
    struct felt_process *process = start(command, &no_limits, -1);
    expect_line(process, "done");
    assert_int_equal(hear(process, LONG_MS), FELT_LINE_IO_HEARD_END); /* SIGPIPE ends it as usual */
    stop(process, LONG_MS);
    stop(other, 0);
}

/* Files go up to 2 when ours are closed; the program must still get its own. */
static void process_starts_without_our_files(void **state)
{
    (void)state;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        static struct felt_process process;
        const char *line;
        size_t count;
        for (int i = 0; i < 3; i++) close(i);
        if (!felt_process_start(&process, "read -r a; echo \"$a\"", &no_limits, -1)) _exit(1);
        if (!felt_line_io_send(&process.io, "hi\n", 3, in_ms(LONG_MS))) _exit(2);
        if (felt_line_io_hear(&process.io, in_ms(LONG_MS), &line, &count) !=
            FELT_LINE_IO_HEARD_LINE)
            _exit(3);
        if (count != 2 || memcmp(line, "hi", 2) != 0) _exit(4);
        felt_process_stop(&process, in_ms(LONG_MS));
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

TEST_MODULE(process)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(process_answers_line_by_line),
        cmocka_unit_test(process_that_is_not_there_ends),
        cmocka_unit_test(process_that_sleeps_is_not_waited_for),
        cmocka_unit_test(process_that_does_not_read_is_not_waited_for),
        cmocka_unit_test(process_that_floods_is_bounded),
        cmocka_unit_test(process_forget_drops_what_came_before),
        cmocka_unit_test(process_takes_its_children_along),
        cmocka_unit_test(process_has_its_limits),
        cmocka_unit_test(process_complaints_go_to_their_file),
        cmocka_unit_test(process_inherits_nothing),
        cmocka_unit_test(process_starts_without_our_files),
    };
    return cmocka_run_group_tests_name("process", tests, NULL, NULL);
}
