/* chunks.h -- lists that grow in chunks of one pool: events of running hands, hands of a match.
 *
 * Memory is the caller's; a pool that is empty is a refusal. */
#ifndef FELT_SERVER_TABLE_CHUNKS_H
#define FELT_SERVER_TABLE_CHUNKS_H

#include "felt/game.h"

#define FELT_CHUNK_NONE UINT32_MAX
enum {
    FELT_CHUNK_EVENTS = 31,
    FELT_CHUNK_HANDS = 20,
    FELT_HISTORY_MAX = 64 * FELT_CHUNK_EVENTS, /* events of a hand that are kept              */
    FELT_HANDS_KEPT = 30 * FELT_CHUNK_HANDS,   /* of a match, for its reveals                   */
    FELT_FRESH_BYTES = 32,
    FELT_LATEST_MAX = 16 * FELT_CHUNK_EVENTS /* of a long game: the latest ones              */
};

/* A hand that was dealt. */
struct felt_dealt {
    uint64_t hand;                   /* date << 32 | counter                                 */
    uint32_t deal;                   /* of a directed room: 0, or the deck that it shares      */
    uint8_t fresh[FELT_FRESH_BYTES]; /* shuffle.h                                            */
};

/* A piece of a list that grows; free ones are linked. */
struct felt_chunk {
    uint32_t next, count;
    union {
        struct felt_event event[FELT_CHUNK_EVENTS];
        struct felt_dealt hand[FELT_CHUNK_HANDS];
    };
};
struct felt_chunks {
    uint32_t first, last, count; /* items in all                                             */
};

/* Chunks come from memory that was never touched until every returned one is in use again, so
 * whoever owns it pays for what the busiest moment needed and not for the limits. */
struct felt_chunk_pool {
    struct felt_chunk *chunk;
    uint32_t count, free, fresh;
};

void felt_chunk_pool_init(struct felt_chunk_pool *pool, struct felt_chunk *chunk, uint32_t count);
/* False: no chunk is free. */
bool felt_chunks_event(struct felt_chunk_pool *pool, struct felt_chunks *list,
                       const struct felt_event *event);
/* The same, and of more than FELT_LATEST_MAX the oldest ones go: *cut. */
bool felt_chunks_latest(struct felt_chunk_pool *pool, struct felt_chunks *list,
                        const struct felt_event *event, bool *cut);
void felt_chunks_hand(struct felt_chunk_pool *pool, struct felt_chunks *list,
                      const struct felt_dealt *hand);
void felt_chunks_clear(struct felt_chunk_pool *pool, struct felt_chunks *list);

#endif
