/* secret.c -- getrandom, and OpenSSL for what is hashed. */
#include "os/secret.h"

#include "felt/assert.h"

#include <errno.h>
#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
#include <string.h>
#include <sys/random.h>

void felt_secret_fill(void *out, size_t bytes)
{
    unsigned char *at = out;
    while (bytes > 0) {
        ssize_t got = getrandom(at, bytes, 0);
        if (got < 0 && errno == EINTR) continue;
        felt_assert(got > 0); /* a system without entropy deals no cards */
        at += got;
        bytes -= (size_t)got;
    }
}

void felt_secret_hash(const void *text, size_t bytes, uint8_t out[FELT_SECRET_BYTES])
{
    const void *done = SHA256(text, bytes, out);
    felt_assert(done != NULL);
}

static void sign_by(const EVP_MD *kind, unsigned digest_bytes, const void *key, size_t key_bytes,
                    const void *text, size_t bytes, uint8_t *out)
{
    felt_assert(key_bytes <= INT_MAX);
    unsigned length = 0;
    const void *done = HMAC(kind, key, (int)key_bytes, text, bytes, out, &length);
    felt_assert(done != NULL);
    felt_assert(length == digest_bytes);
}

void felt_secret_sign(const void *key, size_t key_bytes, const void *text, size_t bytes,
                      uint8_t out[FELT_DIGEST_BYTES])
{
    sign_by(EVP_sha256(), FELT_DIGEST_BYTES, key, key_bytes, text, bytes, out);
}

void felt_secret_sign_sha1(const void *key, size_t key_bytes, const void *text, size_t bytes,
                           uint8_t out[FELT_DIGEST_SHA1_BYTES])
{
    sign_by(EVP_sha1(), FELT_DIGEST_SHA1_BYTES, key, key_bytes, text, bytes, out);
}

/* A hand is dealt from a dozen keyed hashes of short texts, and HMAC() looks its parts up anew each
 * time.  Two plain hashes are the same (RFC 2104) at a seventh of the time. */
void felt_secret_hmac(const uint8_t key[FELT_SECRET_BYTES], const void *text, size_t bytes,
                      uint8_t out[FELT_SECRET_BYTES])
{
    enum { BLOCK = 64, SHORT = 192, INNER = 0x36, OUTER = 0x5c };
    uint8_t inner[BLOCK + SHORT], outer[BLOCK + FELT_SECRET_BYTES];
    if (bytes > SHORT) {
        felt_secret_sign(key, FELT_SECRET_BYTES, text, bytes, out);
        return;
    }
    for (int i = 0; i < BLOCK; i++) {
        uint8_t byte = i < FELT_SECRET_BYTES ? key[i] : 0;
        inner[i] = byte ^ INNER;
        outer[i] = byte ^ OUTER;
    }
    memcpy(inner + BLOCK, text, bytes);
    felt_secret_hash(inner, BLOCK + bytes, outer + BLOCK);
    felt_secret_hash(outer, sizeof outer, out);
    OPENSSL_cleanse(inner, BLOCK);
    OPENSSL_cleanse(outer, BLOCK);
}

bool felt_secret_equal(const void *a, const void *b, size_t bytes)
{
    return CRYPTO_memcmp(a, b, bytes) == 0;
}

const struct felt_digests felt_secret_digests = {.hmac = felt_secret_hmac,
                                                 .hash = felt_secret_hash,
                                                 .sign = felt_secret_sign,
                                                 .sign_sha1 = felt_secret_sign_sha1};
