/* narc_show.c -- felt narc list, cards and rules: the files of data/narc, or of somebody else, as
 * tables of 80 columns. */
#include "cli/narc/narc_show.h"

#include "base/utf8.h"
#include "command/args.h"
#include "cli/cli.h"
#include "command/input.h"
#include "command/narc_file.h"
#include "lab/narc/narc_words.h"
#include "command/term.h"
#include "felt/assert.h"
#include "felt/json.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 80,
    NAME_COLUMNS_MAX = 28,
    TYPE_COLUMNS = 10,
    LABEL_COLUMNS = 14,
    LIST_BYTES = 65536
};

/* ---- texts in columns ---- */

static int columns_of(const char *text)
{
    size_t bytes = strlen(text), used;
    uint32_t c;
    int count = 0;
    for (size_t at = 0; at < bytes; at += used, count++)
        (void)felt_utf8_read(text + at, bytes - at, &used, &c);
    return count;
}

/* The text in exactly so many columns, cut or filled up. */
static void print_padded(FILE *out, const char *text, int columns)
{
    size_t bytes = strlen(text), used, at = 0;
    uint32_t c;
    int count = 0;
    for (; at < bytes && count < columns; at += used, count++)
        (void)felt_utf8_read(text + at, bytes - at, &used, &c);
    fprintf(out, "%.*s%*s", (int)at, text, columns - count, "");
}

static int refuse(const char *command, const char *why)
{
    fprintf(stderr, "felt narc %s: %s\n", command, why);
    return FELT_EXIT_USAGE;
}

static int flush(const struct felt_buffer *text)
{
    fwrite(text->bytes, 1, text->used, stdout);
    return FELT_EXIT_OK;
}

static int no_memory(const struct felt_args *args)
{
    (void)felt_args_refuse(args, "out of memory; free some and try again");
    return FELT_EXIT_FAILED;
}

/* ---- list ---- */

static const struct felt_args_option json_option[] = {{"json", false}};
static const char list_help[] =
    "Usage: felt narc list [--json]\n"
    "\n"
    "Lists the rule sets and catalogues of cards that felt has within it.\n"
    "\n"
    "Examples:\n"
    "  felt narc list\n"
    "  felt narc list --json\n";
static const struct felt_args_spec list_spec = {"narc list", list_help, json_option, 1};

/* Files of ours are in order: tests see to it. */
static void read_known_rules(int index, struct felt_narc_options *out)
{
    const struct felt_narc_known *known = felt_narc_rules_known_at(index);
    enum felt_status status = felt_narc_options_read(known->text, known->bytes, out, NULL);
    felt_assert(status == FELT_OK);
}

static void read_known_cards(int index, struct felt_narc_catalogue *out)
{
    const struct felt_narc_known *known = felt_narc_cards_known_at(index);
    enum felt_status status = felt_narc_cards_read(known->text, known->bytes, out, NULL);
    felt_assert(status == FELT_OK);
}

static int count_cards(const struct felt_narc_catalogue *catalogue)
{
    int count = 0;
    for (int i = 0; i < catalogue->kinds; i++) count += catalogue->card[i].count;
    return count;
}

static void list_text(void)
{
    struct felt_narc_options options;
    struct felt_narc_catalogue catalogue;
    struct felt_term term = felt_term_make(stdout);
    felt_term_style(&term, FELT_BOLD);
    printf("Rule sets (--rules)");
    felt_term_style(&term, FELT_PLAIN);
    printf("\n");
    for (int i = 0; i < felt_narc_rules_known_count(); i++) {
        read_known_rules(i, &options);
        printf("  %-*s  %s\n", LABEL_COLUMNS, felt_narc_rules_known_at(i)->name, options.title);
    }
    felt_term_style(&term, FELT_BOLD);
    printf("Cards (--cards)");
    felt_term_style(&term, FELT_PLAIN);
    printf("\n");
    for (int i = 0; i < felt_narc_cards_known_count(); i++) {
        read_known_cards(i, &catalogue);
        printf("  %-*s  %s: %d cards of %d kinds, %d tiers of heat\n", LABEL_COLUMNS,
               felt_narc_cards_known_at(i)->name, catalogue.name, count_cards(&catalogue),
               catalogue.kinds, catalogue.tiers);
    }
}

static void list_json(struct felt_json *json)
{
    struct felt_narc_options options;
    struct felt_narc_catalogue catalogue;
    felt_json_object(json);
    felt_json_key(json, "rules");
    felt_json_array(json);
    for (int i = 0; i < felt_narc_rules_known_count(); i++) {
        read_known_rules(i, &options);
        felt_json_object(json);
        felt_json_key(json, "name");
        felt_json_text(json, felt_narc_rules_known_at(i)->name);
        felt_json_key(json, "title");
        felt_json_text(json, options.title);
        felt_json_end(json);
    }
    felt_json_end(json);
    felt_json_key(json, "cards");
    felt_json_array(json);
    for (int i = 0; i < felt_narc_cards_known_count(); i++) {
        read_known_cards(i, &catalogue);
        felt_json_object(json);
        felt_json_key(json, "name");
        felt_json_text(json, felt_narc_cards_known_at(i)->name);
        felt_json_key(json, "title");
        felt_json_text(json, catalogue.name);
        felt_json_key(json, "kinds");
        felt_json_int(json, catalogue.kinds);
        felt_json_key(json, "cards");
        felt_json_int(json, count_cards(&catalogue));
        felt_json_end(json);
    }
    felt_json_end(json);
    felt_json_end(json);
}

int felt_cli_narc_show_list(int argc, char **argv)
{
    struct felt_args args;
    char memory[LIST_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    if (!felt_args_read(&list_spec, argc, argv, &args)) return args.exit;
    if (args.count > 0)
        return felt_args_refuse(&args, "\"%s\": felt narc list takes no arguments", args.word[0]);
    if (!felt_args_flag(&args, 0)) {
        list_text();
        return FELT_EXIT_OK;
    }
    list_json(&json);
    return felt_input_flush(&json);
}

/* ---- cards ---- */

enum { CARDS_CARDS, CARDS_RULES, CARDS_TEXTS, CARDS_JSON, CARDS_OPTIONS };
static const struct felt_args_option cards_options[CARDS_OPTIONS] = {
    {"cards", true}, {"rules", true}, {"texts", false}, {"json", false}};
static const char cards_help[] =
    "Usage: felt narc cards [--cards C] [--rules R] [--texts | --json]\n"
    "\n"
    "Shows a catalogue: every card, its copies, and what it does.  The deck of the Narc depends "
    "on\n"
    "heat: it has a column of copies for each tier.\n"
    "\n"
    "  --cards C  a file, - for standard input, or a name of felt narc list (cards)\n"
    "  --rules R  the rule set that is played with them (house)\n"
    "  --texts    with the line for the mood below each card\n"
    "  --json     the file in its canonical form\n"
    "\n"
    "Examples:\n"
    "  felt narc cards\n"
    "  felt narc cards --json\n";
static const struct felt_args_spec cards_spec = {"narc cards", cards_help, cards_options,
                                                 CARDS_OPTIONS};

/* Copies of a kind: of the Narc in each tier. */
static int print_copies(const struct felt_narc_rules *rules, int kind)
{
    const struct felt_narc_catalogue *catalogue = &rules->catalogue;
    const struct felt_narc_card *card = &catalogue->card[kind];
    int columns = printf("%2d", card->count);
    if (card->owner != FELT_ROLE_NARC || !rules->options.tiers) return columns;
    for (int tier = 1; tier < catalogue->tiers; tier++)
        columns += printf(" %2d", card->count + catalogue->tier[tier].change[kind]);
    return columns;
}

static void print_card(const struct felt_term *term, const struct felt_narc_rules *rules, int kind,
                       int name_columns, bool texts)
{
    const struct felt_narc_card *card = &rules->catalogue.card[kind];
    char effects[FELT_NARC_SENTENCE_BYTES];
    struct felt_buffer buffer = felt_buffer_make(effects, sizeof effects);
    felt_narc_words_effects(rules, kind, &buffer);
    (void)felt_buffer_terminate(&buffer);
    printf("  ");
    print_padded(stdout, card->name, name_columns);
    printf(" ");
    print_padded(stdout, felt_narc_type_word((enum felt_narc_type)card->type), TYPE_COLUMNS);
    printf(" ");
    int used = 4 + name_columns + TYPE_COLUMNS + print_copies(rules, kind);
    if (used + 2 + columns_of(effects) > WIDTH)
        printf("\n%*s%s\n", 6, "", effects);
    else
        printf("  %s\n", effects);
    if (!texts || !card->text[0]) return;
    felt_term_style(term, FELT_DIM);
    printf("%*s%s", 6, "", card->text);
    felt_term_style(term, FELT_PLAIN);
    printf("\n");
}

static void print_deck(const struct felt_term *term, const struct felt_narc_rules *rules, int role,
                       int name_columns, bool texts)
{
    const struct felt_narc_catalogue *catalogue = &rules->catalogue;
    bool tiers = role == FELT_ROLE_NARC && rules->options.tiers && catalogue->tiers > 1;
    felt_term_style(term, FELT_BOLD);
    printf("%s, %d cards", felt_narc_role_name((enum felt_narc_role)role), rules->count[role]);
    felt_term_style(term, FELT_PLAIN);
    printf("\n");
    for (int i = 0; tiers && i < catalogue->tiers; i++)
        printf("%s%s %d%s", i == 0 ? "  copies by heat: " : ", ", catalogue->tier[i].name,
               (int)catalogue->tier[i].heat_min, i + 1 == catalogue->tiers ? "\n" : "");
    for (int kind = 0; kind < catalogue->kinds; kind++) {
        const struct felt_narc_card *card = &catalogue->card[kind];
        if (card->owner != role || (card->count == 0 && !rules->options.tiers)) continue;
        print_card(term, rules, kind, name_columns, texts);
    }
}

static void print_catalogue(const struct felt_narc_rules *rules, bool texts)
{
    static const uint8_t order[FELT_ROLES] = {FELT_ROLE_PLAYER, FELT_ROLE_CUSTOMER, FELT_ROLE_NARC};
    struct felt_term term = felt_term_make(stdout);
    int name_columns = 0;
    for (int kind = 0; kind < rules->catalogue.kinds; kind++) {
        int columns = columns_of(rules->catalogue.card[kind].name);
        if (columns > name_columns) name_columns = columns;
    }
    if (name_columns > NAME_COLUMNS_MAX) name_columns = NAME_COLUMNS_MAX;
    printf("%s: %d cards\n", rules->catalogue.name, rules->cards);
    for (int i = 0; i < FELT_ROLES; i++) print_deck(&term, rules, order[i], name_columns, texts);
}

static int show_cards(const struct felt_args *args, struct felt_narc_rules *rules)
{
    char why[FELT_NARC_WHY_BYTES];
    enum felt_status status =
        felt_narc_load(args->value[CARDS_RULES], args->value[CARDS_CARDS], false, rules, why);
    if (status != FELT_OK) return refuse("cards", why);
    if (!felt_args_flag(args, CARDS_JSON)) {
        print_catalogue(rules, felt_args_flag(args, CARDS_TEXTS));
        return FELT_EXIT_OK;
    }
    char *memory = malloc(FELT_NARC_TEXT_MAX);
    if (!memory) return no_memory(args);
    struct felt_buffer text = felt_buffer_make(memory, FELT_NARC_TEXT_MAX);
    status = felt_narc_cards_write(&rules->catalogue, &text);
    int code = status == FELT_OK ? flush(&text) : refuse("cards", felt_status_text(status));
    free(memory);
    return code;
}

int felt_cli_narc_show_cards(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&cards_spec, argc, argv, &args)) return args.exit;
    if (args.count > 0)
        return felt_args_refuse(&args, "\"%s\": name a catalogue with --cards", args.word[0]);
    if (felt_args_flag(&args, CARDS_TEXTS) && felt_args_flag(&args, CARDS_JSON))
        return felt_args_refuse(&args, "take one of --texts and --json");
    struct felt_narc_rules *rules = malloc(sizeof *rules);
    if (!rules) return no_memory(&args);
    int code = show_cards(&args, rules);
    free(rules);
    return code;
}

/* ---- rules ---- */

enum { RULES_CARDS, RULES_JSON, RULES_OPTIONS };
static const struct felt_args_option rules_options[RULES_OPTIONS] = {{"cards", true},
                                                                     {"json", false}};
static const char rules_help[] =
    "Usage: felt narc rules [RULES] [--cards C] [--json]\n"
    "\n"
    "Shows a rule set in words.  RULES is a file, - for standard input, or a name of felt narc "
    "list\n"
    "(house).\n"
    "\n"
    "  --cards C  the catalogue that is played with it (cards)\n"
    "  --json     the file in its canonical form\n"
    "\n"
    "Examples:\n"
    "  felt narc rules\n"
    "  felt narc rules seed\n"
    "  felt narc rules full-answers --json\n";
static const struct felt_args_spec rules_spec = {"narc rules", rules_help, rules_options,
                                                 RULES_OPTIONS};

__attribute__((format(printf, 2, 3))) static void print_line(const char *label, const char *format,
                                                             ...)
{
    va_list rest;
    va_start(rest, format);
    printf("  %-*s ", LABEL_COLUMNS, label);
    vprintf(format, rest);
    printf("\n");
    va_end(rest);
}

static void print_betting(const struct felt_narc_options *options)
{
    static const char *const answers[FELT_ANSWERS] = {
        "by the seats behind the raiser", "by everybody once; an option raise by all the others",
        "by all other seats, every time (as in poker)"};
    static const char *const effects[] = {"the last one is answered",
                                          "the last one ends the betting"};
    print_line("raises", "%d a round among all seats; %s", options->cap,
               effects[options->cap_effect]);
    print_line("answers", "%s", answers[options->answers]);
    print_line("initiative", "%s",
               options->initiative ? "the first raiser of a round may raise again at its end"
                                   : "none: nobody has an option");
    print_line("staying", "%s",
               options->pays_to_stay ? "whoever faces a raise commits a card to stay, or folds"
                                     : "costs nothing");
}

static void print_ends(const struct felt_narc_options *options)
{
    if (options->fold_price == 0)
        print_line("fold price", "nothing");
    else
        print_line("fold price", "%d of the Player's hand, at random", options->fold_price);
    print_line("insurance", "%s",
               options->insurance ? "pays once instead of a bust" : "only cover");
    print_line("conviction", "%s",
               options->conviction ? "voids insurance when the run is hot" : "does nothing");
    print_line("tiers", "%s",
               options->tiers ? "heat at the start of a session picks the Narc's deck"
                              : "the Narc's deck is always the first");
    if (options->pot_per_card)
        print_line("pot", "+%d profit for each card on the table of a safe hand",
                   options->pot_per_card);
    print_line("session", "at most %d hands, or until the Player has fewer than %d cards",
               options->session_hands, options->session_cards);
    print_line("spent cards", "%s",
               options->recycles ? "Narc and Customer shuffle theirs again when they run out"
                                 : "stay spent until the session ends");
}

static void print_rules(const struct felt_narc_rules *rules)
{
    const struct felt_narc_options *options = &rules->options;
    struct felt_term term = felt_term_make(stdout);
    felt_term_style(&term, FELT_BOLD);
    printf("%s", options->name);
    felt_term_style(&term, FELT_PLAIN);
    printf("%s%s\n", options->title[0] ? ": " : "", options->title);
    print_line("rounds", "%d a hand; draw up to %d cards, %s", options->rounds, options->hand_size,
               options->open ? "raise face up" : "raise face down");
    print_line("order", "%s, %s, %s%s", felt_narc_role_name(felt_narc_role(rules, 0)),
               felt_narc_role_name(felt_narc_role(rules, 1)),
               felt_narc_role_name(felt_narc_role(rules, 2)),
               options->rotates ? "; each round begins one seat later" : "");
    print_betting(options);
    print_ends(options);
    print_line("bots", "Narc %s, Customer %s, Player %s", options->bot[FELT_ROLE_NARC],
               options->bot[FELT_ROLE_CUSTOMER], options->bot[FELT_ROLE_PLAYER]);
    print_line("hash", "%016llx (with %s)", (unsigned long long)rules->hash, rules->catalogue.name);
}

static int show_rules(const struct felt_args *args, struct felt_narc_rules *rules)
{
    char why[FELT_NARC_WHY_BYTES];
    const char *name = args->count ? args->word[0] : FELT_NARC_RULES_USUAL;
    if (!felt_args_flag(args, RULES_JSON)) {
        if (felt_narc_load(name, args->value[RULES_CARDS], false, rules, why) != FELT_OK)
            return refuse("rules", why);
        print_rules(rules);
        return FELT_EXIT_OK;
    }
    struct felt_narc_options options;
    char memory[4096];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    if (felt_narc_load_options(name, &options, why) != FELT_OK) return refuse("rules", why);
    enum felt_status status = felt_narc_options_write(&options, &text);
    felt_assert(status == FELT_OK);
    return flush(&text);
}

int felt_cli_narc_show_rules(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&rules_spec, argc, argv, &args)) return args.exit;
    if (args.count > 1)
        return felt_args_refuse(&args, "\"%s\": felt narc rules shows one rule set", args.word[1]);
    struct felt_narc_rules *rules = malloc(sizeof *rules);
    if (!rules) return no_memory(&args);
    int code = show_rules(&args, rules);
    free(rules);
    return code;
}
