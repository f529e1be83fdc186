/* equity.c -- two ranges of hold'em hands against each other, every match-up counted.
 *
 *     cc equity.c $(pkg-config --cflags --libs felt) -o equity
 *     ./equity "QQ+,AKs" "15%" */
#include <felt/felt.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    const char *texts[2] = {argc > 2 ? argv[1] : "AA", argc > 2 ? argv[2] : "KK"};
    struct felt_complaint complaint;
    struct felt_equity_question question = {.game = felt_showdown_find("holdem"), .players = 2};
    for (int i = 0; i < 2; i++) {
        const char *text = texts[i];
        question.holding[i].is_range = true;
        if (felt_range_read(text, strlen(text), &question.holding[i].range, &complaint) !=
            FELT_OK) {
            fprintf(stderr, "%s\n%*s^ %s\n", text, (int)complaint.at, "", complaint.text);
            return 2;
        }
    }

    /* The library never allocates: it gets its scratch memory from us. */
    struct felt_equity_options options = felt_equity_defaults();
    struct felt_equity_work *work = malloc(sizeof *work);
    struct felt_equity_answer answer;
    if (work == NULL) return 1;
    if (felt_equity_ask(&question, &options, work, &answer, &complaint) != FELT_OK) {
        fprintf(stderr, "%s\n", complaint.text);
        free(work);
        return 2;
    }
    for (int i = 0; i < 2; i++) printf("%-16s %6.2f %%\n", texts[i], 100 * answer.player[i].equity);
    printf("%s, %llu match-ups\n", answer.method == FELT_EQUITY_EXACT ? "exact" : "sampled",
           (unsigned long long)answer.matchups);
    free(work);
    return 0;
}
