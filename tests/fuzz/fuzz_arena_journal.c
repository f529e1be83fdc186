/* fuzz_arena_journal.c -- any bytes as records of a room: refused or taken, and never more.
 *
 * The input is records, each behind two bytes of length.  EVENTS and STATE of the same build hold
 * the memory of a game as it was; the checksum of the journal vouches for it, and they are left out
 * here. */
#include "fake_arena.h"

#include "felt/assert.h"
#include "server/table/poker_adapter.h"
#include "os/secret.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { EVENTS = 10, STATE = 11 };

static void post_nothing(void *self, const uint32_t *sessions, int count,
                         const struct felt_arena_server_msg *msg)
{
    (void)self, (void)sessions, (void)count, (void)msg;
    felt_assert(!"a room without sessions tells something");
}

static void append_nothing(void *self, const void *bytes, size_t count)
{
    (void)self, (void)bytes;
    felt_assert(count > 0);
}

static void try_records(const struct felt_arena_config *config, const uint8_t *data, size_t size,
                        bool same_build)
{
    static const struct felt_arena_services services = {
        .digests = {.hmac = felt_secret_hmac, .hash = felt_secret_hash},
        .post = post_nothing,
        .append = append_nothing};
    void *memory = calloc(1, felt_arena_bytes(config));
    felt_assert(memory);
    struct felt_arena *arena = felt_arena_init(memory, config, &services);
    bool good = true;
    for (size_t at = 0; at + 2 < size && good;) {
        size_t length = data[at] | (size_t)data[at + 1] << 8;
        at += 2;
        if (length > size - at) length = size - at;
        bool image = length && (data[at] == EVENTS || data[at] == STATE);
        if (!same_build || !image) good = felt_arena_restore(arena, same_build, data + at, length);
        at += length;
    }
    if (good) felt_arena_resume(arena, 1000);
    (void)felt_arena_hash(arena);
    free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct felt_poker_adapter poker;
    struct felt_complaint complaint;
    struct fake_arena fake_arena;
    enum felt_status status =
        felt_poker_adapter_make(&poker, "holdem", FELT_NO_LIMIT, 50, 100, &complaint);
    felt_assert(status == FELT_OK);
    fake_arena_init(&fake_arena, &poker.adapter);
    fake_arena.config.arena.tables_max = 3;
    try_records(&fake_arena.config.arena, data, size, true);
    try_records(&fake_arena.config.arena, data, size, false);
    fake_arena.config.arena.directed_teams = 6; /* records of a tournament */
    try_records(&fake_arena.config.arena, data, size, true);
    try_records(&fake_arena.config.arena, data, size, false);
    return 0;
}
