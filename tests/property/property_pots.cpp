// property_pots.cpp -- layers and shares of any contributions, beside chips dealt out one by one.
#include "felt/pots.h"
#include "module.h"
#include "slow_pots.h"
#include "usual_params.h"

#include <rapidcheck.h>

#include <array>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

namespace
{

const int seats = FELT_SEATS_MAX;

struct table {
    std::vector<felt_chips> paid;
    felt_seats dealt, live;
    felt_chips dead, total;
    std::vector<felt_value> first, second;
    std::vector<felt_seat> order, order_second;
    felt_split split;
};

std::string show(const table &t)
{
    std::string text = "paid";
    for (int seat = 0; seat < seats; seat++) {
        if (!felt_seats_has(t.dealt, seat)) continue;
        text += " " + std::to_string(seat) + ":" + std::to_string(t.paid[std::size_t(seat)]);
        text += felt_seats_has(t.live, seat) ? "" : " folded";
        text += " (" + std::to_string(t.first[std::size_t(seat)]) + "/" +
                std::to_string(t.second[std::size_t(seat)]) + ")";
    }
    return text + ", dead " + std::to_string(t.dead);
}

std::vector<felt_seat> any_order()
{
    std::vector<felt_seat> order(seats);
    std::iota(order.begin(), order.end(), felt_seat(0));
    for (int i = seats - 1; i > 0; i--)
        std::swap(order[std::size_t(i)], order[std::size_t(*rc::gen::inRange(0, i + 1))]);
    return order;
}

// Few different amounts and few different hands: ties and equal stakes are what is interesting.
table any_table()
{
    table t = {};
    t.paid =
        *rc::gen::container<std::vector<felt_chips>>(seats, rc::gen::inRange<felt_chips>(0, 60));
    t.first =
        *rc::gen::container<std::vector<felt_value>>(seats, rc::gen::inRange<felt_value>(1, 4));
    t.second =
        *rc::gen::container<std::vector<felt_value>>(seats, rc::gen::inRange<felt_value>(0, 3));
    t.dealt = *rc::gen::inRange<felt_seats>(1, 1 << seats);
    t.live = t.dealt & *rc::gen::inRange<felt_seats>(1, 1 << seats);
    if (t.live == 0) t.live = t.dealt;
    t.dead = *rc::gen::element<felt_chips>(0, 0, 1, 17);
    t.total = t.dead;
    for (int seat = 0; seat < seats; seat++)
        if (felt_seats_has(t.dealt, seat)) t.total += t.paid[std::size_t(seat)];
    t.order = any_order();
    t.order_second = any_order();
    return t;
}

// The lists stay where they are from now on.
void choose_split(table &t)
{
    t.split = {};
    t.split.first = t.first.data();
    t.split.second = *rc::gen::arbitrary<bool>() ? t.second.data() : nullptr;
    t.split.order = *rc::gen::arbitrary<bool>() ? t.order.data() : nullptr;
    t.split.order_second = *rc::gen::arbitrary<bool>() ? t.order_second.data() : nullptr;
    t.split.from = *rc::gen::inRange<felt_seat>(0, seats);
}

std::vector<felt_pot> cut(const table &t)
{
    felt_pot out[FELT_SEATS_MAX];
    int count = felt_pots_layer(t.paid.data(), t.dealt, t.live, t.dead, t.total, out);
    return {out, out + count};
}

// P1, P2, and the same layers as from single chips.
void layers_are_those_of_single_chips()
{
    table t = any_table();
    RC_LOG(show(t));
    auto pots = cut(t);
    felt_pot slow[FELT_SEATS_MAX];
    int count = slow_pots_cut(t.paid.data(), t.dealt, t.live, t.dead, slow);
    RC_ASSERT(int(pots.size()) == count);
    felt_chips sum = 0;
    felt_seats below = t.live;
    for (std::size_t i = 0; i < pots.size(); i++) {
        RC_ASSERT(pots[i].amount == slow[i].amount);
        RC_ASSERT(pots[i].eligible == slow[i].eligible);
        RC_ASSERT(pots[i].amount > 0);
        RC_ASSERT((pots[i].eligible & ~below) == 0);
        if (i) RC_ASSERT(pots[i].eligible != below);
        below = pots[i].eligible;
        sum += pots[i].amount;
    }
    RC_ASSERT(sum == t.total);
}

// P1, P3, and the same shares as from dealing chips out one by one.
void shares_are_those_of_single_chips()
{
    table t = any_table();
    choose_split(t);
    RC_LOG(show(t));
    for (const felt_pot &pot : cut(t)) {
        std::array<felt_chips, FELT_SEATS_MAX> won = {}, slow = {};
        felt_seats winners = felt_pots_award(&pot, &t.split, won.data());
        slow_pots_share(&pot, &t.split, slow.data());
        RC_ASSERT(won == slow);
        RC_ASSERT(std::accumulate(won.begin(), won.end(), felt_chips(0)) == pot.amount);
        RC_ASSERT((winners & ~pot.eligible) == 0);
        for (int seat = 0; seat < seats; seat++)
            if (won[std::size_t(seat)]) RC_ASSERT(felt_seats_has(winners, seat));
    }
}

// Nobody who ties gets more than one odd chip more than another.
void odd_chips_go_one_to_each()
{
    table t = any_table();
    choose_split(t);
    t.split.second = nullptr;
    for (const felt_pot &pot : cut(t)) {
        felt_chips won[FELT_SEATS_MAX] = {0};
        felt_seats winners = felt_pots_award(&pot, &t.split, won);
        felt_chips least = pot.amount / felt_seats_count(winners);
        for (int seat = 0; seat < seats; seat++)
            if (felt_seats_has(winners, seat))
                RC_ASSERT(won[seat] == least || won[seat] == least + 1);
    }
}

// The drop is at most what was asked, at most one chip less for each pot, and in proportion.
void drop_is_in_proportion()
{
    auto amounts = *rc::gen::nonEmpty(rc::gen::container<std::vector<felt_chips>>(
        rc::gen::inRange<felt_chips>(0, FELT_CHIPS_MAX)));
    if (amounts.size() > FELT_SEATS_MAX) amounts.resize(FELT_SEATS_MAX);
    felt_chips total = std::accumulate(amounts.begin(), amounts.end(), felt_chips(0));
    auto per_10000 = *rc::gen::inRange(0u, 10001u);
    auto cap = *rc::gen::inRange<felt_chips>(0, FELT_CHIPS_MAX);
    felt_chips rake = felt_pots_rake(total, per_10000, cap);
    __extension__ typedef __int128 wide;
    RC_ASSERT(rake <= cap);
    RC_ASSERT(wide(rake) * 10000 <= wide(total) * per_10000);
    if (rake < cap) RC_ASSERT((wide(rake) + 1) * 10000 > wide(total) * per_10000);
    std::vector<felt_pot> pots;
    for (felt_chips amount : amounts) pots.push_back({amount, 1});
    felt_chips taken = felt_pots_drop(pots.data(), int(pots.size()), rake), sum = 0;
    for (std::size_t i = 0; i < pots.size(); i++) {
        felt_chips part = amounts[i] - pots[i].amount;
        RC_ASSERT(part >= 0);
        RC_ASSERT(wide(part) * total <= wide(rake) * amounts[i]);
        RC_ASSERT(total == 0 || (wide(part) + 1) * total > wide(rake) * amounts[i]);
        sum += part;
    }
    RC_ASSERT(sum == taken);
    RC_ASSERT(taken <= rake);
    RC_ASSERT(rake - taken < felt_chips(pots.size()) || rake == taken);
}

} // namespace

TEST_MODULE(pots)
{
    use_params("max_success=2000");
    bool good = rc::check("layers are those of single chips", layers_are_those_of_single_chips);
    good &= rc::check("shares are those of single chips", shares_are_those_of_single_chips);
    good &= rc::check("odd chips go one to each", odd_chips_go_one_to_each);
    good &= rc::check("the drop is in proportion", drop_is_in_proportion);
    return good ? 0 : 1;
}
