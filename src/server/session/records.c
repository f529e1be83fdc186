/* records.c -- what is kept of hands and matches: PHH texts, ends of matches, standings of teams.
 *
 * Everything here holds cards that nobody at the table may know yet.  It goes to a file of the
 * owner of the server, and to /api/arena once the match is over. */
#include "server/session/host_parts.h"

#include "felt/assert.h"
#include "server/table/scribe.h"
#include "server/protocol/write_tell.h"

#include <stdlib.h>
#include <string.h>

/* ---- hands ---- */

static bool write_hand(struct felt_host *host, const struct felt_room_report *report,
                       struct felt_buffer *out)
{
    struct felt_scribe_hand hand = {.plug = report->table->config->plug,
                                    .deal = report->deal,
                                    .events = report->events,
                                    .count = report->count,
                                    .seats = report->seats,
                                    .viewer = FELT_SCRIBE_OWNER,
                                    .hand_id = report->hand_id,
                                    .table = report->table->id};
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        hand.name[seat] = report->table->seat[seat].team;
    return felt_scribe_write(&hand, host->record, out);
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
    if (!write_hand(host, report, &hand)) {
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
    return table->config->join == FELT_JOIN_REGISTERED || host->contest ||
           host->config.room.practice >= 0 ||
           strcmp(table->id, host->config.room.default_table) == 0;
}

void felt_records_count(void *self, const struct felt_table_face *table, felt_seats seats,
                        const felt_chips won[FELT_SEATS_MAX])
{
    struct felt_host *host = self;
    felt_chips unit = table->config->plug->big_blind;
    for (felt_seats left = counts(host, table) ? seats : 0; left;) {
        felt_seat seat = felt_seats_take(&left);
        struct felt_standing *standing = standing_of(host, table->seat[seat].team);
        /* In thousandths of a big blind, so that tables of any stakes add up. */
        int64_t result = won[seat] * 1000 / (unit > 0 ? unit : 1);
        if (result >= FELT_SCORE_RESULT_MAX) result = FELT_SCORE_RESULT_MAX - 1;
        if (result <= -FELT_SCORE_RESULT_MAX) result = 1 - FELT_SCORE_RESULT_MAX;
        felt_score_add(&standing->score, result);
    }
}

static void count_match(struct felt_host *host, const struct felt_tell *match_end)
{
    const struct felt_table_face *table = match_end->table;
    for (int seat = 0; seat < table->config->seats && counts(host, table); seat++) {
        if (!table->seat[seat].team) continue;
        struct felt_standing *standing = standing_of(host, table->seat[seat].team);
        standing->matches++;
        standing->wins += seat == match_end->seat;
    }
}

/* ---- standings in the journal ---- */

/* A record is FELT_RECORD_STANDING, then fields of fixed width, little-endian: matches, wins, the
 * score's count, sum and squares, then the name up to the end.  It stands at the beginning of a
 * segment only: hands and ends of matches that follow count as they are restored. */
enum { STANDING_BYTES = 1 + 2 * 4 + 4 * 8 };

static void put(struct felt_buffer *out, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) felt_buffer_char(out, (char)(value >> (8 * i)));
}

static uint64_t get(const uint8_t **at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint64_t) * (*at)++ << (8 * i);
    return value;
}

void felt_records_snapshot(struct felt_host *host)
{
    if (!host->services->append) return;
    for (uint32_t i = 0; i < host->teams; i++) {
        const struct felt_standing *team = &host->team[i];
        char record[STANDING_BYTES + FELT_TEAM_BYTES];
        struct felt_buffer out = felt_buffer_make(record, sizeof record);
        put(&out, FELT_RECORD_STANDING, 1);
        put(&out, team->matches, 4);
        put(&out, team->wins, 4);
        put(&out, team->score.count, 8);
        put(&out, (uint64_t)team->score.sum, 8);
        put(&out, team->score.squares[0], 8);
        put(&out, team->score.squares[1], 8);
        felt_buffer_bytes(&out, team->team, strlen(team->team));
        felt_assert(!out.overflow);
        host->services->append(host->services->self, out.bytes, out.used);
    }
}

bool felt_records_restore(struct felt_host *host, const uint8_t *bytes, size_t count)
{
    size_t length = count - STANDING_BYTES;
    if (count <= STANDING_BYTES || length > FELT_TEAM_BYTES || host->teams == FELT_TEAMS_KEPT ||
        memchr(bytes + STANDING_BYTES, '\0', length))
        return false;
    struct felt_standing *team = &host->team[host->teams++];
    const uint8_t *at = bytes + 1;
    team->matches = (uint32_t)get(&at, 4);
    team->wins = (uint32_t)get(&at, 4);
    team->score.count = get(&at, 8);
    team->score.sum = (int64_t)get(&at, 8);
    team->score.squares[0] = get(&at, 8);
    team->score.squares[1] = get(&at, 8);
    memcpy(team->team, at, length);
    team->team[length] = '\0';
    return true;
}

void felt_records_hand(void *self, const struct felt_room_report *report)
{
    struct felt_host *host = self;
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

static void copy(char *out, size_t bytes, const char *text)
{
    struct felt_buffer to = felt_buffer_make(out, bytes - 1);
    felt_buffer_text(&to, text);
    out[to.overflow ? 0 : to.used] = '\0';
}

/* The place of a match: its own if it has one, else that of the oldest. */
static struct felt_match_kept *place_of(struct felt_host *host, const char *id)
{
    for (int i = 0; i < FELT_HOST_MATCHES_KEPT; i++)
        if (strcmp(host->kept[i].id, id) == 0) return &host->kept[i];
    struct felt_match_kept *kept = &host->kept[host->matches++ % FELT_HOST_MATCHES_KEPT];
    forget(host, kept);
    return kept;
}

static void fill_row(struct felt_match_kept *kept, const struct felt_match_row *row)
{
    copy(kept->id, sizeof kept->id, row->id);
    copy(kept->table, sizeof kept->table, row->table);
    copy(kept->winner, sizeof kept->winner, row->winner);
    copy(kept->reason, sizeof kept->reason, row->reason);
    kept->hands = row->hands;
}

void felt_host_recall(struct felt_host *host, const struct felt_match_row *row)
{
    fill_row(place_of(host, row->id), row);
}

static void keep_frame(struct felt_match_kept *kept, const struct felt_tell *match_end)
{
    enum { FRAME_BYTES = 256 * 1024 };
    char *frame = malloc(FRAME_BYTES);
    if (!frame) return;
    struct felt_buffer out = felt_buffer_make(frame, FRAME_BYTES);
    felt_wire_write_tell(match_end, &out);
    felt_buffer_terminate(&out);
    kept->frame = realloc(frame, out.used + 1); /* smaller: it cannot fail */
    if (!kept->frame) kept->frame = frame;
}

static void keep_match(struct felt_host *host, const struct felt_tell *match_end)
{
    const struct felt_table_face *table = match_end->table;
    struct felt_table_hands *hands = &host->hands[table->index];
    struct felt_match_kept *kept = place_of(host, match_end->match_id);
    /* What was kept before the restart has its hands too. */
    if (host->restoring && kept->id[0]) return;
    forget(host, kept);
    fill_row(kept, &(struct felt_match_row){
                       .id = match_end->match_id,
                       .table = table->id,
                       .winner = match_end->seat >= 0 ? table->seat[match_end->seat].team : "",
                       .reason = match_end->text,
                       .hands = table->hands});
    keep_frame(kept, match_end);
    kept->unsaved = host->unsaved = true;
    kept->turn = host->box.sealed_turns;
    kept->phh_cut = hands->cut || host->restoring;
    if (hands->text) {
        kept->phh = hands->text;
        kept->phh_room = hands->room;
        kept->phh[hands->used] = '\0'; /* make_room() leaves more than a byte */
    }
    *hands = (struct felt_table_hands){0};
}

void felt_records_match(void *self, const struct felt_tell *match_end)
{
    struct felt_host *host = self;
    count_match(host, match_end);
    keep_match(host, match_end);
    if (host->restoring) return;
    host->counts.default_matches +=
        strcmp(match_end->table->id, host->config.room.default_table) == 0;
    felt_host_log(host, "match_end", FELT_SESSION_NONE, "match", match_end->match_id);
    if (host->services->match_over) host->services->match_over(host->services->self, match_end);
}

void felt_records_save(struct felt_host *host)
{
    if (!host->unsaved) return;
    host->unsaved = false;
    for (int i = 0; i < FELT_HOST_MATCHES_KEPT; i++) {
        struct felt_match_kept *kept = &host->kept[i];
        char *text;
        size_t bytes;
        if (!kept->unsaved) continue;
        if ((int32_t)(kept->turn - host->box.sent_turns) >= 0) {
            host->unsaved = true; /* the journal does not have its end yet */
            continue;
        }
        kept->unsaved = false;
        if (!host->services->keep_match || !kept->frame) continue;
        if (!felt_match_write(kept, &text, &bytes)) continue;
        host->services->keep_match(host->services->self, kept->id, text, bytes);
        free(text);
    }
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
