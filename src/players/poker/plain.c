/* plain.c -- the strategy module alone as a player: house-plain and house-classic.
 *
 * The block is a manager with one seat.  A player gets its generator from the caller, so that the
 * seed of the seat is drawn from that. */
#include "felt/strategy.h"
#include "players/kinds.h"
#include "players/poker/zoo.h"

struct plain {
    struct felt_strategy_manager manager;
    struct felt_strategy_seat seat;
    const struct felt_place *place;
    struct felt_rng rng;
    const struct felt_variant *variant; /* that the seat was taken for */
};

static bool draw_seed(void *self, uint64_t *out)
{
    *out = felt_rng_next(self);
    return true;
}

static void sit(struct plain *plain, const struct felt_strategy_config *settings,
                struct felt_rng rng, bool classic)
{
    *plain = (struct plain){.rng = rng};
    felt_strategy_init(&plain->manager, classic);
    plain->manager.config = *settings;
}
static void sit_plain(void *self, const struct felt_strategy_config *settings, struct felt_rng rng)
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
    struct plain *plain = self;
    const struct felt_poker_rules *rules = place->rules;
    plain->place = place;
    if (plain->variant != rules->variant)
        felt_strategy_join(&plain->manager, rules->variant->name, draw_seed, &plain->rng,
                           &plain->seat);
    plain->variant = rules->variant;
    felt_strategy_begin_hand(&plain->manager, &plain->seat);
}

static struct felt_decision choose(void *self, const struct felt_view *view,
                                   const struct felt_budget *budget)
{
    struct plain *plain = self;
    struct felt_strategy_decision decision =
        felt_strategy_decide_action(&plain->seat, plain->place->rules, view, budget);
    return (struct felt_decision){.action = felt_strategy_to_action(&decision, view),
                                  .reasoning = decision.reasoning,
                                  .confidence = decision.confidence,
                                  .strength = decision.strength,
                                  .price = decision.price,
                                  .warning = (uint8_t)decision.warning};
}

const struct felt_player_kind felt_player_house_plain = {
    .name = "house-plain",
    .title = "the strategy module alone: the share against any cards, and thresholds",
    .bytes = sizeof(struct plain),
    .has_settings = true,
    .plays = felt_zoo_plays_poker,
    .sit = sit_plain,
    .begin = begin,
    .choose = choose};

const struct felt_player_kind felt_player_house_classic = {
    .name = "house-classic",
    .title = "its first version: plays by the rank of the made hand",
    .bytes = sizeof(struct plain),
    .has_settings = true,
    .plays = felt_zoo_plays_poker,
    .sit = sit_classic,
    .begin = begin,
    .choose = choose};
