/* fuzz_signed.c -- any bytes as a signed request, and as the payload of one that is signed well.
 *
 * Nobody finds a signature by chance, so the first would never get beyond it: the second signs the
 * bytes as they are, and signs them encoded, and then all of the reader is reached.  What is
 * accepted obeys G1; what is refused leaves *out alone and comes with a complaint. */
#include "complaint.h"

#include "accounts/signed.h"
#include "base/base64url.h"
#include "felt/assert.h"
#include "os/secret.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { NOW_S = 1700000000, SEEN_MAX = 2 * FELT_SIGNED_BYTES, TEXT_BYTES = 3 * SEEN_MAX };

static const char secret[] = "0f9a3c1d5e7b2846a1c3e5f708192b4d";

static void verify_accepted(const struct felt_signed *out, size_t bytes)
{
    size_t digits = strlen(out->facebook_id);
    felt_assert(bytes <= FELT_SIGNED_BYTES);
    felt_assert(digits >= 1 && digits <= FELT_FACEBOOK_ID_BYTES);
    felt_assert(strspn(out->facebook_id, "0123456789") == digits);
    felt_assert(out->facebook_id[0] != '0');
    felt_assert(out->issued_at >= NOW_S - FELT_SIGNED_WINDOW_S);
    felt_assert(out->issued_at <= NOW_S + FELT_SIGNED_WINDOW_S);
}

static enum felt_status read_text(const char *text, size_t bytes)
{
    struct felt_signed out, before;
    struct felt_complaint complaint;
    memset(&out, 0xA5, sizeof out);
    memcpy(&before, &out, sizeof before);
    memset(&complaint, 0xFF, sizeof complaint);
    enum felt_status status = felt_signed_read(&felt_secret_digests, secret, text, bytes, NOW_S,
                                               FELT_SIGNED_WINDOW_S, &out, &complaint);
    if (status == FELT_OK) {
        verify_accepted(&out, bytes);
    } else {
        felt_assert(memcmp(&out, &before, sizeof out) == 0);
        verify_complaint(&complaint, bytes);
    }
    return status;
}

/* "SIGNATURE." in front of text + 44. */
static void seal(char *text, size_t payload_bytes)
{
    enum { FRONT = FELT_BASE64URL_BYTES(FELT_DIGEST_BYTES) };
    uint8_t signature[FELT_DIGEST_BYTES];
    felt_secret_sign(secret, strlen(secret), text + FRONT + 1, payload_bytes, signature);
    felt_base64url_write(signature, sizeof signature, text);
    text[FRONT] = '.';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { FRONT = FELT_BASE64URL_BYTES(FELT_DIGEST_BYTES) + 1 };
    char text[TEXT_BYTES];
    if (size > SEEN_MAX) return 0;
    (void)read_text((const char *)data, size);

    memcpy(text + FRONT, data, size);
    seal(text, size);
    (void)read_text(text, FRONT + size);

    felt_base64url_write(data, size, text + FRONT);
    size_t bytes = FRONT + FELT_BASE64URL_BYTES(size);
    seal(text, bytes - FRONT);
    enum felt_status status = read_text(text, bytes);
    /* Good as it is, it is not good any more with one bit of the signature turned. */
    if (status == FELT_OK) {
        text[size % (FRONT - 1)] ^= 1;
        felt_assert(read_text(text, bytes) != FELT_OK);
    }
    return 0;
}
