/* test_narc.c -- hands of Narc: the vectors V10 to V13 of the design, the tests that the document
 * lists, the defects its first program had, and what becomes of cards, heat and cash.
 *
 * Hands are written as in tests/support/narc_table.h, on the catalogue of narc_curios.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "narc_curios.h"
#include "narc_table.h"

#include <string.h>

static struct narc_table table;

static void make_with(const struct felt_narc_options *options)
{
    if (!narc_table_make(&table, options, &narc_curios)) fail_msg("%s", table.error);
}

/* The rules of the house. */
static void make(void)
{
    make_with(&felt_narc_options_usual);
}

/* As the document has it: folds are free, no policies, no tiers. */
static struct felt_narc_options document(void)
{
    struct felt_narc_options options = felt_narc_options_usual;
    options.fold_price = 0;
    options.insurance = options.conviction = options.tiers = false;
    return options;
}

static void deal(const char *narc, const char *customer, const char *player)
{
    if (!narc_table_stack(&table, FELT_ROLE_NARC, narc) ||
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

static void expect_refused(const char *action, enum felt_status why)
{
    enum felt_status status;
    struct felt_narc_state before = table.state;
    assert_false(narc_table_act(&table, action, &status));
    assert_int_equal(status, why);
    assert_true(felt_narc_equal(&table.state, &before));
    assert_int_equal(table.log.count, 0);
}

static void expect_totals(int evidence, int cover, int heat, int profit)
{
    const struct felt_narc_totals *totals = &table.state.totals;
    assert_int_equal(totals->evidence, evidence);
    assert_int_equal(totals->cover, cover);
    assert_int_equal(totals->heat, heat);
    assert_int_equal(totals->profit, profit);
}

static void expect_end(enum felt_narc_end end, int banked, int heat, int cash)
{
    assert_int_equal(table.state.phase, FELT_NARC_OVER);
    assert_string_equal(felt_narc_end_word((enum felt_narc_end)table.state.end),
                        felt_narc_end_word(end));
    assert_int_equal(table.state.banked, banked);
    assert_int_equal(table.state.heat, heat);
    assert_int_equal(table.state.cash, cash);
    assert_int_equal(felt_narc_actor(&table.rules, &table.state), FELT_SEAT_NONE);
    assert_int_equal(felt_narc_legal(&table.rules, &table.state), 0);
}

static int events_of(enum felt_event_kind kind)
{
    int count = 0;
    for (uint32_t i = 0; i < table.log.count; i++) count += table.event[i].kind == kind;
    return count;
}

static int held(enum felt_narc_role role)
{
    return table.state.betting.held[felt_narc_seat(&table.rules, role)];
}

static int deck_of(enum felt_narc_role role)
{
    return table.state.left[role];
}

/* ---- the vectors ---- */

static void narc_v10_a_full_hand(void **state)
{
    (void)state;
    make();
    deal("parked_van", "whole_crate",
         "bootleg_records allotment_shed dinner_guests unpapered_orchids");
    play("Nc, Cc, Pr bootleg_records, Pr allotment_shed, Pc");
    expect_totals(10, 30, 0, 30);
    assert_int_equal(table.state.flipped, 2);
    play("P+, Nr parked_van, Cc, Pr dinner_guests, Nc");
    expect_totals(30, 60, 0, 30);
    play("P+, Nc, Cr whole_crate, Pr unpapered_orchids, Cc");
    expect_totals(55, 60, 50, 150); /* heat of overridden cards too: 45 without (A12) */
    expect_end(FELT_NARC_SAFE, 150, 50, 150);
    assert_int_equal(felt_narc_tier_at(&table.rules, table.state.heat), 1); /* Warm */
    assert_false(table.state.session_over);
}

struct resolution {
    int evidence, cover;
    const char *insurance, *conviction;
    int cash, hand_heat, run_heat;
    enum felt_narc_end end;
};

static void narc_v11_resolution_table(void **state)
{
    (void)state;
    static const struct resolution rows[] = {
        {30, 30, "", "", 0, 0, 0, FELT_NARC_SAFE},
        {31, 30, "", "", 0, 0, 0, FELT_NARC_BUSTED},
        {30, 31, "", "", 0, 0, 0, FELT_NARC_SAFE},
        {60, 5, "", "", 0, 0, 0, FELT_NARC_BUSTED},
        {10, 60, "", "", 0, 0, 0, FELT_NARC_SAFE},
        {85, 60, "settlement_offer", "signed_warrant", 250, 35, 0, FELT_NARC_SAVED},
        {85, 60, "settlement_offer", "signed_warrant", 80, 35, 0, FELT_NARC_BUSTED},
        {85, 60, "settlement_offer", "", 99, 35, 0, FELT_NARC_BUSTED},
        {85, 60, "settlement_offer", "", 100, 35, 0, FELT_NARC_SAVED},
        {85, 60, "settlement_offer", "prosecutor_nod", 250, 65, 0, FELT_NARC_BUSTED},
        {85, 60, "settlement_offer", "prosecutor_nod", 250, 25, 35, FELT_NARC_BUSTED}, /* at it */
        {85, 60, "settlement_offer", "prosecutor_nod", 250, 25, 34, FELT_NARC_SAVED},  /* below */
        {85, 60, "", "signed_warrant", 250, 0, 0, FELT_NARC_BUSTED},
        {70, 85, "settlement_offer", "signed_warrant", 250, 99, 99, FELT_NARC_SAFE},
        {85, 60, "spare_passport", "", 0, 0, 0, FELT_NARC_SAVED},
    };
    make();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct resolution *row = &rows[i];
        struct felt_narc_totals totals = {.evidence = row->evidence,
                                          .cover = row->cover,
                                          .heat = row->hand_heat,
                                          .profit = 50,
                                          .product = -1,
                                          .location = -1,
                                          .insurance = (int8_t)narc_curio(row->insurance),
                                          .conviction = (int8_t)narc_curio(row->conviction)};
        enum felt_narc_end end = felt_narc_resolve(&table.rules, &totals, row->cash, row->run_heat);
        if (end != row->end)
            fail_msg("row %zu: %s, not %s", i, felt_narc_end_word(end),
                     felt_narc_end_word(row->end));
    }
}

/* V11 as a hand: 85 against 60, a policy for 100 with a penalty of 20, cash 250, heat 35. */
static struct felt_narc_catalogue heavy(void)
{
    struct felt_narc_catalogue heavy = narc_curios;
    heavy.tiers = 1;
    heavy.card[narc_curio("parked_van")].evidence = 85;
    heavy.card[narc_curio("parked_van")].heat = 35;
    heavy.card[narc_curio("settlement_offer")].cover = 60;
    heavy.card[narc_curio("long_lunch")].count = 7;
    heavy.card[narc_curio("signed_warrant")].count = 1;
    heavy.card[narc_curio("prosecutor_nod")].count = 1;
    return heavy;
}

static void play_heavy(int cash, int heat, const char *actions)
{
    struct felt_narc_catalogue catalogue = heavy();
    struct felt_narc_options options = felt_narc_options_usual;
    options.rounds = 1;
    if (!narc_table_make(&table, &options, &catalogue)) fail_msg("%s", table.error);
    felt_narc_rest(&table.rules, heat, cash, &table.state);
    deal("parked_van signed_warrant prosecutor_nod", "handshake", "settlement_offer dinner_guests");
    play(actions);
}

static void narc_v11_insurance_pays_and_is_used_up(void **state)
{
    (void)state;
    play_heavy(250, 0, "Nr parked_van, Cc, Pr settlement_offer, Nr signed_warrant");
    expect_totals(85, 60, 35, 0);
    expect_end(FELT_NARC_SAVED, -100, 35 + 45, 150); /* threshold 40 is above 35 */
    assert_true(table.state.up & felt_cards_of((felt_card)table.state.commit[1]));
    int policy = table.state.commit[1];
    assert_true(narc_table_begin(&table));
    assert_int_equal(table.state.gone, felt_cards_of((felt_card)policy)); /* of the run */
    table.state.phase = FELT_NARC_OVER;
    table.state.session_over = true;
    assert_true(narc_table_begin(&table));
    assert_int_equal(deck_of(FELT_ROLE_PLAYER) + held(FELT_ROLE_PLAYER), 17);
    felt_narc_rest(&table.rules, 0, 0, &table.state); /* a new run has all its cards */
    assert_int_equal(table.state.gone, 0);
}

static void narc_v11_too_little_cash_busts(void **state)
{
    (void)state;
    play_heavy(80, 0, "Nr parked_van, Cc, Pr settlement_offer, Nr signed_warrant");
    expect_end(FELT_NARC_BUSTED, 0, 35, 80);
    assert_true(table.state.session_over);
}

static void narc_v11_conviction_voids_insurance(void **state)
{
    (void)state;
    play_heavy(250, 30, "Nr parked_van, Cc, Pr settlement_offer, Nr prosecutor_nod");
    expect_end(FELT_NARC_BUSTED, 0, 65, 250); /* heat 65 with this hand: 60 is reached (A16) */
    assert_true(narc_table_begin(&table));
    assert_int_equal(table.state.gone, 0); /* kept */
}

static void narc_v11_unused_insurance_is_kept(void **state)
{
    (void)state;
    play_heavy(250, 0, "Nc, Cc, Pr settlement_offer, Pr dinner_guests, Pc");
    expect_end(FELT_NARC_SAFE, 0, 0, 250);
    assert_true(narc_table_begin(&table));
    assert_int_equal(table.state.gone, 0);
}

static struct felt_narc_totals totals_of(const char *ids, unsigned withdrawn)
{
    uint8_t kinds[FELT_NARC_COMMITS_MAX];
    int count = 0;
    while (*(ids += strspn(ids, " "))) {
        size_t bytes = strcspn(ids, " ");
        int kind = narc_table_kind(&table, ids, bytes);
        assert_true(kind >= 0);
        kinds[count++] = (uint8_t)kind;
        ids += bytes;
    }
    return felt_narc_totals_of(&table.rules, kinds, count, withdrawn);
}

static void expect_sum(const char *ids, int evidence, int cover, int heat, int profit)
{
    struct felt_narc_totals totals = totals_of(ids, 0);
    if (totals.evidence != evidence || totals.cover != cover || totals.heat != heat ||
        totals.profit != profit)
        fail_msg("%s: %d/%d, heat %d, profit %d", ids, (int)totals.evidence, (int)totals.cover,
                 (int)totals.heat, (int)totals.profit);
}

static void narc_v12_override(void **state)
{
    (void)state;
    make();
    expect_sum("town_hall_steps allotment_shed", 10, 30, 15, 0);
    expect_sum("parked_van town_hall_steps allotment_shed", 30, 30, 20, 0);
    expect_sum("town_hall_steps parked_van allotment_shed", 30, 30, 20, 0);
    expect_sum("allotment_shed town_hall_steps", 40, 5, 15, 0);
    expect_sum("allotment_shed garden_gate", 20, 25, -10, 0); /* whoever laid it */
}

static void narc_v13_price(void **state)
{
    (void)state;
    make();
    expect_sum("unpapered_orchids whole_crate sell_the_pair", 35, 0, 50, 195);
    expect_sum("whole_crate sell_the_pair unpapered_orchids", 35, 0, 50, 195);
    expect_sum("bootleg_records hard_bargain", 5, 0, 5, 0);
    expect_sum("bootleg_records hard_bargain hard_bargain", 10, 0, 5, 0);
    expect_sum("whole_crate sell_the_pair discreet_collector", 25, 0, 15, 0);
    expect_sum("bootleg_records town_hall_steps", 40, 5, 25, 90); /* 60 while it is active */
    expect_sum("bootleg_records town_hall_steps allotment_shed", 10, 30, 20, 30);
    expect_sum("bootleg_records usual_order usual_order", 20, 0, 25, 36);       /* 36.3 */
    expect_sum("bootleg_records usual_order hard_bargain", 15, 0, 15, 3);       /* factors first */
    expect_sum("bootleg_records hard_bargain discreet_collector", 0, 0, 0, 40); /* one room */
}

static void narc_totals_add_and_replace(void **state)
{
    (void)state;
    make();
    expect_sum("", 0, 0, 0, 0);
    expect_sum("parked_van beat_walk usual_order", 35, 0, 17, 0);
    expect_sum("dinner_guests dinner_guests", 0, 60, -10, 0);
    expect_sum("unpapered_orchids town_hall_steps quiet_favour", 40, 30, 60, 160);
    expect_sum("discreet_collector", 0, 0, -5, 0); /* not below zero; heat may be */
    expect_sum("discreet_collector beat_walk", 0, 0, -3, 0);
    expect_sum("settlement_offer spare_passport", 0, 35, 0, 0); /* both covers (A17) */
    struct felt_narc_totals totals = totals_of("settlement_offer spare_passport signed_warrant", 0);
    assert_int_equal(totals.insurance, narc_curio("spare_passport")); /* the last policy */
    assert_int_equal(totals.conviction, narc_curio("signed_warrant"));
    totals = totals_of("signed_warrant prosecutor_nod bootleg_records orchard_moonshine", 0);
    assert_int_equal(totals.conviction, narc_curio("prosecutor_nod"));
    assert_int_equal(totals.product, narc_curio("orchard_moonshine"));
    assert_int_equal(totals.location, -1);
    totals = totals_of("bootleg_records whole_crate garden_gate", 1u << FELT_ROLE_CUSTOMER);
    assert_int_equal(totals.evidence, 0); /* withdrawn, but the heat stays (A8) */
    assert_int_equal(totals.heat, 20);
    assert_int_equal(totals.profit, 30);
    assert_int_equal(totals.location, -1);
}

/* ---- unit tests of the document ---- */

static void document_first_raise_gains_initiative(void **state)
{
    (void)state;
    make();
    deal("beat_walk", "", "");
    play("Nr beat_walk");
    assert_int_equal(table.state.betting.turn.holder, 0);
    assert_int_equal(table.state.betting.turn.raises, 1);
    assert_int_equal(held(FELT_ROLE_NARC), 2);
    assert_int_equal(events_of(FELT_EVENT_INITIATIVE), 1);
    play("Cr usual_order"); /* a response raise takes nothing */
    assert_int_equal(table.state.betting.turn.holder, 0);
    assert_int_equal(events_of(FELT_EVENT_INITIATIVE), 0);
}

static void document_all_check_betting_ends(void **state)
{
    (void)state;
    make();
    deal("", "", "");
    play("Nc, Cc, Pc");
    assert_int_equal(table.state.phase, FELT_NARC_DECISION);
    assert_int_equal(table.state.commits, 0);
    expect_totals(0, 0, 0, 0);
}

static void document_three_raises_limit_hit_betting_ends(void **state)
{
    (void)state;
    make();
    deal("beat_walk", "", "bootleg_records");
    play("Nr beat_walk, Cr usual_order, Pr bootleg_records");
    assert_int_equal(table.state.phase, FELT_NARC_DECISION);
    assert_int_equal(table.state.flipped, 3);
    assert_int_equal(events_of(FELT_EVENT_FLIP), 3);
    expect_refused("Nr long_lunch", FELT_NOT_YOUR_TURN);
    expect_refused("Pr bootleg_records", FELT_NOT_LEGAL);
}

static void document_initiative_re_raise_after_all_respond(void **state)
{
    (void)state;
    make();
    deal("", "usual_order handshake", "");
    play("Nc, Cr usual_order, Pc");
    assert_true(table.state.betting.turn.on_option);
    play("Cr handshake");
    assert_int_equal(table.state.betting.turn.raises, 2);
    assert_int_equal(felt_narc_actor(&table.rules, &table.state), 2);
}

static void document_fold_exits_immediately_hand_continues(void **state)
{
    (void)state;
    make();
    deal("", "", "");
    play("Nc, Cf");
    assert_int_equal(felt_narc_actor(&table.rules, &table.state), 2);
    play("Pc, P+, Nc, Pc, P+, Nc, Pc"); /* nobody asks the Customer again */
    expect_end(FELT_NARC_SAFE, 0, 0, 0);
}

/* ---- integration tests of the document ---- */

static void document_full_three_round_hand(void **state)
{
    (void)state;
    make();
    deal("", "", "");
    for (int round = 0; round < 3; round++) {
        assert_int_equal(table.state.phase, FELT_NARC_BETTING);
        assert_int_equal(table.state.round, round);
        for (int seat = 0; seat < FELT_ROLES; seat++)
            assert_int_equal(table.state.betting.held[seat], 3); /* drawn up to three */
        play("Nr long_lunch, Cc, Pc, Nc");
        assert_int_equal(table.state.commits, round + 1);
        if (round == 2) break;
        assert_int_equal(table.state.phase, FELT_NARC_DECISION); /* no third decision */
        play("P+");
    }
    expect_end(FELT_NARC_SAFE, 0, 0, 0);
}

static void document_initiative_flow_customer(void **state)
{
    (void)state;
    make();
    deal("", "usual_order handshake", "");
    play("Nc, Cr usual_order, Pc, Cr handshake, Pc, Cc");
    assert_int_equal(table.state.phase, FELT_NARC_DECISION);
    assert_int_equal(table.state.flipped, 2);
    assert_int_equal(held(FELT_ROLE_CUSTOMER), 1);
    play("P+");
    assert_int_equal(table.state.betting.turn.holder, FELT_SEAT_NONE); /* anew each round */
    assert_int_equal(held(FELT_ROLE_CUSTOMER), 3);
}

static void document_raise_limit_cards_flip(void **state)
{
    (void)state;
    make();
    deal("beat_walk", "usual_order", "bootleg_records");
    play("Nr beat_walk, Cr usual_order, Pr bootleg_records");
    assert_int_equal(table.state.down, 0);
    expect_totals(15, 0, 17, 33);
}

static void document_fold_timing_round_2_keeps_cards_loses_profit(void **state)
{
    (void)state;
    struct felt_narc_options options = document();
    make_with(&options);
    deal("beat_walk", "", "bootleg_records allotment_shed dinner_guests week_off");
    play("Nr beat_walk, Cc, Pr bootleg_records, Nc, P+, Nc, Cc, Pf");
    expect_end(FELT_NARC_FOLDED, 0, 7, 0); /* heat of what was flipped stays */
    assert_int_equal(held(FELT_ROLE_PLAYER), 3);
    assert_true(narc_table_begin(&table)); /* and the next hand is played with them */
    char hand[NARC_ERROR_BYTES];
    assert_string_equal(narc_table_hand(&table, FELT_ROLE_PLAYER, hand, sizeof hand),
                        "allotment_shed dinner_guests week_off");
}

/* ---- what the first program got wrong ---- */

static void narc_cards_of_the_last_round_count(void **state)
{
    (void)state;
    make();
    deal("parked_van", "", "");
    play("Nc, Cc, Pc, P+, Nc, Cc, Pc, P+, Nr parked_van, Cc, Pc, Nc");
    expect_totals(20, 0, 5, 0);
    expect_end(FELT_NARC_BUSTED, 0, 5, 0);
}

static void narc_decks_are_shuffled(void **state)
{
    (void)state;
    make();
    int different = 0, blanks = 0;
    uint8_t first[FELT_NARC_CARDS_MAX] = {0};
    for (uint64_t seed = 0; seed < 64; seed++) {
        struct felt_rng rng = felt_rng_make(seed);
        struct felt_narc_state hand;
        uint8_t cards[FELT_NARC_HAND_MAX];
        felt_narc_rest(&table.rules, 0, 0, &hand);
        felt_narc_begin(&table.rules, &hand, &rng, &hand, NULL);
        int count = felt_narc_hand(&table.rules, &hand, 0, cards);
        assert_int_equal(count, 3);
        for (int i = 0; i < count; i++)
            blanks += felt_narc_kind(&table.rules, &hand, cards[i]) == narc_curio("long_lunch");
        if (seed == 0) memcpy(first, cards, 3);
        different += memcmp(first, cards, 3) != 0;
    }
    assert_in_range(different, 55, 63);
    assert_in_range(blanks, 80, 136); /* 9 of 16: 108 */
}

static void narc_any_card_of_the_hand_may_be_raised(void **state)
{
    (void)state;
    struct felt_action action = {.kind = FELT_COMMIT};
    for (int i = 0; i < 3; i++) {
        uint8_t hand[FELT_NARC_HAND_MAX];
        make();
        deal("", "", "");
        felt_narc_hand(&table.rules, &table.state, 0, hand);
        action.cards = UINT64_C(1) << i;
        assert_int_equal(felt_narc_apply(&table.rules, &table.state, 0, action, NULL), FELT_OK);
        assert_int_equal(table.state.commit[0], hand[i]);
    }
}

/* ---- folds ---- */

static void narc_fold_of_the_customer_withdraws_its_cards(void **state)
{
    (void)state;
    make();
    deal("", "whole_crate usual_order", "bootleg_records");
    play("Nc, Cr whole_crate, Pr bootleg_records, Cc");
    expect_totals(25, 0, 25, 45);
    play("P+, Nc, Cf");
    expect_totals(0, 0, 25, 30); /* at once, but for the heat (A8) */
    assert_int_equal(events_of(FELT_EVENT_TALLY), 4);
    assert_int_equal(held(FELT_ROLE_CUSTOMER), 3);
    play("Pc, P+, Nc, Pc");
    expect_end(FELT_NARC_SAFE, 30, 25, 30);
    assert_int_equal(deck_of(FELT_ROLE_CUSTOMER), 12); /* it drew nothing more in this hand */
    assert_true(narc_table_begin(&table));
    assert_int_equal(table.state.betting.turn.live, 7); /* and is back in the next */
}

static void narc_fold_of_the_customer_withdraws_cards_face_down(void **state)
{
    (void)state;
    make();
    deal("", "whole_crate", "bootleg_records");
    play("Nc, Cr whole_crate, Pr bootleg_records, Cf"); /* on its option: the betting ends */
    expect_totals(0, 0, 25, 30);
    assert_int_equal(table.state.phase, FELT_NARC_DECISION);
}

static void narc_fold_of_the_narc_is_no_win(void **state)
{
    (void)state;
    make();
    deal("parked_van", "", "");
    play("Nr parked_van, Cc, Pc, Nc, P+, Nf");
    expect_totals(0, 0, 5, 0);
    play("Cf"); /* the Player is alone: flip, go on (A9) */
    assert_int_equal(table.state.phase, FELT_NARC_DECISION);
    play("P+");
    assert_int_equal(felt_narc_actor(&table.rules, &table.state), 2);
    play("Pc");
    expect_end(FELT_NARC_SAFE, 0, 5, 0);
}

static void narc_fold_of_the_player_ends_the_hand(void **state)
{
    (void)state;
    make();
    deal("beat_walk", "", "bootleg_records allotment_shed dinner_guests");
    play("Nr beat_walk, Cc, Pf");
    expect_end(FELT_NARC_FOLDED, 0, 0, 0); /* face-down cards are never seen and add no heat */
    assert_int_equal(held(FELT_ROLE_PLAYER), 2); /* one card is the price (A20) */
    assert_int_equal(events_of(FELT_EVENT_PLAY), 1);
    assert_int_equal(events_of(FELT_EVENT_FLIP), 0);
    assert_true(narc_table_begin(&table));
    assert_int_equal(table.state.open_spent, 0);
    assert_int_equal(felt_cards_count(table.state.spent), 2);
}

static void narc_fold_at_the_decision_point(void **state)
{
    (void)state;
    make();
    deal("", "", "unpapered_orchids");
    play("Nc, Cc, Pr unpapered_orchids, Pc");
    expect_refused("Pc", FELT_NOT_LEGAL);
    expect_refused("Nf", FELT_NOT_YOUR_TURN);
    play("Pf");
    expect_end(FELT_NARC_FOLDED, 0, 30, 0);
    assert_int_equal(held(FELT_ROLE_PLAYER), 1);
}

static void narc_fold_price_takes_at_most_the_hand(void **state)
{
    (void)state;
    struct felt_narc_options options = felt_narc_options_usual;
    for (uint8_t price = 0; price <= 4; price++) {
        options.fold_price = price;
        make_with(&options);
        deal("", "", "");
        play("Nc, Cc, Pf");
        assert_int_equal(held(FELT_ROLE_PLAYER), price < 3 ? 3 - price : 0);
        assert_int_equal(felt_cards_count(table.state.spent), price < 3 ? price : 3);
    }
}

/* Each card of the hand is lost as often as another. */
static void narc_fold_price_is_by_chance(void **state)
{
    (void)state;
    int lost[3] = {0};
    for (uint64_t seed = 0; seed < 600; seed++) {
        make();
        table.rng = felt_rng_make(seed);
        deal("", "", "bootleg_records allotment_shed dinner_guests");
        play("Nc, Cc, Pf");
        felt_cards card = table.state.spent;
        int kind = felt_narc_kind(&table.rules, &table.state, felt_cards_take(&card));
        lost[kind == narc_curio("bootleg_records")  ? 0
             : kind == narc_curio("allotment_shed") ? 1
                                                    : 2]++;
    }
    for (int i = 0; i < 3; i++) assert_in_range(lost[i], 140, 260);
}

/* ---- sessions ---- */

static void narc_heat_picks_the_tier_of_the_next_session(void **state)
{
    (void)state;
    static const struct {
        int heat, tier;
    } rows[] = {{0, 0},  {25, 0}, {26, 1},  {50, 1},  {51, 2},
                {75, 2}, {76, 3}, {100, 3}, {101, 4}, {9999, 4}};
    make();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(felt_narc_tier_at(&table.rules, rows[i].heat), rows[i].tier);
    deal("", "", "forged_landscape");
    play("Nc, Cc, Pr forged_landscape, Pc, Pf");
    assert_int_equal(table.state.heat, 45);
    assert_true(narc_table_begin(&table));
    assert_int_equal(table.state.tier, 0); /* the session goes on as it began */
    play("Nc, Cc, Pf");
    table.state.session_over = true;
    assert_true(narc_table_begin(&table));
    assert_int_equal(table.state.tier, 1);
    assert_int_equal(table.state.hand_number, 1);
    int letters = 0;
    for (int card = 0; card < table.rules.cards; card++)
        letters += felt_narc_kind(&table.rules, &table.state, card) == narc_curio("open_letterbox");
    assert_int_equal(letters, 2);
}

static void narc_session_ends_with_the_last_hand(void **state)
{
    (void)state;
    struct felt_narc_options options = document();
    options.session_hands = 2;
    make_with(&options);
    deal("", "", "");
    play("Nc, Cc, Pf");
    assert_false(table.state.session_over);
    assert_true(narc_table_begin(&table));
    assert_int_equal(table.state.hand_number, 2);
    play("Nc, Cc, Pf");
    assert_true(table.state.session_over);
}

/* The Player's deck is the clock: it is never shuffled again. */
static void narc_session_ends_when_the_player_has_too_few_cards(void **state)
{
    (void)state;
    struct felt_narc_options options = felt_narc_options_usual;
    options.fold_price = 3;
    options.session_hands = 24;
    make_with(&options);
    deal("", "", "");
    for (int hand = 1; hand <= 5; hand++) {
        int left = 18 - 3 * hand;
        play("Nc, Cc, Pf");
        assert_int_equal(deck_of(FELT_ROLE_PLAYER) + held(FELT_ROLE_PLAYER), left);
        assert_int_equal(table.state.session_over, left < 5);
        if (table.state.session_over) return;
        assert_true(narc_table_begin(&table));
    }
    fail_msg("the session goes on");
}

static void narc_session_carries_heat_and_cash(void **state)
{
    (void)state;
    make();
    deal("", "", "bootleg_records allotment_shed unpapered_orchids");
    play("Nc, Cc, Pr bootleg_records, Pr allotment_shed, Pc, P+, Nc, Cc, Pc, P+, Nc, Cc, Pc");
    expect_end(FELT_NARC_SAFE, 30, 0, 30);
    assert_int_equal(table.state.session_banked, 30);
    assert_true(narc_table_begin(&table));
    assert_int_equal(table.state.cash, 30);
    assert_int_equal(table.state.hand_number, 2);
    assert_int_equal(table.state.banked, 0);
    play("Nc, Cc, Pr unpapered_orchids, Pc, P+, Nc, Cc, Pc, P+, Nc, Cc, Pc");
    expect_end(FELT_NARC_SAFE, 100, 30, 130);
    assert_int_equal(table.state.session_banked, 130);
}

/* Narc and Customer shuffle what they spent when they run out. */
static void narc_decks_of_the_others_recycle(void **state)
{
    (void)state;
    for (int recycles = 0; recycles < 2; recycles++) {
        struct felt_narc_options options = document();
        options.recycles = recycles;
        options.session_hands = 24;
        make_with(&options);
        deal("", "", "");
        int shuffles = 0, automatic = 0;
        for (int hand = 0; hand < 6; hand++) {
            while (table.state.phase != FELT_NARC_OVER) {
                felt_seat actor = felt_narc_actor(&table.rules, &table.state);
                struct felt_action action = {.kind = FELT_CHECK};
                unsigned legal = felt_narc_legal(&table.rules, &table.state);
                if (table.state.phase == FELT_NARC_DECISION) action.kind = FELT_CONTINUE;
                if (actor == 0 && (legal >> FELT_COMMIT & 1))
                    action = (struct felt_action){.kind = FELT_COMMIT, .cards = 1};
                if (table.state.round == 2 && actor == 2) action.kind = FELT_FOLD;
                table.log.count = 0;
                assert_int_equal(
                    felt_narc_apply(&table.rules, &table.state, actor, action, &table.log),
                    FELT_OK);
                assert_true(felt_narc_sound(&table.rules, &table.state));
                shuffles += events_of(FELT_EVENT_SHUFFLE);
                for (uint32_t i = 0; i < table.log.count; i++)
                    automatic += table.event[i].kind == FELT_EVENT_ACT && table.event[i].amount;
            }
            assert_true(narc_table_begin(&table));
            shuffles += events_of(FELT_EVENT_SHUFFLE);
        }
        assert_int_equal(shuffles > 0, recycles);
        assert_int_equal(automatic > 0, !recycles); /* all-in: checks by itself (A11) */
    }
}

TEST_MODULE(narc)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(narc_v10_a_full_hand),
        cmocka_unit_test(narc_v11_resolution_table),
        cmocka_unit_test(narc_v11_insurance_pays_and_is_used_up),
        cmocka_unit_test(narc_v11_too_little_cash_busts),
        cmocka_unit_test(narc_v11_conviction_voids_insurance),
        cmocka_unit_test(narc_v11_unused_insurance_is_kept),
        cmocka_unit_test(narc_v12_override),
        cmocka_unit_test(narc_v13_price),
        cmocka_unit_test(narc_totals_add_and_replace),
        cmocka_unit_test(document_first_raise_gains_initiative),
        cmocka_unit_test(document_all_check_betting_ends),
        cmocka_unit_test(document_three_raises_limit_hit_betting_ends),
        cmocka_unit_test(document_initiative_re_raise_after_all_respond),
        cmocka_unit_test(document_fold_exits_immediately_hand_continues),
        cmocka_unit_test(document_full_three_round_hand),
        cmocka_unit_test(document_initiative_flow_customer),
        cmocka_unit_test(document_raise_limit_cards_flip),
        cmocka_unit_test(document_fold_timing_round_2_keeps_cards_loses_profit),
        cmocka_unit_test(narc_cards_of_the_last_round_count),
        cmocka_unit_test(narc_decks_are_shuffled),
        cmocka_unit_test(narc_any_card_of_the_hand_may_be_raised),
        cmocka_unit_test(narc_fold_of_the_customer_withdraws_its_cards),
        cmocka_unit_test(narc_fold_of_the_customer_withdraws_cards_face_down),
        cmocka_unit_test(narc_fold_of_the_narc_is_no_win),
        cmocka_unit_test(narc_fold_of_the_player_ends_the_hand),
        cmocka_unit_test(narc_fold_at_the_decision_point),
        cmocka_unit_test(narc_fold_price_takes_at_most_the_hand),
        cmocka_unit_test(narc_fold_price_is_by_chance),
        cmocka_unit_test(narc_heat_picks_the_tier_of_the_next_session),
        cmocka_unit_test(narc_session_ends_with_the_last_hand),
        cmocka_unit_test(narc_session_ends_when_the_player_has_too_few_cards),
        cmocka_unit_test(narc_session_carries_heat_and_cash),
        cmocka_unit_test(narc_decks_of_the_others_recycle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
