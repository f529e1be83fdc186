/* outbox.c -- frames of a turn.
 *
 * A tell is written as JSON once, however many lines it is for, into one long buffer; the frames
 * lie there until the journal has been flushed.  If the buffer is full in the middle of a turn,
 * journal and frames go out early: the order stays the same. */
#include "host/host_parts.h"

#include "felt/assert.h"
#include "wire/write_tell.h"

/* Writes the tell behind what is there; false: no room. */
static bool write_frame(struct felt_host *host, const struct felt_tell *tell, size_t *at,
                        size_t *bytes)
{
    size_t start = (host->frames_used + FELT_HOST_PRE + 15) / 16 * 16;
    if (start >= FELT_OUTBOX_BYTES) return false;
    struct felt_buffer out = felt_buffer_make(host->frames + start, FELT_OUTBOX_BYTES - start);
    felt_wire_write_tell(tell, &out);
    if (out.overflow) return false;
    *at = start;
    *bytes = out.used;
    host->frames_used = start + out.used;
    return true;
}

void felt_outbox_post(void *self, const uint32_t *lines, int count, const struct felt_tell *tell)
{
    struct felt_host *host = self;
    size_t at, bytes;
    if (host->failed) return;
    if (host->posted_count + (uint32_t)count > FELT_OUTBOX_FRAMES) felt_outbox_send(host);
    if (!write_frame(host, tell, &at, &bytes)) {
        felt_outbox_send(host);
        bool fits = write_frame(host, tell, &at, &bytes);
        felt_assert(fits || host->failed);
        if (!fits) return;
    }
    for (int i = 0; i < count; i++) {
        host->line[lines[i]].posted++;
        host->posted[host->posted_count++] = (struct felt_posted){
            .line = lines[i],
            .at = (uint32_t)at,
            .bytes = (uint32_t)bytes,
            .droppable = tell->kind == FELT_TELL_LOBBY || tell->kind == FELT_TELL_STATUS,
            .act = tell->kind == FELT_TELL_ACT};
    }
}

static void note_latency(struct felt_host *host)
{
    if (!host->times) return;
    int64_t now = host->services->now_us(host->services->self);
    for (uint32_t i = 0; i < host->times; i++) {
        int64_t us = now - host->time[i];
        int bucket = 0;
        while (bucket < FELT_HOST_BUCKETS - 1 && us > felt_host_bucket_us[bucket]) bucket++;
        host->counts.latency[bucket]++;
        host->counts.latency_us += (uint64_t)(us > 0 ? us : 0);
    }
    host->counts.latencies += host->times;
    host->times = 0;
}

void felt_outbox_send(struct felt_host *host)
{
    const struct felt_link *link = host->link;
    if (!host->failed && host->services->flush && !host->services->flush(host->services->self))
        host->failed = true; /* O1: nothing is told that would not survive */
    for (uint32_t i = 0; i < host->posted_count && !host->failed; i++) {
        const struct felt_posted *posted = &host->posted[i];
        struct felt_line *line = &host->line[posted->line];
        if (line->state == FELT_LINE_NONE || posted->bytes == 0) continue;
        if (line->posted > 1 && !line->held && link->hold) {
            line->held = true;
            link->hold(link->self, posted->line, true);
        }
        if (posted->act) link->mark(link->self, posted->line);
        link->send(link->self, posted->line, host->frames + posted->at, posted->bytes,
                   posted->droppable);
        host->counts.frames++;
        line->posted--;
        if (line->posted == 0 && line->held) {
            line->held = false;
            link->hold(link->self, posted->line, false);
        }
    }
    host->posted_count = 0;
    host->frames_used = 0;
    felt_room_sent(host->room);
    note_latency(host);
}
