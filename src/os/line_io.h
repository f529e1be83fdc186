/* line_io.h -- lines to and from somebody who may be slow, silent, loud or gone.
 *
 * Knows files that can be waited for (pipes, sockets) and time; nothing of what is said.
 *
 *   T1  no call waits longer than it was told to.
 *   T2  what is said before anybody listens is bounded by the buffer and the pipe.
 *
 * The calling program must ignore SIGPIPE. */
#ifndef FELT_OS_LINE_IO_H
#define FELT_OS_LINE_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FELT_LINE_IO_BYTES = 65536 }; /* the longest line, with its end                         */

struct felt_line_io {
    int to, from; /* files that do not block; -1: closed.  A socket is both                */
    size_t at, end;
    char bytes[FELT_LINE_IO_BYTES]; /* at .. end: read and not yet taken                      */
};

enum felt_line_io_heard {
    FELT_LINE_IO_HEARD_LINE,
    FELT_LINE_IO_HEARD_NOTHING, /* time is over */
    FELT_LINE_IO_HEARD_END,     /* the other side closed its output, or is gone */
    FELT_LINE_IO_HEARD_TOO_MUCH /* a line that is longer than the buffer */
};

/* Milliseconds of a clock that is never put back. */
int64_t felt_line_io_now_ms(void);

/* Sends all of it by the deadline.  False: the other side does not read, or is gone. */
bool felt_line_io_send(struct felt_line_io *io, const char *bytes, size_t count,
                       int64_t deadline_ms);

/* The next line by the deadline, without its end ("\n" or "\r\n"), valid until the next call. */
enum felt_line_io_heard felt_line_io_hear(struct felt_line_io *io, int64_t deadline_ms,
                                          const char **line, size_t *count);

/* Throws away what was said so far, at most some buffers full; how many bytes. */
size_t felt_line_io_forget(struct felt_line_io *io);

/* Closes one side or both; closing twice is nothing. */
void felt_line_io_hang_up(struct felt_line_io *io);
void felt_line_io_close(struct felt_line_io *io);

/* Listens at an address in numbers ("127.0.0.1").  Returns the socket, or -1: errno says why. */
int felt_line_io_listen(const char *address, uint16_t port);
/* Somebody who connects by the deadline becomes the other side of *talk.  False: nobody did. */
bool felt_line_io_accept(struct felt_line_io *io, int listener, int64_t deadline_ms);

#endif
