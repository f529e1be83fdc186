// poker_table.h -- any hand of poker for properties: rules, forced bets, cards, and a list of
// numbers that become actions.  Whatever the numbers are, the hand comes to an end.
#ifndef FELT_TESTS_POKER_TABLE_H
#define FELT_TESTS_POKER_TABLE_H

#include "felt/poker.h"

#include <rapidcheck.h>

#include <string>
#include <vector>

struct poker_table {
    felt_poker_rules rules;
    felt_deal deal;
    std::uint64_t seed;
    std::vector<unsigned> numbers;
};

inline std::string show(const poker_table &t)
{
    std::string text = std::string(t.rules.variant->name) + ", limit " +
                       std::to_string(t.rules.limit) + ", unit " + std::to_string(t.rules.bet[0]) +
                       ", button " + std::to_string(t.deal.button) + ", opener " +
                       std::to_string(t.deal.opener) + ", seed " + std::to_string(t.seed);
    if (t.deal.bomb) text += ", bomb pot";
    if (t.rules.may_muck) text += ", may muck";
    if (t.rules.run_twice) text += ", run twice";
    if (t.rules.wild) text += ", wild " + std::to_string(t.rules.wild);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        if (!felt_seats_has(t.deal.seats, seat)) continue;
        text += "; seat " + std::to_string(seat) + ": " + std::to_string(t.deal.stack[seat]);
        text += " dead " + std::to_string(t.deal.dead[seat]);
        text += " ante " + std::to_string(t.deal.ante[seat]);
        text += " blind " + std::to_string(t.deal.blind[seat]);
    }
    return text;
}

namespace poker_tables
{

inline felt_poker_rules any_rules()
{
    felt_poker_rules rules;
    const char *name = felt_variant_at(*rc::gen::inRange(0, felt_variant_count()))->name;
    auto limit = felt_limit(*rc::gen::inRange(0, int(FELT_STEP_LIMIT)));
    auto unit = *rc::gen::element<felt_chips>(1, 2, 10, 20);
    RC_ASSERT(felt_poker_rules_make(name, limit, unit, &rules, nullptr) == FELT_OK);
    rules.cap_counts_blind = *rc::gen::arbitrary<bool>();
    rules.heads_up_uncapped = *rc::gen::arbitrary<bool>();
    rules.rake_needs_board = *rc::gen::arbitrary<bool>();
    rules.may_muck = *rc::gen::arbitrary<bool>();
    rules.run_twice = rules.variant->board_cards > 0 && *rc::gen::arbitrary<bool>();
    if (*rc::gen::inRange(0, 8) == 0) { // another rank is wild, where the game can have that
        felt_poker_rules other = rules;
        other.wild = felt_cards(15) << (4 * *rc::gen::inRange(0, 13));
        if (felt_poker_rules_verify(&other, nullptr) == FELT_OK) rules.wild = other.wild;
    }
    if (*rc::gen::inRange(0, 3) == 0) {
        rules.rake_per_10000 = *rc::gen::inRange<std::uint16_t>(0, 2000);
        rules.rake_cap = *rc::gen::inRange<felt_chips>(0, 50);
    }
    RC_ASSERT(felt_poker_rules_verify(&rules, nullptr) == FELT_OK);
    return rules;
}

// A number of seats anywhere at the table, the button anywhere, and forced bets out of any order.
inline felt_deal any_deal(const felt_poker_rules &rules)
{
    const felt_variant *variant = rules.variant;
    const felt_chips unit = rules.bet[0];
    felt_deal deal = {};
    int count = *rc::gen::inRange(int(variant->seats_min), variant->seats_max + 1);
    while (felt_seats_count(deal.seats) < count) {
        int seat = *rc::gen::inRange(0, int(FELT_SEATS_MAX));
        while (felt_seats_has(deal.seats, seat)) seat = (seat + 1) % FELT_SEATS_MAX;
        deal.seats |= felt_seats_of(seat);
    }
    deal.button = felt_seat(*rc::gen::inRange(0, int(FELT_SEATS_MAX)));
    deal.opener = FELT_SEAT_NONE;
    deal.bomb = variant->board_cards > 0 && *rc::gen::inRange(0, 6) == 0;
    bool blinds = !deal.bomb && *rc::gen::inRange(0, 4) != 0;
    int antes = *rc::gen::inRange(0, 4), dead = *rc::gen::inRange(0, 6);
    auto stack = rc::gen::oneOf(rc::gen::inRange<felt_chips>(1, 2 * unit + 1),
                                rc::gen::inRange<felt_chips>(1, 15 * unit + 1),
                                rc::gen::inRange<felt_chips>(1, 300 * unit + 1));
    for (felt_seats left = deal.seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        deal.stack[seat] = *stack;
        if (antes == 0) deal.ante[seat] = (unit + 4) / 5;
        if (antes == 1) deal.ante[seat] = *rc::gen::inRange<felt_chips>(0, unit + 1);
        if (dead == 0) deal.dead[seat] = *rc::gen::element<felt_chips>(0, 0, 0, unit);
        if (blinds)
            deal.blind[seat] =
                *rc::gen::element<felt_chips>(0, 0, 0, (unit + 1) / 2, unit, 2 * unit);
    }
    if (blinds || *rc::gen::arbitrary<bool>())
        deal.opener = felt_seats_from(deal.seats, *rc::gen::inRange(0, int(FELT_SEATS_MAX)));
    return deal;
}

} // namespace poker_tables

inline poker_table any_poker_table()
{
    poker_table t = {};
    t.rules = poker_tables::any_rules();
    if (*rc::gen::inRange(0, 3) == 0) { // the usual forced bets
        int seats =
            *rc::gen::inRange(int(t.rules.variant->seats_min), t.rules.variant->seats_max + 1);
        auto stacks = *rc::gen::container<std::vector<felt_chips>>(
            std::size_t(seats), rc::gen::inRange<felt_chips>(1, 200 * t.rules.bet[0]));
        t.deal = felt_poker_deal_make(&t.rules, seats, stacks.data(),
                                      felt_seat(*rc::gen::inRange(0, seats)));
    } else {
        t.deal = poker_tables::any_deal(t.rules);
    }
    t.seed = *rc::gen::arbitrary<std::uint64_t>();
    t.numbers = *rc::gen::container<std::vector<unsigned>>(rc::gen::arbitrary<unsigned>());
    return t;
}

const unsigned passive = 14; // the number of a check or call

// What is no bet: some of the cards of an option, at least as many as must be; one board or two;
// showing or not.
inline felt_action other_action_for(const felt_option *option, int count, unsigned number)
{
    const felt_option &chosen = option[number == passive ? 0 : number / 8 % unsigned(count)];
    felt_action action = {};
    action.kind = chosen.kind;
    if (action.kind == FELT_RUNS) action.choice = std::uint16_t(number / 16 % 4 != 0);
    if (action.kind != FELT_DISCARD) return action;
    std::uint64_t wanted = number == passive ? 0 : number % 16 == 0 ? ~0u : number / 16;
    int picked = 0;
    for (int slot = 0; slot < 64; slot++) // what is wanted, as far as allowed
        if (chosen.cards >> slot & wanted >> slot & 1 && picked < chosen.cards_max) {
            action.cards |= std::uint64_t(1) << slot;
            picked++;
        }
    for (int slot = 0; picked < chosen.cards_min; slot++) {
        if (!(chosen.cards >> slot & ~action.cards >> slot & 1)) continue;
        action.cards |= std::uint64_t(1) << slot;
        picked++;
    }
    return action;
}

// A legal action for a number: checks and calls, small, large and other raises, now and then a
// fold.
inline felt_action action_for(const felt_option *option, int count, unsigned number)
{
    felt_action action = {};
    if (option[0].kind > FELT_BRING_IN) return other_action_for(option, count, number);
    const felt_option *raise = nullptr;
    for (int i = 0; i < count; i++) {
        if (option[i].kind == FELT_RAISE_TO) raise = &option[i];
        if (option[i].kind == FELT_FOLD && number % 8 == 7) return action;
        if (option[i].kind != FELT_FOLD && option[i].kind != FELT_RAISE_TO)
            action.kind = option[i].kind; // check, call or bring-in
    }
    if (raise == nullptr || number % 16 >= 8) return action;
    action.kind = FELT_RAISE_TO;
    auto span = std::uint64_t(raise->max - raise->min) + 1;
    action.amount = raise->min;
    if (number % 16 == 0) action.amount = raise->max;
    if (number % 16 > 3) action.amount += felt_chips(number / 16 * std::uint64_t(7919) % span);
    return action;
}

// A hand on its way, with everything that was said about it.
struct poker_play {
    const poker_table &table;
    felt_poker state = {};
    felt_poker dealt = {}; // as it was before the first action
    std::vector<felt_event> events;
    std::vector<felt_action> actions;

    explicit poker_play(const poker_table &t) : table(t), events(4096)
    {
        felt_rng rng = felt_rng_make(t.seed);
        log.event = events.data();
        log.room = std::uint32_t(events.size());
        RC_LOG(show(t));
        RC_ASSERT(felt_poker_open(&t.rules, &t.deal, &state, &log) == FELT_OK);
        RC_ASSERT(felt_poker_deal(&t.rules, &t.deal, &rng, &state, &log) == FELT_OK);
        dealt = state;
    }
    // The next action; false when the hand is over.
    bool step()
    {
        felt_option option[FELT_OPTIONS_MAX];
        int count = felt_poker_options(&table.rules, &state, option);
        if (count == 0) return false;
        std::size_t next = actions.size();
        unsigned number = next < table.numbers.size() ? table.numbers[next] : passive;
        take(action_for(option, count, number));
        auto rounds = std::size_t(table.rules.variant->steps * (1 + state.redeals) + 2);
        RC_ASSERT(actions.size() <= table.numbers.size() + FELT_SEATS_MAX * rounds); // H4
        return true;
    }
    // An action of somebody who does not go by numbers.
    void take(felt_action action)
    {
        felt_seat seat = felt_poker_actor(&state);
        RC_LOG("seat " + std::to_string(seat) + " " +
               felt_action_word(felt_action_kind(action.kind)) + " " +
               std::to_string(action.amount) + " " + std::to_string(action.cards));
        RC_ASSERT(felt_poker_apply(&table.rules, &state, seat, action, &log) == FELT_OK);
        actions.push_back(action);
    }
    std::uint32_t told() const
    {
        return log.count;
    }

  private:
    felt_event_log log = {};
};

#endif
