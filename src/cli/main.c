/* main.c -- felt: one program, one file for each sub-command.
 *
 * Exit codes: 0 done, 1 failed, 2 wrong usage.  Output that does not arrive (a full disk, a closed
 * stdout, a reader that went away) is a failure: writes are not allowed to kill us, and the last
 * thing we do is to look whether all of them worked. */
#include "command/args.h"
#include "cli/cli.h"
#include "command/term.h"
#include "felt/hand.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct felt_command commands[] = {
    {"eval", "name a hand, or find the best of several", felt_cli_eval},
    {"equity", "how often each hand or range wins", felt_cli_equity},
    {"games", "the games whose hands we can compare", felt_cli_games},
    {"variants", "the games that can be dealt and bet", felt_cli_variants},
    {"serve", "a server: accounts, a ledger of chips, tables", felt_cli_serve},
    {"admin", "what an operator does with accounts and chips", felt_cli_admin},
    {"arena", "tables where bots play over WebSocket", felt_cli_arena},
    {"match", "players against players, and what the result proves", felt_cli_match},
    {"bot", "one of our players at a table of a server", felt_cli_bot},
    {"sim", "random hands through the betting engine, each audited", felt_cli_sim},
    {"play", "a table, with players of your choice", felt_cli_play},
    {"lab", "card games as data: play, mend and change them", felt_cli_lab},
    {"narc", "a game in which a raise is a card: rules, cards, balance", felt_cli_narc},
    {"perft", "every sequence of actions, counted", felt_cli_perft},
    {"solve", "small games solved: strategies that nobody can beat", felt_cli_solve},
    {"replay", "recorded hands through the betting engine", felt_cli_replay},
    {"convert", "recorded hands in another form", felt_cli_convert},
    {"tour", "a quick look at what works", felt_cli_tour},
    {"bench", "how fast all of it is", felt_cli_bench},
    {"complete", "completion of words for bash, zsh and fish", felt_cli_complete},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(void)
{
    fputs("felt -- betting card games: exact, fast, all in one program\n"
          "\n"
          "Usage: felt COMMAND [ARGUMENTS]\n"
          "\n"
          "Commands:\n",
          stdout);
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-8s  %s\n", commands[i].name, commands[i].summary);
    fputs("\n"
          "  felt help COMMAND explains one of them and shows examples; felt --version says what\n"
          "  this is.  Exit codes: 0 done, 1 failed, 2 wrong usage.\n"
          "\n"
          "Examples:\n"
          "  felt eval As Ks Qs Js Ts 2d 3c\n"
          "  felt equity AA KK\n"
          "  felt help equity\n",
          stdout);
}

const struct felt_command *felt_command_at(int index)
{
    return index < COMMANDS ? &commands[index] : NULL;
}

const struct felt_command *felt_command_find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}

static int refuse_command(const char *name)
{
    const char *names[COMMANDS + 2];
    for (int i = 0; i < COMMANDS; i++) names[i] = commands[i].name;
    bool option = name[0] == '-';
    names[COMMANDS] = option ? "--help" : "help";
    names[COMMANDS + 1] = "--version";
    const char *near = felt_args_nearest(name, names, COMMANDS + 2);
    const char *kind = option ? "option" : "command";
    static const struct felt_args_spec spec = {.command = ""};
    struct felt_args args = {.spec = &spec};
    if (near)
        return felt_args_refuse(&args, "there is no %s %s; did you mean %s?", kind, name, near);
    return felt_args_refuse(&args, "there is no %s %s; felt --help lists the commands", kind, name);
}

static int help(int argc, char **argv)
{
    if (argc < 3) {
        print_help();
        return FELT_EXIT_OK;
    }
    if (argc > 3) {
        fputs("felt help: name one command, as in felt help eval\n", stderr);
        return FELT_EXIT_USAGE;
    }
    const struct felt_command *command = felt_command_find(argv[2]);
    if (command == NULL) return refuse_command(argv[2]);
    char option[] = "--help";
    char *arguments[] = {argv[2], option, NULL};
    return command->run(2, arguments);
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        fputs("felt: name a command; felt --help lists them, felt tour shows what works\n", stderr);
        return FELT_EXIT_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        print_help();
        return FELT_EXIT_OK;
    }
    if (strcmp(name, "help") == 0) return help(argc, argv);
    if (strcmp(name, "--version") == 0) {
        puts("felt " FELT_VERSION);
        return FELT_EXIT_OK;
    }
    const struct felt_command *command = felt_command_find(name);
    return command ? command->run(argc - 1, argv + 1) : refuse_command(name);
}

/* FELT_KERNELS=portable: other batch kernels than the best ones this machine has. */
static bool choose_kernels(void)
{
    const char *name = getenv("FELT_KERNELS");
    if (name == NULL || felt_high_use_kernels(name)) return true;
    fprintf(stderr, "felt: FELT_KERNELS must be portable or %s\n", felt_high_kernels());
    return false;
}

int main(int argc, char **argv)
{
    /* A reader that goes away makes writes fail, which is found below. */
    signal(SIGPIPE, SIG_IGN);
    int code = choose_kernels() ? run(argc, argv) : FELT_EXIT_USAGE;
    errno = 0;
    bool lost = fflush(stdout) != 0 || ferror(stdout);
    if (!lost) return code;
    if (errno != EPIPE && errno != 0)
        fprintf(stderr, "felt: the output could not be written: %s\n", strerror(errno));
    return code == FELT_EXIT_OK ? FELT_EXIT_FAILED : code;
}
