/* power_room_told.c -- what people of a room were told, compared with the room that is restored.
 */
#include "power_room.h"

#include "felt/assert.h"

#include <stdio.h>
#include <string.h>

static const char *text_of(const json_t *frame, const char *key)
{
    const char *text = json_string_value(json_object_get(frame, key));
    return text ? text : "";
}

static felt_chips number_of(const json_t *frame, const char *key)
{
    return (felt_chips)json_integer_value(json_object_get(frame, key));
}

static int cash_table(const char *name)
{
    unsigned table;
    return sscanf(name, "nl-2-%u", &table) == 1 && table >= 1 && table <= POWER_TABLES
               ? (int)table - 1
               : -1;
}

/* ---- hearing ---- */

static void hear_end(struct power_room *room, const json_t *frame)
{
    const char *table = text_of(frame, "table");
    int64_t index = felt_room_find(felt_room_session_room(room->fake_room.session), table);
    power_told_over(&room->told, text_of(frame, "hand_id"));
    if (index < 0 || index >= POWER_TABLES_MAX) return; /* it closed meanwhile */
    struct power_end *end = &room->end[index];
    (void)snprintf(end->hand_id, sizeof end->hand_id, "%s", text_of(frame, "hand_id"));
    (void)snprintf(end->table, sizeof end->table, "%s", table);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) end->stack[seat] = -1;
    size_t at;
    json_t *one;
    json_array_foreach(json_object_get(frame, "stacks"), at, one)
        end->stack[number_of(one, "seat")] = number_of(one, "stack");
}

/* A ledger store that another order has changed since, or is about to, is no news any more: what is
 * told waits. */
static void hear_bank(struct power_room *room, struct power_person *person, felt_chips bank)
{
    person->has_bank = ledger_toy_bank(room->fake_room.ledger, person->user) == bank &&
                       !ledger_toy_owes(room->fake_room.ledger, person->user);
    person->bank = bank;
}

void power_room_hear(struct power_room *room, uint32_t conn, const json_t *frame)
{
    felt_assert(conn < POWER_PEOPLE);
    struct power_person *person = &room->person[conn];
    const char *type = text_of(frame, "type");
    int table = cash_table(text_of(frame, "table"));
    if (strcmp(type, "start_hand") == 0)
        power_told_begun(&room->told, text_of(frame, "hand_id"), text_of(frame, "commit"));
    if (strcmp(type, "end_hand") == 0) hear_end(room, frame);
    if (strcmp(type, "cashier") == 0) hear_bank(room, person, number_of(frame, "bank"));
    if (strcmp(type, "ok") == 0 && number_of(frame, "req") == 1 && table >= 0)
        person->seated[table] = true;
    if (strcmp(type, "entry") == 0) power_tournament_hear(room, conn, frame);
}

/* ---- orders ---- */

/* Orders of the house's own, whose keys are drawn and not in the journal. */
static bool is_journaled(const struct felt_order *order)
{
    static const char *const drawn[] = {"stray:", "house:", "stake:", "fund:"};
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++)
        if (strncmp(order->key, drawn[i], strlen(drawn[i])) == 0) return false;
    return true;
}

static struct power_person *person_of(struct power_room *room, int64_t user)
{
    for (int i = 0; i < POWER_PEOPLE; i++)
        if (room->person[i].user == user) return &room->person[i];
    return NULL;
}

static void touch(struct power_room *room, int64_t user)
{
    struct power_person *person = person_of(room, user);
    if (user > 0 && user < POWER_USERS) room->touched[user] = room->power.flushes;
    if (person) person->has_bank = false;
}

/* P0.  A seat is given up by a cash-out of the room; by a stray's only if it was forgotten. */
void power_room_order(struct power_room *room, const struct felt_order *order)
{
    bool journaled = is_journaled(order);
    struct power_person *person = person_of(room, order->user);
    int table = cash_table(order->table);
    if (journaled && !power_journal_released(&room->power))
        power_journal_complain(&room->power, "P0: order %s leaves before the sync", order->key);
    if (strncmp(order->key, "stray:", 6) == 0 && !room->power.lies)
        power_journal_complain(&room->power,
                               "P1: the ledger has a seat of user %lld at %s, the "
                               "floor forgot it",
                               (long long)order->user, order->table);
    if (order->kind != FELT_ORDER_SETTLE && journaled) touch(room, order->user);
    if (order->kind == FELT_ORDER_CASH_OUT && person && table >= 0 && journaled)
        person->seated[table] = false;
}

/* ---- flushes ---- */

static const struct felt_room *room_of(const struct power_room *room)
{
    return felt_room_session_room(room->fake_room.session);
}

void power_room_flushed(struct power_room *room)
{
    struct felt_room_face face;
    for (uint32_t i = 0; i < POWER_TABLES_MAX; i++) {
        bool open = felt_room_face(room_of(room), i, &face);
        power_told_scan(&room->told, i, open ? face.hand_id : "", open ? face.hands : 0);
    }
    for (int64_t user = 1; user < POWER_USERS; user++)
        if (ledger_toy_owes(room->fake_room.ledger, user))
            room->touched[user] = room->power.flushes;
    room->hash[room->power.flushes % POWER_WAITING_MAX] = felt_room_hash(room_of(room));
}

/* ---- after a failure ---- */

static bool sits(const struct felt_room_face *face, int64_t user)
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (face->seat[seat].user == user) return true;
    return false;
}

static void verify_seats(struct power_room *room)
{
    struct felt_room_face face;
    for (int i = 0; i < POWER_PEOPLE; i++) {
        const struct power_person *person = &room->person[i];
        for (int table = 0; table < POWER_TABLES; table++) {
            char name[32];
            (void)snprintf(name, sizeof name, "nl-2-%d", table + 1);
            if (!person->seated[table] ||
                ledger_toy_seat(room->fake_room.ledger, name, person->user) == 0)
                continue; /* one who lost everything may get up without an order */
            room->result->compared++;
            int64_t index = felt_room_find(room_of(room), name);
            if (index < 0 || !felt_room_face(room_of(room), (uint32_t)index, &face) ||
                !sits(&face, person->user))
                power_journal_complain(&room->power,
                                       "P1: a buy-in at %s was accepted: the seat "
                                       "is forgotten",
                                       name);
        }
    }
}

/* Chips of an order that was under way since the hand began are another matter. */
static void verify_stacks(struct power_room *room, const struct power_end *end)
{
    struct felt_room_face face;
    const struct power_hand *hand = power_told_last(&room->told, end->hand_id);
    int64_t index = felt_room_find(room_of(room), end->table);
    if (!hand || index < 0 || !felt_room_face(room_of(room), (uint32_t)index, &face) || face.hand ||
        face.stake->directed)
        return;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        int64_t user = face.seat[seat].user;
        if (end->stack[seat] < 0 || user <= 0 || user >= POWER_USERS) continue;
        /* Its receipt came in the turn after that flush: chips beside the stack, in the hand. */
        if (room->touched[user] + 1 >= hand->born) continue;
        /* Another user took the seat, and their buy-in has not left yet. */
        if (face.seat[seat].state == FELT_ROOM_SEAT_BUYING) continue;
        room->result->compared++;
        if (face.seat[seat].stack != end->stack[seat])
            power_journal_complain(
                &room->power, "P1: seat %d was told %lld chips after %s: it has %lld", seat,
                (long long)end->stack[seat], end->hand_id, (long long)face.seat[seat].stack);
    }
}

void power_room_restored(struct power_room *room)
{
    struct felt_room_face face;
    const struct power_journal *power = &room->power;
    power_told_lost(&room->told);
    for (uint32_t i = 0; i < POWER_TABLES_MAX; i++)
        if (felt_room_face(room_of(room), i, &face))
            power_told_runs(&room->told, i, face.hand_id, face.hands);
    power_told_restored(&room->told);
    if (power->lies) return;
    if (power->exact &&
        room->fake_room.restored_hash != room->hash[power->found % POWER_WAITING_MAX])
        power_journal_complain(&room->power, "P1: another floor is restored than flush %llu wrote",
                               (unsigned long long)power->found);
    verify_seats(room);
    for (int i = 0; i < POWER_TABLES_MAX; i++)
        if (*room->end[i].hand_id) verify_stacks(room, &room->end[i]);
    if (room->tournament) power_tournament_restored(room);
}

/* A seat that was forgotten is cashed out when the room opens: the ledger store is not what was
 * told. */
void power_room_banks(struct power_room *room)
{
    for (int i = 0; i < POWER_PEOPLE; i++) {
        const struct power_person *person = &room->person[i];
        if (!person->has_bank) continue;
        room->result->compared++;
        if (ledger_toy_bank(room->fake_room.ledger, person->user) != person->bank)
            power_journal_complain(
                &room->power, "P1: a bank of %lld was told, the ledger has %lld",
                (long long)person->bank,
                (long long)ledger_toy_bank(room->fake_room.ledger, person->user));
    }
}
