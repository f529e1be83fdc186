/* user_stats.h -- what each player did in a hand that is over, in whole numbers that add up: how
 * often he came in, raised, raised again, bet and called later on, saw a showdown, and what he won.
 *
 * Manners (felt/manners.h) are the same counters as in matches, counted by the same function; what
 * a room wants besides is added here.  docs/ROOM.md 14 says what each of them means.
 *
 *   T1  manners are possible (N1 to N3), weak and bluffs are 0: nobody's opinion is known.
 *   T2  three_bets <= three_chances <= hands, three_bets <= raised, showdowns <= saw <= hands.
 *   T3  won over all seats of a hand is what was raked, negative. */
#ifndef FELT_MATCH_USER_STATS_H
#define FELT_MATCH_USER_STATS_H

#include "felt/play_stats.h"
#include "match/walk.h"

struct felt_user_stats {
    struct felt_play_stats manners;
    uint64_t bombs;         /* hands without a first round: no chance to enter them            */
    uint64_t three_chances; /* hands in which he could raise the first raise of the first round */
    uint64_t three_bets;    /* of these: he did                                                */
    uint64_t saw;           /* hands he was in when the first round was over                   */
    int64_t won;            /* chips                                                           */
    int64_t won_mbb;        /* thousandths of big blinds                                       */
    int64_t time_ms;        /* at the table: by whoever has a clock                            */
};

/* All counters by name, those of the manners first: for whoever keeps them.  Each has 8 bytes. */
enum { FELT_USER_STATS_FIELDS = sizeof(struct felt_user_stats) / sizeof(int64_t) };
struct felt_play_stats_field felt_user_stats_field_at(int index);
int64_t felt_user_stats_get(const struct felt_user_stats *stats, int index);
void felt_user_stats_set(struct felt_user_stats *stats, int index, int64_t value);
void felt_user_stats_add(struct felt_user_stats *sum, const struct felt_user_stats *more);
/* T1, T2. */
bool felt_user_stats_possible(const struct felt_user_stats *stats);

/* Of the seats that were dealt in; others are {0}. */
void felt_user_stats_hand(const struct felt_told_hand *hand,
                          struct felt_user_stats out[FELT_SEATS_MAX]);

#endif
