/* load.c -- see load.h. */
#include "formats/load.h"

json_t *felt_load_json(const char *text, size_t bytes, size_t bytes_max, const char *what,
                       enum felt_status *status, struct felt_complaint *complaint)
{
    json_error_t error = {0};
    if (bytes > bytes_max) {
        *status = felt_complain(complaint, FELT_FULL, bytes_max, 0, "%s has at most %zu bytes",
                                what, bytes_max);
        return NULL;
    }
    json_t *root = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, &error);
    if (root) return root;
    size_t at = error.position > 0 ? (size_t)error.position : 0;
    if (at > bytes) at = bytes;
    *status =
        json_error_code(&error) == json_error_out_of_memory
            ? felt_complain(complaint, FELT_FULL, at, 0, "there is not enough memory")
            : felt_complain(complaint, FELT_BAD_FORMAT, at, 0, "this is not JSON: %s", error.text);
    return NULL;
}
