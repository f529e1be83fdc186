/* scene.c -- see scene.h.
 *
 * Random forced bets are what card rooms have: antes, a big blind that antes for the table,
 * straddles, late posts with dead money, a missing small blind, a button at an empty seat, bomb
 * pots; and the options of the rules: rake, how fixed limit counts to its cap, mucking, two boards,
 * which cards are wild.  They are made for seats 0 .. n-1 and then spread over the table. */
#include "audit/scene.h"

#include "felt/assert.h"

enum { STREAM_SETTING, STREAM_CARDS, STREAM_CHOICES, STREAM_AUDIT };
enum { STACK_UNITS_MAX = 300 };

bool felt_scenes_add(struct felt_scenes *scenes, const struct felt_variant *variant,
                     unsigned limits)
{
    int before = scenes->rows;
    for (int limit = 0; limit < FELT_SETTING_LIMITS; limit++) {
        if (!(limits >> limit & 1)) continue;
        felt_assert(scenes->rows < (int)(sizeof scenes->rules / sizeof scenes->rules[0]));
        struct felt_poker_rules *rules = &scenes->rules[scenes->rows];
        if (felt_poker_rules_make(variant->name, (enum felt_limit)limit, scenes->unit, rules,
                                  NULL) == FELT_OK)
            scenes->rows++;
    }
    return scenes->rows > before;
}

static bool one_in(struct felt_rng *rng, uint32_t n)
{
    return felt_rng_below(rng, n) == 0;
}

/* 1 .. most, each equally likely. */
static felt_chips up_to(struct felt_rng *rng, felt_chips most)
{
    return 1 + (felt_chips)(felt_rng_next(rng) % (uint64_t)(most > 0 ? most : 1));
}

/* 1 chip to 300 units; half of all stacks are tiny, because that is where pots divide. */
static felt_chips random_stack(struct felt_rng *rng, felt_chips unit)
{
    switch (felt_rng_below(rng, 4)) {
    case 0: return up_to(rng, 2 * unit);
    case 1: return up_to(rng, 10 * unit);
    case 2: return up_to(rng, 50 * unit);
    default: return up_to(rng, STACK_UNITS_MAX * unit);
    }
}

/* ---- forced bets ---------------------------------------------------------------------------- */

/* The seat behind the big blind straddles, and the one behind it perhaps too (RULES 6.5). */
static void straddle(struct felt_deal *deal, int seats, felt_chips unit, struct felt_rng *rng)
{
    felt_chips amount = 2 * unit;
    for (int i = 0; i < 2 && deal->opener >= 0 && deal->blind[deal->opener] == 0; i++) {
        deal->blind[deal->opener] = amount;
        deal->opener = (felt_seat)((deal->opener + 1) % seats);
        amount *= 2;
        if (!one_in(rng, 4)) return;
    }
}

static void change_blinds(struct felt_deal *deal, int seats, felt_chips unit, struct felt_rng *rng)
{
    int late = (int)felt_rng_below(rng, (uint32_t)seats);
    if (one_in(rng, 4)) straddle(deal, seats, unit, rng);
    if (one_in(rng, 6) && deal->blind[late] == 0) { /* RULES 6.6 */
        deal->blind[late] = unit;
        if (one_in(rng, 2)) deal->dead[late] = unit / 2;
    }
    for (int seat = 0; seat < seats; seat++) {
        if (deal->blind[seat] == unit && seat != late && one_in(rng, 8)) deal->dead[seat] = unit;
        if (deal->blind[seat] > 0 && deal->blind[seat] < unit && one_in(rng, 16))
            deal->blind[seat] = 0;
    }
    if (!one_in(rng, 16)) return;
    for (int seat = 0; seat < seats; seat++) deal->blind[seat] = 0;
    deal->opener = FELT_SEAT_NONE;
}

static void change_forced(const struct felt_poker_rules *rules, struct felt_deal *deal, int seats,
                          struct felt_rng *rng)
{
    felt_chips unit = rules->bet[0];
    bool blinds = rules->variant->forced == FELT_FORCED_BLINDS;
    if (blinds) change_blinds(deal, seats, unit, rng);
    if (one_in(rng, 4)) {
        felt_chips ante = one_in(rng, 8) ? 0 : up_to(rng, unit);
        for (int seat = 0; seat < seats; seat++) deal->ante[seat] = ante;
    }
    /* One draw a statement: the order of two in one expression is the compiler's choice. */
    int odd = (int)felt_rng_below(rng, (uint32_t)seats);
    int late = (int)felt_rng_below(rng, (uint32_t)seats);
    if (one_in(rng, 16)) deal->ante[odd] = up_to(rng, 2 * unit); /* a button ante, a latecomer's */
    if (one_in(rng, 16)) deal->dead[late] = up_to(rng, 2 * unit);
}

/* RULES 6.9: everybody antes, and that is all. */
static void make_bomb(struct felt_deal *deal, int seats, felt_chips unit, struct felt_rng *rng)
{
    felt_chips ante = up_to(rng, 5 * unit);
    for (int seat = 0; seat < seats; seat++) {
        deal->ante[seat] = ante;
        deal->dead[seat] = deal->blind[seat] = 0;
    }
    deal->opener = FELT_SEAT_NONE;
    deal->bomb = true;
}

/* Another rank is wild, or none is, where the game can have that (RULES 3.8, 14.2). */
static void change_wild(struct felt_poker_rules *rules, struct felt_rng *rng)
{
    struct felt_poker_rules changed = *rules;
    changed.wild = one_in(rng, 2) ? 0 : (felt_cards)15 << (4 * felt_rng_below(rng, 13));
    if (felt_poker_rules_verify(&changed, NULL) == FELT_OK) rules->wild = changed.wild;
}

static void change_rules(struct felt_poker_rules *rules, struct felt_rng *rng)
{
    rules->may_muck = one_in(rng, 2);
    rules->run_twice = rules->variant->board_cards > 0 && one_in(rng, 2);
    if (one_in(rng, rules->variant->on_up == FELT_UP_FOLLOW ? 3 : 16)) change_wild(rules, rng);
    rules->cap_counts_blind = one_in(rng, 4);
    rules->heads_up_uncapped = one_in(rng, 4);
    if (one_in(rng, 16)) rules->bring_in = 0;
    if (!one_in(rng, 6)) return;
    rules->rake_per_10000 = (uint16_t)(1 + felt_rng_below(rng, 1000));
    rules->rake_needs_board = one_in(rng, 2);
    if (one_in(rng, 2)) rules->rake_cap = 3 * rules->bet[0];
}

/* Gives seats 0 .. seats-1 places at the table, in order; the button may come to stand at an empty
 * seat behind its own. */
static void spread(struct felt_deal *deal, int seats, struct felt_rng *rng)
{
    struct felt_deal out = {.button = deal->button, .opener = FELT_SEAT_NONE, .bomb = deal->bomb};
    int place = 0, button = deal->button;
    for (int seat = 0; seat < seats; seat++, place++) {
        int spare = FELT_SEATS_MAX - place - (seats - seat);
        place += (int)felt_rng_below(rng, (uint32_t)spare + 1);
        out.seats |= felt_seats_of(place);
        out.stack[place] = deal->stack[seat];
        out.ante[place] = deal->ante[seat];
        out.dead[place] = deal->dead[seat];
        out.blind[place] = deal->blind[seat];
        if (seat == deal->opener) out.opener = (felt_seat)place;
        if (seat == button) out.button = (felt_seat)place;
    }
    int behind = (out.button + 1) % FELT_SEATS_MAX;
    if (one_in(rng, 2) && !felt_seats_has(out.seats, behind)) out.button = (felt_seat)behind;
    *deal = out;
}

/* ---- the scene ------------------------------------------------------------------------------ */

static struct felt_policy draw_policy(enum felt_scene_policy kind, struct felt_rng *rng)
{
    static const struct felt_policy tempers[] = {{1, 1, 1}, {1, 12, 4}, {1, 6, 12}, {0, 3, 1},
                                                 {3, 3, 1}, {1, 20, 1}, {1, 8, 30}, {1, 3, 3}};
    enum { TEMPERS = sizeof tempers / sizeof tempers[0] };
    if (kind == FELT_SCENE_CALL) return (struct felt_policy){0, 1, 0};
    if (kind == FELT_SCENE_RANDOM) return (struct felt_policy){1, 1, 1};
    return tempers[felt_rng_below(rng, TEMPERS)];
}

static int draw_seats(const struct felt_scenes *scenes, const struct felt_variant *variant,
                      struct felt_rng *rng)
{
    int low = scenes->players_min, high = scenes->players_max;
    if (high > variant->seats_max) high = variant->seats_max;
    if (low < variant->seats_min) low = variant->seats_min;
    if (low > high) low = high;
    if (high < low) high = low;
    return low + (int)felt_rng_below(rng, (uint32_t)(high - low + 1));
}

void felt_scene_make(const struct felt_scenes *scenes, uint64_t number, struct felt_scene *scene)
{
    struct felt_rng root = felt_rng_make(scenes->seed);
    struct felt_rng hand = felt_rng_split(&root, number);
    struct felt_rng rng = felt_rng_split(&hand, STREAM_SETTING);
    scene->cards = felt_rng_split(&hand, STREAM_CARDS);
    scene->choices = felt_rng_split(&hand, STREAM_CHOICES);
    scene->audit = felt_rng_split(&hand, STREAM_AUDIT);
    scene->rules = scenes->rules[felt_rng_below(&rng, (uint32_t)scenes->rows)];
    scene->policy = draw_policy(scenes->policy, &rng);
    int seats = draw_seats(scenes, scene->rules.variant, &rng);
    felt_chips stacks[FELT_SEATS_MAX];
    for (int seat = 0; seat < seats; seat++)
        stacks[seat] = scenes->stacks == 0   ? random_stack(&rng, scenes->unit)
                       : scenes->stacks == 1 ? scenes->stack[0]
                                             : scenes->stack[seat];
    felt_seat button = (felt_seat)felt_rng_below(&rng, (uint32_t)seats);
    if (scenes->forced_random) change_rules(&scene->rules, &rng);
    scene->deal = felt_poker_deal_make(&scene->rules, seats, stacks, button);
    if (!scenes->forced_random) return;
    change_forced(&scene->rules, &scene->deal, seats, &rng);
    if (scene->rules.variant->board_cards > 0 && one_in(&rng, 8))
        make_bomb(&scene->deal, seats, scene->rules.bet[0], &rng);
    if (one_in(&rng, 3)) spread(&scene->deal, seats, &rng);
}
