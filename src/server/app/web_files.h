/* web_files.h -- where the files for browsers are, if nobody says. */
#ifndef FELT_SERVER_APP_WEB_FILES_H
#define FELT_SERVER_APP_WEB_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* The directory of the web client: `web` beside the program, or ../share/felt/web of it.  False:
 * it is in neither. */
bool felt_web_files_find(char *out, size_t bytes);

#endif
