/* kept_matches.c -- matches that are over, a file for each: DIRECTORY/matches/ID.json.
 *
 * A file is what /api/arena/matches/ID answers, so nothing has to be made of it when somebody asks.
 * It is written under another name and renamed, so a file with its name is whole.  It is not
 * synced: the end of the match is in the journal, and a file that is missing after a crash is made
 * again from there, though without its hands.
 *
 * The fields that a list of matches needs come first, before "end": to list a file its beginning is
 * enough, however many hands there are. */
#include "server/app/arena/kept_matches.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD_BYTES = 2048, KEPT_BYTES_MAX = 8 << 20, ID_BYTES = FELT_LIVE_HAND_ID_BYTES + 1 };

/* DATA/matches/ID.ENDING; false: too long. */
static bool name_file(char out[PATH_MAX], const char *data, const char *id, const char *ending)
{
    int length = snprintf(out, PATH_MAX, "%s/matches/%s.%s", data, id, ending);
    return length > 0 && length < PATH_MAX;
}

/* ---- writing ---- */

static bool write_all(int file, const char *text, size_t bytes)
{
    while (bytes) {
        ssize_t written = write(file, text, bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        text += written;
        bytes -= (size_t)written;
    }
    return true;
}

static bool write_file(const char *part, const char *name, const char *text, size_t bytes)
{
    int file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) return false;
    bool good = write_all(file, text, bytes);
    int reason = errno;
    if (close(file) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && rename(part, name) == 0) return true;
    if (good) reason = errno;
    (void)unlink(part);
    errno = reason;
    return false;
}

bool felt_kept_matches_write(const char *data, const char *id, const char *text, size_t bytes)
{
    char folder[PATH_MAX], part[PATH_MAX], name[PATH_MAX];
    int length = snprintf(folder, sizeof folder, "%s/matches", data);
    errno = ENAMETOOLONG;
    if (length < 0 || length >= PATH_MAX || !name_file(part, data, id, "part") ||
        !name_file(name, data, id, "json"))
        return false;
    if (mkdir(folder, 0700) != 0 && errno != EEXIST) return false;
    return write_file(part, name, text, bytes);
}

/* ---- reading ---- */

/* The first bytes of a file, no more than `most`; NULL: there is none. */
static char *read_file(const char *name, size_t most, size_t *bytes)
{
    struct stat about;
    int file = open(name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) return NULL;
    char *text = NULL;
    size_t size = 0;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
        size = (uint64_t)about.st_size < most ? (size_t)about.st_size : most;
        text = malloc(size + 1);
    }
    *bytes = 0;
    while (text && *bytes < size) {
        ssize_t got = read(file, text + *bytes, size - *bytes);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        *bytes += (size_t)got;
    }
    (void)close(file);
    if (text) text[*bytes] = '\0';
    return text;
}

char *felt_kept_matches_read(const char *data, const char *id, size_t *bytes)
{
    char name[PATH_MAX];
    return name_file(name, data, id, "json") ? read_file(name, KEPT_BYTES_MAX, bytes) : NULL;
}

/* ---- the list ---- */

/* "M-2025-10-17-00003.json" without its end; false: another file. */
static bool read_id(const char *name, char id[ID_BYTES])
{
    static const char good[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-";
    size_t length = strspn(name, good);
    if (length == 0 || length >= ID_BYTES || strcmp(name + length, ".json") != 0) return false;
    memcpy(id, name, length);
    id[length] = '\0';
    return true;
}

/* Numbers of matches only grow, and they have leading zeros up to a point. */
static bool is_later(const char *id, const char *other)
{
    size_t length = strlen(id), of_other = strlen(other);
    return length != of_other ? length > of_other : strcmp(id, other) > 0;
}

/* Puts an id in its place among the newest, the oldest first. */
static int insert(char newest[FELT_ARENA_SESSION_MATCHES_KEPT][ID_BYTES], int count,
                  const char id[ID_BYTES])
{
    int at = count;
    while (at > 0 && is_later(newest[at - 1], id)) at--;
    if (count == FELT_ARENA_SESSION_MATCHES_KEPT) {
        if (at == 0) return count;
        at--;
        memmove(newest[0], newest[1], (size_t)at * ID_BYTES);
    } else {
        memmove(newest[at + 1], newest[at], (size_t)(count - at) * ID_BYTES);
        count++;
    }
    memcpy(newest[at], id, ID_BYTES);
    return count;
}

static const char *text_of(const json_t *head, const char *key)
{
    const char *text = json_string_value(json_object_get(head, key));
    return text ? text : "";
}

/* What stands before "end" is an object but for its brace. */
static void recall(struct felt_arena_session *session, const char *data, const char *id)
{
    char name[PATH_MAX];
    size_t bytes;
    char *text = name_file(name, data, id, "json") ? read_file(name, HEAD_BYTES, &bytes) : NULL;
    char *end = text ? strstr(text, ",\"end\":") : NULL;
    json_t *head = NULL;
    if (end) {
        memcpy(end, "}", 2);
        head = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    }
    json_int_t hands = json_integer_value(json_object_get(head, "hands"));
    if (head && strcmp(text_of(head, "match_id"), id) == 0 && hands >= 0 && hands <= UINT32_MAX)
        felt_arena_session_recall(session,
                                  &(struct felt_arena_match_row){.id = id,
                                                                 .table = text_of(head, "table_id"),
                                                                 .winner = text_of(head, "winner"),
                                                                 .reason = text_of(head, "reason"),
                                                                 .hands = (uint32_t)hands});
    json_decref(head);
    free(text);
}

void felt_kept_matches_list(const char *data, struct felt_arena_session *session)
{
    char folder[PATH_MAX], newest[FELT_ARENA_SESSION_MATCHES_KEPT][ID_BYTES];
    int count = 0, length = snprintf(folder, sizeof folder, "%s/matches", data);
    DIR *files = length > 0 && length < PATH_MAX ? opendir(folder) : NULL;
    if (!files) return;
    for (const struct dirent *entry; (entry = readdir(files));) {
        char id[ID_BYTES] = "";
        if (read_id(entry->d_name, id)) count = insert(newest, count, id);
    }
    (void)closedir(files);
    for (int i = 0; i < count; i++) recall(session, data, newest[i]);
}
