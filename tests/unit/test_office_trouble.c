/* test_office_trouble.c -- tournaments of the room when something is not as it should be: players
 * who cannot sit down, counters that run out, journals that lost their end. */
#include "module.h"
#include "office_tools.h"

#include "server/room/tournaments/office_parts.h"

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

/* A tournament of tables for two that lasts. */
static void add_long(struct bureau *bureau, const char *id, const char *entrants)
{
    struct felt_event_row row = row_of(id, "house", "0", "entrants", entrants, "seats", "2",
                                       "buy-in", "100", "clock", "60s", "stack", "1000000", NULL);
    add(bureau, &row);
}

/* Two play at their table; at the other one Ada cannot sit down.  That ends, too. */
static void trouble_one_stuck_table_is_not_forgotten(void **state)
{
    struct bureau *bureau = *state;
    static const char *const id[] = {"d1", "d2", "d3", "d4"};
    bureau->silent = 100;
    for (int i = 0; i < 4; i++) {
        add_long(bureau, id[i], "2");
        assert_int_equal(enter(bureau, id[i], ADA, ""), FELT_NO_NOT);
        assert_int_equal(enter(bureau, id[i], CID, ""), FELT_NO_NOT);
    }
    add_long(bureau, "fifth", "4");
    force_in(bureau, "fifth", ADA);
    for (uint32_t person = DAN; person < DAN + 3; person++) force_in(bureau, "fifth", person);
    bureau_wait(bureau, 240000);
    assert_int_equal(face_of(bureau, "fifth").tour.state, FELT_TOUR_RUNNING);
    bureau_wait(bureau, 120000);
    assert_int_equal(face_of(bureau, "fifth").tour.state, FELT_TOUR_CALLED_OFF);
    assert_int_equal(face_of(bureau, "d1").tour.state, FELT_TOUR_RUNNING);
}

/* The journal's disk stood for 25 seconds: the level goes on where it was. */
static void trouble_levels_stand_with_the_tables(void **state)
{
    struct bureau *bureau = *state;
    bureau->silent = 100;
    add_duel(bureau, "d1", "0", "0");
    assert_int_equal(enter(bureau, "d1", ADA, ""), FELT_NO_NOT);
    assert_int_equal(enter(bureau, "d1", BEA, ""), FELT_NO_NOT);
    bureau_wait(bureau, 10000);
    int64_t before = face_of(bureau, "d1").tour.level_ms;
    bureau->skew_ms += 25000;
    felt_office_stood(bureau->office, bureau_wall(bureau));
    bureau_wait(bureau, 2000);
    assert_true(face_of(bureau, "d1").tour.level_ms > before - 5000);
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

/* ---- numbers of payments ---- */

/* 16.7 million payments later: nobody comes in, and those who are in are paid. */
static void trouble_numbers_of_payments_run_out(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row = row_of("cup", "start", "+1h", "entrants", "2-9", "house", "100",
                                       "buy-in", "100", "fee", "10", NULL);
    add(bureau, &row);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(enter(bureau, "cup", i, ""), FELT_NO_NOT);
    struct felt_cup *cup = cup_of(bureau, "cup");
    assert_int_equal(cup->due, 0);
    cup->first_payment = FELT_PAYMENTS_MAX - 110; /* as if so many had come and gone */
    cup->payments = 0;
    bureau_snapshot(bureau);
    bureau_crash(bureau, 1000);
    for (uint32_t i = 0; i < PEOPLE; i++) bureau_come(bureau, i);
    for (uint32_t i = 3; i < PEOPLE; i++) {
        int no = enter(bureau, "cup", i, "");
        if (no == FELT_NO_FULL) break;
        assert_int_equal(no, FELT_NO_NOT);
        assert_int_equal(leave(bureau, "cup", i), FELT_NO_NOT);
    }
    assert_int_equal(enter(bureau, "cup", 7, ""), FELT_NO_FULL);
    assert_int_equal(leave(bureau, "cup", CID), FELT_NO_NOT);
    assert_int_equal(enter(bureau, "cup", CID, ""), FELT_NO_FULL);
    play_out(bureau, "cup");
    assert_int_equal(face_of(bureau, "cup").tour.entries, 2);
    bureau_verify_money(bureau);
}

/* What an older program left behind its last number harms nobody else. */
static void trouble_payment_without_a_number_waits(void **state)
{
    struct bureau *bureau = *state;
    add_duel(bureau, "old", "0", "0");
    assert_int_equal(enter(bureau, "old", ADA, ""), FELT_NO_NOT);
    struct felt_cup *cup = cup_of(bureau, "old");
    cup->first_payment = FELT_PAYMENTS_MAX;
    cup->payments = 0;
    assert_int_equal(leave(bureau, "old", ADA), FELT_NO_NOT);
    bureau_wait(bureau, 10000);
    assert_non_null(strstr(bureau->last_alarm, "no number left"));
    assert_int_equal(bank(bureau, ADA), 4900);
}

/* ---- secrets ---- */

/* A director with the draws that the key of an order would give away. */
static struct felt_tour *guess_tour(const struct felt_event_row *row, const char *key, void *memory)
{
    struct felt_rng rng = {{0, 0}};
    for (int i = 0; i < 16; i++) {
        unsigned byte = 0;
        assert_int_equal(sscanf(key + strlen("tour/") + 2 * (size_t)i, "%2x", &byte), 1);
        rng.state[i / 8] |= (uint64_t)byte << (8 * (i % 8));
    }
    return felt_tour_init(memory, &row->plan, rng);
}

static void trouble_keys_do_not_tell_the_draw(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row = row_of("sng", "house", "0", "entrants", "8", NULL);
    char seed[2 * FELT_EVENT_SEED_BYTES + 1];
    add(bureau, &row);
    struct felt_cup *cup = cup_of(bureau, "sng");
    for (size_t i = 0; i < sizeof cup->seed; i++)
        (void)snprintf(seed + 2 * i, 3, "%02x", cup->seed[i]);
    void *memory = calloc(1, felt_tour_bytes(&cup->row.plan));
    assert_non_null(memory);
    struct felt_tour *guess = NULL;
    for (uint32_t i = 0; i < PEOPLE; i++) {
        assert_int_equal(enter(bureau, "sng", i, ""), FELT_NO_NOT);
        const struct felt_order *order = &bureau->order[0]; /* the last that was given */
        if (i == 0) guess = guess_tour(&cup->row, order->key, memory);
        seed[16] = '\0';
        assert_null(strstr(order->key, seed));
        assert_null(strstr(order->key, seed + 17));
        assert_null(strstr(order->table, seed));
        struct felt_tour_input input = {
            .what = FELT_TOUR_REGISTER, .user = bureau->person[i].user, .now_ms = 1};
        assert_int_equal(felt_tour_apply(guess, &input, NULL), FELT_TOUR_OK);
    }
    uint32_t same = 0;
    for (uint32_t i = 0; i < PEOPLE; i++)
        same += felt_tour_entry(guess, i)->chair == felt_tour_entry(cup->tour, i)->chair;
    assert_true(same < PEOPLE);
    free(memory);
}

/* Records as an older program wrote them: the epoch is the seed, keys have no life. */
static void trouble_older_journal_is_read(void **state)
{
    struct bureau *bureau = *state;
    add_duel(bureau, "duel", "0", "0");
    struct felt_cup *cup = cup_of(bureau, "duel");
    cup->has_seed = false;
    memset(bureau->office->life, 0, sizeof bureau->office->life);
    bureau_snapshot(bureau);
    bureau_crash(bureau, 1000);
    cup = cup_of(bureau, "duel");
    assert_false(cup->has_seed);
    struct felt_tour_face face = face_of(bureau, "duel").tour;
    assert_int_equal(face.state, FELT_TOUR_OPEN);
    char pool[FELT_ORDER_TABLE_BYTES + 1];
    felt_office_pool(bureau->office, 0, pool);
    assert_string_equal(pool, "duel.1");
    for (uint32_t i = 0; i < 2; i++) {
        bureau_come(bureau, i);
        assert_int_equal(enter(bureau, "duel", i, ""), FELT_NO_NOT);
    }
    play_out(bureau, "duel");
    bureau_verify_money(bureau);
}

/* ---- a journal that lost its end ---- */

/* The ledger answers that an order was done before it was ever given. */
static void trouble_unexpected_replay_is_no_payment(void **state)
{
    struct bureau *bureau = *state;
    add_duel(bureau, "duel", "0", "0");
    uint64_t req = bureau_register(bureau, "duel", ADA, "");
    (void)felt_office_tick(bureau->office, bureau_wall(bureau));
    assert_int_equal(bureau->orders, 1);
    uint64_t ticket = bureau->ticket[0];
    bureau->orders = 0;
    struct felt_receipt receipt = {.outcome = FELT_OUTCOME_OK, .replayed = true, .amount = 100};
    felt_office_receipt(bureau->office, ticket, &receipt, bureau_wall(bureau));
    assert_int_equal(bureau->answer[req], 1 + FELT_NO_BANK);
    assert_int_equal(face_of(bureau, "duel").tour.entries, 0);
    assert_non_null(strstr(bureau->last_alarm, "does not count"));
    assert_int_equal(enter(bureau, "duel", ADA, ""), FELT_NO_NOT); /* by another key */
    assert_int_equal(bank(bureau, ADA), 4900);
    assert_int_equal(leave(bureau, "duel", ADA), FELT_NO_NOT);
    (void)felt_office_tick(bureau->office, bureau_wall(bureau));
    bureau_turn(bureau);
    assert_int_equal(bank(bureau, ADA), 5000);
    bureau_crash(bureau, 1000); /* compares hashes */
}

/* What another life paid under these numbers is not taken for a payment of this one. */
static void trouble_keys_never_come_again(void **state)
{
    struct bureau *bureau = *state;
    char first[FELT_ORDER_KEY_BYTES + 1], pool[FELT_ORDER_TABLE_BYTES + 1];
    uint32_t empty = bureau->records;
    add_duel(bureau, "duel", "0", "0");
    uint32_t added = bureau->records;
    assert_int_equal(enter(bureau, "duel", ADA, ""), FELT_NO_NOT);
    memcpy(first, bureau->order[0].key, sizeof first);
    felt_office_pool(bureau->office, 0, pool);
    bureau->flushed = added; /* the end is lost, the ledger is newer */
    bureau_crash(bureau, 1000);
    bureau_come(bureau, BEA);
    assert_int_equal(face_of(bureau, "duel").tour.entries, 0);
    assert_int_equal(enter(bureau, "duel", BEA, ""), FELT_NO_NOT); /* was: KEY_REUSED */
    assert_string_not_equal(bureau->order[0].key, first);
    assert_int_equal(bank(bureau, BEA), 4900);
    assert_int_equal(bank(bureau, ADA), 5000); /* what the journal lost went back */
    /* The whole tournament is lost: the next of that name and number has a pool of its own. */
    bureau->flushed = empty;
    bureau_crash(bureau, 1000);
    assert_int_equal(felt_office_count(bureau->office), 0);
    add_duel(bureau, "duel", "0", "0");
    char other[FELT_ORDER_TABLE_BYTES + 1];
    felt_office_pool(bureau->office, 0, other);
    assert_int_equal(face_of(bureau, "duel").number, 1);
    assert_string_not_equal(pool, other);
    assert_int_equal(bureau_account(bureau, 0), 0);
}

/* Ada asks again before the ledger was asked: she pays once for one entry.  Cid's entry is known,
 * Dan has withdrawn, and the house has put in a guarantee: nothing of it is taken for a stray. */
static void trouble_lost_payment_goes_back(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row =
        row_of("cup", "start", "+1m", "entrants", "2-9", "house", "0", "buy-in", "100", "fee", "10",
               "guarantee", "900", "late", "1", NULL);
    add(bureau, &row);
    assert_int_equal(enter(bureau, "cup", CID, ""), FELT_NO_NOT);
    assert_int_equal(enter(bureau, "cup", BEA, ""), FELT_NO_NOT);
    assert_int_equal(enter(bureau, "cup", DAN, ""), FELT_NO_NOT);
    assert_int_equal(leave(bureau, "cup", DAN), FELT_NO_NOT);
    bureau_turn(bureau);
    uint32_t known = bureau->records;
    assert_int_equal(enter(bureau, "cup", ADA, ""), FELT_NO_NOT);
    bureau->flushed = known;
    struct ledger_toy_faults down = {.down = true};
    ledger_toy_fault(bureau->toy, &down);
    bureau_crash(bureau, 1000);
    bureau_come(bureau, ADA);
    uint64_t req = bureau_register(bureau, "cup", ADA, "");
    bureau_wait(bureau, 5000);
    assert_int_equal(bureau->answer[req], 0);
    ledger_toy_fault(bureau->toy, &(struct ledger_toy_faults){.delay_ms = 300});
    bureau_wait(bureau, 5000);
    assert_int_equal(bureau->answer[req], 1 + FELT_NO_NOT);
    assert_int_equal(bank(bureau, ADA), 4900);
    assert_int_equal(bureau_account(bureau, 0), 300);
    uint64_t alarms = bureau->alarms;
    for (int i = 0; i < 30; i++) { /* no crash makes another stray */
        bureau_wait(bureau, 6000);
        if (i % 3 == 0) bureau_snapshot(bureau);
        bureau_crash(bureau, 1000);
        for (uint32_t k = 0; k < PEOPLE; k++) bureau_come(bureau, k);
    }
    assert_int_equal(bureau->alarms, alarms);
    play_out(bureau, "cup");
    bureau_verify_money(bureau);
}

/* A refund is lost with the journal's end: the pool has less than the journal says. */
static void trouble_pool_with_too_little_is_told(void **state)
{
    struct bureau *bureau = *state;
    add_duel(bureau, "duel", "0", "0");
    assert_int_equal(enter(bureau, "duel", ADA, ""), FELT_NO_NOT);
    uint32_t known = bureau->records;
    assert_int_equal(leave(bureau, "duel", ADA), FELT_NO_NOT);
    bureau_turn(bureau);
    assert_int_equal(bank(bureau, ADA), 5000);
    bureau->flushed = known;
    bureau_crash(bureau, 1000);
    bureau_wait(bureau, 1000);
    assert_non_null(strstr(bureau->last_alarm, "100 chips fewer"));
}

/* The buy-in of a closed account is the house's already. */
static void trouble_closed_account_is_no_stray(void **state)
{
    struct bureau *bureau = *state;
    add_duel(bureau, "duel", "0", "0");
    assert_int_equal(enter(bureau, "duel", ADA, ""), FELT_NO_NOT);
    struct felt_order order = {
        .kind = FELT_ORDER_CLOSE, .now_ms = 1, .user = bureau->person[ADA].user, .key = "bye"};
    struct felt_receipt receipt;
    ledger_toy_do(bureau->toy, &order, &receipt);
    assert_int_equal(direct(bureau, "duel", FELT_TOUR_REMOVE, order.user, 0), FELT_TOUR_OK);
    bureau_wait(bureau, 1000);
    assert_int_equal(enter(bureau, "duel", BEA, ""), FELT_NO_NOT);
    uint64_t alarms = bureau->alarms;
    bureau_crash(bureau, 1000);
    bureau_wait(bureau, 1000);
    assert_int_equal(bureau->alarms, alarms);
    assert_int_equal(bureau_account(bureau, 0), 100);
}

TEST_MODULE(office_trouble)
{
    const struct CMUnitTest tests[] = {
        CASE(trouble_numbers_of_payments_run_out),
        CASE(trouble_payment_without_a_number_waits),
        CASE(trouble_keys_do_not_tell_the_draw),
        CASE(trouble_older_journal_is_read),
        CASE(trouble_unexpected_replay_is_no_payment),
        CASE(trouble_keys_never_come_again),
        CASE(trouble_lost_payment_goes_back),
        CASE(trouble_pool_with_too_little_is_told),
        CASE(trouble_closed_account_is_no_stray),
        CASE(trouble_nobody_is_in_five_tournaments),
        CASE(trouble_stuck_tournament_is_refunded),
        CASE(trouble_one_stuck_table_is_not_forgotten),
        CASE(trouble_levels_stand_with_the_tables),
        CASE(trouble_stuck_tournament_survives_a_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
