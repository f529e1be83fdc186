/* hand_history.h -- a hand that is over, as a record in PHH: with all its cards, or as one of its
 * players may know it.
 *
 *   Z1  what a player gets has no card that he did not see: events are cut for his seat
 *       (felt_event_for()), and neither the deck nor the stream of later shuffles is told. */
#ifndef FELT_SERVER_TABLE_HAND_HISTORY_H
#define FELT_SERVER_TABLE_HAND_HISTORY_H

#include "felt/replay.h"
#include "server/table/game_adapter.h"

/* viewer: sees everything, for files of the owner of the server. */
enum { FELT_HAND_HISTORY_OWNER = -2 };

struct felt_hand_history_hand {
    const struct felt_game_adapter *adapter;
    const struct felt_deal *deal;
    const struct felt_event *events;
    uint32_t count; /* 0: there were too many                                                  */
    felt_seats seats;
    felt_seat viewer; /* of `seats`, or FELT_HAND_HISTORY_OWNER */
    const char *hand_id, *table;
    const char *name[FELT_SEATS_MAX]; /* of seats                                              */
};

/* False: no record can hold it.  Games that deal anew cannot be told to a player: what he may know
 * is not enough to deal the same cards again.  *record is scratch. */
FELT_MUST_USE bool felt_hand_history_write(const struct felt_hand_history_hand *hand,
                                           struct felt_record *record, struct felt_buffer *out);

#endif
