/* read_ask.h -- bytes of a client, strictly read.
 *
 * JSON by jansson: one object, no duplicate keys, at most 32 members and 8 levels, whole numbers
 * where numbers are wanted, nothing behind it; fields that are not known are passed over.  What is
 * wrong comes back as a refusal and a text that says what to do. */
#ifndef FELT_SERVER_PROTOCOL_READ_ASK_H
#define FELT_SERVER_PROTOCOL_READ_ASK_H

#include "server/table/message.h"

enum { FELT_WIRE_TEXT_BYTES = 160 };

/* FELT_REFUSED_NOT: *out is filled.  Else `text` says why.  At most 4096 bytes are taken. */
enum felt_refusal felt_wire_read_ask(const char *bytes, size_t count, struct felt_ask *out,
                                     char text[FELT_WIRE_TEXT_BYTES]);
/* The same, without the short way for a plain `action`: what tests compare it with. */
enum felt_refusal felt_wire_read_slowly(const char *bytes, size_t count, struct felt_ask *out,
                                        char text[FELT_WIRE_TEXT_BYTES]);

#endif
