/* follow.c -- what grows beside an archive: a line of progress for each generation, and a
 * line for each rating.
 *
 * Progress is read from where it was read to, as long as the file is the same, begins as it did and
 * has not become shorter.  A line counts when its end is there.  One that makes no sense is left
 * out. */
#include "server/http/lab/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 4096, CHUNK = 64 * 1024 };

/* ---- progress ---- */

static double decimal_of(const json_t *line, const char *name)
{
    return json_number_value(json_object_get(line, name));
}

static uint64_t count_of(const json_t *line, const char *name)
{
    json_int_t number = json_integer_value(json_object_get(line, name));
    return number > 0 ? (uint64_t)number : 0;
}

static uint32_t small_of(const json_t *line, const char *name)
{
    uint64_t number = count_of(line, name);
    return number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
}

/* The oldest quarter goes if there are too many. */
static bool make_room(struct felt_http_lab_book *book)
{
    if (book->points < book->points_room) return true;
    uint32_t room = book->points_room ? book->points_room * 2 : 256, gone = book->points / 4;
    if (book->points_room >= FELT_HTTP_LAB_KEPT_POINTS) {
        book->points -= gone;
        memmove(book->point, book->point + gone, book->points * sizeof *book->point);
        return true;
    }
    struct felt_progress_point *larger = realloc(book->point, room * sizeof *larger);
    if (!larger) return false;
    book->point = larger;
    book->points_room = room;
    return true;
}

/* Generations rise: an evolution that was gone on with from an older state than its last line says
 * those again. */
static void take_point(struct felt_http_lab_book *book, const json_t *line)
{
    struct felt_progress_point point = {.seconds = decimal_of(line, "seconds"),
                                        .generation = small_of(line, "generation"),
                                        .elites = small_of(line, "elites"),
                                        .good = small_of(line, "good"),
                                        .made = count_of(line, "made"),
                                        .viable = count_of(line, "viable"),
                                        .measured = count_of(line, "measured"),
                                        .best = decimal_of(line, "best"),
                                        .mean = decimal_of(line, "mean"),
                                        .quality = decimal_of(line, "quality"),
                                        .coverage = decimal_of(line, "coverage")};
    book->done = json_is_true(json_object_get(line, "done"));
    if (!json_is_integer(json_object_get(line, "generation"))) return;
    while (book->points && book->point[book->points - 1].generation >= point.generation)
        book->points--;
    if (make_room(book)) book->point[book->points++] = point;
}

static void take_line(struct felt_http_lab_book *book, const char *text, size_t bytes)
{
    json_t *line = bytes <= LINE_MAX_BYTES ? json_loadb(text, bytes, 0, NULL) : NULL;
    if (json_is_object(line)) take_point(book, line);
    json_decref(line);
}

/* Whole lines from where we are. */
static void read_lines(struct felt_http_lab_book *book, int file, off_t end)
{
    char *chunk = malloc(CHUNK);
    while (chunk && book->progress_used < end) {
        off_t left = end - book->progress_used;
        ssize_t got = pread(file, chunk, left < CHUNK ? (size_t)left : CHUNK, book->progress_used);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        const char *line = chunk, *stop = chunk + got, *next;
        while (line < stop && (next = memchr(line, '\n', (size_t)(stop - line))) != NULL) {
            take_line(book, line, (size_t)(next - line));
            line = next + 1;
        }
        if (line == chunk && got < CHUNK) break; /* the end of the line is not there yet */
        book->progress_used += line == chunk ? got : line - chunk; /* or it has none: no text */
    }
    free(chunk);
}

void felt_http_lab_book_follow(struct felt_http_lab_book *book, int directory)
{
    struct felt_http_lab_mark mark = felt_http_lab_mark_of(directory, "progress.jsonl");
    book->progress = mark;
    if (felt_http_lab_mark_equal(&mark, &book->followed)) return;
    bool goes_on = mark.there && book->followed.there && mark.device == book->followed.device &&
                   mark.file == book->followed.file && mark.bytes >= book->progress_used;
    int file = -1;
    char head[FELT_HTTP_LAB_HEAD_BYTES] = {0};
    book->followed = mark;
    if (mark.there && mark.bytes <= FELT_HTTP_LAB_PROGRESS_BYTES)
        file = openat(directory, "progress.jsonl", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0 && pread(file, head, sizeof head, 0) < 0) head[0] = '\0';
    size_t known = book->progress_used < FELT_HTTP_LAB_HEAD_BYTES ? (size_t)book->progress_used
                                                                  : FELT_HTTP_LAB_HEAD_BYTES;
    if (!goes_on || memcmp(head, book->progress_head, known) != 0) {
        book->points = 0;
        book->progress_used = 0;
        book->done = false;
    }
    memcpy(book->progress_head, head, sizeof head);
    if (file < 0) return;
    read_lines(book, file, mark.bytes);
    (void)close(file);
}

void felt_http_lab_book_glance(struct felt_http_lab_book *book, int directory)
{
    char tail[LINE_MAX_BYTES + 1];
    struct felt_http_lab_mark mark = felt_http_lab_mark_of(directory, "progress.jsonl");
    if (book->point) {
        felt_http_lab_book_follow(book, directory);
        return;
    }
    if (felt_http_lab_mark_equal(&mark, &book->progress)) return;
    book->progress = mark;
    book->done = false;
    int file = openat(directory, "progress.jsonl", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return;
    off_t from = mark.bytes > LINE_MAX_BYTES ? mark.bytes - LINE_MAX_BYTES : 0;
    ssize_t got = pread(file, tail, LINE_MAX_BYTES, from);
    (void)close(file);
    while (got > 0 && tail[got - 1] != '\n') got--; /* the end of a line is not there yet */
    if (got <= 0) return;
    const char *line = tail + got - 1;
    while (line > tail && line[-1] != '\n') line--;
    take_line(book, line, (size_t)(tail + got - 1 - line));
    felt_http_lab_book_unfollow(book);
}

/* `done` stays. */
void felt_http_lab_book_unfollow(struct felt_http_lab_book *book)
{
    free(book->point);
    book->point = NULL;
    book->points = book->points_room = 0;
    book->followed = (struct felt_http_lab_mark){0};
    book->progress_used = 0;
}

/* ---- ratings ---- */

void felt_http_lab_book_ratings(struct felt_http_lab_book *book, int directory)
{
    char path[FELT_LAB_DIR_BYTES];
    int damaged = 0;
    struct felt_http_lab_mark mark = felt_http_lab_mark_of(directory, "ratings.jsonl");
    if (felt_http_lab_mark_equal(&mark, &book->rated)) return;
    free(book->rating);
    book->rating = NULL;
    book->ratings = 0;
    book->rated = mark;
    if (!mark.there || mark.bytes > FELT_HTTP_LAB_RATINGS_BYTES + LINE_MAX_BYTES) return;
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", directory);
    book->ratings = felt_lab_rating_list(path, &book->rating, &damaged);
}

struct felt_http_lab_stars felt_http_lab_book_stars(const struct felt_http_lab_book *book,
                                                    uint64_t hash)
{
    struct felt_http_lab_stars stars = {0};
    double sum = 0;
    for (int i = 0; i < book->ratings; i++) {
        if (book->rating[i].hash != hash) continue;
        stars.count++;
        stars.broken += book->rating[i].broken;
        sum += book->rating[i].stars;
    }
    if (stars.count) stars.mean = sum / stars.count;
    return stars;
}

void felt_http_lab_book_forget(struct felt_http_lab_book *book)
{
    felt_http_lab_book_unfollow(book);
    free(book->rating);
    book->rating = NULL;
    book->ratings = 0;
    book->rated = book->progress = (struct felt_http_lab_mark){0};
}
