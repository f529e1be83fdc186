/* tables_journal.c -- see tables_journal.h. */
#include "store/journal/tables_journal.h"

#include "os/clock.h"

#include <string.h>

enum { RECORD_CONFIG = 0, RECORD_BYTES = 9 };
#define SEGMENT_BYTES (UINT64_C(64) << 20)

int64_t felt_tables_journal_us(void *self)
{
    const struct felt_tables_journal *tables = self;
    return felt_journal_clock_at(&tables->clock, felt_clock_us());
}

bool felt_tables_journal_takes(struct felt_tables_journal *tables, const void *bytes, size_t count)
{
    const uint8_t *record = bytes;
    if (count != RECORD_BYTES || record[0] != RECORD_CONFIG) return false;
    uint64_t fingerprint = 0;
    for (int i = 0; i < 8; i++) fingerprint |= (uint64_t)record[1 + i] << (8 * i);
    tables->foreign = fingerprint != tables->fingerprint;
    return true;
}

/* What resuming decides is in the snapshot that follows it, in a segment of this build. */
void felt_tables_journal_append(void *self, const void *bytes, size_t count)
{
    const struct felt_tables_journal *tables = self;
    if (!tables->resuming) felt_journal_append(tables->journal, bytes, count);
}

enum felt_flush felt_tables_journal_flush(void *self, uint64_t *number)
{
    struct felt_tables_journal *tables = self;
    enum felt_flush flush = felt_journal_flush(tables->journal, number);
    tables->failed |= flush == FELT_FLUSH_FAILED;
    return flush;
}

void felt_tables_journal_begin_segment(struct felt_tables_journal *tables, uint64_t hands)
{
    uint8_t record[RECORD_BYTES] = {RECORD_CONFIG};
    for (int i = 0; i < 8; i++) record[1 + i] = (uint8_t)(tables->fingerprint >> (8 * i));
    tables->segment_us = felt_clock_us();
    tables->segment_hands = hands;
    felt_journal_turn_begin(tables->journal);
    felt_journal_append(tables->journal, record, sizeof record);
}

/* The tables stand still while a snapshot is written to memory; the disk is the journal's thread's.
 */
bool felt_tables_journal_end_segment(struct felt_tables_journal *tables)
{
    uint64_t number;
    bool good = felt_journal_turn_end(tables->journal, &number) != FELT_FLUSH_FAILED;
    uint64_t took = (uint64_t)(felt_clock_us() - tables->segment_us);
    tables->failed |= !good;
    tables->snapshots++;
    tables->snapshot_us += took;
    if (took > tables->snapshot_us_max) tables->snapshot_us_max = took;
    return good;
}

bool felt_tables_journal_is_long(const struct felt_tables_journal *tables, uint64_t hands,
                                 uint64_t hands_max)
{
    return tables->journal && (hands - tables->segment_hands >= hands_max ||
                               felt_journal_bytes(tables->journal) > SEGMENT_BYTES);
}

bool felt_tables_journal_stands(struct felt_tables_journal *tables, size_t waiting, bool *changed)
{
    int64_t real_us = felt_clock_us();
    bool stands = felt_journal_clock_mind(&tables->clock, felt_journal_acked(tables->journal),
                                          waiting, real_us);
    bool trouble = felt_journal_trouble(tables->journal) != 0;
    *changed = felt_journal_clock_news(&tables->clock, trouble, real_us);
    return stands;
}

bool felt_tables_journal_is_ill(const struct felt_tables_journal *tables)
{
    return tables->journal && (tables->clock.told || felt_journal_trouble(tables->journal));
}

const char *felt_tables_journal_why(const struct felt_tables_journal *tables)
{
    int trouble = felt_journal_trouble(tables->journal);
    return trouble ? strerror(trouble) : "the disk does not answer";
}

bool felt_tables_journal_settle(const struct felt_tables_journal *tables)
{
    return felt_journal_wait(tables->journal, FELT_JOURNAL_PATIENCE_MS) == FELT_OK;
}

bool felt_tables_journal_finish(const struct felt_tables_journal *tables)
{
    uint64_t number;
    return felt_journal_flush(tables->journal, &number) != FELT_FLUSH_FAILED &&
           felt_tables_journal_settle(tables);
}

void felt_tables_journal_close(struct felt_tables_journal *tables)
{
    if (tables->journal) felt_journal_close(tables->journal);
    tables->journal = NULL;
}
