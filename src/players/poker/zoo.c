/* zoo.c -- simple players to measure others by: those that do not look at what their cards are
 * worth, and what they share with the others (zoo_rules.c).
 *
 * Each has one weakness, so that a player who cannot find it is known for it: `call` never folds,
 * `fold` never defends, `shove` cannot be bluffed, `stealer` gives up when somebody does not. */
#include "players/poker/zoo.h"

#include "felt/assert.h"

#include <string.h>

/* ---- what they share ---- */

void felt_zoo_sit(void *self, const struct felt_strategy_config *settings, struct felt_rng rng)
{
    struct zoo *zoo = self;
    (void)settings; /* they have none */
    memset(zoo, 0, sizeof *zoo);
    zoo->rng = rng;
}

void felt_zoo_begin(void *self, const struct felt_place *place)
{
    struct zoo *zoo = self;
    zoo->place = place;
    zoo->raised = 0;
}

bool felt_zoo_plays_poker(const struct felt_game *game, const void *rules)
{
    (void)rules;
    return game == &felt_poker_game;
}

struct felt_decision felt_zoo_late(const struct felt_view *view)
{
    return (struct felt_decision){
        .action = felt_player_timid(view), .reasoning = "no_time", .warning = FELT_WARN_TIMEOUT};
}

bool felt_zoo_look(const struct zoo *zoo, const struct felt_view *view,
                   const struct felt_budget *budget, struct zoo_spot *spot,
                   struct felt_decision *out)
{
    felt_assert(view->viewer >= 0 && view->viewer == view->actor);
    felt_assert(view->options > 0);
    if (budget->time_left && !budget->time_left(budget->self)) {
        *out = felt_zoo_late(view);
        return false;
    }
    *spot = (struct zoo_spot){.rules = zoo->place->rules, .view = view};
    for (int i = 0; i < view->options; i++) spot->option[view->option[i].kind] = &view->option[i];
    const struct felt_option *call = spot->option[FELT_CALL];
    spot->pot = felt_player_pot(view);
    spot->to_call = call ? call->min : 0;
    spot->opponents = felt_seats_count(view->betting.turn.live) - 1;
    spot->unraised = view->betting.turn.raiser < 0;
    return true;
}

static struct felt_decision decide(const struct zoo_spot *spot, struct felt_action action,
                                   const char *reasoning, double confidence)
{
    felt_assert(spot->option[action.kind] &&
                felt_option_admits(spot->option[action.kind], action)); /* P1 */
    felt_assert(confidence >= 0 && confidence <= 1);
    double price =
        spot->to_call > 0 ? (double)spot->to_call / (double)(spot->pot + spot->to_call) : 0;
    return (struct felt_decision){
        .action = action, .reasoning = reasoning, .confidence = confidence, .price = price};
}

/* The first kind of a list that is offered; the last one always is. */
static struct felt_decision take_first(const struct zoo_spot *spot, const uint8_t *kinds, int count,
                                       const char *reasoning, double confidence)
{
    for (int i = 0; i < count; i++)
        if (spot->option[kinds[i]])
            return decide(spot, (struct felt_action){.kind = kinds[i]}, reasoning, confidence);
    return decide(spot, felt_player_timid(spot->view), reasoning, confidence);
}

struct felt_decision felt_zoo_give_up(const struct zoo_spot *spot, const char *reasoning,
                                      double confidence)
{
    static const uint8_t kinds[] = {FELT_CHECK, FELT_FOLD, FELT_BRING_IN, FELT_CALL};
    return take_first(spot, kinds, 4, reasoning, confidence);
}

struct felt_decision felt_zoo_pass(const struct zoo_spot *spot, const char *reasoning,
                                   double confidence)
{
    static const uint8_t kinds[] = {FELT_CHECK, FELT_CALL, FELT_BRING_IN, FELT_FOLD};
    return take_first(spot, kinds, 4, reasoning, confidence);
}

struct felt_decision felt_zoo_raise(struct zoo *zoo, const struct zoo_spot *spot, felt_chips to,
                                    const char *reasoning, double confidence)
{
    const struct felt_option *raise = spot->option[FELT_RAISE_TO];
    if (!raise) return felt_zoo_pass(spot, reasoning, confidence);
    struct felt_action action = {.kind = FELT_RAISE_TO, .amount = to};
    if (to < raise->min) action.amount = raise->min;
    if (to > raise->max) action.amount = raise->max;
    zoo->raised |= (uint8_t)(1u << spot->view->street);
    return decide(spot, action, reasoning, confidence);
}

felt_chips felt_zoo_part_of_pot(const struct zoo_spot *spot, double part)
{
    felt_assert(part >= 0 && part <= 4);
    /* Pots stay below 2^44, so the product is exact to a chip on every machine. */
    double more = part * (double)(spot->pot + spot->to_call);
    return spot->view->betting.to_match + (felt_chips)(more + 0.5);
}

felt_chips felt_zoo_open_to(const struct zoo_spot *spot)
{
    const struct felt_betting *betting = &spot->view->betting;
    felt_chips unit = spot->rules->bet[0], limped = 0;
    if (spot->rules->limit == FELT_POT_LIMIT) return felt_zoo_part_of_pot(spot, 1);
    for (felt_seats left = betting->turn.live & (felt_seats)~betting->turn.owes; left;)
        limped += betting->staked[felt_seats_take(&left)];
    return (11 * unit + 3) / 4 + limped;
}

bool felt_zoo_no_bet(const struct zoo_spot *spot, struct felt_decision *out)
{
    uint8_t phase = spot->view->phase;
    if (phase != FELT_PHASE_RUNS && phase != FELT_PHASE_SHOW) return false;
    static const uint8_t kinds[] = {FELT_SHOW, FELT_RUNS}; /* RUNS with the choice 0 is one board */
    *out = take_first(spot, kinds, 2, phase == FELT_PHASE_RUNS ? "one_board" : "show_cards", 1);
    return true;
}

/* ---- draws ---- */

struct felt_decision felt_zoo_throw(const struct zoo_spot *spot, uint64_t cards, double confidence)
{
    const struct felt_option *draw = spot->option[FELT_DISCARD];
    uint64_t thrown = cards & draw->cards, rest = draw->cards & ~thrown;
    int count = __builtin_popcountll(thrown);
    for (; count > draw->cards_max; count--) thrown &= thrown - 1;
    for (; count < draw->cards_min; count++, rest &= rest - 1) thrown |= rest & -rest;
    return decide(spot, (struct felt_action){.kind = FELT_DISCARD, .cards = thrown},
                  thrown ? "draw" : "stand_pat", confidence);
}

struct felt_decision felt_zoo_draw_by_rule(const struct zoo_spot *spot)
{
    struct felt_known known;
    felt_known_make(spot->rules, spot->view, &known);
    return felt_zoo_throw(spot, ~felt_outlook_keep(&known), 0.5);
}

/* What everybody here does before a bet is thought about. */
static bool look_and_answer(const struct zoo *zoo, const struct felt_view *view,
                            const struct felt_budget *budget, struct zoo_spot *spot,
                            struct felt_decision *out)
{
    if (!felt_zoo_look(zoo, view, budget, spot, out) || felt_zoo_no_bet(spot, out)) return true;
    if (!spot->option[FELT_DISCARD]) return false;
    *out = felt_zoo_draw_by_rule(spot);
    return true;
}

/* ---- random ---- */

static bool plays_anything(const struct felt_game *game, const void *rules)
{
    (void)game, (void)rules;
    return true;
}

/* Uniform over 0 .. bound-1, for bounds that felt_rng_below() does not take. */
static int64_t below(struct felt_rng *rng, int64_t bound)
{
    uint64_t mask = ~UINT64_C(0) >> __builtin_clzll((uint64_t)bound), drawn;
    do drawn = felt_rng_next(rng) & mask;
    while (drawn >= (uint64_t)bound);
    return (int64_t)drawn;
}

/* Uniform over what is offered, then over what that stands for: amounts, sets of cards, choices. */
static struct felt_decision choose_random(void *self, const struct felt_view *view,
                                          const struct felt_budget *budget)
{
    struct zoo *zoo = self;
    felt_assert(view->options > 0);
    if (budget->time_left && !budget->time_left(budget->self)) return felt_zoo_late(view);
    const struct felt_option *option =
        &view->option[felt_rng_below(&zoo->rng, (uint32_t)view->options)];
    int64_t n = below(&zoo->rng, felt_options_count(option, 1));
    return (struct felt_decision){.action = felt_options_pick(option, 1, n),
                                  .reasoning = "any_action",
                                  .confidence = 1.0 / view->options};
}

const struct felt_player_kind felt_zoo_random = {
    .name = "zoo:random",
    .title = "takes any kind of action that is offered, each as often",
    .bytes = sizeof(struct zoo),
    .plays = plays_anything,
    .sit = felt_zoo_sit,
    .begin = felt_zoo_begin,
    .choose = choose_random,
};

/* ---- call, fold, shove ---- */

static struct felt_decision choose_call(void *self, const struct felt_view *view,
                                        const struct felt_budget *budget)
{
    struct zoo_spot spot;
    struct felt_decision decision;
    if (look_and_answer(self, view, budget, &spot, &decision)) return decision;
    return felt_zoo_pass(&spot, "always_call", 1);
}

static struct felt_decision choose_fold(void *self, const struct felt_view *view,
                                        const struct felt_budget *budget)
{
    struct zoo_spot spot;
    struct felt_decision decision;
    if (!felt_zoo_look(self, view, budget, &spot, &decision)) return decision;
    if (felt_zoo_no_bet(&spot, &decision)) return decision;
    if (spot.option[FELT_DISCARD]) return felt_zoo_throw(&spot, 0, 1);
    return felt_zoo_give_up(&spot, "always_fold", 1);
}

static struct felt_decision choose_shove(void *self, const struct felt_view *view,
                                         const struct felt_budget *budget)
{
    struct zoo_spot spot;
    struct felt_decision decision;
    if (look_and_answer(self, view, budget, &spot, &decision)) return decision;
    return felt_zoo_raise(self, &spot, INT64_MAX, "always_raise", 1);
}

const struct felt_player_kind felt_zoo_call = {
    .name = "zoo:call",
    .title = "checks and calls, and never does anything else",
    .bytes = sizeof(struct zoo),
    .plays = felt_zoo_plays_poker,
    .sit = felt_zoo_sit,
    .begin = felt_zoo_begin,
    .choose = choose_call,
};

const struct felt_player_kind felt_zoo_fold = {
    .name = "zoo:fold",
    .title = "folds to every bet",
    .bytes = sizeof(struct zoo),
    .plays = felt_zoo_plays_poker,
    .sit = felt_zoo_sit,
    .begin = felt_zoo_begin,
    .choose = choose_fold,
};

const struct felt_player_kind felt_zoo_shove = {
    .name = "zoo:shove",
    .title = "raises as much as it may, whenever it may",
    .bytes = sizeof(struct zoo),
    .plays = felt_zoo_plays_poker,
    .sit = felt_zoo_sit,
    .begin = felt_zoo_begin,
    .choose = choose_shove,
};

/* ---- stealer ---- */

/* Three fifths of the pot, give or take a tenth: a bet that cannot be told by its size. */
static felt_chips second_bet(struct zoo *zoo, const struct zoo_spot *spot)
{
    return felt_zoo_part_of_pot(spot, 0.5 + 0.2 * felt_rng_unit(&zoo->rng));
}

static struct felt_decision choose_stealer(void *self, const struct felt_view *view,
                                           const struct felt_budget *budget)
{
    struct zoo *zoo = self;
    struct zoo_spot spot;
    struct felt_decision decision;
    if (look_and_answer(zoo, view, budget, &spot, &decision)) return decision;
    bool may_raise = spot.option[FELT_RAISE_TO] && spot.unraised;
    if (view->street == 0 && may_raise)
        return felt_zoo_raise(zoo, &spot, felt_zoo_open_to(&spot), "steal", 1);
    if (view->street == 1 && may_raise && zoo->raised & 1)
        return felt_zoo_raise(zoo, &spot, second_bet(zoo, &spot), "continue", 1);
    return felt_zoo_give_up(&spot, "caught", 1);
}

const struct felt_player_kind felt_zoo_stealer = {
    .name = "zoo:stealer",
    .title = "raises any cards, bets once more, then gives up",
    .bytes = sizeof(struct zoo),
    .plays = felt_zoo_plays_poker,
    .sit = felt_zoo_sit,
    .begin = felt_zoo_begin,
    .choose = choose_stealer,
};
