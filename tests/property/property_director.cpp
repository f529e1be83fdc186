// property_director.cpp -- the dead button against the history of big blinds; balancing against
// what people would say: who moves, where to, and how large tables are.
#include "counted.h"
#include "module.h"
#include "support.h"
#include "tournament/button.h"
#include "tournament/director.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <vector>

namespace
{

int cases(int usual)
{
    return test_is_quick() ? usual / 20 + 5 : usual;
}

uint32_t below(felt_rng &rng, uint32_t bound)
{
    return felt_rng_below(&rng, bound);
}

// --- the dead button ---

struct player {
    bool fresh = true;
    int waited = 0;
    bool was_big = false;
    std::set<int> since; // who had the big blind since his last one
};

using round_of_people = std::map<int, std::pair<int, player>>; // seat: number, player

// Nobody waits for two hands, posts the big blind twice running, or sees another pay twice before
// he pays again.
void everybody_pays_in_turn(round_of_people &at, const felt_button_plan &plan)
{
    for (auto &[seat, who] : at) {
        player &p = who.second;
        if (!felt_seats_has(plan.dealt, seat)) {
            RC_ASSERT(p.fresh && ++p.waited <= 1);
            continue;
        }
        p.fresh = false;
        bool big = seat == plan.at.big;
        RC_ASSERT(!(big && p.was_big));
        p.was_big = big;
        if (big) {
            p.since.clear();
        } else {
            int payer = at[plan.at.big].first;
            RC_ASSERT(p.since.insert(payer).second);
        }
    }
}

// One table for many hands; people go out and come in between them.
void button_is_where_the_big_blind_was()
{
    felt_rng rng = felt_rng_make(*rc::gen::arbitrary<uint64_t>());
    const int seats = *rc::gen::inRange(2, FELT_SEATS_MAX + 1);
    round_of_people at;
    int next = 0;
    for (int i = 0; i < seats; i++)
        if (below(rng, 3)) at[i] = {next++, {}};
    felt_button last = {static_cast<felt_seat>(below(rng, static_cast<uint32_t>(seats))),
                        FELT_SEAT_NONE, FELT_SEAT_NONE};
    std::vector<int> bigs; // of hands in a row with three or more, nobody put anywhere
    for (int hand = 0; hand < 60; hand++) {
        felt_seats live = 0, fresh = 0;
        for (auto &[seat, who] : at) {
            live |= felt_seats_of(seat);
            if (who.second.fresh) fresh |= felt_seats_of(seat);
        }
        felt_button_plan plan;
        felt_button_next(&last, live, fresh, seats, &plan);
        RC_ASSERT(plan.possible == (at.size() >= 2));
        if (plan.possible) {
            // The next one who sits there has it.
            if (last.big != FELT_SEAT_NONE) {
                int seat = last.big;
                do seat = (seat + 1) % seats;
                while (!at.count(seat));
                RC_ASSERT(plan.at.big == seat);
            }
            int dealt = felt_seats_count(plan.dealt);
            int waiting = static_cast<int>(at.size()) - dealt;
            RC_ASSERT(dealt >= 2 && (plan.dealt & ~live) == 0);
            RC_ASSERT(waiting == 0 || dealt >= 3);
            // Where it was a hand ago is the small blind, two hands ago the button.
            bool moved = dealt == 2;
            if (last.big != FELT_SEAT_NONE && dealt >= 3) {
                felt_seats between = 0;
                for (int i = (last.small + 1) % seats; i != last.big; i = (i + 1) % seats)
                    between |= felt_seats_of(i);
                felt_seats others = static_cast<felt_seats>(live & ~(between & fresh));
                moved = others != live && felt_seats_count(others) < 3;
                RC_ASSERT(plan.dealt == (moved ? live : others));
                if (!moved && bigs.size() >= 2) {
                    RC_ASSERT(plan.at.small == bigs.back());
                    RC_ASSERT(plan.at.button == bigs[bigs.size() - 2]);
                }
            }
            RC_ASSERT((plan.poster == FELT_SEAT_NONE) ==
                      !felt_seats_has(plan.dealt, plan.at.small));
            if (dealt == 2) RC_ASSERT(plan.at.button == plan.at.small);
            everybody_pays_in_turn(at, plan);
            if (moved) bigs.clear();
            if (!moved || dealt > 2) bigs.push_back(plan.at.big);
            last = plan.at;
        }
        for (int i = 0; i < seats; i++) {
            if (at.count(i) && at.size() > 1 && below(rng, 8) == 0)
                at.erase(i);
            else if (!at.count(i) && below(rng, 6) == 0)
                at[i] = {next++, {}};
        }
    }
}

// --- balancing ---

struct fake_arena {
    std::vector<uint64_t> memory;
    felt_director *director = nullptr;
    felt_director_plan plan{};
    std::vector<felt_director_event> events = std::vector<felt_director_event>(2048);
    felt_director_log log{};
    std::map<uint32_t, int> big; // of the last hand of each table
    std::set<uint16_t> moved;    // and no big blind since
    std::set<uint32_t> in_hand;

    using seats = std::vector<uint16_t>;
    std::map<uint32_t, seats> tables() const
    {
        std::map<uint32_t, seats> all;
        for (uint32_t i = 0; i < plan.tables_max; i++) {
            seats row(FELT_SEATS_MAX);
            if (felt_director_table(director, i, row.data())) all[i] = row;
        }
        return all;
    }
    felt_director_no give(felt_director_input input)
    {
        log = {events.data(), 0, static_cast<uint32_t>(events.size()), false};
        return felt_director_apply(director, &input, &log);
    }
};

long size_of(const fake_arena::seats &row)
{
    return static_cast<long>(std::count_if(row.begin(), row.end(),
                                           [](uint16_t e) { return e != FELT_DIRECTOR_NOBODY; }));
}

void open_fake_arena(fake_arena &h, uint32_t entrants, uint8_t seats)
{
    h.plan.seats = seats;
    h.plan.levels = 1;
    h.plan.entrants_min = 2;
    h.plan.entrants_max = entrants;
    h.plan.tables_max = (entrants + seats - 1) / seats;
    h.plan.stack = 100;
    h.plan.level[0] = {1, 2, 0, 0, 0};
    h.plan.prizes.rows = h.plan.prizes.runs = 1;
    h.plan.prizes.row[0] = {2, 0, 1};
    h.plan.prizes.run[0] = {1, 1};
    RC_ASSERT(felt_director_verify(&h.plan) == nullptr);
    h.memory.resize(felt_director_bytes(&h.plan) / 8);
    h.director = felt_director_init(h.memory.data(), &h.plan,
                                    felt_rng_make(*rc::gen::arbitrary<uint64_t>()));
    for (uint32_t i = 0; i < entrants; i++) {
        felt_director_input come{};
        come.what = FELT_DIRECTOR_REGISTER;
        come.user = i + 1;
        RC_ASSERT(h.give(come) == FELT_DIRECTOR_OK);
    }
}

// A player was carried from one table to another: the right one, to the right seat?  `before` is
// how they sat; it is brought up to date.
void verify_move(fake_arena &h, const felt_director_event &went,
                 std::map<uint32_t, fake_arena::seats> &before)
{
    fake_arena::seats &from = before[went.from], &to = before[went.table];
    const int places = h.plan.seats;
    long most = 0, least = places;
    for (auto &[table, row] : before) {
        most = std::max(most, size_of(row));
        least = std::min(least, size_of(row));
    }
    RC_ASSERT(size_of(from) == most && size_of(to) == least && most - least >= 2);
    RC_ASSERT(!h.in_hand.count(went.from));
    // In the order of the coming big blinds, the first who was not moved; else the first.
    std::vector<uint16_t> order;
    if (h.big.count(went.from)) {
        for (int i = 1; i <= places; i++) {
            uint16_t entry = from[static_cast<size_t>((h.big[went.from] + i) % places)];
            if (entry != FELT_DIRECTOR_NOBODY) order.push_back(entry);
        }
        auto who =
            std::find_if(order.begin(), order.end(), [&](uint16_t e) { return !h.moved.count(e); });
        RC_ASSERT(went.entry == (who == order.end() ? order[0] : *who));
    }
    if (h.big.count(went.table)) {
        int seat = h.big[went.table];
        do seat = (seat + 1) % places;
        while (to[static_cast<size_t>(seat)] != FELT_DIRECTOR_NOBODY);
        RC_ASSERT(went.seat == seat);
    }
    std::replace(from.begin(), from.end(), went.entry, static_cast<uint16_t>(FELT_DIRECTOR_NOBODY));
    to[went.seat] = went.entry;
    h.moved.insert(went.entry);
}

void note_events(fake_arena &h, std::map<uint32_t, fake_arena::seats> before)
{
    bool broke = false; // then seats are drawn: only sizes are looked at
    for (uint32_t i = 0; i < h.log.count; i++) {
        const felt_director_event &event = h.events[i];
        if (event.kind == FELT_DIRECTOR_BUSTED) {
            auto &row = before[event.table];
            std::replace(row.begin(), row.end(), event.entry,
                         static_cast<uint16_t>(FELT_DIRECTOR_NOBODY));
        } else if (event.kind == FELT_DIRECTOR_TABLE_DOWN) {
            broke = true;
            for (uint16_t entry : before[event.table])
                if (entry != FELT_DIRECTOR_NOBODY) h.moved.insert(entry);
            uint32_t last = 0; // the highest number is broken first
            for (auto &[table, row] : before) last = std::max(last, table);
            RC_ASSERT(event.table == last);
            before.erase(event.table);
            h.big.erase(event.table);
        } else if (event.kind == FELT_DIRECTOR_WENT) {
            verify_move(h, event, before);
        } else if (event.kind == FELT_DIRECTOR_SEATED && broke) {
            before[event.table][event.seat] = event.entry;
        }
    }
    RC_ASSERT(before == h.tables());
}

void end_hand(fake_arena &h, felt_rng &rng, uint32_t table, const felt_director_hand &hand)
{
    felt_director_input input{};
    input.what = FELT_DIRECTOR_RESULT;
    input.table = table;
    std::vector<int> dealt;
    for (int i = 0; i < FELT_SEATS_MAX; i++) {
        input.stack[i] = hand.stack[i];
        if (felt_seats_has(hand.seats, i)) dealt.push_back(i);
    }
    int winner = dealt[below(rng, static_cast<uint32_t>(dealt.size()))];
    for (int seat : dealt) {
        if (seat == winner || below(rng, 3)) continue;
        input.stack[winner] += input.stack[seat];
        input.stack[seat] = 0;
    }
    auto before = h.tables();
    h.in_hand.erase(table);
    h.moved.erase(hand.entry[hand.big]);
    RC_ASSERT(h.give(input) == FELT_DIRECTOR_OK);
    note_events(h, before);
}

void balancing_is_what_people_would_do()
{
    felt_rng rng = felt_rng_make(*rc::gen::arbitrary<uint64_t>());
    fake_arena h;
    open_fake_arena(h, static_cast<uint32_t>(*rc::gen::inRange(2, 60)),
                    static_cast<uint8_t>(*rc::gen::inRange(2, FELT_SEATS_MAX + 1)));
    struct felt_director_face face;
    felt_director_face(h.director, &face);
    for (int step = 0; face.state == FELT_DIRECTOR_RUNNING; step++) {
        RC_ASSERT(step < 20000);
        uint32_t table = below(rng, h.plan.tables_max);
        felt_director_hand hand;
        if (felt_director_under_way(h.director, table, &hand)) {
            end_hand(h, rng, table, hand);
        } else if (felt_director_next(h.director, table, &hand) == FELT_DIRECTOR_OK) {
            auto rows = h.tables();
            for (auto &[other, row] : rows) // T4
                RC_ASSERT(std::abs(size_of(row) - size_of(rows[table])) <= 1);
            felt_director_input input{};
            input.what = FELT_DIRECTOR_BEGIN;
            input.table = table;
            RC_ASSERT(h.give(input) == FELT_DIRECTOR_OK);
            h.big[table] = hand.big;
            h.in_hand.insert(table);
        }
        if (h.in_hand.empty()) {
            auto rows = h.tables();
            long most = 0, least = FELT_SEATS_MAX;
            for (auto &[other, row] : rows) {
                most = std::max(most, size_of(row));
                least = std::min(least, size_of(row));
            }
            RC_ASSERT(rows.empty() || most - least <= 1);
        }
        felt_director_face(h.director, &face);
    }
    RC_ASSERT(face.state == FELT_DIRECTOR_OVER);
}

} // namespace

TEST_MODULE(director)
{
    bool good = true;
    good &= check("the dead button", cases(8000), button_is_where_the_big_blind_was);
    good &= check("balancing", cases(1000), balancing_is_what_people_would_do);
    return good ? 0 : 1;
}
