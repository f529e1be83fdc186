/* complete.c -- felt complete: what a shell offers when somebody presses the tabulator.
 *
 * The scripts for shells know nothing of felt: at each key they ask `felt complete words WORD...`,
 * with the words between felt and the cursor, and offer those lines of the answer that fit.  The
 * answer comes from where arguments are read (FELT_ARGS_SUGGEST of args.h), so nothing is offered
 * that would be refused, and nothing has to be told twice.  A line ":files" asks for names of files
 * too. */
#include "command/args.h"
#include "cli/cli.h"
#include "command/lab_file.h"
#include "terminal/narc/play_narc.h"
#include "felt/poker.h"
#include "felt/player.h"
#include "felt/showdown.h"

#include <stdio.h>
#include <string.h>

static const char help[] =
    "Usage: felt complete SHELL\n"
    "       felt complete words [WORD]...\n"
    "\n"
    "Prints what SHELL (bash, zsh or fish) needs to complete commands, options and names of felt.\n"
    "Packages install it; without one, put a line into the file that your shell reads first:\n"
    "\n"
    "  bash   source <(felt complete bash)       in ~/.bashrc\n"
    "  zsh    source <(felt complete zsh)        in ~/.zshrc, behind compinit\n"
    "  fish   felt complete fish | source        in ~/.config/fish/config.fish\n"
    "\n"
    "felt complete words is what they ask: which words may follow these, one a line, and :files "
    "for\n"
    "names of files.\n"
    "\n"
    "Examples:\n"
    "  felt complete bash\n"
    "  felt complete words admin users\n";

static const struct felt_args_spec spec = {"complete", help, NULL, 0};

static const char bash[] =
    "# bash completion for felt; written by felt complete bash\n"
    "_felt() {\n"
    "    local current=${COMP_WORDS[COMP_CWORD]} list IFS=$'\\n'\n"
    "    list=$(\"$1\" complete words \"${COMP_WORDS[@]:1:COMP_CWORD-1}\" 2>/dev/null) || return "
    "0\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"${list/:files/}\" -- \"$current\")\n"
    "    if [[ $list == *:files* ]]; then\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$current\")\n"
    "    fi\n"
    "}\n"
    "complete -F _felt felt\n";

static const char zsh[] =
    "#compdef felt\n"
    "# zsh completion for felt; written by felt complete zsh\n"
    "_felt() {\n"
    "    local -a list\n"
    "    list=(${(f)\"$(\"${words[1]}\" complete words \"${(@)words[2,CURRENT-1]}\" "
    "2>/dev/null)\"})\n"
    "    if (( ${list[(Ie):files]} )); then\n"
    "        list=(${list:#:files})\n"
    "        _files\n"
    "    fi\n"
    "    compadd -a list\n"
    "}\n"
    "if [[ $funcstack[1] == _felt ]]; then _felt \"$@\"; else compdef _felt felt; fi\n";

static const char fish[] = "# fish completion for felt; written by felt complete fish\n"
                           "function __felt_words\n"
                           "    set -l typed (commandline -opc)\n"
                           "    set -l program $typed[1]\n"
                           "    set -e typed[1]\n"
                           "    set -l list ($program complete words $typed 2>/dev/null)\n"
                           "    if contains -- :files $list\n"
                           "        __fish_complete_path (commandline -ct)\n"
                           "    end\n"
                           "    string match -v -- :files $list\n"
                           "end\n"
                           "complete -c felt -f -a '(__felt_words)'\n";

/* ---- names ---- */

enum names { NONE, FILES, GAMES, VARIANTS, LIMITS, PLAYERS, GENOMES, SHELLS, BENCHES, COMMANDS };

static void print_commands(void)
{
    for (int i = 0; felt_command_at(i); i++) puts(felt_command_at(i)->name);
}

static void print_names(enum names names)
{
    if (names == FILES || names == GENOMES) puts(":files");
    for (int i = 0; names == GAMES && i < felt_showdown_count(); i++)
        puts(felt_showdown_at(i)->name);
    for (int i = 0; names == VARIANTS && i < felt_variant_count(); i++)
        puts(felt_variant_at(i)->name);
    for (int i = 0; names == PLAYERS && i < felt_player_count(); i++) puts(felt_player_at(i)->name);
    for (int i = 0; names == GENOMES && i < felt_lab_known_count(); i++)
        puts(felt_lab_known_at(i)->name);
    if (names == LIMITS) puts("no-limit\npot-limit\nfixed-limit");
    if (names == SHELLS) puts("bash\nzsh\nfish\nwords");
    if (names == BENCHES)
        puts("arena\neval\nhands\nhouse\nlab\nledger\nnarc\nplayers\nroom\nsignature");
    if (names == COMMANDS) print_commands();
}

/* Values of options, whatever the command. */
static enum names values_of(const char *option)
{
    static const struct {
        const char *option;
        enum names names;
    } rows[] = {
        {"--game", GAMES},   {"--variant", VARIANTS}, {"--limit", LIMITS},
        {"--with", PLAYERS}, {"--house", PLAYERS},    {"--player", PLAYERS},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].option, option) == 0) return rows[i].names;
    return NONE;
}

/* The word behind these, of which there are one or two. */
static enum names words_of(int count, char *const *typed)
{
    static const struct {
        const char *command, *verb;
        enum names names;
    } rows[] = {
        {"play", NULL, VARIANTS},    {"variants", NULL, VARIANTS}, {"sim", NULL, VARIANTS},
        {"perft", NULL, VARIANTS},   {"solve", NULL, VARIANTS},    {"bench", NULL, BENCHES},
        {"replay", NULL, FILES},     {"convert", NULL, FILES},     {"complete", NULL, SHELLS},
        {"lab", "run", GENOMES},     {"lab", "measure", GENOMES},  {"lab", "mutate", GENOMES},
        {"lab", "rules", GENOMES},   {"lab", "validate", GENOMES}, {"lab", "show", FILES},
        {"lab", "report", FILES},    {"lab", "taste", FILES},      {"lab", "rate", FILES},
        {"narc", "replay", FILES},   {"narc", "check", FILES},     {"admin", "backup", FILES},
        {"admin", "restore", FILES},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (count == (rows[i].verb ? 2 : 1) && strcmp(rows[i].command, typed[0]) == 0 &&
            (!rows[i].verb || strcmp(rows[i].verb, typed[1]) == 0))
            return rows[i].names;
    return NONE;
}

/* ---- words ---- */

/* What may follow these words, of which the first is the command. */
static int print_words(int count, char **typed)
{
    char marker[] = FELT_ARGS_SUGGEST, *words[FELT_ARGS_WORDS_MAX + 2];
    const char *last = count ? typed[count - 1] : "";
    if (count == 0) {
        print_commands();
        puts("help\n--help\n--version");
        return FELT_EXIT_OK;
    }
    if (count == 1 && strcmp(typed[0], "help") == 0) print_names(COMMANDS);
    const struct felt_command *command = felt_command_find(typed[0]);
    if (!command || count > FELT_ARGS_WORDS_MAX) return FELT_EXIT_OK;
    bool narc = count > 1 && strcmp(typed[0], "play") == 0 && strcmp(typed[1], "narc") == 0;
    int behind = narc ? 2 : 1, used = 0;
    words[used++] = typed[0];
    words[used++] = marker;
    for (int i = behind; i < count; i++) words[used++] = typed[i];
    words[used] = NULL;
    int code = narc ? felt_play_narc(used, words) : command->run(used, words);
    if (code == FELT_ARGS_WANTS_FILE) print_names(FILES);
    if (code == FELT_ARGS_WANTS_VALUE) print_names(values_of(last));
    if (code == FELT_EXIT_OK && !narc) print_names(words_of(count, typed));
    if (code == FELT_EXIT_OK && count == 1 && strcmp(typed[0], "play") == 0) puts("narc");
    return FELT_EXIT_OK;
}

int felt_cli_complete(int argc, char **argv)
{
    static const struct {
        const char *shell, *script;
    } scripts[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
    /* Before options are read: those that follow are somebody else's. */
    if (argc > 1 && strcmp(argv[1], "words") == 0) return print_words(argc - 2, argv + 2);
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (args.count != 1)
        return felt_args_refuse(&args, "name one shell: felt complete bash, zsh or fish");
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        if (strcmp(scripts[i].shell, args.word[0]) != 0) continue;
        fputs(scripts[i].script, stdout);
        return FELT_EXIT_OK;
    }
    return felt_args_refuse(&args, "there is nothing for %s; take bash, zsh or fish", args.word[0]);
}
