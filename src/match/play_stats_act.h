/* play_stats_act.h -- one action of a betting round, counted: what play_stats.c does for decisions
 * of players, and user_stats.c for hands that are over. */
#ifndef FELT_MATCH_PLAY_STATS_ACT_H
#define FELT_MATCH_PLAY_STATS_ACT_H

#include "felt/play_stats.h"

/* `round` is from 1; `kind` an enum felt_action_kind. */
void felt_play_stats_act(struct felt_play_stats_hand *hand, felt_seat seat, uint8_t round,
                         uint8_t kind, struct felt_play_stats *of);

#endif
