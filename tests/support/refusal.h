/* refusal.h -- a row of a table of wrong texts: what a reader must say about it, and where.
 * Include it behind cmocka.h. */
#ifndef FELT_TESTS_REFUSAL_H
#define FELT_TESTS_REFUSAL_H

#include "felt/status.h"

#include <string.h>

struct refusal {
    const char *text;
    enum felt_status status;
    size_t at, length;
    const char *says; /* a part of the complaint */
};

static inline void verify_refusal(const struct refusal *row, enum felt_status status,
                                  const struct felt_complaint *complaint)
{
    if (status != row->status || complaint->at != row->at || complaint->length != row->length ||
        strstr(complaint->text, row->says) == NULL)
        fail_msg("\"%s\": status %d at %zu, %zu bytes: %s", row->text, status, complaint->at,
                 complaint->length, complaint->text);
}

#endif
