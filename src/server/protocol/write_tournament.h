/* write_tournament.h -- members of the frames about tournaments (docs/PROTOCOL.md 15.22). */
#ifndef FELT_SERVER_PROTOCOL_WRITE_TOURNAMENT_H
#define FELT_SERVER_PROTOCOL_WRITE_TOURNAMENT_H

#include "felt/json.h"
#include "server/room/tournament_message.h"

/* Into an object that is open. */
void felt_protocol_put_tournament_card(struct felt_json *json,
                                       const struct felt_room_tournament_card *card);
void felt_protocol_put_tournament_page(struct felt_json *json,
                                       const struct felt_room_tournament_page *page);
void felt_protocol_put_tournament_entry(struct felt_json *json,
                                        const struct felt_room_tournament_entry *entry);
/* "events": a list. */
void felt_protocol_put_tournament_cards(struct felt_json *json,
                                        const struct felt_room_tournament_card *cards,
                                        uint32_t count);

#endif
