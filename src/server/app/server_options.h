/* server_options.h -- what was typed behind `felt arena`; `felt serve` begins with the same options
 * and has more. */
#ifndef FELT_SERVER_APP_SERVER_OPTIONS_H
#define FELT_SERVER_APP_SERVER_OPTIONS_H

#include "command/args.h"
#include "felt/player.h"
#include "server/arena/tournament.h"
#include "server/table/poker_adapter.h"
#include "store/journal/disk.h"

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
    FELT_SERVER_TEAMS,
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
    const struct felt_server_tournament *tournament; /* NULL: none                               */
    const char *origins; /* of foreign pages that may send requests; NULL: our own host          */
    bool proxy;          /* a proxy says who clients are                                          */
};
/* False: complained.  `args` may be of another command whose options begin with these. */
bool felt_server_options_read(struct felt_server_options *options, const struct felt_args *args);
/* The same for several tables: players of ours need not fit at one. */
bool felt_server_options_read_many(struct felt_server_options *options,
                                   const struct felt_args *args);

#endif
