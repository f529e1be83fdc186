/* test_play_narc.c -- Narc in words, what a person may know of a table, and what a line says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "terminal/narc/play_narc_ask.h"
#include "terminal/narc/play_narc_save.h"
#include "terminal/narc/play_narc_text.h"
#include "module.h"
#include "narc_curios.h"

#include <stdlib.h>
#include <string.h>

enum { NARC, CUSTOMER, PLAYER, TEXT_BYTES = 512 };

static struct felt_narc_rules rules;

static int make_rules(void **state)
{
    struct felt_narc_error error;
    (void)state;
    return felt_narc_rules_make(&felt_narc_options_usual, &narc_curios, false, &rules, &error) !=
           FELT_OK;
}

/* ---- words ---- */

static void effects_of_cards(void **state)
{
    static const struct {
        const char *id, *text;
    } rows[] = {
        {"bootleg_records", "price 30, +5 heat"},
        {"allotment_shed", "base 10 evidence, 30 cover, -5 heat"},
        {"town_hall_steps", "base 40 evidence, 5 cover, +60 profit, +20 heat"},
        {"cousin_on_corner", "+15 cover"},
        {"sell_the_pair", "price x1.3, +10 evidence"},
        {"settlement_offer", "+20 cover, saves once: 100 cash, +20 heat"},
        {"long_lunch", "nothing"},
        {"hard_bargain", "+5 evidence, -30 profit"},
        {"discreet_collector", "-10 evidence, +40 profit, -5 heat"},
        {"signed_warrant", "voids insurance from heat 40 on"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char memory[TEXT_BYTES];
        struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
        felt_narc_words_effects(&rules, narc_curio(rows[i].id), &text);
        assert_string_equal(felt_buffer_terminate(&text), rows[i].text);
    }
}

/* One event, said to the words of a seat; "": nothing is. */
static const char *tell(struct felt_narc_words *words, struct felt_event event,
                        char memory[TEXT_BYTES])
{
    struct felt_buffer text = felt_buffer_make(memory, TEXT_BYTES);
    bool said = felt_narc_words_event(words, &event, &text);
    assert_false(text.overflow);
    return said ? felt_buffer_terminate(&text) : "";
}

static void sentences_of_events(void **state)
{
    char out[TEXT_BYTES];
    struct felt_narc_words words = felt_narc_words_make(&rules, PLAYER);
    felt_card van = (felt_card)narc_curio("parked_van");
    (void)state;
    assert_string_equal(tell(&words, (struct felt_event){.kind = FELT_EVENT_HAND, .to = 3}, out),
                        "Hand 3.");
    assert_string_equal(
        tell(&words, (struct felt_event){.kind = FELT_EVENT_ROUND, .to = 2, .seat = NARC}, out),
        "Round 2 of 3: the Narc begins.");
    struct felt_event raise = {.kind = FELT_EVENT_ACT,
                               .act = FELT_COMMIT,
                               .seat = NARC,
                               .count = 1,
                               .cards_to = felt_seats_of(NARC),
                               .cards = {van}};
    assert_string_equal(tell(&words, felt_event_for(&raise, PLAYER), out),
                        "The Narc raises with a card, face down (2 raises left).");
    assert_string_equal(
        tell(&words, (struct felt_event){.kind = FELT_EVENT_INITIATIVE, .seat = NARC}, out),
        "The Narc holds the initiative: first raise of the round; may raise again after the "
        "answers.");
    raise.seat = PLAYER;
    raise.cards[0] = (felt_card)narc_curio("cousin_on_corner");
    assert_string_equal(tell(&words, raise, out),
                        "You raise with Cousin on the Corner (+15 cover), face down (1 raise "
                        "left).");
    raise.seat = CUSTOMER;
    raise.cards[0] = FELT_CARD_NONE;
    assert_string_equal(tell(&words, raise, out), "The Customer raises with a card, face down (0 "
                                                  "raises left: betting ends).");
    struct felt_event check = {.kind = FELT_EVENT_ACT, .act = FELT_CHECK, .amount = 1};
    assert_string_equal(tell(&words, check, out), "The Narc checks by itself: no cards left.");
    struct felt_event deal = {.kind = FELT_EVENT_DEAL, .count = 2, .cards = {van, van}};
    assert_string_equal(tell(&words, deal, out), "The Narc draws Parked Van and Parked Van.");
    deal.cards_to = felt_seats_of(NARC);
    assert_string_equal(tell(&words, felt_event_for(&deal, PLAYER), out), "");
}

/* Four tallies are one sentence, and the end refers to them. */
static const char *end_with(struct felt_narc_words *words, int evidence, int cover,
                            enum felt_narc_end end, int banked, char out[TEXT_BYTES])
{
    const int total[4] = {evidence, cover, 5, 30};
    for (uint8_t i = 0; i < 4; i++) {
        struct felt_event tally = {
            .kind = FELT_EVENT_TALLY, .pot = i, .to = total[i], .amount = i ? 0 : 20};
        const char *text = tell(words, tally, out);
        if (i < 3) assert_string_equal(text, "");
        if (i == 3 && evidence == 30)
            assert_string_equal(
                text, "Evidence 30 (+20), Cover 30, Heat +5, Profit 30: even, which is safe.");
    }
    return tell(words,
                (struct felt_event){
                    .kind = FELT_EVENT_OUTCOME, .seat = PLAYER, .to = end, .amount = banked},
                out);
}

static void flip(struct felt_narc_words *words, felt_seat seat, const char *id)
{
    char out[TEXT_BYTES];
    (void)tell(words,
               (struct felt_event){.kind = FELT_EVENT_FLIP,
                                   .seat = seat,
                                   .count = 1,
                                   .cards = {(felt_card)narc_curio(id)}},
               out);
}

static void an_end_is_told_with_its_sum(void **state)
{
    char out[TEXT_BYTES];
    struct felt_narc_words words = felt_narc_words_make(&rules, PLAYER);
    (void)state;
    assert_string_equal(end_with(&words, 30, 30, FELT_NARC_SAFE, 30, out),
                        "Safe: Evidence 30 is just covered by Cover 30. You bank 30.");
    assert_string_equal(end_with(&words, 31, 30, FELT_NARC_BUSTED, 0, out),
                        "Busted: Evidence 31 is 1 more than Cover 30. The run is over.");
    flip(&words, PLAYER, "settlement_offer");
    words.cash = 80;
    words.heat = 10;
    assert_string_equal(end_with(&words, 45, 30, FELT_NARC_BUSTED, 0, out),
                        "Busted: Evidence 45 is 15 more than Cover 30, and Settlement Offer does "
                        "not help: it costs 100, and cash is 80. The run is over.");
    flip(&words, NARC, "signed_warrant");
    words.heat = 44;
    assert_string_equal(end_with(&words, 45, 30, FELT_NARC_BUSTED, 0, out),
                        "Busted: Evidence 45 is 15 more than Cover 30, and Settlement Offer does "
                        "not help: Signed Warrant holds from heat 40 on, and heat is 44. The run "
                        "is over.");
    assert_string_equal(end_with(&words, 45, 30, FELT_NARC_SAVED, -100, out),
                        "Saved: Evidence 45 is 15 more than Cover 30, but the insurance pays. It "
                        "costs 100, brings more heat, and there is no profit.");
}

/* ---- a look at the table ---- */

struct seen {
    struct felt_narc_state state;
    struct felt_view view;
    struct felt_narc_words words;
    struct felt_narc_look look;
};

/* The Player's turn in round 1 of a hand in which the Narc raised. */
static void begin(struct seen *seen, const char *const *deck, const char *narc)
{
    uint8_t cards[FELT_NARC_CARDS_MAX], hand[FELT_NARC_HAND_MAX];
    struct felt_narc_state rest;
    struct felt_rng later = felt_rng_make(1);
    uint64_t used = 0;
    int count = 0;
    for (; *deck; deck++)
        for (int card = 0; card < rules.cards; card++) {
            if (used >> card & 1 || rules.kind[0][card] != narc_curio(*deck)) continue;
            used |= UINT64_C(1) << card;
            cards[count++] = (uint8_t)card;
            break;
        }
    for (int card = 0; card < rules.cards; card++)
        if (!(used >> card & 1)) cards[count++] = (uint8_t)card;
    felt_narc_rest(&rules, 0, 0, &rest);
    assert_int_equal(felt_narc_begin_with(&rules, &rest, cards, count, &later, &seen->state, NULL),
                     FELT_OK);
    int held = felt_narc_hand(&rules, &seen->state, NARC, hand), at = 0;
    while (at < held && felt_narc_kind(&rules, &seen->state, hand[at]) != narc_curio(narc)) at++;
    assert_true(at < held);
    felt_narc_act(&rules, &seen->state, FELT_COMMIT, hand[at]);
    felt_narc_act(&rules, &seen->state, FELT_CHECK, 0);
    felt_narc_game.view(&rules, &seen->state, PLAYER, &seen->view);
    seen->words = felt_narc_words_make(&rules, PLAYER);
    seen->look = (struct felt_narc_look){.rules = &rules,
                                         .words = &seen->words,
                                         .view = &seen->view,
                                         .did = {"", "", ""},
                                         .selected = -1};
}

static const char *const deck[] = {"bootleg_records",
                                   "unpapered_orchids",
                                   "allotment_shed",
                                   "parked_van",
                                   "long_lunch",
                                   "beat_walk",
                                   NULL};

static void look_says_what_if_and_what_is_hidden(void **state)
{
    struct seen seen;
    struct felt_narc_range van, lunch;
    char memory[TEXT_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    (void)state;
    begin(&seen, deck, "long_lunch");
    assert_true(felt_narc_look_range(&seen.look, &lunch));
    begin(&seen, deck, "parked_van");
    assert_true(felt_narc_look_range(&seen.look, &van));
    /* which card lies there changes nothing of what is thought likely */
    assert_memory_equal(&van, &lunch, sizeof van);
    assert_int_equal(van.cards, 1);
    assert_true(van.low < 0 && van.high == 0);
    seen.look.selected = 2;
    felt_narc_look_what(&seen.look, &text);
    assert_string_equal(felt_buffer_terminate(&text),
                        "If 3) flips: Evidence 10, Cover 30, Heat -5, Profit 0: safe by 20");
    felt_buffer_clear(&text);
    felt_narc_look_initiative(&seen.look, &text);
    assert_string_equal(felt_buffer_terminate(&text),
                        "Initiative: the Narc, first to raise; may raise again after the answers");
    felt_buffer_clear(&text);
    felt_narc_look_fold_price(&seen.look, &text);
    assert_string_equal(felt_buffer_terminate(&text),
                        "lose 1 card at random, keep heat 0, no profit");
}

static void a_card_that_was_replaced_is_known(void **state)
{
    struct seen seen;
    struct felt_narc_laid laid[FELT_NARC_COMMITS_MAX];
    uint8_t hand[FELT_NARC_HAND_MAX];
    (void)state;
    begin(&seen, deck, "long_lunch");
    (void)felt_narc_hand(&rules, &seen.state, PLAYER, hand);
    felt_narc_act(&rules, &seen.state, FELT_COMMIT, hand[0]); /* records */
    felt_narc_game.view(&rules, &seen.state, PLAYER, &seen.view);
    felt_card orchids = (felt_card)narc_curio("unpapered_orchids");
    assert_int_equal(felt_narc_look_replaces(&seen.look, orchids), narc_curio("bootleg_records"));
    felt_narc_act(&rules, &seen.state, FELT_CHECK, 0); /* the Narc's option: a flip */
    felt_narc_act(&rules, &seen.state, FELT_CONTINUE, 0);
    felt_narc_act(&rules, &seen.state, FELT_CHECK, 0);
    felt_narc_act(&rules, &seen.state, FELT_CHECK, 0);
    (void)felt_narc_hand(&rules, &seen.state, PLAYER, hand);
    int at = 0;
    while (felt_narc_kind(&rules, &seen.state, hand[at]) != orchids) at++;
    felt_narc_act(&rules, &seen.state, FELT_COMMIT, hand[at]);
    felt_narc_act(&rules, &seen.state, FELT_CHECK, 0);
    felt_narc_game.view(&rules, &seen.state, PLAYER, &seen.view);
    assert_int_equal(felt_narc_look_table(&seen.look, laid), 3);
    assert_int_equal(felt_narc_look_standing(&seen.look, laid, 3, 0), FELT_NARC_COUNTED);
    assert_int_equal(felt_narc_look_standing(&seen.look, laid, 3, 1), FELT_NARC_REPLACED);
    assert_int_equal(felt_narc_look_standing(&seen.look, laid, 3, 2), FELT_NARC_ACTIVE);
}

/* ---- lines ---- */

static void lines_say_what_is_wished(void **state)
{
    static const struct {
        const char *line;
        int selected;
        enum felt_narc_wish wish;
        int kind, card; /* of the action, or the card that is looked at */
    } rows[] = {
        {"c", -1, FELT_NARC_WISH_ACT, FELT_CHECK, -1},
        {"check", -1, FELT_NARC_WISH_ACT, FELT_CHECK, -1},
        {"check 1", -1, FELT_NARC_WISH_AGAIN, 0, 0},
        {"f", -1, FELT_NARC_WISH_ACT, FELT_FOLD, -1},
        {"raise 2", -1, FELT_NARC_WISH_ACT, FELT_COMMIT, 1},
        {"raise orchids", -1, FELT_NARC_WISH_ACT, FELT_COMMIT, 1},
        {"raise o", -1, FELT_NARC_WISH_ACT, FELT_COMMIT, 1},
        {"r", 0, FELT_NARC_WISH_ACT, FELT_COMMIT, 0},
        {"r", -1, FELT_NARC_WISH_AGAIN, 0, 0},
        {"raise 4", -1, FELT_NARC_WISH_AGAIN, 0, 0},
        {"raise 0", -1, FELT_NARC_WISH_AGAIN, 0, 0},
        {"raise 11", -1, FELT_NARC_WISH_AGAIN, 0, 0},
        {"raise van", -1, FELT_NARC_WISH_AGAIN, 0, 0},
        {"2", -1, FELT_NARC_WISH_LOOK, 0, 1},
        {"2", 0, FELT_NARC_WISH_LOOK, 0, 1},
        {"2", 1, FELT_NARC_WISH_ACT, FELT_COMMIT, 1},
        {"", 1, FELT_NARC_WISH_ACT, FELT_COMMIT, 1},
        {"", -1, FELT_NARC_WISH_AGAIN, 0, 0},
        {"shed", -1, FELT_NARC_WISH_LOOK, 0, 2},
        {"what 3", 2, FELT_NARC_WISH_LOOK, 0, 2},
        {"what if 3", -1, FELT_NARC_WISH_LOOK, 0, 2},
        {"stay 1", -1, FELT_NARC_WISH_AGAIN, 0, 0},
        {"go on", -1, FELT_NARC_WISH_AGAIN, 0, 0},
        {"l", -1, FELT_NARC_WISH_LOG, 0, 0},
        {"?", -1, FELT_NARC_WISH_HELP, 0, 0},
        {"rules", -1, FELT_NARC_WISH_RULES, 0, 0},
        {"t", -1, FELT_NARC_WISH_TABLE, 0, 0},
        {"quit", -1, FELT_NARC_WISH_QUIT, 0, 0},
        {"dance", -1, FELT_NARC_WISH_AGAIN, 0, 0},
    };
    struct seen seen;
    (void)state;
    begin(&seen, deck, "parked_van");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_action action = {0};
        char memory[TEXT_BYTES];
        struct felt_buffer why = felt_buffer_make(memory, sizeof memory);
        int card = -1;
        seen.look.selected = rows[i].selected;
        enum felt_narc_wish wish = felt_narc_ask(&seen.look, rows[i].line, &action, &card, &why);
        if (wish != rows[i].wish) print_message("line \"%s\"\n", rows[i].line);
        assert_int_equal(wish, rows[i].wish);
        assert_int_equal(why.used > 0, wish == FELT_NARC_WISH_AGAIN);
        if (wish == FELT_NARC_WISH_LOOK) assert_int_equal(card, rows[i].card);
        if (wish != FELT_NARC_WISH_ACT) continue;
        assert_int_equal(action.kind, rows[i].kind);
        assert_true(action.cards == (rows[i].card < 0 ? 0 : UINT64_C(1) << rows[i].card));
        struct felt_narc_state copy = seen.state;
        assert_int_equal(felt_narc_apply(&rules, &copy, PLAYER, action, NULL), FELT_OK);
    }
}

/* ---- time, and texts by columns ---- */

static void heat_cools_by_the_hour(void **state)
{
    (void)state;
    assert_int_equal(felt_narc_save_cool(20, 1000, 1000 + 3599), 20);
    assert_int_equal(felt_narc_save_cool(20, 1000, 1000 + 3600), 19);
    assert_int_equal(felt_narc_save_cool(20, 1000, 1000 + 3600 * 20), 0);
    assert_int_equal(felt_narc_save_cool(20, 1000, INT64_MAX), 0);
    assert_int_equal(felt_narc_save_cool(20, 1000, 10), 20);
    assert_int_equal(felt_narc_save_cool(20, 0, 1000000), 20); /* never played before */
}

static void lines_are_broken_between_words(void **state)
{
    char memory[TEXT_BYTES];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    (void)state;
    int lines = felt_narc_text_wrap("one two three four five six seven eight nine ten eleven "
                                    "twelve thirteen fourteen\n  list",
                                    4, &out);
    assert_int_equal(lines, 3);
    assert_string_equal(felt_buffer_terminate(&out),
                        "one two three four five six seven eight nine ten eleven twelve thirteen\n"
                        "    fourteen\n  list\n");
    assert_int_equal(felt_narc_text_measure("caf\xc3\xa9"), 4);
    assert_int_equal(felt_narc_text_measure("\xe8\x8c\xb6"), 2); /* wide */
    assert_int_equal(felt_narc_text_measure("\xff\xe8\x8c"), 3); /* no UTF-8 */
}

TEST_MODULE(play_narc)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(effects_of_cards),
        cmocka_unit_test(sentences_of_events),
        cmocka_unit_test(an_end_is_told_with_its_sum),
        cmocka_unit_test(look_says_what_if_and_what_is_hidden),
        cmocka_unit_test(a_card_that_was_replaced_is_known),
        cmocka_unit_test(lines_say_what_is_wished),
        cmocka_unit_test(heat_cools_by_the_hour),
        cmocka_unit_test(lines_are_broken_between_words),
    };
    return cmocka_run_group_tests(tests, make_rules, NULL);
}
