/* test_hex.c -- bytes as hexadecimal digits, and back. */
#include "base/hex.h"
#include "module.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void hex_every_byte_comes_back(void **state)
{
    (void)state;
    uint8_t bytes[256], back[256];
    char text[2 * sizeof bytes + 1];
    for (int i = 0; i < 256; i++) bytes[i] = (uint8_t)i;
    felt_hex_write(bytes, sizeof bytes, text);
    assert_int_equal(strlen(text), 512);
    assert_memory_equal(text, "000102", 6);
    assert_string_equal(text + 506, "fdfeff");
    assert_true(felt_hex_read(text, 512, back, sizeof back));
    assert_memory_equal(bytes, back, sizeof bytes);
    felt_hex_write(bytes, 0, text);
    assert_string_equal(text, "");
}

static void hex_other_texts_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",   "0",  "000", "0000", "0G", "g0", "0A",      "F0",
                                        " 0", "0 ", "/0",  ":0",   "`0", "0x", "\xc3\xa9"};
    uint8_t byte;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(felt_hex_read(wrong[i], strlen(wrong[i]), &byte, 1));
    assert_true(felt_hex_read("a9", 2, &byte, 1));
    assert_int_equal(byte, 0xa9);
}

TEST_MODULE(hex)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hex_every_byte_comes_back),
        cmocka_unit_test(hex_other_texts_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
