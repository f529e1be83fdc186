/* lab_print.c -- see lab_print.h. */
#include "cli/lab/lab_print.h"
#include "base/json_member.h"

#include "cli/cli.h"
#include "command/input.h"
#include "command/term.h"

#include <math.h>
#include <string.h>

enum { JSON_BYTES = 16384, TEXT_BYTES = 48 };
static const double LEVEL = 0.95;

/* ---- figures ---- */

static double ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

/* An interval of results of groups, in `unit`s for each of the name's games. */
static struct felt_interval scaled(const struct felt_cli_lab_outcome *outcome, int name,
                                   const struct felt_score *score, double unit)
{
    const struct felt_batch_tally *tally = &outcome->tally;
    double by = ratio(tally->line[name].games, tally->groups) * unit;
    struct felt_interval interval = felt_interval_fixed(score, LEVEL);
    if (by <= 0) return interval;
    interval.mean /= by;
    interval.low /= by;
    interval.high /= by;
    return interval;
}

/* Share of games won, and chips for each. */
static struct felt_interval won(const struct felt_cli_lab_outcome *outcome, int name)
{
    struct felt_interval share =
        scaled(outcome, name, &outcome->tally.line[name].won, FELT_GENOME_POINT);
    if (!isfinite(share.low)) return share;
    share.low = fmax(share.low, 0);
    share.high = fmin(share.high, 1);
    return share;
}
static struct felt_interval payoff(const struct felt_cli_lab_outcome *outcome, int name)
{
    return scaled(outcome, name, &outcome->tally.line[name].payoff, 1);
}

static double seat_share(const struct felt_batch_tally *tally, int seat)
{
    return ratio(tally->seat_won[seat], tally->games * FELT_GENOME_POINT);
}

/* 1: every seat wins equally often; 0: one seat wins always. */
static double balance(const struct felt_cli_lab_outcome *outcome)
{
    int seats = outcome->program.seats;
    double worst = 0;
    for (int seat = 0; seat < seats; seat++)
        worst = fmax(worst, fabs(seat_share(&outcome->tally, seat) * seats - 1));
    return 1 - worst / (seats - 1);
}

static uint64_t said(const struct felt_batch_watch *watch, enum felt_move move)
{
    return watch->words[move - FELT_MOVE_ITEMS];
}

static double per_second(const struct felt_cli_lab_outcome *outcome, uint64_t count)
{
    return outcome->seconds > 0 ? (double)count / outcome->seconds : 0;
}

/* ---- for people ---- */

static const char *interval_text(struct felt_interval interval, double by, char out[TEXT_BYTES])
{
    if (isfinite(interval.low))
        snprintf(out, TEXT_BYTES, "%8.2f .. %.2f", interval.low * by, interval.high * by);
    else
        snprintf(out, TEXT_BYTES, "   too few games");
    return out;
}

static void print_names(const struct felt_cli_lab_outcome *outcome)
{
    const struct felt_batch *batch = outcome->batch;
    struct felt_term term = felt_term_make(stdout);
    bool chips = outcome->program.chips;
    if (batch->names == 1) return;
    printf("\n  %-22s %9s  %s%s\n", "", "won", "    95 % interval",
           chips ? "   chips a game      95 % interval" : "");
    for (int i = 0; i < batch->names; i++) {
        char name[FELT_AGENT_TEXT_BYTES], text[TEXT_BYTES];
        struct felt_interval share = won(outcome, i), stack = payoff(outcome, i);
        printf("  %-22s ", felt_agent_write(&batch->agent[i], name));
        felt_term_style(&term, FELT_BOLD);
        printf("%7.2f %%", 100 * share.mean);
        felt_term_style(&term, FELT_PLAIN);
        printf("  %*s", chips ? -20 : 0, interval_text(share, 100, text));
        if (chips) printf(" %+11.2f  %s", stack.mean, interval_text(stack, 1, text));
        printf("\n");
    }
    if (outcome->program.seats > 2)
        printf("  %-22s %7.2f %%\n", "a fair share", 100.0 / outcome->program.seats);
    printf("\n");
}

static void print_ends(const struct felt_cli_lab_outcome *outcome)
{
    const uint64_t *ends = outcome->tally.ends;
    const int32_t *session = outcome->program.session;
    char number[FELT_TERM_NUMBER_BYTES];
    printf("  ended      %s by rule", felt_term_number(ends[FELT_BATCH_RULE], number));
    if (ends[FELT_BATCH_HANDS])
        printf(", %s after %d hands", felt_term_number(ends[FELT_BATCH_HANDS], number),
               session[FELT_SESSION_HANDS]);
    if (ends[FELT_BATCH_TURNS])
        printf(", %s cut at %d turns", felt_term_number(ends[FELT_BATCH_TURNS], number),
               session[FELT_SESSION_TURNS]);
    printf("; %s drawn\n", felt_term_number(outcome->tally.draws, number));
}

static void print_watched(const struct felt_cli_lab_outcome *outcome)
{
    const struct felt_batch_watch *watch = &outcome->tally.watched;
    char number[FELT_TERM_NUMBER_BYTES];
    printf("  decisions  %.1f a game, among %.1f moves", ratio(watch->decisions, watch->games),
           ratio(watch->moves, watch->decisions));
    if (watch->games < outcome->tally.games)
        printf(" (in %s games)", felt_term_number(watch->games, number));
    printf("\n");
    if (!outcome->program.chips) return;
    uint64_t bets = said(watch, FELT_MOVE_BET) + said(watch, FELT_MOVE_RAISE);
    printf("  betting    a hand has %.2f bets and raises, %.2f folds, %.3f all-ins; %.1f %% are "
           "shown down\n",
           ratio(bets, watch->hands), ratio(said(watch, FELT_MOVE_FOLD), watch->hands),
           ratio(watch->all_ins, watch->hands), 100 * ratio(watch->showdowns, watch->hands));
}

int felt_cli_lab_print(const struct felt_cli_lab_outcome *outcome)
{
    const struct felt_batch_tally *tally = &outcome->tally;
    char number[FELT_TERM_NUMBER_BYTES], other[FELT_TERM_NUMBER_BYTES];
    char name[FELT_AGENT_TEXT_BYTES];
    printf("%s: %s game%s of %d", outcome->title, felt_term_number(tally->games, number),
           tally->games == 1 ? "" : "s", outcome->program.seats);
    if (outcome->batch->names == 1)
        printf(" %s players", felt_agent_write(&outcome->batch->agent[0], name));
    printf(", seed %llu\n", (unsigned long long)outcome->batch->seed);
    print_names(outcome);
    printf("  seats     ");
    for (int seat = 0; seat < outcome->program.seats; seat++)
        printf(" %.1f %%", 100 * seat_share(tally, seat));
    printf(", balance %.3f\n", balance(outcome));
    print_ends(outcome);
    printf("  length     %.1f turns, %.1f hand%s\n", ratio(tally->turns, tally->games),
           ratio(tally->hands, tally->games), tally->hands == tally->games ? "" : "s");
    print_watched(outcome);
    printf("  speed      %s games/s, %s turns/s\n",
           felt_term_number((uint64_t)per_second(outcome, tally->games), number),
           felt_term_number((uint64_t)per_second(outcome, tally->turns), other));
    printf("  result     %016llx\n", (unsigned long long)tally->result);
    return FELT_EXIT_OK;
}

/* ---- for scripts ---- */

static void write_hash(struct felt_json *json, const char *key, uint64_t hash)
{
    char text[24];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    felt_json_key(json, key);
    felt_json_text(json, text);
}

/* Ends that are not known are null. */
static void write_interval(struct felt_json *json, const char *key, struct felt_interval interval)
{
    felt_json_key(json, key);
    felt_json_object(json);
    felt_json_put_decimal(json, "mean", interval.mean, 6);
    felt_json_put_decimal(json, "low", interval.low, 6);
    felt_json_put_decimal(json, "high", interval.high, 6);
    felt_json_end(json);
}

static void write_names(struct felt_json *json, const struct felt_cli_lab_outcome *outcome)
{
    felt_json_key(json, "players");
    felt_json_array(json);
    for (int i = 0; i < outcome->batch->names; i++) {
        const struct felt_batch_line *line = &outcome->tally.line[i];
        char name[FELT_AGENT_TEXT_BYTES];
        felt_json_object(json);
        felt_json_key(json, "name");
        felt_json_text(json, felt_agent_write(&outcome->batch->agent[i], name));
        felt_json_put_uint(json, "games", line->games);
        felt_json_put_uint(json, "wins", line->wins);
        write_interval(json, "won", won(outcome, i));
        write_interval(json, "payoff", payoff(outcome, i));
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void write_watched(struct felt_json *json, const struct felt_cli_lab_outcome *outcome)
{
    static const char *const words[] = {"fold",   "check", "bet",     "call", "raise",
                                        "all_in", "pass",  "draw",    "take", "done",
                                        "flip",   "doubt", "believe", "knock"};
    const struct felt_batch_watch *watch = &outcome->tally.watched;
    FELT_STATIC_ASSERT(sizeof words / sizeof words[0] == FELT_MOVE_CODES - FELT_MOVE_ITEMS,
                       "a word for each move");
    felt_json_key(json, "watched");
    felt_json_object(json);
    felt_json_put_uint(json, "games", watch->games);
    felt_json_put_uint(json, "hands", watch->hands);
    felt_json_put_uint(json, "turns", watch->turns);
    felt_json_put_uint(json, "decisions", watch->decisions);
    felt_json_put_uint(json, "moves", watch->moves);
    felt_json_put_uint(json, "all_ins", watch->all_ins);
    felt_json_put_uint(json, "showdowns", watch->showdowns);
    felt_json_key(json, "words");
    felt_json_object(json);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        felt_json_put_uint(json, words[i], watch->words[i]);
    felt_json_end(json);
    felt_json_end(json);
}

static void write_ends(struct felt_json *json, const struct felt_batch_tally *tally)
{
    felt_json_key(json, "ended");
    felt_json_object(json);
    felt_json_put_uint(json, "rule", tally->ends[FELT_BATCH_RULE]);
    felt_json_put_uint(json, "hands_cap", tally->ends[FELT_BATCH_HANDS]);
    felt_json_put_uint(json, "turns_cap", tally->ends[FELT_BATCH_TURNS]);
    felt_json_end(json);
}

int felt_cli_lab_print_json(const struct felt_cli_lab_outcome *outcome)
{
    const struct felt_batch_tally *tally = &outcome->tally;
    char memory[JSON_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "game");
    felt_json_text(&json, outcome->title);
    write_hash(&json, "program", outcome->program.hash);
    felt_json_put_uint(&json, "seats", outcome->program.seats);
    felt_json_put_uint(&json, "seed", outcome->batch->seed);
    felt_json_put_uint(&json, "threads", (uint64_t)outcome->threads);
    felt_json_put_uint(&json, "games", tally->games);
    felt_json_put_uint(&json, "hands", tally->hands);
    felt_json_put_uint(&json, "turns", tally->turns);
    felt_json_put_uint(&json, "draws", tally->draws);
    write_ends(&json, tally);
    write_names(&json, outcome);
    felt_json_key(&json, "seats_won");
    felt_json_array(&json);
    for (int seat = 0; seat < outcome->program.seats; seat++)
        felt_json_decimal(&json, seat_share(tally, seat), 6);
    felt_json_end(&json);
    felt_json_put_decimal(&json, "balance", balance(outcome), 6);
    write_watched(&json, outcome);
    felt_json_put_decimal(&json, "seconds", outcome->seconds, 6);
    felt_json_put_decimal(&json, "games_per_second", per_second(outcome, tally->games), 0);
    felt_json_put_decimal(&json, "turns_per_second", per_second(outcome, tally->turns), 0);
    write_hash(&json, "result", tally->result);
    felt_json_end(&json);
    return felt_input_flush(&json);
}
