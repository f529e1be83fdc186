/* read_arena_client.h -- bytes of a client, strictly read.
 *
 * JSON by jansson: one object, no duplicate keys, at most 32 members and 8 levels, whole numbers
 * where numbers are wanted, nothing behind it; fields that are not known are passed over.  What is
 * wrong comes back as a refusal and a text that says what to do. */
#ifndef FELT_SERVER_PROTOCOL_READ_ARENA_CLIENT_H
#define FELT_SERVER_PROTOCOL_READ_ARENA_CLIENT_H

#include "server/table/arena_message.h"

enum { FELT_PROTOCOL_TEXT_BYTES = 160 };

/* FELT_REFUSED_NOT: *out is filled.  Else `text` says why.  At most 4096 bytes are taken. */
enum felt_refusal felt_protocol_read_arena_client(const char *bytes, size_t count,
                                                  struct felt_arena_client_msg *out,
                                                  char text[FELT_PROTOCOL_TEXT_BYTES]);
/* The same, without the short way for a plain `action`: what tests compare it with. */
enum felt_refusal felt_protocol_read_slowly(const char *bytes, size_t count,
                                            struct felt_arena_client_msg *out,
                                            char text[FELT_PROTOCOL_TEXT_BYTES]);

#endif
