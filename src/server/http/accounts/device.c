/* device.c -- see device.h. */
#include "server/http/accounts/device.h"

#include "accounts/user.h"
#include "base/base64url.h"
#include "base/equal.h"
#include "felt/assert.h"

#include <string.h>

/* What a digest is for is its first byte, so that none can be taken for another. */
static void sign(const struct felt_digests *digests, const uint8_t key[FELT_DIGEST_BYTES],
                 char purpose, const void *bytes, size_t count, uint8_t out[FELT_DIGEST_BYTES])
{
    uint8_t text[1 + FELT_USERNAME_MAX + FELT_HTTP_DEVICE_BYTES];
    felt_assert(count < sizeof text);
    text[0] = (uint8_t)purpose;
    memcpy(text + 1, bytes, count);
    digests->hmac(key, text, 1 + count, out);
}

/* The same once more shows it again. */
static void hide(const struct felt_digests *digests, const uint8_t key[FELT_DIGEST_BYTES],
                 uint8_t device[FELT_HTTP_DEVICE_BYTES])
{
    uint8_t mask[FELT_DIGEST_BYTES];
    sign(digests, key, 'm', device, FELT_HTTP_DEVICE_MARK_BYTES, mask);
    for (int i = 0; i < FELT_HTTP_DEVICE_HIDDEN_BYTES; i++)
        device[FELT_HTTP_DEVICE_MARK_BYTES + i] ^= mask[i];
}

static void seal(const struct felt_digests *digests, const uint8_t key[FELT_DIGEST_BYTES],
                 const uint8_t device[FELT_HTTP_DEVICE_BYTES], uint8_t out[FELT_DIGEST_BYTES])
{
    sign(digests, key, 't', device, FELT_HTTP_DEVICE_MARK_BYTES + FELT_HTTP_DEVICE_HIDDEN_BYTES,
         out);
}

uint64_t felt_http_device_name(const struct felt_digests *digests,
                               const uint8_t key[FELT_DIGEST_BYTES], const char *folded)
{
    uint8_t digest[FELT_DIGEST_BYTES];
    uint64_t name;
    sign(digests, key, 'n', folded, strlen(folded), digest);
    memcpy(&name, digest, sizeof name);
    return name;
}

void felt_http_device_write(const struct felt_digests *digests,
                            const uint8_t key[FELT_DIGEST_BYTES],
                            const struct felt_http_device *device,
                            char out[FELT_HTTP_DEVICE_TEXT_BYTES + 1])
{
    uint8_t raw[FELT_HTTP_DEVICE_BYTES], *at = raw;
    memcpy(at, device->mark, sizeof device->mark), at += sizeof device->mark;
    memcpy(at, &device->user, sizeof device->user), at += sizeof device->user;
    memcpy(at, &device->name, sizeof device->name), at += sizeof device->name;
    memcpy(at, &device->expires_ms, sizeof device->expires_ms), at += sizeof device->expires_ms;
    hide(digests, key, raw);
    seal(digests, key, raw, at);
    felt_base64url_write(raw, sizeof raw, out);
}

bool felt_http_device_read(const struct felt_digests *digests, const uint8_t key[FELT_DIGEST_BYTES],
                           const char *text, size_t bytes, int64_t now_ms,
                           struct felt_http_device *out)
{
    uint8_t raw[FELT_HTTP_DEVICE_BYTES], tag[FELT_DIGEST_BYTES], *at = raw;
    size_t count = 0;
    *out = (struct felt_http_device){0};
    if (!felt_base64url_read(text, bytes, raw, sizeof raw, &count) || count != sizeof raw)
        return false;
    seal(digests, key, raw, tag);
    if (!felt_equal(tag, raw + FELT_HTTP_DEVICE_MARK_BYTES + FELT_HTTP_DEVICE_HIDDEN_BYTES,
                    sizeof tag))
        return false;
    hide(digests, key, raw);
    memcpy(out->mark, at, sizeof out->mark), at += sizeof out->mark;
    memcpy(&out->user, at, sizeof out->user), at += sizeof out->user;
    memcpy(&out->name, at, sizeof out->name), at += sizeof out->name;
    memcpy(&out->expires_ms, at, sizeof out->expires_ms);
    return now_ms < out->expires_ms;
}
