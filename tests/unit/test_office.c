/* test_office.c -- tournaments of the room: entries, money, tables, series, crashes. */
#include "module.h"
#include "office_tools.h"
#include "support.h"

/* ---- entries ---- */

static void office_entry_is_paid_before_anybody_is_in(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row = row_of("sng", "house", "0", "buy-in", "100", "fee", "10", NULL);
    add(bureau, &row);
    struct ledger_toy_faults slow = {.delay_ms = 400};
    ledger_toy_fault(bureau->toy, &slow);
    uint64_t req = bureau_register(bureau, "sng", ADA, "");
    assert_int_equal(face_of(bureau, "sng").tour.entries, 0);
    uint64_t again = bureau_register(bureau, "sng", ADA, "");
    assert_int_equal(bureau->answer[again], 1 + FELT_NO_BUSY);
    bureau_turn(bureau);
    assert_int_equal(face_of(bureau, "sng").tour.entries, 0);
    bureau_wait(bureau, 1000);
    assert_int_equal(bureau->answer[req], 1 + FELT_NO_NOT);
    assert_int_equal(face_of(bureau, "sng").tour.entries, 1);
    assert_int_equal(bank(bureau, ADA), 4900);
    assert_int_equal(bureau_account(bureau, 0), 100);
    struct felt_event_entrant one;
    assert_true(felt_office_entrant(bureau->office, 0, 0, &one));
    assert_string_equal(one.name, "user0");
    assert_false(felt_office_entrant(bureau->office, 0, 1, &one));
    assert_int_equal(enter(bureau, "sng", ADA, ""), FELT_NO_SEATED);
}

static void office_entry_is_refused_with_a_reason(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row =
        row_of("dear", "house", "0", "buy-in", "6000", "entrants", "2", "key", "sesame", NULL);
    add(bureau, &row);
    assert_int_equal(enter(bureau, "cheap", ADA, ""), FELT_NO_TABLE);
    assert_int_equal(enter(bureau, "dear", ADA, "open"), FELT_NO_FORBIDDEN);
    assert_int_equal(enter(bureau, "dear", ADA, ""), FELT_NO_FORBIDDEN);
    assert_int_equal(enter(bureau, "dear", ADA, "sesame"), FELT_NO_CHIPS);
    assert_int_equal(bank(bureau, ADA), 5000);
    struct felt_guest_of_floor bot = {.user = bureau->person[BEA].user, .bot = true};
    bureau->answer[++bureau->req] = 0;
    felt_office_register(bureau->office, "dear", 1, true, bureau->req, &bot, "sesame",
                         bureau_wall(bureau));
    assert_int_equal(bureau->answer[bureau->req], 1 + FELT_NO_BOTS);
    struct felt_guest_of_floor nobody = {0};
    bureau->answer[++bureau->req] = 0;
    felt_office_register(bureau->office, "dear", 1, true, bureau->req, &nobody, "sesame",
                         bureau_wall(bureau));
    assert_int_equal(bureau->answer[bureau->req], 1 + FELT_NO_SIGN_IN);
    row = row_of("later", "start", "+2h", "open", "1h", "house", "0", "entrants", "2-9", NULL);
    add(bureau, &row);
    assert_int_equal(enter(bureau, "later", ADA, ""), FELT_NO_CLOSED);
    assert_false(face_of(bureau, "later").registering);
    bureau_wait(bureau, 3600000);
    assert_int_equal(enter(bureau, "later", ADA, ""), FELT_NO_NOT);
}

static void office_entry_is_given_back_before_the_start_only(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row =
        row_of("duel", "house", "0", "entrants", "2", "buy-in", "100", "fee", "7", NULL);
    add(bureau, &row);
    assert_int_equal(leave(bureau, "duel", ADA), FELT_NO_NOT_SEATED);
    assert_int_equal(enter(bureau, "duel", ADA, ""), FELT_NO_NOT);
    assert_int_equal(leave(bureau, "duel", ADA), FELT_NO_NOT);
    bureau_wait(bureau, 100);
    assert_int_equal(bank(bureau, ADA), 5000); /* the fee too */
    assert_int_equal(bureau_account(bureau, 0), 0);
    assert_int_equal(enter(bureau, "duel", ADA, ""), FELT_NO_NOT);
    assert_int_equal(enter(bureau, "duel", BEA, ""), FELT_NO_NOT);
    assert_int_equal(leave(bureau, "duel", BEA), FELT_NO_TOO_LATE);
    assert_int_equal(enter(bureau, "duel", CID, ""), FELT_NO_TOO_LATE);
    play_out(bureau, "duel");
    bureau_verify_money(bureau);
}

static void office_called_off_refunds_everything(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row = row_of("cup", "start", "+5m", "house", "0", "entrants", "4-9",
                                       "buy-in", "100", "fee", "10", "guarantee", "5000", NULL);
    add(bureau, &row);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(enter(bureau, "cup", i, ""), FELT_NO_NOT);
    bureau_wait(bureau, 299000);
    assert_int_equal(face_of(bureau, "cup").tour.state, FELT_TOUR_OPEN);
    bureau_wait(bureau, 3000);
    assert_int_equal(face_of(bureau, "cup").tour.state, FELT_TOUR_CALLED_OFF);
    play_out(bureau, "cup");
    assert_int_equal(bank(bureau, BEA), 5000);
    bureau_verify_money(bureau);
}

/* ---- the house ---- */

static void office_house_fills_up_one_by_one(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row = row_of("sng", "entrants", "4", "house", "100", NULL);
    add(bureau, &row);
    bureau_wait(bureau, 100000);
    assert_int_equal(face_of(bureau, "sng").tour.entries, 0); /* nobody waits there */
    assert_int_equal(enter(bureau, "sng", ADA, ""), FELT_NO_NOT);
    bureau_wait(bureau, 14000);
    assert_int_equal(face_of(bureau, "sng").tour.house, 0);
    bureau_wait(bureau, 2000);
    assert_int_equal(face_of(bureau, "sng").tour.house, 1);
    bureau_wait(bureau, 15000);
    assert_int_equal(face_of(bureau, "sng").tour.house, 2);
    assert_int_equal(leave(bureau, "sng", ADA), FELT_NO_NOT);
    bureau_wait(bureau, 2000);
    assert_int_equal(face_of(bureau, "sng").tour.entries, 0); /* and so do they */
    assert_int_equal(bureau_account(bureau, 0), 0);
    for (uint32_t i = PEOPLE; i < PEOPLE + 12; i++) assert_false(bureau->person[i].busy);
    assert_int_equal(enter(bureau, "sng", ADA, ""), FELT_NO_NOT);
    bureau_wait(bureau, 60000);
    assert_int_equal(face_of(bureau, "sng").tour.entries, 4);
    play_out(bureau, "sng");
    for (uint32_t i = PEOPLE; i < PEOPLE + 12; i++) assert_false(bureau->person[i].busy);
    bureau_verify_money(bureau);
}

static void office_house_comes_before_a_start_and_makes_room(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row =
        row_of("cup", "start", "+5m", "entrants", "2-6", "house", "100", NULL);
    add(bureau, &row);
    bureau_wait(bureau, 269000);
    assert_int_equal(face_of(bureau, "cup").tour.house, 0);
    bureau_wait(bureau, 10000);
    assert_int_equal(face_of(bureau, "cup").tour.house, 6);
    assert_true(face_of(bureau, "cup").registering);
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(enter(bureau, "cup", i, ""), FELT_NO_NOT);
    assert_int_equal(face_of(bureau, "cup").tour.entries, 6);
    assert_int_equal(face_of(bureau, "cup").tour.house, 2);
    play_out(bureau, "cup");
    bureau_verify_money(bureau);
}

static void office_house_is_a_share(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row =
        row_of("cup", "start", "+1m", "entrants", "2-20", "house", "50", NULL);
    add(bureau, &row);
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(enter(bureau, "cup", i, ""), FELT_NO_NOT);
    bureau_wait(bureau, 50000);
    assert_int_equal(face_of(bureau, "cup").tour.house, 4);
    assert_int_equal(leave(bureau, "cup", DAN), FELT_NO_NOT);
    bureau_wait(bureau, 12000);
    assert_int_equal(face_of(bureau, "cup").tour.state, FELT_TOUR_RUNNING);
    assert_int_equal(face_of(bureau, "cup").tour.entries, 6);
    assert_int_equal(face_of(bureau, "cup").tour.house, 3);
}

/* ---- money ---- */

static void office_pays_fee_overlay_and_prizes(void **state)
{
    struct bureau *bureau = *state;
    const struct shelf *shelf = ledger_toy_shelf(bureau->toy);
    struct felt_event_row row = row_of("cup", "entrants", "4", "house", "0", "buy-in", "100", "fee",
                                       "10", "guarantee", "1000", "prizes", "60 40", NULL);
    felt_chips house = shelf_balance(shelf, "house");
    add(bureau, &row);
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(enter(bureau, "cup", i, ""), FELT_NO_NOT);
    play_out(bureau, "cup");
    assert_int_equal(shelf_balance(shelf, "rake"), 40);
    assert_int_equal(house - shelf_balance(shelf, "house"), 640);
    felt_chips best = 0, sum = 0;
    for (uint32_t i = 0; i < 4; i++) {
        if (bank(bureau, i) > best) best = bank(bureau, i);
        sum += bank(bureau, i);
    }
    assert_int_equal(best, 5500);
    assert_int_equal(sum, 4 * 4900 + 1000);
    bureau_verify_money(bureau);
}

static void office_gives_orders_until_the_ledger_has_them(void **state)
{
    struct bureau *bureau = *state;
    struct ledger_toy_faults faults = {.busy = 40, .before = 40, .after = 40, .delay_ms = 200};
    struct felt_event_row row = row_of("cup", "entrants", "6", "house", "0", "buy-in", "100", "fee",
                                       "10", "guarantee", "900", NULL);
    ledger_toy_fault(bureau->toy, &faults);
    add(bureau, &row);
    for (uint32_t i = 0; i < 6; i++) assert_int_equal(enter(bureau, "cup", i, ""), FELT_NO_NOT);
    play_out(bureau, "cup");
    bureau_verify_money(bureau);
}

static void office_late_receipt_is_refunded(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row =
        row_of("cup", "start", "+1m", "entrants", "2-9", "house", "0", "buy-in", "100", NULL);
    add(bureau, &row);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(enter(bureau, "cup", i, ""), FELT_NO_NOT);
    bureau->meek = 100;
    bureau_wait(bureau, 59000);
    struct ledger_toy_faults down = {.down = true};
    ledger_toy_fault(bureau->toy, &down);
    uint64_t req = bureau_register(bureau, "cup", DAN, "");
    bureau_wait(bureau, 10000);
    assert_int_equal(bureau->answer[req], 0);
    assert_int_equal(face_of(bureau, "cup").tour.state, FELT_TOUR_RUNNING);
    ledger_toy_fault(bureau->toy, &(struct ledger_toy_faults){0});
    bureau_wait(bureau, 5000);
    assert_int_equal(bureau->answer[req], 1 + FELT_NO_FULL);
    assert_int_equal(bank(bureau, DAN), 5000);
    assert_int_equal(face_of(bureau, "cup").tour.entries, 3);
}

static void office_chips_of_a_closed_account_are_the_houses(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row = row_of("sng", "house", "0", "buy-in", "100", NULL);
    add(bureau, &row);
    assert_int_equal(enter(bureau, "sng", ADA, ""), FELT_NO_NOT);
    struct felt_order order = {
        .kind = FELT_ORDER_CLOSE, .now_ms = 1, .user = bureau->person[ADA].user, .key = "bye"};
    struct felt_receipt receipt;
    ledger_toy_do(bureau->toy, &order, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    assert_int_equal(direct(bureau, "sng", FELT_TOUR_CALL_OFF, 0, 0), FELT_TOUR_OK);
    play_out(bureau, "sng");
    assert_int_equal(shelf_balance(ledger_toy_shelf(bureau->toy), "rake"), 100);
    assert_non_null(strstr(bureau->last_alarm, "they go to the house"));
}

/* ---- play ---- */

static void office_clock_takes_no_leaps(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row = row_of("cup", "entrants", "2", "house", "0", "clock", "60s", NULL);
    bureau->silent = 100; /* nothing happens but time */
    add(bureau, &row);
    assert_int_equal(enter(bureau, "cup", ADA, ""), FELT_NO_NOT);
    assert_int_equal(enter(bureau, "cup", BEA, ""), FELT_NO_NOT);
    bureau_wait(bureau, 20000);
    struct felt_event_face face = face_of(bureau, "cup");
    assert_int_equal(face.tour.level, 0);
    int64_t left = face.level_ends_ms - bureau_wall(bureau);
    assert_true(left > 0 && left <= 40000);
    /* an hour later, an hour earlier: as much is left of the level as the last tick knew */
    (void)felt_office_tick(bureau->office, bureau_wall(bureau) + 3600000);
    face = face_of(bureau, "cup");
    assert_int_equal(face.tour.level, 0);
    assert_true(face.level_ends_ms - bureau_wall(bureau) - 3600000 >= left);
    (void)felt_office_tick(bureau->office, bureau_wall(bureau));
    face = face_of(bureau, "cup");
    assert_int_equal(face.tour.level, 0);
    assert_true(face.level_ends_ms - bureau_wall(bureau) <= 60000);
    bureau_wait(bureau, 61000);
    assert_true(face_of(bureau, "cup").tour.level > 0);
}

static void office_operator_directs(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row = row_of("cup", "entrants", "3", "house", "0", NULL);
    add(bureau, &row);
    assert_int_equal(direct(bureau, "cup", FELT_TOUR_PAUSE, 0, 0), FELT_TOUR_NOT_NOW);
    assert_int_equal(direct(bureau, "cop", FELT_TOUR_PAUSE, 0, 0), FELT_TOUR_NOT_NOW);
    assert_int_equal(direct(bureau, "cup", FELT_TOUR_BEGIN, 0, 0), FELT_TOUR_BAD_INPUT);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(enter(bureau, "cup", i, ""), FELT_NO_NOT);
    assert_int_equal(direct(bureau, "cup", FELT_TOUR_PAUSE, 0, 0), FELT_TOUR_OK);
    bureau_wait(bureau, 30000);
    uint64_t hands = bureau->hands;
    assert_int_equal(face_of(bureau, "cup").level_ends_ms, 0);
    bureau_wait(bureau, 600000);
    assert_int_equal(bureau->hands, hands);
    assert_int_equal(face_of(bureau, "cup").tour.level, 0);
    assert_int_equal(direct(bureau, "cup.1", FELT_TOUR_RESUME, 0, 0), FELT_TOUR_OK);
    /* who is removed is blinded off; when all are, the largest stack wins */
    for (uint32_t i = 0; i < 3; i++)
        (void)direct(bureau, "cup", FELT_TOUR_REMOVE, bureau->person[i].user, 0);
    play_out(bureau, "cup");
    bureau_verify_money(bureau);
}

static void office_ends_though_everybody_is_gone(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row =
        row_of("cup", "entrants", "4", "house", "0", "levels", "5s 10/20 15/30", NULL);
    add(bureau, &row);
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(enter(bureau, "cup", i, ""), FELT_NO_NOT);
    for (uint32_t i = 0; i < 4; i++) bureau_go(bureau, i);
    play_out(bureau, "cup");
    assert_true(bureau->hands >= 50);
    bureau_verify_money(bureau);
}

static void office_series_goes_on_until_it_is_retired(void **state)
{
    struct bureau *bureau = *state;
    struct felt_complaint complaint;
    struct felt_event_row row =
        row_of("sng", "entrants", "2", "house", "0", "every", "1m", "buy-in", "0", NULL);
    add(bureau, &row);
    assert_int_equal(felt_office_add(bureau->office, &row, bureau_wall(bureau), &complaint), -1);
    assert_non_null(strstr(complaint.text, "already"));
    assert_int_equal(enter(bureau, "sng", ADA, ""), FELT_NO_NOT);
    assert_int_equal(enter(bureau, "sng", BEA, ""), FELT_NO_NOT);
    bureau_turn(bureau);
    assert_int_equal(felt_office_count(bureau->office), 2);
    assert_int_equal(face_of(bureau, "sng.1").tour.state, FELT_TOUR_RUNNING);
    assert_int_equal(face_of(bureau, "sng").number, 2);
    assert_int_equal(face_of(bureau, "sng").tour.state, FELT_TOUR_OPEN);
    assert_int_equal(enter(bureau, "sng", ADA, ""), FELT_NO_NOT); /* one may play both */
    bureau_crash(bureau, 1000);
    assert_int_equal(felt_office_count(bureau->office), 2);
    assert_true(felt_office_retire(bureau->office, "sng"));
    assert_false(felt_office_retire(bureau->office, "gns"));
    assert_int_equal(enter(bureau, "sng", BEA, ""), FELT_NO_NOT);
    play_out(bureau, "sng.1");
    play_out(bureau, "sng.2");
    bureau_wait(bureau, 70000);
    assert_int_equal(felt_office_count(bureau->office), 2);
    add(bureau, &row); /* its id is free again */
    assert_int_equal(face_of(bureau, "sng").number, 3);
}

static void office_series_keeps_its_times(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row =
        row_of("cup", "start", "+10m", "entrants", "2-9", "house", "0", "every", "1h", NULL);
    add(bureau, &row);
    int64_t first = face_of(bureau, "cup").starts_ms;
    assert_int_equal(direct(bureau, "cup", FELT_TOUR_CALL_OFF, 0, 0), FELT_TOUR_OK);
    assert_int_equal(face_of(bureau, "cup").starts_ms, first + 3600000);
    bureau_crash(bureau, 3 * 3600000);
    assert_int_equal(face_of(bureau, "cup").number, 2);
    bureau_wait(bureau, 20000); /* nobody came; the next is one to come */
    assert_int_equal(face_of(bureau, "cup.2").tour.state, FELT_TOUR_CALLED_OFF);
    assert_int_equal(face_of(bureau, "cup").starts_ms, first + 3 * 3600000);
    struct felt_complaint complaint;
    row = row_of("old", "start", "2020-01-01 20:00", "entrants", "2-9", NULL);
    assert_int_equal(felt_office_add(bureau->office, &row, bureau_wall(bureau), &complaint), -1);
    assert_non_null(strstr(complaint.text, "past"));
}

static void office_forgets_the_oldest(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row = row_of("sng", "house", "0", NULL);
    for (int i = 0; i < FELT_EVENT_KEPT + 10; i++) {
        add(bureau, &row);
        assert_int_equal(direct(bureau, "sng", FELT_TOUR_CALL_OFF, 0, 0), FELT_TOUR_OK);
        bureau_turn(bureau);
    }
    assert_int_equal(felt_office_count(bureau->office), FELT_EVENT_KEPT);
    assert_int_equal(felt_office_find(bureau->office, "sng.3"), -1);
    assert_int_equal(face_of(bureau, "sng").number, FELT_EVENT_KEPT + 10);
    bureau_crash(bureau, 1000);
    assert_int_equal(felt_office_count(bureau->office), FELT_EVENT_KEPT);
}

/* ---- surviving ---- */

static void office_snapshot_is_the_same_office(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row = row_of("cup", "start", "+2m", "seats", "4", "entrants", "2-18",
                                       "house", "100", "late", "3", "reentries", "1", NULL);
    add(bureau, &row);
    for (uint32_t i = 0; i < PEOPLE; i++) (void)enter(bureau, "cup", i, "");
    for (int i = 0; i < 40 && !*bureau->failure; i++) {
        bureau_wait(bureau, 7000);
        uint64_t hash = felt_office_hash(bureau->office);
        bureau_snapshot(bureau);
        assert_int_equal(felt_office_hash(bureau->office), hash);
        bureau_crash(bureau, i * 10000); /* compares hashes */
        bureau_verify(bureau);
    }
    play_out(bureau, "cup");
    bureau_verify_money(bureau);
}

/* Ada and Bea are gone when it ends; a crash later both hear of it, and the next time of nothing.
 */
static void office_tells_of_an_end_once(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row = row_of("cup", "entrants", "3", "house", "0", NULL);
    add(bureau, &row);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(enter(bureau, "cup", i, ""), FELT_NO_NOT);
    for (uint32_t i = 0; i < 2; i++) bureau_go(bureau, i);
    play_out(bureau, "cup");
    assert_int_equal(bureau->unheard_told, 0);
    bureau_crash(bureau, 1000);
    bureau_snapshot(bureau);
    bureau_crash(bureau, 1000);
    for (uint32_t i = 0; i < 3; i++) bureau_come(bureau, i);
    assert_int_equal(bureau->unheard_told, 2);
    bureau_turn(bureau);
    bureau_crash(bureau, 1000);
    for (uint32_t i = 0; i < 3; i++) bureau_come(bureau, i);
    assert_int_equal(bureau->unheard_told, 2);
}

static void office_without_its_game_pauses(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row = row_of("cup", "entrants", "2", "house", "0", NULL);
    add(bureau, &row);
    assert_int_equal(enter(bureau, "cup", ADA, ""), FELT_NO_NOT);
    assert_int_equal(enter(bureau, "cup", BEA, ""), FELT_NO_NOT);
    bureau->stake[0]->refused = true;
    bureau_crash(bureau, 1000);
    assert_true(face_of(bureau, "cup").tour.paused);
    assert_non_null(strstr(bureau->last_alarm, "cannot be played"));
    bureau->stake[0]->refused = false;
    bureau_crash(bureau, 1000);
    assert_true(face_of(bureau, "cup").tour.paused);
    assert_int_equal(direct(bureau, "cup", FELT_TOUR_RESUME, 0, 0), FELT_TOUR_OK);
    play_out(bureau, "cup");
}

/* Records of a snapshot, cut short at every length, and with other kinds. */
static void office_restore_refuses_what_is_no_record(void **state)
{
    struct bureau *bureau = *state;
    struct felt_event_row row = row_of("cup", "entrants", "3", "house", "0", NULL);
    add(bureau, &row);
    assert_int_equal(enter(bureau, "cup", ADA, ""), FELT_NO_NOT);
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
    bureau_crash(bureau, 1000);
    struct felt_office *office =
        felt_office_open(bureau->floor, &bureau->office_config, &bureau->office_services);
    assert_non_null(office);
    for (uint32_t i = 0; i < bureau->records; i++) {
        const uint8_t *bytes = (const uint8_t *)bureau->record[i].bytes;
        size_t count = bureau->record[i].count;
        if (bytes[0] != 16 || bytes[1] > 7) continue; /* the floor's OTHER, one of ours */
        for (size_t cut = 1; cut < count && bytes[1] != 1; cut++)
            assert_false(felt_office_restore(office, bytes + 1, cut - 1));
        assert_true(felt_office_restore(office, bytes + 1, count - 1));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(felt_office_restore(office, bad[i].bytes, bad[i].count));
    felt_office_close(office);
}

/* A journal has checksums; a record that is wrong all the same is refused, or makes another office,
 * but never harms. */
static void office_restore_survives_damage(void **state)
{
    struct bureau *bureau = *state;
    struct felt_rng rng = felt_rng_make(7);
    struct felt_event_row row = row_of("cup", "start", "+20s", "seats", "4", "entrants", "2-18",
                                       "house", "100", "late", "2", "guarantee", "9000", NULL);
    add(bureau, &row);
    for (uint32_t i = 0; i < PEOPLE; i++) (void)enter(bureau, "cup", i, "");
    bureau_wait(bureau, 60000);
    bureau_snapshot(bureau);
    bureau_wait(bureau, 60000);
    int rounds = test_is_quick() ? 20 : 300;
    for (int round = 0; round < rounds; round++) {
        struct felt_office *office =
            felt_office_open(bureau->floor, &bureau->office_config, &bureau->office_services);
        assert_non_null(office);
        for (uint32_t i = 0; i < bureau->records; i++) {
            const uint8_t *bytes = (const uint8_t *)bureau->record[i].bytes;
            uint8_t copy[FELT_OFFICE_RECORD_BYTES];
            size_t count = bureau->record[i].count - 1;
            if (bytes[0] != 16) continue; /* the floor's OTHER */
            memcpy(copy, bytes + 1, count);
            if (felt_rng_below(&rng, 40) == 0)
                copy[felt_rng_below(&rng, (uint32_t)count)] ^=
                    (uint8_t)(1u << felt_rng_below(&rng, 8));
            if (!felt_office_restore(office, copy, count)) break;
        }
        felt_office_close(office);
    }
}

TEST_MODULE(office)
{
    const struct CMUnitTest tests[] = {
        CASE(office_entry_is_paid_before_anybody_is_in),
        CASE(office_entry_is_refused_with_a_reason),
        CASE(office_entry_is_given_back_before_the_start_only),
        CASE(office_called_off_refunds_everything),
        CASE(office_house_fills_up_one_by_one),
        CASE(office_house_comes_before_a_start_and_makes_room),
        CASE(office_house_is_a_share),
        CASE(office_pays_fee_overlay_and_prizes),
        CASE(office_gives_orders_until_the_ledger_has_them),
        CASE(office_late_receipt_is_refunded),
        CASE(office_chips_of_a_closed_account_are_the_houses),
        CASE(office_clock_takes_no_leaps),
        CASE(office_operator_directs),
        CASE(office_ends_though_everybody_is_gone),
        CASE(office_series_goes_on_until_it_is_retired),
        CASE(office_series_keeps_its_times),
        CASE(office_forgets_the_oldest),
        CASE(office_snapshot_is_the_same_office),
        CASE(office_tells_of_an_end_once),
        CASE(office_without_its_game_pauses),
        CASE(office_restore_refuses_what_is_no_record),
        CASE(office_restore_survives_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
