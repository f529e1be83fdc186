/* own_player.c -- a player of your own, and what a match says about it.
 *
 *     cc own_player.c $(pkg-config --cflags --libs felt) -o own_player && ./own_player
 *
 * The player bets or raises the smallest amount with a pair or better, calls small bets and folds
 * the rest.  It meets "zoo:call" in 500 groups of two hands. */
#include <felt/felt.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pairs {
    const struct felt_place *place;
};

static bool plays(const struct felt_game *game, const void *rules)
{
    (void)rules;
    return game == &felt_poker_game;
}

static void sit(void *self, const struct felt_strategy_config *settings, struct felt_rng rng)
{
    (void)self, (void)settings, (void)rng; /* it remembers nothing and leaves nothing to chance */
}

static void begin(void *self, const struct felt_place *place)
{
    ((struct pairs *)self)->place = place;
}

/* The first option of a kind, or NULL. */
static const struct felt_option *find(const struct felt_view *view, enum felt_action_kind kind)
{
    for (int i = 0; i < view->options; i++)
        if (view->option[i].kind == kind) return &view->option[i];
    return NULL;
}

static struct felt_decision choose(void *self, const struct felt_view *view,
                                   const struct felt_budget *budget)
{
    const struct felt_poker_rules *rules = ((struct pairs *)self)->place->rules;
    const struct felt_option *raise = find(view, FELT_RAISE_TO), *call = find(view, FELT_CALL);
    struct felt_decision decision = {.confidence = 0.5};
    struct felt_known known; /* the cards this seat may see */
    felt_value value[2];
    (void)budget;
    felt_known_make(rules, view, &known);
    felt_showdown_values(&known.showdown, known.hole, known.holes, known.board, known.boards,
                         value);
    if (raise && felt_value_category(FELT_HIGH, value[0]) >= FELT_PAIR) {
        decision.action = (struct felt_action){.kind = FELT_RAISE_TO, .amount = raise->min};
        decision.reasoning = "a_pair_or_better";
    } else if (call && call->min <= view->betting.pot / 4) {
        decision.action = (struct felt_action){.kind = FELT_CALL};
        decision.reasoning = "cheap";
    } else {
        decision.action = felt_player_timid(view);
        decision.reasoning = "nothing";
    }
    return decision;
}

static const struct felt_player_kind pairs_kind = {.name = "pairs",
                                                   .title = "bets pairs",
                                                   .bytes = sizeof(struct pairs),
                                                   .plays = plays,
                                                   .sit = sit,
                                                   .begin = begin,
                                                   .choose = choose};

int main(void)
{
    enum { GROUPS = 500, UNIT = 100 };
    struct felt_poker_rules rules;
    struct felt_match match = {
        .game = &felt_poker_game, .rules = &rules, .players = 2, .seed = 1, .deals = 1};
    felt_chips stacks[2] = {100 * UNIT, 100 * UNIT};
    struct felt_score score = {0};
    struct felt_complaint complaint;
    match.futures = FELT_MATCH_FUTURES;
    match.player[0] = (struct felt_player_spec){.kind = &pairs_kind, .text = "pairs"};
    if (felt_poker_rules_make("holdem", FELT_NO_LIMIT, UNIT, &rules, &complaint) != FELT_OK ||
        felt_player_read("zoo:call", 8, &match.player[1], &complaint) != FELT_OK)
        return fprintf(stderr, "%s\n", complaint.text), 1;
    match.deal = felt_poker_deal_make(&rules, 2, stacks, 0);
    if (felt_match_verify(&match, &complaint) != FELT_OK)
        return fprintf(stderr, "%s\n", complaint.text), 1;

    void *memory = malloc(felt_match_bytes(&match));
    if (memory == NULL) return 1;
    for (uint64_t group = 0; group < GROUPS; group++) {
        struct felt_match_group result;
        felt_match_play(&match, group, memory, NULL, &result);
        felt_score_add(&score, result.adjusted[0]);
    }
    free(memory);

    /* Thousandths of a chip in a group of two hands -> big blinds in a hundred hands. */
    double scale = 100.0 / (FELT_MATCH_MILLI * UNIT * 2);
    struct felt_interval interval = felt_interval_anytime(&score, 0.95, GROUPS);
    printf("pairs against zoo:call, %d hands: %+.0f bb/100, with 95 %% confidence %+.0f to %+.0f\n",
           2 * GROUPS, interval.mean * scale, interval.low * scale, interval.high * scale);
    return 0;
}
