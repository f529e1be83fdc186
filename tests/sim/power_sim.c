/* power_sim.c -- see power_sim.h. */
#include "power_sim.h"

#include "felt/assert.h"
#include "felt/rng.h"
#include "cluster.h"
#include "host/poker_plug.h"
#include "lossy_disk.h"
#include "lounge.h"
#include "remove_folder.h"
#include "store/journal.h"
#include "support.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAITING_MAX = 65536, STALLED = 300 };
enum { PEOPLE = 4, HOUSE = 6, TABLES = 2, HANDS_MAX = 4096, CHIPS = 2000, MARK = 0xF0 };

struct told {
    char hand_id[FELT_HAND_ID_BYTES + 1], commit[2 * FELT_KEY_BYTES + 1];
};

struct sim {
    struct lounge lounge; /* first: services are the lounge's                                  */
    struct felt_rng rng;
    struct felt_poker_plug plug;
    struct lossy_disk disk;
    struct felt_journal *journal;
    char root[256], directory[300];
    int64_t user[PEOPLE];
    bool lies, resuming;
    uint64_t flushes; /* so far: each is a record of its own                              */
    uint64_t durable; /* the last one that was acknowledged                               */
    uint64_t found;   /* the last one that was read back                                  */
    uint64_t number_of[WAITING_MAX],
        flush_of[WAITING_MAX]; /* what waits: the journal's numbers and ours     */
    int waiting;
    uint32_t chosen; /* the line that is asked: answers are any                                */
    struct told told[HANDS_MAX];
    int tolds;
    struct power_sim_result *result;
};

static uint32_t below(struct sim *sim, uint32_t bound)
{
    return felt_rng_below(&sim->rng, bound);
}

static void fail(struct sim *sim, const char *format, const char *what)
{
    if (sim->result->failure[0]) return;
    (void)snprintf(sim->result->failure, sizeof sim->result->failure, format, what);
}

/* ---- the journal ---- */

static void append(void *self, const void *bytes, size_t count)
{
    struct sim *sim = self;
    if (!sim->resuming) felt_journal_append(sim->journal, bytes, count);
}

static void append_mark(struct sim *sim)
{
    uint8_t record[9] = {MARK};
    for (int i = 0; i < 8; i++) record[1 + i] = (uint8_t)(sim->flushes >> (8 * i));
    felt_journal_append(sim->journal, record, sizeof record);
}

static void note_given(struct sim *sim, uint64_t number)
{
    felt_assert(sim->waiting < WAITING_MAX);
    sim->number_of[sim->waiting] = number;
    sim->flush_of[sim->waiting++] = sim->flushes;
}

static enum felt_flush flush(void *self, uint64_t *number)
{
    struct sim *sim = self;
    sim->flushes++;
    append_mark(sim);
    enum felt_flush flush = felt_journal_flush(sim->journal, number);
    note_given(sim, *number);
    if (flush == FELT_FLUSH_LATER && below(sim, 3) == 0 && felt_journal_work(sim->journal) &&
        felt_journal_acked(sim->journal) >= *number)
        flush = FELT_FLUSH_DONE; /* it was quick */
    return flush;
}

/* What the journal acknowledges now; frames leave. */
static void take_acks(struct sim *sim)
{
    uint64_t acked = felt_journal_acked(sim->journal);
    int gone = 0;
    while (gone < sim->waiting && sim->number_of[gone] <= acked)
        sim->durable = sim->flush_of[gone++];
    sim->waiting -= gone;
    memmove(sim->number_of, sim->number_of + gone, (size_t)sim->waiting * sizeof sim->number_of[0]);
    memmove(sim->flush_of, sim->flush_of + gone, (size_t)sim->waiting * sizeof sim->flush_of[0]);
    felt_parlour_acked(sim->lounge.parlour, acked, sim->lounge.now_us);
}

static void snapshot(struct sim *sim)
{
    uint64_t number;
    felt_journal_turn_begin(sim->journal);
    append_mark(sim);
    felt_parlour_snapshot(sim->lounge.parlour);
    enum felt_flush flushed = felt_journal_turn_end(sim->journal, &number);
    felt_assert(flushed != FELT_FLUSH_FAILED);
    note_given(sim, number);
}

static bool take_record(void *self, uint64_t signature, const void *bytes, size_t count)
{
    struct sim *sim = self;
    const uint8_t *record = bytes;
    struct lounge *lounge = &sim->lounge;
    (void)signature;
    if (record[0] != MARK) {
        (void)made_up_append(&lounge->record, &lounge->records, &lounge->records_room, bytes,
                             count);
        return true;
    }
    sim->found = 0;
    for (int i = 0; i < 8; i++) sim->found |= (uint64_t)record[1 + i] << (8 * i);
    return true;
}

static void open_journal(struct sim *sim)
{
    struct felt_complaint complaint;
    struct felt_journal_config config = {.directory = sim->directory,
                                         .signature = 1,
                                         .record = take_record,
                                         .self = sim,
                                         .disk = &sim->disk.calls};
    if (felt_journal_open(&config, &sim->journal, &complaint) != FELT_OK) {
        fail(sim, "the journal is refused: %s", complaint.text);
        remove_folder(sim->directory);
        felt_assert(felt_journal_open(&config, &sim->journal, &complaint) == FELT_OK);
    }
}

/* ---- what is told ---- */

/* P2 */
static void hear_start(struct sim *sim, const json_t *frame)
{
    const char *id = json_string_value(json_object_get(frame, "hand_id"));
    const char *commit = json_string_value(json_object_get(frame, "commit"));
    for (int i = 0; i < sim->tolds; i++) {
        bool same_id = strcmp(sim->told[i].hand_id, id) == 0;
        bool same_deck = strcmp(sim->told[i].commit, commit) == 0;
        if (same_id && same_deck) return;
        if (same_id) fail(sim, "P2: hand %s begins twice, with other cards", id);
        if (same_deck) fail(sim, "P2: the deck of hand %s was dealt before", id);
    }
    felt_assert(sim->tolds < HANDS_MAX);
    struct told *told = &sim->told[sim->tolds++];
    (void)snprintf(told->hand_id, sizeof told->hand_id, "%s", id);
    (void)snprintf(told->commit, sizeof told->commit, "%s", commit);
    sim->result->hands++;
}

static void hear(void *self, uint32_t line, const char *text, size_t bytes, bool droppable)
{
    struct sim *sim = self;
    (void)line;
    (void)droppable;
    sim->result->frames++;
    if (!strstr(text, "\"type\":\"start_hand\"")) return;
    json_t *frame = json_loadb(text, bytes, 0, NULL);
    felt_assert(frame);
    hear_start(sim, frame);
    json_decref(frame);
}

/* P3 */
static void hear_log(void *self, const char *json)
{
    struct sim *sim = self;
    if (strstr(json, "\"event\":\"alarm\"") && !sim->lies) fail(sim, "P3: %s", json);
}

/* ---- people ---- */

static void come(struct sim *sim, uint32_t line)
{
    if (!sim->lounge.line[line].open) lounge_enter(&sim->lounge, line, sim->user[line]);
}

/* Answers a question, or does something else. */
static void act(struct sim *sim, uint32_t line)
{
    static const char *const words[] = {"CALL", "CHECK", "FOLD", "CALL"};
    struct lounge *lounge = &sim->lounge;
    struct lounge_frame *frame = lounge_find(lounge, line, "act");
    if (frame) {
        json_t *ask = json_loads(frame->text, 0, NULL);
        lounge_say(lounge, line,
                   "{\"type\":\"action\",\"table\":\"%s\",\"hand_id\":\"%s\",\"req_id\":%lld,"
                   "\"action\":\"%s\"}",
                   json_string_value(json_object_get(ask, "table")),
                   json_string_value(json_object_get(ask, "hand_id")),
                   (long long)json_integer_value(json_object_get(ask, "req_id")),
                   words[below(sim, 4)]);
        json_decref(ask);
        free(frame);
        return;
    }
    uint32_t table = 1 + below(sim, TABLES);
    switch (below(sim, 6)) {
    case 0:
        lounge_say(lounge, line, "{\"type\":\"stand\",\"req\":2,\"table\":\"nl-2-%u\"}", table);
        break;
    case 1:
        lounge_say(lounge, line, "{\"type\":\"top_up\",\"req\":3,\"table\":\"nl-2-%u\"}", table);
        break;
    default:
        lounge_say(lounge, line, "{\"type\":\"sit\",\"req\":1,\"table\":\"nl-2-%u\",\"buy_in\":%u}",
                   table, 40 + below(sim, 160));
    }
}

/* ---- failing ---- */

/* Everything is gone but the ledger and what the disk has. */
static void lose_power(struct sim *sim)
{
    struct lounge *lounge = &sim->lounge;
    uint64_t durable = sim->durable;
    int waiting = ledger_toy_waiting(lounge->ledger);
    sim->result->failures++;
    sim->result->syncs += sim->disk.syncs;
    felt_journal_close(sim->journal);
    lossy_disk_lose_power(&sim->disk, sim->directory, sim->lies ? 0 : felt_rng_next(&sim->rng) | 1);
    sim->disk.lies = sim->lies;
    made_up_forget(lounge->record, &lounge->records, 0);
    sim->found = 0;
    sim->waiting = 0;
    open_journal(sim);
    if (!sim->lies && sim->found < durable)
        fail(sim, "P1: what was told is not in the journal%s", "");
    sim->durable = sim->found;
    lounge->flushed = lounge->given = lounge->records;
    sim->resuming = true;
    if (!lounge_crash(lounge, 0, waiting ? (int)below(sim, (uint32_t)waiting + 1) : 0, true))
        fail(sim, "a record makes no sense%s", "");
    sim->resuming = false;
    snapshot(sim);
    felt_assert(felt_journal_wait(sim->journal, 0) == FELT_OK);
    take_acks(sim);
    lounge_deafen(lounge);
}

static void verify(struct sim *sim)
{
    const char *wrong =
        sim->lies ? ledger_toy_wrong(sim->lounge.ledger) : lounge_wrong(&sim->lounge);
    if (wrong) fail(sim, "P3: %s", wrong);
}

/* The disk works, or is slow, or fails for a while, or the power does. */
static void mind_disk(struct sim *sim)
{
    uint32_t fate = below(sim, 40);
    if (fate == 0) {
        lossy_disk_die_after(&sim->disk, below(sim, 12), 0);
        sim->result->stalls++;
    }
    if (fate == 1 || fate == 2) lossy_disk_heal(&sim->disk);
    if (fate < 30)
        while (felt_journal_work(sim->journal) && below(sim, 4)) continue;
    take_acks(sim);
    if (below(sim, 25) == 0) lose_power(sim);
}

static void take_step(struct sim *sim)
{
    uint32_t line = below(sim, PEOPLE);
    come(sim, line);
    if (sim->lounge.line[line].open) act(sim, line);
    if (below(sim, 50) == 0) snapshot(sim);
    /* A room whose journal takes nothing stands still (cli/journal_clock.h). */
    for (uint32_t ms = below(sim, 8) ? 500 : 4000; ms && sim->waiting < STALLED; ms -= 100)
        lounge_wait(&sim->lounge, 100);
    mind_disk(sim);
    verify(sim);
}

/* ---- one seed ---- */

static void open_sim(struct sim *sim)
{
    struct lounge *lounge = &sim->lounge;
    lounge_init(lounge, felt_rng_next(&sim->rng));
    felt_assert(felt_poker_plug_make(&sim->plug, "holdem", FELT_NO_LIMIT, 1, 2, NULL) == FELT_OK);
    lounge_add_stake(lounge, &(struct felt_stake){.id = "nl-2",
                                                  .title = "No-limit hold'em 1/2",
                                                  .variant = "holdem",
                                                  .limit = "no-limit",
                                                  .game = {&sim->plug.plug},
                                                  .games = 1,
                                                  .seats = 6,
                                                  .tables = TABLES,
                                                  .house = 3,
                                                  .small_blind = 1,
                                                  .big_blind = 2,
                                                  .buy_in_min = 40,
                                                  .buy_in_max = 200,
                                                  .move_ms = 5000,
                                                  .pause_ms = 500});
    lounge->config.house_players = HOUSE;
    lounge->config.house_fund = 1000000;
    lounge->config.staff.think_ms = 0;
    lounge->services.append = append;
    lounge->services.flush = flush;
    lounge->listener = sim;
    lounge->heard = hear;
    lounge->logged = hear_log;
    lounge_open(lounge);
    snapshot(sim); /* a server begins with one */
    felt_assert(felt_journal_wait(sim->journal, 0) == FELT_OK);
    take_acks(sim);
    static const char *const names[PEOPLE] = {"Ada", "Bea", "Cyd", "Dot"};
    for (int i = 0; i < PEOPLE; i++)
        sim->user[i] = lounge_user(lounge, FELT_USER_HUMAN, names[i], CHIPS);
}

bool power_sim_lies(uint64_t seed)
{
    return seed % 4 == 3;
}

bool power_sim_run(uint64_t seed, struct power_sim_result *result)
{
    struct sim *sim = calloc(1, sizeof *sim);
    felt_assert(sim);
    *result = (struct power_sim_result){0};
    sim->result = result;
    sim->rng = felt_rng_make(seed);
    sim->lies = power_sim_lies(seed);
    (void)snprintf(sim->root, sizeof sim->root, "%s/felt_power_XXXXXX", felt_test_folder());
    felt_assert(mkdtemp(sim->root));
    (void)snprintf(sim->directory, sizeof sim->directory, "%s/journal", sim->root);
    lossy_disk_init(&sim->disk);
    open_journal(sim);
    sim->disk.lies = sim->lies;
    open_sim(sim);
    for (int i = 0; i < 150 && !result->failure[0]; i++) take_step(sim);
    felt_journal_close(sim->journal);
    lounge_close(&sim->lounge);
    lossy_disk_close(&sim->disk);
    remove_folder(sim->root);
    free(sim);
    return !result->failure[0];
}
