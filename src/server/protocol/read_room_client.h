/* read_room_client.h -- frames of a line in the room, strictly read (docs/PROTOCOL.md 15).
 *
 * JSON as read_arena_client.h reads it.  What is wrong comes back as a refusal and a text that says
 * what to do; `req` is filled if it could be read, so that the error can bear it. */
#ifndef FELT_SERVER_PROTOCOL_READ_ROOM_CLIENT_H
#define FELT_SERVER_PROTOCOL_READ_ROOM_CLIENT_H

#include "server/room/server_message.h"
#include "server/protocol/read_arena_client.h"

/* FELT_NO_NOT: *out is filled.  At most 4096 bytes are taken. */
enum felt_no felt_protocol_read_room_client(const char *bytes, size_t count,
                                            struct felt_room_client_msg *out,
                                            char text[FELT_PROTOCOL_TEXT_BYTES]);
/* The same, without the short way for a plain `action`: what tests compare it with. */
enum felt_no felt_protocol_read_room_client_slowly(const char *bytes, size_t count,
                                                   struct felt_room_client_msg *out,
                                                   char text[FELT_PROTOCOL_TEXT_BYTES]);

#endif
