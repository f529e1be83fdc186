/* play_narc_help.h -- how felt play narc is used: what --help, ? and rules tell.  No line has more
 * than 80 columns. */
#ifndef FELT_TERMINAL_NARC_PLAY_NARC_HELP_H
#define FELT_TERMINAL_NARC_PLAY_NARC_HELP_H

#include "felt/buffer.h"
#include "felt/narc.h"

extern const char felt_play_narc_usage[];
/* The words of the table. */
extern const char felt_play_narc_words[];
/* The rules as they are at this table. */
void felt_play_narc_rules(const struct felt_narc_rules *rules, struct felt_buffer *out);

#endif
