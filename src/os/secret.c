/* secret.c -- getrandom, and OpenSSL for what is hashed. */
#include "os/secret.h"

#include "felt/assert.h"

#include <errno.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
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

void felt_secret_hmac(const uint8_t key[FELT_SECRET_BYTES], const void *text, size_t bytes,
                      uint8_t out[FELT_SECRET_BYTES])
{
    unsigned length = 0;
    const void *done = HMAC(EVP_sha256(), key, FELT_SECRET_BYTES, text, bytes, out, &length);
    felt_assert(done != NULL);
    felt_assert(length == FELT_SECRET_BYTES);
}

void felt_secret_hash(const void *text, size_t bytes, uint8_t out[FELT_SECRET_BYTES])
{
    unsigned length = 0;
    int done = EVP_Digest(text, bytes, out, &length, EVP_sha256(), NULL);
    felt_assert(done == 1);
    felt_assert(length == FELT_SECRET_BYTES);
}

bool felt_secret_equal(const void *a, const void *b, size_t bytes)
{
    return CRYPTO_memcmp(a, b, bytes) == 0;
}
