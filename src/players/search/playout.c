/* playout.c -- how a hand goes on when nobody thinks about it any more, and what that says
 * about the cards of a seat.
 *
 * In a playout nobody folds and nobody raises: what comes out is who has the best cards in the end,
 * for the stakes as they are.  Random actions would tell less: most of them are folds and bets that
 * nobody would make.  Games without such words are played by any legal action. */
#include "players/search/search.h"

#include "felt/assert.h"

/* Playouts for one look: each more costs as much as a step of the search. */
enum { LOOKS = 12 };

static bool is_passive(const struct felt_option *option)
{
    return option->kind != FELT_FOLD && option->kind != FELT_RAISE_TO;
}

/* Any of the actions that keep the seat in at the lowest price; of cards as few as may be thrown
 * away, and one board. */
static struct felt_action stay_in(const struct felt_option *options, int count,
                                  struct felt_rng *rng)
{
    uint8_t from[FELT_OPTIONS_MAX] = {0};
    uint32_t found = 0;
    felt_assert(count > 0 && count <= FELT_OPTIONS_MAX);
    for (int i = 0; i < count; i++)
        if (is_passive(&options[i])) from[found++] = (uint8_t)i;
    for (int i = 0; found == 0 && i < count; i++) from[i] = (uint8_t)i;
    if (found == 0) found = (uint32_t)count;
    const struct felt_option *option = &options[from[found > 1 ? felt_rng_below(rng, found) : 0]];
    bool plain = option->kind == FELT_RUNS || (option->choice_max == 0 && option->cards_min == 0);
    if (plain && is_passive(option)) return (struct felt_action){.kind = option->kind};
    int64_t actions = felt_options_count(option, 1);
    uint32_t bound = actions > INT32_MAX ? INT32_MAX : (uint32_t)actions;
    return felt_options_pick(option, 1, felt_rng_below(rng, bound));
}

felt_chips felt_search_at_stake(const struct search_scene *scene, const void *state)
{
    felt_chips payoff[FELT_SEATS_MAX] = {0}, sum = 0;
    scene->game->payoff(scene->rules, state, payoff);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) sum -= payoff[seat];
    return sum > 0 ? sum : 0;
}

void felt_search_play_out(const struct search_scene *scene, void *state, struct felt_rng *rng)
{
    for (int i = 0; i < FELT_SEARCH_ACTIONS_MAX; i++) {
        struct felt_option options[FELT_OPTIONS_MAX];
        felt_seat seat = scene->game->actor(scene->rules, state);
        if (seat < 0) return;
        int count = scene->game->legal(scene->rules, state, options);
        struct felt_action action = stay_in(options, count, rng);
        enum felt_status status = scene->game->apply(scene->rules, state, seat, action, NULL);
        felt_assert(status == FELT_OK); /* G2 */
    }
}

/* Which part of all gains is the seat's; a half if it neither won nor lost. */
static double part_of_gains(const felt_chips payoff[FELT_SEATS_MAX], felt_seat seat)
{
    felt_chips gains = 0;
    for (int i = 0; i < FELT_SEATS_MAX; i++) gains += payoff[i] > 0 ? payoff[i] : 0;
    if (payoff[seat] == 0) return 0.5;
    return payoff[seat] > 0 ? (double)payoff[seat] / (double)gains : 0;
}

struct search_outlook felt_search_look(const struct search_scene *scene,
                                       const struct felt_view *view, struct felt_rng *rng,
                                       void *scratch)
{
    double sum = 0;
    felt_assert(view->viewer >= 0);
    for (int i = 0; i < LOOKS; i++) {
        felt_chips payoff[FELT_SEATS_MAX] = {0};
        scene->game->imagine(scene->rules, view, rng, scratch);
        felt_search_play_out(scene, scratch, rng);
        scene->game->payoff(scene->rules, scratch, payoff);
        sum += part_of_gains(payoff, view->viewer);
    }
    int opponents = felt_seats_count(view->betting.turn.live) - 1;
    if (opponents < 1) opponents = 1;
    double share = (sum + 0.5) / (LOOKS + 1); /* one more, half won: nothing is certain */
    return (struct search_outlook){share, share / (share + (1 - share) / opponents)};
}
