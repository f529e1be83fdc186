/* house.c -- the strategy module as a player: house and house-classic.
 *
 * The block is a manager with one seat.  A player gets its generator from the caller, so that the
 * seed of the seat is drawn from that. */
#include "felt/strategy.h"
#include "players/kinds.h"

struct house {
    struct felt_strategy_manager manager;
    struct felt_strategy_seat seat;
    const struct felt_place *place;
    struct felt_rng rng;
    const struct felt_variant *variant; /* that the seat was taken for */
};

static bool plays_poker(const struct felt_game *game, const void *rules)
{
    (void)rules;
    return game == &felt_poker_game;
}

static bool draw_seed(void *self, uint64_t *out)
{
    *out = felt_rng_next(self);
    return true;
}

static void sit(struct house *house, const struct felt_strategy_config *settings,
                struct felt_rng rng, bool classic)
{
    *house = (struct house){.rng = rng};
    felt_strategy_init(&house->manager, classic);
    house->manager.config = *settings;
}
static void sit_house(void *self, const struct felt_strategy_config *settings, struct felt_rng rng)
{
    sit(self, settings, rng, false);
}
static void sit_classic(void *self, const struct felt_strategy_config *settings,
                        struct felt_rng rng)
{
    sit(self, settings, rng, true);
}

/* In a mixed game the variant changes: the seat is taken anew. */
static void begin(void *self, const struct felt_place *place)
{
    struct house *house = self;
    const struct felt_poker_rules *rules = place->rules;
    house->place = place;
    if (house->variant != rules->variant)
        felt_strategy_join(&house->manager, rules->variant->name, draw_seed, &house->rng,
                           &house->seat);
    house->variant = rules->variant;
    felt_strategy_begin_hand(&house->manager, &house->seat);
}

static struct felt_decision choose(void *self, const struct felt_view *view,
                                   const struct felt_budget *budget)
{
    struct house *house = self;
    struct felt_strategy_decision decision =
        felt_strategy_decide_action(&house->seat, house->place->rules, view, budget);
    return (struct felt_decision){.action = felt_strategy_to_action(&decision, view),
                                  .reasoning = decision.reasoning,
                                  .confidence = decision.confidence,
                                  .strength = decision.strength,
                                  .price = decision.price,
                                  .warning = (uint8_t)decision.warning};
}

const struct felt_player_kind felt_player_house = {
    .name = "house",
    .title = "the house player: equity by sampling, configurable manners",
    .bytes = sizeof(struct house),
    .has_settings = true,
    .plays = plays_poker,
    .sit = sit_house,
    .begin = begin,
    .choose = choose};

const struct felt_player_kind felt_player_house_classic = {
    .name = "house-classic",
    .title = "its first version: plays by the rank of the made hand",
    .bytes = sizeof(struct house),
    .has_settings = true,
    .plays = plays_poker,
    .sit = sit_classic,
    .begin = begin,
    .choose = choose};
