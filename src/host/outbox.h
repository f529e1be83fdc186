/* outbox.h -- frames of a turn: written once, however many lines they are for, and sent when the
 * journal has what they rest on.
 *
 *   X1  no frame leaves before flush() has said yes in the same felt_outbox_send(); after a no,
 *       none ever does.
 *   X2  frames of a line leave in the order in which they were posted.  If the box is full in the
 *       middle of a turn, journal and frames go out early.
 *   X3  a frame for a line that is gone reaches nobody, even if the number is used again. */
#ifndef FELT_HOST_OUTBOX_H
#define FELT_HOST_OUTBOX_H

#include "host/host.h"

enum { FELT_OUTBOX_TIMES = 1024 };

/* A frame for a line. */
struct felt_posted {
    uint32_t line, life, at, bytes;
    bool droppable, act;
};

struct felt_outbox_line {
    bool open, held;
    uint32_t life;   /* counts the connections that had this number                            */
    uint32_t posted; /* frames of this turn that wait                                          */
};

struct felt_outbox_config {
    void *self;
    const struct felt_link *link;
    uint32_t lines;
    size_t bytes; /* of frames that wait, and the longest of all                               */
    bool (*flush)(void *self);
    void (*write)(void *self, const void *what, struct felt_buffer *out); /* one frame          */
    void (*sent)(void *self);                                             /* all are on their way */
};

struct felt_outbox {
    struct felt_outbox_config config;
    char *frames;
    size_t used;
    struct felt_posted *posted;
    struct felt_outbox_line *line;
    uint32_t count, room;
    uint32_t times;
    int64_t time[FELT_OUTBOX_TIMES]; /* when actions of this turn were read                    */
    uint64_t sent_frames, sent_bytes;
    bool failed;
};

/* False: no memory; close it all the same. */
bool felt_outbox_open(struct felt_outbox *box, const struct felt_outbox_config *config);
void felt_outbox_close(struct felt_outbox *box);

/* A connection gets this number, or loses it. */
void felt_outbox_join(struct felt_outbox *box, uint32_t line);
void felt_outbox_part(struct felt_outbox *box, uint32_t line);

/* How a frame is sent: a slow reader may miss it; it is a question, and what came before is old. */
struct felt_outbox_manner {
    bool droppable, act;
};
/* False: it is longer than the whole box. */
bool felt_outbox_post(struct felt_outbox *box, const uint32_t *lines, uint32_t count,
                      const void *what, struct felt_outbox_manner manner);
void felt_outbox_send(struct felt_outbox *box);

/* An action was read; when its frames are sent, felt_outbox_latency() counts how long it took. */
void felt_outbox_note(struct felt_outbox *box, int64_t now_us);
void felt_outbox_latency(struct felt_outbox *box, int64_t now_us,
                         uint64_t buckets[FELT_HOST_BUCKETS], uint64_t *us, uint64_t *count);

#endif
