/* event_news.c -- tournaments of the office, as everybody may know them. */
#include "server/room/tournaments/event_news.h"

#include "felt/assert.h"

#include <string.h>

static const char *state_of(const struct felt_event_face *face)
{
    const struct felt_tour_plan *plan = &face->row->plan;
    switch ((enum felt_tour_state)face->tour.state) {
    case FELT_TOUR_OPEN: return face->registering ? "open" : "announced";
    case FELT_TOUR_OVER: return "over";
    case FELT_TOUR_CALLED_OFF: return "off";
    case FELT_TOUR_RUNNING: break;
    }
    if (face->tour.paused) return "paused";
    return plan->level[face->tour.level].big ? "running" : "break";
}

static struct felt_event_level level_of(const struct felt_tour_plan *plan, int row)
{
    const struct felt_tour_level *level = &plan->level[row];
    return (struct felt_event_level){level->small, level->big, level->ante, level->ms,
                                     level->hands};
}

/* Levels are counted without the breaks between them; a break belongs to the level before it. */
static void put_levels(const struct felt_event_face *face, struct felt_event_card *card)
{
    const struct felt_tour_plan *plan = &face->row->plan;
    uint8_t state = face->tour.state;
    if (state != FELT_TOUR_RUNNING && state != FELT_TOUR_OVER) return;
    for (int i = 0; i <= face->tour.level && i < plan->levels; i++)
        card->level += plan->level[i].big > 0;
    if (card->level == 0) card->level = 1; /* it begins with a break */
    card->now = level_of(plan, face->tour.level);
    for (int i = face->tour.level + 1; i < plan->levels && !card->next.big; i++)
        card->next = level_of(plan, i);
}

static void make_card(const struct felt_event_face *face, struct felt_event_card *card)
{
    const struct felt_event_row *row = face->row;
    const struct felt_tour_plan *plan = &row->plan;
    *card = (struct felt_event_card){
        .id = row->id,
        .title = row->title[0] ? row->title : row->id,
        .game = row->game,
        .limit = felt_event_row_limit(row),
        .format = felt_event_row_format(row),
        .state = state_of(face),
        .number = face->number,
        .registering = face->registering,
        .is_private = felt_event_row_private(row),
        .bots_welcome = row->bots,
        .hand_for_hand = face->tour.hand_for_hand,
        .final = face->tour.final,
        .seats = plan->seats,
        .entries = face->tour.entries,
        .left = face->tour.left,
        .house = face->tour.house,
        .entrants_min = plan->entrants_min,
        .entrants_max = plan->entrants_max,
        .tables = face->tour.tables,
        .round = plan->format == FELT_TOUR_FREEZEOUT ? 0 : face->tour.round,
        .stack = plan->stack,
        .buy_in = plan->buy_in,
        .fee = plan->fee,
        .pool = face->tour.pool,
        .guarantee = plan->guarantee,
        .opens_ms = face->tour.state == FELT_TOUR_OPEN && !face->registering ? face->opens_ms : 0,
        .starts_ms = face->starts_ms,
        .level_ends_ms = face->level_ends_ms};
    put_levels(face, card);
}

void felt_event_news_card(const struct felt_office *office, uint32_t index,
                          struct felt_event_card *card)
{
    struct felt_event_face face;
    felt_office_face(office, index, &face);
    make_card(&face, card);
}

uint32_t felt_event_news_cards(const struct felt_office *office,
                               struct felt_event_card cards[FELT_EVENT_ROWS_TOLD])
{
    uint32_t told = 0;
    for (int settled = 0; settled < 2; settled++) {
        for (uint32_t i = felt_office_count(office); i-- > 0 && told < FELT_EVENT_ROWS_TOLD;) {
            struct felt_event_face face;
            felt_office_face(office, i, &face);
            if (face.settled == (settled != 0)) make_card(&face, &cards[told++]);
        }
    }
    return told;
}

/* ---- entries ---- */

static const char *entry_state(const struct felt_tour_entry *entry)
{
    switch ((enum felt_entry_state)entry->state) {
    case FELT_ENTRY_WAITS: return "waits";
    case FELT_ENTRY_IN: return "in";
    case FELT_ENTRY_REFUNDED: return "refunded";
    case FELT_ENTRY_PENDING:
    case FELT_ENTRY_OUT:
    case FELT_ENTRY_FREE: break;
    }
    return "out";
}

static const char *table_name(const struct felt_office *office, const struct felt_floor *floor,
                              uint32_t index, uint32_t table)
{
    struct felt_floor_face face;
    int64_t number = felt_office_table(office, index, table);
    if (number < 0 || !felt_floor_face(floor, (uint32_t)number, &face)) return NULL;
    return face.id;
}

static bool make_guest(const struct felt_office *office, const struct felt_floor *floor,
                       uint32_t index, uint32_t number, struct felt_event_guest *guest)
{
    struct felt_event_entrant entrant;
    if (!felt_office_entrant(office, index, number, &entrant) ||
        entrant.entry->state == FELT_ENTRY_FREE)
        return false;
    const struct felt_tour_entry *entry = entrant.entry;
    *guest = (struct felt_event_guest){.name = entrant.name,
                                       .state = entry_state(entry),
                                       .house = (entry->flags & FELT_ENTRY_HOUSE) != 0,
                                       .seat = FELT_SEAT_NONE,
                                       .number = entry->number,
                                       .place = entrant.place,
                                       .tied = entry->state == FELT_ENTRY_OUT ? entry->tied : 0,
                                       .stack = entry->state == FELT_ENTRY_IN ? entry->stack : 0,
                                       .prize = entry->paid ? entry->prize : 0};
    if (entry->state == FELT_ENTRY_IN && entry->table != FELT_TOUR_NO_TABLE) {
        guest->table = table_name(office, floor, index, entry->table);
        if (guest->table) guest->seat = (felt_seat)entry->chair;
    }
    return true;
}

bool felt_event_news_entry(const struct felt_office *office, const struct felt_floor *floor,
                           uint32_t index, uint32_t entry, struct felt_event_sheet *sheet)
{
    felt_event_news_card(office, index, &sheet->card);
    return make_guest(office, floor, index, entry, &sheet->you);
}

/* ---- a page ---- */

static void put_plan(const struct felt_event_row *row, struct felt_event_sheet *sheet)
{
    const struct felt_tour_plan *plan = &row->plan;
    struct felt_event_page *page = &sheet->page;
    *page = (struct felt_event_page){.card = &sheet->card,
                                     .ante = felt_event_row_ante(row),
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
static void put_prizes(const struct felt_event_face *face, struct felt_event_sheet *sheet)
{
    const struct felt_prize_table *table = &face->row->plan.prizes;
    const struct felt_prize_row *row = &table->row[0];
    uint32_t entries = face->tour.entries, places = face->tour.places, from = 1;
    for (uint32_t i = 1; i < table->rows && table->row[i].entries_min <= entries; i++)
        row = &table->row[i];
    if (entries < 2) return;
    for (uint32_t i = 0; i < row->count && from <= places; i++) {
        uint32_t last = table->run[row->first + i].last_place;
        if (last > places) last = places;
        while (from <= last && sheet->page.prizes < FELT_EVENT_PRIZES_TOLD) {
            uint32_t to = from == 1 ? 1 : last;
            sheet->prize[sheet->page.prizes++] = (struct felt_event_prize){
                from, to, felt_prizes_of(table, entries, face->tour.pool, from)};
            from = to + 1;
        }
    }
}

static void put_tables(const struct felt_office *office, const struct felt_floor *floor,
                       uint32_t index, struct felt_event_sheet *sheet)
{
    const struct felt_tour *tour = felt_office_tour(office, index);
    struct felt_event_face face;
    felt_office_face(office, index, &face);
    if (!tour) return;
    for (uint32_t i = 0; i < face.row->plan.tables_max; i++) {
        uint16_t entry[FELT_SEATS_MAX];
        if (sheet->page.tables == FELT_EVENT_TABLES_TOLD) return;
        if (!felt_tour_table(tour, i, entry)) continue;
        struct felt_event_table *told = &sheet->table[sheet->page.tables];
        *told = (struct felt_event_table){.table = table_name(office, floor, index, i)};
        if (!told->table) continue;
        for (int chair = 0; chair < FELT_SEATS_MAX; chair++)
            told->players += entry[chair] != FELT_TOUR_NOBODY;
        sheet->page.tables++;
    }
}

/* Those with the most chips, in one pass. */
static void put_leaders(const struct felt_office *office, const struct felt_floor *floor,
                        uint32_t index, uint32_t most, struct felt_event_sheet *sheet)
{
    uint32_t best[FELT_EVENT_LEADERS], count = 0;
    felt_chips stack[FELT_EVENT_LEADERS];
    for (uint32_t i = 0; i < most; i++) {
        struct felt_event_entrant entrant;
        if (!felt_office_entrant(office, index, i, &entrant)) continue;
        if (entrant.entry->state != FELT_ENTRY_IN) continue;
        if (count == FELT_EVENT_LEADERS && entrant.entry->stack <= stack[count - 1]) continue;
        uint32_t at = count < FELT_EVENT_LEADERS ? count++ : count - 1;
        for (; at > 0 && stack[at - 1] < entrant.entry->stack; at--) {
            stack[at] = stack[at - 1];
            best[at] = best[at - 1];
        }
        stack[at] = entrant.entry->stack;
        best[at] = i;
    }
    for (uint32_t i = 0; i < count; i++)
        if (make_guest(office, floor, index, best[i], &sheet->leader[sheet->page.leaders]))
            sheet->page.leaders++;
}

void felt_event_news_page(const struct felt_office *office, const struct felt_floor *floor,
                          uint32_t index, int64_t user, uint32_t from, uint32_t limit,
                          struct felt_event_sheet *sheet)
{
    struct felt_event_face face;
    felt_office_face(office, index, &face);
    const struct felt_tour *tour = felt_office_tour(office, index);
    uint32_t most = face.row->plan.entrants_max;
    make_card(&face, &sheet->card);
    put_plan(face.row, sheet);
    put_prizes(&face, sheet);
    put_tables(office, floor, index, sheet);
    put_leaders(office, floor, index, most, sheet);
    struct felt_event_page *page = &sheet->page;
    if (face.tour.state == FELT_TOUR_RUNNING && face.tour.left)
        page->average = face.tour.chips / face.tour.left;
    if (limit > FELT_EVENT_PAGE) limit = FELT_EVENT_PAGE;
    for (uint32_t i = from; i < most; i++) {
        struct felt_event_guest guest;
        if (!make_guest(office, floor, index, i, &guest)) continue;
        if (page->guests == limit) {
            page->next = i;
            break;
        }
        sheet->guest[page->guests++] = guest;
    }
    uint32_t own = user && tour ? felt_tour_entry_of(tour, user) : FELT_TOUR_NOBODY;
    if (own != FELT_TOUR_NOBODY && make_guest(office, floor, index, own, &sheet->you))
        page->you = &sheet->you;
}
