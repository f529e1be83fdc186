/* lab.c -- felt lab: which of its sub-commands, and the list of known games. */
#include "cli/lab/lab.h"

#include "command/args.h"
#include "cli/cli.h"
#include "command/input.h"
#include "command/lab_file.h"
#include "terminal/local/lab_preference.h"
#include "felt/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: felt lab evolve [--preset NAME] [--minutes M] [--seed S] [--out DIR] ...\n"
    "       felt lab show DIR [GAME] [--sort KEY] [--genre NAME] [--good] ...\n"
    "       felt lab report DIR [--plot NAME] [--title TEXT]\n"
    "       felt lab rules GENOME [--html] [--out FILE] [--seats N] ...\n"
    "       felt lab rate DIR GAME STARS [--broken]\n"
    "       felt lab taste DIR [--preset NAME] [--json]\n"
    "       felt lab measure GENOME... [--preset NAME] [--seats N] [--effort X] ...\n"
    "       felt lab run GENOME [--players NAMES] [--seats N] [--games N] [--seed S] ...\n"
    "       felt lab validate GENOME... [--canonical | --repair] [--json]\n"
    "       felt lab mutate GENOME [--op NAME] [--count N] [--seed S] ...\n"
    "       felt lab list [--json]\n"
    "\n"
    "Card games as data.  A genome says how many cards are dealt, which phases follow each other\n"
    "(betting, drawing, playing, tricks, claims, ...), what a hand is worth and who wins; "
    "docs/LAB.md\n"
    "explains it.  GENOME is a file, - for standard input, or a name of felt lab list.\n"
    "\n"
    "  evolve    searches for new games that are worth playing, and keeps them in a directory\n"
    "  show      what is in such a directory: games ranked and filtered, or one of them\n"
    "  report    the same as a page of HTML, or a plot of it as a picture\n"
    "  rules     the rules of a game in plain English, with an example and hints\n"
    "  rate      says how you liked a game of it; felt play asks for it, too\n"
    "  taste     what all ratings of it say about what people like\n"
    "  measure   how a game plays: skill, drama, bluffs, ..., and what it is worth\n"
    "  run       plays a game many times: who wins, how games end, how fast\n"
    "  validate  what is wrong with it, and where\n"
    "  mutate    other games made from it\n"
    "  list      the known games\n"
    "\n"
    "Each has --help.  felt play GENOME lets you play it, felt bench lab measures the engine.\n"
    "\n"
    "Examples:\n"
    "  felt lab list\n"
    "  felt lab run crazy-eights --games 1k\n"
    "  felt lab validate war\n";

static const struct felt_args_spec spec = {"lab", help, NULL, 0};

static int list_games(int argc, char **argv);

static const struct felt_args_command commands[] = {
    {"evolve", felt_cli_lab_evolve},     {"list", list_games},
    {"measure", felt_cli_lab_measure},   {"mutate", felt_cli_lab_mutate},
    {"rate", felt_play_lab_rate},        {"report", felt_cli_lab_report},
    {"rules", felt_cli_lab_rules},       {"run", felt_cli_lab_run},
    {"show", felt_cli_lab_show},         {"taste", felt_play_lab_preference_show},
    {"validate", felt_cli_lab_validate},
};

int felt_cli_lab(int argc, char **argv)
{
    return felt_args_choose(
        &spec, commands, sizeof commands / sizeof commands[0],
        "evolve, show, report, rules, rate, taste, measure, run, validate, mutate or list", argc,
        argv);
}

/* ---- felt lab list ---- */

enum { LIST_BYTES = 16384 };

static const struct felt_args_option list_options[] = {{"json", false}};
static const char list_help[] = "Usage: felt lab list [--json]\n"
                                "\n"
                                "The games that felt knows as genomes.  felt lab validate NAME "
                                "--canonical writes one of them,\n"
                                "for a start of your own.\n"
                                "\n"
                                "Examples:\n"
                                "  felt lab list\n"
                                "  felt lab list --json\n";
static const struct felt_args_spec list_spec = {"lab list", list_help, list_options, 1};

static void list_json(struct felt_json *json, const struct felt_lab_file *file)
{
    const int32_t *players = file->genome.players.gene;
    felt_json_object(json);
    felt_json_key(json, "name");
    felt_json_text(json, file->name);
    felt_json_key(json, "title");
    felt_json_text(json, file->genome.name);
    felt_json_key(json, "players_min");
    felt_json_int(json, players[FELT_PLAYERS_MIN]);
    felt_json_key(json, "players_max");
    felt_json_int(json, players[FELT_PLAYERS_MAX]);
    felt_json_key(json, "starting_chips");
    felt_json_int(json, file->genome.setup.gene[FELT_SETUP_CHIPS]);
    felt_json_end(json);
}

static void list_text(const struct felt_lab_file *file, int columns)
{
    const int32_t *players = file->genome.players.gene;
    int min = players[FELT_PLAYERS_MIN], max = players[FELT_PLAYERS_MAX];
    printf("  %-*s  ", columns, file->name);
    if (min == max)
        printf("%d  ", min);
    else
        printf("%d-%d", min, max);
    printf("  %s\n", file->title);
}

static int list_games(int argc, char **argv)
{
    struct felt_args args;
    char memory[LIST_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    int columns = 0;
    if (!felt_args_read(&list_spec, argc, argv, &args)) return args.exit;
    if (args.count > 0)
        return felt_args_refuse(&args, "\"%s\": felt lab list takes no arguments", args.word[0]);
    struct felt_lab_file *file = malloc(sizeof *file);
    if (!file) {
        (void)felt_args_refuse(&args, "out of memory; free some and try again");
        return FELT_EXIT_FAILED;
    }
    bool script = felt_args_flag(&args, 0);
    for (int i = 0; i < felt_lab_known_count(); i++) {
        int bytes = (int)strlen(felt_lab_known_at(i)->name);
        if (bytes > columns) columns = bytes;
    }
    felt_json_array(&json);
    for (int i = 0; i < felt_lab_known_count(); i++) {
        felt_lab_file_look(felt_lab_known_at(i)->name, file);
        felt_assert(file->errors == 0); /* a game of ours that cannot be played */
        if (script)
            list_json(&json, file);
        else
            list_text(file, columns);
    }
    felt_json_end(&json);
    free(file);
    return script ? felt_input_flush(&json) : FELT_EXIT_OK;
}
