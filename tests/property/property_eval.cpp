// property_eval.cpp -- what holds for every hand in every family, whatever its value is.
#include "felt/eval.h"
#include "felt/hand.h"
#include "felt/showdown.h"
#include "module.h"
#include "usual_params.h"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace
{

using Cards = std::vector<felt_card>;
using Suits = std::array<int, 4>; // where each suit goes

const std::vector<felt_family> families = {FELT_HIGH,        FELT_HIGH_SHORT, FELT_LOW_27,
                                           FELT_LOW_A5,      FELT_LOW_8,      FELT_BADUGI,
                                           FELT_BADUGI_HIGH, FELT_HIGH_THREE, FELT_SPADE};

int lowest_card(felt_family family)
{
    return family == FELT_HIGH_SHORT ? 4 * FELT_SIX : 0;
}

// least .. most different cards, none below `lowest`, none above `highest`.
rc::Gen<Cards> some_cards(int least, int most, int lowest = 0, int highest = FELT_CARDS - 1)
{
    return rc::gen::mapcat(rc::gen::inRange(least, most + 1), [=](int count) {
        return rc::gen::unique<Cards>(std::size_t(count),
                                      rc::gen::map(rc::gen::inRange(lowest, highest + 1),
                                                   [](int card) { return felt_card(card); }));
    });
}

Suits any_suits()
{
    Suits suits = {0, 1, 2, 3};
    for (int turns = *rc::gen::inRange(0, 24); turns > 0; turns--)
        std::next_permutation(suits.begin(), suits.end());
    return suits;
}

Cards with_suits(Cards cards, const Suits &suits)
{
    for (felt_card &card : cards)
        if (card < FELT_CARDS)
            card = felt_card_make(felt_card_rank(card), suits[std::size_t(felt_card_suit(card))]);
    return cards;
}

Cards reordered(Cards cards)
{
    for (std::size_t i = cards.size(); i > 1; i--)
        std::swap(cards[i - 1], cards[std::size_t(*rc::gen::inRange(0, int(i)))]);
    return cards;
}

std::string show(const Cards &cards)
{
    std::string text;
    for (felt_card card : cards) {
        char one[FELT_CARD_TEXT_BYTES];
        felt_card_write(card, one);
        text += (text.empty() ? "" : " ") + std::string(one);
    }
    return text;
}

felt_value eval(felt_family family, const Cards &cards)
{
    return felt_eval(family, cards.data(), int(cards.size()));
}

felt_value eval_wild(felt_cards wild, const Cards &cards)
{
    return felt_eval_wild(wild, cards.data(), int(cards.size()));
}

felt_value eval_omaha(felt_family family, const Cards &hole, const Cards &board)
{
    return felt_eval_two_three(family, hole.data(), int(hole.size()), board.data(),
                               int(board.size()));
}

void check_words(felt_family family, felt_value value)
{
    felt_category category = felt_value_category(family, value);
    RC_ASSERT(int(category) >= 0);
    RC_ASSERT(int(category) < int(FELT_CATEGORIES));
    RC_ASSERT((category == FELT_NOTHING) == (value == 0));
    char name[FELT_VALUE_NAME_BYTES];
    std::memset(name, '#', sizeof name);
    felt_value_name(family, value, name, sizeof name);
    bool ended = std::memchr(name, 0, sizeof name) != nullptr;
    RC_ASSERT(ended);
    RC_ASSERT(name[0] != 0);
    RC_ASSERT(std::strlen(felt_category_word(category)) > 0u);
    RC_ASSERT(std::strlen(felt_category_name(category)) > 0u);
}

// Some ranks, some single cards, or nothing but jokers.
rc::Gen<felt_cards> any_wild()
{
    return rc::gen::map(rc::gen::container<std::vector<int>>(3, rc::gen::inRange(0, 16)),
                        [](const std::vector<int> &picks) {
                            felt_cards wild = 0;
                            for (int pick : picks)
                                if (pick < FELT_RANKS) wild |= felt_cards_of_rank(pick);
                            return picks[0] == 15 ? felt_cards_of(felt_card(picks[1])) : wild;
                        });
}

bool check_families()
{
    bool good = true;
    good &= rc::check("a change of suits changes no value but that of spades", [] {
        felt_family family = *rc::gen::elementOf(families);
        RC_PRE(family != FELT_SPADE);
        Cards cards = *some_cards(0, 7, lowest_card(family)),
              changed = with_suits(cards, any_suits());
        RC_LOG() << show(cards) << " -> " << show(changed) << std::endl;
        RC_ASSERT(eval(family, cards) == eval(family, changed));
    });
    good &= rc::check("the order of the cards changes no value", [] {
        felt_family family = *rc::gen::elementOf(families);
        Cards cards = *some_cards(0, 7, lowest_card(family)), changed = reordered(cards);
        RC_LOG() << show(cards) << " -> " << show(changed) << std::endl;
        RC_ASSERT(eval(family, cards) == eval(family, changed));
    });
    good &= rc::check("another card never makes a hand worse", [] {
        // Lows that must take five cards are left out below five.
        felt_family family = *rc::gen::elementOf(families);
        bool low = family == FELT_LOW_27 || family == FELT_LOW_A5;
        Cards cards = *some_cards(low ? 6 : 1, 7, lowest_card(family));
        Cards fewer(cards.begin(), cards.end() - 1);
        RC_LOG() << show(fewer) << " + " << show({cards.back()}) << std::endl;
        RC_ASSERT(eval(family, cards) >= eval(family, fewer));
    });
    good &= rc::check("every value has a category and a name", [] {
        felt_family family = *rc::gen::elementOf(families);
        Cards cards = *some_cards(0, 7, lowest_card(family));
        RC_LOG() << show(cards) << std::endl;
        check_words(family, eval(family, cards));
    });
    return good;
}

bool check_wild()
{
    bool good = true;
    good &= rc::check("wild: suits and order do not matter", [] {
        felt_cards ranks = 0;
        for (int rank : *rc::gen::container<std::vector<int>>(2, rc::gen::inRange(0, 26)))
            if (rank < FELT_RANKS) ranks |= felt_cards_of_rank(rank);
        Cards cards = *some_cards(0, 7, 0, FELT_JOKER_BLACK);
        Cards changed = reordered(with_suits(cards, any_suits()));
        RC_LOG() << show(cards) << " -> " << show(changed) << std::endl;
        RC_ASSERT(eval_wild(ranks, cards) == eval_wild(ranks, changed));
    });
    good &= rc::check("wild: another card never makes a hand worse", [] {
        felt_cards wild = *any_wild();
        Cards cards = *some_cards(1, 7, 0, FELT_JOKER_BLACK);
        Cards fewer(cards.begin(), cards.end() - 1);
        RC_LOG() << show(fewer) << " + " << show({cards.back()}) << std::endl;
        RC_ASSERT(eval_wild(wild, cards) >= eval_wild(wild, fewer));
    });
    good &= rc::check("wild: a card that becomes wild never makes a hand worse", [] {
        felt_cards wild = *any_wild();
        Cards cards = *some_cards(1, 7, 0, FELT_JOKER_BLACK);
        felt_cards more = wild | (felt_cards_of(cards[0]) & FELT_CARDS_ALL);
        RC_LOG() << show(cards) << std::endl;
        RC_ASSERT(eval_wild(more, cards) >= eval_wild(wild, cards));
        check_words(FELT_HIGH, eval_wild(more, cards));
    });
    good &= rc::check("wild: no wild card, no difference", [] {
        Cards cards = *some_cards(0, 7);
        RC_LOG() << show(cards) << std::endl;
        RC_ASSERT(eval_wild(0, cards) == eval(FELT_HIGH, cards));
    });
    return good;
}

bool check_omaha()
{
    static const std::vector<felt_family> halves = {FELT_HIGH, FELT_LOW_8};
    bool good = true;
    good &= rc::check("omaha: suits and order do not matter", [] {
        felt_family family = *rc::gen::elementOf(halves);
        Cards cards = *some_cards(11, 11);
        auto boards = *rc::gen::inRange(3, 6), holes = *rc::gen::inRange(2, 7);
        Cards board(cards.begin(), cards.begin() + boards);
        Cards hole(cards.begin() + 5, cards.begin() + 5 + holes);
        Suits suits = any_suits();
        RC_LOG() << show(hole) << " on " << show(board) << std::endl;
        felt_value value = eval_omaha(family, hole, board);
        RC_ASSERT(value == eval_omaha(family, with_suits(hole, suits), with_suits(board, suits)));
        RC_ASSERT(value == eval_omaha(family, reordered(hole), reordered(board)));
        check_words(family, value);
    });
    good &= rc::check("omaha: more cards are never worse, and never better than free choice", [] {
        felt_family family = *rc::gen::elementOf(halves);
        Cards cards = *some_cards(8, 8);
        Cards board(cards.begin(), cards.begin() + 5), hole(cards.begin() + 5, cards.begin() + 7);
        Cards more(cards.begin() + 5, cards.end());
        RC_LOG() << show(more) << " on " << show(board) << std::endl;
        felt_value value = eval_omaha(family, hole, board);
        RC_ASSERT(eval_omaha(family, more, board) >= value);
        RC_ASSERT(eval(family, Cards(cards.begin(), cards.begin() + 7)) >= value);
        Cards flop(board.begin(), board.begin() + 3);
        RC_ASSERT(eval_omaha(family, hole, flop) <= value);
    });
    return good;
}

bool check_tally()
{
    bool good = true;
    good &= rc::check("tally: adding and removing returns to the start", [] {
        Cards cards = *some_cards(0, 7);
        std::size_t keep = std::size_t(*rc::gen::inRange(0, int(cards.size()) + 1));
        const felt_tally start = felt_tally_empty();
        felt_tally tally = start;
        for (std::size_t i = 0; i < keep; i++) felt_tally_add(&tally, cards[i]);
        felt_tally middle = tally;
        for (std::size_t i = keep; i < cards.size(); i++) felt_tally_add(&tally, cards[i]);
        RC_ASSERT(felt_tally_value(tally) == eval(FELT_HIGH, cards));
        for (std::size_t i = keep; i < cards.size(); i++) felt_tally_remove(&tally, cards[i]);
        RC_ASSERT(tally.key == middle.key);
        RC_ASSERT(tally.ranks == middle.ranks);
        for (std::size_t i = 0; i < keep; i++) felt_tally_remove(&tally, cards[i]);
        RC_ASSERT(tally.key == start.key);
        RC_ASSERT(tally.ranks == start.ranks);
    });
    good &=
        rc::check("batches: strengths lead to the values of single hands, in the same order", [] {
            int count = *rc::gen::inRange(5, 8);
            Cards one = *some_cards(count, count), other = *some_cards(count, count);
            felt_hand hands[2] = {felt_hand_from(one.data(), count),
                                  felt_hand_from(other.data(), count)};
            felt_strength out[2];
            (count == 5   ? felt_high5_batch
             : count == 6 ? felt_high6_batch
                          : felt_high7_batch)(hands, out, 2);
            RC_LOG() << show(one) << " / " << show(other) << std::endl;
            felt_value a = eval(FELT_HIGH, one), b = eval(FELT_HIGH, other);
            RC_ASSERT(felt_strength_value(out[0]) == a);
            RC_ASSERT(felt_strength_value(out[1]) == b);
            RC_ASSERT((out[0] < out[1]) == (a < b));
            RC_ASSERT((out[0] == out[1]) == (a == b));
        });
    return good;
}

bool check_showdown()
{
    return rc::check("showdown: the cards that make a hand have its value", [] {
        int row = *rc::gen::inRange(0, felt_showdown_count()), half = *rc::gen::inRange(0, 2);
        const felt_showdown *game = felt_showdown_at(row);
        RC_PRE(half == 0 || game->second != FELT_FAMILY_NONE);
        felt_cards deck = felt_deck_cards(game->deck);
        Cards all;
        while (deck) all.push_back(felt_cards_take(&deck));
        Cards cards =
            *some_cards(game->hole + game->board, game->hole + game->board, 0, int(all.size()) - 1);
        for (felt_card &card : cards) card = all[card];
        Cards hole(cards.begin(), cards.begin() + game->hole);
        Cards board(cards.begin() + game->hole, cards.end());
        felt_value values[2], alone[2];
        felt_showdown_values(game, hole.data(), game->hole, board.data(), game->board, values);
        felt_card out[5];
        int count = felt_showdown_cards(game, half, hole.data(), game->hole, board.data(),
                                        game->board, out);
        RC_LOG() << game->name << ": " << show(hole) << " on " << show(board) << " plays "
                 << show(Cards(out, out + count)) << std::endl;
        RC_ASSERT(count >= 0);
        RC_ASSERT(count <= 5);
        int own = 0;
        while (own < count && std::count(hole.begin(), hole.end(), out[own])) own++;
        for (int i = own; i < count; i++)
            RC_ASSERT(std::count(board.begin(), board.end(), out[i]) == 1);
        if (game->two_three && values[half]) RC_ASSERT(own == 2);
        RC_PRE(!game->second_of || half == 0); // there the place of a card matters
        felt_showdown_values(game, out, own, out + own, count - own, alone);
        RC_ASSERT(alone[half] == values[half]);
    });
}

} // namespace

TEST_MODULE(eval)
{
    // Five times as many cases as RapidCheck's own choice, unless told otherwise.
    use_params("max_success=500 max_discard_ratio=100");
    bool good = check_families();
    good &= check_wild();
    good &= check_omaha();
    good &= check_tally();
    good &= check_showdown();
    return good ? 0 : 1;
}
