/* test_value.c -- categories and names of values, row by row from tests/golden/value_names.txt. */
#include "expect.h"

#include "felt/eval.h"
#include "module.h"

#include <string.h>

enum { LINE = 256, FIELDS = 4, ROWS_LEAST = 90 };

static enum felt_family family_named(const char *name)
{
    for (int family = 0; family < FELT_FAMILIES; family++)
        if (strcmp(felt_family_name((enum felt_family)family), name) == 0)
            return (enum felt_family)family;
    fail_msg("no family is named %s", name);
    return FELT_FAMILY_NONE;
}

static felt_value eval_row(enum felt_family family, const felt_card *cards, int count)
{
    for (int i = 0; i < count; i++)
        if (cards[i] >= FELT_CARDS) return felt_eval_wild(0, cards, count);
    return felt_eval(family, cards, count);
}

static void value_names_are_as_in_the_golden_file(void **state)
{
    (void)state;
    FILE *file = golden_open("value_names.txt");
    char line[LINE], copy[LINE], *field[FIELDS];
    int rows = 0, wrong = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '%' || line[0] == '\n') continue;
        line[strcspn(line, "\n")] = 0;
        memcpy(copy, line, sizeof copy);
        assert_int_equal(fields_split(copy, '|', field, FIELDS), FIELDS);
        enum felt_family family = family_named(field[0]);
        felt_card cards[7] = {0};
        int count = cards_parse(field[1], cards, 7);
        felt_value value = eval_row(family, cards, count);
        const char *word = felt_category_word(felt_value_category(family, value));
        char name[FELT_VALUE_NAME_BYTES];
        felt_value_name(family, value, name, sizeof name);
        if (strcmp(word, field[2]) != 0 || strcmp(name, field[3]) != 0) {
            print_error("%s\n    is %s | %s\n", line, word, name);
            wrong++;
        }
        rows++;
    }
    fclose(file);
    assert_int_equal(wrong, 0);
    assert_true(rows >= ROWS_LEAST);
}

static void value_category_words_and_names_are_fixed(void **state)
{
    (void)state;
    static const char *const rows[FELT_CATEGORIES][2] = {
        [FELT_NOTHING] = {"nothing", "nothing"},
        [FELT_HIGH_CARD] = {"high_card", "high card"},
        [FELT_PAIR] = {"pair", "pair"},
        [FELT_TWO_PAIR] = {"two_pair", "two pair"},
        [FELT_TRIPS] = {"three_of_a_kind", "three of a kind"},
        [FELT_STRAIGHT] = {"straight", "straight"},
        [FELT_FLUSH] = {"flush", "flush"},
        [FELT_FULL_HOUSE] = {"full_house", "full house"},
        [FELT_QUADS] = {"four_of_a_kind", "four of a kind"},
        [FELT_STRAIGHT_FLUSH] = {"straight_flush", "straight flush"},
        [FELT_FIVE_OF_A_KIND] = {"five_of_a_kind", "five of a kind"},
        [FELT_BADUGI_1] = {"badugi_1", "one-card badugi"},
        [FELT_BADUGI_2] = {"badugi_2", "two-card badugi"},
        [FELT_BADUGI_3] = {"badugi_3", "three-card badugi"},
        [FELT_BADUGI_4] = {"badugi_4", "four-card badugi"},
        [FELT_ONE_SPADE] = {"spade", "spade"},
    };
    for (int category = 0; category < FELT_CATEGORIES; category++) {
        assert_string_equal(felt_category_word((enum felt_category)category), rows[category][0]);
        assert_string_equal(felt_category_name((enum felt_category)category), rows[category][1]);
    }
}

static void value_family_names_are_fixed(void **state)
{
    (void)state;
    static const char *const names[FELT_FAMILIES] = {
        [FELT_FAMILY_NONE] = "none",      [FELT_HIGH] = "high",
        [FELT_HIGH_SHORT] = "high-short", [FELT_LOW_27] = "low-27",
        [FELT_LOW_A5] = "low-a5",         [FELT_LOW_8] = "low-8",
        [FELT_BADUGI] = "badugi",         [FELT_BADUGI_HIGH] = "badugi-high",
        [FELT_HIGH_THREE] = "three",      [FELT_SPADE] = "spade"};
    for (int family = 0; family < FELT_FAMILIES; family++)
        assert_string_equal(felt_family_name((enum felt_family)family), names[family]);
}

static void value_nothing_has_a_name_in_every_family(void **state)
{
    (void)state;
    for (int family = FELT_HIGH; family < FELT_FAMILIES; family++) {
        char name[FELT_VALUE_NAME_BYTES];
        felt_value_name((enum felt_family)family, 0, name, sizeof name);
        assert_string_equal(name, family == FELT_LOW_8   ? "no low"
                                  : family == FELT_SPADE ? "no spade"
                                                         : "nothing");
        assert_int_equal(felt_value_category((enum felt_family)family, 0), FELT_NOTHING);
    }
}

/* A name is cut to the room there is and always ends with a zero. */
static void value_name_that_does_not_fit_is_cut(void **state)
{
    (void)state;
    felt_card cards[5];
    int count = cards_parse("Tc Td Ah 9s 4d", cards, 5);
    felt_value value = felt_eval(FELT_HIGH, cards, count);
    char whole[FELT_VALUE_NAME_BYTES], cut[FELT_VALUE_NAME_BYTES + 1];
    felt_value_name(FELT_HIGH, value, whole, sizeof whole);
    for (size_t bytes = 1; bytes <= sizeof whole; bytes++) {
        memset(cut, '#', sizeof cut);
        felt_value_name(FELT_HIGH, value, cut, bytes);
        size_t length = strlen(cut);
        assert_true(length < bytes);
        assert_memory_equal(cut, whole, length);
        if (bytes > strlen(whole)) assert_string_equal(cut, whole);
        assert_int_equal(cut[bytes], '#');
    }
}

/* Different values of a family have different names, and each fits with room for its zero. */
static void value_names_tell_all_high_hands_apart(void **state)
{
    (void)state;
    struct order *order = order_open();
    static char names[ORDER_VALUES][FELT_VALUE_NAME_BYTES];
    felt_card cards[5] = {0, 1, 2, 3, 4};
    int step = 0;
    do {
        if (step++ % 7) continue;
        felt_value value = felt_eval(FELT_HIGH, cards, 5);
        if (order->score[value] != -1) continue;
        order_add(order, value, 1, cards, 5);
        felt_value_name(FELT_HIGH, value, names[value], FELT_VALUE_NAME_BYTES);
        assert_true(strlen(names[value]) < FELT_VALUE_NAME_BYTES - 1);
    } while (choice_next(FELT_CARDS, cards, 5));
    for (int value = 1; value < ORDER_VALUES; value++)
        if (order->score[value] != -1)
            for (int other = 1; other < value; other++)
                if (order->score[other] != -1 && value >> 12 == other >> 12)
                    if (strcmp(names[value], names[other]) == 0)
                        fail_msg("values %#x and %#x are both %s", value, other, names[value]);
    order_close(order);
}

/* Every value of five cards, from the lowest: classes are 1, 2, ... without a gap. */
static void value_classes_number_all_high_hands(void **state)
{
    (void)state;
    static bool seen[UINT16_MAX + 1];
    felt_card cards[5] = {0, 1, 2, 3, 4};
    int high_class = 0;
    do seen[felt_eval(FELT_HIGH, cards, 5)] = true;
    while (choice_next(FELT_CARDS, cards, 5));
    for (int value = 0; value <= UINT16_MAX; value++) {
        if (!seen[value]) continue;
        assert_int_equal(felt_high_class((felt_value)value), ++high_class);
    }
    assert_int_equal(high_class, FELT_HIGH_CLASSES);
    assert_int_equal(felt_high_class(0), 0);
    assert_int_equal(felt_high_class(felt_eval(FELT_HIGH, cards, 4)), 0);
}

TEST_MODULE(value)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(value_classes_number_all_high_hands),
        cmocka_unit_test(value_family_names_are_fixed),
        cmocka_unit_test(value_category_words_and_names_are_fixed),
        cmocka_unit_test(value_names_are_as_in_the_golden_file),
        cmocka_unit_test(value_nothing_has_a_name_in_every_family),
        cmocka_unit_test(value_name_that_does_not_fit_is_cut),
        cmocka_unit_test(value_names_tell_all_high_hands_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
