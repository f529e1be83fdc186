/* room_endpoint_services.c -- what the room session wants of the room: ledger, journal, hands,
 * players, lines.
 */
#include "server/app/room/room_endpoint_parts.h"
#include "os/clock.h"
#include "os/secret.h"

#include <stdio.h>

/* ---- logs ---- */

static void write_log(void *self, const char *json, size_t bytes)
{
    (void)felt_server_log(((const struct felt_room_endpoint *)self)->slot->server, json, bytes);
}

void felt_room_endpoint_log_hand_store(void *self, const char *level, const char *text)
{
    const struct felt_room_endpoint *room = self;
    (void)felt_server_log_text(room->slot->server, level, "library", text);
}

void felt_room_endpoint_log_journal(struct felt_room_endpoint *room, bool stands)
{
    const char *why = felt_tables_journal_why(room->journal);
    if (stands)
        fprintf(
            stderr,
            "felt serve: the tables wait: the journal in %s cannot be written: %s; they go on by "
            "themselves when it can\n",
            room->directory, why);
    (void)felt_server_log_text(room->slot->server, stands ? "error" : "warning", "journal",
                               stands ? why
                                      : "the disk of the journal goes on, and so do the tables");
}

/* ---- what the room session wants: the ledger, the journal, hands ---- */

static bool give_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    struct felt_room_endpoint *room = self;
    bool taken = !room->closing && felt_ledger_client_order(room->ledger_client, order, ticket);
    room->given += taken;
    return taken;
}

static bool give_question(void *self, const struct felt_question *question, uint64_t ticket)
{
    struct felt_room_endpoint *room = self;
    bool taken = !room->closing && felt_ledger_client_ask(room->ledger_client, question, ticket);
    room->given += taken;
    return taken;
}

/* With --seed the secrets of shuffles, which are known by their size, can be told beforehand.
 * Whatever else is drawn is part of keys of the ledger, which must never come twice. */
static void give_entropy(void *self, void *out, size_t bytes)
{
    struct felt_room_endpoint *room = self;
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

static void keep_hand(void *self, int64_t user, const struct felt_hand_store_row *row,
                      const char *phh, size_t bytes)
{
    (void)felt_hand_store_keep(((struct felt_room_endpoint *)self)->hand_store, user, row, phh,
                               bytes);
}

static void count_hand(void *self, const struct felt_room_report *report, int64_t wall_ms)
{
    struct felt_room_endpoint *room = self;
    felt_counting_hand(&room->counting, report, wall_ms, &room->counted);
    (void)felt_hand_store_count(room->hand_store, &room->counted);
}

static void note_known(void *self, uint32_t conn, int64_t user)
{
    struct felt_room_endpoint *room = self;
    felt_neighbours_known(&room->neighbours, conn, user);
}

static void note_req(void *self, uint32_t conn, int64_t user)
{
    struct felt_room_endpoint *room = self;
    const char *address = room->neighbours.conn[conn].address;
    if (address[0] && room->hand_store)
        (void)felt_hand_store_seen(room->hand_store, user, address,
                                   felt_hand_store_day(felt_clock_wall_ms()));
}

static bool find_hands(void *self, int64_t user, const char *before, uint32_t limit,
                       uint64_t ticket)
{
    return felt_hand_store_list(((struct felt_room_endpoint *)self)->hand_store, user, before,
                                limit, ticket);
}

static bool find_hand(void *self, int64_t user, const char *hand_id, uint64_t ticket)
{
    return felt_hand_store_find(((struct felt_room_endpoint *)self)->hand_store, user, hand_id,
                                ticket);
}

/* ---- what the room session wants: players ---- */

static void seat_player(struct felt_room_endpoint *room, uint32_t table, felt_seat seat,
                        const char *name)
{
    struct felt_player_spec player;
    felt_personas_of(room->personas, name, &player);
    /* Whoever finds no memory does not think: the table's clock goes on without him. */
    (void)felt_house_threads_sit(room->threads, table, seat, &player);
}

static void local_sit(void *self, uint32_t table, felt_seat seat, int64_t user)
{
    struct felt_room_endpoint *room = self;
    struct felt_room_face face;
    (void)user;
    const char *name = "";
    if (felt_room_face(felt_room_session_room(room->session), table, &face) && face.seat[seat].name)
        name = face.seat[seat].name;
    seat_player(room, table, seat, name);
}

static void local_stand(void *self, uint32_t table, felt_seat seat)
{
    felt_house_threads_stand(((struct felt_room_endpoint *)self)->threads, table, seat);
}

static void local_begin(void *self, uint32_t table, felt_seat seat,
                        const struct felt_game_adapter *adapter)
{
    felt_house_threads_begin(((struct felt_room_endpoint *)self)->threads, table, seat, adapter);
}

static void local_event(void *self, uint32_t table, felt_seat seat, const struct felt_event *event)
{
    felt_house_threads_event(((struct felt_room_endpoint *)self)->threads, table, seat, event);
}

static void local_ask(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view)
{
    felt_house_threads_ask(((struct felt_room_endpoint *)self)->threads, table, seat, req_id, view);
}

/* ---- what the room session wants: stakes ---- */

static const struct felt_stake *make_stake(void *self, const char *id,
                                           const struct felt_room_client_terms *terms,
                                           const struct felt_stake *old,
                                           char why[FELT_ROOM_TEXT_BYTES])
{
    return felt_private_stakes_make(((struct felt_room_endpoint *)self)->privates, id, terms, old,
                                    why);
}

static const struct felt_stake *make_event_stake(void *self, const struct felt_tournament_row *row,
                                                 struct felt_complaint *why)
{
    return felt_tournament_stakes_make(((struct felt_room_endpoint *)self)->event_stakes, row, why);
}

static const struct felt_stake *make_stake_again(void *self, const char *text, size_t bytes)
{
    struct felt_room_endpoint *room = self;
    return felt_tournament_stakes_wrote(text, bytes)
               ? felt_tournament_stakes_again(room->event_stakes, text, bytes)
               : felt_private_stakes_again(room->privates, text, bytes);
}

static void drop_stake(void *self, const struct felt_stake *stake)
{
    struct felt_room_endpoint *room = self;
    if (stake->directed)
        felt_tournament_stakes_gone(room->event_stakes, stake);
    else
        felt_private_stakes_gone(room->privates, stake);
}

/* Tournaments of felt.conf that are not known yet. */
static void add_events(void *self)
{
    struct felt_room_endpoint *room = self;
    struct felt_complaint complaint = {0};
    struct felt_tournaments *tournaments = felt_room_session_tournaments(room->session);
    if (!tournaments) return;
    if (felt_conf_tournaments(room->conf, tournaments, &felt_secret_digests, felt_clock_wall_ms(),
                              &complaint) != FELT_OK)
        felt_args_refuse(room->args, "[tournament] of felt.conf: %s", complaint.text);
}

/* ---- all of it ---- */

void felt_room_endpoint_services(struct felt_room_endpoint *room)
{
    room->services = (struct felt_room_session_services){.self = room,
                                                         .journal = room->journal,
                                                         .digests = felt_secret_digests,
                                                         .bank = {room, give_order, give_question},
                                                         .entropy = give_entropy,
                                                         .now_us = felt_tables_journal_us,
                                                         .append = felt_tables_journal_append,
                                                         .flush = felt_tables_journal_flush,
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
                                                         .visited = note_req,
                                                         .opened = add_events};
    if (room->hand_store) {
        room->services.keep_hand = keep_hand;
        room->services.hand_over = count_hand;
        room->services.find_hands = find_hands;
        room->services.find_hand = find_hand;
    }
}
