/* messages.c -- tournaments of the tournament service, as everybody may know them. */
#include "server/room/tournaments/messages.h"

#include "felt/assert.h"

#include <string.h>

static const char *state_of(const struct felt_tournament_face *face)
{
    const struct felt_director_plan *plan = &face->row->plan;
    switch ((enum felt_director_state)face->director.state) {
    case FELT_DIRECTOR_OPEN: return face->registering ? "open" : "announced";
    case FELT_DIRECTOR_OVER: return "over";
    case FELT_DIRECTOR_CALLED_OFF: return "off";
    case FELT_DIRECTOR_RUNNING: break;
    }
    if (face->director.paused) return "paused";
    return plan->level[face->director.level].big ? "running" : "break";
}

static struct felt_room_tournament_level level_of(const struct felt_director_plan *plan, int row)
{
    const struct felt_director_level *level = &plan->level[row];
    return (struct felt_room_tournament_level){level->small, level->big, level->ante, level->ms,
                                               level->hands};
}

/* Levels are counted without the breaks between them; a break belongs to the level before it. */
static void put_levels(const struct felt_tournament_face *face,
                       struct felt_room_tournament_card *card)
{
    const struct felt_director_plan *plan = &face->row->plan;
    uint8_t state = face->director.state;
    if (state != FELT_DIRECTOR_RUNNING && state != FELT_DIRECTOR_OVER) return;
    for (int i = 0; i <= face->director.level && i < plan->levels; i++)
        card->level += plan->level[i].big > 0;
    if (card->level == 0) card->level = 1; /* it begins with a break */
    card->now = level_of(plan, face->director.level);
    for (int i = face->director.level + 1; i < plan->levels && !card->next.big; i++)
        card->next = level_of(plan, i);
}

static void make_card(const struct felt_tournament_face *face,
                      struct felt_room_tournament_card *card)
{
    const struct felt_tournament_row *row = face->row;
    const struct felt_director_plan *plan = &row->plan;
    *card = (struct felt_room_tournament_card){
        .id = row->id,
        .title = row->title[0] ? row->title : row->id,
        .game = row->game,
        .limit = felt_tournament_row_limit(row),
        .format = felt_tournament_row_format(row),
        .state = state_of(face),
        .number = face->number,
        .registering = face->registering,
        .is_private = felt_tournament_row_private(row),
        .bots_welcome = row->bots,
        .hand_for_hand = face->director.hand_for_hand,
        .final = face->director.final,
        .seats = plan->seats,
        .entries = face->director.entries,
        .left = face->director.left,
        .house = face->director.house,
        .entrants_min = plan->entrants_min,
        .entrants_max = plan->entrants_max,
        .tables = face->director.tables,
        .round = plan->format == FELT_DIRECTOR_FREEZEOUT ? 0 : face->director.round,
        .stack = plan->stack,
        .buy_in = plan->buy_in,
        .fee = plan->fee,
        .pool = face->director.pool,
        .guarantee = plan->guarantee,
        .opens_ms =
            face->director.state == FELT_DIRECTOR_OPEN && !face->registering ? face->opens_ms : 0,
        .starts_ms = face->starts_ms,
        .level_ends_ms = face->level_ends_ms};
    put_levels(face, card);
}

void felt_tournament_msg_card(const struct felt_tournaments *tournaments, uint32_t index,
                              struct felt_room_tournament_card *card)
{
    struct felt_tournament_face face;
    felt_tournaments_face(tournaments, index, &face);
    make_card(&face, card);
}

uint32_t
felt_tournament_msg_cards(const struct felt_tournaments *tournaments,
                          struct felt_room_tournament_card cards[FELT_ROOM_TOURNAMENT_ROWS_TOLD])
{
    uint32_t told = 0;
    for (int settled = 0; settled < 2; settled++) {
        for (uint32_t i = felt_tournaments_count(tournaments);
             i-- > 0 && told < FELT_ROOM_TOURNAMENT_ROWS_TOLD;) {
            struct felt_tournament_face face;
            felt_tournaments_face(tournaments, i, &face);
            if (face.settled == (settled != 0)) make_card(&face, &cards[told++]);
        }
    }
    return told;
}

/* ---- entries ---- */

static const char *entry_state(const struct felt_director_entry *entry)
{
    switch ((enum felt_director_entry_state)entry->state) {
    case FELT_DIRECTOR_ENTRY_WAITS: return "waits";
    case FELT_DIRECTOR_ENTRY_IN: return "in";
    case FELT_DIRECTOR_ENTRY_REFUNDED: return "refunded";
    case FELT_DIRECTOR_ENTRY_PENDING:
    case FELT_DIRECTOR_ENTRY_OUT:
    case FELT_DIRECTOR_ENTRY_FREE: break;
    }
    return "out";
}

static const char *table_name(const struct felt_tournaments *tournaments,
                              const struct felt_room *room, uint32_t index, uint32_t table)
{
    struct felt_room_face face;
    int64_t number = felt_tournaments_table(tournaments, index, table);
    if (number < 0 || !felt_room_face(room, (uint32_t)number, &face)) return NULL;
    return face.id;
}

static bool make_guest(const struct felt_tournaments *tournaments, const struct felt_room *room,
                       uint32_t index, uint32_t number, struct felt_room_tournament_guest *guest)
{
    struct felt_tournament_entrant entrant;
    if (!felt_tournaments_entrant(tournaments, index, number, &entrant) ||
        entrant.entry->state == FELT_DIRECTOR_ENTRY_FREE)
        return false;
    const struct felt_director_entry *entry = entrant.entry;
    *guest = (struct felt_room_tournament_guest){
        .name = entrant.name,
        .state = entry_state(entry),
        .house = (entry->flags & FELT_DIRECTOR_ENTRY_HOUSE) != 0,
        .seat = FELT_SEAT_NONE,
        .number = entry->number,
        .place = entrant.place,
        .tied = entry->state == FELT_DIRECTOR_ENTRY_OUT ? entry->tied : 0,
        .stack = entry->state == FELT_DIRECTOR_ENTRY_IN ? entry->stack : 0,
        .prize = entry->paid ? entry->prize : 0};
    if (entry->state == FELT_DIRECTOR_ENTRY_IN && entry->table != FELT_DIRECTOR_NO_TABLE) {
        guest->table = table_name(tournaments, room, index, entry->table);
        if (guest->table) guest->seat = (felt_seat)entry->seat;
    }
    return true;
}

bool felt_tournament_msg_entry(const struct felt_tournaments *tournaments,
                               const struct felt_room *room, uint32_t index, uint32_t entry,
                               struct felt_tournament_sheet *sheet)
{
    felt_tournament_msg_card(tournaments, index, &sheet->card);
    return make_guest(tournaments, room, index, entry, &sheet->you);
}

/* ---- a page ---- */

static void put_plan(const struct felt_tournament_row *row, struct felt_tournament_sheet *sheet)
{
    const struct felt_director_plan *plan = &row->plan;
    struct felt_room_tournament_page *page = &sheet->page;
    *page = (struct felt_room_tournament_page){.card = &sheet->card,
                                               .ante = felt_tournament_row_ante(row),
                                               .late = plan->late_levels,
                                               .reentries = plan->reentries,
                                               .bubble = plan->bubble,
                                               .final_seats = plan->final_seats,
                                               .move_ms = row->clock_ms,
                                               .bank_ms = row->bank_ms,
                                               .level = sheet->level,
                                               .prize = sheet->prize,
                                               .table = sheet->table,
                                               .leader = sheet->leader,
                                               .guest = sheet->guest};
    for (int i = 0; i < plan->levels; i++) sheet->level[page->levels++] = level_of(plan, i);
}

/* Runs of places with the same prize.  The first place is by itself: odd chips are its. */
static void put_prizes(const struct felt_tournament_face *face, struct felt_tournament_sheet *sheet)
{
    const struct felt_prize_table *table = &face->row->plan.prizes;
    const struct felt_prize_row *row = &table->row[0];
    uint32_t entries = face->director.entries, places = face->director.places, from = 1;
    for (uint32_t i = 1; i < table->rows && table->row[i].entries_min <= entries; i++)
        row = &table->row[i];
    if (entries < 2) return;
    for (uint32_t i = 0; i < row->count && from <= places; i++) {
        uint32_t last = table->run[row->first + i].last_place;
        if (last > places) last = places;
        while (from <= last && sheet->page.prizes < FELT_ROOM_TOURNAMENT_PRIZES_TOLD) {
            uint32_t to = from == 1 ? 1 : last;
            sheet->prize[sheet->page.prizes++] = (struct felt_room_tournament_prize){
                from, to, felt_prizes_of(table, entries, face->director.pool, from)};
            from = to + 1;
        }
    }
}

static void put_tables(const struct felt_tournaments *tournaments, const struct felt_room *room,
                       uint32_t index, struct felt_tournament_sheet *sheet)
{
    const struct felt_director *director = felt_tournaments_director(tournaments, index);
    struct felt_tournament_face face;
    felt_tournaments_face(tournaments, index, &face);
    if (!director) return;
    for (uint32_t i = 0; i < face.row->plan.tables_max; i++) {
        uint16_t entry[FELT_SEATS_MAX];
        if (sheet->page.tables == FELT_ROOM_TOURNAMENT_TABLES_TOLD) return;
        if (!felt_director_table(director, i, entry)) continue;
        struct felt_room_tournament_table *told = &sheet->table[sheet->page.tables];
        *told =
            (struct felt_room_tournament_table){.table = table_name(tournaments, room, index, i)};
        if (!told->table) continue;
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
            told->players += entry[seat] != FELT_DIRECTOR_NOBODY;
        sheet->page.tables++;
    }
}

/* Those with the most chips, in one pass. */
static void put_leaders(const struct felt_tournaments *tournaments, const struct felt_room *room,
                        uint32_t index, uint32_t most, struct felt_tournament_sheet *sheet)
{
    uint32_t best[FELT_ROOM_TOURNAMENT_LEADERS], count = 0;
    felt_chips stack[FELT_ROOM_TOURNAMENT_LEADERS];
    for (uint32_t i = 0; i < most; i++) {
        struct felt_tournament_entrant entrant;
        if (!felt_tournaments_entrant(tournaments, index, i, &entrant)) continue;
        if (entrant.entry->state != FELT_DIRECTOR_ENTRY_IN) continue;
        if (count == FELT_ROOM_TOURNAMENT_LEADERS && entrant.entry->stack <= stack[count - 1])
            continue;
        uint32_t at = count < FELT_ROOM_TOURNAMENT_LEADERS ? count++ : count - 1;
        for (; at > 0 && stack[at - 1] < entrant.entry->stack; at--) {
            stack[at] = stack[at - 1];
            best[at] = best[at - 1];
        }
        stack[at] = entrant.entry->stack;
        best[at] = i;
    }
    for (uint32_t i = 0; i < count; i++)
        if (make_guest(tournaments, room, index, best[i], &sheet->leader[sheet->page.leaders]))
            sheet->page.leaders++;
}

void felt_tournament_msg_page(const struct felt_tournaments *tournaments,
                              const struct felt_room *room, uint32_t index, int64_t user,
                              uint32_t from, uint32_t limit, struct felt_tournament_sheet *sheet)
{
    struct felt_tournament_face face;
    felt_tournaments_face(tournaments, index, &face);
    const struct felt_director *director = felt_tournaments_director(tournaments, index);
    uint32_t most = face.row->plan.entrants_max;
    make_card(&face, &sheet->card);
    put_plan(face.row, sheet);
    put_prizes(&face, sheet);
    put_tables(tournaments, room, index, sheet);
    put_leaders(tournaments, room, index, most, sheet);
    struct felt_room_tournament_page *page = &sheet->page;
    if (face.director.state == FELT_DIRECTOR_RUNNING && face.director.left)
        page->average = face.director.chips / face.director.left;
    if (limit > FELT_ROOM_TOURNAMENT_PAGE) limit = FELT_ROOM_TOURNAMENT_PAGE;
    for (uint32_t i = from; i < most; i++) {
        struct felt_room_tournament_guest guest;
        if (!make_guest(tournaments, room, index, i, &guest)) continue;
        if (page->guests == limit) {
            page->next = i;
            break;
        }
        sheet->guest[page->guests++] = guest;
    }
    uint32_t own = user && director ? felt_director_entry_of(director, user) : FELT_DIRECTOR_NOBODY;
    if (own != FELT_DIRECTOR_NOBODY && make_guest(tournaments, room, index, own, &sheet->you))
        page->you = &sheet->you;
}
