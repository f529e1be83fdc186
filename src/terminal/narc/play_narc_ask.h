/* play_narc_ask.h -- what a line says at a table of Narc: words, their letters, numbers and names
 * of cards.  Knows the look of who typed it; whatever is wrong is said in one sentence. */
#ifndef FELT_TERMINAL_NARC_PLAY_NARC_ASK_H
#define FELT_TERMINAL_NARC_PLAY_NARC_ASK_H

#include "terminal/narc/play_narc_look.h"

enum felt_narc_wish {
    FELT_NARC_WISH_ACT,   /* *action is legal                                                    */
    FELT_NARC_WISH_LOOK,  /* *card is a card of the hand, from 0                                 */
    FELT_NARC_WISH_AGAIN, /* `why` says what was wrong                                           */
    FELT_NARC_WISH_TABLE,
    FELT_NARC_WISH_LOG,
    FELT_NARC_WISH_HELP,
    FELT_NARC_WISH_RULES,
    FELT_NARC_WISH_QUIT
};

/* `line` is trimmed and in lower case (felt_prompt_line()). */
enum felt_narc_wish felt_narc_ask(const struct felt_narc_look *look, const char *line,
                                  struct felt_action *action, int *card, struct felt_buffer *why);

#endif
