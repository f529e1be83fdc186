/* put.h -- members of frames that base/json_member.h does not have.  Private to this folder. */
#ifndef FELT_SERVER_PROTOCOL_PUT_H
#define FELT_SERVER_PROTOCOL_PUT_H

#include "base/hex.h"
#include "base/json_member.h"
#include "server/table/arena_message.h"

static inline void put_hex(struct felt_json *json, const char *key,
                           const uint8_t bytes[FELT_KEY_BYTES])
{
    char text[2 * FELT_KEY_BYTES + 1];
    felt_hex_write(bytes, FELT_KEY_BYTES, text);
    felt_json_key(json, key);
    felt_json_text_n(json, text, sizeof text - 1);
}

static inline void put_list(struct felt_json *json, const char *key)
{
    felt_json_key(json, key);
    felt_json_array(json);
}

#endif
