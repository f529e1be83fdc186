/* characters.h -- what characters of Unicode look like, as far as names need it.  Private to
 * accounts.
 *
 *   C1  a character that shows nothing, or changes how others are shown, is no part of a name:
 *       two names that look the same would be different.
 *   C2  the list of look-alikes is not complete and need not be: it guards the names of the house,
 *       whose kind is kept apart from the name anyway. */
#ifndef FELT_ACCOUNTS_CHARACTERS_H
#define FELT_ACCOUNTS_CHARACTERS_H

#include <stdbool.h>
#include <stdint.h>

/* Controls, formats, directions, fillers, selectors, private use, separators of lines, and every
 * blank but U+0020. */
bool felt_character_is_hidden(uint32_t character);
/* Drawn on the character before it. */
bool felt_character_is_mark(uint32_t character);
/* The small letter or the digit of ASCII that it looks like, without accents; itself, if it is
 * another character of ASCII; 0: none. */
char felt_character_likeness(uint32_t character);

#endif
