/* fuzz_room_journal.c -- any bytes as records of a room: refused or taken, and never more.
 *
 * The input is records, each behind two bytes of length.  EVENTS and STATE of the same build hold
 * the memory of a game as it was; the checksum of the journal vouches for it, and they are left out
 * here. */
#include "fake_tables.h"

#include "felt/assert.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { EVENTS = 13, STATE = 14 };

static void try_records(struct fake_tables *fake_tables, const uint8_t *data, size_t size,
                        bool same_build)
{
    void *memory = calloc(1, felt_room_bytes(&fake_tables->config));
    felt_assert(memory);
    struct felt_room *room = felt_room_init(memory, &fake_tables->config, &fake_tables->services);
    bool good = true;
    for (size_t at = 0; at + 2 < size && good;) {
        size_t length = data[at] | (size_t)data[at + 1] << 8;
        at += 2;
        if (length > size - at) length = size - at;
        bool image = length && (data[at] == EVENTS || data[at] == STATE);
        if (!same_build || !image) good = felt_room_restore(room, same_build, data + at, length);
        at += length;
    }
    (void)felt_room_hash(room);
    if (good) {
        felt_room_resume(room, 1000);
        (void)felt_room_tick(room, 500000);
        (void)felt_room_hash(room);
        felt_room_snapshot(room);
    }
    free(memory);
    fake_tables_stakes_close(fake_tables);
}

static bool take_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    (void)self, (void)order, (void)ticket;
    return true;
}

/* Made once: a fake tables is large, and only its settings and services are used. */
static struct fake_tables *make_fake_tables(struct felt_poker_adapter *poker)
{
    struct fake_tables *fake_tables = malloc(sizeof *fake_tables);
    struct felt_complaint complaint;
    felt_assert(fake_tables);
    enum felt_status status =
        felt_poker_adapter_make(poker, "holdem", FELT_NO_LIMIT, 5, 10, &complaint);
    felt_assert(status == FELT_OK);
    fake_tables_init(fake_tables, 1);
    (void)fake_tables_stake(fake_tables, "a", &poker->adapter, 3, 1);
    fake_tables_stake(fake_tables, "g", &poker->adapter, 3, 0)->directed = true;
    fake_tables->config.tables_max = 3;
    fake_tables->services.order = take_order;
    fake_tables_stakes_join(fake_tables);
    return fake_tables;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct felt_poker_adapter poker;
    static struct fake_tables *fake_tables;
    if (!fake_tables) fake_tables = make_fake_tables(&poker);
    try_records(fake_tables, data, size, true);
    try_records(fake_tables, data, size, false);
    fake_tables_ear_forget(fake_tables);
    while (fake_tables->records > 0) free(fake_tables->record[--fake_tables->records].bytes);
    return 0;
}
