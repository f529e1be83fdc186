/* narc_check.c -- felt narc check: what is wrong with a catalogue, a rule set or a run, and where.
 */
#include "command/args.h"
#include "cli/cli.h"
#include "command/input.h"
#include "command/narc_file.h"
#include "cli/narc/narc_show.h"
#include "felt/assert.h"
#include "felt/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_CARDS, OPTION_RULES, OPTION_JSON, OPTIONS };
enum { ABOUT_BYTES = 256, JSON_BYTES = 16384 };

static const struct felt_args_option options[OPTIONS] = {
    {"cards", true}, {"rules", true}, {"json", false}};
static const char help[] =
    "Usage: felt narc check FILE... [--rules R] [--cards C] [--json]\n"
    "\n"
    "Says whether files of Narc are in order: catalogues of cards, rule sets, and runs that were\n"
    "played.  What is wrong is told with its place (a JSON pointer) and what would do.  FILE may "
    "be -\n"
    "for standard input, or a name of felt narc list.\n"
    "\n"
    "  --rules R  a catalogue is tried with this rule set (house); a run is played by it (the\n"
    "             one it names)\n"
    "  --cards C  the same with catalogues (cards)\n"
    "  --json     the answer for a script\n"
    "\n"
    "Exit code 1 if a file is wrong.\n"
    "\n"
    "Examples:\n"
    "  felt narc check cards house seed\n"
    "  felt narc rules quick --json | felt narc check -\n";
static const struct felt_args_spec spec = {"narc check", help, options, OPTIONS};

/* Room for whatever the file is. */
struct look {
    const struct felt_args *args;
    const char *name, *text;
    size_t bytes;
    struct felt_narc_options options;
    struct felt_narc_catalogue cards;
    struct felt_narc_rules rules;
    struct felt_narc_run run;
    char why[FELT_NARC_WHY_BYTES]; /* "": in order */
    char about[ABOUT_BYTES];
};

/* ---- one kind after the other ---- */

static bool is_format(const struct felt_narc_error *error)
{
    return !strcmp(error->pointer, "/format");
}

static void say(struct look *look, const struct felt_narc_error *error)
{
    felt_narc_file_say(look->name, error, look->why);
}

static void try_together(struct look *look, bool of_options)
{
    struct felt_narc_error error = {0};
    if (felt_narc_rules_join(&look->options, &look->cards, false, &look->rules, &error) == FELT_OK)
        return;
    if (error.in_options == of_options) {
        say(look, &error);
        return;
    }
    const char *other = look->args->value[of_options ? OPTION_CARDS : OPTION_RULES];
    if (!other) other = of_options ? FELT_NARC_CARDS_USUAL : FELT_NARC_RULES_USUAL;
    felt_narc_file_say(other, &error, look->why);
}

/* False: it is something else. */
static bool look_at_cards(struct look *look)
{
    struct felt_narc_error error = {0};
    if (felt_narc_cards_read(look->text, look->bytes, &look->cards, &error) != FELT_OK) {
        if (is_format(&error)) return false;
        say(look, &error);
        return true;
    }
    if (felt_narc_load_options(look->args->value[OPTION_RULES], &look->options, look->why) !=
        FELT_OK)
        return true;
    try_together(look, false);
    (void)snprintf(look->about, sizeof look->about, "catalogue %s, %d cards of %d kinds, %d tiers",
                   look->cards.name, look->rules.cards, look->cards.kinds, look->cards.tiers);
    return true;
}

static bool look_at_options(struct look *look)
{
    struct felt_narc_error error = {0};
    if (felt_narc_options_read(look->text, look->bytes, &look->options, &error) != FELT_OK) {
        if (is_format(&error)) return false;
        say(look, &error);
        return true;
    }
    if (felt_narc_load_cards(look->args->value[OPTION_CARDS], &look->cards, look->why) != FELT_OK)
        return true;
    try_together(look, true);
    (void)snprintf(look->about, sizeof look->about, "rule set %s%s%s", look->options.name,
                   look->options.title[0] ? ": " : "", look->options.title);
    return true;
}

static bool look_at_run(struct look *look)
{
    struct felt_narc_error error = {0};
    char rules[FELT_NARC_NAME_BYTES], cards[FELT_NARC_NAME_BYTES];
    unsigned hands = 0;
    if (felt_narc_run_names(look->text, look->bytes, rules, cards, &error) != FELT_OK &&
        is_format(&error))
        return false;
    if (felt_narc_load_run(look->name, look->text, look->bytes, look->args->value[OPTION_RULES],
                           look->args->value[OPTION_CARDS], &look->rules, &look->run,
                           look->why) != FELT_OK)
        return true;
    for (uint32_t i = 0; i < look->run.sessions; i++) hands += look->run.session[i].hands;
    (void)snprintf(look->about, sizeof look->about,
                   "run by %s with %s, sessions %u, hands %u, actions %u", look->run.rules,
                   look->run.cards, look->run.sessions, hands, look->run.actions);
    return true;
}

_Static_assert(FELT_NARC_TEXT_MAX == 65536, "long_one says so");

static void look_at(struct look *look)
{
    static const struct felt_narc_error none = {
        .pointer = "/format",
        .text = "this is no file of Narc; take \"felt.narc.cards\", \"felt.narc.rules\" or "
                "\"felt.narc.run\""};
    static const struct felt_narc_error long_one = {
        .text = "this is no run, and too long for anything else; catalogues and rule sets have at "
                "most 65536 bytes"};
    bool is_long = look->bytes > FELT_NARC_TEXT_MAX; /* as only runs are */
    if (!is_long && (look_at_cards(look) || look_at_options(look))) return;
    if (!look_at_run(look)) say(look, is_long ? &long_one : &none);
}

/* ---- files ---- */

static void look_up(struct look *look, const char *name)
{
    const struct felt_narc_known *known = felt_narc_rules_known_find(name);
    char *owned = NULL;
    look->name = name;
    look->why[0] = look->about[0] = 0;
    if (!known) known = felt_narc_cards_known_find(name);
    if (known) {
        look->text = known->text;
        look->bytes = known->bytes;
    } else {
        look->text = owned =
            felt_narc_file_text(name, FELT_NARC_RUN_TEXT_MAX, &look->bytes, look->why);
    }
    if (look->text) look_at(look);
    free(owned);
}

static void print_json(const struct look *look)
{
    char memory[JSON_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "file");
    felt_json_text(&json, look->name);
    felt_json_key(&json, "ok");
    felt_json_bool(&json, !look->why[0]);
    felt_json_key(&json, look->why[0] ? "error" : "about");
    felt_json_text(&json, look->why[0] ? look->why : look->about);
    felt_json_end(&json);
    if (felt_json_done(&json)) fwrite(buffer.bytes, 1, buffer.used, stdout);
}

static int look_at_all(const struct felt_args *args, struct look *look)
{
    bool script = felt_args_flag(args, OPTION_JSON), good = true;
    int inputs = 0;
    for (int i = 0; i < args->count; i++) inputs += !strcmp(args->word[i], "-");
    if (args->count == 0)
        return felt_args_refuse(args, "name a file, -, or a name of felt narc list");
    if (inputs > 1)
        return felt_args_refuse(args, "- is standard input, which can be read once; name it once");
    look->args = args;
    for (int i = 0; i < args->count; i++) {
        look_up(look, args->word[i]);
        good &= !look->why[0];
        if (script) {
            fputs(i ? ",\n" : "[", stdout);
            print_json(look);
        } else if (look->why[0]) {
            printf("%s\n", look->why);
        } else {
            printf("%s: ok, %s\n", look->name, look->about);
        }
    }
    if (script) fputs("]\n", stdout);
    return good ? FELT_EXIT_OK : FELT_EXIT_FAILED;
}

int felt_cli_narc_show_check(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    struct look *look = calloc(1, sizeof *look);
    if (!look) {
        (void)felt_args_refuse(&args, "out of memory; free some and try again");
        return FELT_EXIT_FAILED;
    }
    int code = look_at_all(&args, look);
    free(look);
    return code;
}
