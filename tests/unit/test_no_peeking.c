/* test_no_peeking.c -- a player's answers do not depend on cards that it cannot see.
 *
 * A hand is played twice.  The second time all cards that the seat did not see up to its last
 * decision have changed places: other hands, stub, cards of the board that never came.  The others
 * act by numbers, not by cards, so that the seat sees the same hand again, and with the same
 * generator it must think the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/assert.h"
#include "felt/deck.h"
#include "module.h"
#include "support.h"
#include "table_script.h"

#include <stdlib.h>
#include <string.h>

enum { SEATS = 3, HERO = 1, UNIT = 20, STACK = 60 * UNIT, SAMPLES = 12, DECISIONS_MAX = 64 };

/* What the seat was asked, and what it said. */
struct memory {
    int decisions;
    felt_cards seen;
    struct felt_view view[DECISIONS_MAX];
    struct felt_decision decision[DECISIONS_MAX];
};

/* ---- one hand ---- */

static uint64_t any_cards(const struct felt_option *option, struct felt_rng *rng)
{
    uint64_t cards = 0;
    int count = 0;
    for (int i = 0; i < FELT_HOLE_MAX; i++) {
        bool must = count < option->cards_min, may = count < option->cards_max;
        if (!(option->cards >> i & 1) || !may || (!must && felt_rng_below(rng, 3))) continue;
        cards |= UINT64_C(1) << i;
        count++;
    }
    return cards;
}

/* Mostly passive, so that hands go on. */
static struct felt_action any_action(const struct script_table *table, struct felt_rng *rng)
{
    struct felt_option option[FELT_OPTIONS_MAX];
    int count = felt_poker_options(&table->rules, &table->state, option);
    uint32_t drawn = felt_rng_below(rng, 16);
    struct felt_action action = {.kind = option[0].kind};
    for (int i = 0; i < count; i++) {
        if (option[i].kind == FELT_FOLD && drawn > 0) continue;
        if (option[i].kind == FELT_RAISE_TO && drawn < 12) continue;
        action = (struct felt_action){.kind = option[i].kind};
        if (action.kind == FELT_FOLD) return action;
        if (action.kind == FELT_RAISE_TO) action.amount = option[i].min;
        if (action.kind == FELT_DISCARD) action.cards = any_cards(&option[i], rng);
    }
    return action;
}

static void ask_hero(struct script_table *table, struct script_player *hero, struct memory *out)
{
    const struct felt_budget budget = {.samples = SAMPLES};
    felt_assert(out->decisions < DECISIONS_MAX);
    struct felt_view *view = &out->view[out->decisions];
    felt_poker_view(&table->rules, &table->state, HERO, view);
    for (uint32_t i = 0; i < table->events; i++) {
        struct felt_event event = felt_event_for(&table->event[i], HERO);
        for (int k = 0; k < event.count; k++)
            if (event.cards[k] != FELT_CARD_NONE) out->seen |= felt_cards_of(event.cards[k]);
    }
    struct felt_decision *decision = &out->decision[out->decisions++];
    *decision = script_choose(hero, table, &budget);
    script_apply(table, decision->action);
}

static void play(struct script_table *table, const struct felt_player_kind *kind, void *block,
                 const felt_card *deck, uint64_t seed, struct memory *out)
{
    struct felt_strategy_config settings = felt_strategy_config_default();
    struct script_player hero = {.kind = kind, .block = block};
    struct felt_rng others = felt_rng_make(seed);
    out->decisions = 0;
    out->seen = 0;
    kind->sit(block, &settings, felt_rng_make(seed + 1));
    script_deal_deck(table, deck, seed);
    script_begin(&hero, table, HERO);
    for (felt_seat seat; (seat = felt_poker_actor(&table->state)) >= 0;) {
        if (seat == HERO)
            ask_hero(table, &hero, out);
        else
            script_apply(table, any_action(table, &others));
    }
}

/* ---- two worlds ---- */

/* Cards that were not seen change places among each other. */
static void change_hidden(felt_card *deck, int count, felt_cards seen, struct felt_rng *rng)
{
    int place[FELT_CARDS_MAX], hidden = 0;
    felt_card cards[FELT_CARDS_MAX];
    for (int i = 0; i < count; i++)
        if (!(seen & felt_cards_of(deck[i]))) {
            cards[hidden] = deck[i];
            place[hidden++] = i;
        }
    felt_cards_shuffle(cards, hidden, hidden, rng);
    for (int i = 0; i < hidden; i++) deck[place[i]] = cards[i];
}

static bool same_decision(const struct felt_decision *a, const struct felt_decision *b)
{
    const double first[] = {a->confidence, a->strength, a->price, a->range, a->share, a->gain};
    const double second[] = {b->confidence, b->strength, b->price, b->range, b->share, b->gain};
    return a->action.kind == b->action.kind && a->action.amount == b->action.amount &&
           a->action.cards == b->action.cards && a->action.choice == b->action.choice &&
           strcmp(a->reasoning, b->reasoning) == 0 && memcmp(first, second, sizeof first) == 0;
}

/* The number of the first decision that differs; -1: none. */
static int compare(const struct memory *a, const struct memory *b)
{
    for (int i = 0; i < a->decisions; i++) {
        felt_assert(i < b->decisions);
        felt_assert(felt_view_equal(&a->view[i], &b->view[i])); /* else it is another hand */
        if (!same_decision(&a->decision[i], &b->decision[i])) return i;
    }
    return -1;
}

/* Hands in which the player decides something else when hidden cards change. */
static int count_peeks(struct script_table *table, const struct felt_player_kind *kind,
                       const char *variant, int hands)
{
    static struct memory one, other;
    struct felt_rng rng = felt_rng_make(4);
    void *block = malloc(kind->bytes);
    int peeks = 0;
    felt_assert(block != NULL);
    for (int hand = 0; hand < hands; hand++) {
        felt_card deck[FELT_CARDS_MAX];
        const struct felt_variant *row = felt_variant_find(variant);
        script_open(table, variant, (enum felt_limit)row->limit, UNIT, SEATS, STACK,
                    (felt_seat)(hand % SEATS));
        memcpy(deck, table->rules.deck, sizeof deck);
        felt_cards_shuffle(deck, table->rules.deck_count, table->rules.deck_count, &rng);
        play(table, kind, block, deck, (uint64_t)hand, &one);
        change_hidden(deck, table->rules.deck_count, one.seen, &rng);
        play(table, kind, block, deck, (uint64_t)hand, &other);
        peeks += compare(&one, &other) >= 0;
    }
    free(block);
    return peeks;
}

static const char *const variants[] = {"holdem",    "omaha",        "omaha-hilo", "stud",
                                       "razz",      "27-triple",    "badugi",     "draw",
                                       "pineapple", "follow-queen", "irish",      "courchevel"};

static void no_peeking_by_anybody(void **unused)
{
    (void)unused;
    static struct script_table table;
    int hands = test_is_quick() ? 2 : 6;
    for (int i = 0; i < felt_player_count(); i++) {
        const struct felt_player_kind *kind = felt_player_at(i);
        for (size_t k = 0; k < sizeof variants / sizeof variants[0]; k++) {
            const struct felt_variant *row = felt_variant_find(variants[k]);
            script_open(&table, row->name, (enum felt_limit)row->limit, UNIT, SEATS, STACK, 0);
            if (!kind->plays(&felt_poker_game, &table.rules)) continue;
            int peeks = count_peeks(&table, kind, variants[k], hands);
            if (peeks)
                fail_msg("%s in %s: hidden cards changed what it did in %d of %d hands", kind->name,
                         variants[k], peeks, hands);
        }
    }
}

/* ---- somebody who does ---- */

/* What no player is given: where the cards lie. */
static const struct felt_poker *peeked;

static void sit_peeker(void *self, const struct felt_strategy_config *settings, struct felt_rng rng)
{
    (void)self, (void)settings, (void)rng;
}
static void begin_peeker(void *self, const struct felt_place *place)
{
    (void)self, (void)place;
}
/* Says how high the top card of the stub is. */
static struct felt_decision choose_peeker(void *self, const struct felt_view *view,
                                          const struct felt_budget *budget)
{
    (void)self, (void)budget;
    return (struct felt_decision){.action = felt_player_timid(view),
                                  .reasoning = "peeks",
                                  .confidence = peeked->deck[peeked->next] / 64.0};
}

static void no_peeking_test_finds_a_peeker(void **unused)
{
    (void)unused;
    static struct script_table table;
    const struct felt_player_kind peeker = {.name = "peeker",
                                            .bytes = 16,
                                            .sit = sit_peeker,
                                            .begin = begin_peeker,
                                            .choose = choose_peeker};
    peeked = &table.state;
    for (size_t k = 0; k < sizeof variants / sizeof variants[0]; k++)
        if (count_peeks(&table, &peeker, variants[k], 6) == 0)
            fail_msg("in %s peeking is not noticed", variants[k]);
}

TEST_MODULE(no_peeking)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_peeking_by_anybody),
        cmocka_unit_test(no_peeking_test_finds_a_peeker),
    };
    return cmocka_run_group_tests_name("no_peeking", tests, NULL, NULL);
}
