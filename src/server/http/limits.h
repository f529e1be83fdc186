/* limits.h -- how often somebody may do something: token buckets in a table of fixed size.
 *
 * A bucket is of a rule and of the one it limits: a network or a name.  It holds `burst` tokens
 * when it is full and gets a new one every interval_ms.  An address takes a token of each network
 * that it lies in (base/network.h).  Pure: time is an argument, memory is the caller's.
 *
 *   L1  whoever takes `burst` tokens at once is refused until an interval has passed.
 *   L2  a table that is full forgets the bucket that has the largest share of its tokens, among
 *       FELT_LIMITS_WAYS that lie together: whoever is blocked is forgotten last, so a flood of new
 *       addresses frees nobody.  A token of a wide network counts as much as one of an address, so
 *       that addresses of a network do not make it forgotten.
 *   L3  where a bucket lies depends on a seed that nobody outside knows.
 *   L4  a source takes of all its networks or of none. */
#ifndef FELT_SERVER_HTTP_LIMITS_H
#define FELT_SERVER_HTTP_LIMITS_H

#include "base/digests.h"
#include "base/network.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FELT_LIMITS_WAYS = 8, FELT_LIMITS_KEY_BYTES = 80 };

struct felt_limits_rule {
    uint8_t number;    /* rules have buckets of their own                                      */
    uint32_t burst;    /* 0: there is no such limit                                            */
    uint32_t per_hour; /* at least 1                                                           */
    uint8_t times[FELT_NETWORKS]; /* of a wider network; 0: as felt_network_times()               */
    uint8_t weight; /* how many times more its tokens count when one is forgotten (L2); 0: once   */
};

/* Who asks: an address with its networks, or a name, which has the first text only. */
struct felt_limits_source {
    char whom[FELT_NETWORKS][FELT_LIMITS_KEY_BYTES]; /* "": there is no such network             */
};

struct felt_limits_bucket {
    uint64_t key;    /* 0: nobody's                                                              */
    int64_t full_ms; /* when it will be full again                                               */
    int64_t span_ms; /* from empty to full, by its weight                                        */
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

/* The same for every network of a source (L4); the widest is asked first, so that a crowd that has
 * used up its network fills the table with no addresses. */
int64_t felt_limits_take_from(struct felt_limits *limits, struct felt_limits_rule rule,
                              const struct felt_limits_source *source, int64_t now_ms);
void felt_limits_return_from(struct felt_limits *limits, struct felt_limits_rule rule,
                             const struct felt_limits_source *source, int64_t now_ms);
/* The rule as it is for networks of a level. */
struct felt_limits_rule felt_limits_widen(struct felt_limits_rule rule, int level);
/* A number for whom the rule limits, never 0: nobody outside can choose two that have the same. */
uint64_t felt_limits_key(const struct felt_limits *limits, struct felt_limits_rule rule,
                         const char *whom);

/* Whom an address stands for: itself, the /64 of an IPv6 address (one subscriber has all of it),
 * the IPv4 address within an IPv6 one. */
void felt_limits_address(const char *address, char out[FELT_LIMITS_KEY_BYTES]);
/* An address and its networks.  What is no address is one of its own. */
void felt_limits_source_of(const char *address, struct felt_limits_source *out);
/* Somebody who is known by a name. */
void felt_limits_source_name(const char *name, struct felt_limits_source *out);

#endif
