/* test_acpc_state.c -- lines of the competition's protocol: those of its description, and random
 * hands compared with the log lines that another module writes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/acpc.h"
#include "felt/replay.h"
#include "formats/hands/acpc_state.h"
#include "module.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct scene {
    struct felt_poker_rules rules;
    struct felt_deal deal;
    struct felt_poker state;
    struct felt_event event[FELT_EVENTS_MAX];
    uint32_t events;
    felt_seat viewer;
    struct felt_acpc_state acpc;
    char line[FELT_ACPC_LINE_BYTES + 1];
};

static void take_events(struct scene *scene, const struct felt_event_log *log)
{
    for (uint32_t i = 0; i < log->count; i++) {
        struct felt_event seen = felt_event_for(&log->event[i], scene->viewer);
        felt_acpc_state_take(&scene->acpc, &seen);
    }
    scene->events = log->count;
}

static void begin(struct scene *scene, enum felt_limit limit, int seats, felt_chips stack,
                  const char *cards, felt_seat viewer, uint64_t hand, uint64_t seed)
{
    felt_card deck[52];
    felt_chips stacks[FELT_SEATS_MAX];
    int count = 0;
    size_t used;
    struct felt_rng rng = felt_rng_make(seed);
    struct felt_event_log log = {scene->event, 0, FELT_EVENTS_MAX};
    for (int i = 0; i < FELT_SEATS_MAX; i++) stacks[i] = stack;
    for (; cards[0]; cards += 2) {
        assert_int_equal(felt_card_read(cards, 2, &used, &deck[count], NULL), FELT_OK);
        count++;
    }
    assert_int_equal(felt_poker_rules_make("holdem", limit, 100, &scene->rules, NULL), FELT_OK);
    assert_true(felt_acpc_state_tells(&scene->rules));
    scene->deal = felt_poker_deal_make(&scene->rules, seats, stacks, (felt_seat)(seats - 1));
    if (count) {
        scene->deal.deck = deck;
        scene->deal.deck_count = count;
    }
    scene->viewer = viewer;
    felt_acpc_state_begin(&scene->acpc, &scene->rules, scene->deal.seats, scene->deal.button,
                          viewer, hand);
    assert_int_equal(felt_poker_open(&scene->rules, &scene->deal, &scene->state, &log), FELT_OK);
    assert_int_equal(felt_poker_deal(&scene->rules, &scene->deal, &rng, &scene->state, &log),
                     FELT_OK);
    take_events(scene, &log);
    scene->deal.deck = NULL;
}

static const char *line_of(struct scene *scene)
{
    struct felt_buffer line = felt_buffer_make(scene->line, sizeof scene->line);
    felt_acpc_state_write(&scene->acpc, &line);
    return felt_buffer_terminate(&line);
}

static void apply(struct scene *scene, struct felt_action action)
{
    struct felt_event_log log = {scene->event, 0, FELT_EVENTS_MAX};
    felt_seat actor = felt_poker_actor(&scene->state);
    assert_int_equal(felt_poker_apply(&scene->rules, &scene->state, actor, action, &log), FELT_OK);
    take_events(scene, &log);
}

/* The actor answers the line that it would get with this word. */
static void answer(struct scene *scene, const char *word)
{
    char text[FELT_ACPC_LINE_BYTES + 32];
    struct felt_view view;
    struct felt_action reply;
    felt_seat actor = felt_poker_actor(&scene->state);
    const char *sent = line_of(scene);
    snprintf(text, sizeof text, "%s:%s", sent, word);
    assert_int_equal(felt_acpc_reply_read(text, strlen(text), sent, strlen(sent),
                                          scene->acpc.has_amounts, &reply, NULL),
                     FELT_OK);
    felt_poker_view(&scene->rules, &scene->state, actor, &view);
    apply(scene, felt_acpc_reply_action(reply, scene->acpc.has_amounts, &view));
}

/* ---- hands that are told --------------------------------------------------------------------- */

struct step {
    const char *word, *line; /* what is done, and what the viewer is sent then              */
};
struct hand {
    enum felt_limit limit;
    int seats;
    felt_chips stack;
    const char *cards; /* from the left of the button, one each and again; then the board     */
    felt_seat viewer;
    uint64_t number;
    const char *first;
    struct step step[16];
};

static const struct hand hands[] = {
    /* the big blind's side of a hand: it acts second before the flop and first after it */
    {FELT_NO_LIMIT,
     2,
     20000,
     "9s9c8h6h8c8d5c6s2d",
     0,
     30,
     "MATCHSTATE:0:30::9s8h|",
     {{"c", "MATCHSTATE:0:30:c:9s8h|"},
      {"c", "MATCHSTATE:0:30:cc/:9s8h|/8c8d5c"},
      {"r250", "MATCHSTATE:0:30:cc/r250:9s8h|/8c8d5c"},
      {"c", "MATCHSTATE:0:30:cc/r250c/:9s8h|/8c8d5c/6s"},
      {"r500", "MATCHSTATE:0:30:cc/r250c/r500:9s8h|/8c8d5c/6s"},
      {"c", "MATCHSTATE:0:30:cc/r250c/r500c/:9s8h|/8c8d5c/6s/2d"},
      {"r1250", "MATCHSTATE:0:30:cc/r250c/r500c/r1250:9s8h|/8c8d5c/6s/2d"},
      {"c", "MATCHSTATE:0:30:cc/r250c/r500c/r1250c:9s8h|9c6h/8c8d5c/6s/2d"}}},
    /* the button's side, all-in on the turn */
    {FELT_NO_LIMIT,
     2,
     20000,
     "KsJdJsTc6dJc9cKhQc",
     1,
     31,
     "MATCHSTATE:1:31::|JdTc",
     {{"r300", "MATCHSTATE:1:31:r300:|JdTc"},
      {"r900", "MATCHSTATE:1:31:r300r900:|JdTc"},
      {"c", "MATCHSTATE:1:31:r300r900c/:|JdTc/6dJc9c"},
      {"r1800", "MATCHSTATE:1:31:r300r900c/r1800:|JdTc/6dJc9c"},
      {"r3600", "MATCHSTATE:1:31:r300r900c/r1800r3600:|JdTc/6dJc9c"},
      {"r9000", "MATCHSTATE:1:31:r300r900c/r1800r3600r9000:|JdTc/6dJc9c"},
      {"c", "MATCHSTATE:1:31:r300r900c/r1800r3600r9000c/:|JdTc/6dJc9c/Kh"},
      {"r20000", "MATCHSTATE:1:31:r300r900c/r1800r3600r9000c/r20000:|JdTc/6dJc9c/Kh"},
      {"c", "MATCHSTATE:1:31:r300r900c/r1800r3600r9000c/r20000c/:KsJs|JdTc/6dJc9c/Kh/Qc"}}},
    /* all-in before the flop: a slash for every street that is only dealt */
    {FELT_NO_LIMIT,
     2,
     2000,
     "AsKsAdKd2c3d4h5s6c",
     0,
     0,
     "MATCHSTATE:0:0::AsAd|",
     {{"r2000", "MATCHSTATE:0:0:r2000:AsAd|"},
      {"c", "MATCHSTATE:0:0:r2000c///:AsAd|KsKd/2c3d4h/5s/6c"}}},
    /* three players: the button acts first; nobody sees the cards of a hand that ends so */
    {FELT_NO_LIMIT,
     3,
     5000,
     "AsKs2sAdKd2d",
     1,
     7,
     "MATCHSTATE:1:7::|KsKd|",
     {{"f", "MATCHSTATE:1:7:f:|KsKd|"},
      {"r300", "MATCHSTATE:1:7:fr300:|KsKd|"},
      {"f", "MATCHSTATE:1:7:fr300f:|KsKd|"}}},
    /* fixed limit: no numbers */
    {FELT_FIXED_LIMIT,
     2,
     5000,
     "TdAs8h9d2c8c3h9cKh",
     0,
     2,
     "MATCHSTATE:0:2::Td8h|",
     {{"r", "MATCHSTATE:0:2:r:Td8h|"},
      {"r", "MATCHSTATE:0:2:rr:Td8h|"},
      {"c", "MATCHSTATE:0:2:rrc/:Td8h|/2c8c3h"},
      {"c", "MATCHSTATE:0:2:rrc/c:Td8h|/2c8c3h"},
      {"r", "MATCHSTATE:0:2:rrc/cr:Td8h|/2c8c3h"},
      {"f", "MATCHSTATE:0:2:rrc/crf:Td8h|/2c8c3h"}}},
};

static void acpc_state_tells_hands(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        const struct hand *hand = &hands[i];
        static struct scene scene;
        begin(&scene, hand->limit, hand->seats, hand->stack, hand->cards, hand->viewer,
              hand->number, 1);
        assert_string_equal(line_of(&scene), hand->first);
        for (const struct step *step = hand->step; step->word; step++) {
            answer(&scene, step->word);
            assert_string_equal(line_of(&scene), step->line);
        }
        assert_int_equal(felt_poker_actor(&scene.state), FELT_SEAT_NONE);
    }
}

static void acpc_state_knows_its_games(void **state)
{
    (void)state;
    static const struct {
        const char *variant;
        enum felt_limit limit;
        bool told;
    } rows[] = {{"holdem", FELT_NO_LIMIT, true},   {"holdem", FELT_FIXED_LIMIT, true},
                {"holdem", FELT_POT_LIMIT, false}, {"omaha", FELT_POT_LIMIT, false},
                {"stud", FELT_FIXED_LIMIT, false}, {"short-deck", FELT_NO_LIMIT, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_poker_rules rules;
        assert_int_equal(felt_poker_rules_make(rows[i].variant, rows[i].limit, 100, &rules, NULL),
                         FELT_OK);
        assert_int_equal(felt_acpc_state_tells(&rules), rows[i].told);
    }
}

/* ---- against the log ------------------------------------------------------------------------- */

/* Part `index` of a line, between colons. */
static void part_of(const char *line, int index, char out[FELT_ACPC_LINE_BYTES])
{
    while (index-- > 0) {
        line = strchr(line, ':');
        assert_non_null(line);
        line++;
    }
    size_t bytes = strcspn(line, ":");
    assert_true(bytes < FELT_ACPC_LINE_BYTES);
    memcpy(out, line, bytes);
    out[bytes] = '\0';
}

/* The betting and the board of a hand that was played with random actions are those of its log. */
static void acpc_state_agrees_with_log(void **state)
{
    (void)state;
    static struct scene scene;
    static struct felt_record record;
    int rounds = test_is_quick() ? 200 : 2000, compared = 0;
    struct felt_rng rng = felt_rng_make(5);
    for (int round = 0; round < rounds; round++) {
        char log_line[16384], ours[FELT_ACPC_LINE_BYTES], theirs[FELT_ACPC_LINE_BYTES];
        enum felt_limit limit = round % 2 ? FELT_NO_LIMIT : FELT_FIXED_LIMIT;
        int seats = 2 + (int)felt_rng_below(&rng, 9);
        struct felt_recorder recorder;
        begin(&scene, limit, seats, 1000, "", (felt_seat)felt_rng_below(&rng, (uint32_t)seats), 3,
              (uint64_t)round);
        assert_int_equal(felt_recorder_begin(&recorder, &scene.rules, &scene.deal, &record),
                         FELT_OK);
        (void)felt_recorder_observe(&recorder, scene.event, scene.events);
        while (felt_poker_actor(&scene.state) >= 0) {
            struct felt_option option[FELT_OPTIONS_MAX];
            int options = felt_poker_options(&scene.rules, &scene.state, option);
            /* Each kind as often as any other; folds less, so that boards are seen. */
            int kind = (int)felt_rng_below(&rng, (uint32_t)options);
            if (option[kind].kind == FELT_FOLD && felt_rng_below(&rng, 3)) kind = 1;
            int64_t count = felt_options_count(&option[kind], 1);
            uint32_t most = count > 50 ? 50 : (uint32_t)count;
            apply(&scene, felt_options_pick(&option[kind], 1, felt_rng_below(&rng, most)));
            (void)felt_recorder_observe(&recorder, scene.event, scene.events);
        }
        struct felt_buffer text = felt_buffer_make(log_line, sizeof log_line);
        if (felt_acpc_write(&record, 3, NULL, &text, NULL) != FELT_OK) continue;
        (void)felt_buffer_terminate(&text);
        part_of(line_of(&scene), 3, ours);
        part_of(log_line, 2, theirs);
        assert_string_equal(ours, theirs);
        part_of(scene.line, 4, ours);
        part_of(log_line, 3, theirs);
        const char *our_board = strchr(ours, '/'), *their_board = strchr(theirs, '/');
        assert_string_equal(our_board ? our_board : "", their_board ? their_board : "");
        compared++;
    }
    assert_true(compared > rounds / 2);
}

/* ---- answers --------------------------------------------------------------------------------- */

static void acpc_reply_is_read(void **state)
{
    (void)state;
    static const char sent[] = "MATCHSTATE:0:0::AsAd|";
    static const struct {
        const char *text;
        bool has_amounts;
        enum felt_status status;
        uint8_t kind;
        felt_chips amount;
    } rows[] = {
        {"MATCHSTATE:0:0::AsAd|:c", true, FELT_OK, FELT_CALL, 0},
        {"MATCHSTATE:0:0::AsAd|:f", false, FELT_OK, FELT_FOLD, 0},
        {"MATCHSTATE:0:0::AsAd|:r", false, FELT_OK, FELT_RAISE_TO, 0},
        {"MATCHSTATE:0:0::AsAd|:r300", true, FELT_OK, FELT_RAISE_TO, 300},
        {"MATCHSTATE:0:0::AsAd|:r999999999999999999", true, FELT_OK, FELT_RAISE_TO,
         999999999999999999},
        {"MATCHSTATE:0:0::AsAd|:r1000000000000000000", true, FELT_BAD_FORMAT, 0, 0},
        {"MATCHSTATE:0:0::AsAd|:r", true, FELT_BAD_FORMAT, 0, 0},
        {"MATCHSTATE:0:0::AsAd|:r-3", true, FELT_BAD_FORMAT, 0, 0},
        {"MATCHSTATE:0:0::AsAd|:r300", false, FELT_BAD_FORMAT, 0, 0},
        {"MATCHSTATE:0:0::AsAd|:cc", true, FELT_BAD_FORMAT, 0, 0},
        {"MATCHSTATE:0:0::AsAd|:x", true, FELT_BAD_FORMAT, 0, 0},
        {"MATCHSTATE:0:0::AsAd|:", true, FELT_NOT_YOUR_TURN, 0, 0},
        {"MATCHSTATE:0:0::AsAd|", true, FELT_NOT_YOUR_TURN, 0, 0},
        {"MATCHSTATE:0:0:c:AsAd|:c", true, FELT_NOT_YOUR_TURN, 0, 0},
        {"MATCHSTATE:", true, FELT_NOT_YOUR_TURN, 0, 0},
        {"c", true, FELT_BAD_FORMAT, 0, 0},
        {"", true, FELT_BAD_FORMAT, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_action action = {0};
        struct felt_complaint complaint = {0};
        assert_int_equal(felt_acpc_reply_read(rows[i].text, strlen(rows[i].text), sent,
                                              strlen(sent), rows[i].has_amounts, &action,
                                              &complaint),
                         rows[i].status);
        assert_true((complaint.text[0] != '\0') == (rows[i].status != FELT_OK));
        assert_int_equal(action.kind, rows[i].kind);
        assert_int_equal(action.amount, rows[i].amount);
    }
}

static void acpc_version_is_known(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool known;
    } rows[] = {{"VERSION:2.0.0", true},
                {"VERSION:2.1", true},
                {"VERSION:1.0.0", false},
                {"VERSION:2.", false},
                {"VERSION:2", false},
                {"VERSION:2.0x", false},
                {"", false},
                {"MATCHSTATE:", false},
                {"version:2.0.0", false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(felt_acpc_is_version(rows[i].text, strlen(rows[i].text)), rows[i].known);
}

TEST_MODULE(acpc_state)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(acpc_state_tells_hands),     cmocka_unit_test(acpc_state_knows_its_games),
        cmocka_unit_test(acpc_state_agrees_with_log), cmocka_unit_test(acpc_reply_is_read),
        cmocka_unit_test(acpc_version_is_known),
    };
    return cmocka_run_group_tests_name("acpc_state", tests, NULL, NULL);
}
