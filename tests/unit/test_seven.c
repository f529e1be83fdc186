/* test_seven.c -- all 133,784,560 seven-card and all 20,358,520 six-card hands.
 *
 * The batch kernels and the tally, which share no method, agree on every hand; categories are
 * counted; the tally is compared with the reference on a sample.  FELT_TEST_QUICK=1 looks at every
 * 97th hand only and leaves the counts alone. */
#include "expect.h"

#include "felt/eval.h"
#include "felt/hand.h"
#include "module.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1024, QUICK_STEP = 97, SAMPLE_STEP = 1009 };

typedef void word_batch(const felt_hand *hands, felt_strength *out, size_t count);

struct run {
    int cards;
    word_batch *batch;
    uint64_t hands, sum;
    uint64_t counts[FELT_CATEGORIES];
    struct order *order;
    size_t filled;
    felt_card ids[CHUNK][8];
    felt_hand words[CHUNK];
    felt_value tally[CHUNK];
    felt_strength out[CHUNK], from_ids[CHUNK];
};

static void look_at_chunk(struct run *run)
{
    char text[CARDS_TEXT_BYTES];
    run->batch(run->words, run->out, run->filled);
    if (run->cards == 7)
        felt_high7_ids_batch((const felt_card(*)[8])run->ids, run->from_ids, run->filled);
    for (size_t i = 0; i < run->filled; i++) {
        felt_value value = felt_strength_value(run->out[i]);
        if (value != run->tally[i])
            fail_msg("%s: batch %#x, tally %#x", cards_show(run->ids[i], run->cards, text), value,
                     run->tally[i]);
        if (run->cards == 7 && run->from_ids[i] != run->out[i])
            fail_msg("%s: ids %#x, words %#x", cards_show(run->ids[i], 7, text), run->from_ids[i],
                     run->out[i]);
        run->counts[felt_value_category(FELT_HIGH, value)]++;
        run->sum += run->out[i];
        if (run->hands++ % SAMPLE_STEP == 0) {
            assert_int_equal(felt_eval(FELT_HIGH, run->ids[i], run->cards), value);
            expect_rated(run->order, FELT_HIGH, value,
                         reference_eval(FELT_HIGH, run->ids[i], run->cards), run->ids[i],
                         run->cards);
        }
    }
    run->filled = 0;
}

/* Looks at all hands of run->cards cards: the tally and the word of all but the last card are kept
 * from hand to hand. */
static void look_at_all(struct run *run)
{
    int before = run->cards - 1;
    felt_card cards[7] = {0, 1, 2, 3, 4, 5, 6};
    int step = test_is_quick() ? QUICK_STEP : 1, skip = 0;
    run->order = order_open();
    do {
        struct felt_tally prefix = felt_tally_empty();
        for (int i = 0; i < before; i++) felt_tally_add(&prefix, cards[i]);
        felt_hand word = felt_hand_from(cards, before);
        for (int last = cards[before - 1] + 1; last < FELT_CARDS; last++) {
            if (skip-- > 0) continue;
            skip = step - 1;
            struct felt_tally tally = prefix;
            felt_tally_add(&tally, (felt_card)last);
            cards[before] = (felt_card)last;
            memcpy(run->ids[run->filled], cards, 7);
            run->ids[run->filled][7] = (felt_card)(last * 5); /* garbage */
            run->words[run->filled] = word + felt_hand_of((felt_card)last);
            run->tally[run->filled++] = felt_tally_value(tally);
            if (run->filled == CHUNK) look_at_chunk(run);
        }
    } while (choice_next(FELT_CARDS, cards, before));
    look_at_chunk(run);
    expect_ordered(run->order);
}

static struct run *run_open(int cards, word_batch *batch)
{
    struct run *run = calloc(1, sizeof *run);
    assert_non_null(run);
    run->cards = cards;
    run->batch = batch;
    return run;
}

static void expect_counts(const struct run *run, const uint64_t counts[FELT_CATEGORIES])
{
    for (int category = 0; category < FELT_CATEGORIES; category++)
        assert_int_equal(run->counts[category], counts[category]);
}

static void seven_all_hands_agree_and_have_known_counts(void **state)
{
    (void)state;
    static const uint64_t counts[FELT_CATEGORIES] = {
        [FELT_STRAIGHT_FLUSH] = 41584, [FELT_QUADS] = 224848,     [FELT_FULL_HOUSE] = 3473184,
        [FELT_FLUSH] = 4047644,        [FELT_STRAIGHT] = 6180020, [FELT_TRIPS] = 6461620,
        [FELT_TWO_PAIR] = 31433400,    [FELT_PAIR] = 58627800,    [FELT_HIGH_CARD] = 23294460};
    struct run *run = run_open(7, felt_high7_batch);
    look_at_all(run);
    if (!test_is_quick()) {
        assert_int_equal(run->hands, 133784560);
        expect_counts(run, counts);
        assert_int_equal(run->sum, felt_high7_sum_all());
    }
    free(run);
}

static void seven_six_card_hands_agree_and_have_known_counts(void **state)
{
    (void)state;
    static const uint64_t counts[FELT_CATEGORIES] = {
        [FELT_STRAIGHT_FLUSH] = 1844, [FELT_QUADS] = 14664,     [FELT_FULL_HOUSE] = 165984,
        [FELT_FLUSH] = 205792,        [FELT_STRAIGHT] = 361620, [FELT_TRIPS] = 732160,
        [FELT_TWO_PAIR] = 2532816,    [FELT_PAIR] = 9730740,    [FELT_HIGH_CARD] = 6612900};
    struct run *run = run_open(6, felt_high6_batch);
    look_at_all(run);
    if (!test_is_quick()) {
        assert_int_equal(run->hands, 20358520);
        expect_counts(run, counts);
    }
    free(run);
}

TEST_MODULE(seven)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seven_six_card_hands_agree_and_have_known_counts),
        cmocka_unit_test(seven_all_hands_agree_and_have_known_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
