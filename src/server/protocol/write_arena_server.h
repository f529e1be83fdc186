/* write_arena_server.h -- what a server tells, as the frames of docs/PROTOCOL.md.
 *
 * One function, whose only cards are those of the view and the event it is given (L1). */
#ifndef FELT_SERVER_PROTOCOL_WRITE_ARENA_SERVER_H
#define FELT_SERVER_PROTOCOL_WRITE_ARENA_SERVER_H

#include "felt/buffer.h"
#include "server/table/arena_message.h"

/* One JSON object.  out->overflow: it did not fit. */
void felt_protocol_write_arena_server(const struct felt_arena_server_msg *msg,
                                      struct felt_buffer *out);

#endif
