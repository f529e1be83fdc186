/* test_tournaments_trouble.c -- tournaments of the room when something is not as it should be:
 * players who cannot sit down, counters that run out, journals that lost their end. */
#include "module.h"
#include "tournaments_tools.h"

#include "server/room/tournaments/tournaments_parts.h"

#include <stdio.h>

static void add_duel(struct fake_tournaments *fake_tournaments, const char *id, const char *fee,
                     const char *guarantee)
{
    struct felt_tournament_row row =
        row_of(id, "house", "0", "entrants", "2", "buy-in", "100", "fee", fee, "guarantee",
               guarantee, "clock", "60s", NULL);
    add(fake_tournaments, &row);
}

static struct felt_tournament *tournament_of(const struct fake_tournaments *fake_tournaments,
                                             const char *id)
{
    struct felt_tournament *tournament =
        felt_tournament_find(fake_tournaments->tournaments, face_of(fake_tournaments, id).number);
    assert_non_null(tournament);
    return tournament;
}

/* All chips of the house, wherever. */
static felt_chips of_house(const struct fake_tournaments *fake_tournaments)
{
    const struct fake_store *fake_store = ledger_toy_fake_store(fake_tournaments->toy);
    return fake_store_balance(fake_store, "house") + fake_store_balance(fake_store, "rake");
}

/* ---- four tournaments at a time ---- */

static void trouble_nobody_is_in_five_tournaments(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    static const char *const id[] = {"d1", "d2", "d3", "d4", "d5", "d6", "d7"};
    for (int i = 0; i < 7; i++) add_duel(fake_tournaments, id[i], "0", "0");
    fake_tournaments->silent = 100; /* none ends */
    for (int i = 0; i < 7; i++)
        assert_int_equal(enter(fake_tournaments, id[i], ADA, ""),
                         i < 4 ? FELT_NO_NOT : FELT_NO_TOO_MANY);
    assert_int_equal(bank(fake_tournaments, ADA), 4600);
    fake_tournaments_crash(fake_tournaments, 1000);
    for (uint32_t i = 0; i < PEOPLE; i++) fake_tournaments_come(fake_tournaments, i);
    assert_int_equal(enter(fake_tournaments, "d7", ADA, ""), FELT_NO_TOO_MANY);
    assert_int_equal(leave(fake_tournaments, "d4", ADA), FELT_NO_NOT);
    assert_int_equal(enter(fake_tournaments, "d7", ADA, ""), FELT_NO_NOT);
    assert_int_equal(enter(fake_tournaments, "d4", ADA, ""), FELT_NO_TOO_MANY);
    for (uint32_t i = 0; i < 7; i++)
        assert_int_equal(enter(fake_tournaments, id[i], i < 4 ? BEA : CID, ""), FELT_NO_NOT);
    fake_tournaments_wait(fake_tournaments, 5000);
    for (int i = 0; i < 7; i++) {
        bool plays = i < 3 || i == 6;
        assert_int_equal(face_of(fake_tournaments, id[i]).director.state,
                         plays ? FELT_DIRECTOR_RUNNING : FELT_DIRECTOR_OPEN);
        assert_int_equal(tournament_of(fake_tournaments, id[i])->hands > 0, plays);
    }
    assert_int_equal(enter(fake_tournaments, "d5", ADA, ""), FELT_NO_TOO_MANY);
    fake_tournaments->silent = 0;
    play_out(fake_tournaments, "d1");
    assert_int_equal(enter(fake_tournaments, "d5", ADA, ""), FELT_NO_NOT); /* one is over */
}

/* ---- a tournament that cannot go on ---- */

/* Ada is in a fifth one, as by a journal of an older program. */
static void force_in(struct fake_tournaments *fake_tournaments, const char *id, uint32_t person)
{
    struct felt_room_guest who = {.user = fake_tournaments->person[person].user,
                                  .kind = FELT_USER_HUMAN};
    memcpy(who.name, fake_tournaments->person[person].name, sizeof who.name);
    felt_tournament_ask_in(fake_tournaments->tournaments, tournament_of(fake_tournaments, id), &who,
                           FELT_NO_LINE, false, 0);
    fake_tournaments_turn(fake_tournaments);
}

static void start_fifth(struct fake_tournaments *fake_tournaments, const char *fee,
                        const char *guarantee)
{
    static const char *const id[] = {"d1", "d2", "d3", "d4"};
    fake_tournaments->silent = 100;
    for (int i = 0; i < 4; i++) {
        add_duel(fake_tournaments, id[i], "0", "0");
        assert_int_equal(enter(fake_tournaments, id[i], ADA, ""), FELT_NO_NOT);
        assert_int_equal(enter(fake_tournaments, id[i], CID, ""), FELT_NO_NOT);
    }
    add_duel(fake_tournaments, "fifth", fee, guarantee);
    force_in(fake_tournaments, "fifth", ADA);
    assert_int_equal(enter(fake_tournaments, "fifth", BEA, ""), FELT_NO_NOT);
    assert_int_equal(face_of(fake_tournaments, "fifth").director.state, FELT_DIRECTOR_RUNNING);
}

static void ends_with_refunds(struct fake_tournaments *fake_tournaments, felt_chips house)
{
    assert_int_equal(face_of(fake_tournaments, "fifth").director.state, FELT_DIRECTOR_CALLED_OFF);
    assert_non_null(strstr(fake_tournaments->last_alarm, "called off"));
    play_out(fake_tournaments, "fifth");
    assert_int_equal(bank(fake_tournaments, BEA), 5000);
    assert_int_equal(bank(fake_tournaments, ADA), 4600);
    assert_int_equal(of_house(fake_tournaments), house);
    for (int i = 0; i < 4; i++)
        assert_int_equal(
            face_of(fake_tournaments, (const char *[]){"d1", "d2", "d3", "d4"}[i]).director.state,
            FELT_DIRECTOR_RUNNING);
}

static void trouble_stuck_tournament_is_refunded(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    felt_chips house = of_house(fake_tournaments);
    start_fifth(fake_tournaments, "10", "0");
    uint64_t told = fake_tournaments->entries_told;
    fake_tournaments_wait(fake_tournaments, 55000);
    assert_int_equal(face_of(fake_tournaments, "fifth").director.state, FELT_DIRECTOR_RUNNING);
    fake_tournaments_wait(fake_tournaments, 10000);
    assert_true(fake_tournaments->entries_told >= told + 2);
    ends_with_refunds(fake_tournaments, house);
    fake_tournaments_crash(fake_tournaments, 1000);
    ends_with_refunds(fake_tournaments, house);
}

/* A tournament of tables for two that lasts. */
static void add_long(struct fake_tournaments *fake_tournaments, const char *id,
                     const char *entrants)
{
    struct felt_tournament_row row =
        row_of(id, "house", "0", "entrants", entrants, "seats", "2", "buy-in", "100", "clock",
               "60s", "stack", "1000000", NULL);
    add(fake_tournaments, &row);
}

/* Two play at their table; at the other one Ada cannot sit down.  That ends, too. */
static void trouble_one_stuck_table_is_not_forgotten(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    static const char *const id[] = {"d1", "d2", "d3", "d4"};
    fake_tournaments->silent = 100;
    for (int i = 0; i < 4; i++) {
        add_long(fake_tournaments, id[i], "2");
        assert_int_equal(enter(fake_tournaments, id[i], ADA, ""), FELT_NO_NOT);
        assert_int_equal(enter(fake_tournaments, id[i], CID, ""), FELT_NO_NOT);
    }
    add_long(fake_tournaments, "fifth", "4");
    force_in(fake_tournaments, "fifth", ADA);
    for (uint32_t person = DAN; person < DAN + 3; person++)
        force_in(fake_tournaments, "fifth", person);
    fake_tournaments_wait(fake_tournaments, 240000);
    assert_int_equal(face_of(fake_tournaments, "fifth").director.state, FELT_DIRECTOR_RUNNING);
    fake_tournaments_wait(fake_tournaments, 120000);
    assert_int_equal(face_of(fake_tournaments, "fifth").director.state, FELT_DIRECTOR_CALLED_OFF);
    assert_int_equal(face_of(fake_tournaments, "d1").director.state, FELT_DIRECTOR_RUNNING);
}

/* The journal's disk stood for 25 seconds: the level goes on where it was. */
static void trouble_levels_stand_with_the_tables(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    fake_tournaments->silent = 100;
    add_duel(fake_tournaments, "d1", "0", "0");
    assert_int_equal(enter(fake_tournaments, "d1", ADA, ""), FELT_NO_NOT);
    assert_int_equal(enter(fake_tournaments, "d1", BEA, ""), FELT_NO_NOT);
    fake_tournaments_wait(fake_tournaments, 10000);
    int64_t before = face_of(fake_tournaments, "d1").director.level_ms;
    fake_tournaments->skew_ms += 25000;
    felt_tournaments_stood(fake_tournaments->tournaments, fake_tournaments_wall(fake_tournaments));
    fake_tournaments_wait(fake_tournaments, 2000);
    assert_true(face_of(fake_tournaments, "d1").director.level_ms > before - 5000);
}

/* The minute begins again after a start; refunds that the ledger does not take wait. */
static void trouble_stuck_tournament_survives_a_crash(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    felt_chips house = of_house(fake_tournaments);
    start_fifth(fake_tournaments, "10", "500");
    fake_tournaments_wait(fake_tournaments, 50000);
    fake_tournaments_crash(fake_tournaments, 1000);
    fake_tournaments_wait(fake_tournaments, 50000);
    assert_int_equal(face_of(fake_tournaments, "fifth").director.state, FELT_DIRECTOR_RUNNING);
    ledger_toy_fault(fake_tournaments->toy, &(struct ledger_toy_faults){.down = true});
    fake_tournaments_wait(fake_tournaments, 20000);
    assert_int_equal(face_of(fake_tournaments, "fifth").director.state, FELT_DIRECTOR_CALLED_OFF);
    assert_int_equal(bank(fake_tournaments, BEA), 4900);
    fake_tournaments_snapshot(fake_tournaments);
    fake_tournaments_crash(fake_tournaments, 1000);
    assert_int_equal(bank(fake_tournaments, BEA), 4900);
    ledger_toy_fault(fake_tournaments->toy, &(struct ledger_toy_faults){0});
    ends_with_refunds(fake_tournaments, house);
}

/* ---- numbers of payments ---- */

/* 16.7 million payments later: nobody comes in, and those who are in are paid. */
static void trouble_numbers_of_payments_run_out(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row = row_of("cup", "start", "+1h", "entrants", "2-9", "house",
                                            "100", "buy-in", "100", "fee", "10", NULL);
    add(fake_tournaments, &row);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(enter(fake_tournaments, "cup", i, ""), FELT_NO_NOT);
    struct felt_tournament *tournament = tournament_of(fake_tournaments, "cup");
    assert_int_equal(tournament->due, 0);
    tournament->first_payment = FELT_PAYMENTS_MAX - 110; /* as if so many had come and gone */
    tournament->payments = 0;
    fake_tournaments_snapshot(fake_tournaments);
    fake_tournaments_crash(fake_tournaments, 1000);
    for (uint32_t i = 0; i < PEOPLE; i++) fake_tournaments_come(fake_tournaments, i);
    for (uint32_t i = 3; i < PEOPLE; i++) {
        int no = enter(fake_tournaments, "cup", i, "");
        if (no == FELT_NO_FULL) break;
        assert_int_equal(no, FELT_NO_NOT);
        assert_int_equal(leave(fake_tournaments, "cup", i), FELT_NO_NOT);
    }
    assert_int_equal(enter(fake_tournaments, "cup", 7, ""), FELT_NO_FULL);
    assert_int_equal(leave(fake_tournaments, "cup", CID), FELT_NO_NOT);
    assert_int_equal(enter(fake_tournaments, "cup", CID, ""), FELT_NO_FULL);
    play_out(fake_tournaments, "cup");
    assert_int_equal(face_of(fake_tournaments, "cup").director.entries, 2);
    fake_tournaments_verify_money(fake_tournaments);
}

/* What an older program left behind its last number harms nobody else. */
static void trouble_payment_without_a_number_waits(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    add_duel(fake_tournaments, "old", "0", "0");
    assert_int_equal(enter(fake_tournaments, "old", ADA, ""), FELT_NO_NOT);
    struct felt_tournament *tournament = tournament_of(fake_tournaments, "old");
    tournament->first_payment = FELT_PAYMENTS_MAX;
    tournament->payments = 0;
    assert_int_equal(leave(fake_tournaments, "old", ADA), FELT_NO_NOT);
    fake_tournaments_wait(fake_tournaments, 10000);
    assert_non_null(strstr(fake_tournaments->last_alarm, "no number left"));
    assert_int_equal(bank(fake_tournaments, ADA), 4900);
}

/* ---- secrets ---- */

/* A director with the draws that the key of an order would give away. */
static struct felt_director *guess_director(const struct felt_tournament_row *row, const char *key,
                                            void *memory)
{
    struct felt_rng rng = {{0, 0}};
    for (int i = 0; i < 16; i++) {
        unsigned byte = 0;
        assert_int_equal(sscanf(key + strlen("tour/") + 2 * (size_t)i, "%2x", &byte), 1);
        rng.state[i / 8] |= (uint64_t)byte << (8 * (i % 8));
    }
    return felt_director_init(memory, &row->plan, rng);
}

static void trouble_keys_do_not_tell_the_draw(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row = row_of("sng", "house", "0", "entrants", "8", NULL);
    char seed[2 * FELT_TOURNAMENT_SEED_BYTES + 1];
    add(fake_tournaments, &row);
    struct felt_tournament *tournament = tournament_of(fake_tournaments, "sng");
    for (size_t i = 0; i < sizeof tournament->seed; i++)
        (void)snprintf(seed + 2 * i, 3, "%02x", tournament->seed[i]);
    void *memory = calloc(1, felt_director_bytes(&tournament->row.plan));
    assert_non_null(memory);
    struct felt_director *guess = NULL;
    for (uint32_t i = 0; i < PEOPLE; i++) {
        assert_int_equal(enter(fake_tournaments, "sng", i, ""), FELT_NO_NOT);
        const struct felt_order *order = &fake_tournaments->order[0]; /* the last that was given */
        if (i == 0) guess = guess_director(&tournament->row, order->key, memory);
        seed[16] = '\0';
        assert_null(strstr(order->key, seed));
        assert_null(strstr(order->key, seed + 17));
        assert_null(strstr(order->table, seed));
        struct felt_director_input input = {
            .what = FELT_DIRECTOR_REGISTER, .user = fake_tournaments->person[i].user, .now_ms = 1};
        assert_int_equal(felt_director_apply(guess, &input, NULL), FELT_DIRECTOR_OK);
    }
    uint32_t same = 0;
    for (uint32_t i = 0; i < PEOPLE; i++)
        same += felt_director_entry(guess, i)->seat ==
                felt_director_entry(tournament->director, i)->seat;
    assert_true(same < PEOPLE);
    free(memory);
}

/* Records as an older program wrote them: the epoch is the seed, keys have no life. */
static void trouble_older_journal_is_read(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    add_duel(fake_tournaments, "duel", "0", "0");
    struct felt_tournament *tournament = tournament_of(fake_tournaments, "duel");
    tournament->has_seed = false;
    memset(fake_tournaments->tournaments->life, 0, sizeof fake_tournaments->tournaments->life);
    fake_tournaments_snapshot(fake_tournaments);
    fake_tournaments_crash(fake_tournaments, 1000);
    tournament = tournament_of(fake_tournaments, "duel");
    assert_false(tournament->has_seed);
    struct felt_director_face face = face_of(fake_tournaments, "duel").director;
    assert_int_equal(face.state, FELT_DIRECTOR_OPEN);
    char pool[FELT_ORDER_TABLE_BYTES + 1];
    felt_tournaments_pool(fake_tournaments->tournaments, 0, pool);
    assert_string_equal(pool, "duel.1");
    for (uint32_t i = 0; i < 2; i++) {
        fake_tournaments_come(fake_tournaments, i);
        assert_int_equal(enter(fake_tournaments, "duel", i, ""), FELT_NO_NOT);
    }
    play_out(fake_tournaments, "duel");
    fake_tournaments_verify_money(fake_tournaments);
}

/* ---- a journal that lost its end ---- */

/* The ledger answers that an order was done before it was ever given. */
static void trouble_unexpected_replay_is_no_payment(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    add_duel(fake_tournaments, "duel", "0", "0");
    uint64_t req = fake_tournaments_register(fake_tournaments, "duel", ADA, "");
    (void)felt_tournaments_tick(fake_tournaments->tournaments,
                                fake_tournaments_wall(fake_tournaments));
    assert_int_equal(fake_tournaments->orders, 1);
    uint64_t ticket = fake_tournaments->ticket[0];
    fake_tournaments->orders = 0;
    struct felt_receipt receipt = {.outcome = FELT_OUTCOME_OK, .replayed = true, .amount = 100};
    felt_tournaments_receipt(fake_tournaments->tournaments, ticket, &receipt,
                             fake_tournaments_wall(fake_tournaments));
    assert_int_equal(fake_tournaments->answer[req], 1 + FELT_NO_BANK);
    assert_int_equal(face_of(fake_tournaments, "duel").director.entries, 0);
    assert_non_null(strstr(fake_tournaments->last_alarm, "does not count"));
    assert_int_equal(enter(fake_tournaments, "duel", ADA, ""), FELT_NO_NOT); /* by another key */
    assert_int_equal(bank(fake_tournaments, ADA), 4900);
    assert_int_equal(leave(fake_tournaments, "duel", ADA), FELT_NO_NOT);
    (void)felt_tournaments_tick(fake_tournaments->tournaments,
                                fake_tournaments_wall(fake_tournaments));
    fake_tournaments_turn(fake_tournaments);
    assert_int_equal(bank(fake_tournaments, ADA), 5000);
    fake_tournaments_crash(fake_tournaments, 1000); /* compares hashes */
}

/* What another life paid under these numbers is not taken for a payment of this one. */
static void trouble_keys_never_come_again(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    char first[FELT_ORDER_KEY_BYTES + 1], pool[FELT_ORDER_TABLE_BYTES + 1];
    uint32_t empty = fake_tournaments->records;
    add_duel(fake_tournaments, "duel", "0", "0");
    uint32_t added = fake_tournaments->records;
    assert_int_equal(enter(fake_tournaments, "duel", ADA, ""), FELT_NO_NOT);
    memcpy(first, fake_tournaments->order[0].key, sizeof first);
    felt_tournaments_pool(fake_tournaments->tournaments, 0, pool);
    fake_tournaments->flushed = added; /* the end is lost, the ledger is newer */
    fake_tournaments_crash(fake_tournaments, 1000);
    fake_tournaments_come(fake_tournaments, BEA);
    assert_int_equal(face_of(fake_tournaments, "duel").director.entries, 0);
    assert_int_equal(enter(fake_tournaments, "duel", BEA, ""), FELT_NO_NOT); /* was: KEY_REUSED */
    assert_string_not_equal(fake_tournaments->order[0].key, first);
    assert_int_equal(bank(fake_tournaments, BEA), 4900);
    assert_int_equal(bank(fake_tournaments, ADA), 5000); /* what the journal lost went back */
    /* The whole tournament is lost: the next of that name and number has a pool of its own. */
    fake_tournaments->flushed = empty;
    fake_tournaments_crash(fake_tournaments, 1000);
    assert_int_equal(felt_tournaments_count(fake_tournaments->tournaments), 0);
    add_duel(fake_tournaments, "duel", "0", "0");
    char other[FELT_ORDER_TABLE_BYTES + 1];
    felt_tournaments_pool(fake_tournaments->tournaments, 0, other);
    assert_int_equal(face_of(fake_tournaments, "duel").number, 1);
    assert_string_not_equal(pool, other);
    assert_int_equal(fake_tournaments_account(fake_tournaments, 0), 0);
}

/* Ada asks again before the ledger was asked: she pays once for one entry.  Cid's entry is known,
 * Dan has withdrawn, and the house has put in a guarantee: nothing of it is taken for a stray. */
static void trouble_lost_payment_goes_back(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row =
        row_of("cup", "start", "+1m", "entrants", "2-9", "house", "0", "buy-in", "100", "fee", "10",
               "guarantee", "900", "late", "1", NULL);
    add(fake_tournaments, &row);
    assert_int_equal(enter(fake_tournaments, "cup", CID, ""), FELT_NO_NOT);
    assert_int_equal(enter(fake_tournaments, "cup", BEA, ""), FELT_NO_NOT);
    assert_int_equal(enter(fake_tournaments, "cup", DAN, ""), FELT_NO_NOT);
    assert_int_equal(leave(fake_tournaments, "cup", DAN), FELT_NO_NOT);
    fake_tournaments_turn(fake_tournaments);
    uint32_t known = fake_tournaments->records;
    assert_int_equal(enter(fake_tournaments, "cup", ADA, ""), FELT_NO_NOT);
    fake_tournaments->flushed = known;
    struct ledger_toy_faults down = {.down = true};
    ledger_toy_fault(fake_tournaments->toy, &down);
    fake_tournaments_crash(fake_tournaments, 1000);
    fake_tournaments_come(fake_tournaments, ADA);
    uint64_t req = fake_tournaments_register(fake_tournaments, "cup", ADA, "");
    fake_tournaments_wait(fake_tournaments, 5000);
    assert_int_equal(fake_tournaments->answer[req], 0);
    ledger_toy_fault(fake_tournaments->toy, &(struct ledger_toy_faults){.delay_ms = 300});
    fake_tournaments_wait(fake_tournaments, 5000);
    assert_int_equal(fake_tournaments->answer[req], 1 + FELT_NO_NOT);
    assert_int_equal(bank(fake_tournaments, ADA), 4900);
    assert_int_equal(fake_tournaments_account(fake_tournaments, 0), 300);
    uint64_t alarms = fake_tournaments->alarms;
    for (int i = 0; i < 30; i++) { /* no crash makes another stray */
        fake_tournaments_wait(fake_tournaments, 6000);
        if (i % 3 == 0) fake_tournaments_snapshot(fake_tournaments);
        fake_tournaments_crash(fake_tournaments, 1000);
        for (uint32_t k = 0; k < PEOPLE; k++) fake_tournaments_come(fake_tournaments, k);
    }
    assert_int_equal(fake_tournaments->alarms, alarms);
    play_out(fake_tournaments, "cup");
    fake_tournaments_verify_money(fake_tournaments);
}

/* A refund is lost with the journal's end: the pool has less than the journal says. */
static void trouble_pool_with_too_little_is_told(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    add_duel(fake_tournaments, "duel", "0", "0");
    assert_int_equal(enter(fake_tournaments, "duel", ADA, ""), FELT_NO_NOT);
    uint32_t known = fake_tournaments->records;
    assert_int_equal(leave(fake_tournaments, "duel", ADA), FELT_NO_NOT);
    fake_tournaments_turn(fake_tournaments);
    assert_int_equal(bank(fake_tournaments, ADA), 5000);
    fake_tournaments->flushed = known;
    fake_tournaments_crash(fake_tournaments, 1000);
    fake_tournaments_wait(fake_tournaments, 1000);
    assert_non_null(strstr(fake_tournaments->last_alarm, "100 chips fewer"));
}

/* The buy-in of a closed account is the house's already. */
static void trouble_closed_account_is_no_stray(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    add_duel(fake_tournaments, "duel", "0", "0");
    assert_int_equal(enter(fake_tournaments, "duel", ADA, ""), FELT_NO_NOT);
    struct felt_order order = {.kind = FELT_ORDER_CLOSE,
                               .now_ms = 1,
                               .user = fake_tournaments->person[ADA].user,
                               .key = "bye"};
    struct felt_receipt receipt;
    ledger_toy_do(fake_tournaments->toy, &order, &receipt);
    assert_int_equal(direct(fake_tournaments, "duel", FELT_DIRECTOR_REMOVE, order.user, 0),
                     FELT_DIRECTOR_OK);
    fake_tournaments_wait(fake_tournaments, 1000);
    assert_int_equal(enter(fake_tournaments, "duel", BEA, ""), FELT_NO_NOT);
    uint64_t alarms = fake_tournaments->alarms;
    fake_tournaments_crash(fake_tournaments, 1000);
    fake_tournaments_wait(fake_tournaments, 1000);
    assert_int_equal(fake_tournaments->alarms, alarms);
    assert_int_equal(fake_tournaments_account(fake_tournaments, 0), 100);
}

TEST_MODULE(tournaments_trouble)
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
