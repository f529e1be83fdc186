/* lab_ratings.c -- what people said about games of an archive (lab_dir.h): DIR/ratings.jsonl.
 *
 *     {"game":"copper-heron-17","hash":"9c1f...","user":3,"stars":4,"broken":false,
 *      "at":1763359200,"metrics":{"completion":1.000000,"decided":0.991000,...}}
 *
 * A line is appended by one write() to a file that was opened with O_APPEND, so that two who rate
 * at the same time do not mix their lines.  A line that was cut (a full disk, a crash) costs itself
 * and nothing else: the next one begins with a line end of its own if there is none.  Whoever reads
 * takes the lines that are in order, and counts the others.
 *
 * Metrics that were not measured are left out.  "user" is left out where nobody's account is known.
 * Of lines of one user about one game the last one counts. */
#include "lab/archive/lab_dir.h"
#include "felt/assert.h"
#include "felt/json.h"
#include "formats/load.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    LINE_BYTES = 2048,
    FILE_BYTES_MAX = 64 << 20, /* what is behind it is not read */
    HASH_DIGITS = 16,
    DECIMALS = 6
};

static bool name_file(const char *path, char out[FELT_LAB_DIR_BYTES + 16])
{
    int bytes = snprintf(out, FELT_LAB_DIR_BYTES + 16, "%s/ratings.jsonl", path);
    return bytes > 0 && bytes < FELT_LAB_DIR_BYTES + 16;
}

/* lab_dir.h D3 */
static bool is_slug(const char *text)
{
    size_t bytes = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return bytes > 0 && bytes < FELT_LAB_SLUG_BYTES && text[bytes] == '\0';
}

/* ---- writing ---- */

static void write_line(const struct felt_lab_rating *rating, const struct felt_measures *measures,
                       struct felt_buffer *out)
{
    struct felt_json json = felt_json_make(out);
    char hash[HASH_DIGITS + 1];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)rating->hash);
    felt_json_object(&json);
    felt_json_key(&json, "game");
    felt_json_text(&json, rating->game);
    felt_json_key(&json, "hash");
    felt_json_text(&json, hash);
    if (rating->user) {
        felt_json_key(&json, "user");
        felt_json_int(&json, rating->user);
    }
    felt_json_key(&json, "stars");
    felt_json_int(&json, rating->stars);
    felt_json_key(&json, "broken");
    felt_json_bool(&json, rating->broken);
    felt_json_key(&json, "at");
    felt_json_int(&json, rating->at);
    if (measures) {
        felt_json_key(&json, "metrics");
        felt_json_object(&json);
        for (int i = 0; i < FELT_METRICS; i++) {
            if (measures->metric[i].half >= 0.5) continue; /* unknown: measure.h Q2 */
            felt_json_key(&json, felt_lab_metric_name((enum felt_lab_metric)i));
            felt_json_decimal(&json, measures->metric[i].mean, DECIMALS);
        }
        felt_json_end(&json);
    }
    felt_json_end(&json);
    felt_assert(felt_json_done(&json));
    felt_buffer_char(out, '\n');
}

/* Does the file end in the middle of a line? */
static bool is_cut(int file, off_t bytes)
{
    char last = '\n';
    return bytes > 0 && pread(file, &last, 1, bytes - 1) == 1 && last != '\n';
}

static bool append(int file, const char *line, size_t bytes, struct felt_complaint *complaint)
{
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
        (void)felt_complain(complaint, FELT_BAD_NAME, 0, 0, "ratings.jsonl is no regular file");
        return false;
    }
    size_t skip = is_cut(file, about.st_size) ? 0 : 1; /* the line has a line end before it */
    errno = 0;
    ssize_t wrote = write(file, line + skip, bytes - skip);
    if (wrote == (ssize_t)(bytes - skip) && fsync(file) == 0) return true;
    (void)felt_complain(complaint, FELT_FULL, 0, 0, "ratings.jsonl cannot be written: %s",
                        strerror(errno ? errno : ENOSPC));
    return false;
}

bool felt_lab_rate(const char *path, const struct felt_lab_rating *rating,
                   const struct felt_measures *measures, struct felt_complaint *complaint)
{
    char name[FELT_LAB_DIR_BYTES + 16], line[LINE_BYTES + 2] = "\n";
    if (!is_slug(rating->game) || rating->stars < 1 || rating->stars > 5) {
        (void)felt_complain(complaint, FELT_BAD_NUMBER, 0, 0,
                            "a rating is a game and 1 to 5 stars; this is \"%s\" and %d",
                            rating->game, rating->stars);
        return false;
    }
    struct felt_buffer out = felt_buffer_make(line + 1, LINE_BYTES);
    write_line(rating, measures, &out);
    felt_assert(!out.overflow);
    /* O_NONBLOCK: a pipe of that name is refused, not waited for */
    int flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    int file = name_file(path, name) ? open(name, flags, 0666) : (errno = ENAMETOOLONG, -1);
    if (file < 0) {
        (void)felt_complain(complaint, FELT_BAD_NAME, 0, 0, "%s/ratings.jsonl: %s", path,
                            strerror(errno));
        return false;
    }
    bool good = append(file, line, out.used + 1, complaint);
    (void)close(file);
    return good;
}

/* ---- reading ---- */

struct line {
    struct felt_lab_rating rating;
    int order;
    bool metrics; /* it has them; else all are unknown                                          */
    struct felt_rating_of of;
};

static bool read_metrics(const json_t *metrics, struct line *out)
{
    for (int i = 0; i < FELT_METRICS; i++) {
        json_t *metric = json_object_get(metrics, felt_lab_metric_name((enum felt_lab_metric)i));
        if (!metric || json_is_null(metric)) continue;
        double value = json_is_number(metric) ? json_number_value(metric) : -1;
        if (!(value >= 0 && value <= 1)) return false;
        out->of.metric[i] = value;
        out->metrics = true;
    }
    return true;
}

static bool read_hash(const char *text, uint64_t *hash)
{
    if (strlen(text) != HASH_DIGITS || strspn(text, "0123456789abcdef") != HASH_DIGITS)
        return false;
    *hash = strtoull(text, NULL, 16);
    return true;
}

static bool read_members(const json_t *root, struct line *out)
{
    const char *game = json_string_value(json_object_get(root, "game"));
    const char *hash = json_string_value(json_object_get(root, "hash"));
    const json_t *stars = json_object_get(root, "stars"), *at = json_object_get(root, "at");
    const json_t *broken = json_object_get(root, "broken");
    const json_t *metrics = json_object_get(root, "metrics");
    const json_t *user = json_object_get(root, "user");
    if (!game || !is_slug(game) || !hash || !read_hash(hash, &out->rating.hash)) return false;
    if (!json_is_integer(stars) || !json_is_integer(at) || !json_is_boolean(broken)) return false;
    if (user && !json_is_integer(user)) return false;
    json_int_t count = json_integer_value(stars);
    if (count < 1 || count > 5 || json_integer_value(at) < 0) return false;
    snprintf(out->rating.game, sizeof out->rating.game, "%s", game);
    out->rating.stars = out->of.stars = (int)count;
    out->rating.broken = json_is_true(broken);
    out->rating.user = json_integer_value(user);
    out->rating.at = json_integer_value(at);
    return !metrics || (json_is_object(metrics) && read_metrics(metrics, out));
}

/* False: damaged. */
static bool read_line(const char *text, size_t bytes, struct line *out)
{
    enum felt_status status;
    *out = (struct line){0};
    for (int i = 0; i < FELT_METRICS; i++) out->of.metric[i] = NAN;
    if (bytes > LINE_BYTES) return false;
    json_t *root = felt_load_json(text, bytes, LINE_BYTES, "a rating", &status, NULL);
    bool good = json_is_object(root) && read_members(root, out);
    json_decref(root);
    return good;
}

/* The whole file; NULL: there is none, or no memory for it. */
static char *read_file(const char *path, size_t *bytes)
{
    char name[FELT_LAB_DIR_BYTES + 16];
    struct stat about;
    *bytes = 0;
    int file =
        name_file(path, name) ? open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) : -1;
    if (file < 0) return NULL;
    char *text = NULL;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode)) {
        size_t room = about.st_size < FILE_BYTES_MAX ? (size_t)about.st_size : FILE_BYTES_MAX;
        text = malloc(room + 1);
        for (ssize_t got = 1; text && *bytes < room && got > 0; *bytes += got > 0 ? (size_t)got : 0)
            got = read(file, text + *bytes, room - *bytes);
    }
    (void)close(file);
    return text;
}

struct lines {
    struct line *line;
    int count, room, damaged;
};

static void keep_line(struct lines *lines, const char *text, size_t bytes)
{
    if (lines->count == lines->room) {
        int room = lines->room ? 2 * lines->room : 64;
        struct line *more = realloc(lines->line, (size_t)room * sizeof *more);
        if (!more) return;
        lines->line = more;
        lines->room = room;
    }
    if (read_line(text, bytes, &lines->line[lines->count])) {
        lines->line[lines->count].order = lines->count;
        lines->count++;
    } else {
        lines->damaged++;
    }
}

static int by_user(const void *a, const void *b)
{
    const struct line *left = a, *right = b;
    const struct felt_lab_rating *l = &left->rating, *r = &right->rating;
    if (l->user != r->user) return l->user < r->user ? -1 : 1;
    if (l->hash != r->hash) return l->hash < r->hash ? -1 : 1;
    return left->order - right->order;
}

static int by_order(const void *a, const void *b)
{
    return ((const struct line *)a)->order - ((const struct line *)b)->order;
}

/* Takes out what a user said of a game before. */
static void drop_replaced(struct lines *lines)
{
    struct line *line = lines->line;
    int kept = 0;
    if (lines->count < 2) return;
    qsort(line, (size_t)lines->count, sizeof *line, by_user);
    for (int i = 0; i < lines->count; i++) {
        bool replaced = line[i].rating.user && i + 1 < lines->count &&
                        line[i + 1].rating.user == line[i].rating.user &&
                        line[i + 1].rating.hash == line[i].rating.hash;
        if (!replaced) line[kept++] = line[i];
    }
    lines->count = kept;
    qsort(line, (size_t)kept, sizeof *line, by_order);
}

/* All that count; free line. */
static struct lines read_lines(const char *path)
{
    struct lines lines = {0};
    size_t bytes;
    char *text = read_file(path, &bytes);
    for (size_t at = 0; at < bytes;) {
        const char *end = memchr(text + at, '\n', bytes - at);
        size_t length = end ? (size_t)(end - text) - at : bytes - at;
        if (length > 0) keep_line(&lines, text + at, length);
        at += length + 1;
    }
    free(text);
    drop_replaced(&lines);
    return lines;
}

int felt_lab_ratings(const char *path, struct felt_rating_of **out, int *damaged)
{
    struct lines lines = read_lines(path);
    int count = 0;
    struct felt_rating_of *of = malloc((size_t)lines.count * sizeof *of + 1);
    for (int i = 0; of && i < lines.count; i++) {
        const struct line *line = &lines.line[i];
        /* what did not work, or was never measured, says nothing about taste */
        if (!line->rating.broken && line->metrics) of[count++] = line->of;
    }
    if (damaged) *damaged = lines.damaged;
    free(lines.line);
    *out = of;
    return count;
}

int felt_lab_rating_list(const char *path, struct felt_lab_rating **out, int *damaged)
{
    struct lines lines = read_lines(path);
    struct felt_lab_rating *rating = malloc((size_t)lines.count * sizeof *rating + 1);
    int count = rating ? lines.count : 0;
    for (int i = 0; i < count; i++) rating[i] = lines.line[i].rating;
    if (damaged) *damaged = lines.damaged;
    free(lines.line);
    *out = rating;
    return count;
}

int felt_lab_stars(const char *path, uint64_t hash, double *mean)
{
    struct lines lines = read_lines(path);
    int count = 0, sum = 0;
    for (int i = 0; i < lines.count; i++) {
        if (lines.line[i].rating.hash != hash) continue;
        count++;
        sum += lines.line[i].rating.stars;
    }
    free(lines.line);
    *mean = count ? (double)sum / count : 0;
    return count;
}
