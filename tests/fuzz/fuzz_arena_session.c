/* fuzz_arena_session.c -- any order of clients that connect, send, break off, and of time that
 * passes.
 *
 * The input is a list of small commands over a few lines; frames come from a list of good ones, one
 * byte of which may be changed.  The asserts of the room hold, chips stay, and what the journal got
 * makes the same room. */
#include "fake_arena.h"

#include "felt/assert.h"
#include "server/table/poker_adapter.h"

#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CONNS = 8, COMMANDS_MAX = 400 };

static const char *const frames[] = {
    "{\"type\":\"hello\",\"v\":1,\"team\":\"A\",\"join_code\":\"a\"}",
    "{\"type\":\"hello\",\"v\":1,\"team\":\"B\",\"join_code\":\"b\"}",
    "{\"type\":\"hello\",\"v\":1,\"team\":\"C\",\"join_code\":\"c\"}",
    "{\"type\":\"hello\",\"role\":\"operator\",\"secret\":\"sesame\"}",
    "{\"type\":\"hello\",\"role\":\"spectator\",\"secret\":\"sesame\"}",
    "{\"type\":\"action\",\"v\":1,\"hand_id\":\"H-2025-10-17-0000#\",\"action\":\"FOLD\"}",
    "{\"type\":\"action\",\"v\":1,\"hand_id\":\"H-2025-10-17-0000#\",\"action\":\"CHECK\"}",
    "{\"type\":\"action\",\"v\":1,\"hand_id\":\"H-2025-10-17-0000#\",\"action\":\"CALL\"}",
    "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-0000#\",\"action\":\"RAISE_TO\",\"amount\":"
    "200}",
    "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-0000#\",\"action\":\"RAISE_TO\",\"amount\":"
    "500}",
    "{\"type\":\"control\",\"command\":\"START_HAND\"}",
    "{\"type\":\"control\",\"command\":\"SKIP_ACTION\"}",
    "{\"type\":\"control\",\"command\":\"FORFEIT_SEAT\",\"seat\":0}",
    "{\"type\":\"control\",\"command\":\"FORFEIT_SEAT\",\"seat\":1}",
    "{\"type\":\"control\",\"command\":\"PAUSE\"}",
    "{\"type\":\"control\",\"command\":\"RESUME\"}",
};

static void verify_chips(const struct fake_arena *fake_arena)
{
    struct felt_table_face face;
    for (uint32_t table = 0; table < FAKE_ARENA_TABLES; table++) {
        if (!felt_arena_face(felt_arena_session_arena(fake_arena->host), table, &face)) continue;
        felt_chips sum = 0, brought = 0;
        for (int seat = 0; seat < face.config->seats; seat++) {
            if (!face.seat[seat].team) continue;
            sum += face.seat[seat].stack;
            brought += face.config->stack;
        }
        felt_assert(sum <= brought);
        felt_assert(face.in_hand || sum == brought);
    }
}

static void say(struct fake_arena *fake_arena, uint32_t conn, uint8_t which, uint8_t change)
{
    char text[256];
    char hand[FELT_LIVE_HAND_ID_BYTES + 1];
    if (!fake_arena->conn[conn].open) return;
    snprintf(text, sizeof text, "%s", frames[which % (sizeof frames / sizeof frames[0])]);
    char *digit = strchr(text, '#');
    if (digit) {
        size_t length =
            strlen(felt_arena_hand(felt_arena_session_arena(fake_arena->host), 0, hand));
        *digit = length ? hand[length - 1] : '1';
    }
    if (change >= 128) text[change % strlen(text)] = (char)(change ^ which);
    fake_arena_send(fake_arena, conn, text, change & 1);
}

static void obey(struct fake_arena *fake_arena, const uint8_t command[3])
{
    uint32_t conn = command[0] % CONNS;
    switch (command[0] / CONNS % 8) {
    case 0:
        if (!fake_arena->conn[conn].open)
            fake_arena_connect(fake_arena, conn, command[1] % 3 ? "" : "other");
        break;
    case 1:
        if (fake_arena->conn[conn].open) fake_arena_gone(fake_arena, conn);
        break;
    case 2: fake_arena_wait(fake_arena, command[1] * command[2]); break;
    case 3: {
        uint64_t hash = felt_arena_hash(felt_arena_session_arena(fake_arena->host));
        if (command[1] & 1) fake_arena_snapshot(fake_arena);
        bool restored = fake_arena_crash(fake_arena, 0, command[1] & 2);
        felt_assert(restored);
        if (command[1] & 2) felt_assert(fake_arena->restored_hash == hash);
        break;
    }
    default: say(fake_arena, conn, command[1], command[2]); break;
    }
    fake_arena_turn(fake_arena);
    verify_chips(fake_arena);
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
    fake_arena.table.seats = 3;
    fake_arena.table.stack = 500;
    fake_arena.table.max_hands = 8;
    fake_arena.table.pace = size && data[0] & 1 ? FELT_PACE_OPERATOR : FELT_PACE_AUTO;
    fake_arena_open(&fake_arena);
    for (size_t at = 0; at + 3 <= size && at < 3 * COMMANDS_MAX; at += 3)
        obey(&fake_arena, data + at);
    fake_arena_close(&fake_arena);
    return 0;
}
