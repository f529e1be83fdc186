/* test_arena_journal.c -- records of the journal: what is left after a crash at each of them, and
 * bytes that make no sense. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/rng.h"
#include "fake_arena.h"
#include "server/table/poker_adapter.h"
#include "module.h"
#include "os/secret.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { SEAT = 3, DEAL = 4, SETTLE = 6, EVENTS = 10, STATE = 11 };

struct game {
    struct fake_arena fake_arena;
    struct felt_poker_adapter poker;
};

static void hello(struct game *game, uint32_t line, const char *team)
{
    fake_arena_connect(&game->fake_arena, line, "");
    fake_arena_say(&game->fake_arena, line,
                   "{\"type\":\"hello\",\"team\":\"%s\",\"join_code\":\"x\"}", team);
}

/* Three teams, a few hands by the clock, one forfeit, and a hand that runs. */
static void begin(struct game *game)
{
    struct felt_complaint complaint;
    assert_int_equal(
        felt_poker_adapter_make(&game->poker, "holdem", FELT_NO_LIMIT, 50, 100, &complaint),
        FELT_OK);
    fake_arena_init(&game->fake_arena, &game->poker.adapter);
    game->fake_arena.table.min_players = 3;
    fake_arena_open(&game->fake_arena);
    hello(game, 0, "Alpha");
    hello(game, 1, "Beta");
    hello(game, 2, "Gamma");
    fake_arena_wait(&game->fake_arena, 15000 * 30);
    fake_arena_connect(&game->fake_arena, 9, "");
    fake_arena_say(&game->fake_arena, 9,
                   "{\"type\":\"hello\",\"role\":\"operator\",\"secret\":\"sesame\"}");
    fake_arena_say(&game->fake_arena, 9,
                   "{\"type\":\"control\",\"command\":\"FORFEIT_SEAT\",\"seat\":1}");
    fake_arena_wait(&game->fake_arena, 15000);
}

/* ---- an arena of its own ---- */

static void post_nothing(void *self, const uint32_t *sessions, int count,
                         const struct felt_arena_server_msg *msg)
{
    (void)self, (void)sessions, (void)count, (void)msg;
    fail_msg("a room that is restored tells something");
}

static void append_nothing(void *self, const void *bytes, size_t count)
{
    (void)self, (void)bytes, (void)count;
}

static const struct felt_arena_services services = {
    .digests = {.hmac = felt_secret_hmac, .hash = felt_secret_hash},
    .post = post_nothing,
    .append = append_nothing};

static struct felt_arena *make_room(const struct game *game, void **memory)
{
    *memory = calloc(1, felt_arena_bytes(&game->fake_arena.config.arena));
    assert_non_null(*memory);
    return felt_arena_init(*memory, &game->fake_arena.config.arena, &services);
}

static bool restore(struct felt_arena *arena, const struct made_up_record *record, bool same_build)
{
    return felt_arena_restore(arena, same_build, record->bytes, record->count);
}

static felt_chips chips_of(const struct felt_arena *arena, int *seats)
{
    struct felt_table_face face;
    felt_chips sum = 0;
    *seats = 0;
    if (!felt_arena_face(arena, 0, &face)) return 0;
    for (int seat = 0; seat < face.config->seats; seat++) {
        if (!face.seat[seat].team) continue;
        sum += face.seat[seat].stack;
        ++*seats;
    }
    return sum;
}

/* Every prefix is an arena: chips are all there once another build gives up its hand. */
static void arena_journal_every_prefix_is_a_room(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    assert_true(game.fake_arena.records > 30);
    for (uint32_t count = 0; count <= game.fake_arena.records; count++) {
        for (int same_build = 0; same_build < 2; same_build++) {
            void *memory;
            int seats;
            struct felt_arena *arena = make_room(&game, &memory);
            for (uint32_t i = 0; i < count; i++)
                assert_true(restore(arena, &game.fake_arena.record[i], same_build));
            if (same_build && count == game.fake_arena.records)
                assert_int_equal(felt_arena_hash(arena),
                                 felt_arena_hash(felt_arena_session_arena(game.fake_arena.host)));
            felt_arena_resume(arena, 5000);
            felt_chips chips = chips_of(arena, &seats);
            if (!same_build) assert_int_equal(chips, seats * game.fake_arena.table.stack);
            free(memory);
        }
    }
    fake_arena_close(&game.fake_arena);
}

/* A snapshot of a hand in which a seat has forfeited. */
static void arena_journal_snapshot_keeps_a_forfeited_seat_in_its_hand(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    uint64_t hash = felt_arena_hash(felt_arena_session_arena(game.fake_arena.host));
    fake_arena_snapshot(&game.fake_arena);
    assert_int_equal(game.fake_arena.record[game.fake_arena.records - 1].bytes[0], STATE);
    assert_true(fake_arena_crash(&game.fake_arena, 0, true));
    assert_int_equal(game.fake_arena.restored_hash, hash);
    fake_arena_close(&game.fake_arena);
}

/* Of another build: settled later in the same journal, and void if it never was. */
static void arena_journal_hands_of_another_build(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    fake_arena_snapshot(&game.fake_arena);
    fake_arena_wait(&game.fake_arena, 15000 * 10);
    bool settled = false;
    for (uint32_t i = 0; i < game.fake_arena.records; i++)
        settled = settled || game.fake_arena.record[i].bytes[0] == SETTLE;
    assert_true(settled);
    assert_true(fake_arena_crash(&game.fake_arena, 0, false));
    struct felt_table_face face;
    assert_true(felt_arena_face(felt_arena_session_arena(game.fake_arena.host), 0, &face));
    assert_false(face.in_hand);
    uint64_t hash = felt_arena_hash(felt_arena_session_arena(game.fake_arena.host));
    assert_true(fake_arena_crash(&game.fake_arena, 0, true));
    assert_int_equal(game.fake_arena.restored_hash, hash);
    fake_arena_close(&game.fake_arena);
}

/* A record that is cut, that has more behind it, or that comes twice is refused. */
static void arena_journal_refuses_what_does_not_fit(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    for (uint32_t count = 0; count < game.fake_arena.records; count++) {
        struct made_up_record *record = &game.fake_arena.record[count];
        char *longer = calloc(1, record->count + 1);
        memcpy(longer, record->bytes, record->count);
        for (size_t bytes = 0; bytes <= record->count + 1; bytes++) {
            if (bytes == record->count) continue;
            void *memory;
            struct felt_arena *arena = make_room(&game, &memory);
            for (uint32_t i = 0; i < count; i++)
                assert_true(restore(arena, &game.fake_arena.record[i], true));
            assert_false(felt_arena_restore(arena, true, longer, bytes));
            free(memory);
        }
        free(longer);
        if (count > 12) break;
    }
    void *memory;
    struct felt_arena *arena = make_room(&game, &memory);
    for (uint32_t i = 0; i < game.fake_arena.records; i++) {
        int kind = game.fake_arena.record[i].bytes[0];
        assert_true(restore(arena, &game.fake_arena.record[i], true));
        if (kind == SEAT || kind == DEAL || kind == SETTLE)
            assert_false(restore(arena, &game.fake_arena.record[i], true));
    }
    free(memory);
    fake_arena_close(&game.fake_arena);
}

/* Damage that a checksum did not catch: refused or taken, but nothing breaks.  Records that hold
 * the memory of a game are trusted. */
static void arena_journal_survives_changed_bytes(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(9);
    struct game game;
    begin(&game);
    int rounds = test_is_quick() ? 100 : 1500;
    for (int round = 0; round < rounds; round++) {
        void *memory;
        struct felt_arena *arena = make_room(&game, &memory);
        uint32_t damaged = felt_rng_below(&rng, game.fake_arena.records);
        bool same_build = felt_rng_below(&rng, 2);
        for (uint32_t i = 0; i < game.fake_arena.records; i++) {
            struct made_up_record record = game.fake_arena.record[i];
            char bytes[8192];
            memcpy(bytes, record.bytes, record.count);
            record.bytes = bytes;
            if (i == damaged)
                bytes[felt_rng_below(&rng, (uint32_t)record.count)] = (char)felt_rng_next(&rng);
            if (same_build && (bytes[0] == EVENTS || bytes[0] == STATE)) continue;
            if (!restore(arena, &record, same_build)) break;
        }
        free(memory);
    }
    fake_arena_close(&game.fake_arena);
}

TEST_MODULE(arena_journal)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_journal_every_prefix_is_a_room),
        cmocka_unit_test(arena_journal_snapshot_keeps_a_forfeited_seat_in_its_hand),
        cmocka_unit_test(arena_journal_hands_of_another_build),
        cmocka_unit_test(arena_journal_refuses_what_does_not_fit),
        cmocka_unit_test(arena_journal_survives_changed_bytes),
    };
    return cmocka_run_group_tests_name("arena_journal", tests, NULL, NULL);
}
