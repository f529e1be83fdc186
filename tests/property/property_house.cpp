// property_house.cpp -- the correctness properties of the strategy module (docs/STRATEGY.md) for
// the house player itself, by their numbers: 1, 2, 3 and 6 at any moment of any hand, 8 to 10 as
// far as they can be seen from outside.
//
// FELT_TEST_PAIRS=100000 looks at so many pairs of decisions for property 9.
#include "felt/play_stats.h"
#include "felt/player.h"
#include "module.h"
#include "poker_table.h"
#include "strategy_any.h"
#include "support.h"

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace
{

const std::uint32_t few = 24; // samples, where only ranges matter

// --- the player ---

// One house in one seat; it must not move while a hand lasts.
class house
{
  public:
    house(const felt_strategy_config &settings, std::uint64_t seed)
        : kind(felt_player_find("house", 5)), block(kind->bytes / sizeof(std::max_align_t) + 1)
    {
        kind->sit(block.data(), &settings, felt_rng_make(seed));
    }
    house(const house &) = delete;
    house &operator=(const house &) = delete;

    void begin(const felt_poker_rules &rules, felt_seat seat)
    {
        place = {&felt_poker_game, &rules, seat, nullptr, nullptr};
        kind->begin(block.data(), &place);
    }
    void observe(const felt_event &event)
    {
        felt_event seen = felt_event_for(&event, place.seat);
        kind->observe(block.data(), &seen);
    }
    felt_decision choose(const felt_view &view, std::uint32_t samples)
    {
        felt_budget budget = {samples, nullptr, nullptr};
        return kind->choose(block.data(), &view, &budget);
    }

  private:
    const felt_player_kind *kind;
    felt_place place = {};
    std::vector<std::max_align_t> block;
};

// --- properties 1, 2, 3 and 6 ---

bool is_share(double number)
{
    return number >= 0 && number <= 1;
}

void verify_decision(const felt_decision &made)
{
    RC_LOG(std::string(made.reasoning) + ", gain " + std::to_string(made.gain) + ", share " +
           std::to_string(made.share) + ", confidence " + std::to_string(made.confidence));
    RC_ASSERT(is_share(made.strength));
    RC_ASSERT(is_share(made.confidence));
    RC_ASSERT(is_share(made.share));
    RC_ASSERT(is_share(made.range));
    RC_ASSERT(is_share(made.price));
    RC_ASSERT(std::isfinite(made.gain));
    RC_ASSERT(std::strlen(made.reasoning) > 0u);
    RC_ASSERT(int(made.warning) == int(FELT_WARN_NONE));
}

void verify_action(const felt_view &view, const felt_action &action)
{
    const felt_option *option = nullptr;
    for (int i = 0; i < view.options; i++)
        if (view.option[i].kind == action.kind) option = &view.option[i];
    RC_ASSERT(option != nullptr);
    if (action.kind == FELT_RAISE_TO) {
        RC_ASSERT(action.amount >= option->min);
        RC_ASSERT(action.amount <= option->max);
    } else {
        RC_ASSERT(action.amount == 0);
    }
    if (action.kind == FELT_DISCARD) {
        RC_ASSERT((action.cards & ~option->cards) == 0u);
        RC_ASSERT(felt_cards_count(action.cards) >= int(option->cards_min));
        RC_ASSERT(felt_cards_count(action.cards) <= int(option->cards_max));
    }
    RC_ASSERT(felt_option_admits(option, action));
}

// Somebody plays the first actions of a hand by numbers; then the house sits where the turn is, and
// plays its seat to the end, while the others go on by numbers.
void property_01_02_03_06_at_any_moment()
{
    poker_table table = any_poker_table();
    poker_play play(table);
    for (int steps = *rc::gen::inRange(0, 40); steps > 0; steps--)
        if (!play.step()) break;
    felt_seat seat = felt_poker_actor(&play.state);
    RC_PRE(seat >= 0);
    house player(any_config(), *rc::gen::arbitrary<std::uint64_t>());
    bool sees = *rc::gen::inRange(0, 8) != 0; // else it comes in now
    std::uint32_t told = sees ? 0 : play.told();
    player.begin(table.rules, seat);
    for (int decisions = 0; decisions < 20 && felt_poker_actor(&play.state) >= 0;) {
        if (felt_poker_actor(&play.state) != seat) {
            play.step();
            continue;
        }
        felt_view view;
        for (; told < play.told(); told++) player.observe(play.events[told]);
        felt_poker_view(&table.rules, &play.state, seat, &view);
        felt_decision made = player.choose(view, few);
        verify_decision(made);
        verify_action(view, made.action);
        play.take(made.action);
        decisions++;
    }
}

// --- property 8 ---

struct weak_spots {
    int weak = 0, bets = 0;
    double share() const
    {
        return double(bets) / weak;
    }
};

bool may_bet(const felt_view &view)
{
    for (int i = 0; i < view.options; i++)
        if (view.option[i].kind == FELT_RAISE_TO) return true;
    return false;
}

// Hands of two seats in which somebody else checks, calls and bets a little, by numbers.
void add_weak_spots(const char *variant, const felt_strategy_config &settings, int hands,
                    std::uint64_t seed, weak_spots &out)
{
    poker_table table = {};
    const auto limit = felt_limit(felt_variant_find(variant)->limit);
    RC_ASSERT(felt_poker_rules_make(variant, limit, 100, &table.rules, nullptr) == FELT_OK);
    felt_rng rng = felt_rng_make(seed);
    house player(settings, seed);
    const felt_chips stacks[] = {10000, 10000};
    for (int hand = 0; hand < hands; hand++) {
        table.deal = felt_poker_deal_make(&table.rules, 2, stacks, felt_seat(hand % 2));
        table.seed = felt_rng_next(&rng);
        table.numbers.assign(40, passive);
        for (unsigned &number : table.numbers)
            if (felt_rng_below(&rng, 4) == 0) number = 2; // the smallest bet
        poker_play play(table);
        std::uint32_t told = 0;
        player.begin(table.rules, 0);
        while (felt_poker_actor(&play.state) >= 0) {
            if (felt_poker_actor(&play.state) != 0) {
                play.step();
                continue;
            }
            felt_view view;
            for (; told < play.told(); told++) player.observe(play.events[told]);
            felt_poker_view(&table.rules, &play.state, 0, &view);
            felt_decision made = player.choose(view, few);
            bool weak = made.strength > 0 && made.strength < FELT_PLAY_STATS_WEAK && may_bet(view);
            out.weak += weak;
            out.bets += weak && made.action.kind == FELT_RAISE_TO;
            play.take(made.action);
        }
        for (; told < play.told(); told++) player.observe(play.events[told]);
    }
}

void property_08_bluff_rate_bounds()
{
    const int hands = test_is_quick() ? 60 : 1500;
    weak_spots all;
    for (const char *variant : {"holdem", "omaha", "stud", "27-triple"}) {
        weak_spots spots;
        bool heavy = std::strcmp(variant, "holdem") != 0;
        felt_strategy_config settings = felt_strategy_config_default();
        settings.bluff_frequency = 0.10;
        add_weak_spots(variant, settings, heavy ? hands / 3 : hands, 8, spots);
        all.weak += spots.weak;
        all.bets += spots.bets;
        double error = 4 * std::sqrt(0.1 * 0.9 / spots.weak);
        std::cerr << variant << ": " << spots.bets << " of " << spots.weak << std::endl;
        RC_ASSERT(spots.share() >= 0.05 - error);
        RC_ASSERT(spots.share() <= 0.15 + error);
    }
    std::cerr << "all: " << all.bets << " of " << all.weak << std::endl;
    RC_ASSERT(test_is_quick() || all.weak >= 2000);
    // Of few hands a share says less.
    double error = test_is_quick() ? 4 * std::sqrt(0.1 * 0.9 / all.weak) : 0;
    RC_ASSERT(all.share() >= 0.05 - error);
    RC_ASSERT(all.share() <= 0.15 + error);
}

// --- property 9 ---

int pairs()
{
    const char *text = std::getenv("FELT_TEST_PAIRS");
    if (text) return std::atoi(text);
    return test_is_quick() ? 100 : 1500;
}

// The correlation of what two seats with the same view do (bet or not).
double correlation(house players[2], const felt_view &view, int count)
{
    double sum[2] = {}, both = 0;
    for (int i = 0; i < count; i++) {
        double bet[2];
        for (int k = 0; k < 2; k++) {
            bet[k] = players[k].choose(view, few).action.kind == FELT_RAISE_TO;
            sum[k] += bet[k];
        }
        both += bet[0] * bet[1];
    }
    double a = sum[0] / count, b = sum[1] / count, spread = a * (1 - a) * b * (1 - b);
    std::cerr << "bets " << a << " and " << b << ", ";
    RC_ASSERT(spread > 0); // it is up to chance
    return (both / count - a * b) / std::sqrt(spread);
}

// Two seats look at the same river, where they may check.  False: the hand is not a weak one, and
// so what they do may be no matter of chance.
bool verify_pair(std::uint64_t seed, int count)
{
    poker_table table = {};
    const felt_chips stacks[] = {10000, 10000};
    RC_ASSERT(felt_poker_rules_make("holdem", FELT_NO_LIMIT, 100, &table.rules, nullptr) ==
              FELT_OK);
    table.deal = felt_poker_deal_make(&table.rules, 2, stacks, 0);
    table.seed = seed;
    poker_play play(table);
    while (play.state.street < 3 || felt_poker_actor(&play.state) != 0) RC_ASSERT(play.step());
    const felt_strategy_config settings = felt_strategy_config_default();
    house players[2] = {{settings, 2 * seed}, {settings, 2 * seed + 1}};
    felt_view view;
    felt_poker_view(&table.rules, &play.state, 0, &view);
    for (house &player : players) {
        player.begin(table.rules, 0);
        for (std::uint32_t i = 0; i < play.told(); i++) player.observe(play.events[i]);
    }
    if (players[0].choose(view, few).strength >= FELT_PLAY_STATS_WEAK) return false;
    double r = correlation(players, view, count);
    std::cerr << "n = " << count << ", r = " << r << std::endl;
    RC_ASSERT(std::fabs(r) < 4 / std::sqrt(count));
    return true;
}

void property_09_independent_rng()
{
    int wanted = std::getenv("FELT_TEST_PAIRS") ? 1 : test_is_quick() ? 2 : 4;
    for (std::uint64_t seed = 1; wanted > 0 && seed < 100; seed++)
        wanted -= verify_pair(seed, pairs());
    RC_ASSERT(wanted == 0);
}

// --- property 10 ---

// A number with at most four places behind the point, as a person would write it.
std::string number_text(long tenthousandths)
{
    std::string digits = std::to_string(tenthousandths % 10000);
    return std::to_string(tenthousandths / 10000) + "." + std::string(4 - digits.size(), '0') +
           digits;
}

void property_10_configuration_validation()
{
    const felt_strategy_dial *dial =
        felt_strategy_dial_at(*rc::gen::inRange(0, int(FELT_STRATEGY_DIALS)));
    long number = *rc::gen::inRange(0L, 200000L);
    const std::string kind = *rc::gen::element<std::string>("house", "house-plain");
    const std::string persona = *rc::gen::element<std::string>("", "rock,", "maniac,");
    const std::string text = kind + ":" + persona + dial->brief + "=" + number_text(number);
    felt_player_spec spec, before;
    felt_complaint complaint = {};
    std::memset(static_cast<void *>(&spec), 0xA5, sizeof spec);
    std::memcpy(static_cast<void *>(&before), &spec, sizeof spec);
    felt_status status = felt_player_read(text.data(), text.size(), &spec, &complaint);
    double wanted = double(number) / 10000;
    bool good = wanted >= dial->min - 1e-12 && wanted <= dial->max + 1e-12;
    RC_LOG(text);
    RC_ASSERT(status == (good ? FELT_OK : FELT_BAD_NUMBER));
    if (!good) {
        RC_ASSERT(std::memcmp(&spec, &before, sizeof spec) == 0);
        RC_ASSERT(std::strlen(complaint.text) > 0u);
        return;
    }
    const char *place = reinterpret_cast<const char *>(&spec.settings) + dial->at;
    RC_ASSERT(std::fabs(*reinterpret_cast<const double *>(place) - wanted) < 1e-12);
    RC_ASSERT(felt_strategy_config_validate(&spec.settings, nullptr) == FELT_OK);
}

} // namespace

#define CHECK(property, count) check(#property, count, property)

TEST_MODULE(house)
{
    const bool quick = test_is_quick();
    if (std::getenv("FELT_TEST_PAIRS")) return CHECK(property_09_independent_rng, 1) ? 0 : 1;
    bool good = CHECK(property_01_02_03_06_at_any_moment, quick ? 100 : 1500);
    good &= CHECK(property_08_bluff_rate_bounds, 1);
    good &= CHECK(property_09_independent_rng, 1);
    good &= CHECK(property_10_configuration_validation, quick ? 100 : 2000);
    return good ? 0 : 1;
}
