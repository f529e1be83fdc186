/* fuzz_base64url.c -- any bytes as base64url, and written as base64url.
 *
 * What is accepted is written the same way again; whatever is written is accepted and comes back.
 */
#include "base/base64url.h"
#include "felt/assert.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t letters = FELT_BASE64URL_BYTES(size), count = 0;
    char *text = malloc(letters + 1);
    uint8_t *bytes = malloc(size + 1);
    felt_assert(text && bytes);

    felt_base64url_write(data, size, text);
    felt_assert(strlen(text) == letters);
    felt_assert(felt_base64url_read(text, letters, bytes, size, &count));
    felt_assert(count == size);
    felt_assert(memcmp(bytes, data, size) == 0);
    if (size > 0) felt_assert(!felt_base64url_read(text, letters, bytes, size - 1, &count));

    if (felt_base64url_read((const char *)data, size, bytes, size, &count)) {
        felt_assert(FELT_BASE64URL_BYTES(count) == size);
        felt_base64url_write(bytes, count, text);
        felt_assert(memcmp(text, data, size) == 0);
    }
    free(text);
    free(bytes);
    return 0;
}
