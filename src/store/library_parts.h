/* library_parts.h -- what the files of the library share.
 *
 *     library.c          who waits: the queue, the thread, the answers
 *     library_file.c     the file: tables, statements, what is done when it is damaged
 *     library_figures.c  figures of users, days and stakes
 *     library_pairs.c    who met whom, and addresses
 *
 * All but the first know neither threads nor queues: they try once and say how it went. */
#ifndef FELT_STORE_LIBRARY_PARTS_H
#define FELT_STORE_LIBRARY_PARTS_H

#include "store/library.h"

#include <sqlite3.h>

enum felt_library_result {
    FELT_LIBRARY_DONE,
    FELT_LIBRARY_FAILED, /* a full disk, a lock: nothing of the transaction is kept               */
    FELT_LIBRARY_DAMAGED /* the file cannot be read: felt_library_file_replace()                 */
};

/* Statements of library_file.c, library_figures.c and library_pairs.c. */
enum {
    FELT_LIBRARY_OF_HANDS = 9,
    FELT_LIBRARY_OF_FIGURES = 10,
    FELT_LIBRARY_OF_PAIRS = 16,
    FELT_LIBRARY_WHY_BYTES = 160,
    FELT_LIBRARY_KEY_BYTES = 32
};

struct felt_library_file {
    const struct felt_library_config *config;
    sqlite3 *database; /* NULL: there is none at the moment                                      */
    sqlite3_stmt *prepared[FELT_LIBRARY_OF_HANDS];
    sqlite3_stmt *figures[FELT_LIBRARY_OF_FIGURES];
    sqlite3_stmt *pairs[FELT_LIBRARY_OF_PAIRS];
    enum felt_library_result result; /* of the transaction: its first failure                    */
    char why[FELT_LIBRARY_WHY_BYTES];
    int32_t swept; /* the day on which what is too old was thrown away                           */
    int32_t key_day;
    uint8_t key[FELT_LIBRARY_KEY_BYTES]; /* of addresses of that day                             */
};

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

/* ---- figures and pairs ---- */

/* Tables of version 2: one text of several statements. */
void felt_library_figures_schema(char *out, size_t bytes);
extern const char felt_library_pairs_schema[];
/* Texts of statements. */
void felt_library_figures_text(int statement, char *out, size_t bytes);
const char *felt_library_pairs_text(int statement);

/* Y4: true if this hand was counted for the first time, and its users are counted now. */
bool felt_library_file_count(struct felt_library_file *file, const struct felt_counted_hand *hand);
void felt_library_file_count_pairs(struct felt_library_file *file,
                                   const struct felt_counted_hand *hand);
void felt_library_file_seen(struct felt_library_file *file, int64_t user, const char *address,
                            int32_t day);
void felt_library_file_forget_figures(struct felt_library_file *file, int64_t user);
void felt_library_file_forget_pairs(struct felt_library_file *file, int64_t user);
/* Fills *out but ticket and topic. */
void felt_library_file_figures(struct felt_library_file *file,
                               const struct felt_library_question *question,
                               struct felt_library_findings *out);
void felt_library_file_pairs(struct felt_library_file *file,
                             const struct felt_library_question *question,
                             struct felt_library_findings *out);

/* ---- what statements need ---- */

void felt_library_fail(struct felt_library_file *file, int code);
/* NULL: something failed before. */
sqlite3_stmt *felt_library_bind(struct felt_library_file *file, sqlite3_stmt *prepared,
                                const int64_t *numbers, int count);
/* The first number of the row that comes back, 0 without one. */
int64_t felt_library_finish(struct felt_library_file *file, sqlite3_stmt *prepared);
/* hand_id, at_ms, won, place, variant. */
void felt_library_read_row(sqlite3_stmt *prepared, struct felt_hand_row *row);
void felt_library_copy_text(sqlite3_stmt *prepared, int column, char *out, size_t capacity);
/* Room for one more row of `bytes` at *rows: doubled when it is full.  NULL: no memory, which
 * failed, or `most` are there. */
void *felt_library_more(struct felt_library_file *file, void **rows, uint32_t *count, size_t bytes,
                        uint32_t most);

#endif
