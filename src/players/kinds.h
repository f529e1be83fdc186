/* kinds.h -- the players of this folder, and what reading their names needs.  Private to the
 * library. */
#ifndef FELT_PLAYERS_KINDS_H
#define FELT_PLAYERS_KINDS_H

#include "felt/player.h"

/* poker/zoo.c */
extern const struct felt_player_kind felt_zoo_random, felt_zoo_call, felt_zoo_fold, felt_zoo_shove,
    felt_zoo_stealer;
/* poker/zoo_rules.c */
extern const struct felt_player_kind felt_zoo_tag, felt_zoo_lag, felt_zoo_station,
    felt_zoo_threshold;
/* poker/house/house.c */
extern const struct felt_player_kind felt_player_house;
/* poker/plain.c */
extern const struct felt_player_kind felt_player_house_plain, felt_player_house_classic;
/* genome/seat.c */
extern const struct felt_player_kind felt_player_greedy;
/* A kind that plays under a limit, NULL if it does not know any. */
const struct felt_player_kind *felt_player_limited(const struct felt_player_kind *kind, int limit);
/* genome/players.c: the limit of a word, or -1; `at` is where the complaint points to. */
int felt_agent_limit_find(const char *text, size_t bytes, size_t at,
                          struct felt_complaint *complaint);
/* narc/seat.c */
enum { FELT_NARC_PLAYERS = 5 };
extern const struct felt_player_kind felt_player_narc[FELT_NARC_PLAYERS];
/* search/search.c */
extern const struct felt_player_kind felt_player_search;

/* Digits, and more behind a point: nothing else is a number of a dial.  At most
 * FELT_DIAL_PLACES of them behind the point, fifteen in all: so many are exact enough that the
 * number comes back from its own text. */
enum { FELT_DIAL_PLACES = 9, FELT_DIAL_DIGITS = 15 };
bool felt_dial_parse(const char *text, size_t bytes, double *out);
/* How many places behind the point the number needs, which lies in the range of a dial; -1 if
 * FELT_DIAL_PLACES are not enough. */
int felt_dial_places(double number);

#endif
