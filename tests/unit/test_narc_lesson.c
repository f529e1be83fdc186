/* test_narc_lesson.c -- the lesson of Narc: everything it wants is possible, its frames are those
 * of a table and hold nothing that the Player may not know. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "lab/narc/narc_lesson.h"
#include "module.h"
#include "narc_known.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { BODY_BYTES = 1 << 17, PLAYER = FELT_ROLE_PLAYER, SEEN_MAX = FELT_NARC_KINDS_MAX };

static struct felt_narc_rules rules;
static char body[BODY_BYTES];

static int make_rules(void **state)
{
    (void)state;
    narc_known_rules("house", &rules);
    return 0;
}

static json_t *load_lesson(void)
{
    struct felt_buffer buffer = felt_buffer_make(body, sizeof body);
    json_error_t error;
    assert_int_equal(felt_narc_lesson_write(&rules, &buffer), FELT_OK);
    assert_false(buffer.overflow);
    json_t *lesson = json_loadb(buffer.bytes, buffer.used, JSON_REJECT_DUPLICATES, &error);
    if (!lesson) fail_msg("%s at %d", error.text, error.position);
    return lesson;
}

/* ---- steps ---- */

/* Plays a hand as its steps say; nothing is skipped, and nothing falls back to a check. */
static enum felt_narc_end play(int index)
{
    const struct felt_narc_lesson_hand *hand = felt_narc_lesson_hand(index);
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {event, 0, FELT_EVENTS_MAX};
    struct felt_narc_state state;
    felt_narc_lesson_begin(&rules, index, &state, &log);
    assert_int_equal(event[0].kind, FELT_EVENT_HAND);
    assert_int_equal(event[0].to, index + 1);
    for (int i = 0; i < hand->steps; i++) {
        const struct felt_narc_step *step = &hand->step[i];
        felt_seat seat = felt_narc_actor(&rules, &state);
        assert_true(seat >= 0);
        assert_int_equal(felt_narc_role(&rules, seat), step->role);
        assert_int_equal(step->role == PLAYER, step->comment != NULL);
        struct felt_action action = felt_narc_lesson_action(&rules, &state, step);
        assert_int_equal(action.kind, step->kind);
        assert_int_equal(action.cards != 0, step->card != NULL);
        assert_int_equal(felt_narc_apply(&rules, &state, seat, action, NULL), FELT_OK);
    }
    assert_true(felt_narc_actor(&rules, &state) < 0);
    return (enum felt_narc_end)state.end;
}

static void lesson_wants_what_is_possible(void **state)
{
    (void)state;
    assert_int_equal(play(0), FELT_NARC_SAFE);
    assert_int_equal(play(1), FELT_NARC_FOLDED);
}

/* A catalogue without the cards of the lesson: it goes on with what there is. */
static void lesson_goes_on_with_other_cards(void **state)
{
    (void)state;
    static struct felt_narc_rules other;
    struct felt_buffer buffer = felt_buffer_make(body, sizeof body);
    other = rules;
    for (int i = 0; i < other.catalogue.kinds; i++) other.catalogue.card[i].id[0] = 'x';
    assert_int_equal(felt_narc_lesson_write(&other, &buffer), FELT_OK);
    json_t *lesson = json_loadb(buffer.bytes, buffer.used, 0, NULL);
    assert_non_null(lesson);
    json_decref(lesson);
}

/* ---- frames ---- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static bool holds(const json_t *list, const char *word)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(json_string_value(json_array_get(list, i)), word) == 0) return true;
    return false;
}

/* The last frame of a step asks, and what is wanted is among the answers. */
static void verify_wanted(const json_t *step, const json_t *act)
{
    const json_t *wanted = json_object_get(step, "wanted");
    assert_string_equal(text_of(act, "type"), "act");
    assert_true(holds(json_object_get(act, "legal"), text_of(wanted, "action")));
    if (json_object_get(wanted, "card"))
        assert_true(
            holds(json_object_get(json_object_get(act, "you"), "hole"), text_of(wanted, "card")));
    else
        assert_string_not_equal(text_of(wanted, "action"), "COMMIT");
    assert_true(strlen(text_of(step, "comment")) > 40);
}

static int steps_of_player(void)
{
    int count = 0;
    for (int hand = 0; hand < FELT_NARC_LESSON_HANDS; hand++)
        for (int i = 0; i < felt_narc_lesson_hand(hand)->steps; i++)
            if (felt_narc_lesson_hand(hand)->step[i].role == PLAYER) count++;
    return count;
}

static void lesson_asks_for_each_step(void **state)
{
    (void)state;
    json_t *lesson = load_lesson(), *steps = json_object_get(lesson, "steps");
    int64_t seq = 0, wanted = 0;
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *step = json_array_get(steps, i), *frames = json_object_get(step, "frames");
        size_t count = json_array_size(frames);
        assert_true(count > 0);
        for (size_t k = 0; k < count; k++) {
            const json_t *frame = json_array_get(frames, k);
            assert_int_equal(json_integer_value(json_object_get(frame, "seq")), seq++);
            assert_string_equal(text_of(frame, "table"), text_of(lesson, "table"));
        }
        const json_t *last = json_array_get(frames, count - 1);
        if (json_object_get(step, "wanted")) {
            wanted++;
            verify_wanted(step, last);
        } else {
            assert_string_equal(text_of(last, "type"), "end_hand");
        }
    }
    assert_int_equal(wanted, steps_of_player());
    assert_int_equal(json_array_size(steps), (size_t)wanted + FELT_NARC_LESSON_HANDS);
    json_decref(lesson);
}

struct seen {
    const char *id[SEEN_MAX * 2];
    int count;
};

static bool has_seen(const struct seen *seen, const char *id)
{
    for (int i = 0; i < seen->count; i++)
        if (strcmp(seen->id[i], id) == 0) return true;
    return false;
}

/* No text of the frame is a card that was neither dealt to the Player nor flipped. */
static void verify_hidden(const struct seen *seen, const json_t *frame)
{
    char *text = json_dumps(frame, JSON_COMPACT);
    assert_non_null(text);
    for (int i = 0; i < rules.catalogue.kinds; i++) {
        const char *id = rules.catalogue.card[i].id;
        char quoted[FELT_NARC_ID_BYTES + 2];
        struct felt_buffer name = felt_buffer_make(quoted, sizeof quoted);
        felt_buffer_char(&name, '"');
        felt_buffer_text(&name, id);
        felt_buffer_char(&name, '"');
        if (!has_seen(seen, id) && strstr(text, felt_buffer_terminate(&name)))
            fail_msg("%s is in %s", id, text);
    }
    free(text);
}

static void see(struct seen *seen, const json_t *frame, int64_t player)
{
    bool mine = json_integer_value(json_object_get(frame, "seat")) == player;
    const json_t *cards = json_object_get(frame, "cards");
    bool flip = strcmp(text_of(frame, "ev"), "FLIP") == 0;
    bool deal = strcmp(text_of(frame, "ev"), "DEAL") == 0;
    if (!flip && !(deal && mine)) return;
    for (size_t i = 0; i < json_array_size(cards); i++)
        seen->id[seen->count++] = json_string_value(json_array_get(cards, i));
    assert_true(seen->count < SEEN_MAX);
}

static void lesson_frames_hide_what_is_hidden(void **state)
{
    (void)state;
    json_t *lesson = load_lesson(), *steps = json_object_get(lesson, "steps");
    int64_t player = json_integer_value(json_object_get(lesson, "seat"));
    struct seen seen = {.count = 0};
    int hidden = 0;
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *frames = json_object_get(json_array_get(steps, i), "frames");
        for (size_t k = 0; k < json_array_size(frames); k++) {
            const json_t *frame = json_array_get(frames, k);
            if (strcmp(text_of(frame, "type"), "start_hand") == 0) seen.count = 0;
            bool commit = strcmp(text_of(frame, "ev"), "COMMIT") == 0;
            if (commit && !json_object_get(frame, "cards")) hidden++;
            see(&seen, frame, player);
            verify_hidden(&seen, frame);
        }
    }
    assert_int_equal(hidden, 6); /* raises of the others */
    json_decref(lesson);
}

/* ---- questions ---- */

static void lesson_questions_have_one_answer(void **state)
{
    (void)state;
    json_t *lesson = load_lesson(), *questions = json_object_get(lesson, "questions");
    assert_int_equal(json_array_size(questions), FELT_NARC_QUESTIONS);
    for (size_t i = 0; i < json_array_size(questions); i++) {
        const json_t *answers = json_object_get(json_array_get(questions, i), "answers");
        int right = 0;
        for (size_t k = 0; k < json_array_size(answers); k++)
            right += json_object_get(json_array_get(answers, k), "wrong") == NULL;
        assert_int_equal(right, 1);
    }
    assert_string_equal(text_of(lesson, "end"), felt_narc_lesson_end);
    json_decref(lesson);
}

static void lesson_that_does_not_fit_says_so(void **state)
{
    (void)state;
    struct felt_buffer buffer = felt_buffer_make(body, 1000);
    assert_int_equal(felt_narc_lesson_write(&rules, &buffer), FELT_OK);
    assert_true(buffer.overflow);
}

TEST_MODULE(narc_lesson)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lesson_wants_what_is_possible),
        cmocka_unit_test(lesson_goes_on_with_other_cards),
        cmocka_unit_test(lesson_asks_for_each_step),
        cmocka_unit_test(lesson_frames_hide_what_is_hidden),
        cmocka_unit_test(lesson_questions_have_one_answer),
        cmocka_unit_test(lesson_that_does_not_fit_says_so),
    };
    return cmocka_run_group_tests(tests, make_rules, NULL);
}
