/* test_play_company.c -- the players of felt play: names, seats, what they see and what they tell.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_trap.h"
#include "terminal/local/play_company.h"
#include "module.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PLAYERS = 4, STACK = 1000, TEXT_BYTES = 4096 };

static const struct felt_args_spec spec = {.command = "play"};
static const struct felt_args args = {.spec = &spec};

/* ---- a player that watches ------------------------------------------------------------------ */

struct watcher {
    int sits, hands, events, hidden, seen; /* cards */
    felt_seat seat;
    bool cheats, thinks;
};

static bool plays_no_razz(const struct felt_game *game, const void *rules)
{
    const struct felt_poker_rules *poker = rules;
    return game == &felt_poker_game && strcmp(poker->variant->name, "razz") != 0;
}
static void watcher_sit(void *self, const struct felt_strategy_config *settings,
                        struct felt_rng rng)
{
    struct watcher *watcher = self;
    (void)rng;
    *watcher = (struct watcher){
        .sits = 1, .cheats = settings->aggression > 9, .thinks = settings->aggression < 2};
}
static void watcher_begin(void *self, const struct felt_place *place)
{
    struct watcher *watcher = self;
    watcher->hands++;
    watcher->seat = place->seat;
}
static void watcher_observe(void *self, const struct felt_event *event)
{
    struct watcher *watcher = self;
    watcher->events++;
    if (event->kind != FELT_EVENT_DEAL) return;
    for (int i = 0; i < event->count; i++) {
        if (event->cards[i] == FELT_CARD_NONE)
            watcher->hidden++;
        else if (event->seat == watcher->seat)
            watcher->seen++;
        else
            fail_msg("seat %d sees a card of seat %d", watcher->seat, event->seat);
    }
}
static struct felt_decision watcher_choose(void *self, const struct felt_view *view,
                                           const struct felt_budget *budget)
{
    const struct watcher *watcher = self;
    assert_true(budget->time_left(budget->self));
    struct felt_decision decision = {
        .action = felt_player_timid(view), .reasoning = "no_reason", .confidence = 0.25};
    if (watcher->seat == 1) decision.strength = 0.624; /* the others did not look */
    if (watcher->seat == 1) decision.price = 0.255;
    if (watcher->thinks && watcher->seat == 1) decision.range = 0.35, decision.share = 0.41;
    if (watcher->thinks && watcher->seat == 3) decision.gain = -1234.4;
    if (watcher->cheats) decision.action = (struct felt_action){.kind = FELT_MOVE};
    return decision;
}
static const struct felt_player_kind watcher_kind = {.name = "watcher",
                                                     .bytes = sizeof(struct watcher),
                                                     .plays = plays_no_razz,
                                                     .sit = watcher_sit,
                                                     .begin = watcher_begin,
                                                     .observe = watcher_observe,
                                                     .choose = watcher_choose};

static struct felt_company make_watchers(double aggression)
{
    struct felt_company company = {.names = 1};
    company.named[0].kind = &watcher_kind;
    company.named[0].settings.aggression = aggression;
    memcpy(company.named[0].text, "watcher", sizeof "watcher");
    return company;
}

/* ---- what is written ------------------------------------------------------------------------ */

/* Everything that `stream` was given since it was caught. */
struct caught {
    FILE *file;
    int before;
};
static struct caught catch_stderr(void)
{
    struct caught caught = {tmpfile(), dup(STDERR_FILENO)};
    assert_non_null(caught.file);
    fflush(stderr);
    assert_true(dup2(fileno(caught.file), STDERR_FILENO) >= 0);
    return caught;
}
static void let_go(struct caught caught, char text[TEXT_BYTES])
{
    fflush(stderr);
    assert_true(dup2(caught.before, STDERR_FILENO) >= 0);
    close(caught.before);
    rewind(caught.file);
    text[fread(text, 1, TEXT_BYTES - 1, caught.file)] = '\0';
    fclose(caught.file);
}

/* ---- names ---------------------------------------------------------------------------------- */

static void play_company_names_are_parted(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int names;
        const char *name[FELT_COMPANY_MAX];
    } rows[] = {
        {"house", 1, {"house"}},
        {"house zoo:tag", 2, {"house", "zoo:tag"}},
        {" ,zoo:tag,, zoo:call\t", 2, {"zoo:tag", "zoo:call"}},
        {"house:tight=7,aggr=3,zoo:tag", 2, {"house:tight=7,aggr=3", "zoo:tag"}},
        {"house:tight=7 aggr=3 zoo:tag", 2, {"house:tight=7,aggr=3", "zoo:tag"}},
        {"house,tight=7,house,aggr=3", 2, {"house:tight=7", "house:aggr=3"}},
        {"tag,house:slow=1,call", 3, {"tag", "house:slow=1", "call"}},
        {"house:rock,house:maniac,aggr=9", 2, {"house:rock", "house:maniac,aggr=9"}},
        {"house:rock aggr=4 slow=1 tag", 2, {"house:rock,aggr=4,slow=1", "tag"}},
        {"house-classic:lag,tight=4", 1, {"house-classic:lag,tight=4"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_company company = {0};
        assert_true(felt_company_read(&args, rows[i].text, &company));
        assert_int_equal(company.names, rows[i].names);
        for (int name = 0; name < company.names; name++)
            assert_string_equal(company.named[name].text, rows[i].name[name]);
    }
}

static void play_company_unknown_game_refused(void **state)
{
    (void)state;
    struct felt_company company = make_watchers(5);
    struct felt_rotation rotation;
    char text[TEXT_BYTES];
    assert_int_equal(felt_rotation_make("horse", 5, FELT_LIMITS, &rotation, NULL), FELT_OK);
    struct caught caught = catch_stderr();
    bool good = felt_company_verify(&args, &company, &rotation, PLAYERS, 100);
    let_go(caught, text);
    assert_false(good);
    assert_string_equal(text,
                        "felt play: watcher does not play razz; take another player or game\n");
    assert_int_equal(felt_rotation_make("holdem,stud", 11, FELT_LIMITS, &rotation, NULL), FELT_OK);
    assert_true(felt_company_verify(&args, &company, &rotation, PLAYERS, 100));
    /* Razz is in this list, but never dealt to nine. */
    assert_int_equal(felt_rotation_make("holdem,razz", 11, FELT_LIMITS, &rotation, NULL), FELT_OK);
    assert_true(felt_company_verify(&args, &company, &rotation, 9, 100));
}

/* ---- hands ---------------------------------------------------------------------------------- */

/* Plays a hand; the person in seat 0 is timid too.  Returns how many events there were. */
static int play_hand(struct felt_company *company, const struct felt_poker_rules *rules,
                     uint64_t seed)
{
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {event, 0, FELT_EVENTS_MAX};
    struct felt_rng rng = felt_rng_make(seed);
    struct felt_poker state;
    felt_chips stacks[FELT_SEATS_MAX];
    for (int i = 0; i < FELT_SEATS_MAX; i++) stacks[i] = STACK;
    struct felt_deal deal = felt_poker_deal_make(rules, PLAYERS, stacks, 0);
    felt_company_begin(company, rules);
    assert_int_equal(felt_poker_open(rules, &deal, &state, &log), FELT_OK);
    assert_int_equal(felt_poker_deal(rules, &deal, &rng, &state, &log), FELT_OK);
    int events = (int)log.count;
    felt_company_observe(company, log.event, log.count);
    for (felt_seat seat; (seat = felt_poker_actor(&state)) >= 0;) {
        struct felt_view view;
        felt_poker_view(rules, &state, seat, &view);
        struct felt_action action =
            seat ? felt_company_choose(company, seat, &state) : felt_player_timid(&view);
        log.count = 0;
        assert_int_equal(felt_poker_apply(rules, &state, seat, action, &log), FELT_OK);
        felt_company_observe(company, log.event, log.count);
        events += (int)log.count;
    }
    return events;
}

static void play_company_sees_its_own_cards_only(void **state)
{
    (void)state;
    struct felt_company company = make_watchers(5);
    struct felt_poker_rules rules;
    assert_int_equal(felt_poker_rules_make("holdem", FELT_NO_LIMIT, 100, &rules, NULL), FELT_OK);
    assert_true(felt_company_sit(&company, PLAYERS, felt_rng_make(1)));
    int events = play_hand(&company, &rules, 1) + play_hand(&company, &rules, 2);
    for (felt_seat seat = 1; seat < PLAYERS; seat++) {
        const struct watcher *watcher = company.block[seat];
        assert_int_equal(watcher->sits, 1); /* C1 */
        assert_int_equal(watcher->hands, 2);
        assert_int_equal(watcher->seat, seat);
        assert_int_equal(watcher->events, events);
        assert_int_equal(watcher->seen, 2 * 2); /* C2 */
        assert_int_equal(watcher->hidden, 2 * 2 * (PLAYERS - 1));
    }
    felt_company_close(&company);
}

static void play_company_thoughts_are_told_at_the_end(void **state)
{
    (void)state;
    struct felt_company company = make_watchers(5);
    struct felt_poker_rules rules;
    char text[TEXT_BYTES] = "";
    assert_int_equal(felt_poker_rules_make("holdem", FELT_NO_LIMIT, 100, &rules, NULL), FELT_OK);
    assert_true(felt_company_sit(&company, PLAYERS, felt_rng_make(1)));
    (void)play_hand(&company, &rules, 1);
    assert_true(company.now.count > 0);
    assert_int_equal(company.before.count, 0); /* C3 */
    felt_company_end(&company);
    assert_int_equal(company.now.count, 0);
    struct felt_term term = {.out = fmemopen(text, sizeof text, "w")};
    felt_chips stacks[FELT_SEATS_MAX] = {0};
    struct felt_table_screen table = felt_table_screen_begin(&term, &rules, 0, stacks);
    assert_non_null(term.out);
    felt_company_introduce(&company, &table, "Hold'em: ", " (seed 1)");
    felt_company_explain(&company, &table);
    fclose(term.out);
    assert_string_equal(text,
                        "Hold'em: you and 3 watcher players (seed 1)\n"
                        "                                               hand  price  confidence\n"
                        "  1  Cy   fold                 no reason                          25 %\n"
                        "  1  Ada  fold                 no reason       62 %   26 %        25 %\n");
    felt_company_close(&company);
}

/* What felt_company_explain() and felt_company_teach() print after a hand. */
static void tell(const struct felt_company *company, const struct felt_poker_rules *rules,
                 void (*how)(const struct felt_company *, const struct felt_table_screen *),
                 char text[TEXT_BYTES])
{
    struct felt_term term = {.out = fmemopen(text, TEXT_BYTES, "w")};
    felt_chips stacks[FELT_SEATS_MAX] = {0};
    struct felt_table_screen table = felt_table_screen_begin(&term, rules, 0, stacks);
    assert_non_null(term.out);
    text[0] = '\0';
    how(company, &table);
    fclose(term.out);
}

static void play_company_teachers_explain_themselves(void **state)
{
    (void)state;
    struct felt_company company = make_watchers(1);
    struct felt_poker_rules rules;
    char text[TEXT_BYTES];
    assert_int_equal(felt_poker_rules_make("holdem", FELT_NO_LIMIT, 100, &rules, NULL), FELT_OK);
    company.names = 3;
    company.named[1] = company.named[2] = company.named[0];
    assert_true(felt_company_sit(&company, PLAYERS, felt_rng_make(1)));
    (void)play_hand(&company, &rules, 1);
    company.named[0].explains = true; /* seat 1 */
    tell(&company, &rules, felt_company_teach, text);
    assert_string_equal(text, ""); /* C3 */
    felt_company_end(&company);
    tell(&company, &rules, felt_company_teach, text);
    assert_string_equal(text, "  folded at once: Ada with As 4d\n");
    company.named[2].explains = true;
    tell(&company, &rules, felt_company_teach, text);
    assert_string_equal(text, "  folded at once: Ada with As 4d, Cy with 4h 9d\n");
    for (uint64_t i = 0; i < company.before.count; i++)
        if (company.before.thought[i].seat == 1) company.before.thought[i].act = FELT_CALL;
    tell(&company, &rules, felt_company_teach, text);
    assert_string_equal(text,
                        "  what Ada thought with As 4d:\n"
                        "    preflop: called, for a reason called \"no reason\". With the others "
                        "narrowed down to 35 % of all\n"
                        "      hands, its share of the pot was 41 %, the price 26 %.\n"
                        "  folded at once: Cy with 4h 9d\n");
    for (uint64_t i = 0; i < company.before.count; i++) company.before.thought[i].act = FELT_FOLD;
    company.named[0].explains = company.named[2].explains = false;
    tell(&company, &rules, felt_company_teach, text);
    assert_string_equal(text, "");
    tell(&company, &rules, felt_company_explain, text);
    assert_string_equal(text, "                                               hand  price  range  "
                              "share     gain  confidence\n"
                              "  1  Cy   fold                 no reason                            "
                              "       -1,234        25 %\n"
                              "  1  Ada  fold                 no reason       62 %   26 %   35 %   "
                              "41 %                 25 %\n");
    felt_company_close(&company);
}

/* Cards are told again where they change, a decision never takes three lines. */
static void play_company_lessons_tell_new_cards(void **state)
{
    (void)state;
    struct felt_company company = make_watchers(5);
    char text[TEXT_BYTES];
    const struct felt_lesson_thought stud = {.seat = 1,
                                             .round = 1,
                                             .act = FELT_CALL,
                                             .amount = 20,
                                             .reasoning = "pot_odds",
                                             .cards = 3,
                                             .card = {0, 1, 2},
                                             .variant = felt_variant_find("stud")};
    company.named[0].explains = true;
    company.players = 2;
    company.before.count = 4;
    for (int i = 0; i < 4; i++) company.before.thought[i] = stud;
    company.before.thought[1].round = company.before.thought[2].round = 2;
    company.before.thought[1].cards = company.before.thought[2].cards = 4;
    company.before.thought[1].card[3] = company.before.thought[2].card[3] = 51;
    company.before.thought[3].card[0] = 5;
    struct felt_lesson_thought *longest = &company.before.thought[3];
    longest->variant = felt_variant_find("draw");
    longest->reasoning = "semi_bluff";
    longest->amount = FELT_CHIPS_MAX;
    longest->gain = 1e12;
    longest->act = FELT_RAISE_TO;
    longest->range = longest->share = 0.004;
    tell(&company, NULL, felt_company_teach, text);
    assert_string_equal(text,
                        "  what Ada thought with 2c 2d 2h:\n"
                        "    third street: called 20, since the price was right.\n"
                        "    fourth street (and As): called 20, since the price was right.\n"
                        "    fourth street: called 20, since the price was right.\n"
                        "    round 1 (now 3d 2d 2h): bet 1,099,511,627,775, half a bluff worth "
                        "about 1,000,000,000,000 chips:\n"
                        "      others might fold, or better cards come.\n");
}

static void play_company_many_names_are_wrapped(void **state)
{
    (void)state;
    struct felt_company company = {.players = 5};
    struct felt_term term;
    char text[TEXT_BYTES] = "";
    assert_true(
        felt_company_read(&args, "house:tight=7,aggr=3 zoo:call house:maniac zoo:tag", &company));
    term = (struct felt_term){.out = fmemopen(text, sizeof text, "w")};
    assert_non_null(term.out);
    struct felt_table_screen table = {.term = &term};
    felt_company_introduce(&company, &table, "Hold'em, no limit: ", " (seed 12345678)");
    fclose(term.out);
    assert_string_equal(text,
                        "Hold'em, no limit: you, Ada (house:tight=7,aggr=3), Bob (zoo:call),\n"
                        "  Cy (house:maniac), Dot (zoo:tag) (seed 12345678)\n");
}

static void play_company_illegal_action_stops(void **state)
{
    (void)state;
    struct felt_company company = make_watchers(10);
    struct felt_poker_rules rules;
    char text[TEXT_BYTES];
    assert_int_equal(felt_poker_rules_make("holdem", FELT_NO_LIMIT, 100, &rules, NULL), FELT_OK);
    assert_true(felt_company_sit(&company, PLAYERS, felt_rng_make(1)));
    struct caught caught = catch_stderr();
    assert_stops((void)play_hand(&company, &rules, 1));
    let_go(caught, text);
    assert_non_null(strstr(text, "felt play: watcher: "));
    felt_company_close(&company);
}

TEST_MODULE(play_company)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(play_company_names_are_parted),
        cmocka_unit_test(play_company_unknown_game_refused),
        cmocka_unit_test(play_company_sees_its_own_cards_only),
        cmocka_unit_test(play_company_thoughts_are_told_at_the_end),
        cmocka_unit_test(play_company_teachers_explain_themselves),
        cmocka_unit_test(play_company_lessons_tell_new_cards),
        cmocka_unit_test(play_company_many_names_are_wrapped),
        cmocka_unit_test(play_company_illegal_action_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
