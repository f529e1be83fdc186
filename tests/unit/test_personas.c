/* test_personas.c -- personas of house accounts: in turn, by file, changed live, refused. */
#include "server/house/personas.h"
#include "expect.h"
#include "module.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct folder {
    char dir[64], file[96];
};

static struct folder make_folder(void)
{
    struct folder folder;
    snprintf(folder.dir, sizeof folder.dir, "/tmp/felt_personas_XXXXXX");
    assert_non_null(mkdtemp(folder.dir));
    snprintf(folder.file, sizeof folder.file, "%s/house.json", folder.dir);
    return folder;
}

static void remove_folder(const struct folder *folder)
{
    (void)unlink(folder->file);
    assert_int_equal(rmdir(folder->dir), 0); /* no part of a file stays */
}

static void write_text(const struct folder *folder, const char *text)
{
    FILE *out = fopen(folder->file, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void read_text(const struct folder *folder, char text[4096])
{
    FILE *in = fopen(folder->file, "r");
    size_t bytes = in ? fread(text, 1, 4095, in) : 0;
    text[bytes] = '\0';
    if (in) fclose(in);
}

static void expect_player(const struct felt_personas *personas, const char *who, const char *text)
{
    struct felt_player_spec spec;
    felt_personas_of(personas, who, &spec);
    assert_string_equal(spec.text, text);
    assert_non_null(spec.kind);
}

static void personas_without_a_file_come_in_turn(void **state)
{
    (void)state;
    struct felt_complaint complaint = {0};
    struct felt_personas *personas = felt_personas_open(NULL, &complaint);
    assert_non_null(personas);
    int count = felt_persona_count();
    for (int i = 0; i < 3 * count; i++) {
        char who[32], text[64];
        snprintf(who, sizeof who, "HousePlayer%d", i + 1);
        snprintf(text, sizeof text, "house:%s", felt_persona_at(i % count)->name);
        expect_player(personas, who, text);
    }
    expect_player(personas, "somebody", "house:rock");
    assert_int_equal(felt_personas_set(personas, "HousePlayer2", "house:lag", &complaint), FELT_OK);
    expect_player(personas, "HousePlayer2", "house:lag");
    felt_personas_close(personas);
}

static void personas_that_were_set_are_there_again(void **state)
{
    (void)state;
    static const struct {
        const char *who, *text;
    } sets[] = {{"HousePlayer3", "house:rock,aggr=4"},
                {"*", "house:tight=7"},
                {"HousePlayer4", "zoo:tag"},
                {"HousePlayer5", "house"},
                {"HousePlayer6", "narc:4"},
                {"HousePlayer3", "house:maniac"},
                {"HousePlayer5", ""}};
    struct folder folder = make_folder();
    struct felt_complaint complaint = {0};
    struct felt_personas *personas = felt_personas_open(folder.dir, &complaint);
    assert_non_null(personas);
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        assert_int_equal(felt_personas_set(personas, sets[i].who, sets[i].text, &complaint),
                         FELT_OK);
    for (int round = 0; round < 2; round++) {
        expect_player(personas, "HousePlayer3", "house:maniac");
        expect_player(personas, "HousePlayer4", "zoo:tag");
        expect_player(personas, "HousePlayer6", "narc:4");
        expect_player(personas, "HousePlayer5", "house:tight=7");
        expect_player(personas, "HousePlayer900", "house:tight=7");
        struct felt_player_spec spec;
        felt_personas_of(personas, "HousePlayer1", &spec);
        assert_true(spec.settings.tightness == 7);
        felt_personas_close(personas);
        personas = felt_personas_open(folder.dir, &complaint);
        assert_non_null(personas);
    }
    struct stat about;
    assert_int_equal(stat(folder.file, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    felt_personas_close(personas);
    remove_folder(&folder);
}

static void personas_refused_change_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *who, *text;
        enum felt_status status;
        const char *says;
    } bad[] = {{"HousePlayer3", "house:aggr=11", FELT_BAD_NUMBER, "aggr"},
               {"HousePlayer3", "house:rok", FELT_BAD_NAME, "rock"},
               {"HousePlayer3", "huose", FELT_BAD_NAME, "house"},
               {"HousePlayer3", "mcts:400", FELT_UNSUPPORTED, "mcts"},
               {"HousePlayer3", "house:", FELT_BAD_FORMAT, ""},
               {"alice", "house:rock", FELT_BAD_NAME, "HousePlayer1"},
               {"alice", "", FELT_BAD_NAME, "HousePlayer1"},
               {"houseplayer3", "house", FELT_BAD_NAME, "houseplayer3"},
               {"HousePlayer3 ", "house", FELT_BAD_NAME, ""},
               {"", "house", FELT_BAD_NAME, ""},
               {"HousePlayer3333333333333333333333", "house", FELT_BAD_NAME, ""}};
    struct folder folder = make_folder();
    struct felt_complaint complaint = {0};
    struct felt_personas *personas = felt_personas_open(folder.dir, &complaint);
    assert_non_null(personas);
    assert_int_equal(felt_personas_set(personas, "HousePlayer3", "house:lag", &complaint), FELT_OK);
    char before[4096], after[4096];
    read_text(&folder, before);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        complaint = (struct felt_complaint){0};
        enum felt_status status = felt_personas_set(personas, bad[i].who, bad[i].text, &complaint);
        if (status != bad[i].status || !strstr(complaint.text, bad[i].says))
            fail_msg("%s = %s: %d \"%s\"", bad[i].who, bad[i].text, status, complaint.text);
        expect_player(personas, "HousePlayer3", "house:lag");
        read_text(&folder, after);
        assert_string_equal(before, after);
    }
    felt_personas_close(personas);
    remove_folder(&folder);
}

static void personas_file_with_a_mistake_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {{"", "line 1"},
               {"[]", "object"},
               {"{\"HousePlayer3\":\"house:aggr=11\"}", "HousePlayer3"},
               {"{\"HousePlayer3\":\"house\",\n\"bob\":\"house\"}", "bob"},
               {"{\"HousePlayer3\":5}", "HousePlayer3"},
               {"{\"*\":null}", "*"},
               {"{\"*\":\"house\",\n\"*\":\"house\"}", "line 2"},
               {"{\"*\":\"house\"} x", "line 1"}};
    struct folder folder = make_folder();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct felt_complaint complaint = {0};
        char after[4096];
        write_text(&folder, bad[i].text);
        assert_null(felt_personas_open(folder.dir, &complaint));
        if (!strstr(complaint.text, bad[i].says) || !strstr(complaint.text, "house.json"))
            fail_msg("%s: \"%s\"", bad[i].text, complaint.text);
        read_text(&folder, after);
        assert_string_equal(after, bad[i].text);
    }
    remove_folder(&folder);
}

static void personas_that_cannot_be_written_stay(void **state)
{
    (void)state;
    struct folder folder = make_folder();
    struct felt_complaint complaint = {0};
    struct felt_personas *personas = felt_personas_open(folder.dir, &complaint);
    assert_non_null(personas);
    assert_int_equal(felt_personas_set(personas, "HousePlayer1", "house:lag", &complaint), FELT_OK);
    char part[128];
    snprintf(part, sizeof part, "%s.part", folder.file);
    assert_int_equal(mkdir(part, 0700), 0); /* in the way of the new file, for root too */
    static const char *const who[] = {"HousePlayer1", "HousePlayer2", "HousePlayer1"};
    static const char *const text[] = {"house:rock", "house:maniac", ""};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(felt_personas_set(personas, who[i], text[i], &complaint), FELT_FULL);
        assert_non_null(strstr(complaint.text, "cannot be written"));
        expect_player(personas, "HousePlayer1", "house:lag");
        expect_player(personas, "HousePlayer2", "house:tag");
    }
    assert_int_equal(rmdir(part), 0);
    felt_personas_close(personas);
    remove_folder(&folder);
}

static void personas_list_is_json(void **state)
{
    (void)state;
    struct felt_personas *personas = felt_personas_open(NULL, NULL);
    assert_non_null(personas);
    assert_int_equal(felt_personas_set(personas, "HousePlayer7", "house:tag", NULL), FELT_OK);
    for (int all = 0; all < 2; all++) {
        char memory[8192];
        struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
        struct felt_json json = felt_json_make(&buffer);
        if (all) assert_int_equal(felt_personas_set(personas, "*", "house:rock", NULL), FELT_OK);
        felt_personas_list(personas, &json);
        assert_true(felt_json_done(&json));
        json_t *root = json_loadb(memory, buffer.used, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(root);
        assert_int_equal(json_is_null(json_object_get(root, "all")), !all);
        assert_int_equal(json_object_size(json_object_get(root, "named")), 1);
        assert_int_equal(json_array_size(json_object_get(root, "personas")), felt_persona_count());
        assert_int_equal(json_array_size(json_object_get(root, "dials")), FELT_STRATEGY_DIALS);
        json_decref(root);
    }
    felt_personas_close(personas);
}

TEST_MODULE(personas)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(personas_without_a_file_come_in_turn),
        cmocka_unit_test(personas_that_were_set_are_there_again),
        cmocka_unit_test(personas_refused_change_nothing),
        cmocka_unit_test(personas_file_with_a_mistake_is_refused),
        cmocka_unit_test(personas_that_cannot_be_written_stay),
        cmocka_unit_test(personas_list_is_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
