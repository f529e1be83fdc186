/* ledger_store_scene.h -- what the cases of test_ledger_store.c stand on: a database of each kind,
 * a ledger store, and accidents that can be arranged for both. */
#ifndef FELT_TESTS_LEDGER_STORE_SCENE_H
#define FELT_TESTS_LEDGER_STORE_SCENE_H

#include "cluster.h"
#include "os/clock.h"
#include "os/secret.h"
#include "store/ledger/ledger_store.h"
#include "store/backup/backup.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BANK_NOW_MS     INT64_C(1700000000000)
#define BANK_SESSION_MS INT64_C(86400000)
#define BANK_INSIST_US  INT64_C(60000000)
enum {
    BANK_LOG_BYTES = 1 << 14,
    BANK_PATIENCE_MS = 600000 /* where an order is to be done: on a slow machine, too            */
};

struct bank_scene {
    uint8_t kind; /* enum felt_sql_kind                                                          */
    char place[CLUSTER_CONNINFO_BYTES];
    struct felt_ledger_store_config config;
    struct felt_ledger_store *bank;
    struct felt_ledger_client *client;
    struct felt_sql *eye;    /* another connection, which looks                                  */
    struct felt_sql *holder; /* and one that holds what the writer needs                         */
    pthread_mutex_t lock;    /* of the log */
    char log[BANK_LOG_BYTES];
};

/* ---- a disk that fails ----------------------------------------------------------------------- */

/* The usual files of SQLite, which can neither be written nor synced nor opened while it is broken.
 * A file keeps a pointer to the functions of its kind; ours is to a copy with two of them replaced.
 */
struct disk_files {
    sqlite3_io_methods own; /* first: a file's pointer leads here                                */
    const sqlite3_io_methods *usual;
};
struct disk {
    sqlite3_vfs vfs;
    sqlite3_vfs *usual;
    pthread_mutex_t lock;
    int kinds;
    struct disk_files files[4];
    bool broken;
};
static struct disk disk = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool disk_is_broken(void)
{
    return __atomic_load_n(&disk.broken, __ATOMIC_SEQ_CST);
}

static int disk_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at)
{
    if (disk_is_broken()) return SQLITE_IOERR_WRITE;
    return ((const struct disk_files *)(const void *)file->pMethods)
        ->usual->xWrite(file, bytes, count, at);
}

static int disk_sync(sqlite3_file *file, int flags)
{
    if (disk_is_broken()) return SQLITE_IOERR_FSYNC;
    return ((const struct disk_files *)(const void *)file->pMethods)->usual->xSync(file, flags);
}

static const sqlite3_io_methods *disk_replace(const sqlite3_io_methods *usual)
{
    int i = 0;
    pthread_mutex_lock(&disk.lock);
    while (i < disk.kinds && disk.files[i].usual != usual) i++;
    if (i == disk.kinds) {
        assert_true(disk.kinds < 4);
        disk.files[i] = (struct disk_files){.own = *usual, .usual = usual};
        disk.files[i].own.xWrite = disk_write;
        disk.files[i].own.xSync = disk_sync;
        disk.kinds++;
    }
    pthread_mutex_unlock(&disk.lock);
    return &disk.files[i].own;
}

static int disk_open(sqlite3_vfs *self, const char *name, sqlite3_file *file, int flags, int *out)
{
    (void)self;
    if (disk_is_broken()) return SQLITE_CANTOPEN;
    int code = disk.usual->xOpen(disk.usual, name, file, flags, out);
    if (code == SQLITE_OK) file->pMethods = disk_replace(file->pMethods);
    return code;
}

static void disk_make(void)
{
    disk.usual = sqlite3_vfs_find(NULL);
    disk.vfs = *disk.usual;
    disk.vfs.pNext = NULL;
    disk.vfs.zName = "breakable";
    disk.vfs.xOpen = disk_open;
    assert_int_equal(sqlite3_vfs_register(&disk.vfs, 0), SQLITE_OK);
}

/* ---- a database and a ledger store
 * ------------------------------------------------------------------- */

static void bank_log(void *self, const char *level, const char *text)
{
    struct bank_scene *scene = self;
    pthread_mutex_lock(&scene->lock);
    size_t used = strlen(scene->log);
    (void)snprintf(scene->log + used, sizeof scene->log - used, "%s %s\n", level, text);
    pthread_mutex_unlock(&scene->lock);
}

/* How often the log says that. */
static int bank_said(struct bank_scene *scene, const char *what)
{
    int count = 0;
    pthread_mutex_lock(&scene->lock);
    for (const char *at = scene->log; (at = strstr(at, what)); at++) count++;
    pthread_mutex_unlock(&scene->lock);
    return count;
}

/* Waits until the log says that; it is there once. */
static void bank_await_said(struct bank_scene *scene, const char *what)
{
    int64_t until_us = felt_clock_us() + BANK_INSIST_US;
    while (bank_said(scene, what) == 0 && felt_clock_us() < until_us) (void)usleep(5000);
    assert_int_equal(bank_said(scene, what), 1);
}

static struct felt_ledger_store *bank_open(struct bank_scene *scene)
{
    struct felt_complaint complaint = {0};
    struct felt_ledger_store *store = NULL;
    if (felt_ledger_store_open(&scene->config, &store, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    return store;
}

static void bank_reopen(struct bank_scene *scene)
{
    felt_ledger_store_close(scene->bank);
    scene->bank = bank_open(scene);
    scene->client = felt_ledger_client_open(scene->bank, NULL, NULL);
}

/* Somebody who is in a hurry: opens the ledger store again so.  A slow machine may need several
 * attempts to open a database within wait_ms.  Whatever is given to such a ledger store can be
 * UNAVAILABLE. */
static void bank_hurry(struct bank_scene *scene, uint32_t patience_ms, uint32_t wait_ms)
{
    struct felt_complaint complaint = {0};
    int64_t until_us = felt_clock_us() + BANK_INSIST_US;
    scene->config.patience_ms = patience_ms;
    scene->config.sql.wait_ms = wait_ms;
    felt_ledger_store_close(scene->bank);
    scene->bank = NULL;
    while (felt_ledger_store_open(&scene->config, &scene->bank, &complaint) != FELT_OK)
        if (felt_clock_us() > until_us) fail_msg("%s", complaint.text);
    scene->client = felt_ledger_client_open(scene->bank, NULL, NULL);
}

static struct felt_sql *bank_connect(struct bank_scene *scene)
{
    struct felt_complaint complaint = {0};
    struct felt_sql *sql = NULL;
    struct felt_sql_config config = scene->config.sql;
    config.vfs = NULL;
    config.wait_ms = BANK_PATIENCE_MS;
    if (felt_sql_open(&config, &sql, &complaint) != FELT_OK) fail_msg("%s", complaint.text);
    return sql;
}

/* The ledger store has a name of its own at the server of PostgreSQL, so that it alone can be shut
 * out. */
static bool bank_tell_role(const char *format)
{
    char sql[256];
    (void)snprintf(sql, sizeof sql, format, (int)getpid());
    return felt_cluster_do(felt_cluster_conninfo(), sql);
}

static int bank_group_set_up(void **state)
{
    (void)state;
    disk_make();
    if (felt_cluster_conninfo()) assert_true(bank_tell_role("CREATE ROLE felt_bank_%d SUPERUSER"));
    return 0;
}

static int bank_group_tear_down(void **state)
{
    (void)state;
    if (felt_cluster_conninfo()) assert_true(bank_tell_role("DROP ROLE felt_bank_%d"));
    return 0;
}

static bool bank_make_place(struct bank_scene *scene)
{
    if (scene->kind == FELT_SQL_SQLITE) {
        scene->config.sql.vfs = disk.vfs.zName;
        (void)snprintf(scene->place, sizeof scene->place, "%s/felt_bank_XXXXXX",
                       felt_test_folder());
        return mkdtemp(scene->place) != NULL;
    }
    if (!felt_cluster_database(scene->place)) return false;
    assert_true(bank_tell_role("ALTER ROLE felt_bank_%d LOGIN"));
    size_t used = strlen(scene->place); /* of two users in a conninfo the last one counts */
    (void)snprintf(scene->place + used, sizeof scene->place - used, " user=felt_bank_%d",
                   (int)getpid());
    return true;
}

static int bank_set_up(void **state, enum felt_sql_kind kind)
{
    struct bank_scene *scene = calloc(1, sizeof *scene);
    scene->kind = (uint8_t)kind;
    scene->config = felt_ledger_store_config_usual;
    scene->config.sql =
        (struct felt_sql_config){.kind = (uint8_t)kind, .place = scene->place, .wait_ms = 10000};
    scene->config.ledger.digests = &felt_secret_digests;
    scene->config.patience_ms = BANK_PATIENCE_MS;
    scene->config.log = bank_log;
    scene->config.self = scene;
    pthread_mutex_init(&scene->lock, NULL);
    *state = scene;
    if (bank_make_place(scene)) bank_reopen(scene); /* else bank_begin() skips the case */
    return 0;
}

static int bank_set_up_sqlite(void **state)
{
    return bank_set_up(state, FELT_SQL_SQLITE);
}

static int bank_set_up_postgres(void **state)
{
    return bank_set_up(state, FELT_SQL_POSTGRES);
}

static struct bank_scene *bank_begin(void **state)
{
    struct bank_scene *scene = *state;
    if (!scene->bank) skip();
    return scene;
}

static int bank_tear_down(void **state)
{
    struct bank_scene *scene = *state;
    __atomic_store_n(&disk.broken, false, __ATOMIC_SEQ_CST);
    felt_sql_close(scene->holder);
    felt_sql_close(scene->eye);
    felt_ledger_store_close(scene->bank);
    static const char *const files[] = {"felt.db", "felt.db-wal", "felt.db-shm"};
    for (size_t i = 0; scene->kind == FELT_SQL_SQLITE && i < 3; i++) {
        char path[CLUSTER_CONNINFO_BYTES + 16];
        (void)snprintf(path, sizeof path, "%s/%s", scene->place, files[i]);
        (void)unlink(path);
    }
    if (scene->kind == FELT_SQL_SQLITE)
        (void)rmdir(scene->place);
    else
        felt_cluster_drop(scene->place);
    pthread_mutex_destroy(&scene->lock);
    free(scene);
    return 0;
}

/* ---- orders and questions -------------------------------------------------------------------- */

static enum felt_outcome bank_do(struct felt_ledger_client *client, const struct felt_order *order)
{
    struct felt_receipt receipt;
    felt_ledger_client_do(client, order, &receipt);
    return receipt.outcome;
}

/* The same order again until somebody knows (O4).  Adds how often nobody did to *unavailable. */
static enum felt_outcome bank_insist(struct felt_ledger_client *client,
                                     const struct felt_order *order, uint64_t *unavailable)
{
    int64_t until_us = felt_clock_us() + BANK_INSIST_US;
    enum felt_outcome outcome;
    while ((outcome = bank_do(client, order)) == FELT_OUTCOME_UNAVAILABLE) {
        ++*unavailable;
        if (felt_clock_us() > until_us) break;
    }
    return outcome;
}

static enum felt_outcome bank_find(struct felt_ledger_client *client,
                                   const struct felt_question *question)
{
    struct felt_ledger_answer answer;
    felt_ledger_client_find(client, question, &answer);
    free(answer.rows);
    return answer.outcome;
}

/* How many rows the answer has. */
static uint32_t bank_rows(struct felt_ledger_client *client, const struct felt_question *question)
{
    struct felt_ledger_answer answer;
    felt_ledger_client_find(client, question, &answer);
    assert_int_equal(answer.outcome, FELT_OUTCOME_OK);
    free(answer.rows);
    return answer.count;
}

/* Takes so many replies; returns how many of them are receipts that say OK. */
static int bank_take_good(struct felt_ledger_client *client, int count)
{
    int good = 0;
    for (int i = 0; i < count; i++) {
        struct felt_ledger_store_reply reply;
        assert_true(felt_ledger_client_take(client, -1, &reply));
        if (reply.is_receipt && reply.receipt.outcome == FELT_OUTCOME_OK) good++;
    }
    return good;
}

static struct felt_order bank_sign_up_order(const char *name)
{
    struct felt_order order = {
        .kind = FELT_ORDER_SIGN_UP, .now_ms = BANK_NOW_MS, .user_kind = FELT_USER_HUMAN};
    (void)snprintf(order.username, sizeof order.username, "%s", name);
    (void)snprintf(order.key, sizeof order.key, "sign-up/%s", name);
    return order;
}

static int64_t bank_sign_up(struct felt_ledger_client *client, const char *name)
{
    struct felt_order order = bank_sign_up_order(name);
    struct felt_receipt receipt;
    felt_ledger_client_do(client, &order, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    return receipt.user.id;
}

static void bank_sign_in(struct felt_ledger_client *client, int64_t user, uint8_t token)
{
    struct felt_order order = {.kind = FELT_ORDER_SIGN_IN,
                               .now_ms = BANK_NOW_MS,
                               .user = user,
                               .has_token = true,
                               .token = {token},
                               .expires_ms = BANK_NOW_MS + BANK_SESSION_MS};
    assert_int_equal(bank_do(client, &order), FELT_OUTCOME_OK);
}

static struct felt_order bank_table_order(enum felt_order_kind kind, int64_t user,
                                          felt_chips amount, const char *table, const char *key)
{
    struct felt_order order = {
        .kind = (uint8_t)kind, .now_ms = BANK_NOW_MS, .user = user, .amount = amount};
    (void)snprintf(order.table, sizeof order.table, "%s", table);
    (void)snprintf(order.key, sizeof order.key, "%s", key);
    return order;
}

/* ---- looking --------------------------------------------------------------------------------- */

static void bank_take_number(void *self, const struct felt_value *value, int count)
{
    assert_int_equal(count, 1);
    *(int64_t *)self = value[0].number;
}

/* The one number that a statement finds, by a connection that is not the ledger store's; -1: none.
 */
static int64_t bank_number(struct bank_scene *scene, const char *sql)
{
    /* Statements are known by their address, and these are not static: a new connection each. */
    int64_t number = -1;
    struct felt_statement statement = {sql, ""};
    scene->eye = bank_connect(scene);
    felt_sql_begin(scene->eye, false);
    felt_sql_add(scene->eye, &statement, NULL, 0, bank_take_number, &number);
    assert_int_equal(felt_sql_commit(scene->eye), FELT_SQL_OK);
    felt_sql_close(scene->eye);
    scene->eye = NULL;
    return number;
}

/* Everything adds up. */
static void bank_prove(struct bank_scene *scene)
{
    struct felt_proof proof[FELT_PROOFS];
    struct felt_complaint complaint = {0};
    struct felt_sql_config patient = scene->config.sql; /* the ledger store may be in a hurry */
    int count = 0;
    bool good = false;
    patient.wait_ms = BANK_PATIENCE_MS;
    if (felt_ledger_backup_prove(&patient, false, proof, &count, &good, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    for (int i = 0; i < count; i++)
        if (proof[i].wrong > 0) fail_msg("%s: %s", felt_proof_text(proof[i].kind), proof[i].first);
    assert_true(good);
}

/* ---- accidents ------------------------------------------------------------------------------- */

/* From here on the writer has to wait. */
static void bank_hold(struct bank_scene *scene)
{
    static const struct felt_statement statement = {"UPDATE counters SET value = value", ""};
    if (!scene->holder) scene->holder = bank_connect(scene);
    felt_sql_begin(scene->holder, true);
    felt_sql_add(scene->holder, &statement, NULL, 0, NULL, NULL);
    assert_int_equal(felt_sql_run(scene->holder), FELT_SQL_OK);
}

static void bank_let_go(struct bank_scene *scene)
{
    felt_sql_rollback(scene->holder);
}

/* The disk fails, or the server throws everybody out and lets nobody in. */
static void bank_break(struct bank_scene *scene)
{
    if (scene->kind == FELT_SQL_SQLITE) {
        __atomic_store_n(&disk.broken, true, __ATOMIC_SEQ_CST);
        return;
    }
    assert_true(bank_tell_role("ALTER ROLE felt_bank_%d NOLOGIN"));
    assert_true(bank_tell_role("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                               " WHERE usename = 'felt_bank_%d'"));
}

static void bank_mend(struct bank_scene *scene)
{
    if (scene->kind == FELT_SQL_SQLITE)
        __atomic_store_n(&disk.broken, false, __ATOMIC_SEQ_CST);
    else
        assert_true(bank_tell_role("ALTER ROLE felt_bank_%d LOGIN"));
}

static void bank_script(struct bank_scene *scene, const char *sqlite, const char *postgres)
{
    struct felt_sql *sql = bank_connect(scene);
    const char *text = scene->kind == FELT_SQL_SQLITE ? sqlite : postgres;
    if (felt_sql_script(sql, text) != FELT_SQL_OK) fail_msg("%s", felt_sql_why(sql));
    felt_sql_close(sql);
}

/* A rule that the ledger know nothing of: nobody may be called "poison". */
static void bank_poison(struct bank_scene *scene)
{
    bank_script(scene,
                "CREATE TRIGGER poison BEFORE INSERT ON users WHEN NEW.username = 'poison' BEGIN"
                " SELECT RAISE(ABORT, 'not this one'); END;",
                "ALTER TABLE users ADD CONSTRAINT poison CHECK (username <> 'poison')");
}

/* Somebody gives himself a chip, behind everybody's back. */
static void bank_tamper(struct bank_scene *scene)
{
    bank_script(scene, "DROP TRIGGER users_chips; UPDATE users SET chips = chips + 1;",
                "ALTER TABLE users DISABLE TRIGGER USER; UPDATE users SET chips = chips + 1;");
}

#endif
