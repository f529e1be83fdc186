/* manners.h -- the names that play_stats.h had before: programs that were written for them go on.
 * New programs include play_stats.h. */
#ifndef FELT_MANNERS_H
#define FELT_MANNERS_H

#include "felt/play_stats.h"

#define felt_manners         felt_play_stats
#define felt_manners_field   felt_play_stats_field
#define felt_manners_hand    felt_play_stats_hand
#define felt_manners_observe felt_play_stats_observe
#define FELT_MANNERS_WEAK    FELT_PLAY_STATS_WEAK
#define FELT_MANNERS_FIELDS  FELT_PLAY_STATS_FIELDS

FELT_BEGIN

FELT_API const struct felt_play_stats_field *felt_manners_field_at(int index);
FELT_API bool felt_manners_possible(const struct felt_play_stats *stats);
FELT_API void felt_manners_add(struct felt_play_stats *sum, const struct felt_play_stats *more);
FELT_API double felt_manners_aggression(const struct felt_play_stats *stats);
FELT_API double felt_manners_later_aggression(const struct felt_play_stats *stats);
FELT_API double felt_manners_share(uint64_t part, uint64_t whole);
FELT_API void felt_manners_decide(struct felt_play_stats_hand *hand, const struct felt_view *view,
                                  const struct felt_decision *decision, struct felt_play_stats *of);
FELT_API void felt_manners_end(const struct felt_play_stats_hand *hand, felt_seat seat,
                               struct felt_play_stats *of);

FELT_END

#endif
