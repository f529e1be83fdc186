/* contest_rows.c -- standings of a contest, and what /api/arena/tournament says. */
#include "server/arena/contest_parts.h"
#include "base/json_member.h"

#include "felt/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

uint32_t felt_contest_rows(const struct felt_contest *contest)
{
    return felt_guide_teams(contest->room);
}

void felt_contest_row(const struct felt_contest *contest, uint32_t team,
                      struct felt_contest_row *row)
{
    const struct felt_contest_team *sums = &contest->team[team];
    const struct felt_tour_entry *entry = felt_tour_entry(contest->tour, sums->entry);
    bool own = entry->user == (int64_t)team + 1; /* else: it left before the start */
    struct felt_guide_team face;
    felt_guide_team(contest->room, team, &face);
    *row = (struct felt_contest_row){.team = face.team,
                                     .place = own ? felt_tour_place(contest->tour, sums->entry) : 0,
                                     .in = own && entry->state == FELT_ENTRY_IN,
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
static bool is_before(const struct felt_contest_row *a, const struct felt_contest_row *b)
{
    if (a->in != b->in) return a->in;
    if (!a->in && a->place != b->place) return a->place && (!b->place || a->place < b->place);
    if (a->stack != b->stack) return a->stack > b->stack;
    return a->won > b->won;
}

struct ranked {
    struct felt_contest_row row;
    uint32_t team;
};

static int by_rank(const void *a, const void *b)
{
    const struct ranked *one = a, *other = b;
    if (is_before(&one->row, &other->row)) return -1;
    if (is_before(&other->row, &one->row)) return 1;
    return one->team < other->team ? -1 : 1;
}

void felt_contest_rank(const struct felt_contest *contest, uint32_t *out)
{
    uint32_t count = felt_contest_rows(contest);
    struct ranked *ranked = count ? calloc(count, sizeof *ranked) : NULL;
    for (uint32_t team = 0; team < count; team++) {
        out[team] = team;
        if (!ranked) continue;
        felt_contest_row(contest, team, &ranked[team].row);
        ranked[team].team = team;
    }
    if (!ranked) return; /* in the order in which they came, then */
    qsort(ranked, count, sizeof *ranked, by_rank);
    for (uint32_t i = 0; i < count; i++) out[i] = ranked[i].team;
    free(ranked);
}

uint32_t felt_contest_results(const struct felt_contest *contest,
                              const struct felt_contest_result **out)
{
    *out = contest->result;
    return contest->results;
}

const struct felt_tour *felt_contest_tour(const struct felt_contest *contest)
{
    return contest->tour;
}

const struct felt_contest_plan *felt_contest_plan_of(const struct felt_contest *contest)
{
    return contest->plan;
}

uint64_t felt_contest_hands(const struct felt_contest *contest)
{
    return contest->hands;
}

const char *felt_contest_match(const struct felt_contest *contest)
{
    return contest->match_id;
}

bool felt_contest_over(const struct felt_contest *contest)
{
    struct felt_tour_face face;
    felt_tour_face(contest->tour, &face);
    return face.state == FELT_TOUR_OVER;
}

uint64_t felt_contest_notes(const struct felt_contest *contest)
{
    return contest->notes;
}

bool felt_contest_note(const struct felt_contest *contest, uint64_t number,
                       struct felt_contest_note *note)
{
    if (number >= contest->notes || contest->notes - number > FELT_CONTEST_NOTES) return false;
    *note = contest->note[number % FELT_CONTEST_NOTES];
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

static void put_row(struct felt_json *json, const struct felt_contest *contest, uint32_t team)
{
    struct felt_contest_row row;
    felt_contest_row(contest, team, &row);
    felt_json_object(json);
    felt_json_put_text(json, "team", row.team);
    if (row.place) felt_json_put_int(json, "place", row.place);
    felt_json_put_bool(json, "in", row.in);
    felt_json_put_bool(json, "connected", row.connected);
    if (row.removed) felt_json_put_bool(json, "removed", true);
    if (row.table != FELT_SESSION_NONE) {
        felt_json_put_int(json, "table", row.table + 1);
        felt_json_put_int(json, "seat", row.seat);
    }
    felt_json_put_int(json, "stack", row.stack);
    felt_json_put_int(json, "hands", row.hands);
    felt_json_put_int(json, "chips", row.chips);
    put_rate(json, "bb_per_100", &row.score);
    if (contest->plan->deals) {
        felt_json_put_int(json, "matches", row.matches);
        felt_json_put_int(json, "won", row.won);
        put_rate(json, "second_play_gain", &row.gain);
    }
    felt_json_put_int(json, "timeouts", row.timeouts);
    felt_json_put_int(json, "errors", row.errors);
    felt_json_end(json);
}

static void put_result(struct felt_json *json, const struct felt_contest *contest,
                       const struct felt_contest_result *result)
{
    static const char *const how[] = {"chips", "lot", "forfeit"};
    struct felt_guide_team a, b;
    felt_guide_team(contest->room, result->team[0], &a);
    felt_guide_team(contest->room, result->team[1], &b);
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

static void put_level(struct felt_json *json, const struct felt_contest *contest,
                      const struct felt_tour_face *face)
{
    const struct felt_tour_level *level = &contest->plan->tour.level[face->level];
    felt_json_put_int(json, "level", face->level + 1);
    felt_json_put_int(json, "sb", level->small);
    felt_json_put_int(json, "bb", level->big);
    if (face->level_ms != INT64_MAX) felt_json_put_int(json, "level_ms_left", face->level_ms);
}

bool felt_contest_json(const struct felt_contest *contest, struct felt_buffer *out)
{
    static const char *const formats[] = {"freezeout", "bracket", "shootout"};
    static const char *const states[] = {"open", "running", "over", "called_off"};
    struct felt_json json = felt_json_make(out);
    struct felt_tour_face face;
    uint32_t count = felt_contest_rows(contest), order[FELT_TOUR_ENTRANTS_MAX];
    felt_tour_face(contest->tour, &face);
    felt_json_object(&json);
    felt_json_put_text(&json, "match_id", contest->match_id);
    felt_json_put_text(&json, "format", formats[contest->plan->tour.format]);
    felt_json_put_text(&json, "state", states[face.state]);
    felt_json_put_bool(&json, "paused", face.paused);
    felt_json_put_int(&json, "left", face.left);
    felt_json_put_int(&json, "tables", face.tables);
    if (contest->plan->tour.format != FELT_TOUR_FREEZEOUT)
        felt_json_put_int(&json, "round", face.round);
    if (contest->plan->deals) felt_json_put_int(&json, "deals", contest->plan->deals);
    put_level(&json, contest, &face);
    felt_json_put_int(&json, "hands", (int64_t)contest->hands);
    felt_json_key(&json, "teams");
    felt_json_array(&json);
    felt_contest_rank(contest, order);
    for (uint32_t i = 0; i < count; i++) put_row(&json, contest, order[i]);
    felt_json_end(&json);
    felt_json_key(&json, "matches");
    felt_json_array(&json);
    for (uint32_t i = 0; i < contest->results; i++) put_result(&json, contest, &contest->result[i]);
    felt_json_end(&json);
    felt_json_end(&json);
    return felt_json_done(&json);
}
