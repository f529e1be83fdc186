/* prompt.h -- a decision of the person at the table: what is offered, in words, and what a line
 * says.
 *
 * Knows one seat of a hand and the words of each phase.  Knows nothing of how the hand is told
 * (table_screen.h) or of the session around it (play.c): a line that asks for the table, its
 * history, reasons or help is handed back to the caller. */
#ifndef FELT_TERMINAL_LOCAL_PROMPT_H
#define FELT_TERMINAL_LOCAL_PROMPT_H

#include "command/term.h"
#include "felt/poker.h"

enum { FELT_PROMPT_BYTES = 128 };

struct felt_prompt {
    const struct felt_term *term;
    bool echo;     /* nobody sees what is typed, unless we print it                    */
    bool replaces; /* new cards come for those that are thrown away                    */
    uint8_t phase; /* enum felt_phase                                                  */
    struct felt_legal legal;
    felt_chips stack, staked; /* own: behind, and put in on this street                */
    felt_chips to_match, pot; /* the price of this street; all chips in the middle     */
    int owns;
    felt_card own[FELT_HOLE_MAX];
    /* Who knows why an action is refused; NULL: nobody, the hand is played elsewhere. */
    const struct felt_poker_rules *rules;
    const struct felt_poker *state;
    felt_seat seat;
};

/* The decision of `seat`, who is to act; rules and state stay until it is taken. */
struct felt_prompt felt_prompt_of_hand(const struct felt_term *term,
                                       const struct felt_poker_rules *rules,
                                       const struct felt_poker *state, felt_seat seat, bool echo);

enum felt_wish {
    FELT_WISH_ACT,
    FELT_WISH_AGAIN, /* it was answered: a complaint */
    FELT_WISH_HELP,
    FELT_WISH_TABLE,
    FELT_WISH_HISTORY,
    FELT_WISH_WHY,
    FELT_WISH_LEAVE
};

/* Takes the end of a line and blanks around it away; what cannot be printed becomes '?', and all is
 * in lower case unless it shall be kept. */
void felt_prompt_trim(char *line, bool keep_case);
/* A line without its end and without blanks around it, in lower case; the rest of a long one is
 * thrown away.  False at the end of the input. */
bool felt_prompt_line(const struct felt_term *term, bool echo, char line[FELT_PROMPT_BYTES]);

/* "q", "quit" or "exit" */
bool felt_prompt_quits(const char *line);
/* "w" or "why" */
bool felt_prompt_wonders(const char *line);

/* "  fold (f), call 100 (c), raise to 200 .. 9,900 (r AMOUNT); help (?)" */
void felt_prompt_offer(const struct felt_prompt *ask);

/* Where there is nothing to call, most people mean a check by c. */
const char *felt_prompt_as_meant(const struct felt_prompt *ask, const char *line);
/* "300", "1,500", "2k"; -1 if it is no such number. */
felt_chips felt_prompt_chips(const char *text);

/* What a line wishes.  FELT_WISH_ACT: *action is legal. */
enum felt_wish felt_prompt_understand(const struct felt_prompt *ask, const char *line,
                                      struct felt_action *action);

#endif
