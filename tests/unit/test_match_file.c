/* test_match_file.c -- the file that a match goes on from: what was written comes back, and nothing
 * else is believed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cli/match/match_store.h"
#include "felt/hash.h"
#include "felt/rng.h"
#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PAIRINGS = 3,
    PLAYERS = 2,
    HANDS = 2,
    RESULT_MAX = 1000000,
    GROUPS_MAX = 1000000,
    ROOM = 16384
};

static struct felt_cli_match_file make_file(struct felt_cli_match_sum sum[PAIRINGS])
{
    struct felt_cli_match_file file = {.pairings = PAIRINGS,
                                       .players = PLAYERS,
                                       .hands = HANDS,
                                       .result_max = RESULT_MAX,
                                       .groups_max = GROUPS_MAX,
                                       .plan = 500,
                                       .sum = sum};
    static const char *const texts[FELT_CLI_MATCH_KEYS] = {
        [FELT_CLI_MATCH_KEY_PROGRAM] = "0.1.0",
        [FELT_CLI_MATCH_KEY_FORM] = "league",
        [FELT_CLI_MATCH_KEY_VARIANT] = "holdem",
        [FELT_CLI_MATCH_KEY_LIMIT] = "nl",
        [FELT_CLI_MATCH_KEY_UNIT] = "100",
        [FELT_CLI_MATCH_KEY_STACKS] = "500,500",
        [FELT_CLI_MATCH_KEY_SEED] = "18446744073709551615",
        [FELT_CLI_MATCH_KEY_DEALS] = "1",
        [FELT_CLI_MATCH_KEY_FUTURES] = "100",
        [FELT_CLI_MATCH_KEY_SAMPLES] = "0",
        [FELT_CLI_MATCH_KEY_ILLEGAL] = "fold",
        [FELT_CLI_MATCH_KEY_SPRT] = "",
        [FELT_CLI_MATCH_KEY_CHUNK] = "64",
        [FELT_CLI_MATCH_KEY_PLAYERS] = "zoo:tag zoo:\"lag\\ zoo:call",
    };
    memcpy(file.key, texts, sizeof file.key);
    return file;
}

/* Every counter another number; three decisions in a group of two hands. */
static struct felt_play_stats make_play_stats(uint64_t groups)
{
    return (struct felt_play_stats){.hands = HANDS * groups,
                                    .entered = groups + 7,
                                    .raised = groups + 6,
                                    .bets = groups + 5,
                                    .calls = groups - 10,
                                    .checks = 9,
                                    .folds = groups - 20,
                                    .later_bets = 11,
                                    .later_calls = 12,
                                    .later_checks = 8,
                                    .later_folds = 13,
                                    .faced = groups - 30,
                                    .folded_to_bet = 14,
                                    .showdowns = groups - 40,
                                    .showdowns_won = 15,
                                    .weak = 17,
                                    .bluffs = 16};
}

/* Random groups, a few more in the first pairing than in the last. */
static struct felt_cli_match_file make_played(struct felt_cli_match_sum sum[PAIRINGS])
{
    struct felt_rng rng = felt_rng_make(1);
    memset(sum, 0, PAIRINGS * sizeof *sum);
    for (int p = 0; p < PAIRINGS; p++) {
        for (int g = 0; g < 300 - 50 * p; g++) {
            struct felt_match_group group = {.hands = HANDS, .showdowns = 1, .lucky = g % 3 == 0};
            group.won[0] = (int64_t)felt_rng_below(&rng, 2 * RESULT_MAX) - RESULT_MAX;
            group.won[1] = -group.won[0];
            group.adjusted[0] = g % 5 == 0 ? 0 : group.won[0] / 2;
            group.adjusted[1] = -group.adjusted[0];
            group.illegal[1] = (uint32_t)g % 2;
            group.decisions[0] = group.decisions[1] = 3;
            felt_cli_match_sum_add(&sum[p], &group, PLAYERS);
        }
        for (int i = 0; i < PLAYERS; i++) sum[p].manners[i] = make_play_stats(sum[p].groups);
    }
    return make_file(sum);
}

static size_t write_text(const struct felt_cli_match_file *file, char text[ROOM])
{
    struct felt_buffer out = felt_buffer_make(text, ROOM - 1);
    assert_true(felt_cli_match_file_bytes(file) <= ROOM);
    felt_cli_match_file_write(file, &out);
    assert_false(out.overflow);
    (void)felt_buffer_terminate(&out);
    return out.used;
}

/* A text with some bytes replaced, and the checksum it would have. */
static size_t change(const char *text, const char *from, const char *to, bool sign, char out[ROOM])
{
    const char *at = strstr(text, from);
    if (at == NULL) fail_msg("there is no %s to change", from);
    int used = snprintf(out, ROOM, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    assert_in_range(used, 1, ROOM - 1);
    char *sum = strstr(out, ",\"checksum\":\"");
    if (sign && sum) {
        uint64_t hash = felt_hash_bytes(felt_hash_text("felt-match"), out, (size_t)(sum - out));
        char digits[20];
        snprintf(digits, sizeof digits, "%016llx", (unsigned long long)hash);
        memcpy(sum + strlen(",\"checksum\":\""), digits, 16);
    }
    return (size_t)used;
}

static void match_file_comes_back_as_it_was(void **unused)
{
    (void)unused;
    struct felt_cli_match_sum sum[PAIRINGS], again_sum[PAIRINGS];
    char text[ROOM], again_text[ROOM];
    struct felt_cli_match_file file = make_played(sum), again = make_file(again_sum);
    size_t bytes = write_text(&file, text);
    again.plan = 1;
    memset(again_sum, 0xA5, sizeof again_sum);
    assert_int_equal(felt_cli_match_file_read(text, bytes, &again, NULL), FELT_OK);
    assert_int_equal(again.plan, 500);
    for (int p = 0; p < PAIRINGS; p++) {
        assert_int_equal(again_sum[p].groups, sum[p].groups);
        assert_int_equal(again_sum[p].line[1].illegal, sum[p].line[1].illegal);
        assert_memory_equal(&again_sum[p].line[0].won, &sum[p].line[0].won,
                            sizeof sum[p].line[0].won);
        assert_memory_equal(&again_sum[p].line[1].adjusted, &sum[p].line[1].adjusted,
                            sizeof sum[p].line[1].adjusted);
        assert_memory_equal(again_sum[p].manners, sum[p].manners,
                            PLAYERS * sizeof sum[p].manners[0]);
    }
    assert_int_equal(write_text(&again, again_text), bytes);
    assert_memory_equal(text, again_text, bytes);
}

static void match_file_that_ends_early_is_refused(void **unused)
{
    (void)unused;
    struct felt_cli_match_sum sum[PAIRINGS], again_sum[PAIRINGS];
    char text[ROOM];
    struct felt_cli_match_file file = make_played(sum), again = make_file(again_sum);
    size_t bytes = write_text(&file, text);
    for (size_t i = 0; i < bytes; i++)
        assert_int_equal(felt_cli_match_file_read(text, i, &again, NULL), FELT_BAD_FORMAT);
}

static void match_file_with_a_wrong_bit_is_refused(void **unused)
{
    (void)unused;
    struct felt_cli_match_sum sum[PAIRINGS], again_sum[PAIRINGS];
    char text[ROOM];
    struct felt_cli_match_file file = make_played(sum), again = make_file(again_sum);
    size_t bytes = write_text(&file, text);
    for (size_t i = 0; i < bytes; i++) {
        text[i] = (char)(text[i] ^ 1 << i % 8);
        enum felt_status status = felt_cli_match_file_read(text, bytes, &again, NULL);
        text[i] = (char)(text[i] ^ 1 << i % 8);
        assert_true(status == FELT_BAD_FORMAT || status == FELT_UNSUPPORTED);
    }
}

/* Whoever wrote these also made the checksum fit. */
static const struct {
    const char *from, *to;
    bool sign;
    enum felt_status status;
    const char *text;
} changes[] = {
    {"\"plan\":500", "\"plan\":501", false, FELT_BAD_FORMAT,
     "it is damaged: its checksum is wrong"},
    {"{\"format\"", "x", true, FELT_BAD_FORMAT, "it is damaged, or not a file of felt match"},
    {"felt-match", "felt-catch", true, FELT_BAD_FORMAT, "it is not a file of felt match"},
    {"\"version\":2", "\"version\":1", true, FELT_UNSUPPORTED,
     "it is of another version of felt; this one reads version 2"},
    {"\"version\":2", "\"version\":2.0", true, FELT_UNSUPPORTED,
     "it is of another version of felt; this one reads version 2"},
    {"\"variant\":\"holdem\"", "\"variant\":\"omaha\"", true, FELT_IMPOSSIBLE,
     "it is of another match: variant was \"omaha\" there, here it is \"holdem\""},
    {"\"program\":\"0.1.0\"", "\"program\":\"0.0.9\"", true, FELT_IMPOSSIBLE,
     "it is of another match: program was \"0.0.9\" there, here it is \"0.1.0\""},
    {"\"limit\":\"nl\"", "\"limit\":1", true, FELT_BAD_FORMAT,
     "it is damaged: a setting is missing"},
    {"\"plan\":500", "\"plan\":0", true, FELT_BAD_FORMAT,
     "it is damaged: its sums do not belong to this match"},
    {"\"plan\":500", "\"plan\":5001", true, FELT_BAD_FORMAT,
     "it is damaged: its sums do not belong to this match"},
    {"\"plan\":500", "\"plan\":9223372036854775807", true, FELT_BAD_FORMAT,
     "it is damaged: its sums do not belong to this match"},
    {"\"plan\":500", "\"plan\":5000", true, FELT_OK, ""},
    {"\"samples\":\"0\"", "\"samples\":\"9\"", true, FELT_IMPOSSIBLE,
     "it is of another match: samples was \"9\" there, here it is \"0\""},
    {"\"pairings\":[", "\"pairings\":[{},", true, FELT_BAD_FORMAT,
     "it is damaged: its sums do not belong to this match"},
    {"\"groups\":300", "\"groups\":301", true, FELT_BAD_FORMAT,
     "it is damaged: its sums cannot be"},
    {"\"hands\":600", "\"hands\":602", true, FELT_BAD_FORMAT, "it is damaged: its sums cannot be"},
    {"\"showdowns\":300", "\"showdowns\":601", true, FELT_BAD_FORMAT,
     "it is damaged: its sums cannot be"},
    {"\"lucky\":100", "\"lucky\":-1", true, FELT_BAD_FORMAT, "it is damaged: its sums cannot be"},
    {"\"draws\":60", "\"draws\":61", true, FELT_BAD_FORMAT, "it is damaged: its sums cannot be"},
    {"\"illegal\":150", "\"illegal\":901", true, FELT_BAD_FORMAT,
     "it is damaged: its sums cannot be"},
    {"\"warnings\":0", "\"warnings\":901", true, FELT_BAD_FORMAT,
     "it is damaged: its sums cannot be"},
    {"\"decisions\":900", "\"decisions\":9223372036854775807", true, FELT_BAD_FORMAT,
     "it is damaged: its sums cannot be"},
    {"\"hands\":600,\"entered", "\"hands\":601,\"entered", true, FELT_BAD_FORMAT,
     "it is damaged: its sums cannot be"},
    {"\"entered\":307", "\"entered\":601", true, FELT_BAD_FORMAT,
     "it is damaged: its sums cannot be"},
    {"\"checks\":9", "\"checks\":400", true, FELT_BAD_FORMAT, "it is damaged: its sums cannot be"},
    {"\"weak\":17", "\"weak\":9223372036854775807", true, FELT_BAD_FORMAT,
     "it is damaged: its sums cannot be"},
    {"\"faced\":270", "\"faced\":885", true, FELT_BAD_FORMAT, "it is damaged: its sums cannot be"},
    {"\"bluffs\":16", "\"bluffs\":18", true, FELT_BAD_FORMAT, "it is damaged: its sums cannot be"},
    {",\"bluffs\":16", "", true, FELT_BAD_FORMAT, "it is damaged: its sums cannot be"},
    {"\"won\":", "\"won\":99999999999", true, FELT_BAD_FORMAT, "it is damaged: its sums cannot be"},
    {"\"won_squares\":\"0", "\"won_squares\":\"g", true, FELT_BAD_FORMAT,
     "it is damaged: its sums cannot be"},
    {"\"won_squares\":\"00", "\"won_squares\":\"f0", true, FELT_BAD_FORMAT,
     "it is damaged: its sums cannot be"},
    {"\"plan\":500", "\"plan\": 500", true, FELT_BAD_FORMAT,
     "it is damaged: felt would have written it otherwise"},
    {"\"plan\":500", "\"plan\":500,\"more\":1", true, FELT_BAD_FORMAT,
     "it is damaged: felt would have written it otherwise"},
    {"\"plan\":500", "\"plan\":500", true, FELT_OK, ""},
};

static void match_file_that_cannot_be_is_refused(void **unused)
{
    (void)unused;
    struct felt_cli_match_sum sum[PAIRINGS], again_sum[PAIRINGS];
    char text[ROOM], changed[ROOM];
    struct felt_cli_match_file file = make_played(sum), again = make_file(again_sum);
    (void)write_text(&file, text);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct felt_complaint complaint = {0};
        size_t bytes = change(text, changes[i].from, changes[i].to, changes[i].sign, changed);
        enum felt_status status = felt_cli_match_file_read(changed, bytes, &again, &complaint);
        if (status != changes[i].status || strcmp(complaint.text, changes[i].text) != 0)
            fail_msg("%s: status %d, \"%s\"", changes[i].to, status, complaint.text);
    }
}

/* A file of one pairing that says nothing but this about its first player. */
static enum felt_status read_first_score(uint64_t groups, struct felt_score score)
{
    struct felt_cli_match_sum sum[PAIRINGS] = {{.groups = groups, .hands = groups * HANDS}};
    struct felt_cli_match_sum again_sum[PAIRINGS] = {{0}};
    char text[ROOM];
    struct felt_cli_match_file file = make_file(sum), again = make_file(again_sum);
    for (int i = 0; i < PLAYERS; i++) {
        sum[0].line[i].draws = groups;
        sum[0].manners[i].hands = groups * HANDS;
    }
    sum[0].line[0].adjusted = score;
    file.pairings = again.pairings = 1;
    size_t bytes = write_text(&file, text);
    enum felt_status status = felt_cli_match_file_read(text, bytes, &again, NULL);
    if (status != FELT_OK) return status;
    /* What was accepted can be looked at, and added to. */
    struct felt_score *read = &again_sum[0].line[0].adjusted;
    for (int i = 0; i < 200; i++) {
        felt_score_add(read, i % 2 ? RESULT_MAX : -RESULT_MAX);
        struct felt_interval interval = felt_interval_anytime(read, 0.95, (double)again.plan);
        assert_true(interval.low <= interval.mean && interval.mean <= interval.high);
    }
    return status;
}

static void match_file_with_a_score_that_cannot_be_is_refused(void **unused)
{
    (void)unused;
    const uint64_t largest = UINT64_C(1000000000000), all = UINT64_MAX; /* RESULT_MAX squared */
    const struct {
        uint64_t groups;
        int64_t sum;
        uint64_t squares[2];
        enum felt_status status;
    } rows[] = {
        {0, 0, {0, 0}, FELT_OK},
        {0, 1, {1, 0}, FELT_BAD_FORMAT},
        {0, 0, {1, 0}, FELT_BAD_FORMAT},
        {0, 0, {all, all}, FELT_BAD_FORMAT}, /* the next result would overflow it */
        {1, -5, {25, 0}, FELT_OK},
        {1, -5, {26, 0}, FELT_BAD_FORMAT},
        {1, 5, {24, 0}, FELT_BAD_FORMAT},
        {1, RESULT_MAX, {largest, 0}, FELT_OK},
        {1, 0, {all, all}, FELT_BAD_FORMAT},
        {2, 2, {2, 0}, FELT_OK},
        {2, 2, {1, 0}, FELT_BAD_FORMAT}, /* a negative variance */
        {10, 5, {5, 0}, FELT_OK},
        {10, 5, {4, 0}, FELT_BAD_FORMAT}, /* whole numbers have no smaller squares */
        {2, 2 * RESULT_MAX, {2 * largest, 0}, FELT_OK},
        {2, 0, {2 * largest + 2, 0}, FELT_BAD_FORMAT},
        {2, 2 * RESULT_MAX + 1, {2 * largest, 0}, FELT_BAD_FORMAT},
        {100, INT64_MIN, {100 * largest, 0}, FELT_BAD_FORMAT},
        {100, INT64_MAX, {all, 0}, FELT_BAD_FORMAT},
        {GROUPS_MAX, 0, {0, 0}, FELT_OK},
        {GROUPS_MAX + 1, 0, {0, 0}, FELT_BAD_FORMAT},
        {INT64_MAX, 0, {0, 0}, FELT_BAD_FORMAT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_score score = {
            rows[i].groups, rows[i].sum, {rows[i].squares[0], rows[i].squares[1]}};
        enum felt_status status = read_first_score(rows[i].groups, score);
        if (status != rows[i].status) fail_msg("row %zu: status %d", i, status);
    }
}

/* ---- on the disk ----------------------------------------------------------------------------- */

struct place {
    char folder[32], name[64], part[72], lock[72];
};

static struct place make_place(void)
{
    struct place place = {.folder = "/tmp/test_match_fileXXXXXX"};
    assert_non_null(mkdtemp(place.folder));
    snprintf(place.name, sizeof place.name, "%s/match.json", place.folder);
    snprintf(place.part, sizeof place.part, "%s.part", place.name);
    snprintf(place.lock, sizeof place.lock, "%s.lock", place.name);
    return place;
}

/* Nothing may be left in it. */
static void remove_place(const struct place *place)
{
    (void)unlink(place->name);
    assert_int_equal(rmdir(place->folder), 0);
}

static struct felt_cli_match_store lock_store(const char *name)
{
    struct felt_cli_match_store store;
    assert_int_equal(felt_cli_match_store_find(&store, name, NULL), FELT_OK);
    assert_int_equal(felt_cli_match_store_lock(&store, NULL), FELT_OK);
    return store;
}

static void match_store_replaces_a_file_as_a_whole(void **unused)
{
    (void)unused;
    struct felt_cli_match_sum sum[PAIRINGS], again_sum[PAIRINGS];
    struct felt_cli_match_file file = make_played(sum), again = make_file(again_sum);
    struct place place = make_place();
    struct felt_cli_match_store store = lock_store(place.name);
    bool exists = true;
    assert_int_equal(felt_cli_match_store_load(&store, &again, &exists, NULL), FELT_OK);
    assert_false(exists);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(felt_cli_match_store_save(&store, &file, NULL), FELT_OK);
        assert_int_equal(felt_cli_match_store_load(&store, &again, &exists, NULL), FELT_OK);
        assert_true(exists);
        assert_int_not_equal(access(place.part, F_OK), 0);
    }
    felt_cli_match_store_close(&store);
    remove_place(&place);
}

static int make_folder(const char *name)
{
    return mkdir(name, 0700);
}

static int make_pipe(const char *name)
{
    return mkfifo(name, 0600);
}

static int make_link(const char *name)
{
    return symlink("elsewhere", name);
}

static void match_store_refuses_what_is_no_regular_file(void **unused)
{
    (void)unused;
    static int (*const make[])(const char *) = {make_folder, make_pipe, make_link};
    struct felt_cli_match_sum sum[PAIRINGS], again_sum[PAIRINGS];
    struct felt_cli_match_file file = make_played(sum), again = make_file(again_sum);
    struct place place = make_place();
    for (size_t i = 0; i < sizeof make / sizeof make[0]; i++) {
        struct felt_complaint complaint = {0};
        struct felt_cli_match_store store = lock_store(place.name);
        bool exists;
        assert_int_equal(felt_cli_match_store_save(&store, &file, NULL), FELT_OK);
        assert_int_equal(make[i](place.part), 0);
        assert_int_equal(felt_cli_match_store_save(&store, &file, &complaint), FELT_BAD_NAME);
        assert_string_equal(complaint.text, "it cannot be written: match.json.part beside it is no "
                                            "regular file; remove it");
        assert_int_equal(felt_cli_match_store_load(&store, &again, &exists, NULL), FELT_OK);
        assert_int_equal(remove(place.part), 0); /* it is still there */
        felt_cli_match_store_close(&store);

        assert_int_equal(make[i](place.lock), 0);
        assert_int_equal(felt_cli_match_store_find(&store, place.name, NULL), FELT_OK);
        assert_int_equal(felt_cli_match_store_lock(&store, &complaint), FELT_BAD_NAME);
        felt_cli_match_store_close(&store);
        assert_int_equal(remove(place.lock), 0);

        assert_int_equal(unlink(place.name), 0);
        if (make[i] == make_link) continue; /* a link in the place of the file is followed */
        assert_int_equal(make[i](place.name), 0);
        assert_int_equal(felt_cli_match_store_find(&store, place.name, &complaint), FELT_BAD_NAME);
        assert_string_equal(complaint.text, "it is no regular file");
        assert_int_equal(remove(place.name), 0);
    }
    remove_place(&place);
}

static void match_store_follows_links(void **unused)
{
    (void)unused;
    struct felt_cli_match_sum sum[PAIRINGS];
    struct felt_cli_match_file file = make_played(sum);
    struct place place = make_place();
    struct felt_cli_match_store store;
    struct stat about;
    char link_name[64], loop[64];
    snprintf(link_name, sizeof link_name, "%s/link", place.folder);
    snprintf(loop, sizeof loop, "%s/loop", place.folder);
    assert_int_equal(symlink("match.json", link_name), 0);
    assert_int_equal(symlink("loop", loop), 0);
    for (int i = 0; i < 2; i++) { /* the first time there is nothing at its end */
        store = lock_store(link_name);
        assert_string_equal(store.name, place.name);
        assert_int_equal(felt_cli_match_store_save(&store, &file, NULL), FELT_OK);
        felt_cli_match_store_close(&store);
        assert_true(lstat(link_name, &about) == 0 && S_ISLNK(about.st_mode));
        assert_true(lstat(place.name, &about) == 0 && S_ISREG(about.st_mode));
    }
    assert_int_equal(felt_cli_match_store_find(&store, loop, NULL), FELT_BAD_NAME);
    assert_int_equal(felt_cli_match_store_find(&store, "", NULL), FELT_BAD_NAME);
    assert_int_equal(unlink(link_name), 0);
    assert_int_equal(unlink(loop), 0);
    remove_place(&place);
}

static void match_store_has_one_writer(void **unused)
{
    (void)unused;
    struct felt_complaint complaint = {0};
    struct place place = make_place();
    struct felt_cli_match_store first = lock_store(place.name), second;
    assert_int_equal(felt_cli_match_store_find(&second, place.name, NULL), FELT_OK);
    assert_int_equal(felt_cli_match_store_lock(&second, &complaint), FELT_NOT_YOUR_TURN);
    assert_string_equal(complaint.text,
                        "another match is writing it; wait for it, or name another file");
    felt_cli_match_store_close(&second);
    felt_cli_match_store_close(&first);
    assert_int_not_equal(access(place.lock, F_OK), 0);
    /* A lock that was left behind by a process that is no more bars nobody; one that has something
     * in it is somebody else's, and stays. */
    FILE *left = fopen(place.lock, "w");
    assert_non_null(left);
    assert_true(fputs("mine", left) >= 0);
    assert_int_equal(fclose(left), 0);
    first = lock_store(place.name);
    felt_cli_match_store_close(&first);
    assert_int_equal(unlink(place.lock), 0);
    remove_place(&place);
}

TEST_MODULE(match_file)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(match_file_comes_back_as_it_was),
        cmocka_unit_test(match_file_that_ends_early_is_refused),
        cmocka_unit_test(match_file_with_a_wrong_bit_is_refused),
        cmocka_unit_test(match_file_that_cannot_be_is_refused),
        cmocka_unit_test(match_file_with_a_score_that_cannot_be_is_refused),
        cmocka_unit_test(match_store_replaces_a_file_as_a_whole),
        cmocka_unit_test(match_store_refuses_what_is_no_regular_file),
        cmocka_unit_test(match_store_follows_links),
        cmocka_unit_test(match_store_has_one_writer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
