/* transport.h -- how the owner of connections reaches them: net/server.h, or a test.
 *
 * An owner numbers its connections from 0 on; `first` says where they begin in the net.  A
 * transport of zeros reaches nobody: before the net is there, and after it was closed. */
#ifndef FELT_BASE_TRANSPORT_H
#define FELT_BASE_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FELT_TRANSPORT_PRE = 16 }; /* bytes that a frame must leave free before its text */

struct felt_transport {
    void *self;
    uint32_t first;
    /* `text` has FELT_TRANSPORT_PRE bytes before it that may be overwritten. */
    void (*send)(void *self, uint32_t conn, char *text, size_t bytes, bool droppable);
    /* Several frames follow, and go out together when it is let go.  NULL: it makes no difference.
     * */
    void (*hold)(void *self, uint32_t conn, bool held);
    void (*dismiss)(void *self, uint32_t conn, uint16_t code, const char *reason);
    void (*pause)(void *self, uint32_t conn, bool paused);
    /* What has arrived so far from this connection is older than the question it was just sent. */
    void (*mark)(void *self, uint32_t conn);
};

static inline void felt_transport_send(const struct felt_transport *to, uint32_t conn, char *text,
                                       size_t bytes, bool droppable)
{
    if (to->send) to->send(to->self, to->first + conn, text, bytes, droppable);
}

static inline void felt_transport_hold(const struct felt_transport *to, uint32_t conn, bool held)
{
    if (to->hold) to->hold(to->self, to->first + conn, held);
}

static inline void felt_transport_dismiss(const struct felt_transport *to, uint32_t conn,
                                          uint16_t code, const char *reason)
{
    if (to->dismiss) to->dismiss(to->self, to->first + conn, code, reason);
}

static inline void felt_transport_pause(const struct felt_transport *to, uint32_t conn, bool paused)
{
    if (to->pause) to->pause(to->self, to->first + conn, paused);
}

static inline void felt_transport_mark(const struct felt_transport *to, uint32_t conn)
{
    if (to->mark) to->mark(to->self, to->first + conn);
}

#endif
