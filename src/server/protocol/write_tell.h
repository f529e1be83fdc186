/* write_tell.h -- what a server tells, as the frames of docs/PROTOCOL.md.
 *
 * One function, whose only cards are those of the view and the event it is given (L1). */
#ifndef FELT_SERVER_PROTOCOL_WRITE_TELL_H
#define FELT_SERVER_PROTOCOL_WRITE_TELL_H

#include "felt/buffer.h"
#include "server/table/message.h"

/* One JSON object.  out->overflow: it did not fit. */
void felt_wire_write_tell(const struct felt_tell *tell, struct felt_buffer *out);

#endif
