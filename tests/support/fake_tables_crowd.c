/* fake_tables_crowd.c -- people and house players of a fake tables who do whatever comes into their
 * minds. */
#include "fake_tables.h"

#include "felt/assert.h"

#include <stdio.h>
#include <string.h>

static uint32_t below(struct fake_tables_crowd *crowd, uint32_t bound)
{
    return felt_rng_below(&crowd->rng, bound);
}

static bool chance(struct fake_tables_crowd *crowd, uint32_t percent)
{
    return below(crowd, 100) < percent;
}

/* Where only house players sit nobody is ever broke: the hands go on. */
enum { ENDLESS_CHIPS = 10000000 };

void fake_tables_crowd_make(struct fake_tables_crowd *crowd, struct fake_tables *fake_tables,
                            uint64_t seed, int people, int house)
{
    *crowd = (struct fake_tables_crowd){.fake_tables = fake_tables,
                                        .rng = felt_rng_make(seed),
                                        .people = people,
                                        .house = house,
                                        .mischief = 10,
                                        .drops = 5};
    felt_assert(people <= CROWD_MAX && house <= CROWD_MAX);
    for (int i = 0; i < people; i++)
        crowd->person[i] =
            fake_tables_user(fake_tables, FELT_USER_HUMAN, 500 + below(crowd, 20000));
    for (int i = 0; i < house; i++)
        crowd->house_player[i] = fake_tables_user(
            fake_tables, FELT_USER_HOUSE, people ? 2000 + below(crowd, 50000) : ENDLESS_CHIPS);
}

int fake_tables_line_of(const struct fake_tables *fake_tables, int64_t user)
{
    for (int conn = 0; conn < FAKE_TABLES_CONNS; conn++)
        if (fake_tables->conn[conn].in && fake_tables->conn[conn].user == user) return conn;
    return -1;
}

/* Any table; now and then one that is not there. */
static bool any_table(struct fake_tables_crowd *crowd, struct felt_room_face *face)
{
    for (int tries = 0; tries < 20; tries++)
        if (felt_room_face(crowd->fake_tables->room, below(crowd, FAKE_TABLES_TABLES), face))
            return true;
    return false;
}

/* ---- house players ---- */

void fake_tables_crowd_seat_house(struct fake_tables_crowd *crowd)
{
    struct fake_tables *fake_tables = crowd->fake_tables;
    struct felt_room_face face;
    for (int i = 0; i < crowd->house; i++) {
        uint32_t conn = CROWD_HOUSE_CONNS + (uint32_t)i;
        if (!fake_tables->conn[conn].in)
            (void)fake_tables_enter(fake_tables, conn, crowd->house_player[i], true);
        bool seated = false;
        for (uint32_t table = 0; table < FAKE_TABLES_TABLES; table++)
            seated |= fake_tables_find(fake_tables, table, crowd->house_player[i], &face) >= 0;
        if (seated || !any_table(crowd, &face) || face.taken == face.stake->seats) continue;
        struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SIT, face.id);
        msg.settings.has_rebuy = msg.settings.rebuy = true;
        (void)fake_tables_want(fake_tables, conn, &msg);
    }
}

/* ---- answers ---- */

static void answer_table(struct fake_tables_crowd *crowd, uint32_t table)
{
    struct fake_tables *fake_tables = crowd->fake_tables;
    struct felt_room_face face;
    struct fake_tables_ask *ask = &fake_tables->ask[table];
    if (fake_tables->local[table].due)
        (void)fake_tables_answer(fake_tables, table,
                                 fake_tables_choose_ask(&crowd->rng, &fake_tables->local[table]));
    if (!ask->due || !(ask->has_view || ask->choose)) return;
    if (!felt_room_face(fake_tables->room, table, &face)) return;
    int conn = fake_tables_line_of(fake_tables, face.seat[ask->seat].user);
    if (conn < 0 || !face.seat[ask->seat].user) return;
    struct felt_room_client_msg msg =
        fake_tables_action(face.id, ask, fake_tables_choose_ask(&crowd->rng, ask));
    if (fake_tables_want(fake_tables, (uint32_t)conn, &msg) &&
        fake_tables_ear_find(fake_tables, msg.req) <= 1)
        ask->due = false;
}

void fake_tables_crowd_answer(struct fake_tables_crowd *crowd, uint32_t percent)
{
    for (uint32_t table = 0; table < FAKE_TABLES_TABLES; table++)
        if (chance(crowd, percent)) answer_table(crowd, table);
}

/* ---- people ---- */

static void come_or_go(struct fake_tables_crowd *crowd, int64_t user)
{
    struct fake_tables *fake_tables = crowd->fake_tables;
    int conn = fake_tables_line_of(fake_tables, user);
    if (conn >= 0 && chance(crowd, 60)) {
        fake_tables_leave(fake_tables, (uint32_t)conn);
        return;
    }
    uint32_t fresh = below(crowd, CROWD_HOUSE_CONNS);
    if (!fake_tables->conn[fresh].in) (void)fake_tables_enter(fake_tables, fresh, user, false);
}

static void fill_settings(struct fake_tables_crowd *crowd, struct felt_room_client_settings *out)
{
    *out = (struct felt_room_client_settings){
        .has_wait = chance(crowd, 40),
        .wait = chance(crowd, 30),
        .has_rebuy = chance(crowd, 40),
        .rebuy = chance(crowd, 50),
        .has_muck = chance(crowd, 40),
        .muck = chance(crowd, 50),
        .has_twice = chance(crowd, 40),
        .has_auto = chance(crowd, 60),
        .twice = (uint8_t)below(crowd, FELT_TWICES),
        .auto_action = (uint8_t)below(crowd, FELT_ROOM_AUTO_ACTIONS),
    };
    out->auto_limit = out->auto_action >= FELT_ROOM_AUTO_CALL ? 1 + below(crowd, 200) : 0;
}

static void fill_amount(struct fake_tables_crowd *crowd, const struct felt_room_face *face,
                        struct felt_room_client_msg *msg)
{
    if (chance(crowd, 50)) return;
    msg->amount = face->stake->buy_in_min +
                  below(crowd, (uint32_t)(face->stake->buy_in_max - face->stake->buy_in_min + 1));
    if (chance(crowd, crowd->mischief)) msg->amount = 1 + below(crowd, 100000);
}

/* An action that need not be his, or make any sense. */
static void fill_nonsense(struct fake_tables_crowd *crowd, const struct felt_room_face *face,
                          struct felt_room_client_msg *msg)
{
    struct felt_action action = {.kind = (uint8_t)below(crowd, FELT_ACTION_KINDS),
                                 .choice = (uint16_t)below(crowd, 5),
                                 .amount = below(crowd, 3000)};
    struct fake_tables_ask ask = crowd->fake_tables->ask[face->index];
    if (chance(crowd, 30)) ask.req_id++;
    *msg = fake_tables_action(face->id, &ask, action);
    msg->action.has_req = chance(crowd, 70);
    msg->action.has_amount = chance(crowd, 30);
    msg->action.amount = below(crowd, 3000);
    msg->action.known = chance(crowd, 95);
    if (chance(crowd, 30)) memcpy(msg->action.hand_id, "H-2025-10-17-00001", 19);
    msg->action.cards = (uint8_t)below(crowd, FELT_ARENA_CLIENT_CARDS_MAX + 1);
    for (int i = 0; i < msg->action.cards; i++) msg->action.card[i] = (felt_card)below(crowd, 52);
}

static void fill_want(struct fake_tables_crowd *crowd, const struct felt_room_face *face,
                      struct felt_room_client_msg *msg)
{
    switch (msg->kind) {
    case FELT_ROOM_CLIENT_SIT:
        if (chance(crowd, 40)) msg->seat = (felt_seat)below(crowd, FELT_SEATS_MAX);
        fill_amount(crowd, face, msg);
        fill_settings(crowd, &msg->settings);
        break;
    case FELT_ROOM_CLIENT_QUICK: fill_settings(crowd, &msg->settings); break;
    case FELT_ROOM_CLIENT_TOP_UP: fill_amount(crowd, face, msg); break;
    case FELT_ROOM_CLIENT_SETTINGS: fill_settings(crowd, &msg->settings); break;
    case FELT_ROOM_CLIENT_SIT_OUT: msg->on = chance(crowd, 30); break;
    case FELT_ROOM_CLIENT_MUTE:
    case FELT_ROOM_CLIENT_BLOCK:
    case FELT_ROOM_CLIENT_LOBBY: msg->on = chance(crowd, 50); break;
    case FELT_ROOM_CLIENT_PRESELECT:
        msg->preselect = (uint8_t)below(crowd, FELT_PRESELECTS);
        msg->amount = below(crowd, 200);
        memcpy(msg->hand_id, crowd->fake_tables->hand[face->index].hand_id, sizeof msg->hand_id);
        break;
    case FELT_ROOM_CLIENT_CHAT: (void)snprintf(msg->text, sizeof msg->text, "hello there"); break;
    case FELT_ROOM_CLIENT_ACTION: fill_nonsense(crowd, face, msg); break;
    default: break;
    }
    if (msg->kind == FELT_ROOM_CLIENT_BLOCK)
        (void)snprintf(msg->name, sizeof msg->name, "Player%u", 1 + below(crowd, 9));
}

/* Standing up is rare, else nobody would ever play. */
static const uint8_t wishes[] = {
    FELT_ROOM_CLIENT_SIT,      FELT_ROOM_CLIENT_SIT,       FELT_ROOM_CLIENT_SIT,
    FELT_ROOM_CLIENT_SIT,      FELT_ROOM_CLIENT_SIT_OUT,   FELT_ROOM_CLIENT_QUICK,
    FELT_ROOM_CLIENT_WATCH,    FELT_ROOM_CLIENT_SETTINGS,  FELT_ROOM_CLIENT_TOP_UP,
    FELT_ROOM_CLIENT_TOP_UP,   FELT_ROOM_CLIENT_PRESELECT, FELT_ROOM_CLIENT_PRESELECT,
    FELT_ROOM_CLIENT_PRESELECT};
static const uint8_t whims[] = {FELT_ROOM_CLIENT_STAND,   FELT_ROOM_CLIENT_CHAT,
                                FELT_ROOM_CLIENT_BLOCK,   FELT_ROOM_CLIENT_MUTE,
                                FELT_ROOM_CLIENT_UNWATCH, FELT_ROOM_CLIENT_LOBBY,
                                FELT_ROOM_CLIENT_SIT_OUT, FELT_ROOM_CLIENT_ACTION,
                                FELT_ROOM_CLIENT_ACTION,  FELT_ROOM_CLIENT_ACTION};

static void want_something(struct fake_tables_crowd *crowd, uint32_t conn)
{
    struct felt_room_face face;
    if (!any_table(crowd, &face)) return;
    bool whim = chance(crowd, 25);
    uint8_t kind = whim ? whims[below(crowd, sizeof whims)] : wishes[below(crowd, sizeof wishes)];
    struct felt_room_client_msg msg = fake_tables_make((enum felt_room_client_kind)kind, face.id);
    fill_want(crowd, &face, &msg);
    if (chance(crowd, crowd->mischief / 4)) memcpy(msg.table, "nowhere", 8);
    (void)fake_tables_want(crowd->fake_tables, conn, &msg);
}

void fake_tables_crowd_act(struct fake_tables_crowd *crowd)
{
    struct fake_tables *fake_tables = crowd->fake_tables;
    if (!crowd->people) return;
    int64_t user = crowd->person[below(crowd, (uint32_t)crowd->people)];
    int conn = fake_tables_line_of(fake_tables, user);
    if (conn < 0 || chance(crowd, crowd->drops))
        come_or_go(crowd, user);
    else
        want_something(crowd, (uint32_t)conn);
}
