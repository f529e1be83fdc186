/* fuzz_phh.c -- any bytes as a hand history in the PHH form: see record_check.h for what must hold.
 */
#include "record_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    verify_reader(felt_phh_read, text, size);
    felt_assert(felt_phh_first(text, size) <= size);
    return 0;
}
