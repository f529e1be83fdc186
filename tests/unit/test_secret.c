/* test_secret.c -- entropy, and published examples of the hashes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "os/secret.h"

#include <stdio.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <string.h>

static const char *hex(const uint8_t bytes[FELT_SECRET_BYTES], char out[2 * FELT_SECRET_BYTES + 1])
{
    for (int i = 0; i < FELT_SECRET_BYTES; i++) snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return out;
}

static void secret_hash_is_sha256(void **state)
{
    (void)state;
    static const struct {
        const char *text, *digest;
    } rows[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t out[FELT_SECRET_BYTES];
        char text[2 * FELT_SECRET_BYTES + 1];
        felt_secret_hash(rows[i].text, strlen(rows[i].text), out);
        assert_string_equal(hex(out, text), rows[i].digest);
    }
}

/* Keys of RFC 4231 that are shorter than a block: zeros behind them change nothing. */
static void secret_hmac_is_hmac_sha256(void **state)
{
    (void)state;
    static const struct {
        const char *key, *text, *digest;
    } rows[] = {
        {"\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b",
         "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
        {"Jefe", "what do ya want for nothing?",
         "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t key[FELT_SECRET_BYTES] = {0}, out[FELT_SECRET_BYTES];
        char text[2 * FELT_SECRET_BYTES + 1];
        memcpy(key, rows[i].key, strlen(rows[i].key));
        felt_secret_hmac(key, rows[i].text, strlen(rows[i].text), out);
        assert_string_equal(hex(out, text), rows[i].digest);
    }
}

/* RFC 4231 (SHA-256) and RFC 2202 (SHA-1): keys shorter and longer than a block of the hash.  A key
 * or a text is given by its bytes, or by one byte and how often. */
struct published {
    const char *key;
    size_t key_bytes;
    const char *text;
    size_t bytes;
    const char *digest;
};

static const uint8_t *spell(const char *from, size_t bytes, uint8_t out[160])
{
    size_t given = strlen(from);
    for (size_t i = 0; i < bytes; i++) out[i] = (uint8_t)from[given == 1 ? 0 : i];
    return out;
}

#define COUNTED                                                                                    \
    "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17" \
    "\x18"                                                                                         \
    "\x19"
#define LARGER "Test Using Larger Than Block-Size Key - Hash Key First"
#define LARGER_256                                                                                 \
    "This is a test using a larger than block-size key and a larger than block-size data. The "    \
    "key needs to be hashed before being used by the HMAC algorithm."
#define LARGER_1 "Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data"

static void secret_sign_published_examples(void **state)
{
    (void)state;
    static const struct published rows[] = {
        {"\x0b", 20, "Hi There", 8,
         "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
        {"Jefe", 4, "what do ya want for nothing?", 28,
         "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
        {"\xaa", 20, "\xdd", 50,
         "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
        {COUNTED, 25, "\xcd", 50,
         "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
        {"\xaa", 131, LARGER, 54,
         "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
        {"\xaa", 131, LARGER_256, 152,
         "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t key[160], text[160], out[FELT_DIGEST_BYTES];
        char shown[2 * FELT_SECRET_BYTES + 1];
        felt_secret_digests.sign(spell(rows[i].key, rows[i].key_bytes, key), rows[i].key_bytes,
                                 spell(rows[i].text, rows[i].bytes, text), rows[i].bytes, out);
        assert_string_equal(hex(out, shown), rows[i].digest);
    }
}

static void secret_sign_sha1_published_examples(void **state)
{
    (void)state;
    static const struct published rows[] = {
        {"\x0b", 20, "Hi There", 8, "b617318655057264e28bc0b6fb378c8ef146be00"},
        {"Jefe", 4, "what do ya want for nothing?", 28, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"},
        {"\xaa", 20, "\xdd", 50, "125d7342b9ac11cd91a39af48aa17b4f63f175d3"},
        {COUNTED, 25, "\xcd", 50, "4c9007f4026250c6bc8414f9bf50c86c2d7235da"},
        {"\x0c", 20, "Test With Truncation", 20, "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04"},
        {"\xaa", 80, LARGER, 54, "aa4ae5e15272d00e95705637ce8a3b55ed402112"},
        {"\xaa", 80, LARGER_1, 73, "e8e99d0f45237d786d6bbaa7965c7808bbff1a91"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t key[160], text[160], out[FELT_SECRET_BYTES] = {0};
        char shown[2 * FELT_SECRET_BYTES + 1];
        felt_secret_digests.sign_sha1(spell(rows[i].key, rows[i].key_bytes, key), rows[i].key_bytes,
                                      spell(rows[i].text, rows[i].bytes, text), rows[i].bytes, out);
        hex(out, shown);
        shown[2 * FELT_DIGEST_SHA1_BYTES] = '\0';
        assert_string_equal(shown, rows[i].digest);
    }
}

/* Texts of every length, on both sides of where another way is taken. */
static void secret_hmac_agrees_with_openssl(void **state)
{
    (void)state;
    uint8_t key[FELT_SECRET_BYTES], text[400], out[FELT_SECRET_BYTES], wanted[FELT_SECRET_BYTES];
    felt_secret_fill(key, sizeof key);
    felt_secret_fill(text, sizeof text);
    for (size_t bytes = 0; bytes <= sizeof text; bytes++) {
        felt_secret_hmac(key, text, bytes, out);
        assert_non_null(HMAC(EVP_sha256(), key, sizeof key, text, bytes, wanted, NULL));
        assert_memory_equal(out, wanted, sizeof out);
    }
}

static void secret_fill_writes_every_byte_and_no_other(void **state)
{
    (void)state;
    uint8_t seen[66] = {0}, bytes[66];
    for (int round = 0; round < 64; round++) {
        memset(bytes, 0, sizeof bytes);
        felt_secret_fill(bytes + 1, 64);
        assert_int_equal(bytes[0] | bytes[65], 0);
        for (int i = 0; i < 66; i++) seen[i] |= bytes[i];
    }
    /* A byte that was always zero in 64 rounds: once in 2^512. */
    for (int i = 1; i < 65; i++) assert_int_not_equal(seen[i], 0);
    felt_secret_fill(bytes, 0);
}

static void secret_equal_looks_at_every_byte(void **state)
{
    (void)state;
    uint8_t a[32] = {7}, b[32] = {7};
    assert_true(felt_secret_equal(a, b, 32));
    for (int i = 0; i < 32; i++) {
        b[i] ^= 1;
        assert_false(felt_secret_equal(a, b, 32));
        assert_true(felt_secret_equal(a, b, (size_t)i));
        b[i] ^= 1;
    }
}

TEST_MODULE(secret)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(secret_hash_is_sha256),
        cmocka_unit_test(secret_hmac_is_hmac_sha256),
        cmocka_unit_test(secret_sign_published_examples),
        cmocka_unit_test(secret_sign_sha1_published_examples),
        cmocka_unit_test(secret_hmac_agrees_with_openssl),
        cmocka_unit_test(secret_fill_writes_every_byte_and_no_other),
        cmocka_unit_test(secret_equal_looks_at_every_byte),
    };
    return cmocka_run_group_tests_name("secret", tests, NULL, NULL);
}
