/* put.h -- a key and its value, into an object that is open.  Private to this folder. */
#ifndef FELT_WIRE_PUT_H
#define FELT_WIRE_PUT_H

#include "base/hex.h"
#include "felt/json.h"
#include "room/message.h"

static inline void put_int(struct felt_json *json, const char *key, int64_t number)
{
    felt_json_key(json, key);
    felt_json_int(json, number);
}

static inline void put_uint(struct felt_json *json, const char *key, uint64_t number)
{
    felt_json_key(json, key);
    felt_json_uint(json, number);
}

static inline void put_text(struct felt_json *json, const char *key, const char *text)
{
    felt_json_key(json, key);
    felt_json_text(json, text);
}

static inline void put_bool(struct felt_json *json, const char *key, bool value)
{
    felt_json_key(json, key);
    felt_json_bool(json, value);
}

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
