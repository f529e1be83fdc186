/* made_up.h -- what the scenes without sockets, files and time make up: secrets that follow from a
 * number, and a journal in memory. */
#ifndef FELT_TESTS_MADE_UP_H
#define FELT_TESTS_MADE_UP_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stddef.h>
#include <stdint.h>

/* Bytes that follow from *number, which is counted on. */
void made_up_entropy(uint64_t *number, void *out, size_t bytes);

struct made_up_record {
    char *bytes;
    size_t count;
    uint32_t build; /* of the program that wrote it, where a scene cares                      */
};

/* A list of so many records, with room for some more, gets a copy of this one, which is returned.
 */
struct made_up_record *made_up_append(struct made_up_record **list, uint32_t *records,
                                      uint32_t *room, const void *bytes, size_t count);
/* Forgets all from that one on. */
void made_up_forget(struct made_up_record *list, uint32_t *records, uint32_t from);

#ifdef __cplusplus
}
#endif
#endif
