/* lab_dir.c -- see lab_dir.h. */
#include "lab/archive/lab_dir.h"
#include "base/json_member.h"

#include "os/folders.h"
#include "command/lab_file.h"
#include "felt/assert.h"
#include "felt/json.h"
#include "formats/load.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define ARCHIVE  "archive.json"
#define PROGRESS "progress.jsonl"
#define LOCK     ".lock"
enum {
    PATH_BYTES = FELT_LAB_DIR_BYTES + FELT_LAB_SLUG_BYTES + 32,
    LINE_BYTES = 1024,
    LINES_BYTES_MAX = 64 << 20,
    DECIMALS = 6,
    SLUG_NAME_BYTES = 48
};

/* ---- paths ---- */

static bool join(const char *path, const char *file, char out[PATH_BYTES],
                 struct felt_complaint *complaint)
{
    int bytes = snprintf(out, PATH_BYTES, "%s/%s", path, file);
    if (path[0] && strlen(path) < FELT_LAB_DIR_BYTES && bytes < PATH_BYTES) return true;
    (void)felt_complain(complaint, FELT_BAD_NAME, 0, 0,
                        path[0] ? "the name of the directory is too long; take at most %d bytes"
                                : "a directory needs a name",
                        FELT_LAB_DIR_BYTES - 1);
    return false;
}

static bool failed(struct felt_complaint *complaint, const char *file, int why)
{
    (void)felt_complain(complaint, FELT_FULL, 0, 0, "%s: %s", file, strerror(why));
    return false;
}

/* Is there anything but our lock in it? */
static bool is_empty(const char *path)
{
    DIR *folder = opendir(path);
    bool empty = folder != NULL;
    for (const struct dirent *entry; empty && (entry = readdir(folder));)
        empty = !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") ||
                !strcmp(entry->d_name, LOCK);
    if (folder) (void)closedir(folder);
    return empty;
}

/* ---- beginning ---- */

enum felt_status felt_lab_dir_new(const char *path, struct felt_complaint *complaint)
{
    char file[PATH_BYTES];
    struct stat about;
    if (!join(path, ARCHIVE, file, complaint)) return FELT_BAD_NAME;
    if (felt_make_parents(path, 0777) && mkdir(path, 0777) == 0) return FELT_OK;
    if (errno != EEXIST) {
        (void)failed(complaint, "it cannot be made", errno);
        return FELT_FULL;
    }
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode))
        return felt_complain(complaint, FELT_BAD_NAME, 0, 0, "this is no directory");
    if (lstat(file, &about) == 0)
        return felt_complain(
            complaint, FELT_BAD_NAME, 0, 0,
            "an archive is there already; go on with it by --resume, or name a new "
            "directory by --out");
    if (!is_empty(path))
        return felt_complain(complaint, FELT_BAD_NAME, 0, 0,
                             "there are files already, and no archive; name a new directory");
    if (access(path, W_OK | X_OK) != 0) {
        (void)failed(complaint, "it cannot be written", errno);
        return FELT_FULL;
    }
    return FELT_OK;
}

int felt_lab_dir_lock(const char *path, struct felt_complaint *complaint)
{
    char file[PATH_BYTES];
    if (!join(path, LOCK, file, complaint)) return -1;
    int lock = open(file, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (lock < 0) {
        (void)failed(complaint, "it cannot be written", errno);
        return -1;
    }
    if (flock(lock, LOCK_EX | LOCK_NB) == 0) return lock;
    if (errno == EWOULDBLOCK)
        (void)felt_complain(complaint, FELT_FULL, 0, 0,
                            "an evolution is running there; wait for its end, or end it (Ctrl-C)");
    else
        (void)failed(complaint, LOCK, errno);
    (void)close(lock);
    return -1;
}

void felt_lab_dir_forget(const char *path)
{
    char file[PATH_BYTES];
    if (!join(path, LOCK, file, NULL) || !is_empty(path)) return;
    (void)unlink(file);
    (void)rmdir(path);
}

/* ---- writing ---- */

static bool write_all(int file, const char *text, size_t bytes)
{
    while (bytes > 0) {
        ssize_t done = write(file, text, bytes);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) {
            if (done == 0) errno = ENOSPC;
            return false;
        }
        text += done;
        bytes -= (size_t)done;
    }
    return true;
}

/* A renamed file is safe once its folder is. */
static void sync_folder(const char *file)
{
    char folder[PATH_BYTES];
    snprintf(folder, sizeof folder, "%s", file);
    char *slash = strrchr(folder, '/');
    felt_assert(slash != NULL);
    *slash = '\0';
    int open_folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (open_folder < 0) return;
    (void)fsync(open_folder);
    (void)close(open_folder);
}

bool felt_lab_dir_write(const char *path, const char *file, const char *text, size_t bytes,
                        struct felt_complaint *complaint)
{
    char name[PATH_BYTES], beside[PATH_BYTES + 8];
    const char *slash = strchr(file, '/');
    if (slash) {
        char folder[PATH_BYTES], within[FELT_LAB_SLUG_BYTES];
        snprintf(within, sizeof within, "%.*s", (int)(slash - file), file);
        if (!join(path, within, folder, complaint)) return false;
        if (mkdir(folder, 0777) != 0 && errno != EEXIST) return failed(complaint, within, errno);
    }
    if (!join(path, file, name, complaint)) return false;
    snprintf(beside, sizeof beside, "%s.new", name);
    int out = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (out < 0) return failed(complaint, file, errno);
    bool good = write_all(out, text, bytes) && fsync(out) == 0;
    int why = errno;
    if (close(out) != 0 && good) {
        good = false;
        why = errno;
    }
    if (good && rename(beside, name) != 0) {
        good = false;
        why = errno;
    }
    if (good)
        sync_folder(name);
    else
        (void)unlink(beside);
    return good || failed(complaint, file, why);
}

bool felt_lab_dir_checkpoint(const char *path, const struct felt_lab_archive *archive,
                             struct felt_complaint *complaint)
{
    char *memory = malloc(FELT_ARCHIVE_TEXT_MAX);
    struct felt_buffer text = felt_buffer_make(memory, memory ? FELT_ARCHIVE_TEXT_MAX : 0);
    bool good =
        memory && felt_archive_json_write(&archive->evolve, archive->preset, &text) == FELT_OK;
    if (!memory)
        (void)felt_complain(complaint, FELT_FULL, 0, 0, "out of memory; free some and try again");
    else if (!good)
        (void)felt_complain(complaint, FELT_FULL, 0, 0, "%s: there is too much to be written",
                            ARCHIVE);
    good = good && felt_lab_dir_write(path, ARCHIVE, text.bytes, text.used, complaint);
    free(memory);
    return good;
}

/* ---- progress ---- */

static void key_number(struct felt_json *json, const char *key, double number)
{
    felt_json_key(json, key);
    felt_json_decimal(json, number, DECIMALS);
}

static void write_point(const struct felt_progress_point *point, bool done, struct felt_buffer *out)
{
    struct felt_json json = felt_json_make(out);
    felt_json_object(&json);
    key_number(&json, "seconds", point->seconds);
    felt_json_put_uint(&json, "generation", point->generation);
    felt_json_put_uint(&json, "elites", point->elites);
    felt_json_put_uint(&json, "good", point->good);
    felt_json_put_uint(&json, "made", point->made);
    felt_json_put_uint(&json, "viable", point->viable);
    felt_json_put_uint(&json, "measured", point->measured);
    key_number(&json, "best", point->best);
    key_number(&json, "mean", point->mean);
    key_number(&json, "quality", point->quality);
    key_number(&json, "coverage", point->coverage);
    if (done) {
        felt_json_key(&json, "done");
        felt_json_bool(&json, true);
    }
    felt_json_end(&json);
    felt_buffer_char(out, '\n');
}

bool felt_lab_dir_point(const char *path, const struct felt_progress_point *point, bool done,
                        struct felt_complaint *complaint)
{
    char name[PATH_BYTES], line[LINE_BYTES];
    struct felt_buffer text = felt_buffer_make(line, sizeof line);
    if (!join(path, PROGRESS, name, complaint)) return false;
    write_point(point, done, &text);
    felt_assert(!text.overflow);
    int out = open(name, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (out < 0) return failed(complaint, PROGRESS, errno);
    bool good = write_all(out, text.bytes, text.used);
    int why = errno;
    (void)close(out);
    return good || failed(complaint, PROGRESS, why);
}

bool felt_lab_dir_points(const char *path, const struct felt_lab_archive *archive,
                         struct felt_complaint *complaint)
{
    size_t room = (size_t)(archive->points + 1) * LINE_BYTES;
    char *memory = malloc(room);
    struct felt_buffer text = felt_buffer_make(memory, memory ? room : 0);
    if (!memory) {
        (void)felt_complain(complaint, FELT_FULL, 0, 0, "out of memory; free some and try again");
        return false;
    }
    for (int i = 0; i < archive->points; i++) write_point(&archive->point[i], false, &text);
    bool good = felt_lab_dir_write(path, PROGRESS, text.bytes, text.used, complaint);
    free(memory);
    return good;
}

struct felt_progress_point felt_lab_point(const struct felt_evolve *evolve, double seconds)
{
    uint16_t good[FELT_GOOD_MAX];
    struct felt_archive_sums sums = felt_archive_sum(&evolve->archive);
    return (struct felt_progress_point){
        .seconds = seconds,
        .generation = evolve->counts.generation,
        .elites = evolve->archive.count,
        .good = (uint32_t)felt_archive_good(&evolve->archive, evolve->floor, good),
        .made = evolve->counts.made,
        .viable = evolve->counts.viable,
        .measured = evolve->counts.measured,
        .best = sums.best,
        .mean = sums.mean,
        .quality = sums.quality,
        .coverage = sums.coverage};
}

bool felt_lab_archive_add(struct felt_lab_archive *archive, const struct felt_progress_point *point)
{
    int count = archive->points;
    if ((count & (count - 1)) == 0) { /* room for 1, 2, 4, 8 ... */
        size_t room = count ? 2 * (size_t)count : 1;
        struct felt_progress_point *more = realloc(archive->point, room * sizeof archive->point[0]);
        if (!more) return false;
        archive->point = more;
    }
    archive->point[archive->points++] = *point;
    return true;
}

/* ---- reading ---- */

/* A whole file; NULL: errno says why not.  *bytes is more than `max` if it is longer. */
static char *read_file(const char *name, size_t max, size_t *bytes)
{
    struct stat about;
    char *text = NULL;
    int in = open(name, O_RDONLY | O_CLOEXEC);
    *bytes = 0;
    if (in < 0) return NULL;
    if (fstat(in, &about) != 0 || !S_ISREG(about.st_mode)) {
        errno = S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
    } else {
        size_t room = (size_t)about.st_size < max ? (size_t)about.st_size + 1 : max + 1;
        text = malloc(room);
        if (!text) errno = ENOMEM;
        while (text && *bytes < room) {
            ssize_t got = read(in, text + *bytes, room - *bytes);
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) break;
            *bytes += (size_t)got;
        }
    }
    int why = errno;
    (void)close(in);
    errno = why;
    return text;
}

bool felt_lab_dir_adopt(const char *path, const char *from, const char *file,
                        struct felt_complaint *complaint)
{
    char name[PATH_BYTES];
    size_t bytes;
    if (!join(from, file, name, complaint)) return false;
    char *text = read_file(name, LINES_BYTES_MAX, &bytes);
    if (!text) return failed(complaint, name, errno);
    bool good = felt_lab_dir_write(path, file, text, bytes, complaint);
    free(text);
    return good;
}

static bool take_count(const json_t *line, const char *key, uint64_t max, uint64_t *out)
{
    const json_t *value = json_object_get(line, key);
    json_int_t number = json_integer_value(value);
    *out = (uint64_t)number;
    return json_is_integer(value) && number >= 0 && *out <= max;
}

static bool take_number(const json_t *line, const char *key, double *out)
{
    const json_t *value = json_object_get(line, key);
    *out = json_number_value(value);
    return json_is_number(value) && isfinite(*out) && *out >= 0 && *out < 9e9;
}

/* False: the line is damaged. */
static bool read_point(const char *text, size_t bytes, struct felt_progress_point *out, bool *done)
{
    uint64_t generation, elites, good;
    json_t *line = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, NULL);
    bool right = line && take_number(line, "seconds", &out->seconds) &&
                 take_count(line, "generation", UINT32_MAX, &generation) &&
                 take_count(line, "elites", FELT_ELITES_MAX, &elites) &&
                 take_count(line, "good", FELT_ELITES_MAX, &good) &&
                 take_count(line, "made", INT64_MAX, &out->made) &&
                 take_count(line, "viable", INT64_MAX, &out->viable) &&
                 take_count(line, "measured", INT64_MAX, &out->measured) &&
                 take_number(line, "best", &out->best) && take_number(line, "mean", &out->mean) &&
                 take_number(line, "quality", &out->quality) &&
                 take_number(line, "coverage", &out->coverage);
    if (right) {
        out->generation = (uint32_t)generation;
        out->elites = (uint32_t)elites;
        out->good = (uint32_t)good;
        *done = json_is_true(json_object_get(line, "done"));
    }
    json_decref(line);
    return right;
}

/* Lines that can be read, as long as generations and time rise.  False: no memory. */
static bool read_points(const char *text, size_t bytes, struct felt_lab_archive *archive)
{
    const char *end = text + bytes;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        struct felt_progress_point point;
        bool done = false;
        if (!stop) stop = end;
        size_t line = (size_t)(stop - text);
        if (line < LINE_BYTES && read_point(text, line, &point, &done)) {
            const struct felt_progress_point *last =
                archive->points ? &archive->point[archive->points - 1] : NULL;
            archive->done = done;
            if ((!last ||
                 (point.generation > last->generation && point.seconds >= last->seconds)) &&
                point.generation <= archive->evolve.counts.generation &&
                !felt_lab_archive_add(archive, &point))
                return false;
        }
        text = stop + 1;
    }
    return true;
}

static bool read_archive(const char *name, struct felt_lab_archive *archive,
                         struct felt_complaint *complaint)
{
    size_t bytes;
    struct felt_complaint why;
    char *text = read_file(name, FELT_ARCHIVE_TEXT_MAX, &bytes);
    if (!text && errno == ENOENT) {
        (void)felt_complain(complaint, FELT_BAD_NAME, 0, 0,
                            "this is no directory of felt lab evolve: it has no %s", ARCHIVE);
        return false;
    }
    if (!text) return failed(complaint, ARCHIVE, errno);
    archive->evolve.plan.known = archive->known;
    archive->evolve.plan.known_count = sizeof archive->known / sizeof archive->known[0];
    enum felt_status status = felt_archive_json_read(text, bytes, &archive->evolve, &archive->start,
                                                     archive->preset, &why);
    free(text);
    if (status == FELT_OK) return true;
    (void)felt_complain(complaint, status, 0, 0, "%s: %s", ARCHIVE, why.text);
    return false;
}

struct felt_lab_archive *felt_lab_dir_read(const char *path, struct felt_complaint *complaint)
{
    char name[PATH_BYTES];
    struct stat about;
    size_t bytes;
    if (!join(path, ARCHIVE, name, complaint)) return NULL;
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode)) {
        (void)felt_complain(complaint, FELT_BAD_NAME, 0, 0, "there is no such directory");
        return NULL;
    }
    struct felt_lab_archive *archive = calloc(1, sizeof *archive);
    if (!archive) {
        (void)felt_complain(complaint, FELT_FULL, 0, 0, "out of memory; free some and try again");
        return NULL;
    }
    bool good = read_archive(name, archive, complaint) && join(path, PROGRESS, name, complaint);
    if (good) {
        char *text = read_file(name, LINES_BYTES_MAX, &bytes);
        if (text && !read_points(text, bytes, archive)) {
            good = false;
            (void)felt_complain(complaint, FELT_FULL, 0, 0, "out of memory");
        }
        free(text);
    }
    if (good) return archive;
    felt_lab_archive_free(archive);
    return NULL;
}

void felt_lab_archive_free(struct felt_lab_archive *archive)
{
    if (archive) free(archive->point);
    free(archive);
}

void felt_lab_archive_known(struct felt_lab_archive *archive)
{
    int count = felt_lab_known_count();
    felt_assert((size_t)count <= sizeof archive->known / sizeof archive->known[0]);
    for (int i = 0; i < count; i++) {
        const struct felt_lab_known *known = felt_lab_known_at(i);
        struct felt_known_game *game = &archive->known[i];
        *game = (struct felt_known_game){0};
        snprintf(game->name, sizeof game->name, "%s", known->name);
        enum felt_status status =
            felt_genome_json_read(known->text, known->bytes, &game->genome, NULL);
        felt_assert(status == FELT_OK); /* a game of ours */
    }
    archive->evolve.plan.known = archive->known;
    archive->evolve.plan.known_count = count;
}

const char *felt_lab_slug(const struct felt_elite *elite, char out[FELT_LAB_SLUG_BYTES])
{
    size_t bytes = 0;
    for (const char *at = elite->genome.name; *at && bytes < SLUG_NAME_BYTES; at++) {
        char c = *at >= 'A' && *at <= 'Z' ? (char)(*at - 'A' + 'a') : *at;
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            out[bytes++] = c;
        else if (bytes > 0 && out[bytes - 1] != '-' && c != '\'')
            out[bytes++] = '-';
    }
    while (bytes > 0 && out[bytes - 1] == '-') bytes--;
    snprintf(out + bytes, FELT_LAB_SLUG_BYTES - bytes, "%s%" PRIu32, bytes ? "-" : "game-",
             elite->id);
    return out;
}
