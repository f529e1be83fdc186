/* starting_order.c -- computes the table of src/cards/starting.c anew and prints its rows.
 *
 *     build/tools/starting_order          about a minute
 *
 * Each of the 169 kinds meets a random hand, every match-up counted.  Rows are sorted by exact
 * counts, 2 * wins + ties; only then equities are rounded to millionths. */
#include "felt/equity.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_ON_A_LINE = 5 };

struct row {
    char name[4];
    uint64_t halves; /* 2 * wins + ties */
    uint64_t matchups;
};

static int by_strength(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    return x->halves < y->halves ? 1 : x->halves > y->halves ? -1 : 0;
}

/* One combination stands for its kind: changing suits changes nothing against a random hand. */
static int one_of(int kind)
{
    int first = kind / FELT_RANKS, second = kind % FELT_RANKS;
    int low_suit = first > second ? FELT_CLUBS : FELT_DIAMONDS;
    return felt_combo_index(felt_card_make(first > second ? first : second, FELT_CLUBS),
                            felt_card_make(first > second ? second : first, low_suit));
}

static void count_kind(int kind, struct felt_equity_work *work, struct row *row)
{
    struct felt_equity_question question = {.game = felt_showdown_find("holdem"), .players = 2};
    struct felt_equity_options options = felt_equity_defaults();
    struct felt_equity_answer answer;
    struct felt_complaint complaint;
    options.method = FELT_EQUITY_EXACT;
    question.holding[0].is_range = question.holding[1].is_range = true;
    felt_range_add(&question.holding[0].range, one_of(kind));
    for (int combo = 0; combo < FELT_COMBOS; combo++)
        felt_range_add(&question.holding[1].range, combo);
    if (felt_equity_ask(&question, &options, work, &answer, &complaint) != FELT_OK) {
        fprintf(stderr, "starting_order: %s\n", complaint.text);
        exit(EXIT_FAILURE);
    }
    felt_starting_write(kind, row->name);
    row->halves = 2 * answer.player[0].wins + answer.player[0].ties;
    row->matchups = answer.matchups;
}

int main(void)
{
    static struct row rows[FELT_STARTING_KINDS];
    struct felt_equity_work *work = malloc(sizeof *work);
    if (work == NULL) return EXIT_FAILURE;
    for (int kind = 0; kind < FELT_STARTING_KINDS; kind++) {
        count_kind(kind, work, &rows[kind]);
        fprintf(stderr, "\r%d of %d ", kind + 1, FELT_STARTING_KINDS);
    }
    free(work);
    fputc('\n', stderr);
    qsort(rows, FELT_STARTING_KINDS, sizeof rows[0], by_strength);
    for (int i = 0; i < FELT_STARTING_KINDS; i++) {
        const struct row *row = &rows[i];
        uint64_t millionths = (row->halves * 1000000 + row->matchups) / (2 * row->matchups);
        bool last = i % ROWS_ON_A_LINE == ROWS_ON_A_LINE - 1 || i == FELT_STARTING_KINDS - 1;
        int pad = 3 - (int)strlen(row->name);
        printf("%s{\"%s\", %llu},%*s", i % ROWS_ON_A_LINE ? " " : "    ", row->name,
               (unsigned long long)millionths, last ? 0 : pad, "");
        if (last) putchar('\n');
    }
    return EXIT_SUCCESS;
}
