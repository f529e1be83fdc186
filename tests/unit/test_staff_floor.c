/* test_staff_floor.c -- house players at the real floor, with a ledger in memory (salon.h). */
#include "expect.h"
#include "server/room/staff.h"
#include "module.h"
#include "salon.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOUSE = 14, FIRST_LINE = 40, PEOPLE = 8, TABLES = 3, STEP_MS = 50 };

struct den {
    struct salon salon;
    struct felt_poker_plug plug;
    struct felt_staff *staff;
    void *memory;
    int64_t house[HOUSE], person[PEOPLE];
    uint64_t stakes, told; /* orders for chips; answers that staff heard                        */
    bool mean;             /* the house gives nothing                                           */
    bool absent[PEOPLE];   /* does not answer                                                   */
};

/* Answers to wants of the house are for its staff; the ear hears the rest. */
static void post(void *self, const uint32_t *lines, int count, const struct felt_news *news)
{
    struct den *den = self;
    bool house = count == 1 && lines[0] - FIRST_LINE < HOUSE;
    if (!house) salon_ear_post(self, lines, count, news);
    if (!house || !den->staff) return;
    den->told++;
    felt_staff_hear(den->staff, lines[0], news, den->salon.now_ms);
}

static void stake(void *self, uint32_t member, felt_chips amount)
{
    struct den *den = self;
    struct felt_receipt receipt = {0};
    struct felt_order order = {.kind = FELT_ORDER_STAKE,
                               .user = felt_staff_at(den->staff, member)->user,
                               .amount = amount};
    snprintf(order.key, sizeof order.key, "stake:%lu", (unsigned long)den->stakes++);
    if (!den->mean) ledger_toy_do(den->salon.toy, &order, &receipt);
    bool paid = !den->mean && receipt.outcome == FELT_OUTCOME_OK;
    felt_staff_paid(den->staff, member, paid, paid ? receipt.user.chips : 0, den->salon.now_ms);
}

/* Also after a restart: whoever has a seat is found there. */
static void hire(struct den *den, const struct felt_staff_config *config)
{
    struct felt_staff_services services = {.self = den, .stake = stake};
    struct felt_floor_face face;
    den->staff = felt_staff_init(den->memory, den->salon.floor, HOUSE, SALON_TABLES, config,
                                 &services, felt_rng_make(3));
    for (uint32_t i = 0; i < HOUSE; i++) {
        struct felt_guest_of_floor who = {.user = den->house[i],
                                          .kind = FELT_USER_HOUSE,
                                          .local = true,
                                          .bank = ledger_toy_bank(den->salon.toy, den->house[i])};
        assert_true(salon_enter(&den->salon, FIRST_LINE + i, den->house[i], true));
        assert_int_equal(felt_staff_hire(den->staff, &who, FIRST_LINE + i, den->salon.now_ms), i);
        for (uint32_t table = 0; table < SALON_TABLES; table++) {
            int seat = salon_find(&den->salon, table, den->house[i], &face);
            if (seat >= 0) felt_staff_found(den->staff, i, table, (felt_seat)seat);
        }
    }
}

static struct den *open_den(int seats, int house, const struct felt_staff_config *config)
{
    struct den *den = calloc(1, sizeof *den);
    struct felt_complaint complaint;
    assert_non_null(den);
    assert_int_equal(felt_poker_plug_make(&den->plug, "holdem", FELT_NO_LIMIT, 1, 2, &complaint),
                     FELT_OK);
    salon_init(&den->salon, 9);
    den->salon.hashes = false;
    salon_stake(&den->salon, "nl-2", &den->plug.plug, seats, TABLES)->house = (uint8_t)house;
    den->salon.services.post = post;
    salon_open(&den->salon, NULL);
    struct felt_receipt receipt;
    struct felt_order fund = {.kind = FELT_ORDER_FUND, .amount = 1000000, .key = "fund"};
    ledger_toy_do(den->salon.toy, &fund, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    for (int i = 0; i < HOUSE; i++) den->house[i] = salon_user(&den->salon, FELT_USER_HOUSE, 0);
    for (int i = 0; i < PEOPLE; i++) {
        den->person[i] = salon_user(&den->salon, FELT_USER_HUMAN, 100000);
        assert_true(salon_enter(&den->salon, (uint32_t)i, den->person[i], false));
    }
    den->memory = malloc(felt_staff_bytes(HOUSE, SALON_TABLES));
    assert_non_null(den->memory);
    hire(den, config);
    return den;
}

static void close_den(struct den *den)
{
    salon_verify(&den->salon);
    assert_string_equal(den->salon.failure, "");
    den->staff = NULL;
    salon_close(&den->salon);
    free(den->memory);
    free(den);
}

/* Everybody who is asked answers, people too. */
static void answer_all(struct den *den)
{
    struct salon *salon = &den->salon;
    for (uint32_t table = 0; table < TABLES; table++) {
        const struct salon_ask *local = &salon->local[table], *ask = &salon->ask[table];
        if (local->due) salon_answer(salon, table, salon_choose_ask(&salon->rng, local));
        struct felt_floor_face face;
        if (!ask->due || !felt_floor_face(salon->floor, table, &face)) continue;
        for (uint32_t i = 0; i < PEOPLE; i++) {
            if (face.chair[ask->seat].user != den->person[i] || den->absent[i]) continue;
            struct felt_want want = salon_action(face.id, ask, salon_choose_ask(&salon->rng, ask));
            salon_want(salon, i, &want);
            break;
        }
    }
}

static void pass(struct den *den, int64_t ms)
{
    for (int64_t until = den->salon.now_ms + ms; den->salon.now_ms < until;) {
        (void)felt_staff_tick(den->staff, den->salon.now_ms);
        salon_turn(&den->salon);
        answer_all(den);
        salon_step(&den->salon, STEP_MS);
    }
    if (*den->salon.failure) fail_msg("%s", den->salon.failure);
}

static void sit_person(struct den *den, uint32_t person, uint32_t table)
{
    struct felt_floor_face face;
    assert_true(felt_floor_face(den->salon.floor, table, &face));
    struct felt_want want = salon_make(FELT_WANT_SIT, face.id);
    want.seat = FELT_SEAT_NONE;
    want.amount = 200;
    assert_int_equal(salon_do(&den->salon, person, &want), FELT_NO_NOT);
}

static struct felt_floor_face look_at(const struct den *den, uint32_t table)
{
    struct felt_floor_face face;
    assert_true(felt_floor_face(den->salon.floor, table, &face));
    return face;
}

/* Fewest free chairs and most house players are what the stake wants. */
static void staff_sits_down_and_plays(void **state)
{
    (void)state;
    struct den *den = open_den(6, 4, &felt_staff_config_usual);
    pass(den, 120000);
    for (uint32_t table = 0; table < TABLES; table++) {
        struct felt_floor_face face = look_at(den, table);
        assert_int_equal(face.taken, 4);
        assert_int_equal(face.people, 0);
        assert_true(face.hands > 5);
    }
    close_den(den);
}

/* W1, and the promise of two seconds, at a table where nobody is yet. */
static void staff_deals_a_person_in_within_two_seconds(void **state)
{
    (void)state;
    for (int house = 1; house <= 5; house += 4) {
        for (uint32_t seats = 2; seats <= 6; seats += 4) {
            struct den *den = open_den((int)seats, house, &felt_staff_config_usual);
            sit_person(den, 0, 1);
            pass(den, 2000);
            struct felt_floor_face face = look_at(den, 1);
            int seat = salon_find(&den->salon, 1, den->person[0], &face);
            assert_true(seat >= 0);
            assert_true(face.chair[seat].in_hand || face.hands > 0);
            close_den(den);
        }
    }
}

static void expect_company(const struct den *den, uint32_t table)
{
    struct felt_floor_face face = look_at(den, table);
    int wants = 0, others = 0;
    for (int seat = 0; seat < face.stake->seats; seat++) {
        const struct felt_chair_face *chair = &face.chair[seat];
        bool plays = chair->state == FELT_CHAIR_PLAYING || chair->state == FELT_CHAIR_WAITING;
        wants += plays && chair->kind == FELT_USER_HUMAN;
        others += plays && chair->kind == FELT_USER_HOUSE;
    }
    if (face.people == face.stake->seats) return; /* those who sit out have all other chairs */
    if (wants && wants + others < 2) fail_msg("somebody is alone at table %u", table);
}

/* Is it full although the house has chairs, nobody of it gets up, and no person needs him? */
static bool is_hogged(const struct felt_floor_face *face)
{
    int people = 0, house = 0, leaving = 0;
    for (int seat = 0; seat < face->stake->seats; seat++) {
        const struct felt_chair_face *chair = &face->chair[seat];
        bool plays = chair->state == FELT_CHAIR_PLAYING || chair->state == FELT_CHAIR_WAITING;
        people += plays && chair->kind == FELT_USER_HUMAN;
        house += chair->kind == FELT_USER_HOUSE && chair->state != FELT_CHAIR_LEAVING;
        leaving += chair->kind == FELT_USER_HOUSE && chair->state == FELT_CHAIR_LEAVING;
    }
    return house && !leaving && (people != 1 || house > 1);
}

/* People come, go, sit out and fall silent; nobody is alone, no chip is lost, seats are to be had.
 */
static void staff_lives_with_people(void **state)
{
    (void)state;
    struct felt_staff_config config = felt_staff_config_usual;
    config.stay_hands = 20;
    struct den *den = open_den(6, 4, &config);
    struct felt_rng rng = felt_rng_make(4);
    int rounds = test_is_quick() ? 20 : 100, full = 0;
    for (int round = 0; round < rounds; round++) {
        uint32_t person = felt_rng_below(&rng, PEOPLE), table = felt_rng_below(&rng, TABLES);
        struct felt_floor_face face = look_at(den, table);
        bool sits = salon_find(&den->salon, table, den->person[person], &face) >= 0;
        struct felt_want want = salon_make(!sits                     ? FELT_WANT_SIT
                                           : felt_rng_below(&rng, 2) ? FELT_WANT_STAND
                                                                     : FELT_WANT_SIT_OUT,
                                           face.id);
        want.seat = FELT_SEAT_NONE;
        want.on = felt_rng_below(&rng, 2);
        want.settings.has_rebuy = want.settings.rebuy = true;
        full += salon_do(&den->salon, person, &want) == FELT_NO_FULL && is_hogged(&face);
        den->absent[person] = felt_rng_below(&rng, 8) == 0;
        pass(den, 500 + felt_rng_below(&rng, 60000));
        for (uint32_t i = 0; i < TABLES; i++) expect_company(den, i);
    }
    salon_verify(&den->salon);
    assert_int_equal(full, 0);
    assert_true(den->salon.hands > (uint64_t)rounds * 5);
    close_den(den);
}

static felt_chips all_chips(const struct den *den)
{
    felt_chips sum = 0;
    for (int64_t user = 1; user < SALON_USERS; user++)
        sum += shelf_total(ledger_toy_shelf(den->salon.toy), user);
    return sum;
}

/* Somebody asks for the chair of one of the house where each has its role: that one plays the hand
 * to its end, takes his chips home, and the chair is free until the person had time to come. */
static void staff_gives_its_chair_to_who_asks_after_the_hand(void **state)
{
    (void)state;
    static const char *const roles[] = {"one", "two", "three"};
    struct den *den = open_den(3, 3, &felt_staff_config_usual);
    den->plug.plug.roles = roles;
    den->plug.plug.seats_min = 3;
    sit_person(den, 0, 0);
    pass(den, 5000);
    struct felt_floor_face face = look_at(den, 0);
    assert_true(face.taken == 3 && face.people == 1);
    den->absent[0] = true;
    for (int i = 0; i < 100 && !den->salon.ask[0].due; i++) pass(den, STEP_MS);
    assert_true(den->salon.ask[0].due); /* a hand waits for him */
    felt_seat seat = 0;
    while (look_at(den, 0).chair[seat].kind != FELT_USER_HOUSE) seat++;
    int64_t user = look_at(den, 0).chair[seat].user;
    struct felt_want want = salon_make(FELT_WANT_SIT, face.id);
    want.seat = seat;
    want.amount = 200;
    assert_int_equal(salon_do(&den->salon, 1, &want), FELT_NO_SEAT);
    pass(den, 12000);
    face = look_at(den, 0);
    assert_int_equal(face.chair[seat].user, user);
    assert_int_equal(face.chair[seat].state, FELT_CHAIR_LEAVING);
    assert_true(face.chair[seat].in_hand && face.hand_id[0]);
    assert_true(salon_seat_chips(&den->salon, face.id, user) > 0);
    den->absent[0] = false;
    pass(den, 25000);
    assert_int_equal(look_at(den, 0).chair[seat].user, 0); /* and nobody else's */
    assert_int_equal(salon_seat_chips(&den->salon, face.id, user), 0);
    assert_int_equal(ledger_toy_bank(den->salon.toy, user),
                     shelf_total(ledger_toy_shelf(den->salon.toy), user));
    felt_chips chips = all_chips(den);
    assert_int_equal(salon_do(&den->salon, 1, &want), FELT_NO_NOT);
    pass(den, 5000);
    face = look_at(den, 0);
    assert_int_equal(face.taken, 3);
    assert_int_equal(face.people, 2);
    assert_true(all_chips(den) >= chips); /* members may have been staked since then */
    close_den(den);
}

/* The house gives nothing for ten minutes, then it does. */
static void staff_waits_for_a_house_without_chips(void **state)
{
    (void)state;
    struct den *den = open_den(6, 4, &felt_staff_config_usual);
    den->mean = true;
    pass(den, 600000);
    assert_int_equal(look_at(den, 0).taken, 0);
    assert_in_range(den->stakes, 5, 40);
    den->mean = false;
    pass(den, 120000);
    assert_int_equal(look_at(den, 0).taken, 4);
    close_den(den);
}

/* The ledger is away for a while: house players come when it is there again. */
static void staff_waits_for_the_ledger(void **state)
{
    (void)state;
    struct den *den = open_den(6, 4, &felt_staff_config_usual);
    ledger_toy_fault(den->salon.toy, &(struct ledger_toy_faults){.before = 40, .after = 40});
    pass(den, 60000);
    ledger_toy_fault(den->salon.toy, &(struct ledger_toy_faults){0});
    pass(den, 120000);
    for (uint32_t table = 0; table < TABLES; table++)
        assert_int_equal(look_at(den, table).taken, 4);
    close_den(den);
}

static void staff_leaves_a_table_that_closes(void **state)
{
    (void)state;
    struct den *den = open_den(6, 4, &felt_staff_config_usual);
    pass(den, 20000);
    assert_true(felt_floor_close_table(den->salon.floor, "nl-2-2", den->salon.now_ms));
    pass(den, 60000);
    assert_int_equal(felt_floor_find(den->salon.floor, "nl-2-2"), -1);
    int seated = 0;
    for (uint32_t i = 0; i < HOUSE; i++) {
        const struct felt_staff_member *member = felt_staff_at(den->staff, i);
        seated += member->state == FELT_STAFF_SEATED;
        if (member->state == FELT_STAFF_SEATED) assert_true(member->table != 1);
    }
    assert_int_equal(seated, 8);
    close_den(den);
}

/* The process dies in the middle: house players find their chairs again and play on. */
static void staff_finds_its_chairs_after_a_crash(void **state)
{
    (void)state;
    struct den *den = open_den(6, 4, &felt_staff_config_usual);
    pass(den, 30000);
    for (int crash = 0; crash < 3; crash++) {
        den->staff = NULL;
        salon_crash(&den->salon, 0, crash, true);
        hire(den, &felt_staff_config_usual);
        uint64_t hands = look_at(den, 0).hands;
        pass(den, 120000);
        for (uint32_t table = 0; table < TABLES; table++)
            assert_int_equal(look_at(den, table).taken, 4);
        assert_true(look_at(den, 0).hands > hands);
    }
    close_den(den);
}

TEST_MODULE(staff_floor)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(staff_sits_down_and_plays),
        cmocka_unit_test(staff_deals_a_person_in_within_two_seconds),
        cmocka_unit_test(staff_lives_with_people),
        cmocka_unit_test(staff_gives_its_chair_to_who_asks_after_the_hand),
        cmocka_unit_test(staff_waits_for_a_house_without_chips),
        cmocka_unit_test(staff_waits_for_the_ledger),
        cmocka_unit_test(staff_leaves_a_table_that_closes),
        cmocka_unit_test(staff_finds_its_chairs_after_a_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
