/* test_office_trouble.c -- tournaments of the room when something is not as it should be: players
 * who cannot sit down, counters that run out, journals that lost their end. */
#include "module.h"
#include "office_tools.h"

#include "host/office_parts.h"

#include <stdio.h>

static void add_duel(struct bureau *bureau, const char *id, const char *fee, const char *guarantee)
{
    struct felt_event_row row = row_of(id, "house", "0", "entrants", "2", "buy-in", "100", "fee",
                                       fee, "guarantee", guarantee, "clock", "60s", NULL);
    add(bureau, &row);
}

static struct felt_cup *cup_of(const struct bureau *bureau, const char *id)
{
    struct felt_cup *cup = felt_cup_find(bureau->office, face_of(bureau, id).number);
    assert_non_null(cup);
    return cup;
}

/* All chips of the house, wherever. */
static felt_chips of_house(const struct bureau *bureau)
{
    const struct shelf *shelf = ledger_toy_shelf(bureau->toy);
    return shelf_balance(shelf, "house") + shelf_balance(shelf, "rake");
}

/* ---- four tournaments at a time ---- */

static void trouble_nobody_is_in_five_tournaments(void **state)
{
    struct bureau *bureau = *state;
    static const char *const id[] = {"d1", "d2", "d3", "d4", "d5", "d6", "d7"};
    for (int i = 0; i < 7; i++) add_duel(bureau, id[i], "0", "0");
    bureau->silent = 100; /* none ends */
    for (int i = 0; i < 7; i++)
        assert_int_equal(enter(bureau, id[i], ADA, ""), i < 4 ? FELT_NO_NOT : FELT_NO_TOO_MANY);
    assert_int_equal(bank(bureau, ADA), 4600);
    bureau_crash(bureau, 1000);
    for (uint32_t i = 0; i < PEOPLE; i++) bureau_come(bureau, i);
    assert_int_equal(enter(bureau, "d7", ADA, ""), FELT_NO_TOO_MANY);
    assert_int_equal(leave(bureau, "d4", ADA), FELT_NO_NOT);
    assert_int_equal(enter(bureau, "d7", ADA, ""), FELT_NO_NOT);
    assert_int_equal(enter(bureau, "d4", ADA, ""), FELT_NO_TOO_MANY);
    for (uint32_t i = 0; i < 7; i++)
        assert_int_equal(enter(bureau, id[i], i < 4 ? BEA : CID, ""), FELT_NO_NOT);
    bureau_wait(bureau, 5000);
    for (int i = 0; i < 7; i++) {
        bool plays = i < 3 || i == 6;
        assert_int_equal(face_of(bureau, id[i]).tour.state,
                         plays ? FELT_TOUR_RUNNING : FELT_TOUR_OPEN);
        assert_int_equal(cup_of(bureau, id[i])->hands > 0, plays);
    }
    assert_int_equal(enter(bureau, "d5", ADA, ""), FELT_NO_TOO_MANY);
    bureau->silent = 0;
    play_out(bureau, "d1");
    assert_int_equal(enter(bureau, "d5", ADA, ""), FELT_NO_NOT); /* one is over */
}

/* ---- a tournament that cannot go on ---- */

/* Ada is in a fifth one, as by a journal of an older program. */
static void force_in(struct bureau *bureau, const char *id, uint32_t person)
{
    struct felt_guest_of_floor who = {.user = bureau->person[person].user, .kind = FELT_USER_HUMAN};
    memcpy(who.name, bureau->person[person].name, sizeof who.name);
    felt_cup_ask_in(bureau->office, cup_of(bureau, id), &who, FELT_NO_LINE, false, 0);
    bureau_turn(bureau);
}

static void start_fifth(struct bureau *bureau, const char *fee, const char *guarantee)
{
    static const char *const id[] = {"d1", "d2", "d3", "d4"};
    bureau->silent = 100;
    for (int i = 0; i < 4; i++) {
        add_duel(bureau, id[i], "0", "0");
        assert_int_equal(enter(bureau, id[i], ADA, ""), FELT_NO_NOT);
        assert_int_equal(enter(bureau, id[i], CID, ""), FELT_NO_NOT);
    }
    add_duel(bureau, "fifth", fee, guarantee);
    force_in(bureau, "fifth", ADA);
    assert_int_equal(enter(bureau, "fifth", BEA, ""), FELT_NO_NOT);
    assert_int_equal(face_of(bureau, "fifth").tour.state, FELT_TOUR_RUNNING);
}

static void ends_with_refunds(struct bureau *bureau, felt_chips house)
{
    assert_int_equal(face_of(bureau, "fifth").tour.state, FELT_TOUR_CALLED_OFF);
    assert_non_null(strstr(bureau->last_alarm, "called off"));
    play_out(bureau, "fifth");
    assert_int_equal(bank(bureau, BEA), 5000);
    assert_int_equal(bank(bureau, ADA), 4600);
    assert_int_equal(of_house(bureau), house);
    for (int i = 0; i < 4; i++)
        assert_int_equal(face_of(bureau, (const char *[]){"d1", "d2", "d3", "d4"}[i]).tour.state,
                         FELT_TOUR_RUNNING);
}

static void trouble_stuck_tournament_is_refunded(void **state)
{
    struct bureau *bureau = *state;
    felt_chips house = of_house(bureau);
    start_fifth(bureau, "10", "0");
    uint64_t told = bureau->entries_told;
    bureau_wait(bureau, 55000);
    assert_int_equal(face_of(bureau, "fifth").tour.state, FELT_TOUR_RUNNING);
    bureau_wait(bureau, 10000);
    assert_true(bureau->entries_told >= told + 2);
    ends_with_refunds(bureau, house);
    bureau_crash(bureau, 1000);
    ends_with_refunds(bureau, house);
}

/* The minute begins again after a start; refunds that the ledger does not take wait. */
static void trouble_stuck_tournament_survives_a_crash(void **state)
{
    struct bureau *bureau = *state;
    felt_chips house = of_house(bureau);
    start_fifth(bureau, "10", "500");
    bureau_wait(bureau, 50000);
    bureau_crash(bureau, 1000);
    bureau_wait(bureau, 50000);
    assert_int_equal(face_of(bureau, "fifth").tour.state, FELT_TOUR_RUNNING);
    ledger_toy_fault(bureau->toy, &(struct ledger_toy_faults){.down = true});
    bureau_wait(bureau, 20000);
    assert_int_equal(face_of(bureau, "fifth").tour.state, FELT_TOUR_CALLED_OFF);
    assert_int_equal(bank(bureau, BEA), 4900);
    bureau_snapshot(bureau);
    bureau_crash(bureau, 1000);
    assert_int_equal(bank(bureau, BEA), 4900);
    ledger_toy_fault(bureau->toy, &(struct ledger_toy_faults){0});
    ends_with_refunds(bureau, house);
}

TEST_MODULE(office_trouble)
{
    const struct CMUnitTest tests[] = {
        CASE(trouble_nobody_is_in_five_tournaments),
        CASE(trouble_stuck_tournament_is_refunded),
        CASE(trouble_stuck_tournament_survives_a_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
