// property_poker.cpp -- what holds in every hand of every variant, limit, table and forced bet.
#include "module.h"
#include "poker_table.h"
#include "slow_pots.h"
#include "slow_round.h"
#include "support.h"
#include "usual_params.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <numeric>

namespace
{

using Chips = std::array<felt_chips, FELT_SEATS_MAX>;

// H1, H2, and layers that are nested and sum up, at every moment.
void verify_moment(const poker_table &t, const felt_poker &state)
{
    felt_chips sum = state.betting.pot + state.rake, start = 0;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        RC_ASSERT(state.betting.stack[seat] >= 0);
        sum += state.betting.stack[seat];
        if (felt_seats_has(t.deal.seats, seat)) start += t.deal.stack[seat];
    }
    RC_ASSERT(sum == start);
    RC_ASSERT(state.total == start);
    RC_ASSERT(felt_cards_from(state.deck, state.size) == t.rules.variant->deck);
    RC_ASSERT(int(state.size) == felt_cards_count(t.rules.variant->deck));
    bool over = felt_poker_actor(&state) < 0;
    RC_ASSERT((state.phase == FELT_PHASE_OVER) == over); // H3
    felt_pot pots[FELT_SEATS_MAX];
    int count = felt_poker_pots(&state, pots);
    felt_chips middle = 0;
    felt_seats below = state.betting.turn.live;
    for (int i = 0; i < count; i++) {
        RC_ASSERT((pots[i].eligible & ~below) == 0);
        if (i) RC_ASSERT(pots[i].eligible != below);
        below = pots[i].eligible;
        middle += pots[i].amount;
    }
    for (felt_chips staked : state.betting.staked) middle += staked;
    RC_ASSERT(middle == state.betting.pot);
}

void chips_and_cards_are_conserved()
{
    poker_table t = any_poker_table();
    poker_play play(t);
    do verify_moment(t, play.state);
    while (play.step());
}

// --- legal <=> accepted ---

std::vector<felt_action> attempts(const felt_option *option, int count, unsigned number)
{
    std::vector<felt_action> list;
    std::vector<felt_chips> amounts = {0, 1, -1, felt_chips(number % 1000), INT64_MAX, INT64_MIN};
    for (int i = 0; i < count; i++)
        for (felt_chips near = -1; near <= 1; near++) {
            amounts.push_back(option[i].min + near);
            amounts.push_back(option[i].max + near);
        }
    for (int kind = 0; kind <= FELT_ACTION_KINDS; kind++)
        for (felt_chips amount : amounts) {
            felt_action action = {};
            action.kind = std::uint8_t(kind);
            action.amount = amount;
            list.push_back(action);
        }
    for (int i = 0; i < count; i++) {
        felt_action action = {};
        action.kind = option[i].kind;
        action.amount = option[i].kind == FELT_RAISE_TO ? option[i].min : 0;
        action.choice = 1;
        list.push_back(action);
        action.choice = 0;
        action.cards = UINT64_C(1) << number % 64;
        list.push_back(action);
        for (int held = 0; option[i].kind == FELT_DISCARD && held <= 8; held++) {
            action.cards = (UINT64_C(1) << held) - 1;
            list.push_back(action);
            action.cards = number >> held & 0xff;
            list.push_back(action);
        }
    }
    for (unsigned choice = 0; choice < 3; choice++) {
        felt_action action = {};
        action.kind = FELT_RUNS;
        action.choice = std::uint16_t(choice);
        list.push_back(action);
    }
    return list;
}

// G2: on copies, and bit for bit.
void verify_attempts(const poker_table &t, const felt_poker &state, unsigned number)
{
    felt_option option[FELT_OPTIONS_MAX];
    felt_seat actor = felt_poker_actor(&state);
    int count = felt_poker_options(&t.rules, &state, option);
    felt_poker copy;
    for (const felt_action &action : attempts(option, count, number))
        for (int seat : {int(actor), (actor + 1) % FELT_SEATS_MAX, -1}) {
            bool legal = seat == actor && actor >= 0 &&
                         std::any_of(option, option + count, [&](const felt_option &o) {
                             return felt_option_admits(&o, action);
                         });
            std::memcpy(&copy, &state, sizeof copy);
            felt_complaint complaint = {};
            felt_status said =
                felt_poker_explain(&t.rules, &state, felt_seat(seat), action, &complaint);
            felt_status status =
                felt_poker_apply(&t.rules, &copy, felt_seat(seat), action, nullptr);
            RC_ASSERT((status == FELT_OK) == legal);
            RC_ASSERT(said == status);
            if (legal) continue;
            RC_ASSERT(complaint.text[0] != 0);
            RC_ASSERT(felt_poker_equal(&copy, &state));
            RC_ASSERT(std::memcmp(&copy, &state, sizeof copy) == 0);
        }
}

void legal_is_what_is_accepted()
{
    poker_table t = any_poker_table();
    poker_play play(t);
    unsigned number = unsigned(t.seed);
    do {
        verify_attempts(t, play.state, number++);
        // A2, and amounts that make sense
        felt_option option[FELT_OPTIONS_MAX];
        int count = felt_poker_options(&t.rules, &play.state, option);
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < i; j++) RC_ASSERT(option[i].kind != option[j].kind);
            RC_ASSERT(option[i].min <= option[i].max);
        }
    } while (play.step());
}

// --- the log alone tells everything ---

struct story {
    Chips stack = {}, staked = {}, won = {}, paid = {};
    std::array<std::vector<felt_card>, FELT_SEATS_MAX> cards;
    std::array<std::vector<felt_card>, FELT_SEATS_MAX> waiting; // thrown, until the last has thrown
    std::array<std::vector<felt_card>, FELT_SEATS_MAX> discards;
    std::vector<felt_card> board[2];
    felt_seats live = 0, asked = 0;
    felt_chips pot = 0, rake = 0;
    int draws = 0;
    bool over = false, lost = false; // lost: what was thrown away in this draw and before
};

void move(story &s, int seat, felt_chips amount)
{
    auto i = std::size_t(seat);
    s.stack[i] -= amount;
    s.paid[i] += amount;
    s.pot += amount;
}

const felt_step *draw_step(const felt_variant *variant, int n)
{
    for (int i = 0; i < variant->steps; i++)
        if (variant->step[i].kind == FELT_STEP_DISCARD && n-- == 0) return &variant->step[i];
    return nullptr;
}

// Everybody has thrown: without new cards hands get smaller.  Of cards that are not known it does
// not matter which of them go.
void end_draw(story &s, bool replace)
{
    for (std::size_t seat = 0; seat < s.cards.size(); seat++) {
        std::vector<felt_card> &hand = s.cards[seat];
        for (felt_card card : s.waiting[seat]) {
            if (!replace) hand.erase(std::find(hand.begin(), hand.end(), card));
            s.discards[seat].push_back(card);
        }
        s.waiting[seat].clear();
        if (s.lost) s.discards[seat].clear();
    }
    s.lost = false;
    s.asked = 0;
    s.draws++;
}

void tell_discard(story &s, const felt_event &event, const felt_variant *variant)
{
    auto seat = std::size_t(event.seat);
    const felt_step *step = draw_step(variant, s.draws);
    RC_ASSERT(step != nullptr);
    s.staked.fill(0);
    s.waiting[seat].assign(event.cards, event.cards + event.count);
    s.asked |= felt_seats_of(event.seat);
    if (s.asked != s.live) return;
    bool due = std::any_of(s.waiting.begin(), s.waiting.end(), [](auto &w) { return !w.empty(); });
    if (!step->replace || !due) end_draw(s, step->replace);
}

void tell_draw(story &s, const felt_event &event)
{
    auto seat = std::size_t(event.seat);
    std::vector<felt_card> &hand = s.cards[seat], &old = s.waiting[seat];
    RC_ASSERT(old.size() == event.count);
    for (std::size_t i = 0; i < old.size(); i++) {
        s.discards[seat].push_back(old[i]);
        *std::find(hand.begin(), hand.end(), old[i]) = event.cards[i];
    }
    old.clear();
    if (std::all_of(s.waiting.begin(), s.waiting.end(), [](auto &w) { return w.empty(); }))
        end_draw(s, true);
}

// Cards go back into the deck: folded hands and discards, or all of them.
void tell_return(story &s, bool all)
{
    for (std::size_t seat = 0; seat < s.cards.size(); seat++) {
        s.discards[seat].clear();
        if (all || !felt_seats_has(s.live, int(seat))) s.cards[seat].clear();
    }
    s.lost = !all;
    if (all) s.board[0].clear();
}

void tell_act(story &s, const felt_event &event, const felt_variant *variant)
{
    auto seat = std::size_t(event.seat);
    if (event.act == FELT_DISCARD) return tell_discard(s, event, variant);
    if (event.act > FELT_BRING_IN) return;
    move(s, event.seat, event.amount);
    s.staked[seat] += event.amount;
    RC_ASSERT(event.to == s.staked[seat]);
    if (event.act == FELT_FOLD) s.live &= felt_seats(~felt_seats_of(event.seat));
}

void tell_board(story &s, const felt_event &event)
{
    std::vector<felt_card> &board = s.board[event.board];
    board.insert(board.end(), event.cards, event.cards + event.count);
    s.staked.fill(0);
}

// What one event adds to the story, as `viewer` sees it.
void tell(story &s, const felt_event &event, const felt_variant *variant)
{
    auto seat = std::size_t(event.seat < 0 ? 0 : event.seat);
    switch (event.kind) {
    case FELT_EVENT_ANTE:
    case FELT_EVENT_DEAD: move(s, event.seat, event.amount); break;
    case FELT_EVENT_BLIND:
        move(s, event.seat, event.amount);
        s.staked[seat] += event.amount;
        RC_ASSERT(event.to == s.staked[seat]);
        break;
    case FELT_EVENT_ACT: tell_act(s, event, variant); break;
    case FELT_EVENT_DEAL:
    case FELT_EVENT_DEAL_UP:
        RC_ASSERT(felt_seats_has(s.live, event.seat));
        s.cards[seat].insert(s.cards[seat].end(), event.cards, event.cards + event.count);
        s.staked.fill(0);
        break;
    case FELT_EVENT_BOARD: tell_board(s, event); break;
    case FELT_EVENT_DRAW: tell_draw(s, event); break;
    case FELT_EVENT_SHUFFLE: tell_return(s, false); break;
    case FELT_EVENT_REDEAL: tell_return(s, true); break;
    case FELT_EVENT_RETURN:
        RC_ASSERT(felt_seats_has(s.live, event.seat)); // what it folded is not given back
        move(s, event.seat, -event.amount);
        break;
    case FELT_EVENT_SHOW:
        RC_ASSERT(felt_seats_has(s.live, event.seat));
        s.cards[seat].assign(event.cards, event.cards + event.count);
        break;
    case FELT_EVENT_RAKE:
        s.rake += event.amount;
        s.pot -= event.amount;
        break;
    case FELT_EVENT_WIN:
        RC_ASSERT(felt_seats_has(s.live, event.seat)); // a folded seat never wins
        s.stack[seat] += event.amount;
        s.won[seat] += event.amount;
        s.pot -= event.amount;
        break;
    case FELT_EVENT_OVER: s.over = true; break;
    default: RC_FAIL("an event poker does not have");
    }
}

// Forced bets are told before the first cards, and are not swept away by them.
story tell_all(const poker_table &t, const poker_play &play, felt_seat viewer)
{
    story s;
    s.live = t.deal.seats;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (felt_seats_has(t.deal.seats, seat)) s.stack[std::size_t(seat)] = t.deal.stack[seat];
    Chips blinds = {};
    bool acted = false;
    for (std::uint32_t i = 0; i < play.told(); i++) {
        felt_event event = felt_event_for(&play.events[i], viewer);
        if (event.kind == FELT_EVENT_ACT && !acted) {
            acted = true;
            s.staked = blinds; // the cards of the first street came in between
        }
        tell(s, event, t.rules.variant);
        if (event.kind == FELT_EVENT_BLIND) blinds[std::size_t(event.seat)] = event.to;
    }
    return s;
}

std::vector<felt_card> cards_in(const felt_view &view, felt_zone_kind kind, felt_seat owner)
{
    const felt_zone *zone = felt_view_zone(&view, kind, owner);
    if (zone == nullptr) return {};
    return std::vector<felt_card>(view.cards + zone->at, view.cards + zone->at + zone->count);
}

std::vector<felt_card> sorted(std::vector<felt_card> cards)
{
    std::sort(cards.begin(), cards.end());
    return cards;
}

void verify_story(const poker_table &t, const poker_play &play)
{
    for (felt_seat viewer = FELT_SEAT_NONE; viewer < FELT_SEATS_MAX; viewer++) {
        story s = tell_all(t, play, viewer);
        felt_view view;
        felt_poker_view(&t.rules, &play.state, viewer, &view);
        RC_ASSERT(s.live == view.betting.turn.live);
        RC_ASSERT(s.pot == view.betting.pot);
        RC_ASSERT(s.rake == view.rake);
        RC_ASSERT(s.over == (view.actor < 0));
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
            RC_ASSERT(s.stack[std::size_t(seat)] == view.betting.stack[seat]);
            if (felt_view_zone(&view, FELT_ZONE_HAND, felt_seat(seat)) == nullptr) continue;
            // Who sees what.
            RC_ASSERT(s.cards[std::size_t(seat)] ==
                      cards_in(view, FELT_ZONE_HAND, felt_seat(seat)));
        }
        RC_ASSERT(s.board[0] == cards_in(view, FELT_ZONE_BOARD, FELT_SEAT_NONE));
        std::vector<felt_card> second = cards_in(view, FELT_ZONE_SECOND_BOARD, FELT_SEAT_NONE);
        if (!s.board[1].empty())
            second.erase(second.begin(), second.end() - std::ptrdiff_t(s.board[1].size()));
        RC_ASSERT(s.board[1] == second);
        if (viewer >= 0)
            RC_ASSERT(sorted(s.discards[std::size_t(viewer)]) ==
                      sorted(cards_in(view, FELT_ZONE_DISCARDS, viewer)));
    }
}

void log_alone_tells_everything()
{
    poker_table t = any_poker_table();
    poker_play play(t);
    do verify_story(t, play);
    while (play.step());
}

// --- secrecy ---

// The cards whose places the viewer's own events tell.
felt_cards cards_known(const poker_table &t, const poker_play &play, felt_seat viewer)
{
    story s = tell_all(t, play, viewer);
    felt_cards known = 0;
    auto add = [&](const std::vector<felt_card> &cards) {
        for (felt_card card : cards)
            if (card != FELT_CARD_NONE) known |= felt_cards_of(card);
    };
    for (const std::vector<felt_card> &hand : s.cards) add(hand);
    for (const std::vector<felt_card> &board : s.board) add(board);
    for (const std::vector<felt_card> &thrown : s.discards) add(thrown);
    RC_ASSERT((known & ~t.rules.variant->deck) == 0);
    return known;
}

// Another set of as many of a hand's cards.
std::uint8_t other_cards(std::uint8_t thrown, int held, felt_rng &rng)
{
    std::uint8_t out = 0;
    for (int want = __builtin_popcount(thrown), left = held; left > 0; left--)
        if (int(felt_rng_below(&rng, std::uint32_t(left))) < want) {
            out = std::uint8_t(out | 1u << (left - 1));
            want--;
        }
    return out;
}

// G3, G4: shuffles the cards nobody told the viewer, wherever they lie; others throw other cards
// away, and what will be shuffled later comes out differently.
void verify_secrecy(const poker_table &t, const poker_play &play, felt_rng &rng)
{
    for (felt_seat viewer = FELT_SEAT_NONE; viewer < FELT_SEATS_MAX; viewer++) {
        felt_cards known = cards_known(t, play, viewer);
        felt_poker other = play.state;
        other.later = felt_rng_make(felt_rng_next(&rng));
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
            if (seat != viewer)
                other.thrown[seat] = other_cards(other.thrown[seat], other.slots, rng);
        std::vector<int> hidden;
        for (int i = 0; i < other.size; i++)
            if (!(known & felt_cards_of(other.deck[i]))) hidden.push_back(i);
        for (std::size_t i = hidden.size(); i > 1; i--)
            std::swap(other.deck[hidden[i - 1]],
                      other.deck[hidden[felt_rng_below(&rng, std::uint32_t(i))]]);
        felt_view view, again;
        felt_poker_view(&t.rules, &play.state, viewer, &view);
        felt_poker_view(&t.rules, &other, viewer, &again);
        RC_ASSERT(felt_view_equal(&view, &again));
        RC_ASSERT(std::memcmp(&view, &again, sizeof view) == 0);
        felt_cards seen = 0;
        for (int i = 0; i < view.zones; i++)
            for (int card = 0; card < view.zone[i].count; card++)
                if (view.cards[view.zone[i].at + card] != FELT_CARD_NONE)
                    seen |= felt_cards_of(view.cards[view.zone[i].at + card]);
        RC_ASSERT(seen == known);
        felt_poker imagined;
        felt_poker_imagine(&t.rules, &view, &rng, &imagined);
        felt_poker_view(&t.rules, &imagined, viewer, &again);
        RC_ASSERT(felt_view_equal(&view, &again));
        RC_ASSERT(felt_cards_from(imagined.deck, imagined.size) == t.rules.variant->deck);
    }
}

void views_hide_what_is_hidden()
{
    poker_table t = any_poker_table();
    poker_play play(t);
    felt_rng rng = felt_rng_make(t.seed + 1);
    do verify_secrecy(t, play, rng);
    while (play.step());
}

// An imagined hand can be played to its end like any other, with the same options on the way.
void imagined_hands_can_be_played()
{
    poker_table t = any_poker_table();
    poker_play play(t);
    felt_rng rng = felt_rng_make(t.seed + 2);
    auto steps = *rc::gen::inRange(0, 20);
    for (int i = 0; i < steps; i++) play.step();
    felt_seat viewer = felt_poker_actor(&play.state);
    felt_view view;
    felt_poker imagined;
    felt_poker_view(&t.rules, &play.state, viewer, &view);
    felt_poker_imagine(&t.rules, &view, &rng, &imagined);
    for (unsigned n = 0; felt_poker_actor(&imagined) >= 0; n++) {
        felt_option option[FELT_OPTIONS_MAX];
        int count = felt_poker_options(&t.rules, &imagined, option);
        felt_action action = action_for(option, count, n < 40 ? n * 5 : passive);
        RC_ASSERT(felt_poker_apply(&t.rules, &imagined, felt_poker_actor(&imagined), action,
                                   nullptr) == FELT_OK);
        RC_ASSERT(n < 2000u);
    }
    felt_chips payoff[FELT_SEATS_MAX];
    felt_poker_payoff(&imagined, payoff);
    RC_ASSERT(std::accumulate(payoff, payoff + FELT_SEATS_MAX, imagined.rake) == 0);
}

// --- copies and replays ---

// The deck of a hand in the order of RULES 2.4, from the state as it was dealt.
std::vector<felt_card> deck_of(const poker_table &t, const felt_poker &state)
{
    const felt_variant *variant = t.rules.variant;
    int seats = felt_seats_count(t.deal.seats), k = 0;
    bool crowded = seats * variant->hole_cards + variant->board_cards > state.size;
    int holes = variant->hole_cards - crowded, boards = variant->board_cards + crowded;
    std::vector<felt_card> deck(std::size_t(seats * holes));
    for (int step = 1; step <= FELT_SEATS_MAX; step++) {
        int seat = (t.deal.button + step) % FELT_SEATS_MAX;
        if (!felt_seats_has(t.deal.seats, seat)) continue;
        int row = felt_seats_count(t.deal.seats & felt_seats(felt_seats_of(seat) - 1));
        for (int i = 0; i < holes; i++)
            deck[std::size_t(i * seats + k)] = state.deck[boards + row * holes + i];
        k++;
    }
    deck.insert(deck.end(), state.deck, state.deck + boards);
    deck.insert(deck.end(), state.deck + int(deck.size()), state.deck + state.size);
    return deck;
}

void copies_and_replays_are_the_same_hand()
{
    poker_table t = any_poker_table();
    poker_play play(t);
    auto steps = *rc::gen::inRange(0, 20);
    for (int i = 0; i < steps; i++) play.step();
    felt_poker copy = play.state;
    std::size_t from = play.actions.size();
    while (play.step()) {
    }
    for (std::size_t i = from; i < play.actions.size(); i++)
        RC_ASSERT(felt_poker_apply(&t.rules, &copy, felt_poker_actor(&copy), play.actions[i],
                                   nullptr) == FELT_OK);
    RC_ASSERT(felt_poker_equal(&copy, &play.state));

    if (play.dealt.redeals) return; // the deck of the first deal is gone
    std::vector<felt_card> deck = deck_of(t, play.dealt);
    felt_deal deal = t.deal;
    deal.later = &play.dealt.later;
    deal.deck = deck.data();
    deal.deck_count = int(deck.size());
    felt_poker again;
    RC_ASSERT(felt_poker_open(&t.rules, &deal, &again, nullptr) == FELT_OK);
    RC_ASSERT(felt_poker_deal(&t.rules, &deal, nullptr, &again, nullptr) == FELT_OK);
    for (const felt_action &action : play.actions)
        RC_ASSERT(felt_poker_apply(&t.rules, &again, felt_poker_actor(&again), action, nullptr) ==
                  FELT_OK);
    RC_ASSERT(felt_poker_equal(&again, &play.state));
    RC_ASSERT(felt_poker_hash(&again) == felt_poker_hash(&play.state));
}

// --- the same hand at the slow table ---

struct slow_hand {
    slow_round round = {};
    Chips paid = {};
    felt_chips dead = 0;
    std::size_t at = 0; // step of the variant
    int street = 0, redeals = 0;
    felt_seats asked = 0; // for discards
    bool over = false;    // no more bets and discards
};

slow_hand slow_open(const poker_table &t)
{
    slow_hand hand;
    hand.round.limit = t.rules.limit;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        if (!felt_seats_has(t.deal.seats, seat)) continue;
        slow_player &player = hand.round.player[seat];
        player.live = true;
        player.stack = t.deal.stack[seat];
        slow_round_ante(&hand.round, seat, t.deal.dead[seat]);
        hand.dead += t.deal.stack[seat] - player.stack;
        felt_chips before = player.stack;
        slow_round_ante(&hand.round, seat, t.deal.ante[seat]);
        hand.paid[std::size_t(seat)] = before - player.stack;
        if (t.deal.blind[seat]) slow_round_post(&hand.round, seat, t.deal.blind[seat]);
    }
    return hand;
}

int slow_live(const slow_hand &hand)
{
    int live = 0;
    for (const slow_player &player : hand.round.player) live += player.live;
    return live;
}

int slow_cap(const poker_table &t, const slow_hand &hand)
{
    int able = 0;
    for (const slow_player &player : hand.round.player) able += player.live && player.stack > 0;
    return t.rules.heads_up_uncapped && able == 2 ? int(FELT_CAP_NONE) : int(t.rules.cap);
}

void slow_collect(slow_hand &hand)
{
    int owner;
    slow_round_give(&hand.round, &owner);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        hand.paid[std::size_t(seat)] += hand.round.player[seat].staked;
    slow_round_end(&hand.round);
}

felt_seats slow_seats(const slow_hand &hand)
{
    felt_seats live = 0;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (hand.round.player[seat].live) live |= felt_seats_of(seat);
    return live;
}

// Goes on to the next draw, or to the next betting round in which somebody is asked.  Who opens a
// round of stud by its cards, and when all cards are dealt anew, is taken from the engine; golden
// hands show that.
void slow_advance(const poker_table &t, slow_hand &hand, const felt_poker &state)
{
    const felt_variant *variant = t.rules.variant;
    if (state.redeals > hand.redeals) hand.at = 0, hand.street = 0;
    hand.redeals = state.redeals;
    for (; hand.at < variant->steps; hand.at++) {
        const felt_step &step = variant->step[hand.at];
        if (step.kind == FELT_STEP_DISCARD) {
            hand.asked = slow_seats(hand);
            return;
        }
        if (step.kind != FELT_STEP_BET) continue;
        if (t.deal.bomb && hand.street == 0) {
            hand.street++;
            continue;
        }
        bool blinds = hand.round.price > 0;
        int first = (t.deal.button + 1) % FELT_SEATS_MAX;
        if (variant->opener != FELT_OPENER_BUTTON) first = state.betting.turn.first;
        if (hand.street == 0 && t.deal.opener >= 0 && !state.redeals) first = t.deal.opener;
        slow_round_begin(&hand.round, first, t.rules.bet[step.big], slow_cap(t, hand));
        if (blinds && t.rules.cap_counts_blind) hand.round.counted = 1;
        hand.street++;
        if (hand.round.actor >= 0) return;
        slow_collect(hand);
    }
    hand.over = true;
}

void slow_act(const poker_table &t, slow_hand &hand, const felt_action &action,
              const felt_poker &state)
{
    if (action.kind == FELT_DISCARD) {
        hand.asked &=
            felt_seats(hand.asked & ~felt_seats_of(felt_seats_from(hand.asked, t.deal.button + 1)));
        if (hand.asked) return;
        hand.at++;
        slow_advance(t, hand, state);
        return;
    }
    if (action.kind > FELT_BRING_IN) return; // boards and mucking: no chips move
    if (action.kind == FELT_BRING_IN)
        slow_round_bring_in(&hand.round, t.rules.bring_in);
    else
        slow_round_apply(&hand.round, felt_action_kind(action.kind), action.amount);
    if (hand.round.actor >= 0) return;
    slow_collect(hand);
    hand.at++;
    if (slow_live(hand) == 1)
        hand.over = true;
    else
        slow_advance(t, hand, state);
}

// RULES 9.3: nobody else paid so much; of stakes that went back already.
void slow_return(const poker_table &t, slow_hand &hand)
{
    felt_chips most = 0, others = 0;
    std::size_t owner = 0;
    for (std::size_t seat = 0; seat < hand.paid.size(); seat++)
        if (felt_seats_has(t.deal.seats, int(seat)) && hand.paid[seat] > most)
            most = hand.paid[owner = seat];
    for (std::size_t seat = 0; seat < hand.paid.size(); seat++)
        if (felt_seats_has(t.deal.seats, int(seat)) && seat != owner)
            others = std::max(others, hand.paid[seat]);
    if (most <= others || !hand.round.player[owner].live) return;
    hand.round.player[owner].stack += most - others;
    hand.paid[owner] = others;
}

void verify_slow_chips(const slow_hand &hand, const felt_poker &state)
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        RC_ASSERT(hand.round.player[seat].stack == state.betting.stack[seat]);
        RC_ASSERT(hand.round.player[seat].staked == state.betting.staked[seat]);
        RC_ASSERT(hand.paid[std::size_t(seat)] == state.paid[seat]);
    }
}

void verify_slow(const poker_table &t, slow_hand hand, const felt_poker &state)
{
    if (state.phase == FELT_PHASE_SHOW) slow_return(t, hand);
    bool asking = state.phase == FELT_PHASE_RUNS || state.phase == FELT_PHASE_SHOW;
    RC_ASSERT(hand.over == (felt_poker_actor(&state) < 0 || asking));
    if (felt_poker_actor(&state) < 0) return; // the pots are paid out
    verify_slow_chips(hand, state);
    RC_ASSERT((hand.asked != 0) == (state.phase == FELT_PHASE_DISCARD));
    if (hand.asked)
        RC_ASSERT(felt_seats_from(hand.asked, t.deal.button + 1) == felt_poker_actor(&state));
    if (asking || hand.asked) return;
    RC_ASSERT(hand.round.actor == int(felt_poker_actor(&state)));
    RC_ASSERT(hand.street - 1 == int(state.street));
    felt_legal legal;
    felt_poker_legal(&t.rules, &state, &legal);
    slow_choice choice = slow_round_choices(&hand.round);
    if (state.phase == FELT_PHASE_BRING_IN) {
        felt_chips stack = hand.round.player[hand.round.actor].stack;
        RC_ASSERT(felt_legal_has(&legal, FELT_BRING_IN));
        RC_ASSERT(legal.to_call == std::min(stack, t.rules.bring_in));
        RC_ASSERT(!felt_legal_has(&legal, FELT_CHECK) && !felt_legal_has(&legal, FELT_CALL));
        if (choice.raise_max <= t.rules.bring_in) choice.raise_min = choice.raise_max = 0;
    } else {
        RC_ASSERT(felt_legal_has(&legal, FELT_FOLD) == choice.fold);
        RC_ASSERT(felt_legal_has(&legal, FELT_CHECK) == choice.check);
        RC_ASSERT(felt_legal_has(&legal, FELT_CALL) == choice.call);
        RC_ASSERT(legal.to_call == choice.call_chips);
    }
    RC_ASSERT(felt_legal_has(&legal, FELT_RAISE_TO) == (choice.raise_max > 0));
    RC_ASSERT(legal.raise_to_min == choice.raise_min);
    RC_ASSERT(legal.raise_to_max == choice.raise_max);
}

// Values of the hands as shown on a board, worked out again from the cards of the events.  Hands
// that are mucked have none.
void read_values(const poker_table &t, const poker_play &play, int which, felt_value first[],
                 felt_value second[])
{
    const felt_showdown showdown = felt_poker_showdown(&t.rules, &play.state);
    story s = tell_all(t, play, FELT_SEAT_NONE);
    std::vector<felt_card> board = s.board[which];
    if (which == 1) // what the boards have in common
        board.insert(board.begin(), s.board[0].begin(),
                     s.board[0].end() - std::ptrdiff_t(s.board[1].size()));
    for (std::uint32_t i = 0; i < play.told(); i++) {
        const felt_event &event = play.events[i];
        if (event.kind != FELT_EVENT_SHOW || event.board != which) continue;
        felt_value values[2];
        felt_showdown_values(&showdown, event.cards, event.count, board.data(), int(board.size()),
                             values);
        RC_ASSERT(felt_chips(values[0]) == event.amount);
        RC_ASSERT(felt_chips(values[1]) == event.to);
        first[event.seat] = values[0];
        second[event.seat] = values[1];
    }
}

// What everybody wins of a pot by one board, chip by chip.  Stud's odd chips are shown by golden
// hands; here its shares may differ from those of the slow table by the odd chips of each half.
void verify_shares(const poker_table &t, const poker_play &play, const felt_pot &pot, int number,
                   int which)
{
    felt_value first[FELT_SEATS_MAX] = {0}, second[FELT_SEATS_MAX] = {0};
    felt_seats live = play.state.betting.turn.live;
    read_values(t, play, which, first, second);
    if (felt_seats_lone(live)) first[felt_seats_first(live)] = 1;
    felt_split split = {};
    split.first = first;
    split.second = t.rules.showdown->second == FELT_FAMILY_NONE ? nullptr : second;
    split.from = felt_seat((t.deal.button + 1) % FELT_SEATS_MAX);
    Chips slow = {}, won = {};
    if (pot.amount) slow_pots_share(&pot, &split, slow.data());
    for (std::uint32_t e = 0; e < play.told(); e++) {
        const felt_event &event = play.events[e];
        if (event.kind == FELT_EVENT_WIN && event.pot == number && event.board == which)
            won[std::size_t(event.seat)] += event.amount;
    }
    RC_ASSERT(std::accumulate(won.begin(), won.end(), felt_chips(0)) == pot.amount);
    for (std::size_t seat = 0; seat < won.size(); seat++) {
        felt_chips slack = t.rules.variant->odd_chips == FELT_ODD_BY_CARD ? 2 : 0;
        RC_ASSERT(std::llabs(won[seat] - slow[seat]) <= slack);
        if (won[seat]) RC_ASSERT(felt_seats_has(pot.eligible, int(seat)));
        if (won[seat]) RC_ASSERT(!felt_seats_has(play.state.mucked, int(seat)));
    }
}

// The rake is taken from each pot in proportion.
felt_chips slow_rake(const poker_table &t, const poker_play &play, felt_pot pots[], int count)
{
    felt_chips rake = 0, all = 0;
    if (t.rules.rake_per_10000 == 0) return 0;
    if (t.rules.rake_needs_board && (play.state.boards == 0 || t.rules.variant->board_cards == 0))
        return 0;
    for (int i = 0; i < count; i++) all += pots[i].amount;
    felt_chips asked = std::min(all * t.rules.rake_per_10000 / 10000, t.rules.rake_cap);
    for (int i = 0; i < count; i++) {
        felt_chips part = all ? asked * pots[i].amount / all : 0;
        pots[i].amount -= part;
        rake += part;
    }
    return rake;
}

// Pot by pot, and board by board: of two boards each has half of it, the first the odd chip.
void verify_awards(const poker_table &t, const poker_play &play, slow_hand hand)
{
    slow_return(t, hand);
    felt_pot pots[FELT_SEATS_MAX];
    felt_seats live = play.state.betting.turn.live;
    int count = slow_pots_cut(hand.paid.data(), t.deal.seats, live, hand.dead, pots);
    RC_ASSERT(play.state.rake == slow_rake(t, play, pots, count));
    for (int i = 0; i < count; i++) {
        felt_pot part[2] = {pots[i], pots[i]};
        part[1].amount = play.state.runs == 2 ? pots[i].amount / 2 : 0;
        part[0].amount -= part[1].amount;
        verify_shares(t, play, part[0], i, 0);
        verify_shares(t, play, part[1], i, 1);
    }
}

void slow_table_plays_the_same_hand()
{
    poker_table t = any_poker_table();
    poker_play play(t);
    slow_hand hand = slow_open(t);
    slow_advance(t, hand, play.state);
    verify_slow(t, hand, play.state);
    while (play.step()) {
        slow_act(t, hand, play.actions.back(), play.state);
        verify_slow(t, hand, play.state);
    }
    verify_awards(t, play, hand);
}

} // namespace

TEST_MODULE(poker)
{
    use_params(test_is_quick() ? "max_success=100" : "max_success=800");
    bool good = rc::check("chips and cards are conserved", chips_and_cards_are_conserved);
    good &= rc::check("legal is what is accepted", legal_is_what_is_accepted);
    good &= rc::check("the log alone tells everything", log_alone_tells_everything);
    good &= rc::check("views hide what is hidden", views_hide_what_is_hidden);
    good &= rc::check("imagined hands can be played", imagined_hands_can_be_played);
    good &= rc::check("copies and replays are the same hand", copies_and_replays_are_the_same_hand);
    good &= rc::check("a slow table plays the same hand", slow_table_plays_the_same_hand);
    return good ? 0 : 1;
}
