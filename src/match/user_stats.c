#include "match/user_stats.h"

#include "felt/assert.h"
#include "match/play_stats_act.h"

#include <stddef.h>
#include <string.h>

#define FIELD(name)                                                                                \
    {                                                                                              \
#name, offsetof(struct felt_user_stats, name)                                              \
    }

static const struct felt_play_stats_field fields[] = {
    FIELD(bombs), FIELD(three_chances), FIELD(three_bets), FIELD(saw),
    FIELD(won),   FIELD(won_mbb),       FIELD(time_ms),
};
_Static_assert(sizeof fields / sizeof fields[0] + FELT_PLAY_STATS_FIELDS == FELT_USER_STATS_FIELDS,
               "every counter has a name");
_Static_assert(offsetof(struct felt_user_stats, manners) == 0, "manners come first");

struct felt_play_stats_field felt_user_stats_field_at(int index)
{
    felt_assert(index >= 0 && index < FELT_USER_STATS_FIELDS);
    return index < FELT_PLAY_STATS_FIELDS ? *felt_play_stats_field_at(index)
                                          : fields[index - FELT_PLAY_STATS_FIELDS];
}

int64_t felt_user_stats_get(const struct felt_user_stats *stats, int index)
{
    int64_t value;
    memcpy(&value, (const char *)stats + felt_user_stats_field_at(index).at, sizeof value);
    return value;
}

void felt_user_stats_set(struct felt_user_stats *stats, int index, int64_t value)
{
    memcpy((char *)stats + felt_user_stats_field_at(index).at, &value, sizeof value);
}

void felt_user_stats_add(struct felt_user_stats *sum, const struct felt_user_stats *more)
{
    for (int i = 0; i < FELT_USER_STATS_FIELDS; i++)
        felt_user_stats_set(sum, i, felt_user_stats_get(sum, i) + felt_user_stats_get(more, i));
}

bool felt_user_stats_possible(const struct felt_user_stats *stats)
{
    const struct felt_play_stats *manners = &stats->manners;
    return felt_play_stats_possible(manners) && manners->weak == 0 &&
           stats->three_bets <= stats->three_chances && stats->three_chances <= manners->hands &&
           stats->three_bets <= manners->raised && stats->bombs <= manners->hands &&
           manners->showdowns <= stats->saw && stats->saw <= manners->hands;
}

/* What is known of a hand so far, beside the walk. */
struct course {
    struct felt_play_stats_hand manners;
    felt_seats three_chances, three_bets, saw;
};

/* The first raise of the first round is before him, and he has chips for more than a call. */
static bool may_three_bet(const struct felt_probe_walk *walk, felt_seat seat)
{
    return walk->round == 1 && walk->raises == 1 && walk->raiser != seat &&
           walk->stack[seat] > walk->to_match - walk->stake[seat];
}

static void count_act(struct course *course, const struct felt_probe_walk *walk,
                      const struct felt_event *event, struct felt_user_stats *of)
{
    felt_seats seat = felt_seats_of(event->seat);
    if (may_three_bet(walk, event->seat)) {
        course->three_chances |= seat;
        if (event->act == FELT_RAISE_TO) course->three_bets |= seat;
    }
    felt_play_stats_act(&course->manners, event->seat, walk->round, event->act, &of->manners);
}

static void follow(const struct felt_told_hand *hand, struct course *course,
                   struct felt_user_stats out[FELT_SEATS_MAX])
{
    struct felt_probe_walk walk;
    felt_probe_walk_begin(&walk, hand->deal, hand->seats);
    for (uint32_t i = 0; i < hand->count; i++) {
        const struct felt_event *event = &hand->events[i];
        if (felt_probe_walk_bets(event)) {
            felt_probe_walk_turn(&walk);
            count_act(course, &walk, event, &out[event->seat]);
        }
        felt_probe_walk_on(&walk, event);
        felt_play_stats_observe(&course->manners, event);
        if (walk.round > 1 || (walk.turned && walk.round == 1)) course->saw |= walk.in;
    }
    if (felt_seats_count(course->manners.shown) >= 2) course->saw |= course->manners.shown;
    if (hand->deal->bomb) course->saw = hand->seats;
}

void felt_user_stats_hand(const struct felt_told_hand *hand,
                          struct felt_user_stats out[FELT_SEATS_MAX])
{
    struct course course = {0};
    memset(out, 0, FELT_SEATS_MAX * sizeof *out);
    follow(hand, &course, out);
    for (felt_seats left = hand->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        struct felt_user_stats *of = &out[seat];
        felt_play_stats_end(&course.manners, seat, &of->manners);
        of->bombs = hand->deal->bomb;
        of->three_chances = course.three_chances >> seat & 1;
        of->three_bets = course.three_bets >> seat & 1;
        of->saw = course.saw >> seat & 1;
        of->won = hand->won[seat];
        of->won_mbb = felt_probe_walk_mbb(hand->won[seat], hand->big_blind);
        felt_assert(felt_user_stats_possible(of)); /* T1, T2 */
    }
}
