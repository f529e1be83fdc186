/* made_up.c -- see made_up.h. */
#include "made_up.h"

#include "felt/assert.h"
#include "felt/rng.h"

#include <stdlib.h>
#include <string.h>

void made_up_entropy(uint64_t *number, void *out, size_t bytes)
{
    struct felt_rng rng = felt_rng_make((*number)++);
    for (size_t i = 0; i < bytes; i++) ((uint8_t *)out)[i] = (uint8_t)felt_rng_next(&rng);
}

struct made_up_record *made_up_append(struct made_up_record **list, uint32_t *records,
                                      uint32_t *room, const void *bytes, size_t count)
{
    if (*records == *room) {
        *room = 2 * *room + 256;
        *list = realloc(*list, *room * sizeof **list);
        felt_assert(*list);
    }
    struct made_up_record *record = &(*list)[(*records)++];
    *record = (struct made_up_record){.bytes = malloc(count), .count = count};
    felt_assert(record->bytes);
    memcpy(record->bytes, bytes, count);
    return record;
}

void made_up_forget(struct made_up_record *list, uint32_t *records, uint32_t from)
{
    for (uint32_t i = from; i < *records; i++) free(list[i].bytes);
    *records = from;
}
