/* test_team_file.c -- files of teams and of secrets: what they may say, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/app/arena/team_file.h"
#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* SHA-256 of "abc" (FIPS 180-2, appendix B.1). */
#define ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

struct desk {
    char file[64];
    struct felt_team_file teams;
    struct felt_args args;
    char said[256]; /* the last complaint                                                       */
};

/* The program's own prints the complaint; here it is kept.  The args are those of an accounts API.
 */
int felt_args_refuse(const struct felt_args *args, const char *format, ...)
{
    struct desk *desk = (struct desk *)((const char *)args - offsetof(struct desk, args));
    va_list list;
    va_start(list, format);
    (void)vsnprintf(desk->said, sizeof desk->said, format, list);
    va_end(list);
    return 2;
}

static void write_file(struct desk *desk, const char *text)
{
    *desk = (struct desk){.file = "/tmp/felt_teams_XXXXXX"};
    int file = mkstemp(desk->file);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    assert_int_equal(close(file), 0);
}

static void clear(struct desk *desk)
{
    felt_team_file_close(&desk->teams);
    assert_null(desk->teams.team);
    (void)unlink(desk->file);
}

static void teams_are_known_by_name_and_code(void **state)
{
    (void)state;
    static const char file[] = "# who may play\n"
                               "\n"
                               "Alpha one\n"
                               "  The Blind Men\t two  \r\n"
                               "Gamma sha256:" ABC "\n"
                               "Last no-newline";
    static const struct {
        const char *team, *code;
        enum felt_arena_identity identity;
    } rows[] = {
        {"Alpha", "one", FELT_ARENA_IDENTITY_OK},
        {"aLPHA", "one", FELT_ARENA_IDENTITY_OK},
        {"Alpha", "One", FELT_ARENA_IDENTITY_WRONG},
        {"Alpha", "", FELT_ARENA_IDENTITY_WRONG},
        {"Alpha", "two", FELT_ARENA_IDENTITY_WRONG},
        {"The Blind Men", "two", FELT_ARENA_IDENTITY_OK},
        {"The Blind", "two", FELT_ARENA_IDENTITY_UNKNOWN},
        {"The", "Blind Men", FELT_ARENA_IDENTITY_UNKNOWN},
        {"Gamma", "abc", FELT_ARENA_IDENTITY_OK},
        {"Gamma", "sha256:" ABC, FELT_ARENA_IDENTITY_WRONG},
        {"Gamma", ABC, FELT_ARENA_IDENTITY_WRONG},
        {"Last", "no-newline", FELT_ARENA_IDENTITY_OK},
        {"# who may", "play", FELT_ARENA_IDENTITY_UNKNOWN},
        {"", "one", FELT_ARENA_IDENTITY_UNKNOWN},
    };
    struct desk desk;
    write_file(&desk, file);
    assert_true(felt_team_file_read(&desk.teams, desk.file, &desk.args));
    assert_int_equal(desk.teams.count, 4);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (felt_team_file_identify(&desk.teams, rows[i].team, rows[i].code) != rows[i].identity)
            fail_msg("row %zu: %s", i, rows[i].team);
    assert_string_equal(desk.said, "");
    clear(&desk);
}

#define SIXTEEN "sixteen letters "
static void teams_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *file, *said;
    } rows[] = {
        {"", "names no team"},
        {"# nobody\n\n", "names no team"},
        {"Alone\n", "line 1: "},
        {"Alpha one\n\n# then\nAlone\n", "line 4: "},
        {"Alpha one\nAlpha two\n", "line 2: "},
        {"Alpha one\nALPHA one\n", "line 2: "},
        {"Alpha sha256:" ABC "0\n", "line 1: "},
        {"Alpha sha256:\n", "line 1: "},
        {"Alpha sha256:BA7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n",
         "line "},
        {"Alpha one\n" SIXTEEN SIXTEEN SIXTEEN SIXTEEN "x code\n", "line 2: "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct desk desk;
        write_file(&desk, rows[i].file);
        bool read = felt_team_file_read(&desk.teams, desk.file, &desk.args);
        if (read || !strstr(desk.said, rows[i].said) || !strstr(desk.said, desk.file))
            fail_msg("row %zu: %s", i, desk.said);
        clear(&desk);
    }
}

/* A name may be as long as the protocol allows, to the byte. */
static void teams_with_the_longest_name_are_taken(void **state)
{
    (void)state;
    struct desk desk;
    for (int more = 0; more < 2; more++) {
        char name[FELT_TEAM_BYTES + 2] = "", line[FELT_TEAM_BYTES + 16];
        memset(name, 'n', (size_t)(FELT_TEAM_BYTES + more));
        snprintf(line, sizeof line, "%s code\n", name);
        write_file(&desk, line);
        assert_int_equal(felt_team_file_read(&desk.teams, desk.file, &desk.args), !more);
        if (!more)
            assert_int_equal(felt_team_file_identify(&desk.teams, name, "code"),
                             FELT_ARENA_IDENTITY_OK);
        clear(&desk);
    }
}

static void secrets_open_to_the_roles_they_name(void **state)
{
    (void)state;
    static const struct {
        const char *file, *spectator, *admin; /* secrets, NULL: nobody is admitted            */
    } rows[] = {
        {"sesame\n", "sesame", "sesame"},   {"# both\n\n  sesame\r\n", "sesame", "sesame"},
        {"sha256:" ABC, "abc", "abc"},      {"spectator look\noperator rule\n", "look", "rule"},
        {"operator\trule\n", NULL, "rule"}, {"spectator sha256:" ABC "\n", "abc", NULL},
    };
    static const char *const guesses[] = {"sesame", "abc", "look",         "rule",
                                          "",       ABC,   ("sha256:" ABC)};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct desk desk;
        write_file(&desk, rows[i].file);
        if (!felt_team_file_secret_read(&desk.teams, desk.file, &desk.args))
            fail_msg("row %zu: %s", i, desk.said);
        for (size_t j = 0; j < sizeof guesses / sizeof guesses[0]; j++) {
            const char *guess = guesses[j];
            bool looks = rows[i].spectator && strcmp(guess, rows[i].spectator) == 0;
            bool rules = rows[i].admin && strcmp(guess, rows[i].admin) == 0;
            assert_int_equal(felt_team_file_admit(&desk.teams, FELT_AS_SPECTATOR, guess), looks);
            assert_int_equal(felt_team_file_admit(&desk.teams, FELT_AS_OPERATOR, guess), rules);
        }
        clear(&desk);
    }
}

static void secrets_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    static const char *const files[] = {"",
                                        "\n\n",
                                        "# nothing\n",
                                        "two words\n",
                                        "spectator look\nwatcher look\n",
                                        "spectator sha256:12\n",
                                        "sha256:\n"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct desk desk;
        write_file(&desk, files[i]);
        if (felt_team_file_secret_read(&desk.teams, desk.file, &desk.args)) fail_msg("row %zu", i);
        assert_non_null(strstr(desk.said, desk.file));
        clear(&desk);
    }
}

/* Without a file nobody is registered and nobody may watch. */
static void nothing_read_admits_nobody(void **state)
{
    (void)state;
    struct desk desk = {.file = "/no/such/file"};
    assert_false(felt_team_file_read(&desk.teams, desk.file, &desk.args));
    assert_non_null(strstr(desk.said, "/no/such/file"));
    desk.said[0] = '\0';
    assert_false(felt_team_file_secret_read(&desk.teams, desk.file, &desk.args));
    assert_non_null(strstr(desk.said, "/no/such/file"));
    assert_int_equal(felt_team_file_identify(&desk.teams, "Alpha", ""),
                     FELT_ARENA_IDENTITY_UNKNOWN);
    assert_false(felt_team_file_admit(&desk.teams, FELT_AS_SPECTATOR, ""));
    assert_false(felt_team_file_admit(&desk.teams, FELT_AS_OPERATOR, ""));
}

TEST_MODULE(team_file)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teams_are_known_by_name_and_code),
        cmocka_unit_test(teams_that_make_no_sense_are_refused),
        cmocka_unit_test(teams_with_the_longest_name_are_taken),
        cmocka_unit_test(secrets_open_to_the_roles_they_name),
        cmocka_unit_test(secrets_that_make_no_sense_are_refused),
        cmocka_unit_test(nothing_read_admits_nobody),
    };
    return cmocka_run_group_tests_name("team_file", tests, NULL, NULL);
}
