/* assert.h -- assertions that stay on in release builds.
 *
 * A false condition is a mistake of ours, never of a player: the handler prints file, line and
 * condition and aborts.  Chips are too valuable to go on with. */
#ifndef FELT_ASSERT_H
#define FELT_ASSERT_H

#include "felt/macros.h"

FELT_BEGIN

/* The default lives in base/assert_print.c, the one file below players/ that prints. */
FELT_API __attribute__((noreturn, cold)) void felt_assert_fail(const char *file, int line,
                                                               const char *condition);

#define felt_assert(condition)                                                                     \
    (__builtin_expect(!(condition), 0) ? felt_assert_fail(__FILE__, __LINE__, #condition) : (void)0)

FELT_END

#endif
