/* signed.c -- see signed.h.
 *
 *     vlXgu64BQGFSQrY0ZcJBZASMvYvTHu9GQ0YM9rjPSso.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIs...
 *     |---------------- 43 letters --------------| |--- letters of a JSON object ------->
 *
 *     {"algorithm":"HMAC-SHA256","issued_at":1700000000,"user_id":"10158000000000001"}
 *
 * The signature is of the letters behind the dot, not of the bytes they stand for.  It comes first:
 * until it is right the payload is whatever a stranger likes, and neither base64url nor JSON needs
 * to see it.
 *
 * jansson refuses numbers that do not fit 64 bits and keeps numbers with a point or an exponent as
 * reals, which we refuse; so a user_id is never rounded to that of somebody else. */
#include "accounts/signed.h"

#include "base/base64url.h"
#include "base/equal.h"
#include "felt/assert.h"
#include "formats/load.h"

#include <stdio.h>
#include <string.h>

enum {
    SIGNATURE_LETTERS = FELT_BASE64URL_BYTES(FELT_DIGEST_BYTES),
    PAYLOAD_BYTES = FELT_SIGNED_BYTES / 4 * 3,
    LETTERS_DIFFERENT_MIN = 6
};

/* ---- the signature -------------------------------------------------------------------------- */

static enum felt_status read_signature(const char *text, size_t bytes, const char **dot,
                                       uint8_t signature[FELT_DIGEST_BYTES],
                                       struct felt_complaint *complaint)
{
    size_t count = 0;
    if (bytes > FELT_SIGNED_BYTES)
        return felt_complain(complaint, FELT_FULL, FELT_SIGNED_BYTES, bytes - FELT_SIGNED_BYTES,
                             "a signed request has at most %d bytes", FELT_SIGNED_BYTES);
    *dot = bytes > 0 ? memchr(text, '.', bytes) : NULL;
    if (!*dot)
        return felt_complain(complaint, FELT_BAD_FORMAT, bytes, 0,
                             "a signed request has a dot between signature and payload");
    size_t letters = (size_t)(*dot - text);
    if (letters != SIGNATURE_LETTERS ||
        !felt_base64url_read(text, letters, signature, FELT_DIGEST_BYTES, &count))
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, letters,
                             "a signature is %d letters of base64url, without padding",
                             SIGNATURE_LETTERS);
    felt_assert(count == FELT_DIGEST_BYTES);
    return FELT_OK;
}

/* ---- the payload ---------------------------------------------------------------------------- */

static bool is_hmac_sha256(const json_t *algorithm)
{
    char folded[sizeof "hmac-sha256"];
    if (!json_is_string(algorithm) || json_string_length(algorithm) != sizeof folded - 1)
        return false;
    felt_name_fold(json_string_value(algorithm), folded);
    return strcmp(folded, "hmac-sha256") == 0;
}

/* The first digit is not 0: then a number and a text that mean the same are the same. */
static bool read_id(const json_t *id, char out[FELT_FACEBOOK_ID_BYTES + 1])
{
    if (json_is_integer(id)) {
        if (json_integer_value(id) <= 0) return false;
        int length =
            snprintf(out, FELT_FACEBOOK_ID_BYTES + 1, "%lld", (long long)json_integer_value(id));
        felt_assert(length >= 1 && length <= FELT_FACEBOOK_ID_BYTES);
        return true;
    }
    if (!json_is_string(id)) return false;
    const char *text = json_string_value(id);
    size_t bytes = json_string_length(id);
    if (bytes < 1 || bytes > FELT_FACEBOOK_ID_BYTES || text[0] == '0') return false;
    for (size_t i = 0; i < bytes; i++)
        if (text[i] < '0' || text[i] > '9') return false;
    memcpy(out, text, bytes);
    out[bytes] = '\0';
    return true;
}

static enum felt_status read_members(const json_t *root, size_t at, size_t length, int64_t now_s,
                                     int64_t window_s, struct felt_signed *out,
                                     struct felt_complaint *complaint)
{
    const json_t *issued = json_object_get(root, "issued_at");
    if (!json_is_object(root))
        return felt_complain(complaint, FELT_BAD_FORMAT, at, length, "the payload is no object");
    if (!is_hmac_sha256(json_object_get(root, "algorithm")))
        return felt_complain(complaint, FELT_UNSUPPORTED, at, length,
                             "`algorithm` must be HMAC-SHA256");
    if (!read_id(json_object_get(root, "user_id"), out->facebook_id))
        return felt_complain(complaint, FELT_BAD_NAME, at, length,
                             "`user_id` must be 1 to %d digits, the first not 0",
                             FELT_FACEBOOK_ID_BYTES);
    if (!json_is_integer(issued) || json_integer_value(issued) < 0)
        return felt_complain(complaint, FELT_BAD_NUMBER, at, length,
                             "`issued_at` must be a whole number of seconds since 1970");
    out->issued_at = json_integer_value(issued);
    int64_t age_s = now_s - out->issued_at;
    if (age_s > window_s)
        return felt_complain(complaint, FELT_BAD_NUMBER, at, length,
                             "it was issued %lld seconds ago, which is too long", (long long)age_s);
    if (age_s < -window_s)
        return felt_complain(complaint, FELT_BAD_NUMBER, at, length,
                             "it was issued %lld seconds from now: compare the clocks",
                             (long long)-age_s);
    return FELT_OK;
}

static enum felt_status read_payload(const char *payload, size_t letters, size_t at, int64_t now_s,
                                     int64_t window_s, struct felt_signed *out,
                                     struct felt_complaint *complaint)
{
    uint8_t bytes[PAYLOAD_BYTES];
    size_t count = 0;
    enum felt_status status = FELT_OK;
    if (!felt_base64url_read(payload, letters, bytes, sizeof bytes, &count))
        return felt_complain(complaint, FELT_BAD_FORMAT, at, letters,
                             "the payload must be base64url, without padding");
    struct felt_complaint json = {0};
    json_t *root =
        felt_load_json((const char *)bytes, count, sizeof bytes, "a payload", &status, &json);
    if (!root)
        return felt_complain(complaint, status, at, letters, "in the payload: %s", json.text);
    status = read_members(root, at, letters, now_s, window_s, out, complaint);
    json_decref(root);
    return status;
}

enum felt_status felt_signed_read(const struct felt_digests *digests, const char *secret,
                                  const char *text, size_t bytes, int64_t now_s, int64_t window_s,
                                  struct felt_signed *out, struct felt_complaint *complaint)
{
    felt_assert(strlen(secret) >= FELT_SIGNED_SECRET_MIN);
    felt_assert(now_s >= 0);
    felt_assert(window_s >= 0);
    uint8_t signature[FELT_DIGEST_BYTES], wanted[FELT_DIGEST_BYTES];
    struct felt_signed read = {0};
    const char *dot = NULL;
    enum felt_status status = read_signature(text, bytes, &dot, signature, complaint);
    if (status != FELT_OK) return status;
    size_t at = (size_t)(dot + 1 - text);
    digests->sign(secret, strlen(secret), dot + 1, bytes - at, wanted);
    if (!felt_equal(signature, wanted, sizeof wanted))
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, at - 1,
                             "the signature is not that of the payload by our secret");
    status = read_payload(dot + 1, bytes - at, at, now_s, window_s, &read, complaint);
    if (status != FELT_OK) return status;
    digests->hash(signature, sizeof signature, read.digest);
    *out = read;
    return FELT_OK;
}

/* ---- the secret ----------------------------------------------------------------------------- */

/* What stands in the examples and the built-in defaults of many programs.  Compared without regard
 * to capitals and to anything but letters and digits; a real secret is 32 hexadecimal digits, in
 * which none of these occurs. */
static bool is_well_known(const char *plain)
{
    static const char *const anywhere[] = {
        "development", "changeme",    "changethis",  "appsecret",  "yoursecret",  "mysecret",
        "supersecret", "topsecret",   "secretkey",   "secrethere", "placeholder", "example",
        "default",     "password",    "facebook",    "replaceme",  "notasecret",  "insecure",
        "letmein",     "1234567890a", "12345678901", "qwerty",
    };
    static const char *const in_front[] = {"secret", "test", "dummy",      "sample",
                                           "demo",   "todo", "0123456789", "abcdefgh"};
    for (size_t i = 0; i < sizeof anywhere / sizeof anywhere[0]; i++)
        if (strstr(plain, anywhere[i])) return true;
    for (size_t i = 0; i < sizeof in_front / sizeof in_front[0]; i++)
        if (strncmp(plain, in_front[i], strlen(in_front[i])) == 0) return true;
    return false;
}

static size_t different_characters(const char *text)
{
    bool seen[256] = {false};
    size_t count = 0;
    for (; *text; text++) {
        bool *at = &seen[(unsigned char)*text];
        count += !*at;
        *at = true;
    }
    return count;
}

enum felt_status felt_signed_secret_verify(const char *secret, struct felt_complaint *complaint)
{
    enum { SECRET_MAX = 256 };
    char plain[SECRET_MAX + 1];
    size_t bytes = strlen(secret), used = 0;
    if (bytes < FELT_SIGNED_SECRET_MIN || bytes > SECRET_MAX)
        return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                             "an app secret has %d to %d characters: copy it from the app's page",
                             FELT_SIGNED_SECRET_MIN, SECRET_MAX);
    for (size_t i = 0; i < bytes; i++) {
        char c = secret[i];
        if (c <= ' ' || c > '~')
            return felt_complain(complaint, FELT_BAD_NAME, i, 1,
                                 "an app secret has no blanks, line ends or characters beyond "
                                 "ASCII: remove them");
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) plain[used++] = c;
    }
    plain[used] = '\0';
    if (is_well_known(plain) || different_characters(secret) < LETTERS_DIFFERENT_MIN)
        return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                             "everybody could guess this app secret: copy the real one from the "
                             "app's page");
    return FELT_OK;
}
