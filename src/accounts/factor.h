/* factor.h -- the second factor of operators: codes of an authenticator (TOTP), and recovery codes.
 *
 * A code is RFC 6238: HMAC-SHA1 over the number of the 30-second step, six digits.  The step before
 * and the one behind count too, for clocks that differ.  What is kept of a user's factor is a text:
 *
 *     'p' or 'o'     pending: not confirmed by a code yet; on
 *     16 digits      hexadecimal: the last step that was accepted
 *     32 digits      a nonce
 *     40 digits      the secret, xor HMAC-SHA256(server secret, "second factor", user, nonce)
 *     32 digits each SHA-256 of the recovery codes that are left, cut to 16 bytes
 *
 *   F1  a step is accepted once, and none before it afterwards; a recovery code is used up.
 *   F2  the secret cannot be read without the server's own secret, which is not in the store.
 *   F3  comparing takes as long whatever was typed. */
#ifndef FELT_ACCOUNTS_FACTOR_H
#define FELT_ACCOUNTS_FACTOR_H

#include "base/digests.h"

#include <stdbool.h>

enum {
    FELT_FACTOR_SECRET_BYTES = 20,
    FELT_FACTOR_NONCE_BYTES = 16,
    FELT_FACTOR_CODES = 10,
    FELT_FACTOR_CODE_LETTERS = 16, /* of base32: 80 bits                                         */
    FELT_FACTOR_HASH_BYTES = 16,
    FELT_FACTOR_TYPED_BYTES = 32,
    FELT_FACTOR_BYTES = 1 + 16 + 2 * (FELT_FACTOR_NONCE_BYTES + FELT_FACTOR_SECRET_BYTES) +
                        2 * FELT_FACTOR_HASH_BYTES * FELT_FACTOR_CODES
};

/* What a new factor is made of. */
struct felt_factor {
    uint8_t secret[FELT_FACTOR_SECRET_BYTES], nonce[FELT_FACTOR_NONCE_BYTES];
    uint8_t code[FELT_FACTOR_CODES][FELT_FACTOR_HASH_BYTES]; /* felt_factor_hash()                */
};

/* Who keeps it: the server's secret, and the user. */
struct felt_factor_lock {
    const struct felt_digests *digests;
    const uint8_t *secret; /* FELT_DIGEST_BYTES                                                  */
    int64_t user;
};

/* Six digits as a number. */
uint32_t felt_factor_totp(const struct felt_digests *digests, const void *key, size_t bytes,
                          uint64_t step);
/* "ABCDEFGH...", a letter for five bits; out has room for them and a zero. */
void felt_factor_base32(const uint8_t *bytes, size_t count, char *out);
/* Of a recovery code, with or without hyphens, in any capitals.  False: it is none. */
bool felt_factor_hash(const struct felt_digests *digests, const char *typed,
                      uint8_t out[FELT_FACTOR_HASH_BYTES]);

/* A pending factor. */
void felt_factor_write(const struct felt_factor_lock *lock, const struct felt_factor *factor,
                       char out[FELT_FACTOR_BYTES + 1]);
/* "" and what is pending are not. */
bool felt_factor_is_on(const char *kept);
/* Is this one of its codes?  Then it is on, and the code used up (F1). */
bool felt_factor_accept(const struct felt_factor_lock *lock, const char *typed, int64_t now_ms,
                        char kept[FELT_FACTOR_BYTES + 1]);

#endif
