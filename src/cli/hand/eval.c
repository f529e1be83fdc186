/* eval.c -- felt eval: names one hand, or ranks several.
 *
 * All plain arguments are joined to one text and cut into hands: at every slash, or, if there is
 * none, at every comma that has more than one card on one of its sides (so that As,Ks,Qs is one
 * hand and AsKs,QhQd are two). */
#include "command/args.h"
#include "cli/cli.h"
#include "command/input.h"
#include "felt/assert.h"

#include <string.h>

enum { HANDS_MAX = 27, JSON_BYTES = 65536 };
enum { OPTION_GAME, OPTION_BOARD, OPTION_WILD, OPTION_JSON, OPTIONS };

static const struct felt_args_option options[OPTIONS] = {
    {"game", true}, {"board", true}, {"wild", true}, {"json", false}};

static const char help[] =
    "Usage: felt eval CARDS... [--game GAME] [--board CARDS] [--wild RANKS] [--json]\n"
    "\n"
    "Names a hand and shows the cards that play.  Several hands, with a / or a comma between\n"
    "them, are ranked against each other.\n"
    "\n"
    "  --game GAME    how hands are ranked, hold'em if not given; felt games lists them\n"
    "  --board CARDS  the common cards\n"
    "  --wild RANKS   ranks that may stand for any card, as in --wild 2 or --wild KJ\n"
    "  --json         the answer for a script\n"
    "\n"
    "Cards are rank and suit (Ah Td 2c; 10d too), with or without spaces.  Jr and Jb are jokers.\n"
    "Without a board, a hand is the best of up to seven cards.\n"
    "\n"
    "Examples:\n"
    "  felt eval As Ks Qs Js Ts 2d 3c\n"
    "  felt eval AsKs / QhQd --board 2c7dKhQs3s\n"
    "  felt eval AsAdKhQc --game omaha --board AcKd7s7h2c\n"
    "  felt eval As2d3c4h / KsKdQhJc --game omaha-hilo --board 5c6d8hKhQs\n"
    "  felt eval 2h 2d Ks Kd 7c --wild 2 --json\n";

static const struct felt_args_spec spec = {"eval", help, options, OPTIONS};

struct half {
    felt_value value;
    int count; /* cards that play */
    felt_card plays[5];
    char name[FELT_VALUE_NAME_BYTES];
};

struct hand {
    int count;
    felt_card card[FELT_CARDS_MAX];
    struct half half[2];
    double share; /* of the pot */
};

struct table {
    const struct felt_showdown *game;
    struct felt_showdown changed; /* the game's row with the wild cards of --wild */
    int board_count;
    felt_card board[FELT_BOARD_MAX];
    int hands;
    struct hand hand[HANDS_MAX];
    int order[HANDS_MAX]; /* best first */
};

/* ---- reading ---- */

/* Joins the plain arguments.  False: complained. */
static bool join_words(const struct felt_args *args, char out[FELT_INPUT_BYTES])
{
    size_t used = 0;
    for (int i = 0; i < args->count; i++) {
        size_t bytes = strlen(args->word[i]);
        if (bytes + 2 > FELT_INPUT_BYTES - used) {
            (void)felt_args_refuse(args, "more than %d characters of cards", FELT_INPUT_BYTES);
            return false;
        }
        if (i > 0) out[used++] = ' ';
        memcpy(out + used, args->word[i], bytes);
        used += bytes;
    }
    out[used] = '\0';
    return true;
}

/* The character that separates hands in this text, or 0: it is one hand. */
static char find_separator(const char *text)
{
    if (strchr(text, '/')) return '/';
    if (!strchr(text, ',')) return 0;
    felt_card cards[FELT_CARDS_MAX];
    for (const char *at = text; *at != '\0';) {
        size_t bytes = strcspn(at, ",");
        int count = 0;
        if (felt_cards_read(at, bytes, FELT_CARDS_MAX, cards, &count, NULL) == FELT_OK && count > 1)
            return ',';
        at += bytes + (at[bytes] != '\0');
    }
    return 0;
}

/* Cuts the text into hands.  False: complained. */
static bool read_hands(const struct felt_args *args, struct table *table)
{
    char text[FELT_INPUT_BYTES];
    if (!join_words(args, text)) return false;
    char separator[2] = {find_separator(text), '\0'};
    for (size_t at = 0;;) {
        size_t bytes = separator[0] ? strcspn(text + at, separator) : strlen(text + at);
        struct hand *hand = &table->hand[table->hands];
        struct felt_complaint complaint = {0};
        if (table->hands == HANDS_MAX) {
            (void)felt_args_refuse(args, "more than %d hands; compare fewer", HANDS_MAX);
            return false;
        }
        if (felt_cards_read(text + at, bytes, FELT_CARDS_MAX, hand->card, &hand->count,
                            &complaint) != FELT_OK) {
            complaint.at += at;
            (void)felt_args_complain(args, text, &complaint);
            return false;
        }
        table->hands++;
        if (hand->count == 0) {
            (void)felt_args_refuse(args, "hand %d has no cards; write some, as in AsKs / QhQd",
                                   table->hands);
            return false;
        }
        at += bytes;
        if (text[at] == '\0') return true;
        at++;
    }
}

/* The ranks of --wild make a changed copy of the game's row.  False: complained. */
static bool read_wild(const struct felt_args *args, struct table *table)
{
    const char *text = args->value[OPTION_WILD];
    if (text == NULL) return true;
    if (table->game->first != FELT_HIGH || table->game->two_three) {
        (void)felt_args_refuse(args, "--wild is for high hands; %s has no wild cards",
                               table->game->title);
        return false;
    }
    table->changed = *table->game;
    for (const char *at = text; *at != '\0'; at++) {
        bool ten = at[0] == '1' && at[1] == '0';
        int rank = ten ? FELT_TEN : felt_rank_from_letter(*at);
        if (ten) at++;
        if (rank >= 0) table->changed.wild |= felt_cards_of_rank(rank);
        if (rank >= 0 || *at == ',' || *at == ' ') continue;
        struct felt_complaint complaint = {0};
        (void)felt_complain(&complaint, FELT_BAD_CARD, (size_t)(at - text), 1,
                            "--wild \"%s\": name ranks, as in --wild 2 or --wild KJ", text);
        (void)felt_args_complain(args, text, &complaint);
        return false;
    }
    table->game = &table->changed;
    return true;
}

/* Jokers may be used in a hand of no particular game. */
static void admit_jokers(const struct felt_args *args, struct table *table)
{
    felt_cards cards = felt_cards_from(table->board, table->board_count);
    for (int i = 0; i < table->hands; i++)
        cards |= felt_cards_from(table->hand[i].card, table->hand[i].count);
    if (args->value[OPTION_GAME] || !(cards & FELT_CARDS_JOKERS)) return;
    table->changed = *table->game;
    table->changed.deck = FELT_DECK_54;
    table->game = &table->changed;
}

/* ---- verifying ---- */

static bool verify_counts(const struct felt_args *args, const struct table *table)
{
    const struct felt_showdown *game = table->game;
    bool board = args->value[OPTION_BOARD] != NULL;
    if (game->board == 0 && board) {
        (void)felt_args_refuse(args, "%s has no board; leave out --board", game->title);
        return false;
    }
    if (game->two_three && table->board_count < 3) {
        (void)felt_args_refuse(args, "%s uses three cards of the board; give 3 to %d with --board",
                               game->title, game->board);
        return false;
    }
    int least = game->two_three ? 2 : 1, most = game->hole;
    if (game->board > 0 && !board) most = FELT_EVAL_CARDS_MAX;
    for (int i = 0; i < table->hands; i++) {
        int count = table->hand[i].count;
        if (count >= least && count <= most) continue;
        (void)felt_args_refuse(args, "hand %d has %d card%s; in %s%s it has %d to %d", i + 1, count,
                               count == 1 ? "" : "s", game->title,
                               game->board > 0 && board ? " with a board" : "", least, most);
        return false;
    }
    return true;
}

/* Lows of fewer than five cards compare only with lows of as many. */
static bool verify_lows(const struct felt_args *args, const struct table *table)
{
    const struct felt_showdown *game = table->game;
    if (game->first != FELT_LOW_27 && game->first != FELT_LOW_A5) return true;
    for (int i = 1; i < table->hands; i++) {
        int first = table->hand[0].count, other = table->hand[i].count;
        if ((first < 5 ? first : 5) == (other < 5 ? other : 5)) continue;
        (void)felt_args_refuse(args,
                               "hand 1 has %d cards, hand %d has %d; give lows as many cards each",
                               first, i + 1, other);
        return false;
    }
    return true;
}

/* No card in two places. */
static bool verify_cards(const struct felt_args *args, const struct table *table)
{
    int owner[FELT_CARDS_MAX] = {0}; /* 1 + index of the hand; -1: the board */
    for (int i = 0; i < table->board_count; i++) owner[table->board[i]] = -1;
    for (int i = 0; i < table->hands; i++) {
        for (int j = 0; j < table->hand[i].count; j++) {
            felt_card card = table->hand[i].card[j];
            if (owner[card] == 0) {
                owner[card] = i + 1;
                continue;
            }
            char name[FELT_CARD_TEXT_BYTES];
            felt_card_write(card, name);
            if (owner[card] < 0)
                (void)felt_args_refuse(args, "%s is in hand %d and on the board; change one", name,
                                       i + 1);
            else
                (void)felt_args_refuse(args, "%s is in hand %d and in hand %d; change one", name,
                                       owner[card], i + 1);
            return false;
        }
    }
    for (int i = 0; i < table->hands; i++)
        if (!felt_input_in_deck(args, table->game, table->hand[i].card, table->hand[i].count))
            return false;
    return felt_input_in_deck(args, table->game, table->board, table->board_count);
}

/* ---- comparing ---- */

static void evaluate(const struct table *table, struct hand *hand)
{
    felt_value values[2];
    felt_showdown_values(table->game, hand->card, hand->count, table->board, table->board_count,
                         values);
    for (int i = 0; i < 2; i++) {
        struct half *half = &hand->half[i];
        half->value = values[i];
        if (i == 1 && table->game->second == FELT_FAMILY_NONE) continue;
        felt_showdown_name(table->game, i, values[i], half->name, sizeof half->name);
        if (values[i] == 0) continue;
        half->count = felt_showdown_cards(table->game, i, hand->card, hand->count, table->board,
                                          table->board_count, half->plays);
    }
}

/* Each half goes to the hands with its best value; a half that nobody has goes to the other. */
static void share_out(struct table *table)
{
    felt_value best[2] = {0, 0};
    int winners[2] = {0, 0};
    for (int i = 0; i < table->hands; i++) {
        for (int half = 0; half < 2; half++) {
            felt_value value = table->hand[i].half[half].value;
            if (value > best[half]) winners[half] = 0;
            if (value > best[half]) best[half] = value;
            winners[half] += value > 0 && value == best[half];
        }
    }
    double worth = winners[0] > 0 && winners[1] > 0 ? 0.5 : 1;
    for (int i = 0; i < table->hands; i++)
        for (int half = 0; half < 2; half++)
            if (winners[half] > 0 && table->hand[i].half[half].value == best[half])
                table->hand[i].share += worth / winners[half];
}

static bool is_better(const struct hand *a, const struct hand *b)
{
    if (a->share != b->share) return a->share > b->share;
    if (a->half[0].value != b->half[0].value) return a->half[0].value > b->half[0].value;
    return a->half[1].value > b->half[1].value;
}

static void rank_hands(struct table *table)
{
    for (int i = 0; i < table->hands; i++) {
        int at = i;
        for (; at > 0; at--) {
            if (!is_better(&table->hand[i], &table->hand[table->order[at - 1]])) break;
            table->order[at] = table->order[at - 1];
        }
        table->order[at] = i;
    }
}

/* ---- printing ---- */

/* A low without a pair is a high card to value.h; nobody calls it that. */
static const char *category_name(enum felt_family family, felt_value value)
{
    enum felt_category category = felt_value_category(family, value);
    bool low = family == FELT_LOW_27 || family == FELT_LOW_A5 || family == FELT_LOW_8;
    return low && category == FELT_HIGH_CARD ? "no pair" : felt_category_name(category);
}

static void print_half(const struct felt_term *term, const struct felt_showdown *game, int index,
                       const struct half *half)
{
    const char *label = felt_input_half(game, index);
    if (*label) printf("%-11s ", label);
    felt_term_style(term, FELT_BOLD);
    fputs(half->name, stdout);
    felt_term_style(term, FELT_PLAIN);
    fputc('\n', stdout);
    if (half->value == 0) return;
    fputs("  plays     ", stdout);
    felt_input_print(term, half->plays, half->count);
    printf("\n  category  %s\n  value     %d\n",
           category_name(index == 0 ? game->first : game->second, half->value), half->value);
}

static void print_one(const struct felt_term *term, const struct table *table)
{
    const struct hand *hand = &table->hand[0];
    print_half(term, table->game, 0, &hand->half[0]);
    if (table->game->second != FELT_FAMILY_NONE) print_half(term, table->game, 1, &hand->half[1]);
}

static void print_share(const struct felt_term *term, const struct table *table, double share)
{
    if (share <= 0) return;
    felt_term_style(term, FELT_GREEN);
    if (share >= 1)
        fputs("  wins", stdout);
    else if (table->game->second == FELT_FAMILY_NONE)
        fputs("  ties", stdout);
    else
        printf("  wins %.4g %%", 100 * share);
    felt_term_style(term, FELT_PLAIN);
}

static void print_ranked(const struct felt_term *term, const struct table *table)
{
    bool two = table->game->second != FELT_FAMILY_NONE;
    int widest = 0;
    for (int i = 0; i < table->hands; i++)
        if (table->hand[i].count > widest) widest = table->hand[i].count;
    for (int i = 0, place = 1; i < table->hands; i++) {
        const struct hand *hand = &table->hand[table->order[i]];
        if (i > 0 && is_better(&table->hand[table->order[i - 1]], hand)) place = i + 1;
        printf("%2d  ", place);
        felt_input_print(term, hand->card, hand->count);
        printf("%*s  %s", 3 * (widest - hand->count), "", hand->half[0].name);
        if (two) printf("; %s: %s", felt_input_half(table->game, 1), hand->half[1].name);
        print_share(term, table, hand->share);
        fputc('\n', stdout);
    }
}

static void write_half(struct felt_json *json, const struct felt_showdown *game, int index,
                       const struct half *half)
{
    enum felt_family family = index == 0 ? game->first : game->second;
    if (family == FELT_FAMILY_NONE || half->value == 0) {
        felt_json_null(json);
        return;
    }
    felt_json_object(json);
    felt_json_key(json, "family");
    felt_json_text(json, felt_family_name(family));
    felt_json_key(json, "name");
    felt_json_text(json, half->name);
    felt_json_key(json, "category");
    felt_json_text(json, felt_category_word(felt_value_category(family, half->value)));
    felt_json_key(json, "value");
    felt_json_uint(json, half->value);
    felt_json_key(json, "plays");
    felt_input_json(json, half->plays, half->count);
    felt_json_end(json);
}

static int print_json(const struct table *table)
{
    char memory[JSON_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "game");
    felt_json_text(&json, table->game->name);
    felt_json_key(&json, "board");
    felt_input_json(&json, table->board, table->board_count);
    felt_json_key(&json, "hands");
    felt_json_array(&json);
    for (int i = 0; i < table->hands; i++) {
        const struct hand *hand = &table->hand[i];
        felt_json_object(&json);
        felt_json_key(&json, "cards");
        felt_input_json(&json, hand->card, hand->count);
        felt_json_key(&json, "share");
        felt_json_decimal(&json, hand->share, 6);
        felt_json_key(&json, "first");
        write_half(&json, table->game, 0, &hand->half[0]);
        felt_json_key(&json, "second");
        write_half(&json, table->game, 1, &hand->half[1]);
        felt_json_end(&json);
    }
    felt_json_end(&json);
    felt_json_end(&json);
    return felt_input_flush(&json);
}

int felt_cli_eval(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (args.count == 0)
        return felt_args_refuse(&args, "name some cards, as in felt eval As Ks Qs Js Ts");
    struct table table = {.game = felt_input_game(&args, OPTION_GAME)};
    if (table.game == NULL) return FELT_EXIT_USAGE;
    if (!read_hands(&args, &table) || !read_wild(&args, &table)) return FELT_EXIT_USAGE;
    int most = table.game->board > 0 ? table.game->board : FELT_BOARD_MAX;
    if (!felt_input_cards(&args, OPTION_BOARD, most, table.board, &table.board_count))
        return FELT_EXIT_USAGE;
    admit_jokers(&args, &table);
    if (!verify_counts(&args, &table) || !verify_lows(&args, &table) ||
        !verify_cards(&args, &table))
        return FELT_EXIT_USAGE;

    for (int i = 0; i < table.hands; i++) evaluate(&table, &table.hand[i]);
    share_out(&table);
    rank_hands(&table);
    if (felt_args_flag(&args, OPTION_JSON)) return print_json(&table);
    struct felt_term term = felt_term_make(stdout);
    if (table.hands == 1)
        print_one(&term, &table);
    else
        print_ranked(&term, &table);
    return FELT_EXIT_OK;
}
