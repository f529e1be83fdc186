/* equal.h -- are two secrets the same?  In a time that does not depend on where they differ.
 *
 * Whoever can measure how long a comparison takes learns, from one that stops at the first
 * difference, how much of his guess was right, and needs 256 guesses for each byte of a signature
 * instead of all of them. */
#ifndef FELT_BASE_EQUAL_H
#define FELT_BASE_EQUAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool felt_equal(const void *a, const void *b, size_t bytes)
{
    const uint8_t *left = (const uint8_t *)a, *right = (const uint8_t *)b;
    /* volatile: the compiler may not see that all is known after the first difference. */
    volatile uint8_t difference = 0;
    for (size_t i = 0; i < bytes; i++) difference = (uint8_t)(difference | (left[i] ^ right[i]));
    return difference == 0;
}

#endif
