// property_card.cpp -- every list of cards reads back, however it is spelled; nothing else is
// taken.
#include "felt/card.h"

#include "module.h"
#include "utf8_reference.h"

#include <rapidcheck.h>

#include <algorithm>
#include <string>
#include <vector>

namespace
{

const char *const pictures[FELT_SUITS][4] = {{"c", "C", "\u2663", "\u2667\uFE0F"},
                                             {"d", "D", "\u2666\uFE0E", "\u2662"},
                                             {"h", "H", "\u2665\uFE0F", "\u2661"},
                                             {"s", "S", "\u2660", "\u2664"}};
const char *const gaps[] = {"", " ", ",", ", ", "\t\n", " , ,"};

// One of the ways to write a card, chosen by `way`.
std::string spell(felt_card card, unsigned way)
{
    if (card >= FELT_CARDS) {
        const char *const jokers[2][4] = {{"Jr", "JR", "jr", "jR"}, {"Jb", "JB", "jb", "jB"}};
        return jokers[card - FELT_CARDS][way % 4];
    }
    const char upper[] = "23456789TJQKA", lower[] = "23456789tjqka";
    int rank = card / 4;
    std::string text(1, way & 16 ? upper[rank] : lower[rank]);
    if (rank == FELT_TEN && (way & 32)) text = "10";
    return text + pictures[card % 4][way % 4];
}

// Different cards in any order; shrinks by leaving some out.
rc::Gen<std::vector<felt_card>> any_hand()
{
    return rc::gen::unique<std::vector<felt_card>>(rc::gen::inRange<felt_card>(0, FELT_CARDS_MAX));
}

// Bytes that look a little like cards, so that reading gets somewhere.
rc::Gen<std::string> almost_cards()
{
    auto piece = rc::gen::oneOf(
        rc::gen::map(rc::gen::pair(rc::gen::inRange<felt_card>(0, FELT_CARDS_MAX),
                                   rc::gen::inRange(0u, 64u)),
                     [](std::pair<felt_card, unsigned> p) { return spell(p.first, p.second); }),
        rc::gen::elementOf(std::vector<std::string>(std::begin(gaps), std::end(gaps))),
        rc::gen::string<std::string>(),
        rc::gen::container<std::string>(1, rc::gen::arbitrary<char>()));
    return rc::gen::map(rc::gen::container<std::vector<std::string>>(piece),
                        [](const std::vector<std::string> &pieces) {
                            std::string all;
                            for (const std::string &p : pieces) all += p;
                            return all;
                        });
}

void list_reads_back()
{
    auto hand = *any_hand();
    std::string text;
    for (felt_card card : hand) {
        text += gaps[*rc::gen::inRange<size_t>(0, std::size(gaps))];
        text += spell(card, *rc::gen::inRange(0u, 64u));
    }
    felt_card out[FELT_CARDS_MAX];
    int count = -1;
    felt_complaint complaint{};
    RC_ASSERT(felt_cards_read(text.data(), text.size(), FELT_CARDS_MAX, out, &count, &complaint) ==
              FELT_OK);
    RC_ASSERT(std::vector<felt_card>(out, out + count) == hand);
}

void second_copy_is_found()
{
    auto hand = *rc::gen::suchThat(any_hand(), [](const auto &h) { return !h.empty(); });
    auto which = *rc::gen::inRange<size_t>(0, hand.size());
    std::string text;
    for (felt_card card : hand) text += spell(card, 16);
    size_t at = text.size();
    text += spell(hand[which], *rc::gen::inRange(0u, 64u));
    felt_card out[FELT_CARDS_MAX];
    int count = -1;
    felt_complaint complaint{};
    RC_ASSERT(felt_cards_read(text.data(), text.size(), FELT_CARDS_MAX, out, &count, &complaint) ==
              FELT_DUPLICATE_CARD);
    RC_ASSERT(complaint.at == at);
    RC_ASSERT(complaint.length == text.size() - at);
    char name[FELT_CARD_TEXT_BYTES];
    felt_card_write(hand[which], name);
    RC_ASSERT(std::string(complaint.text).find(name) == 0u);
}

void any_bytes_are_taken_or_explained()
{
    auto text = *almost_cards();
    auto max = *rc::gen::inRange(0, FELT_CARDS_MAX + 1);
    felt_card out[FELT_CARDS_MAX];
    int count = -1;
    felt_complaint complaint;
    std::fill_n(complaint.text, sizeof complaint.text, '\1');
    felt_status status = felt_cards_read(text.data(), text.size(), max, out, &count, &complaint);
    if (status == FELT_OK) {
        RC_ASSERT(count >= 0 && count <= max);
        RC_ASSERT(felt_cards_count(felt_cards_from(out, count)) == count);
        return;
    }
    RC_ASSERT(count == -1);
    RC_ASSERT(complaint.at <= text.size());
    RC_ASSERT(complaint.length <= text.size() - complaint.at);
    std::string said = complaint.text;
    RC_ASSERT(!said.empty());
    RC_ASSERT(said.size() < sizeof complaint.text);
    RC_ASSERT(utf8_reference::repaired(said) == said);
    RC_ASSERT(std::none_of(said.begin(), said.end(),
                           [](unsigned char c) { return c < 0x20 || c == 0x7F; }));
}

// What stands before the place of a complaint about a wrong card reads well by itself, up to a
// rank.
void complaint_points_at_the_first_wrong_byte()
{
    auto text = *almost_cards();
    felt_card out[FELT_CARDS_MAX];
    int count = -1;
    felt_complaint complaint{};
    felt_status status =
        felt_cards_read(text.data(), text.size(), FELT_CARDS_MAX, out, &count, &complaint);
    RC_PRE(status == FELT_BAD_CARD);
    felt_complaint before{};
    status = felt_cards_read(text.data(), complaint.at, FELT_CARDS_MAX, out, &count, &before);
    if (status == FELT_OK) return;
    RC_ASSERT(status == FELT_BAD_CARD); // a rank whose suit is cut off
    RC_ASSERT(before.at == complaint.at);
    RC_ASSERT(before.length == 0u);
}

} // namespace

TEST_MODULE(card)
{
    bool good = rc::check("a list of cards reads back in any spelling", list_reads_back);
    good &= rc::check("a second copy of a card is found and named", second_copy_is_found);
    good &= rc::check("any bytes are a list or get a printable complaint",
                      any_bytes_are_taken_or_explained);
    good &= rc::check("a complaint points at the first wrong byte",
                      complaint_points_at_the_first_wrong_byte);
    return good ? 0 : 1;
}
