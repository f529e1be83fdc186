/* server.h -- what the files of `felt arena` share: the options, and what is joined to serve.
 * `felt serve` begins with the same and joins more.
 *
 *   arena.c          the command: banner, signals, the life of the server
 *   server_options.c  what was typed
 *   server_http.c     what is answered to requests
 *   server_conns.c    lines of the session and of others
 *   server.c    lines, journal, files and players joined to a session
 *   team_file.c    registered teams and secrets, as files say
 *   arena_tournament.h     felt arena tournament */
#ifndef FELT_SERVER_APP_SERVER_H
#define FELT_SERVER_APP_SERVER_H

#include "command/args.h"
#include "server/house/house_threads.h"
#include "felt/player.h"
#include "server/session/arena_session.h"
#include "server/table/poker_adapter.h"
#include "net/server.h"
#include "store/disk.h"

#include <stdio.h>

enum felt_server_option {
    FELT_SERVER_PORT,
    FELT_SERVER_BIND,
    FELT_SERVER_SEATS,
    FELT_SERVER_STACK,
    FELT_SERVER_SB,
    FELT_SERVER_BB,
    FELT_SERVER_MOVE_MS,
    FELT_SERVER_ABSENT_MS,
    FELT_SERVER_JOIN,
    FELT_TEAM_FILE,
    FELT_SERVER_MIN_PLAYERS,
    FELT_SERVER_MAX_HANDS,
    FELT_SERVER_PACE,
    FELT_SERVER_REVEAL,
    FELT_SERVER_PRACTICE,
    FELT_SERVER_HOUSE,
    FELT_SERVER_VARIANT,
    FELT_SERVER_LIMIT,
    FELT_SERVER_DATA,
    FELT_SERVER_JOURNAL_SYNC,
    FELT_SERVER_PHH,
    FELT_SERVER_WATCH_SECRET,
    FELT_SERVER_WATCH,
    FELT_SERVER_WITH,
    FELT_SERVER_CERT,
    FELT_SERVER_KEY,
    FELT_SERVER_WEB,
    FELT_SERVER_LOG,
    FELT_SERVER_TABLES,
    FELT_SERVER_CONNECTIONS,
    FELT_SERVER_PER_ADDRESS,
    FELT_SERVER_ONCE,
    FELT_SERVER_HOSTS,
    FELT_SERVER_HSTS,
    FELT_SERVER_METRICS,
    FELT_SERVER_OPTIONS
};
extern const struct felt_args_spec felt_server_spec;

enum { FELT_SERVER_WITH_MAX = 32 };

/* Who may see /metrics. */
enum felt_server_metrics { FELT_METRICS_LOOPBACK, FELT_METRICS_ALL, FELT_METRICS_OFF };

/* What another command joins to the same port and loop.  All calls come on the loop's thread. */
struct felt_server_annex {
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

/* Connections of another kind on the same port and loop, at a path of their own; they have numbers
 * below connections_max. */
struct felt_server_wing {
    void *self;
    const char *path;
    uint32_t connections_max;
    bool (*open)(void *self, uint32_t conn, const struct felt_net_conn_info *info);
    void (*text)(void *self, uint32_t conn, const char *text, size_t bytes, bool stale);
    void (*gone)(void *self, uint32_t conn);
    /* As of the annex. */
    int64_t (*turn)(void *self);
    void (*metrics)(void *self, struct felt_buffer *out);
    const char *(*ailment)(void *self);
    bool (*failed)(void *self); /* after a turn: the server must end                             */
    void (*farewell)(void *self, const char *text); /* the server stops                          */
};

/* A tournament instead of tables where matches are played: server/arena/tournament.h, and a table
 * config for each of its levels. */
struct felt_server_tournament {
    struct felt_arena_tournament_plan plan;
    struct felt_poker_adapter adapter[FELT_DIRECTOR_LEVELS_MAX];
    struct felt_table_config level[FELT_DIRECTOR_LEVELS_MAX];
};

enum { FELT_SERVER_PATH_BYTES = 4096 + 32 };

struct felt_server_options {
    uint16_t port;
    const char *bind, *teams, *data, *phh, *secret, *cert, *key, *web, *log;
    char web_found[FELT_SERVER_PATH_BYTES]; /* what web is if nobody said it */
    bool practice, once, watch_open;
    bool unsynced; /* the journal is written, not synced                                         */
    const struct felt_disk *disk; /* of the journal; NULL: the usual one.  No option: for benches */
    struct felt_player_spec house;
    int with; /* players of ours that sit down too                                             */
    const char *player[FELT_SERVER_WITH_MAX];
    char player_text[FELT_SERVER_WITH_MAX * (FELT_PLAYER_TEXT_MAX + 1)];
    const char *hosts; /* NULL: the usual ones                                                  */
    uint8_t metrics;   /* enum felt_server_metrics                                               */
    uint32_t hsts_days;
    uint32_t tables, connections, per_address;
    struct felt_poker_adapter adapter;
    struct felt_table_config table;
    const struct felt_server_annex *annex; /* NULL: none                                         */
    const struct felt_server_wing *wing;   /* the same                                           */
    const struct felt_server_tournament *tournament; /* the same */
};
/* False: complained.  `args` may be of another command whose options begin with these. */
bool felt_server_options_read(struct felt_server_options *options, const struct felt_args *args);
/* The same for several tables: players of ours need not fit at one. */
bool felt_server_options_read_many(struct felt_server_options *options,
                                   const struct felt_args *args);

/* ---- registered teams, and secrets of watchers ---- */

struct felt_team_file_team {
    char name[FELT_TEAM_BYTES + 1];
    uint8_t code[FELT_KEY_BYTES]; /* SHA-256                                                   */
};
struct felt_team_file {
    uint32_t count;
    struct felt_team_file_team *team; /* owned */
    bool has_spectator, has_admin;
    uint8_t spectator[FELT_KEY_BYTES], admin[FELT_KEY_BYTES];
};
/* Connections `TEAM CODE`; the code is the last word, as it is or as sha256:HEX.  False:
 * complained. */
bool felt_team_file_read(struct felt_team_file *teams, const char *file,
                         const struct felt_args *args);
/* One connection is the secret of both roles; or lines `spectator SECRET` and `operator SECRET`. */
bool felt_team_file_secret_read(struct felt_team_file *teams, const char *file,
                                const struct felt_args *args);
void felt_team_file_close(struct felt_team_file *teams);
enum felt_arena_identity felt_team_file_identify(const struct felt_team_file *teams,
                                                 const char *team, const char *code);
bool felt_team_file_admit(const struct felt_team_file *teams, enum felt_comes_as role,
                          const char *secret);

/* ---- matches that are over, in the directory of --data ---- */

/* Whole or not at all; false: errno says why. */
bool felt_kept_matches_write(const char *data, const char *id, const char *text, size_t bytes);
/* The same text, malloc'ed; NULL: there is none of that id, which is letters, digits and '-'. */
char *felt_kept_matches_read(const char *data, const char *id, size_t *bytes);
/* Recalls the newest ones. */
void felt_kept_matches_list(const char *data, struct felt_arena_session *session);

/* ---- the server ---- */

struct felt_server; /* owned by felt_server_open() */

/* Everything but the loop.  NULL: complained on stderr. */
struct felt_server *felt_server_open(const struct felt_server_options *options,
                                     const struct felt_args *args);
uint16_t felt_server_port(const struct felt_server *server);
/* Serves until it is stopped; 0, or 1 if the journal failed. */
int felt_server_run(struct felt_server *server);
/* From a signal handler. */
void felt_server_stop(struct felt_server *server);
void felt_server_close(struct felt_server *server);
/* What was found in the journal: tables. */
uint32_t felt_server_restored(const struct felt_server *server);

struct felt_arena_session *felt_server_arena_session(struct felt_server *server);
/* Is this the secret of the operator? */
bool felt_server_is_admin(const struct felt_server *server, const char *secret);

/* Of this very program: a hand that another one left open is not played on. */
uint64_t felt_server_signature(void);
/* For a wing: its connection N is connection options.connections + N. */
struct felt_net *felt_server_net(struct felt_server *server);
/* For the annex: an answer to a request, a turn of the loop (from any thread), a line of the log
 * (one JSON object, from any thread; false: no log is kept). */
void felt_server_reply(struct felt_server *server, uint32_t number, struct felt_net_answer *answer);
void felt_server_wake(struct felt_server *server);
/* The time of the tables: it stands while they wait for the journal. */
int64_t felt_server_us(const struct felt_server *server);
bool felt_server_log(struct felt_server *server, const char *json, size_t bytes);

/* ---- the life of a server (arena.c) ---- */

/* Where somebody on this machine finds the server: "127.0.0.1:8080". */
enum { FELT_SERVER_PLACE_BYTES = 96, FELT_SERVER_URL_BYTES = 128 };
const char *felt_server_place(const struct felt_server_options *options,
                              const struct felt_server *server, char out[FELT_SERVER_PLACE_BYTES]);
/* "ws://127.0.0.1:8080/ws" */
const char *felt_server_url(const struct felt_server_options *options,
                            const struct felt_server *server, char out[FELT_SERVER_URL_BYTES]);
/* From now on SIGTERM and SIGINT stop this arena. */
/* The web client, if it was built and nobody said --web; `--web -` is nobody's. */
void felt_server_find_web(struct felt_server_options *options);

/* Where to open it in a browser: a connection of the banner, if there is one. */
void felt_server_print_web(const struct felt_server_options *options,
                           const struct felt_server *server);

void felt_server_catch_signals(struct felt_server *server);
/* Serves until it is stopped, with the players of --with.  As felt_server_run(). */
int felt_server_live(struct felt_server *server, const struct felt_server_options *options);

#endif
