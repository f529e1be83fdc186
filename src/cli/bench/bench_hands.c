/* bench_hands.c -- whole hands: how fast, how many instructions, and the engine's signature. */
#include "cli/bench/bench_hands.h"
#include "bench/bench.h"
#include "bench/hands.h"
#include "cli/cli.h"
#include "command/input.h"
#include "cli/bench/instructions.h"
#include "command/term.h"
#include "felt/felt.h"

#include <stdio.h>
#include <string.h>

enum {
    HANDS_IN_A_RUN = 20000,
    EVALUATIONS = 200000,
    COPIES = 1000000,
    SIGNATURE_HANDS = 20000,
    HANDS_MAX = 1000000000,
    JSON_BYTES = 16384,
    LIST_BYTES = 400,
    NAME_BYTES = 60 /* quoted, so that the list is seen to its end */
};

/* ---- runs ----------------------------------------------------------------------------------- */

static uint64_t play_row(void *row)
{
    uint64_t actions;
    return bench_hands_play(row, HANDS_IN_A_RUN, &actions);
}

static void play_times(const char *name, uint64_t times)
{
    uint64_t actions;
    uint64_t result = bench_hands_play(bench_hands_find(name), times, &actions);
    __asm__ volatile("" : : "r"(result));
}

static uint64_t copy_states(void *input)
{
    (void)input;
    return bench_hands_copy(COPIES);
}

/* The yardstick: seven cards at a time by additive keys. */
static uint64_t evaluate(void *input)
{
    const felt_card(*cards)[7] = input;
    uint64_t sum = 0;
    for (int i = 0; i < EVALUATIONS; i++) {
        struct felt_tally tally = felt_tally_empty();
        for (int k = 0; k < 7; k++) felt_tally_add(&tally, cards[i % 1024][k]);
        sum += felt_tally_value(tally);
    }
    return sum;
}

static void measure(int rounds, struct felt_bench_figures *figures, double *copy_ns)
{
    static felt_card cards[1024][7];
    struct bench_row rows[BENCH_ROWS_MAX];
    struct bench_result results[BENCH_ROWS_MAX];
    struct felt_rng rng = felt_rng_make(52);
    struct felt_progress progress = felt_progress_make();
    double clock_ghz;
    int count = bench_hands_count();
    felt_assert(count < BENCH_ROWS_MAX);
    for (int i = 0; i < 1024; i++) {
        struct felt_deck deck = felt_deck_make(FELT_CARDS_ALL);
        felt_deck_shuffle(&deck, 7, &rng);
        memcpy(cards[i], deck.card, 7);
    }
    for (int i = 0; i <= count; i++) {
        const struct bench_hands *row = i < count ? bench_hands_at(i) : NULL;
        rows[i] = (struct bench_row){.name = row ? row->name : "copy",
                                     .unit = "1/s",
                                     .yardstick = "evaluations",
                                     .ours = row ? play_row : copy_states,
                                     .theirs = evaluate,
                                     .work = row ? HANDS_IN_A_RUN : COPIES,
                                     .their_work = EVALUATIONS,
                                     .input = row ? (void *)(uintptr_t)row : cards};
    }
    bench_measure(rows, count + 1, cards, rounds, results, &clock_ghz, NULL, NULL);
    for (int i = 0; i < count; i++) {
        uint64_t actions;
        (void)bench_hands_play(bench_hands_at(i), HANDS_IN_A_RUN, &actions);
        felt_progress_tick(&progress, (double)i / count);
        figures[i].hands_per_s = results[i].best;
        figures[i].median = results[i].median;
        figures[i].actions_per_s = results[i].best * (double)actions / HANDS_IN_A_RUN;
        figures[i].evaluations = 1 / results[i].ratio;
        figures[i].instructions = felt_bench_instructions_per_hand(rows[i].name, play_times);
    }
    felt_progress_end(&progress);
    *copy_ns = 1e9 / results[count].best;
}

/* ---- output --------------------------------------------------------------------------------- */

static void print_table(const struct felt_bench_figures *figures, double copy_ns, int rounds)
{
    struct felt_term term = felt_term_make(stdout);
    printf("%d rounds, best; a state of %zu bytes is copied in %.1f ns\n\n", rounds,
           sizeof(struct felt_poker), copy_ns);
    felt_term_style(&term, FELT_BOLD);
    printf("%-16s %12s %12s %12s %8s %13s", "row", "hands/s", "median", "actions/s", "evals",
           "instructions");
    felt_term_style(&term, FELT_PLAIN);
    printf("\n");
    for (int i = 0; i < bench_hands_count(); i++) {
        printf("%-16s %10.3f M %10.3f M %10.3f M %8.1f", bench_hands_at(i)->name,
               figures[i].hands_per_s / 1e6, figures[i].median / 1e6,
               figures[i].actions_per_s / 1e6, figures[i].evaluations);
        if (figures[i].instructions < 0)
            printf(" %13s\n", "-");
        else
            printf(" %13.0f\n", figures[i].instructions);
    }
    printf("\nevals: what a hand costs in seven-card evaluations of the yardstick.\n");
}

void felt_bench_put_figures(struct felt_json *json, const struct felt_bench_figures *figures)
{
    felt_json_key(json, "hands_per_s");
    felt_json_decimal(json, figures->hands_per_s, 0);
    felt_json_key(json, "hands_per_s_median");
    felt_json_decimal(json, figures->median, 0);
    felt_json_key(json, "actions_per_s");
    felt_json_decimal(json, figures->actions_per_s, 0);
    felt_json_key(json, "evaluations");
    felt_json_decimal(json, figures->evaluations, 2);
    felt_json_key(json, "instructions_per_hand");
    if (figures->instructions < 0)
        felt_json_null(json);
    else
        felt_json_decimal(json, figures->instructions, 0);
}

static int print_json(const struct felt_bench_figures *figures, double copy_ns, int rounds)
{
    static char memory[JSON_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "bench");
    felt_json_text(&json, "hands");
    felt_json_key(&json, "rounds");
    felt_json_int(&json, rounds);
    felt_json_key(&json, "state_bytes");
    felt_json_uint(&json, sizeof(struct felt_poker));
    felt_json_key(&json, "copy_ns");
    felt_json_decimal(&json, copy_ns, 2);
    felt_json_key(&json, "rows");
    felt_json_array(&json);
    for (int i = 0; i < bench_hands_count(); i++) {
        felt_json_object(&json);
        felt_json_key(&json, "name");
        felt_json_text(&json, bench_hands_at(i)->name);
        felt_bench_put_figures(&json, &figures[i]);
        felt_json_end(&json);
    }
    felt_json_end(&json);
    felt_json_end(&json);
    return felt_input_flush(&json);
}

static int refuse_row(const struct felt_args *args, const char *name)
{
    char list[LIST_BYTES];
    struct felt_buffer text = felt_buffer_make(list, sizeof list);
    for (int i = 0; i < bench_hands_count(); i++) {
        felt_buffer_text(&text, i ? ", " : "");
        felt_buffer_text(&text, bench_hands_at(i)->name);
    }
    return felt_args_refuse(args, "there is no row %.*s; take one of %s",
                            (int)strnlen(name, NAME_BYTES), name, felt_buffer_terminate(&text));
}

static int play_only(const struct felt_args *args)
{
    const char *name = args->value[BENCH_ONLY];
    const struct bench_hands *row = bench_hands_find(name);
    uint64_t hands = 100000, actions;
    if (!row) return refuse_row(args, name);
    if (felt_args_flag(args, BENCH_JSON))
        return felt_args_refuse(args, "--only measures nothing that --json could write; leave one "
                                      "of them out");
    if (!felt_args_uint(args, BENCH_HANDS, 1, HANDS_MAX, &hands)) return FELT_EXIT_USAGE;
    uint64_t result = bench_hands_play(row, hands, &actions);
    printf("%s: %llu hands, %llu actions, result %016llx\n", name, (unsigned long long)hands,
           (unsigned long long)actions, (unsigned long long)result);
    return FELT_EXIT_OK;
}

int felt_bench_hands(const struct felt_args *args, int rounds)
{
    struct felt_bench_figures figures[BENCH_ROWS_MAX];
    double copy_ns;
    if (felt_args_flag(args, BENCH_ONLY)) return play_only(args);
    measure(rounds, figures, &copy_ns);
    if (felt_args_flag(args, BENCH_JSON)) return print_json(figures, copy_ns, rounds);
    print_table(figures, copy_ns, rounds);
    return FELT_EXIT_OK;
}

/* ---- the signature -------------------------------------------------------------------------- */

static const char *hex(uint64_t number, char out[17])
{
    for (int i = 15; i >= 0; i--, number >>= 4) out[i] = "0123456789abcdef"[number & 15];
    out[16] = 0;
    return out;
}

int felt_bench_signature(const struct felt_args *args)
{
    static const char *const limits[] = {"nl", "pl", "fl"};
    static char memory[JSON_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    uint64_t hands = SIGNATURE_HANDS, all = 0;
    char text[17];
    bool script = felt_args_flag(args, BENCH_JSON);
    if (!felt_args_uint(args, BENCH_HANDS, 1, HANDS_MAX, &hands)) return FELT_EXIT_USAGE;
    felt_json_object(&json);
    felt_json_key(&json, "hands");
    felt_json_uint(&json, hands);
    for (int i = 0; i < felt_variant_count(); i++) {
        const struct felt_variant *variant = felt_variant_at(i);
        uint64_t game = 0;
        for (int limit = 0; limit < 3; limit++) {
            uint64_t one = bench_hands_signature(variant, (enum felt_limit)limit, (int)hands);
            if (!script) printf("%-16s %s  %s\n", variant->name, limits[limit], hex(one, text));
            game = felt_hash_word(game, one);
        }
        felt_json_key(&json, variant->name);
        felt_json_text(&json, hex(game, text));
        all = felt_hash_word(all, game);
    }
    felt_json_key(&json, "signature");
    felt_json_text(&json, hex(all, text));
    felt_json_end(&json);
    if (script) return felt_input_flush(&json);
    printf("%-16s     %s\n", "signature", text);
    return FELT_EXIT_OK;
}
