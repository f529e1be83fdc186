/* search.c -- the player mcts: a tree search over imagined deals, for every game of game.h.
 *
 * An iteration imagines one deal that looks like the view, and tries every action that is still in
 * the race on it, with the same chances afterwards: what differs is the action and not the luck.
 * The race has rounds; after each the worse half is out, so that most of the work goes into the
 * comparison of the best two.
 *
 * Behind the action comes the tree.  The own seat explores there.  The others must not learn from
 * these deals, for in all of them the searching seat holds the same cards, and they would soon play
 * as if they saw them.  So they imitate: they act by what they guess from their own cards (S2) and
 * by what they explored in one more descent of each iteration, in a deal imagined from the view of
 * a spectator, in which nobody's cards are known.  Where nothing is hidden, everybody explores in
 * every deal, and that is the usual search.
 *
 * The values suppose that the others hold any cards.  Those who bet hold better ones, and the best
 * of several estimates is too good on average.  Hence two discounts on what is not a fold: a part
 * of the price of a call, and a part of the standard error.
 *
 * Genomes have a search of their own (genome/search.c), which uses the same block. */
#include "players/search/search.h"

#include "felt/assert.h"
#include "felt/hash.h"
#include "players/genome/parts.h"
#include "players/kinds.h"

#include <math.h>
#include <stdalign.h>
#include <stddef.h>
#include <string.h>

enum {
    SAMPLES = 400,       /* iterations, if nobody says                                        */
    STATE_BYTES = 16384, /* games with larger states are not played                           */
    DEPTH_MAX = 64,      /* decisions of one descent                                          */
    ASK_EVERY = 16       /* iterations between looks at the clock                             */
};
static const double price_discount = 0.25, error_discount = 0.5;

/* An action at the root. */
struct candidate {
    struct felt_action action;
    uint32_t visits;
    double total, squares; /* of chips won                                                    */
    bool racing;
};

/* What a seat thought of its cards, as long as it sees the same ones. */
struct memory {
    uint64_t key;
    bool known;
    struct search_outlook outlook;
};

struct search {
    struct felt_rng rng;
    struct search_scene scene;
    struct felt_rng stream; /* of the decision                                                 */
    felt_seat self;
    bool hidden; /* there are cards that the seat does not see                                 */
    int candidates;
    felt_chips to_call;
    double lowest, highest; /* results so far                                                  */
    struct candidate candidate[FELT_SEARCH_MENU_MAX];
    struct memory memory[FELT_SEATS_MAX];
    struct felt_view spectator, view; /* `view` is of whoever looks at its cards               */
    struct search_tree tree;
    alignas(max_align_t) char deal[STATE_BYTES];
    alignas(max_align_t) char state[STATE_BYTES];
    alignas(max_align_t) char scratch[STATE_BYTES];
};

FELT_STATIC_ASSERT(FELT_GENOME_SEAT_BYTES <= sizeof(struct search_tree), "it lies in its place");

/* Where a genome is played the tree is not there. */
static struct genome_seat *genome_of(struct search *search)
{
    return (struct genome_seat *)(void *)&search->tree;
}

/* Who learns from a descent. */
struct path {
    int count;
    uint32_t tally[DEPTH_MAX];
    felt_seat seat[DEPTH_MAX];
};

/* ---- one descent ---- */

/* What the actor of search->state thinks of its cards. */
static struct search_outlook look(struct search *search, felt_seat seat, struct felt_rng *rng)
{
    struct felt_view *view = &search->view;
    struct memory *memory = &search->memory[seat];
    search->scene.game->view(search->scene.rules, search->state, seat, view);
    uint64_t key = felt_hash_word(view->step, view->betting.turn.live);
    key = felt_hash_bytes(key, view->cards, sizeof view->cards);
    if (!memory->known || memory->key != key) {
        memory->outlook = felt_search_look(&search->scene, view, rng, search->scratch);
        memory->key = key;
        memory->known = true;
    }
    return memory->outlook;
}

/* The guesses of the actor, and the rank of its cards. */
static uint8_t guess(struct search *search, const struct search_menu *menu, felt_seat seat,
                     struct felt_rng *rng, double out[FELT_SEARCH_MENU_MAX])
{
    for (int i = 0; i < menu->count; i++) out[i] = 1.0 / menu->count;
    if (!search->hidden || menu->count == 1) return 0;
    struct search_outlook outlook = look(search, seat, rng);
    felt_search_guess(menu, outlook, out);
    int rank = (int)(outlook.strength * FELT_SEARCH_RANKS);
    return (uint8_t)(rank < FELT_SEARCH_RANKS ? rank : FELT_SEARCH_RANKS - 1);
}

static void act(struct search *search, felt_seat seat, struct felt_action action)
{
    enum felt_status status =
        search->scene.game->apply(search->scene.rules, search->state, seat, action, NULL);
    felt_assert(status == FELT_OK); /* G2 */
}

/* One decision in the tree.  Returns the spot that it leads to; 0: the tree ends here. */
static uint32_t step(struct search *search, uint32_t spot, felt_seat seat,
                     const struct search_menu *menu, bool blind, struct path *path,
                     struct felt_rng *rng)
{
    struct search_tree *tree = &search->tree;
    double guesses[FELT_SEARCH_MENU_MAX];
    uint8_t rank = guess(search, menu, seat, rng, guesses);
    bool learns = blind || !search->hidden || seat == search->self;
    int choice = learns ? felt_search_explore(tree, spot, menu, rank, guesses)
                        : felt_search_imitate(tree, spot, menu, rank, guesses, rng);
    struct felt_action action = menu->action[choice];
    uint32_t known = felt_search_find(tree, spot, action);
    uint32_t next = known ? known : felt_search_grow(tree, spot, action);
    uint32_t tally = learns && next ? felt_search_tally(tree, next, rank) : 0;
    if (tally) {
        felt_assert(path->count < DEPTH_MAX);
        path->tally[path->count] = tally;
        path->seat[path->count++] = seat;
    }
    act(search, seat, action);
    return known;
}

/* From a spot through the tree, which grows by one, and on to the end of the hand.  Which cards lie
 * at which place is different in every deal, so that a draw ends the tree where cards are hidden.
 */
static void descend(struct search *search, uint32_t spot, bool blind, struct path *path,
                    struct felt_rng *rng)
{
    const struct search_scene *scene = &search->scene;
    for (int depth = 0; depth < DEPTH_MAX; depth++) {
        struct felt_option options[FELT_OPTIONS_MAX];
        struct search_menu menu;
        felt_seat seat = scene->game->actor(scene->rules, search->state);
        if (seat < 0) return;
        int count = scene->game->legal(scene->rules, search->state, options);
        felt_search_menu(options, count, felt_search_at_stake(scene, search->state), &menu);
        if (menu.draws && search->hidden) break;
        spot = step(search, spot, seat, &menu, blind, path, rng);
        if (spot == 0) break;
    }
    felt_search_play_out(scene, search->state, rng);
}

/* Everybody on the path learns what it came to.  Returns what the own seat won. */
static double back_up(struct search *search, const struct path *path)
{
    felt_chips payoff[FELT_SEATS_MAX] = {0};
    search->scene.game->payoff(search->scene.rules, search->state, payoff);
    for (int i = 0; i < path->count; i++) {
        struct search_tally *tally = &search->tree.tally[path->tally[i]];
        double won = (double)payoff[path->seat[i]];
        tally->visits++;
        tally->total += won;
        tally->squares += won * won;
    }
    return (double)payoff[search->self];
}

/* ---- the race ---- */

static double mean_of(const struct candidate *candidate)
{
    return candidate->total / candidate->visits;
}

/* The mean with its discounts. */
static double worth(const struct search *search, const struct candidate *candidate)
{
    if (candidate->action.kind == FELT_FOLD) return mean_of(candidate);
    double mean = mean_of(candidate), visits = candidate->visits;
    double variance = candidate->squares / visits - mean * mean;
    double error = variance > 0 ? sqrt(variance / visits) : 0;
    return mean - error_discount * error - price_discount * (double)search->to_call;
}

/* The best or the worst that is racing; of equals the first is the better one. */
static struct candidate *find_end(struct search *search, bool best)
{
    struct candidate *found = NULL;
    for (int i = 0; i < search->candidates; i++) {
        struct candidate *candidate = &search->candidate[i];
        if (!candidate->racing) continue;
        double ahead = found ? worth(search, candidate) - worth(search, found) : 0;
        if (!found || (best ? ahead > 0 : ahead <= 0)) found = candidate;
    }
    felt_assert(found != NULL);
    return found;
}

static void drop_half(struct search *search)
{
    int racing = 0;
    for (int i = 0; i < search->candidates; i++) racing += search->candidate[i].racing;
    for (int drop = racing / 2; drop > 0; drop--) find_end(search, false)->racing = false;
}

/* Tries the action on search->deal.  The stream is the same for every candidate. */
static void try_candidate(struct search *search, struct candidate *candidate, struct felt_rng rng)
{
    struct path path = {0};
    double won;
    if (candidate->action.kind == FELT_FOLD && candidate->visits > 0) {
        won = mean_of(candidate); /* who has folded has lost what it put in, in every deal */
    } else {
        memcpy(search->state, search->deal, search->scene.game->state_bytes);
        act(search, search->self, candidate->action);
        uint32_t spot = felt_search_grow(&search->tree, 0, candidate->action);
        if (spot)
            descend(search, spot, false, &path, &rng);
        else
            felt_search_play_out(&search->scene, search->state, &rng);
        won = back_up(search, &path);
    }
    candidate->visits++;
    candidate->total += won;
    candidate->squares += won * won;
    if (won < search->lowest) search->lowest = won;
    if (won > search->highest) search->highest = won;
}

static void iterate(struct search *search, const struct felt_view *view, uint32_t number)
{
    const struct search_scene *scene = &search->scene;
    struct felt_rng rng = felt_rng_split(&search->stream, number);
    scene->game->imagine(scene->rules, view, &rng, search->deal);
    for (int i = 0; i < search->candidates; i++)
        if (search->candidate[i].racing) try_candidate(search, &search->candidate[i], rng);
    if (!search->hidden) return;
    struct path path = {0};
    scene->game->imagine(scene->rules, &search->spectator, &rng, search->state);
    descend(search, 0, true, &path, &rng);
    (void)back_up(search, &path);
}

static void race(struct search *search, const struct felt_view *view,
                 const struct felt_budget *budget)
{
    uint32_t samples = budget->samples ? budget->samples : SAMPLES, rounds = 1, round = 1;
    while ((2 << (rounds - 1)) < search->candidates) rounds++;
    for (uint32_t i = 0; i < samples; i++) {
        if (i > 0 && i % ASK_EVERY == 0 && budget->time_left && !budget->time_left(budget->self))
            return;
        iterate(search, view, i);
        if (round < rounds && i + 1 == (uint32_t)((uint64_t)samples * round / rounds)) {
            drop_half(search);
            round++;
        }
    }
}

/* ---- a decision ---- */

static bool is_hidden(const struct felt_view *view)
{
    for (int i = 0; i < view->zones; i++)
        for (int k = 0; k < view->zone[i].count; k++)
            if (view->cards[view->zone[i].at + k] == FELT_CARD_NONE) return true;
    return false;
}

/* What is public is so in every deal: the spectator's view is taken from the first one. */
static void prepare(struct search *search, const struct felt_view *view)
{
    const struct search_scene *scene = &search->scene;
    struct search_menu menu;
    search->stream = felt_rng_split(&search->rng, felt_rng_next(&search->rng));
    search->self = view->viewer;
    search->hidden = is_hidden(view);
    search->lowest = INFINITY;
    search->highest = -INFINITY;
    memset(search->memory, 0, sizeof search->memory);
    felt_search_plant(&search->tree);
    scene->game->imagine(scene->rules, view, &search->stream, search->deal);
    scene->game->view(scene->rules, search->deal, FELT_SEAT_NONE, &search->spectator);
    felt_search_menu(view->option, view->options, felt_search_at_stake(scene, search->deal), &menu);
    search->to_call = menu.to_call;
    search->candidates = menu.count;
    for (int i = 0; i < menu.count; i++)
        search->candidate[i] = (struct candidate){.action = menu.action[i], .racing = true};
}

static struct felt_decision conclude(struct search *search, const struct felt_view *view)
{
    const struct candidate *best = find_end(search, true);
    struct felt_action timid = felt_player_timid(view);
    double visits = 0, gain = 0, range = search->highest - search->lowest;
    for (int i = 0; i < search->candidates; i++) {
        const struct candidate *candidate = &search->candidate[i];
        visits += candidate->visits;
        if (candidate->action.kind == timid.kind && candidate->action.cards == timid.cards &&
            candidate->action.choice == timid.choice && candidate->action.amount == timid.amount)
            gain = mean_of(best) - mean_of(candidate);
    }
    felt_chips pot = felt_player_pot(view), call = search->to_call;
    return (struct felt_decision){.action = best->action,
                                  .reasoning = "search",
                                  .confidence = best->visits / visits,
                                  .strength =
                                      range > 0 ? (mean_of(best) - search->lowest) / range : 0.5,
                                  .price = call > 0 ? (double)call / (double)(pot + call) : 0,
                                  .gain = gain};
}

static struct felt_decision choose(void *self, const struct felt_view *view,
                                   const struct felt_budget *budget)
{
    struct search *search = self;
    if (search->scene.game == &felt_genome_game)
        return felt_genome_seat_choose(genome_of(search), &search->rng, view, budget);
    felt_assert(view->viewer >= 0 && view->viewer == view->actor);
    felt_assert(view->options > 0);
    if (budget->time_left && !budget->time_left(budget->self))
        return (struct felt_decision){.action = felt_player_timid(view),
                                      .reasoning = "no_time",
                                      .warning = FELT_WARN_TIMEOUT};
    prepare(search, view);
    if (search->candidates == 1)
        return (struct felt_decision){
            .action = search->candidate[0].action, .reasoning = "search", .confidence = 1};
    race(search, view, budget);
    return conclude(search, view);
}

/* ---- the player ---- */

static bool plays(const struct felt_game *game, const void *rules)
{
    (void)rules;
    return game->imagine != NULL && game->state_bytes <= STATE_BYTES;
}

/* The rest of the block is written before it is read, by every decision anew. */
static void sit(void *self, const struct felt_strategy_config *settings, struct felt_rng rng)
{
    struct search *search = self;
    (void)settings; /* there are none */
    search->rng = rng;
    search->scene.game = NULL;
}

static void begin(void *self, const struct felt_place *place)
{
    struct search *search = self;
    if (place->game == &felt_genome_game) {
        /* A tree of another game may lie there: then nothing is known of the program. */
        if (search->scene.game != place->game) genome_of(search)->hash = 0;
        felt_genome_seat_begin(genome_of(search), FELT_AGENT_MCTS, FELT_AGENT_FREE, place);
    }
    search->scene = (struct search_scene){place->game, place->rules};
}

const struct felt_player_kind felt_player_search = {
    .name = "mcts",
    .title = "searches what may follow, in deals it imagines; mcts:400 is 400 of them",
    .bytes = sizeof(struct search),
    .has_effort = true,
    .plays = plays,
    .sit = sit,
    .begin = begin,
    .choose = choose};
