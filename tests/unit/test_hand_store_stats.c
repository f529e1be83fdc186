/* test_hand_store_stats.c -- figures of players and pairs in the hand store: sums, days, stakes,
 * who is best, who met whom, from which address, what is forgotten, and a file of the version
 * before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "hand_store_scene.h"
#include "module.h"

enum { TODAY = 20774, TICKET = 91 };

/* ---- in short ---------------------------------------------------------------------------------
 */

static struct felt_counted_hand hand_of(int number, int32_t day, const char *stake)
{
    struct felt_counted_hand hand = {.day = day};
    struct felt_hand_store_row row = row_of(number);
    memcpy(hand.hand_id, row.hand_id, sizeof hand.hand_id);
    (void)snprintf(hand.stake, sizeof hand.stake, "%s", stake);
    return hand;
}

static void seat(struct felt_counted_hand *hand, int64_t user, enum felt_seated seated, int64_t won)
{
    struct felt_counted_seat *seat = &hand->seat[hand->seats++];
    *seat = (struct felt_counted_seat){.user = user, .seated = (uint8_t)seated};
    seat->stats.manners.hands = 1;
    seat->stats.manners.entered = won > 0;
    seat->stats.won = won;
    seat->stats.won_mbb = won * 500;
    seat->stats.time_ms = 1000;
}

static void pair(struct felt_counted_hand *hand, int64_t giver, int64_t taker, int64_t mbb,
                 uint8_t clue)
{
    int64_t sq = mbb / 1000 * (mbb / 1000);
    hand->pair[hand->pairs++] =
        (struct felt_counted_pair){giver,
                                   taker,
                                   clue,
                                   {.hands = 1,
                                    .gave_mbb = mbb > 0 ? mbb : 0,
                                    .gave_sq = sq,
                                    .gave_up = (clue & FELT_CLUE_GAVE_UP) != 0}};
    hand->pair[hand->pairs++] = (struct felt_counted_pair){
        taker, giver, 0, {.hands = 1, .gave_mbb = mbb < 0 ? -mbb : 0, .gave_sq = sq}};
}

static struct felt_hand_store_findings ask(struct scene *scene, enum felt_hand_store_topic topic,
                                           int64_t user, int32_t since, uint32_t limit)
{
    struct felt_hand_store_question question = {
        .topic = (uint8_t)topic, .user = user, .since = since, .limit = limit};
    struct felt_hand_store_findings findings;
    assert_true(felt_hand_store_ask(scene->hand_store, &question, TICKET));
    while (!felt_hand_store_take_findings(scene->hand_store, &findings)) (void)usleep(200);
    assert_int_equal(findings.ticket, TICKET);
    assert_int_equal(findings.topic, topic);
    assert_false(findings.failed);
    return findings;
}

/* Ann (1) wins, Bob (2) loses, the house (9) watches its chips. */
static void count_evening(struct scene *scene)
{
    for (int i = 1; i <= 40; i++) {
        struct felt_counted_hand hand = hand_of(i, TODAY - i % 2, i % 4 ? "nl-2" : "plo-4");
        seat(&hand, 1, FELT_SEATED_PERSON, 3);
        seat(&hand, 2, FELT_SEATED_PERSON, -2);
        seat(&hand, 9, FELT_SEATED_HOUSE, -1);
        assert_true(felt_hand_store_count(scene->hand_store, &hand));
    }
}

/* ---- figures ----------------------------------------------------------------------------------
 */

static void stats_are_summed_by_stake_and_day(void **state)
{
    struct scene *scene = *state;
    count_evening(scene);
    struct felt_hand_store_findings all = ask(scene, FELT_HAND_STORE_STAKES, 1, 0, 0);
    assert_int_equal(all.count, 2);
    assert_string_equal(all.stakes[0].stake, "nl-2"); /* most hands first */
    assert_int_equal(all.stakes[0].stats.manners.hands, 30);
    assert_int_equal(all.stakes[0].stats.won, 90);
    assert_int_equal(all.stakes[0].stats.won_mbb, 45000);
    assert_int_equal(all.stakes[1].stats.manners.entered, 10);
    felt_hand_store_drop(&all);
    struct felt_hand_store_findings today = ask(scene, FELT_HAND_STORE_STAKES, 1, TODAY, 0);
    assert_int_equal(today.count, 2);
    assert_int_equal(today.stakes[0].stats.manners.hands, 10);
    felt_hand_store_drop(&today);
    struct felt_hand_store_findings nobody = ask(scene, FELT_HAND_STORE_STAKES, 3, 0, 0);
    assert_int_equal(nobody.count, 0);
    felt_hand_store_drop(&nobody);
}

/* Y4 */
static void stats_of_a_hand_told_again_are_not_added(void **state)
{
    struct scene *scene = *state;
    count_evening(scene);
    reopen(scene);
    count_evening(scene);
    struct felt_hand_store_findings all = ask(scene, FELT_HAND_STORE_STAKES, 2, 0, 0);
    assert_int_equal(all.stakes[0].stats.manners.hands + all.stakes[1].stats.manners.hands, 40);
    felt_hand_store_drop(&all);
}

static void stats_make_a_graph_without_tournaments(void **state)
{
    struct scene *scene = *state;
    struct felt_counted_hand event = hand_of(77, TODAY, "event");
    event.kind = FELT_HAND_STORE_TABLE_EVENT;
    seat(&event, 1, FELT_SEATED_PERSON, 5000);
    assert_true(felt_hand_store_count(scene->hand_store, &event));
    assert_true(keep(scene, 1, 77, "of a tournament"));
    count_evening(scene);
    for (int i = 1; i <= 3; i++) assert_true(keep(scene, 1, i, "x"));
    struct felt_hand_store_findings graph = ask(scene, FELT_HAND_STORE_GRAPH, 1, 0, 2);
    assert_int_equal(graph.count, 2);
    assert_int_equal(graph.days[0].day, TODAY - 1);
    assert_int_equal(graph.days[0].won, 60);
    assert_int_equal(graph.days[1].won, 60);
    assert_int_equal(graph.days[1].time_ms, 20000);
    assert_int_equal(graph.hand_count, 2);
    assert_string_equal(graph.hands[0].hand_id, "H-2025-10-17-00003");
    felt_hand_store_drop(&graph);
    struct felt_hand_store_findings all = ask(scene, FELT_HAND_STORE_STAKES, 1, 0, 0);
    assert_int_equal(all.count, 3);
    assert_int_equal(all.stakes[2].kind, FELT_HAND_STORE_TABLE_EVENT);
    felt_hand_store_drop(&all);
}

static void stats_tell_who_is_best(void **state)
{
    struct scene *scene = *state;
    count_evening(scene);
    struct felt_counted_hand once = hand_of(50, TODAY, "nl-2");
    seat(&once, 3, FELT_SEATED_PERSON, 100);
    seat(&once, 4, FELT_SEATED_BOT, 500);
    assert_true(felt_hand_store_count(scene->hand_store, &once));
    struct felt_hand_store_question question = {.topic = FELT_HAND_STORE_BEST, .limit = 10};
    static const int64_t first[FELT_BEST_ORDERS] = {3, 1, 1};
    for (int by = 0; by < FELT_BEST_ORDERS; by++) {
        struct felt_hand_store_findings found;
        question.by = (uint8_t)by;
        assert_true(felt_hand_store_ask(scene->hand_store, &question, 5));
        while (!felt_hand_store_take_findings(scene->hand_store, &found)) (void)usleep(200);
        assert_int_equal(found.count, 3); /* neither the bot nor the house */
        assert_int_equal(found.days[0].user, first[by]);
        felt_hand_store_drop(&found);
    }
    struct felt_hand_store_findings found;
    question.by = FELT_BEST_BLINDS;
    question.hands_min = 20;
    assert_true(felt_hand_store_ask(scene->hand_store, &question, 5));
    while (!felt_hand_store_take_findings(scene->hand_store, &found)) (void)usleep(200);
    assert_int_equal(found.count, 2);
    assert_int_equal(found.days[0].user, 1);
    felt_hand_store_drop(&found);
    struct felt_hand_store_findings house = ask(scene, FELT_HAND_STORE_HOUSE, 0, 0, 0);
    assert_int_equal(house.count, 2);
    assert_int_equal(house.days[0].won + house.days[1].won, -40);
    felt_hand_store_drop(&house);
}

static void stats_of_one_user_are_forgotten(void **state)
{
    struct scene *scene = *state;
    count_evening(scene);
    struct felt_counted_hand hand = hand_of(60, TODAY, "nl-2");
    pair(&hand, 1, 2, 50000, FELT_CLUE_GAVE);
    assert_true(felt_hand_store_count(scene->hand_store, &hand));
    assert_true(felt_hand_store_seen(scene->hand_store, 1, "10.0.0.1", TODAY));
    assert_true(felt_hand_store_seen(scene->hand_store, 2, "10.0.0.1", TODAY));
    assert_true(felt_hand_store_forget(scene->hand_store, 1));
    struct felt_hand_store_findings gone = ask(scene, FELT_HAND_STORE_STAKES, 1, 0, 0);
    assert_int_equal(gone.count, 0);
    felt_hand_store_drop(&gone);
    gone = ask(scene, FELT_HAND_STORE_PAIRS, 0, 0, 10);
    assert_int_equal(gone.count, 0);
    felt_hand_store_drop(&gone);
    gone = ask(scene, FELT_HAND_STORE_STAKES, 2, 0, 0);
    assert_int_equal(gone.count, 2);
    felt_hand_store_drop(&gone);
}

static void stats_of_old_days_go(void **state)
{
    struct scene *scene = *state;
    struct felt_counted_hand old = hand_of(1, TODAY - FELT_HAND_STORE_STATS_DAYS - 1, "nl-2");
    struct felt_counted_hand young = hand_of(2, TODAY - FELT_HAND_STORE_STATS_DAYS, "nl-2");
    struct felt_counted_hand today = hand_of(3, TODAY, "nl-2");
    seat(&old, 1, FELT_SEATED_PERSON, 1);
    seat(&young, 1, FELT_SEATED_PERSON, 1);
    seat(&today, 1, FELT_SEATED_PERSON, 1);
    pair(&old, 1, 2, 100000, FELT_CLUE_GAVE);
    assert_true(felt_hand_store_count(scene->hand_store, &old));
    assert_true(felt_hand_store_count(scene->hand_store, &young));
    assert_true(felt_hand_store_count(scene->hand_store, &today));
    struct felt_hand_store_findings all = ask(scene, FELT_HAND_STORE_STAKES, 1, 0, 0);
    assert_int_equal(all.stakes[0].stats.manners.hands, 2);
    felt_hand_store_drop(&all);
}

/* ---- pairs ------------------------------------------------------------------------------------
 */

static void pairs_that_pass_chips_are_told_with_their_hands(void **state)
{
    struct scene *scene = *state;
    for (int i = 0; i < 60; i++) {
        struct felt_counted_hand hand = hand_of(100 + i, TODAY, "nl-2");
        pair(&hand, 5, 6, i % 6 == 0 ? 10000 + i * 1000 : 0, i % 6 == 0 ? FELT_CLUE_GAVE_UP : 0);
        pair(&hand, 5, 7, i % 2 ? 2000 : -2000, 0);
        pair(&hand, 6, 7, i % 2 ? 3000 : -3000, 0);
        assert_true(felt_hand_store_count(scene->hand_store, &hand));
    }
    struct felt_hand_store_findings found = ask(scene, FELT_HAND_STORE_PAIRS, 0, TODAY, 10);
    assert_int_equal(found.count, 1);
    const struct felt_hand_store_pair_row *row = &found.pairs[0];
    assert_int_equal(row->first, 5);
    assert_int_equal(row->second, 6);
    assert_int_equal(row->there.hands, 60);
    assert_false(row->same_address);
    assert_true(row->suspicion.score > 9);
    assert_int_equal(row->clues, FELT_HAND_STORE_CLUES); /* of ten, the largest */
    assert_string_equal(row->clue[0].hand_id, "H-2025-10-17-00154");
    assert_int_equal(row->clue[0].gave_mbb, 64000);
    assert_int_equal(row->clue[0].clue, FELT_CLUE_GAVE_UP);
    felt_hand_store_drop(&found);
    found = ask(scene, FELT_HAND_STORE_PAIRS, 0, TODAY + 1, 10);
    assert_int_equal(found.count, 0);
    felt_hand_store_drop(&found);
}

/* One hand is enough for two who hardly play others; not for somebody who does it everywhere. */
static void pairs_of_a_single_hand_are_marked(void **state)
{
    struct scene *scene = *state;
    struct felt_counted_hand hand = hand_of(1, TODAY, "nl-2");
    pair(&hand, 5, 6, 100000, FELT_CLUE_GAVE | FELT_CLUE_DUMP_CALL);
    assert_true(felt_hand_store_count(scene->hand_store, &hand));
    hand = hand_of(2, TODAY, "nl-2");
    pair(&hand, 7, 8, 100000, FELT_CLUE_DUMP_CALL);
    assert_true(felt_hand_store_count(scene->hand_store, &hand));
    hand = hand_of(3, TODAY, "nl-2");
    pair(&hand, 7, 9, 100000, FELT_CLUE_DUMP_CALL);
    assert_true(felt_hand_store_count(scene->hand_store, &hand));
    struct felt_hand_store_findings found = ask(scene, FELT_HAND_STORE_PAIRS, 0, TODAY, 10);
    assert_int_equal(found.count, 1);
    assert_true(found.pairs[0].first == 5 && found.pairs[0].second == 6);
    assert_int_equal(found.pairs[0].suspicion.dump, 4);
    assert_true(felt_pair_is_suspect(&found.pairs[0].suspicion));
    assert_int_equal(found.pairs[0].clue[0].clue, FELT_CLUE_GAVE | FELT_CLUE_DUMP_CALL);
    felt_hand_store_drop(&found);
    /* many larger pots of the day do not push it out */
    for (int i = 0; i < 2 * FELT_HAND_STORE_CLUES; i++) {
        hand = hand_of(10 + i, TODAY, "nl-2");
        pair(&hand, 5, 6, 200000 + i, FELT_CLUE_GAVE);
        assert_true(felt_hand_store_count(scene->hand_store, &hand));
    }
    found = ask(scene, FELT_HAND_STORE_PAIRS, 0, TODAY, 10);
    assert_int_equal(found.count, 1);
    assert_string_equal(found.pairs[0].clue[0].hand_id, "H-2025-10-17-00001");
    felt_hand_store_drop(&found);
}

/* Whether they come from one address before they play together or after it. */
static void pairs_of_one_address_are_told_and_logged_once(void **state)
{
    struct scene *scene = *state;
    struct felt_counted_hand hand = hand_of(1, TODAY, "nl-2");
    assert_true(felt_hand_store_seen(scene->hand_store, 5, "10.0.0.1", TODAY));
    assert_true(felt_hand_store_seen(scene->hand_store, 6, "10.0.0.1", TODAY));
    assert_true(felt_hand_store_seen(scene->hand_store, 7, "10.0.0.2", TODAY));
    pair(&hand, 5, 6, 0, 0);
    pair(&hand, 5, 7, 0, 0);
    assert_true(felt_hand_store_count(scene->hand_store, &hand));
    struct felt_hand_store_findings found = ask(scene, FELT_HAND_STORE_PAIRS, 0, TODAY, 10);
    assert_int_equal(found.count, 1);
    assert_true(found.pairs[0].same_address);
    felt_hand_store_drop(&found);
    assert_true(log_has(scene, "warn fair play: users 5 and 6 play together from one address"));
    assert_false(log_has(scene, "10.0.0"));
    reopen(scene); /* the key of the day is the same */
    assert_true(felt_hand_store_seen(scene->hand_store, 7, "10.0.0.1", TODAY));
    found = ask(scene, FELT_HAND_STORE_PAIRS, 0, TODAY, 10);
    assert_int_equal(found.count, 2);
    felt_hand_store_drop(&found);
    assert_true(log_has(scene, "users 5 and 7 play"));
    scene->log[0] = '\0';
    assert_true(felt_hand_store_seen(scene->hand_store, 7, "10.0.0.1", TODAY));
    found = ask(scene, FELT_HAND_STORE_PAIRS, 0, TODAY, 10);
    felt_hand_store_drop(&found);
    assert_false(log_has(scene, "users"));
}

/* Y5: nowhere in the file, and the key of yesterday is gone. */
static void addresses_are_not_in_the_file(void **state)
{
    struct scene *scene = *state;
    assert_true(felt_hand_store_seen(scene->hand_store, 5, "198.51.100.77", TODAY - 1));
    assert_true(felt_hand_store_seen(scene->hand_store, 5, "198.51.100.77", TODAY));
    felt_hand_store_close(scene->hand_store);
    scene->hand_store = NULL;
    sqlite3 *database;
    sqlite3_stmt *prepared;
    assert_int_equal(sqlite3_open(scene->file, &database), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(database,
                           "SELECT (SELECT count(*) FROM daykey), (SELECT count("
                           "DISTINCT hash) FROM address), (SELECT min(day) FROM daykey)",
                           -1, &prepared, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_step(prepared), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(prepared, 0), 1);
    assert_int_equal(sqlite3_column_int(prepared, 1), 2); /* each day has a hash of its own */
    assert_int_equal(sqlite3_column_int(prepared, 2), TODAY);
    sqlite3_finalize(prepared);
    sqlite3_close(database);
    FILE *file = fopen(scene->file, "rb");
    assert_non_null(file);
    static char bytes[1 << 20];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t i = 0; i + 13 <= size; i++)
        assert_int_not_equal(memcmp(bytes + i, "198.51.100.77", 13), 0);
}

/* ---- the version before -----------------------------------------------------------------------
 */

static void stats_are_added_to_a_file_of_version_1(void **state)
{
    static const char script[] =
        "CREATE TABLE hand (user INTEGER NOT NULL, number INTEGER NOT NULL, hand_id TEXT NOT NULL,"
        " at_ms INTEGER NOT NULL, won INTEGER NOT NULL, place TEXT NOT NULL,"
        " variant TEXT NOT NULL, phh TEXT NOT NULL, PRIMARY KEY (user, number)) STRICT,"
        " WITHOUT ROWID; CREATE TABLE shelf (user INTEGER PRIMARY KEY, hands INTEGER NOT NULL)"
        " STRICT; PRAGMA user_version = 1;"
        "INSERT INTO hand VALUES (1, (20251017 << 32) + 5, 'H-2025-10-17-00005', 7, -9, 'nl-2-1',"
        " 'holdem', 'old'); INSERT INTO shelf VALUES (1, 1)";
    struct scene *scene = *state;
    sqlite3 *database;
    felt_hand_store_close(scene->hand_store);
    (void)unlink(scene->file);
    assert_int_equal(sqlite3_open(scene->file, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, script, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
    open_hand_store(scene);
    count_evening(scene);
    struct felt_hand_store_findings graph = ask(scene, FELT_HAND_STORE_GRAPH, 1, 0, 10);
    assert_int_equal(graph.hand_count, 1);
    assert_int_equal(graph.hands[0].won, -9);
    assert_int_equal(graph.count, 2);
    felt_hand_store_drop(&graph);
    reopen(scene);
    graph = ask(scene, FELT_HAND_STORE_GRAPH, 1, 0, 10);
    assert_int_equal(graph.count, 2);
    felt_hand_store_drop(&graph);
}

#define CASE(name)                                                                                 \
    {                                                                                              \
#name, name, set_up, tear_down, NULL                                                       \
    }

TEST_MODULE(hand_store_stats)
{
    const struct CMUnitTest tests[] = {
        CASE(stats_are_summed_by_stake_and_day),
        CASE(stats_of_a_hand_told_again_are_not_added),
        CASE(stats_make_a_graph_without_tournaments),
        CASE(stats_tell_who_is_best),
        CASE(stats_of_one_user_are_forgotten),
        CASE(stats_of_old_days_go),
        CASE(pairs_that_pass_chips_are_told_with_their_hands),
        CASE(pairs_of_a_single_hand_are_marked),
        CASE(pairs_of_one_address_are_told_and_logged_once),
        CASE(addresses_are_not_in_the_file),
        CASE(stats_are_added_to_a_file_of_version_1),
    };
    return cmocka_run_group_tests_name("hand_store_stats", tests, NULL, NULL);
}
