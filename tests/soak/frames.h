/* frames.h -- what clients of the room need that have neither a hand store for WebSockets nor one
 * for JSON: frames are cut out of bytes, and values are found by their keys.  Masks are zero, which
 * the protocol allows.  Include it behind _GNU_SOURCE. */
#ifndef FELT_SOAK_FRAMES_H
#define FELT_SOAK_FRAMES_H

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

static inline int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static inline void fail(const char *what)
{
    perror(what);
    exit(1);
}

/* A socket to the server on this machine. */
static inline int connect_here(uint16_t port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    int on = 1, made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (made < 0) fail("socket");
    setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(made, (struct sockaddr *)&to, sizeof to) != 0) fail("connect");
    return made;
}

/* A whole frame; `out` has room for `bytes` and 16 more.  Its length. */
static inline size_t write_frame(uint8_t opcode, const char *text, size_t bytes, char *out)
{
    size_t head = bytes < 126 ? 2 : 4;
    out[0] = (char)(0x80 | opcode);
    out[1] = (char)(0x80 | (bytes < 126 ? bytes : 126));
    if (head == 4) {
        out[2] = (char)(bytes >> 8);
        out[3] = (char)bytes;
    }
    memset(out + head, 0, 4);
    memcpy(out + head + 4, text, bytes);
    return head + 4 + bytes;
}

/* The frame at the front of `bytes`: where its content begins and how long it is; 0: it is not yet
 * complete, else the length of the whole. */
static inline size_t read_frame(const uint8_t *at, size_t bytes, size_t *start, size_t *length)
{
    *start = 2;
    if (bytes < 2) return 0;
    *length = at[1] & 127;
    if (*length == 126) {
        *start = 4;
        if (bytes < 4) return 0;
        *length = (size_t)at[2] << 8 | at[3];
    } else if (*length == 127) {
        *start = 10;
        *length = 0;
        if (bytes < 10) return 0;
        for (size_t i = 2; i < 10; i++) *length = *length << 8 | at[i];
    }
    return *length <= bytes - *start ? *start + *length : 0;
}

static inline const char *find(const char *text, size_t bytes, const char *key)
{
    const char *at = memmem(text, bytes, key, strlen(key));
    return at ? at + strlen(key) : NULL;
}

/* The value behind a key, up to a comma, brace or quote; "" if it is not there. */
static inline void copy_value(const char *text, size_t bytes, const char *key, char *out,
                              size_t room)
{
    const char *at = find(text, bytes, key), *end = text + bytes;
    size_t used = 0;
    for (; at && at < end && !strchr(",}]\"", *at) && used + 1 < room; at++) out[used++] = *at;
    out[used] = '\0';
}

static inline long long number_of(const char *text, size_t bytes, const char *key)
{
    char value[24];
    copy_value(text, bytes, key, value, sizeof value);
    return atoll(value);
}

static inline int compare_times(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

#endif
