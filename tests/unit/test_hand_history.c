/* test_hand_history.c -- hands as their players may know them: every card of the text is one that
 * the player saw (hand_history.h Z1), in every game; and the text can be read again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/table/poker_adapter.h"
#include "server/table/hand_history.h"
#include "module.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { SEATS = 4, EVENTS = 2048 };

struct played {
    struct felt_poker_adapter poker;
    struct felt_deal deal;
    struct felt_rng later;
    struct felt_event event[EVENTS];
    uint32_t count;
    bool redealt;
};

/* A hand of random actions, folds seldom. */
static void play(struct played *hand, struct felt_rng *rng)
{
    static struct felt_poker state;
    struct felt_event_log log = {.event = hand->event, .room = EVENTS};
    const struct felt_game_adapter *adapter = &hand->poker.adapter;
    felt_chips stack[FELT_SEATS_MAX] = {0};
    felt_seats seats = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        stack[seat] = 400;
        seats |= felt_seats_of((felt_seat)seat);
    }
    adapter->deal(adapter, seats, stack, 0, &hand->deal);
    hand->later = felt_rng_split(rng, 9);
    hand->deal.later = &hand->later;
    assert_int_equal(adapter->game->open(adapter->rules, &hand->deal, &state, &log), FELT_OK);
    assert_int_equal(adapter->game->deal(adapter->rules, &hand->deal, rng, &state, &log), FELT_OK);
    for (felt_seat seat; (seat = adapter->game->actor(adapter->rules, &state)) != FELT_SEAT_NONE;) {
        struct felt_option option[FELT_OPTIONS_MAX];
        int options = adapter->game->legal(adapter->rules, &state, option);
        int pick = (int)felt_rng_below(rng, (uint32_t)options);
        if (option[pick].kind == FELT_FOLD && felt_rng_below(rng, 8)) continue;
        int64_t ways = felt_options_count(&option[pick], 1);
        struct felt_action action = felt_options_pick(
            &option[pick], 1, felt_rng_below(rng, ways > 50 ? 50 : (uint32_t)ways));
        assert_int_equal(adapter->game->apply(adapter->rules, &state, seat, action, &log), FELT_OK);
    }
    hand->count = log.count;
    hand->redealt = false;
    for (uint32_t i = 0; i < log.count; i++)
        hand->redealt |= hand->event[i].kind == FELT_EVENT_REDEAL;
}

/* Cards that a seat saw, its own and everybody's. */
static felt_cards seen_by(const struct played *hand, felt_seat seat)
{
    felt_cards seen = 0;
    for (uint32_t i = 0; i < hand->count; i++) {
        struct felt_event event = felt_event_for(&hand->event[i], seat);
        for (int k = 0; k < event.count; k++)
            if (event.cards[k] != FELT_CARD_NONE) seen |= felt_cards_of(event.cards[k]);
    }
    return seen;
}

static bool is_card(const char *text, felt_card *card)
{
    size_t used;
    return felt_card_read(text, 2, &used, card, NULL) == FELT_OK && used == 2;
}

/* All cards that stand in the actions of a text. */
static felt_cards cards_in(const char *text)
{
    felt_cards found = 0;
    felt_card card;
    const char *at = strstr(text, "actions = [");
    assert_non_null(at);
    const char *end = strchr(at, ']');
    assert_non_null(end);
    while (at < end) {
        size_t word = strcspn(at, " \"',[]\n");
        /* "p1", "dh", "cbr" are no words of cards: those are pairs of rank and suit throughout. */
        bool cards = word >= 2 && word % 2 == 0;
        for (size_t i = 0; cards && i < word; i += 2)
            cards = strncmp(at + i, "??", 2) == 0 || is_card(at + i, &card);
        for (size_t i = 0; cards && i < word; i += 2)
            if (is_card(at + i, &card)) found |= felt_cards_of(card);
        at += word + 1;
    }
    return found;
}

static struct felt_hand_history_hand hand_of(const struct played *hand, felt_seat viewer)
{
    struct felt_hand_history_hand out = {.adapter = &hand->poker.adapter,
                                         .deal = &hand->deal,
                                         .events = hand->event,
                                         .count = hand->count,
                                         .seats = hand->deal.seats,
                                         .viewer = viewer,
                                         .hand_id = "H-2026-01-31-00001",
                                         .table = "nl-2-1"};
    for (int seat = 0; seat < SEATS; seat++) out.name[seat] = seat ? "Bob" : "Zo\xC3\xAB \"Z\" \\";
    return out;
}

static void hand_history_player_gets_no_hidden_card(void **state)
{
    static struct played hand;
    static struct felt_record record;
    static char text[FELT_RECORD_TEXT_MAX + 1];
    struct felt_rng rng = felt_rng_make(5);
    int hands = test_is_quick() ? 3 : 20, written = 0, hidden = 0, games = 0;
    (void)state;
    for (int row = 0; row < felt_variant_count(); row++) {
        const struct felt_variant *variant = felt_variant_at(row);
        if (felt_poker_adapter_make(&hand.poker, variant->name, (enum felt_limit)variant->limit, 1,
                                    2, NULL) != FELT_OK ||
            hand.poker.adapter.seats_max < SEATS)
            continue;
        games++;
        for (int i = 0; i < hands; i++) {
            play(&hand, &rng);
            felt_cards all = seen_by(&hand, FELT_SEAT_NONE);
            for (felt_seat seat = 0; seat < SEATS; seat++) all |= seen_by(&hand, seat);
            for (felt_seat seat = 0; seat < SEATS; seat++) {
                struct felt_buffer out = felt_buffer_make(text, FELT_RECORD_TEXT_MAX);
                struct felt_hand_history_hand whose = hand_of(&hand, seat);
                bool good = felt_hand_history_write(&whose, &record, &out);
                if (hand.redealt) assert_false(good);
                if (!good) continue;
                text[out.used] = '\0';
                felt_cards seen = seen_by(&hand, seat), told = cards_in(text);
                assert_true((told & ~seen) == 0);
                assert_true((seen & ~told) == 0);
                assert_null(strstr(text, "_deck"));
                assert_null(strstr(text, "later"));
                hidden += (all & ~seen) != 0;
                written++;
                struct felt_complaint complaint;
                assert_int_equal(felt_phh_read(text, out.used, &record, &complaint), FELT_OK);
            }
        }
    }
    assert_true(games > 15);
    assert_true(written > games * hands);
    assert_true(hidden > written / 2);
}

static void hand_history_owner_gets_every_card(void **state)
{
    static struct played hand;
    static struct felt_record record;
    static char text[FELT_RECORD_TEXT_MAX + 1];
    struct felt_rng rng = felt_rng_make(6);
    (void)state;
    assert_int_equal(felt_poker_adapter_make(&hand.poker, "holdem", FELT_NO_LIMIT, 1, 2, NULL),
                     FELT_OK);
    play(&hand, &rng);
    struct felt_buffer out = felt_buffer_make(text, FELT_RECORD_TEXT_MAX);
    struct felt_hand_history_hand whose = hand_of(&hand, FELT_HAND_HISTORY_OWNER);
    assert_true(felt_hand_history_write(&whose, &record, &out));
    text[out.used] = '\0';
    felt_cards all = 0;
    for (felt_seat seat = 0; seat < SEATS; seat++) all |= seen_by(&hand, seat);
    assert_true(cards_in(text) == all);
    assert_non_null(strstr(text, "Zo\xC3\xAB \\\"Z\\\" \\\\"));
    assert_non_null(strstr(text, "H-2026-01-31-00001"));
}

static void hand_history_hand_that_was_too_long_is_left_out(void **state)
{
    static struct played hand;
    static struct felt_record record;
    static char text[FELT_RECORD_TEXT_MAX];
    struct felt_rng rng = felt_rng_make(7);
    (void)state;
    assert_int_equal(felt_poker_adapter_make(&hand.poker, "holdem", FELT_NO_LIMIT, 1, 2, NULL),
                     FELT_OK);
    play(&hand, &rng);
    hand.count = 0;
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    struct felt_hand_history_hand whose = hand_of(&hand, 0);
    assert_false(felt_hand_history_write(&whose, &record, &out));
}

TEST_MODULE(hand_history)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hand_history_player_gets_no_hidden_card),
        cmocka_unit_test(hand_history_owner_gets_every_card),
        cmocka_unit_test(hand_history_hand_that_was_too_long_is_left_out),
    };
    return cmocka_run_group_tests_name("hand_history", tests, NULL, NULL);
}
