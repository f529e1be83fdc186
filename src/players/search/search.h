/* search.h -- the parts of the player mcts: the menu of actions, playouts, the tree.  Private to
 * the folder.  docs/SEARCH.md says how they work together.
 *
 * No game is known here: only the table of functions in game.h and the words of action.h.
 *
 *   S1  every state here was imagined, from a view of the searching seat or from that of a
 *       spectator.
 *   S2  what a seat does in the tree depends on the public sequence of actions and on its own view,
 *       never on cards that it could not see.
 *   S3  the memory is of a fixed size.  A full tree grows no more, and the search goes on. */
#ifndef FELT_PLAYERS_SEARCH_SEARCH_H
#define FELT_PLAYERS_SEARCH_SEARCH_H

#include "felt/player.h"

enum {
    FELT_SEARCH_MENU_MAX = 32,
    FELT_SEARCH_SPOTS = 8192,
    FELT_SEARCH_TALLIES = 16384,
    FELT_SEARCH_RANKS = 6,        /* classes of strength                                    */
    FELT_SEARCH_ACTIONS_MAX = 512 /* of a playout; then it is worth what was won so far     */
};

/* ---- menu.c: what is looked at ---- */

/* Some of the legal actions; all of them if they are few. */
struct search_menu {
    int count;
    bool draws;          /* cards may be thrown away                                          */
    felt_chips to_call;  /* chips that a call moves                                           */
    felt_chips at_stake; /* put in by everybody                                               */
    struct felt_action action[FELT_SEARCH_MENU_MAX];
};
/* The same options and stakes give the same menu. */
void felt_search_menu(const struct felt_option *options, int count, felt_chips at_stake,
                      struct search_menu *out);

/* How good a seat's cards look to itself. */
struct search_outlook {
    double share;    /* of the pot, if everybody stays in, 0 .. 1                             */
    double strength; /* the same against one opponent: half is an average hand at every table */
};
/* How likely each action of the menu is with such cards; they sum to 1. */
void felt_search_guess(const struct search_menu *menu, struct search_outlook outlook,
                       double guess[FELT_SEARCH_MENU_MAX]);

/* ---- playout.c: how a hand goes on when nobody thinks about it ---- */

struct search_scene {
    const struct felt_game *game;
    const void *rules;
};
/* What everybody has put in and nobody has won. */
felt_chips felt_search_at_stake(const struct search_scene *scene, const void *state);
/* To the end: everybody stays in, as cheaply as possible. */
void felt_search_play_out(const struct search_scene *scene, void *state, struct felt_rng *rng);
/* The view's owner looks at its cards, by playouts of deals it imagines in `scratch`. */
struct search_outlook felt_search_look(const struct search_scene *scene,
                                       const struct felt_view *view, struct felt_rng *rng,
                                       void *scratch);

/* ---- tree.c: what is remembered ---- */

/* A sequence of actions from the root: its last one, and what may follow. */
struct search_spot {
    struct felt_action action;
    uint32_t first; /* continuation, 0: none is known                                          */
    uint32_t next;  /* continuation of the same parent, 0: no more                             */
    uint32_t tally; /* the first one of this action, 0: none                                   */
};
FELT_STATIC_ASSERT(sizeof(struct search_spot) <= 64, "a line of the cache");

/* What the action brought to those who took it with cards of one rank. */
struct search_tally {
    double total, squares; /* of chips won                                                    */
    uint32_t visits;
    uint32_t available; /* how often it was legal when its parent was visited                  */
    uint32_t next;
    uint8_t rank;
};
FELT_STATIC_ASSERT(sizeof(struct search_tally) <= 64, "a line of the cache");

struct search_tree {
    uint32_t spots, tallies; /* in use; spot 0 is the root, tally 0 is none                    */
    struct search_spot spot[FELT_SEARCH_SPOTS];
    struct search_tally tally[FELT_SEARCH_TALLIES];
};
/* Everything is forgotten. */
void felt_search_plant(struct search_tree *tree);
/* The continuation by this action, 0 if it is not known; grow() makes it, if there is room. */
uint32_t felt_search_find(const struct search_tree *tree, uint32_t parent,
                          struct felt_action action);
uint32_t felt_search_grow(struct search_tree *tree, uint32_t parent, struct felt_action action);
/* The tally of a spot, made if need be; 0 if there is no room. */
uint32_t felt_search_tally(struct search_tree *tree, uint32_t spot, uint8_t rank);

/* Which action of the menu is worth a look: what it brought so far, and more the fewer the looks
 * that it got and the likelier its guess. */
int felt_search_explore(struct search_tree *tree, uint32_t parent, const struct search_menu *menu,
                        uint8_t rank, const double *guess);
/* An action as the seat would take it: as often as it was explored, and as it was guessed. */
int felt_search_imitate(const struct search_tree *tree, uint32_t parent,
                        const struct search_menu *menu, uint8_t rank, const double *guess,
                        struct felt_rng *rng);

#endif
