/* players.c -- what players spend their time on: the outlook of a hand, and a match around them.
 *
 * The yardstick of an outlook is the obvious way: imagine a state that fits the view, lay all hands
 * open, compare.  (In draw games it leaves the draws out, which the outlook plays.)  That of a
 * match is the bare engine: the same hands without views, events and players. */
#include "bench/bench.h"

#include "felt/assert.h"
#include "felt/match.h"
#include "felt/outlook.h"

#include <stdlib.h>

enum { DEALS = 2000, HANDS = 2000, UNIT = 100 };

struct spot {
    struct felt_poker_rules rules;
    struct felt_view view;
    struct felt_known known;
    struct felt_rng rng;
};

static const struct scene {
    const char *name, *variant;
    int seats, street;
} scenes[] = {
    {"outlook_holdem_flop", "holdem", 2, 1},
    {"outlook_holdem_six", "holdem", 6, 0},
    {"outlook_stud_fifth", "stud", 2, 2},
    {"outlook_omaha_flop", "omaha", 2, 1},
    {"outlook_omaha_hilo", "omaha-hilo", 4, 1},
    {"outlook_razz_fourth", "razz", 3, 1},
    {"outlook_draw", "draw", 2, 0},
    {"outlook_27_triple", "27-triple", 2, 0},
    {"outlook_badugi", "badugi", 2, 0},
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

struct input {
    struct spot spot[SCENES];
    struct felt_poker_rules rules;
    struct felt_match match;
    void *memory;
};

/* ---- outlook -------------------------------------------------------------------------------- */

static uint64_t run_outlook(void *self)
{
    struct spot *spot = self;
    struct felt_outlook outlook = felt_outlook_sample(&spot->known, DEALS, NULL, &spot->rng);
    return (uint64_t)(outlook.share * 1e9);
}

/* The share of the viewer when all hands of the state are laid open. */
static double lay_open(const struct spot *spot, const struct felt_poker *state)
{
    const struct felt_variant *variant = spot->rules.variant;
    felt_value best[2] = {0, 0}, mine[2] = {0, 0};
    int winners[2] = {0, 0};
    for (felt_seats left = state->betting.turn.live; left;) {
        felt_seat seat = felt_seats_take(&left);
        felt_value value[2];
        felt_showdown_values(&spot->known.showdown, state->deck + state->row[seat],
                             variant->hole_cards, state->deck, variant->board_cards, value);
        for (int half = 0; half < 2; half++) {
            if (seat == spot->view.viewer) mine[half] = value[half];
            if (value[half] > best[half]) winners[half] = 0;
            if (value[half] >= best[half]) winners[half]++;
            if (value[half] > best[half]) best[half] = value[half];
        }
    }
    double first = mine[0] == best[0] ? 1.0 / winners[0] : 0;
    if (best[1] == 0) return first;
    return first / 2 + (mine[1] == best[1] ? 0.5 / winners[1] : 0);
}

static uint64_t run_imagined(void *self)
{
    struct spot *spot = self;
    struct felt_poker state;
    double sum = 0;
    for (int i = 0; i < DEALS; i++) {
        felt_poker_imagine(&spot->rules, &spot->view, &spot->rng, &state);
        sum += lay_open(spot, &state);
    }
    return (uint64_t)(sum * 1e6);
}

/* ---- match ---------------------------------------------------------------------------------- */

static uint64_t run_match(void *self)
{
    struct input *input = self;
    struct felt_match_group group;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < HANDS / 2; i++) {
        felt_match_play(&input->match, i, input->memory, NULL, &group);
        sum += (uint64_t)group.won[0];
    }
    return sum;
}

/* Checks or calls to the end. */
static void pass(const struct felt_poker_rules *rules, struct felt_poker *state)
{
    struct felt_legal legal;
    felt_poker_legal(rules, state, &legal);
    enum felt_action_kind kind = felt_legal_has(&legal, FELT_CHECK)      ? FELT_CHECK
                                 : felt_legal_has(&legal, FELT_BRING_IN) ? FELT_BRING_IN
                                                                         : FELT_CALL;
    enum felt_status status = felt_poker_apply(rules, state, felt_poker_actor(state),
                                               (struct felt_action){.kind = (uint8_t)kind}, NULL);
    felt_assert(status == FELT_OK);
}

static uint64_t run_bare(void *self)
{
    struct input *input = self;
    struct felt_rng rng = felt_rng_make(1);
    struct felt_poker state;
    uint64_t sum = 0;
    for (int i = 0; i < HANDS; i++) {
        enum felt_status status = felt_poker_open(&input->rules, &input->match.deal, &state, NULL);
        felt_assert(status == FELT_OK);
        felt_poker_shuffle(&input->rules, &rng, &state, NULL);
        while (felt_poker_actor(&state) >= 0) pass(&input->rules, &state);
        sum += (uint64_t)state.betting.stack[0];
    }
    return sum;
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* A hand that was checked and called as far as the street. */
static void make_spot(const struct scene *scene, struct spot *spot)
{
    const struct felt_variant *variant = felt_variant_find(scene->variant);
    felt_chips stacks[FELT_SEATS_MAX];
    struct felt_poker state;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) stacks[seat] = 100 * UNIT;
    enum felt_status status =
        felt_poker_rules_of(variant, (enum felt_limit)variant->limit, UNIT, &spot->rules, NULL);
    felt_assert(status == FELT_OK);
    struct felt_deal deal = felt_poker_deal_make(&spot->rules, scene->seats, stacks, 0);
    spot->rng = felt_rng_make(5);
    status = felt_poker_open(&spot->rules, &deal, &state, NULL);
    felt_assert(status == FELT_OK);
    felt_poker_shuffle(&spot->rules, &spot->rng, &state, NULL);
    while (state.street < scene->street) pass(&spot->rules, &state);
    felt_poker_view(&spot->rules, &state, felt_poker_actor(&state), &spot->view);
    felt_known_make(&spot->rules, &spot->view, &spot->known);
}

static bool make_match(struct input *input)
{
    felt_chips stacks[2] = {100 * UNIT, 100 * UNIT};
    enum felt_status status =
        felt_poker_rules_make("holdem", FELT_NO_LIMIT, UNIT, &input->rules, NULL);
    felt_assert(status == FELT_OK);
    input->match = (struct felt_match){.game = &felt_poker_game,
                                       .rules = &input->rules,
                                       .deal = felt_poker_deal_make(&input->rules, 2, stacks, 0),
                                       .players = 2,
                                       .seed = 1,
                                       .deals = 1};
    for (int i = 0; i < 2; i++) {
        status = felt_player_read("zoo:call", 8, &input->match.player[i], NULL);
        felt_assert(status == FELT_OK);
    }
    input->memory = malloc(felt_match_bytes(&input->match));
    return input->memory != NULL;
}

int bench_players_rows(struct bench_row rows[BENCH_ROWS_MAX], void **input)
{
    struct input *all = calloc(1, sizeof *all);
    if (all == NULL || !make_match(all)) {
        free(all);
        return 0;
    }
    for (int i = 0; i < SCENES; i++) {
        make_spot(&scenes[i], &all->spot[i]);
        rows[i] = (struct bench_row){.name = scenes[i].name,
                                     .unit = "deals/s",
                                     .yardstick = "imagined states",
                                     .ours = run_outlook,
                                     .theirs = run_imagined,
                                     .work = DEALS,
                                     .their_work = DEALS,
                                     .input = &all->spot[i],
                                     .their_input = &all->spot[i]};
    }
    rows[SCENES] = (struct bench_row){.name = "match_call",
                                      .unit = "hands/s",
                                      .yardstick = "the bare engine",
                                      .ours = run_match,
                                      .theirs = run_bare,
                                      .work = HANDS,
                                      .their_work = HANDS};
    *input = all;
    return SCENES + 1;
}

void bench_players_free(void *input)
{
    free(((struct input *)input)->memory);
    free(input);
}
