/* solve_print.c -- see cli/hand/solve.h. */
#include "cli/hand/solve.h"
#include "base/json_member.h"

#include "cli/cli.h"
#include "command/input.h"
#include "command/term.h"

#include <math.h>
#include <string.h>

enum {
    TEXT_BYTES = 4096, /* of a history: FELT_SOLVE_PATH_MAX words                             */
    LINE_BYTES = 8192, /* of an information set: a history and as many actions                */
    COLUMNS = 100,
    INDENT = 14, /* of what did not fit in the line                                            */
    HAND_BYTES = 64,
    JSON_BYTES = 65536,
    DECIMALS = 9,
    BAR_COLUMNS = 24,
    BAR_LOWEST = -20 /* a bar is empty at 2^-20 antes, about a millionth                       */
};

#define SHARE_LEAST 0.0005 /* what is taken less often is not printed */
#define REACH_LEAST 0.0005

/* ---- words ---------------------------------------------------------------------------------- */

static void write_cards(struct felt_buffer *text, bool suits, const felt_card *cards, int count)
{
    for (int i = 0; i < count; i++) {
        char card[FELT_CARD_TEXT_BYTES];
        felt_card_write(cards[i], card);
        if (!suits) card[1] = '\0';
        felt_buffer_text(text, card);
    }
}

/* "J", "J on K", "Jh on KsQd" */
static const char *name_hand(const struct felt_solve_set *set, char out[HAND_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, HAND_BYTES);
    write_cards(&text, set->suits, set->hole, set->holes);
    if (set->boards) felt_buffer_text(&text, " on ");
    write_cards(&text, set->suits, set->board, set->boards);
    return felt_buffer_terminate(&text);
}

/* "check", "bet", "raise"; with an amount where there are several. */
static void write_action(struct felt_buffer *text, const struct felt_setting *setting,
                         const struct felt_solve_action *action)
{
    if (action->kind != FELT_RAISE_TO) {
        felt_buffer_text(text, felt_action_word((enum felt_action_kind)action->kind));
        return;
    }
    bool sizes = setting->limit != FELT_FIXED_LIMIT;
    felt_buffer_text(text, action->opens ? "bet" : sizes ? "raise to" : "raise");
    if (sizes) felt_buffer_text(text, " ");
    if (sizes) felt_buffer_int(text, action->to);
}

/* "first to act", "after check, bet / check": streets are divided by slashes. */
static const char *name_history(const struct felt_setting *setting,
                                const struct felt_solve_set *set, char out[TEXT_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, TEXT_BYTES);
    for (int i = 0; i < set->steps; i++) {
        const struct felt_solve_action *action = &set->path[i];
        bool same = i > 0 && set->path[i - 1].boards == action->boards;
        felt_buffer_text(&text, i == 0 ? "after " : same ? ", " : " / ");
        write_action(&text, setting, action);
    }
    bool opens = set->steps == 0 || set->path[set->steps - 1].boards < set->boards;
    if (opens) felt_buffer_text(&text, set->steps ? ", first to act" : "first to act");
    return felt_buffer_terminate(&text);
}

/* ---- for people ----------------------------------------------------------------------------- */

/* The logarithm to base 2, straight between powers: good enough for a bar. */
static double octaves(double number)
{
    int exponent;
    double part = frexp(number, &exponent);
    return exponent - 1 + (2 * part - 1);
}

/* Without what is only rounding, and its sign. */
static double tidy(double number)
{
    return fabs(number) < 5e-7 ? 0 : number;
}

static void print_look(const struct felt_term *term, const struct felt_cli_solve_found *found,
                       const struct felt_solve_rating *look)
{
    char number[FELT_TERM_NUMBER_BYTES];
    double ante = (double)found->ante, exploitable = look->exploitability / ante;
    printf("%10s %12.6f %16.8f", felt_term_number(look->iterations, number),
           tidy(look->value / ante), exploitable > 0 ? exploitable : 0);
    if (exploitable > 0) {
        fputs("  ", stdout);
        felt_term_bar(term, (octaves(exploitable) - BAR_LOWEST) / BAR_COLUMNS, BAR_COLUMNS);
    }
    fputc('\n', stdout);
}

/* "40", "0.4", "99.6": a rare action is not written as 0, and what leaves room for one not as
 * 100. */
static void write_percent(struct felt_buffer *text, double share)
{
    double percent = 100 * share;
    bool fine = percent < 0.95 || (percent >= 99.05 && percent < 99.95);
    felt_buffer_decimal(text, percent, fine ? 1 : 0);
}

/* "check 60 %, bet 2 (40 %)": an amount is no percentage. */
static void write_shares(struct felt_buffer *text, const struct felt_cli_solve_found *found,
                         const struct felt_solve_set *set)
{
    bool later = false, sizes = found->setting->limit != FELT_FIXED_LIMIT;
    for (int i = 0; i < set->actions; i++) {
        if (set->share[i] < SHARE_LEAST) continue;
        bool sized = sizes && set->action[i].kind == FELT_RAISE_TO;
        felt_buffer_text(text, later ? ", " : " ");
        write_action(text, found->setting, &set->action[i]);
        felt_buffer_text(text, sized ? " (" : " ");
        write_percent(text, set->share[i]);
        felt_buffer_text(text, sized ? " %)" : " %");
        later = true;
    }
}

/* A line ends after a comma, a slash or a colon, or before two spaces. */
static bool may_end(const char *text, int at)
{
    return text[at] == ' ' &&
           (text[at + 1] == ' ' || (text[at - 1] != ' ' && strchr(",/:", text[at - 1])));
}

static void print_wrapped(const char *text)
{
    for (int room = COLUMNS; strlen(text) > (size_t)room; room = COLUMNS - INDENT) {
        int at = room;
        while (at > 0 && !may_end(text, at)) at--;
        if (at == 0) break; /* a single word */
        printf("%.*s\n%*s", at, text, INDENT, "");
        text += at + (int)strspn(text + at, " ");
    }
    puts(text);
}

static void print_set(const struct felt_cli_solve_found *found, const struct felt_solve_set *set)
{
    char hand[HAND_BYTES], history[TEXT_BYTES], line[LINE_BYTES];
    int used = snprintf(line, sizeof line, "  %-8s  %s:", name_hand(set, hand),
                        name_history(found->setting, set, history));
    struct felt_buffer text = felt_buffer_make(line + used, sizeof line - (size_t)used);
    write_shares(&text, found, set);
    if (set->reach < REACH_LEAST) felt_buffer_text(&text, "  (rarely gets here)");
    (void)felt_buffer_terminate(&text);
    print_wrapped(line);
}

static void print_strategy(const struct felt_term *term, const struct felt_cli_solve_found *found)
{
    const struct felt_solve_rating *last = &found->look[found->looks - 1];
    for (int i = 0; i < 2; i++) {
        fputc('\n', stdout);
        felt_term_style(term, FELT_BOLD);
        fputs(i == 0 ? "the first to act" : "the other", stdout);
        felt_term_style(term, FELT_PLAIN);
        fputc('\n', stdout);
        for (uint64_t k = 0; k < felt_solve_sets(found->solve); k++) {
            struct felt_solve_set set;
            felt_solve_look(found->solve, k, &set);
            if (set.seat == (i == 0 ? last->first : last->second)) print_set(found, &set);
        }
    }
}

void felt_cli_solve_print(const struct felt_cli_solve_found *found)
{
    const struct felt_setting *setting = found->setting;
    const struct felt_solve_rating *last = &found->look[found->looks - 1];
    struct felt_term term = felt_term_make(stdout);
    char nodes[FELT_TERM_NUMBER_BYTES], sets[FELT_TERM_NUMBER_BYTES], deals[FELT_TERM_NUMBER_BYTES];
    const char *unit = found->antes ? "antes" : "big blinds";
    double ante = (double)found->ante, exploitable = last->exploitability / ante;
    printf("%s, %s: %s position%s, %s information sets, %s deals\n", setting->variant->title,
           felt_setting_limit_title(setting->limit), felt_term_number(found->size.nodes, nodes),
           found->size.nodes == 1 ? "" : "s", felt_term_number(found->size.information, sets),
           felt_term_number(found->size.deals, deals));
    felt_term_style(&term, FELT_BOLD);
    printf("%10s %12s %16s", "iterations", "value", "exploitability");
    felt_term_style(&term, FELT_PLAIN);
    fputc('\n', stdout);
    for (int i = 0; i < found->looks; i++) print_look(&term, found, &found->look[i]);
    printf("value           %+.6f %s per hand for the first to act\n", tidy(last->value / ante),
           unit);
    printf("exploitability   %.8f %s per hand, the mean of both seats\n",
           exploitable > 0 ? exploitable : 0, unit);
    if (found->size.information == 0)
        puts("nobody has a choice: the forced bets put a player all-in");
    else if (found->strategy)
        print_strategy(&term, found);
}

/* ---- for scripts ---------------------------------------------------------------------------- */

static void write_number(struct felt_json *json, const char *key, double number)
{
    felt_json_key(json, key);
    felt_json_decimal(json, number, DECIMALS);
}

static void write_rate(struct felt_json *json, const struct felt_cli_solve_found *found,
                       const struct felt_solve_rating *rate)
{
    double ante = (double)found->ante;
    felt_json_put_uint(json, "iterations", rate->iterations);
    write_number(json, "value", rate->value / ante);
    write_number(json, "best_first", rate->best[0] / ante);
    write_number(json, "best_second", rate->best[1] / ante);
    write_number(json, "exploitability", rate->exploitability / ante);
}

static void write_set(struct felt_json *json, const struct felt_cli_solve_found *found,
                      const struct felt_solve_set *set)
{
    char hand[HAND_BYTES], history[TEXT_BYTES], word[HAND_BYTES];
    felt_json_object(json);
    felt_json_put_text(json, "player", set->seat == found->look[0].first ? "first" : "second");
    felt_json_put_text(json, "hand", name_hand(set, hand));
    felt_json_put_text(json, "history", name_history(found->setting, set, history));
    write_number(json, "reach", set->reach);
    felt_json_key(json, "actions");
    felt_json_object(json);
    for (int i = 0; i < set->actions; i++) {
        struct felt_buffer text = felt_buffer_make(word, sizeof word);
        write_action(&text, found->setting, &set->action[i]);
        write_number(json, felt_buffer_terminate(&text), set->share[i]);
    }
    felt_json_end(json);
    felt_json_end(json);
}

static void write_all(struct felt_json *json, const void *what)
{
    const struct felt_cli_solve_found *found = what;
    felt_json_object(json);
    felt_json_put_text(json, "variant", found->setting->variant->name);
    felt_json_put_text(json, "limit", felt_setting_limit_name(found->setting->limit));
    felt_json_put_text(json, "counted_in", found->antes ? "antes" : "big blinds");
    felt_json_put_uint(json, "nodes", found->size.nodes);
    felt_json_put_uint(json, "information_sets", found->size.information);
    felt_json_put_uint(json, "deals", found->size.deals);
    write_rate(json, found, &found->look[found->looks - 1]);
    felt_json_key(json, "looks");
    felt_json_array(json);
    for (int i = 0; i < found->looks; i++) {
        felt_json_object(json);
        write_rate(json, found, &found->look[i]);
        felt_json_end(json);
    }
    felt_json_end(json);
    if (found->strategy) {
        felt_json_key(json, "strategy");
        felt_json_array(json);
        for (uint64_t k = 0; k < felt_solve_sets(found->solve); k++) {
            struct felt_solve_set set;
            felt_solve_look(found->solve, k, &set);
            write_set(json, found, &set);
        }
        felt_json_end(json);
    }
    felt_json_end(json);
}

int felt_cli_solve_print_json(const struct felt_args *args,
                              const struct felt_cli_solve_found *found)
{
    return felt_input_print_json(args, write_all, found, JSON_BYTES);
}
