/* folders.h -- the folders that a file or folder is to lie in. */
#ifndef FELT_OS_FOLDERS_H
#define FELT_OS_FOLDERS_H

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

/* Makes every folder above the last part of path that is not there yet, with this mode.  False: one
 * cannot be made, and errno says why. */
static inline bool felt_make_parents(const char *path, mode_t mode)
{
    char part[PATH_MAX];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof part) {
        errno = length ? ENAMETOOLONG : ENOENT;
        return false;
    }
    memcpy(part, path, length + 1);
    while (length > 1 && part[length - 1] == '/') part[--length] = '\0';
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(part, mode) != 0 && errno != EEXIST) return false;
        *slash = '/';
    }
    return true;
}

#endif
