/* fuzz_floor.c -- any order of people who come, want something and go, of time that passes and of a
 * process that dies.
 *
 * The input is a list of commands of four bytes over a few users and two tables, one of which plays
 * the games its button chooses.  The asserts of the floor hold, and so does what the salon looks at
 * (tests/support/salon.h): chips, numbers, cards, hashes. */
#include "salon.h"

#include "felt/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES = 6, COMMANDS_MAX = 200 };

static struct felt_want make_want(const struct salon *salon, const uint8_t command[4])
{
    const char *const tables[] = {"a-1", "b-1", "a-1", "nowhere"};
    uint8_t kind = (uint8_t)(FELT_WANT_LOBBY + command[2] % (FELT_WANT_HANDS - FELT_WANT_LOBBY));
    struct felt_want want = salon_make((enum felt_want_kind)kind, tables[command[3] & 3]);
    uint8_t more = command[3] >> 2;
    want.on = more & 1;
    want.preselect = more % FELT_PRESELECTS;
    if (more & 2) want.amount = 50 * (more + 1);
    if (kind == FELT_WANT_SIT && more & 4) want.seat = (felt_seat)(more % 12 - 1);
    want.settings = (struct felt_want_settings){
        .has_wait = more & 1,
        .wait = more & 8,
        .has_rebuy = more & 2,
        .rebuy = more & 16,
        .has_twice = more & 4,
        .twice = more % FELT_TWICES,
        .has_auto = true,
        .auto_action = more % FELT_AUTO_ACTIONS,
        .auto_limit = more % FELT_AUTO_ACTIONS >= FELT_AUTO_CALL ? more + 1 : 0};
    if (kind == FELT_WANT_PRESELECT)
        memcpy(want.hand_id, salon->hand[command[3] & 1].hand_id, sizeof want.hand_id);
    if (kind == FELT_WANT_CHAT) memcpy(want.text, "well", 5);
    if (kind == FELT_WANT_BLOCK) memcpy(want.name, "Player2", 8);
    if (kind != FELT_WANT_ACTION) return want;
    const struct salon_ask *ask = &salon->ask[command[3] & 1];
    struct felt_action action = {
        .kind = more % FELT_ACTION_KINDS, .choice = more & 3, .amount = 5 * more};
    return salon_action(want.table, ask, action);
}

/* A legal answer to what is asked, the n-th of them. */
static void answer(struct salon *salon, uint32_t table, uint8_t which)
{
    struct felt_floor_face face;
    struct felt_rng rng = felt_rng_make(which);
    struct salon_ask *ask = &salon->ask[table];
    if (salon->local[table].due)
        (void)salon_answer(salon, table, salon_choose_ask(&rng, &salon->local[table]));
    if (!ask->due || !(ask->has_view || ask->choose)) return;
    if (!felt_floor_face(salon->floor, table, &face) || !face.chair[ask->seat].user) return;
    int line = salon_line_of(salon, face.chair[ask->seat].user);
    if (line < 0) return;
    struct felt_want want = salon_action(face.id, ask, salon_choose_ask(&rng, ask));
    (void)salon_want(salon, (uint32_t)line, &want);
}

/* A table of somebody's own: opened, sat down at, hosted, changed. */
static void host(struct salon *salon, const uint8_t command[4])
{
    uint32_t line = command[3] % LINES, table = 2 + command[2] % 3;
    uint8_t more = command[3] >> 3;
    struct felt_floor_face face = {.id = ""};
    struct felt_floor_private door = {.key = ""};
    const enum felt_want_kind kinds[] = {FELT_WANT_CREATE, FELT_WANT_HOST, FELT_WANT_CHANGE,
                                         FELT_WANT_SIT};
    if (!salon->line[line].in) return;
    (void)felt_floor_face(salon->floor, table, &face);
    (void)felt_floor_private(salon->floor, table, &door);
    struct felt_want want = salon_make(kinds[(command[1] - 3) & 3], face.id);
    (void)snprintf(want.key, sizeof want.key, "%s", door.key);
    want.host = command[2] % FELT_HOST_DOS;
    want.settings.has_straddle = want.settings.straddle = more & 1;
    if (want.kind == FELT_WANT_HOST) {
        const char *name = face.chair[more % 6].name;
        (void)snprintf(want.name, sizeof want.name, "%s", name ? name : "nobody");
    } else if (want.kind != FELT_WANT_SIT) {
        want.terms.said = (uint32_t)(command[2] | more << 8) << 4 & ~(1u << FELT_TERM_SEATS);
        want.terms.small_blind = 1 + more % 4, want.terms.big_blind = 2 + more;
        want.terms.buy_in_min = 1, want.terms.buy_in_max = 100;
        want.terms.house = more % 3, want.terms.pause_ms = 100u * more;
        want.terms.options = (struct felt_table_options){.ante_by = more % FELT_ANTES,
                                                         .ante = 1,
                                                         .straddle = more % FELT_STRADDLES,
                                                         .bomb_every = more % 3,
                                                         .bomb_units = 1,
                                                         .twice = more % FELT_TWICES};
    }
    (void)salon_want(salon, line, &want);
}

static void obey(struct salon *salon, const uint8_t command[4])
{
    uint32_t line = command[1] % LINES;
    switch (command[0] % 8) {
    case 0:
        if (salon->line[line].in)
            salon_leave(salon, line);
        else
            (void)salon_enter(salon, line, 1 + command[1] % 4, command[1] % 4 == 3);
        break;
    case 1: salon_wait(salon, 20 * command[2] * (command[3] & 15)); break;
    case 2:
        if (command[1] == 1)
            salon_crash(salon, command[2], command[3] & 3, command[3] & 4);
        else if (command[1] == 2)
            salon_snapshot(salon);
        else if (command[1] > 2)
            host(salon, command);
        break;
    case 3:
    case 4: answer(salon, command[1] & 1, command[2]); break;
    default:
        if (!salon->line[line].in) break;
        struct felt_want want = make_want(salon, command);
        /* House players look at nothing: they are asked. */
        if (salon->line[line].local &&
            (want.kind == FELT_WANT_WATCH || want.kind == FELT_WANT_LOBBY))
            break;
        (void)salon_want(salon, line, &want);
    }
    if (!*salon->failure) salon_turn(salon);
    if (!*salon->failure) salon_verify(salon);
    if (*salon->failure) (void)fprintf(stderr, "%s\n", salon->failure);
    felt_assert(!*salon->failure);
}

static void fill(struct salon *salon, struct felt_poker_plug poker[3])
{
    static const struct {
        const char *variant;
        enum felt_limit limit;
    } games[] = {
        {"holdem", FELT_NO_LIMIT}, {"badugi", FELT_FIXED_LIMIT}, {"stud", FELT_FIXED_LIMIT}};
    struct felt_complaint complaint;
    for (int i = 0; i < 3; i++) {
        enum felt_status status =
            felt_poker_plug_make(&poker[i], games[i].variant, games[i].limit, 5, 10, &complaint);
        felt_assert(status == FELT_OK);
    }
    poker[0].rules.run_twice = true;
    salon->config.grace_ms = 5000;
    salon->config.out_ms = 20000;
    (void)salon_stake(salon, "a", &poker[0].plug, 3, 1);
    struct felt_stake *choice = salon_stake(salon, "b", &poker[0].plug, 4, 1);
    choice->games = 3;
    for (int i = 0; i < 3; i++) choice->game[i] = &poker[i].plug;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct salon *salon; /* large: made once */
    static struct ledger_toy *toy;
    struct felt_poker_plug poker[3];
    struct ledger_toy_faults faults = {0};
    if (!salon) {
        salon = malloc(sizeof *salon);
        toy = ledger_toy_open(1);
        felt_assert(salon);
    }
    if (size >= 2) {
        faults.before = data[0] & 31;
        faults.after = data[0] >> 5;
        faults.delay_ms = 10u * data[1];
        data += 2;
        size -= 2;
    }
    salon_init(salon, 1);
    salon->wire = true;
    salon->slack_ms = 100000;
    fill(salon, poker);
    salon_stakes_join(salon);
    ledger_toy_clear(toy, 1);
    salon_open(salon, toy);
    for (int i = 0; i < 4; i++)
        (void)salon_user(salon, i == 3 ? FELT_USER_HOUSE : FELT_USER_HUMAN, 2500);
    ledger_toy_fault(salon->toy, &faults);
    for (size_t at = 0; at + 4 <= size && at < 4 * COMMANDS_MAX; at += 4) obey(salon, data + at);
    salon_close(salon);
    return 0;
}
