/* play_narc_text.h -- texts by columns: characters of any script, lines that are broken between
 * words.
 */
#ifndef FELT_TERMINAL_NARC_PLAY_NARC_TEXT_H
#define FELT_TERMINAL_NARC_PLAY_NARC_TEXT_H

#include "felt/buffer.h"

#include <stdio.h>

/* The next character of a text, which is not at its end; what is no UTF-8, or a control character,
 * is a question mark. */
uint32_t felt_narc_text_take(const char **text);
/* Columns of a terminal that it takes: wide ones take two. */
int felt_narc_text_columns(uint32_t code);
int felt_narc_text_measure(const char *text);
void felt_narc_text_print(FILE *out, uint32_t code);

/* A text in lines of at most 78 columns, broken between words; `indent` blanks before each that
 * goes on, or if it is negative, those of paragraphs and lists.  Returns the lines. */
int felt_narc_text_wrap(const char *text, int indent, struct felt_buffer *out);
/* A sentence or two, printed so. */
void felt_narc_text_say(FILE *out, const char *text);

#endif
