/* contest.c -- the director's inputs, who sits where, when hands begin, what an operator may do.
 *
 * The end of a hand is no input of its own in the journal: it follows from the record of the room
 * (felt_contest_counted is called while restoring too), so the two can never disagree.  Its time is
 * nothing, which moves no clock; where a round begins by it, a WAKE follows. */
#include "server/arena/contest_parts.h"

#include "felt/assert.h"
#include "felt/hash.h"

#include <stdlib.h>
#include <string.h>

enum { EVENTS = 256, TURNS_AT_ONCE = 64, TICK_MS = 1000 };

/* ---- opening ---- */

const char *felt_contest_verify(const struct felt_contest_plan *plan)
{
    const char *why = felt_tour_verify(&plan->tour);
    if (why) return why;
    if (plan->tour.start != FELT_TOUR_AT_TIME || plan->tour.start_ms != FELT_CONTEST_START_MS ||
        plan->tour.reentries || plan->tour.final_seats || plan->tour.buy_in)
        return "a contest starts when it is told to, and has no re-entries and no prizes";
    if (plan->deals && plan->tour.format != FELT_TOUR_BRACKET)
        return "only matches of a bracket can be duplicate deals";
    if (plan->deals > FELT_CONTEST_DEALS_MAX) return "a match has at most 5000 deals";
    for (int i = 0; i < plan->tour.levels; i++)
        if (plan->tour.level[i].ante) return "bots of the arena know no antes";
    return NULL;
}

struct felt_contest *felt_contest_open(const struct felt_contest_plan *plan,
                                       const struct felt_contest_services *services,
                                       struct felt_room *room)
{
    felt_assert(felt_contest_verify(plan) == NULL);
    struct felt_contest *contest = calloc(1, sizeof *contest);
    if (!contest) return NULL;
    uint32_t teams = plan->tour.entrants_max, tables = plan->tour.tables_max;
    contest->plan = plan;
    contest->services = services;
    contest->room = room;
    contest->tour_bytes = felt_tour_bytes(&plan->tour);
    contest->tour = calloc(1, contest->tour_bytes);
    contest->team = calloc(teams, sizeof *contest->team);
    contest->result = calloc(teams, sizeof *contest->result);
    contest->place = calloc(teams, sizeof *contest->place);
    contest->pair = calloc(tables, sizeof *contest->pair);
    bool good =
        contest->tour && contest->team && contest->result && contest->place && contest->pair;
    uint32_t deals = plan->deals > FELT_CONTEST_MORE_DEALS ? plan->deals : FELT_CONTEST_MORE_DEALS;
    for (uint32_t i = 0; good && plan->deals && i < tables; i++) {
        contest->pair[i].order = calloc((size_t)2 * deals, sizeof *contest->pair[i].order);
        contest->pair[i].first = calloc(deals, sizeof *contest->pair[i].first);
        good = contest->pair[i].order && contest->pair[i].first;
    }
    if (good) return contest;
    felt_contest_close(contest);
    return NULL;
}

void felt_contest_close(struct felt_contest *contest)
{
    if (!contest) return;
    for (uint32_t i = 0; contest->pair && i < contest->plan->tour.tables_max; i++) {
        free(contest->pair[i].order);
        free(contest->pair[i].first);
    }
    free(contest->pair);
    free(contest->place);
    free(contest->result);
    free(contest->team);
    free(contest->tour);
    free(contest);
}

struct felt_rng felt_contest_draw(const struct felt_contest *contest, const char *label,
                                  uint32_t number, uint32_t part)
{
    char memory[128];
    uint8_t bytes[FELT_KEY_BYTES];
    uint64_t seed = 0;
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    felt_buffer_text(&text, label);
    felt_buffer_text(&text, contest->match_id);
    felt_buffer_char(&text, '|');
    felt_buffer_uint(&text, number);
    felt_buffer_char(&text, '|');
    felt_buffer_uint(&text, part);
    felt_assert(!text.overflow);
    contest->services->digests.hmac(contest->secret, memory, text.used, bytes);
    for (int i = 0; i < 8; i++) seed = seed << 8 | bytes[i];
    return felt_rng_make(seed);
}

/* ---- the director ---- */

uint32_t felt_contest_team_of(const struct felt_contest *contest, uint32_t entry)
{
    return (uint32_t)(felt_tour_entry(contest->tour, entry)->user - 1);
}

static void take_note(struct felt_contest *contest, const struct felt_tour_event *event)
{
    bool about = event->kind == FELT_TOUR_SEATED || event->kind == FELT_TOUR_WENT ||
                 event->kind == FELT_TOUR_BUSTED || event->kind == FELT_TOUR_PLACED;
    contest->wake |= event->kind == FELT_TOUR_ROUND;
    if (event->kind == FELT_TOUR_SEATED || event->kind == FELT_TOUR_PRIZE) return;
    contest->note[contest->notes++ % FELT_CONTEST_NOTES] = (struct felt_contest_note){
        .event = *event,
        .team = about ? felt_contest_team_of(contest, event->entry) : FELT_TEAM_NONE};
}

enum felt_tour_no felt_contest_direct(struct felt_contest *contest,
                                      const struct felt_tour_input *input)
{
    struct felt_tour_event event[EVENTS];
    struct felt_tour_log log = {.event = event, .room = EVENTS};
    enum felt_tour_no no = felt_tour_apply(contest->tour, input, &log);
    if (no) return no;
    if (!contest->restoring && input->what != FELT_TOUR_RESULT)
        felt_contest_entry_input(contest, input);
    for (uint32_t i = 0; i < log.count; i++) take_note(contest, &event[i]);
    contest->wake |= log.lost; /* a round may have begun among what was not told */
    contest->wake &= !contest->restoring;
    contest->moved |= log.count > 0 || log.lost;
    contest->stirred = true;
    return no;
}

static void must(enum felt_tour_no no)
{
    felt_assert(no == FELT_TOUR_OK);
}

/* ---- what the room says ---- */

const char *felt_contest_may_come(const struct felt_contest *contest)
{
    struct felt_tour_face face;
    felt_tour_face(contest->tour, &face);
    if (face.state == FELT_TOUR_OPEN) return NULL;
    if (face.state == FELT_TOUR_RUNNING && !face.closed) return NULL;
    return "the tournament has begun, and nobody comes in any more";
}

void felt_contest_came(struct felt_contest *contest, uint32_t team)
{
    struct felt_tour_input input = {.what = FELT_TOUR_REGISTER, .user = (int64_t)team + 1};
    if (felt_contest_direct(contest, &input) == FELT_TOUR_OK)
        contest->team[team].entry = felt_tour_entry_of(contest->tour, input.user);
}

void felt_contest_score(const struct felt_contest *contest, struct felt_score *score,
                        felt_chips won, felt_chips unit, int plays)
{
    (void)contest;
    int64_t result = won * 1000 / (unit > 0 ? unit : 1) / plays;
    if (result >= FELT_SCORE_RESULT_MAX) result = FELT_SCORE_RESULT_MAX - 1;
    if (result <= -FELT_SCORE_RESULT_MAX) result = 1 - FELT_SCORE_RESULT_MAX;
    felt_score_add(score, result);
}

void felt_contest_counted(struct felt_contest *contest, const struct felt_table_face *table,
                          felt_seats seats, const felt_chips won[FELT_SEATS_MAX])
{
    struct felt_tour_hand hand;
    struct felt_tour_input result = {.what = FELT_TOUR_RESULT, .table = table->index};
    contest->hands++;
    contest->stirred = true;
    if (contest->plan->deals) {
        if (contest->pair[table->index].on) felt_pair_counted(contest, table->index, won);
        return;
    }
    if (!felt_tour_under_way(contest->tour, table->index, &hand)) return;
    for (felt_seats left = seats & hand.seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        struct felt_contest_team *team =
            &contest->team[felt_contest_team_of(contest, hand.entry[seat])];
        team->hands++;
        team->chips += won[seat];
        felt_contest_score(contest, &team->score, won[seat], hand.big_blind, 1);
        result.stack[seat] = hand.stack[seat] + won[seat];
    }
    must(felt_contest_direct(contest, &result));
}

/* ---- chairs ---- */

/* Where the director has a team; false: nowhere. */
static bool wanted(const struct felt_contest *contest, uint32_t team, uint32_t *table,
                   felt_seat *seat, felt_chips *stack)
{
    const struct felt_tour_entry *entry = felt_tour_entry(contest->tour, contest->team[team].entry);
    *table = FELT_SESSION_NONE;
    *seat = FELT_SEAT_NONE;
    *stack = 0;
    if (entry->user != (int64_t)team + 1 || entry->state != FELT_ENTRY_IN ||
        entry->table == FELT_TOUR_NO_TABLE)
        return false;
    *table = entry->table;
    *seat = (felt_seat)entry->chair;
    *stack = entry->stack;
    return true;
}

static bool is_elsewhere(const struct felt_contest *contest, uint32_t team)
{
    struct felt_guide_team now;
    uint32_t table;
    felt_seat seat;
    felt_chips stack;
    (void)wanted(contest, team, &table, &seat, &stack);
    felt_guide_team(contest->room, team, &now);
    return now.table != table || now.seat != seat;
}

/* B2.  Everybody who must go gets up before anybody sits down. */
static void seat_teams(struct felt_contest *contest)
{
    uint32_t teams = felt_guide_teams(contest->room), table;
    felt_seat seat;
    felt_chips stack;
    contest->moved = false;
    if (felt_contest_over(contest)) return;
    for (uint32_t team = 0; team < teams; team++)
        if (is_elsewhere(contest, team))
            felt_guide_seat(contest->room, team, FELT_SESSION_NONE, FELT_SEAT_NONE, 0);
    for (uint32_t team = 0; team < teams; team++) {
        if (!is_elsewhere(contest, team) || !wanted(contest, team, &table, &seat, &stack)) continue;
        felt_guide_seat(contest->room, team, table, seat, stack);
        felt_guide_tell(contest->room, team);
        felt_guide_lobby(contest->room, table);
    }
}

/* ---- hands ---- */

static bool is_dealing(const struct felt_contest *contest, uint32_t table)
{
    struct felt_table_face face;
    return felt_room_face(contest->room, table, &face) && face.in_hand;
}

static bool is_paused(const struct felt_contest *contest)
{
    struct felt_tour_face face;
    felt_tour_face(contest->tour, &face);
    return face.paused;
}

/* The next play of a duplicate match. */
static void play_pair(struct felt_contest *contest, uint32_t table, int64_t now_ms)
{
    struct felt_guide_hand hand;
    int winner = felt_pair_forfeit(contest, table);
    if (winner >= 0) {
        felt_contest_entry_forfeit(contest, table, winner);
        felt_pair_finish(contest, table, winner, FELT_CONTEST_BY_FORFEIT);
        return;
    }
    felt_pair_next(contest, table, &hand);
    (void)felt_guide_deal(contest->room, table, &hand, now_ms);
}

static void deal_next(struct felt_contest *contest, uint32_t table,
                      const struct felt_tour_hand *next, int64_t now_ms)
{
    struct felt_guide_hand hand = {.config = next->level,
                                   .seats = next->seats,
                                   .button = next->button,
                                   .small = next->small,
                                   .big = next->big};
    for (int chair = 0; chair < FELT_SEATS_MAX; chair++) {
        hand.team[chair] = FELT_TEAM_NONE;
        if (next->entry[chair] == FELT_TOUR_NOBODY) continue;
        hand.team[chair] = felt_contest_team_of(contest, next->entry[chair]);
        hand.stack[chair] = felt_tour_entry(contest->tour, next->entry[chair])->stack;
    }
    (void)felt_guide_deal(contest->room, table, &hand, now_ms);
}

/* True: something began there. */
static bool begin_at(struct felt_contest *contest, uint32_t table, int64_t now_ms)
{
    struct felt_tour_hand hand;
    if (is_dealing(contest, table)) return false;
    if (contest->pair[table].on) {
        if (is_paused(contest)) return false;
        play_pair(contest, table, now_ms);
        return true;
    }
    if (felt_tour_next(contest->tour, table, &hand) != FELT_TOUR_OK) return false;
    must(felt_contest_direct(
        contest,
        &(struct felt_tour_input){.what = FELT_TOUR_BEGIN, .now_ms = now_ms, .table = table}));
    if (contest->plan->deals)
        felt_pair_begin(contest, table, &hand);
    else
        deal_next(contest, table, &hand, now_ms);
    return true;
}

/* ---- the end ---- */

static void end_contest(struct felt_contest *contest, bool posted)
{
    uint32_t winner = 0;
    for (uint32_t team = 0; team < felt_guide_teams(contest->room); team++) {
        struct felt_contest_row row;
        felt_contest_row(contest, team, &row);
        contest->place[team] = row.place;
        if (row.place == 1) winner = team;
    }
    contest->ended = true;
    struct felt_tour_face face;
    felt_tour_face(contest->tour, &face);
    felt_guide_end(contest->room, &(struct felt_guide_end){.winner = winner,
                                                           .stack = face.chips,
                                                           .reason = "winner",
                                                           .place = contest->place,
                                                           .posted = posted});
}

/* ---- turns ---- */

static void start(struct felt_contest *contest, int64_t now_ms)
{
    must(felt_contest_direct(contest, &(struct felt_tour_input){.what = FELT_TOUR_TICK,
                                                                .now_ms = FELT_CONTEST_START_MS}));
    must(felt_contest_direct(contest,
                             &(struct felt_tour_input){.what = FELT_TOUR_WAKE, .now_ms = now_ms}));
    contest->wake = false;
}

/* Whether those who should be here are: a team whose line is gone has a place, but is not waited
 * for with the others. */
static bool may_start(const struct felt_contest *contest, int64_t now_ms)
{
    struct felt_tour_face face;
    struct felt_guide_team team;
    uint32_t here = 0;
    felt_tour_face(contest->tour, &face);
    if (face.state != FELT_TOUR_OPEN || face.entries < contest->plan->tour.entrants_min)
        return false;
    for (uint32_t i = 0; i < felt_guide_teams(contest->room); i++) {
        felt_guide_team(contest->room, i, &team);
        here += team.connected;
    }
    return (contest->plan->wanted && here >= contest->plan->wanted) ||
           (here >= 2 && now_ms >= contest->plan->start_ms);
}

/* A crash takes away the time since the last TICK: where levels are timed there is one a second. */
static int64_t next_tick(const struct felt_contest *contest)
{
    struct felt_tour_face face;
    int64_t alarm = felt_tour_alarm(contest->tour);
    felt_tour_face(contest->tour, &face);
    if (face.state != FELT_TOUR_RUNNING || face.paused || face.level_ms == INT64_MAX) return alarm;
    return alarm < contest->tick_ms + TICK_MS ? alarm : contest->tick_ms + TICK_MS;
}

static void pass_time(struct felt_contest *contest, int64_t now_ms)
{
    if (may_start(contest, now_ms)) start(contest, now_ms);
    if (contest->wake) {
        contest->wake = false;
        must(felt_contest_direct(
            contest, &(struct felt_tour_input){.what = FELT_TOUR_WAKE, .now_ms = now_ms}));
    }
    if (next_tick(contest) > now_ms) return;
    contest->tick_ms = now_ms;
    must(felt_contest_direct(contest,
                             &(struct felt_tour_input){.what = FELT_TOUR_TICK, .now_ms = now_ms}));
}

int64_t felt_contest_turn(struct felt_contest *contest, int64_t now_ms)
{
    if (!contest->named || contest->ended) return INT64_MAX;
    pass_time(contest, now_ms);
    int turns = 0;
    while (contest->stirred && turns++ < TURNS_AT_ONCE) {
        contest->stirred = false;
        if (contest->wake) pass_time(contest, now_ms);
        if (contest->moved) seat_teams(contest);
        bool began = false;
        for (uint32_t table = 0; table < contest->plan->tour.tables_max && !contest->moved; table++)
            began |= begin_at(contest, table, now_ms);
        contest->stirred |= began;
    }
    if (felt_contest_over(contest) && !contest->ended) end_contest(contest, true);
    if (contest->stirred) return now_ms + 1;
    struct felt_tour_face face;
    felt_tour_face(contest->tour, &face);
    if (face.state != FELT_TOUR_OPEN) return next_tick(contest);
    return now_ms < contest->plan->start_ms ? contest->plan->start_ms : INT64_MAX;
}

/* ---- whoever runs it ---- */

bool felt_contest_order_read(const char *word, enum felt_contest_order *order)
{
    static const char *const words[] = {"start", "pause", "resume", "remove", "time"};
    for (int i = 0; i < 5; i++) {
        if (strcmp(word, words[i]) != 0) continue;
        *order = (enum felt_contest_order)i;
        return true;
    }
    return false;
}

/* Teams that still play for themselves. */
static uint32_t count_players(const struct felt_contest *contest)
{
    struct felt_contest_row row;
    uint32_t count = 0;
    for (uint32_t team = 0; team < felt_guide_teams(contest->room); team++) {
        felt_contest_row(contest, team, &row);
        count += row.in && !row.removed;
    }
    return count;
}

static const char *obey_remove(struct felt_contest *contest, const char *name, int64_t now_ms)
{
    uint32_t team = felt_guide_find(contest->room, name);
    struct felt_contest_row row;
    if (team == FELT_TEAM_NONE) return "there is no team of that name";
    felt_contest_row(contest, team, &row);
    /* Those who fold everything would play with each other for ever. */
    if (row.in && !row.removed && count_players(contest) == 1)
        return "this is the last team that plays: it wins when the others are blinded off";
    enum felt_tour_no no = felt_contest_direct(
        contest, &(struct felt_tour_input){
                     .what = FELT_TOUR_REMOVE, .now_ms = now_ms, .user = (int64_t)team + 1});
    if (no) return felt_tour_no_text(no);
    felt_guide_remove(contest->room, team, now_ms);
    contest->moved = true;
    return NULL;
}

const char *felt_contest_obey(struct felt_contest *contest, enum felt_contest_order order,
                              const char *team, int64_t amount, int64_t now_ms)
{
    struct felt_tour_input input = {.now_ms = now_ms};
    struct felt_tour_face face;
    felt_tour_face(contest->tour, &face);
    switch (order) {
    case FELT_CONTEST_START:
        if (face.state != FELT_TOUR_OPEN) return "the tournament has begun";
        if (face.entries < contest->plan->tour.entrants_min) return "too few teams are here";
        start(contest, now_ms);
        return NULL;
    case FELT_CONTEST_REMOVE: return obey_remove(contest, team, now_ms);
    case FELT_CONTEST_PAUSE: input.what = FELT_TOUR_PAUSE; break;
    case FELT_CONTEST_RESUME: input.what = FELT_TOUR_RESUME; break;
    case FELT_CONTEST_ADD_TIME:
        input.what = FELT_TOUR_ADD_TIME;
        input.amount = face.level_ms == INT64_MAX ? amount : amount * 1000;
        break;
    }
    enum felt_tour_no no = felt_contest_direct(contest, &input);
    return no ? felt_tour_no_text(no) : NULL;
}

/* ---- surviving ---- */

static void name_match(struct felt_contest *contest, uint32_t date)
{
    char id[FELT_HAND_ID_BYTES + 1];
    felt_guide_match_id(contest->room, date, id);
    memcpy(contest->match_id, id, strlen(id) + 1);
    contest->services->entropy(contest->services->self, contest->secret, sizeof contest->secret);
    contest->named = true;
    felt_tour_init(contest->tour, &contest->plan->tour,
                   felt_contest_draw(contest, "felt/draw/1|", 0, 0));
    felt_contest_entry_match(contest);
}

/* A hand that the director waits for and no table plays never was. */
static void forget_hand(struct felt_contest *contest, uint32_t table, int64_t now_ms)
{
    struct felt_tour_hand hand;
    if (is_dealing(contest, table) || !felt_tour_under_way(contest->tour, table, &hand)) return;
    if (!contest->plan->deals) {
        must(felt_contest_direct(
            contest,
            &(struct felt_tour_input){.what = FELT_TOUR_VOID, .now_ms = now_ms, .table = table}));
    } else if (felt_guide_is_void(contest->room, table)) {
        felt_contest_entry_anew(contest, table); /* B5 */
        felt_pair_anew(contest, table);
    }
}

void felt_contest_resume(struct felt_contest *contest, uint32_t date, int64_t now_ms)
{
    if (!contest->named) name_match(contest, date);
    felt_guide_match(contest->room, contest->match_id, contest->secret);
    must(felt_contest_direct(contest,
                             &(struct felt_tour_input){.what = FELT_TOUR_WAKE, .now_ms = now_ms}));
    for (uint32_t team = 0; team < felt_guide_teams(contest->room); team++) {
        struct felt_guide_team face;
        felt_guide_team(contest->room, team, &face);
        if (felt_tour_entry_of(contest->tour, (int64_t)team + 1) == FELT_TOUR_NOBODY &&
            !face.removed && !felt_contest_may_come(contest))
            felt_contest_came(contest, team); /* the crash was between coming and registering */
    }
    for (uint32_t table = 0; table < contest->plan->tour.tables_max; table++)
        forget_hand(contest, table, now_ms);
    contest->moved = contest->stirred = true;
    contest->wake = false;
    if (felt_contest_over(contest)) end_contest(contest, false);
}
