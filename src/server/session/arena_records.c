/* arena_records.c -- what is kept of hands and matches: PHH texts, ends of matches, standings of
 * teams.
 *
 * Everything here holds cards that nobody at the table may know yet.  It goes to a file of the
 * owner of the server, and to /api/arena once the match is over. */
#include "server/session/arena_session_parts.h"

#include "felt/assert.h"
#include "server/table/hand_history.h"
#include "server/protocol/write_arena_server.h"

#include <stdlib.h>
#include <string.h>

/* ---- hands ---- */

static bool write_hand(struct felt_arena_session *session, const struct felt_arena_report *report,
                       struct felt_buffer *out)
{
    struct felt_hand_history_hand hand = {.adapter = report->table->config->adapter,
                                          .deal = report->deal,
                                          .events = report->events,
                                          .count = report->count,
                                          .seats = report->seats,
                                          .viewer = FELT_HAND_HISTORY_OWNER,
                                          .hand_id = report->hand_id,
                                          .table = report->table->id};
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        hand.name[seat] = report->table->seat[seat].team;
    return felt_hand_history_write(&hand, session->record, out);
}

/* Room for more hands of a match, within what one match and all of them may take. */
static bool make_room(struct felt_arena_session *session, struct felt_arena_table_hands *hands,
                      size_t bytes)
{
    if (hands->cut) return false;
    if (hands->room - hands->used > bytes) return true;
    size_t room = 2 * hands->room + bytes + FELT_HANDS_BYTES;
    bool allowed = room <= session->config.phh_bytes_max &&
                   session->hands_bytes + room - hands->room <= session->config.phh_bytes_total;
    char *text = allowed ? realloc(hands->text, room) : NULL;
    hands->cut = text == NULL;
    if (!text) return false;
    session->hands_bytes += room - hands->room;
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

static void keep_hand(struct felt_arena_session *session, const struct felt_arena_report *report)
{
    struct felt_arena_table_hands *hands = &session->hands[report->table->index];
    struct felt_buffer hand = felt_buffer_make(session->hand_text, FELT_RECORD_TEXT_MAX);
    if (!write_hand(session, report, &hand)) {
        session->counts.hands_left_out++;
        hands->cut = true;
        return;
    }
    if (session->config.phh_bytes_max &&
        make_room(session, hands, hand.used + FELT_HAND_HEAD_BYTES)) {
        struct felt_buffer out =
            felt_buffer_make(hands->text + hands->used, hands->room - hands->used);
        append_hand(&out, report->table->hands, &hand);
        hands->used += out.used;
    }
    if (session->services->phh) {
        char head[FELT_HAND_HEAD_BYTES];
        struct felt_buffer out = felt_buffer_make(head, sizeof head);
        append_hand(&out, ++session->counts.hands_written, &(struct felt_buffer){0});
        session->services->phh(session->services->self, out.bytes, out.used);
        session->services->phh(session->services->self, hand.bytes, hand.used);
    }
}

/* ---- standings ---- */

/* The row of a team, a new one in the place of whoever played least if there are too many. */
static struct felt_arena_standing *standing_of(struct felt_arena_session *session, const char *team)
{
    struct felt_arena_standing *least = &session->team[0];
    for (uint32_t i = 0; i < session->teams; i++) {
        if (felt_team_is(session->team[i].team, team)) return &session->team[i];
        if (session->team[i].score.count < least->score.count) least = &session->team[i];
    }
    if (session->teams < FELT_TEAMS_KEPT) least = &session->team[session->teams++];
    *least = (struct felt_arena_standing){0};
    memcpy(least->team, team, strlen(team) + 1);
    return least;
}

/* A name belongs to one team at one table only, unless teams are registered: so elsewhere only the
 * default table counts, and practice. */
static bool counts(const struct felt_arena_session *session, const struct felt_table_face *table)
{
    return table->config->join == FELT_JOIN_REGISTERED || session->tournament ||
           session->config.arena.practice >= 0 ||
           strcmp(table->id, session->config.arena.default_table) == 0;
}

void felt_arena_records_count(void *self, const struct felt_table_face *table, felt_seats seats,
                              const felt_chips won[FELT_SEATS_MAX])
{
    struct felt_arena_session *session = self;
    felt_chips unit = table->config->adapter->big_blind;
    for (felt_seats left = counts(session, table) ? seats : 0; left;) {
        felt_seat seat = felt_seats_take(&left);
        struct felt_arena_standing *standing = standing_of(session, table->seat[seat].team);
        /* In thousandths of a big blind, so that tables of any stakes add up. */
        int64_t result = won[seat] * 1000 / (unit > 0 ? unit : 1);
        if (result >= FELT_SCORE_RESULT_MAX) result = FELT_SCORE_RESULT_MAX - 1;
        if (result <= -FELT_SCORE_RESULT_MAX) result = 1 - FELT_SCORE_RESULT_MAX;
        felt_score_add(&standing->score, result);
    }
}

static void count_match(struct felt_arena_session *session,
                        const struct felt_arena_server_msg *match_end)
{
    const struct felt_table_face *table = match_end->table;
    for (int seat = 0; seat < table->config->seats && counts(session, table); seat++) {
        if (!table->seat[seat].team) continue;
        struct felt_arena_standing *standing = standing_of(session, table->seat[seat].team);
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

void felt_arena_records_snapshot(struct felt_arena_session *session)
{
    if (!session->services->append) return;
    for (uint32_t i = 0; i < session->teams; i++) {
        const struct felt_arena_standing *team = &session->team[i];
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
        session->services->append(felt_arena_session_journal(session), out.bytes, out.used);
    }
}

bool felt_arena_records_restore(struct felt_arena_session *session, const uint8_t *bytes,
                                size_t count)
{
    size_t length = count - STANDING_BYTES;
    if (count <= STANDING_BYTES || length > FELT_TEAM_BYTES || session->teams == FELT_TEAMS_KEPT ||
        memchr(bytes + STANDING_BYTES, '\0', length))
        return false;
    struct felt_arena_standing *team = &session->team[session->teams++];
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

void felt_arena_records_hand(void *self, const struct felt_arena_report *report)
{
    struct felt_arena_session *session = self;
    if (session->services->phh || session->config.phh_bytes_max) keep_hand(session, report);
}

/* ---- matches ---- */

static void forget(struct felt_arena_session *session, struct felt_arena_match_kept *kept)
{
    session->hands_bytes -= kept->phh_room;
    free(kept->frame);
    free(kept->phh);
    *kept = (struct felt_arena_match_kept){0};
}

static void copy(char *out, size_t bytes, const char *text)
{
    struct felt_buffer to = felt_buffer_make(out, bytes - 1);
    felt_buffer_text(&to, text);
    out[to.overflow ? 0 : to.used] = '\0';
}

/* The place of a match: its own if it has one, else that of the oldest. */
static struct felt_arena_match_kept *place_of(struct felt_arena_session *session, const char *id)
{
    for (int i = 0; i < FELT_ARENA_SESSION_MATCHES_KEPT; i++)
        if (strcmp(session->kept[i].id, id) == 0) return &session->kept[i];
    struct felt_arena_match_kept *kept =
        &session->kept[session->matches++ % FELT_ARENA_SESSION_MATCHES_KEPT];
    forget(session, kept);
    return kept;
}

static void fill_row(struct felt_arena_match_kept *kept, const struct felt_arena_match_row *row)
{
    copy(kept->id, sizeof kept->id, row->id);
    copy(kept->table, sizeof kept->table, row->table);
    copy(kept->winner, sizeof kept->winner, row->winner);
    copy(kept->reason, sizeof kept->reason, row->reason);
    kept->hands = row->hands;
}

void felt_arena_session_recall(struct felt_arena_session *session,
                               const struct felt_arena_match_row *row)
{
    fill_row(place_of(session, row->id), row);
}

static void keep_frame(struct felt_arena_match_kept *kept,
                       const struct felt_arena_server_msg *match_end)
{
    enum { FRAME_BYTES = 256 * 1024 };
    char *frame = malloc(FRAME_BYTES);
    if (!frame) return;
    struct felt_buffer out = felt_buffer_make(frame, FRAME_BYTES);
    felt_protocol_write_arena_server(match_end, &out);
    felt_buffer_terminate(&out);
    kept->frame = realloc(frame, out.used + 1); /* smaller: it cannot fail */
    if (!kept->frame) kept->frame = frame;
}

static void keep_match(struct felt_arena_session *session,
                       const struct felt_arena_server_msg *match_end)
{
    const struct felt_table_face *table = match_end->table;
    struct felt_arena_table_hands *hands = &session->hands[table->index];
    struct felt_arena_match_kept *kept = place_of(session, match_end->match_id);
    /* What was kept before the restart has its hands too. */
    if (session->restoring && kept->id[0]) return;
    forget(session, kept);
    fill_row(kept, &(struct felt_arena_match_row){
                       .id = match_end->match_id,
                       .table = table->id,
                       .winner = match_end->seat >= 0 ? table->seat[match_end->seat].team : "",
                       .reason = match_end->text,
                       .hands = table->hands});
    keep_frame(kept, match_end);
    kept->unsaved = session->unsaved = true;
    kept->turn = session->box.sealed_turns;
    kept->phh_cut = hands->cut || session->restoring;
    if (hands->text) {
        kept->phh = hands->text;
        kept->phh_room = hands->room;
        kept->phh[hands->used] = '\0'; /* make_room() leaves more than a byte */
    }
    *hands = (struct felt_arena_table_hands){0};
}

void felt_arena_records_match(void *self, const struct felt_arena_server_msg *match_end)
{
    struct felt_arena_session *session = self;
    count_match(session, match_end);
    keep_match(session, match_end);
    if (session->restoring) return;
    session->counts.default_matches +=
        strcmp(match_end->table->id, session->config.arena.default_table) == 0;
    felt_arena_session_log(session, "match_end", FELT_ARENA_CONN_NONE, "match",
                           match_end->match_id);
    if (session->services->match_over)
        session->services->match_over(session->services->self, match_end);
}

void felt_arena_records_save(struct felt_arena_session *session)
{
    if (!session->unsaved) return;
    session->unsaved = false;
    for (int i = 0; i < FELT_ARENA_SESSION_MATCHES_KEPT; i++) {
        struct felt_arena_match_kept *kept = &session->kept[i];
        char *text;
        size_t bytes;
        if (!kept->unsaved) continue;
        if ((int32_t)(kept->turn - session->box.sent_turns) >= 0) {
            session->unsaved = true; /* the journal does not have its end yet */
            continue;
        }
        kept->unsaved = false;
        if (!session->services->keep_match || !kept->frame) continue;
        if (!felt_arena_match_write(kept, &text, &bytes)) continue;
        session->services->keep_match(session->services->self, kept->id, text, bytes);
        free(text);
    }
}

void felt_arena_records_forget(struct felt_arena_session *session, uint32_t table)
{
    session->hands_bytes -= session->hands[table].room;
    free(session->hands[table].text);
    session->hands[table] = (struct felt_arena_table_hands){0};
}

void felt_arena_records_close(struct felt_arena_session *session)
{
    for (int i = 0; i < FELT_ARENA_SESSION_MATCHES_KEPT; i++) forget(session, &session->kept[i]);
    for (uint32_t i = 0; session->hands && i < session->config.arena.tables_max; i++)
        free(session->hands[i].text);
}
