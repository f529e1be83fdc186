/* probe.h -- how much can be won from a player by somebody who knows how it plays.
 *
 * A match says who wins against whom; it does not say how good anybody is against the worst
 * opponent there could be.  A probe looks for such an opponent.  It may ask the player what it
 * would do with any hand, but does not see its cards, and plays a local best response: what is best
 * now, if everything is checked and called from here on.  What it wins, anybody could win who knew
 * as much, so it is a lower bound of what the player can lose.  A small result is no proof of the
 * contrary: another opponent may find more.
 *
 * Two seats, games that are dealt as hold'em is.  The player sits down anew for each hand and
 * remembers nothing of those before.
 *
 *   B1  the probe gets the events and views of its own seat, and no other: it acts alike whatever
 *       the player holds.
 *   B2  a group is a function of the probe and its number, whatever was played in the memory
 *       before.
 *   B3  the probe's actions are legal. */
#ifndef FELT_PROBE_H
#define FELT_PROBE_H

#include "felt/match.h"

FELT_BEGIN

enum {
    FELT_PROBE_ASKED = 100,
    FELT_PROBE_ASKED_MIN = 8,
    FELT_PROBE_ASKED_MAX = 1326,
    FELT_PROBE_BOARDS = 100,
    FELT_PROBE_BOARDS_MAX = 10000
};

/* Stands for the probe in the list of players of a match.  In a match of its own it is timid: only
 * felt_probe_play() knows whom to ask. */
FELT_API extern const struct felt_player_kind felt_probe_kind;

/* It and what it points to stay where they are. */
struct felt_probe {
    struct felt_match match; /* player[0] is of felt_probe_kind, player[1] is probed; of one deal
                                a group                                                    */
    uint32_t asked;          /* hands of the player that are asked about at a decision     */
    uint32_t boards;         /* ways to deal the rest, for what a hand is worth            */
    uint8_t street;          /* before this betting round it only checks, calls and folds  */
};

/* With the usual numbers. */
FELT_API struct felt_probe felt_probe_make(const struct felt_match *match);
/* FELT_OK, or FELT_WRONG_COUNT (players, deals, asked, boards), FELT_UNSUPPORTED (the game is not
 * dealt like hold'em, or the player does not play it), FELT_BAD_DEAL. */
FELT_API FELT_MUST_USE enum felt_status felt_probe_verify(const struct felt_probe *probe,
                                                          struct felt_complaint *complaint);

/* Memory that playing needs (aligned as malloc does). */
FELT_API size_t felt_probe_bytes(const struct felt_probe *probe);
/* Makes it ready; the probe must verify.  What the player said before the flop is remembered there,
 * which saves time and changes nothing (B2). */
FELT_API void felt_probe_init(const struct felt_probe *probe, void *memory);
/* Plays a deal twice, the probe in either seat.  Of the results, 0 is the probe, 1 the player.
 * `watch` may be NULL. */
FELT_API void felt_probe_play(const struct felt_probe *probe, uint64_t group, void *memory,
                              const struct felt_match_watch *watch, struct felt_match_group *out);

FELT_END

#endif
