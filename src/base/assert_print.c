/* assert_print.c -- the default end of a failed felt_assert(): one line on stderr, then abort().
 * The only file below players/ that prints; a program may link a felt_assert_fail() of its own. */
#include "felt/assert.h"

#include <stdio.h>
#include <stdlib.h>

void felt_assert_fail(const char *file, int line, const char *condition)
{
    fprintf(stderr, "felt: %s:%d: assertion failed: %s\n", file, line, condition);
    abort();
}
