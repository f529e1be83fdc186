/* secret.h -- entropy and hashes, by the operating system and OpenSSL.
 *
 * Every function that cannot do its work ends the program: there is no weaker way. */
#ifndef FELT_OS_SECRET_H
#define FELT_OS_SECRET_H

#include "base/digests.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FELT_SECRET_BYTES = 32 };

void felt_secret_fill(void *out, size_t bytes);
void felt_secret_hmac(const uint8_t key[FELT_SECRET_BYTES], const void *text, size_t bytes,
                      uint8_t out[FELT_SECRET_BYTES]);
void felt_secret_hash(const void *text, size_t bytes, uint8_t out[FELT_SECRET_BYTES]);
/* HMAC-SHA256 and HMAC-SHA1 with a key of any length. */
void felt_secret_sign(const void *key, size_t key_bytes, const void *text, size_t bytes,
                      uint8_t out[FELT_DIGEST_BYTES]);
void felt_secret_sign_sha1(const void *key, size_t key_bytes, const void *text, size_t bytes,
                           uint8_t out[FELT_DIGEST_SHA1_BYTES]);
/* All of them, to be lent. */
extern const struct felt_digests felt_secret_digests;
/* In a time that does not depend on the contents. */
bool felt_secret_equal(const void *a, const void *b, size_t bytes);

#endif
