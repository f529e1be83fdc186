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
    felt_parlour_acked(room->lounge.parlour, acked, room->lounge.now_us);
    power_journal_ack_end(&room->power);
}

static void snapshot(struct power_room *room, bool wait)
{
    power_journal_turn_begin(&room->power);
    power_room_flushed(room);
    felt_parlour_snapshot(room->lounge.parlour);
    power_journal_turn_end(&room->power, wait);
}

static void take_record(void *self, const void *bytes, size_t count)
{
    struct lounge *lounge = &((struct power_room *)self)->lounge;
    (void)made_up_append(&lounge->record, &lounge->records, &lounge->records_room, bytes, count);
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
static void hear(void *self, uint32_t line, const char *text, size_t bytes, bool droppable)
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
        power_room_hear(room, line, frame);
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

static void answer(struct power_room *room, uint32_t line, const char *text)
{
    static const char *const words[] = {"CALL", "CHECK", "FOLD", "CALL"};
    json_t *ask = json_loads(text, 0, NULL);
    felt_assert(ask);
    lounge_say(&room->lounge, line,
               "{\"type\":\"action\",\"table\":\"%s\",\"hand_id\":\"%s\",\"req_id\":%lld,"
               "\"action\":\"%s\"}",
               json_string_value(json_object_get(ask, "table")),
               json_string_value(json_object_get(ask, "hand_id")),
               (long long)json_integer_value(json_object_get(ask, "req_id")),
               words[below(room, 4)]);
    json_decref(ask);
}

static void want_chair(struct power_room *room, uint32_t line)
{
    uint32_t table = 1 + below(room, POWER_TABLES);
    switch (below(room, 6)) {
    case 0:
        lounge_say(&room->lounge, line, "{\"type\":\"stand\",\"req\":2,\"table\":\"nl-2-%u\"}",
                   table);
        break;
    case 1:
        lounge_say(&room->lounge, line, "{\"type\":\"top_up\",\"req\":3,\"table\":\"nl-2-%u\"}",
                   table);
        break;
    default:
        lounge_say(&room->lounge, line,
                   "{\"type\":\"sit\",\"req\":1,\"table\":\"nl-2-%u\",\"buy_in\":%u}", table,
                   40 + below(room, 160));
    }
}

/* Answers a question, or does something else. */
static void act(struct power_room *room, uint32_t line)
{
    struct lounge_frame *frame = lounge_find(&room->lounge, line, "act");
    if (frame)
        answer(room, line, frame->text);
    else if (room->cup)
        lounge_say(&room->lounge, line, "{\"type\":\"register\",\"req\":4,\"event\":\"sng\"}");
    else
        want_chair(room, line);
    free(frame);
}

/* ---- failing ---- */

/* Everything is gone but the ledger and what the disk has. */
static void lose_power(struct power_room *room)
{
    struct lounge *lounge = &room->lounge;
    int waiting = ledger_toy_waiting(lounge->ledger);
    made_up_forget(lounge->record, &lounge->records, 0);
    power_journal_lose(&room->power);
    lounge->flushed = lounge->given = lounge->records;
    room->power.resuming = true;
    if (!lounge_crash(lounge, 0, waiting ? (int)below(room, (uint32_t)waiting + 1) : 0, true))
        power_journal_complain(&room->power, "a record makes no sense");
    room->power.resuming = false;
    power_room_restored(room);
    snapshot(room, true);
    take_acks(room);
    lounge_deafen(lounge);
}

static void verify(struct power_room *room)
{
    const struct felt_floor *floor = felt_parlour_floor(room->lounge.parlour);
    bool lies = room->power.lies;
    const char *wrong = lies ? ledger_toy_wrong(room->lounge.ledger) : lounge_wrong(&room->lounge);
    if (wrong) power_journal_complain(&room->power, "P3: %s", wrong);
    if (!lies && felt_floor_is_open(floor)) power_room_banks(room);
}

static void take_step(struct power_room *room)
{
    struct lounge *lounge = &room->lounge;
    uint32_t line = below(room, POWER_PEOPLE);
    if (room->cup) power_cup_add(room);
    if (!lounge->line[line].open) lounge_enter(lounge, line, room->person[line].user);
    if (lounge->line[line].open) act(room, line);
    if (below(room, 50) == 0) snapshot(room, false);
    /* A room whose journal takes nothing stands still (server/app/journal_clock.h). */
    for (uint32_t ms = below(room, 8) ? 500 : 4000; ms && room->power.waiting < POWER_STALLED;
         ms -= 100)
        lounge_wait(lounge, 100);
    bool fails = power_journal_mind(&room->power);
    take_acks(room);
    if (fails) lose_power(room);
    verify(room);
}

/* ---- one seed ---- */

static void add_stake(struct power_room *room)
{
    enum felt_status status =
        felt_poker_plug_make(&room->plug, "holdem", FELT_NO_LIMIT, 1, 2, NULL);
    felt_assert(status == FELT_OK);
    lounge_add_stake(&room->lounge, &(struct felt_stake){.id = "nl-2",
                                                         .title = "No-limit hold'em 1/2",
                                                         .variant = "holdem",
                                                         .limit = "no-limit",
                                                         .game = {&room->plug.plug},
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
    struct lounge *lounge = &room->lounge;
    lounge_init(lounge, felt_rng_next(&room->power.rng));
    if (room->cup)
        power_cup_configure(room);
    else
        add_stake(room);
    lounge->config.house_players = room->cup ? 0 : HOUSE;
    lounge->config.house_fund = 1000000;
    lounge->config.staff.think_ms = 0;
    lounge->services.append = append;
    lounge->services.flush = flush;
    room->ledger = lounge->services.bank;
    lounge->services.bank =
        (struct felt_counter){.self = room, .order = give_order, .ask = give_question};
    lounge->listener = room;
    lounge->heard = hear;
    lounge->logged = hear_log;
}

static void open_room(struct power_room *room)
{
    static const char *const names[POWER_PEOPLE] = {"Ada", "Bea", "Cyd", "Dot"};
    configure(room);
    lounge_open(&room->lounge);
    snapshot(room, true); /* a server begins with one */
    take_acks(room);
    for (int i = 0; i < POWER_PEOPLE; i++)
        room->person[i].user = lounge_user(&room->lounge, FELT_USER_HUMAN, names[i], CHIPS);
}

bool power_sim_lies(uint64_t seed)
{
    return seed % 4 == 3;
}

static bool run(uint64_t seed, bool cup, enum power_break breaks, struct power_sim_result *result)
{
    struct power_room *room = calloc(1, sizeof *room);
    felt_assert(room);
    *result = (struct power_sim_result){0};
    room->result = result;
    room->cup = cup;
    room->told.power = &room->power;
    room->power.self = room;
    room->power.record = take_record;
    power_journal_open(&room->power, seed, breaks == POWER_SOUND && power_sim_lies(seed), breaks);
    open_room(room);
    for (int i = 0; i < STEPS && !room->power.failure[0]; i++) take_step(room);
    power_journal_close(&room->power);
    lounge_close(&room->lounge);
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

bool power_cup_run(uint64_t seed, enum power_break breaks, struct power_sim_result *result)
{
    return run(seed, true, breaks, result);
}
