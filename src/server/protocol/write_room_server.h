/* write_room_server.h -- what the room tells, as the frames of docs/PROTOCOL.md 15.
 *
 * Frames of a hand are those of the arena (write_arena_server.h) with `seq`, `table` and `at`
 * before them. The only cards are those of the tell they are given (J1). */
#ifndef FELT_SERVER_PROTOCOL_WRITE_ROOM_SERVER_H
#define FELT_SERVER_PROTOCOL_WRITE_ROOM_SERVER_H

#include "felt/buffer.h"
#include "server/room/room.h"

/* One JSON object.  `wall_ms`: the time of a calendar, `at` of every frame; `now_ms`: the same
 * moment on the room's clock.  out->overflow: it did not fit. */
void felt_protocol_write_room_server(const struct felt_room_server_msg *msg, int64_t wall_ms,
                                     int64_t now_ms, struct felt_buffer *out);

#endif
