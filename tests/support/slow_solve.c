/* slow_solve.c -- see slow_solve.h. */
#include "slow_solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void demand(bool holds)
{
    if (!holds) abort();
}

/* ---- strategies ------------------------------------------------------------------------------ */

static void sort_cards(felt_card *cards, int count)
{
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && cards[k - 1] > cards[k]; k--) {
            felt_card swap = cards[k];
            cards[k] = cards[k - 1];
            cards[k - 1] = swap;
        }
}

static uint64_t mix(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* A number that is the same for cards that differ by a permutation of suits.  Boards of five come
 * at once, in any order; smaller ones card by card. */
static uint64_t number_cards(const struct slow_knowledge *knows, const int *suit)
{
    felt_card card[FELT_HOLE_MAX + FELT_BOARD_MAX];
    int count = knows->holes + knows->boards;
    memcpy(card, knows->hole, (size_t)knows->holes);
    memcpy(card + knows->holes, knows->board, (size_t)knows->boards);
    for (int i = 0; i < count; i++)
        card[i] = felt_card_make(felt_card_rank(card[i]),
                                 knows->suits ? suit[felt_card_suit(card[i])] : 0);
    sort_cards(card, knows->holes);
    if (knows->boards == FELT_BOARD_MAX) sort_cards(card + knows->holes, knows->boards);
    uint64_t hash = 1;
    for (int i = 0; i < count; i++) hash = mix(hash, card[i]);
    return hash;
}

static uint64_t number_knowledge(const struct slow_knowledge *knows)
{
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < 256; i++) {
        int suit[FELT_SUITS] = {i & 3, i >> 2 & 3, i >> 4 & 3, i >> 6 & 3};
        if ((1 << suit[0] | 1 << suit[1] | 1 << suit[2] | 1 << suit[3]) != 15) continue;
        uint64_t number = number_cards(knows, suit);
        if (number < least) least = number;
    }
    for (int i = 0; i < knows->steps; i++)
        least = mix(mix(least, knows->path[i].kind), (uint64_t)knows->path[i].amount);
    return least;
}

void slow_choose(enum slow_manner manner, const struct slow_knowledge *knows,
                 const struct felt_action *action, int actions, double *share)
{
    uint64_t number = manner == SLOW_MIXED ? number_knowledge(knows) : 0;
    double sum = 0;
    for (int a = 0; a < actions; a++) {
        bool passes = action[a].kind == FELT_CHECK || action[a].kind == FELT_CALL;
        share[a] = passes;
        if (manner == SLOW_MIXED) share[a] = (double)(1 + mix(number, (uint64_t)a) % 1000);
        sum += share[a];
    }
    for (int a = 0; a < actions; a++) share[a] /= sum;
}

/* ---- playing --------------------------------------------------------------------------------- */

static int list_actions(const struct slow_table *table, const struct felt_poker *state,
                        struct felt_action *out)
{
    struct felt_option option[FELT_OPTIONS_MAX];
    int options = felt_poker_options(table->rules, state, option), count = 0;
    bool checks = false;
    for (int i = 0; i < options; i++) checks |= option[i].kind == FELT_CHECK;
    for (int64_t n = 0; n < felt_options_count(option, options); n++) {
        struct felt_action action = felt_options_pick(option, options, n);
        if (action.kind != FELT_FOLD || !checks) out[count++] = action;
    }
    return count;
}

static void look(const struct slow_table *table, const struct felt_poker *state, felt_seat seat,
                 struct slow_knowledge *out)
{
    *out = (struct slow_knowledge){.suits = table->suits, .steps = table->steps};
    memcpy(out->path, table->path, sizeof out->path);
    out->holes = felt_poker_hole(table->rules, state, seat, out->hole);
    out->boards = state->boards;
    memcpy(out->board, felt_poker_board(state), (size_t)out->boards);
}

static bool looks_alike(const struct slow_knowledge *a, const struct slow_knowledge *b)
{
    return felt_cards_from(a->hole, a->holes) == felt_cards_from(b->hole, b->holes) &&
           memcmp(a->board, b->board, (size_t)a->boards) == 0;
}

static double play(struct slow_table *table, const struct slow_world *world, int worlds);

/* All worlds take the action; with shares, those with a share of nothing drop out. */
static double act(struct slow_table *table, const struct slow_world *world, int worlds,
                  struct felt_action action, const double *share)
{
    struct slow_world *next = malloc((size_t)worlds * sizeof *next);
    int count = 0;
    demand(next != NULL);
    for (int i = 0; i < worlds; i++) {
        if (share && share[i] == 0) continue;
        next[count] = world[i];
        if (share) next[count].weight *= share[i];
        felt_seat actor = felt_poker_actor(&world[i].state);
        demand(felt_poker_apply(table->rules, &next[count].state, actor, action, NULL) == FELT_OK);
        count++;
    }
    table->path[table->steps++] = action;
    double won = count ? play(table, next, count) : 0;
    table->steps--;
    free(next);
    return won;
}

/* The hero cannot tell these worlds apart. */
static double act_best(struct slow_table *table, const struct slow_world *world, int worlds)
{
    struct felt_action action[SLOW_ACTIONS_MAX];
    int actions = list_actions(table, &world[0].state, action);
    double best = -INFINITY;
    for (int a = 0; a < actions; a++) best = fmax(best, act(table, world, worlds, action[a], NULL));
    return best;
}

static double play_hero(struct slow_table *table, const struct slow_world *world, int worlds)
{
    struct slow_world *alike = malloc((size_t)worlds * sizeof *alike);
    bool *done = calloc((size_t)worlds, sizeof *done);
    double won = 0;
    demand(alike && done);
    for (int i = 0; i < worlds; i++) {
        struct slow_knowledge one, other;
        int count = 0;
        if (done[i]) continue;
        look(table, &world[i].state, table->hero, &one);
        for (int k = i; k < worlds; k++) {
            if (!done[k]) look(table, &world[k].state, table->hero, &other);
            if (done[k] || !looks_alike(&one, &other)) continue;
            alike[count++] = world[k];
            done[k] = true;
        }
        won += act_best(table, alike, count);
    }
    free(alike);
    free(done);
    return won;
}

static double play(struct slow_table *table, const struct slow_world *world, int worlds)
{
    felt_seat actor = felt_poker_actor(&world[0].state);
    double won = 0;
    if (actor < 0) {
        for (int i = 0; i < worlds; i++) {
            felt_chips chips[FELT_SEATS_MAX];
            felt_poker_payoff(&world[i].state, chips);
            won += world[i].weight * (double)chips[table->counted];
        }
        return won;
    }
    if (actor == table->hero) return play_hero(table, world, worlds);
    struct felt_action action[SLOW_ACTIONS_MAX];
    int actions = list_actions(table, &world[0].state, action);
    double *share = malloc((size_t)(worlds * actions) * sizeof *share);
    demand(share != NULL);
    for (int i = 0; i < worlds; i++) {
        struct slow_knowledge knows;
        double own[SLOW_ACTIONS_MAX];
        look(table, &world[i].state, actor, &knows);
        slow_choose(table->manner, &knows, action, actions, own);
        for (int a = 0; a < actions; a++) share[a * worlds + i] = own[a];
    }
    for (int a = 0; a < actions; a++)
        won += act(table, world, worlds, action[a], &share[a * worlds]);
    free(share);
    return won;
}

/* ---- all deals ------------------------------------------------------------------------------- */

struct dealer {
    const struct felt_poker_rules *rules;
    const struct felt_deal *deal;
    struct slow_worlds worlds;
    felt_card deck[FELT_CARDS_MAX];
};

static void add_world(struct dealer *dealer, int cards)
{
    struct slow_worlds *worlds = &dealer->worlds;
    struct felt_deal deal = *dealer->deal;
    struct felt_rng rng = felt_rng_make(1);
    deal.deck = dealer->deck;
    deal.deck_count = cards;
    if (worlds->count == worlds->room) {
        worlds->room = worlds->room * 2 + 64;
        worlds->world = realloc(worlds->world, (size_t)worlds->room * sizeof *worlds->world);
        demand(worlds->world != NULL);
    }
    struct felt_poker *state = &worlds->world[worlds->count++].state;
    demand(felt_poker_open(dealer->rules, &deal, state, NULL) == FELT_OK);
    demand(felt_poker_deal(dealer->rules, &deal, &rng, state, NULL) == FELT_OK);
}

/* The next card; those that are dealt to one place together rise. */
static void deal_next(struct dealer *dealer, int at)
{
    const struct felt_variant *variant = dealer->rules->variant;
    int holes = variant->hole_cards, cards = 2 * holes + variant->board_cards;
    if (at == cards) {
        add_world(dealer, cards);
        return;
    }
    int before = at - 2; /* the same place, as holes are dealt in turn (RULES 2.4) */
    if (at >= 2 * holes)
        before = variant->board_cards == FELT_BOARD_MAX && at > 2 * holes ? at - 1 : -1;
    for (felt_cards left = variant->deck; left;) {
        felt_card card = felt_cards_take(&left);
        bool taken = false;
        for (int i = 0; i < at; i++) taken |= dealer->deck[i] == card;
        if (taken || (before >= 0 && dealer->deck[before] > card)) continue;
        dealer->deck[at] = card;
        deal_next(dealer, at + 1);
    }
}

struct slow_worlds slow_worlds_open(const struct felt_poker_rules *rules,
                                    const struct felt_deal *deal)
{
    struct dealer dealer = {.rules = rules, .deal = deal};
    deal_next(&dealer, 0);
    for (int i = 0; i < dealer.worlds.count; i++)
        dealer.worlds.world[i].weight = 1.0 / dealer.worlds.count;
    return dealer.worlds;
}

void slow_worlds_close(struct slow_worlds *worlds)
{
    free(worlds->world);
    *worlds = (struct slow_worlds){0};
}

double slow_play(struct slow_table *table, const struct slow_worlds *worlds)
{
    table->steps = 0;
    return play(table, worlds->world, worlds->count);
}
