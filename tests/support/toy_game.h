/* toy_game.h -- a game that is not poker, for tests of what must serve every game.
 *
 * Everybody antes a chip and gets one card.  In turn, from left of the button, each seat may fold
 * or call one more chip, once.  The highest card of those who are left takes the pot.  A seat whose
 * ante was its last chip is not asked. */
#ifndef FELT_TESTS_TOY_GAME_H
#define FELT_TESTS_TOY_GAME_H

#include "server/table/game_adapter.h"

struct toy_state {
    felt_seats seats, live, waiting; /* waiting: not asked yet                                */
    felt_seat button, actor;
    uint8_t over;
    felt_card card[FELT_SEATS_MAX];
    felt_chips start[FELT_SEATS_MAX], stack[FELT_SEATS_MAX], called[FELT_SEATS_MAX];
    felt_chips pot;
};

extern const struct felt_game toy_game;
extern const struct felt_game_adapter toy_adapter;

#endif
