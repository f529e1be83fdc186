/* arena_echo.c -- see arena.h: the yardstick.
 *
 * As little as a server on these libraries can be: lines are paired as they come, and whoever
 * sends an action causes the frames of the script's next step, written at once from within the
 * callback that received it.  Nothing is read, checked, dealt, formatted, queued or kept. */
#include "bench/arena.h"

#include <dlfcn.h>
#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

_Static_assert(LWS_PRE <= BENCH_SCRIPT_PRE, "libwebsockets writes its header before the text");

enum { PAIRS_MAX = 50000, RX_BYTES = 512 };

struct pair {
    struct lws *wsi[2];
    uint32_t step, hellos;
};

struct echo {
    struct bench_script *script;
    uint32_t *first; /* frame of each step                                                  */
    uint32_t conns;
    struct pair *pair;
};

struct visit {
    struct pair *pair;
};

static void send_frame(const struct echo *echo, const struct pair *pair, uint32_t index)
{
    const struct bench_script_frame *frame = &echo->script->frame[index];
    if (pair->wsi[frame->conn])
        (void)lws_write(pair->wsi[frame->conn], echo->script->text + frame->at, frame->bytes,
                        LWS_WRITE_TEXT);
}

static void answer(const struct echo *echo, struct pair *pair, const char *text, size_t bytes)
{
    if (bytes > 9 && text[9] == 'h') {
        if (++pair->hellos == 2) send_frame(echo, pair, echo->script->opening);
        return;
    }
    for (uint32_t i = echo->first[pair->step]; i < echo->first[pair->step + 1]; i++)
        send_frame(echo, pair, i);
    pair->step = (pair->step + 1) % echo->script->steps;
}

static int call(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t bytes)
{
    struct echo *echo = lws_context_user(lws_get_context(wsi));
    struct visit *visit = user;
    switch ((int)reason) {
    case LWS_CALLBACK_ESTABLISHED:
        if (echo->conns == 2 * PAIRS_MAX) return -1;
        visit->pair = &echo->pair[echo->conns / 2];
        visit->pair->wsi[echo->conns++ % 2] = wsi;
        return 0;
    case LWS_CALLBACK_RECEIVE: answer(echo, visit->pair, in, bytes); return 0;
    case LWS_CALLBACK_CLOSED:
        for (int i = 0; visit->pair && i < 2; i++)
            if (visit->pair->wsi[i] == wsi) visit->pair->wsi[i] = NULL;
        return 0;
    default: return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "echo",
     .callback = call,
     .per_session_data_size = sizeof(struct visit),
     .rx_buffer_size = RX_BYTES},
    {.name = NULL},
};

/* Where the frames of each step begin. */
static bool find_steps(struct echo *echo)
{
    const struct bench_script *script = echo->script;
    echo->first = calloc(script->steps + 1, sizeof *echo->first);
    if (!echo->first) return false;
    for (uint32_t i = 0; i < script->frames; i++) echo->first[script->frame[i].step + 1] = i + 1;
    for (uint32_t step = 1; step <= script->steps; step++)
        if (echo->first[step] == 0) echo->first[step] = echo->first[step - 1];
    return true;
}

void bench_echo_serve(void *self, int ready)
{
    struct echo echo = {.script = self, .pair = calloc(PAIRS_MAX, sizeof(struct pair))};
    uv_loop_t loop;
    if (!echo.pair || !find_steps(&echo) || uv_loop_init(&loop) != 0) return;
    if (!dlopen("libwebsockets-evlib_uv.so", RTLD_NOW | RTLD_NODELETE)) return;
    lws_set_log_level(0, NULL);
    void *loops[1] = {&loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .foreign_loops = loops,
        .user = &echo,
        .uid = -1,
        .gid = -1,
    };
    struct lws_context *context = lws_create_context(&info);
    if (!context) return;
    info.port = 0;
    info.iface = "127.0.0.1";
    struct lws_vhost *host = lws_create_vhost(context, &info);
    if (!host) return;
    bench_server_ready(ready, (uint16_t)lws_get_vhost_listen_port(host));
    uv_run(&loop, UV_RUN_DEFAULT);
}
