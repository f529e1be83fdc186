/* outbox.c -- see outbox.h.  Frames lie in one long buffer, FELT_HOST_PRE bytes before each that
 * the link may overwrite; `posted` says which line gets which of them, in order. */
#include "host/outbox.h"

#include "felt/assert.h"

#include <stdlib.h>

enum { FRAMES_MIN = 16384, ALIGNED = 16 };

bool felt_outbox_open(struct felt_outbox *box, const struct felt_outbox_config *config)
{
    *box = (struct felt_outbox){.config = *config};
    /* One frame for every line fits always. */
    box->room = config->lines > FRAMES_MIN ? config->lines : FRAMES_MIN;
    box->frames = malloc(config->bytes);
    box->posted = calloc(box->room, sizeof *box->posted);
    box->line = calloc(config->lines, sizeof *box->line);
    return box->frames && box->posted && box->line;
}

void felt_outbox_close(struct felt_outbox *box)
{
    free(box->frames);
    free(box->posted);
    free(box->line);
    *box = (struct felt_outbox){0};
}

void felt_outbox_join(struct felt_outbox *box, uint32_t line)
{
    felt_assert(line < box->config.lines && !box->line[line].open);
    box->line[line].open = true;
}

void felt_outbox_part(struct felt_outbox *box, uint32_t line)
{
    felt_assert(line < box->config.lines);
    box->line[line] = (struct felt_outbox_line){.life = box->line[line].life + 1};
}

/* Writes the frame behind what is there; false: no room. */
static bool write_frame(struct felt_outbox *box, const void *what, size_t *at, size_t *bytes)
{
    size_t start = (box->used + FELT_HOST_PRE + ALIGNED - 1) / ALIGNED * ALIGNED;
    if (start >= box->config.bytes) return false;
    struct felt_buffer out = felt_buffer_make(box->frames + start, box->config.bytes - start);
    box->config.write(box->config.self, what, &out);
    if (out.overflow) return false;
    *at = start;
    *bytes = out.used;
    box->used = start + out.used;
    return true;
}

bool felt_outbox_post(struct felt_outbox *box, const uint32_t *lines, uint32_t count,
                      const void *what, struct felt_outbox_manner manner)
{
    size_t at, bytes;
    felt_assert(count <= box->room);
    if (box->failed || count == 0) return true;
    if (box->count + count > box->room) felt_outbox_send(box);
    if (!write_frame(box, what, &at, &bytes)) {
        felt_outbox_send(box);
        if (box->failed) return true;
        if (!write_frame(box, what, &at, &bytes)) return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        felt_assert(lines[i] < box->config.lines);
        struct felt_outbox_line *line = &box->line[lines[i]];
        if (!line->open) continue;
        line->posted++;
        box->posted[box->count++] = (struct felt_posted){.line = lines[i],
                                                         .life = line->life,
                                                         .at = (uint32_t)at,
                                                         .bytes = (uint32_t)bytes,
                                                         .droppable = manner.droppable,
                                                         .act = manner.act};
    }
    return true;
}

static void send_one(struct felt_outbox *box, const struct felt_posted *posted)
{
    const struct felt_link *link = box->config.link;
    struct felt_outbox_line *line = &box->line[posted->line];
    if (!line->open || line->life != posted->life) return;
    if (line->posted > 1 && !line->held && link->hold) {
        line->held = true;
        link->hold(link->self, posted->line, true);
    }
    if (posted->act) link->mark(link->self, posted->line);
    link->send(link->self, posted->line, box->frames + posted->at, posted->bytes,
               posted->droppable);
    box->sent_frames++;
    box->sent_bytes += posted->bytes;
    line->posted--;
    if (line->posted == 0 && line->held) {
        line->held = false;
        link->hold(link->self, posted->line, false);
    }
}

void felt_outbox_send(struct felt_outbox *box)
{
    if (!box->failed && box->config.flush && !box->config.flush(box->config.self))
        box->failed = true; /* X1: nothing is told that would not survive */
    for (uint32_t i = 0; i < box->count && !box->failed; i++) send_one(box, &box->posted[i]);
    box->count = 0;
    box->used = 0;
    box->config.sent(box->config.self);
}

/* ---- latency ---- */

void felt_outbox_note(struct felt_outbox *box, int64_t now_us)
{
    if (box->times < FELT_OUTBOX_TIMES) box->time[box->times++] = now_us;
}

void felt_outbox_latency(struct felt_outbox *box, int64_t now_us,
                         uint64_t buckets[FELT_HOST_BUCKETS], uint64_t *us, uint64_t *count)
{
    for (uint32_t i = 0; i < box->times; i++) {
        int64_t took = now_us - box->time[i];
        int bucket = 0;
        while (bucket < FELT_HOST_BUCKETS - 1 && took > felt_host_bucket_us[bucket]) bucket++;
        buckets[bucket]++;
        *us += (uint64_t)(took > 0 ? took : 0);
    }
    *count += box->times;
    box->times = 0;
}
