/* admin_doctor_ledger.c -- felt admin doctor: books, journal, backups.  See admin_doctor.h.
 *
 * SQLite makes files beside a database that it opens, and a journal cuts a torn end off: without a
 * server both are looked at as copies, in a directory that is gone afterwards.  With one, SQLite's
 * files are there, and the journal is the server's. */
#define _GNU_SOURCE /* mkdtemp */
#include "cli/admin/admin_doctor.h"
#include "server/app/ledger_check.h"

#include "store/journal/journal.h"
#include "store/schema/schema.h"
#include "store/backup/backup.h"
#include "os/clock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PATH_BYTES = FELT_DATA_DIR_PATH_BYTES + 320, COPY_PATH_BYTES = 128, WAIT_MS = 3000 };
enum { WHOLE_MAX_MB = 512, BACKUP_DAYS = 7, MB = 1 << 20, DAY_SECONDS = 86400 };

/* ---- copies ---- */

static bool copy_open_files(int from, int to)
{
    char piece[65536];
    for (;;) {
        ssize_t got = read(from, piece, sizeof piece);
        if (got == 0) return true;
        if (got < 0 || write(to, piece, (size_t)got) != got) return false;
    }
}

/* A file that is not there is no failure. */
static bool copy_file(const char *from, const char *to)
{
    int in = open(from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (in < 0) return errno == ENOENT;
    int out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool good = out >= 0 && copy_open_files(in, out);
    if (out >= 0) good &= close(out) == 0;
    (void)close(in);
    return good;
}

/* A private directory, and in it the files of `from` whose names begin with `head`. */
static bool make_copies(const char *from, const char *head, char out[COPY_PATH_BYTES])
{
    char source[PATH_BYTES], target[COPY_PATH_BYTES + 300];
    const char *place = getenv("TMPDIR");
    if (!place || *place != '/' || strlen(place) > COPY_PATH_BYTES - 32) place = "/tmp";
    (void)snprintf(out, COPY_PATH_BYTES, "%s/felt-doctor-XXXXXX", place);
    if (!mkdtemp(out)) {
        *out = '\0';
        return false;
    }
    DIR *list = opendir(from);
    bool good = list != NULL;
    for (struct dirent *entry; good && (entry = readdir(list));) {
        if (strncmp(entry->d_name, head, strlen(head)) != 0) continue;
        (void)snprintf(source, sizeof source, "%s/%s", from, entry->d_name);
        (void)snprintf(target, sizeof target, "%s/%s", out, entry->d_name);
        good = copy_file(source, target);
    }
    if (list) (void)closedir(list);
    return good;
}

static void remove_copies(const char *place)
{
    char name[COPY_PATH_BYTES + 300];
    DIR *list = *place ? opendir(place) : NULL;
    for (struct dirent *entry; list && (entry = readdir(list));) {
        (void)snprintf(name, sizeof name, "%s/%s", place, entry->d_name);
        (void)unlink(name);
    }
    if (list) (void)closedir(list);
    if (*place) (void)rmdir(place);
}

/* ---- books ---- */

/* As felt serve finds it.  False: said. */
static bool find_store(struct felt_doctor *doctor, struct felt_sql_config *sql)
{
    char name[PATH_BYTES], shown[FELT_DATA_DIR_NAME_BYTES];
    struct felt_complaint complaint = {0};
    const char *said = doctor->admin->args->value[FELT_CLI_ADMIN_STORE];
    if (!said) said = getenv("FELT_STORE");
    if (!said || !*said) said = felt_doctor_setting(doctor, FELT_CONF_STORE, NULL);
    (void)snprintf(doctor->store, sizeof doctor->store, "%s", said ? said : "");
    (void)snprintf(name, sizeof name, "%s/store", doctor->directory);
    FILE *memory = said ? NULL : fopen(name, "re");
    if (memory) {
        if (!fgets(doctor->store, sizeof doctor->store, memory)) doctor->store[0] = '\0';
        doctor->store[strcspn(doctor->store, "\n")] = '\0';
        (void)fclose(memory);
    }
    if (!*doctor->store) {
        (void)snprintf(name, sizeof name, "sqlite:%s", doctor->directory);
        memcpy(doctor->store, name, strnlen(name, sizeof doctor->store - 1));
    }
    if (felt_sql_config_read(doctor->store, sql, &complaint) == FELT_OK) {
        sql->wait_ms = WAIT_MS;
        sql->read_only = true;
        return true;
    }
    felt_data_dir_store_name(doctor->store, shown);
    felt_doctor_say(doctor, FELT_DOCTOR_BAD, "store", "%s: %s", shown, complaint.text);
    felt_doctor_advise(doctor, "look at store in felt.conf, FELT_STORE and %s/store",
                       doctor->directory);
    return false;
}

/* Opening them would put their permissions right: not ours to do (D1). */
static bool are_private(const char *place)
{
    static const char *const names[] = {"felt.db", "felt.db-wal", "felt.db-shm"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[PATH_BYTES];
        struct stat about;
        (void)snprintf(path, sizeof path, "%s/%s", place, names[i]);
        if (lstat(path, &about) == 0 &&
            (about.st_mode & (S_IRWXG | S_IRWXO) || about.st_uid != geteuid()))
            return false;
    }
    return true;
}

/* Version first: of another one the proofs know nothing.  False: there is nothing to prove. */
static bool look_at_version(struct felt_doctor *doctor, const struct felt_sql_config *sql)
{
    struct felt_sql *line = NULL;
    struct felt_complaint complaint = {0};
    if (felt_sql_open(sql, &line, &complaint) != FELT_OK) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "store", "%s", complaint.text);
        felt_doctor_advise(doctor, sql->kind == FELT_SQL_SQLITE
                                       ? "if felt.db is damaged: felt admin restore FILE --replace"
                                       : "is the database server there, and may we use it?");
        return false;
    }
    int version = felt_schema_version(line);
    felt_sql_close(line);
    if (version < 0) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "schema",
                        "the database is damaged, or belongs to another program");
        felt_doctor_advise(doctor, "felt admin restore FILE --replace puts a backup back");
    } else if (version == 0) {
        felt_doctor_say(doctor, FELT_DOCTOR_PASSED, "schema", "the database is empty");
        felt_doctor_advise(doctor, "felt serve makes the books at its first start");
    } else if (version > FELT_SCHEMA_VERSION) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "schema",
                        "the books have version %d, this program knows %d", version,
                        (int)FELT_SCHEMA_VERSION);
        felt_doctor_advise(doctor, "install a newer program, or restore a backup from before");
    } else if (version < FELT_SCHEMA_VERSION) {
        felt_doctor_say(doctor, FELT_DOCTOR_WARNING, "schema",
                        "the books have version %d, this program makes it %d", version,
                        (int)FELT_SCHEMA_VERSION);
        felt_doctor_advise(doctor, "restart the server: it brings them up; back up before");
    } else {
        felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "schema", "version %d", version);
    }
    return version == FELT_SCHEMA_VERSION;
}

/* Everything, where that takes a moment; sums, where it would take longer. */
static void prove(struct felt_doctor *doctor, const struct felt_sql_config *sql, bool whole)
{
    struct felt_proof proof[FELT_PROOFS];
    struct felt_complaint complaint = {0};
    int count = 0;
    bool good = false;
    if (felt_ledger_backup_prove(sql, !whole, proof, &count, &good, &complaint) != FELT_OK) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "books", "%s", complaint.text);
        felt_doctor_advise(doctor, "felt admin ledger check says more");
        return;
    }
    for (int i = 0; i < count && !good; i++) {
        if (!proof[i].wrong) continue;
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "books", "not true: %s; the first wrong one: %s",
                        felt_proof_text((enum felt_proof_kind)proof[i].kind), proof[i].first);
        felt_doctor_advise(doctor, "stop the server, keep a copy of the directory, and restore the "
                                   "last good backup");
    }
    if (good)
        felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "books", "%s",
                        whole ? "every balance is what the ledger says"
                              : "all balances sum to zero; felt admin ledger check proves more");
}

static void take_count(void *self, const struct felt_value *value, int count)
{
    if (count == 1) *(int64_t *)self = value[0].number;
}

/* An operator's password alone opens chips and users over HTTP (ASVS 4.3.1).  A factor that is on
 * begins with 'o' (accounts/factor.c). */
static void look_at_operators(struct felt_doctor *doctor, const struct felt_sql_config *sql)
{
    static const struct felt_statement bare = {
        "SELECT COUNT(*) FROM users WHERE kind = 'admin' AND deleted_at IS NULL"
        " AND disabled_at IS NULL AND password IS NOT NULL"
        " AND (factor IS NULL OR factor NOT LIKE 'o%')",
        ""};
    struct felt_sql *line = NULL;
    struct felt_complaint complaint = {0};
    int64_t found = -1;
    if (felt_sql_open(sql, &line, &complaint) != FELT_OK) return; /* said already */
    felt_sql_begin(line, false);
    felt_sql_add(line, &bare, NULL, 0, take_count, &found);
    bool read = felt_sql_commit(line) == FELT_SQL_OK;
    felt_sql_close(line);
    if (!read || found < 0) return;
    if (found == 0) {
        felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "operators",
                        "each one with a password has a second factor");
        return;
    }
    felt_doctor_say(doctor, FELT_DOCTOR_WARNING, "operators",
                    "%lld with a password and no second factor", (long long)found);
    felt_doctor_advise(doctor, "felt admin factor begin NAME; operator-second-factor = required in "
                               "felt.conf makes it a rule");
}

static void look_inside(struct felt_doctor *doctor, const struct felt_sql_config *sql, bool whole)
{
    if (!look_at_version(doctor, sql)) return;
    prove(doctor, sql, whole);
    look_at_operators(doctor, sql);
}

static void look_at_sqlite(struct felt_doctor *doctor, struct felt_sql_config *sql)
{
    char name[PATH_BYTES], copies[COPY_PATH_BYTES] = "";
    struct stat about;
    (void)snprintf(name, sizeof name, "%s/felt.db", sql->place);
    if (stat(name, &about) != 0) {
        int why = errno;
        bool served = doctor->server != 0, had = felt_ledger_check_trace(doctor->directory) != NULL;
        felt_doctor_say(doctor, served || had ? FELT_DOCTOR_BAD : FELT_DOCTOR_PASSED, "store",
                        "%s: %s", name, strerror(why));
        felt_doctor_advise(doctor, served ? "stop the server; what it has open is the only copy"
                                   : had  ? "is a disk not mounted?  Else felt admin restore FILE"
                                          : "felt serve makes it at its first start");
        return;
    }
    bool small = about.st_size / MB < WHOLE_MAX_MB;
    if (!are_private(sql->place)) {
        felt_doctor_say(doctor, FELT_DOCTOR_PASSED, "books", "not looked at: others may read %s",
                        name);
        felt_doctor_advise(doctor, "put the permissions right first");
        return;
    }
    if (!doctor->server && !small) {
        felt_doctor_say(doctor, FELT_DOCTOR_PASSED, "books", "%lld MB: too large for a quick look",
                        (long long)(about.st_size / MB));
        felt_doctor_advise(doctor, "felt admin ledger check");
        return;
    }
    if (!doctor->server && !make_copies(sql->place, "felt.db", copies)) {
        felt_doctor_say(doctor, FELT_DOCTOR_WARNING, "books", "felt.db cannot be copied: %s",
                        strerror(errno));
        felt_doctor_advise(doctor, "TMPDIR names a directory with room for it");
    } else {
        if (*copies) sql->place = copies;
        look_inside(doctor, sql, small);
    }
    remove_copies(copies);
}

void felt_doctor_ledger(struct felt_doctor *doctor)
{
    struct felt_sql_config sql = {0};
    char shown[FELT_DATA_DIR_NAME_BYTES];
    if (!find_store(doctor, &sql)) return;
    felt_data_dir_store_name(doctor->store, shown);
    felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "store", "%s", shown);
    if (sql.kind == FELT_SQL_SQLITE)
        look_at_sqlite(doctor, &sql);
    else
        look_inside(doctor, &sql, false);
}

/* ---- the journal ---- */

void felt_doctor_journal(struct felt_doctor *doctor)
{
    char place[PATH_BYTES], copies[COPY_PATH_BYTES] = "";
    struct felt_complaint complaint = {0};
    struct felt_journal *journal = NULL;
    (void)snprintf(place, sizeof place, "%s/room", doctor->directory);
    if (access(place, F_OK) != 0) {
        felt_doctor_say(doctor, FELT_DOCTOR_PASSED, "journal", "there is none yet");
        return;
    }
    if (doctor->server) {
        felt_doctor_say(doctor, FELT_DOCTOR_PASSED, "journal", "in use by the server");
        return;
    }
    if (!make_copies(place, "journal.", copies)) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "journal", "%s cannot be read: %s", place,
                        strerror(errno));
        felt_doctor_advise(doctor, "it must belong to the server's user");
    } else if (felt_journal_open(&(struct felt_journal_config){.directory = copies}, &journal,
                                 &complaint) != FELT_OK) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "journal", "%s: %s", place, complaint.text);
        felt_doctor_advise(doctor,
                           "move %s away: seats are lost, chips are not: they go back to their "
                           "owners at the next start; buy-ins of tournaments by felt admin event "
                           "pools and felt admin event refund",
                           place);
    } else {
        felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "journal", "%s%s%s", place,
                        *complaint.text ? ": " : "", complaint.text);
    }
    if (journal) felt_journal_close(journal);
    remove_copies(copies);
}

/* ---- backups ---- */

void felt_doctor_backups(struct felt_doctor *doctor)
{
    char place[PATH_BYTES], last[256] = "";
    int64_t newest = 0, now = felt_clock_wall_ms() / 1000;
    (void)snprintf(place, sizeof place, "%s/backups", doctor->directory);
    DIR *list = opendir(place);
    for (struct dirent *entry; list && (entry = readdir(list));) {
        struct stat about;
        size_t bytes = strlen(entry->d_name);
        if (bytes < 7 || strcmp(entry->d_name + bytes - 7, ".backup") != 0 ||
            fstatat(dirfd(list), entry->d_name, &about, 0) != 0 || about.st_mtime < newest)
            continue;
        newest = about.st_mtime;
        (void)snprintf(last, sizeof last, "%s", entry->d_name);
    }
    if (list) (void)closedir(list);
    long long days = (long long)((now - newest) / DAY_SECONDS);
    if (*last && days < BACKUP_DAYS) {
        felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "backups", "%s, %lld days old", last, days);
        return;
    }
    if (*last)
        felt_doctor_say(doctor, FELT_DOCTOR_WARNING, "backups", "the last one is %lld days old: %s",
                        days, last);
    else
        felt_doctor_say(doctor, FELT_DOCTOR_WARNING, "backups", "there is none in %s", place);
    felt_doctor_advise(doctor,
                       "felt admin backup %s/NAME.backup, every day (docs/OPERATING.md 3); "
                       "a copy on another machine is better still",
                       place);
}
