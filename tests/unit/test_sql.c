/* test_sql.c -- both kinds of database do the same with the same statements: values, order,
 * failures in the middle, conflicts, and connections that are lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_trap.h"
#include "databases.h"
#include "module.h"
#include "os/clock.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { LONG_TEXT = 70000, PIPELINE = 3000, SHORT_MS = 2000 };

static const struct felt_statement insert = {"INSERT INTO notes (id, text) VALUES ($1, $2)", "it"};
static const struct felt_statement update = {"UPDATE notes SET text = $1 WHERE id = $2", "ti"};
static const struct felt_statement count_notes = {"SELECT count(*) FROM notes", ""};
static const struct felt_statement sum_notes = {"SELECT sum(id) FROM notes", ""};
static const struct felt_statement read_notes = {"SELECT id, text FROM notes ORDER BY id", ""};
static const struct felt_statement read_note = {"SELECT id, text FROM notes WHERE id = $1", "i"};
static const struct felt_statement nonsense = {"SELECT nothing FROM nowhere", ""};
static const struct felt_statement own_process = {"SELECT pg_backend_pid()", ""};

static struct felt_sql *with_notes(void **state)
{
    struct scene *scene = *state;
    const char *text = "CREATE TABLE notes (id BIGINT PRIMARY KEY, text TEXT, CHECK (id <> 666));"
                       "CREATE TABLE others (id BIGINT PRIMARY KEY)";
    assert_int_equal(felt_sql_script(scene->sql, text), FELT_SQL_OK);
    return scene->sql;
}

static void put(struct felt_sql *sql, int64_t id, const char *text)
{
    struct felt_value value[] = {felt_value_int(id), felt_value_text(text)};
    felt_sql_add(sql, &insert, value, 2, NULL, NULL);
}

static enum felt_sql_result put_alone(struct felt_sql *sql, int64_t id)
{
    felt_sql_begin(sql, true);
    put(sql, id, "alone");
    return felt_sql_commit(sql);
}

/* ---- values and order ------------------------------------------------------------------------ */

struct heard {
    int count;
    int64_t id[PIPELINE];
    struct felt_value value;
    char text[LONG_TEXT + 1];
};

static void hear(void *self, const struct felt_value *value, int count)
{
    struct heard *heard = self;
    assert_int_equal(count, 2);
    assert_true(heard->count < PIPELINE);
    heard->id[heard->count++] = value[0].number;
    heard->value = value[1];
    if (value[1].kind == FELT_VALUE_TEXT) memcpy(heard->text, value[1].text, value[1].bytes);
}

static void values_come_back(void **state)
{
    static char long_text[LONG_TEXT + 1];
    memset(long_text, 'x', LONG_TEXT);
    struct felt_sql *sql = with_notes(state);
    static struct heard heard;
    const struct {
        int64_t id;
        struct felt_value text;
    } row[] = {
        {0, {.kind = FELT_VALUE_NULL}},
        {-1, felt_value_text("")},
        {INT64_MIN, felt_value_text("it's \"quoted\" \\ $1 ; -- %s")},
        {INT64_MAX, felt_value_text("Ž♠\xf0\x9d\x84\x9e\n\t\x01")},
        {1, felt_value_text(long_text)},
        {2, {.kind = FELT_VALUE_TEXT, .text = "cut here", .bytes = 3}},
        {3, felt_value_text_or_null("")},
        {4, felt_value_text("17")},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct felt_value value[] = {felt_value_int(row[i].id), row[i].text};
        heard.count = 0;
        felt_sql_begin(sql, true);
        felt_sql_add(sql, &insert, value, 2, NULL, NULL);
        felt_sql_add(sql, &read_note, value, 1, hear, &heard);
        assert_int_equal(felt_sql_commit(sql), FELT_SQL_OK);
        assert_int_equal(heard.count, 1);
        assert_true(heard.id[0] == row[i].id);
        assert_int_equal(heard.value.kind, row[i].text.kind);
        assert_int_equal(heard.value.bytes, row[i].text.bytes);
        if (row[i].text.kind == FELT_VALUE_TEXT)
            assert_memory_equal(heard.text, row[i].text.text, row[i].text.bytes);
    }
}

static void sums_are_numbers(void **state)
{
    struct felt_sql *sql = with_notes(state);
    assert_true(ask_number(sql, &sum_notes) == INT64_MIN); /* NULL */
    assert_int_equal(put_alone(sql, INT64_C(1000000000000000)), FELT_SQL_OK);
    assert_int_equal(put_alone(sql, 5), FELT_SQL_OK);
    assert_true(ask_number(sql, &sum_notes) == INT64_C(1000000000000005));
    assert_int_equal(ask_number(sql, &count_notes), 2);
}

/* Answers to what is still being sent: far more than sockets hold in either direction. */
static void pipelines_keep_order(void **state)
{
    struct felt_sql *sql = with_notes(state);
    static struct heard heard;
    static char text[2001];
    memset(text, 'y', sizeof text - 1);
    heard.count = 0;
    felt_sql_begin(sql, true);
    for (int i = 0; i < PIPELINE; i++) {
        struct felt_value id = felt_value_int(1000 + i);
        put(sql, 1000 + i, text);
        felt_sql_add(sql, &read_note, &id, 1, hear, &heard);
    }
    assert_int_equal(felt_sql_commit(sql), FELT_SQL_OK);
    assert_int_equal(heard.count, PIPELINE);
    for (int i = 0; i < PIPELINE; i++) assert_int_equal(heard.id[i], 1000 + i);
}

static void wrong_parameters_stop(void **state)
{
    struct felt_sql *sql = with_notes(state);
    static const struct {
        struct felt_value value[2];
        int count;
    } row[] = {
        {{{.kind = FELT_VALUE_INT}, {.kind = FELT_VALUE_TEXT, .text = "a\0b", .bytes = 3}}, 2},
        {{{.kind = FELT_VALUE_INT}, {.kind = FELT_VALUE_TEXT, .text = "\xff", .bytes = 1}}, 2},
        {{{.kind = FELT_VALUE_INT}, {.kind = FELT_VALUE_TEXT, .text = "\xc3", .bytes = 1}}, 2},
        {{{.kind = FELT_VALUE_INT}, {.kind = FELT_VALUE_INT}}, 2},
        {{{.kind = FELT_VALUE_TEXT, .text = "1", .bytes = 1}, {.kind = FELT_VALUE_NULL}}, 2},
        {{{.kind = FELT_VALUE_INT}}, 1},
    };
    felt_sql_begin(sql, true);
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        assert_stops(felt_sql_add(sql, &insert, row[i].value, row[i].count, NULL, NULL));
    assert_stops(felt_sql_begin(sql, true));
    felt_sql_rollback(sql);
    assert_stops(felt_sql_add(sql, &count_notes, NULL, 0, NULL, NULL));
}

/* ---- failures -------------------------------------------------------------------------------- */

static void failure_in_the_middle_keeps_nothing(void **state)
{
    struct felt_sql *sql = with_notes(state);
    static const struct {
        int64_t bad;
        enum felt_sql_result result;
    } row[] = {{666, FELT_SQL_REFUSED}, {1, FELT_SQL_CONFLICT}};
    for (size_t i = 0; i < 2; i++)
        for (int commits = 0; commits < 2; commits++) {
            int64_t later = -1;
            felt_sql_begin(sql, true);
            put(sql, 1, "first");
            put(sql, row[i].bad, "bad");
            put(sql, 2, "later");
            felt_sql_add(sql, &count_notes, NULL, 0, keep_number, &later);
            assert_int_equal(commits ? felt_sql_commit(sql) : felt_sql_run(sql), row[i].result);
            assert_true(strlen(felt_sql_why(sql)) > 10);
            felt_sql_rollback(sql); /* harmless */
            assert_int_equal(later, -1);
            assert_int_equal(ask_number(sql, &count_notes), 0);
        }
    assert_int_equal(put_alone(sql, 1), FELT_SQL_OK);
}

static void wrong_statement_is_refused(void **state)
{
    struct felt_sql *sql = with_notes(state);
    for (int i = 0; i < 3; i++) {
        felt_sql_begin(sql, true);
        put(sql, 1, "x");
        felt_sql_add(sql, &nonsense, NULL, 0, NULL, NULL);
        felt_sql_add(sql, &read_notes, NULL, 0, NULL, NULL); /* prepared behind a failure */
        assert_int_equal(felt_sql_run(sql), FELT_SQL_REFUSED);
        assert_int_equal(felt_sql_script(sql, "CREATE TABLE more (id BIGINT); SELECT * FROM no"),
                         FELT_SQL_REFUSED);
    }
    assert_int_equal(ask_number(sql, &count_notes), 0);
    assert_int_equal(felt_sql_script(sql, "CREATE TABLE more (id BIGINT)"), FELT_SQL_OK);
}

static void rollback_keeps_nothing(void **state)
{
    struct felt_sql *sql = with_notes(state);
    for (int runs = 0; runs < 2; runs++) {
        felt_sql_begin(sql, true);
        put(sql, 1, "x");
        if (runs) assert_int_equal(felt_sql_run(sql), FELT_SQL_OK);
        put(sql, 2, "x");
        felt_sql_rollback(sql);
        assert_int_equal(ask_number(sql, &count_notes), 0);
    }
}

/* ---- two connections ------------------------------------------------------------------------- */

static void writers_conflict(void **state)
{
    struct felt_sql *sql = with_notes(state), *other = connect_again(*state, SHORT_MS);
    struct felt_value value[] = {felt_value_text("new"), felt_value_int(1)};
    assert_int_equal(put_alone(sql, 1), FELT_SQL_OK);
    felt_sql_begin(sql, true);
    felt_sql_add(sql, &update, value, 2, NULL, NULL);
    assert_int_equal(felt_sql_run(sql), FELT_SQL_OK);
    felt_sql_begin(other, true);
    felt_sql_add(other, &update, value, 2, NULL, NULL);
    assert_int_equal(felt_sql_run(other), FELT_SQL_CONFLICT);
    assert_int_equal(felt_sql_commit(sql), FELT_SQL_OK);
    assert_int_equal(put_alone(other, 2), FELT_SQL_OK);
    felt_sql_close(other);
}

/* Each reads what the other writes: one of them must do it again. */
static void crossing_reads_conflict(void **state)
{
    struct felt_sql *pair[] = {with_notes(state), connect_again(*state, SCENE_WAIT_MS)};
    static const struct felt_statement count_others = {"SELECT count(*) FROM others", ""};
    static const struct felt_statement insert_other = {"INSERT INTO others VALUES ($1)", "i"};
    struct felt_value id = felt_value_int(7);
    int conflicts = 0;
    felt_sql_begin(pair[0], true);
    felt_sql_begin(pair[1], true);
    felt_sql_add(pair[0], &count_others, NULL, 0, NULL, NULL);
    felt_sql_add(pair[1], &count_notes, NULL, 0, NULL, NULL);
    for (int i = 0; i < 2; i++) assert_int_equal(felt_sql_run(pair[i]), FELT_SQL_OK);
    put(pair[0], 7, "x");
    felt_sql_add(pair[1], &insert_other, &id, 1, NULL, NULL);
    for (int i = 0; i < 2; i++) conflicts += felt_sql_commit(pair[i]) == FELT_SQL_CONFLICT;
    assert_int_equal(conflicts, 1);
    felt_sql_close(pair[1]);
}

static void reader_sees_one_state(void **state)
{
    struct felt_sql *sql = with_notes(state), *reader = connect_again(*state, SCENE_WAIT_MS);
    for (int i = 0; i < 2; i++) {
        int64_t count = -1;
        if (i == 0) felt_sql_begin(reader, false);
        felt_sql_add(reader, &count_notes, NULL, 0, keep_number, &count);
        assert_int_equal(felt_sql_run(reader), FELT_SQL_OK);
        assert_int_equal(count, 0);
        assert_int_equal(put_alone(sql, i), FELT_SQL_OK);
    }
    felt_sql_rollback(reader);
    assert_int_equal(ask_number(reader, &count_notes), 2);
    felt_sql_close(reader);
}

static void read_only_writes_nothing(void **state)
{
    struct felt_sql *sql = with_notes(state), *reader = NULL;
    struct felt_sql_config config = ((struct scene *)*state)->config;
    struct felt_complaint complaint;
    config.read_only = true;
    assert_int_equal(put_alone(sql, 1), FELT_SQL_OK);
    assert_int_equal(felt_sql_open(&config, &reader, &complaint), FELT_OK);
    assert_int_equal(ask_number(reader, &count_notes), 1);
    assert_stops(felt_sql_begin(reader, true));
    felt_sql_begin(reader, false);
    if (config.kind == FELT_SQL_SQLITE)
        assert_stops(put(reader, 2, "x"));
    else
        put(reader, 2, "x");
    if (config.kind == FELT_SQL_SQLITE)
        felt_sql_rollback(reader);
    else
        assert_int_not_equal(felt_sql_commit(reader), FELT_SQL_OK);
    felt_sql_close(reader);
}

/* ---- what is lost ---------------------------------------------------------------------------- */

static void expect_lost(struct felt_sql *sql)
{
    felt_sql_begin(sql, true); /* without opening it again */
    put(sql, 99, "x");
    assert_int_equal(felt_sql_commit(sql), FELT_SQL_LOST);
}

static void terminate(const struct scene *scene, int64_t process)
{
    char text[96];
    snprintf(text, sizeof text, "SELECT pg_terminate_backend(%lld, 60000)", (long long)process);
    assert_true(felt_cluster_do(scene->place, text));
}

static void ended_sessions_are_lost(void **state)
{
    struct felt_sql *sql = with_notes(state);
    for (int inside = 0; inside < 2; inside++) {
        int64_t process = ask_number(sql, &own_process);
        if (inside) {
            felt_sql_begin(sql, true);
            put(sql, 50, "x");
            assert_int_equal(felt_sql_run(sql), FELT_SQL_OK);
        }
        terminate(*state, process);
        if (!inside) felt_sql_begin(sql, true);
        put(sql, 51, "x");
        assert_int_equal(felt_sql_commit(sql), FELT_SQL_LOST);
        expect_lost(sql);
        assert_int_equal(felt_sql_reopen(sql), FELT_SQL_OK);
        assert_int_equal(ask_number(sql, &count_notes), inside);
        assert_int_equal(put_alone(sql, inside), FELT_SQL_OK);
    }
}

/* A server that stands still costs wait_ms and no more. */
static void silent_server_is_lost(void **state)
{
    (void)with_notes(state);
    struct felt_sql *sql = connect_again(*state, SHORT_MS);
    pid_t process = (pid_t)ask_number(sql, &own_process);
    assert_int_equal(kill(process, SIGSTOP), 0);
    int64_t before_us = felt_clock_us();
    assert_int_equal(put_alone(sql, 1), FELT_SQL_LOST);
    int64_t took_ms = (felt_clock_us() - before_us) / 1000;
    kill(process, SIGCONT);
    assert_in_range(took_ms, SHORT_MS - 50, SHORT_MS + 30000);
    assert_string_equal(felt_sql_why(sql), "the server does not answer");
    assert_int_equal(felt_sql_reopen(sql), FELT_SQL_OK);
    assert_int_equal(put_alone(sql, 2), FELT_SQL_OK);
    felt_sql_close(sql);
}

static void killed_server_comes_back(void **state)
{
    struct felt_sql *sql = with_notes(state);
    if (!felt_cluster_is_ours()) skip();
    assert_int_equal(put_alone(sql, 1), FELT_SQL_OK);
    felt_sql_begin(sql, true);
    put(sql, 2, "x");
    assert_int_equal(felt_sql_run(sql), FELT_SQL_OK);
    assert_true(felt_cluster_order("kill"));
    assert_int_equal(felt_sql_commit(sql), FELT_SQL_LOST);
    for (int i = 0; i < 2; i++) assert_int_equal(felt_sql_reopen(sql), FELT_SQL_LOST);
    expect_lost(sql);
    assert_true(felt_cluster_order("restart"));
    assert_int_equal(felt_sql_reopen(sql), FELT_SQL_OK);
    assert_int_equal(ask_number(sql, &sum_notes), 1);
}

/* No file may grow: the write fails as on a full disk. */
static void full_disk_is_lost(void **state)
{
    struct felt_sql *sql = with_notes(state);
    static char text[200001];
    memset(text, 'z', sizeof text - 1);
    struct rlimit usual, small;
    assert_int_equal(put_alone(sql, 1), FELT_SQL_OK);
    getrlimit(RLIMIT_FSIZE, &usual);
    small = usual;
    small.rlim_cur = 150000;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    felt_sql_begin(sql, true);
    put(sql, 2, text);
    enum felt_sql_result result = felt_sql_commit(sql);
    setrlimit(RLIMIT_FSIZE, &usual);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(result, FELT_SQL_LOST);
    expect_lost(sql);
    assert_int_equal(felt_sql_reopen(sql), FELT_SQL_OK);
    assert_int_equal(ask_number(sql, &sum_notes), 1);
    assert_int_equal(put_alone(sql, 3), FELT_SQL_OK);
}

/* ---- files and settings ---------------------------------------------------------------------- */

static unsigned mode_of(const struct scene *scene, const char *name)
{
    char path[512];
    struct stat about;
    snprintf(path, sizeof path, "%s%s", scene->place, name);
    assert_int_equal(stat(path, &about), 0);
    return about.st_mode & 0777;
}

static void files_are_private(void **state)
{
    struct scene *scene = *state;
    static const char *const names[] = {"/felt.db", "/felt.db-wal", "/felt.db-shm"};
    char path[512];
    (void)with_notes(state);
    assert_int_equal(mode_of(scene, ""), 0700);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(mode_of(scene, names[i]), 0600);
        snprintf(path, sizeof path, "%s%s", scene->place, names[i]);
        assert_int_equal(chmod(path, 0644), 0);
    }
    felt_sql_close(connect_again(scene, SCENE_WAIT_MS));
    for (int i = 0; i < 3; i++) assert_int_equal(mode_of(scene, names[i]), 0600);
}

static void expect_refusal(struct felt_sql_config config, const char *word)
{
    struct felt_complaint complaint = {0};
    struct felt_sql *sql = NULL;
    assert_int_equal(felt_sql_open(&config, &sql, &complaint), FELT_UNSUPPORTED);
    assert_null(sql);
    if (!strstr(complaint.text, word)) fail_msg("\"%s\" lacks \"%s\"", complaint.text, word);
}

static void bad_places_are_refused(void **state)
{
    struct scene *scene = *state;
    struct felt_sql_config config = scene->config;
    char path[512], file[600];
    snprintf(path, sizeof path, "%s/none/deeper", scene->root);
    config.place = path;
    expect_refusal(config, "cannot be made");
    snprintf(path, sizeof path, "%s/open", scene->root);
    assert_int_equal(mkdir(path, 0700), 0);
    config.read_only = true;
    expect_refusal(config, "not there");
    config.read_only = false;
    assert_int_equal(chmod(path, 0770), 0);
    expect_refusal(config, "chmod 700");
    assert_int_equal(chmod(path, 0700), 0);
    snprintf(file, sizeof file, "%s/felt.db", path);
    assert_int_equal(symlink("/dev/null", file), 0);
    expect_refusal(config, "not a file");
    assert_int_equal(unlink(file), 0);
    FILE *out = fopen(file, "w");
    for (int i = 0; i < 200; i++) fputs("this is no database of ours. ", out);
    fclose(out);
    expect_refusal(config, "not a database");
    config.place = file;
    expect_refusal(config, "must be a directory");
}

/* To open and close a second connection must not end the locks of the first, or another process
 * takes itself for the last one and removes the log. */
static void locks_outlive_other_connections(void **state)
{
    struct scene *scene = *state;
    int go[2], status = -1;
    felt_sql_close(scene->sql);
    scene->sql = NULL;
    assert_int_equal(pipe(go), 0);
    pid_t child = fork();
    if (child == 0) {
        char byte;
        if (read(go[0], &byte, 1) != 1) _exit(1);
        scene->sql = connect_again(scene, SCENE_WAIT_MS);
        int64_t count = ask_number(scene->sql, &count_notes);
        felt_sql_close(scene->sql);
        _exit(count == 1 ? 0 : 2);
    }
    scene->sql = connect_again(scene, SCENE_WAIT_MS);
    assert_int_equal(put_alone(with_notes(state), 1), FELT_SQL_OK);
    felt_sql_close(connect_again(scene, SCENE_WAIT_MS));
    assert_int_equal(write(go[1], "x", 1), 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(mode_of(scene, "/felt.db-wal"), 0600); /* it is there */
    close(go[0]);
    close(go[1]);
}

static void sqlite_syncs(void **state)
{
    struct scene *scene = *state;
    static const struct felt_statement settings = {
        "SELECT s.synchronous * 100 + f.foreign_keys * 10 + r.recursive_triggers"
        " FROM pragma_synchronous s, pragma_foreign_keys f, pragma_recursive_triggers r"
        " WHERE (SELECT journal_mode FROM pragma_journal_mode) = 'wal'",
        ""};
    assert_int_equal(ask_number(scene->sql, &settings), 211);
}

static void postgres_syncs(void **state)
{
    struct scene *scene = *state;
    static const struct felt_statement settings = {
        "SELECT count(*) FROM pg_settings WHERE (name, setting) IN"
        " (('synchronous_commit', 'on'), ('fsync', 'on'), ('client_encoding', 'UTF8'),"
        "  ('application_name', 'felt'), ('standard_conforming_strings', 'on'),"
        "  ('lock_timeout', '30001'), ('statement_timeout', '45001'),"
        "  ('idle_in_transaction_session_timeout', '15000'))",
        ""};
    assert_int_equal(ask_number(scene->sql, &settings), 8);
    snprintf(scene->place + strlen(scene->place) - 1, 64, " -c synchronous_commit=off'");
    struct felt_sql *other = connect_again(scene, SCENE_WAIT_MS);
    assert_int_equal(ask_number(other, &settings), 8);
    felt_sql_close(other);
}

/* ---- configs --------------------------------------------------------------------------------- */

static void configs_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum felt_status status;
        uint8_t kind;
        const char *place;
    } row[] = {
        {"sqlite:/var/lib/felt", FELT_OK, FELT_SQL_SQLITE, "/var/lib/felt"},
        {"sqlite:a:b", FELT_OK, FELT_SQL_SQLITE, "a:b"},
        {"postgres:host=/run dbname=x", FELT_OK, FELT_SQL_POSTGRES, "host=/run dbname=x"},
        {"postgres:", FELT_OK, FELT_SQL_POSTGRES, ""},
        {"postgres://u:hunter2@h/d", FELT_OK, FELT_SQL_POSTGRES, "postgres://u:hunter2@h/d"},
        {"postgresql://h/d", FELT_OK, FELT_SQL_POSTGRES, "postgresql://h/d"},
        {"postgres:host=x hunter2", FELT_BAD_FORMAT, 0, NULL},
        {"postgres:passwort=hunter2", FELT_BAD_FORMAT, 0, NULL},
        {"postgres://u:hunter2@h:port:/d?x", FELT_BAD_FORMAT, 0, NULL},
        {"sqlite:", FELT_BAD_NAME, 0, NULL},
        {"sqlite", FELT_BAD_NAME, 0, NULL},
        {"", FELT_BAD_NAME, 0, NULL},
        {"mysql:hunter2", FELT_BAD_NAME, 0, NULL},
        {"SQLITE:x", FELT_BAD_NAME, 0, NULL},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct felt_sql_config config;
        struct felt_complaint complaint = {0};
        assert_int_equal(felt_sql_config_read(row[i].text, &config, &complaint), row[i].status);
        assert_null(strstr(complaint.text, "hunter2"));
        if (row[i].status != FELT_OK) continue;
        assert_int_equal(config.kind, row[i].kind);
        assert_string_equal(config.place, row[i].place);
        assert_true(config.wait_ms > 0);
    }
}

static void passwords_are_not_repeated(void **state)
{
    (void)state;
    static const char *const places[] = {
        "host=/nowhere/hunter2 password=hunter2 user=x",
        "postgresql://x:hunter2@127.0.0.1:1/hunter2",
        "host=127.0.0.1 port=hunter2 password=hunter2",
        "host=x sslmode=hunter2 password=hunter2",
        "host=x hunter2",
    };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct felt_sql_config config = {
            .kind = FELT_SQL_POSTGRES, .place = places[i], .wait_ms = SHORT_MS};
        struct felt_complaint complaint = {0};
        struct felt_sql *sql = NULL;
        assert_int_equal(felt_sql_open(&config, &sql, &complaint), FELT_UNSUPPORTED);
        assert_true(complaint.text[0] != '\0');
        if (strstr(complaint.text, "hunter2")) fail_msg("%s", complaint.text);
    }
}

TEST_MODULE(sql)
{
    static const struct scene_test tests[] = {
        {"configs are read", configs_are_read, "s"},
        {"passwords are not repeated", passwords_are_not_repeated, "s"},
        {"values come back", values_come_back, "sp"},
        {"sums are numbers", sums_are_numbers, "sp"},
        {"pipelines keep order", pipelines_keep_order, "sp"},
        {"wrong parameters stop", wrong_parameters_stop, "sp"},
        {"failure in the middle keeps nothing", failure_in_the_middle_keeps_nothing, "sp"},
        {"wrong statement is refused", wrong_statement_is_refused, "sp"},
        {"rollback keeps nothing", rollback_keeps_nothing, "sp"},
        {"writers conflict", writers_conflict, "sp"},
        {"crossing reads conflict", crossing_reads_conflict, "p"},
        {"reader sees one state", reader_sees_one_state, "sp"},
        {"read-only writes nothing", read_only_writes_nothing, "sp"},
        {"ended sessions are lost", ended_sessions_are_lost, "p"},
        {"silent server is lost", silent_server_is_lost, "p"},
        {"killed server comes back", killed_server_comes_back, "p"},
        {"full disk is lost", full_disk_is_lost, "s"},
        {"files are private", files_are_private, "s"},
        {"bad places are refused", bad_places_are_refused, "s"},
        {"locks outlive other connections", locks_outlive_other_connections, "s"},
        {"it syncs", sqlite_syncs, "s"},
        {"it syncs", postgres_syncs, "p"},
    };
    return run_scenes("sql", tests, sizeof tests / sizeof tests[0]);
}
