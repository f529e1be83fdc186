/* queue.c -- see parts.h: frames that wait until their connection can be written to.
 *
 * One block for each frame, with room for the header before the text, so that a frame is copied
 * once.  Only lines whose reader is slow have a queue at all. */
#include "net/parts.h"

#include "felt/assert.h"

#include <stdlib.h>
#include <string.h>

bool felt_net_queue_put(struct queue *queue, const char *text, size_t bytes)
{
    struct frame *frame = malloc(sizeof *frame + bytes);
    if (!frame) return false;
    frame->next = NULL;
    frame->bytes = bytes;
    memcpy(frame->text, text, bytes);
    if (queue->last)
        queue->last->next = frame;
    else
        queue->first = frame;
    queue->last = frame;
    queue->bytes += bytes;
    return true;
}

void felt_net_queue_drop_first(struct queue *queue)
{
    struct frame *frame = queue->first;
    felt_assert(frame);
    felt_assert(queue->bytes >= frame->bytes);
    queue->first = frame->next;
    if (!queue->first) queue->last = NULL;
    queue->bytes -= frame->bytes;
    free(frame);
}

void felt_net_queue_clear(struct queue *queue)
{
    while (queue->first) felt_net_queue_drop_first(queue);
    felt_assert(queue->bytes == 0);
}
