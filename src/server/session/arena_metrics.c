/* arena_metrics.c -- what a running server tells about itself: /metrics for Prometheus, /api/arena
 * for pages and scripts. */
#include "server/session/arena_session_parts.h"

#include "base/metric.h"
#include "felt/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Prometheus ---- */

static void latency(const struct felt_arena_session_counts *counts, struct felt_buffer *out)
{
    uint64_t sum = 0;
    felt_buffer_text(out,
                     "# HELP felt_action_seconds From reading an action to sending its events\n"
                     "# TYPE felt_action_seconds histogram\n");
    for (int i = 0; i < FELT_ARENA_SESSION_BUCKETS; i++) {
        sum += counts->latency[i];
        felt_buffer_text(out, "felt_action_seconds_bucket{le=\"");
        if (i < FELT_ARENA_SESSION_BUCKETS - 1)
            felt_buffer_decimal(out, felt_arena_session_bucket_us[i] / 1e6, 6);
        else
            felt_buffer_text(out, "+Inf");
        felt_buffer_text(out, "\"} ");
        felt_buffer_uint(out, sum);
        felt_buffer_char(out, '\n');
    }
    felt_buffer_text(out, "felt_action_seconds_sum ");
    felt_buffer_decimal(out, (double)counts->latency_us / 1e6, 6);
    felt_buffer_text(out, "\nfelt_action_seconds_count ");
    felt_buffer_uint(out, counts->latencies);
    felt_buffer_char(out, '\n');
}

void felt_arena_session_metrics(const struct felt_arena_session *session, struct felt_buffer *out)
{
    const struct felt_arena_counts *room = felt_arena_counts(session->arena);
    const struct felt_arena_session_counts *counts = &session->counts;
    felt_metric(out, "tables", "gauge", "Tables that are open", room->tables);
    felt_metric(out, "tables_in_hand", "gauge", "Tables with a hand under way", room->in_hand);
    felt_metric(out, "hands_total", "counter", "Hands that were played to the end", room->hands);
    felt_metric(out, "actions_total", "counter", "Actions that were taken", room->actions);
    felt_metric(out, "timeouts_total", "counter", "Turns that the clock ended", room->timeouts);
    felt_metric(out, "matches_total", "counter", "Matches that are over", room->matches);
    felt_metric(out, "messages_total", "counter", "Frames that were read", counts->messages);
    felt_metric(out, "frames_total", "counter", "Frames that were sent", counts->frames);
    felt_metric(out, "errors_total", "counter", "Error frames that were sent", counts->errors);
    felt_metric(out, "errors_left_out_total", "counter", "Error frames above the allowance",
                counts->errors_left_out);
    felt_metric(out, "lines_paused_total", "counter", "Times that a line sent too fast",
                counts->paused);
    felt_metric(out, "lines_bad_total", "counter", "Lines closed for bad frames",
                counts->bad_closed);
    felt_buffer_text(out, "# HELP felt_refusals_total Frames that were refused, by code\n"
                          "# TYPE felt_refusals_total counter\n");
    for (int i = 1; i < FELT_REFUSALS; i++) {
        felt_buffer_text(out, "felt_refusals_total{code=\"");
        felt_buffer_text(out, felt_refusal_word((enum felt_refusal)i));
        felt_buffer_text(out, "\"} ");
        felt_buffer_uint(out, counts->refusals[i]);
        felt_buffer_char(out, '\n');
    }
    latency(counts, out);
}

/* ---- /api/arena ---- */

enum { FELT_API_BYTES = 4 << 20, FELT_API_TABLES = 1000 };

static void write_table(struct felt_json *json, const struct felt_arena_session *session,
                        const struct felt_table_face *face)
{
    char hand[FELT_LIVE_HAND_ID_BYTES + 1];
    felt_json_object(json);
    felt_json_key(json, "table_id"), felt_json_text(json, face->id);
    felt_json_key(json, "variant"), felt_json_text(json, face->config->adapter->variant);
    felt_json_key(json, "hands"), felt_json_uint(json, face->hands);
    felt_json_key(json, "in_hand"), felt_json_bool(json, face->in_hand);
    if (face->in_hand)
        felt_json_key(json, "hand_id"),
            felt_json_text(json, felt_arena_hand(session->arena, face->index, hand));
    felt_json_key(json, "paused"), felt_json_bool(json, face->paused);
    felt_json_key(json, "over"), felt_json_bool(json, face->over);
    felt_json_key(json, "players");
    felt_json_array(json);
    for (int seat = 0; seat < face->config->seats; seat++) {
        const struct felt_seat_face *one = &face->seat[seat];
        if (!one->team) continue;
        felt_json_object(json);
        felt_json_key(json, "seat"), felt_json_int(json, seat);
        felt_json_key(json, "team"), felt_json_text(json, one->team);
        felt_json_key(json, "connected"), felt_json_bool(json, one->connected);
        felt_json_key(json, "stack"), felt_json_int(json, one->stack);
        felt_json_end(json);
    }
    felt_json_end(json);
    felt_json_end(json);
}

static void write_tables(struct felt_json *json, const struct felt_arena_session *session)
{
    uint32_t shown = 0, more = 0;
    struct felt_table_face face;
    felt_json_key(json, "tables");
    felt_json_array(json);
    for (uint32_t index = 0; index < session->config.arena.tables_max; index++) {
        if (!felt_arena_face(session->arena, index, &face)) continue;
        if (shown < FELT_API_TABLES && ++shown)
            write_table(json, session, &face);
        else
            more++;
    }
    felt_json_end(json);
    felt_json_key(json, "tables_more"), felt_json_uint(json, more);
}

static void write_row(struct felt_json *json, const struct felt_arena_match_kept *kept)
{
    felt_json_key(json, "match_id"), felt_json_text(json, kept->id);
    felt_json_key(json, "table_id"), felt_json_text(json, kept->table);
    felt_json_key(json, "hands"), felt_json_uint(json, kept->hands);
    if (kept->winner[0]) felt_json_key(json, "winner"), felt_json_text(json, kept->winner);
    felt_json_key(json, "reason"), felt_json_text(json, kept->reason);
}

static void write_matches(struct felt_json *json, const struct felt_arena_session *session)
{
    felt_json_key(json, "matches");
    felt_json_array(json);
    for (int i = 0; i < FELT_ARENA_SESSION_MATCHES_KEPT && (uint64_t)i < session->matches; i++) {
        const struct felt_arena_match_kept *kept =
            &session->kept[(session->matches - 1 - (uint64_t)i) % FELT_ARENA_SESSION_MATCHES_KEPT];
        felt_json_object(json);
        write_row(json, kept);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void write_bound(struct felt_json *json, const char *key, double value)
{
    felt_json_key(json, key);
    felt_json_decimal(json, value / 10, 2); /* thousandths a hand -> big blinds in 100 hands */
}

static void write_standings(struct felt_json *json, const struct felt_arena_session *session)
{
    felt_json_key(json, "standings");
    felt_json_array(json);
    for (uint32_t i = 0; i < session->teams; i++) {
        const struct felt_arena_standing *team = &session->team[i];
        struct felt_interval interval = felt_interval_fixed(&team->score, 0.95);
        felt_json_object(json);
        felt_json_key(json, "team"), felt_json_text(json, team->team);
        felt_json_key(json, "matches"), felt_json_uint(json, team->matches);
        felt_json_key(json, "wins"), felt_json_uint(json, team->wins);
        felt_json_key(json, "hands"), felt_json_uint(json, team->score.count);
        write_bound(json, "bb_per_100", felt_score_mean(&team->score));
        write_bound(json, "low", interval.low);
        write_bound(json, "high", interval.high);
        felt_json_end(json);
    }
    felt_json_end(json);
}

/* The journal has the end of the match: its keys may be told. */
static bool is_told(const struct felt_arena_session *session,
                    const struct felt_arena_match_kept *kept)
{
    return kept->frame && (!kept->unsaved || (int32_t)(kept->turn - session->box.sent_turns) < 0);
}

static const struct felt_arena_match_kept *find_match(const struct felt_arena_session *session,
                                                      const char *id)
{
    for (int i = 0; i < FELT_ARENA_SESSION_MATCHES_KEPT; i++)
        if (is_told(session, &session->kept[i]) && strcmp(session->kept[i].id, id) == 0)
            return &session->kept[i];
    return NULL;
}

/* As a row of the list, with "end", the match_end frame, and "phh" behind.  The row comes first:
 * who lists files of this text reads their beginning only. */
static void write_match(struct felt_buffer *out, const struct felt_arena_match_kept *kept)
{
    struct felt_json json = felt_json_make(out);
    felt_json_object(&json);
    write_row(&json, kept);
    felt_buffer_text(out, ",\"end\":");
    felt_buffer_text(out, kept->frame);
    felt_json_key(&json, "phh");
    if (kept->phh && !kept->phh_cut)
        felt_json_text(&json, kept->phh);
    else
        felt_json_null(&json);
    if (kept->phh_cut) felt_json_key(&json, "phh_omitted"), felt_json_bool(&json, true);
    felt_json_end(&json);
}

/* Gives the text away in as many bytes as it needs. */
static bool give_text(struct felt_buffer *out, char **text, size_t *bytes)
{
    if (out->overflow) {
        free(out->bytes);
        return false;
    }
    *text = realloc(out->bytes, out->used ? out->used : 1);
    if (!*text) *text = out->bytes;
    *bytes = out->used;
    return true;
}

bool felt_arena_match_write(const struct felt_arena_match_kept *kept, char **text, size_t *bytes)
{
    char *memory = malloc(FELT_API_BYTES);
    if (!memory) return false;
    struct felt_buffer out = felt_buffer_make(memory, FELT_API_BYTES);
    write_match(&out, kept);
    return give_text(&out, text, bytes);
}

/* Letters, digits and '-': it may become the name of a file. */
static bool is_id(const char *id)
{
    static const char good[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-";
    size_t length = strlen(id);
    return length > 0 && length <= FELT_LIVE_HAND_ID_BYTES && strspn(id, good) == length;
}

static bool answer_match(const struct felt_arena_session *session, const char *id, char **text,
                         size_t *bytes)
{
    if (!is_id(id)) return false;
    const struct felt_arena_match_kept *kept = find_match(session, id);
    if (kept) return felt_arena_match_write(kept, text, bytes);
    if (!session->services->find_match) return false;
    *text = session->services->find_match(session->services->self, id, bytes);
    return *text != NULL;
}

bool felt_arena_session_api(const struct felt_arena_session *session, const char *path,
                            const char *query, char **text, size_t *bytes)
{
    static const char matches[] = "/api/arena/matches/";
    (void)query;
    if (strncmp(path, matches, sizeof matches - 1) == 0)
        return answer_match(session, path + sizeof matches - 1, text, bytes);
    bool tournament = session->tournament && strcmp(path, "/api/arena/tournament") == 0;
    if (!tournament && strcmp(path, "/api/arena") != 0) return false;
    char *memory = malloc(FELT_API_BYTES);
    if (!memory) return false;
    struct felt_buffer out = felt_buffer_make(memory, FELT_API_BYTES);
    if (tournament) {
        (void)felt_arena_tournament_json(session->tournament, &out);
        return give_text(&out, text, bytes);
    }
    struct felt_json json = felt_json_make(&out);
    felt_json_object(&json);
    write_tables(&json, session);
    write_matches(&json, session);
    write_standings(&json, session);
    felt_json_key(&json, "watch");
    felt_json_text(&json, session->config.watch_open ? "open" : "secret");
    felt_json_key(&json, "practice"), felt_json_bool(&json, session->config.arena.practice >= 0);
    felt_json_key(&json, "tournament"), felt_json_bool(&json, session->tournament != NULL);
    felt_json_end(&json);
    return give_text(&out, text, bytes);
}
