/* tables.c -- directed tables: seats, hands, what those who sit there are told.
 *
 * Seats are not moved as the director tells it, but compared: whoever sits where the director has
 * somebody else, or with another stack, rises; whoever is missing sits down.  So it does not matter
 * how the two came apart, by a move, a hand that is void, or a crash. */
#include "server/room/tournaments/tournaments_parts.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    BEGINS_MAX = 32,
    AGAIN_MS = 5000,
    TOLD_EVERYWHERE = 12,
    IDLE_MAX = 50,
    HELD_MAX_MS = 60000,       /* a tournament waits for what it cannot have                      */
    HELD_TABLE_MAX_MS = 300000 /* the same of one table, while others play                        */
};

static int64_t room_ms(const struct felt_tournaments *tournaments)
{
    return tournaments->services->room_ms(tournaments->services->self);
}

void felt_tournament_set_table(struct felt_tournaments *tournaments,
                               struct felt_tournament *tournament, uint32_t table, int64_t room)
{
    struct felt_tournament_table *at = &tournament->table[table];
    if (at->room >= 0 && (uint64_t)at->room < tournaments->config.tables_max)
        tournaments->at[at->room] = 0;
    at->room = room;
    if (room >= 0 && (uint64_t)room < tournaments->config.tables_max)
        tournaments->at[room] = 1 + ((uint64_t)tournament->number << 16 | table);
}

/* ---- seats ---- */

/* Somebody of the director's table who is not where he should be, or nobody there is right. */
static bool is_right(const struct felt_tournament *tournament, uint16_t entry,
                     const struct felt_room_directed_look *look, int seat)
{
    if (entry == FELT_DIRECTOR_NOBODY) return look->user[seat] == 0;
    const struct felt_director_entry *who = felt_director_entry(tournament->director, entry);
    return look->user[seat] == who->user && look->stack[seat] == who->stack;
}

/* Between hands, for both. */
static bool is_quiet(const struct felt_tournaments *tournaments,
                     const struct felt_tournament *tournament, uint32_t table,
                     struct felt_room_directed_look *look)
{
    struct felt_director_hand hand;
    int64_t room = tournament->table[table].room;
    if (room < 0 || felt_director_under_way(tournament->director, table, &hand)) return false;
    return felt_room_directed_look(tournaments->room, (uint32_t)room, look) && !look->hand;
}

static void rise(struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                 uint32_t table)
{
    struct felt_room_directed_look look;
    uint16_t entry[FELT_SEATS_MAX];
    struct felt_tournament_table *at = &tournament->table[table];
    if (!is_quiet(tournaments, tournament, table, &look)) return;
    if (!felt_director_table(tournament->director, table, entry)) {
        felt_room_directed_close(tournaments->room, (uint32_t)at->room, room_ms(tournaments));
        felt_tournament_set_table(tournaments, tournament, table, -1);
        felt_tournaments_write_table(tournaments, tournament, table);
        at->dirty = false;
        return;
    }
    for (int i = 0; i < FELT_SEATS_MAX; i++)
        if (look.user[i] && !is_right(tournament, entry[i], &look, i) &&
            !felt_room_directed_rise(tournaments->room, (uint32_t)at->room, (felt_seat)i,
                                     room_ms(tournaments)))
            felt_tournaments_note(tournaments, "alarm", tournament,
                                  "chair %d of table %" PRIu32 " is not left", i, table + 1);
}

static void open_table(struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                       uint32_t table)
{
    uint16_t entry[FELT_SEATS_MAX];
    struct felt_tournament_table *at = &tournament->table[table];
    if (!felt_director_table(tournament->director, table, entry)) {
        if (at->room < 0) at->dirty = false;
        return;
    }
    if (at->room >= 0 || tournament->stake < 0) return;
    int64_t room =
        felt_room_directed_open(tournaments->room, tournament->stake, room_ms(tournaments));
    if (room >= 0 && (uint64_t)room >= tournaments->config.tables_max) {
        felt_room_directed_close(tournaments->room, (uint32_t)room, room_ms(tournaments));
        room = -1;
    }
    if (room < 0) {
        if (!at->told)
            felt_tournaments_note(tournaments, "alarm", tournament,
                                  "there is no room for table %" PRIu32 "; allow more tables",
                                  table + 1);
        at->told = true;
        return;
    }
    felt_tournament_set_table(tournaments, tournament, table, room);
    felt_tournaments_write_table(tournaments, tournament, table);
    at->next_ms = tournaments->now_ms + tournament->row.pause_ms;
}

static void seat(struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                 uint32_t table)
{
    struct felt_room_directed_look look;
    uint16_t entry[FELT_SEATS_MAX];
    struct felt_tournament_table *at = &tournament->table[table];
    if (!is_quiet(tournaments, tournament, table, &look) ||
        !felt_director_table(tournament->director, table, entry))
        return;
    bool good = true;
    for (int i = 0; i < FELT_SEATS_MAX; i++) {
        if (is_right(tournament, entry[i], &look, i)) continue;
        if (look.user[i] || entry[i] == FELT_DIRECTOR_NOBODY ||
            !felt_room_directed_seat(
                tournaments->room, (uint32_t)at->room, (felt_seat)i, &tournament->person[entry[i]],
                felt_director_entry(tournament->director, entry[i])->stack, room_ms(tournaments)))
            good = false;
    }
    if (!good && !at->told)
        felt_tournaments_note(tournaments, "alarm", tournament,
                              "somebody cannot sit down at table %" PRIu32 "; it waits", table + 1);
    at->told = !good;
    at->dirty = !good;
}

/* First everybody rises who must, so that there is room. */
void felt_tournament_arrange(struct felt_tournaments *tournaments,
                             struct felt_tournament *tournament)
{
    void (*const step[])(struct felt_tournaments *, struct felt_tournament *,
                         uint32_t) = {rise, open_table, seat};
    if (!tournaments->awake) return;
    for (int i = 0; i < 3; i++)
        for (uint32_t table = 0; table < tournament->row.plan.tables_max; table++)
            if (tournament->table[table].dirty) step[i](tournaments, tournament, table);
}

/* ---- hands ---- */

/* Antes before blinds where everybody has one; of the big blind's, the blind goes first. */
static void forced_bets(const struct felt_director_hand *next, struct felt_room_directed_hand *hand)
{
    for (felt_seats left = next->seats; left;) {
        felt_seat one = felt_seats_take(&left);
        felt_chips has = next->stack[one];
        felt_chips blind = one == next->big     ? next->big_blind
                           : one == next->small ? next->small_blind
                                                : 0;
        felt_chips ante = next->ante_style == FELT_DIRECTOR_ANTE_EACH ? next->ante : 0;
        hand->ante[one] = ante < has ? ante : has;
        has -= hand->ante[one];
        hand->blind[one] = blind < has ? blind : has;
        has -= hand->blind[one];
        if (next->ante_style == FELT_DIRECTOR_ANTE_OF_BIG && one == next->big)
            hand->dead[one] = next->ante < has ? next->ante : has;
    }
}

/* Is somebody there, by a connection, of those who are dealt in and not blinded off? */
static bool is_played(const struct felt_tournaments *tournaments,
                      const struct felt_tournament_table *at, const struct felt_director_hand *hand)
{
    struct felt_room_face face;
    if (!felt_room_face(tournaments->room, (uint32_t)at->room, &face)) return true;
    for (felt_seats left = hand->seats & (felt_seats)~hand->removed; left;)
        if (face.seat[felt_seats_take(&left)].connected) return true;
    return false;
}

/* Nobody is left who would play, and folding would never end: the largest stack has won.  Whoever
 * is gone has time to come back until blinds do not grow any more. */
static bool is_forfeit(const struct felt_tournaments *tournaments,
                       const struct felt_tournament *tournament, struct felt_tournament_table *at,
                       const struct felt_director_hand *hand)
{
    struct felt_director_face face;
    felt_director_face(tournament->director, &face);
    bool last = tournament->row.plan.format != FELT_DIRECTOR_FREEZEOUT || face.tables == 1;
    bool grows = hand->level + 1 < tournament->row.plan.levels;
    at->idle = grows || is_played(tournaments, at, hand) ? 0 : at->idle + 1;
    return last && face.closed && (hand->removed == hand->seats || at->idle > IDLE_MAX);
}

static void forfeit(struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                    uint32_t table, const struct felt_director_hand *hand)
{
    struct felt_director_input input = {.what = FELT_DIRECTOR_RESULT, .table = table};
    felt_seat winner = felt_seats_first(hand->seats);
    felt_chips all = 0;
    for (felt_seats left = hand->seats; left;) {
        felt_seat one = felt_seats_take(&left);
        if (hand->stack[one] > hand->stack[winner]) winner = one;
        all += hand->stack[one];
    }
    input.stack[winner] = all;
    enum felt_director_no no = felt_tournament_give(tournaments, tournament, input);
    felt_assert(no == FELT_DIRECTOR_OK);
}

static void begin(struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                  uint32_t table)
{
    struct felt_tournament_table *at = &tournament->table[table];
    struct felt_director_input input = {.what = FELT_DIRECTOR_BEGIN, .table = table};
    struct felt_director_hand next;
    if (felt_tournament_give(tournaments, tournament, input) != FELT_DIRECTOR_OK) return;
    bool under_way = felt_director_under_way(tournament->director, table, &next);
    felt_assert(under_way);
    if (is_forfeit(tournaments, tournament, at, &next)) {
        forfeit(tournaments, tournament, table, &next);
        return;
    }
    struct felt_room_directed_hand hand = {.game = next.level,
                                           .seats = next.seats,
                                           .removed = next.removed,
                                           .button = next.button,
                                           .small = next.small,
                                           .big = next.big,
                                           .number = at->hand};
    forced_bets(&next, &hand);
    if (felt_room_directed_deal(tournaments->room, (uint32_t)at->room, &hand, room_ms(tournaments)))
        return;
    at->next_ms = tournaments->now_ms + AGAIN_MS;
    at->dirty = true;
    input.what = FELT_DIRECTOR_VOID;
    enum felt_director_no no = felt_tournament_give(tournaments, tournament, input);
    felt_assert(no == FELT_DIRECTOR_OK);
    felt_tournaments_note(tournaments, "alarm", tournament,
                          "no hand can be dealt at table %" PRIu32, table + 1);
}

int64_t felt_tournament_deal(struct felt_tournaments *tournaments,
                             struct felt_tournament *tournament)
{
    int64_t next = INT64_MAX;
    struct felt_director_face face;
    struct felt_director_hand hand;
    felt_director_face(tournament->director, &face);
    if (face.state != FELT_DIRECTOR_RUNNING || face.paused) return next;
    int begins = 0;
    for (uint32_t table = 0; table < tournament->row.plan.tables_max; table++) {
        const struct felt_tournament_table *at = &tournament->table[table];
        if (at->room < 0 || tournament->stuck) continue;
        if (at->next_ms > tournaments->now_ms) {
            if (at->next_ms < next) next = at->next_ms;
            continue;
        }
        if (at->dirty || felt_director_next(tournament->director, table, &hand) != FELT_DIRECTOR_OK)
            continue;
        if (begins++ == BEGINS_MAX) return tournaments->now_ms;
        begin(tournaments, tournament, table);
    }
    return next;
}

/* Since when no hand could begin although the director would have one, at this table. */
static int64_t held_since(const struct felt_tournaments *tournaments,
                          const struct felt_tournament *tournament, uint32_t table, bool *plays)
{
    uint16_t entry[FELT_SEATS_MAX];
    struct felt_director_hand hand;
    const struct felt_tournament_table *at = &tournament->table[table];
    bool under_way = felt_director_under_way(tournament->director, table, &hand);
    *plays |= under_way;
    if (under_way || !felt_director_table(tournament->director, table, entry)) return 0;
    if (at->held_ms) return at->held_ms; /* a break does not end it */
    return felt_director_next(tournament->director, table, &hand) == FELT_DIRECTOR_OK
               ? tournaments->now_ms
               : 0;
}

/* All tables are held up for a minute, or one of them for five. */
static bool is_held_up(const struct felt_tournaments *tournaments,
                       struct felt_tournament *tournament)
{
    bool plays = false;
    int64_t first = INT64_MAX;
    for (uint32_t table = 0; table < tournament->row.plan.tables_max; table++) {
        struct felt_tournament_table *at = &tournament->table[table];
        at->held_ms = held_since(tournaments, tournament, table, &plays);
        if (at->held_ms && at->held_ms < first) first = at->held_ms;
    }
    if (plays) tournament->held_ms = 0;
    if (first == INT64_MAX) return false;
    if (!plays && !tournament->held_ms) tournament->held_ms = tournaments->now_ms;
    int64_t limit = tournaments->now_ms - tournament->row.pause_ms;
    tournament->stuck |= first <= limit - HELD_TABLE_MAX_MS;
    if (plays) return false; /* hands that have begun are played to their end */
    return tournament->stuck || tournament->held_ms <= limit - HELD_MAX_MS;
}

static void forget_held(struct felt_tournament *tournament)
{
    tournament->held_ms = 0;
    tournament->stuck = false;
    for (uint32_t table = 0; table < tournament->row.plan.tables_max; table++)
        tournament->table[table].held_ms = 0;
}

void felt_tournament_mind(struct felt_tournaments *tournaments, struct felt_tournament *tournament)
{
    struct felt_director_face face;
    felt_director_face(tournament->director, &face);
    if (face.state != FELT_DIRECTOR_RUNNING || face.paused) {
        forget_held(tournament);
        return;
    }
    if (!is_held_up(tournaments, tournament)) return;
    forget_held(tournament);
    felt_tournament_tell(
        tournaments, tournament,
        "the tournament cannot go on: it ends here, buy-ins go back, or those who are in "
        "share the prizes that are left");
    enum felt_director_no no = felt_tournament_give(
        tournaments, tournament, (struct felt_director_input){.what = FELT_DIRECTOR_GIVE_UP});
    felt_assert(no == FELT_DIRECTOR_OK);
    felt_tournaments_note(tournaments, "alarm", tournament,
                          "no hand could begin for a minute: the tournament is called off");
}

void felt_tournaments_hand_over(struct felt_tournaments *tournaments, uint32_t table,
                                uint64_t number, const felt_chips stack[FELT_SEATS_MAX],
                                bool is_void, int64_t wall_ms)
{
    felt_tournaments_clock(tournaments, wall_ms);
    uint32_t at = felt_tournaments_at(tournaments, table);
    struct felt_tournament *tournament = at ? felt_tournament_find(tournaments, at) : NULL;
    uint32_t own = tournament ? (uint32_t)((tournaments->at[table] - 1) & 0xffff) : 0;
    struct felt_director_hand hand;
    if (!tournament || !tournaments->awake || tournament->table[own].hand != number ||
        !felt_director_under_way(tournament->director, own, &hand))
        return;
    struct felt_director_input input = {.what = FELT_DIRECTOR_RESULT, .table = own};
    enum felt_director_no no = FELT_DIRECTOR_BAD_AMOUNT;
    tournament->table[own].next_ms = tournaments->now_ms + tournament->row.pause_ms;
    for (int i = 0; i < FELT_SEATS_MAX; i++) input.stack[i] = stack[i];
    if (!is_void) no = felt_tournament_give(tournaments, tournament, input);
    if (no == FELT_DIRECTOR_OK) return;
    if (!is_void)
        felt_tournaments_note(tournaments, "alarm", tournament,
                              "a hand of table %" PRIu32 " is void: %s", own + 1,
                              felt_director_no_text(no));
    tournament->table[own].dirty = true;
    input.what = FELT_DIRECTOR_VOID;
    no = felt_tournament_give(tournaments, tournament, input);
    felt_assert(no == FELT_DIRECTOR_OK);
}

/* ---- told ---- */

static void tell(struct felt_tournaments *tournaments, const struct felt_tournament *tournament,
                 uint32_t table, const char *text)
{
    if (table < tournament->row.plan.tables_max && tournament->table[table].room >= 0)
        felt_room_directed_tell(tournaments->room, (uint32_t)tournament->table[table].room, text);
}

void felt_tournament_tell(struct felt_tournaments *tournaments,
                          const struct felt_tournament *tournament, const char *text)
{
    for (uint32_t i = 0; i < tournament->row.plan.tables_max; i++)
        tell(tournaments, tournament, i, text);
    felt_tournaments_note(tournaments, "info", tournament, "%s", text);
}

/* Where somebody sat until this input; NO_TABLE: it was before. */
static uint32_t table_left(const struct felt_tournaments *tournaments, uint16_t entry)
{
    for (uint32_t i = 0; i < tournaments->log.count; i++)
        if (tournaments->log.event[i].kind == FELT_DIRECTOR_BUSTED &&
            tournaments->log.event[i].entry == entry)
            return tournaments->log.event[i].table;
    return FELT_DIRECTOR_NO_TABLE;
}

static void tell_level(const struct felt_tournament *tournament, int64_t row,
                       char text[FELT_TOURNAMENTS_TEXT])
{
    const struct felt_director_level *level = &tournament->row.plan.level[row];
    int number = 0;
    for (int64_t i = 0; i <= row; i++) number += tournament->row.plan.level[i].big > 0;
    if (level->big == 0)
        (void)snprintf(text, FELT_TOURNAMENTS_TEXT, "a break of %" PRIu32 " seconds",
                       level->ms / 1000);
    else if (level->ante)
        (void)snprintf(text, FELT_TOURNAMENTS_TEXT,
                       "level %d: %" PRId64 "/%" PRId64 ", ante %" PRId64, number,
                       (int64_t)level->small, (int64_t)level->big, (int64_t)level->ante);
    else
        (void)snprintf(text, FELT_TOURNAMENTS_TEXT, "level %d: %" PRId64 "/%" PRId64, number,
                       (int64_t)level->small, (int64_t)level->big);
}

/* What everybody should hear; false: it is no such thing. */
static bool word_for_all(const struct felt_tournament *tournament,
                         const struct felt_director_event *told, char text[FELT_TOURNAMENTS_TEXT])
{
    struct felt_director_face face;
    switch (told->kind) {
    case FELT_DIRECTOR_LEVEL: tell_level(tournament, told->amount, text); return true;
    case FELT_DIRECTOR_NO_MORE:
        felt_director_face(tournament->director, &face);
        (void)snprintf(text, FELT_TOURNAMENTS_TEXT,
                       "registration is over: %" PRIu32 " entries, prizes of %" PRId64
                       " for %" PRIu32,
                       face.entries, told->amount, face.places);
        return true;
    case FELT_DIRECTOR_BUBBLE:
        (void)snprintf(text, FELT_TOURNAMENTS_TEXT, "%s",
                       told->amount ? "hand for hand: each table plays one, and waits"
                                    : "hand for hand is over");
        return true;
    case FELT_DIRECTOR_FINAL_TABLE:
        (void)snprintf(text, FELT_TOURNAMENTS_TEXT, "the final table");
        return true;
    case FELT_DIRECTOR_ROUND:
        (void)snprintf(text, FELT_TOURNAMENTS_TEXT, "round %" PRId64, told->amount);
        return true;
    default: return false;
    }
}

static void tell_of(struct felt_tournaments *tournaments, const struct felt_tournament *tournament,
                    const struct felt_director_event *told)
{
    char text[FELT_TOURNAMENTS_TEXT];
    const char *name = tournament->person[told->entry].name;
    uint32_t table = table_left(tournaments, told->entry);
    struct felt_director_face face;
    felt_director_face(tournament->director, &face);
    switch (told->kind) {
    case FELT_DIRECTOR_WENT:
        (void)snprintf(text, sizeof text, "%s was moved to another table", name);
        tell(tournaments, tournament, told->from, text);
        (void)snprintf(text, sizeof text, "%s comes from another table", name);
        tell(tournaments, tournament, told->table, text);
        return;
    case FELT_DIRECTOR_PLACED:
        (void)snprintf(text, sizeof text, "%s: place %" PRId64, name, told->amount);
        break;
    case FELT_DIRECTOR_PRIZE:
        (void)snprintf(text, sizeof text, "%s wins %" PRId64 " chips", name, told->amount);
        break;
    default: return;
    }
    if (face.tables <= TOLD_EVERYWHERE)
        felt_tournament_tell(tournaments, tournament, text);
    else
        tell(tournaments, tournament, table, text);
}

void felt_tournament_announce(struct felt_tournaments *tournaments,
                              struct felt_tournament *tournament)
{
    char text[FELT_TOURNAMENTS_TEXT];
    if (!tournaments->awake) return;
    for (uint32_t i = 0; i < tournaments->log.count; i++) {
        const struct felt_director_event *told = &tournaments->log.event[i];
        if (word_for_all(tournament, told, text))
            felt_tournament_tell(tournaments, tournament, text);
        else
            tell_of(tournaments, tournament, told);
    }
}
