/* admin_ledger.c -- felt admin ledger, backup, restore.
 *
 * A backup is written under another name, flushed to the disk and renamed: what is there under its
 * name is whole.  It never takes the place of another file.
 *
 * A restore with --replace books the backup in a directory beside the database first, and proves
 * it; only when that has worked is the old database moved aside and the new one put in its place.
 * So a damaged backup costs nothing, and the old ledger are still there afterwards, under another
 * name.  Nobody else works on the store meanwhile (felt_data_dir_store_lock), so the old database
 * is one file as soon as it was opened and closed, and each step is one rename.  Whoever dies
 * between the two leaves no felt.db: then nobody starts with empty ledger (data_dir.c). */
#define _GNU_SOURCE /* renameat2 */
#include "cli/admin/admin.h"

#include "cli/cli.h"
#include "store/backup/backup.h"
#include "os/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH_BYTES = FELT_DATA_DIR_PATH_BYTES + 64, PROOFS_BYTES = 16384 };

/* ---- the ledger ---- */

static void print_proof(const struct felt_cli_admin_job *admin, const struct felt_proof *proof)
{
    fprintf(admin->out, "  %-4s  %s: %llu looked at", proof->wrong ? "BAD" : "good",
            felt_proof_text((enum felt_proof_kind)proof->kind),
            (unsigned long long)proof->looked_at);
    if (proof->wrong)
        fprintf(admin->out, ", %llu wrong, the first: %s", (unsigned long long)proof->wrong,
                proof->first);
    fputc('\n', admin->out);
}

static void write_proofs(const struct felt_cli_admin_job *admin, const struct felt_proof *proof,
                         int count, bool good)
{
    char memory[PROOFS_BYTES];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&out);
    felt_json_object(&json);
    felt_json_key(&json, "good"), felt_json_bool(&json, good);
    felt_json_key(&json, "proofs");
    felt_json_array(&json);
    for (int i = 0; i < count; i++) {
        felt_json_object(&json);
        felt_json_key(&json, "what"),
            felt_json_text(&json, felt_proof_text((enum felt_proof_kind)proof[i].kind));
        felt_json_key(&json, "looked_at"), felt_json_uint(&json, proof[i].looked_at);
        felt_json_key(&json, "wrong"), felt_json_uint(&json, proof[i].wrong);
        felt_json_key(&json, "first"), felt_json_text(&json, proof[i].first);
        felt_json_end(&json);
    }
    felt_json_end(&json);
    felt_json_end(&json);
    fprintf(admin->out, "%.*s\n", (int)out.used, memory);
}

int felt_cli_admin_ledger_check(const struct felt_cli_admin_job *admin, const char *const *word)
{
    (void)word;
    struct felt_proof proof[FELT_PROOFS];
    struct felt_complaint complaint = {0};
    int count = 0;
    bool good = false;
    if (felt_ledger_backup_prove(&admin->data->sql, false, proof, &count, &good, &complaint) !=
        FELT_OK)
        return felt_cli_admin_fail(admin, "%s", complaint.text);
    if (felt_cli_admin_json(admin)) {
        write_proofs(admin, proof, count, good);
        return good ? FELT_EXIT_OK : FELT_EXIT_FAILED;
    }
    for (int i = 0; i < count; i++) print_proof(admin, &proof[i]);
    fputs(good ? "the books are right\n" : "THE BOOKS ARE WRONG\n", admin->out);
    return good ? FELT_EXIT_OK : FELT_EXIT_FAILED;
}

int felt_cli_admin_ledger_export(const struct felt_cli_admin_job *admin, const char *const *word)
{
    (void)word;
    int code;
    int64_t user = 0;
    struct felt_ledger_answer answer;
    struct felt_ledger_backup_sums sums;
    struct felt_complaint complaint = {0};
    bool csv = felt_args_flag(admin->args, FELT_CLI_ADMIN_CSV);
    const char *name = admin->args->value[FELT_CLI_ADMIN_USER];
    if (csv && felt_cli_admin_json(admin))
        return felt_cli_admin_refuse(admin, "--csv and --json are two different things: take one");
    if (name && !felt_cli_admin_user(admin, name, &answer, &code)) return code;
    if (name) user = answer.user.id;
    if (felt_ledger_backup_export(&admin->data->sql, user, csv, admin->out, &sums, &complaint) ==
        FELT_OK)
        return FELT_EXIT_OK;
    /* Whoever reads the first lines only knows what he does. */
    if (ferror(admin->out) && strstr(complaint.text, strerror(EPIPE))) return FELT_EXIT_FAILED;
    return felt_cli_admin_fail(admin, "%s", complaint.text);
}

int felt_cli_admin_ledger_summary(const struct felt_cli_admin_job *admin, const char *const *word)
{
    (void)word;
    struct felt_ledger_answer answer;
    struct felt_question question = {.kind = FELT_QUESTION_SUMMARY,
                                     .now_ms = felt_clock_wall_ms(),
                                     .limit = FELT_QUESTION_ROWS_MAX};
    if (!felt_cli_admin_ask(admin, &question, &answer)) return FELT_EXIT_FAILED;
    bool json = felt_cli_admin_json(admin);
    felt_chips issued = 0, ours = 0;
    if (json) fputc('{', admin->out);
    for (uint32_t i = 0; i < answer.count; i++) {
        const struct felt_account *account = &answer.accounts[i];
        bool mint = account->kind == FELT_ACCOUNT_MINT;
        if (mint) issued = -account->balance;
        if (!mint) ours += account->balance;
        if (json)
            fprintf(admin->out, "\"%s\":%lld,", account->name, (long long)account->balance);
        else
            fprintf(admin->out, "  %-32s %20lld\n", account->name, (long long)account->balance);
    }
    fprintf(admin->out,
            json ? "\"issued\":%lld,\"players\":%lld}\n"
                 : "%lld chips were issued; players have %lld of them\n",
            (long long)issued, (long long)(issued - ours));
    free(answer.rows);
    return FELT_EXIT_OK;
}

/* What was backed up or restored; `aside`: where the old database is, NULL if there was none. */
static void print_sums(const struct felt_cli_admin_job *admin, const char *file,
                       const struct felt_ledger_backup_sums *sums, const char *aside)
{
    bool json = felt_cli_admin_json(admin);
    if (json) {
        fputs("{\"file\":", admin->out);
        felt_cli_admin_text(admin, file);
    } else {
        fputs(file, admin->out);
    }
    fprintf(admin->out,
            json ? ",\"users\":%llu,\"transactions\":%llu" : ": %llu users, %llu transactions",
            (unsigned long long)sums->users, (unsigned long long)sums->transactions);
    if (aside && json) fputs(",\"old\":", admin->out), felt_cli_admin_text(admin, aside);
    if (aside && !json) fprintf(admin->out, "; the old database is %s", aside);
    fputs(json ? "}\n" : "\n", admin->out);
}

/* ---- backup ---- */

static bool flush_directory(const char *file)
{
    char name[PATH_BYTES];
    (void)snprintf(name, sizeof name, "%s", file);
    char *slash = strrchr(name, '/');
    if (slash) slash[slash == name] = '\0';
    int directory = open(slash ? name : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = directory >= 0 && fsync(directory) == 0;
    if (directory >= 0) (void)close(directory);
    return good;
}

/* File systems that cannot refuse to replace are asked first. */
static bool rename_new(const char *from, const char *to)
{
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return true;
    if (errno != EINVAL) return false;
    if (access(to, F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(from, to) == 0;
}

int felt_cli_admin_backup(const struct felt_cli_admin_job *admin, const char *const *word)
{
    char fresh[PATH_BYTES];
    struct felt_ledger_backup_sums sums = {0};
    struct felt_complaint complaint = {0};
    const char *base = strrchr(word[0], '/');
    if (strcmp(base ? base + 1 : word[0], "-") == 0)
        return felt_cli_admin_refuse(admin,
                                     "a backup goes to a file, which is whole or not there: name "
                                     "one, and send that");
    if (access(word[0], F_OK) == 0)
        return felt_cli_admin_fail(admin, "%s is there already; a backup replaces nothing",
                                   word[0]);
    int length = snprintf(fresh, sizeof fresh, "%s.%ld.new", word[0], (long)getpid());
    if (length < 0 || length >= (int)sizeof fresh)
        return felt_cli_admin_refuse(admin, "that name is too long");
    int file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    FILE *out = file < 0 ? NULL : fdopen(file, "w");
    if (!out) return felt_cli_admin_fail(admin, "cannot write %s: %s", fresh, strerror(errno));
    bool good = felt_ledger_backup_backup(&admin->data->sql, out, &sums, &complaint) == FELT_OK;
    errno = 0;
    bool written = fflush(out) == 0 && !ferror(out) && fsync(file) == 0;
    written &= fclose(out) == 0;
    if (good && written && rename_new(fresh, word[0])) {
        (void)flush_directory(word[0]);
        print_sums(admin, word[0], &sums, NULL);
        return FELT_EXIT_OK;
    }
    int code = good ? felt_cli_admin_fail(admin, "cannot write %s: %s", word[0], strerror(errno))
                    : felt_cli_admin_fail(admin, "%s", complaint.text);
    (void)unlink(fresh);
    return code;
}

/* ---- restore ---- */

static bool restore(const struct felt_cli_admin_job *admin, const struct felt_sql_config *sql,
                    const char *name, struct felt_ledger_backup_sums *sums)
{
    struct felt_complaint complaint = {0};
    FILE *in = fopen(name, "r");
    if (!in) {
        (void)felt_cli_admin_fail(admin, "cannot read %s: %s", name, strerror(errno));
        return false;
    }
    enum felt_status status = felt_ledger_backup_restore(sql, in, sums, &complaint);
    (void)fclose(in);
    if (status != FELT_OK) (void)felt_cli_admin_fail(admin, "%s", complaint.text);
    return status == FELT_OK;
}

/* The last to close a database moves its log into it.  One that cannot be opened, which may be why
 * it is replaced, keeps its log. */
static void gather_log(const struct felt_sql_config *config)
{
    struct felt_sql *sql = NULL;
    struct felt_complaint complaint = {0};
    if (felt_sql_open(config, &sql, &complaint) == FELT_OK) felt_sql_close(sql);
}

static bool has_log(const char *database)
{
    char name[PATH_BYTES + 8];
    struct stat about;
    (void)snprintf(name, sizeof name, "%s-wal", database);
    return stat(name, &about) == 0 && about.st_size > 0;
}

/* A database that is not there is moved as well as one that is.  The database goes first, a log
 * that it may have behind it: a log must never lie beside another database. */
static bool move_aside(const char *from, const char *to)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    char old[PATH_BYTES + 8], renamed[PATH_BYTES + 8];
    for (int i = 0; i < 3; i++) {
        (void)snprintf(old, sizeof old, "%s%s", from, ends[i]);
        (void)snprintf(renamed, sizeof renamed, "%s%s", to, ends[i]);
        if (access(old, F_OK) == 0 && rename(old, renamed) != 0) return false;
    }
    return flush_directory(to);
}

static void remove_database(const char *directory)
{
    static const char *const names[] = {"felt.db-wal", "felt.db-shm", "felt.db"};
    char name[PATH_BYTES];
    for (int i = 0; i < 3; i++) {
        if (snprintf(name, sizeof name, "%s/%s", directory, names[i]) < (int)sizeof name)
            (void)unlink(name);
    }
    (void)rmdir(directory);
}

/* The names that a replacement works with. */
struct places {
    char now[PATH_BYTES], fresh[PATH_BYTES], fresh_database[PATH_BYTES], aside[PATH_BYTES];
};

static bool name_places(const char *directory, struct places *out)
{
    char stamp[32];
    time_t now = time(NULL);
    struct tm utc;
    (void)gmtime_r(&now, &utc);
    (void)strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", &utc);
    if (strlen(directory) > FELT_DATA_DIR_PATH_BYTES - 64) return false;
    (void)snprintf(out->now, PATH_BYTES, "%s/felt.db", directory);
    (void)snprintf(out->fresh, PATH_BYTES, "%s/restore.new", directory);
    (void)snprintf(out->fresh_database, PATH_BYTES, "%s/restore.new/felt.db", directory);
    (void)snprintf(out->aside, PATH_BYTES, "%s/felt-%s.db", directory, stamp);
    for (int again = 2; access(out->aside, F_OK) == 0 && again < 100; again++)
        (void)snprintf(out->aside, PATH_BYTES, "%s/felt-%s-%d.db", directory, stamp, again);
    return access(out->aside, F_OK) != 0;
}

/* The new ledger, complete and right, in place->fresh. */
static bool prepare(const struct felt_cli_admin_job *admin, const struct places *place,
                    const char *name, struct felt_ledger_backup_sums *sums)
{
    struct felt_sql_config fresh = admin->data->sql;
    struct felt_proof proof[FELT_PROOFS];
    struct felt_complaint complaint = {0};
    int count = 0;
    bool good = false;
    fresh.place = place->fresh;
    remove_database(place->fresh); /* of one that was interrupted */
    if (!restore(admin, &fresh, name, sums)) return false;
    if (felt_ledger_backup_prove(&fresh, false, proof, &count, &good, &complaint) != FELT_OK) {
        (void)felt_cli_admin_fail(admin, "%s", complaint.text);
    } else if (!good) {
        for (int i = 0; i < count; i++)
            if (proof[i].wrong) print_proof(admin, &proof[i]);
        (void)felt_cli_admin_fail(admin, "the books of %s are wrong; nothing has changed", name);
    } else if (has_log(place->fresh_database)) {
        (void)felt_cli_admin_fail(admin, "the log of %s is still there; nothing has changed",
                                  place->fresh_database);
    } else {
        return true;
    }
    return false;
}

static bool exchange(const struct felt_cli_admin_job *admin, const struct places *place)
{
    if (access(place->now, F_OK) == 0) gather_log(&admin->data->sql);
    if (!move_aside(place->now, place->aside)) {
        (void)felt_cli_admin_fail(admin, "cannot move %s aside: %s", place->now, strerror(errno));
        return false;
    }
    if (rename(place->fresh_database, place->now) == 0) {
        (void)flush_directory(place->now);
        return true;
    }
    int why = errno;
    bool back = move_aside(place->aside, place->now);
    (void)felt_cli_admin_fail(admin,
                              "cannot put the new database in its place: %s; the old one is %s",
                              strerror(why), back ? place->now : place->aside);
    return false;
}

static int replace(const struct felt_cli_admin_job *admin, const char *name)
{
    struct places *place = calloc(1, sizeof *place);
    struct felt_ledger_backup_sums sums = {0};
    const char *directory = admin->data->sql.place;
    if (!place || !name_places(directory, place)) {
        free(place);
        return felt_cli_admin_fail(admin, "there is no name left to move %s/felt.db to", directory);
    }
    bool had_ledger = access(place->now, F_OK) == 0;
    bool good = prepare(admin, place, name, &sums) && exchange(admin, place);
    if (good) print_sums(admin, name, &sums, had_ledger ? place->aside : NULL);
    remove_database(place->fresh);
    free(place);
    return good ? FELT_EXIT_OK : FELT_EXIT_FAILED;
}

int felt_cli_admin_restore(const struct felt_cli_admin_job *admin, const char *const *word)
{
    struct felt_ledger_backup_sums sums = {0};
    bool replaces = felt_args_flag(admin->args, FELT_CLI_ADMIN_REPLACE);
    if (replaces && admin->data->sql.kind != FELT_SQL_SQLITE)
        return felt_cli_admin_refuse(admin, "--replace is for SQLite; of PostgreSQL make an empty "
                                            "database, and name it by --store");
    if (replaces && replace(admin, word[0]) != FELT_EXIT_OK) return FELT_EXIT_FAILED;
    if (!replaces) {
        if (!restore(admin, &admin->data->sql, word[0], &sums)) return FELT_EXIT_FAILED;
        print_sums(admin, word[0], &sums, NULL);
    }
    /* Whoever has put the ledger there means to serve them. */
    if (felt_data_dir_remember(admin->data)) return FELT_EXIT_OK;
    return felt_cli_admin_fail(admin, "cannot write %s/store: %s; name the --store to felt serve",
                               admin->data->directory, strerror(errno));
}
