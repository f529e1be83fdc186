// property_record.cpp -- every record comes back from its texts, and every hand from its record.
#include "felt/acpc.h"
#include "felt/ohh.h"
#include "felt/replay.h"
#include "module.h"

#include <rapidcheck.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace
{

using Record = std::unique_ptr<felt_record>;

// ---- any record ----

// Characters that need care somewhere, and some that do not.
std::string any_text(int most)
{
    static const std::vector<std::string> characters = {
        "a",    "B",    "7", " ", "\"", "'", "\\", "#",        "\n",           "\t",
        "\x01", "\x7F", "{", "]", "=",  ",", ".",  "\xC3\xA9", "\xE2\x99\xA5", "\xF0\x9F\x82\xA1",
        "\r"};
    auto picks = *rc::gen::resize(
        most, rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(characters)));
    std::string text;
    for (const auto &one : picks) text += one;
    return text;
}

std::string trimmed(const std::string &text)
{
    const char *blanks = " \t\r\n";
    auto first = text.find_first_not_of(blanks);
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

felt_record_text keep(felt_record &record, const std::string &text)
{
    felt_record_text out = {0, 0};
    RC_PRE(felt_record_keep(&record, text.data(), text.size(), &out) == FELT_OK);
    return out;
}

felt_chips any_chips(felt_chips least = 0)
{
    return *rc::gen::oneOf(rc::gen::inRange<felt_chips>(least, 50),
                           rc::gen::inRange<felt_chips>(least, FELT_CHIPS_MAX + 1),
                           rc::gen::just<felt_chips>(0));
}

std::string quoted(const std::string &text)
{
    std::string out = "\"";
    for (char c : text) {
        char code[8];
        std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned char>(c));
        bool plain = static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\' && c != 0x7F;
        out += plain ? std::string(1, c) : std::string(code);
    }
    return out + "\"";
}

std::string any_value(int depth)
{
    static const std::vector<std::string> tokens = {"0",
                                                    "-17",
                                                    "0x1f",
                                                    "1_000",
                                                    "true",
                                                    "false",
                                                    "1.50",
                                                    "2.5",
                                                    "-0.0",
                                                    "1e300",
                                                    "inf",
                                                    "nan",
                                                    "19:30:00",
                                                    "1979-05-27",
                                                    "0.125",
                                                    "123456789.25",
                                                    "1e-7",
                                                    "'x'",
                                                    "\"\"",
                                                    "-9223372036854775808",
                                                    "1979-05-27T07:32:00Z",
                                                    "'''a\n'b'''"};
    int kind = *rc::gen::inRange(0, depth > 3 ? 2 : 4);
    if (kind == 0) return *rc::gen::elementOf(tokens);
    if (kind == 1) return quoted(any_text(8));
    int count = *rc::gen::inRange(0, 4);
    std::string out = kind == 2 ? "[" : "{";
    for (int i = 0; i < count; i++) {
        if (i) out += ",";
        // "phh" is our own mark for what JSON cannot say.
        if (kind == 3)
            out += (i == 0 && *rc::gen::arbitrary<bool>() ? "phh" : "k" + std::to_string(i)) + "=";
        out += any_value(depth + 1);
    }
    return out + (kind == 2 ? "]" : "}");
}

felt_record_action any_action(felt_record &record)
{
    felt_record_action action = {};
    action.kind = uint8_t(*rc::gen::inRange<int>(0, FELT_RECORD_KINDS));
    bool nobody = action.kind == FELT_RECORD_BOARD || action.kind == FELT_RECORD_REMARK;
    action.seat =
        nobody ? felt_seat(FELT_SEAT_NONE) : felt_seat(*rc::gen::inRange(0, int(record.seats)));
    bool cards = action.kind == FELT_RECORD_HOLE || action.kind == FELT_RECORD_BOARD;
    bool maybe = action.kind == FELT_RECORD_DISCARD || action.kind == FELT_RECORD_SHOW;
    if (cards || maybe)
        action.count = uint8_t(*rc::gen::inRange(cards ? 1 : 0, FELT_RECORD_CARDS_MAX + 1));
    for (int i = 0; i < action.count; i++) {
        int card = *rc::gen::inRange<int>(0, FELT_CARDS_MAX + 6);
        action.cards[i] = card < FELT_CARDS_MAX ? felt_card(card) : felt_card(FELT_CARD_NONE);
    }
    if (action.kind == FELT_RECORD_RAISE_TO) action.amount = any_chips();
    if (*rc::gen::inRange(0, 4) == 0) action.remark = keep(record, trimmed(any_text(10)));
    return action;
}

void fill_lists(felt_record &record)
{
    for (int seat = 0; seat < record.seats; seat++) {
        record.stack[seat] = any_chips();
        if (*rc::gen::inRange(0, 10) == 0) record.stack[seat] = FELT_RECORD_NONE;
        record.ante[seat] = any_chips();
        record.blind[seat] = any_chips(-50);
        record.finish[seat] = any_chips();
        if (*rc::gen::arbitrary<bool>()) record.dead[seat] = any_chips();
    }
}

felt_record_decision any_decision(const felt_record &record)
{
    felt_record_decision decision = {};
    decision.call = any_chips(-1);
    decision.raise_to_min = any_chips(-1);
    decision.raise_to_max = any_chips(-1);
    decision.pot = any_chips();
    decision.actor = felt_seat(*rc::gen::inRange(0, int(record.seats)));
    decision.street = *rc::gen::arbitrary<uint8_t>();
    return decision;
}

Record any_record()
{
    Record made(new felt_record);
    felt_record &record = *made;
    felt_record_clear(&record);
    record.variant = uint8_t(*rc::gen::inRange(0, felt_record_variant_count()));
    record.seats = uint8_t(*rc::gen::inRange(2, FELT_SEATS_MAX + 1));
    record.decimals = uint8_t(*rc::gen::inRange(0, FELT_RECORD_DECIMALS_MAX + 1));
    record.opener = uint8_t(*rc::gen::inRange(0, record.seats + 1));
    record.id = keep(record, any_text(12));
    fill_lists(record);
    record.antes_matched = *rc::gen::arbitrary<bool>();
    record.has_finish = *rc::gen::arbitrary<bool>();
    record.has_decisions = *rc::gen::arbitrary<bool>();
    if (*rc::gen::arbitrary<bool>()) {
        record.min_bet = any_chips();
    } else {
        record.small_bet = any_chips();
        record.big_bet = any_chips();
    }
    if (*rc::gen::arbitrary<bool>()) record.bring_in = any_chips();
    record.cap = *rc::gen::arbitrary<uint8_t>();
    record.cap_counts_blind = *rc::gen::arbitrary<bool>();
    record.heads_up_uncapped = *rc::gen::arbitrary<bool>();
    record.rake_needs_board = *rc::gen::arbitrary<bool>();
    record.rake_per_10000 = uint16_t(*rc::gen::inRange(0, 10001));
    record.rake_cap = any_chips();
    record.runs = uint8_t(*rc::gen::inRange(0, 3));
    record.bomb = *rc::gen::arbitrary<bool>();
    record.has_wild = *rc::gen::arbitrary<bool>();
    if (record.has_wild) record.wild = *rc::gen::arbitrary<felt_cards>() >> (64 - FELT_CARDS_MAX);
    if (*rc::gen::arbitrary<bool>()) record.later = felt_rng_make(*rc::gen::arbitrary<uint64_t>());
    record.actions = uint16_t(*rc::gen::inRange(0, 30));
    for (int i = 0; i < record.actions; i++) record.action[i] = any_action(record);
    if (record.has_decisions) record.decisions = uint16_t(*rc::gen::inRange(0, 10));
    for (int i = 0; i < record.decisions; i++) record.decision[i] = any_decision(record);
    int notes = *rc::gen::inRange(0, 6);
    for (int i = 0; i < notes; i++) {
        std::string key = any_text(5), value = any_value(0);
        if (key.size() > 60) continue;
        felt_status status = felt_record_add_raw(&record, (key + std::to_string(i)).c_str(),
                                                 value.data(), value.size());
        if (status != FELT_OK) RC_FAIL("no value: " + value);
    }
    return made;
}

// ---- texts ----

std::string phh_of(const felt_record &record)
{
    std::string text(FELT_RECORD_TEXT_MAX, '\0');
    felt_buffer out = felt_buffer_make(&text[0], text.size());
    RC_ASSERT(felt_phh_write(&record, 0, &out) == FELT_OK);
    text.resize(out.used);
    return text;
}

std::string json_of(const felt_record &record)
{
    std::string text(FELT_RECORD_TEXT_MAX, '\0');
    felt_buffer out = felt_buffer_make(&text[0], text.size());
    RC_ASSERT(felt_hand_json_write(&record, &out) == FELT_OK);
    text.resize(out.used);
    return text;
}

void expect_round_trips(const felt_record &record)
{
    Record again(new felt_record);
    felt_complaint complaint = {};
    if (felt_record_verify(&record, &complaint) != FELT_OK)
        RC_FAIL(std::string("not verified: ") + complaint.text);
    std::string phh = phh_of(record), json = json_of(record);
    if (felt_phh_read(phh.data(), phh.size(), again.get(), &complaint) != FELT_OK)
        RC_FAIL(phh + "is refused: " + complaint.text);
    if (!felt_record_equal(&record, again.get())) RC_FAIL(phh + "is another record");
    RC_ASSERT(phh_of(*again) == phh);
    RC_ASSERT(json_of(*again) == json);
    if (felt_hand_json_read(json.data(), json.size(), again.get(), &complaint) != FELT_OK)
        RC_FAIL(json + " is refused: " + complaint.text);
    if (!felt_record_equal(&record, again.get())) RC_FAIL(json + " is another record");
    RC_ASSERT(json_of(*again) == json);
    RC_ASSERT(felt_phh_first(phh.data(), phh.size()) == phh.size());
}

// ---- hands ----

// Whatever the size of the test is: inRange() alone stays near its lower end in small ones.
int any_below(int bound)
{
    return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, bound));
}

struct Hand {
    felt_poker_rules rules;
    felt_deal deal;
    felt_poker state;
    felt_recorder recorder;
    felt_record record;
    felt_replay replay;
    felt_event events[FELT_EVENTS_MAX];
    felt_event_log log;
    felt_rng later;
};

void any_rules(Hand &hand)
{
    const felt_variant *row = felt_variant_at(any_below(felt_variant_count()));
    int limit = *rc::gen::inRange<int>(FELT_NO_LIMIT, FELT_FIXED_LIMIT + 1);
    felt_chips unit = *rc::gen::inRange<felt_chips>(2, 40);
    RC_PRE(felt_poker_rules_make(row->name, felt_limit(limit), unit, &hand.rules, nullptr) ==
           FELT_OK);
    hand.rules.may_muck = *rc::gen::arbitrary<bool>();
    hand.rules.run_twice = *rc::gen::arbitrary<bool>();
    if (any_below(4) == 0) hand.rules.wild = felt_cards_of_rank(any_below(13)) & row->deck;
    RC_PRE(felt_poker_rules_verify(&hand.rules, nullptr) == FELT_OK);
    if (*rc::gen::arbitrary<bool>()) return;
    hand.rules.rake_per_10000 = uint16_t(*rc::gen::inRange(0, 1000));
    hand.rules.rake_cap = *rc::gen::elementOf(std::vector<felt_chips>{0, 3, FELT_CHIPS_MAX});
    hand.rules.rake_needs_board = *rc::gen::arbitrary<bool>();
    hand.rules.cap = *rc::gen::elementOf(std::vector<uint8_t>{1, 2, 3, 5, FELT_CAP_NONE});
    hand.rules.cap_counts_blind = *rc::gen::arbitrary<bool>();
    hand.rules.heads_up_uncapped = *rc::gen::arbitrary<bool>();
    if (limit == FELT_FIXED_LIMIT) hand.rules.bet[1] += *rc::gen::inRange<felt_chips>(0, 5);
    if (hand.rules.bring_in) hand.rules.bring_in = *rc::gen::inRange<felt_chips>(0, unit);
    RC_PRE(felt_poker_rules_verify(&hand.rules, nullptr) == FELT_OK);
}

// Empty seats, short stacks, any forced bets.
void any_deal(Hand &hand)
{
    const felt_variant *row = hand.rules.variant;
    int seats = *rc::gen::inRange(int(row->seats_min), row->seats_max + 1);
    felt_deal &deal = hand.deal;
    felt_chips unit = hand.rules.bet[0], stacks[FELT_SEATS_MAX];
    for (felt_chips &stack : stacks)
        stack = *rc::gen::oneOf(rc::gen::inRange<felt_chips>(1, 4 * unit),
                                rc::gen::inRange<felt_chips>(1, 100 * unit));
    deal = felt_poker_deal_make(&hand.rules, seats, stacks, felt_seat(*rc::gen::inRange(0, seats)));
    hand.later = felt_rng_make(*rc::gen::arbitrary<uint64_t>());
    deal.later = &hand.later;
    if (row->board_cards > 0 && any_below(4) == 0) {
        deal.bomb = true;
        for (int seat = 0; seat < seats; seat++) {
            deal.ante[seat] = unit;
            deal.blind[seat] = 0;
        }
        deal.opener = FELT_SEAT_NONE;
        if (felt_poker_deal_verify(&hand.rules, &deal, nullptr) == FELT_OK) return;
        deal.bomb = false;
    }
    if (*rc::gen::arbitrary<bool>()) return;
    bool stud = row->opener != FELT_OPENER_BUTTON;
    for (int seat = 0; seat < seats; seat++) {
        if (*rc::gen::inRange(0, 3) == 0) deal.ante[seat] = *rc::gen::inRange<felt_chips>(0, unit);
        if (*rc::gen::inRange(0, 3) == 0) deal.dead[seat] = *rc::gen::inRange<felt_chips>(0, unit);
        if (!stud && *rc::gen::inRange(0, 3) == 0)
            deal.blind[seat] = *rc::gen::inRange<felt_chips>(0, 4 * unit);
    }
    if (*rc::gen::arbitrary<bool>()) deal.opener = FELT_SEAT_NONE;
    if (!stud && *rc::gen::arbitrary<bool>()) deal.opener = felt_seat(*rc::gen::inRange(0, seats));
    // A seat moves to the last seat, and the button to an empty one.
    int gone = *rc::gen::inRange(0, seats), last = FELT_SEATS_MAX - 1;
    if (seats == FELT_SEATS_MAX) return;
    deal.seats = felt_seats((deal.seats & ~felt_seats_of(gone)) | felt_seats_of(last));
    deal.stack[last] = deal.stack[gone];
    deal.ante[last] = deal.ante[gone];
    deal.dead[last] = deal.dead[gone];
    deal.blind[last] = deal.blind[gone];
    if (deal.opener == gone) deal.opener = felt_seat(last);
}

void observe(Hand &hand)
{
    felt_status status = felt_recorder_observe(&hand.recorder, hand.events, hand.log.count);
    RC_ASSERT(status == FELT_OK);
    hand.log.count = 0;
}

// One number for each choice; when they are used up everybody passes.
void play(Hand &hand, const std::vector<uint32_t> &choices, uint64_t seed)
{
    felt_rng rng = felt_rng_make(seed);
    hand.log = {hand.events, 0, FELT_EVENTS_MAX};
    RC_ASSERT(felt_recorder_begin(&hand.recorder, &hand.rules, &hand.deal, &hand.record) ==
              FELT_OK);
    RC_ASSERT(felt_poker_open(&hand.rules, &hand.deal, &hand.state, &hand.log) == FELT_OK);
    RC_ASSERT(felt_poker_deal(&hand.rules, &hand.deal, &rng, &hand.state, &hand.log) == FELT_OK);
    observe(hand);
    for (std::size_t i = 0; felt_poker_actor(&hand.state) >= 0; i++) {
        felt_option options[FELT_OPTIONS_MAX];
        int count = felt_poker_options(&hand.rules, &hand.state, options), pick = 0;
        uint32_t choice = i < choices.size() ? choices[i] : 0;
        for (int k = 0; k < count; k++)
            if (options[k].kind != FELT_FOLD && options[k].kind != FELT_RAISE_TO) pick = k;
        if (i < choices.size()) pick = int(choice % uint32_t(count));
        int64_t ways = felt_options_count(&options[pick], 1);
        felt_action action = felt_options_pick(&options[pick], 1, int64_t(choice >> 8) % ways);
        RC_ASSERT(felt_poker_apply(&hand.rules, &hand.state, felt_poker_actor(&hand.state), action,
                                   &hand.log) == FELT_OK);
        observe(hand);
    }
}

// The same end, seat by seat; with `shows` also who showed and who mucked.
void expect_same_end(const Hand &hand, bool shows)
{
    RC_LOG(phh_of(hand.record));
    const felt_poker &a = hand.state, &b = hand.replay.state;
    RC_ASSERT(a.phase == b.phase);
    RC_ASSERT(a.street == b.street);
    RC_ASSERT(a.step == b.step);
    RC_ASSERT(a.boards == b.boards);
    RC_ASSERT(a.slots == b.slots);
    RC_ASSERT(a.rake == b.rake);
    RC_ASSERT(a.dead == b.dead);
    RC_ASSERT(a.redeals == b.redeals);
    RC_ASSERT(std::memcmp(a.deck, b.deck, a.boards) == 0);
    felt_card first[FELT_BOARD_MAX], second[FELT_BOARD_MAX];
    int boards = felt_poker_second_board(&hand.rules, &a, first);
    RC_ASSERT(felt_poker_second_board(&hand.replay.rules, &b, second) == boards);
    RC_ASSERT(std::memcmp(first, second, std::size_t(boards)) == 0);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        int place = hand.recorder.place[seat];
        if (place < 0) continue;
        felt_card mine[FELT_HOLE_MAX], theirs[FELT_HOLE_MAX];
        int cards = felt_poker_hole(&hand.rules, &a, felt_seat(seat), mine);
        // Which folded hands went back into the deck is no part of the end.
        if (felt_seats_has(a.betting.turn.live, seat) || a.shuffles + b.shuffles == 0) {
            RC_ASSERT(felt_poker_hole(&hand.replay.rules, &b, felt_seat(place), theirs) == cards);
            RC_ASSERT(std::memcmp(mine, theirs, std::size_t(cards)) == 0);
        }
        RC_ASSERT(a.betting.stack[seat] == b.betting.stack[place]);
        RC_ASSERT(a.betting.stack[seat] == hand.record.finish[place]);
        RC_ASSERT(a.paid[seat] == b.paid[place]);
        RC_ASSERT(felt_seats_has(a.betting.turn.live, seat) ==
                  felt_seats_has(b.betting.turn.live, place));
        if (!shows) continue;
        RC_ASSERT(felt_seats_has(a.shown, seat) == felt_seats_has(b.shown, place));
        RC_ASSERT(felt_seats_has(a.mucked, seat) == felt_seats_has(b.mucked, place));
    }
}

void expect_replays(Hand &hand)
{
    felt_complaint complaint = {};
    if (felt_replay_run(&hand.record, &hand.replay, &complaint) != FELT_OK ||
        !felt_replay_agrees(&hand.record, &hand.replay, &complaint))
        RC_FAIL(phh_of(hand.record) + complaint.text);
    expect_same_end(hand, true);
}

// With some of its cards not known the hand is played to the same end, or nobody can tell.
void expect_unknown(const felt_record &record)
{
    std::unique_ptr<felt_record> less(new felt_record(record));
    std::unique_ptr<felt_replay> replay(new felt_replay);
    int seats = any_below(1 << record.seats), share = any_below(3);
    for (int i = 0; i < less->actions; i++) {
        felt_record_action &action = less->action[i];
        bool hidden = action.seat >= 0 && felt_seats_has(felt_seats(seats), action.seat);
        if (!hidden || (action.kind == FELT_RECORD_SHOW && share == 0)) continue;
        for (int k = 0; k < action.count; k++)
            if (share < 2 || any_below(2)) action.cards[k] = FELT_CARD_NONE;
    }
    felt_complaint complaint = {};
    felt_status status = felt_replay_run(less.get(), replay.get(), &complaint);
    RC_CLASSIFY(status == FELT_OK, "played with unknown cards");
    if (status != FELT_OK && status != FELT_UNSUPPORTED) RC_FAIL(phh_of(*less) + complaint.text);
    if (status == FELT_OK && !felt_replay_agrees(less.get(), replay.get(), &complaint))
        RC_FAIL(phh_of(*less) + complaint.text);
}

// Open Hand History has words for it, or not; what it writes is one object.
void expect_ohh(const felt_record &record)
{
    std::string text(FELT_RECORD_TEXT_MAX, '\0');
    felt_buffer out = felt_buffer_make(&text[0], text.size());
    felt_complaint complaint = {};
    felt_status status = felt_ohh_write(&record, 1, &out, &complaint);
    if (status != FELT_OK && status != FELT_UNSUPPORTED) RC_FAIL(complaint.text);
    RC_ASSERT((out.used > 0) == (status == FELT_OK));
}

// Where the competition's form has words for the hand, it comes back, too.
void expect_acpc(Hand &hand)
{
    std::string line(4096, '\0');
    felt_buffer out = felt_buffer_make(&line[0], line.size());
    felt_acpc_game game;
    felt_complaint complaint = {};
    felt_status status = felt_acpc_write(&hand.record, 1, &game, &out, &complaint);
    RC_CLASSIFY(status == FELT_OK, "written as ACPC");
    if (status == FELT_UNSUPPORTED) return;
    RC_ASSERT(status == FELT_OK);
    Record again(new felt_record);
    if (felt_acpc_read(line.data(), out.used, &game, again.get(), &complaint) != FELT_OK)
        RC_FAIL(line + complaint.text);
    std::string twice(4096, '\0');
    felt_buffer second = felt_buffer_make(&twice[0], twice.size());
    RC_ASSERT(felt_acpc_write(again.get(), 1, nullptr, &second, &complaint) == FELT_OK);
    RC_ASSERT(line == twice);
    hand.record = *again;
    RC_ASSERT(felt_replay_run(&hand.record, &hand.replay, &complaint) == FELT_OK);
    RC_ASSERT(felt_replay_agrees(&hand.record, &hand.replay, &complaint));
    expect_same_end(hand, false);
}

} // namespace

TEST_MODULE(record)
{
    bool good = true;
    good &= rc::check("any record comes back from PHH and from JSON", [] {
        Record record = any_record();
        expect_round_trips(*record);
    });
    good &= rc::check("any hand comes back from its record", [] {
        std::unique_ptr<Hand> hand(new Hand);
        any_rules(*hand);
        any_deal(*hand);
        auto choices = *rc::gen::arbitrary<std::vector<uint32_t>>();
        play(*hand, choices, *rc::gen::arbitrary<uint64_t>());
        RC_CLASSIFY(hand->state.shown != 0, "showdown");
        RC_CLASSIFY(hand->state.mucked != 0, "mucked");
        RC_CLASSIFY(hand->state.runs == 2, "two boards");
        RC_CLASSIFY(hand->state.draws > 0, "draw");
        RC_CLASSIFY(hand->state.shuffles > 0, "discards went back");
        RC_CLASSIFY(hand->state.redeals > 0, "dealt anew");
        RC_CLASSIFY(hand->deal.bomb, "bomb pot");
        expect_round_trips(hand->record);
        expect_replays(*hand);
        expect_unknown(hand->record);
        expect_ohh(hand->record);
        expect_acpc(*hand);
    });
    good &= rc::check("hold'em hands with two blinds are written as ACPC", [] {
        std::unique_ptr<Hand> hand(new Hand);
        felt_limit limit =
            *rc::gen::elementOf(std::vector<felt_limit>{FELT_NO_LIMIT, FELT_FIXED_LIMIT});
        RC_ASSERT(felt_poker_rules_make("holdem", limit, 10, &hand->rules, nullptr) == FELT_OK);
        int seats = *rc::gen::inRange(2, FELT_SEATS_MAX + 1);
        felt_chips stacks[FELT_SEATS_MAX];
        for (felt_chips &stack : stacks) stack = *rc::gen::inRange<felt_chips>(1, 500);
        hand->deal = felt_poker_deal_make(&hand->rules, seats, stacks, felt_seat(seats - 1));
        play(*hand, *rc::gen::arbitrary<std::vector<uint32_t>>(), *rc::gen::arbitrary<uint64_t>());
        char memory[4096];
        felt_buffer out = felt_buffer_make(memory, sizeof memory);
        felt_complaint complaint = {};
        if (felt_acpc_write(&hand->record, 1, nullptr, &out, &complaint) != FELT_OK)
            RC_FAIL(complaint.text);
        expect_acpc(*hand);
    });
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
