/* support.c -- see support.h. */
#include "support.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char rank_letters[] = "23456789TJQKA", suit_letters[] = "cdhs";

static void stop(const char *what, const char *which)
{
    fprintf(stderr, "test support: %s: %s\n", what, which);
    exit(2);
}

int cards_parse(const char *text, felt_card *out, int max)
{
    int count = 0;
    for (const char *at = text; *at;) {
        if (isspace((unsigned char)*at)) {
            at++;
            continue;
        }
        const char *rank = strchr(rank_letters, at[0]);
        const char *suit = at[1] ? strchr(suit_letters, at[1]) : NULL;
        if (count == max) stop("too many cards", text);
        if (at[0] == 'J' && at[1] == 'r')
            out[count++] = FELT_JOKER_RED;
        else if (at[0] == 'J' && at[1] == 'b')
            out[count++] = FELT_JOKER_BLACK;
        else if (rank && suit)
            out[count++] = (felt_card)(4 * (rank - rank_letters) + (suit - suit_letters));
        else
            stop("no card", at);
        at += 2;
    }
    return count;
}

const char *cards_show(const felt_card *cards, int count, char out[CARDS_TEXT_BYTES])
{
    char *at = out;
    for (int i = 0; i < count; i++) {
        if (i) *at++ = ' ';
        if (cards[i] < FELT_CARDS) {
            *at++ = rank_letters[cards[i] / 4];
            *at++ = suit_letters[cards[i] % 4];
        } else {
            *at++ = 'J';
            *at++ = cards[i] == FELT_JOKER_RED ? 'r' : 'b';
        }
    }
    *at = 0;
    return out;
}

void cards_deal(struct felt_rng *rng, felt_cards from, int count, felt_card *out)
{
    felt_card deck[FELT_CARDS_MAX];
    int left = 0;
    for (int card = 0; card < FELT_CARDS_MAX; card++)
        if (from >> card & 1) deck[left++] = (felt_card)card;
    if (left < count) stop("deal", "too few cards");
    for (int i = 0; i < count; i++) {
        uint32_t at = felt_rng_below(rng, (uint32_t)left);
        out[i] = deck[at];
        deck[at] = deck[--left];
    }
}

bool choice_next(int n, felt_card *numbers, int count)
{
    int turning = count - 1;
    while (turning >= 0 && numbers[turning] == n - count + turning) turning--;
    if (turning < 0) return false;
    numbers[turning]++;
    for (int i = turning + 1; i < count; i++) numbers[i] = (felt_card)(numbers[i - 1] + 1);
    return true;
}

bool test_is_quick(void)
{
    const char *quick = getenv("FELT_TEST_QUICK");
    return quick && strcmp(quick, "1") == 0;
}

struct order *order_open(void)
{
    struct order *order = calloc(1, sizeof *order);
    if (!order) stop("order", "no memory");
    for (int value = 0; value < ORDER_VALUES; value++) order->score[value] = -1;
    return order;
}

void order_close(struct order *order)
{
    free(order);
}

void order_add(struct order *order, felt_value value, int64_t score, const felt_card *cards,
               int count)
{
    if (count > ORDER_CARDS_MAX) stop("order", "too many cards");
    order->score[value] = score;
    order->different++;
    for (int i = 0; i < count; i++) order->example[value][i] = cards[i];
    order->example_cards[value] = (uint8_t)count;
}

bool order_verify(const struct order *order, felt_value *low, felt_value *high)
{
    int last = -1;
    for (int value = 0; value < ORDER_VALUES; value++) {
        if (order->score[value] == -1) continue;
        if (last >= 0 && order->score[last] >= order->score[value]) {
            *low = (felt_value)last;
            *high = (felt_value)value;
            return false;
        }
        last = value;
    }
    return true;
}

const char *golden_folder(void)
{
    const char *folder = getenv("FELT_GOLDEN");
    return folder ? folder : FELT_GOLDEN_FOLDER;
}

FILE *golden_open(const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", golden_folder(), name);
    FILE *file = fopen(path, "r");
    if (!file) stop("cannot open", path);
    return file;
}

int fields_split(char *line, char separator, char **fields, int max)
{
    int count = 0;
    char *at = line;
    while (count < max) {
        char *end = strchr(at, separator);
        if (end) *end = 0;
        while (isspace((unsigned char)*at)) at++;
        size_t length = strlen(at);
        while (length && isspace((unsigned char)at[length - 1])) at[--length] = 0;
        fields[count++] = at;
        if (!end) break;
        at = end + 1;
    }
    return count;
}
