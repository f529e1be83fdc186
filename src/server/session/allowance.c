#include "server/session/allowance.h"

enum { TOKEN = 1000, US = 1000000 };

struct felt_allowance felt_allowance_full(uint32_t burst, int64_t now_us)
{
    return (struct felt_allowance){.tokens = (int32_t)burst * TOKEN, .counted_us = now_us};
}

void felt_allowance_earn(struct felt_allowance *allowance, uint32_t burst, uint32_t per_second,
                         int64_t now_us)
{
    int64_t earned = (now_us - allowance->counted_us) * per_second * TOKEN / US;
    if (earned <= 0) return;
    int64_t most = (int64_t)burst * TOKEN, sum = allowance->tokens + earned;
    allowance->tokens = (int32_t)(sum > most ? most : sum);
    allowance->counted_us = now_us;
}

bool felt_allowance_has(const struct felt_allowance *allowance)
{
    return allowance->tokens >= TOKEN;
}

void felt_allowance_take(struct felt_allowance *allowance)
{
    allowance->tokens -= TOKEN;
}

int64_t felt_allowance_wait_us(const struct felt_allowance *allowance, uint32_t per_second)
{
    int64_t missing = TOKEN - (int64_t)allowance->tokens;
    return missing > 0 ? missing * US / TOKEN / per_second + 1 : 0;
}
