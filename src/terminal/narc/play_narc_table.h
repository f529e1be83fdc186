/* play_narc_table.h -- a table of Narc in a terminal or a pipe: who sits there as a person, what
 * they are told, what they are asked.
 *
 * Knows the hand under way and its events; knows nothing of sessions, files or bots (play_narc.c),
 * nor of lessons (play_narc_lesson.h), which both play their hands here.
 *
 *   P1  with one person everything is told as that seat may know it; with several, or none, as
 *       everybody may; own cards are shown in one's own turn only, after the terminal was passed.
 */
#ifndef FELT_TERMINAL_NARC_PLAY_NARC_TABLE_H
#define FELT_TERMINAL_NARC_PLAY_NARC_TABLE_H

#include "terminal/local/prompt.h"
#include "terminal/narc/play_narc_screen.h"

enum { FELT_NARC_EVENTS_MAX = 2048, FELT_NARC_NEWS_BYTES = 4096 };

struct felt_narc_table {
    const struct felt_term *term;
    const struct felt_narc_rules *rules;
    bool lines;        /* sentences; else a screen                                               */
    bool fast;         /* no pauses                                                              */
    bool teaches;      /* a line that says nothing is an action of no kind: see ask()            */
    bool echo;         /* nobody sees what is typed, unless we print it                          */
    felt_seats people; /* seats of persons                                                       */
    struct felt_narc_state state;
    /* told so far */
    struct felt_narc_words words;
    felt_seat shown; /* whose hand is on the terminal, or was last                               */
    uint8_t raised[FELT_ROLES];
    char did[FELT_ROLES][24];
    uint32_t events; /* of the hand                                                              */
    struct felt_event event[FELT_NARC_EVENTS_MAX];
    size_t news_used;
    char news[FELT_NARC_NEWS_BYTES]; /* sentences since the last turn of a person                */
};

/* Large: give it memory that is not on the stack.  The state is at rest. */
void felt_narc_table_init(struct felt_narc_table *table, const struct felt_term *term,
                          const struct felt_narc_rules *rules, felt_seats people);

/* Events that happened; a hand that begins forgets those of the last one.  `silently`: they were
 * told before, in another run of the program. */
void felt_narc_table_note(struct felt_narc_table *table, const struct felt_event_log *log,
                          bool silently);
/* A sentence of the house's own, as a line or among the news. */
void felt_narc_table_say(struct felt_narc_table *table, const char *text);
/* The hand is over, or something else happened that should be looked at: draws the screen, and
 * waits for Enter.  Does nothing where there are lines.  False: wants to leave. */
bool felt_narc_table_rest(struct felt_narc_table *table, const char *prompt);

/* The decision of the person who is to act: a legal one, or, where the table teaches, after a line
 * that cannot be understood, one of the kind FELT_ACTION_KINDS.  False: leaves. */
bool felt_narc_table_ask(struct felt_narc_table *table, struct felt_action *action);
/* Reads a line behind a prompt of words (with a line end).  False: the input has ended. */
bool felt_narc_table_line(struct felt_narc_table *table, const char *prompt,
                          char line[FELT_PROMPT_BYTES]);
/* A long text; on a screen by pages, and `last` is the prompt behind it.  False: q was typed, or
 * the input has ended. */
bool felt_narc_table_pages(struct felt_narc_table *table, const char *text, const char *last);
/* On a screen: what was said since the last turn, and nothing else. */
void felt_narc_table_flush(struct felt_narc_table *table);

#endif
