/* match_store.c -- see match_store.h.
 *
 * Why a lock of its own: FILE is another file after every save, and a lock on the old one bars
 * nobody from the new one.  FILE.lock is removed at the end by whoever holds it.  Another process
 * may have opened it just before and get the lock on a file that has no name any more; hence it
 * looks whether the name still stands for what it locked, and begins again if not. */
#include "cli/match/match_store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS_MAX = 40, LOCK_TRIES = 100 };

/* Is it the name that is wrong, or the world? */
static enum felt_status status_of(int reason)
{
    static const int names[] = {ENOENT, ENOTDIR,      EISDIR, EACCES, EPERM,
                                EROFS,  ENAMETOOLONG, ELOOP,  EINVAL, ENXIO};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (reason == names[i]) return FELT_BAD_NAME;
    return FELT_FULL;
}

static enum felt_status refuse(struct felt_complaint *complaint, const char *what)
{
    int reason = errno;
    return felt_complain(complaint, status_of(reason), 0, 0, "%s: %s", what, strerror(reason));
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Puts what a link says in the place of its name.  A relative one begins where the link is. */
static bool follow(char name[PATH_MAX], const char *target)
{
    char *slash = strrchr(name, '/');
    size_t kept = slash && target[0] != '/' ? (size_t)(slash + 1 - name) : 0;
    if (kept + strlen(target) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(name + kept, target, strlen(target) + 1);
    return true;
}

/* Follows links by hand: the last one may lead to a file that is not there yet. */
static bool resolve(char name[PATH_MAX])
{
    for (int i = 0; i < LINKS_MAX; i++) {
        char target[PATH_MAX];
        ssize_t bytes = readlink(name, target, sizeof target - 1);
        if (bytes < 0) return errno == EINVAL || errno == ENOENT; /* no link, or nothing */
        target[bytes] = '\0';
        if (!follow(name, target)) return false;
    }
    errno = ELOOP;
    return false;
}

static bool name_beside(const char *name, const char *ending, char out[PATH_MAX])
{
    int length = snprintf(out, PATH_MAX, "%s%s", name, ending);
    if (length >= 0 && length < PATH_MAX) return true;
    errno = ENAMETOOLONG;
    return false;
}

/* Nothing, or a regular file?  It is asked before anything is opened: opening a pipe waits. */
static enum felt_status verify_regular(const char *name, struct felt_complaint *complaint)
{
    struct stat about;
    if (lstat(name, &about) != 0)
        return errno == ENOENT ? FELT_OK : refuse(complaint, "it cannot be read");
    if (S_ISREG(about.st_mode)) return FELT_OK;
    return felt_complain(complaint, FELT_BAD_NAME, 0, 0, "it is no regular file");
}

static enum felt_status verify_beside(const char *name, struct felt_complaint *complaint)
{
    enum felt_status status = verify_regular(name, complaint);
    if (status != FELT_BAD_NAME) return status;
    const char *slash = strrchr(name, '/');
    return felt_complain(complaint, FELT_BAD_NAME, 0, 0,
                         "it cannot be written: %s beside it is no regular file; remove it",
                         slash ? slash + 1 : name);
}

enum felt_status felt_cli_match_store_find(struct felt_cli_match_store *store, const char *name,
                                           struct felt_complaint *complaint)
{
    store->lock = -1;
    if (*name == '\0') return felt_complain(complaint, FELT_BAD_NAME, 0, 0, "it has no name");
    if (!name_beside(name, "", store->name) || !resolve(store->name) ||
        !name_beside(store->name, ".part", store->part) ||
        !name_beside(store->name, ".lock", store->lock_name))
        return refuse(complaint, "it cannot be read");
    return verify_regular(store->name, complaint);
}

/* ---- the lock -------------------------------------------------------------------------------- */

/* Does the name still stand for the file? */
static bool is_named(int file, const char *name)
{
    struct stat ours, theirs;
    return fstat(file, &ours) == 0 && lstat(name, &theirs) == 0 && ours.st_dev == theirs.st_dev &&
           ours.st_ino == theirs.st_ino;
}

enum felt_status felt_cli_match_store_lock(struct felt_cli_match_store *store,
                                           struct felt_complaint *complaint)
{
    enum felt_status status = verify_beside(store->lock_name, complaint);
    if (status != FELT_OK) return status;
    for (int i = 0; i < LOCK_TRIES; i++) {
        int file =
            open(store->lock_name, O_RDONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
        if (file < 0) return refuse(complaint, "it cannot be written");
        if (flock(file, LOCK_EX | LOCK_NB) != 0) {
            int reason = errno;
            close(file);
            errno = reason;
            if (reason == EWOULDBLOCK) break;
            return refuse(complaint, "it cannot be locked");
        }
        if (is_named(file, store->lock_name)) {
            store->lock = file;
            return FELT_OK;
        }
        close(file);
    }
    return felt_complain(complaint, FELT_NOT_YOUR_TURN, 0, 0,
                         "another match is writing it; wait for it, or name another file");
}

/* A file of that name that has something in it is not ours, and stays. */
void felt_cli_match_store_close(struct felt_cli_match_store *store)
{
    struct stat about;
    if (store->lock < 0) return;
    if (fstat(store->lock, &about) == 0 && about.st_size == 0) (void)unlink(store->lock_name);
    close(store->lock);
    store->lock = -1;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Files that are longer than ours can be are not looked at to their end. */
static enum felt_status read_stream(FILE *in, struct felt_cli_match_file *file,
                                    struct felt_complaint *complaint)
{
    size_t room = felt_cli_match_file_bytes(file) + 1;
    char *memory = malloc(room);
    if (memory == NULL) return refuse(complaint, "it cannot be read");
    size_t bytes = fread(memory, 1, room, in);
    enum felt_status status;
    if (ferror(in))
        status = refuse(complaint, "it cannot be read");
    else
        status = felt_cli_match_file_read(memory, bytes, file, complaint);
    free(memory);
    return status;
}

enum felt_status felt_cli_match_store_load(const struct felt_cli_match_store *store,
                                           struct felt_cli_match_file *file, bool *exists,
                                           struct felt_complaint *complaint)
{
    *exists = false;
    enum felt_status status = verify_regular(store->name, complaint);
    if (status != FELT_OK) return status;
    int opened = open(store->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (opened < 0) return errno == ENOENT ? FELT_OK : refuse(complaint, "it cannot be read");
    FILE *in = fdopen(opened, "rb");
    if (in == NULL) {
        status = refuse(complaint, "it cannot be read");
        close(opened);
        return status;
    }
    *exists = true;
    status = read_stream(in, file, complaint);
    fclose(in);
    return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The name of the directory also has to reach the disk; where that cannot be asked for, the file is
 * at least whole. */
static void sync_folder(const char *name)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(name, '/');
    size_t bytes = slash == NULL ? 0 : slash == name ? 1 : (size_t)(slash - name);
    if (bytes >= sizeof folder) return;
    memcpy(folder, bytes ? name : ".", bytes ? bytes : 1);
    folder[bytes ? bytes : 1] = '\0';
    int directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return;
    (void)fsync(directory);
    close(directory);
}

static bool write_part(const char *part, const struct felt_buffer *text)
{
    int file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (file < 0) return false;
    size_t at = 0;
    while (at < text->used) {
        ssize_t written = write(file, text->bytes + at, text->used - at);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break;
        at += (size_t)written;
    }
    bool good = at == text->used && fsync(file) == 0;
    int reason = errno;
    if (close(file) != 0 && good) return false;
    errno = reason;
    return good;
}

enum felt_status felt_cli_match_store_save(const struct felt_cli_match_store *store,
                                           const struct felt_cli_match_file *file,
                                           struct felt_complaint *complaint)
{
    enum felt_status status = verify_beside(store->part, complaint);
    if (status != FELT_OK) return status;
    size_t room = felt_cli_match_file_bytes(file);
    char *memory = malloc(room);
    if (memory == NULL) return refuse(complaint, "it cannot be written");
    struct felt_buffer text = felt_buffer_make(memory, room);
    felt_cli_match_file_write(file, &text);
    bool good = write_part(store->part, &text) && rename(store->part, store->name) == 0;
    if (!good) {
        int reason = errno;
        (void)unlink(store->part);
        errno = reason;
    }
    free(memory);
    if (!good) return refuse(complaint, "it cannot be written");
    sync_folder(store->name);
    return FELT_OK;
}
