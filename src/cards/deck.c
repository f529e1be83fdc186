/* deck.c -- decks and shuffles.
 *
 * A shuffle walks from the front: place k receives a card drawn from the places k .. last, the card
 * that was there goes where the drawn one came from.  After `count` steps the first `count` places
 * are a uniform arrangement, and the rest never had to be touched: a deal of two hole cards for
 * six seats and a board costs 17 draws, not 52.
 *
 * Both shuffles make exactly `count` steps and draw in each of them, also in the last one of a
 * whole deck, where only one card is left: whoever follows a shuffle on paper counts one word for
 * each card, plus the rejected ones.
 *
 * shuffle_words, the one that can be checked by others, turns a 32-bit word w into a number below n
 * by w mod n.  The words from 2^32 - (2^32 mod n) upwards would make the small remainders a little
 * more likely; they are rejected.  Example, three cards 2c 2d 2h and the words 4294967295, 7, 3, 9:
 *
 *     k = 0, n = 3: 2^32 mod 3 = 1, so 4294967295 is rejected; 7 mod 3 = 1: 2d 2c 2h
 *     k = 1, n = 2: 3 mod 2 = 1:                                             2d 2h 2c
 *     k = 2, n = 1: 9 mod 1 = 0:                                             2d 2h 2c */
#include "felt/deck.h"

#include "felt/assert.h"

_Static_assert(sizeof(struct felt_deck) == 1 + FELT_CARDS_MAX, "part of many states");

/* The cards of this rank and above, without jokers. */
static felt_cards cards_from_rank(int rank)
{
    return FELT_CARDS_ALL & ~(felt_cards_of(felt_card_make(rank, 0)) - 1);
}

felt_cards felt_deck_cards(enum felt_deck_kind kind)
{
    switch (kind) {
    case FELT_DECK_52: return FELT_CARDS_ALL;
    case FELT_DECK_53: return FELT_CARDS_ALL | felt_cards_of(FELT_JOKER_RED);
    case FELT_DECK_54: return FELT_CARDS_ALL | FELT_CARDS_JOKERS;
    case FELT_DECK_SHORT: return cards_from_rank(FELT_SIX);
    case FELT_DECK_ROYAL: return cards_from_rank(FELT_TEN);
    case FELT_DECK_KINDS: break;
    }
    felt_assert(kind < FELT_DECK_KINDS);
    return 0;
}

struct felt_deck felt_deck_make(felt_cards cards)
{
    felt_assert((cards & ~(FELT_CARDS_ALL | FELT_CARDS_JOKERS)) == 0);
    struct felt_deck deck = {0};
    while (cards != 0) deck.card[deck.count++] = felt_cards_take(&cards);
    return deck;
}

enum felt_status felt_deck_from_list(const felt_card *cards, int count, struct felt_deck *out)
{
    felt_assert(count >= 0);
    if (count > FELT_CARDS_MAX) return FELT_WRONG_COUNT;
    struct felt_deck deck = {.count = (uint8_t)count};
    felt_cards seen = 0;
    for (int i = 0; i < count; i++) {
        if (cards[i] >= FELT_CARDS_MAX) return FELT_BAD_CARD;
        if (seen & felt_cards_of(cards[i])) return FELT_DUPLICATE_CARD; /* I1 */
        seen |= felt_cards_of(cards[i]);
        deck.card[i] = cards[i];
    }
    *out = deck;
    return FELT_OK;
}

static void swap_places(struct felt_deck *deck, int a, int b)
{
    felt_card card = deck->card[a];
    deck->card[a] = deck->card[b];
    deck->card[b] = card;
}

static void assert_count(const struct felt_deck *deck, int count)
{
    felt_assert(deck->count <= FELT_CARDS_MAX);
    felt_assert(count >= 0);
    felt_assert(count <= deck->count);
}

/* One random word serves ten places: multiplied by the number of choices its high half is the
 * choice and its low half the randomness that is left.  A word that would bias the result is thrown
 * away; such words leave less than 54 * 53 * ... * 45 < 2^57, and the ten places are drawn anew,
 * which is as good from any arrangement. */
void felt_cards_shuffle(felt_card *cards, int size, int count, struct felt_rng *rng)
{
    enum { BATCH = 10 };
    __extension__ typedef unsigned __int128 wide;
    felt_assert(count >= 0 && count <= size && size <= FELT_CARDS_MAX);
    felt_card *const end = cards + size, *const done = cards + count;
    for (felt_card *from = cards; from < done;) {
        felt_card *to = done - from < BATCH ? done : from + BATCH, *next = from;
        uint64_t word = felt_rng_next(rng), choices = 1;
        do {
            wide product = (wide)word * (wide)(uint64_t)(end - next);
            felt_card *other = next + (size_t)(product >> 64), card = *other;
            *other = *next;
            *next = card;
            word = (uint64_t)product;
        } while (++next < to);
        if (__builtin_expect(word >> 57 == 0, 0)) {
            for (next = from; next < to; next++) choices *= (uint64_t)(end - next);
            if (word < -choices % choices) continue;
        }
        from = to;
    }
}

void felt_deck_shuffle(struct felt_deck *deck, int count, struct felt_rng *rng)
{
    assert_count(deck, count);
    felt_cards_shuffle(deck->card, deck->count, count, rng);
}

void felt_deck_shuffle_words(struct felt_deck *deck, int count, uint32_t (*next_word)(void *self),
                             void *self)
{
    assert_count(deck, count);
    for (int k = 0; k < count; k++) {
        uint32_t left = (uint32_t)(deck->count - k);
        uint64_t limit = (UINT64_C(1) << 32) - (UINT64_C(1) << 32) % left;
        uint32_t word = next_word(self);
        while (word >= limit) word = next_word(self);
        swap_places(deck, k, k + (int)(word % left));
    }
}
