// property_deck.cpp -- shuffles lose no card, and the one by words is what its description says.
#include "felt/deck.h"
#include "module.h"

#include <rapidcheck.h>

#include <deque>
#include <numeric>
#include <set>
#include <vector>

namespace
{

rc::Gen<felt_cards> any_set()
{
    return rc::gen::map(rc::gen::arbitrary<uint64_t>(),
                        [](uint64_t bits) { return bits & (FELT_CARDS_ALL | FELT_CARDS_JOKERS); });
}

std::vector<felt_card> list(const felt_deck &deck)
{
    return {deck.card, deck.card + deck.count};
}

void made_deck_holds_its_set_in_order()
{
    auto set = *any_set();
    auto cards = list(felt_deck_make(set));
    RC_ASSERT(std::is_sorted(cards.begin(), cards.end()));
    felt_cards seen = 0;
    for (felt_card card : cards) seen |= felt_cards_of(card);
    RC_ASSERT(seen == set);
    RC_ASSERT(int(cards.size()) == felt_cards_count(set));
}

void list_is_taken_if_cards_differ()
{
    auto cards = *rc::gen::container<std::vector<felt_card>>(rc::gen::inRange<felt_card>(0, 60));
    felt_deck deck = felt_deck_make(1);
    felt_status status = felt_deck_from_list(cards.data(), int(cards.size()), &deck);
    std::set<felt_card> different(cards.begin(), cards.end());
    bool known = different.empty() || *different.rbegin() < FELT_CARDS_MAX;
    bool good = known && different.size() == cards.size();
    RC_ASSERT((status == FELT_OK) == good);
    RC_ASSERT(list(deck) == (good ? cards : std::vector<felt_card>{0}));
}

// Also: the places behind `count` keep their card unless it was drawn to the front.
void shuffle_keeps_the_cards()
{
    auto set = *any_set();
    felt_deck deck = felt_deck_make(set), fresh = deck;
    auto count = *rc::gen::inRange(0, deck.count + 1);
    felt_rng rng = felt_rng_make(*rc::gen::arbitrary<uint64_t>());
    felt_deck_shuffle(&deck, count, &rng);
    RC_ASSERT(deck.count == fresh.count);
    RC_ASSERT(felt_cards_from(deck.card, deck.count) == set);
    felt_cards front = felt_cards_from(deck.card, count);
    for (int i = count; i < deck.count; i++) {
        if (!(front & felt_cards_of(fresh.card[i]))) RC_ASSERT(deck.card[i] == fresh.card[i]);
    }
}

// Words of a list, then of a counter: rejections come to an end.
struct source {
    std::vector<uint32_t> words;
    size_t used = 0;
    static uint32_t next(void *self)
    {
        auto *s = static_cast<source *>(self);
        size_t i = s->used++;
        return i < s->words.size() ? s->words[i] : uint32_t(i * 2654435761u) >> 1;
    }
};

// The description in deck.h in other words: numbers wide enough to forget about wrapping, the limit
// as the largest multiple of n that a word can reach, cards moved by swapping list elements.
void shuffle_words_is_what_is_written()
{
    auto set = *any_set();
    felt_deck deck = felt_deck_make(set);
    auto count = *rc::gen::inRange(0, deck.count + 1);
    auto near_the_end = rc::gen::map(rc::gen::inRange<uint32_t>(0, 60),
                                     [](uint32_t below) { return UINT32_MAX - below; });
    source words{*rc::gen::container<std::vector<uint32_t>>(
        rc::gen::oneOf(rc::gen::arbitrary<uint32_t>(), near_the_end))};

    auto expected = list(deck);
    source again = words;
    for (size_t k = 0; k < size_t(count); k++) {
        uint64_t n = expected.size() - k, multiple = (UINT64_C(1) << 32) / n * n, word;
        do {
            word = source::next(&again);
        } while (word >= multiple);
        std::iter_swap(expected.begin() + long(k), expected.begin() + long(k + word % n));
    }
    felt_deck_shuffle_words(&deck, count, source::next, &words);
    RC_ASSERT(list(deck) == expected);
    RC_ASSERT(words.used == again.used);
}

} // namespace

TEST_MODULE(deck)
{
    bool good = rc::check("a fresh deck holds its set in order", made_deck_holds_its_set_in_order);
    good &= rc::check("a list is taken if its cards differ", list_is_taken_if_cards_differ);
    good &= rc::check("a shuffle keeps the cards", shuffle_keeps_the_cards);
    good &= rc::check("the shuffle by words is what is written", shuffle_words_is_what_is_written);
    return good ? 0 : 1;
}
