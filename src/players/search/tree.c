/* tree.c -- what a search remembers: sequences of actions, and what they brought to whom.
 *
 * A sequence is public, hence one spot for all deals; the cards of the one who acts are not.  So
 * each spot has a tally for each rank of cards its last action was taken with: a seat learns what
 * is good for hands like its own, and the others learn nothing of its cards from where they stand.
 *
 *     spot 0 ---- fold              the children of a spot are a list: first, then next
 *              |- call ---- check
 *              `- raise to 300      its tallies are a list, too: rank 2: 8 visits, rank 5: 3
 *
 * Lists are short (a menu, six ranks), and looking through them costs less than a table would. */
#include "players/search/search.h"

#include "felt/assert.h"

#include <math.h>

/* Actions that a guess is worth: so many that were explored weigh as much. */
static const double guess_weight = 8;

void felt_search_plant(struct search_tree *tree)
{
    tree->spot[0] = (struct search_spot){0};
    tree->spots = tree->tallies = 1;
}

static bool same_action(const struct felt_action *a, const struct felt_action *b)
{
    return a->kind == b->kind && a->choice == b->choice && a->amount == b->amount &&
           a->cards == b->cards;
}

uint32_t felt_search_find(const struct search_tree *tree, uint32_t parent,
                          struct felt_action action)
{
    felt_assert(parent < tree->spots);
    uint32_t at = tree->spot[parent].first;
    while (at && !same_action(&tree->spot[at].action, &action)) at = tree->spot[at].next;
    return at;
}

uint32_t felt_search_grow(struct search_tree *tree, uint32_t parent, struct felt_action action)
{
    uint32_t at = felt_search_find(tree, parent, action);
    if (at || tree->spots == FELT_SEARCH_SPOTS) return at;
    at = tree->spots++;
    tree->spot[at] = (struct search_spot){.action = action, .next = tree->spot[parent].first};
    tree->spot[parent].first = at;
    return at;
}

static uint32_t find_tally(const struct search_tree *tree, uint32_t spot, uint8_t rank)
{
    uint32_t at = tree->spot[spot].tally;
    while (at && tree->tally[at].rank != rank) at = tree->tally[at].next;
    return at;
}

uint32_t felt_search_tally(struct search_tree *tree, uint32_t spot, uint8_t rank)
{
    felt_assert(spot > 0 && spot < tree->spots);
    uint32_t at = find_tally(tree, spot, rank);
    if (at || tree->tallies == FELT_SEARCH_TALLIES) return at;
    at = tree->tallies++;
    tree->tally[at] = (struct search_tally){.rank = rank, .next = tree->spot[spot].tally};
    tree->spot[spot].tally = at;
    return at;
}

/* The tally of each action of the menu, 0 if there is none. */
static void find_tallies(const struct search_tree *tree, uint32_t parent,
                         const struct search_menu *menu, uint8_t rank,
                         uint32_t found[FELT_SEARCH_MENU_MAX])
{
    for (int i = 0; i < menu->count; i++) {
        uint32_t spot = felt_search_find(tree, parent, menu->action[i]);
        found[i] = spot ? find_tally(tree, spot, rank) : 0;
    }
}

/* The bonus is measured in the spread of what this spot brings, so that it suits games for points
 * and games for millions.  It grows with the root of how often the action was there to be taken,
 * not of how often its parent was visited: an action that is rarely legal is not behind. */
int felt_search_explore(struct search_tree *tree, uint32_t parent, const struct search_menu *menu,
                        uint8_t rank, const double *guess)
{
    uint32_t found[FELT_SEARCH_MENU_MAX];
    double visits = 0, total = 0, squares = 0, best = 0;
    int choice = -1;
    find_tallies(tree, parent, menu, rank, found);
    for (int i = 0; i < menu->count; i++) {
        if (!found[i]) continue;
        struct search_tally *tally = &tree->tally[found[i]];
        tally->available++;
        visits += tally->visits;
        total += tally->total;
        squares += tally->squares;
    }
    double mean = visits > 0 ? total / visits : 0;
    double variance = visits > 0 ? squares / visits - mean * mean : 0;
    double spread = variance > 1e-6 ? sqrt(variance) : 1e-3;
    for (int i = 0; i < menu->count; i++) {
        const struct search_tally *tally = found[i] ? &tree->tally[found[i]] : NULL;
        double looks = tally ? tally->visits : 0;
        double chances = tally ? tally->available : visits + 1;
        double value = looks > 0 ? tally->total / looks : mean;
        double bonus = guess[i] * menu->count / 2 * sqrt(chances) / (1 + looks);
        if (choice >= 0 && value + spread * bonus <= best) continue;
        best = value + spread * bonus;
        choice = i;
    }
    felt_assert(choice >= 0);
    return choice;
}

int felt_search_imitate(const struct search_tree *tree, uint32_t parent,
                        const struct search_menu *menu, uint8_t rank, const double *guess,
                        struct felt_rng *rng)
{
    uint32_t found[FELT_SEARCH_MENU_MAX];
    double weight[FELT_SEARCH_MENU_MAX], sum = 0;
    find_tallies(tree, parent, menu, rank, found);
    for (int i = 0; i < menu->count; i++) {
        weight[i] = guess_weight * guess[i] + (found[i] ? tree->tally[found[i]].visits : 0);
        sum += weight[i];
    }
    double drawn = felt_rng_unit(rng) * sum;
    for (int i = 0; i < menu->count - 1; i++)
        if ((drawn -= weight[i]) < 0) return i;
    return menu->count - 1;
}
