/* play_narc_lesson.c -- see play_narc_lesson.h. */
#include "terminal/narc/play_narc_lesson.h"

#include "lab/narc/narc_lesson.h"
#include "terminal/narc/play_narc_text.h"
#include "felt/assert.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES_MAX = 3, TEXT_BYTES = 400, PLAYER = FELT_ROLE_PLAYER };

/* ---- steps ---- */

static void begin_hand(struct felt_narc_table *table, int index)
{
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {event, 0, FELT_EVENTS_MAX};
    felt_narc_lesson_begin(table->rules, index, &table->state, &log);
    felt_narc_table_note(table, &log, false);
}

static void apply(struct felt_narc_table *table, struct felt_action action)
{
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {event, 0, FELT_EVENTS_MAX};
    felt_seat seat = felt_narc_actor(table->rules, &table->state);
    enum felt_status status = felt_narc_apply(table->rules, &table->state, seat, action, &log);
    felt_assert(status == FELT_OK);
    felt_narc_table_note(table, &log, false);
}

/* "Type raise 2 (Allotment Shed)." */
static const char *name_words(const struct felt_narc_table *table, struct felt_action action,
                              char out[TEXT_BYTES])
{
    uint8_t hand[FELT_NARC_HAND_MAX];
    felt_seat seat = felt_narc_actor(table->rules, &table->state);
    if (action.kind == FELT_COMMIT) {
        int at = __builtin_ctzll(action.cards);
        (void)felt_narc_hand(table->rules, &table->state, seat, hand);
        int kind = felt_narc_kind(table->rules, &table->state, hand[at]);
        snprintf(out, TEXT_BYTES, "raise %d (%s)", at + 1, table->rules->catalogue.card[kind].name);
    } else {
        snprintf(out, TEXT_BYTES, "%s",
                 action.kind == FELT_FOLD       ? "fold"
                 : action.kind == FELT_CONTINUE ? "go on"
                                                : "check");
    }
    return out;
}

/* The person does what is asked for.  False: leaves. */
static bool ask_step(struct felt_narc_table *table, const struct felt_narc_step *step)
{
    struct felt_action wanted = felt_narc_lesson_action(table->rules, &table->state, step),
                       done = {.kind = FELT_ACTION_KINDS};
    char words[TEXT_BYTES], text[2 * TEXT_BYTES];
    if (step->comment) {
        if (table->lines) fputc('\n', table->term->out);
        if (!felt_narc_table_pages(table, step->comment, "Enter: go on; q: leave the tutorial"))
            return false;
        if (table->lines) fputc('\n', table->term->out);
    }
    name_words(table, wanted, words);
    for (int tries = 1;; tries++) {
        snprintf(text, sizeof text, "LESSON: %sType %s.",
                 done.kind == FELT_ACTION_KINDS
                     ? ""
                     : "That is possible in the game, but this lesson needs another move. ",
                 words);
        felt_narc_table_say(table, text);
        if (!felt_narc_table_ask(table, &done)) return false;
        if (done.kind == wanted.kind && done.cards == wanted.cards) break;
        if (tries < TRIES_MAX) continue;
        felt_narc_table_say(table, "LESSON: It is done for you.");
        break;
    }
    apply(table, wanted);
    return true;
}

static bool play_steps(struct felt_narc_table *table, int index)
{
    const struct felt_narc_lesson_hand *hand = felt_narc_lesson_hand(index);
    begin_hand(table, index);
    for (int i = 0; i < hand->steps; i++) {
        const struct felt_narc_step *step = &hand->step[i];
        felt_seat seat = felt_narc_actor(table->rules, &table->state);
        if (seat < 0) break;
        if ((int)felt_narc_role(table->rules, seat) != step->role) continue;
        if (step->role != PLAYER)
            apply(table, felt_narc_lesson_action(table->rules, &table->state, step));
        else if (!ask_step(table, step))
            return false;
    }
    return felt_narc_table_rest(table, "Enter: go on; q: leave the tutorial");
}

/* ---- questions ---- */

/* The answer a line names by number, letter or word; -1: none. */
static int find_answer(const struct felt_narc_question *question, const char *line)
{
    for (int i = 0; i < question->answers; i++) {
        bool number = line[0] == '1' + i || (line[0] == 'a' + i && line[1] == '\0');
        if ((number && line[1] == '\0') || strcmp(line, question->answer[i].word) == 0) return i;
        if (line[0] && line[1] && strncmp(question->answer[i].text, line, strlen(line)) == 0)
            return i;
    }
    return -1;
}

static void print_question(const struct felt_narc_table *table,
                           const struct felt_narc_question *question, const char *before)
{
    char memory[8 * TEXT_BYTES], wrapped[8 * TEXT_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    struct felt_buffer lines = felt_buffer_make(wrapped, sizeof wrapped);
    if (*before) {
        felt_buffer_text(&text, before);
        felt_buffer_text(&text, "\n\n");
    }
    felt_buffer_text(&text, question->text);
    felt_buffer_char(&text, '\n');
    for (int i = 0; i < question->answers; i++) {
        felt_buffer_text(&text, "  ");
        felt_buffer_int(&text, i + 1);
        felt_buffer_text(&text, " ");
        felt_buffer_text(&text, question->answer[i].text);
        felt_buffer_char(&text, '\n');
    }
    felt_narc_text_wrap(felt_buffer_terminate(&text), -1, &lines);
    if (!table->lines) felt_narc_screen_clear(table->term, false);
    if (table->lines) fputc('\n', table->term->out);
    fputs(felt_buffer_terminate(&lines), table->term->out);
}

/* False: leaves. */
static bool ask_question(struct felt_narc_table *table, const struct felt_narc_question *question,
                         const char *before)
{
    char line[FELT_PROMPT_BYTES];
    print_question(table, question, before);
    while (felt_narc_table_line(table, "Type the number of your answer; q leaves.", line)) {
        if (felt_prompt_quits(line)) return false;
        int at = find_answer(question, line);
        if (at >= 0 && !question->answer[at].wrong) return true;
        print_question(table, question, at < 0 ? "" : question->answer[at].wrong);
    }
    return false;
}

static bool examine(struct felt_narc_table *table)
{
    const char *before = "";
    char text[TEXT_BYTES];
    for (int i = 0; i < FELT_NARC_QUESTIONS; i++) {
        const struct felt_narc_question *question = felt_narc_lesson_question(i);
        if (!ask_question(table, question, before)) return false;
        before = question->right;
    }
    snprintf(text, sizeof text,
             "%s\n\n%s felt play narc begins a run; ? and rules help at every turn.\n", before,
             felt_narc_lesson_end);
    if (table->lines) fputc('\n', table->term->out);
    (void)felt_narc_table_pages(table, text, "Enter: the end");
    return true;
}

bool felt_play_narc_lesson(struct felt_narc_table *table)
{
    bool done = true;
    table->teaches = true;
    for (int i = 0; i < FELT_NARC_LESSON_HANDS && done; i++) done = play_steps(table, i);
    done = done && examine(table);
    if (!done)
        fputs("You leave the tutorial; felt play narc --tutorial begins it again.\n",
              table->term->out);
    return done;
}
