/* bot.c -- felt bot: one of our players at a table of a server, or behind a pair of pipes.
 *
 * A line brings frames and takes frames: a WebSocket that is opened again when it drops, or stdin
 * and stdout with one frame a line.  What the frames mean is the guest's business (arena.h). */
#include "command/args.h"
#include "cli/cli.h"
#include "command/input.h"
#include "programs/outside_player.h"
#include "felt/json.h"
#include "client/arena.h"
#include "net/client.h"
#include "os/secret.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum {
    OPTION_TEAM,
    OPTION_CODE,
    OPTION_PLAYER,
    OPTION_SAMPLES,
    OPTION_SEED,
    OPTION_HANDS,
    OPTION_TRIES,
    OPTION_ONCE,
    OPTION_QUIET,
    OPTION_JSON,
    OPTIONS
};
enum {
    OPEN_MS = 5000, /* for a connection to be made                                        */
    PAUSE_MS = 200, /* before the first new try; doubled before each further one          */
    PAUSE_MAX_MS = 5000,
    TRIES = 8,
    OUTSIDE_MS = 30000, /* for a decision of a program (exec:, acpc:)                         */
    THINK_PERCENT = 80, /* of the time that an `act` gives                                    */
    REPLACED = 4000,    /* close code: somebody else took the seat over                       */
    FRAME_BYTES = 1024,
    JSON_BYTES = 1024
};

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_TEAM] = {"team", true},     [OPTION_CODE] = {"code", true},
    [OPTION_PLAYER] = {"player", true}, [OPTION_SAMPLES] = {"samples", true},
    [OPTION_SEED] = {"seed", true},     [OPTION_HANDS] = {"hands", true},
    [OPTION_TRIES] = {"tries", true},   [OPTION_ONCE] = {"once", false},
    [OPTION_QUIET] = {"quiet", false},  [OPTION_JSON] = {"json", false},
};

static const char help[] =
    "Usage: felt bot URL --team NAME [--code CODE] [--player P] [--samples N] [--seed S]\n"
    "                [--hands N] [--tries N] [--once] [--quiet] [--json]\n"
    "       felt bot - [--player P] [--samples N] [--seed S]\n"
    "\n"
    "Sits down at a table of a server and plays until the match is over: ws://HOST:PORT/ws, or\n"
    "wss:// for TLS.  Prints a line for each hand, and how the match ended.  When the line drops,\n"
    "the bot comes back and goes on with the hand under way.\n"
    "\n"
    "With - the server is whoever started the program: frames come in on stdin and actions go out\n"
    "on stdout, one to a line.  Nobody says hello there unless --team is given.\n"
    "\n"
    "  --team NAME     the name that the seat belongs to\n"
    "  --code CODE     the code that goes with it: who sits down first chooses it; without it, "
    "what\n"
    "                  the environment variable FELT_CODE says\n"
    "  --player P      who plays: a name of felt match --list; house if not given\n"
    "  --samples N     deals the player may imagine for a decision; as many as it likes if not\n"
    "                  given.  It stops in any case when 80 % of its time are over\n"
    "  --seed S        the player's chances; other ones each time if not given\n"
    "  --hands N       leaves after so many hands\n"
    "  --tries N       how often in a row it tries to connect again, first after 0.2 seconds and\n"
    "                  at last after 5; 8 if not given\n"
    "  --once          does not come back when the line drops\n"
    "  --quiet         prints only how the match ended\n"
    "  --json          prints that for a script\n"
    "\n"
    "Exit codes: 0 the match is over, or --hands were played; 1 it is not: the server refused, or\n"
    "could not be reached any more; 2 the arguments are wrong.\n"
    "\n"
    "Environment: FELT_CODE is the code if --code is not given, so that it does not show in the\n"
    "list of processes.  SSL_CERT_FILE=cert.pem trusts the certificate in that file; on the own\n"
    "machine (localhost) any is taken.\n"
    "\n"
    "Examples:\n"
    "  felt bot ws://localhost:8080/ws --team Alpha --code KF7Q9C\n"
    "  felt bot ws://localhost:8080/ws --team Beta --code 0 --player house:rock --hands 100\n"
    "  felt bot - --player zoo:tag <frames.jsonl\n";

static const struct felt_args_spec spec = {"bot", help, options, OPTIONS};

/* What the command line asks for, and how far we are. */
struct bot {
    const struct felt_args *args;
    const char *url, *team, *code;
    struct felt_player_spec player;
    uint64_t samples, seed, hands, tries;
    bool quiet, json;
    struct felt_client_arena *client;
    struct felt_net_client *line; /* NULL: stdin and stdout                                   */
    int64_t deadline_ms;          /* of the decision under way; 0: none                       */
    felt_chips stack;             /* when the hand began                                      */
    uint64_t reconnects;
    bool seated, welcomed, ended, refused;
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool time_left(void *self)
{
    const struct bot *bot = self;
    return bot->deadline_ms == 0 || now_ms() < bot->deadline_ms;
}

/* ---- the line ---- */

static bool send_frame(struct bot *bot, const struct felt_buffer *frame)
{
    if (bot->line) return felt_net_client_send(bot->line, frame->bytes, frame->used) == FELT_OK;
    bool good = fwrite(frame->bytes, 1, frame->used, stdout) == frame->used;
    return putchar('\n') != EOF && fflush(stdout) == 0 && good;
}

static bool send_hello(struct bot *bot)
{
    char memory[FRAME_BYTES];
    struct felt_buffer frame = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&frame);
    felt_json_object(&json);
    felt_json_key(&json, "type");
    felt_json_text(&json, "hello");
    felt_json_key(&json, "v");
    felt_json_int(&json, 1);
    felt_json_key(&json, "team");
    felt_json_text(&json, bot->team);
    if (bot->code) {
        felt_json_key(&json, "join_code");
        felt_json_text(&json, bot->code);
    }
    felt_json_end(&json);
    return felt_json_done(&json) && send_frame(bot, &frame);
}

/* ---- frames ---- */

static bool answer(struct bot *bot)
{
    char memory[FRAME_BYTES];
    struct felt_buffer frame = felt_buffer_make(memory, sizeof memory);
    uint32_t time_ms = felt_client_arena_facts(bot->client)->time_ms;
    struct felt_budget budget = {
        .samples = (uint32_t)bot->samples, .time_left = time_left, .self = bot};
    bot->deadline_ms = time_ms ? now_ms() + (int64_t)time_ms * THINK_PERCENT / 100 : 0;
    felt_client_arena_answer(bot->client, &budget, &frame, NULL);
    return send_frame(bot, &frame);
}

static void print_hand(struct bot *bot)
{
    const struct felt_client_arena_facts *facts = felt_client_arena_facts(bot->client);
    if (!bot->quiet && bot->line)
        printf("%s: %lld (%+lld)\n", facts->hand_id, (long long)facts->stack,
               (long long)(facts->stack - bot->stack));
    if (!bot->quiet) fflush(bot->line ? stdout : stderr);
    if (bot->hands && facts->hands >= bot->hands) bot->ended = true;
}

/* The server says what it has against us, and what can be done about it.  It cannot know how we are
 * told a code. */
static const char *find_advice(const struct bot *bot, const char *code)
{
    static const char *const about_code[] = {"TEAM_TAKEN", "JOIN_CODE_MISMATCH", "BAD_SCHEMA"};
    bool given = bot->code && bot->code[0];
    for (size_t i = 0; !given && i < sizeof about_code / sizeof about_code[0]; i++)
        if (strcmp(code, about_code[i]) == 0) return " (--code CODE, or FELT_CODE, gives a code)";
    return "";
}

static void print_error(struct bot *bot)
{
    const struct felt_client_arena_facts *facts = felt_client_arena_facts(bot->client);
    (void)felt_args_refuse(bot->args, "the server says %s: %s%s", facts->code, facts->text,
                           bot->welcomed ? "" : find_advice(bot, facts->code));
    if (!bot->welcomed && bot->line) bot->refused = true;
}

/* False: the line is of no more use. */
static bool take_frame(struct bot *bot, const char *text, size_t bytes)
{
    switch (felt_client_arena_take(bot->client, text, bytes)) {
    case FELT_CLIENT_ARENA_WELCOME: bot->welcomed = bot->seated = true; break;
    case FELT_CLIENT_ARENA_HAND: bot->stack = felt_client_arena_facts(bot->client)->stack; break;
    case FELT_CLIENT_ARENA_ACT: return answer(bot);
    case FELT_CLIENT_ARENA_HAND_OVER: print_hand(bot); break;
    case FELT_CLIENT_ARENA_MATCH_END: bot->ended = true; break;
    case FELT_CLIENT_ARENA_ERROR: print_error(bot); break;
    case FELT_CLIENT_ARENA_NOTHING: break;
    }
    return true;
}

/* ---- over a WebSocket ---- */

/* Until the line drops, the match is over, or there is nothing to be had here. */
static void play_line(struct bot *bot)
{
    const char *text;
    size_t bytes;
    bot->welcomed = false;
    bool good = send_hello(bot);
    while (good && !bot->ended && !bot->refused)
        good = felt_net_client_next(bot->line, -1, &text, &bytes) == FELT_NET_TEXT &&
               take_frame(bot, text, bytes);
    if (bot->ended || bot->refused) return;
    if (felt_net_client_code(bot->line) == REPLACED) {
        fputs("felt bot: another connection took this seat over\n", stderr);
        bot->refused = true;
    }
}

static void rest(int64_t ms)
{
    struct timespec pause = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    while (nanosleep(&pause, &pause) != 0 && errno == EINTR) {
    }
}

static bool is_loopback(const char *url)
{
    static const char *const hosts[] = {"127.0.0.1", "localhost", "[::1]"};
    const char *host = strstr(url, "://");
    for (size_t i = 0; host && i < sizeof hosts / sizeof hosts[0]; i++) {
        size_t bytes = strlen(hosts[i]);
        if (strncmp(host + 3, hosts[i], bytes) == 0 && strchr(":/?", host[3 + bytes])) return true;
    }
    return false;
}

/* Why there is no line.  The hand store below has words for its authors; these are for those who
 * typed the address.  It does not tell a certificate that is not trusted from a server without TLS.
 */
static const char *explain(const char *url, const char *complaint)
{
    bool tls = strncasecmp(url, "wss:", 4) == 0;
    const char *why = strstr(complaint, ": "); /* behind the address */
    if (!why) return NULL;
    if (strstr(why, "not 101"))
        return "a server is there, but no arena at this path; is it HOST:PORT/ws?";
    if (strstr(why, "SSL") && is_loopback(url))
        return "the server does not speak TLS; try ws:// instead of wss://";
    if (strstr(why, "SSL"))
        return "no TLS with this server: either its certificate is not trusted "
               "(SSL_CERT_FILE=cert.pem trusts one), or it has none (try ws://)";
    if (strstr(why, "read failed") || strstr(why, "HS:"))
        return tls ? "the server hung up; is it an arena?"
                   : "the server does not answer as an arena does; if it has TLS, try wss://";
    if (strstr(why, "Unable to connect"))
        return "nobody listens there; is the arena running, and is it this port?";
    if (strstr(why, "nobody answers")) return "nobody answers; are host and port right?";
    return NULL;
}

static void print_failure(const struct bot *bot, enum felt_status status, const char *complaint)
{
    const char *reason = status == FELT_OK ? "the line dropped" : explain(bot->url, complaint);
    if (status == FELT_OK || !reason)
        fprintf(stderr, "felt bot: %s\n", reason ? reason : complaint);
    else
        (void)felt_args_refuse(bot->args, "cannot connect to %s: %s", bot->url, reason);
}

/* Returns the exit code. */
static int play_server(struct bot *bot)
{
    int64_t pause = PAUSE_MS;
    struct felt_complaint complaint = {0};
    for (uint64_t failed = 0;;) {
        enum felt_status status = felt_net_client_open(bot->url, OPEN_MS, &bot->line, &complaint);
        if (status == FELT_BAD_FORMAT) return felt_args_complain(bot->args, bot->url, &complaint);
        if (status == FELT_OK) {
            play_line(bot);
            felt_net_client_close(bot->line);
            if (bot->ended) return FELT_EXIT_OK;
            if (bot->refused) return FELT_EXIT_FAILED;
            if (bot->welcomed) {
                failed = 0;
                pause = PAUSE_MS;
            }
        }
        if (failed++ >= bot->tries) {
            print_failure(bot, status, complaint.text);
            return FELT_EXIT_FAILED;
        }
        if (!bot->quiet && bot->seated)
            fprintf(stderr, "felt bot: the line dropped; next try in %g s\n", (double)pause / 1000);
        rest(pause);
        bot->reconnects += bot->seated;
        pause = 2 * pause < PAUSE_MAX_MS ? 2 * pause : PAUSE_MAX_MS;
    }
}

/* ---- over pipes ---- */

static int play_pipes(struct bot *bot)
{
    char *text = NULL;
    size_t room = 0;
    ssize_t bytes;
    bool good = bot->team == NULL || send_hello(bot);
    while (good && !bot->ended && (bytes = getline(&text, &room, stdin)) > 0)
        good = take_frame(bot, text, (size_t)bytes);
    free(text);
    return bot->ended ? FELT_EXIT_OK : FELT_EXIT_FAILED;
}

/* ---- the result ---- */

static int print_json(const struct bot *bot)
{
    const struct felt_client_arena_facts *facts = felt_client_arena_facts(bot->client);
    char memory[JSON_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "team");
    felt_json_text(&json, bot->team);
    felt_json_key(&json, "player");
    felt_json_text(&json, bot->player.text);
    felt_json_key(&json, "over");
    felt_json_bool(&json, bot->ended);
    felt_json_key(&json, "hands");
    felt_json_uint(&json, facts->hands);
    felt_json_key(&json, "stack");
    felt_json_int(&json, facts->stack);
    felt_json_key(&json, "winner");
    if (facts->winner[0])
        felt_json_text(&json, facts->winner);
    else
        felt_json_null(&json);
    felt_json_key(&json, "won");
    felt_json_bool(&json, facts->won);
    felt_json_key(&json, "reconnects");
    felt_json_uint(&json, bot->reconnects);
    felt_json_end(&json);
    return felt_input_flush(&json);
}

static void print_result(const struct bot *bot)
{
    const struct felt_client_arena_facts *facts = felt_client_arena_facts(bot->client);
    if (!bot->ended) return;
    if (facts->winner[0]) {
        struct felt_complaint harmless; /* the name may hold anything */
        (void)felt_complain(&harmless, FELT_BAD_NAME, 0, 0, "%s", facts->winner);
        printf("the match is over, %s has won; ", harmless.text);
    }
    printf("%llu hands, %lld chips\n", (unsigned long long)facts->hands, (long long)facts->stack);
}

/* ---- the command ---- */

static bool read_options(const struct felt_args *args, struct bot *bot)
{
    const char *player = args->value[OPTION_PLAYER];
    *bot = (struct bot){.args = args,
                        .url = args->word[0],
                        .team = args->value[OPTION_TEAM],
                        .code = args->value[OPTION_CODE],
                        .tries = TRIES,
                        .json = felt_args_flag(args, OPTION_JSON)};
    if (!bot->code) bot->code = getenv("FELT_CODE");
    bot->quiet = bot->json || felt_args_flag(args, OPTION_QUIET);
    felt_secret_fill(&bot->seed, sizeof bot->seed);
    if (!felt_args_uint(args, OPTION_SAMPLES, 0, FELT_PLAYER_SAMPLES_MAX, &bot->samples) ||
        !felt_args_uint(args, OPTION_SEED, 0, UINT64_MAX, &bot->seed) ||
        !felt_args_uint(args, OPTION_HANDS, 1, UINT64_MAX, &bot->hands) ||
        !felt_args_uint(args, OPTION_TRIES, 0, 1000000, &bot->tries))
        return false;
    if (felt_args_flag(args, OPTION_ONCE)) bot->tries = 0;
    struct felt_outside_options outside = felt_outside_options_default();
    outside.move_ms = OUTSIDE_MS; /* the server's clock is shorter, or it does not matter */
    return felt_outside_read(args, player ? player : "house", &outside, &bot->player);
}

int felt_cli_bot(int argc, char **argv)
{
    struct felt_args args;
    struct bot bot;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (args.count != 1)
        return felt_args_refuse(&args, "name one server, as in felt bot %s",
                                "ws://localhost:8080/ws --team Alpha --code KF7Q9C");
    if (!read_options(&args, &bot)) return FELT_EXIT_USAGE;
    bool pipes = strcmp(bot.url, "-") == 0;
    if (!pipes && bot.team == NULL) return felt_args_refuse(&args, "say who you are: --team NAME");
    bot.client = felt_client_arena_open(&bot.player, bot.seed);
    if (bot.client == NULL) {
        fputs("felt bot: there is no memory for the player\n", stderr);
        return FELT_EXIT_FAILED;
    }
    int code = pipes ? play_pipes(&bot) : play_server(&bot);
    if (!pipes && bot.json && code != FELT_EXIT_USAGE) {
        int printed = print_json(&bot);
        if (code == FELT_EXIT_OK) code = printed;
    } else if (!pipes) {
        print_result(&bot);
    }
    felt_client_arena_close(bot.client);
    felt_outside_close(bot.player.owner);
    return code;
}
