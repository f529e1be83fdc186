/* games.c -- felt games: the rows of showdown.h. */
#include "command/args.h"
#include "cli/cli.h"
#include "command/input.h"

enum { OPTION_JSON, OPTIONS };
enum { JSON_BYTES = 16384 };

static const struct felt_args_option options[OPTIONS] = {{"json", false}};

static const char help[] =
    "Usage: felt games [--json]\n"
    "\n"
    "Lists the games whose hands felt eval and felt equity can compare: how many cards a hand and\n"
    "the board have, how many cards there are, whether any cards play or exactly two of the hand\n"
    "and three of the board, what wins the pot (or its first half), and what the second half.\n"
    "\n"
    "  --json  the list for a script\n"
    "\n"
    "Examples:\n"
    "  felt games\n"
    "  felt games --json\n";

static const struct felt_args_spec spec = {"games", help, options, OPTIONS};

/* What takes the second half: a family, or one card. */
static const char *second_name(const struct felt_showdown *game, char card[FELT_CARD_TEXT_BYTES])
{
    felt_cards only = game->second_only;
    if (only == 0) return game->second == FELT_FAMILY_NONE ? "-" : felt_family_name(game->second);
    felt_card_write(felt_cards_take(&only), card);
    return card;
}

static void print_table(void)
{
    struct felt_term term = felt_term_make(stdout);
    felt_term_style(&term, FELT_BOLD);
    printf("%-16s %-28s %4s %5s %4s %5s  %-10s  %s", "name", "game", "hand", "board", "deck",
           "plays", "wins", "second half");
    felt_term_style(&term, FELT_PLAIN);
    fputc('\n', stdout);
    for (int i = 0; i < felt_showdown_count(); i++) {
        const struct felt_showdown *game = felt_showdown_at(i);
        char card[FELT_CARD_TEXT_BYTES];
        printf("%-16s %-28s %4d %5d %4d %5s  %-10s  %s\n", game->name, game->title, game->hole,
               game->board, felt_cards_count(felt_deck_cards(game->deck)),
               game->two_three ? "2+3" : "any", felt_family_name(game->first),
               second_name(game, card));
    }
}

static int print_json(void)
{
    char memory[JSON_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "games");
    felt_json_array(&json);
    for (int i = 0; i < felt_showdown_count(); i++) {
        const struct felt_showdown *game = felt_showdown_at(i);
        felt_json_object(&json);
        felt_json_key(&json, "name");
        felt_json_text(&json, game->name);
        felt_json_key(&json, "title");
        felt_json_text(&json, game->title);
        felt_json_key(&json, "hole");
        felt_json_int(&json, game->hole);
        felt_json_key(&json, "board");
        felt_json_int(&json, game->board);
        felt_json_key(&json, "deck");
        felt_json_int(&json, felt_cards_count(felt_deck_cards(game->deck)));
        felt_json_key(&json, "two_three");
        felt_json_bool(&json, game->two_three);
        felt_json_key(&json, "first");
        felt_json_text(&json, felt_family_name(game->first));
        felt_json_key(&json, "second");
        if (game->second == FELT_FAMILY_NONE)
            felt_json_null(&json);
        else
            felt_json_text(&json, felt_family_name(game->second));
        felt_json_end(&json);
    }
    felt_json_end(&json);
    felt_json_end(&json);
    return felt_input_flush(&json);
}

int felt_cli_games(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (args.count > 0)
        return felt_args_refuse(&args, "\"%s\": felt games takes no arguments", args.word[0]);
    if (felt_args_flag(&args, OPTION_JSON)) return print_json();
    print_table();
    return FELT_EXIT_OK;
}
