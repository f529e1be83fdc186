#include "server/session/rate_limit.h"

enum { TOKEN = 1000, US = 1000000 };

struct felt_rate_limit felt_rate_limit_full(uint32_t burst, int64_t now_us)
{
    return (struct felt_rate_limit){.tokens = (int32_t)burst * TOKEN, .counted_us = now_us};
}

void felt_rate_limit_earn(struct felt_rate_limit *allowance, uint32_t burst, uint32_t per_second,
                          int64_t now_us)
{
    int64_t earned = (now_us - allowance->counted_us) * per_second * TOKEN / US;
    if (earned <= 0) return;
    int64_t most = (int64_t)burst * TOKEN, sum = allowance->tokens + earned;
    allowance->tokens = (int32_t)(sum > most ? most : sum);
    allowance->counted_us = now_us;
}

bool felt_rate_limit_has(const struct felt_rate_limit *allowance)
{
    return allowance->tokens >= TOKEN;
}

void felt_rate_limit_take(struct felt_rate_limit *allowance)
{
    allowance->tokens -= TOKEN;
}

int64_t felt_rate_limit_wait_us(const struct felt_rate_limit *allowance, uint32_t per_second)
{
    int64_t missing = TOKEN - (int64_t)allowance->tokens;
    return missing > 0 ? missing * US / TOKEN / per_second + 1 : 0;
}
