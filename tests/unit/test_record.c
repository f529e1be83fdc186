/* test_record.c -- variants and their codes, actions as text, notes, verifying and comparing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/poker.h"
#include "felt/record.h"
#include "module.h"

#include <string.h>

/* ---- variants ---- */

static void record_codes_are_all_different(void **state)
{
    (void)state;
    for (int i = 0; i < felt_record_variant_count(); i++) {
        const struct felt_record_variant variant = felt_record_variant_at(i);
        assert_int_equal(felt_record_variant_find(variant.code, strlen(variant.code)), i);
        assert_non_null(felt_variant_find(variant.row));
        assert_int_equal(felt_record_variant_of(variant.row, (enum felt_limit)variant.limit), i);
    }
    assert_int_equal(felt_record_variant_find("NT ", 3), -1);
    assert_int_equal(felt_record_variant_find("", 0), -1);
    assert_int_equal(felt_record_variant_of("bridge", FELT_NO_LIMIT), -1);
}

static void record_every_row_and_limit_has_a_code(void **state)
{
    (void)state;
    for (int i = 0; i < felt_variant_count(); i++) {
        const char *row = felt_variant_at(i)->name;
        for (int limit = FELT_NO_LIMIT; limit <= FELT_FIXED_LIMIT; limit++) {
            int code = felt_record_variant_of(row, (enum felt_limit)limit);
            if (code < 0) fail_msg("%s with limit %d has no code", row, limit);
        }
    }
}

/* ---- actions ---- */

static struct felt_record record, other;

static void action_texts_are_read_and_written(void **state)
{
    (void)state;
    static const struct {
        const char *text, *again;
        int decimals;
    } cases[] = {
        {"d dh p1 AhKd", NULL, 0},
        {"d dh p10 ????", NULL, 0},
        {"d dh p2 Ah??5c", NULL, 0},
        {"d db 2c3d4h", NULL, 0},
        {"d db 10hJrJb", "d db ThJrJb", 0},
        {" \t d   dh  p3   ah ", "d dh p3 Ah", 0},
        {"p1 f", NULL, 0},
        {"p9 cc", NULL, 0},
        {"p1 cbr 210", NULL, 0},
        {"p1 cbr 210", "p1 cbr 210.00", 2},
        {"p1 cbr 0.5", "p1 cbr 0.50", 2},
        {"p1 cbr 0012", "p1 cbr 12", 0},
        {"p1 cbr 1000000000000", NULL, 0},
        {"p1 pb", NULL, 0},
        {"p1 sd", NULL, 0},
        {"p1 sd AsKd2c3c4c", NULL, 0},
        {"p1 sm", NULL, 0},
        {"p1 sm AhKd", NULL, 0},
        {"p1 f # a remark # and more", NULL, 0},
        {"p1 f#a remark  ", "p1 f # a remark", 0},
        {"p1 f #", "p1 f", 0},
        {"", NULL, 0},
        {"  #  ", "", 0},
        {"# only this", NULL, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char memory[256];
        struct felt_record_action action;
        struct felt_complaint complaint = {0};
        struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
        felt_record_clear(&record);
        if (felt_record_action_read(cases[i].text, strlen(cases[i].text), cases[i].decimals,
                                    &record, &action, &complaint) != FELT_OK)
            fail_msg("\"%s\" is refused: %s", cases[i].text, complaint.text);
        felt_record_action_write(&record, &action, cases[i].decimals, &out);
        assert_string_equal(felt_buffer_terminate(&out),
                            cases[i].again ? cases[i].again : cases[i].text);
    }
}

static void action_text_means_what_it_says(void **state)
{
    (void)state;
    struct felt_record_action action;
    felt_record_clear(&record);
    assert_int_equal(felt_record_action_read("p3 cbr 47.5 # hm", 16, 2, &record, &action, NULL),
                     FELT_OK);
    assert_int_equal(action.kind, FELT_RECORD_RAISE_TO);
    assert_int_equal(action.seat, 2);
    assert_int_equal(action.amount, 4750);
    assert_int_equal(action.count, 0);
    assert_memory_equal(felt_record_bytes(&record, action.remark), "hm", 2);
    assert_int_equal(felt_record_action_read("d dh p2 Ah??", 12, 0, &record, &action, NULL),
                     FELT_OK);
    assert_int_equal(action.kind, FELT_RECORD_HOLE);
    assert_int_equal(action.seat, 1);
    assert_int_equal(action.count, 2);
    assert_int_equal(action.cards[0], felt_card_make(FELT_ACE, FELT_HEARTS));
    assert_int_equal(action.cards[1], FELT_CARD_NONE);
}

static void action_texts_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum felt_status status;
        size_t at, length;
        const char *why;
    } cases[] = {
        {"x", FELT_BAD_FORMAT, 0, 1, "\"x\" is no seat; seats are p1 to p10, the dealer is d"},
        {"p0 f", FELT_BAD_FORMAT, 0, 2, "\"p0\" is no seat; seats are p1 to p10, the dealer is d"},
        {"p11 f", FELT_BAD_FORMAT, 0, 3,
         "\"p11\" is no seat; seats are p1 to p10, the dealer is d"},
        {"d dh p12 Ah", FELT_BAD_FORMAT, 5, 3,
         "\"p12\" is no seat; seats are p1 to p10, the dealer is d"},
        {"p1", FELT_BAD_FORMAT, 0, 2, "\"p1\" is no action; a seat does f cc cbr pb sd or sm"},
        {"p1 fold", FELT_BAD_FORMAT, 0, 7,
         "\"p1 fold\" is no action; a seat does f cc cbr pb sd or sm"},
        {"p1 f 5", FELT_BAD_FORMAT, 0, 6, "\"p1 f 5\" is no action; it has a word too many"},
        {"p1 cbr", FELT_BAD_FORMAT, 0, 6, "\"p1 cbr\" is no action; cbr is followed by an amount"},
        {"p1 cbr 5 6 7", FELT_BAD_FORMAT, 0, 12,
         "\"p1 cbr 5 6 7\" is no action; it has more than four words"},
        {"p1 cbr -5", FELT_BAD_NUMBER, 7, 2,
         "\"-5\" is no amount of chips; write digits, with at most 4 behind a point"},
        {"p1 cbr 1e3", FELT_BAD_NUMBER, 7, 3,
         "\"1e3\" is no amount of chips; write digits, with at most 4 behind a point"},
        {"p1 cbr 99999999999999999999", FELT_BAD_NUMBER, 7, 20,
         "\"99999999999999999999\" is no amount of chips; write digits, with at most 4 behind a "
         "point"},
        {"p1 cbr 1.5", FELT_BAD_NUMBER, 0, 10, "an amount has 1 decimal places, the hand has 0"},
        {"d", FELT_BAD_FORMAT, 0, 1,
         "\"d\" is no action; the dealer does d db CARDS or d dh SEAT CARDS"},
        {"d db", FELT_BAD_FORMAT, 0, 4,
         "\"d db\" is no action; the dealer does d db CARDS or d dh SEAT CARDS"},
        {"d dh AhKd", FELT_BAD_FORMAT, 0, 9,
         "\"d dh AhKd\" is no action; the dealer does d db CARDS or d dh SEAT CARDS"},
        {"d db 2c3x", FELT_BAD_CARD, 8, 1,
         "\"3x\" is not a card: \"x\" is not a suit, suits are c d h s"},
        {"d db 2c3", FELT_BAD_CARD, 8, 0,
         "the suit of \"3\" is missing: suits are c d h s, as in Ah"},
        {"d db 2c?", FELT_BAD_CARD, 7, 1, NULL},
        {"d db 2c3c4c5c6c7c8c9cTc", FELT_WRONG_COUNT, 21, 2, "an action has at most 8 cards"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct felt_record_action action;
        struct felt_complaint complaint = {0};
        felt_record_clear(&record);
        enum felt_status status = felt_record_action_read(cases[i].text, strlen(cases[i].text), 0,
                                                          &record, &action, &complaint);
        if (status != cases[i].status || complaint.at != cases[i].at ||
            complaint.length != cases[i].length ||
            (cases[i].why && strcmp(complaint.text, cases[i].why) != 0))
            fail_msg("\"%s\": status %d at %zu+%zu: %s", cases[i].text, status, complaint.at,
                     complaint.length, complaint.text);
    }
}

static void action_text_without_room_for_its_remark_is_refused(void **state)
{
    (void)state;
    struct felt_record_action action;
    struct felt_complaint complaint = {0};
    felt_record_clear(&record);
    record.pool_used = FELT_RECORD_POOL_BYTES - 3;
    assert_int_equal(felt_record_action_read("p1 f # abc", 10, 0, &record, &action, NULL), FELT_OK);
    assert_int_equal(felt_record_action_read("p1 f # a", 8, 0, &record, &action, &complaint),
                     FELT_FULL);
    assert_string_equal(complaint.text, "all texts of a hand together have at most 16384 bytes");
}

/* ---- notes ---- */

static void note_values_are_brought_into_one_form(void **state)
{
    (void)state;
    static const struct {
        const char *value, *kept; /* NULL: refused */
    } cases[] = {
        {"5", "5"},
        {"+5", "5"},
        {"-0", "0"},
        {"0xff", "255"},
        {"0b101", "5"},
        {"0o17", "15"},
        {"1_000", "1000"},
        {"9223372036854775807", "9223372036854775807"},
        {"1.50", "1.50"},
        {"-inf", "-inf"},
        {"1e6", "1e6"},
        {"true", "true"},
        {"19:30:00", "19:30:00"},
        {"1979-05-27", "1979-05-27"},
        {"1979-05-27T07:32:00.5-07:00", "1979-05-27T07:32:00.5-07:00"},
        {"'a\\b'", "\"a\\\\b\""},
        {"\"\\u00e9\\t\\U0001F0A1\"", "\"\xC3\xA9\\t\xF0\x9F\x82\xA1\""},
        {"\"\\u0001\"", "\"\\u0001\""},
        {"\"\"\"\n\"\"x\"\"\"\"", "\"\\\"\\\"x\\\"\""},
        {"[ 1,2 , ]", "[1, 2]"},
        {"[]", "[]"},
        {"{}", "{}"},
        {"{a=1,\"b c\"=[true]}", "{ a = 1, \"b c\" = [true] }"},
        {"[[[[[[[[1]]]]]]]]", "[[[[[[[[1]]]]]]]]"},
        {"[[[[[[[[[1]]]]]]]]]", NULL},
        {"", NULL},
        {"5 5", NULL},
        {"yes", NULL},
        {"05", NULL},
        {"1__0", NULL},
        {"1.", NULL},
        {".5", NULL},
        {"9223372036854775808", NULL},
        {"-9223372036854775808", "-9223372036854775808"},
        {"1979-5-27", NULL},
        {"\"", NULL},
        {"\"\\x\"", NULL},
        {"\"\\ud800\"", NULL},
        {"'a\nb'", NULL},
        {"[1 2]", NULL},
        {"[,]", NULL},
        {"[1", NULL},
        {"{a}", NULL},
        {"{a=1,a=2}", NULL},
        {"{a=1,}", NULL},
        {"\"\x01\"", NULL},
        {"\"\xFF\"", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        felt_record_clear(&record);
        enum felt_status status =
            felt_record_add_raw(&record, "x", cases[i].value, strlen(cases[i].value));
        if ((status == FELT_OK) != (cases[i].kept != NULL))
            fail_msg("%s: status %d", cases[i].value, status);
        if (cases[i].kept == NULL) {
            assert_int_equal(record.pool_used, 0); /* nothing half-kept */
            assert_int_equal(record.notes, 0);
            continue;
        }
        struct felt_record_text value = felt_record_find_note(&record, "x")->value;
        if (value.bytes != strlen(cases[i].kept) ||
            memcmp(felt_record_bytes(&record, value), cases[i].kept, value.bytes) != 0)
            fail_msg("%s is kept as %.*s", cases[i].value, value.bytes,
                     felt_record_bytes(&record, value));
    }
}

static void notes_have_names_of_their_own(void **state)
{
    (void)state;
    felt_record_clear(&record);
    assert_int_equal(felt_record_add_note(&record, "venue", "The \"Club\"", 10), FELT_OK);
    assert_int_equal(felt_record_add_note(&record, "venue", "x", 1), FELT_BAD_NAME);
    assert_int_equal(felt_record_add_note(&record, "antes", "x", 1), FELT_BAD_NAME);
    assert_int_equal(felt_record_add_note(&record, "id", "x", 1), FELT_BAD_NAME);
    assert_int_equal(felt_record_add_note(&record, "_id", "x", 1), FELT_BAD_NAME);
    assert_null(felt_record_find_note(&record, "venu"));
    struct felt_record_text value = felt_record_find_note(&record, "venue")->value;
    assert_int_equal(value.bytes, 14);
    assert_memory_equal(felt_record_bytes(&record, value), "\"The \\\"Club\\\"\"", 14);
    char name[8] = "n00";
    for (int i = 1; i < FELT_RECORD_NOTES_MAX; i++) {
        name[1] = (char)('0' + i / 10);
        name[2] = (char)('0' + i % 10);
        assert_int_equal(felt_record_add_note(&record, name, "", 0), FELT_OK);
    }
    assert_int_equal(felt_record_add_note(&record, "more", "", 0), FELT_FULL);
}

static void notes_without_room_change_nothing(void **state)
{
    (void)state;
    static char long_text[FELT_RECORD_POOL_BYTES];
    memset(long_text, 'x', sizeof long_text);
    felt_record_clear(&record);
    /* The key takes one byte, the quotes take two. */
    assert_int_equal(felt_record_add_note(&record, "a", long_text, sizeof long_text - 2),
                     FELT_FULL);
    assert_int_equal(record.pool_used, 0);
    assert_int_equal(felt_record_add_note(&record, "a", long_text, sizeof long_text - 3), FELT_OK);
    assert_int_equal(felt_record_add_note(&record, "b", "", 0), FELT_FULL);
    assert_int_equal(record.pool_used, FELT_RECORD_POOL_BYTES);
    assert_int_equal(record.notes, 1);
}

/* ---- verifying and comparing ---- */

static const char hand[] =
    "{\"id\":\"h\",\"variant\":\"NT\",\"starting_stacks\":[100,200,300],\"antes\":[1,1,1],"
    "\"ante_trimming_status\":true,\"_dead\":[0,0,2],\"blinds_or_straddles\":[5,10,0],"
    "\"_opener\":3,\"min_bet\":10,\"_cap\":4,\"_rake_per_10000\":500,\"_rake_cap\":3,"
    "\"actions\":[\"d dh p1 AhKd\",\"p3 cbr 20\",\"p1 f # so\"],\"finishing_stacks\":[1,2,3],"
    "\"decisions\":[{\"call\":10,\"min_raise_to\":20,\"max_raise_to\":null,\"actor\":2,"
    "\"street\":0,\"pot\":15}],\"venue\":\"here\"}";

static void read_hand(struct felt_record *out)
{
    struct felt_complaint complaint = {0};
    if (felt_hand_json_read(hand, strlen(hand), out, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
}

/* Every single thing of a record, changed a little. */
static bool change(struct felt_record *r, int which)
{
    switch (which) {
    case 0: r->pool[r->id.at] = 'g'; return true;
    case 1: r->variant++; return true;
    case 2: r->seats--; return true;
    case 3: r->decimals++; return true;
    case 4: r->opener--; return true;
    case 5: r->stack[2]++; return true;
    case 6: r->ante[1]++; return true;
    case 7: r->dead[0]++; return true;
    case 8: r->blind[2]--; return true;
    case 9: r->finish[0]++; return true;
    case 10: r->antes_matched = false; return true;
    case 11: r->has_finish = false; return true;
    case 12: r->min_bet++; return true;
    case 13: r->cap++; return true;
    case 14: r->cap_counts_blind = true; return true;
    case 15: r->heads_up_uncapped = true; return true;
    case 16: r->rake_needs_board = true; return true;
    case 17: r->rake_per_10000++; return true;
    case 18: r->rake_cap++; return true;
    case 19: r->actions--; return true;
    case 20: r->decisions--; return true;
    case 21: r->notes--; return true;
    case 22: r->action[0].cards[1]++; return true;
    case 23: r->action[0].count--; return true;
    case 24: r->action[0].seat++; return true;
    case 25: r->action[1].amount++; return true;
    case 26: r->action[2].kind = FELT_RECORD_CHECK_CALL; return true;
    case 27: r->action[2].remark.bytes--; return true;
    case 28: r->decision[0].call++; return true;
    case 29: r->decision[0].raise_to_min++; return true;
    case 30: r->decision[0].raise_to_max++; return true;
    case 31: r->decision[0].pot++; return true;
    case 32: r->decision[0].actor--; return true;
    case 33: r->decision[0].street++; return true;
    case 34: r->pool[r->note[0].key.at] = 'w'; return true;
    case 35: r->pool[r->note[0].value.at + 1] = 't'; return true;
    case 36: r->bring_in++; return true;
    default: return false;
    }
}

static void record_equal_sees_every_change(void **state)
{
    (void)state;
    read_hand(&record);
    read_hand(&other);
    assert_true(felt_record_equal(&record, &other));
    for (int i = 0; change(&other, i); i++) {
        if (felt_record_equal(&record, &other)) fail_msg("change %d is not seen", i);
        read_hand(&other);
    }
    /* Where texts lie does not matter. */
    memmove(other.pool + 7, other.pool, other.pool_used);
    other.pool_used = (uint16_t)(other.pool_used + 7);
    other.id.at = (uint16_t)(other.id.at + 7);
    for (int i = 0; i < other.actions; i++)
        other.action[i].remark.at = (uint16_t)(other.action[i].remark.at + 7);
    other.note[0].key.at = (uint16_t)(other.note[0].key.at + 7);
    other.note[0].value.at = (uint16_t)(other.note[0].value.at + 7);
    assert_true(felt_record_equal(&record, &other));
    assert_int_equal(felt_record_verify(&other, NULL), FELT_OK);
}

static bool spoil(struct felt_record *r, int which, const char **why)
{
    *why = "a count is out of its range";
    switch (which) {
    case 0: r->variant = 255; return true;
    case 1: r->actions = FELT_RECORD_ACTIONS_MAX + 1; return true;
    case 2: r->notes = FELT_RECORD_NOTES_MAX + 1; return true;
    case 3: r->has_decisions = false; return true;
    case 4: r->pool_used = FELT_RECORD_POOL_BYTES + 1; return true;
    default: break;
    }
    *why = "a hand has 2 to 10 seats, and its opener is one of them";
    switch (which) {
    case 5: r->seats = 1; return true;
    case 6: r->seats = 11; return true;
    case 7: r->opener = 4; return true;
    default: break;
    }
    *why = "action 1 names no seat of the hand, or has a wrong amount, cards or remark";
    switch (which) {
    case 8: r->action[0].kind = FELT_RECORD_KINDS; return true;
    case 9: r->action[0].seat = 3; return true;
    case 10: r->action[0].seat = FELT_SEAT_NONE; return true;
    case 11: r->action[0].count = 0; return true;
    case 12: r->action[0].count = FELT_RECORD_CARDS_MAX + 1; return true;
    case 13: r->action[0].cards[0] = FELT_CARDS_MAX; return true;
    case 14: r->action[0].amount = 1; return true;
    case 15: r->action[0].remark = (struct felt_record_text){r->pool_used, 1}; return true;
    default: break;
    }
    *why = "action 3 names no seat of the hand, or has a wrong amount, cards or remark";
    switch (which) {
    case 16: r->pool[r->action[2].remark.at] = ' '; return true;
    case 17: r->pool[r->action[2].remark.at] = '\0'; return true;
    case 18: r->pool[r->action[2].remark.at] = (char)0xFF; return true;
    case 19: r->action[2].count = 1; return true;
    default: break;
    }
    *why = "decision 1 names no seat of the hand, or a wrong amount";
    switch (which) {
    case 20: r->decision[0].actor = 3; return true;
    case 21: r->decision[0].call = -2; return true;
    case 22: r->decision[0].pot = -1; return true;
    default: break;
    }
    *why = "note 1 is no field and value";
    switch (which) {
    case 23: r->note[0].value.bytes--; return true;
    case 24: r->note[0].value.bytes = 0; return true;
    case 25: memcpy(r->pool + r->note[0].key.at, "antes", 5); return true;
    default: break;
    }
    *why = "starting_stacks has a number out of range";
    if (which == 26) r->stack[0] = -2;
    if (which == 27) r->stack[1] = FELT_CHIPS_MAX + 1;
    if (which <= 27) return true;
    *why = "antes has a number out of range";
    if (which == 28) r->ante[2] = -1;
    if (which == 28) return true;
    *why = "there is min_bet beside small_bet or big_bet; drop one";
    r->big_bet = 5;
    return which == 29;
}

static void record_verify_says_what_is_wrong(void **state)
{
    (void)state;
    read_hand(&record);
    assert_int_equal(felt_record_verify(&record, NULL), FELT_OK);
    const char *why;
    for (int i = 0; spoil(&record, i, &why); i++) {
        struct felt_complaint complaint = {0};
        /* The note's own name, "venue", is as long as "antes". */
        assert_int_not_equal(felt_record_verify(&record, &complaint), FELT_OK);
        if (strcmp(complaint.text, why) != 0) fail_msg("%d: %s", i, complaint.text);
        read_hand(&record);
    }
}

TEST_MODULE(record)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(record_codes_are_all_different),
        cmocka_unit_test(record_every_row_and_limit_has_a_code),
        cmocka_unit_test(action_texts_are_read_and_written),
        cmocka_unit_test(action_text_means_what_it_says),
        cmocka_unit_test(action_texts_are_refused),
        cmocka_unit_test(action_text_without_room_for_its_remark_is_refused),
        cmocka_unit_test(note_values_are_brought_into_one_form),
        cmocka_unit_test(notes_have_names_of_their_own),
        cmocka_unit_test(notes_without_room_change_nothing),
        cmocka_unit_test(record_equal_sees_every_change),
        cmocka_unit_test(record_verify_says_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
