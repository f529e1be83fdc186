/* arena_line.c -- see arena.h: one WebSocket, as simple as can be.
 *
 * The head of the request is always the same, so is the mask; frames of the server are told apart
 * by their headers only.  Enough for a server that we know, and cheap. */
#define _GNU_SOURCE /* memmem */
#include "bench/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TEXT = 1, CLOSE = 8, PING = 9, PONG = 10, SHORT_MAX = 125, HEAD_MAX = 1024 };

static const unsigned char mask[4] = {0x37, 0xfa, 0x21, 0x3d};

uint32_t bench_conn_frame(unsigned char *out, int opcode, const char *text, size_t bytes)
{
    if (bytes > SHORT_MAX) bytes = SHORT_MAX;
    out[0] = (unsigned char)(0x80 | opcode);
    out[1] = (unsigned char)(0x80 | bytes);
    memcpy(out + 2, mask, 4);
    for (size_t i = 0; i < bytes; i++)
        out[6 + i] = (unsigned char)((unsigned char)text[i] ^ mask[i % 4]);
    return (uint32_t)bytes + 6;
}

static bool send_all(int socket, const void *bytes, size_t count)
{
    return send(socket, bytes, count, MSG_NOSIGNAL) == (ssize_t)count;
}

bool bench_conn_send(struct bench_conn *conn, const char *text, size_t bytes)
{
    unsigned char frame[SHORT_MAX + 6];
    return send_all(conn->socket, frame, bench_conn_frame(frame, TEXT, text, bytes));
}

/* Byte by byte behind the empty line would be simplest; the server says nothing before hello, so
 * whatever comes in one piece with the head is not there. */
static bool shake_hands(int socket, const char *path)
{
    char head[HEAD_MAX];
    int bytes = snprintf(head, sizeof head,
                         "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                         "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                         "Sec-WebSocket-Version: 13\r\n\r\n",
                         path);
    if (!send_all(socket, head, (size_t)bytes)) return false;
    size_t used = 0;
    while (used < sizeof head) {
        ssize_t got = recv(socket, head + used, sizeof head - used, 0);
        if (got <= 0) return false;
        used += (size_t)got;
        if (memmem(head, used, "\r\n\r\n", 4)) return memmem(head, used, " 101 ", 5) != NULL;
    }
    return false;
}

bool bench_conn_open(struct bench_conn *conn, uint16_t port, const char *path)
{
    *conn = (struct bench_conn){.socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons(port)};
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int on = 1;
    struct timeval patience = {.tv_sec = 10};
    if (conn->socket < 0) return false;
    (void)setsockopt(conn->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    (void)setsockopt(conn->socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (connect(conn->socket, (struct sockaddr *)&place, sizeof place) != 0 ||
        !shake_hands(conn->socket, path) || fcntl(conn->socket, F_SETFL, O_NONBLOCK) != 0) {
        bench_conn_close(conn);
        return false;
    }
    return true;
}

void bench_conn_close(struct bench_conn *conn)
{
    if (conn->socket >= 0) (void)close(conn->socket);
    conn->socket = -1;
    free(conn->part);
    conn->part = NULL;
    conn->part_bytes = 0;
}

/* Hands over whole frames; returns how many bytes they took, SIZE_MAX: closed. */
static size_t split(struct bench_conn *conn, const char *memory, size_t count, bench_text text,
                    void *self)
{
    const unsigned char *at = (const unsigned char *)memory, *end = at + count;
    while (end - at >= 2) {
        size_t head = 2, bytes = at[1] & 0x7f;
        if (bytes == 126) {
            if (end - at < 4) break;
            head = 4;
            bytes = (size_t)at[2] << 8 | at[3];
        } else if (bytes == 127) {
            return SIZE_MAX; /* no frame of ours is that long */
        }
        if ((size_t)(end - at) < head + bytes) break;
        int opcode = at[0] & 0x0f;
        if (opcode == CLOSE) return SIZE_MAX;
        if (opcode == TEXT) text(self, conn, (const char *)at + head, bytes);
        if (opcode == PING) {
            unsigned char frame[SHORT_MAX + 6];
            (void)send_all(conn->socket, frame,
                           bench_conn_frame(frame, PONG, (const char *)at + head, bytes));
        }
        at += head + bytes;
    }
    return (size_t)(at - (const unsigned char *)memory);
}

bool bench_conn_read(struct bench_conn *conn, char *memory, bench_text text, void *self)
{
    size_t before = conn->part_bytes;
    if (before) memcpy(memory, conn->part, before);
    ssize_t got = recv(conn->socket, memory + before, BENCH_READ_BYTES - before, 0);
    if (got < 0) return errno == EAGAIN || errno == EINTR;
    if (got == 0) return false;
    size_t count = before + (size_t)got, used = split(conn, memory, count, text, self);
    if (used == SIZE_MAX) return false;
    conn->part_bytes = (uint32_t)(count - used);
    if (conn->part_bytes) {
        char *part = realloc(conn->part, conn->part_bytes);
        if (!part) return false;
        memcpy(part, memory + used, conn->part_bytes);
        conn->part = part;
    }
    return true;
}
