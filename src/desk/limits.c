/* limits.c -- see limits.h.
 *
 * A bucket is kept as one time: when it will be full again.  To take a token moves that time by one
 * interval; if it then lies further ahead than an empty bucket needs to fill (span_ms), there was
 * no token to take.  So nothing has to be done as time passes, and a bucket that is full again is
 * as good as none.
 *
 *     burst 3, one token in 10 s: span 30 s       now 100 s, never seen: full at 100 s
 *     take  full at 110 s     take  120 s     take  130 s
 *     take  140 s is 40 s ahead: refused, come back in 10 s */
#include "desk/limits.h"

#include "felt/assert.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

static int64_t interval_ms(struct felt_limits_rule rule)
{
    felt_assert(rule.per_hour > 0);
    int64_t interval = 3600000 / (int64_t)rule.per_hour;
    return interval > 0 ? interval : 1;
}

static uint64_t make_key(const struct felt_limits *limits, struct felt_limits_rule rule,
                         const char *whom)
{
    uint8_t text[1 + FELT_LIMITS_KEY_BYTES];
    uint8_t digest[FELT_DIGEST_BYTES];
    uint64_t key;
    size_t bytes = strlen(whom);
    if (bytes > FELT_LIMITS_KEY_BYTES) bytes = FELT_LIMITS_KEY_BYTES;
    text[0] = rule.number;
    memcpy(text + 1, whom, bytes);
    limits->digests->hmac(limits->seed, text, 1 + bytes, digest);
    memcpy(&key, digest, sizeof key);
    return key ? key : 1;
}

static struct felt_limits_bucket *set_of(const struct felt_limits *limits, uint64_t key)
{
    felt_assert(limits->sets > 0 && (limits->sets & (limits->sets - 1)) == 0);
    return limits->buckets + (key & (limits->sets - 1)) * FELT_LIMITS_WAYS;
}

static struct felt_limits_bucket *find(const struct felt_limits *limits, uint64_t key)
{
    struct felt_limits_bucket *set = set_of(limits, key);
    for (int way = 0; way < FELT_LIMITS_WAYS; way++)
        if (set[way].key == key) return &set[way];
    return NULL;
}

/* The part of its tokens that is gone, in thousandths. */
static int64_t emptiness(const struct felt_limits_bucket *bucket, int64_t now_ms)
{
    if (bucket->key == 0 || bucket->full_ms <= now_ms) return -1;
    return (bucket->full_ms - now_ms) * 1000 / bucket->span_ms;
}

/* L2 */
static struct felt_limits_bucket *replace(const struct felt_limits *limits, uint64_t key,
                                          int64_t now_ms)
{
    struct felt_limits_bucket *set = set_of(limits, key);
    struct felt_limits_bucket *fullest = set;
    for (int way = 1; way < FELT_LIMITS_WAYS; way++)
        if (emptiness(&set[way], now_ms) < emptiness(fullest, now_ms)) fullest = &set[way];
    *fullest = (struct felt_limits_bucket){.key = key, .full_ms = now_ms};
    return fullest;
}

int64_t felt_limits_take(struct felt_limits *limits, struct felt_limits_rule rule, const char *whom,
                         int64_t now_ms)
{
    if (rule.burst == 0) return 0;
    uint64_t key = make_key(limits, rule, whom);
    int64_t interval = interval_ms(rule), span = interval * (int64_t)rule.burst;
    struct felt_limits_bucket *bucket = find(limits, key);
    if (!bucket) bucket = replace(limits, key, now_ms);
    bucket->span_ms = span;
    if (bucket->full_ms < now_ms) bucket->full_ms = now_ms;
    /* The clock was set back: nobody waits longer than for a whole bucket. */
    if (bucket->full_ms > now_ms + span) bucket->full_ms = now_ms + span;
    int64_t full_ms = bucket->full_ms + interval;
    if (full_ms > now_ms + span) return full_ms - (now_ms + span);
    bucket->full_ms = full_ms;
    return 0;
}

void felt_limits_return(struct felt_limits *limits, struct felt_limits_rule rule, const char *whom,
                        int64_t now_ms)
{
    if (rule.burst == 0) return;
    struct felt_limits_bucket *bucket = find(limits, make_key(limits, rule, whom));
    if (!bucket || bucket->full_ms <= now_ms) return;
    bucket->full_ms -= interval_ms(rule);
}

uint32_t felt_limits_used(const struct felt_limits *limits, struct felt_limits_rule rule,
                          const char *whom, int64_t now_ms)
{
    if (rule.burst == 0) return 0;
    const struct felt_limits_bucket *bucket = find(limits, make_key(limits, rule, whom));
    int64_t interval = interval_ms(rule);
    if (!bucket || bucket->full_ms <= now_ms) return 0;
    int64_t used = (bucket->full_ms - now_ms + interval - 1) / interval;
    return used < (int64_t)rule.burst ? (uint32_t)used : rule.burst;
}

void felt_limits_address(const char *address, char out[FELT_LIMITS_KEY_BYTES])
{
    static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    struct in6_addr six;
    if (inet_pton(AF_INET6, address, &six) != 1) {
        (void)snprintf(out, FELT_LIMITS_KEY_BYTES, "%s", address);
        return;
    }
    const uint8_t *byte = six.s6_addr;
    if (memcmp(byte, mapped, sizeof mapped) == 0)
        (void)snprintf(out, FELT_LIMITS_KEY_BYTES, "%u.%u.%u.%u", byte[12], byte[13], byte[14],
                       byte[15]);
    else
        (void)snprintf(out, FELT_LIMITS_KEY_BYTES, "%02x%02x:%02x%02x:%02x%02x:%02x%02x::/64",
                       byte[0], byte[1], byte[2], byte[3], byte[4], byte[5], byte[6], byte[7]);
}
