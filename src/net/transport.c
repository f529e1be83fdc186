/* transport.c -- a net as a transport (base/transport.h). */
#include "net/server.h"

static void send_text(void *self, uint32_t conn, char *text, size_t bytes, bool droppable)
{
    felt_net_send(self, conn, text, bytes, droppable);
}

static void hold(void *self, uint32_t conn, bool held)
{
    felt_net_hold(self, conn, held);
}

static void dismiss(void *self, uint32_t conn, uint16_t code, const char *reason)
{
    felt_net_dismiss(self, conn, code, reason);
}

static void pause_reading(void *self, uint32_t conn, bool paused)
{
    felt_net_pause(self, conn, paused);
}

static void mark(void *self, uint32_t conn)
{
    felt_net_mark(self, conn);
}

struct felt_transport felt_net_transport(struct felt_net *net, uint32_t first)
{
    return (struct felt_transport){.self = net,
                                   .first = first,
                                   .send = send_text,
                                   .hold = hold,
                                   .dismiss = dismiss,
                                   .pause = pause_reading,
                                   .mark = mark};
}
