/* fuzz_match_file.c -- any bytes as the file that a match goes on from.
 *
 * What is accepted is, byte for byte, what would be written, and its sums can be worked with; what
 * is refused comes with a complaint.  Random changes never hit the checksum, so every input is also
 * tried with the checksum that it should have. */
#include "complaint.h"

#include "cli/match/match_file.h"
#include "felt/hash.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PAIRINGS = 1, PLAYERS = 2 };

static struct felt_cli_match_file make_file(struct felt_cli_match_sum *sum)
{
    static const char *const texts[FELT_CLI_MATCH_KEYS] = {
        "0.1.0", "duel", "kuhn", "fl",   "100", "500,500", "1",
        "1",     "100",  "0",    "fold", "0,5", "64",      "zoo:call zoo:random"};
    struct felt_cli_match_file file = {.pairings = PAIRINGS,
                                       .players = PLAYERS,
                                       .hands = 2,
                                       .result_max = 2000000,
                                       .groups_max = 500000000000,
                                       .sum = sum};
    memcpy(file.key, texts, sizeof texts);
    return file;
}

static void verify_sums(const struct felt_cli_match_file *file, const char *text, size_t size)
{
    size_t room = felt_cli_match_file_bytes(file);
    char *memory = malloc(room);
    felt_assert(memory != NULL);
    struct felt_buffer again = felt_buffer_make(memory, room);
    felt_cli_match_file_write(file, &again);
    felt_assert(!again.overflow);
    felt_assert(again.used == size);
    felt_assert(memcmp(memory, text, size) == 0);
    free(memory);
    for (int i = 0; i < PLAYERS; i++) {
        const struct felt_cli_match_line *line = &file->sum[0].line[i];
        struct felt_interval interval =
            felt_interval_anytime(&line->adjusted, 0.95, (double)file->plan);
        felt_assert(interval.low <= interval.mean);
        felt_assert(interval.mean <= interval.high);
        felt_assert(felt_score_variance(&line->won) >= 0);
    }
}

static void try_text(const char *text, size_t size)
{
    struct felt_cli_match_sum sum[PAIRINGS];
    struct felt_cli_match_file file = make_file(sum);
    struct felt_complaint complaint;
    memset(&complaint, 0xFF, sizeof complaint);
    enum felt_status status = felt_cli_match_file_read(text, size, &file, &complaint);
    if (status == FELT_OK) {
        verify_sums(&file, text, size);
        return;
    }
    felt_assert(status == FELT_BAD_FORMAT || status == FELT_UNSUPPORTED ||
                status == FELT_IMPOSSIBLE);
    verify_complaint(&complaint, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char end[] = "\"}\n";
    enum { DIGITS = 16, MARK = sizeof ",\"checksum\":\"" - 1, TAIL = MARK + DIGITS + 3 };
    try_text((const char *)data, size);
    if (size < TAIL || memcmp(data + size - 3, end, 3) != 0) return 0;
    char *text = malloc(size), digits[DIGITS + 1];
    felt_assert(text != NULL);
    memcpy(text, data, size);
    snprintf(digits, sizeof digits, "%016llx",
             (unsigned long long)felt_hash_bytes(felt_hash_text("felt-match"), data, size - TAIL));
    memcpy(text + size - 3 - DIGITS, digits, DIGITS);
    try_text(text, size);
    free(text);
    return 0;
}
