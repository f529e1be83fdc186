/* mistake.h -- the body of every refused HTTP request (docs/PROTOCOL.md 14.3). */
#ifndef FELT_SERVER_HTTP_MISTAKE_H
#define FELT_SERVER_HTTP_MISTAKE_H

#include "base/json_member.h"

/* {"error":{"code":...,"message":...,"field":...}}; field NULL: it is about none. */
static inline void felt_json_put_mistake(struct felt_json *json, const char *code,
                                         const char *message, const char *field)
{
    felt_json_object(json);
    felt_json_key(json, "error");
    felt_json_object(json);
    felt_json_put_text(json, "code", code);
    felt_json_put_text(json, "message", message);
    if (field) felt_json_put_text(json, "field", field);
    felt_json_end(json);
    felt_json_end(json);
}

#endif
