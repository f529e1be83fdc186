/* databases.h -- one suite for both kinds of database: a fresh one for each test, two connections.
 *
 * Include it after cmocka.h.  A test takes a struct scene from its state. */
#ifndef FELT_TESTS_DATABASES_H
#define FELT_TESTS_DATABASES_H

#include "cluster.h"
#include "remove_folder.h"
#include "store/sql/sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCENE_TESTS_MAX = 128, SCENE_WAIT_MS = 60000 /* where nobody should have to wait */ };

struct scene {
    struct felt_sql_config config;
    char place[CLUSTER_CONNINFO_BYTES]; /* SQLite: a directory that is not there yet              */
    char root[128];
    struct felt_sql *sql;
};

static inline struct felt_sql *connect_again(const struct scene *scene, uint32_t wait_ms)
{
    struct felt_sql_config config = scene->config;
    struct felt_complaint complaint = {0};
    struct felt_sql *sql = NULL;
    config.wait_ms = wait_ms;
    if (felt_sql_open(&config, &sql, &complaint) != FELT_OK) fail_msg("%s", complaint.text);
    return sql;
}

static inline int scene_open(void **state, enum felt_sql_kind kind)
{
    struct scene *scene = calloc(1, sizeof *scene);
    if (kind == FELT_SQL_SQLITE) {
        snprintf(scene->root, sizeof scene->root, "%s/felt_sql_XXXXXX", felt_test_folder());
        if (!mkdtemp(scene->root)) return -1;
        snprintf(scene->place, sizeof scene->place, "%s/store", scene->root);
    } else if (!felt_cluster_database(scene->place)) {
        return -1;
    }
    scene->config = (struct felt_sql_config){.kind = (uint8_t)kind, .place = scene->place};
    scene->sql = connect_again(scene, SCENE_WAIT_MS);
    *state = scene;
    return 0;
}

static inline int open_sqlite(void **state)
{
    return scene_open(state, FELT_SQL_SQLITE);
}

static inline int open_postgres(void **state)
{
    return scene_open(state, FELT_SQL_POSTGRES);
}

static inline int scene_close(void **state)
{
    struct scene *scene = *state;
    felt_sql_close(scene->sql);
    if (scene->config.kind == FELT_SQL_POSTGRES) felt_cluster_drop(scene->place);
    if (scene->root[0]) remove_folder(scene->root);
    free(scene);
    return 0;
}

static inline void pass_over(void **state)
{
    (void)state;
    skip();
}

struct scene_test {
    const char *name;
    CMUnitTestFunction test;
    const char *kinds; /* s SQLite, p PostgreSQL                                                 */
};

/* Every test for each of its kinds, as "sqlite: NAME" and "postgres: NAME". */
static inline int run_scenes(const char *group, const struct scene_test *row, size_t count)
{
    static const struct {
        char letter;
        const char *name;
        CMFixtureFunction open;
    } kinds[] = {{'s', "sqlite", open_sqlite}, {'p', "postgres", open_postgres}};
    struct CMUnitTest tests[SCENE_TESTS_MAX];
    static char names[SCENE_TESTS_MAX][96];
    size_t used = 0;
    for (size_t k = 0; k < 2; k++) {
        bool there = k == 0 || felt_cluster_conninfo();
        for (size_t i = 0; i < count; i++) {
            if (!strchr(row[i].kinds, kinds[k].letter)) continue;
            snprintf(names[used], sizeof names[used], "%s: %s", kinds[k].name, row[i].name);
            tests[used] =
                (struct CMUnitTest){names[used], there ? row[i].test : pass_over,
                                    there ? kinds[k].open : NULL, there ? scene_close : NULL, NULL};
            if (++used == SCENE_TESTS_MAX) abort();
        }
    }
    return _cmocka_run_group_tests(group, tests, used, NULL, NULL);
}

/* ---- statements in short --------------------------------------------------------------------- */

static inline void keep_number(void *self, const struct felt_value *value, int count)
{
    (void)count;
    *(int64_t *)self = value[0].kind == FELT_VALUE_NULL ? INT64_MIN : value[0].number;
}

/* The one number that a statement gives; INT64_MIN if it is NULL. */
static inline int64_t ask_number(struct felt_sql *sql, const struct felt_statement *statement)
{
    int64_t number = -999999;
    felt_sql_begin(sql, false);
    felt_sql_add(sql, statement, NULL, 0, keep_number, &number);
    if (felt_sql_commit(sql) != FELT_SQL_OK) fail_msg("%s", felt_sql_why(sql));
    return number;
}

#endif
