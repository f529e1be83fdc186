/* tournament_rows.c -- standings of a contest, and what /api/arena/tournament says. */
#include "server/arena/tournament_parts.h"
#include "base/json_member.h"

#include "felt/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

uint32_t felt_arena_tournament_rows(const struct felt_arena_tournament *tournament)
{
    return felt_arena_directed_teams(tournament->arena);
}

void felt_arena_tournament_row(const struct felt_arena_tournament *tournament, uint32_t team,
                               struct felt_arena_tournament_row *row)
{
    const struct felt_arena_tournament_team *sums = &tournament->team[team];
    const struct felt_director_entry *entry =
        felt_director_entry(tournament->director, sums->entry);
    bool own = entry->user == (int64_t)team + 1; /* else: it left before the start */
    struct felt_arena_directed_team face;
    felt_arena_directed_team(tournament->arena, team, &face);
    *row = (struct felt_arena_tournament_row){
        .team = face.team,
        .place = own ? felt_director_place(tournament->director, sums->entry) : 0,
        .in = own && entry->state == FELT_DIRECTOR_ENTRY_IN,
        .connected = face.connected,
        .removed = face.removed,
        .table = face.table,
        .seat = face.seat,
        .stack = own ? entry->stack : 0,
        .hands = sums->hands,
        .timeouts = face.timeouts,
        .errors = face.errors,
        .matches = sums->matches,
        .won = sums->won,
        .chips = sums->chips,
        .score = sums->score,
        .gain = sums->gain};
}

/* Placed ones by place; those who are in before all others, by stack. */
static bool is_before(const struct felt_arena_tournament_row *a,
                      const struct felt_arena_tournament_row *b)
{
    if (a->in != b->in) return a->in;
    if (!a->in && a->place != b->place) return a->place && (!b->place || a->place < b->place);
    if (a->stack != b->stack) return a->stack > b->stack;
    return a->won > b->won;
}

struct ranked {
    struct felt_arena_tournament_row row;
    uint32_t team;
};

static int by_rank(const void *a, const void *b)
{
    const struct ranked *one = a, *other = b;
    if (is_before(&one->row, &other->row)) return -1;
    if (is_before(&other->row, &one->row)) return 1;
    return one->team < other->team ? -1 : 1;
}

void felt_arena_tournament_rank(const struct felt_arena_tournament *tournament, uint32_t *out)
{
    uint32_t count = felt_arena_tournament_rows(tournament);
    struct ranked *ranked = count ? calloc(count, sizeof *ranked) : NULL;
    for (uint32_t team = 0; team < count; team++) {
        out[team] = team;
        if (!ranked) continue;
        felt_arena_tournament_row(tournament, team, &ranked[team].row);
        ranked[team].team = team;
    }
    if (!ranked) return; /* in the order in which they came, then */
    qsort(ranked, count, sizeof *ranked, by_rank);
    for (uint32_t i = 0; i < count; i++) out[i] = ranked[i].team;
    free(ranked);
}

uint32_t felt_arena_tournament_results(const struct felt_arena_tournament *tournament,
                                       const struct felt_arena_tournament_result **out)
{
    *out = tournament->result;
    return tournament->results;
}

const struct felt_director *
felt_arena_tournament_director(const struct felt_arena_tournament *tournament)
{
    return tournament->director;
}

const struct felt_arena_tournament_plan *
felt_arena_tournament_plan_of(const struct felt_arena_tournament *tournament)
{
    return tournament->plan;
}

uint64_t felt_arena_tournament_hands(const struct felt_arena_tournament *tournament)
{
    return tournament->hands;
}

const char *felt_arena_tournament_match(const struct felt_arena_tournament *tournament)
{
    return tournament->match_id;
}

bool felt_arena_tournament_over(const struct felt_arena_tournament *tournament)
{
    struct felt_director_face face;
    felt_director_face(tournament->director, &face);
    return face.state == FELT_DIRECTOR_OVER;
}

uint64_t felt_arena_tournament_notes(const struct felt_arena_tournament *tournament)
{
    return tournament->notes;
}

bool felt_arena_tournament_note(const struct felt_arena_tournament *tournament, uint64_t number,
                                struct felt_arena_tournament_note *note)
{
    if (number >= tournament->notes || tournament->notes - number > FELT_ARENA_TOURNAMENT_NOTES)
        return false;
    *note = tournament->note[number % FELT_ARENA_TOURNAMENT_NOTES];
    return true;
}

/* ---- JSON ---- */

/* Big blinds in 100 hands, as a number of two decimals, and its interval once there is one. */
static void put_rate(struct felt_json *json, const char *key, const struct felt_score *score)
{
    struct felt_interval rate = felt_interval_fixed(score, 0.95);
    felt_json_key(json, key);
    felt_json_object(json);
    felt_json_key(json, "mean");
    felt_json_decimal(json, rate.mean / 10, 2);
    if (isfinite(rate.low) && isfinite(rate.high)) {
        felt_json_key(json, "low");
        felt_json_decimal(json, rate.low / 10, 2);
        felt_json_key(json, "high");
        felt_json_decimal(json, rate.high / 10, 2);
    }
    felt_json_put_int(json, "results", (int64_t)score->count);
    felt_json_end(json);
}

static void put_row(struct felt_json *json, const struct felt_arena_tournament *tournament,
                    uint32_t team)
{
    struct felt_arena_tournament_row row;
    felt_arena_tournament_row(tournament, team, &row);
    felt_json_object(json);
    felt_json_put_text(json, "team", row.team);
    if (row.place) felt_json_put_int(json, "place", row.place);
    felt_json_put_bool(json, "in", row.in);
    felt_json_put_bool(json, "connected", row.connected);
    if (row.removed) felt_json_put_bool(json, "removed", true);
    if (row.table != FELT_ARENA_CONN_NONE) {
        felt_json_put_int(json, "table", row.table + 1);
        felt_json_put_int(json, "seat", row.seat);
    }
    felt_json_put_int(json, "stack", row.stack);
    felt_json_put_int(json, "hands", row.hands);
    felt_json_put_int(json, "chips", row.chips);
    put_rate(json, "bb_per_100", &row.score);
    if (tournament->plan->deals) {
        felt_json_put_int(json, "matches", row.matches);
        felt_json_put_int(json, "won", row.won);
        put_rate(json, "second_play_gain", &row.gain);
    }
    felt_json_put_int(json, "timeouts", row.timeouts);
    felt_json_put_int(json, "errors", row.errors);
    felt_json_end(json);
}

static void put_result(struct felt_json *json, const struct felt_arena_tournament *tournament,
                       const struct felt_arena_tournament_result *result)
{
    static const char *const how[] = {"chips", "lot", "forfeit"};
    struct felt_arena_directed_team a, b;
    felt_arena_directed_team(tournament->arena, result->team[0], &a);
    felt_arena_directed_team(tournament->arena, result->team[1], &b);
    felt_json_object(json);
    felt_json_put_int(json, "round", result->round);
    felt_json_put_text(json, "team", a.team);
    felt_json_put_text(json, "against", b.team);
    felt_json_put_int(json, "deals", result->deals);
    felt_json_put_int(json, "chips", result->chips);
    felt_json_put_text(json, "winner", result->winner ? b.team : a.team);
    felt_json_put_text(json, "by", how[result->how]);
    felt_json_end(json);
}

static void put_level(struct felt_json *json, const struct felt_arena_tournament *tournament,
                      const struct felt_director_face *face)
{
    const struct felt_director_level *level = &tournament->plan->director.level[face->level];
    felt_json_put_int(json, "level", face->level + 1);
    felt_json_put_int(json, "sb", level->small);
    felt_json_put_int(json, "bb", level->big);
    if (face->level_ms != INT64_MAX) felt_json_put_int(json, "level_ms_left", face->level_ms);
}

bool felt_arena_tournament_json(const struct felt_arena_tournament *tournament,
                                struct felt_buffer *out)
{
    static const char *const formats[] = {"freezeout", "bracket", "shootout"};
    static const char *const states[] = {"open", "running", "over", "called_off"};
    struct felt_json json = felt_json_make(out);
    struct felt_director_face face;
    uint32_t count = felt_arena_tournament_rows(tournament), order[FELT_DIRECTOR_ENTRANTS_MAX];
    felt_director_face(tournament->director, &face);
    felt_json_object(&json);
    felt_json_put_text(&json, "match_id", tournament->match_id);
    felt_json_put_text(&json, "format", formats[tournament->plan->director.format]);
    felt_json_put_text(&json, "state", states[face.state]);
    felt_json_put_bool(&json, "paused", face.paused);
    felt_json_put_int(&json, "left", face.left);
    felt_json_put_int(&json, "tables", face.tables);
    if (tournament->plan->director.format != FELT_DIRECTOR_FREEZEOUT)
        felt_json_put_int(&json, "round", face.round);
    if (tournament->plan->deals) felt_json_put_int(&json, "deals", tournament->plan->deals);
    put_level(&json, tournament, &face);
    felt_json_put_int(&json, "hands", (int64_t)tournament->hands);
    felt_json_key(&json, "teams");
    felt_json_array(&json);
    felt_arena_tournament_rank(tournament, order);
    for (uint32_t i = 0; i < count; i++) put_row(&json, tournament, order[i]);
    felt_json_end(&json);
    felt_json_key(&json, "matches");
    felt_json_array(&json);
    for (uint32_t i = 0; i < tournament->results; i++)
        put_result(&json, tournament, &tournament->result[i]);
    felt_json_end(&json);
    felt_json_end(&json);
    return felt_json_done(&json);
}
