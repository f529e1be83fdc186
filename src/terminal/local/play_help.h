/* play_help.h -- how felt play is used: what --help tells, and what ? tells at the table, which is
 * the words of the moment and those that are always understood.  No line of the latter has more
 * than 80 columns. */
#ifndef FELT_TERMINAL_LOCAL_PLAY_HELP_H
#define FELT_TERMINAL_LOCAL_PLAY_HELP_H

#include "terminal/local/prompt.h"

extern const char felt_play_usage[];

/* "?" or "help", whatever follows: where no decision is to be taken. */
bool felt_play_help_asked(const char *line);
/* The words of a decision: those of the moment, and with those that are always understood. */
void felt_play_help_moment(const struct felt_prompt *ask);
void felt_play_help_print(const struct felt_prompt *ask);

#endif
