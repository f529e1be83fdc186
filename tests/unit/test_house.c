/* test_house.c -- the house player from outside: legal in every game and at every table, the same
 * again with the same seed, in time; and what it does in situations that a card player can read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/assert.h"
#include "module.h"
#include "play_hand.h"
#include "support.h"
#include "table_script.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { UNIT = 20, FEW = 24 };

static const struct felt_player_kind *kind_of(const char *name)
{
    const struct felt_player_kind *kind = felt_player_find(name, strlen(name));
    if (!kind) fail_msg("there is no %s", name);
    return kind;
}

static int hands_or(int many, int few)
{
    return test_is_quick() ? few : many;
}

/* ---- every game, every table ---- */

/* The house in one seat, with a persona, and random players in the others. */
static void sit_among_random(struct play_table *table, const struct felt_poker_rules *rules,
                             int seats, felt_seat hero, uint64_t seed)
{
    const struct felt_player_kind *kinds[FELT_SEATS_MAX];
    int persona = (int)(seed % (uint64_t)felt_persona_count());
    for (int seat = 0; seat < seats; seat++)
        kinds[seat] = kind_of(seat == hero ? "house" : "random");
    play_sit(table, rules, seats, kinds, seed);
    play_sit_as(table, hero, &felt_persona_at(persona)->config, seed);
    table->budget.samples = FEW;
}

static void expect_clean(const struct play_table *table)
{
    felt_chips sum = 0;
    if (table->illegal || table->warnings || table->wrong_words)
        fail_msg("%s, limit %d, %d seats: %d illegal, %d warnings, %d wrong words",
                 table->rules->variant->name, table->rules->limit, table->seats, table->illegal,
                 table->warnings, table->wrong_words);
    for (int seat = 0; seat < table->seats; seat++) sum += table->won[seat];
    assert_int_equal(sum, 0);
}

/* A chip up to some hundred units. */
static void draw_stacks(struct felt_rng *rng, int seats, felt_chips *stacks)
{
    static const uint32_t most[] = {2 * UNIT, 15 * UNIT, 120 * UNIT};
    uint32_t bound = most[felt_rng_below(rng, 3)];
    for (int seat = 0; seat < seats; seat++) stacks[seat] = 1 + felt_rng_below(rng, bound);
}

static void play_rules(const struct felt_poker_rules *rules, int hands, uint64_t seed)
{
    static struct play_table table;
    struct felt_rng rng = felt_rng_make(seed);
    int most = rules->variant->seats_max;
    for (int hand = 0; hand < hands; hand++) {
        felt_chips stacks[FELT_SEATS_MAX];
        int seats = hand == 0 ? most : 2 + (int)felt_rng_below(&rng, (uint32_t)most - 1);
        sit_among_random(&table, rules, seats, (felt_seat)(hand % seats), seed + (uint64_t)hand);
        for (int more = 0; more < 2; more++) { /* two with the same people: it remembers */
            draw_stacks(&rng, seats, stacks);
            play_hand(&table, stacks, (felt_seat)felt_rng_below(&rng, (uint32_t)seats), NULL, 0,
                      &rng);
        }
        expect_clean(&table);
    }
}

static void house_is_legal_in_every_game(void **unused)
{
    (void)unused;
    for (int i = 0; i < felt_variant_count(); i++)
        for (int limit = 0; limit < FELT_LIMITS; limit++) {
            struct felt_poker_rules rules;
            const struct felt_variant *variant = felt_variant_at(i);
            if (felt_poker_rules_make(variant->name, (enum felt_limit)limit, UNIT, &rules, NULL) !=
                FELT_OK)
                continue;
            rules.may_muck = limit % 2 == 0;
            rules.run_twice = limit % 2 == 0 && variant->board_cards > 0;
            assert_int_equal(felt_poker_rules_verify(&rules, NULL), FELT_OK);
            play_rules(&rules, hands_or(10, 1), (uint64_t)(10 * i + limit));
        }
}

static void house_plays_with_any_persona_and_number_of_seats(void **unused)
{
    (void)unused;
    static struct play_table table;
    struct felt_poker_rules rules;
    struct felt_rng rng = felt_rng_make(3);
    assert_int_equal(felt_poker_rules_make("holdem", FELT_NO_LIMIT, UNIT, &rules, NULL), FELT_OK);
    for (int persona = 0; persona < felt_persona_count(); persona++)
        for (int seats = 2; seats <= FELT_SEATS_MAX; seats++) {
            felt_chips stacks[FELT_SEATS_MAX];
            sit_among_random(&table, &rules, seats, (felt_seat)(persona % seats),
                             (uint64_t)persona);
            for (int hand = 0; hand < hands_or(10, 1); hand++) {
                draw_stacks(&rng, seats, stacks);
                play_hand(&table, stacks, (felt_seat)(hand % seats), NULL, 0, &rng);
            }
            expect_clean(&table);
        }
}

/* ---- odd tables ---- */

struct odd_table {
    const char *variant;
    int limit, seats;
    felt_chips stack; /* of seat 0; the others have more by `step` each                       */
    felt_chips step, ante, straddle;
    bool blinds, bomb;
};

static void play_odd(const struct odd_table *odd, int hands)
{
    static struct play_table table;
    struct felt_poker_rules rules;
    struct felt_rng rng = felt_rng_make((uint64_t)odd->stack);
    felt_chips stacks[FELT_SEATS_MAX];
    assert_int_equal(
        felt_poker_rules_make(odd->variant, (enum felt_limit)odd->limit, UNIT, &rules, NULL),
        FELT_OK);
    for (int seat = 0; seat < odd->seats; seat++) stacks[seat] = odd->stack + seat * odd->step;
    for (int hand = 0; hand < hands; hand++) {
        felt_seat button = (felt_seat)(hand % odd->seats);
        struct felt_deal deal = felt_poker_deal_make(&rules, odd->seats, stacks, button);
        if (hand % 8 == 0)
            sit_among_random(&table, &rules, odd->seats, (felt_seat)(hand / 8 % odd->seats),
                             (uint64_t)hand);
        if (!odd->blinds) memset(deal.blind, 0, sizeof deal.blind);
        if (!odd->blinds) deal.opener = FELT_SEAT_NONE;
        for (int seat = 0; seat < odd->seats; seat++) deal.ante[seat] = odd->ante;
        if (odd->straddle) {
            felt_seat third = (felt_seat)((button + 3) % odd->seats);
            deal.blind[third] = odd->straddle;
            deal.opener = (felt_seat)((third + 1) % odd->seats);
        }
        deal.bomb = odd->bomb;
        play_deal(&table, &deal, &rng);
        if (hand % 8 == 7) expect_clean(&table);
    }
    expect_clean(&table);
}

static void house_plays_at_odd_tables(void **unused)
{
    (void)unused;
    static const struct odd_table rows[] = {
        {"holdem", FELT_NO_LIMIT, 2, 1, 0, 0, 0, true, false}, /* one chip each               */
        {"holdem", FELT_NO_LIMIT, 6, 1, 1, 0, 0, true, false}, /* less than a blind           */
        {"holdem", FELT_NO_LIMIT, 3, 1, 99999999, 0, 0, true, false},
        {"holdem", FELT_NO_LIMIT, 2, 100000000, 0, 0, 0, true, false},
        {"omaha", FELT_POT_LIMIT, 4, 100000000, 0, 0, 0, true, false},
        {"27-triple", FELT_NO_LIMIT, 3, 100000000, 0, 0, 0, true, false},
        {"holdem", FELT_NO_LIMIT, 4, 2000, 10, UNIT, 0, false, false}, /* antes only          */
        {"draw", FELT_NO_LIMIT, 4, 2000, 10, UNIT, 0, false, false},
        {"holdem", FELT_NO_LIMIT, 3, 5, 5, UNIT, 0, false, false}, /* all-in by the ante      */
        {"holdem", FELT_NO_LIMIT, 4, 2000, 0, 0, 0, false, false}, /* nothing to win at first */
        {"stud", FELT_FIXED_LIMIT, 4, 2000, 0, 0, 0, false, false},
        {"holdem", FELT_NO_LIMIT, 6, 2000, 100, 0, 2 * UNIT, true, false}, /* a straddle      */
        {"holdem", FELT_POT_LIMIT, 6, 2000, 0, 5, 4 * UNIT, true, false},
        {"holdem", FELT_NO_LIMIT, 5, 2000, 0, 2 * UNIT, 0, false, true}, /* bomb pots         */
        {"omaha-hilo", FELT_POT_LIMIT, 5, 2000, 0, 2 * UNIT, 0, false, true},
        {"stud", FELT_FIXED_LIMIT, 8, 3, 3, 4, 0, false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) play_odd(&rows[i], hands_or(24, 8));
}

/* The variant changes from hand to hand, and so do the seats it knows. */
static void house_plays_mixed_games(void **unused)
{
    (void)unused;
    static struct play_table table;
    static struct felt_poker_rules rules[40];
    struct felt_rng rng = felt_rng_make(9);
    int variants = felt_variant_count();
    assert_in_range(variants, 2, 40);
    for (int i = 0; i < variants; i++) {
        const struct felt_variant *row = felt_variant_at(i);
        assert_int_equal(
            felt_poker_rules_make(row->name, (enum felt_limit)row->limit, UNIT, &rules[i], NULL),
            FELT_OK);
    }
    sit_among_random(&table, &rules[0], 2, 0, 9);
    for (int hand = 0; hand < hands_or(300, 40); hand++) {
        felt_chips stacks[2];
        int next = hand % 3 ? hand % variants : (int)felt_rng_below(&rng, (uint32_t)variants);
        play_change(&table, &rules[next]);
        draw_stacks(&rng, 2, stacks);
        play_hand(&table, stacks, (felt_seat)(hand % 2), NULL, 0, &rng);
        expect_clean(&table);
    }
}

static const char *const sorts[] = {"holdem",    "omaha",      "omaha-hilo", "stud",   "razz",
                                    "27-triple", "badugi",     "pineapple",  "irish",  "short-deck",
                                    "draw",      "courchevel", "leduc",      "badacey"};
enum { SORTS = sizeof sorts / sizeof sorts[0] };

static void make_rules(const char *variant, struct felt_poker_rules *out)
{
    const struct felt_variant *row = felt_variant_find(variant);
    assert_int_equal(felt_poker_rules_make(variant, (enum felt_limit)row->limit, UNIT, out, NULL),
                     FELT_OK);
}

/* ---- the same again ---- */

static uint64_t hash_of_hands(const struct felt_poker_rules *rules, int hands, uint64_t seed)
{
    static struct play_table table;
    struct felt_rng rng = felt_rng_make(1);
    const struct felt_player_kind *kinds[] = {kind_of("house"), kind_of("house")};
    const felt_chips stacks[] = {100 * UNIT, 100 * UNIT};
    play_sit(&table, rules, 2, kinds, seed);
    table.budget.samples = FEW;
    for (int hand = 0; hand < hands; hand++)
        play_hand(&table, stacks, (felt_seat)(hand % 2), NULL, 0, &rng);
    expect_clean(&table);
    return table.hash;
}

static void house_same_seed_same_hands(void **unused)
{
    (void)unused;
    for (int i = 0; i < SORTS; i++) {
        struct felt_poker_rules rules;
        make_rules(sorts[i], &rules);
        uint64_t hash = hash_of_hands(&rules, hands_or(12, 3), 1);
        assert_true(hash_of_hands(&rules, hands_or(12, 3), 1) == hash);
        if (!test_is_quick()) assert_true(hash_of_hands(&rules, 12, 2) != hash);
    }
}

static bool same_decision(const struct felt_decision *a, const struct felt_decision *b)
{
    const double first[] = {a->confidence, a->strength, a->price, a->range, a->share, a->gain};
    const double second[] = {b->confidence, b->strength, b->price, b->range, b->share, b->gain};
    return a->action.kind == b->action.kind && a->action.amount == b->action.amount &&
           a->action.cards == b->action.cards && a->action.choice == b->action.choice &&
           strcmp(a->reasoning, b->reasoning) == 0 && memcmp(first, second, sizeof first) == 0;
}

/* ---- a seat that is asked in turn ----
 *
 * Seat 0 is the house, the others are random; `ask` is called where the house is to act. */

struct scene {
    struct script_table table;
    struct script_player hero;
    struct script_player twin; /* a copy of it, if there is one                               */
    struct felt_budget budget;
    int interrupted; /* thoughts that time ended                                              */
    _Alignas(16) char block[PLAY_BLOCK_BYTES], copy[PLAY_BLOCK_BYTES];
};

static void open_scene(struct scene *scene, const char *variant, int seats, uint64_t seed)
{
    const struct felt_variant *row = felt_variant_find(variant);
    struct felt_strategy_config settings = felt_strategy_config_default();
    scene->hero = (struct script_player){.kind = kind_of("house"), .block = scene->block};
    scene->budget = (struct felt_budget){.samples = FEW};
    scene->hero.kind->sit(scene->block, &settings, felt_rng_make(seed));
    script_open(&scene->table, variant, (enum felt_limit)row->limit, UNIT, seats, 100 * UNIT, 0);
}

static void play_scene(struct scene *scene, uint64_t seed,
                       struct felt_action (*ask)(struct scene *scene))
{
    const struct felt_player_kind *random = kind_of("random");
    struct felt_rng rng = felt_rng_make(seed);
    const struct felt_budget any = {0};
    _Alignas(16) char block[1024];
    felt_assert(random->bytes <= sizeof block);
    random->sit(block, NULL, felt_rng_make(seed));
    script_deal(&scene->table, &(struct script_cards){.board = NULL}, felt_rng_next(&rng));
    script_begin(&scene->hero, &scene->table, 0);
    for (felt_seat seat; (seat = felt_poker_actor(&scene->table.state)) >= 0;) {
        struct felt_view view;
        felt_poker_view(&scene->table.rules, &scene->table.state, seat, &view);
        script_apply(&scene->table, seat ? random->choose(block, &view, &any).action : ask(scene));
    }
}

/* P3: a copy that is made behind the first decision goes on as the block does, to the end of the
 * hand. */
static struct felt_action ask_copy(struct scene *scene)
{
    struct felt_decision made = script_choose(&scene->hero, &scene->table, &scene->budget);
    if (scene->twin.block) {
        struct felt_decision again = script_choose(&scene->twin, &scene->table, &scene->budget);
        assert_true(same_decision(&made, &again));
        return made.action;
    }
    memcpy(scene->copy, scene->block, scene->hero.kind->bytes);
    scene->twin = scene->hero;
    scene->twin.block = scene->copy;
    return made.action;
}

static void house_copied_block_thinks_the_same(void **unused)
{
    (void)unused;
    static struct scene scene;
    for (int i = 0; i < SORTS; i++) {
        open_scene(&scene, sorts[i], 2, (uint64_t)i);
        for (int hand = 0; hand < hands_or(8, 2); hand++) {
            scene.twin.block = NULL;
            play_scene(&scene, (uint64_t)hand, ask_copy);
        }
    }
}

/* ---- little to go by ---- */

static struct felt_action ask_legal(struct scene *scene)
{
    struct felt_view view;
    struct felt_decision made = script_choose(&scene->hero, &scene->table, &scene->budget);
    bool legal = false;
    felt_poker_view(&scene->table.rules, &scene->table.state, 0, &view);
    for (int i = 0; i < view.options; i++)
        legal |= felt_option_admits(&view.option[i], made.action);
    assert_true(legal);
    assert_int_equal(made.warning, FELT_WARN_NONE);
    assert_true(isfinite(made.gain) && made.confidence >= 0 && made.confidence <= 1);
    return made.action;
}

static struct felt_action ask_late(struct scene *scene)
{
    if (scene->hero.told == 0) scene->hero.told = scene->table.events; /* it came in the middle */
    return ask_legal(scene);
}

static void house_without_events_is_legal(void **unused)
{
    (void)unused;
    static struct scene scene;
    struct felt_player_kind deaf = *kind_of("house");
    deaf.observe = NULL;
    for (int i = 0; i < SORTS; i++) {
        int seats = felt_variant_find(sorts[i])->seats_max > 2 ? 3 : 2;
        open_scene(&scene, sorts[i], seats, (uint64_t)i);
        for (int hand = 0; hand < hands_or(6, 2); hand++) {
            scene.hero.kind = kind_of("house");
            play_scene(&scene, (uint64_t)hand, ask_late);
            scene.hero.kind = &deaf;
            play_scene(&scene, (uint64_t)hand, ask_legal);
        }
    }
}

static void house_one_sample_is_enough(void **unused)
{
    (void)unused;
    static struct scene scene;
    for (int i = 0; i < SORTS; i++) {
        open_scene(&scene, sorts[i], 2, (uint64_t)i);
        scene.budget.samples = 1;
        for (int hand = 0; hand < hands_or(6, 2); hand++)
            play_scene(&scene, (uint64_t)hand, ask_legal);
    }
}

/* ---- time ---- */

struct clock {
    int left, refused;
};

static bool runs_out(void *self)
{
    struct clock *clock = self;
    if (clock->left-- > 0) return true;
    clock->refused++;
    return false;
}

/* P4: whoever is told that time is over answers as if it had not thought. */
static struct felt_action ask_in_time(struct scene *scene)
{
    static _Alignas(16) char copy[PLAY_BLOCK_BYTES];
    struct felt_view view;
    felt_poker_view(&scene->table.rules, &scene->table.state, 0, &view);
    struct felt_action timid = felt_player_timid(&view);
    script_tell(&scene->hero, &scene->table);
    memcpy(copy, scene->block, scene->hero.kind->bytes);
    for (int left = 0; left <= 20; left++) {
        struct clock clock = {.left = left};
        const struct felt_budget budget = {FEW, runs_out, &clock};
        memcpy(scene->block, copy, scene->hero.kind->bytes);
        struct felt_decision made = scene->hero.kind->choose(scene->block, &view, &budget);
        if (view.phase == FELT_PHASE_BET) assert_true(left > 0 || clock.refused);
        assert_int_equal(made.warning, clock.refused ? FELT_WARN_TIMEOUT : FELT_WARN_NONE);
        if (!clock.refused) continue;
        scene->interrupted += left > 0;
        assert_int_equal(made.action.kind, timid.kind);
        assert_int_equal(made.action.amount, timid.amount);
    }
    memcpy(scene->block, copy, scene->hero.kind->bytes);
    return ask_legal(scene);
}

static void house_no_time_is_the_timid_answer(void **unused)
{
    (void)unused;
    static struct scene scene;
    for (int i = 0; i < SORTS; i++) {
        open_scene(&scene, sorts[i], 2, (uint64_t)i);
        scene.interrupted = 0;
        for (int hand = 0; hand < hands_or(2, 1); hand++)
            play_scene(&scene, (uint64_t)hand, ask_in_time);
        /* Where the others are dealt anew for each decision, it looks at the clock on the way. */
        if (strcmp(sorts[i], "stud") == 0) assert_true(scene.interrupted > 0);
    }
}

/* ---- long hands ---- */

/* Two seats of fixed limit without a cap raise each other for as long as anybody likes.  What is
 * done beyond the room of the book is left out of it, and the answer is legal all the same. */
static void house_raising_war_fits(void **unused)
{
    (void)unused;
    static struct scene scene;
    static const int lengths[] = {0,   61,  62,  63,  64,  65,  66,  127, 128,
                                  200, 253, 254, 255, 256, 257, 300, 400};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        open_scene(&scene, "holdem", 2, i);
        script_open(&scene.table, "holdem", FELT_FIXED_LIMIT, UNIT, 2, 1000 * UNIT, 0);
        scene.table.rules.heads_up_uncapped = true;
        script_deal(&scene.table, &(struct script_cards){.board = NULL}, i);
        script_begin(&scene.hero, &scene.table, 0);
        for (int raise = 0; raise < lengths[i] / 2 * 2; raise++) {
            struct felt_option option[FELT_OPTIONS_MAX];
            int count = felt_poker_options(&scene.table.rules, &scene.table.state, option);
            assert_int_equal(option[count - 1].kind, FELT_RAISE_TO);
            script_apply(&scene.table, (struct felt_action){.kind = FELT_RAISE_TO,
                                                            .amount = option[count - 1].min});
        }
        (void)ask_legal(&scene);
        script_act(&scene.table, "c"); /* and it goes on on later streets */
        while (felt_poker_actor(&scene.table.state) >= 0) {
            if (felt_poker_actor(&scene.table.state) == 0)
                script_apply(&scene.table, ask_legal(&scene));
            else
                script_act(&scene.table, "p");
        }
    }
}

/* Other settings, given later: the same player as one who sat down with them. */
static void house_adjusts_to_other_settings(void **state)
{
    (void)state;
    const struct felt_player_kind *kind = kind_of("house");
    struct felt_strategy_config usual = felt_strategy_config_default(), bold = usual;
    bold.bluff_frequency = 0.15;
    void *adjusted = calloc(1, kind->bytes), *seated = calloc(1, kind->bytes);
    assert_true(adjusted && seated);
    kind->sit(adjusted, &usual, felt_rng_make(7));
    kind->sit(seated, &bold, felt_rng_make(7));
    assert_memory_not_equal(adjusted, seated, kind->bytes);
    kind->adjust(adjusted, &bold);
    assert_memory_equal(adjusted, seated, kind->bytes);
    free(adjusted);
    free(seated);
}

TEST_MODULE(house)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(house_adjusts_to_other_settings),
        cmocka_unit_test(house_is_legal_in_every_game),
        cmocka_unit_test(house_plays_with_any_persona_and_number_of_seats),
        cmocka_unit_test(house_plays_at_odd_tables),
        cmocka_unit_test(house_plays_mixed_games),
        cmocka_unit_test(house_same_seed_same_hands),
        cmocka_unit_test(house_copied_block_thinks_the_same),
        cmocka_unit_test(house_without_events_is_legal),
        cmocka_unit_test(house_one_sample_is_enough),
        cmocka_unit_test(house_no_time_is_the_timid_answer),
        cmocka_unit_test(house_raising_war_fits),
    };
    return cmocka_run_group_tests_name("house", tests, NULL, NULL);
}
