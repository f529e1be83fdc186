/* fuzz_range.c -- any bytes as a range.
 *
 * What is accepted must come back from its own canonical text, and that text must stay what it is
 * when it is written once more; what is refused must leave the range alone and come with a
 * complaint that points into the text and is fit to be printed. */
#include "complaint.h"

#include "felt/assert.h"
#include "felt/range.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void verify_range(const struct felt_range *range)
{
    char text[FELT_RANGE_TEXT_MAX], again_text[FELT_RANGE_TEXT_MAX];
    struct felt_range again;
    felt_assert(felt_range_count(range) > 0 && felt_range_count(range) <= FELT_COMBOS);
    size_t length = felt_range_write(range, text, sizeof text);
    felt_assert(length > 0 && length < sizeof text);
    felt_assert(strlen(text) == length);
    felt_assert(felt_range_read(text, length, &again, NULL) == FELT_OK);
    felt_assert(memcmp(again.combos, range->combos, sizeof again.combos) == 0);
    felt_assert(felt_range_write(&again, again_text, sizeof again_text) == length);
    felt_assert(strcmp(text, again_text) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct felt_range range, before;
    struct felt_complaint complaint;
    memset(&range, 0xA5, sizeof range);
    before = range;
    memset(&complaint, 0xFF, sizeof complaint);
    enum felt_status status = felt_range_read(text, size, &range, &complaint);
    felt_assert(felt_range_read(text, size, &range, NULL) == status);
    if (status == FELT_OK) {
        verify_range(&range);
    } else {
        felt_assert(status == FELT_BAD_RANGE || status == FELT_BAD_CARD);
        felt_assert(memcmp(&range, &before, sizeof range) == 0);
        verify_complaint(&complaint, size);
    }
    return 0;
}
