/* path.h -- paths of requests and the numbers in them: for the accounts API and for the operator.
 */
#ifndef FELT_SERVER_HTTP_PATH_H
#define FELT_SERVER_HTTP_PATH_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* A whole number from 1 to `most`, without a leading 0. */
static inline bool felt_http_path_number(const char *text, size_t bytes, int64_t most, int64_t *out)
{
    if (bytes == 0 || bytes > 18 || *text == '0') return false;
    *out = 0;
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        *out = *out * 10 + (text[i] - '0');
    }
    return *out <= most;
}

/* '#' is a number from 1 up, to the next slash or the end. */
static inline bool felt_http_path_matches(const char *pattern, const char *path, int64_t *id)
{
    for (; *pattern; pattern++) {
        if (*pattern != '#') {
            if (*pattern != *path++) return false;
            continue;
        }
        size_t digits = strcspn(path, "/");
        if (!felt_http_path_number(path, digits, INT64_MAX, id)) return false;
        path += digits;
    }
    return !*path;
}

#endif
