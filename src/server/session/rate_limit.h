/* rate_limit.h -- how much a connection may still send: tokens that come back with time.
 *
 * Host and room session count messages and error frames with it.  Time is in microseconds. */
#ifndef FELT_SERVER_SESSION_RATE_LIMIT_H
#define FELT_SERVER_SESSION_RATE_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

struct felt_rate_limit {
    int32_t tokens; /* thousandths; below 0: a debt                                            */
    int64_t counted_us;
};

struct felt_rate_limit felt_rate_limit_full(uint32_t burst, int64_t now_us);
/* Adds what the time since it was last counted brought, up to `burst` tokens. */
void felt_rate_limit_earn(struct felt_rate_limit *allowance, uint32_t burst, uint32_t per_second,
                          int64_t now_us);
/* Is there a whole token? */
bool felt_rate_limit_has(const struct felt_rate_limit *allowance);
/* Takes a token, on credit if need be. */
void felt_rate_limit_take(struct felt_rate_limit *allowance);
/* Microseconds until there is a whole token. */
int64_t felt_rate_limit_wait_us(const struct felt_rate_limit *allowance, uint32_t per_second);

#endif
