// property_equity.cpp -- what holds for the equities of any question.
#include "felt/equity.h"
#include "module.h"
#include "usual_params.h"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace
{

using Cards = std::vector<felt_card>;
using Suits = std::array<int, 4>; // where each suit goes

const double close_enough = 1e-12;

felt_equity_work &work()
{
    static const std::unique_ptr<felt_equity_work> memory(new felt_equity_work);
    return *memory;
}

std::string show(const felt_card *cards, int count)
{
    std::string text;
    for (int i = 0; i < count; i++) {
        char one[FELT_CARD_TEXT_BYTES];
        felt_card_write(cards[i], one);
        text += (i ? " " : "") + std::string(one);
    }
    return text;
}

std::string show(const felt_equity_question &question)
{
    std::string text = question.game->name;
    for (int i = 0; i < question.players; i++) {
        const felt_holding &holding = question.holding[i];
        text += i ? " | " : ": ";
        text += holding.is_range
                    ? std::to_string(felt_range_count(&holding.range)) + " combinations"
                    : show(holding.card, holding.count);
    }
    Cards dead;
    felt_cards left = question.dead & (FELT_CARDS_ALL | FELT_CARDS_JOKERS);
    while (left) dead.push_back(felt_cards_take(&left));
    return text + " ; board " + show(question.board, question.board_count) + " ; dead " +
           show(dead.data(), int(dead.size()));
}

felt_equity_answer ask(const felt_equity_question &question, felt_equity_method method)
{
    felt_equity_options options = felt_equity_defaults();
    options.method = method;
    options.samples_max = 3000;
    felt_equity_answer answer;
    felt_complaint complaint;
    felt_status status = felt_equity_ask(&question, &options, &work(), &answer, &complaint);
    if (status != FELT_OK) RC_FAIL(show(question) + " is refused: " + complaint.text);
    return answer;
}

// `count` different cards of the game's deck.
Cards deal(const felt_showdown *game, int count)
{
    Cards all;
    felt_cards deck = felt_deck_cards(game->deck);
    while (deck) all.push_back(felt_cards_take(&deck));
    auto places = *rc::gen::unique<std::vector<int>>(std::size_t(count),
                                                     rc::gen::inRange(0, int(all.size())));
    Cards cards;
    for (int place : places) cards.push_back(all[std::size_t(place)]);
    return cards;
}

// Hold'em with known hands or small ranges, at least a flop, some dead cards: quick to count.
felt_equity_question any_holdem()
{
    felt_equity_question question = {};
    question.game = felt_showdown_find("holdem");
    question.players = *rc::gen::inRange(2, 5);
    question.board_count = std::uint8_t(*rc::gen::inRange(3, 6));
    int dead = *rc::gen::inRange(0, 4);
    Cards cards = deal(question.game, 2 * question.players + question.board_count + dead);
    auto next = cards.begin();
    for (int i = 0; i < question.board_count; i++) question.board[i] = *next++;
    for (int i = 0; i < dead; i++) question.dead |= felt_cards_of(*next++);
    for (int i = 0; i < question.players; i++) {
        felt_holding &holding = question.holding[i];
        felt_card a = *next++, b = *next++;
        holding.is_range = *rc::gen::inRange(0, 3) == 0;
        holding.count = holding.is_range ? 0 : 2;
        holding.card[0] = a;
        holding.card[1] = b;
        if (!holding.is_range) continue;
        // The two cards, so that there is a deal, and a few more that may be in the way.
        felt_range_add(&holding.range, felt_combo_index(a, b));
        int more = *rc::gen::inRange(0, 4);
        for (int pick : *rc::gen::container<std::vector<int>>(
                 std::size_t(more), rc::gen::inRange(0, int(FELT_COMBOS))))
            felt_range_add(&holding.range, pick);
    }
    return question;
}

// Any game with some of each player's cards known, for sampling.
felt_equity_question any_game()
{
    felt_equity_question question = {};
    question.game = felt_showdown_at(*rc::gen::inRange(0, felt_showdown_count()));
    question.players = *rc::gen::inRange(2, 4);
    const int hole = question.game->hole, board = question.game->board;
    Cards cards = deal(question.game, hole * question.players + board);
    auto next = cards.begin();
    for (int i = 0; i < question.players; i++) {
        question.holding[i].count = std::uint8_t(*rc::gen::inRange(0, hole + 1));
        for (int c = 0; c < question.holding[i].count; c++) question.holding[i].card[c] = *next++;
    }
    int boards = board == 5 ? *rc::gen::element(0, 3, 4, 5) : *rc::gen::element(0, board);
    question.board_count = std::uint8_t(boards);
    for (int i = 0; i < boards; i++) question.board[i] = *next++;
    return question;
}

felt_card with_suits(felt_card card, const Suits &suits)
{
    return card < FELT_CARDS
               ? felt_card_make(felt_card_rank(card), suits[std::size_t(felt_card_suit(card))])
               : card;
}

felt_equity_question with_suits(felt_equity_question question, const Suits &suits)
{
    for (int i = 0; i < question.players; i++) {
        felt_holding &holding = question.holding[i];
        for (felt_card &card : holding.card) card = with_suits(card, suits);
        felt_range range = {};
        for (int combo = 0; combo < FELT_COMBOS; combo++) {
            felt_card high, low;
            if (!felt_range_has(&holding.range, combo)) continue;
            felt_combo_cards(combo, &high, &low);
            felt_range_add(&range,
                           felt_combo_index(with_suits(high, suits), with_suits(low, suits)));
        }
        holding.range = range;
    }
    for (int i = 0; i < question.board_count; i++)
        question.board[i] = with_suits(question.board[i], suits);
    felt_cards dead = 0;
    for (felt_cards left = question.dead; left;)
        dead |= felt_cards_of(with_suits(felt_cards_take(&left), suits));
    question.dead = dead;
    return question;
}

double sum_of(const felt_equity_answer &answer)
{
    double sum = 0;
    for (int i = 0; i < answer.players; i++) sum += answer.player[i].equity;
    return sum;
}

void check_same(const felt_equity_player &one, const felt_equity_player &other)
{
    RC_ASSERT(one.wins == other.wins);
    RC_ASSERT(one.ties == other.ties);
    RC_ASSERT(std::fabs(one.equity - other.equity) <= close_enough);
}

bool check_exact()
{
    bool good = true;
    good &= rc::check("exact equities add up to one, and wins are what they seem", [] {
        felt_equity_question question = any_holdem();
        RC_LOG() << show(question) << std::endl;
        felt_equity_answer answer = ask(question, FELT_EQUITY_EXACT);
        RC_ASSERT(answer.matchups == felt_equity_matchups(&question));
        RC_ASSERT(std::fabs(sum_of(answer) - 1) <= close_enough);
        for (int i = 0; i < answer.players; i++) {
            const felt_equity_player &player = answer.player[i];
            double matchups = double(answer.matchups);
            RC_ASSERT(player.error == 0);
            RC_ASSERT(std::fabs(player.first + player.second - player.equity) <= close_enough);
            RC_ASSERT(player.equity >= double(player.wins) / matchups - close_enough);
            RC_ASSERT(player.equity <= double(player.wins) / matchups +
                                           double(player.ties) / matchups / 2 + close_enough);
        }
    });
    good &= rc::check("a change of suits of the whole question changes nothing", [] {
        felt_equity_question question = any_holdem();
        Suits suits = {0, 1, 2, 3};
        for (int turns = *rc::gen::inRange(0, 24); turns > 0; turns--)
            std::next_permutation(suits.begin(), suits.end());
        RC_LOG() << show(question) << std::endl << show(with_suits(question, suits)) << std::endl;
        felt_equity_answer one = ask(question, FELT_EQUITY_EXACT),
                           other = ask(with_suits(question, suits), FELT_EQUITY_EXACT);
        RC_ASSERT(one.matchups == other.matchups);
        for (int i = 0; i < question.players; i++) check_same(one.player[i], other.player[i]);
    });
    good &= rc::check("players who change places take their equities with them", [] {
        felt_equity_question question = any_holdem(), turned = question;
        std::vector<int> place(std::size_t(question.players));
        std::iota(place.begin(), place.end(), 0);
        for (int turns = *rc::gen::inRange(0, 24); turns > 0; turns--)
            std::next_permutation(place.begin(), place.end());
        for (int i = 0; i < question.players; i++)
            turned.holding[place[std::size_t(i)]] = question.holding[i];
        RC_LOG() << show(question) << std::endl << show(turned) << std::endl;
        felt_equity_answer one = ask(question, FELT_EQUITY_EXACT),
                           other = ask(turned, FELT_EQUITY_EXACT);
        RC_ASSERT(one.matchups == other.matchups);
        for (int i = 0; i < question.players; i++)
            check_same(one.player[i], other.player[place[std::size_t(i)]]);
    });
    return good;
}

bool check_others()
{
    bool good = true;
    good &= rc::check("sampled equities of any game add up to one", [] {
        felt_equity_question question = any_game();
        RC_LOG() << show(question) << std::endl;
        felt_equity_answer answer = ask(question, FELT_EQUITY_SAMPLE);
        RC_ASSERT(answer.method == FELT_EQUITY_SAMPLE);
        RC_ASSERT(std::fabs(sum_of(answer) - 1) < 1e-9);
        for (int i = 0; i < answer.players; i++) {
            RC_ASSERT(answer.player[i].equity >= 0);
            RC_ASSERT(answer.player[i].equity <= 1 + close_enough);
            RC_ASSERT(answer.player[i].error >= 0);
        }
    });
    good &= rc::check("any dead cards: an answer, or a refusal that says why", [] {
        felt_equity_question question = any_holdem();
        std::uint64_t dead = *rc::gen::arbitrary<std::uint64_t>();
        if (*rc::gen::arbitrary<bool>()) dead &= *rc::gen::arbitrary<std::uint64_t>();
        question.dead |= dead & (*rc::gen::arbitrary<bool>() ? ~felt_cards(0) : FELT_CARDS_ALL);
        RC_LOG() << show(question) << std::endl;
        felt_equity_options options = felt_equity_defaults();
        options.samples_max = 1000;
        felt_equity_answer answer;
        felt_complaint complaint;
        complaint.text[0] = 0;
        felt_status status = felt_equity_ask(&question, &options, &work(), &answer, &complaint);
        if (status == FELT_OK)
            RC_ASSERT(std::fabs(sum_of(answer) - 1) < 1e-9);
        else
            RC_ASSERT(std::strlen(complaint.text) > 0u);
    });
    good &= rc::check("any numbers in a question: verify says yes or why not", [] {
        felt_equity_question question = {};
        question.game = felt_showdown_at(*rc::gen::inRange(0, felt_showdown_count()));
        question.players = *rc::gen::inRange(-2, 13);
        question.board_count = *rc::gen::arbitrary<std::uint8_t>() & 7;
        question.dead = *rc::gen::element<felt_cards>(0, 1, 0xff0, ~felt_cards(0));
        for (felt_card &card : question.board) card = felt_card(*rc::gen::inRange(0, 60));
        for (felt_holding &holding : question.holding) {
            holding.is_range = *rc::gen::inRange(0, 4) == 0;
            holding.count = std::uint8_t(*rc::gen::inRange(0, 9));
            for (felt_card &card : holding.card) card = felt_card(*rc::gen::inRange(0, 60));
            if (holding.is_range) felt_range_add(&holding.range, *rc::gen::inRange(0, 1326));
        }
        felt_complaint complaint;
        complaint.text[0] = 0;
        felt_status status = felt_equity_verify(&question, &complaint);
        if (status != FELT_OK) RC_ASSERT(std::strlen(complaint.text) > 0u);
    });
    return good;
}

} // namespace

TEST_MODULE(equity)
{
    use_params("max_success=200"); // unless told otherwise
    bool good = check_exact();
    good &= check_others();
    return good ? 0 : 1;
}
