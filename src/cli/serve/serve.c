/* serve.c -- felt serve: accounts, a ledger, a room and tables for bots on one port. */
#include "cli/serve/serve.h"

#include "accounts/signed.h"
#include "cli/arena/arena.h"
#include "cli/cli.h"
#include "server/app/arena/arena_endpoint.h"
#include "server/app/http_endpoint.h"
#include "server/app/ledger_check.h"
#include "server/app/web_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Behind the options of the arena. */
enum {
    OPTION_STORE = FELT_SERVER_OPTIONS,
    OPTION_FACEBOOK,
    OPTION_CLOSED,
    OPTION_PROXY,
    OPTION_ORIGINS,
    OPTION_RESET,
    OPTION_MATCH,
    OPTION_CONFIG,
    OPTION_PRINT_CONFIG,
    OPTION_NO_ROOM,
    OPTION_NO_ARENA,
    OPTION_HOUSE_PLAYERS,
    OPTION_THINK,
    OPTION_NO_WEB,
    OPTION_FACEBOOK_APP,
    OPTION_SEED,
    OPTION_LAB,
    OPTION_FACTOR,
    OPTIONS
};
_Static_assert((int)OPTIONS <= (int)FELT_ARGS_OPTIONS_MAX, "more options than felt_args can hold");

enum { FACEBOOK_BYTES = 256, FACEBOOK_APP_DIGITS = 20, START_WAIT_MS = 2000 };

static const char help[] =
    "Usage: felt serve [--port P] [--bind ADDRESS] [--data DIR] [--store STORE] ...\n"
    "\n"
    "A server: a room with cash tables and tournaments for people and house players, to be opened\n"
    "in a browser or with felt play --connect ws://HOST:PORT/room, accounts and chips over HTTP\n"
    "under /api/, and tables where a bot that connects to ws://HOST:PORT/ws plays against the "
    "house\n"
    "(docs/PROTOCOL.md).\n"
    "What it needs it makes at its first start.  felt admin is for its operator.\n"
    "\n"
    "  --config FILE    settings; if not given DIR/felt.conf, if that is there.  What is typed "
    "wins\n"
    "  --print-config   prints such a file, every setting, the usual tables and tournaments\n"
    "  --port P         8080 if not given; 0 takes a free one\n"
    "  --bind ADDRESS   where to listen; 127.0.0.1 if not given, 0.0.0.0 for everybody\n"
    "  --data DIR       FELT_DATA, or ~/.local/share/felt: the books, a secret, a lock, all for "
    "you\n"
    "                   only.  Back it up with felt admin backup\n"
    "  --store STORE    where the books are: sqlite:DIR, or postgres:CONNINFO, as in\n"
    "                   postgres:host=db.example user=felt dbname=felt.  If not given: "
    "FELT_STORE,\n"
    "                   or what this directory was served with last, or SQLite in it\n"
    "\n"
    "  --closed         nobody may register; felt admin users create makes accounts\n"
    "  --operator-second-factor WHEN  required: operators sign in by password only with a code of\n"
    "                   felt admin factor; optional if not given: those who have one\n"
    "  --facebook-secret FILE  the app secret of a Facebook app: people may sign in by it\n"
    "  --facebook-app ID  its number, which pages need for a button that does so\n"
    "  --daily-reset HH:MM  at that time (UTC) every human's account is set back to 400 chips\n"
    "  --behind-proxy   connections of this machine come from a proxy, which says whose they are\n"
    "  --origins LIST   other hosts whose pages may call us, with commas between them\n"
    "  --hosts LIST     names by which browsers may ask for us, with commas between them; any\n"
    "  --cert FILE --key FILE  TLS; --hsts-days N: so long browsers come back by TLS only; 180\n"
    "  --metrics WHO    who may see /metrics: loopback, all, off\n"
    "  --web DIR        files served under /; if not given the web client, if it was built: "
    "beside the\n"
    "                   program, or in share/felt/web of where it is installed\n"
    "  --no-web         none of them\n"
    "  --lab-dir DIR    archives that felt lab evolve wrote there are shown under /api/lab, with "
    "their\n"
    "                   games and rulebooks; whoever is signed in may rate them.  Without it the "
    "lab\n"
    "                   has the games that the program knows\n"
    "  --log FILE       a JSON object for each line; - for stderr\n"
    "\n"
    "  --no-room        no cash tables\n"
    "  --no-arena       no tables for bots at /ws, and no /api/arena\n"
    "  --house-players N  as many house players are there; as many as the tables want\n"
    "  --think MS       so long they seem to think where people play; 1200, 0: no time\n"
    "  --seed N         for tests: cards of the room that anybody can know beforehand.  Only on "
    "an\n"
    "                   address of this machine\n"
    "\n"
    "  --house PLAYER   who plays against bots: a name of felt match --list; house\n"
    "  --match          instead: tables where bots play matches, kept in DIR/arena; then with "
    "--teams,\n"
    "                   --join, --with, --seats, --max-hands ... of felt arena; --watch open lets\n"
    "                   everybody look on in the browser, one hand behind\n"
    "  --stack, --sb, --bb, --move-ms, --variant, --limit, --phh, --tables, --connections,\n"
    "  --per-address ...  as of felt arena\n"
    "\n"
    "/healthz says 503 while the store does not answer; /metrics is for Prometheus.  SIGTERM ends\n"
    "the server politely: seats and stacks are there again when it is back.\n"
    "\n"
    "Examples:\n"
    "  felt serve\n"
    "  felt serve --data games --closed\n"
    "  felt serve --daily-reset 04:00 --log server.log --variant omaha\n";

/* ---- what was typed ---- */

/* "04:00" as minutes. */
static bool read_reset(const struct felt_args *args, int *minute)
{
    const char *text = args->value[OPTION_RESET];
    *minute = -1;
    if (!text) return true;
    bool good = strlen(text) == 5 && text[2] == ':';
    for (int i = 0; good && i < 5; i++) good = i == 2 || (text[i] >= '0' && text[i] <= '9');
    int hours = good ? (text[0] - '0') * 10 + text[1] - '0' : 24;
    int minutes = good ? (text[3] - '0') * 10 + text[4] - '0' : 60;
    if (hours < 24 && minutes < 60) {
        *minute = hours * 60 + minutes;
        return true;
    }
    felt_args_refuse(args, "--daily-reset %s: write a time of the day in UTC, as in 04:00", text);
    return false;
}

/* The first line of the file.  A secret that others know would let anybody sign in as anybody. */
static bool read_facebook(const struct felt_args *args, char out[FACEBOOK_BYTES])
{
    const char *name = args->value[OPTION_FACEBOOK];
    if (!name) return true;
    FILE *in = fopen(name, "r");
    struct stat about;
    if (!in || fstat(fileno(in), &about) != 0) {
        felt_args_refuse(args, "--facebook-secret %s: %s", name, strerror(errno));
        if (in) (void)fclose(in);
        return false;
    }
    if (S_ISREG(about.st_mode) && about.st_mode & (S_IRWXO | S_IWGRP)) {
        felt_args_refuse(args, "--facebook-secret %s: others may read or change it: chmod 600 it",
                         name);
        (void)fclose(in);
        return false;
    }
    out[0] = '\0';
    bool whole = !fgets(out, FACEBOOK_BYTES, in) || strlen(out) < FACEBOOK_BYTES - 1;
    (void)fclose(in);
    out[strcspn(out, "\r\n")] = '\0';
    struct felt_complaint complaint = {0};
    if (whole && felt_signed_secret_verify(out, &complaint) == FELT_OK) return true;
    felt_args_refuse(args, "--facebook-secret %s: %s", name,
                     whole ? complaint.text : "its first line is too long");
    return false;
}

/* A number, as Facebook gives it to an app.  Pages put it into an address. */
static bool read_facebook_app(const struct felt_args *args, const char **out)
{
    const char *text = args->value[OPTION_FACEBOOK_APP];
    *out = text;
    if (!text) return true;
    size_t bytes = strlen(text);
    if (bytes == 0 || bytes > FACEBOOK_APP_DIGITS || strspn(text, "0123456789") != bytes) {
        felt_args_refuse(args, "--facebook-app %s: the number of the app, digits only", text);
        return false;
    }
    if (args->value[OPTION_FACEBOOK]) return true;
    felt_args_refuse(args, "--facebook-app needs --facebook-secret too");
    return false;
}

static bool is_here(const char *bind)
{
    return strncmp(bind, "127.", 4) == 0 || strcmp(bind, "::1") == 0 ||
           strcmp(bind, "localhost") == 0;
}

/* Whoever knows the seed knows all cards: nobody from elsewhere may play. */
static bool read_seed(struct felt_conf *conf, const struct felt_args *args, const char *bind)
{
    conf->seeded = args->value[OPTION_SEED] != NULL;
    if (!conf->seeded) return true;
    if (!felt_args_uint(args, OPTION_SEED, 0, UINT64_MAX, &conf->seed)) return false;
    if (is_here(bind) && !felt_args_flag(args, OPTION_PROXY)) return true;
    felt_args_refuse(args, "--seed makes cards that can be known beforehand: only with --bind "
                           "127.0.0.1, and not behind a proxy");
    return false;
}

static bool read_factor(const struct felt_args *args, bool *required)
{
    const char *text = args->value[OPTION_FACTOR];
    *required = text && strcmp(text, "required") == 0;
    if (!text || *required || strcmp(text, "optional") == 0) return true;
    felt_args_refuse(args, "--operator-second-factor %s: it is required or optional", text);
    return false;
}

static bool read_lab(const struct felt_args *args, const char **out)
{
    const char *name = *out = args->value[OPTION_LAB];
    if (!name) return true;
    int directory = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory >= 0) {
        (void)close(directory);
        return true;
    }
    felt_args_refuse(args, "--lab-dir %s: %s; felt lab evolve --out %s/NAME makes an archive there",
                     name, strerror(errno), name);
    return false;
}

/* The arena's words that make no sense at tables of one bot and the house. */
static bool agree(const struct felt_args *args)
{
    static const int matches[] = {FELT_SERVER_TEAMS,      FELT_SERVER_JOIN, FELT_SERVER_WITH,
                                  FELT_SERVER_SEATS,      FELT_SERVER_ONCE, FELT_SERVER_PACE,
                                  FELT_SERVER_MIN_PLAYERS};
    if (felt_args_flag(args, OPTION_MATCH) && args->value[FELT_SERVER_PRACTICE]) {
        felt_args_refuse(args, "--match and --practice are two different things: take one");
        return false;
    }
    if (felt_args_flag(args, OPTION_MATCH) && felt_args_flag(args, OPTION_NO_ARENA)) {
        felt_args_refuse(args, "--match and --no-arena: matches are played in the arena");
        return false;
    }
    if (felt_args_flag(args, OPTION_MATCH)) return true;
    for (size_t i = 0; i < sizeof matches / sizeof matches[0]; i++) {
        if (!args->value[matches[i]]) continue;
        felt_args_refuse(args, "--%s is for matches between bots: say --match too",
                         args->spec->options[matches[i]].name);
        return false;
    }
    return true;
}

/* A server with neither has nothing to play. */
static bool has_tables(const struct felt_args *args, const struct felt_conf *conf)
{
    if (conf->number[FELT_CONF_ROOM] || !felt_args_flag(args, OPTION_NO_ARENA)) return true;
    felt_args_refuse(args, "--no-arena without a room: there would be no table at all");
    return false;
}

/* ---- felt.conf ---- */

/* What the file says of options that were not typed. */
static void take_options(const struct felt_conf *conf, struct felt_args *args)
{
    for (int i = 0; i < FELT_CONF_OPTIONS; i++) {
        bool is_flag;
        const char *value = conf->option[i];
        const char *name = felt_conf_option_name((enum felt_conf_option)i, &is_flag);
        int option = 0;
        while (strcmp(args->spec->options[option].name, name) != 0) option++;
        if (!*value || args->value[option] || (is_flag && strcmp(value, "no") == 0)) continue;
        if (i == FELT_CONF_HOUSE && felt_args_flag(args, OPTION_MATCH)) continue;
        if (i == FELT_CONF_STORE && getenv("FELT_STORE")) continue;
        args->value[option] = is_flag ? "" : value;
    }
}

/* The whole file, malloc'ed.  NULL with errno 0: there is none, and none was asked for. */
static char *read_file(const char *name, bool wanted, size_t *bytes)
{
    int file = open(name, O_RDONLY | O_CLOEXEC);
    char *text = NULL;
    *bytes = 0;
    if (file < 0) {
        if (!wanted && errno == ENOENT) errno = 0;
        return NULL;
    }
    errno = ENOMEM;
    text = malloc(FELT_CONF_BYTES_MAX + 1);
    for (ssize_t got = 1; text && got > 0 && *bytes <= FELT_CONF_BYTES_MAX;) {
        got = read(file, text + *bytes, FELT_CONF_BYTES_MAX + 1 - *bytes);
        if (got > 0) *bytes += (size_t)got;
        if (got >= 0) continue;
        free(text);
        text = NULL;
    }
    int why = errno;
    (void)close(file);
    errno = why;
    return text;
}

static bool read_conf(struct felt_conf *conf, const char *directory, struct felt_args *args)
{
    char name[FELT_DATA_DIR_PATH_BYTES + 16];
    struct felt_complaint complaint = {0};
    const char *typed = args->value[OPTION_CONFIG];
    size_t bytes;
    felt_conf_usual(conf);
    if (!typed && !*directory) return true;
    (void)snprintf(name, sizeof name, "%s/felt.conf", directory);
    char *text = read_file(typed ? typed : name, typed != NULL, &bytes);
    if (!text && errno == 0) return true;
    if (!text) {
        felt_args_refuse(args, "cannot read %s: %s", typed ? typed : name, strerror(errno));
        return false;
    }
    enum felt_status status = felt_conf_read(conf, text, bytes, &complaint);
    free(text);
    for (int i = 0; status == FELT_OK && i < conf->rows; i++)
        if (felt_lobby_is_private_name(conf->row[i].id)) {
            status = FELT_BAD_FORMAT;
            (void)snprintf(
                complaint.text, sizeof complaint.text,
                "[table %s]: names that begin with p- or with c and a digit are those of "
                "private tables; choose another",
                conf->row[i].id);
        }
    if (status == FELT_OK) {
        take_options(conf, args);
        return true;
    }
    felt_args_refuse(args, "%s: %s", typed ? typed : name, complaint.text);
    return false;
}

/* What was typed about the room wins over the file. */
static bool overrule(struct felt_conf *conf, const struct felt_args *args)
{
    uint64_t house = conf->number[FELT_CONF_HOUSE_PLAYERS], think = conf->number[FELT_CONF_THINK];
    if (!felt_args_uint(args, OPTION_HOUSE_PLAYERS, 0, 100000, &house) ||
        !felt_args_uint(args, OPTION_THINK, 0, 60000, &think))
        return false;
    conf->number[FELT_CONF_HOUSE_PLAYERS] = (uint32_t)house;
    conf->number[FELT_CONF_THINK] = (uint32_t)think;
    if (felt_args_flag(args, OPTION_NO_ROOM)) conf->number[FELT_CONF_ROOM] = 0;
    return true;
}

static int print_conf(void)
{
    char *text = malloc(FELT_CONF_BYTES_MAX);
    if (!text) return FELT_EXIT_FAILED;
    struct felt_buffer out = felt_buffer_make(text, FELT_CONF_BYTES_MAX);
    felt_conf_print(&out);
    bool good = fwrite(text, 1, out.used, stdout) == out.used && fflush(stdout) == 0;
    free(text);
    return good ? FELT_EXIT_OK : FELT_EXIT_FAILED;
}

/* ---- the banner ---- */

static void print_room(const struct felt_room_endpoint *room, const char *place, bool tls)
{
    const struct felt_room_session_config *config = felt_room_endpoint_config(room);
    uint32_t tables = 0, restored = felt_room_endpoint_restored(room);
    for (int i = 0; i < config->room.stakes; i++) tables += config->room.stake[i]->tables;
    printf("  play   %s://%s/room: %u tables, %u house players%s\n", tls ? "wss" : "ws", place,
           tables, config->house_players, restored ? "; seats as they were" : "");
    printf("         felt play --connect %s://%s/room\n", tls ? "wss" : "ws", place);
}

/* What is there besides accounts. */
struct parts {
    struct felt_room_endpoint *room;   /* NULL: --no-room                                         */
    struct felt_arena_endpoint *arena; /* NULL: --no-arena                                        */
    struct felt_http_endpoint *http;
};

static void print_title(const struct felt_server_options *options, const struct parts *parts)
{
    printf("felt serve: accounts, a ledger%s",
           parts->room ? parts->arena ? ", a room" : " and a room" : "");
    if (parts->arena)
        printf("%s tables of %s %lld/%lld%s", parts->room ? ", and" : " and",
               options->adapter.rules.variant->title,
               (long long)options->table.adapter->small_blind,
               (long long)options->table.adapter->big_blind,
               options->practice ? " against the house" : " for matches");
    putchar('\n');
}

/* How bots come in. */
static void print_bots(const struct felt_server_options *options, const char *url)
{
    printf("  a bot  felt bot %s --team %s\n", url,
           options->practice                             ? "Alpha"
           : options->table.join == FELT_JOIN_REGISTERED ? "TEAM --code CODE"
                                                         : "Alpha --code secret");
}

static void print_accounts(const struct felt_http_endpoint_config *config,
                           const struct felt_server_store_config *ledger, const char *web,
                           const char *place)
{
    if (config->closed)
        printf("  join   nobody may register; felt admin users create NAME makes an account\n");
    else
        printf("  join   curl -c jar %s://%s/api/register -H 'Content-Type: application/json' "
               "-d '{\"username\":\"ada\",\"password\":\"eight or more\"}'\n",
               web, place);
    if (config->facebook_secret) printf("         or by Facebook, at /api/facebook\n");
    if (config->lab) printf("  lab    %s://%s/api/lab: %s\n", web, place, config->lab);
    if (ledger->reset_minute >= 0)
        printf("  reset  every day at %02d:%02d UTC\n", ledger->reset_minute / 60,
               ledger->reset_minute % 60);
}

static void print_banner(const struct felt_server *server,
                         const struct felt_http_endpoint_config *config,
                         const struct felt_server_store_config *ledger, const char *before,
                         const struct parts *parts)
{
    char place[FELT_SERVER_PLACE_BYTES], url[FELT_SERVER_URL_BYTES],
        store[FELT_DATA_DIR_NAME_BYTES];
    const struct felt_server_options *options = felt_server_options_of(server);
    const struct felt_data_dir *data = config->data;
    const char *web = options->cert ? "https" : "http";
    (void)felt_server_place(server, place);
    (void)felt_server_url(server, url);
    print_title(options, parts);
    if (options->web && parts->room) printf("  open   %s://%s/\n", web, place);
    felt_data_dir_store_name(data->store, store);
    printf("  data   %s\n  store  %s\n", data->directory, store);
    if (*before) printf("         until now this directory used %s\n", before);
    printf("  look   %s://%s%s, /healthz\n", web, place,
           parts->arena ? "/api/arena, /metrics" : "/metrics");
    printf("  admin  felt admin --data %s users list\n", data->directory);
    print_accounts(config, ledger, web, place);
    if (parts->room)
        print_room(parts->room, place, options->cert != NULL);
    else
        printf("  play   %s\n", url);
    if (parts->arena) print_bots(options, url);
    (void)fflush(stdout);
}

static void warn_of_listeners(const struct felt_server_options *options)
{
    if (!is_here(options->bind) && !options->cert && !options->proxy)
        fprintf(stderr,
                "felt serve: passwords go over the network unencrypted: --cert and --key, or "
                "a proxy with TLS and --behind-proxy\n");
}

/* ---- the life of the server ---- */

static bool lock_data(struct felt_data_dir *data, const struct felt_args *args)
{
    long holder;
    if (felt_data_dir_lock(data, START_WAIT_MS, &holder)) return true;
    if (holder)
        felt_args_refuse(args,
                         "%s is in use by process %ld: another felt serve, or felt admin; a second "
                         "server needs its own --data",
                         data->directory, holder);
    else
        felt_args_refuse(args, "cannot lock %s/felt.lock: %s", data->directory, strerror(errno));
    return false;
}

/* The directory of the tables, which the arena takes for its --data. */
static bool make_arena_directory(const struct felt_data_dir *data, char *out, size_t bytes,
                                 const struct felt_args *args)
{
    int length = snprintf(out, bytes, "%s/arena", data->directory);
    if (length > 0 && (size_t)length < bytes && (mkdir(out, 0700) == 0 || errno == EEXIST))
        return true;
    felt_args_refuse(args, "cannot make %s/arena: %s", data->directory, strerror(errno));
    return false;
}

/* The directory remembers which ledger it was served with. */
static void remember(const struct felt_data_dir *data, char before[FELT_DATA_DIR_NAME_BYTES])
{
    if (!felt_ledger_check_remember(data))
        fprintf(stderr, "felt serve: cannot write %s/books: %s\n", data->directory,
                strerror(errno));
    (void)felt_data_dir_had_other(data, before);
    if (!felt_data_dir_remember(data))
        fprintf(stderr, "felt serve: cannot write %s/store: %s\n", data->directory,
                strerror(errno));
}

/* The endpoints, each before those that use it. */
static bool attach(struct felt_server *server, const struct felt_http_endpoint_config *config,
                   const struct felt_conf *conf, const struct felt_args *args, struct parts *out)
{
    if (conf->number[FELT_CONF_ROOM] &&
        !(out->room = felt_room_endpoint_open(server, config->data, conf)))
        return false;
    if (!(out->http = felt_http_endpoint_open(server, config, out->room))) return false;
    return felt_args_flag(args, OPTION_NO_ARENA) ||
           (out->arena = felt_arena_endpoint_open(server)) != NULL;
}

static struct felt_admin_socket *open_socket(const struct felt_server *server,
                                             const struct felt_data_dir *data,
                                             struct felt_http_endpoint *http,
                                             const struct felt_args *args)
{
    struct felt_admin_socket_config config = {.data = data,
                                              .store = felt_server_store(server),
                                              .requests = felt_http_endpoint_admin_requests(http),
                                              .run = felt_cli_serve_admin};
    return felt_admin_socket_open(&config, args);
}

static int serve(struct felt_server *server, const struct felt_http_endpoint_config *config,
                 const struct felt_server_store_config *ledger, const struct felt_conf *conf,
                 const struct felt_args *args)
{
    char before[FELT_DATA_DIR_NAME_BYTES] = "";
    struct parts parts = {0};
    if (!felt_server_open_store(server, ledger)) return FELT_EXIT_FAILED;
    remember(config->data, before);
    if (!attach(server, config, conf, args, &parts) || !felt_server_listen(server))
        return FELT_EXIT_FAILED;
    struct felt_admin_socket *admin = open_socket(server, config->data, parts.http, args);
    if (!admin) return FELT_EXIT_FAILED;
    felt_cli_arena_catch_signals(server);
    print_banner(server, config, ledger, before, &parts);
    warn_of_listeners(felt_server_options_of(server));
    if (conf->seeded)
        fprintf(stderr, "felt serve: --seed: the cards can be known beforehand; for tests only\n");
    int result = felt_cli_arena_live(server) ? FELT_EXIT_FAILED : FELT_EXIT_OK;
    felt_admin_socket_close(admin);
    return result;
}

/* Everything that is large lies here, not on the stack. */
struct server {
    struct felt_data_dir data;
    struct felt_server_options options;
    struct felt_conf conf;
    char arena[FELT_DATA_DIR_PATH_BYTES + 16], facebook[FACEBOOK_BYTES];
    char web[FELT_DATA_DIR_PATH_BYTES];
};

/* What was typed wins over the file, in both directions; without a word the client is looked for.
 */
static bool choose_web(struct server *server, const struct felt_args *args, const char *typed,
                       bool refused)
{
    struct felt_server_options *options = &server->options;
    if (typed && refused) {
        felt_args_refuse(args, "--web and --no-web are two different things: take one");
        return false;
    }
    if (typed) return true;
    if (refused || felt_args_flag(args, OPTION_NO_WEB))
        options->web = NULL;
    else if (!options->web && server->conf.number[FELT_CONF_ROOM] &&
             felt_web_files_find(server->web, sizeof server->web))
        options->web = server->web;
    return true;
}

static int run(struct server *server, struct felt_args *args)
{
    struct felt_data_dir *data = &server->data;
    const char *typed = args->value[FELT_SERVER_DATA], *web = args->value[FELT_SERVER_WEB];
    bool no_web = felt_args_flag(args, OPTION_NO_WEB);
    if (felt_args_flag(args, OPTION_PRINT_CONFIG)) return print_conf();
    /* Nothing is made before all that was said is known to be right. */
    if (!felt_data_dir_find(data, typed, args->value[OPTION_STORE], false, args) ||
        !read_conf(&server->conf, data->absent ? "" : data->directory, args) ||
        !overrule(&server->conf, args))
        return FELT_EXIT_USAGE;
    struct felt_http_endpoint_config config = {.data = data,
                                               .numbers = server->conf.number,
                                               .closed = felt_args_flag(args, OPTION_CLOSED)};
    struct felt_server_store_config ledger = {
        .data = data,
        .check_ms = server->conf.number[FELT_CONF_FILE_CHECK],
        .reloads = server->conf.number[FELT_CONF_RELOADS],
        .guest_away_ms = server->conf.number[FELT_CONF_GUEST_AWAY],
        .guest_idle_ms = server->conf.number[FELT_CONF_GUEST_IDLE]};
    bool match = felt_args_flag(args, OPTION_MATCH);
    if (!agree(args) || !read_reset(args, &ledger.reset_minute) ||
        !read_facebook(args, server->facebook) || !read_facebook_app(args, &config.facebook_app) ||
        !read_lab(args, &config.lab) || !read_factor(args, &config.factor_required) ||
        !has_tables(args, &server->conf))
        return FELT_EXIT_USAGE;
    if (args->value[OPTION_FACEBOOK]) config.facebook_secret = server->facebook;
    /* To the arena its own directory is what --data is. */
    args->value[FELT_SERVER_DATA] = match ? server->arena : NULL;
    if (!match) args->value[FELT_SERVER_PRACTICE] = "";
    if (!felt_server_options_read(&server->options, args) ||
        !read_seed(&server->conf, args, server->options.bind) ||
        !choose_web(server, args, web, no_web) ||
        !felt_data_dir_find(data, typed, args->value[OPTION_STORE], true, args))
        return FELT_EXIT_USAGE;
    server->options.origins = args->value[OPTION_ORIGINS];
    server->options.proxy = felt_args_flag(args, OPTION_PROXY);
    (void)umask(0077);
    if (match && !make_arena_directory(data, server->arena, sizeof server->arena, args))
        return FELT_EXIT_FAILED;
    if (!lock_data(data, args) || !felt_data_dir_store_lock(data, false, args) ||
        !felt_data_dir_store_reserve(data, args) || !felt_ledger_check_verify(data, args) ||
        !felt_ledger_check_intact(data, args) || !felt_data_dir_secret(data, args))
        return FELT_EXIT_FAILED;
    struct felt_server *opened = felt_server_open(&server->options, args);
    if (!opened) return FELT_EXIT_FAILED;
    int result = serve(opened, &config, &ledger, &server->conf, args);
    felt_server_close(opened);
    return result;
}

int felt_cli_serve(int argc, char **argv)
{
    struct felt_args_option options[OPTIONS] = {
        [OPTION_STORE] = {"store", true},
        [OPTION_FACEBOOK] = {"facebook-secret", true},
        [OPTION_CLOSED] = {"closed", false},
        [OPTION_PROXY] = {"behind-proxy", false},
        [OPTION_ORIGINS] = {"origins", true},
        [OPTION_RESET] = {"daily-reset", true},
        [OPTION_MATCH] = {"match", false},
        [OPTION_CONFIG] = {"config", true},
        [OPTION_PRINT_CONFIG] = {"print-config", false},
        [OPTION_NO_ROOM] = {"no-room", false},
        [OPTION_NO_ARENA] = {"no-arena", false},
        [OPTION_HOUSE_PLAYERS] = {"house-players", true},
        [OPTION_THINK] = {"think", true},
        [OPTION_NO_WEB] = {"no-web", false},
        [OPTION_FACEBOOK_APP] = {"facebook-app", true},
        [OPTION_SEED] = {"seed", true},
        [OPTION_LAB] = {"lab-dir", true},
        [OPTION_FACTOR] = {"operator-second-factor", true},
    };
    memcpy(options, felt_server_spec.options, FELT_SERVER_OPTIONS * sizeof options[0]);
    struct felt_args_spec spec = {"serve", help, options, OPTIONS};
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    struct server *server = calloc(1, sizeof *server);
    if (!server) return FELT_EXIT_FAILED;
    server->data.lock = -1;
    int result = run(server, &args);
    felt_data_dir_close(&server->data);
    explicit_bzero(server->facebook, sizeof server->facebook);
    free(server);
    return result;
}
