/* write_hand.h -- frames of a hand, which arena and room have in common.  Private to this folder.
 *
 * The only cards are those of the view and the event of the tell (arena_message.h L1); a card that
 * the receiver may not see (FELT_CARD_NONE) is left out with the field it would be in. */
#ifndef FELT_SERVER_PROTOCOL_WRITE_HAND_H
#define FELT_SERVER_PROTOCOL_WRITE_HAND_H

#include "felt/json.h"
#include "server/table/arena_message.h"

/* "start_hand", "act", "event", "end_hand", "snapshot"; NULL: not a frame of a hand. */
const char *felt_protocol_hand_type(enum felt_arena_server_kind kind);
/* What stands behind `type`, into an object that is open.  `table` is the key of the object that
 * tells blinds, seats and button. */
void felt_protocol_put_hand(struct felt_json *json, const struct felt_arena_server_msg *msg,
                            const char *table);
/* "next_actor", and the time it has. */
void felt_protocol_put_actor(struct felt_json *json, felt_seat actor, uint32_t time_ms);

#endif
