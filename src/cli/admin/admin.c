/* admin.c -- felt admin: what an operator does with accounts and chips.
 *
 * If a server works on the directory it is asked by its socket; else the ledger is opened here,
 * under the lock that the server would hold. */
#define _GNU_SOURCE /* explicit_bzero */
#include "cli/admin/admin.h"

#include "cli/cli.h"
#include "server/app/ledger_check.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum {
    PASSWORD_BYTES = 512,
    LOCK_WAIT_MS = 10000,
    STEP_MS = 100,
    LINE_BYTES = 64,
    SILENCE_MS = 12000, /* without a byte: then it is asked whether anybody is there             */
    PROBE_MS = 3000     /* for an answer to that, and for a connection                           */
};

static const struct felt_args_option options[FELT_CLI_ADMIN_OPTIONS] = {
    [FELT_CLI_ADMIN_DATA] = {"data", true},        [FELT_CLI_ADMIN_STORE] = {"store", true},
    [FELT_CLI_ADMIN_FIND] = {"find", true},        [FELT_CLI_ADMIN_LIMIT] = {"limit", true},
    [FELT_CLI_ADMIN_ADMIN] = {"admin", false},     [FELT_CLI_ADMIN_REASON] = {"reason", true},
    [FELT_CLI_ADMIN_KEY] = {"key", true},          [FELT_CLI_ADMIN_CHIPS] = {"chips", true},
    [FELT_CLI_ADMIN_USER] = {"user", true},        [FELT_CLI_ADMIN_CSV] = {"csv", false},
    [FELT_CLI_ADMIN_HOURS] = {"hours", true},      [FELT_CLI_ADMIN_LINK] = {"link", false},
    [FELT_CLI_ADMIN_REPLACE] = {"replace", false}, [FELT_CLI_ADMIN_JSON] = {"json", false},
    [FELT_CLI_ADMIN_CONFIG] = {"config", true},    [FELT_CLI_ADMIN_DAYS] = {"days", true},
};

static const char help[] =
    "Usage: felt admin [--data DIR] [--store STORE] COMMAND ...\n"
    "\n"
    "For the operator of felt serve.  Works on a running server, through its socket in DIR, and on "
    "a\n"
    "stopped one.  A user is named by his username, or by #ID.\n"
    "\n"
    "  users list [--find TEXT] [--limit N]\n"
    "  users show NAME\n"
    "  users create NAME [--admin]     the password is asked for, or is the first line of stdin\n"
    "  users passwd NAME               a new password; every session ends\n"
    "  users disable NAME [--hours H] | enable NAME | delete NAME\n"
    "  users silence NAME --hours H    says nothing to others for so long; 0: he may again\n"
    "  users silenced                  who is, and until when\n"
    "  chips credit NAME AMOUNT --reason TEXT\n"
    "  chips debit NAME AMOUNT --reason TEXT\n"
    "  house create N [--chips 1000000]  makes HousePlayer<N>; 1-6 makes six of them, 1000 at "
    "most\n"
    "  house stake N AMOUNT | unstake N AMOUNT   from the house's account, and back to it\n"
    "  house fund AMOUNT               new chips for the house's account\n"
    "  house list\n"
    "  house dials WHO PERSONA         how HousePlayer<N>, or '*', plays from the next hand on, as "
    "in\n"
    "                                  house dials HousePlayer3 house:rock,aggr=4\n"
    "  house profit [--days N]         what house players won, day by day, and what the house "
    "has\n"
    "  stats NAME [--days N]           how a user plays, by stakes\n"
    "  fairplay [--days N]             pairs who pass chips, play softly, or share an address;\n"
    "                                  ! marks those to look at\n"
    "  tables                          who sits where, on a running server\n"
    "  tables open STAKE | close TABLE one more table of a stake; nobody is left at a table, then "
    "it\n"
    "                                  is gone\n"
    "  event list | show ID            tournaments of a running server\n"
    "  event create ID SETTING=VALUE ...   settings are those of felt.conf (felt serve "
    "--print-config)\n"
    "  event pause ID | resume ID | add-time ID TIME | cancel ID | retire ID   (none follows)\n"
    "  event move ID NAME TABLE[:SEAT] | remove ID NAME\n"
    "  event pools                     prize pools that no tournament knows: a journal was lost\n"
    "  event refund POOL               gives back the buy-ins of such a pool\n"
    "  ledger check                    proves that every balance is what the ledger says\n"
    "  ledger export [--user NAME] [--csv]   all transactions, as JSON lines or CSV\n"
    "  ledger summary\n"
    "  audit [--user NAME] [--find WORD] [--limit N]   what operators did, newest first\n"
    "  reports [--find all]            what players reported of others, and nobody has closed\n"
    "  reports close NUMBER --reason TEXT\n"
    "  club list | show NUMBER | close NUMBER --reason TEXT\n"
    "  factor begin NAME               a second factor of an operator: secret and recovery codes\n"
    "  factor confirm NAME CODE        it counts from now on; factor remove NAME: no more\n"
    "  token issue NAME [--hours H] [--link]   a token for Authorization: Bearer, for 30 days;\n"
    "                                  --link: one that signs in once, for an hour\n"
    "  token revoke NAME               every session, token and link of the user ends\n"
    "  backup FILE                     while the server runs; never replaces a file\n"
    "  restore FILE [--replace]        into an empty store; --replace moves the old one aside\n"
    "  doctor [--config FILE]          what is wrong and what to do about it; changes nothing\n"
    "  help [COMMAND]\n"
    "\n"
    "Books are made by felt serve and by restore; every other command refuses a directory "
    "without.\n"
    "\n"
    "  --data DIR      FELT_DATA, or ~/.local/share/felt;  --store as of felt serve\n"
    "  --reason TEXT   why, for the audit\n"
    "  --key KEY       the same key moves chips once, however often the command is repeated\n"
    "  --json          for scripts, where something is printed\n"
    "\n"
    "Exit codes: 0 done, 1 refused by the books or failed, 2 wrong usage; then nothing has "
    "changed.\n"
    "\n"
    "On a running server:\n"
    "  felt admin event create friday start=+30m entrants=4-40 levels=turbo house=50\n"
    "  felt admin event add-time friday 5m --reason \"pizza\"\n"
    "\n"
    "Examples:\n"
    "  felt admin users list\n"
    "  felt admin ledger check\n"
    "  felt admin house create 1-6 --chips 1000000\n"
    "  felt admin ledger summary --json\n";

const struct felt_args_spec felt_cli_admin_spec = {"admin", help, options, FELT_CLI_ADMIN_OPTIONS};

/* ---- passwords ---- */

static bool read_line(char *out, size_t bytes)
{
    if (!fgets(out, (int)bytes, stdin)) return false;
    size_t length = strcspn(out, "\n");
    bool whole = out[length] == '\n' || feof(stdin);
    out[length] = '\0';
    return whole;
}

/* Without echo, if somebody sits there. */
static bool ask_hidden(const char *question, char *out, size_t bytes)
{
    struct termios usual, quiet;
    if (tcgetattr(STDIN_FILENO, &usual) != 0) return false;
    quiet = usual;
    quiet.c_lflag &= ~(tcflag_t)ECHO;
    /* The echo ends before the question is there: who answers at once loses nothing. */
    if (tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet) != 0) return false;
    fputs(question, stderr);
    (void)fflush(stderr);
    bool good = read_line(out, bytes);
    (void)tcsetattr(STDIN_FILENO, TCSANOW, &usual);
    fputc('\n', stderr);
    return good;
}

static bool read_password(const struct felt_args *args, char out[PASSWORD_BYTES])
{
    char again[PASSWORD_BYTES];
    bool good;
    if (isatty(STDIN_FILENO)) {
        good = ask_hidden("password: ", out, PASSWORD_BYTES) &&
               ask_hidden("again: ", again, PASSWORD_BYTES);
        if (good && strcmp(out, again) != 0) {
            felt_args_refuse(args, "these were two different passwords; nothing has changed");
            good = false;
        }
        explicit_bzero(again, sizeof again);
        return good;
    }
    good = read_line(out, PASSWORD_BYTES);
    if (!good) felt_args_refuse(args, "stdin has no password: its first line is taken");
    return good;
}

/* ---- asking a server ---- */

static int64_t clock_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* -1: nobody listens there, or too many wait for one who does not answer. */
static int connect_server(const struct felt_data_dir *data)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct timeval limit = {.tv_sec = PROBE_MS / 1000};
    _Static_assert(sizeof address.sun_path >= FELT_DATA_DIR_SOCKET_BYTES, "a short path");
    int directory = felt_data_dir_socket_path(data, address.sun_path);
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (file >= 0) (void)setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (directory >= 0 && file >= 0 &&
        connect(file, (const struct sockaddr *)&address, sizeof address) == 0) {
        (void)close(directory);
        return file;
    }
    if (directory >= 0) (void)close(directory);
    if (file >= 0) (void)close(file);
    return -1;
}

/* The words as they were typed, but for --data, which the server knows, and relative files. */
static void write_words(struct felt_json *json, const struct felt_args *args,
                        const struct felt_cli_admin_command *command, const char *directory)
{
    char path[2 * FELT_DATA_DIR_PATH_BYTES];
    felt_json_key(json, "words");
    felt_json_array(json);
    for (int i = 0; i < FELT_CLI_ADMIN_OPTIONS; i++) {
        if (!args->value[i] || i == FELT_CLI_ADMIN_DATA) continue;
        (void)snprintf(path, sizeof path, options[i].takes_value ? "--%s=%s" : "--%s",
                       options[i].name, args->value[i]);
        felt_json_text(json, path);
    }
    felt_json_text(json, "--"); /* what follows are words, whatever they look like */
    for (int i = 0; i < args->count; i++) {
        bool relative = command->file && i == args->count - 1 && args->word[i][0] != '/';
        (void)snprintf(path, sizeof path, "%s%s%s", relative ? directory : "", relative ? "/" : "",
                       args->word[i]);
        felt_json_text(json, path);
    }
    felt_json_end(json);
}

static bool send_request(int server, const struct felt_args *args,
                         const struct felt_cli_admin_command *command, const char *password)
{
    char directory[FELT_DATA_DIR_PATH_BYTES], *memory = malloc(FELT_CLI_ADMIN_REQUEST_BYTES);
    if (!memory || !getcwd(directory, sizeof directory)) {
        free(memory);
        return false;
    }
    struct felt_buffer out = felt_buffer_make(memory, FELT_CLI_ADMIN_REQUEST_BYTES);
    struct felt_json json = felt_json_make(&out);
    felt_json_object(&json);
    felt_json_key(&json, "v"), felt_json_int(&json, 1);
    write_words(&json, args, command, directory);
    if (password) felt_json_key(&json, "in"), felt_json_text(&json, password);
    felt_json_end(&json);
    bool good = felt_json_done(&json);
    felt_buffer_char(&out, '\n');
    for (size_t sent = 0; good && sent < out.used;) {
        ssize_t count = send(server, memory + sent, out.used - sent, MSG_NOSIGNAL);
        good = count > 0;
        if (good) sent += (size_t)count;
    }
    explicit_bzero(memory, FELT_CLI_ADMIN_REQUEST_BYTES);
    free(memory);
    return good;
}

static bool copy_bytes(FILE *from, FILE *to, size_t count)
{
    char piece[4096];
    while (count) {
        size_t wanted = count < sizeof piece ? count : sizeof piece;
        size_t got = fread(piece, 1, wanted, from);
        if (!got) return false;
        (void)fwrite(piece, 1, got, to);
        count -= got;
    }
    return true;
}

/* A server that takes its time with a command still answers others: an empty one is refused at
 * once.  One that was stopped, or hangs, answers nobody. */
static bool is_alive(const struct felt_data_dir *data)
{
    int line = connect_server(data);
    char byte;
    struct pollfd wait = {.fd = line, .events = POLLIN};
    bool alive = line >= 0 && send(line, "\n", 1, MSG_NOSIGNAL) == 1 &&
                 poll(&wait, 1, PROBE_MS) == 1 && recv(line, &byte, 1, MSG_DONTWAIT) == 1;
    if (line >= 0) (void)close(line);
    return alive;
}

/* What comes from the server, as a stream. */
struct hearing {
    const struct felt_data_dir *data;
    int server;
    bool hangs;
};

static ssize_t hear(void *self, char *out, size_t bytes)
{
    struct hearing *hearing = self;
    struct pollfd wait = {.fd = hearing->server, .events = POLLIN};
    for (;;) {
        int ready = poll(&wait, 1, SILENCE_MS);
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0 && is_alive(hearing->data)) continue;
        hearing->hangs = ready == 0 && poll(&wait, 1, 0) == 0; /* unless it has come by now */
        if (hearing->hangs) return 0;
        return recv(hearing->server, out, bytes, 0);
    }
}

static int complain_of_silence(const struct hearing *hearing, const struct felt_args *args)
{
    struct ucred peer = {0};
    socklen_t bytes = sizeof peer;
    (void)getsockopt(hearing->server, SOL_SOCKET, SO_PEERCRED, &peer, &bytes);
    felt_args_refuse(args,
                     "process %ld holds %s and does not answer; nobody knows whether it was done: "
                     "look when it does, or repeat it with the same --key",
                     (long)peer.pid, hearing->data->directory);
    return FELT_EXIT_FAILED;
}

/* Prints what the server says; its exit code. */
static int take_answer(int server, const struct felt_data_dir *data, const struct felt_args *args,
                       FILE *out, FILE *err)
{
    char line[LINE_BYTES], word[LINE_BYTES];
    struct hearing hearing = {.data = data, .server = server};
    FILE *in = fopencookie(&hearing, "r", (cookie_io_functions_t){.read = hear});
    size_t count;
    while (in && fgets(line, sizeof line, in) && sscanf(line, "%63s %zu", word, &count) == 2) {
        if (strcmp(word, "exit") == 0) {
            (void)fclose(in);
            return (int)count;
        }
        if (!copy_bytes(in, strcmp(word, "out") == 0 ? out : err, count)) break;
    }
    if (in) (void)fclose(in);
    if (hearing.hangs) return complain_of_silence(&hearing, args);
    felt_args_refuse(args, "the server went away; nobody knows whether it was done: look, or "
                           "repeat it with the same --key");
    return FELT_EXIT_FAILED;
}

char *felt_cli_admin_query(const char *directory, const char *const *words)
{
    struct felt_args args = {.spec = &felt_cli_admin_spec};
    struct felt_data_dir data = {0};
    char *text = NULL;
    size_t bytes = 0;
    if (strlen(directory) >= sizeof data.directory) return NULL;
    memcpy(data.directory, directory, strlen(directory) + 1);
    for (; words[args.count]; args.count++) args.word[args.count] = words[args.count];
    args.value[FELT_CLI_ADMIN_JSON] = "";
    const struct felt_cli_admin_command *command = felt_cli_admin_find(&args, stderr);
    int server = command ? connect_server(&data) : -1;
    if (server < 0) return NULL;
    FILE *out = open_memstream(&text, &bytes), *err = fopen("/dev/null", "we");
    bool good = out && err && send_request(server, &args, command, NULL) &&
                take_answer(server, &data, &args, out, err) == FELT_EXIT_OK;
    if (out) (void)fclose(out);
    if (err) (void)fclose(err);
    (void)close(server);
    if (good) return text;
    free(text);
    return NULL;
}

/* ---- without a server ---- */

static void keep_quiet(void *self, const char *level, const char *text)
{
    (void)self;
    if (strcmp(level, "info") != 0 && strcmp(level, "debug") != 0)
        fprintf(stderr, "felt admin: %s\n", text);
}

static int run_here(struct felt_cli_admin_job *admin, const struct felt_cli_admin_command *command)
{
    struct felt_ledger_store *store = NULL;
    struct felt_ledger_store_config config;
    struct felt_complaint complaint = {0};
    if (command->closed) return felt_cli_admin_run(admin);
    felt_data_dir_ledger_config(admin->data, &config);
    config.log = keep_quiet;
    if (felt_ledger_store_open(&config, &store, &complaint) != FELT_OK) {
        felt_data_dir_store_complain(admin->data, complaint.text, admin->args);
        return FELT_EXIT_FAILED;
    }
    admin->client = felt_ledger_client_open(store, NULL, NULL);
    int code = admin->client ? felt_cli_admin_run(admin) : FELT_EXIT_FAILED;
    if (admin->client) felt_ledger_client_close(admin->client);
    felt_ledger_store_close(store);
    return code;
}

/* A server that starts or stops holds the lock a moment longer than it listens.  Where nobody ever
 * was, not even a lock is made, unless we are to make the ledger. */
static int find_server(struct felt_data_dir *data, const struct felt_args *args, bool makes)
{
    long holder = 0;
    int64_t deadline = clock_ms() + LOCK_WAIT_MS;
    while (clock_ms() < deadline) {
        int server = data->absent ? -1 : connect_server(data);
        if (server >= 0) return server;
        if (!makes && !felt_data_dir_was_used(data) && !felt_data_dir_has_ledger(data, args))
            return -1;
        if (felt_data_dir_lock(data, STEP_MS, &holder)) return -1;
        if (errno == EWOULDBLOCK || errno == EINTR) continue;
        felt_args_refuse(args, "cannot lock %s/felt.lock: %s", data->directory, strerror(errno));
        return -1;
    }
    felt_args_refuse(args, "%s is in use by process %ld, which does not listen", data->directory,
                     holder);
    return -1;
}

static int ask_server(int server, const struct felt_data_dir *data, const struct felt_args *args,
                      const struct felt_cli_admin_command *command, const char *password)
{
    int code = FELT_EXIT_FAILED;
    if (send_request(server, args, command, password))
        code = take_answer(server, data, args, stdout, stderr);
    else
        felt_args_refuse(args, "the server does not take the command");
    (void)close(server);
    return code;
}

static int run(struct felt_data_dir *data, const struct felt_args *args,
               const struct felt_cli_admin_command *command, const char *password)
{
    char actor[FELT_ORDER_ACTOR_BYTES + 1];
    bool makes = command->closed;
    int server = find_server(data, args, makes);
    if (server >= 0) return ask_server(server, data, args, command, password);
    if (data->lock < 0) return FELT_EXIT_FAILED;
    bool alone = makes && felt_args_flag(args, FELT_CLI_ADMIN_REPLACE);
    if ((!makes && !felt_data_dir_has_ledger(data, args)) ||
        !felt_data_dir_store_lock(data, alone, args) || !felt_data_dir_secret(data, args) ||
        (makes && !felt_ledger_check_free(data, args)))
        return FELT_EXIT_FAILED;
    felt_cli_admin_actor((long)getuid(), actor);
    struct felt_cli_admin_job admin = {
        .args = args, .data = data, .actor = actor, .in = password, .out = stdout, .err = stderr};
    return run_here(&admin, command);
}

/* ---- what was typed ---- */

/* "-5" is a wrong amount, not an option: such words go to the end, behind "--".  What is the value
 * of an option stays where it is. */
static int move_numbers(int argc, char **argv, char *dashes, char **out)
{
    char *numbers[FELT_ARGS_WORDS_MAX] = {0};
    int used = 0, count = 0, at = 0;
    bool value = false;
    for (; at < argc && strcmp(argv[at], "--") != 0; at++) {
        char *word = argv[at];
        bool number = !value && word[0] == '-' && word[1] >= '0' && word[1] <= '9';
        value = false;
        for (int i = 0; i < FELT_CLI_ADMIN_OPTIONS; i++)
            value |= options[i].takes_value && strncmp(word, "--", 2) == 0 &&
                     strcmp(word + 2, options[i].name) == 0;
        if (number)
            numbers[count++] = word;
        else
            out[used++] = word;
    }
    if (count || at < argc) out[used++] = dashes;
    for (int i = 0; i < count; i++) out[used++] = numbers[i];
    for (at++; at < argc; at++) out[used++] = argv[at];
    return used;
}

static int print_help(const struct felt_args *args)
{
    if (args->count == 1) {
        fputs(help, stdout);
        return FELT_EXIT_OK;
    }
    struct felt_args asked = *args;
    asked.count--;
    memmove(asked.word, asked.word + 1, (size_t)asked.count * sizeof asked.word[0]);
    return felt_cli_admin_help(&asked, stdout, stderr);
}

/* What can be said of a name without the ledger is said before a password is asked for. */
static bool verify_name(const struct felt_args *args, const struct felt_cli_admin_command *command)
{
    struct felt_complaint complaint = {0};
    const char *name = args->word[args->count - 1];
    enum felt_user_kind kind =
        felt_args_flag(args, FELT_CLI_ADMIN_ADMIN) ? FELT_USER_ADMIN : FELT_USER_HUMAN;
    if (command->run != felt_cli_admin_users_create ||
        felt_username_verify(kind, name, strlen(name), &complaint) == FELT_OK)
        return true;
    felt_args_refuse(args, "%s", complaint.text);
    return false;
}

static int find_and_run(struct felt_data_dir *data, const struct felt_args *args,
                        const struct felt_cli_admin_command *command)
{
    char password[PASSWORD_BYTES] = "";
    bool makes = command->closed;
    if (!felt_data_dir_find(data, args->value[FELT_CLI_ADMIN_DATA],
                            args->value[FELT_CLI_ADMIN_STORE], makes, args))
        return FELT_EXIT_USAGE;
    if (data->absent && !felt_data_dir_has_ledger(data, args)) return FELT_EXIT_FAILED;
    if (command->password && (!verify_name(args, command) || !read_password(args, password)))
        return FELT_EXIT_USAGE;
    (void)umask(0077);
    int code = run(data, args, command, command->password ? password : NULL);
    explicit_bzero(password, sizeof password);
    return code;
}

int felt_cli_admin(int argc, char **argv)
{
    struct felt_args args;
    char *words[2 * FELT_ARGS_WORDS_MAX], dashes[] = "--";
    if (argc > FELT_ARGS_WORDS_MAX) argc = FELT_ARGS_WORDS_MAX; /* no command has so many */
    if (argc > 1 && strcmp(argv[1], FELT_ARGS_SUGGEST) == 0)
        return felt_cli_admin_suggest(argc - 2, argv + 2);
    argc = move_numbers(argc, argv, dashes, words);
    if (!felt_args_read(&felt_cli_admin_spec, argc, words, &args)) return args.exit;
    if (args.count && strcmp(args.word[0], "help") == 0) return print_help(&args);
    const struct felt_cli_admin_command *command = felt_cli_admin_find(&args, stderr);
    if (!command) return FELT_EXIT_USAGE;
    if (command->run ==
        felt_cli_admin_doctor) { /* even if there is no directory, or a broken one */
        struct felt_cli_admin_job admin = {.args = &args, .out = stdout, .err = stderr};
        return felt_cli_admin_doctor(&admin, NULL);
    }
    struct felt_data_dir *data = calloc(1, sizeof *data);
    if (!data) return FELT_EXIT_FAILED;
    data->lock = data->store_lock = data->serve_lock = -1;
    int code = find_and_run(data, &args, command);
    felt_data_dir_close(data);
    free(data);
    return code;
}
