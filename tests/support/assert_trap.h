/* assert_trap.h -- lets a unit test see a felt_assert() fail and go on.
 *
 * assert_trap.c brings the program's own felt_assert_fail(), which the linker takes in place of
 * base/assert_print.c.  Include this after cmocka.h. */
#ifndef FELT_TESTS_ASSERT_TRAP_H
#define FELT_TESTS_ASSERT_TRAP_H

#include "felt/assert.h"

#include <setjmp.h>
#include <stdbool.h>

extern jmp_buf assert_trap;
extern bool assert_trap_is_set;
/* If set: called before an unexpected assertion failure ends the program. */
extern void (*assert_trap_last_words)(void);

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
