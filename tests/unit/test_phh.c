/* test_phh.c -- hand histories in the PHH form: what is read, what is refused and where, what is
 * written.  The files are in tests/golden/formats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/record.h"
#include "module.h"
#include "support.h"

#include <string.h>

static struct felt_record record, other;
static char text[FELT_RECORD_TEXT_MAX + 2], again[FELT_RECORD_TEXT_MAX];

static size_t load(const char *name)
{
    FILE *file = golden_open(name);
    size_t bytes = fread(text, 1, sizeof text, file);
    fclose(file);
    return bytes;
}

static void read_good(const char *from, size_t bytes, struct felt_record *out)
{
    struct felt_complaint complaint = {0};
    if (felt_phh_read(from, bytes, out, &complaint) != FELT_OK)
        fail_msg("refused at %zu: %s", complaint.at, complaint.text);
}

/* ---- golden ---- */

static void phh_of_other_people_is_written_in_our_form(void **state)
{
    (void)state;
    struct felt_buffer out = felt_buffer_make(again, sizeof again);
    read_good(text, load("formats/foreign.phh"), &record);
    assert_int_equal(felt_phh_write(&record, 0, &out), FELT_OK);
    size_t bytes = load("formats/written.phh");
    assert_int_equal(out.used, bytes);
    assert_memory_equal(again, text, bytes);
    read_good(text, bytes, &other);
    assert_true(felt_record_equal(&record, &other));
}

static void phh_means_what_it_says(void **state)
{
    (void)state;
    read_good(text, load("formats/foreign.phh"), &record);
    assert_int_equal(record.variant, felt_record_variant_find("NT", 2));
    assert_int_equal(record.seats, 4);
    assert_int_equal(record.decimals, 2);
    assert_int_equal(record.stack[1], 10000);
    assert_int_equal(record.stack[3], 700);
    assert_int_equal(record.ante[1], 25);
    assert_false(record.antes_matched);
    assert_int_equal(record.blind[0], 10);
    assert_int_equal(record.blind[3], -25);
    assert_int_equal(record.min_bet, 25);
    assert_int_equal(record.actions, 15);
    assert_int_equal(record.action[5].amount, 150);
    assert_int_equal(record.action[6].kind, FELT_RECORD_REMARK);
    assert_false(record.has_finish);
    assert_int_equal(record.notes, 7);
}

static void phh_lists_of_two_seats_begin_with_the_button(void **state)
{
    (void)state;
    static const char hand[] = "variant = \"NT\"\n"
                               "starting_stacks = [100, 200]\n"
                               "antes = [3, 0]\n"
                               "ante_trimming_status = false\n"
                               "blinds_or_straddles = [1, 2]\n"
                               "min_bet = 2\n"
                               "actions = [\n]\n"
                               "finishing_stacks = [101, 199]\n";
    read_good(hand, strlen(hand), &record);
    assert_int_equal(record.stack[0], 100);
    assert_int_equal(record.ante[0], 0);
    assert_int_equal(record.ante[1], 3);
    assert_int_equal(record.blind[0], 2);
    assert_int_equal(record.blind[1], 1);
    assert_int_equal(record.finish[0], 101);
    struct felt_buffer out = felt_buffer_make(again, sizeof again);
    assert_int_equal(felt_phh_write(&record, 0, &out), FELT_OK);
    assert_string_equal(felt_buffer_terminate(&out), hand);
}

static void phh_keeps_house_rules_and_decisions(void **state)
{
    (void)state;
    static const char hand[] = "[7]\n"
                               "_id = \"a \\\"b\\\"\"\n"
                               "variant = \"F7S\"\n"
                               "starting_stacks = [100.5, inf, 20.0]\n"
                               "antes = [0.0, 1.0, 0.0]\n"
                               "ante_trimming_status = true\n"
                               "_dead = [0.5, 0.0, 0.0]\n"
                               "_opener = 2\n"
                               "bring_in = 0.5\n"
                               "small_bet = 2.0\n"
                               "big_bet = 4.0\n"
                               "_cap = 255\n"
                               "_cap_counts_blind = true\n"
                               "_heads_up_uncapped = true\n"
                               "_rake_per_10000 = 250\n"
                               "_rake_cap = 3.0\n"
                               "_rake_needs_board = true\n"
                               "_runs = 2\n"
                               "_bomb = true\n"
                               "_wild = \"2c2dJr\"\n"
                               "_later = \"0123456789abcdef0000000000000001\"\n"
                               "actions = [\n  \"p2 pb\",\n]\n"
                               "_decisions = [\n  [-1, 2.0, 4.5, 1, 0, 1.5],\n]\n";
    read_good(hand, strlen(hand), &record);
    assert_int_equal(record.stack[1], FELT_RECORD_NONE);
    assert_int_equal(record.bring_in, 5);
    assert_int_equal(record.rake_cap, 30);
    assert_int_equal(record.runs, 2);
    assert_true(record.bomb && record.has_wild);
    assert_true(record.wild == (3 | UINT64_C(1) << 52));
    assert_true(record.later.state[0] == UINT64_C(0x0123456789abcdef));
    assert_true(record.later.state[1] == 1);
    assert_int_equal(record.decisions, 1);
    assert_int_equal(record.decision[0].call, FELT_RECORD_NONE);
    assert_int_equal(record.decision[0].raise_to_max, 45);
    assert_int_equal(record.decision[0].actor, 1);
    struct felt_buffer out = felt_buffer_make(again, sizeof again);
    assert_int_equal(felt_phh_write(&record, 7, &out), FELT_OK);
    assert_string_equal(felt_buffer_terminate(&out), hand);
}

/* ---- refused ---- */

#define HEAD  "variant=\"NT\"\nstarting_stacks=[9,9]\nmin_bet=2\n"
#define WHOLE HEAD "actions=[]\n"

static const struct {
    const char *text;
    enum felt_status status;
    size_t at, length;
    const char *why;
} refused[] = {
    {"", FELT_BAD_FORMAT, 0, 0, "there is no field variant"},
    {"variant=\"NT\"\n", FELT_BAD_FORMAT, 0, 0, "there is no field starting_stacks"},
    {HEAD, FELT_BAD_FORMAT, 0, 0, "there is no field actions"},
    {"variant=\"XX\"\n", FELT_UNSUPPORTED, 8, 4, "variant \"XX\" is not known"},
    {"variant=\"a code far too long for us\"\n", FELT_UNSUPPORTED, 8, 28, NULL},
    {"variant=5\n", FELT_BAD_FORMAT, 8, 1, "a text in quotes should stand here"},
    {"variant \"NT\"\n", FELT_BAD_FORMAT, 8, 1, "after the name variant comes ="},
    {"variant=\"NT\nx=1\n", FELT_BAD_FORMAT, 8, 1, "the quotes that open here are never closed"},
    {"variant=\"NT\" x=1\n", FELT_BAD_FORMAT, 13, 1,
     "the line should end here; put one field on a line"},
    {"variant=\"NT\"\nvariant=\"NT\"\n", FELT_BAD_FORMAT, 13, 8,
     "the field variant is there twice"},
    {"id=\"a\"\n_id=\"b\"\n", FELT_BAD_FORMAT, 7, 4, "the field _id is there twice"},
    {"x=1\nx=2\n", FELT_BAD_FORMAT, 4, 3, "the field x is there twice"},
    {"=5\n", FELT_BAD_FORMAT, 0, 1, "a field should stand here, as in variant = \"NT\""},
    {"a.b=5\n", FELT_BAD_FORMAT, 1, 1, "names with dots are not used in hand histories"},
    {"[a\n", FELT_BAD_FORMAT, 2, 1, "a header is a number in [], as in [1]"},
    {"[1]\n[2]\n", FELT_BAD_FORMAT, 4, 1, "a field should stand here, as in variant = \"NT\""},
    {"x=\n", FELT_BAD_FORMAT, 2, 1,
     "a value should stand here: a text in quotes, a number, a list in []"},
    {"x=nonsense\n", FELT_BAD_FORMAT, 2, 8,
     "nonsense is no number, date, true or false; write texts in quotes"},
    {"x=[1\n", FELT_BAD_FORMAT, 5, 0, "the list is never closed with ]"},
    {"x=[1 2]\n", FELT_BAD_FORMAT, 5, 1, "a comma or ] should stand here in the list"},
    {"x=\"\\q\"\n", FELT_BAD_FORMAT, 3, 1, "\\ in a text is followed by b t n f r u U \" or \\"},
    {"x=\"\\u12\"\n", FELT_BAD_FORMAT, 3, 4, "\\u takes four hexadecimal digits, \\U eight"},
    {"x=\"\\uD800\"\n", FELT_BAD_FORMAT, 3, 6, "there is no such character in Unicode"},
    {"x=[[[[[[[[[1]]]]]]]]]\n", FELT_FULL, 11, 0, "lists stand at most 8 deep in each other"},
    {"x=\"\xC3(\"\n", FELT_BAD_FORMAT, 3, 1, "these bytes are not UTF-8"},
    {"x=\"\x07\"\n", FELT_BAD_FORMAT, 3, 1, "a control character (7); write it as \\u00XX"},
    {"antes=5\n", FELT_BAD_FORMAT, 6, 1, "a list in [] should stand here"},
    {"antes=[-1]\n", FELT_BAD_NUMBER, 7, 2, "antes is not negative"},
    {"antes=[inf]\n", FELT_BAD_NUMBER, 7, 3, "antes is not infinite"},
    {"antes=[1.23456]\n", FELT_BAD_NUMBER, 7, 7,
     "\"1.23456\" is no amount of chips; write digits, with at most 4 behind a point"},
    {"antes=[\"5\"]\n", FELT_BAD_NUMBER, 7, 0, NULL},
    {"antes=[1,1,1,1,1,1,1,1,1,1,1]\n", FELT_WRONG_COUNT, 27, 0, "antes has more than 10 seats"},
    {"starting_stacks=[-5]\n", FELT_BAD_NUMBER, 17, 2, "starting_stacks is not negative"},
    {"ante_trimming_status=1\n", FELT_BAD_FORMAT, 21, 1, "write true or false here"},
    {"_cap=256\n", FELT_BAD_NUMBER, 5, 3, "_cap is a whole number up to 255"},
    {"_runs=3\n", FELT_BAD_NUMBER, 6, 1, "_runs is a whole number up to 2"},
    {"_wild=\"2c3\"\n", FELT_BAD_FORMAT, 6, 5,
     "_wild is a text: cards as in \"QcQd\", or 32 hexadecimal digits of a stream"},
    {"_wild=2\n", FELT_BAD_FORMAT, 6, 1, "a text in quotes should stand here"},
    {"_later=\"00\"\n", FELT_BAD_FORMAT, 7, 4, NULL},
    {"_later=\"00000000000000000000000000000000\"\n", FELT_BAD_FORMAT, 7, 34, NULL},
    {"_later=\"0000000000000000000000000000000G\"\n", FELT_BAD_FORMAT, 7, 34, NULL},
    {"_opener=1.5\n", FELT_BAD_NUMBER, 8, 3, "_opener is a whole number up to 10"},
    {"_decimals=2\n", FELT_BAD_FORMAT, 10, 0,
     "_decimals is for JSON; here amounts show their decimal places"},
    {HEAD "actions=[\"p1 fold\"]\n", FELT_BAD_FORMAT, 55, 7,
     "action 1: \"p1 fold\" is no action; a seat does f cc cbr pb sd or sm"},
    {HEAD "actions=[\n\"p2 f\",\n\"d dh p1 Ax\"]\n", FELT_BAD_CARD, 73, 1,
     "action 2: \"Ax\" is not a card: \"x\" is not a suit, suits are c d h s"},
    {HEAD "actions=[\"p1 f\\u006Fld\"]\n", FELT_BAD_FORMAT, 54, 14,
     "action 1: \"p1 fold\" is no action; a seat does f cc cbr pb sd or sm"},
    {HEAD "actions=[5]\n", FELT_BAD_FORMAT, 54, 1, "a text in quotes should stand here"},
    {HEAD "actions=[\"p3 f\"]\n", FELT_BAD_FORMAT, 0, 0,
     "action 1 names no seat of the hand, or has a wrong amount, cards or remark"},
    {WHOLE "antes=[1]\n", FELT_WRONG_COUNT, 0, 0, "antes has 1 seats, starting_stacks has 2"},
    {"variant=\"NT\"\nstarting_stacks=[9]\nactions=[]\n", FELT_WRONG_COUNT, 0, 0,
     "starting_stacks has 1 seats; a hand has 2 to 10"},
    {WHOLE "small_bet=2\n", FELT_BAD_FORMAT, 0, 0,
     "there is min_bet beside small_bet or big_bet; drop one"},
    {WHOLE "_decisions=[[1,2,3]]\n", FELT_BAD_FORMAT, 68, 7,
     "decision 1 is not a list [call, min_raise_to, max_raise_to, actor, street, pot], or one "
     "too many"},
    {WHOLE "_decisions=[[1,2,3,4,5,6,7]]\n", FELT_BAD_FORMAT, 68, 13, NULL},
    {WHOLE "_decisions=[[1,2,3,10,0,6]]\n", FELT_BAD_FORMAT, 68, 14, NULL},
    {WHOLE "bring_in=10000000000000.0001\n", FELT_BAD_NUMBER, 0, 0,
     "an amount is too large with 4 decimal places"},
    {WHOLE "bring_in=10000000000000\n", FELT_BAD_NUMBER, 0, 0,
     "bring_in has a number out of range"},
};

static void phh_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct felt_complaint complaint = {0};
        enum felt_status status =
            felt_phh_read(refused[i].text, strlen(refused[i].text), &record, &complaint);
        if (status != refused[i].status || complaint.at != refused[i].at ||
            complaint.length != refused[i].length ||
            (refused[i].why && strcmp(complaint.text, refused[i].why) != 0))
            fail_msg("%s: status %d at %zu+%zu: %s", refused[i].text, status, complaint.at,
                     complaint.length, complaint.text);
        assert_int_equal(felt_phh_read(refused[i].text, strlen(refused[i].text), &record, NULL),
                         status);
    }
    read_good(WHOLE, strlen(WHOLE), &record);
}

/* ---- limits ---- */

static size_t repeat(size_t at, const char *what, int times)
{
    size_t bytes = strlen(what);
    for (int i = 0; i < times; i++, at += bytes) memcpy(text + at, what, bytes);
    return at;
}

static void phh_of_many_actions_is_read_up_to_the_limit(void **state)
{
    (void)state;
    for (int more = 0; more < 2; more++) {
        struct felt_complaint complaint = {0};
        size_t bytes = repeat(0, HEAD "actions=[", 1);
        bytes = repeat(bytes, "\"p1 cbr 5\",", FELT_RECORD_ACTIONS_MAX + more);
        bytes = repeat(bytes, "]", 1);
        enum felt_status status = felt_phh_read(text, bytes, &record, &complaint);
        assert_int_equal(status, more ? FELT_FULL : FELT_OK);
        if (more) assert_string_equal(complaint.text, "a hand has at most 1024 actions");
        if (!more) assert_int_equal(record.actions, FELT_RECORD_ACTIONS_MAX);
    }
}

static void phh_that_is_too_long_is_refused(void **state)
{
    (void)state;
    struct felt_complaint complaint = {0};
    size_t bytes = repeat(0, WHOLE, 1);
    memset(text + bytes, ' ', sizeof text - bytes);
    assert_int_equal(felt_phh_read(text, FELT_RECORD_TEXT_MAX, &record, &complaint), FELT_OK);
    assert_int_equal(felt_phh_read(text, FELT_RECORD_TEXT_MAX + 1, &record, &complaint), FELT_FULL);
    assert_string_equal(complaint.text, "a hand has at most 524288 bytes");
}

static void phh_texts_have_limits(void **state)
{
    (void)state;
    static const struct {
        const char *before, *letter;
        int good; /* how many letters fit */
        const char *behind, *why;
    } cases[] = {
        {WHOLE "x=\"", "y", FELT_RECORD_POOL_BYTES - 3, "\"",
         "all texts of a hand together have at most 16384 bytes"},
        {WHOLE "_id=\"", "y", FELT_RECORD_LINE_MAX, "\"",
         "all texts of a hand together have at most 16384 bytes"},
        {WHOLE, "y", 64, "=1", "the name of a field has at most 64 bytes"},
        {HEAD "actions=[\"# ", "y", FELT_RECORD_LINE_MAX - 64, "\"]",
         "action 1 names no seat of the hand, or has a wrong amount, cards or remark"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int more = 0; more < 2; more++) {
            struct felt_complaint complaint = {0};
            size_t bytes = repeat(0, cases[i].before, 1);
            bytes = repeat(bytes, cases[i].letter, cases[i].good + more);
            bytes = repeat(bytes, cases[i].behind, 1);
            enum felt_status status = felt_phh_read(text, bytes, &record, &complaint);
            if ((status == FELT_OK) != !more || (more && strcmp(complaint.text, cases[i].why) != 0))
                fail_msg("case %zu, %d more: %s", i, more, complaint.text);
        }
    }
}

static void phh_write_says_when_it_does_not_fit(void **state)
{
    (void)state;
    size_t bytes = load("formats/written.phh");
    read_good(text, bytes, &record);
    for (size_t room = 0; room < bytes; room += 13) {
        struct felt_buffer out = felt_buffer_make(again, room);
        assert_int_equal(felt_phh_write(&record, 0, &out), FELT_FULL);
    }
}

/* ---- many hands ---- */

static void phh_first_finds_where_a_hand_ends(void **state)
{
    (void)state;
    static const char *const hands[] = {
        "# a remark with [1] in it\n\n[1]\na = \"\n\n", /* an open string ends with its line */
        "[2]\nx = [\n[3],\n[4]\n]\ny = '''\n[5]\n'''\n",
        "  [6]\nz = \"[7\\\"\\n[8]\" # [9]\n[[10]]\n",
    };
    size_t bytes = 0;
    for (int i = 0; i < 3; i++) bytes = repeat(bytes, hands[i], 1);
    size_t at = 0;
    for (int i = 0; i < 3; i++) {
        size_t whole = strlen(hands[i]), length = felt_phh_first(text + at, bytes - at);
        /* White space before a header belongs to the hand above. */
        size_t expected = i == 2 ? whole - 2 - strlen("[[10]]\n") : i == 1 ? whole + 2 : whole;
        assert_int_equal(length, expected);
        at += length;
    }
    assert_int_equal(felt_phh_first(text + at, bytes - at), bytes - at);
    assert_int_equal(felt_phh_first("", 0), 0);
    assert_int_equal(felt_phh_first("a=1", 3), 3);
    assert_int_equal(felt_phh_first("a=1\n[2]", 7), 4);
}

TEST_MODULE(phh)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phh_of_other_people_is_written_in_our_form),
        cmocka_unit_test(phh_means_what_it_says),
        cmocka_unit_test(phh_lists_of_two_seats_begin_with_the_button),
        cmocka_unit_test(phh_keeps_house_rules_and_decisions),
        cmocka_unit_test(phh_is_refused),
        cmocka_unit_test(phh_of_many_actions_is_read_up_to_the_limit),
        cmocka_unit_test(phh_that_is_too_long_is_refused),
        cmocka_unit_test(phh_texts_have_limits),
        cmocka_unit_test(phh_write_says_when_it_does_not_fit),
        cmocka_unit_test(phh_first_finds_where_a_hand_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
