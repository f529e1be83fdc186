/* salon_crowd.c -- people and house players of a salon who do whatever comes into their minds. */
#include "salon.h"

#include "felt/assert.h"

#include <stdio.h>
#include <string.h>

static uint32_t below(struct salon_crowd *crowd, uint32_t bound)
{
    return felt_rng_below(&crowd->rng, bound);
}

static bool chance(struct salon_crowd *crowd, uint32_t percent)
{
    return below(crowd, 100) < percent;
}

/* Where only house players sit nobody is ever broke: the hands go on. */
enum { ENDLESS_CHIPS = 10000000 };

void salon_crowd_make(struct salon_crowd *crowd, struct salon *salon, uint64_t seed, int people,
                      int house)
{
    *crowd = (struct salon_crowd){.salon = salon,
                                  .rng = felt_rng_make(seed),
                                  .people = people,
                                  .house = house,
                                  .mischief = 10,
                                  .drops = 5};
    felt_assert(people <= CROWD_MAX && house <= CROWD_MAX);
    for (int i = 0; i < people; i++)
        crowd->person[i] = salon_user(salon, FELT_USER_HUMAN, 500 + below(crowd, 20000));
    for (int i = 0; i < house; i++)
        crowd->house_player[i] =
            salon_user(salon, FELT_USER_HOUSE, people ? 2000 + below(crowd, 50000) : ENDLESS_CHIPS);
}

int salon_line_of(const struct salon *salon, int64_t user)
{
    for (int line = 0; line < SALON_LINES; line++)
        if (salon->line[line].in && salon->line[line].user == user) return line;
    return -1;
}

/* Any table; now and then one that is not there. */
static bool any_table(struct salon_crowd *crowd, struct felt_floor_face *face)
{
    for (int tries = 0; tries < 20; tries++)
        if (felt_floor_face(crowd->salon->floor, below(crowd, SALON_TABLES), face)) return true;
    return false;
}

/* ---- house players ---- */

void salon_crowd_seat_house(struct salon_crowd *crowd)
{
    struct salon *salon = crowd->salon;
    struct felt_floor_face face;
    for (int i = 0; i < crowd->house; i++) {
        uint32_t line = CROWD_HOUSE_LINES + (uint32_t)i;
        if (!salon->line[line].in) (void)salon_enter(salon, line, crowd->house_player[i], true);
        bool seated = false;
        for (uint32_t table = 0; table < SALON_TABLES; table++)
            seated |= salon_find(salon, table, crowd->house_player[i], &face) >= 0;
        if (seated || !any_table(crowd, &face) || face.taken == face.stake->seats) continue;
        struct felt_want want = salon_make(FELT_WANT_SIT, face.id);
        want.settings.has_rebuy = want.settings.rebuy = true;
        (void)salon_want(salon, line, &want);
    }
}

/* ---- answers ---- */

static void answer_table(struct salon_crowd *crowd, uint32_t table)
{
    struct salon *salon = crowd->salon;
    struct felt_floor_face face;
    struct salon_ask *ask = &salon->ask[table];
    if (salon->local[table].due)
        (void)salon_answer(salon, table, salon_choose_ask(&crowd->rng, &salon->local[table]));
    if (!ask->due || !(ask->has_view || ask->choose)) return;
    if (!felt_floor_face(salon->floor, table, &face)) return;
    int line = salon_line_of(salon, face.chair[ask->seat].user);
    if (line < 0 || !face.chair[ask->seat].user) return;
    struct felt_want want = salon_action(face.id, ask, salon_choose_ask(&crowd->rng, ask));
    if (salon_want(salon, (uint32_t)line, &want) && salon_ear_find(salon, want.req) <= 1)
        ask->due = false;
}

void salon_crowd_answer(struct salon_crowd *crowd, uint32_t percent)
{
    for (uint32_t table = 0; table < SALON_TABLES; table++)
        if (chance(crowd, percent)) answer_table(crowd, table);
}

/* ---- people ---- */

static void come_or_go(struct salon_crowd *crowd, int64_t user)
{
    struct salon *salon = crowd->salon;
    int line = salon_line_of(salon, user);
    if (line >= 0 && chance(crowd, 60)) {
        salon_leave(salon, (uint32_t)line);
        return;
    }
    uint32_t fresh = below(crowd, CROWD_HOUSE_LINES);
    if (!salon->line[fresh].in) (void)salon_enter(salon, fresh, user, false);
}

static void fill_settings(struct salon_crowd *crowd, struct felt_want_settings *out)
{
    *out = (struct felt_want_settings){
        .has_wait = chance(crowd, 40),
        .wait = chance(crowd, 30),
        .has_rebuy = chance(crowd, 40),
        .rebuy = chance(crowd, 50),
        .has_muck = chance(crowd, 40),
        .muck = chance(crowd, 50),
        .has_twice = chance(crowd, 40),
        .has_auto = chance(crowd, 60),
        .twice = (uint8_t)below(crowd, FELT_TWICES),
        .auto_action = (uint8_t)below(crowd, FELT_AUTO_ACTIONS),
    };
    out->auto_limit = out->auto_action >= FELT_AUTO_CALL ? 1 + below(crowd, 200) : 0;
}

static void fill_amount(struct salon_crowd *crowd, const struct felt_floor_face *face,
                        struct felt_want *want)
{
    if (chance(crowd, 50)) return;
    want->amount = face->stake->buy_in_min +
                   below(crowd, (uint32_t)(face->stake->buy_in_max - face->stake->buy_in_min + 1));
    if (chance(crowd, crowd->mischief)) want->amount = 1 + below(crowd, 100000);
}

/* An action that need not be his, or make any sense. */
static void fill_nonsense(struct salon_crowd *crowd, const struct felt_floor_face *face,
                          struct felt_want *want)
{
    struct felt_action action = {.kind = (uint8_t)below(crowd, FELT_ACTION_KINDS),
                                 .choice = (uint16_t)below(crowd, 5),
                                 .amount = below(crowd, 3000)};
    struct salon_ask ask = crowd->salon->ask[face->index];
    if (chance(crowd, 30)) ask.req_id++;
    *want = salon_action(face->id, &ask, action);
    want->action.has_req = chance(crowd, 70);
    want->action.has_amount = chance(crowd, 30);
    want->action.amount = below(crowd, 3000);
    want->action.known = chance(crowd, 95);
    if (chance(crowd, 30)) memcpy(want->action.hand_id, "H-2025-10-17-00001", 19);
    want->action.cards = (uint8_t)below(crowd, FELT_ASK_CARDS_MAX + 1);
    for (int i = 0; i < want->action.cards; i++) want->action.card[i] = (felt_card)below(crowd, 52);
}

static void fill_want(struct salon_crowd *crowd, const struct felt_floor_face *face,
                      struct felt_want *want)
{
    switch (want->kind) {
    case FELT_WANT_SIT:
        if (chance(crowd, 40)) want->seat = (felt_seat)below(crowd, FELT_SEATS_MAX);
        fill_amount(crowd, face, want);
        fill_settings(crowd, &want->settings);
        break;
    case FELT_WANT_QUICK: fill_settings(crowd, &want->settings); break;
    case FELT_WANT_TOP_UP: fill_amount(crowd, face, want); break;
    case FELT_WANT_SETTINGS: fill_settings(crowd, &want->settings); break;
    case FELT_WANT_SIT_OUT: want->on = chance(crowd, 30); break;
    case FELT_WANT_MUTE:
    case FELT_WANT_BLOCK:
    case FELT_WANT_LOBBY: want->on = chance(crowd, 50); break;
    case FELT_WANT_PRESELECT:
        want->preselect = (uint8_t)below(crowd, FELT_PRESELECTS);
        want->amount = below(crowd, 200);
        memcpy(want->hand_id, crowd->salon->hand[face->index].hand_id, sizeof want->hand_id);
        break;
    case FELT_WANT_CHAT: (void)snprintf(want->text, sizeof want->text, "hello there"); break;
    case FELT_WANT_ACTION: fill_nonsense(crowd, face, want); break;
    default: break;
    }
    if (want->kind == FELT_WANT_BLOCK)
        (void)snprintf(want->name, sizeof want->name, "Player%u", 1 + below(crowd, 9));
}

/* Standing up is rare, else nobody would ever play. */
static const uint8_t wishes[] = {FELT_WANT_SIT,      FELT_WANT_SIT,       FELT_WANT_SIT,
                                 FELT_WANT_SIT,      FELT_WANT_SIT_OUT,   FELT_WANT_QUICK,
                                 FELT_WANT_WATCH,    FELT_WANT_SETTINGS,  FELT_WANT_TOP_UP,
                                 FELT_WANT_TOP_UP,   FELT_WANT_PRESELECT, FELT_WANT_PRESELECT,
                                 FELT_WANT_PRESELECT};
static const uint8_t whims[] = {
    FELT_WANT_STAND, FELT_WANT_CHAT,    FELT_WANT_BLOCK,  FELT_WANT_MUTE,   FELT_WANT_UNWATCH,
    FELT_WANT_LOBBY, FELT_WANT_SIT_OUT, FELT_WANT_ACTION, FELT_WANT_ACTION, FELT_WANT_ACTION};

static void want_something(struct salon_crowd *crowd, uint32_t line)
{
    struct felt_floor_face face;
    if (!any_table(crowd, &face)) return;
    bool whim = chance(crowd, 25);
    uint8_t kind = whim ? whims[below(crowd, sizeof whims)] : wishes[below(crowd, sizeof wishes)];
    struct felt_want want = salon_make((enum felt_want_kind)kind, face.id);
    fill_want(crowd, &face, &want);
    if (chance(crowd, crowd->mischief / 4)) memcpy(want.table, "nowhere", 8);
    (void)salon_want(crowd->salon, line, &want);
}

void salon_crowd_act(struct salon_crowd *crowd)
{
    struct salon *salon = crowd->salon;
    if (!crowd->people) return;
    int64_t user = crowd->person[below(crowd, (uint32_t)crowd->people)];
    int line = salon_line_of(salon, user);
    if (line < 0 || chance(crowd, crowd->drops))
        come_or_go(crowd, user);
    else
        want_something(crowd, (uint32_t)line);
}
