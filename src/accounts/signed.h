/* signed.h -- Facebook's signed requests: SIGNATURE "." PAYLOAD, both base64url without padding.
 *
 *   G1  accepted if and only if: at most FELT_SIGNED_BYTES; one dot or more, split at the first;
 *       both halves strict base64url; the signature is HMAC-SHA256(app secret, PAYLOAD as it was
 *       sent), compared in constant time before anything of the payload is read; the payload is
 *       one strict JSON object; `algorithm` is HMAC-SHA256 in any capitals; `user_id` is 1 .. 20
 *       digits, the first not 0, as a text or as a whole number of at most 63 bits; `issued_at` is
 *       a whole number, not negative, and |now - issued_at| <= window.
 *
 *   G2  why it was refused is for the log: whoever sent it learns only that it was. */
#ifndef FELT_ACCOUNTS_SIGNED_H
#define FELT_ACCOUNTS_SIGNED_H

#include "accounts/user.h"
#include "base/digests.h"

enum { FELT_SIGNED_BYTES = 4096, FELT_SIGNED_WINDOW_S = 600, FELT_SIGNED_SECRET_MIN = 16 };

struct felt_signed {
    char facebook_id[FELT_FACEBOOK_ID_BYTES + 1];
    int64_t issued_at; /* seconds                                                                */
    uint8_t digest[FELT_DIGEST_BYTES]; /* SHA-256 of the raw signature: used once                */
};

/* FELT_OK, or why not, and *out is untouched:
 *   FELT_FULL         too long, or no memory
 *   FELT_BAD_FORMAT   not SIGNATURE.PAYLOAD, signed by somebody else, or not JSON
 *   FELT_UNSUPPORTED  another algorithm, or none
 *   FELT_BAD_NAME     no user_id
 *   FELT_BAD_NUMBER   no issued_at, or one that is too far from now
 * The secret has at least FELT_SIGNED_SECRET_MIN characters; now_s and window_s are not negative.
 */
FELT_MUST_USE enum felt_status felt_signed_read(const struct felt_digests *digests,
                                                const char *secret, const char *text, size_t bytes,
                                                int64_t now_s, int64_t window_s,
                                                struct felt_signed *out,
                                                struct felt_complaint *complaint);
/* Is this a secret that nobody knows?  Empty, short and well-known ones are refused. */
FELT_MUST_USE enum felt_status felt_signed_secret_verify(const char *secret,
                                                         struct felt_complaint *complaint);

#endif
