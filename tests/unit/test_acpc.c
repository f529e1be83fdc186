/* test_acpc.c -- log lines of the computer poker competition. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/acpc.h"
#include "felt/replay.h"
#include "module.h"

#include <stdio.h>
#include <string.h>

static struct felt_record record, other;
static struct felt_replay replay;

static const struct felt_acpc_game no_limit = {
    .limit = FELT_NO_LIMIT, .stacks = 1, .stack = {20000}, .small_blind = 50, .big_blind = 100};
static const struct felt_acpc_game fixed = {.limit = FELT_FIXED_LIMIT,
                                            .stacks = 1,
                                            .stack = {1000},
                                            .small_blind = 5,
                                            .big_blind = 10,
                                            .small_bet = 10,
                                            .big_bet = 20};
static const struct felt_acpc_game uneven = {.limit = FELT_NO_LIMIT,
                                             .stacks = 3,
                                             .stack = {500, 1000, 200},
                                             .small_blind = 5,
                                             .big_blind = 10};

static void read_good(const char *line, const struct felt_acpc_game *game, struct felt_record *out)
{
    struct felt_complaint complaint = {0};
    if (felt_acpc_read(line, strlen(line), game, out, &complaint) != FELT_OK)
        fail_msg("%s is refused at %zu: %s", line, complaint.at, complaint.text);
}

static const struct {
    const char *line;
    const struct felt_acpc_game *game;
} lines[] = {
    {"STATE:0:f:5d5c|9hQd:50|-50:Ann|Bob", &no_limit},
    {"STATE:1:cc/cc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:100|-100:Ann|Bob", &no_limit},
    {"STATE:2:r300c/cr900f:5d5c|9hQd/8dAs8s:-300|300:Ann|Bob", &no_limit},
    {"STATE:3:r300r20000c///:5d5c|9hQd/8dAs8s/4h/6d:20000|-20000:Ann|Bob", &no_limit},
    {"STATE:4:r300c/r20000c//:5d5c|9hQd/8dAs8s/4h/6d:20000|-20000:Ann|Bob", &no_limit},
    {"STATE:5:cr250c/cc/cr500c/r1500f:5d5c|9hQd/8dAs8s/4h/6d:500|-500:p1|p2", &no_limit},
    {"STATE:6:rrrrc/crc/cc/rrf:5d5c|9hQd/8dAs8s/4h/6d:-80|80:Ann|Bob", &fixed},
    {"STATE:7:ffcc/cc/cc/cc:|9hQd|5d5c|/8dAs8s/4h/6d:10|-10|0|0:|Bob|C d|Zo\xC3\xAB", NULL},
    {"STATE:8:r200r500c///:AhAd|KhKd|QcQd/2c7d9h/3s/4s:700|-500|-200:a|b|c", &uneven},
};

static const char *finish_of(const struct felt_record *from, char out[128])
{
    struct felt_buffer text = felt_buffer_make(out, 128);
    for (int seat = 0; seat < from->seats; seat++) {
        if (seat) felt_buffer_char(&text, ' ');
        felt_buffer_int(&text, from->finish[seat]);
    }
    return felt_buffer_terminate(&text);
}

static void acpc_lines_are_read_played_and_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (lines[i].game == NULL) continue; /* unknown cards at a showdown, below */
        char memory[512];
        struct felt_acpc_game game;
        struct felt_complaint complaint = {0};
        struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
        read_good(lines[i].line, lines[i].game, &record);
        if (felt_replay_run(&record, &replay, &complaint) != FELT_OK ||
            !felt_replay_agrees(&record, &replay, &complaint))
            fail_msg("%s: %s", lines[i].line, complaint.text);
        if (felt_acpc_write(&record, 99, &game, &out, &complaint) != FELT_OK)
            fail_msg("%s: %s", lines[i].line, complaint.text);
        assert_string_equal(felt_buffer_terminate(&out), lines[i].line);
        read_good(memory, &game, &other);
        assert_true(felt_record_equal(&record, &other));
    }
}

static void acpc_means_what_it_says(void **state)
{
    (void)state;
    char finish[128];
    read_good(lines[5].line, &no_limit, &record);
    assert_int_equal(record.variant, felt_record_variant_find("NT", 2));
    assert_int_equal(record.seats, 2);
    assert_int_equal(record.blind[0], 100); /* p2 has the button and the small blind */
    assert_int_equal(record.blind[1], 50);
    assert_int_equal(record.min_bet, 100);
    static const struct {
        int kind, seat, amount;
    } wanted[] = {
        {FELT_RECORD_HOLE, 0, 0},       {FELT_RECORD_HOLE, 1, 0},
        {FELT_RECORD_CHECK_CALL, 1, 0}, {FELT_RECORD_RAISE_TO, 0, 250},
        {FELT_RECORD_CHECK_CALL, 1, 0}, {FELT_RECORD_BOARD, -1, 0},
        {FELT_RECORD_CHECK_CALL, 0, 0}, {FELT_RECORD_CHECK_CALL, 1, 0},
        {FELT_RECORD_BOARD, -1, 0},     {FELT_RECORD_CHECK_CALL, 0, 0},
        {FELT_RECORD_RAISE_TO, 1, 250}, {FELT_RECORD_CHECK_CALL, 0, 0},
        {FELT_RECORD_BOARD, -1, 0},     {FELT_RECORD_RAISE_TO, 0, 1000},
        {FELT_RECORD_FOLD, 1, 0},
    };
    assert_int_equal(record.actions, sizeof wanted / sizeof wanted[0]);
    for (int i = 0; i < record.actions; i++) {
        assert_int_equal(record.action[i].kind, wanted[i].kind);
        assert_int_equal(record.action[i].seat, wanted[i].seat);
        assert_int_equal(record.action[i].amount, wanted[i].amount);
    }
    assert_int_equal(record.notes, 0); /* p1|p2 are no names */
    assert_string_equal(finish_of(&record, finish), "20500 19500");
    read_good(lines[6].line, &fixed, &record);
    assert_int_equal(record.action[2].amount, 20);
    assert_int_equal(record.action[5].amount, 50);
}

static void acpc_without_all_cards_is_read_but_not_decided(void **state)
{
    (void)state;
    struct felt_acpc_game game = no_limit;
    struct felt_complaint complaint = {0};
    read_good(lines[7].line, &game, &record);
    assert_int_equal(record.action[0].cards[0], FELT_CARD_NONE);
    assert_int_equal(felt_replay_run(&record, &replay, &complaint), FELT_UNSUPPORTED);
    assert_string_equal(complaint.text,
                        "there is a showdown, but the cards of p1 are not recorded");
}

static const struct {
    const char *line;
    enum felt_status status;
    size_t at, length;
    const char *why;
} refused[] = {
    {"", FELT_BAD_FORMAT, 0, 0, "a line is STATE:number:betting:cards:values:names"},
    {"STATE:0:f:5d5c|9hQd:50|-50", FELT_BAD_FORMAT, 0, 26,
     "a line is STATE:number:betting:cards:values:names"},
    {"MATCH:0:f:5d5c|9hQd:50|-50:A|B", FELT_BAD_FORMAT, 0, 30,
     "a line is STATE:number:betting:cards:values:names"},
    {"STATE:0:f:5d5c|9hQd:50|-50:A|B:C", FELT_BAD_FORMAT, 32, 0,
     "a line has six parts with : between them"},
    {"STATE:x:f:5d5c|9hQd:50|-50:A|B", FELT_BAD_NUMBER, 6, 1, "the number of the hand stands here"},
    {"STATE:0:f:5d5c:50|-50:A|B", FELT_WRONG_COUNT, 10, 4,
     "a hand has two seats or more, with | between"},
    {"STATE:0:f:||||||||||:0:A", FELT_WRONG_COUNT, 20, 0, "there are at most ten hands"},
    {"STATE:0:f:5d5|9hQd:50|-50:A|B", FELT_BAD_CARD, 13, 0, NULL},
    {"STATE:0:f:5d5c6c|9hQd:50|-50:A|B", FELT_WRONG_COUNT, 14, 2, NULL},
    {"STATE:0:f:5d|9hQd:50|-50:A|B", FELT_WRONG_COUNT, 10, 2, "2 cards should stand here"},
    {"STATE:0:f:5d5c|9hQd/8dAs:50|-50:A|B", FELT_WRONG_COUNT, 20, 4, "3 cards should stand here"},
    {"STATE:0:f:5d5c|9hQd/8dAs8s/4h/6d/7d:50|-50:A|B", FELT_WRONG_COUNT, 33, 2,
     "the board has five cards"},
    {"STATE:0:f:5d5c|9hQd/8dAs8s:50|-50:A|B", FELT_WRONG_COUNT, 10, 16,
     "the board has more cards than the betting needs"},
    {"STATE:0:x:5d5c|9hQd:50|-50:A|B", FELT_BAD_FORMAT, 8, 1,
     "betting is written with f, c, r and /"},
    {"STATE:0:ff:5d5c|9hQd:50|-50:A|B", FELT_NOT_YOUR_TURN, 9, 1, "the hand is over before this"},
    {"STATE:0:c:5d5c|9hQd:50|-50:A|B", FELT_WRONG_COUNT, 9, 0,
     "the betting ends before the hand does"},
    {"STATE:0:ccc:5d5c|9hQd/8dAs8s:50|-50:A|B", FELT_BAD_FORMAT, 10, 1,
     "the streets are not cut here by /"},
    {"STATE:0:/f:5d5c|9hQd:50|-50:A|B", FELT_BAD_FORMAT, 9, 1, "the streets are not cut here by /"},
    {"STATE:0:f/:5d5c|9hQd:50|-50:A|B", FELT_BAD_FORMAT, 8, 2,
     "the streets are not cut right by /"},
    {"STATE:0:r20000c//:5d5c|9hQd/8dAs8s/4h/6d:50|-50:A|B", FELT_BAD_FORMAT, 8, 9,
     "the streets are not cut right by /"},
    {"STATE:0:cc/f:5d5c|9hQd:50|-50:A|B", FELT_WRONG_COUNT, 13, 9,
     "the board has fewer cards than the betting needs"},
    {"STATE:0:rf:5d5c|9hQd:50|-50:A|B", FELT_BAD_NUMBER, 8, 1,
     "in no limit r is followed by the chips put in during the hand"},
    {"STATE:0:r99999999999999999999f:5d5c|9hQd:50|-50:A|B", FELT_BAD_NUMBER, 8, 1, NULL},
    {"STATE:0:r150f:5d5c|9hQd:50|-50:A|B", FELT_BAD_AMOUNT, 8, 4,
     "p2: raise to 200 at least, 20000 at most"},
    {"STATE:0:r20000r20000:5d5c|9hQd:50|-50:A|B", FELT_NOT_LEGAL, 14, 6, NULL},
    {"STATE:0:f:5d5c|9hQd:50:A|B", FELT_WRONG_COUNT, 20, 2,
     "there should be a value for each hand"},
    {"STATE:0:f:5d5c|9hQd:50|-50|0:A|B", FELT_WRONG_COUNT, 20, 8,
     "there should be a value for each hand"},
    {"STATE:0:f:5d5c|9hQd:50|x:A|B", FELT_BAD_NUMBER, 23, 1, "a number of chips should stand here"},
    {"STATE:0:f:5d5c|9hQd:50.5|-50.5:A|B", FELT_UNSUPPORTED, 20, 4,
     "parts of chips are not paid out here"},
    {"STATE:0:f:5d5c|9hQd:50|-20001:A|B", FELT_BAD_NUMBER, 23, 6,
     "no seat can lose more than its stack"},
    {"STATE:0:f:5d5c|9hQd:50|-50:A", FELT_WRONG_COUNT, 27, 1,
     "there should be a name for each hand"},
    {"STATE:0:f:5d5c|9hQd:50|-50:A|\xFF", FELT_BAD_FORMAT, 27, 3, "these are no names"},
};

static void acpc_lines_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct felt_complaint complaint = {0};
        enum felt_status status = felt_acpc_read(refused[i].line, strlen(refused[i].line),
                                                 &no_limit, &record, &complaint);
        if (status != refused[i].status || complaint.at != refused[i].at ||
            complaint.length != refused[i].length ||
            (refused[i].why && strcmp(complaint.text, refused[i].why) != 0))
            fail_msg("%s: status %d at %zu+%zu: %s", refused[i].line, status, complaint.at,
                     complaint.length, complaint.text);
    }
    struct felt_complaint complaint = {0};
    const char *line = lines[0].line;
    assert_int_equal(felt_acpc_read(line, strlen(line), &uneven, &record, &complaint),
                     FELT_WRONG_COUNT);
    assert_string_equal(complaint.text, "2 hands, but 3 stacks");
    read_good("STATE:0:f:5d5c|9hQd:50.000000|-50.0:A|B", &no_limit, &record);
}

static void acpc_has_no_word_for_other_hands(void **state)
{
    (void)state;
    static const char head[] = "\"starting_stacks\":[90,80,70],";
    static const char tail[] = "\"actions\":[\"d dh p1 AhAd\",\"d dh p2 KhKd\",\"d dh p3 ????\","
                               "\"p3 f\",\"p1 f\"]";
    static const struct {
        const char *fields, *why;
    } cases[] = {
        {"\"variant\":\"PT\",\"min_bet\":2,\"blinds_or_straddles\":[1,2,0]",
         "ACPC has no word for games other than hold'em with no limit or fixed limit"},
        {"\"variant\":\"F7S\",\"small_bet\":2,\"big_bet\":4",
         "ACPC has no word for games other than hold'em with no limit or fixed limit"},
        {"\"variant\":\"N2L1D\",\"min_bet\":2",
         "ACPC has no word for games other than hold'em with no limit or fixed limit"},
        {"\"variant\":\"NT\",\"min_bet\":2,\"blinds_or_straddles\":[1,2,0],\"antes\":[0,0,1]",
         "ACPC has no word for antes"},
        {"\"variant\":\"NT\",\"min_bet\":2,\"blinds_or_straddles\":[1,2,4]",
         "ACPC has no word for straddles and posts"},
        {"\"variant\":\"NT\",\"min_bet\":2,\"blinds_or_straddles\":[2,1,0]",
         "ACPC has no word for blinds that are not a small and a big one"},
        {"\"variant\":\"NT\",\"min_bet\":3,\"blinds_or_straddles\":[1,2,0]",
         "ACPC has no word for blinds that are not a small and a big one"},
        {"\"variant\":\"NT\",\"min_bet\":2,\"blinds_or_straddles\":[1,2,0],\"_cap\":3",
         "ACPC has no word for house rules and rake"},
        {"\"variant\":\"NT\",\"min_bet\":2,\"blinds_or_straddles\":[1,2,0],"
         "\"players\":[\"a\",\"b:c\",\"d\"]",
         "ACPC has no word for names with : or |"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1024], memory[512];
        struct felt_complaint complaint = {0};
        struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
        int bytes = snprintf(text, sizeof text, "{%s%s,%s}", head, cases[i].fields, tail);
        if (felt_hand_json_read(text, (size_t)bytes, &record, &complaint) != FELT_OK)
            fail_msg("%s: %s", text, complaint.text);
        felt_buffer_text(&out, "before");
        assert_int_equal(felt_acpc_write(&record, 1, NULL, &out, &complaint), FELT_UNSUPPORTED);
        assert_string_equal(complaint.text, cases[i].why);
        assert_string_equal(felt_buffer_terminate(&out), "before"); /* nothing half-written */
    }
}

static void acpc_takes_a_number_and_names_if_there_are_none(void **state)
{
    (void)state;
    static const char hand[] =
        "{\"id\":\"x1\",\"variant\":\"NT\",\"starting_stacks\":[90,80,70],\"min_bet\":2,"
        "\"blinds_or_straddles\":[1,2,0],\"players\":5,\"actions\":[\"d dh p1 AhAd\","
        "\"d dh p2 ????\",\"d dh p3 7c2d\",\"p3 f\",\"p1 cc\",\"p2 cc\",\"d db 2c3c4c\","
        "\"p1 cc\",\"p2 cc\",\"d db 5d\",\"p1 cc\",\"p2 cc\",\"d db 6s\",\"p1 cc\",\"p2 cc\","
        "\"p1 sm\",\"p2 sm KcKd\"]}";
    char memory[512];
    struct felt_complaint complaint = {0};
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    assert_int_equal(felt_hand_json_read(hand, strlen(hand), &record, &complaint), FELT_OK);
    if (felt_acpc_write(&record, 42, NULL, &out, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    assert_string_equal(felt_buffer_terminate(&out),
                        "STATE:42:fcc/cc/cc/cc:AhAd|KcKd|7c2d/2c3c4c/5d/6s:0|0|0:p1|p2|p3");
    out = felt_buffer_make(memory, 20);
    assert_int_equal(felt_acpc_write(&record, 42, NULL, &out, &complaint), FELT_FULL);
}

TEST_MODULE(acpc)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(acpc_lines_are_read_played_and_written),
        cmocka_unit_test(acpc_means_what_it_says),
        cmocka_unit_test(acpc_without_all_cards_is_read_but_not_decided),
        cmocka_unit_test(acpc_lines_are_refused),
        cmocka_unit_test(acpc_has_no_word_for_other_hands),
        cmocka_unit_test(acpc_takes_a_number_and_names_if_there_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
