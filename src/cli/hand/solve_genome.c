/* solve_genome.c -- felt solve GENOME: strategies for one hand of a tiny genome that two play.
 *
 * What somebody knows in an information set is shown by one of the deals that lead there: its
 * cards, and the moves in the words of the game. */
#include "cli/cli.h"
#include "base/json_member.h"
#include "command/input.h"
#include "command/lab_file.h"
#include "cli/hand/solve.h"
#include "command/term.h"
#include "felt/genome_solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLAYERS = 2,
    MOVE_BYTES = 64,
    TEXT_BYTES = 4096,
    JSON_BYTES = 65536,
    DECIMALS = 9,
    BAR_COLUMNS = 24,
    BAR_LOWEST = -20
};
#define MEMORY_MAX  ((size_t)1 << 30)
#define SHARE_LEAST 0.0005

struct found {
    const struct felt_cli_solve_wish *wish;
    const struct felt_lab_file *file;
    struct felt_genome_program program;
    struct felt_genome_solve_size size;
    struct felt_genome_solve *solve;
    int looks; /* the last one is the result */
    struct felt_genome_solve_rating look[FELT_CLI_SOLVE_LOOKS_MAX];
};

static void run(struct found *found)
{
    const struct felt_cli_solve_wish *wish = found->wish;
    struct felt_progress progress = felt_progress_make();
    for (uint64_t i = 1; i <= wish->iterations; i++) {
        struct felt_genome_solve_rating *look = &found->look[found->looks];
        felt_genome_solve_iterate(found->solve, 1);
        (void)felt_progress_tick(&progress, (double)i / (double)wish->iterations);
        if (i < wish->iterations && (i & (i - 1)) != 0) continue;
        felt_genome_solve_rate(found->solve, look);
        found->looks++;
        if (look->exploitability <= wish->until) break;
    }
    felt_progress_end(&progress);
}

/* ---- words ---------------------------------------------------------------------------------- */

/* Plays the deal of a set up to its decision: "after check, bet" into `history`. */
static void replay(const struct found *found, const struct felt_genome_solve_set *set,
                   struct felt_genome_state *state, struct felt_buffer *history)
{
    const struct felt_genome_program *program = &found->program;
    struct felt_deal deal = {.seats = (1 << PLAYERS) - 1,
                             .button = PLAYERS - 1,
                             .deck = set->card,
                             .deck_count = set->cards};
    for (int seat = 0; seat < PLAYERS; seat++) deal.stack[seat] = program->starting_chips;
    felt_genome_begin(program, &deal, 0, state, NULL);
    for (int i = 0; i < set->steps; i++) {
        char word[MOVE_BYTES];
        felt_genome_move_text(program, state, set->step[i], word, sizeof word);
        felt_buffer_text(history, i ? ", " : "after ");
        felt_buffer_text(history, word);
        felt_genome_play(program, state, set->step[i], NULL);
    }
    if (!set->steps) felt_buffer_text(history, "first to act");
}

static void write_cards(struct felt_buffer *text, felt_cards cards)
{
    while (cards) {
        char card[FELT_CARD_TEXT_BYTES];
        felt_card_write(felt_cards_take(&cards), card);
        felt_buffer_text(text, card);
    }
}

/* "Js", "Js on Kh" */
static void write_hand(struct felt_buffer *text, const struct felt_genome_state *state,
                       felt_seat seat)
{
    write_cards(text, state->hand[seat]);
    if (state->table) felt_buffer_text(text, " on ");
    write_cards(text, state->table);
}

/* ---- for people ----------------------------------------------------------------------------- */

static void print_set(const struct found *found, const struct felt_genome_solve_set *set)
{
    char memory[2][TEXT_BYTES];
    struct felt_buffer history = felt_buffer_make(memory[0], TEXT_BYTES);
    struct felt_buffer hand = felt_buffer_make(memory[1], TEXT_BYTES);
    struct felt_genome_state state;
    const char *between = "";
    replay(found, set, &state, &history);
    write_hand(&hand, &state, set->seat);
    printf("  %-9s %s: ", felt_buffer_terminate(&hand), felt_buffer_terminate(&history));
    for (int i = 0; i < set->moves; i++) {
        char word[MOVE_BYTES];
        if (set->share[i] < SHARE_LEAST) continue;
        felt_genome_move_text(&found->program, &state, set->move[i], word, sizeof word);
        printf("%s%.3g %% %s", between, 100 * set->share[i], word);
        between = ", ";
    }
    fputc('\n', stdout);
}

static void print_strategy(const struct found *found, uint32_t sets)
{
    for (felt_seat seat = 0; seat < PLAYERS; seat++) {
        printf("\n%s\n", seat == 0 ? "the first to act" : "the other");
        for (uint32_t i = 0; i < sets; i++) {
            struct felt_genome_solve_set set;
            felt_genome_solve_look(found->solve, i, &set);
            if (set.seat == seat) print_set(found, &set);
        }
    }
}

static double tidy(double number)
{
    return fabs(number) < 5e-7 ? 0 : number; /* no "-0.000000" */
}

static void print_all(const struct found *found)
{
    const struct felt_genome_solve_rating *last = &found->look[found->looks - 1];
    struct felt_term term = felt_term_make(stdout);
    char nodes[FELT_TERM_NUMBER_BYTES], sets[FELT_TERM_NUMBER_BYTES], deals[FELT_TERM_NUMBER_BYTES];
    const char *unit = found->program.chips ? "chips" : "sixtieths of a game";
    printf("%s: %s positions, %s information sets, %s deals\n", found->file->title,
           felt_term_number(found->size.nodes, nodes), felt_term_number(last->sets, sets),
           felt_term_number(found->size.deals, deals));
    felt_term_style(&term, FELT_BOLD);
    printf("%10s %12s %16s", "iterations", "value", "exploitability");
    felt_term_style(&term, FELT_PLAIN);
    fputc('\n', stdout);
    for (int i = 0; i < found->looks; i++) {
        const struct felt_genome_solve_rating *look = &found->look[i];
        double exploitable = look->exploitability > 0 ? look->exploitability : 0;
        printf("%10s %12.6f %16.8f", felt_term_number(look->iterations, nodes), tidy(look->value),
               exploitable);
        if (exploitable > 0) {
            fputs("  ", stdout);
            felt_term_bar(&term, (log2(exploitable) - BAR_LOWEST) / BAR_COLUMNS, BAR_COLUMNS);
        }
        fputc('\n', stdout);
    }
    printf("value           %+.6f %s per hand for the first to act\n", tidy(last->value), unit);
    printf("exploitability   %.8f %s per hand, the mean of both seats\n",
           last->exploitability > 0 ? last->exploitability : 0, unit);
    if (found->wish->strategy) print_strategy(found, last->sets);
}

/* ---- for scripts ---------------------------------------------------------------------------- */

static void write_number(struct felt_json *json, const char *key, double number)
{
    felt_json_key(json, key);
    felt_json_decimal(json, number, DECIMALS);
}

static void write_rate(struct felt_json *json, const struct felt_genome_solve_rating *rate)
{
    felt_json_put_uint(json, "iterations", rate->iterations);
    write_number(json, "value", rate->value);
    write_number(json, "best_first", rate->best[0]);
    write_number(json, "best_second", rate->best[1]);
    write_number(json, "exploitability", rate->exploitability);
}

static void write_set(struct felt_json *json, const struct found *found, uint32_t index)
{
    char memory[2][TEXT_BYTES];
    struct felt_buffer history = felt_buffer_make(memory[0], TEXT_BYTES);
    struct felt_buffer hand = felt_buffer_make(memory[1], TEXT_BYTES);
    struct felt_genome_solve_set set;
    struct felt_genome_state state;
    felt_genome_solve_look(found->solve, index, &set);
    replay(found, &set, &state, &history);
    write_hand(&hand, &state, set.seat);
    felt_json_object(json);
    felt_json_put_text(json, "player", set.seat == 0 ? "first" : "second");
    felt_json_put_text(json, "hand", felt_buffer_terminate(&hand));
    felt_json_put_text(json, "history", felt_buffer_terminate(&history));
    felt_json_key(json, "moves");
    felt_json_object(json);
    for (int i = 0; i < set.moves; i++) {
        char word[MOVE_BYTES];
        felt_genome_move_text(&found->program, &state, set.move[i], word, sizeof word);
        write_number(json, word, set.share[i]);
    }
    felt_json_end(json);
    felt_json_end(json);
}

static void write_all(struct felt_json *json, const void *what)
{
    const struct found *found = what;
    const struct felt_genome_solve_rating *last = &found->look[found->looks - 1];
    felt_json_object(json);
    felt_json_put_text(json, "genome", found->file->title);
    felt_json_put_text(json, "counted_in", found->program.chips ? "chips" : "sixtieths of a game");
    felt_json_put_uint(json, "nodes", found->size.nodes);
    felt_json_put_uint(json, "information_sets", last->sets);
    felt_json_put_uint(json, "deals", found->size.deals);
    write_rate(json, last);
    felt_json_key(json, "looks");
    felt_json_array(json);
    for (int i = 0; i < found->looks; i++) {
        felt_json_object(json);
        write_rate(json, &found->look[i]);
        felt_json_end(json);
    }
    felt_json_end(json);
    if (found->wish->strategy) {
        felt_json_key(json, "strategy");
        felt_json_array(json);
        for (uint32_t i = 0; i < last->sets; i++) write_set(json, found, i);
        felt_json_end(json);
    }
    felt_json_end(json);
}

/* ---- the command ---------------------------------------------------------------------------- */

static int solve_program(const struct felt_args *args, struct found *found)
{
    struct felt_complaint complaint = {0};
    enum felt_status status = felt_genome_solve_measure(&found->program, &found->size, &complaint);
    if (status == FELT_OK && found->size.bytes > MEMORY_MAX)
        status = felt_complain(&complaint, FELT_FULL, 0, 0, "what fits in 1 GiB is solved");
    if (status != FELT_OK) {
        int code = felt_args_refuse(args, "%s: %s", found->file->name, complaint.text);
        return status == FELT_FULL ? FELT_EXIT_FAILED : code;
    }
    void *memory = malloc(found->size.bytes);
    if (memory == NULL || felt_genome_solve_init(&found->program, memory, found->size.bytes,
                                                 &found->solve, &complaint) != FELT_OK) {
        free(memory);
        (void)felt_args_refuse(args, "out of memory; free some and try again");
        return FELT_EXIT_FAILED;
    }
    run(found);
    int code = FELT_EXIT_OK;
    if (found->wish->json)
        code = felt_input_print_json(args, write_all, found, JSON_BYTES);
    else
        print_all(found);
    free(memory);
    return code;
}

int felt_cli_solve_genome(const struct felt_args *args, const char *name,
                          const struct felt_cli_solve_wish *wish)
{
    struct felt_lab_file *file = felt_lab_file_open(args, name);
    if (!file) return FELT_EXIT_USAGE;
    struct found found = {.wish = wish, .file = file};
    const int32_t *players = file->genome.players.gene;
    int code;
    if (players[FELT_PLAYERS_MIN] > PLAYERS) {
        code = felt_args_refuse(args, "%s: games of two seats are solved; this one has %d or more",
                                file->name, players[FELT_PLAYERS_MIN]);
    } else {
        felt_genome_compile(&file->genome, PLAYERS, &found.program);
        code = solve_program(args, &found);
    }
    free(file);
    return code;
}
