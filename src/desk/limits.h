/* limits.h -- how often somebody may do something: token buckets in a table of fixed size.
 *
 * A bucket is of a rule and of whoever it limits: an address or a name.  It holds `burst` tokens
 * when it is full and gets a new one every interval_ms.  Pure: time is an argument, memory is the
 * caller's.
 *
 *   L1  whoever takes `burst` tokens at once is refused until an interval has passed.
 *   L2  a table that is full forgets the bucket that has the largest share of its tokens, among
 *       FELT_LIMITS_WAYS that lie together: whoever is blocked is forgotten last, so a flood of new
 *       addresses frees nobody.
 *   L3  where a bucket lies depends on a seed that nobody outside knows. */
#ifndef FELT_DESK_LIMITS_H
#define FELT_DESK_LIMITS_H

#include "base/digests.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FELT_LIMITS_WAYS = 8, FELT_LIMITS_KEY_BYTES = 120 };

struct felt_limits_rule {
    uint8_t number;    /* rules have buckets of their own                                      */
    uint32_t burst;    /* 0: there is no such limit                                            */
    uint32_t per_hour; /* at least 1                                                           */
};

struct felt_limits_bucket {
    uint64_t key;    /* 0: nobody's                                                              */
    int64_t full_ms; /* when it will be full again                                               */
    int64_t span_ms; /* from empty to full                                                       */
};

struct felt_limits {
    struct felt_limits_bucket *buckets; /* sets * FELT_LIMITS_WAYS, the caller's, all zero        */
    uint32_t sets;                      /* a power of two                                         */
    uint8_t seed[FELT_DIGEST_BYTES];
    const struct felt_digests *digests;
};

/* Takes a token.  0: taken; else milliseconds until there will be one, and nothing was taken. */
int64_t felt_limits_take(struct felt_limits *limits, struct felt_limits_rule rule, const char *whom,
                         int64_t now_ms);
/* Gives it back, if it is known who took it. */
void felt_limits_return(struct felt_limits *limits, struct felt_limits_rule rule, const char *whom,
                        int64_t now_ms);

/* How many tokens are gone, those that are half back included. */
uint32_t felt_limits_used(const struct felt_limits *limits, struct felt_limits_rule rule,
                          const char *whom, int64_t now_ms);

/* Whom an address stands for: itself, the /64 of an IPv6 address (one subscriber has all of it),
 * the IPv4 address within an IPv6 one. */
void felt_limits_address(const char *address, char out[FELT_LIMITS_KEY_BYTES]);

#endif
