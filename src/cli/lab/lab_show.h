/* lab_show.h -- felt lab show: one game of an archive, all there is to know about it. */
#ifndef FELT_CLI_LAB_LAB_SHOW_H
#define FELT_CLI_LAB_LAB_SHOW_H

#include "command/args.h"
#include "lab/archive/lab_dir.h"

/* Finds a game by its name, the beginning of it, its title or its number, and shows it; known
 * games too.  An exit code. */
enum felt_cli_lab_view {
    FELT_CLI_LAB_VIEW_PEOPLE,
    FELT_CLI_LAB_VIEW_JSON,
    FELT_CLI_LAB_VIEW_GENOME
};
int felt_cli_lab_show_game(const struct felt_args *args, const char *path,
                           const struct felt_lab_archive *archive, const char *name,
                           enum felt_cli_lab_view view);

#endif
