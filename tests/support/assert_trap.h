/* assert_trap.h -- lets a unit test see a felt_assert() fail and go on.
 *
 * Include it in one test_<module>.c, after cmocka.h: it brings the program's own
 * felt_assert_fail(), which the linker takes in place of base/assert_print.c. */
#ifndef FELT_TESTS_ASSERT_TRAP_H
#define FELT_TESTS_ASSERT_TRAP_H

#include "felt/assert.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf assert_trap;
static bool assert_trap_is_set;

void felt_assert_fail(const char *file, int line, const char *condition)
{
    if (!assert_trap_is_set) {
        fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
        abort();
    }
    longjmp(assert_trap, 1);
}

/* Passes if the call ends in a failed felt_assert(). */
#define assert_stops(call)                                                                         \
    do {                                                                                           \
        assert_trap_is_set = true;                                                                 \
        if (setjmp(assert_trap) == 0) {                                                            \
            call;                                                                                  \
            fail_msg("%s did not stop", #call);                                                    \
        }                                                                                          \
        assert_trap_is_set = false;                                                                \
    } while (0)

#endif
