/* test_house_seating_room.c -- house players at the real room, with a ledger in memory
 * (fake_tables.h). */
#include "expect.h"
#include "server/room/house_seating.h"
#include "module.h"
#include "fake_tables.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOUSE = 14, FIRST_CONN = 40, PEOPLE = 8, TABLES = 3, STEP_MS = 50 };

struct den {
    struct fake_tables fake_tables;
    struct felt_poker_adapter adapter;
    struct felt_house_seating *seating;
    void *memory;
    int64_t house[HOUSE], person[PEOPLE];
    uint64_t stakes, told; /* orders for chips; answers that house seating heard */
    bool mean;             /* the house gives nothing                                           */
    bool absent[PEOPLE];   /* does not answer                                                   */
};

/* Answers to wants of the house are for its house seating; the ear hears the rest. */
static void post(void *self, const uint32_t *conns, int count,
                 const struct felt_room_server_msg *msg)
{
    struct den *den = self;
    bool house = count == 1 && conns[0] - FIRST_CONN < HOUSE;
    if (!house) fake_tables_ear_post(self, conns, count, msg);
    if (!house || !den->seating) return;
    den->told++;
    felt_house_seating_hear(den->seating, conns[0], msg, den->fake_tables.now_ms);
}

static void stake(void *self, uint32_t member, felt_chips amount)
{
    struct den *den = self;
    struct felt_receipt receipt = {0};
    struct felt_order order = {.kind = FELT_ORDER_STAKE,
                               .user = felt_house_seating_at(den->seating, member)->user,
                               .amount = amount};
    snprintf(order.key, sizeof order.key, "stake:%lu", (unsigned long)den->stakes++);
    if (!den->mean) ledger_toy_do(den->fake_tables.toy, &order, &receipt);
    bool paid = !den->mean && receipt.outcome == FELT_OUTCOME_OK;
    felt_house_seating_paid(den->seating, member, paid, paid ? receipt.user.chips : 0,
                            den->fake_tables.now_ms);
}

/* Also after a restart: whoever has a seat is found there. */
static void hire(struct den *den, const struct felt_house_seating_config *config)
{
    struct felt_house_seating_services services = {.self = den, .stake = stake};
    struct felt_room_face face;
    den->seating = felt_house_seating_init(den->memory, den->fake_tables.room, HOUSE,
                                           FAKE_TABLES_TABLES, config, &services, felt_rng_make(3));
    for (uint32_t i = 0; i < HOUSE; i++) {
        struct felt_room_guest who = {.user = den->house[i],
                                      .kind = FELT_USER_HOUSE,
                                      .local = true,
                                      .bank = ledger_toy_bank(den->fake_tables.toy, den->house[i])};
        assert_true(fake_tables_enter(&den->fake_tables, FIRST_CONN + i, den->house[i], true));
        assert_int_equal(
            felt_house_seating_hire(den->seating, &who, FIRST_CONN + i, den->fake_tables.now_ms),
            i);
        for (uint32_t table = 0; table < FAKE_TABLES_TABLES; table++) {
            int seat = fake_tables_find(&den->fake_tables, table, den->house[i], &face);
            if (seat >= 0) felt_house_seating_found(den->seating, i, table, (felt_seat)seat);
        }
    }
}

static struct den *open_den(int seats, int house, const struct felt_house_seating_config *config)
{
    struct den *den = calloc(1, sizeof *den);
    struct felt_complaint complaint;
    assert_non_null(den);
    assert_int_equal(
        felt_poker_adapter_make(&den->adapter, "holdem", FELT_NO_LIMIT, 1, 2, &complaint), FELT_OK);
    fake_tables_init(&den->fake_tables, 9);
    den->fake_tables.hashes = false;
    fake_tables_stake(&den->fake_tables, "nl-2", &den->adapter.adapter, seats, TABLES)->house =
        (uint8_t)house;
    den->fake_tables.services.post = post;
    fake_tables_open(&den->fake_tables, NULL);
    struct felt_receipt receipt;
    struct felt_order fund = {.kind = FELT_ORDER_FUND, .amount = 1000000, .key = "fund"};
    ledger_toy_do(den->fake_tables.toy, &fund, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    for (int i = 0; i < HOUSE; i++)
        den->house[i] = fake_tables_user(&den->fake_tables, FELT_USER_HOUSE, 0);
    for (int i = 0; i < PEOPLE; i++) {
        den->person[i] = fake_tables_user(&den->fake_tables, FELT_USER_HUMAN, 100000);
        assert_true(fake_tables_enter(&den->fake_tables, (uint32_t)i, den->person[i], false));
    }
    den->memory = malloc(felt_house_seating_bytes(HOUSE, FAKE_TABLES_TABLES));
    assert_non_null(den->memory);
    hire(den, config);
    return den;
}

static void close_den(struct den *den)
{
    fake_tables_verify(&den->fake_tables);
    assert_string_equal(den->fake_tables.failure, "");
    den->seating = NULL;
    fake_tables_close(&den->fake_tables);
    free(den->memory);
    free(den);
}

/* Everybody who is asked answers, people too. */
static void answer_all(struct den *den)
{
    struct fake_tables *fake_tables = &den->fake_tables;
    for (uint32_t table = 0; table < TABLES; table++) {
        const struct fake_tables_ask *local = &fake_tables->local[table],
                                     *ask = &fake_tables->ask[table];
        if (local->due)
            fake_tables_answer(fake_tables, table,
                               fake_tables_choose_ask(&fake_tables->rng, local));
        struct felt_room_face face;
        if (!ask->due || !felt_room_face(fake_tables->room, table, &face)) continue;
        for (uint32_t i = 0; i < PEOPLE; i++) {
            if (face.seat[ask->seat].user != den->person[i] || den->absent[i]) continue;
            struct felt_room_client_msg msg =
                fake_tables_action(face.id, ask, fake_tables_choose_ask(&fake_tables->rng, ask));
            fake_tables_want(fake_tables, i, &msg);
            break;
        }
    }
}

static void pass(struct den *den, int64_t ms)
{
    for (int64_t until = den->fake_tables.now_ms + ms; den->fake_tables.now_ms < until;) {
        (void)felt_house_seating_tick(den->seating, den->fake_tables.now_ms);
        fake_tables_turn(&den->fake_tables);
        answer_all(den);
        fake_tables_step(&den->fake_tables, STEP_MS);
    }
    if (*den->fake_tables.failure) fail_msg("%s", den->fake_tables.failure);
}

static void sit_person(struct den *den, uint32_t person, uint32_t table)
{
    struct felt_room_face face;
    assert_true(felt_room_face(den->fake_tables.room, table, &face));
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SIT, face.id);
    msg.seat = FELT_SEAT_NONE;
    msg.amount = 200;
    assert_int_equal(fake_tables_do(&den->fake_tables, person, &msg), FELT_NO_NOT);
}

static struct felt_room_face look_at(const struct den *den, uint32_t table)
{
    struct felt_room_face face;
    assert_true(felt_room_face(den->fake_tables.room, table, &face));
    return face;
}

/* Fewest free seats and most house players are what the stake wants. */
static void seating_sits_down_and_plays(void **state)
{
    (void)state;
    struct den *den = open_den(6, 4, &felt_house_seating_config_usual);
    pass(den, 120000);
    for (uint32_t table = 0; table < TABLES; table++) {
        struct felt_room_face face = look_at(den, table);
        assert_int_equal(face.taken, 4);
        assert_int_equal(face.people, 0);
        assert_true(face.hands > 5);
    }
    close_den(den);
}

/* W1, and the promise of two seconds, at a table where nobody is yet. */
static void seating_deals_a_person_in_within_two_seconds(void **state)
{
    (void)state;
    for (int house = 1; house <= 5; house += 4) {
        for (uint32_t seats = 2; seats <= 6; seats += 4) {
            struct den *den = open_den((int)seats, house, &felt_house_seating_config_usual);
            sit_person(den, 0, 1);
            pass(den, 2000);
            struct felt_room_face face = look_at(den, 1);
            int seat = fake_tables_find(&den->fake_tables, 1, den->person[0], &face);
            assert_true(seat >= 0);
            assert_true(face.seat[seat].in_hand || face.hands > 0);
            close_den(den);
        }
    }
}

static void expect_company(const struct den *den, uint32_t table)
{
    struct felt_room_face face = look_at(den, table);
    int wants = 0, others = 0;
    for (int seat = 0; seat < face.stake->seats; seat++) {
        const struct felt_room_seat_face *place = &face.seat[seat];
        bool plays =
            place->state == FELT_ROOM_SEAT_PLAYING || place->state == FELT_ROOM_SEAT_WAITING;
        wants += plays && place->kind == FELT_USER_HUMAN;
        others += plays && place->kind == FELT_USER_HOUSE;
    }
    if (face.people == face.stake->seats) return; /* those who sit out have all other seats */
    if (wants && wants + others < 2) fail_msg("somebody is alone at table %u", table);
}

/* Is it full although the house has seats, nobody of it gets up, and no person needs him? */
static bool is_hogged(const struct felt_room_face *face)
{
    int people = 0, house = 0, leaving = 0;
    for (int seat = 0; seat < face->stake->seats; seat++) {
        const struct felt_room_seat_face *place = &face->seat[seat];
        bool plays =
            place->state == FELT_ROOM_SEAT_PLAYING || place->state == FELT_ROOM_SEAT_WAITING;
        people += plays && place->kind == FELT_USER_HUMAN;
        house += place->kind == FELT_USER_HOUSE && place->state != FELT_ROOM_SEAT_LEAVING;
        leaving += place->kind == FELT_USER_HOUSE && place->state == FELT_ROOM_SEAT_LEAVING;
    }
    return house && !leaving && (people != 1 || house > 1);
}

/* People come, go, sit out and fall silent; nobody is alone, no chip is lost, seats are to be had.
 */
static void seating_lives_with_people(void **state)
{
    (void)state;
    struct felt_house_seating_config config = felt_house_seating_config_usual;
    config.stay_hands = 20;
    struct den *den = open_den(6, 4, &config);
    struct felt_rng rng = felt_rng_make(4);
    int rounds = test_is_quick() ? 20 : 100, full = 0;
    for (int round = 0; round < rounds; round++) {
        uint32_t person = felt_rng_below(&rng, PEOPLE), table = felt_rng_below(&rng, TABLES);
        struct felt_room_face face = look_at(den, table);
        bool sits = fake_tables_find(&den->fake_tables, table, den->person[person], &face) >= 0;
        struct felt_room_client_msg msg =
            fake_tables_make(!sits                     ? FELT_ROOM_CLIENT_SIT
                             : felt_rng_below(&rng, 2) ? FELT_ROOM_CLIENT_STAND
                                                       : FELT_ROOM_CLIENT_SIT_OUT,
                             face.id);
        msg.seat = FELT_SEAT_NONE;
        msg.on = felt_rng_below(&rng, 2);
        msg.settings.has_rebuy = msg.settings.rebuy = true;
        full += fake_tables_do(&den->fake_tables, person, &msg) == FELT_NO_FULL && is_hogged(&face);
        den->absent[person] = felt_rng_below(&rng, 8) == 0;
        pass(den, 500 + felt_rng_below(&rng, 60000));
        for (uint32_t i = 0; i < TABLES; i++) expect_company(den, i);
    }
    fake_tables_verify(&den->fake_tables);
    assert_int_equal(full, 0);
    assert_true(den->fake_tables.hands > (uint64_t)rounds * 5);
    close_den(den);
}

static felt_chips all_chips(const struct den *den)
{
    felt_chips sum = 0;
    for (int64_t user = 1; user < FAKE_TABLES_USERS; user++)
        sum += fake_store_total(ledger_toy_fake_store(den->fake_tables.toy), user);
    return sum;
}

/* Somebody asks for the seat of one of the house where each has its role: that one plays the hand
 * to its end, takes his chips home, and the seat is free until the person had time to come. */
static void seating_gives_its_seat_to_who_asks_after_the_hand(void **state)
{
    (void)state;
    static const char *const roles[] = {"one", "two", "three"};
    struct den *den = open_den(3, 3, &felt_house_seating_config_usual);
    den->adapter.adapter.roles = roles;
    den->adapter.adapter.seats_min = 3;
    sit_person(den, 0, 0);
    pass(den, 5000);
    struct felt_room_face face = look_at(den, 0);
    assert_true(face.taken == 3 && face.people == 1);
    den->absent[0] = true;
    for (int i = 0; i < 100 && !den->fake_tables.ask[0].due; i++) pass(den, STEP_MS);
    assert_true(den->fake_tables.ask[0].due); /* a hand waits for him */
    felt_seat seat = 0;
    while (look_at(den, 0).seat[seat].kind != FELT_USER_HOUSE) seat++;
    int64_t user = look_at(den, 0).seat[seat].user;
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SIT, face.id);
    msg.seat = seat;
    msg.amount = 200;
    assert_int_equal(fake_tables_do(&den->fake_tables, 1, &msg), FELT_NO_SEAT);
    pass(den, 12000);
    face = look_at(den, 0);
    assert_int_equal(face.seat[seat].user, user);
    assert_int_equal(face.seat[seat].state, FELT_ROOM_SEAT_LEAVING);
    assert_true(face.seat[seat].in_hand && face.hand_id[0]);
    assert_true(fake_tables_seat_chips(&den->fake_tables, face.id, user) > 0);
    den->absent[0] = false;
    pass(den, 25000);
    assert_int_equal(look_at(den, 0).seat[seat].user, 0); /* and nobody else's */
    assert_int_equal(fake_tables_seat_chips(&den->fake_tables, face.id, user), 0);
    assert_int_equal(ledger_toy_bank(den->fake_tables.toy, user),
                     fake_store_total(ledger_toy_fake_store(den->fake_tables.toy), user));
    felt_chips chips = all_chips(den);
    assert_int_equal(fake_tables_do(&den->fake_tables, 1, &msg), FELT_NO_NOT);
    pass(den, 5000);
    face = look_at(den, 0);
    assert_int_equal(face.taken, 3);
    assert_int_equal(face.people, 2);
    assert_true(all_chips(den) >= chips); /* members may have been staked since then */
    close_den(den);
}

/* The house gives nothing for ten minutes, then it does. */
static void seating_waits_for_a_house_without_chips(void **state)
{
    (void)state;
    struct den *den = open_den(6, 4, &felt_house_seating_config_usual);
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
static void seating_waits_for_the_ledger(void **state)
{
    (void)state;
    struct den *den = open_den(6, 4, &felt_house_seating_config_usual);
    ledger_toy_fault(den->fake_tables.toy, &(struct ledger_toy_faults){.before = 40, .after = 40});
    pass(den, 60000);
    ledger_toy_fault(den->fake_tables.toy, &(struct ledger_toy_faults){0});
    pass(den, 120000);
    for (uint32_t table = 0; table < TABLES; table++)
        assert_int_equal(look_at(den, table).taken, 4);
    close_den(den);
}

static void seating_leaves_a_table_that_closes(void **state)
{
    (void)state;
    struct den *den = open_den(6, 4, &felt_house_seating_config_usual);
    pass(den, 20000);
    assert_true(felt_room_close_table(den->fake_tables.room, "nl-2-2", den->fake_tables.now_ms));
    pass(den, 60000);
    assert_int_equal(felt_room_find(den->fake_tables.room, "nl-2-2"), -1);
    int seated = 0;
    for (uint32_t i = 0; i < HOUSE; i++) {
        const struct felt_house_seating_member *member = felt_house_seating_at(den->seating, i);
        seated += member->state == FELT_HOUSE_SEATING_SEATED;
        if (member->state == FELT_HOUSE_SEATING_SEATED) assert_true(member->table != 1);
    }
    assert_int_equal(seated, 8);
    close_den(den);
}

/* The process dies in the middle: house players find their seats again and play on. */
static void seating_finds_its_seats_after_a_crash(void **state)
{
    (void)state;
    struct den *den = open_den(6, 4, &felt_house_seating_config_usual);
    pass(den, 30000);
    for (int crash = 0; crash < 3; crash++) {
        den->seating = NULL;
        fake_tables_crash(&den->fake_tables, 0, crash, true);
        hire(den, &felt_house_seating_config_usual);
        uint64_t hands = look_at(den, 0).hands;
        pass(den, 120000);
        for (uint32_t table = 0; table < TABLES; table++)
            assert_int_equal(look_at(den, table).taken, 4);
        assert_true(look_at(den, 0).hands > hands);
    }
    close_den(den);
}

TEST_MODULE(house_seating_room)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seating_sits_down_and_plays),
        cmocka_unit_test(seating_deals_a_person_in_within_two_seconds),
        cmocka_unit_test(seating_lives_with_people),
        cmocka_unit_test(seating_gives_its_seat_to_who_asks_after_the_hand),
        cmocka_unit_test(seating_waits_for_a_house_without_chips),
        cmocka_unit_test(seating_waits_for_the_ledger),
        cmocka_unit_test(seating_leaves_a_table_that_closes),
        cmocka_unit_test(seating_finds_its_seats_after_a_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
