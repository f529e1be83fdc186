/* library.h -- hands that people played, as each of them may know them: one SQLite file beside the
 * books (DIR/hands.db), whatever the store of the books is.
 *
 * It is a convenience, not money: commits are not forced to the disk, and a library that fails
 * loses hands, never a server.  One thread of its own writes and reads; calls do not wait for it.
 *
 *   Y1  a text is given to the user it was kept for, and to nobody else.
 *   Y2  what was kept before a question is found by it.
 *   Y3  of each user at most hands_max are kept: the oldest go. */
#ifndef FELT_STORE_LIBRARY_H
#define FELT_STORE_LIBRARY_H

#include "felt/status.h"
#include "floor/news.h"

struct felt_library_config {
    const char *file;
    uint32_t hands_max;   /* of a user: 10000                                                   */
    uint32_t waiting_max; /* jobs that may wait: 4096                                           */
    void (*wake)(void *self); /* from its thread, when an answer is there; NULL: nobody          */
    void (*log)(void *self, const char *level, const char *text); /* from any thread             */
    void *self;
};
struct felt_library;

FELT_MUST_USE enum felt_status felt_library_open(const struct felt_library_config *config,
                                                 struct felt_library **out,
                                                 struct felt_complaint *complaint);
/* What was given is written first. */
void felt_library_close(struct felt_library *library);
/* False: too many wait, and the hand is lost (and counted). */
bool felt_library_keep(struct felt_library *library, int64_t user, const struct felt_hand_row *row,
                       const char *phh, size_t bytes);
bool felt_library_list(struct felt_library *library, int64_t user, const char *before,
                       uint32_t limit, uint64_t ticket);
bool felt_library_find(struct felt_library *library, int64_t user, const char *hand_id,
                       uint64_t ticket);
/* All hands of a user are forgotten: his account was closed. */
bool felt_library_forget(struct felt_library *library, int64_t user);

struct felt_library_answer {
    uint64_t ticket;
    bool is_list, more;
    uint32_t count;
    struct felt_hand_row *rows; /* of a list; freed by whoever takes it                          */
    char *phh;                  /* of one hand, NULL: there is none of his; the same             */
    size_t bytes;
};
bool felt_library_take(struct felt_library *library, struct felt_library_answer *out);
struct felt_library_counts {
    uint64_t kept, lost, found;
};
void felt_library_counts(struct felt_library *library, struct felt_library_counts *out);

#endif
