/* match_sum.c -- see match_sum.h. */
#include "cli/match_sum.h"

#include "felt/assert.h"

void felt_match_sum_add(struct felt_match_sum *sum, const struct felt_match_group *group,
                        int players)
{
    felt_assert(!group->stopped);
    sum->groups++;
    sum->hands += group->hands;
    sum->showdowns += group->showdowns;
    sum->lucky += group->lucky;
    for (int i = 0; i < players; i++) {
        struct felt_match_line *line = &sum->line[i];
        felt_score_add(&line->won, group->won[i]);
        felt_score_add(&line->adjusted, group->adjusted[i]);
        line->wins += group->adjusted[i] > 0;
        line->draws += group->adjusted[i] == 0;
        line->losses += group->adjusted[i] < 0;
        line->illegal += group->illegal[i];
        line->warnings += group->warnings[i];
        line->decisions += group->decisions[i];
    }
}

void felt_match_sum_merge(struct felt_match_sum *sum, const struct felt_match_sum *other,
                          int players)
{
    sum->groups += other->groups;
    sum->hands += other->hands;
    sum->showdowns += other->showdowns;
    sum->lucky += other->lucky;
    for (int i = 0; i < players; i++) {
        struct felt_match_line *line = &sum->line[i];
        const struct felt_match_line *more = &other->line[i];
        felt_score_merge(&line->won, &more->won);
        felt_score_merge(&line->adjusted, &more->adjusted);
        line->wins += more->wins;
        line->draws += more->draws;
        line->losses += more->losses;
        line->illegal += more->illegal;
        line->warnings += more->warnings;
        line->decisions += more->decisions;
        felt_assert(line->wins + line->draws + line->losses == sum->groups); /* U2 */
        felt_manners_add(&sum->manners[i], &other->manners[i]);
    }
}
