/* variants.c -- felt variants: the games that can be dealt and bet, as rows of poker.h. */
#include "cli/args.h"
#include "cli/cli.h"
#include "cli/input.h"
#include "cli/setting.h"

#include <string.h>

enum { OPTION_JSON, OPTIONS };
enum { JSON_BYTES = 32768, LIMITS_BYTES = 16 };

static const struct felt_args_option options[OPTIONS] = {{"json", false}};

static const char help[] =
    "Usage: felt variants [--json]\n"
    "\n"
    "Lists the variants that felt sim, felt perft and felt play can deal: how many seats and "
    "cards\n"
    "there are, how many cards a hand and the board have, how many betting rounds, what wins the\n"
    "pot (or its first half), what the second half, and the limits.  (felt games lists the games\n"
    "whose hands can be compared.)\n"
    "\n"
    "  --json  the list for a script\n"
    "\n"
    "Examples:\n"
    "  felt variants\n"
    "  felt variants --json\n";

static const struct felt_args_spec spec = {"variants", help, options, OPTIONS};

static int rounds_of(const struct felt_variant *variant)
{
    int rounds = 0;
    for (int i = 0; i < variant->steps; i++) rounds += variant->step[i].kind == FELT_STEP_BET;
    return rounds;
}

/* What is compared.  Rules can be made for every variant with one limit at least. */
static const struct felt_showdown *showdown_of(const struct felt_variant *variant)
{
    struct felt_poker_rules rules = {0};
    for (int i = 0; i < FELT_SETTING_LIMITS; i++)
        if (felt_poker_rules_make(variant->name, (enum felt_limit)i, 100, &rules, NULL) == FELT_OK)
            return rules.showdown;
    felt_assert(!"a variant without a limit");
    return NULL;
}

static const char *second_name(const struct felt_showdown *showdown)
{
    return showdown->second == FELT_FAMILY_NONE ? "-" : felt_family_name(showdown->second);
}

static const char *list_limits(const struct felt_variant *variant, char out[LIMITS_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, LIMITS_BYTES);
    for (int i = 0; i < FELT_SETTING_LIMITS; i++) {
        if (!felt_setting_plays(variant, (enum felt_limit)i)) continue;
        if (text.used > 0) felt_buffer_char(&text, ' ');
        felt_buffer_text(&text, felt_setting_limit_name((enum felt_limit)i));
    }
    return felt_buffer_terminate(&text);
}

static void print_table(void)
{
    struct felt_term term = felt_term_make(stdout);
    felt_term_style(&term, FELT_BOLD);
    printf("%-16s %-28s %5s %4s %4s %5s %6s  %-10s  %-11s  %s", "name", "game", "seats", "deck",
           "hand", "board", "rounds", "wins", "second half", "limits");
    felt_term_style(&term, FELT_PLAIN);
    fputc('\n', stdout);
    for (int i = 0; i < felt_variant_count(); i++) {
        const struct felt_variant *variant = felt_variant_at(i);
        const struct felt_showdown *showdown = showdown_of(variant);
        char limits[LIMITS_BYTES], seats[16];
        snprintf(seats, sizeof seats, "%d-%d", variant->seats_min, variant->seats_max);
        printf("%-16s %-28s %5s %4d %4d %5d %6d  %-10s  %-11s  %s\n", variant->name, variant->title,
               seats, felt_cards_count(variant->deck), variant->hole_cards, variant->board_cards,
               rounds_of(variant), felt_family_name(showdown->first), second_name(showdown),
               list_limits(variant, limits));
    }
}

static void write_variant(struct felt_json *json, const struct felt_variant *variant)
{
    const struct felt_showdown *showdown = showdown_of(variant);
    const struct {
        const char *key;
        int number;
    } numbers[] = {{"seats_min", variant->seats_min},         {"seats_max", variant->seats_max},
                   {"deck", felt_cards_count(variant->deck)}, {"hole", variant->hole_cards},
                   {"board", variant->board_cards},           {"rounds", rounds_of(variant)}};
    felt_json_object(json);
    felt_json_key(json, "name");
    felt_json_text(json, variant->name);
    felt_json_key(json, "title");
    felt_json_text(json, variant->title);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        felt_json_key(json, numbers[i].key);
        felt_json_int(json, numbers[i].number);
    }
    felt_json_key(json, "first");
    felt_json_text(json, felt_family_name(showdown->first));
    felt_json_key(json, "second");
    if (showdown->second == FELT_FAMILY_NONE)
        felt_json_null(json);
    else
        felt_json_text(json, felt_family_name(showdown->second));
    felt_json_key(json, "limits");
    felt_json_array(json);
    for (int i = 0; i < FELT_SETTING_LIMITS; i++)
        if (felt_setting_plays(variant, (enum felt_limit)i))
            felt_json_text(json, felt_setting_limit_name((enum felt_limit)i));
    felt_json_end(json);
    felt_json_end(json);
}

static int print_json(void)
{
    char memory[JSON_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "variants");
    felt_json_array(&json);
    for (int i = 0; i < felt_variant_count(); i++) write_variant(&json, felt_variant_at(i));
    felt_json_end(&json);
    felt_json_end(&json);
    return felt_input_flush(&json);
}

int felt_cli_variants(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (args.count > 0)
        return felt_args_refuse(&args, "\"%s\": felt variants takes no arguments", args.word[0]);
    if (felt_args_flag(&args, OPTION_JSON)) return print_json();
    print_table();
    return FELT_EXIT_OK;
}
