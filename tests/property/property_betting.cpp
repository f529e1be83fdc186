// property_betting.cpp -- rounds of chips at any table, beside the slow ones of tests/support.
#include "felt/chips.h"
#include "module.h"
#include "slow_phase.h"
#include "slow_round.h"
#include "usual_params.h"

#include <rapidcheck.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace
{

const felt_chips unit = 10;

struct table {
    int limit, cap;
    std::vector<felt_chips> stacks, blinds;
    felt_seat opener;
    felt_chips bring_in; // 0: none
};

std::string show(const table &t)
{
    std::string text = "limit " + std::to_string(t.limit) + ", cap " + std::to_string(t.cap) +
                       ", opener " + std::to_string(t.opener) + ", stacks";
    for (std::size_t i = 0; i < t.stacks.size(); i++)
        text += " " + std::to_string(t.stacks[i]) + "-" + std::to_string(t.blinds[i]);
    return text + ", bring-in " + std::to_string(t.bring_in);
}

// Stacks of a few units: short blinds, short all-ins and uncallable raises are everywhere.
table any_table(int limit)
{
    table t = {};
    t.limit = limit;
    int seats = *rc::gen::inRange(2, FELT_SEATS_MAX + 1);
    auto stack = rc::gen::oneOf(rc::gen::inRange<felt_chips>(1, 3 * unit),
                                rc::gen::inRange<felt_chips>(1, 12 * unit),
                                rc::gen::inRange<felt_chips>(1, 200 * unit));
    t.stacks = *rc::gen::container<std::vector<felt_chips>>(std::size_t(seats), stack);
    t.blinds = std::vector<felt_chips>(std::size_t(seats), 0);
    t.opener = felt_seat(*rc::gen::inRange(0, seats));
    t.cap = limit <= FELT_POT_LIMIT ? int(FELT_CAP_NONE) : *rc::gen::inRange(1, 6);
    if (limit == FELT_STEP_LIMIT) return t;
    if (*rc::gen::inRange(0, 4) == 0) {
        t.bring_in = *rc::gen::inRange<felt_chips>(1, unit);
        return t;
    }
    std::vector<felt_chips> posts = {0, 0, 5, unit, unit, 2 * unit};
    if (limit == FELT_FIXED_LIMIT) posts.pop_back();
    t.blinds =
        *rc::gen::container<std::vector<felt_chips>>(std::size_t(seats), rc::gen::elementOf(posts));
    return t;
}

struct pair {
    felt_betting fast = {};
    slow_round slow = {};
    felt_seats dealt = 0;
};

pair open(const table &t)
{
    pair p;
    p.fast.limit = std::uint8_t(t.limit);
    p.slow.limit = t.limit;
    for (std::size_t i = 0; i < t.stacks.size(); i++) {
        p.fast.stack[i] = p.slow.player[i].stack = t.stacks[i];
        p.slow.player[i].live = true;
        p.dealt |= felt_seats_of(int(i));
    }
    p.fast.turn.live = p.fast.turn.able = p.dealt;
    for (std::size_t i = 0; i < t.blinds.size(); i++) {
        if (t.blinds[i] == 0) continue;
        felt_betting_post(&p.fast, felt_seat(i), t.blinds[i]);
        slow_round_post(&p.slow, int(i), t.blinds[i]);
    }
    return p;
}

void begin(pair &p, felt_seat first, int cap)
{
    felt_betting_begin(&p.fast, first, unit, std::uint8_t(cap));
    slow_round_begin(&p.slow, first, unit, cap);
}

void verify(const pair &p)
{
    RC_ASSERT(int(p.fast.turn.actor) == p.slow.actor);
    RC_ASSERT(p.fast.pot == p.slow.pot);
    RC_ASSERT(p.fast.to_match == p.slow.price);
    RC_ASSERT(p.fast.raise_from <= p.fast.to_match); // C5
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        RC_ASSERT(p.fast.stack[seat] == p.slow.player[seat].stack);
        RC_ASSERT(p.fast.staked[seat] == p.slow.player[seat].staked);
        RC_ASSERT(p.fast.stack[seat] >= 0);                                           // C1
        RC_ASSERT(!felt_seats_has(p.fast.turn.able, seat) || p.fast.stack[seat] > 0); // C3
    }
}

slow_choice verify_choices(const pair &p)
{
    slow_choice choice = slow_round_choices(&p.slow);
    felt_legal legal;
    felt_betting_legal(&p.fast, &legal);
    RC_ASSERT(felt_legal_has(&legal, FELT_FOLD) == choice.fold);
    RC_ASSERT(felt_legal_has(&legal, FELT_CHECK) == choice.check);
    RC_ASSERT(felt_legal_has(&legal, FELT_CALL) == choice.call);
    RC_ASSERT(felt_legal_has(&legal, FELT_RAISE_TO) == (choice.raise_max > 0));
    RC_ASSERT(legal.to_call == choice.call_chips);
    RC_ASSERT(legal.raise_to_min == choice.raise_min);
    RC_ASSERT(legal.raise_to_max == choice.raise_max);
    return choice;
}

void act(pair &p, felt_action_kind kind, felt_chips to)
{
    RC_LOG("seat " + std::to_string(p.fast.turn.actor) + " " + felt_action_word(kind) + " " +
           std::to_string(to));
    felt_betting_apply(&p.fast, kind, to);
    slow_round_apply(&p.slow, kind, to);
}

// One of the legal actions, by a number; raises are frequent and mostly small or all-in.
void act_by(pair &p, const slow_choice &choice, unsigned number)
{
    felt_chips span = choice.raise_max - choice.raise_min;
    unsigned kind = number % 8;
    if (kind == 7 && choice.fold) return act(p, FELT_FOLD, 0);
    if (kind >= 4 || choice.raise_max == 0) return act(p, choice.check ? FELT_CHECK : FELT_CALL, 0);
    felt_chips more = kind == 0 ? 0 : kind == 1 ? span : felt_chips(number / 8) % (span + 1);
    act(p, FELT_RAISE_TO, choice.raise_min + more);
}

void end_round(pair &p)
{
    felt_chips paid[FELT_SEATS_MAX] = {0};
    felt_seat owner;
    int slow_owner;
    felt_chips slow_back = slow_round_give(&p.slow, &slow_owner);
    RC_ASSERT(felt_betting_give(&p.fast, p.dealt, &owner) == slow_back);
    if (slow_back) RC_ASSERT(int(owner) == slow_owner);
    felt_betting_collect(&p.fast, paid);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        RC_ASSERT(paid[seat] == p.slow.player[seat].staked);
    slow_round_end(&p.slow);
}

// Three rounds of one hand; afterwards everybody checks or calls.
void rounds_are_those_of_the_slow_table(int limit)
{
    table t = any_table(limit);
    auto numbers = *rc::gen::container<std::vector<unsigned>>(rc::gen::arbitrary<unsigned>());
    RC_LOG(show(t));
    pair p = open(t);
    std::size_t next = 0;
    int actions = 0;
    felt_chips all = 0;
    for (felt_chips stack : t.stacks) all += stack;
    for (int round = 0; round < 3; round++) {
        begin(p, t.opener, t.cap);
        if (round == 0 && t.bring_in && p.fast.turn.actor >= 0) {
            felt_betting_bring_in(&p.fast, t.bring_in);
            slow_round_bring_in(&p.slow, t.bring_in);
        }
        felt_chips raise_min = p.fast.raise_min;
        verify(p);
        while (p.fast.turn.actor >= 0) {
            slow_choice choice = verify_choices(p);
            act_by(p, choice, next < numbers.size() ? numbers[next++] : 4);
            verify(p);
            RC_ASSERT(p.fast.raise_min >= raise_min); // C2
            raise_min = p.fast.raise_min;
            felt_chips sum = p.fast.pot;
            for (felt_chips stack : p.fast.stack) sum += stack;
            RC_ASSERT(sum == all); // C4
            RC_ASSERT(++actions <= int(numbers.size()) + 6 * FELT_SEATS_MAX);
        }
        end_round(p);
        if (felt_seats_lone(p.fast.turn.live)) return;
    }
}

// Two to four seats; moves by number.
void steps_are_those_of_the_phase()
{
    int seats = *rc::gen::inRange(2, PHASE_SEATS + 1);
    auto stacks = *rc::gen::container<std::vector<long>>(
        std::size_t(seats), rc::gen::oneOf(rc::gen::inRange(1L, 12L), rc::gen::inRange(1L, 200L)));
    auto numbers = *rc::gen::container<std::vector<unsigned>>(rc::gen::arbitrary<unsigned>());
    int start = *rc::gen::inRange(0, seats), raises = *rc::gen::inRange(0, 4);
    felt_betting fast = {};
    slow_phase slow = {};
    fast.limit = FELT_STEP_LIMIT;
    slow.seats = seats;
    slow.min_bet = unit;
    slow.max_raises = raises;
    for (int i = 0; i < seats; i++) {
        fast.stack[i] = slow.player[i].chips = stacks[std::size_t(i)];
        fast.turn.live |= felt_seats_of(i);
    }
    fast.turn.able = fast.turn.live;
    slow_phase_begin(&slow, start);
    felt_betting_begin(&fast, felt_seat(start), unit, std::uint8_t(raises));
    for (std::size_t next = 0;; next++) {
        RC_ASSERT(int(fast.turn.actor) == slow.current);
        RC_ASSERT(fast.pot == slow.pot);
        for (int i = 0; i < seats; i++) RC_ASSERT(fast.stack[i] == slow.player[i].chips);
        if (slow.current < 0) break;
        RC_ASSERT(next < std::size_t(seats) * std::size_t(raises + 3)); // it comes to an end
        unsigned moves = slow_phase_moves(&slow);
        felt_legal legal;
        felt_betting_legal(&fast, &legal);
        RC_ASSERT(__builtin_popcount(moves) == __builtin_popcount(legal.kinds));
        unsigned skip =
            (next < numbers.size() ? numbers[next] : 0) % unsigned(__builtin_popcount(moves));
        int move = 0;
        while (!(moves >> move & 1) || skip-- > 0) move++;
        bool owes = slow.current_bet > slow.player[slow.current].current_bet;
        felt_action_kind kind = move == PHASE_FOLD    ? FELT_FOLD
                                : move == PHASE_CHECK ? FELT_CHECK
                                : move == PHASE_CALL || (owes && move == PHASE_ALL_IN)
                                    ? FELT_CALL
                                    : FELT_RAISE_TO;
        RC_ASSERT(felt_legal_has(&legal, kind));
        felt_betting_apply(&fast, kind, kind == FELT_RAISE_TO ? legal.raise_to_min : 0);
        slow_phase_apply(&slow, phase_move(move));
    }
}

} // namespace

TEST_MODULE(betting)
{
    use_params("max_success=2000");
    bool good = rc::check("no limit: the same as the slow table",
                          [] { rounds_are_those_of_the_slow_table(FELT_NO_LIMIT); });
    good &= rc::check("pot limit: the same as the slow table",
                      [] { rounds_are_those_of_the_slow_table(FELT_POT_LIMIT); });
    good &= rc::check("fixed limit: the same as the slow table",
                      [] { rounds_are_those_of_the_slow_table(FELT_FIXED_LIMIT); });
    good &= rc::check("steps: the same as the slow table",
                      [] { rounds_are_those_of_the_slow_table(FELT_STEP_LIMIT); });
    good &=
        rc::check("steps: the same as a phase of fixed increments", steps_are_those_of_the_phase);
    return good ? 0 : 1;
}
