/* data_dir.c -- see data_dir.h. */
#define _GNU_SOURCE /* O_PATH, explicit_bzero */
#include "server/app/data_dir.h"
#include "base/hex.h"
#include "os/folders.h"
#include "store/schema/schema.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SECRET_DIGITS = 2 * FELT_SECRET_BYTES, LOCK_STEP_MS = 50, STORE_WAIT_MS = 5000 };
enum {
    HOST_BYTES = 64,
    STORE_LOCK_WAIT_MS = 3000,
    STORE_PATH_BYTES = FELT_DATA_DIR_PATH_BYTES + 300
};

/* ---- the directory ---- */

bool felt_data_dir_name(const struct felt_data_dir *data, const char *name,
                        char out[FELT_DATA_DIR_PATH_BYTES])
{
    int length = snprintf(out, FELT_DATA_DIR_PATH_BYTES, "%s/%s", data->directory, name);
    return length > 0 && length < FELT_DATA_DIR_PATH_BYTES;
}

/* Under another name first: a file that is there is whole. */
bool felt_data_dir_keep(const struct felt_data_dir *data, const char *name, const char *text,
                        size_t bytes)
{
    char whole[FELT_DATA_DIR_PATH_BYTES], fresh[FELT_DATA_DIR_PATH_BYTES], new_name[32];
    (void)snprintf(new_name, sizeof new_name, "%s.new", name);
    if (!felt_data_dir_name(data, name, whole) || !felt_data_dir_name(data, new_name, fresh))
        return false;
    (void)unlink(fresh);
    int file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool good = file >= 0 && write(file, text, bytes) == (ssize_t)bytes && fsync(file) == 0;
    if (file >= 0) good &= close(file) == 0;
    if (!good || rename(fresh, whole) != 0) return false;
    int directory = open(data->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    good = directory >= 0 && fsync(directory) == 0;
    if (directory >= 0) (void)close(directory);
    return good;
}

const char *felt_data_dir_usual(char out[FELT_DATA_DIR_PATH_BYTES])
{
    const char *said = getenv("FELT_DATA"), *share = getenv("XDG_DATA_HOME"),
               *home = getenv("HOME");
    int length = 0;
    if (said && *said)
        length = snprintf(out, FELT_DATA_DIR_PATH_BYTES, "%s", said);
    else if (share && share[0] == '/') /* others do not count, says the XDG specification */
        length = snprintf(out, FELT_DATA_DIR_PATH_BYTES, "%s/felt", share);
    else if (home && *home)
        length = snprintf(out, FELT_DATA_DIR_PATH_BYTES, "%s/.local/share/felt", home);
    return length > 0 && length < FELT_DATA_DIR_PATH_BYTES ? out : NULL;
}

/* With all its parents.  Those get the usual mode, the last one is for its owner only. */
static bool make_directory(const char *path)
{
    return felt_make_parents(path, 0755) && (mkdir(path, 0700) == 0 || errno == EEXIST);
}

static bool refuse_directory(const struct felt_args *args, const char *path, const char *why)
{
    felt_args_refuse(args, "--data %s: %s", path, why);
    return false;
}

static bool open_directory(struct felt_data_dir *data, const char *path, bool makes,
                           const struct felt_args *args)
{
    char whole[FELT_DATA_DIR_PATH_BYTES];
    struct stat about;
    if (!*path) return refuse_directory(args, path, "name a directory");
    if (!makes && stat(path, &about) != 0 && errno == ENOENT) {
        data->absent = true;
        (void)snprintf(data->directory, sizeof data->directory, "%s", path);
        return true;
    }
    if ((makes && !make_directory(path)) || stat(path, &about) != 0)
        return refuse_directory(args, path, strerror(errno));
    if (!S_ISDIR(about.st_mode)) return refuse_directory(args, path, "this is not a directory");
    if (about.st_uid != geteuid() && geteuid() != 0)
        return refuse_directory(args, path, "belongs to somebody else");
    if (about.st_mode & (S_IWGRP | S_IWOTH))
        return refuse_directory(args, path, "others may write to it: chmod 700 it first");
    char *real = realpath(path, NULL);
    if (!real || strlen(real) >= sizeof whole - 32) {
        free(real);
        return refuse_directory(args, path, "its name is too long");
    }
    memcpy(data->directory, real, strlen(real) + 1);
    free(real);
    return true;
}

static bool read_store(struct felt_data_dir *data, const struct felt_args *args)
{
    struct felt_complaint complaint = {0};
    if (felt_sql_config_read(data->store, &data->sql, &complaint) != FELT_OK) {
        felt_args_refuse(args, "--store: %s", complaint.text);
        return false;
    }
    if (!data->sql.wait_ms) data->sql.wait_ms = STORE_WAIT_MS;
    return true;
}

static bool take_store(struct felt_data_dir *data, const char *text, const struct felt_args *args)
{
    static const char sqlite[] = "sqlite:";
    char here[FELT_DATA_DIR_PATH_BYTES] = "";
    size_t head = strncmp(text, sqlite, sizeof sqlite - 1) == 0 ? sizeof sqlite - 1 : 0;
    /* It is remembered, and felt admin may be called from anywhere. */
    bool relative = head && text[head] && text[head] != '/';
    if (relative && !getcwd(here, sizeof here)) *here = '\0';
    int length = snprintf(data->store, sizeof data->store, "%.*s%s%s%s", (int)head, text, here,
                          *here ? "/" : "", text + head);
    if (length >= 0 && length < (int)sizeof data->store) return read_store(data, args);
    felt_args_refuse(args, "--store is too long");
    return false;
}

/* What the directory remembers; "" if that is nothing.  False: errno says why. */
static bool read_memory(const char *name, char out[FELT_DATA_DIR_PATH_BYTES])
{
    int file = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    out[0] = '\0';
    if (file < 0) return errno == ENOENT;
    ssize_t got = read(file, out, FELT_DATA_DIR_PATH_BYTES - 1);
    (void)close(file);
    out[got > 0 ? got : 0] = '\0';
    out[strcspn(out, "\n")] = '\0';
    return true;
}

/* What the server was told last; without that, SQLite in the directory. */
static bool recall_store(struct felt_data_dir *data, const struct felt_args *args)
{
    char name[FELT_DATA_DIR_PATH_BYTES];
    if (!felt_data_dir_name(data, "store", name)) return false;
    bool good = read_memory(name, data->store);
    if (*data->store) return read_store(data, args);
    if (!good) {
        felt_args_refuse(args, "cannot read %s: %s", name, strerror(errno));
        return false;
    }
    int length = snprintf(data->store, sizeof data->store, "sqlite:%s", data->directory);
    return length > 0 && length < (int)sizeof data->store && read_store(data, args);
}

bool felt_data_dir_find(struct felt_data_dir *data, const char *typed, const char *store,
                        bool makes, const struct felt_args *args)
{
    char usual[FELT_DATA_DIR_PATH_BYTES];
    *data = (struct felt_data_dir){.lock = -1, .store_lock = -1, .serve_lock = -1};
    const char *path = typed ? typed : felt_data_dir_usual(usual);
    if (!path) {
        felt_args_refuse(args, "there is no HOME to keep anything in: name a directory by --data");
        return false;
    }
    /* A store that was named is looked at before anything is made. */
    const char *said = store ? store : getenv("FELT_STORE");
    bool named = said && *said;
    if (named && !take_store(data, said, args)) return false;
    return open_directory(data, path, makes, args) && (named || recall_store(data, args));
}

bool felt_data_dir_remember(const struct felt_data_dir *data)
{
    char text[FELT_DATA_DIR_PATH_BYTES + 8], name[FELT_DATA_DIR_PATH_BYTES];
    (void)snprintf(text, sizeof text, "sqlite:%s", data->directory);
    /* What is in the directory moves with it. */
    if (strcmp(text, data->store) == 0 && felt_data_dir_name(data, "store", name))
        return unlink(name) == 0 || errno == ENOENT;
    int length = snprintf(text, sizeof text, "%s\n", data->store);
    bool good = felt_data_dir_keep(data, "store", text, (size_t)length);
    explicit_bzero(text, sizeof text); /* there may be a password in it */
    return good;
}

bool felt_data_dir_had_other(const struct felt_data_dir *data, char out[FELT_DATA_DIR_NAME_BYTES])
{
    char *before = malloc(FELT_DATA_DIR_PATH_BYTES + 8), name[FELT_DATA_DIR_PATH_BYTES];
    bool other = false;
    if (before && felt_data_dir_name(data, "store", name) && read_memory(name, before)) {
        bool ledger = *before;
        if (!ledger && felt_data_dir_name(data, "felt.db", name)) {
            (void)snprintf(before, FELT_DATA_DIR_PATH_BYTES + 8, "sqlite:%s", data->directory);
            ledger = access(name, F_OK) == 0;
        }
        other = ledger && strcmp(before, data->store) != 0;
        if (other) felt_data_dir_store_name(before, out);
    }
    if (before) explicit_bzero(before, FELT_DATA_DIR_PATH_BYTES);
    free(before);
    return other;
}

/* ---- the lock ---- */

bool felt_data_dir_was_used(const struct felt_data_dir *data)
{
    char name[FELT_DATA_DIR_PATH_BYTES];
    return !data->absent && felt_data_dir_name(data, "felt.lock", name) && access(name, F_OK) == 0;
}

static long read_holder(int file)
{
    char text[32] = {0};
    if (pread(file, text, sizeof text - 1, 0) <= 0) return 0;
    return strtol(text, NULL, 10);
}

/* For whoever is refused; nothing depends on it. */
static void write_holder(int file)
{
    char text[32];
    int length = snprintf(text, sizeof text, "%ld\n", (long)getpid());
    if (ftruncate(file, 0) == 0) (void)!pwrite(file, text, (size_t)length, 0);
}

/* False: errno says why, EWOULDBLOCK if others hold it still. */
static bool wait_for_lock(int file, int how, int wait_ms)
{
    while (flock(file, how | LOCK_NB) != 0) {
        if (wait_ms <= 0 || (errno != EWOULDBLOCK && errno != EINTR)) return false;
        struct timespec step = {.tv_nsec = LOCK_STEP_MS * 1000000L};
        (void)nanosleep(&step, NULL);
        wait_ms -= LOCK_STEP_MS;
    }
    return true;
}

bool felt_data_dir_lock(struct felt_data_dir *data, int wait_ms, long *holder)
{
    char name[FELT_DATA_DIR_PATH_BYTES];
    *holder = 0;
    errno = ENAMETOOLONG;
    if (!felt_data_dir_name(data, "felt.lock", name)) return false;
    int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return false;
    if (!wait_for_lock(file, LOCK_EX, wait_ms)) {
        int why = errno;
        *holder = read_holder(file);
        (void)close(file);
        errno = why;
        return false;
    }
    write_holder(file);
    data->lock = file;
    return true;
}

/* ---- the store's own directory ---- */

/* The database that a restore moved aside last: "felt-20260102T030405Z.db".  To be renamed is the
 * last that happened to it. */
static bool find_aside(const char *place, char out[STORE_PATH_BYTES])
{
    struct timespec last = {0};
    char name[STORE_PATH_BYTES];
    DIR *list = opendir(place);
    out[0] = '\0';
    for (struct dirent *entry; list && (entry = readdir(list));) {
        struct stat about;
        size_t length = strlen(entry->d_name);
        if (strncmp(entry->d_name, "felt-2", 6) != 0 ||
            strcmp(entry->d_name + length - 3, ".db") != 0)
            continue;
        (void)snprintf(name, sizeof name, "%s/%s", place, entry->d_name);
        if (stat(name, &about) != 0) continue;
        bool later = about.st_ctim.tv_sec != last.tv_sec ? about.st_ctim.tv_sec > last.tv_sec
                                                         : about.st_ctim.tv_nsec >= last.tv_nsec;
        if (!later) continue;
        last = about.st_ctim;
        memcpy(out, name, sizeof name);
    }
    if (list) (void)closedir(list);
    return out[0] != '\0';
}

/* A store without felt.db begins with empty ledger, unless somebody has put the ledger away. */
static bool verify_ledger(const char *place, const struct felt_args *args)
{
    char name[STORE_PATH_BYTES], aside[STORE_PATH_BYTES];
    (void)snprintf(name, sizeof name, "%s/felt.db", place);
    if (access(name, F_OK) == 0 || errno != ENOENT) return true;
    if (find_aside(place, aside)) {
        (void)snprintf(name, sizeof name, "%s-wal", aside);
        bool log = access(name, F_OK) == 0;
        felt_args_refuse(
            args,
            "a restore was interrupted: %s/felt.db is missing.  Rename %s to felt.db%s "
            "and the old books are back; then restore again if need be.  Or move it "
            "away, to begin with empty books",
            place, aside, log ? " (its -wal to felt.db-wal)" : "");
        return false;
    }
    (void)snprintf(name, sizeof name, "%s/restore.new", place);
    if (access(name, F_OK) != 0) return true;
    felt_args_refuse(args,
                     "a restore was interrupted: %s/felt.db is missing.  Restore again with "
                     "--replace, or remove %s to begin with empty books",
                     place, name);
    return false;
}

/* 0 is an empty database, -1 one that is foreign, or damaged: whoever opens it complains. */
static bool read_version(const struct felt_data_dir *data, int *version,
                         const struct felt_args *args)
{
    struct felt_sql *sql = NULL;
    struct felt_complaint complaint = {0};
    struct felt_sql_config config = data->sql;
    config.read_only = true;
    *version = -1;
    if (felt_sql_open(&config, &sql, &complaint) != FELT_OK) {
        felt_data_dir_store_complain(data, complaint.text, args);
        return false;
    }
    *version = felt_schema_version(sql);
    felt_sql_close(sql);
    return true;
}

bool felt_data_dir_has_ledger(const struct felt_data_dir *data, const struct felt_args *args)
{
    char name[STORE_PATH_BYTES], store[FELT_DATA_DIR_NAME_BYTES];
    struct stat about;
    bool sqlite = data->sql.kind == FELT_SQL_SQLITE, ledger = !data->absent;
    if (ledger && sqlite) {
        if (!verify_ledger(data->sql.place, args)) return false;
        (void)snprintf(name, sizeof name, "%s/felt.db", data->sql.place);
        ledger = stat(name, &about) == 0 ? about.st_size > 0 : errno != ENOENT && errno != ENOTDIR;
    }
    if (ledger) {
        int version;
        if (!read_version(data, &version, args)) return false;
        ledger = version != 0;
    }
    if (ledger) return true;
    felt_data_dir_store_name(data->store, store);
    const char *place = data->absent ? data->directory : sqlite ? data->sql.place : store;
    felt_args_refuse(args,
                     "there are no books in %s: felt serve makes them; or name the right --data or "
                     "--store",
                     place);
    return false;
}

static bool refuse_store(const struct felt_args *args, const char *name, int why, bool alone)
{
    if (why != EWOULDBLOCK)
        felt_args_refuse(args, "cannot lock %s: %s", name, strerror(why));
    else if (alone)
        felt_args_refuse(args,
                         "somebody works on these books, with another --data: stop that felt serve "
                         "or felt admin first (%s is locked)",
                         name);
    else
        felt_args_refuse(
            args, "these books are being replaced by felt admin restore (%s is locked)", name);
    return false;
}

bool felt_data_dir_store_lock(struct felt_data_dir *data, bool alone, const struct felt_args *args)
{
    char name[STORE_PATH_BYTES];
    const char *place = data->sql.place;
    if (data->sql.kind != FELT_SQL_SQLITE) return true;
    if (mkdir(place, 0700) != 0 && errno != EEXIST) return refuse_store(args, place, errno, alone);
    (void)snprintf(name, sizeof name, "%s/felt.store.lock", place);
    int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return refuse_store(args, name, errno, alone);
    if (!wait_for_lock(file, alone ? LOCK_EX : LOCK_SH, STORE_LOCK_WAIT_MS)) {
        int why = errno;
        (void)close(file);
        return refuse_store(args, name, why, alone);
    }
    data->store_lock = file;
    return alone || verify_ledger(place, args);
}

bool felt_data_dir_store_reserve(struct felt_data_dir *data, const struct felt_args *args)
{
    char name[STORE_PATH_BYTES];
    if (data->sql.kind != FELT_SQL_SQLITE) return true;
    (void)snprintf(name, sizeof name, "%s/felt.serve.lock", data->sql.place);
    int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0 && wait_for_lock(file, LOCK_EX, STORE_LOCK_WAIT_MS)) {
        write_holder(file);
        data->serve_lock = file;
        return true;
    }
    if (file >= 0 && errno == EWOULDBLOCK)
        felt_args_refuse(args,
                         "process %ld serves these books with another --data: stop it first, two "
                         "servers would take each other's seats (%s is locked)",
                         read_holder(file), name);
    else
        felt_args_refuse(args, "cannot lock %s: %s", name, strerror(errno));
    if (file >= 0) (void)close(file);
    return false;
}

/* ---- the secret ---- */

static bool read_secret(struct felt_data_dir *data, int file, const char *name,
                        const struct felt_args *args)
{
    char text[SECRET_DIGITS + 2];
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || about.st_mode & 077) {
        felt_args_refuse(args,
                         "%s: others may read it; chmod 600 it, and if they did, think of "
                         "what it protects",
                         name);
        return false;
    }
    ssize_t got = pread(file, text, sizeof text, 0);
    bool good =
        (got == SECRET_DIGITS || (got == SECRET_DIGITS + 1 && text[SECRET_DIGITS] == '\n')) &&
        felt_hex_read(text, SECRET_DIGITS, data->secret, sizeof data->secret);
    explicit_bzero(text, sizeof text);
    if (!good)
        felt_args_refuse(args,
                         "%s: these are not %d hexadecimal digits; take it from a backup, or "
                         "move it away and a new one is made",
                         name, SECRET_DIGITS);
    return good;
}

static bool make_secret(struct felt_data_dir *data)
{
    char text[SECRET_DIGITS + 2];
    felt_secret_fill(data->secret, sizeof data->secret);
    felt_hex_write(data->secret, sizeof data->secret, text);
    text[SECRET_DIGITS] = '\n';
    bool good = felt_data_dir_keep(data, "secret", text, SECRET_DIGITS + 1);
    explicit_bzero(text, sizeof text);
    return good;
}

/* The owner of a lease is the directory: locked, and with a secret of its own.  A copy of it
 * elsewhere has the same secret and is another one. */
static void name_owner(struct felt_data_dir *data, const struct felt_args *args)
{
    char host[HOST_BYTES + 1] = "", text[FELT_DATA_DIR_PATH_BYTES + HOST_BYTES + 16];
    uint8_t digest[FELT_SECRET_BYTES];
    if (gethostname(host, HOST_BYTES) != 0) host[0] = '\0';
    int length = snprintf(text, sizeof text, "lease %s %s", host, data->directory);
    felt_secret_hmac(data->secret, text, (size_t)length, digest);
    felt_hex_write(digest, FELT_LEASE_OWNER_BYTES / 2, data->owner);
    (void)snprintf(data->place, sizeof data->place, "felt %s on %.32s, process %ld",
                   args->spec->command, *host ? host : "this host", (long)getpid());
}

bool felt_data_dir_secret(struct felt_data_dir *data, const struct felt_args *args)
{
    char name[FELT_DATA_DIR_PATH_BYTES];
    if (!felt_data_dir_name(data, "secret", name)) return false;
    int file = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file >= 0) {
        bool good = read_secret(data, file, name, args);
        (void)close(file);
        if (good) name_owner(data, args);
        return good;
    }
    if (errno == ENOENT && make_secret(data)) {
        name_owner(data, args);
        return true;
    }
    felt_args_refuse(args, "cannot keep a secret in %s: %s", name, strerror(errno));
    return false;
}

void felt_data_dir_close(struct felt_data_dir *data)
{
    if (data->lock >= 0) {
        if (data->serve_lock >= 0) (void)close(data->serve_lock);
        if (data->store_lock >= 0) (void)close(data->store_lock);
        (void)close(data->lock);
    }
    explicit_bzero(data->secret, sizeof data->secret);
    data->lock = data->store_lock = data->serve_lock = -1;
}

/* ---- what others need of it ---- */

void felt_data_dir_ledger_config(const struct felt_data_dir *data,
                                 struct felt_ledger_store_config *out)
{
    *out = felt_ledger_store_config_usual;
    out->sql = data->sql;
    out->owner = data->owner;
    out->place = data->place;
    out->ledger.digests = &felt_secret_digests;
    memcpy(out->ledger.secret, data->secret, sizeof out->ledger.secret);
}

/* One word of a conninfo, "host = 'a b'", from `at`; where the next begins.  Blanks and signs in
 * quotes belong to a value: a password may have anything in it. */
static const char *read_word(const char *at, size_t *name_bytes, const char **value,
                             size_t *value_bytes)
{
    *name_bytes = strcspn(at, " =");
    at += *name_bytes;
    at += strspn(at, " ");
    if (*at == '=') at++;
    at += strspn(at, " ");
    bool quoted = *at == '\'';
    *value = at += quoted;
    while (*at && *at != (quoted ? '\'' : ' ')) at += at[0] == '\\' && at[1] ? 2 : 1;
    *value_bytes = (size_t)(at - *value);
    if (quoted && *at) at++;
    return at + strspn(at, " ");
}

static void name_words(const char *conninfo, char out[FELT_DATA_DIR_NAME_BYTES])
{
    static const char *const shown[] = {"host", "hostaddr", "port", "dbname"};
    int used = snprintf(out, FELT_DATA_DIR_NAME_BYTES, "PostgreSQL");
    for (const char *at = conninfo + strspn(conninfo, " "); *at;) {
        const char *name = at, *value;
        size_t name_bytes, value_bytes;
        at = read_word(at, &name_bytes, &value, &value_bytes);
        for (int i = 0; i < 4; i++) {
            bool hit = strlen(shown[i]) == name_bytes && memcmp(shown[i], name, name_bytes) == 0;
            /* A dbname may be a conninfo itself, with a password. */
            if (!hit || value_bytes > 100 || memchr(value, '=', value_bytes) ||
                memchr(value, ':', value_bytes))
                continue;
            used += snprintf(out + used, FELT_DATA_DIR_NAME_BYTES - (size_t)used, "%s%s=%.*s",
                             strcmp(out, "PostgreSQL") == 0 ? ", " : " ", shown[i],
                             (int)value_bytes, value);
            if (used > FELT_DATA_DIR_NAME_BYTES - 128) return;
        }
    }
}

/* "postgresql://user:password@host:port/dbname?more" */
static void name_url(const char *url, char out[FELT_DATA_DIR_NAME_BYTES])
{
    const char *host = strstr(url, "//") + 2;
    for (size_t bytes = strcspn(host, "@/"); host[bytes] == '@'; bytes = strcspn(host, "@/"))
        host += bytes + 1;
    size_t bytes = strcspn(host, "?");
    (void)snprintf(out, FELT_DATA_DIR_NAME_BYTES, "PostgreSQL, %.*s",
                   bytes > 200 ? 200 : (int)bytes, host);
}

void felt_data_dir_store_name(const char *store, char out[FELT_DATA_DIR_NAME_BYTES])
{
    const char *text = strncmp(store, "postgres:", 9) == 0 ? store + 9 : store;
    if (strncmp(store, "sqlite:", 7) == 0)
        (void)snprintf(out, FELT_DATA_DIR_NAME_BYTES, "%s", store);
    else if (strncmp(text, "//", 2) == 0 || strncmp(text, "postgres://", 11) == 0 ||
             strncmp(text, "postgresql://", 13) == 0)
        name_url(text, out);
    else
        name_words(text, out);
}

void felt_data_dir_store_complain(const struct felt_data_dir *data, const char *why,
                                  const struct felt_args *args)
{
    bool disk = strstr(why, "I/O") || strstr(why, "is full") || strstr(why, "unable to open");
    if (disk && data->sql.kind == FELT_SQL_SQLITE)
        felt_args_refuse(args, "%s/felt.db: %s; is the disk full, or may we not write there?",
                         data->sql.place, why);
    else if (strncmp(why, "felt.db", 7) == 0)
        felt_args_refuse(args, "%s: %s", data->sql.place, why);
    else
        felt_args_refuse(args, "%s", why);
}

int felt_data_dir_socket_path(const struct felt_data_dir *data,
                              char out[FELT_DATA_DIR_SOCKET_BYTES])
{
    int directory = open(data->directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (directory >= 0)
        (void)snprintf(out, FELT_DATA_DIR_SOCKET_BYTES, "/proc/self/fd/%d/admin.sock", directory);
    return directory;
}
