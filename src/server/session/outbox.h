/* outbox.h -- frames of a turn: written once, however many connections they are for, and sent when
 * the journal has what they rest on.
 *
 * The journal may answer later.  Then the frames of the turn are sealed as a batch that bears the
 * journal's number, the next turn begins, and felt_outbox_acked() sends batches in their order.
 *
 *   X1  no frame leaves before the journal has the records of its turn and of all turns before it;
 *       after a failure none ever does.
 *   X2  frames of a connection leave in the order in which they were posted, and a dismissal after
 *       them.
 *   X3  a frame for a connection that is gone reaches nobody, even if the number is used again.
 *   X4  every turn is sealed once and sent once, in order: sealed() and sent() say so. */
#ifndef FELT_SERVER_SESSION_OUTBOX_H
#define FELT_SERVER_SESSION_OUTBOX_H

#include "base/flush.h"
#include "server/session/arena_session.h"

/* A frame for a connection, or its dismissal with what stands there as the reason. */
struct felt_outbox_posted {
    uint32_t conn, life, at, bytes;
    uint16_t dismiss; /* close code; 0: a frame                                                */
    bool droppable, act;
};

/* What one turn posted. */
struct felt_outbox_batch {
    struct felt_outbox_batch *next;
    uint64_t number; /* the journal's, once sealed                                              */
    char *frames;
    size_t used, bytes;
    struct felt_outbox_posted *posted;
    uint32_t count, room;
    int64_t *time; /* when actions of this turn were read                                      */
    uint32_t times, times_room;
};

struct felt_outbox_conn {
    bool open, held;
    uint32_t life;    /* counts the connections that had this number                            */
    uint32_t waiting; /* frames and dismissals for it that were not sent yet                    */
    uint32_t sending; /* those of the batch that is being sent                                  */
};

struct felt_outbox_config {
    void *self;
    const struct felt_transport *link;
    uint32_t conns;
    size_t bytes; /* of the longest frame                                                      */
    /* LATER: *number is what felt_outbox_acked() will be called with, or with more. */
    enum felt_flush (*flush)(void *self, uint64_t *number);
    void (*write)(void *self, const void *what, struct felt_buffer *out); /* one frame          */
    void (*sealed)(void *self); /* a turn is over                                               */
    void (*sent)(void *self);   /* the frames of the oldest turn that was sealed are on their way */
};

struct felt_outbox {
    struct felt_outbox_config config;
    struct felt_outbox_batch *open;         /* of this turn                                     */
    struct felt_outbox_batch *first, *last; /* sealed                                           */
    struct felt_outbox_batch *spare;        /* to be used again                                 */
    struct felt_outbox_conn *conn;
    size_t waiting_bytes; /* of frames that are sealed                        */
    uint32_t sealed_turns, sent_turns;
    uint64_t sent_frames, sent_bytes;
    bool failed;
};

/* False: no memory; close it all the same. */
bool felt_outbox_open(struct felt_outbox *box, const struct felt_outbox_config *config);
void felt_outbox_close(struct felt_outbox *box);

/* A connection gets this number, or loses it. */
void felt_outbox_join(struct felt_outbox *box, uint32_t conn);
void felt_outbox_part(struct felt_outbox *box, uint32_t conn);

/* How a frame is sent: a slow reader may miss it; it is a question, and what came before is old. */
struct felt_outbox_manner {
    bool droppable, act;
};
/* False: it is longer than config.bytes. */
bool felt_outbox_post(struct felt_outbox *box, const uint32_t *conns, uint32_t count,
                      const void *what, struct felt_outbox_manner manner);
/* The connection is let go when everything that was posted to it is on its way. */
void felt_outbox_dismiss(struct felt_outbox *box, uint32_t conn, uint16_t code, const char *reason);

/* The end of a turn: its frames are sent now, or when the journal has its records. */
void felt_outbox_send(struct felt_outbox *box);
/* The journal has everything up to this number. */
void felt_outbox_acked(struct felt_outbox *box, uint64_t number);
/* Turns wait for the journal. */
static inline bool felt_outbox_waits(const struct felt_outbox *box)
{
    return box->first != NULL;
}

/* An action was read; when its frames are sent, felt_outbox_latency() counts how long it took.  To
 * be called in sent(). */
void felt_outbox_note(struct felt_outbox *box, int64_t now_us);
void felt_outbox_latency(struct felt_outbox *box, int64_t now_us,
                         uint64_t buckets[FELT_ARENA_SESSION_BUCKETS], uint64_t *us,
                         uint64_t *count);

#endif
