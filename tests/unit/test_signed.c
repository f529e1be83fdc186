/* test_signed.c -- signed requests: vectors made by other programs, every refusal by name, and a
 * million requests that were tampered with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "accounts/signed.h"
#include "base/base64url.h"
#include "felt/rng.h"
#include "module.h"
#include "os/secret.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

static const char secret[] = "0f9a3c1d5e7b2846a1c3e5f708192b4d";
static const int64_t now_s = 1700000000;

enum { TEXT_BYTES = 3 * FELT_SIGNED_BYTES };

static enum felt_status read_at(const char *text, size_t bytes, int64_t now,
                                struct felt_signed *out, struct felt_complaint *complaint)
{
    return felt_signed_read(&felt_secret_digests, secret, text, bytes, now, FELT_SIGNED_WINDOW_S,
                            out, complaint);
}

/* Three texts behind each other; the number of bytes. */
static size_t join(const char *front, const char *middle, const char *back, char out[TEXT_BYTES])
{
    const char *const parts[] = {front, middle, back};
    size_t used = 0;
    for (size_t i = 0; i < 3; i++) {
        size_t bytes = strlen(parts[i]);
        assert_true(used + bytes < TEXT_BYTES);
        memcpy(out + used, parts[i], bytes + 1);
        used += bytes;
    }
    return used;
}

/* SIGNATURE.PAYLOAD of a payload that is encoded already, by any key. */
static size_t seal(const char *key, const char *payload, char out[TEXT_BYTES])
{
    uint8_t signature[FELT_DIGEST_BYTES];
    char letters[FELT_BASE64URL_BYTES(FELT_DIGEST_BYTES) + 1];
    felt_secret_sign(key, strlen(key), payload, strlen(payload), signature);
    felt_base64url_write(signature, sizeof signature, letters);
    return join(letters, ".", payload, out);
}

static size_t sign_json(const char *json, char out[TEXT_BYTES])
{
    char payload[TEXT_BYTES];
    felt_base64url_write(json, strlen(json), payload);
    return seal(secret, payload, out);
}

/* ---- vectors -------------------------------------------------------------------------------- */

/* Signed by Python's hmac and base64 modules; the first also by `openssl dgst -hmac`.  The payload
 * of the second has '-' or '_' in it, where a reader of plain base64 loses its place. */
static void signed_vectors_are_accepted(void **state)
{
    (void)state;
    static const struct {
        const char *text, *id;
        int64_t issued_at;
        const char *digest;
    } rows[] = {
        {"iIADiaAMihbbrme5k93CzkhPlArkpmhOE31m68czI6Q."
         "eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImlzc3VlZF9hdCI6MTcwMDAwMDAwMCwidXNlcl9pZCI6IjEwMTU4"
         "MDAwMDAwMDAwMDAxIn0",
         "10158000000000001", 1700000000,
         "5c2dcf358f2f74f8b3de2a4735f5817eaeb2da51e1c43db47014f2dca491ebed"},
        {"BZexfRJ-XPCRQCBl26sBSO_kbL-g43ljBrttACfsSVU."
         "eyJ1c2VyX2lkIjoiMjE4NDcxIiwiY29kZSI6IsO_w74_Pn4iLCJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImlz"
         "c3VlZF9hdCI6MTcwMDAwMDAwMH0",
         "218471", 1700000000, "5a1b70c5e56e9cb424105e45cb24becaa60a90c26a975f5f3b00628e16a30328"},
        {"B1SQiI713ore2QlEALFV7LFAxFR26ZCG7R_IhXEMdsU."
         "eyJhbGdvcml0aG0iOiJobWFjLVNoYTI1NiIsImNvZGUiOiJBUUMiLCJ1c2VyX2lkIjo5MjIzMzcyMDM2ODU0Nzc1"
         "ODA3LCJpc3N1ZWRfYXQiOjE3MDAwMDAzMjF9",
         "9223372036854775807", 1700000321,
         "1803fcce95cdcab208473f77ebd2027a8bec5414339e3bf86784f6205d9cea3d"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_signed got;
        char digest[2 * FELT_DIGEST_BYTES + 1];
        assert_int_equal(read_at(rows[i].text, strlen(rows[i].text), now_s, &got, NULL), FELT_OK);
        assert_string_equal(got.facebook_id, rows[i].id);
        assert_int_equal(got.issued_at, rows[i].issued_at);
        for (int b = 0; b < FELT_DIGEST_BYTES; b++)
            snprintf(digest + 2 * b, 3, "%02x", got.digest[b]);
        assert_string_equal(digest, rows[i].digest);
    }
}

/* ---- payloads that are signed with our secret ------------------------------------------------ */

#define ALGORITHM "\"algorithm\":\"HMAC-SHA256\","
#define FRESH     "\"issued_at\":1700000000,"
#define ID        "\"user_id\":\"17\""

/* `says` is part of the complaint; NULL: accepted, as user `id`. */
struct payload {
    const char *name, *json, *says, *id;
};

static void verify_payloads(const struct payload *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[TEXT_BYTES];
        struct felt_signed got, before;
        struct felt_complaint complaint = {0};
        size_t bytes = sign_json(rows[i].json, text);
        memset(&got, 0xA5, sizeof got);
        memcpy(&before, &got, sizeof got);
        enum felt_status status = read_at(text, bytes, now_s, &got, &complaint);
        if ((status == FELT_OK) != (rows[i].says == NULL))
            fail_msg("%s: %s", rows[i].name, status ? complaint.text : "accepted");
        if (status == FELT_OK) {
            assert_string_equal(got.facebook_id, rows[i].id);
            continue;
        }
        if (!strstr(complaint.text, rows[i].says)) fail_msg("%s: %s", rows[i].name, complaint.text);
        assert_memory_equal(&got, &before, sizeof got);
        assert_true(complaint.at + complaint.length <= bytes);
    }
}

#define VERIFY(rows) verify_payloads(rows, sizeof(rows) / sizeof((rows)[0]))

static void signed_algorithm(void **state)
{
    (void)state;
    static const struct payload rows[] = {
        {"as it is", "{" ALGORITHM FRESH ID "}", NULL, "17"},
        {"small letters", "{\"algorithm\":\"hmac-sha256\"," FRESH ID "}", NULL, "17"},
        {"missing", "{" FRESH ID "}", "`algorithm`", ""},
        {"none", "{\"algorithm\":\"none\"," FRESH ID "}", "`algorithm`", ""},
        {"empty", "{\"algorithm\":\"\"," FRESH ID "}", "`algorithm`", ""},
        {"null", "{\"algorithm\":null," FRESH ID "}", "`algorithm`", ""},
        {"weaker", "{\"algorithm\":\"HMAC-SHA1\"," FRESH ID "}", "`algorithm`", ""},
        {"shorter", "{\"algorithm\":\"HMAC-SHA25\"," FRESH ID "}", "`algorithm`", ""},
        {"longer", "{\"algorithm\":\"HMAC-SHA2566\"," FRESH ID "}", "`algorithm`", ""},
        {"blank", "{\"algorithm\":\"HMAC-SHA256 \"," FRESH ID "}", "`algorithm`", ""},
        {"same length", "{\"algorithm\":\"HMAC-SHA512\"," FRESH ID "}", "`algorithm`", ""},
        {"list", "{\"algorithm\":[\"HMAC-SHA256\"]," FRESH ID "}", "`algorithm`", ""},
        {"other name", "{\"Algorithm\":\"HMAC-SHA256\"," FRESH ID "}", "`algorithm`", ""},
        {"twice", "{" ALGORITHM "\"algorithm\":\"none\"," FRESH ID "}", "duplicate", ""},
    };
    VERIFY(rows);
}

static void signed_user_id(void **state)
{
    (void)state;
    static const struct payload rows[] = {
        {"text", "{" ALGORITHM FRESH "\"user_id\":\"218471\"}", NULL, "218471"},
        {"number", "{" ALGORITHM FRESH "\"user_id\":218471}", NULL, "218471"},
        {"beyond doubles", "{" ALGORITHM FRESH "\"user_id\":9007199254740993}", NULL,
         "9007199254740993"},
        {"largest number", "{" ALGORITHM FRESH "\"user_id\":9223372036854775807}", NULL,
         "9223372036854775807"},
        {"number too large", "{" ALGORITHM FRESH "\"user_id\":9223372036854775808}", "too big", ""},
        {"20 digits", "{" ALGORITHM FRESH "\"user_id\":\"99999999999999999999\"}", NULL,
         "99999999999999999999"},
        {"21 digits", "{" ALGORITHM FRESH "\"user_id\":\"999999999999999999999\"}", "user_id", ""},
        {"21 digits, number", "{" ALGORITHM FRESH "\"user_id\":999999999999999999999}", "too big",
         ""},
        {"missing", "{" ALGORITHM "\"issued_at\":1700000000}", "user_id", ""},
        {"null", "{" ALGORITHM FRESH "\"user_id\":null}", "user_id", ""},
        {"true", "{" ALGORITHM FRESH "\"user_id\":true}", "user_id", ""},
        {"empty", "{" ALGORITHM FRESH "\"user_id\":\"\"}", "user_id", ""},
        {"negative", "{" ALGORITHM FRESH "\"user_id\":-17}", "user_id", ""},
        {"negative text", "{" ALGORITHM FRESH "\"user_id\":\"-17\"}", "user_id", ""},
        {"nobody", "{" ALGORITHM FRESH "\"user_id\":0}", "user_id", ""},
        {"negative nobody", "{" ALGORITHM FRESH "\"user_id\":-0}", "user_id", ""},
        {"zero in front", "{" ALGORITHM FRESH "\"user_id\":\"017\"}", "user_id", ""},
        {"zero in front, number", "{" ALGORITHM FRESH "\"user_id\":017}", "not JSON", ""},
        {"fraction", "{" ALGORITHM FRESH "\"user_id\":17.5}", "user_id", ""},
        {"whole fraction", "{" ALGORITHM FRESH "\"user_id\":17.0}", "user_id", ""},
        {"exponent", "{" ALGORITHM FRESH "\"user_id\":1e3}", "user_id", ""},
        {"letters", "{" ALGORITHM FRESH "\"user_id\":\"17a\"}", "user_id", ""},
        {"blank", "{" ALGORITHM FRESH "\"user_id\":\" 17\"}", "user_id", ""},
        {"wide digit", "{" ALGORITHM FRESH "\"user_id\":\"\xEF\xBC\x91\"}", "user_id", ""},
        {"zero byte", "{" ALGORITHM FRESH "\"user_id\":\"17\\u0000\"}", "not JSON", ""},
        {"list", "{" ALGORITHM FRESH "\"user_id\":[17]}", "user_id", ""},
        {"twice", "{" ALGORITHM FRESH ID ",\"user_id\":\"18\"}", "duplicate", ""},
        {"twice, escaped", "{" ALGORITHM FRESH ID ",\"user\\u005fid\":\"18\"}", "duplicate", ""},
    };
    VERIFY(rows);
}

static void signed_issued_at(void **state)
{
    (void)state;
    static const struct payload rows[] = {
        {"oldest", "{" ALGORITHM "\"issued_at\":1699999400," ID "}", NULL, "17"},
        {"too old", "{" ALGORITHM "\"issued_at\":1699999399," ID "}", "601 seconds ago", ""},
        {"newest", "{" ALGORITHM "\"issued_at\":1700000600," ID "}", NULL, "17"},
        {"too new", "{" ALGORITHM "\"issued_at\":1700000601," ID "}", "601 seconds from now", ""},
        {"missing", "{" ALGORITHM ID "}", "`issued_at`", ""},
        {"null", "{" ALGORITHM "\"issued_at\":null," ID "}", "`issued_at`", ""},
        {"text", "{" ALGORITHM "\"issued_at\":\"1700000000\"," ID "}", "`issued_at`", ""},
        {"negative", "{" ALGORITHM "\"issued_at\":-1700000000," ID "}", "`issued_at`", ""},
        {"fraction", "{" ALGORITHM "\"issued_at\":1700000000.5," ID "}", "`issued_at`", ""},
        {"exponent", "{" ALGORITHM "\"issued_at\":17e8," ID "}", "`issued_at`", ""},
        {"zero", "{" ALGORITHM "\"issued_at\":0," ID "}", "seconds ago", ""},
        {"last second", "{" ALGORITHM "\"issued_at\":9223372036854775807," ID "}", "from now", ""},
        {"first second", "{" ALGORITHM "\"issued_at\":-9223372036854775808," ID "}", "`issued_at`",
         ""},
        {"too large", "{" ALGORITHM "\"issued_at\":9223372036854775808," ID "}", "too big", ""},
        {"twice", "{" ALGORITHM FRESH "\"issued_at\":1," ID "}", "duplicate", ""},
    };
    VERIFY(rows);
}

static void signed_json_is_strict(void **state)
{
    (void)state;
    static const struct payload rows[] = {
        {"more members", "{" ALGORITHM FRESH ID ",\"page\":{\"liked\":[1,null]}}", NULL, "17"},
        {"white space", " \t\r\n{" ALGORITHM FRESH ID "}\n", NULL, "17"},
        {"empty", "", "not JSON", ""},
        {"no object", "[{" ALGORITHM FRESH ID "}]", "no object", ""},
        {"text", "\"17\"", "not JSON", ""},
        {"number", "17", "not JSON", ""},
        {"cut", "{" ALGORITHM FRESH ID, "not JSON", ""},
        {"trailing data", "{" ALGORITHM FRESH ID "}x", "not JSON", ""},
        {"trailing object", "{" ALGORITHM FRESH ID "}{}", "not JSON", ""},
        {"trailing comma", "{" ALGORITHM FRESH ID ",}", "not JSON", ""},
        {"comment", "{" ALGORITHM FRESH ID "/**/}", "not JSON", ""},
        {"single quotes", "{'algorithm':'HMAC-SHA256'," FRESH ID "}", "not JSON", ""},
        {"bad UTF-8", "{" ALGORITHM FRESH ID ",\"x\":\"\xFF\"}", "not JSON", ""},
        {"inner twice", "{" ALGORITHM FRESH ID ",\"x\":{\"y\":1,\"y\":2}}", "duplicate", ""},
        {"no number", "{" ALGORITHM FRESH ID ",\"x\":NaN}", "not JSON", ""},
        {"huge real", "{" ALGORITHM FRESH ID ",\"x\":1e999}", "not JSON", ""},
    };
    VERIFY(rows);
    char deep[3001];
    memset(deep, '[', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    const struct payload last[] = {{"too deep", deep, "not JSON", ""}};
    VERIFY(last);
}

/* ---- the text around them ------------------------------------------------------------------- */

static void refuse(const char *name, const char *text, size_t bytes, const char *says)
{
    struct felt_signed got;
    struct felt_complaint complaint = {0};
    enum felt_status status = read_at(text, bytes, now_s, &got, &complaint);
    if (status == FELT_OK) fail_msg("%s: accepted", name);
    if (!strstr(complaint.text, says)) fail_msg("%s: %s", name, complaint.text);
    assert_true(complaint.at + complaint.length <= bytes);
}

static void signed_form_is_strict(void **state)
{
    (void)state;
    char good[TEXT_BYTES], text[TEXT_BYTES];
    size_t bytes = sign_json("{" ALGORITHM FRESH ID "}", good);
    struct felt_signed got;
    assert_int_equal(read_at(good, bytes, now_s, &got, NULL), FELT_OK);
    const char *payload = strchr(good, '.') + 1;
    char signature[44] = "";
    memcpy(signature, good, 43);

    refuse("empty", "", 0, "a dot");
    refuse("dot", ".", 1, "signature is 43");
    refuse("no dot", payload, strlen(payload), "a dot");
    refuse("no signature", payload - 1, strlen(payload) + 1, "signature is 43");
    refuse("no payload", good, 44, "not that of the payload");
    refuse("white space in front", " eyJ", 4, "a dot");
    join(signature, "=.", payload, text);
    refuse("padded signature", text, strlen(text), "signature is 43");
    join(signature + 1, ".", payload, text);
    refuse("short signature", text, strlen(text), "signature is 43");
    join(good, "\n", "", text);
    refuse("line end", text, strlen(text), "not that of the payload");
    join(good, ".", "", text);
    refuse("dot at the end", text, strlen(text), "not that of the payload");
    join(good, ".", payload, text);
    refuse("two dots", text, strlen(text), "not that of the payload");
    join(good, "=", "", text);
    refuse("padding", text, strlen(text), "not that of the payload");
    memcpy(text, good, bytes + 1);
    text[42] = good[42] == 'A' ? 'B' : (char)(good[42] + 1); /* bits that are thrown away */
    refuse("another spelling of the signature", text, bytes, "signature is 43");
}

/* Signed as they are, and wrong all the same. */
static void signed_payload_is_strict_base64url(void **state)
{
    (void)state;
    char text[TEXT_BYTES], payload[TEXT_BYTES], other[TEXT_BYTES];
    static const char json[] = "{" ALGORITHM FRESH ID ",\"x\":\"\xC3\xBF\xC3\xBE\"}";
    felt_base64url_write(json, strlen(json), payload);
    join(payload, "==", "", other);
    refuse("padding", text, seal(secret, other, text), "must be base64url");
    join(payload, ".", payload, other);
    refuse("two dots", text, seal(secret, other, text), "must be base64url");
    join(payload, " ", "", other);
    refuse("blank", text, seal(secret, other, text), "must be base64url");
    join(json, "", "", other);
    refuse("not encoded", text, seal(secret, other, text), "must be base64url");
    char *sign = strpbrk(payload, "-_");
    assert_non_null(sign);
    *sign = *sign == '-' ? '+' : '/';
    refuse("plain base64", text, seal(secret, payload, text), "must be base64url");
}

/* The signature is of the letters; over the bytes that they stand for it is none, nor is a text of
 * hexadecimal digits or of another hash. */
static void signed_signature_is_of_the_letters(void **state)
{
    (void)state;
    static const char json[] = "{" ALGORITHM FRESH ID "}";
    char payload[TEXT_BYTES], letters[64], text[TEXT_BYTES];
    uint8_t signature[FELT_DIGEST_BYTES] = {0};
    felt_base64url_write(json, strlen(json), payload);

    felt_secret_sign(secret, strlen(secret), json, strlen(json), signature);
    felt_base64url_write(signature, sizeof signature, letters);
    join(letters, ".", payload, text);
    refuse("of the bytes", text, strlen(text), "not that of the payload");

    felt_secret_hash(payload, strlen(payload), signature);
    felt_base64url_write(signature, sizeof signature, letters);
    join(letters, ".", payload, text);
    refuse("without a key", text, strlen(text), "not that of the payload");

    felt_secret_sign_sha1(secret, strlen(secret), payload, strlen(payload), signature);
    felt_base64url_write(signature, FELT_DIGEST_SHA1_BYTES, letters);
    join(letters, ".", payload, text);
    refuse("HMAC-SHA1", text, strlen(text), "signature is 43");

    size_t bytes = seal("development secret!", payload, text);
    refuse("by another secret", text, bytes, "not that of the payload");
    memset(text, 'A', 43);
    refuse("of zeros", text, bytes, "not that of the payload");
}

/* A payload that cannot be decoded: only one that is signed is looked at closely enough to see. */
static void signed_nothing_is_read_before_it_is_verified(void **state)
{
    (void)state;
    char text[TEXT_BYTES], payload[] = "!!!!";
    refuse("unsigned garbage", text, seal("another secret 1", payload, text),
           "not that of the payload");
    refuse("signed garbage", text, seal(secret, payload, text), "must be base64url");
}

static void signed_longest(void **state)
{
    (void)state;
    static const char front[] = "{" ALGORITHM FRESH ID ",\"x\":\"", back[] = "\"}";
    char json[TEXT_BYTES], text[TEXT_BYTES];
    struct felt_signed got;
    /* 44 + 4052 letters, which are 3039 bytes. */
    for (size_t wanted = 3039; wanted <= 3040; wanted++) {
        size_t filled = wanted - (sizeof front - 1) - (sizeof back - 1);
        memcpy(json, front, sizeof front);
        memset(json + sizeof front - 1, 'x', filled);
        memcpy(json + sizeof front - 1 + filled, back, sizeof back);
        size_t bytes = sign_json(json, text);
        if (wanted == 3039) {
            assert_int_equal(bytes, FELT_SIGNED_BYTES);
            assert_int_equal(read_at(text, bytes, now_s, &got, NULL), FELT_OK);
            text[bytes++] = 'A';
            assert_int_equal(bytes, 4097);
        }
        if (bytes > FELT_SIGNED_BYTES) refuse("too long", text, bytes, "at most 4096 bytes");
    }
}

static void signed_window_is_an_argument(void **state)
{
    (void)state;
    char text[TEXT_BYTES];
    struct felt_signed got;
    size_t bytes = sign_json("{" ALGORITHM FRESH ID "}", text);
    for (int64_t off = -3; off <= 3; off++) {
        enum felt_status status =
            felt_signed_read(&felt_secret_digests, secret, text, bytes, now_s + off, 2, &got, NULL);
        assert_int_equal(status == FELT_OK, off >= -2 && off <= 2);
    }
    assert_int_equal(
        felt_signed_read(&felt_secret_digests, secret, text, bytes, INT64_MAX, 0, &got, NULL),
        FELT_BAD_NUMBER);
    assert_int_equal(
        felt_signed_read(&felt_secret_digests, secret, text, bytes, 0, INT64_MAX, &got, NULL),
        FELT_OK);
}

/* ---- secrets -------------------------------------------------------------------------------- */

static void signed_secrets_that_everybody_knows_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *secret;
        bool good;
    } rows[] = {
        {"0f9a3c1d5e7b2846a1c3e5f708192b4d", true},
        {"x9Kd02mZqpLw81Vt", true},
        {"", false},
        {"short", false},
        {"x9Kd02mZqpLw81V", false}, /* 15 */
        {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false},
        {"00000000000000000000000000000000", false},
        {"abababababababababababababababab", false},
        {"deadbeefdeadbeefdeadbeefdeadbeef", false},
        {"development_secret", false},
        {"Development-Secret-0f9a3c1d5e7b", false},
        {"secret_secret_1234", false},
        {"changeme-changeme!", false},
        {"CHANGE_ME_PLEASE_NOW", false},
        {"your_app_secret_here", false},
        {"YOUR-APP-SECRET-HERE", false},
        {"facebook_app_secret", false},
        {"FACEBOOK_APP_SECRET", false},
        {"test_secret_of_the_app", false},
        {"testtesttesttest", false},
        {"0123456789abcdef0123456789abcdef", false},
        {"1234567890123456", false},
        {"password_password", false},
        {" 0f9a3c1d5e7b2846a1c3e5f708192b4d", false},
        {"0f9a3c1d5e7b2846a1c3e5f708192b4d\n", false},
        {"0f9a3c1d5e7b2846 a1c3e5f708192b4d", false},
        {"0f9a3c1d5e7b2846\xC3\xA4"
         "a1c3e5f708192b4d",
         false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_complaint complaint = {0};
        enum felt_status status = felt_signed_secret_verify(rows[i].secret, &complaint);
        if ((status == FELT_OK) != rows[i].good) fail_msg("\"%s\"", rows[i].secret);
        if (status == FELT_OK) continue;
        assert_true(strlen(complaint.text) > 0);
        assert_true(complaint.at + complaint.length <= strlen(rows[i].secret));
    }
    char longest[300];
    memset(longest, 0, sizeof longest);
    for (size_t i = 0; i < 257; i++) longest[i] = "0f9a3c1d"[i % 8];
    assert_int_equal(felt_signed_secret_verify(longest, NULL), FELT_BAD_NAME);
}

/* ---- a million forgeries -------------------------------------------------------------------- */

enum { REQUESTS = 16 };

struct request {
    size_t bytes;
    char text[1024];
};

static void write_requests(struct request request[REQUESTS])
{
    for (int i = 0; i < REQUESTS; i++) {
        char json[512], text[TEXT_BYTES];
        snprintf(json, sizeof json,
                 "{" ALGORITHM "\"issued_at\":%d,\"user_id\":\"%d\",\"c\":\"%.*s\"}",
                 1700000000 + i, 218471 + i * 7919, i * 7,
                 "\xC3\xBF\xC3\xBE?>~\xC3\xBF\xC3\xBE?>~\xC3\xBF\xC3\xBE?>~\xC3\xBF\xC3\xBE?>~"
                 "\xC3\xBF\xC3\xBE?>~\xC3\xBF\xC3\xBE?>~\xC3\xBF\xC3\xBE?>~\xC3\xBF\xC3\xBE?>~"
                 "\xC3\xBF\xC3\xBE?>~\xC3\xBF\xC3\xBE?>~\xC3\xBF\xC3\xBE?>~");
        request[i].bytes = sign_json(json, text);
        assert_true(request[i].bytes < sizeof request[i].text / 2);
        memcpy(request[i].text, text, request[i].bytes + 1);
        struct felt_signed got;
        assert_int_equal(read_at(text, request[i].bytes, now_s, &got, NULL), FELT_OK);
    }
}

/* Changes what the payload says and encodes it again, with the signature as it was. */
static void encode_anew(struct request *made, struct felt_rng *rng)
{
    char json[1024];
    size_t count = 0;
    if (made->bytes < 45) return;
    if (!felt_base64url_read(made->text + 44, made->bytes - 44, json, sizeof json, &count)) return;
    if (count == 0) return;
    size_t at = felt_rng_below(rng, (uint32_t)count);
    json[at] = (char)(json[at] ^ (1 + (int)felt_rng_below(rng, 15)));
    felt_base64url_write(json, count, made->text + 44);
    made->bytes = strlen(made->text);
}

static void tamper(struct request *made, const struct request *other, struct felt_rng *rng)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                  "-_+/=. \n";
    uint32_t bytes = (uint32_t)made->bytes, at = felt_rng_below(rng, bytes);
    uint32_t with = felt_rng_below(rng, bytes);
    char *text = made->text, kept = text[at];
    switch (felt_rng_below(rng, 9)) {
    case 0: text[at] = (char)(text[at] ^ (1 << felt_rng_below(rng, 8))); break;
    case 1: text[at] = letters[felt_rng_below(rng, sizeof letters - 1)]; break;
    case 2: text[at] = (char)felt_rng_below(rng, 256); break;
    case 3: made->bytes = at; break;
    case 4:
        text[at] = text[with];
        text[with] = kept;
        break;
    case 5: /* the front of one, the back of another, cut at the same place */
        if (at < other->bytes) {
            memcpy(text + at, other->text + at, other->bytes - at);
            made->bytes = other->bytes;
        }
        break;
    case 6: /* one more */
        memmove(text + at + 1, text + at, bytes - at);
        text[at] = letters[felt_rng_below(rng, sizeof letters - 1)];
        made->bytes++;
        break;
    case 7: /* one less */
        memmove(text + at, text + at + 1, bytes - at - 1);
        made->bytes--;
        break;
    default: encode_anew(made, rng); break;
    }
    if (made->bytes < sizeof made->text) made->text[made->bytes] = '\0';
}

static bool is_one_of(const struct request *made, const struct request request[REQUESTS])
{
    for (int i = 0; i < REQUESTS; i++)
        if (made->bytes == request[i].bytes &&
            memcmp(made->text, request[i].text, made->bytes) == 0)
            return true;
    return false;
}

static void signed_million_forgeries_are_refused(void **state)
{
    (void)state;
    struct request request[REQUESTS];
    struct felt_rng rng = felt_rng_make(20260117);
    int wanted = test_is_quick() ? 30000 : 1000000, refused = 0, unchanged = 0;
    write_requests(request);
    while (refused < wanted) {
        struct request made = request[felt_rng_below(&rng, REQUESTS)];
        uint32_t times = 1 + felt_rng_below(&rng, 3);
        for (uint32_t i = 0; i < times && made.bytes > 0; i++)
            tamper(&made, &request[felt_rng_below(&rng, REQUESTS)], &rng);
        struct felt_signed got;
        bool accepted = read_at(made.text, made.bytes, now_s, &got, NULL) == FELT_OK;
        if (accepted != is_one_of(&made, request))
            fail_msg("after %d: %s: %s", refused, accepted ? "accepted" : "refused", made.text);
        refused += !accepted;
        unchanged += accepted;
    }
    assert_true(unchanged < wanted / 10);
}

TEST_MODULE(signed)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signed_vectors_are_accepted),
        cmocka_unit_test(signed_algorithm),
        cmocka_unit_test(signed_user_id),
        cmocka_unit_test(signed_issued_at),
        cmocka_unit_test(signed_json_is_strict),
        cmocka_unit_test(signed_form_is_strict),
        cmocka_unit_test(signed_payload_is_strict_base64url),
        cmocka_unit_test(signed_signature_is_of_the_letters),
        cmocka_unit_test(signed_nothing_is_read_before_it_is_verified),
        cmocka_unit_test(signed_longest),
        cmocka_unit_test(signed_window_is_an_argument),
        cmocka_unit_test(signed_secrets_that_everybody_knows_are_refused),
        cmocka_unit_test(signed_million_forgeries_are_refused),
    };
    return cmocka_run_group_tests_name("signed", tests, NULL, NULL);
}
