/* test_narc_rules.c -- rule sets and catalogues of Narc: what is refused and where it points, and
 * what each option does to a hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "narc_curios.h"
#include "narc_table.h"

#include <stdio.h>
#include <string.h>

static struct felt_narc_options options;
static struct felt_narc_catalogue catalogue;
static struct narc_table table;

static void start_anew(void)
{
    options = felt_narc_options_usual;
    catalogue = narc_curios;
}

static void expect_refused(bool in_options, const char *pointer, const char *words)
{
    static struct felt_narc_rules rules;
    struct felt_narc_error error = {0};
    memset(&rules, 0x5a, sizeof rules);
    if (felt_narc_rules_make(&options, &catalogue, false, &rules, &error) != FELT_BAD_RULES)
        fail_msg("%s (%s) is accepted", pointer, words);
    if (error.in_options != in_options || strcmp(error.pointer, pointer) != 0 ||
        !strstr(error.text, words))
        fail_msg("%s: %s instead of %s: %s", error.pointer, error.text, pointer, words);
    for (size_t i = 0; i < sizeof rules; i++)
        assert_int_equal(((unsigned char *)&rules)[i], 0x5a); /* nothing is half made */
    assert_int_equal(felt_narc_rules_make(&options, &catalogue, false, &rules, NULL),
                     FELT_BAD_RULES);
    start_anew();
}

#define BAD_OPTION(change, pointer, words) (change, expect_refused(true, pointer, words))
#define BAD_CARDS(change, pointer, words)  (change, expect_refused(false, pointer, words))

static void narc_rules_options_are_refused_with_a_pointer(void **state)
{
    (void)state;
    start_anew();
    BAD_OPTION(options.rounds = 0, "/rounds", "0 is out of range; take 1 to 5");
    BAD_OPTION(options.rounds = 6, "/rounds", "take 1 to 5");
    BAD_OPTION(options.hand_size = 0, "/hand_size", "take 1 to 6");
    BAD_OPTION(options.hand_size = 7, "/hand_size", "take 1 to 6");
    BAD_OPTION(options.fold_price = 7, "/fold_price", "take 0 to 6");
    BAD_OPTION(options.pot_per_card = -1, "/pot_per_card", "take 0 to 1000");
    BAD_OPTION(options.pot_per_card = 1001, "/pot_per_card", "take 0 to 1000");
    BAD_OPTION(options.session_hands = 0, "/session_hands", "take 1 to 24");
    BAD_OPTION(options.session_hands = 25, "/session_hands", "take 1 to 24");
    BAD_OPTION(options.session_cards = 0, "/session_cards", "take 1 to 20");
    BAD_OPTION(options.session_cards = 21, "/session_cards", "take 1 to 20");
    BAD_OPTION(options.answers = FELT_ANSWERS, "/answers", "take 0 to 2");
    BAD_OPTION(options.cap_effect = 2, "/cap_effect", "take 0 to 1");
    BAD_OPTION(options.cap = 2, "/cap", "below the three seats");
    BAD_OPTION(options.cap = 7, "/cap", "take 1 to 6");
    options.pays_to_stay = true;
    options.rounds = 5;
    BAD_OPTION(options.cap = 4, "/cap", "up to 60 cards could lie on the table");
    BAD_OPTION(options.order[0] = FELT_ROLE_PLAYER, "/order", "each of narc, customer and player");
    BAD_OPTION(options.order[0] = 9, "/order", "each of narc, customer and player");
}

static void narc_rules_cards_are_refused_with_a_pointer(void **state)
{
    (void)state;
    struct felt_narc_card *card = catalogue.card;
    start_anew();
    BAD_CARDS(catalogue.kinds = 0, "/cards", "0 kinds");
    BAD_CARDS(catalogue.kinds = FELT_NARC_KINDS_MAX + 1, "/cards", "kinds of cards");
    BAD_CARDS(card[2].id[0] = 'U', "/cards/2", "lower-case");
    BAD_CARDS(card[2].id[0] = 0, "/cards/2", "lower-case");
    BAD_CARDS(memset(card[2].id, 'a', sizeof card[2].id), "/cards/2", "at most 31");
    BAD_CARDS(memcpy(card[3].id, card[1].id, sizeof card[1].id), "/cards/3",
              "orchard_moonshine is there twice");
    BAD_CARDS(card[4].name[0] = 0, "/cards/4", "no name");
    BAD_CARDS(memset(card[4].name, 'a', sizeof card[4].name), "/cards/4", "too long");
    BAD_CARDS(memset(card[4].text, 'a', sizeof card[4].text), "/cards/4", "text is too long");
    BAD_CARDS(card[0].owner = 3, "/cards/0", "no owner or no type");
    BAD_CARDS(card[0].type = FELT_NARC_TYPES, "/cards/0", "no owner or no type");
    BAD_CARDS(card[0].owner = FELT_ROLE_NARC, "/cards/0",
              "the Narc cannot own a card of type prod");
    BAD_CARDS(card[17].owner = FELT_ROLE_PLAYER, "/cards/17", "type evidence");
    BAD_CARDS(card[30].owner = FELT_ROLE_CUSTOMER, "/cards/30", "type conviction");
    BAD_CARDS(card[15].owner = FELT_ROLE_CUSTOMER, "/cards/15", "type insurance");
    BAD_CARDS(card[4].owner = FELT_ROLE_NARC, "/cards/4", "type location");
    BAD_CARDS(card[0].count = 21, "/cards/0/count", "take 0 to 20");
    BAD_CARDS(card[0].price = -1, "/cards/0/price", "take 0 to 10000");
    BAD_CARDS(card[4].evidence = 10001, "/cards/4/evidence", "out of range");
    BAD_CARDS(card[4].heat = -10001, "/cards/4/heat", "out of range");
    BAD_CARDS(card[15].cost = -1, "/cards/15/cost", "take 0");
    BAD_CARDS(card[15].heat_penalty = -1, "/cards/15/heat_penalty", "take 0");
    BAD_CARDS(card[30].threshold = -1, "/cards/30/threshold", "take 0");
    BAD_CARDS(card[0].cover = 1, "/cards/0", "type product has no cover");
    BAD_CARDS(card[8].threshold = 1, "/cards/8", "type cover has no threshold");
    BAD_CARDS(card[0].price_steps = 30, "/cards/0", "only a modifier");
    BAD_CARDS(card[14].price_steps = 0, "/cards/14", "price_pct is 0; take 5 to 300");
    BAD_CARDS(card[14].price_steps = 61, "/cards/14", "price_pct is 305");
}

static void narc_rules_tiers_and_decks_are_refused_with_a_pointer(void **state)
{
    (void)state;
    struct felt_narc_card *card = catalogue.card;
    start_anew();
    BAD_CARDS(catalogue.tiers = 0, "/narc_tiers", "0 tiers");
    BAD_CARDS(catalogue.tiers = 9, "/narc_tiers", "take 1 to 8");
    BAD_CARDS(catalogue.tier[1].name[0] = 0, "/narc_tiers/1", "no name");
    BAD_CARDS(catalogue.tier[0].heat_min = 1, "/narc_tiers/0", "begin with 0");
    BAD_CARDS(catalogue.tier[2].heat_min = 26, "/narc_tiers/2", "heat_min is 26");
    BAD_CARDS(catalogue.tier[1].change[0] = 1, "/narc_tiers/1", "bootleg_records is no card of");
    BAD_CARDS(catalogue.tier[1].change[17] = -10, "/narc_tiers/1", "only 9 of long_lunch");
    BAD_CARDS(catalogue.tier[1].change[17] = -3, "/narc_tiers/1", "add up to 1");
    BAD_CARDS(card[0].count = 6, "/cards", "the deck of the Player has 22 cards; take 15 to 20");
    BAD_CARDS(card[21].count = 2, "/cards", "the deck of the Customer has 14");
    catalogue.tiers = 1;
    BAD_CARDS(card[17].count = 7, "/cards", "the deck of the Narc has 14");
    card[0].count = 4;
    card[17].count = 13;
    BAD_CARDS(card[21].count = 6, "/cards", "have 58 cards; take at most 5");
    for (int i = 0; i < 4; i++) card[i].count = 0;
    BAD_CARDS(card[8].count = 6, "/cards", "needs a product and a location");
    for (int i = 4; i < 8; i++) card[i].count = 0;
    BAD_CARDS(card[8].count = 5, "/cards", "needs a product and a location");
    for (int i = 21; i < 28; i++) card[i].count = 0;
    card[21].count = 19;
    BAD_CARDS((void)0, "/cards", "20 cards have a price_pct; take at most 18");
}

static void narc_rules_hash_is_of_what_is_played(void **state)
{
    (void)state;
    static struct felt_narc_rules a, b;
    start_anew();
    assert_int_equal(felt_narc_rules_make(&options, &catalogue, false, &a, NULL), FELT_OK);
    catalogue.card[0].name[0] = 'X';
    catalogue.card[0].text[0] = 'X';
    snprintf(options.name, sizeof options.name, "another");
    assert_int_equal(felt_narc_rules_make(&options, &catalogue, false, &b, NULL), FELT_OK);
    assert_true(a.hash == b.hash);
    catalogue.card[0].heat++;
    assert_int_equal(felt_narc_rules_make(&options, &catalogue, false, &b, NULL), FELT_OK);
    assert_true(a.hash != b.hash);
    start_anew();
    options.fold_price = 0;
    assert_int_equal(felt_narc_rules_make(&options, &catalogue, false, &b, NULL), FELT_OK);
    assert_true(a.hash != b.hash);
    assert_int_equal(a.cards, 50);
    for (int role = 0; role < FELT_ROLES; role++)
        assert_int_equal(felt_cards_count(a.of_role[role]), a.count[role]);
}

static void narc_rules_have_words(void **state)
{
    (void)state;
    static const char *const types[] = {"product",  "location",  "evidence",  "cover",
                                        "modifier", "insurance", "conviction"};
    for (int i = 0; i < FELT_NARC_TYPES; i++)
        assert_string_equal(felt_narc_type_word((enum felt_narc_type)i), types[i]);
    assert_string_equal(felt_narc_role_name(FELT_ROLE_CUSTOMER), "Customer");
    assert_string_equal(felt_narc_end_word(FELT_NARC_SAVED), "saved");
}

/* ---- options ---- */

static void deal(const char *narc, const char *customer, const char *player)
{
    if (!narc_table_make(&table, &options, &catalogue) ||
        !narc_table_stack(&table, FELT_ROLE_NARC, narc) ||
        !narc_table_stack(&table, FELT_ROLE_CUSTOMER, customer) ||
        !narc_table_stack(&table, FELT_ROLE_PLAYER, player) || !narc_table_begin(&table))
        fail_msg("%s", table.error);
}

static void play(const char *actions)
{
    enum felt_status status;
    if (!narc_table_act(&table, actions, &status)) fail_msg("%s", table.error);
    assert_true(felt_narc_sound(&table.rules, &table.state));
}

static void narc_option_rotates_moves_the_start(void **state)
{
    (void)state;
    start_anew();
    options.rotates = true;
    options.rounds = 4;
    deal("", "", "");
    play("Nc, Cc, Pc, P+, Cr usual_order, Pc, Nc, Cc, P+, Pc, Nc, Cc, P+, Nc, Cc, Pc");
    assert_int_equal(table.state.phase, FELT_NARC_OVER);
}

static void narc_option_open_shows_cards_as_they_are_laid(void **state)
{
    (void)state;
    for (int open = 0; open < 2; open++) {
        struct felt_view view;
        start_anew();
        options.open = open;
        deal("parked_van", "", "");
        play("Nr parked_van");
        assert_int_equal(table.event[0].kind, FELT_EVENT_ACT);
        assert_int_equal(table.event[0].cards_to, open ? 0xffff : 1);
        felt_narc_game.view(&table.rules, &table.state, 2, &view);
        const struct felt_zone *zone = felt_view_zone(&view, FELT_ZONE_BOARD, FELT_SEAT_NONE);
        assert_int_equal(view.cards[zone->at], open ? narc_curio("parked_van") : FELT_CARD_NONE);
        assert_int_equal(table.state.totals.evidence, 0); /* counted at the flip */
    }
}

static void narc_option_pot_pays_for_each_card(void **state)
{
    (void)state;
    start_anew();
    options.pot_per_card = 5;
    options.rounds = 1;
    deal("", "", "bootleg_records");
    play("Nr long_lunch, Cc, Pr bootleg_records, Nr long_lunch");
    assert_int_equal(table.state.banked, 45);
    deal("", "", "dinner_guests");
    play("Nr long_lunch, Cc, Pr dinner_guests, Nc");
    assert_int_equal(table.state.banked, 0); /* nothing was sold */
}

static void narc_option_no_initiative_has_no_option(void **state)
{
    (void)state;
    start_anew();
    options.initiative = false;
    deal("", "usual_order", "");
    play("Nc, Cr usual_order, Pc");
    assert_int_equal(table.state.phase, FELT_NARC_DECISION);
    for (uint32_t i = 0; i < table.log.count; i++)
        assert_int_not_equal(table.event[i].kind, FELT_EVENT_INITIATIVE);
}

static void narc_option_hand_size_and_rounds(void **state)
{
    (void)state;
    for (uint8_t size = 1; size <= 6; size++) {
        start_anew();
        options.hand_size = size;
        options.rounds = (uint8_t)(1 + size % 5);
        deal("", "", "");
        for (int seat = 0; seat < FELT_ROLES; seat++)
            assert_int_equal(table.state.betting.held[seat], size);
        for (int round = 0; round < options.rounds; round++)
            play(round + 1 < options.rounds ? "Nc, Cc, Pc, P+" : "Nc, Cc, Pc");
        assert_int_equal(table.state.phase, FELT_NARC_OVER);
    }
}

/* With a hand of one card the raise is all-in: that seat checks by itself until it draws again. */
static void narc_option_hand_of_one_is_all_in(void **state)
{
    (void)state;
    start_anew();
    options.hand_size = 1;
    deal("parked_van", "", "");
    play("Nr parked_van, Cc, Pc");
    assert_int_equal(table.state.phase, FELT_NARC_DECISION); /* its option was declined */
    bool automatic = false;
    for (uint32_t i = 0; i < table.log.count; i++)
        automatic |= table.event[i].kind == FELT_EVENT_ACT && table.event[i].seat == 0 &&
                     table.event[i].act == FELT_CHECK && table.event[i].amount == 1;
    assert_true(automatic);
    assert_int_equal(table.state.actions, 4);
    play("P+");
    assert_int_equal(table.state.betting.held[0], 1);
}

static void narc_option_order_of_seats(void **state)
{
    (void)state;
    start_anew();
    options.order[0] = FELT_ROLE_PLAYER;
    options.order[2] = FELT_ROLE_NARC;
    deal("parked_van", "", "bootleg_records");
    assert_int_equal(felt_narc_role(&table.rules, 0), FELT_ROLE_PLAYER);
    play("Pr bootleg_records, Cc, Nr parked_van, Pc");
    assert_int_equal(table.state.totals.evidence, 20);
    assert_int_equal(felt_narc_actor(&table.rules, &table.state), 0);
    play("Pf");
    assert_int_equal(table.state.end, FELT_NARC_FOLDED);
}

static void narc_option_full_answers_and_muted_cap(void **state)
{
    (void)state;
    start_anew();
    options.answers = FELT_ANSWERS_OTHERS;
    options.cap_effect = FELT_CAP_MUTES;
    deal("beat_walk", "usual_order whole_crate", "bootleg_records");
    play("Nc, Cr usual_order, Pc, Cr whole_crate, Nr beat_walk");
    assert_int_equal(felt_narc_legal(&table.rules, &table.state),
                     1u << FELT_CHECK | 1u << FELT_FOLD); /* the Player still answers */
    play("Pc");
    assert_int_equal(table.state.phase, FELT_NARC_DECISION);
}

static void narc_option_pays_to_stay(void **state)
{
    (void)state;
    start_anew();
    options.pays_to_stay = true;
    deal("parked_van", "", "bootleg_records");
    play("Nr parked_van, Cf");
    assert_int_equal(felt_narc_legal(&table.rules, &table.state),
                     1u << FELT_CALL | 1u << FELT_COMMIT | 1u << FELT_FOLD);
    play("Pl bootleg_records, Nc");
    assert_int_equal(table.state.totals.profit, 30); /* a card that stays counts as any other */
    assert_int_equal(table.state.betting.turn.raises, 1);
}

static void narc_option_policies_off_count_as_cover(void **state)
{
    (void)state;
    start_anew();
    options.insurance = false;
    options.rounds = 1;
    deal("parked_van", "", "spare_passport");
    play("Nr parked_van, Cc, Pr spare_passport, Nc");
    assert_int_equal(table.state.totals.cover, 15);
    assert_int_equal(table.state.end, FELT_NARC_BUSTED);
    start_anew();
    options.rounds = 1;
    deal("parked_van", "", "spare_passport");
    play("Nr parked_van, Cc, Pr spare_passport, Nc");
    assert_int_equal(table.state.end, FELT_NARC_SAVED);
    assert_int_equal(table.state.heat, 5 + 5 + 40);
}

static void narc_option_no_tiers_is_always_the_first(void **state)
{
    (void)state;
    start_anew();
    options.tiers = false;
    assert_true(narc_table_make(&table, &options, &catalogue));
    felt_narc_rest(&table.rules, 120, 0, &table.state);
    assert_true(narc_table_begin(&table));
    assert_int_equal(table.state.tier, 0);
    start_anew();
    assert_true(narc_table_make(&table, &options, &catalogue));
    felt_narc_rest(&table.rules, 120, 0, &table.state);
    assert_true(narc_table_begin(&table));
    assert_int_equal(table.state.tier, 4);
}

static void narc_option_sweep_of_a_low_cap_mutes(void **state)
{
    (void)state;
    static struct felt_narc_rules rules;
    for (uint8_t cap = 1; cap <= 3; cap++) {
        start_anew();
        options.cap = cap;
        assert_int_equal(felt_narc_rules_make(&options, &catalogue, true, &rules, NULL), FELT_OK);
        assert_int_equal(rules.betting.turn.cap_effect, cap < 3 ? FELT_CAP_MUTES : FELT_CAP_ENDS);
    }
}

TEST_MODULE(narc_rules)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(narc_rules_options_are_refused_with_a_pointer),
        cmocka_unit_test(narc_rules_cards_are_refused_with_a_pointer),
        cmocka_unit_test(narc_rules_tiers_and_decks_are_refused_with_a_pointer),
        cmocka_unit_test(narc_rules_hash_is_of_what_is_played),
        cmocka_unit_test(narc_rules_have_words),
        cmocka_unit_test(narc_option_rotates_moves_the_start),
        cmocka_unit_test(narc_option_open_shows_cards_as_they_are_laid),
        cmocka_unit_test(narc_option_pot_pays_for_each_card),
        cmocka_unit_test(narc_option_no_initiative_has_no_option),
        cmocka_unit_test(narc_option_hand_size_and_rounds),
        cmocka_unit_test(narc_option_hand_of_one_is_all_in),
        cmocka_unit_test(narc_option_order_of_seats),
        cmocka_unit_test(narc_option_full_answers_and_muted_cap),
        cmocka_unit_test(narc_option_pays_to_stay),
        cmocka_unit_test(narc_option_policies_off_count_as_cover),
        cmocka_unit_test(narc_option_no_tiers_is_always_the_first),
        cmocka_unit_test(narc_option_sweep_of_a_low_cap_mutes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
