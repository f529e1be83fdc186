/* narc.c -- felt narc: which of its sub-commands. */
#include "cli/narc/narc.h"

#include "command/args.h"
#include "cli/cli.h"
#include "cli/narc/narc_show.h"

static const char help[] =
    "Usage: felt narc sim [--rules R] [--cards C] [--policy P] [--hands N] ...\n"
    "       felt narc list | cards | rules [RULES] | check FILE... | replay FILE\n"
    "\n"
    "Narc: a game of three seats in which a raise is a card.  The Player wants cover for the\n"
    "evidence that the Narc builds, and profit from the Customer; docs/NARC.md explains it, and "
    "felt\n"
    "play narc lets you play it.\n"
    "\n"
    "  sim     many sessions by bots, and what the numbers say: the balance tool\n"
    "  list    rule sets and catalogues that felt has within it\n"
    "  cards   a catalogue: every card and what it does\n"
    "  rules   a rule set in words\n"
    "  check   what is wrong with a catalogue, a rule set or a run, and where\n"
    "  replay  a run that was played, hand by hand\n"
    "\n"
    "Each has --help.  felt bench narc measures the engine.\n"
    "\n"
    "Examples:\n"
    "  felt narc list\n"
    "  felt narc sim --hands 5k\n";

static const struct felt_args_spec spec = {"narc", help, NULL, 0};

static const struct felt_args_command commands[] = {
    {"sim", felt_cli_narc_simulate},     {"list", felt_cli_narc_show_list},
    {"cards", felt_cli_narc_show_cards}, {"rules", felt_cli_narc_show_rules},
    {"check", felt_cli_narc_show_check}, {"replay", felt_cli_narc_show_replay}};

int felt_cli_narc(int argc, char **argv)
{
    return felt_args_choose(&spec, commands, sizeof commands / sizeof commands[0],
                            "sim, list, cards, rules, check or replay", argc, argv);
}
