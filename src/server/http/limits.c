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
#include "server/http/limits.h"

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

uint64_t felt_limits_key(const struct felt_limits *limits, struct felt_limits_rule rule,
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

/* The part of its tokens that is gone, in thousandths, by its weight. */
static int64_t emptiness(const struct felt_limits_bucket *bucket, int64_t now_ms)
{
    if (bucket->key == 0 || bucket->full_ms <= now_ms) return -1;
    return (bucket->full_ms - now_ms) * 1000 / (bucket->span_ms > 0 ? bucket->span_ms : 1);
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
    uint64_t key = felt_limits_key(limits, rule, whom);
    int64_t interval = interval_ms(rule), span = interval * (int64_t)rule.burst;
    struct felt_limits_bucket *bucket = find(limits, key);
    if (!bucket) bucket = replace(limits, key, now_ms);
    bucket->span_ms = span / (rule.weight ? rule.weight : 1);
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
    struct felt_limits_bucket *bucket = find(limits, felt_limits_key(limits, rule, whom));
    if (!bucket || bucket->full_ms <= now_ms) return;
    bucket->full_ms -= interval_ms(rule);
}

uint32_t felt_limits_used(const struct felt_limits *limits, struct felt_limits_rule rule,
                          const char *whom, int64_t now_ms)
{
    if (rule.burst == 0) return 0;
    const struct felt_limits_bucket *bucket = find(limits, felt_limits_key(limits, rule, whom));
    int64_t interval = interval_ms(rule);
    if (!bucket || bucket->full_ms <= now_ms) return 0;
    int64_t used = (bucket->full_ms - now_ms + interval - 1) / interval;
    return used < (int64_t)rule.burst ? (uint32_t)used : rule.burst;
}

/* ---- networks ---- */

struct felt_limits_rule felt_limits_widen(struct felt_limits_rule rule, int level)
{
    uint32_t times = rule.times[level] ? rule.times[level] : felt_network_times(level);
    rule.burst *= times;
    rule.per_hour *= times;
    rule.weight = (uint8_t)times;
    return rule;
}

void felt_limits_return_from(struct felt_limits *limits, struct felt_limits_rule rule,
                             const struct felt_limits_source *source, int64_t now_ms)
{
    for (int level = 0; level < FELT_NETWORKS; level++)
        if (level == FELT_NETWORK_NARROW || source->whom[level][0])
            felt_limits_return(limits, felt_limits_widen(rule, level), source->whom[level], now_ms);
}

int64_t felt_limits_take_from(struct felt_limits *limits, struct felt_limits_rule rule,
                              const struct felt_limits_source *source, int64_t now_ms)
{
    int64_t wait_ms = 0;
    int level = FELT_NETWORKS;
    while (wait_ms == 0 && level-- > 0)
        if (level == FELT_NETWORK_NARROW || source->whom[level][0])
            wait_ms = felt_limits_take(limits, felt_limits_widen(rule, level), source->whom[level],
                                       now_ms);
    if (wait_ms == 0) return 0;
    for (level++; level < FELT_NETWORKS; level++) /* L4 */
        if (source->whom[level][0])
            felt_limits_return(limits, felt_limits_widen(rule, level), source->whom[level], now_ms);
    return wait_ms;
}

static bool read_address(const char *text, uint8_t out[FELT_NETWORK_BYTES])
{
    if (inet_pton(AF_INET6, text, out) == 1) return true;
    memset(out, 0, FELT_NETWORK_BYTES);
    out[10] = out[11] = 0xFF;
    return inet_pton(AF_INET, text, out + FELT_NETWORK_FOUR_BITS / 8) == 1;
}

/* "192.0.2.7", "192.0.2.0/24", "2001:0db8:0001:0002::/64": longer than what inet_ntop() writes, but
 * of one form. */
static void write_network(const uint8_t *byte, int bits, char *out)
{
    if (!felt_network_is_four(byte))
        (void)snprintf(out, FELT_LIMITS_KEY_BYTES, "%02x%02x:%02x%02x:%02x%02x:%02x%02x::/%d",
                       byte[0], byte[1], byte[2], byte[3], byte[4], byte[5], byte[6], byte[7],
                       bits);
    else
        (void)snprintf(out, FELT_LIMITS_KEY_BYTES, "%u.%u.%u.%u%s", byte[12], byte[13], byte[14],
                       byte[15], bits < 8 * FELT_NETWORK_BYTES ? "/24" : "");
}

void felt_limits_source_name(const char *name, struct felt_limits_source *out)
{
    *out = (struct felt_limits_source){0};
    (void)snprintf(out->whom[FELT_NETWORK_NARROW], FELT_LIMITS_KEY_BYTES, "%s", name);
}

void felt_limits_source_of(const char *address, struct felt_limits_source *out)
{
    uint8_t byte[FELT_NETWORK_BYTES];
    felt_limits_source_name(address, out);
    if (!read_address(address, byte)) return;
    for (int level = 0; level < FELT_NETWORKS; level++) { /* from the narrowest: each is cut more */
        int bits = felt_network_bits(byte, level);
        if (bits == 0) continue;
        felt_network_cut(byte, bits);
        write_network(byte, bits, out->whom[level]);
    }
}

void felt_limits_address(const char *address, char out[FELT_LIMITS_KEY_BYTES])
{
    struct felt_limits_source source;
    felt_limits_source_of(address, &source);
    memcpy(out, source.whom[FELT_NETWORK_NARROW], FELT_LIMITS_KEY_BYTES);
}
