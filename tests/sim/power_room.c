/* power_room.c -- the room through power failures: what people do, and what the disk does. */
#include "power_room.h"

#include "felt/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOUSE = 6, CHIPS = 2000, STEPS = 150 };

static uint32_t below(struct power_room *room, uint32_t bound)
{
    return power_journal_below(&room->power, bound);
}

/* ---- the journal ---- */

static void append(void *self, const void *bytes, size_t count)
{
    power_journal_append(&((struct power_room *)self)->power, bytes, count);
}

static enum felt_flush flush(void *self, uint64_t *number)
{
    struct power_room *room = self;
    enum felt_flush flush = power_journal_flush(&room->power, number);
    power_room_flushed(room);
    return flush;
}

static void take_acks(struct power_room *room)
{
    uint64_t acked = power_journal_ack_begin(&room->power);
    felt_room_session_acked(room->fake_room.session, acked, room->fake_room.now_us);
    power_journal_ack_end(&room->power);
}

static void snapshot(struct power_room *room, bool wait)
{
    power_journal_turn_begin(&room->power);
    power_room_flushed(room);
    felt_room_session_snapshot(room->fake_room.session);
    power_journal_turn_end(&room->power, wait);
}

static void take_record(void *self, const void *bytes, size_t count)
{
    struct fake_room *fake_room = &((struct power_room *)self)->fake_room;
    (void)made_up_append(&fake_room->record, &fake_room->records, &fake_room->records_room, bytes,
                         count);
}

/* ---- what leaves ---- */

static bool give_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    struct power_room *room = self;
    power_room_order(room, order);
    return room->ledger.order(room->ledger.self, order, ticket);
}

static bool give_question(void *self, const struct felt_question *question, uint64_t ticket)
{
    struct power_room *room = self;
    return room->ledger.ask(room->ledger.self, question, ticket);
}

/* P0 */
static void hear(void *self, uint32_t conn, const char *text, size_t bytes, bool droppable)
{
    static const char *const types[] = {"\"type\":\"start_hand\"", "\"type\":\"end_hand\"",
                                        "\"type\":\"cashier\"", "\"type\":\"ok\"",
                                        "\"type\":\"entry\""};
    struct power_room *room = self;
    (void)droppable;
    room->result->frames++;
    if (!power_journal_released(&room->power))
        power_journal_complain(&room->power, "P0: a frame leaves before the sync: %.120s", text);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (!strstr(text, types[i])) continue;
        json_t *frame = json_loadb(text, bytes, 0, NULL);
        felt_assert(frame);
        power_room_hear(room, conn, frame);
        json_decref(frame);
        return;
    }
}

/* P3 */
static void hear_log(void *self, const char *json)
{
    struct power_room *room = self;
    if (strstr(json, "\"event\":\"alarm\"") && !room->power.lies)
        power_journal_complain(&room->power, "P3: %.200s", json);
}

/* ---- people ---- */

static void answer(struct power_room *room, uint32_t conn, const char *text)
{
    static const char *const words[] = {"CALL", "CHECK", "FOLD", "CALL"};
    json_t *ask = json_loads(text, 0, NULL);
    felt_assert(ask);
    fake_room_say(&room->fake_room, conn,
                  "{\"type\":\"action\",\"table\":\"%s\",\"hand_id\":\"%s\",\"req_id\":%lld,"
                  "\"action\":\"%s\"}",
                  json_string_value(json_object_get(ask, "table")),
                  json_string_value(json_object_get(ask, "hand_id")),
                  (long long)json_integer_value(json_object_get(ask, "req_id")),
                  words[below(room, 4)]);
    json_decref(ask);
}

static void want_seat(struct power_room *room, uint32_t conn)
{
    uint32_t table = 1 + below(room, POWER_TABLES);
    switch (below(room, 6)) {
    case 0:
        fake_room_say(&room->fake_room, conn,
                      "{\"type\":\"stand\",\"req\":2,\"table\":\"nl-2-%u\"}", table);
        break;
    case 1:
        fake_room_say(&room->fake_room, conn,
                      "{\"type\":\"top_up\",\"req\":3,\"table\":\"nl-2-%u\"}", table);
        break;
    default:
        fake_room_say(&room->fake_room, conn,
                      "{\"type\":\"sit\",\"req\":1,\"table\":\"nl-2-%u\",\"buy_in\":%u}", table,
                      40 + below(room, 160));
    }
}

/* Answers a question, or does something else. */
static void act(struct power_room *room, uint32_t conn)
{
    struct fake_room_frame *frame = fake_room_find(&room->fake_room, conn, "act");
    if (frame)
        answer(room, conn, frame->text);
    else if (room->tournament)
        fake_room_say(&room->fake_room, conn,
                      "{\"type\":\"register\",\"req\":4,\"event\":\"sng\"}");
    else
        want_seat(room, conn);
    free(frame);
}

/* ---- failing ---- */

/* Everything is gone but the ledger and what the disk has. */
static void lose_power(struct power_room *room)
{
    struct fake_room *fake_room = &room->fake_room;
    int waiting = ledger_toy_waiting(fake_room->ledger);
    made_up_forget(fake_room->record, &fake_room->records, 0);
    power_journal_lose(&room->power);
    fake_room->flushed = fake_room->given = fake_room->records;
    room->power.resuming = true;
    if (!fake_room_crash(fake_room, 0, waiting ? (int)below(room, (uint32_t)waiting + 1) : 0, true))
        power_journal_complain(&room->power, "a record makes no sense");
    room->power.resuming = false;
    power_room_restored(room);
    snapshot(room, true);
    take_acks(room);
    fake_room_deafen(fake_room);
}

static void verify(struct power_room *room)
{
    const struct felt_room *live = felt_room_session_room(room->fake_room.session);
    bool lies = room->power.lies;
    const char *wrong =
        lies ? ledger_toy_wrong(room->fake_room.ledger) : fake_room_wrong(&room->fake_room);
    if (wrong) power_journal_complain(&room->power, "P3: %s", wrong);
    if (!lies && felt_room_is_open(live)) power_room_banks(room);
}

static void take_step(struct power_room *room)
{
    struct fake_room *fake_room = &room->fake_room;
    uint32_t conn = below(room, POWER_PEOPLE);
    if (room->tournament) power_tournament_add(room);
    if (!fake_room->conn[conn].open) fake_room_enter(fake_room, conn, room->person[conn].user);
    if (fake_room->conn[conn].open) act(room, conn);
    if (below(room, 50) == 0) snapshot(room, false);
    /* A room whose journal takes nothing stands still (store/journal/journal_clock.h). */
    for (uint32_t ms = below(room, 8) ? 500 : 4000; ms && room->power.waiting < POWER_STALLED;
         ms -= 100)
        fake_room_wait(fake_room, 100);
    bool fails = power_journal_mind(&room->power);
    take_acks(room);
    if (fails) lose_power(room);
    verify(room);
}

/* ---- one seed ---- */

static void add_stake(struct power_room *room)
{
    enum felt_status status =
        felt_poker_adapter_make(&room->adapter, "holdem", FELT_NO_LIMIT, 1, 2, NULL);
    felt_assert(status == FELT_OK);
    fake_room_add_stake(&room->fake_room, &(struct felt_stake){.id = "nl-2",
                                                               .title = "No-limit hold'em 1/2",
                                                               .variant = "holdem",
                                                               .limit = "no-limit",
                                                               .game = {&room->adapter.adapter},
                                                               .games = 1,
                                                               .seats = 6,
                                                               .tables = POWER_TABLES,
                                                               .house = 3,
                                                               .small_blind = 1,
                                                               .big_blind = 2,
                                                               .buy_in_min = 40,
                                                               .buy_in_max = 200,
                                                               .move_ms = 5000,
                                                               .pause_ms = 500});
}

static void configure(struct power_room *room)
{
    struct fake_room *fake_room = &room->fake_room;
    fake_room_init(fake_room, felt_rng_next(&room->power.rng));
    if (room->tournament)
        power_tournament_configure(room);
    else
        add_stake(room);
    fake_room->config.house_players = room->tournament ? 0 : HOUSE;
    fake_room->config.house_fund = 1000000;
    fake_room->config.seating.think_ms = 0;
    fake_room->services.append = append;
    fake_room->services.flush = flush;
    room->ledger = fake_room->services.bank;
    fake_room->services.bank =
        (struct felt_ledger_services){.self = room, .order = give_order, .ask = give_question};
    fake_room->listener = room;
    fake_room->heard = hear;
    fake_room->logged = hear_log;
}

static void open_room(struct power_room *room)
{
    static const char *const names[POWER_PEOPLE] = {"Ada", "Bea", "Cyd", "Dot"};
    configure(room);
    fake_room_open(&room->fake_room);
    snapshot(room, true); /* a server begins with one */
    take_acks(room);
    for (int i = 0; i < POWER_PEOPLE; i++)
        room->person[i].user = fake_room_user(&room->fake_room, FELT_USER_HUMAN, names[i], CHIPS);
}

bool power_sim_lies(uint64_t seed)
{
    return seed % 4 == 3;
}

static bool run(uint64_t seed, bool tournament, enum power_break breaks,
                struct power_sim_result *result)
{
    struct power_room *room = calloc(1, sizeof *room);
    felt_assert(room);
    *result = (struct power_sim_result){0};
    room->result = result;
    room->tournament = tournament;
    room->told.power = &room->power;
    room->power.self = room;
    room->power.record = take_record;
    power_journal_open(&room->power, seed, breaks == POWER_SOUND && power_sim_lies(seed), breaks);
    open_room(room);
    for (int i = 0; i < STEPS && !room->power.failure[0]; i++) take_step(room);
    power_journal_close(&room->power);
    fake_room_close(&room->fake_room);
    result->hands = room->told.begun;
    result->failures = room->power.failures;
    result->syncs = room->power.syncs;
    result->stalls = room->power.stalls;
    memcpy(result->failure, room->power.failure, sizeof result->failure);
    free(room);
    return !result->failure[0];
}

bool power_room_run(uint64_t seed, enum power_break breaks, struct power_sim_result *result)
{
    return run(seed, false, breaks, result);
}

bool power_tournament_run(uint64_t seed, enum power_break breaks, struct power_sim_result *result)
{
    return run(seed, true, breaks, result);
}
