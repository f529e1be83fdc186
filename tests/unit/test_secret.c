/* test_secret.c -- entropy, and published examples of the hashes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(secret_hash_is_sha256),
        cmocka_unit_test(secret_hmac_is_hmac_sha256),
        cmocka_unit_test(secret_hmac_agrees_with_openssl),
        cmocka_unit_test(secret_fill_writes_every_byte_and_no_other),
        cmocka_unit_test(secret_equal_looks_at_every_byte),
    };
    return cmocka_run_group_tests_name("secret", tests, NULL, NULL);
}
