/* parlour_events.c -- the office of tournaments in the parlour: its records, orders, stakes and
 * news, and the wants that are for it.
 *
 * The office's records go into the floor's journal (felt_floor_append_other()), its orders to the
 * ledger behind the floor's: not before the journal has what they rest on.  It wakes up when the
 * floor is open. */
#include "server/session/parlour_parts.h"

#include "base/metric.h"
#include "felt/assert.h"
#include "server/room/tournaments/event_news.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRIES_MIN = 64, EVENTS_ALL = FELT_EVENTS_MAX_OPEN + FELT_EVENT_KEPT };

/* An entry whose owner has to be told. */
struct entry_news {
    uint32_t event, entry; /* event: its number, which stays                                     */
};

struct felt_parlour_events {
    struct felt_office *office;
    struct felt_office_config config;
    struct felt_office_services services;
    bool resumed;
    bool stirred;    /* something happened since the office was last asked what it wants          */
    int64_t next_ms; /* when it wants to be asked at the latest                                 */
    int64_t tell_ms; /* rows that changed are told then, not before                           */
    uint32_t changed[EVENTS_ALL], changes; /* numbers of events; too many: all                    */
    struct entry_news *entry;
    uint32_t entries, room;
    uint32_t uses[FELT_STAKES_ADDED];
    struct felt_event_sheet sheet;
    struct felt_event_card cards[FELT_EVENT_ROWS_TOLD];
};

/* ---- what the office wants ---- */

static bool serve_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    return felt_parlour_hold(self, order, FELT_ERRAND_OFFICE, ticket);
}

static void serve_append(void *self, const void *bytes, size_t count)
{
    felt_floor_append_other(((struct felt_parlour *)self)->floor, bytes, count);
}

static void serve_entropy(void *self, void *out, size_t bytes)
{
    const struct felt_parlour_services *services = ((struct felt_parlour *)self)->services;
    services->entropy(services->self, out, bytes);
}

static int64_t serve_floor_ms(void *self)
{
    return felt_parlour_ms(self);
}

static int add_stake(struct felt_parlour *parlour, const struct felt_event_row *row,
                     struct felt_complaint *why)
{
    const struct felt_parlour_services *services = parlour->services;
    const struct felt_stake *stake =
        services->event_stake ? services->event_stake(services->self, row, why) : NULL;
    if (!stake) return -1;
    int number = felt_floor_add_stake(parlour->floor, stake);
    if (number >= 0) return number;
    services->stake_gone(services->self, stake);
    (void)felt_complain(why, FELT_BAD_RULES, 0, 0,
                        "id = %s: a table or a tournament of that name is there already", row->id);
    return -1;
}

/* The next one of a series differs in when it starts, not in what is played. */
static bool suits(const struct felt_stake *there, const struct felt_event_row *row)
{
    struct felt_event_row old;
    size_t mark = sizeof FELT_EVENT_STAKE_MARK - 1;
    if (there->text_bytes < mark ||
        felt_event_row_read(&old, there->text + mark, there->text_bytes - mark, NULL) != FELT_OK)
        return false;
    const struct felt_tour_plan *a = &old.plan, *b = &row->plan;
    bool same = strcmp(old.game, row->game) == 0 && old.limit == row->limit &&
                old.clock_ms == row->clock_ms && old.bank_ms == row->bank_ms &&
                a->seats == b->seats && a->levels == b->levels;
    for (int i = 0; same && i < a->levels; i++)
        same = a->level[i].small == b->level[i].small && a->level[i].big == b->level[i].big;
    return same;
}

/* Tournaments of one row share a stake; one of another row whose tables are not gone yet is in the
 * way. */
static int serve_stake(void *self, const struct felt_event_row *row, struct felt_complaint *why)
{
    struct felt_parlour *parlour = self;
    struct felt_parlour_events *events = parlour->events;
    int number = felt_floor_find_stake(parlour->floor, row->id);
    if (number >= 0) {
        const struct felt_stake *there = felt_floor_stake(parlour->floor, number);
        if (!there->guided || !suits(there, row)) {
            (void)felt_complain(why, FELT_BAD_RULES, 0, 0,
                                "id = %s: tables of that name are there, and are others", row->id);
            return -1;
        }
    } else {
        number = add_stake(parlour, row, why);
    }
    if (number >= FELT_STAKES_MAX) events->uses[number - FELT_STAKES_MAX]++;
    return number;
}

static void serve_stake_done(void *self, int stake)
{
    struct felt_parlour *parlour = self;
    uint32_t *uses = &parlour->events->uses[stake - FELT_STAKES_MAX];
    felt_assert(*uses > 0);
    if (--*uses == 0) felt_floor_drop_stake(parlour->floor, stake);
}

static bool serve_hire(void *self, felt_chips buy_in, struct felt_guest_of_floor *who)
{
    return felt_reserve_hire(self, buy_in, who);
}

static void serve_hired(void *self, int64_t user)
{
    felt_reserve_hired(self, user);
}

static void serve_let_go(void *self, int64_t user)
{
    felt_reserve_let_go(self, user);
}

static void serve_changed(void *self, uint32_t index)
{
    struct felt_parlour *parlour = self;
    struct felt_parlour_events *events = parlour->events;
    struct felt_event_face face;
    felt_office_face(events->office, index, &face);
    for (uint32_t i = 0; i < events->changes; i++)
        if (events->changed[i] == face.number) return;
    if (events->changes < EVENTS_ALL) events->changed[events->changes++] = face.number;
}

/* All lines that look at the list, or all lines of a user. */
static uint32_t find_lines(struct felt_parlour *parlour, int64_t user)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < parlour->lines; i++) {
        const struct felt_parlour_line *line = &parlour->line[i];
        if (line->state == FELT_PARLOUR_IN && (user ? line->user == user : line->events))
            parlour->told[count++] = i;
    }
    return count;
}

/* What is in the sheet, to those lines. */
static void post_entry(struct felt_parlour *parlour, uint32_t lines)
{
    const struct felt_event_sheet *sheet = &parlour->events->sheet;
    felt_parlour_post(parlour, parlour->told, (int)lines,
                      &(struct felt_news){.kind = FELT_NEWS_ENTRY,
                                          .seat = FELT_SEAT_NONE,
                                          .entry = &(struct felt_event_entry){.card = &sheet->card,
                                                                              .you = &sheet->you}});
}

/* It was given back, or taken away before the start. */
static void tell_given_back(struct felt_parlour *parlour, uint32_t index, uint32_t number,
                            uint32_t lines)
{
    struct felt_event_sheet *sheet = &parlour->events->sheet;
    felt_event_news_card(parlour->events->office, index, &sheet->card);
    sheet->you = (struct felt_event_guest){.name = parlour->line[parlour->told[0]].name,
                                           .state = "unregistered",
                                           .seat = FELT_SEAT_NONE,
                                           .number = number};
    post_entry(parlour, lines);
}

static void serve_entry_changed(void *self, uint32_t index, uint32_t entry)
{
    struct felt_parlour *parlour = self;
    struct felt_parlour_events *events = parlour->events;
    struct felt_event_face face;
    const struct felt_tour_entry *row =
        felt_tour_entry(felt_office_tour(events->office, index), entry);
    if (row->flags & FELT_ENTRY_HOUSE) return;
    if (row->state == FELT_ENTRY_FREE) { /* at once: its row may soon be another's */
        uint32_t lines = find_lines(parlour, row->user);
        if (lines)
            tell_given_back(parlour, index, row->number, lines);
        else
            felt_office_unheard(events->office, index, entry);
        return;
    }
    if (events->entries == events->room) {
        uint32_t room = 2 * events->room + ENTRIES_MIN;
        struct entry_news *more = realloc(events->entry, room * sizeof *more);
        if (!more) return; /* he can ask */
        events->entry = more;
        events->room = room;
    }
    felt_office_face(events->office, index, &face);
    events->entry[events->entries++] = (struct entry_news){.event = face.number, .entry = entry};
}

static void serve_answer(void *self, uint32_t line, bool has_req, uint64_t req, enum felt_no no,
                         const char *text)
{
    struct felt_parlour *parlour = self;
    if (line >= parlour->lines) return;
    felt_parlour_post(parlour, &line, 1,
                      &(struct felt_news){.kind = no ? FELT_NEWS_ERROR : FELT_NEWS_OK,
                                          .no = (uint8_t)no,
                                          .seat = FELT_SEAT_NONE,
                                          .has_req = has_req,
                                          .req = req,
                                          .text = text});
}

static void serve_log(void *self, const char *level, const char *event, const char *text)
{
    felt_parlour_log(
        self,
        &(struct felt_parlour_log){
            .level = level, .event = event, .line = FELT_NO_LINE, .key = "text", .value = text});
}

void felt_parlour_alarm_event(void *self, const char *event, const char *text)
{
    felt_parlour_log(self, &(struct felt_parlour_log){.level = "error",
                                                      .event = "alarm",
                                                      .line = FELT_NO_LINE,
                                                      .key = "tournament",
                                                      .value = event,
                                                      .more_key = "text",
                                                      .more = text});
}

/* ---- opening ---- */

bool felt_parlour_events_open(struct felt_parlour *parlour)
{
    struct felt_parlour_events *events = calloc(1, sizeof *events);
    parlour->events = events;
    if (!events) return false;
    events->config = felt_office_config_usual;
    events->config.tables_max = parlour->config.floor.tables_max;
    events->config.retry_ms = parlour->config.floor.retry_ms;
    if (parlour->config.event_chair_ms)
        events->config.house_chair_ms = parlour->config.event_chair_ms;
    events->services = (struct felt_office_services){.self = parlour,
                                                     .digests = parlour->services->digests,
                                                     .order = serve_order,
                                                     .ask_pool = felt_parlour_ask_pool,
                                                     .append = serve_append,
                                                     .entropy = serve_entropy,
                                                     .floor_ms = serve_floor_ms,
                                                     .stake = serve_stake,
                                                     .stake_done = serve_stake_done,
                                                     .hire = serve_hire,
                                                     .hired = serve_hired,
                                                     .let_go = serve_let_go,
                                                     .changed = serve_changed,
                                                     .entry_changed = serve_entry_changed,
                                                     .answer = serve_answer,
                                                     .log = serve_log,
                                                     .alarm = felt_parlour_alarm_event};
    events->office = felt_office_open(parlour->floor, &events->config, &events->services);
    return events->office != NULL;
}

void felt_parlour_events_close(struct felt_parlour *parlour)
{
    if (!parlour->events) return;
    if (parlour->events->office) felt_office_close(parlour->events->office);
    free(parlour->events->entry);
    free(parlour->pool.row);
    free(parlour->events);
}

struct felt_office *felt_parlour_office(struct felt_parlour *parlour)
{
    if (!parlour->events) return NULL;
    parlour->events->stirred = true; /* perhaps: somebody looks */
    return parlour->events->office;
}

/* ---- what the floor tells ---- */

bool felt_parlour_events_record(void *self, const void *bytes, size_t count)
{
    struct felt_parlour *parlour = self;
    return !parlour->events || felt_office_restore(parlour->events->office, bytes, count);
}

void felt_parlour_events_hand(void *self, uint32_t table, uint64_t number,
                              const felt_chips stack[FELT_SEATS_MAX], bool is_void)
{
    struct felt_parlour *parlour = self;
    if (!parlour->events || !parlour->events->resumed) return;
    parlour->events->stirred = true;
    felt_office_hand_over(parlour->events->office, table, number, stack, is_void,
                          felt_parlour_wall_ms(parlour));
}

void felt_parlour_events_snapshot(struct felt_parlour *parlour)
{
    if (parlour->events) felt_office_snapshot(parlour->events->office);
}

/* Guided stakes of an earlier life that no tournament needs any more. */
static void drop_strays(struct felt_parlour *parlour)
{
    for (int i = 0; i < FELT_STAKES_ADDED; i++) {
        const struct felt_stake *stake = felt_floor_stake(parlour->floor, FELT_STAKES_MAX + i);
        if (stake && stake->guided && !parlour->events->uses[i])
            felt_floor_drop_stake(parlour->floor, FELT_STAKES_MAX + i);
    }
}

void felt_parlour_events_resume(struct felt_parlour *parlour)
{
    if (!parlour->events || parlour->events->resumed) return;
    parlour->events->resumed = parlour->events->stirred = true;
    felt_parlour_ask_pools(parlour);
    felt_office_resume(parlour->events->office, felt_parlour_wall_ms(parlour));
    drop_strays(parlour);
    for (uint32_t i = 0; i < parlour->lines; i++) /* those who came before it was open */
        if (parlour->line[i].state == FELT_PARLOUR_IN && parlour->line[i].user)
            felt_parlour_events_greet(parlour, parlour->line[i].user);
    const struct felt_parlour_services *services = parlour->services;
    if (services->opened) services->opened(services->self);
}

void felt_parlour_events_receipt(struct felt_parlour *parlour, uint64_t ticket,
                                 const struct felt_receipt *receipt)
{
    const struct felt_user *user = &receipt->user;
    bool moved = receipt->outcome == FELT_OUTCOME_OK && user->id;
    felt_assert(parlour->events != NULL);
    parlour->events->stirred = true;
    if (moved) felt_reserve_bank(parlour, user->id, user->chips);
    felt_office_receipt(parlour->events->office, ticket, receipt, felt_parlour_wall_ms(parlour));
    if (moved && user->kind != FELT_USER_HOUSE)
        felt_floor_bank(parlour->floor, user->id, user->chips);
}

/* ---- news ---- */

static int64_t index_of(const struct felt_office *office, uint32_t number)
{
    struct felt_event_face face;
    for (uint32_t i = felt_office_count(office); i-- > 0;) {
        felt_office_face(office, i, &face);
        if (face.number == number) return i;
    }
    return -1;
}

static void tell_rows(struct felt_parlour *parlour)
{
    struct felt_parlour_events *events = parlour->events;
    uint32_t lines = find_lines(parlour, 0);
    for (uint32_t i = 0; lines && i < events->changes; i++) {
        int64_t index = index_of(events->office, events->changed[i]);
        if (index < 0) continue;
        felt_event_news_card(events->office, (uint32_t)index, &events->sheet.card);
        felt_parlour_post(parlour, parlour->told, (int)lines,
                          &(struct felt_news){.kind = FELT_NEWS_EVENT_ROW,
                                              .seat = FELT_SEAT_NONE,
                                              .count = 1,
                                              .cards = &events->sheet.card});
    }
    events->changes = 0;
}

/* It waits for the start, or plays. */
static bool is_on(const struct felt_tour_entry *entry)
{
    return entry->state == FELT_ENTRY_WAITS || entry->state == FELT_ENTRY_IN;
}

static void tell_entries(struct felt_parlour *parlour)
{
    struct felt_parlour_events *events = parlour->events;
    for (uint32_t i = 0; i < events->entries; i++) {
        struct felt_event_entrant entrant;
        int64_t index = index_of(events->office, events->entry[i].event);
        if (index < 0 ||
            !felt_office_entrant(events->office, (uint32_t)index, events->entry[i].entry, &entrant))
            continue;
        uint32_t lines = find_lines(parlour, entrant.entry->user);
        if (!lines && !is_on(entrant.entry))
            felt_office_unheard(events->office, (uint32_t)index, events->entry[i].entry);
        if (!lines || !felt_event_news_entry(events->office, parlour->floor, (uint32_t)index,
                                             events->entry[i].entry, &events->sheet))
            continue;
        post_entry(parlour, lines);
    }
    events->entries = 0;
}

/* Entries that ended while he had no line. */
static void tell_unheard(struct felt_parlour *parlour, uint32_t index, int64_t user)
{
    struct felt_office *office = parlour->events->office;
    struct felt_unheard one;
    uint32_t lines = find_lines(parlour, user);
    while (lines && felt_office_hear(office, index, user, &one)) {
        const struct felt_tour_entry *entry =
            felt_tour_entry(felt_office_tour(office, index), one.entry);
        if (entry->state == FELT_ENTRY_FREE || entry->number != one.number)
            tell_given_back(parlour, index, one.number, lines);
        else if (felt_event_news_entry(office, parlour->floor, index, one.entry,
                                       &parlour->events->sheet))
            post_entry(parlour, lines);
    }
}

uint32_t felt_parlour_events_at(const struct felt_parlour *parlour, uint32_t table)
{
    return parlour->events ? felt_office_at(parlour->events->office, table) : 0;
}

void felt_parlour_events_greet(struct felt_parlour *parlour, int64_t user)
{
    struct felt_parlour_events *events = parlour->events;
    if (!events || !events->resumed) return;
    for (uint32_t i = 0; i < felt_office_count(events->office); i++) {
        const struct felt_tour *tour = felt_office_tour(events->office, i);
        uint32_t own = tour ? felt_tour_entry_of(tour, user) : FELT_TOUR_NOBODY;
        tell_unheard(parlour, i, user);
        if (own != FELT_TOUR_NOBODY && is_on(felt_tour_entry(tour, own)))
            serve_entry_changed(parlour, i, own);
    }
}

void felt_parlour_events_tick(struct felt_parlour *parlour)
{
    struct felt_parlour_events *events = parlour->events;
    if (!events || !events->resumed) return;
    int64_t now_ms = felt_parlour_ms(parlour);
    if (parlour->stood) { /* levels do not go on while tables cannot */
        parlour->stood = false;
        events->stirred = true;
        felt_office_stood(events->office, felt_parlour_wall_ms(parlour));
    }
    if (events->stirred || now_ms >= events->next_ms) {
        events->stirred = false;
        events->next_ms = felt_office_tick(events->office, felt_parlour_wall_ms(parlour));
        if (events->next_ms != INT64_MAX) events->next_ms -= parlour->wall_minus_ms;
    }
    tell_entries(parlour);
    if (!events->changes || now_ms < events->tell_ms) return;
    events->tell_ms = now_ms + parlour->config.floor.lobby_ms;
    tell_rows(parlour);
}

int64_t felt_parlour_events_next(const struct felt_parlour *parlour)
{
    const struct felt_parlour_events *events = parlour->events;
    if (!events || !events->resumed) return INT64_MAX;
    if (events->stirred || events->entries) return felt_parlour_ms(parlour);
    return events->changes && events->tell_ms < events->next_ms ? events->tell_ms : events->next_ms;
}

/* ---- wants ---- */

static void list(struct felt_parlour *parlour, uint32_t number, const struct felt_want *want)
{
    struct felt_parlour_events *events = parlour->events;
    parlour->line[number].events = want->on;
    felt_parlour_post(
        parlour, &number, 1,
        &(struct felt_news){.kind = FELT_NEWS_EVENTS,
                            .seat = FELT_SEAT_NONE,
                            .has_req = want->has_req,
                            .req = want->req,
                            .count = felt_event_news_cards(events->office, events->cards),
                            .cards = events->cards});
}

static void show(struct felt_parlour *parlour, uint32_t number, const struct felt_want *want)
{
    struct felt_parlour_events *events = parlour->events;
    int64_t index = felt_office_find(events->office, want->table);
    if (index < 0) {
        serve_answer(parlour, number, want->has_req, want->req, FELT_NO_TABLE,
                     "there is no tournament of that id: ask for events");
        return;
    }
    felt_event_news_page(events->office, parlour->floor, (uint32_t)index,
                         parlour->line[number].user, want->from, want->limit, &events->sheet);
    felt_parlour_post(parlour, &number, 1,
                      &(struct felt_news){.kind = FELT_NEWS_EVENT,
                                          .seat = FELT_SEAT_NONE,
                                          .has_req = want->has_req,
                                          .req = want->req,
                                          .page = &events->sheet.page});
}

void felt_parlour_events_want(struct felt_parlour *parlour, uint32_t number,
                              const struct felt_want *want)
{
    struct felt_parlour_events *events = parlour->events;
    const struct felt_parlour_line *line = &parlour->line[number];
    if (!events) {
        serve_answer(parlour, number, want->has_req, want->req, FELT_NO_CLOSED,
                     "there are no tournaments in this room");
        return;
    }
    if (want->kind == FELT_WANT_EVENTS) {
        list(parlour, number, want);
        return;
    }
    if (want->kind == FELT_WANT_EVENT) {
        show(parlour, number, want);
        return;
    }
    if (!line->user || !events->resumed) {
        serve_answer(parlour, number, want->has_req, want->req,
                     line->user ? FELT_NO_CLOSED : FELT_NO_SIGN_IN,
                     line->user ? "the room is not open yet: try again in a moment"
                                : "sign in first, as a guest if you like");
        return;
    }
    int64_t wall_ms = felt_parlour_wall_ms(parlour);
    events->stirred = true;
    if (want->kind == FELT_WANT_UNREGISTER) {
        felt_office_unregister(events->office, want->table, number, want->has_req, want->req,
                               line->user, wall_ms);
        return;
    }
    struct felt_guest_of_floor who = {.user = line->user, .kind = line->kind, .bot = line->bot};
    memcpy(who.name, line->name, sizeof who.name);
    felt_office_register(events->office, want->table, number, want->has_req, want->req, &who,
                         want->key, wall_ms);
}

void felt_parlour_events_gone(struct felt_parlour *parlour, uint32_t number)
{
    if (parlour->events) felt_office_line_gone(parlour->events->office, number);
}

/* ---- looking ---- */

void felt_parlour_events_metrics(const struct felt_parlour *parlour, struct felt_buffer *out)
{
    const struct felt_office *office = parlour->events->office;
    uint64_t open = 0, running = 0, entries = 0, left = 0;
    for (uint32_t i = 0; i < felt_office_count(office); i++) {
        struct felt_event_face face;
        felt_office_face(office, i, &face);
        open += face.tour.state == FELT_TOUR_OPEN;
        if (face.tour.state == FELT_TOUR_OPEN) entries += face.tour.entries;
        if (face.tour.state != FELT_TOUR_RUNNING) continue;
        running++;
        left += face.tour.left;
    }
    felt_metric(out, "room_tournaments_open", "gauge", "Tournaments that have not begun", open);
    felt_metric(out, "room_tournaments_running", "gauge", "Tournaments that are played", running);
    felt_metric(out, "room_tournament_entries", "gauge", "Entries that wait for the start",
                entries);
    felt_metric(out, "room_tournament_players", "gauge", "Players who are in a tournament", left);
}
