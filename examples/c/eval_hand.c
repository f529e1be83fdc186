/* eval_hand.c -- names the best poker hand of the cards on the command line in one argument.
 *
 *     cc eval_hand.c $(pkg-config --cflags --libs felt) -o eval_hand
 *     ./eval_hand "As Ks Qs Js Ts 2d 3c" */
#include <felt/felt.h>

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    const char *text = argc > 1 ? argv[1] : "As Ks Qs Js Ts 2d 3c";
    felt_card cards[FELT_EVAL_CARDS_MAX];
    int count;
    struct felt_complaint complaint;
    if (felt_cards_read(text, strlen(text), FELT_EVAL_CARDS_MAX, cards, &count, &complaint) !=
        FELT_OK) {
        fprintf(stderr, "%s\n", complaint.text);
        return 2;
    }

    /* A value is one number: of two hands the one with the larger value wins. */
    felt_value value = felt_eval(FELT_HIGH, cards, count);
    char name[FELT_VALUE_NAME_BYTES];
    felt_value_name(FELT_HIGH, value, name, sizeof name);
    printf("%s (value %d)\n", name, value);
    return 0;
}
