/* json.h -- a JSON writer into a bounded buffer.
 *
 * The output is always valid JSON as long as the buffer did not overflow: commas and colons are
 * placed by the writer, strings are escaped, bytes that are not UTF-8 become U+FFFD, decimals that
 * are not finite or not below 9e9 in size become null.  Misuse (a value without a key in an object,
 * unbalanced ends, more than FELT_JSON_DEPTH_MAX levels) is a felt_assert.
 *
 *     struct felt_json json = felt_json_make(&buffer);
 *     felt_json_object(&json);
 *     felt_json_key(&json, "seat");  felt_json_int(&json, 3);
 *     felt_json_end(&json);
 *     felt_assert(felt_json_done(&json));                                                       */
#ifndef FELT_JSON_H
#define FELT_JSON_H

#include "felt/buffer.h"

FELT_BEGIN

#define FELT_JSON_DEPTH_MAX 31

struct felt_json {
    struct felt_buffer *out;
    uint32_t in_object; /* bit d: level d is an object, else an array */
    uint32_t has_item;  /* bit d: level d needs a comma before the next item */
    int depth;          /* open objects and arrays */
    bool after_key;
    bool complete; /* the one value at the top is there */
};

FELT_API struct felt_json felt_json_make(struct felt_buffer *out);

FELT_API void felt_json_object(struct felt_json *json);
FELT_API void felt_json_array(struct felt_json *json);
FELT_API void felt_json_end(struct felt_json *json); /* closes the innermost of the two */

FELT_API void felt_json_key(struct felt_json *json, const char *key);
FELT_API void felt_json_text(struct felt_json *json, const char *text);
FELT_API void felt_json_text_n(struct felt_json *json, const char *text, size_t bytes);
FELT_API void felt_json_int(struct felt_json *json, int64_t number);
FELT_API void felt_json_uint(struct felt_json *json, uint64_t number);
FELT_API void felt_json_decimal(struct felt_json *json, double number, int decimals);
FELT_API void felt_json_bool(struct felt_json *json, bool value);
FELT_API void felt_json_null(struct felt_json *json);

/* True if one whole value was written and everything fitted. */
FELT_API bool felt_json_done(const struct felt_json *json);

FELT_END

#endif
