/* heap.h -- which of many alarms rings next.
 *
 * At most one alarm for each number 0 .. count-1.  Setting, moving and clearing cost the logarithm
 * of the alarms that are set.  Memory is the caller's.
 *
 *   P1  place[n] is where n stands in order[], or FELT_HEAP_NONE.
 *   P2  order[] is a heap by time; alarms of the same time ring in the order of their numbers. */
#ifndef FELT_SERVER_TABLE_HEAP_H
#define FELT_SERVER_TABLE_HEAP_H

#include <stddef.h>
#include <stdint.h>

enum { FELT_HEAP_NONE = -1 };

struct felt_heap {
    uint32_t count, set;
    int64_t *time;   /* by number                                                          */
    uint32_t *order; /* numbers, the next one first                                        */
    int32_t *place;
};

/* Bytes for `count` alarms, aligned as malloc does. */
size_t felt_heap_bytes(uint32_t count);
void felt_heap_init(struct felt_heap *heap, uint32_t count, void *memory);
void felt_heap_set(struct felt_heap *heap, uint32_t number, int64_t time);
void felt_heap_clear(struct felt_heap *heap, uint32_t number);
/* The number whose alarm is next, or FELT_HEAP_NONE; its time. */
int64_t felt_heap_next(const struct felt_heap *heap, int64_t *time);

#endif
