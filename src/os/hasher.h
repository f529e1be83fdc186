/* hasher.h -- passwords as bcrypt hashes, on threads of their own: each costs a quarter of a
 * second.
 *
 *   H1  no more than waiting_max jobs wait; more are refused, so that a flood of sign-ins cannot
 *       keep the others waiting for minutes.
 *   H2  passwords are wiped from memory as soon as they are hashed.
 *   H3  to verify against no hash at all takes as long as against one: an unknown name cannot be
 *       told from a wrong password by time. */
#ifndef FELT_OS_HASHER_H
#define FELT_OS_HASHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FELT_HASHER_HASH_BYTES = 127, FELT_HASHER_PASSWORD_BYTES = 72, FELT_HASHER_COST = 12 };

struct felt_hasher;

/* cost: 4 (tests) .. 16.  `wake` is called from another thread when something is done.  NULL: no
 * memory, no thread. */
struct felt_hasher *felt_hasher_open(int threads, int cost, uint32_t waiting_max,
                                     void (*wake)(void *self), void *self);
void felt_hasher_close(struct felt_hasher *hasher);

/* False: too many wait. */
bool felt_hasher_hash(struct felt_hasher *hasher, const char *password, uint64_t ticket);
/* `hash` "": nobody's; the answer is no, after the usual time (H3). */
bool felt_hasher_verify(struct felt_hasher *hasher, const char *password, const char *hash,
                        uint64_t ticket);

struct felt_hashed {
    uint64_t ticket;
    bool good;  /* verified; or hashed                                                           */
    bool stale; /* verified, but the hash is of another cost or kind: hash it anew               */
    char hash[FELT_HASHER_HASH_BYTES + 1]; /* if it was to be hashed                             */
};
bool felt_hasher_take(struct felt_hasher *hasher, struct felt_hashed *out);

/* At once, on the calling thread: for commands. */
bool felt_hasher_now(const char *password, int cost, char out[FELT_HASHER_HASH_BYTES + 1]);

#endif
