// property_room.cpp -- cash tables: button and blinds against a reference that is written as
// people say it; then people whose lines break: where they sit, what they have, what is done for
// them.
#define _Static_assert static_assert // some headers of the server are C only
#include "counted.h"
#include "module.h"
#include "fake_tables.h"
#include "support.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace
{

int cases(int usual)
{
    return test_is_quick() ? usual / 50 + 5 : usual;
}

// --- blinds ---

struct scene {
    int seats;
    felt_room_blinds last;
    felt_room_blinds_seat seat[FELT_SEATS_MAX];
};

std::vector<int> round_from(int seat, int seats)
{
    std::vector<int> order;
    for (int i = 1; i <= seats; i++) order.push_back((seat + i) % seats);
    return order;
}

// The first in this order who is in the set.
int first_of(const std::vector<int> &order, felt_seats set)
{
    for (int seat : order)
        if (felt_seats_has(set, seat)) return seat;
    return FELT_SEAT_NONE;
}

std::vector<int> backwards_from(int seat, int seats)
{
    std::vector<int> order;
    for (int i = 1; i <= seats; i++) order.push_back((seat - i + seats) % seats);
    return order;
}

// Seats that somebody who walks from `from` meets before he comes to `to`.
felt_seats passed(int from, int to, int seats)
{
    felt_seats set = 0;
    if (from == to) return 0;
    for (int seat : round_from(from, seats)) {
        if (seat == to) break;
        set = static_cast<felt_seats>(set | felt_seats_of(seat));
    }
    return set;
}

void sit_blinds(felt_room_blinds_plan &plan, int seats)
{
    plan.small = static_cast<felt_seat>(first_of(backwards_from(plan.big, seats), plan.dealt));
    plan.button = plan.small;
    if (felt_seats_count(plan.dealt) > 2)
        plan.button =
            static_cast<felt_seat>(first_of(backwards_from(plan.small, seats), plan.dealt));
}

felt_room_blinds_plan reference(const scene &s, bool blinds)
{
    felt_room_blinds_plan plan{};
    plan.button = plan.small = plan.big = FELT_SEAT_NONE;
    felt_seats present = 0, even = 0, again = 0;
    for (int i = 0; i < s.seats; i++) {
        if (!s.seat[i].taken) continue;
        plan.owes[i] = s.seat[i].owes;
        if (!s.seat[i].present) continue;
        present = static_cast<felt_seats>(present | felt_seats_of(i));
        if (s.seat[i].owes) continue;
        even = static_cast<felt_seats>(even | felt_seats_of(i));
        if (felt_seats_has(s.last.dealt, i))
            again = static_cast<felt_seats>(again | felt_seats_of(i));
    }
    if (felt_seats_count(present) < 2) return plan;
    plan.possible = true;
    bool first = s.last.big == FELT_SEAT_NONE;
    if (first || felt_seats_count(again) < 2) { // afresh: nobody owes anything
        plan.dealt = present;
        int from = first ? felt_seats_first(present) : s.last.big; // the button, or the last big
        plan.big = static_cast<felt_seat>(first_of(round_from(from, s.seats), present));
        if (first && felt_seats_count(present) > 2)
            plan.big = static_cast<felt_seat>(first_of(round_from(plan.big, s.seats), present));
        sit_blinds(plan, s.seats);
        std::fill(plan.owes, plan.owes + FELT_SEATS_MAX, std::uint8_t{0});
        return plan;
    }
    plan.big = static_cast<felt_seat>(first_of(round_from(s.last.big, s.seats), present));
    plan.dealt = blinds ? static_cast<felt_seats>(even | felt_seats_of(plan.big)) : present;
    sit_blinds(plan, s.seats);
    if (blinds) {
        felt_seats barred = passed(plan.button, plan.big, s.seats);
        for (int i = 0; i < s.seats; i++) {
            if (!felt_seats_has(present, i) || felt_seats_has(plan.dealt, i)) continue;
            if (s.seat[i].waits || felt_seats_has(barred, i)) continue;
            plan.dealt = static_cast<felt_seats>(plan.dealt | felt_seats_of(i));
            if (s.seat[i].owes & (FELT_OWES_ENTRY | FELT_OWES_BIG))
                plan.posts = static_cast<felt_seats>(plan.posts | felt_seats_of(i));
            if (s.seat[i].owes & FELT_OWES_SMALL)
                plan.dead = static_cast<felt_seats>(plan.dead | felt_seats_of(i));
        }
        sit_blinds(plan, s.seats);
        felt_seats big = passed(s.last.big, plan.big, s.seats);
        // The small blind is due where the big one was, whoever posts it then.
        felt_seats small = static_cast<felt_seats>(passed(s.last.small, s.last.big, s.seats) |
                                                   felt_seats_of(s.last.big));
        for (int i = 0; i < s.seats; i++) {
            if (!s.seat[i].taken || s.seat[i].present) continue;
            if (s.seat[i].owes & FELT_OWES_ENTRY) continue;
            if (felt_seats_has(big, i)) plan.owes[i] |= FELT_OWES_BIG;
            if (felt_seats_has(small, i)) plan.owes[i] |= FELT_OWES_SMALL;
        }
    }
    for (int i = 0; i < s.seats; i++)
        if (felt_seats_has(plan.dealt, i)) plan.owes[i] = 0;
    return plan;
}

void change_seats(scene &s)
{
    for (int i = 0; i < s.seats; i++) {
        felt_room_blinds_seat &seat = s.seat[i];
        int what = *rc::gen::inRange(0, 12);
        if (what == 0) {
            seat = felt_room_blinds_seat{};
        } else if (what == 1 && !seat.taken) {
            seat = felt_room_blinds_seat{};
            seat.taken = seat.present = true;
            seat.waits = *rc::gen::arbitrary<bool>();
            seat.owes = FELT_OWES_ENTRY;
        } else if (what == 2 && seat.taken) {
            seat.present = !seat.present;
        } else if (what == 3) {
            seat.waits = !seat.waits;
        }
    }
}

bool same_plan(const felt_room_blinds_plan &a, const felt_room_blinds_plan &b)
{
    return a.possible == b.possible && a.button == b.button && a.small == b.small &&
           a.big == b.big && a.dealt == b.dealt && a.posts == b.posts && a.dead == b.dead &&
           std::equal(a.owes, a.owes + FELT_SEATS_MAX, b.owes);
}

std::string show(const scene &s, const felt_room_blinds_plan &plan)
{
    std::string text = "last " + std::to_string(s.last.button) + " " +
                       std::to_string(s.last.small) + " " + std::to_string(s.last.big) + ", now " +
                       std::to_string(plan.button) + " " + std::to_string(plan.small) + " " +
                       std::to_string(plan.big) + "\n";
    for (int i = 0; i < s.seats; i++) {
        const felt_room_blinds_seat &seat = s.seat[i];
        text += "  " + std::to_string(i) + (seat.taken ? " taken" : " free") +
                (seat.present ? " present" : "") + (seat.waits ? " waits" : "") + " owes " +
                std::to_string(seat.owes) + ", then " + std::to_string(plan.owes[i]) +
                (felt_seats_has(plan.dealt, i) ? " dealt" : "") +
                (felt_seats_has(plan.posts, i) ? " posts" : "") +
                (felt_seats_has(plan.dead, i) ? " dead" : "") + "\n";
    }
    return text;
}

// B1 to B3, and what RULES 16 promises about newcomers.
void verify_plan(const scene &s, const felt_room_blinds_plan &plan, bool blinds)
{
    int count = felt_seats_count(plan.dealt);
    RC_ASSERT(count >= 2);
    for (int i = 0; i < FELT_SEATS_MAX; i++) {
        if (!felt_seats_has(plan.dealt, i)) continue;
        RC_ASSERT(i < s.seats);
        RC_ASSERT(s.seat[i].taken);
        RC_ASSERT(s.seat[i].present);
        RC_ASSERT(plan.owes[i] == 0);
    }
    RC_ASSERT(felt_seats_has(plan.dealt, plan.button));
    RC_ASSERT(felt_seats_has(plan.dealt, plan.small));
    RC_ASSERT(felt_seats_has(plan.dealt, plan.big));
    RC_ASSERT(plan.small != plan.big);
    RC_ASSERT((plan.button == plan.small) == (count == 2));
    RC_ASSERT((plan.posts & ~plan.dealt) == 0);
    RC_ASSERT((plan.dead & ~plan.dealt) == 0);
    RC_ASSERT(!felt_seats_has(plan.posts, plan.big));
    RC_ASSERT((plan.posts & passed(plan.button, plan.big, s.seats)) == 0);
    if (!blinds) RC_ASSERT(plan.posts == 0 && plan.dead == 0);
    if (s.last.big != FELT_SEAT_NONE) RC_ASSERT(plan.big != s.last.big); // not twice running
}

void blinds_are_those_of_the_reference()
{
    scene s{};
    s.seats = *rc::gen::inRange(2, FELT_SEATS_MAX + 1);
    s.last = felt_room_blinds_none;
    bool blinds = *rc::gen::inRange(0, 5) > 0;
    int hands = *rc::gen::inRange(1, 25);
    for (int hand = 0; hand < hands; hand++) {
        change_seats(s);
        felt_room_blinds_plan plan, expected = reference(s, blinds);
        felt_room_blinds_next(&s.last, s.seat, s.seats, blinds, &plan);
        RC_LOG() << show(s, plan) << "expected\n" << show(s, expected);
        RC_ASSERT(same_plan(plan, expected));
        for (int i = 0; i < s.seats; i++) s.seat[i].owes = plan.owes[i];
        if (!plan.possible) continue;
        verify_plan(s, plan, blinds);
        s.last = felt_room_blinds{plan.button, plan.small, plan.big, plan.dealt};
    }
}

// B4: whoever stays pays the big blind once a round, wherever he came in.
void blinds_go_round()
{
    scene s{};
    s.seats = *rc::gen::inRange(2, FELT_SEATS_MAX + 1);
    s.last = felt_room_blinds_none;
    felt_room_blinds_plan plan;
    for (int hand = *rc::gen::inRange(0, 10); hand > 0; hand--) {
        change_seats(s);
        felt_room_blinds_next(&s.last, s.seat, s.seats, true, &plan);
        for (int i = 0; i < s.seats; i++) s.seat[i].owes = plan.owes[i];
        if (plan.possible) s.last = felt_room_blinds{plan.button, plan.small, plan.big, plan.dealt};
    }
    int present = 0;
    for (int i = 0; i < s.seats; i++) present += s.seat[i].taken && s.seat[i].present;
    RC_PRE(present >= 2);
    int times[FELT_SEATS_MAX] = {0};
    for (int hand = 0; hand < present; hand++) {
        felt_room_blinds_next(&s.last, s.seat, s.seats, true, &plan);
        RC_ASSERT(plan.possible);
        times[plan.big]++;
        for (int i = 0; i < s.seats; i++) s.seat[i].owes = plan.owes[i];
        s.last = felt_room_blinds{plan.button, plan.small, plan.big, plan.dealt};
    }
    for (int i = 0; i < s.seats; i++)
        RC_ASSERT(times[i] == (s.seat[i].taken && s.seat[i].present ? 1 : 0));
    for (int i = 0; i < s.seats; i++)
        if (s.seat[i].present && s.seat[i].taken) RC_ASSERT(felt_seats_has(plan.dealt, i));
}

// --- a room ---

struct room {
    std::unique_ptr<fake_tables, decltype(&std::free)> memory;
    fake_tables *at;
    felt_poker_adapter poker[3];
    fake_tables_crowd crowd{};
    felt_rng rng;

    explicit room(std::uint64_t seed)
        : memory(static_cast<fake_tables *>(std::malloc(sizeof(fake_tables))), &std::free),
          at(memory.get()), rng(felt_rng_make(seed))
    {
        fake_tables_init(at, seed);
        at->hashes = false;
    }
    room(const room &) = delete;
    room &operator=(const room &) = delete;
    ~room()
    {
        if (at->room) fake_tables_close(at);
    }

    felt_stake *stake(int number, const char *variant, felt_limit limit, int seats, int tables)
    {
        felt_complaint complaint;
        enum felt_status status =
            felt_poker_adapter_make(&poker[number], variant, limit, 5, 10, &complaint);
        RC_ASSERT(status == FELT_OK);
        std::string id = "s" + std::to_string(number);
        felt_stake *made = fake_tables_stake(at, id.c_str(), &poker[number].adapter, seats, tables);
        made->pause_ms = 100;
        return made;
    }
    void open()
    {
        static ledger_toy *toy = ledger_toy_open(1);
        ledger_toy_clear(toy, at->entropy);
        fake_tables_open(at, toy);
    }
    void fine() const
    {
        RC_ASSERT(std::string(at->failure) == "");
    }
    int below(int bound)
    {
        return static_cast<int>(felt_rng_below(&rng, static_cast<std::uint32_t>(bound)));
    }
};

struct game {
    const char *variant;
    felt_limit limit;
};
const game games[] = {{"holdem", FELT_NO_LIMIT},    {"omaha", FELT_POT_LIMIT},
                      {"stud", FELT_FIXED_LIMIT},   {"badugi", FELT_FIXED_LIMIT},
                      {"holdem", FELT_FIXED_LIMIT}, {"razz", FELT_FIXED_LIMIT}};

game any_game()
{
    return games[*rc::gen::inRange<std::size_t>(0, sizeof games / sizeof games[0])];
}

// Everybody answers at once, except that `person` is slow by this chance.
void go_on(room &r, int steps)
{
    for (int i = 0; i < steps; i++) {
        fake_tables_crowd_answer(&r.crowd, 80);
        fake_tables_step(r.at, 100 + r.below(1000));
        fake_tables_verify(r.at);
        r.fine();
    }
}

enum { PERSON_CONN = 1 };

// A person and house players at 1 to 3 tables, in the middle of something.
std::int64_t people_play(room &r, int tables, const felt_room_client_settings *settings)
{
    for (int i = 0; i < tables; i++) {
        game one = any_game();
        r.stake(i, one.variant, one.limit, 4, 1);
    }
    r.open();
    fake_tables_crowd_make(&r.crowd, r.at, r.at->entropy, 1, 3 * tables);
    std::int64_t person = r.crowd.person[0];
    felt_receipt receipt;
    felt_order credit{};
    credit.kind = FELT_ORDER_CREDIT;
    credit.user = person;
    credit.amount = 10000;
    credit.now_ms = 1;
    std::memcpy(credit.key, "more", sizeof "more");
    ledger_toy_do(r.at->toy, &credit, &receipt);
    RC_ASSERT(fake_tables_enter(r.at, PERSON_CONN, person, false));
    for (int i = 0; i < tables; i++) {
        struct felt_room_face face;
        RC_ASSERT(felt_room_face(r.at->room, static_cast<std::uint32_t>(i), &face));
        felt_room_client_msg want = fake_tables_make(FELT_ROOM_CLIENT_SIT, face.id);
        want.amount = 1000;
        if (settings) want.settings = *settings;
        RC_ASSERT(fake_tables_do(r.at, PERSON_CONN, &want) == FELT_NO_NOT);
    }
    for (int i = 0; i < 4; i++) fake_tables_crowd_seat_house(&r.crowd), fake_tables_turn(r.at);
    go_on(r, *rc::gen::inRange(0, 40));
    return person;
}

// Property 14: what a user has in the bank and on tables is what he has; hands move chips between
// users, and nothing else moves any.
void property_14_chip_balance_consistency()
{
    room r(*rc::gen::arbitrary<std::uint32_t>());
    game one = any_game(), other = any_game();
    r.stake(0, one.variant, one.limit, 5, 1);
    r.stake(1, other.variant, other.limit, 3, 1);
    r.open();
    fake_tables_crowd_make(&r.crowd, r.at, r.at->entropy, 4, 3);
    ledger_toy_faults faults{};
    faults.delay_ms = *rc::gen::element(0u, 50u, 3000u);
    faults.before = faults.after = *rc::gen::element(0u, 0u, 20u);
    ledger_toy_fault(r.at->toy, &faults);
    r.at->slack_ms = 60000;
    fake_store *ledger = ledger_toy_fake_store(r.at->toy);
    felt_chips total = 0;
    for (std::int64_t user = 1; user < FAKE_TABLES_USERS; user++)
        total += fake_store_total(ledger, user);
    int steps = *rc::gen::inRange(10, 60);
    for (int i = 0; i < steps; i++) {
        fake_tables_crowd_seat_house(&r.crowd);
        fake_tables_crowd_act(&r.crowd);
        fake_tables_crowd_answer(&r.crowd, 70);
        fake_tables_step(r.at, 1000);
        fake_tables_verify(r.at);
        r.fine();
        felt_chips sum = 0;
        for (std::int64_t user = 1; user < FAKE_TABLES_USERS; user++) {
            sum += fake_store_total(ledger, user);
            felt_chips seats = fake_store_total(ledger, user) - ledger_toy_bank(r.at->toy, user);
            bool quiet = !ledger_toy_waiting(r.at->toy) && !r.at->orders &&
                         !felt_room_counts(r.at->room)->pending;
            if (quiet) RC_ASSERT(felt_room_chips(r.at->room, user) == seats);
        }
        RC_ASSERT(sum == total);
    }
}

// Property 16: names of house players.
void property_16_house_player_names()
{
    room r(1);
    r.open();
    int count = *rc::gen::inRange(1, 6);
    for (int i = 0; i < count; i++) {
        std::int64_t user = fake_tables_user(r.at, FELT_USER_HOUSE, 1000);
        const felt_user *row = fake_store_user(ledger_toy_fake_store(r.at->toy), user);
        RC_ASSERT(felt_name_is_house(row->username));
    }
}

// Property 17: a local line takes the same way as a person's: the same wants are refused for the
// same reason; and nothing but answers is ever told to it (fake_tables.h V6).
void property_17_local_session()
{
    std::uint64_t seed = *rc::gen::arbitrary<std::uint32_t>();
    auto wants = *rc::gen::container<std::vector<std::uint32_t>>(
        *rc::gen::inRange<std::size_t>(1, 30), rc::gen::arbitrary<std::uint32_t>());
    std::vector<int> answers[2];
    for (int local = 0; local < 2; local++) {
        room r(seed);
        r.stake(0, "holdem", FELT_NO_LIMIT, 3, 2);
        r.open();
        std::int64_t user = fake_tables_user(r.at, FELT_USER_HOUSE, 3000);
        RC_ASSERT(fake_tables_enter(r.at, PERSON_CONN, user, local == 1));
        for (std::uint32_t word : wants) {
            static const felt_room_client_kind kinds[] = {
                FELT_ROOM_CLIENT_SIT,       FELT_ROOM_CLIENT_STAND,  FELT_ROOM_CLIENT_SIT_OUT,
                FELT_ROOM_CLIENT_SETTINGS,  FELT_ROOM_CLIENT_TOP_UP, FELT_ROOM_CLIENT_ACTION,
                FELT_ROOM_CLIENT_PRESELECT, FELT_ROOM_CLIENT_QUICK,  FELT_ROOM_CLIENT_BLOCK};
            const char *table = word >> 8 & 7 ? (word >> 8 & 1 ? "s0-1" : "s0-2") : "s0-9";
            felt_room_client_msg want = fake_tables_make(kinds[word % 9], table);
            want.on = word >> 12 & 1;
            if (word >> 13 & 1) want.amount = 1 + (word >> 16) % 1500;
            if (want.kind == FELT_ROOM_CLIENT_SIT && (word >> 14 & 1))
                want.seat = static_cast<felt_seat>(word >> 20 & 7);
            if (want.kind == FELT_ROOM_CLIENT_BLOCK)
                std::memcpy(want.name, "Player1", sizeof "Player1");
            answers[local].push_back(fake_tables_do(r.at, PERSON_CONN, &want));
            fake_tables_verify(r.at);
            r.fine();
        }
        if (local == 1) RC_ASSERT(r.at->conn[PERSON_CONN].watches[0] == false);
    }
    for (std::size_t i = 0; i < answers[0].size(); i++)
        RC_LOG() << wants[i] % 9 << ": " << answers[0][i] << " " << answers[1][i] << "\n";
    RC_ASSERT(answers[0] == answers[1]);
}

// --- properties 18 to 20: absence ---

struct place {
    int seat;
    felt_chips chips;
    bool in_hand;
    std::string hand_id;
    std::uint32_t saids, reports, snapshots;
};

place place_of(const room &r, std::uint32_t table, std::int64_t user)
{
    struct felt_room_face face;
    place p{};
    p.seat = fake_tables_find(r.at, table, user, &face);
    if (p.seat < 0) return p;
    p.chips = fake_tables_seat_chips(r.at, face.id, user);
    p.in_hand = face.seat[p.seat].in_hand;
    p.hand_id = r.at->hand[table].hand_id;
    p.saids = static_cast<std::uint32_t>(r.at->hand[table].saids);
    p.reports = r.at->report[table][user].heard;
    p.snapshots = r.at->snapshot[table][user].heard;
    return p;
}

// Cards of his own that he sees.
felt_cards own_cards(const felt_view &view)
{
    felt_cards cards = 0;
    const felt_zone *hand = felt_view_zone(&view, FELT_ZONE_HAND, view.viewer);
    for (int i = 0; hand && i < hand->count; i++)
        if (view.cards[hand->at + i] != FELT_CARD_NONE)
            cards |= felt_cards_of(view.cards[hand->at + i]);
    return cards;
}

// Within the grace period: same seat; stack as it was and what the report lists; if nothing
// happened meanwhile, the same cards and the same turn.
void property_18_grace_period_session_preservation()
{
    room r(*rc::gen::arbitrary<std::uint32_t>());
    int tables = *rc::gen::inRange(1, 4);
    std::int64_t person = people_play(r, tables, nullptr);
    // A second line shows what he sees at this moment.
    RC_ASSERT(fake_tables_enter(r.at, PERSON_CONN + 1, person, false));
    fake_tables_turn(r.at);
    place before[3];
    struct fake_tables_snapshot seen[3];
    for (int i = 0; i < tables; i++) {
        before[i] = place_of(r, static_cast<std::uint32_t>(i), person);
        RC_ASSERT(before[i].seat >= 0);
        seen[i] = r.at->snapshot[i][person];
    }
    fake_tables_leave(r.at, PERSON_CONN);
    fake_tables_leave(r.at, PERSON_CONN + 1);
    std::int64_t until = r.at->now_ms + *rc::gen::element(0, 0, 50, 1000, 10000, 30000, 59000);
    while (r.at->now_ms < until) {
        fake_tables_crowd_answer(&r.crowd, 90);
        fake_tables_step(r.at, std::min<std::int64_t>(1500, until - r.at->now_ms));
        fake_tables_verify(r.at);
        r.fine();
    }
    std::uint32_t conn = *rc::gen::inRange<std::uint32_t>(2, 30);
    place away[3];
    for (int i = 0; i < tables; i++) away[i] = place_of(r, static_cast<std::uint32_t>(i), person);
    RC_ASSERT(fake_tables_enter(r.at, conn, person, false));
    fake_tables_turn(r.at);
    r.fine();
    for (int i = 0; i < tables; i++) {
        const fake_tables_report &report = r.at->report[i][person];
        place now = place_of(r, static_cast<std::uint32_t>(i), person);
        RC_ASSERT(away[i].seat == before[i].seat);
        RC_ASSERT(now.seat == before[i].seat);
        RC_ASSERT(report.heard == before[i].reports + 1);
        RC_ASSERT(report.amount == before[i].chips);
        felt_chips results = 0;
        for (std::uint32_t note = 0; note < report.count; note++)
            if (report.note[note].result) results += report.note[note].amount;
        if (report.count < 24) RC_ASSERT(away[i].chips == before[i].chips + results);
        bool same = now.in_hand && before[i].in_hand && now.hand_id == before[i].hand_id;
        if (!same || seen[i].hand_id != now.hand_id) continue;
        const struct fake_tables_snapshot &again = r.at->snapshot[i][person];
        RC_ASSERT(again.heard > before[i].snapshots);
        if (now.saids == before[i].saids) RC_ASSERT(felt_view_equal(&again.view, &seen[i].view));
        bool draws = std::string(r.poker[i].rules.variant->name) == "badugi";
        if (!draws)
            RC_ASSERT((own_cards(seen[i].view) & ~own_cards(again.view)) == 0 ||
                      own_cards(again.view) == 0);
    }
}

// What the report of a hand says that a seat did, and what it could have done.
struct deed {
    felt_action action;
    felt_option option[FELT_OPTIONS_MAX];
    int options;
    felt_chips moved;
};

struct watcher_of_deeds {
    std::int64_t user;
    std::vector<std::vector<deed>> hands;
};

const felt_option *option_of(const deed &d, felt_action_kind kind)
{
    for (int i = 0; i < d.options; i++)
        if (d.option[i].kind == kind) return &d.option[i];
    return nullptr;
}

felt_action action_of(const felt_event &event, const felt_view &view)
{
    felt_action action{};
    action.kind = event.act;
    if (event.act == FELT_RAISE_TO) action.amount = event.to;
    if (event.act == FELT_RUNS || event.act == FELT_CHOOSE)
        action.choice = static_cast<std::uint16_t>(event.to);
    const felt_zone *hand = felt_view_zone(&view, FELT_ZONE_HAND, view.viewer);
    for (int i = 0; event.act == FELT_DISCARD && i < event.count; i++)
        for (int k = 0; hand && k < hand->count; k++)
            if (view.cards[hand->at + k] == event.cards[i]) action.cards |= UINT64_C(1) << k;
    return action;
}

// Plays the hand of a report again.
void note_deeds(void *self, const felt_room_report *report)
{
    auto *watcher = static_cast<watcher_of_deeds *>(self);
    const felt_game_adapter *adapter = report->table->adapter;
    const felt_game *engine = adapter->game;
    std::vector<std::uint64_t> state(engine->state_bytes / 8 + 1);
    if (report->count == 0) return;
    RC_ASSERT(engine->open(adapter->rules, report->deal, state.data(), nullptr) == FELT_OK);
    RC_ASSERT(engine->deal(adapter->rules, report->deal, nullptr, state.data(), nullptr) ==
              FELT_OK);
    watcher->hands.emplace_back();
    for (std::uint32_t i = 0; i < report->count; i++) {
        const felt_event &event = report->events[i];
        if (event.kind != FELT_EVENT_ACT) continue;
        felt_view view;
        engine->view(adapter->rules, state.data(), event.seat, &view);
        deed d{};
        d.action = action_of(event, view);
        d.options = engine->legal(adapter->rules, state.data(), d.option);
        d.moved = event.amount;
        if (report->table->seat[event.seat].user == watcher->user)
            watcher->hands.back().push_back(d);
        RC_ASSERT(engine->apply(adapter->rules, state.data(), event.seat, d.action, nullptr) ==
                  FELT_OK);
    }
    felt_chips won[FELT_SEATS_MAX] = {0};
    engine->payoff(adapter->rules, state.data(), won);
    RC_ASSERT(std::equal(won, won + FELT_SEATS_MAX, report->won));
}

// What must be done for somebody who is not there.
felt_action_kind due_action(const deed &d, const felt_room_client_settings &settings,
                            felt_chips spent)
{
    const felt_option *call = option_of(d, FELT_CALL);
    bool check = option_of(d, FELT_CHECK), fold = option_of(d, FELT_FOLD);
    if (!check && !fold) { // no question of money: the least
        if (option_of(d, FELT_MUCK)) return FELT_MUCK;
        return static_cast<felt_action_kind>(d.action.kind);
    }
    if (settings.auto_action == FELT_ROOM_AUTO_FOLD && fold) return FELT_FOLD;
    if (settings.auto_action == FELT_ROOM_AUTO_CALL && call && call->min <= settings.auto_limit)
        return FELT_CALL;
    if (settings.auto_action == FELT_ROOM_AUTO_CALL_HAND && call &&
        spent + call->min <= settings.auto_limit)
        return FELT_CALL;
    return check ? FELT_CHECK : FELT_FOLD;
}

felt_room_client_settings any_auto()
{
    felt_room_client_settings settings{};
    settings.has_auto = true;
    settings.auto_action = *rc::gen::inRange<std::uint8_t>(0, FELT_ROOM_AUTO_ACTIONS);
    if (settings.auto_action >= FELT_ROOM_AUTO_CALL)
        settings.auto_limit = *rc::gen::element<felt_chips>(1, 9, 10, 11, 20, 45, 100, 1000);
    return settings;
}

void property_19_auto_action_correctness()
{
    room r(*rc::gen::arbitrary<std::uint32_t>());
    felt_room_client_settings settings = any_auto();
    std::int64_t person = people_play(r, 1, &settings);
    // The hand under way was partly played by himself: what follows is not.
    fake_tables_leave(r.at, PERSON_CONN);
    std::uint64_t hand = r.at->hands;
    for (int i = 0; i < 100 && r.at->hands < hand + 1 && felt_room_counts(r.at->room)->in_hand;
         i++) {
        fake_tables_crowd_answer(&r.crowd, 100);
        fake_tables_step(r.at, 500);
    }
    watcher_of_deeds watcher{person, {}};
    r.at->listener = &watcher;
    r.at->over = note_deeds;
    std::int64_t until = r.at->now_ms + 20000;
    while (r.at->now_ms < until) {
        fake_tables_crowd_answer(&r.crowd, 100);
        fake_tables_step(r.at, 500);
        fake_tables_verify(r.at);
        r.fine();
    }
    r.at->over = nullptr;
    int deeds = 0;
    for (const auto &one : watcher.hands) {
        felt_chips spent = 0;
        for (const deed &d : one) {
            deeds++;
            RC_ASSERT(d.action.kind == due_action(d, settings, spent));
            if (d.action.kind == FELT_DISCARD)
                RC_ASSERT(d.action.cards == 0 || option_of(d, FELT_DISCARD)->cards_min > 0);
            if (d.action.kind == FELT_CALL) spent += d.moved;
        }
    }
    RC_CLASSIFY(deeds > 0, "acted");
}

// After the grace period: folded on its turn, or all-in to the end; stood up, cashed out; whoever
// comes back sits down anew.
void property_20_grace_period_expiration()
{
    room r(*rc::gen::arbitrary<std::uint32_t>());
    felt_room_client_settings settings{};
    settings.has_auto = true;
    settings.auto_action = FELT_ROOM_AUTO_CALL_HAND; // a lot of hands are still under way then
    settings.auto_limit = 1000;
    int tables = *rc::gen::inRange(1, 3);
    std::int64_t person = people_play(r, tables, &settings);
    fake_store *ledger = ledger_toy_fake_store(r.at->toy);
    fake_tables_leave(r.at, PERSON_CONN);
    std::int64_t expires = r.at->now_ms + r.at->config.grace_ms;
    place at_expiry[3];
    while (r.at->now_ms < expires - 1) {
        fake_tables_crowd_answer(&r.crowd, 60);
        fake_tables_step(r.at, std::min<std::int64_t>(2000, expires - 1 - r.at->now_ms));
        fake_tables_verify(r.at);
        r.fine();
    }
    for (int i = 0; i < tables; i++) {
        at_expiry[i] = place_of(r, static_cast<std::uint32_t>(i), person);
        RC_ASSERT(at_expiry[i].seat >= 0 ||
                  ledger_toy_seat(r.at->toy, ("s" + std::to_string(i) + "-1").c_str(), person) ==
                      0);
    }
    std::int64_t until = expires + 240000;
    auto seated = [&] {
        for (int i = 0; i < tables; i++)
            if (place_of(r, static_cast<std::uint32_t>(i), person).seat >= 0) return true;
        return false;
    };
    r.at->now_ms++;
    fake_tables_turn(r.at);
    while (r.at->now_ms < until && seated()) {
        fake_tables_crowd_answer(&r.crowd, 60);
        fake_tables_step(r.at, 2000);
        fake_tables_verify(r.at);
        r.fine();
        for (int i = 0; i < tables; i++) {
            const fake_tables_hand &hand = r.at->hand[i];
            if (at_expiry[i].seat < 0 || at_expiry[i].hand_id != hand.hand_id) continue;
            for (int k = static_cast<int>(at_expiry[i].saids); k < hand.saids; k++)
                if (hand.said[k].seat == at_expiry[i].seat)
                    RC_ASSERT(hand.said[k].ev != FELT_SAID_CALL &&
                              hand.said[k].ev != FELT_SAID_BET &&
                              hand.said[k].ev != FELT_SAID_CHECK);
        }
    }
    RC_ASSERT(!seated());
    RC_ASSERT(felt_room_chips(r.at->room, person) == 0);
    RC_ASSERT(fake_store_total(ledger, person) == ledger_toy_bank(r.at->toy, person));
    RC_ASSERT(fake_tables_enter(r.at, PERSON_CONN, person, false));
    fake_tables_turn(r.at);
    RC_ASSERT(!seated());
    felt_room_client_msg want = fake_tables_make(FELT_ROOM_CLIENT_SIT, "s0-1");
    struct felt_room_face face;
    RC_ASSERT(felt_room_face(r.at->room, 0, &face));
    if (face.taken < face.stake->seats && ledger_toy_bank(r.at->toy, person) >= 1000)
        RC_ASSERT(fake_tables_do(r.at, PERSON_CONN, &want) == FELT_NO_NOT);
    r.fine();
}

} // namespace

TEST_MODULE(room)
{
    bool good = true;
    good &= check("blinds: as the reference", cases(50000), blinds_are_those_of_the_reference);
    good &= check("blinds: B4", cases(20000), blinds_go_round);
    good &=
        check("14: chip balance consistency", cases(10000), property_14_chip_balance_consistency);
    good &= check("16: house player names", cases(500), property_16_house_player_names);
    good &= check("17: local session", cases(10000), property_17_local_session);
    good &= check("18: grace period, back in time", cases(10000),
                  property_18_grace_period_session_preservation);
    good &= check("19: auto-actions", cases(10000), property_19_auto_action_correctness);
    good &= check("20: grace period is over", cases(10000), property_20_grace_period_expiration);
    return good ? 0 : 1;
}
