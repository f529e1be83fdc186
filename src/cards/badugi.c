/* badugi.c -- badugi, exact and independent of the order of the cards.
 *
 * Four cards are put in order of rank; six comparisons say which pairs share a rank or a suit; a
 * table of 64 entries names the best set for each outcome (tables_gen.c).  Cards of equal rank
 * clash, so the order between them does not matter.  With more cards the best of all choices of
 * four counts, with fewer a card is repeated: it clashes with itself and so adds nothing. */
#include "cards/badugi.h"
#include "cards/tables.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

ALWAYS_INLINE void order(unsigned *a, unsigned *b)
{
    unsigned low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    *a = low;
    *b = high;
}

ALWAYS_INLINE unsigned clash(unsigned a, unsigned b)
{
    unsigned differ = a ^ b;
    return !(differ & 3) | !(differ >> 2);
}

/* Card numbers whose ranks already run in the wanted order. */
ALWAYS_INLINE felt_value four(unsigned a, unsigned b, unsigned c, unsigned d)
{
    order(&a, &b);
    order(&c, &d);
    order(&a, &c);
    order(&b, &d);
    order(&b, &c);
    unsigned clashes = clash(a, b) | clash(a, c) << 1 | clash(a, d) << 2 | clash(b, c) << 3 |
                       clash(b, d) << 4 | clash(c, d) << 5;
    unsigned places = tables_badugi_places[clashes];
    unsigned ranks = (places & 1) << (a >> 2) | (places >> 1 & 1) << (b >> 2) |
                     (places >> 2 & 1) << (c >> 2) | (places >> 3) << (d >> 2);
    return tables_badugi[ranks];
}

/* The ace below the deuce. */
ALWAYS_INLINE unsigned rotate(unsigned card)
{
    return card >= 48 ? card - 48 : card + 4;
}

felt_value badugi_value(const felt_card *cards, int count, bool ace_high)
{
    unsigned card[FELT_EVAL_CARDS_MAX];
    felt_value best = 0;
    for (int i = 0; i < count; i++) card[i] = ace_high ? cards[i] : rotate(cards[i]);
    if (count < 4) return four(card[0], card[count > 1 ? 1 : 0], card[count > 2 ? 2 : 0], card[0]);
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            for (int k = j + 1; k < count; k++)
                for (int l = k + 1; l < count; l++) {
                    felt_value value = four(card[i], card[j], card[k], card[l]);
                    if (value > best) best = value;
                }
    return best;
}

void felt_badugi_batch(const felt_card (*hands)[4], felt_value *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = four(rotate(hands[i][0]), rotate(hands[i][1]), rotate(hands[i][2]),
                      rotate(hands[i][3]));
}
