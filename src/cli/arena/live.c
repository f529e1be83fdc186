/* live.c -- the life of a server that was started by a command: signals, and players of ours. */
#include "cli/arena/arena.h"

#include "base/hex.h"
#include "os/secret.h"
#include "server/app/web_files.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* A signal handler knows nothing but what lies here. */
static struct felt_server *volatile serving;

static void interrupt(int number)
{
    (void)number;
    if (serving) felt_server_stop(serving);
}

void felt_cli_arena_catch_signals(struct felt_server *server)
{
    serving = server;
    struct sigaction action = {.sa_handler = interrupt};
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGTERM, &action, NULL);
    (void)sigaction(SIGINT, &action, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
}

/* ---- our players, as programs of their own ---- */

enum { CODE_BYTES = 2 * FELT_SECRET_BYTES + 1 };

struct company {
    int count;
    pid_t pid[FELT_SERVER_WITH_MAX];
    uint8_t key[FELT_SECRET_BYTES]; /* codes are made from it                                  */
};

/* With a journal the key is kept beside it: after a restart our players must have the same codes.
 */
static bool read_key(struct company *company, const char *directory)
{
    char name[4096];
    felt_secret_fill(company->key, sizeof company->key);
    if (!directory) return true;
    if ((size_t)snprintf(name, sizeof name, "%s/company.key", directory) >= sizeof name)
        return false;
    int file = open(name, O_RDONLY | O_CLOEXEC);
    bool good;
    if (file >= 0) {
        good = read(file, company->key, sizeof company->key) == (ssize_t)sizeof company->key;
    } else {
        file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        good = file >= 0 &&
               write(file, company->key, sizeof company->key) == (ssize_t)sizeof company->key;
    }
    if (file >= 0) (void)close(file);
    return good;
}

static void make_code(const struct company *company, const char *team, char out[CODE_BYTES])
{
    uint8_t code[FELT_SECRET_BYTES];
    felt_secret_hmac(company->key, team, strlen(team), code);
    felt_hex_write(code, sizeof code, out);
}

/* "zoo:tag-1"; of programs only what they are, not how they are called. */
static void make_team(const char *player, int index, char out[FELT_TEAM_BYTES])
{
    const char *colon = strchr(player, ':');
    bool outside = strncmp(player, "exec:", 5) == 0 || strncmp(player, "acpc:", 5) == 0;
    int bytes = outside ? (int)(colon - player) : 50;
    (void)snprintf(out, FELT_TEAM_BYTES, "%.*s-%d", bytes, player, index + 1);
}

static pid_t start_bot(const struct company *company, const char *url, const char *player,
                       int index)
{
    char team[FELT_TEAM_BYTES], code[CODE_BYTES];
    make_team(player, index, team);
    make_code(company, team, code);
    pid_t parent = getpid(), pid = fork();
    if (pid != 0) return pid;
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC); /* the server says who has won */
    if (nowhere >= 0) (void)dup2(nowhere, STDOUT_FILENO);
    (void)setenv("FELT_CODE", code, 1); /* everybody may read the words of a command */
    char *const argv[] = {(char *)"felt",
                          (char *)"bot",
                          (char *)url,
                          (char *)"--player",
                          (char *)player,
                          (char *)"--team",
                          team,
                          (char *)"--quiet",
                          NULL};
    (void)execv("/proc/self/exe", argv);
    _exit(127);
}

static void start_company(struct company *company, const struct felt_server_options *options,
                          const char *url)
{
    if (options->with && !read_key(company, options->data)) {
        fprintf(stderr, "felt arena: cannot keep the codes of our players in %s\n", options->data);
        return;
    }
    for (int i = 0; i < options->with; i++) {
        pid_t pid = start_bot(company, url, options->player[i], i);
        if (pid > 0)
            company->pid[company->count++] = pid;
        else
            fprintf(stderr, "felt arena: cannot start %s\n", options->player[i]);
    }
}

static void end_company(const struct company *company)
{
    for (int i = 0; i < company->count; i++) (void)kill(company->pid[i], SIGTERM);
    for (int i = 0; i < company->count; i++) (void)waitpid(company->pid[i], NULL, 0);
}

int felt_cli_arena_live(struct felt_server *server)
{
    char url[FELT_SERVER_URL_BYTES];
    struct company company = {0};
    start_company(&company, felt_server_options_of(server), felt_server_url(server, url));
    int result = felt_server_run(server);
    serving = NULL;
    end_company(&company);
    return result;
}

/* ---- web files ---- */

void felt_cli_arena_find_web(struct felt_server_options *options)
{
    if (options->web && strcmp(options->web, "-") == 0)
        options->web = NULL;
    else if (!options->web && felt_web_files_find(options->web_found, sizeof options->web_found))
        options->web = options->web_found;
}

void felt_cli_arena_print_web(const struct felt_server *server)
{
    const struct felt_server_options *options = felt_server_options_of(server);
    char place[FELT_SERVER_PLACE_BYTES];
    if (options->web)
        printf("  open   %s://%s/\n", options->cert ? "https" : "http",
               felt_server_place(server, place));
}
