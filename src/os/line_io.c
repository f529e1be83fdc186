/* line_io.c -- see line_io.h. */
#define _GNU_SOURCE
#include "os/line_io.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_MS = 60000, FORGET_MAX = 4, WAITING_MAX = 4 };

int64_t felt_line_io_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* False: time is over. */
static bool await(int file, short what, int64_t deadline_ms)
{
    for (;;) {
        int64_t left = deadline_ms - felt_line_io_now_ms();
        struct pollfd one = {.fd = file, .events = what};
        int ready = poll(&one, 1, left <= 0 ? 0 : left > WAIT_MS ? WAIT_MS : (int)left);
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return true; /* the call itself will say */
        if (left <= 0) return false;
    }
}

/* ---- lines ----------------------------------------------------------------------------------- */

bool felt_line_io_send(struct felt_line_io *io, const char *bytes, size_t count,
                       int64_t deadline_ms)
{
    if (io->to < 0) return false;
    while (count > 0) {
        ssize_t written = write(io->to, bytes, count);
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (written < 0 && errno == EAGAIN) {
            if (!await(io->to, POLLOUT, deadline_ms)) return false;
        } else if (written == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}

/* What was read moves to the front, and more is read behind it: LINE means that some was. */
static enum felt_line_io_heard read_more(struct felt_line_io *io, int64_t deadline_ms)
{
    memmove(io->bytes, io->bytes + io->at, io->end - io->at);
    io->end -= io->at;
    io->at = 0;
    if (io->end == sizeof io->bytes) return FELT_LINE_IO_HEARD_TOO_MUCH;
    for (;;) {
        ssize_t got = read(io->from, io->bytes + io->end, sizeof io->bytes - io->end);
        if (got > 0) {
            io->end += (size_t)got;
            return FELT_LINE_IO_HEARD_LINE;
        }
        if (got == 0) return FELT_LINE_IO_HEARD_END;
        if (errno == EINTR) continue;
        if (errno != EAGAIN) return FELT_LINE_IO_HEARD_END;
        if (!await(io->from, POLLIN, deadline_ms)) return FELT_LINE_IO_HEARD_NOTHING;
    }
}

enum felt_line_io_heard felt_line_io_hear(struct felt_line_io *io, int64_t deadline_ms,
                                          const char **line, size_t *count)
{
    if (io->from < 0) return FELT_LINE_IO_HEARD_END;
    for (size_t seen = 0;;) {
        size_t used = io->end - io->at;
        const char *start = io->bytes + io->at, *end = memchr(start + seen, '\n', used - seen);
        if (end) {
            size_t length = (size_t)(end - start);
            io->at += length + 1;
            *line = start;
            *count = length > 0 && start[length - 1] == '\r' ? length - 1 : length;
            return FELT_LINE_IO_HEARD_LINE;
        }
        seen = used;
        enum felt_line_io_heard heard = read_more(io, deadline_ms);
        if (heard != FELT_LINE_IO_HEARD_LINE) return heard;
    }
}

size_t felt_line_io_forget(struct felt_line_io *io)
{
    size_t thrown = io->end - io->at;
    io->at = io->end = 0;
    if (io->from < 0) return thrown;
    /* Bounded: somebody who never stops talking must not keep us here. */
    for (int i = 0; i < FORGET_MAX; i++) {
        ssize_t got = read(io->from, io->bytes, sizeof io->bytes);
        if (got <= 0) break;
        thrown += (size_t)got;
    }
    return thrown;
}

void felt_line_io_hang_up(struct felt_line_io *io)
{
    if (io->to >= 0 && io->to != io->from) close(io->to);
    io->to = -1;
}

void felt_line_io_close(struct felt_line_io *io)
{
    felt_line_io_hang_up(io);
    if (io->from >= 0) close(io->from);
    io->from = -1;
    io->at = io->end = 0;
}

/* ---- sockets --------------------------------------------------------------------------------- */

int felt_line_io_listen(const char *address, uint16_t port)
{
    struct sockaddr_in where = {.sin_family = AF_INET, .sin_port = htons(port)};
    const int yes = 1;
    if (inet_pton(AF_INET, address, &where.sin_addr) != 1) {
        errno = EINVAL;
        return -1;
    }
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0) return -1;
    (void)setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(listener, (const struct sockaddr *)&where, sizeof where) == 0 &&
        listen(listener, WAITING_MAX) == 0)
        return listener;
    int reason = errno;
    close(listener);
    errno = reason;
    return -1;
}

bool felt_line_io_accept(struct felt_line_io *io, int listener, int64_t deadline_ms)
{
    const int yes = 1;
    int file;
    while ((file = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)) < 0) {
        if (errno == EINTR || errno == ECONNABORTED) continue;
        if (errno != EAGAIN || !await(listener, POLLIN, deadline_ms)) return false;
    }
    (void)setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    io->to = io->from = file;
    io->at = io->end = 0;
    return true;
}
