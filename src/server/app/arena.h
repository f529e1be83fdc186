/* arena.h -- what the files of `felt arena` share: the options, and what is joined to serve.
 * `felt serve` begins with the same and joins more.
 *
 *   arena.c          the command: banner, signals, the life of the server
 *   arena_options.c  what was typed
 *   arena_http.c     what is answered to requests
 *   arena_lines.c    lines of the host and of others
 *   arena_serve.c    lines, journal, files and players joined to a host
 *   arena_teams.c    registered teams and secrets, as files say
 *   arena_tour.h     felt arena tournament */
#ifndef FELT_SERVER_APP_ARENA_H
#define FELT_SERVER_APP_ARENA_H

#include "command/args.h"
#include "server/house/thinkers.h"
#include "felt/player.h"
#include "server/session/host.h"
#include "server/table/poker_plug.h"
#include "net/server.h"
#include "store/disk.h"

#include <stdio.h>

enum felt_arena_option {
    FELT_ARENA_PORT,
    FELT_ARENA_BIND,
    FELT_ARENA_SEATS,
    FELT_ARENA_STACK,
    FELT_ARENA_SB,
    FELT_ARENA_BB,
    FELT_ARENA_MOVE_MS,
    FELT_ARENA_ABSENT_MS,
    FELT_ARENA_JOIN,
    FELT_ARENA_TEAMS,
    FELT_ARENA_MIN_PLAYERS,
    FELT_ARENA_MAX_HANDS,
    FELT_ARENA_PACE,
    FELT_ARENA_REVEAL,
    FELT_ARENA_PRACTICE,
    FELT_ARENA_HOUSE,
    FELT_ARENA_VARIANT,
    FELT_ARENA_LIMIT,
    FELT_ARENA_DATA,
    FELT_ARENA_JOURNAL_SYNC,
    FELT_ARENA_PHH,
    FELT_ARENA_WATCH_SECRET,
    FELT_ARENA_WATCH,
    FELT_ARENA_WITH,
    FELT_ARENA_CERT,
    FELT_ARENA_KEY,
    FELT_ARENA_WEB,
    FELT_ARENA_LOG,
    FELT_ARENA_TABLES,
    FELT_ARENA_CONNECTIONS,
    FELT_ARENA_PER_ADDRESS,
    FELT_ARENA_ONCE,
    FELT_ARENA_HOSTS,
    FELT_ARENA_HSTS,
    FELT_ARENA_METRICS,
    FELT_ARENA_OPTIONS
};
extern const struct felt_args_spec felt_arena_spec;

enum { FELT_ARENA_WITH_MAX = 32 };

/* Who may see /metrics. */
enum felt_arena_metrics { FELT_METRICS_LOOPBACK, FELT_METRICS_ALL, FELT_METRICS_OFF };

/* What another command joins to the same port and loop.  All calls come on the loop's thread. */
struct felt_arena_annex {
    void *self;
    uint32_t requests_max, body_max; /* as net/server.h wants them                               */
    const char *origins;
    bool proxy;
    bool (*request)(void *self, uint32_t number, const struct felt_net_request *request);
    void (*request_gone)(void *self, uint32_t number);
    /* Milliseconds until it wants to be called again if nothing happens, -1: never. */
    int64_t (*turn)(void *self);
    bool (*failed)(void *self); /* after a turn: the server must end; NULL: never does           */
    bool (*busy)(void *self); /* a server that stops waits for it, five seconds at most          */
    void (*metrics)(void *self, struct felt_buffer *out);
    const char *(*ailment)(void *self); /* for /healthz; NULL: all is well                       */
};

/* Lines of another kind on the same port and loop, at a path of their own; they have numbers below
 * connections_max. */
struct felt_arena_wing {
    void *self;
    const char *path;
    uint32_t connections_max;
    bool (*open)(void *self, uint32_t line, const struct felt_net_visitor *visitor);
    void (*text)(void *self, uint32_t line, const char *text, size_t bytes, bool stale);
    void (*gone)(void *self, uint32_t line);
    /* As of the annex. */
    int64_t (*turn)(void *self);
    void (*metrics)(void *self, struct felt_buffer *out);
    const char *(*ailment)(void *self);
    bool (*failed)(void *self); /* after a turn: the server must end                             */
    void (*farewell)(void *self, const char *text); /* the server stops                          */
};

/* A tournament instead of tables where matches are played: server/arena/contest.h, and a table
 * config for each of its levels. */
struct felt_arena_contest {
    struct felt_contest_plan plan;
    struct felt_poker_plug plug[FELT_TOUR_LEVELS_MAX];
    struct felt_table_config level[FELT_TOUR_LEVELS_MAX];
};

enum { FELT_ARENA_PATH_BYTES = 4096 + 32 };

struct felt_arena_options {
    uint16_t port;
    const char *bind, *teams, *data, *phh, *secret, *cert, *key, *web, *log;
    char web_found[FELT_ARENA_PATH_BYTES]; /* what web is if nobody said it                       */
    bool practice, once, watch_open;
    bool unsynced; /* the journal is written, not synced                                         */
    const struct felt_disk *disk; /* of the journal; NULL: the usual one.  No option: for benches */
    struct felt_player_spec house;
    int with; /* players of ours that sit down too                                             */
    const char *player[FELT_ARENA_WITH_MAX];
    char player_text[FELT_ARENA_WITH_MAX * (FELT_PLAYER_TEXT_MAX + 1)];
    const char *hosts; /* NULL: the usual ones                                                  */
    uint8_t metrics;   /* enum felt_arena_metrics                                               */
    uint32_t hsts_days;
    uint32_t tables, connections, per_address;
    struct felt_poker_plug plug;
    struct felt_table_config table;
    const struct felt_arena_annex *annex; /* NULL: none                                         */
    const struct felt_arena_wing *wing;   /* the same                                           */
    const struct felt_arena_contest *contest; /* the same                                       */
};
/* False: complained.  `args` may be of another command whose options begin with these. */
bool felt_arena_options_read(struct felt_arena_options *options, const struct felt_args *args);
/* The same for several tables: players of ours need not fit at one. */
bool felt_arena_options_read_many(struct felt_arena_options *options, const struct felt_args *args);

/* ---- registered teams, and secrets of watchers ---- */

struct felt_arena_team {
    char name[FELT_TEAM_BYTES + 1];
    uint8_t code[FELT_KEY_BYTES]; /* SHA-256                                                   */
};
struct felt_arena_teams {
    uint32_t count;
    struct felt_arena_team *team; /* owned                                                     */
    bool has_spectator, has_operator;
    uint8_t spectator[FELT_KEY_BYTES], operator[FELT_KEY_BYTES];
};
/* Lines `TEAM CODE`; the code is the last word, as it is or as sha256:HEX.  False: complained. */
bool felt_arena_teams_read(struct felt_arena_teams *teams, const char *file,
                           const struct felt_args *args);
/* One line is the secret of both roles; or lines `spectator SECRET` and `operator SECRET`. */
bool felt_arena_secret_read(struct felt_arena_teams *teams, const char *file,
                            const struct felt_args *args);
void felt_arena_teams_close(struct felt_arena_teams *teams);
enum felt_identity felt_arena_identify(const struct felt_arena_teams *teams, const char *team,
                                       const char *code);
bool felt_arena_admit(const struct felt_arena_teams *teams, enum felt_comes_as role,
                      const char *secret);

/* ---- matches that are over, in the directory of --data ---- */

/* Whole or not at all; false: errno says why. */
bool felt_arena_kept_write(const char *data, const char *id, const char *text, size_t bytes);
/* The same text, malloc'ed; NULL: there is none of that id, which is letters, digits and '-'. */
char *felt_arena_kept_read(const char *data, const char *id, size_t *bytes);
/* Recalls the newest ones. */
void felt_arena_kept_list(const char *data, struct felt_host *host);

/* ---- the server ---- */

struct felt_arena; /* owned by felt_arena_open() */

/* Everything but the loop.  NULL: complained on stderr. */
struct felt_arena *felt_arena_open(const struct felt_arena_options *options,
                                   const struct felt_args *args);
uint16_t felt_arena_port(const struct felt_arena *arena);
/* Serves until it is stopped; 0, or 1 if the journal failed. */
int felt_arena_run(struct felt_arena *arena);
/* From a signal handler. */
void felt_arena_stop(struct felt_arena *arena);
void felt_arena_close(struct felt_arena *arena);
/* What was found in the journal: tables. */
uint32_t felt_arena_restored(const struct felt_arena *arena);

struct felt_host *felt_arena_host(struct felt_arena *arena);
/* Is this the secret of the operator? */
bool felt_arena_is_operator(const struct felt_arena *arena, const char *secret);

/* Of this very program: a hand that another one left open is not played on. */
uint64_t felt_arena_signature(void);
/* For a wing: its line N is connection options.connections + N. */
struct felt_net *felt_arena_net(struct felt_arena *arena);
/* For the annex: an answer to a request, a turn of the loop (from any thread), a line of the log
 * (one JSON object, from any thread; false: no log is kept). */
void felt_arena_reply(struct felt_arena *arena, uint32_t number, struct felt_net_answer *answer);
void felt_arena_wake(struct felt_arena *arena);
/* The time of the tables: it stands while they wait for the journal. */
int64_t felt_arena_us(const struct felt_arena *arena);
bool felt_arena_log(struct felt_arena *arena, const char *json, size_t bytes);

/* ---- the life of a server (arena.c) ---- */

/* Where somebody on this machine finds the server: "127.0.0.1:8080". */
enum { FELT_ARENA_PLACE_BYTES = 96, FELT_ARENA_URL_BYTES = 128 };
const char *felt_arena_place(const struct felt_arena_options *options,
                             const struct felt_arena *arena, char out[FELT_ARENA_PLACE_BYTES]);
/* "ws://127.0.0.1:8080/ws" */
const char *felt_arena_url(const struct felt_arena_options *options, const struct felt_arena *arena,
                           char out[FELT_ARENA_URL_BYTES]);
/* From now on SIGTERM and SIGINT stop this arena. */
/* The web client, if it was built and nobody said --web; `--web -` is nobody's. */
void felt_arena_find_web(struct felt_arena_options *options);

/* Where to open it in a browser: a line of the banner, if there is one. */
void felt_arena_print_web(const struct felt_arena_options *options, const struct felt_arena *arena);

void felt_arena_catch_signals(struct felt_arena *arena);
/* Serves until it is stopped, with the players of --with.  As felt_arena_run(). */
int felt_arena_live(struct felt_arena *arena, const struct felt_arena_options *options);

#endif
