/* hash.h -- a fast 64-bit hash for tables, labels and signatures of behaviour.  Not cryptographic.
 * The result is the same on every machine and in every build. */
#ifndef FELT_HASH_H
#define FELT_HASH_H

#include "felt/macros.h"

#include <stddef.h>
#include <stdint.h>

FELT_BEGIN

/* Mixes one word into a running hash.  Order matters. */
FELT_API uint64_t felt_hash_word(uint64_t hash, uint64_t word);

/* Hash of a block of bytes; `seed` separates families of hashes. */
FELT_API uint64_t felt_hash_bytes(uint64_t seed, const void *bytes, size_t count);

/* Hash of a terminated text: labels for felt_rng_split(). */
FELT_API uint64_t felt_hash_text(const char *text);

FELT_END

#endif
