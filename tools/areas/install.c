/* install.c -- a user's program: C and C++, against the installed library (tools/areas/install). */
#include <felt/felt.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    const char *text = "As Ks Qs Js Ts";
    felt_card cards[5];
    int count = 0;
    struct felt_complaint complaint;
    if (felt_cards_read(text, strlen(text), 5, cards, &count, &complaint) != FELT_OK) return 1;
    felt_value royal = felt_eval(FELT_HIGH, cards, count);
    felt_value ace = felt_eval(FELT_HIGH, cards, 1);
    printf("%d cards, %s\n", count, royal > ace ? "a royal flush beats an ace" : "wrong order");
    return royal > ace ? 0 : 1;
}
