/* match_sum.c -- see match_sum.h. */
#include "cli/match/match_sum.h"

#include "base/json_member.h"
#include "felt/assert.h"

#include <string.h>

void felt_cli_match_sum_add(struct felt_cli_match_sum *sum, const struct felt_match_group *group,
                            int players)
{
    felt_assert(!group->stopped);
    sum->groups++;
    sum->hands += group->hands;
    sum->showdowns += group->showdowns;
    sum->lucky += group->lucky;
    for (int i = 0; i < players; i++) {
        struct felt_cli_match_line *line = &sum->line[i];
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

void felt_cli_match_sum_merge(struct felt_cli_match_sum *sum,
                              const struct felt_cli_match_sum *other, int players)
{
    sum->groups += other->groups;
    sum->hands += other->hands;
    sum->showdowns += other->showdowns;
    sum->lucky += other->lucky;
    for (int i = 0; i < players; i++) {
        struct felt_cli_match_line *line = &sum->line[i];
        const struct felt_cli_match_line *more = &other->line[i];
        felt_score_merge(&line->won, &more->won);
        felt_score_merge(&line->adjusted, &more->adjusted);
        line->wins += more->wins;
        line->draws += more->draws;
        line->losses += more->losses;
        line->illegal += more->illegal;
        line->warnings += more->warnings;
        line->decisions += more->decisions;
        felt_assert(line->wins + line->draws + line->losses == sum->groups); /* U2 */
        felt_play_stats_add(&sum->manners[i], &other->manners[i]);
    }
}

void felt_cli_match_write_counts(struct felt_json *json, const struct felt_cli_match_line *line)
{
    felt_json_put_uint(json, "wins", line->wins);
    felt_json_put_uint(json, "draws", line->draws);
    felt_json_put_uint(json, "losses", line->losses);
    felt_json_put_uint(json, "illegal", line->illegal);
    felt_json_put_uint(json, "warnings", line->warnings);
    felt_json_put_uint(json, "decisions", line->decisions);
}

void felt_cli_match_write_counters(struct felt_json *json, const struct felt_play_stats *play_stats)
{
    for (int i = 0; i < FELT_PLAY_STATS_FIELDS; i++) {
        const struct felt_play_stats_field *field = felt_play_stats_field_at(i);
        uint64_t count;
        memcpy(&count, (const char *)play_stats + field->at, sizeof count);
        felt_json_put_uint(json, field->name, count);
    }
}
