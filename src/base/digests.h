/* digests.h -- hash functions that are lent: folders that may not link cryptography are given these
 * by whoever may (os/secret.h). */
#ifndef FELT_BASE_DIGESTS_H
#define FELT_BASE_DIGESTS_H

#include <stddef.h>
#include <stdint.h>

enum { FELT_DIGEST_BYTES = 32, FELT_DIGEST_SHA1_BYTES = 20 };

struct felt_digests {
    /* HMAC-SHA256 with a key of ours, and SHA-256. */
    void (*hmac)(const uint8_t key[FELT_DIGEST_BYTES], const void *text, size_t bytes,
                 uint8_t out[FELT_DIGEST_BYTES]);
    void (*hash)(const void *text, size_t bytes, uint8_t out[FELT_DIGEST_BYTES]);
    /* HMAC-SHA256 and HMAC-SHA1 with a key of any length. */
    void (*sign)(const void *key, size_t key_bytes, const void *text, size_t bytes,
                 uint8_t out[FELT_DIGEST_BYTES]);
    void (*sign_sha1)(const void *key, size_t key_bytes, const void *text, size_t bytes,
                      uint8_t out[FELT_DIGEST_SHA1_BYTES]);
};

#endif
