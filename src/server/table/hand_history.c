#include "server/table/hand_history.h"

#include "accounts/user.h"
#include "felt/assert.h"

#include <string.h>

static void quote(struct felt_buffer *out, const char *text)
{
    felt_buffer_char(out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') felt_buffer_char(out, '\\');
        felt_buffer_char(out, *text);
    }
    felt_buffer_char(out, '"');
}

/* ["Alpha", "Beta"], in the order of the record. */
static enum felt_status note_players(struct felt_record *record,
                                     const struct felt_recorder *recorder,
                                     const struct felt_hand_history_hand *hand)
{
    char text[FELT_SEATS_MAX * (2 * FELT_HANDLE_BYTES + 8)];
    const char *name[FELT_SEATS_MAX] = {0};
    struct felt_buffer list = felt_buffer_make(text, sizeof text);
    int count = felt_seats_count(hand->seats);
    for (felt_seats left = hand->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        name[recorder->place[seat]] = hand->name[seat];
    }
    for (int i = 0; i < count; i++) {
        felt_buffer_text(&list, i ? ", " : "[");
        quote(&list, name[i]);
    }
    felt_buffer_char(&list, ']');
    felt_assert(!list.overflow);
    return felt_record_add_raw(record, "players", list.bytes, list.used);
}

static bool observe(struct felt_recorder *recorder, const struct felt_hand_history_hand *hand)
{
    if (hand->viewer == FELT_HAND_HISTORY_OWNER)
        return felt_recorder_observe(recorder, hand->events, hand->count) == FELT_OK;
    for (uint32_t i = 0; i < hand->count; i++) {
        struct felt_event seen = felt_event_for(&hand->events[i], hand->viewer);
        if (felt_recorder_observe(recorder, &seen, 1) != FELT_OK) return false;
    }
    return true;
}

bool felt_hand_history_write(const struct felt_hand_history_hand *hand, struct felt_record *record,
                             struct felt_buffer *out)
{
    struct felt_recorder recorder;
    struct felt_deal deal = *hand->deal;
    if (hand->adapter->game != &felt_poker_game || !hand->count) return false;
    if (hand->viewer != FELT_HAND_HISTORY_OWNER) {
        deal.deck = NULL;
        deal.deck_count = 0;
        deal.later = NULL;
    }
    if (felt_recorder_begin(&recorder, hand->adapter->rules, &deal, record) != FELT_OK ||
        !observe(&recorder, hand) || note_players(record, &recorder, hand) != FELT_OK)
        return false;
    if (felt_record_keep(record, hand->hand_id, strlen(hand->hand_id), &record->id) != FELT_OK ||
        felt_record_add_note(record, "table", hand->table, strlen(hand->table)) != FELT_OK)
        return false;
    return felt_phh_write(record, 0, out) == FELT_OK;
}
