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

/* Room for more hands of a match, within what one match and all of them may take. */
static bool make_room(struct felt_host *host, struct felt_table_hands *hands, size_t bytes)
{
    if (hands->cut) return false;
    if (hands->room - hands->used > bytes) return true;
    size_t room = 2 * hands->room + bytes + FELT_HANDS_BYTES;
    bool allowed = room <= host->config.phh_bytes_max &&
                   host->hands_bytes + room - hands->room <= host->config.phh_bytes_total;
    char *text = allowed ? realloc(hands->text, room) : NULL;
    hands->cut = text == NULL;
    if (!text) return false;
    host->hands_bytes += room - hands->room;
    hands->text = text;
    hands->room = room;
    return true;
}

/* "[7]", then the hand. */
static void append_hand(struct felt_buffer *out, uint64_t number, const struct felt_buffer *hand)
{
    felt_buffer_char(out, '[');
    felt_buffer_uint(out, number);
    felt_buffer_text(out, "]\n");
    felt_buffer_bytes(out, hand->bytes, hand->used);
}

static void keep_hand(struct felt_host *host, const struct felt_room_report *report)
{
    struct felt_table_hands *hands = &host->hands[report->table->index];
    struct felt_buffer hand = felt_buffer_make(host->hand_text, FELT_RECORD_TEXT_MAX);
    if (!record_hand(host, report) || felt_phh_write(host->record, 0, &hand) != FELT_OK) {
        host->counts.hands_left_out++;
        hands->cut = true;
        return;
    }
    if (host->config.phh_bytes_max && make_room(host, hands, hand.used + FELT_HAND_HEAD_BYTES)) {
        struct felt_buffer out =
            felt_buffer_make(hands->text + hands->used, hands->room - hands->used);
        append_hand(&out, report->table->hands, &hand);
        hands->used += out.used;
    }
    if (host->services->phh) {
        char head[FELT_HAND_HEAD_BYTES];
        struct felt_buffer out = felt_buffer_make(head, sizeof head);
        append_hand(&out, ++host->counts.hands_written, &(struct felt_buffer){0});
        host->services->phh(host->services->self, out.bytes, out.used);
        host->services->phh(host->services->self, hand.bytes, hand.used);
    }
}

/* ---- standings ---- */

/* The row of a team, a new one in the place of whoever played least if there are too many. */
static struct felt_standing *standing_of(struct felt_host *host, const char *team)
{
    struct felt_standing *least = &host->team[0];
    for (uint32_t i = 0; i < host->teams; i++) {
        if (felt_team_is(host->team[i].team, team)) return &host->team[i];
        if (host->team[i].score.count < least->score.count) least = &host->team[i];
    }
    if (host->teams < FELT_TEAMS_KEPT) least = &host->team[host->teams++];
    *least = (struct felt_standing){0};
    memcpy(least->team, team, strlen(team) + 1);
    return least;
}

/* A name belongs to one team at one table only, unless teams are registered: so elsewhere only the
 * default table counts, and practice. */
static bool counts(const struct felt_host *host, const struct felt_table_face *table)
{
    return table->config->join == FELT_JOIN_REGISTERED || host->config.room.practice >= 0 ||
           strcmp(table->id, host->config.room.default_table) == 0;
}

void felt_records_hand(void *self, const struct felt_room_report *report)
{
    struct felt_host *host = self;
    felt_chips unit = report->table->config->plug->big_blind;
    for (felt_seats left = counts(host, report->table) ? report->seats : 0; left;) {
        felt_seat seat = felt_seats_take(&left);
        struct felt_standing *standing = standing_of(host, report->table->seat[seat].team);
        /* In thousandths of a big blind, so that tables of any stakes add up. */
        int64_t result = report->won[seat] * 1000 / (unit > 0 ? unit : 1);
        if (result >= FELT_SCORE_RESULT_MAX) result = FELT_SCORE_RESULT_MAX - 1;
        if (result <= -FELT_SCORE_RESULT_MAX) result = 1 - FELT_SCORE_RESULT_MAX;
        felt_score_add(&standing->score, result);
    }
    if (host->services->phh || host->config.phh_bytes_max) keep_hand(host, report);
}

/* ---- matches ---- */

static void forget(struct felt_host *host, struct felt_match_kept *kept)
{
    host->hands_bytes -= kept->phh_room;
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
    forget(host, kept);
    char *frame = malloc(FRAME_BYTES);
    if (frame) {
        struct felt_buffer out = felt_buffer_make(frame, FRAME_BYTES);
        felt_wire_write_tell(match_end, &out);
        felt_buffer_terminate(&out);
        kept->frame = realloc(frame, out.used + 1); /* smaller: it cannot fail */
        if (!kept->frame) kept->frame = frame;
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
        kept->phh_room = hands->room;
        kept->phh[hands->used] = '\0'; /* make_room() leaves more than a byte */
    }
    *hands = (struct felt_table_hands){0};
    for (int seat = 0; seat < match_end->table->config->seats; seat++) {
        const char *team = match_end->table->seat[seat].team;
        if (!team || !counts(host, match_end->table)) continue;
        struct felt_standing *standing = standing_of(host, team);
        standing->matches++;
        standing->wins += seat == match_end->seat;
    }
    host->counts.default_matches +=
        strcmp(match_end->table->id, host->config.room.default_table) == 0;
    felt_host_log(host, "match_end", FELT_SESSION_NONE, "match", match_end->match_id);
    if (host->services->match_over) host->services->match_over(host->services->self, match_end);
}

void felt_records_forget(struct felt_host *host, uint32_t table)
{
    host->hands_bytes -= host->hands[table].room;
    free(host->hands[table].text);
    host->hands[table] = (struct felt_table_hands){0};
}

void felt_records_close(struct felt_host *host)
{
    for (int i = 0; i < FELT_HOST_MATCHES_KEPT; i++) forget(host, &host->kept[i]);
    for (uint32_t i = 0; host->hands && i < host->config.room.tables_max; i++)
        free(host->hands[i].text);
}
