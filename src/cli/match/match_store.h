/* match_store.h -- where the file of a match (match_file.h) lies, and that nobody else writes it.
 *
 * Beside FILE there are, while a match runs, FILE.lock, which is empty and locked, and now and then
 * FILE.part, the next FILE.  A lock ends with the process, however it ends; a FILE.lock that was
 * left behind bars nobody.
 *
 *   T1  a file is replaced at once or not at all: written beside, brought to the disk, renamed.
 *   T2  between lock and close no other process that locks reads or writes the file.
 *   T3  only regular files are opened.  A symbolic link as FILE is followed and stays a link; as
 *       FILE.part or FILE.lock it is refused. */
#ifndef FELT_CLI_MATCH_MATCH_STORE_H
#define FELT_CLI_MATCH_MATCH_STORE_H

#include "cli/match/match_file.h"

#include <limits.h>

struct felt_cli_match_store {
    char name[PATH_MAX]; /* links followed                                                */
    char part[PATH_MAX], lock_name[PATH_MAX];
    int lock; /* a file descriptor; -1: not locked                                        */
};

/* Of all of these: FELT_BAD_NAME if there can be no such file of ours, FELT_FULL if there could be,
 * but disk or memory have no room, or fail. */

/* Finds out where the file is, or is to be.  Nothing is created.  Close it in any case. */
FELT_MUST_USE enum felt_status felt_cli_match_store_find(struct felt_cli_match_store *store,
                                                         const char *name,
                                                         struct felt_complaint *complaint);
/* FELT_NOT_YOUR_TURN: another process has it. */
FELT_MUST_USE enum felt_status felt_cli_match_store_lock(struct felt_cli_match_store *store,
                                                         struct felt_complaint *complaint);
void felt_cli_match_store_close(struct felt_cli_match_store *store);

/* Also the statuses of felt_cli_match_file_read().  `*exists` is false, and the status FELT_OK, if
 * there is no such file. */
FELT_MUST_USE enum felt_status felt_cli_match_store_load(const struct felt_cli_match_store *store,
                                                         struct felt_cli_match_file *file,
                                                         bool *exists,
                                                         struct felt_complaint *complaint);
/* T1. */
FELT_MUST_USE enum felt_status felt_cli_match_store_save(const struct felt_cli_match_store *store,
                                                         const struct felt_cli_match_file *file,
                                                         struct felt_complaint *complaint);

#endif
