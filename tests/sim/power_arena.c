/* power_arena.c -- an arena through power failures: tables of bots whose keys are told with each
 * hand, so that a deck that came again would be known.  See power_sim.h. */
#include "power_sim.h"

#include "felt/assert.h"
#include "fake_arena.h"
#include "server/table/poker_adapter.h"
#include "power_told.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEAMS = 6, TABLES = 2, SEATS = 3, STACK = 100000, STEPS = 150, HASHES = 65536 };

static const char *const table_name[TABLES] = {"T-1", "final"};

/* What a bot was told last. */
struct bot {
    uint32_t hand; /* number of the hand it is in                                                */
    int seat;      /* -1: none was told                                                          */
    char deck[2 * POWER_ID_BYTES]; /* of that hand, in `ids`                                      */
};

/* The stacks of the last end_hand of a table. */
struct end {
    uint32_t hand;
    felt_chips stack[FELT_SEATS_MAX];
};

struct arena {
    struct fake_arena fake_arena; /* first: services are the fake arena's */
    struct power_journal power;
    struct power_told told; /* hands are named TABLE#NUMBER there: what a table knows of itself   */
    struct power_told ids;  /* and by their ids here                                              */
    struct felt_poker_adapter adapter;
    struct bot bot[TEAMS];
    struct end end[TABLES];
    uint64_t hash[HASHES]; /* of the room, by flush                                              */
    struct power_sim_result *result;
};

static int table_of(uint32_t conn)
{
    return (int)conn / SEATS;
}

static bool face_of(struct arena *arena, int table, struct felt_table_face *face)
{
    const struct felt_arena *live = felt_arena_session_arena(arena->fake_arena.host);
    for (uint32_t i = 0; i < FAKE_ARENA_TABLES; i++)
        if (felt_arena_face(live, i, face) && strcmp(face->id, table_name[table]) == 0) return true;
    return false;
}

static const char *name_hand(int table, uint32_t hand, char out[POWER_ID_BYTES + 1])
{
    (void)snprintf(out, POWER_ID_BYTES + 1, "%s#%u", table_name[table], hand);
    return out;
}

/* ---- the journal ---- */

static void append(void *self, const void *bytes, size_t count)
{
    power_journal_append(&((struct arena *)self)->power, bytes, count);
}

/* The room as it is at this flush. */
static void note_flush(struct arena *arena)
{
    struct felt_table_face face;
    char id[POWER_ID_BYTES + 1];
    for (int i = 0; i < TABLES; i++) {
        if (!face_of(arena, i, &face)) continue;
        const char *runs = face.in_hand ? name_hand(i, face.hands, id) : "";
        power_told_scan(&arena->told, (uint32_t)i, runs, face.hands);
    }
    arena->hash[arena->power.flushes % HASHES] =
        felt_arena_hash(felt_arena_session_arena(arena->fake_arena.host));
}

static enum felt_flush flush(void *self, uint64_t *number)
{
    struct arena *arena = self;
    enum felt_flush flush = power_journal_flush(&arena->power, number);
    note_flush(arena);
    return flush;
}

static void take_acks(struct arena *arena)
{
    uint64_t acked = power_journal_ack_begin(&arena->power);
    felt_arena_session_acked(arena->fake_arena.host, acked, arena->fake_arena.now_us);
    power_journal_ack_end(&arena->power);
}

static void snapshot(struct arena *arena, bool wait)
{
    power_journal_turn_begin(&arena->power);
    note_flush(arena);
    felt_arena_session_snapshot(arena->fake_arena.host);
    power_journal_turn_end(&arena->power, wait);
}

static void take_record(void *self, const void *bytes, size_t count)
{
    struct fake_arena *fake_arena = &((struct arena *)self)->fake_arena;
    (void)made_up_append(&fake_arena->record, &fake_arena->records, &fake_arena->records_room,
                         bytes, count);
}

/* ---- what is told ---- */

static const char *text_of(const json_t *frame, const char *key)
{
    const char *text = json_string_value(json_object_get(frame, key));
    return text ? text : "";
}

static int64_t number_of(const json_t *frame, const char *key)
{
    return json_integer_value(json_object_get(frame, key));
}

/* An arena begins its ids anew where the journal does: of a disk that lies only decks are asked. */
static const char *name_deck(const struct arena *arena, const json_t *frame,
                             char out[2 * POWER_ID_BYTES])
{
    const char *deck = arena->power.lies ? text_of(frame, "commit") : "";
    (void)snprintf(out, POWER_ID_BYTES + 1, "%s %.20s", text_of(frame, "hand_id"), deck);
    return out;
}

static void hear_start(struct arena *arena, uint32_t conn, const json_t *frame)
{
    char id[2 * POWER_ID_BYTES];
    struct bot *bot = &arena->bot[conn];
    bot->hand = (uint32_t)number_of(frame, "hand_number");
    (void)name_hand(table_of(conn), bot->hand, id);
    if (!arena->power.lies) power_told_begun(&arena->told, id, text_of(frame, "commit"));
    (void)name_deck(arena, frame, bot->deck);
    power_told_begun(&arena->ids, bot->deck, text_of(frame, "commit"));
}

static void hear_end(struct arena *arena, uint32_t conn, const json_t *frame)
{
    char id[POWER_ID_BYTES + 1];
    struct end *end = &arena->end[table_of(conn)];
    size_t at;
    json_t *one;
    if (!arena->bot[conn].hand) return; /* it came back in the middle of the hand */
    power_told_over(&arena->ids, arena->bot[conn].deck);
    power_told_over(&arena->told, name_hand(table_of(conn), arena->bot[conn].hand, id));
    end->hand = arena->bot[conn].hand;
    json_array_foreach(json_object_get(frame, "stacks"), at, one)
    {
        end->stack[number_of(one, "seat")] = number_of(one, "stack");
    }
}

/* P0 */
static void hear(void *self, uint32_t conn, const char *text, size_t bytes, bool droppable)
{
    struct arena *arena = self;
    (void)droppable;
    arena->result->frames++;
    if (!power_journal_released(&arena->power))
        power_journal_complain(&arena->power, "P0: a frame leaves before the sync: %.120s", text);
    if (strstr(text, "\"type\":\"event\"")) return;
    json_t *frame = json_loadb(text, bytes, 0, NULL);
    felt_assert(frame);
    const char *type = text_of(frame, "type");
    if (strcmp(type, "welcome") == 0) arena->bot[conn].seat = (int)number_of(frame, "seat");
    if (strcmp(type, "start_hand") == 0) hear_start(arena, conn, frame);
    if (strcmp(type, "end_hand") == 0) hear_end(arena, conn, frame);
    json_decref(frame);
}

/* ---- bots ---- */

static void come(struct arena *arena, uint32_t conn)
{
    if (arena->fake_arena.conn[conn].open) return;
    arena->bot[conn].hand = 0;
    fake_arena_connect(&arena->fake_arena, conn, table_of(conn) ? table_name[table_of(conn)] : "");
    fake_arena_say(&arena->fake_arena, conn,
                   "{\"type\":\"hello\",\"v\":1,\"team\":\"Team %u\",\"join_code\":\"code %u\"}",
                   conn, conn);
}

static void answer(struct arena *arena, uint32_t conn, const char *text)
{
    static const char *const words[] = {"CALL", "CHECK", "FOLD", "CALL"};
    json_t *ask = json_loads(text, 0, NULL);
    felt_assert(ask);
    fake_arena_say(
        &arena->fake_arena, conn,
        "{\"type\":\"action\",\"v\":1,\"hand_id\":\"%s\",\"req_id\":%lld,\"action\":\"%s\"}",
        text_of(ask, "hand_id"), (long long)number_of(ask, "req_id"),
        words[power_journal_below(&arena->power, 4)]);
    json_decref(ask);
}

/* Everything that it got is read; the last question is answered. */
static void act(struct arena *arena, uint32_t conn)
{
    struct fake_arena_frame *last = NULL;
    for (struct fake_arena_frame *frame; (frame = fake_arena_take(&arena->fake_arena, conn));) {
        bool asks = strstr(frame->text, "\"type\":\"act\"") != NULL;
        if (asks) free(last);
        if (asks)
            last = frame;
        else
            free(frame);
    }
    if (last) answer(arena, conn, last->text);
    free(last);
}

/* ---- failing ---- */

static void verify_chips(struct arena *arena, int table)
{
    struct felt_table_face face;
    felt_chips sum = 0, given = 0;
    if (!face_of(arena, table, &face) || face.in_hand || !face.hands) return;
    for (int seat = 0; seat < SEATS; seat++) {
        if (!face.seat[seat].team) continue;
        sum += face.seat[seat].stack;
        given += STACK;
    }
    if (sum != given)
        power_journal_complain(&arena->power, "P3: %s has %lld chips of %lld", table_name[table],
                               (long long)sum, (long long)given);
}

static void verify_seats(struct arena *arena)
{
    struct felt_table_face face;
    char team[16];
    for (uint32_t conn = 0; conn < TEAMS; conn++) {
        int seat = arena->bot[conn].seat;
        if (seat < 0) continue;
        arena->result->compared++;
        (void)snprintf(team, sizeof team, "Team %u", conn);
        if (!face_of(arena, table_of(conn), &face) || !face.seat[seat].team ||
            strcmp(face.seat[seat].team, team) != 0)
            power_journal_complain(&arena->power, "P1: %s was told seat %d: it is forgotten", team,
                                   seat);
    }
}

static void verify_stacks(struct arena *arena, int table)
{
    const struct end *end = &arena->end[table];
    struct felt_table_face face;
    if (!end->hand || !face_of(arena, table, &face) || face.in_hand || face.hands != end->hand)
        return;
    for (int seat = 0; seat < SEATS; seat++) {
        arena->result->compared++;
        if (face.seat[seat].team && face.seat[seat].stack != end->stack[seat])
            power_journal_complain(
                &arena->power, "P1: seat %d of %s was told %lld chips: it has %lld", seat,
                table_name[table], (long long)end->stack[seat], (long long)face.seat[seat].stack);
    }
}

static void verify_restored(struct arena *arena)
{
    struct felt_table_face face;
    char id[POWER_ID_BYTES + 1];
    power_told_lost(&arena->told);
    for (int i = 0; i < TABLES; i++)
        if (face_of(arena, i, &face))
            power_told_runs(&arena->told, (uint32_t)i,
                            face.in_hand ? name_hand(i, face.hands, id) : "", face.hands);
    power_told_restored(&arena->told);
    if (arena->power.lies) return;
    if (arena->power.exact &&
        arena->fake_arena.restored_hash != arena->hash[arena->power.found % HASHES])
        power_journal_complain(&arena->power, "P1: another room is restored than flush %llu wrote",
                               (unsigned long long)arena->power.found);
    verify_seats(arena);
    for (int i = 0; i < TABLES; i++) verify_stacks(arena, i);
}

/* Everything is gone but what the disk has. */
static void lose_power(struct arena *arena)
{
    struct fake_arena *fake_arena = &arena->fake_arena;
    made_up_forget(fake_arena->record, &fake_arena->records, 0);
    power_journal_lose(&arena->power);
    fake_arena->flushed = fake_arena->given = fake_arena->records;
    arena->power.resuming = true;
    if (!fake_arena_crash(fake_arena, 0, true))
        power_journal_complain(&arena->power, "a record makes no sense");
    arena->power.resuming = false;
    verify_restored(arena);
    snapshot(arena, true);
    take_acks(arena);
    fake_arena_deafen(fake_arena);
    if (!arena->power.lies) return;
    for (int i = 0; i < TEAMS; i++) arena->bot[i].seat = -1; /* seats are gone with the journal */
}

static void take_step(struct arena *arena)
{
    for (uint32_t conn = 0; conn < TEAMS; conn++) {
        if (power_journal_below(&arena->power, 2)) come(arena, conn);
        if (arena->fake_arena.conn[conn].open) act(arena, conn);
    }
    if (power_journal_below(&arena->power, 50) == 0) snapshot(arena, false);
    /* An arena whose journal takes nothing stands still (store/journal/journal_clock.h). */
    if (arena->power.waiting < POWER_STALLED)
        fake_arena_wait(&arena->fake_arena, power_journal_below(&arena->power, 8) ? 200 : 3000);
    bool fails = power_journal_mind(&arena->power);
    take_acks(arena);
    if (fails) lose_power(arena);
    for (int i = 0; i < TABLES; i++) verify_chips(arena, i);
}

/* ---- one seed ---- */

static void open_arena(struct arena *arena)
{
    struct fake_arena *fake_arena = &arena->fake_arena;
    enum felt_status status =
        felt_poker_adapter_make(&arena->adapter, "holdem", FELT_NO_LIMIT, 50, 100, NULL);
    felt_assert(status == FELT_OK);
    fake_arena_init(fake_arena, &arena->adapter.adapter);
    fake_arena->entropy = felt_rng_next(&arena->power.rng) % 1000000;
    fake_arena->table.seats = SEATS;
    fake_arena->table.stack = STACK;
    fake_arena->table.move_ms = 1000;
    fake_arena->table.absent_ms = 500;
    fake_arena->table.reveal_hands = true;
    fake_arena->services.append = append;
    fake_arena->services.flush = flush;
    fake_arena->listener = arena;
    fake_arena->heard = hear;
    fake_arena_open(fake_arena);
    snapshot(arena, true); /* a server begins with one */
    take_acks(arena);
    for (int i = 0; i < TEAMS; i++) arena->bot[i].seat = -1;
}

bool power_arena_run(uint64_t seed, enum power_break breaks, struct power_sim_result *result)
{
    struct arena *arena = calloc(1, sizeof *arena);
    struct power_journal anything = {.lies = true}; /* ids: P2 alone is asked of them */
    felt_assert(arena);
    *result = (struct power_sim_result){0};
    arena->result = result;
    arena->told.power = &arena->power;
    arena->ids.power = &anything;
    arena->power.self = arena;
    arena->power.record = take_record;
    power_journal_open(&arena->power, seed, breaks == POWER_SOUND && power_sim_lies(seed), breaks);
    open_arena(arena);
    for (int i = 0; i < STEPS && !arena->power.failure[0]; i++) take_step(arena);
    if (anything.failure[0]) power_journal_complain(&arena->power, "%s", anything.failure);
    power_journal_close(&arena->power);
    fake_arena_close(&arena->fake_arena);
    result->hands = arena->ids.begun;
    result->failures = arena->power.failures;
    result->syncs = arena->power.syncs;
    result->stalls = arena->power.stalls;
    memcpy(result->failure, arena->power.failure, sizeof result->failure);
    free(arena);
    return !result->failure[0];
}
