/* signed.h -- Facebook's signed requests: SIGNATURE "." PAYLOAD, both base64url without padding.
 *
 *   G1  accepted if and only if: at most FELT_SIGNED_BYTES; one dot or more, split at the first;
 *       both halves strict base64url; the signature is HMAC-SHA256(app secret, PAYLOAD as it was
 *       sent), compared in constant time before anything of the payload is read; the payload is one
 *       strict JSON object; `algorithm` is HMAC-SHA256 in any capitals; `user_id` is 1 .. 20
 * digits, as a text or a whole number; |now - issued_at| <= window. G2  why it was refused is for
 * the log: whoever sent it learns only that it was. */
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

FELT_MUST_USE enum felt_status felt_signed_read(const struct felt_digests *digests,
                                                const char *secret, const char *text, size_t bytes,
                                                int64_t now_s, int64_t window_s,
                                                struct felt_signed *out,
                                                struct felt_complaint *complaint);
/* Is this a secret that nobody knows?  Empty, short and well-known ones are refused. */
FELT_MUST_USE enum felt_status felt_signed_secret_verify(const char *secret,
                                                         struct felt_complaint *complaint);

#endif
