/* test_transcript.c -- games as text: what a line says, how long it is, and whose cards it shows.
 * Whole games are in tests/golden/genomes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/genome_play.h"
#include "genome_script.h"
#include "lab/rulebook/transcript.h"
#include "module.h"
#include "support.h"

#include <string.h>

enum { TEXT = 1 << 16, GAMES = 3 };

static void expect_text(const struct felt_transcript *transcript, const struct felt_event *events,
                        uint32_t count, const char *text)
{
    char memory[TEXT];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    felt_transcript_write(transcript, events, count, &out);
    assert_string_equal(felt_buffer_terminate(&out), text);
}

static void expect_line(struct felt_event event, const char *text)
{
    static const char *const names[FELT_SEATS_MAX] = {"Anna", "Bert"};
    struct felt_transcript transcript = {.names = names, .viewer = FELT_TRANSCRIPT_ALL};
    event.cards_to = (felt_seats)-1;
    expect_text(&transcript, &event, 1, text);
}

static struct felt_event betting(enum felt_move move, felt_chips amount, felt_chips to)
{
    return (struct felt_event){
        .kind = FELT_EVENT_ACT, .board = (uint8_t)move, .amount = amount, .to = to};
}

static void transcript_betting_has_the_words_of_the_document(void **state)
{
    (void)state;
    expect_line(betting(FELT_MOVE_CHECK, 0, 0), "Anna checks\n");
    expect_line(betting(FELT_MOVE_BET, 10, 10), "Anna bets 10\n");
    expect_line(betting(FELT_MOVE_CALL, 10, 20), "Anna calls 10\n");
    expect_line(betting(FELT_MOVE_RAISE, 20, 30), "Anna raises to 30\n");
    expect_line(betting(FELT_MOVE_ALL_IN, 7, 17), "Anna is all-in with 7\n");
    expect_line(betting(FELT_MOVE_FOLD, 0, 0), "Anna folds\n");
}

static void transcript_empty_hands_have_nothing_to_show(void **state)
{
    (void)state;
    expect_line((struct felt_event){.kind = FELT_EVENT_SHOW, .seat = 1},
                "Bert has no cards to show\n");
}

static struct felt_event effect(enum felt_effect_type type, int value)
{
    return (struct felt_event){.kind = FELT_EVENT_EFFECT, .seat = 1, .to = type, .amount = value};
}

static void transcript_effects_have_words(void **state)
{
    (void)state;
    expect_line(effect(FELT_EFFECT_SKIP, 1), "Bert is skipped\n");
    expect_line(effect(FELT_EFFECT_REVERSE, 1), "the direction turns round\n");
    expect_line(effect(FELT_EFFECT_DRAW, 2), "Bert must draw 2\n");
    expect_line(effect(FELT_EFFECT_EXTRA_TURN, 1), "Bert plays again\n");
    expect_line(effect(FELT_EFFECT_FORCE_DISCARD, 1), "Bert must discard 1\n");
    expect_line(effect(FELT_EFFECT_SWAP_HANDS, 1), "Bert must swap hands\n");
    expect_line(effect(FELT_EFFECT_STEAL, 3), "Bert must give up 3\n");
    expect_line(effect(FELT_EFFECT_PEEK, 1), "Bert must show 1\n");
    expect_line(effect(FELT_EFFECT_ANTE_UP, 5), "everybody must ante 5\n");
    expect_line(effect(FELT_EFFECT_DOUBLE_POT, 1), "Bert must double the pot\n");
    expect_line(effect(FELT_EFFECT_FREE_CHECK, 1), "the next betting is left out\n");
    expect_line(effect(FELT_EFFECT_RAISE_CAP, 2), "raises that are allowed from now on: +2\n");
}

static void transcript_other_events_have_words(void **state)
{
    (void)state;
    expect_line((struct felt_event){.kind = FELT_EVENT_HAND, .to = 3, .amount = 3},
                "hand 3, Anna starts, hearts are trumps\n");
    expect_line((struct felt_event){.kind = FELT_EVENT_SCORE, .amount = -3, .to = 4},
                "Anna scores -3: 4\n");
    expect_line((struct felt_event){.kind = FELT_EVENT_SHUFFLE, .amount = 1},
                "the discards are shuffled: a card\n");
    expect_line((struct felt_event){.kind = FELT_EVENT_OVER, .amount = 7},
                "Anna, Bert and C win the game\n");
    expect_line((struct felt_event){.kind = FELT_EVENT_OVER, .amount = 0}, "nobody wins: a draw\n");
    expect_line((struct felt_event){.kind = FELT_EVENT_OUT, .seat = 1}, "Bert is out\n");
    expect_line((struct felt_event){.kind = FELT_EVENT_WIN, .amount = 9, .pot = 2},
                "Anna wins 9 of side pot 2\n");
    expect_line((struct felt_event){.kind = FELT_EVENT_TAKE, .amount = 12},
                "Anna takes 12 cards\n");
}

static void transcript_cards_are_shown_to_who_may_see_them(void **state)
{
    (void)state;
    const struct felt_event deal[] = {
        {.kind = FELT_EVENT_DEAL, .count = 2, .cards_to = 1, .cards = {0, 51}},
        {.kind = FELT_EVENT_DEAL, .seat = 1, .count = 2, .cards_to = 2, .cards = {1, 2}}};
    struct felt_transcript transcript = {.viewer = 0};
    expect_text(&transcript, deal, 2, "A is dealt 2c As\nB is dealt 2 cards\n");
    transcript.viewer = 1;
    expect_text(&transcript, deal, 2, "A is dealt 2 cards\nB is dealt 2d 2h\n");
    transcript.viewer = FELT_SEAT_NONE;
    expect_text(&transcript, deal, 2, "A is dealt 2 cards\nB is dealt 2 cards\n");
    transcript.viewer = FELT_TRANSCRIPT_ALL;
    expect_text(&transcript, deal, 2, "A is dealt 2c As\nB is dealt 2d 2h\n");
}

static void transcript_long_names_are_cut(void **state)
{
    (void)state;
    static const char *const names[FELT_SEATS_MAX] = {"Anna of the Twenty-Five Letters and More"};
    struct felt_transcript transcript = {.names = names, .viewer = FELT_TRANSCRIPT_ALL};
    struct felt_event event = betting(FELT_MOVE_CHECK, 0, 0);
    expect_text(&transcript, &event, 1, "Anna of the Twenty-Five  checks\n");
}

/* ---- whole games ---- */

/* T1; and T2: what is left out of the events for this viewer is not missed. */
static void expect_lines(const struct felt_transcript *transcript, const struct felt_event_log *log)
{
    static char memory[2][TEXT];
    static struct felt_event seen[FELT_EVENTS_MAX];
    struct felt_buffer out = felt_buffer_make(memory[0], TEXT),
                       other = felt_buffer_make(memory[1], TEXT);
    for (uint32_t i = 0; i < log->count; i++)
        seen[i] = transcript->viewer == FELT_TRANSCRIPT_ALL
                      ? log->event[i]
                      : felt_event_for(&log->event[i], transcript->viewer);
    felt_transcript_write(transcript, log->event, log->count, &out);
    felt_transcript_write(transcript, seen, log->count, &other);
    assert_string_equal(felt_buffer_terminate(&out), felt_buffer_terminate(&other));
    assert_false(out.overflow);
    assert_null(strstr(memory[0], "??"));
    for (const char *line = memory[0]; *line;) {
        size_t bytes = strcspn(line, "\n");
        assert_true(bytes > 0 && bytes <= FELT_TRANSCRIPT_COLUMNS);
        line += bytes + 1;
    }
}

static void tell_game(const struct felt_genome_program *program, uint64_t seed)
{
    static const char *const names[FELT_SEATS_MAX] = {"A player with a long name", "B", "C",
                                                      "Another one of this kind"};
    static struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {.event = event, .room = FELT_EVENTS_MAX};
    struct felt_rng rng = felt_rng_make(seed);
    struct felt_genome_state state;
    felt_genome_begin(program, NULL, seed, &state, &log);
    for (int moves = 0; moves < 400; moves++) {
        for (int viewer = FELT_TRANSCRIPT_ALL; viewer < program->seats; viewer++)
            expect_lines(&(struct felt_transcript){.names = names, .viewer = (felt_seat)viewer},
                         &log);
        if (state.actor < 0) return;
        struct felt_moves legal;
        log.count = 0;
        felt_genome_moves(program, &state, &legal);
        int n = (int)felt_rng_below(&rng, (uint32_t)felt_moves_count(&legal));
        felt_genome_play(program, &state, felt_moves_pick(&legal, n), &log);
    }
}

static void transcript_of_known_games_keeps_its_columns_and_its_secrets(void **state)
{
    (void)state;
    static const char *const games[] = {
        "war",     "betting-war",    "crazy-eights",      "uno-style", "gin-lite", "hearts",
        "spades",  "old-maid",       "go-fish",           "blackjack", "cheat",    "scopa",
        "fan-tan", "five-card-draw", "liars-poker-style", "president", "gops",     "holdem-like"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct felt_genome genome;
        struct felt_genome_program program;
        char complaint[KNOWN_COMPLAINT_BYTES];
        if (!known_genome_read(games[i], &genome, complaint)) fail_msg("%s", complaint);
        felt_genome_compile(&genome, genome.players.gene[FELT_PLAYERS_MAX], &program);
        for (uint64_t seed = 0; seed < GAMES; seed++) tell_game(&program, seed);
    }
}

TEST_MODULE(transcript)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(transcript_betting_has_the_words_of_the_document),
        cmocka_unit_test(transcript_empty_hands_have_nothing_to_show),
        cmocka_unit_test(transcript_effects_have_words),
        cmocka_unit_test(transcript_other_events_have_words),
        cmocka_unit_test(transcript_cards_are_shown_to_who_may_see_them),
        cmocka_unit_test(transcript_long_names_are_cut),
        cmocka_unit_test(transcript_of_known_games_keeps_its_columns_and_its_secrets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
