/* fuzz_narc.c -- any bytes as a catalogue ('c'), a rule set ('o') or a run (any other letter, which
 * chooses the rules it is played by): the first byte says what.
 *
 * What is accepted comes back from its own text, and the text is the same again.  What is refused
 * leaves everything alone and comes with a pointer and a reason fit to be printed.  Rules that are
 * in order can be played; a run that is in order is replayed to its end.  The hash of the rules is
 * set to 0, so that the fuzzer can write runs of all of them. */
#include "complaint.h"
#include "narc_curios.h"

#include "felt/assert.h"
#include "felt/narc_json.h"

#include <string.h>

enum { UNTOUCHED = 0x5A, ACTIONS_MAX = 300 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char first[FELT_NARC_RUN_TEXT_MAX], second[FELT_NARC_RUN_TEXT_MAX];
static struct felt_narc_rules rules;

static void verify_error(const struct felt_narc_error *error)
{
    struct felt_complaint complaint = {0};
    felt_assert(memchr(error->pointer, '\0', sizeof error->pointer) != NULL);
    felt_assert(error->pointer[0] == '/' || error->pointer[0] == '\0');
    for (const char *c = error->pointer; *c; c++) felt_assert(*c > ' ' && *c <= '~');
    memcpy(complaint.text, error->text, sizeof complaint.text);
    verify_complaint(&complaint, 0);
}

static void verify_untouched(const void *memory, size_t bytes)
{
    const unsigned char *at = memory;
    for (size_t i = 0; i < bytes; i++) felt_assert(at[i] == UNTOUCHED); /* J1 */
}

static void verify_same(const struct felt_buffer *a, const struct felt_buffer *b)
{
    felt_assert(a->used == b->used && memcmp(a->bytes, b->bytes, a->used) == 0); /* J2 */
}

/* A few sessions at random. */
static void play(void)
{
    struct felt_narc_state state;
    struct felt_rng rng = felt_rng_make(1);
    felt_narc_rest(&rules, 50, 50, &state);
    for (int i = 0; i < ACTIONS_MAX; i++) {
        struct felt_option options[FELT_OPTIONS_MAX];
        felt_seat seat = felt_narc_actor(&rules, &state);
        if (seat < 0) {
            felt_narc_begin(&rules, &state, &rng, &state, NULL);
            continue;
        }
        int count = felt_narc_game.legal(&rules, &state, options);
        uint32_t all = (uint32_t)felt_options_count(options, count);
        struct felt_action action = felt_options_pick(options, count, felt_rng_below(&rng, all));
        felt_assert(felt_narc_apply(&rules, &state, seat, action, NULL) == FELT_OK);
    }
    felt_assert(felt_narc_sound(&rules, &state));
}

static void join_and_play(const struct felt_narc_options *options,
                          const struct felt_narc_catalogue *catalogue)
{
    struct felt_narc_error error = {0};
    memset(&rules, UNTOUCHED, sizeof rules);
    if (felt_narc_rules_join(options, catalogue, true, &rules, &error) == FELT_OK) {
        play();
        return;
    }
    verify_untouched(&rules, sizeof rules);
    verify_error(&error);
}

static void read_cards(const char *text, size_t bytes)
{
    static struct felt_narc_catalogue cards, again;
    struct felt_narc_error error = {0};
    memset(&cards, UNTOUCHED, sizeof cards);
    if (felt_narc_cards_read(text, bytes, &cards, &error) != FELT_OK) {
        verify_untouched(&cards, sizeof cards);
        verify_error(&error);
        return;
    }
    struct felt_buffer out = felt_buffer_make(first, sizeof first),
                       twice = felt_buffer_make(second, sizeof second);
    felt_assert(felt_narc_cards_write(&cards, &out) == FELT_OK);
    felt_assert(felt_narc_cards_read(first, out.used, &again, NULL) == FELT_OK);
    felt_assert(felt_narc_cards_write(&again, &twice) == FELT_OK);
    verify_same(&out, &twice);
    join_and_play(&felt_narc_options_usual, &cards);
}

static void read_options(const char *text, size_t bytes)
{
    struct felt_narc_options options, again;
    struct felt_narc_error error = {0};
    memset(&options, UNTOUCHED, sizeof options);
    if (felt_narc_options_read(text, bytes, &options, &error) != FELT_OK) {
        verify_untouched(&options, sizeof options);
        verify_error(&error);
        return;
    }
    struct felt_buffer out = felt_buffer_make(first, sizeof first),
                       twice = felt_buffer_make(second, sizeof second);
    felt_assert(felt_narc_options_write(&options, &out) == FELT_OK);
    felt_assert(felt_narc_options_read(first, out.used, &again, NULL) == FELT_OK);
    felt_assert(felt_narc_options_write(&again, &twice) == FELT_OK);
    verify_same(&out, &twice);
    join_and_play(&options, &narc_curios);
}

static void read_run(unsigned variety, const char *text, size_t bytes)
{
    static struct felt_narc_run run, again;
    struct felt_narc_replay replay;
    struct felt_narc_error error = {0};
    struct felt_narc_options options = felt_narc_options_usual;
    options.answers = (uint8_t)(variety % FELT_ANSWERS);
    options.cap_effect = variety >> 2 & 1;
    options.pays_to_stay = variety >> 3 & 1;
    options.recycles = !(variety >> 4 & 1);
    felt_assert(felt_narc_rules_join(&options, &narc_curios, false, &rules, NULL) == FELT_OK);
    rules.hash = 0;
    memset(&run, UNTOUCHED, sizeof run);
    if (felt_narc_run_read(text, bytes, &rules, &run, &error) != FELT_OK) {
        verify_untouched(&run, sizeof run);
        verify_error(&error);
        return;
    }
    felt_narc_replay_begin(&replay, &rules, &run);
    while (felt_narc_replay_next(&replay, NULL)) {
    }
    felt_assert(!replay.refused && replay.actions == run.actions);
    if (run.sessions) felt_assert(felt_narc_sound(&rules, &replay.state));
    struct felt_buffer out = felt_buffer_make(first, sizeof first),
                       twice = felt_buffer_make(second, sizeof second);
    felt_assert(felt_narc_run_write(&run, &rules, &out) == FELT_OK);
    felt_assert(felt_narc_run_read(first, out.used, &rules, &again, NULL) == FELT_OK);
    felt_assert(felt_narc_run_write(&again, &rules, &twice) == FELT_OK);
    verify_same(&out, &twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    const char *text = (const char *)data + 1;
    if (data[0] == 'c')
        read_cards(text, size - 1);
    else if (data[0] == 'o')
        read_options(text, size - 1);
    else
        read_run(data[0], text, size - 1);
    return 0;
}
