/* test_pokerstars.c -- texts of PokerStars: what is read, what is passed over, what is refused and
 * where.  The golden file is read by tests/e2e, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/pokerstars.h"
#include "felt/replay.h"
#include "module.h"
#include "support.h"

#include <string.h>

static struct felt_record record, other;
static struct felt_replay replay;
static char text[FELT_RECORD_TEXT_MAX];

static const char base[] = "PokerStars Hand #700:  Hold'em No Limit ($1/$2 USD) - 2026/05/01 "
                           "9:15:00 ET\n"
                           "Table 'Vesta' 6-max Seat #3 is the button\n"
                           "Seat 1: Ann ($200 in chips)\n"
                           "Seat 2: Bob ($150.50 in chips)\n"
                           "Seat 3: Cy ($80 in chips)\n"
                           "Ann: posts small blind $1\n"
                           "Bob: posts big blind $2\n"
                           "*** HOLE CARDS ***\n"
                           "Dealt to Ann [Ah Kd]\n"
                           "Cy: calls $2\n"
                           "Ann: raises $4 to $6\n"
                           "Bob: folds\n"
                           "Cy: calls $4\n"
                           "*** FLOP *** [2c 7d 9h]\n"
                           "Ann: bets $10\n"
                           "Cy: folds\n"
                           "Uncalled bet ($10) returned to Ann\n"
                           "Ann collected $13.50 from pot\n"
                           "Ann: doesn't show hand\n"
                           "*** SUMMARY ***\n"
                           "Total pot $14 | Rake $0.50\n"
                           "Board [2c 7d 9h]\n";

/* The base with one piece of it written otherwise. */
static size_t change(const char *piece, const char *instead)
{
    const char *at = strstr(base, piece);
    assert_non_null(at);
    int bytes = snprintf(text, sizeof text, "%.*s%s%s", (int)(at - base), base, instead,
                         at + strlen(piece));
    return (size_t)bytes;
}

static void read_text(size_t bytes)
{
    struct felt_complaint complaint = {0};
    if (felt_pokerstars_read(text, bytes, &record, &complaint) != FELT_OK)
        fail_msg("%s\nis refused at %zu: %s", text, complaint.at, complaint.text);
}

static void read_base(void)
{
    read_text(change("Vesta", "Vesta"));
}

/* ---- what is read ---- */

static void pokerstars_hand_is_read(void **state)
{
    (void)state;
    read_base();
    static const felt_chips stacks[] = {20000, 15050, 8000}, finish[] = {20750, 14850, 7400};
    assert_int_equal(record.seats, 3);
    assert_int_equal(record.decimals, 2);
    assert_string_equal(felt_record_variant_at(record.variant).code, "NT");
    assert_memory_equal(record.stack, stacks, sizeof stacks);
    assert_memory_equal(record.finish, finish, sizeof finish);
    assert_true(record.has_finish);
    assert_int_equal(record.min_bet, 200);
    assert_int_equal(record.blind[0], 100);
    assert_int_equal(record.blind[1], 200);
    assert_int_equal(record.rake_cap, 50);
    assert_int_equal(record.action[0].cards[1], 4 * 11 + 1); /* Kd */
    assert_int_equal(record.action[1].cards[0], FELT_CARD_NONE);
    assert_non_null(felt_record_find_note(&record, "time"));
    assert_int_equal(felt_replay_run(&record, &replay, NULL), FELT_OK);
    assert_true(felt_replay_agrees(&record, &replay, NULL));
}

static void pokerstars_heads_name_game_and_limit(void **state)
{
    (void)state;
    static const struct {
        const char *head, *code;
        felt_chips small, big; /* min_bet is the big one, or small_bet and big_bet */
    } cases[] = {
        {"PokerStars Hand #1:  Hold'em No Limit ($0.01/$0.02 USD) - 2026", "NT", 0, 2},
        {"PokerStars Game #1:  Hold'em Pot Limit (10/20) - 2026", "PT", 0, 20},
        {"PokerStars Zoom Hand #1:  Omaha Pot Limit (\xE2\x82\xAC"
         "5/\xE2\x82\xAC"
         "10 EUR)",
         "PO", 0, 1000},
        {"PokerStars Home Game Hand #1: {Club #7} Hold'em Limit (\xC2\xA3"
         "2/\xC2\xA3"
         "4 GBP)",
         "FT", 200, 400},
        {"PokerStars Hand #1: Tournament #9, $5+$1 USD Omaha Hi/Lo Limit - Level II (15/30)",
         "FO/8", 15, 30},
        {"PokerStars Hand #1: Tournament #9, Freeroll  Hold'em No Limit - Match Round I, Level "
         "XI (15/30)",
         "NT", 0, 30},
        {"PokerStars Hand #1:  Mixed PLH/PLO (Omaha Pot Limit, 10/20)", "PO", 0, 20},
        {"PokerStars Hand #1:  5 Card Omaha Hi/Lo Pot Limit (10/20)", "PO5/8", 0, 20},
        {"PokerStars Hand #1:  5 Card Omaha Pot Limit (10/20)", "PO5", 0, 20},
        {"PokerStars Hand #1:  6 Card Omaha No Limit (10/20)", "NO6", 0, 20},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int bytes = snprintf(text, sizeof text,
                             "%s\nTable 'x' 2-max Seat #1 is the button\nSeat 1: A (99 in chips)\n"
                             "Seat 2: B (99 in chips)\nA: posts small blind 1\n"
                             "B: posts big blind 2\n*** HOLE CARDS ***\nA: folds\n",
                             cases[i].head);
        read_text((size_t)bytes);
        assert_string_equal(felt_record_variant_at(record.variant).code, cases[i].code);
        assert_int_equal(record.small_bet, cases[i].small);
        assert_int_equal(cases[i].small ? record.big_bet : record.min_bet, cases[i].big);
        assert_int_equal(record.cap_counts_blind, cases[i].small > 0);
        assert_false(record.has_finish); /* nothing was collected */
    }
}

static void pokerstars_talk_is_passed_over(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "",
        "Dan said, \"Ann: raises $9 to $10\"",
        "Ann said, \"Cy: folds\"",
        "Cy is disconnected",
        "Cy is connected",
        "Cy has timed out while disconnected",
        "Cy has timed out",
        "Bob has returned",
        "Dan joins the table at seat #5",
        "Dan leaves the table",
        "Dan will be allowed to play after the button",
        "Dan was removed from the table for failing to post",
        "Bob: is sitting out",
        "Ann: sits out",
        "Betting is capped",
        "*********** # 3 **************",
        "Seat 9: is a place to eat",
    };
    read_base();
    other = record;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char instead[256];
        snprintf(instead, sizeof instead, "Bob: folds\n%s\n", lines[i]);
        read_text(change("Bob: folds\n", instead));
        if (!felt_record_equal(&record, &other)) fail_msg("%s", lines[i]);
    }
}

/* Up to where chips come back: the sums are not right with another post. */
static void read_posts(size_t bytes)
{
    const char *end = strstr(text, "Uncalled");
    assert_true(end && (size_t)(end - text) < bytes);
    read_text((size_t)(end - text));
}

static void pokerstars_posts_of_every_kind(void **state)
{
    (void)state;
    /* Out of turn, and together with a dead small blind. */
    read_posts(change("Bob: posts big blind $2\n",
                      "Bob: posts big blind $2\nCy: posts small & big blinds $3\n"));
    assert_int_equal(record.blind[2], -200);
    assert_int_equal(record.dead[2], 100);
    read_posts(change("Bob: posts big blind $2\n", "Bob: posts big blind $2\nCy: posts big blind "
                                                   "$2\n"));
    assert_int_equal(record.blind[1], 200);
    assert_int_equal(record.blind[2], -200);
    read_posts(change("Bob: posts big blind $2\n", "Bob: posts big blind $2\nCy: posts straddle "
                                                   "$4\n"));
    assert_int_equal(record.blind[2], 400);
    /* All-in by a part of the blind: the price is the whole of it. */
    read_posts(change("Bob: posts big blind $2", "Bob: posts big blind $1.20 and is all-in"));
    assert_int_equal(record.blind[1], 200);
    /* The ante of one for all is dead money, antes of all are not. */
    read_posts(change("Ann: posts small", "Bob: posts the ante $2\nAnn: posts small"));
    assert_false(record.antes_matched);
    assert_int_equal(record.ante[1], 200);
    read_posts(change("Ann: posts small", "Ann: posts the ante $1\nBob: posts the ante $1\n"
                                          "Cy: posts the ante $1\nAnn: posts small"));
    assert_true(record.antes_matched);
}

/* ---- many hands ---- */

static void pokerstars_texts_are_cut_before_heads(void **state)
{
    (void)state;
    char many[3 * sizeof base + 8];
    snprintf(many, sizeof many, "%s\n\n%s\n%s", base, base, base);
    size_t all = strlen(many), first = felt_pokerstars_first(many, all);
    assert_int_equal(first, strlen(base) + 2);
    assert_int_equal(felt_pokerstars_first(many + first, all - first), strlen(base) + 1);
    assert_int_equal(felt_pokerstars_first(base, strlen(base)), strlen(base));
    assert_int_equal(felt_pokerstars_first("", 0), 0);
    assert_true(felt_pokerstars_likely(base, strlen(base)));
    assert_true(felt_pokerstars_likely("\xEF\xBB\xBF PokerStars Hand #", 21));
    assert_false(felt_pokerstars_likely("PokerStars Notes", 16));
    assert_false(felt_pokerstars_likely("", 0));
}

static void pokerstars_golden_hands_agree(void **state)
{
    (void)state;
    FILE *file = golden_open("formats/pokerstars.txt");
    assert_non_null(file);
    size_t bytes = fread(text, 1, sizeof text, file);
    fclose(file);
    int hands = 0, skipped = 0;
    for (size_t at = 0, used; at < bytes; at += used, hands++) {
        struct felt_complaint complaint = {0};
        used = felt_pokerstars_first(text + at, bytes - at);
        assert_int_equal(felt_pokerstars_read(text + at, used, &record, &complaint), FELT_OK);
        enum felt_status status = felt_replay_run(&record, &replay, &complaint);
        skipped += status == FELT_UNSUPPORTED;
        if (status == FELT_UNSUPPORTED) continue;
        if (status != FELT_OK || !felt_replay_agrees(&record, &replay, &complaint))
            fail_msg("hand %d: %s", hands, complaint.text);
    }
    assert_int_equal(hands, 10);
    assert_int_equal(skipped, 1);
}

/* ---- what is refused ---- */

static const struct {
    const char *piece, *instead;
    enum felt_status status;
    const char *where, *why; /* where: the text the complaint points at; NULL: at no line */
} refused[] = {
    {"PokerStars Hand", "Poker Hand", FELT_BAD_FORMAT, "Poker Hand #700",
     "\"Poker Hand #700:  Hold'em No Limit (...\": a hand begins with PokerStars Hand #"},
    {"#700", "#x", FELT_BAD_NUMBER, "PokerStars Hand #x", NULL},
    {"Hold'em No Limit", "Razz Limit", FELT_UNSUPPORTED, "PokerStars Hand", NULL},
    {"Hold'em No", "6+ Hold'em No", FELT_UNSUPPORTED, "PokerStars Hand", NULL},
    {"($1/$2 USD)", "($1/$2 USD - $80 Cap - USD)", FELT_UNSUPPORTED, "PokerStars Hand", NULL},
    {"($1/$2 USD)", "", FELT_BAD_FORMAT, "PokerStars Hand", NULL},
    {"is the button", "has it", FELT_BAD_FORMAT, "Table 'Vesta'", NULL},
    {"Seat #3 is", "Seat #11 is", FELT_BAD_NUMBER, "11 is the button", NULL},
    {"Table 'Vesta' 6-max Seat #3 is the button\n", "", FELT_BAD_FORMAT, NULL,
     "there is no line of the table, or no *** HOLE CARDS ***"},
    {"Seat 2: Bob ($150.50 in chips)", "Seat 2: Bob", FELT_BAD_FORMAT, "Seat 2: Bob", NULL},
    {"Seat 2: Bob", "Seat 1: Bob", FELT_BAD_FORMAT, "Seat 1: Bob", NULL},
    {"Seat 2: Bob", "Seat 12: Bob", FELT_BAD_FORMAT, "Seat 12: Bob", NULL},
    {"$150.50", "$150,50", FELT_BAD_NUMBER, ",50 in chips", NULL},
    {"$150.50", "much", FELT_BAD_NUMBER, "much in chips", NULL},
    {"small blind", "smallest blind", FELT_BAD_FORMAT, "smallest blind $1",
     "\"smallest blind $1\": posted are: small blind, big blind, small & big blinds, the ante, "
     "straddle"},
    {"[Ah Kd]", "[Ah Kx]", FELT_BAD_CARD, "x]", NULL},
    {"[Ah Kd]", "[Ah Kd 2c]", FELT_WRONG_COUNT, "2c]", NULL},
    {"[Ah Kd]", "[]", FELT_WRONG_COUNT, "[]", NULL},
    {"Dealt to Ann", "Dealt to Dan", FELT_BAD_FORMAT, "Dan [Ah", NULL},
    {"Cy: calls $2", "Cy: calls $2 and naps", FELT_BAD_FORMAT, " and naps", NULL},
    {"Cy: calls $2", "Cy: calls two", FELT_BAD_NUMBER, "two", NULL},
    {"raises $4 to $6", "raises $4", FELT_BAD_FORMAT, NULL, NULL},
    {"raises $4 to $6", "raises $400 to $406", FELT_BAD_NUMBER, "Ann: raises",
     "\"Ann: raises $400 to $406\": the player has fewer chips than that"},
    {"bets $10", "dances", FELT_BAD_FORMAT, "dances",
     "\"dances\": a player folds, checks, calls, bets, raises, shows or mucks"},
    {"Bob: folds", "Bob: folds twice", FELT_BAD_FORMAT, "twice", NULL},
    {"[2c 7d 9h]", "[2c 7d]", FELT_WRONG_COUNT, "*** FLOP ***", NULL},
    {"[2c 7d 9h]", "", FELT_BAD_FORMAT, "*** FLOP ***", NULL},
    {"*** FLOP ***", "*** FLOPS ***", FELT_BAD_FORMAT, "*** FLOPS", NULL},
    {"returned to Ann", "returned to Dan", FELT_BAD_FORMAT, "Dan", "\"Dan\": no such player"},
    {"$13.50 from", "$13.50 out of", FELT_BAD_FORMAT, " out of", NULL},
    {"$13.50 from", "$13 from", FELT_BAD_FORMAT, NULL,
     "2400 were put in, but 2350 collected, returned and raked"},
    {"Ann collected", "Ann cashed out the hand for $9\nAnn collected", FELT_UNSUPPORTED,
     "Ann cashed out", NULL},
};

static void pokerstars_refusals_point_into_the_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct felt_complaint complaint = {0};
        size_t bytes = change(refused[i].piece, refused[i].instead);
        enum felt_status status = felt_pokerstars_read(text, bytes, &record, &complaint);
        if (status != refused[i].status)
            fail_msg("%s: status %d: %s", refused[i].instead, status, complaint.text);
        if (refused[i].why) assert_string_equal(complaint.text, refused[i].why);
        assert_true(complaint.at + complaint.length <= bytes);
        if (refused[i].where &&
            strncmp(text + complaint.at, refused[i].where, strlen(refused[i].where)) != 0)
            fail_msg("%s: points at \"%.20s\"", refused[i].instead, text + complaint.at);
        assert_int_equal(felt_pokerstars_read(text, bytes, &record, NULL), status);
    }
}

static void pokerstars_hand_of_one_is_refused(void **state)
{
    (void)state;
    static const char one[] = "PokerStars Hand #1:  Hold'em No Limit (1/2)\n"
                              "Table 'x' 2-max Seat #1 is the button\nSeat 1: A (99 in chips)\n"
                              "A: posts big blind 2\n*** HOLE CARDS ***\n";
    struct felt_complaint complaint = {0};
    assert_int_equal(felt_pokerstars_read(one, strlen(one), &record, &complaint), FELT_WRONG_COUNT);
    assert_string_equal(complaint.text, "1 players were dealt in; a hand has 2 to 10");
}

TEST_MODULE(pokerstars)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pokerstars_hand_is_read),
        cmocka_unit_test(pokerstars_heads_name_game_and_limit),
        cmocka_unit_test(pokerstars_talk_is_passed_over),
        cmocka_unit_test(pokerstars_posts_of_every_kind),
        cmocka_unit_test(pokerstars_texts_are_cut_before_heads),
        cmocka_unit_test(pokerstars_golden_hands_agree),
        cmocka_unit_test(pokerstars_refusals_point_into_the_text),
        cmocka_unit_test(pokerstars_hand_of_one_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
