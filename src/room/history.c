/* history.c -- lists that grow in chunks of one pool: events of running hands, hands of a match.
 *
 * Chunks come from memory that was never touched until every returned one is in use again, so a
 * room pays for what its busiest moment needed and not for its limits. */
#include "room/room_parts.h"

static uint32_t take_chunk(struct felt_room *room)
{
    uint32_t index = room->free_chunk;
    if (index != FELT_CHUNK_NONE)
        room->free_chunk = room->chunk[index].next;
    else if (room->fresh_chunk < room->chunks)
        index = room->fresh_chunk++;
    else
        return FELT_CHUNK_NONE;
    room->chunk[index].next = FELT_CHUNK_NONE;
    room->chunk[index].count = 0;
    return index;
}

static void give_back(struct felt_room *room, uint32_t index)
{
    room->chunk[index].next = room->free_chunk;
    room->free_chunk = index;
}

/* The chunk that takes the next item; NULL: none is free. */
static struct felt_chunk *last_with_room(struct felt_room *room, struct felt_chunks *list,
                                         uint32_t items)
{
    if (list->count && room->chunk[list->last].count < items) return &room->chunk[list->last];
    uint32_t index = take_chunk(room);
    if (index == FELT_CHUNK_NONE) return NULL;
    if (list->count)
        room->chunk[list->last].next = index;
    else
        list->first = index;
    list->last = index;
    return &room->chunk[index];
}

bool felt_chunks_event(struct felt_room *room, struct felt_chunks *list,
                       const struct felt_event *event)
{
    if (list->count >= FELT_HISTORY_MAX) return false;
    struct felt_chunk *chunk = last_with_room(room, list, FELT_CHUNK_EVENTS);
    if (!chunk) return false;
    chunk->event[chunk->count++] = *event;
    list->count++;
    return true;
}

void felt_chunks_hand(struct felt_room *room, struct felt_chunks *list, uint64_t hand)
{
    if (list->count >= FELT_HANDS_KEPT) { /* the oldest ones go */
        uint32_t first = list->first;
        list->first = room->chunk[first].next;
        list->count -= room->chunk[first].count;
        give_back(room, first);
    }
    struct felt_chunk *chunk = last_with_room(room, list, FELT_CHUNK_HANDS);
    if (!chunk) { /* numbers are counted from the last hand: a gap would shift them */
        felt_chunks_clear(room, list);
        return;
    }
    chunk->hand[chunk->count++] = hand;
    list->count++;
}

void felt_chunks_clear(struct felt_room *room, struct felt_chunks *list)
{
    for (uint32_t index = list->first; list->count;) {
        uint32_t next = room->chunk[index].next;
        list->count -= room->chunk[index].count;
        give_back(room, index);
        index = next;
    }
    *list = (struct felt_chunks){0};
}

struct hearing {
    felt_seat seat;
    felt_say say;
    void *to;
};

static void hear(void *self, const struct felt_announcement *said)
{
    const struct hearing *hearing = self;
    struct felt_announcement mine = felt_announcement_for(said, hearing->seat);
    hearing->say(hearing->to, &mine);
}

void felt_history_retell(const void *retell, felt_say say, void *to)
{
    const struct felt_retell *what = retell;
    const struct felt_room *room = what->room;
    const struct felt_table *table = what->table;
    struct hearing hearing = {.seat = what->seat, .say = say, .to = to};
    struct felt_announcer announcer;
    struct felt_deal deal;
    felt_chips stack[FELT_SEATS_MAX];
    felt_table_hand_of(room, table, &deal, stack);
    felt_announcer_begin(&announcer, &deal);
    uint32_t index = table->history.first;
    for (uint32_t left = table->history.count; left;) {
        const struct felt_chunk *chunk = &room->chunk[index];
        felt_announce(&announcer, felt_table_config(room, table)->plug, chunk->event, chunk->count,
                      hear, &hearing);
        left -= chunk->count;
        index = chunk->next;
    }
}
