/* fuzz_pokerstars.c -- any bytes as a text of PokerStars: see record_check.h for what must hold. */
#include "felt/pokerstars.h"

#include "record_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct felt_complaint complaint;
    static struct record_memory memory;
    memset(&complaint, 0xFF, sizeof complaint);
    size_t first = felt_pokerstars_first(text, size);
    felt_assert(first <= size);
    felt_assert(size == 0 || first > 0);
    (void)felt_pokerstars_likely(text, size);
    enum felt_status status = felt_pokerstars_read(text, first, &memory.record, &complaint);
    verify_answer(&memory, status, &complaint, first);
    felt_assert(felt_pokerstars_read(text, first, &memory.record, NULL) == status);
    return 0;
}
