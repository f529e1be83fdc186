/* tour.c -- felt tour: a quick look at what works.
 *
 * The tour runs real commands in this process and shows what to type for each; the last two stops
 * call the library directly. */
#include "command/args.h"
#include "cli/cli.h"
#include "command/term.h"
#include "felt/assert.h"
#include "felt/range.h"

#include <string.h>

enum { WORDS_MAX = 10, BINS = 10, BAR_WIDTH = 40 };

static const char help[] = "Usage: felt tour\n"
                           "\n"
                           "A quick look at what works, and what to type for it.\n"
                           "\n"
                           "Examples:\n"
                           "  felt tour\n";

static const struct felt_args_spec spec = {"tour", help, NULL, 0};

struct stop {
    const char *title;
    int (*run)(int argc, char **argv);
    const char *words[WORDS_MAX]; /* the command's name first */
};

static const struct stop stops[] = {
    {"The best five of seven cards",
     felt_cli_eval,
     {"eval", "As", "Ks", "Qs", "Js", "Ts", "2d", "3c"}},
    {"Aces against kings, every match-up counted", felt_cli_equity, {"equity", "AA", "KK"}},
    {"A range against another on the flop",
     felt_cli_equity,
     {"equity", "QQ+,AKs", "15%", "--board", "Kh7d2c"}},
    {"Omaha hi-lo: two equal lows, so the second hand gets a quarter",
     felt_cli_eval,
     {"eval", "AsKs2hKc", "/", "Ad2dQhQc", "--game", "omaha-hilo", "--board", "3c4d7hKd9s"}},
    {"One of the games that can be played", felt_cli_variants, {"variants", "follow-queen"}},
};

static void print_title(const struct felt_term *term, const char *title)
{
    felt_term_style(term, FELT_BOLD);
    printf("%s\n", title);
    felt_term_style(term, FELT_PLAIN);
}

static int run_stop(const struct felt_term *term, const struct stop *stop)
{
    char copies[WORDS_MAX][32];
    char *argv[WORDS_MAX + 1];
    int argc = 0;
    print_title(term, stop->title);
    felt_term_style(term, FELT_DIM);
    fputs("$ felt", stdout);
    for (; argc < WORDS_MAX && stop->words[argc]; argc++) {
        size_t bytes = strlen(stop->words[argc]) + 1;
        felt_assert(bytes <= sizeof copies[argc]);
        memcpy(copies[argc], stop->words[argc], bytes);
        argv[argc] = copies[argc];
        printf(" %s", argv[argc]);
    }
    argv[argc] = NULL;
    felt_term_style(term, FELT_PLAIN);
    fputc('\n', stdout);
    int code = stop->run(argc, argv);
    fputc('\n', stdout);
    return code;
}

static void show_range(const struct felt_term *term)
{
    static const char text[] = "15%";
    struct felt_range range;
    char written[256];
    enum felt_status status = felt_range_read(text, strlen(text), &range, NULL);
    felt_assert(status == FELT_OK);
    (void)felt_range_write(&range, written, sizeof written);
    print_title(term, "The best 15 percent of starting hands");
    printf("%d of %d combinations: %s\n\n", felt_range_count(&range), FELT_COMBOS, written);
}

static int combos_of(int kind)
{
    int first = kind / FELT_RANKS, second = kind % FELT_RANKS;
    return first == second ? 6 : first > second ? 4 : 12;
}

/* Starting hands by equity against a random hand, in ten columns of equal width. */
static void show_plot(const struct felt_term *term)
{
    int low = felt_starting_equity(FELT_STARTING_KINDS - 1), high = felt_starting_equity(0);
    int count[BINS] = {0}, most = 0;
    char best[BINS][4] = {{0}};
    for (int place = 0; place < FELT_STARTING_KINDS; place++) {
        int bin = (int)((int64_t)(felt_starting_equity(place) - low) * BINS / (high - low + 1));
        int kind = felt_starting_kind(place);
        if (count[bin] == 0) felt_starting_write(kind, best[bin]);
        count[bin] += combos_of(kind);
        if (count[bin] > most) most = count[bin];
    }
    print_title(term, "How often starting hands win against a random one");
    for (int bin = BINS - 1; bin >= 0; bin--) {
        double from = low + (double)(high - low) * bin / BINS;
        printf("from %4.1f%%  %-3s ", from / 10000, best[bin]);
        felt_term_style(term, FELT_GREEN);
        felt_term_bar(term, (double)count[bin] / most, BAR_WIDTH);
        felt_term_style(term, FELT_PLAIN);
        printf(" %d\n", count[bin]);
    }
    fputs("(number of combinations, and the best of them; to type: felt equity AKs random)\n",
          stdout);
}

int felt_cli_tour(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (args.count > 0)
        return felt_args_refuse(&args, "\"%s\": felt tour takes no arguments", args.word[0]);
    struct felt_term term = felt_term_make(stdout);
    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++) {
        int code = run_stop(&term, &stops[i]);
        if (code != FELT_EXIT_OK) return code;
    }
    show_range(&term);
    show_plot(&term);
    fputs("\nMore: felt play holdem, felt play dealers-choice, felt --help, felt games, felt "
          "variants\n",
          stdout);
    return FELT_EXIT_OK;
}
