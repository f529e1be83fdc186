/* fuzz_card.c -- any bytes as a list of cards.
 *
 * The first byte is the most cards that are allowed, the rest is the text.  What is accepted must
 * be a list without duplicates that reads back from its own text; what is refused must come with a
 * complaint that points into the text and is fit to be printed. */
#include "complaint.h"

#include "felt/assert.h"
#include "felt/card.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void verify_list(const felt_card *cards, int count, int max)
{
    char text[2 * FELT_CARDS_MAX + 1] = "";
    felt_card again[FELT_CARDS_MAX];
    int again_count = -1;
    felt_assert(count >= 0 && count <= max && count <= FELT_CARDS_MAX);
    felt_assert(felt_cards_count(felt_cards_from(cards, count)) == count);
    for (int i = 0; i < count; i++) felt_card_write(cards[i], text + 2 * i);
    felt_assert(felt_cards_read(text, strlen(text), max, again, &again_count, NULL) == FELT_OK);
    felt_assert(again_count == count);
    felt_assert(memcmp(again, cards, (size_t)count) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    int max = data[0] % (FELT_CARDS_MAX + 2), count = -1;
    const char *text = (const char *)data + 1;
    felt_card cards[FELT_CARDS_MAX + 1];
    struct felt_complaint complaint;
    memset(&complaint, 0xFF, sizeof complaint);
    enum felt_status status = felt_cards_read(text, size - 1, max, cards, &count, &complaint);
    felt_assert(felt_cards_read(text, size - 1, max, cards, &count, NULL) == status);
    if (status == FELT_OK) {
        verify_list(cards, count, max);
    } else {
        felt_assert(status == FELT_BAD_CARD || status == FELT_DUPLICATE_CARD ||
                    status == FELT_WRONG_COUNT);
        felt_assert(count == -1);
        verify_complaint(&complaint, size - 1);
    }
    return 0;
}
