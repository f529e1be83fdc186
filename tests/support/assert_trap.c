/* assert_trap.c -- the end of a failed felt_assert() in test programs. */
#include "assert_trap.h"

#include <stdio.h>
#include <stdlib.h>

jmp_buf assert_trap;
bool assert_trap_is_set;
void (*assert_trap_last_words)(void);

void felt_assert_fail(const char *file, int line, const char *condition)
{
    if (assert_trap_is_set) longjmp(assert_trap, 1);
    fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
    if (assert_trap_last_words) assert_trap_last_words();
    abort();
}
