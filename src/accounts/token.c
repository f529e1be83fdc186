#include "accounts/token.h"

#include "base/base64url.h"

#include <string.h>

bool felt_token_hash(const struct felt_digests *digests, const char *text, size_t bytes,
                     uint8_t out[FELT_DIGEST_BYTES])
{
    uint8_t raw[FELT_DIGEST_BYTES];
    size_t count = 0;
    if (bytes != FELT_TOKEN_BYTES) return false;
    if (!felt_base64url_read(text, bytes, raw, sizeof raw, &count) || count != sizeof raw)
        return false;
    digests->hash(raw, sizeof raw, out);
    explicit_bzero(raw, sizeof raw);
    return true;
}
