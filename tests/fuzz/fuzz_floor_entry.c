/* fuzz_floor_entry.c -- any bytes as records of a floor: refused or taken, and never more.
 *
 * The input is records, each behind two bytes of length.  EVENTS and STATE of the same build hold
 * the memory of a game as it was; the checksum of the journal vouches for it, and they are left out
 * here. */
#include "salon.h"

#include "felt/assert.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { EVENTS = 13, STATE = 14 };

static void try_records(struct salon *salon, const uint8_t *data, size_t size, bool same_build)
{
    void *memory = calloc(1, felt_floor_bytes(&salon->config));
    felt_assert(memory);
    struct felt_floor *floor = felt_floor_init(memory, &salon->config, &salon->services);
    bool good = true;
    for (size_t at = 0; at + 2 < size && good;) {
        size_t length = data[at] | (size_t)data[at + 1] << 8;
        at += 2;
        if (length > size - at) length = size - at;
        bool image = length && (data[at] == EVENTS || data[at] == STATE);
        if (!same_build || !image) good = felt_floor_restore(floor, same_build, data + at, length);
        at += length;
    }
    (void)felt_floor_hash(floor);
    if (good) {
        felt_floor_resume(floor, 1000);
        (void)felt_floor_tick(floor, 500000);
        (void)felt_floor_hash(floor);
        felt_floor_snapshot(floor);
    }
    free(memory);
    salon_stakes_close(salon);
}

static bool take_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    (void)self, (void)order, (void)ticket;
    return true;
}

/* Made once: a salon is large, and only its settings and services are used. */
static struct salon *make_salon(struct felt_poker_plug *poker)
{
    struct salon *salon = malloc(sizeof *salon);
    struct felt_complaint complaint;
    felt_assert(salon);
    enum felt_status status =
        felt_poker_plug_make(poker, "holdem", FELT_NO_LIMIT, 5, 10, &complaint);
    felt_assert(status == FELT_OK);
    salon_init(salon, 1);
    (void)salon_stake(salon, "a", &poker->plug, 3, 1);
    salon_stake(salon, "g", &poker->plug, 3, 0)->guided = true;
    salon->config.tables_max = 3;
    salon->services.order = take_order;
    salon_stakes_join(salon);
    return salon;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct felt_poker_plug poker;
    static struct salon *salon;
    if (!salon) salon = make_salon(&poker);
    try_records(salon, data, size, true);
    try_records(salon, data, size, false);
    salon_ear_forget(salon);
    while (salon->records > 0) free(salon->record[--salon->records].bytes);
    return 0;
}
