/* test_announce.c -- what a table hears: hands of hold'em word for word, and N1 and N2 in random
 * hands of every row. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/buffer.h"
#include "server/table/poker_adapter.h"
#include "module.h"
#include "server/table/announce.h"
#include "support.h"

#include <string.h>

enum { TEXT_BYTES = 8192, SAID_MAX = 1024 };

/* ---- a hand that is listened to ---- */

struct hand {
    struct felt_poker_adapter adapter;
    struct felt_deal deal;
    struct felt_poker state;
    struct felt_announcer announcer;
    struct felt_event events[FELT_EVENTS_MAX];
    struct felt_event_log log;
    felt_cards known[FELT_SEATS_MAX + 1]; /* by what the engine told; the last one: spectators */
    int count;
    struct felt_announcement said[SAID_MAX];
};

static void note(void *self, const struct felt_announcement *said)
{
    struct hand *hand = self;
    assert_true(hand->count < SAID_MAX);
    hand->said[hand->count++] = *said;
    /* N1: nobody hears of a card that the engine did not tell him. */
    for (int who = 0; who <= FELT_SEATS_MAX; who++) {
        felt_seat seat = who < FELT_SEATS_MAX ? (felt_seat)who : (felt_seat)FELT_SEAT_NONE;
        struct felt_announcement heard = felt_announcement_for(said, seat);
        assert_int_equal(heard.count, said->count);
        for (int i = 0; i < heard.count; i++)
            if (heard.cards[i] != FELT_CARD_NONE)
                assert_true(hand->known[who] & felt_cards_of(heard.cards[i]));
        for (int i = 0; i < heard.board_count; i++)
            assert_true(hand->known[who] & felt_cards_of(heard.board[i]));
    }
}

static void hear(struct hand *hand)
{
    for (uint32_t i = 0; i < hand->log.count; i++) {
        for (int who = 0; who <= FELT_SEATS_MAX; who++) {
            felt_seat seat = who < FELT_SEATS_MAX ? (felt_seat)who : (felt_seat)FELT_SEAT_NONE;
            struct felt_event seen = felt_event_for(&hand->events[i], seat);
            for (int k = 0; k < seen.count; k++)
                if (seen.cards[k] != FELT_CARD_NONE)
                    hand->known[who] |= felt_cards_of(seen.cards[k]);
        }
    }
    felt_announce(&hand->announcer, &hand->adapter.adapter, hand->events, hand->log.count, note,
                  hand);
    hand->log.count = 0;
}

static void begin(struct hand *hand, felt_seats seats, const felt_chips stack[FELT_SEATS_MAX],
                  felt_seat button, const felt_card *deck, int cards, struct felt_rng *rng)
{
    hand->log = (struct felt_event_log){hand->events, 0, FELT_EVENTS_MAX};
    hand->count = 0;
    memset(hand->known, 0, sizeof hand->known);
    hand->adapter.adapter.deal(&hand->adapter.adapter, seats, stack, button, &hand->deal);
    hand->deal.deck = deck;
    hand->deal.deck_count = cards;
    felt_announcer_begin(&hand->announcer, &hand->deal);
    assert_int_equal(felt_poker_open(&hand->adapter.rules, &hand->deal, &hand->state, &hand->log),
                     FELT_OK);
    hear(hand);
    assert_int_equal(
        felt_poker_deal(&hand->adapter.rules, &hand->deal, rng, &hand->state, &hand->log), FELT_OK);
    hear(hand);
}

static void act(struct hand *hand, struct felt_action action)
{
    felt_seat actor = felt_poker_actor(&hand->state);
    assert_int_equal(
        felt_poker_apply(&hand->adapter.rules, &hand->state, actor, action, &hand->log), FELT_OK);
    hear(hand);
}

/* ---- hold'em, word for word ---- */

static void show_cards(struct felt_buffer *out, const felt_card *cards, int count)
{
    char text[CARDS_TEXT_BYTES];
    felt_buffer_char(out, ' ');
    felt_buffer_text(out, cards_show(cards, count, text));
}

static void show_said(struct felt_buffer *out, const struct felt_announcement *said)
{
    felt_buffer_text(out, felt_said_word(said->ev));
    if (said->seat >= 0) felt_buffer_char(out, ' '), felt_buffer_int(out, said->seat);
    if (said->amount) felt_buffer_char(out, ' '), felt_buffer_int(out, said->amount);
    if (said->other >= 0) felt_buffer_text(out, " and "), felt_buffer_int(out, said->other);
    if (said->to) felt_buffer_text(out, " to "), felt_buffer_int(out, said->to);
    if (said->all_in) felt_buffer_text(out, " all-in");
    if (said->count) show_cards(out, said->cards, said->count);
    if (said->board_count) show_cards(out, said->board, said->board_count);
    if (said->ev == FELT_SAID_SHOWDOWN)
        felt_buffer_char(out, ' '), felt_buffer_text(out, said->rank);
    if (said->ev == FELT_SAID_POT_AWARD)
        felt_buffer_text(out, " pot "), felt_buffer_int(out, said->pot);
    felt_buffer_char(out, '\n');
}

/* "f k c 300": fold, check, call, raise to 300. */
static void play_script(struct hand *hand, const char *script)
{
    for (const char *at = script; *at;) {
        struct felt_action action = {.kind = FELT_RAISE_TO};
        if (*at == ' ') {
            at++;
            continue;
        }
        if (*at >= '0' && *at <= '9') {
            while (*at >= '0' && *at <= '9') action.amount = 10 * action.amount + (*at++ - '0');
        } else {
            action.kind = *at == 'f' ? FELT_FOLD : *at == 'k' ? FELT_CHECK : FELT_CALL;
            at++;
        }
        act(hand, action);
    }
    assert_int_equal(felt_poker_actor(&hand->state), FELT_SEAT_NONE);
}

static const struct {
    felt_chips stacks[4]; /* 0: the seat is empty */
    felt_seat button;
    const char *cards; /* from left of the button */
    const char *script, *said;
} holdem[] = {
    /* Fold-out before the flop: one award of everything, uncalled chips in it. */
    {{1000, 1000, 1000},
     0,
     "",
     "300 f f",
     "POST_BLINDS 1 50 and 2 to 100\nBET 0 300 to 300\nFOLD 1\nFOLD 2\nPOT_AWARD 0 450 pot 0\n"},
    /* Heads-up the button posts the small blind; a walk. */
    {{1000, 0, 1000}, 2, "", "f", "POST_BLINDS 2 50 and 0 to 100\nFOLD 2\nPOT_AWARD 0 150 pot 0\n"},
    /* Checked down. */
    {{1000, 1000},
     0,
     "2c Ah 7d Ad Ac Kd 9h 8s 3c",
     "c k k k k k k k",
     "POST_BLINDS 0 50 and 1 to 100\nCALL 0 50 to 100\nCHECK 1\nFLOP Ac Kd 9h\nCHECK 1\nCHECK 0\n"
     "TURN 8s\nCHECK 1\nCHECK 0\nRIVER 3c\nCHECK 1\nCHECK 0\n"
     "SHOWDOWN 1 2c 7d Ac Kd 9h 8s 3c high_card\n"
     "SHOWDOWN 0 Ah Ad Ac Kd 9h 8s 3c three_of_a_kind\nPOT_AWARD 0 200 pot 0\n"},
    /* All-in for less: run out at once, the uncalled chips are the last award. */
    {{1000, 300},
     0,
     "2c Ah 7d Ad Ac Kd 9h 8s 3c",
     "1000 c",
     "POST_BLINDS 0 50 and 1 to 100\nBET 0 950 to 1000 all-in\nCALL 1 200 to 300 all-in\n"
     "FLOP Ac Kd 9h\nTURN 8s\nRIVER 3c\n"
     "SHOWDOWN 0 Ah Ad Ac Kd 9h 8s 3c three_of_a_kind\nSHOWDOWN 1 2c 7d Ac Kd 9h 8s 3c high_card\n"
     "POT_AWARD 0 600 pot 0\nPOT_AWARD 0 700 pot 1\n"},
    /* A big blind with fewer chips posts what it has. */
    {{1000, 60},
     0,
     "Ah 2c Ad 7d Ac Kd 9h 8s 3c",
     "c",
     "POST_BLINDS 0 50 and 1 to 60\nCALL 0 50 to 100\nFLOP Ac Kd 9h\nTURN 8s\nRIVER 3c\n"
     "SHOWDOWN 0 2c 7d Ac Kd 9h 8s 3c high_card\nSHOWDOWN 1 Ah Ad Ac Kd 9h 8s 3c three_of_a_kind\n"
     "POT_AWARD 1 120 pot 0\nPOT_AWARD 0 40 pot 1\n"},
    /* Side pots: main pot first, each to its winner, then the uncalled chips. */
    {{1000, 200, 500},
     0,
     "Ah Kh 2c Ad Kc 7d As 8d 9h 8s 3c",
     "1000 c c",
     "POST_BLINDS 1 50 and 2 to 100\nBET 0 1000 to 1000 all-in\nCALL 1 150 to 200 all-in\n"
     "CALL 2 400 to 500 all-in\nFLOP As 8d 9h\nTURN 8s\nRIVER 3c\n"
     "SHOWDOWN 0 2c 7d As 8d 9h 8s 3c pair\nSHOWDOWN 1 Ah Ad As 8d 9h 8s 3c full_house\n"
     "SHOWDOWN 2 Kh Kc As 8d 9h 8s 3c two_pair\n"
     "POT_AWARD 1 600 pot 0\nPOT_AWARD 2 600 pot 1\nPOT_AWARD 0 500 pot 2\n"},
};

static void announce_holdem_is_said_as_the_protocol_demands(void **state)
{
    (void)state;
    static struct hand hand;
    struct felt_complaint complaint;
    assert_int_equal(
        felt_poker_adapter_make(&hand.adapter, "holdem", FELT_NO_LIMIT, 50, 100, &complaint),
        FELT_OK);
    for (size_t i = 0; i < sizeof holdem / sizeof holdem[0]; i++) {
        felt_chips stack[FELT_SEATS_MAX] = {0};
        felt_seats seats = 0;
        felt_card deck[FELT_CARDS_MAX];
        char text[TEXT_BYTES];
        struct felt_rng rng = felt_rng_make(i);
        struct felt_buffer out = felt_buffer_make(text, sizeof text);
        for (int seat = 0; seat < 4; seat++) {
            stack[seat] = holdem[i].stacks[seat];
            if (stack[seat]) seats |= felt_seats_of(seat);
        }
        int cards = cards_parse(holdem[i].cards, deck, FELT_CARDS_MAX);
        begin(&hand, seats, stack, holdem[i].button, deck, cards, &rng);
        play_script(&hand, holdem[i].script);
        for (int k = 0; k < hand.count; k++) show_said(&out, &hand.said[k]);
        assert_string_equal(felt_buffer_terminate(&out), holdem[i].said);
    }
}

/* Equal blinds: the small one is the one that is posted first. */
static void announce_equal_blinds_by_their_seats(void **state)
{
    (void)state;
    static const struct {
        felt_seats seats;
        felt_seat button, small, big;
    } rows[] = {{3, 0, 0, 1}, {3, 1, 1, 0}, {7, 0, 1, 2}, {7, 1, 2, 0}, {7, 2, 0, 1}};
    static struct hand hand;
    struct felt_complaint complaint;
    const felt_chips stack[FELT_SEATS_MAX] = {500, 500, 500};
    struct felt_rng rng = felt_rng_make(1);
    assert_int_equal(
        felt_poker_adapter_make(&hand.adapter, "holdem", FELT_NO_LIMIT, 100, 100, &complaint),
        FELT_OK);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        begin(&hand, rows[i].seats, stack, rows[i].button, NULL, 0, &rng);
        assert_int_equal(hand.said[0].ev, FELT_SAID_POST_BLINDS);
        assert_int_equal(hand.said[0].seat, rows[i].small);
        assert_int_equal(hand.said[0].other, rows[i].big);
    }
}

/* ---- random hands of every row ---- */

/* N2: stacks by what was said, and whether all_in was right. */
static void add_up(const struct hand *hand, felt_chips stack[FELT_SEATS_MAX])
{
    memcpy(stack, hand->deal.stack, sizeof hand->deal.stack);
    for (int i = 0; i < hand->count; i++) {
        const struct felt_announcement *said = &hand->said[i];
        switch ((enum felt_said)said->ev) {
        case FELT_SAID_POST_BLINDS:
            if (said->seat >= 0) stack[said->seat] -= said->amount;
            stack[said->other] -= said->to;
            break;
        case FELT_SAID_ANTE:
        case FELT_SAID_BRING_IN:
        case FELT_SAID_BET:
        case FELT_SAID_CALL:
            assert_true(said->amount > 0);
            stack[said->seat] -= said->amount;
            assert_int_equal(said->all_in, stack[said->seat] == 0);
            break;
        case FELT_SAID_RETURN:
        case FELT_SAID_POT_AWARD: stack[said->seat] += said->amount; break;
        default: break;
        }
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) assert_true(stack[seat] >= 0);
    }
}

static int count_said(const struct hand *hand, enum felt_said ev)
{
    int count = 0;
    for (int i = 0; i < hand->count; i++) count += hand->said[i].ev == ev;
    return count;
}

static void verify_order(const struct hand *hand)
{
    bool holdem_form = hand->adapter.adapter.awards_uncalled;
    int live = felt_seats_count(hand->state.betting.turn.live);
    int shows = count_said(hand, FELT_SAID_SHOWDOWN),
        awards = count_said(hand, FELT_SAID_POT_AWARD);
    assert_int_equal(shows, live == 1 ? 0 : live);
    for (int i = 0; i < hand->count; i++) /* awards come last */
        if (hand->said[i].ev == FELT_SAID_POT_AWARD) assert_true(i >= hand->count - awards);
    if (!holdem_form) return;
    assert_int_equal(hand->said[0].ev, FELT_SAID_POST_BLINDS);
    assert_int_equal(count_said(hand, FELT_SAID_POST_BLINDS), 1);
    assert_int_equal(count_said(hand, FELT_SAID_DEAL) + count_said(hand, FELT_SAID_RETURN), 0);
    if (live == 1) assert_int_equal(awards, 1);
    for (int i = 0, pot = 0; i < hand->count; i++) {
        const struct felt_announcement *said = &hand->said[i];
        if (said->ev == FELT_SAID_SHOWDOWN) assert_int_equal(said->board_count, 5);
        if (said->ev != FELT_SAID_POT_AWARD) continue;
        assert_true(said->pot >= pot);
        pot = said->pot;
    }
}

static void play_random(struct hand *hand, const struct felt_variant *variant, struct felt_rng *rng)
{
    felt_chips stack[FELT_SEATS_MAX], end[FELT_SEATS_MAX];
    felt_seats seats = 0;
    int count =
        variant->seats_min + (int)felt_rng_below(rng, variant->seats_max - variant->seats_min + 1u);
    while (felt_seats_count(seats) < count) seats |= felt_seats_of((int)felt_rng_below(rng, 10));
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        stack[seat] = 1 + felt_rng_below(rng, felt_rng_below(rng, 2) ? 60 : 900);
    felt_seat button = felt_seats_from(seats, (int)felt_rng_below(rng, 10));
    begin(hand, seats, stack, button, NULL, 0, rng);
    while (felt_poker_actor(&hand->state) >= 0) {
        struct felt_option option[FELT_OPTIONS_MAX];
        int options = felt_poker_options(&hand->adapter.rules, &hand->state, option);
        int at = (int)felt_rng_below(rng, (uint32_t)options);
        if (option[at].kind == FELT_FOLD && felt_rng_below(rng, 3)) at = options - 1;
        int64_t ways = felt_options_count(&option[at], 1);
        uint32_t most = ways < 1000 ? (uint32_t)ways : 1000;
        act(hand, felt_options_pick(&option[at], 1, felt_rng_below(rng, most)));
    }
    add_up(hand, end);
    for (felt_seats left = seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        assert_int_equal(end[seat], hand->state.betting.stack[seat]);
        assert_int_equal(hand->announcer.stack[seat], end[seat]);
    }
    verify_order(hand);
}

static void announce_every_row_adds_up_and_tells_no_secrets(void **state)
{
    (void)state;
    static struct hand hand;
    int hands = test_is_quick() ? 20 : 300;
    struct felt_rng rng = felt_rng_make(20);
    for (int row = 0; row < felt_variant_count(); row++) {
        const struct felt_variant *variant = felt_variant_at(row);
        struct felt_complaint complaint;
        assert_int_equal(felt_poker_adapter_make(&hand.adapter, variant->name, variant->limit, 10,
                                                 20, &complaint),
                         FELT_OK);
        for (int i = 0; i < hands; i++) play_random(&hand, variant, &rng);
    }
}

/* Two boards, and losers who need not show: tables of the match runner may have them. */
static void announce_two_boards_add_up(void **state)
{
    (void)state;
    static struct hand hand;
    struct felt_poker_rules rules;
    struct felt_complaint complaint;
    struct felt_rng rng = felt_rng_make(21);
    int twice[2] = {0};
    assert_int_equal(felt_poker_rules_make("omaha", FELT_POT_LIMIT, 20, &rules, &complaint),
                     FELT_OK);
    rules.run_twice = true;
    felt_poker_adapter_of(&hand.adapter, &rules);
    for (int i = 0; i < 400; i++) {
        felt_chips stack[FELT_SEATS_MAX] = {300, 300, 300}, end[FELT_SEATS_MAX];
        begin(&hand, 7, stack, 0, NULL, 0, &rng);
        while (felt_poker_actor(&hand.state) >= 0) {
            struct felt_option option[FELT_OPTIONS_MAX];
            int options = felt_poker_options(&hand.adapter.rules, &hand.state, option);
            /* Every other hand has a flop before the chips go in: three cards in common. */
            int at = i % 2 && hand.state.street == 0 ? 1 : options - 1;
            struct felt_option *last = &option[at];
            act(&hand, (struct felt_action){.kind = last->kind,
                                            .amount = last->kind == FELT_RAISE_TO ? last->max : 0,
                                            .choice = last->choice_max});
        }
        add_up(&hand, end);
        for (int seat = 0; seat < 3; seat++)
            assert_int_equal(end[seat], hand.state.betting.stack[seat]);
        for (int k = 0; k < hand.count; k++) {
            const struct felt_announcement *said = &hand.said[k];
            if (said->ev != FELT_SAID_SHOWDOWN || !said->run) continue;
            felt_card board[FELT_BOARD_MAX];
            assert_int_equal(felt_poker_second_board(&rules, &hand.state, board), 5);
            assert_int_equal(said->board_count, 5);
            assert_memory_equal(said->board, board, 5);
            twice[hand.state.common == 3]++;
        }
    }
    assert_true(twice[0] > 0 && twice[1] > 0);
}

TEST_MODULE(announce)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(announce_holdem_is_said_as_the_protocol_demands),
        cmocka_unit_test(announce_equal_blinds_by_their_seats),
        cmocka_unit_test(announce_every_row_adds_up_and_tells_no_secrets),
        cmocka_unit_test(announce_two_boards_add_up),
    };
    return cmocka_run_group_tests_name("announce", tests, NULL, NULL);
}
