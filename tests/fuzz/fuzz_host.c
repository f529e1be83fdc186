/* fuzz_host.c -- any order of clients that connect, send, break off, and of time that passes.
 *
 * The input is a list of small commands over a few lines; frames come from a list of good ones, one
 * byte of which may be changed.  The asserts of the room hold, chips stay, and what the journal got
 * makes the same room. */
#include "hall.h"

#include "felt/assert.h"
#include "server/table/poker_plug.h"

#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES = 8, COMMANDS_MAX = 400 };

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

static void verify_chips(const struct hall *hall)
{
    struct felt_table_face face;
    for (uint32_t table = 0; table < HALL_TABLES; table++) {
        if (!felt_room_face(felt_host_room(hall->host), table, &face)) continue;
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

static void say(struct hall *hall, uint32_t line, uint8_t which, uint8_t change)
{
    char text[256];
    char hand[FELT_HAND_ID_BYTES + 1];
    if (!hall->line[line].open) return;
    snprintf(text, sizeof text, "%s", frames[which % (sizeof frames / sizeof frames[0])]);
    char *digit = strchr(text, '#');
    if (digit) {
        size_t length = strlen(felt_room_hand(felt_host_room(hall->host), 0, hand));
        *digit = length ? hand[length - 1] : '1';
    }
    if (change >= 128) text[change % strlen(text)] = (char)(change ^ which);
    hall_send(hall, line, text, change & 1);
}

static void obey(struct hall *hall, const uint8_t command[3])
{
    uint32_t line = command[0] % LINES;
    switch (command[0] / LINES % 8) {
    case 0:
        if (!hall->line[line].open) hall_connect(hall, line, command[1] % 3 ? "" : "other");
        break;
    case 1:
        if (hall->line[line].open) hall_gone(hall, line);
        break;
    case 2: hall_wait(hall, command[1] * command[2]); break;
    case 3: {
        uint64_t hash = felt_room_hash(felt_host_room(hall->host));
        if (command[1] & 1) hall_snapshot(hall);
        bool restored = hall_crash(hall, 0, command[1] & 2);
        felt_assert(restored);
        if (command[1] & 2) felt_assert(hall->restored_hash == hash);
        break;
    }
    default: say(hall, line, command[1], command[2]); break;
    }
    hall_turn(hall);
    verify_chips(hall);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct felt_poker_plug poker;
    struct felt_complaint complaint;
    struct hall hall;
    enum felt_status status =
        felt_poker_plug_make(&poker, "holdem", FELT_NO_LIMIT, 50, 100, &complaint);
    felt_assert(status == FELT_OK);
    hall_init(&hall, &poker.plug);
    hall.table.seats = 3;
    hall.table.stack = 500;
    hall.table.max_hands = 8;
    hall.table.pace = size && data[0] & 1 ? FELT_PACE_OPERATOR : FELT_PACE_AUTO;
    hall_open(&hall);
    for (size_t at = 0; at + 3 <= size && at < 3 * COMMANDS_MAX; at += 3) obey(&hall, data + at);
    hall_close(&hall);
    return 0;
}
