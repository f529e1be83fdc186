/* power_journal.c -- see power_journal.h. */
#include "power_journal.h"

#include "cluster.h"
#include "felt/assert.h"
#include "remove_folder.h"
#include "support.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MARK = 0xF0, MARK_BYTES = 9 };

const char *power_break_word(enum power_break breaks)
{
    static const char *const word[POWER_BREAKS] = {"sound", "early", "eager", "unsynced"};
    return word[breaks];
}

uint32_t power_journal_below(struct power_journal *power, uint32_t bound)
{
    return felt_rng_below(&power->rng, bound);
}

void power_journal_complain(struct power_journal *power, const char *format, ...)
{
    va_list args;
    if (power->failure[0]) return;
    va_start(args, format);
    (void)vsnprintf(power->failure, sizeof power->failure, format, args);
    va_end(args);
}

/* ---- opening ---- */

static bool take_record(void *self, uint64_t signature, const void *bytes, size_t count)
{
    struct power_journal *power = self;
    const uint8_t *record = bytes;
    (void)signature;
    power->exact = count == MARK_BYTES && record[0] == MARK;
    if (!power->exact) {
        power->record(power->self, bytes, count);
        return true;
    }
    power->found = 0;
    for (int i = 0; i < 8; i++) power->found |= (uint64_t)record[1 + i] << (8 * i);
    return true;
}

static void open_journal(struct power_journal *power)
{
    struct felt_complaint complaint;
    struct felt_journal_config config = {.directory = power->directory,
                                         .signature = 1,
                                         .record = take_record,
                                         .self = power,
                                         .disk = &power->disk.calls};
    if (felt_journal_open(&config, &power->journal, &complaint) == FELT_OK) return;
    power_journal_complain(power, "N1: the journal is refused: %s", complaint.text);
    remove_folder(power->directory);
    enum felt_status status = felt_journal_open(&config, &power->journal, &complaint);
    felt_assert(status == FELT_OK);
}

static bool disk_lies(const struct power_journal *power)
{
    return power->lies || power->breaks == POWER_UNSYNCED;
}

void power_journal_open(struct power_journal *power, uint64_t seed, bool lies,
                        enum power_break breaks)
{
    power->rng = felt_rng_make(seed);
    power->lies = lies;
    power->breaks = breaks;
    (void)snprintf(power->root, sizeof power->root, "%s/felt_power_XXXXXX", felt_test_folder());
    const char *made = mkdtemp(power->root);
    felt_assert(made);
    (void)snprintf(power->directory, sizeof power->directory, "%s/journal", power->root);
    lossy_disk_init(&power->disk);
    open_journal(power);
    power->disk.lies = disk_lies(power);
}

void power_journal_close(struct power_journal *power)
{
    power->syncs += power->disk.syncs;
    felt_journal_close(power->journal);
    lossy_disk_close(&power->disk);
    remove_folder(power->root);
}

/* ---- writing ---- */

void power_journal_append(struct power_journal *power, const void *bytes, size_t count)
{
    if (power->resuming) return;
    power->safe = false;
    felt_journal_append(power->journal, bytes, count);
}

static void append_mark(struct power_journal *power)
{
    uint8_t record[MARK_BYTES] = {MARK};
    for (int i = 0; i < 8; i++) record[1 + i] = (uint8_t)(power->flushes >> (8 * i));
    felt_journal_append(power->journal, record, sizeof record);
}

static void note_given(struct power_journal *power, uint64_t number)
{
    felt_assert(power->waiting < POWER_WAITING_MAX);
    power->number_of[power->waiting] = number;
    power->flush_of[power->waiting++] = power->flushes;
    power->given = number;
}

static void note_acked(struct power_journal *power)
{
    uint64_t acked = felt_journal_acked(power->journal);
    int gone = 0;
    while (gone < power->waiting && power->number_of[gone] <= acked)
        power->durable = power->flush_of[gone++];
    power->waiting -= gone;
    size_t left = (size_t)power->waiting * sizeof power->number_of[0];
    memmove(power->number_of, power->number_of + gone, left);
    memmove(power->flush_of, power->flush_of + gone, left);
}

/* Quick sometimes: then the frames of the turn, and all before them, leave with it. */
enum felt_flush power_journal_flush(struct power_journal *power, uint64_t *number)
{
    power->flushes++;
    append_mark(power);
    enum felt_flush flush = felt_journal_flush(power->journal, number);
    note_given(power, *number);
    if (flush == FELT_FLUSH_LATER && power_journal_below(power, 3) == 0 &&
        felt_journal_work(power->journal) && felt_journal_acked(power->journal) >= *number)
        flush = FELT_FLUSH_DONE;
    if (flush == FELT_FLUSH_DONE) note_acked(power);
    power->safe = flush == FELT_FLUSH_DONE;
    return power->breaks == POWER_EARLY ? FELT_FLUSH_DONE : flush;
}

uint64_t power_journal_ack_begin(struct power_journal *power)
{
    note_acked(power);
    power->acking = true;
    return power->breaks == POWER_EAGER ? power->given : felt_journal_acked(power->journal);
}

void power_journal_ack_end(struct power_journal *power)
{
    power->acking = false;
}

void power_journal_turn_begin(struct power_journal *power)
{
    power->flushes++;
    felt_journal_turn_begin(power->journal);
    append_mark(power);
}

void power_journal_turn_end(struct power_journal *power, bool wait)
{
    uint64_t number;
    append_mark(power); /* what comes after a snapshot is not it */
    enum felt_flush flushed = felt_journal_turn_end(power->journal, &number);
    felt_assert(flushed != FELT_FLUSH_FAILED);
    note_given(power, number);
    if (!wait) return;
    enum felt_status status = felt_journal_wait(power->journal, 0);
    felt_assert(status == FELT_OK);
}

bool power_journal_released(const struct power_journal *power)
{
    return power->acking || power->safe;
}

/* ---- failing ---- */

bool power_journal_mind(struct power_journal *power)
{
    uint32_t fate = power_journal_below(power, 40);
    if (fate == 0) {
        lossy_disk_die_after(&power->disk, power_journal_below(power, 12), 0);
        power->stalls++;
    }
    if (fate == 1 || fate == 2) lossy_disk_heal(&power->disk);
    if (fate < 30)
        while (felt_journal_work(power->journal) && power_journal_below(power, 4)) continue;
    return power_journal_below(power, 25) == 0;
}

void power_journal_lose(struct power_journal *power)
{
    uint64_t durable = power->durable;
    power->failures++;
    power->syncs += power->disk.syncs;
    felt_journal_close(power->journal);
    lossy_disk_lose_power(&power->disk, power->directory,
                          disk_lies(power) ? 0 : felt_rng_next(&power->rng) | 1);
    power->disk.lies = disk_lies(power);
    power->found = 0;
    power->waiting = 0;
    power->safe = power->exact = false;
    open_journal(power);
    if (!power->lies && power->found < durable)
        power_journal_complain(power, "N1: flush %llu was acknowledged, %llu is read back",
                               (unsigned long long)durable, (unsigned long long)power->found);
    power->durable = power->found;
}
