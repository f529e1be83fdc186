/* match_players.c -- see match_players.h. */
#include "match_players.h"

#include "felt/assert.h"
#include "felt/hash.h"

#include <stdlib.h>
#include <string.h>

/* ---- players --------------------------------------------------------------------------------- */

struct block {
    struct felt_rng rng;
    const struct felt_place *place;
    uint32_t hands;  /* since it sat down                                                   */
    uint32_t events; /* of this hand                                                        */
    uint64_t seen;   /* a hash of everything it was told since it sat down                  */
};

struct match_traces match_traces;

static bool plays_all(const struct felt_game *game, const void *rules)
{
    (void)game;
    (void)rules;
    return true;
}

static bool plays_none(const struct felt_game *game, const void *rules)
{
    (void)game;
    (void)rules;
    return false;
}

static void sit(void *self, const struct felt_strategy_config *settings, struct felt_rng rng)
{
    (void)settings;
    *(struct block *)self = (struct block){.rng = rng};
    if (match_traces.streams < MATCH_STREAMS_MAX) match_traces.stream[match_traces.streams++] = rng;
}

static void begin(void *self, const struct felt_place *place)
{
    struct block *block = self;
    block->place = place;
    block->hands++;
    block->events = 0;
}

static void observe(void *self, const struct felt_event *event)
{
    struct block *block = self;
    bool secret = event->kind == FELT_EVENT_DEAL || event->kind == FELT_EVENT_DRAW;
    bool forced = event->kind == FELT_EVENT_BLIND || event->kind == FELT_EVENT_ANTE;
    if (block->place == NULL || (block->events == 0 && !forced)) match_traces.mistakes++;
    for (int i = 0; secret && i < event->count; i++)
        if ((event->cards[i] == FELT_CARD_NONE) != (event->seat != block->place->seat))
            match_traces.mistakes++;
    block->events++;
    block->seen = felt_hash_word(block->seen, event->kind);
    block->seen = felt_hash_word(block->seen, (uint64_t)event->amount);
    for (int i = 0; i < event->count; i++)
        block->seen = felt_hash_word(block->seen, event->cards[i]);
}

static const struct felt_option *find(const struct felt_view *view, enum felt_action_kind kind)
{
    for (int i = 0; i < view->options; i++)
        if (view->option[i].kind == kind) return &view->option[i];
    return NULL;
}

static struct felt_decision answer(struct felt_action action)
{
    return (struct felt_decision){.action = action, .reasoning = "test", .confidence = 1};
}

static struct felt_decision pass(const struct felt_view *view)
{
    if (find(view, FELT_CHECK)) return answer((struct felt_action){.kind = FELT_CHECK});
    if (find(view, FELT_CALL)) return answer((struct felt_action){.kind = FELT_CALL});
    return answer(felt_player_timid(view));
}

static struct felt_decision choose_call(void *self, const struct felt_view *view,
                                        const struct felt_budget *budget)
{
    struct block *block = self;
    if (block->place->seat != view->viewer || budget->samples != MATCH_SAMPLES)
        match_traces.mistakes++;
    return pass(view);
}

static struct felt_decision choose_shove(void *self, const struct felt_view *view,
                                         const struct felt_budget *budget)
{
    (void)self;
    (void)budget;
    const struct felt_option *raise = find(view, FELT_RAISE_TO);
    if (raise) return answer((struct felt_action){.kind = FELT_RAISE_TO, .amount = raise->max});
    return pass(view);
}

/* Any legal action, a raise to the most now and then, a draw of some cards. */
static struct felt_decision choose_random(void *self, const struct felt_view *view,
                                          const struct felt_budget *budget)
{
    struct block *block = self;
    if (felt_rng_below(&block->rng, 4) == 0) return choose_shove(self, view, budget);
    if (felt_rng_below(&block->rng, 4) > 0 && !find(view, FELT_DISCARD)) return pass(view);
    int64_t count = felt_options_count(view->option, view->options);
    uint32_t bound = count > INT32_MAX ? INT32_MAX : (uint32_t)count;
    return answer(
        felt_options_pick(view->option, view->options, felt_rng_below(&block->rng, bound)));
}

/* Goes by what it was told: any difference there makes another action sooner or later. */
static struct felt_decision choose_by_memory(void *self, const struct felt_view *view,
                                             const struct felt_budget *budget)
{
    struct block *block = self;
    block->rng = felt_rng_make(block->seen + block->hands);
    return choose_random(self, view, budget);
}

static struct felt_decision choose_wrong(void *self, const struct felt_view *view,
                                         const struct felt_budget *budget)
{
    (void)self;
    (void)view;
    (void)budget;
    struct felt_decision decision =
        answer((struct felt_action){.kind = FELT_RAISE_TO, .amount = 1});
    decision.warning = FELT_WARN_TIMEOUT;
    return decision;
}

#define KIND(word, look, answers, knows)                                                           \
    {                                                                                              \
        .name = word, .title = word, .bytes = sizeof(struct block), .plays = knows, .sit = sit,    \
        .begin = begin, .observe = look, .choose = answers                                         \
    }
const struct felt_player_kind match_caller = KIND("caller", observe, choose_call, plays_all);
const struct felt_player_kind match_shover = KIND("shover", NULL, choose_shove, plays_all);
const struct felt_player_kind match_chancer = KIND("chancer", NULL, choose_random, plays_all);
const struct felt_player_kind match_rememberer =
    KIND("rememberer", observe, choose_by_memory, plays_all);
const struct felt_player_kind match_wrong = KIND("wrong", NULL, choose_wrong, plays_all);
const struct felt_player_kind match_stranger = KIND("stranger", NULL, choose_call, plays_none);

/* ---- matches --------------------------------------------------------------------------------- */

struct felt_match match_make(const char *variant, int players,
                             const struct felt_player_kind *const *kinds,
                             struct felt_poker_rules *rules)
{
    const struct felt_variant *row = felt_variant_find(variant);
    felt_chips stacks[FELT_SEATS_MAX];
    for (int i = 0; i < FELT_SEATS_MAX; i++) stacks[i] = MATCH_STACK + 100 * i;
    felt_assert(row != NULL);
    enum felt_status status =
        felt_poker_rules_make(variant, (enum felt_limit)row->limit, MATCH_UNIT, rules, NULL);
    felt_assert(status == FELT_OK);
    struct felt_match match = {
        .game = &felt_poker_game,
        .rules = rules,
        .deal = felt_poker_deal_make(rules, players, stacks, (felt_seat)(players - 1)),
        .players = players,
        .seed = 5,
        .deals = 1,
        .futures = 7, /* thousandths of chips do not divide by it */
        .samples = MATCH_SAMPLES};
    for (int i = 0; i < players; i++) {
        match.player[i].kind = kinds[i];
        memcpy(match.player[i].text, kinds[i]->name, strlen(kinds[i]->name) + 1);
    }
    status = felt_match_verify(&match, NULL);
    felt_assert(status == FELT_OK);
    return match;
}

void match_play_in(const struct felt_match *match, uint64_t group, int fill,
                   const struct felt_match_watch *watch, struct felt_match_group *out)
{
    size_t bytes = felt_match_bytes(match);
    void *memory = malloc(bytes);
    felt_assert(memory != NULL);
    memset(memory, fill, bytes);
    felt_match_play(match, group, memory, watch, out);
    free(memory);
}

int match_seats(const char *variant, int wanted)
{
    const struct felt_variant *row = felt_variant_find(variant);
    felt_assert(row != NULL);
    return wanted > row->seats_max ? row->seats_max : wanted;
}
