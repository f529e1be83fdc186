/* test_hand_json.c -- hands as JSON: what is read, what is refused and where, what is written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/record.h"
#include "module.h"
#include "support.h"

#include <string.h>

static struct felt_record record, other;
static char text[FELT_RECORD_TEXT_MAX + 2], again[FELT_RECORD_TEXT_MAX];

static void read_good(const char *from, size_t bytes, struct felt_record *out)
{
    struct felt_complaint complaint = {0};
    if (felt_hand_json_read(from, bytes, out, &complaint) != FELT_OK)
        fail_msg("refused at %zu: %s", complaint.at, complaint.text);
}

static void expect_written(const struct felt_record *from, const char *wanted, size_t bytes)
{
    struct felt_buffer out = felt_buffer_make(again, sizeof again);
    assert_int_equal(felt_hand_json_write(from, &out), FELT_OK);
    if (out.used != bytes || memcmp(again, wanted, bytes) != 0)
        fail_msg("written: %.*s", (int)out.used, again);
}

static size_t load(const char *name)
{
    FILE *file = golden_open(name);
    size_t bytes = fread(text, 1, sizeof text, file);
    fclose(file);
    return bytes;
}

static void json_and_phh_say_the_same(void **state)
{
    (void)state;
    struct felt_complaint complaint = {0};
    size_t bytes = load("formats/written.phh");
    assert_int_equal(felt_phh_read(text, bytes, &record, &complaint), FELT_OK);
    bytes = load("formats/written.jsonl") - 1; /* the end of the line */
    read_good(text, bytes, &other);
    assert_true(felt_record_equal(&record, &other));
    expect_written(&record, text, bytes);
}

#define HEAD      "\"variant\":\"NT\",\"starting_stacks\":[9,9],"
#define CHIPS_MAX "1099511627775"
#define WHOLE     HEAD "\"actions\":[]"

static void json_has_usual_values(void **state)
{
    (void)state;
    static const char hand[] = "{\"variant\":\"NT\",\"starting_stacks\":[9,null],\"antes\":[0,0],"
                               "\"ante_trimming_status\":false,\"blinds_or_straddles\":[0,0],"
                               "\"actions\":[]}";
    static const char given[] = " { \"actions\" : [ ] , \"starting_stacks\":[9,null], \"x\":null,"
                                "\"variant\":\"NT\", \"finishing_stacks\":null } ";
    read_good(given, strlen(given), &record);
    assert_false(record.has_finish);
    assert_int_equal(record.notes, 0);
    assert_int_equal(record.stack[1], FELT_RECORD_NONE);
    expect_written(&record, hand, strlen(hand));
}

static void json_ids_may_be_numbers(void **state)
{
    (void)state;
    static const char hand[] = "{\"_id\":17," WHOLE "}";
    read_good(hand, strlen(hand), &record);
    assert_int_equal(record.id.bytes, 2);
    assert_memory_equal(felt_record_bytes(&record, record.id), "17", 2);
}

/* The note x from JSON: how it is kept, and how it is written once more. */
static void json_notes_come_back(void **state)
{
    (void)state;
    static const struct {
        const char *value, *kept, *again; /* NULL: as it was */
    } cases[] = {
        {"\"a \\\"b\\\" \\u00e9\"", "\"a \\\"b\\\" \xC3\xA9\"", "\"a \\\"b\\\" \xC3\xA9\""},
        {"5", "5", NULL},
        {"-9223372036854775808", "-9223372036854775808", NULL},
        {"9223372036854775807", "9223372036854775807", NULL},
        {"true", "true", NULL},
        {"[]", "[]", NULL},
        {"{}", "{}", NULL},
        {"{\"a\":[1,{\"b c\":false}]}", "{ a = [1, { \"b c\" = false }] }", NULL},
        {"0.5", "0.5", NULL},
        {"0.50", "0.5", "0.5"},
        {"-37.25", "-37.25", NULL},
        {"2.0", "2.0", NULL},
        {"1e300", "1.0000000000000001e300", "{\"phh\":\"1.0000000000000001e300\"}"},
        {"{\"phh\":\"1.50\"}", "1.50", NULL},
        {"{\"phh\":\"19:30:00\"}", "19:30:00", NULL},
        {"{\"phh\":\" 5\"}", NULL, NULL},
        {"{\"phh\":\"0x10\"}", "16", "16"},
        {"{\"phh\":\"5 # five\"}", NULL, NULL},
        {"{\"phh\":\"{ phh = \\\"5\\\" }\"}", "{ phh = \"5\" }", NULL},
        {"{\"phh\":5}", "{ phh = 5 }", "{\"phh\":\"{ phh = 5 }\"}"},
        {"{\"phh\":\"1\",\"b\":2}", "{ phh = \"1\", b = 2 }",
         "{\"phh\":\"{ phh = \\\"1\\\", b = 2 }\"}"},
        {"{\"phh\":\"\\\"\\\\u0000\\\"\"}", "\"\\u0000\"", NULL},
        {"[null]", NULL, NULL},
        {"[[[[[[[[[1]]]]]]]]]", NULL, NULL},
        {"{\"phh\":\"nonsense\"}", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct felt_complaint complaint = {0};
        int bytes = snprintf(text, sizeof text, "{" WHOLE ",\"x\":%s}", cases[i].value);
        enum felt_status status = felt_hand_json_read(text, (size_t)bytes, &record, &complaint);
        if (cases[i].kept == NULL) {
            assert_int_equal(status, FELT_BAD_FORMAT);
            assert_string_equal(complaint.text, "x: it cannot be kept: null in a list, a wrong "
                                                "\"phh\", or lists too deep");
            continue;
        }
        if (status != FELT_OK) fail_msg("%s: %s", cases[i].value, complaint.text);
        struct felt_record_text value = felt_record_find_note(&record, "x")->value;
        if (value.bytes != strlen(cases[i].kept) ||
            memcmp(felt_record_bytes(&record, value), cases[i].kept, value.bytes) != 0)
            fail_msg("%s is kept as %.*s", cases[i].value, value.bytes,
                     felt_record_bytes(&record, value));
        const char *wanted = cases[i].again ? cases[i].again : cases[i].value;
        struct felt_buffer out = felt_buffer_make(again, sizeof again);
        assert_int_equal(felt_hand_json_write(&record, &out), FELT_OK);
        const char *written = strstr(felt_buffer_terminate(&out), "\"x\":") + 4;
        again[out.used - 1] = '\0'; /* the closing brace */
        assert_string_equal(written, wanted);
        again[out.used - 1] = '}';
        read_good(again, out.used, &other);
        assert_true(felt_record_equal(&record, &other));
    }
}

static void json_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum felt_status status;
        size_t at;
        const char *why;
    } cases[] = {
        {"", FELT_BAD_FORMAT, 0, "this is not JSON: '[' or '{' expected near end of file"},
        {"{", FELT_BAD_FORMAT, 1, "this is not JSON: string or '}' expected near end of file"},
        {"{\"a\":1,\"a\":2}", FELT_BAD_FORMAT, 10,
         "this is not JSON: duplicate object key near '\"a\"'"},
        {"{} {}", FELT_BAD_FORMAT, 4, "this is not JSON: end of file expected near '{'"},
        {"{\"a\":\"\\u0000\"}", FELT_BAD_FORMAT, 13, NULL},
        {"[]", FELT_BAD_FORMAT, 0, "a hand is an object in {}"},
        {"{}", FELT_BAD_FORMAT, 0, "there is no field variant"},
        {"{\"variant\":5}", FELT_BAD_FORMAT, 1, "variant: take a text, as in \"NT\""},
        {"{\"variant\":\"XX\"}", FELT_UNSUPPORTED, 1, "variant \"XX\" is not known"},
        {"{\"variant\":\"NT\",\"starting_stacks\":[9,\"9\"]}", FELT_BAD_NUMBER, 16,
         "starting_stacks: take a whole number from 0 to " CHIPS_MAX},
        {"{\"variant\":\"NT\",\"starting_stacks\":[9,9.5]}", FELT_BAD_NUMBER, 16,
         "starting_stacks: take a whole number from 0 to " CHIPS_MAX},
        {"{\"variant\":\"NT\",\"starting_stacks\":9}", FELT_WRONG_COUNT, 16,
         "starting_stacks: take a list with a number for each seat"},
        {"{" WHOLE ",\"antes\":[1,null]}", FELT_BAD_NUMBER, 53,
         "antes: take a whole number from 0 to " CHIPS_MAX},
        {"{" WHOLE ",\"antes\":[1,2,3]}", FELT_WRONG_COUNT, 0,
         "antes has 3 seats, starting_stacks has 2"},
        {"{" WHOLE ",\"id\":[]}", FELT_BAD_FORMAT, 53, "id: take a text or a number"},
        {"{" WHOLE ",\"id\":\"a\",\"_id\":\"b\"}", FELT_BAD_FORMAT, 62,
         "_id: this field is there twice"},
        {"{" WHOLE ",\"_later\":\"xyz\"}", FELT_BAD_FORMAT, 53,
         "_later is a text: cards as in \"QcQd\", or 32 hexadecimal digits of a stream"},
        {"{" WHOLE ",\"_wild\":5}", FELT_BAD_FORMAT, 53, NULL},
        {"{" WHOLE ",\"_runs\":3}", FELT_BAD_NUMBER, 53, "_runs: take a whole number from 0 to 2"},
        {"{" WHOLE ",\"_cap\":256}", FELT_BAD_NUMBER, 53,
         "_cap: take a whole number from 0 to 255"},
        {"{" WHOLE ",\"_decimals\":5}", FELT_BAD_NUMBER, 53,
         "_decimals: take a whole number from 0 to 4"},
        {"{" WHOLE ",\"ante_trimming_status\":1}", FELT_BAD_FORMAT, 53,
         "ante_trimming_status: take true or false"},
        {"{" WHOLE ",\"min_bet\":-1}", FELT_BAD_NUMBER, 53,
         "min_bet: take a whole number from 0 to " CHIPS_MAX},
        {"{" HEAD "\"actions\":\"p1 f\"}", FELT_BAD_FORMAT, 40, "actions: take a list of texts"},
        {"{" HEAD "\"actions\":[\"p1 f\",5]}", FELT_BAD_FORMAT, 40, "action 2: it is not a text"},
        {"{" HEAD "\"actions\":[\"p1 f\",\"p2 cbr 1.5\"]}", FELT_BAD_NUMBER, 40,
         "action 2: an amount has 1 decimal places, the hand has 0"},
        {"{" HEAD "\"actions\":[\"p3 f\"]}", FELT_BAD_FORMAT, 0,
         "action 1 names no seat of the hand, or has a wrong amount, cards or remark"},
        {"{" WHOLE ",\"decisions\":[5]}", FELT_BAD_FORMAT, 53,
         "decisions: a decision is an object of call, min_raise_to, max_raise_to, actor, street "
         "and pot"},
        {"{" WHOLE ",\"decisions\":[{\"call\":5}]}", FELT_BAD_FORMAT, 53,
         "a decision without \"min_raise_to\""},
        {"{" WHOLE ",\"decisions\":[{\"call\":null,\"min_raise_to\":null,\"max_raise_to\":null,"
         "\"actor\":null,\"street\":0,\"pot\":0}]}",
         FELT_BAD_NUMBER, 53, "decisions: take a whole number from 0 to 9"},
        {"{" WHOLE ",\"decisions\":[{\"call\":null,\"min_raise_to\":null,\"max_raise_to\":null,"
         "\"actor\":2,\"street\":0,\"pot\":0}]}",
         FELT_BAD_FORMAT, 0, "decision 1 names no seat of the hand, or a wrong amount"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct felt_complaint complaint = {0};
        enum felt_status status =
            felt_hand_json_read(cases[i].text, strlen(cases[i].text), &record, &complaint);
        if (status != cases[i].status || complaint.at != cases[i].at ||
            (cases[i].why && strcmp(complaint.text, cases[i].why) != 0))
            fail_msg("%s: status %d at %zu: %s", cases[i].text, status, complaint.at,
                     complaint.text);
    }
    read_good("{" WHOLE "}", strlen("{" WHOLE "}"), &record);
}

static void json_that_is_too_long_is_refused(void **state)
{
    (void)state;
    struct felt_complaint complaint = {0};
    memset(text, ' ', sizeof text);
    memcpy(text, "{" WHOLE "}", strlen("{" WHOLE "}"));
    assert_int_equal(felt_hand_json_read(text, FELT_RECORD_TEXT_MAX, &record, NULL), FELT_OK);
    assert_int_equal(felt_hand_json_read(text, FELT_RECORD_TEXT_MAX + 1, &record, &complaint),
                     FELT_FULL);
    assert_string_equal(complaint.text, "a hand has at most 524288 bytes");
    memset(text, '[', FELT_RECORD_TEXT_MAX); /* as deep as can be */
    assert_int_equal(felt_hand_json_read(text, FELT_RECORD_TEXT_MAX, &record, NULL),
                     FELT_BAD_FORMAT);
}

/* The longest text that a verified record can have fits. */
static void json_and_phh_of_the_fullest_record_fit(void **state)
{
    (void)state;
    felt_record_clear(&record);
    record.seats = 10;
    record.decimals = FELT_RECORD_DECIMALS_MAX;
    record.has_finish = record.has_decisions = true;
    for (int seat = 0; seat < 10; seat++) {
        record.stack[seat] = record.ante[seat] = record.dead[seat] = FELT_CHIPS_MAX;
        record.blind[seat] = -FELT_CHIPS_MAX;
        record.finish[seat] = 10 * FELT_CHIPS_MAX;
    }
    memset(record.pool, 1, FELT_RECORD_POOL_BYTES); /* \u0001: six bytes for one */
    record.pool_used = FELT_RECORD_POOL_BYTES;
    record.id.bytes = 64;
    for (int i = 0; i < FELT_RECORD_ACTIONS_MAX; i++) {
        record.action[i] = (struct felt_record_action){
            .kind = FELT_RECORD_HOLE, .seat = 9, .count = FELT_RECORD_CARDS_MAX};
        if (i < 17) record.action[i].remark = (struct felt_record_text){(uint16_t)(i * 960), 960};
        record.decision[i] = (struct felt_record_decision){10 * FELT_CHIPS_MAX,
                                                           10 * FELT_CHIPS_MAX,
                                                           10 * FELT_CHIPS_MAX,
                                                           10 * FELT_CHIPS_MAX,
                                                           9,
                                                           255};
    }
    record.actions = record.decisions = FELT_RECORD_ACTIONS_MAX;
    struct felt_complaint complaint = {0};
    if (felt_record_verify(&record, &complaint) != FELT_OK) fail_msg("%s", complaint.text);
    struct felt_buffer out = felt_buffer_make(again, sizeof again);
    assert_int_equal(felt_hand_json_write(&record, &out), FELT_OK);
    read_good(again, out.used, &other);
    assert_true(felt_record_equal(&record, &other));
    out = felt_buffer_make(again, sizeof again);
    assert_int_equal(felt_phh_write(&record, UINT64_MAX, &out), FELT_OK);
    assert_int_equal(felt_phh_read(again, out.used, &other, NULL), FELT_OK);
    assert_true(felt_record_equal(&record, &other));
}

TEST_MODULE(hand_json)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_and_phh_say_the_same),
        cmocka_unit_test(json_has_usual_values),
        cmocka_unit_test(json_ids_may_be_numbers),
        cmocka_unit_test(json_notes_come_back),
        cmocka_unit_test(json_is_refused),
        cmocka_unit_test(json_that_is_too_long_is_refused),
        cmocka_unit_test(json_and_phh_of_the_fullest_record_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
