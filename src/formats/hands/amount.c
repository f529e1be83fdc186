/* amount.c -- see amount.h. */
#include "formats/hands/amount.h"

#include "felt/assert.h"
#include "felt/record.h"

enum { TEN_THOUSAND = 10000 };
#define AMOUNT_MAX (FELT_SEATS_MAX * FELT_CHIPS_MAX) /* a finishing stack may have it all */
_Static_assert(FELT_RECORD_DECIMALS_MAX == 4, "amounts are read in ten-thousandths");

static felt_chips power_of_ten(int exponent)
{
    felt_chips power = 1;
    for (int i = 0; i < exponent; i++) power *= 10;
    return power;
}

enum felt_status felt_amount_read(const char *text, size_t bytes, felt_chips *out, int *digits)
{
    size_t at = bytes > 0 && text[0] == '-' ? 1 : 0, start = at;
    felt_chips whole = 0, part = 0;
    for (; at < bytes && text[at] >= '0' && text[at] <= '9'; at++) {
        whole = whole * 10 + (text[at] - '0');
        if (whole > AMOUNT_MAX) return FELT_BAD_NUMBER;
    }
    if (at == start) return FELT_BAD_NUMBER;
    int places = 0;
    if (at < bytes && text[at] == '.') {
        for (at++; at < bytes && text[at] >= '0' && text[at] <= '9'; at++, places++) {
            if (places == FELT_RECORD_DECIMALS_MAX) return FELT_BAD_NUMBER;
            part = part * 10 + (text[at] - '0');
        }
        if (places == 0) return FELT_BAD_NUMBER;
    }
    if (at != bytes) return FELT_BAD_NUMBER;
    if (places > *digits) *digits = places;
    felt_chips size = whole * TEN_THOUSAND + part * power_of_ten(FELT_RECORD_DECIMALS_MAX - places);
    *out = text[0] == '-' ? -size : size;
    return FELT_OK;
}

bool felt_amount_scale(felt_chips *amount, int decimals)
{
    felt_assert(decimals >= 0 && decimals <= FELT_RECORD_DECIMALS_MAX);
    felt_chips unit = power_of_ten(FELT_RECORD_DECIMALS_MAX - decimals);
    felt_assert(*amount % unit == 0);
    *amount /= unit;
    return *amount <= AMOUNT_MAX && *amount >= -AMOUNT_MAX;
}

void felt_amount_write(struct felt_buffer *out, felt_chips amount, int decimals)
{
    felt_chips unit = power_of_ten(decimals), size = amount < 0 ? -amount : amount;
    if (amount < 0) felt_buffer_char(out, '-');
    felt_buffer_int(out, size / unit);
    if (decimals == 0) return;
    felt_buffer_char(out, '.');
    for (felt_chips place = unit / 10; place > 0; place /= 10)
        felt_buffer_char(out, (char)('0' + size / place % 10));
}
