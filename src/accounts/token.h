/* token.h -- a session's token as it travels, and the hash it is known by (order.h). */
#ifndef FELT_ACCOUNTS_TOKEN_H
#define FELT_ACCOUNTS_TOKEN_H

#include "base/digests.h"

#include <stdbool.h>

/* 32 random bytes as base64url. */
enum { FELT_TOKEN_BYTES = 43 };

/* False: nothing that was ever given out. */
bool felt_token_hash(const struct felt_digests *digests, const char *text, size_t bytes,
                     uint8_t out[FELT_DIGEST_BYTES]);

#endif
