/* variants.c -- felt variants: the games that can be dealt and bet, as rows of poker.h.
 *
 * Everything that is printed is read from the row: a new game needs no line here.  Rows stand in
 * the order of RULES 12, so row i is its paragraph i + 1. */
#include "command/args.h"
#include "base/json_member.h"
#include "cli/cli.h"
#include "command/input.h"
#include "command/setting.h"

#include <string.h>

enum { OPTION_JSON, OPTIONS };
enum { JSON_BYTES = 1 << 18, TEXT_BYTES = 160, SHORT_BYTES = 40, RULES_PARAGRAPH = 12 };

static const struct felt_args_option options[OPTIONS] = {{"json", false}};

static const char help[] =
    "Usage: felt variants [NAME] [--json]\n"
    "\n"
    "Lists the games that felt play, felt sim and felt perft can deal, one in a line: seats, "
    "cards\n"
    "in the deck, cards of a hand and of the board, the usual limit, forced bets, what wins (the\n"
    "halves of a divided pot with a + between them, wild cards behind), and how it is dealt.  "
    "With\n"
    "a name it tells all about one game.  (felt games lists the games whose hands can be "
    "compared.)\n"
    "\n"
    "  --json  everything, for a script\n"
    "\n"
    "Examples:\n"
    "  felt variants\n"
    "  felt variants badugi\n"
    "  felt variants --json\n"
    "  felt variants follow-queen --json\n";

static const struct felt_args_spec spec = {"variants", help, options, OPTIONS};

/* ---- words ---------------------------------------------------------------------------------- */

static const struct {
    const char *word, *text;
} forced_bets[] = {
    [FELT_FORCED_BLINDS] = {"blinds", "blinds of half a unit and a unit"},
    [FELT_FORCED_BRING_IN] = {"bring-in", "antes of a fifth, a bring-in of a quarter of a unit"},
    [FELT_FORCED_BUTTON_BLIND] = {"antes+button",
                                  "antes of a unit, and a blind of a unit at the button"},
    [FELT_FORCED_ANTES] = {"antes", "antes of a unit"},
    [FELT_FORCED_HALF_ANTES] = {"half antes", "antes of half a unit"},
};
static const struct {
    const char *word, *text;
} openers[] = {
    [FELT_OPENER_BUTTON] = {"button", "left of the blinds, or of the button"},
    [FELT_OPENER_SHOW_HIGH] = {"high-showing",
                               "the lowest card up brings it in; later the best hand showing"},
    [FELT_OPENER_SHOW_LOW] = {"low-showing",
                              "the highest card up brings it in; later the lowest hand showing"},
};
static const char *const odd_chips[] = {
    [FELT_ODD_CLOCKWISE] = "clockwise", [FELT_ODD_BY_CARD] = "by-card"};
static const char *const ups[] = {
    [FELT_UP_NOTHING] = "nothing", [FELT_UP_FOLLOW] = "follow", [FELT_UP_REDEAL] = "redeal"};
static const char *const kinds[] = {
    [FELT_STEP_DEAL] = "deal", [FELT_STEP_DISCARD] = "discard", [FELT_STEP_BET] = "bet"};

static int index_of(const struct felt_variant *variant)
{
    int index = 0;
    while (felt_variant_at(index) != variant) index++;
    return index;
}

static int rounds_of(const struct felt_variant *variant)
{
    int rounds = 0;
    for (int i = 0; i < variant->steps; i++) rounds += variant->step[i].kind == FELT_STEP_BET;
    return rounds;
}

static struct felt_poker_rules rules_of(const struct felt_variant *variant)
{
    struct felt_poker_rules rules = {0};
    enum felt_status status =
        felt_poker_rules_make(variant->name, felt_setting_usual(variant), 100, &rules, NULL);
    felt_assert(status == FELT_OK);
    return rules;
}

static felt_cards wild_of(const struct felt_variant *variant)
{
    struct felt_poker_rules rules = rules_of(variant);
    return rules.wild | rules.showdown->wild | (variant->deck & FELT_CARDS_JOKERS);
}

/* A part of a step: "3 up".  Nothing for 0. */
static void add_part(struct felt_buffer *text, const char **comma, int count, const char *what)
{
    if (count == 0) return;
    felt_buffer_text(text, *comma);
    felt_buffer_int(text, count);
    felt_buffer_text(text, what);
    *comma = " ";
}

/* "2 down 1 up", "draw 0-5", "throw 1", "bet" */
static void add_step(struct felt_buffer *text, const struct felt_step *step)
{
    const char *comma = "";
    switch (step->kind) {
    case FELT_STEP_DEAL:
        add_part(text, &comma, step->down, " down");
        add_part(text, &comma, step->up, " up");
        add_part(text, &comma, step->board, " board");
        break;
    case FELT_STEP_DISCARD:
        felt_buffer_text(text, step->replace ? "draw " : "throw ");
        felt_buffer_int(text, step->discard_min);
        if (step->discard_min == step->discard_max) break;
        felt_buffer_char(text, '-');
        felt_buffer_int(text, step->discard_max);
        break;
    default: felt_buffer_text(text, "bet"); break;
    }
}

/* "5 down, bet, draw 0-5, bet" */
static const char *write_steps(const struct felt_variant *variant, char out[TEXT_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, TEXT_BYTES);
    for (int i = 0; i < variant->steps; i++) {
        if (i) felt_buffer_text(&text, ", ");
        add_step(&text, &variant->step[i]);
    }
    return felt_buffer_terminate(&text);
}

/* "jokers", "deuces", "queens+next" */
static const char *write_wild(const struct felt_variant *variant, char out[SHORT_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, SHORT_BYTES);
    felt_cards wild = wild_of(variant);
    if (wild & FELT_CARDS_JOKERS) felt_buffer_text(&text, "jokers");
    for (int rank = 0; rank < FELT_RANKS; rank++) {
        if (!(wild & felt_cards_of_rank(rank))) continue;
        if (text.used) felt_buffer_text(&text, ", ");
        felt_buffer_text(&text, felt_rank_plural(rank));
    }
    if (variant->on_up == FELT_UP_FOLLOW) felt_buffer_text(&text, "+next");
    return felt_buffer_terminate(&text);
}

/* "high + low-8", "high, jokers wild", "high + Qs" */
static const char *write_wins(const struct felt_variant *variant, char out[TEXT_BYTES])
{
    const struct felt_showdown *showdown = rules_of(variant).showdown;
    struct felt_buffer text = felt_buffer_make(out, TEXT_BYTES);
    char wild[SHORT_BYTES];
    felt_buffer_text(&text, felt_family_name(showdown->first));
    if (showdown->second != FELT_FAMILY_NONE) {
        felt_cards only = showdown->second_only;
        felt_buffer_text(&text, " + ");
        if (!only) felt_buffer_text(&text, felt_family_name(showdown->second));
        while (only) {
            char card[FELT_CARD_TEXT_BYTES];
            felt_card_write(felt_cards_take(&only), card);
            felt_buffer_text(&text, card);
        }
    }
    if (*write_wild(variant, wild)) {
        felt_buffer_text(&text, ", ");
        felt_buffer_text(&text, wild);
        felt_buffer_text(&text, " wild");
    }
    return felt_buffer_terminate(&text);
}

/* "2-10", or "2" */
static const char *write_range(int min, int max, char out[SHORT_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, SHORT_BYTES);
    felt_buffer_int(&text, min);
    if (max > min) felt_buffer_char(&text, '-');
    if (max > min) felt_buffer_int(&text, max);
    return felt_buffer_terminate(&text);
}

/* ---- the list ------------------------------------------------------------------------------- */

static void print_table(void)
{
    static const char format[] = "%-15s  %-28s  %5s  %4s  %5s  %-5s  %-12s  %-23s  %s\n";
    struct felt_term term = felt_term_make(stdout);
    felt_term_style(&term, FELT_BOLD);
    printf(format, "name", "game", "seats", "deck", "cards", "limit", "forced", "wins", "steps");
    felt_term_style(&term, FELT_PLAIN);
    for (int i = 0; i < felt_variant_count(); i++) {
        const struct felt_variant *variant = felt_variant_at(i);
        char seats[SHORT_BYTES], wins[TEXT_BYTES], steps[TEXT_BYTES], deck[8], cards[16];
        snprintf(deck, sizeof deck, "%d", felt_cards_count(variant->deck));
        snprintf(cards, sizeof cards, variant->board_cards ? "%d+%d" : "%d", variant->hole_cards,
                 variant->board_cards);
        printf(format, variant->name, variant->title,
               write_range(variant->seats_min, variant->seats_max, seats), deck, cards,
               felt_setting_limit_name(felt_setting_usual(variant)),
               forced_bets[variant->forced].word, write_wins(variant, wins),
               write_steps(variant, steps));
    }
}

/* ---- one game ------------------------------------------------------------------------------- */

static void print_field(const char *name, const char *text)
{
    printf("  %-12s %s\n", name, text);
}

/* One line for each betting round, with what is dealt before it. */
static void print_steps(const struct felt_variant *variant)
{
    char line[TEXT_BYTES];
    const char *name = "steps";
    struct felt_buffer text = felt_buffer_make(line, sizeof line);
    for (int i = 0; i < variant->steps; i++) {
        const struct felt_step *step = &variant->step[i];
        if (text.used) felt_buffer_text(&text, ", ");
        add_step(&text, step);
        if (step->kind != FELT_STEP_BET) continue;
        if (step->big) felt_buffer_text(&text, " (fixed limit: the big bet)");
        print_field(name, felt_buffer_terminate(&text));
        felt_buffer_clear(&text);
        name = "";
    }
}

static void print_wins(const struct felt_variant *variant, const struct felt_showdown *showdown)
{
    char text[TEXT_BYTES], wild[SHORT_BYTES];
    bool divided = showdown->second != FELT_FAMILY_NONE;
    snprintf(text, sizeof text, "%s%s", felt_family_name(showdown->first),
             showdown->two_three ? ", two own cards and three of the board" : "");
    print_field(divided ? "first half" : "wins", text);
    if (divided) {
        char card[FELT_CARD_TEXT_BYTES] = "";
        felt_cards only = showdown->second_only;
        if (only) felt_card_write(felt_cards_take(&only), card);
        snprintf(text, sizeof text, "%s%s", *card ? card : felt_family_name(showdown->second),
                 showdown->second_of ? ", among the own cards face down" : "");
        print_field("second half", text);
    }
    if (!*write_wild(variant, wild)) return;
    snprintf(text, sizeof text, "%.*s%s", (int)strcspn(wild, "+"), wild,
             variant->on_up == FELT_UP_FOLLOW
                 ? ", and the rank of the next card up behind one of them"
                 : "");
    print_field("wild", text);
}

static void print_limits(const struct felt_variant *variant)
{
    char line[TEXT_BYTES];
    struct felt_buffer text = felt_buffer_make(line, sizeof line);
    enum felt_limit usual = felt_setting_usual(variant);
    felt_buffer_text(&text, felt_setting_limit_title(usual));
    const char *comma = "; also ";
    for (int i = 0; i < FELT_SETTING_LIMITS; i++) {
        if ((enum felt_limit)i == usual || !felt_setting_plays(variant, (enum felt_limit)i))
            continue;
        felt_buffer_text(&text, comma);
        felt_buffer_text(&text, felt_setting_limit_title((enum felt_limit)i));
        comma = ", ";
    }
    print_field("usual limit", felt_buffer_terminate(&text));
    snprintf(line, sizeof line, "%d bets and raises in a round of fixed limit", variant->cap);
    print_field("cap", variant->cap == 1 ? "one bet in a round of fixed limit" : line);
}

static bool posts_blind(const struct felt_variant *variant)
{
    return variant->forced == FELT_FORCED_BLINDS || variant->forced == FELT_FORCED_BUTTON_BLIND;
}

static void print_one(const struct felt_variant *variant)
{
    struct felt_poker_rules rules = rules_of(variant);
    struct felt_term term = felt_term_make(stdout);
    char text[TEXT_BYTES];
    felt_term_style(&term, FELT_BOLD);
    fputs(variant->title, stdout);
    felt_term_style(&term, FELT_PLAIN);
    printf(" (%s), RULES %d.%d\n", variant->name, RULES_PARAGRAPH, index_of(variant) + 1);
    print_field("seats", write_range(variant->seats_min, variant->seats_max, text));
    snprintf(text, sizeof text, "%d cards", felt_cards_count(variant->deck));
    print_field("deck", text);
    print_steps(variant);
    print_wins(variant, rules.showdown);
    print_limits(variant);
    print_field("forced bets", forced_bets[variant->forced].text);
    print_field("opens", variant->opener == FELT_OPENER_BUTTON && !posts_blind(variant)
                             ? "left of the button"
                             : openers[variant->opener].text);
    print_field("odd chips", variant->odd_chips == FELT_ODD_BY_CARD
                                 ? "to the highest card that plays"
                                 : "clockwise from left of the button");
    if (variant->shares_last)
        print_field("crowded", "one card for all if the deck is too short for the last one");
    if (variant->on_up == FELT_UP_REDEAL) {
        char card[FELT_CARD_TEXT_BYTES];
        felt_cards trigger = variant->trigger;
        felt_card_write(felt_cards_take(&trigger), card);
        snprintf(text, sizeof text, "%s face up: all cards are shuffled and dealt anew", card);
        print_field("redeal", text);
    }
    printf("Play it: felt play %s\n", variant->name);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void write_text(struct felt_json *json, const char *key, const char *text)
{
    felt_json_key(json, key);
    if (text)
        felt_json_text(json, text);
    else
        felt_json_null(json);
}

static void write_cards(struct felt_json *json, const char *key, felt_cards cards)
{
    felt_card list[FELT_CARDS_MAX];
    int count = 0;
    while (cards) list[count++] = felt_cards_take(&cards);
    felt_json_key(json, key);
    felt_input_json(json, list, count);
}

static void write_step_json(struct felt_json *json, const struct felt_step *step)
{
    felt_json_object(json);
    write_text(json, "kind", kinds[step->kind]);
    if (step->kind == FELT_STEP_DEAL) {
        felt_json_put_int(json, "down", step->down);
        felt_json_put_int(json, "up", step->up);
        felt_json_put_int(json, "board", step->board);
    } else if (step->kind == FELT_STEP_DISCARD) {
        felt_json_put_int(json, "min", step->discard_min);
        felt_json_put_int(json, "max", step->discard_max);
        felt_json_key(json, "replace");
        felt_json_bool(json, step->replace);
    } else {
        felt_json_key(json, "big");
        felt_json_bool(json, step->big);
    }
    felt_json_end(json);
}

static void write_showdown(struct felt_json *json, const struct felt_variant *variant)
{
    const struct felt_showdown *showdown = rules_of(variant).showdown;
    bool divided = showdown->second != FELT_FAMILY_NONE;
    write_text(json, "showdown", variant->showdown);
    write_text(json, "first", felt_family_name(showdown->first));
    write_text(json, "second", divided ? felt_family_name(showdown->second) : NULL);
    felt_json_key(json, "two_three");
    felt_json_bool(json, showdown->two_three);
    felt_json_key(json, "second_of");
    felt_json_array(json);
    for (int i = 0; i < FELT_HOLE_MAX; i++)
        if (showdown->second_of >> i & 1) felt_json_int(json, i);
    felt_json_end(json);
    write_cards(json, "second_only", showdown->second_only);
    write_cards(json, "wild", wild_of(variant));
}

static void write_variant(struct felt_json *json, const struct felt_variant *variant)
{
    char text[TEXT_BYTES];
    felt_json_object(json);
    write_text(json, "name", variant->name);
    write_text(json, "title", variant->title);
    snprintf(text, sizeof text, "%d.%d", RULES_PARAGRAPH, index_of(variant) + 1);
    write_text(json, "rule", text);
    felt_json_put_int(json, "seats_min", variant->seats_min);
    felt_json_put_int(json, "seats_max", variant->seats_max);
    felt_json_put_int(json, "deck", felt_cards_count(variant->deck));
    write_cards(json, "deck_cards", variant->deck);
    felt_json_put_int(json, "hole", variant->hole_cards);
    felt_json_put_int(json, "board", variant->board_cards);
    felt_json_put_int(json, "rounds", rounds_of(variant));
    felt_json_key(json, "steps");
    felt_json_array(json);
    for (int i = 0; i < variant->steps; i++) write_step_json(json, &variant->step[i]);
    felt_json_end(json);
    write_text(json, "steps_text", write_steps(variant, text));
    write_showdown(json, variant);
    write_text(json, "limit", felt_setting_limit_name(felt_setting_usual(variant)));
    felt_json_key(json, "limits");
    felt_json_array(json);
    for (int i = 0; i < FELT_SETTING_LIMITS; i++)
        if (felt_setting_plays(variant, (enum felt_limit)i))
            felt_json_text(json, felt_setting_limit_name((enum felt_limit)i));
    felt_json_end(json);
    felt_json_put_int(json, "cap", variant->cap);
    write_text(json, "forced", forced_bets[variant->forced].word);
    write_text(json, "opener", openers[variant->opener].word);
    write_text(json, "odd_chips", odd_chips[variant->odd_chips]);
    write_text(json, "on_up", ups[variant->on_up]);
    write_cards(json, "trigger", variant->trigger);
    felt_json_key(json, "shares_last");
    felt_json_bool(json, variant->shares_last);
    felt_json_end(json);
}

/* One of them; NULL: all. */
static void write_variants(struct felt_json *json, const void *one)
{
    if (one) {
        write_variant(json, one);
        return;
    }
    felt_json_object(json);
    felt_json_key(json, "variants");
    felt_json_array(json);
    for (int i = 0; i < felt_variant_count(); i++) write_variant(json, felt_variant_at(i));
    felt_json_end(json);
    felt_json_end(json);
}

int felt_cli_variants(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (args.count > 1)
        return felt_args_refuse(&args, "name one variant, or none for the list; these are %d",
                                args.count);
    const struct felt_variant *one = NULL;
    if (args.count) {
        one = felt_setting_variant(&args, args.word[0]);
        if (one == NULL) return FELT_EXIT_USAGE;
    }
    if (felt_args_flag(&args, OPTION_JSON))
        return felt_input_print_json(&args, write_variants, one, JSON_BYTES);
    if (one)
        print_one(one);
    else
        print_table();
    return FELT_EXIT_OK;
}
