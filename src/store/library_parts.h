/* library_parts.h -- what the two files of the library share.
 *
 *     library.c       who waits: the queue, the thread, the answers
 *     library_file.c  the file: tables, statements, what is done when it is damaged
 *
 * The second knows neither threads nor queues: it tries once and says how it went. */
#ifndef FELT_STORE_LIBRARY_PARTS_H
#define FELT_STORE_LIBRARY_PARTS_H

#include "store/library.h"

enum felt_library_result {
    FELT_LIBRARY_DONE,
    FELT_LIBRARY_FAILED, /* a full disk, a lock: nothing of the transaction is kept               */
    FELT_LIBRARY_DAMAGED /* the file cannot be read: felt_library_file_replace()                 */
};

struct felt_library_file;

/* The number of a hand, by which they are in order: "H-2025-10-17-00123".  -1: no id of ours. */
int64_t felt_library_number(const char *hand_id);

/* FELT_UNSUPPORTED: it cannot be made, or is something else; the complaint says what to do.  A
 * damaged file is moved aside.  *config stays. */
FELT_MUST_USE enum felt_status felt_library_file_open(const struct felt_library_config *config,
                                                      struct felt_library_file **out,
                                                      struct felt_complaint *complaint);
void felt_library_file_close(struct felt_library_file *file); /* NULL is nothing                  */
/* Moves a damaged file aside and begins a fresh one.  False: that cannot be done now. */
bool felt_library_file_replace(struct felt_library_file *file);
/* Why it failed, one line. */
const char *felt_library_file_why(const struct felt_library_file *file);

/* ---- one transaction; after the first failure the rest does nothing ---- */

void felt_library_file_begin(struct felt_library_file *file);
void felt_library_file_keep(struct felt_library_file *file, int64_t user,
                            const struct felt_hand_row *row, const char *phh, size_t bytes);
void felt_library_file_forget(struct felt_library_file *file, int64_t user);
/* Fill *out but its ticket; without rows or text when something fails. */
void felt_library_file_list(struct felt_library_file *file, int64_t user, const char *before,
                            uint32_t limit, struct felt_library_answer *out);
void felt_library_file_find(struct felt_library_file *file, int64_t user, const char *hand_id,
                            struct felt_library_answer *out);
FELT_MUST_USE enum felt_library_result felt_library_file_commit(struct felt_library_file *file);

#endif
