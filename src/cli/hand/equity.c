/* equity.c -- felt equity: what share of the pot each hand or range wins.
 *
 * In games with two hole cards every argument is a range (range.h).  In other games it is the cards
 * that are known of a hand; the rest is dealt at random. */
#include "command/args.h"
#include "cli/cli.h"
#include "command/input.h"
#include "felt/equity.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Ten ranges of any length, every byte escaped, fit into the JSON text. */
enum { JSON_BYTES = 10 * 6 * FELT_RANGE_TEXT_MAX + 8192, BAR_WIDTH = 24, LABEL_MAX = 28 };
enum {
    OPTION_GAME,
    OPTION_BOARD,
    OPTION_DEAD,
    OPTION_EXACT,
    OPTION_SAMPLES,
    OPTION_ERROR,
    OPTION_SEED,
    OPTION_JSON,
    OPTIONS
};

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_GAME] = {"game", true},       [OPTION_BOARD] = {"board", true},
    [OPTION_DEAD] = {"dead", true},       [OPTION_EXACT] = {"exact", false},
    [OPTION_SAMPLES] = {"samples", true}, [OPTION_ERROR] = {"error", true},
    [OPTION_SEED] = {"seed", true},       [OPTION_JSON] = {"json", false},
};

static const char help[] =
    "Usage: felt equity RANGE RANGE... [--game GAME] [--board CARDS] [--dead CARDS] [--exact]\n"
    "                   [--samples N] [--error E] [--seed S] [--json]\n"
    "\n"
    "What share of the pot each of 2 to 10 players wins when all cards come.  Counts every\n"
    "match-up if there are at most 10^10 (before the flop those that differ only by a change of\n"
    "suits count once; in Omaha one counts for 8, in other games for 64, as they take longer),\n"
    "else deals at random, and says which it did.\n"
    "\n"
    "  --game GAME    which game, hold'em if not given; felt games lists them\n"
    "  --board CARDS  the common cards that are out already\n"
    "  --dead CARDS   cards that nobody can get\n"
    "  --exact        count every match-up, however long it takes\n"
    "  --samples N    deal N times at random (20M, 500k), even if counting were quick\n"
    "  --error E      stop dealing when every standard error is E percent or less (0.02)\n"
    "  --seed S       another series of random deals\n"
    "  --json         the answer for a script\n"
    "\n"
    "In hold'em a player is a range: hands with commas between them.\n"
    "  QQ  QQ+  TT-77      a pair, it and all higher ones, pairs from .. to\n"
    "  AKs  AKo  AK        suited, offsuit, both\n"
    "  A2s+  A5s-A2s       the second rank rises, or moves\n"
    "  76s-54s             both ranks move\n"
    "  AhKh  Ah*           two cards, one card and any other\n"
    "  15%  random  !AA    the best 15 percent, all hands, all before it but these\n"
    "In other games a player is the cards we know (the rest is dealt), or random.\n"
    "\n"
    "Examples:\n"
    "  felt equity AA KK\n"
    "  felt equity QQ+,AKs 'random,!AA' --board Kh7d2c\n"
    "  felt equity AhKh 15% 22+ --dead 2c --samples 200k\n"
    "  felt equity AsAhKsKh 5d6d7c8c --game omaha\n"
    "  felt equity As2s3dKd AhAdKcQc --game omaha-hilo --board 4c5h9d\n"
    "  felt equity As2d3c random --game razz --samples 100k\n"
    "  felt equity AA KK --json\n";

static const struct felt_args_spec spec = {"equity", help, options, OPTIONS};

struct report {
    const struct felt_args *args;
    const struct felt_equity_question *question;
    const struct felt_equity_answer *answer;
    uint64_t matchups; /* that an exact answer counts */
    bool fell_back;    /* sampled without being told to */
};

/* ---- reading ---- */

static bool takes_ranges(const struct felt_showdown *game)
{
    return game->hole == 2 && game->board > 0 && !game->two_three;
}

/* A range of one combination is two known cards: a complaint can then name the one that is wrong.
 */
static void name_cards(struct felt_holding *holding)
{
    for (int combo = 0; combo < FELT_COMBOS; combo++)
        if (felt_range_has(&holding->range, combo))
            felt_combo_cards(combo, &holding->card[0], &holding->card[1]);
    holding->is_range = false;
    holding->count = 2;
}

/* A range, without the hands that this deck cannot deal.  False: complained. */
static bool read_range(const struct felt_args *args, int index, const struct felt_showdown *game,
                       struct felt_holding *holding)
{
    const char *text = args->word[index];
    struct felt_complaint complaint = {0};
    holding->is_range = true;
    if (felt_range_read(text, strlen(text), &holding->range, &complaint) != FELT_OK) {
        (void)felt_args_complain(args, text, &complaint);
        return false;
    }
    felt_range_remove_cards(&holding->range, ~felt_deck_cards(game->deck));
    int count = felt_range_count(&holding->range);
    if (count == 1) name_cards(holding);
    if (count > 0) return true;
    (void)felt_args_refuse(args, "\"%s\": the deck of %s has none of these hands; name others",
                           text, game->title);
    return false;
}

/* A range has no jokers in it: "any cards at all" and a joker by name are no ranges. */
static bool needs_jokers(const char *text)
{
    felt_card cards[FELT_CARDS_MAX];
    int count = 0;
    if (strcasecmp(text, "random") == 0) return true;
    return felt_cards_read(text, strlen(text), FELT_CARDS_MAX, cards, &count, NULL) == FELT_OK &&
           (felt_cards_from(cards, count) & FELT_CARDS_JOKERS) != 0;
}

/* One player.  False: complained. */
static bool read_player(const struct felt_args *args, int index,
                        struct felt_equity_question *question)
{
    const char *text = args->word[index];
    const struct felt_showdown *game = question->game;
    struct felt_holding *holding = &question->holding[index];
    struct felt_complaint complaint = {0};
    bool jokers = (felt_deck_cards(game->deck) & FELT_CARDS_JOKERS) != 0;
    if (takes_ranges(game) && !(jokers && needs_jokers(text)))
        return read_range(args, index, game, holding);
    if (strcasecmp(text, "random") == 0) return true;
    int count = 0;
    if (felt_cards_read(text, strlen(text), game->hole, holding->card, &count, &complaint) !=
        FELT_OK) {
        (void)felt_args_complain(args, text, &complaint);
        return false;
    }
    if (count == 0) {
        (void)felt_args_refuse(args, "player %d has no cards; name some, or write random",
                               index + 1);
        return false;
    }
    holding->count = (uint8_t)count;
    return felt_input_in_deck(args, game, holding->card, count);
}

static bool read_question(const struct felt_args *args, struct felt_equity_question *question)
{
    question->game = felt_input_game(args, OPTION_GAME);
    if (question->game == NULL) return false;
    if (args->count < 2 || args->count > FELT_EQUITY_PLAYERS_MAX) {
        (void)felt_args_refuse(args, "name 2 to %d players, as in felt equity AA KK; these are %d",
                               FELT_EQUITY_PLAYERS_MAX, args->count);
        return false;
    }
    question->players = args->count;
    for (int i = 0; i < args->count; i++)
        if (!read_player(args, i, question)) return false;
    if (question->game->board == 0 && args->value[OPTION_BOARD]) {
        (void)felt_args_refuse(args, "%s has no board; leave out --board", question->game->title);
        return false;
    }
    felt_card dead[FELT_CARDS_MAX];
    int boards = 0, deads = 0;
    if (!felt_input_cards(args, OPTION_BOARD, question->game->board, question->board, &boards) ||
        !felt_input_cards(args, OPTION_DEAD, FELT_CARDS_MAX, dead, &deads) ||
        !felt_input_in_deck(args, question->game, question->board, boards) ||
        !felt_input_in_deck(args, question->game, dead, deads))
        return false;
    question->board_count = (uint8_t)boards;
    question->dead = felt_cards_from(dead, deads);
    struct felt_complaint complaint = {0};
    if (felt_equity_verify(question, &complaint) == FELT_OK) return true;
    (void)felt_args_complain(args, NULL, &complaint);
    return false;
}

static bool read_options(const struct felt_args *args, struct felt_equity_options *ask)
{
    uint64_t seed = 0;
    double percent = ask->error_max * 100;
    if (args->value[OPTION_EXACT] && (args->value[OPTION_SAMPLES] || args->value[OPTION_ERROR])) {
        (void)felt_args_refuse(args,
                               "--exact does not go with --samples or --error; leave one out");
        return false;
    }
    if (!felt_args_uint(args, OPTION_SAMPLES, 1, UINT64_C(1000000000000), &ask->samples_max) ||
        !felt_args_decimal(args, OPTION_ERROR, 0.0001, 50, &percent) ||
        !felt_args_uint(args, OPTION_SEED, 0, UINT64_MAX, &seed))
        return false;
    if (args->value[OPTION_ERROR]) ask->error_max = percent / 100;
    if (args->value[OPTION_SAMPLES] && !args->value[OPTION_ERROR]) ask->error_max = 0;
    if (args->value[OPTION_SEED]) ask->rng = felt_rng_make(seed);
    if (args->value[OPTION_SAMPLES] || args->value[OPTION_ERROR]) ask->method = FELT_EQUITY_SAMPLE;
    if (args->value[OPTION_EXACT]) ask->method = FELT_EQUITY_EXACT;
    return true;
}

/* ---- printing ---- */

static double part(uint64_t count, const struct felt_equity_answer *answer)
{
    return answer->matchups ? (double)count / (double)answer->matchups : 0;
}

/* What was typed, in one line and a column of its own. */
static void print_label(const char *text, int width)
{
    int bytes = (int)strlen(text), shown = bytes > width ? width - 3 : bytes;
    for (int i = 0; i < shown; i++) fputc(text[i] > 0 && text[i] < ' ' ? ' ' : text[i], stdout);
    printf("%*s", width - shown, bytes > width ? "..." : "");
}

static void print_table(const struct report *report)
{
    const struct felt_equity_answer *answer = report->answer;
    struct felt_term term = felt_term_make(stdout);
    bool two = report->question->game->second != FELT_FAMILY_NONE;
    bool sampled = answer->method == FELT_EQUITY_SAMPLE;
    int width = 6;
    for (int i = 0; i < answer->players; i++) {
        int bytes = (int)strlen(report->args->word[i]);
        if (bytes > width) width = bytes < LABEL_MAX ? bytes : LABEL_MAX;
    }
    felt_term_style(&term, FELT_DIM);
    printf("%-*s   equity%s      win      tie", width, "", sampled ? "      +/-" : "");
    for (int half = 0; two && half < 2; half++)
        printf("%9s", felt_input_half(report->question->game, half));
    felt_term_style(&term, FELT_PLAIN);
    fputc('\n', stdout);
    for (int i = 0; i < answer->players; i++) {
        const struct felt_equity_player *player = &answer->player[i];
        print_label(report->args->word[i], width);
        felt_term_style(&term, FELT_BOLD);
        printf("  %6.2f%%", 100 * player->equity);
        felt_term_style(&term, FELT_PLAIN);
        if (sampled) printf("  %6.3f%%", 100 * player->error);
        printf("  %6.2f%%  %6.2f%%", 100 * part(player->wins, answer),
               100 * part(player->ties, answer));
        if (two) printf("  %6.2f%%  %6.2f%%", 100 * player->first, 100 * player->second);
        fputs("  ", stdout);
        felt_term_style(&term, FELT_GREEN);
        felt_term_bar(&term, player->equity, BAR_WIDTH);
        felt_term_style(&term, FELT_PLAIN);
        fputc('\n', stdout);
    }
}

static void print_method(const struct report *report)
{
    const struct felt_equity_answer *answer = report->answer;
    char number[FELT_TERM_NUMBER_BYTES];
    if (answer->method == FELT_EQUITY_EXACT) {
        printf("exact, %s match-up%s\n", felt_term_number(answer->matchups, number),
               answer->matchups == 1 ? "" : "s");
        return;
    }
    double worst = 0;
    for (int i = 0; i < answer->players; i++)
        if (answer->player[i].error > worst) worst = answer->player[i].error;
    printf("sampled, %s match-up%s, standard error at most %.3f%%\n",
           felt_term_number(answer->matchups, number), answer->matchups == 1 ? "" : "s",
           100 * worst);
    if (!report->fell_back) return;
    if (report->matchups == UINT64_MAX)
        puts("(there are too many match-ups to count them all)");
    else
        printf("(--exact would count %s match-ups)\n", felt_term_number(report->matchups, number));
}

static void write_player(struct felt_json *json, const struct report *report, int index)
{
    const struct felt_equity_player *player = &report->answer->player[index];
    felt_json_object(json);
    felt_json_key(json, "hand");
    felt_json_text(json, report->args->word[index]);
    felt_json_key(json, "equity");
    felt_json_decimal(json, player->equity, 9);
    felt_json_key(json, "error");
    felt_json_decimal(json, player->error, 9);
    felt_json_key(json, "wins");
    felt_json_uint(json, player->wins);
    felt_json_key(json, "ties");
    felt_json_uint(json, player->ties);
    if (report->question->game->second != FELT_FAMILY_NONE) {
        felt_json_key(json, "first");
        felt_json_decimal(json, player->first, 9);
        felt_json_key(json, "second");
        felt_json_decimal(json, player->second, 9);
    }
    felt_json_end(json);
}

static int print_json(const struct report *report)
{
    char memory[JSON_BYTES];
    const struct felt_equity_question *question = report->question;
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_card dead[FELT_CARDS_MAX];
    int deads = 0;
    felt_cards left = question->dead;
    while (left) dead[deads++] = felt_cards_take(&left);
    felt_json_object(&json);
    felt_json_key(&json, "game");
    felt_json_text(&json, question->game->name);
    felt_json_key(&json, "board");
    felt_input_json(&json, question->board, question->board_count);
    felt_json_key(&json, "dead");
    felt_input_json(&json, dead, deads);
    felt_json_key(&json, "method");
    felt_json_text(&json, report->answer->method == FELT_EQUITY_EXACT ? "exact" : "sample");
    felt_json_key(&json, "matchups");
    felt_json_uint(&json, report->answer->matchups);
    felt_json_key(&json, "exact_matchups");
    if (report->matchups == UINT64_MAX)
        felt_json_null(&json);
    else
        felt_json_uint(&json, report->matchups);
    felt_json_key(&json, "players");
    felt_json_array(&json);
    for (int i = 0; i < report->answer->players; i++) write_player(&json, report, i);
    felt_json_end(&json);
    felt_json_end(&json);
    return felt_input_flush(&json);
}

int felt_cli_equity(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    struct felt_equity_question question = {0};
    struct felt_equity_options ask = felt_equity_defaults();
    if (!read_question(&args, &question) || !read_options(&args, &ask)) return FELT_EXIT_USAGE;
    uint64_t matchups = felt_equity_matchups(&question);
    if (ask.method == FELT_EQUITY_EXACT && matchups == UINT64_MAX)
        return felt_args_refuse(&args, "there are too many match-ups to count; leave out --exact");

    struct felt_equity_work *work = malloc(sizeof *work);
    if (work == NULL) {
        (void)felt_args_refuse(&args, "out of memory; free some and try again");
        return FELT_EXIT_FAILED;
    }
    struct felt_progress progress = felt_progress_make();
    ask.progress = felt_progress_tick;
    ask.self = &progress;
    struct felt_equity_answer answer;
    struct felt_complaint complaint = {0};
    enum felt_status status = felt_equity_ask(&question, &ask, work, &answer, &complaint);
    felt_progress_end(&progress);
    free(work);
    if (status != FELT_OK) return felt_args_complain(&args, NULL, &complaint);

    struct report report = {&args, &question, &answer, matchups,
                            ask.method == FELT_EQUITY_CHOOSE &&
                                answer.method == FELT_EQUITY_SAMPLE};
    if (felt_args_flag(&args, OPTION_JSON)) return print_json(&report);
    print_table(&report);
    print_method(&report);
    return FELT_EXIT_OK;
}
