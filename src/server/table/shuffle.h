/* shuffle.h -- the committed shuffle (docs/PROTOCOL.md 8): from a secret key to the deck of a hand,
 * so that anybody can check it once the key is known.
 *
 *     K      = HMAC-SHA256(match secret, "felt/hand/2|" fresh "|" match_id "|" hand number)
 *     commit = SHA-256(K)                  published when the hand begins
 *     words  = HMAC-SHA256(K, "felt/deck/1|" i), i = "0", "1", ...; 32 bits each, big-endian
 *
 * `fresh` is 32 random bytes of this hand alone, as hex: a hand that is dealt again after a journal
 * has lost its end, or a disk was rolled back, has other cards.  They are in the journal before the
 * hand is told.  Without any (all zero: hands of older journals, and --seed) the label is
 * "felt/hand/1|" and no fresh bytes follow.
 *
 * The cards come from another label than the commitment: what is published tells nothing.  Hash
 * functions are lent by the caller (os/secret.h): this folder links no cryptography. */
#ifndef FELT_SERVER_TABLE_SHUFFLE_H
#define FELT_SERVER_TABLE_SHUFFLE_H

#include "base/digests.h"
#include "server/table/arena_message.h"

_Static_assert((int)FELT_KEY_BYTES == (int)FELT_DIGEST_BYTES, "keys are made by digests");

void felt_shuffle_key(const struct felt_digests *digests, const uint8_t secret[FELT_KEY_BYTES],
                      const uint8_t fresh[FELT_KEY_BYTES], const char *match_id,
                      uint32_t hand_number, uint8_t key[FELT_KEY_BYTES]);
/* Whether there are fresh bytes. */
bool felt_shuffle_is_fresh(const uint8_t fresh[FELT_KEY_BYTES]);
void felt_shuffle_commit(const struct felt_digests *digests, const uint8_t key[FELT_KEY_BYTES],
                         uint8_t commit[FELT_KEY_BYTES]);
/* Deals that are played more than once (PROTOCOL 17.7):
 *
 *     D      = HMAC-SHA256(match secret, "felt/deal/1|" match_id "|" deal)      the deck's key
 *     commit = SHA-256(K D), with K of the hand as above: the same deck is committed to anew     */
void felt_shuffle_deal_key(const struct felt_digests *digests, const uint8_t secret[FELT_KEY_BYTES],
                           const char *match_id, uint32_t deal, uint8_t key[FELT_KEY_BYTES]);
void felt_shuffle_deal_commit(const struct felt_digests *digests,
                              const uint8_t blind[FELT_KEY_BYTES],
                              const uint8_t key[FELT_KEY_BYTES], uint8_t commit[FELT_KEY_BYTES]);
/* `seed` of start_hand: the last 32 bits of the commitment. */
uint32_t felt_shuffle_seed(const uint8_t commit[FELT_KEY_BYTES]);
/* Shuffles the whole deck; the 16 bytes of the stream that follow seed reshuffles. */
void felt_shuffle_deck(const struct felt_digests *digests, const uint8_t key[FELT_KEY_BYTES],
                       felt_card *deck, int count, struct felt_rng *later);

#endif
