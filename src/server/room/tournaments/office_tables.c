/* office_tables.c -- guided tables: chairs, hands, what those who sit there are told.
 *
 * Chairs are not moved as the director tells it, but compared: whoever sits where the director has
 * somebody else, or with another stack, rises; whoever is missing sits down.  So it does not matter
 * how the two came apart, by a move, a hand that is void, or a crash. */
#include "server/room/tournaments/office_parts.h"

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

static int64_t floor_ms(const struct felt_office *office)
{
    return office->services->floor_ms(office->services->self);
}

void felt_cup_set_table(struct felt_office *office, struct felt_cup *event, uint32_t table,
                        int64_t floor)
{
    struct felt_cup_table *at = &event->table[table];
    if (at->floor >= 0 && (uint64_t)at->floor < office->config.tables_max)
        office->at[at->floor] = 0;
    at->floor = floor;
    if (floor >= 0 && (uint64_t)floor < office->config.tables_max)
        office->at[floor] = 1 + ((uint64_t)event->number << 16 | table);
}

/* ---- chairs ---- */

/* Somebody of the director's table who is not where he should be, or nobody there is right. */
static bool is_right(const struct felt_cup *event, uint16_t entry,
                     const struct felt_guided_look *look, int chair)
{
    if (entry == FELT_TOUR_NOBODY) return look->user[chair] == 0;
    const struct felt_tour_entry *who = felt_tour_entry(event->tour, entry);
    return look->user[chair] == who->user && look->stack[chair] == who->stack;
}

/* Between hands, for both. */
static bool is_quiet(const struct felt_office *office, const struct felt_cup *event, uint32_t table,
                     struct felt_guided_look *look)
{
    struct felt_tour_hand hand;
    int64_t floor = event->table[table].floor;
    if (floor < 0 || felt_tour_under_way(event->tour, table, &hand)) return false;
    return felt_guided_look(office->floor, (uint32_t)floor, look) && !look->hand;
}

static void rise(struct felt_office *office, struct felt_cup *event, uint32_t table)
{
    struct felt_guided_look look;
    uint16_t entry[FELT_SEATS_MAX];
    struct felt_cup_table *at = &event->table[table];
    if (!is_quiet(office, event, table, &look)) return;
    if (!felt_tour_table(event->tour, table, entry)) {
        felt_guided_close(office->floor, (uint32_t)at->floor, floor_ms(office));
        felt_cup_set_table(office, event, table, -1);
        felt_office_write_table(office, event, table);
        at->dirty = false;
        return;
    }
    for (int i = 0; i < FELT_SEATS_MAX; i++)
        if (look.user[i] && !is_right(event, entry[i], &look, i) &&
            !felt_guided_rise(office->floor, (uint32_t)at->floor, (felt_seat)i, floor_ms(office)))
            felt_office_note(office, "alarm", event, "chair %d of table %" PRIu32 " is not left", i,
                             table + 1);
}

static void open_table(struct felt_office *office, struct felt_cup *event, uint32_t table)
{
    uint16_t entry[FELT_SEATS_MAX];
    struct felt_cup_table *at = &event->table[table];
    if (!felt_tour_table(event->tour, table, entry)) {
        if (at->floor < 0) at->dirty = false;
        return;
    }
    if (at->floor >= 0 || event->stake < 0) return;
    int64_t floor = felt_guided_open(office->floor, event->stake, floor_ms(office));
    if (floor >= 0 && (uint64_t)floor >= office->config.tables_max) {
        felt_guided_close(office->floor, (uint32_t)floor, floor_ms(office));
        floor = -1;
    }
    if (floor < 0) {
        if (!at->told)
            felt_office_note(office, "alarm", event,
                             "there is no room for table %" PRIu32 "; allow more tables",
                             table + 1);
        at->told = true;
        return;
    }
    felt_cup_set_table(office, event, table, floor);
    felt_office_write_table(office, event, table);
    at->next_ms = office->now_ms + event->row.pause_ms;
}

static void seat(struct felt_office *office, struct felt_cup *event, uint32_t table)
{
    struct felt_guided_look look;
    uint16_t entry[FELT_SEATS_MAX];
    struct felt_cup_table *at = &event->table[table];
    if (!is_quiet(office, event, table, &look) || !felt_tour_table(event->tour, table, entry))
        return;
    bool good = true;
    for (int i = 0; i < FELT_SEATS_MAX; i++) {
        if (is_right(event, entry[i], &look, i)) continue;
        if (look.user[i] || entry[i] == FELT_TOUR_NOBODY ||
            !felt_guided_seat(office->floor, (uint32_t)at->floor, (felt_seat)i,
                              &event->person[entry[i]],
                              felt_tour_entry(event->tour, entry[i])->stack, floor_ms(office)))
            good = false;
    }
    if (!good && !at->told)
        felt_office_note(office, "alarm", event,
                         "somebody cannot sit down at table %" PRIu32 "; it waits", table + 1);
    at->told = !good;
    at->dirty = !good;
}

/* First everybody rises who must, so that there is room. */
void felt_cup_arrange(struct felt_office *office, struct felt_cup *event)
{
    void (*const step[])(struct felt_office *, struct felt_cup *, uint32_t) = {rise, open_table,
                                                                               seat};
    if (!office->awake) return;
    for (int i = 0; i < 3; i++)
        for (uint32_t table = 0; table < event->row.plan.tables_max; table++)
            if (event->table[table].dirty) step[i](office, event, table);
}

/* ---- hands ---- */

/* Antes before blinds where everybody has one; of the big blind's, the blind goes first. */
static void forced_bets(const struct felt_tour_hand *next, struct felt_guided_hand *hand)
{
    for (felt_seats left = next->seats; left;) {
        felt_seat one = felt_seats_take(&left);
        felt_chips has = next->stack[one];
        felt_chips blind = one == next->big     ? next->big_blind
                           : one == next->small ? next->small_blind
                                                : 0;
        felt_chips ante = next->ante_style == FELT_TOUR_ANTE_EACH ? next->ante : 0;
        hand->ante[one] = ante < has ? ante : has;
        has -= hand->ante[one];
        hand->blind[one] = blind < has ? blind : has;
        has -= hand->blind[one];
        if (next->ante_style == FELT_TOUR_ANTE_OF_BIG && one == next->big)
            hand->dead[one] = next->ante < has ? next->ante : has;
    }
}

/* Is somebody there, by a line, of those who are dealt in and not blinded off? */
static bool is_played(const struct felt_office *office, const struct felt_cup_table *at,
                      const struct felt_tour_hand *hand)
{
    struct felt_floor_face face;
    if (!felt_floor_face(office->floor, (uint32_t)at->floor, &face)) return true;
    for (felt_seats left = hand->seats & (felt_seats)~hand->removed; left;)
        if (face.chair[felt_seats_take(&left)].connected) return true;
    return false;
}

/* Nobody is left who would play, and folding would never end: the largest stack has won.  Whoever
 * is gone has time to come back until blinds do not grow any more. */
static bool is_forfeit(const struct felt_office *office, const struct felt_cup *event,
                       struct felt_cup_table *at, const struct felt_tour_hand *hand)
{
    struct felt_tour_face face;
    felt_tour_face(event->tour, &face);
    bool last = event->row.plan.format != FELT_TOUR_FREEZEOUT || face.tables == 1;
    bool grows = hand->level + 1 < event->row.plan.levels;
    at->idle = grows || is_played(office, at, hand) ? 0 : at->idle + 1;
    return last && face.closed && (hand->removed == hand->seats || at->idle > IDLE_MAX);
}

static void forfeit(struct felt_office *office, struct felt_cup *event, uint32_t table,
                    const struct felt_tour_hand *hand)
{
    struct felt_tour_input input = {.what = FELT_TOUR_RESULT, .table = table};
    felt_seat winner = felt_seats_first(hand->seats);
    felt_chips all = 0;
    for (felt_seats left = hand->seats; left;) {
        felt_seat one = felt_seats_take(&left);
        if (hand->stack[one] > hand->stack[winner]) winner = one;
        all += hand->stack[one];
    }
    input.stack[winner] = all;
    enum felt_tour_no no = felt_cup_give(office, event, input);
    felt_assert(no == FELT_TOUR_OK);
}

static void begin(struct felt_office *office, struct felt_cup *event, uint32_t table)
{
    struct felt_cup_table *at = &event->table[table];
    struct felt_tour_input input = {.what = FELT_TOUR_BEGIN, .table = table};
    struct felt_tour_hand next;
    if (felt_cup_give(office, event, input) != FELT_TOUR_OK) return;
    bool under_way = felt_tour_under_way(event->tour, table, &next);
    felt_assert(under_way);
    if (is_forfeit(office, event, at, &next)) {
        forfeit(office, event, table, &next);
        return;
    }
    struct felt_guided_hand hand = {.game = next.level,
                                    .seats = next.seats,
                                    .removed = next.removed,
                                    .button = next.button,
                                    .small = next.small,
                                    .big = next.big,
                                    .number = at->hand};
    forced_bets(&next, &hand);
    if (felt_guided_deal(office->floor, (uint32_t)at->floor, &hand, floor_ms(office))) return;
    at->next_ms = office->now_ms + AGAIN_MS;
    at->dirty = true;
    input.what = FELT_TOUR_VOID;
    enum felt_tour_no no = felt_cup_give(office, event, input);
    felt_assert(no == FELT_TOUR_OK);
    felt_office_note(office, "alarm", event, "no hand can be dealt at table %" PRIu32, table + 1);
}

int64_t felt_cup_deal(struct felt_office *office, struct felt_cup *event)
{
    int64_t next = INT64_MAX;
    struct felt_tour_face face;
    struct felt_tour_hand hand;
    felt_tour_face(event->tour, &face);
    if (face.state != FELT_TOUR_RUNNING || face.paused) return next;
    int begins = 0;
    for (uint32_t table = 0; table < event->row.plan.tables_max; table++) {
        const struct felt_cup_table *at = &event->table[table];
        if (at->floor < 0 || event->stuck) continue;
        if (at->next_ms > office->now_ms) {
            if (at->next_ms < next) next = at->next_ms;
            continue;
        }
        if (at->dirty || felt_tour_next(event->tour, table, &hand) != FELT_TOUR_OK) continue;
        if (begins++ == BEGINS_MAX) return office->now_ms;
        begin(office, event, table);
    }
    return next;
}

/* Since when no hand could begin although the director would have one, at this table. */
static int64_t held_since(const struct felt_office *office, const struct felt_cup *event,
                          uint32_t table, bool *plays)
{
    uint16_t entry[FELT_SEATS_MAX];
    struct felt_tour_hand hand;
    const struct felt_cup_table *at = &event->table[table];
    bool under_way = felt_tour_under_way(event->tour, table, &hand);
    *plays |= under_way;
    if (under_way || !felt_tour_table(event->tour, table, entry)) return 0;
    if (at->held_ms) return at->held_ms; /* a break does not end it */
    return felt_tour_next(event->tour, table, &hand) == FELT_TOUR_OK ? office->now_ms : 0;
}

/* All tables are held up for a minute, or one of them for five. */
static bool is_held_up(const struct felt_office *office, struct felt_cup *event)
{
    bool plays = false;
    int64_t first = INT64_MAX;
    for (uint32_t table = 0; table < event->row.plan.tables_max; table++) {
        struct felt_cup_table *at = &event->table[table];
        at->held_ms = held_since(office, event, table, &plays);
        if (at->held_ms && at->held_ms < first) first = at->held_ms;
    }
    if (plays) event->held_ms = 0;
    if (first == INT64_MAX) return false;
    if (!plays && !event->held_ms) event->held_ms = office->now_ms;
    int64_t limit = office->now_ms - event->row.pause_ms;
    event->stuck |= first <= limit - HELD_TABLE_MAX_MS;
    if (plays) return false; /* hands that have begun are played to their end */
    return event->stuck || event->held_ms <= limit - HELD_MAX_MS;
}

static void forget_held(struct felt_cup *event)
{
    event->held_ms = 0;
    event->stuck = false;
    for (uint32_t table = 0; table < event->row.plan.tables_max; table++)
        event->table[table].held_ms = 0;
}

void felt_cup_mind(struct felt_office *office, struct felt_cup *event)
{
    struct felt_tour_face face;
    felt_tour_face(event->tour, &face);
    if (face.state != FELT_TOUR_RUNNING || face.paused) {
        forget_held(event);
        return;
    }
    if (!is_held_up(office, event)) return;
    forget_held(event);
    felt_cup_tell(office, event,
                  "the tournament cannot go on: it ends here, buy-ins go back, or those who are in "
                  "share the prizes that are left");
    enum felt_tour_no no =
        felt_cup_give(office, event, (struct felt_tour_input){.what = FELT_TOUR_GIVE_UP});
    felt_assert(no == FELT_TOUR_OK);
    felt_office_note(office, "alarm", event,
                     "no hand could begin for a minute: the tournament is called off");
}

void felt_office_hand_over(struct felt_office *office, uint32_t table, uint64_t number,
                           const felt_chips stack[FELT_SEATS_MAX], bool is_void, int64_t wall_ms)
{
    felt_office_clock(office, wall_ms);
    uint32_t at = felt_office_at(office, table);
    struct felt_cup *event = at ? felt_cup_find(office, at) : NULL;
    uint32_t own = event ? (uint32_t)((office->at[table] - 1) & 0xffff) : 0;
    struct felt_tour_hand hand;
    if (!event || !office->awake || event->table[own].hand != number ||
        !felt_tour_under_way(event->tour, own, &hand))
        return;
    struct felt_tour_input input = {.what = FELT_TOUR_RESULT, .table = own};
    enum felt_tour_no no = FELT_TOUR_BAD_AMOUNT;
    event->table[own].next_ms = office->now_ms + event->row.pause_ms;
    for (int i = 0; i < FELT_SEATS_MAX; i++) input.stack[i] = stack[i];
    if (!is_void) no = felt_cup_give(office, event, input);
    if (no == FELT_TOUR_OK) return;
    if (!is_void)
        felt_office_note(office, "alarm", event, "a hand of table %" PRIu32 " is void: %s", own + 1,
                         felt_tour_no_text(no));
    event->table[own].dirty = true;
    input.what = FELT_TOUR_VOID;
    no = felt_cup_give(office, event, input);
    felt_assert(no == FELT_TOUR_OK);
}

/* ---- told ---- */

static void tell(struct felt_office *office, const struct felt_cup *event, uint32_t table,
                 const char *text)
{
    if (table < event->row.plan.tables_max && event->table[table].floor >= 0)
        felt_guided_tell(office->floor, (uint32_t)event->table[table].floor, text);
}

void felt_cup_tell(struct felt_office *office, const struct felt_cup *event, const char *text)
{
    for (uint32_t i = 0; i < event->row.plan.tables_max; i++) tell(office, event, i, text);
    felt_office_note(office, "info", event, "%s", text);
}

/* Where somebody sat until this input; NO_TABLE: it was before. */
static uint32_t table_left(const struct felt_office *office, uint16_t entry)
{
    for (uint32_t i = 0; i < office->log.count; i++)
        if (office->log.event[i].kind == FELT_TOUR_BUSTED && office->log.event[i].entry == entry)
            return office->log.event[i].table;
    return FELT_TOUR_NO_TABLE;
}

static void tell_level(const struct felt_cup *event, int64_t row, char text[FELT_OFFICE_TEXT])
{
    const struct felt_tour_level *level = &event->row.plan.level[row];
    int number = 0;
    for (int64_t i = 0; i <= row; i++) number += event->row.plan.level[i].big > 0;
    if (level->big == 0)
        (void)snprintf(text, FELT_OFFICE_TEXT, "a break of %" PRIu32 " seconds", level->ms / 1000);
    else if (level->ante)
        (void)snprintf(text, FELT_OFFICE_TEXT, "level %d: %" PRId64 "/%" PRId64 ", ante %" PRId64,
                       number, (int64_t)level->small, (int64_t)level->big, (int64_t)level->ante);
    else
        (void)snprintf(text, FELT_OFFICE_TEXT, "level %d: %" PRId64 "/%" PRId64, number,
                       (int64_t)level->small, (int64_t)level->big);
}

/* What everybody should hear; false: it is no such thing. */
static bool word_for_all(const struct felt_cup *event, const struct felt_tour_event *told,
                         char text[FELT_OFFICE_TEXT])
{
    struct felt_tour_face face;
    switch (told->kind) {
    case FELT_TOUR_LEVEL: tell_level(event, told->amount, text); return true;
    case FELT_TOUR_NO_MORE:
        felt_tour_face(event->tour, &face);
        (void)snprintf(text, FELT_OFFICE_TEXT,
                       "registration is over: %" PRIu32 " entries, prizes of %" PRId64
                       " for %" PRIu32,
                       face.entries, told->amount, face.places);
        return true;
    case FELT_TOUR_BUBBLE:
        (void)snprintf(text, FELT_OFFICE_TEXT, "%s",
                       told->amount ? "hand for hand: each table plays one, and waits"
                                    : "hand for hand is over");
        return true;
    case FELT_TOUR_FINAL_TABLE:
        (void)snprintf(text, FELT_OFFICE_TEXT, "the final table");
        return true;
    case FELT_TOUR_ROUND:
        (void)snprintf(text, FELT_OFFICE_TEXT, "round %" PRId64, told->amount);
        return true;
    default: return false;
    }
}

static void tell_of(struct felt_office *office, const struct felt_cup *event,
                    const struct felt_tour_event *told)
{
    char text[FELT_OFFICE_TEXT];
    const char *name = event->person[told->entry].name;
    uint32_t table = table_left(office, told->entry);
    struct felt_tour_face face;
    felt_tour_face(event->tour, &face);
    switch (told->kind) {
    case FELT_TOUR_WENT:
        (void)snprintf(text, sizeof text, "%s was moved to another table", name);
        tell(office, event, told->from, text);
        (void)snprintf(text, sizeof text, "%s comes from another table", name);
        tell(office, event, told->table, text);
        return;
    case FELT_TOUR_PLACED:
        (void)snprintf(text, sizeof text, "%s: place %" PRId64, name, told->amount);
        break;
    case FELT_TOUR_PRIZE:
        (void)snprintf(text, sizeof text, "%s wins %" PRId64 " chips", name, told->amount);
        break;
    default: return;
    }
    if (face.tables <= TOLD_EVERYWHERE)
        felt_cup_tell(office, event, text);
    else
        tell(office, event, table, text);
}

void felt_cup_announce(struct felt_office *office, struct felt_cup *event)
{
    char text[FELT_OFFICE_TEXT];
    if (!office->awake) return;
    for (uint32_t i = 0; i < office->log.count; i++) {
        const struct felt_tour_event *told = &office->log.event[i];
        if (word_for_all(event, told, text))
            felt_cup_tell(office, event, text);
        else
            tell_of(office, event, told);
    }
}
