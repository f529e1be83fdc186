/* fuzz_tournament_row.c -- any bytes as the settings of a tournament.
 *
 * What is taken can be held; it is written as it was read, also when it is fixed, and the key's
 * word is not among what is told.  What is refused comes with a complaint, and the row is as
 * before. */
#include "felt/assert.h"
#include "server/room/tournaments/row.h"
#include "os/secret.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t write_row(const struct felt_tournament_row *row, char out[FELT_TOURNAMENT_ROW_BYTES])
{
    struct felt_buffer buffer = felt_buffer_make(out, FELT_TOURNAMENT_ROW_BYTES);
    felt_tournament_row_write(row, &buffer);
    felt_assert(!buffer.overflow);
    return buffer.used;
}

static void read_again(const struct felt_tournament_row *row)
{
    static char first[FELT_TOURNAMENT_ROW_BYTES], second[FELT_TOURNAMENT_ROW_BYTES];
    struct felt_tournament_row again;
    size_t bytes = write_row(row, first);
    enum felt_status status = felt_tournament_row_read(&again, first, bytes, NULL);
    felt_assert(status == FELT_OK);
    felt_assert(write_row(&again, second) == bytes);
    felt_assert(memcmp(first, second, bytes) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct felt_tournament_row row;
    struct felt_complaint complaint = {0};
    memset(&row, 0, sizeof row);
    if (felt_tournament_row_read(&row, (const char *)data, size, &complaint) != FELT_OK) {
        felt_assert(complaint.text[0] != '\0');
        felt_assert(row.id[0] == '\0');
        return 0;
    }
    felt_assert(felt_director_verify(&row.plan) == NULL);
    read_again(&row);
    bool closed = felt_tournament_row_private(&row);
    felt_tournament_row_fix(&row, INT64_C(1794830400000), &felt_secret_digests);
    felt_assert(felt_tournament_row_fixed(&row));
    felt_assert(felt_tournament_row_private(&row) == closed);
    felt_assert(row.word[0] == '\0');
    felt_assert(felt_tournament_row_verify(&row, NULL) == FELT_OK);
    read_again(&row);
    return 0;
}
