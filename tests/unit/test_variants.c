/* test_variants.c -- the rows of games: each agrees with its own steps, with its deck, with the row
 * of showdown.h it names, and with what docs/RULES.md 12 tells the players. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/poker.h"
#include "module.h"
#include "support.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 2048, PATH = 1024, SECTION = 12, PARAGRAPHS_MAX = 64, UNIT = 20 };

static struct felt_poker_rules rules_of(const struct felt_variant *row, enum felt_limit limit)
{
    struct felt_poker_rules rules;
    struct felt_complaint complaint;
    if (felt_poker_rules_make(row->name, limit, UNIT, &rules, &complaint) != FELT_OK)
        fail_msg("%s: %s", row->name, complaint.text);
    return rules;
}

/* ---- steps ---------------------------------------------------------------------------------- */

struct sums {
    int holes, boards, bets, small, draws, discards, gone;
};

/* Adds a step up; what a step may hold depends on its kind. */
static void add_step(const struct felt_variant *row, const struct felt_step *step,
                     struct sums *sums)
{
    int dealt = step->down + step->up + step->board;
    switch ((enum felt_step_kind)step->kind) {
    case FELT_STEP_DEAL:
        if (dealt == 0) fail_msg("%s deals nothing", row->name);
        if (step->discard_max || step->replace || step->big) fail_msg("%s: a deal", row->name);
        if (step->up && row->opener == FELT_OPENER_BUTTON)
            fail_msg("%s: cards face up open nothing", row->name);
        sums->holes += step->down + step->up;
        sums->boards += step->board;
        return;
    case FELT_STEP_DISCARD:
        if (dealt || step->big) fail_msg("%s: a discard", row->name);
        if (step->discard_max > sums->holes - sums->gone) fail_msg("%s: discards", row->name);
        if (step->replace && (step->discard_min || step->discard_max != sums->holes))
            fail_msg("%s: a draw is of any number of cards", row->name); /* RULES 13.1 */
        if (!step->replace && step->discard_min != step->discard_max)
            fail_msg("%s: hands of different sizes", row->name); /* RULES 13.5 */
        sums->gone += step->replace ? 0 : step->discard_max;
        sums->draws += step->replace;
        sums->discards++;
        return;
    case FELT_STEP_BET:
        if (dealt || step->discard_max || step->replace) fail_msg("%s: a bet", row->name);
        sums->small += !step->big;
        if (!step->big && sums->bets >= sums->small) fail_msg("%s: small after big", row->name);
        sums->bets++;
        return;
    }
    fail_msg("%s: a step of no kind", row->name);
}

static struct sums add_steps(const struct felt_variant *row)
{
    struct sums sums = {0};
    for (int i = 0; i < row->steps; i++) add_step(row, &row->step[i], &sums);
    return sums;
}

static void variants_agree_with_their_steps(void **state)
{
    (void)state;
    for (int i = 0; i < felt_variant_count(); i++) {
        const struct felt_variant *row = felt_variant_at(i);
        struct sums sums = add_steps(row);
        assert_ptr_equal(felt_variant_find(row->name), row);
        assert_in_range(row->steps, 2, FELT_STEPS_MAX);
        assert_int_equal(row->step[0].kind, FELT_STEP_DEAL);
        assert_int_equal(row->step[row->steps - 1].kind, FELT_STEP_BET);
        if (sums.holes != row->hole_cards) fail_msg("%s: %d own cards", row->name, sums.holes);
        if (sums.boards != row->board_cards) fail_msg("%s: board of %d", row->name, sums.boards);
        if (sums.discards > FELT_DRAWS_MAX) fail_msg("%s: %d draws", row->name, sums.discards);
        /* RULES 12: two rounds of small bets, in short games one. */
        if (sums.small != (sums.bets >= 4 ? 2 : 1)) fail_msg("%s: small bets", row->name);
        assert_true((row->on_up == FELT_UP_NOTHING) == (row->trigger == 0));
        if (row->on_up != FELT_UP_NOTHING) assert_int_not_equal(row->opener, FELT_OPENER_BUTTON);
        assert_true((row->trigger & ~row->deck) == 0);
    }
    assert_null(felt_variant_find("no such game"));
    assert_null(felt_variant_find(""));
}

static void variants_fit_their_decks(void **state)
{
    (void)state;
    for (int i = 0; i < felt_variant_count(); i++) {
        const struct felt_variant *row = felt_variant_at(i);
        struct sums sums = add_steps(row);
        int deck = felt_cards_count(row->deck), seats = row->seats_max;
        int all = seats * row->hole_cards + row->board_cards;
        assert_in_range(row->seats_min, 2, row->seats_max);
        assert_true(seats <= FELT_SEATS_MAX);
        if (sums.draws && all + row->hole_cards > deck) /* RULES 13.4 */
            fail_msg("%s: %d seats and a draw need %d cards", row->name, seats,
                     all + row->hole_cards);
        if (all <= deck) continue;
        /* RULES 14.1: room for everything but the last card, and for the one that is shared. */
        if (!row->shares_last) fail_msg("%s: %d seats need %d cards", row->name, seats, all);
        const struct felt_step *last = &row->step[row->steps - 2];
        assert_int_equal(last->kind, FELT_STEP_DEAL);
        assert_int_equal(last->down + last->up, 1);
        assert_int_equal(row->board_cards, 0);
        if (seats * (row->hole_cards - 1) + 1 > deck) fail_msg("%s: no shared card", row->name);
    }
}

static void variants_name_a_showdown_of_their_size(void **state)
{
    (void)state;
    for (int i = 0; i < felt_variant_count(); i++) {
        const struct felt_variant *row = felt_variant_at(i);
        struct sums sums = add_steps(row);
        struct felt_poker_rules rules = rules_of(row, (enum felt_limit)row->limit);
        assert_non_null(rules.showdown);
        assert_string_equal(rules.showdown->name, row->showdown);
        if (rules.showdown->hole != row->hole_cards - sums.gone)
            fail_msg("%s: %d cards at the end, %s has %d", row->name, row->hole_cards - sums.gone,
                     row->showdown, rules.showdown->hole);
        assert_int_equal(rules.showdown->board, row->board_cards);
        assert_int_equal(rules.deck_count, felt_cards_count(row->deck));
        assert_true(felt_cards_from(rules.deck, rules.deck_count) == row->deck);
        /* Toy games are played with a part of the 52 cards. */
        if (row->deck & ~felt_deck_cards(rules.showdown->deck)) fail_msg("%s: deck", row->name);
        assert_true(rules.reshuffles == (sums.draws > 0 || row->on_up == FELT_UP_REDEAL));
        assert_false(rules.may_muck || rules.run_twice);
    }
}

/* Every limit and every number of seats can be dealt. */
static void variants_are_dealt_to_every_number_of_seats(void **state)
{
    (void)state;
    static const felt_chips stacks[FELT_SEATS_MAX] = {90, 91, 92, 93, 94, 95, 96, 97, 98, 99};
    struct felt_rng rng = felt_rng_make(12);
    for (int i = 0; i < felt_variant_count(); i++) {
        const struct felt_variant *row = felt_variant_at(i);
        for (int limit = 0; limit <= FELT_FIXED_LIMIT; limit++)
            for (int seats = row->seats_min; seats <= row->seats_max; seats++) {
                struct felt_poker_rules rules = rules_of(row, (enum felt_limit)limit);
                struct felt_deal deal = felt_poker_deal_make(&rules, seats, stacks, 0);
                struct felt_poker hand;
                assert_int_equal(felt_poker_open(&rules, &deal, &hand, NULL), FELT_OK);
                assert_int_equal(felt_poker_deal(&rules, &deal, &rng, &hand, NULL), FELT_OK);
                assert_true(felt_poker_actor(&hand) >= 0);
                assert_true(felt_cards_from(hand.deck, hand.size) == row->deck); /* H2 */
            }
        struct felt_poker_rules rules = rules_of(row, (enum felt_limit)row->limit);
        struct felt_deal deal = felt_poker_deal_make(&rules, row->seats_max, stacks, 0);
        if (row->seats_max == FELT_SEATS_MAX) continue;
        deal.seats |= felt_seats_of(row->seats_max);
        deal.stack[row->seats_max] = 90;
        assert_int_equal(felt_poker_deal_verify(&rules, &deal, NULL), FELT_BAD_DEAL);
    }
}

/* ---- what the players are told -------------------------------------------------------------- */

/* A paragraph: "12.9 **Five-card Omaha** (`omaha5`) [PL]: 12.7 with ...; at most nine seats." */
struct paragraph {
    char title[64], name[32], limit[4];
    int seats_max;
};

/* The text between two marks; returns what follows it. */
static const char *cut(const char *text, const char *from, const char *to, char *out, size_t bytes)
{
    const char *start = strstr(text, from);
    const char *end = start ? strstr(start + strlen(from), to) : NULL;
    if (!end) fail_msg("no %s...%s in: %s", from, to, text);
    start += strlen(from);
    int length = (int)(end - start);
    assert_true(length >= 0 && (size_t)length < bytes);
    snprintf(out, bytes, "%.*s", length, start);
    return end + strlen(to);
}

/* "ten seats" -> 10; 0 if the text names no number of seats. */
static int seats_named(const char *text)
{
    static const char *const numbers[] = {"two",   "three", "four", "five", "six",
                                          "seven", "eight", "nine", "ten"};
    for (int i = 0; i < 9; i++) {
        char words[16];
        snprintf(words, sizeof words, "%s seats", numbers[i]);
        if (strstr(text, words)) return i + 2;
    }
    return 0;
}

/* What a paragraph leaves out stands in the one it refers to, or else in the one before it. */
static void read_paragraph(const char *text, int number, struct paragraph all[PARAGRAPHS_MAX])
{
    struct paragraph *one = &all[number];
    char dotted[32];
    const char *rest = cut(text, "**", "**", one->title, sizeof one->title);
    rest = cut(rest, "(`", "`)", one->name, sizeof one->name);
    rest = cut(rest, "[", "]", one->limit, sizeof one->limit);
    one->seats_max = seats_named(rest);
    for (int other = number - 1; other > 0 && !one->seats_max; other--) {
        snprintf(dotted, sizeof dotted, "%d.%d", SECTION, other);
        const char *at = strstr(rest, dotted);
        if (at && !isdigit((unsigned char)at[strlen(dotted)]))
            one->seats_max = all[other].seats_max;
    }
    if (!one->seats_max && number > 1) one->seats_max = all[number - 1].seats_max;
}

/* Returns how many paragraphs there are; they count from 1. */
static int read_games(struct paragraph all[PARAGRAPHS_MAX])
{
    char path[PATH], line[PATH], text[TEXT] = "";
    int count = 0, section, number;
    snprintf(path, sizeof path, "%s/../../docs/RULES.md", golden_folder());
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    while (fgets(line, sizeof line, stream)) {
        size_t used = strlen(text);
        if (used == 0 && (sscanf(line, "%d.%d ", &section, &number) != 2 || section != SECTION))
            continue;
        line[strcspn(line, "\n")] = 0;
        if (line[0]) { /* a line of the paragraph */
            snprintf(text + used, sizeof text - used, "%s%s", used ? " " : "", line);
            continue;
        }
        assert_int_equal(number, ++count);
        assert_true(count < PARAGRAPHS_MAX);
        read_paragraph(text, count, all);
        text[0] = 0;
    }
    fclose(stream);
    return count;
}

static void variants_are_those_of_the_rules(void **state)
{
    (void)state;
    static const char *const limits[] = {"NL", "PL", "FL"};
    static struct paragraph all[PARAGRAPHS_MAX];
    int count = read_games(all);
    assert_true(count > 0);
    for (int i = 0; i < felt_variant_count(); i++) {
        const struct felt_variant *row = felt_variant_at(i);
        int told = 0;
        for (int number = 1; number <= count; number++) {
            const struct paragraph *one = &all[number];
            if (strcmp(one->name, row->name) != 0) continue;
            told++;
            if (strcmp(one->title, row->title) != 0)
                fail_msg("RULES 12.%d: %s is called %s", number, one->title, row->title);
            if (one->seats_max != row->seats_max)
                fail_msg("RULES 12.%d: %d seats, %s has %d", number, one->seats_max, row->name,
                         row->seats_max);
            if (strcmp(one->limit, limits[row->limit]) != 0)
                fail_msg("RULES 12.%d: %s, %s has %s", number, one->limit, row->name,
                         limits[row->limit]);
        }
        if (told != 1) fail_msg("RULES 12 tells %d times how to play %s", told, row->name);
    }
    for (int number = 1; number <= count; number++)
        if (!felt_variant_find(all[number].name))
            fail_msg("RULES 12.%d: there is no %s", number, all[number].name);
}

/* ---- rows of one's own ---------------------------------------------------------------------- */

#define DEALS(down, up, board)                                                                     \
    {                                                                                              \
        FELT_STEP_DEAL, down, up, board, 0, 0, false, 0                                            \
    }
#define THROWS(from, to, replace)                                                                  \
    {                                                                                              \
        FELT_STEP_DISCARD, 0, 0, 0, from, to, replace, 0                                           \
    }
#define BETS                                                                                       \
    {                                                                                              \
        FELT_STEP_BET, 0, 0, 0, 0, 0, false, 0                                                     \
    }

/* A game of the table with other steps. */
static struct felt_variant with_steps(const char *like, int hole, int board, int steps,
                                      const struct felt_step *step)
{
    struct felt_variant row = *felt_variant_find(like);
    row.hole_cards = (uint8_t)hole;
    row.board_cards = (uint8_t)board;
    row.steps = (uint8_t)steps;
    memset(row.step, 0, sizeof row.step);
    memcpy(row.step, step, (size_t)steps * sizeof *step);
    return row;
}

static void assert_refused(const struct felt_variant *row, const char *why)
{
    struct felt_complaint complaint = {0};
    struct felt_poker_rules rules;
    enum felt_status status = felt_variant_verify(row, &complaint);
    if (status != FELT_BAD_RULES || !strstr(complaint.text, why))
        fail_msg("not refused because %s: %s", why, complaint.text);
    assert_int_equal(felt_poker_rules_of(row, FELT_NO_LIMIT, 20, &rules, NULL), FELT_BAD_RULES);
}

static void variants_with_wrong_steps_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *like;
        int hole, board, steps;
        struct felt_step step[6];
        const char *why;
    } rows[] = {
        {"holdem", 3, 5, 3, {DEALS(3, 0, 5), BETS, THROWS(1, 1, false)}, "ends with a bet"},
        {"holdem", 2, 5, 2, {BETS, DEALS(2, 0, 5)}, "begins with cards"},
        {"holdem", 2, 4, 2, {DEALS(2, 0, 5), BETS}, "are the sums"},
        {"holdem", 3, 5, 2, {DEALS(3, 0, 5), BETS}, "another number of cards"},
        {"holdem",
         2,
         5,
         4,
         {DEALS(2, 0, 0), THROWS(0, 2, true), DEALS(0, 0, 5), BETS},
         "after a draw nothing"},
        {"holdem", 3, 5, 3, {DEALS(3, 0, 5), THROWS(0, 1, false), BETS}, "the same number"},
        {"holdem", 2, 5, 3, {DEALS(2, 0, 5), THROWS(2, 2, false), BETS}, "at least one card"},
        {"holdem", 2, 5, 3, {DEALS(2, 0, 5), THROWS(0, 3, true), BETS}, "no more than the hand"},
        {"draw", 5, 0, 3, {DEALS(5, 0, 0), DEALS(0, 0, 0), BETS}, "a deal has cards"},
        {"stud",
         7,
         0,
         6,
         {DEALS(2, 0, 0), BETS, DEALS(3, 1, 0), BETS, DEALS(1, 0, 0), BETS},
         "before the first bet"},
        {"stud", 7, 0, 3, {DEALS(2, 5, 0), BETS, BETS}, "one card down"},
        {"the-bitch", 7, 0, 2, {DEALS(7, 0, 0), BETS}, "one card down"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_variant row =
            with_steps(rows[i].like, rows[i].hole, rows[i].board, rows[i].steps, rows[i].step);
        assert_refused(&row, rows[i].why);
    }
}

static void variants_with_wrong_values_are_refused(void **state)
{
    (void)state;
    struct felt_variant row = *felt_variant_find("omaha");
    row.odd_chips = FELT_ODD_BY_CARD; /* there is no five of nine cards */
    assert_refused(&row, "odd chips go by card");
    row = *felt_variant_find("razz");
    row.on_up = FELT_UP_FOLLOW;
    row.trigger = 1;
    assert_refused(&row, "wild cards are for high hands");
    row = *felt_variant_find("holdem");
    row.on_up = FELT_UP_REDEAL;
    assert_refused(&row, "needs both");
    row.trigger = 1;
    assert_refused(&row, "only cards dealt up");
    row = *felt_variant_find("27-triple");
    row.seats_max = 10;
    assert_refused(&row, "run out of cards");
    row = *felt_variant_find("omaha6");
    row.seats_max = 9;
    assert_refused(&row, "more cards than the deck");
    row = *felt_variant_find("holdem");
    row.showdown = "bridge";
    assert_refused(&row, "no such showdown");
    row = *felt_variant_find("holdem");
    row.code = "MUCH TOO LONG";
    assert_refused(&row, "a short code");
    row = *felt_variant_find("holdem");
    row.deck |= (felt_cards)1 << FELT_CARDS;
    assert_refused(&row, "does not know");
    row = *felt_variant_find("holdem");
    row.cap = 0;
    assert_refused(&row, "no such value");
    row = *felt_variant_find("holdem");
    row.seats_min = 1;
    assert_refused(&row, "two seats");
}

/* Hold'em with a third card that is thrown away before the river: a row no table has. */
static void variants_of_your_own_are_played(void **state)
{
    (void)state;
    const struct felt_step steps[] = {DEALS(3, 0, 0), BETS,           DEALS(0, 0, 3),
                                      BETS,           DEALS(0, 0, 1), THROWS(1, 1, false),
                                      BETS,           DEALS(0, 0, 1), BETS};
    struct felt_variant row = with_steps("holdem", 3, 5, 9, steps);
    struct felt_poker_rules rules;
    struct felt_complaint complaint = {0};
    row.name = "lazy";
    if (felt_poker_rules_of(&row, FELT_NO_LIMIT, 20, &rules, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    const felt_chips stacks[3] = {500, 300, 700};
    struct felt_deal deal = felt_poker_deal_make(&rules, 3, stacks, 0);
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct felt_rng rng = felt_rng_make(seed);
        struct felt_poker hand;
        assert_int_equal(felt_poker_open(&rules, &deal, &hand, NULL), FELT_OK);
        assert_int_equal(felt_poker_deal(&rules, &deal, &rng, &hand, NULL), FELT_OK);
        while (felt_poker_actor(&hand) >= 0) {
            struct felt_option option[FELT_OPTIONS_MAX];
            int count = felt_poker_options(&rules, &hand, option);
            int64_t all = felt_options_count(option, count);
            struct felt_action action =
                felt_options_pick(option, count, (int64_t)(felt_rng_next(&rng) % (uint64_t)all));
            assert_int_equal(felt_poker_apply(&rules, &hand, felt_poker_actor(&hand), action, NULL),
                             FELT_OK);
        }
        felt_chips sum = 0;
        for (int seat = 0; seat < 3; seat++) sum += hand.betting.stack[seat];
        assert_int_equal(sum, 1500);
    }
}

TEST_MODULE(variants)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variants_agree_with_their_steps),
        cmocka_unit_test(variants_fit_their_decks),
        cmocka_unit_test(variants_name_a_showdown_of_their_size),
        cmocka_unit_test(variants_are_dealt_to_every_number_of_seats),
        cmocka_unit_test(variants_are_those_of_the_rules),
        cmocka_unit_test(variants_with_wrong_steps_are_refused),
        cmocka_unit_test(variants_with_wrong_values_are_refused),
        cmocka_unit_test(variants_of_your_own_are_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
