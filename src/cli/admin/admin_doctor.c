/* admin_doctor.c -- felt admin doctor: is everything as it should be, and what to do if not.  See
 * admin_doctor.h. */
#define _GNU_SOURCE /* AT_EACCESS */
#include "cli/admin/admin_doctor.h"

#include "base/format.h"
#include "cli/cli.h"
#include "server/app/data_dir.h"
#include "server/app/web_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Where packages keep things (contrib/felt.service). */
#define PACKAGE_DATA "/var/lib/felt"
#define PACKAGE_CONF "/etc/felt/felt.conf"

enum { PATH_BYTES = FELT_DATA_DIR_PATH_BYTES + 320, NAME_BYTES = 64, JSON_BYTES = 65536 };
enum { FREE_LEAST_MB = 100, FREE_GOOD_MB = 1024, MB = 1 << 20 };

/* ---- findings ---- */

void felt_doctor_say(struct felt_doctor *doctor, enum felt_doctor_state state, const char *name,
                     const char *format, ...)
{
    if (doctor->count == FELT_DOCTOR_FINDINGS_MAX) return;
    struct felt_doctor_finding *finding = &doctor->finding[doctor->count++];
    *finding = (struct felt_doctor_finding){.state = state, .name = name};
    struct felt_buffer text = felt_buffer_make(finding->text, sizeof finding->text - 1);
    va_list rest;
    va_start(rest, format);
    felt_format(&text, format, rest);
    va_end(rest);
    (void)felt_buffer_terminate(&text);
}

void felt_doctor_advise(struct felt_doctor *doctor, const char *format, ...)
{
    struct felt_doctor_finding *finding = &doctor->finding[doctor->count - 1];
    struct felt_buffer text = felt_buffer_make(finding->hint, sizeof finding->hint - 1);
    va_list rest;
    va_start(rest, format);
    felt_format(&text, format, rest);
    va_end(rest);
    (void)felt_buffer_terminate(&text);
}

/* ---- settings ---- */

/* The value of an option of the server that runs; "" of one without, NULL: it was not typed. */
static const char *typed_option(const struct felt_doctor *doctor, const char *name)
{
    size_t bytes = strlen(name);
    for (size_t at = 0; at < doctor->word_bytes; at += strlen(doctor->words + at) + 1) {
        const char *word = doctor->words + at;
        if (strncmp(word, "--", 2) != 0 || strncmp(word + 2, name, bytes) != 0) continue;
        if (word[2 + bytes] == '=') return word + 3 + bytes;
        size_t next = at + strlen(word) + 1;
        if (word[2 + bytes] == '\0') return next < doctor->word_bytes ? doctor->words + next : "";
    }
    return NULL;
}

const char *felt_doctor_setting(const struct felt_doctor *doctor, enum felt_conf_option option,
                                const char *usual)
{
    bool is_flag;
    const char *typed = typed_option(doctor, felt_conf_option_name(option, &is_flag));
    if (typed) return is_flag ? "yes" : typed;
    return doctor->conf.option[option][0] ? doctor->conf.option[option] : usual;
}

/* The file that counts: what was said, what the server was told, else one that is there. */
static bool find_conf(const struct felt_doctor *doctor, char out[PATH_BYTES])
{
    const char *said = doctor->admin->args->value[FELT_CLI_ADMIN_CONFIG];
    if (!said) said = typed_option(doctor, "config");
    (void)snprintf(out, PATH_BYTES, "%s", said ? said : "");
    if (said) return true;
    (void)snprintf(out, PATH_BYTES, "%s/felt.conf", doctor->directory);
    if (access(out, F_OK) == 0) return true;
    (void)snprintf(out, PATH_BYTES, "%s", PACKAGE_CONF);
    return strcmp(doctor->directory, PACKAGE_DATA) == 0 && access(out, F_OK) == 0;
}

static void look_at_conf(struct felt_doctor *doctor)
{
    char name[PATH_BYTES];
    struct felt_complaint complaint = {0};
    felt_conf_usual(&doctor->conf);
    if (!find_conf(doctor, name)) {
        felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "settings",
                        "there is no felt.conf: everything is as usual");
        return;
    }
    FILE *file = fopen(name, "re");
    char *text = malloc(FELT_CONF_BYTES_MAX + 1);
    size_t bytes = file && text ? fread(text, 1, FELT_CONF_BYTES_MAX + 1, file) : 0;
    if (!file || !text || ferror(file)) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "settings", "%s cannot be read: %s", name,
                        strerror(errno));
        felt_doctor_advise(doctor, "the server's user must be able to read it");
    } else if (felt_conf_read(&doctor->conf, text, bytes, &complaint) != FELT_OK) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "settings", "%s: %s", name, complaint.text);
        felt_doctor_advise(doctor, "put it right: felt serve does not start with it");
        felt_conf_usual(&doctor->conf);
    } else {
        felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "settings", "%s", name);
    }
    if (file) (void)fclose(file);
    free(text);
}

/* ---- the directory ---- */

static const char *name_user(uid_t uid, char out[NAME_BYTES])
{
    const struct passwd *entry = getpwuid(uid);
    if (entry)
        (void)snprintf(out, NAME_BYTES, "%s", entry->pw_name);
    else
        (void)snprintf(out, NAME_BYTES, "user %ld", (long)uid);
    return out;
}

/* D2.  False: somebody else who is not root. */
static bool become_owner(const struct felt_doctor *doctor)
{
    uid_t owner = doctor->about.st_uid;
    if (geteuid() == owner) return true;
    const struct passwd *entry = geteuid() == 0 ? getpwuid(owner) : NULL;
    return entry && initgroups(entry->pw_name, entry->pw_gid) == 0 && setegid(entry->pw_gid) == 0 &&
           seteuid(owner) == 0;
}

static void look_at_directory(struct felt_doctor *doctor)
{
    char owner[NAME_BYTES];
    const char *path = doctor->directory;
    bool there = stat(path, &doctor->about) == 0;
    if (!there || !S_ISDIR(doctor->about.st_mode)) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "directory", "%s: %s", path,
                        there ? "this is not a directory" : strerror(errno));
        felt_doctor_advise(doctor, "felt serve makes it; or name the right one with --data");
        return;
    }
    name_user(doctor->about.st_uid, owner);
    if (!become_owner(doctor)) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "directory", "%s belongs to %s, not to you", path,
                        owner);
        felt_doctor_advise(doctor, "run this as %s, or as root", owner);
        return;
    }
    doctor->opens = faccessat(AT_FDCWD, path, R_OK | X_OK, AT_EACCESS) == 0;
    mode_t mode = doctor->about.st_mode;
    if (faccessat(AT_FDCWD, path, R_OK | W_OK | X_OK, AT_EACCESS) != 0) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "directory", "%s: %s may not write there: %s",
                        path, owner, strerror(errno));
        felt_doctor_advise(doctor, "chmod 700 %s", path);
    } else if (mode & (S_IWGRP | S_IWOTH)) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "directory", "%s: others may write there", path);
        felt_doctor_advise(doctor, "chmod 700 %s", path);
    } else if (mode & (S_IROTH | S_IXOTH)) {
        felt_doctor_say(doctor, FELT_DOCTOR_WARNING, "directory", "%s: everybody may look into it",
                        path);
        felt_doctor_advise(doctor, "chmod 700 %s", path);
    } else {
        felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "directory", "%s, of %s", path, owner);
    }
}

/* Files of somebody else cannot be written by the server; others may read what they should not. */
static void look_at_files(struct felt_doctor *doctor)
{
    static const char *const secret[] = {"secret", "store", "felt.db", "felt.db-wal", "hands.db"};
    char foreign[NAME_BYTES] = "", open_to[NAME_BYTES] = "";
    DIR *list = opendir(doctor->directory);
    for (struct dirent *entry; list && (entry = readdir(list));) {
        struct stat about;
        if (strcmp(entry->d_name, "..") == 0 ||
            fstatat(dirfd(list), entry->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (about.st_uid != doctor->about.st_uid)
            (void)snprintf(foreign, sizeof foreign, "%.60s", entry->d_name);
        for (size_t i = 0; i < sizeof secret / sizeof secret[0]; i++)
            if (strcmp(secret[i], entry->d_name) == 0 && about.st_mode & (S_IRWXG | S_IRWXO))
                (void)snprintf(open_to, sizeof open_to, "%s", secret[i]);
    }
    if (list) (void)closedir(list);
    if (!list) {
        felt_doctor_say(doctor, FELT_DOCTOR_PASSED, "files", "the directory cannot be read");
    } else if (*foreign) {
        char owner[NAME_BYTES];
        name_user(doctor->about.st_uid, owner);
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "files", "%s does not belong to %s", foreign,
                        owner);
        felt_doctor_advise(doctor, "chown -R %s %s; run felt admin as that user, not as root",
                           owner, doctor->directory);
    } else if (*open_to) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "files", "others may read %s", open_to);
        felt_doctor_advise(doctor, "chmod 600 %s/%s, and think of who may have read it",
                           doctor->directory, open_to);
    } else {
        felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "files", "all of them belong to their owner");
    }
}

static void look_at_disk(struct felt_doctor *doctor)
{
    struct statvfs about;
    if (statvfs(doctor->directory, &about) != 0) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "disk", "%s", strerror(errno));
        return;
    }
    unsigned long long left = (unsigned long long)about.f_bavail * about.f_frsize / MB;
    bool files = about.f_files && about.f_favail < 1000;
    enum felt_doctor_state state = left < FREE_LEAST_MB           ? FELT_DOCTOR_BAD
                                   : left < FREE_GOOD_MB || files ? FELT_DOCTOR_WARNING
                                                                  : FELT_DOCTOR_GOOD;
    felt_doctor_say(doctor, state, "disk", "%llu MB are free%s", left,
                    files ? ", but hardly any files can be made" : "");
    if (state != FELT_DOCTOR_GOOD)
        felt_doctor_advise(doctor, "a server whose disk is full stops: make room");
}

static void look_at_web(struct felt_doctor *doctor)
{
    char place[FELT_DATA_DIR_PATH_BYTES], page[PATH_BYTES];
    const char *said = felt_doctor_setting(doctor, FELT_CONF_WEB, NULL);
    if (strcmp(felt_doctor_setting(doctor, FELT_CONF_NO_WEB, "no"), "yes") == 0) {
        felt_doctor_say(doctor, FELT_DOCTOR_PASSED, "web", "switched off (no-web)");
        return;
    }
    (void)snprintf(place, sizeof place, "%s", said ? said : "");
    bool found = said || felt_web_files_find(place, sizeof place);
    (void)snprintf(page, sizeof page, "%s/index.html", place);
    if (found && faccessat(AT_FDCWD, page, R_OK, AT_EACCESS) == 0) {
        char *whole = realpath(place, NULL); /* without the .. of where it was found */
        felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "web", "%s", whole ? whole : place);
        free(whole);
        return;
    }
    felt_doctor_say(doctor, said ? FELT_DOCTOR_BAD : FELT_DOCTOR_WARNING, "web",
                    said ? "%s has no index.html that can be read"
                         : "%sthe web client is not installed: there are no pages for browsers",
                    said ? said : "");
    felt_doctor_advise(doctor, "./dev web builds it; meson install and the package put it into "
                               "share/felt/web; web in felt.conf names another place");
}

/* ---- the command ---- */

static const char *const words[] = {"ok", "warning", "FAILED", "-"};

static void print_lines(const struct felt_doctor *doctor, int bad, int warnings)
{
    FILE *out = doctor->admin->out;
    for (int i = 0; i < doctor->count; i++) {
        const struct felt_doctor_finding *finding = &doctor->finding[i];
        fprintf(out, "%-7s  %-11s  %s\n", words[finding->state], finding->name, finding->text);
        if (*finding->hint) fprintf(out, "%22s%s\n", "", finding->hint);
    }
    if (bad || warnings)
        fprintf(out, "%d failed, %d %s\n", bad, warnings, warnings == 1 ? "warning" : "warnings");
    else
        fputs("all is well\n", out);
}

static bool print_json(const struct felt_doctor *doctor, int bad, int warnings)
{
    char *memory = malloc(JSON_BYTES);
    if (!memory) return false;
    struct felt_buffer out = felt_buffer_make(memory, JSON_BYTES);
    struct felt_json json = felt_json_make(&out);
    felt_json_object(&json);
    felt_json_key(&json, "good"), felt_json_bool(&json, bad == 0);
    felt_json_key(&json, "failed"), felt_json_int(&json, bad);
    felt_json_key(&json, "warnings"), felt_json_int(&json, warnings);
    felt_json_key(&json, "version"), felt_json_text(&json, FELT_VERSION);
    felt_json_key(&json, "checks");
    felt_json_array(&json);
    for (int i = 0; i < doctor->count; i++) {
        const struct felt_doctor_finding *finding = &doctor->finding[i];
        static const char *const states[] = {"ok", "warning", "failed", "skipped"};
        felt_json_object(&json);
        felt_json_key(&json, "name"), felt_json_text(&json, finding->name);
        felt_json_key(&json, "state"), felt_json_text(&json, states[finding->state]);
        felt_json_key(&json, "text"), felt_json_text(&json, finding->text);
        felt_json_key(&json, "hint"), felt_json_text(&json, finding->hint);
        felt_json_end(&json);
    }
    felt_json_end(&json);
    felt_json_end(&json);
    bool good = felt_json_done(&json);
    fprintf(doctor->admin->out, "%.*s\n", (int)out.used, memory);
    free(memory);
    return good;
}

static void examine(struct felt_doctor *doctor)
{
    look_at_directory(doctor);
    if (doctor->opens) felt_doctor_find_server(doctor);
    look_at_conf(doctor);
    if (doctor->opens) {
        look_at_files(doctor);
        look_at_disk(doctor);
        felt_doctor_ledger(doctor);
        felt_doctor_journal(doctor);
        felt_doctor_pools(doctor);
        felt_doctor_backups(doctor);
    }
    look_at_web(doctor);
    felt_doctor_certificate(doctor);
    felt_doctor_port(doctor);
    felt_doctor_program(doctor);
    felt_doctor_limits(doctor);
    felt_doctor_clock(doctor);
    felt_doctor_unit(doctor);
}

int felt_cli_admin_doctor(const struct felt_cli_admin_job *admin, const char *const *word)
{
    (void)word;
    if (admin->served) return felt_cli_admin_fail(admin, "the doctor comes from outside");
    struct felt_doctor *doctor = calloc(1, sizeof *doctor);
    if (!doctor) return FELT_EXIT_FAILED;
    doctor->admin = admin;
    const char *said = admin->args->value[FELT_CLI_ADMIN_DATA];
    char usual[FELT_DATA_DIR_PATH_BYTES];
    if (!said) said = felt_data_dir_usual(usual);
    if (!said || strlen(said) >= sizeof usual - 32) {
        free(doctor);
        return felt_cli_admin_refuse(admin, "name the directory of the server with --data");
    }
    char *whole = realpath(said, NULL);
    (void)snprintf(doctor->directory, sizeof doctor->directory, "%s", whole ? whole : said);
    free(whole);
    examine(doctor);
    int bad = 0, warnings = 0;
    for (int i = 0; i < doctor->count; i++) {
        bad += doctor->finding[i].state == FELT_DOCTOR_BAD;
        warnings += doctor->finding[i].state == FELT_DOCTOR_WARNING;
    }
    if (!felt_cli_admin_json(admin))
        print_lines(doctor, bad, warnings);
    else if (!print_json(doctor, bad, warnings))
        bad++;
    free(doctor);
    return bad ? FELT_EXIT_FAILED : FELT_EXIT_OK;
}
