/* device.h -- the cookie of a device: somebody has signed in with this browser before.
 *
 * It opens nothing.  Whoever sends it with a sign-in for the same account is let past strangers:
 * by the limits of networks and of the name, and in the queue of passwords.
 *
 *     16 bytes   mark, random: which device this is
 *     24 bytes   user, hash of the name, expiry, hidden by HMAC(key, 'm' mark)
 *     32 bytes   HMAC(key, 't' mark hidden)
 *
 * as base64url.  Without the key nobody can make or change one, or read anything in it but the
 * mark, which is another at every sign-in. */
#ifndef FELT_SERVER_HTTP_ACCOUNTS_DEVICE_H
#define FELT_SERVER_HTTP_ACCOUNTS_DEVICE_H

#include "base/digests.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FELT_HTTP_DEVICE_MARK_BYTES = 16,
    FELT_HTTP_DEVICE_HIDDEN_BYTES = 24,
    FELT_HTTP_DEVICE_BYTES =
        FELT_HTTP_DEVICE_MARK_BYTES + FELT_HTTP_DEVICE_HIDDEN_BYTES + FELT_DIGEST_BYTES,
    FELT_HTTP_DEVICE_TEXT_BYTES = FELT_HTTP_DEVICE_BYTES / 3 * 4 /* without the end */
};
_Static_assert(FELT_HTTP_DEVICE_BYTES % 3 == 0, "base64url needs no filling");
#define FELT_HTTP_DEVICE_MS (INT64_C(90) * 24 * 3600 * 1000)

struct felt_http_device {
    uint8_t mark[FELT_HTTP_DEVICE_MARK_BYTES];
    int64_t user;
    uint64_t name; /* felt_http_device_name() of whom it is */
    int64_t expires_ms;
};

/* A number for a name, as felt_name_fold() has it. */
uint64_t felt_http_device_name(const struct felt_digests *digests,
                               const uint8_t key[FELT_DIGEST_BYTES], const char *folded);
void felt_http_device_write(const struct felt_digests *digests,
                            const uint8_t key[FELT_DIGEST_BYTES],
                            const struct felt_http_device *device,
                            char out[FELT_HTTP_DEVICE_TEXT_BYTES + 1]);
/* False: not ours, changed, or too old. */
bool felt_http_device_read(const struct felt_digests *digests, const uint8_t key[FELT_DIGEST_BYTES],
                           const char *text, size_t bytes, int64_t now_ms,
                           struct felt_http_device *out);

#endif
