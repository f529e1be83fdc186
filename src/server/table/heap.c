#include "server/table/heap.h"

#include "felt/assert.h"

size_t felt_heap_bytes(uint32_t count)
{
    return count * (sizeof(int64_t) + sizeof(uint32_t) + sizeof(int32_t));
}

void felt_heap_init(struct felt_heap *heap, uint32_t count, void *memory)
{
    *heap = (struct felt_heap){.count = count, .time = memory};
    heap->order = (uint32_t *)(heap->time + count);
    heap->place = (int32_t *)(heap->order + count);
    for (uint32_t number = 0; number < count; number++) heap->place[number] = FELT_HEAP_NONE;
}

static int tables_before(const struct felt_heap *heap, uint32_t a, uint32_t b)
{
    return heap->time[a] != heap->time[b] ? heap->time[a] < heap->time[b] : a < b;
}

static void put(struct felt_heap *heap, uint32_t at, uint32_t number)
{
    heap->order[at] = number;
    heap->place[number] = (int32_t)at;
}

static void rise(struct felt_heap *heap, uint32_t at)
{
    uint32_t number = heap->order[at];
    while (at > 0) {
        uint32_t above = (at - 1) / 2;
        if (!tables_before(heap, number, heap->order[above])) break;
        put(heap, at, heap->order[above]);
        at = above;
    }
    put(heap, at, number);
}

static void sink(struct felt_heap *heap, uint32_t at)
{
    uint32_t number = heap->order[at];
    for (uint32_t below; (below = 2 * at + 1) < heap->set; at = below) {
        if (below + 1 < heap->set &&
            tables_before(heap, heap->order[below + 1], heap->order[below]))
            below++;
        if (!tables_before(heap, heap->order[below], number)) break;
        put(heap, at, heap->order[below]);
    }
    put(heap, at, number);
}

void felt_heap_set(struct felt_heap *heap, uint32_t number, int64_t time)
{
    felt_assert(number < heap->count);
    heap->time[number] = time;
    if (heap->place[number] < 0) put(heap, heap->set++, number);
    rise(heap, (uint32_t)heap->place[number]);
    sink(heap, (uint32_t)heap->place[number]);
}

void felt_heap_clear(struct felt_heap *heap, uint32_t number)
{
    felt_assert(number < heap->count);
    if (heap->place[number] < 0) return;
    uint32_t at = (uint32_t)heap->place[number], last = heap->order[--heap->set];
    heap->place[number] = FELT_HEAP_NONE;
    if (last == number) return;
    put(heap, at, last);
    rise(heap, at);
    sink(heap, (uint32_t)heap->place[last]);
}

int64_t felt_heap_next(const struct felt_heap *heap, int64_t *time)
{
    if (!heap->set) return FELT_HEAP_NONE;
    *time = heap->time[heap->order[0]];
    return heap->order[0];
}
