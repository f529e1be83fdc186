/* file.c -- the hand store as a file of SQLite.
 *
 *     hand    a row for each hand of each user, in the order of (user, number): a page of a list
 *             is a walk backwards along neighbours.  The text comes last, so that a list does not
 *             read it.
 *     shelf   how many hands a user has: whoever has too many loses his oldest, and nobody counts.
 *
 * The number of a hand is made of its id: date and counter.  So hands are in their order though the
 * ids, as texts, are not ("...-99999", "...-100000"), and a list can begin before a hand that is
 * not there any more.
 *
 * The log of the file is not synced at commits (WAL, synchronous=NORMAL): loss of power loses the
 * last hands and nothing else.  A file that cannot be read is moved aside under another name, never
 * removed, and a fresh one begins. */
#include "felt/assert.h"
#include "os/clock.h"
#include "store/hands/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    VERSION = 2, /* user_version of the file: 1 had no figures                                   */
    WAIT_MS = 2000,
    NAMES_MAX = 100, /* files that were moved aside in one day                                   */
    SUFFIX_BYTES = 48,
    WHY_BYTES = FELT_HAND_STORE_WHY_BYTES,
    TEXT_BYTES = 8192,
    ROWS_MAX = FELT_HAND_STORE_ROWS_MAX
};

enum statement {
    PUT,
    REPLACE,
    COUNT,
    DROP,
    SET,
    LIST,
    FIND,
    FORGET_HANDS,
    FORGET_SHELF,
    STATEMENTS
};

static const char *const texts[STATEMENTS] = {
    [PUT] = "INSERT OR IGNORE INTO hand (user, number, hand_id, at_ms, won, place, variant, phh,"
            " kind) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,"
            " coalesce((SELECT kind FROM counted WHERE number = ?2), 0))",
    [REPLACE] = "UPDATE hand SET hand_id = ?3, at_ms = ?4, won = ?5, place = ?6, variant = ?7,"
                " phh = ?8 WHERE user = ?1 AND number = ?2",
    [COUNT] = "INSERT INTO shelf (user, hands) VALUES (?1, 1)"
              " ON CONFLICT (user) DO UPDATE SET hands = hands + 1 RETURNING hands",
    [DROP] = "DELETE FROM hand WHERE user = ?1 AND number IN"
             " (SELECT number FROM hand WHERE user = ?1 ORDER BY number LIMIT ?2)",
    [SET] = "UPDATE shelf SET hands = ?2 WHERE user = ?1",
    [LIST] = "SELECT hand_id, at_ms, won, place, variant FROM hand"
             " WHERE user = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3",
    [FIND] = "SELECT phh FROM hand WHERE user = ?1 AND number = ?2",
    [FORGET_HANDS] = "DELETE FROM hand WHERE user = ?1",
    [FORGET_SHELF] = "DELETE FROM shelf WHERE user = ?1",
};

static const char schema[] = "BEGIN IMMEDIATE;"
                             "CREATE TABLE hand ("
                             "  user INTEGER NOT NULL,"
                             "  number INTEGER NOT NULL,"
                             "  hand_id TEXT NOT NULL,"
                             "  at_ms INTEGER NOT NULL,"
                             "  won INTEGER NOT NULL,"
                             "  place TEXT NOT NULL,"
                             "  variant TEXT NOT NULL,"
                             "  phh TEXT NOT NULL,"
                             "  PRIMARY KEY (user, number)"
                             ") STRICT, WITHOUT ROWID;"
                             "CREATE TABLE shelf ("
                             "  user INTEGER PRIMARY KEY,"
                             "  hands INTEGER NOT NULL"
                             ") STRICT;"
                             "PRAGMA user_version = 1;"
                             "COMMIT";
/* From version 1 to 2: hands say at what kind of table they were played. */
static const char kind_schema[] = "ALTER TABLE hand ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;";

_Static_assert((int)STATEMENTS == (int)FELT_HAND_STORE_OF_HANDS, "room for each");

static void say(const struct felt_hand_store_file *file, const char *level, const char *text)
{
    if (file->config->log) file->config->log(file->config->self, level, text);
}

/* So many digits at *at, which moves behind them.  False: there are fewer. */
static bool read_digits(const char **at, int count, int64_t *out)
{
    for (int i = 0; i < count; i++, (*at)++) {
        if (**at < '0' || **at > '9') return false;
        *out = *out * 10 + (**at - '0');
    }
    return true;
}

int64_t felt_hand_store_number(const char *hand_id)
{
    enum { COUNTER_BEGINS = 13, DIGITS_MIN = 5, DIGITS_MAX = 10 };
    const char *at = hand_id + 2;
    int64_t date = 0, counter = 0;
    if (strncmp(hand_id, "H-", 2) != 0 || !read_digits(&at, 4, &date) || *at++ != '-' ||
        !read_digits(&at, 2, &date) || *at++ != '-' || !read_digits(&at, 2, &date) || *at++ != '-')
        return -1;
    felt_assert(at - hand_id == COUNTER_BEGINS);
    size_t digits = strlen(at);
    if (digits < DIGITS_MIN || digits > DIGITS_MAX || !read_digits(&at, (int)digits, &counter) ||
        counter > UINT32_MAX)
        return -1;
    return date * (INT64_C(1) << 32) + counter;
}

/* ---- failures -------------------------------------------------------------------------------- */

void felt_hand_store_fail(struct felt_hand_store_file *file, int code)
{
    if (file->result != FELT_HAND_STORE_DONE) return;
    int kind = code & 0xff;
    file->result = kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB ? FELT_HAND_STORE_DAMAGED
                                                                   : FELT_HAND_STORE_FAILED;
    (void)snprintf(file->why, sizeof file->why, "%s",
                   file->database ? sqlite3_errmsg(file->database) : sqlite3_errstr(code));
}

static void do_text(struct felt_hand_store_file *file, const char *text)
{
    if (file->result != FELT_HAND_STORE_DONE) return;
    int code = sqlite3_exec(file->database, text, NULL, NULL, NULL);
    if (code != SQLITE_OK) felt_hand_store_fail(file, code);
}

/* The one number that a text asks for; -1 after a failure. */
static int64_t ask_number(struct felt_hand_store_file *file, const char *text)
{
    sqlite3_stmt *prepared = NULL;
    if (file->result != FELT_HAND_STORE_DONE) return -1;
    int64_t number = -1;
    int code = sqlite3_prepare_v2(file->database, text, -1, &prepared, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(prepared);
    if (code == SQLITE_ROW)
        number = sqlite3_column_int64(prepared, 0);
    else
        felt_hand_store_fail(file, code);
    sqlite3_finalize(prepared);
    return number;
}

/* ---- opening --------------------------------------------------------------------------------- */

static void finalize(sqlite3_stmt **prepared, int count)
{
    for (int i = 0; i < count; i++) {
        sqlite3_finalize(prepared[i]);
        prepared[i] = NULL;
    }
}

static void disconnect(struct felt_hand_store_file *file)
{
    finalize(file->prepared, STATEMENTS);
    finalize(file->stats, FELT_HAND_STORE_OF_FIGURES);
    finalize(file->pairs, FELT_HAND_STORE_OF_PAIRS);
    file->swept = file->key_day = 0;
    sqlite3_close_v2(file->database);
    file->database = NULL;
}

/* What people held in their hands is private: the file is made by us before SQLite sees it, and
 * SQLite gives its companions the mode of the file. */
static bool make_private(struct felt_hand_store_file *file)
{
    struct stat about;
    const char *name = file->config->file;
    int made = open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (made >= 0) {
        (void)close(made);
        return true;
    }
    const char *why = NULL;
    if (errno != EEXIST || lstat(name, &about) != 0)
        why = strerror(errno);
    else if (!S_ISREG(about.st_mode))
        why = "it is not a file";
    else if (about.st_uid != geteuid())
        why = "it belongs to somebody else";
    else if ((about.st_mode & (S_IRWXG | S_IRWXO)) && chmod(name, 0600) != 0)
        why = strerror(errno);
    if (why) (void)snprintf(file->why, sizeof file->why, "%s", why);
    return !why;
}

static void prepare(struct felt_hand_store_file *file, const char *text, sqlite3_stmt **out)
{
    if (file->result != FELT_HAND_STORE_DONE) return;
    int code = sqlite3_prepare_v3(file->database, text, -1, SQLITE_PREPARE_PERSISTENT, out, NULL);
    if (code != SQLITE_OK) felt_hand_store_fail(file, code);
}

static void prepare_all(struct felt_hand_store_file *file)
{
    char text[TEXT_BYTES];
    for (int i = 0; i < STATEMENTS; i++) prepare(file, texts[i], &file->prepared[i]);
    for (int i = 0; i < FELT_HAND_STORE_OF_FIGURES; i++) {
        felt_hand_store_stats_text(i, text, sizeof text);
        prepare(file, text, &file->stats[i]);
    }
    for (int i = 0; i < FELT_HAND_STORE_OF_PAIRS; i++)
        prepare(file, felt_hand_store_pairs_text(i), &file->pairs[i]);
}

/* A file of version 1 gets the tables of version 2, all of them or none. */
static void add_stats(struct felt_hand_store_file *file)
{
    char text[TEXT_BYTES];
    felt_hand_store_stats_schema(text, sizeof text);
    do_text(file, "BEGIN IMMEDIATE");
    do_text(file, kind_schema);
    do_text(file, text);
    do_text(file, felt_hand_store_pairs_schema);
    do_text(file, "PRAGMA user_version = 2; COMMIT");
    if (file->result != FELT_HAND_STORE_DONE && !sqlite3_get_autocommit(file->database))
        (void)sqlite3_exec(file->database, "ROLLBACK", NULL, NULL, NULL);
}

/* FELT_HAND_STORE_DONE, or why not: `why` is filled. */
static enum felt_hand_store_result connect_file(struct felt_hand_store_file *file)
{
    file->result = FELT_HAND_STORE_DONE;
    if (!make_private(file)) return file->result = FELT_HAND_STORE_FAILED;
    int code =
        sqlite3_open_v2(file->config->file, &file->database,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    if (code != SQLITE_OK) {
        felt_hand_store_fail(file, code);
        return file->result;
    }
    sqlite3_busy_timeout(file->database, WAIT_MS);
    sqlite3_db_config(file->database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
    /* Forgotten hands are overwritten, not only let go. */
    do_text(file, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                  "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
                  "PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY");
    int64_t version = ask_number(file, "PRAGMA user_version");
    int64_t tables = ask_number(file, "SELECT count(*) FROM sqlite_master");
    if (file->result == FELT_HAND_STORE_DONE && version != VERSION && version != 1 &&
        (version != 0 || tables != 0)) {
        file->result = FELT_HAND_STORE_FAILED;
        (void)snprintf(file->why, sizeof file->why, "it was made by another program or version");
    }
    if (version == 0) do_text(file, schema);
    if (version < VERSION) add_stats(file);
    prepare_all(file);
    return file->result;
}

/* ---- a damaged file -------------------------------------------------------------------------- */

static bool move_companion(const char *from, const char *to, const char *suffix)
{
    char old[PATH_MAX], renamed[PATH_MAX];
    if (snprintf(old, sizeof old, "%s%s", from, suffix) >= (int)sizeof old ||
        snprintf(renamed, sizeof renamed, "%s%s", to, suffix) >= (int)sizeof renamed)
        return false;
    return rename(old, renamed) == 0 || errno == ENOENT;
}

/* A name that nobody has yet: FILE.damaged-20251017, then with -1, -2 ... behind it. */
static bool name_aside(const char *file, char out[PATH_MAX])
{
    uint32_t date = felt_clock_date();
    for (int i = 0; i < NAMES_MAX; i++) {
        char suffix[SUFFIX_BYTES] = "";
        if (i > 0) (void)snprintf(suffix, sizeof suffix, "-%d", i);
        if (snprintf(out, PATH_MAX, "%s.damaged-%u%s", file, date, suffix) >= PATH_MAX)
            return false;
        if (access(out, F_OK) != 0) return true;
    }
    return false;
}

bool felt_hand_store_file_replace(struct felt_hand_store_file *file)
{
    char aside[PATH_MAX], line[PATH_MAX + WHY_BYTES + 128];
    const char *name = file->config->file;
    char why[WHY_BYTES];
    memcpy(why, file->why, sizeof why);
    disconnect(file);
    /* The companions first: a log that stayed behind would be taken for that of the fresh file. */
    if (!name_aside(name, aside) || !move_companion(name, aside, "-wal") ||
        !move_companion(name, aside, "-shm") || !move_companion(name, aside, ""))
        return false;
    (void)snprintf(line, sizeof line,
                   "hands: the library was damaged (%s); it is %s now, and a fresh one begins", why,
                   aside);
    say(file, "error", line);
    return connect_file(file) == FELT_HAND_STORE_DONE;
}

enum felt_status felt_hand_store_file_open(const struct felt_hand_store_config *config,
                                           struct felt_hand_store_file **out,
                                           struct felt_complaint *complaint)
{
    struct felt_hand_store_file *file = calloc(1, sizeof *file);
    felt_assert(config->file != NULL);
    if (!file) return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "no memory");
    file->config = config;
    enum felt_hand_store_result result = connect_file(file);
    if (result == FELT_HAND_STORE_DAMAGED && felt_hand_store_file_replace(file))
        result = FELT_HAND_STORE_DONE;
    if (result == FELT_HAND_STORE_DONE) {
        *out = file;
        return FELT_OK;
    }
    enum felt_status status =
        felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                      "the library of hands %s cannot be opened: %s", config->file, file->why);
    felt_hand_store_file_close(file);
    return status;
}

void felt_hand_store_file_close(struct felt_hand_store_file *file)
{
    if (!file) return;
    disconnect(file);
    free(file);
}

const char *felt_hand_store_file_why(const struct felt_hand_store_file *file)
{
    return file->why;
}

/* ---- statements ------------------------------------------------------------------------------ */

static sqlite3_stmt *with_user(struct felt_hand_store_file *file, enum statement which,
                               int64_t user)
{
    if (file->result != FELT_HAND_STORE_DONE) return NULL;
    sqlite3_stmt *prepared = file->prepared[which];
    int code = sqlite3_bind_int64(prepared, 1, user);
    if (code != SQLITE_OK) felt_hand_store_fail(file, code);
    return file->result == FELT_HAND_STORE_DONE ? prepared : NULL;
}

int64_t felt_hand_store_finish(struct felt_hand_store_file *file, sqlite3_stmt *prepared)
{
    int64_t number = 0;
    int code = sqlite3_step(prepared);
    while (code == SQLITE_ROW) {
        number = sqlite3_column_int64(prepared, 0);
        code = sqlite3_step(prepared);
    }
    if (code != SQLITE_DONE) felt_hand_store_fail(file, code);
    (void)sqlite3_reset(prepared);
    (void)sqlite3_clear_bindings(prepared);
    return number;
}

sqlite3_stmt *felt_hand_store_bind(struct felt_hand_store_file *file, sqlite3_stmt *prepared,
                                   const int64_t *numbers, int count)
{
    if (file->result != FELT_HAND_STORE_DONE) return NULL;
    for (int i = 0; i < count; i++) {
        int code = sqlite3_bind_int64(prepared, i + 1, numbers[i]);
        if (code != SQLITE_OK) felt_hand_store_fail(file, code);
    }
    return file->result == FELT_HAND_STORE_DONE ? prepared : NULL;
}

static void bind_text(sqlite3_stmt *prepared, int at, const char *text, size_t bytes)
{
    (void)sqlite3_bind_text64(prepared, at, text, bytes, SQLITE_STATIC, SQLITE_UTF8);
}

/* True: a row was written. */
static bool put(struct felt_hand_store_file *file, enum statement which, int64_t user,
                const struct felt_hand_store_row *row, const char *phh, size_t bytes)
{
    sqlite3_stmt *prepared = with_user(file, which, user);
    if (!prepared) return false;
    (void)sqlite3_bind_int64(prepared, 2, felt_hand_store_number(row->hand_id));
    bind_text(prepared, 3, row->hand_id, strlen(row->hand_id));
    (void)sqlite3_bind_int64(prepared, 4, row->at_ms);
    (void)sqlite3_bind_int64(prepared, 5, row->won);
    bind_text(prepared, 6, row->table, strlen(row->table));
    bind_text(prepared, 7, row->variant, strlen(row->variant));
    bind_text(prepared, 8, phh, bytes);
    (void)felt_hand_store_finish(file, prepared);
    return file->result == FELT_HAND_STORE_DONE && sqlite3_changes(file->database) > 0;
}

static void run_with(struct felt_hand_store_file *file, enum statement which, int64_t user,
                     int64_t number)
{
    sqlite3_stmt *prepared = with_user(file, which, user);
    if (!prepared) return;
    (void)sqlite3_bind_int64(prepared, 2, number);
    (void)felt_hand_store_finish(file, prepared);
}

/* Y3 */
static void count_hand(struct felt_hand_store_file *file, int64_t user)
{
    sqlite3_stmt *prepared = with_user(file, COUNT, user);
    int64_t hands = prepared ? felt_hand_store_finish(file, prepared) : 0,
            most = file->config->hands_max;
    if (hands <= most) return;
    run_with(file, DROP, user, hands - most);
    run_with(file, SET, user, most);
}

void felt_hand_store_file_keep(struct felt_hand_store_file *file, int64_t user,
                               const struct felt_hand_store_row *row, const char *phh, size_t bytes)
{
    if (put(file, PUT, user, row, phh, bytes))
        count_hand(file, user);
    else
        (void)put(file, REPLACE, user, row, phh, bytes); /* told again after a restart */
}

void felt_hand_store_file_forget(struct felt_hand_store_file *file, int64_t user)
{
    sqlite3_stmt *prepared = with_user(file, FORGET_HANDS, user);
    if (prepared) (void)felt_hand_store_finish(file, prepared);
    prepared = with_user(file, FORGET_SHELF, user);
    if (prepared) (void)felt_hand_store_finish(file, prepared);
    felt_hand_store_file_forget_stats(file, user);
    felt_hand_store_file_forget_pairs(file, user);
}

/* ---- questions ------------------------------------------------------------------------------- */

void felt_hand_store_copy_text(sqlite3_stmt *prepared, int column, char *out, size_t capacity)
{
    const char *text = (const char *)sqlite3_column_text(prepared, column);
    (void)snprintf(out, capacity, "%s", text ? text : "");
}

void felt_hand_store_read_row(sqlite3_stmt *prepared, struct felt_hand_store_row *row)
{
    *row = (struct felt_hand_store_row){.at_ms = sqlite3_column_int64(prepared, 1),
                                        .won = sqlite3_column_int64(prepared, 2)};
    felt_hand_store_copy_text(prepared, 0, row->hand_id, sizeof row->hand_id);
    felt_hand_store_copy_text(prepared, 3, row->table, sizeof row->table);
    felt_hand_store_copy_text(prepared, 4, row->variant, sizeof row->variant);
}

void felt_hand_store_file_list(struct felt_hand_store_file *file, int64_t user, const char *before,
                               uint32_t limit, struct felt_hand_store_answer *out)
{
    *out = (struct felt_hand_store_answer){.is_list = true};
    if (limit < 1) limit = 1;
    if (limit > ROWS_MAX) limit = ROWS_MAX;
    int64_t number = before[0] ? felt_hand_store_number(before) : INT64_MAX;
    sqlite3_stmt *prepared = with_user(file, LIST, user);
    if (!prepared) return;
    out->rows = calloc(limit, sizeof *out->rows);
    (void)sqlite3_bind_int64(prepared, 2, number);
    (void)sqlite3_bind_int64(prepared, 3, (int64_t)limit + 1); /* one more, to know of it */
    int code = out->rows ? sqlite3_step(prepared) : SQLITE_NOMEM;
    for (; code == SQLITE_ROW; code = sqlite3_step(prepared)) {
        if (out->count < limit)
            felt_hand_store_read_row(prepared, &out->rows[out->count++]);
        else
            out->more = true;
    }
    if (code != SQLITE_DONE) felt_hand_store_fail(file, code);
    (void)sqlite3_reset(prepared);
}

void felt_hand_store_file_find(struct felt_hand_store_file *file, int64_t user, const char *hand_id,
                               struct felt_hand_store_answer *out)
{
    *out = (struct felt_hand_store_answer){.is_list = false};
    sqlite3_stmt *prepared = with_user(file, FIND, user);
    if (!prepared) return;
    (void)sqlite3_bind_int64(prepared, 2, felt_hand_store_number(hand_id));
    int code = sqlite3_step(prepared);
    if (code == SQLITE_ROW) {
        const void *text = sqlite3_column_text(prepared, 0);
        size_t bytes = (size_t)sqlite3_column_bytes(prepared, 0);
        out->phh = text ? malloc(bytes + 1) : NULL;
        if (out->phh) {
            memcpy(out->phh, text, bytes);
            out->phh[bytes] = '\0';
            out->bytes = bytes;
        }
    } else if (code != SQLITE_DONE) {
        felt_hand_store_fail(file, code);
    }
    (void)sqlite3_reset(prepared);
}

void *felt_hand_store_more(struct felt_hand_store_file *file, void **rows, uint32_t *count,
                           size_t bytes, uint32_t most)
{
    enum { FIRST = 16 };
    bool full = *count == 0 || (*count >= FIRST && (*count & (*count - 1)) == 0);
    if (*count >= most) return NULL;
    if (full) {
        size_t room = *count ? 2 * (size_t)*count : FIRST;
        void *larger = realloc(*rows, room * bytes);
        if (!larger) {
            felt_hand_store_fail(file, SQLITE_NOMEM);
            return NULL;
        }
        *rows = larger;
    }
    void *row = (char *)*rows + *count * bytes;
    memset(row, 0, bytes);
    ++*count;
    return row;
}

/* ---- transactions ---------------------------------------------------------------------------- */

void felt_hand_store_file_begin(struct felt_hand_store_file *file)
{
    file->result = FELT_HAND_STORE_DONE;
    if (!file->database && connect_file(file) != FELT_HAND_STORE_DONE) {
        disconnect(file); /* half open is of no use: the next one tries again */
        return;
    }
    do_text(file, "BEGIN IMMEDIATE");
}

enum felt_hand_store_result felt_hand_store_file_commit(struct felt_hand_store_file *file)
{
    do_text(file, "COMMIT");
    if (file->result != FELT_HAND_STORE_DONE && file->database &&
        !sqlite3_get_autocommit(file->database))
        (void)sqlite3_exec(file->database, "ROLLBACK", NULL, NULL, NULL);
    return file->result;
}
