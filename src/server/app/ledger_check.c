/* ledger_check.c -- see ledger_check.h. */
#include "server/app/ledger_check.h"
#include "store/schema/schema.h"
#include "store/backup/backup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SHOWN = 8 }; /* digits of a name, for people */

struct ledger {
    int version; /* 0: there are none; -1: not ours, or damaged: whoever opens them complains     */
    char name[FELT_IDENTITY_BYTES + 1]; /* "": none                                              */
};

/* "": the directory knows none. */
static void recall(const struct felt_data_dir *data, char out[FELT_IDENTITY_BYTES + 1])
{
    char path[FELT_DATA_DIR_PATH_BYTES];
    *out = '\0';
    if (!felt_data_dir_name(data, "books", path)) return;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    ssize_t got = file < 0 ? 0 : read(file, out, FELT_IDENTITY_BYTES);
    if (file >= 0) (void)close(file);
    out[got > 0 ? got : 0] = '\0';
}

static bool has_entries(const char *path)
{
    DIR *list = opendir(path);
    bool found = false;
    for (const struct dirent *entry; list && !found && (entry = readdir(list));)
        found = entry->d_name[0] != '.';
    if (list) (void)closedir(list);
    return found;
}

const char *felt_ledger_check_trace(const char *directory)
{
    static const char *const names[] = {"books", "hands.db", "room"};
    char path[FELT_DATA_DIR_PATH_BYTES + 16];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct stat about;
        (void)snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        if (stat(path, &about) == 0 && (!S_ISDIR(about.st_mode) || has_entries(path)))
            return names[i];
    }
    return NULL;
}

/* A file that is not there is not made. */
static bool has_no_file(const struct felt_data_dir *data)
{
    char path[FELT_DATA_DIR_PATH_BYTES + 16];
    struct stat about;
    if (data->sql.kind != FELT_SQL_SQLITE) return false;
    (void)snprintf(path, sizeof path, "%s/felt.db", data->sql.place);
    if (stat(path, &about) == 0) return about.st_size == 0;
    return errno == ENOENT || errno == ENOTDIR;
}

/* False: complained. */
static bool look(const struct felt_data_dir *data, struct ledger *out, const struct felt_args *args)
{
    struct felt_sql *sql = NULL;
    struct felt_complaint complaint = {0};
    struct felt_sql_config config = data->sql;
    config.read_only = true;
    *out = (struct ledger){0};
    if (has_no_file(data)) return true;
    if (felt_sql_open(&config, &sql, &complaint) != FELT_OK) {
        felt_data_dir_store_complain(data, complaint.text, args);
        return false;
    }
    out->version = felt_schema_version(sql);
    if (out->version > 0 && !felt_schema_identity(sql, out->name)) out->version = -1;
    felt_sql_close(sql);
    return true;
}

static bool refuse_missing(const struct felt_data_dir *data, const char *trace,
                           const struct felt_args *args)
{
    char store[FELT_DATA_DIR_NAME_BYTES];
    felt_data_dir_store_name(data->store, store);
    felt_args_refuse(
        args,
        "there are no books in %s, but %s/%s says that this directory has had some: is "
        "a disk not mounted, or --store wrong?  Else restore a backup: felt admin "
        "--data %s restore FILE.  To begin with empty books name another --data",
        store, data->directory, trace, data->directory);
    return false;
}

static bool refuse_other(const struct felt_data_dir *data, const char *known, const char *found,
                         const struct felt_args *args)
{
    char store[FELT_DATA_DIR_NAME_BYTES];
    felt_data_dir_store_name(data->store, store);
    felt_args_refuse(args,
                     "%s has the books %.*s, but %s belongs to the books %.*s: name the right "
                     "--store or --data.  If these are meant, move books, room and hands.db out of "
                     "%s first: users have other numbers there",
                     store, SHOWN, found, data->directory, SHOWN, known, data->directory);
    return false;
}

bool felt_ledger_check_verify(const struct felt_data_dir *data, const struct felt_args *args)
{
    struct ledger ledger;
    char known[FELT_IDENTITY_BYTES + 1];
    const char *trace = felt_ledger_check_trace(data->directory);
    recall(data, known);
    if (!trace) return true;
    if (!look(data, &ledger, args)) return false;
    if (ledger.version == 0) return refuse_missing(data, trace, args);
    if (*known && *ledger.name && strcmp(known, ledger.name) != 0)
        return refuse_other(data, known, ledger.name, args);
    return true;
}

bool felt_ledger_check_intact(const struct felt_data_dir *data, const struct felt_args *args)
{
    struct felt_proof proof;
    struct felt_complaint complaint = {0};
    if (has_no_file(data)) return true;
    enum felt_status status = felt_ledger_backup_prove_file(
        &data->sql, true, (int64_t)FELT_BOOKS_QUICK_MB << 20, &proof, &complaint);
    if (status != FELT_OK) {
        felt_data_dir_store_complain(data, complaint.text, args);
        return false;
    }
    if (proof.wrong == 0) return true;
    felt_args_refuse(args,
                     "%s/felt.db is damaged (%s).  Keep a copy of the directory, look whether the "
                     "disk is sound, and restore the last good backup: felt admin --data %s "
                     "restore FILE --replace",
                     data->sql.place, proof.first, data->directory);
    return false;
}

bool felt_ledger_check_remember(const struct felt_data_dir *data)
{
    struct felt_sql *sql = NULL;
    struct felt_sql_config config = data->sql;
    char known[FELT_IDENTITY_BYTES + 1], found[FELT_IDENTITY_BYTES + 2];
    config.read_only = true;
    errno = EIO;
    bool good =
        felt_sql_open(&config, &sql, NULL) == FELT_OK && felt_schema_identity(sql, found) && *found;
    felt_sql_close(sql);
    if (!good) return false;
    recall(data, known);
    if (strcmp(known, found) == 0) return true;
    found[FELT_IDENTITY_BYTES] = '\n';
    return felt_data_dir_keep(data, "books", found, FELT_IDENTITY_BYTES + 1);
}

bool felt_ledger_check_free(const struct felt_data_dir *data, const struct felt_args *args)
{
    struct felt_sql *sql = NULL;
    struct felt_complaint complaint = {0};
    if (data->sql.kind != FELT_SQL_POSTGRES) return true;
    enum felt_status status = felt_sql_open(&data->sql, &sql, &complaint);
    if (status == FELT_OK && felt_schema_version(sql) > 0)
        status = felt_lease_look(sql, data->owner, &complaint);
    felt_sql_close(sql);
    if (status != FELT_OK) felt_data_dir_store_complain(data, complaint.text, args);
    return status == FELT_OK;
}
