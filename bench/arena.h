/* arena.h -- measuring a server from outside: a client that costs little, and an echo beside it.
 *
 * A server runs in a process of its own on one processor; the client, this process, runs on
 * another one and drives all lines of all tables by epoll.  The yardstick is an echo on the same
 * libraries, libwebsockets and libuv, with nothing in between: it sends, for each action it
 * receives, exactly the frames that the arena was seen to send at that place of a hand, to the
 * same two lines.  What the arena costs beyond that is its own.
 *
 *   arena_server.c  processes that serve: starting, times, memory
 *   arena_line.c    one WebSocket, as simple as can be
 *   arena_load.c    bots that call and check: at once, at a rate, or never
 *   arena_script.c  the frames of some hands, written down
 *   arena_echo.c    the yardstick */
#ifndef FELT_BENCH_ARENA_H
#define FELT_BENCH_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

int64_t bench_now_ns(void);

/* ---- arena_server.c ---- */

struct bench_server {
    pid_t pid;
    uint16_t port;
};

/* Runs in the child; says its port by bench_server_ready() and serves until it is killed. */
typedef void (*bench_serve)(void *self, int ready);
/* On processor `cpu`; -1: any.  False: it did not start. */
bool bench_server_start(struct bench_server *server, bench_serve serve, void *self, int cpu);
void bench_server_ready(int ready, uint16_t port);
void bench_server_stop(struct bench_server *server);
/* Processor time so far, in nanoseconds. */
int64_t bench_server_cpu_ns(const struct bench_server *server);
/* The part of it that was spent in the kernel, in hundredths of a second. */
int64_t bench_server_system_ticks(const struct bench_server *server);
/* How long it could have run while others had its processor, in nanoseconds; 0 where the kernel
 * does not tell. */
int64_t bench_server_waited_ns(const struct bench_server *server);
/* Memory of its own that is in use, in bytes. */
int64_t bench_server_memory(const struct bench_server *server);
/* The first and the last processor we may use.  False, and -1: there is only one. */
bool bench_server_cpus(int *first, int *last);
/* This process runs there from now on; -1: anywhere. */
void bench_server_pin(int cpu);
/* As many as we may have; how many that is. */
uint32_t bench_server_files(void);

/* ---- arena_line.c ---- */

enum { BENCH_ANSWER_BYTES = 192, BENCH_READ_BYTES = 1 << 18 };

struct bench_conn {
    int socket;          /* -1: none                                                        */
    uint32_t part_bytes; /* of a frame that is not complete                                 */
    char *part;          /* malloc'ed                                                       */
    int64_t asked_ns;    /* when an act came that is not answered, 0: none                  */
    int64_t sent_ns;     /* when the action was sent whose event has not come, 0: none      */
    uint32_t answer_bytes;
    unsigned char answer[BENCH_ANSWER_BYTES]; /* a frame, ready to be sent                  */
};

typedef void (*bench_text)(void *self, struct bench_conn *conn, const char *text, size_t bytes);

/* Connects and becomes a WebSocket; waits for that. */
bool bench_conn_open(struct bench_conn *conn, uint16_t port, const char *path);
void bench_conn_close(struct bench_conn *conn);
/* A masked frame of less than 126 bytes; returns its size. */
uint32_t bench_conn_frame(unsigned char *out, int opcode, const char *text, size_t bytes);
bool bench_conn_send(struct bench_conn *conn, const char *text, size_t bytes);
/* Hands over every frame that is there.  `memory` has BENCH_READ_BYTES.  False: closed. */
bool bench_conn_read(struct bench_conn *conn, char *memory, bench_text text, void *self);

/* ---- arena_script.c ---- */

enum { BENCH_SCRIPT_HANDS = 16, BENCH_SCRIPT_PRE = 16 };

struct bench_script_frame {
    uint32_t at, bytes; /* in text[]; BENCH_SCRIPT_PRE bytes before it are free             */
    uint32_t step;      /* the action it follows                                            */
    uint32_t conn;      /* 0 or 1                                                           */
};

/* What was sent after each action of some hands at one table; then it begins again. */
struct bench_script {
    uint32_t steps, frames, used, room, frames_room;
    struct bench_script_frame *frame;
    unsigned char *text;
    uint32_t opening; /* the frame that asks for the first action                           */
};

bool bench_script_record(struct bench_script *script, uint16_t port);
bool bench_script_add(struct bench_script *script, uint32_t conn, const char *text, size_t bytes);
void bench_script_close(struct bench_script *script);

/* ---- arena_load.c ---- */

enum { BENCH_SAMPLES = 1 << 20 };

struct bench_flood {
    struct bench_conn conn;
    uint32_t frame_bytes, sent_bytes; /* of one message; of the message being sent          */
    unsigned char frames[1 << 14];
    uint32_t count; /* messages in frames[]                                                 */
    uint64_t sent;
    int64_t next_ns;
};

struct bench_load {
    uint32_t conns;
    struct bench_conn *conn; /* 2t and 2t + 1 sit at table t                                */
    int poll;
    char *memory;
    uint32_t *waiting; /* lines with an answer, first in first out                          */
    uint32_t waiting_first, waiting_count;
    bool at_once, silent;
    int64_t next_ns; /* when the next one is sent, if there is a rate                       */
    double gap_ns;
    uint64_t random;
    uint64_t actions, hand_ends, frames, bytes, errors;
    bool broken;      /* a line was closed, or a match ended                                     */
    uint32_t *sample; /* nanoseconds                                                        */
    uint32_t samples;
    struct bench_script *script; /* NULL: nothing is written down                           */
    struct bench_flood *flood;   /* NULL: none                                              */
};

/* What a run showed. */
struct bench_load_result {
    double seconds;
    uint64_t actions, frames, bytes, samples;
    double hands;
    double p50_us, p99_us, max_us;
};

/* Two lines for each table; `hello`: each sits down as soon as it is connected. */
bool bench_load_open(struct bench_load *load, uint16_t port, uint32_t tables, bool hello);
/* Returns when every table has asked for its first action; `hello`: they sit down only now. */
bool bench_load_sit(struct bench_load *load, bool hello);
void bench_load_close(struct bench_load *load);
/* Bots answer for so long: at once (rate 0), or so many actions a second in all.  Ends when the
 * last answer has had its effect.  False: broken. */
bool bench_load_run(struct bench_load *load, double seconds, double rate,
                    struct bench_load_result *out);
/* Nobody answers: samples are from act to the event that ends it. */
bool bench_load_wait(struct bench_load *load, double seconds, struct bench_load_result *out);
/* Sends the answer that has waited longest; false: none waits. */
bool bench_load_answer(struct bench_load *load);
/* Reads until nothing has come for so long. */
void bench_load_drain(struct bench_load *load, int quiet_ms);

/* A line at a table of its own that sends 50,000 messages a second, or pings. */
bool bench_flood_open(struct bench_flood *flood, uint16_t port, bool pings);
/* It sends while the load runs, until it is closed. */
bool bench_load_flood(struct bench_load *load, struct bench_flood *flood);
void bench_flood_close(struct bench_load *load);

/* ---- arena_echo.c ---- */

/* A bench_serve; `self` is the script. */
void bench_echo_serve(void *self, int ready);

#endif
