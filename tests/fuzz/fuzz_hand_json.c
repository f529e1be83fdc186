/* fuzz_hand_json.c -- any bytes as a hand as JSON: see record_check.h for what must hold. */
#include "record_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    verify_reader(felt_hand_json_read, text, size);
    return 0;
}
