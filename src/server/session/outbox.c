/* outbox.c -- see outbox.h.  Frames of a batch lie in one long buffer, FELT_TRANSPORT_PRE bytes
 * before each that the link may overwrite; `posted` says which line gets which of them, in order.
 *
 * A batch grows as it must and is used again with the memory it has: a turn is never cut in two
 * because a buffer is full. */
#include "server/session/outbox.h"

#include "felt/assert.h"

#include <stdlib.h>
#include <string.h>

enum { FRAMES_FIRST = 16384, POSTED_FIRST = 256, TIMES_FIRST = 16, ALIGNED = 16 };
enum { SPARE_BYTES_MAX = 1 << 20 }; /* one that grew beyond this is not kept */

/* ---- batches ---- */

static void free_batch(struct felt_outbox_batch *batch)
{
    if (!batch) return;
    free(batch->frames);
    free(batch->posted);
    free(batch->time);
    free(batch);
}

static void free_list(struct felt_outbox_batch *batch)
{
    while (batch) {
        struct felt_outbox_batch *next = batch->next;
        free_batch(batch);
        batch = next;
    }
}

/* The batch of the next turn.  False: no memory. */
static bool open_batch(struct felt_outbox *box)
{
    struct felt_outbox_batch *batch = box->spare;
    if (batch)
        box->spare = batch->next;
    else
        batch = calloc(1, sizeof *batch);
    if (!batch) return false;
    batch->next = NULL;
    batch->used = 0;
    batch->count = batch->times = 0;
    box->open = batch;
    return true;
}

static void keep_spare(struct felt_outbox *box, struct felt_outbox_batch *batch)
{
    if (batch->bytes > SPARE_BYTES_MAX) {
        free_batch(batch);
        return;
    }
    batch->next = box->spare;
    box->spare = batch;
}

/* Makes `*memory` hold `wanted` items at least, by doubling; false: no memory. */
static bool grow(void **memory, size_t *room, size_t wanted, size_t first, size_t item)
{
    size_t more = *room ? *room : first;
    while (more < wanted) more *= 2;
    if (more == *room) return true;
    void *larger = realloc(*memory, more * item);
    if (!larger) return false;
    *memory = larger;
    *room = more;
    return true;
}

static bool grow_frames(struct felt_outbox_batch *batch, size_t wanted)
{
    void *memory = batch->frames;
    if (!grow(&memory, &batch->bytes, wanted, FRAMES_FIRST, 1)) return false;
    batch->frames = memory;
    return true;
}

static bool grow_posted(struct felt_outbox_batch *batch, uint32_t more)
{
    void *memory = batch->posted;
    size_t room = batch->room;
    if (!grow(&memory, &room, (size_t)batch->count + more, POSTED_FIRST, sizeof *batch->posted))
        return false;
    batch->posted = memory;
    batch->room = (uint32_t)room;
    return true;
}

/* ---- opening ---- */

bool felt_outbox_open(struct felt_outbox *box, const struct felt_outbox_config *config)
{
    *box = (struct felt_outbox){.config = *config};
    box->conn = calloc(config->conns, sizeof *box->conn);
    return box->conn && open_batch(box) && grow_frames(box->open, FRAMES_FIRST);
}

void felt_outbox_close(struct felt_outbox *box)
{
    free_batch(box->open);
    free_list(box->first);
    free_list(box->spare);
    free(box->conn);
    *box = (struct felt_outbox){0};
}

void felt_outbox_join(struct felt_outbox *box, uint32_t conn)
{
    felt_assert(conn < box->config.conns && !box->conn[conn].open);
    box->conn[conn].open = true;
}

void felt_outbox_part(struct felt_outbox *box, uint32_t conn)
{
    felt_assert(conn < box->config.conns);
    box->conn[conn] = (struct felt_outbox_conn){.life = box->conn[conn].life + 1};
}

/* ---- posting ---- */

/* Where the next frame begins. */
static size_t frame_start(const struct felt_outbox_batch *batch)
{
    return (batch->used + FELT_TRANSPORT_PRE + ALIGNED - 1) / ALIGNED * ALIGNED;
}

/* Writes the frame behind what is there; false: it is too long, or there is no memory. */
static bool write_frame(struct felt_outbox *box, const void *what, size_t *at, size_t *bytes)
{
    struct felt_outbox_batch *batch = box->open;
    size_t start = frame_start(batch), room = FRAMES_FIRST;
    for (;; room *= 2) {
        if (room > box->config.bytes) room = box->config.bytes;
        if (!grow_frames(batch, start + room)) return false;
        struct felt_buffer out = felt_buffer_make(batch->frames + start, batch->bytes - start);
        box->config.write(box->config.self, what, &out);
        *at = start;
        *bytes = out.used;
        if (!out.overflow) break;
        if (room == box->config.bytes) return false;
    }
    if (*bytes > box->config.bytes) return false;
    batch->used = start + *bytes;
    return true;
}

static void add_posted(struct felt_outbox *box, struct felt_outbox_posted posted)
{
    struct felt_outbox_conn *conn = &box->conn[posted.conn];
    if (!conn->open) return;
    conn->waiting++;
    posted.life = conn->life;
    box->open->posted[box->open->count++] = posted;
}

bool felt_outbox_post(struct felt_outbox *box, const uint32_t *conns, uint32_t count,
                      const void *what, struct felt_outbox_manner manner)
{
    size_t at, bytes;
    if (box->failed || count == 0) return true;
    if (!grow_posted(box->open, count)) {
        box->failed = true; /* nothing may be told in part */
        return true;
    }
    if (!write_frame(box, what, &at, &bytes)) return false;
    for (uint32_t i = 0; i < count; i++) {
        felt_assert(conns[i] < box->config.conns);
        add_posted(box, (struct felt_outbox_posted){.conn = conns[i],
                                                    .at = (uint32_t)at,
                                                    .bytes = (uint32_t)bytes,
                                                    .droppable = manner.droppable,
                                                    .act = manner.act});
    }
    return true;
}

void felt_outbox_dismiss(struct felt_outbox *box, uint32_t conn, uint16_t code, const char *reason)
{
    size_t start = frame_start(box->open), bytes = strlen(reason) + 1;
    felt_assert(conn < box->config.conns && code);
    if (box->conn[conn].waiting && !box->failed && grow_posted(box->open, 1) &&
        grow_frames(box->open, start + bytes)) {
        memcpy(box->open->frames + start, reason, bytes);
        box->open->used = start + bytes;
        add_posted(
            box, (struct felt_outbox_posted){.conn = conn, .at = (uint32_t)start, .dismiss = code});
        return;
    }
    felt_transport_dismiss(box->config.link, conn, code, reason);
}

/* ---- sending ---- */

static void send_frame(struct felt_outbox *box, const struct felt_outbox_batch *batch,
                       const struct felt_outbox_posted *posted)
{
    const struct felt_transport *transport = box->config.link;
    if (posted->act) felt_transport_mark(transport, posted->conn);
    felt_transport_send(transport, posted->conn, batch->frames + posted->at, posted->bytes,
                        posted->droppable);
    box->sent_frames++;
    box->sent_bytes += posted->bytes;
}

static void send_one(struct felt_outbox *box, const struct felt_outbox_batch *batch,
                     const struct felt_outbox_posted *posted)
{
    const struct felt_transport *transport = box->config.link;
    struct felt_outbox_conn *conn = &box->conn[posted->conn];
    if (!conn->open || conn->life != posted->life) return;
    if (conn->sending > 1 && !conn->held) {
        conn->held = true;
        felt_transport_hold(transport, posted->conn, true);
    }
    if (!posted->dismiss) send_frame(box, batch, posted);
    conn->sending--;
    conn->waiting--;
    if (conn->sending == 0 && conn->held) {
        conn->held = false;
        felt_transport_hold(transport, posted->conn, false);
    }
    if (posted->dismiss)
        felt_transport_dismiss(transport, posted->conn, posted->dismiss,
                               batch->frames + posted->at);
}

/* Frames of a batch for one connection go out together: they are counted first. */
static void send_batch(struct felt_outbox *box, const struct felt_outbox_batch *batch)
{
    for (uint32_t i = 0; i < batch->count; i++) {
        struct felt_outbox_conn *conn = &box->conn[batch->posted[i].conn];
        if (conn->open && conn->life == batch->posted[i].life) conn->sending++;
    }
    for (uint32_t i = 0; i < batch->count; i++) send_one(box, batch, &batch->posted[i]);
}

static void seal(struct felt_outbox *box, uint64_t number)
{
    struct felt_outbox_batch *batch = box->open;
    batch->number = number;
    if (box->last)
        box->last->next = batch;
    else
        box->first = batch;
    box->last = batch;
    box->waiting_bytes += batch->used;
    box->sealed_turns++;
    box->open = NULL;
    box->config.sealed(box->config.self);
    if (!open_batch(box)) {
        box->failed = true;
        box->open = calloc(1, sizeof *box->open);
        felt_assert(box->open);
    }
}

void felt_outbox_send(struct felt_outbox *box)
{
    uint64_t number = 0;
    enum felt_flush flush =
        !box->config.flush ? FELT_FLUSH_DONE : box->config.flush(box->config.self, &number);
    if (flush == FELT_FLUSH_FAILED) box->failed = true; /* X1: it would not survive */
    seal(box, flush == FELT_FLUSH_LATER ? number : 0);
    felt_outbox_acked(box, flush == FELT_FLUSH_LATER ? 0 : UINT64_MAX);
}

void felt_outbox_acked(struct felt_outbox *box, uint64_t number)
{
    while (box->first && box->first->number <= number) {
        struct felt_outbox_batch *batch = box->first;
        if (!box->failed) send_batch(box, batch);
        box->sent_turns++;
        box->config.sent(box->config.self);
        box->waiting_bytes -= batch->used;
        box->first = batch->next;
        if (!box->first) box->last = NULL;
        keep_spare(box, batch);
    }
}

/* ---- latency ---- */

void felt_outbox_note(struct felt_outbox *box, int64_t now_us)
{
    struct felt_outbox_batch *batch = box->open;
    void *memory = batch->time;
    size_t room = batch->times_room;
    if (!grow(&memory, &room, (size_t)batch->times + 1, TIMES_FIRST, sizeof *batch->time)) return;
    batch->time = memory;
    batch->times_room = (uint32_t)room;
    batch->time[batch->times++] = now_us;
}

void felt_outbox_latency(struct felt_outbox *box, int64_t now_us,
                         uint64_t buckets[FELT_ARENA_SESSION_BUCKETS], uint64_t *us,
                         uint64_t *count)
{
    const struct felt_outbox_batch *batch = box->first;
    felt_assert(batch);
    for (uint32_t i = 0; i < batch->times; i++) {
        int64_t took = now_us - batch->time[i];
        int bucket = 0;
        while (bucket < FELT_ARENA_SESSION_BUCKETS - 1 &&
               took > felt_arena_session_bucket_us[bucket])
            bucket++;
        buckets[bucket]++;
        *us += (uint64_t)(took > 0 ? took : 0);
    }
    *count += batch->times;
}
