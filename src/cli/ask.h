/* ask.h -- a decision of the person at the table: what is offered, in words, and what a line says.
 *
 * Knows one seat of a hand and the words of each phase.  Knows nothing of how the hand is told
 * (table.h) or of the session around it (play.c): a line that asks for the table, its history,
 * reasons or help is handed back to the caller. */
#ifndef FELT_CLI_ASK_H
#define FELT_CLI_ASK_H

#include "cli/term.h"
#include "felt/poker.h"

enum { FELT_ASK_BYTES = 128 };

struct felt_ask {
    const struct felt_term *term;
    const struct felt_poker_rules *rules;
    const struct felt_poker *state;
    felt_seat seat; /* whose decision it is */
    bool echo;      /* nobody sees what is typed, unless we print it */
};

enum felt_wish {
    FELT_WISH_ACT,
    FELT_WISH_AGAIN, /* it was answered: a complaint */
    FELT_WISH_HELP,
    FELT_WISH_TABLE,
    FELT_WISH_HISTORY,
    FELT_WISH_WHY,
    FELT_WISH_LEAVE
};

/* A line without its end and without blanks around it, in lower case; the rest of a long one is
 * thrown away.  False at the end of the input. */
bool felt_ask_line(const struct felt_term *term, bool echo, char line[FELT_ASK_BYTES]);

/* "q", "quit" or "exit" */
bool felt_ask_quits(const char *line);
/* "w" or "why" */
bool felt_ask_wonders(const char *line);

/* "  fold (f), call 100 (c), raise to 200 .. 9,900 (r AMOUNT); help (?)" */
void felt_ask_offer(const struct felt_ask *ask);

/* What a line wishes.  FELT_WISH_ACT: *action is legal. */
enum felt_wish felt_ask_understand(const struct felt_ask *ask, const char *line,
                                   struct felt_action *action);

#endif
