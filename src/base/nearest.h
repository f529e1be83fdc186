/* nearest.h -- the name somebody meant. */
#ifndef FELT_BASE_NEAREST_H
#define FELT_BASE_NEAREST_H

#include <stddef.h>

/* The one of `count` names that is nearest to a mistyped one of `bytes` letters, or begins with it;
 * NULL if none is near. */
const char *felt_nearest(const char *typed, size_t bytes, const char *const *names, int count);

#endif
