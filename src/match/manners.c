/* manners.c -- functions by the names they had before (felt/manners.h). */
#include "felt/manners.h"

const struct felt_play_stats_field *felt_manners_field_at(int index)
{
    return felt_play_stats_field_at(index);
}

bool felt_manners_possible(const struct felt_play_stats *stats)
{
    return felt_play_stats_possible(stats);
}

void felt_manners_add(struct felt_play_stats *sum, const struct felt_play_stats *more)
{
    felt_play_stats_add(sum, more);
}

double felt_manners_aggression(const struct felt_play_stats *stats)
{
    return felt_play_stats_aggression(stats);
}

double felt_manners_later_aggression(const struct felt_play_stats *stats)
{
    return felt_play_stats_later_aggression(stats);
}

double felt_manners_share(uint64_t part, uint64_t whole)
{
    return felt_play_stats_share(part, whole);
}

void felt_manners_decide(struct felt_play_stats_hand *hand, const struct felt_view *view,
                         const struct felt_decision *decision, struct felt_play_stats *of)
{
    felt_play_stats_decide(hand, view, decision, of);
}

void felt_manners_end(const struct felt_play_stats_hand *hand, felt_seat seat,
                      struct felt_play_stats *of)
{
    felt_play_stats_end(hand, seat, of);
}
