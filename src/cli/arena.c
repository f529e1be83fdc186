/* arena.c -- felt arena: bots play over WebSocket. */
#include "cli/arena.h"
#include "cli/cli.h"
#include "os/secret.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* A signal handler knows nothing but what lies here. */
static struct felt_arena *volatile serving;

static void interrupt(int number)
{
    (void)number;
    if (serving) felt_arena_stop(serving);
}

/* ---- our players, as programs of their own ---- */

struct company {
    int count;
    pid_t pid[FELT_ARENA_WITH_MAX];
};

static pid_t start_bot(const char *url, const char *player, int index)
{
    char team[FELT_TEAM_BYTES], code[24];
    uint64_t secret;
    felt_secret_fill(&secret, sizeof secret);
    (void)snprintf(team, sizeof team, "%.50s-%d", player, index + 1);
    (void)snprintf(code, sizeof code, "%016" PRIx64, secret);
    pid_t pid = fork();
    if (pid != 0) return pid;
    char *const argv[] = {(char *)"felt", (char *)"bot",     (char *)url, (char *)"--player",
                          (char *)player, (char *)"--team",  team,        (char *)"--code",
                          code,           (char *)"--quiet", NULL};
    (void)execv("/proc/self/exe", argv);
    _exit(127);
}

static void start_company(struct company *company, const struct felt_arena_options *options,
                          const char *url)
{
    for (int i = 0; i < options->with; i++) {
        pid_t pid = start_bot(url, options->player[i], i);
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

/* ---- the command ---- */

static void print_banner(const struct felt_arena_options *options, const struct felt_arena *arena,
                         const char *url)
{
    const struct felt_table_config *table = &options->table;
    const char *web = options->cert ? "https" : "http";
    printf("felt arena: %s %lld/%lld, %d seats of %lld chips, %.1f s for a move%s\n",
           options->plug.rules.variant->title, (long long)table->plug->small_blind,
           (long long)table->plug->big_blind, table->seats, (long long)table->stack,
           table->move_ms / 1000.0, options->practice ? ", practice" : "");
    if (felt_arena_restored(arena))
        printf("  %u tables of %s go on\n", felt_arena_restored(arena), options->data);
    printf("  play   %s\n", url);
    printf("  look   %s://%s:%u/api/arena\n", web,
           strcmp(options->bind, "0.0.0.0") == 0 ? "127.0.0.1" : options->bind,
           felt_arena_port(arena));
    printf("  a bot  felt bot %s --team Alpha --code secret\n", url);
    (void)fflush(stdout);
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = interrupt};
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGTERM, &action, NULL);
    (void)sigaction(SIGINT, &action, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
}

int felt_cli_arena(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&felt_arena_spec, argc, argv, &args)) return args.exit;
    struct felt_arena_options *options = calloc(1, sizeof *options);
    if (!options) return FELT_EXIT_FAILED;
    if (!felt_arena_options_read(options, &args)) {
        free(options);
        return FELT_EXIT_USAGE;
    }
    struct felt_arena *arena = felt_arena_open(options, &args);
    if (!arena) {
        free(options);
        return FELT_EXIT_FAILED;
    }
    char url[160];
    (void)snprintf(url, sizeof url, "%s://%s:%u/ws", options->cert ? "wss" : "ws",
                   strcmp(options->bind, "0.0.0.0") == 0 ? "127.0.0.1" : options->bind,
                   felt_arena_port(arena));
    serving = arena;
    catch_signals();
    print_banner(options, arena, url);
    struct company company = {0};
    start_company(&company, options, url);
    int result = felt_arena_run(arena);
    serving = NULL;
    end_company(&company);
    felt_arena_close(arena);
    free(options);
    return result ? FELT_EXIT_FAILED : FELT_EXIT_OK;
}
