/* any_move.h -- any legal action of whoever is asked, in any game. */
#ifndef FELT_TESTS_ANY_MOVE_H
#define FELT_TESTS_ANY_MOVE_H

#include "felt/assert.h"
#include "felt/game.h"
#include "felt/rng.h"

/* Of a range of amounts the least. */
static inline struct felt_action any_move(const struct felt_game *game, const void *rules,
                                          const void *state, struct felt_rng *rng)
{
    struct felt_option options[FELT_OPTIONS_MAX];
    int count = game->legal(rules, state, options);
    felt_assert(count > 0 && felt_options_count(options, count) > 0);
    const struct felt_option *option = &options[felt_rng_below(rng, (uint32_t)count)];
    struct felt_action action = felt_options_pick(option, 1, 0);
    if (option->kind == FELT_MOVE)
        action.choice = (uint16_t)felt_rng_below(rng, option->choice_max + 1u);
    return action;
}

#endif
