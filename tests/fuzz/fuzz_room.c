/* fuzz_room.c -- any order of people who come, want something and go, of time that passes and of a
 * process that dies.
 *
 * The input is a list of commands of four bytes over a few users and two tables, one of which plays
 * the games its button chooses.  The asserts of the room hold, and so does what the fake tables
 * looks at (tests/support/fake_tables.h): chips, numbers, cards, hashes. */
#include "fake_tables.h"

#include "felt/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CONNS = 6, COMMANDS_MAX = 200 };

static struct felt_room_client_msg make_want(const struct fake_tables *fake_tables,
                                             const uint8_t command[4])
{
    const char *const tables[] = {"a-1", "b-1", "a-1", "nowhere"};
    uint8_t kind = (uint8_t)(FELT_ROOM_CLIENT_LOBBY +
                             command[2] % (FELT_ROOM_CLIENT_HANDS - FELT_ROOM_CLIENT_LOBBY));
    struct felt_room_client_msg msg =
        fake_tables_make((enum felt_room_client_kind)kind, tables[command[3] & 3]);
    uint8_t more = command[3] >> 2;
    msg.on = more & 1;
    msg.preselect = more % FELT_PRESELECTS;
    if (more & 2) msg.amount = 50 * (more + 1);
    if (kind == FELT_ROOM_CLIENT_SIT && more & 4) msg.seat = (felt_seat)(more % 12 - 1);
    msg.settings = (struct felt_room_client_settings){
        .has_wait = more & 1,
        .wait = more & 8,
        .has_rebuy = more & 2,
        .rebuy = more & 16,
        .has_twice = more & 4,
        .twice = more % FELT_TWICES,
        .has_auto = true,
        .auto_action = more % FELT_ROOM_AUTO_ACTIONS,
        .auto_limit = more % FELT_ROOM_AUTO_ACTIONS >= FELT_ROOM_AUTO_CALL ? more + 1 : 0};
    if (kind == FELT_ROOM_CLIENT_PRESELECT)
        memcpy(msg.hand_id, fake_tables->hand[command[3] & 1].hand_id, sizeof msg.hand_id);
    if (kind == FELT_ROOM_CLIENT_CHAT) memcpy(msg.text, "well", 5);
    if (kind == FELT_ROOM_CLIENT_BLOCK) memcpy(msg.name, "Player2", 8);
    if (kind != FELT_ROOM_CLIENT_ACTION) return msg;
    const struct fake_tables_ask *ask = &fake_tables->ask[command[3] & 1];
    struct felt_action action = {
        .kind = more % FELT_ACTION_KINDS, .choice = more & 3, .amount = 5 * more};
    return fake_tables_action(msg.table, ask, action);
}

/* A legal answer to what is asked, the n-th of them. */
static void answer(struct fake_tables *fake_tables, uint32_t table, uint8_t which)
{
    struct felt_room_face face;
    struct felt_rng rng = felt_rng_make(which);
    struct fake_tables_ask *ask = &fake_tables->ask[table];
    if (fake_tables->local[table].due)
        (void)fake_tables_answer(fake_tables, table,
                                 fake_tables_choose_ask(&rng, &fake_tables->local[table]));
    if (!ask->due || !(ask->has_view || ask->choose)) return;
    if (!felt_room_face(fake_tables->room, table, &face) || !face.seat[ask->seat].user) return;
    int conn = fake_tables_line_of(fake_tables, face.seat[ask->seat].user);
    if (conn < 0) return;
    struct felt_room_client_msg msg =
        fake_tables_action(face.id, ask, fake_tables_choose_ask(&rng, ask));
    (void)fake_tables_want(fake_tables, (uint32_t)conn, &msg);
}

/* A table of somebody's own: opened, sat down at, hosted, changed. */
static void host(struct fake_tables *fake_tables, const uint8_t command[4])
{
    uint32_t conn = command[3] % CONNS, table = 2 + command[2] % 3;
    uint8_t more = command[3] >> 3;
    struct felt_room_face face = {.id = ""};
    struct felt_room_make_private door = {.key = ""};
    const enum felt_room_client_kind kinds[] = {FELT_ROOM_CLIENT_CREATE, FELT_ROOM_CLIENT_HOST,
                                                FELT_ROOM_CLIENT_CHANGE, FELT_ROOM_CLIENT_SIT};
    if (!fake_tables->conn[conn].in) return;
    (void)felt_room_face(fake_tables->room, table, &face);
    (void)felt_room_make_private(fake_tables->room, table, &door);
    struct felt_room_client_msg msg = fake_tables_make(kinds[(command[1] - 3) & 3], face.id);
    (void)snprintf(msg.key, sizeof msg.key, "%s", door.key);
    msg.host = command[2] % FELT_ROOM_HOST_DOS;
    msg.settings.has_straddle = msg.settings.straddle = more & 1;
    if (msg.kind == FELT_ROOM_CLIENT_HOST) {
        const char *name = face.seat[more % 6].name;
        (void)snprintf(msg.name, sizeof msg.name, "%s", name ? name : "nobody");
    } else if (msg.kind != FELT_ROOM_CLIENT_SIT) {
        msg.terms.said = (uint32_t)(command[2] | more << 8) << 4 & ~(1u << FELT_TERM_SEATS);
        msg.terms.small_blind = 1 + more % 4, msg.terms.big_blind = 2 + more;
        msg.terms.buy_in_min = 1, msg.terms.buy_in_max = 100;
        msg.terms.house = more % 3, msg.terms.pause_ms = 100u * more;
        msg.terms.options = (struct felt_room_table_options){.ante_by = more % FELT_ANTES,
                                                             .ante = 1,
                                                             .straddle = more % FELT_STRADDLES,
                                                             .bomb_every = more % 3,
                                                             .bomb_units = 1,
                                                             .twice = more % FELT_TWICES};
    }
    (void)fake_tables_want(fake_tables, conn, &msg);
}

static void obey(struct fake_tables *fake_tables, const uint8_t command[4])
{
    uint32_t conn = command[1] % CONNS;
    switch (command[0] % 8) {
    case 0:
        if (fake_tables->conn[conn].in)
            fake_tables_leave(fake_tables, conn);
        else
            (void)fake_tables_enter(fake_tables, conn, 1 + command[1] % 4, command[1] % 4 == 3);
        break;
    case 1: fake_tables_wait(fake_tables, 20 * command[2] * (command[3] & 15)); break;
    case 2:
        if (command[1] == 1)
            fake_tables_crash(fake_tables, command[2], command[3] & 3, command[3] & 4);
        else if (command[1] == 2)
            fake_tables_snapshot(fake_tables);
        else if (command[1] > 2)
            host(fake_tables, command);
        break;
    case 3:
    case 4: answer(fake_tables, command[1] & 1, command[2]); break;
    default:
        if (!fake_tables->conn[conn].in) break;
        struct felt_room_client_msg msg = make_want(fake_tables, command);
        /* House players look at nothing: they are asked. */
        if (fake_tables->conn[conn].local &&
            (msg.kind == FELT_ROOM_CLIENT_WATCH || msg.kind == FELT_ROOM_CLIENT_LOBBY))
            break;
        (void)fake_tables_want(fake_tables, conn, &msg);
    }
    if (!*fake_tables->failure) fake_tables_turn(fake_tables);
    if (!*fake_tables->failure) fake_tables_verify(fake_tables);
    if (*fake_tables->failure) (void)fprintf(stderr, "%s\n", fake_tables->failure);
    felt_assert(!*fake_tables->failure);
}

static void fill(struct fake_tables *fake_tables, struct felt_poker_adapter poker[3])
{
    static const struct {
        const char *variant;
        enum felt_limit limit;
    } games[] = {
        {"holdem", FELT_NO_LIMIT}, {"badugi", FELT_FIXED_LIMIT}, {"stud", FELT_FIXED_LIMIT}};
    struct felt_complaint complaint;
    for (int i = 0; i < 3; i++) {
        enum felt_status status =
            felt_poker_adapter_make(&poker[i], games[i].variant, games[i].limit, 5, 10, &complaint);
        felt_assert(status == FELT_OK);
    }
    poker[0].rules.run_twice = true;
    fake_tables->config.grace_ms = 5000;
    fake_tables->config.out_ms = 20000;
    (void)fake_tables_stake(fake_tables, "a", &poker[0].adapter, 3, 1);
    struct felt_stake *choice = fake_tables_stake(fake_tables, "b", &poker[0].adapter, 4, 1);
    choice->games = 3;
    for (int i = 0; i < 3; i++) choice->game[i] = &poker[i].adapter;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct fake_tables *fake_tables; /* large: made once */
    static struct ledger_toy *toy;
    struct felt_poker_adapter poker[3];
    struct ledger_toy_faults faults = {0};
    if (!fake_tables) {
        fake_tables = malloc(sizeof *fake_tables);
        toy = ledger_toy_open(1);
        felt_assert(fake_tables);
    }
    if (size >= 2) {
        faults.before = data[0] & 31;
        faults.after = data[0] >> 5;
        faults.delay_ms = 10u * data[1];
        data += 2;
        size -= 2;
    }
    fake_tables_init(fake_tables, 1);
    fake_tables->wire = true;
    fake_tables->slack_ms = 100000;
    fill(fake_tables, poker);
    fake_tables_stakes_join(fake_tables);
    ledger_toy_clear(toy, 1);
    fake_tables_open(fake_tables, toy);
    for (int i = 0; i < 4; i++)
        (void)fake_tables_user(fake_tables, i == 3 ? FELT_USER_HOUSE : FELT_USER_HUMAN, 2500);
    ledger_toy_fault(fake_tables->toy, &faults);
    for (size_t at = 0; at + 4 <= size && at < 4 * COMMANDS_MAX; at += 4)
        obey(fake_tables, data + at);
    fake_tables_close(fake_tables);
    return 0;
}
