/* test_poker_adapter.c -- every row of poker as a table wants it: forced bets over any seats,
 * names.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/buffer.h"
#include "felt/record.h"
#include "server/table/poker_adapter.h"
#include "module.h"
#include "support.h"

#include <string.h>

static void make(struct felt_poker_adapter *out, const char *variant, enum felt_limit limit,
                 felt_chips small, felt_chips big)
{
    struct felt_complaint complaint;
    assert_int_equal(felt_poker_adapter_make(out, variant, limit, small, big, &complaint), FELT_OK);
}

static void adapter_names_variants_as_recorded_hands_do(void **state)
{
    (void)state;
    static const struct {
        const char *variant;
        enum felt_limit limit;
        const char *name;
        bool awards_uncalled;
    } rows[] = {
        {"holdem", FELT_NO_LIMIT, "HUNL", true},       {"holdem", FELT_FIXED_LIMIT, "FT", false},
        {"holdem", FELT_POT_LIMIT, "PT", false},       {"omaha", FELT_POT_LIMIT, "PO", false},
        {"omaha-hilo", FELT_POT_LIMIT, "PO/8", false}, {"razz", FELT_FIXED_LIMIT, "FR", false},
        {"27-triple", FELT_NO_LIMIT, "N2L3D", false},  {"kuhn", FELT_FIXED_LIMIT, "FKUHN", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_poker_adapter adapter;
        make(&adapter, rows[i].variant, rows[i].limit, 50, 100);
        assert_string_equal(adapter.adapter.variant, rows[i].name);
        assert_int_equal(adapter.adapter.awards_uncalled, rows[i].awards_uncalled);
        assert_ptr_equal(adapter.adapter.rules, &adapter.rules);
        if (!rows[i].awards_uncalled)
            assert_true(felt_record_variant_find(rows[i].name, strlen(rows[i].name)) >= 0);
    }
}

static void adapter_refuses_what_nobody_can_play(void **state)
{
    (void)state;
    static const struct {
        const char *variant;
        felt_chips small, big;
        enum felt_status status;
    } rows[] = {
        {"holdem", 101, 100, FELT_BAD_RULES}, {"holdem", 0, 100, FELT_BAD_RULES},
        {"holdem", -1, 100, FELT_BAD_RULES},  {"holdem", 50, 0, FELT_BAD_RULES},
        {"bridge", 50, 100, FELT_BAD_NAME},   {"stud", 101, 100, FELT_OK},
        {"holdem", 100, 100, FELT_OK},        {"holdem", 1, 100, FELT_OK},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_poker_adapter adapter;
        struct felt_complaint complaint = {0};
        enum felt_limit limit = rows[i].variant[0] == 's' ? FELT_FIXED_LIMIT : FELT_NO_LIMIT;
        assert_int_equal(felt_poker_adapter_make(&adapter, rows[i].variant, limit, rows[i].small,
                                                 rows[i].big, &complaint),
                         rows[i].status);
        assert_int_equal(rows[i].status != FELT_OK, complaint.text[0] != 0);
    }
}

/* Blinds of hold'em for some of the seats. */
static void adapter_spreads_blinds_over_the_seats_that_are_left(void **state)
{
    (void)state;
    static const struct {
        felt_seats seats;
        felt_seat button, small, big, opener;
    } rows[] = {
        {1 << 0 | 1 << 1, 0, 0, 1, 0},          {1 << 0 | 1 << 1, 1, 1, 0, 1},
        {1 << 3 | 1 << 8, 8, 8, 3, 8}, /* heads-up the button posts the small one */
        {1 << 3 | 1 << 8, 3, 3, 8, 3},          {1 << 2 | 1 << 5 | 1 << 9, 5, 9, 2, 5},
        {1 << 2 | 1 << 5 | 1 << 9, 9, 2, 5, 9}, {1 << 0 | 1 << 4 | 1 << 5 | 1 << 7, 7, 0, 4, 5},
    };
    struct felt_poker_adapter adapter;
    make(&adapter, "holdem", FELT_NO_LIMIT, 30, 100);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        felt_chips stack[FELT_SEATS_MAX];
        struct felt_deal deal;
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) stack[seat] = 1000 + seat;
        adapter.adapter.deal(&adapter.adapter, rows[i].seats, stack, rows[i].button, &deal);
        assert_int_equal(deal.seats, rows[i].seats);
        assert_int_equal(deal.button, rows[i].button);
        assert_int_equal(deal.opener, rows[i].opener);
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
            bool dealt = felt_seats_has(rows[i].seats, seat);
            assert_int_equal(deal.stack[seat], dealt ? stack[seat] : 0);
            assert_int_equal(deal.ante[seat] + deal.dead[seat], 0);
            assert_int_equal(deal.blind[seat], seat == rows[i].small ? 30
                                               : seat == rows[i].big ? 100
                                                                     : 0);
        }
    }
}

/* Whatever seats are left, the engine takes the deal, and a seat posts what it would post if the
 * seats stood side by side. */
static void adapter_of_every_row_deals_to_any_seats(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(3);
    for (int row = 0; row < felt_variant_count(); row++) {
        const struct felt_variant *variant = felt_variant_at(row);
        struct felt_poker_adapter adapter;
        make(&adapter, variant->name, variant->limit, 7, 20);
        assert_int_equal(adapter.adapter.seats_max, variant->seats_max);
        assert_int_equal(adapter.adapter.deck_count, felt_cards_count(variant->deck));
        for (int round = 0; round < 40; round++) {
            felt_chips stack[FELT_SEATS_MAX];
            felt_seats seats = (felt_seats)(felt_rng_next(&rng) & 1023);
            struct felt_deal deal;
            struct felt_complaint complaint;
            int count = felt_seats_count(seats);
            if (count < variant->seats_min || count > variant->seats_max) continue;
            for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
                stack[seat] = 1 + felt_rng_below(&rng, 500);
            felt_seat button = felt_seats_from(seats, (int)felt_rng_below(&rng, 10));
            adapter.adapter.deal(&adapter.adapter, seats, stack, button, &deal);
            assert_int_equal(felt_poker_deal_verify(&adapter.rules, &deal, &complaint), FELT_OK);
            felt_chips posted = 0;
            for (felt_seats left = seats; left;) {
                felt_seat seat = felt_seats_take(&left);
                posted += deal.ante[seat] + deal.blind[seat];
            }
            assert_true(posted > 0);
        }
    }
}

/* ---- words ---- */

/* Phases of a hand in which everybody checks or calls, stands pat, and discards what it must. */
enum { PHASES_BYTES = 256 };
static void list_phases(const struct felt_poker_adapter *adapter, char out[PHASES_BYTES])
{
    felt_chips stack[FELT_SEATS_MAX] = {1000, 1000};
    struct felt_rng rng = felt_rng_make(11);
    struct felt_deal deal;
    struct felt_poker hand;
    const char *last = "";
    adapter->adapter.deal(&adapter->adapter, 3, stack, 0, &deal);
    assert_int_equal(felt_poker_open(&adapter->rules, &deal, &hand, NULL), FELT_OK);
    assert_int_equal(felt_poker_deal(&adapter->rules, &deal, &rng, &hand, NULL), FELT_OK);
    struct felt_buffer phases = felt_buffer_make(out, PHASES_BYTES);
    for (;;) {
        felt_seat actor = felt_poker_actor(&hand);
        struct felt_view view;
        felt_poker_view(&adapter->rules, &hand, actor, &view);
        const char *phase = adapter->adapter.phase(&adapter->adapter, &view);
        if (strcmp(phase, last) != 0) {
            felt_buffer_text(&phases, phase);
            felt_buffer_text(&phases, " ");
        }
        last = phase;
        if (actor < 0) break;
        struct felt_action action = {0};
        for (int i = view.options; i-- > 0;) {
            const struct felt_option *option = &view.option[i];
            if (option->kind == FELT_RAISE_TO) continue;
            if (option->kind == FELT_FOLD && view.options > 1) continue;
            action.kind = option->kind;
            action.cards = (UINT64_C(1) << option->cards_min) - 1;
        }
        assert_int_equal(felt_poker_apply(&adapter->rules, &hand, actor, action, NULL), FELT_OK);
    }
    felt_buffer_terminate(&phases);
}

static void adapter_names_the_streets(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *phases;
    } rows[] = {
        {"holdem", "PRE_FLOP FLOP TURN RIVER SHOWDOWN "},
        {"courchevel", "PRE_FLOP FLOP TURN RIVER SHOWDOWN "},
        {"crazy-pineapple", "PRE_FLOP FLOP DISCARD TURN RIVER SHOWDOWN "},
        {"pineapple", "PRE_FLOP DISCARD FLOP TURN RIVER SHOWDOWN "},
        {"draw", "PRE_DRAW DRAW POST_DRAW_1 SHOWDOWN "},
        {"27-triple", "PRE_DRAW DRAW POST_DRAW_1 DRAW POST_DRAW_2 DRAW POST_DRAW_3 SHOWDOWN "},
        {"stud", "THIRD FOURTH FIFTH SIXTH SEVENTH SHOWDOWN "},
        {"kuhn", "BET SHOWDOWN "},
        {"leduc", "PRE_FLOP FLOP SHOWDOWN "},
        {"rhode-island", "PRE_FLOP FLOP TURN SHOWDOWN "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_poker_adapter adapter;
        char phases[256];
        make(&adapter, rows[i].variant, felt_variant_find(rows[i].variant)->limit, 10, 20);
        list_phases(&adapter, phases);
        assert_string_equal(phases, rows[i].phases);
    }
}

static void adapter_names_hands_and_both_halves(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *hole, *board, *rank, *name;
    } rows[] = {
        {"holdem", "Ah Ad", "Kc Kd 7h 3s 2c", "two_pair", "two pair, aces and kings, seven kicker"},
        {"holdem", "Ah 9d", "Kc Jd 7h 3s 2c", "high_card", NULL},
        {"holdem", "9h 9d", "9c Jd 7h 3s 2c", "three_of_a_kind", NULL},
        {"holdem", "9h 8h", "7h 6h 5h 3s 2c", "straight_flush", NULL},
        {"omaha-hilo", "Ah Ad 2c 3d", "Ac 7d 8h Ks Qc", "three_of_a_kind", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_poker_adapter adapter;
        struct felt_event show = {.kind = FELT_EVENT_SHOW};
        felt_card board[5];
        felt_value value[2];
        char name[FELT_VALUE_NAME_BYTES];
        make(&adapter, rows[i].variant, felt_variant_find(rows[i].variant)->limit, 10, 20);
        show.count = (uint8_t)cards_parse(rows[i].hole, show.cards, FELT_EVENT_CARDS);
        cards_parse(rows[i].board, board, 5);
        felt_showdown_values(adapter.rules.showdown, show.cards, show.count, board, 5, value);
        show.amount = value[0];
        show.to = value[1];
        assert_string_equal(adapter.adapter.rank(&adapter.adapter, &show, name), rows[i].rank);
        if (rows[i].name) assert_string_equal(name, rows[i].name);
        bool split = adapter.rules.showdown->second != FELT_FAMILY_NONE && value[1];
        assert_int_equal(strchr(name, ';') != NULL, split);
    }
}

TEST_MODULE(poker_adapter)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adapter_names_variants_as_recorded_hands_do),
        cmocka_unit_test(adapter_refuses_what_nobody_can_play),
        cmocka_unit_test(adapter_spreads_blinds_over_the_seats_that_are_left),
        cmocka_unit_test(adapter_of_every_row_deals_to_any_seats),
        cmocka_unit_test(adapter_names_the_streets),
        cmocka_unit_test(adapter_names_hands_and_both_halves),
    };
    return cmocka_run_group_tests_name("poker_adapter", tests, NULL, NULL);
}
