/* fuzz_pokerstars.c -- any bytes as a text of PokerStars: see record_check.h for what must hold. */
#include "felt/pokerstars.h"

#include "record_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    size_t first = felt_pokerstars_first(text, size);
    felt_assert(first <= size);
    felt_assert(size == 0 || first > 0);
    (void)felt_pokerstars_likely(text, size);
    verify_reader(felt_pokerstars_read, text, first);
    return 0;
}
