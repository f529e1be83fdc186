/* test_entry.c -- records of the journal: what is left after a crash at each of them, and bytes
 * that make no sense. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/rng.h"
#include "hall.h"
#include "server/table/poker_plug.h"
#include "module.h"
#include "os/secret.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { SEAT = 3, DEAL = 4, SETTLE = 6, EVENTS = 10, STATE = 11 };

struct game {
    struct hall hall;
    struct felt_poker_plug poker;
};

static void hello(struct game *game, uint32_t line, const char *team)
{
    hall_connect(&game->hall, line, "");
    hall_say(&game->hall, line, "{\"type\":\"hello\",\"team\":\"%s\",\"join_code\":\"x\"}", team);
}

/* Three teams, a few hands by the clock, one forfeit, and a hand that runs. */
static void begin(struct game *game)
{
    struct felt_complaint complaint;
    assert_int_equal(
        felt_poker_plug_make(&game->poker, "holdem", FELT_NO_LIMIT, 50, 100, &complaint), FELT_OK);
    hall_init(&game->hall, &game->poker.plug);
    game->hall.table.min_players = 3;
    hall_open(&game->hall);
    hello(game, 0, "Alpha");
    hello(game, 1, "Beta");
    hello(game, 2, "Gamma");
    hall_wait(&game->hall, 15000 * 30);
    hall_connect(&game->hall, 9, "");
    hall_say(&game->hall, 9, "{\"type\":\"hello\",\"role\":\"operator\",\"secret\":\"sesame\"}");
    hall_say(&game->hall, 9, "{\"type\":\"control\",\"command\":\"FORFEIT_SEAT\",\"seat\":1}");
    hall_wait(&game->hall, 15000);
}

/* ---- a room of its own ---- */

static void post_nothing(void *self, const uint32_t *sessions, int count,
                         const struct felt_tell *tell)
{
    (void)self, (void)sessions, (void)count, (void)tell;
    fail_msg("a room that is restored tells something");
}

static void append_nothing(void *self, const void *bytes, size_t count)
{
    (void)self, (void)bytes, (void)count;
}

static const struct felt_room_services services = {
    .digests = {.hmac = felt_secret_hmac, .hash = felt_secret_hash},
    .post = post_nothing,
    .append = append_nothing};

static struct felt_room *make_room(const struct game *game, void **memory)
{
    *memory = calloc(1, felt_room_bytes(&game->hall.config.room));
    assert_non_null(*memory);
    return felt_room_init(*memory, &game->hall.config.room, &services);
}

static bool restore(struct felt_room *room, const struct made_up_record *record, bool same_build)
{
    return felt_room_restore(room, same_build, record->bytes, record->count);
}

static felt_chips chips_of(const struct felt_room *room, int *seats)
{
    struct felt_table_face face;
    felt_chips sum = 0;
    *seats = 0;
    if (!felt_room_face(room, 0, &face)) return 0;
    for (int seat = 0; seat < face.config->seats; seat++) {
        if (!face.seat[seat].team) continue;
        sum += face.seat[seat].stack;
        ++*seats;
    }
    return sum;
}

/* Every prefix is a room: chips are all there once another build gives up its hand. */
static void entry_every_prefix_is_a_room(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    assert_true(game.hall.records > 30);
    for (uint32_t count = 0; count <= game.hall.records; count++) {
        for (int same_build = 0; same_build < 2; same_build++) {
            void *memory;
            int seats;
            struct felt_room *room = make_room(&game, &memory);
            for (uint32_t i = 0; i < count; i++)
                assert_true(restore(room, &game.hall.record[i], same_build));
            if (same_build && count == game.hall.records)
                assert_int_equal(felt_room_hash(room),
                                 felt_room_hash(felt_host_room(game.hall.host)));
            felt_room_resume(room, 5000);
            felt_chips chips = chips_of(room, &seats);
            if (!same_build) assert_int_equal(chips, seats * game.hall.table.stack);
            free(memory);
        }
    }
    hall_close(&game.hall);
}

/* A snapshot of a hand in which a seat has forfeited. */
static void entry_snapshot_keeps_a_forfeited_seat_in_its_hand(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    uint64_t hash = felt_room_hash(felt_host_room(game.hall.host));
    hall_snapshot(&game.hall);
    assert_int_equal(game.hall.record[game.hall.records - 1].bytes[0], STATE);
    assert_true(hall_crash(&game.hall, 0, true));
    assert_int_equal(game.hall.restored_hash, hash);
    hall_close(&game.hall);
}

/* Of another build: settled later in the same journal, and void if it never was. */
static void entry_hands_of_another_build(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    hall_snapshot(&game.hall);
    hall_wait(&game.hall, 15000 * 10);
    bool settled = false;
    for (uint32_t i = 0; i < game.hall.records; i++)
        settled = settled || game.hall.record[i].bytes[0] == SETTLE;
    assert_true(settled);
    assert_true(hall_crash(&game.hall, 0, false));
    struct felt_table_face face;
    assert_true(felt_room_face(felt_host_room(game.hall.host), 0, &face));
    assert_false(face.in_hand);
    uint64_t hash = felt_room_hash(felt_host_room(game.hall.host));
    assert_true(hall_crash(&game.hall, 0, true));
    assert_int_equal(game.hall.restored_hash, hash);
    hall_close(&game.hall);
}

/* A record that is cut, that has more behind it, or that comes twice is refused. */
static void entry_refuses_what_does_not_fit(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    for (uint32_t count = 0; count < game.hall.records; count++) {
        struct made_up_record *record = &game.hall.record[count];
        char *longer = calloc(1, record->count + 1);
        memcpy(longer, record->bytes, record->count);
        for (size_t bytes = 0; bytes <= record->count + 1; bytes++) {
            if (bytes == record->count) continue;
            void *memory;
            struct felt_room *room = make_room(&game, &memory);
            for (uint32_t i = 0; i < count; i++)
                assert_true(restore(room, &game.hall.record[i], true));
            assert_false(felt_room_restore(room, true, longer, bytes));
            free(memory);
        }
        free(longer);
        if (count > 12) break;
    }
    void *memory;
    struct felt_room *room = make_room(&game, &memory);
    for (uint32_t i = 0; i < game.hall.records; i++) {
        int kind = game.hall.record[i].bytes[0];
        assert_true(restore(room, &game.hall.record[i], true));
        if (kind == SEAT || kind == DEAL || kind == SETTLE)
            assert_false(restore(room, &game.hall.record[i], true));
    }
    free(memory);
    hall_close(&game.hall);
}

/* Damage that a checksum did not catch: refused or taken, but nothing breaks.  Records that hold
 * the memory of a game are trusted. */
static void entry_survives_changed_bytes(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(9);
    struct game game;
    begin(&game);
    int rounds = test_is_quick() ? 100 : 1500;
    for (int round = 0; round < rounds; round++) {
        void *memory;
        struct felt_room *room = make_room(&game, &memory);
        uint32_t damaged = felt_rng_below(&rng, game.hall.records);
        bool same_build = felt_rng_below(&rng, 2);
        for (uint32_t i = 0; i < game.hall.records; i++) {
            struct made_up_record record = game.hall.record[i];
            char bytes[8192];
            memcpy(bytes, record.bytes, record.count);
            record.bytes = bytes;
            if (i == damaged)
                bytes[felt_rng_below(&rng, (uint32_t)record.count)] = (char)felt_rng_next(&rng);
            if (same_build && (bytes[0] == EVENTS || bytes[0] == STATE)) continue;
            if (!restore(room, &record, same_build)) break;
        }
        free(memory);
    }
    hall_close(&game.hall);
}

TEST_MODULE(entry)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entry_every_prefix_is_a_room),
        cmocka_unit_test(entry_snapshot_keeps_a_forfeited_seat_in_its_hand),
        cmocka_unit_test(entry_hands_of_another_build),
        cmocka_unit_test(entry_refuses_what_does_not_fit),
        cmocka_unit_test(entry_survives_changed_bytes),
    };
    return cmocka_run_group_tests_name("entry", tests, NULL, NULL);
}
