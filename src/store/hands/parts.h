/* parts.h -- what the files of the hand store share.
 *
 *     hand_store.c  who waits: the queue, the thread, the answers
 *     file.c        the file: tables, statements, what is done when it is damaged
 *     stats.c       figures of users, days and stakes
 *     pairs.c       who met whom, and addresses
 *
 * All but the first know neither threads nor queues: they try once and say how it went. */
#ifndef FELT_STORE_HANDS_PARTS_H
#define FELT_STORE_HANDS_PARTS_H

#include "store/hands/hand_store.h"

#include <sqlite3.h>

enum felt_hand_store_result {
    FELT_HAND_STORE_DONE,
    FELT_HAND_STORE_FAILED, /* a full disk, a lock: nothing of the transaction is kept */
    FELT_HAND_STORE_DAMAGED /* the file cannot be read: felt_hand_store_file_replace() */
};

/* Statements of file.c, stats.c and pairs.c. */
enum {
    FELT_HAND_STORE_OF_HANDS = 9,
    FELT_HAND_STORE_OF_FIGURES = 10,
    FELT_HAND_STORE_OF_PAIRS = 16,
    FELT_HAND_STORE_WHY_BYTES = 160,
    FELT_HAND_STORE_KEY_BYTES = 32
};

struct felt_hand_store_file {
    const struct felt_hand_store_config *config;
    sqlite3 *database; /* NULL: there is none at the moment                                      */
    sqlite3_stmt *prepared[FELT_HAND_STORE_OF_HANDS];
    sqlite3_stmt *stats[FELT_HAND_STORE_OF_FIGURES];
    sqlite3_stmt *pairs[FELT_HAND_STORE_OF_PAIRS];
    enum felt_hand_store_result result; /* of the transaction: its first failure */
    char why[FELT_HAND_STORE_WHY_BYTES];
    int32_t swept; /* the day on which what is too old was thrown away                           */
    int32_t key_day;
    uint8_t key[FELT_HAND_STORE_KEY_BYTES]; /* of addresses of that day */
};

/* The number of a hand, by which they are in order: "H-2025-10-17-00123".  -1: no id of ours. */
int64_t felt_hand_store_number(const char *hand_id);

/* FELT_UNSUPPORTED: it cannot be made, or is something else; the complaint says what to do.  A
 * damaged file is moved aside.  *config stays. */
FELT_MUST_USE enum felt_status
felt_hand_store_file_open(const struct felt_hand_store_config *config,
                          struct felt_hand_store_file **out, struct felt_complaint *complaint);
void felt_hand_store_file_close(struct felt_hand_store_file *file); /* NULL is nothing */
/* Moves a damaged file aside and begins a fresh one.  False: that cannot be done now. */
bool felt_hand_store_file_replace(struct felt_hand_store_file *file);
/* Why it failed, one line. */
const char *felt_hand_store_file_why(const struct felt_hand_store_file *file);

/* ---- one transaction; after the first failure the rest does nothing ---- */

void felt_hand_store_file_begin(struct felt_hand_store_file *file);
void felt_hand_store_file_keep(struct felt_hand_store_file *file, int64_t user,
                               const struct felt_hand_store_row *row, const char *phh,
                               size_t bytes);
void felt_hand_store_file_forget(struct felt_hand_store_file *file, int64_t user);
/* Fill *out but its ticket; without rows or text when something fails. */
void felt_hand_store_file_list(struct felt_hand_store_file *file, int64_t user, const char *before,
                               uint32_t limit, struct felt_hand_store_answer *out);
void felt_hand_store_file_find(struct felt_hand_store_file *file, int64_t user, const char *hand_id,
                               struct felt_hand_store_answer *out);
FELT_MUST_USE enum felt_hand_store_result
felt_hand_store_file_commit(struct felt_hand_store_file *file);

/* ---- figures and pairs ---- */

/* Tables of version 2: one text of several statements. */
void felt_hand_store_stats_schema(char *out, size_t bytes);
extern const char felt_hand_store_pairs_schema[];
/* Texts of statements. */
void felt_hand_store_stats_text(int statement, char *out, size_t bytes);
const char *felt_hand_store_pairs_text(int statement);

/* Y4: true if this hand was counted for the first time, and its users are counted now. */
bool felt_hand_store_file_count(struct felt_hand_store_file *file,
                                const struct felt_counted_hand *hand);
void felt_hand_store_file_count_pairs(struct felt_hand_store_file *file,
                                      const struct felt_counted_hand *hand);
void felt_hand_store_file_seen(struct felt_hand_store_file *file, int64_t user, const char *address,
                               int32_t day);
void felt_hand_store_file_forget_stats(struct felt_hand_store_file *file, int64_t user);
void felt_hand_store_file_forget_pairs(struct felt_hand_store_file *file, int64_t user);
/* Fills *out but ticket and topic. */
void felt_hand_store_file_stats(struct felt_hand_store_file *file,
                                const struct felt_hand_store_question *question,
                                struct felt_hand_store_findings *out);
void felt_hand_store_file_pairs(struct felt_hand_store_file *file,
                                const struct felt_hand_store_question *question,
                                struct felt_hand_store_findings *out);

/* ---- what statements need ---- */

void felt_hand_store_fail(struct felt_hand_store_file *file, int code);
/* NULL: something failed before. */
sqlite3_stmt *felt_hand_store_bind(struct felt_hand_store_file *file, sqlite3_stmt *prepared,
                                   const int64_t *numbers, int count);
/* The first number of the row that comes back, 0 without one. */
int64_t felt_hand_store_finish(struct felt_hand_store_file *file, sqlite3_stmt *prepared);
/* hand_id, at_ms, won, place, variant. */
void felt_hand_store_read_row(sqlite3_stmt *prepared, struct felt_hand_store_row *row);
void felt_hand_store_copy_text(sqlite3_stmt *prepared, int column, char *out, size_t capacity);
/* Room for one more row of `bytes` at *rows: doubled when it is full.  NULL: no memory, which
 * failed, or `most` are there. */
void *felt_hand_store_more(struct felt_hand_store_file *file, void **rows, uint32_t *count,
                           size_t bytes, uint32_t most);

#endif
