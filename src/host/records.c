/* records.c -- what is kept of hands and matches: PHH texts, ends of matches, standings of teams.
 *
 * Everything here holds cards that nobody at the table may know yet.  It goes to a file of the
 * owner of the server, and to /api/arena once the match is over. */
#include "host/host_parts.h"

#include "felt/assert.h"
#include "wire/write_tell.h"

#include <stdlib.h>
#include <string.h>

/* ---- hands ---- */

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
                                     const struct felt_room_report *report)
{
    char text[FELT_SEATS_MAX * (2 * FELT_TEAM_BYTES + 8)];
    const char *name[FELT_SEATS_MAX] = {0};
    struct felt_buffer list = felt_buffer_make(text, sizeof text);
    int count = felt_seats_count(report->seats);
    for (felt_seats left = report->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        name[recorder->place[seat]] = report->table->seat[seat].team;
    }
    for (int i = 0; i < count; i++) {
        felt_buffer_text(&list, i ? ", " : "[");
        quote(&list, name[i]);
    }
    felt_buffer_char(&list, ']');
    felt_assert(!list.overflow);
    return felt_record_add_raw(record, "players", list.bytes, list.used);
}

static bool record_hand(struct felt_host *host, const struct felt_room_report *report)
{
    const struct felt_plug *plug = report->table->config->plug;
    struct felt_record *record = host->record;
    struct felt_recorder recorder;
    if (plug->game != &felt_poker_game || !report->count) return false;
    if (felt_recorder_begin(&recorder, plug->rules, report->deal, record) != FELT_OK ||
        felt_recorder_observe(&recorder, report->events, report->count) != FELT_OK ||
        note_players(record, &recorder, report) != FELT_OK)
        return false;
    if (felt_record_keep(record, report->hand_id, strlen(report->hand_id), &record->id) != FELT_OK)
        return false;
    const char *table = report->table->id;
    return felt_record_add_note(record, "table", table, strlen(table)) == FELT_OK;
}

/* More room for the hands of a match, up to the limit. */
static bool make_room(struct felt_host *host, struct felt_table_hands *hands)
{
    if (hands->cut || !host->config.phh_bytes_max) return false;
    if (hands->room - hands->used >= FELT_RECORD_TEXT_MAX) return true;
    size_t room = hands->room * 2 + FELT_RECORD_TEXT_MAX;
    char *text = room > host->config.phh_bytes_max + (size_t)2 * FELT_RECORD_TEXT_MAX
                     ? NULL
                     : realloc(hands->text, room);
    hands->cut = text == NULL;
    if (!text) return false;
    hands->text = text;
    hands->room = room;
    return true;
}

static void keep_hand(struct felt_host *host, const struct felt_room_report *report)
{
    struct felt_table_hands *hands = &host->hands[report->table->index];
    if (!record_hand(host, report)) {
        host->counts.hands_left_out++;
        hands->cut = true;
        return;
    }
    if (make_room(host, hands)) {
        struct felt_buffer out =
            felt_buffer_make(hands->text + hands->used, hands->room - hands->used);
        if (felt_phh_write(host->record, report->table->hands, &out) == FELT_OK)
            hands->used += out.used;
    }
    if (host->services->phh) {
        char *text = malloc(FELT_RECORD_TEXT_MAX);
        if (!text) return;
        struct felt_buffer out = felt_buffer_make(text, FELT_RECORD_TEXT_MAX);
        if (felt_phh_write(host->record, host->counts.hands_written + 1, &out) == FELT_OK) {
            host->counts.hands_written++;
            host->services->phh(host->services->self, out.bytes, out.used);
        }
        free(text);
    }
}

/* ---- standings ---- */

static struct felt_standing *standing_of(struct felt_host *host, const char *team)
{
    for (uint32_t i = 0; i < host->teams; i++)
        if (strcmp(host->team[i].team, team) == 0) return &host->team[i];
    if (host->teams == FELT_TEAMS_KEPT) return NULL;
    struct felt_standing *standing = &host->team[host->teams++];
    memcpy(standing->team, team, strlen(team) + 1);
    return standing;
}

void felt_records_hand(void *self, const struct felt_room_report *report)
{
    struct felt_host *host = self;
    felt_chips unit = report->table->config->plug->big_blind;
    for (felt_seats left = report->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        struct felt_standing *standing = standing_of(host, report->table->seat[seat].team);
        if (!standing) continue;
        /* In thousandths of a big blind, so that tables of any stakes add up. */
        felt_score_add(&standing->score, report->won[seat] * 1000 / (unit > 0 ? unit : 1));
    }
    if (host->services->phh || host->config.phh_bytes_max) keep_hand(host, report);
}

/* ---- matches ---- */

static void forget(struct felt_match_kept *kept)
{
    free(kept->frame);
    free(kept->phh);
    *kept = (struct felt_match_kept){0};
}

void felt_records_match(void *self, const struct felt_tell *match_end)
{
    enum { FRAME_BYTES = 256 * 1024 };
    struct felt_host *host = self;
    struct felt_table_hands *hands = &host->hands[match_end->table->index];
    struct felt_match_kept *kept = &host->kept[host->matches++ % FELT_HOST_MATCHES_KEPT];
    forget(kept);
    char *frame = malloc(FRAME_BYTES);
    if (frame) {
        struct felt_buffer out = felt_buffer_make(frame, FRAME_BYTES);
        felt_wire_write_tell(match_end, &out);
        felt_buffer_terminate(&out);
        char *fitting = realloc(frame, out.used + 1);
        kept->frame = fitting ? fitting : frame;
    }
    struct felt_buffer id = felt_buffer_make(kept->id, sizeof kept->id);
    struct felt_buffer table = felt_buffer_make(kept->table, sizeof kept->table);
    felt_buffer_text(&id, match_end->match_id);
    felt_buffer_text(&table, match_end->table->id);
    felt_buffer_terminate(&id);
    felt_buffer_terminate(&table);
    kept->hands = match_end->table->hands;
    kept->phh_cut = hands->cut;
    if (hands->text) {
        kept->phh = hands->text;
        kept->phh[hands->used] = '\0'; /* make_room() leaves more than a byte */
    }
    *hands = (struct felt_table_hands){0};
    for (int seat = 0; seat < match_end->table->config->seats; seat++) {
        const char *team = match_end->table->seat[seat].team;
        struct felt_standing *standing = team ? standing_of(host, team) : NULL;
        if (!standing) continue;
        standing->matches++;
        standing->wins += seat == match_end->seat;
    }
    felt_host_log(host, "match_end", FELT_SESSION_NONE, "match", match_end->match_id);
}

void felt_records_close(struct felt_host *host)
{
    for (int i = 0; i < FELT_HOST_MATCHES_KEPT; i++) forget(&host->kept[i]);
    for (uint32_t i = 0; host->hands && i < host->config.room.tables_max; i++)
        free(host->hands[i].text);
}
