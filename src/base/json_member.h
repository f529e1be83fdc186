/* json_member.h -- a member of a JSON object in one call: its name and its value. */
#ifndef FELT_BASE_JSON_MEMBER_H
#define FELT_BASE_JSON_MEMBER_H

#include "base/calendar.h"
#include "felt/json.h"

static inline void felt_json_put_text(struct felt_json *json, const char *key, const char *text)
{
    felt_json_key(json, key);
    felt_json_text(json, text);
}

static inline void felt_json_put_int(struct felt_json *json, const char *key, int64_t number)
{
    felt_json_key(json, key);
    felt_json_int(json, number);
}

static inline void felt_json_put_uint(struct felt_json *json, const char *key, uint64_t number)
{
    felt_json_key(json, key);
    felt_json_uint(json, number);
}

static inline void felt_json_put_bool(struct felt_json *json, const char *key, bool value)
{
    felt_json_key(json, key);
    felt_json_bool(json, value);
}

static inline void felt_json_put_decimal(struct felt_json *json, const char *key, double number,
                                         int decimals)
{
    felt_json_key(json, key);
    felt_json_decimal(json, number, decimals);
}

/* Milliseconds since 1970 as "2026-01-02T03:04:05Z"; null: never. */
static inline void felt_json_put_moment(struct felt_json *json, const char *key, int64_t ms)
{
    char text[FELT_MOMENT_BYTES];
    felt_json_key(json, key);
    if (ms > 0)
        felt_json_text(json, felt_moment_write(ms, text));
    else
        felt_json_null(json);
}

#endif
