/* parlour_records.c -- hands that are over, for everybody who played them, as he may know them. */
#include "felt/assert.h"
#include "server/session/parlour_parts.h"
#include "server/table/scribe.h"

#include <string.h>

static void copy(char *out, size_t room, const char *text)
{
    size_t bytes = strlen(text);
    if (bytes >= room) bytes = room - 1;
    memcpy(out, text, bytes);
    out[bytes] = '\0';
}

static void keep(struct felt_parlour *parlour, const struct felt_floor_report *report,
                 struct felt_scribe_hand *hand, felt_seat seat)
{
    struct felt_buffer out = felt_buffer_make(parlour->hand_text, FELT_RECORD_TEXT_MAX);
    hand->viewer = seat;
    if (!felt_scribe_write(hand, parlour->record, &out)) {
        parlour->hands_left_out++;
        return;
    }
    struct felt_hand_row row = {.at_ms = felt_parlour_wall_ms(parlour), .won = report->won[seat]};
    copy(row.hand_id, sizeof row.hand_id, report->hand_id);
    copy(row.table, sizeof row.table, report->table->id);
    copy(row.variant, sizeof row.variant, report->table->plug->variant);
    parlour->services->keep_hand(parlour->services->self, report->table->chair[seat].user, &row,
                                 out.bytes, out.used);
}

void felt_parlour_hand_over(void *self, const struct felt_floor_report *report)
{
    struct felt_parlour *parlour = self;
    const struct felt_floor_face *table = report->table;
    const struct felt_parlour_services *services = parlour->services;
    if (services->hand_over)
        services->hand_over(services->self, report, felt_parlour_wall_ms(parlour));
    if (table->plug->lasts) return; /* no hand of poker: no format holds it */
    struct felt_scribe_hand hand = {.plug = table->plug,
                                    .deal = report->deal,
                                    .events = report->events,
                                    .count = report->count,
                                    .seats = report->seats,
                                    .hand_id = report->hand_id,
                                    .table = table->id};
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        hand.name[seat] = table->chair[seat].name ? table->chair[seat].name : "";
    for (felt_seats left = report->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        const struct felt_chair_face *chair = &table->chair[seat];
        if (chair->user && chair->kind != FELT_USER_HOUSE) keep(parlour, report, &hand, seat);
    }
}
