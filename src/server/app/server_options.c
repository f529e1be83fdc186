/* server_options.c -- what was typed behind `felt arena`. */
#include "server/app/server_options.h"
#include "command/player_name.h"
#include "command/setting.h"
#include "felt/buffer.h"

#include <stdlib.h>
#include <string.h>

enum {
    PORT = 8080,
    SEATS = 6,
    STACK = 10000,
    SMALL_BLIND = 50,
    BIG_BLIND = 100,
    MOVE_MS = 15000,
    TABLES = 1000,
    CONNECTIONS = 4000,
    PER_ADDRESS = 64,
    MOVE_MS_MAX = 24 * 3600 * 1000,
    HSTS_DAYS = 180,
    HSTS_DAYS_MAX = 730
};

static const struct felt_args_option options[FELT_SERVER_OPTIONS] = {
    [FELT_SERVER_PORT] = {"port", true},
    [FELT_SERVER_BIND] = {"bind", true},
    [FELT_SERVER_SEATS] = {"seats", true},
    [FELT_SERVER_STACK] = {"stack", true},
    [FELT_SERVER_SB] = {"sb", true},
    [FELT_SERVER_BB] = {"bb", true},
    [FELT_SERVER_MOVE_MS] = {"move-ms", true},
    [FELT_SERVER_ABSENT_MS] = {"absent-ms", true},
    [FELT_SERVER_JOIN] = {"join", true},
    [FELT_SERVER_TEAMS] = {"teams", true},
    [FELT_SERVER_MIN_PLAYERS] = {"min-players", true},
    [FELT_SERVER_MAX_HANDS] = {"max-hands", true},
    [FELT_SERVER_PACE] = {"pace", true},
    [FELT_SERVER_REVEAL] = {"reveal", true},
    [FELT_SERVER_PRACTICE] = {"practice", false},
    [FELT_SERVER_HOUSE] = {"house", true},
    [FELT_SERVER_VARIANT] = {"variant", true},
    [FELT_SERVER_LIMIT] = {"limit", true},
    [FELT_SERVER_DATA] = {"data", true},
    [FELT_SERVER_JOURNAL_SYNC] = {"journal-sync", true},
    [FELT_SERVER_PHH] = {"phh", true},
    [FELT_SERVER_WATCH_SECRET] = {"watch-secret", true},
    [FELT_SERVER_WATCH] = {"watch", true},
    [FELT_SERVER_WITH] = {"with", true},
    [FELT_SERVER_CERT] = {"cert", true},
    [FELT_SERVER_KEY] = {"key", true},
    [FELT_SERVER_WEB] = {"web", true},
    [FELT_SERVER_LOG] = {"log", true},
    [FELT_SERVER_TABLES] = {"tables", true},
    [FELT_SERVER_CONNECTIONS] = {"connections", true},
    [FELT_SERVER_PER_ADDRESS] = {"per-address", true},
    [FELT_SERVER_ONCE] = {"once", false},
    [FELT_SERVER_HOSTS] = {"hosts", true},
    [FELT_SERVER_HSTS] = {"hsts-days", true},
    [FELT_SERVER_METRICS] = {"metrics", true},
};

static const char help[] =
    "Usage: felt arena [--port P] [--seats N] [--stack S] [--sb X] [--bb Y] [--move-ms M] ...\n"
    "\n"
    "Serves tables where bots of any language play over WebSocket (docs/PROTOCOL.md).  Every "
    "table\n"
    "is a match: it ends when one team has all chips.  ws://HOST:PORT/ws is the table T-1, and\n"
    "ws://HOST:PORT/ws?table=NAME opens or joins another one.\n"
    "\n"
    "  --port P         8080 if not given; 0 takes a free one\n"
    "  --bind ADDRESS   where to listen; 127.0.0.1 if not given, 0.0.0.0 for everybody\n"
    "  --seats N        6;  --stack S  10000;  --sb X  50;  --bb Y  100\n"
    "  --move-ms M      time for a move, 15000; when it is over: check, else call, else fold\n"
    "  --absent-ms M    the same for a team that has been away for so long; as --move-ms if not\n"
    "                   given\n"
    "  --variant V      a name of felt variants, with --limit nl, pl or fl; no-limit hold'em\n"
    "\n"
    "  --join MODE      claim: the first join code locks a team (if not given); open: codes are\n"
    "                   optional; registered: only the teams of --teams FILE\n"
    "  --teams FILE     lines TEAM CODE, or TEAM sha256:HEX\n"
    "  --min-players N  the first hand waits for so many; 2, or one more than --with names\n"
    "  --max-hands H    the match ends after H hands; the most chips win\n"
    "  --pace MODE      auto, or operator: each hand waits for START_HAND\n"
    "  --reveal WHEN    match or hand: when the keys of the shuffles are told\n"
    "  --practice       each connection gets its own heads-up table against the house\n"
    "  --house PLAYER   who that is: a name of felt match --list; house\n"
    "  --with PLAYERS   our players sit down at T-1 too: house+zoo:tag; acpc:7001 waits for a bot "
    "that\n"
    "                   speaks the ACPC protocol\n"
    "  --once           stop when the match of table T-1 is over\n"
    "\n"
    "  --data DIR       a journal: after a crash the matches go on, the running hand too\n"
    "  --journal-sync on  frames wait until the journal is on the disk; off: until it is written, "
    "which\n"
    "                   is faster; a power failure then takes back the last second\n"
    "  --phh FILE       every hand is appended, with all cards\n"
    "  --watch-secret FILE  spectators and operators need what it says\n"
    "  --watch open     spectators need nothing: everybody may look on, one hand behind\n"
    "  --cert FILE --key FILE  TLS: wss://; --hsts-days N: so long browsers come back by TLS only; "
    "180\n"
    "  --hosts LIST     names by which browsers may ask for us, with commas between them; any\n"
    "  --metrics WHO    who may see /metrics: loopback (if not given), all, off\n"
    "  --web DIR        files served under /; if not given the web client, if it was built; - "
    "none\n"
    "  --log FILE       a JSON object for each line; - for stderr\n"
    "  --tables N  1000;  --connections N  4000;  --per-address N  64; this machine has no limit\n"
    "\n"
    "Also there: /healthz, /metrics for Prometheus, /api/arena (tables, finished matches with "
    "keys\n"
    "and hands, standings).  SIGTERM ends the server politely.\n"
    "\n"
    "Examples:\n"
    "  felt arena\n"
    "  felt arena --practice --house house:lag\n"
    "  felt arena --seats 2 --max-hands 1000 --with house+zoo:tag --once\n"
    "  felt arena --join registered --teams teams.txt --data matches --bind 0.0.0.0\n"
    "  felt arena --variant omaha --limit pl --seats 4\n"
    "  felt arena tournament --format bracket --deals 100 --teams-wanted 4\n";

const struct felt_args_spec felt_server_spec = {"arena", help, options, FELT_SERVER_OPTIONS};

/* One of some words; false: complained. */
static bool read_word(const struct felt_args *args, int option, const char *const *words, int count,
                      uint8_t *out)
{
    const char *typed = args->value[option];
    if (!typed) return true;
    for (int i = 0; i < count; i++) {
        if (strcmp(typed, words[i]) != 0) continue;
        *out = (uint8_t)i;
        return true;
    }
    felt_args_refuse(args, "--%s: there is no '%s'; it is one of %s, %s%s%s", options[option].name,
                     typed, words[0], words[1], count > 2 ? ", " : "", count > 2 ? words[2] : "");
    return false;
}

static bool read_words(struct felt_server_options *out, const struct felt_args *args)
{
    static const char *const joins[] = {"claim", "open", "registered"};
    static const char *const paces[] = {"auto", "operator"};
    static const char *const reveals[] = {"match", "hand"};
    static const char *const watches[] = {"secret", "open"};
    static const char *const syncs[] = {"on", "off"};
    static const char *const readers[] = {"loopback", "all", "off"};
    uint8_t reveal = 0, watch = 0, sync = 0;
    if (!read_word(args, FELT_SERVER_JOIN, joins, 3, &out->table.join) ||
        !read_word(args, FELT_SERVER_PACE, paces, 2, &out->table.pace) ||
        !read_word(args, FELT_SERVER_REVEAL, reveals, 2, &reveal) ||
        !read_word(args, FELT_SERVER_JOURNAL_SYNC, syncs, 2, &sync) ||
        !read_word(args, FELT_SERVER_WATCH, watches, 2, &watch) ||
        !read_word(args, FELT_SERVER_METRICS, readers, 3, &out->metrics))
        return false;
    out->unsynced = sync == 1;
    out->watch_open = watch == 1;
    out->table.reveal_hands = reveal == 1;
    return true;
}

static bool read_numbers(struct felt_server_options *out, const struct felt_args *args,
                         felt_chips blinds[2])
{
    uint64_t port = PORT, seats = out->practice ? 2 : SEATS, stack = STACK, small = SMALL_BLIND,
             big = BIG_BLIND, move = MOVE_MS, min = 2, max = 0, tables = TABLES,
             connections = CONNECTIONS, per_address = PER_ADDRESS, hsts = HSTS_DAYS;
    if (!felt_args_uint(args, FELT_SERVER_PORT, 0, 65535, &port) ||
        !felt_args_uint(args, FELT_SERVER_SEATS, 2, FELT_SEATS_MAX, &seats) ||
        !felt_args_uint(args, FELT_SERVER_STACK, 1, (uint64_t)FELT_CHIPS_MAX / FELT_SEATS_MAX,
                        &stack) ||
        !felt_args_uint(args, FELT_SERVER_BB, 1, FELT_CHIPS_MAX / FELT_SEATS_MAX, &big))
        return false;
    if (!args->value[FELT_SERVER_SB]) small = args->value[FELT_SERVER_BB] ? (big + 1) / 2 : small;
    if (!felt_args_uint(args, FELT_SERVER_SB, 0, big, &small) ||
        !felt_args_uint(args, FELT_SERVER_MOVE_MS, 1, MOVE_MS_MAX, &move))
        return false;
    uint64_t absent = move;
    /* Ours are there at once: the first hand waits for somebody else, if there is a seat. */
    if (out->with) min = (uint64_t)out->with + (seats > (uint64_t)out->with);
    if (min < 2 || min > seats) min = 2;
    if (!felt_args_uint(args, FELT_SERVER_ABSENT_MS, 1, MOVE_MS_MAX, &absent) ||
        !felt_args_uint(args, FELT_SERVER_MIN_PLAYERS, 2, seats, &min) ||
        !felt_args_uint(args, FELT_SERVER_MAX_HANDS, 1, 1000000000, &max) ||
        !felt_args_uint(args, FELT_SERVER_TABLES, 1, 100000, &tables) ||
        !felt_args_uint(args, FELT_SERVER_CONNECTIONS, 1, 100000, &connections) ||
        !felt_args_uint(args, FELT_SERVER_PER_ADDRESS, 1, 100000, &per_address) ||
        !felt_args_uint(args, FELT_SERVER_HSTS, 0, HSTS_DAYS_MAX, &hsts))
        return false;
    out->port = (uint16_t)port;
    out->tables = (uint32_t)tables;
    out->connections = (uint32_t)connections;
    out->per_address = (uint32_t)per_address;
    out->hsts_days = (uint32_t)hsts;
    out->table.seats = (uint8_t)seats;
    out->table.stack = (felt_chips)stack;
    out->table.move_ms = (uint32_t)move;
    out->table.absent_ms = (uint32_t)absent;
    out->table.min_players = (uint8_t)min;
    out->table.max_hands = (uint32_t)max;
    blinds[0] = (felt_chips)small;
    blinds[1] = (felt_chips)big;
    return true;
}

static bool read_game(struct felt_server_options *out, const struct felt_args *args,
                      const felt_chips blinds[2])
{
    const char *name = args->value[FELT_SERVER_VARIANT];
    const struct felt_variant *variant = felt_setting_variant(args, name ? name : "holdem");
    if (!variant) return false;
    enum felt_limit limit = felt_setting_usual(variant);
    unsigned limits = 1u << limit;
    if (!felt_setting_limits(args, FELT_SERVER_LIMIT, "nl, pl or fl", &limits)) return false;
    limit = (enum felt_limit)__builtin_ctz(limits);
    struct felt_complaint complaint;
    if (felt_poker_adapter_make(&out->adapter, variant->name, limit, blinds[0], blinds[1],
                                &complaint) != FELT_OK) {
        felt_args_refuse(args, "%s", complaint.text);
        return false;
    }
    if (out->table.seats > out->adapter.adapter.seats_max ||
        out->table.seats < out->adapter.adapter.seats_min) {
        char seats[FELT_SETTING_SEATS_BYTES];
        felt_args_refuse(args, "%s is for %s seats: say so with --seats", variant->title,
                         felt_setting_seats(out->adapter.adapter.seats_min,
                                            out->adapter.adapter.seats_max, seats));
        return false;
    }
    out->table.adapter = &out->adapter.adapter;
    return true;
}

/* "house+zoo:tag" */
static bool read_with(struct felt_server_options *out, const struct felt_args *args)
{
    const char *typed = args->value[FELT_SERVER_WITH];
    if (!typed) return true;
    if (strlen(typed) >= sizeof out->player_text) {
        felt_args_refuse(args, "--with is too long");
        return false;
    }
    memcpy(out->player_text, typed, strlen(typed) + 1);
    for (char *at = out->player_text; at;) {
        char *plus = strchr(at, '+');
        if (plus) *plus = '\0';
        if (out->with == FELT_SERVER_WITH_MAX) {
            felt_args_refuse(args, "--with names more than %d players", FELT_SERVER_WITH_MAX);
            return false;
        }
        if (!*at) {
            felt_args_refuse(args, "--with: a name is missing; write house+zoo:tag");
            return false;
        }
        struct felt_player_spec known;
        bool outside = strncmp(at, "acpc:", 5) == 0 || strncmp(at, "exec:", 5) == 0;
        if (!outside && !felt_player_name_read(args, at, &known)) return false;
        out->player[out->with++] = at;
        at = plus ? plus + 1 : NULL;
    }
    return true;
}

static bool agree(const struct felt_server_options *out, const struct felt_args *args, bool many)
{
    if ((out->table.join == FELT_JOIN_REGISTERED) != (out->teams != NULL)) {
        felt_args_refuse(args, "--join registered and --teams FILE belong together");
        return false;
    }
    if ((out->cert != NULL) != (out->key != NULL)) {
        felt_args_refuse(args, "--cert and --key belong together");
        return false;
    }
    if (out->table.pace == FELT_PACE_OPERATOR && !out->secret) {
        felt_args_refuse(args, "--pace operator needs an operator: name its --watch-secret FILE");
        return false;
    }
    if (out->practice && (out->teams || out->with || out->data || out->once)) {
        felt_args_refuse(args, "--practice goes without --teams, --with, --data and --once");
        return false;
    }
    if (out->with > out->table.seats && !many) {
        felt_args_refuse(args, "--with names more players than there are seats");
        return false;
    }
    if (out->with && out->teams) {
        felt_args_refuse(args, "--with goes without --teams: connect them with felt bot");
        return false;
    }
    if (args->value[FELT_SERVER_HOUSE] && !out->practice) {
        felt_args_refuse(args, "--house is who plays in --practice; seats are filled with --with");
        return false;
    }
    return true;
}

static bool read_all(struct felt_server_options *out, const struct felt_args *args, bool many)
{
    felt_chips blinds[2];
    *out = (struct felt_server_options){
        .bind = args->value[FELT_SERVER_BIND] ? args->value[FELT_SERVER_BIND] : "127.0.0.1",
        .teams = args->value[FELT_SERVER_TEAMS],
        .data = args->value[FELT_SERVER_DATA],
        .phh = args->value[FELT_SERVER_PHH],
        .secret = args->value[FELT_SERVER_WATCH_SECRET],
        .cert = args->value[FELT_SERVER_CERT],
        .key = args->value[FELT_SERVER_KEY],
        .web = args->value[FELT_SERVER_WEB],
        .log = args->value[FELT_SERVER_LOG],
        .hosts = args->value[FELT_SERVER_HOSTS],
        .practice = felt_args_flag(args, FELT_SERVER_PRACTICE),
        .once = felt_args_flag(args, FELT_SERVER_ONCE)};
    if (args->count) {
        felt_args_refuse(args, "'%s' is not an option; felt %s --help shows them", args->word[0],
                         args->spec->command);
        return false;
    }
    if (!read_words(out, args) || !read_with(out, args) || !read_numbers(out, args, blinds) ||
        !read_game(out, args, blinds) || !agree(out, args, many))
        return false;
    if (out->practice) out->table.join = FELT_JOIN_OPEN;
    const char *house = args->value[FELT_SERVER_HOUSE];
    if (!house) house = "house";
    if (!felt_player_name_read(args, house, &out->house)) return false;
    if (out->practice &&
        !out->house.kind->plays(out->adapter.adapter.game, out->adapter.adapter.rules)) {
        felt_args_refuse(args, "%s does not know this game: name another --house", house);
        return false;
    }
    return true;
}

bool felt_server_options_read(struct felt_server_options *out, const struct felt_args *args)
{
    return read_all(out, args, false);
}

bool felt_server_options_read_many(struct felt_server_options *out, const struct felt_args *args)
{
    return read_all(out, args, true);
}
