/* scene.h -- the beginning of a simulated hand: game, seats, stacks, forced bets, manners.
 *
 * Everything is drawn from the hand's own generator, so a hand is a function of seed and number:
 * hands can be dealt to any number of processes, and each can be repeated alone. */
#ifndef FELT_AUDIT_SCENE_H
#define FELT_AUDIT_SCENE_H

#include "audit/policy.h"
#include "command/setting.h"

enum felt_scene_policy { FELT_SCENE_RANDOM, FELT_SCENE_MIXED, FELT_SCENE_CALL };

enum { FELT_SCENE_VARIANTS_MAX = 64 };

/* What hands are drawn from. */
struct felt_scenes {
    uint64_t seed;
    felt_chips unit;
    int players_min, players_max;     /* kept within what the variant seats      */
    int stacks;                       /* 0: random, 1: the same for all          */
    felt_chips stack[FELT_SEATS_MAX]; /* `stacks` of them                        */
    bool forced_random;
    enum felt_scene_policy policy;
    int rows; /* variants with limits */
    struct felt_poker_rules rules[FELT_SCENE_VARIANTS_MAX * FELT_SETTING_LIMITS];
};

struct felt_scene {
    struct felt_poker_rules rules;
    struct felt_deal deal;
    struct felt_policy policy;
    struct felt_rng cards, choices, audit;
};

/* Adds a variant with each of a set of limits that it is played with; false if there is none. */
bool felt_scenes_add(struct felt_scenes *scenes, const struct felt_variant *variant,
                     unsigned limits);

/* The hand of that number. */
void felt_scene_make(const struct felt_scenes *scenes, uint64_t number, struct felt_scene *scene);

#endif
