/* journal_records.h -- what the files of journal records share: their kinds, and how one is begun
 * and written.
 *
 * A number stands in journals: a new kind goes to the end, and none is used again. */
#ifndef FELT_SERVER_ROOM_JOURNAL_RECORDS_H
#define FELT_SERVER_ROOM_JOURNAL_RECORDS_H

#include "server/room/room_parts.h"
#include "base/fields.h"

enum felt_room_journal_kind {
    FELT_ROOM_JOURNAL_ROOM = 1,
    FELT_ROOM_JOURNAL_TABLE,
    FELT_ROOM_JOURNAL_SEAT,
    FELT_ROOM_JOURNAL_DEAL,
    FELT_ROOM_JOURNAL_ACT,
    FELT_ROOM_JOURNAL_SETTLE,
    FELT_ROOM_JOURNAL_SETTLED,
    FELT_ROOM_JOURNAL_VOID,
    FELT_ROOM_JOURNAL_CLOSE,
    FELT_ROOM_JOURNAL_GAME,
    FELT_ROOM_JOURNAL_AWAY,
    FELT_ROOM_JOURNAL_NOTES,
    FELT_ROOM_JOURNAL_EVENTS,
    FELT_ROOM_JOURNAL_STATE,
    FELT_ROOM_JOURNAL_STAKE,
    FELT_ROOM_JOURNAL_OTHER,
    FELT_ROOM_JOURNAL_GUIDE,
    FELT_ROOM_JOURNAL_PRIVATE
};

/* The kind, and the table's number if there is one. */
void felt_room_journal_begin(struct felt_putter *entry, enum felt_room_journal_kind kind,
                             const struct felt_room *room, const struct felt_room_table *table);
void felt_room_journal_append(struct felt_room *room, const struct felt_putter *entry);

/* ---- journal_stake.c ---- */

/* What becomes of an added stake. */
enum felt_room_journal_stake {
    FELT_STAKE_IS,
    FELT_STAKE_WILL_BE,
    FELT_STAKE_TURNS,
    FELT_STAKE_GONE
};

void felt_room_journal_stake(struct felt_room *room, int number, enum felt_room_journal_stake what,
                             const struct felt_stake *stake);
/* All of them, for a snapshot. */
void felt_room_journal_stakes(struct felt_room *room);
bool felt_room_journal_restore_stake(struct felt_room *room, struct felt_getter *getter);

/* ---- journal_private.c ---- */

void felt_room_journal_private(struct felt_room *room, const struct felt_room_table *table);
bool felt_room_journal_restore_private(struct felt_room *room, struct felt_room_table *table,
                                       struct felt_getter *getter);

#endif
