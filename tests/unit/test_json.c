/* test_json.c -- the JSON writer: exact output, jansson as a reader, misuse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_trap.h"
#include "base/utf8.h"
#include "felt/json.h"
#include "module.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#define FFFD "\xEF\xBF\xBD"

static char memory[4096];
static struct felt_buffer buffer;

static struct felt_json start(void)
{
    buffer = felt_buffer_make(memory, sizeof memory);
    return felt_json_make(&buffer);
}

static void write_example(struct felt_json *json)
{
    felt_json_object(json);
    felt_json_key(json, "seat");
    felt_json_int(json, 3);
    felt_json_key(json, "cards");
    felt_json_array(json);
    felt_json_text(json, "Ah");
    felt_json_text_n(json, "Kd...", 2);
    felt_json_array(json);
    felt_json_end(json);
    felt_json_object(json);
    felt_json_end(json);
    felt_json_null(json);
    felt_json_end(json);
    felt_json_key(json, "won");
    felt_json_bool(json, true);
    felt_json_key(json, "lost");
    felt_json_bool(json, false);
    felt_json_key(json, "");
    felt_json_decimal(json, -1.25, 3);
    felt_json_end(json);
}

static void json_closed_level_leaves_no_trace(void **state)
{
    (void)state;
    struct felt_json json = start();
    felt_json_array(&json);
    for (int i = 0; i < 2; i++) {
        felt_json_object(&json);
        felt_json_key(&json, "a");
        felt_json_int(&json, i);
        felt_json_end(&json);
        felt_json_array(&json);
        felt_json_int(&json, i);
        felt_json_end(&json);
    }
    felt_json_end(&json);
    assert_string_equal(felt_buffer_terminate(&buffer), "[{\"a\":0},[0],{\"a\":1},[1]]");
}

static const char example[] = "{\"seat\":3,\"cards\":[\"Ah\",\"Kd\",[],{},null],"
                              "\"won\":true,\"lost\":false,\"\":-1.250}";

static void json_nested_values_have_commas_and_colons(void **state)
{
    (void)state;
    struct felt_json json = start();
    write_example(&json);
    assert_true(felt_json_done(&json));
    assert_string_equal(felt_buffer_terminate(&buffer), example);
}

static void json_too_small_buffer_gives_a_prefix_and_is_not_done(void **state)
{
    (void)state;
    for (size_t capacity = 0; capacity < sizeof example - 1; capacity++) {
        buffer = felt_buffer_make(memory, capacity);
        struct felt_json json = felt_json_make(&buffer);
        write_example(&json);
        assert_false(felt_json_done(&json));
        assert_memory_equal(memory, example, buffer.used);
    }
    buffer = felt_buffer_make(memory, sizeof example - 1);
    struct felt_json json = felt_json_make(&buffer);
    write_example(&json);
    assert_true(felt_json_done(&json));
}

static void json_done_only_after_one_whole_value(void **state)
{
    (void)state;
    struct felt_json json = start();
    assert_false(felt_json_done(&json));
    felt_json_array(&json);
    assert_false(felt_json_done(&json));
    felt_json_int(&json, 1);
    assert_false(felt_json_done(&json));
    felt_json_end(&json);
    assert_true(felt_json_done(&json));
}

static void json_value_alone_is_a_document(void **state)
{
    (void)state;
    struct felt_json json = start();
    felt_json_text(&json, "x");
    assert_true(felt_json_done(&json));
    assert_string_equal(felt_buffer_terminate(&buffer), "\"x\"");
}

static void json_extreme_numbers_survive(void **state)
{
    (void)state;
    struct felt_json json = start();
    felt_json_array(&json);
    felt_json_int(&json, INT64_MIN);
    felt_json_int(&json, INT64_MAX);
    felt_json_uint(&json, UINT64_MAX);
    felt_json_decimal(&json, -0.0, 0);
    felt_json_decimal(&json, 8999999999.5, 1);
    felt_json_end(&json);
    assert_string_equal(felt_buffer_terminate(&buffer),
                        "[-9223372036854775808,9223372036854775807,18446744073709551615,0,"
                        "8999999999.5]");
}

static void json_number_without_a_text_is_null(void **state)
{
    (void)state;
    const double numbers[] = {(double)NAN, (double)INFINITY, (double)-INFINITY, 9e9, -9e9, 1e300};
    struct felt_json json = start();
    felt_json_array(&json);
    for (int i = 0; i < 6; i++) felt_json_decimal(&json, numbers[i], 2);
    felt_json_end(&json);
    assert_string_equal(felt_buffer_terminate(&buffer), "[null,null,null,null,null,null]");
}

/* The rows of wrong UTF-8 with several characters are those of the Unicode standard, chapter 3.9.
 */
static const struct {
    const char *text, *written;
    size_t bytes; /* 0: up to the zero */
} strings[] = {
    {"", "", 0},
    {"plain / ~ \x7F", "plain / ~ \x7F", 0},
    {"\"\\", "\\\"\\\\", 0},
    {"\b\f\n\r\t", "\\b\\f\\n\\r\\t", 0},
    {"\x01\x1F\x0B", "\\u0001\\u001f\\u000b", 0},
    {"a\0b", "a\\u0000b", 3},
    {"\xC2\x80\xDF\xBF", "\xC2\x80\xDF\xBF", 0},
    {"\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80", "\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80", 0},
    {"\xEF\xBF\xBF\xE2\x80\xA8", "\xEF\xBF\xBF\xE2\x80\xA8", 0},
    {"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF", "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF", 0},
    {"\x80", FFFD, 0},                            /* no beginning       */
    {"\xBF\xBF", FFFD FFFD, 0},                   /*                    */
    {"\xC0\xAF", FFFD FFFD, 0},                   /* overlong           */
    {"\xC1\xBF", FFFD FFFD, 0},                   /*                    */
    {"\xE0\x9F\xBF", FFFD FFFD FFFD, 0},          /*                    */
    {"\xF0\x8F\xBF\xBF", FFFD FFFD FFFD FFFD, 0}, /*                    */
    {"\xED\xA0\x80", FFFD FFFD FFFD, 0},          /* surrogates         */
    {"\xED\xBF\xBF", FFFD FFFD FFFD, 0},          /*                    */
    {"\xF4\x90\x80\x80", FFFD FFFD FFFD FFFD, 0}, /* above U+10FFFF     */
    {"\xF5\x80\x80\x80", FFFD FFFD FFFD FFFD, 0}, /*                    */
    {"\xFE\xFF", FFFD FFFD, 0},                   /*                    */
    {"a\xC3", "a" FFFD, 0},                       /* cut at the end     */
    {"a\xE2\x82", "a" FFFD, 0},                   /*                    */
    {"a\xF0\x9F\x82", "a" FFFD, 0},               /*                    */
    {"\xE2\x82\xAC", FFFD, 2},                    /* cut by the length  */
    {"\xE2\"", FFFD "\\\"", 0},                   /* cut by a quote     */
    {"\xF0\x9F\n", FFFD "\\n", 0},                /*                    */
    {"\xC3\xC3\xA4", FFFD "\xC3\xA4", 0},         /* and then a good one */
    {"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD "A", 0},
    {"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD "A", 0},
    {"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", FFFD FFFD FFFD FFFD FFFD "A" FFFD FFFD "B", 0},
    {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", FFFD FFFD FFFD FFFD "A", 0},
};

static void json_text_is_escaped_and_repaired(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        size_t bytes = strings[i].bytes ? strings[i].bytes : strlen(strings[i].text);
        struct felt_json json = start();
        felt_json_text_n(&json, strings[i].text, bytes);
        char expected[128];
        snprintf(expected, sizeof expected, "\"%s\"", strings[i].written);
        assert_string_equal(felt_buffer_terminate(&buffer), expected);

        json_t *read = json_loads(memory, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
        assert_true(json_is_string(read));
        json_decref(read);
    }
}

static void json_keys_are_escaped_like_texts(void **state)
{
    (void)state;
    struct felt_json json = start();
    felt_json_object(&json);
    felt_json_key(&json, "a\"\xFF\n");
    felt_json_int(&json, 1);
    felt_json_end(&json);
    assert_string_equal(felt_buffer_terminate(&buffer), "{\"a\\\"" FFFD "\\n\":1}");
}

/* The textbook encoding, written by cases, for the test below. */
static size_t encode(uint32_t c, char out[4])
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    size_t length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned marks[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = length - 1; i > 0; i--, c >>= 6) out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)(marks[length] | c);
    return length;
}

static void utf8_every_character_is_read_and_no_other(void **state)
{
    (void)state;
    for (uint32_t c = 0; c < 0x1FFFFF; c++) {
        char text[4];
        size_t length = encode(c, text), used;
        uint32_t read;
        bool good = c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
        assert_int_equal(felt_utf8_read(text, length, &used, &read), good);
        if (!good) continue;
        assert_int_equal(read, c);
        assert_int_equal(used, length);
        for (size_t cut = 1; cut < length; cut++) {
            assert_false(felt_utf8_read(text, cut, &used, &read));
            assert_int_equal(used, cut);
        }
    }
}

static void json_jansson_reads_back_what_was_written(void **state)
{
    (void)state;
    struct felt_json json = start();
    write_example(&json);
    json_t *read = json_loadb(memory, buffer.used, JSON_REJECT_DUPLICATES, NULL);
    json_t *expected = json_pack("{s:i, s:[s,s,[],{},n], s:b, s:b, s:f}", "seat", 3, "cards", "Ah",
                                 "Kd", "won", 1, "lost", 0, "", -1.25);
    assert_non_null(read);
    assert_true(json_equal(read, expected));
    json_decref(read);
    json_decref(expected);
}

static void json_deepest_nesting_is_written(void **state)
{
    (void)state;
    struct felt_json json = start();
    for (int i = 0; i < FELT_JSON_DEPTH_MAX; i++) {
        if (i % 2 == 0) {
            felt_json_object(&json);
            felt_json_key(&json, "k");
        } else {
            felt_json_array(&json);
            felt_json_int(&json, i);
        }
    }
    assert_stops(felt_json_array(&json));

    json = start();
    for (int i = 0; i < FELT_JSON_DEPTH_MAX; i++) felt_json_array(&json);
    for (int i = 0; i < FELT_JSON_DEPTH_MAX; i++) {
        felt_json_end(&json);
        if (i < FELT_JSON_DEPTH_MAX - 1) felt_json_int(&json, i);
    }
    assert_true(felt_json_done(&json));
    json_t *read = json_loadb(memory, buffer.used, 0, NULL);
    assert_int_equal(json_array_size(read), 2);
    assert_int_equal(json_integer_value(json_array_get(read, 1)), FELT_JSON_DEPTH_MAX - 2);
    json_decref(read);
}

static void json_misuse_stops(void **state)
{
    (void)state;
    struct felt_json json = start();
    assert_stops(felt_json_end(&json));
    assert_stops(felt_json_key(&json, "no object"));
    felt_json_array(&json);
    assert_stops(felt_json_key(&json, "in an array"));
    felt_json_object(&json);
    assert_stops(felt_json_int(&json, 1)); /* no key */
    assert_stops(felt_json_array(&json));
    felt_json_key(&json, "k");
    assert_stops(felt_json_key(&json, "two keys"));
    assert_stops(felt_json_end(&json)); /* no value */
    felt_json_null(&json);
    felt_json_end(&json);
    felt_json_end(&json);
    assert_stops(felt_json_null(&json)); /* two values at the top */
    assert_stops(felt_json_end(&json));
    assert_stops((void)felt_json_make(NULL));
}

TEST_MODULE(json)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_nested_values_have_commas_and_colons),
        cmocka_unit_test(json_closed_level_leaves_no_trace),
        cmocka_unit_test(json_too_small_buffer_gives_a_prefix_and_is_not_done),
        cmocka_unit_test(json_done_only_after_one_whole_value),
        cmocka_unit_test(json_value_alone_is_a_document),
        cmocka_unit_test(json_extreme_numbers_survive),
        cmocka_unit_test(json_number_without_a_text_is_null),
        cmocka_unit_test(json_text_is_escaped_and_repaired),
        cmocka_unit_test(json_keys_are_escaped_like_texts),
        cmocka_unit_test(utf8_every_character_is_read_and_no_other),
        cmocka_unit_test(json_jansson_reads_back_what_was_written),
        cmocka_unit_test(json_deepest_nesting_is_written),
        cmocka_unit_test(json_misuse_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
