/* entry.h -- what the files of journal records share: their kinds, and how one is begun and
 * written.
 *
 * A number stands in journals: a new kind goes to the end, and none is used again. */
#ifndef FELT_SERVER_ROOM_ENTRY_H
#define FELT_SERVER_ROOM_ENTRY_H

#include "server/room/floor_parts.h"
#include "base/fields.h"

enum felt_entry_kind {
    FELT_ENTRY_FLOOR = 1,
    FELT_ENTRY_RING,
    FELT_ENTRY_CHAIR,
    FELT_ENTRY_DEAL,
    FELT_ENTRY_ACT,
    FELT_ENTRY_SETTLE,
    FELT_ENTRY_SETTLED,
    FELT_ENTRY_VOID,
    FELT_ENTRY_CLOSE,
    FELT_ENTRY_GAME,
    FELT_ENTRY_AWAY,
    FELT_ENTRY_NOTES,
    FELT_ENTRY_EVENTS,
    FELT_ENTRY_STATE,
    FELT_ENTRY_STAKE,
    FELT_ENTRY_OTHER,
    FELT_ENTRY_GUIDE,
    FELT_ENTRY_PRIVATE
};

/* The kind, and the ring's number if there is one. */
void felt_entry_begin(struct felt_putter *entry, enum felt_entry_kind kind,
                      const struct felt_floor *floor, const struct felt_ring *ring);
void felt_entry_append(struct felt_floor *floor, const struct felt_putter *entry);

/* ---- entry_stake.c ---- */

/* What becomes of an added stake. */
enum felt_entry_stake { FELT_STAKE_IS, FELT_STAKE_WILL_BE, FELT_STAKE_TURNS, FELT_STAKE_GONE };

void felt_entry_stake(struct felt_floor *floor, int number, enum felt_entry_stake what,
                      const struct felt_stake *stake);
/* All of them, for a snapshot. */
void felt_entry_stakes(struct felt_floor *floor);
bool felt_entry_restore_stake(struct felt_floor *floor, struct felt_getter *getter);

/* ---- entry_private.c ---- */

void felt_entry_private(struct felt_floor *floor, const struct felt_ring *ring);
bool felt_entry_restore_private(struct felt_floor *floor, struct felt_ring *ring,
                                struct felt_getter *getter);

#endif
