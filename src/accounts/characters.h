/* characters.h -- what characters of Unicode look like, as far as names need it.  Private to
 * accounts.
 *
 *   C1  a character that shows nothing, or changes how others are shown, is no part of a name:
 *       two names that look the same would be different.
 *   C2  the list of look-alikes is not complete and need not be: what a user is, is said by his
 *       kind and his number, never by a name.
 *   C3  folded handles are kept in databases and backups.  Tables that change need a new version
 *       of the schema, which folds all handles again. */
#ifndef FELT_ACCOUNTS_CHARACTERS_H
#define FELT_ACCOUNTS_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FELT_LIKENESS_MAX = 4 };

/* Controls, formats, directions, fillers, selectors, private use, separators of lines, and every
 * blank but U+0020. */
bool felt_character_is_hidden(uint32_t character);
/* Drawn on the character before it. */
bool felt_character_is_mark(uint32_t character);
/* A mark that a name can be read without: not the vowels of Indic scripts, nor the marks that make
 * other syllables of kana. */
bool felt_character_is_accent(uint32_t character);
/* What it is taken for, 1 .. FELT_LIKENESS_MAX characters: without accents, without regard to
 * capitals, styles, widths and positions; letters of other scripts as those of ASCII that look like
 * them, digits of all scripts as those of ASCII; 0 as o, and 1, i and | as l.  A character that is
 * like no other stays what it is.  What comes out is like itself. */
size_t felt_character_likeness(uint32_t character, uint32_t out[FELT_LIKENESS_MAX]);
/* The one character that is the same as these two: syllables of Hangul, of kana, vowels of two
 * parts.  0: none. */
uint32_t felt_character_join(uint32_t first, uint32_t second);

#endif
