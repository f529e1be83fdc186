/* test_assert.c -- the default end of a failed assertion, seen from a second process. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/assert.h"
#include "module.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void assert_true_condition_goes_on(void **state)
{
    (void)state;
    int evaluated = 0;
    felt_assert(++evaluated == 1);
    assert_int_equal(evaluated, 1);
}

/* In the child: no core file, stderr into the pipe, then fail. */
static void fail_into(int pipe_end)
{
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    signal(SIGABRT, SIG_DFL);
    dup2(pipe_end, STDERR_FILENO);
    int chips = -1;
    felt_assert(chips >= 0);
    _exit(0);
}

static void assert_false_condition_prints_place_and_aborts(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) fail_into(ends[1]);
    close(ends[1]);

    char text[512] = {0};
    size_t used = 0;
    for (ssize_t got = 1; got > 0 && used < sizeof text - 1; used += (size_t)got) {
        got = read(ends[0], text + used, sizeof text - 1 - used);
        assert_true(got >= 0);
    }
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
    assert_non_null(strstr(text, "test_assert.c:"));
    assert_non_null(strstr(text, "chips >= 0"));
}

TEST_MODULE(assert)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assert_true_condition_goes_on),
        cmocka_unit_test(assert_false_condition_prints_place_and_aborts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
