/* nearest.c -- see nearest.h. */
#include "base/nearest.h"

#include <stdint.h>
#include <string.h>

enum { NAME_BYTES_MAX = 64 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many letters must be put in, left out or changed; SIZE_MAX if a text is too long to be a
 * name. */
static size_t distance(const char *typed, size_t bytes, const char *name)
{
    size_t row[NAME_BYTES_MAX + 1], length = strlen(name);
    if (bytes > NAME_BYTES_MAX || length > NAME_BYTES_MAX) return SIZE_MAX;
    for (size_t j = 0; j <= length; j++) row[j] = j;
    for (size_t i = 0; i < bytes; i++) {
        size_t corner = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < length; j++) {
            size_t changed = corner + (typed[i] != name[j]);
            corner = row[j + 1];
            row[j + 1] = smaller(changed, smaller(row[j], row[j + 1]) + 1);
        }
    }
    return row[length];
}

const char *felt_nearest(const char *typed, size_t bytes, const char *const *names, int count)
{
    const char *best = NULL;
    size_t best_distance = SIZE_MAX;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(names[i]), longer = bytes > length ? bytes : length;
        size_t apart = distance(typed, bytes, names[i]);
        if (bytes >= 2 && bytes <= length && memcmp(typed, names[i], bytes) == 0) apart = 0;
        if (apart >= best_distance || apart > (longer + 2) / 3) continue;
        best_distance = apart;
        best = names[i];
    }
    return best;
}
