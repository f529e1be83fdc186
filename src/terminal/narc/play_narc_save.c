/* play_narc_save.c -- see play_narc_save.h. */
#include "terminal/narc/play_narc_save.h"

#include "os/folders.h"
#include "felt/json.h"
#include "formats/load.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PROFILE_BYTES = 8192, HOUR_SECONDS = 3600 };
static const int64_t NUMBER_MAX = INT64_C(1000000000000); /* of a profile: far from any edge      */

static bool fail(char why[FELT_NARC_SAVE_WHY], const char *path, const char *reason)
{
    snprintf(why, FELT_NARC_SAVE_WHY, "%.*s: %s", FELT_NARC_SAVE_PATH, path, reason);
    return false;
}

/* ---- places ---- */

/* "x/narc.json" has its profile in "x/narc-profile.json". */
static bool name_profile(struct felt_narc_save *save)
{
    static const char ending[] = ".json";
    size_t bytes = strlen(save->run), end = sizeof ending - 1;
    if (bytes > end && strcmp(save->run + bytes - end, ending) == 0) bytes -= end;
    int length =
        snprintf(save->profile, sizeof save->profile, "%.*s-profile.json", (int)bytes, save->run);
    return length > 0 && length + 8 < (int)sizeof save->profile;
}

bool felt_narc_save_place(const char *typed, struct felt_narc_save *save,
                          char why[FELT_NARC_SAVE_WHY])
{
    const char *said = getenv("FELT_STATE"), *state = getenv("XDG_STATE_HOME"),
               *home = getenv("HOME");
    int length = 0;
    if (typed)
        length = snprintf(save->run, sizeof save->run, "%s", typed);
    else if (said && *said)
        length = snprintf(save->run, sizeof save->run, "%s/narc.json", said);
    else if (state && state[0] == '/') /* others do not count, says the XDG specification */
        length = snprintf(save->run, sizeof save->run, "%s/felt/narc.json", state);
    else if (home && home[0] == '/')
        length = snprintf(save->run, sizeof save->run, "%s/.local/state/felt/narc.json", home);
    if (typed && !*typed) return fail(why, "--save", "name a file");
    if (length == 0) return fail(why, "the run", "there is no home to keep it in; --save FILE");
    if (length < 0 || length >= (int)sizeof save->run || !name_profile(save))
        return fail(why, "the run", "the name of its file is too long");
    save->on = true;
    return true;
}

bool felt_narc_save_there(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0;
}

bool felt_narc_save_lock(struct felt_narc_save *save)
{
    char path[FELT_NARC_SAVE_PATH + 8];
    (void)felt_make_parents(save->run, 0700);
    snprintf(path, sizeof path, "%s.lock", save->run);
    save->lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (save->lock < 0) return true;
    if (flock(save->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return true;
    felt_narc_save_unlock(save);
    return false;
}

void felt_narc_save_unlock(struct felt_narc_save *save)
{
    if (save->lock >= 0) (void)close(save->lock);
    save->lock = -1;
}

/* ---- files ---- */

static bool write_all(int file, const char *text, size_t bytes)
{
    while (bytes > 0) {
        ssize_t done = write(file, text, bytes);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        text += done;
        bytes -= (size_t)done;
    }
    return true;
}

/* A renamed file is safe once its folder is. */
static void sync_folder(const char *path)
{
    char folder[FELT_NARC_SAVE_PATH];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash) *(slash == folder ? slash + 1 : slash) = '\0';
    int file = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    (void)fsync(file);
    (void)close(file);
}

/* Devices and folders are not ours to be replaced. */
static bool is_file_or_nothing(const char *path)
{
    struct stat about;
    if (lstat(path, &about) != 0) return true;
    return S_ISREG(about.st_mode) || S_ISLNK(about.st_mode);
}

/* V1 */
static bool write_file(const char *path, const char *text, size_t bytes,
                       char why[FELT_NARC_SAVE_WHY])
{
    char beside[FELT_NARC_SAVE_PATH + 8];
    if (!is_file_or_nothing(path)) return fail(why, path, "this is no regular file");
    (void)felt_make_parents(path, 0700);
    snprintf(beside, sizeof beside, "%s.new", path);
    int file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) return fail(why, path, strerror(errno));
    bool good = write_all(file, text, bytes) && fsync(file) == 0;
    int reason = errno;
    if (close(file) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && rename(beside, path) != 0) {
        good = false;
        reason = errno;
    }
    if (!good) {
        (void)unlink(beside);
        return fail(why, path, strerror(reason));
    }
    sync_folder(path);
    return true;
}

bool felt_narc_save_run(const char *path, const struct felt_narc_run *run,
                        const struct felt_narc_rules *rules, char why[FELT_NARC_SAVE_WHY])
{
    char *memory = malloc(FELT_NARC_RUN_TEXT_MAX);
    if (!memory) return fail(why, path, "not enough memory");
    struct felt_buffer text = felt_buffer_make(memory, FELT_NARC_RUN_TEXT_MAX);
    bool good = felt_narc_run_write(run, rules, &text) == FELT_OK && !text.overflow;
    good = good ? write_file(path, text.bytes, text.used, why)
                : fail(why, path, "the run is too long to be written");
    free(memory);
    return good;
}

bool felt_narc_save_aside(const char *path, char why[FELT_NARC_SAVE_WHY])
{
    char old[FELT_NARC_SAVE_PATH + 24];
    if (!felt_narc_save_there(path)) return false;
    if (!is_file_or_nothing(path)) return fail(why, path, "this is no regular file");
    for (int i = 0; i < 1000; i++) {
        snprintf(old, sizeof old, i ? "%s.old%d" : "%s.old", path, i);
        if (felt_narc_save_there(old)) continue;
        if (rename(path, old) != 0) return fail(why, path, strerror(errno));
        snprintf(why, FELT_NARC_SAVE_WHY, "%s", old);
        return true;
    }
    return fail(why, path, "there are too many old ones beside it");
}

/* ---- the profile ---- */

/* Numbers and texts by name: a table, so that reading and writing agree. */
struct field {
    const char *name;
    size_t at, bytes; /* bytes 0: a number                                                      */
};
#define NUMBER(f)                                                                                  \
    {                                                                                              \
#f, offsetof(struct felt_narc_profile, f), 0                                               \
    }
#define TEXT(f)                                                                                    \
    {                                                                                              \
#f, offsetof(struct felt_narc_profile, f), sizeof((struct felt_narc_profile *)0)->f        \
    }
static const struct field fields[] = {
    NUMBER(at),           NUMBER(runs), NUMBER(sessions), NUMBER(hands), NUMBER(best_run),
    NUMBER(best_session), TEXT(rules),  TEXT(cards),      TEXT(seat),    TEXT(with)};
enum { FIELDS = sizeof fields / sizeof fields[0] };

static bool read_field(const json_t *object, const struct field *field,
                       struct felt_narc_profile *out)
{
    const json_t *value = json_object_get(object, field->name);
    char *place = (char *)out + field->at;
    if (!value) return false;
    if (field->bytes == 0) {
        int64_t number = json_integer_value(value);
        if (!json_is_integer(value) || number < 0 || number > NUMBER_MAX) return false;
        memcpy(place, &number, sizeof number);
        return true;
    }
    const char *text = json_string_value(value);
    if (!text || strlen(text) >= field->bytes) return false;
    memcpy(place, text, strlen(text) + 1);
    return true;
}

static const char *read_profile(const char *text, size_t bytes, struct felt_narc_profile *out)
{
    struct felt_complaint complaint = {0};
    enum felt_status status;
    json_t *object = felt_load_json(text, bytes, PROFILE_BYTES, "a profile", &status, &complaint);
    if (!object) return "this is no JSON";
    const char *format = json_string_value(json_object_get(object, "format"));
    const char *wrong = NULL;
    if (!format || strcmp(format, "felt.narc.profile") != 0 ||
        json_integer_value(json_object_get(object, "version")) != 1)
        wrong = "this is no felt.narc.profile of version 1";
    for (int i = 0; i < FIELDS && !wrong; i++)
        if (!read_field(object, &fields[i], out)) wrong = fields[i].name;
    out->taught = json_is_true(json_object_get(object, "taught"));
    json_decref(object);
    return wrong;
}

enum felt_status felt_narc_profile_read(const struct felt_narc_save *save,
                                        struct felt_narc_profile *out, char why[FELT_NARC_SAVE_WHY])
{
    struct felt_narc_profile profile = {0};
    char text[PROFILE_BYTES];
    memset(out, 0, sizeof *out);
    FILE *file = fopen(save->profile, "re");
    if (!file && errno == ENOENT) return FELT_OK;
    if (!file) {
        fail(why, save->profile, strerror(errno));
        return FELT_BAD_FORMAT;
    }
    size_t bytes = fread(text, 1, sizeof text, file);
    bool failed = ferror(file) != 0;
    (void)fclose(file);
    const char *wrong = failed ? "it cannot be read" : read_profile(text, bytes, &profile);
    if (wrong) {
        snprintf(why, FELT_NARC_SAVE_WHY, "%s: is damaged or not ours (%s)", save->profile, wrong);
        return FELT_BAD_FORMAT;
    }
    *out = profile;
    return FELT_OK;
}

bool felt_narc_profile_write(const struct felt_narc_save *save,
                             const struct felt_narc_profile *profile, char why[FELT_NARC_SAVE_WHY])
{
    char memory[PROFILE_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&text);
    felt_json_object(&json);
    felt_json_key(&json, "format");
    felt_json_text(&json, "felt.narc.profile");
    felt_json_key(&json, "version");
    felt_json_int(&json, 1);
    for (int i = 0; i < FIELDS; i++) {
        const char *place = (const char *)profile + fields[i].at;
        int64_t number = 0;
        felt_json_key(&json, fields[i].name);
        if (fields[i].bytes) {
            felt_json_text(&json, place);
        } else {
            memcpy(&number, place, sizeof number);
            felt_json_int(&json, number);
        }
    }
    felt_json_key(&json, "taught");
    felt_json_bool(&json, profile->taught);
    felt_json_end(&json);
    if (!felt_json_done(&json)) return fail(why, save->profile, "the profile is too long");
    felt_buffer_char(&text, '\n');
    return write_file(save->profile, text.bytes, text.used, why);
}

/* ---- time ---- */

int64_t felt_narc_save_now(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec;
}

uint64_t felt_narc_save_seed(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec % 100000 * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

int32_t felt_narc_save_cool(int32_t heat, int64_t since, int64_t now)
{
    if (since <= 0 || now <= since) return heat;
    int64_t hours = (now - since) / HOUR_SECONDS;
    return hours >= heat ? 0 : heat - (int32_t)hours;
}
