/* serve_room_calls.c -- what the parlour wants of the room: ledger, journal, hands, players, lines.
 */
#include "server/app/serve_room_parts.h"
#include "felt/json.h"
#include "os/clock.h"
#include "os/secret.h"

#include <string.h>

enum { LOG_BYTES = 1024 };

/* ---- logs ---- */

static void write_log(void *self, const char *json, size_t bytes)
{
    struct felt_serve_room *room = self;
    (void)pthread_mutex_lock(&room->lock);
    if (room->arena) (void)felt_arena_log(room->arena, json, bytes);
    (void)pthread_mutex_unlock(&room->lock);
}

static void log_text(void *self, const char *level, const char *event, const char *text)
{
    char line[LOG_BYTES];
    struct felt_buffer out = felt_buffer_make(line, sizeof line);
    struct felt_json json = felt_json_make(&out);
    felt_json_object(&json);
    felt_json_key(&json, "level"), felt_json_text(&json, level);
    felt_json_key(&json, "event"), felt_json_text(&json, event);
    felt_json_key(&json, "text"), felt_json_text(&json, text);
    felt_json_end(&json);
    if (felt_json_done(&json)) write_log(self, line, out.used);
}

void felt_serve_room_log_library(void *self, const char *level, const char *text)
{
    log_text(self, level, "library", text);
}

void felt_serve_room_log_journal(struct felt_serve_room *room, bool stands)
{
    int trouble = felt_journal_trouble(room->journal);
    const char *why = trouble ? strerror(trouble) : "the disk does not answer";
    if (stands)
        fprintf(
            stderr,
            "felt serve: the tables wait: the journal in %s cannot be written: %s; they go on by "
            "themselves when it can\n",
            room->directory, why);
    log_text(room, stands ? "error" : "warning", "journal",
             stands ? why : "the disk of the journal goes on, and so do the tables");
}

void felt_serve_room_wake(void *self)
{
    struct felt_serve_room *room = self;
    (void)pthread_mutex_lock(&room->lock);
    if (room->arena) felt_arena_wake(room->arena);
    (void)pthread_mutex_unlock(&room->lock);
}

/* ---- what the parlour wants: the ledger, the journal, hands ---- */

static bool give_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    struct felt_serve_room *room = self;
    bool taken = !room->closing && felt_bank_order(room->counter, order, ticket);
    room->given += taken;
    return taken;
}

static bool give_question(void *self, const struct felt_question *question, uint64_t ticket)
{
    struct felt_serve_room *room = self;
    bool taken = !room->closing && felt_bank_ask(room->counter, question, ticket);
    room->given += taken;
    return taken;
}

/* With --seed the secrets of shuffles, which are known by their size, can be told beforehand.
 * Whatever else is drawn is part of keys of the ledger, which must never come twice. */
static void give_entropy(void *self, void *out, size_t bytes)
{
    struct felt_serve_room *room = self;
    _Static_assert((int)FELT_SECRET_BYTES == (int)FELT_KEY_BYTES, "one HMAC is one secret");
    if (room->seeded && bytes == FELT_KEY_BYTES) {
        uint8_t key[FELT_SECRET_BYTES] = {0};
        for (int i = 0; i < 8; i++) key[i] = (uint8_t)(room->seed >> (8 * i));
        uint64_t number = room->drawn++;
        felt_secret_hmac(key, &number, sizeof number, out);
        return;
    }
    felt_secret_fill(out, bytes);
}

static int64_t give_time(void *self)
{
    return felt_serve_room_us(self);
}

/* What resuming decides is in the snapshot that follows it, in a segment of this build. */
static void append(void *self, const void *bytes, size_t count)
{
    struct felt_serve_room *room = self;
    if (!room->resuming) felt_journal_append(room->journal, bytes, count);
}

static enum felt_flush flush(void *self, uint64_t *number)
{
    struct felt_serve_room *room = self;
    enum felt_flush flush = felt_journal_flush(room->journal, number);
    if (flush == FELT_FLUSH_FAILED && !room->disk_failed)
        fprintf(stderr, "felt serve: no memory for the journal; the server stops, nothing that was "
                        "told is lost\n");
    room->disk_failed |= flush == FELT_FLUSH_FAILED;
    return flush;
}

static void keep_hand(void *self, int64_t user, const struct felt_hand_row *row, const char *phh,
                      size_t bytes)
{
    (void)felt_library_keep(((struct felt_serve_room *)self)->library, user, row, phh, bytes);
}

static void count_hand(void *self, const struct felt_floor_report *report, int64_t wall_ms)
{
    struct felt_serve_room *room = self;
    felt_counting_hand(&room->counting, report, wall_ms, &room->counted);
    (void)felt_library_count(room->library, &room->counted);
}

static void note_known(void *self, uint32_t line, int64_t user)
{
    struct felt_serve_room *room = self;
    felt_neighbours_known(&room->neighbours, line, user);
}

static void note_visit(void *self, uint32_t line, int64_t user)
{
    struct felt_serve_room *room = self;
    const char *address = room->neighbours.line[line].address;
    if (address[0] && room->library)
        (void)felt_library_seen(room->library, user, address,
                                felt_library_day(felt_clock_wall_ms()));
}

static bool find_hands(void *self, int64_t user, const char *before, uint32_t limit,
                       uint64_t ticket)
{
    return felt_library_list(((struct felt_serve_room *)self)->library, user, before, limit,
                             ticket);
}

static bool find_hand(void *self, int64_t user, const char *hand_id, uint64_t ticket)
{
    return felt_library_find(((struct felt_serve_room *)self)->library, user, hand_id, ticket);
}

/* ---- what the parlour wants: players ---- */

static void seat_player(struct felt_serve_room *room, uint32_t table, felt_seat seat,
                        const char *name)
{
    struct felt_player_spec player;
    felt_personas_of(room->personas, name, &player);
    /* Whoever finds no memory does not think: the table's clock goes on without him. */
    (void)felt_thinkers_sit(room->thinkers, table, seat, &player);
}

static void local_sit(void *self, uint32_t table, felt_seat seat, int64_t user)
{
    struct felt_serve_room *room = self;
    struct felt_floor_face face;
    (void)user;
    const char *name = "";
    if (felt_floor_face(felt_parlour_floor(room->parlour), table, &face) && face.chair[seat].name)
        name = face.chair[seat].name;
    seat_player(room, table, seat, name);
}

static void local_stand(void *self, uint32_t table, felt_seat seat)
{
    felt_thinkers_stand(((struct felt_serve_room *)self)->thinkers, table, seat);
}

static void local_begin(void *self, uint32_t table, felt_seat seat, const struct felt_plug *plug)
{
    felt_thinkers_begin(((struct felt_serve_room *)self)->thinkers, table, seat, plug);
}

static void local_event(void *self, uint32_t table, felt_seat seat, const struct felt_event *event)
{
    felt_thinkers_event(((struct felt_serve_room *)self)->thinkers, table, seat, event);
}

static void local_ask(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view)
{
    felt_thinkers_ask(((struct felt_serve_room *)self)->thinkers, table, seat, req_id, view);
}

/* ---- what the parlour wants: stakes ---- */

static const struct felt_stake *make_stake(void *self, const char *id,
                                           const struct felt_want_terms *terms,
                                           const struct felt_stake *old,
                                           char why[FELT_FLOOR_TEXT_BYTES])
{
    return felt_privates_make(((struct felt_serve_room *)self)->privates, id, terms, old, why);
}

static const struct felt_stake *make_event_stake(void *self, const struct felt_event_row *row,
                                                 struct felt_complaint *why)
{
    return felt_event_stakes_make(((struct felt_serve_room *)self)->event_stakes, row, why);
}

static const struct felt_stake *make_stake_again(void *self, const char *text, size_t bytes)
{
    struct felt_serve_room *room = self;
    return felt_event_stakes_wrote(text, bytes)
               ? felt_event_stakes_again(room->event_stakes, text, bytes)
               : felt_privates_again(room->privates, text, bytes);
}

static void drop_stake(void *self, const struct felt_stake *stake)
{
    struct felt_serve_room *room = self;
    if (stake->guided)
        felt_event_stakes_gone(room->event_stakes, stake);
    else
        felt_privates_gone(room->privates, stake);
}

/* Tournaments of felt.conf that are not known yet. */
static void add_events(void *self)
{
    struct felt_serve_room *room = self;
    struct felt_complaint complaint = {0};
    struct felt_office *office = felt_parlour_office(room->parlour);
    if (!office) return;
    if (felt_serve_conf_events(room->conf, office, &felt_secret_digests, felt_clock_wall_ms(),
                               &complaint) != FELT_OK)
        felt_args_refuse(room->args, "[tournament] of felt.conf: %s", complaint.text);
}

/* ---- lines ---- */

static void link_send(void *self, uint32_t line, char *text, size_t bytes, bool droppable)
{
    struct felt_serve_room *room = self;
    felt_net_send(room->net, room->first_line + line, text, bytes, droppable);
}

static void link_hold(void *self, uint32_t line, bool held)
{
    struct felt_serve_room *room = self;
    felt_net_hold(room->net, room->first_line + line, held);
}

static void link_dismiss(void *self, uint32_t line, uint16_t code, const char *reason)
{
    struct felt_serve_room *room = self;
    felt_net_dismiss(room->net, room->first_line + line, code, reason);
}

static void link_pause(void *self, uint32_t line, bool paused)
{
    struct felt_serve_room *room = self;
    felt_net_pause(room->net, room->first_line + line, paused);
}

static void link_mark(void *self, uint32_t line)
{
    struct felt_serve_room *room = self;
    felt_net_mark(room->net, room->first_line + line);
}

/* ---- all of it ---- */

void felt_serve_room_services(struct felt_serve_room *room)
{
    room->services = (struct felt_parlour_services){.self = room,
                                                    .digests = felt_secret_digests,
                                                    .bank = {room, give_order, give_question},
                                                    .entropy = give_entropy,
                                                    .now_us = give_time,
                                                    .append = append,
                                                    .flush = flush,
                                                    .log = write_log,
                                                    .local_sit = local_sit,
                                                    .local_stand = local_stand,
                                                    .local_begin = local_begin,
                                                    .local_event = local_event,
                                                    .local_ask = local_ask,
                                                    .stake_make = make_stake,
                                                    .stake_again = make_stake_again,
                                                    .stake_gone = drop_stake,
                                                    .event_stake = make_event_stake,
                                                    .known = note_known,
                                                    .visited = note_visit,
                                                    .opened = add_events};
    if (room->library) {
        room->services.keep_hand = keep_hand;
        room->services.hand_over = count_hand;
        room->services.find_hands = find_hands;
        room->services.find_hand = find_hand;
    }
    room->link = (struct felt_link){.self = room,
                                    .send = link_send,
                                    .hold = link_hold,
                                    .dismiss = link_dismiss,
                                    .pause = link_pause,
                                    .mark = link_mark};
}
