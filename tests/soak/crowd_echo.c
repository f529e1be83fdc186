/* crowd_echo.c -- the yardstick of ./dev soak crowd: the bare echo of bench/arena_echo.c by itself.
 *
 * usage: crowd_echo          prints its port, and serves until it is killed
 *
 * Lines are paired as they come; each message of one of them is answered with a frame as long as an
 * event of the room, to both.  It is a process of its own, so a loop of the room that stands still
 * does not delay it. */
#include "bench/arena.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { EVENT_BYTES = 160 };

int main(void)
{
    static unsigned char text[2][BENCH_SCRIPT_PRE + EVENT_BYTES];
    static struct bench_script_frame frame[2];
    struct bench_script script = {.steps = 1, .frames = 2, .frame = frame, .text = text[0]};
    struct bench_server server;
    memset(text, 'x', sizeof text);
    for (uint32_t i = 0; i < 2; i++)
        frame[i] =
            (struct bench_script_frame){.at = (uint32_t)(i * sizeof text[0]) + BENCH_SCRIPT_PRE,
                                        .bytes = EVENT_BYTES,
                                        .conn = i};
    if (!bench_server_start(&server, bench_echo_serve, &script, -1)) {
        fprintf(stderr, "crowd_echo: the echo does not start\n");
        return 1;
    }
    printf("%u\n", server.port);
    fflush(stdout);
    for (;;) (void)pause();
}
