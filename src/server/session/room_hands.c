/* room_hands.c -- hands that are over, for everybody who played them, as he may know them. */
#include "felt/assert.h"
#include "server/session/room_session_parts.h"
#include "server/table/hand_history.h"

#include <string.h>

static void copy(char *out, size_t room, const char *text)
{
    size_t bytes = strlen(text);
    if (bytes >= room) bytes = room - 1;
    memcpy(out, text, bytes);
    out[bytes] = '\0';
}

static void keep(struct felt_room_session *session, const struct felt_room_report *report,
                 struct felt_hand_history_hand *hand, felt_seat seat)
{
    struct felt_buffer out = felt_buffer_make(session->hand_text, FELT_RECORD_TEXT_MAX);
    hand->viewer = seat;
    if (!felt_hand_history_write(hand, session->record, &out)) {
        session->hands_left_out++;
        return;
    }
    struct felt_hand_store_row row = {.at_ms = felt_room_session_wall_ms(session),
                                      .won = report->won[seat]};
    copy(row.hand_id, sizeof row.hand_id, report->hand_id);
    copy(row.table, sizeof row.table, report->table->id);
    copy(row.variant, sizeof row.variant, report->table->adapter->variant);
    session->services->keep_hand(session->services->self, report->table->seat[seat].user, &row,
                                 out.bytes, out.used);
}

void felt_room_session_hand_over(void *self, const struct felt_room_report *report)
{
    struct felt_room_session *session = self;
    const struct felt_room_face *table = report->table;
    const struct felt_room_session_services *services = session->services;
    if (services->hand_over)
        services->hand_over(services->self, report, felt_room_session_wall_ms(session));
    if (table->adapter->lasts) return; /* no hand of poker: no format holds it */
    struct felt_hand_history_hand hand = {.adapter = table->adapter,
                                          .deal = report->deal,
                                          .events = report->events,
                                          .count = report->count,
                                          .seats = report->seats,
                                          .hand_id = report->hand_id,
                                          .table = table->id};
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        hand.name[seat] = table->seat[seat].name ? table->seat[seat].name : "";
    for (felt_seats left = report->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        const struct felt_room_seat_face *place = &table->seat[seat];
        if (place->user && place->kind != FELT_USER_HOUSE) keep(session, report, &hand, seat);
    }
}
