/* room_sign_in.c -- whose visit it is: an account, a token, or a guest who is remembered.
 *
 * A guest's session is kept in $XDG_DATA_HOME/felt/guests/<host> (else ~/.local/share/felt), which
 * nobody else can read: whoever comes back has the same chips and, in time, the same seat. */
#include "terminal/room/room_terminal.h"

#include "command/exit.h"
#include "os/folders.h"
#include "net/post.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

enum { PATH_BYTES = 1024, POST_MS = 10000, PASSWORD_BYTES = 256, BODY_BYTES = 2048 };

static bool fail(struct felt_room_terminal *terminal, int code)
{
    terminal->exit = code;
    return false;
}

/* ---- addresses ---- */

bool felt_room_terminal_address(struct felt_room_terminal *terminal)
{
    static const struct {
        const char *scheme;
        bool tls;
    } schemes[] = {{"ws://", false}, {"wss://", true}, {"http://", false}, {"https://", true}};
    const char *url = terminal->options->url, *host = NULL;
    bool tls = false;
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        size_t bytes = strlen(schemes[i].scheme);
        if (strncasecmp(url, schemes[i].scheme, bytes) != 0) continue;
        host = url + bytes;
        tls = schemes[i].tls;
    }
    if (!host && !strstr(url, "://")) host = url; /* localhost:8080 */
    size_t bytes = host ? strcspn(host, "/?#") : 0;
    const char *path = host ? host + bytes : "";
    if (bytes == 0 || strlen(url) + 16 > FELT_ROOM_TERMINAL_URL_BYTES) {
        felt_args_refuse(terminal->args, "\"%s\" is no address of a room: ws://HOST:PORT/room",
                         url);
        return fail(terminal, FELT_EXIT_USAGE);
    }
    bool bare = path[0] == '\0' || strcmp(path, "/") == 0;
    (void)snprintf(terminal->ws, sizeof terminal->ws, "%s://%.*s%s", tls ? "wss" : "ws", (int)bytes,
                   host, bare ? "/room" : path);
    (void)snprintf(terminal->http, sizeof terminal->http, "%s://%.*s", tls ? "https" : "http",
                   (int)bytes, host);
    (void)snprintf(terminal->host, sizeof terminal->host, "%.*s", (int)bytes, host);
    for (char *at = terminal->host; *at; at++)
        if (!isalnum((unsigned char)*at) && *at != '.' && *at != '-') *at = '_';
    return true;
}

/* ---- files ---- */

/* False: there is no home. */
static bool client_path(const struct felt_room_terminal *terminal, char path[PATH_BYTES])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int bytes = -1;
    if (data && data[0] == '/')
        bytes = snprintf(path, PATH_BYTES, "%s/felt/guests/%s", data, terminal->host);
    else if (home && home[0] == '/')
        bytes = snprintf(path, PATH_BYTES, "%s/.local/share/felt/guests/%s", home, terminal->host);
    return bytes > 0 && bytes < PATH_BYTES;
}

/* The first line of a file, without what is around it. */
static bool read_token(const char *path, char out[FELT_ROOM_TERMINAL_TOKEN_BYTES + 1])
{
    char line[FELT_ROOM_TERMINAL_TOKEN_BYTES + 2] = "";
    FILE *file = fopen(path, "re");
    if (!file) return false;
    bool good = fgets(line, sizeof line, file) != NULL;
    (void)fclose(file);
    line[strcspn(line, " \t\r\n")] = '\0';
    size_t bytes = strlen(line);
    if (!good || bytes == 0 || bytes > FELT_ROOM_TERMINAL_TOKEN_BYTES) {
        errno = EINVAL;
        return false;
    }
    memcpy(out, line, bytes + 1);
    return true;
}

static void remember(const struct felt_room_terminal *terminal)
{
    char path[PATH_BYTES];
    if (!client_path(terminal, path)) return;
    (void)felt_make_parents(path, 0700);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    bool good = file >= 0 && fchmod(file, 0600) == 0 && dprintf(file, "%s\n", terminal->token) > 0;
    if (file >= 0) good = close(file) == 0 && good;
    if (!good)
        fprintf(stderr, "felt play: cannot write %s: %s; you will be somebody else next time\n",
                path, strerror(errno));
}

/* ---- requests ---- */

/* The value of a session cookie; false: there is none. */
static bool read_cookie(const char *cookie, char out[FELT_ROOM_TERMINAL_TOKEN_BYTES + 1])
{
    static const char name[] = "felt_session=";
    const char *at = strstr(cookie, name);
    if (!at) return false;
    at += sizeof name - 1;
    size_t bytes = strcspn(at, "; \t");
    if (bytes == 0 || bytes > FELT_ROOM_TERMINAL_TOKEN_BYTES) return false;
    memcpy(out, at, bytes);
    out[bytes] = '\0';
    return true;
}

/* What the server has against it, as a sentence. */
static void print_refusal(const struct felt_room_terminal *terminal,
                          const struct felt_net_response *answer)
{
    json_t *body = json_loadb(answer->body, answer->bytes, 0, NULL);
    const json_t *error = json_object_get(body, "error");
    const char *message = json_string_value(json_object_get(error, "message"));
    if (message)
        felt_args_refuse(terminal->args, "the server says: %s", message);
    else
        felt_args_refuse(terminal->args, "the server answers with status %d; is it a felt serve?",
                         answer->status);
    json_decref(body);
}

/* A POST that signs in. */
static bool post(struct felt_room_terminal *terminal, const char *path, const char *body,
                 size_t bytes)
{
    char url[FELT_ROOM_TERMINAL_URL_BYTES + 32];
    struct felt_net_response *answer = malloc(sizeof *answer);
    struct felt_complaint complaint = {0};
    if (!answer) return fail(terminal, FELT_EXIT_FAILED);
    (void)snprintf(url, sizeof url, "%s%s", terminal->http, path);
    enum felt_status status = felt_net_post(url, body, bytes, POST_MS, answer, &complaint);
    bool good = status == FELT_OK && answer->status / 100 == 2 &&
                read_cookie(answer->cookie, terminal->token);
    if (status != FELT_OK)
        felt_args_refuse(terminal->args, "cannot reach %s: is felt serve running there?",
                         terminal->http);
    else if (!good)
        print_refusal(terminal, answer);
    explicit_bzero(answer, sizeof *answer);
    free(answer);
    return good || fail(terminal, status == FELT_BAD_FORMAT ? FELT_EXIT_USAGE : FELT_EXIT_FAILED);
}

/* ---- a password ---- */

/* On a terminal nobody sees it; else it is the first line of the input. */
static bool ask_password(const struct felt_room_terminal *terminal, char out[PASSWORD_BYTES])
{
    struct termios shown, hidden;
    bool hides = terminal->terminal && tcgetattr(STDIN_FILENO, &shown) == 0;
    if (hides) {
        hidden = shown;
        hidden.c_lflag &= (tcflag_t)~ECHO;
        fprintf(stderr, "Password of %s: ", terminal->options->user);
        (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
    }
    size_t bytes = 0;
    char letter = 0; /* one at a time: what follows the line is not for us */
    while (bytes + 1 < PASSWORD_BYTES && read(STDIN_FILENO, &letter, 1) == 1 && letter != '\n')
        if (letter != '\r') out[bytes++] = letter;
    out[bytes] = '\0';
    if (hides) {
        (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown);
        fputc('\n', stderr);
    }
    return bytes > 0;
}

static bool log_in(struct felt_room_terminal *terminal)
{
    char password[PASSWORD_BYTES], body[BODY_BYTES];
    struct felt_buffer buffer = felt_buffer_make(body, sizeof body);
    struct felt_json json = felt_json_make(&buffer);
    if (!ask_password(terminal, password)) {
        felt_args_refuse(terminal->args, "no password was given");
        return fail(terminal, FELT_EXIT_USAGE);
    }
    felt_json_object(&json);
    felt_json_key(&json, "username");
    felt_json_text(&json, terminal->options->user);
    felt_json_key(&json, "password");
    felt_json_text(&json, password);
    felt_json_end(&json);
    bool good = felt_json_done(&json) && post(terminal, "/api/login", body, buffer.used);
    explicit_bzero(password, sizeof password);
    explicit_bzero(body, sizeof body);
    return good;
}

/* ---- all of it ---- */

static bool become_client(struct felt_room_terminal *terminal)
{
    if (!post(terminal, "/api/guest", "{}", 2)) return false;
    remember(terminal);
    terminal->remembered = true;
    return true;
}

bool felt_room_terminal_sign_in(struct felt_room_terminal *terminal)
{
    char path[PATH_BYTES];
    const char *file = terminal->options->token_file;
    if (file) {
        if (read_token(file, terminal->token)) return true;
        felt_args_refuse(terminal->args, "cannot read a token from %s: %s", file, strerror(errno));
        return fail(terminal, FELT_EXIT_USAGE);
    }
    if (terminal->options->user) return log_in(terminal);
    terminal->remembered = client_path(terminal, path) && read_token(path, terminal->token);
    return terminal->remembered || become_client(terminal);
}

bool felt_room_terminal_forget(struct felt_room_terminal *terminal)
{
    char path[PATH_BYTES];
    if (client_path(terminal, path)) (void)unlink(path);
    terminal->token[0] = '\0';
    return become_client(terminal);
}
