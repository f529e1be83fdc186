/* tournament.c -- the director's inputs, who sits where, when hands begin, what an operator may do.
 *
 * The end of a hand is no input of its own in the journal: it follows from the record of the arena
 * (felt_arena_tournament_counted is called while restoring too), so the two can never disagree.
 * Its time is nothing, which moves no clock; where a round begins by it, a WAKE follows. */
#include "server/arena/tournament_parts.h"

#include "felt/assert.h"
#include "felt/hash.h"

#include <stdlib.h>
#include <string.h>

enum { EVENTS = 256, TURNS_AT_ONCE = 64, TICK_MS = 1000 };

/* ---- opening ---- */

const char *felt_arena_tournament_verify(const struct felt_arena_tournament_plan *plan)
{
    const char *why = felt_director_verify(&plan->director);
    if (why) return why;
    if (plan->director.start != FELT_DIRECTOR_AT_TIME ||
        plan->director.start_ms != FELT_ARENA_TOURNAMENT_START_MS || plan->director.reentries ||
        plan->director.final_seats || plan->director.buy_in)
        return "a contest starts when it is told to, and has no re-entries and no prizes";
    if (plan->deals && plan->director.format != FELT_DIRECTOR_BRACKET)
        return "only matches of a bracket can be duplicate deals";
    if (plan->deals > FELT_ARENA_TOURNAMENT_DEALS_MAX) return "a match has at most 5000 deals";
    for (int i = 0; i < plan->director.levels; i++)
        if (plan->director.level[i].ante) return "bots of the arena know no antes";
    return NULL;
}

struct felt_arena_tournament *
felt_arena_tournament_open(const struct felt_arena_tournament_plan *plan,
                           const struct felt_arena_tournament_services *services,
                           struct felt_arena *arena)
{
    felt_assert(felt_arena_tournament_verify(plan) == NULL);
    struct felt_arena_tournament *tournament = calloc(1, sizeof *tournament);
    if (!tournament) return NULL;
    uint32_t teams = plan->director.entrants_max, tables = plan->director.tables_max;
    tournament->plan = plan;
    tournament->services = services;
    tournament->arena = arena;
    tournament->director_bytes = felt_director_bytes(&plan->director);
    tournament->director = calloc(1, tournament->director_bytes);
    tournament->team = calloc(teams, sizeof *tournament->team);
    tournament->result = calloc(teams, sizeof *tournament->result);
    tournament->place = calloc(teams, sizeof *tournament->place);
    tournament->pair = calloc(tables, sizeof *tournament->pair);
    bool good = tournament->director && tournament->team && tournament->result &&
                tournament->place && tournament->pair;
    uint32_t deals = plan->deals > FELT_ARENA_TOURNAMENT_MORE_DEALS
                         ? plan->deals
                         : FELT_ARENA_TOURNAMENT_MORE_DEALS;
    for (uint32_t i = 0; good && plan->deals && i < tables; i++) {
        tournament->pair[i].order = calloc((size_t)2 * deals, sizeof *tournament->pair[i].order);
        tournament->pair[i].first = calloc(deals, sizeof *tournament->pair[i].first);
        good = tournament->pair[i].order && tournament->pair[i].first;
    }
    if (good) return tournament;
    felt_arena_tournament_close(tournament);
    return NULL;
}

void felt_arena_tournament_close(struct felt_arena_tournament *tournament)
{
    if (!tournament) return;
    for (uint32_t i = 0; tournament->pair && i < tournament->plan->director.tables_max; i++) {
        free(tournament->pair[i].order);
        free(tournament->pair[i].first);
    }
    free(tournament->pair);
    free(tournament->place);
    free(tournament->result);
    free(tournament->team);
    free(tournament->director);
    free(tournament);
}

struct felt_rng felt_arena_tournament_draw(const struct felt_arena_tournament *tournament,
                                           const char *label, uint32_t number, uint32_t part)
{
    char memory[128];
    uint8_t bytes[FELT_KEY_BYTES];
    uint64_t seed = 0;
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    felt_buffer_text(&text, label);
    felt_buffer_text(&text, tournament->match_id);
    felt_buffer_char(&text, '|');
    felt_buffer_uint(&text, number);
    felt_buffer_char(&text, '|');
    felt_buffer_uint(&text, part);
    felt_assert(!text.overflow);
    tournament->services->digests.hmac(tournament->secret, memory, text.used, bytes);
    for (int i = 0; i < 8; i++) seed = seed << 8 | bytes[i];
    return felt_rng_make(seed);
}

/* ---- the director ---- */

uint32_t felt_arena_tournament_team_of(const struct felt_arena_tournament *tournament,
                                       uint32_t entry)
{
    return (uint32_t)(felt_director_entry(tournament->director, entry)->user - 1);
}

static void take_note(struct felt_arena_tournament *tournament,
                      const struct felt_director_event *event)
{
    bool about = event->kind == FELT_DIRECTOR_SEATED || event->kind == FELT_DIRECTOR_WENT ||
                 event->kind == FELT_DIRECTOR_BUSTED || event->kind == FELT_DIRECTOR_PLACED;
    tournament->wake |= event->kind == FELT_DIRECTOR_ROUND;
    if (event->kind == FELT_DIRECTOR_SEATED || event->kind == FELT_DIRECTOR_PRIZE) return;
    tournament->note[tournament->notes++ % FELT_ARENA_TOURNAMENT_NOTES] =
        (struct felt_arena_tournament_note){
            .event = *event,
            .team =
                about ? felt_arena_tournament_team_of(tournament, event->entry) : FELT_TEAM_NONE};
}

enum felt_director_no felt_arena_tournament_direct(struct felt_arena_tournament *tournament,
                                                   const struct felt_director_input *input)
{
    struct felt_director_event event[EVENTS];
    struct felt_director_log log = {.event = event, .room = EVENTS};
    enum felt_director_no no = felt_director_apply(tournament->director, input, &log);
    if (no) return no;
    if (!tournament->restoring && input->what != FELT_DIRECTOR_RESULT)
        felt_arena_tournament_journal_input(tournament, input);
    for (uint32_t i = 0; i < log.count; i++) take_note(tournament, &event[i]);
    tournament->wake |= log.lost; /* a round may have begun among what was not told */
    tournament->wake &= !tournament->restoring;
    tournament->moved |= log.count > 0 || log.lost;
    tournament->stirred = true;
    return no;
}

static void must(enum felt_director_no no)
{
    felt_assert(no == FELT_DIRECTOR_OK);
}

/* ---- what the arena says ---- */

const char *felt_arena_tournament_may_come(const struct felt_arena_tournament *tournament)
{
    struct felt_director_face face;
    felt_director_face(tournament->director, &face);
    if (face.state == FELT_DIRECTOR_OPEN) return NULL;
    if (face.state == FELT_DIRECTOR_RUNNING && !face.closed) return NULL;
    return "the tournament has begun, and nobody comes in any more";
}

void felt_arena_tournament_came(struct felt_arena_tournament *tournament, uint32_t team)
{
    struct felt_director_input input = {.what = FELT_DIRECTOR_REGISTER, .user = (int64_t)team + 1};
    if (felt_arena_tournament_direct(tournament, &input) == FELT_DIRECTOR_OK)
        tournament->team[team].entry = felt_director_entry_of(tournament->director, input.user);
}

void felt_arena_tournament_score(const struct felt_arena_tournament *tournament,
                                 struct felt_score *score, felt_chips won, felt_chips unit,
                                 int plays)
{
    (void)tournament;
    int64_t result = won * 1000 / (unit > 0 ? unit : 1) / plays;
    if (result >= FELT_SCORE_RESULT_MAX) result = FELT_SCORE_RESULT_MAX - 1;
    if (result <= -FELT_SCORE_RESULT_MAX) result = 1 - FELT_SCORE_RESULT_MAX;
    felt_score_add(score, result);
}

void felt_arena_tournament_counted(struct felt_arena_tournament *tournament,
                                   const struct felt_table_face *table, felt_seats seats,
                                   const felt_chips won[FELT_SEATS_MAX])
{
    struct felt_director_hand hand;
    struct felt_director_input result = {.what = FELT_DIRECTOR_RESULT, .table = table->index};
    tournament->hands++;
    tournament->stirred = true;
    if (tournament->plan->deals) {
        if (tournament->pair[table->index].on)
            felt_arena_pair_counted(tournament, table->index, won);
        return;
    }
    if (!felt_director_under_way(tournament->director, table->index, &hand)) return;
    for (felt_seats left = seats & hand.seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        struct felt_arena_tournament_team *team =
            &tournament->team[felt_arena_tournament_team_of(tournament, hand.entry[seat])];
        team->hands++;
        team->chips += won[seat];
        felt_arena_tournament_score(tournament, &team->score, won[seat], hand.big_blind, 1);
        result.stack[seat] = hand.stack[seat] + won[seat];
    }
    must(felt_arena_tournament_direct(tournament, &result));
}

/* ---- seats ---- */

/* Where the director has a team; false: nowhere. */
static bool wanted(const struct felt_arena_tournament *tournament, uint32_t team, uint32_t *table,
                   felt_seat *seat, felt_chips *stack)
{
    const struct felt_director_entry *entry =
        felt_director_entry(tournament->director, tournament->team[team].entry);
    *table = FELT_ARENA_CONN_NONE;
    *seat = FELT_SEAT_NONE;
    *stack = 0;
    if (entry->user != (int64_t)team + 1 || entry->state != FELT_DIRECTOR_ENTRY_IN ||
        entry->table == FELT_DIRECTOR_NO_TABLE)
        return false;
    *table = entry->table;
    *seat = (felt_seat)entry->seat;
    *stack = entry->stack;
    return true;
}

static bool is_elsewhere(const struct felt_arena_tournament *tournament, uint32_t team)
{
    struct felt_arena_directed_team now;
    uint32_t table;
    felt_seat seat;
    felt_chips stack;
    (void)wanted(tournament, team, &table, &seat, &stack);
    felt_arena_directed_team(tournament->arena, team, &now);
    return now.table != table || now.seat != seat;
}

/* B2.  Everybody who must go gets up before anybody sits down. */
static void seat_teams(struct felt_arena_tournament *tournament)
{
    uint32_t teams = felt_arena_directed_teams(tournament->arena), table;
    felt_seat seat;
    felt_chips stack;
    tournament->moved = false;
    if (felt_arena_tournament_over(tournament)) return;
    for (uint32_t team = 0; team < teams; team++)
        if (is_elsewhere(tournament, team))
            felt_arena_directed_seat(tournament->arena, team, FELT_ARENA_CONN_NONE, FELT_SEAT_NONE,
                                     0);
    for (uint32_t team = 0; team < teams; team++) {
        if (!is_elsewhere(tournament, team) || !wanted(tournament, team, &table, &seat, &stack))
            continue;
        felt_arena_directed_seat(tournament->arena, team, table, seat, stack);
        felt_arena_directed_tell(tournament->arena, team);
        felt_arena_directed_lobby(tournament->arena, table);
    }
}

/* ---- hands ---- */

static bool is_dealing(const struct felt_arena_tournament *tournament, uint32_t table)
{
    struct felt_table_face face;
    return felt_arena_face(tournament->arena, table, &face) && face.in_hand;
}

static bool is_paused(const struct felt_arena_tournament *tournament)
{
    struct felt_director_face face;
    felt_director_face(tournament->director, &face);
    return face.paused;
}

/* The next play of a duplicate match. */
static void play_pair(struct felt_arena_tournament *tournament, uint32_t table, int64_t now_ms)
{
    struct felt_arena_directed_hand hand;
    int winner = felt_arena_pair_forfeit(tournament, table);
    if (winner >= 0) {
        felt_arena_tournament_journal_forfeit(tournament, table, winner);
        felt_arena_pair_finish(tournament, table, winner, FELT_ARENA_TOURNAMENT_BY_FORFEIT);
        return;
    }
    felt_arena_pair_next(tournament, table, &hand);
    (void)felt_arena_directed_deal(tournament->arena, table, &hand, now_ms);
}

static void deal_next(struct felt_arena_tournament *tournament, uint32_t table,
                      const struct felt_director_hand *next, int64_t now_ms)
{
    struct felt_arena_directed_hand hand = {.config = next->level,
                                            .seats = next->seats,
                                            .button = next->button,
                                            .small = next->small,
                                            .big = next->big};
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        hand.team[seat] = FELT_TEAM_NONE;
        if (next->entry[seat] == FELT_DIRECTOR_NOBODY) continue;
        hand.team[seat] = felt_arena_tournament_team_of(tournament, next->entry[seat]);
        hand.stack[seat] = felt_director_entry(tournament->director, next->entry[seat])->stack;
    }
    (void)felt_arena_directed_deal(tournament->arena, table, &hand, now_ms);
}

/* True: something began there. */
static bool begin_at(struct felt_arena_tournament *tournament, uint32_t table, int64_t now_ms)
{
    struct felt_director_hand hand;
    if (is_dealing(tournament, table)) return false;
    if (tournament->pair[table].on) {
        if (is_paused(tournament)) return false;
        play_pair(tournament, table, now_ms);
        return true;
    }
    if (felt_director_next(tournament->director, table, &hand) != FELT_DIRECTOR_OK) return false;
    must(felt_arena_tournament_direct(
        tournament, &(struct felt_director_input){
                        .what = FELT_DIRECTOR_BEGIN, .now_ms = now_ms, .table = table}));
    if (tournament->plan->deals)
        felt_arena_pair_begin(tournament, table, &hand);
    else
        deal_next(tournament, table, &hand, now_ms);
    return true;
}

/* ---- the end ---- */

static void end_tournament(struct felt_arena_tournament *tournament, bool posted)
{
    uint32_t winner = 0;
    for (uint32_t team = 0; team < felt_arena_directed_teams(tournament->arena); team++) {
        struct felt_arena_tournament_row row;
        felt_arena_tournament_row(tournament, team, &row);
        tournament->place[team] = row.place;
        if (row.place == 1) winner = team;
    }
    tournament->ended = true;
    struct felt_director_face face;
    felt_director_face(tournament->director, &face);
    felt_arena_directed_end(tournament->arena,
                            &(struct felt_arena_directed_end){.winner = winner,
                                                              .stack = face.chips,
                                                              .reason = "winner",
                                                              .place = tournament->place,
                                                              .posted = posted});
}

/* ---- turns ---- */

static void start(struct felt_arena_tournament *tournament, int64_t now_ms)
{
    must(felt_arena_tournament_direct(
        tournament, &(struct felt_director_input){.what = FELT_DIRECTOR_TICK,
                                                  .now_ms = FELT_ARENA_TOURNAMENT_START_MS}));
    must(felt_arena_tournament_direct(
        tournament, &(struct felt_director_input){.what = FELT_DIRECTOR_WAKE, .now_ms = now_ms}));
    tournament->wake = false;
}

/* Whether those who should be here are: a team whose connection is gone has a place, but is not
 * waited for with the others. */
static bool may_start(const struct felt_arena_tournament *tournament, int64_t now_ms)
{
    struct felt_director_face face;
    struct felt_arena_directed_team team;
    uint32_t here = 0;
    felt_director_face(tournament->director, &face);
    if (face.state != FELT_DIRECTOR_OPEN || face.entries < tournament->plan->director.entrants_min)
        return false;
    for (uint32_t i = 0; i < felt_arena_directed_teams(tournament->arena); i++) {
        felt_arena_directed_team(tournament->arena, i, &team);
        here += team.connected;
    }
    return (tournament->plan->wanted && here >= tournament->plan->wanted) ||
           (here >= 2 && now_ms >= tournament->plan->start_ms);
}

/* A crash takes away the time since the last TICK: where levels are timed there is one a second. */
static int64_t next_tick(const struct felt_arena_tournament *tournament)
{
    struct felt_director_face face;
    int64_t alarm = felt_director_alarm(tournament->director);
    felt_director_face(tournament->director, &face);
    if (face.state != FELT_DIRECTOR_RUNNING || face.paused || face.level_ms == INT64_MAX)
        return alarm;
    return alarm < tournament->tick_ms + TICK_MS ? alarm : tournament->tick_ms + TICK_MS;
}

static void pass_time(struct felt_arena_tournament *tournament, int64_t now_ms)
{
    if (may_start(tournament, now_ms)) start(tournament, now_ms);
    if (tournament->wake) {
        tournament->wake = false;
        must(felt_arena_tournament_direct(
            tournament,
            &(struct felt_director_input){.what = FELT_DIRECTOR_WAKE, .now_ms = now_ms}));
    }
    if (next_tick(tournament) > now_ms) return;
    tournament->tick_ms = now_ms;
    must(felt_arena_tournament_direct(
        tournament, &(struct felt_director_input){.what = FELT_DIRECTOR_TICK, .now_ms = now_ms}));
}

int64_t felt_arena_tournament_turn(struct felt_arena_tournament *tournament, int64_t now_ms)
{
    if (!tournament->named || tournament->ended) return INT64_MAX;
    pass_time(tournament, now_ms);
    int turns = 0;
    while (tournament->stirred && turns++ < TURNS_AT_ONCE) {
        tournament->stirred = false;
        if (tournament->wake) pass_time(tournament, now_ms);
        if (tournament->moved) seat_teams(tournament);
        bool began = false;
        for (uint32_t table = 0;
             table < tournament->plan->director.tables_max && !tournament->moved; table++)
            began |= begin_at(tournament, table, now_ms);
        tournament->stirred |= began;
    }
    if (felt_arena_tournament_over(tournament) && !tournament->ended)
        end_tournament(tournament, true);
    if (tournament->stirred) return now_ms + 1;
    struct felt_director_face face;
    felt_director_face(tournament->director, &face);
    if (face.state != FELT_DIRECTOR_OPEN) return next_tick(tournament);
    return now_ms < tournament->plan->start_ms ? tournament->plan->start_ms : INT64_MAX;
}

/* ---- whoever runs it ---- */

bool felt_arena_tournament_order_read(const char *word, enum felt_arena_tournament_order *order)
{
    static const char *const words[] = {"start", "pause", "resume", "remove", "time"};
    for (int i = 0; i < 5; i++) {
        if (strcmp(word, words[i]) != 0) continue;
        *order = (enum felt_arena_tournament_order)i;
        return true;
    }
    return false;
}

/* Teams that still play for themselves. */
static uint32_t count_players(const struct felt_arena_tournament *tournament)
{
    struct felt_arena_tournament_row row;
    uint32_t count = 0;
    for (uint32_t team = 0; team < felt_arena_directed_teams(tournament->arena); team++) {
        felt_arena_tournament_row(tournament, team, &row);
        count += row.in && !row.removed;
    }
    return count;
}

static const char *obey_remove(struct felt_arena_tournament *tournament, const char *name,
                               int64_t now_ms)
{
    uint32_t team = felt_arena_directed_find(tournament->arena, name);
    struct felt_arena_tournament_row row;
    if (team == FELT_TEAM_NONE) return "there is no team of that name";
    felt_arena_tournament_row(tournament, team, &row);
    /* Those who fold everything would play with each other for ever. */
    if (row.in && !row.removed && count_players(tournament) == 1)
        return "this is the last team that plays: it wins when the others are blinded off";
    enum felt_director_no no = felt_arena_tournament_direct(
        tournament, &(struct felt_director_input){
                        .what = FELT_DIRECTOR_REMOVE, .now_ms = now_ms, .user = (int64_t)team + 1});
    if (no) return felt_director_no_text(no);
    felt_arena_directed_remove(tournament->arena, team, now_ms);
    tournament->moved = true;
    return NULL;
}

const char *felt_arena_tournament_obey(struct felt_arena_tournament *tournament,
                                       enum felt_arena_tournament_order order, const char *team,
                                       int64_t amount, int64_t now_ms)
{
    struct felt_director_input input = {.now_ms = now_ms};
    struct felt_director_face face;
    felt_director_face(tournament->director, &face);
    switch (order) {
    case FELT_ARENA_TOURNAMENT_START:
        if (face.state != FELT_DIRECTOR_OPEN) return "the tournament has begun";
        if (face.entries < tournament->plan->director.entrants_min) return "too few teams are here";
        start(tournament, now_ms);
        return NULL;
    case FELT_ARENA_TOURNAMENT_REMOVE: return obey_remove(tournament, team, now_ms);
    case FELT_ARENA_TOURNAMENT_PAUSE: input.what = FELT_DIRECTOR_PAUSE; break;
    case FELT_ARENA_TOURNAMENT_RESUME: input.what = FELT_DIRECTOR_RESUME; break;
    case FELT_ARENA_TOURNAMENT_ADD_TIME:
        input.what = FELT_DIRECTOR_ADD_TIME;
        input.amount = face.level_ms == INT64_MAX ? amount : amount * 1000;
        break;
    }
    enum felt_director_no no = felt_arena_tournament_direct(tournament, &input);
    return no ? felt_director_no_text(no) : NULL;
}

/* ---- surviving ---- */

static void name_match(struct felt_arena_tournament *tournament, uint32_t date)
{
    char id[FELT_LIVE_HAND_ID_BYTES + 1];
    felt_arena_directed_match_id(tournament->arena, date, id);
    memcpy(tournament->match_id, id, strlen(id) + 1);
    tournament->services->entropy(tournament->services->self, tournament->secret,
                                  sizeof tournament->secret);
    tournament->named = true;
    felt_director_init(tournament->director, &tournament->plan->director,
                       felt_arena_tournament_draw(tournament, "felt/draw/1|", 0, 0));
    felt_arena_tournament_journal_match(tournament);
}

/* A hand that the director waits for and no table plays never was. */
static void forget_hand(struct felt_arena_tournament *tournament, uint32_t table, int64_t now_ms)
{
    struct felt_director_hand hand;
    if (is_dealing(tournament, table) ||
        !felt_director_under_way(tournament->director, table, &hand))
        return;
    if (!tournament->plan->deals) {
        must(felt_arena_tournament_direct(
            tournament, &(struct felt_director_input){
                            .what = FELT_DIRECTOR_VOID, .now_ms = now_ms, .table = table}));
    } else if (felt_arena_directed_is_void(tournament->arena, table)) {
        felt_arena_tournament_journal_anew(tournament, table); /* B5 */
        felt_arena_pair_anew(tournament, table);
    }
}

void felt_arena_tournament_resume(struct felt_arena_tournament *tournament, uint32_t date,
                                  int64_t now_ms)
{
    if (!tournament->named) name_match(tournament, date);
    felt_arena_directed_match(tournament->arena, tournament->match_id, tournament->secret);
    must(felt_arena_tournament_direct(
        tournament, &(struct felt_director_input){.what = FELT_DIRECTOR_WAKE, .now_ms = now_ms}));
    for (uint32_t team = 0; team < felt_arena_directed_teams(tournament->arena); team++) {
        struct felt_arena_directed_team face;
        felt_arena_directed_team(tournament->arena, team, &face);
        if (felt_director_entry_of(tournament->director, (int64_t)team + 1) ==
                FELT_DIRECTOR_NOBODY &&
            !face.removed && !felt_arena_tournament_may_come(tournament))
            felt_arena_tournament_came(tournament,
                                       team); /* the crash was between coming and registering */
    }
    for (uint32_t table = 0; table < tournament->plan->director.tables_max; table++)
        forget_hand(tournament, table, now_ms);
    tournament->moved = tournament->stirred = true;
    tournament->wake = false;
    if (felt_arena_tournament_over(tournament)) end_tournament(tournament, false);
}
