/* web_files.c -- where the web client is, if nobody says.
 *
 *     build/felt           build/web                   a checkout: ./dev web makes it
 *     PREFIX/bin/felt      PREFIX/share/felt/web       installed
 *
 * A directory counts if there is a page in it. */
#include "server/app/web_files.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool felt_web_files_find(char *out, size_t bytes)
{
    static const char *const places[] = {"web", "../share/felt/web"};
    char program[PATH_MAX], page[PATH_MAX + 64];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return false;
    program[length] = '\0';
    char *slash = strrchr(program, '/');
    if (!slash) return false;
    slash[1] = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        (void)snprintf(page, sizeof page, "%s%s/index.html", program, places[i]);
        int used = snprintf(out, bytes, "%s%s", program, places[i]);
        if (used > 0 && (size_t)used < bytes && access(page, R_OK) == 0) return true;
    }
    return false;
}
