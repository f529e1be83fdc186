/* test_base64url.c -- examples of RFC 4648, every short text, and everything that must be refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/base64url.h"
#include "base/equal.h"
#include "module.h"
#include "support.h"

#include <string.h>

static void base64url_published_examples(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *text;
    } rows[] = {
        {"", ""},
        {"f", "Zg"},
        {"fo", "Zm8"},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg"},
        {"fooba", "Zm9vYmE"},
        {"foobar", "Zm9vYmFy"},
        {"\xFB\xEF\xBE", "----"},
        {"\xFF\xFF\xFF", "____"},
        {"\x14\xFB\x9C\x03\xD9\x7E", "FPucA9l-"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[16], bytes[16];
        size_t count = 99, length = strlen(rows[i].bytes);
        felt_base64url_write(rows[i].bytes, length, text);
        assert_string_equal(text, rows[i].text);
        assert_int_equal(strlen(text), FELT_BASE64URL_BYTES(length));
        assert_true(felt_base64url_read(text, strlen(text), bytes, sizeof bytes, &count));
        assert_int_equal(count, length);
        assert_memory_equal(bytes, rows[i].bytes, length);
    }
}

static void base64url_other_texts_are_refused(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "Z",       "Zg=",       "Zg==",  "Zm8=",  "Zm9vYg==", "Zm9vY",     "Zm9+",      "Zm9/",
        "Zm 9",    "Zm9v\n",    " Zm9v", "Zm9v ", "Zm9.",     "Zh",        "Zm9",       "Zn",
        "Zm9vYmF", "Zm9v\x80g", "Z\xC3", "====",  "Zg==Zm9v", "Zm9v,Zm9v", "Zm9vYmFy=",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char bytes[32];
        size_t count = 99;
        if (felt_base64url_read(rows[i], strlen(rows[i]), bytes, sizeof bytes, &count))
            fail_msg("accepted: %s", rows[i]);
        assert_int_equal(count, 99);
    }
    char zero[4] = {'Z', 'm', '\0', '9'}, bytes[4];
    size_t count;
    assert_false(felt_base64url_read(zero, 4, bytes, sizeof bytes, &count));
}

/* All texts of one to three bytes, of any bytes: as many are accepted as there are things to say,
 * and each comes back. */
static void base64url_every_short_text_is_the_only_one(void **state)
{
    (void)state;
    static const size_t sayable[] = {0, 0, 256, 65536};
    size_t lengths = test_is_quick() ? 2 : 3;
    for (size_t length = 1; length <= lengths; length++) {
        size_t accepted = 0;
        for (uint32_t all = 0; all < UINT32_C(1) << 8 * length; all++) {
            char text[4] = {(char)(all & 0xFF), (char)(all >> 8 & 0xFF), (char)(all >> 16)};
            char bytes[4], again[8];
            size_t count;
            if (!felt_base64url_read(text, length, bytes, sizeof bytes, &count)) continue;
            accepted++;
            felt_base64url_write(bytes, count, again);
            if (strlen(again) != length || memcmp(again, text, length) != 0)
                fail_msg("%.*s came back as %s", (int)length, text, again);
        }
        assert_int_equal(accepted, sayable[length]);
    }
}

static void base64url_capacity_is_kept(void **state)
{
    (void)state;
    for (size_t length = 0; length <= 40; length++) {
        uint8_t from[40] = {0}, to[41];
        char text[64];
        size_t count;
        for (size_t i = 0; i < length; i++) from[i] = (uint8_t)(i * 37 + length);
        felt_base64url_write(from, length, text);
        memset(to, 0xA5, sizeof to);
        assert_true(felt_base64url_read(text, strlen(text), to, length, &count));
        assert_int_equal(count, length);
        assert_memory_equal(from, to, length);
        assert_int_equal(to[length], 0xA5);
        if (length == 0) continue;
        memset(to, 0xA5, sizeof to);
        assert_false(felt_base64url_read(text, strlen(text), to, length - 1, &count));
        assert_int_equal(to[length - 1], 0xA5);
    }
}

static void equal_looks_at_every_byte(void **state)
{
    (void)state;
    uint8_t a[32] = {1, 2, 3}, b[32] = {1, 2, 3};
    assert_true(felt_equal(a, b, 32));
    for (size_t i = 0; i < 32; i++) {
        for (unsigned bit = 1; bit < 256; bit <<= 1) {
            b[i] = (uint8_t)(a[i] ^ bit);
            assert_false(felt_equal(a, b, 32));
            assert_true(felt_equal(a, b, i));
        }
        b[i] = a[i];
    }
}

TEST_MODULE(base64url)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base64url_published_examples),
        cmocka_unit_test(base64url_other_texts_are_refused),
        cmocka_unit_test(base64url_every_short_text_is_the_only_one),
        cmocka_unit_test(base64url_capacity_is_kept),
        cmocka_unit_test(equal_looks_at_every_byte),
    };
    return cmocka_run_group_tests_name("base64url", tests, NULL, NULL);
}
