/* test_ohh.c -- Open Hand History: what is written for each kind of action, and what the form has
 * no words for.  The texts are read again by a hand store that is not ours. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/ohh.h"
#include "felt/replay.h"
#include "module.h"
#include "support.h"

#include <jansson.h>
#include <string.h>

static struct felt_record record;
static char text[FELT_RECORD_TEXT_MAX], out[FELT_RECORD_TEXT_MAX];

/* The object "ohh" of a hand; the caller lets go of *root. */
static json_t *write_hand(const char *fields, const char *actions, json_t **root)
{
    struct felt_complaint complaint = {0};
    int bytes = snprintf(text, sizeof text, "{%s,\"actions\":[%s]}", fields, actions);
    if (felt_hand_json_read(text, (size_t)bytes, &record, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    struct felt_buffer buffer = felt_buffer_make(out, sizeof out);
    if (felt_ohh_write(&record, 5, &buffer, &complaint) != FELT_OK) fail_msg("%s", complaint.text);
    *root = json_loadb(out, buffer.used, 0, NULL);
    assert_non_null(*root);
    return json_object_get(*root, "ohh");
}

/* "0 Post BB 2, 1 Raise 10 all-in, ..." of one round. */
static const char *list_actions(const json_t *ohh, size_t round, char list[1024])
{
    struct felt_buffer buffer = felt_buffer_make(list, 1024);
    const json_t *actions =
        json_object_get(json_array_get(json_object_get(ohh, "rounds"), round), "actions");
    for (size_t i = 0; i < json_array_size(actions); i++) {
        const json_t *action = json_array_get(actions, i);
        const json_t *amount = json_object_get(action, "amount");
        const json_t *cards = json_object_get(action, "cards");
        assert_int_equal(json_integer_value(json_object_get(action, "action_number")), i);
        if (i > 0) felt_buffer_text(&buffer, ", ");
        felt_buffer_int(&buffer, json_integer_value(json_object_get(action, "player_id")));
        felt_buffer_char(&buffer, ' ');
        felt_buffer_text(&buffer, json_string_value(json_object_get(action, "action")));
        for (size_t k = 0; k < json_array_size(cards); k++) {
            felt_buffer_text(&buffer, k ? "" : " ");
            felt_buffer_text(&buffer, json_string_value(json_array_get(cards, k)));
        }
        if (amount && json_number_value(amount) > 0) {
            felt_buffer_char(&buffer, ' ');
            felt_buffer_decimal(&buffer, json_number_value(amount), json_is_real(amount) ? 2 : 0);
        }
        if (json_is_true(json_object_get(action, "is_allin"))) felt_buffer_text(&buffer, " all-in");
    }
    return felt_buffer_terminate(&buffer);
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value ? value : "";
}

static json_int_t number_of(const json_t *object, const char *key)
{
    assert_true(json_is_integer(json_object_get(object, key)));
    return json_integer_value(json_object_get(object, key));
}

static const json_t *item(const json_t *object, const char *key, size_t index)
{
    return json_array_get(json_object_get(object, key), index);
}

static void ohh_tells_forced_bets_and_deeds(void **state)
{
    (void)state;
    char list[1024];
    json_t *root;
    const json_t *ohh = write_hand(
        "\"variant\":\"NT\",\"id\":\"x7\",\"starting_stacks\":[100,100,100,50,60],"
        "\"antes\":[1,1,1,1,1],\"ante_trimming_status\":true,\"_dead\":[0,0,0,1,0],"
        "\"blinds_or_straddles\":[1,2,4,-2,0],\"min_bet\":2,"
        "\"players\":[\"Ann\",\"Bob\",\"Cy\",\"Dee\",\"Eve\"],\"seats\":[4,6,7,8,2],"
        "\"table\":\"Vesta\",\"currency\":\"EUR\",\"year\":2026,\"month\":5,\"day\":1,"
        "\"time\":{\"phh\":\"20:15:00\"},\"time_zone\":\"UTC\"",
        "\"d dh p1 AhAd\",\"d dh p2 ????\",\"d dh p3 ????\",\"d dh p4 KhKd\",\"d dh p5 ????\","
        "\"p4 cbr 48\",\"p5 f\",\"p1 cc\",\"p2 f\",\"p3 f\",\"d db 2c3c4c\",\"d db 9d\","
        "\"d db 9s\"",
        &root);
    assert_string_equal(list_actions(ohh, 0, list),
                        "3 Post Dead 1, 0 Post Ante 1, 1 Post Ante 1, 2 Post Ante 1, "
                        "3 Post Ante 1, 4 Post Ante 1, 0 Post SB 1, 1 Post BB 2, 2 Straddle 4, "
                        "3 Post Extra Blind 2, 0 Dealt Cards AhAd, 1 Dealt Cards, 2 Dealt Cards, "
                        "3 Dealt Cards KhKd, 4 Dealt Cards, 3 Raise 46 all-in, 4 Fold, 0 Call 47, "
                        "1 Fold, 2 Fold");
    assert_string_equal(list_actions(ohh, 4, list), "3 Shows Cards KhKd, 0 Shows Cards AhAd");
    assert_int_equal(json_array_size(json_object_get(ohh, "rounds")), 5);
    assert_string_equal(text_of(item(ohh, "rounds", 3), "street"), "River");
    assert_string_equal(text_of(ohh, "game_number"), "x7");
    assert_string_equal(text_of(ohh, "start_date_utc"), "2026-05-01T20:15:00Z");
    assert_string_equal(text_of(ohh, "currency"), "EUR");
    assert_string_equal(text_of(item(ohh, "players", 4), "name"), "Eve");
    assert_int_equal(number_of(ohh, "dealer_seat"), 2);
    assert_int_equal(number_of(ohh, "table_size"), 8);
    assert_int_equal(number_of(ohh, "small_blind_amount"), 1);
    assert_int_equal(number_of(ohh, "ante_amount"), 1);
    const json_t *pot = item(ohh, "pots", 0);
    assert_int_equal(number_of(pot, "amount"), 5 + 1 + 2 + 4 + 48 + 48);
    assert_int_equal(number_of(item(pot, "player_wins", 0), "player_id"), 0);
    json_decref(root);
}

static void ohh_tells_pots_rake_and_fractions(void **state)
{
    (void)state;
    char list[1024];
    json_t *root;
    const json_t *ohh =
        write_hand("\"variant\":\"PO\",\"_decimals\":2,\"starting_stacks\":[300,600,600],"
                   "\"blinds_or_straddles\":[50,100,0],\"min_bet\":100,\"_rake_per_10000\":500,"
                   "\"_rake_cap\":1000",
                   "\"d dh p1 AhAdAcAs\",\"d dh p2 KhKdKcKs\",\"d dh p3 QhQdQcQs\",\"p3 cbr 350\","
                   "\"p1 cc\",\"p2 cbr 600\",\"p3 cc\",\"d db 2c3c4d\",\"d db 9d\",\"d db 9s\"",
                   &root);
    assert_string_equal(list_actions(ohh, 0, list),
                        "0 Post SB 0.50, 1 Post BB 1.00, 0 Dealt Cards AhAdAcAs, "
                        "1 Dealt Cards KhKdKcKs, 2 Dealt Cards QhQdQcQs, 2 Raise 3.50, "
                        "0 Call 2.50 all-in, 1 Raise 5.00 all-in, 2 Call 2.50 all-in");
    const json_t *main_pot = item(ohh, "pots", 0), *side_pot = item(ohh, "pots", 1);
    assert_true(json_real_value(json_object_get(main_pot, "amount")) == 9.0);
    assert_true(json_real_value(json_object_get(main_pot, "rake")) == 0.45);
    assert_true(json_real_value(json_object_get(side_pot, "amount")) == 6.0);
    assert_true(json_real_value(json_object_get(side_pot, "rake")) == 0.3);
    const json_t *win = item(side_pot, "player_wins", 0);
    assert_int_equal(number_of(win, "player_id"), 1);
    assert_true(json_real_value(json_object_get(win, "win_amount")) == 5.7);
    assert_string_equal(text_of(json_object_get(ohh, "bet_limit"), "bet_type"), "PL");
    assert_true(json_is_null(json_object_get(ohh, "start_date_utc")));
    json_decref(root);
}

static void ohh_tells_bomb_pots_bets_and_mucks(void **state)
{
    (void)state;
    char list[1024];
    json_t *root;
    const json_t *ohh =
        write_hand("\"variant\":\"NT\",\"starting_stacks\":[100,100],\"antes\":[5,5],"
                   "\"ante_trimming_status\":true,\"min_bet\":5,\"_bomb\":true",
                   "\"d dh p1 AhAd\",\"d dh p2 KhKd\",\"d db 2c3c4d\",\"p1 cbr 10\",\"p2 cc\","
                   "\"d db 9d\",\"p1 cc\",\"p2 cc\",\"d db 9s\",\"p1 cc\",\"p2 cc\",\"p1 sm AhAd\","
                   "\"p2 sm\"",
                   &root);
    assert_string_equal(list_actions(ohh, 1, list), "0 Bet 10, 1 Call 10");
    assert_string_equal(list_actions(ohh, 4, list), "0 Shows Cards AhAd, 1 Mucks Cards");
    assert_string_equal(json_string_value(item(ohh, "flags", 0)), "Bomb_Pot");
    assert_string_equal(text_of(ohh, "game_number"), "5");
    json_decref(root);
}

static void ohh_has_no_words_for_some_hands(void **state)
{
    (void)state;
    static const struct {
        const char *hand;
        enum felt_status status;
        const char *why;
    } cases[] = {
        {"\"variant\":\"F7S\",\"starting_stacks\":[9,9],\"min_bet\":2,\"actions\":[]",
         FELT_UNSUPPORTED, "Open Hand History has no word for games other than hold'em and Omaha"},
        {"\"variant\":\"NTP\",\"starting_stacks\":[9,9],\"min_bet\":2,\"actions\":[]",
         FELT_UNSUPPORTED, "Open Hand History has no word for games other than hold'em and Omaha"},
        {"\"variant\":\"NT\",\"starting_stacks\":[9,9],\"min_bet\":2,\"_wild\":\"2c\","
         "\"actions\":[]",
         FELT_UNSUPPORTED, "Open Hand History has no word for wild cards"},
        {"\"variant\":\"NT\",\"_decimals\":2,\"starting_stacks\":[9,100000000000],\"min_bet\":2,"
         "\"actions\":[]",
         FELT_UNSUPPORTED, "Open Hand History has no word for parts of so many chips"},
        {"\"variant\":\"NT\",\"starting_stacks\":[9,9],\"min_bet\":2,\"actions\":[\"p1 f\"]",
         FELT_NOT_LEGAL, "action 1, p1 f: first p1 gets its cards"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct felt_complaint complaint = {0};
        int bytes = snprintf(text, sizeof text, "{%s}", cases[i].hand);
        assert_int_equal(felt_hand_json_read(text, (size_t)bytes, &record, NULL), FELT_OK);
        struct felt_buffer buffer = felt_buffer_make(out, sizeof out);
        enum felt_status status = felt_ohh_write(&record, 1, &buffer, &complaint);
        if (status != cases[i].status || strcmp(complaint.text, cases[i].why) != 0)
            fail_msg("%s: %d %s", cases[i].hand, status, complaint.text);
        assert_int_equal(buffer.used, 0);
    }
}

static void ohh_that_does_not_fit_leaves_nothing(void **state)
{
    (void)state;
    static const char hand[] =
        "{\"variant\":\"NT\",\"starting_stacks\":[9,9],\"blinds_or_straddles\":[1,2],\"min_bet\":2,"
        "\"actions\":[\"d dh p1 ????\",\"d dh p2 ????\",\"p2 f\"]}";
    assert_int_equal(felt_hand_json_read(hand, strlen(hand), &record, NULL), FELT_OK);
    struct felt_buffer buffer = felt_buffer_make(out, 700);
    assert_int_equal(felt_ohh_write(&record, 1, &buffer, NULL), FELT_FULL);
    assert_int_equal(buffer.used, 0);
    assert_false(buffer.overflow);
}

TEST_MODULE(ohh)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ohh_tells_forced_bets_and_deeds),
        cmocka_unit_test(ohh_tells_pots_rake_and_fractions),
        cmocka_unit_test(ohh_tells_bomb_pots_bets_and_mucks),
        cmocka_unit_test(ohh_has_no_words_for_some_hands),
        cmocka_unit_test(ohh_that_does_not_fit_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
