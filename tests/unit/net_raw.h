/* net_raw.h -- a WebSocket by hand, for tests that must break its rules.
 *
 * Included by tests that need it: everything is static. */
#ifndef FELT_TESTS_NET_RAW_H
#define FELT_TESTS_NET_RAW_H

#include <arpa/inet.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <linux/sockios.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { RAW_BYTES = 8192, RAW_MASK = 0x5a, RAW_SECONDS = 60 /* only who hangs takes longer */ };

#define RAW_UPGRADE(path, header)                                                                  \
    "GET " path " HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"    \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" header "\r\n"

static inline int raw_connect(uint16_t port)
{
    int raw = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct timeval patience = {.tv_sec = RAW_SECONDS};
    setsockopt(raw, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    assert_int_equal(connect(raw, (struct sockaddr *)&to, sizeof to), 0);
    return raw;
}

static inline void raw_write(int raw, const char *data, size_t bytes)
{
    assert_int_equal(send(raw, data, bytes, MSG_NOSIGNAL), (ssize_t)bytes);
}

/* Until all that was written is in the other side's socket, whether it reads or not. */
static inline void raw_settle(int raw)
{
    int unsettled = 1;
    for (int ms = 0; unsettled > 0 && ms < 1000 * RAW_SECONDS; ms++) {
        assert_int_equal(ioctl(raw, SIOCOUTQ, &unsettled), 0);
        if (unsettled > 0) usleep(1000);
    }
    assert_int_equal(unsettled, 0);
}

static inline void raw_exactly(int raw, void *out, size_t bytes)
{
    ssize_t got = bytes ? recv(raw, out, bytes, MSG_WAITALL) : 0;
    assert_int_equal(got, (ssize_t)bytes);
}

/* Up to the empty line, byte by byte, so that no frame is swallowed. */
static inline void raw_head(int raw, char out[RAW_BYTES])
{
    size_t bytes = 0;
    while (bytes < 4 || memcmp(out + bytes - 4, "\r\n\r\n", 4) != 0) {
        assert_true(bytes < RAW_BYTES - 1);
        raw_exactly(raw, out + bytes, 1);
        bytes++;
    }
    out[bytes] = '\0';
}

static inline int raw_join(uint16_t port)
{
    int raw = raw_connect(port);
    static const char head[] = RAW_UPGRADE("/ws", "");
    char answer[RAW_BYTES];
    raw_write(raw, head, strlen(head));
    raw_head(raw, answer);
    assert_memory_equal(answer, "HTTP/1.1 101", 12);
    return raw;
}

/* A masked frame with this first byte.  Returns its length. */
static inline size_t raw_frame(char *out, int first, const char *text)
{
    size_t bytes = strlen(text), at = 0;
    out[at++] = (char)first;
    if (bytes < 126) {
        out[at++] = (char)(0x80 | bytes);
    } else {
        out[at++] = (char)(0x80 | 126);
        out[at++] = (char)(bytes >> 8);
        out[at++] = (char)bytes;
    }
    for (int index = 0; index < 4; index++) out[at++] = RAW_MASK;
    for (size_t index = 0; index < bytes; index++) out[at++] = (char)(text[index] ^ RAW_MASK);
    return at;
}

/* Next frame of the server.  Returns its first byte. */
static inline int raw_read(int raw, char out[RAW_BYTES])
{
    unsigned char head[4];
    raw_exactly(raw, head, 2);
    size_t bytes = head[1];
    if (bytes == 126) {
        raw_exactly(raw, head + 2, 2);
        bytes = (size_t)head[2] << 8 | head[3];
    }
    assert_true(bytes < RAW_BYTES);
    raw_exactly(raw, out, bytes);
    out[bytes] = '\0';
    return head[0];
}

/* The code of the close frame that comes before long; 1006: the line ended without one. */
static inline int raw_read_close(int raw)
{
    char text[RAW_BYTES], next;
    while (recv(raw, &next, 1, MSG_PEEK) == 1) {
        if (raw_read(raw, text) != 0x88) continue;
        return (unsigned char)text[0] << 8 | (unsigned char)text[1];
    }
    return 1006;
}

/* One request: what comes back at once, head and the beginning of the body. */
static inline void raw_ask(uint16_t port, const char *request, char answer[RAW_BYTES])
{
    int raw = raw_connect(port);
    raw_write(raw, request, strlen(request));
    raw_head(raw, answer);
    size_t bytes = strlen(answer);
    const char *length = strstr(answer, "content-length: ");
    int body = 0;
    if (length) sscanf(length, "content-length: %d", &body);
    for (; body > 0 && bytes < RAW_BYTES - 1; body--, bytes++) raw_exactly(raw, answer + bytes, 1);
    answer[bytes] = '\0';
    close(raw);
}

/* The server closes; what it said before does not matter. */
static inline void raw_expect_end(int raw, char *out, size_t size)
{
    ssize_t got;
    do got = recv(raw, out, size, 0);
    while (got > 0);
    assert_true(got == 0 || errno == ECONNRESET);
}

/* Until a counter of the server, which another thread counts, has reached a value. */
static inline void await(atomic_int *counter, int value)
{
    for (int ms = 0; ms < 1000 * RAW_SECONDS; ms++) {
        if (atomic_load(counter) >= value) return;
        usleep(1000);
    }
    fail_msg("counter %d, not %d", atomic_load(counter), value);
}

#endif
