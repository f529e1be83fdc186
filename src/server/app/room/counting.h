/* counting.h -- hands of the room, as the hand store counts them: what everybody did (match/
 * user_stats.h), what people did to each other (match/collusion.h), and how long they sat there.
 *
 *   Q1  time at a table is from the end of the hand before to the end of this one, at most
 *       FELT_COUNTING_MS_MAX: a table that waits for players costs nobody an hour. */
#ifndef FELT_SERVER_APP_ROOM_COUNTING_H
#define FELT_SERVER_APP_ROOM_COUNTING_H

#include "server/room/room.h"
#include "store/hands/hand_store.h"

enum { FELT_COUNTING_MS_MAX = 300000 };

struct felt_counting {
    int64_t *last_ms; /* by table: the end of its last hand, 0: none since the start             */
    uint32_t tables;
};

bool felt_counting_open(struct felt_counting *counting, uint32_t tables);
void felt_counting_close(struct felt_counting *counting);
void felt_counting_hand(struct felt_counting *counting, const struct felt_room_report *report,
                        int64_t wall_ms, struct felt_counted_hand *out);

#endif
