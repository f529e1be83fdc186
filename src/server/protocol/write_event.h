/* write_event.h -- members of the frames about tournaments (docs/PROTOCOL.md 15.22). */
#ifndef FELT_SERVER_PROTOCOL_WRITE_EVENT_H
#define FELT_SERVER_PROTOCOL_WRITE_EVENT_H

#include "felt/json.h"
#include "server/room/event_news.h"

/* Into an object that is open. */
void felt_wire_put_event_card(struct felt_json *json, const struct felt_event_card *card);
void felt_wire_put_event_page(struct felt_json *json, const struct felt_event_page *page);
void felt_wire_put_event_entry(struct felt_json *json, const struct felt_event_entry *entry);
/* "events": a list. */
void felt_wire_put_event_cards(struct felt_json *json, const struct felt_event_card *cards,
                               uint32_t count);

#endif
