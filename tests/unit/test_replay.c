/* test_replay.c -- recorded hands through the engine: 903 of them, the refusals word for word, and
 * hands that are recorded while they are played. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/acpc.h"
#include "felt/replay.h"
#include "module.h"
#include "support.h"

#include <string.h>

static struct felt_record record, other;
static struct felt_replay replay;
static char text[FELT_RECORD_TEXT_MAX], again[FELT_RECORD_TEXT_MAX];

static void read_json(const char *from, size_t bytes, struct felt_record *out)
{
    struct felt_complaint complaint = {0};
    if (felt_hand_json_read(from, bytes, out, &complaint) != FELT_OK)
        fail_msg("%s\nis refused at %zu: %s", from, complaint.at, complaint.text);
}

/* ---- the vectors ---- */

static FILE *open_vectors(void)
{
    FILE *file = golden_open("../vectors/hands.jsonl");
    assert_non_null(file);
    return file;
}

static void replay_agrees_with_every_vector(void **state)
{
    (void)state;
    FILE *file = open_vectors();
    int hands = 0, decisions = 0;
    while (fgets(text, sizeof text, file)) {
        struct felt_complaint complaint = {0};
        read_json(text, strcspn(text, "\n"), &record);
        hands++;
        enum felt_status status = felt_replay_run(&record, &replay, &complaint);
        if (status != FELT_OK || !felt_replay_agrees(&record, &replay, &complaint))
            fail_msg("line %d: %s", hands, complaint.text);
        assert_true(record.has_finish && record.has_decisions);
        decisions += replay.decisions;
    }
    fclose(file);
    assert_int_equal(hands, 903);
    assert_int_equal(decisions, 10254);
}

static void replay_sees_every_changed_number(void **state)
{
    (void)state;
    FILE *file = open_vectors();
    struct felt_rng rng = felt_rng_make(7);
    while (fgets(text, sizeof text, file)) {
        read_json(text, strcspn(text, "\n"), &record);
        if (felt_replay_run(&record, &replay, NULL) != FELT_OK) continue;
        struct felt_record_decision *decision =
            &record.decision[felt_rng_below(&rng, record.decisions)];
        felt_chips *numbers[] = {&record.finish[felt_rng_below(&rng, record.seats)],
                                 &decision->call, &decision->raise_to_min, &decision->raise_to_max,
                                 &decision->pot};
        for (int i = 0; i < 5; i++) {
            ++*numbers[i];
            assert_false(felt_replay_agrees(&record, &replay, NULL));
            --*numbers[i];
        }
        decision->street++;
        assert_false(felt_replay_agrees(&record, &replay, NULL));
        decision->street--;
        decision->actor++;
        assert_false(felt_replay_agrees(&record, &replay, NULL));
        decision->actor--;
        record.decisions--;
        assert_false(felt_replay_agrees(&record, &replay, NULL));
        record.decisions++;
        assert_true(felt_replay_agrees(&record, &replay, NULL));
    }
    fclose(file);
}

static void vectors_come_back_from_every_form(void **state)
{
    (void)state;
    FILE *file = open_vectors();
    int same = 0, lines = 0;
    for (int hand = 1; fgets(text, sizeof text, file); hand++) {
        size_t bytes = strcspn(text, "\n");
        struct felt_buffer out = felt_buffer_make(again, sizeof again);
        read_json(text, bytes, &record);
        assert_int_equal(felt_hand_json_write(&record, &out), FELT_OK);
        same += out.used == bytes && memcmp(again, text, bytes) == 0;
        read_json(again, out.used, &other);
        assert_true(felt_record_equal(&record, &other));
        out = felt_buffer_make(again, sizeof again);
        assert_int_equal(felt_phh_write(&record, 0, &out), FELT_OK);
        assert_int_equal(felt_phh_read(again, out.used, &other, NULL), FELT_OK);
        assert_true(felt_record_equal(&record, &other));
        struct felt_acpc_game game;
        struct felt_complaint complaint = {0};
        out = felt_buffer_make(again, sizeof again);
        if (felt_acpc_write(&record, 1, &game, &out, &complaint) != FELT_OK) continue;
        if (felt_acpc_read(again, out.used, &game, &other, &complaint) != FELT_OK)
            fail_msg("hand %d: %s", hand, complaint.text);
        assert_int_equal(felt_replay_run(&other, &replay, &complaint), FELT_OK);
        assert_true(felt_replay_agrees(&other, &replay, &complaint));
        assert_memory_equal(record.finish, other.finish, sizeof *record.finish * record.seats);
        lines++;
    }
    fclose(file);
    assert_int_equal(same, 867); /* the others have their fields in another order */
    assert_int_equal(lines, 110);
}

/* ---- refusals ---- */

static void read_hand(const char *fields, const char *actions)
{
    int bytes = snprintf(text, sizeof text, "{%s,\"actions\":[%s]}", fields, actions);
    read_json(text, (size_t)bytes, &record);
}

#define THREE                                                                                      \
    "\"variant\":\"NT\",\"starting_stacks\":[100,100,100],\"blinds_or_straddles\":[1,2,0],"        \
    "\"min_bet\":2"
#define HOLES "\"d dh p1 AhAd\",\"d dh p2 KhKd\",\"d dh p3 QhQd\""
#define STUD                                                                                       \
    "\"variant\":\"F7S\",\"starting_stacks\":[100,100],\"antes\":[1,1],"                           \
    "\"ante_trimming_status\":true,\"bring_in\":1,\"small_bet\":4,\"big_bet\":8"

static const struct {
    const char *fields, *actions;
    enum felt_status status;
    const char *why;
} refused[] = {
    /* rules and deal */
    {"\"variant\":\"NT\",\"starting_stacks\":[9,9]", "", FELT_BAD_RULES,
     "there is no min_bet, nor small_bet and big_bet"},
    {"\"variant\":\"FT\",\"starting_stacks\":[9,9],\"small_bet\":2", "", FELT_BAD_RULES,
     "there is no min_bet, nor small_bet and big_bet"},
    {"\"variant\":\"NT\",\"starting_stacks\":[9,9],\"min_bet\":2,\"bring_in\":1", "",
     FELT_BAD_RULES, "a bring-in needs cards that lie face up"},
    {"\"variant\":\"NT\",\"starting_stacks\":[9,null],\"min_bet\":2", "", FELT_UNSUPPORTED,
     "the stack of p2 is not recorded"},
    {"\"variant\":\"NT\",\"starting_stacks\":[9,9,0],\"min_bet\":2", "", FELT_BAD_DEAL,
     "p3 has no chips; only seats with chips are dealt in"},
    {"\"variant\":\"FKUHN\",\"starting_stacks\":[9,9,9],\"min_bet\":1", "", FELT_BAD_DEAL, NULL},
    /* cards */
    {THREE, "\"d dh p1 AhAd\",\"d dh p2 KhAd\"", FELT_DUPLICATE_CARD,
     "action 2, d dh p2 KhAd: Ad is there twice"},
    {THREE, "\"d dh p1 AhJr\"", FELT_BAD_CARD, "action 1, d dh p1 AhJr: Jr is not in the deck"},
    {THREE, "\"d dh p1 AhAd\",\"d dh p1 Kh\"", FELT_WRONG_COUNT,
     "action 2, d dh p1 Kh: this game deals fewer cards to a seat"},
    {THREE, "\"d db 2c3c4c5c6c7c\"", FELT_WRONG_COUNT,
     "action 1, d db 2c3c4c5c6c7c: this game has fewer cards on the board"},
    {THREE, HOLES ",\"p3 f\",\"p1 f\",\"p2 sm KhQd\"", FELT_BAD_CARD,
     "action 6, p2 sm KhQd: the seat does not hold Qd"},
    {THREE, "\"d dh p1 ????\",\"d dh p2 KhKd\",\"d dh p3 QhQd\",\"p1 sm KhAc\"",
     FELT_DUPLICATE_CARD, "action 4, p1 sm KhAc: Kh is there twice"},
    /* when cards are due */
    {THREE, "\"d db 2c3c4c\"", FELT_NOT_LEGAL,
     "action 1, d db 2c3c4c: no such card is due; p3 may fold, call 2 or raise to 4 up to 100"},
    {THREE, HOLES ",\"p3 cc\",\"p1 cc\",\"p2 cc\",\"p1 cc\"", FELT_NOT_LEGAL,
     "action 7, p1 cc: first the board gets its cards"},
    {THREE, HOLES ",\"p3 cc\",\"p1 cc\",\"p2 cc\",\"d db 2c3c\",\"p1 cc\"", FELT_NOT_LEGAL,
     "action 8, p1 cc: first the board gets its cards"},
    {THREE, "\"d dh p1 AhAd\",\"d dh p3 QhQd\",\"p3 f\"", FELT_NOT_LEGAL,
     "action 3, p3 f: first p2 gets its cards"},
    {THREE, HOLES ",\"p3 f\",\"p1 f\",\"d db 2c3c4c\"", FELT_NOT_LEGAL,
     "action 6, d db 2c3c4c: no such card is due; the hand is over"},
    {STUD, "\"d dh p1 AhAd2c\",\"d dh p2 KhKd9c\",\"p1 pb\",\"p2 cc\",\"d dh p1 3c\",\"p2 cc\"",
     FELT_NOT_LEGAL, "action 6, p2 cc: first p2 gets its cards"},
    {STUD, "\"d dh p1 AhAd2c\",\"d dh p2 KhKd9c\",\"p1 pb\",\"p2 f\",\"d dh p2 3c\"",
     FELT_NOT_LEGAL, "action 5, d dh p2 3c: the seat has folded"},
    /* actions */
    {THREE, HOLES ",\"p1 f\"", FELT_NOT_YOUR_TURN,
     "action 4, p1 f: another seat is to act; p3 may fold, call 2 or raise to 4 up to 100"},
    {THREE, HOLES ",\"p3 cbr 3\"", FELT_BAD_AMOUNT,
     "action 4, p3 cbr 3: the amount is out of range; p3 may fold, call 2 or raise to 4 up to "
     "100"},
    {THREE, HOLES ",\"p3 cbr 101\"", FELT_BAD_AMOUNT,
     "action 4, p3 cbr 101: the amount is out of range; p3 may fold, call 2 or raise to 4 up to "
     "100"},
    {THREE, HOLES ",\"p3 pb\"", FELT_NOT_LEGAL,
     "action 4, p3 pb: not offered; p3 may fold, call 2 or raise to 4 up to 100"},
    {THREE, HOLES ",\"p3 sd\"", FELT_NOT_LEGAL,
     "action 4, p3 sd: no draw is due; p3 may fold, call 2 or raise to 4 up to 100"},
    {THREE, HOLES ",\"p3 sm QhQd\"", FELT_NOT_LEGAL,
     "action 4, p3 sm QhQd: the betting is not over; p3 may fold, call 2 or raise to 4 up to "
     "100"},
    {THREE, HOLES ",\"p3 cc\",\"p1 cc\",\"p2 cbr 2\"", FELT_BAD_AMOUNT,
     "action 6, p2 cbr 2: the amount is out of range; p2 may fold, check or raise to 4 up to "
     "100"},
    {THREE, HOLES ",\"p3 cbr 100\",\"p1 cbr 100\"", FELT_NOT_LEGAL,
     "action 5, p1 cbr 100: not offered; p1 may fold, call 99"},
    {THREE, HOLES ",\"p3 f\",\"p1 f\",\"p2 cc\"", FELT_NOT_YOUR_TURN,
     "action 6, p2 cc: the hand is over"},
    {STUD, "\"d dh p1 AhAd2c\",\"d dh p2 KhKd9c\",\"p1 cc\"", FELT_NOT_LEGAL,
     "action 3, p1 cc: not offered; p1 may bring in 1 or raise to 4"},
    {STUD, "\"d dh p1 AhAd??\",\"d dh p2 KhKd9c\"", FELT_UNSUPPORTED,
     "card 3 of p1 lies open, but is not recorded"},
    /* the end */
    {THREE, HOLES ",\"p3 f\"", FELT_UNSUPPORTED,
     "the record ends after 4 actions, while p1 is to act"},
    {THREE ",\"finishing_stacks\":[99,101,100]", HOLES ",\"p3 f\"", FELT_WRONG_COUNT,
     "the record ends after 4 actions, while p1 is to act"},
    {THREE, "\"d dh p1 ????\",\"d dh p2 KhKd\",\"d dh p3 QhQd\",\"p3 f\",\"p1 cbr 100\",\"p2 cc\"",
     FELT_UNSUPPORTED, "there is a showdown, but the cards of p1 are not recorded"},
    {THREE, HOLES ",\"p3 f\",\"p1 cbr 100\",\"p2 cc\",\"d db 2c3c4c\",\"d db ??\"",
     FELT_UNSUPPORTED, "there is a showdown, but card 4 of the board is not recorded"},
};

static void replay_says_what_is_wrong(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct felt_complaint complaint = {0};
        read_hand(refused[i].fields, refused[i].actions);
        enum felt_status status = felt_replay_run(&record, &replay, &complaint);
        if (status != refused[i].status ||
            (refused[i].why && strcmp(complaint.text, refused[i].why) != 0))
            fail_msg("%s: status %d: %s", refused[i].actions, status, complaint.text);
        assert_int_equal(felt_replay_run(&record, &replay, NULL), status);
    }
}

static void replay_says_what_differs(void **state)
{
    (void)state;
    static const struct {
        const char *fields, *why;
    } cases[] = {
        {"\"finishing_stacks\":[99,100,101]", "p2 ends with 101, recorded 100"},
        {"\"decisions\":[]", "2 decisions were made, 0 are recorded"},
        {"\"decisions\":[{\"call\":2,\"min_raise_to\":4,\"max_raise_to\":100,\"actor\":2,"
         "\"street\":0,\"pot\":4}]",
         "decision 1: the pot is 3, recorded 4"},
        {"\"decisions\":[{\"call\":2,\"min_raise_to\":null,\"max_raise_to\":null,\"actor\":2,"
         "\"street\":0,\"pot\":3}]",
         "decision 1: the smallest raise is 4, recorded none"},
        {"\"decisions\":[{\"call\":null,\"min_raise_to\":4,\"max_raise_to\":100,\"actor\":2,"
         "\"street\":0,\"pot\":3}]",
         "decision 1: a call is 2, recorded none"},
        {"\"decisions\":[{\"call\":2,\"min_raise_to\":4,\"max_raise_to\":100,\"actor\":0,"
         "\"street\":0,\"pot\":3}]",
         "decision 1: the actor's index is 2, recorded 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char fields[512];
        struct felt_complaint complaint = {0};
        snprintf(fields, sizeof fields, THREE ",%s", cases[i].fields);
        read_hand(fields, HOLES ",\"p3 f\",\"p1 f\"");
        assert_int_equal(felt_replay_run(&record, &replay, &complaint), FELT_OK);
        assert_false(felt_replay_agrees(&record, &replay, &complaint));
        assert_string_equal(complaint.text, cases[i].why);
    }
}

/* ---- who acts first ---- */

static void replay_finds_the_opener_in_the_blinds(void **state)
{
    (void)state;
    static const struct {
        const char *lists;
        int opener, button;
    } cases[] = {
        {"\"starting_stacks\":[9,9],\"blinds_or_straddles\":[1,2]", 1, 1},
        {"\"starting_stacks\":[9,9],\"blinds_or_straddles\":[2,0]", 0, 1}, /* a button blind */
        {"\"starting_stacks\":[9,9,9],\"blinds_or_straddles\":[1,2,0]", 2, 2},
        {"\"starting_stacks\":[9,9,9],\"blinds_or_straddles\":[0,0,2]", 0, 2},
        {"\"starting_stacks\":[9,9,9,9,9],\"blinds_or_straddles\":[1,2,4,0,0]", 3, 4},
        {"\"starting_stacks\":[9,9,9,9,9],\"blinds_or_straddles\":[1,2,4,8,0]", 4, 4},
        {"\"starting_stacks\":[9,9,9,9,9],\"blinds_or_straddles\":[1,2,0,0,4]", 0, 4},
        {"\"starting_stacks\":[9,9,9,9,9],\"blinds_or_straddles\":[1,2,0,-2,0]", 2, 4},
        {"\"starting_stacks\":[9,9,9,9,9],\"blinds_or_straddles\":[1,2,0,-5,0]", 2, 4},
        {"\"starting_stacks\":[9,9,9],\"blinds_or_straddles\":[2,2,0]", 2, 2},
        {"\"starting_stacks\":[9,9,9]", FELT_SEAT_NONE, 2},
        {"\"starting_stacks\":[9,9,9],\"blinds_or_straddles\":[1,2,0],\"_opener\":1", 0, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char fields[256];
        struct felt_poker_rules rules;
        struct felt_deal deal;
        snprintf(fields, sizeof fields, "\"variant\":\"NT\",\"min_bet\":2,%s", cases[i].lists);
        read_hand(fields, "");
        assert_int_equal(felt_replay_begin(&record, &rules, &deal, NULL), FELT_OK);
        if (deal.opener != cases[i].opener || deal.button != cases[i].button)
            fail_msg("%s: opener %d", cases[i].lists, deal.opener);
        for (int seat = 0; seat < record.seats; seat++) assert_true(deal.blind[seat] >= 0);
    }
}

static void replay_pays_antes_matched_or_dead(void **state)
{
    (void)state;
    struct felt_poker_rules rules;
    struct felt_deal deal;
    for (int matched = 0; matched < 2; matched++) {
        read_hand(matched ? THREE ",\"antes\":[1,2,3],\"ante_trimming_status\":true,"
                                  "\"_dead\":[0,0,5]"
                          : THREE ",\"antes\":[1,2,3],\"_dead\":[0,0,5]",
                  "");
        assert_int_equal(felt_replay_begin(&record, &rules, &deal, NULL), FELT_OK);
        assert_int_equal(deal.ante[1], matched ? 2 : 0);
        assert_int_equal(deal.dead[1], matched ? 0 : 2);
        assert_int_equal(deal.dead[2], matched ? 5 : 8);
    }
    read_hand("\"variant\":\"NT\",\"min_bet\":2,\"starting_stacks\":[9,9],\"antes\":[3,0],"
              "\"ante_trimming_status\":true",
              "");
    assert_int_equal(felt_replay_begin(&record, &rules, &deal, NULL), FELT_OK);
    assert_int_equal(deal.ante[1], 3); /* heads-up lists begin with the button, p2 */
}

static void replay_of_unknown_cards_that_do_not_matter_is_played(void **state)
{
    (void)state;
    read_hand(THREE, "\"d dh p1 ????\",\"d dh p2 ????\",\"d dh p3 ????\",\"p3 cbr 6\",\"p1 f\","
                     "\"p2 cc\",\"d db 2c3c4c\",\"p2 cc\",\"p3 cbr 10\",\"p2 f\"");
    assert_int_equal(felt_replay_run(&record, &replay, NULL), FELT_OK);
    assert_int_equal(replay.finish[0], 99);
    assert_int_equal(replay.finish[1], 94);
    assert_int_equal(replay.finish[2], 107);
}

static void replay_takes_shown_cards_for_unknown_ones(void **state)
{
    (void)state;
    read_hand(THREE, "\"d dh p1 ????\",\"d dh p2 Kh??\",\"d dh p3 ????\",\"p3 f\",\"p1 cbr 100\","
                     "\"p2 cc\",\"p1 sm AhAd\",\"p2 sm KdKh\",\"d db 2c3c4c\",\"d db 9d\","
                     "\"d db 9s\"");
    struct felt_complaint complaint = {0};
    if (felt_replay_run(&record, &replay, &complaint) != FELT_OK) fail_msg("%s", complaint.text);
    assert_int_equal(replay.finish[0], 200);
    assert_int_equal(replay.finish[1], 0);
}

/* ---- draws, boards, cards dealt anew ---- */

#define DRAW                                                                                       \
    "\"variant\":\"N2L1D\",\"starting_stacks\":[100,100],\"blinds_or_straddles\":[1,2],"           \
    "\"min_bet\":2"
#define CALLED "\"p2 cc\",\"p1 cc\""
#define TWICE                                                                                      \
    "\"variant\":\"NT\",\"starting_stacks\":[100,100],\"blinds_or_straddles\":[1,2],\"min_bet\":2"
#define ALL_IN                                                                                     \
    "\"d dh p1 AhAd\",\"d dh p2 KhKd\"," CALLED ",\"d db 2c3c4d\",\"p1 cbr 98\",\"p2 cc\""
static const struct {
    const char *fields, *actions;
    enum felt_status status;
    felt_chips first; /* what p1 ends with */
    const char *why;  /* if it is not FELT_OK */
} drawn[] = {
    /* a card for a card; who stands pat gets none */
    {DRAW,
     "\"d dh p1 2h3h4h5hKc\",\"d dh p2 2c3c4c5c8d\"," CALLED ",\"p1 sd Kc\",\"p2 sd\","
     "\"d dh p1 7d\",\"p1 cc\",\"p2 cc\"",
     FELT_OK, 102, NULL},
    /* discards are known, draws are not, until they are shown */
    {DRAW,
     "\"d dh p1 ??????????\",\"d dh p2 2c3c4c5c8d\"," CALLED ",\"p1 sd ????\",\"p2 sd\","
     "\"d dh p1 ????\",\"p1 cc\",\"p2 cc\",\"p1 sm 2h3h4h5h7d\"",
     FELT_OK, 102, NULL},
    {DRAW,
     "\"d dh p1 ??????????\",\"d dh p2 2c3c4c5c8d\"," CALLED ",\"p1 sd KsKd\",\"p2 sd\","
     "\"d dh p1 ????\",\"p1 cc\",\"p2 cc\"",
     FELT_UNSUPPORTED, 0, "there is a showdown, but the cards of p1 are not recorded"},
    {DRAW,
     "\"d dh p1 ??????????\",\"d dh p2 ??????????\"," CALLED ",\"p1 sd ????\",\"p2 sd ??\","
     "\"d dh p1 ????\",\"d dh p2 ??\",\"p1 cbr 2\",\"p2 f\"",
     FELT_OK, 102, NULL},
    /* RULES 13.6: what one throws away another may get */
    {DRAW,
     "\"d dh p1 2h3h4h5hKc\",\"d dh p2 2c3c4c5cQd\"," CALLED ",\"p1 sd Kc\",\"p2 sd Qd\","
     "\"d dh p1 Qd\",\"d dh p2 Kc\",\"p1 cc\",\"p2 cc\"",
     FELT_OK, 102, NULL},
    {DRAW,
     "\"d dh p1 2h3h4h5hKc\",\"d dh p2 2c3c4c5cQd\"," CALLED ",\"p1 sd Kc\",\"p2 sd\","
     "\"d dh p1 Qd\"",
     FELT_DUPLICATE_CARD, 0, "action 7, d dh p1 Qd: Qd is there twice"},
    {DRAW, "\"d dh p1 2h3h4h5hKc\",\"d dh p2 2c3c4c5cQd\"," CALLED ",\"p1 sd Qd\"", FELT_BAD_CARD,
     0, "action 5, p1 sd Qd: the seat does not hold Qd"},
    {DRAW, "\"d dh p1 2h3h4h5hKc\",\"d dh p2 2c3c4c5cQd\"," CALLED ",\"p1 cc\"", FELT_NOT_LEGAL, 0,
     "action 5, p1 cc: not offered; p1 may throw away 0 to 5 cards"},
    {DRAW,
     "\"d dh p1 2h3h4h5hKc\",\"d dh p2 2c3c4c5cQd\"," CALLED ",\"p1 sd Kc\",\"p2 sd\","
     "\"p1 cc\"",
     FELT_NOT_LEGAL, 0, "action 7, p1 cc: first p1 gets its cards"},
    {DRAW,
     "\"d dh p1 2h3h4h5hKc\",\"d dh p2 2c3c4c5cQd\"," CALLED ",\"p1 sd\",\"p2 sd\","
     "\"d dh p1 8c\"",
     FELT_WRONG_COUNT, 0, "action 7, d dh p1 8c: this game deals fewer cards to a seat"},
    /* without replacement, as many as the game says */
    {"\"variant\":\"NTP\",\"starting_stacks\":[100,100],\"blinds_or_straddles\":[1,2],\"min_bet\":"
     "2",
     "\"d dh p1 AhAd2c\",\"d dh p2 KhKdKc\"," CALLED ",\"p1 sd 2c\",\"p2 sd ??\",\"d db 2d7h9s\"",
     FELT_UNSUPPORTED, 0, "action 6, p2 sd ??: which card of the hand this is, nobody knows"},
    {"\"variant\":\"NTP\",\"starting_stacks\":[100,100],\"blinds_or_straddles\":[1,2],\"min_bet\":"
     "2",
     "\"d dh p1 AhAd2c\",\"d dh p2 KhKdKc\"," CALLED ",\"p1 sd\"", FELT_NOT_LEGAL, 0,
     "action 5, p1 sd: too many or too few cards; p1 may throw away 1 cards"},
    {"\"variant\":\"NTP\",\"starting_stacks\":[2,2],\"blinds_or_straddles\":[1,2],\"min_bet\":2",
     "\"d dh p1 AhAd2c\",\"d dh p2 KhKdKc\",\"p2 cc\",\"p1 sd 2c\",\"p2 sd Kc\","
     "\"d db 2d7h9s\",\"d db 3s\",\"d db 4s\"",
     FELT_OK, 4, NULL},
    /* two boards, one each */
    {TWICE ",\"_runs\":2", ALL_IN ",\"d db 9d\",\"d db 9s\",\"d db Kc\",\"d db Ks\"", FELT_OK, 100,
     NULL},
    {TWICE ",\"_runs\":1", ALL_IN ",\"d db 9d\",\"d db 9s\"", FELT_OK, 200, NULL},
    {TWICE ",\"_runs\":1", ALL_IN ",\"d db 9d\",\"d db 9s\",\"d db Kc\"", FELT_WRONG_COUNT, 0,
     "action 10, d db Kc: this game has fewer cards on the board"},
    {TWICE ",\"_runs\":2", ALL_IN ",\"d db 9d\",\"d db 9s\",\"d db Kc\"", FELT_UNSUPPORTED, 0,
     "there is a showdown, but card 7 of the board is not recorded"},
    /* queens up, and nothing that says what came then */
    {"\"variant\":\"F7SB\",\"starting_stacks\":[50,50],\"antes\":[1,1],"
     "\"ante_trimming_status\":true,\"bring_in\":1,\"small_bet\":4,\"big_bet\":8",
     "\"d dh p1 2c3cQs\",\"d dh p2 2d3d4d\",\"d dh p1 2c3c4c\",\"d dh p2 2d3d4d\"",
     FELT_UNSUPPORTED, 0, "all cards were dealt anew, and no field _later says how"},
};

static void replay_deals_as_the_record_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        struct felt_complaint complaint = {0};
        read_hand(drawn[i].fields, drawn[i].actions);
        enum felt_status status = felt_replay_run(&record, &replay, &complaint);
        if (status != drawn[i].status || (drawn[i].why && strcmp(complaint.text, drawn[i].why)))
            fail_msg("%s: status %d: %s", drawn[i].actions, status, complaint.text);
        if (status == FELT_OK && replay.finish[0] != drawn[i].first)
            fail_msg("%s: p1 has %d", drawn[i].actions, (int)replay.finish[0]);
    }
}

/* RULES 14.1: after six cards for each of eight seats there are four left. */
static void replay_shares_the_last_card_among_eight(void **state)
{
    (void)state;
    static const char *const streets[] = {"234", "8", "T", "Q"}, *const others[] = {"567", "9", "J",
                                                                                    "K"};
    char actions[4096];
    struct felt_buffer list = felt_buffer_make(actions, sizeof actions);
    for (int street = 0; street < 5; street++) {
        for (int seat = 0; seat < 8 && street < 4; seat++) {
            felt_buffer_text(&list, "\"d dh p");
            felt_buffer_int(&list, seat + 1);
            felt_buffer_char(&list, ' ');
            for (const char *rank = (seat < 4 ? streets : others)[street]; *rank; rank++) {
                felt_buffer_char(&list, *rank);
                felt_buffer_char(&list, "cdhs"[seat % 4]);
            }
            felt_buffer_text(&list, "\",");
        }
        if (street == 4) felt_buffer_text(&list, "\"d db Ac\",");
        for (int k = 0; k < 8; k++) { /* the four of clubs brings in, later a king's hand opens */
            felt_buffer_text(&list, "\"p");
            felt_buffer_int(&list, (street ? k + 4 : k) % 8 + 1);
            felt_buffer_text(&list, street == 0 && k == 0 ? " pb\"" : " cc\"");
            if (street < 4 || k < 7) felt_buffer_char(&list, ',');
        }
    }
    read_hand("\"variant\":\"F7S\",\"starting_stacks\":[50,50,50,50,50,50,50,50],"
              "\"antes\":[1,1,1,1,1,1,1,1],\"ante_trimming_status\":true,\"bring_in\":1,"
              "\"small_bet\":4,\"big_bet\":8",
              felt_buffer_terminate(&list));
    struct felt_complaint complaint = {0};
    if (felt_replay_run(&record, &replay, &complaint) != FELT_OK) fail_msg("%s", complaint.text);
    assert_int_equal(replay.state.boards, 1);
    assert_int_equal(replay.finish[0], 48);
    assert_int_equal(replay.finish[4], 64); /* the ace makes the best flush of clubs */
}

static void replay_tells_its_events(void **state)
{
    (void)state;
    struct felt_event events[64];
    struct felt_event_log log = {events, 0, 64};
    read_hand(THREE, HOLES ",\"p3 f\",\"p1 f\"");
    assert_int_equal(felt_replay_tell(&record, &replay, &log, NULL), FELT_OK);
    static const uint8_t kinds[] = {
        FELT_EVENT_BLIND, FELT_EVENT_BLIND, FELT_EVENT_DEAL,   FELT_EVENT_DEAL, FELT_EVENT_DEAL,
        FELT_EVENT_ACT,   FELT_EVENT_ACT,   FELT_EVENT_RETURN, FELT_EVENT_WIN,  FELT_EVENT_OVER};
    assert_int_equal(log.count, sizeof kinds);
    for (uint32_t i = 0; i < log.count; i++) assert_int_equal(events[i].kind, kinds[i]);
    struct felt_complaint complaint = {0};
    log = (struct felt_event_log){events, 0, 9};
    assert_int_equal(felt_replay_tell(&record, &replay, &log, &complaint), FELT_FULL);
    assert_string_equal(complaint.text, "the hand has 10 events, more than there is room for");
}

/* ---- recording ---- */

struct played {
    struct felt_poker_rules rules;
    struct felt_deal deal;
    struct felt_poker state;
    struct felt_recorder recorder;
    struct felt_event events[FELT_EVENTS_MAX];
    struct felt_event_log log;
};

static void observe(struct played *game)
{
    enum felt_status status = felt_recorder_observe(&game->recorder, game->events, game->log.count);
    assert_int_equal(status, FELT_OK);
    game->log.count = 0;
}

/* Everybody calls, or checks. */
static void play_calling(struct played *game, struct felt_rng *rng)
{
    game->log = (struct felt_event_log){game->events, 0, FELT_EVENTS_MAX};
    assert_int_equal(felt_recorder_begin(&game->recorder, &game->rules, &game->deal, &record),
                     FELT_OK);
    assert_int_equal(felt_poker_open(&game->rules, &game->deal, &game->state, &game->log), FELT_OK);
    assert_int_equal(felt_poker_deal(&game->rules, &game->deal, rng, &game->state, &game->log),
                     FELT_OK);
    observe(game);
    while (felt_poker_actor(&game->state) >= 0) {
        struct felt_option options[FELT_OPTIONS_MAX];
        int count = felt_poker_options(&game->rules, &game->state, options), pick = 0;
        for (int i = 0; i < count; i++)
            if (options[i].kind == FELT_CHECK || options[i].kind == FELT_CALL ||
                options[i].kind == FELT_BRING_IN)
                pick = i;
        struct felt_action action = {.kind = options[pick].kind};
        assert_int_equal(felt_poker_apply(&game->rules, &game->state,
                                          felt_poker_actor(&game->state), action, &game->log),
                         FELT_OK);
        observe(game);
    }
}

static void recorder_keeps_table_seats_opener_and_dead_money(void **state)
{
    (void)state;
    static struct played game;
    struct felt_rng rng = felt_rng_make(3);
    assert_int_equal(felt_poker_rules_make("holdem", FELT_NO_LIMIT, 10, &game.rules, NULL),
                     FELT_OK);
    game.deal = (struct felt_deal){.seats = 1u << 1 | 1u << 4 | 1u << 7 | 1u << 8,
                                   .button = 5, /* an empty seat */
                                   .opener = 8};
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) game.deal.stack[seat] = 100 + seat;
    game.deal.blind[7] = 5;
    game.deal.blind[8] = 10;
    game.deal.blind[4] = 10; /* a late post */
    game.deal.ante[1] = 2;
    game.deal.dead[4] = 5;
    play_calling(&game, &rng);
    struct felt_buffer out = felt_buffer_make(again, sizeof again);
    assert_int_equal(felt_record_verify(&record, NULL), FELT_OK);
    assert_int_equal(felt_phh_write(&record, 0, &out), FELT_OK);
    static const char head[] = "variant = \"NT\"\n"
                               "starting_stacks = [107, 108, 101, 104]\n"
                               "antes = [0, 0, 2, 0]\n"
                               "ante_trimming_status = true\n"
                               "_dead = [0, 0, 0, 5]\n"
                               "blinds_or_straddles = [5, 10, 0, 10]\n"
                               "_opener = 2\n"
                               "min_bet = 10\n"
                               "actions = [\n"
                               "  \"d dh p1 ";
    assert_memory_equal(again, head, strlen(head));
    assert_non_null(strstr(felt_buffer_terminate(&out), "\nseats = [8, 9, 2, 5]\n"));
    struct felt_complaint complaint = {0};
    if (felt_replay_run(&record, &replay, &complaint) != FELT_OK ||
        !felt_replay_agrees(&record, &replay, &complaint))
        fail_msg("%s", complaint.text);
    static const int place[] = {7, 8, 1, 4};
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(replay.finish[seat], game.state.betting.stack[place[seat]]);
}

static void recorder_keeps_house_rules(void **state)
{
    (void)state;
    static struct played game;
    struct felt_rng rng = felt_rng_make(4);
    assert_int_equal(felt_poker_rules_make("stud", FELT_FIXED_LIMIT, 10, &game.rules, NULL),
                     FELT_OK);
    game.rules.bet[1] = 15;
    game.rules.cap = 2;
    game.rules.heads_up_uncapped = true;
    game.rules.rake_per_10000 = 1000;
    game.rules.rake_cap = 3;
    game.deal = felt_poker_deal_make(&game.rules, 5, (felt_chips[]){100, 200, 300, 400, 500}, 2);
    play_calling(&game, &rng);
    assert_int_equal(record.small_bet, 10);
    assert_int_equal(record.big_bet, 15);
    assert_int_equal(record.cap, 2);
    assert_int_equal(record.rake_cap, 3);
    assert_true(record.heads_up_uncapped);
    struct felt_complaint complaint = {0};
    if (felt_replay_run(&record, &replay, &complaint) != FELT_OK ||
        !felt_replay_agrees(&record, &replay, &complaint))
        fail_msg("%s", complaint.text);
    assert_int_equal(replay.state.rake, 2); /* a tenth of five antes and bring-ins of 2 */
}

static void recorder_says_when_a_record_is_full(void **state)
{
    (void)state;
    static struct played game;
    struct felt_rng rng = felt_rng_make(5);
    assert_int_equal(felt_poker_rules_make("holdem", FELT_NO_LIMIT, 10, &game.rules, NULL),
                     FELT_OK);
    game.deal = felt_poker_deal_make(&game.rules, 2, (felt_chips[]){100, 100}, 0);
    game.log = (struct felt_event_log){game.events, 0, FELT_EVENTS_MAX};
    assert_int_equal(felt_recorder_begin(&game.recorder, &game.rules, &game.deal, &record),
                     FELT_OK);
    assert_int_equal(felt_poker_open(&game.rules, &game.deal, &game.state, &game.log), FELT_OK);
    felt_poker_shuffle(&game.rules, &rng, &game.state, &game.log);
    record.actions = FELT_RECORD_ACTIONS_MAX - 1;
    assert_int_equal(felt_recorder_observe(&game.recorder, game.events, game.log.count), FELT_FULL);
    assert_int_equal(record.actions, FELT_RECORD_ACTIONS_MAX);
    struct felt_event over = {.kind = FELT_EVENT_OVER};
    assert_int_equal(felt_recorder_observe(&game.recorder, &over, 1), FELT_FULL); /* for good */
}

/* The queen of spades up: what comes then is in the stream, which has to be known. */
static void recorder_needs_the_stream_of_a_redeal(void **state)
{
    (void)state;
    static struct played game;
    static const felt_card deck[] = {0, 1, 4, 5, 43}; /* 2c 2d 3c 3d, and Qs to the first seat */
    struct felt_rng rng = felt_rng_make(6), later = felt_rng_make(7);
    assert_int_equal(felt_poker_rules_make("the-bitch", FELT_FIXED_LIMIT, 10, &game.rules, NULL),
                     FELT_OK);
    for (int given = 0; given < 2; given++) {
        game.deal = felt_poker_deal_make(&game.rules, 2, (felt_chips[]){100, 100}, 1);
        game.deal.deck = deck;
        game.deal.deck_count = 5;
        game.deal.later = given ? &later : NULL;
        game.log = (struct felt_event_log){game.events, 0, FELT_EVENTS_MAX};
        if (given) {
            play_calling(&game, &rng);
            continue;
        }
        assert_int_equal(felt_recorder_begin(&game.recorder, &game.rules, &game.deal, &record),
                         FELT_OK);
        assert_int_equal(felt_poker_open(&game.rules, &game.deal, &game.state, &game.log), FELT_OK);
        assert_int_equal(felt_poker_deal(&game.rules, &game.deal, &rng, &game.state, &game.log),
                         FELT_OK);
        assert_int_equal(felt_recorder_observe(&game.recorder, game.events, game.log.count),
                         FELT_UNSUPPORTED);
    }
    assert_true(game.state.redeals > 0);
    struct felt_complaint complaint = {0};
    if (felt_replay_run(&record, &replay, &complaint) != FELT_OK ||
        !felt_replay_agrees(&record, &replay, &complaint))
        fail_msg("%s", complaint.text);
    /* A card that the stream does not deal is found. */
    struct felt_record_action *last = &record.action[record.actions - 3];
    while (last->kind != FELT_RECORD_HOLE) last--;
    last->cards[0] = last->cards[0] == 20 ? 21 : 20;
    assert_int_equal(felt_replay_run(&record, &replay, &complaint), FELT_BAD_CARD);
    assert_non_null(strstr(complaint.text, ": the stream deals "));
}

TEST_MODULE(replay)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replay_agrees_with_every_vector),
        cmocka_unit_test(replay_sees_every_changed_number),
        cmocka_unit_test(vectors_come_back_from_every_form),
        cmocka_unit_test(replay_says_what_is_wrong),
        cmocka_unit_test(replay_says_what_differs),
        cmocka_unit_test(replay_finds_the_opener_in_the_blinds),
        cmocka_unit_test(replay_pays_antes_matched_or_dead),
        cmocka_unit_test(replay_of_unknown_cards_that_do_not_matter_is_played),
        cmocka_unit_test(replay_takes_shown_cards_for_unknown_ones),
        cmocka_unit_test(replay_deals_as_the_record_says),
        cmocka_unit_test(replay_shares_the_last_card_among_eight),
        cmocka_unit_test(replay_tells_its_events),
        cmocka_unit_test(recorder_keeps_table_seats_opener_and_dead_money),
        cmocka_unit_test(recorder_keeps_house_rules),
        cmocka_unit_test(recorder_says_when_a_record_is_full),
        cmocka_unit_test(recorder_needs_the_stream_of_a_redeal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
