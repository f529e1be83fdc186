// property_strategy.cpp -- the ten correctness properties of the strategy module, by the numbers of
// its design (docs/STRATEGY.md), for every variant of the engine.  The classic manager is looked at
// where the property is promised for it: 1 to 6, 9 and 10.
#include "felt/strategy.h"
#include "module.h"
#include "poker_table.h"
#include "strategy_any.h"
#include "support.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace
{

const std::uint32_t few = 20; // samples, where only ranges matter

int cases()
{
    return test_is_quick() ? 400 : 10000;
}

// --- generators ---

bool has_draws(const felt_variant *variant)
{
    return std::any_of(variant->step, variant->step + variant->steps,
                       [](const felt_step &step) { return step.kind == FELT_STEP_DISCARD; });
}

const felt_variant *any_variant(bool draws_only = false)
{
    std::vector<const felt_variant *> list;
    for (int i = 0; i < felt_variant_count(); i++)
        if (!draws_only || has_draws(felt_variant_at(i))) list.push_back(felt_variant_at(i));
    return *rc::gen::elementOf(list);
}

bool give_seed(void *self, std::uint64_t *out)
{
    *out = felt_rng_next(static_cast<felt_rng *>(self));
    return true;
}
bool give_none(void *, std::uint64_t *)
{
    return false;
}

// A seat of a new manager with any settings.
felt_strategy_seat any_seat(const char *game_class, bool classic)
{
    felt_strategy_manager manager;
    felt_strategy_seat seat;
    felt_rng rng = felt_rng_make(*rc::gen::arbitrary<std::uint64_t>());
    felt_strategy_init(&manager, classic);
    felt_strategy_config config = any_config();
    RC_ASSERT(felt_strategy_update(&manager, &config, nullptr) == FELT_OK);
    felt_strategy_join(&manager, game_class, give_seed, &rng, &seat);
    return seat;
}

// Any hand at any betting round or draw of a variant.
felt_known any_known(const felt_variant *variant, bool draws_only = false)
{
    struct moment {
        int holes, boards, step;
    };
    std::vector<moment> moments;
    int held = 0, open = 0;
    for (int i = 0; i < variant->steps; i++) {
        const felt_step &step = variant->step[i];
        held += step.down + step.up;
        open += step.board;
        if (step.kind == FELT_STEP_DISCARD || (step.kind == FELT_STEP_BET && !draws_only))
            moments.push_back({held, open, i});
        if (step.kind == FELT_STEP_DISCARD && !step.replace) held -= step.discard_min;
    }
    moment at = moments[std::size_t(*rc::gen::inRange(0, int(moments.size())))];
    felt_card cards[FELT_HOLE_MAX + FELT_BOARD_MAX];
    felt_rng rng = felt_rng_make(*rc::gen::arbitrary<std::uint64_t>());
    cards_deal(&rng, variant->deck, at.holes + at.boards, cards);
    felt_known known;
    int opponents = *rc::gen::inRange(0, int(variant->seats_max));
    if (variant->shares_last && at.holes == 7) opponents = std::min(opponents, 6);
    RC_ASSERT(felt_known_of(variant, cards, at.holes, cards + at.holes, at.boards, opponents,
                            &known) == FELT_OK);
    known.step = std::uint8_t(at.step);
    for (int i = 0; i < opponents; i++) // numbers of cards that they may have drawn
        known.opponent[i].drew = std::uint16_t(felt_rng_next(&rng) & 0x3333);
    return known;
}

// What the design's generator makes: numbers in their ranges, any set of actions.
felt_strategy_state any_state()
{
    felt_strategy_state state = {};
    felt_rng rng = felt_rng_make(*rc::gen::arbitrary<std::uint64_t>());
    state.game_class = "holdem";
    state.pot_size = *rc::gen::inRange(10, 1010);
    state.call_amount = *rc::gen::inRange(0, 100);
    state.min_bet = 2;
    state.max_bet = *rc::gen::inRange(100, 600);
    state.betting_round = *rc::gen::inRange(1, 5);
    state.position = felt_position(*rc::gen::inRange(0, int(FELT_POSITIONS)));
    state.players_in_hand = *rc::gen::inRange(2, FELT_SEATS_MAX + 1);
    state.valid_actions = *rc::gen::inRange(1u, 1u << FELT_STRATEGY_ACTIONS);
    state.hole_count = 2;
    state.draw_max = 2;
    cards_deal(&rng, FELT_CARDS_ALL, 2, state.hole_cards);
    return state;
}

// One field after the other becomes nonsense.
felt_strategy_state absurd_state()
{
    felt_strategy_state state = any_state();
    auto number = [] {
        return *rc::gen::element<felt_chips>(-1, 0, 1, INT64_MIN, INT64_MAX, FELT_CHIPS_MAX + 1);
    };
    for (int i = *rc::gen::inRange(0, 4); i > 0; i--) switch (*rc::gen::inRange(0, 12)) {
        case 0: state.pot_size = number(); break;
        case 1: state.call_amount = number(); break;
        case 2: state.min_bet = number(); break;
        case 3: state.max_bet = number(); break;
        case 4: state.staked = number(); break;
        case 5: state.players_in_hand = *rc::gen::arbitrary<int>(); break;
        case 6: state.betting_round = *rc::gen::arbitrary<int>(); break;
        case 7: state.hole_count = *rc::gen::arbitrary<std::uint8_t>(); break;
        case 8: state.community_count = *rc::gen::arbitrary<std::uint8_t>(); break;
        case 9: state.hole_cards[0] = *rc::gen::arbitrary<felt_card>(); break;
        case 10: state.draw_min = *rc::gen::arbitrary<std::uint8_t>(); break;
        default: state.position = felt_position(*rc::gen::inRange(0, 100)); break;
        }
    return state;
}

// A real hand of any table, on its way, with somebody to act.
struct moment {
    poker_table table;
    felt_poker state;
    felt_view view;
};

moment any_moment()
{
    moment m = {};
    m.table = any_poker_table();
    poker_play play(m.table);
    RC_PRE(felt_poker_actor(&play.state) >= 0);
    for (int steps = *rc::gen::inRange(0, 60); steps > 0; steps--) {
        m.state = play.state;
        if (!play.step() || felt_poker_actor(&play.state) < 0) break;
        m.state = play.state;
    }
    if (felt_poker_actor(&m.state) < 0 || m.state.size == 0) m.state = play.dealt;
    felt_poker_view(&m.table.rules, &m.state, felt_poker_actor(&m.state), &m.view);
    return m;
}

// --- what a decision is ---

bool is_bet(felt_strategy_action action)
{
    return action == FELT_STRATEGY_BET || action == FELT_STRATEGY_RAISE;
}

// Y2
void verify_decision(const felt_strategy_state &state, const felt_strategy_decision &decision)
{
    RC_ASSERT(felt_strategy_may(&state, decision.action));
    RC_ASSERT(decision.confidence >= 0 && decision.confidence <= 1);
    RC_ASSERT(std::strlen(decision.reasoning) > 0u);
    if (is_bet(decision.action)) {
        RC_ASSERT(decision.amount >= state.min_bet);
        RC_ASSERT(decision.amount <= state.max_bet);
    } else {
        RC_ASSERT(decision.amount == 0);
    }
    if (decision.action == FELT_STRATEGY_DRAW) {
        RC_ASSERT(int(decision.card_count) >= int(state.draw_min));
        RC_ASSERT(int(decision.card_count) <= int(state.draw_max));
    } else {
        RC_ASSERT(int(decision.card_count) == 0);
    }
    for (int i = 0; i < decision.card_count; i++) {
        RC_ASSERT(decision.cards[i] < state.hole_count);
        if (i) RC_ASSERT(decision.cards[i] > decision.cards[i - 1]); // so none is there twice
    }
}

// The whole way, from the view to the engine.
void verify_moment(const moment &m, bool classic)
{
    felt_budget budget = {few, nullptr, nullptr};
    felt_strategy_state state;
    const felt_poker_rules &rules = m.table.rules;
    felt_strategy_seat seat = any_seat(rules.variant->name, classic);
    felt_strategy_state_make(&rules, &m.view, &state);
    RC_ASSERT(felt_strategy_state_verify(&state) == FELT_OK);
    felt_strategy_decision decision = felt_strategy_decide_action(&seat, &rules, &m.view, &budget);
    verify_decision(state, decision);
    felt_poker next = m.state;
    felt_action action = felt_strategy_to_action(&decision, &m.view);
    RC_ASSERT(felt_poker_apply(&rules, &next, m.view.actor, action, nullptr) == FELT_OK);
    if (is_bet(decision.action)) RC_ASSERT(action.amount == decision.amount);
    if (is_bet(decision.action)) RC_ASSERT(int(action.kind) == int(FELT_RAISE_TO));
    RC_ASSERT(decision.warning == FELT_WARN_NONE || (classic && seat.warning == decision.warning));
}

// --- properties 1 to 6 ---

void verify_strength(const felt_known &known, bool classic)
{
    felt_strategy_strength strength;
    felt_rng rng = felt_rng_make(known.seen);
    felt_strategy_means means = {&rng, few, nullptr};
    felt_strategy_seat seat = any_seat(known.variant->name, classic);
    seat.evaluator->evaluate_hand(&known, &means, &strength);
    double potential = seat.evaluator->evaluate_potential(&known, &means);
    RC_ASSERT(strength.normalized >= 0 && strength.normalized <= 1);
    RC_ASSERT(strength.potential >= 0 && strength.potential <= 1);
    RC_ASSERT(potential >= 0 && potential <= 1);
    RC_ASSERT(strength.outs >= 0 && strength.outs < int(FELT_CARDS_MAX));
    RC_ASSERT(!strength.timeout);
}

void property_01_hand_strength_normalization()
{
    felt_known known = any_known(any_variant());
    verify_strength(known, false);
    verify_strength(known, true);
}

void property_01_hand_strength_normalization_in_views()
{
    moment m = any_moment();
    felt_known known;
    felt_known_make(&m.table.rules, &m.view, &known);
    verify_strength(known, false);
    verify_strength(known, true);
}

void property_02_action_validity()
{
    felt_strategy_seat seat = any_seat("holdem", *rc::gen::arbitrary<bool>());
    felt_strategy_state state = absurd_state();
    felt_strategy_strength strength = {};
    const double odd[] = {-1, 2, NAN, INFINITY, -INFINITY};
    strength.normalized = *rc::gen::inRange(0, 10) ? any_unit() : odd[*rc::gen::inRange(0, 5)];
    strength.timeout = *rc::gen::inRange(0, 10) == 0;
    felt_strategy_decision decision = felt_strategy_decide(&seat.decider, &strength, &state);
    RC_ASSERT(felt_strategy_may(&state, decision.action));
    bool sound = felt_strategy_state_verify(&state) == FELT_OK && strength.normalized >= 0 &&
                 strength.normalized <= 1;
    RC_ASSERT((decision.warning == FELT_WARN_BAD_STATE) == !sound);
    if (sound) verify_decision(state, decision);
}

void property_02_action_validity_in_hands()
{
    moment m = any_moment();
    verify_moment(m, false);
    verify_moment(m, true);
}

void property_03_bet_amount_bounds()
{
    felt_strategy_seat seat = any_seat("holdem", *rc::gen::arbitrary<bool>());
    felt_strategy_state state = any_state();
    felt_strategy_strength strength = {};
    auto chips = rc::gen::oneOf(rc::gen::inRange<felt_chips>(1, 1000),
                                rc::gen::inRange<felt_chips>(1, FELT_CHIPS_MAX + 1));
    strength.normalized = any_unit();
    state.min_bet = *chips;
    state.max_bet = std::max(state.min_bet, *chips);
    state.pot_size = *chips;
    state.call_amount = *rc::gen::inRange(0, 3) ? *chips : 0;
    state.staked = *rc::gen::inRange(0, 3) ? *chips : 0;
    state.valid_actions |= 1u << *rc::gen::element(FELT_STRATEGY_BET, FELT_STRATEGY_RAISE);
    verify_decision(state, felt_strategy_decide(&seat.decider, &strength, &state));
    felt_chips amount = felt_strategy_calculate_bet_amount(
        &seat.decider, strength.normalized, state.pot_size, state.min_bet, state.max_bet);
    RC_ASSERT(amount >= state.min_bet);
    RC_ASSERT(amount <= state.max_bet);
}

int own_calls; // of the evaluator below

void evaluate_own(const felt_known *, const felt_strategy_means *, felt_strategy_strength *out)
{
    *out = {};
    out->normalized = 0.5;
    own_calls++;
}

// Whatever was registered last for a class plays it, and nobody else does.
void property_04_game_variant_evaluator_selection()
{
    felt_strategy_manager manager;
    felt_strategy_evaluator own[3] = {};
    bool classic = *rc::gen::arbitrary<bool>();
    const felt_strategy_evaluator *wanted = nullptr;
    moment m = any_moment();
    const char *name = m.table.rules.variant->name;
    felt_strategy_init(&manager, classic);
    const felt_strategy_evaluator *usual = felt_strategy_evaluator_of(&manager, name);
    for (felt_strategy_evaluator &one : own) {
        one.name = "own";
        one.evaluate_hand = evaluate_own;
        const char *game_class = *rc::gen::arbitrary<bool>() ? name : any_variant()->name;
        RC_ASSERT(felt_strategy_register_evaluator(&manager, game_class, &one) == FELT_OK);
        if (std::strcmp(game_class, name) == 0) wanted = &one;
    }
    felt_strategy_seat seat;
    felt_rng rng = felt_rng_make(m.table.seed);
    felt_budget budget = {few, nullptr, nullptr};
    felt_strategy_join(&manager, name, give_seed, &rng, &seat);
    if (!wanted && !usual) RC_ASSERT(seat.warning == FELT_WARN_NO_EVALUATOR);
    if (!wanted) wanted = usual ? usual : manager.fallback;
    RC_ASSERT(seat.evaluator == wanted);
    if (!classic) RC_ASSERT(seat.warning == FELT_WARN_NONE);
    own_calls = 0;
    (void)felt_strategy_decide_action(&seat, &m.table.rules, &m.view, &budget);
    bool bets = m.view.phase == FELT_PHASE_BET || m.view.phase == FELT_PHASE_BRING_IN;
    RC_ASSERT(own_calls == int(bets && wanted->evaluate_hand == evaluate_own));
}

// The best of all hands of two own cards and three of the board.
felt_value slow_two_three(const felt_known &known)
{
    felt_value best = 0;
    for (int a = 0; a < known.holes; a++)
        for (int b = a + 1; b < known.holes; b++)
            for (int out = 0; out < 5; out++)
                for (int also = out + 1; also < 5; also++) {
                    felt_card five[5] = {known.hole[a], known.hole[b]};
                    int count = 2;
                    for (int i = 0; i < 5; i++)
                        if (i != out && i != also) five[count++] = known.board[i];
                    best = std::max(best, felt_eval(FELT_HIGH, five, 5));
                }
    return best;
}

void property_05_omaha_hand_composition()
{
    const char *names[] = {"omaha",  "omaha-hilo", "omaha5",         "omaha5-hilo",
                           "omaha6", "courchevel", "courchevel-hilo"};
    const felt_variant *variant = felt_variant_find(names[*rc::gen::inRange(0, 7)]);
    felt_card cards[FELT_HOLE_MAX + 5], best[5];
    felt_rng rng = felt_rng_make(*rc::gen::arbitrary<std::uint64_t>());
    felt_known known;
    int holes = variant->hole_cards;
    cards_deal(&rng, FELT_CARDS_ALL, holes + 5, cards);
    RC_ASSERT(felt_known_of(variant, cards, holes, cards + holes, 5, 1, &known) == FELT_OK);
    felt_value slow = slow_two_three(known);
    felt_strategy_means means = {&rng, few, nullptr};
    for (const char *name : {"omaha", "classic-omaha"}) {
        felt_strategy_strength strength;
        felt_strategy_evaluator_find(name)->evaluate_hand(&known, &means, &strength);
        RC_ASSERT(strength.raw_score == slow);
        RC_ASSERT(strength.hand_rank == felt_value_category(FELT_HIGH, slow));
    }
    int count = felt_showdown_cards(&known.showdown, 0, known.hole, holes, known.board, 5, best);
    felt_cards used = felt_cards_from(best, count);
    RC_ASSERT(count == 5);
    RC_ASSERT(felt_cards_count(used & felt_cards_from(known.hole, holes)) == 2);
    RC_ASSERT(felt_cards_count(used & felt_cards_from(known.board, 5)) == 3);
    RC_ASSERT(felt_eval(FELT_HIGH, best, 5) == slow);
}

void property_06_draw_discard_validity()
{
    const felt_variant *variant = any_variant(true);
    felt_known known = any_known(variant, true);
    felt_rng rng = felt_rng_make(known.seen);
    felt_strategy_means means = {&rng, few, nullptr};
    const felt_step &step = variant->step[known.step];
    int min = step.discard_min, max = step.discard_max;
    if (step.replace) {
        max = *rc::gen::inRange(0, known.holes + 1);
        min = *rc::gen::inRange(0, max + 1);
    }
    for (bool classic : {false, true}) {
        felt_strategy_seat seat = any_seat(variant->name, classic);
        RC_ASSERT(seat.evaluator->select_discards != nullptr);
        std::uint64_t thrown = seat.evaluator->select_discards(&known, min, max, &means);
        RC_ASSERT((thrown >> known.holes) == 0u);
        RC_ASSERT(felt_cards_count(thrown) >= min);
        RC_ASSERT(felt_cards_count(thrown) <= max);
    }
}

// --- properties 7 to 10 ---

// Thresholds move by at most the factor, and they use the room they have.
void property_07_randomization_variance()
{
    felt_strategy_seat seat = any_seat("holdem", false);
    double base = any_unit(), factor = seat.decider.config.randomization_factor;
    double low = INFINITY, high = 0;
    for (int i = 0; i < 200; i++) {
        double moved = felt_strategy_threshold(&seat.decider, base);
        low = std::min(low, moved);
        high = std::max(high, moved);
    }
    RC_ASSERT(low >= base * (1 - factor) * (1 - 1e-12));
    RC_ASSERT(high <= base * (1 + factor) * (1 + 1e-12));
    RC_ASSERT(low >= base * 0.85 * (1 - 1e-12));
    RC_ASSERT(high <= base * 1.15 * (1 + 1e-12));
    if (base > 0 && factor > 0) RC_ASSERT(high - low > base * factor);
}

// Seen from outside: with one opponent and in the big blind a hand is never given up above the
// band, and always (but for a bluff) below it.
void property_07_randomization_variance_in_decisions()
{
    felt_strategy_seat seat = any_seat("holdem", false);
    felt_strategy_state state = any_state();
    felt_strategy_strength strength = {};
    double base = felt_strategy_play_threshold(&seat.decider.config);
    state.valid_actions = 1u << FELT_STRATEGY_CHECK | 1u << FELT_STRATEGY_BET;
    state.call_amount = 0;
    state.position = FELT_POSITION_BB;
    state.players_in_hand = 2;
    strength.normalized = between(base * 0.8, base * 1.2);
    felt_strategy_decision decision = felt_strategy_decide(&seat.decider, &strength, &state);
    bool weak = std::strcmp(decision.reasoning, "weak_hand") == 0;
    bool bluff = std::strcmp(decision.reasoning, "bluff") == 0;
    if (strength.normalized >= base * 1.15 * (1 + 1e-12)) RC_ASSERT(!weak);
    if (strength.normalized < base * 0.85 * (1 - 1e-12)) RC_ASSERT(weak || bluff);
}

// The share of weak hands (below 0.3) that are bet or raised although they could be checked or
// folded, in `count` states as `rng` makes them.
double bluff_share(felt_strategy_seat *seat, felt_strategy_state state, int count, felt_rng *rng)
{
    int bluffs = 0;
    for (int i = 0; i < count; i++) {
        felt_strategy_strength strength = {};
        bool free = felt_rng_below(rng, 2);
        strength.normalized = 0.2999 * felt_rng_unit(rng);
        state.call_amount = free ? 0 : 1 + felt_rng_below(rng, 200);
        state.pot_size = state.call_amount + 1 + felt_rng_below(rng, 1000);
        state.valid_actions =
            free ? 1u << FELT_STRATEGY_CHECK | 1u << FELT_STRATEGY_BET
                 : 1u << FELT_STRATEGY_FOLD | 1u << FELT_STRATEGY_CALL | 1u << FELT_STRATEGY_RAISE;
        bluffs += is_bet(felt_strategy_decide(&seat->decider, &strength, &state).action);
    }
    return double(bluffs) / count;
}

void property_08_bluff_rate_bounds()
{
    felt_strategy_seat seat = any_seat("holdem", false);
    felt_strategy_state state = any_state();
    felt_rng rng = felt_rng_make(*rc::gen::arbitrary<std::uint64_t>());
    seat.decider.config.bluff_frequency = 0.10;
    double share = bluff_share(&seat, state, 2500, &rng);
    RC_ASSERT(share >= 0.05);
    RC_ASSERT(share <= 0.15);
}

// At the ends of the dial the share lies on the bound: four standard errors, with fixed numbers.
void property_08_bluff_rate_bounds_at_the_ends()
{
    const int count = 40000;
    for (double setting : {0.05, 0.10, 0.15}) {
        felt_strategy_manager manager;
        felt_strategy_seat seat;
        felt_rng rng = felt_rng_make(8);
        felt_strategy_state state = {};
        felt_strategy_init(&manager, false);
        manager.config.bluff_frequency = setting;
        felt_strategy_join(&manager, "holdem", give_seed, &rng, &seat);
        state.min_bet = 2;
        state.max_bet = 500;
        state.betting_round = 1;
        state.players_in_hand = 2;
        state.hole_count = 2;
        state.hole_cards[1] = 1;
        double share = bluff_share(&seat, state, count, &rng);
        double error = 4 * std::sqrt(setting * (1 - setting) / count);
        RC_LOG(std::to_string(setting) + ": " + std::to_string(share));
        RC_ASSERT(share >= 0.05 - error);
        RC_ASSERT(share <= 0.15 + error);
        RC_ASSERT(std::fabs(share - setting) < 0.02);
    }
}

// The correlation of two seats' decisions (bet or not) in one state.  A seat that always does the
// same has none with anybody.
double correlation(felt_strategy_seat seats[2], const felt_strategy_state &state, double strength,
                   int count)
{
    felt_strategy_strength hand = {};
    double sum[2] = {}, both = 0;
    hand.normalized = strength;
    for (int i = 0; i < count; i++) {
        double bet[2];
        for (int k = 0; k < 2; k++) {
            bet[k] = is_bet(felt_strategy_decide(&seats[k].decider, &hand, &state).action);
            sum[k] += bet[k];
        }
        both += bet[0] * bet[1];
    }
    double a = sum[0] / count, b = sum[1] / count, spread = a * (1 - a) * b * (1 - b);
    return spread > 0 ? (both / count - a * b) / std::sqrt(spread) : 0;
}

void property_09_independent_rng()
{
    felt_strategy_manager manager;
    felt_strategy_seat seats[2];
    bool entropy = *rc::gen::arbitrary<bool>();
    felt_rng rng = felt_rng_make(*rc::gen::arbitrary<std::uint64_t>());
    felt_strategy_init(&manager, *rc::gen::arbitrary<bool>());
    manager.joined = std::uint64_t(*rc::gen::inRange(0, 1000)); // others came before
    for (felt_strategy_seat &seat : seats) {
        felt_strategy_join(&manager, "holdem", entropy ? give_seed : give_none, &rng, &seat);
        RC_ASSERT(seat.warning == (entropy ? FELT_WARN_NONE : FELT_WARN_NO_ENTROPY));
    }
    felt_strategy_state state = any_state();
    state.valid_actions = 1u << FELT_STRATEGY_CHECK | 1u << FELT_STRATEGY_BET;
    state.call_amount = 0;
    // A hand that is a bluff now and then, or one near the threshold for betting.
    double strength = *rc::gen::arbitrary<bool>() ? between(0, 0.29) : between(0.52, 0.68);
    double r = correlation(seats, state, strength, 10000);
    RC_LOG("r = " + std::to_string(r));
    RC_ASSERT(std::fabs(r) < 0.1);
}

double *dial(felt_strategy_config &config, int index)
{
    char *place = reinterpret_cast<char *>(&config) + felt_strategy_dial_at(index)->at;
    return reinterpret_cast<double *>(place);
}

bool same(const felt_strategy_config &a, const felt_strategy_config &b)
{
    return std::memcmp(&a, &b, sizeof a) == 0; // doubles only: no padding
}

double out_of_range(int index)
{
    const felt_strategy_dial *row = felt_strategy_dial_at(index);
    const double far[] = {NAN, INFINITY, -INFINITY, -1, 11, 1e300, -1e-300};
    switch (*rc::gen::inRange(0, 4)) {
    case 0: return std::nextafter(row->min, -INFINITY);
    case 1: return std::nextafter(row->max, INFINITY);
    case 2: return row->max + between(0.001, 100);
    default: return far[*rc::gen::inRange(0, 7)];
    }
}

void property_10_configuration_validation()
{
    felt_strategy_manager manager;
    felt_strategy_seat seat;
    felt_complaint complaint = {};
    felt_rng rng = felt_rng_make(1);
    felt_strategy_init(&manager, *rc::gen::arbitrary<bool>());
    felt_strategy_join(&manager, "holdem", give_seed, &rng, &seat);
    felt_strategy_config before = manager.config, good = any_config(), bad;
    if (*rc::gen::arbitrary<bool>()) { // also after a good one, which waits for the next hand
        RC_ASSERT(felt_strategy_update(&manager, &good, nullptr) == FELT_OK);
        RC_ASSERT(same(manager.config, good));
        RC_ASSERT(same(seat.decider.config, before));
        felt_strategy_begin_hand(&manager, &seat);
        RC_ASSERT(same(seat.decider.config, good));
        before = good;
    }
    bad = any_config();
    for (int i = *rc::gen::inRange(1, 4); i > 0; i--) {
        int index = *rc::gen::inRange(0, int(FELT_STRATEGY_DIALS));
        *dial(bad, index) = out_of_range(index);
    }
    RC_ASSERT(felt_strategy_config_validate(&bad, nullptr) == FELT_BAD_NUMBER);
    RC_ASSERT(felt_strategy_update(&manager, &bad, &complaint) == FELT_BAD_NUMBER);
    RC_ASSERT(std::strlen(complaint.text) > 0u);
    RC_ASSERT(same(manager.config, before));
    felt_strategy_begin_hand(&manager, &seat);
    RC_ASSERT(same(seat.decider.config, before));
}

} // namespace

#define CHECK(property, count) check(#property, count, property)

TEST_MODULE(strategy)
{
    const int many = cases(), some = test_is_quick() ? 5 : 100;
    bool good = CHECK(property_01_hand_strength_normalization, many);
    good &= CHECK(property_01_hand_strength_normalization_in_views, many);
    good &= CHECK(property_02_action_validity, many);
    good &= CHECK(property_02_action_validity_in_hands, many);
    good &= CHECK(property_03_bet_amount_bounds, many);
    good &= CHECK(property_04_game_variant_evaluator_selection, many);
    good &= CHECK(property_05_omaha_hand_composition, many);
    good &= CHECK(property_06_draw_discard_validity, many);
    good &= CHECK(property_07_randomization_variance, many);
    good &= CHECK(property_07_randomization_variance_in_decisions, many);
    good &= CHECK(property_08_bluff_rate_bounds, some);
    good &= CHECK(property_08_bluff_rate_bounds_at_the_ends, 1);
    good &= CHECK(property_09_independent_rng, some);
    good &= CHECK(property_10_configuration_validation, many);
    return good ? 0 : 1;
}
