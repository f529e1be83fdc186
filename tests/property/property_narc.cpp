// property_narc.cpp -- what holds in every hand of Narc, under any options: rounds end, everybody
// is asked, the initiative stays where it is, cards are neither made nor lost, nothing hidden is
// shown.
#include "felt/narc.h"
#include "module.h"
#include "narc_any.h"
#include "narc_curios.h"
#include "support.h"
#include "usual_params.h"

#include <rapidcheck.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace
{

using Events = std::vector<felt_event>;

// A rule set, a seed, and numbers that become actions; without numbers everybody checks.
struct narc_hands {
    felt_narc_options options;
    felt_narc_rules rules;
    std::uint64_t seed;
    int heat, cash;
    std::vector<unsigned> numbers;
};

std::string show(const narc_hands &t)
{
    const felt_narc_options &o = t.options;
    std::ostringstream text;
    text << "rounds " << int(o.rounds) << ", hand " << int(o.hand_size) << ", cap " << int(o.cap)
         << (o.cap_effect == FELT_CAP_ENDS ? " ends" : " mutes") << ", answers " << int(o.answers)
         << ", order " << int(o.order[0]) << int(o.order[1]) << int(o.order[2]) << ", fold price "
         << int(o.fold_price) << (o.initiative ? "" : ", no initiative")
         << (o.rotates ? ", rotates" : "") << (o.pays_to_stay ? ", pays to stay" : "")
         << (o.open ? ", open" : "") << (o.recycles ? "" : ", no recycling") << ", seed " << t.seed
         << ", heat " << t.heat;
    return text.str();
}

bool any_flag()
{
    return *rc::gen::arbitrary<bool>();
}

std::uint8_t any_of(int low, int high)
{
    return std::uint8_t(*rc::gen::inRange(low, high + 1));
}

felt_narc_options any_options()
{
    felt_narc_options o = felt_narc_options_usual;
    o.rounds = any_of(1, FELT_NARC_ROUNDS_MAX);
    o.hand_size = any_of(1, FELT_NARC_HAND_MAX);
    o.cap = any_of(1, FELT_NARC_CAP_MAX);
    o.cap_effect = any_of(0, 1);
    o.answers = any_of(0, FELT_ANSWERS - 1);
    o.initiative = any_flag();
    for (int seat = 0, turn = any_of(0, 2); seat < FELT_ROLES; seat++)
        o.order[seat] = std::uint8_t((seat + turn) % FELT_ROLES);
    if (any_flag()) std::swap(o.order[0], o.order[1]);
    o.rotates = any_flag();
    o.fold_price = any_of(0, 3);
    o.pays_to_stay = any_flag();
    o.insurance = any_flag();
    o.conviction = any_flag();
    o.tiers = any_flag();
    o.open = any_flag();
    o.pot_per_card = std::int16_t(any_of(0, 9));
    o.session_hands = any_of(1, FELT_NARC_SESSION_MAX);
    o.session_cards = any_of(1, 8);
    o.recycles = any_flag();
    while (o.rounds * o.cap * (o.pays_to_stay ? FELT_ROLES : 1) > FELT_NARC_COMMITS_MAX) o.rounds--;
    return o;
}

narc_hands any_hands()
{
    narc_hands t = {};
    t.options = any_options();
    RC_ASSERT(felt_narc_rules_make(&t.options, &narc_curios, true, &t.rules, nullptr) == FELT_OK);
    t.seed = *rc::gen::arbitrary<std::uint64_t>();
    t.heat = *rc::gen::inRange(0, 140);
    t.cash = *rc::gen::inRange(0, 300);
    t.numbers = *rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0u, 1000u));
    RC_LOG() << show(t) << std::endl;
    return t;
}

// Hands after each other, as long as there are numbers, and the last of them to its end.
struct narc_play {
    const narc_hands &t;
    felt_narc_state state = {};
    felt_rng rng;
    std::size_t next = 0;
    felt_seat actor = -1;
    felt_action action = {};
    std::array<felt_event, FELT_EVENTS_MAX> event;
    felt_event_log log = {};

    explicit narc_play(const narc_hands &hands) : t(hands), rng(felt_rng_make(hands.seed))
    {
        felt_narc_rest(&t.rules, t.heat, t.cash, &state);
        begin();
    }
    void begin()
    {
        log = {event.data(), 0, std::uint32_t(event.size())};
        felt_narc_begin(&t.rules, &state, &rng, &state, &log);
    }
    felt_action choose() const
    {
        felt_option option[FELT_OPTIONS_MAX];
        int count = felt_narc_game.legal(&t.rules, &state, option);
        std::int64_t all = felt_options_count(option, count);
        unsigned number = next < t.numbers.size() ? t.numbers[next] : 0;
        felt_action chosen = felt_options_pick(option, count, number % all);
        // a fold is what zero stands for: it is taken of numbers, and only of every other one
        if (chosen.kind == FELT_FOLD && (next >= t.numbers.size() || number % 2))
            chosen = felt_options_pick(option, count, 1);
        return chosen;
    }
    // False: the last hand is over.
    bool step()
    {
        if (state.phase == FELT_NARC_OVER) {
            if (next >= t.numbers.size()) return false;
            actor = -1;
            begin();
            return true;
        }
        actor = felt_narc_actor(&t.rules, &state);
        action = choose();
        next++;
        log.count = 0;
        RC_ASSERT(felt_narc_apply(&t.rules, &state, actor, action, &log) == FELT_OK);
        return true;
    }
};

// 1, 2: a round has at most seats * (cap + 1) actions; the actor owes one, or has an option.
void rounds_end_and_have_one_actor()
{
    narc_hands t = any_hands();
    narc_play play(t);
    int in_round = 0;
    do {
        const felt_turn &turn = play.state.betting.turn;
        for (std::uint32_t i = 0; i < play.log.count; i++) {
            if (play.event[i].kind == FELT_EVENT_ROUND) in_round = 0;
            if (play.event[i].kind == FELT_EVENT_ACT) in_round++;
        }
        RC_ASSERT(in_round <= FELT_ROLES * (t.options.cap + 1) + 1); // and the decision
        RC_ASSERT(felt_narc_sound(&t.rules, &play.state));
        if (play.state.phase != FELT_NARC_BETTING) continue;
        felt_seat actor = turn.actor;
        RC_ASSERT(actor >= 0);
        RC_ASSERT(felt_seats_has(turn.live, actor));
        RC_ASSERT((turn.on_option ? turn.holder == actor : felt_seats_has(turn.owes, actor)));
        RC_ASSERT(play.state.betting.held[actor] > 0); // who has nothing is not asked
    } while (play.step());
}

// 3: a round that was not cut short asked every seat that was in it.
void everybody_is_asked()
{
    narc_hands t = any_hands();
    narc_play play(t);
    felt_seats asked = 0, began = 7;
    do {
        for (std::uint32_t i = 0; i < play.log.count; i++) {
            const felt_event &e = play.event[i];
            if (e.kind == FELT_EVENT_ROUND) {
                asked = 0;
                began = 0;
                for (int seat = 0; seat < FELT_ROLES; seat++)
                    if (!(play.state.folded >> t.options.order[seat] & 1) || e.to == 1)
                        began |= felt_seats_of(seat);
            }
            if (e.kind == FELT_EVENT_ACT && e.act != FELT_CONTINUE) asked |= felt_seats_of(e.seat);
        }
        bool flipped = play.state.phase == FELT_NARC_DECISION ||
                       (play.state.phase == FELT_NARC_OVER && play.state.end != FELT_NARC_FOLDED);
        if (!flipped || felt_seats_lone(play.state.betting.turn.live)) continue;
        RC_ASSERT((play.state.betting.turn.live & began & ~asked) == 0);
    } while (play.step());
}

// 4: the first raise of a round gives the initiative, and only a fold takes it.
void initiative_stays_with_the_first_raiser()
{
    narc_hands t = any_hands();
    narc_play play(t);
    felt_seat first = -1;
    bool raised_since_option = true;
    do {
        const felt_turn &turn = play.state.betting.turn;
        for (std::uint32_t i = 0; i < play.log.count; i++) {
            const felt_event &e = play.event[i];
            if (e.kind == FELT_EVENT_ROUND) {
                first = -1;
                raised_since_option = true;
            }
            if (e.kind == FELT_EVENT_ACT && e.act == FELT_COMMIT) {
                if (first < 0) first = e.seat;
                raised_since_option = true;
            }
            if (e.kind == FELT_EVENT_INITIATIVE) RC_ASSERT(e.seat == first);
        }
        if (play.state.phase != FELT_NARC_BETTING) continue;
        bool in = first >= 0 && felt_seats_has(turn.live, first);
        RC_ASSERT(turn.holder == (in ? first : felt_seat(-1)));
        if (!turn.on_option) continue;
        RC_ASSERT(t.options.initiative && raised_since_option); // one option for each lap
        RC_ASSERT(turn.raises < turn.cap);
        raised_since_option = false;
    } while (play.step());
}

// 5, G2, G3, G4, N4.
void nothing_is_wrong_at_any_moment()
{
    narc_hands t = any_hands();
    narc_play play(t);
    felt_rng rng = felt_rng_make(t.seed + 1);
    do {
        const char *fault = narc_fault(&t.rules, &play.state, &rng);
        if (fault) RC_FAIL(fault);
    } while (play.step());
}

// N4: an event shows a card to its owner, or to all once it lies open.
void events_show_nobody_what_is_hidden()
{
    narc_hands t = any_hands();
    narc_play play(t);
    do {
        for (std::uint32_t i = 0; i < play.log.count; i++) {
            const felt_event &e = play.event[i];
            bool open = e.kind == FELT_EVENT_FLIP || (e.kind == FELT_EVENT_ACT && t.options.open);
            for (felt_seat seat = -1; seat < FELT_ROLES && e.count; seat++) {
                felt_event seen = felt_event_for(&e, seat);
                for (int card = 0; card < e.count; card++)
                    RC_ASSERT((seen.cards[card] != FELT_CARD_NONE) == (open || seat == e.seat));
            }
        }
    } while (play.step());
}

// 7: each copy is in one pile, and the Player's spent cards never come back in a session.
void cards_are_neither_made_nor_lost()
{
    narc_hands t = any_hands();
    narc_play play(t);
    felt_cards used = 0;
    do {
        const felt_narc_state &s = play.state;
        const felt_cards piles[] = {s.deck, s.hand, s.down, s.up, s.spent, s.gone};
        felt_cards seen = 0;
        for (felt_cards pile : piles) {
            RC_ASSERT((seen & pile) == 0);
            seen |= pile;
        }
        RC_ASSERT(seen == (felt_cards(1) << t.rules.cards) - 1);
        RC_ASSERT((s.gone & ~t.rules.of_role[FELT_ROLE_PLAYER]) == 0);
        if (s.hand_number == 1 && s.actions == 0) used = 0;
        felt_cards mine = t.rules.of_role[FELT_ROLE_PLAYER];
        RC_ASSERT((used & (s.deck | s.hand)) == 0);
        used |= mine & (s.down | s.up | s.spent);
    } while (play.step());
}

// 6: the same deal and the same actions, the same state; a copy goes its own way.
void replays_are_the_same_hand()
{
    narc_hands t = any_hands();
    narc_play one(t), two(t);
    bool more = true;
    while (more) {
        felt_narc_state copy = one.state;
        more = one.step();
        RC_ASSERT(two.step() == more);
        RC_ASSERT(felt_narc_equal(&one.state, &two.state));
        RC_ASSERT(felt_narc_hash(&one.state) == felt_narc_hash(&two.state));
        if (more && one.actor >= 0)
            RC_ASSERT(felt_narc_apply(&t.rules, &copy, one.actor, one.action, nullptr) == FELT_OK);
        if (more && one.actor >= 0) RC_ASSERT(felt_narc_equal(&copy, &one.state));
    }
}

// The log alone tells the totals and the end.
void tallies_tell_the_totals()
{
    narc_hands t = any_hands();
    narc_play play(t);
    std::array<felt_chips, 4> told = {};
    do {
        for (std::uint32_t i = 0; i < play.log.count; i++) {
            const felt_event &e = play.event[i];
            if (e.kind == FELT_EVENT_HAND) told = {};
            if (e.kind == FELT_EVENT_TALLY) {
                RC_ASSERT(told[e.pot] + e.amount == e.to);
                told[e.pot] = e.to;
            }
            if (e.kind == FELT_EVENT_OUTCOME) RC_ASSERT(e.amount == play.state.banked);
        }
        const felt_narc_totals &now = play.state.totals;
        RC_ASSERT(told[0] == now.evidence);
        RC_ASSERT(told[1] == now.cover);
        RC_ASSERT(told[2] == now.heat);
        RC_ASSERT(told[3] == now.profit);
    } while (play.step());
}

// What is wrong with hands shrinks to few actions: a claim that is false is brought down to the one
// raise that it takes.
bool failures_shrink()
{
    const auto claim = [] {
        narc_hands t = any_hands();
        narc_play play(t);
        do RC_ASSERT(play.state.commits == 0);
        while (play.step());
    };
    rc::detail::TestMetadata metadata; // without a name, so that it is not listed as a failure
    rc::detail::TestParams params;
    params.seed = 1;
    params.maxSuccess = 200;
    const auto result = rc::detail::checkTestable(claim, metadata, params);
    std::cerr << "\n- a false claim is noticed and shrunk" << std::endl;
    if (!result.is<rc::detail::FailureResult>()) return false;
    return !result.get<rc::detail::FailureResult>().reproduce.shrinkPath.empty();
}

} // namespace

TEST_MODULE(narc)
{
    use_params(test_is_quick() ? "max_success=30" : "max_success=500");
    bool good = rc::check("rounds end and have one actor", rounds_end_and_have_one_actor);
    good &= rc::check("everybody is asked", everybody_is_asked);
    good &=
        rc::check("initiative stays with the first raiser", initiative_stays_with_the_first_raiser);
    good &= rc::check("nothing is wrong at any moment", nothing_is_wrong_at_any_moment);
    good &= rc::check("events show nobody what is hidden", events_show_nobody_what_is_hidden);
    good &= rc::check("cards are neither made nor lost", cards_are_neither_made_nor_lost);
    good &= rc::check("replays are the same hand", replays_are_the_same_hand);
    good &= rc::check("tallies tell the totals", tallies_tell_the_totals);
    good &= failures_shrink();
    return good ? 0 : 1;
}
