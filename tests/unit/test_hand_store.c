/* test_hand_store.c -- hands that people played: whose they are, in which order they come, how many
 * stay, and what happens to a file that is damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "hand_store_scene.h"
#include "module.h"

/* ---- in short -------------------------------------------------------------------------------- */

static struct felt_hand_store_answer take(struct scene *scene, uint64_t ticket)
{
    struct felt_hand_store_answer answer;
    while (!felt_hand_store_take(scene->hand_store, &answer)) (void)usleep(200);
    assert_int_equal(answer.ticket, ticket);
    return answer;
}

static struct felt_hand_store_answer list(struct scene *scene, int64_t user, const char *before,
                                          uint32_t limit)
{
    assert_true(felt_hand_store_list(scene->hand_store, user, before, limit, 77));
    struct felt_hand_store_answer answer = take(scene, 77);
    assert_true(answer.is_list);
    assert_null(answer.phh);
    return answer;
}

/* How many hands a list of his has. */
static uint32_t count_of(struct scene *scene, int64_t user)
{
    struct felt_hand_store_answer answer = list(scene, user, "", FELT_HAND_STORE_ROWS_MAX);
    free(answer.rows);
    return answer.count;
}

static void assert_text(struct scene *scene, int64_t user, const char *hand_id, const char *text)
{
    assert_true(felt_hand_store_find(scene->hand_store, user, hand_id, 78));
    struct felt_hand_store_answer answer = take(scene, 78);
    assert_false(answer.is_list);
    if (!text) {
        assert_null(answer.phh);
    } else {
        assert_non_null(answer.phh);
        assert_string_equal(answer.phh, text);
        assert_int_equal(answer.bytes, strlen(text));
    }
    free(answer.phh);
}

/* ---- keeping and finding --------------------------------------------------------------------- */

static void hand_store_hand_is_given_to_its_owner_only(void **state)
{
    struct scene *scene = *state;
    assert_true(keep(scene, 1, 5, "as ann knows it"));
    assert_true(keep(scene, 2, 5, "as bob knows it"));
    assert_text(scene, 1, "H-2025-10-17-00005", "as ann knows it");
    assert_text(scene, 2, "H-2025-10-17-00005", "as bob knows it");
    assert_text(scene, 3, "H-2025-10-17-00005", NULL);
    assert_text(scene, 1, "H-2025-10-17-00006", NULL);
    assert_int_equal(count_of(scene, 3), 0);
    struct felt_hand_store_answer answer = list(scene, 1, "", 10);
    struct felt_hand_store_row row = row_of(5);
    assert_int_equal(answer.count, 1);
    assert_string_equal(answer.rows[0].hand_id, row.hand_id);
    assert_string_equal(answer.rows[0].table, row.table);
    assert_string_equal(answer.rows[0].variant, row.variant);
    assert_int_equal(answer.rows[0].at_ms, row.at_ms);
    assert_int_equal(answer.rows[0].won, row.won);
    free(answer.rows);
}

static void hand_store_survives_being_closed(void **state)
{
    struct scene *scene = *state;
    for (int i = 1; i <= 1000; i++) assert_true(keep(scene, 1, i, "hand"));
    reopen(scene); /* at once: what was given is written first */
    assert_text(scene, 1, "H-2025-10-17-00001", "hand");
    assert_text(scene, 1, "H-2025-10-17-01000", "hand");
    struct stat about;
    assert_int_equal(stat(scene->file, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
}

static void hand_store_pages_have_every_hand_once(void **state)
{
    struct scene *scene = *state;
    /* Behind 99999 the ids are not in the order of their texts. */
    enum { FIRST = 99980, HANDS = 40 };
    for (int i = 0; i < HANDS; i++) assert_true(keep(scene, 1, FIRST + i * 7 % HANDS, "x"));
    for (int i = 0; i < HANDS; i++) assert_true(keep(scene, 2, FIRST + i, "of another"));
    for (uint32_t limit = 1; limit <= HANDS + 1; limit++) {
        char before[FELT_HAND_STORE_ROW_ID + 1] = "";
        int next = FIRST + HANDS - 1;
        bool more = true;
        while (more) {
            struct felt_hand_store_answer answer = list(scene, 1, before, limit);
            for (uint32_t i = 0; i < answer.count; i++, next--) {
                struct felt_hand_store_row row = row_of(next);
                assert_string_equal(answer.rows[i].hand_id, row.hand_id);
                (void)snprintf(before, sizeof before, "%s", row.hand_id);
            }
            more = answer.more;
            assert_int_equal(more, next >= FIRST);
            free(answer.rows);
        }
        assert_int_equal(next, FIRST - 1);
    }
}

static void hand_store_page_begins_before_a_hand_that_is_not_there(void **state)
{
    struct scene *scene = *state;
    for (int i = 10; i <= 30; i += 10) assert_true(keep(scene, 1, i, "x"));
    struct felt_hand_store_answer answer = list(scene, 1, "H-2025-10-17-00025", 10);
    assert_int_equal(answer.count, 2);
    assert_string_equal(answer.rows[0].hand_id, "H-2025-10-17-00020");
    free(answer.rows);
}

static void hand_store_strange_ids_find_nothing(void **state)
{
    static const char *const strange[] = {"H",
                                          "H-2025-10-17",
                                          "H-2025-10-17-",
                                          "H-2025-10-17-0005",
                                          "hello",
                                          "H-2025-10-17-00005x",
                                          "H-2025-10-17- 00005",
                                          "H-2025-10-17-+0005",
                                          "H-2025-10",
                                          "H-2025-1-017-00005",
                                          "X-2025-10-17-00005",
                                          "H-2025-10-17-99999999999",
                                          "H-2025-10-17-4294967296"};
    struct scene *scene = *state;
    assert_true(keep(scene, 1, 5, "x"));
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
        assert_text(scene, 1, strange[i], NULL);
        struct felt_hand_store_answer answer = list(scene, 1, strange[i], 10);
        assert_int_equal(answer.count, 0);
        free(answer.rows);
        struct felt_hand_store_row row = row_of(5);
        (void)snprintf(row.hand_id, sizeof row.hand_id, "%s", strange[i]);
        assert_false(felt_hand_store_keep(scene->hand_store, 1, &row, "y", 1));
    }
    assert_text(scene, 1, "", NULL);
    assert_text(scene, 1, "H-2025-10-17-00005", "x");
}

static void hand_store_limits_are_kept(void **state)
{
    struct scene *scene = *state;
    for (int i = 0; i < FELT_HAND_STORE_ROWS_MAX + 5; i++) assert_true(keep(scene, 1, i, "x"));
    static const struct {
        uint32_t limit, count;
    } rows[] = {{0, 1}, {1, 1}, {100, 100}, {101, 100}, {UINT32_MAX, 100}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_hand_store_answer answer = list(scene, 1, "", rows[i].limit);
        assert_int_equal(answer.count, rows[i].count);
        assert_true(answer.more);
        free(answer.rows);
    }
}

/* ---- how many -------------------------------------------------------------------------------- */

static void hand_store_oldest_hands_go(void **state)
{
    struct scene *scene = *state;
    scene->config.hands_max = 10;
    reopen(scene);
    for (int i = 1; i <= 25; i++) {
        assert_true(keep(scene, 1, i, "x"));
        assert_true(keep(scene, 2, i % 5, "y")); /* five of them, told again and again */
        assert_int_equal(count_of(scene, 1), i < 10 ? i : 10);
    }
    assert_int_equal(count_of(scene, 2), 5);
    assert_text(scene, 1, "H-2025-10-17-00015", NULL);
    assert_text(scene, 1, "H-2025-10-17-00016", "x");
    scene->config.hands_max = 3;
    reopen(scene);
    assert_true(keep(scene, 1, 26, "x"));
    assert_int_equal(count_of(scene, 1), 3);
    assert_text(scene, 1, "H-2025-10-17-00024", "x");
    assert_text(scene, 1, "H-2025-10-17-00023", NULL);
}

static void hand_store_hand_told_again_is_replaced(void **state)
{
    struct scene *scene = *state;
    assert_true(keep(scene, 1, 5, "first"));
    assert_true(keep(scene, 1, 5, "second"));
    assert_text(scene, 1, "H-2025-10-17-00005", "second");
    assert_int_equal(count_of(scene, 1), 1);
}

static void hand_store_forgets_one_user(void **state)
{
    struct scene *scene = *state;
    scene->config.hands_max = 4;
    reopen(scene);
    for (int i = 1; i <= 4; i++) {
        assert_true(keep(scene, 1, i, "x"));
        assert_true(keep(scene, 2, i, "y"));
    }
    assert_true(felt_hand_store_forget(scene->hand_store, 1));
    assert_int_equal(count_of(scene, 1), 0);
    assert_int_equal(count_of(scene, 2), 4);
    /* And how many he had is forgotten, too. */
    for (int i = 5; i <= 8; i++) assert_true(keep(scene, 1, i, "x"));
    assert_int_equal(count_of(scene, 1), 4);
}

/* ---- the queue ------------------------------------------------------------------------------- */

static void hold_thread(struct scene *scene)
{
    pthread_mutex_lock(&scene->lock);
    scene->hold = true;
    pthread_mutex_unlock(&scene->lock);
    assert_true(felt_hand_store_list(scene->hand_store, 9, "", 1, 1));
    pthread_mutex_lock(&scene->lock);
    while (!scene->held) pthread_cond_wait(&scene->bell, &scene->lock);
    pthread_mutex_unlock(&scene->lock);
}

static void let_go(struct scene *scene)
{
    pthread_mutex_lock(&scene->lock);
    scene->hold = false;
    pthread_cond_broadcast(&scene->bell);
    pthread_mutex_unlock(&scene->lock);
}

static void hand_store_full_queue_loses_and_counts(void **state)
{
    struct scene *scene = *state;
    scene->config.waiting_max = 10;
    reopen(scene);
    hold_thread(scene); /* its answer is not taken yet: nine more may wait */
    for (int i = 1; i <= 9; i++) assert_true(keep(scene, 1, i, "x"));
    assert_false(keep(scene, 1, 10, "x"));
    assert_false(felt_hand_store_list(scene->hand_store, 1, "", 1, 2));
    assert_false(felt_hand_store_find(scene->hand_store, 1, "H-2025-10-17-00001", 2));
    assert_false(felt_hand_store_forget(scene->hand_store, 1));
    let_go(scene);
    struct felt_hand_store_answer answer = take(scene, 1);
    free(answer.rows);
    struct felt_hand_store_counts counts;
    do felt_hand_store_counts(scene->hand_store, &counts);
    while (counts.kept < 9);
    assert_int_equal(counts.kept, 9);
    assert_int_equal(counts.lost, 1);
    assert_int_equal(counts.found, 1);
    assert_int_equal(count_of(scene, 1), 9);
}

static void hand_store_answers_that_nobody_takes_are_bounded(void **state)
{
    struct scene *scene = *state;
    scene->config.waiting_max = 10;
    reopen(scene);
    int given = 0;
    for (int i = 0; i < 1000; i++)
        if (felt_hand_store_find(scene->hand_store, 1, "", (uint64_t)i)) given++;
    assert_int_equal(given, 10);
    for (uint64_t i = 0; i < 10; i++) (void)take(scene, i);
    assert_true(felt_hand_store_find(scene->hand_store, 1, "", 10));
    /* One answer waits while it is closed. */
}

static void hand_store_wakes_whoever_waits(void **state)
{
    struct scene *scene = *state;
    assert_true(felt_hand_store_list(scene->hand_store, 1, "", 1, 1));
    pthread_mutex_lock(&scene->lock);
    while (scene->woken == 0) pthread_cond_wait(&scene->bell, &scene->lock);
    pthread_mutex_unlock(&scene->lock);
    struct felt_hand_store_answer answer;
    assert_true(felt_hand_store_take(scene->hand_store, &answer));
    free(answer.rows);
    assert_false(felt_hand_store_take(scene->hand_store, &answer));
}

static void *keep_many(void *self)
{
    struct scene *scene = self;
    for (int i = 0; i < 500; i++)
        while (!keep(scene, 1, i, "x")) (void)usleep(100);
    return NULL;
}

static void hand_store_takes_from_several_threads(void **state)
{
    struct scene *scene = *state;
    scene->config.waiting_max = 50;
    reopen(scene);
    pthread_t thread[3];
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, keep_many, scene), 0);
    for (int i = 0; i < 3; i++) assert_int_equal(pthread_join(thread[i], NULL), 0);
    while (!felt_hand_store_find(scene->hand_store, 1, "H-2025-10-17-00499", 5)) (void)usleep(100);
    struct felt_hand_store_answer answer = take(scene, 5);
    assert_non_null(answer.phh);
    free(answer.phh);
}

/* ---- damage ---------------------------------------------------------------------------------- */

static void overwrite(const char *name, long from, size_t bytes)
{
    FILE *file = fopen(name, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, from, SEEK_SET), 0);
    for (size_t i = 0; i < bytes; i++) (void)fputc('x', file);
    assert_int_equal(fclose(file), 0);
}

/* How many files were moved aside, companions not counted. */
static int aside(const struct scene *scene)
{
    int count = 0;
    DIR *directory = opendir(scene->place);
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        if (strncmp(entry->d_name, "hands.db.damaged-", 17) == 0 &&
            !strstr(entry->d_name, "-wal") && !strstr(entry->d_name, "-shm"))
            count++;
    if (directory) closedir(directory);
    return count;
}

static void hand_store_damaged_file_is_moved_aside(void **state)
{
    struct scene *scene = *state;
    for (int round = 0; round < 2; round++) { /* twice, perhaps within a second */
        assert_true(keep(scene, 1, 5, "x"));
        felt_hand_store_close(scene->hand_store);
        overwrite(scene->file, 0, 100);
        open_hand_store(scene);
        assert_int_equal(aside(scene), round + 1);
        assert_int_equal(count_of(scene, 1), 0);
    }
    assert_true(log_has(scene, "error hands: the library was damaged"));
    assert_true(keep(scene, 1, 6, "y"));
    assert_text(scene, 1, "H-2025-10-17-00006", "y");
}

/* The head is as it should be, the pages behind it are not: that is found when they are read. */
static void hand_store_damage_found_later_loses_no_new_hand(void **state)
{
    struct scene *scene = *state;
    for (int i = 0; i < 2000; i++) assert_true(keep(scene, 1, i, "some text of a hand"));
    felt_hand_store_close(scene->hand_store);
    struct stat about;
    assert_int_equal(stat(scene->file, &about), 0);
    overwrite(scene->file, 4096, (size_t)about.st_size - 4096);
    open_hand_store(scene);
    assert_true(keep(scene, 1, 3000, "new"));
    assert_text(scene, 1, "H-2025-10-17-03000", "new");
    assert_int_equal(count_of(scene, 1), 1);
    assert_int_equal(aside(scene), 1);
}

static void hand_store_file_of_another_program_is_left_alone(void **state)
{
    static const char *const scripts[] = {"CREATE TABLE precious (x)", "PRAGMA user_version = 3"};
    struct scene *scene = *state;
    felt_hand_store_close(scene->hand_store);
    scene->hand_store = NULL;
    for (size_t i = 0; i < 2; i++) {
        sqlite3 *database;
        (void)unlink(scene->file);
        assert_int_equal(sqlite3_open(scene->file, &database), SQLITE_OK);
        assert_int_equal(sqlite3_exec(database, scripts[i], NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(database);
        struct felt_complaint complaint = {0};
        assert_int_equal(felt_hand_store_open(&scene->config, &scene->hand_store, &complaint),
                         FELT_UNSUPPORTED);
        assert_non_null(strstr(complaint.text, "another program or version"));
        assert_int_equal(aside(scene), 0);
    }
}

static void hand_store_place_that_is_not_there_is_refused(void **state)
{
    struct scene *scene = *state;
    char name[PLACE_BYTES + 32];
    (void)snprintf(name, sizeof name, "%s/none/hands.db", scene->place);
    struct felt_hand_store_config config = scene->config;
    struct felt_hand_store *hand_store = NULL;
    struct felt_complaint complaint = {0};
    config.file = name;
    assert_int_equal(felt_hand_store_open(&config, &hand_store, &complaint), FELT_UNSUPPORTED);
    assert_non_null(strstr(complaint.text, "cannot be opened"));
}

/* Somebody else holds the file: hands are lost, that is said once, and then it goes on. */
static void hand_store_that_fails_loses_hands_and_goes_on(void **state)
{
    struct scene *scene = *state;
    sqlite3 *holder;
    assert_int_equal(sqlite3_open(scene->file, &holder), SQLITE_OK);
    /* A trigger stands for a disk that is full: it fails at once, without the wait for a lock. */
    static const char fails[] = "CREATE TRIGGER no BEFORE INSERT ON hand BEGIN"
                                " SELECT RAISE(ROLLBACK, 'the disk is full'); END";
    assert_int_equal(sqlite3_exec(holder, fails, NULL, NULL, NULL), SQLITE_OK);
    struct felt_hand_store_counts counts;
    for (int i = 1; i <= 2; i++) {
        assert_true(keep(scene, 1, i, "x"));
        do felt_hand_store_counts(scene->hand_store, &counts);
        while (counts.lost < (uint64_t)i);
    }
    assert_true(log_has(scene, "error hands: the library cannot be written, hands are lost: the"));
    assert_int_equal(sqlite3_exec(holder, "DROP TRIGGER no", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(holder);
    assert_true(keep(scene, 1, 3, "x"));
    assert_int_equal(count_of(scene, 1), 1);
    assert_true(log_has(scene, "info hands: the library is written again"));
    felt_hand_store_counts(scene->hand_store, &counts);
    assert_int_equal(counts.kept, 1);
    assert_int_equal(counts.lost, 2);
}

#define CASE(name)                                                                                 \
    {                                                                                              \
        "library_" #name, hand_store_##name, set_up, tear_down, NULL                               \
    }

TEST_MODULE(hand_store)
{
    const struct CMUnitTest tests[] = {
        CASE(hand_is_given_to_its_owner_only),
        CASE(survives_being_closed),
        CASE(pages_have_every_hand_once),
        CASE(page_begins_before_a_hand_that_is_not_there),
        CASE(strange_ids_find_nothing),
        CASE(limits_are_kept),
        CASE(oldest_hands_go),
        CASE(hand_told_again_is_replaced),
        CASE(forgets_one_user),
        CASE(full_queue_loses_and_counts),
        CASE(answers_that_nobody_takes_are_bounded),
        CASE(wakes_whoever_waits),
        CASE(takes_from_several_threads),
        CASE(damaged_file_is_moved_aside),
        CASE(damage_found_later_loses_no_new_hand),
        CASE(file_of_another_program_is_left_alone),
        CASE(place_that_is_not_there_is_refused),
        CASE(that_fails_loses_hands_and_goes_on),
    };
    return cmocka_run_group_tests_name("hand_store", tests, NULL, NULL);
}
