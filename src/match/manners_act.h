/* manners_act.h -- one action of a betting round, counted: what manners.c does for decisions of
 * players, and figures.c for hands that are over. */
#ifndef FELT_MATCH_MANNERS_ACT_H
#define FELT_MATCH_MANNERS_ACT_H

#include "felt/manners.h"

/* `round` is from 1; `kind` an enum felt_action_kind. */
void felt_manners_act(struct felt_manners_hand *hand, felt_seat seat, uint8_t round, uint8_t kind,
                      struct felt_manners *of);

#endif
