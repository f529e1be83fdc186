/* write_news.h -- what the room tells, as the frames of docs/PROTOCOL.md 15.
 *
 * Frames of a hand are those of the arena (write_tell.h) with `seq`, `table` and `at` before them.
 * The only cards are those of the tell they are given (J1). */
#ifndef FELT_SERVER_PROTOCOL_WRITE_NEWS_H
#define FELT_SERVER_PROTOCOL_WRITE_NEWS_H

#include "felt/buffer.h"
#include "server/room/floor.h"

/* One JSON object.  `wall_ms`: the time of a calendar, `at` of every frame; `now_ms`: the same
 * moment on the floor's clock.  out->overflow: it did not fit. */
void felt_wire_write_news(const struct felt_news *news, int64_t wall_ms, int64_t now_ms,
                          struct felt_buffer *out);

#endif
