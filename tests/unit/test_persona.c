/* test_persona.c -- dials: defaults, ranges, texts and files, what is refused and what is said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/persona.h"
#include "felt/persona_json.h"
#include "felt/rng.h"
#include "module.h"
#include "refusal.h"
#include "support.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool same_config(const struct felt_strategy_config *a, const struct felt_strategy_config *b)
{
    return memcmp(a, b, sizeof *a) == 0; /* doubles only: there is no padding */
}

static double *dial_of(struct felt_strategy_config *config, int index)
{
    return (double *)(void *)((char *)config + felt_strategy_dial_at(index)->at);
}

static void persona_default_is_valid(void **unused)
{
    (void)unused;
    struct felt_strategy_config config = felt_strategy_config_default();
    const struct felt_strategy_config wanted = {5, 5, 0.10, 0.15, 0.85};
    assert_true(same_config(&config, &wanted));
    assert_int_equal(felt_strategy_config_validate(&config, NULL), FELT_OK);
}

static void persona_range_is_closed(void **unused)
{
    (void)unused;
    for (int i = 0; i < FELT_STRATEGY_DIALS; i++) {
        const struct felt_strategy_dial *dial = felt_strategy_dial_at(i);
        const double good[] = {dial->min, dial->max, (dial->min + dial->max) / 2};
        const double bad[] = {
            nextafter(dial->min, -1), nextafter(dial->max, 99), -1, NAN, INFINITY, -INFINITY};
        for (int j = 0; j < 3; j++) {
            struct felt_strategy_config config = felt_strategy_config_default();
            *dial_of(&config, i) = good[j];
            assert_int_equal(felt_strategy_config_validate(&config, NULL), FELT_OK);
        }
        for (int j = 0; j < 6; j++) {
            struct felt_strategy_config config = felt_strategy_config_default();
            struct felt_complaint complaint = {0};
            *dial_of(&config, i) = bad[j];
            assert_int_equal(felt_strategy_config_validate(&config, &complaint), FELT_BAD_NUMBER);
            assert_non_null(strstr(complaint.text, dial->name));
        }
    }
}

static void persona_texts_are_read(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        struct felt_strategy_config wanted;
    } rows[] = {
        {"tight=7,aggr=3", {3, 7, 0.10, 0.15, 0.85}},
        {"tight=7,aggr=3,bluff=0.08", {3, 7, 0.08, 0.15, 0.85}},
        {"aggression=1", {1, 5, 0.10, 0.15, 0.85}},
        {"tightness=10", {5, 10, 0.10, 0.15, 0.85}},
        {"bluff_frequency=0.05", {5, 5, 0.05, 0.15, 0.85}},
        {"randomization_factor=0", {5, 5, 0.10, 0, 0.85}},
        {"slow_play_threshold=1.000000000", {5, 5, 0.10, 0.15, 1}},
        {"random=0.15,slow=0,aggr=10,tight=1,bluff=0.15", {10, 1, 0.15, 0.15, 0}},
        {"aggr=007.5", {7.5, 5, 0.10, 0.15, 0.85}},
        {"slow=0.123456789", {5, 5, 0.10, 0.15, 0.123456789}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_strategy_config config = felt_strategy_config_default();
        struct felt_complaint complaint = {0};
        if (felt_strategy_config_read(rows[i].text, strlen(rows[i].text), &config, &complaint) !=
            FELT_OK)
            fail_msg("\"%s\" is refused: %s", rows[i].text, complaint.text);
        if (!same_config(&config, &rows[i].wanted)) fail_msg("\"%s\" sets others", rows[i].text);
    }
}

static void persona_other_dials_stay(void **unused)
{
    (void)unused;
    struct felt_strategy_config config = {2, 3, 0.07, 0.01, 0.5};
    const struct felt_strategy_config wanted = {2, 9, 0.07, 0.01, 0.5};
    assert_int_equal(felt_strategy_config_read("tight=9", 7, &config, NULL), FELT_OK);
    assert_true(same_config(&config, &wanted));
}

static void persona_wrong_texts_are_refused(void **unused)
{
    (void)unused;
    static const struct refusal rows[] = {
        {"", FELT_BAD_FORMAT, 0, 0, "tight=7"},
        {",", FELT_BAD_FORMAT, 0, 0, "tight=7"},
        {"aggr=3,", FELT_BAD_FORMAT, 7, 0, "tight=7"},
        {"=3", FELT_BAD_FORMAT, 0, 2, "tight=7"},
        {"tight", FELT_BAD_FORMAT, 0, 5, "tight=7"},
        {"slow", FELT_BAD_FORMAT, 0, 4, "slow=0.1"},
        {"aggr=3,aggr=4", FELT_BAD_FORMAT, 7, 6, "aggression is set twice"},
        {"aggr=3,aggression=3", FELT_BAD_FORMAT, 7, 12, "aggression is set twice"},
        {"agr=3", FELT_BAD_NAME, 0, 3, "did you mean aggr?"},
        {"aggr=3,tihgt=3", FELT_BAD_NAME, 7, 5, "did you mean tight?"},
        {"bluf_frequency=0.1", FELT_BAD_NAME, 0, 14, "did you mean bluff_frequency?"},
        {"Aggr=3", FELT_BAD_NAME, 0, 4, "did you mean aggr?"},
        {"luck=3", FELT_BAD_NAME, 0, 4, "there are aggr, tight, bluff, random and slow"},
        {"a\nb=3", FELT_BAD_NAME, 0, 3, "a\\x0A"},
        {"aggr=0.999999999", FELT_BAD_NUMBER, 5, 11, "from 1 to 10"},
        {"aggr=11", FELT_BAD_NUMBER, 5, 2, "from 1 to 10"},
        {"bluff=0.2", FELT_BAD_NUMBER, 6, 3, "from 0.05 to 0.15"},
        {"random=1", FELT_BAD_NUMBER, 7, 1, "from 0 to 0.15"},
        {"aggr=", FELT_BAD_NUMBER, 5, 0, "from 1 to 10"},
        {"aggr=inf", FELT_BAD_NUMBER, 5, 3, "from 1 to 10"},
        {"aggr=nan", FELT_BAD_NUMBER, 5, 3, "from 1 to 10"},
        {"aggr=0x5", FELT_BAD_NUMBER, 5, 3, "from 1 to 10"},
        {"aggr=5e0", FELT_BAD_NUMBER, 5, 3, "from 1 to 10"},
        {"aggr=+5", FELT_BAD_NUMBER, 5, 2, "from 1 to 10"},
        {"slow=-0", FELT_BAD_NUMBER, 5, 2, "from 0 to 1"},
        {"aggr= 5", FELT_BAD_NUMBER, 5, 2, "from 1 to 10"},
        {"aggr=5 ", FELT_BAD_NUMBER, 5, 2, "from 1 to 10"},
        {"aggr=5.", FELT_BAD_NUMBER, 5, 2, "from 1 to 10"},
        {"slow=.5", FELT_BAD_NUMBER, 5, 2, "from 0 to 1"},
        {"aggr=5.5.5", FELT_BAD_NUMBER, 5, 5, "from 1 to 10"},
        {"slow=0.0000000001", FELT_BAD_NUMBER, 5, 12, "from 0 to 1"},
        {"aggr=0000000000000005", FELT_BAD_NUMBER, 5, 16, "from 1 to 10"},
        {"aggr=3=4", FELT_BAD_NUMBER, 5, 3, "from 1 to 10"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct felt_strategy_config before = {2, 3, 0.07, 0.01, 0.5};
        struct felt_strategy_config config = before;
        struct felt_complaint complaint = {0};
        enum felt_status status =
            felt_strategy_config_read(rows[i].text, strlen(rows[i].text), &config, &complaint);
        verify_refusal(&rows[i], status, &complaint);
        assert_true(same_config(&config, &before));
    }
}

/* ---- files ---- */

static enum felt_status read_json(const char *text, struct felt_persona *out,
                                  struct felt_complaint *complaint)
{
    return felt_persona_json_read(text, strlen(text), out, complaint);
}

static void persona_json_is_read(void **unused)
{
    (void)unused;
    struct felt_persona persona;
    assert_int_equal(read_json("{\"name\":\"rock\"}", &persona, NULL), FELT_OK);
    struct felt_strategy_config usual = felt_strategy_config_default();
    assert_string_equal(persona.name, "rock");
    assert_true(same_config(&persona.config, &usual));
    assert_int_equal(read_json("{\"tightness\": 9, \"name\": \"A-b_9\", \"aggression\": 2.5,\n"
                               "\"slow_play_threshold\": 1e-1, \"randomization_factor\": -0.0}",
                               &persona, NULL),
                     FELT_OK);
    const struct felt_strategy_config wanted = {2.5, 9, 0.10, 0, 0.1};
    assert_string_equal(persona.name, "A-b_9");
    assert_true(same_config(&persona.config, &wanted));
}

static void persona_wrong_json_is_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        enum felt_status status;
        size_t at;
        const char *says;
    } rows[] = {
        {"", FELT_BAD_FORMAT, 0, "not JSON"},
        {"{\"name\":\"rock\"} x", FELT_BAD_FORMAT, 17, "not JSON"},
        {"[]", FELT_BAD_FORMAT, 0, "object"},
        {"{}", FELT_BAD_FORMAT, 0, "needs a name"},
        {"{\"tightness\":9}", FELT_BAD_FORMAT, 0, "needs a name"},
        {"{\"name\":7}", FELT_BAD_FORMAT, 1, "take a text"},
        {"{\"name\":null}", FELT_BAD_FORMAT, 1, "take a text"},
        {"{\"name\":\"\"}", FELT_BAD_NAME, 1, "letters"},
        {"{\"name\":\"a b\"}", FELT_BAD_NAME, 1, "letters"},
        {"{\"name\":\"123456789012345678901234567890123\"}", FELT_BAD_NAME, 1, "1 to 32"},
        {"{\"name\":\"a\",\"name\":\"b\"}", FELT_BAD_FORMAT, 18, "not JSON"},
        {"{\"name\":\"a\",\"tigthness\":9}", FELT_BAD_NAME, 12, "did you mean tightness?"},
        {"{\"name\":\"a\",\"luck\":9}", FELT_BAD_NAME, 12, "it has name, aggression"},
        {"{\"name\":\"a\",\"tightness\":\"9\"}", FELT_BAD_FORMAT, 12, "take a number"},
        {"{\"name\":\"a\",\"tightness\":null}", FELT_BAD_FORMAT, 12, "take a number"},
        {"{\"name\":\"a\",\"tightness\":0}", FELT_BAD_NUMBER, 12, "from 1 to 10"},
        {"{\"name\":\"a\",\"tightness\":1e300}", FELT_BAD_NUMBER, 12, "from 1 to 10"},
        {"{\"name\":\"a\",\"tightness\":5.0000000001}", FELT_BAD_NUMBER, 12, "9 digits"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_persona persona = {.name = "before"};
        struct felt_complaint complaint = {0};
        enum felt_status status = read_json(rows[i].text, &persona, &complaint);
        if (status != rows[i].status || complaint.at != rows[i].at ||
            !strstr(complaint.text, rows[i].says))
            fail_msg("%s: status %d at %zu: %s", rows[i].text, status, complaint.at,
                     complaint.text);
        assert_string_equal(persona.name, "before");
    }
}

static void persona_long_json_is_refused(void **unused)
{
    (void)unused;
    char text[FELT_PERSONA_TEXT_MAX + 2];
    struct felt_persona persona;
    struct felt_complaint complaint = {0};
    memset(text, ' ', sizeof text);
    memcpy(text, "{\"name\":\"a\"}", 12);
    assert_int_equal(felt_persona_json_read(text, FELT_PERSONA_TEXT_MAX, &persona, NULL), FELT_OK);
    assert_int_equal(felt_persona_json_read(text, FELT_PERSONA_TEXT_MAX + 1, &persona, &complaint),
                     FELT_FULL);
    assert_int_equal(complaint.at, FELT_PERSONA_TEXT_MAX);
}

static void persona_written_json_is_read_again(void **unused)
{
    (void)unused;
    struct felt_rng rng = felt_rng_make(8);
    for (int round = 0; round < 2000; round++) {
        struct felt_persona persona = {.name = "some-body"}, again;
        for (int i = 0; i < FELT_STRATEGY_DIALS; i++) {
            const struct felt_strategy_dial *dial = felt_strategy_dial_at(i);
            uint64_t places = 1;
            for (uint32_t n = felt_rng_below(&rng, 10); n > 0; n--) places *= 10;
            double span = (dial->max - dial->min) * (double)places;
            uint64_t most = (uint64_t)(span + 0.5), low = (uint64_t)(dial->min * (double)places);
            double drawn = (double)(low + felt_rng_next(&rng) % (most + 1)) / (double)places;
            *dial_of(&persona.config, i) = drawn < dial->min   ? dial->min
                                           : drawn > dial->max ? dial->max
                                                               : drawn;
        }
        char text[512];
        struct felt_buffer out = felt_buffer_make(text, sizeof text);
        assert_int_equal(felt_persona_json_write(&persona, &out), FELT_OK);
        assert_int_equal(felt_persona_json_read(text, out.used, &again, NULL), FELT_OK);
        if (strcmp(again.name, persona.name) != 0 || !same_config(&again.config, &persona.config))
            fail_msg("another persona comes back from %.*s", (int)out.used, text);
    }
}

static void persona_json_needs_room_and_a_name(void **unused)
{
    (void)unused;
    struct felt_persona persona = {.name = "rock", .config = felt_strategy_config_default()};
    char text[512];
    struct felt_buffer out = felt_buffer_make(text, 20);
    assert_int_equal(felt_persona_json_write(&persona, &out), FELT_FULL);
    out = felt_buffer_make(text, sizeof text);
    assert_int_equal(felt_persona_json_write(&persona, &out), FELT_OK);
    static const char wanted[] =
        "{\"name\":\"rock\",\"aggression\":5,\"tightness\":5,\"bluff_frequency\":0.1,"
        "\"randomization_factor\":0.15,\"slow_play_threshold\":0.85}";
    assert_int_equal(out.used, strlen(wanted));
    assert_memory_equal(text, wanted, out.used);
    memset(persona.name, 'a', sizeof persona.name); /* without an end */
    assert_int_equal(felt_persona_json_write(&persona, &out), FELT_BAD_NAME);
}

/* The files are examples to change; what has the same name plays the same. */
static void persona_files_are_those_with_names(void **unused)
{
    (void)unused;
    char folder[512];
    int files = 0;
    for (int i = 0; i < felt_persona_count(); i++) {
        const struct felt_persona_kind *kind = felt_persona_at(i);
        char path[600], text[FELT_PERSONA_TEXT_MAX];
        struct felt_persona persona;
        struct felt_complaint complaint = {0};
        snprintf(path, sizeof path, "%s/../../data/personas/%s.json", golden_folder(), kind->name);
        FILE *file = fopen(path, "r");
        if (!file) fail_msg("%s is not there", path);
        size_t bytes = fread(text, 1, sizeof text, file);
        fclose(file);
        if (felt_persona_json_read(text, bytes, &persona, &complaint) != FELT_OK)
            fail_msg("%s: %s", path, complaint.text);
        assert_string_equal(persona.name, kind->name);
        if (!same_config(&persona.config, &kind->config)) fail_msg("%s has other dials", path);
    }
    snprintf(folder, sizeof folder, "%s/../../data/personas", golden_folder());
    DIR *open_folder = opendir(folder);
    assert_non_null(open_folder);
    for (const struct dirent *entry; (entry = readdir(open_folder));)
        files += strstr(entry->d_name, ".json") != NULL;
    closedir(open_folder);
    assert_int_equal(files, felt_persona_count());
}

static void persona_names_are_known(void **unused)
{
    (void)unused;
    static const char *const names[] = {"rock", "tag", "lag", "station", "maniac", "teacher"};
    assert_int_equal(felt_persona_count(), sizeof names / sizeof names[0]);
    for (int i = 0; i < felt_persona_count(); i++) {
        const struct felt_persona_kind *kind = felt_persona_at(i);
        assert_string_equal(kind->name, names[i]);
        assert_true(strlen(kind->title) > 0 && strlen(kind->title) <= 60);
        assert_ptr_equal(felt_persona_find(kind->name, strlen(kind->name)), kind);
        assert_int_equal(felt_strategy_config_validate(&kind->config, NULL), FELT_OK);
        assert_int_equal(kind->explains, strcmp(kind->name, "teacher") == 0);
        for (int dial = 0; dial < FELT_STRATEGY_DIALS; dial++) { /* one name, one meaning */
            assert_string_not_equal(kind->name, felt_strategy_dial_at(dial)->name);
            assert_string_not_equal(kind->name, felt_strategy_dial_at(dial)->brief);
        }
    }
    assert_null(felt_persona_find("rocky", 5));
    assert_null(felt_persona_find("roc", 3));
    assert_null(felt_persona_find("", 0));
    assert_ptr_equal(felt_persona_find("rocky", 4), felt_persona_at(0));
}

static void persona_and_dials_are_read(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        struct felt_strategy_config wanted;
    } rows[] = {
        {"rock", {3, 9, 0.05, 0.05, 0.9}},
        {"lag,tight=4", {8, 4, 0.13, 0.15, 0.95}},
        {"maniac,slow=0,aggression=9", {9, 1, 0.15, 0.15, 0}},
        {"teacher", {5, 5, 0.1, 0.15, 0.85}},
        {"teacher,aggr=8", {8, 5, 0.1, 0.15, 0.85}},
        {"tight=4,aggr=2", {2, 4, 0.15, 0, 0.5}}, /* the others stay */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_strategy_config config = {1, 2, 0.15, 0, 0.5};
        struct felt_complaint complaint = {0};
        if (felt_persona_read(rows[i].text, strlen(rows[i].text), &config, &complaint) != FELT_OK)
            fail_msg("\"%s\" is refused: %s", rows[i].text, complaint.text);
        if (!same_config(&config, &rows[i].wanted)) fail_msg("\"%s\" sets others", rows[i].text);
    }
}

static void persona_wrong_names_are_refused(void **unused)
{
    (void)unused;
    static const struct refusal rows[] = {
        {"", FELT_BAD_FORMAT, 0, 0, "as in tight=7"},
        {",", FELT_BAD_FORMAT, 0, 0, "as in tight=7"},
        {",rock", FELT_BAD_FORMAT, 0, 0, "as in tight=7"},
        {"rock,", FELT_BAD_FORMAT, 5, 0, "as in tight=7"},
        {"rok", FELT_BAD_NAME, 0, 3, "no persona \"rok\"; did you mean rock?"},
        {"manaic,aggr=3", FELT_BAD_NAME, 0, 6, "did you mean maniac?"},
        {"xyzzy", FELT_BAD_NAME, 0, 5, "rock, tag, lag, station, maniac and teacher"},
        {"Rock", FELT_BAD_NAME, 0, 4, "did you mean rock?"},
        {"tight", FELT_BAD_FORMAT, 0, 5, "tightness needs a number, as in tight=7"},
        {"tigth", FELT_BAD_NAME, 0, 5, "no dial \"tigth\"; did you mean tight?"},
        {"rock=7", FELT_BAD_FORMAT, 0, 4, "rock is a persona and comes first"},
        {"aggr=3,rock", FELT_BAD_FORMAT, 7, 4, "rock is a persona and comes first, as in rock,"},
        {"rock,tag", FELT_BAD_FORMAT, 5, 3, "tag is a persona"},
        {"rock,tight=7,tight=8", FELT_BAD_FORMAT, 13, 7, "set twice"},
        {"rock,tight=77", FELT_BAD_NUMBER, 11, 2, "from 1 to 10"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_strategy_config config = {1, 2, 0.15, 0, 0.5}, before = config;
        struct felt_complaint complaint = {0};
        size_t bytes = strlen(rows[i].text);
        enum felt_status status = felt_persona_read(rows[i].text, bytes, &config, &complaint);
        verify_refusal(&rows[i], status, &complaint);
        assert_true(same_config(&config, &before));
        assert_int_equal(felt_persona_read(rows[i].text, bytes, &config, NULL), status);
    }
}

TEST_MODULE(persona)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(persona_default_is_valid),
        cmocka_unit_test(persona_range_is_closed),
        cmocka_unit_test(persona_texts_are_read),
        cmocka_unit_test(persona_other_dials_stay),
        cmocka_unit_test(persona_wrong_texts_are_refused),
        cmocka_unit_test(persona_json_is_read),
        cmocka_unit_test(persona_wrong_json_is_refused),
        cmocka_unit_test(persona_long_json_is_refused),
        cmocka_unit_test(persona_written_json_is_read_again),
        cmocka_unit_test(persona_json_needs_room_and_a_name),
        cmocka_unit_test(persona_files_are_those_with_names),
        cmocka_unit_test(persona_names_are_known),
        cmocka_unit_test(persona_and_dials_are_read),
        cmocka_unit_test(persona_wrong_names_are_refused),
    };
    return cmocka_run_group_tests_name("persona", tests, NULL, NULL);
}
