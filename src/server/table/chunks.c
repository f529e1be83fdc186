/* chunks.c -- chunks: taken, given back, filled. */
#include "server/table/chunks.h"

void felt_chunk_pool_init(struct felt_chunk_pool *pool, struct felt_chunk *chunk, uint32_t count)
{
    *pool = (struct felt_chunk_pool){.chunk = chunk, .count = count, .free = FELT_CHUNK_NONE};
}

static uint32_t take_chunk(struct felt_chunk_pool *pool)
{
    uint32_t index = pool->free;
    if (index != FELT_CHUNK_NONE)
        pool->free = pool->chunk[index].next;
    else if (pool->fresh < pool->count)
        index = pool->fresh++;
    else
        return FELT_CHUNK_NONE;
    pool->chunk[index].next = FELT_CHUNK_NONE;
    pool->chunk[index].count = 0;
    return index;
}

static void give_back(struct felt_chunk_pool *pool, uint32_t index)
{
    pool->chunk[index].next = pool->free;
    pool->free = index;
}

/* The chunk that takes the next item; NULL: none is free. */
static struct felt_chunk *last_with_room(struct felt_chunk_pool *pool, struct felt_chunks *list,
                                         uint32_t items)
{
    if (list->count && pool->chunk[list->last].count < items) return &pool->chunk[list->last];
    uint32_t index = take_chunk(pool);
    if (index == FELT_CHUNK_NONE) return NULL;
    if (list->count)
        pool->chunk[list->last].next = index;
    else
        list->first = index;
    list->last = index;
    return &pool->chunk[index];
}

bool felt_chunks_event(struct felt_chunk_pool *pool, struct felt_chunks *list,
                       const struct felt_event *event)
{
    if (list->count >= FELT_HISTORY_MAX) return false;
    struct felt_chunk *chunk = last_with_room(pool, list, FELT_CHUNK_EVENTS);
    if (!chunk) return false;
    chunk->event[chunk->count++] = *event;
    list->count++;
    return true;
}

/* The first chunk of a list that has several. */
static void drop_first(struct felt_chunk_pool *pool, struct felt_chunks *list)
{
    uint32_t first = list->first;
    list->first = pool->chunk[first].next;
    list->count -= pool->chunk[first].count;
    give_back(pool, first);
}

bool felt_chunks_latest(struct felt_chunk_pool *pool, struct felt_chunks *list,
                        const struct felt_event *event, bool *cut)
{
    bool full = list->count >= FELT_LATEST_MAX;
    if (full) drop_first(pool, list);
    *cut |= full;
    return felt_chunks_event(pool, list, event);
}

void felt_chunks_hand(struct felt_chunk_pool *pool, struct felt_chunks *list,
                      const struct felt_dealt *hand)
{
    if (list->count >= FELT_HANDS_KEPT) drop_first(pool, list); /* the oldest ones go */
    struct felt_chunk *chunk = last_with_room(pool, list, FELT_CHUNK_HANDS);
    if (!chunk) { /* numbers are counted from the last hand: a gap would shift them */
        felt_chunks_clear(pool, list);
        return;
    }
    chunk->hand[chunk->count++] = *hand;
    list->count++;
}

void felt_chunks_clear(struct felt_chunk_pool *pool, struct felt_chunks *list)
{
    for (uint32_t index = list->first; list->count;) {
        uint32_t next = pool->chunk[index].next;
        list->count -= pool->chunk[index].count;
        give_back(pool, index);
        index = next;
    }
    *list = (struct felt_chunks){0};
}
