/* talk.h -- lines to and from somebody who may be slow, silent, loud or gone.
 *
 * Knows files that can be waited for (pipes, sockets) and time; nothing of what is said.
 *
 *   T1  no call waits longer than it was told to.
 *   T2  what is said before anybody listens is bounded by the buffer and the pipe.
 *
 * The calling program must ignore SIGPIPE. */
#ifndef FELT_OS_TALK_H
#define FELT_OS_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FELT_TALK_BYTES = 65536 }; /* the longest line, with its end                         */

struct felt_talk {
    int to, from; /* files that do not block; -1: closed.  A socket is both                */
    size_t at, end;
    char bytes[FELT_TALK_BYTES]; /* at .. end: read and not yet taken                      */
};

enum felt_heard {
    FELT_HEARD_LINE,
    FELT_HEARD_NOTHING, /* time is over                                                    */
    FELT_HEARD_END,     /* the other side closed its output, or is gone                    */
    FELT_HEARD_TOO_MUCH /* a line that is longer than the buffer                           */
};

/* Milliseconds of a clock that is never put back. */
int64_t felt_talk_now_ms(void);

/* Sends all of it by the deadline.  False: the other side does not read, or is gone. */
bool felt_talk_send(struct felt_talk *talk, const char *bytes, size_t count, int64_t deadline_ms);

/* The next line by the deadline, without its end ("\n" or "\r\n"), valid until the next call. */
enum felt_heard felt_talk_hear(struct felt_talk *talk, int64_t deadline_ms, const char **line,
                               size_t *count);

/* Throws away what was said so far, at most some buffers full; how many bytes. */
size_t felt_talk_forget(struct felt_talk *talk);

/* Closes one side or both; closing twice is nothing. */
void felt_talk_hang_up(struct felt_talk *talk);
void felt_talk_close(struct felt_talk *talk);

/* Listens at an address in numbers ("127.0.0.1").  Returns the socket, or -1: errno says why. */
int felt_talk_listen(const char *address, uint16_t port);
/* Somebody who connects by the deadline becomes the other side of *talk.  False: nobody did. */
bool felt_talk_accept(struct felt_talk *talk, int listener, int64_t deadline_ms);

#endif
