/* fuzz_hand_json.c -- any bytes as a hand as JSON: see record_check.h for what must hold. */
#include "record_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct felt_complaint complaint;
    static struct record_memory memory;
    memset(&complaint, 0xFF, sizeof complaint);
    enum felt_status status = felt_hand_json_read(text, size, &memory.record, &complaint);
    verify_answer(&memory, status, &complaint, size);
    felt_assert(felt_hand_json_read(text, size, &memory.record, NULL) == status);
    return 0;
}
