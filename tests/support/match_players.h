/* match_players.h -- players as simple as can be, and matches of them.
 *
 * They leave traces in one variable, so a program that looks at them runs one match at a time. */
#ifndef FELT_TESTS_MATCH_PLAYERS_H
#define FELT_TESTS_MATCH_PLAYERS_H

#include "felt/match.h"
#include "felt/poker.h"

FELT_BEGIN

enum { MATCH_UNIT = 100, MATCH_STACK = 1500, MATCH_SAMPLES = 7, MATCH_STREAMS_MAX = 4096 };

/* What players did wrong, or saw, across a whole match. */
struct match_traces {
    int mistakes; /* calls out of order, cards that should be hidden, own cards that are not */
    int streams;  /* given to sit(), in order                                               */
    struct felt_rng stream[MATCH_STREAMS_MAX];
};
extern struct match_traces match_traces;

/* Checks and calls; looks at every event. */
extern const struct felt_player_kind match_caller;
/* Raises to the most. */
extern const struct felt_player_kind match_shover;
/* Any legal action, from its stream. */
extern const struct felt_player_kind match_chancer;
/* The same from what it was told: any difference there makes another action sooner or later. */
extern const struct felt_player_kind match_rememberer;
/* Raises to 1, which is never legal, with a warning. */
extern const struct felt_player_kind match_wrong;
/* Plays no game. */
extern const struct felt_player_kind match_stranger;

/* The usual rules of the variant, written to *rules, which stays where it is; stacks that differ a
 * little.  Stops the program if it cannot be played: the mistake is the test's own. */
struct felt_match match_make(const char *variant, int players,
                             const struct felt_player_kind *const *kinds,
                             struct felt_poker_rules *rules);

/* Plays a group in memory that is filled with this byte. */
void match_play_in(const struct felt_match *match, uint64_t group, int fill,
                   const struct felt_match_watch *watch, struct felt_match_group *out);

/* `wanted`, or as many as the variant seats. */
int match_seats(const char *variant, int wanted);

FELT_END

#endif
