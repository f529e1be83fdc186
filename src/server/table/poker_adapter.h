/* poker_adapter.h -- a row of poker as tables want it (server/table/game_adapter.h). */
#ifndef FELT_SERVER_TABLE_POKER_ADAPTER_H
#define FELT_SERVER_TABLE_POKER_ADAPTER_H

#include "felt/poker.h"
#include "server/table/game_adapter.h"

struct felt_poker_adapter {
    struct felt_game_adapter adapter; /* first: an adapter that is passed around is this one */
    struct felt_poker_rules rules;
    char variant[16];
};

/* Rules of a variant for these blinds (games without blinds take `big_blind` as their unit).
 * No-limit hold'em is called "HUNL" and speaks the protocol's first form; others go by their PHH
 * code.  Losing hands are shown, nothing is raked, one board.  *out stays where it is.  Statuses of
 * felt_poker_rules_make(); FELT_BAD_RULES: the small blind is larger than the big one. */
FELT_MUST_USE enum felt_status felt_poker_adapter_make(struct felt_poker_adapter *out,
                                                       const char *variant, enum felt_limit limit,
                                                       felt_chips small_blind, felt_chips big_blind,
                                                       struct felt_complaint *complaint);
/* The same for rules that somebody made: tables of the match runner. */
void felt_poker_adapter_of(struct felt_poker_adapter *out, const struct felt_poker_rules *rules);
/* The same for tables of the room, where no-limit hold'em is told as every other game is (PROTOCOL
 * 15.10), and the small blind is this one if the game has blinds. */
void felt_poker_adapter_room(struct felt_poker_adapter *out, const struct felt_poker_rules *rules,
                             felt_chips small_blind);

#endif
