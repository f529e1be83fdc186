/* test_tournaments.c -- tournaments of the room: entries, money, tables, series, crashes. */
#include "module.h"
#include "tournaments_tools.h"
#include "support.h"

/* ---- entries ---- */

static void tournaments_entry_is_paid_before_anybody_is_in(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row =
        row_of("sng", "house", "0", "buy-in", "100", "fee", "10", NULL);
    add(fake_tournaments, &row);
    struct ledger_toy_faults slow = {.delay_ms = 400};
    ledger_toy_fault(fake_tournaments->toy, &slow);
    uint64_t req = fake_tournaments_register(fake_tournaments, "sng", ADA, "");
    assert_int_equal(face_of(fake_tournaments, "sng").director.entries, 0);
    uint64_t again = fake_tournaments_register(fake_tournaments, "sng", ADA, "");
    assert_int_equal(fake_tournaments->answer[again], 1 + FELT_NO_BUSY);
    fake_tournaments_turn(fake_tournaments);
    assert_int_equal(face_of(fake_tournaments, "sng").director.entries, 0);
    fake_tournaments_wait(fake_tournaments, 1000);
    assert_int_equal(fake_tournaments->answer[req], 1 + FELT_NO_NOT);
    assert_int_equal(face_of(fake_tournaments, "sng").director.entries, 1);
    assert_int_equal(bank(fake_tournaments, ADA), 4900);
    assert_int_equal(fake_tournaments_account(fake_tournaments, 0), 100);
    struct felt_tournament_entrant one;
    assert_true(felt_tournaments_entrant(fake_tournaments->tournaments, 0, 0, &one));
    assert_string_equal(one.name, "user0");
    assert_false(felt_tournaments_entrant(fake_tournaments->tournaments, 0, 1, &one));
    assert_int_equal(enter(fake_tournaments, "sng", ADA, ""), FELT_NO_SEATED);
}

static void tournaments_entry_is_refused_with_a_reason(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row =
        row_of("dear", "house", "0", "buy-in", "6000", "entrants", "2", "key", "sesame", NULL);
    add(fake_tournaments, &row);
    assert_int_equal(enter(fake_tournaments, "cheap", ADA, ""), FELT_NO_TABLE);
    assert_int_equal(enter(fake_tournaments, "dear", ADA, "open"), FELT_NO_FORBIDDEN);
    assert_int_equal(enter(fake_tournaments, "dear", ADA, ""), FELT_NO_FORBIDDEN);
    assert_int_equal(enter(fake_tournaments, "dear", ADA, "sesame"), FELT_NO_CHIPS);
    assert_int_equal(bank(fake_tournaments, ADA), 5000);
    struct felt_room_guest bot = {.user = fake_tournaments->person[BEA].user, .bot = true};
    fake_tournaments->answer[++fake_tournaments->req] = 0;
    felt_tournaments_register(fake_tournaments->tournaments, "dear", 1, true, fake_tournaments->req,
                              &bot, "sesame", fake_tournaments_wall(fake_tournaments));
    assert_int_equal(fake_tournaments->answer[fake_tournaments->req], 1 + FELT_NO_BOTS);
    struct felt_room_guest nobody = {0};
    fake_tournaments->answer[++fake_tournaments->req] = 0;
    felt_tournaments_register(fake_tournaments->tournaments, "dear", 1, true, fake_tournaments->req,
                              &nobody, "sesame", fake_tournaments_wall(fake_tournaments));
    assert_int_equal(fake_tournaments->answer[fake_tournaments->req], 1 + FELT_NO_SIGN_IN);
    row = row_of("later", "start", "+2h", "open", "1h", "house", "0", "entrants", "2-9", NULL);
    add(fake_tournaments, &row);
    assert_int_equal(enter(fake_tournaments, "later", ADA, ""), FELT_NO_CLOSED);
    assert_false(face_of(fake_tournaments, "later").registering);
    fake_tournaments_wait(fake_tournaments, 3600000);
    assert_int_equal(enter(fake_tournaments, "later", ADA, ""), FELT_NO_NOT);
}

static void tournaments_entry_is_given_back_before_the_start_only(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row =
        row_of("duel", "house", "0", "entrants", "2", "buy-in", "100", "fee", "7", NULL);
    add(fake_tournaments, &row);
    assert_int_equal(leave(fake_tournaments, "duel", ADA), FELT_NO_NOT_SEATED);
    assert_int_equal(enter(fake_tournaments, "duel", ADA, ""), FELT_NO_NOT);
    assert_int_equal(leave(fake_tournaments, "duel", ADA), FELT_NO_NOT);
    fake_tournaments_wait(fake_tournaments, 100);
    assert_int_equal(bank(fake_tournaments, ADA), 5000); /* the fee too */
    assert_int_equal(fake_tournaments_account(fake_tournaments, 0), 0);
    assert_int_equal(enter(fake_tournaments, "duel", ADA, ""), FELT_NO_NOT);
    assert_int_equal(enter(fake_tournaments, "duel", BEA, ""), FELT_NO_NOT);
    assert_int_equal(leave(fake_tournaments, "duel", BEA), FELT_NO_TOO_LATE);
    assert_int_equal(enter(fake_tournaments, "duel", CID, ""), FELT_NO_TOO_LATE);
    play_out(fake_tournaments, "duel");
    fake_tournaments_verify_money(fake_tournaments);
}

static void tournaments_called_off_refunds_everything(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row =
        row_of("cup", "start", "+5m", "house", "0", "entrants", "4-9", "buy-in", "100", "fee", "10",
               "guarantee", "5000", NULL);
    add(fake_tournaments, &row);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(enter(fake_tournaments, "cup", i, ""), FELT_NO_NOT);
    fake_tournaments_wait(fake_tournaments, 299000);
    assert_int_equal(face_of(fake_tournaments, "cup").director.state, FELT_DIRECTOR_OPEN);
    fake_tournaments_wait(fake_tournaments, 3000);
    assert_int_equal(face_of(fake_tournaments, "cup").director.state, FELT_DIRECTOR_CALLED_OFF);
    play_out(fake_tournaments, "cup");
    assert_int_equal(bank(fake_tournaments, BEA), 5000);
    fake_tournaments_verify_money(fake_tournaments);
}

/* ---- the house ---- */

static void tournaments_house_fills_up_one_by_one(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row = row_of("sng", "entrants", "4", "house", "100", NULL);
    add(fake_tournaments, &row);
    fake_tournaments_wait(fake_tournaments, 100000);
    assert_int_equal(face_of(fake_tournaments, "sng").director.entries, 0); /* nobody waits there */
    assert_int_equal(enter(fake_tournaments, "sng", ADA, ""), FELT_NO_NOT);
    fake_tournaments_wait(fake_tournaments, 14000);
    assert_int_equal(face_of(fake_tournaments, "sng").director.house, 0);
    fake_tournaments_wait(fake_tournaments, 2000);
    assert_int_equal(face_of(fake_tournaments, "sng").director.house, 1);
    fake_tournaments_wait(fake_tournaments, 15000);
    assert_int_equal(face_of(fake_tournaments, "sng").director.house, 2);
    assert_int_equal(leave(fake_tournaments, "sng", ADA), FELT_NO_NOT);
    fake_tournaments_wait(fake_tournaments, 2000);
    assert_int_equal(face_of(fake_tournaments, "sng").director.entries, 0); /* and so do they */
    assert_int_equal(fake_tournaments_account(fake_tournaments, 0), 0);
    for (uint32_t i = PEOPLE; i < PEOPLE + 12; i++) assert_false(fake_tournaments->person[i].busy);
    assert_int_equal(enter(fake_tournaments, "sng", ADA, ""), FELT_NO_NOT);
    fake_tournaments_wait(fake_tournaments, 60000);
    assert_int_equal(face_of(fake_tournaments, "sng").director.entries, 4);
    play_out(fake_tournaments, "sng");
    for (uint32_t i = PEOPLE; i < PEOPLE + 12; i++) assert_false(fake_tournaments->person[i].busy);
    fake_tournaments_verify_money(fake_tournaments);
}

static void tournaments_house_comes_before_a_start_and_makes_room(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row =
        row_of("cup", "start", "+5m", "entrants", "2-6", "house", "100", NULL);
    add(fake_tournaments, &row);
    fake_tournaments_wait(fake_tournaments, 269000);
    assert_int_equal(face_of(fake_tournaments, "cup").director.house, 0);
    fake_tournaments_wait(fake_tournaments, 10000);
    assert_int_equal(face_of(fake_tournaments, "cup").director.house, 6);
    assert_true(face_of(fake_tournaments, "cup").registering);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(enter(fake_tournaments, "cup", i, ""), FELT_NO_NOT);
    assert_int_equal(face_of(fake_tournaments, "cup").director.entries, 6);
    assert_int_equal(face_of(fake_tournaments, "cup").director.house, 2);
    play_out(fake_tournaments, "cup");
    fake_tournaments_verify_money(fake_tournaments);
}

static void tournaments_house_is_a_share(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row =
        row_of("cup", "start", "+1m", "entrants", "2-20", "house", "50", NULL);
    add(fake_tournaments, &row);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(enter(fake_tournaments, "cup", i, ""), FELT_NO_NOT);
    fake_tournaments_wait(fake_tournaments, 50000);
    assert_int_equal(face_of(fake_tournaments, "cup").director.house, 4);
    assert_int_equal(leave(fake_tournaments, "cup", DAN), FELT_NO_NOT);
    fake_tournaments_wait(fake_tournaments, 12000);
    assert_int_equal(face_of(fake_tournaments, "cup").director.state, FELT_DIRECTOR_RUNNING);
    assert_int_equal(face_of(fake_tournaments, "cup").director.entries, 6);
    assert_int_equal(face_of(fake_tournaments, "cup").director.house, 3);
}

/* ---- money ---- */

static void tournaments_pays_fee_overlay_and_prizes(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    const struct fake_store *fake_store = ledger_toy_fake_store(fake_tournaments->toy);
    struct felt_tournament_row row =
        row_of("cup", "entrants", "4", "house", "0", "buy-in", "100", "fee", "10", "guarantee",
               "1000", "prizes", "60 40", NULL);
    felt_chips house = fake_store_balance(fake_store, "house");
    add(fake_tournaments, &row);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(enter(fake_tournaments, "cup", i, ""), FELT_NO_NOT);
    play_out(fake_tournaments, "cup");
    assert_int_equal(fake_store_balance(fake_store, "rake"), 40);
    assert_int_equal(house - fake_store_balance(fake_store, "house"), 640);
    felt_chips best = 0, sum = 0;
    for (uint32_t i = 0; i < 4; i++) {
        if (bank(fake_tournaments, i) > best) best = bank(fake_tournaments, i);
        sum += bank(fake_tournaments, i);
    }
    assert_int_equal(best, 5500);
    assert_int_equal(sum, 4 * 4900 + 1000);
    fake_tournaments_verify_money(fake_tournaments);
}

static void tournaments_gives_orders_until_the_ledger_has_them(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct ledger_toy_faults faults = {.busy = 40, .before = 40, .after = 40, .delay_ms = 200};
    struct felt_tournament_row row = row_of("cup", "entrants", "6", "house", "0", "buy-in", "100",
                                            "fee", "10", "guarantee", "900", NULL);
    ledger_toy_fault(fake_tournaments->toy, &faults);
    add(fake_tournaments, &row);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(enter(fake_tournaments, "cup", i, ""), FELT_NO_NOT);
    play_out(fake_tournaments, "cup");
    fake_tournaments_verify_money(fake_tournaments);
}

static void tournaments_late_receipt_is_refunded(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row =
        row_of("cup", "start", "+1m", "entrants", "2-9", "house", "0", "buy-in", "100", NULL);
    add(fake_tournaments, &row);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(enter(fake_tournaments, "cup", i, ""), FELT_NO_NOT);
    fake_tournaments->meek = 100;
    fake_tournaments_wait(fake_tournaments, 59000);
    struct ledger_toy_faults down = {.down = true};
    ledger_toy_fault(fake_tournaments->toy, &down);
    uint64_t req = fake_tournaments_register(fake_tournaments, "cup", DAN, "");
    fake_tournaments_wait(fake_tournaments, 10000);
    assert_int_equal(fake_tournaments->answer[req], 0);
    assert_int_equal(face_of(fake_tournaments, "cup").director.state, FELT_DIRECTOR_RUNNING);
    ledger_toy_fault(fake_tournaments->toy, &(struct ledger_toy_faults){0});
    fake_tournaments_wait(fake_tournaments, 5000);
    assert_int_equal(fake_tournaments->answer[req], 1 + FELT_NO_FULL);
    assert_int_equal(bank(fake_tournaments, DAN), 5000);
    assert_int_equal(face_of(fake_tournaments, "cup").director.entries, 3);
}

static void tournaments_chips_of_a_closed_account_are_the_houses(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row = row_of("sng", "house", "0", "buy-in", "100", NULL);
    add(fake_tournaments, &row);
    assert_int_equal(enter(fake_tournaments, "sng", ADA, ""), FELT_NO_NOT);
    struct felt_order order = {.kind = FELT_ORDER_CLOSE,
                               .now_ms = 1,
                               .user = fake_tournaments->person[ADA].user,
                               .key = "bye"};
    struct felt_receipt receipt;
    ledger_toy_do(fake_tournaments->toy, &order, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    assert_int_equal(direct(fake_tournaments, "sng", FELT_DIRECTOR_CALL_OFF, 0, 0),
                     FELT_DIRECTOR_OK);
    play_out(fake_tournaments, "sng");
    assert_int_equal(fake_store_balance(ledger_toy_fake_store(fake_tournaments->toy), "rake"), 100);
    assert_non_null(strstr(fake_tournaments->last_alarm, "they go to the house"));
}

/* ---- play ---- */

static void tournaments_clock_takes_no_leaps(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row =
        row_of("cup", "entrants", "2", "house", "0", "clock", "60s", NULL);
    fake_tournaments->silent = 100; /* nothing happens but time */
    add(fake_tournaments, &row);
    assert_int_equal(enter(fake_tournaments, "cup", ADA, ""), FELT_NO_NOT);
    assert_int_equal(enter(fake_tournaments, "cup", BEA, ""), FELT_NO_NOT);
    fake_tournaments_wait(fake_tournaments, 20000);
    struct felt_tournament_face face = face_of(fake_tournaments, "cup");
    assert_int_equal(face.director.level, 0);
    int64_t left = face.level_ends_ms - fake_tournaments_wall(fake_tournaments);
    assert_true(left > 0 && left <= 40000);
    /* an hour later, an hour earlier: as much is left of the level as the last tick knew */
    (void)felt_tournaments_tick(fake_tournaments->tournaments,
                                fake_tournaments_wall(fake_tournaments) + 3600000);
    face = face_of(fake_tournaments, "cup");
    assert_int_equal(face.director.level, 0);
    assert_true(face.level_ends_ms - fake_tournaments_wall(fake_tournaments) - 3600000 >= left);
    (void)felt_tournaments_tick(fake_tournaments->tournaments,
                                fake_tournaments_wall(fake_tournaments));
    face = face_of(fake_tournaments, "cup");
    assert_int_equal(face.director.level, 0);
    assert_true(face.level_ends_ms - fake_tournaments_wall(fake_tournaments) <= 60000);
    fake_tournaments_wait(fake_tournaments, 61000);
    assert_true(face_of(fake_tournaments, "cup").director.level > 0);
}

static void tournaments_admin_directs(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row = row_of("cup", "entrants", "3", "house", "0", NULL);
    add(fake_tournaments, &row);
    assert_int_equal(direct(fake_tournaments, "cup", FELT_DIRECTOR_PAUSE, 0, 0),
                     FELT_DIRECTOR_NOT_NOW);
    assert_int_equal(direct(fake_tournaments, "cop", FELT_DIRECTOR_PAUSE, 0, 0),
                     FELT_DIRECTOR_NOT_NOW);
    assert_int_equal(direct(fake_tournaments, "cup", FELT_DIRECTOR_BEGIN, 0, 0),
                     FELT_DIRECTOR_BAD_INPUT);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(enter(fake_tournaments, "cup", i, ""), FELT_NO_NOT);
    assert_int_equal(direct(fake_tournaments, "cup", FELT_DIRECTOR_PAUSE, 0, 0), FELT_DIRECTOR_OK);
    fake_tournaments_wait(fake_tournaments, 30000);
    uint64_t hands = fake_tournaments->hands;
    assert_int_equal(face_of(fake_tournaments, "cup").level_ends_ms, 0);
    fake_tournaments_wait(fake_tournaments, 600000);
    assert_int_equal(fake_tournaments->hands, hands);
    assert_int_equal(face_of(fake_tournaments, "cup").director.level, 0);
    assert_int_equal(direct(fake_tournaments, "cup.1", FELT_DIRECTOR_RESUME, 0, 0),
                     FELT_DIRECTOR_OK);
    /* who is removed is blinded off; when all are, the largest stack wins */
    for (uint32_t i = 0; i < 3; i++)
        (void)direct(fake_tournaments, "cup", FELT_DIRECTOR_REMOVE,
                     fake_tournaments->person[i].user, 0);
    play_out(fake_tournaments, "cup");
    fake_tournaments_verify_money(fake_tournaments);
}

static void tournaments_ends_though_everybody_is_gone(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row =
        row_of("cup", "entrants", "4", "house", "0", "levels", "5s 10/20 15/30", NULL);
    add(fake_tournaments, &row);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(enter(fake_tournaments, "cup", i, ""), FELT_NO_NOT);
    for (uint32_t i = 0; i < 4; i++) fake_tournaments_go(fake_tournaments, i);
    play_out(fake_tournaments, "cup");
    assert_true(fake_tournaments->hands >= 50);
    fake_tournaments_verify_money(fake_tournaments);
}

static void tournaments_series_goes_on_until_it_is_retired(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_complaint complaint;
    struct felt_tournament_row row =
        row_of("sng", "entrants", "2", "house", "0", "every", "1m", "buy-in", "0", NULL);
    add(fake_tournaments, &row);
    assert_int_equal(felt_tournaments_add(fake_tournaments->tournaments, &row,
                                          fake_tournaments_wall(fake_tournaments), &complaint),
                     -1);
    assert_non_null(strstr(complaint.text, "already"));
    assert_int_equal(enter(fake_tournaments, "sng", ADA, ""), FELT_NO_NOT);
    assert_int_equal(enter(fake_tournaments, "sng", BEA, ""), FELT_NO_NOT);
    fake_tournaments_turn(fake_tournaments);
    assert_int_equal(felt_tournaments_count(fake_tournaments->tournaments), 2);
    assert_int_equal(face_of(fake_tournaments, "sng.1").director.state, FELT_DIRECTOR_RUNNING);
    assert_int_equal(face_of(fake_tournaments, "sng").number, 2);
    assert_int_equal(face_of(fake_tournaments, "sng").director.state, FELT_DIRECTOR_OPEN);
    assert_int_equal(enter(fake_tournaments, "sng", ADA, ""), FELT_NO_NOT); /* one may play both */
    fake_tournaments_crash(fake_tournaments, 1000);
    assert_int_equal(felt_tournaments_count(fake_tournaments->tournaments), 2);
    assert_true(felt_tournaments_retire(fake_tournaments->tournaments, "sng"));
    assert_false(felt_tournaments_retire(fake_tournaments->tournaments, "gns"));
    assert_int_equal(enter(fake_tournaments, "sng", BEA, ""), FELT_NO_NOT);
    play_out(fake_tournaments, "sng.1");
    play_out(fake_tournaments, "sng.2");
    fake_tournaments_wait(fake_tournaments, 70000);
    assert_int_equal(felt_tournaments_count(fake_tournaments->tournaments), 2);
    add(fake_tournaments, &row); /* its id is free again */
    assert_int_equal(face_of(fake_tournaments, "sng").number, 3);
}

static void tournaments_series_keeps_its_times(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row =
        row_of("cup", "start", "+10m", "entrants", "2-9", "house", "0", "every", "1h", NULL);
    add(fake_tournaments, &row);
    int64_t first = face_of(fake_tournaments, "cup").starts_ms;
    assert_int_equal(direct(fake_tournaments, "cup", FELT_DIRECTOR_CALL_OFF, 0, 0),
                     FELT_DIRECTOR_OK);
    assert_int_equal(face_of(fake_tournaments, "cup").starts_ms, first + 3600000);
    fake_tournaments_crash(fake_tournaments, 3 * 3600000);
    assert_int_equal(face_of(fake_tournaments, "cup").number, 2);
    fake_tournaments_wait(fake_tournaments, 20000); /* nobody came; the next is one to come */
    assert_int_equal(face_of(fake_tournaments, "cup.2").director.state, FELT_DIRECTOR_CALLED_OFF);
    assert_int_equal(face_of(fake_tournaments, "cup").starts_ms, first + 3 * 3600000);
    struct felt_complaint complaint;
    row = row_of("old", "start", "2020-01-01 20:00", "entrants", "2-9", NULL);
    assert_int_equal(felt_tournaments_add(fake_tournaments->tournaments, &row,
                                          fake_tournaments_wall(fake_tournaments), &complaint),
                     -1);
    assert_non_null(strstr(complaint.text, "past"));
}

static void tournaments_forgets_the_oldest(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row = row_of("sng", "house", "0", NULL);
    for (int i = 0; i < FELT_TOURNAMENT_KEPT + 10; i++) {
        add(fake_tournaments, &row);
        assert_int_equal(direct(fake_tournaments, "sng", FELT_DIRECTOR_CALL_OFF, 0, 0),
                         FELT_DIRECTOR_OK);
        fake_tournaments_turn(fake_tournaments);
    }
    assert_int_equal(felt_tournaments_count(fake_tournaments->tournaments), FELT_TOURNAMENT_KEPT);
    assert_int_equal(felt_tournaments_find(fake_tournaments->tournaments, "sng.3"), -1);
    assert_int_equal(face_of(fake_tournaments, "sng").number, FELT_TOURNAMENT_KEPT + 10);
    fake_tournaments_crash(fake_tournaments, 1000);
    assert_int_equal(felt_tournaments_count(fake_tournaments->tournaments), FELT_TOURNAMENT_KEPT);
}

/* ---- surviving ---- */

static void tournaments_snapshot_is_the_same_tournaments(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row = row_of("cup", "start", "+2m", "seats", "4", "entrants", "2-18",
                                            "house", "100", "late", "3", "reentries", "1", NULL);
    add(fake_tournaments, &row);
    for (uint32_t i = 0; i < PEOPLE; i++) (void)enter(fake_tournaments, "cup", i, "");
    for (int i = 0; i < 40 && !*fake_tournaments->failure; i++) {
        fake_tournaments_wait(fake_tournaments, 7000);
        uint64_t hash = felt_tournaments_hash(fake_tournaments->tournaments);
        fake_tournaments_snapshot(fake_tournaments);
        assert_int_equal(felt_tournaments_hash(fake_tournaments->tournaments), hash);
        fake_tournaments_crash(fake_tournaments, i * 10000); /* compares hashes */
        fake_tournaments_verify(fake_tournaments);
    }
    play_out(fake_tournaments, "cup");
    fake_tournaments_verify_money(fake_tournaments);
}

/* Ada and Bea are gone when it ends; a crash later both hear of it, and the next time of nothing.
 */
static void tournaments_tells_of_an_end_once(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row = row_of("cup", "entrants", "3", "house", "0", NULL);
    add(fake_tournaments, &row);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(enter(fake_tournaments, "cup", i, ""), FELT_NO_NOT);
    for (uint32_t i = 0; i < 2; i++) fake_tournaments_go(fake_tournaments, i);
    play_out(fake_tournaments, "cup");
    assert_int_equal(fake_tournaments->unheard_told, 0);
    fake_tournaments_crash(fake_tournaments, 1000);
    fake_tournaments_snapshot(fake_tournaments);
    fake_tournaments_crash(fake_tournaments, 1000);
    for (uint32_t i = 0; i < 3; i++) fake_tournaments_come(fake_tournaments, i);
    assert_int_equal(fake_tournaments->unheard_told, 2);
    fake_tournaments_turn(fake_tournaments);
    fake_tournaments_crash(fake_tournaments, 1000);
    for (uint32_t i = 0; i < 3; i++) fake_tournaments_come(fake_tournaments, i);
    assert_int_equal(fake_tournaments->unheard_told, 2);
}

static void tournaments_without_its_game_pauses(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row = row_of("cup", "entrants", "2", "house", "0", NULL);
    add(fake_tournaments, &row);
    assert_int_equal(enter(fake_tournaments, "cup", ADA, ""), FELT_NO_NOT);
    assert_int_equal(enter(fake_tournaments, "cup", BEA, ""), FELT_NO_NOT);
    fake_tournaments->stake[0]->refused = true;
    fake_tournaments_crash(fake_tournaments, 1000);
    assert_true(face_of(fake_tournaments, "cup").director.paused);
    assert_non_null(strstr(fake_tournaments->last_alarm, "cannot be played"));
    fake_tournaments->stake[0]->refused = false;
    fake_tournaments_crash(fake_tournaments, 1000);
    assert_true(face_of(fake_tournaments, "cup").director.paused);
    assert_int_equal(direct(fake_tournaments, "cup", FELT_DIRECTOR_RESUME, 0, 0), FELT_DIRECTOR_OK);
    play_out(fake_tournaments, "cup");
}

/* Records of a snapshot, cut short at every length, and with other kinds. */
static void tournaments_restore_refuses_what_is_no_record(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_tournament_row row = row_of("cup", "entrants", "3", "house", "0", NULL);
    add(fake_tournaments, &row);
    assert_int_equal(enter(fake_tournaments, "cup", ADA, ""), FELT_NO_NOT);
    const uint8_t event[] = {1, 1, 0, 0, 0}, unknown[] = {99, 1, 0, 0, 0}, none[] = {2};
    const uint8_t input[] = {2, 1, 0, 0, 0, 1}, gone[] = {7, 9, 0, 0, 0};
    const uint8_t join[] = {3, 1, 0, 0, 0, 1, 2}, done[] = {4, 1, 0, 0, 0, 9, 0, 0, 0, 0};
    const uint8_t table[] = {5, 1, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0};
    const uint8_t block[] = {8, 1, 0, 0, 0, 255, 255, 255, 255, 7};
    const uint8_t unheard[] = {12, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0};
    const uint8_t heard[] = {13, 1, 0, 0, 0, 1, 0, 0, 0};
    const struct {
        const uint8_t *bytes;
        size_t count;
    } bad[] = {{event, sizeof event}, {unknown, sizeof unknown}, {none, sizeof none},
               {input, sizeof input}, {gone, sizeof gone},       {join, sizeof join},
               {done, sizeof done},   {table, sizeof table},     {block, sizeof block},
               {heard, sizeof heard}, {unheard, sizeof unheard}};
    fake_tournaments_crash(fake_tournaments, 1000);
    struct felt_tournaments *tournaments =
        felt_tournaments_open(fake_tournaments->room, &fake_tournaments->tournaments_config,
                              &fake_tournaments->tournaments_services);
    assert_non_null(tournaments);
    for (uint32_t i = 0; i < fake_tournaments->records; i++) {
        const uint8_t *bytes = (const uint8_t *)fake_tournaments->record[i].bytes;
        size_t count = fake_tournaments->record[i].count;
        if (bytes[0] != 16 || bytes[1] > 7) continue; /* the room's OTHER, one of ours */
        for (size_t cut = 1; cut < count && bytes[1] != 1; cut++)
            assert_false(felt_tournaments_restore(tournaments, bytes + 1, cut - 1));
        assert_true(felt_tournaments_restore(tournaments, bytes + 1, count - 1));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(felt_tournaments_restore(tournaments, bad[i].bytes, bad[i].count));
    felt_tournaments_close(tournaments);
}

/* A journal has checksums; a record that is wrong all the same is refused, or makes another
 * tournament service, but never harms. */
static void tournaments_restore_survives_damage(void **state)
{
    struct fake_tournaments *fake_tournaments = *state;
    struct felt_rng rng = felt_rng_make(7);
    struct felt_tournament_row row =
        row_of("cup", "start", "+20s", "seats", "4", "entrants", "2-18", "house", "100", "late",
               "2", "guarantee", "9000", NULL);
    add(fake_tournaments, &row);
    for (uint32_t i = 0; i < PEOPLE; i++) (void)enter(fake_tournaments, "cup", i, "");
    fake_tournaments_wait(fake_tournaments, 60000);
    fake_tournaments_snapshot(fake_tournaments);
    fake_tournaments_wait(fake_tournaments, 60000);
    int rounds = test_is_quick() ? 20 : 300;
    for (int round = 0; round < rounds; round++) {
        struct felt_tournaments *tournaments =
            felt_tournaments_open(fake_tournaments->room, &fake_tournaments->tournaments_config,
                                  &fake_tournaments->tournaments_services);
        assert_non_null(tournaments);
        for (uint32_t i = 0; i < fake_tournaments->records; i++) {
            const uint8_t *bytes = (const uint8_t *)fake_tournaments->record[i].bytes;
            uint8_t copy[FELT_TOURNAMENTS_RECORD_BYTES];
            size_t count = fake_tournaments->record[i].count - 1;
            if (bytes[0] != 16) continue; /* the room's OTHER */
            memcpy(copy, bytes + 1, count);
            if (felt_rng_below(&rng, 40) == 0)
                copy[felt_rng_below(&rng, (uint32_t)count)] ^=
                    (uint8_t)(1u << felt_rng_below(&rng, 8));
            if (!felt_tournaments_restore(tournaments, copy, count)) break;
        }
        felt_tournaments_close(tournaments);
    }
}

TEST_MODULE(tournaments)
{
    const struct CMUnitTest tests[] = {
        CASE(tournaments_entry_is_paid_before_anybody_is_in),
        CASE(tournaments_entry_is_refused_with_a_reason),
        CASE(tournaments_entry_is_given_back_before_the_start_only),
        CASE(tournaments_called_off_refunds_everything),
        CASE(tournaments_house_fills_up_one_by_one),
        CASE(tournaments_house_comes_before_a_start_and_makes_room),
        CASE(tournaments_house_is_a_share),
        CASE(tournaments_pays_fee_overlay_and_prizes),
        CASE(tournaments_gives_orders_until_the_ledger_has_them),
        CASE(tournaments_late_receipt_is_refunded),
        CASE(tournaments_chips_of_a_closed_account_are_the_houses),
        CASE(tournaments_clock_takes_no_leaps),
        CASE(tournaments_admin_directs),
        CASE(tournaments_ends_though_everybody_is_gone),
        CASE(tournaments_series_goes_on_until_it_is_retired),
        CASE(tournaments_series_keeps_its_times),
        CASE(tournaments_forgets_the_oldest),
        CASE(tournaments_snapshot_is_the_same_tournaments),
        CASE(tournaments_tells_of_an_end_once),
        CASE(tournaments_without_its_game_pauses),
        CASE(tournaments_restore_refuses_what_is_no_record),
        CASE(tournaments_restore_survives_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
