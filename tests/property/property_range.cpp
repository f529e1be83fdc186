// property_range.cpp -- a range means the set of its terms, and reads back from its own text.
#include "felt/range.h"
#include "module.h"

#include <rapidcheck.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace
{

using Combos = std::set<int>;
const std::string ranks = "23456789TJQKA", suits = "cdhs";

Combos combos_of(const felt_range &range)
{
    Combos all;
    for (int i = 0; i < FELT_COMBOS; i++)
        if (felt_range_has(&range, i)) all.insert(i);
    return all;
}

felt_range range_of(const Combos &combos)
{
    felt_range range = {};
    for (int combo : combos) felt_range_add(&range, combo);
    return range;
}

std::string text_of(const felt_range &range)
{
    char text[FELT_RANGE_TEXT_MAX];
    size_t length = felt_range_write(&range, text, sizeof text);
    RC_ASSERT(length < sizeof text);
    return std::string(text, length);
}

Combos read(const std::string &text)
{
    felt_range range;
    felt_complaint complaint;
    felt_status status = felt_range_read(text.data(), text.size(), &range, &complaint);
    if (status != FELT_OK) RC_FAIL(text + " is refused: " + complaint.text);
    return combos_of(range);
}

// The model: a term is a text and the combinations whose two cards satisfy a sentence.
struct Term {
    std::string text;
    Combos combos;
};

template <class Sentence> Combos where(Sentence holds)
{
    Combos all;
    for (int a = 0; a < FELT_CARDS; a++)
        for (int b = 0; b < a; b++)
            if (holds(a / 4, b / 4, a % 4, b % 4)) all.insert(a * (a - 1) / 2 + b);
    return all;
}

bool fits(char form, int suit_a, int suit_b)
{
    return form == 0 || (form == 's') == (suit_a == suit_b);
}

std::string kind_text(int high, int low, char form)
{
    return std::string{ranks[size_t(high)], ranks[size_t(low)]} +
           (form ? std::string(1, form) : "");
}

Term pair_term(int a, int b, int way)
{
    std::string first = kind_text(a, a, 0), second = kind_text(b, b, 0);
    int low = std::min(a, b), high = std::max(a, b);
    if (way == 0) return {first, where([=](int x, int y, int, int) { return x == y && x == a; })};
    if (way == 1)
        return {first + "+", where([=](int x, int y, int, int) { return x == y && x >= a; })};
    return {first + "-" + second,
            where([=](int x, int y, int, int) { return x == y && x >= low && x <= high; })};
}

Term kind_term(int high, int low, int other, char form, int way)
{
    std::string first = kind_text(high, low, form);
    if (way == 0)
        return {first, where([=](int x, int y, int s, int t) {
                    return x == high && y == low && fits(form, s, t);
                })};
    if (way == 1)
        return {first + "+", where([=](int x, int y, int s, int t) {
                    return x == high && y >= low && y < x && fits(form, s, t);
                })};
    if (way == 2) { // the second rank moves
        int end = other % high, from = std::min(end, low), to = std::max(end, low);
        return {first + "-" + kind_text(high, end, form), where([=](int x, int y, int s, int t) {
                    return x == high && y >= from && y <= to && fits(form, s, t);
                })};
    }
    int gap = high - low, end = gap + other % (FELT_RANKS - gap);
    int from = std::min(end, high), to = std::max(end, high);
    return {first + "-" + kind_text(end, end - gap, form), where([=](int x, int y, int s, int t) {
                return x - y == gap && x >= from && x <= to && fits(form, s, t);
            })};
}

Term card_term(int a, int b, bool any)
{
    auto name = [](int card) {
        return std::string{ranks[size_t(card / 4)], suits[size_t(card % 4)]};
    };
    if (any || a == b)
        return {name(a) + "*", where([=](int x, int y, int s, int t) {
                    return (x == a / 4 && s == a % 4) || (y == a / 4 && t == a % 4);
                })};
    return {name(a) + name(b), {felt_combo_index(felt_card(a), felt_card(b))}};
}

rc::Gen<Term> any_term()
{
    return rc::gen::exec([] {
        int what = *rc::gen::inRange(0, 8), way = *rc::gen::inRange(0, 4);
        int a = *rc::gen::inRange(0, 13), b = *rc::gen::inRange(0, 13);
        int c = *rc::gen::inRange(0, 13);
        if (what == 0) return Term{"random", where([](int, int, int, int) { return true; })};
        if (what == 1)
            return card_term(*rc::gen::inRange(0, 52), *rc::gen::inRange(0, 52), way == 0);
        if (what == 2 || a == b) return pair_term(a, b, way % 3);
        const char form = "\0so"[*rc::gen::inRange(0, 3)];
        return kind_term(std::max(a, b), std::min(a, b), c, form, way);
    });
}

// Sets of several shapes: any combinations, whole kinds, with cards taken out or put in.
rc::Gen<Combos> any_set()
{
    return rc::gen::exec([] {
        Combos all;
        int shape = *rc::gen::inRange(0, 4), share = *rc::gen::inRange(0, 101);
        for (int kind = 0; kind < FELT_STARTING_KINDS && shape > 0; kind++) {
            if (*rc::gen::inRange(0, 100) >= share) continue;
            int first = kind / 13, second = kind % 13;
            Combos some = where([=](int x, int y, int s, int t) {
                if (first >= second) return x == first && y == second && (x == y || s == t);
                return x == second && y == first && s != t;
            });
            all.insert(some.begin(), some.end());
        }
        if (shape == 0 || shape == 3) { // turn some combinations round
            int turns = *rc::gen::inRange(1, shape == 0 ? 700 : 8);
            for (int i = 0; i < turns; i++) {
                int combo = *rc::gen::inRange(0, int(FELT_COMBOS));
                if (!all.erase(combo)) all.insert(combo);
            }
        }
        if (shape == 2) {
            bool put = *rc::gen::arbitrary<bool>();
            for (int i = *rc::gen::inRange(1, 6); i > 0; i--)
                for (int combo : card_term(*rc::gen::inRange(0, 52), 0, true).combos) {
                    if (put)
                        all.insert(combo);
                    else
                        all.erase(combo);
                }
        }
        return all;
    });
}

} // namespace

TEST_MODULE(range)
{
    bool good = true;
    good &= rc::check("a list of terms is the union of what they say, less what ! takes out", [] {
        auto terms = *rc::gen::nonEmpty(rc::gen::container<std::vector<Term>>(any_term()));
        RC_PRE(terms.size() < 100u);
        std::string text;
        Combos model;
        for (size_t i = 0; i < terms.size(); i++) {
            bool out = i > 0 && *rc::gen::inRange(0, 3) == 0;
            text += std::string(i > 0 ? ", " : "") + (out ? "!" : "") + terms[i].text;
            for (int combo : terms[i].combos) {
                if (out)
                    model.erase(combo);
                else
                    model.insert(combo);
            }
        }
        RC_LOG() << text << std::endl;
        RC_PRE(!model.empty());
        RC_ASSERT(read(text) == model);
    });
    good &= rc::check("a range reads back from its own text, and that text stays the same", [] {
        Combos combos = *any_set();
        RC_PRE(!combos.empty());
        felt_range range = range_of(combos);
        std::string text = text_of(range);
        RC_LOG() << text << std::endl;
        RC_ASSERT(felt_range_count(&range) == int(combos.size()));
        Combos again = read(text);
        RC_ASSERT(again == combos);
        RC_ASSERT(text_of(range_of(again)) == text);
    });
    good &= rc::check("removing cards leaves the combinations without them", [] {
        Combos combos = *any_set();
        auto cards = *rc::gen::container<std::set<felt_card>>(rc::gen::inRange<felt_card>(0, 52));
        felt_range range = range_of(combos);
        felt_cards set = 0;
        for (felt_card card : cards) {
            set |= felt_cards_of(card);
            for (int combo : card_term(card, card, true).combos) combos.erase(combo);
        }
        felt_range_remove_cards(&range, set);
        RC_ASSERT(combos_of(range) == combos);
    });
    good &= rc::check("any text is read or refused with a place inside it", [] {
        auto text = *rc::gen::container<std::string>(rc::gen::elementOf(
            std::string("AKQJT95432so+-,!%*x. 10random\xff\xe2\x99\xa5") + std::string(1, '\0')));
        felt_range range;
        felt_complaint complaint;
        if (felt_range_read(text.data(), text.size(), &range, &complaint) == FELT_OK) return;
        RC_ASSERT(complaint.at + complaint.length <= text.size());
        RC_ASSERT(complaint.text[0] != '\0');
    });
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
