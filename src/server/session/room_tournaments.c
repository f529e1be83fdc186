/* room_tournaments.c -- the tournament service in the room session: its records, orders, stakes and
 * news, and the wants that are for it.
 *
 * The tournament service's records go into the room's journal (felt_room_append_other()), its
 * orders to the ledger behind the room's: not before the journal has what they rest on.  It wakes
 * up when the room is open. */
#include "server/session/room_session_parts.h"

#include "base/metric.h"
#include "felt/assert.h"
#include "server/room/tournaments/messages.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRIES_MIN = 64, TOURNAMENTS_ALL = FELT_TOURNAMENTS_MAX_OPEN + FELT_TOURNAMENT_KEPT };

/* An entry whose owner has to be told. */
struct entry_news {
    uint32_t event, entry; /* event: its number, which stays                                     */
};

struct felt_room_tournament_state {
    struct felt_tournaments *tournaments;
    struct felt_tournaments_config config;
    struct felt_tournaments_services services;
    bool resumed;
    bool stirred; /* something happened since the tournament service was last asked what it wants */
    int64_t next_ms; /* when it wants to be asked at the latest                                 */
    int64_t tell_ms; /* rows that changed are told then, not before                           */
    uint32_t changed[TOURNAMENTS_ALL], changes; /* numbers of events; too many: all */
    struct entry_news *entry;
    uint32_t entries, room;
    uint32_t uses[FELT_STAKES_ADDED];
    struct felt_tournament_sheet sheet;
    struct felt_room_tournament_card cards[FELT_ROOM_TOURNAMENT_ROWS_TOLD];
};

/* ---- what the tournament service wants ---- */

static bool serve_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    return felt_room_session_hold(self, order, FELT_ERRAND_OFFICE, ticket);
}

static void serve_append(void *self, const void *bytes, size_t count)
{
    felt_room_append_other(((struct felt_room_session *)self)->room, bytes, count);
}

static void serve_entropy(void *self, void *out, size_t bytes)
{
    const struct felt_room_session_services *services =
        ((struct felt_room_session *)self)->services;
    services->entropy(services->self, out, bytes);
}

static int64_t serve_room_ms(void *self)
{
    return felt_room_session_ms(self);
}

static int add_stake(struct felt_room_session *session, const struct felt_tournament_row *row,
                     struct felt_complaint *why)
{
    const struct felt_room_session_services *services = session->services;
    const struct felt_stake *stake =
        services->event_stake ? services->event_stake(services->self, row, why) : NULL;
    if (!stake) return -1;
    int number = felt_room_add_stake(session->room, stake);
    if (number >= 0) return number;
    services->stake_gone(services->self, stake);
    (void)felt_complain(why, FELT_BAD_RULES, 0, 0,
                        "id = %s: a table or a tournament of that name is there already", row->id);
    return -1;
}

/* The next one of a series differs in when it starts, not in what is played. */
static bool suits(const struct felt_stake *there, const struct felt_tournament_row *row)
{
    struct felt_tournament_row old;
    size_t mark = sizeof FELT_EVENT_STAKE_MARK - 1;
    if (there->text_bytes < mark ||
        felt_tournament_row_read(&old, there->text + mark, there->text_bytes - mark, NULL) !=
            FELT_OK)
        return false;
    const struct felt_director_plan *a = &old.plan, *b = &row->plan;
    bool same = strcmp(old.game, row->game) == 0 && old.limit == row->limit &&
                old.clock_ms == row->clock_ms && old.bank_ms == row->bank_ms &&
                a->seats == b->seats && a->levels == b->levels;
    for (int i = 0; same && i < a->levels; i++)
        same = a->level[i].small == b->level[i].small && a->level[i].big == b->level[i].big;
    return same;
}

/* Tournaments of one row share a stake; one of another row whose tables are not gone yet is in the
 * way. */
static int serve_stake(void *self, const struct felt_tournament_row *row,
                       struct felt_complaint *why)
{
    struct felt_room_session *session = self;
    struct felt_room_tournament_state *tournaments = session->tournaments;
    int number = felt_room_find_stake(session->room, row->id);
    if (number >= 0) {
        const struct felt_stake *there = felt_room_stake(session->room, number);
        if (!there->directed || !suits(there, row)) {
            (void)felt_complain(why, FELT_BAD_RULES, 0, 0,
                                "id = %s: tables of that name are there, and are others", row->id);
            return -1;
        }
    } else {
        number = add_stake(session, row, why);
    }
    if (number >= FELT_STAKES_MAX) tournaments->uses[number - FELT_STAKES_MAX]++;
    return number;
}

static void serve_stake_done(void *self, int stake)
{
    struct felt_room_session *session = self;
    uint32_t *uses = &session->tournaments->uses[stake - FELT_STAKES_MAX];
    felt_assert(*uses > 0);
    if (--*uses == 0) felt_room_drop_stake(session->room, stake);
}

static bool serve_hire(void *self, felt_chips buy_in, struct felt_room_guest *who)
{
    return felt_house_reserve_hire(self, buy_in, who);
}

static void serve_hired(void *self, int64_t user)
{
    felt_house_reserve_hired(self, user);
}

static void serve_let_go(void *self, int64_t user)
{
    felt_house_reserve_let_go(self, user);
}

static void serve_changed(void *self, uint32_t index)
{
    struct felt_room_session *session = self;
    struct felt_room_tournament_state *tournaments = session->tournaments;
    struct felt_tournament_face face;
    felt_tournaments_face(tournaments->tournaments, index, &face);
    for (uint32_t i = 0; i < tournaments->changes; i++)
        if (tournaments->changed[i] == face.number) return;
    if (tournaments->changes < TOURNAMENTS_ALL)
        tournaments->changed[tournaments->changes++] = face.number;
}

/* All lines that look at the list, or all connections of a user. */
static uint32_t find_conns(struct felt_room_session *session, int64_t user)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < session->conns; i++) {
        const struct felt_room_session_conn *conn = &session->conn[i];
        if (conn->state == FELT_ROOM_SESSION_IN && (user ? conn->user == user : conn->tournaments))
            session->told[count++] = i;
    }
    return count;
}

/* What is in the sheet, to those lines. */
static void post_entry(struct felt_room_session *session, uint32_t conns)
{
    const struct felt_tournament_sheet *sheet = &session->tournaments->sheet;
    felt_room_session_post(
        session, session->told, (int)conns,
        &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_ENTRY,
                                       .seat = FELT_SEAT_NONE,
                                       .entry = &(struct felt_room_tournament_entry){
                                           .card = &sheet->card, .you = &sheet->you}});
}

/* It was given back, or taken away before the start. */
static void tell_given_back(struct felt_room_session *session, uint32_t index, uint32_t number,
                            uint32_t conns)
{
    struct felt_tournament_sheet *sheet = &session->tournaments->sheet;
    felt_tournament_msg_card(session->tournaments->tournaments, index, &sheet->card);
    sheet->you = (struct felt_room_tournament_guest){.name = session->conn[session->told[0]].name,
                                                     .state = "unregistered",
                                                     .seat = FELT_SEAT_NONE,
                                                     .number = number};
    post_entry(session, conns);
}

static void serve_entry_changed(void *self, uint32_t index, uint32_t entry)
{
    struct felt_room_session *session = self;
    struct felt_room_tournament_state *tournaments = session->tournaments;
    struct felt_tournament_face face;
    const struct felt_director_entry *row =
        felt_director_entry(felt_tournaments_director(tournaments->tournaments, index), entry);
    if (row->flags & FELT_DIRECTOR_ENTRY_HOUSE) return;
    if (row->state == FELT_DIRECTOR_ENTRY_FREE) { /* at once: its row may soon be another's */
        uint32_t conns = find_conns(session, row->user);
        if (conns)
            tell_given_back(session, index, row->number, conns);
        else
            felt_tournaments_undelivered(tournaments->tournaments, index, entry);
        return;
    }
    if (tournaments->entries == tournaments->room) {
        uint32_t room = 2 * tournaments->room + ENTRIES_MIN;
        struct entry_news *more = realloc(tournaments->entry, room * sizeof *more);
        if (!more) return; /* he can ask */
        tournaments->entry = more;
        tournaments->room = room;
    }
    felt_tournaments_face(tournaments->tournaments, index, &face);
    tournaments->entry[tournaments->entries++] =
        (struct entry_news){.event = face.number, .entry = entry};
}

static void serve_answer(void *self, uint32_t conn, bool has_req, uint64_t req, enum felt_no no,
                         const char *text)
{
    struct felt_room_session *session = self;
    if (conn >= session->conns) return;
    felt_room_session_post(
        session, &conn, 1,
        &(struct felt_room_server_msg){.kind = no ? FELT_ROOM_SERVER_ERROR : FELT_ROOM_SERVER_OK,
                                       .no = (uint8_t)no,
                                       .seat = FELT_SEAT_NONE,
                                       .has_req = has_req,
                                       .req = req,
                                       .text = text});
}

static void serve_log(void *self, const char *level, const char *event, const char *text)
{
    felt_room_session_log(
        self,
        &(struct felt_room_session_log){
            .level = level, .event = event, .conn = FELT_NO_LINE, .key = "text", .value = text});
}

void felt_room_session_alarm_tournament(void *self, const char *event, const char *text)
{
    felt_room_session_log(self, &(struct felt_room_session_log){.level = "error",
                                                                .event = "alarm",
                                                                .conn = FELT_NO_LINE,
                                                                .key = "tournament",
                                                                .value = event,
                                                                .more_key = "text",
                                                                .more = text});
}

/* ---- opening ---- */

bool felt_room_session_tournaments_open(struct felt_room_session *session)
{
    struct felt_room_tournament_state *tournaments = calloc(1, sizeof *tournaments);
    session->tournaments = tournaments;
    if (!tournaments) return false;
    tournaments->config = felt_tournaments_config_usual;
    tournaments->config.tables_max = session->config.room.tables_max;
    tournaments->config.retry_ms = session->config.room.retry_ms;
    if (session->config.event_seat_ms)
        tournaments->config.house_seat_ms = session->config.event_seat_ms;
    tournaments->services =
        (struct felt_tournaments_services){.self = session,
                                           .digests = session->services->digests,
                                           .order = serve_order,
                                           .ask_pool = felt_room_session_ask_pool,
                                           .append = serve_append,
                                           .entropy = serve_entropy,
                                           .room_ms = serve_room_ms,
                                           .stake = serve_stake,
                                           .stake_done = serve_stake_done,
                                           .hire = serve_hire,
                                           .hired = serve_hired,
                                           .let_go = serve_let_go,
                                           .changed = serve_changed,
                                           .entry_changed = serve_entry_changed,
                                           .answer = serve_answer,
                                           .log = serve_log,
                                           .alarm = felt_room_session_alarm_tournament};
    tournaments->tournaments =
        felt_tournaments_open(session->room, &tournaments->config, &tournaments->services);
    return tournaments->tournaments != NULL;
}

void felt_room_session_tournaments_close(struct felt_room_session *session)
{
    if (!session->tournaments) return;
    if (session->tournaments->tournaments)
        felt_tournaments_close(session->tournaments->tournaments);
    free(session->tournaments->entry);
    free(session->pool.row);
    free(session->tournaments);
}

struct felt_tournaments *felt_room_session_tournaments(struct felt_room_session *session)
{
    if (!session->tournaments) return NULL;
    session->tournaments->stirred = true; /* perhaps: somebody looks */
    return session->tournaments->tournaments;
}

/* ---- what the room tells ---- */

bool felt_room_session_tournaments_record(void *self, const void *bytes, size_t count)
{
    struct felt_room_session *session = self;
    return !session->tournaments ||
           felt_tournaments_restore(session->tournaments->tournaments, bytes, count);
}

void felt_room_session_tournaments_hand(void *self, uint32_t table, uint64_t number,
                                        const felt_chips stack[FELT_SEATS_MAX], bool is_void)
{
    struct felt_room_session *session = self;
    if (!session->tournaments || !session->tournaments->resumed) return;
    session->tournaments->stirred = true;
    felt_tournaments_hand_over(session->tournaments->tournaments, table, number, stack, is_void,
                               felt_room_session_wall_ms(session));
}

void felt_room_session_tournaments_snapshot(struct felt_room_session *session)
{
    if (session->tournaments) felt_tournaments_snapshot(session->tournaments->tournaments);
}

/* Directed stakes of an earlier life that no tournament needs any more. */
static void drop_strays(struct felt_room_session *session)
{
    for (int i = 0; i < FELT_STAKES_ADDED; i++) {
        const struct felt_stake *stake = felt_room_stake(session->room, FELT_STAKES_MAX + i);
        if (stake && stake->directed && !session->tournaments->uses[i])
            felt_room_drop_stake(session->room, FELT_STAKES_MAX + i);
    }
}

void felt_room_session_tournaments_resume(struct felt_room_session *session)
{
    if (!session->tournaments || session->tournaments->resumed) return;
    session->tournaments->resumed = session->tournaments->stirred = true;
    felt_room_session_ask_pools(session);
    felt_tournaments_resume(session->tournaments->tournaments, felt_room_session_wall_ms(session));
    drop_strays(session);
    for (uint32_t i = 0; i < session->conns; i++) /* those who came before it was open */
        if (session->conn[i].state == FELT_ROOM_SESSION_IN && session->conn[i].user)
            felt_room_session_tournaments_greet(session, session->conn[i].user);
    const struct felt_room_session_services *services = session->services;
    if (services->opened) services->opened(services->self);
}

void felt_room_session_tournaments_receipt(struct felt_room_session *session, uint64_t ticket,
                                           const struct felt_receipt *receipt)
{
    const struct felt_user *user = &receipt->user;
    bool moved = receipt->outcome == FELT_OUTCOME_OK && user->id;
    felt_assert(session->tournaments != NULL);
    session->tournaments->stirred = true;
    if (moved) felt_house_reserve_bank(session, user->id, user->chips);
    felt_tournaments_receipt(session->tournaments->tournaments, ticket, receipt,
                             felt_room_session_wall_ms(session));
    if (moved && user->kind != FELT_USER_HOUSE)
        felt_room_bank(session->room, user->id, user->chips);
}

/* ---- news ---- */

static int64_t index_of(const struct felt_tournaments *tournaments, uint32_t number)
{
    struct felt_tournament_face face;
    for (uint32_t i = felt_tournaments_count(tournaments); i-- > 0;) {
        felt_tournaments_face(tournaments, i, &face);
        if (face.number == number) return i;
    }
    return -1;
}

static void tell_rows(struct felt_room_session *session)
{
    struct felt_room_tournament_state *tournaments = session->tournaments;
    uint32_t conns = find_conns(session, 0);
    for (uint32_t i = 0; conns && i < tournaments->changes; i++) {
        int64_t index = index_of(tournaments->tournaments, tournaments->changed[i]);
        if (index < 0) continue;
        felt_tournament_msg_card(tournaments->tournaments, (uint32_t)index,
                                 &tournaments->sheet.card);
        felt_room_session_post(session, session->told, (int)conns,
                               &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_EVENT_ROW,
                                                              .seat = FELT_SEAT_NONE,
                                                              .count = 1,
                                                              .cards = &tournaments->sheet.card});
    }
    tournaments->changes = 0;
}

/* It waits for the start, or plays. */
static bool is_on(const struct felt_director_entry *entry)
{
    return entry->state == FELT_DIRECTOR_ENTRY_WAITS || entry->state == FELT_DIRECTOR_ENTRY_IN;
}

static void tell_entries(struct felt_room_session *session)
{
    struct felt_room_tournament_state *tournaments = session->tournaments;
    for (uint32_t i = 0; i < tournaments->entries; i++) {
        struct felt_tournament_entrant entrant;
        int64_t index = index_of(tournaments->tournaments, tournaments->entry[i].event);
        if (index < 0 || !felt_tournaments_entrant(tournaments->tournaments, (uint32_t)index,
                                                   tournaments->entry[i].entry, &entrant))
            continue;
        uint32_t conns = find_conns(session, entrant.entry->user);
        if (!conns && !is_on(entrant.entry))
            felt_tournaments_undelivered(tournaments->tournaments, (uint32_t)index,
                                         tournaments->entry[i].entry);
        if (!conns ||
            !felt_tournament_msg_entry(tournaments->tournaments, session->room, (uint32_t)index,
                                       tournaments->entry[i].entry, &tournaments->sheet))
            continue;
        post_entry(session, conns);
    }
    tournaments->entries = 0;
}

/* Entries that ended while he had no connection. */
static void tell_unheard(struct felt_room_session *session, uint32_t index, int64_t user)
{
    struct felt_tournaments *tournaments = session->tournaments->tournaments;
    struct felt_tournament_message one;
    uint32_t conns = find_conns(session, user);
    while (conns && felt_tournaments_deliver(tournaments, index, user, &one)) {
        const struct felt_director_entry *entry =
            felt_director_entry(felt_tournaments_director(tournaments, index), one.entry);
        if (entry->state == FELT_DIRECTOR_ENTRY_FREE || entry->number != one.number)
            tell_given_back(session, index, one.number, conns);
        else if (felt_tournament_msg_entry(tournaments, session->room, index, one.entry,
                                           &session->tournaments->sheet))
            post_entry(session, conns);
    }
}

uint32_t felt_room_session_tournaments_at(const struct felt_room_session *session, uint32_t table)
{
    return session->tournaments ? felt_tournaments_at(session->tournaments->tournaments, table) : 0;
}

void felt_room_session_tournaments_greet(struct felt_room_session *session, int64_t user)
{
    struct felt_room_tournament_state *tournaments = session->tournaments;
    if (!tournaments || !tournaments->resumed) return;
    for (uint32_t i = 0; i < felt_tournaments_count(tournaments->tournaments); i++) {
        const struct felt_director *director =
            felt_tournaments_director(tournaments->tournaments, i);
        uint32_t own = director ? felt_director_entry_of(director, user) : FELT_DIRECTOR_NOBODY;
        tell_unheard(session, i, user);
        if (own != FELT_DIRECTOR_NOBODY && is_on(felt_director_entry(director, own)))
            serve_entry_changed(session, i, own);
    }
}

void felt_room_session_tournaments_tick(struct felt_room_session *session)
{
    struct felt_room_tournament_state *tournaments = session->tournaments;
    if (!tournaments || !tournaments->resumed) return;
    int64_t now_ms = felt_room_session_ms(session);
    if (session->stood) { /* levels do not go on while tables cannot */
        session->stood = false;
        tournaments->stirred = true;
        felt_tournaments_stood(tournaments->tournaments, felt_room_session_wall_ms(session));
    }
    if (tournaments->stirred || now_ms >= tournaments->next_ms) {
        tournaments->stirred = false;
        tournaments->next_ms =
            felt_tournaments_tick(tournaments->tournaments, felt_room_session_wall_ms(session));
        if (tournaments->next_ms != INT64_MAX) tournaments->next_ms -= session->wall_minus_ms;
    }
    tell_entries(session);
    if (!tournaments->changes || now_ms < tournaments->tell_ms) return;
    tournaments->tell_ms = now_ms + session->config.room.lobby_ms;
    tell_rows(session);
}

int64_t felt_room_session_tournaments_next(const struct felt_room_session *session)
{
    const struct felt_room_tournament_state *tournaments = session->tournaments;
    if (!tournaments || !tournaments->resumed) return INT64_MAX;
    if (tournaments->stirred || tournaments->entries) return felt_room_session_ms(session);
    return tournaments->changes && tournaments->tell_ms < tournaments->next_ms
               ? tournaments->tell_ms
               : tournaments->next_ms;
}

/* ---- wants ---- */

static void list(struct felt_room_session *session, uint32_t number,
                 const struct felt_room_client_msg *msg)
{
    struct felt_room_tournament_state *tournaments = session->tournaments;
    session->conn[number].tournaments = msg->on;
    felt_room_session_post(
        session, &number, 1,
        &(struct felt_room_server_msg){
            .kind = FELT_ROOM_SERVER_EVENTS,
            .seat = FELT_SEAT_NONE,
            .has_req = msg->has_req,
            .req = msg->req,
            .count = felt_tournament_msg_cards(tournaments->tournaments, tournaments->cards),
            .cards = tournaments->cards});
}

static void show(struct felt_room_session *session, uint32_t number,
                 const struct felt_room_client_msg *msg)
{
    struct felt_room_tournament_state *tournaments = session->tournaments;
    int64_t index = felt_tournaments_find(tournaments->tournaments, msg->table);
    if (index < 0) {
        serve_answer(session, number, msg->has_req, msg->req, FELT_NO_TABLE,
                     "there is no tournament of that id: ask for events");
        return;
    }
    felt_tournament_msg_page(tournaments->tournaments, session->room, (uint32_t)index,
                             session->conn[number].user, msg->from, msg->limit,
                             &tournaments->sheet);
    felt_room_session_post(session, &number, 1,
                           &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_EVENT,
                                                          .seat = FELT_SEAT_NONE,
                                                          .has_req = msg->has_req,
                                                          .req = msg->req,
                                                          .page = &tournaments->sheet.page});
}

void felt_room_session_tournaments_want(struct felt_room_session *session, uint32_t number,
                                        const struct felt_room_client_msg *msg)
{
    struct felt_room_tournament_state *tournaments = session->tournaments;
    const struct felt_room_session_conn *conn = &session->conn[number];
    if (!tournaments) {
        serve_answer(session, number, msg->has_req, msg->req, FELT_NO_CLOSED,
                     "there are no tournaments in this room");
        return;
    }
    if (msg->kind == FELT_ROOM_CLIENT_EVENTS) {
        list(session, number, msg);
        return;
    }
    if (msg->kind == FELT_ROOM_CLIENT_EVENT) {
        show(session, number, msg);
        return;
    }
    if (!conn->user || !tournaments->resumed) {
        serve_answer(session, number, msg->has_req, msg->req,
                     conn->user ? FELT_NO_CLOSED : FELT_NO_SIGN_IN,
                     conn->user ? "the room is not open yet: try again in a moment"
                                : "sign in first, as a guest if you like");
        return;
    }
    int64_t wall_ms = felt_room_session_wall_ms(session);
    tournaments->stirred = true;
    if (msg->kind == FELT_ROOM_CLIENT_UNREGISTER) {
        felt_tournaments_unregister(tournaments->tournaments, msg->table, number, msg->has_req,
                                    msg->req, conn->user, wall_ms);
        return;
    }
    struct felt_room_guest who = {.user = conn->user, .kind = conn->kind, .bot = conn->bot};
    memcpy(who.name, conn->name, sizeof who.name);
    felt_tournaments_register(tournaments->tournaments, msg->table, number, msg->has_req, msg->req,
                              &who, msg->key, wall_ms);
}

void felt_room_session_tournaments_gone(struct felt_room_session *session, uint32_t number)
{
    if (session->tournaments) felt_tournaments_conn_gone(session->tournaments->tournaments, number);
}

/* ---- looking ---- */

void felt_room_session_tournaments_metrics(const struct felt_room_session *session,
                                           struct felt_buffer *out)
{
    const struct felt_tournaments *tournaments = session->tournaments->tournaments;
    uint64_t open = 0, running = 0, entries = 0, left = 0;
    for (uint32_t i = 0; i < felt_tournaments_count(tournaments); i++) {
        struct felt_tournament_face face;
        felt_tournaments_face(tournaments, i, &face);
        open += face.director.state == FELT_DIRECTOR_OPEN;
        if (face.director.state == FELT_DIRECTOR_OPEN) entries += face.director.entries;
        if (face.director.state != FELT_DIRECTOR_RUNNING) continue;
        running++;
        left += face.director.left;
    }
    felt_metric(out, "room_tournaments_open", "gauge", "Tournaments that have not begun", open);
    felt_metric(out, "room_tournaments_running", "gauge", "Tournaments that are played", running);
    felt_metric(out, "room_tournament_entries", "gauge", "Entries that wait for the start",
                entries);
    felt_metric(out, "room_tournament_players", "gauge", "Players who are in a tournament", left);
}
