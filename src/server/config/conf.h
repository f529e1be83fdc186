/* conf.h -- felt.conf: what `felt serve` is told by a file.
 *
 *     # a remark
 *     port = 8080                    an option of the command, without its dashes; yes and no
 *     grace = 60s                    a limit of the room
 *     [table nl-2]                   from here on settings of one kind of table
 *     blinds = 1/2
 *
 *     [tournament friday]            and of a tournament (server/room/tournaments/row.h)
 *     start = daily 20:00
 *
 * A file that names tables names all of them: the usual lobby is not added; and so for tournaments.
 *  Everything is read
 * strictly: a name that is not known, a value that makes no sense, and a setting that is there
 * twice are refused with the line's number, and nothing of the file counts.
 *
 * Knows texts, not files: what is read and printed is in memory. */
#ifndef FELT_SERVER_CONFIG_CONF_H
#define FELT_SERVER_CONFIG_CONF_H

#include "server/config/lobby.h"
#include "server/room/tournaments/tournaments.h"
#include "server/session/room_session.h"

/* Options of the command that may stand in the file. */
enum felt_conf_option {
    FELT_CONF_PORT,
    FELT_CONF_BIND,
    FELT_CONF_CERT,
    FELT_CONF_KEY,
    FELT_CONF_PROXY,
    FELT_CONF_ORIGINS,
    FELT_CONF_HOSTS,
    FELT_CONF_HSTS,
    FELT_CONF_METRICS,
    FELT_CONF_WEB,
    FELT_CONF_NO_WEB,
    FELT_CONF_LAB,
    FELT_CONF_LOG,
    FELT_CONF_STORE,
    FELT_CONF_CLOSED,
    FELT_CONF_FACTOR,
    FELT_CONF_FACEBOOK,
    FELT_CONF_FACEBOOK_APP,
    FELT_CONF_RESET,
    FELT_CONF_PER_ADDRESS,
    FELT_CONF_CONNECTIONS,
    FELT_CONF_TABLES,
    FELT_CONF_HOUSE,
    FELT_CONF_WATCH,
    FELT_CONF_OPTIONS
};

/* Numbers of the room; times are in milliseconds. */
enum felt_conf_number {
    FELT_CONF_ROOM, /* 0 or 1: whether there is one                                           */
    FELT_CONF_ROOM_CONNECTIONS,
    FELT_CONF_ROOM_TABLES,
    FELT_CONF_ROOM_PLAYERS,
    FELT_CONF_ROOM_WATCHES,
    FELT_CONF_HOUSE_PLAYERS, /* FELT_CONF_AUTO: as many as the lobby needs                    */
    FELT_CONF_HOUSE_FUND,
    FELT_CONF_THINK,
    FELT_CONF_THINK_MAX,
    FELT_CONF_LOOK,
    FELT_CONF_STAY_HANDS,
    FELT_CONF_GRACE,
    FELT_CONF_SIT_OUT,
    FELT_CONF_RETURN,
    FELT_CONF_TIMEOUTS,
    FELT_CONF_CHOOSE,
    FELT_CONF_RETRY,
    FELT_CONF_LOBBY,
    FELT_CONF_CHAT_BURST,
    FELT_CONF_CHAT,
    FELT_CONF_BURST,
    FELT_CONF_PER_SECOND,
    FELT_CONF_ERROR_BURST,
    FELT_CONF_ERROR_PER_SECOND,
    FELT_CONF_BAD_IN_ROW,
    FELT_CONF_HELLO,
    FELT_CONF_PRIVATE_TABLES,
    FELT_CONF_PRIVATE_OF_USER,
    FELT_CONF_PRIVATE_EMPTY,
    FELT_CONF_HANDS_KEPT,
    FELT_CONF_RELOADS,
    FELT_CONF_GUESTS_ADDRESS,
    FELT_CONF_GUESTS_NETWORK,
    FELT_CONF_GUESTS_HOUR,
    FELT_CONF_GUESTS_MAX,
    FELT_CONF_GUEST_IDLE,
    FELT_CONF_GUEST_AWAY,
    FELT_CONF_NO_EVENTS, /* 0 or 1: no tournaments                                           */
    FELT_CONF_EVENT_CHAIR,
    FELT_CONF_EVENT_HOUSE, /* FELT_CONF_AUTO: as many as the tournaments want                  */
    FELT_CONF_FILE_CHECK,
    FELT_CONF_OPERATOR_SESSION,
    FELT_CONF_OPERATOR_PROOF, /* 0: none                                                        */
    FELT_CONF_NUMBERS
};
#define FELT_CONF_AUTO UINT32_MAX

enum {
    FELT_CONF_VALUE_BYTES = 511,
    FELT_CONF_BYTES_MAX = 256 * 1024,
    FELT_CONF_EVENTS_MAX = 32 /* tournaments                                                    */
};

struct felt_conf {
    /* As they would be typed; "": not said.  Flags are "yes" or "no". */
    char option[FELT_CONF_OPTIONS][FELT_CONF_VALUE_BYTES + 1];
    uint32_t number[FELT_CONF_NUMBERS];
    bool seeded; /* --seed, never of a file: shuffles that can be known beforehand               */
    uint64_t seed;
    int rows;
    struct felt_lobby_row row[FELT_STAKES_MAX];
    int tournaments;
    struct felt_tournament_row event[FELT_CONF_EVENTS_MAX]; /* not fixed */
};

/* What counts without a file: no options, the usual numbers and the usual lobby. */
void felt_conf_usual(struct felt_conf *conf);
/* *conf is what the text says, and the usual for what it does not.  Anything but FELT_OK: the
 * complaint says in which line something is wrong and what to do. */
FELT_MUST_USE enum felt_status felt_conf_read(struct felt_conf *conf, const char *text,
                                              size_t bytes, struct felt_complaint *complaint);
/* A [table] as it stands in a file. */
void felt_conf_print_row(struct felt_buffer *out, const struct felt_lobby_row *row);
/* A whole file with every setting, its usual value and what it is for. */
void felt_conf_print(struct felt_buffer *out);

/* "port": as the command calls it; and whether it is one without a value. */
const char *felt_conf_option_name(enum felt_conf_option option, bool *is_flag);

/* House players for tournaments. */
uint32_t felt_conf_tournament_house(const struct felt_conf *conf);
/* Those tournaments of the file that are not yet in the tournament service are added, as of this
 * moment: to be called once after each start, when the tournament service has resumed.  Anything
 * but FELT_OK: the complaint says which cannot be. */
FELT_MUST_USE enum felt_status felt_conf_tournaments(const struct felt_conf *conf,
                                                     struct felt_tournaments *tournaments,
                                                     const struct felt_digests *digests,
                                                     int64_t wall_ms,
                                                     struct felt_complaint *complaint);

/* What the room is opened with.  Stakes point into the lobby. */
void felt_conf_room_session(const struct felt_conf *conf, const struct felt_lobby *lobby,
                            struct felt_room_session_config *out);

#endif
