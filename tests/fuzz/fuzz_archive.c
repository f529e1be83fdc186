/* fuzz_archive.c -- any bytes as an archive of the lab, with the checksum that they would have.
 *
 * What is accepted is written again, and that comes back as it is.  What is refused comes with a
 * complaint fit to be printed, and leaves what was there alone. */
#include "complaint.h"

#include "felt/assert.h"
#include "lab/archive/archive_parts.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 20, KNOWN = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct room {
    struct felt_evolve evolve;
    struct felt_known_game known[KNOWN];
    struct felt_genome start;
    char preset[32];
    char first[TEXT_BYTES], second[TEXT_BYTES];
};

static enum felt_status read_text(struct room *room, const char *text, size_t bytes,
                                  struct felt_complaint *complaint)
{
    room->evolve.plan.known = room->known;
    room->evolve.plan.known_count = KNOWN;
    return felt_archive_json_read(text, bytes, &room->evolve, &room->start, room->preset,
                                  complaint);
}

static size_t write_text(struct room *room, char *text)
{
    struct felt_buffer out = felt_buffer_make(text, TEXT_BYTES);
    enum felt_status status = felt_archive_json_write(&room->evolve, room->preset, &out);
    felt_assert(status == FELT_OK);
    return out.used;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct room *room;
    struct felt_complaint complaint;
    char tail[FELT_ARCHIVE_TAIL_BYTES + 1];
    if (room == NULL) room = calloc(1, sizeof *room);
    felt_assert(room != NULL);
    if (size + FELT_ARCHIVE_TAIL_BYTES > TEXT_BYTES / 4) return 0;
    memcpy(room->first, data, size);
    felt_archive_tail(room->first, size, tail);
    memcpy(room->first + size, tail, FELT_ARCHIVE_TAIL_BYTES);
    memset(&complaint, 0xFF, sizeof complaint);
    room->evolve.counts.generation = 4711;
    size += FELT_ARCHIVE_TAIL_BYTES;
    if (read_text(room, room->first, size, &complaint) != FELT_OK) {
        felt_assert(room->evolve.counts.generation == 4711); /* K2 */
        verify_complaint(&complaint, size);
        return 0;
    }
    size_t bytes = write_text(room, room->first);
    enum felt_status status = read_text(room, room->first, bytes, NULL);
    felt_assert(status == FELT_OK);
    felt_assert(write_text(room, room->second) == bytes); /* K1 */
    felt_assert(memcmp(room->first, room->second, bytes) == 0);
    return 0;
}
