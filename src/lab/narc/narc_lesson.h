/* narc_lesson.h -- two hands that teach Narc, and two questions: for the terminal
 * (play_narc_lesson.h) and, as frames, for a page (docs/PROTOCOL.md 15.20).
 *
 * A lesson is a list of steps in the order of play.  Those of Narc and Customer happen; those of
 * the Player are asked for, with a comment before them.  Decks are fixed; numbers are those of the
 * cards, so that a catalogue that is retuned needs no other texts. */
#ifndef FELT_LAB_NARC_NARC_LESSON_H
#define FELT_LAB_NARC_NARC_LESSON_H

#include "felt/buffer.h"
#include "felt/narc.h"

enum { FELT_NARC_LESSON_HANDS = 2, FELT_NARC_QUESTIONS = 2, FELT_NARC_ANSWERS_MAX = 4 };

struct felt_narc_step {
    uint8_t role, kind;  /* enum felt_narc_role, enum felt_action_kind                           */
    const char *card;    /* id, for COMMIT                                                       */
    const char *comment; /* before it; NULL: none                                                */
    const char *page;    /* instead, where there are buttons and no prompt; NULL: the same       */
};
struct felt_narc_lesson_hand {
    const char *const *deck; /* ids of the cards on top, each role's in its order; ends with NULL */
    const struct felt_narc_step *step;
    int steps;
};
const struct felt_narc_lesson_hand *felt_narc_lesson_hand(int index);

struct felt_narc_lesson_answer {
    const char *word, *text;
    const char *wrong; /* why; NULL: this is right                                               */
};
struct felt_narc_question {
    const char *text;
    struct felt_narc_lesson_answer answer[FELT_NARC_ANSWERS_MAX];
    int answers;
    const char *right; /* what is said then                                                      */
};
const struct felt_narc_question *felt_narc_lesson_question(int index);
/* What is said behind the last one. */
extern const char felt_narc_lesson_end[];

/* The hand begins: the named cards on top, the rest below. */
void felt_narc_lesson_begin(const struct felt_narc_rules *rules, int index,
                            struct felt_narc_state *state, struct felt_event_log *log);
/* The action of a step, if it is possible as things are; else the seat checks, or goes on. */
struct felt_action felt_narc_lesson_action(const struct felt_narc_rules *rules,
                                           const struct felt_narc_state *state,
                                           const struct felt_narc_step *step);

/* The whole lesson as /api/narc/lesson tells it.  FELT_FULL: no memory.  out->overflow: it did not
 * fit. */
FELT_MUST_USE enum felt_status felt_narc_lesson_write(const struct felt_narc_rules *rules,
                                                      struct felt_buffer *out);

#endif
